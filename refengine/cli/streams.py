"""The streams to which a command prints, which may not take every letter, or have nobody who listens any more."""

from __future__ import annotations

import io
import os
import sys

INCONCLUSIVE = 3
"""The exit code of what was cut off, or is not known to its end."""


def say_what_can_be_said() -> None:
    """Names of files, and letters, that the terminal has no bytes for are shown as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def nobody_listens() -> None:
    """Standard output leads nowhere from now on, so that nothing that is left to be printed fails."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def said(text: str, code: int) -> int:
    """Prints a text whole; the result is the exit code, another if that could not be done."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        nobody_listens()
        return INCONCLUSIVE
    return code
