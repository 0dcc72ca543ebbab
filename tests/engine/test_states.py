"""States as values: frozen, hashable, equal by content, the same in every thread, and the same again from JSON."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from attrs.exceptions import FrozenInstanceError

from refengine.runtime.fault import BadData
from refengine.runtime.game import Game
from tests.engine.rules import DUEL, play


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return play(tmp_path_factory.mktemp("duel"), DUEL)


def some_game(game: Game, seed: int) -> list[Any]:
    draw = random.Random(seed)
    states = [game.initial()]
    while actions := game.legal(states[-1]):
        states.append(game.apply(states[-1], draw.choice(actions)))
    return states


def test_states_are_equal_by_content(duel: Game) -> None:
    first, second = some_game(duel, 3), some_game(duel, 3)
    assert first == second
    assert [hash(state) for state in first] == [hash(state) for state in second]
    assert len(set(first + second)) == len(set(first)) > 3
    assert all(a is not b for a, b in zip(first[1:], second[1:], strict=True))


def test_the_way_there_does_not_count(duel: Game) -> None:
    start = duel.initial()
    one, two = duel.find_action(start, 1, "send", ["Red 1"]), duel.find_action(start, 2, "send", ["Blue 1"])
    assert duel.apply(duel.apply(start, one), two) == duel.apply(duel.apply(start, two), one)


def test_states_are_frozen(duel: Game) -> None:
    for state in some_game(duel, 1):
        with pytest.raises(FrozenInstanceError):
            state.round = 2
        with pytest.raises(FrozenInstanceError):
            del state.round
        with pytest.raises((FrozenInstanceError, AttributeError)):
            state.other = 2


def test_a_step_leaves_the_state_before_as_it_was(duel: Game) -> None:
    state = duel.initial()
    kept = json.dumps(duel.to_json(state))
    for action in duel.legal(state):
        duel.apply(state, action)
    assert json.dumps(duel.to_json(state)) == kept


def test_threads_see_the_same(tmp_path: Path) -> None:
    game = play(tmp_path, DUEL)

    def work(seed: int) -> list[Any]:
        return some_game(game, seed % 5)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(work, range(200)))
    assert all(found[seed] == found[seed % 5] for seed in range(200))
    assert {id(action) for state in found[0][:1] for action in game.legal(state)} == {
        id(action) for action in game.legal(game.initial())
    }


# ---- JSON


@pytest.mark.parametrize("seed", range(10))
def test_a_state_comes_back_from_json(duel: Game, seed: int) -> None:
    for state in some_game(duel, seed):
        data = json.loads(json.dumps(duel.to_json(state)))
        again = duel.from_json(data)
        assert again == state
        assert hash(again) == hash(state)
        assert duel.legal(again) == duel.legal(state)
        assert duel.to_json(again) == data


def test_json_has_names_and_no_numbers_of_ours(duel: Game) -> None:
    data = duel.to_json(duel.initial())
    assert data["zones"]["hand"]["2"] == ["Blue 1", "Blue 2", "Blue 3"]
    assert data["tokens"] == {"Point": {"player": {"1": 0, "2": 0}}}
    assert data["control"][0]["phase"] == "Play"


def test_a_state_of_another_version_is_refused(duel: Game, tmp_path: Path) -> None:
    other = play(tmp_path / "other", DUEL.replace("when round = 2", "when round = 3"))
    with pytest.raises(BadData) as caught:
        other.from_json(duel.to_json(duel.initial()))
    assert caught.value.hint is not None
    with pytest.raises(BadData):
        play(tmp_path / "more", DUEL, players=3).from_json(duel.to_json(duel.initial()))


def damaged(data: Any, draw: random.Random) -> Any:
    """The data with one thing in it changed."""
    if isinstance(data, dict) and data and draw.random() < 0.9:
        key = draw.choice(sorted(data))
        match draw.randrange(6):
            case 0:
                return {name: value for name, value in data.items() if name != key}
            case 1:
                return {**data, "strange": 1}
            case _:
                return {**data, key: damaged(data[key], draw)}
    if isinstance(data, list) and data and draw.random() < 0.9:
        index = draw.randrange(len(data))
        match draw.randrange(4):
            case 0:
                return data[:index] + data[index + 1 :]
            case 1:
                return [*data, data[index]]
            case _:
                return [*data[:index], damaged(data[index], draw), *data[index + 1 :]]
    return draw.choice([None, True, -1, 10**9, "", "Red 9", [], {}, [[]], {"1": 1}, 1.5])


@pytest.mark.parametrize("seed", range(300))
def test_damaged_data_never_end_in_a_traceback(duel: Game, seed: int) -> None:
    draw = random.Random(seed)
    states = some_game(duel, seed)
    data = duel.to_json(draw.choice(states))
    bad = damaged(data, draw)
    try:
        state = duel.from_json(bad)
    except BadData:
        return
    assert duel.from_json(duel.to_json(state)) == state
    assert duel.violations(None, state) == ()
    duel.turn(state)
    duel.legal(state)


def _fits(value: object, hint: Any) -> bool:
    """Returns whether a value is of the type that is written for it."""
    kind, parts = get_origin(hint), get_args(hint)
    if kind is tuple:
        return isinstance(value, tuple) and all(_fits(each, parts[0]) for each in value)
    if kind is UnionType:
        return any(_fits(value, each) for each in parts)
    return isinstance(value, hint)


def test_a_state_is_of_the_types_that_it_declares(duel: Game) -> None:
    """Whoever writes a program with types against a built game relies on them."""
    state = duel.initial()
    hints = get_type_hints(type(state))
    assert {"score", "round", "hand", "field", "lucky"} <= hints.keys()
    assert [name for name, hint in hints.items() if not _fits(getattr(state, name), hint)] == []


TWO = """\
game two from rulebook r
    players 2 per R1

