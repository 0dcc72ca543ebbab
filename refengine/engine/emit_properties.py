"""Outcome, invariants, conservation, measures, laws and who sees what, as functions."""

from __future__ import annotations

from refengine.engine.emit_values import per, returned
from refengine.engine.layout import ZoneSlot
from refengine.engine.naming import Names
from refengine.engine.reads import attributes_read, holds_where_nothing_changes
from refengine.engine.text import Text, tuple_of
from refengine.engine.unit import Unit, scope_of
from refengine.ir import game as model
from refengine.ir.control import Clause


def emit_outcome(unit: Unit, out: Text) -> None:
    """Scores and winners, or None while the game goes on."""
    declared = unit.game.outcome
    with out.block("def outcome(state: State) -> tuple[tuple[int, ...], tuple[int, ...]] | None:"):
        out.docstring(f"Scores by seat, and the seats that win{'' if declared is None else per(declared.clause)}.")
        if declared is None:
            out.add("return None")
        else:
            with out.block("if state.control[-1] is not THE_END:"):
                out.add("return None")
            scope = scope_of(unit, out, "state", declared.clause)
            out.add("scores: list[int] = []")
            name = scope.bind(declared.player)
            with out.block(f"for {name} in range({unit.folding.sizes['player']}):"):
                text = scope.expr(declared.score)
                out.add(f"scores.append({text})")
            out.add(f"return tuple(scores), {scope.expr(declared.winners)}")
    out.add()
    out.add()


# ---- INVARIANTS


def emit_invariants(unit: Unit, out: Text) -> dict[str, str]:
    """A function for each invariant, by name, and `broken`, which asks those that may have changed."""
    functions: dict[str, str] = {}
    for each in unit.game.invariants:
        name = unit.names.new(f"holds_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}(before: Position, state: Position) -> bool:"):
            out.docstring(f"{each.name}{per(each.clause)}.")
            scope = scope_of(unit, out, "state", each.clause)
            returned(each.condition, scope)
        out.add()
        out.add()
    with out.block("def broken(before: Position, state: Position) -> tuple[str, ...]:"):
        out.docstring("The invariants that a step breaks; those whose fields are as they were are not asked again.")
        out.add("found: list[str] = []")
        if any(each.phases for each in unit.game.invariants):
            out.add("phase = state.control[-1].phase")
            out.add("left = before.control[-1].phase")
        for each in unit.game.invariants:
            tests = _may_be_broken(unit, each)
            tests.append(f"not {functions[each.name]}(before, state)")
            with out.block(f"if {' and '.join(tests)}:"):
                out.add(f'found.append("{each.name}")')
        out.add("return tuple(found)")
    out.add()
    out.add()
    return functions


def _may_be_broken(unit: Unit, each: model.Invariant) -> list[str]:
    tests: list[str] = []
    phases = tuple_of([f'"{phase}"' for phase in each.phases])
    if each.phases:
        tests.append(f"{'left' if each.step else 'phase'} in {phases}")
    if not each.step or holds_where_nothing_changes(each.condition):
        fields = sorted(attributes_read(unit, each.condition))
        changed = [f"state.{field} is not before.{field}" for field in fields]
        if each.phases and not each.step:
            changed.append(f"left not in {phases}")
        if changed:
            tests.append(f"({' or '.join(changed)})" if len(changed) > 1 else changed[0])
    return tests


def emit_conserved(unit: Unit, out: Text) -> None:
    """Whether a step keeps every piece in one place and every token within its limit."""
    with out.block("def conserved(before: Position, state: Position) -> bool:"):
        out.docstring("Whether a step loses no piece and makes none, and leaves no supply below nothing.")
        for component in unit.game.components:
            kind = unit.layout.classes[component.name]
            names = Names()
            gone, come = names.new(f"gone_{kind.lower()}"), names.new(f"come_{kind.lower()}")
            out.add(f"{gone}: list[{kind}] = []")
            out.add(f"{come}: list[{kind}] = []")
            for slot in unit.layout.zones.values():
                if slot.zone.component == component.name:
                    _differences(slot, gone, come, out)
            alike = unit.layout.copies[component.name]
            with out.block(f"if not same_pieces({gone}, {come}, alike={alike}):"):
                out.add("return False")
        for token in unit.game.tokens:
            slots = [unit.layout.tokens[token.name, holder] for holder in token.holders]
            counts = " + ".join(f"sum(state.{slot.attribute})" for slot in slots)
            scope = scope_of(unit, out, "state", token.clause)
            lowest = " or ".join(f"min(state.{slot.attribute}) < 0" for slot in slots)
            with out.block(f"if {counts} > {scope.expr(token.limit)} or {lowest}:"):
                out.add("return False")
        out.add("return True")
    out.add()
    out.add()


def _differences(slot: ZoneSlot, gone: str, come: str, out: Text) -> None:
    """Collects what the members of a zone that have changed held, and what they hold."""
    name = slot.attribute
    with out.block(f"if state.{name} is not before.{name}:"):
        if slot.size is None:
            old, new = f"before.{name}", f"state.{name}"
            _difference(slot, old, new, gone, come, out)
        else:
            old, new = f"{name}_then", f"{name}_now"
            with (
                out.block(f"for {old}, {new} in zip(before.{name}, state.{name}, strict=True):"),
                out.block(f"if {old} is not {new}:"),
            ):
                _difference(slot, old, new, gone, come, out)


def _difference(slot: ZoneSlot, old: str, new: str, gone: str, come: str, out: Text) -> None:
    if slot.single:
        for piece, where in ((old, gone), (new, come)):
            with out.block(f"if {piece} is not None:"):
                out.add(f"{where}.append({piece})")
        return
    out.add(f"{gone}.extend({old})")
    out.add(f"{come}.extend({new})")


# ---- THE REST


def emit_measures(unit: Unit, out: Text) -> dict[str, str]:
    """A function for each measure."""
    functions: dict[str, str] = {}
    for each in unit.game.measures:
        name = unit.names.new(f"measure_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}(state: Position) -> tuple[int, ...]:"):
            out.docstring(f"{each.name}{per(each.clause)}.")
            scope = scope_of(unit, out, "state", each.clause)
            terms = [str(scope.expr(term)) for term in each.terms]
            out.add(f"return {tuple_of(terms)}")
        out.add()
        out.add()
    return functions


def emit_laws(unit: Unit, out: Text) -> dict[str, str]:
    """A function for each law; it reads printed data alone."""
    functions: dict[str, str] = {}
    for each in unit.game.laws:
        name = unit.names.new(f"law_{each.name}")
        functions[each.name] = name
        with out.block(f"def {name}() -> bool:"):
            out.docstring(f"{each.name}{per(each.clause)}.")
            scope = scope_of(unit, out, "BEFORE_SETUP", each.clause)
            returned(each.condition, scope)
        out.add()
        out.add()
    return functions


def emit_seen(unit: Unit, out: Text) -> dict[tuple[str, str], str]:
    """A function for each zone or variable that some see on a condition: (`zone` or `variable`, name) -> function."""
    functions: dict[tuple[str, str], str] = {}
    listed: list[tuple[str, str, model.Seen, Clause]] = [
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
        owner = scope.bind(seen.owner) if seen.owner is not None else "_owner"
        with out.block(f"def {function}(state: Position, {viewer}: int, {owner}: int) -> bool:"):
            out.docstring(f"Who sees {name}{per(clause)}.")
            returned(seen.condition, scope)
        out.add()
        out.add()
    return functions
