"""The table of footnotes of Carcassonne: `python -m tests.docs.footnotes` puts it into its page.

A row is woven from the index of the rulebook and from the examples that cite it; whatever has none says what it waits for.
"""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAME = ROOT / "spec" / "carcassonne"
MODULES = ("abbey", "portal")
"""The modules of the game, which decide footnotes too."""

PAGE = ROOT / "docs" / "carcassonne" / "README.md"
ALSO = ("R2", "R7", "R8", "HR1", "T1", "T2", "T3")
"""Statements of the text itself that the footnotes are about."""

UNDECIDED = "no example decides it"
"""What is said of a statement that binds and that no example cites."""

HEAD = "| statement | in our words | examples | status |\n|---|---|---|---|\n"
TABLE = re.compile(r"(?<=<!-- footnotes -->\n).*?(?=<!-- end -->)", re.DOTALL)
_EXAMPLE = re.compile(r"^example (\w+) +per (.+)$", re.MULTILINE)


def examples() -> dict[str, list[str]]:
    """The names of the examples that cite a statement, by statement; a module cites it as one of its base."""
    found: dict[str, list[str]] = {}
    for folder in (GAME, *(GAME.parent / module for module in MODULES)):
        for path in sorted(folder.glob("examples*.rules")):
            for name, cited in _EXAMPLE.findall(path.read_text("utf-8")):
                for statement in cited.split(", "):
                    found.setdefault(statement.removeprefix(f"{GAME.name}."), []).append(name)
    return found


def table() -> str:
    """The table as it has to stand on the page, in the order of the index."""
    index = tomllib.loads((GAME / "rulebook.toml").read_text("utf-8"))
    by_statement = examples()
    lines = []
    for each in index["statement"]:
        if each["id"].startswith("fn") or each["id"] in ALSO:
            names = by_statement.get(each["id"], [])
            status = each.get("reason", "decided" if names else UNDECIDED)
            shown = ", ".join(f"`{name}`" for name in names)
            lines.append(f"| {each['id']} | {each['paraphrase']} | {shown} | {status} |\n")
    return HEAD + "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(TABLE.sub(lambda _: table(), PAGE.read_text("utf-8")), encoding="utf-8")
