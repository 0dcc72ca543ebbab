"""Diagnostics about logs of other programs: one function for each mistake."""

from __future__ import annotations

from collections.abc import Iterable

from refengine.runtime.bad_data import in_few_words
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean


def no_log(place: Span, why: str, *, ends: bool = False) -> Diagnostic:
    """A text that is no log."""
    hint = "the file ends too early" if ends else "a log has `actions`, and perhaps `game`, `players`, `position`"
    return _unread(f"this is no log of a game: {why}", place, hint)


def other_log(place: Span, form: object, ours: int) -> Diagnostic:
    """A log in the form of another version of this program."""
    return _unread(f"the log has form {in_few_words(form)}, we read form {ours}", place, None)


def bad_step(place: Span, number: int, why: str) -> Diagnostic:
    """A step of a log that is none."""
    hint = 'write `{"actor": 1, "action": "send", "arguments": ["Red 7"]}`, or `"1: send(Red 7)"`'
    return _unread(f"step {number} of the log cannot be read: {why}", place, hint)


def bad_position(place: Span, message: str, hint: str | None) -> Diagnostic:
    """A position that is none of the game."""
    return _foreign(f"the position of the log is none of this game: {message}", place, hint)


def unknown_word(place: Span, number: int, message: str, hint: str | None) -> Diagnostic:
    """A step in words that the game does not have."""
    return _foreign(f"step {number} of the log is not in the words of this game: {message}", place, hint)


def unknown_action(place: Span, number: int, word: str, known: Iterable[str]) -> Diagnostic:
    """An action that the game does not have."""
    names = sorted(known)
    nearest = did_you_mean(word, names)
    hint = f"did you mean `{nearest}`?" if nearest else f"actions: {', '.join(names)}"
    return unknown_word(place, number, f"there is no action `{word}`", hint)


# ---- ONE PLACE FOR EACH CODE


def _unread(message: str, place: Span, hint: str | None) -> Diagnostic:
    return Diagnostic("E0914", message, place, hint=hint)


def _foreign(message: str, place: Span, hint: str | None) -> Diagnostic:
    return Diagnostic("E0915", message, place, hint=hint)
