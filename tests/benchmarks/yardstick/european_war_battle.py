"""European War by hand: an attack, from the naming of the field to the last figure that moves."""

from __future__ import annotations

from attrs import evolve

from tests.benchmarks.yardstick.european_war_actions import (
    Attack,
    CastOff,
    Draw,
    Lay,
    Reconcile,
    Retreat,
    Setting,
    StayOut,
)
from tests.benchmarks.yardstick.european_war_rules import (
    demand,
    discarded,
    holds,
    is_on_turn,
    is_won,
    leaves_home,
    moved,
    next_turn,
    over,
    restocked,
)
from tests.benchmarks.yardstick.european_war_table import (
    KINGS,
    MOST_CARDS,
    STACKS,
    STRENGTH,
    Battle,
    Cards,
    Stack,
    State,
    add,
    fighting,
    plus,
    replaced,
    take,
    without,
)


def attack(setting: Setting, state: State, action: Attack) -> State:
    """An attack is named; who is on neither side may stop it (R15, R23, C7)."""
    player, here, there = action.player, action.here, action.there
    stack, other = state.armies[here], state.armies[there]
    demand(is_on_turn(state, "action", player) and stack is not None and stack.player == player, action)
    demand(other is not None and other.player != player and there in setting.map.around[here], action)
    assert stack is not None
    assert other is not None
    demand(1 <= action.number <= stack.number and not leaves_home(setting, state, action, action.number), action)
    seats = setting.players
    to_ask = tuple([q % seats for q in range(player + 1, player + seats) if q % seats != other.player])
    battle = Battle(player, other.player, here, there, action.number, to_ask)
    fought = State(
        state.powers,
        state.undealt,
        state.armies,
        state.cards,
        state.turn,
        state.drawer,
        "mediate",
        battle,
        None,
    )
    return fought if to_ask else lay_next(setting, fought, state.cards)


# ---- DIPLOMACY


def stay_out(setting: Setting, state: State, action: StayOut) -> State:
    """The next one is asked, or the attack goes on (R23)."""
    demand(state.phase == "mediate", action)
    battle = fighting(state)
    first, *others = battle.to_ask
    demand(first == action.player, action)
    left = Battle(battle.attacker, battle.defender, battle.here, battle.there, battle.number, tuple(others))
    after = State(
        state.powers,
        state.undealt,
        state.armies,
        state.cards,
        state.turn,
        state.drawer,
        "mediate",
        left,
        None,
    )
    return after if others else lay_next(setting, after, state.cards)


def reconcile(setting: Setting, state: State, action: Reconcile) -> State:
    """The peacemaker gets the hands of both, and keeps four cards (R23, C10)."""
    demand(state.phase == "mediate", action)
    battle, player = fighting(state), action.player
    demand(battle.to_ask[0] == player and holds(state, action, KINGS), action)
    cards = discarded(state.cards, player, action.rank)
    hands = list(cards.hands)
    drawn = tuple(sorted((*hands[player], *hands[battle.attacker], *hands[battle.defender])))
    hands[player] = hands[battle.attacker] = hands[battle.defender] = ()
    return _share_out(
        setting,
        evolve(state, drawer=player),
        Cards(cards.deck, cards.discard, tuple(hands), drawn, cards.laid),
    )


def cast_off(setting: Setting, state: State, action: CastOff) -> State:
    """A card that is too much (R23, C10)."""
    cards, rank = state.cards, action.rank
    demand(state.phase == "cast off" and action.player == state.drawer and rank in cards.drawn, action)
    drawn, discard = without(cards.drawn, rank), add(cards.discard, (rank,))
    return _share_out(setting, state, Cards(cards.deck, discard, cards.hands, drawn, cards.laid))


def _share_out(setting: Setting, state: State, cards: Cards) -> State:
    if len(cards.drawn) > MOST_CARDS:
        return moved(state, "cast off", cards)
    hands = replaced(cards.hands, state.drawer, cards.drawn)
    after = Cards(cards.deck, cards.discard, hands, (), cards.laid)
    return next_turn(setting, state, state.armies, after)


# ---- A BATTLE


