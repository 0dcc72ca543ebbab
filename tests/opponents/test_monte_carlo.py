"""A player who searches: better than chance, the same for the same seed, and blind to what the seat does not see."""

from random import Random
from typing import Any

import pytest

from refengine.opponents.determinization import determinization
from refengine.opponents.monte_carlo import MonteCarlo, Worth, worth
from refengine.runtime.game import Game
from refengine.runtime.playouts import Playouts, Result
from refengine.testing.choices import choose
from refengine.testing.sight import look_alike, without_turn
from tests.bulk.configurations import configurations


def of(path: str, number: int = 0) -> Game:
    return list(configurations(path))[number].reference()


def match(game: Game, searching: int, random: Random, playouts: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One game of a searching player against players who choose at random."""
    player, state, begun = MonteCarlo(game, playouts, worlds=3), game.initial(), None
    while legal := game.legal(state):
        turn = game.turn(state)
        begun = (begun or state) if turn.kind == "players" else None
        mine = turn.kind in {"player", "players"} and legal[0].actor == searching
        action = player.choose(begun or state, searching, random) if mine else choose(legal, random)
        assert action is not None
        state = game.apply(state, action)
        if game.turn(state).kind == "players" and begun is not None and len(game.turn(state).seats) == 2:
            begun = None
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores, outcome.winners


def test_it_hardly_ever_loses_at_tictactoe() -> None:
    game, random = of("docs/tutorial/tictactoe"), Random(1)
    won = lost = 0
    for number in range(20):
        seat = 1 + number % 2
        _, winners = match(game, seat, random, 60)
        won += winners == (seat,)
        lost += bool(winners) and seat not in winners
    assert won >= 14
    assert lost <= 1


def test_it_wins_most_games_of_goofspiel() -> None:
    game, random = of("docs/tutorial/goofspiel"), Random(2)
    results = [(seat, match(game, seat, random, 30)) for seat in (1, 2, 1, 2, 1, 2)]
    won = [seat in winners for seat, (_, winners) in results]
    lead = [scores[seat - 1] - scores[2 - seat] for seat, (scores, _) in results]
    assert sum(won) >= 5
    assert sum(lead) > 60


def test_the_same_seed_is_the_same_choice() -> None:
    game = of("docs/tutorial/goofspiel")
    state = game.apply(game.initial(), game.legal(game.initial())[0])
    player = MonteCarlo(game, 20)
    chosen = [player.choose(state, 1, Random(seed)) for seed in (1, 1, 2, 3, 4, 5, 6)]
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1  # few games: it hangs on the seed


def along(game: Game, steps: int, seed: int) -> Any:
    state, random = game.initial(), Random(seed)
    for _ in range(steps):
        state = game.apply(state, choose(game.legal(state), random))
    return state


@pytest.mark.parametrize(
    ("path", "number", "steps", "players_at_once"),
    [("docs/tutorial/goofspiel", 1, 4, True), ("spec/kaciri", 1, 1, True), ("spec/pagan", 0, 12, False)],
)
def test_what_is_hidden_does_not_matter(path: str, number: int, steps: int, players_at_once: bool) -> None:
    """Two states that look the same to a seat: it draws the same, and chooses the same."""
    game, random, met = of(path, number), Random(3), 0
    player = MonteCarlo(game, 4, worlds=2)
    for seed in range(12):
        state = along(game, steps + seed % 3, seed)
        turn = game.turn(state)
        if turn.kind != ("players" if players_at_once else "player"):
            continue
        seat = turn.seats[-1]
        other = next((each for _ in range(8) if (each := look_alike(game, state, seat, random)) is not None), None)
        if other is None or game.turn(other) != turn:
            continue
        met += 1
        one, two = determinization(game, state, seat), determinization(game, other, seat)
        assert one.data == two.data
        assert [one.draw(Random(n)) for n in range(3)] == [two.draw(Random(n)) for n in range(3)]
        assert player.choose(state, seat, Random(5)) == player.choose(other, seat, Random(5))
    assert met


@pytest.mark.parametrize(
    ("path", "number", "steps"), [("spec/kaciri", 1, 31), ("docs/tutorial/goofspiel", 1, 6), ("spec/pagan", 0, 20)]
)
def test_what_is_drawn_looks_the_same_and_breaks_nothing(path: str, number: int, steps: int) -> None:
    game = of(path, number)
    state, drawn = along(game, steps, 9), []
    for seat in (1, 2):
        hidden = determinization(game, state, seat)
        for seed in range(4):
            found = hidden.draw(Random(seed))
            assert found is not None
            assert game.is_sound(None, found)
            assert without_turn(game.view(found, seat)) == without_turn(game.view(state, seat))
            drawn.append(found)
    assert any(each != state for each in drawn)


def outcomes(*told: tuple[tuple[int, ...], tuple[int, ...], int]) -> Playouts:
    each: dict[Result | None, int] = {(scores, winners): times for scores, winners, times in told}
    return Playouts(sum(each.values()), 0, "reference", 0, {1: sum(each.values())}, each, 0, ())


def test_what_an_outcome_is_worth() -> None:
    assert worth(outcomes(((3, 1), (1,), 1)), 1) == Worth(1.0, 2.0)
    assert worth(outcomes(((3, 1), (1,), 1)), 2) == Worth(0.0, -2.0)
    assert worth(outcomes(((2, 2), (1, 2), 2)), 2) == Worth(0.5, 0.0)
    assert worth(outcomes(((0, 0), (), 3)), 1) == Worth(0.25, 0.0)
    assert worth(outcomes(((4, 0), (1,), 1), ((0, 4), (2,), 3)), 1) == Worth(0.25, -2.0)
    assert worth(Playouts(3, 0, "reference", 0, {}, {}, 3, ()), 1) == Worth()
