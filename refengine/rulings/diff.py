"""Two sets of rules compared: what players can do, and what comes of it, at each table where the rules say otherwise.

INVARIANT: *the same* is said where hashes of what the rules say are equal, where every pair of states was looked at, or
where it is proved; else it is said how far they are alike. Nothing depends on a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal

from attrs import evolve, frozen

from refengine.engine.trace import TraceStep
from refengine.explore.lockstep import BreakOff, Pairing, PairingResult, Parting, StateDifference, at_random, lockstep
from refengine.ir import game as model
from refengine.ir.configuration import configure
from refengine.ir.meaning import meaning
from refengine.ir.scope import kept_pieces, restrict
from refengine.loading import make_game
from refengine.rulings.diff_engines import bare, engine_of
from refengine.rulings.diff_examples import begun_alike, course
from refengine.rulings.diff_proof import DiffProver, TableProof, rules_choice, same_sight
from refengine.rulings.diff_tables import (
    Choices,
    DiffTable,
    Side,
    choices_alone,
    side_configuration,
    tables,
    unlike_tables,
)
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game

Verdict = Literal["equal", "proved", "alike so far", "part"]
"""The verdict on a table: the same game in every state, or proved to be; no difference where it was looked; unlike."""

FIRST = 1_000
"""The number of pairs of states that are looked at before the prover is asked."""

EXAMPLES = 5_000
"""The number of pairs of states that are looked at from the positions of examples."""

LONG = 40
"""The moves of a game found by chance beyond which the position of an example says more."""

LONGEST = 400
"""The steps after which a random game is left."""


@frozen
class DiffLimits:
    """The limits of a search: pairs of states at each table, random games, so many tables.

    Without `table` only what players can do, and who wins, is compared, and not what lies where. With `defaults` only
    the tables are looked at that play by the defaults in all that the sides do not say. The prover may spend `rlimit`
    resource units on a question; with 0 it is not asked.
    """

    states: int = 20_000
    games: int = 200
    tables: int = 12
    seed: int = 0
    players: int | None = None
    table: bool = True
    defaults: bool = False
    rlimit: int = 10_000_000


@frozen
class ShownParting:
    """The parting of two games: where it begins (an example, or the start), the moves, how both go on.

    `by` are the clauses that fire in the last move on one side alone, of each side; `scope` is where it was found.
    """

    begins: str | None
    moves: tuple[TraceStep, ...]
    unlike: tuple[StateDifference, ...]
    shortest: bool
    by: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    scope: str | None = None
    played: int | None = None
    """The moves of a game from the start that parts, where one was found by chance that is longer than this."""


@frozen
class TableComparison:
    """The comparison at a table: `pairs` of states, those after `depth` moves; `scopes` are smaller games, whole."""

    at: DiffTable
    verdict: Verdict
    pairs: int = 0
    depth: int = 0
    games: int = 0
    scopes: tuple[str, ...] = ()
    shown: ShownParting | None = None
    proof: TableProof | None = None
    """The prover's answer, if it was asked."""
    unseen: tuple[str, ...] = ()
    """The phases in which one side alone remembers something that is seen, so that who sees what is not compared."""


