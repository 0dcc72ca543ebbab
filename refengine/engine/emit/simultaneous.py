"""`simultaneously`: everything is worked out in the state before, then written.

First come the lines that work out what is to happen and keep it in lists, then those that take, put and write.
"""

from __future__ import annotations

from contextlib import ExitStack

from attrs import define, field

from refengine.engine.emit.binders import emit_loop
from refengine.engine.emit.cases import is_chosen, only_case
from refengine.engine.emit.direct import emit_direct_moves, may_be_direct
from refengine.engine.emit.early import add_needed_keys, work_out
from refengine.engine.emit.expressions import key_text
from refengine.engine.emit.sets import changed_set
from refengine.engine.emit.text import ATOM, SUM, Py, Text, tuple_of
from refengine.engine.emit.unit import Scope
from refengine.engine.emit.writes import (
    PlaceText,
    add_number,
    as_place,
    emit_write,
    on_spots,
    place_is_there,
    put_piece,
)
from refengine.ir import control, expressions as ir
from refengine.ir.commuting import commutes_at_once, in_turn
from refengine.ir.decisions import branch_decisions
from refengine.ir.domain import Domain, SetOf
from refengine.ir.sharing import certain_roots, roots_of
from refengine.ir.simplify import FALSE, TRUE, conjunction


@define
class PendingLists:
    """Names of the lists that hold what is to happen: the effect, what each entry is, and the scope that it is in."""

    in_turn: frozenset[str] = frozenset()
    """The variables that have one list each, as they are written in the order in which it was said."""
    moves: list[tuple[str, control.MovePiece, Scope]] = field(factory=list)
    in_order: dict[str, str] = field(factory=dict)
    """The one list of moves of each component of which some lie in an order: they are put as it was said."""
    asked: dict[str, str] = field(factory=dict)
    """To a list of moves that of their places, where these may be on spots: they have to be there for none, too."""
    writes: dict[str, list[tuple[str, control.Write, Scope]]] = field(factory=dict)
    changes: dict[str, list[tuple[str, control.Write, Scope]]] = field(factory=dict)
    """The writes to variables that have one list each (`in_turn`), those that set them left out."""
    tokens: list[tuple[str, control.MoveTokens, Scope]] = field(factory=list)


def simultaneously(body: tuple[control.Effect, ...], scope: Scope) -> None:
    """Writes effects that all happen at once."""
    start, code = scope.code.part(), scope.code.part()
    inner = scope.into(code)
    if not scope.unit.explain:
        over = [each.binding.domain for each in body if isinstance(each, control.Each)]
        also = [each for each in over if isinstance(each, ir.Contents) and each.key is None]
        work_out(roots_of(body), certain_roots(body), also, inner)
    if may_be_direct(body, inner):
        emit_direct_moves(body, inner)
        pending = PendingLists()
    else:
        pending = PendingLists(in_turn(body))
        _work_out(body, inner, pending, start)
    add_needed_keys(inner, start)
    scope.code.take_over(start)
    scope.code.take_over(code)
    scope.changed()
    _write(pending, scope)


def _work_out(body: tuple[control.Effect, ...], scope: Scope, pending: PendingLists, start: Text) -> None:
    for each in body:
        match each:
            case control.Each(binding=binding, body=inner):
                with emit_loop(binding, TRUE, scope, ordered=_keeps_orders(scope) or not commutes_at_once(each)):
                    _work_out(inner, scope, pending, start)
            case control.When(then=then, otherwise=otherwise):
                with scope.code.branch(scope.truth(each.condition)):
                    _work_out(then, scope, pending, start)
                    scope.code.add("pass")
                if otherwise:
                    with scope.code.otherwise():
                        _work_out(otherwise, scope, pending, start)
            case control.Branches():
                _branches(each, scope, pending, start)
            case control.Simultaneous(body=inner):
                _work_out(inner, scope, pending, start)
            case control.LetIn(var=var):
                text = scope.expr(each.value)
                scope.code.add(f"{scope.bind(var)} = {text}")
            case control.MoveTokens():
                _keep_tokens(each, scope, pending, start)
            case control.MovePiece() | control.SetVariable() | control.AddNumber() | control.AddMember():
                _keep(each, scope, pending, start)


_GIVEN = 10_000
"""The number of pieces beyond those printed that may lie anywhere, as an example may give; to move more is a fault."""


