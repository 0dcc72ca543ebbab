"""Domains: from written types, in words for messages, and where one fits into another."""

from __future__ import annotations

from refengine.ir.domain import (
    CELL,
    CELLS,
    COUNT,
    PLAYER,
    TRUTH,
    UNBOUNDED,
    Cell,
    Count,
    Domain,
    Enum,
    Option,
    Piece,
    Place,
    Range,
    Record,
    SetOf,
    Spot,
    Truth,
)
from refengine.ir.expressions import Expr, Narrow, Nothing, Origin, Unwrap
from refengine.resolve import errors as name_errors
from refengine.resolve.errors import there_are
from refengine.resolve.symbols import SORTS
from refengine.source.limits import beyond
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, region_errors
from refengine.types.context import Context
from refengine.types.conversions import way_between, way_from

INTEGER = Range(-UNBOUNDED, UNBOUNDED)

TURNED = "turned"
"""The mark of a grid on which pieces lie turned."""

# ---- WRITTEN TYPES


def domain_of(ctx: Context, written: tree.TypeExpr, *, classes: bool = False) -> Domain | None:
    """Returns the domain that a written type names; None, and a diagnostic, when it names none.

    A class of a region is told from one value to another, where `classes` may be named, and never kept.
    """
    match written:
        case tree.TypeName(name=name) if isinstance(ctx.symbols.lookup(name.text), tree.Region):
            ctx.used.add(name.text)
            if not classes:
                ctx.report(region_errors.kept(name.text, name.span))
                return None
            return SetOf(ctx.regions[name.text]) if name.text in ctx.regions else None
        case tree.TypeName(name=name):
            return _named(ctx, name)
        case tree.TypeOf(name=name, inner=inner):
            if name.text != "place":
                ctx.report(name_errors.unknown_name("type", f"{name.text} of ...", name.span, ("place of ...",)))
                return None
            of = domain_of(ctx, inner)
            if of is None:
                return None
            if not isinstance(of, Piece):
                hint = there_are(ctx.components) or "declare a component"
                ctx.report(errors.mismatch(describe(of), "a component", inner.span, hint))
                return None
            return Place(of.component)
        case tree.TypeSet(inner=inner):
            of = domain_of(ctx, inner)
            if isinstance(of, Range) and of.high - of.low >= ctx.limits.values:
                what, number = "the numbers that a set may hold are", of.high - of.low + 1
                ctx.report(beyond("values", ctx.limits.values, what, number, inner.span))
                return None
            return None if of is None else SetOf(of)
        case tree.TypeRange(low=low, high=high, span=span):
            ends = bound(ctx, low, high=False), bound(ctx, high, high=True)
            if ends[0] is None or ends[1] is None:
                return None
            if ends[0] > ends[1]:
                ctx.report(errors.bad_range(ends[0], ends[1], span))
                return None
            return Range(ends[0], ends[1])
        case tree.TypeOption(inner=inner):
            of = domain_of(ctx, inner)
            return None if of is None else Option(of)


def _named(ctx: Context, name: tree.Name) -> Domain | None:
    built_in: dict[str, Domain] = {"truth": TRUTH, "count": COUNT, "player": PLAYER, "cell": CELL}
    if name.text in built_in:
        return built_in[name.text]
    ctx.used.add(name.text)
    match ctx.symbols.lookup(name.text):
        case tree.Kind():
            return Enum(name.text)
        case tree.Component():
            return Piece(name.text)
        case tree.Record():
            return Record(name.text)
        case tree.Part() as part:
            return spot_of(ctx, part)
        case tree.Question(type=None):
            return Enum(name.text)
        case None:
            known = (
                *built_in,
                *(
                    n
                    for n, d in ctx.symbols.named.items()
                    if isinstance(d, tree.Kind | tree.Component | tree.Record | tree.Part)
                ),
            )
            ctx.report(name_errors.unknown_name("type", name.text, name.span, known))
        case other:
            hint = "a type is a kind, a component, `truth`, `player`, a range such as `0..9`, or `set of ...`"
            if isinstance(other, tree.Question):
                hint = "its readings are numbers: write their range"
            ctx.report(name_errors.wrong_sort(name.text, SORTS[type(other)], "type", name.span, hint))
    return None


