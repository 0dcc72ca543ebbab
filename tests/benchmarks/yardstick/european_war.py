"""European War by hand for two to five players, default readings of its gaps.

Statements R1-R27 and gaps C1-C18 are cited by number. States and actions are values: nothing here is ever changed in
place. Whether somebody has won is looked at when figures have come to other fields.
"""

from __future__ import annotations

from attrs import field, frozen

from tests.benchmarks.yardstick.european_war_actions import DEALS, DRAWS, TURN_UPS, Action, Setting
from tests.benchmarks.yardstick.european_war_battle import layer
from tests.benchmarks.yardstick.european_war_steps import STEPS
from tests.benchmarks.yardstick.european_war_table import (
    FULL_DECK,
    JACKS,
    KINGS,
    MOST_FIGURES,
    NO_CARDS,
    POWERS,
    QUEENS,
    Cards,
    Map,
    Outcome,
    State,
    Turn,
    fighting,
    receiving,
)


@frozen
class EuropeanWar:
    """The game for a number of players and a map."""

    players: int = field()
    map: Map
    setting: Setting = field(init=False, repr=False, eq=False)

    @players.validator
    def _check_players(self, _: object, players: int) -> None:
        if not 2 <= players <= 5:
            raise ValueError("two to five players")

    @setting.default
    def _setting(self) -> Setting:
        return Setting(self.players, self.map)

    def initial(self) -> State:
        """Nobody has a power yet, nobody holds a card (R7, R8)."""
        return State(
            powers=(),
            undealt=tuple(range(len(POWERS))),
            armies=(None,) * len(self.map.names),
            cards=Cards(FULL_DECK, NO_CARDS, self.setting.nobody, (), self.setting.nobody),
            turn=Turn(0, False, self.setting.nobody),
            drawer=0,
            phase="deal",
            battle=None,
            given=None,
        )

    def turn(self, state: State) -> int | str | None:
        """Who decides: a player's number, chance, the table, or nobody."""
        match state.phase:
            case "deal" | "draw" | "turn up":
                return "chance"
            case "begin":
                return "table"
            case "over":
                return None
            case "mediate":
                return fighting(state).to_ask[0]
            case "lay":
                return layer(state)
            case "retreat":
                return fighting(state).defender
            case "cast off":
                return state.drawer
            case "receive":
                return receiving(state)[1]
            case _:
                return state.turn.player

    # ---- WHAT IS LEGAL

    def legal(self, state: State) -> list[Action]:
        """Every legal action; none when the game is over."""
        cards = state.cards
        match state.phase:
            case "action":
                return self._actions(state)
            case "open":
                return self._opening(state)
            case "draw":
                return [DRAWS[rank][number] for rank, number in enumerate(cards.deck) if number]
            case "turn up":
                return [TURN_UPS[rank][number] for rank, number in enumerate(cards.deck) if number]
            case "lay":
                player = layer(state)
                lays = self.setting.seats[player].lay
                return [lays[rank] for rank in dict.fromkeys(cards.hands[player])]
            case "mediate":
                player = fighting(state).to_ask[0]
                seat = self.setting.seats[player]
                kings = [seat.reconcile[rank] for rank in dict.fromkeys(cards.hands[player]) if rank in KINGS]
                return [*kings, seat.stay_out]
            case "give":
                gives = self.setting.seats[state.turn.player].give
                return [each for rank in dict.fromkeys(cards.drawn) for each in gives[rank]]
            case "receive":
                player = receiving(state)[1]
                throws = self.setting.seats[player].throw_away
                return [throws[rank] for rank in dict.fromkeys(cards.hands[player])]
            case "cast off":
                casts = self.setting.seats[state.drawer].cast_off
                return [casts[rank] for rank in dict.fromkeys(cards.drawn)]
            case "retreat":
                battle = fighting(state)
                retreats = self.setting.seats[battle.defender].retreat
                return [retreats[f] for f in self.map.around[battle.there] if state.armies[f] is None]
            case "deal":
                return [DEALS[power] for power in state.undealt]
            case "begin":
                return list(self.setting.begin)
            case _:
                return []

    def _opening(self, state: State) -> list[Action]:
        player = state.turn.player
        seat = self.setting.seats[player]
        actions: list[Action] = []
        ranks = tuple(dict.fromkeys(state.cards.hands[player]))
        if not state.turn.sabotaged:
            for rank in ranks:
                if rank in JACKS:
                    for f in self.map.homes[state.powers[player]]:
                        stack = state.armies[f]
                        if stack is not None and stack.player != player:
                            actions.append(seat.sabotage[rank][f])
        for rank in ranks:
            if rank in QUEENS:
                actions += seat.spy[rank]
        actions.append(seat.go_on)
        return actions

    def _actions(self, state: State) -> list[Action]:
        player, armies, home_of = state.turn.player, state.armies, self.map.home_of
        power = state.powers[player]
        seat = self.setting.seats[player]
        held = [(f, each.number) for f, each in enumerate(armies) if each is not None and each.player == player]
        at_home = sum([number for f, number in held if home_of[f] == power])
        actions: list[Action] = []
        if sum([number for _, number in held]) < MOST_FIGURES:
            for f in self.map.homes[power]:
                stack = armies[f]
                if stack is None or stack.player == player:
                    actions.append(seat.conscript[f])
        for here, _ in held:
            bound = at_home == 1 and home_of[here] == power  # R6: the last at home stays there
            for there, march in seat.march[here].items():
                if armies[there] is None and not (bound and home_of[there] != power):
                    actions.append(march)
        for here, number in held:
            leaving = at_home if home_of[here] == power else 0
            for there, attacks in seat.attack[here].items():
                stack = armies[there]
                if stack is not None and stack.player != player:
                    if leaving <= number and leaving and home_of[there] != power:
                        actions += [attacks[n] for n in range(1, number + 1) if n != leaving]
                    else:
                        actions += attacks[1 : number + 1]
        actions.append(seat.fate)
        return actions

    def apply(self, state: State, action: Action) -> State:
        """The state after the action and all that follows without a decision."""
        return STEPS[action.__class__](self.setting, state, action)

    def outcome(self, state: State) -> Outcome | None:
        """Who has won, once the game is over (R4, R5, R27)."""
        if state.phase != "over":
            return None
        homeless = self._homeless(state)
        trios = [player for player in range(self.players) if self._has_trio(state, player)]
        if state.turn.player in trios:  # R27: of two, the one on turn
            trios = [state.turn.player]
        to_the_right = [player for player in range(self.players) if homeless[(player + 1) % self.players]]
        winners = trios or to_the_right  # C12: the trio decides; S4: of two neighbours both
        scores = [int(player in winners) for player in range(self.players)]
        return Outcome(tuple(scores), tuple(player for player, score in enumerate(scores) if score))

    def _homeless(self, state: State) -> list[bool]:
        """Who has no figure on a home field."""
        return [
            not any((stack := state.armies[f]) is not None and stack.player == player for f in self.map.homes[power])
            for player, power in enumerate(state.powers)
        ]

    def _has_trio(self, state: State, player: int) -> bool:
        """Returns whether a player holds all fields of another power, and a figure at home (R4)."""
        if self._homeless(state)[player]:
            return False
        return any(
            power != state.powers[player]
            and all((stack := state.armies[f]) is not None and stack.player == player for f in home)
            for power, home in enumerate(self.map.homes)
        )
