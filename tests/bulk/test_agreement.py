"""The module and the reference engine play the same games: every configuration of every game here, step by step.

What is legal in order with its weights, states byte for byte through the codec, faults by clause, outcomes, and what
is broken. Which games are refused, and why, is listed here, so that the gap is known.
"""

from collections.abc import Iterator
from unittest.mock import ANY

import pytest
from attrs import evolve

from refengine.bulk.lockstep import Lockstep
from refengine.bulk.machine import Machine
from refengine.ir import expressions as ir
from refengine.ir.simplify import negation
from refengine.ir.specialise import specialise
from refengine.loading import RuleSetError, make_game
from refengine.program.from_ir.playing import BROKEN, CUT, OVER_
from refengine.program.lowering import lowered
from refengine.runtime.playouts import by_reference
from refengine.runtime.random_games import RandomGames
from tests.bulk.configurations import BOARD_GAMES, GOOD, ROOT, SPEC, TUTORIAL, Configured, configurations, game_at

BEYOND = {"tests/corpus/types/good/grid.rules": "a cell beyond the window"}
"""Where a game begins with what no packed state holds."""

ON_A_GRID = ("spec/abbey", "spec/carcassonne", "spec/portal")
FEW = ("spec/kaciri", "spec/european_war", "spec/pagan", "spec/palisades", *ON_A_GRID)
LONG = ("spec/palisades", *ON_A_GRID)


def agreed(configured: Configured, games: int, limit: int, *, beyond: str | None = None) -> int:
    """Plays games in both; the number of steps. `beyond` is why they are left to the reference engine at once."""
    try:
        reference = configured.reference()
    except RuleSetError:  # what a variable starts as cannot be worked out: there is no game
        return 0
    machine = configured.machine()
    lockstep = Lockstep(machine, reference)
    found = [lockstep.play(1, number, limit=limit) for number in range(games)]
    if beyond is not None:
        assert {each.left.what for each in found if each.left is not None} == {beyond}
        return 0
    assert [each.left for each in found if each.left is not None] == []
    for number, each in enumerate(found):
        assert alone(machine, number, limit) == (
            each.ended.how,
            each.ended.steps,
            each.ended.scores,
            each.ended.winners,
        )
    return sum(each.ended.steps for each in found)


def alone(machine: Machine, number: int, limit: int) -> tuple[object, ...]:
    """The same game by the loop inside the module, which remembers from step to step what it has worked out."""
    results, trapped = machine.games(1, number, 1, limit, checked=True)
    if trapped is not None:
        assert trapped.site is not None
        return "fault", ANY, None, None
    ((ended, steps, *_),) = results
    how = {CUT: "cut", OVER_: "over", BROKEN: "broken"}[ended]
    scores, winners = (machine.result(results[0]) or (None, None)) if ended == OVER_ else (None, None)
    return how, steps, scores, winners


@pytest.mark.parametrize("path", [*TUTORIAL, *BOARD_GAMES, *GOOD])
def test_all_configurations_agree(path: str) -> None:
    if game_at(path) is not None:
        for configured in configurations(path):
            agreed(configured, 2, 40, beyond=BEYOND.get(path))


@pytest.mark.parametrize("path", FEW)
def test_the_games_agree(path: str) -> None:
    first = next(configurations(path))
    assert agreed(first, 1 if path in LONG else 2, 60)


def test_no_game_is_left_out() -> None:
    spec = {each.parent.relative_to(ROOT).as_posix() for each in ROOT.glob("spec/*/rulebook.toml")}
    assert spec == set(FEW) == {*SPEC, *ON_A_GRID}


@pytest.mark.campaign
@pytest.mark.parametrize("path", [*SPEC, *ON_A_GRID])
def test_all_configurations_of_the_games_agree(path: str) -> None:
    for configured in configurations(path):
        agreed(configured, 5, 300)


