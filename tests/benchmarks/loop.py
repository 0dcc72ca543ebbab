"""What an author waits for after an edit, in seconds of processor time: `python -m tests.benchmarks.loop`.

Kacíři is copied, checked with nothing cached, and checked again after each kind of edit, each time from what is cached
of the rules as they were. The seconds are of the process and of all that it starts. `--players N`, `--jobs N` and
everything else is handed on to `refengine check`; `--kind WORD` measures only edits of whose kind the word is a part.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
GAME = "kaciri"


@frozen
class Edit:
    """One edit of one file: its kind, the file, what stood there once, and what stands there then."""

    kind: str
    file: str
    old: str = ""
    new: str = ""

    def apply(self, root: Path) -> None:
        """Writes the file; raises ValueError unless the old text is in it exactly once."""
        if not self.file:
            return
        path = root / self.file
        text = path.read_text("utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has this {text.count(self.old)} times: {self.old}")
        path.write_text(text.replace(self.old, self.new), "utf-8")


COURSE = f"spec/{GAME}/game.rules"
BATTLE = f"spec/{GAME}/battle.rules"
CLAIMS = f"proofs/{GAME}/strength.rules"
EXAMPLES = f"spec/{GAME}/examples.rules"

EDITS = (
    Edit("nothing", ""),
    Edit("comment", COURSE, "# ---- what must hold\n", "# ---- what must hold,\n# and one line more\n"),
    Edit("label", f"spec/{GAME}/labels.toml", 'Plain = "Plain"', 'Plain = "Plain city"'),
    Edit(
        "words of a question", f"spec/{GAME}/questions.rules",
        '"where does a city go that nobody takes?"', '"where does a city go if nobody takes it?"',
    ),
    Edit(
        "what an example expects", EXAMPLES,
        "    expect Hussites 5 in temple of 1, Reformers 3 in graveyard, won of 1 is not empty\n",
        "    expect Hussites 5 in temple of 1, won of 1 is not empty\n",
    ),
    Edit(
        "a number in the position of an example", EXAMPLES,
        "    given Hussites 5 in duel of 1, Reformers 3 in duel of 2\n"
        "    expect takes(Hussites 5) by stands_alone, not takes(Reformers 3) by does_not_stand\n"
        "    when Battle\n    expect Hussites 5 in temple of 1, Reformers 3 in graveyard, won of 1 is not empty\n",
        "    given Hussites 5 in duel of 1, Reformers 2 in duel of 2\n"
        "    expect takes(Hussites 5) by stands_alone, not takes(Reformers 2) by does_not_stand\n"
        "    when Battle\n    expect Hussites 5 in temple of 1, Reformers 2 in graveyard, won of 1 is not empty\n",
    ),
    Edit(
        "a number in a claim", CLAIMS,
        "assuming city.power is Crossed and city.resistance = 5",
        "assuming city.power is Crossed and city.resistance = 6",
    ),
    Edit("a number in an invariant", COURSE, "number of c in temple of p) <= 11\n", "number of c in temple of p) <= 12\n"),
    Edit("a number in a value of the battle", BATTLE, "shown(c) in 1..3", "shown(c) in 1..4"),
    Edit("a number in a value of the end", COURSE, "is sum of t.importance for", "is sum of t.importance + 1 for"),
    Edit("a number in a phase", COURSE, "        when wave = 2 or (every", "        when wave >= 2 or (every"),
    Edit("the guard of an action", COURSE, "when no player q with q < p has", "when no player q with q != p has"),
    Edit("a number in a table", f"spec/{GAME}/cities.csv", "Torgau,3,3,", "Torgau,3,2,"),
)  # fmt: skip


class Author:
    """An author at work: a copy of the rules, a cache, and what to hand on to `refengine check`."""

    def __init__(self, folder: Path, options: Sequence[str]) -> None:
        self.folder, self.options = folder, options
        self.rules, self.cache = folder / "rules", folder / "cache"
        for each in ("spec", "proofs"):
            shutil.copytree(ROOT / each / GAME, self.rules / each / GAME)

    def seconds(self, cache: Path) -> float:
        """Checks the rules as they are now; returns the processor time of all processes that it takes."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "refengine", "check", f"spec/{GAME}", *self.options]
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=self.rules, env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in {0, 1, 3}:
            raise RuntimeError(done.stdout + done.stderr)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def after(self, edit: Edit) -> float:
        """The seconds of a check after one edit, which is undone again, and of which nothing stays cached."""
        copied = self.folder / "copied"
        shutil.copytree(self.cache, copied)
        kept = {path: path.read_bytes() for path in (self.rules / edit.file,) if edit.file}
        try:
            edit.apply(self.rules)
            return self.seconds(copied)
        finally:
            for path, content in kept.items():
                path.write_bytes(content)
            shutil.rmtree(copied)
            shutil.rmtree(self.rules / ".refengine", ignore_errors=True)  # what was broken would be played again


def main(given: Sequence[str]) -> None:
    """Prints a line for each kind of edit."""
    options = list(given)
    kind = ""
    if "--kind" in options:
        at = options.index("--kind")
        _, kind = options[at : at + 2]
        del options[at : at + 2]
    with tempfile.TemporaryDirectory() as folder:
        author = Author(Path(folder), options)
        sys.stdout.write(f"refengine check spec/{GAME} {' '.join(options)}\n")
        sys.stdout.write(f"{author.seconds(author.cache):8.1f}  nothing cached\n")
        for each in EDITS:
            if kind in each.kind:
                sys.stdout.write(f"{author.after(each):8.1f}  {each.kind}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