def _keep(
    each: control.MovePiece | control.Write,
    scope: Scope,
    pending: PendingLists,
    start: Text,
) -> None:
    if isinstance(each, control.MovePiece):
        if each.turned is None and any(
            slot.zone.ordered for slot in scope.unit.layout.zones.values() if slot.zone.component == each.component
        ):
            _keep_in_order(each, scope, pending, start)
            return
        name = scope.fresh("moves")
        kind = scope.unit.layout.classes[each.component]
        turn = "" if each.turned is None else ", int"
        start.add(f"{name}: list[tuple[{kind}, Place, Place{turn}]] = []")
        piece = str(scope.expr(each.piece))
        source, target = as_place(each.source, scope), as_place(each.target, scope)
        turned = "" if each.turned is None else f", {scope.expr(each.turned)}"
        moved = f"({piece}, {source.text}, {target.text}{turned})"
        if each.amount is None:
            scope.code.add(f"{name}.append({moved})")
        else:
            scope.code.add(f"{name} += [{moved}] * {_times(each.amount, scope)}")
            _keep_place(name, target, each, scope, pending, start)
        pending.moves.append((name, each, scope))
        return
    kept = [] if each.key is None else [str(key_text(each.key, scope))]
    types = [] if each.key is None else ["int"]
    value, domain = _written(each)
    kept.append(str(scope.expr(value)))
    types.append(scope.unit.domain_type(domain))
    is_in_turn = each.name in pending.in_turn and not isinstance(each, control.SetVariable)
    if is_in_turn:
        held = scope.unit.layout.variables[each.name].variable.domain
        types[-1:] = [scope.unit.domain_type(held.inner), "bool"] if isinstance(held, SetOf) else ["int", "Clause"]
        kept.append(str(each.present) if isinstance(each, control.AddMember) else scope.here(each.origin))
    listed = pending.changes if is_in_turn else pending.writes
    before = listed.setdefault(each.name, [])
    name = before[0][0] if before and is_in_turn else scope.fresh("writes")
    if not before or name != before[0][0]:
        start.add(f"{name}: list[tuple[{', '.join(types)}]] = []")
    scope.code.add(f"{name}.append({tuple_of(kept)})")
    before.append((name, each, scope))


def _keeps_orders(scope: Scope) -> bool:
    """Returns whether some zone keeps an order.

    What comes to lie there does so in the order in which it was gone through.
    """
    return any(slot.zone.ordered for slot in scope.unit.layout.zones.values())


def _times(amount: ir.Expr, scope: Scope) -> str:
    too_many = _GIVEN + max(row.copies for one in scope.unit.game.components for row in one.pieces)
    return f"min({scope.expr(amount)}, {too_many})"


def _keep_in_order(each: control.MovePiece, scope: Scope, pending: PendingLists, start: Text) -> None:
    """Keeps a move in the list of all of its component, with the clause that a fault names."""
    if each.component not in pending.in_order:
        name = pending.in_order[each.component] = scope.fresh("moves")
        kind = scope.unit.layout.classes[each.component]
        start.add(f"{name}: list[tuple[{kind}, Place, Place, Clause]] = []")
        pending.moves.append((name, each, scope))
    name = pending.in_order[each.component]
    piece = str(scope.expr(each.piece))
    source, target = as_place(each.source, scope), as_place(each.target, scope)
    moved = f"({piece}, {source.text}, {target.text}, {scope.here(each.origin)})"
    if each.amount is None:
        scope.code.add(f"{name}.append({moved})")
    else:
        scope.code.add(f"{name} += [{moved}] * {_times(each.amount, scope)}")
        _keep_place(name, target, each, scope, pending, start)


def _keep_place(
    moves: str, target: PlaceText, each: control.MovePiece, scope: Scope, pending: PendingLists, start: Text
) -> None:
    """Keeps the place to which several copies go, with the clause that a fault names, where it may be on a spot."""
    if on_spots(each.component, scope):
        if moves not in pending.asked:
            pending.asked[moves] = scope.fresh("asked")
            start.add(f"{pending.asked[moves]}: list[tuple[Place, Clause]] = []")
        scope.code.add(f"{pending.asked[moves]}.append(({target.text}, {scope.here(each.origin)}))")


