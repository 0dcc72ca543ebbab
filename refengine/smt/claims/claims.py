"""Claims and witnesses about all states of a phase, or about all states: proved, or refuted with a position.

A claim is first asked of all states, reachable or not. Only if that finds something are the laws and the invariants
taken in, and the answer then says that it rests on them. It is proved if it holds in each of these states, and
everything that it asks has an answer there; where something has none, it is not known.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Set as AbstractSet

from attrs import evolve

from refengine.ir import claims, game as model
from refengine.smt.claims.definedness import Definedness, definedness, each_once
from refengine.smt.claims.states import ExtentStates, Instance, instances, spoken_of
from refengine.smt.claims.survey import survey
from refengine.smt.course.study import Dump, Study, study
from refengine.smt.encode.calls import CallAnswer as Known
from refengine.smt.encode.world import World
from refengine.smt.goal import Counterexample, Decision, Goal, Limits, Position, Prediction
from refengine.smt.solving.memory import Memory
from refengine.smt.solving.model import Model, NobodyThere, Reader
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.solving.shrinking import as_it_is, shrink
from refengine.smt.solving.solver import Session
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.value import PieceValue
from refengine.smt.terms.zones import Heap, Slot


def decide_claim(
    rules: model.Game,
    claim: claims.Claim,
    goal: Goal,
    limits: Limits,
    dump: Dump | None,
    memory: Memory | None = None,
) -> Decision:
    """Returns whether a claim holds, or a witness can be found, for the goal's number of players."""
    extent, name = claim.extent, file_name(goal)
    made = study(rules, goal.players, limits, extent.readings, extent.under, dump, name, memory=memory)
    seated = next(each for each in made.world.game.claims if each.name == claim.name)
    spoken = spoken_of(made, seated.extent, claim.clause.path, (seated.condition,))
    if claim.witness:
        return _witness(made, seated, spoken, goal)
    return _claim(made, seated, spoken, goal)


def file_name(goal: Goal) -> str:
    """Returns the name of the file to which the queries of a goal are written."""
    parts = (goal.kind, goal.name, str(goal.players), goal.part)
    return "-".join("".join(each if each.isalnum() else "_" for each in part) for part in parts if part)


def _claim(made: Study, claim: claims.Claim, spoken: ExtentStates, goal: Goal) -> Decision:
    terms = made.terms
    ways = instances(made, claim.condition, spoken.scope)
    broken = terms.any(each.broken for each in ways)
    conditions: tuple[Bool, ...] = (*spoken.assumed, spoken.defined, broken)
    answer, found = looked_for(made, spoken, conditions)
    if answer.result == "unsat":
        return _proved(made, spoken, ways, goal, answer)
    if found is None:
        return _spent(made, Decision(goal, "unknown", how=made.solver.gave_up))
    way = next(each for each in ways if found.of(each.broken))
    shown = counterexample(made, claim, spoken, found, way)
    table = survey(made, (*spoken.assumed, spoken.defined, broken)) if claim.extent.readings == "any" else ()
    return _spent(
        made, Decision(goal, "refuted", counterexample=shown, how=extent_words(made, claim.extent), table=table)
    )


def looked_for(made: Study, spoken: ExtentStates, conditions: tuple[Bool, ...]) -> tuple[QueryAnswer, Model | None]:
    """Returns a small model that is part of a state which the laws and invariants allow; or that there is none.

    The answer is of the last question that was asked: unsat, with what that rests on, or unknown where no model is.
    """
    session = made.solver.session(*conditions, why=True)
    answer = session.decide()
    if answer.result != "sat":
        return answer, None
    found, order = _small(spoken.state, session, Model(made.terms, answer.model), interesting(made, conditions))
    found, earliest = _earliest(session, found, order)
    spoken.complete()
    conditions = (*conditions, spoken.defined)
    fixed = [as_it_is(made.terms, each, found) for each in order]
    pairs = made.world.values.of_any_data()
    # What is shown is known by now, but for this: elsewhere the answer would hang on invariants that nobody sees.
    familiar = spoken.familiar() if _is_open(spoken.state, found, pairs) else ()
    for wanted in dict.fromkeys((*more, *fixed) for more in ((*familiar, *earliest), familiar, earliest, ())):
        answer, whole = _whole(made, (*conditions, *wanted))
        if whole is not None:
            return answer, _counted(spoken.state, found, whole, pairs)
    return _whole(made, conditions, why=True)


