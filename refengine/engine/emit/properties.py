"""Outcome, invariants, conservation, measures, laws and who sees what, as functions."""

from __future__ import annotations

from contextlib import ExitStack

from refengine.engine.emit.course import held_names
from refengine.engine.emit.layout import ZoneSlot
from refengine.engine.emit.near import emit_near
from refengine.engine.emit.reads import attributes_read, holds_where_nothing_changes, newcomers_to
from refengine.engine.emit.still import emit_still
from refengine.engine.emit.text import Text, tuple_of
from refengine.engine.emit.unit import FEW, Scope, Unit, scope_of
from refengine.engine.emit.values import emit_return, per
from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause, Script
from refengine.ir.domain import PLAYER, Piece
from refengine.ir.simplify import negation
from refengine.ir.traverse import free_locals
from refengine.ir.visibility import HeldParameter, Seen


def emit_outcome(unit: Unit, out: Text) -> None:
    """Writes the function of the outcome: scores and winners, or None while the game goes on."""
    declared = unit.game.outcome
    with out.block("def outcome(state: State) -> tuple[tuple[int, ...], tuple[int, ...]] | None"):
        out.docstring(f"Scores by seat, and the seats that win{'' if declared is None else per(declared.clause)}.")
        if declared is None:
            out.add("return None")
        else:
            with out.branch("state.control[-1] is not THE_END"):
                out.add("return None")
            scope = scope_of(unit, out, "state", declared.clause)
            out.add("scores: list[int] = []")
            name = scope.bind(declared.player)
            with out.loop(name, f"range({unit.folding.sizes['player']})"):
                text = scope.expr(declared.score)
                out.add(f"scores.append({text})")
            out.add(f"return tuple(scores), {scope.expr(declared.winners)}")
    out.add()
    out.add()


# ---- INVARIANTS


def emit_invariants(unit: Unit, out: Text) -> dict[str, str]:
    """Returns a function for each invariant, by name, and `broken`, which asks those that may have changed."""
    functions: dict[str, str] = {}
    falls = emit_falls(unit, out)
    for each in unit.game.invariants:
        name = unit.names.new(f"holds_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}(before: Position, state: Position) -> bool"):
            out.docstring(f"{each.name}{per(each.clause)}.")
            scope = scope_of(unit, out, "state", each.clause)
            if each.during is not None:
                _while_running(each, each.during, scope, out)
            emit_return(each.condition, scope)
        out.add()
        out.add()
    still = emit_still(unit, functions, out) | emit_near(unit, functions, out)
    with out.block("def broken(before: Position, state: Position) -> tuple[str, ...]"):
        out.docstring("The invariants that a step breaks; those whose fields are as they were are not asked again.")
        out.add("found: tuple[str, ...] = ()")
        if any(each.phases for each in unit.game.invariants) or any(each.phases for each in unit.game.measures):
            out.add("left = before.control[-1].phase")
        for each in unit.game.invariants:
            tests = _may_be_broken(unit, each)
            tests.append(f"not {still.get(each.name, functions[each.name])}(before, state)")
            with ExitStack() as stack:
                for test in tests:
                    stack.enter_context(out.branch(test))
                out.add(f'found += ("{each.name}",)')
        for measure in unit.game.measures:
            with ExitStack() as stack:
                if measure.phases:
                    stack.enter_context(out.branch(f"left in {phases_text(measure.phases)}"))
                stack.enter_context(out.branch(f"not {falls[measure.name]}(before, state)"))
                out.add(f'found += ("{measure.name}",)')
        out.add("return found")
    out.add()
    out.add()
    return functions


def _while_running(each: model.Invariant, during: model.During, scope: Scope, out: Text) -> None:
    """Binds what the phase was told; where it does not run there is nothing to hold."""
    frame = scope.named("frame")
    out.add(f'{frame} = running({"before" if each.step else "state"}.control, "{during.phase}")')
    with out.branch(f"{frame} is None"):
        out.add("return True")
    (script,) = (each for each in scope.unit.game.phases if each.name == during.phase)
    held = held_names(script)
    for local in during.params:
        out.add(f"{scope.bind(local)} = {frame}.{held[local]}")


def phases_text(phases: tuple[str, ...]) -> str:
    """Returns phases as a tuple."""
    return tuple_of([f'"{phase}"' for phase in phases])


