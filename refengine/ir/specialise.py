"""A game under one configuration: so many players, this reading of each question, these options.

INVARIANT: in the result no `Configured` is left, `players` names one number, and the kind `player` has as many members
as there are seats. A variable that the readings do not keep is gone, with all that speaks of it. Clause paths are those
of the game as written. Claims, dependences, audits and scopes are gone.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import evolve

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.bare import without_claims
from refengine.ir.configuration import Configuration
from refengine.ir.domain import Count, Enum, Range
from refengine.ir.interval import fits
from refengine.ir.kept_under import not_kept, without_unkept
from refengine.ir.left_out import is_left_out
from refengine.ir.liveness import with_live_locals
from refengine.ir.never_legal import without_never_legal
from refengine.ir.seating import seated
from refengine.ir.simplify import Folding, fallible_guards, is_literal, sizes_of
from refengine.ir.totality import is_total_value
from refengine.ir.traverse import rewrite

T = TypeVar("T")


def specialise(game: model.Game, configuration: Configuration) -> model.Game:
    """Returns the game with the configuration folded in."""
    # What is claimed speaks of several configurations, so it belongs to the game as written; what is played of texts
    # are the phases of their names.
    game = evolve(without_claims(seated(game, configuration.players)), texts=())
    chosen = _chosen(game, configuration)
    game = rewrite(game, lambda node: chosen[node.what, node.name], {ir.Configured})
    game = evolve(
        game,
        options=tuple(evolve(each, default=chosen["option", each.name]) for each in game.options),
        questions=tuple(_answered(each, dict(configuration.readings)[each.name]) for each in game.questions),
    )
    gone = frozenset() if is_left_out(game.variables) else not_kept(game.variables, dict(configuration.readings))
    return _folded(without_unkept(game, dict(configuration.readings)), inline=False, gone=gone)


def with_seats(game: model.Game, players: int) -> model.Game:
    """Returns the game with nothing but its seats folded in: questions and options stay open."""

    def seats(node: object) -> object:
        return ir.Number(players) if isinstance(node, ir.Configured) and node.what == "players" else node

    return _folded(rewrite(seated(game, players), seats), inline=False)


def with_constants(game: model.Game) -> model.Game:
    """Returns the specialised game with values that always come to one literal put in where they are called.

    Not for an executor that is to say which clause decided a value. Where there is no such value nothing is left to
    fold, since a specialised game is folded already.
    """
    return _folded(game, inline=True) if any(_literal(each) is not None for each in game.values) else game


def _folded(game: model.Game, *, inline: bool, gone: frozenset[str] = frozenset()) -> model.Game:
    """Returns the game with everything folded; with `inline`, values that are literals too.

    `gone` are variables that it has not.
    """
    constants: dict[str, ir.Expr] = {}
    total: set[str] = set()
    values: list[model.Value] = []
    folding = Folding(sizes_of(game), constants, total)
    for value in game.values:
        changed = folded_value(folding, value)
        values.append(changed)
        if is_total_value(changed, total):
            total.add(value.name)
        literal = _literal(changed) if inline else None
        if literal is not None:
            constants[value.name] = literal

    def script(made: control.Script) -> control.Script:
        made = folded_script(folding, made)
        return without_never_legal(folding, made, gone) if gone else made

    def folded(nodes: tuple[T, ...]) -> tuple[T, ...]:
        # What was left out stays so, unread.
        return nodes if is_left_out(nodes) else tuple(folding.anything(each) for each in nodes)

    return evolve(
        game,
        tokens=folded(game.tokens),
        zones=folded(game.zones),
        variables=folded(game.variables),
        laws=folded(game.laws),
        values=tuple(values),
        setup=game.setup if is_left_out(game.setup) else script(game.setup),
        phases=game.phases if is_left_out(game.phases) else tuple(script(each) for each in game.phases),
        outcome=game.outcome if game.outcome is None or is_left_out(game.outcome) else folding.anything(game.outcome),
        invariants=folded(game.invariants),
        measures=folded(game.measures),
        nestings=folded(game.nestings),
        examples=folded(game.examples),
    )


def _literal(value: model.Value) -> ir.Expr | None:
    """Returns the literal that a value always comes to; None if there is none."""
    match value.body:
        case model.Single(result=result) | model.General(normally=result, exceptions=()):
            return result if is_literal(result) else None
        case model.General(exceptions=(model.Exceptional(guards=(), result=result),)):
            return result if is_literal(result) else None
        case _:
            return None


def _answered(question: model.Question, reading: str) -> model.Question:
    """Returns the question with the chosen reading as its default."""
    readings = tuple(evolve(each, default=each.name == reading) for each in question.readings)
    return evolve(question, readings=readings)


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


def folded_value(folding: Folding, value: model.Value) -> model.Value:
    """Returns a value with everything folded, without the clauses that never apply."""
    changed = folding.anything(value)
    match changed.body:
        case model.General(exceptions=exceptions):
            kept = tuple(
                evolve(each, guards=fallible_guards(each.guards))
                for each in exceptions
                if not folding.never(each.guards)
            )
            return evolve(changed, body=evolve(changed.body, exceptions=kept))
        case model.Cases(cases=cases):
            return evolve(changed, body=model.Cases(_applicable(folding, cases)))
        case model.Sums(clauses=clauses):
            left = _applicable(folding, clauses)
            return evolve(changed, body=model.Sums(left) if left else model.Single(_nothing_added(value)))
        case _:
            return changed


def _nothing_added(value: model.Value) -> ir.Expr:
    """Returns the sum of no numbers, which may lie outside of the value's range."""
    assert isinstance(value.domain, Range | Count)
    nothing = ir.Number(0)
    return nothing if fits(nothing, value.domain) else ir.Narrow(nothing, value.domain, value.clause.origin)


def _applicable(folding: Folding, cases: tuple[model.Case, ...]) -> tuple[model.Case, ...]:
    return tuple(evolve(each, guards=fallible_guards(each.guards)) for each in cases if not folding.never(each.guards))


# ---- SCRIPTS


def folded_script(folding: Folding, script: control.Script) -> control.Script:
    """Returns a script with everything folded, without the branches that are never taken."""
    points = []
    for point in script.points:
        effects = tuple(folding.anything(each) for each in point.effects)
        leave = folding.anything(point.exit)
        points.append(evolve(point, effects=folding.effects(effects), exit=folding.exit(leave)))
    bars = (folding.anything(each) for each in script.bars)
    return with_live_locals(evolve(script, points=tuple(points), bars=folding.bars(bars)))
