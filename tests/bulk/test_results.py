"""Results are added up as if each game were looked at."""

import struct
from collections import Counter

from hypothesis import given, strategies as st

from refengine.bulk.results import PackedResults
from refengine.program.from_ir.playing import BROKEN, CUT, OVER_

GAMES = st.lists(
    st.tuples(
        st.sampled_from((CUT, OVER_, BROKEN)), st.integers(0, 300), st.integers(0, 3), st.integers(-2, 2),
        st.sampled_from((-1, 0, 3)),
    )
)  # fmt: skip


@given(GAMES)
def test_they_are_added_up_by_how_games_end(games: list[tuple[int, ...]]) -> None:
    found = PackedResults(b"".join(struct.pack("<5q", *each) for each in games), 40)
    assert list(found) == games
    assert len(found) == len(games)
    assert list(found.first(2)) == games[:2]
    assert found.broken() == [place for place, (how, *_) in enumerate(games) if how == BROKEN]
    assert found.cut() == Counter(steps for how, steps, *_ in games if how == CUT)
    assert Counter(found.lengths()) == Counter(steps for how, steps, *_ in games if how == OVER_)
    ends = Counter((score, winners) for how, _, _, score, winners in games if how == OVER_)
    assert {struct.unpack("<2q", each): many for each, many in Counter(found.outcomes()).items()} == ends
