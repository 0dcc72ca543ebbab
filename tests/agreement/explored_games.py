"""A small game gone through whole, in all its configurations: what really holds of it, found out without the prover.

So that the states in which a phase starts are seen too, though nobody decides there, each phase gets a first decision
of the table with nothing to decide: it is told what the phase is told. Invariants, claims and what they assume become
values, and are worked out by the explaining engine in each state.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import product
from typing import Any

from attrs import define, evolve, field, frozen

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import claims, control, expressions as ir, game as model
from refengine.ir.configuration import Configuration, allowed_values, configure
from refengine.ir.domain import TRUTH, SetOf
from refengine.ir.liveness import with_live_params
from refengine.ir.specialise import specialise, with_seats
from refengine.runtime.fault import CLASH, OVERLAP, Fault
from refengine.runtime.frames import Action
from refengine.runtime.game import Game, State
from tests.agreement.supposed import Supposing, asked_at, supposes, supposing, told_to
from tests.engine.random_expressions import ORIGIN, clause

STARTED = "started_"
"""Begins the name of the decision that tells that a phase starts."""

# ---- THE GAME IN WHICH NOTHING IS HIDDEN FROM US


def told(rules: model.Game) -> model.Game:
    """The game with a decision at the start of each phase, and with all that is stated of states as values."""
    values = [
        value
        for claim in rules.claims
        if not supposes(claim)
        for value in (
            *(_value(f"assumed_{number}_{claim.name}", each, claim.extent.params) for number, each in enumerate(claim.extent.assuming)),
            _value(f"claim_{claim.name}", claim.condition, claim.extent.params),
        )
    ]  # fmt: skip
    values += [_value(f"kept_{each.name}", each.condition, ()) for each in rules.invariants if _is_of_states(each)]
    return evolve(
        rules,
        values=(*rules.values, *values),
        phases=tuple(map(_begun_by_telling, rules.phases)),
        claims=(),
        audits=(),
        dependences=(),
        confinements=(),
    )


def _is_of_states(each: model.Invariant) -> bool:
    return not each.step and each.during is None


def _value(name: str, condition: ir.Expr, params: tuple[ir.Local, ...]) -> model.Value:
    return model.Value(name, params, TRUTH, model.Single(condition), clause(name))


def _begun_by_telling(script: control.Script) -> control.Script:
    choices = tuple(
        control.Choice(ir.Local(f"told {each.name}", each.domain), ir.SetLiteral((each,), SetOf(each.domain)))
        for each in script.params
    )
    name = f"{STARTED}{script.name}"
    action = control.Action(name, clause(name), choices, (), (), None, "told")
    ask = control.Ask("table", None, None, (action,), None, ORIGIN)
    on = control.Jump(script.points[0].name)
    points = (control.Point("tells", script.params, (), ask), control.Point("told", (), (), on), *script.points)
    behind = script.behind_look
    if behind is not None:  # a second way to begin, which a standing rule takes
        on = control.Jump(behind)
        ask = evolve(ask, actions=(evolve(action, entry="told there"),))
        points = (
            *points,
            control.Point("tells there", script.params, (), ask),
            control.Point("told there", (), (), on),
        )
        behind = "tells there"
    return evolve(script, points=with_live_params(points, script.params, script.kept, behind), behind_look=behind)


# ---- ALL CONFIGURATIONS


def configurations(rules: model.Game, *, incomplete: bool) -> Iterator[Configuration]:
    """Every number of players with all readings and options; of incomplete readings those, or none of them."""
    options = [[(each.name, value) for value in allowed_values(rules, each)] for each in rules.options]
    readings = [
        [(each.name, reading.name) for reading in each.readings if incomplete or not reading.incomplete]
        for each in rules.questions
    ]
    holes = {(each.name, one.name) for each in rules.questions for one in each.readings if one.incomplete}
    for players in range(rules.players[0], rules.players[1] + 1):
        for chosen in product(*readings):
            if incomplete and not holes & set(chosen):
                continue
            for agreed in product(*options):
                found, wrong = configure(rules, players, dict(chosen), dict(agreed), None)
                assert found is not None, wrong
                yield found


def has_hole(rules: model.Game, configuration: Configuration) -> bool:
    """Returns whether a configuration has an incomplete reading: nothing along the course of a game is said of such."""
    chosen = set(configuration.readings)
    return any((each.name, one.name) in chosen for each in rules.questions for one in each.readings if one.incomplete)


# ---- ONE CONFIGURATION GONE THROUGH

GOES_ROUND = 200
"""So many phases that start in one step go round and round."""


@frozen
class Start:
    """A phase starts: what it is told, and the state."""

    state: State
    told: tuple[Any, ...]


@define(slots=False)
class Explored:
    """Every state in which somebody decides, or the game is over, with the fewest steps to it."""

    rules: model.Game
    game: Game
    configuration: Configuration
    depths: dict[State, int] = field(factory=dict)
    steps: list[tuple[State, State]] = field(factory=list)
    starts: dict[str, dict[Start, int]] = field(factory=dict)
    """The states in which each phase starts, with the fewest steps that have begun before."""
    faults: dict[tuple[str, str], int] = field(factory=dict)
    """Faults by code and clause, with the number of the first step that meets one."""
    whole: bool = True

    def phase_of(self, state: State) -> str:
        return str(state.control[-1].phase)

    @cached_property
    def seated(self) -> model.Game:
        """The rules for so many players, with what is claimed, under whatever readings."""
        return with_seats(self.rules, self.configuration.players)

    def at(self, state: State) -> Supposing:
        """An evaluation of what is so there, and of what would be."""
        return evolve(self._supposing, state=state)

    @cached_property
    def _supposing(self) -> Supposing:
        return supposing(self.rules, self.game, self.configuration, None)


def explored(rules: model.Game, configuration: Configuration, most: int) -> Explored:
    """Breadth first through all states, or through so many."""
    played = specialise(told(rules), configuration)
    name = f"explored_{rules.name}_{configuration.players}_{id(played)}"
    found = Explored(rules, Game(load_module(emit(played, explain=True, read=False), name)), configuration)
    agenda: deque[State] = deque()

    def come(begin: Callable[[], State], depth: int, before: State | None) -> None:
        met_by = depth
        try:
            state = begin()
            told_before = 0
            while True:
                met_by = depth + 1  # whoever is asked is asked for the step behind
                telling = _telling(found.game, state)
                if telling is None:
                    break
                met_by = depth
                told_before += 1
                if told_before > GOES_ROUND:  # the rules run on without asking anybody, which is a fault of theirs
                    found.whole = False
                    return
                phase = telling.name.removeprefix(STARTED)
                found.starts.setdefault(phase, {}).setdefault(Start(state, tuple(telling.arguments)), depth)
                state = found.game.apply(state, telling)
        except Fault as fault:
            found.faults.setdefault((fault.code, fault.path), met_by)
            # The game goes on by the first that applies, and the engine that explains does not.
            found.whole = found.whole and fault.code not in {CLASH, OVERLAP}
            return
        if before is not None:
            found.steps.append((before, state))
        if state not in found.depths:
            found.depths[state] = depth
            agenda.append(state)

    come(found.game.initial, 0, None)
    while agenda:
        state = agenda.popleft()
        depth = found.depths[state]
        if len(found.depths) > most or len(found.steps) > 6 * most:
            found.whole = False
            break
        try:
            listed = found.game.legal(state)
        except Fault as fault:
            found.faults.setdefault((fault.code, fault.path), depth + 1)
            found.whole = False  # an action that is asked for by name may be taken all the same
            continue
        for action in listed:
            come(lambda state=state, action=action: found.game.apply(state, action), depth + 1, state)  # type: ignore[misc]
    return found


def _telling(game: Game, state: State) -> Action | None:
    """The decision that tells that a phase starts, if it is due."""
    if game.turn(state).kind != "table":
        return None
    with suppress(Fault):
        for each in game.legal(state):
            if each.name.startswith(STARTED):
                return each
    return None


# ---- WHAT HOLDS


@define
class Fact:
    """What is so of a statement in all that was explored.

    `met`: there is something that it speaks of. `holds`: it is so somewhere. `broken`: the fewest steps to where it is
    not so. `unanswered`: the same of where it has no answer.
    """

    met: bool = False
    holds: bool = False
    broken: int | None = None
    unanswered: int | None = None

    def take(self, ask: Callable[[], bool], depth: int) -> None:
        try:
            holds = ask()
        except Fault:
            self.unanswered = depth if self.unanswered is None else min(depth, self.unanswered)
            return
        self.met = True
        if holds:
            self.holds = True
        else:
            self.broken = depth if self.broken is None else min(depth, self.broken)

    def joined(self, other: Fact) -> Fact:
        """What is so in either."""
        broken = min((each for each in (self.broken, other.broken) if each is not None), default=None)
        unanswered = min((each for each in (self.unanswered, other.unanswered) if each is not None), default=None)
        return Fact(self.met or other.met, self.holds or other.holds, broken, unanswered)


Named = tuple[str, str]
"""Kind and name of a statement."""


def facts_of(rules: model.Game, found: Iterable[Explored]) -> dict[Named, Fact]:
    """What is so of invariants, step invariants, measures and claims."""
    facts: dict[Named, Fact] = {}
    for each in found:
        for invariant in () if has_hole(rules, each.configuration) else rules.invariants:
            kind = "step invariant" if invariant.step else "invariant"
            fact = facts.setdefault((kind, invariant.name), Fact())
            (_of_steps if invariant.step else _of_states)(fact, invariant, each)
        for measure in () if has_hole(rules, each.configuration) else rules.measures:
            _of_measure(facts.setdefault(("measure", measure.name), Fact()), measure, each)
        for claim in rules.claims:
            fact = facts.setdefault(("witness" if claim.witness else "claim", claim.name), Fact())
            if _speaks_of(rules, claim.extent, each.configuration):
                _of_claim(fact, claim, each)
    return facts


def facts_of_any(rules: model.Game, found: Iterable[tuple[frozenset[str], Explored]]) -> dict[Named, Fact]:
    """What is so of claims and invariants about any data, in games in which some of it is other: they are about these too."""
    facts: dict[Named, Fact] = {}
    for changed, each in found:
        for claim in rules.claims:
            about = {*_any_of(claim.extent.data), claim.extent.over}
            if changed <= about and _speaks_of(rules, claim.extent, each.configuration):
                kind = "witness" if claim.witness else "claim"
                _of_claim(facts.setdefault((kind, claim.name), Fact()), claim, each)
        for invariant in () if has_hole(rules, each.configuration) else rules.invariants:
            if changed <= _any_of(invariant.data):
                kind = "step invariant" if invariant.step else "invariant"
                fact = facts.setdefault((kind, invariant.name), Fact())
                (_of_steps if invariant.step else _of_states)(fact, invariant, each)
    return facts


def _any_of(data: claims.AnyData) -> frozenset[str]:
    return frozenset((*data.relations, *data.kinds))


def _of_states(fact: Fact, invariant: model.Invariant, found: Explored) -> None:
    (info,) = (each for each in found.game.description.invariants if each.name == invariant.name)
    for state, depth in found.depths.items():
        if not _is_of(invariant, state, found):
            continue
        if invariant.during is None:
            fact.take(lambda state=state: found.game.value(state, f"kept_{invariant.name}"), depth)  # type: ignore[misc]
        else:
            fact.take(lambda state=state: info.holds(state, state), depth)  # type: ignore[misc]


def _is_of(invariant: model.Invariant, state: State, found: Explored) -> bool:
    """Returns whether an invariant says something of a state, or of the steps from there."""
    if invariant.during is not None:
        return any(frame.phase == invariant.during.phase for frame in state.control)
    return not invariant.phases or found.phase_of(state) in invariant.phases


def _of_steps(fact: Fact, invariant: model.Invariant, found: Explored) -> None:
    (info,) = (each for each in found.game.description.invariants if each.name == invariant.name)
    for before, after in found.steps:
        if _is_of(invariant, before, found):
            fact.take(lambda a=before, b=after: info.holds(a, b), found.depths[before] + 1)  # type: ignore[misc]


def _of_measure(fact: Fact, measure: model.Measure, found: Explored) -> None:
    (info,) = (each for each in found.game.description.measures if each.name == measure.name)
    for before, after in found.steps:
        if not measure.phases or found.phase_of(before) in measure.phases:

            def falls(before: State = before, after: State = after) -> bool:
                one, other = info.terms(before), info.terms(after)
                return other < one and all(b >= 0 for a, b in zip(one, other, strict=True) if a != b)

            fact.take(falls, found.depths[before] + 1)


def _speaks_of(rules: model.Game, extent: claims.Extent, configuration: Configuration) -> bool:
    if not extent.players[0] <= configuration.players <= extent.players[1]:
        return False
    agreed, _ = configure(rules, configuration.players, dict(configuration.readings), {}, None)
    if extent.readings == "default" and agreed is not None and agreed.options != configuration.options:
        return False
    usual = {question.name: each.name for question in rules.questions for each in question.readings if each.default}
    chosen, under = dict(configuration.readings), dict(extent.under)
    holes = {
        (question.name, each.name) for question in rules.questions for each in question.readings if each.incomplete
    }
    for name, reading in chosen.items():
        if name in under:
            if reading != under[name]:
                return False
        elif (name, reading) in holes or (extent.readings == "default" and reading != usual[name]):
            return False
    return True


def _of_claim(fact: Fact, claim: claims.Claim, found: Explored) -> None:
    asked = _by_nodes(found, claim) if supposes(claim) else _by_engine(found, claim)
    for state, arguments, depth in starts_of(found, claim.extent):
        try:
            assumed = all(asked(state, arguments, each) for each in range(len(claim.extent.assuming)))
        except Fault:
            fact.unanswered = depth if fact.unanswered is None else min(depth, fact.unanswered)
            continue
        if assumed:
            fact.take(lambda s=state, a=arguments: asked(s, a, None), depth)  # type: ignore[misc]


def starts_of(found: Explored, extent: claims.Extent) -> list[tuple[State, tuple[Any, ...], int]]:
    """The states that a claim or an audit speaks of, with what the phase was told that starts there, and the fewest steps."""
    if extent.phase is None:
        return [(state, (), depth) for state, depth in found.depths.items()]
    starts = found.starts.get(extent.phase, {})
    names = dict(_params(found, extent.phase))
    wanted = [names[each.name] for each in extent.params]
    return [(each.state, tuple(each.told[at] for at in wanted), depth) for each, depth in starts.items()]


Asked = Callable[[State, tuple[Any, ...], int | None], bool]
"""Asks for one of the assumptions of a claim in a state, where a phase was told something, or for the claim itself."""


def _by_engine(found: Explored, claim: claims.Claim) -> Asked:
    def asked(state: State, arguments: tuple[Any, ...], assumption: int | None) -> bool:
        name = f"claim_{claim.name}" if assumption is None else f"assumed_{assumption}_{claim.name}"
        return bool(found.game.value(state, name, *arguments))

    return asked


def _by_nodes(found: Explored, claim: claims.Claim) -> Asked:
    (seated,) = (each for each in found.seated.claims if each.name == claim.name)

    def asked(state: State, arguments: tuple[Any, ...], assumption: int | None) -> bool:
        told = told_to(seated.extent.params, arguments, found.rules)
        expr = seated.condition if assumption is None else seated.extent.assuming[assumption]
        return bool(asked_at(found.at(state), expr, told, seated.clause))

    return asked


def _params(found: Explored, phase: str) -> Iterator[tuple[str, int]]:
    (info,) = (each for each in found.game.description.phases if each.name == phase)
    return ((each.name, number) for number, each in enumerate(info.params))


# ---- WHAT IS SEEN


def leaks(found: Explored) -> dict[str, str]:
    """For each script in which somebody is asked, two states that a player cannot tell apart and that differ in what is legal."""
    wrong: dict[str, str] = {}
    seats = range(1, found.configuration.players + 1)
    known: dict[tuple[int, str], tuple[Any, Any]] = {}
    for state in found.depths:
        turn = found.game.turn(state)
        try:
            listed = found.game.legal(state)
        except Fault:
            continue
        if turn.kind == "over":
            continue
        for seat in seats:
            mine = sorted((each.name, repr(each.arguments)) for each in listed if each.actor == seat)
            view = json.dumps(found.game.view(state, seat), sort_keys=True)
            now = ((turn.kind, turn.seats), mine)
            before = known.setdefault((seat, view), now)
            if before != now:
                wrong.setdefault(found.phase_of(state), f"to player {seat} {before} looks like {now}")
    return wrong
