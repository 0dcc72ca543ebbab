"""A setting in which nothing is rare any more is passed over by directed play, and no engine is made for it."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from refengine.check import play
from refengine.check.campaign import PlayResult, play_directed
from refengine.check.coverage import FixedClauses, fixed_in
from refengine.check.plan import PlannedSetting, plan
from refengine.check.play import Campaigns
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.loading import make_game
from refengine.runtime.random_games import RandomGames
from refengine.source.watch import Watch
from refengine.testing.campaign import PlayPlan
from refengine.testing.coverage import Coverage, rules_of
from tests.agreement.campaigns import GAMES, rules_of as game_of

FOLDERS = [*GAMES, *(Path("spec") / name for name in ("carcassonne", "portal"))]


def settings(game: model.Game) -> list[Configuration]:
    """A setting with fewest players, and the last one with most."""
    regular = sorted(regular_of(game), key=lambda each: each.setting.players)
    return [each.configuration for each in (regular[0], regular[-1])]


def regular_of(game: model.Game) -> tuple[PlannedSetting, ...]:
    """The planned settings that are there for more than a gap."""
    planned, wrong = plan(game, None, None)
    assert not wrong
    return tuple(each for each in planned if each.gap is None)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_what_can_fire_is_read_off_the_rules_as_an_engine_lists_it(folder: Path) -> None:
    game = game_of(folder)
    for configuration in settings(game):
        engine = make_game(game, configuration, explain=True)
        assert fixed_in(game, configuration).firing == {*rules_of(engine.description)}


def test_what_is_passed_over_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(Path("docs/tutorial/goofspiel"))
    planned = regular_of(game)
    made: list[Configuration] = []

    def played(
        game: model.Game, planned: PlannedSetting, known: Coverage, **told: Any
    ) -> tuple[PlayResult | None, Coverage]:
        made.append(planned.configuration)
        return play_directed(game, planned, known, **told)

    def with_one_that_never_fires(game: model.Game, configuration: Configuration) -> FixedClauses:
        fixed = fixed_in(game, configuration)
        return evolve(fixed, firing=fixed.firing | {"nothing"})

    monkeypatch.setattr(play, "play_directed", played)
    campaigns = Campaigns(game, PlayPlan(RandomGames(range(3), seed=0)), directed=4, jobs=1)
    found = campaigns.run(planned, Watch())
    passed_over = len(planned) - len(made)
    made.clear()
    monkeypatch.setattr(play, "fixed_in", with_one_that_never_fires)
    everywhere = campaigns.run(planned, Watch())
    assert passed_over > 0
    assert len(made) == len(planned)
    assert (found.coverage, found.played()) == (everywhere.coverage, everywhere.played())