kind Colour is Red, Blue per R1

component Card per R1
    colour: Colour
    one of each colour

component Gem per R1
    colour: Colour
    one of each colour

zone hand holds Card per R1
zone bag holds Gem per R1
zone used holds Card per R1
zone spent holds Gem per R1

setup per R1
    move all c in box of Card to hand
    move all g in box of Gem to bag
    go Turn(1)

phase Turn(p: player) per R1
    if no c in hand has true and no g in bag has true
        game over
    ask p
        action show(c in hand) per R1
            then move c to used
        action spend(g in bag) per R1
            then move g to spent
    go Turn(1)
"""


def test_pieces_of_two_components_may_have_one_name(tmp_path: Path) -> None:
    game = play(tmp_path, TWO)
    for state in some_game(game, 1):
        assert game.from_json(json.loads(json.dumps(game.to_json(state)))) == state
    data: Any = game.to_json(game.initial())
    with pytest.raises(BadData, match="Green"):
        game.from_json({**data, "zones": {**data["zones"], "hand": ["Red", "Green"]}})


def test_the_end_lies_only_at_the_bottom_of_a_stack(duel: Game) -> None:
    """No state is over twice, and none while a phase waits below: what looks the same to everybody is one state."""
    over = some_game(duel, 3)[-1]
    whole = duel.to_json(over)
    end, below = {"phase": None}, duel.to_json(duel.initial())["control"]
    assert duel.from_json({**whole, "control": [end]}) == over
    for control in ([end, end], [*below, end], [*below[:-1], end, below[-1]] if below[:-1] else [end, end, end]):
        with pytest.raises(BadData, match="E0711"):
            duel.from_json({**whole, "control": control})


def test_a_state_of_no_known_schema_is_not_said_to_be_of_these_rules(duel: Game) -> None:
    whole = duel.to_json(duel.initial())
    with pytest.raises(BadData, match="E0710: the state is of schema version `2`, not of 1"):
        duel.from_json({**whole, "schemaVersion": 2})
    for part in ("schemaVersion", "game", "version"):
        with pytest.raises(BadData, match=f"E0710: the state does not say its `{part}`"):
            duel.from_json({name: each for name, each in whole.items() if name != part})


def test_a_schema_is_a_number_and_not_what_equals_one(duel: Game) -> None:
    with pytest.raises(BadData, match="E0710"):
        duel.from_json({**duel.to_json(duel.initial()), "schemaVersion": True})
