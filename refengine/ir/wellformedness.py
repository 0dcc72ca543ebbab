"""The invariants of the IR as a check: what every pass that makes or changes a game must keep.

It runs in tests after each pass. A broken one is a bug of ours, so the answers are plain sentences and not diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refengine.ir import claims, control, expressions, game
from refengine.ir.domain import TRUTH, SetOf
from refengine.ir.relations import pairs_of, replaced
from refengine.ir.traverse import free_locals, walk


def faults_of_form(rules: game.Game, *, specialised: bool = False) -> tuple[str, ...]:
    """Returns what is wrong with the form of a game; nothing when it is well-formed."""
    return tuple(_faults(rules, specialised=specialised))


def _faults(rules: game.Game, *, specialised: bool) -> Iterator[str]:
    yield from _definition_order(rules.values)
    yield from _domains(rules)
    for value in rules.values:
        stray = free_locals(value.body) - set(value.params)
        if stray:
            yield f"value {value.name} reads {sorted(each.name for each in stray)}, which nothing binds"
        if twice := _bound_in(value.body) & {*value.params}:
            yield f"value {value.name} binds {sorted(each.name for each in twice)}, which it is told"
    for script in (rules.setup, *rules.phases):
        yield from _script(script)
    yield from _claimed(rules)
    yield from _relations(rules)
    for node in walk(rules):
        if specialised and isinstance(node, expressions.Configured):
            yield f"{node.what} {node.name} is still open"


def _relations(rules: game.Game) -> Iterator[str]:
    """Yields the relations that are not as they are marked, not of members, or not followed in what is reached."""
    sizes = {each.name: len(each.members) for each in rules.kinds}
    for each in rules.relations:
        pairs = pairs_of(rules, each)
        if any(one >= sizes[each.one] or other >= sizes[each.other] for one, other in pairs):
            yield f"{each.name} has a pair of what is no member"
        if each.symmetric and any(pair[::-1] not in pairs for pair in pairs):
            yield f"{each.name} is not symmetric"
        if each.irreflexive and any(one == other for one, other in pairs):
            yield f"{each.name} is not irreflexive"
        if replaced(rules, {each.name: pairs}) != rules:
            yield f"{each.name} does not reach what its pairs reach"


def _definition_order(values: Iterable[game.Value]) -> Iterator[str]:
    known: set[str] = set()
    for value in values:
        for node in walk(value.body):
            if isinstance(node, expressions.CallValue) and node.name not in known:
                yield f"value {value.name} calls {node.name}, which is not defined before it"
        known.add(value.name)


def _domains(rules: game.Game) -> Iterator[str]:
    for node in walk(rules):
        match node:
            case expressions.Not() if node.inner.domain != TRUTH:
                yield f"not of {node.inner.domain}"
            case expressions.And(parts=parts) | expressions.Or(parts=parts):
                if any(part.domain != TRUTH for part in parts):
                    yield f"a part of {type(node).__name__} is no truth"
            case expressions.Binding(var=var):
                if not isinstance(node.domain.domain, SetOf):
                    yield f"{var.name} is bound over {node.domain.domain}"
                if node.condition.domain != TRUTH:
                    yield f"the condition on {var.name} is no truth"
            case _:
                pass


def _claimed(rules: game.Game) -> Iterator[str]:
    """Yields the goals that read what nothing binds, and the what-ifs that stand outside of goals."""
    named: tuple[claims.Claim | claims.Audit | claims.SmallScope, ...] = (*rules.claims, *rules.audits, *rules.scopes)
    for each in named:
        if stray := free_locals(each):
            yield f"{each.name} reads {sorted(local.name for local in stray)}, which nothing binds"
    what_if = expressions.Under | expressions.Replacing | expressions.Exchanging | expressions.Fails
    for node in _rules(rules):
        if isinstance(node, what_if):
            yield f"{type(node).__name__} stands where nothing is claimed"
    both: tuple[claims.Claim | claims.Audit, ...] = (*rules.claims, *rules.audits)
    for claim in both:
        conditions = (*claim.extent.assuming, *_conditions(claim))
        if any(each.domain != TRUTH for each in conditions):
            yield f"a condition of {claim.name} is no truth"


def _rules(rules: game.Game) -> Iterator[object]:
    """Yields all nodes of what is not claimed."""
    parts = (*rules.values, rules.setup, *rules.phases, *rules.invariants, *rules.measures, *rules.laws)
    for part in (*parts, *rules.nestings, *((rules.outcome,) if rules.outcome is not None else ())):
        yield from walk(part)


def _conditions(claim: claims.Claim | claims.Audit) -> tuple[expressions.Expr, ...]:
    match claim:
        case claims.Claim():
            return (claim.condition,) if claim.keeping is None else (claim.condition, claim.keeping)
        case claims.Audit(cases=cases):
            return tuple(guard for case in cases for guard in case.guards)


def _bound_in(node: object) -> set[expressions.Local]:
    """Returns the locals that binders in a node bind; an executor may give each local one name."""
    return {each.var for each in walk(node) if isinstance(each, expressions.Binding)}


def _script(script: control.Script) -> Iterator[str]:
    points = {point.name: point for point in script.points}
    if not script.points or script.points[0].params != script.params:
        yield f"{script.name} does not start with its parameters"
    if script.entrance(looked=True).params != script.params:
        yield f"{script.name} does not begin with its parameters where a rule begins it"
    for each in script.seen:
        if alien := {each.local, *free_locals(each.seen.condition)} - {each.seen.viewer, *script.params}:
            yield f"who sees {each.local.name} reads {sorted(local.name for local in alien)}, which is no parameter"
    for bar in script.bars:
        if stray := free_locals(bar) - {*script.params}:
            yield f"{bar.clause.path} reads {sorted(each.name for each in stray)}, which is no parameter"
    for point in script.points:
        bound = set(point.params)
        for effect in point.effects:
            if stray := free_locals(effect) - bound:
                yield f"{script.name}.{point.name} reads {sorted(each.name for each in stray)}"
            if twice := _bound_in(effect) & free_locals(effect):
                yield f"{script.name}.{point.name} binds {sorted(each.name for each in twice)} where it is read"
            if isinstance(effect, control.LetIn):
                bound.add(effect.var)
        yield from _exit(script, point, bound, points)


def _exit(
    script: control.Script, point: control.Point, bound: set[expressions.Local], points: dict[str, control.Point]
) -> Iterator[str]:
    where = f"{script.name}.{point.name}"
    for node in walk(point.exit):
        match node:
            case control.Jump(point=name) | control.Enter(then=name):
                if name not in points:
                    yield f"{where} leads to {name}, which is not there"
                elif stray := set(points[name].params) - bound:
                    yield f"{where} leads to {name} without {sorted(each.name for each in stray)}"
            case control.Ask(actions=actions, actor=actor):
                if point.effects:
                    yield f"{where} asks, but has effects"
                for action in actions:
                    if twice := _bound_in(action) & {choice.var for choice in action.choices}:
                        yield f"{where} binds {sorted(each.name for each in twice)} where it is chosen"
                    own = bound | {choice.var for choice in action.choices} | ({actor} if actor else set())
                    if action.entry not in points:
                        yield f"{where} leads to {action.entry}, which is not there"
                    elif stray := set(points[action.entry].params) - own:
                        yield f"{where} leads to {action.entry} without {sorted(each.name for each in stray)}"
            case _:
                pass
