"""A counterexample of the prover in the engine: set up, asked and played; where the two disagree, both are shown.

INVARIANT: the engine decides by its own code. That it agrees is found out, never assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from refengine.ir.obligations import Owed
from refengine.prove.attempts import (
    failing_value,
    faults_of_actions,
    faults_of_value,
    is_legal,
    is_weighed_behind_a_fault,
    same_place,
)
from refengine.prove.disagreements import broken_off, call_text, data_text, plain, step_name
from refengine.prove.engines import EnginePosition, Engines
from refengine.prove.properties import measures_of, properties_of_state, properties_of_step
from refengine.runtime.fault import CLASH, OVERLAP, BadData, Clause, Fault, IllegalAction
from refengine.smt.goal import Counterexample, Decision, Goal, Position, Prediction

if TYPE_CHECKING:
    from refengine.runtime.game import State

Verdict = Literal["confirmed", "disagrees", "not asked", "impossible"]
"""`not asked`: there is nothing in the counterexample that an engine could be asked. `impossible`: no engine can set
its position up, so that the two were never asked the same."""

STEPPED = frozenset({"invariant", "step invariant", "measure", "conservation"})

ASKING = frozenset({"claim", "witness", "audit", "dependence", "confinement"})
"""The kinds of goals that ask for values which nobody may ask for in play."""


@frozen
class Disagreement:
    """A disagreement over something: what the prover says of it, and what the engine says."""

    what: str
    prover: str
    engine: str


@frozen
class EvaluatedValue:
    """A value that was asked at a position, what the engine makes of it, and the clause that decides it."""

    asked: Prediction
    result: Any
    clause: Clause | None
    fault: Fault | None = None


@frozen
class ReplayResult:
    """The replay of a counterexample by the engine.

    `stood` are the positions that could be set up, `after` what the step (or the phase) leads to, `broken` what it
    breaks.
    """

    verdict: Verdict
    differences: tuple[Disagreement, ...] = ()
    stood: tuple[EnginePosition, ...] = ()
    worked: tuple[EvaluatedValue, ...] = ()
    after: State | None = None
    fault: Fault | None = None
    broken: tuple[Clause, ...] = ()
    move: Any = None


def is_invisible_in_play(goal: Goal) -> bool:
    """Returns whether no run can show the fault: dependence on an order, since an engine takes each `each` in one."""
    return goal.kind == "obligation" and goal.name.endswith(Owed.ORDER.value)


Stand = Callable[[Position], EnginePosition]


def replay(engines: Engines, decision: Decision) -> ReplayResult | None:
    """Replays the counterexample of a decision, if it has one."""
    found = decision.counterexample
    if found is None:
        return None
    return confirm(engines, decision, found, engines.stand)


def confirm(engines: Engines, decision: Decision, found: Counterexample, stand: Stand) -> ReplayResult:
    """Returns the engine's replay of a counterexample whose positions are set up by `stand`."""
    stood: list[EnginePosition] = []
    for position in found.positions:
        try:
            stood.append(stand(position))
        except (BadData, Fault) as bad:
            said = bad.message + (f" ({bad.hint})" if isinstance(bad, BadData) and bad.hint else "")
            return ReplayResult(
                "impossible", (Disagreement(f"position {len(stood) + 1}", "there is one", said),), tuple(stood)
            )
    if not stood:
        return ReplayResult("not asked")
    replay_ = _Replay(decision.goal, decision.verdict, found, tuple(stood), engines.settled)
    try:
        return replay_.replayed()
    except _NotAsked:
        return ReplayResult("not asked", (), tuple(stood))


class _NotAsked(Exception):  # noqa: N818 - it stops a replay, and is no error
    """The engine cannot be asked what the prover was.

    Two cases apply, or exceptions contradict each other, where something else is asked: an engine that explains stops
    there; another, and the prover, go on with the first. That it happens is another statement of the ledger. Or a claim
    breaks off by itself that no engine can work out, or a case of an audit, which no engine has; or the weight of an
    action, where the rules break off at one that is listed before it.
    """


