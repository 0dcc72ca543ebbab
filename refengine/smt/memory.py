"""A memory has answers by a hash of all that they hang on, as plain data that can be kept from run to run.

Of z3 that is all that it was told before; of play the rules, and what is sought.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from typing import Any

from attrs import define, field


@define
class Memory:
    """What is known from before, and what was asked this time: what was not asked again is forgotten.

    Whatever is in it is what z3 would answer, so nobody can tell how much is.
    """

    known: dict[bytes, Any] = field(factory=dict)
    asked: dict[bytes, Any] = field(factory=dict)
    rules: str = ""
    """A hash of the rules that are asked about, but for what has to hold along a game; empty if nobody says."""

    @classmethod
    def read(cls, content: bytes) -> Memory:
        """Returns a memory of what was written; of what is damaged nothing is known."""
        try:
            known = pickle.loads(content) if content else {}  # noqa: S301 - written by us, in a folder of the user's own
        except Exception:  # noqa: BLE001 - a damaged memory is no memory
            known = {}
        return cls(known if isinstance(known, dict) else {})

    def written(self) -> bytes:
        """What was asked this time, to be kept; empty if nothing was."""
        return pickle.dumps(self.asked) if self.asked else b""

    def once(self, told: tuple[object, ...], find: Callable[[], Any]) -> Any:
        """Returns the answer to a question that says all that it hangs on, found out unless it is known."""
        key = hashlib.sha256(repr(told).encode()).digest()
        if key in self:
            return self.recall(key)
        answer = find()
        self.keep(key, answer)
        return answer

    def __contains__(self, key: bytes) -> bool:
        return key in self.known or key in self.asked

    def recall(self, key: bytes) -> Any:
        """Returns a known answer, and keeps it for the next time."""
        found = self.asked[key] if key in self.asked else self.known[key]
        self.asked[key] = found
        return found

    def keep(self, key: bytes, answer: Any) -> None:
        """Takes in an answer of z3."""
        self.asked[key] = answer
