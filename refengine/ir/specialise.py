"""A game under one configuration: so many players, this reading of each question, these options.

INVARIANT: in the result no `Configured` is left, `players` names one number, and the kind `player` has as many members
as there are seats. Clause paths are those of the game as written.
"""

from __future__ import annotations

from attrs import evolve

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.configuration import Configuration
from refengine.ir.domain import Enum
from refengine.ir.simplify import FALSE, Folding, is_literal, needed
from refengine.ir.traverse import free_locals, rewrite


def specialise(game: model.Game, configuration: Configuration) -> model.Game:
    """The game with the configuration folded in."""
    seats = model.Kind(
        "player",
        tuple(str(seat) for seat in range(1, configuration.players + 1)),
        ring=True,
        fields=(),
        rows=(),
        clause=game.clause,
    )
    game = evolve(
        game,
        players=(configuration.players, configuration.players),
        kinds=(seats, *(kind for kind in game.kinds if kind.name != "player")),
        examples=tuple(each for each in game.examples if each.players == configuration.players),
    )
    chosen = _chosen(game, configuration)
    game = rewrite(game, lambda node: chosen[node.what, node.name] if isinstance(node, ir.Configured) else node)
    sizes = {kind.name: len(kind.members) for kind in game.kinds}
    sizes |= {question.name: len(question.readings) for question in game.questions}
    constants: dict[str, ir.Expr] = {}
    values: list[model.Value] = []
    for value in game.values:
        folding = Folding(sizes, constants)
        changed = _value(folding, value)
        values.append(changed)
        if isinstance(changed.body, model.Single) and is_literal(changed.body.result):
            constants[value.name] = changed.body.result
    folding = Folding(sizes, constants)
    game = evolve(
        game,
        **{
            name: tuple(folding.anything(each) for each in getattr(game, name))
            for name in ("tokens", "zones", "variables", "laws", "invariants", "measures", "examples")
        },
        outcome=None if game.outcome is None else folding.anything(game.outcome),
    )
    return evolve(
        game,
        values=tuple(values),
        setup=_script(folding, game.setup),
        phases=tuple(_script(folding, each) for each in game.phases),
    )


def _chosen(game: model.Game, configuration: Configuration) -> dict[tuple[str, str], ir.Expr]:
    chosen: dict[tuple[str, str], ir.Expr] = {("players", "players"): ir.Number(configuration.players)}
    readings = dict(configuration.readings)
    for question in game.questions:
        (reading,) = (each for each in question.readings if each.name == readings[question.name])
        chosen["question", question.name] = reading.value
    options = dict(configuration.options)
    members = {kind.name: kind.members for kind in game.kinds}
    for option in game.options:
        if option.name not in options:
            chosen["option", option.name] = option.default
            continue
        written = options[option.name]
        match option.domain:
            case Enum(kind=kind):
                chosen["option", option.name] = ir.Member(kind, members[kind].index(written))
            case _ if written in {"true", "false"}:
                chosen["option", option.name] = ir.TruthLiteral(written == "true")
            case _:
                chosen["option", option.name] = ir.Number(int(written))
    return chosen


def _value(folding: Folding, value: model.Value) -> model.Value:
    changed = rewrite_value(folding, value)
    match changed.body:
        case model.General(normally=normally, exceptions=exceptions):
            kept = tuple(evolve(each, guards=needed(each.guards)) for each in exceptions if FALSE not in each.guards)
            body: model.Body = evolve(changed.body, exceptions=kept) if kept else model.Single(normally)
            return evolve(changed, body=body)
        case model.Cases(cases=cases):
            return evolve(changed, body=model.Cases(_applicable(cases)))
        case model.Sums(clauses=clauses):
            left = _applicable(clauses)
            return evolve(changed, body=model.Sums(left) if left else model.Single(ir.Number(0)))
        case _:
            return changed


def rewrite_value(folding: Folding, value: model.Value) -> model.Value:
    """The value with its expressions folded."""
    changed = folding.anything(value)
    assert isinstance(changed, model.Value)
    return changed


def _applicable(cases: tuple[model.Case, ...]) -> tuple[model.Case, ...]:
    return tuple(evolve(each, guards=needed(each.guards)) for each in cases if FALSE not in each.guards)


