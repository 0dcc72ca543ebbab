"""Goals decided: by the solver, and where they speak of what a game comes to, by playing too."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from refengine.ir import game as model
from refengine.ir.claims import Claim
from refengine.ir.expressions import Not
from refengine.ir.lifted_bars import without_bars
from refengine.local.decide import decide_locally
from refengine.prove.by_play import asking_phases, spoken_of, with_proofs_by_play
from refengine.prove.gap_search import Gap, seek_gap
from refengine.prove.search import MOST, SearchResult, seek
from refengine.smt.course.study import Dump
from refengine.smt.goal import Counterexample, Decision, Goal, Limits
from refengine.smt.plan import ALONG
from refengine.smt.prove import decide as by_solver
from refengine.smt.solving.memory import Memory

SOON = 3_000
"""The number of moves tried to find a game that breaks a claim which is refuted already, or a witness at once."""

Look = Callable[[Claim, int, int], SearchResult | None]
"""Seeks a state of a witness with so many players, by so many moves at most."""


def decide(
    rules: model.Game,
    goals: tuple[Goal, ...],
    limits: Limits,
    dump: Dump | None = None,
    memory: Memory | None = None,
) -> tuple[Decision, ...]:
    """Returns the decisions of goals that belong together, in their order.

    The solver knows of reachable states only that the invariants hold in them: what it shows of all of those is proved,
    and what it finds among them may not be reached.
    """
    rules = _as_asked(rules, goals)
    claims, look = {each.name: each for each in rules.claims}, _looking(rules, memory)
    there = _come_to(look, claims, goals)
    if there is not None:
        return (there,)
    if goals[0].kind == "gap":
        return _gaps(rules, goals, memory, lambda left: _solved(rules, left, limits, dump, memory))
    decisions = _without_a_course(rules, _solved(rules, goals, limits, dump, memory), limits)
    return tuple(
        _played(look, claims[each.goal.name], each) if each.goal.kind in {"claim", "witness"} else each
        for each in decisions
    )


def _solved(
    rules: model.Game, goals: tuple[Goal, ...], limits: Limits, dump: Dump | None, memory: Memory | None
) -> tuple[Decision, ...]:
    """Returns the decisions of the solver, which may be those on fewer of the same rules: it read none left out.

    Nothing but what comes behind it needed more. Whoever dumps queries gets them of the rules that are asked about.
    """
    if memory is None or dump is not None:
        return by_solver(rules, goals, limits, dump, memory)
    found: tuple[Decision, ...] = memory.carry(goals, lambda: by_solver(rules, goals, limits, None, memory))
    return found


def _come_to(look: Look, claims: Mapping[str, Claim], goals: tuple[Goal, ...]) -> Decision | None:
    """Returns the decision on a witness of what games come to, if one comes there soon.

    That hangs on nothing that has to hold.

    A solver would be asked in vain whether that forbids it.
    """
    goal = goals[0]
    if goal.kind != "witness" or not claims[goal.name].extent.reachable:
        return None
    sought = look(claims[goal.name], goal.players, SOON)
    return None if sought is None or sought.position is None else _found(Decision(goal, "unknown"), sought)


def _gaps(
    rules: model.Game,
    goals: tuple[Goal, ...],
    memory: Memory | None,
    solved: Callable[[tuple[Goal, ...]], tuple[Decision, ...]],
) -> tuple[Decision, ...]:
    """Returns the decisions on readings that are there for a gap; the solver is asked where no game soon comes.

    That one does hangs on nothing that has to hold.
    """
    sought = ((each, _come_to_gap(rules, each, memory)) for each in goals)
    found = {each: met for each, met in sought if met is not None}
    if left := tuple(each for each in goals if each not in found):
        found.update(zip(left, solved(left), strict=True))
    return tuple(found[each] for each in goals)


def _come_to_gap(rules: model.Game, goal: Goal, memory: Memory | None) -> Decision | None:
    def find() -> Gap | None:
        return seek_gap(rules, goal, SOON)

    asked = () if memory is None else ("gap", memory.rules, goal.name, goal.part, goal.players, SOON)
    gap: Gap | None = find() if memory is None or not memory.rules else memory.once(asked, find)
    if gap is None:
        return None
    how = f"no case of `{gap.shown.fault}` applies here; {_comes_here(gap)}"
    return Decision(goal, "found", how=how, counterexample=gap.shown, reached=True)


def _as_asked(rules: model.Game, goals: tuple[Goal, ...]) -> model.Game:
    """Returns the rules that a claim speaks of: without the bars that it leaves out, then without what has to hold."""
    if goals[0].kind not in {"claim", "witness"}:
        return rules
    left_out = next(each.extent.without for each in rules.claims if each.name == goals[0].name)
    return without_bars(rules, left_out) if left_out else rules


def _without_a_course(rules: model.Game, decisions: tuple[Decision, ...], limits: Limits) -> tuple[Decision, ...]:
    """Returns the decisions with those made that the prover cannot express and need no course: by text or play."""
    first = decisions[0].goal
    if first.kind not in ALONG or all(each.verdict != "unsupported" for each in decisions):
        return decisions
    started = with_proofs_by_play(rules, decisions)
    found = decide_locally(rules, started, limits)
    if found == started:
        return found
    phases = asking_phases(rules, first.players)
    return tuple(spoken_of(rules, each, before, phases) for each, before in zip(found, started, strict=True))


def _looking(rules: model.Game, memory: Memory | None) -> Look:
    """Returns a search by play, which is not made again for rules and a claim for which it was made before."""

    def look(witness: Claim, players: int, most: int) -> SearchResult | None:
        if memory is None or not memory.rules:
            return seek(rules, witness, players, most)
        asked = ("seek", memory.rules, witness.name, witness.extent.under, witness.extent.without, players, most)
        found: SearchResult | None = memory.once(asked, lambda: seek(rules, witness, players, most))
        return found

    return look


def _played(look: Look, claim: Claim, decision: Decision) -> Decision:
    if claim.witness:
        return _witnessed(look, claim, decision) if claim.extent.reachable else decision
    return _broken(look, claim, decision) if decision.verdict == "refuted" else decision


def _broken(look: Look, claim: Claim, decision: Decision) -> Decision:
    """Returns a refuted claim with a position to which a game comes, if one is found soon.

    Of a claim about what games come to nothing is known without one.
    """
    there = _counter(look, claim, decision)
    if there is not None:
        return there
    if claim.extent.reachable:
        return evolve(decision, verdict="unknown", how="it does not hold here, if a game comes here")
    return evolve(decision, how=f"{decision.how}; no game is known that comes here")


def _counter(look: Look, claim: Claim, decision: Decision) -> Decision | None:
    """Returns a position to which a game comes and in which a claim about every state does not hold; by play."""
    extent, found = claim.extent, decision.counterexample
    if extent.phase is not None or extent.over is not None or extent.data or found is None:
        return None
    under = found.positions[0].readings
    counter = evolve(
        claim, witness=True, condition=Not(claim.condition), keeping=None, extent=evolve(extent, under=under)
    )
    sought = look(counter, decision.goal.players, SOON)
    if sought is None or sought.position is None:
        return None
    return evolve(
        decision,
        how=_comes_here(sought),
        counterexample=Counterexample((sought.position,), ()),
        reached=True,
        before=sought.before,
    )


def _comes_here(sought: SearchResult | Gap) -> str:
    many = len(sought.last)
    said = f"a game comes here after {sought.decisions} decision{'' if sought.decisions == 1 else 's'}"
    if not many:
        return said
    head = "" if many == sought.decisions else ", at last"
    return f"{said}{head}: {', then '.join(sought.last)}"


def _witnessed(look: Look, claim: Claim, decision: Decision) -> Decision:
    if decision.verdict not in {"found", "unsupported", "unknown"}:
        return decision
    sought = look(claim, decision.goal.players, MOST)
    if sought is None:
        return evolve(
            decision, verdict="unknown", how="the invariants allow it; whether a game comes here is not known"
        )
    if sought.position is None:
        how = f"no invariant forbids it, and in {sought.tried:,} moves that were tried no game came there"
        return evolve(decision, verdict="unknown", how=how, counterexample=None)
    return _found(decision, sought)


def _found(decision: Decision, sought: SearchResult) -> Decision:
    assert sought.position is not None
    there = Counterexample((sought.position,), ())
    return evolve(
        decision,
        verdict="found",
        how=_comes_here(sought),
        counterexample=there,
        span=None,
        reached=True,
        before=sought.before,
    )