@frozen
class _Replay:
    """One replay, of which each part may find differences."""

    goal: Goal
    verdict: str
    found: Counterexample
    stood: tuple[EnginePosition, ...]
    settled: Callable[[Any], Any]

    def replayed(self) -> ReplayResult:
        worked = tuple(work(self.stood[each.position], each) for each in self.found.asked)
        unlike = [*self._unlike(worked)]
        differences = unlike.copy()
        asked = bool(worked)
        told = ReplayResult("not asked", (), self.stood, worked)
        if is_invisible_in_play(self.goal):
            return evolve(told, move=self.found.step)
        if self.found.step is not None or self.found.phase is not None:
            told, wrong = self._moved(told)
            differences += wrong
            asked = True
        elif self.found.fault is not None:
            met = next((each.fault for each in worked if each.fault is not None), None)
            failing = failing_value(self.stood[0], self.found)
            met = met or (None if failing is None else work(self.stood[0], failing).fault)
            met = met or self._resting(self.stood[0], self.stood[0].state, None)
            told = evolve(told, fault=met)
            differences += self._faulted(met)
            asked = True
        else:
            stated = list(self._stated())
            differences += [each for each in stated if each is not None]
            asked = asked or bool(stated)
        if differences and not unlike and is_weighed_behind_a_fault(self.stood[0], told.after, self.found.fault):
            raise _NotAsked
        verdict: Verdict = "disagrees" if differences else "confirmed" if asked else "not asked"
        return evolve(told, verdict=verdict, differences=tuple(differences))

    # ---- VALUES

    def _unlike(self, worked: Sequence[EvaluatedValue]) -> Iterator[Disagreement]:
        for each in worked:
            named = call_text(each.asked)
            if each.fault is not None:
                if self.found.fault is None or not same_place(each.fault.path, self.found.fault):
                    _unless_two_apply(each.fault)
                    yield Disagreement(named, data_text(each.asked.result), broken_off(each.fault))
            elif plain(self.settled(each.asked.result)) != plain(self.settled(each.result)):
                yield Disagreement(named, data_text(each.asked.result), data_text(each.result))

    # ---- WHAT IS STATED OF A POSITION

    def _stated(self) -> Iterator[Disagreement | None]:
        """Yields for each condition that an engine can work out its difference from what the prover says, or None."""
        first = self.stood[0]
        if self.goal.kind in {"claim", "witness"}:
            yield from self._claimed(first)
        elif self.goal.kind == "invariant":
            for each in first.game.description.invariants:
                if each.name == self.goal.name and not each.step:
                    yield _unless(each.name, partial(_kept, each.holds, first.state), first.state, wanted=False)
        elif self.goal.kind == "sight" and len(self.stood) > 1:
            yield _unlike_in_sight(self.stood, self.found)

    def _conditions(self, first: EnginePosition) -> list[Callable[[State], bool]]:
        """Returns the assumptions of a claim, and then the claim itself; none if an engine cannot be asked."""
        if self.goal.kind not in {"claim", "witness"}:
            return []
        named = [each for each in first.game.description.examples if each.name == self.goal.name]
        return [each.condition for example in named for each in example.lines if each.condition is not None]

    def _claimed(self, first: EnginePosition) -> Iterator[Disagreement | None]:
        conditions = self._conditions(first)
        if conditions:
            *assumed, claimed = conditions
            for number, condition in enumerate(assumed, start=1):
                yield _unless(f"assumption {number}", condition, first.state, wanted=True)
            wanted = self.verdict == "found"
            yield _unless(f"{self.goal.kind} {self.goal.name}", claimed, first.state, wanted=wanted)

    # ---- STEPS

    def _moved(self, told: ReplayResult) -> tuple[ReplayResult, list[Disagreement]]:
        first = self.stood[0]
        try:
            move, after = _go(first, self.found)
        except Fault as fault:
            return evolve(told, fault=fault), self._faulted(fault)
        except (IllegalAction, BadData) as bad:
            return told, [Disagreement(step_name(self.found), "it can be done", str(bad))]
        told = evolve(told, after=after, move=move)
        if self.found.fault is not None:
            met = self._resting(first, after, first.state)
            return evolve(told, fault=met), self._faulted(met)
        told = evolve(told, broken=self._broken(first, after) if self.goal.kind in STEPPED else ())
        wrong: list[Disagreement] = []
        if self.goal.kind in STEPPED and not told.broken:
            wrong.append(Disagreement(f"{self.goal.kind} {self.goal.name}", "the step breaks it", "it holds"))
        if len(self.found.positions) > 1:
            wrong += _unlike_states(self.settled(self.found.positions[1].data), self.settled(first.game.to_json(after)))
        return told, wrong

    def _broken(self, first: EnginePosition, after: State) -> tuple[Clause, ...]:
        """Returns the statement, if the step breaks it; one that has no answer there is broken too."""
        if self.goal.kind == "conservation":
            violations = first.game.violations(first.state, after)
            return tuple(each.clause for each in violations if each.kind == "conservation")
        named = (
            each
            for each in properties_of_step(first, after)
            if (each.kind, each.name) == (self.goal.kind, self.goal.name)
        )
        return tuple(each.clause for each in named if not _kept(each.holds))

    def _resting(self, first: EnginePosition, state: State, before: State | None) -> Fault | None:
        """Returns the fault of a state in which somebody is to decide and cannot, or of which nothing can be said.

        With `before` of the step from there too: whether it keeps what a step has to keep. Of several faults it is the
        one that is said to be there; every action is attempted by itself, too, and the value that a claim asks for.
        """
        game = first.game
        stated = properties_of_state(first, state) if before is None else properties_of_step(first, state)
        asked: tuple[Callable[[], object], ...] = (
            lambda: game.turn(state),
            lambda: game.legal(state),
            *(each.holds for each in stated),
            lambda: game.outcome(state),
            lambda: [game.view(state, seat) for seat in range(1, first.position.players + 1)],
            *(partial(condition, state) for condition in self._conditions(first)),
            *(partial(each.terms, state) for each in measures_of(first)),
        )
        met: list[Fault] = []
        for ask in asked:
            try:
                ask()
            except Fault as fault:
                met.append(fault)
        first_met = next(iter(met), None)
        met += faults_of_actions(game, state)
        if self.goal.kind in ASKING:
            met += faults_of_value(game, state, str(self.found.fault).partition(".")[0])
        wanted = (each for each in met if not self._faulted(each))
        return next(wanted, first_met)

    def _faulted(self, fault: Fault | None) -> list[Disagreement]:
        """Returns the difference of a fault from the one that is said to be there."""
        wanted = self.found.fault
        if fault is not None and (wanted is None or not same_place(fault.path, wanted)):
            _unless_two_apply(fault)
        if self.goal.kind in {"claim", "witness"} and wanted == self.goal.name and not self._conditions(self.stood[0]):
            raise _NotAsked
        if self.goal.kind == "audit" and wanted is not None and wanted.partition(".")[0] == self.goal.name:
            raise _NotAsked  # cases, and what is shown of them, are asked of the prover alone
        if wanted is None:
            return [] if fault is None else [Disagreement(step_name(self.found), "it can be done", broken_off(fault))]
        if fault is not None and (same_place(fault.path, wanted) or self._is_led_to(fault)):
            return []
        return [Disagreement(f"`{wanted}`", "it breaks off", "it does not" if fault is None else broken_off(fault))]

    def _is_led_to(self, fault: Fault) -> bool:
        """Returns whether the engine names the action that was taken: what it leads to is owed by the phase."""
        return self.found.step is not None and fault.path == self.found.step.action