# ---- SCRIPTS


def _script(folding: Folding, script: control.Script) -> control.Script:
    points = []
    for point in script.points:
        effects = tuple(folding.anything(each) for each in point.effects)
        leave = folding.anything(point.exit)
        points.append(evolve(point, effects=folding.effects(effects), exit=folding.exit(leave)))  # type: ignore[arg-type]
    return _pruned(evolve(script, points=tuple(points)))


def _pruned(script: control.Script) -> control.Script:
    """Without the points that nothing leads to, and without parameters that nothing reads any more."""
    by_name = {point.name: point for point in script.points}
    reached: set[str] = set()
    open_names = [script.points[0].name]
    while open_names:
        name = open_names.pop()
        if name not in reached:
            reached.add(name)
            open_names.extend(targets(by_name[name].exit))
    points = [point for point in script.points if point.name in reached]
    return evolve(script, points=_with_live_params(points))


def targets(leave: control.Exit) -> tuple[str, ...]:
    """The points of the same script that an exit may lead to."""
    match leave:
        case control.Jump(point=point):
            return (point,)
        case control.Fork(then=then, otherwise=otherwise):
            return targets(then) + targets(otherwise)
        case control.ForkCases(cases=cases):
            return tuple(name for case in cases for name in targets(case.exit))
        case control.Ask(actions=actions, if_able=if_able):
            return tuple(action.entry for action in actions) + ((if_able,) if if_able is not None else ())
        case control.Enter(then=then):
            return (then,)
        case _:
            return ()


def _with_live_params(points: list[control.Point]) -> tuple[control.Point, ...]:
    """Parameters are live when the point, or a point that it leads to, reads them; a phase keeps those it is given."""
    live: dict[str, frozenset[ir.Local]] = {point.name: frozenset() for point in points}
    changed = True
    while changed:
        changed = False
        for point in points:
            now = live_at(point, live)
            if now != live[point.name]:
                live[point.name] = now
                changed = True
    return tuple(
        evolve(point, params=tuple(each for each in point.params if not position or each in live[point.name]))
        if position
        else point
        for position, point in enumerate(points)
    )


def live_at(point: control.Point, live: dict[str, frozenset[ir.Local]]) -> frozenset[ir.Local]:
    """The locals that a point needs from before, when those that its successors need are known."""
    needs = live_before_exit(point.exit, live)
    bound: set[ir.Local] = set()
    free: set[ir.Local] = set()
    for effect in point.effects:
        if isinstance(effect, control.LetIn):
            free |= free_locals(effect.value) - bound
            bound.add(effect.var)
        else:
            free |= free_locals(effect) - bound
    return frozenset(free | (needs - bound))


def live_before_exit(leave: control.Exit, live: dict[str, frozenset[ir.Local]]) -> frozenset[ir.Local]:
    """The locals that an exit reads, or hands on."""
    match leave:
        case control.Jump(point=point):
            return live[point]
        case control.Fork(condition=condition, then=then, otherwise=otherwise):
            return free_locals(condition) | live_before_exit(then, live) | live_before_exit(otherwise, live)
        case control.ForkCases(cases=cases):
            parts = [live_before_exit(case.exit, live) for case in cases]
            parts += [free_locals(guard) for case in cases for guard in case.guards]
            return frozenset().union(*parts)
        case control.Ask():
            return live_while_asking(leave, live)
        case control.Enter(args=args, then=then):
            return frozenset().union(live[then], *(free_locals(each) for each in args))
        case control.Go(args=args):
            return frozenset().union(*(free_locals(each) for each in args))
        case _:
            return frozenset()


def live_while_asking(ask: control.Ask, live: dict[str, frozenset[ir.Local]]) -> frozenset[ir.Local]:
    """The locals that a waiting frame holds."""
    needs: set[ir.Local] = set(live[ask.if_able]) if ask.if_able is not None else set()
    if ask.who is not None:
        needs |= free_locals(ask.who)
    for action in ask.actions:
        own = {choice.var for choice in action.choices}
        if ask.actor is not None:
            own.add(ask.actor)
        needs |= (free_locals(action) | live[action.entry]) - own
    return frozenset(needs)
