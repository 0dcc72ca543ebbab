"""A counterexample as the text of an `example`: what is given, what is done, and what the rules make of it today.

The text says what the engine finds. Whoever mends the rules sees it fail, and then says what should come instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from refengine.ir import game as model
from refengine.prove.attempts import failing_value
from refengine.prove.engines import EnginePosition, Engines
from refengine.prove.facts import Fact, lines
from refengine.prove.narrative import (
    ExplainedDecision,
    choices_beside_defaults,
    direct_values,
    move_facts,
    position_facts,
    spelling_of,
)
from refengine.prove.other_data import OtherData, other_data
from refengine.prove.replay import EvaluatedValue, work
from refengine.prove.spelling import Unspeakable
from refengine.runtime.fault import BadData, Fault
from refengine.smt.goal import Counterexample, Goal, TakenAction

COLUMN: Final = 84
"""The column at which a citation begins, if there is room before it."""

MOST: Final = 12
"""The greatest number of values that are expected."""


@frozen
class ExampleText:
    """An example as text, or why there is none."""

    name: str
    text: str = ""
    problem: str | None = None


@frozen
class _Expectations:
    """The expectations under some readings."""

    under: tuple[tuple[str, str], ...]
    expected: tuple[str, ...]


def as_example(engines: Engines, shown: ExplainedDecision, taken: Iterable[str] = ()) -> ExampleText:
    """Returns the example of a decision's counterexample; no name of `taken` is used again."""
    goal = shown.decision.goal
    engines = engines.of(goal)
    name = _name(goal, shown.decision.verdict, frozenset(taken))
    found, told = shown.smallest, shown.replayed
    if shown.decision.counterexample is None or told is None:
        return ExampleText(name, problem="there is no position to show")
    if found is None:
        return ExampleText(name, problem="the position cannot be given by hand: pieces are missing from it")
    others = other_data(engines.game, found.positions[0])
    if others != OtherData():
        other = next(iter({**dict(others.relations), **dict(others.kinds)}))
        return ExampleText(name, problem=f"an example has `{other}` as it is printed, and this is another one")
    try:
        return ExampleText(name, "\n".join(_lines(engines, goal, name, found)) + "\n")
    except Unspeakable as word:
        return ExampleText(name, problem=f"the language has no words for {word.what}")
    except (BadData, Fault) as bad:
        return ExampleText(name, problem=bad.message)


def _name(goal: Goal, verdict: str, taken: frozenset[str]) -> str:
    stem = re.sub(r"\W+", "_", goal.statement[1]).strip("_") or goal.kind
    stem = f"{stem}_{'shown' if verdict == 'found' else 'refuted' if verdict == 'refuted' else 'not_inductive'}"
    number = 1
    while (name := stem if number == 1 else f"{stem}_{number}") in taken:
        number += 1
    return name


def _lines(engines: Engines, goal: Goal, name: str, found: Counterexample) -> Iterator[str]:
    game = engines.game
    stood = [engines.stand_in_game(each) for each in found.positions]
    first = stood[0]
    under, options = choices_beside_defaults(game, first)
    cites = ", ".join(str(each) for each in goal.cites or game.clause.cites)
    yield f"{f'example {name}':<{COLUMN}}per {cites}"
    moves = found.step is not None or found.phase is not None
    phase = _phase(game, first) if found.step is not None else None
    seats = first.position.players
    head = [Fact(f"{seats} player{'' if seats == 1 else 's'}")] + ([] if phase is None else [Fact(f"phase {phase}")])
    head += [Fact(_agreed(*each)) for each in options]
    for line in lines([*head, *position_facts(game, first)], together=True):
        yield f"    given {line}"
    expected = list(_parts(game, goal, found, stood))
    yield from _blocks(
        _Expectations(each.under, each.expected) for each in expected if not moves or each.under == under
    )
    if moves:
        yield from _moved(game, found, first, under)
    elif not expected:
        raise Unspeakable("what is claimed here: it names no value")


def _agreed(option: str, value: str) -> str:
    """Returns the value of an option, as an example gives it."""
    match value:
        case "true":
            return option
        case "false":
            return f"not {option}"
        case _:
            return f"{option} = {value}" if value.removeprefix("-").isdecimal() else f"{option} is {value}"


# ---- BEFORE A MOVE


