"""Examples under which a reading makes a difference although random play met none: what they say of it, and where.

An engine is made for each configuration in which examples are looked at, of the rules with those examples alone. What
is seen of an example is told apart by a fingerprint, so that whoever looked need not tell all of it.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from refengine.check.exercise import IdleReading
from refengine.check.memory import OTHERWISE, CheckMemory, without_statements_and_laws
from refengine.check.pool import in_order
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure, open_answers
from refengine.loading import for_a_while, make_game
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.source.workers import LOCAL, Crew

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from refengine.runtime.description import ExampleInfo, LineInfo
    from refengine.runtime.game import Game, State

FEW = 8
"""The number of configurations that are looked at before others are ready to help."""

_Readings = tuple[tuple[str, str], ...]

_Looks = tuple[tuple[Configuration, Configuration], ...]
"""The configurations in which an example is looked at, for each of some readings: without it, and with it."""


@frozen
class _Work:
    """Some examples of a game, and no others, to be looked at in one configuration.

    The `game` is a pickle, the same for all that is to be looked at; `digest` is what it is hashed to.
    """

    game: bytes
    digest: str
    names: tuple[str, ...]
    configuration: Configuration


def idle_readings(
    game: model.Game,
    alike: Iterable[tuple[str, str]],
    kept: CheckMemory | None = None,
    jobs: int = 1,
    crew: Crew = LOCAL,
) -> tuple[IdleReading, ...]:
    """Returns, for each reading that made no difference in play, the examples that it makes go otherwise.

    An example that is `kept` from an earlier run is not looked at again; so many of a crew look at the others.
    """
    kept, readings = kept or CheckMemory(), tuple(alike)
    told = (readings, tuple(open_answers(game).items()))
    found = {each.name: kept.read(OTHERWISE, told, tuple, each.name) if readings else () for each in game.examples}
    left = {each.name: _looks(game, each, readings) for each in game.examples if found[each.name] is None}
    for name, ways in _ways(game, left, jobs, crew).items():
        found[name] = ways
        kept.write(OTHERWISE, told, ways, name)
    return tuple(
        IdleReading(question, reading, tuple(name for name, goes in found.items() if goes is not None and goes[number]))
        for number, (question, reading) in enumerate(readings)
    )


def _looks(game: model.Game, example: model.Example, readings: _Readings) -> _Looks:
    """Returns under what an example is looked at for some readings, whichever it is given."""
    given = dict(example.readings)

    def under(chosen: Mapping[str, str]) -> Configuration:
        answers = {**open_answers(game), **chosen}
        configuration, wrong = configure(game, example.players, answers, dict(example.options), None)
        assert configuration is not None, wrong
        return configuration

    def pair(question: str, reading: str) -> tuple[Configuration, Configuration]:
        others = {name: chosen for name, chosen in given.items() if name != question}
        return under(others), under({**others, question: reading})

    return tuple(pair(*each) for each in readings)


def _ways(game: model.Game, left: Mapping[str, _Looks], jobs: int, crew: Crew) -> Mapping[str, tuple[bool, ...]]:
    """Returns whether each of these examples goes otherwise under each of the readings than under the default."""
    looked_at: dict[Configuration, set[str]] = {}
    for name, looks in left.items():
        for configuration in chain.from_iterable(looks):
            looked_at.setdefault(configuration, set()).add(name)
    played = without_statements_and_laws(game)
    made = pickle.dumps(played)
    work = [
        _Work(made, played.digest, tuple(name for name in left if name in names), configuration)
        for configuration, names in looked_at.items()
    ]
    with in_order(_seen, work, jobs if len(work) > FEW else 1, crew) as results:
        seen = {each.configuration: result for each, result in zip(work, results, strict=True)}
    return {name: tuple(seen[one][name] != seen[other][name] for one, other in looks) for name, looks in left.items()}


@lru_cache(maxsize=1)
def _loaded(game: bytes) -> model.Game:
    """Returns the game, which is the same for each configuration, so that it is read once."""
    found = pickle.loads(game)  # noqa: S301 - made by the process that asks
    assert isinstance(found, model.Game)
    return found


@for_a_while()
def _seen(work: _Work) -> dict[str, str]:
    """Returns a fingerprint of all that can be seen of each example, by its name."""
    whole = _loaded(work.game)
    game = evolve(whole, examples=tuple(each for each in whole.examples if each.name in work.names))
    made = make_game(game, work.configuration, digest=f"{work.digest} {work.names}")
    told = {each.name: each for each in made.description.examples}
    some = frozenset(each.name for each in game.variables if each.under)
    return {
        # One that is not there speaks of a variable that these readings do not keep.
        each.name: _fingerprint(_course(made, told[each.name], some) if each.name in told else ())
        for each in game.examples
    }


def _fingerprint(course: Iterable[object]) -> str:
    """Returns a hash of what is plain data but for turns and outcomes, which are written as they print themselves."""
    return hashlib.sha256(json.dumps([*course], sort_keys=True, default=repr).encode()).hexdigest()


def _course(game: Game, example: ExampleInfo, some: frozenset[str]) -> Iterator[object]:
    """Yields the position, what each step leads to, and what each expectation comes to, up to where the example stops.

    Who decides, and who has won, is looked at in examples from the start of the game: where a position is given, or a
    phase is run alone, nothing stands below it, and that is no end of a game. Of `some` variables, which only some
    readings keep, nothing is said.
    """
    try:
        state = game.example_position(example)
        yield _table(game, state, some)
        for line in example.lines:
            if line.run is not None:
                phase, arguments = line.run(state)
                state = game.example_run(state, phase, arguments)
                yield _table(game, state, some)
            elif line.what == "play":
                state = game.apply(state, _action(game, line, state))
                yield _table(game, state, some)
                if not example.from_position:
                    yield game.turn(state), game.outcome(state)
            elif line.expects:
                yield _judged(game, line, state, some)
    except (BadData, Fault, IllegalAction) as stopped:
        yield type(stopped).__name__, getattr(stopped, "code", None)


def _judged(game: Game, line: LineInfo, state: State, some: frozenset[str]) -> object:
    """Returns what an expectation comes to; odds are left out, as they follow from what play compares step by step."""
    if line.what == "chance":
        return None
    try:
        if line.play is not None:
            return _table(game, game.apply(state, _action(game, line, state)), some)
        return game.turn(state).kind if line.condition is None else str(line.condition(state))
    except (BadData, Fault, IllegalAction) as stopped:
        return type(stopped).__name__, getattr(stopped, "code", None), getattr(stopped, "paths", None)


def _action(game: Game, line: LineInfo, state: State) -> Any:
    assert line.play is not None
    play = line.play(state)
    return game.example_action(state, play.actor, play.action, play.arguments)


def _table(game: Game, state: State, some: frozenset[str]) -> tuple[object, ...]:
    """Returns the zones, variables and tokens of a state as data, without the version of the rules and `some`."""
    data = game.to_json(state)
    variables = {name: value for name, value in data["variables"].items() if name not in some}
    return data["zones"], variables, data.get("tokens")
