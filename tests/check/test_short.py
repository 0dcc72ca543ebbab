"""The page that is read at a glance: fifteen lines of a game that holds; what does not hold comes first and whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from attrs import evolve
from hypothesis import given, settings, strategies as st

from refengine.check.exercise import ClauseCount, Coverage
from refengine.check.full_page import failure_lines
from refengine.check.reconstruction import reconstructed_data
from refengine.check.report import (
    ChangedLine,
    Counts,
    Evidence,
    ExamplesDecided,
    Failure,
    GameReport,
    KnownStatement,
    Ledger,
    PlayedGames,
    ReconstructedData,
    Setting,
    Statement,
    Timing,
    UndeterminedLine,
    Wording,
)
from refengine.check.short_page import MOST_LINES, short_lines
from refengine.evidence.level import LEVELS, Level
from refengine.ir.game import Game
from refengine.pipeline import Compilation, compile_folder
from refengine.report.citations import Basis, CitedClause, Reader
from refengine.resolve.folder import find_games
from refengine.rulings.standing import PrecedentStanding, Status
from refengine.source.diagnostic import Diagnostic
from tests.engine.rules import rulebook

NAMES = st.lists(st.text("ab_", min_size=1, max_size=150), max_size=40, unique=True)
STATUSES: st.SearchStrategy[Status] = st.sampled_from(("stands", "stands for another reason"))
NUMBERS = st.integers(0, 9_999)


def clause(path: str) -> CitedClause:
    return CitedClause(path, (Basis("R1", "it is so", "1"),), "g/g.rules:1:1")


def known(name: str, level: str = "proved", change: str = "kept", kind: str = "claim") -> KnownStatement:
    return KnownStatement(
        kind, name, level, level, level, (2,), (), (), (), False, (), 7, 1, 0.0, (), None, None, None, change
    )


def ledger(*rows: KnownStatement, changes: tuple[str, ...] = (), inductions: tuple[Failure, ...] = ()) -> Ledger:
    promised = {(each.kind, each.name): Level("proved") for each in rows if each.change != "new"}
    return Ledger(rows, changes, inductions, promised, {}, 0, len(rows))


@st.composite
def games_that_hold(draw: st.DrawFn) -> GameReport:
    """Reports on games that hold, with everything that there may be, however long its names are."""

    def numbers() -> int:
        return draw(NUMBERS)

    def names() -> list[str]:
        return draw(NAMES)

    setting = Setting("2 players", 2, (), ())
    rows = [
        known(name, draw(st.sampled_from(LEVELS[:-1])), draw(st.sampled_from(("kept", "new", "rose"))))
        for name in names()
    ]
    count = [ClauseCount(clause(name), draw(st.integers(0, 1)), draw(st.integers(0, 1)), 0, 0) for name in names()]
    bases = tuple(Basis(name, None, None) for name in names())
    return GameReport(
        "g", "spec/g", "holds",
        diagnostics=tuple(Diagnostic("W0801", name, None) for name in names()),
        texts={},
        counts=Counts(numbers(), numbers(), numbers(), numbers(), numbers()),
        examples=ExamplesDecided(
            numbers(), numbers(), 0, changed=tuple(ChangedLine(name, "expect x", (), ()) for name in names())
        ),
        precedents=tuple(PrecedentStanding(name, "", "wave", draw(STATUSES), "1", "1", (name,), (), None) for name in names()),
        played=tuple(PlayedGames(setting, draw(st.booleans()), 9, 7, 2, numbers(), numbers()) for _ in range(3)),
        statements=tuple(Statement("fault", name, None, "holds", Evidence("tested", 4, 9, 0)) for name in names()),
        ledger=ledger(*rows, changes=tuple(f"claim {each.name}: better" for each in rows if each.change == "rose")),
        coverage=Coverage(tuple(count), ("R1",), bases, (), bases, tuple(names()), (), (), draw(st.integers(0, 2))),
        reconstructed=tuple(ReconstructedData("table", name, clause(name), tuple(names())) for name in names()),
        wording=Wording("book.txt", numbers(), ()),
        timing=draw(st.none() | st.just(Timing(1.0, 2.0, 3.0, 4.0))),
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(games_that_hold())
def test_a_game_that_holds_has_fifteen_lines_at_most(game: GameReport) -> None:
    lines = [*short_lines(game)]
    assert len(lines) <= MOST_LINES == 15
    assert "\n" not in "".join(lines)
    assert [each for each in lines if each != each.rstrip()] == []
    assert lines[-1] == "  verdict     holds"
    assert game.ledger is not None
    evidence = next((each for each in lines if each.startswith("  evidence")), "")
    told = [int(each) for each in re.findall(r"(\d+) [a-z]", evidence.partition(":")[2])]
    assert sum(told) == len(game.ledger.rows)
    assert [each for each in lines if len(each) > 110 and "more (`--verbose`)" in each] == []
    assert re.search(r"\b1 times|\b[02-9] time\b", " ".join(lines)) is None


@given(NAMES.filter(bool))
def test_what_is_not_named_is_counted(names: list[str]) -> None:
    """Of what has no promise the names that are there and the number of the others make all."""
    page = "\n".join(short_lines(_of(ledger(*(known(each, change="new") for each in names)))))
    (line,) = (each for each in re.split(r"\n  (?=\w)", page) if each.startswith("promises"))
    line = re.sub(r"\n +", " ", line)
    lead, _, told = line.partition(" without one: ")
    assert lead.endswith(f" none, {len(names)} statement{'' if len(names) == 1 else 's'}")
    more = re.search(r"(?: and |^)(\d+)(?: more)? \(`--verbose`\)$", told)
    left = 0 if more is None else int(more[1])
    named = told if more is None else told[: more.start()]
    assert [each for each in named.split(", ") if each] == [f"claim {each}" for each in names[: len(names) - left]]


def _of(found: Ledger | None = None, *failures: Failure) -> GameReport:
    return GameReport("g", "spec/g", "violated" if failures else "holds", (), {}, ledger=found, failures=failures)


def test_what_is_known_worst_is_named_first() -> None:
    rows = (known("a", "tested"), known("b"), known("c", "unknown"), known("d", "bounded"), known("e", "assumed"))
    (line,) = (each for each in short_lines(_of(ledger(*rows))) if each.startswith("  not proved"))
    assert line == "  not proved  4: claim c, claim e, claim a, claim d"


def test_a_failure_comes_first_and_whole() -> None:
    broken = Failure("invariant", "i", "does not hold", clause("i"), moves=tuple(f"move {each}" for each in range(50)))
    example = Failure("example", "e", "fails", clause("e"), found=("x is 3",))
    whole = evolve(_of(ledger(known("a")), example, broken), counts=Counts(1, 2, 3, 4, 5))
    page = "\n".join(short_lines(whole))
    first, second = ("\n".join(failure_lines(number, each)) for number, each in ((1, example), (2, broken)))
    assert page.index(first) < page.index("  rules") < page.index(second) < page.index("  evidence")
    assert page.endswith("  verdict     violated: 2 failures")


def test_a_promise_that_is_not_kept_is_told_whole_with_why_it_is_not_proved() -> None:
    """One of another statement, of which no more was promised, is not."""
    why = Failure("invariant", "i", "the induction fails from here", clause("i"))
    other = evolve(why, name="j")
    rows = (known("i", "bounded", "fell", "invariant"), known("j", "tested", "kept", "invariant"))
    said = "invariant i: fell to bounded 6, proved was promised, which nobody will overlook, however long it is " * 2
    page = "\n".join(
        short_lines(evolve(_of(ledger(*rows, changes=(said,), inductions=(why, other))), verdict="violated"))
    )
    assert " ".join(said.split()) in " ".join(page.split())
    assert "1. invariant i: the induction fails from here" in page
    assert "invariant j:" not in page


def test_what_nobody_knows_of_an_example_is_told_whole() -> None:
    resting = tuple(UndeterminedLine(f"e{each}", "expect x", "played", "Title") for each in range(20))
    game = evolve(_of(), verdict="inconclusive", examples=ExamplesDecided(20, 20, 0, resting))
    page = " ".join(" ".join(short_lines(game)).split())
    assert all(str(each) in page for each in resting)


def test_errors_are_told_whole_and_warnings_by_their_places() -> None:
    wrong = (Diagnostic("E0201", "there is no such thing", None), Diagnostic("W0801", "nobody reads it", None))
    page = "\n".join(short_lines(evolve(_of(), verdict="bad input", diagnostics=wrong)))
    assert "there is no such thing" in page
    assert "nobody reads it" in page
    page = "\n".join(short_lines(evolve(_of(), diagnostics=wrong[1:])))
    assert "  warnings    1: W0801\n" in page


# ---- WHAT IS RECONSTRUCTED

TREES = """
game trees from rulebook tiny
    players 2                                                   per R1

