"""The course of an example as people read it: what is done in each step, and the rules by which it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refengine.cli.positions import ExampleStep, Position
from refengine.report.citations import Basis, Reader
from refengine.report.sentences import sentence
from refengine.report.words import Words
from refengine.runtime.fault import Clause, Fault, IllegalAction
from refengine.runtime.game import Game


def course_lines(position: Position) -> Iterator[str]:
    """Yields the steps that lead to a position of a game that explains, each with its clauses; then what these cite."""
    words, compiled = position.opened.words, position.opened.compiled
    say = words.sentences.say
    reader = Reader(compiled.rulebook, compiled.texts, words)
    cited: dict[str, Basis] = {}
    yield position.told
    for number, step in enumerate(position.course, start=1):
        if step.mark is not None:
            yield from ("", f"{words.name(step.mark)}:")
        told = words.move(step.action.actor, step.action.name, step.action.arguments)
        fired, wrong = _played(position.game, step)
        yield f"  {number}. {told if wrong is None else f'{say(wrong)}: {told}'}"
        for clause in fired:
            basis = reader.clause(clause).basis
            cited |= {each.name: each for each in basis}
            yield f"       {_named(words, clause.path)} ({', '.join(each.name for each in basis)})"
    if cited:
        yield from ("", say("what the rules say"))
        yield from _said(cited.values())


def _played(game: Game, step: ExampleStep) -> tuple[tuple[Clause, ...], str | None]:
    """Returns the clauses of actions, phases and standing rules that fire in a step, or what is wrong with it."""
    with game.recording() as record:
        try:
            game.apply(step.before, step.action)
        except IllegalAction:
            return (), sentence("illegal")
        except Fault:
            return (), sentence("a fault")
    fired = [each.clause for each in record.notes if each.value is None]
    return tuple({each.path: each for each in fired}.values()), None


def _named(words: Words, path: str) -> str:
    """Returns the label of a clause, or that of the whole and what its part is called."""
    whole, dot, part = path.partition(".")
    return words.name(path) if not dot or words.has_label(path) else f"{words.name(whole)}: {words.name(part)}"


def _said(basis: Iterable[Basis]) -> Iterator[str]:
    for each in basis:
        yield f"  {each.name}" + ("" if each.text is None else f": {each.text}")
