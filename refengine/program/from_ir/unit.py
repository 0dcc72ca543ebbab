"""Units and scopes: what is known while a program is made, and while one of its functions is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Final

from attrs import define, evolve, field, frozen

from refengine.ir import expressions as ir, game as model
from refengine.ir.circles import PointKey
from refengine.ir.control import Clause
from refengine.ir.domain import Domain, Enum
from refengine.ir.inlining import Inlining
from refengine.ir.sharing import Sharing
from refengine.ir.simplify import Folding
from refengine.ir.traverse import walk
from refengine.program import ops
from refengine.program.passes.summaries import Summaries
from refengine.program.storage.forms import BITS, Addressed, Form, Forms, Scalar
from refengine.program.storage.packed import Packed

SITE: Final = 8
"""The address at which a trap leaves the number of its site."""

FIRST_FREE: Final = 64
MOST_OFFERED: Final = 4096
MOST_KEPT: Final = 4096
ROOM: Final = 1 << 18
"""The number of bytes for sets that are worked out; when they are used up it is a trap."""

ARENA: Final = ops.Global("arena", "i32")
ARENA_END: Final = ops.Global("arena end", "i32")
ARENA_START: Final = ops.Global("arena start", "i32")
CLOCK: Final = ops.Global("clock", "i64")
"""It ticks with every write to a state."""


@frozen
class TrapSite:
    """A place that may trap: the clause that is at work, and what is wrong there; a `fault` is one of the rules."""

    clause: Clause
    what: str
    fault: bool


@define
class TrapSites:
    """The sites of a program, numbered from 1."""

    numbers: dict[TrapSite, int] = field(factory=dict)

    def number(self, clause: Clause, what: str, *, fault: bool = True) -> int:
        """Returns the number of a site."""
        return self.numbers.setdefault(TrapSite(clause, what, fault), len(self.numbers) + 1)


@define
class Memory:
    """The memory: what lies where, besides states; `data` are bytes that lie there from the start."""

    used: int = FIRST_FREE
    data: list[tuple[int, bytes]] = field(factory=list)
    tables: dict[object, int] = field(factory=dict)

    def room(self, size: int) -> int:
        """Returns the address of room for so many bytes."""
        address = -(-self.used // 16) * 16
        self.used = address + size
        return address

    def table(self, key: object, content: Callable[[], bytes]) -> int:
        """Returns the address of bytes that are printed once, by what they are."""
        if key not in self.tables:
            held = content()
            self.tables[key] = address = self.room(len(held))
            self.data.append((address, held))
        return self.tables[key]


@frozen
class BitmapIndex:
    """The bitmap index of a variable of `size` members: in a table since when it is good, then a mask for each value.

    The number of a mask is what is stored of the value.
    """

    name: str
    offset: int
    form: Scalar
    size: int
    table: int

    @property
    def values(self) -> int:
        """The number of values, nothing among them."""
        return self.form.size + self.form.option

    @property
    def everything(self) -> int:
        """The mask of all members."""
        return (1 << self.size) - 1 if self.size < BITS else -1


@frozen
class DataColumn:
    """A column of printed data: the address of its first number, and the width and sign of each."""

    base: int
    width: ops.Width
    signed: bool


@frozen
class Lowering:
    """The functions that lower expressions, here so that the modules that share the work need not import each other."""

    held: Callable[[ir.Expr, Scope], ops.Expression]
    truth: Callable[[ir.Expr, Scope], ops.Expression]
    held_as: Callable[[ir.Expr, Form, Scope], ops.Expression]


@define
class Unit:
    """A program in the making: the game, the layout of its states, and what has been made so far."""

    lowering: Lowering
    game: model.Game
    packed: Packed
    folding: Folding
    sharing: Sharing
    values: Mapping[str, model.Value]
    stateless: frozenset[str]
    returning: frozenset[tuple[PointKey, PointKey]]
    reads: Mapping[str, tuple[ops.Global, ...]]
    """The parts of a state that each value reads, itself or through others."""
    stamps: dict[tuple[ops.Global, ...], ops.Global] = field(factory=dict)
    """For each set of parts that are asked for together the global that has when one of them was last written."""
    sites: TrapSites = field(factory=TrapSites)
    memory: Memory = field(factory=Memory)
    functions: dict[str, ops.Function] = field(factory=dict)
    summaries: Summaries = field(factory=Summaries)
    costs: dict[str, int] = field(factory=dict)
    """About how many instructions each value takes that reads the state."""
    settled: dict[tuple[object, ...], tuple[str, int] | None] = field(factory=dict)
    """The functions that give the members that printed data let through, and their tables, by what is asked.

    None where there is no table.
    """
    filled: list[str] = field(factory=list)
    """The functions that fill tables, in the order in which they are to run: what fills one may look into another."""
    indexes: dict[str, BitmapIndex] = field(factory=dict)
    """The bitmap indexes, by the variable of which they are."""
    columns: dict[tuple[str, str], DataColumn] = field(factory=dict)
    """The printed numbers that have been asked for, by the component or kind and the field."""
    unkept: set[str] = field(factory=set)
    """The values that are worked out each time they are called, as far as they are lowered."""
    opening: Inlining = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.opening = Inlining(self.sharing, self.folding, lambda _: True, self.unkept.__contains__)

    @property
    def forms(self) -> Forms:
        """The forms of the game's domains."""
        return self.packed.forms

    def add(self, function: ops.Function) -> None:
        """Adds a function."""
        assert function.name not in self.functions, function.name
        self.functions[function.name] = function

    def opened(self, condition: ir.Expr) -> ir.Expr:
        """Returns a condition of a loop with what small values say in place of their calls.

        So what hangs on nothing that the loop binds is seen, and what printed data or an index decide.
        """
        asks = any(isinstance(each, ir.CallValue | ir.Contains) for each in walk(condition))
        return self.opening.opened(condition) if asks else condition

    def type_of(self, domain: Domain) -> ops.Type:
        """Returns the type in which values of a domain are held."""
        return "i32" if isinstance(self.forms.held(domain), Addressed) else "i64"


