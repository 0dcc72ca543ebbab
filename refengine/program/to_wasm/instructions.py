"""The printing of functions: each expression and statement of the middle language as WebAssembly instructions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, assert_never

from attrs import define, field

from refengine.program import ops
from refengine.program.to_wasm.encoding import END, UNREACHABLE, access, constant, instruction, unsigned, vector
from refengine.program.to_wasm.known_numbers import known_number
from refengine.program.to_wasm.opcodes import BINARY, COMPARE, EQZ, LOADS, STORES, TYPES, UNARY
from refengine.program.to_wasm.registers import Frame, Held
from refengine.program.to_wasm.signatures import CalledFunction, InlinedFunction
from refengine.program.to_wasm.turns import Turns, does_something, turns_of

EMPTY: Final = 0x40
IF, ELSE, BLOCK, LOOP = b"\x04", b"\x05", b"\x02", b"\x03"
BRANCH, BRANCH_IF, BRANCH_TABLE = 0x0C, 0x0D, b"\x0e"
NOWHERE: Final = constant(0x41, 0)
"""The address 0, to which what is known of an address is added."""

WORD: Final = 8
MOST_WORDS: Final = 64
"""The greatest number of words that are copied, or cleared, one by one: the instruction for many costs a call."""


def _is_written_out(size: int) -> bool:
    return size % WORD == 0 and size <= MOST_WORDS * WORD


@define
class Printer:
    """The printing of one function; `site` is the address at which a trap leaves its number."""

    functions: Mapping[str, CalledFunction]
    inlined: Mapping[str, InlinedFunction]
    globals: Mapping[str, int]
    site: int
    frame: Frame
    code: bytearray = field(factory=bytearray)

    def add(self, *parts: bytes | int) -> None:
        """Adds instructions."""
        code = self.code
        for part in parts:
            if isinstance(part, int):
                code.append(part)
            else:
                code += part

    def get(self, of: ops.Local | ops.Global) -> None:
        """Prints the content of a local or a global."""
        if isinstance(of, ops.Global):
            self.code += instruction(0x23, self.globals[of.name])
            return
        held = self.frame.of(of)
        if isinstance(held, int):
            self.code += instruction(0x20, held)
        else:
            self.expression(held)

    def set(self, to: ops.Local | ops.Global) -> None:
        """Prints that what is on the stack becomes the content of a local or a global."""
        if isinstance(to, ops.Global):
            self.code += instruction(0x24, self.globals[to.name])
            return
        held = self.frame.of(to)
        assert isinstance(held, int)
        self.code += instruction(0x21, held)

    # ---- EXPRESSIONS

    def expression(self, expression: ops.Expression) -> None:
        """Prints an expression, which leaves its value on the stack."""
        match expression:  # the commonest first
            case ops.Get(of=of):
                self.get(of)
            case ops.Number(value=value):
                self.code += constant(0x42, value)
            case ops.Address(value=value):
                self.code += constant(0x41, value)
            case ops.Binary(op=op, left=left, right=right):
                self.pair(left, right)
                self.code.append(BINARY[op])
            case ops.Load(address=address, offset=offset, width=width, signed=has_sign):
                offset = self.based(address, offset)
                self.code += access(LOADS[width, has_sign], offset)
            case ops.Compare(op="==", left=left, right=ops.Number(value=0)):
                self.expression(left)
                self.code.append(0x50)
            case ops.Compare(op=op, left=left, right=right):
                self.pair(left, right)
                self.code.append(COMPARE[op])
            case ops.Negated(inner=inner):
                self.expression(inner)
                self.add(EQZ)
            case ops.Call(function=function) if function in self.inlined:
                with self.standing(expression) as (body, returned):
                    self.statements(body)
                    if returned is not None:
                        self.expression(returned)
            case ops.Call(function=function, args=args):
                called = self.functions[function]
                for place, each in enumerate(args):
                    if place not in called.known:
                        self.expression(each)
                self.code += instruction(0x10, called.number)
            case ops.Shortened(inner=inner):
                self.expression(inner)
                self.code.append(0xA7)
            case ops.Plus(left=left, right=right):
                self.pair(left, right)
                self.code.append(0x6A)
            case ops.Unary(op=op, inner=inner):
                self.expression(inner)
                self.code.append(UNARY[op])
            case ops.Minus(left=left, right=right):
                self.pair(left, right)
                self.code.append(0x6B)
            case ops.Times(left=left, right=right):
                self.pair(left, right)
                self.code.append(0x6C)
            case ops.SameAddress(left=left, right=right):
                self.pair(left, right)
                self.code.append(0x46)
            case ops.Widened(inner=inner):
                self.expression(inner)
                self.code.append(0xAD)
            case ops.Both(left=left, right=right):
                self.choose(left, right, ops.Address(0), "i32")
            case ops.Either(left=left, right=right):
                self.choose(left, ops.Address(1), right, "i32")
            case ops.Choose(condition=condition, then=then, otherwise=otherwise, type=type_):
                self.choose(condition, then, otherwise, type_)
            case ops.Do(body=body, result=result):
                self.statements(body)
                self.expression(result)
            case _:
                assert_never(expression)

    def based(self, address: ops.Expression, offset: int) -> int:
        """Prints an address, and returns what is to be added to it: all of it, where it is known."""
        number = known_number(address, self.frame)
        if number is None or number < 0:
            self.expression(address)
            return offset
        self.code += NOWHERE
        return offset + number

    def pair(self, left: ops.Expression, right: ops.Expression) -> None:
        """Prints two expressions."""
        self.expression(left)
        self.expression(right)

    def choose(
        self, condition: ops.Expression, then: ops.Expression, otherwise: ops.Expression, type_: ops.Type
    ) -> None:
        """Prints one of two; where it is known which, that one."""
        if (decided := known_number(condition, self.frame)) is not None:
            self.expression(then if decided else otherwise)
            return
        if not self.branches(condition):
            self.expression(condition)
            self.add(IF, TYPES[type_])
            self.expression(then)
            self.add(ELSE)
        else:
            self.add(BLOCK, TYPES[type_], BLOCK, EMPTY)
            self.leave_undecided(condition, 0, wanted=False)
            self.expression(then)
            self.add(instruction(BRANCH, 1), END)
        self.expression(otherwise)
        self.add(END)

    @contextmanager
    def standing(self, call: ops.Call) -> Iterator[tuple[tuple[ops.Statement, ...], ops.Expression | None]]:
        """Prints the arguments of a function that stands where it is called; within, its locals are those meant."""
        stands = self.inlined[call.function]
        inner = Frame(self.frame.registers)
        for place, (param, arg) in enumerate(zip(stands.function.params, call.args, strict=True)):
            held = self.told(arg, call.args[place + 1 :]) if param.name not in stands.assigned else None
            if held is not None:
                inner.held[param.name] = held
            else:
                self.expression(arg)
                self.code += instruction(0x21, inner.bind(param))
        for each in stands.locals:
            inner.bind(each)
        outer, self.frame = self.frame, inner
        *body, last = stands.function.body or (ops.Return(None),)
        yield (tuple(body), last.value) if isinstance(last, ops.Return) else ((*body, last), None)
        inner.leave()
        self.frame = outer

    def told(self, arg: ops.Expression, later: tuple[ops.Expression, ...]) -> Held | None:
        """Returns the place of an argument that lies somewhere, and stays there while later ones are worked out."""
        match arg:
            case ops.Number() | ops.Address():
                return arg
            case ops.Get(of=ops.Local() as local):
                written = (each.to for each in ops.walk(later) if isinstance(each, ops.Assign))
                return None if local in written else self.frame.of(local)
            case _:
                return None

    # ---- CONDITIONS

    def branches(self, condition: ops.Expression) -> bool:
        """Returns whether a condition is decided on several ways, each of which is to lead on at once."""
        match condition:
            case ops.Both() | ops.Either() | ops.Choose():
                return True
            case ops.Negated(inner=inner) | ops.Do(result=inner):
                return self.branches(inner)
            case ops.Call(function=function) if function in self.inlined:
                last = self.inlined[function].function.body[-1]
                return isinstance(last, ops.Return) and last.value is not None and self.branches(last.value)
            case _:
                return False

    def unless(self, condition: ops.Expression, label: int) -> None:
        """Leaves a block, counted from within, where a condition does not hold."""
        self.leave(condition, label, wanted=False)

    def leave(self, condition: ops.Expression, label: int, *, wanted: bool) -> None:
        """Leaves a block, counted from within, where a condition comes to what is `wanted`."""
        decided = known_number(condition, self.frame)
        if decided is None:
            self.leave_undecided(condition, label, wanted=wanted)
        elif bool(decided) == wanted:
            self.code += instruction(BRANCH, label)

    def leave_undecided(self, condition: ops.Expression, label: int, *, wanted: bool) -> None:
        """Leaves a block where a condition comes to what is `wanted`, of which it is not known what it comes to."""
        match condition:
            case ops.Both(left=left, right=right):
                self.leave_by(left, right, label, wanted=wanted, together=True)
            case ops.Either(left=left, right=right):
                self.leave_by(left, right, label, wanted=wanted, together=False)
            case ops.Choose(condition=first, then=ops.Address(value=value), otherwise=right):
                left = ops.Negated(first) if not value else first
                self.leave_by(left, right, label, wanted=wanted, together=not value)
            case ops.Choose(condition=first, then=then, otherwise=ops.Address(value=value)):
                left = ops.Negated(first) if value else first
                self.leave_by(left, then, label, wanted=wanted, together=not value)
            case ops.Choose(condition=first, then=then, otherwise=otherwise):
                self.add(BLOCK, EMPTY, BLOCK, EMPTY)
                self.unless(first, 0)
                self.leave(then, label + 2, wanted=wanted)
                self.add(instruction(BRANCH, 1), END)
                self.leave(otherwise, label + 1, wanted=wanted)
                self.add(END)
            case ops.Negated(inner=inner):
                self.leave_undecided(inner, label, wanted=not wanted)
            case ops.Do(body=body, result=result):
                self.statements(body)
                self.leave(result, label, wanted=wanted)
            case ops.Call(function=function) if function in self.inlined:
                with self.standing(condition) as (body, returned):
                    assert returned is not None
                    self.statements(body)
                    self.leave(returned, label, wanted=wanted)
            case _:
                self.expression(condition)
                self.code += instruction(BRANCH_IF, label) if wanted else EQZ + instruction(BRANCH_IF, label)

    def leave_by(
        self, left: ops.Expression, right: ops.Expression, label: int, *, wanted: bool, together: bool
    ) -> None:
        """Leaves by a conjunction (`together`) or disjunction, whose right side is asked only where it matters."""
        if together != wanted:
            self.leave(left, label, wanted=wanted)
            self.leave(right, label, wanted=wanted)
        else:
            self.add(BLOCK, EMPTY)
            self.leave(left, 0, wanted=not wanted)
            self.leave(right, label + 1, wanted=wanted)
            self.add(END)

    # ---- STATEMENTS

    def statements(self, body: tuple[ops.Statement, ...]) -> None:
        """Prints statements in order."""
        for place, each in enumerate(body):
            turns = None
            if place and isinstance(each, ops.While):
                turns = turns_of(body[place - 1], each, self.frame, self.inlined)
            if turns is None:
                self.statement(each)
            else:
                self.written_out(turns)

    def written_out(self, turns: Turns) -> None:
        """Prints a loop as so many copies of its body, each of which knows the number that counts."""
        register = self.frame.of(turns.counter)
        assert isinstance(register, int)
        self.add(BLOCK, EMPTY)
        for number in turns.numbers:
            self.expression(number)
            self.code += instruction(0x21, register)
            self.frame.held[turns.counter.name] = number
            if turns.condition is not None:
                self.unless(turns.condition, 0)
            self.statements(turns.body)
            self.frame.held[turns.counter.name] = register
        self.expression(turns.last)
        self.code += instruction(0x21, register) + END

    def statement(self, statement: ops.Statement) -> None:
        """Prints a statement, which leaves the stack as it is."""
        match statement:
            case ops.Assign(to=to, value=value):
                self.expression(value)
                self.set(to)
            case ops.Store(address=address, offset=offset, width=width, value=value):
                offset = self.based(address, offset)
                self.expression(value)
                self.code += access(STORES[width], offset)
            case ops.When(condition=condition, then=then, otherwise=otherwise):
                self.when(condition, then, otherwise)
            case ops.While(condition=condition, body=body):
                # Asked in front of the loop, and at its end: that is one jump less in each turn.
                is_twice = isinstance(condition, ops.Compare) and not does_something(condition)
                self.add(BLOCK, EMPTY)
                if is_twice:
                    self.unless(condition, 0)
                self.add(LOOP, EMPTY)
                if not is_twice:
                    self.unless(condition, 1)
                self.statements(body)
                self.leave(condition if is_twice else ops.Address(1), 0, wanted=True)
                self.add(END, END)
            case ops.Switch():
                self.switch(statement)
            case ops.Return(value=value):
                if value is not None:
                    self.expression(value)
                self.code.append(0x0F)
            case ops.Trap(site=site):
                self.code += NOWHERE + constant(0x42, site) + access(STORES[WORD], self.site) + UNREACHABLE
            case ops.Run(call=call):
                self.expression(call)
                if call.type is not None:
                    self.code.append(0x1A)
            case ops.Copy(target=target, source=source, size=ops.Address(value=size)) if _is_written_out(size):
                to, from_ = ops.Local("copied to", "i32"), ops.Local("copied from", "i32")
                self.statement(ops.Assign(to, target))
                self.statement(ops.Assign(from_, source))
                for word in range(0, size, WORD):
                    self.statement(ops.Store(ops.Get(to), word, WORD, ops.Load(ops.Get(from_), word, WORD)))
            case ops.Clear(target=target, size=ops.Address(value=size)) if _is_written_out(size):
                to = ops.Local("copied to", "i32")
                self.statement(ops.Assign(to, target))
                for word in range(0, size, WORD):
                    self.statement(ops.Store(ops.Get(to), word, WORD, ops.Number(0)))
            case ops.Copy(target=target, source=source, size=size):
                self.pair(target, source)
                self.expression(size)
                self.add(b"\xfc\x0a\0\0")
            case ops.Clear(target=target, size=size):
                self.pair(target, ops.Address(0))
                self.expression(size)
                self.add(b"\xfc\x0b\0")
            case _:
                assert_never(statement)

    def when(
        self, condition: ops.Expression, then: tuple[ops.Statement, ...], otherwise: tuple[ops.Statement, ...]
    ) -> None:
        """Prints statements under a condition; where it is known whether it holds, those that are run."""
        if (decided := known_number(condition, self.frame)) is not None:
            self.statements(then if decided else otherwise)
            return
        if not self.branches(condition):
            self.expression(condition)
            self.add(IF, EMPTY)
            self.statements(then)
            if otherwise:
                self.add(ELSE)
        else:
            self.add(*(BLOCK, EMPTY) * (2 if otherwise else 1))
            self.leave_undecided(condition, 0, wanted=False)
            self.statements(then)
            if otherwise:
                self.add(instruction(BRANCH, 1), END)
        self.statements(otherwise)
        self.add(END)

    def switch(self, statement: ops.Switch) -> None:
        """Prints cases: a block for each, inside one another, and a table of where to leave them."""
        many = len(statement.cases)
        self.add(*[part for _ in range(many + 2) for part in (BLOCK, EMPTY)])
        self.expression(statement.number)
        self.add(BRANCH_TABLE, vector(unsigned(number) for number in range(many)), unsigned(many), END)
        for number, case in enumerate((*statement.cases, statement.otherwise)):
            self.statements(case)
            self.add(instruction(BRANCH, many - number), END)
