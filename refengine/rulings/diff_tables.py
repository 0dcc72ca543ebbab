"""Tables at which two sets of rules are compared: who plays there, and by which readings and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from attrs import field, frozen

from refengine.compiled import Compilation
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, allowed_values, configure
from refengine.ir.domain import Enum, Range, Truth
from refengine.ir.meaning import meaning
from refengine.ir.specialise import specialise
from refengine.loading import RuleSetError

MOST_VALUES = 16
"""The number of values of an option up to which each is looked at."""

MOST_TOGETHER = 64
"""The number of tables up to which all choices are looked at together, and not each by itself."""


@frozen
class Side:
    """One of the two sets of rules: how it is called, what it was compiled to, what is chosen at its table."""

    name: str
    compiled: Compilation
    readings: Mapping[str, str] = field(factory=dict)
    options: Mapping[str, str] = field(factory=dict)
    edition: str | None = None

    @property
    def game(self) -> model.Game:
        """The rules."""
        assert self.compiled.game is not None
        return self.compiled.game


@frozen
class DiffTable:
    """A table: how many play, and what is chosen there beside what the sides say."""

    players: int
    readings: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()


def tables(left: Side, right: Side, players: list[int], *, defaults: bool) -> tuple[list[list[DiffTable]], bool]:
    """Returns the tables to look at, in stages, and whether they are all that there are.

    First those that play by the defaults, then those with options changed, then those with readings changed; all of
    them together where they are few, else each by itself. A stage is looked at if no table before it parts. With
    `defaults` there is the first stage alone.
    """
    stages = [[DiffTable(number) for number in players]]
    if defaults:
        return stages, True
    options, readings = _open_options(left, right), _open_readings(left, right)
    every = prod(len(values) for values in (*options.values(), *readings.values()))
    chosen = {*left.options, *right.options}
    listed = all(_is_listed(left.game, each) for each in left.game.options if each.name not in chosen)
    complete = every * len(players) <= MOST_TOGETHER and listed
    together = list(product(_chosen(options, every=complete), _chosen(readings, every=complete)))
    if not complete:
        together = [(of, read) for of, read in together if not of or not read]
    for with_readings in (False, True):
        rest = [(of, read) for of, read in together if bool(read) is with_readings and (of or read)]
        stages.append([DiffTable(number, read, of) for number in players for of, read in rest])
    return stages, complete


Choices = tuple[tuple[str, str], ...]
"""Questions and options by name, each with a reading or value."""


def choices_alone(left: Side, right: Side) -> tuple[Choices, Choices]:
    """Returns what can be chosen on one side alone, of what neither has chosen; not a default, which is looked at."""
    one, other = _open_choices(left, right), _open_choices(right, left)
    return _beyond(one, other), _beyond(other, one)


def _beyond(one: Mapping[str, tuple[str, Sequence[str]]], other: Mapping[str, tuple[str, Sequence[str]]]) -> Choices:
    found: list[tuple[str, str]] = []
    for name, (default, values) in one.items():
        theirs = other[name][1] if name in other else (default,)
        few = values if len(values) <= 2 * MOST_VALUES else (*values[:MOST_VALUES], *values[-MOST_VALUES:])
        found += [(name, value) for value in few if value not in theirs]  # of a range its first or its last, if any
    return tuple(found)


def _open_choices(side: Side, other: Side) -> dict[str, tuple[str, Sequence[str]]]:
    """Returns for each question and option that neither side has chosen what a side plays by, and what it may be."""
    plays = side_configuration(side, DiffTable(side.game.players[0]))
    default = {**dict(plays.readings), **dict(plays.options)}
    listed: dict[str, Sequence[str]] = {each.name: [one.name for one in each.readings] for each in side.game.questions}
    listed |= {each.name: allowed_values(side.game, each) for each in side.game.options}
    chosen = {*side.readings, *other.readings, *side.options, *other.options}
    return {name: (default[name], values) for name, values in listed.items() if name not in chosen}


def _chosen(of: Mapping[str, list[str]], *, every: bool) -> list[Choices]:
    """Returns no choice, and each by itself or, with `every`, all that can be made together."""
    if every and of:
        named = [[(name, value) for value in values] for name, values in of.items()]
        return [(), *product(*named)]
    return [(), *(((name, value),) for name, values in of.items() for value in values)]


def _open_options(left: Side, right: Side) -> dict[str, list[str]]:
    """Returns the values of each option that both sides have, and that neither has chosen."""
    theirs = {each.name: _values(right.game, each) for each in right.game.options}
    chosen = {*left.options, *right.options}
    found = {each.name: _values(left.game, each) for each in left.game.options if each.name not in chosen}
    both = {name: [each for each in values if each in theirs.get(name, ())] for name, values in found.items()}
    return {name: values for name, values in both.items() if values}


def _open_readings(left: Side, right: Side) -> dict[str, list[str]]:
    """Returns the readings of each question that both sides know, and that neither has chosen."""
    theirs = {each.name: {one.name for one in each.readings} for each in right.game.questions}
    chosen = {*left.readings, *right.readings}
    return {
        each.name: [one.name for one in each.readings if one.name in theirs[each.name]]
        for each in left.game.questions
        if each.name in theirs and each.name not in chosen
    }


def _values(game: model.Game, option: model.Option) -> list[str]:
    match option.domain:
        case Truth():
            return ["false", "true"]
        case Range(low=low, high=high) if high - low < MOST_VALUES:
            return [str(each) for each in range(low, high + 1)]
        case Enum(kind=kind):
            members = next((each.members for each in game.kinds if each.name == kind), ())
            return list(members[:MOST_VALUES])
        case _:
            return []


def _is_listed(game: model.Game, option: model.Option) -> bool:
    """Returns whether all that an option may be is looked at."""
    match option.domain:
        case Truth():
            return True
        case Range(low=low, high=high):
            return high - low < MOST_VALUES
        case Enum(kind=kind):
            return any(each.name == kind and len(each.members) <= MOST_VALUES for each in game.kinds)
        case _:
            return False


def unlike_tables(
    left: Side, right: Side, tables: list[DiffTable], known: set[tuple[str, str]]
) -> tuple[list[DiffTable], int]:
    """Returns the tables at which the rules say something else, and how many there are at which they do not.

    Of tables with the same rules on each side as one that is `known`, none is looked at again.
    """
    unlike: list[DiffTable] = []
    same = 0
    for at in tables:
        sides = [specialise(each.game, side_configuration(each, at)) for each in (left, right)]
        hashes = (meaning(sides[0]), meaning(sides[1]))
        if hashes[0] == hashes[1]:
            same += 1
        elif hashes not in known:
            known.add(hashes)
            unlike.append(at)
    return unlike, same


def side_configuration(side: Side, at: DiffTable) -> Configuration:
    """Returns the configuration of a side at a table; raises `RuleSetError` for what the side does not know."""
    readings, options = {**side.readings, **dict(at.readings)}, {**side.options, **dict(at.options)}
    found, wrong = configure(side.game, at.players, readings, options, side.edition)
    if found is None:
        raise RuleSetError(wrong, side.compiled.texts)
    return found
