"""The packed state: offset and form of every zone, variable, token and frame, as data that nothing else knows.

What lies on the table comes first, then the stack: how many frames there are, and a slot for each. A slot that no
frame is in is all zeros, and so are the bytes that fill up words.

INVARIANT: equal states are equal bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, evolve, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.circles import PointKey
from refengine.ir.domain import CELLS
from refengine.ir.exits import leaves
from refengine.ir.liveness import needed_by_ask
from refengine.program.ops import Width
from refengine.program.storage.boards import (
    KEY,
    PackedGrid,
    PackedSpread,
    bits_of,
    grid_of,
    most_on,
)
from refengine.program.storage.forms import Array, Form, Forms, Sequence, Word, bytes_of, forms_of, lasting, width_of
from refengine.program.storage.windows import CELLS_HELD
from refengine.program.unfit import Unfit

DEEPEST: Final = 32
"""The number of frames that a stack holds where the rules bound it by nothing; one more is a trap."""

DEEPEST_IN_PLAY: Final = 128
"""The same in programs that play one game after the other, or serve a frontend: there a trap costs more than room."""


@frozen
class PackedOrder:
    """The order of what lies in a zone, or in each of a family, beside what lies there: from `offset` on."""

    offset: int
    form: Sequence

    @property
    def stride(self) -> int:
        """The bytes from one member of a family to the next."""
        return self.form.bytes


@frozen
class PackedZone:
    """A zone: its members begin at `offset`, the first of them is the place number `first`."""

    zone: model.Zone
    offset: int
    form: Word | Array
    size: int
    first: int
    order: PackedOrder | None = None
    """The order of what lies there, where the zone keeps one."""

    @property
    def stride(self) -> int:
        """The bytes from one member of a family to the next."""
        return bytes_of(self.form)


@frozen
class PackedVariable:
    """A variable, or a family of them."""

    variable: model.Variable
    offset: int
    form: Form
    size: int

    @property
    def stride(self) -> int:
        """The bytes from one member of a family to the next."""
        return bytes_of(self.form)


@frozen
class PackedToken:
    """The counts of a token on one sort of holder."""

    token: model.Token
    holder: str
    offset: int
    width: Width
    size: int


@frozen
class PackedLocal:
    """A local that a frame holds, at an offset from where its slot begins."""

    local: ir.Local
    offset: int
    form: Form


@frozen
class PackedFrame:
    """A frame: its number (from 1), whether it waits for a decision, what it holds."""

    number: int
    key: PointKey
    asks: bool
    held: tuple[PackedLocal, ...]

    @property
    def point(self) -> str:
        """The name of where control stands, as data name it."""
        return f"{self.key[1]} asks" if self.asks else self.key[1]


@frozen
class Packed:
    """The layout of a state of `size` bytes."""

    forms: Forms
    zones: Mapping[str, PackedZone]
    """All but grids and zones of each spot."""
    grids: Mapping[str, PackedGrid]
    spreads: Mapping[str, PackedSpread]
    variables: Mapping[str, PackedVariable]
    tokens: Mapping[tuple[str, str], PackedToken]
    frames: tuple[PackedFrame, ...]
    depth: int
    """The offset of the byte that says how many frames there are."""
    stack: int
    slot: int
    deepest: int
    number: Width
    """The number of bytes of a frame's number, with which its slot begins."""
    size: int

    def resuming(self, key: PointKey) -> PackedFrame:
        """Returns the frame that goes on at a point."""
        return next(each for each in self.frames if each.key == key and not each.asks)

    def waiting(self, key: PointKey) -> PackedFrame:
        """Returns the frame that waits for the decision at a point."""
        return next(each for each in self.frames if each.key == key and each.asks)

    def first_place(self, zone: str) -> int:
        """Returns the number of a zone's first place."""
        each = self.zones.get(zone) or self.grids.get(zone) or self.spreads[zone]
        return each.first

    def place_offsets(self) -> Iterator[int]:
        """Yields the offset of each place that is neither a cell nor a spot, in their order."""
        for zone in self.zones.values():
            for key in range(zone.size):
                yield zone.offset + key * zone.stride

    def order_offsets(self) -> Iterator[int]:
        """Yields the offset of the order of each of these places; 0 of one without, as no order lies first."""
        for zone in self.zones.values():
            for key in range(zone.size):
                yield 0 if zone.order is None else zone.order.offset + key * zone.order.stride


