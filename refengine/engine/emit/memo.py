"""Memoised values: a costly result that reads little of the state is kept until one of these reads changes.

A state shares with the one before it everything that the step left alone. So what a value read is still the same
object, and one identity test for each read suffices: nothing is hashed, and nothing is compared part by part. A value
that reads no state at all is kept for good.

INVARIANT: what is kept stands in one tuple that is put there at once, so that threads may share a game. An explaining
build keeps nothing: what decides has to be noted each time.
"""

from __future__ import annotations

from refengine.engine.emit.reads import attributes_read
from refengine.engine.emit.sorts import is_cheap
from refengine.engine.emit.tables import is_told
from refengine.engine.emit.text import Text, tuple_of
from refengine.engine.emit.unit import Unit
from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Cell, Count, Domain, Enum, Option, Piece, Place, Range, Record, SetOf, Spot, Truth
from refengine.ir.traverse import children, walk

MUCH = 600
"""The number of nodes to evaluate from which it pays to look whether the last answer still stands."""

SOME = 12
"""The number of nodes to evaluate from which it pays to look into a table, where no state is read."""

USUAL = 6
"""The number of members that a set is taken to have if nothing is known of it."""

A_FEW = 3
"""The number of members that are taken to be left where printed data settle which come into question."""

_ELSEWHERE = (ir.Before, ir.Under, ir.Replacing, ir.Exchanging, ir.Fails)
"""The nodes that are evaluated in another state, or that ask for faults."""


def is_tabled(unit: Unit, value: model.Value) -> bool:
    """Returns whether a value that reads no state is worked out once for each of its arguments."""
    return (
        not unit.explain
        and value.name in unit.stateless
        and bool(value.params)
        and all(is_small(each.domain) for each in value.params)
        and _work(unit, value.body) >= SOME
    )


def kept_while(unit: Unit, value: model.Value) -> tuple[str, ...]:
    """Returns the attributes of the state while which stay the same a value is kept; none, if it is not."""
    if unit.explain or value.name in unit.stateless or _work(unit, value.body) < MUCH:
        return ()
    if any(isinstance(each, ir.CallValue) and each.name == value.name for each in unit.remembered):
        return ()  # what asks for it again and again looks itself whether it has to
    if not depends_on_this_state(value.body):
        return ()
    if not all(is_small(each.domain) for each in value.params):
        return ()
    return tuple(sorted(attributes_read(unit, value.body)))


def depends_on_this_state(node: object) -> bool:
    """Returns whether all that a node asks for is asked of the state in which it is evaluated, faults included."""
    return not any(isinstance(each, _ELSEWHERE) for each in walk(node))


def emit_kept(unit: Unit, function: str, worked_out: str, params: list[tuple[str, str]], kind: str, of: tuple[str, ...],
              summary: str, out: Text) -> None:  # fmt: skip
    """Writes the memoised function of a value; it calls `worked_out` for results that are not kept."""
    cell = unit.names.new(f"{function.upper()}_KEPT")
    unit.constants.add(
        f"{cell}: Final[list[tuple[Any, ...]]] = [{tuple_of(['...'] * (len(of) + 1))}]"
    )  # no state has this in it
    names = [name for name, _ in params]
    typed = ", ".join(["state: Position", *(f"{name}: {each}" for name, each in params)])
    same = " and ".join(f"kept[{number}] is state.{each}" for number, each in enumerate(of, start=1))
    read = [f"state.{each}" for each in of]
    key = names[0] if len(names) == 1 else tuple_of(names)
    with out.block(f"def {function}({typed}) -> {kind}"):
        out.docstring(summary)
        out.add(f"kept = {cell}[0]")
        if not names:
            with out.branch(same):
                out.add("return kept[0]  # type: ignore[no-any-return]")
            out.add(f"answer = {worked_out}(state)")
            out.add(f"{cell}[0] = {tuple_of(['answer', *read])}")
            out.add("return answer")
            return
        with out.branch(f"not ({same})"):
            out.add(f"{cell}[0] = kept = {tuple_of(['{}', *read])}")
        with out.branch(f"{key} not in kept[0]"):
            out.add(f"kept[0][{key}] = {worked_out}({', '.join(['state', *names])})")
        out.add(f"return kept[0][{key}]  # type: ignore[no-any-return]")


def is_small(domain: Domain) -> bool:
    """Returns whether a table by what is of a domain never becomes large."""
    match domain:
        case Truth() | Enum() | Piece():
            return True
        case Range(low=low, high=high):
            return high - low < MUCH
        case Count() | Place() | Option() | SetOf() | Record() | Cell() | Spot():
            return False


def _work(unit: Unit, node: object) -> int:
    """Returns about how many nodes are evaluated, what is called included."""
    if node is None:
        return 0
    if isinstance(node, ir.Exists | ir.HowMany) and is_cheap(node, unit):
        return USUAL
    total = 1
    binding = getattr(node, "binding", None)
    for child in children(node):
        if not isinstance(child, ir.Binding):
            total += _work(unit, child) * (1 if binding is None else _members(unit, binding))
    if isinstance(binding, ir.Binding):
        total += _work(unit, binding.domain) + _work(unit, binding.condition) * _members(unit, binding)
    if isinstance(node, ir.CallValue):
        total += _work_of_call(unit, unit.values[node.name])
    return total


def _work_of_call(unit: Unit, value: model.Value) -> int:
    if value.name not in unit.work:
        unit.work[value.name] = 1 if is_tabled(unit, value) else _work(unit, value.body)
    return unit.work[value.name]


def _members(unit: Unit, binding: ir.Binding) -> int:
    match binding.domain:
        case ir.AllMembers(of=Enum(kind=kind)) if not is_told(binding, unit):
            return unit.folding.sizes[kind]
        case ir.AllMembers():
            return A_FEW
        case _:
            return USUAL
