"""All that the rules of Carcassonne owe is proved by their text alone, and each proof is lost with what it hangs on."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from refengine.local.decide import decide_locally
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import ALONG, batches, goals
from tests.games.carcassonne_laying import GAME

BY_WINDOWS = {"invariant", "conservation"}
"""The kinds that are asked of a course first: it is proved there, or of what is proved there."""

LEFT = {
    ("invariant", "nobody_waits_on_what_is_finished"),
    ("step invariant", "whoever_is_sent_is_alone"),
    ("obligation", "land: there is exactly one"),
    ("obligation", "worth: there is exactly one"),
}
"""The statements that are only tested: all of it speaks of features as a whole."""

LOST = {
    "any figure may be put aside": (
        "turn", "move f to reserve of f.whose", "move f to reserve of p",
        ("obligation", "Deploy: the piece lies where it is taken from"),
    ),
    "nobody looks for a figure": (
        "turn", "when reserve of p is not empty", "when bag is not empty",
        ("obligation", "Deploy: the piece lies where it is taken from"),
    ),
    "a figure goes anywhere": (
        "turn", "to stand of s\n", "to stand of Spot((0, 0), BA_C_c0, N)\n",
        ("obligation", "Deploy: there is room where it goes"),
    ),
    "nobody may pass": (
        "turn", "action pass ", "action pass(s in spots of c) ",
        ("obligation", "Deploy: whoever is asked has a legal action"),
    ),
    "an empty bag is drawn from": (
        "turn", "if bag is empty\n        go Final", "if aside is not empty\n        go Final",
        ("obligation", "Draw: whoever is asked has a legal action"),
    ),
    "figures of one feature go home together": (
        "turn", "each f in stand of s\n                move f", "each f in stand of s\n                move (the g in stand of s)",
        ("obligation", "Judge: the piece lies where it is taken from"),
    ),
    "points are taken": (
        "turn", "add takings(q, judged)", "add takings(q, judged) - 1",
        ("obligation", "Judge: the number stays in its range"),
    ),
    "points are set": (
        "turn", "add takings(q, judged) to score of q", "set score of q to takings(q, judged)",
        ("step invariant", "no_point_is_lost"),
    ),
    "fields are left out": (
        "features", "when s.land is Field", "when s.land is Shrine",
        ("obligation", "is_open: some case applies"),
    ),
    "two losers count as one": (
        "race", "when (number of f in stand of s) > 1\n", "when (number of f in stand of s) > 2\n",
        ("obligation", "leaves_the_race: some case applies"),
    ),
    "one loser counts twice": (
        "race", "when (number of f in stand of s) <= 1\n", "when (number of f in stand of s) <= 2\n",
        ("obligation", "leaves_the_race: no two cases apply"),
    ),
    "a turn is asked of what is not there": (
        "laying", "is every u in board of (c toward e) has shown(u.sort, turn of board of (c toward e), opposite(e))",
        "is every u in board of (c toward e) has shown(u.sort, turn of board of (c toward next of e), opposite(e))",
        ("obligation", "agrees: what may be absent is there"),
    ),
    "seven neighbours are the most": (
        "features", "value lying_around(c: cell): 0..8", "value lying_around(c: cell): 0..7",
        ("obligation", "lying_around: the number stays in its range"),
    ),
}  # fmt: skip
"""The faults: in which file, what stands there, what is written in its place, and the proof that is lost."""

Statement = tuple[str, str]


def _proved(folder: Path) -> dict[Statement, str]:
    (found,), _ = find_games(folder)
    rules = compile_folder(found).game
    assert rules is not None
    (batch,) = (each for each in batches(goals(rules)) if each[0].kind in ALONG and each[0].players == 2)
    decided = decide_locally(rules, tuple(Decision(each, "unsupported") for each in batch), Limits())
    return {(each.goal.kind, each.goal.name): each.verdict for each in decided}


@cache
def _as_it_is() -> dict[Statement, str]:
    return _proved(GAME)


def test_little_is_left_that_is_only_tested() -> None:
    left = {each for each, verdict in _as_it_is().items() if verdict == "unsupported" and each[0] not in BY_WINDOWS}
    by_a_course = {each for each in left if each[1].startswith(("setup: ", "Draw: ", "Lay: ", "in_hand: "))}
    assert left - by_a_course == {each for each in LEFT if each[0] != "invariant"}


@pytest.mark.slow
@pytest.mark.parametrize("what", LOST)
def test_a_proof_is_lost_with_what_it_hangs_on(what: str, tmp_path: Path) -> None:
    file, text, other, statement = LOST[what]
    folder = tmp_path / "carcassonne"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("evidence.toml", "examples_*", "labels.toml"))
    path = folder / f"{file}.rules"
    rules = path.read_text(encoding="utf-8")
    assert rules.count(text) == 1
    path.write_text(rules.replace(text, other), encoding="utf-8")
    assert _as_it_is()[statement] == "proved"
    assert _proved(folder)[statement] == "unsupported"
