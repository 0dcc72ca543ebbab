"""Batches: many games side by side, of which the caller decides for players and the table, and the program for chance.

Each game has a row in every array; where the arrays begin whoever runs the program says, beyond the memory that it
needs itself. A game that breaks something, or traps, leaves its row as it was before: the reference engine goes on.
The choices of chance, and those that are left to the program, are those of `docs/random-choices.md`.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.program import ops
from refengine.program.from_ir.asks import stride_of
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.columns import CHOSEN, COLUMN, Columns, add_columns, columns_of, many_of
from refengine.program.from_ir.playing import BROKEN, CUT, OVER_, PLAY_ON, RANDOM, STEP, Addresses
from refengine.program.from_ir.properties import OVER
from refengine.program.from_ir.sight import VIEW, ViewLayout
from refengine.program.from_ir.stamps import ALL_WRITTEN
from refengine.program.from_ir.unit import ARENA, ARENA_START, Unit
from refengine.program.from_ir.words import without_lowest_bit

RUNNING, ENDED_OVER, ENDED_CUT, ENDED_BROKEN, FAULTY, LEFT = range(6)
"""Where a game stands; the last two are never written here: the program stops."""

FRESH: Final = 255
"""Where a game stands that is to begin, and of which nothing has been looked at."""

FREE: Final = -1
"""A choice that is left to the program."""

ENDS: Final = {OVER_: ENDED_OVER, CUT: ENDED_CUT, BROKEN: ENDED_BROKEN}

WORD: Final = 8

GAME, CHOICE = ops.Local("game", "i32"), ops.Local("choice", "i64")
LIMIT, CHECKED = ops.Local("limit", "i64"), ops.Local("checked", "i32")
FIRST, UNTIL = ops.Local("first", "i32"), ops.Local("until", "i32")
GAME_: Final = ops.Get(GAME)


@frozen
class Batch:
    """The layout of a batch: the arrays in their order, with the bytes of a row, and the columns of each action."""

    rows: tuple[tuple[str, int], ...]
    columns: tuple[Columns | None, ...]
    at: int
    """The address of the number of the game that is at work."""


def _array(name: str) -> ops.Global:
    return ops.Global(f"batch {name}", "i32")


def arrays_of(batch: Batch) -> tuple[ops.Global, ...]:
    """Returns the globals that hold where each array begins."""
    return tuple(_array(name) for name, _ in batch.rows)


def add_batches(unit: Unit, found: Addresses, cut: ViewLayout) -> Batch:
    """Adds the functions that are called from outside, after those of playing and of sight."""
    columns, seats = columns_of(unit), unit.forms.kinds["player"]
    rows = (
        ("states", unit.packed.size), ("random", WORD), ("steps", WORD), ("seat", WORD), ("broken", WORD),
        ("legal", WORD), ("ended", 1), ("deciding", seats), ("masks", many_of(columns)), ("scores", WORD * seats),
        ("winners", seats), ("choices", WORD), ("views", cut.size),
    )  # fmt: skip
    batch = Batch(rows, columns, unit.memory.room(WORD))
    add_columns(unit, columns)
    params = tuple(ops.Local(name, "i32") for name, _ in rows)
    laid = tuple(ops.Assign(_array(each.name), ops.Get(each)) for each in params)
    unit.add(ops.Function("lay", params, None, laid, exported=True))
    made = _BatchFunctions(unit, found, batch, dict(rows))
    made.add_renewed()
    made.add_begun()
    made.add_advanced()
    made.add_played_out()
    made.add_checked()
    made.add_placed()
    made.add_seen(cut)
    return batch


@frozen
class _BatchFunctions:
    """The functions of one program."""

    unit: Unit
    found: Addresses
    batch: Batch
    rows: dict[str, int]

    def row(self, name: str, game: ops.Local = GAME) -> ops.Expression:
        """Returns the address of a game's row of an array."""
        return ops.Plus(ops.Get(_array(name)), ops.Times(ops.Get(game), ops.Address(self.rows[name])))

    @property
    def state(self) -> ops.Expression:
        """The address of the state that is played."""
        return ops.Address(self.found.state)

    def _copied(self, to: ops.Expression, source: ops.Expression) -> ops.Statement:
        return ops.Copy(to, source, ops.Address(self.unit.packed.size))

    def _taken_up(self) -> tuple[ops.Statement, ...]:
        """Makes a game the one that is played."""
        return (
            ops.Assign(ARENA, ops.Get(ARENA_START)),
            self._copied(self.state, self.row("states")),
            ALL_WRITTEN,
            ops.Assign(RANDOM, ops.Load(self.row("random"), 0, WORD)),
        )

    def _put_back(self, steps: ops.Expression) -> tuple[ops.Statement, ...]:
        return (
            self._copied(self.row("states"), self.state),
            ops.Store(self.row("random"), 0, WORD, ops.Get(RANDOM)),
            ops.Store(self.row("steps"), 0, WORD, steps),
        )

    def _nobody_decides(self) -> tuple[ops.Statement, ...]:
        return (
            ops.Store(self.row("legal"), 0, WORD, ops.Number(0)),
            ops.Clear(self.row("masks"), ops.Address(self.rows["masks"])),
            ops.Clear(self.row("deciding"), ops.Address(self.rows["deciding"])),
        )

    def _over(self) -> tuple[ops.Statement, ...]:
        """Writes down what came of a game that is over: nobody wins, with a score of 0, where the rules do not say."""
        seats, result = self.unit.forms.kinds["player"], self.found.results + 3 * WORD
        winners = ops.Load(ops.Address(result), WORD * seats, WORD)

        def has_won(seat: int) -> ops.Expression:
            return ops.Binary("&", ops.Binary(">>", winners, ops.Number(seat)), ops.Number(1))

        won = [ops.Store(self.row("winners"), seat, 1, has_won(seat)) for seat in range(seats)]
        scored = ops.Copy(self.row("scores"), ops.Address(result), ops.Address(WORD * seats))
        return (ops.When(ops.Call(OVER, (self.state, ops.Address(result)), "i32"), (scored, *won)),)

    def _ended(self, how: int) -> tuple[ops.Statement, ...]:
        stands = ops.Store(self.row("ended"), 0, 1, ops.Number(how))
        return (*(self._over() if how == ENDED_OVER else ()), *self._nobody_decides(), stands)

    def _broken(self, broken: ops.Local) -> tuple[ops.Statement, ...]:
        return (
            ops.Store(self.row("broken"), 0, WORD, ops.Widened(ops.Get(broken))),
            *self._ended(ENDED_BROKEN),
            ops.Return(None),
        )

    # ---- A STEP

    def add_renewed(self) -> None:
        """Adds the function that lays a new game, in the state that is played, wherever none is running.

        Their numbers follow each other; nobody has looked at them yet.
        """
        seed, number, seats = ops.Local("seed", "i64"), ops.Local("number", "i64"), self.unit.forms.kinds["player"]
        mixed = [ops.Call("mixed", (each,), "i64") for each in (ops.Get(seed), plus(ops.Get(number), STEP))]
        lay = (
            self._copied(self.row("states"), self.state),
            ops.Store(self.row("random"), 0, WORD, ops.Binary("^", *mixed)),
            ops.Store(self.row("steps"), 0, WORD, ops.Number(0)),
            ops.Clear(self.row("scores"), ops.Address(WORD * seats)),
            ops.Clear(self.row("winners"), ops.Address(seats)),
            ops.Store(self.row("ended"), 0, 1, ops.Number(FRESH)),
            ops.Assign(number, plus(ops.Get(number), 1)),
        )
        body = self._each((ops.When(ops.Negated(self._runs()), lay),))
        self.unit.add(ops.Function("renew", (FIRST, UNTIL, seed, number), None, body, exported=True))

    def add_begun(self) -> None:
        """Adds the function that looks at games which are to begin, up to the first decision."""
        fresh = ops.Compare("==", ops.Load(self.row("ended"), 0, 1), ops.Number(FRESH))
        broken = ops.Local("broken", "i32")
        call = ops.Call("broken at first", (self.state, self.state), "i32")
        sound = (ops.Assign(broken, call), ops.When(ops.Get(broken), self._broken(broken)))
        advanced = ops.Run(ops.Call("decided", (GAME_, ops.Get(LIMIT), ops.Get(CHECKED), ops.Address(0)), None))
        body = (*self._taken_up(), ops.When(ops.Get(CHECKED), sound), advanced)
        self.unit.add(ops.Function("begun", (GAME, LIMIT, CHECKED), None, body))
        running = ops.Store(self.row("ended"), 0, 1, ops.Number(RUNNING))
        began = ops.Run(ops.Call("begun", (GAME_, ops.Get(LIMIT), ops.Get(CHECKED)), None))
        self._add_each("begin", fresh, (running, began))

    def add_advanced(self) -> None:
        """Adds the function that carries out what was chosen, and what chance does then, up to the next decision."""
        self._add_decided()
        choice = ops.Load(self.row("choices"), 0, WORD)
        chosen, many = ops.Local("chosen", "i32"), ops.Local("many", "i32")
        seat = ops.Load(self.row("seat"), 0, WORD)
        told = ops.Assign(chosen, ops.Call(CHOSEN, (ops.Get(CHOICE), seat), "i32"))
        drawn = (
            ops.Assign(many, ops.Call("all legal", (self.state,), "i32")),
            ops.Assign(chosen, ops.Call("pick", (ops.Get(many),), "i32")),
        )
        body = (
            *self._taken_up(),
            ops.Assign(CHOICE, choice),
            ops.When(ops.Compare("==", ops.Get(CHOICE), ops.Number(FREE)), drawn, (told,)),
            ops.Run(ops.Call("decided", (GAME_, ops.Get(LIMIT), ops.Get(CHECKED), ops.Get(chosen)), None)),
        )
        self.unit.add(ops.Function("advanced", (GAME, LIMIT, CHECKED), None, body))
        advanced = ops.Run(ops.Call("advanced", (GAME_, ops.Get(LIMIT), ops.Get(CHECKED)), None))
        self._add_each("step", self._runs(), (advanced,))

    def _runs(self) -> ops.Expression:
        return ops.Compare("==", ops.Load(self.row("ended"), 0, 1), ops.Number(RUNNING))

    def _add_decided(self) -> None:
        """Takes the action at an address, if it is not 0, and those of chance, until somebody else is asked."""
        chosen, many, steps = ops.Local("chosen", "i32"), ops.Local("many", "i32"), ops.Local("steps", "i64")
        broken, before, entry = ops.Local("broken", "i32"), ops.Address(self.found.before), ops.Local("entry", "i32")
        base = ops.Address(self.found.offered)
        look = (
            ops.Assign(broken, ops.Call("broken by step", (before, self.state), "i32")),
            ops.When(ops.Get(broken), self._broken(broken)),
        )
        take = (
            ops.When(ops.Get(CHECKED), (self._copied(before, self.state),)),
            ops.Run(ops.Call("take", (self.state, ops.Get(chosen)), None)),
            ops.Assign(steps, plus(ops.Get(steps), 1)),
            ops.When(ops.Get(CHECKED), look),
        )

        def ended(how: int) -> tuple[ops.Statement, ...]:
            return (*self._ended(how), *self._put_back(ops.Get(steps)), ops.Return(None))

        by_chance = ops.Compare("<", ops.Call(COLUMN, (base,), "i64"), ops.Number(0))
        stop = (*self._listed(many, entry), *self._put_back(ops.Get(steps)), ops.Return(None))
        turn = (
            ops.When(ops.Get(chosen), take),
            ops.Assign(ARENA, ops.Get(ARENA_START)),
            ops.Assign(many, ops.Call("all legal", (self.state,), "i32")),
            ops.When(ops.SameAddress(ops.Get(many), ops.Address(0)), ended(ENDED_OVER)),
            ops.When(ops.Compare(">=", ops.Get(steps), ops.Get(LIMIT)), ended(ENDED_CUT)),
            ops.When(ops.Negated(by_chance), stop),
            ops.Assign(chosen, ops.Call("pick", (ops.Get(many),), "i32")),
        )
        body = (ops.Assign(steps, ops.Load(self.row("steps"), 0, WORD)), ops.While(ops.Address(1), turn))
        self.unit.add(ops.Function("decided", (GAME, LIMIT, CHECKED, chosen), None, body))

    def _listed(self, many: ops.Local, entry: ops.Local) -> tuple[ops.Statement, ...]:
        """Writes down what is legal as a mask, and who decides."""
        left, base = ops.Local("left", "i32"), ops.Address(self.found.offered)
        seat = ops.Load(ops.Get(entry), WORD, WORD)
        column = ops.Shortened(ops.Call(COLUMN, (ops.Get(entry),), "i64"))
        decides = ops.Store(ops.Plus(self.row("deciding"), ops.Shortened(seat)), 0, 1, ops.Number(1))
        each = (
            ops.Store(ops.Plus(self.row("masks"), column), 0, 1, ops.Number(1)),
            ops.When(ops.Compare(">=", seat, ops.Number(0)), (decides,)),
            ops.Assign(entry, ops.Plus(ops.Get(entry), ops.Address(stride_of(self.unit)))),
            ops.Assign(left, ops.Minus(ops.Get(left), ops.Address(1))),
        )
        return (
            *self._nobody_decides(),
            ops.Store(self.row("legal"), 0, WORD, ops.Widened(ops.Get(many))),
            ops.Assign(entry, base),
            ops.Assign(left, ops.Get(many)),
            ops.While(ops.Get(left), each),
            ops.Store(self.row("seat"), 0, WORD, ops.Load(base, WORD, WORD)),
        )

    # ---- TO THE END

    def add_played_out(self) -> None:
        """Adds the function that plays games to their end, every choice left to the program."""
        result, how, broken = ops.Address(self.found.results), ops.Local("how", "i64"), ops.Local("broken", "i32")
        steps = ops.Load(self.row("steps"), 0, WORD)
        play = ops.Run(ops.Call(PLAY_ON, (steps, ops.Get(LIMIT), ops.Get(CHECKED), result), None))
        number = ops.Shortened(ops.Load(result, 2 * WORD, WORD))
        is_broken = ops.Compare("==", ops.Get(how), ops.Number(BROKEN))
        ends = [
            ops.When(ops.Compare("==", ops.Get(how), ops.Number(each)), self._ended(ENDS[each]))
            for each in (OVER_, CUT)
        ]
        body = (
            *self._taken_up(),
            play,
            ops.Assign(how, ops.Load(result, 0, WORD)),
            ops.When(is_broken, (ops.Assign(broken, number), *self._broken(broken))),
            *ends,
            *self._put_back(ops.Load(result, WORD, WORD)),
        )
        self.unit.add(ops.Function("played out", (GAME, LIMIT, CHECKED), None, body))
        out = ops.Run(ops.Call("played out", (GAME_, ops.Get(LIMIT), ops.Get(CHECKED)), None))
        self._add_each("finish", self._runs(), (out,))

    # ---- MANY

    def _add_each(self, name: str, condition: ops.Expression, body: tuple[ops.Statement, ...]) -> None:
        """Adds a function that does something with each game of some that stands so; it says which is at work."""
        at_work = ops.Store(ops.Address(self.batch.at), 0, WORD, ops.Widened(ops.Get(GAME)))
        loop = self._each((at_work, ops.When(condition, body)))
        self.unit.add(ops.Function(name, (FIRST, UNTIL, LIMIT, CHECKED), None, loop, exported=True))

    @staticmethod
    def _each(body: tuple[ops.Statement, ...]) -> tuple[ops.Statement, ...]:
        step = ops.Assign(GAME, ops.Plus(ops.Get(GAME), ops.Address(1)))
        going = ops.Compare("<", ops.Widened(ops.Get(GAME)), ops.Widened(ops.Get(UNTIL)))
        return ops.Assign(GAME, ops.Get(FIRST)), ops.While(going, (*body, step))

    def add_checked(self) -> None:
        """Adds the function that finds the first running game whose choice is not legal; -1 if there is none."""
        choice = ops.Load(self.row("choices"), 0, WORD)
        legal = ops.Load(ops.Plus(self.row("masks"), ops.Shortened(ops.Get(CHOICE))), 0, 1)
        outside = ops.Compare(">u", ops.Get(CHOICE), ops.Number(self.rows["masks"] - 1))
        wrong = outside if not self.rows["masks"] else ops.Either(outside, ops.Compare("==", legal, ops.Number(0)))
        free = ops.Compare("==", ops.Get(CHOICE), ops.Number(FREE))
        found = ops.When(ops.Both(ops.Negated(free), wrong), (ops.Return(ops.Get(GAME)),))
        loop = self._each((ops.When(self._runs(), (ops.Assign(CHOICE, choice), found)),))
        body = (*loop, ops.Return(ops.Address(-1)))
        self.unit.add(ops.Function("illegal", (FIRST, UNTIL), "i32", body, exported=True))

    def add_placed(self) -> None:
        """Adds the function that puts in place of each choice, which is a place among the ones of its mask, the column.

        It returns the first running game in which nothing stands at the place, and changes nothing then; else -1.
        """
        place, at, left = ops.Load(self.row("choices"), 0, WORD), ops.Local("at", "i32"), ops.Local("left", "i64")
        word = ops.Local("word", "i64")
        free = ops.Compare("==", place, ops.Number(FREE))
        beyond = ops.Negated(ops.Compare("<u", place, ops.Load(self.row("legal"), 0, WORD)))
        refused = ops.When(ops.Both(ops.Negated(free), beyond), (ops.Return(GAME_),))
        # A byte of a mask is 0 or 1, so the bits of a word are the ones of eight columns; behind the last column of a
        # game those of the next one begin, but what is looked for stands in front of them.
        ones = ops.Unary("ones", ops.Get(word))
        further = (
            ops.Assign(left, ops.Binary("-", ops.Get(left), ones)),
            ops.Assign(at, ops.Plus(ops.Get(at), ops.Address(WORD))),
            ops.Assign(word, ops.Load(ops.Get(at), 0, WORD)),
        )
        within = (
            ops.Assign(word, without_lowest_bit(ops.Get(word))),
            ops.Assign(left, plus(ops.Get(left), -1)),
        )
        byte = ops.Binary(">>", ops.Unary("lowest", ops.Get(word)), ops.Number(3))
        column = ops.Binary("+", ops.Widened(ops.Minus(ops.Get(at), self.row("masks"))), byte)
        found = (
            ops.Assign(left, place),
            ops.Assign(at, self.row("masks")),
            ops.Assign(word, ops.Load(ops.Get(at), 0, WORD)),
            ops.While(ops.Compare(">=", ops.Get(left), ones), further),
            ops.While(ops.Compare(">", ops.Get(left), ops.Number(0)), within),
            ops.Store(self.row("choices"), 0, WORD, column),
        )
        body = (
            *self._each((ops.When(self._runs(), (refused,)),)),
            *self._each((ops.When(ops.Both(self._runs(), ops.Negated(free)), found),)),
            ops.Return(ops.Address(-1)),
        )
        self.unit.add(ops.Function("placed", (FIRST, UNTIL), "i32", body, exported=True))

    def add_seen(self, cut: ViewLayout) -> None:
        """Adds the function that cuts the view of a seat in each game; nothing is seen of one that was left."""
        seat, size = ops.Local("viewer", "i64"), ops.Address(cut.size)
        stands = ops.Load(self.row("ended"), 0, 1)
        shown = (
            self._copied(self.state, self.row("states")),
            ops.Run(ops.Call(VIEW, (ops.Get(seat),), None)),
            ops.Copy(self.row("views"), ops.Address(cut.address), size),
        )
        hidden = (ops.Clear(self.row("views"), size),)
        at_work = ops.Store(ops.Address(self.batch.at), 0, WORD, ops.Widened(ops.Get(GAME)))
        loop = self._each((at_work, ops.When(ops.Compare("<", stands, ops.Number(ENDED_BROKEN)), shown, hidden)))
        self.unit.add(ops.Function("see", (FIRST, UNTIL, seat), None, loop, exported=True))