@frozen
class LoopPreheader:
    """The place in front of a loop: the locals there, and what is the same in each turn, by what is asked."""

    locals: Mapping[ir.Local, ops.Local]
    found: dict[object, ops.Assign] = field(factory=dict)

    @property
    def statements(self) -> tuple[ops.Statement, ...]:
        """The statements that work it out."""
        return tuple(self.found.values())


@define
class Scope:
    """The scope of a function: its locals, the states that it reads, the clause that a trap names."""

    unit: Unit
    clause: Clause
    state: ops.Expression
    before: ops.Expression | None = None
    locals: dict[ir.Local, ops.Local] = field(factory=dict)
    lets: dict[ir.CallValue, tuple[ops.Local, ops.Local]] = field(factory=dict)
    """Where lets that are asked for more than once are remembered, and whether they are."""
    numbers: count[int] = field(factory=count)
    loops: list[LoopPreheader] = field(factory=list)
    """The loops around what is lowered, the outermost first, in which nothing is written."""

    def fresh(self, type_: ops.Type, word: str = "") -> ops.Local:
        """Returns a local of which there is no other."""
        return ops.Local(f"{word} {next(self.numbers)}", type_)

    def unnamed(self, domain: Domain) -> ir.Local:
        """Returns a local of the rules that no text can name, and of which there is no other."""
        return ir.Local(f"unnamed {next(self.numbers)}", domain)

    def bind(self, local: ir.Local) -> ops.Local:
        """Returns a new local for one of the rules."""
        self.locals[local] = bound = self.fresh(self.unit.type_of(local.domain), local.name)
        return bound

    @contextmanager
    def binder(self) -> Iterator[None]:
        """Behind it every local of the rules is what it was before: one that is bound within may have the same name."""
        outer = dict(self.locals)
        yield
        self.locals.clear()
        self.locals.update(outer)

    def loop(self, made: Callable[[], tuple[ops.Statement, ...]]) -> tuple[ops.Statement, ...]:
        """Returns a loop that writes to no state, and in front of it what is the same in each turn."""
        in_front = LoopPreheader(dict(self.locals))
        self.loops.append(in_front)
        run = made()
        self.loops.pop()
        return (*in_front.statements, *run)

    def once(self, asked: object, found: ops.Expression, reads: Iterable[ir.Local]) -> ops.Expression:
        """Returns a number that hangs on some locals, worked out in front of all loops that bind none of them.

        Whatever is `asked` there again is the same number.
        """
        bound = {each: self.locals.get(each) for each in reads}
        for loop in self.loops:
            if all(loop.locals.get(each) is local for each, local in bound.items()):
                return ops.Get(loop.found.setdefault(asked, ops.Assign(self.fresh("i64"), found)).to)
        return found

    def tried(self) -> Callable[[], None]:
        """Returns what takes back all that is put in front of loops from here on."""
        known = [(loop, len(loop.found)) for loop in self.loops]

        def taken_back() -> None:
            for loop, many in known:
                while len(loop.found) > many:
                    loop.found.popitem()

        return taken_back

    def held(self, expr: ir.Expr) -> ops.Expression:
        """Returns the value of an expression."""
        return self.unit.lowering.held(expr, self)

    def held_as(self, expr: ir.Expr, form: Form) -> ops.Expression:
        """Returns the value of an expression in the form that is wanted."""
        return self.unit.lowering.held_as(expr, form, self)

    def truth(self, expr: ir.Expr) -> ops.Expression:
        """Returns whether a condition holds."""
        return self.unit.lowering.truth(expr, self)

    def trap(self, what: str, *, fault: bool = True) -> ops.Trap:
        """Returns the end, in the name of the clause."""
        return ops.Trap(self.unit.sites.number(self.clause, what, fault=fault))

    def within(self, clause: Clause) -> Scope:
        """Returns this scope inside a clause, to which faults are put down."""
        return evolve(self, clause=clause)

    def looking_back(self) -> Scope:
        """Returns this scope with the state before the step in place of the one behind it."""
        assert self.before is not None
        return evolve(self, state=self.before, lets={})


