"""Other tables: a dispute goes on anew by other readings, where what happens before a question hangs on them.

INVARIANT: questions on which it hangs are looked for at each table that is looked at, since by other readings it may go
on in a way that reads more of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from math import prod

from attrs import evolve, frozen

from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.rulings.answers import RulingAnswer
from refengine.rulings.bench import Bench
from refengine.rulings.happenings import CannotHappenError
from refengine.rulings.holding_words import NEVER
from refengine.rulings.ruling import Ruling
from refengine.rulings.verdicts_by_reading import PARTLY, complete_alternatives, single_alternatives

MOST_TABLES = 8
"""The number of sets of readings up to which a dispute goes on anew for each of them."""


@frozen
class UnreachedTable:
    """A table at which it cannot come to a question: by its readings the dispute goes on otherwise before.

    `hangs_on` are the questions that may have been read until that was seen.
    """

    hangs_on: frozenset[str]


Elsewhere = Callable[[Configuration], tuple[Ruling | UnreachedTable, ...]]
"""A function that puts a dispute to another table, and returns what that says to each question of it."""


def ruling_of(found: RulingAnswer | CannotHappenError, never: str | None = None, *, looked_at: bool = False) -> Ruling:
    """Returns the ruling that an answer is; raises `CannotHappenError` where a question supposes what is not legal.

    With `looked_at` it is looked around, too: at other readings, and at what would be legal. `never` is the verdict on
    what is not legal, if there is one.
    """
    if not isinstance(found, CannotHappenError):
        return found.looked_at() if looked_at else found.ruling
    if never is None:
        raise found
    return Ruling("", "illegal", never, missing=f"{found}", hangs_on=tuple(sorted(found.hangs_on)))


def at_another_table(
    found: Iterator[RulingAnswer | CannotHappenError], questions: int, never: str | None = None
) -> tuple[Ruling | UnreachedTable, ...]:
    """Returns for each question of a dispute the ruling of a table at which not all of it need be possible."""
    rulings: list[Ruling | UnreachedTable] = []
    try:
        for each in found:
            try:
                rulings.append(ruling_of(each, never))
            except CannotHappenError as supposed:
                rulings.append(UnreachedTable(supposed.hangs_on))
    except CannotHappenError as refused:
        rulings += [UnreachedTable(refused.hangs_on)] * (questions - len(rulings))
    return tuple(rulings)


def with_other_tables(ruling: Ruling, number: int, worded: model.Game, bench: Bench, elsewhere: Elsewhere) -> Ruling:
    """Returns a ruling with the verdicts of other tables, where what happens before the question hangs on readings.

    The whole dispute goes on anew for each of them: for every complete set of readings, if those are few, else with
    every reading changed for itself. The question is that of a `number` in the dispute.
    """
    if not ruling.hangs_on or ruling.not_looked_at is not None:
        return ruling
    hung = {*ruling.hangs_on}

    def there(changed: Mapping[str, str]) -> Ruling:
        readings = {**bench.readings, **changed}
        if readings == bench.readings:
            return ruling
        found = elsewhere(evolve(bench.configuration, readings=tuple(sorted(readings.items()))))[number]
        hung.update(found.hangs_on)
        if isinstance(found, UnreachedTable):
            return Ruling(ruling.question, "undetermined", bench.speech.say(NEVER))
        return found

    asked = _named(worded, ruling.hangs_on)
    while prod(len(each.readings) for each in asked) <= MOST_TABLES:
        found = complete_alternatives(worded, asked, bench.readings, there)
        if len(_named(worded, hung)) == len(asked):
            return evolve(ruling, alternatives=found, hangs_on=tuple(sorted(hung)))
        asked = _named(worded, hung)
    found = single_alternatives(ruling, _named(worded, ruling.hangs_on), bench.readings, there)
    return evolve(ruling, alternatives=found, not_looked_at=bench.speech.say(PARTLY))


def _named(worded: model.Game, names: Collection[str]) -> tuple[model.Question, ...]:
    """Returns the questions of these names."""
    return tuple(each for each in worded.questions if each.name in names)
