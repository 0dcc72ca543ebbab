"""Every statement, gap and golden case of the sources is there, and each has an example that could go wrong."""

from __future__ import annotations

import re
from functools import cache, partial
from pathlib import Path

import pytest
from attrs import evolve

from refengine.check.examples import decide_examples
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.lines import Expect, Line
from refengine.loading import make_game
from refengine.pipeline import Compilation, compile_folder
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import find_games
from refengine.resolve.labels import Labels

SPEC = Path(__file__).parents[2] / "spec" / "european_war"

WRITTEN = sorted(
    {
        pair
        for path in SPEC.glob("examples*.rules")
        for pair in re.findall(r"^ +under (\w+) is (\w+)$", path.read_text("utf-8"), re.MULTILINE)
    }
)
"""The readings under which something is expected, found in the text: every worker that imports this file asks for them."""

WITHOUT_EXAMPLE = {"R1", "R2", "R3", "ruling C18"}
"""Who plays, and with what: said by `game`, `kind` and `component`, and counted below."""

GOLDEN = {
    "G1": {"halves", "five_are_halved_and_the_attackers_stay", "three_leave_one", "one_that_is_shut_in_is_lost"},
    "G2": {"what_cards_count"},
    "G3": {"with_equal_points_the_defender_holds", "a_tie_moves_nothing"},
    "G4": {"cards_of_the_hand_come_first", "who_holds_more_than_needed_chooses"},
    "G5": {"whoever_would_hold_five_throws_away_first"},
    "G6": {"an_empty_power_can_be_occupied", "the_last_step_to_a_trio"},
    "G7": {"nobody_wins_without_a_home"},
    "G8": {"who_sits_to_the_right_wins", "whoever_took_the_home", "the_right_neighbour_and_not_the_conqueror"},
    "G9": {"a_fresh_deck_and_one_card_each"},
    "G10": {
        "from_north_africa_to_spain", "from_italy_to_the_southern_balkans", "from_britain_to_france",
        "from_britain_to_benelux", "from_germany_to_southern_scandinavia", "no_ship_passes_the_strait_of_gibraltar",
        "no_port_of_one_sea_is_reached_from_the_other",
    },
}  # fmt: skip
"""The examples that hold each golden case of the sources."""


@cache
def compiled() -> Compilation:
    (folder,), _ = find_games(SPEC)
    return compile_folder(folder)


def rules() -> model.Game:
    game = compiled().game
    assert game is not None
    return game


def test_there_are_five_powers_three_fields_each_and_fifty_two_cards() -> None:
    """Counted by hand: R1, R2, R3."""
    game = rules()
    assert game.players == (2, 5)
    told = make_game(game, _default(game, 5)).description
    (cards,) = (each for each in told.components if each.name == "Card")
    assert (len(cards.pieces), sum(cards.copies)) == (13, 52)
    assert {each.name: len(each.members) for each in told.kinds if each.name in {"Power", "Field"}} == {
        "Power": 5,
        "Field": 15,
    }


def _default(game: model.Game, players: int) -> Configuration:
    configuration, wrong = configure(game, players, {}, {}, None)
    assert configuration is not None, wrong
    return configuration


def test_every_statement_and_ruling_is_held_by_an_example() -> None:
    book = compiled().rulebook
    assert book is not None
    cited = {str(cite) for each in rules().examples for cite in each.clause.cites}
    wanted = {each.id for each in book.statements.values() if each.normative}
    wanted |= {f"ruling {each.id}" for each in book.rulings.values()}
    assert wanted - WITHOUT_EXAMPLE - cited == set()


def test_every_golden_case_is_an_example() -> None:
    names = {each.name for each in rules().examples}
    assert set().union(*GOLDEN.values()) <= names


def _under(game: model.Game) -> list[tuple[str, str]]:
    return sorted({pair for each in game.examples for line in each.lines for pair in getattr(line, "under", ())})


def test_every_reading_is_shown_by_an_example() -> None:
    game = rules()
    named = set(_under(game))
    assert named == set(WRITTEN)
    assert {
        (question.name, reading.name)
        for question in game.questions
        for reading in question.readings
        if not reading.default
    } <= named


@pytest.mark.slow
@pytest.mark.parametrize("pair", WRITTEN, ids=" ".join)
def test_an_example_fails_where_a_reading_is_not_played(pair: tuple[str, str]) -> None:
    """What is expected under a reading is not what the default gives; so the reading makes a difference."""
    game = rules()
    (question,) = (each for each in game.questions if each.name == pair[0])
    (default,) = (each.name for each in question.readings if each.default)
    examples = tuple(
        evolve(each, lines=tuple(_instead(line, pair, default) for line in each.lines))
        for each in game.examples
        if any(pair in getattr(line, "under", ()) for line in each.lines)
    )
    changed = evolve(game, examples=examples)

    decided = decide_examples(changed, partial(make_game, explain=True), Reader(None, {}), Words(Labels()), {})
    assert decided.failures


def _instead(line: Line, pair: tuple[str, str], default: str) -> Line:
    if not isinstance(line, Expect):
        return line
    return evolve(line, under=tuple((pair[0], default) if each == pair else each for each in line.under))