def _keep_tokens(each: control.MoveTokens, scope: Scope, pending: PendingLists, start: Text) -> None:
    name = scope.fresh("tokens")
    start.add(f"{name}: list[tuple[int, int, int]] = []")
    ends = [Py.number(0) if end is None else key_text(end[1], scope) for end in (each.source, each.target)]
    scope.code.add(f"{name}.append({tuple_of([str(scope.expr(each.amount)), *map(str, ends)])})")
    pending.tokens.append((name, each, scope))


def _written(each: control.Write) -> tuple[ir.Expr, Domain]:
    match each:
        case control.SetVariable():
            return each.value, each.value.domain
        case control.AddNumber():
            return each.amount, each.amount.domain
        case control.AddMember():
            return each.item, each.item.domain


def _branches(each: control.Branches, scope: Scope, pending: PendingLists, start: Text) -> None:
    if scope.unit.explain:
        chosen = only_case(each.cases, scope.here(each.origin), scope)
        for case in each.cases:
            inner = scope.within(case.clause)
            with scope.code.branch(is_chosen(chosen, case, scope)):
                scope.code.add(f"fired({inner.here()})")
                _work_out(case.body, inner, pending, start)
        return
    asked, complete = branch_decisions(scope.unit.folding, tuple((case.clause, case.guards) for case in each.cases))
    another = False
    with ExitStack() as later:
        for case, guards in zip(each.cases, asked, strict=True):
            if guards == (FALSE,):
                continue
            inner = scope.within(case.clause)
            code = scope.code.part()
            code.depth += another
            test = inner.into(code).truth(conjunction(guards))
            if code.lines and another:
                later.enter_context(scope.code.otherwise())
                another = False
            scope.code.take_over(code)
            is_last = another and not guards
            with scope.code.otherwise() if is_last else scope.code.branch(test, another=another):
                _work_out(case.body, inner, pending, start)
                scope.code.add("pass")
            another = True
        if not complete:
            with scope.code.otherwise():
                scope.code.add(f"raise no_case({scope.here(each.origin)})")


# ---- WRITING


def _write(pending: PendingLists, scope: Scope) -> None:
    for name, move, said in pending.moves:
        piece, source = scope.fresh("piece"), scope.fresh("source")
        if name in pending.in_order.values():
            here = scope.fresh("here")
            with scope.code.loop(f"{piece}, {source}, _, {here}", name):
                function = scope.unit.layout.movers[move.component][0]
                scope.code.add(f"{function}(draft, {source}, {piece}, {here})")
            continue
        with scope.code.loop(f"{piece}, {source}, _{'' if move.turned is None else ', _'}", name):
            function = scope.unit.layout.movers[move.component][0]
            scope.code.add(f"{function}(draft, {source}, {piece}, {said.here(move.origin)})")
    for name, move, said in pending.moves:
        if name in pending.asked:
            place, here = scope.fresh("place"), scope.fresh("here")
            with scope.code.loop(f"{place}, {here}", pending.asked[name]):
                place_is_there(Py.name(place), move.component, here, scope)
        piece, target = scope.fresh("piece"), scope.fresh("target")
        if name in pending.in_order.values():
            here = scope.fresh("here")
            with scope.code.loop(f"{piece}, _, {target}, {here}", name):
                function = scope.unit.layout.movers[move.component][1]
                scope.code.add(f"{function}(draft, {target}, {piece}, {here})")
            continue
        if move.turned is not None:
            _put_turned(name, move, said.here(move.origin), scope)
            continue
        with scope.code.loop(f"{piece}, _, {target}", name):
            function = scope.unit.layout.movers[move.component][1]
            scope.code.add(f"{function}(draft, {target}, {piece}, {said.here(move.origin)})")
    _write_tokens(pending, scope)
    for variable, writes in pending.writes.items():
        _check_sets(variable, [*writes, *pending.changes.get(variable, ())], scope)
        _write_variable(variable, writes, scope)
    for variable, writes in pending.changes.items():
        _write_in_turn(variable, writes, scope)


def _put_turned(moves: str, move: control.MovePiece, here: str, scope: Scope) -> None:
    """Puts pieces, each with its turn, to cells of the grid that the move names."""
    assert isinstance(move.target, ir.PlaceAt)
    piece, target, turn = scope.fresh("piece"), scope.fresh("target"), scope.fresh("turn")
    place = PlaceText(scope.unit.layout.zones[move.target.zone], Py(f"{target}.key", ATOM), Py.name(target))
    with scope.code.loop(f"{piece}, _, {target}, {turn}", moves):
        put_piece(place, Py.name(piece), move.component, here, scope, Py.name(turn))


