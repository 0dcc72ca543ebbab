"""Control of all sorts, drawn at random as text: the prover has the ways that the engine takes, and no others."""

import random
from contextlib import suppress
from typing import Any

import pytest

from refengine.ir import game as model
from refengine.ir.wellformedness import faults_of_form
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.smt.unsupported import Unsupported
from tests.agreement.campaigns import in_play, whole_game
from tests.agreement.random_control import Control
from tests.types.front_end import compile_texts


def rules_of(seed: int) -> model.Game:
    text = Control(seed).rules()
    found, diagnostics = compile_texts({"game.rules": text})
    assert found is not None, (text, [(each.code, each.message) for each in diagnostics])
    assert faults_of_form(found) == ()
    return found


def compare(seed: int, longest: int, solved: set[int]) -> int:
    """The steps that were compared in a game; it may end in a fault, which both have to see."""
    rules = rules_of(seed)
    compared = whole_game(rules, rules.players[seed % 2], seed)
    try:
        wrong = in_play(compared, seed, longest, solved)
    except (Fault, Unsupported):  # the last step, which both have seen; or one that never comes to an end
        wrong = []
    assert not wrong, wrong
    assert not lasting_too_long(compared.executors.builds[0], rules, seed)
    return compared.counted.steps


def lasting_too_long(game: Game, rules: model.Game, seed: int) -> list[str]:
    """The variables that are not as at the start though the phase as long as which they last is not running."""
    draw = random.Random(seed)
    first = {"tired": {"1": False, "2": False, "3": False}, "rounds": 1, "hurt": []}
    found: list[str] = []
    with suppress(Fault):
        state = game.initial()
        for _ in range(60):
            data = game.to_json(state)
            there = {each["phase"] for each in data["control"]}
            done = [each.name for each in rules.variables if each.during is not None and each.during not in there]
            found += [each for each in done if not _same(data["variables"][each], first[each])]
            if not (listed := game.legal(state)):
                break
            state = game.apply(state, draw.choice(listed))
    return found


def _same(kept: Any, first: Any) -> bool:
    """Returns whether a variable is as at the start; of seats only those that are there count."""
    return all(first[key] == each for key, each in kept.items()) if isinstance(kept, dict) else bool(kept == first)


@pytest.mark.parametrize("first", [0, 4, 8, 12])
def test_games_with_control_at_random(first: int) -> None:
    """Some of the games are over, or break off, at once; a few together are not."""
    assert sum(compare(seed, 12, {2}) for seed in range(first, first + 4)) > 60


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 180))
def test_games_with_control_at_random_in_a_campaign(seed: int) -> None:
    compare(seed, 60, set(range(0, 60, 9)))