# ---- ASKING


def work(stood: EnginePosition, asked: Prediction) -> EvaluatedValue:
    """Returns the result of a value in the engine, and the clause that decides it."""
    with stood.game.recording() as record:
        try:
            result = stood.game.value(stood.state, asked.value, *asked.arguments)
        except Fault as fault:
            return EvaluatedValue(asked, None, None, fault)
        except BadData as bad:
            return EvaluatedValue(asked, str(bad), None)
    clause = next((note.clause for note in reversed(record.notes) if note.value is not None), None)
    return EvaluatedValue(asked, result, clause)


def _kept(holds: Callable[..., bool], *of: State) -> bool:
    """Returns whether something that has to hold does: what has no answer does not."""
    try:
        return holds(*of)
    except Fault as fault:
        _unless_two_apply(fault)
        return False


def _unless_two_apply(fault: Fault) -> None:
    if fault.code in {CLASH, OVERLAP}:
        raise _NotAsked


def _unless(what: str, condition: Callable[[State], bool], state: State, *, wanted: bool) -> Disagreement | None:
    """Returns the difference of the engine from what is said of a condition; None if they agree."""
    try:
        found = condition(state)
    except Fault as fault:
        _unless_two_apply(fault)
        return Disagreement(what, _truth(holds=wanted), broken_off(fault))
    return None if found is wanted else Disagreement(what, _truth(holds=wanted), _truth(holds=found))


