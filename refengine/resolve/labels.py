"""Labels: what players read for the names of a game, language by language.

Behind a name may stand a case, as in `"hand: genitive"`: what it is in a sentence that asks for that.
"""

from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from refengine.resolve.toml_form import TABLE, TEXT, Form, check_form
from refengine.resolve.toml_text import parse_toml
from refengine.source.diagnostic import Diagnostic, Label
from refengine.source.span import Span
from refengine.source.suggest import did_you_mean
from refengine.source.text import SourceText, read_source

CASES: Final = ("genitive", "dative", "accusative", "vocative", "locative", "instrumental")
"""The cases that a label, or a catalogue of sentences, may give a form for; which a language has is its own affair."""


SAYS: Final = ": says"
RULING: Final = "ruling "


@frozen
class Labels:
    """The labels by language and name, and where each is written."""

    languages: Mapping[str, Mapping[str, str]] = field(factory=dict)
    spans: Mapping[tuple[str, str], Span] = field(factory=dict, eq=False)

    def label(self, language: str, name: str) -> str:
        """Returns the label of a name; the name itself, where nobody has given it one."""
        return self.languages.get(language, {}).get(name, name)


def load_labels(path: Path, shown: str) -> tuple[Labels, tuple[Diagnostic, ...]]:
    """Returns the labels in a file; those that are in order, even if others are not."""
    source, diagnostics = read_source(path, shown)
    return (Labels(), diagnostics) if source is None or diagnostics else parse_labels(source)


def parse_labels(source: SourceText) -> tuple[Labels, tuple[Diagnostic, ...]]:
    """Returns the labels in a text; those that are in order, even if others are not."""
    text, broken = parse_toml(source)
    if text is None:
        return Labels(), broken
    tables = {language: table for language, table in text.data.items() if TABLE.accepts(table)}
    diagnostics = (
        *check_form(text, (), text.data, Form(dict.fromkeys(text.data, TABLE))),
        *(
            diagnostic
            for language, table in tables.items()
            for diagnostic in check_form(text, (language,), table, Form(dict.fromkeys(table, TEXT)))
        ),
    )
    languages = {
        language: {name: label for name, label in table.items() if TEXT.accepts(label)}
        for language, table in tables.items()
    }
    spans = {(language, name): text.key(language, name) for language, table in languages.items() for name in table}
    return Labels(languages, spans), diagnostics


def with_base(labels: Labels, base: Labels) -> tuple[Labels, tuple[Diagnostic, ...]]:
    """Returns the labels of a module with those of its base, which stay where both have one."""
    twice = tuple(
        _labelled_already(span, name, base.spans[language, name])
        for (language, name), span in labels.spans.items()
        if (language, name) in base.spans
    )
    whole = {
        language: {**labels.languages.get(language, {}), **base.languages.get(language, {})}
        for language in dict.fromkeys((*base.languages, *labels.languages))
    }
    return Labels(whole, {**labels.spans, **base.spans}), twice


def cited_from(labels: Labels, name: str) -> Labels:
    """Returns the labels of a base with the ids of its index as a module reads them: `R4: says` is `BASE.R4: says`."""

    def called(word: str) -> str:
        before, ruling, id_ = word.removesuffix(SAYS).rpartition(RULING)
        return word if "." in id_ or not word.endswith(SAYS) else f"{before}{ruling}{name}.{id_}{SAYS}"

    languages = {
        language: {called(word): label for word, label in words.items()} for language, words in labels.languages.items()
    }
    return Labels(languages, {(language, called(word)): span for (language, word), span in labels.spans.items()})


def check_labels(labels: Labels, known_names: Iterable[str], apart: Container[str] = ()) -> tuple[Diagnostic, ...]:
    """Labels for what does not exist, but for those in files that are checked by themselves."""
    known = frozenset(known_names)
    return tuple(
        _for_nothing(span, name, did_you_mean(name, known))
        for (_, name), span in labels.spans.items()
        if name not in known and not _is_case(name, known) and span.path not in apart
    )


def _is_case(name: str, known: frozenset[str]) -> bool:
    named, _, case = name.rpartition(": ")
    return case in CASES and named in known


def _labelled_already(span: Span, name: str, first: Span) -> Diagnostic:
    label = Label(first, "this label stays")
    message = f"the base has a label for `{name}` already"
    return Diagnostic("W0803", message, span, (label,), "remove it; a module changes nothing of its base")


def _for_nothing(span: Span, name: str, meant: str | None) -> Diagnostic:
    hint = f"did you mean `{meant}`?" if meant else "remove it"
    return Diagnostic("W0802", f"nothing in the game is called `{name}`", span, hint=hint)
