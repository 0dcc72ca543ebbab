"""Builders of claims, witnesses, dependences, confinements, audits and scopes, in the order of the grammar."""

from typing import Any, Literal as Lit, TypeAlias

from refengine.syntax import tree
from refengine.syntax.from_lark.expressions import assumed, expression, expressions, maybe_expression
from refengine.syntax.from_lark.place import Node, Place, integer, parts
from refengine.syntax.from_lark.statements import whens

_Extent: TypeAlias = tuple[
    tree.States | None, tuple[tree.Name, ...], tree.Phrase | None, tuple[tree.Chosen, ...], tuple[tree.Expr, ...]
]
"""The extent of a claim: its states, the bars left out, `under any readings`, chosen readings, and what is assumed."""


def claim(node: Node, at: Place) -> tree.Claim:
    """Returns a claim or a witness."""
    name, cite, *rest = parts(node)
    witness = node.data == "witness"
    keeping = rest.pop() if witness else None
    condition = rest.pop()
    return tree.Claim(
        at.name(name),
        witness,
        at.cite(cite),
        *_extent(rest, at),
        expression(condition, at),
        None if keeping is None else expression(parts(keeping)[0], at),
        at.span(node),
    )


def _extent(lines: list[Any], at: Place) -> _Extent:
    """Returns the lines before what is claimed; None stands for each of the first four that was left out."""
    states, without, any_readings, under, *assuming = lines
    return (
        None if states is None else _states(states, at),
        () if without is None else at.names(parts(parts(without)[0])),
        None if any_readings is None else tree.Phrase(at.span(any_readings)),
        () if under is None else tuple(assumed(each, at) for each in parts(under)),
        tuple(expression(parts(each)[0], at) for each in assuming),
    )


def _states(node: Node, at: Place) -> tree.States:
    quantifier, which, fewest, most, over = parts(node)
    return tree.States(
        "every" if quantifier.data == "states_every" else "some",
        at.name(parts(which)[0]) if which.data == "states_of_phase" else None,
        which.data == "states_reachable",
        integer(fewest),
        integer(fewest if most is None else most),
        () if over is None else at.names(parts(over)),
        at.span(node),
    )


def dependence(node: Node, at: Place) -> tree.Dependence:
    """Builds a dependence: a claim that values depend only on certain things."""
    name, cite, values, depend, sources = parts(node)
    word: Lit["depend", "depends"] = "depend" if depend.data == "depend_several" else "depends"
    return tree.Dependence(
        at.name(name), at.cite(cite), at.names(parts(values)), word, at.names(parts(sources)), at.span(node)
    )


def only_enter(node: Node, at: Place) -> tree.Confinement:
    """Builds a claim that nothing but some phases enters others."""
    name, cite, phases, enter, entered = parts(node)
    head = at.name(name), at.cite(cite), at.names(parts(phases))
    return tree.Confinement(*head, _enters(enter), at.names(parts(entered)), None, None, at.span(node))


def only_move(node: Node, at: Place) -> tree.Confinement:
    """Builds a claim that nothing but some phases takes tokens from those who hold them."""
    name, cite, phases, tokens, holder = parts(node)
    head = at.name(name), at.cite(cite), at.names(parts(phases))
    return tree.Confinement(*head, "move", at.names(parts(tokens)), at.name(holder), None, at.span(node))


def only_move_worked_out(node: Node, at: Place) -> tree.Confinement:
    """Builds a claim that nothing but some phases takes tokens of a kind, and each of them which it works out."""
    name, cite, phases, value, args, holder = parts(node)
    head = at.name(name), at.cite(cite), at.names(parts(phases))
    word = at.name(value)
    call = tree.Call(word, expressions(parts(args), at), word.span.to(at.span(args)))
    return tree.Confinement(*head, "move", (), at.name(holder), call, at.span(node))


def enter_nothing(node: Node, at: Place) -> tree.Confinement:
    """Builds a claim that some phases enter no other."""
    name, cite, phases, enter = parts(node)
    return tree.Confinement(
        at.name(name), at.cite(cite), at.names(parts(phases)), _enters(enter), (), None, None, at.span(node)
    )


def _enters(node: Node) -> Lit["enter", "enters"]:
    return "enter" if node.data == "enter_several" else "enters"


def audit(node: Node, at: Place) -> tree.Audit:
    """Returns an audit: cases that are all possible, do not overlap, and leave nothing out."""
    name, cite, *lines, shows, compares, counts = parts(node)
    cases = [each for each in lines if each is not None and each.data == "audit_case"]
    states, _, any_readings, under, assuming = _extent([lines[0], None, *lines[1 : len(lines) - len(cases)]], at)
    return tree.Audit(
        at.name(name),
        at.cite(cite),
        states,
        any_readings,
        under,
        assuming,
        tuple(_case(each, at) for each in cases),
        _told(shows, at),
        _told(compares, at),
        _told(counts, at),
        at.span(node),
    )


def _told(node: Node | None, at: Place) -> tuple[tree.Expr, ...]:
    return () if node is None else expressions(parts(node), at)


def _case(node: Node, at: Place) -> tree.AuditCase:
    name, cite, *conditions = parts(node)
    return tree.AuditCase(at.name(name), at.cite(cite), whens(conditions, at), at.span(node))


def scope(node: Node, at: Place) -> tree.SmallScope:
    """Returns a small version of the game."""
    name, cite, players, *keeps, alike = parts(node)
    return tree.SmallScope(
        at.name(name),
        at.cite(cite),
        at.number(players),
        tuple(_keep(each, at) for each in keeps),
        None if alike is None else tree.Phrase(at.span(alike)),
        at.span(node),
    )


def _keep(node: Node, at: Place) -> tree.Keep:
    most, component, name, condition = parts(node) if node.data == "keep_most" else (None, *parts(node))
    return tree.Keep(
        None if most is None else at.number(most),
        at.name(component),
        None if name is None else at.name(name),
        maybe_expression(condition, at),
        at.span(node),
    )
