"""What hypothesis draws from the grammar itself is read or refused with a place; nothing crashes."""

from functools import cache

from hypothesis import HealthCheck, given, settings, strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from refengine.syntax.grammar_file import grammar_text
from refengine.syntax.parser import parse
from refengine.syntax.printer import print_file
from tests.syntax.reading import source_of

NAMES = st.sampled_from([" p ", " hand ", " Hearts ", " ž "])
TERMINALS = {
    "NAME": NAMES,
    "INT": st.sampled_from([" 0 ", " 7 ", " 12 "]),
    "STRING": st.just(' "why" '),
    "COMMENT": st.just(""),
    "_NL": st.sampled_from(["\n", "\n\n", "  # so\n"]),
    "_INDENT": st.just("    "),
    "_DEDENT": st.just(""),
}


@cache
def grammar() -> Lark:
    """The rules and terminals alone: of a grammar from which nothing is parsed nobody needs tables."""
    return Lark(grammar_text(), parser=None, lexer="basic", start=["start", "expr"], maybe_placeholders=False)


def sentences(start: str) -> st.SearchStrategy[str]:
    """Sentences from a rule of the grammar, which is read when the first is drawn."""
    return st.deferred(lambda: from_lark(grammar(), start=start, explicit=below(start)))


def below(start: str) -> dict[str, st.SearchStrategy[str]]:
    """How the terminals are written that a rule leads to: with blanks, since the words of the language need them."""
    reached, waiting = set(), [start, "_INDENT", "_DEDENT", "COMMENT"]  # declared or ignored, so asked for
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(each.name for rule in grammar().rules if rule.origin.name == name for each in rule.expansion)
    words = {
        each.name: st.just(f" {each.pattern.value} ") for each in grammar().terminals if each.pattern.type == "str"
    }
    return {name: strategy for name, strategy in {**words, **TERMINALS}.items() if name in reached}


def read(text: str) -> bool:
    """Returns whether the text can be read; if so it prints as it is, if not the place lies in it."""
    source = source_of(text)
    file, diagnostics = parse(source)
    for each in diagnostics:
        assert each.span is not None
        assert 0 <= each.span.start <= each.span.end <= len(source.text) + 1
    if file is None:
        assert diagnostics
        return False
    printed = source_of(print_file(file, source))
    again, wrong = parse(printed)
    assert wrong == ()
    assert again == file
    return True


DEEP = [HealthCheck.filter_too_much, HealthCheck.too_slow]
"""The grammar is recursive, and what is drawn too deep is thrown away."""


@settings(max_examples=6, deadline=None, suppress_health_check=DEEP)
@given(sentences("expr"))
def test_an_expression_of_the_grammar_is_read(expression: str) -> None:
    assert read(f"law l per R1\n    {expression.strip()}\n")


@settings(max_examples=30, deadline=None, suppress_health_check=DEEP)
@given(sentences("start"))
def test_whatever_the_grammar_makes_without_its_layout_is_read_or_refused(text: str) -> None:
    read(text)
