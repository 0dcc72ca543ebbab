"""European War by hand: what players, chance and the table may do, one object for each action of a game."""

from __future__ import annotations

from attrs import field, frozen

from tests.benchmarks.yardstick.european_war_table import (
    JACKS,
    KINGS,
    MOST_FIGURES,
    POWERS,
    QUEENS,
    RANKS,
    Fields,
    Map,
)

# ---- CHANCE AND THE TABLE


@frozen(eq=False)
class Deal:
    """Chance deals a power to the next player (R7)."""

    power: int


@frozen(eq=False)
class BeginWith:
    """The table agrees who begins (R7)."""

    player: int


@frozen(eq=False)
class Draw:
    """Chance draws a card for the battle; there are `weight` of its rank (R25)."""

    rank: int
    weight: int


@frozen(eq=False)
class TurnUp:
    """Chance turns up a card of fate; there are `weight` of its rank (R19)."""

    rank: int
    weight: int


# ---- PLAYERS


@frozen(eq=False)
class Sabotage:
    """A jack removes half of the figures of an opponent on a home field (R21)."""

    player: int
    rank: int
    field: int


@frozen(eq=False)
class Spy:
    """A queen shows the hand of another player (R22)."""

    player: int
    rank: int
    other: int


@frozen(eq=False)
class GoOn:
    """On to the action of the turn (R10)."""

    player: int


@frozen(eq=False)
class Conscript:
    """One new figure on a home field (R11)."""

    player: int
    field: int


@frozen(eq=False)
class March:
    """One figure to an empty field (R12, R13)."""

    player: int
    here: int
    there: int


@frozen(eq=False)
class Attack:
    """So many figures attack a field (R15)."""

    player: int
    here: int
    there: int
    number: int


@frozen(eq=False)
class Fate:
    """Three cards to give away (R19)."""

    player: int


@frozen(eq=False)
class Reconcile:
    """A king stops an attack (R23)."""

    player: int
    rank: int


@frozen(eq=False)
class StayOut:
    """No king is played (R23)."""

    player: int


@frozen(eq=False)
class CastOff:
    """The peacemaker throws away what is too much (C10)."""

    player: int
    rank: int


@frozen(eq=False)
class Lay:
    """A card of the hand for the battle (R25)."""

    player: int
    rank: int


@frozen(eq=False)
class Retreat:
    """Where the beaten go (R17)."""

    player: int
    field: int


@frozen(eq=False)
class Give:
    """A card of fate for somebody (R19)."""

    player: int
    rank: int
    other: int


@frozen(eq=False)
class ThrowAway:
    """A card less, to make room for one (R19, C10)."""

    player: int
    rank: int


Action = (
    Deal | BeginWith | Draw | TurnUp
    | Sabotage | Spy | GoOn | Conscript | March | Attack | Fate
    | Reconcile | StayOut | CastOff | Lay | Retreat | Give | ThrowAway
)  # fmt: skip


@frozen
class Seat:
    """All actions of one player, by what they are about."""

    player: int
    players: int
    map: Map
    go_on: GoOn = field(init=False)
    fate: Fate = field(init=False)
    stay_out: StayOut = field(init=False)
    sabotage: dict[int, tuple[Sabotage, ...]] = field(init=False)
    spy: dict[int, tuple[Spy, ...]] = field(init=False)
    conscript: tuple[Conscript, ...] = field(init=False)
    march: tuple[dict[int, March], ...] = field(init=False)
    attack: tuple[dict[int, tuple[Attack, ...]], ...] = field(init=False)
    reconcile: dict[int, Reconcile] = field(init=False)
    cast_off: tuple[CastOff, ...] = field(init=False)
    lay: tuple[Lay, ...] = field(init=False)
    retreat: tuple[Retreat, ...] = field(init=False)
    give: tuple[tuple[Give, ...], ...] = field(init=False)
    throw_away: tuple[ThrowAway, ...] = field(init=False)

    @go_on.default
    def _go_on(self) -> GoOn:
        return GoOn(self.player)

    @fate.default
    def _fate(self) -> Fate:
        return Fate(self.player)

    @stay_out.default
    def _stay_out(self) -> StayOut:
        return StayOut(self.player)

    @sabotage.default
    def _sabotage(self) -> dict[int, tuple[Sabotage, ...]]:
        return {rank: tuple(Sabotage(self.player, rank, f) for f in self._fields()) for rank in JACKS}

    @spy.default
    def _spy(self) -> dict[int, tuple[Spy, ...]]:
        others = [other for other in range(self.players) if other != self.player]
        return {rank: tuple(Spy(self.player, rank, other) for other in others) for rank in QUEENS}

    @conscript.default
    def _conscript(self) -> tuple[Conscript, ...]:
        return tuple(Conscript(self.player, f) for f in self._fields())

    @march.default
    def _march(self) -> tuple[dict[int, March], ...]:
        return tuple({g: March(self.player, f, g) for g in self.map.around[f]} for f in self._fields())

    @attack.default
    def _attack(self) -> tuple[dict[int, tuple[Attack, ...]], ...]:
        numbers = range(MOST_FIGURES + 1)
        return tuple(
            {g: tuple(Attack(self.player, f, g, n) for n in numbers) for g in self.map.around[f]}
            for f in self._fields()
        )

    @reconcile.default
    def _reconcile(self) -> dict[int, Reconcile]:
        return {rank: Reconcile(self.player, rank) for rank in KINGS}

    @cast_off.default
    def _cast_off(self) -> tuple[CastOff, ...]:
        return tuple(CastOff(self.player, rank) for rank in range(len(RANKS)))

    @lay.default
    def _lay(self) -> tuple[Lay, ...]:
        return tuple(Lay(self.player, rank) for rank in range(len(RANKS)))

    @retreat.default
    def _retreat(self) -> tuple[Retreat, ...]:
        return tuple(Retreat(self.player, f) for f in self._fields())

    @give.default
    def _give(self) -> tuple[tuple[Give, ...], ...]:
        others = range(self.players)
        return tuple(tuple(Give(self.player, rank, other) for other in others) for rank in range(len(RANKS)))

    @throw_away.default
    def _throw_away(self) -> tuple[ThrowAway, ...]:
        return tuple(ThrowAway(self.player, rank) for rank in range(len(RANKS)))

    def _fields(self) -> Fields:
        return tuple(range(len(self.map.names)))


DEALS = tuple(Deal(power) for power in range(len(POWERS)))
DRAWS = tuple(tuple(Draw(rank, weight) for weight in range(5)) for rank in range(len(RANKS)))
TURN_UPS = tuple(tuple(TurnUp(rank, weight) for weight in range(5)) for rank in range(len(RANKS)))


@frozen
class Setting:
    """What stays as it is through a game: how many play, where, and all that they may do."""

    players: int
    map: Map
    seats: tuple[Seat, ...] = field(init=False, repr=False)
    begin: tuple[BeginWith, ...] = field(init=False, repr=False)
    nobody: tuple[tuple[int, ...], ...] = field(init=False, repr=False)
    """Nothing, for each player: no spies, no cards laid."""

    @seats.default
    def _seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(player, self.players, self.map) for player in range(self.players))

    @begin.default
    def _begin(self) -> tuple[BeginWith, ...]:
        return tuple(BeginWith(player) for player in range(self.players))

    @nobody.default
    def _nobody(self) -> tuple[tuple[int, ...], ...]:
        return ((),) * self.players
