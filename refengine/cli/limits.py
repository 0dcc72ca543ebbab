"""`--limit`: a limit on how much the rules may make, by name; without a name, on what the command counts itself."""

from __future__ import annotations

from collections.abc import Iterable

from refengine.cli.errors import Refused, bad_usage, given_twice
from refengine.source.limits import Limits, raised

FLAG = "--limit"

MAX_DIGITS = 18


def limits_of(words: Iterable[str]) -> Limits:
    """Returns the limits of a command that counts nothing itself; a word that is no `NAME=N` is refused."""
    limits, _ = _parsed(words, has_own=False)
    return limits


def limits_and(words: Iterable[str], own: int) -> tuple[Limits, int]:
    """Returns the limits, and the one of the command itself, which is `own` where no number without a name is given."""
    limits, given = _parsed(words, has_own=True)
    return limits, own if given is None else given


def _parsed(words: Iterable[str], *, has_own: bool) -> tuple[Limits, int | None]:
    given: dict[str, int] = {}
    for word in words:
        name, equals, number = word.rpartition("=")
        if not equals and not has_own:
            raise Refused([bad_usage(f"`{FLAG} {word}` names no limit", "write `NAME=N`, as in `pieces=50000`")])
        if not (number.isascii() and number.isdecimal() and number.strip("0")):
            hint = "write it in digits alone, as in `5000`"
            raise Refused([bad_usage(f"`{FLAG} {word}` gives no number from 1", hint)])
        if len(number) > MAX_DIGITS:
            said = f"`{FLAG}` gives a number of more than {MAX_DIGITS} digits"
            raise Refused([bad_usage(said, "give a smaller one")])
        if name in given:
            raise Refused([given_twice(FLAG, name or "its number")])
        given[name] = int(number)
    own = given.pop("", None)
    limits, wrong = raised(given)
    if wrong:
        raise Refused(wrong)
    return limits, own
