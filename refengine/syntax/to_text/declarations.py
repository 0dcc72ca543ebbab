"""Declarations as lines."""

import re
from collections.abc import Iterable
from typing import assert_never

from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.to_text.additions import addition_lines
from refengine.syntax.to_text.claims import audit_lines, claim_lines, confinement_lines, dependence_lines, scope_lines
from refengine.syntax.to_text.examples import example_lines
from refengine.syntax.to_text.expressions import (
    binder,
    cap,
    expression,
    listed,
    many,
    names,
    over_any,
    reading_text,
    type_expression,
)
from refengine.syntax.to_text.fields import copies, field, held_tokens, index
from refengine.syntax.to_text.line import Line, Lines
from refengine.syntax.to_text.pictures import pictures_lines
from refengine.syntax.to_text.statements import (
    bar_lines,
    block_lines,
    decider,
    params,
    sight_text as seen_by,
    value_body_lines,
    when_lines,
)

_TEXT = re.compile(r'^ *(?=")', re.MULTILINE)


def declaration_lines(node: tree.Declaration, source: SourceText) -> Lines:
    """Yields the lines of a declaration and of all that is in it."""
    start = node.span.start
    match node:
        case tree.Example():
            yield from example_lines(node)
        case tree.Pictures():
            yield from pictures_lines(node)
        case tree.Claim():
            yield from claim_lines(node)
        case tree.Dependence():
            yield from dependence_lines(node)
        case tree.Confinement():
            yield from confinement_lines(node)
        case tree.Audit():
            yield from audit_lines(node)
        case tree.SmallScope():
            yield from scope_lines(node)
        case tree.Game(name, rulebook, fewest, most, cite):
            yield Line(0, f"game {name.text} from rulebook {rulebook.text}", start)
            yield Line(1, f"players {many(fewest, most)}", cite[0].span.start, cite)
        case (
            tree.Module()
            | tree.MoreMembers()
            | tree.MoreTokens()
            | tree.MoreRows()
            | tree.MoreCopies()
            | tree.MoreField()
            | tree.MoreClause()
            | tree.MoreEffects()
        ):
            yield from addition_lines(node, source)
        case tree.Component():
            yield from _component_lines(node)
        case tree.Question():
            yield from _question_lines(node, source)
        case tree.Outcome(cite, score, bound, winners):
            yield Line(0, "outcome", start, cite)
            yield Line(1, f"scores are {expression(score)} for {binder(bound)}", score.span.start)
            yield Line(1, f"winners are {expression(winners)}", winners.span.start)
        case _:
            yield Line(0, _head(node), start, node.cite)
            yield from _body_lines(node, source)


_Plain = (
    tree.Table
    | tree.Kind
    | tree.Relation
    | tree.Region
    | tree.Record
    | tree.Token
    | tree.TokenKind
    | tree.Zone
    | tree.Part
    | tree.Variable
    | tree.Option
    | tree.Edition
    | tree.Law
    | tree.Value
    | tree.Setup
    | tree.Phase
    | tree.Text
    | tree.TextBody
    | tree.Whenever
    | tree.Invariant
    | tree.Measure
)