@define
class _Space:
    """Room that is handed out from the front."""

    used: int = 0

    def take(self, form: Form, many: int = 1) -> int:
        """Returns the offset of room for so many values of a form."""
        return self.bytes(bytes_of(form), many)

    def bytes(self, width: int, many: int = 1) -> int:
        """Returns the offset of room for so many values of so many bytes."""
        fine = min(width, 8)
        self.used = -(-self.used // fine) * fine
        offset, self.used = self.used, self.used + width * many
        return offset


def packed_of(game: model.Game, returning: frozenset[tuple[PointKey, PointKey]], most: int = DEEPEST) -> Packed:
    """Returns the layout of a game that is specialised; `returning` are the jumps that leave a frame behind.

    A stack that the rules bound by nothing holds at `most` so many frames.
    """
    forms, space = forms_of(game), _Space()
    sizes = {**forms.pieces, **forms.kinds}
    zones: dict[str, PackedZone] = {}
    first = 0
    for zone in game.zones:
        if zone.index is None or zone.index in sizes:
            held = forms.lying(zone.component)
            size = 1 if zone.index is None else sizes[zone.index]
            offset = space.take(held, size)
            zones[zone.name] = PackedZone(zone, offset, held, size, first, _order(zone, size, forms, space))
            first += size
    grids, spreads = _boards(game, forms, space, first)
    variables: dict[str, PackedVariable] = {}
    for variable in game.variables:
        form = lasting(forms.of(variable.domain))
        size = 1 if variable.index is None else sizes[variable.index]
        variables[variable.name] = PackedVariable(variable, space.take(form, size), form, size)
    tokens: dict[tuple[str, str], PackedToken] = {}
    for token in game.tokens:
        width: Width = width_of(token.limit.value + 1) if isinstance(token.limit, ir.Number) else 4
        for holder in token.holders:
            offset = space.bytes(width, sizes[holder])
            tokens[token.name, holder] = PackedToken(token, holder, offset, width, sizes[holder])
    depth = space.bytes(1)
    frames, number, slot = _frames(game, forms, returning)
    stack = space.bytes(8, 0)
    deepest = _deepest(game, most)
    size = stack + slot * deepest
    return Packed(forms, zones, grids, spreads, variables, tokens, frames, depth, stack, slot, deepest, number, size)


def _order(zone: model.Zone, size: int, forms: Forms, space: _Space) -> PackedOrder | None:
    """Returns room for the order of a zone, for as many pieces as there are, or may lie there."""
    if not zone.ordered:
        return None
    form = forms.sequences[zone.component]
    if isinstance(zone.cap, ir.Number):
        form = evolve(form, most=max(0, min(form.most, zone.cap.value)))
    space.bytes(form.width, 0)  # so that it lies as its numbers do
    return PackedOrder(space.bytes(1, size * form.bytes), form)


def _boards(
    game: model.Game, forms: Forms, space: _Space, first: int
) -> tuple[dict[str, PackedGrid], dict[str, PackedSpread]]:
    """Returns the grids and the zones of each spot; the first of their places has the number `first`."""
    grids: dict[str, PackedGrid] = {}
    spreads: dict[str, PackedSpread] = {}
    parts = {each.name: each for each in game.parts}
    components = {each.name: each for each in game.components}
    for zone in game.zones:
        if zone.index == CELLS:
            grid = grid_of(zone, forms.pieces[zone.component], space.bytes(8, 0), first)
            grids[zone.name] = grid
            space.bytes(1, grid.bytes)
            first += grid.size
        elif zone.index in parts:
            if zone.ordered:
                raise Unfit(f"zone `{zone.name}`: zones of each spot that keep an order are not packed yet")
            part, most, held = parts[zone.index], most_on(components[zone.component]), forms.lying(zone.component)
            bits = bits_of(game, part)
            many = space.bytes(KEY, 1 + most)
            size = CELLS_HELD << bits.cell
            spreads[zone.name] = PackedSpread(zone, part, bits, many, space.take(held, most), held, most, first, size)
            first += size
    return grids, spreads


# ---- FRAMES


def _frames(
    game: model.Game, forms: Forms, returning: frozenset[tuple[PointKey, PointKey]]
) -> tuple[tuple[PackedFrame, ...], Width, int]:
    """Returns the frames in the order of the points, the bytes of a frame's number, and of a slot."""
    wanted: list[tuple[PointKey, bool, tuple[ir.Local, ...], control.Script]] = []
    closing = {target for _, target in returning}
    for script in (game.setup, *game.phases):
        live = {point.name: frozenset(point.params) for point in script.points}
        entered = {way.then for point in script.points for way in leaves(point.exit) if isinstance(way, control.Enter)}
        for point in script.points:
            key = (script.name, point.name)
            if point.name in entered or key in closing:
                wanted.append((key, False, point.params, script))
            for ask in (way for way in leaves(point.exit) if isinstance(way, control.Ask)):
                needed = sorted(needed_by_ask(ask, live), key=lambda local: local.name)
                wanted.append((key, True, tuple(needed), script))
    number = width_of(len(wanted) + 1)
    frames: list[PackedFrame] = []
    slot: int = number
    for index, (key, asks, held, script) in enumerate(wanted, start=1):
        # Those that every frame of the phase holds come first, so that they are found whatever frame it is.
        space = _Space(number)
        ordered = [*(each for each in script.kept if each in held), *(each for each in held if each not in script.kept)]
        at = {}
        for local in ordered:
            form = lasting(forms.of(local.domain))
            at[local] = PackedLocal(local, space.take(form), form)
        frames.append(PackedFrame(index, key, asks, tuple(at[each] for each in held)))
        slot = max(slot, space.used)
    return tuple(frames), number, -(-slot // 8) * 8


def _deepest(game: model.Game, at_most: int) -> int:
    """Returns the greatest number of frames that may be on the stack, as far as the text tells, and so many at most."""
    scripts = {each.name: each for each in (game.setup, *game.phases)}
    ways = {
        name: [
            (way.phase, isinstance(way, control.Enter))
            for point in script.points
            for way in leaves(point.exit)
            if isinstance(way, control.Enter | control.Go) and way.phase in scripts
        ]
        for name, script in scripts.items()
    }
    depth = dict.fromkeys(scripts, 0)
    depth[game.setup.name] = 1
    for _ in range(at_most * len(scripts)):
        changed = False
        for name, listed in ways.items():
            for phase, enters in listed:
                most = min(at_most, depth[name] + enters)
                if depth[name] and most > depth[phase]:
                    depth[phase], changed = most, True
        if not changed:
            break
    return max(depth.values())
