"""European War by hand: what an action does, and what follows by itself until somebody decides again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from tests.benchmarks.yardstick.european_war_actions import (
    Attack,
    BeginWith,
    CastOff,
    Conscript,
    Deal,
    Draw,
    Fate,
    Give,
    GoOn,
    Lay,
    March,
    Reconcile,
    Retreat,
    Sabotage,
    Setting,
    Spy,
    StayOut,
    ThrowAway,
    TurnUp,
)
from tests.benchmarks.yardstick.european_war_battle import (
    attack,
    cast_off,
    draw,
    lay,
    reconcile,
    retreat,
    stay_out,
)
from tests.benchmarks.yardstick.european_war_rules import (
    demand,
    discarded,
    holds,
    is_on_turn,
    leaves_home,
    moved,
    next_turn,
    restocked,
    turn_over,
)
from tests.benchmarks.yardstick.european_war_table import (
    DRAWN_BY_FATE,
    JACKS,
    MOST_CARDS,
    MOST_FIGURES,
    QUEENS,
    STACKS,
    Cards,
    State,
    Turn,
    plus,
    receiving,
    replaced,
    take,
    without,
)

# ---- BEFORE THE FIRST TURN


def deal(setting: Setting, state: State, action: Deal) -> State:
    """A power for the next player; the last one dealt, figures are put on all home fields (R7)."""
    demand(state.phase == "deal" and action.power in state.undealt, action)
    powers = (*state.powers, action.power)
    undealt = tuple(power for power in state.undealt if power != action.power)
    if len(powers) < setting.players:
        return evolve(state, powers=powers, undealt=undealt)
    armies = list(state.armies)
    for player, power in enumerate(powers):
        for f in setting.map.homes[power]:
            armies[f] = STACKS[player][1]
    return evolve(state, powers=powers, undealt=undealt, armies=tuple(armies), phase="begin")


def begin_with(setting: Setting, state: State, action: BeginWith) -> State:
    """The first turn (R7)."""
    demand(state.phase == "begin", action)
    return evolve(state, turn=Turn(action.player, False, setting.nobody), phase="open")


# ---- JACKS AND QUEENS


def sabotage(setting: Setting, state: State, action: Sabotage) -> State:
    """Half of the figures are left, rounded down (R21, C3)."""
    player, f = action.player, action.field
    stack = state.armies[f]
    allowed = is_on_turn(state, "open", player) and not state.turn.sabotaged and holds(state, action, JACKS)
    demand(allowed and setting.map.home_of[f] == state.powers[player], action)
    demand(stack is not None and stack.player != player, action)
    assert stack is not None
    left = STACKS[stack.player][stack.number // 2] if stack.number > 1 else None
    armies = replaced(state.armies, f, left)
    turn = Turn(player, True, state.turn.spies)
    return evolve(state, armies=armies, turn=turn, cards=discarded(state.cards, player, action.rank))


def spy(_: Setting, state: State, action: Spy) -> State:
    """A look into a hand until the turn ends (R22, S2)."""
    player = action.player
    demand(is_on_turn(state, "open", player) and holds(state, action, QUEENS), action)
    spies = state.turn.spies
    if player not in spies[action.other]:
        spies = replaced(spies, action.other, (*spies[action.other], player))
    turn = Turn(player, state.turn.sabotaged, spies)
    return evolve(state, turn=turn, cards=discarded(state.cards, player, action.rank))


def go_on(_: Setting, state: State, action: GoOn) -> State:
    """To the action of the turn (R10)."""
    demand(is_on_turn(state, "open", action.player), action)
    return moved(state, "action", state.cards)


# ---- THE ACTION OF A TURN


def conscript(setting: Setting, state: State, action: Conscript) -> State:
    """A new figure on a home field (R11, C11)."""
    player, f = action.player, action.field
    demand(is_on_turn(state, "action", player), action)
    stack = state.armies[f]
    demand(setting.map.home_of[f] == state.powers[player] and (stack is None or stack.player == player), action)
    out = sum([each.number for each in state.armies if each is not None and each.player == player])
    demand(out < MOST_FIGURES, action)
    more = STACKS[player][1 if stack is None else stack.number + 1]
    return turn_over(setting, state, replaced(state.armies, f, more), state.cards)


def march(setting: Setting, state: State, action: March) -> State:
    """One figure to an empty field (R12, R13, R6)."""
    player, here, there = action.player, action.here, action.there
    armies = state.armies
    stack = armies[here]
    demand(is_on_turn(state, "action", player) and stack is not None and stack.player == player, action)
    demand(armies[there] is None and there in setting.map.around[here], action)
    demand(not leaves_home(setting, state, action, 1), action)
    assert stack is not None
    changed = list(armies)
    changed[here] = STACKS[player][stack.number - 1] if stack.number > 1 else None
    changed[there] = STACKS[player][1]
    return turn_over(setting, state, tuple(changed), state.cards)


def fate(setting: Setting, state: State, action: Fate) -> State:
    """Three cards, one after the other (R19)."""
    demand(is_on_turn(state, "action", action.player), action)
    return _turn_up_next(setting, evolve(state, drawer=action.player), state.cards)


# ---- FATE


def turn_up(setting: Setting, state: State, action: TurnUp) -> State:
    """A card of fate (R19)."""
    cards, rank = state.cards, action.rank
    demand(state.phase == "turn up" and cards.deck[rank], action)
    drawn = plus(cards.drawn, rank)
    return _turn_up_next(setting, state, Cards(take(cards.deck, rank), cards.discard, cards.hands, drawn, cards.laid))


def give(setting: Setting, state: State, action: Give) -> State:
    """A card for somebody; who has no room for it throws one away first (R19, C10)."""
    demand(is_on_turn(state, "give", action.player) and action.rank in state.cards.drawn, action)
    if len(state.cards.hands[action.other]) < MOST_CARDS:
        return _received(setting, state, state.cards, action.rank, action.other)
    return evolve(state, phase="receive", given=(action.rank, action.other))


def throw_away(setting: Setting, state: State, action: ThrowAway) -> State:
    """Room for a card (R19, C10)."""
    demand(state.phase == "receive", action)
    rank, player = receiving(state)
    demand(player == action.player and action.rank in state.cards.hands[player], action)
    return _received(setting, state, discarded(state.cards, player, action.rank), rank, player)


def _received(setting: Setting, state: State, cards: Cards, rank: int, player: int) -> State:
    """The card comes to the hand; the last one given, the turn is over."""
    drawn = without(cards.drawn, rank)
    hands = replaced(cards.hands, player, plus(cards.hands[player], rank))
    after = Cards(cards.deck, cards.discard, hands, drawn, cards.laid)
    if not drawn:
        return next_turn(setting, state, state.armies, after)
    return State(state.powers, state.undealt, state.armies, after, state.turn, state.drawer, "give", state.battle, None)


def _turn_up_next(setting: Setting, state: State, cards: Cards) -> State:
    if len(cards.drawn) == DRAWN_BY_FATE:
        return moved(state, "give", cards)
    cards = restocked(cards)
    if any(cards.deck):
        return moved(state, "turn up", cards)
    return moved(state, "give", cards) if cards.drawn else next_turn(setting, state, state.armies, cards)


STEPS: Mapping[type, Callable[[Setting, State, Any], State]] = {
    Deal: deal,
    BeginWith: begin_with,
    Sabotage: sabotage,
    Spy: spy,
    GoOn: go_on,
    Conscript: conscript,
    March: march,
    Attack: attack,
    Fate: fate,
    TurnUp: turn_up,
    Give: give,
    ThrowAway: throw_away,
    StayOut: stay_out,
    Reconcile: reconcile,
    CastOff: cast_off,
    Lay: lay,
    Draw: draw,
    Retreat: retreat,
}
