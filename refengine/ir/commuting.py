"""Whether the rounds of a plain `each` can be taken in any order: what can be seen from its text.

Rounds commute where none reads what another writes, and what they write adds up: pieces that go their own ways, numbers
added to, members put into a set, a cell of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from refengine.ir import control, expressions as ir
from refengine.ir.traverse import free_locals, walk

Reads = Callable[[str], frozenset[str]]
"""The zones, variables and tokens that a value reads, by its name."""


def commutes(each: control.Each, reads: Reads) -> bool:
    """Whether the order makes no difference for sure; where this is false it still may make none."""
    written = {name for effect in each.body for name in _written(effect)}
    read = frozenset().union(*(read_by(part, reads) for effect in each.body for part in _parts(effect)))
    read |= read_by(each.binding.condition, reads)
    moved = {effect.component for effect in _all(each.body) if isinstance(effect, control.MovePiece)}
    if read & written or (moved and any(_is_place_of(each, effect, reads) for effect in _all(each.body))):
        return False
    return all(_own_cell(effect, each.binding.var) for effect in _all(each.body))


def read_by(node: object, reads: Reads) -> frozenset[str]:
    """What a part of the rules reads of the state."""
    found: set[str] = set()
    for each in walk(node):
        match each:
            case ir.Contents(zone=name) | ir.ReadVariable(name=name) | ir.TokensOn(token=name) | ir.Supply(token=name):
                found.add(name)
            case ir.CallValue(name=name):
                found |= reads(name)
            case _:
                pass
    return frozenset(found)


def _all(body: tuple[control.Effect, ...]) -> Iterator[control.Effect]:
    for effect in body:
        for node in walk(effect):
            if isinstance(node, control.Effect):
                yield node


def _parts(effect: control.Effect) -> Iterator[object]:
    """What an effect looks at; where a piece is taken from is its own affair."""
    for node in _all((effect,)):
        match node:
            case control.MovePiece(piece=piece, target=target):
                yield piece
                yield target
            case control.MoveTokens() | control.SetVariable() | control.AddNumber() | control.AddMember():
                yield node
            case control.LetIn(value=value):
                yield value
            case control.Each(binding=binding):
                yield binding
            case control.When(condition=condition):
                yield condition
            case control.Branches(cases=cases):
                yield from (guard for case in cases for guard in case.guards)
            case control.Simultaneous():
                pass


def _written(effect: control.Effect) -> Iterator[str]:
    for node in _all((effect,)):
        match node:
            case control.MovePiece(source=source, target=target):
                for end in (source, target):
                    yield from (each.zone for each in walk(end) if isinstance(each, ir.PlaceAt | ir.Located))
            case control.MoveTokens(token=name):
                yield name
            case control.SetVariable(name=name) | control.AddNumber(name=name) | control.AddMember(name=name):
                yield name
            case _:
                pass


def _is_place_of(each: control.Each, effect: control.Effect, reads: Reads) -> bool:
    """Whether where a piece goes depends on where pieces of the same sort lie, through a value."""
    if not isinstance(effect, control.MovePiece) or isinstance(effect.target, ir.PlaceAt | ir.Located):
        return False
    zones = read_by(effect.target, reads)
    return bool(zones & set(_written(effect))) or (bool(zones) and each.binding.domain is not None)


def _own_cell(effect: control.Effect, var: ir.Local) -> bool:
    """Whether what an effect writes adds up, or is the round's own."""
    match effect:
        case control.SetVariable(key=key, value=value):
            return key == var or (var not in free_locals(value) and not free_locals(effect) & {var})
        case control.AddMember(present=present):
            return present
        case control.MoveTokens():
            return True
        case _:
            return True
