"""Two values have the same bytes just if they say the same, whichever of their parts are one object."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest
from attrs import frozen
from hypothesis import given, strategies as st

from refengine.ir.left_out import LeftOut
from refengine.ir.value_bytes import value_as_bytes


@frozen
class Pair:
    one: object
    other: object


@frozen
class Other:
    one: object
    other: object


@frozen
class Empty:
    pass


PLAIN = st.one_of(st.text("ab(:;1so", max_size=3), st.integers(-12, 12), st.booleans(), st.none())
VALUES = st.recursive(
    st.one_of(PLAIN, st.builds(Empty)),
    lambda of: st.one_of(
        st.lists(of, max_size=3).map(tuple), st.builds(Pair, of, of), st.builds(Other, of, of), of.map(lambda x: (x, x))
    ),
    max_leaves=6,
)


def told(value: object) -> str:
    """A value with its classes, so that 1 is not true: what `value_as_bytes` has to tell apart."""
    match value:
        case tuple():
            return f"({', '.join(map(told, value))},)"
        case Pair() | Other():
            return f"{type(value).__name__}({told(value.one)}, {told(value.other)})"
        case _:
            return f"{type(value).__name__} {value!r}"


@given(VALUES, VALUES)
def test_two_values_are_written_alike_just_if_they_say_the_same(one: object, other: object) -> None:
    assert (value_as_bytes(one) == value_as_bytes(other)) == (told(one) == told(other))
    assert value_as_bytes((one, other)) != value_as_bytes((other, one)) or told(one) == told(other)


@given(VALUES)
def test_it_does_not_matter_what_is_shared(value: object) -> None:
    apart = pickle.loads(pickle.dumps(value))  # noqa: S301 - made here
    assert value_as_bytes(apart) == value_as_bytes(value)
    assert value_as_bytes(Pair(value, value)) == value_as_bytes(Pair(value, copy.deepcopy(value)))


def test_something_else_may_be_said_of_a_class() -> None:
    assert value_as_bytes((Empty(), Pair(1, 2)), {Pair: lambda _: None}) == value_as_bytes(
        (Empty(), Pair(3, 4)), {Pair: lambda _: None}
    )
    assert value_as_bytes(Pair(1, 2), {Pair: lambda pair: pair.one}) != value_as_bytes(1)
    assert value_as_bytes(Pair(1, 2), {Pair: lambda pair: pair.one}) != value_as_bytes(
        Pair(2, 2), {Pair: lambda pair: pair.one}
    )


def test_what_was_left_out_is_told_from_what_is_not_there() -> None:
    assert (
        len({value_as_bytes(each) for each in (LeftOut("claims"), LeftOut("audits"), (), "LeftOut('claims')", None)})
        == 5
    )


@pytest.mark.parametrize("value", [1.5, Fraction(1, 2), {1: 2}, {1}, [1], Pair(1, [2])])
def test_nobody_guesses_how_something_is_written(value: object) -> None:
    with pytest.raises(TypeError, match="nobody has said how"):
        value_as_bytes(value)
