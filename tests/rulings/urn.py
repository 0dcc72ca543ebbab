"""A small game of stones in an urn: two readings, an exception, an action with a guard and a choice."""

from pathlib import Path

RULES = """\
game urn from rulebook urn
    players 2 per R1

question first about R1 per R1
    "how many stones are there at first?"
    reading few "one", default
    reading many "three", house

variable stones: 0..9, starts if first is many then 3 else 1 per R1
variable marked: truth, starts false per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p
        action take(n in 1..stones) per R1
            when n < 3 or marked
            then subtract n from stones
    game over

value enough: truth per R1
    normally stones >= 2
    except marked_ones per R1
        when marked
        is true
"""

RULEBOOK = """\
[rulebook]
id = "urn"
title = "Urn"
language = "en"

[[statement]]
id = "R1"
lines = "1"
paraphrase = "Everything."
status = "normative"
hash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
"""


def write(folder: Path, rules: str = RULES) -> Path:
    """The folder with the game in it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.rules").write_text(rules, encoding="utf-8")
    (folder / "rulebook.toml").write_text(RULEBOOK, encoding="utf-8")
    return folder