def _write_tokens(pending: PendingLists, scope: Scope) -> None:
    """Writes the payments: all tokens are taken before any is put.

    What comes from the supply comes last, when the rest is where it belongs.
    """
    for name, move, said in pending.tokens:
        if move.source is not None:
            amount, key = scope.fresh("amount"), scope.fresh("holder")
            with scope.code.loop(f"{amount}, {key}, _", name):
                slot = scope.unit.layout.tokens[move.token, move.source[0]]
                there = scope.unit.layout.member(scope.state, slot, Py.name(key))
                paid = f'paid({there}, {amount}, "{move.token}", {said.here(move.origin)})'
                emit_write(slot, Py.name(key), Py(paid), scope)
    for name, move, said in sorted(pending.tokens, key=lambda each: each[1].source is None):
        if move.target is None and move.source is not None:
            continue
        amount, key = scope.fresh("amount"), scope.fresh("holder")
        with scope.code.loop(f"{amount}, _, {key}", name):
            if move.source is None:
                left = scope.expr(ir.Supply(move.token))
                scope.code.add(f'paid({left}, {amount}, "{move.token}", {said.here(move.origin)})')
            if move.target is not None:
                slot = scope.unit.layout.tokens[move.token, move.target[0]]
                there = scope.unit.layout.member(scope.state, slot, Py.name(key))
                emit_write(slot, Py.name(key), Py(f"{there} + {amount}", SUM), scope)


def _check_sets(variable: str, writes: list[tuple[str, control.Write, Scope]], scope: Scope) -> None:
    """Writes the check that no cell that is set is written otherwise."""
    sets = [name for name, each, _ in writes if isinstance(each, control.SetVariable)]
    if not sets:
        return
    slot = scope.unit.layout.variables[variable]
    cell, entry = ("0", "_") if slot.size is None else ("each[0]", "each")
    clauses = {name: said.here(each.origin) for name, each, said in reversed(writes)}
    clauses = {name: clauses[name] for name, _, _ in writes}  # each list once, in the order of the text
    every, set_once = (" + ".join(f"[{cell} for {entry} in {name}]" for name in names) for names in (clauses, sets))
    listed = " + ".join(f"[{here}] * len({name})" for name, here in clauses.items())
    said_by = f"[{clauses[sets[0]]}]" if len({*clauses.values()}) == 1 else listed
    scope.code.add(f'written_once({every}, {set_once}, "{variable}", {said_by})')


def _write_variable(variable: str, writes: list[tuple[str, control.Write, Scope]], scope: Scope) -> None:
    slot = scope.unit.layout.variables[variable]
    for name, each, said in writes:
        key = None if slot.size is None else Py.name(scope.fresh("key"))
        value = Py.name(scope.fresh("value"))
        with scope.code.loop(f"({value},)" if key is None else f"{key}, {value}", name):
            match each:
                case control.SetVariable():
                    emit_write(slot, key, value, scope)
                case control.AddNumber(origin=origin):
                    add_number(variable, key, value, (each.amount,), said.here(origin), scope)
                case control.AddMember():
                    there = scope.unit.layout.member(scope.state, slot, key)
                    emit_write(slot, key, changed_set(there, value, each, scope), scope)


def _write_in_turn(variable: str, writes: list[tuple[str, control.Write, Scope]], scope: Scope) -> None:
    """Adds to a variable, or puts members in and takes them out, in the order in which it was said."""
    slot, how = scope.unit.layout.variables[variable], scope.fresh("how")
    key = None if slot.size is None else Py.name(scope.fresh("key"))
    value = Py.name(scope.fresh("value"))
    with scope.code.loop(", ".join(str(each) for each in (key, value, how) if each is not None), writes[0][0]):
        added = tuple(each.amount for _, each, _ in writes if isinstance(each, control.AddNumber))
        if added:
            add_number(variable, key, value, added, how, scope)
            return
        first = {each.present: each for _, each, _ in reversed(writes) if isinstance(each, control.AddMember)}
        for present, each in first.items():
            with scope.code.branch(how if present else f"not {how}"):
                there = scope.unit.layout.member(scope.state, slot, key)
                emit_write(slot, key, changed_set(there, value, each, scope), scope)
