"""The generated engine against European War by hand: the same choices lead to the same states, for two to five players.

The yardstick is an independent restatement, written from the statements of the rulebook and not from the rule set. The
two are compared in words of their own: what lies where, whose turn it is, who is asked for what, who has won. Games are
cut after so many steps; most end before.
"""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import refengine
from tests.benchmarks.yardstick.european_war import EuropeanWar
from tests.benchmarks.yardstick.european_war_actions import Action
from tests.benchmarks.yardstick.european_war_table import POWERS, RANKS, Pile, Ranks, State, read_map

GAME = Path(__file__).parents[2] / "spec" / "european_war"
MOST_STEPS = 800
GAMES = 25
GAMES_OF_A_CAMPAIGN = 1_500

WORDS = {"field": "fields", "here": "fields", "there": "fields", "rank": "ranks", "power": "powers"}
PHASES = {
    "mediate": "Diplomacy", "lay": "Lay", "draw": "Lay", "retreat": "Decide", "cast off": "Peace", "action": "Action",
    "open": "Opening", "turn up": "Fate", "give": "Fate", "receive": "Receive", "deal": "setup", "begin": "setup",
}  # fmt: skip


def by_hand(players: int) -> EuropeanWar:
    return EuropeanWar(players, read_map(GAME))


# ---- BOTH IN THE SAME WORDS


def hand_action(action: Action, decider: int | str | None, names: tuple[str, ...]) -> tuple[Any, ...]:
    """An action of the yardstick: who acts, what it is called, with what, and how likely it is."""
    words = {"fields": names, "ranks": RANKS, "powers": POWERS}
    name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in type(action).__name__).lstrip("_")
    told: list[Any] = []
    weight = None
    for attribute in type(action).__attrs_attrs__:
        value = getattr(action, attribute.name)
        if attribute.name == "player" and decider != "table":
            assert value == decider
        elif attribute.name == "weight":
            weight = value
        elif attribute.name in WORDS:
            told.append(words[WORDS[attribute.name]][value])
        else:
            told.append(value + 1 if attribute.name in {"other", "player"} else value)
    if decider == "chance" and weight is None:
        weight = 1
    return decider + 1 if isinstance(decider, int) else decider, name, tuple(told), weight


def hand_state(state: State, game: EuropeanWar) -> dict[str, Any]:
    """The yardstick's state in words."""

    def ranks(cards: Ranks) -> list[str]:
        return [RANKS[rank] for rank in cards]

    def pile(cards: Pile) -> list[str]:
        return [RANKS[rank] for rank, number in enumerate(cards) for _ in range(number)]

    seats = range(game.players)
    turn = state.turn
    return {
        "deck": pile(state.cards.deck),
        "discard": pile(state.cards.discard),
        "hand": {str(p + 1): ranks(state.cards.hands[p]) for p in seats},
        "drawn": ranks(state.cards.drawn),
        "laid": {str(p + 1): ranks(state.cards.laid[p]) for p in seats},
        "army": {
            name: [] if stack is None else [POWERS[state.powers[stack.player]]] * stack.number
            for name, stack in zip(game.map.names, state.armies, strict=True)
        },
        "flags": [POWERS[power] for power in state.powers],
        "undealt": [POWERS[power] for power in state.undealt],
        "on turn": turn.player + 1,
        "drawer": state.drawer + 1,
        "sabotaged": turn.sabotaged and state.phase == "open",
        "still opens": int(state.phase == "open"),
        "spies": {str(p + 1): sorted(spy + 1 for spy in turn.spies[p]) for p in seats},
        "phase": PHASES.get(state.phase),
    }


def engine_state(data: dict[str, Any], dealt: int) -> dict[str, Any]:
    """The engine's state in the same words; `dealt` flags mean something."""
    zones, variables = data["zones"], data["variables"]
    told = {name: zones[name] for name in ("deck", "discard", "hand", "drawn", "laid", "army")}
    return told | {
        "flags": [variables["flag"][str(seat)] for seat in range(1, dealt + 1)],
        "undealt": variables["undealt"],
        "on turn": variables["on_turn"],
        "drawer": variables["drawer"],
        "sabotaged": any(frame.get("data", {}).get("sabotaged", False) for frame in data["control"]),
        "still opens": variables["still_opens"],
        "spies": variables["spies"],
        "phase": data["control"][-1]["phase"] if data["control"] else None,
    }


# ---- THE COMPARISON


def compare(players: int, games: int, seed: int, every: int) -> Counter[str]:
    """Plays the same games on both; what is legal is compared in every state, all else in some. What was done how often.

    In every other game that is done more often of which there was least, so that what is rare is met as well.
    """
    ours, yardstick = refengine.load(GAME, players=players), by_hand(players)
    names = yardstick.map.names
    rng = random.Random(seed)
    done: Counter[str] = Counter()
    for game in range(games):
        state, other = ours.initial(), yardstick.initial()
        for step in range(MOST_STEPS):
            actions, moves = ours.legal(state), yardstick.legal(other)
            decider = yardstick.turn(other)
            told = [hand_action(move, decider, names) for move in moves]
            assert [(each.actor, each.name, each.arguments, each.weight) for each in actions] == told
            if step % every == game % every or not actions:
                assert engine_state(ours.to_json(state), len(other.powers)) == hand_state(other, yardstick)
            ending, expected = ours.outcome(state), yardstick.outcome(other)
            assert (ending is None) == (expected is None) == bool(actions)
            if ending is not None and expected is not None:
                assert ending.scores == expected.scores
                assert ending.winners == tuple(seat + 1 for seat in expected.winners)
                done["the end"] += 1
                break
            pick = int(rng.random() * len(actions))
            if game % 2 and rng.random() < 0.5:
                rare = min(done[each.name] for each in actions)
                pick = next(number for number, each in enumerate(actions) if done[each.name] == rare)
            done[actions[pick].name] += 1
            state, other = ours.apply(state, actions[pick]), yardstick.apply(other, moves[pick])
    return done


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_same_choices_same_states(players: int) -> None:
    done = compare(players, GAMES, players, 8)
    rare = {"sabotage", "spy", "throw_away", "retreat", "the end"} | (
        {"reconcile", "cast_off"} if players > 2 else set()
    )
    assert rare <= set(done)


@pytest.mark.campaign
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_same_choices_same_states_in_a_campaign(players: int) -> None:
    assert compare(players, GAMES_OF_A_CAMPAIGN, 100 + players, 1)["the end"] > 0