def index_domain(ctx: Context, index: str) -> Domain:
    """Returns the domain of the keys of a family."""
    if index == CELLS:
        return CELL
    if index in ctx.parts:
        part = ctx.symbols.lookup(index)
        assert isinstance(part, tree.Part)
        return spot_of(ctx, part)
    return Piece(index) if index in ctx.components else Enum(index)


def spot_of(ctx: Context, part: tree.Part) -> Spot:
    """Returns the domain of the spots of a part: with a turn where its grid has them."""
    grid = ctx.symbols.lookup(part.zone.text)
    is_turned = isinstance(grid, tree.Zone) and TURNED in {mark.text for mark in grid.marks}
    sides = grid.sides.text if is_turned and isinstance(grid, tree.Zone) and grid.sides is not None else None
    return Spot(part.name.text, part.kind.text, sides)


def bound(ctx: Context, end: tree.IntLit | tree.NameRef, *, high: bool) -> int | None:
    """Returns the number at an end of a range. The name of a numeric option or question stands for its widest one."""
    path: list[str] = []
    while isinstance(end, tree.NameRef):
        word = end.name.text
        wide = numbers_of(ctx, end)
        if wide is None:
            return None
        if word in path:
            circle = path[path.index(word) :]
            if not ctx.circles & set(circle):
                ctx.report(name_errors.cyclic("range", tuple(circle), end.span))
            ctx.circles.update(circle)
            return None
        path.append(word)
        end = wide.high if high else wide.low
    return end.value


def numbers_of(ctx: Context, named: tree.NameRef) -> tree.TypeRange | None:
    """Returns the range of an option or question with numbers, which may stand where a fixed number is needed."""
    word = named.name.text
    ctx.used.add(word)
    match ctx.symbols.lookup(word):
        case tree.Option(type=tree.TypeRange() as wide) | tree.Question(type=tree.TypeRange() as wide):
            return wide
        case None:
            numbered = (each for each in ctx.symbols.named.values() if isinstance(each, tree.Option | tree.Question))
            known = tuple(each.name.text for each in numbered if isinstance(each.type, tree.TypeRange))
            ctx.report(name_errors.unknown_name("option or question with numbers", word, named.span, known))
        case _:
            ctx.report(errors.not_fixed(word, named.span))
    return None


# ---- IN WORDS


def describe(domain: Domain) -> str:
    """Returns a domain in words, with its article."""
    match domain:
        case Truth():
            return "a truth"
        case Range(low=low, high=high):
            if low == high:
                return f"the number {low}"
            return "a number" if -low >= UNBOUNDED or high >= UNBOUNDED else f"a number {low}..{high}"
        case Count():
            return "a count"
        case Enum(kind="player"):
            return "a player"
        case Enum(kind=kind):
            return f"a `{kind}`"
        case Piece(component=component):
            return f"a `{component}`"
        case Place(component=component):
            return f"a place of `{component}`"
        case Option(inner=inner):
            return f"{describe(inner)} or nothing"
        case SetOf(inner=inner):
            return f"a set of {_plural(inner)}"
        case Record(name=name):
            return f"a `{name}`"
        case Cell():
            return "a cell"
        case Spot(part=part):
            return f"a `{part}`"


def _plural(domain: Domain) -> str:
    match domain:
        case Range(low=low, high=high):
            return "numbers" if -low >= UNBOUNDED or high >= UNBOUNDED else f"numbers {low}..{high}"
        case Place(component=component):
            return f"places of `{component}`"
        case SetOf(inner=inner):
            return f"sets of {_plural(inner)}"
        case _:
            return f"{describe(domain).removeprefix('a ')}s"


# ---- FITTING


def strip(domain: Domain | None) -> Domain | None:
    """Returns the domain inside an option."""
    return domain.inner if isinstance(domain, Option) else domain


def interval(domain: Domain) -> tuple[int, int] | None:
    """Returns lowest and highest number of a numeric domain, None of any other."""
    match domain:
        case Range(low=low, high=high):
            return low, high
        case Count():
            return 0, UNBOUNDED
        case _:
            return None


