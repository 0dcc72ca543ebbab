"""Obligations paid on the spot: at each of its sites what is owed follows from what is known there, in whatever state.

What a site asks of other expressions, that they have an answer, they owe themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import assert_never

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import Enum, Piece
from refengine.ir.obligations import Owed
from refengine.ir.traverse import rewrite
from refengine.local.abstraction import Abstraction, is_number
from refengine.local.moves import Moves
from refengine.local.sites import Known, Site
from refengine.smt.terms.term import Bool, Num

MOST_TRIED = 200
"""The greatest number of members that are gone through for the only one."""


def is_paid(site: Site, made: Abstraction, moves: Moves) -> bool:
    """Returns whether what is owed at a site is paid in every state in which what is known there holds."""
    owed, node, known = site.obligation.owed, site.node, site.known
    match owed:
        case Owed.COVERAGE:
            return made.excludes(known, made.terms.not_(made.terms.any(_applying(node, made))))
        case Owed.OVERLAP:
            return made.excludes(known, made.terms.not_(made.terms.at_most_one(_applying(node, made))))
        case Owed.AGREEMENT:
            return _agree(node, made)
        case Owed.RANGE:
            return _stays(site, made)
        case Owed.DIVISOR:
            assert isinstance(node, ir.NonZero)
            return made.excludes(known, made.terms.equal(made.number(node.inner), 0))
        case Owed.PRESENT:
            assert isinstance(node, ir.Unwrap)
            return made.excludes(known, made.terms.not_(made.is_present(node.inner)))
        case Owed.UNIQUE:
            assert isinstance(node, ir.The)
            return _is_the_only(node, known, made)
        case Owed.HOLDER:
            assert isinstance(node, ir.Among)
            number = made.number(node.inner)
            return made.excludes(
                known, made.terms.not_(made.terms.any(made.terms.equal(number, each) for each in node.members))
            )
        case Owed.ANSWER:
            assert isinstance(node, control.Ask)
            return any(_is_legal(each, known, made) for each in node.actions)
        case Owed.PIECE if isinstance(node, control.MovePiece):
            return moves.finds_its_piece(site, node, made)
        case Owed.ROOM:
            assert isinstance(node, control.MovePiece)
            return moves.has_room(site, node)
        case Owed.ORDER:
            assert isinstance(node, control.Each)
            return moves.any_order(site, node)
        case Owed.WRITES:
            assert isinstance(node, control.Simultaneous)
            return moves.write_apart(node)
        case Owed.PIECE | Owed.SYMMETRY | Owed.NONEMPTY | Owed.TOKENS | Owed.RETURN | Owed.UNBARRED | Owed.RUNNING:
            return False
        case _:
            assert_never(owed)


def _applying(node: object, made: Abstraction) -> list[Bool]:
    """Returns the terms that say of each of some cases whether it applies."""
    cases: Iterable[model.Case | control.BranchCase | control.ForkCase]
    match node:
        case model.Value(body=model.Cases(cases=found)):
            cases = found
        case control.Branches(cases=branches):
            cases = branches
        case control.ForkCases(cases=forks):
            cases = forks
        case _:
            raise TypeError(node)
    return [made.truth(ir.And(each.guards)) for each in cases]


def _agree(node: object, made: Abstraction) -> bool:
    """Returns whether of two exceptions that apply together one stands over the other, or both come to the same."""
    assert isinstance(node, model.Value)
    assert isinstance(node.body, model.General)
    over = {(_own_name(each.clause), other) for each in node.body.exceptions for other in each.over}
    for one, other in combinations(node.body.exceptions, 2):
        names = _own_name(one.clause), _own_name(other.clause)
        if names in over or names[::-1] in over:
            continue
        both = made.truth(ir.And((*one.guards, *other.guards)))
        differ = made.terms.not_(made.truth(ir.Equal(one.result, other.result)))
        if not made.excludes((), made.terms.and_(both, differ)):
            return False
    return True


def _own_name(clause: control.Clause) -> str:
    return clause.path.rpartition(".")[2]


def _stays(site: Site, made: Abstraction) -> bool:
    """Returns whether a number stays in its range; of what is added to, nothing is known but its range."""
    number: Num
    match site.node:
        case ir.Narrow(inner=inner, domain=domain):
            number = made.number(inner)
        case control.AddNumber(name=name, amount=amount):
            domain = next(each.domain for each in made.rules.variables if each.name == name)
            number = made.terms.add(made.held(domain), made.number(amount))
        case model.Value(body=model.Sums(clauses=clauses), domain=domain):
            number = made.terms.sum(
                made.terms.if_number(made.truth(ir.And(each.guards)), made.number(each.result), 0) for each in clauses
            )
        case _:
            raise TypeError(site.node)
    return made.excludes(site.known, made.terms.not_(made.within(number, domain)))


def _is_the_only(node: ir.The, known: Known, made: Abstraction) -> bool:
    """Returns whether exactly one member of a kind, or printed piece, fulfils a condition, by what is printed."""
    var, members = node.binding.var, node.binding.domain
    match members:
        case ir.AllMembers(of=Enum(kind=kind)):
            listed: list[ir.Expr] = [ir.Member(kind, each) for each in range(made.size(kind))]
        case ir.AllMembers(of=Piece(component=component)):
            listed = [ir.Printed(component, each) for each in range(made.sorts(component))]
        case _:
            return False
    if len(listed) > MOST_TRIED:
        return False
    terms = made.terms
    holds = [made.truth(_put(node.binding.condition, var, each)) for each in listed]
    several = terms.not_(terms.at_most_one(holds))
    none = False if node.otherwise is not None else terms.not_(terms.any(holds))
    return made.excludes(known, terms.or_(several, none))


def _put(expr: ir.Expr, var: ir.Local, one: ir.Expr) -> ir.Expr:
    return rewrite(expr, lambda node: one if node == var else node)


def _is_legal(action: control.Action, known: Known, made: Abstraction) -> bool:
    """Returns whether there surely is a legal way to take an action.

    There is where nothing bars it and there is something to choose.
    """
    if action.bars or action.guards:
        return False
    for each in action.choices:
        if not made.excludes(known, made.is_empty(each.domain)):
            return False
    return action.weight is None or (
        is_number(action.weight.domain) and made.excludes(known, made.terms.at_most(made.number(action.weight), 0))
    )
