"""The configuration of a game: how many play, which reading answers each question, which options are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import overload

from attrs import frozen

from refengine.ir import game as model
from refengine.ir.domain import Count, Enum, Range, Truth
from refengine.ir.expressions import Expr, Member, Number, TruthLiteral
from refengine.source.diagnostic import Diagnostic
from refengine.source.suggest import did_you_mean


@frozen
class Configuration:
    """`readings` and `options` are complete and sorted by name; an option's value is written as in the rules."""

    players: int
    readings: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...] = ()


def configure(
    game: model.Game,
    players: int | None,
    readings: Mapping[str, str],
    options: Mapping[str, object],
    edition: str | None,
) -> tuple[Configuration | None, tuple[Diagnostic, ...]]:
    """Returns the complete configuration that is asked for: given readings over the edition's over the defaults."""
    found: list[Diagnostic] = []
    seats = game.players[0] if players is None else players
    if not game.players[0] <= seats <= game.players[1]:
        found.append(_players(game, seats))
    chosen = {question.name: each.name for question in game.questions for each in question.readings if each.default}
    editions = {each.name: each for each in game.editions}
    if edition is not None and edition not in editions:
        found.append(_unknown("edition", edition, tuple(editions)))
    elif edition is not None:
        chosen.update(editions[edition].readings)
    questions = {question.name: question for question in game.questions}
    for name, reading in readings.items():
        if name not in questions:
            found.append(_unknown("question", name, tuple(questions)))
        elif reading not in (known := tuple(each.name for each in questions[name].readings)):
            found.append(_reading(name, reading, known))
        else:
            chosen[name] = reading
    found.extend(_open(question) for question in game.questions if question.name not in chosen)
    written, wrong = _options(game, options)
    found.extend(wrong)
    if found:
        return None, tuple(found)
    return Configuration(seats, tuple(sorted(chosen.items())), written), ()


def _options(
    game: model.Game, options: Mapping[str, object]
) -> tuple[tuple[tuple[str, str], ...], tuple[Diagnostic, ...]]:
    known = {option.name: option for option in game.options}
    chosen = {name: _text(game, option.default) for name, option in known.items()}
    found: list[Diagnostic] = []
    for name, value in options.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if name not in known:
            found.append(_unknown("option", name, tuple(known)))
        elif text not in (allowed := allowed_values(game, known[name])):
            found.append(_option(known[name], text, allowed))
        else:
            chosen[name] = text
    return tuple(sorted(chosen.items())), tuple(found)


def _text(game: model.Game, value: Expr) -> str:
    match value:
        case TruthLiteral(value=truth):
            return str(truth).lower()
        case Number(value=number):
            return str(number)
        case Member(kind=kind, index=index):
            return next(each.members[index] for each in game.kinds if each.name == kind)
        case _:
            return ""


@frozen
class Numerals(Sequence[str]):
    """The numbers of a range as they are written, none of which is made before it is asked for."""

    numbers: range

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        found = self.numbers[place]
        return Numerals(found) if isinstance(found, range) else str(found)

    def __contains__(self, word: object) -> bool:
        longest = max(len(str(self.numbers.start)), len(str(self.numbers.stop)))
        if not isinstance(word, str) or not 0 < len(word) <= longest or not word.removeprefix("-").isdecimal():
            return False
        return str(int(word)) == word and int(word) in self.numbers


def allowed_values(game: model.Game, option: model.Option) -> Sequence[str]:
    """Returns every value of an option, as written in the rules."""
    match option.domain:
        case Truth():
            return ("false", "true")
        case Range(low=low, high=high):
            return Numerals(range(low, high + 1))
        case Enum(kind=kind):
            return next((each.members for each in game.kinds if each.name == kind), ())
        case Count():
            return Numerals(range(COUNTED))
        case _:
            return ()


# ---- WHAT CAN BE WRONG


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words[:SHOWN]) + (", ..." if len(words) > SHOWN else "")


def _hint(word: str, sort: str, known: tuple[str, ...]) -> str:
    nearest = did_you_mean(word, known)
    return f"did you mean `{nearest}`?" if nearest else f"its {sort}s: {_quoted(known) or 'none'}"


def _unknown(sort: str, word: str, known: tuple[str, ...]) -> Diagnostic:
    return Diagnostic("E0830", f"the game has no {sort} `{word}`", None, hint=_hint(word, sort, known))


def _reading(question: str, word: str, known: tuple[str, ...]) -> Diagnostic:
    message = f"question `{question}` has no reading `{word}`"
    return Diagnostic("E0831", message, None, hint=_hint(word, "reading", known))


def _players(game: model.Game, seats: int) -> Diagnostic:
    fewest, most = game.players
    wanted = f"{fewest}" if fewest == most else f"{fewest}..{most}"
    players = "player" if most == 1 else "players"
    span = game.clause.origin.span
    hint = f"name {'the number' if fewest == most else 'a number'} of players that it is for, such as {fewest}"
    return Diagnostic("E0832", f"`{game.name}` is for {wanted} {players}, not for {seats}", span, hint=hint)


def _option(option: model.Option, text: str, allowed: Sequence[str]) -> Diagnostic:
    match option.domain:
        case Range(low=low, high=high):
            hint = f"it is a number {low}..{high}"
        case Count():
            hint = f"it is a number below {len(allowed)}"
        case _:
            hint = f"it can be {_quoted(allowed)}"
    return Diagnostic("E0833", f"option `{option.name}` can not be `{text}`", option.clause.origin.span, hint=hint)


def _open(question: model.Question) -> Diagnostic:
    message = f"question `{question.name}` has no default, so it needs a reading"
    known = tuple(each.name for each in question.readings)
    return Diagnostic("E0834", message, question.clause.origin.span, hint=f"its readings: {_quoted(known)}")


COUNTED = 1000
"""The numbers below this are those that an option without an end of its own can be."""

SHOWN = 12
"""The greatest number of words that a line shows."""


def without_default(game: model.Game) -> tuple[str, ...]:
    """Returns the questions that have no default."""
    return tuple(each.name for each in game.questions if not any(reading.default for reading in each.readings))


def open_answers(game: model.Game) -> dict[str, str]:
    """Returns for each question without a default the reading to play with: the first complete one, or the first."""
    lacking = {*without_default(game)}
    return {
        each.name: next((reading.name for reading in each.readings if not reading.incomplete), each.readings[0].name)
        for each in game.questions
        if each.name in lacking
    }
