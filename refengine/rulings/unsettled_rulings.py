"""Rulings that are not settled, since they rest on a text of a card that nobody here has."""

from __future__ import annotations

from refengine.report.sentences import sentence
from refengine.rulings.bench import Bench

UNSETTLED = sentence("Undetermined.")


def without_text(bench: Bench, title: str) -> str:
    """Returns that what is asked rests on the text of a title that nobody here has."""
    return bench.speech.say("nobody here has the text of {title}, on which it rests", title=bench.speech.name(title))
