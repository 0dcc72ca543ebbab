"""Counterexamples in the words of the rules: positions as `given` lines, values and what decided them.

Citations stay clauses here: whoever shows them knows the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.claims import Audit, Claim
from refengine.ir.configuration import configure
from refengine.ir.expressions import CallValue
from refengine.ir.traverse import walk
from refengine.prove.engines import EnginePosition, Engines
from refengine.prove.facts import Fact, facts, lines, with_fewest_facts
from refengine.prove.looks import Spot
from refengine.prove.other_data import other_data, told_data
from refengine.prove.relevance import EvaluationSteps, deciding_after, deciding_steps
from refengine.prove.replay import Disagreement, EvaluatedValue, ReplayResult, is_invisible_in_play, replay
from refengine.prove.spelling import Spelling, Unspeakable, plain
from refengine.runtime.fault import Clause, Fault
from refengine.smt.goal import Counterexample, Decision, Goal

if TYPE_CHECKING:
    from refengine.runtime.game import State

_SENTENCES: Final[Mapping[str, str]] = {
    "refuted": "does not hold here",
    "found": "there is one",
    "bounded": "the induction fails from here",
    "unknown": "the induction fails from here",
}


@frozen
class ValueLine:
    """A value at its arguments, what it comes to, and what decided that. Those it rests on follow, one `deep`er.

    What does not `decide` may be left out. With a `fault` there is no result: the rules break off, and it says why.
    """

    text: str
    result: str
    clause: Clause | None
    fault: str | None = None
    deep: int = 0
    decides: bool = True

    @property
    def said(self) -> str:
        """The line as a sentence, without what decided."""
        return f"{self.text} is {self.result}" if self.fault is None else f"{self.text} has no answer: {self.fault}"


@frozen
class ToldPosition:
    """A position: its seats, what was chosen beside the defaults, what is given, and what values come to.

    Of what is given `matters` is what is looked at where the statement is worked out, and `passed_over` counts what is
    not. `more` values are not listed. `any_piece` are the pieces that stand for any of their component.
    """

    players: int
    readings: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    given: tuple[str, ...]
    values: tuple[ValueLine, ...]
    matters: tuple[str, ...] = ()
    passed_over: int = 0
    more: int = 0
    any_piece: tuple[str, ...] = ()


@frozen
class ToldCounterexample:
    """A counterexample for people. `bound` says what the names of the claim stand for, `after` what the move changes.

    Of that `after_matters` to the statement, and `after_values` are what that rests on then.

    `differences` are there where engine and prover disagree. Of a position that `is_pared` what makes no difference is
    as at the start.
    """

    sentence: str
    scenes: tuple[ToldPosition, ...] = ()
    bound: tuple[str, ...] = ()
    move: str | None = None
    after: tuple[str, ...] = ()
    after_matters: tuple[str, ...] = ()
    after_values: tuple[ValueLine, ...] = ()
    broken: tuple[Clause, ...] = ()
    fault: Fault | None = None
    differences: tuple[Disagreement, ...] = ()
    is_pared: bool = False


@frozen
class ExplainedDecision:
    """A decision with its counterexample replayed and told; `smallest` is the one that can be given by hand.

    `confirmed`: the engine was asked about the counterexample as it is, and agrees.
    """

    decision: Decision
    replayed: ReplayResult | None = None
    told: ToldCounterexample | None = None
    smallest: Counterexample | None = None
    confirmed: bool = False

    @property
    def is_impossible(self) -> bool:
        """Returns whether no engine can set the position up, so that nothing is known by it."""
        return self.replayed is not None and self.replayed.verdict == "impossible"

    @property
    def disagrees(self) -> bool:
        """Returns whether engine and prover contradict each other."""
        return self.replayed is not None and self.replayed.verdict == "disagrees"


def show(engines: Engines, decision: Decision, *, small: bool = True) -> ExplainedDecision:
    """Replays the counterexample of a decision, makes it `small`, and puts it into words."""
    engines = engines.of(decision.goal)
    found, told = decision.counterexample, replay(engines, decision)
    if found is None or told is None:
        return ExplainedDecision(decision)
    if told.verdict in {"disagrees", "impossible"}:
        return ExplainedDecision(decision, told, _tell(engines, decision, found, told))
    confirmed = told.verdict == "confirmed"
    less = with_fewest_facts(engines, decision, found) if small else None
    if less is None:
        return ExplainedDecision(decision, told, _tell(engines, decision, found, told), confirmed=confirmed)
    pared = decision.reached and engines.stand_in_game(found.positions[0]).state != less[1].stood[0].state
    words = evolve(_tell(engines, decision, *less), is_pared=pared)
    return ExplainedDecision(decision, less[1], words, less[0], confirmed=confirmed)


def _tell(engines: Engines, decision: Decision, found: Counterexample, told: ReplayResult) -> ToldCounterexample:
    scenes = tuple(_scene(engines, decision.goal, found, told, number) for number in range(len(told.stood)))
    bound = tuple(f"{name} is {plain(value)}" for name, value in found.bound)
    after = _NextState() if told.after is None else _after(engines.game, decision.goal, told.stood[0], told.after)
    sentence = _SENTENCES.get(decision.verdict, "")
    if decision.verdict == "unknown" and decision.goal.kind in {"claim", "audit"}:
        sentence = "it is not known whether it holds"
    if decision.verdict == "refuted" and is_invisible_in_play(decision.goal):
        sentence += ": in another order it comes to something else, or breaks off"
    if told.differences:
        impossible = told.verdict == "impossible"
        sentence = "no engine can set the position up" if impossible else "the engine and the prover disagree"
    return ToldCounterexample(
        sentence,
        scenes,
        bound,
        _move(found),
        after.lines,
        after.matters,
        after.values,
        told.broken,
        told.fault,
        told.differences,
    )


# ---- POSITIONS


def _scene(engines: Engines, goal: Goal, found: Counterexample, told: ReplayResult, number: int) -> ToldPosition:
    game, stood = engines.game, told.stood[number]
    named = direct_values(game, goal)
    readings, options = choices_beside_defaults(game, stood)
    known = deciding_steps(goal, found, stood, number, named)
    spelling = spelling_of(game, stood)
    listed = position_facts(game, stood)
    matters = listed if known.looked is None else tuple(each for each in listed if _is_looked_at(each, known.looked))
    return ToldPosition(
        stood.position.players,
        readings,
        options,
        given_lines(game, stood, listed),
        tuple(_values(spelling, known, [each for each in told.worked if each.asked.position == number])),
        given_lines(game, stood, matters),
        len(listed) - len(matters),
        any_piece=tuple(_any_piece(engines, goal, matters)),
    )


def _values(spelling: Spelling, known: EvaluationSteps, worked: Sequence[EvaluatedValue]) -> Iterator[ValueLine]:
    """Yields the values in the order in which they decide, and then those that nothing asked for."""
    met = set[str]()
    for each in known.steps:
        line = line_of(spelling, each.worked)
        met.add(line.text)
        yield evolve(line, deep=each.deep, decides=each.decides)
    for one in worked:
        line = line_of(spelling, one)
        if line.text not in met:
            yield evolve(line, decides=one.fault is not None)


def _is_looked_at(fact: Fact, looked: frozenset[Spot]) -> bool:
    """Returns whether a fact is about something that is looked at; of a family in which pieces start no key is told."""
    families = frozenset((part, name, None) for part, name, _ in looked)
    return not fact.spots.isdisjoint(looked | families) if fact.spots else True


def _any_piece(engines: Engines, goal: Goal, listed: Iterable[Fact]) -> Iterator[str]:
    """Yields the pieces that stand for any of their component, where a claim is about any data that they may have."""
    stated: tuple[Claim | Audit, ...] = (*engines.game.claims, *engines.game.audits)
    over = next((each.extent.over for each in stated if each.name == goal.name), None)
    for each in listed:
        if over is not None and each.piece is not None and each.piece.component == over:
            printed = engines.settled(each.piece.data)
            unnamed = isinstance(printed, str) and printed != each.piece.data
            yield f"{each}{f' (as {printed} is)' if unnamed else ''} stands for any {over}"


def choices_beside_defaults(
    game: model.Game, stood: EnginePosition
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Returns the readings and options that are others than the defaults."""
    usual = {question.name: each.name for question in game.questions for each in question.readings if each.default}
    whole, _ = configure(game, stood.position.players, {**dict(stood.game.description.readings), **usual}, {}, None)
    options = {} if whole is None else dict(whole.options)
    told = stood.game.description
    return (
        tuple((name, each) for name, each in told.readings if usual.get(name) != each),
        tuple((name, each) for name, each in told.options if options.get(name) != each),
    )


