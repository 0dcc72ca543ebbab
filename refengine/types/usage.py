"""Unused declarations: names, phases that nothing enters, standing rules at which nothing looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from refengine.ir import control
from refengine.ir.running import running
from refengine.ir.traverse import walk
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import SORTS
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.types import control_errors
from refengine.types.context import Context


def unused_names(ctx: Context) -> Iterator[Diagnostic]:
    """Declared names that no rule, example or claim mentions. A phase has its own check."""
    for word, declared in ctx.symbols.named.items():
        if word not in ctx.used and not isinstance(declared, tree.Phase | tree.Text):
            yield name_errors.unused(SORTS[type(declared)], word, declared.name.span)
    for word, table in ctx.symbols.tables.items():
        if word not in ctx.used_tables:
            yield name_errors.unused("table", word, table.name.span)


def unreached_phases(setup: control.Script, phases: Mapping[str, control.Script], ctx: Context) -> Iterator[Diagnostic]:
    """Phases that cannot be entered from the setup."""
    opened = {each.name.text: [one.text for one in each.over] for each in ctx.symbols.of_sort(tree.Text)}
    reached: set[str] = set()
    open_ = list(_entered(setup.points))
    while open_:
        name = open_.pop()
        if name not in reached and name in phases:
            reached.add(name)
            open_.extend(_entered(phases[name].points))
            open_.extend(opened.get(name, ()))
    for word, declared in ctx.symbols.named.items():
        if isinstance(declared, tree.Phase | tree.Text) and word in phases and word not in reached:
            sort, told = SORTS[type(declared)], bool(declared.params)
            yield control_errors.phase_not_reached(sort, word, declared.name.span, told=told)


def idle_standing_rules(
    setup: control.Script, phases: Mapping[str, control.Script], ctx: Context
) -> Iterator[Diagnostic]:
    """All standing rules, where every phase runs while the setup waits."""
    if not running(setup, phases.values()).without(setup.name):
        for node in ctx.symbols.standing:
            yield control_errors.never_looked_at(node.head)


def _entered(points: Iterable[control.Point]) -> Iterator[str]:
    for point in points:
        for each in walk(point.exit):
            if isinstance(each, control.Go | control.Enter):
                yield each.phase
