"""The tutorial as its test reads it: pieces of files, mistakes to make in them, and what the command then says.

A fenced block with the name of a file is a piece of that file. A `diff` with one is a mistake, for the `console` block
behind it alone. A `console` block is run on what the page has told so far; with `whole`, on the complete game. A line
of three dots in it stands for any lines, and then numbers may differ too: how many games were played is no lesson.

    python -m tests.docs.tutorial_page

puts what the command really says into the page, where it says something else. Read the difference before you keep it.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from tests.taken_over import take_over

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial"
PAGE = TUTORIAL / "README.md"
TOLD = "tictactoe/tictactoe.rules"
"""The file that the page tells whole, piece by piece."""

_BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


@frozen
class Block:
    """A fenced block, and where its text lies in the page."""

    language: str
    info: str
    text: str
    start: int
    end: int


@frozen
class Run:
    """A command, the mistake made before it, how much of the told file is there, and what the page says that it says."""

    command: str
    said: str
    told: str | None
    mistake: Block | None
    block: Block

    def __str__(self) -> str:
        return f"{self.command}, at {self.block.start}"


def blocks(page: str) -> list[Block]:
    return [Block(match[1], match[2], match[3], match.start(3), match.end(3)) for match in _BLOCK.finditer(page)]


def pieces(page: str) -> list[Block]:
    """The blocks that are pieces of files."""
    return [block for block in blocks(page) if block.info and block.language not in {"diff", "console"}]


def runs(page: str) -> Iterator[Run]:
    told = ""
    mistake = None
    for block in blocks(page):
        if block.language == "rules" and block.info == TOLD:
            told += f"{block.text}\n"
        elif block.language == "diff":
            mistake = block
        elif block.language == "console":
            first, _, said = block.text.partition("\n")
            so_far = None if block.info == "whole" or "tictactoe" not in first else told
            yield Run(first.removeprefix("$ "), said, so_far, mistake, block)
            mistake = None


def output(run: Run) -> str:
    """What the command says."""
    with tempfile.TemporaryDirectory() as room:
        shutil.copytree(TUTORIAL, room, dirs_exist_ok=True)
        if run.told is not None:
            (Path(room) / TOLD).write_text(run.told, "utf-8")
            for name in ("examples.rules", "labels.toml"):
                (Path(room) / "tictactoe" / name).unlink()
        if run.mistake is not None:
            _make(run.mistake, Path(room))
        words = [sys.executable, "-m", *run.command.split()]
        take_over()
        done = subprocess.run(words, cwd=room, capture_output=True, text=True, check=False, timeout=1800)
    return done.stdout


def agrees(said: str, run: Run) -> bool:
    """Returns whether the page says so too."""
    if "...\n" not in run.said:
        return said == run.said
    pattern = re.sub(r"\d[\d,]*", r"[\\d,]+", re.escape(run.said)).replace(re.escape("...\n"), "(?:.*\n)*?")
    return re.fullmatch(pattern, said) is not None


def _make(mistake: Block, room: Path) -> None:
    lines = mistake.text.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    path = room / mistake.info
    text = path.read_text("utf-8")
    assert text.count(before) == 1, mistake.text
    path.write_text(text.replace(before, after), "utf-8")


def renewed(page: str) -> str:
    """The page with what the commands really say."""
    for run in reversed(list(runs(page))):
        said = output(run)
        if agrees(said, run):
            continue
        page = page[: run.block.start] + f"$ {run.command}\n{said}" + page[run.block.end :]
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
