"""Declarations of the table and the configuration: zones, variables, options, questions, editions."""

from __future__ import annotations

import attrs

from refengine.ir import game
from refengine.ir.domain import CELLS, PLAYER, TRUTH, Count, Domain, Enum, Option, Range, SetOf, Truth
from refengine.ir.expressions import Expr, Local, Member, Nothing, Number, SetLiteral, TruthLiteral
from refengine.ir.visibility import EVERYONE, Seen
from refengine.resolve import errors as name_errors
from refengine.resolve.errors import there_are
from refengine.resolve.symbols import SORTS
from refengine.syntax import tree
from refengine.types import errors, grids, question_errors, spots
from refengine.types.context import Context, Scope
from refengine.types.data import configured_number, family_index
from refengine.types.domains import TURNED, describe, domain_of, index_domain
from refengine.types.effects import Reads, fixed_before
from refengine.types.expressions import of_domain, truth
from refengine.types.families import box_name
from refengine.types.readings import chosen_readings
from refengine.types.values import clause

STATUSES = (
    "official", "community", "edition", "dated", "house", "inferred", "analogue", "literal", "incomplete",
    "reconstructed", "table",
)  # fmt: skip
ZONE_MARKS = ("shuffled", "ordered")


# ---- ZONES


def declare_zones(ctx: Context) -> None:
    """Enters the zones (who sees them comes later) and a box for every component that starts nowhere else."""
    for node in ctx.symbols.of_sort(tree.Zone):
        _zone(ctx, node)
    for component in ctx.symbols.of_sort(tree.Component):
        if component.name.text in ctx.components:
            _start(ctx, component, ctx.components[component.name.text])


def _start(ctx: Context, node: tree.Component, component: game.Component) -> None:
    if node.starts_in is None:
        box = box_name(component.name)
        ctx.zones[box] = game.Zone(
            box, None, component.name, None, shuffled=False, ordered=False, seen=EVERYONE, clause=component.clause
        )
        return
    word, span = node.starts_in.text, node.starts_in.span
    ctx.used.add(word)
    zone = ctx.zones.get(word)
    if zone is None:
        declared = ctx.symbols.lookup(word)
        known = tuple(name for name, each in ctx.zones.items() if each.index is None)
        if declared is None:
            ctx.report(name_errors.unknown_name("zone", word, span, known))
        elif not isinstance(declared, tree.Zone):
            ctx.report(name_errors.wrong_sort(word, SORTS[type(declared)], "zone", span, known=known))
    elif zone.index is not None:
        ctx.report(errors.family(word, span, wants_key=True))
    elif zone.component != component.name:
        wanted = f"a place of `{component.name}`"
        hint = there_are(each.name for each in ctx.zones.values() if each.component == component.name)
        hint = hint or f"declare a zone that holds `{component.name}`, or leave the line out: it starts in its box"
        ctx.report(errors.mismatch(f"a place of `{zone.component}`", wanted, span, hint))


def _zone(ctx: Context, node: tree.Zone) -> None:
    if node.sides is not None:
        index = CELLS if grids.is_sound(ctx, node) else None
    elif node.index is not None and isinstance(ctx.symbols.lookup(node.index.kind.text), tree.Part):
        index = spots.index_of(ctx, node)
    else:
        index = None if node.index is None else family_index(ctx, node.index)
    component = node.component.text
    ctx.used.add(component)
    cap = None if node.cap is None else configured_number(ctx, node.cap)
    for mark in node.marks:
        if mark.text not in ZONE_MARKS and not (node.sides is not None and mark.text == TURNED):
            ctx.report(errors.unknown_mark(mark.text, mark.span, ZONE_MARKS))
    if component_declared(ctx, node.component) is None:
        return
    is_family = node.index is not None or node.sides is not None
    if (is_family and index is None) or (node.cap is not None and cap is None):
        return
    marks = {mark.text for mark in node.marks}
    head = clause(node.name.text, node.cite, node.name.span)
    ctx.zones[node.name.text] = game.Zone(
        node.name.text, index, component, cap, "shuffled" in marks, "ordered" in marks, EVERYONE, head,
        None if node.sides is None else node.sides.text, TURNED in marks,
    )  # fmt: skip


def component_declared(ctx: Context, name: tree.Name) -> game.Component | None:
    """Returns the component of this name; None where there is none (which is reported) or it is faulty (which was)."""
    return None if ctx.declared(name, tree.Component) is None else ctx.components.get(name.text)


def who_sees(ctx: Context, node: tree.Seen | None, index: str | None) -> Seen:
    """Returns the rule of sight of a zone or variable."""
    if node is None:
        return EVERYONE
    during = None
    if node.during is not None:
        during = node.during.text
        ctx.phase(node.during)
    if node.condition is not None:
        scope = Scope()
        viewer = scope.bind(ctx, node.by, PLAYER)
        owner = None
        if index is not None:
            owner = Local("owner", index_domain(ctx, index))
            scope.names["owner"] = (owner, node.span)
        condition = truth(ctx, scope, node.condition)
        return EVERYONE if condition is None else Seen("each", viewer, owner, condition, during)
    match node.by.text:
        case "nobody":
            return Seen("nobody", during=during)
        case "everyone":
            return Seen("everyone", during=during)
        case "owner" if index == "player":
            return Seen("owner", during=during)
        case "owner":
            ctx.report(errors.no_owner(node.by.span))
        case word:
            ctx.report(errors.unknown_mark(word, node.by.span, ("everyone", "owner", "nobody")))
    return EVERYONE


def finished_zones(ctx: Context) -> tuple[game.Zone, ...]:
    """Returns the zones with who sees them."""
    done: list[game.Zone] = []
    for name, zone in ctx.zones.items():
        node = ctx.symbols.lookup(name)
        seen = who_sees(ctx, node.seen, zone.index) if isinstance(node, tree.Zone) else EVERYONE
        done.append(attrs.evolve(zone, seen=seen))
    return tuple(done)


