"""Disputes elaborated: their lines as an example of the game, with its seats folded in.

INVARIANT: a question means what it would mean in an example; what is wrong with it is told at its place in the dispute.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from refengine.compiled import Compilation
from refengine.ir import control, game as model
from refengine.ir.bare import without_statements
from refengine.ir.specialise import with_seats
from refengine.loading import RuleSetError, whole_compilation
from refengine.rulings import errors
from refengine.rulings.lines import Lines
from refengine.rulings.questions import Dispute, RulingQuestion, mark_of
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types.examples import begun_as
from refengine.types.later_lines import GameKnowledge, elaborate_lines

_NO_CITE: tree.Cite = ()


def elaborated(
    compiled: Compilation, known: GameKnowledge, dispute: Dispute, players: int, lines: Lines
) -> model.Example:
    """Returns the lines of a dispute as an example with its seats folded in; raises `RuleSetError` for others."""
    assert compiled.game is not None
    head = tree.Name(dispute.name or "asked", Span("", 0, 0))
    written: list[tree.ExampleLine] = []
    if seats_of(dispute) is None and begun_as(tree.Example(head, _NO_CITE, dispute.lines, head.span)) is None:
        written.append(tree.Given((tree.FactPlayers(players, head.span),), head.span))
    numbers = {mark_of(number): each for number, each in enumerate(dispute.questions)}
    for line in dispute.lines:
        written.append(line)
        question = numbers.get(line.name.text) if isinstance(line, tree.Mark) else None
        if question is not None:
            _look_at_seat(question, players, lines)
            written += question.before
            written += () if question.asked is None else (question.asked,)
    written += [each.asked for each in dispute.opened if each.asked is not None]
    node = tree.Example(head, _NO_CITE, tuple(written), head.span)
    stated = compiled.game if begun_as(node) is None else whole_compilation(compiled).game
    assert stated is not None
    examples = {each.name: each for each in stated.examples}
    example, wrong = elaborate_lines(known, examples, node)
    if example is None:
        raise RuleSetError(lines.placed(wrong), {**compiled.texts, **lines.texts})
    return _seated(compiled.game, example)


def _look_at_seat(question: RulingQuestion, players: int, lines: Lines) -> None:
    if question.sort == "legal" and not 1 <= question.seat <= players:
        raise RuleSetError((errors.no_seat(question.seat, players, question.span),), lines.texts)


def _seated(rules: model.Game, example: model.Example) -> model.Example:
    over = evolve(rules.setup.points[0], params=(), effects=(), exit=control.Over())
    empty = evolve(
        without_statements(rules), values=(), phases=(), examples=(example,), laws=(), texts=(), outcome=None,
        variables=(), tokens=(), zones=(),
        setup=evolve(rules.setup, points=(over,), bars=(), kept=(), seen=(), behind_look=None),
    )  # fmt: skip
    return with_seats(empty, example.players).examples[0]


# ---- WHAT IS GIVEN


def facts_of(dispute: Dispute) -> Iterator[tree.Fact]:
    """Yields the facts that a dispute gives."""
    yield from (fact for line in dispute.lines if isinstance(line, tree.Given) for fact in line.facts)


def seats_of(dispute: Dispute) -> tree.FactPlayers | None:
    """Returns the fact that says how many play, if there is one."""
    return next((fact for fact in facts_of(dispute) if isinstance(fact, tree.FactPlayers)), None)


def place_of_given(dispute: Dispute, lines: Lines) -> Span:
    """Returns the place of what is given first; where nothing is, that of the dispute or of its first question."""
    given = next((line for line in dispute.lines if isinstance(line, tree.Given)), None)
    if given is not None:
        return lines.place(given.span)
    return dispute.span if dispute.name or not dispute.questions else dispute.questions[0].span
