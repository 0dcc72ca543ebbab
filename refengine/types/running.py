"""Truths about the stack: `P(args) is running`, and how often.

They are ordinary expressions over variables that count (`ir.counting`), which only phases have of which it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from refengine.ir import control, game
from refengine.ir.counting import left_too, phase_counters, times, variable, with_counts
from refengine.ir.domain import Domain, Enum, Option, Piece
from refengine.ir.expressions import Expr, Less, Not, Number
from refengine.ir.phase_counters import PhaseCounter
from refengine.ir.running import Running, running
from refengine.ir.traverse import walk
from refengine.ir.visibility import EVERYONE
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.types import running_errors
from refengine.types.calls import arguments
from refengine.types.context import Context, Elaborate, Scope


def elaborate_running(ctx: Context, scope: Scope, node: tree.IsRunning, expr: Elaborate) -> Expr | None:
    """Elaborates `P(args) is running` and `P is not running`."""
    match node.phase:
        case tree.Call() as call:
            pass
        case tree.NameRef(name=name, span=span):
            call = tree.Call(name, (), span)
        case other:
            ctx.report(running_errors.no_phase(other.span))
            return None
    number = elaborate_times(ctx, scope, call, expr)
    if number is None:
        return None
    found = Less(Number(0), number, strict=True)
    return Not(found) if node.negated else found


def elaborate_times(ctx: Context, scope: Scope, call: tree.Call, expr: Elaborate) -> Expr | None:
    """Returns the number of times that a phase is running, told what is said or anything."""
    signature = ctx.phase(call.name)
    if signature is None:
        return None
    told = bool(call.args)
    args = arguments(ctx, scope, call, tuple(each.domain for each in signature.params), expr) if told else ()
    if args is None:
        return None
    name = call.name.text
    key = (name, told)
    if key not in ctx.counts:
        sizes = {each.name: len(each.members) for each in ctx.kinds.values()} | {"player": ctx.players[1]}
        sizes |= {each.name: len(each.pieces) for each in ctx.components.values()}
        if not all(_is_known(each.domain, sizes) for each in signature.params):
            return None  # what is wrong with the kind or the component was reported
        ctx.counts[key] = phase_counters(name, signature.params, sizes, told=told)
    if not ctx.counts[key]:
        ctx.report(running_errors.not_listed(name, call.span))
        return None
    ctx.asked_about.append((name, told, call.span))
    return times(ctx.counts[key], args)


def _is_known(domain: Domain, sizes: Mapping[str, int]) -> bool:
    match domain:
        case Enum(kind=name) | Piece(component=name):
            return name in sizes
        case Option(inner=inner):
            return _is_known(inner, sizes)
        case _:
            return True


def with_running(ctx: Context, made: game.Game, waiting: Sequence[game.Variable]) -> game.Game:
    """Returns the game with what is asked about counted; what may be left where that can not be counted is reported.

    `waiting` are the variables of those who wait for their turn.
    """
    scripts = {each.name: each for each in made.phases}
    counts = [one for each in ctx.counts.values() for one in each if one.phase in scripts]
    if not counts and not waiting:
        return made
    more = {each.name: each.anything.points for each in made.texts}  # as an open text may lead there
    ways = [evolve(each, points=(*each.points, *more.get(each.name, ()))) for each in made.phases]
    below = running(made.setup, ways)
    variables = [variable(each, scripts[each.phase].params, scripts[each.phase].clause) for each in counts]
    ctx.found.extend(_left(made, counts, below, waits=bool(waiting)))
    components = frozenset(each.name for each in made.components)
    setup, *phases = with_counts((made.setup, *made.phases), counts, (*variables, *waiting), components, below)
    listed = (*made.variables, *variables, *waiting)
    anything, given = (
        with_counts(listed_, counts, (*variables, *waiting), components, below)
        for listed_ in ([each.anything for each in made.texts], [each.given for each in made.texts])
    )
    texts = tuple(
        evolve(each, anything=one, given=other) for each, one, other in zip(made.texts, anything, given, strict=True)
    )
    return evolve(made, setup=setup, phases=tuple(phases), variables=listed, counted=tuple(counts), texts=texts)


def _left(made: game.Game, counts: Sequence[PhaseCounter], below: Running, *, waits: bool) -> Iterator[Diagnostic]:
    for script in (made.setup, *made.phases, *(each.anything for each in made.texts)):
        for each in walk(script):
            if isinstance(each, control.Abandon) and each.origin.span is not None:
                for phase in left_too(each, script.name, counts, below, waits=waits):
                    yield running_errors.left_with_others(each.phase, phase, each.origin.span)


def check_told(ctx: Context, made: game.Game) -> Iterator[Diagnostic]:
    """Phases that are asked about by what they are told, where not everybody knows what that is."""
    scripts = {each.name: each for each in made.phases}
    for name, told, span in dict.fromkeys(ctx.asked_about):
        script = scripts.get(name)
        if not told or script is None:
            continue
        said = {each.local: each.seen for each in script.seen}
        scripts_ = (script, *(each.anything for each in made.texts if each.name == name))
        hidden = {local for each in scripts_ for point in each.points for local in point.hidden}
        for param in script.params:
            if said.get(param, EVERYONE) != EVERYONE or (param in hidden and param not in said):
                yield running_errors.told_in_secret(name, param.name, span)
