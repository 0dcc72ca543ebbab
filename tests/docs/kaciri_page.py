"""The page for rules lawyers as its test reads it: commands with what they print.

Of each output the rows with seconds are left out, and where the block says `tables`, what comes behind the tables too;
three dots stand for both.

    python -m tests.docs.kaciri_page

puts what the commands really print into the page. Read the difference before you keep it.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.docs.tutorial_page import Block, blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "kaciri" / "README.md"
DOTS = "..."


def commands(page: str) -> list[Block]:
    """The blocks that show a command with its output."""
    return [block for block in blocks(page) if block.language == "console"]


def command(block: Block) -> str:
    return block.text.partition("\n")[0].removeprefix("$ ")


def printed(block: Block) -> str:
    """The block as it should be: the command, and what it prints."""
    program, *arguments = shlex.split(command(block))
    assert program == "refengine"
    words = [sys.executable, "-m", program, *arguments]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    return f"$ {command(block)}\n{cut(done.stdout, tables=block.info == 'tables')}"


def cut(said: str, *, tables: bool) -> str:
    """The output without seconds and without what the cache knew; with `tables` only up to the first position."""
    name, rows, rest = re.fullmatch(r"(.*\n)((?: .*\n)*)((?s:.*))", said).groups()  # type: ignore[union-attr]
    verdicts = rows.splitlines()[-1].partition(";")[0]
    if tables:
        rest = re.split(r"^(?:found:|\d+\. )", rest, maxsplit=1, flags=re.MULTILINE)[0] + f"{DOTS}\n"
    return f"{name}{DOTS}\n{verdicts}\n{rest}"


def renewed(page: str) -> str:
    """The page with what the commands print."""
    for block in reversed(commands(page)):
        page = page[: block.start] + printed(block) + page[block.end :]
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
