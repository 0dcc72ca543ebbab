"""Beyond the Palisades beside its base, without which it is no game: where the two lie, and copies of them to spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

SPEC = Path(__file__).parents[2] / "spec"
PAGAN = SPEC / "pagan"
PALISADES = SPEC / "palisades"
BOTH = (PAGAN, PALISADES)


def copied(into: Path, *left_out: str) -> Path:
    """A copy of the game beside a copy of its base, without the files of those patterns in either."""
    for folder in BOTH:
        shutil.copytree(folder, into / folder.name, ignore=shutil.ignore_patterns(*left_out))
    return into / PALISADES.name


def with_table(name: str) -> Path:
    """The table of that name in the folder that has it."""
    (found,) = (file for folder in BOTH for file in folder.glob(f"{name}.csv"))
    return found
