"""A program means the same before a pass and after it, and the module that is printed of either does what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Literal

import pytest
from attrs import evolve

from refengine.program import ops
from refengine.program.passes.constants import known_parameters
from refengine.program.passes.inlining import inlined
from refengine.program.passes.straight import straight
from refengine.program.passes.summaries import Summaries
from refengine.program.passes.unused import without_unused
from refengine.program.to_wasm.module import MEMORY, module_of
from tests.bulk.configurations import BOARD_GAMES, TUTORIAL, configurations
from tests.program.assigned import unwritten
from tests.program.meaning import Endless, Meaning, Trapped

wasmtime = pytest.importorskip("wasmtime")

SITE, ROOM = 8, 64
FUEL = 10_000_000
OPERATORS: tuple[Literal["+", "-", "&", "*"], ...] = ("+", "-", "&", "*")
COMPARISONS: tuple[Literal["==", "<", ">=", "<u"], ...] = ("==", "<", ">=", "<u")
NAMES = ("f", "g", "h", "main")
GLOBAL = ops.Global("seen", "i64")
X, Y, Z = (ops.Local(name, "i64") for name in "xyz")
TRUTH, TURN = ops.Local("truth", "i32"), ops.Local("turn", "i64")
START = (ops.Assign(Z, ops.Number(0)), ops.Assign(TRUTH, ops.Address(0)), ops.Assign(TURN, ops.Number(0)))
"""Every function has two parameters, two numbers and a truth beside them; all are written before they are read."""


COUNT = ops.Assign(Z, ops.Binary("+", ops.Get(Z), ops.Number(1)))
ANOTHER = ops.Assign(TURN, ops.Binary("+", ops.Get(TURN), ops.Number(1)))


class Author:
    """Somebody who writes random programs: each function calls those before it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.callable: tuple[str, ...] = ()
        self.same = {name: ops.Number(self.random.randint(0, 2)) for name in NAMES if self.random.random() < 0.5}
        """What some functions are given by everybody."""

    def program(self) -> ops.Program:
        functions = []
        for name in NAMES:
            body = (*START, *self.statements(2, ends=True), ops.Return(self.number(2)))
            functions.append(ops.Function(name, (X, Y), "i64", body, exported=name == NAMES[-1]))
            self.callable += (name,)
        return ops.Program(tuple(functions), ((GLOBAL, 1),), (), 128)

    def value(self, *ways: Callable[[], ops.Expression]) -> ops.Expression:
        return self.random.choice(ways)()

    def number(self, depth: int) -> ops.Expression:
        below = depth - 1
        if depth == 0 or self.random.random() < 0.2:
            return self.value(
                lambda: ops.Number(self.random.randint(-3, 3)),
                lambda: ops.Get(self.random.choice((X, Y, Z, TURN, GLOBAL))),
                lambda: ops.Load(ops.Address(ROOM), 0, 8),
            )
        return self.value(
            lambda: ops.Binary(self.random.choice(OPERATORS), self.number(below), self.number(below)),
            lambda: ops.Choose(self.truth(depth), self.number(below), self.number(below), "i64"),
            lambda: ops.Do(self.statements(below, ends=False), self.number(below)),
            lambda: self.call(below),
            lambda: self.call(below),
        )

    def call(self, depth: int) -> ops.Expression:
        if not self.callable:
            return ops.Get(Y)
        name = self.random.choice(self.callable)
        second = self.same.get(name) or self.number(depth)
        return ops.Call(name, (self.number(depth), second), "i64")

    def truth(self, depth: int) -> ops.Expression:
        below = depth - 1
        if depth == 0 or self.random.random() < 0.2:
            return self.value(
                lambda: ops.Address(self.random.randint(0, 1)),
                lambda: ops.Get(TRUTH),
                lambda: ops.Compare(self.random.choice(COMPARISONS), self.number(0), self.number(0)),
            )
        return self.value(
            lambda: ops.Both(self.truth(below), self.truth(below)),
            lambda: ops.Either(self.truth(below), self.truth(below)),
            lambda: ops.Negated(self.truth(below)),
            lambda: ops.Choose(self.truth(below), self.truth(below), self.truth(below), "i32"),
            lambda: ops.Do(self.statements(below, ends=False), self.truth(below)),
            lambda: ops.Compare("<", self.number(below), ops.Number(1)),
        )

    def statements(self, depth: int, *, ends: bool) -> tuple[ops.Statement, ...]:
        found = tuple(self.statement(depth, ends=ends) for _ in range(self.random.randint(0, 3)))
        return (*found, ops.Return(self.number(0))) if ends and self.random.random() < 0.2 else found

    def statement(self, depth: int, *, ends: bool) -> ops.Statement:
        below = max(0, depth - 1)
        simple: list[Callable[[], ops.Statement]] = [
            lambda: ops.Assign(self.random.choice((X, Z, GLOBAL)), self.number(below)),
            lambda: ops.Assign(TRUTH, self.truth(below)),
            lambda: ops.Store(ops.Address(ROOM), 0, 8, self.number(below)),
        ]
        if ends and self.random.random() < 0.5:
            simple = [lambda: ops.Return(self.number(below)), lambda: ops.Trap(self.random.randint(1, 9))]
        if depth == 0:
            return self.random.choice(simple)()
        simple += [
            lambda: ops.When(self.truth(depth), self.statements(below, ends=ends), self.statements(below, ends=ends)),
            lambda: ops.When(self.truth(depth), self.statements(below, ends=ends)),
            lambda: ops.While(
                ops.Both(ops.Compare("<", ops.Get(Z), ops.Number(3)), self.truth(below)),
                (*self.statements(below, ends=ends), COUNT),
            ),
            lambda: self.counted(below, ends=ends),
            lambda: ops.Switch(
                ops.Shortened(self.number(below)),
                (self.statements(below, ends=ends), self.statements(below, ends=ends)),
                self.statements(below, ends=ends),
            ),
        ]
        if ends:
            simple += [lambda: self.one_way(below)] * 2
        return self.random.choice(simple)()

    def one_way(self, depth: int) -> ops.Statement:
        """A condition on one way of which the function returns, and goes on on the other."""
        ways = [self.statements(depth, ends=False), (*self.statements(0, ends=False), ops.Return(self.number(depth)))]
        self.random.shuffle(ways)
        return ops.When(self.truth(depth), *ways)

    def counted(self, depth: int, *, ends: bool) -> ops.Statement:
        """A loop that goes round so often, or ends before."""
        more: ops.Expression = ops.Compare("<", ops.Get(TURN), ops.Number(self.random.randint(0, 4)))
        if self.random.random() < 0.5:
            sides = [more, self.truth(depth)]
            self.random.shuffle(sides)
            more = ops.Both(*sides)
        start = ops.Assign(TURN, ops.Number(self.random.randint(0, 1)))
        loop = ops.While(more, (*self.statements(depth, ends=ends), ANOTHER))
        return ops.When(ops.Address(1), (start, loop))


