"""The prover's part in comparing two sets of rules: one game at a table, or at every table of so many players.

INVARIANT: that games part is said where both engines have been set up and do part; what the solver shows alone is no
difference. All that is spent is counted in resource units, over the whole comparison.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field, frozen

from refengine.engine.trace import TraceStep
from refengine.explore.lockstep import BreakOff, Pairing, StateDifference
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.ir.meaning import sight
from refengine.rulings.diff_engines import bare, engine_of
from refengine.rulings.diff_tables import DiffTable, Side, side_configuration
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.game import Game, State
from refengine.smt.claims.equivalence import Equivalence, PartingState as Supposed, Why, decide_equivalence
from refengine.smt.claims.pair import RulesChoice
from refengine.smt.goal import Limits

TIMES = 20
"""The factor by which all that is asked in one comparison may spend more than one question."""


@frozen
class PartingPosition:
    """A position in which both games stand and part, at once or by a move; no game is known that comes there.

    It obeys all that is proved of either. `data` is as `Game.to_json` writes it.
    """

    at: DiffTable
    data: Mapping[str, Any]
    move: TraceStep | None
    unlike: tuple[StateDifference, ...]
    game: Game = field(eq=False, repr=False)


@frozen
class TableProof:
    """The prover's answer about a table, or with `every` about every table of as many players.

    `assumed` are the invariants that it needed, each of them proved of one side. `why` it is not proved, `gave_up`
    says in English; `apart` is what the engines have looked at.
    """

    proved: bool
    every: bool = False
    assumed: tuple[str, ...] = ()
    why: Why = ""
    gave_up: str = ""
    apart: PartingPosition | None = None


@define
class DiffProver:
    """Asks the prover, and remembers what is known of every table of so many players."""

    left: Side
    right: Side
    rlimit: int
    views: bool
    """Whether what each player sees has to be the same."""
    alone: bool = False
    """Whether each table is asked about by itself alone."""
    spent: int = 0
    every: dict[int, TableProof] = field(factory=dict)

    def of(self, at: DiffTable) -> TableProof:
        """Returns what is known of a table: first of all tables of as many players at once, then of this one."""
        if not self.alone and self._is_among_all(at) and self.proves(at.players):
            return self.every[at.players]
        own, other = (side_configuration(side, at) for side in (self.left, self.right))
        return self._proof(
            at.players, rules_choice(self.left.game, own), rules_choice(self.right.game, other), every=False
        )

    def proves(self, players: int) -> bool:
        """Finds out whether all tables of so many players are the same game."""
        if players not in self.every:
            chosen = _fixed(self.left), _fixed(self.right)
            self.every[players] = self._proof(players, *chosen, every=True)
        return self.every[players].proved

    def covers(self, at: DiffTable) -> bool:
        """Returns whether all tables of as many players are known to be the same game."""
        known = self.every.get(at.players)
        return known is not None and known.proved and self._is_among_all(at)

    def _is_among_all(self, at: DiffTable) -> bool:
        """Returns whether a table is one of all that are asked at once: both sides play alike where neither chooses.

        By the defaults they may not, since each side has its own.
        """
        own, other = (rules_choice(side.game, side_configuration(side, at)) for side in (self.left, self.right))
        fixed, theirs = _fixed(self.left), _fixed(self.right)
        return all(
            one[name] == two[name]
            for one, two, chosen in (
                (own.readings, other.readings, {*fixed.readings, *theirs.readings}),
                (own.options, other.options, {*fixed.options, *theirs.options}),
            )
            for name in {*one} & {*two} - chosen
        ) and all(
            played.items() >= chosen.items()
            for played, chosen in (
                (own.readings, fixed.readings),
                (own.options, fixed.options),
                (other.readings, theirs.readings),
                (other.options, theirs.options),
            )
        )

    def _proof(self, players: int, left: RulesChoice, right: RulesChoice, *, every: bool) -> TableProof:
        if self.views and not same_sight(left, right):
            return TableProof(proved=False, every=every, why="beyond", gave_up="who sees what")
        limits = Limits(rlimit=self.rlimit)
        found = decide_equivalence(left, right, players, limits, max(1, TIMES * self.rlimit - self.spent))
        self.spent += found.rlimit
        apart = None if found.shown is None else self._apart(players, left, right, found.shown)
        return _proof_of(found, apart, every=every)

    def _apart(self, players: int, left: RulesChoice, right: RulesChoice, supposed: Supposed) -> PartingPosition | None:
        """Returns the position if both engines can be set up in it, and part there or by the move."""
        position = supposed.position
        at = DiffTable(
            players,
            tuple(each for each in position.readings if each[0] not in left.readings),
            tuple(each for each in position.options if each[0] not in left.options),
        )
        sides = [(self.left, left), (self.right, right)]
        try:
            games = [engine_of(side, _at(side, chosen, at), bare(side.game)) for side, chosen in sides]
            states = [_stood(game, position.data) for game in games]
        except (BadData, Fault):
            return None
        pairing = Pairing(games[0], games[1], views=self.views)
        played = supposed.step
        unlike = pairing.unlike(states[0], states[1])
        if unlike:
            return PartingPosition(at, position.data, None, unlike, games[0])
        if played is None:
            return None
        move = TraceStep(played.actor, played.action, played.arguments)
        unlike = _after(pairing, (states[0], states[1]), move)
        return PartingPosition(at, position.data, move, unlike, games[0]) if unlike else None


def same_sight(left: RulesChoice, right: RulesChoice) -> bool:
    """Returns whether two sets of rules say alike who sees what, hanging on nothing that is chosen otherwise."""
    own, other = sight(left.rules), sight(right.rules)
    if own.said != other.said:
        return False
    return all(
        (left.readings if what == "question" else left.options).get(name)
        == (right.readings if what == "question" else right.options).get(name)
        for what, name in own.configured
        if what != "players"
    )


def _stood(game: Game, data: Mapping[str, Any]) -> State:
    """Returns the state of a position that names all that lies anywhere; `BadData` if there can be none."""
    placed = {part: data[part] for part in ("zones", "variables", "tokens") if data.get(part)}
    return game.with_control(game.position(placed), game.control_from_json(data["control"]))


def _after(pairing: Pairing, states: tuple[State, State], move: TraceStep) -> tuple[StateDifference, ...]:
    """Returns in what two states are unlike after a move that is legal in both.

    The states are alike: where the rules break off in both as soon as somebody is asked, a move may be legal in one.
    """
    games = pairing.left, pairing.right
    try:
        actions = [
            game.find_action(state, move.actor, move.action, move.arguments)
            for game, state in zip(games, states, strict=True)
        ]
        if any(game.refusal(*each) for game, *each in zip(games, states, actions, strict=True)):
            return ()
        after = pairing.after(*states, *actions)
    except (BadData, Fault, IllegalAction):
        return ()
    if isinstance(after, BreakOff):
        return () if after.unlike is None else (after.unlike,)
    return pairing.unlike(*after)


def _proof_of(found: Equivalence, apart: PartingPosition | None, *, every: bool) -> TableProof:
    return TableProof(found.verdict == "proved", every, found.leaning, found.why, found.gave_up, apart)


def _fixed(side: Side) -> RulesChoice:
    """Returns a side with nothing chosen but what it says itself."""
    editions = {each.name: dict(each.readings) for each in side.game.editions}
    by_edition = {} if side.edition is None else editions[side.edition]
    return RulesChoice(side.game, {**by_edition, **side.readings}, dict(side.options))


def rules_choice(rules: model.Game, configuration: Configuration) -> RulesChoice:
    """Returns some rules with all chosen that a configuration says."""
    return RulesChoice(rules, dict(configuration.readings), dict(configuration.options))


def _at(side: Side, chosen: RulesChoice, at: DiffTable) -> DiffTable:
    """Returns a table with all that a side has chosen, which may be another reading than that of the other side."""
    own = {each.name for each in side.game.questions}
    readings = {**{name: said for name, said in at.readings if name in own}, **chosen.readings}
    options = {**dict(at.options), **chosen.options}
    return DiffTable(at.players, tuple(sorted(readings.items())), tuple(sorted(options.items())))
