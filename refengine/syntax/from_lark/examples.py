"""Examples, in the order of the grammar."""

from typing import Literal as Lit

from attrs import evolve

from refengine.syntax import tree
from refengine.syntax.from_lark.expressions import assumed, call, expression
from refengine.syntax.from_lark.pictures import picture
from refengine.syntax.from_lark.place import Node, Place, integer, offsets, parts
from refengine.syntax.nodes import Token
from refengine.syntax.refusals import unreadable


def fixed(node: Node | None, at: Place) -> tuple[tree.Fixed, ...]:
    """Builds the nodes of `resistance 5 and power Plain`, if that is written."""
    if node is None:
        return ()
    children = parts(node)
    return tuple(fixed_value(name, value, at) for name, value in zip(children[::2], children[1::2], strict=True))


def fixed_value(name: Token, value: Node, at: Place) -> tree.Fixed:
    """Returns a field with what it is."""
    if value.data == "fixed_set":
        given: tree.Name | int | tuple[tree.Name | int, ...] = tuple(_datum(each, at) for each in parts(value) if each)
    else:
        given = _datum(value, at)
    return tree.Fixed(at.name(name), given, at.span(name).to(at.span(value)))


def _datum(value: Node, at: Place) -> tree.Name | int:
    match str(value.data), parts(value):
        case "fixed_name", (said,):
            return at.name(said)
        case "fixed_below_zero", (said,):
            return -integer(said)
        case "fixed_int", (said,):
            return integer(said)
        case word, _:
            return tree.Name(word.removeprefix("fixed_"), at.span(value))


def example(node: Node, at: Place) -> tree.Example:
    """Returns a position or steps, and what is to be expected."""
    name, cite, *lines = parts(node)
    return tree.Example(at.name(name), at.cite(cite), tuple(_line(each, at) for each in lines), at.span(node))


def _line(node: Node, at: Place) -> tree.ExampleLine:
    children = parts(node)
    span = at.span(node)
    match str(node.data):
        case "begun_as":
            begun, until = children
            return tree.BegunAs(at.name(begun), _maybe_name(until, at), span)
        case "picture":
            return picture(node, at)
        case "given":
            return tree.Given(_facts(children, at), span)
        case "when_phase":
            return tree.WhenPhase(call(children[0], at), span)
        case "play":
            return tree.Play(_actor(children[0], at), call(children[1], at), span)
        case "mark":
            return tree.Mark(at.name(children[0]), span)
        case "expect":
            return _expect(node, at)
        case "under":
            chosen = tuple(assumed(each, at) for each in children if each.data == "assumed")
            return tree.Under(chosen, tuple(_expect(each, at) for each in children[len(chosen) :]), span)
        case other:
            raise AssertionError(other)


def _facts(nodes: list[Node], at: Place) -> tuple[tree.Fact, ...]:
    """Returns the facts; that something lies `turned` belongs to the fact before, which says where it lies."""
    found: list[tree.Fact] = []
    for node in nodes:
        if node.data != "fact_turned":
            found.append(_fact(node, at))
            continue
        turned = expression(parts(node)[0], at)
        match found[-1]:
            case tree.FactAny(turned=None) | tree.FactExpr(turned=None) as laid:
                found[-1] = evolve(laid, span=laid.span.to(at.span(node)), turned=turned)
            case _:
                hint = "`turned` stands behind a piece and its cell, as in `t in board of (0, 0), turned k`"
                raise unreadable("nothing lies here that could be turned", offsets(node), hint=hint)
    return tuple(found)


def _fact(node: Node, at: Place) -> tree.Fact:
    children = parts(node)
    span = at.span(node)
    match str(node.data):
        case "fact_players":
            return tree.FactPlayers(integer(children[0]), span)
        case "fact_phase":
            phase, *inside = (call(each, at) for each in children)
            return tree.FactPhase(phase, tuple(inside), span)
        case "fact_any":
            component, with_, place = children
            return tree.FactAny(at.name(component), fixed(with_, at), expression(place, at), span)
        case "fact_expr":
            return tree.FactExpr(expression(children[0], at), span)
        case other:
            raise AssertionError(other)


def _actor(node: Node, at: Place) -> tree.Actor:
    who: dict[str, Lit["chance", "table"]] = {"actor_chance": "chance", "actor_table": "table"}
    children = parts(node)
    return tree.Actor(integer(children[0]) if children else who[node.data], at.span(node))


def _expect(node: Node, at: Place) -> tree.Expect:
    return tree.Expect(tuple(_expectation(each, at) for each in parts(node)), at.span(node))


def _expectation(node: Node, at: Place) -> tree.Expectation:
    children = parts(node)
    span = at.span(node)
    match str(node.data):
        case "expect_holds":
            condition, by = children
            return tree.ExpectHolds(expression(condition, at), _maybe_name(by, at), span)
        case "expect_illegal":
            actor, called, because = children
            return tree.ExpectIllegal(_actor(actor, at), call(called, at), _maybe_name(because, at), span)
        case "expect_legal":
            return tree.ExpectLegal(_actor(children[0], at), call(children[1], at), span)
        case "expect_fault":
            return tree.ExpectFault(expression(children[0], at), span)
        case "expect_chance":
            numerator, denominator, condition = children
            whole = None if denominator is None else integer(denominator)
            return tree.ExpectChance(integer(numerator), whole, expression(condition, at), span)
        case "expect_over":
            return tree.ExpectOver(span)
        case "expect_scores":
            return tree.ExpectScores(tuple(at.number(each) for each in children), span)
        case "expect_winners" | "expect_no_winners":
            return tree.ExpectWinners(tuple(at.number(each) for each in children), span)
        case "expect_seen" | "expect_unseen":
            viewer, of = children
            return tree.ExpectSeen(at.number(viewer), expression(of, at), node.data == "expect_unseen", span)
        case other:
            raise AssertionError(other)


def _maybe_name(token: Token | None, at: Place) -> tree.Name | None:
    return None if token is None else at.name(token)
