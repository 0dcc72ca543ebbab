"""A small game, on the bench, and what is changed of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refengine.mutants.bench import Bench, MutantTools, bench
from refengine.mutants.candidates import candidates
from refengine.mutants.mutant import Mutant
from refengine.mutants.run import UnsoundRules, rehearse
from refengine.pipeline import compile_folder
from refengine.resolve.folder import find_games

HEAP = Path(__file__).parent / "heap"

Changed = Callable[[str, str], Path]


def on_bench(folder: Path, means: MutantTools) -> Bench:
    (found,), wrong = find_games(folder)
    assert wrong == ()
    compiled = compile_folder(found)
    assert compiled.game is not None, compiled.errors
    return bench(compiled, means)


def ready(folder: Path, means: MutantTools) -> Bench:
    found = rehearse(on_bench(folder, means), 1)
    assert not isinstance(found, UnsoundRules), found
    return found


def named(bench: Bench, name: str) -> Mutant:
    found = {each.name: each for each in candidates(bench.rules)}
    assert name in found, "\n".join(found)
    return found[name]


@pytest.fixture(scope="session")
def heap() -> Bench:
    """The game with its examples and games, and nobody who proves."""
    return ready(HEAP, MutantTools(games=4))


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """The game with another text in the place of one."""

    def changes(old: str, new: str) -> Path:
        folder = tmp_path / "heap"
        folder.mkdir(exist_ok=True)
        for each in HEAP.iterdir():
            text = each.read_text("utf-8")
            (folder / each.name).write_text(text.replace(old, new) if each.suffix == ".rules" else text, "utf-8")
        assert old in (HEAP / "heap.rules").read_text("utf-8")
        return folder

    return changes