def spelling_of(game: model.Game, stood: EnginePosition) -> Spelling:
    """Returns the words for a position."""
    return Spelling(game, stood.game.description, stood.position.data.get("zones", {}))


def position_facts(game: model.Game, stood: EnginePosition) -> tuple[Fact, ...]:
    """Returns the facts that give a position."""
    start = stood.game.to_json(stood.game.position({}))
    return facts(spelling_of(game, stood), stood.position.data, start)


def given_lines(game: model.Game, stood: EnginePosition, listed: Sequence[Fact]) -> tuple[str, ...]:
    """Returns the lines that give facts, as examples have them; first the printed data, which no example can give."""
    others = [Fact(each) for each in told_data(game, other_data(game, stood.position))]
    return (*lines(others), *lines(listed, together=True))


def direct_values(game: model.Game, goal: Goal) -> frozenset[str]:
    """Returns the values that a statement names itself; the others are asked by these."""
    stated: tuple[Any, ...] = (
        *game.claims, *game.dependences, *game.audits, *game.invariants, *game.measures, *game.nestings,
    )  # fmt: skip
    nodes = [node for each in stated if each.name == goal.name for node in walk(each)]
    names = {node.name for node in nodes if isinstance(node, CallValue)}
    depends = {name for each in game.dependences if each.name == goal.name for name in each.values}
    if goal.kind == "obligation":
        names.add(goal.name.partition(":")[0].partition(".")[0])
    return frozenset(names | depends)


