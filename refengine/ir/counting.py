"""Phases that are running, as variables: how often each was entered with what it was told, and is not left.

The scripts themselves count: where a phase begins stands that it runs once more, in front of each exit that leaves it
that it runs once less. So what is running is an ordinary variable to all that reads it, and nothing else is known of
the stack. No rule can write it, since its name is no name of the language.

INVARIANT: where nothing runs by itself, such a variable is the number of frames of its phase that were told so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Protocol

from attrs import evolve

from refengine.ir import control, game as model
from refengine.ir.domain import COUNT, Domain, Enum, Option, Piece, Range, Truth
from refengine.ir.expressions import (
    And,
    Arith,
    Equal,
    Expr,
    If,
    Local,
    Member,
    Nothing,
    Number,
    Origin,
    Printed,
    ReadVariable,
    TruthLiteral,
)
from refengine.ir.lasting import reset
from refengine.ir.leaving import free_name, with_effects_before
from refengine.ir.liveness import with_live_locals
from refengine.ir.phase_counters import PhaseCounter
from refengine.ir.running import Running
from refengine.ir.standing import STANDING
from refengine.ir.visibility import EVERYONE


class Named(Protocol):
    """A thing with a name, in the IR or in what an engine tells of itself."""

    @property
    def name(self) -> str:
        """The name."""


MOST = 64
"""The most variables that count one phase."""


def is_declared(variable: Named) -> bool:
    """Returns whether the rules declare a variable, and do not only count with it."""
    return " " not in variable.name


def phase_counters(
    phase: str, params: Sequence[Local], sizes: dict[str, int], *, told: bool
) -> tuple[PhaseCounter, ...]:
    """Returns the variables that count a phase, apart by what it is `told` if that is asked about.

    The parameter that can be the most is the key, the others are fixed, each variable to other literals. None are
    returned where the parameters can not be listed, or there are too many ways to be told.
    """
    if not told or not params:
        return (PhaseCounter(f"{phase} is running", phase),)
    keyed = [number for number, each in enumerate(params) if isinstance(each.domain, Piece | Enum)]
    at = max(keyed, key=lambda number: sizes[_index(params[number].domain)], default=None)
    others = [number for number in range(len(params)) if number != at]
    ways = 1
    for number in others:
        ways *= size_of(params[number].domain, sizes)
    if not 0 < ways <= MOST:
        return ()
    listed = [literals(params[number].domain, sizes) for number in others]
    found: list[PhaseCounter] = []
    for each in product(*listed):
        fixed = tuple(zip(others, each, strict=True))
        what = "".join(f" {number + 1}.{place}" for number, place in zip(others, _places(each, listed), strict=True))
        found.append(PhaseCounter(f"{phase} is running{what} when told", phase, at, fixed))
    return tuple(found)


def _places(chosen: Sequence[Expr], listed: Sequence[Sequence[Expr]]) -> list[int]:
    return [all_.index(one) + 1 for one, all_ in zip(chosen, listed, strict=True)]


def _index(domain: Domain) -> str:
    match domain:
        case Piece(component=name) | Enum(kind=name):
            return name
        case _:
            raise TypeError(domain)


def size_of(domain: Domain, sizes: dict[str, int]) -> int:
    """Returns the number of literals of a domain; 0 where they can not be listed."""
    match domain:
        case Truth():
            return 2
        case Range(low=low, high=high):
            return high - low + 1
        case Enum(kind=name) | Piece(component=name):
            return sizes[name]
        case Option(inner=inner):
            inside = size_of(inner, sizes)
            return inside + 1 if inside else 0
        case _:
            return 0


def literals(domain: Domain, sizes: dict[str, int]) -> tuple[Expr, ...]:
    """Returns the literals of a domain that has few."""
    match domain:
        case Truth():
            return TruthLiteral(value=False), TruthLiteral(value=True)
        case Range(low=low, high=high):
            return tuple(map(Number, range(low, high + 1)))
        case Enum(kind=kind):
            return tuple(Member(kind, number) for number in range(sizes[kind]))
        case Piece(component=component):
            return tuple(Printed(component, number) for number in range(sizes[component]))
        case Option(inner=inner):
            return Nothing(domain), *literals(inner, sizes)
        case _:
            raise TypeError(domain)


def variable(each: PhaseCounter, params: Sequence[Local], clause: control.Clause) -> model.Variable:
    """Returns the variable that counts so."""
    index = None if each.at is None else _index(params[each.at].domain)
    return model.Variable(each.variable, index, COUNT, Number(0), EVERYONE, clause, each.phase)


def times(counts: Sequence[PhaseCounter], args: Sequence[Expr]) -> Expr:
    """Returns the number of times that a phase is running with these arguments."""
    found: Expr = Number(0)
    for each in reversed(counts):
        read = ReadVariable(each.variable, None if each.at is None else args[each.at], COUNT)
        fits = _fits(each, args)
        found = read if fits is None else If(fits, read, found, COUNT)
    return found


def _fits(each: PhaseCounter, args: Sequence[Expr]) -> Expr | None:
    """Returns the condition that arguments are those that are fixed; None where none are."""
    found = tuple(Equal(args[number], literal) for number, literal in each.fixed)
    return None if not found else found[0] if len(found) == 1 else And(found)


def told_apart(phase: str, counts: Sequence[PhaseCounter], params: Sequence[Local]) -> tuple[Local, ...]:
    """Returns the parameters of a phase that it is told apart by where it is counted."""
    own = [each for each in counts if each.phase == phase]
    needed = {number for each in own for number in (each.at, *(n for n, _ in each.fixed)) if number is not None}
    return tuple(local for number, local in enumerate(params) if number in needed)


# ---- SCRIPTS


def with_counts(
    scripts: Sequence[control.Script],
    counts: Sequence[PhaseCounter],
    variables: Sequence[model.Variable],
    components: frozenset[str],
    below: Running,
) -> tuple[control.Script, ...]:
    """Returns the scripts, counting the phases; where the game is over all `variables` are what they start as."""
    phases = {each.variable: each.phase for each in counts}

    def counting(script: control.Script) -> control.Script:
        own = [each for each in counts if each.phase == script.name]
        over = [each for each in variables if below.may(phases.get(each.name, STANDING), script.name)]

        def before(leave: control.Exit) -> tuple[control.Effect, ...]:
            match leave:
                case control.Over():
                    return tuple(reset(each, components) for each in over)
                case control.Done() | control.Go() | control.Abandon():
                    return _changes(own, script.params, -1, script.clause.origin)
                case _:
                    return ()

        if not own:
            return with_effects_before(script, before) if over else script
        told = told_apart(script.name, counts, script.params)
        kept = tuple(local for local in script.params if local in told or local in script.kept)
        return _begun(with_effects_before(evolve(script, kept=kept), before), own)

    return tuple(map(counting, scripts))


def _begun(script: control.Script, own: Sequence[PhaseCounter]) -> control.Script:
    """Returns the script that counts itself where it begins, and then goes on at another point."""
    more = _changes(own, script.params, 1, script.clause.origin)
    first, *rest = script.points
    counted_ = free_name("counted", {each.name for each in script.points})
    start = control.Point(first.name, first.params, more, control.Jump(counted_))
    points = [start, evolve(first, name=counted_), *rest]
    entered = None
    if script.behind_look is not None:
        entered = free_name("begin", {each.name for each in points})
        points.append(control.Point(entered, (), more, control.Jump(script.behind_look)))
    return with_live_locals(evolve(script, points=tuple(points), behind_look=entered))


def _changes(
    own: Sequence[PhaseCounter], params: Sequence[Local], by: int, origin: Origin
) -> tuple[control.Effect, ...]:
    found: list[control.Effect] = []
    for each in own:
        key = None if each.at is None else params[each.at]
        now = Arith("+", ReadVariable(each.variable, key, COUNT), Number(by), COUNT)
        change = control.SetVariable(each.variable, key, now, origin)
        fits = _fits(each, params)
        found.append(change if fits is None else control.When(fits, (change,), ()))
    return tuple(found)


def left_too(
    leave: control.Abandon, script: str, counts: Sequence[PhaseCounter], below: Running, *, waits: bool
) -> Iterator[str]:
    """Yields the phases that are counted and may be left by an exit of a script without its being plain which frames.

    That of the script's own frame is plain, and where it leaves itself, no other is left. What `waits` for its turn is
    counted by the script of the standing rules, whose frames all are to be left as they were entered.
    """
    for phase in dict.fromkeys(each.phase for each in counts):
        beneath = phase == leave.phase or below.may(leave.phase, phase)
        if script != leave.phase and phase in below.perhaps[script] and beneath:
            yield phase
    if waits and below.may(STANDING, script) and leave.phase in below.perhaps[STANDING]:
        yield STANDING
