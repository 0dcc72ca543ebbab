"""The page of the tutorial about a board that grows: `python -m tests.docs.race_page` puts into it what commands print.

Pieces of rules on it stand in the files of the game; pictures that commands write lie beside the page.
"""

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.docs.tutorial_page import Block, blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorial" / "race.md"
GAME = ROOT / "spec" / "carcassonne"


def commands(page: str) -> list[Block]:
    return [each for each in blocks(page) if each.language == "console"]


def pieces(page: str) -> list[Block]:
    return [each for each in blocks(page) if each.info]


def told(command: str, folder: Path) -> str:
    """What the page says of a command: itself, and what it prints; its pictures are written to a folder."""
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "refengine"
    written = [str(folder / Path(each).name) if each.endswith(".svg") else each for each in arguments]
    ran = subprocess.run(
        [sys.executable, "-m", "refengine", *written], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return f"{command}\n{ran.stdout}{ran.stderr}"


def pictures(command: str) -> list[str]:
    return re.findall(r"\S+\.svg", command)


if __name__ == "__main__":
    text = PAGE.read_text("utf-8")
    for block in reversed(commands(text)):
        (first, *_) = block.text.splitlines()
        with tempfile.TemporaryDirectory() as name:
            text = text[: block.start] + told(first, Path(name)) + text[block.end :]
            for path in pictures(first):
                (ROOT / path).parent.mkdir(exist_ok=True)
                (ROOT / path).write_bytes((Path(name) / Path(path).name).read_bytes())
    PAGE.write_text(text, encoding="utf-8")
