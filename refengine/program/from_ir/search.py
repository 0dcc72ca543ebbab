"""Search: breadth first through all states, inside the program; whatever is remarkable it leaves to whoever runs it.

States lie one after the other in the order in which they were found, each with the one from which it was found and the
place of the action that led there. A table of fingerprints says where to look for a state; where two fingerprints are
the same the states are compared, so none is ever taken for another.

INVARIANT: progress lies in memory, so the search goes on after a stop, or a trap, where whoever runs it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from attrs import frozen

from refengine.ir.expressions import Expr
from refengine.ir.lines import Expect, Line
from refengine.program import ops
from refengine.program.from_ir.asks import stride_of
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.conservation import CONSERVED, add_conserved
from refengine.program.from_ir.memo import BEGUN, all_written
from refengine.program.from_ir.playing import Addresses
from refengine.program.from_ir.properties import NO, OVER, properties_of
from refengine.program.from_ir.stored_states import WORD, fingerprint, same_state
from refengine.program.from_ir.unit import ARENA, ARENA_START, CLOCK, MOST_OFFERED, Scope, Unit
from refengine.program.unfit import Unfit

BITS: Final = 64

SEARCH: Final = "search"
LAID: Final = "lay search"

WHOLE, ENOUGH, REMARKABLE = 0, 1, 2
"""The results of a call: nothing is left, there are more states than were wanted, something is to be looked at."""

LISTING, TAKING, FOUND, MET_AGAIN, ENDING = range(5)
"""The stages of a step: what is legal, an action, a new state, a known one, the outcome of a game that is over."""

COUNT, NUMBER, PLACE, TRANSITIONS, FINISHED, DEPTH, LEVEL, MASK, STAGE, BROKEN, DENIED, ASKED = range(12)
"""The words of the progress: states known; the one that is expanded, and the place of the action that is tried;
transitions; games over; the level, and the number at which it ends; the table's size less one; the stage; the
properties, and the claims, that are known to be broken, as masks; the claims whose assumptions something met."""

WORDS: Final = 12

FIRST_SIZE: Final = 1 << 12
"""The number of entries of the table at first; it doubles when it is half full."""

STATES, PARENTS, PLACES, TABLE = (
    ops.Global(f"search {name}", "i32") for name in ("states", "parents", "places", "table")
)


@frozen
class SearchLayout:
    """The layout of a search: where its progress lies, and the bytes of a state as it is kept."""

    progress: int
    row: int
    claims: tuple[str, ...]
    """The names of the claims, in their order."""


def globals_of(layout: SearchLayout | None) -> tuple[ops.Global, ...]:
    """The globals that hold where each array begins."""
    return () if layout is None else (STATES, PARENTS, PLACES, TABLE)


def add_search(unit: Unit, found: Addresses) -> SearchLayout:
    """Adds the functions that are called from outside, after those of playing."""
    examples = unit.game.examples
    if len(properties_of(unit.game)) > BITS or len(examples) > BITS:
        raise Unfit(f"more than {BITS} properties, or claims, are looked at")
    layout = SearchLayout(
        unit.memory.room(WORDS * WORD), -(-unit.packed.size // WORD) * WORD, tuple(each.name for each in examples)
    )
    arrays = (STATES, PARENTS, PLACES, TABLE)
    params = tuple(ops.Local(each.name, "i32") for each in arrays)
    laid = tuple(ops.Assign(each, ops.Get(param)) for each, param in zip(arrays, params, strict=True))
    made = _Made(unit, found, layout, unit.memory.room(MOST_OFFERED * stride_of(unit)))
    unit.add(ops.Function(LAID, params, None, laid, exported=True))
    unit.add(fingerprint(layout.row))
    unit.add(same_state(layout.row))
    made.add_place()
    made.add_grown()
    made.add_properties()
    made.add_claims()
    made.add_kept()
    made.add_search()
    return layout


@frozen
class _Made:
    """The functions of one program; `offered` is where the actions of the state lie that is expanded."""

    unit: Unit
    found: Addresses
    layout: SearchLayout
    offered: int

    # ---- PROGRESS

    def _word(self, word: int) -> ops.Expression:
        return ops.Load(ops.Address(self.layout.progress), WORD * word, WORD)

    def _set(self, word: int, value: ops.Expression) -> ops.Statement:
        return ops.Store(ops.Address(self.layout.progress), WORD * word, WORD, value)

    def _more(self, word: int) -> ops.Statement:
        return self._set(word, plus(self._word(word), 1))

    def _row(self, number: ops.Expression) -> ops.Expression:
        return ops.Plus(ops.Get(STATES), ops.Times(ops.Shortened(number), ops.Address(self.layout.row)))

    @staticmethod
    def _entry(array: ops.Global, number: ops.Expression, width: int) -> ops.Expression:
        return ops.Plus(ops.Get(array), ops.Times(ops.Shortened(number), ops.Address(width)))

    @property
    def _state(self) -> ops.Expression:
        return ops.Address(self.found.state)

    def _taken_up(self, row: ops.Expression) -> tuple[ops.Statement, ...]:
        """Makes a state the one that is played."""
        return (
            ops.Copy(self._state, row, ops.Address(self.layout.row)),
            *all_written(self.unit.game),
            ops.Assign(ARENA, ops.Get(ARENA_START)),
        )

    # ---- THE TABLE

    def _slot(self, place: ops.Local) -> ops.Expression:
        return self._entry(TABLE, ops.Get(place), WORD)

    def _next(self, place: ops.Local) -> ops.Statement:
        return ops.Assign(place, ops.Binary("&", plus(ops.Get(place), 1), self._word(MASK)))

    def _first(self, place: ops.Local, print_: ops.Expression) -> ops.Statement:
        """Begins where a fingerprint says, of which the upper half is enough."""
        beyond = ops.Binary("-", ops.Number(BITS), ops.Unary("ones", self._word(MASK)))
        return ops.Assign(place, ops.Binary(">>", print_, beyond))

    def add_place(self) -> None:
        """Adds the function that finds the entry of the state that is played: its own, or the free one for it.

        An entry has the upper half of the fingerprint, and the number of the state, from 1; 0 where it is free. Its
        uppermost bits say where to look for it, so entries lie in their order, but for those that gave way.
        """
        print_, place = ops.Local("print", "i64"), ops.Local("place", "i64")
        entry = ops.Local("entry", "i64")
        number = plus(ops.Binary("&", ops.Get(entry), ops.Number((1 << 32) - 1)), -1)
        alike = ops.Compare(
            "==", ops.Binary(">>", ops.Get(entry), ops.Number(32)), ops.Binary(">>", ops.Get(print_), ops.Number(32))
        )
        same = ops.Call("same state", (self._state, self._row(number)), "i32")
        loop = (
            ops.Assign(entry, ops.Load(self._slot(place), 0, WORD)),
            ops.When(ops.Compare("==", ops.Get(entry), ops.Number(0)), (ops.Return(self._slot(place)),)),
            ops.When(ops.Both(alike, same), (ops.Return(self._slot(place)),)),
            self._next(place),
        )
        body = (
            self._first(place, ops.Get(print_)),
            ops.While(ops.Address(1), loop),
            ops.Trap(0),
        )
        self.unit.add(ops.Function("entry of", (print_,), "i32", body))

    def _written(self, slot: ops.Expression, print_: ops.Expression, number: ops.Expression) -> ops.Statement:
        upper = ops.Binary("<<", ops.Binary(">>", print_, ops.Number(32)), ops.Number(32))
        return ops.Store(slot, 0, WORD, ops.Binary("|", upper, plus(number, 1)))

    def add_grown(self) -> None:
        """Adds the functions that make the table: of so many entries, a power of two, and of twice as many as it had.

        What is doubled goes through the entries in their order, from a copy behind the new table, and needs no state.
        """
        size, number, place = ops.Local("size", "i64"), ops.Local("number", "i64"), ops.Local("place", "i64")
        print_, entry, old = ops.Local("print", "i64"), ops.Local("entry", "i64"), ops.Local("old", "i32")
        taken = ops.Compare("!=", ops.Load(self._slot(place), 0, WORD), ops.Number(0))
        begun = (
            self._set(MASK, plus(ops.Get(size), -1)),
            ops.Clear(ops.Get(TABLE), self._bytes(ops.Get(size))),
            ops.Assign(number, ops.Number(0)),
        )
        each = (
            ops.Assign(print_, ops.Call("fingerprint", (self._row(ops.Get(number)),), "i64")),
            self._first(place, ops.Get(print_)),
            ops.While(taken, (self._next(place),)),
            self._written(self._slot(place), ops.Get(print_), ops.Get(number)),
            ops.Assign(number, plus(ops.Get(number), 1)),
        )
        body = (*begun, ops.While(ops.Compare("<", ops.Get(number), self._word(COUNT)), each))
        self.unit.add(ops.Function("grown", (size,), None, body, exported=True))
        moved = (
            self._first(place, ops.Get(entry)),
            ops.While(taken, (self._next(place),)),
            ops.Store(self._slot(place), 0, WORD, ops.Get(entry)),
        )
        again = (
            ops.Assign(entry, ops.Load(ops.Get(old), 0, WORD)),
            ops.When(ops.Compare("!=", ops.Get(entry), ops.Number(0)), moved),
            ops.Assign(old, ops.Plus(ops.Get(old), ops.Address(WORD))),
            ops.Assign(number, plus(ops.Get(number), 2)),
        )
        doubled = (
            ops.Assign(size, ops.Binary("*", plus(self._word(MASK), 1), ops.Number(2))),
            ops.Assign(old, ops.Plus(ops.Get(TABLE), self._bytes(ops.Get(size)))),
            ops.Copy(ops.Get(old), ops.Get(TABLE), self._bytes(plus(self._word(MASK), 1))),
            *begun,
            ops.While(ops.Compare("<", ops.Get(number), ops.Get(size)), again),
        )
        self.unit.add(ops.Function("doubled", (), None, doubled))

    @staticmethod
    def _bytes(entries: ops.Expression) -> ops.Expression:
        return ops.Times(ops.Shortened(entries), ops.Address(WORD))

    # ---- WHAT HAS TO HOLD

    def add_properties(self) -> None:
        """Adds the functions that say whether a step breaks something that is not yet known to be broken."""
        add_conserved(self.unit)
        before, after = ops.Local("before", "i32"), ops.Local("after", "i32")
        lost = ops.Negated(ops.Call(CONSERVED, (ops.Get(after),), "i32"))
        listed = list(enumerate(properties_of(self.unit.game)))
        for name, asked, last in (
            ("newly broken", listed, ops.When(lost, (ops.Return(ops.Address(1)),))),
            ("newly broken by step", [each for each in listed if each[1].kind != "invariant"], None),
        ):
            body = tuple(
                ops.When(
                    ops.Negated(ops.Call(each.function, (ops.Get(before), ops.Get(after)), "i32")),
                    (ops.When(self._is_news(BROKEN, number), (ops.Return(ops.Address(1)),)),),
                )
                for number, each in asked
            )
            closing = (NO,) if last is None else (last, NO)
            self.unit.add(ops.Function(name, (before, after), "i32", (*body, *closing)))

    def _is_news(self, word: int, number: int) -> ops.Expression:
        bit = ops.Binary("&", ops.Binary(">>", self._word(word), ops.Number(number)), ops.Number(1))
        return ops.Compare("==", bit, ops.Number(0))

    def add_claims(self) -> None:
        """Adds the function that asks each claim that is not yet denied, and says whether one is now."""
        body: list[ops.Statement] = []
        for number, each in enumerate(self.unit.game.examples):
            scope = Scope(self.unit, each.clause, self._state)
            *assumed, claimed = [_condition(line) for line in each.lines]
            bit = (1 << number) - (1 << 64 if number == BITS - 1 else 0)
            inner: tuple[ops.Statement, ...] = (
                self._set(ASKED, ops.Binary("|", self._word(ASKED), ops.Number(bit))),
                ops.When(ops.Negated(scope.truth(claimed)), (ops.Return(ops.Address(1)),)),
            )
            for condition in reversed(assumed):
                inner = (ops.When(scope.truth(condition), inner),)
            name = f"claim {each.name}"
            self.unit.add(ops.Function(name, (), "i32", (*inner, NO)))
            denied = ops.Call(name, (), "i32")
            body.append(ops.When(ops.Both(self._is_news(DENIED, number), denied), (ops.Return(ops.Address(1)),)))
        self.unit.add(ops.Function("newly denied", (), "i32", (*body, NO)))

    # ---- A STEP

    def add_kept(self) -> None:
        """Adds the function that keeps the state that is played, if it is new; whether it is."""
        print_, slot = ops.Local("print", "i64"), ops.Local("slot", "i32")
        full = ops.Compare(">", ops.Binary("*", self._word(COUNT), ops.Number(2)), self._word(MASK))
        body = (
            ops.Assign(print_, ops.Call("fingerprint", (self._state,), "i64")),
            ops.Assign(slot, ops.Call("entry of", (ops.Get(print_),), "i32")),
            ops.When(ops.Compare("!=", ops.Load(ops.Get(slot), 0, WORD), ops.Number(0)), (NO,)),
            self._written(ops.Get(slot), ops.Get(print_), self._word(COUNT)),
            ops.Copy(self._row(self._word(COUNT)), self._state, ops.Address(self.layout.row)),
            ops.Store(self._entry(PARENTS, self._word(COUNT), 4), 0, 4, self._word(NUMBER)),
            ops.Store(self._entry(PLACES, self._word(COUNT), 2), 0, 2, self._word(PLACE)),
            self._more(COUNT),
            ops.When(full, (ops.Run(ops.Call("doubled", (), None)),)),
            ops.Return(ops.Address(1)),
        )
        self.unit.add(ops.Function("kept", (), "i32", body))

    def add_search(self) -> None:
        """Adds the search itself: it goes on from its progress until there are more than `until` states."""
        until, orders, checked = ops.Local("until", "i64"), ops.Local("all orders", "i32"), ops.Local("checked", "i32")
        many, row, untouched = ops.Local("many", "i64"), ops.Local("row", "i32"), ops.Local("untouched", "i32")
        stride = stride_of(self.unit)

        def stop(how: int) -> ops.Statement:
            return ops.Return(ops.Address(how))

        begun = (
            ops.When(ops.Compare(">=", self._word(NUMBER), self._word(COUNT)), (stop(WHOLE),)),
            ops.When(
                ops.Compare("==", self._word(NUMBER), self._word(LEVEL)),
                (self._more(DEPTH), self._set(LEVEL, self._word(COUNT))),
            ),
            ops.When(
                ops.Both(
                    ops.Compare("==", self._word(PLACE), ops.Number(0)),
                    ops.Compare(">", self._word(COUNT), ops.Get(until)),
                ),
                (stop(ENOUGH),),
            ),
        )
        listed = (
            ops.Assign(row, self._row(self._word(NUMBER))),
            self._set(STAGE, ops.Number(LISTING)),
            *self._taken_up(ops.Get(row)),
            ops.Assign(many, ops.Widened(ops.Call("all legal", (self._state,), "i32"))),
            ops.Assign(untouched, ops.Address(1)),
        )
        over = ops.When(
            ops.Compare("==", ops.Get(many), ops.Number(0)),
            (
                self._more(FINISHED),
                self._set(STAGE, ops.Number(ENDING)),
                ops.Run(ops.Call(OVER, (self._state, ops.Address(self.found.results + 3 * WORD)), "i32")),
            ),
            (
                ops.Copy(
                    ops.Address(self.offered),
                    ops.Address(self.found.offered),
                    ops.Times(ops.Shortened(ops.Get(many)), ops.Address(stride)),
                ),
                ops.When(ops.Negated(ops.Get(orders)), self._first_seat(many)),
            ),
        )
        tried = ops.While(
            ops.Compare("<", self._word(PLACE), ops.Get(many)),
            (*self._tried(row, untouched, checked, stop), self._more(PLACE)),
        )
        loop = (*begun, *listed, over, tried, self._set(PLACE, ops.Number(0)), self._more(NUMBER))
        body = (ops.While(ops.Address(1), loop), ops.Trap(0))
        self.unit.add(ops.Function(SEARCH, (until, orders, checked), "i32", body, exported=True))

    def _first_seat(self, many: ops.Local) -> tuple[ops.Statement, ...]:
        """Leaves only the actions of the first seat, which stand in front."""
        stride = stride_of(self.unit)
        last = ops.Plus(
            ops.Address(self.offered - stride), ops.Times(ops.Shortened(ops.Get(many)), ops.Address(stride))
        )
        other = ops.Compare("!=", ops.Load(last, 8, WORD), ops.Load(ops.Address(self.offered), 8, WORD))
        return (ops.While(other, (ops.Assign(many, plus(ops.Get(many), -1)),)),)

    def _tried(
        self, row: ops.Local, untouched: ops.Local, checked: ops.Local, stop: Callable[[int], ops.Statement]
    ) -> Iterable[ops.Statement]:
        """Carries an action out, and looks at what came of it; the first one is of the state that was `untouched`."""
        stride = stride_of(self.unit)
        entry = ops.Plus(ops.Address(self.offered), ops.Times(ops.Shortened(self._word(PLACE)), ops.Address(stride)))
        yield self._set(STAGE, ops.Number(TAKING))
        again = (ops.Assign(ARENA, ops.Get(ARENA_START)), ops.Assign(untouched, ops.Address(0)))
        yield ops.When(ops.Get(untouched), again, self._taken_up(ops.Get(row)))
        # What is asked of the state that comes held in this one, or it would not be asked any more.
        yield ops.Assign(BEGUN, ops.Get(CLOCK))
        yield ops.Run(ops.Call("take", (self._state, entry), None))
        yield self._more(TRANSITIONS)
        listed = properties_of(self.unit.game)

        def asked(name: str) -> ops.Statement:
            broken = ops.Call(name, (ops.Get(row), self._state), "i32")
            return ops.When(ops.Both(ops.Get(checked), broken), (stop(REMARKABLE),))

        is_new = [self._set(STAGE, ops.Number(FOUND)), asked("newly broken")]
        if self.unit.game.examples:
            is_new.append(ops.When(ops.Call("newly denied", (), "i32"), (stop(REMARKABLE),)))
        known: list[ops.Statement] = []
        if any(each.kind != "invariant" for each in listed):
            known = [self._set(STAGE, ops.Number(MET_AGAIN)), asked("newly broken by step")]
        yield ops.When(ops.Call("kept", (), "i32"), tuple(is_new), tuple(known))


def _condition(line: Line) -> Expr:
    assert isinstance(line, Expect)
    assert line.condition is not None
    return line.condition
