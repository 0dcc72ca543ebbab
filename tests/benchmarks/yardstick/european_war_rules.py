"""European War by hand: what several steps share: who may do what, how a turn ends, who has won."""

from __future__ import annotations

from tests.benchmarks.yardstick.european_war_actions import (
    Action,
    Attack,
    March,
    Reconcile,
    Sabotage,
    Setting,
    Spy,
)
from tests.benchmarks.yardstick.european_war_table import (
    NO_CARDS,
    Armies,
    Cards,
    State,
    Turn,
    add,
    replaced,
    without,
)


class IllegalMove(ValueError):  # noqa: N818 - a name for players, not for programmers
    """The action is not among the legal ones of the state."""


def demand(holds: object, action: Action) -> None:
    """Refuses an action for which something does not hold."""
    if not holds:
        raise IllegalMove(str(action))


def moved(state: State, phase: str, cards: Cards) -> State:
    """The state with cards elsewhere, in another phase or the same."""
    return State(
        state.powers,
        state.undealt,
        state.armies,
        cards,
        state.turn,
        state.drawer,
        phase,
        state.battle,
        state.given,
    )


# ---- THE END OF A TURN


def turn_over(setting: Setting, state: State, armies: Armies, cards: Cards) -> State:
    """Figures have moved: somebody may have won, else it is the next one's turn."""
    if is_won(setting, state.powers, armies):
        return over(setting, state, armies, cards)
    return next_turn(setting, state, armies, cards)


def next_turn(setting: Setting, state: State, armies: Armies, cards: Cards) -> State:
    turn = Turn((state.turn.player + 1) % setting.players, False, setting.nobody)
    return State(state.powers, state.undealt, armies, cards, turn, state.drawer, "open", None, None)


def over(setting: Setting, state: State, armies: Armies, cards: Cards) -> State:
    turn = Turn(state.turn.player, False, setting.nobody)
    return State(state.powers, state.undealt, armies, cards, turn, state.drawer, "over", None, None)


def is_won(setting: Setting, powers: tuple[int, ...], armies: Armies) -> bool:
    """Returns whether somebody has a trio and a figure at home, or has none there (R4, R5)."""
    homes = setting.map.homes
    for player, power in enumerate(powers):
        for f in homes[power]:
            stack = armies[f]
            if stack is not None and stack.player == player:
                break
        else:
            return True
    for power, (one, two, three) in enumerate(homes):
        first, second, third = armies[one], armies[two], armies[three]
        if first is None or second is None or third is None:
            continue
        if first.player == second.player == third.player and powers[first.player] != power:
            return True
    return False


# ---- SMALL THINGS


def discarded(cards: Cards, player: int, rank: int) -> Cards:
    """The cards after one was put from a hand to the discard pile."""
    hands = replaced(cards.hands, player, without(cards.hands[player], rank))
    return Cards(cards.deck, add(cards.discard, (rank,)), hands, cards.drawn, cards.laid)


def restocked(cards: Cards) -> Cards:
    """The discard pile as the new deck, if there is none (R26)."""
    if any(cards.deck):
        return cards
    return Cards(cards.discard, NO_CARDS, cards.hands, cards.drawn, cards.laid)


def is_on_turn(state: State, phase: str, player: int) -> bool:
    return state.phase == phase and state.turn.player == player


def holds(state: State, action: Sabotage | Spy | Reconcile, ranks: tuple[int, ...]) -> bool:
    return action.rank in ranks and action.rank in state.cards.hands[action.player]


def leaves_home(setting: Setting, state: State, action: March | Attack, number: int) -> bool:
    """Returns whether so many figures are the last at home, and leave it (R6, C6)."""
    power, home_of = state.powers[action.player], setting.map.home_of
    if home_of[action.here] != power or home_of[action.there] == power:
        return False
    stacks = [state.armies[f] for f in setting.map.homes[power]]
    return number == sum([each.number for each in stacks if each is not None and each.player == action.player])
