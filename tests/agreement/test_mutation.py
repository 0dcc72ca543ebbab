"""A seeded fault in either executor is caught by the very comparisons of the other tests.

One emitter of the engine, or one encoder of the prover, is replaced by a wrong one; then the comparison that found
nothing before has to find something, by working terms out and by the solver.
"""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen

from refengine.engine.emit import effects as emit_effects, expressions as emit_expressions, plays as emit_plays
from refengine.ir.simplify import TRUE
from refengine.smt.course import changes, transition
from refengine.smt.encode import binders as encode_binders, values as encode_values
from refengine.smt.encode.world import World
from tests.agreement.campaigns import in_phases, small_game
from tests.agreement.expressions import expressions
from tests.agreement.random_rules import random_values
from tests.agreement.small_game import game_of, positions

Compare = Callable[[int, bool], list[str]]
"""What is not as expected for a seed, found out by the solver or not."""


def values(seed: int, solve: bool) -> list[str]:
    compared = expressions(game_of(random_values(seed, 30)), 3)
    return [each for data in positions(seed, 3) for each in compared.wrong(data, solve=solve)]


def steps(seed: int, solve: bool) -> list[str]:
    return in_phases(small_game(seed), seed, positions=3, solved={0} if solve else ())


@frozen(eq=False)
class Mutant:
    """`make` gets what stands there and gives what is put in its place. `solve`: only the solver can find it.

    It is looked for from the seed `start` on, at which it was found when this was written.
    """

    where: Any
    name: str
    make: Callable[[Any], Any]
    compare: Compare
    start: int = 0
    solve: bool = False

    def __str__(self) -> str:
        return f"{self.where.__name__.rpartition('.')[2]}.{self.name}"


OTHER = {"highest": "lowest", "lowest": "highest"}

MUTANTS = (
    # ---- the engine
    Mutant(emit_expressions, "_negation", lambda _: lambda inner, scope, _strict: scope.truth(inner), values),
    Mutant(emit_expressions, "located_key", lambda _: lambda _expr, _scope: "0", values, 2),
    Mutant(
        emit_effects,
        "add_member",
        lambda real: lambda each, scope: real(evolve(each, present=not each.present), scope),
        steps,
    ),
    Mutant(
        emit_effects,
        "move_tokens",
        lambda real: lambda each, scope: real(evolve(each, source=each.target, target=each.source), scope),
        steps,
        6,
    ),
    Mutant(emit_plays, "negation", lambda _: lambda condition: condition, steps, solve=True),
    # ---- the prover
    Mutant(World, "neighbour", lambda _: lambda self, of, step, _size: self.terms.add(of, step), values, 19),
    Mutant(
        encode_binders,
        "how_many",
        lambda real: lambda world, binding, scope: real(world, evolve(binding, condition=TRUE), scope),
        values,
        9,
    ),
    Mutant(
        encode_binders,
        "extreme",
        lambda real: lambda world, expr, scope: real(world, evolve(expr, op=OTHER[expr.op]), scope),
        values,
        8,
    ),
    Mutant(
        encode_values,
        "_first",
        lambda real: lambda world, value, applies, results: real(world, value, applies[::-1], results[::-1]),
        values,
    ),
    Mutant(changes, "_without", lambda _: lambda _world, zone, _piece, _guard: zone, steps, 2),
    Mutant(changes, "_pay", lambda _: lambda _world, _listed, state: state, steps, 5),
    Mutant(transition, "is_allowed", lambda _: lambda _world, _action, _scope: True, steps, solve=True),
)

SEEDS = 12


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_seeded_fault_is_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = first_caught(mutant, monkeypatch)
    assert not mutant.compare(seed, mutant.solve), "without the fault there is nothing to be found"
    if mutant.solve:
        return
    with monkeypatch.context() as patched:
        patched.setattr(mutant.where, mutant.name, mutant.make(getattr(mutant.where, mutant.name)))
        assert mutant.compare(seed, True), "the solver finds it as well"


def first_caught(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> int:
    """The first seed whose comparison finds something."""
    with monkeypatch.context() as patched:
        patched.setattr(mutant.where, mutant.name, mutant.make(getattr(mutant.where, mutant.name)))
        return next(seed for seed in range(mutant.start, mutant.start + SEEDS) if mutant.compare(seed, mutant.solve))
