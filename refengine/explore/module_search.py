"""A search by a module: states are found and looked at inside it, and the reference engine explains.

Wherever the module stops, or finds something broken that is not yet known, the reference engine plays that one step
again as it would in a search of its own, and what it finds is what is told.

INVARIANT: states, transitions, depths and breaches, with their traces, are those of `explore.search`, in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, overload

from attrs import evolve, frozen

from refengine.bulk.errors import ExecutorsDiffer, executors_part
from refengine.bulk.machine import Trapped
from refengine.explore.claims import CLAIM, ExploredClaim
from refengine.explore.result import FAULT, REFUSED, Breach, Ended
from refengine.explore.search import Search, Tick
from refengine.explore.search_memory import PARENT, PLACE, Checkpoint, SearchMemory, room_for
from refengine.explore.shares import NOBODY, Shares, SharesCheckpoint, Unfinished, instances, shared_room
from refengine.program.from_ir import search, search_progress
from refengine.program.from_ir.points import NO_REST
from refengine.program.from_ir.unit import TrapSite
from refengine.program.lowering import LoweredProgram
from refengine.program.storage.codec import StateCodec
from refengine.program.storage.values import Unpackable
from refengine.runtime.fault import Fault, IllegalAction
from refengine.runtime.game import Game, State

ALONE: Final = 200_000
"""The number of states up to which several instances are not worth their making."""

SLICE: Final = 50_000
"""The number of states after which a search in the module can be interrupted."""


class NoRoom(Exception):  # noqa: N818 - no error: the reference engine searches
    """The module has no room for what the rules may go on to; the message says where."""


@frozen
class SearchCheckpoint:
    """The progress of a search between two calls of the module, with what was broken until then.

    `shares` is that of the instances that share it, if they have begun.
    """

    words: Checkpoint
    breaches: tuple[Breach, ...]
    in_doubt: bool
    met: frozenset[str]
    shares: SharesCheckpoint

    @property
    def states(self) -> int:
        """The number of states that were found until then."""
        return max(self.words[search_progress.COUNT], self.shares.states)

    def of(self, many: int) -> SearchCheckpoint:
        """Returns the checkpoint from which so many instances can go on: what others shared is left out."""
        return self if len(self.shares.words) == many else evolve(self, shares=NOBODY)


@frozen
class HaltedSearch:
    """A search as it stood when it was halted."""

    game: Game
    ended: Ended
    states: int
    depth: int
    frontier: Sequence[State]
    plays: Callable[[State], tuple[Any, ...]]


class ModuleSearch(Search):
    """A search by a module for at most `most` states, and those that the last of them leads to."""

    def __init__(
        self, game: Game, lowered: LoweredProgram, most: int, *, all_orders: bool = False,
        claims: Sequence[ExploredClaim] = (),
    ) -> None:  # fmt: skip
        super().__init__(game, all_orders=all_orders, claims=claims)
        assert lowered.search is not None
        self._layout = lowered.search
        assert tuple(each.name for each in claims) == lowered.search.claims
        self._explained: set[tuple[TrapSite | None, int]] = set()
        self._lowered, self._most, self._claims = lowered, most, claims
        self._codec = StateCodec(lowered.game, lowered.packed, game.description.version)
        self._memory = SearchMemory(lowered, most)
        self._words = self._memory.words
        self._shares: Shares | None = None
        self._checkpoint: SearchCheckpoint | None = None
        if self.states:
            self._memory.lay(self._packed(self._level[0]))
            self._memory.begin()
            self._know()

    def _packed(self, state: State) -> bytes:
        try:
            return self._codec.pack(self.game.to_json(state))
        except Unpackable as unpackable:
            raise NoRoom(str(unpackable)) from None

    @property
    def depth(self) -> int:
        """The greatest distance from the start."""
        return int(self._words[search_progress.DEPTH])

    @property
    def frontier(self) -> Sequence[State]:
        """The states that are found and not yet expanded."""
        return Frontier(self, int(self._words[search_progress.NUMBER]), self.states)

    def instances(self, wanted: int) -> int:
        """Returns how many instances may share it, if so many are wanted."""
        return 1 if self._most <= ALONE else instances(self._lowered, self._most, wanted)

    def bytes_of(self, many: int) -> int:
        """Returns the most bytes that it takes if at some time so many instances share it."""
        alone = room_for(self._lowered, self._most)
        if many == 1:
            return alone
        return max(alone, room_for(self._lowered, ALONE) + shared_room(self._lowered, self._most, many))

    def halted(self) -> HaltedSearch:
        """Returns the search as it stands now, to be estimated even when it has gone on."""
        return HaltedSearch(self.game, self.ended, self.states, self.depth, self.frontier, self.plays)

    def halted_at(self, states: int, depth: int, expanded: int) -> HaltedSearch:
        """Returns the search as a limit halted it when it had found, and expanded, so many states."""
        return HaltedSearch(self.game, "limit", states, depth, Frontier(self, expanded, states), self.plays)

    # ---- SEARCHING

    def _run(self, limit: int, tick: Tick) -> None:
        found = search.REMARKABLE
        told = self.states
        try:
            while True:
                until = min(limit, int(self._words[search_progress.COUNT]) + SLICE)
                try:
                    found = self._memory.machine.call(search.SEARCH, until, int(self._all_orders), int(self._checked))
                    trapped = None
                except Trapped as stopped:
                    found, trapped = search.REMARKABLE, stopped
                self._add_up()
                tick(self.states - told)
                told = self.states
                if found == search.REMARKABLE:
                    self._again(trapped)
                elif found == search.WHOLE:
                    self.ended = "whole"
                    return
                else:
                    self._checkpoint = self._at_rest()
                    if self.states > limit:
                        return
        finally:
            self._add_up()
            self._meet()

    def run_by_shares(self, many: int, limit: int, tick: Tick) -> None:
        """Goes through the whole game from the start, in so many threads, if nothing is broken but what is known to be.

        Else nothing has happened, and `run` goes on. Not for one that takes states that differ by seats alone for one.
        """
        if self.ended != "limit" or any(each.sort in {FAULT, REFUSED} for each in self.breaches.values()):
            return
        try:
            if self._shares is None:
                self._shares = self._begun(many, limit)
            self._shares.run(tick)
            self.ended = "whole"
        except (Unfinished, MemoryError, self._memory.machine.code.refusal):
            self._shares = None
            return
        except KeyboardInterrupt:
            self.ended = "interrupted"
        shares = self._shares
        if shares is not None and (self.ended == "whole" or shares.states > self.states):
            self._take_over(shares)  # that no state is new does not say that all steps were taken

    def _begun(self, many: int, limit: int) -> Shares:
        shares = Shares(self._lowered, self._packed(self.game.initial()), limit, many, all_orders=self._all_orders)
        shares.know(self._words[search_progress.BROKEN], self._words[search_progress.DENIED])
        return shares

    def _take_over(self, shares: Shares) -> None:
        self._words[search_progress.COUNT] = self._words[search_progress.NUMBER] = shares.states
        self._words[search_progress.TRANSITIONS] = shares.transitions
        self._words[search_progress.FINISHED] = shares.finished
        self._words[search_progress.DEPTH] = shares.depth
        self._words[search_progress.ASKED] |= shares.asked
        self._add_up()
        self._meet()

    def _meet(self) -> None:
        """Notes the claims whose assumptions something met."""
        asked = int(self._words[search_progress.ASKED])
        self.claims.meet(name for number, name in enumerate(self._layout.claims) if asked >> number & 1)

    def _add_up(self) -> None:
        self.states = int(self._words[search_progress.COUNT])
        self.transitions = int(self._words[search_progress.TRANSITIONS])
        self.finished = int(self._words[search_progress.FINISHED])

    # ---- CHECKPOINTS

    def _at_rest(self) -> SearchCheckpoint:
        self._meet()
        breaches = tuple(self.breaches.values())
        return SearchCheckpoint(self._memory.checkpoint(), breaches, self.in_doubt, self.claims.met, NOBODY)

    @property
    def checkpoint(self) -> SearchCheckpoint | None:
        """Where a search like this one can go on, whatever interrupted it; None before there is such a place."""
        if self._checkpoint is None or self._shares is None:
            return self._checkpoint
        return evolve(self._checkpoint, shares=self._shares.checkpoint)

    def found_until(self, checkpoint: SearchCheckpoint) -> Iterator[memoryview]:
        """Yields the bytes of all that was found until its checkpoint."""
        yield from self._memory.found_until(checkpoint.words)
        if self._shares is not None:
            yield from self._shares.found_until(checkpoint.shares)

    def restore(self, checkpoint: SearchCheckpoint, found: Iterator[memoryview]) -> None:
        """Puts the checkpoint of a search like this one back, with the bytes of all that was found until then."""
        self._memory.restore(checkpoint.words, islice(found, len(self._memory.found_until(checkpoint.words))))
        self._checkpoint = evolve(checkpoint, shares=NOBODY)
        self.breaches = {each.key: each for each in checkpoint.breaches}
        self.in_doubt = checkpoint.in_doubt
        self.claims.restore([each.clause for each in checkpoint.breaches if each.sort == CLAIM], checkpoint.met)
        if checkpoint.shares.words:
            self._shares = self._begun(len(checkpoint.shares.words), self._most)
            self._shares.restore(checkpoint.shares, found)
        self._add_up()
        self._meet()

    # ---- WHAT THE REFERENCE ENGINE SAYS

    def _again(self, trapped: Trapped | None) -> None:
        """Plays the step again at which the module stopped, and has it go on behind that."""
        stage = int(self._words[search_progress.STAGE])
        is_looked_at = stage in {search_progress.FOUND, search_progress.MET_AGAIN}
        if self._words[search_progress.WAITING] and not is_looked_at:
            return  # the steps before are looked at first, then the module comes here again
        number = int(self._words[search_progress.PARENT if is_looked_at else search_progress.NUMBER])
        if trapped is not None and trapped.site is None:
            raise self._differ(number, "the module stopped at no site")
        explained = (trapped.site, stage) in self._explained if trapped is not None else False
        agree = explained or self._agree(number, stage, trapped)
        self._go_on(stage)
        if not agree:
            self._settle(number, trapped)
        if trapped is not None and not is_looked_at and self._is_told(trapped.site):
            # A fault of the same place is no news, and nothing else would be looked at there.
            self._explained.add((trapped.site, stage))
        if not explained:
            self._know()

    def _is_told(self, site: TrapSite | None) -> bool:
        """Returns whether a fault of a site is told, under its clause; an endless loop has one site for all."""
        if site is None or not site.fault or site.what == NO_REST:
            return False
        return (FAULT, site.clause.path) in self.breaches

    def _go_on(self, stage: int) -> None:
        """Has the module go on behind what it stopped at."""
        if stage in {search_progress.FOUND, search_progress.MET_AGAIN}:
            self._words[search_progress.LOOKED] += 1
        elif stage == search_progress.TAKING:
            self._words[search_progress.PLACE] += 1
        else:
            self._words[search_progress.FINISHED] += stage == search_progress.ENDING
            self._words[search_progress.PLACE] = 0
            self._words[search_progress.NUMBER] += 1

    def _agree(self, number: int, stage: int, trapped: Trapped | None) -> bool:
        """Asks the reference engine; whether it found something too."""
        state = self.state(number)
        if stage in {search_progress.LISTING, search_progress.ENDING}:
            return self._ended_there(state, number, stage)
        if self._stepped(state, number, stage):
            return True
        # Where there was no room to work a property out the reference engine has done it.
        return stage != search_progress.TAKING and trapped is not None and not _is_fault(trapped)

    def _ended_there(self, state: State, number: int, stage: int) -> bool:
        """Asks what is legal in a state, or for the outcome; whether the rules break off there."""
        try:
            if stage == search_progress.LISTING:
                self.game.legal(state)
            else:
                self.game.outcome(state)
        except Fault as fault:
            self._fault(fault, number, None)
            return True
        return False

    def _stepped(self, state: State, number: int, stage: int) -> bool:
        """Carries an action out, and looks at what came of it as a search does; whether the two agree."""
        place = search_progress.PLACE if stage == search_progress.TAKING else search_progress.ACTION
        action = self.game.legal(state)[int(self._words[place])]
        before = len(self.breaches)
        try:
            after = self.game.apply(state, action)
            if stage == search_progress.TAKING:
                return False  # the module did not come so far
            if self.game.violations(state, after):
                self._broke(self.game.violations(state, after), number, action)
            if stage == search_progress.FOUND and self._look is not None:
                self._deny(self._look(after), number, action)
        except (Fault, IllegalAction) as stopped:
            self._stopped(stopped, number, action)
            self.in_doubt = self.in_doubt or self._is_taken(state, action)
            return True
        return len(self.breaches) > before or self.in_doubt

    def _settle(self, number: int, trapped: Trapped | None) -> None:
        """Says what it means that the reference engine found nothing wrong where the module stopped."""
        if trapped is None:
            raise self._differ(number, "something is broken in one of them")
        assert trapped.site is not None
        if trapped.site.fault:
            how = f"`{trapped.site.clause.path}` is a fault in one of them ({trapped.site.what})"
            raise self._differ(number, how)
        raise NoRoom(f"{trapped.site.what} in `{trapped.site.clause.path}`")

    def _know(self) -> None:
        """Tells the module what is known to be broken, so that it does not stop there again."""
        told = self.game.description
        paths = {each.name: each.clause.path for each in told.invariants}
        paths |= {each.name: each.clause.path for each in told.measures}
        broken = sum(
            1 << number
            for number, each in enumerate(self._memory.machine.lowered.properties)
            if (each.kind, paths[each.name]) in self.breaches
        )
        denied = {each.path for each in self.claims.broken}
        closed = sum(1 << number for number, each in enumerate(self._claims) if each.clause.path in denied)
        self._words[search_progress.BROKEN] = _signed(broken)
        self._words[search_progress.DENIED] = _signed(closed)

    def _differ(self, number: int, how: str) -> ExecutorsDiffer:
        return ExecutorsDiffer(executors_part(f"in state {number}, {how}"))

    # ---- STATES

    def state(self, number: int) -> State:
        """Returns the state of a number, from 0."""
        size, row = self._codec.packed.size, self._memory.row
        return self.game.from_json(self._codec.unpack(bytes(self._memory.rows[number * row : number * row + size])))

    def _way(self, number: int, action: Any) -> list[Any]:
        """Returns the actions that led to a state, and one from there; found by playing them again."""
        places = []
        while number > 0:
            places.append(int.from_bytes(self._memory.places[number * PLACE : (number + 1) * PLACE], "little"))
            number = int.from_bytes(self._memory.parents[number * PARENT : (number + 1) * PARENT], "little")
        state, actions = self.game.initial(), []
        for place in reversed(places):
            actions.append(self.game.legal(state)[place])
            state = self.game.apply(state, actions[-1])
        return actions if action is None else [*actions, action]


class Frontier(Sequence[State]):
    """States of a search from a number on, made when they are asked for."""

    def __init__(self, search: ModuleSearch, first: int, end: int) -> None:
        self._search, self._first, self._end = search, first, end

    def __len__(self) -> int:
        return self._end - self._first

    @overload
    def __getitem__(self, place: int) -> State: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[State]: ...

    def __getitem__(self, place: int | slice) -> State | Sequence[State]:
        if isinstance(place, slice):
            return [self._search.state(self._first + each) for each in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        return self._search.state(self._first + place)


def _is_fault(trapped: Trapped) -> bool:
    return trapped.site is None or trapped.site.fault


def _signed(mask: int) -> int:
    return mask - (1 << 64) if mask >> 63 else mask
