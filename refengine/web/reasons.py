"""The texts that say why an action is not legal: for each refusal, in every language that a game has.

The module knows refusals by number. Here is what each number means: its clause, what that rests on, and the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, field, frozen

from refengine.ir import control
from refengine.ir.refusals import Refusal
from refengine.program.from_ir.refusals import Wishes
from refengine.report.citations import Reader, named_citation
from refengine.report.sentences import ENGLISH, Sentences, sentences_in
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.resolve.rulebook import Rulebook
from refengine.source.text import SourceText


@frozen
class Background:
    """The texts beside the rules of a game: labels, the index of the rulebook, the texts of its files by path."""

    labels: Labels = field(factory=Labels)
    rulebook: Rulebook | None = None
    texts: Mapping[str, SourceText] = field(factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which reasons are given: English, and those that have labels."""
        return tuple(dict.fromkeys((ENGLISH, *sorted(self.labels.languages))))

    def words(self, language: str) -> Words:
        """Returns the words of a language."""
        return Words(self.labels, language)

    def written(self, clause: control.Clause) -> str | None:
        """Returns a clause as it is written, on one line; None where its file is not known."""
        span = clause.origin.span
        source = None if span is None else self.texts.get(span.path)
        if span is None or source is None:
            return None
        return " ".join(source.text[span.start : span.end].split())


def reasons_data(wishes: Wishes, actions: Iterable[control.Action], background: Background) -> list[dict[str, Any]]:
    """Returns the data of each refusal, by its number."""
    return [
        {
            "kind": each.sort,
            "clause": each.clause.path,
            "citations": [str(cite) for cite in each.clause.cites],
            "parameter": None if each.choice is None else _place(each.choice, action),
            "written": background.written(each.clause) if each.sort in {"guard", "bar"} else None,
            "labels": {
                language: clause_label(background.words(language), each.clause.path, action)
                for language in background.languages
            },
        }
        for action, own in zip(actions, wishes.refusals, strict=True)
        for each in own
    ]


def _place(choice: control.Choice, action: control.Action) -> int:
    return next(place for place, each in enumerate(action.choices) if each is choice)


def clause_label(words: Words, path: str, action: control.Action) -> str:
    """Returns what players call a clause: its label, else that of the action, or of a bar its own name."""
    own = any(each.clause.path == path for each in action.bars)
    if words.has_label(path) or not own:
        return words.name(path if words.has_label(path) else action.name)
    return path.rpartition(".")[2].replace("_", " ")


def sentences_data(background: Background) -> dict[str, dict[str, str]]:
    """Returns the sentence of each sort of refusal, by language; a slot in braces stays for whoever fills it."""
    return {language: dict(_sentences(sentences_in(language))) for language in background.languages}


def _sentences(sentences: Sentences) -> Iterator[tuple[str, str]]:
    yield "turn", sentences.say("{who} decides here", who="{who}")
    yield "choice", sentences.say("{what} is not among what may be chosen", what="{what}")
    yield "guard", sentences.say("a condition of it does not hold")
    yield "bar", sentences.say("it is barred: {bar}", bar="{bar}")
    yield "perhaps", sentences.say("perhaps, as it hangs on what is hidden: {says}", says="{says}")
    yield "unasked", sentences.say("nobody is asked for this now")
    yield "player", sentences.say("player {n}", n="{n}")
    yield "everybody", sentences.say("everybody has decided")
    yield "nothing", sentences.say("nothing")


def statements_data(refusals: Iterable[Refusal], also: Iterable[control.Clause], background: Background) -> Any:
    """Returns what each statement and ruling says that a refusal or another clause cites, by language."""
    cites = {str(cite) for each in refusals for cite in each.clause.cites}
    cites |= {str(cite) for clause in also for cite in clause.cites}
    reader = Reader(background.rulebook, {})
    found: dict[str, Any] = {}
    for cite in sorted(cites):
        basis = reader.basis(cite)
        told = {language: evolve(reader, words=background.words(language)) for language in background.languages}
        found[cite] = {
            "lines": basis.lines,
            "name": {language: named_citation(cite, sentences_in(language)) for language in background.languages},
            "says": {
                language: each.basis(cite).text for language, each in told.items() if each.basis(cite).text is not None
            },
        }
    return found
