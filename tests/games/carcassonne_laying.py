"""The rules of Carcassonne without followers: tiles are drawn and laid, and that is all.

A game with a grid and without parts, for tests that want one. It is cut out of the whole, so that nothing is written twice.
"""

import shutil
from pathlib import Path

GAME = Path(__file__).parents[2] / "spec" / "carcassonne"

KEPT = (
    "game.rules",
    "laying.rules",
    "laws.rules",
    "questions.rules",
    "turn.rules",
    "properties.rules",
    "rulebook.toml",
)

CUT = {
    "game.rules": (
        ("# A follower is a thief,", "# ---- WHAT LIES"),
        ("# What is printed on a tile that lies on the board is a spot.", "option tile_set"),
    ),
    "turn.rules": (
        ("    each player p\n        move all f in box of Follower", "    go Draw(1)\n"),
        ("phase Deploy(", ""),
    ),
    "properties.rules": (("# Whoever stands beside a rival races", "measure tiles"),),
}
"""Of each file what goes: from the one text up to the other, or to the end."""

NOBODY_IS_SENT = """phase Deploy(p: player, c: cell)                                                    per ruling B6
    go Draw(next of p)

phase Final                                                                         per ruling B13
    game over
"""


def laying_only(folder: Path) -> Path:
    """Writes the rules without followers into a folder, and returns it."""
    folder.mkdir(parents=True)
    for name in (*KEPT, *(each.name for each in GAME.glob("*.csv"))):
        shutil.copy(GAME / name, folder / name)
    for name, passages in CUT.items():
        text = (folder / name).read_text("utf-8")
        for first, behind in passages:
            assert text.count(first) == 1, first
            head, _, rest = text.partition(first)
            assert not behind or rest.count(behind) == 1, behind
            text = head + (rest[rest.index(behind) :] if behind else "")
        (folder / name).write_text(text, encoding="utf-8")
    with (folder / "turn.rules").open("a", encoding="utf-8") as file:
        file.write(NOBODY_IS_SENT)
    return folder
