"""A state in which something lies otherwise is the one that the whole data describe, or none at all."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import refengine
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game, State
from tests.engine.rules import DUEL, play

PARTS = ("zones", "variables", "tokens", "control")


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return play(tmp_path_factory.mktemp("duel"), DUEL)


def states_of(game: Game, seed: int) -> list[State]:
    random, states = Random(seed), [game.initial()]
    while (actions := game.legal(states[-1])) and len(states) < 60:
        states.append(game.apply(states[-1], random.choice(actions)))
    return states


def difference(before: Any, after: Any) -> dict[str, Any]:
    """What one state's data say otherwise than another's."""
    parts = [part for part in PARTS if part in after and after[part] != before[part]]
    return {
        part: after[part]
        if part == "control"
        else {name: each for name, each in after[part].items() if each != before[part][name]}
        for part in parts
    }


def either(make: Any, *given: Any) -> State | None:
    try:
        return make(*given)
    except BadData:
        return None


@pytest.mark.parametrize("path", ["docs/tutorial/goofspiel", "spec/palisades", "spec/carcassonne"])
def test_a_change_of_a_state_is_the_other_state(path: str) -> None:
    game = refengine.load(Path(path), players=2)
    random, states = Random(4), states_of(game, 1)
    for _ in range(20):
        one, two = random.choice(states), random.choice(states)
        changed = difference(game.to_json(one), game.to_json(two))
        assert game.edited(one, changed) == two
        assert game.edited(one, {}) == one


def test_what_is_strange_in_any_place_of_a_change_is_what_it_is_in_the_whole(duel: Game) -> None:
    """Members are left out, pieces are lost or lie twice, there is no such name: refused, and as it is in the whole."""
    state = states_of(duel, 2)[3]
    whole, refused = duel.to_json(state), 0
    strange: tuple[Any, ...] = (None, True, -1, 1, "", "Red 1", [], {}, ["Red 1"], {"strange": 1}, object())
    for part in PARTS[:-1]:
        for name, each in whole[part].items():
            ways: list[Any] = [*strange]
            if isinstance(each, dict):
                ways += [{**each, key: value} for key in each for value in strange]
                ways += [{key: held for key, held in each.items() if key != gone} for gone in each]
            for value in ways:
                known = either(duel.from_json, {**whole, part: {**whole[part], name: value}})
                assert either(duel.edited, state, {part: {name: value}}) == known, (part, name, value)
                refused += known is None
    assert refused > 50
    for control in (*strange, [], whole["control"][:1], whole["control"] * 2):
        known = either(duel.from_json, {**whole, "control": control})
        assert either(duel.edited, state, {"control": control}) == known


@pytest.mark.parametrize(
    "change", [None, [], {"strange": {}}, {"zones": []}, {"zones": {"strange": []}}, {"variables": 3}]
)
def test_what_is_no_change_is_refused(duel: Game, change: Any) -> None:
    with pytest.raises(BadData):
        duel.edited(duel.initial(), change)


def refused(game: Game, state: State, action: Any) -> tuple[Any, ...] | None:
    """What the refusal says that `apply` raises; None where it raises none."""
    try:
        game.apply(state, action)
    except refengine.IllegalAction as refusal:
        return refusal.failed
    return None


def test_what_stands_in_the_way_is_what_the_refusal_says(duel: Game) -> None:
    """Of an action that is legal nothing does, nor of one that is not offered at all."""
    legal = illegal = 0
    states = states_of(duel, 5)
    for state in states:
        offered = {each.name for each in duel.legal(state)}
        for action in {action for each in states for action in duel.legal(each)}:
            failed, raised = duel.refusal(state, action), refused(duel, state, action)
            assert failed == (raised or ())
            assert (raised == ()) is (action.name not in offered)
            legal += raised is None
            illegal += bool(failed)
    assert legal > 10
    assert illegal > 10
