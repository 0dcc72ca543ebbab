"""Steps led from outside are those of the reference engine, though nothing is listed on the way, and much is remembered."""

from random import Random

import pytest

from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.lowering import lowered
from tests.agreement.drawn import lying
from tests.agreement.games_and_prover import compiled
from tests.bulk.configurations import BOARD_GAMES, GOOD, SPEC, TUTORIAL, configurations, game_at
from tests.bulk.led import Led


@pytest.mark.parametrize("path", [*TUTORIAL, *SPEC, *BOARD_GAMES, "spec/carcassonne"])
def test_every_game_is_led_as_it_is_played(path: str) -> None:
    game, led = next(configurations(path)).reference(), Led()
    for seed in range(3):
        led.play(game, Random(seed), 80)
    assert led.steps > 20


def test_all_of_the_corpus_is_led_as_it_is_played() -> None:
    led = Led()
    for path in GOOD:
        if game_at(path) is not None:
            game = next(configurations(path)).reference()
            for seed in range(2):
                led.play(game, Random(seed), 25)
    assert led.steps > 500
    assert led.beyond <= 2
    assert led.looks > 40
    assert led.returns > 10


@pytest.mark.parametrize(
    "first",
    [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(20, 2_000, 20))],
)
def test_random_games_are_led_as_they_are_played(first: int) -> None:
    led = Led()
    for seed in range(first, first + 20):
        drawn = compiled(lying.Maker(seed, ordered=0.3).drawn())
        if drawn is not None:
            configuration, _ = configure(drawn, 2, {}, {}, None)
            assert configuration is not None
            led.play(make_game(drawn, configuration), Random(seed), 60, often=0.2)
    assert led.steps > 200


@pytest.mark.parametrize("path", ["spec/european_war", "spec/kaciri", "tests/benchmarks/games/breakthrough"])
def test_what_these_games_ask_of_players_is_not_listed(path: str) -> None:
    """Or nothing above would have been about it."""
    first = next(configurations(path))
    for led in (True, False):
        program, _ = lowered(specialise(first.game, first.configuration), sight=True, led=led)
        assert program is not None
        assert any(each.name.startswith("count ") for each in program.program.functions) == led
