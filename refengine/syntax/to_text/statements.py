"""Clauses and statements as lines."""

import re
from typing import assert_never

from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.to_text.expressions import binder, bound_name, call, expression, names, type_expression
from refengine.syntax.to_text.line import Line, Lines

_OTHERWISE = re.compile(r"^ *(?=otherwise\b)", re.MULTILINE)

# ---- CLAUSES OF VALUES


def params(nodes: tuple[tree.Param, ...]) -> str:
    """Returns parameters in their brackets, if there are any."""
    inside = ", ".join(map(_param, nodes))
    return f"({inside})" if inside else ""


def _param(node: tree.Param) -> str:
    by = "" if node.seen is None else f" {sight_text(node.seen)}"
    return f"{node.name.text}: {type_expression(node.type)}{by}"


def sight_text(node: tree.Seen) -> str:
    """Returns the text of who sees something."""
    during = "" if node.during is None else f" during {node.during.text}"
    if node.condition is None:
        return f"seen by {node.by.text}{during}"
    return f"seen by each {node.by.text} with {expression(node.condition)}{during}"


def value_body_lines(body: tree.ValueBody) -> Lines:
    """Yields the lines of the body of a value, inside its declaration."""
    match body:
        case tree.Single(result):
            yield _is(1, result)
        case tree.General(normally, exceptions):
            yield Line(1, f"normally {expression(normally)}", normally.span.start)
            for each in exceptions:
                yield from exception_lines(1, each)
        case tree.Cases(cases):
            yield from _case_lines(1, cases)
        case tree.Sums(clauses):
            for plus in clauses:
                yield from plus_lines(1, plus)
        case _:
            assert_never(body)


def exception_lines(level: int, node: tree.Exception_, added: str = "") -> Lines:
    """Yields the lines of an exception; `added` says what a module adds it to."""
    over = f" over {names(node.over)}" if node.over else ""
    yield from _clause_lines(level, f"except {node.name.text}{added}{over}", node)


def plus_lines(level: int, node: tree.Plus, added: str = "") -> Lines:
    """Yields the lines of a clause of a sum."""
    yield from _clause_lines(level, f"plus {node.name.text}{added}", node)


def _case_lines(level: int, cases: tuple[tree.Case | tree.Nest, ...]) -> Lines:
    for each in cases:
        if isinstance(each, tree.Case):
            yield from _clause_lines(level, f"case {each.name.text}", each)
            continue
        yield Line(level, f"case {each.name.text}", each.span.start, each.cite)
        yield from when_lines(level + 1, each.whens)
        yield from _case_lines(level + 1, each.cases)


def _clause_lines(level: int, head: str, clause: tree.Exception_ | tree.Case | tree.Plus) -> Lines:
    yield Line(level, head, clause.span.start, clause.cite)
    yield from when_lines(level + 1, clause.whens)
    yield _is(level + 1, clause.result)


def _is(level: int, result: tree.Expr) -> Line:
    return Line(level, f"is {expression(result)}", result.span.start)


def when_lines(level: int, whens: tuple[tree.When, ...] | tree.Otherwise) -> Lines:
    """Yields the lines of the guards of a clause."""
    if isinstance(whens, tree.Otherwise):
        yield Line(level, "otherwise", whens.span.start)
        return
    for each in whens:
        yield Line(level, f"when {expression(each.condition)}", each.span.start, each.cite)


# ---- STATEMENTS


def block_lines(level: int, body: tuple[tree.Statement, ...], source: SourceText) -> Lines:
    """Yields the lines of the statements of a block."""
    for each in body:
        yield from statement_lines(level, "", each, source)


