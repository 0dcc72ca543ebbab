"""Keeps the legal actions that `if able` has listed, and returns that list when they are asked for next.

A step that ends in such an ask lists all that is legal, and so does whoever decides next. The list is kept as values
are: while all that it reads of the state are the same objects as before, and the same frame waits. An action in it is
legal, and is taken without a test of its conditions.

INVARIANT: what is kept stands in one tuple that is put there at once, so that threads may share a game. A list that
cannot be made, since something in it faults, is not kept: whoever asks meets the fault again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from refengine.engine.emit.course import FrameClass
from refengine.engine.emit.memo import depends_on_this_state
from refengine.engine.emit.naming import upper
from refengine.engine.emit.reads import attributes_read
from refengine.engine.emit.text import Text, tuple_of
from refengine.engine.emit.unit import Scope, Unit
from refengine.ir import control


def is_listed_once(unit: Unit, ask: control.Ask) -> bool:
    """Returns whether the actions of an ask are kept for whoever asks for them next."""
    return not unit.explain and ask.if_able is not None and depends_on_this_state(ask)


@contextmanager
def emit_listing(unit: Unit, frame: FrameClass, ask: control.Ask, out: Text) -> Iterator[None]:
    """Writes the head of the method that lists every legal action, or of the one for where nothing is kept."""
    if not is_listed_once(unit, ask):
        with out.block("def legal(self, state: Position) -> tuple[Action, ...]"):
            out.docstring("Every legal action.")
            yield
        return
    read = [f"state.{each}" for each in sorted(attributes_read(unit, ask))]
    cell = unit.names.new(f"{upper(frame.name)}_LISTED")
    unit.constants.add(f"{cell}: Final[list[tuple[Any, ...]]] = [{tuple_of(['...'] * (len(read) + 2))}]")
    with out.block("def legal(self, state: Position) -> tuple[Action, ...]"):
        out.docstring("Every legal action, as it was listed where somebody was asked if able.")
        out.add(f"listed = {cell}[0]")
        unit.listings[frame.name] = cell, tuple(read)
        same = ["listed[1] is self", *(f"listed[{number}] is {each}" for number, each in enumerate(read, start=2))]
        with out.branch(" and ".join(same)):
            out.add("return listed[0]  # type: ignore[no-any-return]")
        out.add("plays = self.list_legal(state)")
        out.add(f"{cell}[0] = {tuple_of(['plays', 'self', *read])}")
        out.add("return plays")
    out.add()
    with out.block("def list_legal(self, state: Position) -> tuple[Action, ...]"):
        out.docstring("Lists every legal action.")
        yield


@contextmanager
def legal_if(frame: FrameClass, asking: Callable[[ExitStack], None], scope: Scope) -> Iterator[None]:
    """Writes the block of what is done with an action that is legal: it is listed, or all asked of it is so."""
    with ExitStack() as stack:
        if frame.name not in scope.unit.listings:
            asking(stack)
            yield
            return
        cell, read = scope.unit.listings[frame.name]
        code, kept, is_legal = scope.code, scope.fresh("kept"), scope.fresh("is_legal")
        code.add(f"{kept} = {cell}[0]")
        same = [f"{kept}[1] is self", *(f"{kept}[{number}] is {each}" for number, each in enumerate(read, start=2))]
        code.add(f"{is_legal} = {' and '.join([*same, f'action in {kept}[0]'])}")
        with code.branch(f"not {is_legal}"), ExitStack() as inside:
            asking(inside)
            code.add(f"{is_legal} = True")
        stack.enter_context(code.branch(is_legal))
        yield
