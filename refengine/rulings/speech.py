"""Speech: values, actions and conditions in sentences that a player understands, with the labels of the game.

What a value comes to is said by a sentence of the game's labels where there is one (`"takes: yes" = "{c} takes the
city"`), with its parameters and `{is}` in braces; elsewhere by its name and what it comes to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import TRUTH, Domain, Enum, Option, Piece, Place, SetOf, Truth
from refengine.ir.expressions import Expr
from refengine.report.phrases import Phrase, form_of
from refengine.report.sentences import Sentences
from refengine.report.words import Words
from refengine.rulings.evaluation import Evaluation, Locals
from refengine.rulings.world import NOWHERE
from refengine.runtime.codec import Codec

RELATED = ": holds"
"""The end of the name of the field that keeps a relation."""

SLOT = re.compile(r"\{(\w+)(?:: *(\w+))?\}")


class WorkedParameter(Protocol):
    """A parameter of something that is worked out."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def domain(self) -> Domain:
        """The domain of what it stands for."""


class Valued(WorkedParameter, Protocol):
    """A value of a game, as the IR or as the engine has it."""

    @property
    def params(self) -> Sequence[WorkedParameter]:
        """Its parameters."""


@frozen
class Speech:
    """Speech about one game in the words of a reader."""

    words: Words
    codec: Codec

    @property
    def sentences(self) -> Sentences:
        """The sentences of the reader's language."""
        return self.words.sentences

    def say(self, english: str, /, **said: object) -> str:
        """Returns a sentence in the reader's language."""
        return self.sentences.say(english, **said)

    # ---- NAMES

    def name(self, word: str) -> Phrase:
        """Returns the label of a name, else the name with spaces for underscores."""
        return self.words.name(word)

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
                return self.words.who(value + 1)
            case Option(inner=inner):
                if value is None:
                    return self.say("nobody") if inner == Enum("player") else self.say("nothing")
                return self.value(inner, value)
            case Place():
                return self.place(value.zone, value.key)
            case SetOf(inner=inner):
                return self.listed([self.value(inner, each) for each in value]) if value else self.say("none")
            case Piece():
                return self.piece(self.codec.public(domain, value))
            case _:
                return self.words.public(self.codec.public(domain, value))

    def listed(self, parts: Sequence[str]) -> str:
        """Returns parts as people list them."""
        return self.sentences.listed(parts)

    def place(self, zone: str, key: Any) -> Phrase:
        """Returns a zone, or a member of a family, in words."""
        info = next(each for each in self.codec.description.zones if each.name == zone)
        if info.index is None:
            return self.name(zone)
        player = info.index == "player"
        return self.of(
            self.name(zone), self.words.who(key + 1) if player else self.name(self.codec.key_name(info.index, key))
        )

    def of(self, what: str, whose: str) -> Phrase:
        """Returns what belongs to something, as in `force of Red 9`."""
        return self.sentences.phrase("{what} of {whose}", what=what, whose=whose)

    def piece(self, public: Any) -> str:
        """Returns a piece in words: its name, or what is printed on it."""
        return self.words.public(public)

    def action(self, actor: object, name: str, arguments: Iterable[tuple[Domain, Any]]) -> str:
        """Returns an action in words, its arguments as the engine holds them."""
        told = ", ".join(self.value(domain, value) for domain, value in arguments)
        return f"{self.words.who(actor)}: {self.words.acted(self.name(name), told)}"

    def move(self, actor: object, name: str, arguments: Iterable[Any]) -> str:
        """Returns an action in words, its arguments as names and numbers."""
        return f"{self.words.who(actor)}: {self.deed(name, arguments)}"

    def deed(self, name: str, arguments: Iterable[Any]) -> str:
        """Returns an action in words without who takes it."""
        return self.words.acted(self.name(name), ", ".join(self.words.public(each) for each in arguments))

    # ---- SENTENCES

    def has_sentence(self, name: str) -> bool:
        """Returns whether the labels have a sentence for a value or a variable that is a truth."""
        return self.words.has_label(f"{name}: yes")

    def so(self, name: str, *, holds: bool) -> str:
        """Returns the sentence that a variable is so, or is not; the labels have one."""
        key = f"{name}: {'yes' if holds else 'no'}"
        if self.words.has_label(key):
            return self.words.name(key)
        return self.say("it is not so that {so}", so=self.words.name(f"{name}: yes"))

    def comes_to(self, value: Valued, arguments: tuple[Any, ...], result: Any) -> str:
        """Returns the sentence that a value comes to this, of arguments as the engine holds them."""
        name = value.name
        said = {each.name: self.value(each.domain, one) for each, one in zip(value.params, arguments, strict=True)}
        told = self.value(value.domain, result)
        if value.domain == TRUTH:
            if self.words.has_label(f"{name}: {'yes' if result else 'no'}"):
                return _filled(self.words.name(f"{name}: {'yes' if result else 'no'}"), {**said, "is": told})
            if self.words.has_label(f"{name}: yes"):
                so = _filled(self.words.name(f"{name}: yes"), {**said, "is": told})
                return self.say("it is not so that {so}", so=so)
            return f"{self.called(name, list(said.values()))}: {told}"
        for key in (f"{name}: {'none' if result is None else 'is'}", f"{name}: is"):
            if self.words.has_label(key):
                return _filled(self.words.name(key), {**said, "is": told})
        return self.say("{one} is {other}", one=self.called(name, list(said.values())), other=told)

    def called(self, name: str, arguments: Sequence[str]) -> Phrase:
        """Returns a call of a value in words, as in `force of Red 9`."""
        if not arguments:
            return self.name(name)
        return self.of(self.name(name), arguments[0] if len(arguments) == 1 else ", ".join(arguments))

    def condition(self, evaluation: Evaluation, expr: Expr, told: Locals, *, holds: bool) -> str | None:
        """Returns the sentence that a condition, which joins no others, holds or does not; None if there is none."""
        at, say = NOWHERE, self.say
        match expr:
            case ir.Equal(left=left, right=right):
                if isinstance(left, ir.Nothing) or _is_literal(left):
                    left, right = right, left
                if isinstance(left, ir.Local) and isinstance(right, ir.Nothing):  # else something would be nothing
                    found = self.value(left.domain, evaluation.value(left, told, at))
                    return say("{one} is {other}", one=self.name(left.name.partition("~")[0]), other=found)
                said = self.noun(evaluation, left, told)
                wanted = self.noun(evaluation, right, told)
                if holds:
                    return say("{one} is {other}", one=said, other=wanted)
                found = self.value(left.domain, evaluation.value(left, told, at))
                if found == said:
                    return say("{one} is not {other}", one=said, other=wanted)
                return say("{one} is {found}, not {wanted}", one=said, found=found, wanted=wanted)
            case ir.Less(strict=strict):
                one, other = self.measured(evaluation, expr.left, told), self.measured(evaluation, expr.right, told)
                told_last = _told_first(expr.right) and not _told_first(expr.left)
                turned = _is_literal(expr.left) or told_last
                if turned:  # the one that is asked about comes first
                    one, other = other, one
                return self._compared(one, other, strict=strict, holds=holds, turned=turned)
            case ir.Contains():
                said = self.noun(evaluation, expr.item, told)
                among = self.noun(evaluation, expr.set, told)
                if isinstance(expr.set, ir.Contents):
                    form = say("{what} lies in {place}", what=said, place=among)
                    return form if holds else say("{what} does not lie in {place}", what=said, place=among)
                shown = self.measured(evaluation, expr.item, told)
                form = say("{what} is among {these}", what=shown, these=among)
                return form if holds else say("{what} is not among {these}", what=shown, these=among)
            case ir.InRange():
                said = self.measured(evaluation, expr.item, told)
                ends = {"low": self.noun(evaluation, expr.low, told), "high": self.noun(evaluation, expr.high, told)}
                if holds:
                    return say("{what} is in {low} to {high}", what=said, **ends)
                return say("{what} is not in {low} to {high}", what=said, **ends)
            case ir.FieldOf(field=field) if expr.key is not None and field.endswith(RELATED):
                one, other = self.noun(evaluation, expr.of, told), self.noun(evaluation, expr.key, told)
                named = self.name(field.removesuffix(RELATED))
                if holds:
                    return say("{one} has a {relation} with {other}", one=one, relation=named, other=other)
                return say("{one} has no {relation} with {other}", one=one, relation=named, other=other)
            case ir.ReadVariable(name=name, domain=Truth()) if expr.key is None and self.has_sentence(name):
                return self.so(name, holds=holds)
            case ir.ReadVariable(domain=Truth()) | ir.FieldOf(domain=Truth()):
                said = self.noun(evaluation, expr, told)
                return say("{what} is so", what=said) if holds else say("{what} is not so", what=said)
            case ir.IsEmpty():
                found = evaluation.value(expr.set, told, at)
                noun = self.noun(evaluation, expr.set, told)
                if holds:
                    return say("{what} is empty", what=noun)
                return say("{what} holds {these}", what=noun, these=self.value(expr.set.domain, found))
            case _:
                return None

    def noun(self, evaluation: Evaluation, expr: Expr, told: Locals) -> str:
        """Returns what an expression is, by name where it has one, else by what it comes to."""
        phrase = self.sentences.phrase
        match expr:
            case ir.FieldOf(field=field) if ": " not in field:
                said = self.of(self.name(field), self.noun(evaluation, expr.of, told))
                return said if expr.key is None else phrase(
                    "{what} for {whom}", what=said, whom=self.noun(evaluation, expr.key, told)
                )  # fmt: skip
            case ir.CallValue(name=name, args=args):
                return self.called(name, [self.noun(evaluation, each, told) for each in args])
            case ir.ReadVariable(name=name) if " " not in name:
                return (
                    self.name(name)
                    if expr.key is None
                    else self.of(self.name(name), self.noun(evaluation, expr.key, told))
                )
            case ir.Configured(what="question" | "option", name=name) if expr.domain != TRUTH:
                return self.name(name)
            case ir.TokensOn(token=token):
                on = {"token": self.name(token), "holder": self.noun(evaluation, expr.key, told)}
                return phrase("the number of {token} on {holder}", **on)
            case ir.Contents(zone=zone):
                return (
                    self.name(zone)
                    if expr.key is None
                    else self.of(self.name(zone), self.noun(evaluation, expr.key, told))
                )
            case ir.Narrow() | ir.Unwrap() | ir.NonZero() | ir.Among():
                return self.noun(evaluation, expr.inner, told)
            case ir.HowMany(binding=ir.Binding(domain=ir.AllMembers(of=Enum(kind=kind)), condition=condition)) if (
                condition == ir.TruthLiteral(value=True)
            ):
                return phrase("the number of players") if kind == "player" else phrase(
                    "the number of {kind}s", kind=self.name(kind)
                )  # fmt: skip
            case ir.HowMany(binding=ir.Binding(domain=ir.Contents() as where)):
                return phrase("the number of those in {place}", place=self.noun(evaluation, where, told))
            case ir.Arith(op="+" | "-" as op):
                return f"{self.noun(evaluation, expr.left, told)} {op} {self.noun(evaluation, expr.right, told)}"
            case _:
                return self.value(expr.domain, evaluation.value(expr, told, NOWHERE))

    def measured(self, evaluation: Evaluation, expr: Expr, told: Locals) -> str:
        """Returns what an expression is, with what it comes to in brackets where that says more."""
        noun = self.noun(evaluation, expr, told)
        found = self.value(expr.domain, evaluation.value(expr, told, NOWHERE))
        return noun if noun == found else f"{noun} ({found})"

    def _compared(self, one: str, other: str, *, strict: bool, holds: bool, turned: bool) -> str:
        """Returns how two numbers compare in words: `a < b` that holds or does not, from the side of b if `turned`."""
        less = strict == holds  # `a < b`, or not `a <= b`: else a boundary belongs to it
        match holds != turned, less:
            case True, True:
                return self.say("{one} is less than {other}", one=one, other=other)
            case True, False:
                return self.say("{one} is at most {other}", one=one, other=other)
            case False, True:
                return self.say("{one} is more than {other}", one=one, other=other)
            case _:
                return self.say("{one} is at least {other}", one=one, other=other)


def _told_first(expr: Expr) -> bool:
    """Returns whether a number is what a comparison is about: what a value comes to, or what lies there."""
    while isinstance(expr, ir.Narrow):
        expr = expr.inner
    return isinstance(expr, ir.CallValue | ir.TokensOn)


def _is_literal(expr: Expr) -> bool:
    return isinstance(expr, ir.Number | ir.Member | ir.TruthLiteral | ir.Printed)


def _filled(form: str, said: Mapping[str, str]) -> str:
    """Returns a sentence of the labels; a name that has no form for the case that it asks for stays as it is."""

    def slot(match: re.Match[str]) -> str:
        text = said.get(match[1])
        if text is None:
            return match[0]
        return text if match[2] is None else form_of(text, match[2]) or text

    return SLOT.sub(slot, form)
