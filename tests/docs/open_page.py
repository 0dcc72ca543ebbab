"""The tables of `docs/palisades/README.md`: what the sources leave open, as the rules have it.

A text is open where no body is written for a title; a number is, where a question about it is only reconstructed; a
table is, where its declaration says so.

    python -m tests.docs.open_page

puts what is so into the page. Read the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from refengine.ir.control import Enter
from refengine.ir.game import Game, Kind, Table
from refengine.ir.standing import STANDING
from refengine.ir.text import Text
from refengine.ir.traverse import walk
from refengine.loading import compile_cached
from refengine.resolve.folder import find_games
from tests.docs.primitives import changes, touched
from tests.docs.theorems import renewed

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "palisades" / "README.md"
EFFECTS = ("effect", "what bars it", "texts that may enter it", "changes", "might break, and keeps")


def game() -> Game:
    """The rules as they are."""
    (found,), _ = find_games(ROOT / "spec" / "palisades")
    made = compile_cached(found)
    assert made.game is not None
    return made.game


def tables(rules: Game) -> dict[str, str]:
    """Every table of the page, by its mark."""
    return {
        "texts": _table(("text", "open", "written"), (_text(each, rules) for each in rules.texts)),
        "effects": _table(EFFECTS, _effects(rules)),
        "titles": _table(("side", "titles of which nothing is known but the name"), _unknown(_titles(rules), rules)),
        "numbers": _table(("question", "it is asked", "played"), _numbers(rules)),
        "readings": _table(("question", "it is asked", "readings"), _readings(rules)),
        "data": _table(
            ("table", "rows", "fields"), (_data(each, rules) for each in rules.tables if each.reconstructed)
        ),
    }


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"| {' | '.join(head)} |\n|{'---|' * len(head)}\n{lines}"


def _text(text: Text, rules: Game) -> tuple[str, str, str]:
    known = [each.title for each in text.bodies]
    (goes_by,) = (kind for kind in rules.kinds if {*known} <= {*kind.members})
    return (
        f"`{text.name}`",
        f"{len(goes_by.members) - len(known)} of {len(goes_by.members)}",
        ", ".join(map(_plain, known)),
    )


def _effects(rules: Game) -> Iterator[tuple[str, ...]]:
    """Yields each effect that a text may enter, with its bars and these texts, and what it changes and keeps."""
    scripts = {each.name: each for each in rules.phases}
    by: dict[str, list[str]] = {}
    for text in rules.texts:
        entered = (each for point in text.anything.points for each in walk(point.exit) if isinstance(each, Enter))
        for phase in dict.fromkeys(each.phase for each in entered):
            if phase not in {other.name for other in rules.texts} and phase in scripts and phase != STANDING:
                by.setdefault(phase, []).append(text.name)
    for name, script in scripts.items():
        if name in by:
            bars = ", ".join(f"`{bar.clause.path.rpartition('.')[2]}`" for bar in script.bars)
            changed = changes(script)
            kept = ", ".join(f"`{each.name}`" for each in touched(rules, changed))
            texts = ", ".join(f"`{each}`" for each in by[name])
            yield f"`{name}`", bars or "nothing", texts, ", ".join(sorted(changed)) or "nothing", kept or "nothing"


def _titles(rules: Game) -> Kind:
    (found,) = (kind for kind in rules.kinds if kind.name == "Title")
    return found


def _unknown(titles: Kind, rules: Game) -> Iterator[tuple[str, str]]:
    """Yields for each side the titles that have no body of any text."""
    known = {each.title for text in rules.texts for each in text.bodies}
    (side,) = (number for number, field in enumerate(titles.fields) if field.name == "side")
    rows = list(zip(titles.members, titles.rows, strict=True))
    for name in dict.fromkeys(str(row[side]) for _, row in rows):
        listed = [_plain(title) for title, row in rows if row[side] == name and title not in known]
        yield name, f"{len(listed)}: {', '.join(listed)}"


def _numbers(rules: Game) -> Iterator[tuple[str, str, str]]:
    for each in rules.questions:
        for reading in each.readings:
            if reading.default and "reconstructed" in reading.statuses:
                yield f"`{each.name}`", each.text, reading.text


def _readings(rules: Game) -> Iterator[tuple[str, str, str]]:
    for each in rules.questions:
        told = [f"{reading.text} ({', '.join(reading.statuses)})" for reading in each.readings]
        if not any(reading.default and "reconstructed" in reading.statuses for reading in each.readings):
            yield f"`{each.name}`", each.text, "; ".join(told)


def _data(table: Table, rules: Game) -> tuple[str, str, str]:
    """The row of a table whose facts are ours: that of the kind whose members it has."""
    (kind,) = (each for each in rules.kinds if each.rows and f"{each.name.lower()}s" == table.name)
    return f"`{table.name}.csv`", str(len(kind.members)), ", ".join(f"`{each.name}`" for each in kind.fields)


def _plain(title: str) -> str:
    return title.replace("_", " ")


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8"), tables(game())), "utf-8")
