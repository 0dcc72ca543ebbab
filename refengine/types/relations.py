"""Relations: which members of kinds stand in them to which, read from a table of pairs and held against their marks."""

from __future__ import annotations

from refengine.ir import game
from refengine.ir.domain import Enum
from refengine.ir.relations import related
from refengine.resolve import errors as name_errors
from refengine.resolve.table_data import Row, TableData
from refengine.source.limits import beyond
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, relation_errors
from refengine.types.context import Context
from refengine.types.domains import describe
from refengine.types.printed_data import Tables
from refengine.types.values import clause

MARKS = ("symmetric", "irreflexive")

Listed = dict[tuple[int, int], Span]
"""The pairs of a table, each with the first cell of its row."""


def declare_relations(ctx: Context, tables: Tables) -> None:
    """Enters the relations, and with the kinds the pairs; kinds and their own data are entered already."""
    for node in ctx.symbols.of_sort(tree.Relation):
        _relation(ctx, node, tables)


def _relation(ctx: Context, node: tree.Relation, tables: Tables) -> None:
    kinds = _kind(ctx, node.one), _kind(ctx, node.other)
    marks = _marks(ctx, node)
    data = _data(ctx, node.table, tables)
    if kinds[0] is None or kinds[1] is None:
        return
    pairs_there_may_be = len(kinds[0].members) * len(kinds[1].members)
    if pairs_there_may_be > ctx.limits.cells:
        what = f"the pairs that `{node.name.text}` is printed for are"
        ctx.report(beyond("cells", ctx.limits.cells, what, pairs_there_may_be, node.name.span))
        return
    relation = game.Relation(
        node.name.text,
        kinds[0].name,
        kinds[1].name,
        "symmetric" in marks,
        "irreflexive" in marks,
        node.table.text,
        clause(node.name.text, node.cite, node.name.span),
    )
    ctx.relations[relation.name] = relation
    pairs = None if data is None else _pairs(ctx, data, (kinds[0], kinds[1]), node, marks)
    # Without its pairs the relation is known all the same, so that what asks it can be looked at.
    ctx.kinds[relation.one] = related(kinds[0], relation, len(kinds[1].members), pairs or {})


def _kind(ctx: Context, name: tree.Name) -> game.Kind | None:
    hint = "seats are not printed, so no table speaks of them" if name.text == "player" else None
    return None if ctx.declared(name, tree.Kind, hint=hint) is None else ctx.kinds.get(name.text)


def _marks(ctx: Context, node: tree.Relation) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for mark in node.marks:
        if mark.text not in MARKS:
            ctx.report(errors.unknown_mark(mark.text, mark.span, MARKS))
        elif node.one.text != node.other.text:
            kinds = node.one.text, node.other.text
            ctx.report(relation_errors.only_in_one_kind(f"`{mark.text}`", node.name.text, kinds, mark.span))
        elif mark.text in found:
            ctx.report(name_errors.marked_twice(mark.text, mark.span, found[mark.text]))
        else:
            found[mark.text] = mark.span
    return found


def _data(ctx: Context, table: tree.Name, tables: Tables) -> TableData | None:
    """Returns the table of a relation; None where it is not declared (which is reported) or faulty (which was)."""
    ctx.used_tables.add(table.text)
    if table.text not in ctx.symbols.tables:
        ctx.report(name_errors.unknown_name("table", table.text, table.span, tuple(ctx.symbols.tables)))
        return None
    return tables.get(table.text)


# ---- THE PAIRS


def _pairs(
    ctx: Context, data: TableData, kinds: tuple[game.Kind, game.Kind], node: tree.Relation, marks: dict[str, Span]
) -> Listed | None:
    """Returns the pairs, both ways if the relation is symmetric; None if anything is wrong with the table."""
    if len(data.columns) != len(kinds):
        header = data.column_spans[data.columns[0]]
        ctx.report(relation_errors.no_pairs(node.table.text, data.columns, header, node.table.span))
        return None
    if any(each.name in ctx.faulty_kinds for each in kinds):
        return None
    before = len(ctx.found)
    listed: Listed = {}
    for row in data.rows:
        one, other = (_member(ctx, row, *each) for each in zip(data.columns, kinds, strict=True))
        if one is None or other is None:
            continue
        named, span = (kinds[0].members[one], kinds[1].members[other]), row.spans[data.columns[0]]
        if (one, other) in listed:
            ctx.report(relation_errors.listed_twice(named, span, listed[one, other]))
        elif one == other and "irreflexive" in marks:
            ctx.report(relation_errors.with_itself(named[0], span, marks["irreflexive"]))
        else:
            listed[one, other] = span
    if len(ctx.found) > before:
        return None
    return _both_ways(ctx, listed, kinds[0]) if "symmetric" in marks else listed


def _member(ctx: Context, row: Row, column: str, kind: game.Kind) -> int | None:
    text = row.cells[column].strip()
    if text in kind.members:
        return kind.members.index(text)
    ctx.report(errors.bad_cell(text, column, describe(Enum(kind.name)), row.spans[column], kind.members))
    return None


def _both_ways(ctx: Context, listed: Listed, kind: game.Kind) -> Listed | None:
    """Returns every pair with its other way. A table lists each once, or each both ways."""
    others = {pair: span for pair, span in listed.items() if pair[0] != pair[1]}
    both = [span for (one, other), span in others.items() if (other, one) in others]
    single = [(pair, span) for pair, span in others.items() if pair[::-1] not in others]
    if both and single:
        (one, other), span = single[0]
        ctx.report(relation_errors.one_way_only((kind.members[one], kind.members[other]), span, both[0]))
        return None
    return {**{(other, one): span for (one, other), span in listed.items()}, **listed}
