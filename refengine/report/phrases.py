"""Phrases: texts that know what they are in the other cases of a language, as far as somebody has said it."""

from __future__ import annotations

from collections.abc import Mapping


class Phrase(str):
    """A text as it stands alone, and its forms by case; a case that is not there is one that nobody has given."""

    __slots__ = ("forms",)

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str] | None = None) -> Phrase:  # noqa: PYI034 - a str is no `Self`
        """Makes the phrase of a text; without `forms` it is that text alone."""
        made = super().__new__(cls, text)
        made.forms = forms or {}
        return made


def form_of(text: object, case: str) -> str | None:
    """Returns the form of a text in a case; None where nobody has given it."""
    return text.forms.get(case) if isinstance(text, Phrase) else None
