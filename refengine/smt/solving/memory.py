"""A memory of answers, each under a hash of all that it hangs on, as plain data that is kept from run to run.

An answer of z3 hangs on all that it was told before; what play comes to hangs on the rules, and on what is sought.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from typing import Any

from attrs import define, field


@define
class Memory:
    """A memory holds the answers known from before and those asked this time; what is not asked again is forgotten.

    Whatever it holds is what would be answered anew, so no report can tell how much that is.
    """

    known: dict[bytes, Any] = field(factory=dict)
    asked: dict[bytes, Any] = field(factory=dict)
    rules: str = ""
    """A hash of the rules that are asked about, but for what has to hold along a game; empty if nobody says."""
    carried: dict[object, Any] = field(factory=dict)
    """Answers found of a part of the rules, kept while more and more of the same rules is asked; never written."""

    @classmethod
    def read(cls, content: bytes) -> Memory:
        """Returns a memory of what was written; of what is damaged nothing is known."""
        try:
            known = pickle.loads(content) if content else {}  # noqa: S301 - written by us, in a folder of the user's own
        except Exception:  # noqa: BLE001 - a damaged memory is no memory
            known = {}
        return cls(known if isinstance(known, dict) else {})

    def written(self) -> bytes:
        """Returns the answers asked for this time, to be kept; empty if there are none."""
        return pickle.dumps(self.asked) if self.asked else b""

    def once(self, told: tuple[object, ...], find: Callable[[], Any]) -> Any:
        """Returns the answer to a question that says all that it hangs on, found out unless it is known."""
        key = hashlib.sha256(repr(told).encode()).digest()
        if key in self:
            return self.recall(key)
        answer = find()
        self.keep(key, answer)
        return answer

    def carry(self, told: object, find: Callable[[], Any]) -> Any:
        """Returns what was found out of a smaller part of the rules, of which it read nothing that is not there."""
        if told not in self.carried:
            self.carried[told] = find()
        return self.carried[told]

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
