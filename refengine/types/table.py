"""What lies on the table and what is configured: zones, variables, options, questions, editions."""

from __future__ import annotations

import attrs

from refengine.ir import game
from refengine.ir.domain import PLAYER, TRUTH, Count, Domain, Enum, Option, Range, SetOf
from refengine.ir.expressions import Expr, Local, Member, Nothing, Number, SetLiteral, TruthLiteral
from refengine.resolve import errors as name_errors
from refengine.source.citation import Citation
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context, Scope
from refengine.types.data import configured_number, family_index
from refengine.types.domains import describe, domain_of
from refengine.types.expressions import of_domain, truth
from refengine.types.names import box_of, index_domain
from refengine.types.values import clause

EVERYONE = game.Seen("everyone", None, None, None, None)
STATUSES = (
    "official", "community", "edition", "dated", "house", "inferred", "analogue", "literal", "incomplete", "reconstructed", "table"
)  # fmt: skip
ZONE_MARKS = ("shuffled", "ordered")


# ---- ZONES


def declare_zones(ctx: Context) -> None:
    """Enters the zones (who sees them comes later) and a box for every component that starts nowhere else."""
    for node in ctx.symbols.of_sort(tree.Zone):
        assert isinstance(node, tree.Zone)
        _zone(ctx, node)
    for component in ctx.components.values():
        box = box_of(component.name)
        if component.starts_in == box:
            ctx.zones[box] = game.Zone(box, None, component.name, None, False, False, EVERYONE, component.clause)
        elif component.starts_in not in ctx.zones or ctx.zones[component.starts_in].index is not None:
            node_ = ctx.symbols.named[component.name]
            assert isinstance(node_, tree.Component)
            assert node_.starts_in is not None
            single = tuple(name for name, zone in ctx.zones.items() if zone.index is None)
            ctx.report(
                name_errors.unknown_name("zone without an index", component.starts_in, node_.starts_in.span, single)
            )


def _zone(ctx: Context, node: tree.Zone) -> None:
    index = None if node.index is None else family_index(ctx, node.index)
    component = node.component.text
    ctx.used.add(component)
    cap = None if node.cap is None else configured_number(ctx, node.cap)
    for mark in node.marks:
        if mark.text not in ZONE_MARKS:
            ctx.report(errors.unknown_mark(mark.text, mark.span, ZONE_MARKS))
    if component not in ctx.components:
        if not isinstance(ctx.symbols.lookup(component), tree.Component):
            ctx.report(name_errors.unknown_name("component", component, node.component.span, tuple(ctx.components)))
        return
    if (node.index is not None and index is None) or (node.cap is not None and cap is None):
        return
    marks = {mark.text for mark in node.marks}
    head = clause(node.name.text, node.cite, node.name.span)
    ctx.zones[node.name.text] = game.Zone(
        node.name.text, index, component, cap, "shuffled" in marks, "ordered" in marks, EVERYONE, head
    )


def who_sees(ctx: Context, node: tree.Seen | None, index: str | None) -> game.Seen:
    """The rule of sight of a zone or variable."""
    if node is None:
        return EVERYONE
    during = None
    if node.during is not None:
        during = node.during.text
        if during not in ctx.phases:
            ctx.report(name_errors.unknown_name("phase", during, node.during.span, tuple(ctx.phases)))
    if node.condition is not None:
        scope = Scope()
        viewer = scope.bind(ctx, node.by, PLAYER)
        owner = None
        if index is not None:
            owner = Local("owner", index_domain(ctx, index))
            scope.names["owner"] = (owner, node.span)
        condition = truth(ctx, scope, node.condition)
        return EVERYONE if condition is None else game.Seen("each", viewer, owner, condition, during)
    match node.by.text:
        case "nobody":
            return game.Seen("nobody", None, None, None, during)
        case "everyone":
            return game.Seen("everyone", None, None, None, during)
        case "owner" if index == "player":
            return game.Seen("owner", None, None, None, during)
        case "owner":
            ctx.report(errors.not_an_index("owner", node.by.span))
        case word:
            ctx.report(errors.unknown_mark(word, node.by.span, ("everyone", "owner", "nobody")))
    return EVERYONE


