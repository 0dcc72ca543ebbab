"""A position as facts that the language would write in `given` lines; and the fewest facts that still show the same."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import evolve, frozen

from refengine.ir.counting import is_declared
from refengine.ir.domain import Domain
from refengine.prove.engines import EnginePosition, Engines
from refengine.prove.looks import Spot
from refengine.prove.replay import ReplayResult, confirm, is_invisible_in_play
from refengine.prove.spelling import Spelling, Unspeakable, plain
from refengine.runtime.fault import BadData, Fault
from refengine.smt.goal import Counterexample, Decision, Position

MOST: Final = 400
"""The greatest number of smaller positions that are tried."""

WIDTH: Final = 96
"""The greatest length of a line of facts, if it holds more than one."""

Way = tuple[str | int | None, ...]
"""The way to something in the data of a position; a zone that is no family has None for its key."""


@frozen
class PieceData:
    """A piece as data have it: by its name, or by its own data if it is not printed."""

    component: str
    data: Any


@frozen
class Fact:
    """A fact that is given, as it is written. A piece that goes by its name lies in `place`.

    It makes a difference to nobody who looks at none of the `spots`: where a piece lies is told of the place where it
    starts too.
    """

    text: str
    place: str = ""
    spots: frozenset[Spot] = frozenset()
    piece: PieceData | None = None

    def __str__(self) -> str:
        return f"{self.text} in {self.place}" if self.place else self.text


# ---- FACTS


def facts(
    spelling: Spelling, data: Mapping[str, Any], start: Mapping[str, Any], *, starts: bool = False
) -> tuple[Fact, ...]:
    """Returns the facts of a position's data, but for what is so at the start anyhow (the data of `start`).

    With `starts` also which printed pieces lie where they start.
    """
    return (*_pieces(spelling, data, starts=starts), *_variables(spelling, data, start), *_tokens(spelling, data))


def _pieces(spelling: Spelling, data: Mapping[str, Any], *, starts: bool) -> Iterator[Fact]:
    at_start = {each.name: each.starts_in for each in spelling.description.components}
    for zone in spelling.description.zones:
        for key, pieces in _members(zone.index, data.get("zones", {}).get(zone.name)):
            where = spelling.place(zone.name, None if key is None else spelling.key(str(zone.index), key))
            spots = frozenset[Spot]({("zones", zone.name, key), ("zones", at_start[zone.component], None)})
            for piece in pieces:
                if isinstance(piece, Mapping):
                    yield Fact(f"a {spelling.unprinted(piece)} in {where}", "", spots, PieceData(zone.component, piece))
                elif starts or zone.name not in at_start.values():
                    yield Fact(spelling.piece(zone.component, piece), where, spots, PieceData(zone.component, piece))


def _variables(spelling: Spelling, data: Mapping[str, Any], start: Mapping[str, Any]) -> Iterator[Fact]:
    told = data.get("variables", {})
    for variable in spelling.description.variables:
        if variable.name not in told or not is_declared(variable):
            continue
        at_start = _cells(variable.index, start["variables"][variable.name])
        for key, value in _cells(variable.index, told[variable.name]).items():
            if value != at_start[key]:
                named = spelling.place(variable.name, None if key is None else spelling.key(str(variable.index), key))
                spot = ("variables", variable.name, key)
                yield Fact(f"{named} = {_said(spelling, variable.domain, value)}", spots=frozenset({spot}))


def _said(spelling: Spelling, domain: Domain, value: Any) -> str:
    try:
        return spelling.value(domain, value)
    except Unspeakable:
        return plain(value)


def _tokens(spelling: Spelling, data: Mapping[str, Any]) -> Iterator[Fact]:
    for token, holders in data.get("tokens", {}).items():
        for holder, amounts in holders.items():
            for key, amount in amounts.items():
                if amount:
                    spot = ("tokens", f"{token} on {holder}", key)
                    yield Fact(f"{token} on {spelling.key(holder, key)} = {amount}", spots=frozenset({spot}))


def _cells(index: str | None, held: Any) -> Mapping[str | None, Any]:
    """Returns the content of a variable by key; one that is no family may hold nothing, which is worth saying."""
    return {None: held} if index is None else dict(held or {})


def _members(index: str | None, held: Any) -> list[tuple[str | None, Any]]:
    if index is None:
        return [] if held is None else [(None, held)]
    return list((held or {}).items())


def lines(found: Sequence[Fact], *, together: bool = False) -> tuple[str, ...]:
    """Returns the facts side by side, as many as a line takes; `together`: the pieces of one place in braces."""
    rows: list[str] = []
    for text in _together(found) if together else map(str, found):
        if rows and len(rows[-1]) + len(text) + 2 <= WIDTH:
            rows[-1] += f", {text}"
        else:
            rows.append(text)
    return tuple(rows)


def _together(found: Sequence[Fact]) -> Iterator[str]:
    for place, group in groupby(found, key=lambda each: each.place):
        pieces = list(group)
        if not place or len(pieces) == 1:
            yield from map(str, pieces)
        else:
            yield f"{{{', '.join(each.text for each in pieces)}}} in {place}"


# ---- FEWER


def with_fewest_facts(
    engines: Engines, decision: Decision, found: Counterexample
) -> tuple[Counterexample, ReplayResult] | None:
    """Returns the counterexample with the fewest facts with which the engine finds the same, as an example gives it.

    None if it does not find it there at all. Of a claim nothing is taken away: which states it speaks of is for the
    prover to say, and it has made them small.
    """
    moves = found.step is not None or found.phase is not None or found.fault is not None
    if moves and decision.goal.kind not in {"claim", "witness"} and not is_invisible_in_play(decision.goal):
        asked = tuple(each for each in found.asked if each.position == 0)
        return _shrunk(engines, decision, evolve(found, positions=found.positions[:1], asked=asked))
    told = confirm(engines, decision, found, engines.stand_in_game)
    return None if told.verdict in {"disagrees", "impossible"} else (found, told)


def _shrunk(engines: Engines, decision: Decision, found: Counterexample) -> tuple[Counterexample, ReplayResult] | None:
    def told_of(shown: Counterexample) -> ReplayResult | None:
        told = confirm(engines, decision, shown, engines.stand_in_game)
        return told if told.verdict not in {"disagrees", "impossible"} and _broken(told.stood[0]) <= before else None

    before = _broken(engines.stand_in_game(found.positions[0]))
    best = told_of(found)
    if best is None:
        return None
    usual = evolve(found, positions=(engines.by_default(found.positions[0]),))
    told = None if decision.reached else told_of(usual)  # by other readings no game may come there
    if told is not None:
        found, best = usual, told
    left = MOST
    for way in _ways(found.positions[0]):
        smaller = evolve(found, positions=(_without(found.positions[0], way),))
        told = told_of(smaller) if left else None
        left = max(0, left - 1)
        if told is not None:
            found, best = smaller, told
    return found, best


def _broken(stood: EnginePosition) -> frozenset[str]:
    """Returns the invariants that do not hold in a position, but for conservation: what was not broken must not be."""
    try:
        found = stood.game.violations(None, stood.state)
    except (Fault, BadData):
        return frozenset({"fault"})
    return frozenset(each.name for each in found if each.kind != "conservation")


def _ways(position: Position) -> list[Way]:
    """Returns all ways to take something away, last things first, so that what is left keeps its number."""
    found: list[Way] = []
    for zone, held in position.data.get("zones", {}).items():
        members = held.items() if isinstance(held, Mapping) else ((None, held),)
        found += [("zones", zone, key, number) for key, pieces in members for number in range(len(pieces))]
    for variable, value in position.data.get("variables", {}).items():
        keys = value if isinstance(value, Mapping) else (None,)
        found += [("variables", variable, key) for key in keys]
    for token, holders in position.data.get("tokens", {}).items():
        found += [("tokens", token, holder, key) for holder, amounts in holders.items() for key in amounts]
    return found[::-1]


def _without(position: Position, way: Way) -> Position:
    data: Any = copy.deepcopy(position.data)
    *above, last = [step for step in way if step is not None]
    part = data
    for step in above:
        part = part[step]
    part.pop(last)
    return evolve(position, data=data)
