"""Faults of the rules in a reader's language; where its catalogue has none, the engine says what it is about."""

from __future__ import annotations

from refengine.report.words import Words
from refengine.runtime.fault import Fault


def why_broken(words: Words, fault: Fault) -> str:
    """Returns why the rules break off."""
    return words.sentences.fault(fault.code) or fault.message
