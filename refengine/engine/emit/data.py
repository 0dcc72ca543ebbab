"""Printed data and the classes of a state: kinds, records, pieces, places, `State` and its mutable twin."""

from __future__ import annotations

from refengine.engine.emit.text import Text, quoted, tuple_of
from refengine.engine.emit.unit import Unit, scope_of
from refengine.engine.emit.values import per
from refengine.ir import game as model
from refengine.ir.domain import Domain, Enum, Option, SetOf


def emit_kinds(unit: Unit, out: Text) -> None:
    """Writes the members of kinds as numbers, their names, and the data of kinds from tables."""
    for kind in unit.game.kinds:
        if kind.name != "player":
            out.comment(f"{kind.name}{per(kind.clause)}")
            for index in range(len(kind.members)):
                out.add(f"{unit.members[kind.name, index]}: Final = {index}")
            out.add(f"{unit.listings_of[kind.name]}: Final = {tuple_of([quoted(name) for name in kind.members])}")
            if not kind.fields:
                out.add()
    for kind in unit.game.kinds:  # when the members of all kinds have names: data may speak of any of them
        for position, field in enumerate(kind.fields):
            rows = [datum(unit, field.domain, field.index, row[position]) for row in kind.rows]
            out.add(f"{unit.kind_fields[kind.name, field.name]}: Final = {tuple_of(rows)}")
        if kind.fields:
            out.add()
    for question in unit.game.questions:
        names = tuple_of([quoted(reading.name) for reading in question.readings])
        out.add(f"{unit.listings_of[question.name]}: Final = {names}")


def emit_records(unit: Unit, out: Text) -> None:
    """Writes a frozen class for each record."""
    for record in unit.game.records:
        out.add("@frozen(weakref_slot=False)")
        with out.block(f"class {unit.layout.classes[record.name]}"):
            out.docstring(f"{record.name}{per(record.clause)}.")
            out.add()
            for field in record.fields:
                out.add(f"{unit.layout.attributes[record.name, field.name]}: {field_type(unit, field)}")
        out.add()
        out.add()


def emit_pieces(unit: Unit, out: Text) -> None:
    """Writes a class for each component, equal by identity, and all printed pieces."""
    for component in unit.game.components:
        kind = unit.layout.classes[component.name]
        out.add("@frozen(eq=False, repr=False, weakref_slot=False)")
        with out.block(f"class {kind}"):
            out.docstring(f"{component.name}{per(component.clause)}. There is one object for each sort of piece.")
            out.add()
            out.add("index: int")
            out.add("name: str")
            for field in component.fields:
                out.add(f"{unit.layout.attributes[component.name, field.name]}: {field_type(unit, field)}")
            out.add()
            with out.block("def __repr__(self) -> str"):
                out.add("return self.name")
        out.add()
        out.add()
        constant = unit.layout.pieces[component.name]
        out.add(f"{constant}: Final = (")
        out.depth += 1
        for index, row in enumerate(component.pieces):
            data = [
                datum(unit, field.domain, field.index, value)
                for field, value in zip(component.fields, row.data, strict=True)
            ]
            out.add(f"{kind}({', '.join([str(index), quoted(row.name), *data])}),")
        out.depth -= 1
        out.add(")")
        out.add()
        out.add()


def field_type(unit: Unit, field: model.Field) -> str:
    """Returns the Python type of a field."""
    kind = unit.domain_type(field.domain)
    return kind if field.index is None else f"tuple[{kind}, ...]"


def datum(unit: Unit, domain: Domain, index: str | None, value: model.Datum) -> str:
    """Returns printed data as a Python expression."""
    if index is not None:
        assert isinstance(value, tuple)
        return tuple_of([datum(unit, domain, None, each) for each in value])
    match domain:
        case Option(inner=inner):
            return "None" if value is None else datum(unit, inner, None, value)
        case SetOf(inner=inner):
            assert isinstance(value, tuple)
            return tuple_of([datum(unit, inner, None, each) for each in value])
        case Enum(kind=kind):
            return unit.members.get((kind, _index(unit, kind, value)), str(_index(unit, kind, value)))
        case _:
            return repr(value)


def _index(unit: Unit, kind: str, member: model.Datum) -> int:
    (declared,) = (each for each in unit.game.kinds if each.name == kind)
    return declared.members.index(str(member))


def emit_parts(unit: Unit, out: Text) -> None:
    """Writes the printed parts of what lies on grids, grouped by the field that they share with the pieces."""
    grids = {each.name: each for each in unit.game.zones}
    for part in unit.game.parts:
        (kind,) = (each for each in unit.game.kinds if each.name == part.kind)
        grid = grids[part.zone]
        printed = unit.listings_of[kind.name]
        if grid.turned and grid.sides is not None:
            printed = f"{printed}, {unit.listings_of[grid.sides]}"
        if part.by is None:
            every = tuple_of([str(number) for number in range(len(kind.members))])
            told = f"{quoted(part.name)}, {quoted(part.zone)}, None, {{None: {every}}}, {printed}"
            out.add(f"{unit.layout.parts[part.name]}: Final = Parts({told})")
            continue
        (position,) = (at for at, each in enumerate(kind.fields) if each.name == part.by)
        domain = kind.fields[position].domain
        assert isinstance(domain, Enum)
        rows: dict[int, list[str]] = {}
        for number, row in enumerate(kind.rows):
            rows.setdefault(_index(unit, domain.kind, row[position]), []).append(str(number))
        listed = ", ".join(f"{key}: {tuple_of(numbers)}" for key, numbers in sorted(rows.items()))
        by = unit.layout.attributes[part.component, part.by]
        told = f"{quoted(part.name)}, {quoted(part.zone)}, {quoted(by)}, {{{listed}}}, {printed}"
        out.add(f"{unit.layout.parts[part.name]}: Final = Parts({told})")


