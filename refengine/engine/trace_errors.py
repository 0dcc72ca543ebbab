"""Errors in a trace: one function for each code."""

from __future__ import annotations

from refengine.runtime.bad_data import in_few_words
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span


def _whole(path: str) -> Span:
    return Span(path, 0, 0)


def not_json(path: str, why: str, at: int, length: int) -> Diagnostic:
    """A text that is no JSON."""
    hint = "the file ends too early" if at >= length - 1 else "take the file as it was written"
    return Diagnostic("E0720", f"this is no JSON: {why[:1].lower()}{why[1:]}", Span(path, at, at), hint=hint)


def not_ours(path: str) -> Diagnostic:
    """JSON that is no trace of ours."""
    hint = "`refengine check` and `refengine simulate` write traces"
    return Diagnostic("E0721", "this is no trace of a game of ours", _whole(path), hint=hint)


def other_format(path: str, version: object, ours: int) -> Diagnostic:
    """A trace in a format of another version of this program."""
    hint = "replay it with the version that wrote it, or play the game anew"
    return Diagnostic(
        "E0722", f"the trace has format {in_few_words(version)}, we read format {ours}", _whole(path), hint=hint
    )


def cut_short(path: str, steps: int, states: int) -> Diagnostic:
    """A trace with more or fewer states than it says."""
    message = f"the trace says that it has {steps} steps, and it holds {states} states"
    return Diagnostic("E0723", message, _whole(path), hint="take the whole file, as it was written")


def bad_state(path: str, index: int, why: str) -> Diagnostic:
    """A state of a trace that is none."""
    hint = "take the file as it was written"
    return Diagnostic("E0724", f"state {index} of the trace can not be read: {why}", _whole(path), hint=hint)


def other_game(path: str, recorded: str, here: str) -> Diagnostic:
    """A trace of another game."""
    hint = f"replay it with the rules of `{recorded}`"
    return Diagnostic("E0725", f"the trace is of `{recorded}`, the game is `{here}`", _whole(path), hint=hint)


def other_version(path: str) -> Diagnostic:
    """A trace of other rules."""
    hint = "a replay that does not mind the version shows whether it still is legal"
    return Diagnostic("E0726", "the trace was recorded under other rules than these", _whole(path), hint=hint)


def other_configuration(path: str, name: str, recorded: str | None, here: str | None) -> Diagnostic:
    """A trace of the same game under another configuration."""
    message = f"the trace was played with `{name}` as `{recorded}`, and this is the game with `{here}`"
    hint = f"make the game {f'with `{name}` as `{recorded}`' if recorded is not None else f'without `{name}`'}"
    return Diagnostic("E0727", message, _whole(path), hint=hint)


def no_state(path: str, why: str, hint: str | None) -> Diagnostic:
    """The first state cannot be made a state of the game."""
    return Diagnostic("E0728", f"the first state of the trace is none of this game: {why}", _whole(path), hint=hint)


def other_data(path: str, why: str, hint: str | None) -> Diagnostic:
    """A file with data that are no state of the game."""
    return Diagnostic("E0729", f"this is no state of the game: {why}", _whole(path), hint=hint)
