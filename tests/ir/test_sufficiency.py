"""What is sufficient is so: wherever it holds, the conditions hold of every number that a local may be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from refengine.ir import expressions as ir
from refengine.ir.domain import COUNT, SetOf
from refengine.ir.sharing import Sharing
from refengine.ir.simplify import Folding
from refengine.ir.sufficiency import _Look, sufficient
from tests.ir.test_slack import A, B, drawn, holds

SHARING = Sharing({}, Folding({}, {}, frozenset()), frozenset())
NUMBERS = range(-1, 5)


def asked(number: int) -> Iterator[tuple[list[ir.Expr], int, int]]:
    """Conditions of two numbers by chance, and between which two bounds the first one lies."""
    chance = Random(11)
    for _ in range(number):
        conditions = [drawn(chance, 2) for _ in range(chance.choice((1, 1, 2)))]
        if chance.random() < 0.3:
            conditions.append(ir.Not(ir.Equal(*chance.sample((A, B), 2))))
        yield conditions, chance.choice(NUMBERS), chance.choice(NUMBERS)


def is_so(expr: ir.Expr, a: int, b: int) -> bool:
    return expr.value if isinstance(expr, ir.TruthLiteral) else holds(expr, a, b)


def found_and_wrong(number: int) -> tuple[int, int]:
    """How often something is found that holds somewhere, and how often something fails there."""
    found = wrong = 0
    for conditions, low, high in asked(number):
        over = {A: ir.NumbersBetween(ir.Number(low), ir.Number(high), SetOf(COUNT))}
        enough = sufficient(conditions, over, SHARING)
        there = [b for b in range(5) if enough is not None and is_so(enough, -9, b)]
        found += bool(there) and low <= high
        wrong += any(not is_so(each, a, b) for each in conditions for b in there for a in range(low, high + 1))
    return found, wrong


def test_what_is_sufficient_is_enough_for_every_member() -> None:
    found, wrong = found_and_wrong(3_000)
    assert wrong == 0
    assert found > 300


def test_what_is_enough_for_one_condition_is_not_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The false twin: where several have to be settled, one is."""
    monkeypatch.setattr(_Look, "every", _Look.some)
    _, wrong = found_and_wrong(3_000)
    assert wrong > 30