table trees, reconstructed                                      per R1
table plan, reconstructed                                       per R1
table crates                                                    per R1

kind Tree from table trees                                      per R1
    height: 1..9

relation beside between Tree and Tree, symmetric, irreflexive, from table plan per R1

component Crate from table crates                               per R1
    height: 1..9

zone yard holds Crate                                           per R1

question lean about R1                                          per ruling A1
    "does it lean?"
    reading leans "yes", reconstructed, default
    reading stands "no", reconstructed

question wide about R1                                          per ruling A1
    "is it wide?"
    reading broad "yes", house, default
    reading slim "no", reconstructed

variable cuts: count                                            per R1

value tall(t: Tree): truth                                      per R1
    normally t.height > 3
    except bent per R1
        when lean is leans
        is false

value lonely(t: Tree): truth                                    per R1
    is no Tree u has beside(t, u)

value far(t: Tree): truth                                       per R1
    is no Tree u has t reaches u by beside

value heavy(c: Crate): truth                                    per R1
    is c.height > 3 and wide is broad

value both(t: Tree): truth                                      per R1
    is tall(t) and lonely(t)

value named(t: Tree): truth                                     per R1
    is t is Oak

setup                                                           per R1
    go Turn

phase Turn                                                      per R1
    ask 1
        action cut(t in Tree)                                   per R1
            when both(t)
            then add 1 to cuts
        action rest                                             per R1
            then add 1 to cuts
    if cuts > 3
        game over
    go Turn

