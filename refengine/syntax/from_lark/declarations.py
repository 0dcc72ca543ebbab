"""Declarations but for examples and claims, in the order of the grammar."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from refengine.syntax import tree
from refengine.syntax.from_lark.additions import ADDITIONS
from refengine.syntax.from_lark.claims import (
    audit,
    claim,
    dependence,
    enter_nothing,
    only_enter,
    only_move,
    only_move_worked_out,
    scope,
)
from refengine.syntax.from_lark.examples import example
from refengine.syntax.from_lark.expressions import (
    assumed,
    binder,
    bound,
    due,
    expression,
    expressions,
    maybe_expression,
    type_expression,
)
from refengine.syntax.from_lark.fields import copies, fields, held, index_of
from refengine.syntax.from_lark.pictures import pictures
from refengine.syntax.from_lark.place import Node, Place, integer, parts, refuse_deep, refuse_second
from refengine.syntax.from_lark.statements import bars, block, params, pick, seen_by, statement, told, value_body, whens
from refengine.syntax.from_lark.zones import part, turns, zone
from refengine.syntax.nodes import Token

Maker: TypeAlias = Callable[[Node, Place], tree.Declaration]


def build_declarations(start: Node, path: str, base: int) -> list[tree.Declaration]:
    """Returns the declarations of a text that begins at `base` in its file."""
    refuse_deep(start)
    at = Place(path, base)
    return [_MAKERS[each.data](each, at) for each in parts(start)]


# ---- THE GAME AND ITS DATA


def _game(node: Node, at: Place) -> tree.Declaration:
    name, rulebook, players = parts(node)
    fewest, most, cite = parts(players)
    return tree.Game(
        at.name(name),
        at.name(rulebook),
        integer(fewest),
        integer(fewest if most is None else most),
        at.cite(cite),
        at.span(node),
    )


def _table(node: Node, at: Place) -> tree.Declaration:
    name, marks, cite = parts(node)
    return tree.Table(at.name(name), at.names(parts(marks)), at.cite(cite), at.span(node))


def _kind_listed(node: Node, at: Place) -> tree.Declaration:
    mark, name, members, ring, cite = parts(node)
    return tree.Kind(
        at.name(name),
        at.names(parts(members)),
        None,
        (),
        ring is not None,
        at.cite(cite),
        at.span(node),
        at.maybe_name(mark),
    )


def _kind_from_table(node: Node, at: Place) -> tree.Declaration:
    mark, name, table, ring, turning, cite, *lines = parts(node)
    return tree.Kind(
        at.name(name),
        (),
        at.name(table),
        fields(lines, at),
        ring is not None,
        at.cite(cite),
        at.span(node),
        at.maybe_name(mark),
        turns=None if turning is None else turns(turning, at),
    )


def _relation(node: Node, at: Place) -> tree.Declaration:
    name, one, other, *marks, table, cite = parts(node)
    return tree.Relation(
        at.name(name),
        at.name(one),
        at.name(other),
        at.names(marks),
        at.name(table),
        at.cite(cite),
        at.span(node),
    )


def _region(node: Node, at: Place) -> tree.Declaration:
    name, of, cite, joins = parts(node)
    one, other, domain, condition = parts(joins)
    return tree.Region(
        at.name(name),
        at.name(of),
        at.cite(cite),
        tree.Joins(
            at.name(one),
            at.name(other),
            None if domain is None else expression(domain, at),
            None if condition is None else expression(condition, at),
            at.span(joins),
        ),
        at.span(node),
    )


def _record(node: Node, at: Place) -> tree.Declaration:
    name, cite, *lines = parts(node)
    return tree.Record(at.name(name), fields(lines, at), at.cite(cite), at.span(node))


def _component(node: Node, at: Place) -> tree.Declaration:
    mark, name, table, cite, *lines = parts(node)
    starts = [each for each in lines if each.data == "starts_in"]
    refuse_second(starts, "where a component starts")
    return tree.Component(
        at.name(name),
        None if table is None else at.name(parts(table)[0]),
        fields(lines, at),
        tuple(copies(each, at) for each in lines if each.data in {"one_of_each", "alike"}),
        at.name(parts(starts[0])[0]) if starts else None,
        at.cite(cite),
        at.span(node),
        at.maybe_name(mark),
    )


def _token(node: Node, at: Place) -> tree.Declaration:
    name, *holders, limit, cite = parts(node)
    return tree.Token(at.name(name), at.names(holders), bound(limit, at), at.cite(cite), at.span(node))


def _token_kind(node: Node, at: Place) -> tree.Declaration:
    mark, name, *groups, cite = parts(node)
    return tree.TokenKind(
        at.name(name),
        tuple(held(each, at) for each in groups),
        at.cite(cite),
        at.span(node),
        at.maybe_name(mark),
    )


def _variable(node: Node, at: Place) -> tree.Declaration:
    name, index, type_, starts, life, seen, cite = parts(node)
    during, under = (parts(life)[0] if life is not None and life.data == each else None for each in LIVES)
    return tree.Variable(
        at.name(name),
        index_of(index, at),
        type_expression(type_, at),
        maybe_expression(starts, at),
        None if during is None else at.name(during),
        None if seen is None else seen_by(seen, at),
        at.cite(cite),
        at.span(node),
        None if under is None else assumed(under, at),
    )


LIVES = ("lasts_during", "kept_under")
"""The nodes by which a variable says when it is there."""


# ---- WHAT THE TEXT LEAVES OPEN


def _option(node: Node, at: Place) -> tree.Declaration:
    name, type_, default, cite = parts(node)
    return tree.Option(at.name(name), type_expression(type_, at), expression(default, at), at.cite(cite), at.span(node))


def _question(node: Node, at: Place) -> tree.Declaration:
    name, type_, *rest = parts(node)
    about = [each for each in rest if getattr(each, "data", "") in {"statement", "ruling"}]
    cite, text, *readings = rest[len(about) :]
    return tree.Question(
        at.name(name),
        None if type_ is None else type_expression(type_, at),
        tuple(at.citation(each) for each in about),
        at.cite(cite),
        text[1:-1],
        tuple(_reading(each, at) for each in readings),
        at.span(node),
    )


def _reading(node: Node, at: Place) -> tree.Reading:
    name, number, text, marks = parts(node)
    defaults = [each for each in parts(marks) if each.data == "reading_default"]
    refuse_second(defaults, "the default")
    return tree.Reading(
        at.name(name),
        None if number is None else bound(number, at),
        text[1:-1],
        tuple(_status(each, at) for each in parts(marks) if each not in defaults),
        bool(defaults),
        at.span(node),
    )


def _status(node: Node, at: Place) -> tree.Name:
    """Returns what a reading rests on: a name, or one of the words that begin declarations, too."""
    words = {"reading_of_edition": "edition", "reading_of_table": "table"}
    word = words.get(node.data)
    return at.name(parts(node)[0]) if word is None else tree.Name(word, at.span(node))


def _edition(node: Node, at: Place) -> tree.Declaration:
    name, cite, *chosen = parts(node)
    return tree.Edition(at.name(name), at.cite(cite), tuple(assumed(each, at) for each in chosen), at.span(node))


def _law(node: Node, at: Place) -> tree.Declaration:
    name, cite, condition = parts(node)
    return tree.Law(at.name(name), at.cite(cite), expression(condition, at), at.span(node))


# ---- VALUES AND THE COURSE OF THE GAME


def _value(node: Node, at: Place) -> tree.Declaration:
    name, given, phase, type_, cite, *lets, body = parts(node)
    return tree.Value(
        at.name(name),
        params(given, at),
        type_expression(type_, at),
        at.cite(cite),
        value_body(body, at),
        at.span(node),
        None if phase is None else at.name(parts(phase)[0]),
        tuple(_let(each, at) for each in lets),
    )


def _let(node: Node, at: Place) -> tree.LetValue:
    name, value, cite = parts(node)
    return tree.LetValue(at.name(name), expression(value, at), at.cite(cite), at.span(node))


def _setup(node: Node, at: Place) -> tree.Declaration:
    cite, body = parts(node)
    return tree.Setup(at.cite(cite), block(body, at), at.span(node))


def _phase(node: Node, at: Place) -> tree.Declaration:
    name, given, before, cite, *lines = parts(node)
    body = tuple(statement(each, at) for each in lines if each.data != "bar")
    first = at.maybe_name(before)
    return tree.Phase(at.name(name), told(given, at), at.cite(cite), bars(lines, at), body, at.span(node), first)


def _text(node: Node, at: Place) -> tree.Declaration:
    name, given, by, mark, entered, cite, *lines = parts(node)
    over: list[Token] = []
    while entered.data == "entered_first":
        first, entered = parts(entered)
        over.append(first)
    last, *most = parts(entered)
    return tree.Text(
        at.name(name),
        told(given, at),
        expression(by, at),
        at.name(mark),
        at.names([*over, last]),
        bound(most[0], at) if most else None,
        at.cite(cite),
        bars([each for each in lines if each is not None], at),
        at.span(node),
    )


def _text_body(node: Node, at: Place) -> tree.Declaration:
    text, title, cite, body = parts(node)
    return tree.TextBody(at.name(text), at.name(title), at.cite(cite), block(body, at), at.span(node))


def _whenever(node: Node, at: Place) -> tree.Declaration:
    about, cite, body = parts(node)
    if about.data not in {"watched_each", "watched_chosen"}:
        return tree.Whenever(expression(about, at), None, at.cite(cite), block(body, at), at.span(node))
    bound_, *who = parts(about)
    chosen_by = pick(who[0], who[1], at) if who else None
    return tree.Whenever(due(bound_, at), chosen_by, at.cite(cite), block(body, at), at.span(node))


def _outcome(node: Node, at: Place) -> tree.Declaration:
    cite, score, bound_, winners = parts(node)
    return tree.Outcome(
        at.cite(cite), expression(score, at), binder(bound_, at), expression(winners, at), at.span(node)
    )


# ---- WHAT MUST HOLD


def _invariant(*, step: bool) -> Maker:
    def make(node: Node, at: Place) -> tree.Declaration:
        name, phases, over, cite, condition = parts(node)
        during = phases if phases is not None and phases.data == "during_phase" else None
        return tree.Invariant(
            at.name(name),
            step,
            () if during is not None else _phases(phases, at),
            None if during is None else _during(during, at),
            () if over is None else at.names(parts(over)),
            at.cite(cite),
            expression(condition, at),
            at.span(node),
        )

    return make


def _measure(node: Node, at: Place) -> tree.Declaration:
    name, phases, cite, *lines = parts(node)
    terms = expressions([each for each in lines if each.data != "when"], at)
    named, nothing = _phases(phases, at), tuple[tree.Name, ...]()
    during = phases is not None and phases.data == "during_phases"
    asking, running = (nothing, named) if during else (named, nothing)
    return tree.Measure(at.name(name), asking, running, at.cite(cite), whens(lines, at), terms, at.span(node))


def _phases(node: Node | None, at: Place) -> tuple[tree.Name, ...]:
    return () if node is None else at.names(parts(parts(node)[0]))


def _during(node: Node, at: Place) -> tree.During:
    phase, params = parts(node)
    return tree.During(at.name(phase), () if params is None else at.names(parts(params)), at.span(node))


_MAKERS: Mapping[str, Maker] = MappingProxyType(
    {
        **ADDITIONS,
        "game": _game,
        "table": _table,
        "kind_listed": _kind_listed,
        "kind_from_table": _kind_from_table,
        "relation": _relation,
        "region": _region,
        "record": _record,
        "component": _component,
        "token": _token,
        "token_kind": _token_kind,
        "zone": zone,
        "grid": zone,
        "part": part,
        "variable": _variable,
        "option": _option,
        "question": _question,
        "edition": _edition,
        "law": _law,
        "value": _value,
        "setup": _setup,
        "phase": _phase,
        "text": _text,
        "text_body": _text_body,
        "whenever": _whenever,
        "outcome": _outcome,
        "invariant": _invariant(step=False),
        "step_invariant": _invariant(step=True),
        "measure": _measure,
        "example": example,
        "claim": claim,
        "witness": claim,
        "dependence": dependence,
        "only_enter": only_enter,
        "only_move": only_move,
        "only_move_worked_out": only_move_worked_out,
        "enter_nothing": enter_nothing,
        "audit": audit,
        "scope": scope,
        "pictures": pictures,
    }
)
