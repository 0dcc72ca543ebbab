"""Random small games against the prover: nothing false is proved, and what is refuted as reached is reached."""

from collections import Counter

import pytest
from attrs import define, evolve, field

from refengine.smt.goal import Decision, Goal
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


@define
class Tally:
    """What came of several games: how often each verdict was given."""

    games: int = 0
    verdicts: Counter[str] = field(factory=Counter)


def compared(seeds: range, *, all_seats: bool, most: int | None = None) -> Tally:
    """Compares the games of seeds, or the first of them; one that the front end refuses is none."""
    tally = Tally()
    for seed in seeds:
        if tally.games == most:
            break
        found = compare(small(seed), all_seats=all_seats)
        if found is not None:
            assert not found.wrong, (seed, found.wrong)
            tally.games += 1
            tally.verdicts.update({verdict: number for (_, verdict), number in found.verdicts.items()})
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 16 * SEEDS, SEEDS))
def test_nothing_false_is_proved_of_random_games(first: int) -> None:
    """Every game is compared, and much of it is proved, and much refuted: a prover that gives up says nothing wrong."""
    tally = compared(range(first, first + SEEDS), all_seats=False, most=GAMES)
    assert tally.games == GAMES
    verdicts = tally.verdicts
    assert min(verdicts["proved"], verdicts["refuted"]) >= GAMES
    assert verdicts["unknown"] + verdicts["unsupported"] < verdicts["proved"] + verdicts["by construction"]


@pytest.mark.parametrize("seed", [40_450, 40_627, 40_877])
def test_what_a_campaign_stopped_at_is_decided_rightly(seed: int) -> None:
    """Rules go on where two exceptions clash; a reading settles less than it seems to; nothing leads where none leads."""
    assert compared(range(seed, seed + 1), all_seats=False).games == 1


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(10_000, 40_000, 50))
def test_nothing_false_is_proved_of_random_games_in_a_campaign(first: int) -> None:
    compared(range(first, first + 50), all_seats=True)


@pytest.mark.parametrize("seed", [5, 9, 10])
def test_a_wrong_verdict_is_noticed(seed: int) -> None:
    """Whatever is broken somewhere in a game must not be called proved, nor what is met there vacuous."""
    rules = compiled(small(seed))
    assert rules is not None
    rules = for_the_most(rules)
    known, decided = held(rules, 300, 6), decisions(rules)
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
    rules = compiled(small(8))
    assert rules is not None
    known, decided = held(rules, 300, 6), decisions(rules)
    broken = [each for each in decided.values() if each.goal.kind == "obligation" and each.verdict == "refuted"]
    assert broken
    claimed = {goal: evolve(each, verdict="proved") for goal, each in decided.items() if each.verdict not in SURE}
    assert any(against(known, claimed[each.goal], {**decided, **claimed}) for each in broken)
