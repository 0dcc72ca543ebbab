"""The terms of the book that are not a game's: what is stated, and how well it is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from refengine.evidence.level import Level
from refengine.report.sentences import Sentences, sentence

KINDS: Final[Mapping[str, str]] = {
    "obligation": sentence("obligation"),
    "claim": sentence("claim"),
    "witness": sentence("witness"),
    "gap": sentence("gap"),
    "scope": sentence("scope"),
    "invariant": sentence("invariant"),
    "step invariant": sentence("step invariant"),
    "measure": sentence("measure"),
    "law": sentence("law"),
    "sight": sentence("sight"),
    "conservation": sentence("conservation"),
    "dependence": sentence("dependence"),
    "audit": sentence("audit"),
}
"""The kinds of statements about all games, in words; one that is not here is called as it is."""

LEVELS: Final[Mapping[str, str]] = {
    "by construction": sentence("by construction"),
    "proved": sentence("proved"),
    "exhaustive": sentence("exhaustive"),
    "bounded": sentence("bounded"),
    "tested": sentence("tested"),
    "assumed": sentence("assumed"),
    "unknown": sentence("unknown"),
    "refuted": sentence("refuted"),
}


def kind_in(sentences: Sentences, kind: str) -> str:
    """Returns a kind of statements in a reader's language."""
    return sentences.say(KINDS[kind]) if kind in KINDS else kind


def level_in(sentences: Sentences, level: Level) -> str:
    """Returns how well something is known in a reader's language: `proved`, `bounded 3`."""
    named = sentences.say(LEVELS[level.name])
    return f"{named} {level.extent}" if level.extent else named