def meant(program: ops.Program, *args: int) -> tuple[object, ...]:
    """What is returned, or where it trapped, with what is left in memory and in the global."""
    meaning = Meaning(program)
    try:
        found = meaning.call("main", *args)
    except Trapped as trapped:
        return "trapped", *trapped.args
    return found, bytes(meaning.memory[ROOM : ROOM + 8])


def ran(program: ops.Program, *args: int) -> tuple[object, ...]:
    """The same of the module that is printed; one that goes round for ever runs out of fuel, and has trapped."""
    config = wasmtime.Config()
    config.consume_fuel = True
    store = wasmtime.Store(wasmtime.Engine(config))
    store.set_fuel(FUEL)
    module = wasmtime.Module(store.engine, module_of(program, SITE))
    exports = wasmtime.Instance(store, module, []).exports(store)
    memory = exports[MEMORY]
    try:
        found = exports["main"](store, *args)
    except wasmtime.Trap:
        return "trapped", int.from_bytes(memory.read(store, SITE, SITE + 8), "little")
    return found, bytes(memory.read(store, ROOM, ROOM + 8))


def test_random_programs_mean_the_same() -> None:
    ended: Counter[object] = Counter()
    for seed in range(150):
        program = Author(seed).program()
        try:
            wanted = meant(program, seed % 3, -(seed % 2))
        except Endless:
            continue
        fewer = without_unused(program, Summaries())
        knowing = known_parameters(fewer, Summaries())
        standing = inlined(program, Summaries())
        shared = Summaries()
        at_last = inlined(known_parameters(without_unused(program, shared), shared), shared)
        assert at_last == inlined(knowing, Summaries())
        assert module_of(at_last, SITE, summaries=shared) == module_of(at_last, SITE)
        for passed in (program, fewer, knowing, standing, at_last):
            assert meant(passed, seed % 3, -(seed % 2)) == wanted, seed
            assert ran(passed, seed % 3, -(seed % 2)) == wanted, seed
        ended["trapped" if "trapped" in wanted else "returned"] += 1
        ended["inlined"] += sum(each.inlined for each in standing.functions)
        ended["known"] += sum(bool(each.known) for each in knowing.functions)
        ended["unused"] += len(program.functions) - len(fewer.functions)
    assert min(ended.values()) > 20, ended


