"""Measures of chains: what falls each time that a phase begins inside itself, while certain phases run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refengine.ir import game
from refengine.ir.expressions import Expr
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import nesting_errors
from refengine.types.context import Context, Scope
from refengine.types.effects import Reads, fixed_before
from refengine.types.expressions import number
from refengine.types.texts import calls_in
from refengine.types.values import clause, guards


def nestings(ctx: Context, reads: Reads) -> tuple[game.Nesting, ...]:
    """Returns the measures `during` phases; what cannot be compared, or made finite, is reported."""
    listed = [(name, node) for name, node in ctx.symbols.measures.items() if node.during]
    found = [_nesting(ctx, reads, name, node) for name, node in listed]
    if listed:
        ctx.found.extend(nesting_errors.endless_texts(each) for each in _endless(ctx))
    return tuple(each for each in found if each is not None)


def _nesting(ctx: Context, reads: Reads, name: str, node: tree.Measure) -> game.Nesting | None:
    phases = [ctx.phase(each) for each in node.during]
    terms = [number(ctx, Scope(), each) for each in node.terms]
    conditions = guards(ctx, Scope(), node.whens)
    whole = tuple(each for each in terms if each is not None)
    if conditions is None or None in phases or len(whole) < len(terms):
        return None
    spans = [each.condition.span for each in node.whens]
    fixed = [fixed_before(ctx, reads, each, span) for each, span in zip(conditions, spans, strict=True)]
    mixed = [each.span for each, term in zip(node.terms, whole, strict=True) if _is_mixed(ctx, reads, term)]
    ctx.found.extend(map(nesting_errors.reads_both, mixed))
    if mixed or not all(fixed):
        return None
    during = tuple(dict.fromkeys(each.text for each in node.during))
    texts = tuple(each.name.text for each in ctx.symbols.of_sort(tree.Text))
    return game.Nesting(name, during, conditions, whole, texts, clause(name, node.cite, node.name.span))


def _is_mixed(ctx: Context, reads: Reads, term: Expr) -> bool:
    """Returns whether a number reads what is running, and something else of the state as well."""
    counting = {each.variable for counts in ctx.counts.values() for each in counts}
    running = [sort == "variable" and name in counting for sort, name in reads.of(term)]
    return any(running) and not all(running)


def _endless(ctx: Context) -> Iterator[tuple[Span, tuple[str, ...]]]:
    """Yields where a body enters a text from whose bodies control may come to its own again, with the texts between."""
    entered: dict[str, list[tree.Name]] = {}
    for body in ctx.symbols.bodies:
        called = (each.name for each in calls_in(body.body))
        texts = (each for each in called if isinstance(ctx.symbols.lookup(each.text), tree.Text))
        entered.setdefault(body.text.text, []).extend(texts)
    for text, names in entered.items():
        for name in names:
            way = _way(entered, name.text, text)
            if way is not None:
                yield name.span, (text, *way)


def _way(entered: Mapping[str, list[tree.Name]], start: str, wanted: str) -> tuple[str, ...] | None:
    """Returns a shortest way from one text to another by what bodies enter; None if there is none."""
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    agenda = [start]
    while agenda:
        each = agenda.pop(0)
        if each == wanted:
            return ways[each]
        for name in entered.get(each, ()):
            if name.text not in ways:
                ways[name.text] = (*ways[each], name.text)
                agenda.append(name.text)
    return None