def emit_falls(unit: Unit, out: Text) -> dict[str, str]:
    """Writes for each measure a function of whether a step makes it fall, if it has to: the first changed term decides.

    It never falls below 0.
    """
    functions: dict[str, str] = {}
    for each in unit.game.measures:
        name = unit.names.new(f"{each.name}_falls")
        functions[each.name] = name
        with out.block(f"def {name}(before: Position, state: Position) -> bool"):
            out.docstring(f"{each.name}{per(each.clause)}.")
            scope = scope_of(unit, out, "state", each.clause)
            if each.guards:
                spared = scope.reading("before").truth(negation(ir.And(each.guards)))
                with out.branch(spared):
                    out.add("return True")
            for term in each.terms:
                then, now = scope.named("then"), scope.named("now")
                fields = sorted(attributes_read(unit, term))
                changed = [f"state.{field} is not before.{field}" for field in fields]
                with ExitStack() as stack:
                    if changed and unit.sharing.cannot_fault(term):
                        stack.enter_context(out.branch(" or ".join(changed)))
                    out.add(f"{then} = {scope.reading('before').expr(term)}")
                    out.add(f"{now} = {scope.expr(term)}")
                    with out.branch(f"{now} != {then}"):
                        out.add(f"return 0 <= {now} < {then}")
            out.add("return False")
        out.add()
        out.add()
    return functions


def _may_be_broken(unit: Unit, each: model.Invariant) -> list[str]:
    tests: list[str] = []
    if each.during is not None:
        return tests  # what its parameters are may change while nothing lies elsewhere
    phases = phases_text(each.phases)
    if each.phases and each.step:
        tests.append(f"left in {phases}")
    newcomers = newcomers_to(each.condition) if each.step else None
    if newcomers is not None:  # where there are none nothing else is asked
        attribute = unit.layout.zones[newcomers].attribute
        tests.append(f"state.{attribute} is not before.{attribute}")
        return tests
    # A state was asked before, and what has no answer was found out then; of a step it is found out here.
    surely = unit.sharing.cannot_fault(each.condition) and holds_where_nothing_changes(each.condition)
    if not each.step or surely:
        fields = sorted(attributes_read(unit, each.condition))
        changed = [f"state.{field} is not before.{field}" for field in fields]
        if each.phases and not each.step:
            changed.append(f"left not in {phases}")
        if changed:
            tests.append(" or ".join(changed))
    if each.phases and not each.step:
        tests.append(f"state.control[-1].phase in {phases}")
    return tests


def emit_conserved(unit: Unit, out: Text) -> None:
    """Returns whether a step keeps every piece in one place and every token within its limit."""
    with out.block("def conserved(before: Position, state: Position) -> bool"):
        out.docstring("Whether a step loses no piece and makes none, and leaves no supply below nothing.")
        for component in unit.game.components:
            kind = unit.layout.classes[component.name]
            changed, gone, come = (f"{what}_{kind.lower()}" for what in ("changed", "gone", "come"))
            slots = [slot for slot in unit.layout.zones.values() if slot.zone.component == component.name]
            with out.branch(" or ".join(f"state.{each.attribute} is not before.{each.attribute}" for each in slots)):
                out.add(f"{changed}: list[tuple[tuple[{kind}, ...], tuple[{kind}, ...]]] = []")
                out.add(f"{gone}: list[{kind}] = []")
                out.add(f"{come}: list[{kind}] = []")
                for slot in slots:
                    _differences(slot, changed, gone, come, out)
                with out.branch(f"not conserves({changed}, {gone}, {come}, {unit.layout.copies[component.name]})"):
                    out.add("return False")
        for token in unit.game.tokens:
            held = [unit.layout.tokens[token.name, holder] for holder in token.holders]
            counts = " + ".join(f"sum(state.{each.attribute})" for each in held)
            scope = scope_of(unit, out, "state", token.clause)
            lowest = " or ".join(f"min(state.{each.attribute}) < 0" for each in held)
            with out.branch(f"{counts} > {scope.expr(token.limit)} or {lowest}"):
                out.add("return False")
        out.add("return True")
    out.add()
    out.add()
    with out.block("def sound(before: Position, state: Position) -> bool"):
        out.docstring("Whether a step breaks nothing that has to hold.")
        out.add("return not broken(before, state) and conserved(before, state)")
    out.add()
    out.add()


def _differences(slot: ZoneSlot, changed: str, gone: str, come: str, out: Text) -> None:
    """Collects what the members of a zone that have changed held, and what they hold."""
    name = slot.attribute
    with out.branch(f"state.{name} is not before.{name}"):
        if slot.is_endless:
            out.add(f"left_{name}, lies_{name} = before.{name}.changed_to(state.{name})")
            out.add(f"{gone} += left_{name}")
            out.add(f"{come} += lies_{name}")
        elif slot.size is None:
            _difference(slot, f"before.{name}", f"state.{name}", changed, gone, come, out)
        else:
            out.add(f"{name}_then, {name}_now = before.{name}, state.{name}")
            if slot.size <= FEW:
                for key in range(slot.size):
                    old, new = f"{name}_then[{key}]", f"{name}_now[{key}]"
                    with out.branch(f"{old} is not {new}"):
                        _difference(slot, old, new, changed, gone, come, out)
                return
            with (
                out.loop(f"one_{name}_then, one_{name}_now", f"zip({name}_then, {name}_now)"),
                out.branch(f"one_{name}_then is not one_{name}_now"),
            ):
                _difference(slot, f"one_{name}_then", f"one_{name}_now", changed, gone, come, out)


