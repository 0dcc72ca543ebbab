"""Asking a judge in the words of a command line."""

from refengine.rulings.judge import Judge
from refengine.rulings.lines import Lines
from refengine.rulings.reading import of_words
from refengine.rulings.ruling import Ruling
from refengine.source.text import SourceText


def ask(judge: Judge, *words: str) -> tuple[Ruling, ...]:
    """The rulings on the questions among some words."""
    lines = Lines()
    dispute = of_words([SourceText(f"question {number}", word) for number, word in enumerate(words, start=1)], lines)
    assert lines.wrong == []
    return judge.decide([dispute], lines)
