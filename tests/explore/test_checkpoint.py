"""A search in a module that somebody interrupted goes on where it was, and finds what it would have found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from refengine.explore import estimate, module_search, run, shares
from refengine.explore.checkpoint import SUFFIX, Checkpoints
from refengine.explore.memory import explore_unless_known
from refengine.explore.module_search import HaltedSearch, ModuleSearch
from refengine.explore.result import ExplorationResult
from refengine.explore.run import ExplorationSettings
from refengine.ir import game as model
from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.files import write_file
from refengine.source.watch import Watch
from tests.engine.rules import compiled
from tests.explore.small_games import scope, tutorial
from tests.explore.test_run import up_to
from tests.explore.test_shares import ONCE, RARE

FOUND = {
    "nothing": "",
    "a state and a step": ONCE["a state"] + ONCE["a step"],
    "a claim": ONCE["a claim"],
    "a fault": ONCE["a fault"],
    "a claim whose assumption is met once": "claim assumed per R1\n    in every reachable state of 2 players\n"
    "    assuming x = 0 and y = 2\n    turned <= 1\n",
}
"""What has to hold besides, some of it broken."""

EARLY, LATE = (0, 2), (13, 9)
"""Where it is broken: before a search is interrupted, or after that."""


class Told:
    """Somebody who is told of a search, and interrupts it after so many states."""

    def __init__(self, interrupts: int = 1_000_000) -> None:
        self.interrupts, self.known = interrupts, 0
        self.said: list[Diagnostic] = []

    def start(self, _: str, total: int) -> None:
        assert total > 0
        self.known = 0

    def step(self, more: int) -> None:
        self.known += more
        if self.known > self.interrupts:
            raise KeyboardInterrupt

    @property
    def watch(self) -> Watch:
        return Watch(self.start, self.step, self.said.append)


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Searches are cut into small parts; the result is the number of states from which each goes on."""
    monkeypatch.setattr(shares, "ALL_BOXES", 60)
    monkeypatch.setattr(shares, "AT_LEAST", 20)
    monkeypatch.setattr(estimate, "DIVES", 20)
    monkeypatch.setattr(run, "PROBE", 40)
    monkeypatch.setattr(module_search, "SLICE", 25)
    for module in (run, module_search):
        monkeypatch.setattr(module, "ALONE", 90)
    found: list[int] = []
    own = Checkpoints.restore

    def noted(self: Checkpoints, search: ModuleSearch, jobs: int) -> HaltedSearch | None:
        halted = own(self, search, jobs)
        found.append(0 if halted is None else search.checkpoint.states)  # type: ignore[union-attr]
        return halted

    monkeypatch.setattr(Checkpoints, "restore", noted)
    return found


def kept_in(folder: Path) -> list[Path]:
    return list(folder.glob(f"*{SUFFIX}"))


def searched(
    game: model.Game, keep: Path | None, told: Told | None = None, *pieces: Any, fresh: bool = False, **settings: Any
) -> ExplorationResult:
    made = ExplorationSettings(keep=Cache(keep), engine="wasm", **settings)
    return explore_unless_known(game, scope(2, *pieces), (told or Told()).watch, made, fresh=fresh)


def gone_on_with(
    game: model.Game, keep: Path, after: Iterable[int], *pieces: Any, jobs: Iterable[int] = (1,), **settings: Any
) -> ExplorationResult:
    """What somebody finds at last who is interrupted after so many states each time, with so many jobs by turns."""
    turns = tuple(jobs)
    for number, states in enumerate(after):
        many = turns[number % len(turns)]
        found = searched(game, keep, Told(states), *pieces, jobs=many, **settings)
        assert found.ended == "interrupted"
    return searched(game, keep, None, *pieces, jobs=turns[-1], **settings)


def rare(folder: Path, more: str, place: tuple[int, int]) -> model.Game:
    text = (RARE + more).replace("THIS", str(place[0])).replace("THAT", str(place[1]))
    return compiled(folder, text)


@pytest.mark.parametrize("place", [EARLY, LATE])
@pytest.mark.parametrize("more", FOUND)
def test_who_goes_on_finds_what_is_found_at_once(
    more: str, place: tuple[int, int], tmp_path: Path, restored: list[int]
) -> None:
    game = rare(tmp_path / "rare", FOUND[more], place)
    wanted = searched(game, None)
    assert wanted.ended == "whole"
    for number, (after, jobs) in enumerate([((70, 120, 200), (1,)), ((150, 180, 220), (3, 3, 2, 1))]):
        restored.clear()
        assert gone_on_with(game, tmp_path / str(number), after, jobs=jobs) == wanted
        first, *others = restored
        assert first == 0
        assert all(others), "each goes on from where another was"


