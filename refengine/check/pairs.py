"""Adds settings for pairs of readings that no planned setting combines, if play reaches some rule only there.

A rule may apply under two readings at once, and planned settings mix many. A setting for each pair would be too many:
one is added only if play would never come to a rule otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from attrs import evolve

from refengine.check.plan import PlannedSetting
from refengine.check.reachable_clauses import NORMALLY, asked_in, asked_of
from refengine.check.report import Setting
from refengine.ir import game as model
from refengine.ir.configuration import configure, open_answers

Reading = tuple[str, str]


def paired_settings(
    game: model.Game, planned: Sequence[PlannedSetting], rules: Iterable[str]
) -> tuple[PlannedSetting, ...]:
    """Returns settings with one reading or two that are not the default, in which rules are asked that no planned asks.

    They have as many players as play in any that is planned. A rule that no two readings let speak has none, and there
    are none beside a single edition.
    """
    if not any(each.purpose == "default" for each in planned):
        return ()
    found = [asked_in(game, each.configuration) for each in planned]
    known = frozenset().union(*(each.by_play | each.by_laws_alone for each in found))
    missing = {each for each in rules if each not in known and each.removesuffix(NORMALLY) not in known}
    missing &= asked_of(evolve(game, examples=())).by_play  # what play never asks is not sought reading by reading
    settings: list[PlannedSetting] = []
    for each in _with_few(game, max(each.setting.players for each in planned)) if missing else ():
        asked = missing & asked_in(game, each.configuration).by_play
        if asked:
            settings.append(each)
            missing -= asked
        if not missing:
            break
    return tuple(settings)


def _with_few(game: model.Game, seats: int) -> Iterator[PlannedSetting]:
    """Yields the settings with one reading that is not the default, then those with two."""
    others = [_others(each) for each in game.questions]
    for one in others:
        yield from (_with(game, seats, (each,)) for each in one)
    for one, other in combinations(others, 2):
        yield from (_with(game, seats, pair) for pair in product(one, other))


def _others(question: model.Question) -> tuple[Reading, ...]:
    return tuple((question.name, each.name) for each in question.readings if not each.incomplete and not each.default)


def _with(game: model.Game, seats: int, readings: tuple[Reading, ...]) -> PlannedSetting:
    configuration, wrong = configure(game, seats, {**open_answers(game), **dict(readings)}, {}, None)
    assert configuration is not None, wrong
    told = " and ".join(f"{question} {reading}" for question, reading in readings)
    label = f"{seats} player{'s' if seats != 1 else ''}, {told}"
    return PlannedSetting("paired", Setting(label, seats, configuration.readings, configuration.options), configuration)