def _unlike_in_sight(stood: Sequence[EnginePosition], found: Counterexample) -> Disagreement | None:
    """Returns how the engine contradicts a counterexample to sight: two positions that are said to look the same.

    None confirms it: they look the same, and an action is legal in exactly one of them, or different seats are asked.
    """
    bound = dict(found.bound)
    one, other = (_looks(each, bound.get("player")) for each in stood[:2])
    if one != other:
        to = f"player {bound['player']}" if bound else "everybody"
        unlike = next(part for part in one if one[part] != other[part])
        return Disagreement(f"how it looks to {to}", "the same", f"{unlike} differ")
    if not bound:
        turns = [each.game.turn(each.state) for each in stood[:2]]
        return None if turns[0] != turns[1] else Disagreement("who is asked", "others", "the same")
    legal = [_is_legal(each, bound) for each in stood[:2]]
    if legal[0] is not legal[1]:
        return None
    return Disagreement(f"{bound['action']} of player {bound['player']}", "legal in one", f"{legal[0]} in both")


def _looks(stood: EnginePosition, player: int | None) -> dict[str, Any]:
    """Returns the view of a player, or with None what everybody sees, without whose turn it is."""
    game, state = stood.game, stood.state
    seen = game.common_view(state) if player is None else game.view(state, player)
    return {part: plain(each) for part, each in seen.items() if part != "turn"}


def _is_legal(stood: EnginePosition, bound: Mapping[str, Any]) -> bool:
    """Returns whether an action is legal; it is attempted where the rules break off in looking at the others."""
    actor, name, arguments = bound["player"], bound["action"], bound["arguments"]
    try:
        listed = stood.game.legal(stood.state)
    except Fault:
        return is_legal(stood.game, stood.state, actor, name, arguments)
    return (actor, name, plain(arguments)) in map(_of, listed)


def _of(action: Any) -> tuple[Any, str, Any]:
    return action.actor, action.name, plain([getattr(each, "name", each) for each in action.arguments])


def _truth(*, holds: bool) -> str:
    return "it holds" if holds else "it does not hold"


def _go(first: EnginePosition, found: Counterexample) -> tuple[Any, State]:
    """Returns the action that is taken, if it is one, and where it leads."""
    game, state = first.game, first.state
    if found.phase is not None:
        state = game.run_phase(state, found.phase)
    if found.step is None:
        return None, state
    action = game.find_action(state, found.step.actor, found.step.action, found.step.arguments)
    return action, game.apply(state, action)


# ---- COMPARING


def _unlike_states(said: Mapping[str, Any], found: Mapping[str, Any]) -> list[Disagreement]:
    """Returns the differences of the state that a step leads to from the prover's, in all that the prover speaks of."""
    unlike: list[Disagreement] = []
    for part in ("zones", "variables", "tokens"):
        for name, wanted in said.get(part, {}).items():
            has = found.get(part, {}).get(name)
            if plain(wanted) != plain(has):
                unlike.append(Disagreement(f"{name} after the step", data_text(wanted), data_text(has)))
    control = said.get("control")
    if control and control != found.get("control"):
        unlike.append(Disagreement("what goes on after the step", data_text(control), data_text(found.get("control"))))
    return unlike
