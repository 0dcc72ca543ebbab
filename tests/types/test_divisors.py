"""Divisors: which are known not to be 0, and how far a quotient and a rest can reach."""

from itertools import combinations_with_replacement, product

from refengine.ir.domain import UNBOUNDED, Count, Range
from refengine.ir.expressions import Local, Number
from refengine.ir.interval import bounds, never_zero
from refengine.types.arithmetic import arith


def test_the_interval_of_a_quotient_and_of_a_rest_is_the_smallest_that_holds_them_all() -> None:
    """For every two small ranges; a rest may be known less well than it could be, and never too well."""
    ranges = tuple(combinations_with_replacement(range(-3, 4), 2))
    for (a, b), (c, d) in product(ranges, ranges):
        if (c, d) == (0, 0):
            continue
        one, other = Local("one", Range(a, b)), Local("other", Range(c, d))
        pairs = [(x, y) for x in range(a, b + 1) for y in range(c, d + 1) if y]
        quotients = {x // y for x, y in pairs}
        assert arith("div", one, other).domain == Range(min(quotients), max(quotients)), (a, b, c, d)
        least, most = bounds(arith("mod", one, other))
        rests = {x % abs(y) for x, y in pairs}
        assert least == 0
        assert most is not None
        assert max(rests) <= most < max(abs(c), abs(d)), (a, b, c, d)


def test_what_is_made_of_a_number_without_a_bound_has_none() -> None:
    """An end that stands for no bound is a large number; what it is divided by does not make a bound of it."""
    large = arith("*", Local("n", Range(-999_999_999, 999_999_999)), Number(7))
    assert bounds(large) == (-6_999_999_993, 6_999_999_993)
    for made in (arith("div", large, Number(3)), arith("-", arith("div", large, Number(-3)), Number(5))):
        assert bounds(made) == (None, None)
        assert made.domain == Range(-UNBOUNDED, UNBOUNDED)
    count = Local("n", Count())
    assert bounds(arith("div", count, Number(2))) == (0, None)
    assert arith("div", count, Number(2)).domain == Count()
    assert arith("div", Number(-9), arith("+", count, Number(2))).domain == Range(-5, -1)
    assert arith("*", count, Number(0)).domain == Range(0, 0)
    assert bounds(arith("*", count, Local("m", Range(2, 3)))) == (0, None)
    assert bounds(arith("*", count, Local("m", Range(-2, 3)))) == (None, None)
    assert arith("mod", large, Number(3)).domain == Range(0, 2)
    assert arith("mod", Number(5), large).domain == Range(0, 5)


def test_the_bounds_of_a_product_hold_all_products() -> None:
    ranges = tuple(combinations_with_replacement(range(-3, 4), 2))
    for (a, b), (c, d) in product(ranges, ranges):
        products = {x * y for x in range(a, b + 1) for y in range(c, d + 1)}
        found = bounds(arith("*", Local("one", Range(a, b)), Local("other", Range(c, d))))
        assert found == (min(products), max(products)), (a, b, c, d)


def test_a_number_is_never_zero_where_its_bounds_say_so() -> None:
    for low, high in combinations_with_replacement(range(-2, 3), 2):
        assert never_zero(Local("n", Range(low, high))) == (0 not in range(low, high + 1))
    assert never_zero(Number(-1))
    assert not never_zero(Number(0))
