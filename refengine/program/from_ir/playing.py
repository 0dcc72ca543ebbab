"""Playing: what a program does for whoever runs it, the same for every game: a step, and random games on end.

The choices are those of `docs/random-choices.md`: the reference engine plays the same games of the same seed.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from refengine.ir import game as model
from refengine.program import ops
from refengine.program.from_ir import words
from refengine.program.from_ir.asks import OFFERED, TOTAL, UNEVEN, stride_of
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.picks import PICK, add_picks
from refengine.program.from_ir.points import LISTED, SETTLE, function_of
from refengine.program.from_ir.properties import OVER
from refengine.program.from_ir.stamps import ALL_WRITTEN, BEGUN
from refengine.program.from_ir.unit import ARENA, ARENA_START, CLOCK, Scope, Unit
from refengine.program.from_ir.writes import set_variable
from refengine.program.storage.forms import Word
from refengine.program.storage.packed import PackedOrder

RANDOM: Final = ops.Global("random", "i64")
STEP: Final = -0x61C8864680B583EB  # 0x9E3779B97F4A7C15 as a signed number
ONE, TWO = -0x40A7B892E31B1A47, -0x6B2FB644ECCEEE15  # 0xBF58476D1CE4E5B9 and 0x94D049BB133111EB

CUT, OVER_, BROKEN, TRAPPED = 0, 1, 2, 3
"""How a game ended; `TRAPPED` is never written: the module stops."""

PLAY_ON: Final = "play on"
"""The function that plays a game to its end."""

AT_ONCE: Final = 1 << 10
"""The number of games that are played in one call."""


@frozen
class Addresses:
    """The addresses of all that is read from outside."""

    state: int
    before: int
    initial: int
    offered: int
    stride: int
    results: int
    result: int
    """The bytes of the result of one game: how it ended, steps, property broken, scores by seat, winners as a mask."""
    played: int


def add_playing(unit: Unit, *, at_random: bool) -> Addresses:
    """Adds the functions that are called from outside; with `at_random` it plays by itself, and says what is broken."""
    seats = unit.forms.kinds["player"]
    size, result = unit.packed.size, 8 * (3 + seats + 1)
    memory = unit.memory
    found = Addresses(
        memory.tables["state"], memory.room(size), memory.room(size), memory.tables["offered"], stride_of(unit),
        memory.room(AT_ONCE * result), result, memory.room(16),
    )  # fmt: skip
    _add_initial(unit, found)
    _add_step(unit, found)
    if at_random:
        _add_random(unit)
        add_picks(unit)
    if at_random:
        _add_broken(unit, found)
        _add_games(unit, found)
    return found


def _add_random(unit: Unit) -> None:
    """Adds the random generator: SplitMix64, and a number below a bound made of its upper half."""
    x, bound = ops.Local("x", "i64"), ops.Local("bound", "i64")

    def turned(shift: int) -> ops.Expression:
        return ops.Binary("^", ops.Get(x), ops.Binary(">>", ops.Get(x), ops.Number(shift)))

    mixed = (
        ops.Assign(x, ops.Binary("*", turned(30), ops.Number(ONE))),
        ops.Assign(x, ops.Binary("*", turned(27), ops.Number(TWO))),
        ops.Return(turned(31)),
    )
    unit.add(ops.Function("mixed", (x,), "i64", mixed))
    step = ops.Assign(RANDOM, ops.Binary("+", ops.Get(RANDOM), ops.Number(STEP)))
    drawn = ops.Binary(">>", ops.Call("mixed", (ops.Get(RANDOM),), "i64"), ops.Number(32))
    scaled = ops.Binary(">>", ops.Binary("*", drawn, ops.Get(bound)), ops.Number(32))
    unit.add(ops.Function("below", (bound,), "i64", (step, ops.Return(scaled))))


def _add_initial(unit: Unit, found: Addresses) -> None:
    """Adds the function that begins a game: pieces and variables as they start, then all that runs by itself."""
    scope = Scope(unit, unit.game.setup.clause, ops.Address(found.state))
    body: list[ops.Statement] = [
        ops.Assign(ARENA, ops.Get(ARENA_START)),
        ops.Clear(scope.state, ops.Address(unit.packed.size)),
    ]
    for component in unit.game.components:
        zone = unit.packed.zones[component.starts_in]
        if isinstance(zone.form, Word):
            copies = sum(row.copies << index * zone.form.bits for index, row in enumerate(component.pieces))
            body.append(ops.Store(scope.state, zone.offset, zone.form.width, ops.Number(words.signed(copies))))
        else:
            body += [
                ops.Store(scope.state, zone.offset + index, 1, ops.Number(row.copies))
                for index, row in enumerate(component.pieces)
            ]
        if zone.order is not None:
            body.append(_in_order(component, zone.order, scope))
    for packed in unit.packed.variables.values():
        inner, starts = scope.within(packed.variable.clause), packed.variable.starts
        for key in range(packed.size):
            member = ops.Number(key)
            body += set_variable(packed.variable.name, member, lambda form: inner.held_as(starts, form), inner)  # noqa: B023
    body.append(ALL_WRITTEN)
    setup = unit.game.setup
    call = ops.Call(function_of((setup.name, setup.points[0].name)), (scope.state,), "i32")
    body.append(ops.Run(ops.Call(SETTLE, (scope.state, call), None)))
    unit.add(ops.Function("initial", (), None, tuple(body), exported=True))


def _in_order(component: model.Component, order: PackedOrder, scope: Scope) -> ops.Statement:
    """Writes the order in which the pieces lie where they start: that in which they are printed."""
    pieces = [index for index, row in enumerate(component.pieces) for _ in range(row.copies)]
    held = b"".join(each.to_bytes(order.form.width, "little") for each in (len(pieces), *pieces))
    table = scope.unit.memory.table(("order", component.name), lambda: held)
    return ops.Copy(ops.Plus(scope.state, ops.Address(order.offset)), ops.Address(table), ops.Address(len(held)))


def _add_step(unit: Unit, found: Addresses) -> None:
    """Adds the functions of a step: `legal` lists actions, `apply` takes one, `ended` says whether the game is over."""
    number = ops.Local("number", "i32")
    state, before = ops.Address(found.state), ops.Address(found.before)
    afresh = ops.Assign(ARENA, ops.Get(ARENA_START))
    another = ALL_WRITTEN
    legal = ops.Call("all legal", (state,), "i32")
    unit.add(ops.Function("legal", (), "i32", (afresh, another, ops.Return(legal)), exported=True))
    entry = ops.Plus(ops.Times(ops.Get(number), ops.Address(found.stride)), ops.Address(found.offered))
    take = ops.Run(ops.Call("take", (state, entry), None))
    copy = ops.Copy(before, state, ops.Address(unit.packed.size))
    unit.add(ops.Function("apply", (number,), None, (afresh, another, copy, take), exported=True))
    outcome = ops.Call(OVER, (state, ops.Address(found.results + 24)), "i32")
    unit.add(ops.Function("ended", (), "i32", (afresh, another, ops.Return(outcome)), exported=True))


def _add_broken(unit: Unit, found: Addresses) -> None:
    """Adds the functions that say what is broken, at the start and by a step."""
    state, before = ops.Address(found.state), ops.Address(found.before)
    afresh = ops.Assign(ARENA, ops.Get(ARENA_START))
    for name, asked in (("broken_at_first", "broken at first"), ("broken_by_step", "broken by step")):
        call = ops.Call(asked, (before if name == "broken_by_step" else state, state), "i32")
        unit.add(ops.Function(name, (), "i32", (afresh, ALL_WRITTEN, ops.Return(call)), exported=True))


def _add_games(unit: Unit, found: Addresses) -> None:
    """Adds the functions that play random games in a row, from the start or a state put in its place."""
    seed, first, games = ops.Local("seed", "i64"), ops.Local("first", "i64"), ops.Local("games", "i64")
    limit, checked, to = ops.Local("limit", "i64"), ops.Local("checked", "i32"), ops.Local("to", "i32")
    played, result = ops.Local("played", "i64"), ops.Address(found.result)
    one = ops.Call("game", (ops.Get(seed), _sum(first, played), ops.Get(limit), ops.Get(checked), ops.Get(to)), None)
    body = (
        ops.Assign(played, ops.Number(0)),
        ops.Assign(to, ops.Address(found.results)),
        ops.Store(ops.Address(found.played), 0, 8, ops.Number(0)),
        ops.While(
            ops.Compare("<", ops.Get(played), ops.Get(games)),
            (
                ops.Run(one),
                ops.Assign(to, ops.Plus(ops.Get(to), result)),
                ops.Assign(played, plus(ops.Get(played), 1)),
                ops.Store(ops.Address(found.played), 0, 8, ops.Get(played)),
            ),
        ),
    )
    params = (seed, first, games, limit, checked)
    unit.add(ops.Function("games_from", params, None, body, exported=True))
    from_the_start = (
        ops.Store(ops.Address(found.played), 0, 8, ops.Number(0)),
        ops.Run(ops.Call("initial", (), None)),
        ops.Copy(ops.Address(found.initial), ops.Address(found.state), ops.Address(unit.packed.size)),
        ops.Run(ops.Call("games_from", tuple(ops.Get(each) for each in params), None)),
    )
    unit.add(ops.Function("games", params, None, from_the_start, exported=True))
    _add_game(unit, found)


def _sum(one: ops.Local, other: ops.Local) -> ops.Expression:
    return ops.Binary("+", ops.Get(one), ops.Get(other))


def _add_game(unit: Unit, found: Addresses) -> None:
    """Adds the function that plays one random game of a seed."""
    seed, number, limit = ops.Local("seed", "i64"), ops.Local("number", "i64"), ops.Local("limit", "i64")
    checked, to = ops.Local("checked", "i32"), ops.Local("to", "i32")
    broken, state = ops.Local("broken", "i32"), ops.Address(found.state)
    mixed = ops.Call("mixed", (plus(ops.Get(number), STEP),), "i64")
    at_once = (
        ops.Clear(ops.Get(to), ops.Address(found.result)),
        ops.Store(ops.Get(to), 0, 8, ops.Number(BROKEN)),
        ops.Store(ops.Get(to), 16, 8, ops.Widened(ops.Get(broken))),
        ops.Return(None),
    )
    look = (
        ops.Assign(broken, ops.Call("broken at first", (state, state), "i32")),
        ops.When(ops.Get(broken), at_once),
    )
    play = ops.Call(PLAY_ON, (ops.Number(0), ops.Get(limit), ops.Get(checked), ops.Get(to)), None)
    body = (
        ops.Assign(ARENA, ops.Get(ARENA_START)),
        ops.Copy(state, ops.Address(found.initial), ops.Address(unit.packed.size)),
        ALL_WRITTEN,
        ops.Assign(RANDOM, ops.Binary("^", ops.Call("mixed", (ops.Get(seed),), "i64"), mixed)),
        ops.When(ops.Get(checked), look),
        ops.Run(play),
    )
    unit.add(ops.Function("game", (seed, number, limit, checked, to), None, body))
    _add_play_on(unit, found)
    _add_pick(unit, found)


def _add_play_on(unit: Unit, found: Addresses) -> None:
    """Adds the function that plays a game to its end from the present state, and stores the result."""
    limit, steps = ops.Local("limit", "i64"), ops.Local("steps", "i64")
    checked, to = ops.Local("checked", "i32"), ops.Local("to", "i32")
    many, chosen, ended = ops.Local("many", "i32"), ops.Local("entry", "i32"), ops.Local("ended", "i64")
    broken, done = ops.Local("broken", "i32"), ops.Local("done", "i32")
    state, before = ops.Address(found.state), ops.Address(found.before)
    begin = (ops.Assign(ended, ops.Number(-1)), ops.Assign(broken, ops.Address(0)), ops.Assign(LISTED, ops.Address(0)))
    look = (
        ops.Assign(broken, ops.Call("broken by step", (before, state), "i32")),
        ops.When(ops.Get(broken), (ops.Assign(ended, ops.Number(BROKEN)),)),
    )
    # Where a game is cut everything is listed all the same: it may be a fault to do so.
    cut = ops.Compare(">=", ops.Get(steps), ops.Get(limit))
    at_once = ops.Choose(cut, ops.Address(0), ops.Call(PICK, (state,), "i32"), "i32")
    taken = (
        ops.Assign(chosen, ops.Call("pick", (ops.Get(many),), "i32")),
        ops.Assign(LISTED, ops.Address(0)),
        ops.Run(ops.Call("take", (state, ops.Get(chosen)), None)),
    )
    going = ops.Compare("<", ops.Get(ended), ops.Number(0))
    listed = (
        ops.Assign(many, ops.Choose(ops.Get(LISTED), ops.Get(OFFERED), ops.Call("all legal", (state,), "i32"), "i32")),
        ops.When(
            ops.SameAddress(ops.Get(many), ops.Address(0)),
            (ops.Assign(ended, ops.Number(OVER_)),),
            (ops.When(cut, (ops.Assign(ended, ops.Number(CUT)),), taken),),
        ),
    )
    goes_on = ops.SameAddress(ops.Get(done), ops.Address(1))
    turn = (
        ops.Assign(ARENA, ops.Get(ARENA_START)),
        ops.When(ops.Get(checked), (ops.Copy(before, state, ops.Address(unit.packed.size)),)),
        ops.Assign(BEGUN, ops.Get(CLOCK)),
        ops.Assign(done, at_once),
        ops.When(ops.Get(done), (ops.Run(ops.Call(SETTLE, (state, goes_on), None)),), listed),
        ops.When(going, (ops.Assign(steps, plus(ops.Get(steps), 1)), ops.When(ops.Get(checked), look))),
    )
    seats = unit.forms.kinds["player"]
    results = ops.Plus(ops.Get(to), ops.Address(24))
    end = (
        ops.Clear(ops.Get(to), ops.Address(found.result)),
        ops.Store(ops.Get(to), 0, 8, ops.Get(ended)),
        ops.Store(ops.Get(to), 8, 8, ops.Get(steps)),
        ops.Store(ops.Get(to), 16, 8, ops.Widened(ops.Get(broken))),
        ops.When(
            ops.Compare("==", ops.Get(ended), ops.Number(OVER_)),
            (
                ops.When(
                    ops.Negated(ops.Call(OVER, (state, results), "i32")),
                    (ops.Store(results, 8 * seats, 8, ops.Number(-1)),),
                ),
            ),
        ),
    )
    body = (*begin, ops.While(going, turn), *end)
    unit.add(ops.Function(PLAY_ON, (steps, limit, checked, to), None, body))


def _add_pick(unit: Unit, found: Addresses) -> None:
    """Adds the function that draws a listed action by its weight; a single one is taken without a draw."""
    many, left, entry = ops.Local("many", "i32"), ops.Local("left", "i64"), ops.Local("entry", "i32")
    base, stride = ops.Address(found.offered), ops.Address(found.stride)
    weight = ops.Load(ops.Get(entry), 16, 8)
    alike = ops.Either(
        ops.Compare("==", ops.Get(TOTAL), ops.Number(0)),
        ops.Negated(ops.Get(UNEVEN)),
    )
    drawn = ops.Call("below", (ops.Widened(ops.Get(many)),), "i64")
    evenly = ops.Plus(base, ops.Times(ops.Shortened(drawn), stride))
    too_heavy = ops.Compare(">u", ops.Get(TOTAL), ops.Number((1 << 31) - 1))
    scope = Scope(unit, unit.game.clause, ops.Address(found.state))
    body = (
        ops.When(ops.SameAddress(ops.Get(many), ops.Address(1)), (ops.Return(base),)),
        ops.When(alike, (ops.Return(evenly),)),
        ops.When(too_heavy, (scope.trap("weights beyond 2^31 together", fault=False),)),
        ops.Assign(left, ops.Call("below", (ops.Get(TOTAL),), "i64")),
        ops.Assign(entry, base),
        ops.While(
            ops.Compare(">=", ops.Get(left), weight),
            (
                ops.Assign(left, ops.Binary("-", ops.Get(left), weight)),
                ops.Assign(entry, ops.Plus(ops.Get(entry), stride)),
            ),
        ),
        ops.Return(ops.Get(entry)),
    )
    unit.add(ops.Function("pick", (many,), "i32", body))
