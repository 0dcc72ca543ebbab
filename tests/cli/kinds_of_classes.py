"""Classes of many kinds, to be made by attrs and by recipe."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from attrs import define, field, frozen

T = TypeVar("T")
NONE: tuple[int, ...] = ()


@frozen
class Plain:
    """Of two parts."""

    one: int
    two: str = "two"


@frozen
class Parts:
    most: ClassVar[int] = 3
    told: dict[str, int] = field(factory=dict)
    _own: list[int] = field(factory=list, repr=False, eq=False)
    none: tuple[int, ...] = NONE
    last: Any = field(default=None, kw_only=True)


@frozen
class Base:
    def times(self) -> int:
        return 3


@frozen
class Below(Base):
    one: int

    def times(self) -> int:
        return super().times() * self.one

    @classmethod
    def of(cls, one: int) -> Below:
        return __class__(one)  # type: ignore[name-defined, no-any-return]

    @property
    def kind(self) -> type:
        return __class__  # type: ignore[name-defined, no-any-return]


@frozen
class Empty:
    pass


@frozen(eq=False)
class ByItself:
    one: int


@define
class Open:
    one: int
    many: list[int] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.many.append(self.one)


@define
class Told:
    one: int

    def __repr__(self) -> str:
        return "told"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told)

    __hash__ = None  # type: ignore[assignment]


@frozen(weakref_slot=False)
class Light:
    one: int = field(hash=False)
    two: int = field(init=False, default=2)


@frozen(kw_only=True)
class Named:
    one: int
    two: int = 2


# ---- WHAT ATTRS MAKES EACH TIME


@frozen
class Further(Plain):
    three: int = 3


@frozen(slots=False)
class Loose:
    one: int


@frozen
class Remembering:
    one: int

    @cached_property
    def more(self) -> int:
        return self.one + 1


@frozen(order=True)
class Ordered:
    one: int


@frozen
class Looked:
    one: int = field(converter=int)
    two: int = field(default=1, validator=lambda *_: None)


@frozen
class Of(Generic[T]):
    one: T


@define
class WrongError(Exception):
    one: int


def inner() -> type:
    @frozen
    class Inner:
        one: int

    return Inner


INNER = inner()


@frozen
class Twice:
    one: int


@frozen
class Twice:  # type: ignore[no-redef] # noqa: F811 - the other one stands under no name
    two: int
