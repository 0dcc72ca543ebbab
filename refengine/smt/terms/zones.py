"""The content of a zone, as terms: a slot holds at most one piece, a heap any number."""

from __future__ import annotations

from attrs import frozen

from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import PieceValue


@frozen(eq=False)
class Slot:
    """A zone of at most one; on a grid that is turned with the turn of what lies there, a member of its sides."""

    present: Bool
    piece: PieceValue
    turn: Num = 0


@frozen(eq=False)
class Heap:
    """A zone of more than one: which printed pieces lie there, or how many of each alike sort; and how many in all."""

    held: tuple[Bool, ...] | tuple[Num, ...]
    size: Num
    alike: bool


Zone = Slot | Heap
