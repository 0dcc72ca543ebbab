"""What the page says to authors of texts is what the rules say, and what is promised."""

from refengine.evidence.promised import read_promised
from refengine.source.text import read_source
from tests.docs.primitives import FOLDER, PAGE, changes, game, primitives, renewed, touched


def test_the_page_shows_what_the_rules_say() -> None:
    page = PAGE.read_text("utf-8")
    assert page == renewed(page), "python -m tests.docs.primitives"


def test_every_invariant_is_promised_to_hold_and_might_be_broken_by_something() -> None:
    rules = game()
    source, _ = read_source(FOLDER / "evidence.toml", "evidence.toml")
    assert source is not None
    promised = read_promised(source)[0]
    assert {each.name for each in rules.invariants} <= {
        name for (kind, name), level in promised.items() if kind.endswith("invariant") and str(level) == "proved"
    }
    might = {each.name for script in primitives(rules) for each in touched(rules, changes(rules, script))}
    assert {each.name for each in rules.invariants} - might == {"nothing_is_cleansed_twice"}  # reads what runs alone


def test_what_a_primitive_changes_is_what_its_effects_say() -> None:
    """Two that are short enough to be read off the rules by hand."""
    rules = game()
    changed = {each.name: changes(rules, each) for each in primitives(rules)}
    assert changed["Raise"] == {"raised"}
    assert changed["Cover"] == {"beneath", "covers", "laid"}
    assert "Cleanse" not in changed
