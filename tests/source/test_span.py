import pytest

from refengine.source.span import Span


def test_a_span_has_the_length_of_its_text() -> None:
    assert len(Span("a.rules", 3, 7)) == 4


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (0, -1), (5, 4)])
def test_a_span_that_runs_backwards_is_our_bug(start: int, end: int) -> None:
    with pytest.raises(ValueError, match=r"span|>="):
        Span("a.rules", start, end)


def test_two_spans_join_in_either_order() -> None:
    left, right = Span("a.rules", 1, 3), Span("a.rules", 8, 9)
    assert left.to(right) == right.to(left) == Span("a.rules", 1, 9)


def test_spans_of_two_files_do_not_join() -> None:
    with pytest.raises(ValueError, match=r"nothing between"):
        Span("a.rules", 1, 3).to(Span("b.rules", 1, 3))
