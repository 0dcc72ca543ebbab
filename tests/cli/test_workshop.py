"""Workers load what they need as commands do, from what is kept; what they load is the same, whatever is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.cli.crews import HERE, hired_crew
from refengine.cli.workshop import PLAYERS, PROVERS, load_workshop
from refengine.source.cache import package_hash
from refengine.source.workers import LocalCrew
from tests.cli.seen_by_workers import classes, loaded


def seen(crew: LocalCrew, modules: tuple[str, ...], *, giving_way: bool) -> tuple[frozenset[str], dict[str, str]]:
    """Returns what a new worker has loaded before its first task, and the classes of some modules in it."""
    workers = crew.workers(1, giving_way=giving_way)
    try:
        first = workers.submit(loaded).result()
        workers.submit(package_hash).result()  # by which the next one finds what is kept
        return first, workers.submit(classes, modules).result()
    finally:
        workers.stop()


@pytest.mark.parametrize(
    ("modules", "giving_way"), [(PROVERS, False), pytest.param(PLAYERS, True, marks=pytest.mark.campaign)]
)
def test_what_is_loaded_is_the_same_whatever_is_kept(
    modules: tuple[str, ...], giving_way: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of workers that prove; of those that play, which give way, behind the mark."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before, plain = seen(LocalCrew(), modules, giving_way=giving_way)
    assert not before & {*modules}
    for _ in range(3):  # nothing is kept; then it is kept; then it is read
        before, found = seen(LocalCrew(load_workshop), modules, giving_way=giving_way)
        assert before >= {*modules}
        assert found == plain
    kept = {each.suffix: each for each in tmp_path.rglob("*s") if each.is_file()}
    assert kept.keys() >= {".classes", ".modules", ".patterns", ".recipes"}
    for each in kept.values():
        each.write_bytes(each.read_bytes()[:-9])
    assert seen(LocalCrew(load_workshop), modules, giving_way=giving_way)[1] == plain, "what is damaged is not read"


def test_the_workers_of_a_command_are_furnished() -> None:
    with hired_crew(HERE, 1) as crew:
        assert crew.crew == LocalCrew(load_workshop)
        assert crew.is_here
