"""A context of z3 takes the memory that the one before it let go of, and lets go of all terms together."""

import platform
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
import z3

from refengine.smt.solving import calls
from refengine.smt.solving.translation import Translation
from refengine.smt.terms.terms import Terms

LARGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage")


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators do as they do")
def test_what_a_context_lets_go_of_the_next_one_takes() -> None:
    Translation()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(5):
        Translation()
    pages = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    assert pages < 5 * 1_000, "each has about 4,000"


@pytest.mark.skipif(not LARGE_PAGES.exists(), reason="this system has no large pages")
def test_contexts_lie_where_the_system_is_asked_for_large_pages() -> None:
    import_it = "from refengine.smt.solving.translation import Translation"
    program = f"{import_it}; Translation(); Translation(); print(open('/proc/self/smaps').read())"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    heaps = [each.partition("\n") for each in told.split("[heap]")[1:]]
    assert any("hg" in re.findall(r"^VmFlags: (.*)$", rest, re.MULTILINE)[0].split() for _, _, rest in heaps)


def test_all_terms_are_held_by_the_vector_that_lets_go_of_them() -> None:
    """Of a context that goes while terms are held otherwise z3 looks through a table of half a million places."""
    terms, translation = Terms(), Translation()
    few = [terms.number(name, 0, 9) for name in "abc"]
    either = terms.or_(terms.at_most(terms.sum(few), 7), terms.not_(terms.truth("d")))
    translation.definition(terms.truth("e"), either)
    operations = [made for term, made in translation.made.items() if term.op != "const"]
    assert len(operations) == len({"sum", "at most", "not", "or"})
    made = [*translation.made.values(), *translation.literals.values(), *translation.definitions.values()]
    context = translation.context
    held = {each.get_id() for each in translation.held}
    assert held == {z3.Z3_get_ast_id(context.ref(), calls.wrapped(each)) for each in made}


def test_what_the_solver_could_not_hold_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A term that is not held is thrown away, and what is made next may lie at its address."""
    translation, terms = Translation(), Terms()
    one, other = terms.truth("one"), terms.truth("other")
    translation.made_of(one)
    monkeypatch.setattr(calls, "ast_vector_push", lambda *_: None)
    monkeypatch.setattr(calls, "_error_code", lambda _: 1)
    with pytest.raises(z3.Z3Exception):
        translation.made_of(other)
    assert other not in translation.made
