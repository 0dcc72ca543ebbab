"""Examples: a position or the start of the game, what happens, and what is expected, all typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, assert_never

from attrs import define, field

from refengine.ir import game
from refengine.ir.control import Script
from refengine.ir.domain import Piece
from refengine.ir.expressions import CallValue, Contents, Equal, Expr, Origin, ReadVariable, TokensOn
from refengine.ir.traverse import walk
from refengine.resolve import errors as name_errors
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.context import Context, Scope
from refengine.types.datum import first_of, fixed_datum
from refengine.types.entered import goes_on_at
from refengine.types.expressions import elaborate, of_domain, truth
from refengine.types.names import arguments
from refengine.types.readings import chosen_readings
from refengine.types.statements import place
from refengine.types.table import component_declared
from refengine.types.values import clause


def examples(ctx: Context, clauses: frozenset[str], scripts: Sequence[Script]) -> tuple[game.Example, ...]:
    """All examples; `clauses` are the paths of every clause that `by` or `because` can name."""
    return tuple(_example(ctx, clauses, scripts, name, node) for name, node in ctx.symbols.examples.items())


def _example(
    ctx: Context, clauses: frozenset[str], scripts: Sequence[Script], name: str, node: tree.Example
) -> game.Example:
    given = (fact for line in node.lines if isinstance(line, tree.Given) for fact in line.facts)
    said = next((fact for fact in given if isinstance(fact, tree.FactPlayers)), None)
    fewest, most = ctx.players
    seats = said.number if said is not None else fewest
    if said is not None and not fewest <= seats <= most:
        ctx.report(errors.not_played_by(f"{seats}", ctx.players, said.span))
        seats = fewest
    ctx.fewest = ctx.seats = seats
    work = _Example(ctx, clauses, scripts)
    for line in node.lines:
        work.line(line)
    ctx.fewest, ctx.seats = ctx.players
    head = clause(name, node.cite, node.name.span)
    return game.Example(name, seats, bool(work.given), tuple(work.given), tuple(work.lines), head)


@define
class _Example:
    ctx: Context
    clauses: frozenset[str]
    scripts: Sequence[Script]
    began: Span | None = None
    late: bool = False
    given: list[game.Given] = field(factory=list)
    lines: list[game.Line] = field(factory=list)

    def line(self, line: tree.ExampleLine) -> None:
        if self.began is None and not isinstance(line, tree.Given):
            self.began = line.span
        match line:
            case tree.Given(facts=facts):
                if self.began is not None:
                    if not self.late:
                        self.ctx.report(errors.given_too_late(line.span, self.began))
                    self.late = True
                    return
                for fact in facts:
                    self.fact(fact)
            case tree.WhenPhase(call=call):
                args = self.phase(call)
                if args is not None:
                    self.lines.append(game.RunPhase(call.name.text, args, Origin(line.span)))
            case tree.Play():
                play = self.play(line.actor, line.call)
                if play is not None:
                    self.lines.append(play)
            case tree.Expect():
                self.expect(line, ())
            case tree.Under(chosen=chosen, expects=expects):
                readings = chosen_readings(self.ctx, chosen)
                for each in expects:
                    self.expect(each, readings)

    # ---- WHAT IS GIVEN

    def fact(self, fact: tree.Fact) -> None:
        match fact:
            case tree.FactPlayers():
                pass  # known before everything else
            case tree.FactPhase(call=call, inside=inside):
                args = self.phase(call)
                entered = [self.entered(inner, outer) for inner, outer in pairwise((call, *inside))]
                if args is not None:
                    below = tuple(each for each in entered if each is not None)
                    self.given.append(game.PutPhase(call.name.text, args, below))
            case tree.FactAny():
                self.any_piece(fact)
            case tree.FactExpr(condition=condition):
                self.stated(condition)

    def entered(self, inner: tree.Call, outer: tree.Call) -> game.Entered | None:
        args = self.phase(outer)
        then = goes_on_at(self.ctx, self.scripts, inner.name.text, outer)
        return None if args is None or then is None else game.Entered(outer.name.text, args, then)

    def any_piece(self, fact: tree.FactAny) -> None:
        component = component_declared(self.ctx, fact.component)
        if component is None:
            return
        by_name = {each.name: each for each in component.fields}
        data = {each.name: first_of(self.ctx, each) for each in component.fields}
        for fixed in fact.fixed:
            if fixed.name.text not in by_name:
                owner = f"a `{component.name}`"
                self.ctx.report(errors.unknown_field(owner, fixed.name.text, fixed.name.span, tuple(by_name)))
                continue
            data[fixed.name.text] = fixed_datum(self.ctx, fixed, by_name[fixed.name.text])
        where = place(self.ctx, Scope(), fact.place, component.name)
        if where is not None:
            number = sum(isinstance(g, game.PutPiece) and isinstance(g.piece, game.NewPiece) for g in self.given)
            piece = game.NewPiece(component.name, tuple(data.values()), f"a {component.name} {number + 1}")
            self.given.append(game.PutPiece(piece, where))

    def stated(self, node: tree.Expr) -> None:
        match node:
            case tree.Member(negated=False, item=item, domain=domain):
                self.put(item, domain, node)
            case tree.Compare(op="=" | "is"):
                condition = truth(self.ctx, Scope(), node)
                match condition:
                    case Equal(left=ReadVariable(name=name, key=key, domain=wanted), right=_):
                        value = of_domain(self.ctx, Scope(), node.right, wanted)
                        if value is not None:
                            self.given.append(game.PutVariable(name, key, value))
                    case Equal(left=TokensOn(token=token, holder=holder, key=key), right=amount):
                        self.given.append(game.PutTokens(token, holder, key, amount))
                    case None:
                        pass
                    case _:
                        self.given.append(game.MustHold(condition))
            case _:
                condition = truth(self.ctx, Scope(), node)
                if condition is not None:
                    self.given.append(game.MustHold(condition))

    def put(self, item: tree.Expr, domain: tree.Expr, node: tree.Expr) -> None:
        zone = elaborate(self.ctx, Scope(), domain)
        if zone is None:
            return
        if not isinstance(zone, Contents):
            self.ctx.report(errors.bad_given(node.span))
            return
        wanted = Piece(zone.component)
        where = place(self.ctx, Scope(), domain, zone.component)
        items = item.items if isinstance(item, tree.SetLit) else (item,)
        for each in items:
            piece = of_domain(self.ctx, Scope(), each, wanted)
            if piece is not None and where is not None:
                self.given.append(game.PutPiece(piece, where))

    # ---- WHAT HAPPENS

    def phase(self, call: tree.Call) -> tuple[Expr, ...] | None:
        signature = self.ctx.phase(call.name)
        if signature is None:
            return None
        return arguments(self.ctx, Scope(), call, tuple(p.domain for p in signature.params), elaborate)

    def play(self, actor: tree.Actor, call: tree.Call) -> game.Play | None:
        word = call.name.text
        if word not in self.ctx.choices:
            if word not in self.ctx.symbols.actions:
                known = tuple(self.ctx.symbols.actions)
                self.ctx.report(name_errors.unknown_name("action", word, call.name.span, known))
            return None
        args = arguments(self.ctx, Scope(), call, self.ctx.choices[word], elaborate)
        if isinstance(actor.who, int) and not 1 <= actor.who <= self.ctx.seats:
            found, wanted = f"player {actor.who}", f"one of {self.ctx.seats} players"
            self.ctx.report(errors.never_fits(found, wanted, actor.span))
            return None
        who = actor.who - 1 if isinstance(actor.who, int) else actor.who
        return None if args is None else game.Play(who, word, args, Origin(call.span))

    # ---- WHAT IS EXPECTED

    def expect(self, line: tree.Expect, under: tuple[tuple[str, str], ...]) -> None:
        for each in line.expectations:
            origin = Origin(each.span)
            match each:
                case tree.ExpectHolds(condition=condition, by=by):
                    test = truth(self.ctx, Scope(), condition)
                    if test is not None:
                        path = None if by is None else self.decided_by(test, by)
                        self.lines.append(game.Expect("holds", test, None, path, under, origin))
                case tree.ExpectFault(condition=condition):
                    test = elaborate(self.ctx, Scope(), condition)
                    if test is not None:
                        self.lines.append(game.Expect("fault", test, None, None, under, origin))
                case tree.ExpectIllegal(actor=actor, call=call, because=because):
                    play = self.play(actor, call)
                    if play is not None:
                        begins = self.ctx.begins.get(play.action, "")
                        bars = (bar.clause.path for bar in self.ctx.bars.get(begins, ()))
                        path = None if because is None else self.clause_of(play.action, because, bars)
                        self.lines.append(game.Expect("illegal", None, play, path, under, origin))
                case tree.ExpectLegal(actor=actor, call=call):
                    play = self.play(actor, call)
                    if play is not None:
                        self.lines.append(game.Expect("legal", None, play, None, under, origin))
                case tree.ExpectChance():
                    self.chance(each, under)
                case tree.ExpectOver():
                    self.lines.append(game.Expect("over", None, None, None, under, origin))
                case tree.ExpectScores(scores=scores):
                    if len(scores) != self.ctx.seats:
                        found, wanted = f"a list of {len(scores)} scores", f"one for each of {self.ctx.seats} players"
                        self.ctx.report(errors.never_fits(found, wanted, each.span))
                    numbers = tuple(one.value for one in scores)
                    self.lines.append(game.Expect("scores", None, None, None, under, origin, numbers=numbers))
                case tree.ExpectWinners(winners=winners):
                    seats = tuple(self.seat(one) for one in winners)
                    self.lines.append(game.Expect("winners", None, None, None, under, origin, numbers=seats))
                case tree.ExpectSeen():
                    self.sight(each, under)
                case _:
                    assert_never(each)

    def seat(self, number: tree.IntLit) -> int:
        if not 1 <= number.value <= self.ctx.seats:
            found, wanted = f"player {number.value}", f"one of {self.ctx.seats} players"
            self.ctx.report(errors.never_fits(found, wanted, number.span))
        return number.value - 1

    def sight(self, node: tree.ExpectSeen, under: tuple[tuple[str, str], ...]) -> None:
        viewer = self.seat(node.viewer)
        found = elaborate(self.ctx, Scope(), node.of)
        if isinstance(found, Contents | ReadVariable):
            what: Literal["seen", "unseen"] = "unseen" if node.negated else "seen"
            self.lines.append(game.Expect(what, found, None, None, under, Origin(node.span), numbers=(viewer,)))
        elif found is not None:
            self.ctx.report(errors.nothing_to_see(node.of.span))

    def chance(self, node: tree.ExpectChance, under: tuple[tuple[str, str], ...]) -> None:
        whole = 1 if node.denominator is None else node.denominator
        if not 0 <= node.numerator <= whole or not whole:
            written = f"{node.numerator}" if node.denominator is None else f"{node.numerator}/{whole}"
            self.ctx.report(errors.no_chance(written, node.span))
        test = truth(self.ctx, Scope(), node.condition)
        if test is not None:
            self.lines.append(
                game.Expect("chance", test, None, None, under, Origin(node.span), (node.numerator, whole))
            )

    def decided_by(self, condition: Expr, by: tree.Name) -> str | None:
        outermost = next((each for each in walk(condition) if isinstance(each, CallValue)), None)
        if outermost is None:
            self.ctx.report(errors.nothing_decides(by.span))
            return None
        return self.clause_of(outermost.name, by)

    def clause_of(self, owner: str, word: tree.Name, others: Iterable[str] = ()) -> str | None:
        """The path of a clause of an owner, or among `others`."""
        stem = f"{owner}."
        known = {each.rpartition(".")[2]: each for each in others}
        known |= {each.removeprefix(stem): each for each in self.clauses if each.startswith(stem)}
        if word.text not in known:
            self.ctx.report(errors.unknown_clause(owner, word.text, word.span, tuple(known)))
        return known.get(word.text)
