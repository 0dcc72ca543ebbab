"""Examples under which a reading makes a difference although random play met none: what they say of it, and where."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import evolve

from refengine.check.exercise import Alike
from refengine.check.memory import OTHERWISE, Kept, bare
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure, open_answers
from refengine.loading import make_game
from refengine.runtime.fault import BadData, Fault, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from refengine.runtime.description import ExampleInfo, LineInfo
    from refengine.runtime.game import Game, State


def differing(game: model.Game, alike: Iterable[tuple[str, str]], kept: Kept | None = None) -> tuple[Alike, ...]:
    """Returns, for each reading that made no difference in play, the examples that it makes go otherwise.

    An example that is `kept` from an earlier run is not looked at again.
    """
    kept, readings = kept or Kept(), tuple(alike)
    told = (readings, tuple(open_answers(game).items()))
    found = {each.name: kept.read(OTHERWISE, told, tuple, each.name) if readings else () for each in game.examples}
    left = tuple(each for each in game.examples if found[each.name] is None)

    @cache
    def seated(players: int) -> model.Game:
        """An engine is made sooner without examples that do not run in it."""
        return evolve(bare(game), examples=tuple(each for each in left if each.players == players))

    @cache
    def played(configuration: Configuration) -> Game:
        return make_game(seated(configuration.players), configuration)

    for each in left:
        found[each.name] = tuple(_ways(game, played, each, readings))
        kept.write(OTHERWISE, told, found[each.name], each.name)
    return tuple(
        Alike(question, reading, tuple(name for name, goes in found.items() if goes is not None and goes[number]))
        for number, (question, reading) in enumerate(readings)
    )


def _ways(
    game: model.Game,
    played: Callable[[Configuration], Game],
    example: model.Example,
    readings: Iterable[tuple[str, str]],
) -> Iterator[bool]:
    """Whether an example goes otherwise under each of some readings than under the default, whichever it is given."""
    given = dict(example.readings)
    usual = _seen(game, played, example, given)
    for question, reading in readings:
        others = {name: chosen for name, chosen in given.items() if name != question}
        default = usual if others == given else _seen(game, played, example, others)
        yield _seen(game, played, example, {**others, question: reading}) != default


def _seen(
    game: model.Game, played: Callable[[Configuration], Game], example: model.Example, readings: dict[str, str]
) -> list[object]:
    """Returns all that can be seen of an example under some readings, those of other questions being the defaults."""
    configuration, wrong = configure(
        game, example.players, {**open_answers(game), **readings}, dict(example.options), None
    )
    assert configuration is not None, wrong
    made = played(configuration)
    told = next((each for each in made.description.examples if each.name == example.name), None)
    if told is None:  # it speaks of a variable that these readings do not keep
        return [None]
    return list(_course(made, told, frozenset(each.name for each in game.variables if each.under)))


def _course(game: Game, example: ExampleInfo, some: frozenset[str]) -> Iterator[object]:
    """The position, what each step leads to, and what each expectation comes to, up to where the example stops.

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
