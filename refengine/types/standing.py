"""Standing rules of the text: `whenever C` with what is done then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refengine.ir import standing
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import control_errors
from refengine.types.context import Context, Scope
from refengine.types.expressions import truth
from refengine.types.scripts import elaborate_part
from refengine.types.values import clause


def standing_rules(ctx: Context) -> tuple[standing.Rule, ...]:
    """Returns all standing rules, in order. A rule that sends control elsewhere, but for good, is reported."""
    found: list[standing.Rule] = []
    for number, node in enumerate(ctx.symbols.standing, start=1):
        head = clause(f"{standing.STANDING}.{number}", node.cite, node.condition.span)
        condition = truth(ctx, Scope(), node.condition)
        refused = list(_refused(node.body, in_loop=False))
        for word, span in refused:
            ctx.report(control_errors.not_in_standing_rule(word, span))
        if condition is not None and not refused:
            found.append(standing.Rule(head, condition, elaborate_part(ctx, head, node.body, standing.BEHIND)))
    return tuple(found)


def _refused(body: Iterable[tree.Statement], *, in_loop: bool) -> Iterator[tuple[str, Span]]:
    """Words that would have somebody asked, or that speak of the phase that is interrupted."""
    for statement in body:
        match statement:
            case tree.Ask(span=span):
                yield "ask", span
            case tree.Transfer(op=op, span=span):
                yield op, span
            case tree.Word(op="done", span=span) if not in_loop:
                yield "done", span
            case tree.If(then=then, otherwise=otherwise):
                yield from _refused((*then, *otherwise), in_loop=in_loop)
            case tree.Repeat(times=times, body=inner):
                yield from _refused(inner, in_loop=in_loop or times is None)
            case tree.Each(body=inner) | tree.Simultaneously(body=inner) | tree.Branch(body=inner):
                yield from _refused(inner, in_loop=in_loop)
            case _:
                pass