@pytest.mark.campaign
@pytest.mark.parametrize("path", [*TUTORIAL, *GOOD])
def test_many_games_of_each_configuration_agree(path: str) -> None:
    if game_at(path) is not None:
        for configured in configurations(path):
            agreed(configured, 100, 200, beyond=BEYOND.get(path))


def test_every_game_here_is_packed() -> None:
    found = {}
    for path in (*TUTORIAL, *GOOD, *SPEC, *ON_A_GRID):
        if game_at(path) is not None:
            first = next(configurations(path))
            _, reason = lowered(specialise(first.game, first.configuration))
            if reason is not None:
                found[path] = reason
    assert found == {}


# ---- WHAT HAS TO HOLD


def negated(path: str) -> Iterator[tuple[str, Configured]]:
    """The game with each of its invariants turned round alone, the others left out."""
    first = next(configurations(path))
    for each in first.game.invariants:
        alone = evolve(each, condition=negation(each.condition))
        yield each.name, evolve(first, game=evolve(first.game, invariants=(alone,), measures=()))


@pytest.mark.parametrize("path", ["spec/kaciri", "docs/tutorial/goofspiel", "docs/tutorial/tictactoe"])
def test_each_invariant_that_is_turned_round_is_found(path: str) -> None:
    names = []
    for name, configured in negated(path):
        machine = configured.machine()
        tally = make_game(configured.game, configured.configuration).playouts(3, 5, limit=60)
        assert tally.engine == "wasm"
        results, trapped = machine.games(5, 0, 3, 60, checked=True)
        assert trapped is None
        reference = by_reference(configured.reference(), RandomGames(range(3), 5, 60), checked=True)
        assert list(tally.breaches) == reference.breaches, name
        assert len(results) == 3
        names += [name] if tally.breaches else []
    assert names == [each.name for each in game_at(path).invariants]  # type: ignore[union-attr]


@pytest.mark.campaign
@pytest.mark.parametrize("path", ["spec/european_war", "spec/pagan"])
def test_each_invariant_of_the_larger_games_that_is_turned_round_agrees(path: str) -> None:
    for name, configured in negated(path):
        game = make_game(configured.game, configured.configuration)
        found, wanted = (game.playouts(3, 5, limit=200, engine=engine) for engine in ("wasm", "reference"))
        assert found.breaches == wanted.breaches, name


def test_a_measure_that_never_falls_is_found() -> None:
    first = next(configurations("spec/kaciri"))
    still = tuple(evolve(each, terms=(ir.Number(3),), guards=()) for each in first.game.measures)
    configured = evolve(first, game=evolve(first.game, measures=still))
    found = make_game(configured.game, configured.configuration).playouts(2, 1)
    assert found.engine == "wasm"
    assert {each.what for each in found.breaches} == {each.name for each in first.game.measures}


# ---- MANY GAMES


@pytest.mark.parametrize(("path", "games", "limit"), [("spec/kaciri", 30, 10_000), ("spec/european_war", 4, 150)])
def test_playouts_are_the_same_whoever_plays(path: str, games: int, limit: int) -> None:
    first = next(configurations(path))
    game = first.reference()
    wasm = game.playouts(games, 11, limit=limit)
    reference = game.playouts(games, 11, limit=limit, engine="reference")
    assert (wasm.engine, reference.engine) == ("wasm", "reference")
    assert evolve(wasm, engine="reference") == reference


def test_a_fault_is_told_by_the_reference_engine() -> None:
    for configured in configurations("spec/kaciri"):
        if configured.name.endswith("weaker_equal=as_written"):
            game = configured.reference()
            found = game.playouts(12, 3)
            assert found.engine == "wasm"
            assert {(each.what, each.code) for each in found.breaches} == {("takes", "E0501")}
            assert evolve(found, engine="reference") == game.playouts(12, 3, engine="reference")
            return
    pytest.fail("there is such a reading")


def test_a_module_imports_nothing_and_is_small() -> None:
    machine: Machine = next(configurations("spec/kaciri")).machine()
    assert len(machine.binary) < 20_000
    assert machine.lowered.packed.size <= 130
