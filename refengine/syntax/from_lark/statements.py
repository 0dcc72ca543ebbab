"""Clauses of values and statements of scripts, in the order of the grammar."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal as Lit, TypeAlias

from refengine.syntax import tree
from refengine.syntax.from_lark.expressions import binder, call, expression, maybe_expression, type_expression
from refengine.syntax.from_lark.place import Node, Place, parts, refuse_second
from refengine.syntax.nodes import Token

Maker: TypeAlias = Callable[[Node, Place], tree.Statement]

# ---- CLAUSES OF VALUES


def params(node: Node | None, at: Place) -> tuple[tree.Param, ...]:
    """Returns the parameters of a value or a phase, if it has any."""
    return () if node is None else tuple(_param(each, at) for each in parts(node))


def _param(node: Node, at: Place) -> tree.Param:
    name, type_ = parts(node)
    return tree.Param(at.name(name), type_expression(type_, at), None, at.span(node))


def told(node: Node | None, at: Place) -> tuple[tree.Param, ...]:
    """Returns the parameters of a phase, if it has any, and who sees them."""
    return () if node is None else tuple(_told(each, at) for each in parts(node))


def _told(node: Node, at: Place) -> tree.Param:
    name, type_, seen = parts(node)
    by = None if seen is None else seen_by(seen, at)
    return tree.Param(at.name(name), type_expression(type_, at), by, at.span(node))


def seen_by(node: Node, at: Place) -> tree.Seen:
    """Builds who sees something; of a parameter it is not said during what."""
    by, *during = parts(node)
    named = parts(by)
    name = at.name(named[0]) if named else tree.Name("nobody", at.span(by))
    condition = expression(named[1], at) if by.data == "seen_by_each" else None
    phase = next((at.name(each) for each in during if each is not None), None)
    return tree.Seen(name, condition, phase, at.span(node))


def value_body(node: Node, at: Place) -> tree.ValueBody:
    """Builds the body of a value."""
    span = at.span(node)
    match str(node.data):
        case "single":
            return tree.Single(_result(parts(node)[0], at), span)
        case "general":
            normally, *exceptions = parts(node)
            return tree.General(_result(normally, at), tuple(exception(each, at) for each in exceptions), span)
        case "cases":
            return tree.Cases(tuple(_case(each, at) for each in parts(node)), span)
        case "sums":
            return tree.Sums(tuple(plus(each, at) for each in parts(node)), span)
        case other:
            raise AssertionError(other)


def _result(node: Node, at: Place) -> tree.Expr:
    return expression(parts(node)[-1], at)


def exception(node: Node, at: Place) -> tree.Exception_:
    """Builds an exception of a value."""
    name, over, cite, *guards, result = parts(node)
    return tree.Exception_(
        at.name(name),
        () if over is None else at.clauses(parts(over)),
        at.cite(cite),
        whens(guards, at),
        _result(result, at),
        at.span(node),
    )


def _case(node: Node, at: Place) -> tree.Case | tree.Nest:
    name, cite, *lines = parts(node)
    guards, inner = _guards(lines, at), tuple(_case(each, at) for each in lines if each.data == "case")
    if inner:
        return tree.Nest(at.name(name), at.cite(cite), guards, inner, at.span(node))
    return tree.Case(at.name(name), at.cite(cite), guards, _result(lines[-1], at), at.span(node))


def plus(node: Node, at: Place) -> tree.Plus:
    """Builds a clause of a sum."""
    name, cite, *guards, result = parts(node)
    return tree.Plus(at.name(name), at.cite(cite), whens(guards, at), _result(result, at), at.span(node))


def _guards(nodes: list[Any], at: Place) -> tuple[tree.When, ...] | tree.Otherwise:
    """Returns the guards among the lines of a case, or the word that stands for them."""
    last = next((each for each in nodes if each.data == "otherwise_case"), None)
    return whens(nodes, at) if last is None else tree.Otherwise(at.span(last))


def whens(nodes: list[Any], at: Place) -> tuple[tree.When, ...]:
    """Returns the guards among the lines of a clause."""
    return tuple(_when(each, at) for each in nodes if each.data == "when")


def _when(node: Node, at: Place) -> tree.When:
    condition, cite = parts(node)
    return tree.When(expression(condition, at), at.cite(cite), at.span(node))


# ---- SIMPLE STATEMENTS


def block(node: Node, at: Place) -> tuple[tree.Statement, ...]:
    """Returns the statements of an indented block."""
    return tuple(statement(each, at) for each in parts(node))


def statement(node: Node, at: Place) -> tree.Statement:
    """Returns any statement."""
    return _MAKERS[node.data](node, at)


def _move(node: Node, at: Place) -> tree.Statement:
    piece, target, laid, cite = parts(node)
    turned = maybe_expression(laid, at)
    return tree.Move(expression(piece, at), None, expression(target, at), at.cite(cite), at.span(node), turned)


def _move_from(node: Node, at: Place) -> tree.Statement:
    piece, source, target, laid, cite = parts(node)
    ends = expression(source, at), expression(target, at)
    return tree.Move(expression(piece, at), *ends, at.cite(cite), at.span(node), maybe_expression(laid, at))


def _move_several(node: Node, at: Place) -> tree.Statement:
    amount, thing, source, target, laid, cite = parts(node)
    return tree.MoveSeveral(
        expression(amount, at),
        expression(thing, at),
        expression(source, at),
        expression(target, at),
        at.cite(cite),
        at.span(node),
        maybe_expression(laid, at),
    )


def _move_all(node: Node, at: Place) -> tree.Statement:
    bound, target, laid, cite = parts(node)
    turned = maybe_expression(laid, at)
    return tree.MoveAll(binder(bound, at), expression(target, at), at.cite(cite), at.span(node), turned)


def _set(node: Node, at: Place) -> tree.Statement:
    target, value, cite = parts(node)
    return tree.Assign("set", expression(target, at), expression(value, at), at.cite(cite), at.span(node))


def _change(op: Lit["add", "subtract", "remove"]) -> Maker:
    def make(node: Node, at: Place) -> tree.Statement:
        value, target, cite = parts(node)
        return tree.Assign(op, expression(target, at), expression(value, at), at.cite(cite), at.span(node))

    return make


def _let(node: Node, at: Place) -> tree.Statement:
    name, type_, value = parts(node)
    kept = None if type_ is None else type_expression(type_, at)
    return tree.Let(at.name(name), expression(value, at), at.span(node), kept)


def _transfer(op: Lit["enter", "go"]) -> Maker:
    def make(node: Node, at: Place) -> tree.Statement:
        called, cite = parts(node)
        return tree.Transfer(op, call(called, at), at.cite(cite), at.span(node))

    return make


def _abandon(node: Node, at: Place) -> tree.Statement:
    phase, cite = parts(node)
    return tree.Abandon(at.name(phase), at.cite(cite), at.span(node))


def _word(op: Lit["done", "nothing", "game over"]) -> Maker:
    def make(node: Node, at: Place) -> tree.Statement:
        return tree.Word(op, at.cite(parts(node)[0]), at.span(node))

    return make


# ---- STATEMENTS WITH BLOCKS


def _if(node: Node, at: Place) -> tree.Statement:
    condition, cite, then, otherwise = parts(node)
    return tree.If(
        expression(condition, at),
        at.cite(cite),
        block(then, at),
        () if otherwise is None else block(parts(otherwise)[0], at),
        at.span(node),
    )


def _each(*, ordered: bool) -> Maker:
    def make(node: Node, at: Place) -> tree.Statement:
        bound, body = parts(node)
        return tree.Each(binder(bound, at), None, block(body, at), ordered, at.span(node))

    return make


def _for_each_chosen(node: Node, at: Place) -> tree.Statement:
    bound, word, who, cite, body = parts(node)
    chosen_by = pick(word, who, at, at.cite(cite))
    return tree.Each(binder(bound, at), None, block(body, at), ordered=True, span=at.span(node), pick=chosen_by)


def _for_each_from(node: Node, at: Place) -> tree.Statement:
    kind, name, start, condition, body = parts(node)
    word, named = at.name(kind), at.name(name)
    narrowed = maybe_expression(condition, at)
    last = named.span if narrowed is None else narrowed.span
    bound = tree.Binder(named, word, None, narrowed, word.span.to(last))
    return tree.Each(bound, expression(start, at), block(body, at), ordered=True, span=at.span(node))


def _repeat_times(node: Node, at: Place) -> tree.Statement:
    times, body = parts(node)
    return tree.Repeat(expression(times, at), block(body, at), at.span(node))


def _repeat_until_done(node: Node, at: Place) -> tree.Statement:
    return tree.Repeat(None, block(parts(node)[0], at), at.span(node))


def _repeat_until(node: Node, at: Place) -> tree.Statement:
    until, body = parts(node)
    return tree.Repeat(None, block(body, at), at.span(node), expression(until, at))


def _simultaneously(node: Node, at: Place) -> tree.Statement:
    return tree.Simultaneously(block(parts(node)[0], at), at.span(node))


def _branch(node: Node, at: Place) -> tree.Statement:
    name, cite, *lines = parts(node)
    body = tuple(statement(each, at) for each in lines if each.data not in {"when", "otherwise_case"})
    return tree.Branch(at.name(name), at.cite(cite), _guards(lines, at), body, at.span(node))


# ---- DECISIONS


def _ask(node: Node, at: Place) -> tree.Statement:
    who, if_able, *actions = parts(node)
    return tree.Ask(_decider(who, at), if_able is not None, tuple(action(each, at) for each in actions), at.span(node))


def _decider(node: Node, at: Place) -> tree.Decider:
    if node.data == "ask_every":
        return tree.AskEvery(binder(parts(node)[0], at), at.span(node))
    return _chooser(node, at)


def pick(word: Token, who: Node, at: Place, cite: tree.Cite = ()) -> tree.Pick:
    """Builds who picks the next of several, with the word that says so, and what lets them."""
    last = cite[-1].span if cite else at.span(who)
    return tree.Pick(at.name(word), _chooser(who, at), cite, at.span(word).to(last))


def _chooser(node: Node, at: Place) -> tree.Chooser:
    span = at.span(node)
    match str(node.data):
        case "ask_one":
            return tree.AskOne(expression(parts(node)[0], at), span)
        case "ask_chance":
            return tree.AskChance(span)
        case "ask_table":
            return tree.AskTable(span)
        case other:
            raise AssertionError(other)


def action(node: Node, at: Place) -> tree.Action:
    """Builds something that somebody may do when asked."""
    name, chosen, cite, *maybe_lines = parts(node)
    lines = [each for each in maybe_lines if each is not None]
    weights = [each for each in lines if each.data == "weight"]
    refuse_second(weights, "the weight of an action")
    return tree.Action(
        at.name(name),
        () if chosen is None else tuple(_choice(each, at) for each in parts(chosen)),
        at.cite(cite),
        whens(lines, at),
        bars(lines, at),
        _result(weights[0], at) if weights else None,
        tuple(statement(each, at) for each in lines if each.data not in {"when", "bar", "weight"}),
        at.span(node),
    )


def _choice(node: Node, at: Place) -> tree.Choice:
    first, second = parts(node)
    if node.data == "choice_kind":
        return tree.Choice(at.name(second), at.name(first), None, at.span(node))
    return tree.Choice(at.name(first), None, expression(second, at), at.span(node))


def bars(nodes: Iterable[Node], at: Place) -> tuple[tree.Bar, ...]:
    """Returns the bars among some lines."""
    return tuple(bar(each, at) for each in nodes if each.data == "bar")


def bar(node: Node, at: Place) -> tree.Bar:
    """Builds what stands in the way of an action or a phase."""
    name, cite, *guards = parts(node)
    return tree.Bar(at.name(name), at.cite(cite), whens(guards, at), at.span(node))


_MAKERS: Mapping[str, Maker] = MappingProxyType(
    {
        "move": _move,
        "move_from": _move_from,
        "move_several": _move_several,
        "move_all": _move_all,
        "set_": _set,
        "add_to": _change("add"),
        "subtract": _change("subtract"),
        "remove": _change("remove"),
        "let": _let,
        "enter": _transfer("enter"),
        "go": _transfer("go"),
        "abandon": _abandon,
        "done": _word("done"),
        "nothing": _word("nothing"),
        "game_over": _word("game over"),
        "if_statement": _if,
        "each": _each(ordered=False),
        "for_each": _each(ordered=True),
        "for_each_chosen": _for_each_chosen,
        "for_each_from": _for_each_from,
        "repeat_times": _repeat_times,
        "repeat_until_done": _repeat_until_done,
        "repeat_until": _repeat_until,
        "simultaneously": _simultaneously,
        "branch": _branch,
        "ask": _ask,
    }
)
