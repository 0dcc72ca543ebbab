"""What the rulebook of Kacíři leaves open about the battle, and how to run through every set of readings.

Part of an independent cross-check by enumeration. It restates the questions in its own words; nothing here is a proof
about `spec/kaciri`, and nothing here was made from it.

The full product of all complete readings is 6,144 sets. To run a battle under each of them would take as many runs; a
battle asks its questions one by one instead, and only where the answer is used. `every_course` answers each question in
each way, so that the courses it yields stand for all sets of readings: a question that was not asked could have been
answered in any way.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")
Ask = Callable[[str], str]
Answers = tuple[tuple[str, str], ...]
"""Questions with the readings that they were answered by, in the order in which they were asked."""

COMPLETE: Mapping[str, tuple[str, ...]] = {
    "weaker_equal": ("stronger_wins", "nobody_wins"),
    "unwon_city": ("set_aside", "back_in_deck"),
    "lone_player": ("needs_resistance", "wins_anyway"),
    "sacrifice": ("remark", "gives_up"),
    "cancelled_sacrifice": ("spared", "lost"),
    "strength_meant": ("printed", "effective"),
    "what_is_crossed": ("out_of_the_way", "in_the_way_of_equals", "in_the_way_of_all"),
    "lose_means": ("any_loss", "not_where_all_die", "not_where_equals_cancel", "beaten_only"),
    "sevens_hit": ("everybody", "only_sevens"),
    "three_sevens": ("as_good_as_two", "without_effect"),
    "two_opponents": ("next_strongest", "single_opponent"),
    "three_cancel": ("all_equals",),
}
"""Every question about the battle with its complete readings, the default first. Who plays which faction and who wins
at equal points are asked outside it."""

GAPPED: Mapping[str, tuple[str, ...]] = {"weaker_equal": ("as_written",), "three_cancel": ("pairs_only",)}
"""The readings that keep to the letter and leave some battles without a rule."""

EVERY: Mapping[str, tuple[str, ...]] = {name: given + GAPPED.get(name, ()) for name, given in COMPLETE.items()}


def settled(**chosen: str) -> Ask:
    """Answers by the default, but for what is chosen by name. An unknown question or reading is a mistake of the test."""
    for name, reading in chosen.items():
        assert reading in EVERY[name], f"{name} has no reading {reading}"
    return lambda question: chosen.get(question) or COMPLETE[question][0]


def every_course(
    run: Callable[[Ask], T], readings: Mapping[str, tuple[str, ...]] = COMPLETE
) -> list[tuple[Answers, T]]:
    """What `run` comes to under every set of readings, each with the answers that it needed.

    Two courses differ in the answer to a question that both have asked, so every set of readings fits exactly one.
    A question with one reading is answered by it and not noted.
    """
    courses: list[tuple[Answers, T]] = []
    ahead: list[tuple[str, ...]] = [()]
    while ahead:
        script = ahead.pop()
        answers: dict[str, str] = {}

        def ask(question: str, script: tuple[str, ...] = script, answers: dict[str, str] = answers) -> str:
            if question in answers:
                return answers[question]
            if len(readings[question]) == 1:
                return readings[question][0]
            at = len(answers)
            if at < len(script):
                answers[question] = script[at]
            else:
                first, *others = readings[question]
                ahead.extend((*answers.values(), other) for other in others)
                answers[question] = first
            return answers[question]

        found = run(ask)
        courses.append((tuple(answers.items()), found))
    return courses


def agree(one: Answers, other: Answers) -> bool:
    """Returns whether some set of readings leads to both courses."""
    known = dict(one)
    return all(known.get(question, reading) == reading for question, reading in other)


def combinations(questions: Iterable[str]) -> list[dict[str, str]]:
    """All ways to answer these questions completely."""
    sets: list[dict[str, str]] = [{}]
    for question in questions:
        sets = [{**each, question: reading} for each in sets for reading in COMPLETE[question]]
    return sets