def is_quick(value: ir.Expr) -> bool:
    """Returns whether a value is there at once and never faults, so that it may be read in front of a loop in vain."""
    match value:
        case ir.Local() | ir.Member() | ir.Number() | ir.TruthLiteral():
            return True
        case ir.ReadVariable(key=None | ir.Local() | ir.Member()):
            return not isinstance(value.key, ir.Local) or isinstance(value.key.domain, Enum)
        case _:
            return False


def both(parts: list[ops.Expression]) -> ops.Expression:
    """Returns the conjunction of truths."""
    if not parts:
        return ops.Address(1)
    found = parts[-1]
    for each in reversed(parts[:-1]):
        found = ops.Both(each, found)
    return found


def member_address(
    state: ops.Expression, offset: int, key: ops.Expression | None, stride: int
) -> tuple[ops.Expression, int]:
    """Returns the address of a member of a family, as an expression and a number to add."""
    match key:
        case None:
            return state, offset
        case ops.Number(value=value):
            return state, offset + value * stride
        case _:
            steps = ops.Shortened(key) if stride == 1 else ops.Shortened(ops.Binary("*", key, ops.Number(stride)))
            return ops.Plus(state, steps), offset


def address_expression(address: tuple[ops.Expression, int]) -> ops.Expression:
    """Returns an address as one expression."""
    base, offset = address
    return base if offset == 0 else ops.Plus(base, ops.Address(offset))
