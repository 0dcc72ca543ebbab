"""Plain words of `refengine ask`: those that mean one thing only, so that no library has to take them apart.

INVARIANT: what the words mean here is what they mean to the library; all others are left to it. This is tested.
"""

from __future__ import annotations

import re
from typing import Any, Final

from refengine.cli.answers import CommandQuestion

FORMATS: Final = ("text", "json", "markdown", "receipt")
REPEATED: Final = ("reading", "option")
NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)


def plain_options(asked: CommandQuestion) -> dict[str, Any] | None:
    """Returns the options of a question by name, with their values; None where the library has to look at them."""
    found: dict[str, Any] = {}
    for option, value in asked.options:
        name = option.removeprefix("--")
        if name in REPEATED and value:
            found[name] = (*found.get(name, ()), value)
        elif name in found:
            return None
        elif not value:
            found[name] = True
            if name != "verbose":
                return None
        elif name == "players":
            if NUMBER.fullmatch(value) is None:
                return None
            found[name] = int(value)
        elif name == "format" and value not in FORMATS:
            return None
        else:
            found[name] = value
    return found
