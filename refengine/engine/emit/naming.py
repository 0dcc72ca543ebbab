"""Python names for the names of a game: NFKC, as Python compares them, no keyword, no name twice.

INVARIANT: the same game gets the same names.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from functools import cache
from itertools import chain, count

from attrs import define, field

_KEYWORDS = frozenset(keyword.kwlist)
_OF_CLASSES = _KEYWORDS | {"self"}
"""The names that no attribute has: the methods made for a class take what it holds as arguments, beside `self`."""

_TAKEN = frozenset(dir(builtins)) | _KEYWORDS | frozenset(keyword.softkwlist)


@define
class Names:
    """Allocates the identifiers of one scope: a new one never shadows one of `outer`.

    Nor does it shadow a builtin of Python, unless the names are `attributes`, which may be called like builtins.
    """

    outer: Names | None = None
    used: set[str] = field(factory=set)
    attributes: bool = False

    def new(self, *wanted: str) -> str:
        """Returns the first wanted name that is free, else the last with a number."""
        plain = [identifier(each) for each in wanted]
        if not self.has(plain[0]):
            self.used.add(plain[0])
            return plain[0]
        if plain[-1] in _TAKEN:
            plain.append(f"{plain[-1]}_")
        numbered = (f"{plain[-1].rstrip('_')}_{number}" for number in count(2))
        name = next(each for each in chain(plain, numbered) if not self.has(each))
        self.used.add(name)
        return name

    def has(self, name: str) -> bool:
        """Returns whether the name is taken, here or further out."""
        reserved = _OF_CLASSES if self.attributes else _TAKEN
        return name in self.used or name in reserved or (self.outer is not None and self.outer.has(name))

    def inner(self) -> Names:
        """Returns the names of a scope inside this one."""
        return Names(self)


@cache
def identifier(name: str) -> str:
    """Returns the name as an identifier; Python knows fewer letters than the rules."""
    known = (each if f"_{each}".isidentifier() else " " for each in unicodedata.normalize("NFKC", name))
    plain = re.sub(r"\W+", "_", "".join(known)).strip("_") or "unnamed"
    if plain[0].isdigit():
        plain = f"n{plain}"
    return f"{plain}_" if plain in _KEYWORDS else plain


def snake(name: str) -> str:
    """Returns a name such as `TakeSide` in the form `take_side`."""
    return re.sub(r"(?<=[^\W_A-Z])(?=[A-Z])", "_", identifier(name)).lower()


def camel(name: str) -> str:
    """Returns a name such as `take_side` in the form `TakeSide`."""
    return "".join(part[:1].upper() + part[1:] for part in identifier(name).split("_")) or "Unnamed"


def upper(name: str) -> str:
    """Returns a name such as `takes.cancelled` in the form `TAKES_CANCELLED`."""
    return snake(name.replace(".", "_")).upper()
