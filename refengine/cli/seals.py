"""Sealed files of what commands load first: each carries a hash, and a damaged one counts as missing.

Each is named by the command, by Python, and by where this package lies, so that two of them keep apart.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any

from refengine.source.seal import opened, sealed


def name_for(command: str, ending: str, *parts: str) -> str:
    """Returns the name of the file for a command; `parts` are what the content hangs on beside Python."""
    whole = (__file__, sys.version, MAGIC_NUMBER.hex(), str(sys.flags.optimize), command, *parts)
    version = hashlib.sha256("\0".join(whole).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{command}-{version}.{ending}"


def read_sealed(file: Path) -> dict[Any, Any]:
    """Returns what a file holds; nothing, if there is none or it was spoilt."""
    try:
        content = opened(file.read_bytes())
        if content is not None:
            kept: dict[Any, Any] = marshal.loads(content)  # noqa: S302 - written by us, in a folder of the user's own
            return kept
    except (OSError, ValueError, EOFError, TypeError):
        pass
    return {}


def keep_sealed(file: Path, content: dict[Any, Any]) -> None:
    """Keeps numbers, texts, code, and what is made of these."""
    import_module("refengine.source.files").keep_file(file, sealed(marshal.dumps(content)))
