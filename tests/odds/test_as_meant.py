"""Random games in which chance decides: the odds are those of every way of chance, as the rules mean it, one by one."""

import re
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest
from attrs import evolve

from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import for_a_while, make_game
from refengine.odds.odds import odds_after
from refengine.runtime.fault import Fault as EngineFault
from refengine.semantics.fault import Fault
from refengine.semantics.state import Rules, State
from refengine.semantics.steps import Steps
from tests.agreement.drawn import rich, tiny
from tests.agreement.games_and_prover import compiled
from tests.semantics.lockstep import told_by

MAKERS: Final = {"tiny": tiny.Maker, "rich": rich.Maker}
MOST: Final = 400
"""The ways of chance that are followed one by one; a game in which there are more is left."""

Table = tuple[frozenset[Any], ...]


class TooManyError(Exception):
    """There are too many ways, or they go round in a circle."""


def drawn(kind: str, seed: int) -> str:
    """The text of a game in which chance decides what players did, by weights here and there, and which comes to an end."""
    draw = Random(f"chance {kind} {seed}")
    text = re.split(r"\n(?:claim|step invariant|invariant) ", MAKERS[kind](seed).drawn().text)[0] + "\n"
    text = re.sub(r"\n    ask [12](, if able)?\n", lambda found: f"\n    ask chance{found[1] or ''}\n", text)

    def weighed(found: re.Match[str]) -> str:
        return (
            f"{found[1]}            weight {draw.choice(['0', '1', '2', 'x', 'y + 1'])}\n"
            if draw.random() < 0.5
            else found[1]
        )

    text = re.sub(r"(        action \w+(?:\(n in 0\.\.2\))? per R1\n)(?!            when)", weighed, text)
    text = text.replace(
        "    go Play\n", "    if rounds = 2\n        game over\n    set rounds to rounds + 1\n    go Play\n"
    )
    return text.replace("variable y:", "variable rounds: 0..2 per R1\nvariable y:", 1)


def table(state: State) -> Table:
    """What lies where, in a form that can be counted."""
    parts = (state.zones, state.turns, state.variables, state.tokens)
    return tuple(frozenset((key, repr(each)) for key, each in part.items()) for part in parts)


def one_by_one(steps: Steps, state: State, chance: Fraction, found: Counter[Table], ways: list[int]) -> None:
    """Adds how likely each end of chance is."""
    ways.append(0)
    if len(ways) > MOST:
        raise TooManyError
    if not state.stack or steps._asked(state)[0].decider != "chance":
        found[table(state)] += chance  # type: ignore[assignment]
        return
    legal = steps.legal(state)
    whole = sum(each.weight or 0 for each in legal)
    for each in legal:
        if each.weight or not whole:
            share = Fraction(each.weight or 1, whole or len(legal))
            one_by_one(steps, steps.after(state, each), chance * share, found, ways)


def compared(kind: str, seed: int) -> str:
    """Compares the odds from the start of one game; what came of it."""
    text = drawn(kind, seed)
    rules = compiled(evolve(MAKERS[kind](seed).drawn(), text=text))
    configuration = None if rules is None else configure(rules, rules.players[1], {}, {}, None)[0]
    if rules is None or configuration is None:
        return "no game"
    steps, found = Steps(Rules(specialise(rules, configuration))), Counter[Table]()
    with for_a_while():
        try:
            game = make_game(rules, configuration)
            state, meant = game.initial(), steps.initial()
            one_by_one(steps, meant, Fraction(1), found, [])
            ends, wrong = odds_after(game, state, "a test")
        except TooManyError:
            return "too many"
        except (EngineFault, Fault):  # that both break off is looked at elsewhere
            return "broken off"
        if ends is None:
            assert wrong[0].code == "E0880", (kind, seed, wrong)
            return "no chance"
        told: Counter[Table] = Counter()
        for each, weight in ends.weights:
            told[table(told_by(game, each))] += Fraction(weight, ends.whole)  # type: ignore[assignment]
    assert told == found, (kind, seed)
    return "compared" if len(found) > 1 else "one end"


@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        *((kind, 0, 30) for kind in MAKERS),
        *(pytest.param(kind, first, first + 100, marks=pytest.mark.campaign) for kind in MAKERS for first in range(100, 1100, 100)),
    ],
)  # fmt: skip
def test_odds_are_those_of_every_way(kind: str, first: int, last: int) -> None:
    came = Counter(compared(kind, seed) for seed in range(first, last))
    assert came["compared"] >= (last - first) // 8, came
