"""Random small games against the prover: nothing false is proved, and what is refuted as reached is reached."""

from collections import Counter
from collections.abc import Callable
from typing import Final

import pytest
from attrs import define, evolve, field

from refengine.smt.goal import Decision, Goal
from tests.agreement.drawn import lying, partial, rich, tiny
from tests.agreement.drawn.things import FEATURES, Drawn
from tests.agreement.explored_games import facts_of
from tests.agreement.games_and_prover import (
    SURE,
    against,
    compare,
    compiled,
    decisions,
    for_the_most,
    held,
    runs_over_some,
    small,
)

GAMES = 10
"""The games of one test, the first of so many seeds that the front end does not refuse."""

SEEDS = 20

TINY = 20
"""The tiny games of one test."""

TINY_STATES = 2_000


@define
class Tally:
    """What came of several games: how often each verdict was given, and how many games had each feature."""

    games: int = 0
    features: Counter[str] = field(factory=Counter)
    verdicts: Counter[str] = field(factory=Counter)


PLAIN: Final[frozenset[str]] = frozenset()
"""The features of a game that has none of those that are drawn besides."""

EACH: Final = (PLAIN, *(frozenset({each}) for each in FEATURES))
"""Each of them, one at a time."""


Features = Callable[[int], frozenset[str] | None]
"""The features of the game of a seed; None: whichever are drawn."""


def compared(seeds: range, features: Features, *, most_seats: bool, most: int | None = None) -> Tally:
    """Compares the games of seeds, or the first of them; one that the front end refuses is none.

    Each is compared for one number of players, which is the greatest or hangs on the seed.
    """
    tally = Tally()
    for seed in seeds:
        if tally.games == most:
            break
        drawn = small(seed, features(seed))
        found = compare(drawn, seats=-1 if most_seats else seed)
        if found is not None:
            assert not found.wrong, (seed, found.wrong)
            tally.games += 1
            tally.features.update(drawn.features)
            tally.verdicts.update({verdict: number for (_, verdict), number in found.verdicts.items()})
    return tally


def compared_tiny(seeds: range, draw: Callable[[int], Drawn], *, whole: bool = True) -> Counter[tuple[str, str]]:
    """Compares the tiny games of seeds; how often each verdict was given.

    Behind `games` it says how many there were: one that the front end refuses is none. Nine of ten are gone through
    `whole`: the others break off where it is listed what is legal. Where games may have numbers without an end it is fewer.
    """
    verdicts: Counter[tuple[str, str]] = Counter()
    for seed in seeds:
        found = compare(draw(seed), seats=-1, most=TINY_STATES)
        if found is not None:
            assert not found.wrong, (seed, found.wrong)
            verdicts += found.verdicts
            verdicts["games", "compared"] += 1
            verdicts["games", "whole"] += found.whole
    assert not whole or 10 * verdicts["games", "whole"] >= 9 * verdicts["games", "compared"]
    return verdicts


def drawn_tiny(seed: int) -> Drawn:
    return tiny.Maker(seed).drawn()


def drawn_rich(seed: int) -> Drawn:
    return rich.Maker(seed).drawn()


def drawn_lying(seed: int) -> Drawn:
    return lying.Maker(seed).drawn()


