"""Search: breadth first through all states, inside the program; whatever is remarkable it leaves to whoever runs it.

States lie one after the other in the order in which they were found, each with the one from which it was found and the
place of the action that led there. Where a step leads to is looked up with others, behind it (`from_ir.lookups`).

INVARIANT: a trap while steps are taken is told only where none waits: else those that wait come first, and then it is
taken again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve, frozen

from refengine.ir.expressions import Expr
from refengine.ir.lines import Expect, Line
from refengine.program import ops
from refengine.program.from_ir.asks import stride_of
from refengine.program.from_ir.canonical import add_canonical
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.conservation import CONSERVED, add_conserved
from refengine.program.from_ir.lookups import GROUP, HEAD, LOOK, Lookups
from refengine.program.from_ir.playing import Addresses
from refengine.program.from_ir.properties import NO, OVER, properties_of
from refengine.program.from_ir.search_progress import (
    ARRAYS,
    ASKED,
    BROKEN,
    COUNT,
    DENIED,
    DEPTH,
    ENDING,
    FINISHED,
    FOUND,
    LEVEL,
    LISTING,
    MET_AGAIN,
    NUMBER,
    PARENT,
    PLACE,
    RECEIVING,
    STAGE,
    TAKING,
    WAITING,
    WORDS,
    Progress,
    SearchLayout,
)
from refengine.program.from_ir.search_shares import OWNER, RECEIVE, Shares
from refengine.program.from_ir.search_table import GROWN, add_table
from refengine.program.from_ir.stamps import ALL_WRITTEN, BEGUN
from refengine.program.from_ir.stored_states import WORD
from refengine.program.from_ir.unit import ARENA, ARENA_START, CLOCK, MOST_OFFERED, Scope, Unit
from refengine.program.unfit import Unfit

BITS: Final = 64

SEARCH: Final = "search"
LAID: Final = "lay search"

CALLED: Final = frozenset((SEARCH, LAID, GROWN, OWNER, RECEIVE))
"""The functions of a program that searches that are called from outside."""

WHOLE, ENOUGH, REMARKABLE, APART = 0, 1, 2, 3
"""The results of a call: nothing is left, there are more states than were wanted, something is to be looked at; and,
where several instances search, the level is expanded here, or a box is full."""


def add_search(unit: Unit, found: Addresses, *, alike: bool) -> SearchLayout:
    """Adds the functions that are called from outside, after those of playing.

    Where seats are `alike`, states that differ by these alone count once: the first that is found stands for all.
    """
    examples = unit.game.examples
    if len(properties_of(unit.game)) > BITS or len(examples) > BITS:
        raise Unfit(f"more than {BITS} properties, or claims, are looked at")
    size = -(-unit.packed.size // WORD) * WORD
    layout = SearchLayout(unit.memory.room(WORDS * WORD), size, alike, tuple(each.name for each in examples))
    if alike:
        add_canonical(unit, size)
    params = tuple(ops.Local(each.name, "i32") for each in ARRAYS)
    laid = tuple(ops.Assign(each, ops.Get(param)) for each, param in zip(ARRAYS, params, strict=True))
    progress = Progress(layout)
    lookups = Lookups(
        unit,
        progress,
        add_table(unit, progress),
        ops.Address(found.state),
        unit.memory.room(GROUP * (layout.row + HEAD)),
    )
    shares = None if alike else Shares(unit, progress, lookups)
    made = _SearchFunctions(unit, found, progress, lookups, shares, unit.memory.room(MOST_OFFERED * stride_of(unit)))
    unit.add(ops.Function(LAID, params, None, laid, exported=True))
    made.add_properties()
    made.add_claims()
    lookups.add_keep()
    made.add_look()
    if shares is not None:
        shares.add_owner()
        shares.add_receive()
    made.add_search()
    _call_nothing_else(unit)
    return layout


def _call_nothing_else(unit: Unit) -> None:
    """Leaves what plays games without a name outside: nobody calls it in a program that searches, so it need not be."""
    for name, each in list(unit.functions.items()):
        if each.exported and name not in CALLED:
            unit.functions[name] = evolve(each, exported=False)


@frozen
class _SearchFunctions:
    """The functions of one program; `offered` is where the actions of the state lie that is expanded.

    It has no shares where states that differ by seats alone count once: which of them is the first to be found, and
    what is taken there, would hang on who was faster.
    """

    unit: Unit
    found: Addresses
    progress: Progress
    lookups: Lookups
    shares: Shares | None
    offered: int

    @property
    def _state(self) -> ops.Expression:
        return ops.Address(self.found.state)

    def _taken_up(self, row: ops.Expression) -> tuple[ops.Statement, ...]:
        """Makes a state the one that is played."""
        return (
            ops.Copy(self._state, row, ops.Address(self.progress.layout.state)),
            ALL_WRITTEN,
            ops.Assign(ARENA, ops.Get(ARENA_START)),
        )

    # ---- WHAT HAS TO HOLD

    def add_properties(self) -> None:
        """Adds the functions that say whether a step breaks something that is not yet known to be broken."""
        add_conserved(self.unit)
        before, after = ops.Local("before", "i32"), ops.Local("after", "i32")
        lost = ops.Negated(ops.Call(CONSERVED, (ops.Get(after),), "i32"))
        listed = list(enumerate(properties_of(self.unit.game)))
        closing = ops.When(lost, (ops.Return(ops.Address(1)),))
        for name, asked, last in (
            ("newly broken", listed, closing),
            ("newly broken by step", [each for each in listed if each[1].kind != "invariant"], None),
            ("newly broken there", [each for each in listed if each[1].kind == "invariant"], closing),
        ):
            body = tuple(
                ops.When(
                    ops.Negated(ops.Call(each.function, (ops.Get(before), ops.Get(after)), "i32")),
                    (ops.When(self._is_news(BROKEN, number), (ops.Return(ops.Address(1)),)),),
                )
                for number, each in asked
            )
            end = (NO,) if last is None else (last, NO)
            self.unit.add(ops.Function(name, (before, after), "i32", (*body, *end)))

    def _is_news(self, word: int, number: int) -> ops.Expression:
        bit = ops.Binary("&", ops.Binary(">>", self.progress.word(word), ops.Number(number)), ops.Number(1))
        return ops.Compare("==", bit, ops.Number(0))

    def add_claims(self) -> None:
        """Adds the function that asks each claim that is not yet denied, and says whether one is now."""
        body: list[ops.Statement] = []
        for number, each in enumerate(self.unit.game.examples):
            scope = Scope(self.unit, each.clause, self._state)
            *assumed, claimed = [_condition(line) for line in each.lines]
            bit = (1 << number) - (1 << 64 if number == BITS - 1 else 0)
            inner: tuple[ops.Statement, ...] = (
                self.progress.set(ASKED, ops.Binary("|", self.progress.word(ASKED), ops.Number(bit))),
                ops.When(ops.Negated(scope.truth(claimed)), (ops.Return(ops.Address(1)),)),
            )
            for condition in reversed(assumed):
                inner = (ops.When(scope.truth(condition), inner),)
            name = f"claim {each.name}"
            self.unit.add(ops.Function(name, (), "i32", (*inner, NO)))
            denied = ops.Call(name, (), "i32")
            body.append(ops.When(ops.Both(self._is_news(DENIED, number), denied), (ops.Return(ops.Address(1)),)))
        self.unit.add(ops.Function("newly denied", (), "i32", (*body, NO)))

    # ---- ALL STATES

    def add_look(self) -> None:
        """Adds the function that looks up the states that wait, and at what has to hold in each."""
        checked, row = ops.Local("checked", "i32"), self.progress.row(self.progress.word(PARENT))
        remarkable = ops.Return(ops.Address(1))

        def asked(name: str, before: ops.Expression = row) -> ops.Statement:
            broken = ops.Call(name, (before, self._state), "i32")
            return ops.When(ops.Both(ops.Get(checked), broken), (remarkable,))

        looked = asked("newly broken")
        if self.shares is not None:  # who took the step to a state that was received has looked at it
            received = ops.Compare("!=", self.progress.word(RECEIVING), ops.Number(0))
            looked = ops.When(received, (asked("newly broken there", self._state),), (looked,))
        is_new = [self.progress.set(STAGE, ops.Number(FOUND)), looked]
        if self.unit.game.examples:
            is_new.append(ops.When(ops.Call("newly denied", (), "i32"), (remarkable,)))
        known: list[ops.Statement] = []
        if self.progress.layout.alike:  # what is known is another one of those that count as one
            known = [self.progress.set(STAGE, ops.Number(MET_AGAIN)), asked("newly broken")]
        elif self._has_steps:
            own = ops.Compare("==", self.progress.word(RECEIVING), ops.Number(0))
            known = [self.progress.set(STAGE, ops.Number(MET_AGAIN)), ops.When(own, (asked("newly broken by step"),))]
        self.lookups.add_look(checked, is_new, known)

    @property
    def _has_steps(self) -> bool:
        """Returns whether something has to hold of steps, so that one to a known state is looked at as well."""
        return any(each.kind != "invariant" for each in properties_of(self.unit.game))

    def add_search(self) -> None:
        """Adds the search itself: it goes on from its progress until there are more than `until` states."""
        until, orders, checked = ops.Local("until", "i64"), ops.Local("all orders", "i32"), ops.Local("checked", "i32")
        many, row, untouched = ops.Local("many", "i64"), ops.Local("row", "i32"), ops.Local("untouched", "i32")
        stride = stride_of(self.unit)

        def stop(how: int) -> ops.Statement:
            return ops.Return(ops.Address(how))

        looked = ops.When(ops.Call(LOOK, (ops.Get(checked),), "i32"), (stop(REMARKABLE),))
        # How many states there are is asked only where none waits, or all that wait are too few to matter.
        together = ops.Binary("+", self.progress.word(COUNT), self.progress.word(WAITING))
        at_end = ops.Compare("==", self.progress.word(NUMBER), self.progress.word(LEVEL))
        apart = []
        if self.shares is not None:
            carried = ops.Either(self.shares.is_full(), ops.Both(at_end, self.shares.is_apart()))
            apart = [ops.When(carried, (looked, stop(APART)))]
        begun = (
            *apart,
            ops.When(ops.Either(at_end, ops.Compare(">", together, ops.Get(until))), (looked,)),
            ops.When(ops.Compare(">=", self.progress.word(NUMBER), self.progress.word(COUNT)), (stop(WHOLE),)),
            ops.When(
                at_end,
                (self.progress.more(DEPTH), self.progress.set(LEVEL, self.progress.word(COUNT))),
            ),
            ops.When(
                ops.Both(
                    ops.Compare("==", self.progress.word(PLACE), ops.Number(0)),
                    ops.Compare(">", self.progress.word(COUNT), ops.Get(until)),
                ),
                (stop(ENOUGH),),
            ),
        )
        listed = (
            ops.Assign(row, self.progress.row(self.progress.word(NUMBER))),
            self.progress.set(STAGE, ops.Number(LISTING)),
            *self._taken_up(ops.Get(row)),
            ops.Assign(many, ops.Widened(ops.Call("all legal", (self._state,), "i32"))),
            ops.Assign(untouched, ops.Address(1)),
        )
        over = ops.When(
            ops.Compare("==", ops.Get(many), ops.Number(0)),
            (
                self.progress.set(STAGE, ops.Number(ENDING)),
                ops.Run(ops.Call(OVER, (self._state, ops.Address(self.found.results + 3 * WORD)), "i32")),
                self.progress.more(FINISHED),
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
            ops.Compare("<", self.progress.word(PLACE), ops.Get(many)),
            (
                *self._tried(row, untouched, checked),
                self.progress.more(PLACE),
                ops.When(self.lookups.is_full(), (looked,)),
            ),
        )
        loop = (*begun, *listed, over, tried, self.progress.set(PLACE, ops.Number(0)), self.progress.more(NUMBER))
        body = (looked, ops.While(ops.Address(1), loop), ops.Trap(0))
        self.unit.add(ops.Function(SEARCH, (until, orders, checked), "i32", body, exported=True))

    def _first_seat(self, many: ops.Local) -> tuple[ops.Statement, ...]:
        """Leaves only the actions of the first seat, which stand in front."""
        stride = stride_of(self.unit)
        last = ops.Plus(
            ops.Address(self.offered - stride), ops.Times(ops.Shortened(ops.Get(many)), ops.Address(stride))
        )
        other = ops.Compare("!=", ops.Load(last, 8, WORD), ops.Load(ops.Address(self.offered), 8, WORD))
        return (ops.While(other, (ops.Assign(many, plus(ops.Get(many), -1)),)),)

    def _tried(self, row: ops.Local, untouched: ops.Local, checked: ops.Local) -> Iterable[ops.Statement]:
        """Carries an action out, and has what came of it wait; the first one is of the state that was `untouched`."""
        stride, number = stride_of(self.unit), ops.Shortened(self.progress.word(PLACE))
        entry = ops.Plus(ops.Address(self.offered), ops.Times(number, ops.Address(stride)))
        yield self.progress.set(STAGE, ops.Number(TAKING))
        again = (ops.Assign(ARENA, ops.Get(ARENA_START)), ops.Assign(untouched, ops.Address(0)))
        yield ops.When(ops.Get(untouched), again, self._taken_up(ops.Get(row)))
        # What is asked of the state that comes held in this one, or it would not be asked any more.
        yield ops.Assign(BEGUN, ops.Get(CLOCK))
        yield ops.Run(ops.Call("take", (self._state, entry), None))
        if self.shares is None:
            yield from self.lookups.stored()
            yield self.progress.more(WAITING)
        else:
            yield from self.shares.postponed(self._looked_at_step(row, checked))

    def _looked_at_step(self, row: ops.Local, checked: ops.Local) -> Iterable[ops.Statement]:
        """Yields what looks at a step behind which the state is another instance's."""
        if self._has_steps:
            broken = ops.Call("newly broken by step", (ops.Get(row), self._state), "i32")
            yield ops.When(ops.Both(ops.Get(checked), broken), (ops.Return(ops.Address(REMARKABLE)),))


def _condition(line: Line) -> Expr:
    assert isinstance(line, Expect)
    assert line.condition is not None
    return line.condition
