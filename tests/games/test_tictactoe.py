"""Tic-tac-toe from `docs/tutorial/`, counted to its end: the published numbers, and an independent count."""

import hashlib
import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

import refengine
from refengine.runtime.game import State
from tests.games.brute_force import Census, census, tictactoe

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"
PUBLISHED = Census(games=255_168, nodes=549_946, positions=5_478)


@pytest.fixture(scope="module")
def game() -> refengine.Game:
    return refengine.load(TUTORIAL / "tictactoe", players=2)


def after(game: refengine.Game, state: State) -> list[State]:
    return [game.apply(state, action) for action in game.legal(state)]


def test_the_independent_count_gives_the_published_numbers() -> None:
    assert tictactoe() == PUBLISHED


def test_the_rules_give_the_published_numbers(game: refengine.Game) -> None:
    assert census(game.initial(), lambda state: after(game, state)) == PUBLISHED


@pytest.mark.slow
def test_the_tree_walked_node_by_node_has_as_many(game: refengine.Game) -> None:
    nodes = ends = 0
    to_come = [game.initial()]
    while to_come:
        state = to_come.pop()
        coming = after(game, state)
        nodes += 1
        ends += not coming
        to_come += coming
    assert (nodes, ends) == (PUBLISHED.nodes, PUBLISHED.games)


def test_every_end_has_an_outcome_and_nothing_else_has(game: refengine.Game) -> None:
    seen = {game.initial()}
    to_come = [game.initial()]
    results: dict[tuple[int, ...], int] = {}
    while to_come:
        state = to_come.pop()
        coming = set(after(game, state))
        outcome = game.outcome(state)
        assert (outcome is None) == bool(coming)
        if outcome is not None:
            winners = tuple(sorted(outcome.winners))
            results[winners] = results.get(winners, 0) + 1
        to_come += coming - seen
        seen |= coming
    assert results == {(1,): 626, (2,): 316, (): 16}  # different final boards, as published


# ------------------------------------------------------------------------------------------------------------- rulebook


@pytest.mark.parametrize("name", ["tictactoe", "goofspiel"])
def test_the_index_of_the_rulebook_holds_its_text(name: str) -> None:
    folder = TUTORIAL / name
    lines = (folder / "rulebook.txt").read_text("utf-8").split("\n")
    index = tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))
    cited = set()
    for statement in index["statement"]:
        numbers = [int(number) for number in statement["lines"].split(", ")]
        cited.update(numbers)
        whole = " ".join(_normal(lines[number - 1]) for number in numbers)
        assert statement["hash"] == f"sha256:{hashlib.sha256(whole.encode()).hexdigest()}", statement["id"]
    assert cited == {number for number, line in enumerate(lines, start=1) if line} - {1}  # all but the title


def _normal(line: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", line).replace("*", "").lower()).strip()
