"""What is weaker is seen from the text of a condition: of two of one form the one with more slack holds more often."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.domain import COUNT, Range
from refengine.ir.slack import MOST, StatementDigest, said_by
from refengine.ir.slices import SlicePart, digest_of

A, B = (ir.Local(name, Range(0, 4)) for name in "ab")
NUMBERS = range(-1, 6)
CLAUSE = Clause("it", (), ir.Origin(None))


def of(condition: ir.Expr, *, calls: frozenset[str] = frozenset(), step: bool = False) -> StatementDigest:
    node = model.Invariant("it", step, (), condition, CLAUSE)
    return said_by(SlicePart("invariants", "it", node, digest_of(node), (), calls))


def drawn(chance: Random, depth: int = 3) -> ir.Expr:
    """A condition of two numbers, by chance."""
    sort = chance.randrange(7 if depth else 4)
    number, local = ir.Number(chance.choice(NUMBERS)), chance.choice((A, B))
    match sort:
        case 0:
            return ir.Less(local, number, strict=chance.random() < 0.5)
        case 1:
            return ir.Less(number, local, strict=chance.random() < 0.5)
        case 2:
            return ir.InRange(local, number, ir.Number(chance.choice(NUMBERS)))
        case 3:
            return ir.Equal(local, number)
        case 4:
            return ir.Not(drawn(chance, depth - 1))
        case 5:
            return ir.And((drawn(chance, depth - 1), drawn(chance, depth - 1)))
        case _:
            return ir.Or((drawn(chance, depth - 1), drawn(chance, depth - 1)))


def renumbered(expr: ir.Expr, chance: Random) -> ir.Expr:
    """The same with other numbers, now and then with other comparisons."""
    match expr:
        case ir.Number(value=value):
            return ir.Number(value + chance.choice((-1, 0, 0, 1)))
        case ir.Less(left=left, right=right, strict=strict):
            other = strict if chance.random() < 0.8 else not strict
            return ir.Less(renumbered(left, chance), renumbered(right, chance), strict=other)
        case ir.InRange(item=item, low=low, high=high):
            return ir.InRange(item, renumbered(low, chance), renumbered(high, chance))
        case ir.Equal(left=left, right=right):
            return ir.Equal(left, renumbered(right, chance))
        case ir.Not(inner=inner):
            return ir.Not(renumbered(inner, chance))
        case ir.And(parts=parts):
            return ir.And(tuple(renumbered(each, chance) for each in parts))
        case ir.Or(parts=parts):
            return ir.Or(tuple(renumbered(each, chance) for each in parts))
        case _:
            return expr


def holds(expr: ir.Expr, a: int, b: int) -> bool:
    """What a condition means, restated."""

    def number(of: ir.Expr) -> int:
        return of.value if isinstance(of, ir.Number) else {A: a, B: b}[of]  # type: ignore[index]

    match expr:
        case ir.Less(left=left, right=right, strict=strict):
            return number(left) < number(right) if strict else number(left) <= number(right)
        case ir.InRange(item=item, low=low, high=high):
            return number(low) <= number(item) <= number(high)
        case ir.Equal(left=left, right=right):
            return number(left) == number(right)
        case ir.Not(inner=inner):
            return not holds(inner, a, b)
        case ir.And(parts=parts):
            return all(holds(each, a, b) for each in parts)
        case ir.Or(parts=parts):
            return any(holds(each, a, b) for each in parts)
        case _:
            raise TypeError(expr)


def where(expr: ir.Expr) -> frozenset[tuple[int, int]]:
    return frozenset((a, b) for a in range(5) for b in range(5) if holds(expr, a, b))


def pairs(number: int) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    chance = Random(7)
    for _ in range(number):
        before = drawn(chance)
        yield before, renumbered(before, chance)


def test_what_follows_holds_wherever_the_other_holds() -> None:
    met = 0
    for before, now in pairs(3_000):
        if of(now).follows_from(of(before)):
            assert where(before) <= where(now), (before, now)
            met += of(now).digest != of(before).digest
    assert met > 200


def test_whoever_takes_a_bound_for_the_other_side_is_found_out() -> None:
    """The false twin: where less slack is taken for more, what is said to follow does not."""
    wrong = 0
    for before, now in pairs(3_000):
        own, its = (evolve(each, slack=tuple(-one for one in each.slack)) for each in (of(now), of(before)))
        wrong += own.follows_from(its) and not where(before) <= where(now)
    assert wrong > 200


@pytest.mark.parametrize(
    ("before", "now", "follows"),
    [
        (ir.Less(A, ir.Number(3), strict=False), ir.Less(A, ir.Number(4), strict=False), True),
        (ir.Less(A, ir.Number(3), strict=False), ir.Less(A, ir.Number(4), strict=True), True),
        (ir.Less(A, ir.Number(3), strict=False), ir.Less(A, ir.Number(2), strict=False), False),
        (ir.Less(A, ir.Number(3), strict=False), ir.Less(B, ir.Number(4), strict=False), False),
        (ir.Less(ir.Number(3), A, strict=False), ir.Less(ir.Number(2), A, strict=False), True),
        (ir.Less(ir.Number(3), A, strict=False), ir.Less(ir.Number(4), A, strict=False), False),
        (ir.Less(ir.Number(3), A, strict=False), ir.Less(A, ir.Number(3), strict=False), False),
        # numbers that no state changes, and such as not all executors have, are left as they are
        (ir.Less(ir.Number(3), ir.Number(3), strict=False), ir.Less(ir.Number(3), ir.Number(4), strict=False), False),
        (ir.Less(A, ir.Number(3), strict=False), ir.Less(A, ir.Number(MOST + 1), strict=False), False),
    ],
)
def test_bounds_have_a_side(before: ir.Expr, now: ir.Expr, follows: bool) -> None:
    for step in (False, True):
        assert of(now, step=step).follows_from(of(before, step=step)) is follows
    assert not of(now, step=True).follows_from(of(before))


def test_nothing_follows_where_something_may_fail_or_is_called() -> None:
    """Where `a <= 2` is weaker, it is asked of more states whether 4 div b is 2, and b may be 0 there."""
    fails = ir.Equal(ir.Arith("div", ir.Number(4), ir.NonZero(B, ir.Origin(None)), COUNT), ir.Number(2))

    def both(most: int, then: ir.Expr) -> ir.Expr:
        return ir.Or((ir.And((ir.Less(A, ir.Number(most), strict=False), then)), ir.Equal(A, ir.Number(2))))

    assert of(both(2, ir.Equal(B, ir.Number(2)))).follows_from(of(both(1, ir.Equal(B, ir.Number(2)))))
    assert not of(both(2, fails)).follows_from(of(both(1, fails)))
    assert of(both(2, fails)).follows_from(of(both(2, fails)))
    called = frozenset({"takes"})
    assert not of(both(2, TRUE), calls=called).follows_from(of(both(1, TRUE), calls=called))


TRUE = ir.TruthLiteral(value=True)
