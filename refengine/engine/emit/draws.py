"""Finds chance decisions that only draw: they move the chosen piece, and nothing afterwards knows which it was.

Such draws in a row commute, so a search through all of them need not try every order.
"""

from __future__ import annotations

from collections.abc import Mapping

from refengine.engine.emit.actions import ActionClass
from refengine.engine.emit.course import FrameClass, PointNames
from refengine.engine.emit.text import quoted
from refengine.engine.emit.unit import Unit
from refengine.ir import control, expressions as ir
from refengine.ir.circles import PointKey
from refengine.ir.domain import Piece
from refengine.ir.exits import leaves
from refengine.ir.traverse import free_locals


def drawn_by(
    unit: Unit, course: PointNames, key: PointKey, ask: control.Ask, actions: Mapping[str, ActionClass]
) -> str | None:
    """Returns what a chance decision draws, as the text of a Python tuple; None where anything else happens.

    The tuple has the attribute of the action that has the piece; then of the place where it lies, and of that where it
    goes, the attribute of the state, and the key: a number, or the attribute of the frame that has it, or None.

    Zones that keep an order, or have a limit, are left out: there a draw may not come to the same as another.
    """
    if unit.explain or ask.decider != "chance" or len(ask.actions) != 1:
        return None
    (action,) = ask.actions
    point = course.point((key[0], action.entry))
    match action.choices, point.effects:
        case (
            (control.Choice(var=ir.Local(domain=Piece()) as piece),),
            (
                control.MovePiece(
                    piece=moved, source=ir.PlaceAt() as source, target=ir.PlaceAt() as target, amount=None
                ),
            ),
        ) if moved == piece and _is_forgotten(piece, point.exit, key[0], course):
            pass
        case _:
            return None
    frame = course.waiting[key]
    here, there = unit.layout.zones[source.zone], unit.layout.zones[target.zone]
    if here is there or any(each.single or each.zone.ordered or each.cap is not None for each in (here, there)):
        return None
    if not (_is_held(source.key, frame) and _is_held(target.key, frame)):
        return None
    (attribute,) = actions[action.clause.path].attributes
    here_key, there_key = _held(source.key, frame), _held(target.key, frame)
    return f"({quoted(attribute)}, {quoted(here.attribute)}, {here_key}, {quoted(there.attribute)}, {there_key})"


def _is_forgotten(piece: ir.Local, leave: control.Exit, script: str, course: PointNames) -> bool:
    """Returns whether nothing from there on knows the piece."""
    names: list[str | None] = []
    for each in leaves(leave):
        match each:
            case control.Jump(point=point):
                names.append(point)
            case control.Enter(then=then):
                names.append(then)
            case control.Ask(if_able=if_able, actions=actions):
                names += [if_able, *(action.entry for action in actions)]
            case control.Go() | control.Done() | control.Abandon() | control.Over():
                pass
    points = [course.point((script, name)) for name in names if name is not None]
    return piece not in free_locals(leave) and not any(piece in point.params for point in points)


def _is_held(key: ir.Expr | None, frame: FrameClass) -> bool:
    return key is None or isinstance(key, ir.Member) or (isinstance(key, ir.Local) and key in frame.fields)


def _held(key: ir.Expr | None, frame: FrameClass) -> str:
    match key:
        case ir.Local():
            return quoted(frame.attributes[key])
        case ir.Member(index=index):
            return str(index)
        case _:
            return "None"
