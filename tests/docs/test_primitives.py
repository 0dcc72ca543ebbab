"""What effects of texts change and might break, by which the page for authors of texts lists what they keep."""

from refengine.evidence.promises import read_promised
from refengine.source.text import read_source
from tests.docs.open_page import ROOT, game, tables
from tests.docs.primitives import changes, touched

EVIDENCE = ROOT / "spec" / "palisades" / "evidence.toml"


def test_what_an_effect_changes_is_what_it_says() -> None:
    """Three that are short enough to be read off the rules by hand; a standing rule behind them is none of theirs."""
    scripts = {each.name: each for each in game().phases}
    assert changes(scripts["Raise"]) == {"raised"}
    assert changes(scripts["Gain"]) == {"influence"}
    assert changes(scripts["Cover"]) == {"beneath", "covers", "laid"}


def test_every_invariant_that_an_effect_might_break_is_promised() -> None:
    source, _ = read_source(EVIDENCE, "evidence.toml")
    assert source is not None
    promised = read_promised(source)[0]
    proved = {name for (kind, name), level in promised.items() if kind.endswith("invariant") and str(level) == "proved"}
    assert {each.name for each in game().invariants} <= proved
    named = {name for name in proved if f"`{name}`" in tables(game())["effects"]}
    assert proved - named == {"nothing_is_cleansed_twice"}  # it reads nothing but what is running


def test_an_invariant_is_touched_through_values() -> None:
    rules = game()
    reads_room = [each.name for each in touched(rules, frozenset({"raised"}))]
    assert reads_room == ["never_above_the_maximum"]
    assert touched(rules, frozenset()) == ()