def statement_lines(level: int, lead: str, node: tree.Statement, source: SourceText) -> Lines:
    """Yields the lines of a statement and what is in it; `lead` is the `then ` in front of it, if it needs one."""
    start = node.span.start

    def head(text: str, cite: tree.Cite = ()) -> Line:
        return Line(level, f"{lead}{text}", start, cite)

    match node:
        case tree.Let(name, value, type=type_):
            kept = "" if type_ is None else f": {type_expression(type_)}"
            yield head(f"let {name.text}{kept} = {expression(value)}")
        case (
            tree.Move() | tree.MoveSeveral() | tree.MoveAll() | tree.Assign()
            | tree.Transfer() | tree.Abandon() | tree.Word()
        ):  # fmt: skip
            yield head(_effect(node), node.cite)
        case tree.If(condition, cite, then, otherwise):
            yield head(f"if {expression(condition)}", cite)
            yield from block_lines(level + 1, then, source)
            if otherwise:
                yield Line(level, "otherwise", _otherwise_start(node, source))
                yield from block_lines(level + 1, otherwise, source)
        case tree.Each(bound, start_, body, ordered, pick=pick):
            chosen = "" if pick is None else f", in an {pick.word.text} that {decider(pick.chooser)} chooses"
            yield head(
                f"{'for ' if ordered else ''}each {binder(bound, start_)}{chosen}", () if pick is None else pick.cite
            )
            yield from block_lines(level + 1, body, source)
        case tree.Repeat(times, body):
            said = "until done" if node.until is None else f"until {expression(node.until)}"
            yield head(f"repeat {said}" if times is None else f"repeat {expression(times)} times")
            yield from block_lines(level + 1, body, source)
        case tree.Simultaneously(body):
            yield head("simultaneously")
            yield from block_lines(level + 1, body, source)
        case tree.Branch(name, cite, whens, body):
            yield head(f"case {name.text}", cite)
            yield from when_lines(level + 1, whens)
            inner = "" if all(isinstance(each, tree.Branch) for each in body) else "then "
            for each in body:
                yield from statement_lines(level + 1, inner, each, source)
        case tree.Ask(who, if_able, actions):
            yield head(f"ask {decider(who)}{', if able' if if_able else ''}")
            for action in actions:
                yield from action_lines(level + 1, action, source)
        case _:
            assert_never(node)


def _effect(
    node: tree.Move | tree.MoveSeveral | tree.MoveAll | tree.Assign | tree.Transfer | tree.Abandon | tree.Word,
) -> str:
    match node:
        case tree.Move(piece, source, target):
            left = "" if source is None else f" from {expression(source)}"
            return f"move {expression(piece)}{left} to {expression(target)}{_laid(node.turned)}"
        case tree.MoveSeveral(amount, thing, source, target):
            ends = f"from {expression(source)} to {expression(target)}"
            return f"move {expression(amount)} {expression(thing)} {ends}{_laid(node.turned)}"
        case tree.MoveAll(bound, target):
            return f"move all {binder(bound)} to {expression(target)}{_laid(node.turned)}"
        case tree.Assign("set", target, value):
            return f"set {expression(target)} to {expression(value)}"
        case tree.Assign(op, target, value):
            return f"{op} {expression(value)} {'to' if op == 'add' else 'from'} {expression(target)}"
        case tree.Abandon(phase):
            return f"abandon {phase.text}"
        case tree.Transfer(op, called):
            return f"{op} {call(called)}"
        case tree.Word(op):
            return op
        case _:
            assert_never(node)


def _otherwise_start(node: tree.If, source: SourceText) -> int:
    """The word has no node of its own; no other line between the two blocks can begin with it."""
    start, end = node.then[-1].span.end, node.otherwise[0].span.start
    match = _OTHERWISE.search(source.text, start, end)
    return match.end() if match else end


# ---- DECISIONS


def decider(node: tree.Decider) -> str:
    """Returns the text of who decides."""
    match node:
        case tree.AskOne(player):
            return expression(player)
        case tree.AskEvery(bound):
            return f"every {binder(bound)}, at once, in secret"
        case tree.AskChance():
            return "chance"
        case tree.AskTable():
            return "table"
        case _:
            assert_never(node)


def action_lines(level: int, action: tree.Action, source: SourceText, added: str = "") -> Lines:
    """The lines of an action keep the order they were written in; the tree sorts them by what they are."""
    choices = ", ".join(bound_name(each) for each in action.choices)
    yield Line(level, f"{_action_head(action.name, choices)}{added}", action.span.start, action.cite)
    inner: list[list[Line]] = [list(when_lines(level + 1, (each,))) for each in action.whens]
    inner += [list(bar_lines(level + 1, each)) for each in action.bars]
    inner += [list(statement_lines(level + 1, "then ", each, source)) for each in action.body]
    if action.weight is not None:
        inner.append([Line(level + 1, f"weight {expression(action.weight)}", action.weight.span.start)])
    for lines in sorted(inner, key=lambda each: each[0].start):
        yield from lines


def _action_head(name: tree.Name, choices: str) -> str:
    """Returns the name of an action, and what is chosen."""
    return f"action {name.text}({choices})" if choices else f"action {name.text}"


def bar_lines(level: int, bar: tree.Bar, added: str = "") -> Lines:
    """Yields the lines of a bar."""
    yield Line(level, f"bar {bar.name.text}{added}", bar.span.start, bar.cite)
    yield from when_lines(level + 1, bar.whens)


def _laid(turned: tree.Expr | None) -> str:
    """Returns the turn with which a piece is laid, as it stands behind the place."""
    return "" if turned is None else f", turned {expression(turned)}"
