"""Expressions and types, in the order of the grammar."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal as Lit, TypeAlias

from refengine.source.span import Span
from refengine.syntax import tree
from refengine.syntax.from_lark.place import Node, Place, integer, offsets, parts
from refengine.syntax.refusals import said_of_pairs

Maker: TypeAlias = Callable[[Node, Place], tree.Expr]


def expression(node: Node, at: Place) -> tree.Expr:
    """Returns any expression, bounds and domains among them."""
    return _MAKERS[node.data](node, at)


def maybe_expression(node: Node | None, at: Place) -> tree.Expr | None:
    """Returns an expression that may be left out."""
    return None if node is None else expression(node, at)


def expressions(nodes: list[Node | None], at: Place) -> tuple[tree.Expr, ...]:
    """Returns a list of expressions; where the whole list was left out, None stands for it."""
    return tuple(expression(each, at) for each in nodes if each is not None)


# ---- WHAT REACHES FAR


def binder(node: Node, at: Place) -> tree.Binder:
    """Builds the node of `player p with C` or `c in duel with C`, either of them perhaps with `other`."""
    first, second, condition = parts(node)
    if node.data in {"binder_kind", "other_kind"}:
        kind, name, domain = at.name(first), at.name(second), None
    else:
        kind, name, domain = None, at.name(first), expression(second, at)
    other = node.data in {"other_kind", "other_in"}
    return tree.Binder(name, kind, domain, maybe_expression(condition, at), at.span(node), other)


def due(node: Node, at: Place) -> tuple[tree.Binder | tree.Unbound, ...]:
    """Returns the names that a standing rule binds."""
    return tuple(one for each in parts(node) for one in (due(each, at) if each.data == "due" else (_bound(each, at),)))


def _bound(node: Node, at: Place) -> tree.Binder | tree.Unbound:
    if node.data == "binder_kind":
        return binder(node, at)
    item, domain, condition = (expression(each, at) for each in parts(node))
    if isinstance(item, tree.NameRef):
        return tree.Binder(item.name, None, domain, condition, at.span(node))
    return tree.Unbound(item, domain, condition, at.span(node))


_QUANTIFIERS: Mapping[str, Lit["every", "some", "no", "exactly", "at most", "at least"]] = MappingProxyType(
    {
        "every": "every",
        "some": "some",
        "no": "no",
        "exactly": "exactly",
        "at_most": "at most",
        "at_least": "at least",
    }
)


def _quantified(word: Lit["has", "have", ","]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        quantifier, bound, body = parts(node)
        if word == "," and quantifier.data not in {"every", "some"}:
            raise said_of_pairs(offsets(node)[0], offsets(bound)[1])
        many = _many(parts(quantifier)[0]) if parts(quantifier) else None
        return tree.Quantified(
            _QUANTIFIERS[quantifier.data], many, binder(bound, at), expression(body, at), word, at.span(node)
        )

    return make


def _many(node: Node) -> int:
    return 1 if node.data == "many_one" else integer(parts(node)[0])


def _if_else(node: Node, at: Place) -> tree.Expr:
    condition, then, otherwise = parts(node)
    return tree.IfElse(expression(condition, at), expression(then, at), expression(otherwise, at), at.span(node))


def _the(node: Node, at: Place) -> tree.Expr:
    bound, otherwise = parts(node)
    return tree.The(binder(bound, at), maybe_expression(otherwise, at), at.span(node))


def _all_of(node: Node, at: Place) -> tree.Expr:
    return tree.AllOf(binder(parts(node)[0], at), None, at.span(node))


def _all_for(node: Node, at: Place) -> tree.Expr:
    term, bound = parts(node)
    return tree.AllOf(binder(bound, at), expression(term, at), at.span(node))


def _number_of(node: Node, at: Place) -> tree.Expr:
    return tree.NumberOf(binder(parts(node)[0], at), at.span(node))


def _times_running(node: Node, at: Place) -> tree.Expr:
    return tree.TimesRunning(call(parts(node)[0], at), at.span(node))


def _running(*, negated: bool) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        return tree.IsRunning(expression(parts(node)[0], at), negated, at.span(node))

    return make


def _fold(op: Lit["sum", "highest", "lowest"]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        term, bound = parts(node)
        return tree.Fold(op, expression(term, at), binder(bound, at), at.span(node))

    return make


# ---- OPERATORS


def _joined(kind: Callable[[tree.Expr, tree.Expr, Span], tree.Expr]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        left, right = parts(node)
        return kind(expression(left, at), expression(right, at), at.span(node))

    return make


def _around(kind: type[tree.Not | tree.Bracket | tree.Before | tree.Negative]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        return kind(expression(parts(node)[0], at), at.span(node))

    return make


_ORDERS: Mapping[str, Lit["<", "<=", ">", ">="]] = MappingProxyType({"<": "<", "<=": "<=", ">": ">", ">=": ">="})


def _order(node: Node, at: Place) -> tree.Expr:
    left, op, right = parts(node)
    return tree.Compare(_ORDERS[op], expression(left, at), expression(right, at), at.span(node))


def _compare(op: Lit["=", "!=", "is", "is not"]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        left, right = parts(node)
        return tree.Compare(op, expression(left, at), expression(right, at), at.span(node))

    return make


def _member(*, negated: bool) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        item, domain = parts(node)
        return tree.Member(expression(item, at), expression(domain, at), negated, at.span(node))

    return make


def _reaches(node: Node, at: Place) -> tree.Expr:
    one, other, relation = parts(node)
    return tree.Reaches(expression(one, at), expression(other, at), at.name(relation), at.span(node))


def _is(kind: type[tree.IsEmpty | tree.IsFault], *, negated: bool) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        return kind(expression(parts(node)[0], at), negated, at.span(node))

    return make


def _range(node: Node, at: Place) -> tree.Expr:
    low, high = parts(node)
    return tree.RangeLit(expression(low, at), expression(high, at), at.span(node))


def _arith(op: Lit["+", "-", "*", "div", "mod"]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        left, right = parts(node)
        return tree.Arith(op, expression(left, at), expression(right, at), at.span(node))

    return make


# ---- WHAT IF


def _under_reading(node: Node, at: Place) -> tree.Expr:
    inner, chosen = parts(node)
    return tree.UnderReading(expression(inner, at), assumed(chosen, at), at.span(node))


def assumed(node: Node, at: Place) -> tree.Chosen:
    """Returns a reading of a question."""
    question, reading = parts(node)
    return tree.Chosen(at.name(question), at.name(reading), at.span(node))


def _under_players(node: Node, at: Place) -> tree.Expr:
    inner, players = parts(node)
    return tree.UnderPlayers(expression(inner, at), at.number(players), at.span(node))


def _after(kind: type[tree.AfterReplacing | tree.AfterExchange]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        inner, one, other = parts(node)
        return kind(expression(inner, at), expression(one, at), expression(other, at), at.span(node))

    return make


# ---- WHAT STANDS ALONE


def _of(node: Node, at: Place) -> tree.Expr:
    name, key = parts(node)
    return tree.Of(at.name(name), expression(key, at), "of", at.span(node))


def _call_of(node: Node, at: Place) -> tree.Expr:
    name, args, key = parts(node)
    given = tuple(expression(each, at) for each in parts(args))
    return tree.Of(at.name(name), expression(key, at), "of", at.span(node), given)


def _on(node: Node, at: Place) -> tree.Expr:
    """Returns a token that is named, or one that is worked out, on what holds it."""
    token, key = (expression(each, at) for each in parts(node))
    if isinstance(token, tree.NameRef):
        return tree.Of(token.name, key, "on", at.span(node))
    return tree.On(token, key, at.span(node))


def name_ref(node: Node, at: Place) -> tree.NameRef:
    """Returns a name as an expression."""
    name = at.name(parts(node)[0])
    return tree.NameRef(name, name.span)


def call(node: Node, at: Place) -> tree.Call:
    """Returns a name and its arguments, if there are any."""
    name, args = parts(node)
    given = () if args is None else expressions(parts(args), at)
    return tree.Call(at.name(name), given, at.span(node))


def _key_literal(node: Node, at: Place) -> tree.Expr:
    name, number = parts(node)
    return tree.KeyLiteral(at.name(name), integer(number), at.span(node))


def _field_of(node: Node, at: Place) -> tree.Expr:
    of, name = parts(node)
    return tree.FieldOf(expression(of, at), at.name(name), None, at.span(node))


def _field_at(node: Node, at: Place) -> tree.Expr:
    of, name, key = parts(node)
    return tree.FieldOf(expression(of, at), at.name(name), expression(key, at), at.span(node))


def _int(node: Node, at: Place) -> tree.Expr:
    return at.number(parts(node)[0])


def _truth(*, value: bool) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        return tree.TruthLit(value, at.span(node))

    return make


def _absent(word: Lit["none", "nobody"]) -> Maker:
    def make(node: Node, at: Place) -> tree.Expr:
        return tree.NoneLit(word, at.span(node))

    return make


def _set_of(node: Node, at: Place) -> tree.Expr:
    return tree.SetLit(expressions(parts(node), at), at.span(node))


_MAKERS: Mapping[str, Maker] = MappingProxyType(
    {
        "has": _quantified("has"),
        "have": _quantified("have"),
        "chained": _quantified(","),
        "if_else": _if_else,
        "the": _the,
        "all_of": _all_of,
        "all_for": _all_for,
        "number_of": _number_of,
        "sum_of": _fold("sum"),
        "highest_of": _fold("highest"),
        "lowest_of": _fold("lowest"),
        "implies": _joined(tree.Implies),
        "or_else": _joined(tree.Or),
        "and_also": _joined(tree.And),
        "not_": _around(tree.Not),
        "order": _order,
        "equal": _compare("="),
        "differ": _compare("!="),
        "is_same": _compare("is"),
        "is_not": _compare("is not"),
        "member": _member(negated=False),
        "not_member": _member(negated=True),
        "is_empty": _is(tree.IsEmpty, negated=False),
        "is_not_empty": _is(tree.IsEmpty, negated=True),
        "reaches": _reaches,
        "cell": _joined(tree.CellLit),
        "toward": _joined(tree.Toward),
        "turned": _joined(tree.Turned),
        "turned_back": _joined(tree.TurnedBack),
        "times_running": _times_running,
        "is_running": _running(negated=False),
        "is_not_running": _running(negated=True),
        "is_fault": _is(tree.IsFault, negated=False),
        "is_no_fault": _is(tree.IsFault, negated=True),
        "range": _range,
        "plus_": _arith("+"),
        "minus": _arith("-"),
        "times": _arith("*"),
        "div": _arith("div"),
        "mod": _arith("mod"),
        "negative": _around(tree.Negative),
        "under_reading": _under_reading,
        "under_players": _under_players,
        "after_replacing": _after(tree.AfterReplacing),
        "after_exchange": _after(tree.AfterExchange),
        "of": _of,
        "call_of": _call_of,
        "on": _on,
        "name": name_ref,
        "call_value": call,
        "key_literal": _key_literal,
        "field_of": _field_of,
        "field_at": _field_at,
        "bracket": _around(tree.Bracket),
        "int": _int,
        "true": _truth(value=True),
        "false": _truth(value=False),
        "none": _absent("none"),
        "nobody": _absent("nobody"),
        "set_of": _set_of,
        "before": _around(tree.Before),
    }
)

# ---- BOUNDS AND TYPES


def bound(node: Node, at: Place) -> tree.IntLit | tree.NameRef:
    """Returns a number, or the name of one."""
    match str(node.data):
        case "bound_one":
            return tree.IntLit(1, at.span(node))
        case "bound_int":
            return at.number(parts(node)[0])
        case "bound_below_zero":
            return tree.IntLit(-integer(parts(node)[0]), at.span(node))
        case _:
            return name_ref(node, at)


def type_expression(node: Node, at: Place) -> tree.TypeExpr:
    """Returns any type."""
    children = parts(node)
    span = at.span(node)
    match str(node.data):
        case "type_name":
            return tree.TypeName(at.name(children[0]), span)
        case "type_of":
            return tree.TypeOf(at.name(children[0]), type_expression(children[1], at), span)
        case "type_set":
            return tree.TypeSet(type_expression(children[0], at), span)
        case "type_range":
            return tree.TypeRange(bound(children[0], at), bound(children[1], at), span)
        case "type_or_none":
            return tree.TypeOption(type_expression(children[0], at), "none", span)
        case "type_or_nobody":
            return tree.TypeOption(type_expression(children[0], at), "nobody", span)
        case other:
            raise AssertionError(other)