# ---- VARIABLES


def declare_variables(ctx: Context) -> None:
    """Enters the variables with their domains; what they start as comes later."""
    for node in ctx.symbols.of_sort(tree.Variable):
        domain = domain_of(ctx, node.type)
        index = None if node.index is None else family_index(ctx, node.index)
        if domain is None or (node.index is not None and index is None):
            continue
        name, head = node.name.text, clause(node.name.text, node.cite, node.name.span)
        ctx.variables[name] = game.Variable(name, index, domain, TruthLiteral(value=False), EVERYONE, head)


def finished_variables(ctx: Context, reads: Reads) -> tuple[game.Variable, ...]:
    """Returns the variables with what they start as and who sees them."""
    done: list[game.Variable] = []
    for name, variable in ctx.variables.items():
        node = ctx.symbols.named[name]
        if not isinstance(node, tree.Variable):
            continue
        starts = of_domain(ctx, Scope(), node.starts, variable.domain) if node.starts is not None else None
        if starts is not None and node.starts is not None:
            fixed_before(ctx, reads, starts, node.starts.span)
        if node.starts is None:
            starts = _natural_start(variable.domain)
            if starts is None:
                ctx.report(errors.no_start(name, node.name.span))
        if starts is not None:
            during = None if node.during is None or ctx.phase(node.during) is None else node.during.text
            seen = who_sees(ctx, node.seen, variable.index)
            under = None if node.under is None else next(iter(chosen_readings(ctx, (node.under,))), None)
            done.append(attrs.evolve(variable, starts=starts, seen=seen, during=during, under=under))
    return tuple(done)


def _natural_start(domain: Domain) -> Expr | None:
    match domain:
        case Count():
            return Number(0)
        case Range(low=low, high=high) if low <= 0 <= high:
            return Number(0)
        case SetOf():
            return SetLiteral((), domain)
        case Option():
            return Nothing(domain)
        case _ if domain == TRUTH:
            return TruthLiteral(value=False)
        case _:
            return None


# ---- OPTIONS, QUESTIONS, EDITIONS


def declare_configuration(ctx: Context) -> None:
    """Enters options and questions."""
    for node in ctx.symbols.of_sort(tree.Question):
        _question(ctx, node)
    for each in ctx.symbols.of_sort(tree.Option):
        domain = domain_of(ctx, each.type)
        if domain is not None and not _can_be_chosen(ctx, domain):
            wanted = "a truth, a number or a member of a kind"
            hint = "write `truth`, a range such as `0..3`, or the name of a kind"
            ctx.report(errors.mismatch(describe(domain), wanted, each.type.span, hint))
            continue
        default = None if domain is None else of_domain(ctx, Scope(), each.default, domain)
        if default is not None and not isinstance(default, TruthLiteral | Number | Member):
            ctx.report(errors.not_written_out(each.default.span))
        elif domain is not None and default is not None:
            head = clause(each.name.text, each.cite, each.name.span)
            ctx.options[each.name.text] = game.Option(each.name.text, domain, default, head)


def _can_be_chosen(ctx: Context, domain: Domain) -> bool:
    match domain:
        case Truth() | Range() | Count():
            return True
        case Enum(kind=kind):
            return isinstance(ctx.symbols.lookup(kind), tree.Kind)
        case _:
            return False


def _question(ctx: Context, node: tree.Question) -> None:
    name = node.name.text
    domain: Domain | None = Enum(name) if node.type is None else domain_of(ctx, node.type)
    readings: list[game.Reading] = []
    for index, each in enumerate(node.readings):
        value = _reading_value(ctx, node, domain, each, index)
        for mark in each.marks:
            if mark.text not in STATUSES:
                ctx.report(errors.unknown_mark(mark.text, mark.span, STATUSES))
        marks = tuple(mark.text for mark in each.marks)
        if value is not None:
            incomplete = "incomplete" in marks
            readings.append(game.Reading(each.name.text, each.text, value, marks, each.default, incomplete))
    _one_default(ctx, node)
    if domain is not None and len(readings) == len(node.readings):
        about = tuple(each.id for each in node.about)
        head = clause(name, node.cite, node.name.span)
        ctx.questions[name] = game.Question(name, node.text, about, domain, tuple(readings), head)


def _one_default(ctx: Context, node: tree.Question) -> None:
    chosen = [each for each in node.readings if each.default]
    if not chosen:
        ctx.report(question_errors.no_default(node.name.text, node.name.span))
    elif len(chosen) > 1:
        ctx.report(question_errors.two_defaults(node.name.text, chosen[1].name.span, chosen[0].name.span))
    elif "incomplete" in {mark.text for mark in chosen[0].marks}:
        ctx.report(question_errors.incomplete_default(node.name.text, chosen[0].name.span))


def _reading_value(
    ctx: Context, node: tree.Question, domain: Domain | None, each: tree.Reading, index: int
) -> Expr | None:
    if domain is None:
        return None
    if node.type is None:
        if each.number is not None:
            ctx.report(errors.reading_with_value(node.name.text, each.number.span))
            return None
        return Member(node.name.text, index)
    if each.number is None:
        ctx.report(errors.reading_without_value(each.name.text, describe(domain), each.name.span))
        return None
    return of_domain(ctx, Scope(), each.number, domain)


def editions(ctx: Context) -> tuple[game.Edition, ...]:
    """Returns the named sets of readings."""
    return tuple(
        game.Edition(name, chosen_readings(ctx, node.chosen), clause(name, node.cite, node.name.span))
        for name, node in ctx.symbols.editions.items()
    )
