"""A tiny rule set for each thing that can be owed or claimed: with the fault it is refuted, mended it is proved.

`faults/<name>.rules` begins with what the fault is and what is asked (`# asks: KIND NAME`); `<name>.expected` is what
is said. A line, or lines, `# mended: ...` take the place of the line above; of `# mended:` alone nothing does. Nothing
but what is asked may be wrong with a faulty rule set, and nothing at all with a mended one.

Which of several positions is found is for the solver to say, so that alone may differ from what is written down.
After a change of messages `CORPUS_UPDATE=1 python -m pytest tests/prove/test_faults.py` writes the expected texts anew;
the diff is to be read as prose.
"""

import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from refengine.check.counterexamples import contradicted_goals, failures_of, inductions_of, shown_of, witnesses_of
from refengine.check.full_page import failure_lines
from refengine.evidence.ledger import Entry, GoalAnswer, entries
from refengine.ir.obligations import Owed
from refengine.pipeline import Compilation, compile_folder
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.errors import unsupported
from refengine.prove.run import ProofResults
from refengine.report.citations import Reader
from refengine.resolve.folder import find_games
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from refengine.source.cache import Cache
from refengine.source.render import render

FAULTS = Path(__file__).parent / "faults"
RULEBOOK = Path(__file__).parents[1] / "corpus" / "rulebook.toml"
SOURCES = sorted(FAULTS.glob("*.rules"))
ASKS = re.compile(r"^# asks: (.*)$", flags=re.MULTILINE)
MENDED = re.compile(r"^.*\n((?:# mended:.*\n)+)", flags=re.MULTILINE)
WHERE = re.compile(
    r"     (given |  |and \d+ more fact|what matters is|everything lies|\d+\. )"
    r"|   (after the move|to player \d it looks| *[a-z]\w*(\(.*\))? is |.* stands for any )"
)
LIMITS = Limits(rlimit=5_000_000, steps=5)
SURE = {"proved", "by construction", "found"}


def name_of(path: Path) -> str:
    return path.stem


def mended(text: str) -> str:
    def lines(found: re.Match[str]) -> str:
        listed = [line.removeprefix("# mended:").removeprefix(" ") for line in found[1].splitlines()]
        return "".join(f"{line}\n" for line in listed if line)

    return MENDED.sub(lines, text)


def game(folder: Path, name: str, text: str) -> Compilation:
    home = folder / name
    home.mkdir(parents=True)
    (home / f"{name}.rules").write_text(text, "utf-8")
    shutil.copy(RULEBOOK, home / "rulebook.toml")
    (found,), wrong = find_games(home)
    assert wrong == ()
    made = compile_folder(found)
    assert made.game is not None, render(made.diagnostics, made.texts)
    return made


def decided(made: Compilation) -> tuple[Decision, ...]:
    assert made.game is not None
    return tuple(each for batch in batches(goals(made.game)) for each in decide(made.game, batch, LIMITS))


def said(made: Compilation, decisions: tuple[Decision, ...], name: str) -> str:
    """What is said of what is not sure, and of every witness."""
    text = "\n".join(_lines(made, decisions)) + "\n"
    return text.replace(f"{made.folder.path.as_posix()}/", "").replace(made.folder.path.as_posix(), name)


def _lines(made: Compilation, decisions: tuple[Decision, ...]) -> Iterator[str]:
    assert made.game is not None
    engines = Engines(made.game, Cache(None))
    shown = shown_of(engines, decisions)
    reader = Reader(made.rulebook, made.texts)
    proved = ProofResults(tuple(map(GoalAnswer, decisions)))
    for each in found_in(decisions, contradicted=bool(contradicted_goals(shown))):
        if each.verdict not in SURE or each.kind == "witness":
            level = each.level if each.verdict == "bounded" else each.verdict
            yield f"{each.kind} {each.name}: {level}"
            if each.verdict == "unsupported":
                yield render([unsupported(each)], made.texts).rstrip()
            elif each.how and each.verdict not in {"refuted", "found"}:
                yield f"  {each.how[0]}"
                yield from (f"  {why}" for why in each.unproved)
    failing = inductions_of(engines, shown, reader, 0)
    told = (*failures_of(proved, shown, reader), *failing, *witnesses_of(shown, reader))
    for number, failure in enumerate(told, start=1):
        yield ""
        yield from failure_lines(number, failure)


def found_in(decisions: tuple[Decision, ...], *, contradicted: bool = False) -> tuple[Entry, ...]:
    assert not contradicted, "engine and prover disagree"
    return entries(map(GoalAnswer, decisions), LIMITS.steps)


def whatever_is_found(text: str) -> str:
    """What is said, without the position, the move, and which pieces and seats they are about."""
    lines = [line for line in text.splitlines() if not WHERE.match(line)]
    return re.sub(r"(Clubs|Hearts) \d", "CARD", re.sub(r"player \d", "player N", "\n".join(lines)))


@cache
def asked(path: Path) -> frozenset[str]:
    return frozenset(ASKS.findall(path.read_text("utf-8")))


def unsure(decisions: tuple[Decision, ...]) -> set[str]:
    return {f"{each.kind} {each.name}" for each in found_in(decisions) if each.verdict not in SURE}


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_fault_is_refuted_with_a_position(path: Path, tmp_path: Path) -> None:
    made = game(tmp_path, path.stem, path.read_text("utf-8"))
    decisions = decided(made)
    text = said(made, decisions, path.stem)
    beside = path.with_suffix(".expected")
    if "CORPUS_UPDATE" in os.environ:
        beside.write_text(text, encoding="utf-8")
    assert whatever_is_found(text) == whatever_is_found(beside.read_text("utf-8"))
    assert unsure(decisions) == asked(path)
    for each in asked(path):
        assert f"{each}: " in text
    if any(each.counterexample is not None for each in decisions):
        assert "   position:\n" in text or "   before the last move:\n" in text


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_without_the_fault_everything_is_proved(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    if "# mended:" not in text:
        pytest.skip("there is nothing to mend in it")
    assert unsure(decided(game(tmp_path, path.stem, mended(text)))) == set()


def test_within_a_tiny_limit_nothing_is_said(tmp_path: Path) -> None:
    path = FAULTS / "invariant.rules"
    made = game(tmp_path, path.stem, mended(path.read_text("utf-8")))
    assert made.game is not None
    listed = tuple(each for each in goals(made.game) if each.kind == "invariant")
    (found,) = decide(made.game, listed, Limits(rlimit=1))
    assert (found.verdict, found.counterexample) == ("unknown", None)
    assert "gave up" in found.how
    answers = Answers(made.game, Limits(rlimit=1), folder=Cache(tmp_path / "cache"))
    answers.write((GoalAnswer(found),))
    assert [each.decision for each in answers.read((found.goal,)) or ()] == [found]
    wider = Answers(made.game, Limits(rlimit=2), folder=answers.folder)
    assert wider.read((found.goal,)) is None  # what came of one limit is not what comes of another


def test_everything_that_can_be_owed_has_its_fault() -> None:
    words = {each.removeprefix("obligation ").partition(": ")[2] for path in SOURCES for each in asked(path)}
    assert [each for each in Owed if each.value not in words] == []


def test_every_kind_of_property_has_its_fault() -> None:
    kinds = {each.split()[0] for path in SOURCES for each in asked(path)}
    assert kinds == {
        "claim", "witness", "dependence", "audit", "invariant", "step", "measure", "conservation", "sight", "obligation",
    }  # fmt: skip


def test_every_expected_text_has_its_source() -> None:
    assert [each.name for each in FAULTS.glob("*.expected") if not each.with_suffix(".rules").exists()] == []