def test_straight_functions_mean_the_same() -> None:
    changed = 0
    for seed in range(300):
        program = Author(seed).program()
        straightened = [straight(each) for each in program.functions]
        functions = tuple(found or each for found, each in zip(straightened, program.functions, strict=True))
        for each in filter(None, straightened):
            assert not any(isinstance(node, ops.Return) for node in ops.walk(each.body[:-1]))
        changed += functions != program.functions
        try:
            wanted = meant(program, seed % 3, 1)
        except Endless:
            continue
        assert meant(evolve(program, functions=functions), seed % 3, 1) == wanted, seed
    assert changed > 50


def counted(more: ops.Expression, *body: ops.Statement) -> bytes:
    """What is printed of a loop over three turns, which returns what its counter is then; it means what it should."""
    by_three = ops.Assign(X, ops.Binary("+", ops.Binary("*", ops.Get(X), ops.Number(3)), ops.Get(TURN)))
    found = ops.Binary("+", ops.Get(X), ops.Binary("*", ops.Get(TURN), ops.Number(1000)))
    loop = (*START, ops.While(more, (by_three, *body, ANOTHER)), ops.Return(ops.Binary("+", found, ops.Get(Z))))
    program = ops.Program((ops.Function("main", (X, Y), "i64", loop, exported=True),), ((GLOBAL, 1),), (), 128)
    for given in (0, 1, 5):
        assert ran(program, given, given) == meant(program, given, given)
    return module_of(program, SITE)


LOOP = b"\x03\x40"


def test_a_loop_of_few_turns_stands_turn_by_turn() -> None:
    thrice = ops.Compare("<", ops.Get(TURN), ops.Number(3))
    early = ops.Compare("<", ops.Get(X), ops.Number(4))
    assert LOOP not in counted(thrice)
    assert LOOP not in counted(ops.Both(thrice, early))
    assert LOOP not in counted(ops.Both(early, thrice))
    assert LOOP not in counted(ops.Both(ops.Compare("<u", ops.Get(TURN), ops.Number(-1)), thrice))


def test_a_loop_that_is_noticed_stays_one() -> None:
    """Its counter jumps, it asks once more than it goes round, its bound is below the start, or is not known."""
    thrice = ops.Compare("<", ops.Get(TURN), ops.Number(3))
    counts = ops.Do((COUNT,), ops.Address(1))
    assert LOOP in counted(thrice, ops.Assign(TURN, ops.Binary("+", ops.Get(TURN), ops.Get(Y))))
    assert LOOP in counted(ops.Both(counts, thrice))
    assert LOOP not in counted(ops.Both(thrice, counts))
    assert LOOP in counted(ops.Compare("<", ops.Get(TURN), ops.Number(-1)))
    assert LOOP in counted(ops.Compare("<", ops.Get(TURN), ops.Get(Y)))


