"""Promises held against what was found, and made anew."""

from typing import Any

from attrs import evolve

from refengine.evidence.compare import compare, difference, kept_promises
from refengine.evidence.ledger import Entry
from refengine.evidence.level import REFUTED, UNKNOWN, Level

PROVED, BOUNDED, TESTED = Level("proved"), Level("bounded", 6), Level("tested", 300)


def entry(name: str, level: Level, verdict: str = "proved") -> Entry:
    return Entry("invariant", name, verdict, level)  # type: ignore[arg-type]


FOUND = (
    entry("kept", PROVED),
    entry("rose", PROVED),
    entry("further", BOUNDED, "bounded"),
    entry("fresh", TESTED, "unknown"),
    entry("fell", BOUNDED, "bounded"),
    entry("open", TESTED, "unknown"),
    entry("refuted", REFUTED, "refuted"),
    entry("tested", TESTED, "unsupported"),
)
BEFORE = {
    ("invariant", "kept"): Level("by construction"),
    ("invariant", "rose"): BOUNDED,
    ("invariant", "further"): Level("bounded", 3),
    ("invariant", "fell"): PROVED,
    ("invariant", "open"): PROVED,
    ("invariant", "refuted"): Level("tested"),
    ("invariant", "tested"): Level("tested"),
    ("claim", "gone"): PROVED,
}


def sorts(**more: Any) -> dict[str, str]:
    how: dict[str, Any] = {"whole": True, "played": True, **more}
    return {each.name: each.sort for each in compare(FOUND, BEFORE, **how)}


def test_what_becomes_of_a_promise() -> None:
    assert sorts() == {
        "kept": "kept", "rose": "rose", "further": "rose", "fresh": "new", "fell": "fell", "open": "open",
        "refuted": "fell", "tested": "kept", "gone": "gone",
    }  # fmt: skip


def test_a_part_says_nothing_of_what_it_did_not_look_at() -> None:
    assert "gone" not in sorts(whole=False)


def test_a_test_that_did_not_take_place_breaks_no_promise() -> None:
    untested = tuple(evolve(each, level=UNKNOWN) if each.name == "tested" else each for each in FOUND)
    changes = {each.name: each.sort for each in compare(untested, BEFORE, whole=False, played=False)}
    assert changes["tested"] == "kept"
    assert changes["open"] == "open"
    assert {each.name: each.sort for each in compare(untested, BEFORE, whole=False, played=True)}["tested"] == "fell"


def test_every_change_says_what_it_is_about() -> None:
    told = {each.name: str(each) for each in compare(FOUND, BEFORE, whole=True, played=True)}
    assert told["fell"] == "invariant fell: fell to bounded 6, proved was promised"
    assert told["open"] == "invariant open: not decided, proved was promised"
    assert told["gone"] == "claim gone: proved was promised, and nothing is called so"


def test_new_promises_are_what_is_known() -> None:
    new = kept_promises(FOUND, {**BEFORE, ("invariant", "tested"): Level("tested", 1000)})
    assert new[("invariant", "fresh")] == Level("tested")  # how many games is chosen with the command
    assert new[("invariant", "tested")] == Level("tested", 300)  # but a written number stands for as much as there is
    assert ("invariant", "refuted") not in new
    assert ("claim", "gone") not in new
    assert {each.sort for each in compare(FOUND[:6], kept_promises(FOUND[:6], {}), whole=True, played=True)} == {"kept"}


def test_the_difference_names_every_line_that_changes() -> None:
    after = {("invariant", "kept"): PROVED, ("invariant", "fresh"): TESTED}
    before = {("claim", "gone"): PROVED, ("invariant", "kept"): PROVED, ("invariant", "fresh"): PROVED}
    assert difference(before, after) == (
        "- claim gone: proved", "- invariant fresh: proved", "+ invariant fresh: tested 300",
    )  # fmt: skip
    assert difference(after, after) == ()