def _whole(made: Study, conditions: tuple[Bool, ...], *, why: bool = False) -> tuple[QueryAnswer, Model | None]:
    """Returns a model of a whole state, with few pairs and low numbers in printed data that may be any."""
    pairs = made.world.values.of_any_data()
    session = made.solver.session(*conditions, about=pairs, reach="whole", why=why)
    answer = session.decide()
    if answer.result != "sat":
        return answer, None
    found = Model(made.terms, answer.model)
    return answer, shrink(session, found, pairs) if pairs else found


def _earliest(session: Session, found: Model, kept: list[Term]) -> tuple[Model, tuple[Bool, ...]]:
    """Returns the model with the earliest member wherever `kept` leaves it open, and the terms that fix it."""
    open_ = [each for bits in _told_apart(found) for each in reversed(bits) if each not in kept]
    session.speak_of(open_)
    found = shrink(session, found, open_)
    return found, tuple(as_it_is(found.terms, each, found) for each in open_)


def _told_apart(found: Model) -> Iterator[list[Term]]:
    """Yields each one-hot group of truths of which the model mentions some."""
    for bits in found.terms.hot.values():
        listed = [each for each in bits if isinstance(each, Term)]
        if any(map(found.speaks_of, listed)):
            yield listed


def _is_open(state: State, found: Model, pairs: Iterable[Term]) -> bool:
    """Returns whether a position shows anything that the model leaves open."""
    return any(not found.speaks_of(each) for each in pairs) or next(_open_in(state, found), None) is not None


def _counted(state: State, found: Model, whole: Model, pairs: Iterable[Term]) -> Model:
    """Returns the model completed by a `whole` one: with the pieces of each zone of which it knows only the number.

    Pairs that it does not mention are taken from `whole` too. So are members of which it only knows which they are not:
    its own choice among the others need not obey the laws.
    """
    more = {each: whole.of(each) for each in pairs if not found.speaks_of(each)}
    more |= {each: whole.of(each) for each in _open_in(state, found)}
    more |= {each: whole.of(each) for bits in _told_apart(found) for each in bits}
    return Model(found.terms, ChainMap(more, found.known)) if more else found  # type: ignore[arg-type]


def _open_in(state: State, found: Model) -> Iterator[Term]:
    """Yields the truths that a piece lies in a zone, if the model leaves them open and fixes only the zone's size."""
    for members in state.zones.values():
        for zone in members:
            if isinstance(zone, Heap) and isinstance(zone.size, Term) and found.speaks_of(zone.size):
                yield from (each for each in zone.held if isinstance(each, Term) and not found.speaks_of(each))


def _small(state: State, session: Session, found: Model, order: list[Term]) -> tuple[Model, list[Term]]:
    """Returns a smaller model, and the constants in which it was shrunk: truths first, then numbers.

    The piece of an empty slot is left out, since nobody sees it. That of a taken one is shrunk even if the question
    asks only whether there is one, since it will be shown.
    """
    truths = [each for each in order if each.sort == "truth" and not is_choice(each)]
    found = shrink(session, found, truths)
    slots = [zone for members in state.zones.values() for zone in members if isinstance(zone, Slot)]
    empty = {each.piece.index for each in slots if not found.of(each.present)}
    shown = [each.piece.index for each in slots if each.present in session.constants and each.piece.index not in empty]
    session.speak_of(shown)
    pieces = [each for each in shown if isinstance(each, Term) and each not in order]
    rest = [each for each in (*pieces, *order) if each not in truths and each not in empty]
    return shrink(session, found, rest), [*truths, *rest]


