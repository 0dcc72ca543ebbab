"""Windows: what is proved of a board of any size, from the cells around the one that a step changes."""

from itertools import product
from pathlib import Path

import pytest

from refengine.ir import game as model
from refengine.prove.engines import Engines
from refengine.prove.replay import replay
from refengine.runtime.grids import cells_around, cells_beside, toward
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from refengine.smt.terms.window import SIDES, Window
from refengine.smt.unsupported import Outside
from refengine.smt.windows.invariants import LARGEST, Windows
from refengine.source.cache import Cache
from tests.types.front_end import compile_texts, texts_of

FOOLED = Path(__file__).parents[1] / "fooled"
GAMES = sorted(each.name for each in FOOLED.glob("window_*"))

START = """
game tiny from rulebook tiny
    players 1 per R1
kind Side is Up, Right, Down, Left in a ring per R1
component Stone per R1
    heavy: truth
    9 alike with heavy true
    9 alike with heavy false
    starts in bag
zone bag holds Stone per R1
grid board, squares, sides Side, holds at most one Stone per R1
"""
PLAY = """
setup per R1
    move (the t in bag with t.heavy) to board of (0, 0)
    go Place
phase Place per R1
    ask 1
        action put(t in bag, c in edge of board) per R1
            {when}
            then move t to board of c
            then {then}
        action stop per R1
            then game over
    go Place
invariant stated per R1
    {stated}
"""


def game_of(sources: dict[str, str]) -> model.Game:
    made, diagnostics = compile_texts(sources)
    assert made is not None, [(each.code, each.message) for each in diagnostics]
    return made


def small(stated: str, *, more: str = "", when: str = "when true", then: str = "go Place") -> model.Game:
    """A game in which stones are laid on the edge, with one invariant."""
    return game_of({"x.rules": START + more + PLAY.format(stated=stated, when=when, then=then)})


def decided(rules: model.Game, name: str = "stated") -> Decision:
    wanted = tuple(each for each in goals(rules) if (each.kind, each.name) == ("invariant", name))
    (found,) = decide(rules, wanted, Limits())
    return found


# ---- CELLS


@pytest.mark.parametrize("radius", [2, 3])
def test_cells_of_a_window_lie_as_on_a_grid(radius: int) -> None:
    window, span = Window(radius), range(1 - radius, radius)
    assert window.offsets == tuple(sorted(window.offsets))  # as the cells of a grid are gone through
    for cell in product(span, span):
        at = window.at(cell)
        assert window.offsets[at] == cell
        assert [window.offsets[each] for each in window.by(at, "beside")] == list(cells_beside(cell))
        assert [window.offsets[each] for each in window.by(at, "around")] == list(cells_around(cell))
        assert [window.offsets[window.near(at, way)] for way in SIDES] == [toward(cell, side) for side in range(4)]
        assert window.distance(at) == max(map(abs, cell))


def test_what_is_not_in_a_window_has_no_number() -> None:
    window = Window(2)
    for cell in product(range(-4, 5), range(-4, 5)):
        if max(map(abs, cell)) <= 2:
            assert window.name(window.at(cell)) == f"({cell[0]}, {cell[1]})"
        else:
            with pytest.raises(Outside):
                window.at(cell)
    with pytest.raises(Outside):
        window.by(window.at((2, 0)), "around")


# ---- HOW FAR

SIGHTS = {
    "every c in cells of board has board of c is not empty": 0,
    "every c in edge of board has board of c is empty": 1,
    "every c in cells of board has board of (c toward Up toward Up) is empty or c != (c toward Left)": 2,
    "every c in cells of board has (some d in beside(c) has (some e in around(d) has board of e is not empty))": 2,
    "no c in cells of board has far(c) and far(c toward Down)": 4,
}
FAR = """
value far(c: cell): truth per R1
    is board of (c toward Down toward Down toward Down) is empty and board of (c toward Up) is empty
"""


@pytest.mark.parametrize("stated", SIGHTS)
def test_how_far_a_condition_looks_is_read_off_it(stated: str) -> None:
    assert set(Windows(small(stated, more=FAR), 1, Limits(), None).sees.values()) == {SIGHTS[stated]}


def test_what_is_stated_may_be_simplified_before_it_is_proved() -> None:
    twice = "every c in cells of board has not (board of c is not empty) or not (not (board of c is not empty))"
    assert decided(small(twice)).verdict == "proved"
    assert decided(small("every c in cells of board has not (board of c is not empty)")).verdict == "refuted"


