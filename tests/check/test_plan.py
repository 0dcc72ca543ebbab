"""Which settings are played."""

import pytest

from refengine.check.plan import plan
from refengine.ir.configuration import without_default
from refengine.ir.game import Game


def test_every_reading_is_played_by_every_number_of_players(goofspiel: Game) -> None:
    planned, wrong = plan(goofspiel)
    assert wrong == ()
    for seats in (2, 3):
        own = [each for each in planned if each.setting.players == seats]
        for question in goofspiel.questions:
            for reading in question.readings:
                chosen = [each for each in own if (question.name, reading.name) in each.setting.readings]
                assert {each.gap for each in chosen} == (
                    {(question.name, reading.name)} if reading.incomplete else {None}
                ) or not reading.incomplete
                assert chosen


def test_options_are_played_with_more_than_their_default(goofspiel: Game) -> None:
    planned, _ = plan(goofspiel, players=2)
    assert {dict(each.setting.options)["size"] for each in planned} == {"2", "12", "13"}
    assert {dict(each.setting.options)["order"] for each in planned} == {"Shuffled", "Descending"}


def test_the_defaults_come_first_and_no_setting_comes_twice(goofspiel: Game) -> None:
    planned, _ = plan(goofspiel)
    assert planned[0].setting.label == "2 players"
    assert len({each.setting.label for each in planned}) == len(planned)


def test_only_the_players_asked_for(goofspiel: Game) -> None:
    planned, wrong = plan(goofspiel, players=3)
    assert (wrong, {each.setting.players for each in planned}) == ((), {3})


@pytest.mark.parametrize(("players", "edition", "code"), [(9, None, "E0832"), (None, "none", "E0830")])
def test_what_the_game_does_not_know(goofspiel: Game, players: int | None, edition: str | None, code: str) -> None:
    planned, wrong = plan(goofspiel, players, edition)
    assert planned == ()
    assert [each.code for each in wrong] == [code]


def test_nothing_lacks_a_default(goofspiel: Game) -> None:
    assert without_default(goofspiel) == ()
