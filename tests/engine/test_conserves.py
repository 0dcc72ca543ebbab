"""Pieces that moved: a step that loses one, or makes one, is never called one that conserves them."""

from collections import Counter

from attrs import frozen
from hypothesis import given, strategies as st

from refengine.runtime.zones import conserves


@frozen
class Piece:
    index: int


PLACE = st.lists(st.integers(0, 4).map(Piece), max_size=3).map(tuple)
CHANGED = st.lists(st.tuples(PLACE, PLACE), max_size=3)
SINGLES = st.lists(st.integers(0, 4).map(Piece), max_size=2)


def counted(changed: list[tuple[tuple[Piece, ...], tuple[Piece, ...]]], side: int, more: list[Piece]) -> Counter[Piece]:
    return Counter([*more, *(piece for places in changed for piece in places[side])])


@given(CHANGED, SINGLES, SINGLES)
def test_alike_pieces_are_conserved_where_there_are_as_many_of_each(
    changed: list[tuple[tuple[Piece, ...], tuple[Piece, ...]]], gone: list[Piece], come: list[Piece]
) -> None:
    same = counted(changed, 0, gone) == counted(changed, 1, come)
    assert conserves(changed, [*gone], [*come], True) == same


@given(CHANGED, SINGLES, SINGLES)
def test_different_pieces_are_conserved_where_each_lies_somewhere_again(
    changed: list[tuple[tuple[Piece, ...], tuple[Piece, ...]]], gone: list[Piece], come: list[Piece]
) -> None:
    before, after = counted(changed, 0, gone), counted(changed, 1, come)
    found = conserves(changed, [*gone], [*come], False)
    assert not found or before == after
    if before == after and max(before.values(), default=1) == 1 and len(changed) != 1:
        assert found


def test_a_piece_that_lay_there_twice_covers_for_no_other() -> None:
    one, other = Piece(1), Piece(2)
    assert not conserves([((one,), (other,)), ((one,), (one,))], [], [], False)
    assert conserves([((one,), (other,)), ((other,), (one,))], [], [], False)


def test_one_of_several_alike_may_lie_behind_the_others() -> None:
    """Where an order is kept, what is put somewhere does not lie first of those that are alike."""
    one, other = Piece(1), Piece(2)
    assert conserves([((one, other), (one, other, one))], [one], [], True)
    assert conserves([((one, other, one), (other, one))], [], [one], True)
    assert not conserves([((one, other), (one, other, other))], [one], [], True)
