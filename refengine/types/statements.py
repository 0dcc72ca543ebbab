"""Statements without control: moves, assignments, loops and blocks whose effects belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from refengine.ir import control
from refengine.ir.domain import COUNT, Count, Piece, Place, Range, SetOf
from refengine.ir.expressions import Expr, Local, Member, Origin, PlaceAt, ReadVariable
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import SORTS
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import control_errors, errors, tokens, turn_errors
from refengine.types.arithmetic import negative
from refengine.types.bars import branch_clause
from refengine.types.binders import elaborate_binder, source_of
from refengine.types.context import Context, Scope
from refengine.types.control_words import first_control, word_of
from refengine.types.conversions import things_of
from refengine.types.domains import coerce, describe, domain_of, strip
from refengine.types.expressions import elaborate, number, truth
from refengine.types.rounds import walk_of
from refengine.types.turns import MovedPiece, lies_plain, turn_laid
from refengine.types.values import guards_of_cases

Effects = tuple[control.Effect, ...]

_SEVERAL = "token or piece"


def first_kept(scope: Scope, body: Iterable[tree.Statement]) -> tuple[str, Span] | None:
    """Returns the first `let` with a type in the statements, or change of what such a one has named, and its place."""
    for statement in body:
        found: tuple[str, Span] | None = None
        match statement:
            case tree.Assign(target=tree.NameRef(name=name), span=span) if scope.changeable(name.text) is not None:
                return name.text, span
            case tree.Let(name=name, span=span, type=type_) if type_ is not None:
                return name.text, span
            case tree.If(then=then, otherwise=otherwise):
                found = first_kept(scope, (*then, *otherwise))
            case tree.Each(body=inner) | tree.Simultaneously(body=inner) | tree.Branch(body=inner):
                found = first_kept(scope, inner)
            case _:
                pass
        if found is not None:
            return found
    return None


def keeps_inside(scope: Scope, body: Iterable[tree.Statement]) -> bool:
    """Returns whether blocks in the statements change what a `let` names, so that they have to be run in order."""
    return first_kept(scope, (each for each in body if not isinstance(each, tree.Let | tree.Assign))) is not None


def in_no_order(ctx: Context, scope: Scope, body: Sequence[tree.Statement]) -> None:
    """Reports control where effects belong together, and what is to be in order."""
    found, kept = first_control(body), first_kept(scope, body)
    if found is not None:
        ctx.report(control_errors.no_control_here(*found))
    elif kept is not None:
        ctx.report(control_errors.set_out_of_order(*kept))


def effects_of(ctx: Context, scope: Scope, body: Sequence[tree.Statement], owner: str) -> Effects | None:
    """Returns the effects of statements that hold no control; control in them is reported, and what needs an order."""
    found: list[control.Effect] = []
    kept = first_kept(scope, (each for each in body if isinstance(each, tree.Let | tree.Assign)))
    if kept is not None:
        ctx.report(control_errors.set_out_of_order(*kept))
        return None
    good = True
    index = 0
    while index < len(body):
        statement = body[index]
        if isinstance(statement, tree.Branch):
            run = branch_run(body, index)
            one = branches(ctx, scope, run, owner)
            index += len(run)
        else:
            one = effect(ctx, scope, statement, owner)
            index += 1
        if one is None:
            good = False
        else:
            found.extend(one)
    return tuple(found) if good else None


def branch_run(body: Sequence[tree.Statement], start: int) -> tuple[tree.Branch, ...]:
    """Returns the neighbouring cases that form one group."""
    run: list[tree.Branch] = []
    for statement in body[start:]:
        if not isinstance(statement, tree.Branch):
            break
        run.append(statement)
    return tuple(run)


def branches(ctx: Context, scope: Scope, run: tuple[tree.Branch, ...], owner: str) -> Effects | None:
    """Returns a group of cases whose bodies are effects."""
    cases: list[control.BranchCase] = []
    for each, conditions in zip(run, guards_of_cases(ctx, scope, run), strict=True):
        body = effects_of(ctx, scope.inner(), each.body, owner)
        if conditions is not None and body is not None:
            cases.append(control.BranchCase(branch_clause(ctx, owner, each), conditions, body))
    if len(cases) < len(run):
        return None
    return (control.Branches(tuple(cases), Origin(run[0].span)),)


def effect(ctx: Context, scope: Scope, statement: tree.Statement, owner: str) -> Effects | None:
    """Returns one statement as effects."""
    match statement:
        case tree.Move():
            return _move(ctx, scope, statement)
        case tree.MoveSeveral():
            return _move_several(ctx, scope, statement)
        case tree.MoveAll():
            return _move_all(ctx, scope, statement)
        case tree.Assign():
            return _assign(ctx, scope, statement)
        case tree.Let():
            return _let(ctx, scope, statement)
        case tree.Word(op="nothing"):
            return ()
        case tree.If(then=then, otherwise=otherwise):
            test = truth(ctx, scope, statement.condition)
            first = effects_of(ctx, scope.inner(), then, owner)
            second = effects_of(ctx, scope.inner(), otherwise, owner)
            if test is None or first is None or second is None:
                return None
            return (control.When(test, first, second),)
        case tree.Each():
            return _each(ctx, scope, statement, owner)
        case tree.Simultaneously(body=body):
            done = effects_of(ctx, scope.inner(), body, owner)
            return None if done is None else (control.Simultaneous(done, Origin(statement.span)),)
        case tree.Branch():
            return branches(ctx, scope, (statement,), owner)
        case tree.Ask() | tree.Transfer() | tree.Abandon() | tree.Repeat() | tree.Word():
            ctx.report(control_errors.no_control_here(word_of(statement), statement.span))
            return None


def _each(ctx: Context, scope: Scope, node: tree.Each, owner: str) -> Effects | None:
    inner = scope.inner()
    binding = elaborate_binder(ctx, inner, node.binder, elaborate)
    done = effects_of(ctx, inner, node.body, owner) if binding is not None else None
    through = walk_of(ctx, scope, node, binding) if binding is not None else None
    if through is None or done is None:
        return None
    loop = control.Each(through.binding, (*through.turn, *done), node.ordered, Origin(node.binder.span))
    return (*through.begin, loop)


def _let(ctx: Context, scope: Scope, node: tree.Let) -> Effects | None:
    name, value = node.name, node.value
    if node.type is not None:
        return _kept(ctx, scope, name, node.type, value)
    one = elaborate(ctx, scope, value)
    if one is None:
        scope.bind_faulty(name)
        return None
    lies = source_of(ctx, scope, one, value.span)
    stays = isinstance(lies, PlaceAt) and isinstance(lies.key, Local | Member | None)
    return (control.LetIn(scope.bind(ctx, name, one.domain, lies if stays else None), one),)


def _kept(ctx: Context, scope: Scope, name: tree.Name, type_: tree.TypeExpr, value: tree.Expr) -> Effects | None:
    """Returns a `let` with a type, which may be changed; so nobody knows where a piece lies that it names."""
    domain = domain_of(ctx, type_)
    one = None if domain is None else elaborate(ctx, scope, value, domain)
    fitted = None if one is None or domain is None else coerce(ctx, one, domain, value.span)
    if fitted is None or domain is None:
        scope.bind_faulty(name)
        return None
    local = scope.bind(ctx, name, domain)
    scope.kept[name.text] = local
    return (control.LetIn(local, fitted),)


# ---- MOVES


def _piece(ctx: Context, scope: Scope, node: tree.Expr) -> tuple[Expr, str] | None:
    wanted = _wanted(ctx, node)
    one = elaborate(ctx, scope, node, wanted)
    return None if one is None else _as_piece(ctx, one, node, wanted)


def _wanted(ctx: Context, node: tree.Expr) -> Piece | None:
    """Returns the domain that is wanted where a component is named: its pieces may be all alike, and have its name."""
    if isinstance(node, tree.NameRef) and node.name.text in ctx.components:
        return Piece(node.name.text)
    return None


def _as_piece(ctx: Context, one: Expr, node: tree.Expr, wanted: Piece | None) -> tuple[Expr, str] | None:
    domain = strip(one.domain)
    if not isinstance(domain, Piece):
        hint = "name a piece, or one that is bound, as in `move all c in ... to ...` or `for each c in ...`"
        if wanted is not None:
            hint = f"say which of them: `{wanted.component}(...)`"
        ctx.report(errors.mismatch(describe(one.domain), "a piece", node.span, hint))
        return None
    fitted = coerce(ctx, one, domain, node.span)
    return None if fitted is None else (fitted, domain.component)


def place(ctx: Context, scope: Scope, node: tree.Expr, component: str) -> Expr | None:
    """Returns a destination or source for pieces of a component."""
    wanted = Place(component)
    one = elaborate(ctx, scope, node, wanted)
    if one is None:
        return None
    if not isinstance(strip(one.domain), Place):
        ctx.report(errors.not_a_place(describe(one.domain), node.span, things_of(ctx, wanted)))
        return None
    return coerce(ctx, one, wanted, node.span)


def _move(ctx: Context, scope: Scope, node: tree.Move) -> Effects | None:
    found = _piece(ctx, scope, node.piece)
    if found is None:
        return None
    piece, component = found
    target = place(ctx, scope, node.target, component)
    if node.source is not None:
        source = place(ctx, scope, node.source, component)
    else:
        source = source_of(ctx, scope, piece, node.piece.span)
        if source is None and component in ctx.components:
            ctx.report(errors.no_source(node.span))
    if source is None or target is None:
        return None
    turned, good = turn_laid(ctx, scope, MovedPiece(component, target, node.target.span), node.turned, elaborate)
    move = control.MovePiece(piece, component, source, target, Origin(node.span, node.cite), turned=turned)
    return (move,) if good else None


def _move_all(ctx: Context, scope: Scope, node: tree.MoveAll) -> Effects | None:
    inner = scope.inner()
    binding = elaborate_binder(ctx, inner, node.binder, elaborate)
    if binding is None:
        return None
    if not isinstance(binding.var.domain, Piece):
        hint = "write `all c in ZONE`, or `all COMPONENT c with ...`"
        ctx.report(errors.mismatch(describe(binding.var.domain), "a piece", node.binder.span, hint))
        return None
    component = binding.var.domain.component
    target = place(ctx, inner, node.target, component)
    source = source_of(ctx, inner, binding.var, node.binder.name.span)
    if source is None:
        ctx.report(errors.no_source(node.span))
    if source is None or target is None:
        return None
    turned, good = turn_laid(ctx, inner, MovedPiece(component, target, node.target.span), node.turned, elaborate)
    if not good:
        return None
    move = control.MovePiece(binding.var, component, source, target, Origin(node.span, node.cite), turned=turned)
    return (control.Each(binding, (move,), ordered=False, origin=Origin(node.binder.span)),)


def _move_several(ctx: Context, scope: Scope, node: tree.MoveSeveral) -> Effects | None:
    """Returns the effects that move tokens, or pieces that are alike; where a piece has to be turned, one of them."""
    thing = _thing(ctx, scope, node.thing)
    amount = None if thing is None else number(ctx, scope, node.amount)
    fitted = None if amount is None else coerce(ctx, amount, COUNT, node.amount.span)
    if thing is None or fitted is None:
        return None
    if isinstance(thing, tokens.TokenSelection):
        if node.turned is not None:
            ctx.report(turn_errors.token_turned(node.turned.span))
            return None
        return tokens.moved(ctx, scope, node, thing, fitted, elaborate)
    piece, component = thing
    source = place(ctx, scope, node.source, component)
    target = place(ctx, scope, node.target, component)
    if source is None or target is None:
        return None
    move, origin = MovedPiece(component, target, node.target.span), Origin(node.span, node.cite)
    if node.turned is None:
        plain = control.MovePiece(piece, component, source, target, origin, fitted)
        return (plain,) if lies_plain(ctx, move) else None
    if node.amount != tree.IntLit(1, node.amount.span):
        ctx.report(turn_errors.several_turned(node.amount.span))
        return None
    turned, good = turn_laid(ctx, scope, move, node.turned, elaborate)
    return (control.MovePiece(piece, component, source, target, origin, turned=turned),) if good else None


def _thing(ctx: Context, scope: Scope, node: tree.Expr) -> tokens.TokenSelection | tuple[Expr, str] | None:
    """Returns a thing of which there may be several: a token that is named or worked out, or a piece."""
    if isinstance(node, tree.NameRef):
        word, declared = node.name.text, ctx.symbols.lookup(node.name.text)
        if isinstance(declared, tree.Token):
            return tokens.known(ctx, node.name)
        if not _names_a_piece(ctx, scope, word) and not tokens.is_worked_out(ctx, scope, word):
            if declared is None and not scope.is_faulty(word):
                ctx.report(name_errors.unknown_name(_SEVERAL, word, node.name.span, (*ctx.tokens, *ctx.components)))
            elif declared is not None:
                known = (*ctx.tokens, *ctx.components)
                ctx.report(name_errors.wrong_sort(word, SORTS[type(declared)], _SEVERAL, node.name.span, known=known))
            return None
    wanted = _wanted(ctx, node)
    one = elaborate(ctx, scope, node, wanted)
    if one is not None and tokens.is_token_kind(ctx, one.domain):
        return tokens.one_of(ctx, one, node.span)
    return None if one is None else _as_piece(ctx, one, node, wanted)


def _names_a_piece(ctx: Context, scope: Scope, word: str) -> bool:
    declared = ctx.symbols.lookup(word)
    if scope.lookup(word) is not None or isinstance(declared, tree.Component):
        return True
    return declared is None and any(row.name == word for each in ctx.components.values() for row in each.pieces)


# ---- ASSIGNMENTS


def _change(ctx: Context, scope: Scope, node: tree.Assign, kept: Local) -> Effects | None:
    """Lets the name of a `let` stand for something else from here on."""
    value = node.value
    match node.op:
        case "add" | "remove" if isinstance(kept.domain, SetOf):
            item = tree.SetLit((node.value,), node.value.span)
            value = tree.Arith("+" if node.op == "add" else "-", node.target, item, node.span)
        case "add" | "subtract" if isinstance(kept.domain, Range | Count):
            value = tree.Arith("+" if node.op == "add" else "-", node.target, node.value, node.span)
        case "add" | "subtract" | "remove":
            wanted = "a set" if node.op == "remove" else "a number"
            ctx.report(errors.mismatch(describe(kept.domain), wanted, node.target.span, _SET))
            return None
        case "set":
            pass
    one = elaborate(ctx, scope, value, kept.domain)
    fitted = None if one is None else coerce(ctx, one, kept.domain, node.value.span)
    return None if fitted is None else (control.LetIn(kept, fitted),)


_SET = "write `set ... to ...`, which changes whatever it is; only numbers and sets are added to"


def _assign(ctx: Context, scope: Scope, node: tree.Assign) -> Effects | None:
    named = node.target.name.text if isinstance(node.target, tree.NameRef) else ""
    kept = scope.changeable(named)
    if kept is not None:
        return _change(ctx, scope, node, kept)
    target = elaborate(ctx, scope, node.target)
    if target is None:
        return None
    if not isinstance(target, ReadVariable):
        ctx.report(errors.not_a_variable(node.target.span, named if isinstance(target, Local) else None))
        return None
    origin = Origin(node.span, node.cite)
    domain = target.domain
    if node.op == "set":
        value = elaborate(ctx, scope, node.value, domain)
        fitted = None if value is None else coerce(ctx, value, domain, node.value.span)
        return None if fitted is None else (control.SetVariable(target.name, target.key, fitted, origin),)
    if isinstance(domain, SetOf) and node.op in ("add", "remove"):
        item = elaborate(ctx, scope, node.value, domain.inner)
        fitted = None if item is None else coerce(ctx, item, domain.inner, node.value.span)
        if fitted is None:
            return None
        return (control.AddMember(target.name, target.key, fitted, node.op == "add", origin),)
    if isinstance(domain, Range | Count) and node.op in ("add", "subtract"):
        amount = number(ctx, scope, node.value)
        if amount is None:
            return None
        if node.op == "subtract":
            amount = negative(amount)
        return (control.AddNumber(target.name, target.key, amount, origin),)
    wanted = "a set" if node.op == "remove" else "a number"
    ctx.report(errors.mismatch(describe(domain), wanted, node.target.span, _SET))
    return None