@pytest.mark.parametrize("name", ["window_ban", "window_without_the_bar", "window_two_moves"])
def test_a_window_that_is_too_small_gives_no_answer_and_a_larger_one_the_same(name: str) -> None:
    rules = game_of(texts_of(FOOLED / name)[0])
    windows = Windows(rules, rules.players[0], Limits(), None)
    least = windows.along(0)[1]
    for radius in range(least):
        with pytest.raises(Outside):
            windows._along(radius)
    left = [frozenset(windows._along(radius).induction.failures) for radius in (least, least + 1)]
    assert left[0] == left[1]


# ---- WHOLE BOARDS

SHOWS_NONE = {"window_claims", "window_counts", "window_if_able"}
"""A board of 26 stones lies in no window; and none is shown where no window knows whether somebody is able."""

DEAR = {"window_counts", "window_edges_agree", "window_named_stones"}
"""These take as long as all others together."""


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.campaign) if each in DEAR else each for each in GAMES]
)
def test_a_counterexample_is_a_whole_board_and_the_engine_agrees(name: str, tmp_path: Path) -> None:
    """Of most of the games; of the dear ones behind the mark, whose verdicts `tests/fooled` holds."""
    rules = game_of(texts_of(FOOLED / name)[0])
    wanted = tuple(each for each in goals(rules) if each.kind == "invariant")
    shown = 0
    for each in decide(rules, wanted, Limits()):
        if each.counterexample is not None:
            told = replay(Engines(rules, Cache(tmp_path)), each)
            assert told is not None
            assert (told.verdict, told.differences) == ("confirmed", ()), each
            first = told.stood[0]
            if each.verdict == "unknown":  # the invariant holds where the step begins, of every cell of the board
                kept = [one.name for one in first.game.violations(None, first.state)]
                assert each.goal.name not in kept
            shown += 1
    assert shown or name in SHOWS_NONE


# ---- WHAT IS REFUSED

FULL = "every c in cells of board has board of c is not empty"
REFUSED = {
    "every cell and a variable": {
        "stated": "every c in cells of board has (every t in board of c has (t.heavy implies few > 0))",
        "more": "variable few: 0..3, starts 3 per R1\n",
        "then": "set few to 0",
    },
    "all cells in a condition": {
        "stated": "every c in cells of board has (some d in cells of board has d != c or board of d is not empty)"
    },
    "all that lies on a grid": {"stated": "every t in board has t.heavy"},
    "cells behind a value": {
        "stated": "all_full",
        "more": f"value all_full: truth per R1\n    is {FULL}\n",
    },
    "a cell that is written": {"stated": "board of (0, 0) is not empty"},
    "a step that goes through all cells": {"stated": FULL, "when": "when some d in edge of board has d != c"},
    "a cell in a variable": {
        "stated": FULL,
        "more": "variable last: cell, starts (0, 0) per R1\n",
        "then": "set last to c",
    },
    "two cells": {
        "stated": FULL,
        "then": "go Both(c, c toward Up)",
        "more": """
phase Both(c: cell, d: cell) per R1
    ask 1
        action leave per R1
            when c != d
            then go Place
""",
    },
    "too far away": {"stated": f"every c in cells of board has board of (c{' toward Up' * (LARGEST + 1)}) is empty"},
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_window_holds_is_refused(what: str) -> None:
    found = decided(small(**REFUSED[what]))
    assert found.verdict == "unsupported", found


# ---- CLAIMS

SAID = """
claim said per R1
    in every state of 1 player over any board
    every c in cells of board with {which} has {what}
"""
THREE_HEAVY = "(number of d in around(c) with (some t in board of d has t.heavy)) = 3"


@pytest.mark.parametrize(
    ("which", "rlimit", "verdict"),
    [
        (THREE_HEAVY, 10_000_000, "proved"),
        (THREE_HEAVY, 1, "unknown"),
        ("board of c is empty", 10_000_000, "vacuous"),
    ],
    ids=["it speaks of some cell", "nobody knows whether it does", "it speaks of none"],
)
def test_what_is_not_known_to_speak_of_nothing_is_not_called_so(which: str, rlimit: int, verdict: str) -> None:
    """What is claimed of these cells is plain; whether there are any takes more than one unit."""
    play = PLAY.format(stated="true", when="when true", then="go Place")
    rules = game_of({"x.rules": START + play + SAID.format(which=which, what="1 < 2")})
    wanted = tuple(each for each in goals(rules) if (each.kind, each.name) == ("claim", "said"))
    (found,) = decide(rules, wanted, Limits(rlimit=rlimit))
    assert found.verdict == verdict
