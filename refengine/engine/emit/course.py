"""The course of a game as functions and frames: which points need a frame, and which jumps go through the driver.

INVARIANT: the points that call each other directly form no cycle, so that a loop of the rules never deepens Python's
stack.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from refengine.engine.emit.naming import Names, camel, snake, upper
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.circles import PointKey, closing_jumps
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.ir.exits import leaves
from refengine.ir.liveness import needed_by_ask
from refengine.ir.simplify import sizes_of

MAX_KEPT = 1 << 17
"""The greatest number of frames of a class that are kept, so that they need not be made again."""

FEW = 8

METHODS = ("phase", "draws", "run", "turn", "legal", "take", "begin", "why_not", "list_legal")
"""The members that a class of frames has beside its data."""


@frozen
class FrameClass:
    """A class of frames; `constant` is the one object of a class without data.

    `maker` is a function that keeps the objects of a class, all where there are few.
    """

    name: str
    constant: str | None
    fields: tuple[ir.Local, ...]
    attributes: Mapping[ir.Local, str]
    """The attribute that holds each of the fields."""
    maker: str | None
    many: bool = False
    """Whether the function that keeps them keeps the latest only."""

    def made(self, texts: list[str]) -> str:
        """Returns a frame with this data."""
        return self.constant or f"{self.maker or self.name}({', '.join(texts)})"


@frozen
class PointNames:
    """Names and frames of the points of all scripts."""

    scripts: Mapping[str, control.Script]
    functions: Mapping[PointKey, str]
    resuming: Mapping[PointKey, FrameClass]
    """Frames that go on at a point."""
    waiting: Mapping[PointKey, FrameClass]
    """Frames that wait for a decision."""
    returning: frozenset[tuple[PointKey, PointKey]]
    """Jumps that would close a cycle of calls."""
    bars: Mapping[str, str] = field(factory=dict)
    """The functions that look whether a bar stands in the way of a phase, by phase."""

    def point(self, key: PointKey) -> control.Point:
        """Returns the point itself."""
        return next(each for each in self.scripts[key[0]].points if each.name == key[1])

    def is_stop(self, key: PointKey) -> bool:
        """Returns whether nothing happens at a point but that somebody is asked, or that control is handed back."""
        point = self.point(key)
        match point.exit:
            case control.Ask(if_able=None) | control.Done() | control.Abandon() | control.Over():
                return not point.effects
            case control.Jump(point=target):
                closing = (key, (key[0], target)) in self.returning
                return not point.effects and not point.params and not closing and self.is_stop((key[0], target))
            case control.Fork() | control.ForkCases() | control.Ask() | control.Enter() | control.Go():
                return False

    def start(self, script: str, *, looked: bool = False) -> PointKey:
        """Returns the key of the point at which a script begins."""
        return script, self.scripts[script].entrance(looked=looked).name

    def points(self) -> list[PointKey]:
        """Returns all points in order."""
        return [(script.name, point.name) for script in self.scripts.values() for point in script.points]


def course_of(game: model.Game, names: Names) -> PointNames:
    """Returns the course of a game that is specialised."""
    scripts = {script.name: script for script in (game.setup, *game.phases)}
    functions: dict[PointKey, str] = {}
    for script in scripts.values():
        for position, point in enumerate(script.points):
            own = snake(script.name) if position == 0 else f"{snake(script.name)}_{snake(point.name)}"
            functions[script.name, point.name] = names.new(own, f"{own}_phase" if position == 0 else f"{own}_point")
    sizes = sizes_of(game)
    half = PointNames(scripts, functions, {}, {}, frozenset())
    returning = closing_jumps(scripts.values())
    entered = {
        (script, leave.then)
        for script, _ in half.points()
        for point in scripts[script].points
        for leave in leaves(point.exit)
        if isinstance(leave, control.Enter)
    }
    resumed = entered | {target for _, target in returning}
    live = {name: {point.name: frozenset(point.params) for point in script.points} for name, script in scripts.items()}
    held = {name: held_names(script) for name, script in scripts.items()}
    resuming: dict[PointKey, FrameClass] = {}
    waiting: dict[PointKey, FrameClass] = {}
    for key in half.points():
        point = half.point(key)
        if key in resumed:
            resuming[key] = _frame(camel(functions[key]), point.params, held[key[0]], names, sizes)
        asks = [leave for leave in leaves(point.exit) if isinstance(leave, control.Ask)]
        for ask in asks:
            needed = tuple(sorted(needed_by_ask(ask, live[key[0]]), key=lambda local: local.name))
            waiting[key] = _frame(f"{camel(functions[key])}Ask", needed, held[key[0]], names, sizes)
    owing = {
        leave.phase
        for script, point in half.points()
        for leave in leaves(half.point((script, point)).exit)
        if isinstance(leave, control.Enter | control.Go) and leave.owes is not None and scripts[leave.phase].bars
    }
    bars = {name: names.new(f"{snake(name)}_bars") for name in scripts if name in owing}
    return PointNames(scripts, functions, resuming, waiting, returning, bars)


def held_names(script: control.Script) -> Mapping[ir.Local, str]:
    """Returns the attributes that hold the locals of a script, the same in each of its frames."""
    names = Names(used=set(METHODS), attributes=True)
    held = dict.fromkeys(local for point in script.points for local in point.params)
    return {
        local: names.new(local.name)
        for local in (*script.params, *(each for each in held if each not in script.params))
    }


def _frame(
    wanted: str,
    fields: tuple[ir.Local, ...],
    held: Mapping[ir.Local, str],
    names: Names,
    sizes: Mapping[str, int],
) -> FrameClass:
    name = names.new(wanted, f"{wanted}Frame")
    constant = None if fields else names.new(upper(name), f"{upper(name)}_FRAME")
    kept = 1
    for local in fields:
        kept *= _count(local.domain, sizes)
    plain = all(_is_plain(local.domain) for local in fields)
    maker = names.new(f"{snake(name)}_frame") if fields and (kept <= MAX_KEPT or plain) else None
    return FrameClass(name, constant, fields, {each: held[each] for each in fields}, maker, many=kept > MAX_KEPT)


def _is_plain(domain: Domain) -> bool:
    """Returns whether a value is quickly told from others."""
    inner = domain.inner if isinstance(domain, Option) else domain
    return isinstance(inner, Truth | Range | Count | Enum | Piece | Place | Cell)


def _count(domain: Domain, sizes: Mapping[str, int]) -> int:
    """Returns the number of values of a domain; more than are kept when that is not plain to see."""
    match domain:
        case Truth():
            return 2
        case Range(low=low, high=high):
            return high - low + 1
        case Enum(kind=kind):
            return sizes[kind]
        case Option(inner=inner):
            return 1 + _count(inner, sizes)
        case SetOf(inner=inner):
            count = _count(inner, sizes)
            return int(2**count) if count <= FEW else MAX_KEPT + 1
        case Count() | Piece() | Place() | Record() | Cell() | Spot():
            return MAX_KEPT + 1