outcome                                                         per R1
    scores are cuts for player p
    winners are all player p with named(Oak) and (some c in yard has heavy(c)) and far(Oak)
"""


def trees(folder: Path) -> Compilation:
    folder.mkdir()
    files = {
        "trees.rules": TREES,
        "trees.csv": "id,height\nOak,9\nElm,2\n",
        "plan.csv": "one,other\nOak,Elm\n",
        "crates.csv": "id,height\nCrate,4\n",
        "rulebook.toml": rulebook(),
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    (found,), wrong = find_games(folder)
    assert wrong == ()
    return compile_folder(found)


def test_clauses_rest_on_what_they_read_themselves_or_through_values(tmp_path: Path) -> None:
    made = trees(tmp_path / "trees")
    assert made.game is not None, made.diagnostics
    found = reconstructed_data(made.game, (), Reader(made.rulebook, made.texts))
    assert {(each.kind, each.name): {*each.rests_on_it} for each in found} == {
        ("table", "trees"): {"tall.normally", "both", "Turn", "cut", "cut.when_1"},
        ("table", "plan"): {"lonely", "far", "both", "Turn", "cut", "cut.when_1"},
        ("reading", "lean leans"): {"tall.bent", "both", "Turn", "cut", "cut.when_1"},
    }


def test_where_nothing_is_reconstructed_nothing_rests_on_it(
    goofspiel: Game, compiled: Callable[[str], Compilation]
) -> None:
    game = compiled("goofspiel")
    assert reconstructed_data(goofspiel, (), Reader(game.rulebook, game.texts)) == ()