def line_of(spelling: Spelling, worked: EvaluatedValue) -> ValueLine:
    """Returns a value as a line: what the engine makes of it, or that it has no answer."""
    if worked.fault is not None:
        return ValueLine(_called(spelling, worked), "", worked.fault.clause, worked.fault.message)
    return ValueLine(_called(spelling, worked), _result(spelling, worked), worked.clause)


def _called(spelling: Spelling, worked: EvaluatedValue) -> str:
    try:
        return spelling.call(worked.asked)
    except Unspeakable:
        listed = ", ".join(plain(each) for each in worked.asked.arguments)
        return f"{worked.asked.value}({listed})"


def _result(spelling: Spelling, worked: EvaluatedValue) -> str:
    try:
        return spelling.value(spelling.info(worked.asked.value).domain, worked.result)
    except Unspeakable:
        return plain(worked.result)


# ---- WHAT A MOVE CHANGES


@frozen
class _NextState:
    lines: tuple[str, ...] = ()
    matters: tuple[str, ...] = ()
    values: tuple[ValueLine, ...] = ()


def _after(game: model.Game, goal: Goal, before: EnginePosition, after: State) -> _NextState:
    """Returns the changes of a move, those that a statement about the state after it looks at, and what it rests on."""
    facts_then = move_facts(game, before, after)
    whole = lines(facts_then, together=True)
    known = deciding_after(goal, before, after)
    if known is None or known.looked is None:
        return _NextState(whole, whole)
    looked = known.looked
    matters = lines([each for each in facts_then if _is_looked_at(each, looked)], together=True)
    spelling = Spelling(game, before.game.description, before.game.to_json(after)["zones"])
    return _NextState(whole, matters, tuple(_values(spelling, known, ())))


def _move(found: Counterexample) -> str | None:
    if found.step is None:
        return found.phase
    listed = ", ".join(plain(each) for each in found.step.arguments)
    called = f"{found.step.action}({listed})" if listed else found.step.action
    return f"{found.step.actor}: {called}"


def move_facts(game: model.Game, before: EnginePosition, after: State) -> tuple[Fact, ...]:
    """Returns the changes of a move: where pieces lie now that did not lie there before, and what variables hold."""
    was, now = before.game.to_json(before.state), before.game.to_json(after)
    spelling = Spelling(game, before.game.description, now["zones"])
    moved = {
        zone: {key: _added(pieces, was["zones"][zone].get(key, [])) for key, pieces in held.items()}
        if isinstance(held, Mapping)
        else _added(held, was["zones"][zone])
        for zone, held in now["zones"].items()
    }
    found = facts(spelling, {"zones": moved, "variables": now["variables"]}, was, starts=True)
    return (*found, *_tokens(spelling, was, now))


def _added(pieces: Sequence[Any], before: Sequence[Any]) -> list[Any]:
    left = list(before)
    added: list[Any] = []
    for each in pieces:
        if each in left:
            left.remove(each)
        else:
            added.append(each)
    return added


def _tokens(spelling: Spelling, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Fact]:
    for token, holders in now.get("tokens", {}).items():
        for holder, amounts in holders.items():
            for key, amount in amounts.items():
                if amount != was["tokens"][token][holder][key]:
                    yield Fact(f"{token} on {spelling.key(holder, key)} = {amount}")
