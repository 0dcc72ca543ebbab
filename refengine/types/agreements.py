"""Agreements of an example: the readings and options under which the whole of it is decided."""

from __future__ import annotations

from attrs import define, field

from refengine.ir import game
from refengine.ir.configuration import COUNTED
from refengine.ir.domain import TRUTH, Count
from refengine.ir.expressions import Expr, Member, Number, TruthLiteral
from refengine.resolve import errors as name_errors
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors, example_errors
from refengine.types.context import Context, Scope
from refengine.types.expressions import of_domain
from refengine.types.readings import chosen_readings


@define
class AgreedChoices:
    """Readings and options as they are written, and the place at which each was agreed on."""

    readings: dict[str, str] = field(factory=dict)
    options: dict[str, str] = field(factory=dict)
    places: dict[str, Span] = field(factory=dict)

    @classmethod
    def of(cls, base: game.Example | None) -> AgreedChoices:
        """Returns the agreements of the example as which another begins; none, if it begins as none."""
        if base is None:
            return cls()
        place = (base.position or base.clause).origin.span
        named = (*dict(base.readings), *dict(base.options))
        return cls(dict(base.readings), dict(base.options), {} if place is None else dict.fromkeys(named, place))

    def takes(self, ctx: Context, fact: tree.Expr) -> bool:
        """Returns whether a fact that is given says what was agreed on: a reading, or the value of an option."""
        match fact:
            case tree.Compare(op="=" | "is", left=tree.NameRef(name=name)):
                return self._said(ctx, name, fact.right)
            case tree.NameRef(name=name) if _is_truth(ctx, name):
                self._choose(ctx, name, "true")
                return True
            case tree.Not(inner=tree.NameRef(name=name)) if _is_truth(ctx, name):
                self._choose(ctx, name, "false")
                return True
            case _:
                return False

    def others(self, ctx: Context, chosen: tuple[tree.Chosen, ...]) -> tuple[tuple[str, str], ...]:
        """Returns the readings that `under` chooses beside what is given; one for an answered question is told."""
        for each in chosen:
            first = self.places.get(each.question.text)
            if first is not None and each.question.text in self.readings:
                ctx.report(name_errors.answered_twice(each.question.text, each.question.span, first))
        return chosen_readings(ctx, chosen)

    def _said(self, ctx: Context, name: tree.Name, value: tree.Expr) -> bool:
        match ctx.symbols.lookup(name.text), value:
            case tree.Question(), tree.NameRef(name=reading) if reading.text != name.text:
                found = chosen_readings(ctx, (tree.Chosen(name, reading, name.span.to(reading.span)),))
                if name.text in self.places:
                    ctx.report(name_errors.answered_twice(name.text, name.span, self.places[name.text]))
                self.readings.update(found)
                self.places.setdefault(name.text, name.span)
                return True
            case tree.Option(), _:
                option = ctx.options.get(name.text)
                made = None if option is None else of_domain(ctx, Scope(), value, option.domain)
                written = None if made is None else _written(ctx, made)
                if made is not None and written is None:
                    return False  # a comparison with what is worked out can only be checked
                if written is not None:
                    self._choose(ctx, name, written)
                    if option is not None and option.domain == Count() and int(written) >= COUNTED:
                        hint = "write the number that the table agreed on, in fewer digits"
                        ctx.report(errors.never_fits(written, f"a number below {COUNTED}", value.span, hint))
                return True
            case _:
                return False

    def _choose(self, ctx: Context, name: tree.Name, value: str) -> None:
        ctx.used.add(name.text)
        if name.text in self.places:
            ctx.report(example_errors.given_twice(name.span, self.places[name.text]))
        self.options[name.text] = value
        self.places.setdefault(name.text, name.span)


def _is_truth(ctx: Context, name: tree.Name) -> bool:
    option = ctx.options.get(name.text)
    return option is not None and option.domain == TRUTH


def _written(ctx: Context, value: Expr) -> str | None:
    """Returns a value as it is written where a game is chosen; None for one that is worked out."""
    match value:
        case TruthLiteral(value=truth):
            return str(truth).lower()
        case Number(value=number):
            return str(number)
        case Member(kind=kind, index=index) if kind in ctx.kinds:
            return ctx.kinds[kind].members[index]
        case _:
            return None
