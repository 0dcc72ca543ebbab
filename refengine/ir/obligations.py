"""Obligations, which no rule has to write: the conditions under which the partial operations of the rules are total.

The engine guards each with a named fault, random games look for one that breaks, and the prover is to discharge them.
There is no solver in sight here: an obligation names the node and what is owed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from enum import Enum

from attrs import evolve, frozen

from refengine.ir import control, expressions, game
from refengine.ir.exits import leaves
from refengine.ir.expressions import Origin
from refengine.ir.traverse import children, walk


class Owed(Enum):
    """The sort of an obligation, in words for a report."""

    COVERAGE = "some case applies"
    OVERLAP = "no two cases apply"
    AGREEMENT = "exceptions that apply together agree"
    SYMMETRY = "what is joined is joined both ways"
    UNIQUE = "there is exactly one"
    PRESENT = "what may be absent is there"
    RANGE = "the number stays in its range"
    DIVISOR = "the divisor is not 0"
    NONEMPTY = "there is a highest or lowest"
    PIECE = "the piece lies where it is taken from"
    ROOM = "there is room where it goes"
    TOKENS = "there are enough tokens"
    HOLDER = "the token may lie there"
    ORDER = "the order of a plain `each` makes no difference"
    WRITES = "nothing is written twice at once"
    ANSWER = "whoever is asked has a legal action"
    RETURN = "a phase that is done was entered by another"
    UNBARRED = "no bar stands in the way"
    RUNNING = "a phase that is abandoned is running, and was entered by another"


@frozen
class Obligation:
    """An obligation: what is owed, by which clause, and where in it."""

    owed: Owed
    path: str
    origin: Origin

    @property
    def name(self) -> str:
        """The name of the obligation; several of one sort in one clause share it."""
        return f"{self.path}: {self.owed.value}"


def obligations(rules: game.Game) -> tuple[Obligation, ...]:
    """Returns every obligation that the course of a game can meet, in the order of its declarations.

    What claims and audits alone ask is owed by them: they say of what states they speak.
    """
    return tuple(dict.fromkeys(_obligations(rules)))


_NOT_PLAYED = ("claims", "dependences", "confinements", "audits", "examples", "scopes", "editions")
"""The fields that say something of a game; what they alone ask is owed by them. A slice need not have them."""


def met_in_play(rules: game.Game) -> frozenset[str]:
    """Returns the values that the course of a game may ask for: its scripts, its outcome, what always has to hold."""
    calls = {each.name: _calls(each.body) for each in rules.values}
    found: set[str] = set()
    agenda = [*_calls(evolve(rules, values=(), **dict.fromkeys(_NOT_PLAYED, ())))]  # type: ignore[arg-type]
    while agenda:
        each = agenda.pop()
        if each not in found:
            found.add(each)
            agenda += calls[each]
    return frozenset(found)


def may_be_full(rules: game.Game) -> frozenset[str]:
    """Returns the zones where something may find no room: those over parts have members only while the pieces lie."""
    parts = {part.name for part in rules.parts}
    return frozenset(zone.name for zone in rules.zones if zone.cap is not None or zone.index in parts)


def _calls(node: object) -> set[str]:
    return {each.name for each in walk(node) if isinstance(each, expressions.CallValue)}


def _obligations(rules: game.Game) -> Iterator[Obligation]:
    capped = may_be_full(rules)
    met = met_in_play(rules)
    for value in rules.values:
        if value.name not in met:
            continue
        yield from owed_by_value(value)
        yield from _in_expressions(value.clause.path, value.body)
    bars = {script.name: script.bars for script in rules.phases}
    for script in (rules.setup, *rules.phases):
        for told in script.seen:
            yield from _in_expressions(script.clause.path, told.seen)
        for point in script.points:
            path = (point.clause or script.clause).path
            yield from _in_effects(path, point.effects, capped)
            yield from _in_exit(path, point.exit)
            yield from _in_bars(path, point.exit, bars)
            yield from _in_point(path, point)
    for variable in rules.variables:
        yield from _in_expressions(variable.clause.path, variable.starts)
    kept: tuple[game.Zone | game.Variable, ...] = (*rules.zones, *rules.variables)
    for held in kept:
        yield from _in_expressions(held.clause.path, held.seen)
    outcome = () if rules.outcome is None else (rules.outcome,)
    stated: tuple[game.Law | game.Invariant | game.Measure | game.Outcome, ...] = (
        *rules.laws, *rules.invariants, *rules.measures, *outcome,
    )  # fmt: skip
    for property_ in stated:
        yield from _in_expressions(property_.clause.path, property_)


def owed_by_value(value: game.Value) -> Iterator[Obligation]:
    """Yields what a value owes as a whole, beside what its expressions owe."""
    path, origin = value.clause.path, value.clause.origin
    match value.body:
        case game.Cases():
            yield Obligation(Owed.COVERAGE, path, origin)
            yield Obligation(Owed.OVERLAP, path, origin)
        case game.General(exceptions=exceptions) if len(exceptions) > 1:
            yield Obligation(Owed.AGREEMENT, path, origin)
        case game.Sums():
            yield Obligation(Owed.RANGE, path, origin)
        case game.Joined(evident=False):
            yield Obligation(Owed.SYMMETRY, path, origin)
        case _:
            pass


def _in_bars(path: str, leave: control.Exit, bars: Mapping[str, tuple[control.Barred, ...]]) -> Iterator[Obligation]:
    """Yields what is owed where a phase is entered that has bars: by whatever enters it."""
    for each in leaves(leave):
        if isinstance(each, control.Enter | control.Go) and each.owes is not None:
            yield Obligation(Owed.UNBARRED, path, each.owes)
            for bar in bars[each.phase]:
                yield from _in_expressions(bar.clause.path, bar)


def _in_point(path: str, node: object) -> Iterator[Obligation]:
    """Yields the obligations of the expressions of a point; those of an action's legality belong to the action."""
    yield from owed_by_expression(path, node)
    for each in children(node):
        if isinstance(each, control.Action):
            yield from _in_expressions(each.clause.path, each)
        else:
            yield from _in_point(path, each)


