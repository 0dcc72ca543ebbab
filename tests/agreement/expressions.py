"""The comparison of values: what both engines and the prover make of them in the same states."""

from typing import Any

from attrs import define, field

from refengine.ir import game as model
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.smt.encode.scope import Faults, scope_of
from refengine.smt.encode.values import call_answer
from refengine.smt.terms.state import State
from refengine.smt.terms.value import Value
from tests.agreement.executors import (
    Executors,
    Expected,
    after_fault,
    decided,
    executors,
    shown,
    where_none,
    worked_out,
)
from tests.agreement.pinned import Said


@define
class Counted:
    """How often something was compared, so that a test can see that it was."""

    values: int = 0
    faults: int = 0


@define
class Expressions:
    """The values without parameters of a game, in a state that nothing is known of."""

    executors: Executors
    state: State
    terms: dict[str, tuple[model.Value, Value, Faults]]
    counted: Counted = field(factory=Counted)

    def position(self, data: Any) -> tuple[Said, list[Expected]]:
        """A position as the prover has it, and what its terms are expected to come to."""
        pinned = self.executors.said(whole=True)
        expected: list[Expected] = []
        for explain, game in zip((False, True), self.executors.builds, strict=True):
            state = game.position(data)
            if not explain:
                pinned.state(self.state, game.to_json(state))
            expected += [self._expected(game, state, name, explain=explain) for name in self.terms]
        return pinned, expected

    def _expected(self, game: Game, state: Any, name: str, *, explain: bool) -> Expected:
        value, term, faults = self.terms[name]
        try:
            found = game.value(state, name)
        except Fault as fault:
            self.counted.faults += 1
            return Expected(f"{name}: {fault}", after_fault(faults, fault, explain=explain))
        self.counted.values += 1
        said = self.executors.said()
        said.value(value.domain, term, found)
        same = self.executors.study.terms.all(said.conditions())
        return Expected(f"{name}: {shown(found)}", where_none(faults, same, explain=explain))

    def wrong(self, data: Any, *, solve: bool) -> list[str]:
        """What comes to something else: found out by the solver, or by working the terms out."""
        asked = self.position(data)
        return decided(self.executors.study.solver, *asked) if solve else worked_out(*asked)


def expressions(game: model.Game, players: int) -> Expressions:
    """The values of a game as both executors have them."""
    both = executors(game, players)
    world = both.study.world
    state = world.layout.unknown()
    terms: dict[str, tuple[model.Value, Value, Faults]] = {}
    for value in world.game.values:
        if not value.params:
            answer = call_answer(world, value, (), scope_of(world.terms, state, value.clause.path))
            faults = Faults(world.terms)
            for obligation, fails in answer.faults.items():
                faults.add(obligation, fails)
            terms[value.name] = (value, answer.value, faults)
    return Expressions(both, state, terms)
