"""Small games of which only one declaration matters, written on the spot."""

from __future__ import annotations

from pathlib import Path

from tests.engine.rules import rulebook

WAITS = """
setup                                                           per R1
    go Wait

phase Wait                                                      per R1
    ask 1
        action stop                                             per R1
            then game over
"""


def written(folder: Path, rules: str, *, players: str = "2..4", course: str = WAITS, **tables: str) -> Path:
    """The folder of a game with these rules, which anybody may play who knows how to stop."""
    folder.mkdir(parents=True, exist_ok=True)
    head = f"game tiny from rulebook tiny\n    players {players}    per R1\n"
    (folder / "game.rules").write_text(f"{head}{course}\n{rules}", "utf-8")
    (folder / "rulebook.toml").write_text(rulebook(), "utf-8")
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    return folder