def _in_expressions(path: str, node: object) -> Iterator[Obligation]:
    for each in walk(node):
        yield from owed_by_expression(path, each)


def owed_by_expression(path: str, each: object) -> Iterator[Obligation]:
    """Yields what a node of an expression owes itself, if it is one that may have no answer."""
    match each:
        case expressions.The(origin=origin):
            yield Obligation(Owed.UNIQUE, path, origin)
        case expressions.Unwrap(origin=origin):
            yield Obligation(Owed.PRESENT, path, origin)
        case expressions.Narrow(origin=origin):
            yield Obligation(Owed.RANGE, path, origin)
        case expressions.NonZero(origin=origin):
            yield Obligation(Owed.DIVISOR, path, origin)
        case expressions.Among(origin=origin):
            yield Obligation(Owed.HOLDER, path, origin)
        case expressions.Extreme(origin=origin):
            yield Obligation(Owed.NONEMPTY, path, origin)
        case expressions.Located(origin=origin) | expressions.CellOf(origin=origin):
            yield Obligation(Owed.PIECE, path, origin)
        case _:
            pass


def _in_effects(path: str, effects: Iterable[control.Effect], capped: AbstractSet[str]) -> Iterator[Obligation]:
    for effect in effects:
        for each in walk(effect):
            yield from owed_by_control(path, each, capped)


def owed_by_control(path: str, each: object, capped: AbstractSet[str] = frozenset()) -> Iterator[Obligation]:
    """Yields what an effect, or an exit, owes itself, but for the bars of what it enters; `capped` may have no room."""
    match each:
        case control.MovePiece(origin=origin):
            yield Obligation(Owed.PIECE, path, origin)
            if not isinstance(each.target, expressions.PlaceAt) or each.target.zone in capped:
                yield Obligation(Owed.ROOM, path, origin)
        case control.MoveTokens(origin=origin):
            yield Obligation(Owed.TOKENS, path, origin)
        case control.AddNumber(origin=origin):
            yield Obligation(Owed.RANGE, path, origin)
        case control.Each(ordered=False, origin=origin):
            yield Obligation(Owed.ORDER, path, origin)
        case control.Simultaneous(origin=origin):
            yield Obligation(Owed.WRITES, path, origin)
        case control.Branches(origin=origin) | control.ForkCases(origin=origin):
            yield Obligation(Owed.COVERAGE, path, origin)
            yield Obligation(Owed.OVERLAP, path, origin)
        case control.Ask(if_able=None, origin=origin):
            yield Obligation(Owed.ANSWER, path, origin)
        case control.Done(origin=origin):
            yield Obligation(Owed.RETURN, path, origin)
        case control.Abandon(origin=origin):
            yield Obligation(Owed.RUNNING, path, origin)
        case _:
            pass


def _in_exit(path: str, leave: control.Exit) -> Iterator[Obligation]:
    for each in walk(leave):
        yield from owed_by_control(path, each)
