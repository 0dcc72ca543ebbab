"""Sentences for players: written in English where they are said, and in other languages in a catalogue.

A catalogue (`catalogues/LANGUAGE.po`, GNU gettext) translates each sentence. A slot may ask for a case, as in
`{whose:genitive}`; where a name has no such form, the translation under the context `plain` is said, which asks for
none. Under the name of a case stands what a phrase is in that case, for phrases that stand in other sentences.
Reference: GNU gettext manual, chapters 10 (PO files) and 11.2.6 (plural forms).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from refengine.report.phrases import Phrase, form_of
from refengine.resolve.labels import CASES
from refengine.source.later import later

if TYPE_CHECKING:
    from refengine.report.catalogue import catalogue_of
else:  # what is said in English needs none
    catalogue_of = later("refengine.report.catalogue", "catalogue_of")

PLAIN: Final = "plain"
"""The context of what is said where a name does not have the case that the sentence asks for."""

THOUSANDS: Final = "between thousands"
"""The context of what stands between the thousands of a number."""

DECIMAL: Final = "before decimals"
"""The context of what stands in front of the decimal places of a number."""

FAULT: Final = "fault"
"""The context of what a fault is, by its code."""

ENGLISH: Final = "en"


def sentence(english: str) -> str:
    """Marks a sentence for the catalogues where it is written, if it is said elsewhere; returns it."""
    return english


class _NoFormError(Exception):
    """A name does not have the case that a sentence asks for."""


class _Slots(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec not in CASES:
            return str(super().format_field(value, format_spec))
        form = form_of(value, format_spec)
        if form is None:
            raise _NoFormError
        return form


_SLOTS: Final = _Slots()


@frozen(eq=False)
class Sentences:
    """The sentences of a language; in one without a catalogue, and for what a catalogue lacks, the English ones."""

    _catalogue: NullTranslations = field(factory=NullTranslations)

    def say(self, english: str, /, **said: object) -> str:
        """Returns a sentence with its slots filled."""
        return self._filled(self._catalogue.gettext(english), self._catalogue.pgettext(PLAIN, english), said)

    def count(self, number: int, one: str, many: str, /, **said: object) -> str:
        """Returns a sentence about a number, which fills the slot `{n}`: `one` or `many` in English."""
        told = self._catalogue.ngettext(one, many, number)
        plain = self._catalogue.npgettext(PLAIN, one, many, number)
        return self._filled(told, plain, {"n": self.number(number), **said})

    def number(self, number: int) -> str:
        """Returns a number with its thousands apart."""
        return f"{number:,}".replace(",", self._catalogue.pgettext(THOUSANDS, ","))

    def decimal(self, number: float, places: int) -> str:
        """Returns a number with some decimal places, and its thousands apart."""
        signs: dict[str, str | int | None] = {
            ",": self._catalogue.pgettext(THOUSANDS, ","),
            ".": self._catalogue.pgettext(DECIMAL, "."),
        }
        return f"{number:,.{places}f}".translate(str.maketrans(signs))

    def phrase(self, english: str, /, **said: object) -> Phrase:
        """Returns a phrase with its slots filled, in all the cases that the catalogue has for it."""
        forms: dict[str, str] = {}
        for case in CASES:
            told = self._catalogue.pgettext(case, english)
            if told != english:
                try:
                    forms[case] = _SLOTS.vformat(told, (), said)
                except _NoFormError:
                    continue
        return Phrase(self.say(english, **said), forms)

    def fault(self, code: str) -> str | None:
        """Returns what a fault of this code is; None in English, in which the engine says so itself."""
        told = self._catalogue.pgettext(FAULT, code)
        return None if told == code else told

    def listed(self, parts: Sequence[str]) -> str:
        """Returns parts as people list them: with commas, and `and` before the last; a single part as it is."""
        if len(parts) < 2:
            return parts[0] if parts else ""
        return self.say("{some} and {last}", some=", ".join(parts[:-1]), last=parts[-1])

    def _filled(self, told: str, plain: str, said: Mapping[str, object]) -> str:
        try:
            return _SLOTS.vformat(told, (), said)
        except _NoFormError:
            return _SLOTS.vformat(plain, (), said)


ENGLISH_SENTENCES: Final = Sentences()


@cache
def sentences_in(language: str) -> Sentences:
    """Returns the sentences of a language, by its code as in `labels.toml`."""
    if not language.isidentifier() or language == ENGLISH:
        return ENGLISH_SENTENCES
    found = catalogue_of(language)
    return ENGLISH_SENTENCES if found is None else Sentences(found)