def _head(node: _Plain) -> str:
    match node:
        case tree.Table(name, marks):
            return f"table {names((name, *marks))}"
        case tree.Kind(name, members, table, _, ring, mark=mark, turns=turns):
            made = f"is {names(members)}" if table is None else f"from table {table.text}"
            turning = "" if turns is None else f", turns with {turns.ring.text} by {turns.by.text}"
            return f"{_mark(mark)}kind {name.text} {made}{' in a ring' if ring else ''}{turning}"
        case tree.Relation(name, one, other, marks, table):
            between = f"relation {name.text} between {one.text} and {other.text}"
            return f"{between}{''.join(f', {mark.text}' for mark in marks)}, from table {table.text}"
        case tree.Region(name, members):
            return f"region {name.text} of {members.text}"
        case tree.Record(name):
            return f"record {name.text}"
        case tree.Token(name, holders, limit):
            return f"token {name.text} on each {names(holders, ' and on each ')}, limit {expression(limit)}"
        case tree.TokenKind(name, groups, mark=mark):
            return f"{_mark(mark)}token {name.text} is {', '.join(held_tokens(each) for each in groups)}"
        case tree.Zone():
            return _zone(node)
        case tree.Part(name, kind, component, zone, by):
            said = "" if by is None else f", by {by.text}"
            return f"part {name.text} is {kind.text} of {component.text} on {zone.text}{said}"
        case tree.Variable(name, family, type_, starts, during, seen, under=under):
            first = "" if starts is None else f", starts {expression(starts)}"
            lasts = "" if during is None else f", during {during.text}"
            lasts += "" if under is None else f", under {reading_text(under)}"
            shown = "" if seen is None else f", {seen_by(seen)}"
            return f"variable {name.text}{index(family)}: {type_expression(type_)}{first}{lasts}{shown}"
        case tree.Option(name, type_, default):
            return f"option {name.text}: {type_expression(type_)}, default {expression(default)}"
        case tree.Edition(name):
            return f"edition {name.text}"
        case tree.Law(name):
            return f"law {name.text}"
        case tree.Value(name, given, type_, phase=phase):
            of = "" if phase is None else f" of {phase.text}"
            return f"value {name.text}{params(given)}{of}: {type_expression(type_)}"
        case tree.Setup():
            return "setup"
        case tree.Phase(name, given, before=before):
            first = "" if before is None else f" before {before.text}"
            return f"phase {name.text}{params(given)}{first}"
        case tree.Text():
            return _text(node)
        case tree.TextBody(text, title):
            return f"{text.text} of {title.text}"
        case tree.Whenever(watched, pick):
            picked = "" if pick is None else f", {pick.word.text} by {decider(pick.chooser)}"
            return f"whenever {_watched(watched)}{picked}"
        case tree.Invariant(name, step, phases, during, over):
            word = "step invariant" if step else "invariant"
            return f"{word} {name.text}{_phases(phases)}{_during(during)}{over_any(over)}"
        case tree.Measure(name, phases, during):
            return f"measure {name.text}{_phases(phases)}{_phases(during, 'during')}"
        case _:
            assert_never(node)


def _mark(node: tree.Name | None) -> str:
    return "" if node is None else f"{node.text} "


def _watched(node: tree.Expr | tuple[tree.Binder | tree.Unbound, ...]) -> str:
    return ", ".join(map(_due, node)) if isinstance(node, tuple) else expression(node)


def _due(node: tree.Binder | tree.Unbound) -> str:
    if isinstance(node, tree.Binder):
        return binder(node)
    return f"{expression(node.item)} in {expression(node.domain)} with {expression(node.condition)}"


def _body_lines(node: _Plain, source: SourceText) -> Lines:
    match node:
        case (
            tree.Table()
            | tree.Relation()
            | tree.Token()
            | tree.TokenKind()
            | tree.Zone()
            | tree.Part()
            | tree.Variable()
            | tree.Option()
        ):
            return
        case tree.Text(bars=bars):
            yield from _bars(bars)
        case tree.Kind(fields=fields) | tree.Record(fields=fields):
            for each in fields:
                yield _field(each)
        case tree.Region(joins=joins):
            yield _joins(joins)
        case tree.Edition(chosen=readings):
            for reading in readings:
                yield Line(1, reading_text(reading), reading.span.start)
        case tree.Law() | tree.Invariant():
            yield Line(1, expression(node.condition), node.condition.span.start)
        case tree.Measure(whens=conditions, terms=terms):
            yield from when_lines(1, conditions)
            yield Line(1, listed(terms), terms[0].span.start)
        case tree.Value(body=body, lets=lets):
            for let in lets:
                yield Line(1, f"let {let.name.text} = {expression(let.value)}", let.span.start, let.cite)
            yield from value_body_lines(body)
        case tree.Phase(bars=bars, body=script):
            yield from _bars(bars)
            yield from block_lines(1, script, source)
        case tree.Setup(body=script) | tree.TextBody(body=script) | tree.Whenever(body=script):
            yield from block_lines(1, script, source)
        case _:
            assert_never(node)


