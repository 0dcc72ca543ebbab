"""Parcels: tasks as bytes, the heavy parts of which go to each worker once, by a hash of their content.

Rules are heavy, and whatever is pickled in a task already. Many tasks have the same: each says only its hash.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from attrs import define, field, frozen

from refengine.ir import game as model
from refengine.source.depth import allow_depth

HEAVY: Final = 4096
"""The number of bytes from which a part of a task travels by itself."""

RULES, BYTES = "rules", "bytes"


@frozen
class Parcel:
    """A task as bytes, with the content of its heavy parts by their hashes, in the order in which they are met."""

    light: bytes
    heavy: Mapping[str, bytes]


@define
class Packer:
    """A packer of parcels, which remembers the rules that it has packed."""

    _rules: dict[int, tuple[model.Game, bytes]] = field(factory=dict)

    def pack(self, do: Callable[..., Any], given: tuple[Any, ...]) -> Parcel:
        """Returns the parcel of a task."""
        written = io.BytesIO()
        pickler = _Pickler(written, self._pickled)
        pickler.dump((do, given))
        return Parcel(written.getvalue(), pickler.heavy)

    def _pickled(self, rules: model.Game) -> bytes:
        known = self._rules.get(id(rules))
        if known is None:
            self._rules[id(rules)] = known = (rules, pickle.dumps(rules))
        return known[1]


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, pickled: Callable[[model.Game], bytes]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._of = pickled
        self.heavy: dict[str, bytes] = {}

    def persistent_id(self, obj: Any) -> tuple[str, str] | None:
        if isinstance(obj, model.Game):
            return RULES, self._put(self._of(obj))
        if isinstance(obj, bytes) and len(obj) >= HEAVY:
            return BYTES, self._put(obj)
        return None

    def _put(self, content: bytes) -> str:
        digest = hashlib.sha256(content).hexdigest()
        self.heavy[digest] = content
        return digest


class _Unpickler(pickle.Unpickler):
    def __init__(self, light: bytes, heavy: Mapping[str, bytes]) -> None:
        super().__init__(io.BytesIO(light))
        self._heavy = heavy

    def persistent_load(self, pid: Any) -> Any:
        sort, digest = pid
        return _rules(self._heavy[digest]) if sort == RULES else self._heavy[digest]


@lru_cache(maxsize=2)
def _rules(content: bytes) -> model.Game:
    """Returns the rules of many tasks, so that a worker makes them once."""
    made: model.Game = pickle.loads(content)  # noqa: S301 - made by the process that asks
    return made


def task_result(light: bytes, digests: tuple[str, ...], *heavy: bytes) -> Any:
    """Returns what a task comes to; it runs at a worker."""
    allow_depth()
    do, given = _Unpickler(light, dict(zip(digests, heavy, strict=True))).load()
    return do(*given)
