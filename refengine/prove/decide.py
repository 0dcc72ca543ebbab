"""Goals decided: by the solver, and where they speak of what a game comes to, by playing too."""

from __future__ import annotations

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.claims import Claim
from refengine.prove.seek import seek
from refengine.smt.goal import Counterexample, Decision, Goal, Limits
from refengine.smt.prove import decide as by_solver
from refengine.smt.study import Dump


def decide(
    rules: model.Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None = None
) -> tuple[Decision, ...]:
    """The decisions of goals that belong together, in their order.

    The solver knows of reachable states only that the invariants hold in them: what it shows of all of those is proved,
    and what it finds among them may not be reached.
    """
    decisions = by_solver(rules, goals, limits, dump)
    reachable = {each.name: each for each in rules.claims if each.extent.reachable}
    return tuple(
        _reached(rules, reachable, each) if each.goal.kind in {"claim", "witness"} else each for each in decisions
    )


def _reached(rules: model.Game, reachable: dict[str, Claim], decision: Decision) -> Decision:
    claim = reachable.get(decision.goal.name)
    if claim is None or decision.verdict not in {"found", "refuted", "unsupported", "unknown"}:
        return decision
    if not claim.witness:
        if decision.verdict != "refuted":
            return decision
        return evolve(decision, verdict="unknown", how="it does not hold here, if a game comes here")
    sought = seek(rules, claim, decision.goal.players)
    if sought is None:
        return evolve(
            decision, verdict="unknown", how="the invariants allow it; whether a game comes here is not known"
        )
    if sought.position is None:
        how = f"no invariant forbids it, and in {sought.tried:,} moves that were tried no game came there"
        return evolve(decision, verdict="unknown", how=how, counterexample=None)
    how = f"a game comes here after {sought.decisions} decision{'' if sought.decisions == 1 else 's'}"
    there = Counterexample((sought.position,), ())
    return evolve(decision, verdict="found", how=how, counterexample=there, span=None, reached=True)
