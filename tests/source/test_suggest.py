import pytest
from hypothesis import given, strategies as st

from refengine.source.suggest import did_you_mean

KNOWN = ["strength", "stands", "takes", "tied", "věž", "duel", "to"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("strenght", "strength"),
        ("Stands", "stands"),
        ("take", "takes"),
        ("vez", "věž"),
        ("deul", "duel"),
        ("graveyard", None),
        ("ab", None),
        ("x", None),
        ("", None),
        ("duel" * 10_000, None),
    ],
)
def test_a_slip_finds_its_word(word: str, meant: str | None) -> None:
    assert did_you_mean(word, KNOWN) == meant


def test_a_word_is_not_suggested_for_itself() -> None:
    assert did_you_mean("takes", ["takes"]) is None


@given(st.permutations(["cat", "cut", "cot", "cit"]))
def test_a_tie_does_not_depend_on_the_order(candidates: list[str]) -> None:
    assert did_you_mean("ct", candidates) == "cat"


@given(st.text("abc", min_size=3, max_size=12), st.data())
def test_one_letter_too_many_is_always_a_slip(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word)))
    assert did_you_mean(word[:place] + "x" + word[place:], [word]) == word