def _phase(game: model.Game, first: EnginePosition) -> str | None:
    """Returns the phase at whose start the position is; there are no words for the middle of one."""
    control = first.position.data.get("control")
    if not control or control[-1].get("phase") is None:
        return None
    top = control[-1]
    (info,) = (each for each in first.game.description.phases if each.name == top["phase"])
    held = top.get("data", {})
    middle = Unspeakable(f"the middle of phase `{info.name}`")
    if len(control) > 1 or any(each.name not in held for each in info.params):
        raise middle
    arguments = [held[each.name] for each in info.params]
    placed = {
        part: first.position.data[part] for part in ("zones", "variables", "tokens") if part in first.position.data
    }
    begun = first.game.position({**placed, "phase": {"name": info.name, "arguments": arguments}}, unprinted=True)
    if begun != first.state:
        raise middle
    spelling = spelling_of(game, first)
    listed = ", ".join(spelling.value(each.domain, held[each.name]) for each in info.params)
    return f"{info.name}({listed})" if listed else info.name


def _parts(
    game: model.Game, goal: Goal, found: Counterexample, stood: Sequence[EnginePosition]
) -> Iterator[_Expectations]:
    """Yields the values to expect under the readings of each position; another position would be another example."""
    named = direct_values(game, goal)
    for number, each in enumerate(stood):
        if (
            position_facts(game, each) != position_facts(game, stood[0])
            or each.position.players != stood[0].position.players
        ):
            continue
        if choices_beside_defaults(game, each)[1] != choices_beside_defaults(game, stood[0])[1]:
            continue  # options are given for the whole example
        failing = failing_value(each, found) if number == 0 and found.fault is not None else None
        mine = [one for one in found.asked if one.position == number] + ([] if failing is None else [failing])
        direct = [one for one in mine if one.value in named] or mine
        expected = tuple(dict.fromkeys(_expected(game, each, work(each, one)) for one in direct[:MOST]))
        if expected:
            yield _Expectations(choices_beside_defaults(game, each)[0], expected)


def _expected(game: model.Game, stood: EnginePosition, worked: EvaluatedValue) -> str:
    """Returns the expectation of a value, and of the clause that decides it, if the value has several."""
    spelling = spelling_of(game, stood)
    if worked.fault is not None:
        return f"fault {spelling.call(worked.asked)}"
    said = spelling.stated(worked.asked, worked.result)
    owner, dot, last = ("", "", "") if worked.clause is None else worked.clause.path.rpartition(".")
    return f"{said} by {last}" if dot and owner == worked.asked.value else said


def _blocks(parts: Iterable[_Expectations]) -> Iterator[str]:
    for part in parts:
        indent = "    "
        if part.under:
            yield f"    under {', '.join(f'{question} is {reading}' for question, reading in part.under)}"
            indent = "        "
        for line in lines([Fact(each) for each in part.expected]):
            yield f"{indent}expect {line}"


# ---- A MOVE


def _moved(
    game: model.Game, found: Counterexample, first: EnginePosition, under: tuple[tuple[str, str], ...]
) -> Iterator[str]:
    if found.step is None:
        yield f"    when {found.phase}"
        after = first.game.run_phase(first.state, str(found.phase))
    else:
        taken = first.game.find_action(first.state, found.step.actor, found.step.action, found.step.arguments)
        called = f"{found.step.actor}: {_called(game, first, found.step)}"
        try:
            after = first.game.apply(first.state, taken)
        except Fault:
            yield from _blocks([_Expectations(under, (f"legal {called}",))])
            return
        yield f"    {called}"
    spoken = tuple(str(each) for each in move_facts(game, first, after) if not each.text.startswith("a "))
    if not spoken:
        raise Unspeakable("a move that changes nothing")
    yield from _blocks([_Expectations(under, spoken)])


def _called(game: model.Game, first: EnginePosition, step: TakenAction) -> str:
    frame = next(each for each in first.game.description.frames if any(one.name == step.action for one in each.actions))
    (info,) = (each for each in frame.actions if each.name == step.action)
    spelling = spelling_of(game, first)
    pairs = zip(info.params, step.arguments, strict=True)
    listed = ", ".join(spelling.value(each.domain, argument) for each, argument in pairs)
    return f"{step.action}({listed})" if listed else step.action
