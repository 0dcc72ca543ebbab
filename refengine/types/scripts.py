"""Scripts: phases and the setup, cut where control waits or leaves, into points with exactly their live locals.

The cut works backwards in meaning and forwards in text: each control statement is compiled with an exit that stands for
all that follows it. A loop whose body holds control keeps what is left of its set in a local of the script.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from refengine.ir import control
from refengine.ir.domain import PLAYER, Range, SetOf
from refengine.ir.expressions import (
    Arith,
    Expr,
    Filter,
    First,
    IsEmpty,
    Less,
    Local,
    Number,
    Origin,
    Rest,
    SetArith,
    SetLiteral,
)
from refengine.ir.liveness import with_live_params
from refengine.ir.visibility import HeldParameter
from refengine.resolve.symbols import picked_by
from refengine.source.citation import Citation
from refengine.syntax import tree
from refengine.types import control_errors, errors
from refengine.types.arithmetic import ends
from refengine.types.bars import branch_clause, elaborate_bars, taken_over
from refengine.types.binders import binder_domain, elaborate_binder, element, taken_from
from refengine.types.calls import arguments
from refengine.types.context import Context, Scope
from refengine.types.control_words import has_control
from refengine.types.disclosure import kept_throughout
from refengine.types.domains import coerce, describe, numeric
from refengine.types.expressions import elaborate, number, of_domain, truth
from refengine.types.leaving import leaves
from refengine.types.pickers import ACTOR, order_of
from refengine.types.rounds import Walk, walk_of
from refengine.types.statements import (
    branch_run,
    effect,
    effects_of,
    first_kept,
    in_no_order,
    keeps_inside,
)
from refengine.types.values import clause, guards_of_cases

Compiled = tuple[list[control.Effect], control.Exit]
_NOWHERE = control.Over()  # stands in for an exit that was reported


def elaborate_script(
    ctx: Context,
    name: str,
    head: control.Clause,
    params: tuple[Local, ...],
    scope: Scope,
    body: Sequence[tree.Statement],
    told: tuple[HeldParameter, ...] = (),
) -> control.Script:
    """Returns a phase or the setup, and who sees what it is `told`. Reaching the end of the text is `done`."""
    cutter = Cutter(ctx, name, cites=head.cites)
    end = control.Done(head.origin)
    effects, exit_ = cutter.sequence(scope, body, end, end)
    start = control.Point("start", params, tuple(effects), exit_)
    kept = kept_throughout(ctx, name, params, told)
    points = with_live_params((start, *cutter.points.values()), params, kept)
    return control.Script(name, head, params, points, kept, told, bars=ctx.bars.get(name, ()))


def elaborate_part(
    ctx: Context, head: control.Clause, body: Sequence[tree.Statement], behind: str, scope: Scope
) -> tuple[control.Point, ...]:
    """Returns a text that stands in no script of its own: its points, the first of which begins it, to one behind."""
    cutter = Cutter(ctx, head.path, head, cites=head.cites)
    on = control.Jump(behind)
    effects, exit_ = cutter.sequence(scope, body, on, on)
    return (control.Point("start", (), tuple(effects), exit_, head), *cutter.points.values())


@define
class Cutter:
    """The points of one script, which rests on `cites`, while it is cut, all of them of `clause` if there is one."""

    ctx: Context
    script: str
    clause: control.Clause | None = None
    points: dict[str, control.Point] = field(factory=dict)
    made: int = 0
    cites: tuple[Citation, ...] = ()

    # ---- POINTS

    def fresh(self, stem: str) -> str:
        """Returns a name for a new point."""
        self.made += 1
        return f"{stem}_{self.made}"

    def add(self, name: str, effects: Sequence[control.Effect], exit_: control.Exit) -> control.Jump:
        """Enters a point, and gives the jump to it."""
        self.points[name] = control.Point(name, (), tuple(effects), exit_, self.clause)
        return control.Jump(name)

    def as_exit(self, compiled: Compiled, stem: str) -> control.Exit:
        """Returns compiled statements as one exit: a jump to a point of their own, unless they only leave."""
        effects, exit_ = compiled
        return self.add(self.fresh(stem), effects, exit_) if effects else exit_

    # ---- STATEMENTS IN ORDER

    def sequence(
        self, scope: Scope, body: Sequence[tree.Statement], after: control.Exit, done: control.Exit
    ) -> Compiled:
        """Returns the statements, then `after`; `done` is where the word `done` leads."""
        effects: list[control.Effect] = []
        index = 0
        while index < len(body):
            statement = body[index]
            run = branch_run(body, index) or (statement,)
            index += len(run)
            if not any(map(has_control, run)) and not keeps_inside(scope, run):
                found = (
                    effects_of(self.ctx, scope, run, self.script)
                    if len(run) > 1
                    else effect(self.ctx, scope, statement, self.script)
                )
                effects.extend(found or ())
                continue
            rest = body[index:]
            if rest and all(map(leaves, run)):
                self.ctx.report(control_errors.unreachable(rest[0].span))
                rest = ()
            # What follows is compiled first, in a scope of its own: its names mean nothing in what comes before.
            behind = self.as_exit(self.sequence(scope.inner(), rest, after, done), "then") if rest else after
            more, exit_ = self.compile(scope, run, behind, done)
            return effects + more, exit_
        return effects, after

    def compile(self, scope: Scope, run: Sequence[tree.Statement], after: control.Exit, done: control.Exit) -> Compiled:
        """Returns what a statement (or group of cases) that holds control is compiled to."""
        statement = run[0]
        match statement:
            case tree.Branch():
                return self.branches(scope, [each for each in run if isinstance(each, tree.Branch)], after, done)
            case tree.If(then=then, otherwise=otherwise):
                test = truth(self.ctx, scope, statement.condition)
                first = self.as_exit(self.sequence(scope.inner(), then, after, done), "when")
                second = self.as_exit(self.sequence(scope.inner(), otherwise, after, done), "otherwise")
                return [], _NOWHERE if test is None else control.Fork(test, first, second)
            case tree.Each():
                return self.for_each(scope, statement, after, done)
            case tree.Repeat(body=body) if statement.until is not None:
                head, ends_it = self.fresh("again"), truth(self.ctx, scope, statement.until)
                turn = self.as_exit(self.sequence(scope.inner(), body, control.Jump(head), after), "then")
                self.add(head, (), _NOWHERE if ends_it is None else control.Fork(ends_it, after, turn))
                return [], control.Jump(head)
            case tree.Repeat(times=None, body=body):
                head = self.fresh("again")
                back = control.Jump(head)
                effects, exit_ = self.sequence(scope.inner(), body, back, after)
                self.add(head, effects, exit_)
                return [], back
            case tree.Repeat():
                return self.repeat(scope, statement, after, done)
            case tree.Ask():
                return self.ask(scope, statement, after, done)
            case tree.Transfer():
                return [], self.transfer(scope, statement, after)
            case tree.Abandon(phase=phase, cite=cite, span=span):
                self.ctx.phase(phase)
                return [], control.Abandon(phase.text, Origin(span, cite))
            case tree.Word(op=op, cite=cite, span=span):
                if op == "game over":
                    return [], control.Over()
                return [], done if not isinstance(done, control.Done) else control.Done(Origin(span, cite))
            case _:
                in_no_order(self.ctx, scope, run)
                return [], after

    def branches(self, scope: Scope, run: Sequence[tree.Branch], after: control.Exit, done: control.Exit) -> Compiled:
        """Returns what a group of cases that hold control is compiled to."""
        cases: list[control.ForkCase] = []
        for each, conditions in zip(run, guards_of_cases(self.ctx, scope, run), strict=True):
            exit_ = self.as_exit(self.sequence(scope.inner(), each.body, after, done), each.name.text)
            if conditions is not None:
                cases.append(control.ForkCase(branch_clause(self.ctx, self.script, each), conditions, exit_))
        return [], control.ForkCases(tuple(cases), Origin(run[0].span))

    # ---- LOOPS

    def for_each(self, scope: Scope, node: tree.Each, after: control.Exit, done: control.Exit) -> Compiled:
        """Returns a loop with control in it: a local holds the values that are still to come."""
        if not node.ordered:
            in_no_order(self.ctx, scope, node.body)
            return [], after
        inner = scope.inner()
        binding = elaborate_binder(self.ctx, inner, node.binder, elaborate)
        if binding is None:
            return [], after
        through = walk_of(self.ctx, scope, node, binding)
        if through is None:
            return [], after
        if node.pick is not None:
            return self.chosen_order(scope, inner, node, node.pick, through, after, done)
        var = through.binding.var
        coming = Local(f"{var.name} to come", SetOf(var.domain))
        head, turn = self.fresh("next"), self.fresh("turn")
        back = control.Jump(head)
        take: list[control.Effect] = [
            control.LetIn(var, First(coming, var.domain)),
            control.LetIn(coming, Rest(coming, coming.domain)),
            *through.turn,
        ]
        effects, exit_ = self.sequence(inner, node.body, back, done)
        self.add(turn, take + effects, exit_)
        self.add(head, (), control.Fork(IsEmpty(coming), after, control.Jump(turn)))
        return [*through.begin, control.LetIn(coming, through.every)], back

    def chosen_order(
        self,
        scope: Scope,
        inner: Scope,
        node: tree.Each,
        pick: tree.Pick,
        through: Walk,
        after: control.Exit,
        done: control.Exit,
    ) -> Compiled:
        """Returns a loop in which somebody picks the next, unless only one is left."""
        var, these, word = through.binding.var, SetOf(through.binding.var.domain), picked_by(node.binder).name
        who = order_of(self.ctx, scope, node, pick, through.binding)
        if who is None:
            return [], after
        coming = Local(f"{var.name} to come", these)
        head, turn, question = self.fresh("next"), self.fresh("turn"), self.fresh("ask")
        effects, exit_ = self.sequence(inner, node.body, control.Jump(head), done)
        on = self.add(turn, effects, exit_)
        first = (control.LetIn(var, First(coming, var.domain)), control.LetIn(coming, Rest(coming, these)))
        last = self.add(self.fresh("last"), first, on)
        left = SetArith("minus", coming, SetLiteral((var,), these), these)
        entry = self.add(self.fresh(word.text), (control.LetIn(coming, left),), on)
        self.ctx.choices[word.text] = (var.domain,)
        picked = clause(word.text, pick.cite or self.cites, node.span)
        action = control.Action(word.text, picked, (control.Choice(var, coming),), (), (), None, entry.point)
        self.add(question, (), control.Ask(*who, (action,), None, Origin(node.span)))
        several = control.Fork(IsEmpty(Rest(coming, these)), last, control.Jump(question))
        self.add(head, (), control.Fork(IsEmpty(coming), after, several))
        return [control.LetIn(coming, through.every)], control.Jump(head)

    def repeat(self, scope: Scope, node: tree.Repeat, after: control.Exit, done: control.Exit) -> Compiled:
        """Returns a loop of a number of times, worked out once."""
        times = None if node.times is None else number(self.ctx, scope, node.times)
        if times is None:
            return [], after
        lowest, highest = ends(times.domain)
        left = Local(f"times left {self.made}", numeric(min(lowest, 0), max(highest, 0)))
        head, turn = self.fresh("next"), self.fresh("turn")
        back = control.Jump(head)
        effects, exit_ = self.sequence(scope.inner(), node.body, back, done)
        one_less = control.LetIn(left, Arith("-", left, Number(1), left.domain))
        self.add(turn, [one_less, *effects], exit_)
        self.add(head, (), control.Fork(Less(Number(0), left, strict=True), control.Jump(turn), after))
        return [control.LetIn(left, times)], back

    # ---- LEAVING

    def transfer(self, scope: Scope, node: tree.Transfer, after: control.Exit) -> control.Exit:
        """Makes the exit of `go P` or `enter P`."""
        name = node.call.name
        signature = self.ctx.phase(name)
        if signature is None:
            return _NOWHERE
        args = arguments(self.ctx, scope, node.call, tuple(p.domain for p in signature.params), elaborate)
        if args is None:
            return _NOWHERE
        owes = Origin(node.span, node.cite) if self.ctx.bars.get(name.text) else None
        if node.op == "go":
            return control.Go(name.text, args, owes)
        then = after if isinstance(after, control.Jump) else self.add(self.fresh("back"), (), after)
        return control.Enter(name.text, args, then.point, owes=owes)

    # ---- ASKING

    def ask(self, scope: Scope, node: tree.Ask, after: control.Exit, done: control.Exit) -> Compiled:
        """Somebody decides. The question is a point of its own, and so is what each action does."""
        question = self.fresh("ask")
        again: control.Exit = control.Jump(question)
        inner = scope.inner()
        before: list[control.Effect] = []
        owing: Local | None = None
        who: Expr | None = None
        actor: Local | None = None
        decider = "one"
        match node.decider:
            case tree.AskChance():
                decider = "chance"
            case tree.AskTable():
                decider = "table"
            case tree.AskOne(player=player):
                who = of_domain(self.ctx, scope, player, PLAYER)
                actor = ACTOR
                if who is None:
                    return [], after
            case tree.AskEvery(binder=binder):
                decider = "every"
                binding = elaborate_binder(self.ctx, inner, binder, elaborate)
                if binding is None:
                    return [], after
                actor = binding.var
                if actor.domain != PLAYER:
                    self.ctx.report(errors.no_player(describe(actor.domain), binder.name.text, binder.name.span))
                    return [], after
                owing = Local(f"{actor.name} still to choose", SetOf(PLAYER))
                who = owing
                before = [control.LetIn(owing, Filter(binding, SetOf(PLAYER)))]
                again = control.Fork(IsEmpty(owing), after, again)
        actions = [self.action(inner, each, decider, owing, actor, after, again, done) for each in node.actions]
        if_able = None
        if node.if_able:
            skip = after if isinstance(after, control.Jump) else self.add(self.fresh("skip"), (), after)
            if_able = skip.point
        found = tuple(each for each in actions if each is not None)
        asked = control.Ask(decider, who, actor, found, if_able, Origin(node.span))  # type: ignore[arg-type]
        self.add(question, (), asked)
        return before, again

    def action(
        self,
        scope: Scope,
        node: tree.Action,
        decider: str,
        owing: Local | None,
        actor: Local | None,
        after: control.Exit,
        again: control.Exit,
        done: control.Exit,
    ) -> control.Action | None:
        """Returns one action: its choices, guards and bars, and the point that runs when it is taken."""
        ctx, inner = self.ctx, scope.inner()
        choices = tuple(self.choice(inner, each) for each in node.choices)
        if any(each is None for each in choices):
            return None
        path = node.name.text
        guards_: list[control.Guard] = []
        for number_, when in enumerate(node.whens, start=1):
            test = truth(ctx, inner, when.condition)
            if test is not None:
                head = clause(f"{path}.when_{number_}", when.cite or node.cite, when.span)
                guards_.append(control.Guard(head, test))
        bars = elaborate_bars(ctx, path, node.bars, inner)
        weight = self.weight(inner, node, decider)
        entry = self.fresh(path)
        if owing is not None and actor is not None:
            chosen = SetArith("minus", owing, SetLiteral((actor,), SetOf(PLAYER)), SetOf(PLAYER))
            if any(map(has_control, node.body)) or first_kept(inner, node.body) is not None:
                in_no_order(self.ctx, inner, node.body)
                return None
            effects, exit_ = self.sequence(inner, node.body, again, done)
            effects.insert(0, control.LetIn(owing, chosen))
        else:
            effects, exit_ = self.sequence(inner, node.body, after, done)
            more, exit_ = taken_over(ctx, node, effects, exit_)
            bars += more
        self.add(entry, effects, exit_)
        ctx.choices[path] = tuple(each.var.domain for each in choices if each is not None)
        return control.Action(
            path,
            clause(path, node.cite, node.name.span),
            tuple(each for each in choices if each is not None),
            tuple(guards_),
            bars,
            weight,
            entry,
        )

    def weight(self, scope: Scope, node: tree.Action, decider: str) -> Expr | None:
        """Returns the weight of what chance decides."""
        if node.weight is None:
            return None
        if decider != "chance":
            self.ctx.report(control_errors.weight_without_chance(node.weight.span))
            return None
        one = number(self.ctx, scope, node.weight)
        return None if one is None else coerce(self.ctx, one, Range(0, 1 << 31), node.weight.span)

    def choice(self, scope: Scope, node: tree.Choice) -> control.Choice | None:
        """Returns a parameter of an action."""
        domain = binder_domain(self.ctx, scope, node.kind, node.domain, elaborate)
        if domain is None:
            return None
        return control.Choice(scope.bind(self.ctx, node.name, element(domain), taken_from(domain)), domain)
