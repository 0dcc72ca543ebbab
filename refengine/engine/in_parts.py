"""A generated module in two parts, each compiled when it is asked for, and kept: the rules of a game, and its examples.

Half of what is emitted of a game are its examples, and whoever plays asks for none of them.

INVARIANT: examples run with the rules that they were emitted with. Both are kept with a hash of the text of these
rules, and emitted again, a game has the same text.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable
from threading import Lock
from types import CodeType
from typing import TYPE_CHECKING

from attrs import define, field

from refengine.engine.load import compile_module, load_examples, load_module
from refengine.runtime.description import ExampleInfo
from refengine.runtime.module import Module
from refengine.source.cache import Cache

if TYPE_CHECKING:  # a game that is kept is not emitted
    from refengine.engine.emit.module import EmittedModule


@define(eq=False)
class InParts:
    """A module of this name, kept under a key; it is emitted where a part is asked for that is not kept."""

    name: str
    keep: Cache
    key: str
    emitted: Callable[[], EmittedModule]
    _parts: EmittedModule | None = None
    _module: Module | None = None
    _hash: bytes = b""
    _lock: Lock = field(factory=Lock)
    """A game may be shared between threads, and examples are emitted once."""

    def module(self) -> Module:
        """Loads the rules; their module loads the examples when it is asked for them."""
        kept = self._kept("code")
        if kept is None:
            self._parts = self.emitted()
            kept = _hash(self._parts.rules), compile_module(self._parts.rules, self.name)
            self.keep.write(f"{self.key}.code", marshal.dumps(kept))
        self._hash, code = kept
        self._module = load_module(code, self.name)
        return self._module.with_examples(self._examples)

    def _examples(self) -> tuple[ExampleInfo, ...]:
        assert self._module is not None
        with self._lock:
            kept = self._kept("examples")
            if kept is None or kept[0] != self._hash:
                parts = self._parts or self.emitted()
                assert _hash(parts.rules) == self._hash, "rules that are emitted again have the same text"
                kept = self._hash, compile_module(parts.examples(), self.name)
                self.keep.write(f"{self.key}.examples", marshal.dumps(kept))
            self._parts = None
            return load_examples(kept[1], self._module)

    def _kept(self, part: str) -> tuple[bytes, CodeType] | None:
        found = self.keep.read(f"{self.key}.{part}")
        try:
            kept = None if found is None else marshal.loads(found)  # noqa: S302 - written by us, in the user's folder
        except (ValueError, EOFError, TypeError):
            return None
        match kept:
            case bytes() as made_of, CodeType() as code:
                return made_of, code
            case _:
                return None


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
