"""The plan of play lists the settings of a game to be played: every number of players, each edition, and mixtures.

INVARIANT: for every number of players each complete reading of each question is in at least one setting, and each
incomplete one in a setting of its own, which is played only to find the gap.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from refengine.check.report import Setting
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, allowed_values, configure, open_answers
from refengine.ir.domain import Count
from refengine.source.diagnostic import Diagnostic

FEW = 5
"""An option with so many values is played with its default, its least and its greatest."""

Purpose = Literal["default", "edition", "mixed", "gap", "paired"]


@frozen
class PlannedSetting:
    """A setting to be played; `gap` is the incomplete reading that it is there for."""

    purpose: Purpose
    setting: Setting
    configuration: Configuration
    gap: tuple[str, str] | None = None


def plan(
    game: model.Game, players: int | None = None, edition: str | None = None
) -> tuple[tuple[PlannedSetting, ...], tuple[Diagnostic, ...]]:
    """Returns the settings in order; with `players` or `edition` only those of that number, of that edition."""
    answers = open_answers(game)
    _, wrong = configure(game, players, answers, {}, edition)
    if wrong:
        return (), wrong
    planned: list[PlannedSetting] = []
    for seats in range(game.players[0], game.players[1] + 1):
        if players in {None, seats}:
            planned.extend(_with_seats(game, seats, answers, edition))
    return tuple(dict.fromkeys(planned)), ()


def is_spoken_of(game: model.Game, configuration: Configuration) -> bool:
    """Returns whether the prover speaks of a configuration.

    Its readings are complete, and its options without a bound are the default.
    """
    readings = dict(configuration.readings)
    for question in game.questions:
        if any(each.incomplete and each.name == readings[question.name] for each in question.readings):
            return False
    usual, _ = configure(game, configuration.players, readings, {}, None)
    given = dict(configuration.options)
    unbounded = {each.name for each in game.options if isinstance(each.domain, Count)}
    return usual is not None and all(given[name] == value for name, value in usual.options if name in unbounded)


def _with_seats(game: model.Game, seats: int, answers: dict[str, str], edition: str | None) -> list[PlannedSetting]:
    default = _planned(game, seats, "default", answers, None, "")
    if edition is not None:
        return [_planned(game, seats, "edition", answers, edition, f", edition {edition}")]
    editions = [
        _planned(game, seats, "edition", answers, each.name, f", edition {each.name}") for each in game.editions
    ]
    gaps = [
        _planned(
            game, seats, "gap", {**answers, question.name: reading.name}, None,
            f", {question.name} {reading.name}", (question.name, reading.name),
        )
        for question in game.questions
        for reading in question.readings
        if reading.incomplete
    ]  # fmt: skip
    mixtures = [
        _planned(game, seats, "mixed", readings, None, f", mixed {number}", options=options)
        for number, (readings, options) in enumerate(_mixtures(game, answers), start=1)
    ]
    return [default, *editions, *mixtures, *gaps]


def _mixtures(game: model.Game, answers: dict[str, str]) -> list[tuple[dict[str, str], dict[str, object]]]:
    """Returns mixtures of readings and options, each reading and value in at least one; the defaults alone are none.

    There are as many as the question or option with the most readings or values needs; the others go round.
    """
    rounds: dict[str, list[str]] = {}
    for question in game.questions:
        first = [each.name for each in question.readings if each.default or each.name == answers.get(question.name)]
        others = [each.name for each in question.readings if not each.incomplete and each.name not in first]
        rounds[question.name] = [*first, *others]
    values = {option.name: _values(game, option) for option in game.options}
    most = max((len(each) for each in (*rounds.values(), *values.values())), default=1)
    return [
        (
            {**answers, **{name: each[step % len(each)] for name, each in rounds.items() if each}},
            {name: each[step % len(each)] for name, each in values.items()},
        )
        for step in range(1, most)
    ]


def _values(game: model.Game, option: model.Option) -> list[str]:
    """Returns the default of an option first, then the others; of many only the least and the greatest."""
    configuration, wrong = configure(game, None, open_answers(game), {}, None)
    assert configuration is not None, wrong
    default = dict(configuration.options)[option.name]
    allowed = allowed_values(game, option)
    few = allowed if len(allowed) <= FEW else (*allowed[:2], *allowed[-2:])
    others = [each for each in few if each != default]
    return [default, *(others if len(allowed) <= FEW else (others[0], others[-1]))]


def _planned(
    game: model.Game,
    seats: int,
    purpose: Purpose,
    readings: dict[str, str],
    edition: str | None,
    suffix: str,
    gap: tuple[str, str] | None = None,
    options: dict[str, object] | None = None,
) -> PlannedSetting:
    configuration, wrong = configure(game, seats, readings, options or {}, edition)
    assert configuration is not None, wrong
    label = f"{seats} player{'s' if seats != 1 else ''}{suffix}"
    setting = Setting(label, seats, configuration.readings, configuration.options)
    return PlannedSetting(purpose, setting, configuration, gap)
