"""Lines of examples that are read later, about a game that is there already: questions and their positions.

INVARIANT: such lines mean what they would mean in a file of the game, and change nothing of what is known of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from refengine.ir import game
from refengine.ir.control import Script
from refengine.ir.running import Running
from refengine.resolve import errors as name_errors
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.types.context import Context
from refengine.types.effects import Reads
from refengine.types.example_errors import never_counted
from refengine.types.examples import begun_as, one_example
from refengine.types.lasting import check_given


@frozen
class GameKnowledge:
    """The knowledge of a game by which its examples are read: its names, the paths of its clauses, its scripts."""

    ctx: Context
    clauses: frozenset[str]
    scripts: tuple[Script, ...]
    variables: tuple[game.Variable, ...]
    below: Running
    reads: Reads


def elaborate_lines(
    known: GameKnowledge, examples: Mapping[str, game.Example], node: tree.Example
) -> tuple[game.Example | None, tuple[Diagnostic, ...]]:
    """Returns an example beside those of the game, or what is wrong with it; it may begin as one of them was."""
    symbols = evolve(known.ctx.symbols, examples={node.name.text: node})
    ctx = evolve(known.ctx, symbols=symbols, found=[], used=set(), counts=dict(known.ctx.counts), asked_about=[])
    begun, base = begun_as(node), None
    if begun is not None:
        base = examples.get(begun.example.text)
        if base is None:
            ctx.report(name_errors.unknown_name("example", begun.example.text, begun.example.span, tuple(examples)))
    made = one_example(ctx, known.clauses, known.scripts, known.reads, node.name.text, base)
    ctx.found.extend(check_given(ctx, known.variables, known.below))
    uncounted = [each for each in ctx.asked_about if each[:2] not in known.ctx.counts]
    ctx.found.extend(never_counted(phase, span) for phase, _, span in uncounted)
    wrong = name_errors.folded(ctx.found, frozenset())
    return (None if any(each.severity == "error" for each in wrong) else made), wrong