@pytest.mark.parametrize("called", [False, True])
def test_what_a_loop_carries_on_is_not_what_stands_in_it(*, called: bool) -> None:
    """The local is written behind the call, and read when the loop comes round: it has a register of its own."""
    a, b, inside, turns = (ops.Local(name, "i64") for name in ("a", "b", "inside", "turns"))
    doubled = ops.Function(
        "doubled", (a,), "i64",
        (ops.Assign(inside, ops.Binary("+", ops.Get(a), ops.Get(a))), ops.Return(ops.Get(inside))),
    )  # fmt: skip
    body = (
        ops.Assign(Z, ops.Number(0)),
        ops.Assign(turns, ops.Get(X)),
        ops.While(
            ops.Compare("<", ops.Get(Z), ops.Get(turns)),
            (
                ops.Assign(Y, ops.Call("doubled", (ops.Binary("+", ops.Get(Z), ops.Number(7)),), "i64")),
                ops.When(ops.Compare(">", ops.Get(Z), ops.Number(0)), (ops.Assign(X, ops.Get(b)),)),
                ops.Assign(b, ops.Binary("+", ops.Get(Z), ops.Number(100))),
                COUNT,
            ),
        ),
        ops.Return(ops.Get(X)),
    )
    functions: tuple[ops.Function, ...] = (doubled, ops.Function("main", (X, Y), "i64", body, exported=True))
    if called:
        round_ = ops.Function("round", (X, Y), "i64", body)
        call = ops.Return(ops.Call("round", (ops.Get(X), ops.Get(Y)), "i64"))
        functions = (doubled, round_, ops.Function("main", (X, Y), "i64", (call,), exported=True))
    found = inlined(ops.Program(functions, (), (), 128), Summaries())
    assert [each.name for each in found.functions if not each.inlined] == ["main"]
    assert LOOP in module_of(found, SITE)
    assert ran(found, 3, 0) == meant(found, 3, 0) == (101, bytes(8))


def test_an_argument_is_what_it_was_before_the_next_one() -> None:
    a, b = ops.Local("a", "i64"), ops.Local("b", "i64")
    less = ops.Function("less", (a, b), "i64", (ops.Return(ops.Binary("-", ops.Get(a), ops.Get(b))),))
    changed = ops.Do((ops.Assign(X, ops.Number(50)),), ops.Number(1))
    body = (ops.Return(ops.Call("less", (ops.Get(X), changed), "i64")),)
    main = ops.Function("main", (X, Y), "i64", body, exported=True)
    found = inlined(ops.Program((less, main), (), (), 128), Summaries())
    assert ran(found, 7, 0) == meant(found, 7, 0) == (6, bytes(8))


def test_a_function_that_calls_itself_is_called() -> None:
    a = ops.Local("a", "i64")
    less = ops.Call("down", (ops.Binary("-", ops.Get(a), ops.Number(1)),), "i64")
    down = ops.Function(
        "down", (a,), "i64",
        (ops.When(ops.Compare("<", ops.Get(a), ops.Number(1)), (ops.Return(ops.Get(a)),)), ops.Return(less)),
    )  # fmt: skip
    main = ops.Function("main", (X, Y), "i64", (ops.Return(ops.Call("down", (ops.Get(X),), "i64")),), exported=True)
    found = inlined(ops.Program((down, main), (), (), 128), Summaries())
    assert not any(each.inlined for each in found.functions)
    assert ran(found, 5, 0) == (0, bytes(8))


@pytest.mark.parametrize("path", [*TUTORIAL, *BOARD_GAMES, "spec/kaciri", "spec/european_war"])
def test_nothing_reads_a_local_that_may_not_be_written(path: str) -> None:
    """Where a function stands where it is called, what lay in the register before would be read."""
    program = next(configurations(path)).machine().lowered.program
    assert {each.name: found for each in program.functions if (found := unwritten(each))} == {}
    assert any(each.inlined for each in program.functions)