def _difference(slot: ZoneSlot, old: str, new: str, changed: str, gone: str, come: str, out: Text) -> None:
    if not slot.single:
        out.add(f"{changed}.append(({old}, {new}))")
        return
    for piece, where, word in ((old, gone, f"left_{gone}"), (new, come, f"lies_{come}")):
        out.add(f"{word} = {piece}")
        with out.branch(f"{word} is not None"):
            out.add(f"{where}.append({word})")


# ---- THE REST


def emit_measures(unit: Unit, out: Text) -> dict[str, str]:
    """Returns a function for each measure."""
    functions: dict[str, str] = {}
    for each in unit.game.measures:
        name = unit.names.new(f"measure_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}(state: Position) -> tuple[int, ...]"):
            out.docstring(f"{each.name}{per(each.clause)}.")
            scope = scope_of(unit, out, "state", each.clause)
            terms = [str(scope.expr(term)) for term in each.terms]
            out.add(f"return {tuple_of(terms)}")
        out.add()
        out.add()
    return functions


def emit_laws(unit: Unit, out: Text) -> dict[str, str]:
    """Returns a function for each law; it reads printed data alone."""
    functions: dict[str, str] = {}
    for each in unit.game.laws:
        name = unit.names.new(f"law_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}() -> bool"):
            out.docstring(f"{each.name}{per(each.clause)}.")
            scope = scope_of(unit, out, "BEFORE_SETUP", each.clause)
            emit_return(each.condition, scope)
        out.add()
        out.add()
    return functions


def emit_seen(unit: Unit, out: Text) -> dict[tuple[str, str], str]:
    """Returns a function for each zone, variable or local that some see on a condition.

    They are found by `zone` or `variable` and the name, or by a script and the name of its local.
    """
    functions: dict[tuple[str, str], str] = {}
    listed: list[tuple[str, str, Seen, Clause]] = [
        ("zone", zone.name, zone.seen, zone.clause) for zone in unit.game.zones
    ]
    listed += [("variable", each.name, each.seen, each.clause) for each in unit.game.variables]
    for sort, name, seen, clause in listed:
        if seen.by != "each" or seen.condition is None:
            continue
        function = unit.names.new(f"sees_{name}")
        functions[sort, name] = function
        scope = scope_of(unit, out, "state", clause)
        viewer = scope.bind(seen.viewer) if seen.viewer is not None else "viewer"
        component = seen.owner.domain.component if seen.owner and isinstance(seen.owner.domain, Piece) else None
        owner = "_owner" if seen.owner is None else "key" if component else scope.bind(seen.owner)
        with out.block(f"def {function}(state: Position, {viewer}: int, {owner}: int) -> bool"):
            out.docstring(f"Who sees {name}{per(clause)}.")
            if seen.owner is not None and component is not None:  # the key of a family over pieces is a position
                out.add(f"{scope.bind(seen.owner)} = {unit.layout.pieces[component]}[{owner}]")
            emit_return(seen.condition, scope)
        out.add()
        out.add()
    for script in (unit.game.setup, *unit.game.phases):
        for held in script.seen:
            if held.seen.condition is not None and held.seen.viewer is not None:
                functions[script.name, held.local.name] = _sees_held(unit, script, held, out)
    return functions


def _sees_held(unit: Unit, script: Script, held: HeldParameter, out: Text) -> str:
    """Returns a function that says who sees what a frame holds for a local."""
    function = unit.names.new(f"sees_{held.local.name}_of_{script.name}")
    scope = scope_of(unit, out, "state", script.clause)
    assert held.seen.viewer is not None
    viewer, frame = scope.bind(held.seen.viewer), scope.bind(ir.Local("the frame", PLAYER))
    with out.block(f"def {function}(state: Position, {viewer}: int, {frame}: Any) -> bool"):
        out.docstring(f"Who sees what {script.name} is told as {held.local.name}{per(script.clause)}.")
        attributes = held_names(script)
        for local in sorted(free_locals(held.seen.condition) - {held.seen.viewer}, key=lambda each: each.name):
            out.add(f"{scope.bind(local)} = {frame}.{attributes[local]}")
        assert held.seen.condition is not None
        emit_return(held.seen.condition, scope)
    out.add()
    out.add()
    return function
