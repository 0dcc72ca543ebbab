"""Data that were unpacked may have the form of a state and be none: this says what is wrong with them.

Pieces and tokens are as many as there are, no zone holds more than it has room for, and the last frame alone waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from refengine.ir import control, expressions as ir
from refengine.ir.domain import Piece
from refengine.ir.phase_counters import PhaseCounter
from refengine.program.storage.boards import PackedSpread, parts_of_pieces
from refengine.program.storage.packed import PackedFrame
from refengine.program.storage.values import Data, ValueCodec


def wrong_with(codec: ValueCodec, data: Data) -> Iterator[str]:
    """Yields what is wrong with data that were unpacked; of a state nothing."""
    yield from _of_pieces(codec, data["zones"])
    yield from _of_tokens(codec, data.get("tokens", {}))
    for spread in codec.packed.spreads.values():
        yield from _of_spots(codec, spread, data["zones"])
    frames = _frames(codec, data["control"])
    if [frame.asks for frame, _ in frames] != [number == len(frames) for number in range(1, len(frames) + 1)]:
        yield "the last frame, and no other, has to wait for a decision"
    for counted in codec.game.counted:
        if data["variables"][counted.variable] != _running(codec, counted, frames):
            yield f"{counted.variable} does not count the phases that are running"


def _of_pieces(codec: ValueCodec, zones: Data) -> Iterator[str]:
    lying: dict[str, Counter[str]] = {each.name: Counter() for each in codec.game.components}
    for zone in codec.game.zones:
        held = zones[zone.name] if zone.index is not None else {None: zones[zone.name]}
        for pieces in held.values():
            lying[zone.component].update(pieces)
            if isinstance(zone.cap, ir.Number) and len(pieces) > zone.cap.value:
                yield f"{zone.name} holds {len(pieces)} pieces"
    for component in codec.game.components:
        if lying[component.name] != Counter({row.name: row.copies for row in component.pieces}):
            yield f"not every {component.name} lies somewhere once"


def _of_tokens(codec: ValueCodec, tokens: Data) -> Iterator[str]:
    for token in codec.game.tokens:
        out = sum(many for held in tokens[token.name].values() for many in held.values())
        if isinstance(token.limit, ir.Number) and out > token.limit.value:
            yield f"{out} {token.name} lie out"


def _of_spots(codec: ValueCodec, spread: PackedSpread, zones: Data) -> Iterator[str]:
    """Yields those spots on which something lies though no piece with such a part lies there so."""
    grid = next(each for each in codec.packed.grids if each == spread.part.zone)
    kind = next(each for each in codec.game.kinds if each.name == spread.part.kind)
    rows, component = parts_of_pieces(spread.part, codec.game), Piece(spread.part.component)
    there: set[str] = set()
    for cell, (piece,) in zones[grid].items():
        place, comma, side = cell.partition(", turned ")
        there.update(f"{place} {kind.members[part]}{comma}{side}" for part in rows[codec.held(component, piece)])
    yield from (f"there is no {spread.zone.name} of {name}" for name in zones[spread.zone.name] if name not in there)


# ---- THE STACK


def _frames(codec: ValueCodec, data: Sequence[Data]) -> list[tuple[PackedFrame, Mapping[str, Data]]]:
    frames = {(each.key[0], each.point): each for each in codec.packed.frames}
    return [(frames[told["phase"], told["point"]], told["data"]) for told in data if told["phase"] is not None]


def _running(codec: ValueCodec, counted: PhaseCounter, frames: list[tuple[PackedFrame, Mapping[str, Data]]]) -> Data:
    """Returns the value of a variable that counts a phase, as the stack has it."""
    script = next(each for each in codec.game.phases if each.name == counted.phase)
    own = [held for frame, held in frames if frame.key[0] == script.name and _is_told(codec, counted, script, held)]
    if counted.at is None:
        return len(own)
    variable = next(each for each in codec.game.variables if each.name == counted.variable)
    many = Counter(str(held[script.params[counted.at].name]) for held in own)
    return {key: many[key] for key in codec.members[str(variable.index)]}


def _is_told(codec: ValueCodec, counted: PhaseCounter, script: control.Script, held: Mapping[str, Data]) -> bool:
    return all(held[script.params[number].name] == _plain(codec, literal) for number, literal in counted.fixed)


def _plain(codec: ValueCodec, literal: ir.Expr) -> Data:
    """Returns a literal as data name it."""
    match literal:
        case ir.TruthLiteral(value=value) | ir.Number(value=value):
            return value
        case ir.Member(kind=kind, index=index):
            return index + 1 if kind == "player" else codec.members[kind][index]
        case ir.Printed(component=component, index=index):
            return codec.members[component][index]
        case ir.Nothing():
            return None
        case other:
            raise TypeError(f"{other} is no literal by which phases are counted")
