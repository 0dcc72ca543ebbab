"""Examples: a position or the start of the game, what happens, and what is expected, all typed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Literal, assert_never

from attrs import define, evolve, field

from refengine.ir import game
from refengine.ir.control import Script
from refengine.ir.expressions import CallValue, Contents, Expr, Origin, ReadVariable
from refengine.ir.lines import Expect, Line, Mark, Play, RunPhase, Taken
from refengine.ir.traverse import walk
from refengine.resolve import errors as name_errors
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, example_errors
from refengine.types.agreements import AgreedChoices
from refengine.types.calls import arguments
from refengine.types.context import Context, Scope
from refengine.types.effects import Reads
from refengine.types.example_positions import Position, phase_arguments
from refengine.types.expressions import elaborate, truth
from refengine.types.values import clause


def examples(
    ctx: Context, clauses: frozenset[str], scripts: Sequence[Script], reads: Reads
) -> tuple[game.Example, ...]:
    """Returns all examples; `clauses` are the paths of every clause that `by` or `because` can name."""
    made: dict[str, game.Example] = {}
    for name in ctx.symbols.examples:
        for each in _with_those_before(ctx, name, made):
            begun = begun_as(ctx.symbols.examples[each])
            base = None if begun is None else made.get(begun.example.text)
            made[each] = one_example(ctx, clauses, scripts, reads, each, base)
    return tuple(made[name] for name in ctx.symbols.examples)


def begun_as(node: tree.Example) -> tree.BegunAs | None:
    """Returns the line by which an example begins as another was, if it has one."""
    return next((line for line in node.lines if isinstance(line, tree.BegunAs)), None)


def _with_those_before(ctx: Context, name: str, made: Container[str]) -> list[str]:
    """Returns those examples that are not made yet of which this one has to know, and last the example itself."""
    found: dict[str, tree.BegunAs | None] = {}
    while name not in made:
        begun = found[name] = begun_as(ctx.symbols.examples[name])
        if begun is None:
            break
        before = begun.example
        if before.text not in ctx.symbols.examples:
            ctx.report(name_errors.unknown_name("example", before.text, before.span, tuple(ctx.symbols.examples)))
            break
        if before.text in found:
            ring = tuple(found)[tuple(found).index(before.text) :]
            ctx.report(name_errors.cyclic("example", ring, before.span))
            break
        name = before.text
    return list(reversed(found))


def one_example(
    ctx: Context,
    clauses: frozenset[str],
    scripts: Sequence[Script],
    reads: Reads,
    name: str,
    base: game.Example | None,
) -> game.Example:
    """Returns the example of this name, which begins as `base` was, if it is to begin as another."""
    node = ctx.symbols.examples[name]
    players = ctx.fewest = ctx.seats = _seats(ctx, node, base)
    work = _Example(ctx, clauses, name, begun_as(node), base, Position(ctx, scripts, AgreedChoices.of(base), reads))
    for line in node.lines:
        known = len(ctx.found)
        work.line(line)
        ctx.found[known:] = [work.at_mark(each, line) for each in ctx.found[known:]]
    work.given.check()
    ctx.fewest, ctx.seats = ctx.players
    head = clause(name, node.cite, node.name.span)
    if base is not None:
        return evolve(base, name=name, lines=tuple(work.lines), clause=head, position=base.position or base.clause)
    facts, agreed = work.given.facts, work.given.agreed
    return game.Example(
        name, players, bool(facts), tuple(facts), tuple(work.lines), head,
        readings=tuple(agreed.readings.items()), options=tuple(agreed.options.items()),
    )  # fmt: skip


def _seats(ctx: Context, node: tree.Example, base: game.Example | None) -> int:
    """Returns the number of players; as many as can be where it is not known, so that no more is wrong with that."""
    if base is not None:
        return base.players
    fewest, most = ctx.players
    if begun_as(node) is not None:
        return most
    given = (fact for line in node.lines if isinstance(line, tree.Given) for fact in line.facts)
    said = next((fact for fact in given if isinstance(fact, tree.FactPlayers)), None)
    if said is not None and not fewest <= said.number <= most:
        ctx.report(errors.not_played_by(f"{said.number}", ctx.players, said.span))
        return fewest
    return fewest if said is None else said.number


@define
class _Example:
    ctx: Context
    clauses: frozenset[str]
    name: str
    begun: tree.BegunAs | None
    base: game.Example | None
    given: Position
    began: Span | None = None
    late: bool = False
    lines: list[Line] = field(factory=list)
    marks: dict[str, Span] = field(factory=dict)

    def line(self, line: tree.ExampleLine) -> None:
        if self.began is None and not isinstance(line, tree.Given | tree.Picture):
            self.began = line.span
        match line:
            case tree.BegunAs():
                self.begin(line)
            case tree.Given() | tree.Picture() if self.begun is not None:
                if not self.late:
                    self.ctx.report(example_errors.given_beside(self.begun.example.text, line.span, self.begun.span))
                self.late = True
            case tree.Given() | tree.Picture():
                if self.began is not None:
                    if not self.late:
                        self.ctx.report(example_errors.given_too_late(line.span, self.began))
                    self.late = True
                    return
                self.given.line(line)
            case tree.WhenPhase(call=call):
                args = phase_arguments(self.ctx, call)
                if args is not None:
                    self.lines.append(RunPhase(call.name.text, args, Origin(line.span)))
            case tree.Play():
                play = self.play(line.actor, line.call)
                if play is not None:
                    self.lines.append(play)
            case tree.Mark(name=name):
                self.mark(name)
            case tree.Expect():
                self.expect(line, ())
            case tree.Under(chosen=chosen, expects=expects):
                readings = self.given.agreed.others(self.ctx, chosen)
                for each in expects:
                    self.expect(each, readings)

    def at_mark(self, wrong: Diagnostic, line: tree.ExampleLine) -> Diagnostic:
        """Returns what is wrong with a line, with the last mark that is passed there, if there is one."""
        marks = [(name, span) for name, span in self.marks.items() if " " not in name]  # else nobody has written it
        if not marks or isinstance(line, tree.BegunAs | tree.Given | tree.Picture | tree.Mark):
            return wrong
        name, span = marks[-1]
        return evolve(wrong, labels=(*wrong.labels, example_errors.passed(self.name, name, span)))

    # ---- AS ANOTHER WAS

    def begin(self, line: tree.BegunAs) -> None:
        if self.begun is not None and line is not self.begun:
            self.ctx.report(example_errors.begun_twice(line.span, self.begun.span))
        elif self.began is not None and self.began != line.span:
            self.ctx.report(example_errors.begun_too_late(line.span, self.began))
        elif self.base is not None:
            self.take(self.base, line.until)

    def take(self, base: game.Example, until: tree.Name | None) -> None:
        """Takes over what happens in another example, up to a mark and with it; all of it, if there is no such mark."""
        done = [each for each in base.lines if not isinstance(each, Expect)]
        taken = [each if isinstance(each, Taken) else Taken(base.clause, each) for each in done]
        ends = {each.line.name: at for at, each in enumerate(taken, start=1) if isinstance(each.line, Mark)}
        if until is not None and until.text not in ends:
            sort = f"mark of `{base.name}`"
            self.ctx.report(name_errors.unknown_name(sort, until.text, until.span, tuple(ends)))
        self.lines += taken if until is None else taken[: ends.get(until.text)]
        for each in self.lines:
            if isinstance(each, Taken) and isinstance(each.line, Mark) and each.line.origin.span is not None:
                self.marks[each.line.name] = each.line.origin.span

    def mark(self, name: tree.Name) -> None:
        if name.text in self.marks:
            self.ctx.report(name_errors.declared_twice(name.text, name.span, self.marks[name.text]))
        else:
            self.marks[name.text] = name.span
            self.lines.append(Mark(name.text, Origin(name.span)))

    # ---- WHAT HAPPENS

    def play(self, actor: tree.Actor, call: tree.Call) -> Play | None:
        word = call.name.text
        if word not in self.ctx.choices:
            if word not in self.ctx.symbols.actions:
                known = tuple(self.ctx.symbols.actions)
                self.ctx.report(name_errors.unknown_name("action", word, call.name.span, known))
            return None
        args = arguments(self.ctx, Scope(), call, self.ctx.choices[word], elaborate)
        if isinstance(actor.who, int) and not 1 <= actor.who <= self.ctx.seats:
            self.ctx.report(errors.no_such_player(actor.who, self.ctx.seats, actor.span))
            return None
        who = actor.who - 1 if isinstance(actor.who, int) else actor.who
        return None if args is None else Play(who, word, args, Origin(call.span))

    # ---- WHAT IS EXPECTED

    def expect(self, line: tree.Expect, under: tuple[tuple[str, str], ...]) -> None:
        for each in line.expectations:
            origin = Origin(each.span)
            match each:
                case tree.ExpectHolds(by=by):
                    test = truth(self.ctx, Scope(), each.condition)
                    if test is not None:
                        path = None if by is None else self.decided_by(test, by)
                        self.lines.append(Expect("holds", test, None, path, under, origin))
                case tree.ExpectFault():
                    test = elaborate(self.ctx, Scope(), each.condition)
                    if test is not None:
                        self.lines.append(Expect("fault", test, None, None, under, origin))
                case tree.ExpectIllegal(actor=actor, call=call, because=because):
                    play = self.play(actor, call)
                    self.has_to_be_asked(each.span)
                    if play is not None:
                        begins = self.ctx.begins.get(play.action, "")
                        bars = (bar.clause.path for bar in self.ctx.bars.get(begins, ()))
                        path = None if because is None else self.clause_of(play.action, because, bars)
                        self.lines.append(Expect("illegal", None, play, path, under, origin))
                case tree.ExpectLegal(actor=actor, call=call):
                    play = self.play(actor, call)
                    if play is not None:
                        self.lines.append(Expect("legal", None, play, None, under, origin))
                case tree.ExpectChance():
                    self.chance(each, under)
                case tree.ExpectOver():
                    self.has_to_be_asked(each.span)
                    self.lines.append(Expect("over", None, None, None, under, origin))
                case tree.ExpectScores(scores=scores):
                    if len(scores) != self.ctx.seats:
                        found, wanted = f"a list of {len(scores)} scores", f"one for each of {self.ctx.seats} players"
                        hint = f"write `scores are {' to '.join('0' * self.ctx.seats)}`, with the score of each"
                        self.ctx.report(errors.never_fits(found, wanted, each.span, hint))
                    numbers = tuple(one.value for one in scores)
                    self.lines.append(Expect("scores", None, None, None, under, origin, numbers=numbers))
                case tree.ExpectWinners(winners=winners):
                    seats = tuple(self.seat(one) for one in winners)
                    self.lines.append(Expect("winners", None, None, None, under, origin, numbers=seats))
                case tree.ExpectSeen():
                    self.sight(each, under)
                case _:
                    assert_never(each)

    def has_to_be_asked(self, span: Span) -> None:
        """Reports what holds of every position in which no phase is running: it says nothing of the rules."""
        facts = self.given.facts if self.base is None else self.base.given
        happens = any(isinstance(each, Play | RunPhase | Taken) for each in self.lines)
        if facts and not happens and not any(isinstance(each, game.PutPhase) for each in facts):
            self.ctx.report(example_errors.nothing_runs(span))

    def seat(self, number: tree.IntLit) -> int:
        if not 1 <= number.value <= self.ctx.seats:
            self.ctx.report(errors.no_such_player(number.value, self.ctx.seats, number.span))
        return number.value - 1

    def sight(self, node: tree.ExpectSeen, under: tuple[tuple[str, str], ...]) -> None:
        viewer = self.seat(node.viewer)
        found = elaborate(self.ctx, Scope(), node.of)
        if isinstance(found, Contents | ReadVariable):
            what: Literal["seen", "unseen"] = "unseen" if node.negated else "seen"
            self.lines.append(Expect(what, found, None, None, under, Origin(node.span), numbers=(viewer,)))
        elif found is not None:
            self.ctx.report(errors.nothing_to_see(node.of.span))

    def chance(self, node: tree.ExpectChance, under: tuple[tuple[str, str], ...]) -> None:
        whole = 1 if node.denominator is None else node.denominator
        if not 0 <= node.numerator <= whole or not whole:
            written = f"{node.numerator}" if node.denominator is None else f"{node.numerator}/{whole}"
            self.ctx.report(errors.no_chance(written, node.span))
        test = truth(self.ctx, Scope(), node.condition)
        if test is not None:
            self.lines.append(Expect("chance", test, None, None, under, Origin(node.span), (node.numerator, whole)))

    def decided_by(self, condition: Expr, by: tree.Name) -> str | None:
        outermost = next((each for each in walk(condition) if isinstance(each, CallValue)), None)
        if outermost is None:
            self.ctx.report(example_errors.nothing_decides(by.span))
            return None
        return self.clause_of(outermost.name, by)

    def clause_of(self, owner: str, word: tree.Name, others: Iterable[str] = ()) -> str | None:
        """Returns the path of a clause of an owner, or among `others`."""
        stem = f"{owner}."
        known = {each.rpartition(".")[2]: each for each in others}
        known |= {each.removeprefix(stem): each for each in self.clauses if each.startswith(stem)}
        if word.text not in known:
            self.ctx.report(errors.unknown_clause(owner, word.text, word.span, tuple(known)))
        return known.get(word.text)
