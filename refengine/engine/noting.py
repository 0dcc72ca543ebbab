"""A game that notes of which states and steps somebody asked what they break, and what the answer was.

How play goes depends on invariants and measures by these answers alone. Noted down, they can be asked again when what
has to hold has changed, and where they are the same, play is. States are written without the module that made them:
any module of the same layout reads them.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import attrs

from refengine.ir.configuration import Configuration
from refengine.runtime.frames import THE_END
from refengine.runtime.game import Game, State
from refengine.runtime.violations import Violation

MOST: Final = 60_000
"""The greatest number of questions that are noted; a game that is asked more has no notes."""

PROTOCOL: Final = 5


@attrs.frozen
class NotedStep:
    """A step, or with None a first state, with the kinds and names of what it breaks.

    With `whether` nobody was told what it breaks, but only whether it breaks anything.
    """

    before: State | None
    after: State
    broken: tuple[tuple[str, str], ...]
    whether: bool


class NotingGame(Game):
    """A game that notes what it is asked of what has to hold; `noted` is None where that is of no use."""

    __slots__ = ("noted",)

    def __init__(self, game: Game) -> None:
        super().__init__(game._module)  # noqa: SLF001 - it is the same game
        self.noted: list[NotedStep] | None = []

    def violations(self, before: State | None, after: State) -> tuple[Violation, ...]:
        """Returns what the game says; a fault is no answer."""
        return self._answer(before, after, whether=False)

    def is_sound(self, before: State | None, after: State) -> bool:
        """Returns what the game says."""
        return not self._answer(before, after, whether=True)

    def _answer(self, before: State | None, after: State, *, whether: bool) -> tuple[Violation, ...]:
        noted, self.noted = self.noted, None
        found = super().violations(before, after)
        if noted is not None and len(noted) < MOST:
            noted.append(NotedStep(before, after, tuple((each.kind, each.name) for each in found), whether))
            self.noted = noted
        return found


@attrs.frozen
class Notes:
    """The notes of one build under one configuration; `answers` are packed, `layout` says who can read them.

    `broken` are the kinds and names of all that is broken in one of them or more.
    """

    configuration: Configuration
    layout: str
    answers: bytes
    broken: frozenset[tuple[str, str]]


def notes_of(*games: NotingGame) -> tuple[Notes, ...] | None:
    """Returns the notes of several games; None if something that one of them was asked is not noted."""
    found: list[Notes] = []
    for each in games:
        if each.noted is None:
            return None
        found.append(_notes(each, each.noted))
    return tuple(found)


def states_noted(game: Game, states: Iterable[State]) -> Notes:
    """Returns notes of states of which it was asked whether they break anything, and none does."""
    return _notes(game, [NotedStep(None, each, (), whether=True) for each in states])


def _notes(game: Game, noted: list[NotedStep]) -> Notes:
    told = game.description
    configuration = Configuration(told.players, told.readings, told.options)
    broken = frozenset(one for each in noted for one in each.broken)
    return Notes(configuration, layout_of(game), _packed(game, noted), broken)


def answers_of(notes: Notes, game: Game) -> list[NotedStep]:
    """Returns the noted answers, with their states as a game of the same layout has them.

    Damaged notes, or those of another layout, raise whatever comes up.
    """
    return [NotedStep(*each) for each in _Reader(io.BytesIO(zlib.decompress(notes.answers)), game).load()]


def layout_of(game: Game) -> str:
    """Returns a text that names the classes of which states are made, their attributes, and the printed pieces."""
    made = {
        name: tuple(each.name for each in attrs.fields(kind))
        for name, kind in _classes(game).items()
        if attrs.has(kind)
    }
    pieces = [(each.name, tuple(one.name for one in each.pieces)) for each in game.description.components]
    return repr((sorted(made.items()), pieces))


def _classes(game: Game) -> Mapping[str, type]:
    """Returns the classes of the module that made a game, by name."""
    made = game.apply.__globals__
    own = made["__name__"]
    return {name: each for name, each in made.items() if isinstance(each, type) and each.__module__ == own}


# ---- WRITTEN AND READ


def _packed(game: Game, noted: list[NotedStep]) -> bytes:
    out = io.BytesIO()
    _Writer(out, game).dump([(each.before, each.after, each.broken, each.whether) for each in noted])
    return zlib.compress(out.getvalue(), 1)


class _Writer(pickle.Pickler):
    def __init__(self, out: io.BytesIO, game: Game) -> None:
        super().__init__(out, PROTOCOL)
        self._own = frozenset(_classes(game).values())
        self._printed = {
            id(piece): (number, place)
            for number, each in enumerate(game.description.components)
            for place, piece in enumerate(each.pieces)
        }

    def reducer_override(self, each: Any) -> Any:
        if each is THE_END:
            return _end, ()
        if id(each) in self._printed:
            return _piece, self._printed[id(each)]
        kind = each.__class__
        if kind in self._own:
            return _made, (kind.__name__, *(getattr(each, field.name) for field in attrs.fields(kind)))
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Reads states, which are gone as soon as nobody needs them: no function that it remembers knows of it."""

    def __init__(self, kept: io.BytesIO, game: Game) -> None:
        super().__init__(kept)
        components = game.description.components
        kinds = {name: kind for name, kind in _classes(game).items() if attrs.has(kind)}

        def piece(component: int, place: int) -> object:
            return components[component].pieces[place]

        def made(name: str, *values: Any) -> object:
            return _maker(kinds[name])(*values)

        self._own = {"_end": lambda: THE_END, "_piece": piece, "_made": made}

    def find_class(self, module: str, name: str) -> Any:
        """Returns one of our own functions, or whatever else it is."""
        return self._own[name] if module == __name__ else super().find_class(module, name)


@lru_cache(maxsize=256)
def _maker(kind: type) -> Callable[..., object]:
    """Returns a function that makes an object of a frozen class from all its attributes, far quicker than that would.

    It fills an object of the same shape that is not frozen, which then becomes one of this class.
    """
    names = [each.name for each in attrs.fields(kind)]
    filled = "".join(f"    made.{name} = {name}\n" for name in names)
    text = f"def maker({', '.join(names)}):\n    made = Open()\n{filled}    made.__class__ = Kind\n    return made\n"
    open_to_change = {"__slots__": kind.__dict__["__slots__"], "__setattr__": object.__setattr__}
    known: dict[str, Any] = {"Open": type("Open", kind.__bases__, open_to_change), "Kind": kind}
    exec(text, known)  # noqa: S102 - of names in our own module, not of what was noted
    made: Callable[..., object] = known["maker"]
    return made


def _end() -> object:
    raise AssertionError("only a game reads it")


def _piece(*_: object) -> object:
    raise AssertionError("only a game reads it")


def _made(*_: object) -> object:
    raise AssertionError("only a game reads it")
