"""The laws of the tables as facts, where printed data may be any that they allow."""

from __future__ import annotations

from refengine.ir.claims import AnyData
from refengine.ir.dependence import reads_configuration
from refengine.smt.course.study import Study
from refengine.smt.encode.scope import scope_of
from refengine.smt.terms.state import State
from refengine.smt.terms.value import Fact


def let_be_any(study: Study, data: AnyData) -> None:
    """Lets printed data be any that the laws allow, before anything is asked of it."""
    if data:
        study.world.values.let_be_any(data)
        assume_laws(study, study.world.unknown(reads=frozenset()))


def assume_laws(study: Study, state: State) -> None:
    """Takes in that each law holds, and has an answer.

    One that hangs on a reading or an option is held against the tables under one configuration alone: it is left out.
    """
    world, rules = study.world, study.rules
    configured = {each.name for each in rules.laws if reads_configuration(rules, each.condition)}
    for law in world.game.laws:
        if law.name in configured:
            continue
        scope = scope_of(world.terms, state, law.clause.path)
        holds = world.truth(law.condition, scope)
        kept = world.terms.and_(world.terms.not_(scope.faults.any()), holds)
        world.values.facts.append(Fact(kept, f"law {law.name}"))