def _proved(made: Study, spoken: ExtentStates, ways: list[Instance], goal: Goal, answer: QueryAnswer) -> Decision:
    """A proof counts only if there is something that it speaks of."""
    terms = made.terms
    some = terms.any(each.spoken_of for each in ways)
    speaks = made.solver.ask(*spoken.assumed, spoken.defined, some, reach="whole", why=True)
    defined = definedness(spoken) if speaks.result != "unknown" else None
    if speaks.result == "unsat" and defined is not None and defined.holds:
        empty = Decision(goal, "vacuous", rests_on=speaks.needed, how="it speaks of nothing: no state is as it assumes")
        return _spent(made, empty)
    if defined is None:
        return _spent(made, Decision(goal, "unknown", how=made.solver.gave_up))
    claim = next(each for each in made.world.game.claims if each.name == goal.name)
    if not defined.holds:
        return _spent(made, without_answer(made, goal, spoken, defined))
    return _spent(
        made, with_what_it_rests_on(Decision(goal, "proved", how=extent_words(made, claim.extent)), answer, defined)
    )


def with_what_it_rests_on(decision: Decision, answer: QueryAnswer, defined: Definedness) -> Decision:
    """Returns a decision that rests on what an answer needs, and on what is needed for all to be defined."""
    sets = [each_once(one, other) for one in (answer.needed, *answer.instead) for other in defined.needed]
    first, *others = dict.fromkeys(sets)
    return evolve(decision, rests_on=first, instead=tuple(others))


def without_answer(made: Study, goal: Goal, spoken: ExtentStates, defined: Definedness) -> Decision:
    """Returns the unknown decision on a statement without an answer in some of its states; one of these is shown."""
    if defined.found is None:
        return Decision(goal, "unknown", how=made.solver.gave_up)
    here = made.position(made.world, spoken.state, defined.found)
    fault = next((each.path for each in spoken.failing_here(defined.found)), None)
    return Decision(goal, "unknown", how=defined.why_not, counterexample=Counterexample((here,), (), fault=fault))


def _witness(made: Study, claim: claims.Claim, spoken: ExtentStates, goal: Goal) -> Decision:
    """A witness is a state that the rules of the tables and the invariants allow."""
    holds = made.world.truth(claim.condition, spoken.scope)
    conditions = (*spoken.assumed, spoken.defined, holds)
    answer, found = looked_for(made, spoken, conditions)
    if answer.result == "unsat":
        return _spent(
            made,
            Decision(
                goal, "not found", rests_on=answer.needed, instead=answer.instead, how=extent_words(made, claim.extent)
            ),
        )
    if found is None:
        return _spent(made, Decision(goal, "unknown", how=made.solver.gave_up))
    shown = counterexample(made, claim, spoken, found, None)
    return _spent(made, Decision(goal, "found", counterexample=shown, how=extent_words(made, claim.extent)))


def _spent(made: Study, decision: Decision) -> Decision:
    return evolve(decision, rlimit=made.solver.spent, queries=made.solver.asked)


def extent_words(made: Study, extent: claims.Extent) -> str:
    """Returns in words what a claim was asked of."""
    parts = [f"every state at the start of {extent.phase}" if extent.phase else "every state"]
    if extent.over is not None:
        parts.append(f"any {extent.over}, printed or not")
    parts += [f"{each}, printed or not" for each in extent.data.words]
    open_ = [each for each in made.rules.questions if each.name not in dict(extent.under)]
    if extent.readings == "any" and open_:
        parts.append("every complete set of readings")
    elif made.rules.questions:
        parts.append("the default readings")
    if made.rules.options and extent.readings != "any":
        parts.append("the default options")
    parts += [f"{question} is {reading}" for question, reading in extent.under]
    return ", ".join(parts)


# ---- SHOWN


