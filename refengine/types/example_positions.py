"""The position that an example gives: what lies where, what variables say, the phase, and what has to hold there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

from attrs import define, field

from refengine.ir import game
from refengine.ir.control import Script
from refengine.ir.domain import Piece
from refengine.ir.expressions import Contents, Equal, Expr, Origin, ReadVariable, TokensOn
from refengine.ir.open_cells import PutOpen
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import control_errors, errors, example_errors, turn_errors
from refengine.types.agreements import AgreedChoices
from refengine.types.calls import arguments
from refengine.types.context import Context, Scope
from refengine.types.datum import first_of, fixed_datum
from refengine.types.effects import Cell, Reads
from refengine.types.expressions import elaborate, of_domain, truth
from refengine.types.phases_below import goes_on_at, misfits
from refengine.types.pictures import picture_facts
from refengine.types.statements import place
from refengine.types.table import component_declared
from refengine.types.turns import MovedPiece, turn_laid


def phase_arguments(ctx: Context, call: tree.Call) -> tuple[Expr, ...] | None:
    """Returns what a phase is told; None, and a report of it, for what is no phase or cannot be told that."""
    signature = ctx.phase(call.name)
    if signature is None:
        return None
    return arguments(ctx, Scope(), call, tuple(p.domain for p in signature.params), elaborate)


@define
class Position:
    """A position that is being given, fact by fact, and what players have agreed on there."""

    ctx: Context
    scripts: Sequence[Script]
    agreed: AgreedChoices
    reads: Reads
    facts: list[game.Given] = field(factory=list)
    places: list[Span] = field(factory=list)
    """Where each of the facts is said."""
    told: dict[Expr, Span] = field(factory=dict)

    def line(self, line: tree.Given | tree.Picture) -> None:
        """Takes the facts of a line, or a board that is drawn."""
        if isinstance(line, tree.Picture):
            self.facts.extend(picture_facts(self.ctx, line))
            self.places += [line.span] * (len(self.facts) - len(self.places))
            return
        for each in line.facts:
            self._fact(each)
            self.places += [each.span] * (len(self.facts) - len(self.places))

    def check(self) -> None:
        """Reports the facts that read what others give: each is worked out as if nothing had been given."""
        given = [self._gives(each) for each in self.facts]
        for number, (fact, span) in enumerate(zip(self.facts, self.places, strict=True)):
            read = self.reads.of(_worked_out(fact))
            others = (each for at, each in enumerate(given) if at != number)
            for _, name in sorted(read.intersection(chain.from_iterable(others)) if read else ())[:1]:
                self.ctx.report(example_errors.given_by_position(name, span))

    def _gives(self, fact: game.Given) -> frozenset[Cell]:
        """Returns the cells that are no more as at the start by a fact."""
        match fact:
            case game.PutVariable(name=name):
                return frozenset({("variable", name)})
            case game.PutTokens(token=token):
                return frozenset({("token", token)})
            case game.PutPiece(place=where) | PutOpen(place=where):
                zones = self.reads.places_in(where)
                held = {each.component for each in self.ctx.zones.values() if each.name in zones}
                starts = {self.ctx.components[each].starts_in for each in held if each in self.ctx.components}
                return frozenset(("zone", each) for each in zones | starts)
            case game.PutPhase() | game.MustHold():
                return frozenset()

    def _fact(self, fact: tree.Fact) -> None:
        match fact:
            case tree.FactPlayers():
                pass  # known before everything else
            case tree.FactPhase(call=call, inside=inside):
                args = phase_arguments(self.ctx, call)
                told = [args, *(phase_arguments(self.ctx, each) for each in inside)]
                entered = [self._entered(*pair) for pair in pairwise(zip((call, *inside), told, strict=True))]
                if args is not None:
                    below = tuple(each for each in entered if each is not None)
                    self.facts.append(game.PutPhase(call.name.text, args, below))
            case tree.FactAny():
                self._any_piece(fact)
            case tree.FactExpr():
                if fact.turned is not None or not self.agreed.takes(self.ctx, fact.condition):
                    self._stated(fact.condition, fact.turned)

    def _entered(
        self, inner: tuple[tree.Call, tuple[Expr, ...] | None], outer: tuple[tree.Call, tuple[Expr, ...] | None]
    ) -> game.Entered | None:
        (call, told), (around, args) = inner, outer
        then = goes_on_at(self.ctx, self.scripts, call.name.text, around)
        if told is None or args is None or then is None:
            return None
        for number in misfits(self.ctx, self.scripts, (call.name.text, told), (around.name.text, args)):
            self.ctx.report(
                control_errors.told_otherwise(call.name.text, around.name.text, call.args[number].span, around.span)
            )
        return game.Entered(around.name.text, args, then)

    def _unsaid(self, component: game.Component, field: game.Field) -> game.Datum:
        """Returns the value of a made-up piece where nothing is said: a default of a module, or the first there is."""
        node = self.ctx.symbols.lookup(component.name)
        nodes = node.fields if isinstance(node, tree.Component) else ()
        given = next((each.default for each in nodes if each.name.text == field.name), None)
        return first_of(self.ctx, field) if given is None else fixed_datum(self.ctx, given, field)

    def _any_piece(self, fact: tree.FactAny) -> None:
        component = component_declared(self.ctx, fact.component)
        if component is None:
            return
        by_name = {each.name: each for each in component.fields}
        data = {each.name: self._unsaid(component, each) for each in component.fields}
        for fixed in fact.fixed:
            if fixed.name.text not in by_name:
                owner = f"a `{component.name}`"
                self.ctx.report(errors.unknown_field(owner, fixed.name.text, fixed.name.span, tuple(by_name)))
                continue
            data[fixed.name.text] = fixed_datum(self.ctx, fixed, by_name[fixed.name.text])
        where = place(self.ctx, Scope(), fact.place, component.name)
        turned, good = turn_laid(
            self.ctx, Scope(), MovedPiece(component.name, where, fact.place.span), fact.turned, elaborate
        )
        if where is not None and good:
            number = sum(isinstance(g, game.PutPiece) and isinstance(g.piece, game.NewPiece) for g in self.facts)
            piece = game.NewPiece(component.name, tuple(data.values()), f"a {component.name} {number + 1}")
            self.facts.append(game.PutPiece(piece, where, turned))

    def _stated(self, node: tree.Expr, turned: tree.Expr | None) -> None:
        match node:
            case tree.Member(negated=False):
                self._put(node.item, node.domain, node, turned)
            case _ if turned is not None:
                self.ctx.report(turn_errors.said_for_nothing(turned.span, ()))
            case tree.Compare(op="=" | "is"):
                condition = truth(self.ctx, Scope(), node)
                match condition:
                    case Equal(left=ReadVariable(name=name, key=key, domain=wanted) as told, right=_):
                        value = of_domain(self.ctx, Scope(), node.right, wanted)
                        self._once(told, node.left.span)
                        if value is not None:
                            self.facts.append(game.PutVariable(name, key, value))
                    case Equal(left=TokensOn(token=token, holder=holder, key=key) as told):
                        self._once(told, node.left.span)
                        self.facts.append(game.PutTokens(token, holder, key, condition.right))
                    case None:
                        pass
                    case _:
                        self.facts.append(game.MustHold(condition, Origin(node.span)))
            case _:
                condition = truth(self.ctx, Scope(), node)
                if condition is not None:
                    self.facts.append(game.MustHold(condition, Origin(node.span)))

    def _once(self, told: Expr, span: Span) -> None:
        first = self.told.setdefault(told, span)
        if first is not span:
            self.ctx.report(example_errors.given_twice(span, first))

    def _put(self, item: tree.Expr, domain: tree.Expr, node: tree.Expr, turned: tree.Expr | None) -> None:
        zone = elaborate(self.ctx, Scope(), domain)
        if zone is None:
            return
        if not isinstance(zone, Contents):
            self.ctx.report(example_errors.bad_given(node.span))
            return
        wanted = Piece(zone.component)
        where = place(self.ctx, Scope(), domain, zone.component)
        by, good = turn_laid(self.ctx, Scope(), MovedPiece(zone.component, where, domain.span), turned, elaborate)
        items = item.items if isinstance(item, tree.SetLit) else (item,)
        for each in items:
            piece = of_domain(self.ctx, Scope(), each, wanted)
            if piece is not None and where is not None and good:
                self.facts.append(game.PutPiece(piece, where, by))


def _worked_out(fact: game.Given) -> tuple[object, ...]:
    """Returns what is worked out of a fact, but for `x = x`, by which a dispute leaves something open."""
    match fact:
        case game.MustHold():
            return ()
        case game.PutVariable(name=name, key=key, value=ReadVariable(name=same, key=other)) if name == same:
            return (key,) if key == other else (fact,)
        case game.PutTokens(token=token, key=key, amount=TokensOn(token=same, key=other)) if token == same:
            return (key,) if key == other else (fact,)
        case _:
            return (fact,)
