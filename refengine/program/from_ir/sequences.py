"""Sequences: sets of pieces in an order of their own, as they lie in a zone that keeps one, and what is made of them.

A sequence is known by its address: how many pieces there are, then each, copies one by one. What lies in a zone is one
as it stands in the state. What is written behind a sequence is clear, so that equal states are equal bytes.

INVARIANT: none is longer than there are pieces of its component: what is put into one leaves another, or is in it once.
"""

from __future__ import annotations

from refengine.program import ops
from refengine.program.from_ir import arrays
from refengine.program.from_ir.unit import Unit
from refengine.program.storage.forms import Sequence

PUSH, ADD, HAS, COUNT, SAME, JOIN, LEAVE, COPY, TAKE = (
    "behind sequence", "into sequence", "in sequence", "times in sequence", "same sequences", "sequences together",
    "sequence without", "copy of sequence", "out of sequence",
)  # fmt: skip

A, B, C, AT, END = (ops.Local(name, "i32") for name in ("a", "b", "c", "at", "end"))
ITEM, TIMES = ops.Local("item", "i64"), ops.Local("times", "i64")
YES, NO, ZERO, ONE = ops.Address(1), ops.Address(0), ops.Number(0), ops.Number(1)


# ---- WHAT OTHERS CALL


def new(form: Sequence) -> ops.Expression:
    """Returns an empty sequence."""
    return arrays.new(form.bytes)


