"""Lists: the functions of a program that work on sets of which the things may be any of very many, in order.

A list is known by its address: how many things there are, room for how many (0 where it is stored), then each in 8
bytes. What is made lies where sets that are worked out do; one that is still being made grows there, or moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from refengine.program import ops
from refengine.program.from_ir.unit import ARENA, ARENA_END, Unit
from refengine.program.storage.forms import ListForm, Mask

HEAD: Final = 8
WORD: Final = 8
FEW: Final = 4
"""The things for which a new list has room."""

NEW, PUSH, HAS, SAME, LESS, JOIN, LEAVE, COPY = (
    "new list", "list with one more", "in list", "same lists", "list before list", "lists together", "list without",
    "copy of list",
)  # fmt: skip
ADD: Final = "list and"
OF_MASKS, OF_LISTS = " mask", " list"

A, B, C, AT, BT, END = (ops.Local(name, "i32") for name in ("a", "b", "c", "at", "bt", "end"))
ITEM, X, Y, MANY, ROOM = (ops.Local(name, "i64") for name in ("item", "x", "y", "many", "room"))
YES, NO, ZERO = ops.Address(1), ops.Address(0), ops.Number(0)


# ---- WHAT OTHERS CALL


def new(room: int = FEW) -> ops.Expression:
    """Returns an empty list."""
    return ops.Call(NEW, (ops.Number(room),), "i32")


def many(members: ops.Expression) -> ops.Expression:
    """Returns the number of things in a list."""
    return ops.Load(members, 0, 4)


def is_empty(members: ops.Expression) -> ops.Expression:
    """Returns whether nothing is in a list."""
    return ops.Compare("==", many(members), ZERO)


def added(made: ops.Local, item: ops.Expression, form: ListForm) -> ops.Statement:
    """Adds one thing to a list that is being made, unless it is there."""
    return ops.Assign(made, ops.Call(f"{ADD}{_sort(form)}", (ops.Get(made), item), "i32"))


def pushed(made: ops.Local, item: ops.Expression) -> ops.Statement:
    """Puts one thing behind all others of a list that is being made."""
    return ops.Assign(made, ops.Call(PUSH, (ops.Get(made), item), "i32"))


def has(members: ops.Expression, item: ops.Expression, form: ListForm) -> ops.Expression:
    """Returns whether something is in a list."""
    return ops.Call(f"{HAS}{_sort(form)}", (members, item), "i32")


def same(one: ops.Expression, other: ops.Expression, form: ListForm) -> ops.Expression:
    """Returns whether two lists hold the same."""
    return ops.Call(f"{SAME}{_sort(form)}", (one, other), "i32")


def together(one: ops.Expression, other: ops.Expression, form: ListForm) -> ops.Expression:
    """Returns the union of two lists."""
    return ops.Call(f"{JOIN}{_sort(form)}", (one, other), "i32")


def without(one: ops.Expression, other: ops.Expression, form: ListForm) -> ops.Expression:
    """Returns the difference of two lists."""
    return ops.Call(f"{LEAVE}{_sort(form)}", (one, other), "i32")


def copied(members: ops.Expression, behind: int = 0) -> ops.Expression:
    """Returns a copy of a list, without so many of its first things."""
    return ops.Call(COPY, (members, ops.Number(behind)), "i32")


def first(members: ops.Expression) -> ops.Expression:
    """Returns the first thing of a list that is not empty."""
    return ops.Load(members, HEAD, WORD)


def left_alone(result: ops.Local, mark: ops.Local) -> tuple[ops.Statement, ...]:
    """Gives all room back that was taken since a mark, but for that of one list, which moves down to the mark."""
    size = ops.Local("size of it", "i32")
    move = (
        ops.Assign(size, ops.Plus(_bytes(many(ops.Get(result))), ops.Address(HEAD))),
        ops.Copy(ops.Get(mark), ops.Get(result), ops.Get(size)),
        ops.Assign(ARENA, ops.Plus(ops.Get(mark), ops.Get(size))),
        ops.Store(ops.Get(mark), 4, 4, many(ops.Get(mark))),
        ops.Assign(result, ops.Get(mark)),
    )
    below = ops.Compare("<u", ops.Widened(ops.Get(result)), ops.Widened(ops.Get(mark)))
    return (ops.When(below, (ops.Assign(ARENA, ops.Get(mark)),), move),)


def makes(call: ops.Call) -> bool:
    """Returns whether a call takes room for a list."""
    return call.function.startswith((NEW, PUSH, ADD, JOIN, LEAVE, COPY))


def each_of(
    members: ops.Expression,
    at: ops.Local,
    end: ops.Local,
    until: ops.Expression | None,
    body: tuple[ops.Statement, ...],
) -> tuple[ops.Statement, ...]:
    """Returns a loop over a list, the address of what is next in `at`."""
    going: ops.Expression = ops.Negated(ops.SameAddress(ops.Get(at), ops.Get(end)))
    if until is not None:
        going = ops.Both(going, ops.Negated(until))
    size = ops.Shortened(ops.Binary("<<", many(ops.Get(at)), ops.Number(3)))
    return (
        ops.Assign(at, members),
        ops.Assign(end, ops.Plus(ops.Plus(ops.Get(at), size), ops.Address(HEAD))),
        ops.Assign(at, ops.Plus(ops.Get(at), ops.Address(HEAD))),
        ops.While(going, body),
    )


def step(at: ops.Local) -> ops.Statement:
    """Returns the step to what comes next in a list."""
    return ops.Assign(at, ops.Plus(ops.Get(at), ops.Address(WORD)))


def _sort(form: ListForm) -> str:
    """Returns the ending of the functions on lists of this form: things are compared as numbers, masks, or lists."""
    match form.of:
        case None:
            return ""
        case Mask():
            return OF_MASKS
        case ListForm(of=None):
            return OF_LISTS
        case _:
            return f"{OF_LISTS} of{_sort(form.of)}"


# ---- THE FUNCTIONS


def add_lists(unit: Unit, room: int) -> None:
    """Adds the functions on lists that are called; where there is no room, the trap `room`."""
    makers: dict[str, Callable[[str, str], ops.Function]] = {
        ADD: _adding, HAS: _having, SAME: _sameness, LESS: _order, JOIN: _joining, LEAVE: _leaving,
    }  # fmt: skip
    known = set(unit.functions)
    agenda = [each for function in unit.functions.values() for each in unit.summaries.of(function.body).calls]
    while agenda:
        name = agenda.pop().function
        if name in known:
            continue
        known.add(name)
        if name == NEW:
            made = _new(room)
        elif name == PUSH:
            made = _push(room)
        elif name == COPY:
            made = _copy()
        elif name == MASK_LESS:
            made = _mask_order()
        else:
            word = next((each for each in makers if name.startswith(each)), None)
            if word is None:
                continue
            made = makers[word](name, name.removeprefix(word))
        unit.add(made)
        agenda += unit.summaries.of(made.body).calls


def _plus(*parts: ops.Expression) -> ops.Expression:
    found = parts[0]
    for each in parts[1:]:
        found = ops.Plus(found, each)
    return found


def _bytes(number: ops.Expression) -> ops.Expression:
    return ops.Shortened(ops.Binary("<<", number, ops.Number(3)))


def _behind(members: ops.Local, number: ops.Expression) -> ops.Expression:
    """Returns the address behind so many things of a list."""
    return _plus(ops.Get(members), _bytes(number), ops.Address(HEAD))


def _taken(size: ops.Expression, room: int) -> tuple[ops.Statement, ...]:
    """Takes so much more of the room for sets."""
    beyond = ops.Compare(">u", ops.Widened(ops.Get(ARENA)), ops.Widened(ops.Get(ARENA_END)))
    return ops.Assign(ARENA, ops.Plus(ops.Get(ARENA), size)), ops.When(beyond, (ops.Trap(room),))


def _new(room: int) -> ops.Function:
    size = ops.Plus(_bytes(ops.Get(ROOM)), ops.Address(HEAD))
    head = ops.Store(ops.Get(A), 0, WORD, ops.Binary("<<", ops.Get(ROOM), ops.Number(32)))
    body = (ops.Assign(A, ops.Get(ARENA)), *_taken(size, room), head, ops.Return(ops.Get(A)))
    return ops.Function(NEW, (ROOM,), "i32", body)


def _grown(room: int) -> tuple[ops.Statement, ...]:
    """Sees that the list `A` has room for one more than `MANY`; where it cannot grow it moves."""
    more = ops.Binary("+", ops.Get(ROOM), ops.Number(FEW))
    last = ops.SameAddress(_behind(A, ops.Get(ROOM)), ops.Get(ARENA))
    copy = ops.Copy(
        ops.Plus(ops.Get(C), ops.Address(HEAD)), ops.Plus(ops.Get(A), ops.Address(HEAD)), _bytes(ops.Get(MANY))
    )
    grow = ops.When(
        ops.Both(last, ops.Compare("!=", ops.Get(ROOM), ZERO)),
        (*_taken(_bytes(more), room), ops.Store(ops.Get(A), 4, 4, ops.Binary("+", ops.Get(ROOM), more))),
        (
            ops.Assign(C, ops.Call(NEW, (ops.Binary("+", ops.Get(MANY), more),), "i32")),
            ops.Store(ops.Get(C), 0, 4, ops.Get(MANY)),
            copy,
            ops.Assign(A, ops.Get(C)),
        ),
    )
    full = ops.Compare(">=", ops.Get(MANY), ops.Get(ROOM))
    return (
        ops.Assign(MANY, many(ops.Get(A))),
        ops.Assign(ROOM, ops.Load(ops.Get(A), 4, 4)),
        ops.When(full, (grow,)),
    )


def _push(room: int) -> ops.Function:
    body = (
        *_grown(room),
        ops.Store(_behind(A, ops.Get(MANY)), 0, WORD, ops.Get(ITEM)),
        ops.Store(ops.Get(A), 0, 4, _next(MANY)),
        ops.Return(ops.Get(A)),
    )
    return ops.Function(PUSH, (A, ITEM), "i32", body)


def _next(number: ops.Local) -> ops.Expression:
    return ops.Binary("+", ops.Get(number), ops.Number(1))


def _adding(name: str, sort: str) -> ops.Function:
    """Goes back from the end to where the thing belongs: what is made in order is made without a search."""
    here = ops.Load(ops.Minus(ops.Get(AT), ops.Address(WORD)), 0, WORD)
    start = ops.Plus(ops.Get(A), ops.Address(HEAD))
    later = _before(ops.Get(ITEM), here, sort)
    back = ops.While(
        ops.Both(ops.Negated(ops.SameAddress(ops.Get(AT), start)), later),
        (ops.Assign(AT, ops.Minus(ops.Get(AT), ops.Address(WORD))),),
    )
    there = ops.Both(ops.Negated(ops.SameAddress(ops.Get(AT), start)), _equal(here, ops.Get(ITEM), sort))
    body = (
        ops.Assign(AT, _behind(A, many(ops.Get(A)))),
        back,
        ops.When(there, (ops.Return(ops.Get(A)),)),
        ops.Assign(AT, ops.Minus(ops.Get(AT), ops.Get(A))),
        ops.Assign(A, ops.Call(PUSH, (ops.Get(A), ops.Get(ITEM)), "i32")),
        ops.Assign(AT, ops.Plus(ops.Get(AT), ops.Get(A))),
        ops.Assign(END, ops.Minus(_behind(A, many(ops.Get(A))), ops.Address(WORD))),
        ops.Copy(ops.Plus(ops.Get(AT), ops.Address(WORD)), ops.Get(AT), ops.Minus(ops.Get(END), ops.Get(AT))),
        ops.Store(ops.Get(AT), 0, WORD, ops.Get(ITEM)),
        ops.Return(ops.Get(A)),
    )
    return ops.Function(name, (A, ITEM), "i32", body)


def _having(name: str, sort: str) -> ops.Function:
    """Returns the function that halves the list until the thing is found, or has no place left."""
    middle = ops.Binary(">>", ops.Binary("+", ops.Get(X), ops.Get(Y)), ops.Number(1))
    there = ops.Load(_plus(ops.Get(A), _bytes(ops.Get(MANY))), HEAD, WORD)
    found = ops.Local("found", "i64")
    look = (
        ops.Assign(MANY, middle),
        ops.Assign(found, there),
        ops.When(_equal(ops.Get(found), ops.Get(ITEM), sort), (ops.Return(YES),)),
        ops.When(
            _before(ops.Get(found), ops.Get(ITEM), sort), (ops.Assign(X, _next(MANY)),), (ops.Assign(Y, ops.Get(MANY)),)
        ),
    )
    going = ops.Compare("<", ops.Get(X), ops.Get(Y))
    body = (ops.Assign(X, ZERO), ops.Assign(Y, many(ops.Get(A))), ops.While(going, look), ops.Return(NO))
    return ops.Function(name, (A, ITEM), "i32", body)


def _sameness(name: str, sort: str) -> ops.Function:
    other = ops.Load(ops.Plus(ops.Get(AT), ops.Minus(ops.Get(B), ops.Get(A))), 0, WORD)
    differ = ops.When(
        ops.Negated(_equal(ops.Load(ops.Get(AT), 0, WORD), other, sort)),
        (ops.Return(NO),),
    )
    body = (
        ops.When(ops.SameAddress(ops.Get(A), ops.Get(B)), (ops.Return(YES),)),
        ops.When(ops.Compare("!=", many(ops.Get(A)), many(ops.Get(B))), (ops.Return(NO),)),
        *each_of(ops.Get(A), AT, END, None, (differ, step(AT))),
        ops.Return(YES),
    )
    return ops.Function(name, (A, B), "i32", body)


def _order(name: str, sort: str) -> ops.Function:
    """Returns whether a list comes before another: at the first place in which they differ, or as it ends there."""
    one, other = ops.Load(ops.Get(AT), 0, WORD), ops.Load(ops.Plus(ops.Get(AT), ops.Get(BT)), 0, WORD)
    differ = ops.When(ops.Negated(_equal(one, other, sort)), (ops.Return(_before(one, other, sort)),))
    ended = ops.SameAddress(ops.Plus(ops.Get(AT), ops.Get(BT)), _behind(B, many(ops.Get(B))))
    body = (
        ops.Assign(BT, ops.Minus(ops.Get(B), ops.Get(A))),
        *each_of(ops.Get(A), AT, END, None, (ops.When(ended, (ops.Return(NO),)), differ, step(AT))),
        ops.Return(ops.Compare("<", many(ops.Get(A)), many(ops.Get(B)))),
    )
    return ops.Function(name, (A, B), "i32", body)


def _joining(name: str, sort: str) -> ops.Function:
    """Adds what is in the second list to a copy of the first."""
    add = ops.Assign(C, ops.Call(f"{ADD}{sort}", (ops.Get(C), ops.Load(ops.Get(AT), 0, WORD)), "i32"))
    body = (
        ops.Assign(C, copied(ops.Get(A))),
        *each_of(ops.Get(B), AT, END, None, (add, step(AT))),
        ops.Return(ops.Get(C)),
    )
    return ops.Function(name, (A, B), "i32", body)


def _leaving(name: str, sort: str) -> ops.Function:
    here = ops.Load(ops.Get(AT), 0, WORD)
    add = ops.Assign(C, ops.Call(PUSH, (ops.Get(C), here), "i32"))
    keep = ops.When(ops.Negated(ops.Call(f"{HAS}{sort}", (ops.Get(B), here), "i32")), (add,))
    body = (ops.Assign(C, new()), *each_of(ops.Get(A), AT, END, None, (keep, step(AT))), ops.Return(ops.Get(C)))
    return ops.Function(name, (A, B), "i32", body)


def _copy() -> ops.Function:
    left = ops.Binary("-", many(ops.Get(A)), ops.Get(X))
    body = (
        ops.Assign(MANY, left),
        ops.Assign(C, ops.Call(NEW, (ops.Get(MANY),), "i32")),
        ops.Store(ops.Get(C), 0, 4, ops.Get(MANY)),
        ops.Copy(ops.Plus(ops.Get(C), ops.Address(HEAD)), _behind(A, ops.Get(X)), _bytes(ops.Get(MANY))),
        ops.Return(ops.Get(C)),
    )
    return ops.Function(COPY, (A, X), "i32", body)


# ---- WHAT IS COMPARED

MASK_LESS: Final = "mask before mask"


def _equal(one: ops.Expression, other: ops.Expression, sort: str) -> ops.Expression:
    if not sort.startswith(OF_LISTS):
        return ops.Compare("==", one, other)
    inner = sort.removeprefix(OF_LISTS).removeprefix(" of")
    return ops.Call(f"{SAME}{inner}", (ops.Shortened(one), ops.Shortened(other)), "i32")


def _before(one: ops.Expression, other: ops.Expression, sort: str) -> ops.Expression:
    if not sort:
        return ops.Compare("<", one, other)
    if sort == OF_MASKS:
        return ops.Call(MASK_LESS, (one, other), "i32")
    inner = sort.removeprefix(OF_LISTS).removeprefix(" of")
    return ops.Call(f"{LESS}{inner}", (ops.Shortened(one), ops.Shortened(other)), "i32")


def _mask_order() -> ops.Function:
    """Returns whether a mask comes before another as sets do.

    The one comes first whose first thing the other has not, or which ends.
    """
    differ = ops.Unary("lowest", ops.Binary("^", ops.Get(X), ops.Get(Y)))
    left = ops.Binary(">>", ops.Get(Y), ops.Get(MANY))
    other_left = ops.Binary(">>", ops.Get(X), ops.Get(MANY))
    mine = ops.Shortened(ops.Binary("&", ops.Binary(">>", ops.Get(X), ops.Get(MANY)), ops.Number(1)))
    body = (
        ops.When(ops.Compare("==", ops.Get(X), ops.Get(Y)), (ops.Return(NO),)),
        ops.Assign(MANY, differ),
        ops.Return(
            ops.Choose(mine, ops.Compare("!=", left, ZERO), ops.Compare("==", other_left, ZERO), "i32"),
        ),
    )
    return ops.Function(MASK_LESS, (X, Y), "i32", body)
