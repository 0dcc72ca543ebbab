"""Data from outside are measured the same, whether there is a glance at them or all is counted."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings, strategies as st

from refengine.runtime.fault import BadData
from refengine.runtime.plain_data import MAX_DIGITS, MAX_PARTS, bounded_data

one = st.one_of(
    st.text(max_size=3),
    st.just("\ud800"),
    st.booleans(),
    st.none(),
    st.integers(),
    st.just(10**MAX_DIGITS),
    st.just(-(10**MAX_DIGITS)),
)


def is_refused(data: object) -> bool:
    try:
        assert bounded_data(data, "an action") is data
    except BadData:
        return True
    return False


@settings(max_examples=40)
@given(st.lists(st.one_of(one, st.lists(one, max_size=3), st.lists(one, max_size=3).map(tuple)), max_size=4))
@example(["1", "draw", ["\ud800"]])
@example([1, "draw", (10**MAX_DIGITS,)])
def test_an_action_is_refused_as_the_same_data_in_a_list_are(parts: list[object]) -> None:
    assert is_refused(tuple(parts)) == is_refused(parts)


def test_what_is_too_much_is_refused_wherever_it_stands() -> None:
    for data in (("x",) * MAX_PARTS, (1, "draw", ["x"] * MAX_PARTS), (1, "draw", [[["x"] * MAX_PARTS]])):
        with pytest.raises(BadData):
            bounded_data(data, "an action")
