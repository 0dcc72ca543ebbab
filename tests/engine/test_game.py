"""The public interface: deciding, looking, ending."""

from pathlib import Path
from typing import Any

import pytest

from refengine.runtime.fault import BadData, IllegalAction
from refengine.runtime.game import Game
from tests.engine.rules import CARDS, DUEL, play


@pytest.fixture
def duel(tmp_path: Path) -> Game:
    return play(tmp_path, DUEL)


def named(actions: tuple[Any, ...]) -> list[str]:
    return [repr(action) for action in actions]


def send(game: Game, state: Any, seat: int, card: str) -> Any:
    return game.apply(state, game.find_action(state, seat, "send", [card]))


def test_everyone_who_owes_a_choice_is_asked(duel: Game) -> None:
    state = duel.initial()
    assert duel.turn(state).kind == "players"
    assert duel.turn(state).seats == (1, 2)
    assert named(duel.legal(state)) == ["1: send(Red 1)", "1: send(Red 2)", "2: send(Blue 1)", "2: send(Blue 2)"]
    after = send(duel, state, 2, "Blue 1")
    assert duel.turn(after).seats == (1,)
    assert named(duel.legal(after)) == ["1: send(Red 1)", "1: send(Red 2)"]


def test_actions_are_one_object_each(duel: Game) -> None:
    first, second = duel.legal(duel.initial()), duel.legal(duel.initial())
    assert all(one is other for one, other in zip(first, second, strict=True))
    assert [each.arguments for each in first] == [("Red 1",), ("Red 2",), ("Blue 1",), ("Blue 2",)]
    assert {each.weight for each in first} == {None}


def test_automatic_phases_run_by_themselves(duel: Game) -> None:
    state = send(duel, send(duel, duel.initial(), 1, "Red 2"), 2, "Blue 1")
    assert duel.value(state, "suit", 2) == "Blue"
    data = duel.to_json(state)
    assert data["zones"]["pile"] == ["Red 2", "Blue 1"]
    assert data["variables"]["score"] == {"1": 1, "2": 0}
    assert data["variables"]["round"] == 2


def test_the_end(duel: Game) -> None:
    state = duel.initial()
    for red, blue in (("Red 2", "Blue 1"), ("Red 3", "Blue 3"), ("Red 1", "Blue 2")):
        assert duel.outcome(state) is None
        state = send(duel, send(duel, state, 1, red), 2, blue)
    assert duel.turn(state).kind == "over"
    assert duel.legal(state) == ()
    found = duel.outcome(state)
    assert found is not None
    assert (found.scores, found.winners) == ((1, 1), (1, 2))
    with pytest.raises(IllegalAction, match=r"not offered|somebody"):
        duel.apply(state, duel.legal(duel.initial())[0])


def test_a_reading_changes_what_happens(tmp_path: Path) -> None:
    game = play(tmp_path, DUEL, ties="both")
    state = send(game, send(game, game.initial(), 1, "Red 2"), 2, "Blue 2")
    assert game.to_json(state)["variables"]["score"] == {"1": 1, "2": 1}


def test_three_and_four_seats(tmp_path: Path) -> None:
    game = play(tmp_path, DUEL, players=4)
    state = game.initial()
    assert game.turn(state).seats == (1, 2)  # the others have no cards
    with pytest.raises(BadData):
        game.find_action(state, 5, "send", ["Red 1"])


def test_a_state_of_another_game_is_bad_data_also_where_its_zones_have_the_same_names(tmp_path: Path) -> None:
    duel, larger = play(tmp_path / "one", DUEL), play(tmp_path / "other", DUEL, players=4)
    others: tuple[Any, ...] = (larger.initial(), None, {}, duel.to_json(duel.initial()))
    for other in others:
        for look in (
            lambda state: duel.view(state, 1),
            duel.common_view,
            lambda state: duel.sees(state, 1, "hand", 0),
            lambda state: duel.edited(state, {}),
            duel.to_json,
        ):
            with pytest.raises(BadData, match="a state has to be one of this build"):
                look(other)


# ---- ILLEGAL ACTIONS


def test_a_failed_guard_is_named(duel: Game) -> None:
    state = duel.initial()
    with pytest.raises(IllegalAction) as caught:
        send(duel, state, 1, "Red 3")
    assert [(each.clause.path, each.kind) for each in caught.value.failed] == [("send.when_1", "guard")]
    assert caught.value.citations == ("R1",)
    assert "`send(Red 3)` is not legal" in str(caught.value)


def test_a_bar_is_named(duel: Game) -> None:
    state = send(duel, send(duel, duel.initial(), 1, "Red 2"), 2, "Blue 2")
    with pytest.raises(IllegalAction) as caught:
        send(duel, state, 1, "Red 1")
    assert caught.value.paths == ("send.highest_first",)
    assert caught.value.failed[0].kind == "bar"


def test_what_is_not_drawn_and_who_is_not_asked_is_named(duel: Game) -> None:
    state = duel.initial()
    with pytest.raises(IllegalAction) as caught:
        send(duel, state, 1, "Blue 1")
    assert caught.value.failed[0].kind == "choice"
    with pytest.raises(IllegalAction) as caught:
        send(duel, send(duel, state, 1, "Red 1"), 1, "Red 2")
    assert caught.value.failed[0].kind == "turn"


def test_an_action_may_be_given_as_data(duel: Game) -> None:
    state = duel.initial()
    given = {"actor": 1, "name": "send", "arguments": ["Red 1"]}
    assert duel.apply(state, given) == send(duel, state, 1, "Red 1")
    with pytest.raises(IllegalAction):
        duel.apply(state, {"actor": 1, "name": "send", "arguments": ["Red 3"]})


