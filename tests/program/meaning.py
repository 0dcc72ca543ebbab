"""What a program of the middle language means, in plain Python: slow, and by nothing that the printing uses."""

from __future__ import annotations

from typing import Final

from attrs import define, field

from refengine.program import ops

WORD: Final = 1 << 64
MOST: Final = 5000
"""The greatest number of statements; a program that runs longer has come to `Endless`."""


class Trapped(Exception):  # noqa: N818 - no error: how a program ends
    """A program came to a trap, whose site is told."""


class Endless(Exception):  # noqa: N818 - no error: how a program ends
    """A program ran longer than is looked at."""


class _Returned(Exception):  # noqa: N818 - no error: how a program ends
    pass


def _signed(value: int, bits: int = 64) -> int:
    value %= 1 << bits
    return value - (1 << bits) if value >> (bits - 1) else value


@define
class Meaning:
    """A program that runs: its memory, its globals, and how many statements have been run."""

    program: ops.Program
    memory: bytearray = field(init=False)
    globals: dict[str, int] = field(init=False)
    steps: int = 0

    def __attrs_post_init__(self) -> None:
        self.memory = bytearray(self.program.memory)
        for at, held in self.program.data:
            self.memory[at : at + len(held)] = held
        self.globals = {variable.name: start for variable, start in self.program.variables}
        if self.program.start is not None:
            self.call(self.program.start)

    def call(self, name: str, *args: int) -> int | None:
        """What a function comes to."""
        function = next(each for each in self.program.functions if each.name == name)
        names = {node.name: 0 for node in ops.walk(function.body) if isinstance(node, ops.Local)}
        own = names | {param.name: arg for param, arg in zip(function.params, args, strict=True)}
        try:
            self.run(function.body, own)
        except _Returned as returned:
            (value,) = returned.args
            return value  # type: ignore[no-any-return]
        return None

    def run(self, body: tuple[ops.Statement, ...], own: dict[str, int]) -> None:
        for each in body:
            self.steps += 1
            if self.steps > MOST:
                raise Endless
            self.statement(each, own)

    def statement(self, statement: ops.Statement, own: dict[str, int]) -> None:
        match statement:
            case ops.Assign(to=to, value=value):
                (own if isinstance(to, ops.Local) else self.globals)[to.name] = self.value(value, own)
            case ops.Store(address=address, offset=offset, width=width, value=value):
                at = self.value(address, own) + offset
                self.memory[at : at + width] = (self.value(value, own) % (1 << 8 * width)).to_bytes(width, "little")
            case ops.When(condition=condition, then=then, otherwise=otherwise):
                self.run(then if self.value(condition, own) else otherwise, own)
            case ops.While(condition=condition, body=body):
                while self.value(condition, own):
                    self.run(body, own)
            case ops.Switch(number=number, cases=cases, otherwise=otherwise):
                place = self.value(number, own) % (1 << 32)
                self.run(cases[place] if place < len(cases) else otherwise, own)
            case ops.Return(value=value):
                raise _Returned(None if value is None else self.value(value, own))
            case ops.Trap(site=site):
                raise Trapped(site)
            case ops.Run(call=call):
                self.call(call.function, *(self.value(each, own) for each in call.args))
            case ops.Copy(target=target, source=source, size=size):
                start, from_, many = (self.value(each, own) for each in (target, source, size))
                self.memory[start : start + many] = self.memory[from_ : from_ + many]
            case ops.Clear(target=target, size=size):
                start, many = self.value(target, own), self.value(size, own)
                self.memory[start : start + many] = bytes(many)

    def value(self, expression: ops.Expression, own: dict[str, int]) -> int:
        def of(each: ops.Expression) -> int:
            return self.value(each, own)

        match expression:
            case ops.Number(value=value) | ops.Address(value=value):
                return value
            case ops.Get(of=held):
                return (own if isinstance(held, ops.Local) else self.globals)[held.name]
            case ops.Load(address=address, offset=offset, width=width, signed=signed):
                at = of(address) + offset
                found = int.from_bytes(self.memory[at : at + width], "little")
                return _signed(found, 8 * width) if signed else _signed(found)
            case ops.Binary(op=op, left=left, right=right):
                return _signed(_arithmetic(op, of(left), of(right)))
            case ops.Unary(op="ones", inner=inner):
                return (of(inner) % WORD).bit_count()
            case ops.Unary(inner=inner):
                mask = of(inner) % WORD
                return (mask & -mask).bit_length() - 1 if mask else 64
            case ops.Compare(op=op, left=left, right=right):
                return int(_compared(op, of(left), of(right)))
            case ops.Plus(left=left, right=right):
                return _signed(of(left) + of(right), 32)
            case ops.Minus(left=left, right=right):
                return _signed(of(left) - of(right), 32)
            case ops.Times(left=left, right=right):
                return _signed(of(left) * of(right), 32)
            case ops.SameAddress(left=left, right=right):
                return int(of(left) == of(right))
            case ops.Widened(inner=inner):
                return of(inner) % (1 << 32)
            case ops.Shortened(inner=inner):
                return _signed(of(inner), 32)
            case ops.Both(left=left, right=right):
                return of(right) if of(left) else 0
            case ops.Either(left=left, right=right):
                return 1 if of(left) else of(right)
            case ops.Negated(inner=inner):
                return int(not of(inner))
            case ops.Choose(condition=condition, then=then, otherwise=otherwise):
                return of(then) if of(condition) else of(otherwise)
            case ops.Call(function=function, args=args):
                called = self.call(function, *map(of, args))
                assert called is not None
                return called
            case ops.Do(body=body, result=result):
                self.run(body, own)
                return of(result)


def _arithmetic(op: str, left: int, right: int) -> int:
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "<<":
            return left << (right % 64)
        case ">>":
            return (left % WORD) >> (right % 64)
        case "/":
            return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        case _:
            return abs(left) % abs(right) * (1 if left >= 0 else -1)


def _compared(op: str, left: int, right: int) -> bool:
    match op:
        case "==":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case "<u":
            return left % WORD < right % WORD
        case _:
            return left % WORD > right % WORD
