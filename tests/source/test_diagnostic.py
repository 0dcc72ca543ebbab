import random

from hypothesis import given, strategies as st

from refengine.source.codes import TITLES
from refengine.source.diagnostic import Diagnostic, sorted_unique
from refengine.source.span import Span

spans = st.none() | st.builds(
    lambda path, start, length: Span(path, start, start + length),
    st.sampled_from(["a.rules", "b.rules"]),
    st.integers(0, 3),
    st.integers(0, 2),
)
diagnostics = st.builds(
    Diagnostic, st.sampled_from(["E0104", "E0105", "W0201"]), st.sampled_from(["one", "two"]), spans
)


def test_the_letter_is_the_severity() -> None:
    assert Diagnostic("E0101", "m", None).severity == "error"
    assert Diagnostic("W0101", "m", None).severity == "warning"


@given(st.lists(diagnostics, max_size=12), st.randoms())
def test_the_order_of_passes_does_not_show(found: list[Diagnostic], shuffler: random.Random) -> None:
    shuffled = [*found, *found]
    shuffler.shuffle(shuffled)
    ordered = sorted_unique(shuffled)
    assert ordered == sorted_unique(found)
    assert set(ordered) == set(found)
    assert len(ordered) == len(set(found))


def test_places_come_in_reading_order() -> None:
    late = Diagnostic("E0104", "m", Span("a.rules", 9, 10))
    early = Diagnostic("E0105", "m", Span("a.rules", 2, 3))
    other = Diagnostic("E0101", "m", Span("b.rules", 0, 1))
    nowhere = Diagnostic("E0106", "m", None)
    assert sorted_unique([other, late, nowhere, early]) == (nowhere, early, late, other)


def test_codes_are_sorted_and_well_formed() -> None:
    assert list(TITLES) == sorted(TITLES)
    for code, title in TITLES.items():
        assert code[0] in "EW"
        assert code[1:].isdigit()
        assert len(code) == 5
        assert title
        assert not title.endswith(".")
