"""The streams to which a command prints, which may not take every letter, or have nobody who listens any more."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path
from typing import Final

INCONCLUSIVE = 3
"""The exit code of what was cut off, or is not known to its end."""


BAD_OUTPUT = 2
"""The exit code where what was to be printed could not be."""

NO_ROOM: Final = frozenset({errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC})
"""The errors of a system on which nothing more can be written."""


def say_what_can_be_said() -> None:
    """Shows as escapes the names of files, and the letters, that the terminal has no bytes for.

    What is printed to a stream that was closed before the command began is thrown away.
    """
    sys.stdout, sys.stderr = (io.StringIO() if each is None else each for each in (sys.stdout, sys.stderr))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def nobody_listens() -> None:
    """Points standard output at nothing from now on, so that whatever is still to be printed does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_whole(text: str, code: int) -> int:
    """Prints a text whole; the result is the exit code, another if that could not be done."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        nobody_listens()
        return INCONCLUSIVE
    except OSError as error:
        return not_said(error)
    return code


def is_of_output(error: OSError) -> bool:
    """Returns whether it was printing that failed: all that is written to files tells itself what went wrong."""
    return error.filename is None and error.errno in NO_ROOM


def not_said(error: OSError) -> int:
    """Tells why what was to be printed could not be; the result is the exit code."""
    from refengine.source.files import cannot_write
    from refengine.source.render import render

    nobody_listens()
    print(render([cannot_write(Path("standard output"), error)], {}), end="", file=sys.stderr)
    return BAD_OUTPUT