def drawn_partial(seed: int) -> Drawn:
    return partial.Maker(seed).drawn()


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [
        0,
        *(pytest.param(first, marks=pytest.mark.campaign) for first in range(SEEDS, 16 * SEEDS, SEEDS)),
    ],
)
def test_nothing_false_is_proved_of_random_games(first: int) -> None:
    """Every game is compared, and much of it is proved, and much refuted: a prover that gives up says nothing wrong."""
    tally = compared(range(first, first + SEEDS), lambda seed: EACH[seed % len(EACH)], most_seats=True, most=GAMES)
    assert tally.games == GAMES
    assert len(tally.features) >= GAMES - 2
    verdicts = tally.verdicts
    assert min(verdicts["proved"], verdicts["refuted"]) >= GAMES
    assert verdicts["unknown"] + verdicts["unsupported"] < verdicts["proved"] + verdicts["by construction"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [
        0,
        *(pytest.param(first, marks=pytest.mark.campaign) for first in range(TINY, 10 * TINY, TINY)),
    ],
)
def test_nothing_false_is_proved_of_tiny_games(first: int) -> None:
    """Twenty games of a few lines, and nine times as many behind the mark: all states of each are known, and what is true."""
    verdicts = compared_tiny(range(first, first + TINY), drawn_tiny)
    assert verdicts["games", "compared"] == TINY
    for kind in ("invariant", "claim"):
        assert min(verdicts[kind, "proved"], verdicts[kind, "refuted"]) >= 2
    assert verdicts["invariant", "proved"] + verdicts["invariant", "refuted"] >= TINY


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(1_000, 31_000, 100))
def test_nothing_false_is_proved_of_tiny_games_in_a_campaign(first: int) -> None:
    compared_tiny(range(first, first + 100), drawn_tiny)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [
        (6, 15),
        pytest.param(15, 24, marks=pytest.mark.campaign),
        *(pytest.param(first, first + 100, marks=pytest.mark.campaign) for first in range(1_000, 4_000, 100)),
    ],
)
def test_nothing_false_is_proved_of_what_rules_keep_besides_numbers(first: int, last: int) -> None:
    """Sets, records, tokens of kinds, local numbers, standing rules, phases that end those around them."""
    verdicts = compared_tiny(range(first, last), drawn_rich)
    assert verdicts["games", "compared"] * 3 >= (last - first) * 2
    assert min(verdicts["invariant", "proved"], verdicts["invariant", "refuted"]) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [
        (0, 12),
        pytest.param(12, 24, marks=pytest.mark.campaign),
        *(pytest.param(first, first + 100, marks=pytest.mark.campaign) for first in range(1_000, 4_000, 100)),
    ],
)
def test_nothing_false_is_proved_of_what_may_have_no_answer(first: int, last: int) -> None:
    """Quotients by what may be 0, the highest of nothing, what is absent, zones that are full, numbers beyond a range."""
    verdicts = compared_tiny(range(first, last), drawn_partial, whole=False)
    assert verdicts["games", "compared"] * 2 >= last - first
    assert min(verdicts["obligation", "proved"], verdicts["obligation", "refuted"]) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [
        (0, 10),
        *(pytest.param(first, first + 100, marks=pytest.mark.campaign) for first in range(1_000, 4_000, 100)),
    ],
)
def test_nothing_false_is_proved_of_what_lies_somewhere(first: int, last: int) -> None:
    """Pieces that are alike and others, some in an order, taken, counted, compared and kept in variables."""
    verdicts = compared_tiny(range(first, last), drawn_lying)
    assert verdicts["games", "compared"] * 3 >= (last - first) * 2
    assert min(verdicts["invariant", "proved"], verdicts["invariant", "refuted"]) >= 2


@pytest.mark.parametrize("seed", [40_450, 40_627, 40_877])
def test_what_a_campaign_stopped_at_is_decided_rightly(seed: int) -> None:
    """Rules go on where two exceptions clash; a reading settles less than it seems to; nothing leads where none leads."""
    assert compared(range(seed, seed + 1), lambda _: PLAIN, most_seats=True).games == 1


def test_a_fault_of_whom_to_ask_is_met_by_the_step_that_is_asked_for() -> None:
    """Three steps are looked through, and behind the third there is nobody to be asked."""
    assert compared(range(25_012, 25_013), lambda _: None, most_seats=False).games == 1


def test_what_a_campaign_of_tiny_games_found_is_decided_rightly() -> None:
    """A step divides by what may be 0: the solver made a number of that, with which the model was not read."""
    assert compared_tiny(range(1_453, 1_454), drawn_tiny)["games", "compared"] == 1


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(10_000, 40_000, 50))
def test_nothing_false_is_proved_of_random_games_in_a_campaign(first: int) -> None:
    """Features are drawn together, and the number of players hangs on the seed."""
    compared(range(first, first + 50), lambda _: None, most_seats=False)


@pytest.mark.parametrize("seed", [5, 9, 10])
def test_a_wrong_verdict_is_noticed(seed: int) -> None:
    """Whatever is broken somewhere in a game must not be called proved, nor what is met there vacuous."""
    rules = compiled(small(seed, PLAIN))
    assert rules is not None
    rules = for_the_most(rules)
    known, decided = held(rules, 300, 4), decisions(rules)
    noticed: Counter[str] = Counter()
    for (kind, name), fact in facts_of(rules, known.found).items():
        goal = Goal(kind, name, rules.players[1])  # type: ignore[arg-type]
        for verdict, is_wrong in (
            ("proved", fact.broken is not None),
            ("vacuous", fact.met and not runs_over_some(rules, goal)),
            ("not found", fact.holds),
            ("bounded", fact.broken is not None and fact.broken <= 3),
        ):
            said = against(known, Decision(goal, verdict, steps=3), decided)  # type: ignore[arg-type]
            assert bool(said) is is_wrong
            noticed[verdict] += bool(said)
    assert min(noticed[each] for each in ("proved", "vacuous", "not found")) > 0


def test_an_obligation_that_a_game_does_not_meet_must_not_be_proved() -> None:
    rules = compiled(small(8, PLAIN))
    assert rules is not None
    known, decided = held(rules, 300, 4), decisions(rules)
    broken = [each for each in decided.values() if each.goal.kind == "obligation" and each.verdict == "refuted"]
    assert broken
    claimed = {goal: evolve(each, verdict="proved") for goal, each in decided.items() if each.verdict not in SURE}
    assert any(against(known, claimed[each.goal], {**decided, **claimed}) for each in broken)