@pytest.mark.parametrize(
    "given",
    [
        {"actor": 1, "name": "sned", "arguments": ["Red 1"]},
        {"actor": 9, "name": "send", "arguments": ["Red 1"]},
        {"actor": "chance", "name": "send", "arguments": ["Red 1"]},
        {"actor": 1, "name": "send", "arguments": ["Red 9"]},
        {"actor": 1, "name": "send", "arguments": []},
        {"actor": 1, "name": "send", "arguments": "Red 1"},
        {"actor": 1, "name": "send", "arguments": ["Red 1"], "why": "because"},
        {"actor": True, "name": "send", "arguments": ["Red 1"]},
        {},
    ],
)
def test_data_that_are_no_action(duel: Game, given: dict[str, Any]) -> None:
    with pytest.raises(BadData):
        duel.apply(duel.initial(), given)


def test_what_is_no_action_at_all(duel: Game) -> None:
    with pytest.raises(IllegalAction):
        duel.apply(duel.initial(), "send")  # type: ignore[arg-type]


# ---- LOOKING


def test_a_view_hides_what_is_not_seen(duel: Game) -> None:
    state = duel.initial()
    view = duel.view(state, 1)
    assert view["zones"]["hand"] == {"1": ["Red 1", "Red 2", "Red 3"], "2": 3}
    assert view["turn"] == {"kind": "players", "seats": [1, 2]}
    with pytest.raises(BadData):
        duel.view(state, 3)


def test_values_by_name(duel: Game) -> None:
    state = duel.initial()
    assert duel.value(state, "suit", 1) == "Red"
    with pytest.raises(BadData, match="did you mean `suit`"):
        duel.value(state, "siut", 1)
    with pytest.raises(BadData):
        duel.value(state, "suit")
    with pytest.raises(BadData):
        duel.value(state, "suit", 7)


# ---- CHECKING


def test_nothing_is_broken_in_play(duel: Game) -> None:
    before = duel.initial()
    assert duel.violations(None, before) == ()
    after = send(duel, send(duel, before, 1, "Red 2"), 2, "Blue 1")
    assert duel.violations(before, after) == ()


def test_what_is_broken_is_named(duel: Game) -> None:
    state = duel.position({"variables": {"score": {"1": 3}}, "phase": "Play", "zones": {"hand": {"1": ["Red 1"]}}})
    assert [(each.kind, each.name) for each in duel.violations(None, state)] == [("invariant", "at_most_one_each")]
    before = duel.position({"zones": {"pile": ["Red 1"], "hand": {"1": ["Red 2"]}}})
    after = duel.position({"zones": {"hand": {"1": ["Red 1", "Red 2"]}}})
    found = {(each.kind, each.name) for each in duel.violations(before, after)}
    assert found == {("step invariant", "out_is_out"), ("measure", "cards")}
    assert duel.violations(before, before)[0].kind == "measure"  # nothing falls where nothing happens


def test_a_piece_that_is_lost_or_made_is_found(duel: Game) -> None:
    state = duel.initial()
    with_one_less = type(state)(**{**fields(state), "hand": (state.hand[0][1:], state.hand[1])})
    with_one_more = type(state)(**{**fields(state), "pile": state.hand[0][:1]})
    swapped = type(state)(**{**fields(state), "hand": (state.hand[0][:2] + state.hand[1][:1], state.hand[1])})
    coin_more = type(state)(**{**fields(state), "bank": state.box_of_Coin[:1]})
    for other in (with_one_less, with_one_more, swapped, coin_more):
        assert "conservation" in {each.kind for each in duel.violations(state, other)}
        assert "conservation" in {each.kind for each in duel.violations(None, other)}
        assert "conservation" in {each.kind for each in duel.violations(other, state)}


def test_what_is_stated_is_all_but_conservation(duel: Game) -> None:
    """Over steps and first states that lose a piece, and others that do not; each breaks something that is stated."""
    state = duel.initial()
    lost = type(state)(**{**fields(state), "hand": (state.hand[0][1:], state.hand[1])})
    kinds: set[str] = set()
    for before, after in ((None, state), (None, lost), (state, lost), (lost, state), (state, state), (lost, lost)):
        broken, stated = duel.violations(before, after), duel.stated_violations(before, after)
        assert stated == tuple(each for each in broken if each.kind != "conservation")
        assert len(broken) - len(stated) == (lost in (before, after) and before is not after)
        kinds |= {each.kind for each in stated}
    assert "measure" in kinds


def test_tokens_stay_within_their_limit(duel: Game) -> None:
    state = duel.initial()
    too_many = type(state)(**{**fields(state), "Point_on_player": (4, 2)})
    assert "conservation" in {each.kind for each in duel.violations(state, too_many)}


def fields(state: Any) -> dict[str, Any]:
    return {each.name: getattr(state, each.name) for each in state.__attrs_attrs__}


FOLDED = """
question ties about R1                                          per ruling A1
    "what happens when both are as high?"
    reading neither "nobody scores", inferred, default
    reading both "both score", house

setup                                                           per R1
    each c in box of Card
        if ties is both
            add 1 to score of 1
    simultaneously
        each player p
            if ties is both
                add 1 to score of p
    go Play

phase Play                                                      per R1
    game over
"""


@pytest.mark.parametrize("explain", [False, True], ids=["plain", "explaining"])
@pytest.mark.parametrize(("ties", "scores"), [("neither", [0, 0]), ("both", [7, 1])])
def test_a_loop_may_be_left_with_nothing_to_do(ties: str, scores: list[int], explain: bool, tmp_path: Path) -> None:
    game = play(tmp_path, CARDS + FOLDED, explain=explain, ties=ties)
    assert list(game.to_json(game.initial())["variables"]["score"].values()) == scores
