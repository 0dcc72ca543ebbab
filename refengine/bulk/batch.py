"""Batches by a module: its memory as arrays, and the reference engine, which explains whatever goes wrong in a game.

INVARIANT: a game that traps or is broken counts as what the reference engine finds, from the state before the step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NoReturn, SupportsIndex

from attrs import define, field

from refengine.bulk.batch_arrays import most_games, numbers_of, rows_of, shaped
from refengine.bulk.errors import ExecutorsDiffer, executors_differ
from refengine.bulk.machine import ENDLESS, Machine, Trapped, signed
from refengine.bulk.names import ProgramNames
from refengine.program.from_ir.batches import FRESH
from refengine.program.lowering import LoweredProgram
from refengine.program.storage.codec import StateCodec
from refengine.runtime.bad_data import malformed, unknown, wrong_value
from refengine.runtime.batches import FREE, Column, Field, Stand
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.runtime.playouts import Draws, EndedGame, played_on, whole

HOW: Final[Mapping[str, Stand]] = {
    "over": Stand.OVER, "cut": Stand.CUT, "broken": Stand.BROKEN, "fault": Stand.FAULT,
}  # fmt: skip

Kind = Literal["begin", "step", "finish"]


@define(repr=False)
class ModuleBatch:
    """The batch of one module of its own; made by `batch_of`."""

    game: Game
    machine: Machine
    games: int
    seed: int
    checked: bool
    limit: int
    named: ProgramNames
    _own: dict[str, memoryview]
    _told: dict[int, EndedGame | None] = field(factory=dict, init=False)
    _numbers: list[int] = field(factory=list, init=False)

    def __repr__(self) -> str:
        return f"<{self.games} games of {self.game}>"

    def __reduce_ex__(self, _: SupportsIndex) -> NoReturn:
        # The arrays of a copy would be those of the same machine.
        raise malformed("a second batch", "made by `game.batch`")

    # ---- ARRAYS

    def _array(self, name: str) -> memoryview:
        """Returns an array as it is, to be written."""
        return self._own[name]

    def _shown(self, name: str) -> memoryview:
        return self._own[name].toreadonly()

    @property
    def columns(self) -> int:
        """The number of columns of the masks."""
        return self.named.columns

    @property
    def masks(self) -> memoryview:
        """The masks of what is legal."""
        return self._shown("masks")

    @property
    def legal(self) -> memoryview:
        """The number of legal actions."""
        return self._shown("legal")

    @property
    def deciding(self) -> memoryview:
        """The seats that have something to choose."""
        return self._shown("deciding")

    @property
    def stands(self) -> memoryview:
        """Returns where each game stands."""
        return self._shown("ended")

    @property
    def steps(self) -> memoryview:
        """The steps that were taken."""
        return self._shown("steps")

    @property
    def scores(self) -> memoryview:
        """The scores of games that are over."""
        return self._shown("scores")

    @property
    def winners(self) -> memoryview:
        """The seats that have won."""
        return self._shown("winners")

    @property
    def choices(self) -> memoryview:
        """The choices, to be written."""
        return self._array("choices")

    # ---- PLAYING

    def begin(self, states: Iterable[Any] | None = None) -> None:
        """Begins all games anew; `malformed` where there is not a state for each."""
        listed = None if states is None else list(states)
        if listed is not None and len(listed) != self.games:
            raise malformed("the number of states", str(self.games))
        self._numbers = list(range(self.games))
        self._told.clear()
        if listed is None:
            self._array("ended")[:] = bytes([FRESH]) * self.games
            self._renew(self._numbers, 0)
            return
        packed: dict[int, bytes] = {}
        for each in listed:
            if id(each) not in packed:
                packed[id(each)] = self.named.codec.pack(self.game.to_json(each))
        for row, each in enumerate(listed):
            self._lay(row, packed[id(each)])
        self._run("begin")

    def restart(self) -> None:
        """Begins a new game in each row whose game has ended."""
        again = [row for row, stand in enumerate(self._array("ended").tobytes()) if stand != Stand.RUNNING]
        following = max(self._numbers) + 1
        for number, row in enumerate(again, start=following):
            self._numbers[row] = number
            self._told.pop(row, None)
        self._renew(again, following)

    def _renew(self, rows: Sequence[int], first: int) -> None:
        """Begins games at the start of the rules in the rows where none runs, with the numbers from the first on."""
        try:
            self.machine.initial()
        except Trapped as trapped:
            self._never_began(rows, trapped)
            return
        self.machine.call("renew", 0, self.games, signed(self.seed), first)
        self._run("begin")

    def _lay(self, row: int, state: bytes) -> None:
        size = len(state)
        self._array("states").cast("B")[row * size : (row + 1) * size] = state
        drawn = Draws(self.seed, self._numbers[row]).state
        self._array("random")[row] = drawn - (1 << 64) if drawn >> 63 else drawn
        self._array("steps")[row] = 0
        for name in ("scores", "winners"):
            self._clear(name, row)
        self._array("ended")[row] = FRESH

    def _never_began(self, rows: Sequence[int], trapped: Trapped) -> None:
        """Ends every game where the setup itself stops: the reference engine says why, which is the same for all."""
        ended: EndedGame | None = None
        try:
            self.game.initial()
        except Fault as fault:
            ended = EndedGame("fault", 0, fault=fault)
        for row in rows:
            self._array("steps")[row] = 0
            self._settle(row, ended, trapped)

    def step(self, choices: Sequence[int] | memoryview | Any | None = None) -> None:
        """Takes the chosen action in each running game."""
        if choices is not None:
            self._write(choices, "a column")
        wrong = self.machine.call("illegal", 0, self.games)
        if wrong >= 0:
            self._refuse(wrong)
        self._run("step")

    def take(self, places: Sequence[int] | memoryview | Any | None = None) -> None:
        """Takes the action at a place of what is legal in each running game."""
        if places is not None:
            self._write(places, "a place")
        wrong = self.machine.call("placed", 0, self.games)
        if wrong >= 0:
            wanted = f"a number from 0 to {self._array('legal')[wrong] - 1}, or -1 for a free choice"
            raise wrong_value("the place of an action", self._array("choices")[wrong], wanted)
        self.step()

    def _write(self, choices: Any, each: str) -> None:
        try:
            given = numbers_of(choices)
        except (TypeError, OverflowError, ValueError):
            raise malformed("each choice", f"{each}, or -1 for a free choice") from None
        if len(given) != self.games:
            raise malformed("the number of choices", str(self.games))
        self._array("choices").cast("B")[:] = memoryview(given).cast("B")

    def finish(self) -> None:
        """Plays each running game to its end."""
        self._run("finish")

    def _run(self, kind: Kind) -> None:
        """Has the module do something with each game; where one stops it, the reference engine has a look at it."""
        first = 0
        while first < self.games:
            try:
                self.machine.call(kind, first, self.games, min(self.limit, ENDLESS), int(self.checked))
                first, stopped = self.games, None
            except Trapped as trapped:
                stopped = trapped
            if stopped is not None:
                at = self._at_work()
                self._settle(at, self._again(at, kind, stopped), stopped)
                first = at + 1
        for row in self._broken():
            self._settle(row, self._again(row, kind, None), None)

    def _at_work(self) -> int:
        assert self.machine.lowered.batch is not None
        return int(self.machine.shared(self.machine.lowered.batch.at, 8).cast("q")[0])

    def _broken(self) -> Iterator[int]:
        ended = self._array("ended").tobytes()
        row = ended.find(Stand.BROKEN)
        while row >= 0:
            if row not in self._told:
                yield row
            row = ended.find(Stand.BROKEN, row + 1)

    # ---- WHAT THE REFERENCE ENGINE SAYS

    def _again(self, row: int, kind: Kind, trapped: Trapped | None) -> EndedGame | None:
        """Tells how a game went on in the reference engine from the state in its row; None where it still runs."""
        draws, chosen = Draws.at(self._array("random")[row]), [] if kind == "begin" else [self._array("choices")[row]]

        def decide(legal: tuple[Any, ...]) -> Any:
            free = kind == "finish" or legal[0].actor == "chance"
            if not free and not chosen:
                return None
            column = FREE if free else chosen.pop()
            return legal[draws.choose(legal)] if column == FREE else self._mapping(row, column)

        state, steps, begun = self.state(row), self._array("steps")[row], kind == "begin"
        ended = played_on(self.game, state, steps, decide, limit=self.limit, checked=self.checked, begun=begun)
        if trapped is None:
            name = self.machine.lowered.properties[self._array("broken")[row] - 1].name
            if ended is None or ended.how != "broken" or name not in ended.broken:
                raise self._differ(row, f"`{name}` is broken in one of them")
        return ended

    def _settle(self, row: int, ended: EndedGame | None, trapped: Trapped | None) -> None:
        """Keeps what the reference engine says of a game that the module could not, or may not, go on with."""
        how = None if ended is None else ended.how
        if trapped is not None and trapped.site is None:
            raise self._differ(row, "the module stopped at no site")
        if trapped is not None and trapped.site is not None and trapped.site.fault and how != "fault":
            raise self._differ(row, f"`{trapped.site.clause.path}` is a fault in one of them ({trapped.site.what})")
        self._array("ended")[row] = Stand.LEFT if how is None else HOW[how]
        for name in ("legal", "masks", "deciding"):
            self._clear(name, row)
        self._told[row] = EndedGame("cut", self._array("steps")[row]) if ended is None else ended
        if ended is not None and ended.how == "over":
            self._array("steps")[row] = ended.steps
            scores, winners = self._array("scores"), self._array("winners")
            for seat in range(self.game.description.players):
                scores[row, seat] = ended.scores[seat] if ended.scores else 0
                winners[row, seat] = int(seat + 1 in (ended.winners or ()))

    def _clear(self, name: str, row: int) -> None:
        each = self._array(name).cast("B")
        wide = each.nbytes // self.games
        each[row * wide : (row + 1) * wide] = bytes(wide)

    def _differ(self, row: int, how: str) -> ExecutorsDiffer:
        return ExecutorsDiffer(executors_differ(self._numbers[row], self.seed, how))

    def _refuse(self, row: int) -> None:
        column = self._array("choices")[row]
        if not 0 <= column < self.columns:
            raise unknown("column", column, ())
        self.game.apply(self.state(row), self._mapping(row, column))
        raise self._differ(row, f"{self.action(column).name} is legal in one of them")

    def _mapping(self, row: int, column: int) -> dict[str, Any]:
        found = self.action(column)
        seat = self._array("seat")[row]
        actor = found.actor if found.actor is not None else (seat + 1 if seat >= 0 else "table")
        return {"actor": actor, "name": found.name, "arguments": list(found.arguments)}

    def state(self, game: int) -> Any:
        """Returns the state of a game."""
        size, row = self.named.codec.packed.size, self._row(game)
        held = bytes(self._array("states").cast("B")[row * size : (row + 1) * size])
        return self.game.from_json(self.named.codec.unpack(held))

    def told(self, game: int) -> EndedGame | None:
        """Tells how a game ended."""
        game = self._row(game)
        if game in self._told:
            return self._told[game]
        steps, stand = self._array("steps")[game], self._array("ended")[game]
        if stand == Stand.RUNNING:
            return None
        if stand == Stand.CUT:
            return EndedGame("cut", steps)
        outcome = self.game.outcome(self.state(game))
        return (
            EndedGame("over", steps) if outcome is None else EndedGame("over", steps, outcome.scores, outcome.winners)
        )

    def _row(self, game: int) -> int:
        game = whole(game, "the number of a game")
        if not 0 <= game < self.games:
            raise malformed("the number of a game", f"from 0 to {self.games - 1}")
        return game

    # ---- NAMES

    def action(self, column: int) -> Column:
        """Returns the action of a column."""
        return self.named.action(whole(column, "the column"))

    def column(self, name: str, arguments: Sequence[Any] = (), actor: int | str | None = None) -> int:
        """Returns the column of an action."""
        return self.named.column(name, arguments, actor)

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parts of a view."""
        return self.named.fields

    # ---- VIEWS

    def observe(self, player: int) -> memoryview:
        """Returns the views of a seat."""
        seats, player = self.game.description.players, whole(player, "the seat")
        if not 1 <= player <= seats:
            raise unknown("seat", player, [str(seat + 1) for seat in range(seats)])
        try:
            self.machine.call("see", 0, self.games, player - 1)
        except Trapped as trapped:
            row = self._at_work()
            self.game.view(self.state(row), player)
            raise self._differ(row, f"{trapped} where it is asked who sees what") from trapped
        return self._shown("views")


def batch_of(lowered: LoweredProgram, game: Game, games: int, seed: int, *, checked: bool, limit: int) -> ModuleBatch:
    """Returns a batch of games that have begun; `malformed` where there is no room for so many."""
    rows, most = rows_of(lowered), most_games(lowered)
    if not 1 <= games <= most:
        raise malformed("the number of games", f"from 1 to {most:,}")
    room = sum(-(-wide * games // 16) * 16 for wide in rows.values())
    machine = Machine(lowered, room)
    own, at = {}, machine.free
    starts = []
    for name, wide in rows.items():
        starts.append(at)
        own[name] = shaped(machine.shared(at, wide * games), name, games, wide)
        at += -(-wide * games // 16) * 16
    machine.call("lay", *starts)
    codec = StateCodec(lowered.game, lowered.packed, game.description.version)
    batch = ModuleBatch(game, machine, games, seed, checked, limit, ProgramNames(lowered, codec), own)
    batch.begin()
    return batch
