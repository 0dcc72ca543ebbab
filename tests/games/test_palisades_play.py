"""Beyond the Palisades at random, with a rule broken: what has to hold is found broken at the step that breaks it.

After a step play asks an invariant about every card only of the cards that the step touched. Here it is asked of all as well.
"""

import random
from pathlib import Path

import pytest

import refengine
from refengine.runtime.fault import Fault
from tests.games.palisades_folder import copied

STEPS, MANY = 800, 20_000
"""So many are played in the ordinary tests and behind the mark; each fault is met within the first three hundred."""

PLANTED = {
    "no guard on room": (
        "palisades/gloom.rules",
        "                bar full per R16, R17\n                    when room(p, c) = 0\n",
        "",
        "never_above_the_maximum",
    ),
    "gloom stays on what goes": (
        "palisades/cards.rules",
        "    move Gloom on c Gloom from c to supply                                          per S7\n",
        "",
        "gloom_in_play_only",
    ),
    "a card comes back": (
        "pagan/cards.rules",
        "    move c from laid of c.title.sort to discard of owner_of(c)",
        "    move c from laid of c.title.sort to hand of owner_of(c)",
        "cards_only_go_forward",
    ),
    "anything is covered": ("palisades/effects.rules", "action cover(d in laid of Location)", "action cover(d in laid)", "only_locations_are_covered"),
}  # fmt: skip
IN_CI = {"no guard on room", "a card comes back"}
"""One of how many tokens lie on something, one of where something lies: all of them behind the mark."""


def asked_of_all(game: refengine.Game, before: object, after: object) -> set[str]:
    """The invariants that a step breaks, each asked of every card; none of these looks at the phase."""
    return {each.name for each in game.description.invariants if not each.holds(before, after)}


@pytest.mark.parametrize("steps", [STEPS, pytest.param(MANY, marks=pytest.mark.campaign)])
@pytest.mark.parametrize(
    "planted", [each if each in IN_CI else pytest.param(each, marks=pytest.mark.campaign) for each in PLANTED]
)
def test_what_is_broken_is_found_at_the_step_that_breaks_it(tmp_path: Path, planted: str, steps: int) -> None:
    """Of too many tokens on a card, and of a card that goes back; more of both sorts behind the mark."""
    file, old, new, name = PLANTED[planted]
    copy = copied(tmp_path, "examples*")
    rules = tmp_path / file
    text = rules.read_text("utf-8")
    assert text.count(old) == 1
    rules.write_text(text.replace(old, new), "utf-8")
    game = refengine.load(copy, players=2)
    chance = random.Random(7)
    found: set[str] = set()
    state = game.initial()
    for _ in range(steps):
        legal = game.legal(state)
        try:
            after = game.apply(state, chance.choice(legal)) if legal else game.initial()
        except Fault:
            after = game.initial()
        broken = set() if after == game.initial() else {each.name for each in game.violations(state, after)}
        if after != game.initial():
            assert broken == asked_of_all(game, state, after)
        found |= broken
        state = game.initial() if broken else after
    assert name in found
