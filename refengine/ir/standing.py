"""Standing rules: looked at whenever control passes to a phase, when one begins and when one is come back to.

They are written once and put into every script in front of what they interrupt, so that what runs the scripts need not
know of them. What a rule that binds or enters does is a script of its own, `ir.interrupts`, which is entered then.

INVARIANT: no local of a standing rule is one of a script.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set as AbstractSet

from attrs import define, evolve, field, frozen

from refengine.ir import control
from refengine.ir.exits import leaves, with_leaves
from refengine.ir.expressions import (
    And,
    Binding,
    Contains,
    Exists,
    Expr,
    Local,
    Not,
    Number,
    ReadVariable,
    TruthLiteral,
)
from refengine.ir.leaving import free_name
from refengine.ir.liveness import with_live_locals
from refengine.ir.running import Running, running
from refengine.ir.traverse import rewrite, walk

STANDING = "whenever"
"""The clauses of standing rules are called `whenever.1`, `whenever.2`, in their order; what interrupts, `whenever`."""

BEHIND = "behind"
"""The point to which the points of a standing rule lead when it has done what it does."""

AGAIN = "again"
"""The point of what interrupts at which it looks again, after each that was due."""


@frozen
class Pick:
    """The choice of the next of several, by an action of this name; `waiting` holds those that come later.

    That is the name of a variable that no rule can write. `who` is a player, where a player decides.
    """

    decider: control.Decider
    who: Expr | None
    actor: Local | None
    action: control.Clause
    waiting: ReadVariable


@frozen
class StandingRule:
    """A standing rule: its condition, and the points of what is done then; the first is where it begins.

    With `bound` it is looked at for each of what is bound, one after the other, and the condition is `true`.
    """

    clause: control.Clause
    condition: Expr
    points: tuple[control.Point, ...]
    bound: tuple[Binding, ...] = ()
    pick: Pick | None = None

    @property
    def interrupts(self) -> bool:
        """Returns whether what it does is a script of its own, after which it is looked at again."""
        enters = (isinstance(each, control.Enter) for point in self.points for each in leaves(point.exit))
        return bool(self.bound) or any(enters)

    @property
    def due(self) -> Expr:
        """The condition under which something is to be done."""
        if not self.bound:
            return self.condition
        first, *others = self.candidates
        return Exists(outermost_binder(first, others), TruthLiteral(value=True))

    @property
    def candidates(self) -> tuple[Binding, ...]:
        """The binders of the rule, without what waits for its turn."""
        if self.pick is None:
            return self.bound
        (only,) = self.bound
        return (evolve(only, condition=_both(only.condition, Not(Contains(only.var, self.pick.waiting)))),)


def outermost_binder(first: Binding, others: Sequence[Binding]) -> Binding:
    """Returns the first binder, of those for which there is something for the others too."""
    if not others:
        return first
    there = Exists(outermost_binder(others[0], others[1:]), TruthLiteral(value=True))
    return evolve(first, condition=_both(first.condition, there))


def _both(one: Expr, other: Expr) -> Expr:
    parts = tuple(each for each in (one, other) if each != TruthLiteral(value=True))
    return And(parts) if len(parts) > 1 else parts[0] if parts else one


def with_looks(
    phases: Sequence[control.Script],
    rules: Sequence[StandingRule],
    interrupting: control.Script | None,
    below: Running,
    setup: str,
    texts: AbstractSet[str] = frozenset(),
) -> tuple[control.Script, ...]:
    """Returns the phases, looking at the rules. What runs only while the setup waits belongs to it and does not look.

    `interrupting` is the script of the rules that interrupt, `below` says what runs while what waits. Of the phases
    those are `texts` that begin with a look though they have bars: whoever is asked there is asked behind one, and so
    is whatever a body does first (ADR 19).
    """
    own = tuple(with_own_locals(each) for each in rules)
    begun = {each.phase for each in walk(interrupting) if isinstance(each, control.Enter)} if interrupting else set()

    def looks(each: control.Script) -> control.Script:
        if below.must(setup, each.name):
            return each
        at_once = bool(each.bars) and each.name not in texts
        return _ScriptLooks(each, own, each.name in begun, at_once).done()

    return tuple(map(looks, phases)) if rules else tuple(phases)


def running_with(
    setup: control.Script, phases: Sequence[control.Script], interrupting: control.Script | None
) -> Running:
    """Returns which phases may run while which wait, where rules may interrupt."""
    if interrupting is None:
        return running(setup, phases)
    return running(setup, (*(_may_be_interrupted(each) for each in phases), interrupting))


def _may_be_interrupted(script: control.Script) -> control.Script:
    """Returns the script as far as it matters for what waits below what: it may enter what interrupts it."""
    entered = control.Point("interrupted", (), (), control.Enter(STANDING, (), script.points[0].name))
    return evolve(script, points=(*script.points, entered))


def with_own_locals(rule: StandingRule) -> StandingRule:
    """Returns the rule with locals that no script has."""

    def renamed(node: object) -> object:
        return Local(f"{node.name} of {rule.clause.path}", node.domain) if isinstance(node, Local) else node

    return rewrite(rule, renamed)


@define
class Points:
    """The points of a script to which looks are added."""

    points: dict[str, control.Point]

    def name(self, stem: str) -> str:
        """Returns the name of a new point."""
        return free_name(stem, {*self.points})

    def look(
        self, rules: Sequence[StandingRule], on: control.Exit, interrupt: Callable[[StandingRule], control.Exit]
    ) -> control.Exit:
        """Returns the exit that looks at the rules, one after the other, and goes on, or to what interrupts."""
        for rule in reversed(rules):
            then = interrupt(rule) if rule.interrupts else control.Jump(self.put(rule, on))
            on = control.Fork(rule.due, then, on)
        return on

    def put(self, rule: StandingRule, on: control.Exit) -> str:
        """Adds the points of a rule with what comes behind them, and returns the name of the first."""
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
            match node:
                case control.Jump(point=point):
                    return evolve(node, point=names[point])
                case control.Enter(then=then):
                    return evolve(node, then=names[then], looked=True)
                case _:
                    return node

        for each in rule.points:
            name = names[each.name]
            self.points[name] = evolve(each, name=name, exit=rewrite(each.exit, renamed))
        return names[rule.points[0].name]


@define
class _ScriptLooks:
    """The looks of a script: `looks` are its points that look, by where control goes on, `begun` if a rule begins it.

    It may start `at_once`, without a look: nothing comes between the bars of a phase and its first line.
    """

    script: control.Script
    rules: Sequence[StandingRule]
    begun: bool
    at_once: bool
    made: Points = field(init=False)
    looks: dict[str, str] = field(factory=dict)
    questions: dict[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.made = Points({each.name: each for each in self.script.points})

    def done(self) -> control.Script:
        """Returns the script whose start, and whose points that are come back to, look first."""
        points = self.made.points
        first, *rest = self.script.points
        begin = self.made.name("begin")
        points[begin] = evolve(first, name=begin)
        if any(each.interrupts for each in self.rules):
            self.look_before_questions()
        for name in (begin, *(each.name for each in rest)):
            points[name] = evolve(points[name], exit=with_leaves(points[name].exit, self.leaf))
        begins = control.Jump(self.questions.get(begin, begin)) if self.at_once else self.look(begin)
        points[first.name] = control.Point(first.name, first.params, (), begins)
        start = points.pop(first.name)
        return with_live_locals(
            evolve(self.script, points=(start, *points.values()), behind_look=begin if self.begun else None)
        )

    def look_before_questions(self) -> None:
        """Adds a look of the rules that interrupt in front of each decision but those at once and in secret."""
        rules = [each for each in self.rules if each.interrupts]
        for point in list(self.made.points.values()):
            if isinstance(point.exit, control.Ask) and point.exit.decider != "every":
                self.questions[point.name] = name = self.made.name("look")
                exit_ = self.made.look(rules, control.Jump(point.name), self.interrupted(point.name))
                self.made.points[name] = control.Point(name, (), (), exit_)

    def leaf(self, leave: control.Leaf) -> control.Leaf:
        """Returns a way on: to a decision by a look, and of a phase that is entered, back to a look."""
        match leave:
            case control.Jump(point=point):
                return control.Jump(self.questions.get(point, point))
            case control.Ask(if_able=if_able) if if_able is not None:
                return evolve(leave, if_able=self.questions.get(if_able, if_able))
            case control.Enter(then=then):
                if then not in self.looks:
                    self.looks[then] = name = self.made.name("look")
                    self.made.points[name] = control.Point(name, (), (), self.look(then))
                return evolve(leave, then=self.looks[then])
            case _:
                return leave

    def look(self, target: str) -> control.Exit:
        """Returns the exit that looks at the rules, one after the other, and then goes on to a point."""
        return self.made.look(self.rules, control.Jump(target), self.interrupted(target))

    def interrupted(self, target: str) -> Callable[[StandingRule], control.Exit]:
        """Returns the way to what interrupts and back to a point."""
        several = [each.clause.path for each in self.rules if each.interrupts]

        def enter(rule: StandingRule) -> control.Exit:
            return control.Enter(STANDING, told_of(rule.clause.path, several), target)

        return enter


def told_of(path: str, several: Sequence[str]) -> tuple[Expr, ...]:
    """Returns the arguments of the interrupting script: which rule is due, where there are several that interrupt."""
    return () if len(several) < 2 else (Number(several.index(path) + 1),)