def as_number(ctx: Context, expr: Expr, span: Span) -> Expr | None:
    """Returns the expression as a number, unwrapped where it may be nothing (an obligation); all else is reported."""
    if isinstance(expr.domain, Option) and interval(expr.domain.inner) is not None and not isinstance(expr, Nothing):
        return Unwrap(expr, expr.domain.inner, Origin(span))
    if interval(expr.domain) is not None:
        return expr
    hint = way_from(ctx, expr.domain, INTEGER, fits)
    ctx.report(errors.mismatch(describe(expr.domain), "a number", span, hint))
    return None


def numeric(low: float, high: float) -> Domain:
    """Returns the domain of the numbers from low to high, whole ones or infinite."""
    least, most = int(max(low, -UNBOUNDED)), int(min(high, UNBOUNDED))
    return COUNT if least == 0 and most == UNBOUNDED else Range(least, most)


def fits(found: Domain, wanted: Domain) -> bool:
    """Returns whether every value of `found` is one of `wanted`."""
    if found == wanted:
        return True
    match found, wanted:
        case ((Range() | Count()), (Range() | Count())):
            inner, outer = interval(found), interval(wanted)
            assert inner is not None
            assert outer is not None
            return outer[0] <= inner[0] and inner[1] <= outer[1]
        case SetOf(inner=one), SetOf(inner=other):
            return fits(one, other)
        case Option(inner=one), Option(inner=other):
            return fits(one, other)
        case one, Option(inner=other):
            return fits(one, other)
        case _:
            return False


def coerce(ctx: Context, expr: Expr, wanted: Domain, span: Span) -> Expr | None:
    """Returns the expression as one of `wanted`: as is, narrowed (a range obligation), or unwrapped (an obligation)."""
    found = expr.domain
    if fits(found, wanted):
        return expr
    inner, outer = interval(found), interval(wanted)
    if inner is not None and outer is not None:
        assert isinstance(wanted, Range | Count)
        if inner[1] < outer[0] or outer[1] < inner[0]:
            low, high = outer
            bounds = f"of at least {low}" if high >= UNBOUNDED else f"from {low} to {high}"
            hint = f"write a number {bounds}, or let what it goes to have a wider range where it is declared"
            ctx.report(errors.never_fits(describe(found), describe(wanted), span, hint))
            return None
        return Narrow(expr, wanted, Origin(span))
    if isinstance(found, Option) and not isinstance(wanted, Option) and not isinstance(expr, Nothing):
        return coerce(ctx, Unwrap(expr, found.inner, Origin(span)), wanted, span)
    if isinstance(wanted, Option) and interval(found) and interval(wanted.inner):
        return coerce(ctx, expr, wanted.inner, span)
    report_mismatch(ctx, found, wanted, span)
    return None


def report_mismatch(ctx: Context, found: Domain, wanted: Domain, span: Span) -> None:
    """Reports an expression of one domain where another is needed, with a way from the one to the other."""
    ctx.report(errors.mismatch(describe(found), describe(wanted), span, way_from(ctx, found, wanted, fits)))


def never_the_same(ctx: Context, one: Domain, other: Domain, span: Span) -> None:
    """Reports two things that have no value in common, with a way from the one to the other where there is any."""
    hint = way_between(ctx, one, other, fits)
    ctx.report(errors.incomparable(describe(one), describe(other), span, hint))


def join(one: Domain, other: Domain) -> Domain | None:
    """Returns the smallest domain that holds both, None when they have nothing in common."""
    if fits(one, other):
        return other
    if fits(other, one):
        return one
    first, second = interval(one), interval(other)
    if first and second:
        return numeric(min(first[0], second[0]), max(first[1], second[1]))
    if isinstance(one, Option) or isinstance(other, Option):
        inner = join(one.inner if isinstance(one, Option) else one, other.inner if isinstance(other, Option) else other)
        return None if inner is None else Option(inner)
    if isinstance(one, SetOf) and isinstance(other, SetOf):
        inner = join(one.inner, other.inner)
        return None if inner is None else SetOf(inner)
    return None