def finished_zones(ctx: Context) -> tuple[game.Zone, ...]:
    """The zones with who sees them."""
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
        assert isinstance(node, tree.Variable)
        domain = domain_of(ctx, node.type)
        index = None if node.index is None else family_index(ctx, node.index)
        if domain is None or (node.index is not None and index is None):
            continue
        head = clause(node.name.text, node.cite, node.name.span)
        ctx.variables[node.name.text] = game.Variable(
            node.name.text, index, domain, TruthLiteral(False), EVERYONE, head
        )


def finished_variables(ctx: Context) -> tuple[game.Variable, ...]:
    """The variables with what they start as and who sees them."""
    done: list[game.Variable] = []
    for name, variable in ctx.variables.items():
        node = ctx.symbols.named[name]
        assert isinstance(node, tree.Variable)
        starts = of_domain(ctx, Scope(), node.starts, variable.domain) if node.starts is not None else None
        if node.starts is None:
            starts = _natural_start(variable.domain)
            if starts is None:
                ctx.report(errors.no_start(name, node.name.span))
        if starts is not None:
            done.append(attrs.evolve(variable, starts=starts, seen=who_sees(ctx, node.seen, variable.index)))
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
            return TruthLiteral(False)
        case _:
            return None


# ---- OPTIONS, QUESTIONS, EDITIONS


def declare_configuration(ctx: Context) -> None:
    """Enters options and questions."""
    for node in ctx.symbols.of_sort(tree.Question):
        assert isinstance(node, tree.Question)
        _question(ctx, node)
    for each in ctx.symbols.of_sort(tree.Option):
        assert isinstance(each, tree.Option)
        domain = domain_of(ctx, each.type)
        default = None if domain is None else of_domain(ctx, Scope(), each.default, domain)
        if domain is not None and default is not None:
            head = clause(each.name.text, each.cite, each.name.span)
            ctx.options[each.name.text] = game.Option(each.name.text, domain, default, head)


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
    defaults = [each for each in readings if each.default]
    if not any(each.default for each in node.readings):
        ctx.report(errors.no_default(name, node.name.span))
    elif len(defaults) > 1 or any(each.incomplete for each in defaults):
        ctx.report(errors.defaults(name, node.name.span))
    if domain is not None and len(readings) == len(node.readings):
        about = tuple(_id(each) for each in node.about)
        head = clause(name, node.cite, node.name.span)
        ctx.questions[name] = game.Question(name, node.text, about, domain, tuple(readings), head)


def _id(citation: Citation) -> str:
    return citation.id


def _reading_value(
    ctx: Context, node: tree.Question, domain: Domain | None, each: tree.Reading, index: int
) -> Expr | None:
    if domain is None:
        return None
    if node.type is None:
        if each.number is not None:
            ctx.report(errors.mismatch("a number", "a reading without a value", each.number.span))
            return None
        return Member(node.name.text, index)
    if each.number is None:
        ctx.report(errors.mismatch("a reading without a value", describe(domain), each.name.span))
        return None
    return of_domain(ctx, Scope(), each.number, domain)


def chosen_readings(ctx: Context, chosen: tuple[tree.Chosen, ...]) -> tuple[tuple[str, str], ...]:
    """`question is reading` lines, each checked."""
    found: list[tuple[str, str]] = []
    for each in chosen:
        question = ctx.questions.get(each.question.text)
        if question is None:
            if not isinstance(ctx.symbols.lookup(each.question.text), tree.Question):
                ctx.report(
                    name_errors.unknown_name("question", each.question.text, each.question.span, tuple(ctx.questions))
                )
            continue
        ctx.used.add(question.name)
        known = tuple(reading.name for reading in question.readings)
        if each.reading.text not in known:
            ctx.report(name_errors.unknown_name("reading", each.reading.text, each.reading.span, known))
            continue
        found.append((question.name, each.reading.text))
    return tuple(found)


def editions(ctx: Context) -> tuple[game.Edition, ...]:
    """The named sets of readings."""
    return tuple(
        game.Edition(name, chosen_readings(ctx, node.chosen), clause(name, node.cite, node.name.span))
        for name, node in ctx.symbols.editions.items()
    )
