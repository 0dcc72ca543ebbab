"""The pages for rules lawyers as their test reads them: commands with what they print.

Of each proof the rows with seconds are left out, and where the block says `tables`, what comes behind the tables too;
three dots stand for both. A block that says `whole` shows everything.

    python -m tests.docs.lawyers_pages

puts what the commands really print into the pages. Read the difference before you keep it.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.docs.tutorial_page import Block, blocks
from tests.taken_over import take_over

ROOT = Path(__file__).parents[2]
PAGES = tuple(ROOT / "docs" / name / "README.md" for name in ("kaciri", "european_war"))
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
    take_over()
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1800)
    said = done.stdout if block.info == "whole" else cut(done.stdout, tables=block.info == "tables")
    return f"$ {command(block)}\n{said}"


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
    for each in PAGES:
        each.write_text(renewed(each.read_text("utf-8")), "utf-8")
