"""Confinements: which phases enter others, or take tokens, by construction, from the text of the rules alone.

What a standing rule does is its own, wherever it interrupts. An open title may do whatever its text is open over.

INVARIANT: nothing here asks a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, assert_never

from attrs import frozen

from refengine.ir import claims, control, expressions as ir, game as model
from refengine.ir.standing import STANDING
from refengine.ir.traverse import walk
from refengine.smt.goal import Decision, Goal


@frozen
class Deed:
    """A deed: a phase is entered or a token taken, `by` a phase, a text, the setup, or a standing rule by its path."""

    by: str
    verb: Literal["enters", "takes"]
    what: str

    def __str__(self) -> str:
        doer = "the setup" if self.by == "setup" else f"`{self.by}`"
        return f"{doer} {self.verb} `{self.what}`"


_SURE: Final[tuple[Literal["by construction"], str]] = ("by construction", "from what the rules say is done")


def decide_confinement(rules: model.Game, claim: claims.Confinement, goal: Goal) -> Decision:
    """Decides whether nothing but what a claim lists does what it speaks of; vacuous where nothing does it at all."""
    match claim:
        case claims.EnterNothing(phases=phases):
            others = tuple(each for each in _entered(rules) if each.by in phases)
            return Decision(goal, "refuted", how=str(others[0])) if others else Decision(goal, _SURE[0], how=_SURE[1])
        case claims.OnlyEnter(entered=entered):
            found = tuple(each for each in _entered(rules) if each.what in entered)
        case claims.OnlyMove(tokens=tokens, holder=holder):
            found = tuple(each for each in _taken(rules, holder) if each.what in tokens)
        case claims.OnlyMoveWorkedOut(tokens=tokens, holder=holder):
            found = tuple(each for each in _taken(rules, holder) if each.what in tokens)
        case _:
            assert_never(claim)
    others = tuple(each for each in found if each.by not in claim.phases)
    if others:
        return Decision(goal, "refuted", how=str(others[0]))
    if not found:
        return Decision(goal, "vacuous", how="it speaks of nothing: nothing does that")
    if isinstance(claim, claims.OnlyMoveWorkedOut):
        unclear = next(_other_than_worked_out(rules, claim), None)
        if unclear is not None:
            return Decision(goal, "unknown", how=f"{unclear}, and what it says does not tell that this is `{claim.of}`")
    idle = [each for each in claim.phases if each not in {one.by for one in found}]
    verdict, how = _SURE
    return Decision(goal, verdict, how=f"{how}; {', '.join(f'`{each}`' for each in idle)} does not" if idle else how)


def _entered(rules: model.Game) -> Iterator[Deed]:
    """Yields what is entered or gone to; that standing rules are looked at is none of it."""

    def of(node: object) -> str | None:
        return node.phase if isinstance(node, control.Enter | control.Go) and node.phase != STANDING else None

    return _done(rules, "enters", of)


def _taken(rules: model.Game, holder: str) -> Iterator[Deed]:
    """Yields the tokens that are taken from holders of a kind or component."""

    def of(node: object) -> str | None:
        match node:
            case control.MoveTokens(token=token, source=(kind, _)) if kind == holder:
                return token
            case _:
                return None

    return _done(rules, "takes", of)


def _other_than_worked_out(rules: model.Game, claim: claims.OnlyMoveWorkedOut) -> Iterator[Deed]:
    """Yields the tokens that are taken with no condition right before that says that they are what is worked out."""
    told = dict(claim.told)
    for script in rules.phases:
        for point in script.points if script.name in told else ():
            for move, excluded, said in _under(point.effects, told[script.name], frozenset(), None):
                its = move.source is not None and move.source[0] == claim.holder and move.token in claim.tokens
                number = claim.tokens.index(move.token) if its else 0
                others = frozenset(range(len(claim.tokens))) - {number}
                if its and said != number and not others <= excluded:
                    yield Deed(_doer(script, point), "takes", move.token)


def _under(
    effects: tuple[control.Effect, ...], told: ir.Expr, excluded: frozenset[int], said: int | None
) -> Iterator[tuple[control.MoveTokens, frozenset[int], int | None]]:
    """Yields the moves of tokens with what is known there of what was `told`: which it is, or which it is not.

    Nothing is known any more of what is done second, since what is worked out may come to something else by then.
    """
    for number, effect in enumerate(effects):
        known = (excluded, said) if number == 0 else (frozenset[int](), None)
        match effect:
            case control.MoveTokens():
                yield effect, *known
            case control.When(then=then, otherwise=otherwise):
                member = _is_member(effect.condition, told)
                here = known if member is None else (known[0], member)
                there = known if member is None else (known[0] | {member}, known[1])
                yield from _under(then, told, *here)
                yield from _under(otherwise, told, *there)
            case _:
                moves = (each for each in walk(effect) if isinstance(each, control.MoveTokens))
                yield from ((each, frozenset[int](), None) for each in moves)


def _is_member(condition: ir.Expr, told: ir.Expr) -> int | None:
    """Returns the number of the member that a condition says that it is."""
    match condition:
        case ir.Equal(right=ir.Member(index=index)):
            return (
                index
                if (condition.left.inner if isinstance(condition.left, ir.Among) else condition.left) == told
                else None
            )
        case _:
            return None


def _done(rules: model.Game, verb: Literal["enters", "takes"], of: Callable[[object], str | None]) -> Iterator[Deed]:
    for script in (rules.setup, *rules.phases):
        for point in script.points:
            for node in walk(point):
                what = of(node)
                if what is not None:
                    yield Deed(_doer(script, point), verb, what)


def _doer(script: control.Script, point: control.Point) -> str:
    """Returns the standing rule a point belongs to, by its path; else its script, whatever title the point is of."""
    path = script.name if point.clause is None else point.clause.path
    return path if path.partition(".")[0] == STANDING else script.name