@frozen
class Diff:
    """The comparison of two sets of rules.

    `tables` are those at which hashes say that the rules differ, `same` counts the others; `left_out` are tables that
    differ and were not looked at. `only` are zones, variables and tokens of one side alone, which nothing compares.
    """

    tables: tuple[TableComparison, ...]
    same: int
    left_out: tuple[DiffTable, ...] = ()
    only: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    players: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The numbers of players of one side alone."""
    choices: tuple[Choices, Choices] = ((), ())
    """The readings and options that can be chosen on one side alone, so that there is nothing to compare with."""
    complete: bool = True
    """Whether the tables are all that there are; else choices made together were not looked at."""
    covered: int = 0
    """The number of tables that differ and are proved to be the same game together with one that is listed."""

    @property
    def first(self) -> TableComparison | None:
        """The table with the shortest game that parts, one from the start of the game before others."""
        parted = [each for each in self.tables if each.shown is not None]
        return min(parted, key=_order, default=None)

    @property
    def verdict(self) -> Literal["same", "equal", "proved", "unknown", "part"]:
        """The same rules; the same game in every state that there is; proved to be the same; not known; or unlike."""
        if any(each.verdict == "part" for each in self.tables) or any(self.players):
            return "part"
        if (
            not self.complete
            or self.left_out
            or any(self.choices)
            or any(each.verdict == "alike so far" for each in self.tables)
        ):
            return "unknown"
        if any(each.verdict == "proved" for each in self.tables):
            return "proved"
        return "equal" if self.tables else "same"


def _order(each: TableComparison) -> tuple[bool, bool, int, int]:
    assert each.shown is not None
    return each.shown.begins is not None, each.shown.scope is not None, len(each.shown.moves), each.at.players


Tick = Callable[[int], None]


def diff(left: Side, right: Side, settings: DiffLimits, tick: Tick = lambda _pairs: None) -> Diff:
    """Compares two sets of rules; raises `RuleSetError` for what a side does not know."""
    numbers = [range(each.game.players[0], each.game.players[1] + 1) for each in (left, right)]
    both = [each for each in numbers[0] if each in numbers[1]]
    alone = tuple(tuple(each for each in one if each not in both) for one in numbers)
    if settings.players is not None:
        both, alone = [settings.players], ((), ())
    assert len(alone) == 2
    if _same_rules(left, right, settings.players):
        return Diff((), 0, players=alone)
    stages, complete = tables(left, right, both, defaults=settings.defaults)
    looked: list[TableComparison] = []
    left_out: list[DiffTable] = []
    known: set[tuple[str, str]] = set()
    same = covered = 0
    prover = DiffProver(left, right, settings.rlimit, views=settings.table, alone=settings.defaults)
    for stage in stages:
        unlike, alike = unlike_tables(left, right, stage, known)
        same += alike
        for each in unlike:
            if prover.covers(each):
                covered += 1
            elif len(looked) < settings.tables:
                asked = None if any(one.verdict == "part" for one in looked) or not settings.rlimit else prover
                looked.append(_compared(left, right, each, settings, asked, tick))
            else:
                left_out.append(each)
        if any(each.verdict == "part" for each in looked):
            break
    open_ = left_out or any(each.verdict in {"part", "alike so far"} for each in looked)
    if not complete and settings.rlimit and not open_:
        complete = all(prover.proves(number) for number in both)
    only, choices = _alone(left, right), ((), ()) if settings.defaults else choices_alone(left, right)
    return Diff(tuple(looked), same, tuple(left_out), only, alone, choices, complete=complete, covered=covered)


def _same_rules(left: Side, right: Side, players: int | None) -> bool:
    """Returns whether the rules say the same, whatever is chosen, and the same is chosen."""
    if meaning(left.game) != meaning(right.game):
        return False
    chosen = [configure(each.game, players, each.readings, each.options, each.edition) for each in (left, right)]
    return all(each is not None for each, _ in chosen) and chosen[0][0] == chosen[1][0]


# ---- ONE TABLE


def _compared(
    left: Side, right: Side, at: DiffTable, settings: DiffLimits, prover: DiffProver | None, tick: Tick
) -> TableComparison:
    """Returns what is known of a table; the prover is asked where few pairs of states are not all that there are."""
    own, other = (engine_of(each, at, bare(each.game)) for each in (left, right))
    chosen = (rules_choice(each.game, side_configuration(each, at)) for each in (left, right))
    pairing = Pairing(own, other, table=settings.table, views=not same_sight(*chosen))
    looked = _lockstep(pairing, min(FIRST, settings.states), tick)
    proof = None
    if looked.parting is None and not looked.whole:
        proof = None if prover is None else prover.of(at)
        if proof is not None and proof.proved:
            return TableComparison(at, "proved", looked.pairs, looked.depth, proof=proof)
        looked = _lockstep(pairing, settings.states, tick) if settings.states > FIRST else looked
    return evolve(_played(left, right, at, settings, pairing, looked, tick), proof=proof)


def _played(
    left: Side, right: Side, at: DiffTable, settings: DiffLimits, pairing: Pairing, looked: PairingResult, tick: Tick
) -> TableComparison:
    """Returns what is known of a table by what was looked at, and by games at random, scopes and examples."""
    if looked.whole:
        games = (engine_of(each, at, bare(each.game), explain=True) for each in (left, right))
        looked = _lockstep(_overlooking_nothing(pairing, *games), settings.states, tick)
    if looked.parting is not None:
        return TableComparison(at, "part", looked.pairs, looked.depth, shown=_shown(left, right, at, looked.parting))
    if looked.whole:
        unseen = tuple(sorted(pairing.not_compared))
        return TableComparison(at, "alike so far" if unseen else "equal", looked.pairs, looked.depth, unseen=unseen)
    found = TableComparison(at, "alike so far", looked.pairs, looked.depth, settings.games)
    parting = at_random(pairing, settings.games, LONGEST, settings.seed)
    if parting is not None:
        moves = len(parting.moves)
        near = _from_examples(left, right, at, settings) if moves > LONG else None
        if near is not None:
            return evolve(found, verdict="part", shown=evolve(near, played=moves))
        shown = evolve(_shown(left, right, at, parting), shortest=moves == looked.depth + 1)
        return evolve(found, verdict="part", shown=shown)
    scopes: list[str] = []
    for name, smaller in _scopes(left, right, at, settings, views=pairing.views):
        small = _lockstep(smaller[0], settings.states, tick)
        if small.whole:
            small = _lockstep(smaller[1], settings.states, tick)
        if small.parting is not None:
            shown = evolve(_plain(small.parting), scope=name)
            return evolve(found, verdict="part", shown=shown, scopes=tuple(scopes))
        scopes += [name] if small.whole and not smaller[0].not_compared else []
    of_example = _from_examples(left, right, at, settings)
    if of_example is not None:
        return evolve(found, verdict="part", shown=of_example, scopes=tuple(scopes))
    return evolve(found, scopes=tuple(scopes))


def _lockstep(pairing: Pairing, states: int, tick: Tick) -> PairingResult:
    begun = pairing.begun()
    if isinstance(begun, BreakOff):
        unlike = begun.unlike
        parting = None if unlike is None else Parting(0, (), None, None, (unlike,))
        return PairingResult(parting, 0, 0, whole=parting is None)
    return lockstep(pairing, [begun], states, tick)


def _overlooking_nothing(pairing: Pairing, left: Game, right: Game) -> Pairing:
    """Returns a pairing of explaining engines: a plain one goes on where cases overlap or exceptions clash.

    No game does, so that two of which one breaks off there are not the same, however alike plain ones play them.
    """
    return evolve(pairing, left=left, right=right, not_compared=set())


def _scopes(
    left: Side, right: Side, at: DiffTable, settings: DiffLimits, *, views: bool
) -> Iterator[tuple[str, tuple[Pairing, Pairing]]]:
    """Yields the smaller games for as many players that the left side declares, as both sides play them.

    By what is printed on the right side a scope may mean other pieces, which says nothing of the whole games. Each as
    plain engines play it, and as engines do that overlook nothing.
    """
    for scope in left.game.scopes:
        if scope.players != at.players:
            continue
        one, other = restrict(left.game, scope)[0], restrict(right.game, scope)[0]
        if one is None or other is None or kept_pieces(scope, one) != kept_pieces(scope, other):
            continue
        sides = (bare(one), side_configuration(left, at)), (bare(other), side_configuration(right, at))
        own, others = (make_game(*each) for each in sides)
        plain = Pairing(own, others, table=settings.table, views=views)
        explaining = (make_game(*each, explain=True) for each in sides)
        yield scope.name, (plain, _overlooking_nothing(plain, *explaining))


def _from_examples(left: Side, right: Side, at: DiffTable, settings: DiffLimits) -> ShownParting | None:
    """Returns a parting from the position of an example that both sides have, and that is the same on both."""
    names = begun_alike(left.game, right.game, at.players)
    if not names:
        return None
    one, other = (
        engine_of(side, at, evolve(bare(side.game), examples=tuple(e for e in side.game.examples if e.name in names)))
        for side in (left, right)
    )
    # Where one side does not keep a variable it has no example that gives it.
    had = {each.name for each in one.description.examples} & {each.name for each in other.description.examples}
    pairing = Pairing(one, other, table=settings.table, ends=False)
    roots = []
    begins = []
    for name in (each for each in names if each in had):
        for line, pair in course(pairing, name):
            begins.append(name if line == 0 else f"{name}, after line {line}")
            roots.append(pair)
    looked = lockstep(pairing, roots, min(settings.states, EXAMPLES))
    return None if looked.parting is None else evolve(_plain(looked.parting), begins=begins[looked.parting.root])


# ---- WHAT IS SHOWN


def _plain(parting: Parting) -> ShownParting:
    return ShownParting(None, parting.moves, parting.unlike, parting.shortest)


def _shown(left: Side, right: Side, at: DiffTable, parting: Parting) -> ShownParting:
    """Returns a parting from the start of the game, with the clauses that fire on one side alone in its last move."""
    fired = [_fired(engine_of(side, at, bare(side.game), explain=True), parting.moves) for side in (left, right)]
    by = (
        tuple(each for each in fired[0] if each not in fired[1]),
        tuple(each for each in fired[1] if each not in fired[0]),
    )
    return evolve(_plain(parting), by=by)


def _fired(game: Game, moves: tuple[TraceStep, ...]) -> tuple[str, ...]:
    """Returns the clauses that fire in the last move; none where an engine that explains breaks off in front of it."""
    try:
        state: Any = game.initial()
        for step in moves[:-1]:
            state = game.apply(state, game.find_action(state, step.actor, step.action, step.arguments))
        last = [game.find_action(state, step.actor, step.action, step.arguments) for step in moves[-1:]]
    except Fault:
        return ()
    with game.recording() as recorder, suppress(Fault):
        for action in last:
            game.apply(state, action)
    return recorder.fired()


def _alone(left: Side, right: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the zones, variables and tokens that one side alone has."""
    names = [
        {one.name for kept in (each.zones, each.variables, each.tokens) for one in kept}
        for each in (left.game, right.game)
    ]
    return tuple(sorted(names[0] - names[1])), tuple(sorted(names[1] - names[0]))


def place_of(rules: model.Game, place: str) -> tuple[str, str, bool]:
    """Returns the name of what is kept at a place, the key behind it if there is one, and whether that is a seat."""
    name, _, key = place.partition(" of ")
    families = [(each.name, each.index) for each in rules.zones] + [(each.name, each.index) for each in rules.variables]
    return name, key, (name, "player") in families
