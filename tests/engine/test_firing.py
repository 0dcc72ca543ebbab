"""A record of what fires alone, against the full record: a value may be asked again after an effect of the same step."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from refengine.runtime.fault import Clause, Fault
from refengine.runtime.recording import Firing, firing, noted, recording
from tests.engine.rules import CARDS, play

RULES = (
    CARDS
    + """
variable left: 0..4, starts 4                                   per R1

value worth: 0..9                                               per R1
    case much per R1
        when left > 2
        is 2
    case little per R1
        when left in 1..2
        is 1
    case nothing_left per R1
        when left = 0
        is 0

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    ask p
        action wait                                             per R1
        action spend                                            per R1
            when left > 0
            then add worth to score of p
            then subtract 1 from left
            then add worth to score of p
            then subtract 1 from left
            then add worth + worth to score of p
    go Turn(next of p)
"""
)
MUCH, LITTLE, NOTHING = "worth.much", "worth.little", "worth.nothing_left"


def test_a_value_that_is_asked_again_after_an_effect_fires_anew(tmp_path: Path) -> None:
    game = play(tmp_path, RULES, explain=True)
    state, fired = game.initial(), []
    for _ in range(2):
        (action,) = (each for each in game.legal(state) if each.name == "spend")
        with recording() as whole:
            after = game.apply(state, action)
        with firing() as alone:
            assert game.apply(state, action) == after
        assert set(alone.fired()) == set(whole.fired())
        fired.append({each for each in alone.fired() if each.startswith("worth.")})
        state = after
    assert fired == [{MUCH, LITTLE}, {LITTLE, NOTHING}]
    assert game.to_json(state)["variables"]["score"] == {"1": 2 + 2 + 1 + 1, "2": 1 + 1 + 0 + 0}


def test_a_value_is_called_once_while_nothing_that_a_draft_holds_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play(tmp_path, RULES, explain=True)
    called: list[str] = []

    def counted(self: Firing, function: Callable[..., Any], clause: Clause, args: tuple[Any, ...]) -> object:
        called.append(clause.path)
        return kept(self, function, clause, args)

    kept = Firing.called
    monkeypatch.setattr(Firing, "called", counted)
    with firing():
        game.apply(game.initial(), game.legal(game.initial())[1])
    assert called.count("worth") == 3


def test_what_a_value_without_a_state_fires_is_known_in_every_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fires all that it did, in that order, behind what had fired before; what broke off is not known."""
    values = """
value band(n: 0..9): 0..9                                       per R1
    case low per R1
        when n < 3
        is half(n)
    case middle per R1
        when n in 3..5
        is half(n)

value half(n: 0..9): 0..9                                       per R1
    normally n
    except small per R1
        when n < 2
        is 0

"""
    rules = RULES.replace("\nvalue worth", values + "\nvalue worth", 1).replace(
        "then add worth to score of p\n            then sub", "then add band(left) to score of p\n            then sub"
    )
    game, called = play(tmp_path, rules, explain=True), []

    def counted(self: Firing, function: Callable[..., Any], clause: Clause, args: tuple[Any, ...]) -> object:
        called.append((clause.path, *args))
        return kept(self, function, clause, args)

    kept = Firing.called
    monkeypatch.setattr(Firing, "called", counted)
    state, orders = game.initial(), []
    (action,) = (each for each in game.legal(state) if each.name == "spend")
    for _ in range(2):
        with recording() as whole:
            game.apply(state, action)
        with firing() as alone:
            game.apply(state, action)
        assert set(alone.fired()) == set(whole.fired())
        orders.append(alone.fired())
    assert orders[0] == orders[1]
    assert {each[0] for each in called} >= {"band", "half"}
    of_state = [each for each in called if each[0] in {"band", "half"}]
    assert len(of_state) == len(set(of_state))
    for _ in range(2):
        with firing(), pytest.raises(Fault):
            game.value(state, "band", 7)


def test_what_was_asked_while_nobody_listened_fires_when_somebody_does(tmp_path: Path) -> None:
    """What is known of a value without a state is known with all that fires for it, or not to whoever listens."""
    values = """
value half(n: 0..9): 0..9                                       per R1
    normally n
    except small per R1
        when n < 2
        is 0

"""
    game = play(tmp_path, RULES.replace("\nvalue worth", values + "\nvalue worth", 1), explain=True)
    state = game.initial()
    for n, result, clause in ((1, 0, "half.small"), (3, 3, "half"), (1, 0, "half.small")):
        assert game.value(state, "half", n) == result
        with firing() as alone:
            assert game.value(state, "half", n) == result
        with recording() as whole:
            assert game.value(state, "half", n) == result
        assert set(alone.fired()) == set(whole.fired())
        assert any(each.startswith(clause) for each in alone.fired())
        assert ("half.small" in alone.fired()) is (n < 2)


@frozen
class _State:
    held: int


@pytest.mark.parametrize("listened", [nullcontext, recording, firing])
def test_a_value_of_a_state_is_told_by_place_or_by_name_and_no_state_takes_what_another_came_to(
    listened: Callable[[], AbstractContextManager[Any]],
) -> None:
    """Whatever its parameters are called, and if there is none beside the state."""
    calls: list[tuple[int, ...]] = []

    @noted(Clause("sum", ()), 1)
    def total(state: _State, known: int, key: int, result: int) -> int:
        calls.append((state.held, known, key, result))
        return 100 * state.held + 10 * known + key

    @noted(Clause("all", ()), 1)
    def held(state: _State) -> int:
        return state.held

    one, other = _State(1), _State(2)
    with listened() as record:
        for _ in range(2):
            assert [total(one, 2, 3, 0), total(one, key=2, known=3, result=0), total(other, 2, 3, 0)] == [123, 132, 223]
            assert [held(one), held(other), held(one)] == [1, 2, 1]
            with pytest.raises(TypeError):
                total(one)  # type: ignore[call-arg]
        fired = record.fired() if record is not None else ("sum", "all")
    assert fired == ("sum", "all")
    assert len(calls) == (3 if listened is firing else 6)
    assert total.__name__ == "total"