def many(members: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns the number of pieces in a sequence."""
    return ops.Load(members, 0, form.width)


def first(members: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns the first piece of a sequence that is not empty."""
    return ops.Load(members, form.width, form.width)


def pushed(made: ops.Expression, item: ops.Expression, form: Sequence, times: ops.Expression = ONE) -> ops.Statement:
    """Puts so many copies of a piece behind all others."""
    return ops.Run(ops.Call(_named(PUSH, form), (made, item, times), None))


def added(made: ops.Expression, item: ops.Expression, form: Sequence) -> ops.Statement:
    """Puts one piece where it belongs into a sequence that is in order as printed, unless it is there."""
    return ops.Run(ops.Call(_named(ADD, form), (made, item), None))


def taken(held: ops.Expression, item: ops.Expression, times: ops.Expression, form: Sequence) -> ops.Statement:
    """Takes the first so many copies of a piece out of a sequence that lasts, in which they have to be."""
    return ops.Run(ops.Call(_named(TAKE, form), (held, item, times), None))


def has(members: ops.Expression, item: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns whether a piece is in a sequence."""
    return ops.Call(_named(HAS, form), (members, item), "i32")


def times_in(start: ops.Expression, end: ops.Expression, item: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns how often a piece stands behind one address up to another, of the last entries looked at."""
    return ops.Call(_named(COUNT, form), (start, end, item), "i64")


def same(one: ops.Expression, other: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns whether two sequences hold the same in the same order."""
    return ops.Call(_named(SAME, form), (one, other), "i32")


def together(one: ops.Expression, other: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns the union of two sequences, each piece once, in order as printed."""
    return ops.Call(_named(JOIN, form), (one, other, new(form)), "i32")


def without(one: ops.Expression, other: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns what is in a sequence and not in another, as it lies in the first."""
    return ops.Call(_named(LEAVE, form), (one, other, new(form)), "i32")


def copied(members: ops.Expression, form: Sequence, behind: int = 0) -> ops.Expression:
    """Returns a copy of a sequence, without so many of its first pieces."""
    return ops.Call(_named(COPY, form), (members, ops.Number(behind), new(form)), "i32")


def stored(place: ops.Local, held: ops.Local, form: Sequence) -> tuple[ops.Statement, ...]:
    """Writes a sequence where it lasts, and clears what was behind."""
    size = ops.Local("size of sequence", "i32")
    return (
        ops.Assign(size, ops.Plus(_distance(many(ops.Get(held), form), form), ops.Address(form.width))),
        ops.Copy(ops.Get(place), ops.Get(held), ops.Get(size)),
        ops.Clear(ops.Plus(ops.Get(place), ops.Get(size)), ops.Minus(ops.Address(form.bytes), ops.Get(size))),
    )


def last_of(members: ops.Expression, form: Sequence) -> ops.Expression:
    """Returns the address of the last piece of a sequence, which is worked out twice; of an empty one its own."""
    return ops.Plus(members, _distance(many(members, form), form))


def _named(word: str, form: Sequence) -> str:
    return f"{word} {form.width}"


def _distance(number: ops.Expression, form: Sequence) -> ops.Expression:
    return ops.Shortened(number if form.width == 1 else ops.Binary("<<", number, ONE))


# ---- THE FUNCTIONS


def add_sequences(unit: Unit) -> None:
    """Adds the functions, for each width that there is."""
    for form in {each.width: each for each in unit.forms.sequences.values()}.values():
        for made in (
            _push(form), _add(form), _take(form), _has(form), _count(form), _same(form), _join(form), _leave(form),
            _copy(form),
        ):  # fmt: skip
            unit.add(made)


def _here(form: Sequence) -> ops.Expression:
    return ops.Load(ops.Get(AT), 0, form.width)


def _on(form: Sequence) -> ops.Statement:
    return ops.Assign(AT, ops.Plus(ops.Get(AT), ops.Address(form.width)))


def _until(end: ops.Expression) -> ops.Expression:
    return ops.Negated(ops.SameAddress(ops.Get(AT), end))


def _each(sequence: ops.Local, form: Sequence, *body: ops.Statement) -> tuple[ops.Statement, ...]:
    """Returns the statements for each piece of a sequence, at `AT`."""
    return (
        ops.Assign(AT, ops.Get(sequence)),
        ops.Assign(END, last_of(ops.Get(sequence), form)),
        ops.While(_until(ops.Get(END)), (_on(form), *body)),
    )


def _push(form: Sequence) -> ops.Function:
    width = form.width
    body = (
        ops.Assign(AT, last_of(ops.Get(A), form)),
        ops.When(
            ops.Compare(">", ops.Get(TIMES), ZERO),
            (ops.Store(ops.Get(A), 0, width, ops.Binary("+", many(ops.Get(A), form), ops.Get(TIMES))),),
        ),
        ops.While(
            ops.Compare(">", ops.Get(TIMES), ZERO),
            (_on(form), ops.Store(ops.Get(AT), 0, width, ops.Get(ITEM)), _one_less()),
        ),
        ops.Return(None),
    )
    return ops.Function(_named(PUSH, form), (A, ITEM, TIMES), None, body)


def _one_less() -> ops.Statement:
    return ops.Assign(TIMES, ops.Binary("-", ops.Get(TIMES), ONE))


def _add(form: Sequence) -> ops.Function:
    """Goes back from the end to where the piece belongs: what is made in order is made without a search."""
    width = ops.Address(form.width)
    later = ops.Both(_until(ops.Get(A)), ops.Compare(">", _here(form), ops.Get(ITEM)))
    there = ops.Both(_until(ops.Get(A)), ops.Compare("==", _here(form), ops.Get(ITEM)))
    behind = ops.Plus(ops.Get(AT), width)
    body = (
        ops.Assign(END, last_of(ops.Get(A), form)),
        ops.Assign(AT, ops.Get(END)),
        ops.While(later, (ops.Assign(AT, ops.Minus(ops.Get(AT), width)),)),
        ops.When(there, (ops.Return(None),)),
        ops.Copy(ops.Plus(behind, width), behind, ops.Minus(ops.Get(END), ops.Get(AT))),
        ops.Store(behind, 0, form.width, ops.Get(ITEM)),
        ops.Store(ops.Get(A), 0, form.width, ops.Binary("+", many(ops.Get(A), form), ONE)),
        ops.Return(None),
    )
    return ops.Function(_named(ADD, form), (A, ITEM), None, body)


def _take(form: Sequence) -> ops.Function:
    """Takes the first copies of a piece out; each time what lies behind moves up, and the last place is cleared."""
    width = ops.Address(form.width)
    take = (
        ops.Assign(AT, ops.Plus(ops.Get(A), width)),
        ops.Assign(END, last_of(ops.Get(A), form)),
        ops.While(ops.Both(_until(ops.Get(END)), ops.Compare("!=", _here(form), ops.Get(ITEM))), (_on(form),)),
        ops.Copy(ops.Get(AT), ops.Plus(ops.Get(AT), width), ops.Minus(ops.Get(END), ops.Get(AT))),
        ops.Store(ops.Get(END), 0, form.width, ZERO),
        ops.Store(ops.Get(A), 0, form.width, ops.Binary("-", many(ops.Get(A), form), ONE)),
        _one_less(),
    )
    body = (ops.While(ops.Compare(">", ops.Get(TIMES), ZERO), take), ops.Return(None))
    return ops.Function(_named(TAKE, form), (A, ITEM, TIMES), None, body)


def _has(form: Sequence) -> ops.Function:
    found = ops.When(ops.Compare("==", _here(form), ops.Get(ITEM)), (ops.Return(YES),))
    return ops.Function(_named(HAS, form), (A, ITEM), "i32", (*_each(A, form, found), ops.Return(NO)))


def _count(form: Sequence) -> ops.Function:
    more = ops.Binary("+", ops.Get(TIMES), ops.Widened(ops.Compare("==", _here(form), ops.Get(ITEM))))
    body = (
        ops.Assign(TIMES, ZERO),
        ops.Assign(AT, ops.Get(A)),
        ops.While(_until(ops.Get(B)), (_on(form), ops.Assign(TIMES, more))),
        ops.Return(ops.Get(TIMES)),
    )
    return ops.Function(_named(COUNT, form), (A, B, ITEM), "i64", body)


def _same(form: Sequence) -> ops.Function:
    other = ops.Load(ops.Plus(ops.Get(AT), ops.Minus(ops.Get(B), ops.Get(A))), 0, form.width)
    differ = ops.When(ops.Compare("!=", _here(form), other), (ops.Return(NO),))
    body = (
        ops.When(ops.Compare("!=", many(ops.Get(A), form), many(ops.Get(B), form)), (ops.Return(NO),)),
        *_each(A, form, differ),
        ops.Return(YES),
    )
    return ops.Function(_named(SAME, form), (A, B), "i32", body)


def _join(form: Sequence) -> ops.Function:
    add = added(ops.Get(C), _here(form), form)
    body = (*_each(A, form, add), *_each(B, form, add), ops.Return(ops.Get(C)))
    return ops.Function(_named(JOIN, form), (A, B, C), "i32", body)


def _leave(form: Sequence) -> ops.Function:
    keep = ops.When(ops.Negated(has(ops.Get(B), _here(form), form)), (pushed(ops.Get(C), _here(form), form),))
    return ops.Function(_named(LEAVE, form), (A, B, C), "i32", (*_each(A, form, keep), ops.Return(ops.Get(C))))


def _copy(form: Sequence) -> ops.Function:
    """Copies a sequence but for so many, which have to be in it, to where there is an empty one."""
    width = ops.Address(form.width)
    left = ops.Binary("-", many(ops.Get(A), form), ops.Get(TIMES))
    body = (
        ops.Store(ops.Get(C), 0, form.width, left),
        ops.Copy(
            ops.Plus(ops.Get(C), width),
            ops.Plus(ops.Plus(ops.Get(A), _distance(ops.Get(TIMES), form)), width),
            _distance(many(ops.Get(C), form), form),
        ),
        ops.Return(ops.Get(C)),
    )
    return ops.Function(_named(COPY, form), (A, TIMES, C), "i32", body)
