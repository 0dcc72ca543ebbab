"""The working parts of a generated module, as it hands them out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from refengine.runtime.codec import Codec
from refengine.runtime.description import Description, ExampleInfo


@frozen
class Module:
    """The working parts of a generated module, of which the interface of a game is made."""

    description: Description
    codec: Codec
    state: type
    draft: type
    before_setup: Any
    initial: Callable[[], Any]
    apply: Callable[[Any, Any], Any]
    legal: Callable[[Any], tuple[Any, ...]]
    turn: Callable[[Any], Any]
    outcome: Callable[[Any], tuple[tuple[int, ...], tuple[int, ...]] | None]
    conserved: Callable[[Any, Any], bool]
    broken: Callable[[Any, Any], tuple[str, ...]]
    sound: Callable[[Any, Any], bool]

    def with_examples(self, later: Callable[[], tuple[ExampleInfo, ...]]) -> Module:
        """Returns the module with its examples, which are made when somebody asks for them."""
        return evolve(self, description=evolve(self.description, later_examples=later))
