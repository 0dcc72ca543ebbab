"""Answers of the prover in the reader's terms: what it refutes, shows or cannot carry through, as failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from attrs import evolve, field, frozen

from refengine.check.leaks import held_unlike
from refengine.check.report import Brief, Failure, Setting, quantity
from refengine.prove.narrative import ExplainedDecision, ToldCounterexample, ToldPosition, ValueLine
from refengine.prove.spelling import plain
from refengine.report.citations import Basis, CitedClause, Reader
from refengine.runtime.fault import Clause
from refengine.smt.goal import Decision, Goal, Position

MOST: Final = 12
"""The greatest number of values told to people for a position."""

EVERYTHING_AT_START: Final = "everything lies as at the start"

LIKE_THIS: Final = "a game comes to a position like this; here, what makes no difference is as at the start"

_WITHOUT_POSITION = {
    "refuted": "does not hold",
    "not found": "there is none",
    "vacuous": "it speaks of nothing",
}


def failure_of(shown: ExplainedDecision, reader: Reader, notes: tuple[str, ...] = ()) -> Failure:
    """Returns a decision with its counterexample; `notes` are more lines about it."""
    decision, told = shown.decision, shown.told
    goal = decision.goal
    if told is None:
        what = _WITHOUT_POSITION.get(decision.verdict, decision.verdict)
        found = (*((decision.how,) if decision.how else ()), *notes)
        setting = Setting(_seats(goal.players), goal.players, (), ())
        return Failure(*goal.statement, what, clause_of(goal, reader), setting, found)
    first = told.scenes[0] if told.scenes else ToldPosition(goal.players, (), (), (), ())
    found = tuple(_found(decision, told, reader, notes))
    brief = Brief(tuple(_found(decision, _in_brief(told), reader, notes)), tuple(_what_matters(first)))
    return Failure(
        kind=goal.kind,
        name=goal.statement[1],
        what=told.sentence,
        clause=clause_of(goal, reader),
        setting=_setting(first),
        found=found,
        moves=() if told.move is None else (told.move,),
        position=_given(first),
        brief=None if (brief.found, brief.position) == (found, _given(first)) else brief,
        before_last=told.move is not None,
        code=None if told.fault is None else told.fault.code,
        stood=_stood(shown),
        earlier=decision.before,
    )


def _stood(shown: ExplainedDecision) -> Position | None:
    """Returns the first position that an engine has set up, as data."""
    if shown.replayed is None or not shown.replayed.stood:
        return None
    first = shown.replayed.stood[0]
    return evolve(first.position, data=first.game.to_json(first.state))


def clause_of(goal: Goal, reader: Reader) -> CitedClause:
    """Returns the statement itself as a clause: what it cites, and where it stands."""
    span = None if goal.span is None else (goal.span.path, goal.span.start, goal.span.end)
    return reader.clause(Clause(goal.name, tuple(str(each) for each in goal.cites), span))


def _found(decision: Decision, told: ToldCounterexample, reader: Reader, notes: tuple[str, ...]) -> Iterator[str]:
    reason = _Reasons(reader).by
    if decision.goal.within:
        yield f"in {decision.goal.within}"
    if decision.goal.kind == "sight" and len(told.scenes) > 1:
        yield from _sight(decision, told)
        yield from notes
        return
    if decision.reached or (decision.goal.kind in {"claim", "audit"} and decision.verdict == "unknown"):
        yield LIKE_THIS if told.is_pared else decision.how
    elif decision.goal.kind == "claim" and "; " in decision.how:
        yield decision.how.rpartition("; ")[2]
    yield from told.bound
    for number, scene in enumerate(told.scenes):
        lead = "  " if number else ""
        if number:
            yield f"{_where(scene, told.scenes[0])}:"
        yield from (f"{lead}{each}" for each in scene.any_piece)
        yield from (f"{lead}{'  ' * each.deep}{_line(each, reason)}" for each in scene.values)
        if scene.more:
            yield f"{lead}and {quantity(scene.more, 'more value')}"
    if told.fault is not None:
        yield f"the rules break off: {told.fault.message}: {reason(told.fault.clause)}"
    if told.after:
        yield f"after the move: {'; '.join(told.after)}"
    yield from (f"  {'  ' * each.deep}{_line(each, reason)}" for each in told.after_values)
    for clause in told.broken:
        yield f"the move breaks {reason(clause)}"
    for each in told.differences:
        yield f"{each.what}: the prover says {each.prover}, the engine says {each.engine}"
    yield from notes


def _in_brief(told: ToldCounterexample) -> ToldCounterexample:
    """Returns what is told without the values and changes that do not decide; of very many that do the first."""
    after = told.after_matters or told.after
    values = tuple(each for each in told.after_values if each.decides)[:MOST]
    return evolve(told, scenes=tuple(map(_scene_in_brief, told.scenes)), after=after, after_values=values)


def _scene_in_brief(scene: ToldPosition) -> ToldPosition:
    deciding = tuple(each for each in scene.values if each.decides)
    return evolve(scene, values=deciding[:MOST], more=max(0, len(deciding) - MOST))


def _sight(decision: Decision, told: ToldCounterexample) -> Iterator[str]:
    """Yields the difference between two positions that look the same: which action is legal, or who is asked."""
    bound = {} if decision.counterexample is None else dict(decision.counterexample.bound)
    if bound:
        listed = ", ".join(plain(each) for each in bound["arguments"])
        yield f"to player {bound['player']} it looks like: {'; '.join(told.scenes[1].given)}"
        action = f"{bound['action']}({listed})" if listed else bound["action"]
        yield f"but {action} is legal for player {bound['player']} in one of the two only"
    else:
        yield f"to everybody it looks like: {'; '.join(told.scenes[1].given)}"
        yield "but others are asked there"
    yield from _told_unlike(decision)
    yield decision.how
    for each in told.differences:
        yield f"{each.what}: the prover says {each.prover}, the engine says {each.engine}"


def _told_unlike(decision: Decision) -> Iterator[str]:
    """Yields what frames hold in one of two positions and not in the other."""
    positions = () if decision.counterexample is None else decision.counterexample.positions
    if len(positions) == 2:
        yield from held_unlike(*(each.data for each in positions))


@frozen
class _Reasons:
    """Clauses with what they cite, in full where something is cited for the first time."""

    reader: Reader
    told: set[str] = field(factory=set)

    def by(self, clause: Clause) -> str:
        """Returns a clause within a sentence."""
        cited = self.reader.clause(clause)
        bases = "; ".join(self._basis(each) for each in cited.basis)
        return f"`{cited.path}`" + (f" per {bases}" if bases else "")

    def _basis(self, basis: Basis) -> str:
        known = basis.name in self.told
        self.told.add(basis.name)
        return f"{basis.name} ({basis.text})" if basis.text and not known else basis.name


def _line(line: ValueLine, reason: Callable[[Clause], str]) -> str:
    return line.said + ("" if line.clause is None else f", by {reason(line.clause)}")


def _setting(scene: ToldPosition) -> Setting:
    chosen = ", ".join(f"{name} {value}" for name, value in (*scene.readings, *scene.options))
    label = _seats(scene.players) + (f", {chosen}" if chosen else "")
    return Setting(label, scene.players, scene.readings, scene.options)


def _where(scene: ToldPosition, first: ToldPosition) -> str:
    """Returns the words for the difference between another position and the first."""
    parts = []
    if scene.players != first.players:
        parts.append(f"with {_seats(scene.players)}")
    if (scene.readings, scene.options) != (first.readings, first.options):
        chosen = ", ".join(f"{name} is {value}" for name, value in (*scene.readings, *scene.options))
        parts.append(f"under {chosen or 'the default readings'}")
    if scene.given != first.given:
        parts.append(f"with {'; '.join(scene.given) or 'nothing given'}")
    return ", ".join(parts) or "again"


def _given(scene: ToldPosition) -> tuple[str, ...]:
    return tuple(f"given {each}" for each in scene.given) or (EVERYTHING_AT_START,)


def _what_matters(scene: ToldPosition) -> Iterator[str]:
    """Yields the given facts that are looked at, and the number of the others."""
    yield from (f"given {each}" for each in scene.matters)
    if scene.passed_over and scene.matters:
        yield f"and {quantity(scene.passed_over, 'more fact')} that {_makes(scene.passed_over)} no difference here"
    elif scene.passed_over:
        others = f"{quantity(scene.passed_over, 'fact')} {_makes(scene.passed_over)} no difference here"
        yield f"what matters is as at the start; {others}"
    elif not scene.matters:
        yield EVERYTHING_AT_START


def _makes(number: int) -> str:
    return "makes" if number == 1 else "make"


def _seats(players: int) -> str:
    return f"{players} player{'' if players == 1 else 's'}"
