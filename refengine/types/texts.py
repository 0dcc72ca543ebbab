"""Texts by title: a phase whose script is the body of one title, or what the table says that it does.

Where nobody has the text, the table enters one after another of what the text is open over, until it ends it. What it
hands on it picks out of lists of all that there is, so nothing that a body can hand on is missing (ADR 19).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from refengine.ir import control
from refengine.ir.bars import barring
from refengine.ir.domain import TRUTH, Domain, Enum, Piece, Range, SetOf
from refengine.ir.expressions import (
    AllMembers,
    Arith,
    Contains,
    Equal,
    Expr,
    Less,
    Local,
    Number,
    NumbersBetween,
    Origin,
    SetLiteral,
    TruthLiteral,
)
from refengine.ir.liveness import with_live_params
from refengine.ir.text import Text, TextBody
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import ENDS
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, text_errors
from refengine.types.arithmetic import ends
from refengine.types.context import Context, Scope
from refengine.types.disclosure import kept_throughout, told_to
from refengine.types.domains import describe, numeric
from refengine.types.expressions import elaborate, number
from refengine.types.scripts import Cutter
from refengine.types.values import clause, parameter_scope

Bodies = Sequence[tree.TextBody]


@frozen
class TextScripts:
    """A text, and the script by which it is played."""

    text: Text
    played: control.Script


def texts(ctx: Context) -> tuple[TextScripts, ...]:
    """Returns all texts of the rules; a body that does more than a text may is reported, and so is one of no title."""
    bodies: dict[str, list[tree.TextBody]] = defaultdict(list)
    for each in ctx.symbols.bodies:
        if ctx.declared(each.text, tree.Text) is not None:
            bodies[each.text.text].append(each)
    found = (_text(ctx, each, bodies[each.name.text]) for each in ctx.symbols.of_sort(tree.Text))
    return tuple(each for each in found if each is not None)


def _text(ctx: Context, node: tree.Text, bodies: Bodies) -> TextScripts | None:
    signature = ctx.phases.get(node.name.text)
    if node.mark.text != "open":
        ctx.report(errors.unknown_mark(node.mark.text, node.mark.span, ("open",)))
    if signature is None:
        return None
    entered = _entered(ctx, node)
    title = elaborate(ctx, parameter_scope(ctx, node.params, signature.params), node.by)
    titles = None if title is None else _titles(ctx, title, node.by.span)
    if title is None or titles is None or entered is None:
        return None
    known = [each for each in bodies if _is_known(ctx, each, titles) and _is_sound(ctx, node, each)]
    writer = _Writer(ctx, node, signature.params, title, titles)
    listed = [each.text for each in node.over]
    anything = writer.script((), dict.fromkeys((*listed, *_texts(ctx))), bounded=False)
    given = writer.script(known, dict.fromkeys((*listed, *_texts(ctx))), bounded=False)
    played = writer.script(known, dict.fromkeys(listed), bounded=True)
    head = clause(node.name.text, node.cite, node.name.span)
    written = tuple(writer.body(each) for each in known)
    return TextScripts(
        Text(node.name.text, written, f"{node.name.text}_{ENDS}", anything, given, head, node.most is not None), played
    )


def _texts(ctx: Context) -> Iterator[str]:
    return (each.name.text for each in ctx.symbols.of_sort(tree.Text) if each.name.text in ctx.phases)


# ---- WHAT AN OPEN TEXT MAY DO


def _entered(ctx: Context, node: tree.Text) -> tuple[str, ...] | None:
    """Returns the phases and texts that it is open over; what the table could not tell one of them is reported."""
    first: dict[str, Span] = {}
    sound = True
    for each in node.over:
        if each.text in first:
            ctx.report(name_errors.listed_twice(each.text, each.span, first[each.text]))
        first.setdefault(each.text, each.span)
        signature = ctx.phase(each)
        sound = sound and signature is not None and _can_be_told(ctx, each.text, signature.params, each.span)
    own = ctx.phases[node.name.text].params
    return tuple(first) if _can_be_told(ctx, node.name.text, own, node.name.span) and sound else None


def _can_be_told(ctx: Context, phase: str, params: tuple[Local, ...], span: Span) -> bool:
    wrong = next((each for each in params if every(each.domain) is None), None)
    if wrong is None:
        return True
    declared = ctx.symbols.lookup(phase)
    assert isinstance(declared, tree.Phase | tree.Text)
    where = next(each.span for each in declared.params if each.name.text == wrong.name)
    ctx.report(text_errors.cannot_be_chosen(wrong.name, phase, describe(wrong.domain), span, where))
    return False


def every(domain: Domain) -> Expr | None:
    """Returns the set of all that a domain has; None where that is no list."""
    match domain:
        case Enum() | Piece():
            return AllMembers(domain)
        case Range(low=low, high=high):
            return NumbersBetween(Number(low), Number(high), SetOf(domain))
        case _ if domain == TRUTH:
            return SetLiteral((TruthLiteral(value=False), TruthLiteral(value=True)), SetOf(TRUTH))
        case _:
            return None


# ---- TITLES


def _titles(ctx: Context, title: Expr, span: Span) -> tuple[str, tuple[str, ...]] | None:
    """Returns the kind by whose members a text goes, and these; of a component from a table its pieces."""
    match title.domain:
        case Enum(kind=kind) if kind in ctx.kinds:
            return kind, ctx.kinds[kind].members
        case Piece(component=component) if ctx.components[component].table is not None:
            return component, tuple(each.name for each in ctx.components[component].pieces)
        case other:
            ctx.report(text_errors.no_titles(describe(other), span))
    return None


def _is_known(ctx: Context, body: tree.TextBody, titles: tuple[str, tuple[str, ...]]) -> bool:
    kind, members = titles
    if body.title.text not in members:
        if not ctx.lacks_names:
            ctx.report(text_errors.no_such_title(body.title.text, kind, members, body.title.span))
        return False
    same = [each for each in ctx.symbols.bodies if (each.text, each.title) == (body.text, body.title)]
    if same[0] is body:
        return True
    ctx.report(name_errors.two_bodies(body.text.text, body.title.text, body.title.span, same[0].title.span))
    return False


# ---- WHAT A BODY MAY DO


def _is_sound(ctx: Context, text: tree.Text, body: tree.TextBody) -> bool:
    """Returns whether a body only asks, decides and enters what it may; what else it does is reported."""
    over = [each.text for each in text.over]
    wrong = [text_errors.does_it_itself(word, text.name.text, over, span) for word, span in _done_itself(body.body)]
    for call in calls_in(body.body):
        entered = ctx.symbols.lookup(call.name.text)
        if isinstance(entered, tree.Phase) and call.name.text not in over:
            wrong.append(text_errors.enters_another(call.name.text, text.name.text, over, call.name.span))
    again = _at_once(body.body, text)
    if again is not None:
        wrong.append(text_errors.enters_itself(text.name.text, body.title.text, again))
    ctx.found.extend(wrong)
    return not wrong


def _done_itself(body: Iterable[tree.Statement]) -> Iterator[tuple[str, Span]]:
    for statement in body:
        match statement:
            case tree.Move() | tree.MoveSeveral() | tree.MoveAll():
                yield "`move`", statement.span
            case tree.Assign(op=word) | tree.Transfer(op="go" as word):
                yield f"`{word}`", statement.span
            case tree.Abandon():
                yield "`abandon`", statement.span
            case tree.Word(op="game over"):
                yield "end the game", statement.span
            case _:
                for inner in _blocks(statement):
                    yield from _done_itself(inner)


def calls_in(body: Iterable[tree.Statement]) -> Iterator[tree.Call]:
    """Yields what a body enters, in order."""
    for statement in body:
        if isinstance(statement, tree.Transfer) and statement.op == "enter":
            yield statement.call
        for inner in _blocks(statement):
            yield from calls_in(inner)


def _blocks(statement: tree.Statement) -> Iterator[tuple[tree.Statement, ...]]:
    match statement:
        case tree.If(then=then, otherwise=otherwise):
            yield from (then, otherwise)
        case (
            tree.Each(body=inner) | tree.Repeat(body=inner) | tree.Simultaneously(body=inner) | tree.Branch(body=inner)
        ):
            yield inner
        case tree.Ask(actions=actions):
            yield from (each.body for each in actions)
        case _:
            return


def _at_once(body: Iterable[tree.Statement], text: tree.Text) -> Span | None:
    """Returns the place at which a body enters its own text, told just what it was told, before anything else."""
    told = [each.name.text for each in text.params]
    for statement in body:
        match statement:
            case tree.Transfer(op="enter", call=call) if call.name.text == text.name.text:
                args = [each.name.text if isinstance(each, tree.NameRef) else None for each in call.args]
                return statement.span if args == told else None
            case tree.Let():
                pass
            case tree.Repeat(times=None, until=None, body=inner):
                return _at_once(inner, text)
            case _:
                return None
    return None


# ---- SCRIPTS


@frozen
class _Writer:
    """Writes the scripts of one text."""

    ctx: Context
    node: tree.Text
    params: tuple[Local, ...]
    title: Expr
    titles: tuple[str, tuple[str, ...]]

    def body(self, body: tree.TextBody) -> TextBody:
        """Returns the name by which a body is known."""
        is_it = Equal(self.title, self._member(body))
        return TextBody(body.title.text, is_it, self._head(body))

    def _head(self, body: tree.TextBody) -> control.Clause:
        return clause(f"{self.node.name.text}.{body.title.text}", body.cite, body.title.span)

    def _member(self, body: tree.TextBody) -> Expr:
        found = elaborate(self.ctx, Scope(), tree.NameRef(body.title, body.title.span), self.title.domain)
        assert found is not None
        return found

    def script(self, bodies: Bodies, entered: Mapping[str, object], *, bounded: bool) -> control.Script:
        """Returns the script with these bodies; the titles that have none are open over what may be `entered`."""
        name = self.node.name.text
        head = clause(name, self.node.cite, self.node.name.span)
        end = control.Done(head.origin)
        cutter = Cutter(self.ctx, name)
        open_titles = len(bodies) < len(self.titles[1])
        effects, exit_ = self._open(cutter, tuple(entered), end, bounded=bounded) if open_titles else ([], end)
        on = cutter.as_exit((effects, exit_), "open")
        begins = [(self._member(each), self._written(cutter, each, end)) for each in bodies]
        if begins:
            on = self._fork(begins, on if open_titles else begins[-1][1])
        told = told_to(self.ctx, self.node.params, self.params)
        kept = kept_throughout(self.ctx, name, self.params, told)
        start = control.Point("start", self.params, (), on)
        points = with_live_params((start, *cutter.points.values()), self.params, kept)
        return control.Script(name, head, self.params, points, kept, told, bars=self.ctx.bars[name])

    def _fork(self, begins: Sequence[tuple[Expr, control.Exit]], otherwise: control.Exit) -> control.Exit:
        """Returns the way to the body of the title; halved, since there may be many."""
        if len(begins) == 1:
            return control.Fork(Equal(self.title, begins[0][0]), begins[0][1], otherwise)
        half = len(begins) // 2
        first = SetLiteral(tuple(member for member, _ in begins[:half]), SetOf(self.title.domain))
        return control.Fork(
            Contains(self.title, first),
            self._fork(begins[:half], otherwise),
            self._fork(begins[half:], otherwise),
        )

    def _written(self, cutter: Cutter, body: tree.TextBody, end: control.Exit) -> control.Jump:
        """Adds the points of a body, which are all of its clause, and returns the way to the first of them."""
        head = self._head(body)
        own = Cutter(self.ctx, head.path, head, cutter.points, cutter.made)
        scope = parameter_scope(self.ctx, self.node.params, self.params).inner()
        effects, exit_ = own.sequence(scope, body.body, end, end)
        first = own.add(own.fresh(body.title.text), effects, exit_)
        cutter.made = own.made
        return first

    def _open(
        self, cutter: Cutter, entered: Sequence[str], end: control.Exit, *, bounded: bool
    ) -> tuple[list[control.Effect], control.Exit]:
        """The table enters one after another, until it ends the text, or has done it often enough."""
        times = None if self.node.most is None or not bounded else number(self.ctx, Scope(), self.node.most)
        asking = cutter.fresh("open")
        before: list[control.Effect] = []
        once: tuple[control.Effect, ...] = ()
        again: control.Exit = control.Jump(asking)
        back = asking
        if times is not None:
            lowest, highest = ends(times.domain)
            left = Local("times left to the table", numeric(min(lowest, 0), max(highest, 0)))
            before = [control.LetIn(left, times)]
            once = (control.LetIn(left, Arith("-", left, Number(1), left.domain)),)
            back = cutter.fresh("next")
            again = cutter.add(back, (), control.Fork(Less(Number(0), left, strict=True), again, end))
        actions = [self._enters(cutter, each, once, back) for each in entered]
        where = Origin(self.node.name.span, self.node.cite)
        cutter.add(asking, (), control.Ask("table", None, None, (*actions, self._ends(cutter, end)), None, where))
        return before, again

    def _enters(self, cutter: Cutter, phase: str, once: tuple[control.Effect, ...], back: str) -> control.Action:
        params = self.ctx.phases[phase].params
        # No name that can be written, since the choices stand beside what the text itself was told.
        told = tuple(Local(f"{each.name} of {phase}", each.domain) for each in params)
        choices: list[control.Choice] = []
        for local in told:
            listed = every(local.domain)
            choices.extend(() if listed is None else (control.Choice(local, listed),))
        entry = cutter.fresh(phase)
        cutter.add(entry, once, control.Enter(phase, told, back))
        self.ctx.begins[f"{self.node.name.text}_{phase}"] = phase
        return self._action(phase, tuple(choices), entry, barring(self.ctx.bars[phase], params, told))

    def _ends(self, cutter: Cutter, end: control.Exit) -> control.Action:
        entry = cutter.fresh(ENDS)
        cutter.add(entry, (), end)
        title = Local("the title", self.title.domain)
        only = control.Choice(title, SetLiteral((self.title,), SetOf(self.title.domain)))
        return self._action(ENDS, (only,), entry)

    def _action(
        self, what: str, choices: tuple[control.Choice, ...], entry: str, bars: tuple[control.Barred, ...] = ()
    ) -> control.Action:
        name = f"{self.node.name.text}_{what}"
        self.ctx.choices[name] = tuple(each.var.domain for each in choices)
        head = clause(name, self.node.cite, self.node.name.span)
        return control.Action(name, head, choices, (), bars, None, entry)
