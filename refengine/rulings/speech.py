"""Speech: values, actions and conditions in sentences that a player understands, with the labels of the game.

What a value comes to is said by a sentence of the game's labels where there is one (`"takes: yes" = "{c} takes the
city"`), with its parameters and `{is}` in braces; elsewhere by its name and what it comes to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from attrs import frozen

from refengine.engine.codec import Codec
from refengine.ir import expressions as ir
from refengine.ir.domain import TRUTH, Domain, Enum, Option, Piece, Place, SetOf, Truth
from refengine.ir.expressions import Expr
from refengine.report.words import Words
from refengine.rulings.evaluation import Evaluation, Locals
from refengine.rulings.world import NOWHERE

RELATED = ": holds"
"""The end of the name of the field that keeps a relation."""

SLOT = re.compile(r"\{(\w+)\}")


@frozen
class Speech:
    """Speech about one game in the words of a reader."""

    words: Words
    codec: Codec

    # ---- NAMES

    def name(self, word: str) -> str:
        """Returns the label of a name, else the name with spaces for underscores."""
        return self.words.name(word) if self.words.has_label(word) else word.replace("_", " ")

    def clause(self, path: str) -> str:
        """Returns the label of a clause, else the last part of its path with spaces."""
        if self.words.has_label(path):
            return self.words.name(path)
        owner, _, last = path.rpartition(".")
        return self.name(owner) if last == "normally" else last.replace("_", " ")

    def value(self, domain: Domain, value: Any) -> str:
        """Returns a value as the engine holds it, in words."""
        match domain:
            case Enum(kind="player"):
                return f"player {value + 1}"
            case Option(inner=inner):
                if value is None:
                    return "nobody" if inner == Enum("player") else "nothing"
                return self.value(inner, value)
            case Place():
                return self.place(value.zone, value.key)
            case SetOf(inner=inner):
                return listed([self.value(inner, each) for each in value]) if value else "none"
            case Piece():
                return self.piece(self.codec.public(domain, value))
            case _:
                return self._public(self.codec.public(domain, value))

    def place(self, zone: str, key: int) -> str:
        """Returns a zone, or a member of a family, in words."""
        info = next(each for each in self.codec.description.zones if each.name == zone)
        if info.index is None:
            return self.name(zone)
        whose = f"player {key + 1}" if info.index == "player" else self.name(self.codec.key_name(info.index, key))
        return f"{self.name(zone)} of {whose}"

    def piece(self, public: Any) -> str:
        """Returns a piece in words: its name, or what is printed on it."""
        if isinstance(public, dict):
            fields = ", ".join(f"{self.name(name)} {self._public(each)}" for name, each in public["fields"].items())
            return f"{self.name(public['component'])} with {fields}"
        return self._public(public)

    def _public(self, public: Any) -> str:
        if isinstance(public, str):
            return self.words.name(public)
        return self.words.public(public)

    def action(self, actor: object, name: str, arguments: Iterable[tuple[Domain, Any]]) -> str:
        """Returns an action in words, its arguments as the engine holds them."""
        told = ", ".join(self.value(domain, value) for domain, value in arguments)
        called = self.name(name)
        who = f"player {actor}" if isinstance(actor, int) else str(actor)
        return f"{who}: {called}{' ' if told else ''}{told}"

    def move(self, actor: object, name: str, arguments: Iterable[Any]) -> str:
        """Returns an action in words, its arguments as names and numbers."""
        told = ", ".join(self._public(each) for each in arguments)
        who = f"player {actor}" if isinstance(actor, int) else str(actor)
        return f"{who}: {self.name(name)}{' ' if told else ''}{told}"

    # ---- SENTENCES

    def has_sentence(self, name: str) -> bool:
        """Whether the labels have a sentence for a value that is a truth."""
        return self.words.has_label(f"{name}: yes")

    def comes_to(self, evaluation: Evaluation, name: str, arguments: tuple[Any, ...], result: Any) -> str:
        """Returns the sentence that a value comes to this."""
        value = evaluation.world.values[name]
        said = {each.name: self.value(each.domain, one) for each, one in zip(value.params, arguments, strict=True)}
        told = self.value(value.domain, result)
        if value.domain == TRUTH:
            for key, form in ((f"{name}: {'yes' if result else 'no'}", "{}"), (f"{name}: yes", "it is not so that {}")):
                if self.words.has_label(key):
                    return form.format(_filled(self.words.name(key), {**said, "is": told}))
            return f"{self.called(name, said.values())}: {told}"
        for key in (f"{name}: {'none' if result is None else 'is'}", f"{name}: is"):
            if self.words.has_label(key):
                return _filled(self.words.name(key), {**said, "is": told})
        return f"{self.called(name, said.values())} is {told}"

    def called(self, name: str, arguments: Iterable[str]) -> str:
        """Returns a call of a value in words, as in `force of Red 9`."""
        told = ", ".join(arguments)
        return f"{self.name(name)} of {told}" if told else self.name(name)

    def condition(self, evaluation: Evaluation, expr: Expr, told: Locals, *, holds: bool) -> str | None:
        """Returns the sentence that a condition, which joins no others, holds or does not; None if there is none."""
        at = NOWHERE
        match expr:
            case ir.Equal(left=left, right=right):
                if isinstance(left, ir.Nothing) or _is_literal(left):
                    left, right = right, left
                said = self.noun(evaluation, left, told)
                if holds:
                    return f"{said} is {self.noun(evaluation, right, told)}"
                found = self.value(left.domain, evaluation.value(left, told, at))
                wanted = self.noun(evaluation, right, told)
                return f"{said} is not {wanted}" if found == said else f"{said} is {found}, not {wanted}"
            case ir.Less(left=left, right=right, strict=strict):
                one, other = self.measured(evaluation, left, told), self.measured(evaluation, right, told)
                worked_out = isinstance(right, ir.CallValue) and not isinstance(left, ir.CallValue)
                if _is_literal(left) or worked_out:  # the one that is asked about comes first
                    return f"{other} is {_compared(strict=strict, holds=holds, turned=True)} {one}"
                return f"{one} is {_compared(strict=strict, holds=holds, turned=False)} {other}"
            case ir.Contains(item=item, set=members):
                said = self.noun(evaluation, item, told)
                among = self.noun(evaluation, members, told)
                if isinstance(members, ir.Contents):
                    return f"{said} {'lies' if holds else 'does not lie'} in {among}"
                shown = self.measured(evaluation, item, told)
                return f"{shown} is {'' if holds else 'not '}among {among}"
            case ir.InRange(item=item, low=low, high=high):
                ends = f"{self.noun(evaluation, low, told)} to {self.noun(evaluation, high, told)}"
                return f"{self.measured(evaluation, item, told)} is {'' if holds else 'not '}in {ends}"
            case ir.FieldOf(of=of, field=field, key=key) if key is not None and field.endswith(RELATED):
                one, other = self.noun(evaluation, of, told), self.noun(evaluation, key, told)
                named = self.name(field.removesuffix(RELATED))
                return f"{one} has {'a' if holds else 'no'} {named} with {other}"
            case ir.ReadVariable(domain=Truth()) | ir.FieldOf(domain=Truth()):
                return f"{self.noun(evaluation, expr, told)} is {'so' if holds else 'not so'}"
            case ir.IsEmpty(set=members):
                found = evaluation.value(members, told, at)
                noun = self.noun(evaluation, members, told)
                return f"{noun} is empty" if holds else f"{noun} holds {self.value(members.domain, found)}"
            case _:
                return None

    def noun(self, evaluation: Evaluation, expr: Expr, told: Locals) -> str:
        """Returns what an expression is, by name where it has one, else by what it comes to."""
        match expr:
            case ir.FieldOf(of=of, field=field, key=key) if ": " not in field:
                at = f" for {self.noun(evaluation, key, told)}" if key is not None else ""
                return f"{self.name(field)} of {self.noun(evaluation, of, told)}{at}"
            case ir.CallValue(name=name, args=args):
                return self.called(name, [self.noun(evaluation, each, told) for each in args])
            case ir.ReadVariable(name=name, key=key) if " " not in name:
                return self.name(name) if key is None else f"{self.name(name)} of {self.noun(evaluation, key, told)}"
            case ir.Contents(zone=zone, key=key):
                return self.name(zone) if key is None else f"{self.name(zone)} of {self.noun(evaluation, key, told)}"
            case ir.Narrow(inner=inner) | ir.Unwrap(inner=inner) | ir.NonZero(inner=inner) | ir.Among(inner=inner):
                return self.noun(evaluation, inner, told)
            case ir.HowMany(binding=ir.Binding(domain=ir.AllMembers(of=Enum(kind=kind)), condition=condition)) if (
                condition == ir.TruthLiteral(value=True)
            ):
                return f"the number of {self.name(kind)}s"
            case ir.HowMany(binding=ir.Binding(domain=ir.Contents() as where)):
                return f"the number of those in {self.noun(evaluation, where, told)}"
            case ir.Arith(op="+" | "-" as op, left=left, right=right):
                return f"{self.noun(evaluation, left, told)} {op} {self.noun(evaluation, right, told)}"
            case _:
                return self.value(expr.domain, evaluation.value(expr, told, NOWHERE))

    def measured(self, evaluation: Evaluation, expr: Expr, told: Locals) -> str:
        """Returns what an expression is, with what it comes to in brackets where that says more."""
        noun = self.noun(evaluation, expr, told)
        found = self.value(expr.domain, evaluation.value(expr, told, NOWHERE))
        return noun if noun == found else f"{noun} ({found})"


def _is_literal(expr: Expr) -> bool:
    return isinstance(expr, ir.Number | ir.Member | ir.TruthLiteral | ir.Printed)


def _compared(*, strict: bool, holds: bool, turned: bool) -> str:
    """Returns how two numbers compare in words: `a < b` that holds or does not, from the side of b if `turned`."""
    less = strict == holds  # `a < b`, or not `a <= b`: else a boundary belongs to it
    if holds != turned:
        return "less than" if less else "at most"
    return "more than" if less else "at least"


def _filled(form: str, said: dict[str, str]) -> str:
    return SLOT.sub(lambda match: said.get(match[1], match[0]), form)


def listed(parts: list[str]) -> str:
    """Returns parts as people list them: with commas, and `and` before the last."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
