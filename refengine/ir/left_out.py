"""A placeholder for the declarations that were left out of a game: it is no empty tuple, and cannot be read."""

from __future__ import annotations

from typing import Any, NoReturn


class OutsideSlice(Exception):  # noqa: N818 - no mistake: it says what has to be there
    """A sign that something was read that is not in this slice: the declarations of `field`."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class LeftOut:
    """Stands for the declarations of a field of a game; whoever reads it raises `OutsideSlice`."""

    __slots__ = ("_field",)

    def __init__(self, field: str) -> None:
        object.__setattr__(self, "_field", field)

    def _read(self, *_: object) -> NoReturn:
        raise OutsideSlice(self._field)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what copies and pickles ask for
            raise AttributeError(name)
        self._read()

    __iter__ = __len__ = __bool__ = __getitem__ = __contains__ = __add__ = __radd__ = __reversed__ = _read
    __lt__ = __le__ = __gt__ = __ge__ = __call__ = _read

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LeftOut) and other._field == self._field

    def __hash__(self) -> int:
        return hash((LeftOut, self._field))

    def __repr__(self) -> str:
        return f"LeftOut({self._field!r})"

    def __reduce__(self) -> tuple[type[LeftOut], tuple[str]]:
        return LeftOut, (self._field,)


def is_left_out(value: object) -> bool:
    """Returns whether declarations are not there; to ask is not to read them."""
    return isinstance(value, LeftOut)
