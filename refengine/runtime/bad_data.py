"""Errors in data from outside: one function for each code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from refengine.runtime.fault import BadData
from refengine.source.suggest import did_you_mean

SHOWN: Final = 60
"""The number of characters shown of a text; the rest of a longer one is left out."""


TOO_OFTEN: Final = "E0714"
"""The code of a piece that lies in more places than it is printed."""


def in_few_words(value: object) -> str:
    """Returns something from outside in a few words, whatever it is."""
    match value:
        case None | bool() | float():
            return str(value)
        case int() if value.bit_length() > 3 * SHOWN:
            return "a number of many digits"
        case int():
            return str(value)
        case str() if len(value) > SHOWN:
            return f"{value[:SHOWN]}…"
        case str():
            return value
        case Mapping():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:
            return "something that is no data"


def other_rules(data: Mapping[str, Any], schema: int) -> BadData:
    """Returns the error about a state of another game, of another version of its rules, or of another schema."""
    unsaid = next((each for each in ("schemaVersion", "game", "version") if each not in data), None)
    game, version = in_few_words(data.get("game")), in_few_words(data.get("version"))
    if unsaid is not None:
        said = f"the state does not say its `{unsaid}`"
    elif data["schemaVersion"] != schema or isinstance(data["schemaVersion"], bool):
        said = f"the state is of schema version `{in_few_words(data['schemaVersion'])}`, not of {schema}"
    else:
        said = f"the state belongs to `{game} {version}`"
    return BadData("E0710", said, "load it with the rules and readings under which it was made")


def malformed(what: str, wanted: str) -> BadData:
    """Data of another shape."""
    return BadData("E0711", f"{what} has to be {wanted}")


def unknown(sort: str, name: object, known: Iterable[str]) -> BadData:
    """A name that the rules do not know."""
    listed = sorted(known)
    told = in_few_words(name)
    nearest = did_you_mean(told, listed)
    hint = f"did you mean `{nearest}`?" if nearest else (f"known: {', '.join(listed[:12])}" if listed else None)
    return BadData("E0712", f"there is no {sort} `{told}`", hint)


def wrong_value(what: str, value: object, wanted: str) -> BadData:
    """A value outside its domain."""
    return BadData("E0713", f"`{in_few_words(value)}` is no value of {what}", f"it has to be {wanted}")


def too_often(piece: object, copies: int) -> BadData:
    """A piece that lies in more places than it is printed."""
    times = "once" if copies == 1 else f"{copies} times"
    return BadData(TOO_OFTEN, f"`{piece}` lies in more places than it is printed", f"it is printed {times}")


def too_many(place: str, cap: int) -> BadData:
    """More pieces in a zone than have room there."""
    return BadData("E0715", f"`{place}` holds too much", f"there is room for {cap}")


def nothing_fits(
    letter: str, place: str, against: tuple[str, ...], no_position: tuple[str, ...], *, printed: bool
) -> BadData:
    """A cell in which nothing can lie that a letter of a picture stands for; of such pieces some may be `printed`.

    Each would break something of what it is `against`, or be in `no_position`, or lies elsewhere.
    """
    hint = "all such pieces lie elsewhere" if printed else "no such piece is printed"
    if against:
        hint = f"in every way something would be broken: {', '.join(f'`{each}`' for each in against)}"
    elif no_position:
        hint = f"with it {no_position[0]}"
    return _unfilled(f"nothing that `{letter}` stands for fits in `{place}`", hint)


def too_many_ways(place: str, most: int) -> BadData:
    """A picture that leaves too much open to be filled."""
    message = f"after {most:,} ways to fill the picture nothing fits in `{place}`"
    return _unfilled(message, "say of some cells what lies there, and how it is turned")


def _unfilled(message: str, hint: str) -> BadData:
    return BadData("E0732", message, hint)


def not_lying(place: str) -> BadData:
    """A piece in a place that is a part of what does not lie there."""
    return BadData("E0731", f"there is no `{place}`", "it is there while the piece lies whose part it is")


def not_printed(component: str) -> BadData:
    """A piece that is not printed, where it has to be."""
    return BadData(
        "E0716", f"a `{component}` that is not printed is given", "allow it, or name one of the printed ones"
    )


def too_many_tokens(token: str, limit: int) -> BadData:
    """More tokens than there are."""
    return BadData("E0717", f"more `{token}` lie out than there are", f"there are {limit}")


def lost_pieces(component: str) -> BadData:
    """A state that has lost pieces, or has some twice."""
    return BadData("E0718", f"the state does not hold every `{component}` as often as it is printed")


def not_offered(name: object, offered: Iterable[str]) -> BadData:
    """An action that nobody has in the present phase."""
    listed = ", ".join(f"`{each}`" for each in offered)
    return BadData(
        "E0719", f"`{in_few_words(name)}` is not offered here", f"offered: {listed}" if listed else "nobody decides"
    )


def too_large(what: str, why: str) -> BadData:
    """Data that nobody could go through, compare or print."""
    return BadData("E0730", f"{what} holds {why}", "no state, position or action of a game does")