def interesting(made: Study, conditions: tuple[Bool, ...]) -> list[Term]:
    """Returns the constants of a question that stand for themselves, readings' last; earlier members are simpler."""
    basic = [each for each in made.terms.cone(conditions) if each not in made.terms.definitions]
    later = {bit: number for bits in made.terms.hot.values() for number, bit in enumerate(bits)}
    return sorted(
        basic,
        key=lambda each: (is_choice(each), each.sort != "truth", -later.get(each, 0)),
    )


def is_choice(constant: Term) -> bool:
    """Returns whether a constant stands for a reading or an option."""
    return constant.name.startswith(("question ", "option "))


def counterexample(
    made: Study, claim: claims.Claim, spoken: ExtentStates, found: Model, way: Instance | None
) -> Counterexample:
    """Returns the position and everything that was asked in it, in data of the engine."""
    world = made.world
    here = made.position(world, spoken.state, found)
    among = None if way is None else _all_of(way.asks)
    positions, asked = asked_of(made, found, here, among=among, without=spoken.on_the_way)
    read = Reader(world.layout, found)
    names = () if way is None else tuple((local.name, read.value(local.domain, value)) for local, value in way.names)
    params = tuple((each.name, read.value(each.domain, spoken.scope.locals[each])) for each in claim.extent.params)
    return Counterexample(positions, asked, phase=None, bound=(*params, *names))


def asked_of(
    made: Study,
    found: Model,
    first: Position,
    worlds: Iterable[World] | None = None,
    among: frozenset[int] | None = None,
    without: AbstractSet[int] = frozenset(),
) -> tuple[tuple[Position, ...], tuple[Prediction, ...]]:
    """Returns every value that the solver worked out, in the position where it did; of all worlds, or of these alone.

    With `among` only answers of these identities, and in any case `without` those.
    """
    positions = [first]
    asked: list[Prediction] = []
    seen: set[int] = set()
    for world in _all_worlds(made.world) if worlds is None else worlds:
        read = Reader(world.layout, found)
        known: dict[State, Position] = {}
        for (name, chosen, *_), answer in world.asked.answers.items():
            wanted = id(answer) not in without and (among is None or id(answer) in among)
            if id(answer) in seen or not wanted or chosen != world.chosen(name):
                continue
            seen.add(id(answer))
            if any(found.of(each) for each in answer.faults.values()) or not _is_there(read, answer):
                continue
            if not found.settles(answer.value):  # it reads what the position does not name, since nothing hangs on it
                continue
            value = world.declared[name]
            try:
                position = known.get(answer.state) or made.position(world, answer.state, found)
                arguments = tuple(
                    read.value(param.domain, each) for param, each in zip(value.params, answer.args, strict=True)
                )
                result = read.value(value.domain, answer.value)
            except NobodyThere:
                continue
            known[answer.state] = position
            if position not in positions:
                positions.append(position)
            entry = Prediction(positions.index(position), name, arguments, result)
            if entry not in asked:
                asked.append(entry)
    return tuple(positions), tuple(asked)


def _all_of(asks: Iterable[Known]) -> frozenset[int]:
    """Returns the identities of answers, and of all that they were worked out from."""
    found: set[int] = set()
    agenda = [*asks]
    while agenda:
        each = agenda.pop()
        if id(each) not in found:
            found.add(id(each))
            agenda += each.uses
    return frozenset(found)


def _all_worlds(first: World) -> Iterator[World]:
    agenda = [first]
    while agenda:
        world = agenda.pop()
        yield world
        agenda += [each for each in world.others.values() if each is not world]


def _is_there(read: Reader, answer: Known) -> bool:
    """Returns whether the pieces that were asked about lie in some zone of the state.

    What would lie in a place where nothing does is no piece, though its number may be that of one that lies elsewhere.
    """
    zones = [zone for members in answer.state.zones.values() for zone in members]
    nothing = [each.piece.index for each in zones if isinstance(each, Slot) and not read.model.of(each.present)]
    asked = [each.index for each in answer.args if isinstance(each, PieceValue)]
    if any(isinstance(each, Term) and each is one for each in asked for one in nothing):
        return False
    return all(any(read.lies_in(zone, read.model.of(index)) for zone in zones) for index in asked)
