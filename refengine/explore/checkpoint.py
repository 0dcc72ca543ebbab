"""A checkpoint of a search in a module: where somebody interrupted it, a search like it goes on.

Only that of the search which was interrupted last is kept, since it may take two gigabytes.

INVARIANT: who goes on from a checkpoint finds what one finds whom nobody interrupted: the numbers, the breaches, the
ways to them, and the estimate of a search that ends early.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Final

from attrs import frozen

from refengine.explore.module_search import HaltedSearch, ModuleSearch, SearchCheckpoint
from refengine.relocation import Places, Unplaced
from refengine.source.cache import Cache

SUFFIX: Final = ".checkpoint"
"""The end of the name under which one is kept."""

LENGTH: Final = 8
"""The bytes that say how many more come before all that was found."""


@frozen
class _StoredCheckpoint:
    """A checkpoint as it is kept: where the search was halted to be estimated, and how far it had come.

    `sizes` are the bytes of each part of what it had found, which lie behind it.
    """

    states: int
    depth: int
    expanded: int
    search: SearchCheckpoint
    sizes: tuple[int, ...]


@frozen
class Checkpoints:
    """The checkpoint of searches with a `key`, which says all that what they find hangs on."""

    keep: Cache
    key: str
    places: Places

    def restore(self, search: ModuleSearch, jobs: int) -> HaltedSearch | None:
        """Has a search that begins go on from the checkpoint, and returns it as it was halted to be estimated.

        None, and it begins, where there is no checkpoint, or something spoilt it. What several instances did together
        only as many `jobs` go on with; others go on from where one was.
        """
        content = self.keep.look_at(self._name)
        kept = None if content is None else self._read(content)
        if kept is None or content is None:
            return None
        bounds = accumulate(kept.sizes, initial=len(content) - sum(kept.sizes))
        search.restore(kept.search.of(jobs), iter([content[at:end] for at, end in pairwise(bounds)]))
        return search.halted_at(kept.states, kept.depth, kept.expanded)

    def _read(self, content: memoryview) -> _StoredCheckpoint | None:
        head = LENGTH + int.from_bytes(content[:LENGTH], "little")
        try:
            kept = self.places.unpack(bytes(content[LENGTH:head]))
        except Exception:  # noqa: BLE001 - a damaged cache is no cache
            return None
        return kept if isinstance(kept, _StoredCheckpoint) else None

    def keep_of(self, search: ModuleSearch, halted: HaltedSearch) -> bool:
        """Keeps the checkpoint of a search that was interrupted; whether there is one."""
        checkpoint = search.checkpoint
        if checkpoint is None:
            return False
        found = list(search.found_until(checkpoint))
        sizes = tuple(len(each) for each in found)
        told = _StoredCheckpoint(halted.states, halted.depth, halted.states - len(halted.frontier), checkpoint, sizes)
        try:
            head = self.places.pack(told)
        except Unplaced:
            return False
        is_kept = self.keep.write(self._name, len(head).to_bytes(LENGTH, "little"), head, *found)
        if is_kept:
            self.keep.drop_others(self._name, SUFFIX)
        return is_kept

    def drop(self) -> None:
        """Takes the checkpoint away: nobody goes on from it any more."""
        self.keep.drop(self._name)

    @property
    def _name(self) -> str:
        return f"{self.key}{SUFFIX}"
