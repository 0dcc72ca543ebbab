"""Random games from a state in the middle of one: the module and the reference engine play the same ones."""

from functools import partial
from random import Random
from typing import Any, Literal

import pytest
from attrs import evolve, frozen

from refengine.bulk import wasm
from refengine.ir.simplify import negation
from refengine.program.storage.codec import StateCodec
from refengine.program.storage.values import Unpackable
from refengine.runtime.fault import BadData
from refengine.runtime.game import NO_ROOM, Game
from refengine.runtime.playouts import Draws, Playouts
from refengine.testing.choices import choose
from tests.bulk.configurations import configurations


def middle(game: Game, steps: int, seed: int = 3) -> Any:
    state, random = game.initial(), Random(seed)
    for _ in range(steps):
        if not (legal := game.legal(state)):
            break
        state = game.apply(state, choose(legal, random))
    return state


def told(found: Playouts) -> Playouts:
    return evolve(found, engine="wasm", because=None)


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("docs/tutorial/tictactoe", 3),
        ("docs/tutorial/goofspiel", 7),
        ("docs/tutorial/goofspiel", 8),  # one has bid, the other has not
        ("spec/kaciri", 30),
        ("spec/european_war", 40),
        ("tests/benchmarks/games/connect_four", 99),  # over
    ],
)
def test_both_play_the_same_games_from_a_state(path: str, steps: int) -> None:
    game = next(configurations(path)).reference()
    start = middle(game, steps)
    found = game.playouts(20, 5, start=start, limit=120)
    assert found.engine == "wasm"
    assert found.games == 20
    assert told(found) == told(game.playouts(20, 5, start=start, limit=120, engine="reference"))


def test_from_the_start_is_from_no_state() -> None:
    game = next(configurations("docs/tutorial/goofspiel")).reference()
    assert game.playouts(20, 5, start=game.initial()) == game.playouts(20, 5)
    game.playouts(3, 1, start=middle(game, 6))
    assert game.playouts(20, 5) == game.playouts(20, 5, start=game.initial())


def test_means_are_those_of_games_played_one_by_one() -> None:
    game = next(configurations("docs/tutorial/goofspiel")).reference()
    start, outcomes = middle(game, 10), []
    for number in range(20):
        state, draws = start, Draws(8, number)
        while legal := game.legal(state):
            state = game.apply(state, legal[draws.choose(legal)])
        outcomes.append(game.outcome(state))
    found = game.playouts(20, 8, start=start)
    for seat in (0, 1):
        assert found.scores[seat] == pytest.approx(sum(each.scores[seat] for each in outcomes if each) / 20)
        won = sum((seat + 1 in each.winners) / len(each.winners) for each in outcomes if each)
        assert found.wins[seat] == pytest.approx(won / 20)


def test_a_state_that_is_broken_from_the_first_is_told_as_by_the_reference_engine() -> None:
    first = next(configurations("docs/tutorial/tictactoe"))
    never = [
        evolve(each, condition=negation(each.condition)) if each.name == "one_winner_at_most" else each
        for each in first.game.invariants
    ]
    game = evolve(first, game=evolve(first.game, invariants=tuple(never))).reference()
    found = game.playouts(4, 1, start=middle(game, 2))
    assert {(each.step, each.what) for each in found.breaches} == {(0, "one_winner_at_most")}
    assert told(found) == told(game.playouts(4, 1, start=middle(game, 2), engine="reference"))
    assert not game.playouts(4, 1, start=middle(game, 2), checked=False).breaches


def test_a_state_without_a_packed_form_is_played_by_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(configurations("docs/tutorial/tictactoe")).reference()

    def never(*_: Any) -> bytes:
        raise Unpackable("too deep")

    monkeypatch.setattr(StateCodec, "pack", never)
    found = game.playouts(4, 1, start=game.initial())
    assert (found.engine, found.because) == ("reference", NO_ROOM)
    monkeypatch.setattr(wasm, "is_installed", lambda: False)
    other = next(configurations("docs/tutorial/tictactoe")).reference()
    assert other.playouts(4, 1, start=other.initial()).outcomes == found.outcomes


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_a_state_of_other_rules_is_none(engine: Literal["wasm", "reference"]) -> None:
    """The reference engine told of games from there that they broke what has to hold."""
    own = next(configurations("docs/tutorial/goofspiel")).reference()
    other = next(configurations("docs/tutorial/tictactoe")).reference()
    for start in (other.initial(), object()):
        with pytest.raises(BadData, match="E0711"):
            own.playouts(3, start=start, engine=engine)


def test_an_engine_that_there_is_not_plays_nothing() -> None:
    game: Any = next(configurations("docs/tutorial/tictactoe")).reference()
    with pytest.raises(BadData, match="`engine` has to be `reference` or `wasm`"):
        game.playouts(5, engine="WASM")
    with pytest.raises(BadData, match="the number of games has to be 0 or more"):
        game.playouts(-1)
    assert game.playouts(0).games == 0


@frozen
class _Number:
    """A whole number of another library, with which nothing can be done but to ask which it is."""

    value: int

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_numbers_of_another_library_are_numbers(engine: Any) -> None:
    game: Any = next(configurations("docs/tutorial/tictactoe")).reference()
    three, seed, limit = _Number(3), _Number(2**63 + 1), _Number(7)
    found = game.playouts(three, seed, limit=limit, engine=engine)
    assert found == game.playouts(3, 2**63 + 1, limit=7, engine=engine)
    assert type(found.seed) is int
    batch, other = game.batch(three, seed, limit=limit), game.batch(3, 2**63 + 1, limit=7)
    for each in (batch, other):
        each.finish()
    assert batch.steps.tolist() == other.steps.tolist()


@pytest.mark.parametrize("odd", [2.5, 2.0, "2", None, True], ids=repr)
def test_what_is_no_whole_number_is_refused_by_name(odd: object) -> None:
    game: Any = next(configurations("docs/tutorial/tictactoe")).reference()
    for play in (game.playouts, partial(game.playouts, engine="reference"), game.batch):
        with pytest.raises(BadData, match="the number of games has to be a whole number"):
            play(odd)
        with pytest.raises(BadData, match="the seed has to be a whole number"):
            play(2, odd)
        with pytest.raises(BadData, match="the limit of steps has to be a whole number"):
            play(2, limit=odd)


@pytest.mark.parametrize("limit", [10**30, 0, -5])
def test_any_limit_is_one(limit: int) -> None:
    game = next(configurations("docs/tutorial/tictactoe")).reference()
    assert told(game.playouts(5, 2, limit=limit)) == told(game.playouts(5, 2, limit=limit, engine="reference"))
    batch = game.batch(5, 2, limit=limit)
    batch.finish()
    assert sum(batch.steps) == game.playouts(5, 2, limit=limit).steps
