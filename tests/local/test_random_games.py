"""Local proofs against random small games gone through whole: nothing is proved by the text that a game breaks."""

from collections import Counter

import pytest

from refengine.local.decide import decide_locally
from refengine.smt.goal import Decision
from refengine.smt.plan import ALONG, batches, goals
from tests.agreement.drawn.things import FEATURES
from tests.agreement.games_and_prover import LIMITS, SURE, against, compiled, gone_through, small

SEEDS = 20


def wrong(first: int, games: int) -> tuple[Counter[str], list[str]]:
    """Returns how often each kind of statement was proved in the games of seeds, and what of it is wrong."""
    proved: Counter[str] = Counter()
    found: list[str] = []
    for seed in range(first, first + games):
        drawn = small(seed, frozenset({FEATURES[seed % len(FEATURES)]}))
        rules = compiled(drawn)
        if rules is None or rules.texts:
            continue
        players = rules.players[0] + seed % (rules.players[1] - rules.players[0] + 1)
        decided = {
            each.goal: each
            for batch in batches(goals(rules))
            if batch[0].kind in ALONG and batch[0].players == players
            for each in decide_locally(rules, tuple(Decision(goal, "unsupported") for goal in batch), LIMITS)
        }
        sure = [each for each in decided.values() if each.verdict in SURE]
        if not sure:
            continue
        proved.update(each.goal.kind for each in sure)
        proved.update(each.goal.name.partition(": ")[2] for each in sure if each.goal.kind == "obligation")
        known = gone_through(drawn, rules, players)
        found += [f"{seed}: {each.goal.title}: {said}" for each in sure for said in against(known, each, decided)]
    return proved, found


@pytest.mark.parametrize("first", [0, pytest.param(SEEDS, marks=pytest.mark.campaign)])
def test_no_game_breaks_what_is_proved_locally(first: int) -> None:
    """Of one row of games; of another, and of ten thousand, behind the mark."""
    proved, found = wrong(first, SEEDS)
    assert found == []
    assert proved["obligation"] > 2 * SEEDS


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(50_000, 60_000, 100))
def test_no_game_breaks_what_is_proved_locally_in_a_campaign(first: int) -> None:
    assert wrong(first, 100)[1] == []