def test_several_go_on_with_what_several_had_found(tmp_path: Path, restored: list[int]) -> None:
    """In a game of which nothing is broken each is further than one alone would be, and no state is told twice."""
    game = rare(tmp_path / "rare", "", LATE)
    wanted = searched(game, None)
    after = (150, 180, 220)
    assert gone_on_with(game, tmp_path / "kept", after, jobs=(2,)) == wanted
    assert restored == sorted(restored)
    assert restored[-1] > 150
    listener = Told()
    searched(game, tmp_path / "again", Told(150), jobs=2)
    assert searched(game, tmp_path / "again", listener, jobs=2) == wanted
    assert listener.known == wanted.states


@pytest.mark.parametrize(
    "settings", [{}, {"all_orders": True}, {"limit": 300, "force": True}, {"limit": 300}, {"limit": 10_000}]
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_settings_and_estimates_are_those_of_the_search(
    settings: dict[str, Any], jobs: int, tmp_path: Path, restored: list[int]
) -> None:
    game = tutorial("goofspiel")
    wanted = searched(game, None, None, up_to(4), jobs=jobs, **settings)
    found = gone_on_with(game, tmp_path, (100, 200, 250), up_to(4), jobs=(jobs,), **settings)
    assert found == wanted
    assert len(restored) == 5
    assert all(restored[2:])


def test_what_is_kept_is_of_one_search_alone(tmp_path: Path, restored: list[int]) -> None:
    """Another game, scope or setting begins, and takes away what is kept only when it is interrupted itself."""
    game, other = rare(tmp_path / "rare", "", LATE), rare(tmp_path / "another", ONCE["a state"], LATE)
    wanted = searched(game, None)

    def others() -> Iterator[ExplorationResult]:
        yield searched(other, tmp_path)
        yield searched(other, tmp_path, fresh=True)
        yield searched(game, tmp_path, limit=150, force=True)
        yield searched(game, tmp_path, all_orders=True)

    searched(game, tmp_path, Told(70))
    assert [each.ended for each in others()] == ["whole", "whole", "limit", "whole"]
    assert not any(restored[1:])
    assert searched(game, tmp_path) == wanted
    assert restored.pop() > 40
    searched(game, tmp_path, Told(70), fresh=True)
    searched(other, tmp_path, Told(70), fresh=True)
    assert len(kept_in(tmp_path)) == 1
    assert searched(game, tmp_path, fresh=True) == wanted
    assert not any(restored[-3:])


def test_a_comment_moves_what_is_kept_and_changes_nothing_else(tmp_path: Path, restored: list[int]) -> None:
    text = (RARE + ONCE["a state"]).replace("THIS", "0").replace("THAT", "2")
    game, moved = compiled(tmp_path / "rare", text), compiled(tmp_path / "rare", f"# a comment\n\n{text}")
    searched(game, tmp_path, Told(120))
    found = searched(moved, tmp_path)
    assert found == searched(moved, None)
    assert found.violations[0].clause.span != searched(game, None).violations[0].clause.span
    assert restored[1] > 40


def test_fresh_begins_again(tmp_path: Path, restored: list[int]) -> None:
    game = rare(tmp_path / "rare", "", LATE)
    searched(game, tmp_path, Told(120))
    assert searched(game, tmp_path, fresh=True) == searched(game, None)
    assert not any(restored)


def test_nothing_is_left_of_a_search_that_came_to_its_end(tmp_path: Path) -> None:
    game = rare(tmp_path / "rare", "", LATE)
    searched(game, tmp_path, Told(120), jobs=2)
    assert kept_in(tmp_path)
    searched(game, tmp_path, jobs=2)
    assert not kept_in(tmp_path)


def test_what_is_spoilt_is_not_gone_on_with(tmp_path: Path, restored: list[int]) -> None:
    game = rare(tmp_path / "rare", ONCE["a step"], LATE)
    wanted = searched(game, None)
    searched(game, tmp_path, Told(120))
    (name,) = kept_in(tmp_path)
    kept = name.read_bytes()
    spoilt = [b"", kept[:7], kept[:40], kept[:-1], kept + b"\0", b"\0" * len(kept)]
    spoilt += [kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :] for at in range(0, len(kept), len(kept) // 12)]
    for content in spoilt:
        restored.clear()
        for each in tmp_path.glob("*.explored"):
            each.unlink()
        assert write_file(name, content) is None
        assert searched(game, tmp_path) == wanted
        assert restored == [0]


def test_who_interrupts_is_told_that_it_is_kept(tmp_path: Path) -> None:
    game = rare(tmp_path / "rare", "", LATE)
    for states, keep, said in ((30, tmp_path, []), (120, tmp_path, ["W0806"]), (120, None, [])):
        told = Told(states)
        assert searched(game, keep, told).ended == "interrupted"
        assert [each.code for each in told.said] == said


def test_who_interrupts_twice_waits_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Cache.write

    def interrupted(self: Cache, name: str, *content: Any) -> bool:
        if name.endswith(SUFFIX):
            raise KeyboardInterrupt
        return own(self, name, *content)

    monkeypatch.setattr(Cache, "write", interrupted)
    told = Told(120)
    found = searched(rare(tmp_path / "rare", "", LATE), tmp_path, told)
    assert (found.ended, told.said) == ("interrupted", [])
    assert found.states > 120
