"""Tokens that are worked out against the same rules written out by hand, and against the prover."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from refengine.ir import game as model
from refengine.ir.obligations import Owed
from tests.agreement.drawn.counters import Maker
from tests.agreement.explored_games import Explored, configurations, explored
from tests.agreement.games_and_prover import SURE, compare, compiled, decisions

MOST = 1_500


def games(seed: int) -> tuple[model.Game, model.Game]:
    """The game of a seed as the language says it, and as it is written by hand."""
    said, by_hand = (compiled(Maker(seed, by_hand=each).drawn()) for each in (False, True))
    assert said is not None, seed
    assert by_hand is not None, seed
    return said, by_hand


def gone_through(rules: model.Game) -> Explored:
    (configuration,) = configurations(rules, incomplete=False)
    return explored(rules, configuration, MOST)


def told(found: Explored) -> dict[str, Any]:
    """What a game comes to, in words: its states, its steps, its faults and the phases that start."""

    def text(state: Any) -> str:
        return json.dumps({**found.game.to_json(state), "version": ""}, sort_keys=True)

    by_hand = {"E0508": "E0531"}  # where a token never lies there, it is the highest of nothing
    return {
        "states": {text(state): depth for state, depth in found.depths.items()},
        "steps": sorted((text(before), text(after)) for before, after in found.steps),
        "faults": {(by_hand.get(code, code), path): depth for (code, path), depth in found.faults.items()},
        "starts": {
            phase: sorted((text(each.state), repr(each.told), depth) for each, depth in starts.items())
            for phase, starts in found.starts.items()
        },
    }


Verdicts = Mapping[tuple[str, str], str]


def verdicts(rules: model.Game) -> Verdicts:
    """What the prover says of each statement, by what it is called in the language."""
    by_hand = {Owed.NONEMPTY.value: Owed.HOLDER.value}
    found: dict[tuple[str, str], str] = {}
    for goal, decision in decisions(rules).items():
        path, between, owed = goal.name.rpartition(": ")
        verdict = "proved" if decision.verdict in SURE else decision.verdict
        found[goal.kind, f"{path}{between}{by_hand.get(owed, owed)}"] = verdict
    return found


def unlike(one: Verdicts, other: Verdicts) -> Iterator[tuple[str, str]]:
    """The statements of which something else is said; `other` may have more that is owed, and is paid.

    By hand also what may lie everywhere has a case for what may not. And where the rules break off for something else,
    what is owed behind it may be known in one way of writing and not in the other.
    """
    breaks_off = any(kind == "obligation" and verdict == "refuted" for (kind, _), verdict in one.items())
    for (kind, name), verdict in other.items():
        said = one.get((kind, name), "proved")
        hidden = breaks_off and kind == "obligation" and "refuted" not in {said, verdict}
        if said != verdict and not hidden:
            yield kind, name


def hold_together(seed: int) -> int:
    """Holds the two games of a seed together; returns how many faults of a token that never lies there they met."""
    said, by_hand = games(seed)
    found = told(gone_through(said))
    assert found == told(gone_through(by_hand)), seed
    one, other = verdicts(said), verdicts(by_hand)
    assert one.keys() <= other.keys(), seed
    assert list(unlike(one, other)) == [], seed
    return sum(code == "E0531" for code, _ in found["faults"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [(0, 1), *(pytest.param(first, first + 2, marks=pytest.mark.campaign) for first in range(0, 20, 2))],
)
def test_worked_out_is_written_out(first: int, last: int) -> None:
    """Of one game; each further one costs several times as much, and is gone through behind the mark."""
    assert sum(map(hold_together, range(first, last))) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [(4, 8), *(pytest.param(first, first + 8, marks=pytest.mark.campaign) for first in (0, 8, 16))],
)
def test_nothing_false_is_proved_of_tokens_that_are_worked_out(first: int, last: int) -> None:
    """Of four games; of twenty more behind the mark."""
    proved = refuted = 0
    for seed in range(first, last):
        found = compare(Maker(seed, by_hand=False).drawn(), seats=-1, most=MOST)
        assert found is not None, seed
        assert not found.wrong, (seed, found.wrong)
        proved += found.verdicts["invariant", "proved"] + found.verdicts["obligation", "proved"]
        refuted += found.verdicts["invariant", "refuted"]
    assert min(proved, refuted) >= 8


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(1_000, 3_000, 50))
def test_worked_out_is_written_out_in_a_campaign(first: int) -> None:
    for seed in range(first, first + 50):
        hold_together(seed)
        found = compare(Maker(seed, by_hand=False).drawn(), seats=-1, most=MOST)
        assert found is not None, seed
        assert not found.wrong, (seed, found.wrong)