# ---- PLACES


def emit_places(unit: Unit, out: Text) -> None:
    """Writes one object for each place."""
    index = 0
    endless = [slot.name for slot in unit.layout.zones.values() if slot.is_endless]
    for slot in unit.layout.zones.values():
        if slot.is_endless:
            of = "" if slot.is_grid else f" {unit.layout.parts[slot.zone.index or '']},"
            told = f"{quoted(slot.name)},{of} {endless.index(slot.name)}, {len(endless)}"
            out.add(f"{slot.place}: Final = {'grid' if slot.is_grid else 'spot'}_places({told})")
            continue
        if slot.size is None:
            out.add(f"{slot.place}: Final = Place({quoted(slot.name)}, 0, {index}, {quoted(slot.name)})")
            index += 1
            continue
        named = _member_names(unit, slot.zone.index or "")
        out.add(f"{slot.place}: Final = (")
        out.depth += 1
        for key, member in enumerate(named):
            shown = quoted(f"{slot.name} of {member}")
            out.add(f"Place({quoted(slot.name)}, {key}, {index}, {shown}),")
            index += 1
        out.depth -= 1
        out.add(")")


def _member_names(unit: Unit, index: str) -> list[str]:
    for kind in unit.game.kinds:
        if kind.name == index:
            return list(kind.members)
    (component,) = (each for each in unit.game.components if each.name == index)
    return [row.name for row in component.pieces]


# ---- THE STATE


def emit_state(unit: Unit, out: Text) -> None:
    """Writes `State`, which is frozen, and `Draft`, its mutable twin, which becomes a state when it is done."""
    fields = unit.layout.fields()
    known = [name for pairs in unit.remembered.values() for _, name in pairs]
    out.add("@frozen(weakref_slot=False)")
    with out.block("class State"):
        out.docstring("Everything that there is on the table, and where control stands (the last frame decides).")
        out.add()
        for each in fields:
            out.add(f"{each.name}: {each.annotation}")
        for name in known:
            out.add(f"{name}: object = beside()")
    out.add()
    out.add()
    with out.block("class Draft"):
        out.docstring("A state in the making, of the same shape: when it is done, it is sealed by changing its class.")
        out.add()
        out.add(f"__slots__ = {tuple_of([quoted(name) for name in (*(each.name for each in fields), *known)])}")
        out.add()
        with out.block("def __init__(self, state: State) -> None"):
            for each in fields:
                kind = f": {each.annotation}" if each.may_be_none else ""
                out.add(f"self.{each.name}{kind} = state.{each.name}")
            for name in known:
                out.add(f"self.{name} = state.{name}")
    out.add()
    out.add()
    out.add("Position = State | Draft")
    out.add()
    out.add()


def emit_before_setup(unit: Unit, out: Text) -> None:
    """Writes the state before the setup: every piece where it starts."""
    scope = scope_of(unit, out, "state", unit.game.setup.clause)
    starts = {component.starts_in: component for component in unit.game.components}
    with out.block("def before_setup() -> State"):
        out.docstring("Every piece where it starts, every variable as it starts.")
        texts: list[str] = []
        for slot in unit.layout.zones.values():
            component = starts.get(slot.name)
            if component is not None:
                pieces = unit.layout.pieces[component.name]
                copies = tuple_of([str(row.copies) for row in component.pieces])
                every = f"copied({pieces}, {copies})" if unit.layout.copies[component.name] else pieces
                texts.append(f"{slot.attribute}={every}")
                continue
            nothing = "None" if slot.single else "()"
            if slot.is_endless:
                empty = "Grid({})" if slot.is_grid else f"Spread({{}}, {nothing})"
                texts.append(f"{slot.attribute}={empty}")
                continue
            texts.append(f"{slot.attribute}={nothing if slot.size is None else tuple_of([nothing] * slot.size)}")
        for variable in unit.layout.variables.values():
            text = str(scope.within(variable.variable.clause).expr(variable.variable.starts))
            whole = text if variable.size is None else tuple_of([text] * variable.size)
            texts.append(f"{variable.attribute}={whole}")
        texts += [f"{token.attribute}={tuple_of(['0'] * token.size)}" for token in unit.layout.tokens.values()]
        out.add(f"return State({', '.join([*texts, 'control=END'])})")
    out.add()
    out.add()
    out.add("BEFORE_SETUP: Final = before_setup()")
    out.add()
    out.add()
