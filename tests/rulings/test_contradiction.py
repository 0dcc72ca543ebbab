"""The smallest set of facts that contradict each other: all of them are needed, and nothing else is named."""

from __future__ import annotations

import pytest

from refengine import RuleSetError
from refengine.rulings.judge import Judge
from refengine.source.diagnostic import Diagnostic
from tests.rulings.asking import ask

CHOOSING = ("2 players", "a City with resistance 5 and power Plain in besieged", "phase Choose")


def refused(judge: Judge, facts: list[str]) -> dict[str, list[str]]:
    """The facts, each a line, that each diagnostic marks, by its message."""
    lines = [f"given {each}" for each in facts]
    try:
        ask(judge, *lines, "who acts")
    except RuleSetError as error:
        return {each.message: [_text(error, one, lines) for one in _spans(each)] for each in error.diagnostics}
    return {}


def _spans(each: Diagnostic) -> list[tuple[str, int, int]]:
    assert each.span is not None
    return [(one.path, one.start, one.end) for one in (each.span, *(label.span for label in each.labels))]


def _text(error: RuleSetError, span: tuple[str, int, int], lines: list[str]) -> str:
    path, start, end = span
    assert path in error.texts
    return lines[int(path.removeprefix("question ")) - 1][start:end]


@pytest.mark.parametrize(
    ("facts", "smallest"),
    [
        (
            [
                "side of 2 = Reformers",
                "wave = 2",
                "Reformers 3 in hand of 2",
                "Hussites 4 in hand of 1",
                "Hussites 5 in hand of 2",
            ],
            ["side of 2 = Reformers", "Hussites 5 in hand of 2"],
        ),
        (
            ["side of 2 = Reformers", "Hussites 7 in hand of 1", "Reformers 3 in hand of 2", "Hussites 7 in graveyard"],
            ["Hussites 7 in hand of 1", "Hussites 7 in graveyard"],
        ),
        (
            [
                "Hussites 4 in hand of 1",
                "wave = 2",
                "wave = 1 or wave = 1 and hand of 1 is empty",
                "Hussites 3 in hand of 1",
            ],
            ["wave = 2", "wave = 1 or wave = 1 and hand of 1 is empty"],
        ),
    ],
)
def test_only_what_contradicts_is_marked(kaciri: Judge, facts: list[str], smallest: list[str]) -> None:
    given = [*CHOOSING, *facts]
    ((message, marked),) = refused(kaciri, given).items()
    assert marked == smallest
    alone = [*CHOOSING[:1], *marked]
    assert message in refused(kaciri, alone)  # nothing else is needed for it, and without any of them there is none
    assert not any(message in refused(kaciri, [one for one in alone if one != each]) for each in marked)


def test_of_five_that_are_one_too_many_each_is_marked(european_war: Judge) -> None:
    facts = [
        "3 players", "flag of 1 = British", "{Card(King), Card(Queen), Card(King)} in hand of 1",
        "{Card(King), Card(King)} in hand of 2", "Card(Ace) in hand of 2", "Card(King) in discard",
    ]  # fmt: skip
    ((message, marked),) = refused(european_war, facts).items()
    assert "more places than" in message
    assert marked == ["Card(King)", "Card(King)", "Card(King)", "Card(King)", "Card(King) in discard"]


def test_several_contradictions_have_a_set_each(kaciri: Judge) -> None:
    facts = [
        *CHOOSING,
        "side of 2 = Reformers",
        "Hussites 4 in hand of 1",
        "hand of 1 is empty",
        "some c in graveyard has c.strength = 1",
    ]
    lines = [f"given {each}" for each in facts]
    with pytest.raises(RuleSetError) as found:
        ask(kaciri, *lines, "who acts")
    marked = [[_text(found.value, one, lines) for one in _spans(each)] for each in found.value.diagnostics]
    assert marked == [["Hussites 4 in hand of 1", "hand of 1 is empty"], ["some c in graveyard has c.strength = 1"]]


def test_what_does_not_contradict_is_taken(kaciri: Judge) -> None:
    assert refused(kaciri, [*CHOOSING, "Hussites 4 in hand of 1"]) == {}