def _bars(bars: Iterable[tree.Bar]) -> Lines:
    for each in bars:
        yield from bar_lines(1, each)


# ---- THE GAME AND ITS DATA


def _joins(node: tree.Joins) -> Line:
    among = "" if node.domain is None else f" in {expression(node.domain)}"
    linked = "" if node.condition is None else f" when {expression(node.condition)}"
    return Line(1, f"joins {node.one.text} with {node.other.text}{among}{linked}", node.span.start)


def _field(node: tree.Field) -> Line:
    return Line(1, field(node), node.span.start)


def _component_lines(node: tree.Component) -> Lines:
    """The lines of a component keep the order they were written in; the tree sorts them by what they are."""
    table = "" if node.table is None else f" from table {node.table.text}"
    yield Line(0, f"{_mark(node.mark)}component {node.name.text}{table}", node.span.start, node.cite)
    inner = [_field(each) for each in node.fields]
    inner += [Line(1, copies(each), each.span.start) for each in node.copies]
    if node.starts_in is not None:
        inner.append(Line(1, f"starts in {node.starts_in.text}", node.starts_in.span.start))
    yield from sorted(inner, key=lambda each: each.start)


def _zone(node: tree.Zone) -> str:
    most = "" if node.cap is None else f"at most {cap(node.cap)} "
    marks = [(each.span.start, each.text) for each in node.marks]
    if node.seen is not None:
        marks.append((node.seen.span.start, seen_by(node.seen)))
    said = "".join(f", {text}" for _, text in sorted(marks))
    if node.sides is not None:
        return f"grid {node.name.text}, squares, sides {node.sides.text}, holds {most}{node.component.text}{said}"
    return f"zone {node.name.text}{index(node.index)} holds {most}{node.component.text}{said}"


def _text(node: tree.Text) -> str:
    most = "" if node.most is None else f", at most {expression(node.most)} times"
    by = f"by {expression(node.by)}, {node.mark.text} over {names(node.over)}{most}"
    return f"text {node.name.text}{params(node.params)} {by}"


def _phases(nodes: tuple[tree.Name, ...], word: str = "in") -> str:
    return f" {word} {names(nodes)}" if nodes else ""


def _during(node: tree.During | None) -> str:
    if node is None:
        return ""
    return f" during {node.phase.text}{f'({names(node.params)})' if node.params else ''}"


# ---- WHAT THE TEXT LEAVES OPEN


def _question_lines(node: tree.Question, source: SourceText) -> Lines:
    type_ = "" if node.type is None else f": {type_expression(node.type)}"
    about = ", ".join(str(each) for each in node.about)
    yield Line(0, f"question {node.name.text}{type_} about {about}", node.span.start, node.cite)
    yield Line(1, f'"{node.text}"', _text_start(node, source))
    for each in node.readings:
        number = "" if each.number is None else f" is {expression(each.number)}"
        yield Line(1, f'reading {each.name.text}{number} "{each.text}"{_marks(each)}', each.span.start)


def _text_start(node: tree.Question, source: SourceText) -> int:
    """The text has no node of its own; it is the first line of the block that begins with a quote."""
    start, end = node.cite[-1].span.end, node.readings[0].span.start
    match = _TEXT.search(source.text, start, end)
    return match.end() if match else end


def _marks(node: tree.Reading) -> str:
    marks: Iterable[str] = [each.text for each in node.marks] + ["default"] * node.default
    return "".join(f", {each}" for each in marks)
