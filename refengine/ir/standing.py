"""Standing rules: looked at whenever control passes to a phase, when one begins and when one is come back to.

They are written once and put into every script in front of what they interrupt, so that what runs the scripts need not
know of them.

INVARIANT: no local of a standing rule is one of a script.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, evolve, field, frozen

from refengine.ir import control
from refengine.ir.exits import with_leaves
from refengine.ir.expressions import Expr, Local
from refengine.ir.liveness import with_live_params
from refengine.ir.running import Running, running
from refengine.ir.traverse import rewrite

STANDING = "whenever"
"""The clauses of standing rules are called `whenever.1`, `whenever.2`, in their order."""

BEHIND = "behind"
"""The point to which the points of a standing rule lead when it has done what it does."""


@frozen
class Rule:
    """A standing rule: its condition, and the points of what is done then; the first is where it begins."""

    clause: control.Clause
    condition: Expr
    points: tuple[control.Point, ...]


def with_looks(
    setup: control.Script, phases: Sequence[control.Script], rules: Sequence[Rule], below: Running | None = None
) -> tuple[control.Script, ...]:
    """The phases, looking at the rules. What runs only while the setup waits belongs to the setup and does not look.

    `below` says what runs while what waits, where that is more than these phases tell.
    """
    if not rules:
        return tuple(phases)
    below = below or running(setup, phases)
    own = tuple(_with_own_locals(each) for each in rules)
    return tuple(each if below.must(setup.name, each.name) else _Looking(each, own).done() for each in phases)


def free_name(stem: str, taken: Iterable[str]) -> str:
    """The stem with a number that no other name has."""
    used = set(taken)
    return next(name for number in range(1, len(used) + 2) if (name := f"{stem}_{number}") not in used)


def _with_own_locals(rule: Rule) -> Rule:
    def renamed(node: object) -> object:
        return Local(f"{node.name} of {rule.clause.path}", node.domain) if isinstance(node, Local) else node

    points = tuple(rewrite(each, renamed) for each in rule.points)
    return evolve(rule, condition=rewrite(rule.condition, renamed), points=points)


@define
class _Looking:
    """One script; `looks` are the points that look, by where control goes on."""

    script: control.Script
    rules: Sequence[Rule]
    points: dict[str, control.Point] = field(init=False)
    looks: dict[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.points = {each.name: each for each in self.script.points}

    def done(self) -> control.Script:
        """The script whose start, and whose points that are come back to, look first."""
        first, *rest = self.script.points
        begin = self.name("begin")
        self.points[begin] = evolve(first, name=begin)
        for name in (begin, *(each.name for each in rest)):
            self.points[name] = evolve(self.points[name], exit=self.exit(self.points[name].exit))
        self.points[first.name] = control.Point(first.name, first.params, (), self.look(begin))
        start = self.points.pop(first.name)
        points = with_live_params((start, *self.points.values()), self.script.params, self.script.kept)
        return evolve(self.script, points=points)

    def name(self, stem: str) -> str:
        """The name of a new point."""
        return free_name(stem, self.points)

    def exit(self, leave: control.Exit) -> control.Exit:
        """An exit of the script: what is entered comes back to a look."""
        return with_leaves(leave, self.leaf)

    def leaf(self, leave: control.Leaf) -> control.Leaf:
        """A way on; of a phase that is entered, back to a look."""
        if not isinstance(leave, control.Enter):
            return leave
        if leave.then not in self.looks:
            self.looks[leave.then] = name = self.name("look")
            self.points[name] = control.Point(name, (), (), self.look(leave.then))
        return evolve(leave, then=self.looks[leave.then])

    def look(self, target: str) -> control.Exit:
        """The rules, one after the other, and then on to a point."""
        on: control.Exit = control.Jump(target)
        for rule in reversed(self.rules):
            on = control.Fork(rule.condition, control.Jump(self.put(rule, on)), on)
        return on

    def put(self, rule: Rule, on: control.Exit) -> str:
        """The points of a rule with what comes behind them; the name of the first."""
        names: dict[str, str] = {}
        for each in rule.points:
            names[each.name] = self.name("standing")
            self.points[names[each.name]] = each
        if isinstance(on, control.Jump):
            names[BEHIND] = on.point
        else:
            names[BEHIND] = self.name("standing")
            self.points[names[BEHIND]] = control.Point(names[BEHIND], (), (), on)

        def renamed(node: object) -> object:
            return evolve(node, point=names[node.point]) if isinstance(node, control.Jump) else node

        for each in rule.points:
            name = names[each.name]
            self.points[name] = evolve(each, name=name, exit=rewrite(each.exit, renamed))
        return names[rule.points[0].name]
