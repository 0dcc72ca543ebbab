"""Column charts: nothing that was counted is lost, and only what never happened is empty."""

from collections import Counter

from hypothesis import given, strategies as st

from refengine.cli.columns import BROAD, HEIGHTS, WIDTH, Axis, charts

COUNTS = st.dictionaries(st.integers(-300, 300), st.integers(1, 10_000), min_size=1, max_size=60)


@given(COUNTS)
def test_every_number_stands_in_the_column_of_its_own(counts: dict[int, int]) -> None:
    axis = Axis.over(counts)
    assert (axis is None) == (len(counts) == 1)
    if axis is None:
        return
    heights = axis.heights(counts)
    wanted: Counter[int] = Counter()
    for column in range(axis.columns):
        low = axis.least + column * axis.together
        wanted[column] = sum(counts.get(number, 0) for number in range(low, low + axis.together))
    assert heights == [wanted[column] for column in range(axis.columns)]
    assert sum(heights) == sum(counts.values())
    line = axis.line(counts, max(heights)).ljust(axis.columns * axis.breadth)
    assert len(line) <= WIDTH
    assert [each == " " for each in line] == [not each for each in heights for _ in range(axis.breadth)]
    assert line[heights.index(max(heights)) * axis.breadth] == HEIGHTS[-1]


@given(COUNTS, COUNTS)
def test_rows_share_an_axis_and_a_scale(one: dict[int, int], other: dict[int, int]) -> None:
    drawn = charts({"one": one, "other": other})
    if drawn is None:
        assert one.keys() == other.keys()
        return
    ends, lines = drawn
    assert ends.split() == [str(min(*one, *other)), str(max(*one, *other))]
    assert sum(HEIGHTS[-1] in each for each in lines.values()) >= 1


def test_few_columns_are_broad() -> None:
    assert charts({"row": {0: 1, 1: 8}}) == ("0      1", {"row": "▁▁▁▁████"})
    assert charts({"row": {0: 1, 2: 8}}) == ("0          2", {"row": f"▁▁▁▁{' ' * BROAD}████"})
    assert charts({"row": {5: 3}}) is None