def layer(state: State) -> int:
    """Who lays cards: the attacker first (R25)."""
    battle = fighting(state)
    cards = state.cards
    if len(cards.laid[battle.attacker]) < battle.number and cards.hands[battle.attacker]:
        return battle.attacker
    return battle.defender


def lay(setting: Setting, state: State, action: Lay) -> State:
    """A card of the hand (R25)."""
    player, rank = action.player, action.rank
    cards = state.cards
    demand(state.phase == "lay" and player == layer(state) and rank in cards.hands[player], action)
    hands = replaced(cards.hands, player, without(cards.hands[player], rank))
    laid = replaced(cards.laid, player, plus(cards.laid[player], rank))
    return lay_next(setting, state, Cards(cards.deck, cards.discard, hands, cards.drawn, laid))


def draw(setting: Setting, state: State, action: Draw) -> State:
    """A card of the deck where the hand has none left (R25)."""
    cards, rank = state.cards, action.rank
    demand(state.phase == "draw" and cards.deck[rank], action)
    battle = fighting(state)
    drawing = battle.attacker if len(cards.laid[battle.attacker]) < battle.number else battle.defender
    laid = replaced(cards.laid, drawing, plus(cards.laid[drawing], rank))
    return lay_next(setting, state, Cards(take(cards.deck, rank), cards.discard, cards.hands, cards.drawn, laid))


def lay_next(setting: Setting, state: State, cards: Cards) -> State:
    """Who lays or draws next: first the attacker, then the defender with a card for each figure (C1)."""
    battle = fighting(state)
    stack = state.armies[battle.there]
    assert stack is not None
    for player, number in ((battle.attacker, battle.number), (battle.defender, stack.number)):
        if len(cards.laid[player]) < number:
            if cards.hands[player]:
                return moved(state, "lay", cards)
            cards = restocked(cards)
            if any(cards.deck):  # else there are no cards left (C15)
                return moved(state, "draw", cards)
    return decide(setting, state, cards, battle, stack)


def decide(setting: Setting, state: State, cards: Cards, battle: Battle, stack: Stack) -> State:
    """More points win; the beaten retreat, or are halved, or lost (R16, R17, R18)."""
    attacking = sum([STRENGTH[rank] for rank in cards.laid[battle.attacker]])
    defending = sum([STRENGTH[rank] for rank in cards.laid[battle.defender]])
    armies = state.armies
    if attacking <= defending:
        return next_turn(setting, state, armies, _swept(setting, cards))
    if any(armies[f] is None for f in setting.map.around[battle.there]):
        return moved(state, "retreat", cards)
    if stack.number > 1:
        left = replaced(armies, battle.there, STACKS[stack.player][stack.number // 2])
        return next_turn(setting, state, left, _swept(setting, cards))
    return _advanced(setting, state, list(armies), cards)


def retreat(setting: Setting, state: State, action: Retreat) -> State:
    """The beaten go to an empty neighbour (R17, C5)."""
    demand(state.phase == "retreat", action)
    battle = fighting(state)
    armies, f = list(state.armies), action.field
    demand(action.player == battle.defender and armies[f] is None, action)
    demand(f in setting.map.around[battle.there], action)
    armies[f] = armies[battle.there]
    return _advanced(setting, state, armies, state.cards)


def _advanced(setting: Setting, state: State, armies: list[Stack | None], cards: Cards) -> State:
    """All attackers move into the field (R17, R18)."""
    battle = fighting(state)
    stack = armies[battle.here]
    assert stack is not None
    left = stack.number - battle.number
    armies[battle.here] = STACKS[battle.attacker][left] if left else None
    armies[battle.there] = STACKS[battle.attacker][battle.number]
    after = tuple(armies)
    if is_won(setting, state.powers, after):
        return over(setting, state, after, cards)
    return next_turn(setting, state, after, _swept(setting, cards))


def _swept(setting: Setting, cards: Cards) -> Cards:
    """What was laid is discarded (R26)."""
    used = [rank for laid in cards.laid for rank in laid]
    return Cards(cards.deck, add(cards.discard, used), cards.hands, cards.drawn, setting.nobody)
