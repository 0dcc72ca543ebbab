"""Conditions that tell ways apart: the simplest one that holds in just those that lead to a verdict.

INVARIANT: a condition that is told was held against every way: it holds in each of these, and in no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from refengine.report.sentences import ENGLISH_SENTENCES, Sentences
from refengine.rulings.features import Feature
from refengine.rulings.filling import Filling

MOST_NAMED = 5
"""The number of values that are named one by one."""

MOST_ATOMS = 400
"""The number of simple conditions of which pairs are tried."""


@frozen
class Atom:
    """A simple condition in words, and the ways in which it holds, as the bits of a number."""

    says: str
    holds: int


@frozen
class Table:
    """Ways with what each feature is in them, each value as the bits of the ways that have it."""

    ways: int
    columns: tuple[tuple[Feature, tuple[tuple[Any, int], ...]], ...]
    sentences: Sentences = ENGLISH_SENTENCES

    @classmethod
    def of(
        cls, fillings: Sequence[Filling], features: Sequence[Feature], sentences: Sentences = ENGLISH_SENTENCES
    ) -> Table:
        """Returns the table of some ways; a feature that is the same in all is left out."""
        columns = []
        for feature in features:
            masks: dict[Any, int] = {}
            for at, filling in enumerate(fillings):
                found = feature.of(filling)
                masks[found] = masks.get(found, 0) | (1 << at)
            if len(masks) > 1:
                ordered = sorted(masks.items(), key=lambda pair: (pair[0] is not None, pair[0]))
                columns.append((feature, tuple(ordered)))
        return cls((1 << len(fillings)) - 1, tuple(columns), sentences)

    def condition(self, wanted: int) -> str | None:
        """Returns the simplest condition that holds in just these ways; None if none that is simple does."""
        for feature, masks in self.columns:
            said = self._values(feature, masks, wanted)
            if said is not None:
                return said
        return self._pair(wanted)

    def _pair(self, wanted: int) -> str | None:
        atoms = self._atoms()
        wide = [each for each in atoms if not wanted & ~each.holds]
        for at, one in enumerate(wide):
            for other in wide[at + 1 :]:
                if one.holds & other.holds == wanted:
                    return self.sentences.say("{one}, and {other}", one=one.says, other=other.says)
        inside = [each for each in atoms if not each.holds & ~wanted]
        for at, one in enumerate(inside):
            for other in inside[at + 1 :]:
                if one.holds | other.holds == wanted:
                    return self.sentences.say("{one}, or {other}", one=one.says, other=other.says)
        return None

    def _atoms(self) -> list[Atom]:
        found: dict[int, Atom] = {}
        for feature, masks in self.columns:
            for wanted in _wanted(feature, masks):
                said = self._values(feature, masks, wanted)
                if said is not None and wanted not in found:
                    found[wanted] = Atom(said, wanted)
                if len(found) >= MOST_ATOMS:
                    return list(found.values())
        return list(found.values())

    def _values(self, feature: Feature, masks: Sequence[tuple[Any, int]], wanted: int) -> str | None:
        """Returns in words that a feature has the values of the wanted ways; None if it does not decide them."""
        inside = [at for at, (_, mask) in enumerate(masks) if not mask & ~wanted]
        if sum(masks[at][1] for at in inside) != wanted:
            return None
        if feature.forms is not None:
            if inside == [0] and not masks[0][0]:
                return feature.forms[0]
            if inside == list(range(1, len(masks))) and not masks[0][0]:
                return feature.forms[1]
        return self._listed(feature, [feature.says(value) for value, _ in masks], inside)

    def _listed(self, feature: Feature, said: list[str], inside: list[int]) -> str | None:
        """Returns in words that a feature has some of its values; None if those are too many to be told."""
        say, noun, first, last = self.sentences.say, feature.noun, inside[0], inside[-1]
        if len(inside) == 1:
            return say("{one} is {other}", one=noun, other=said[first])
        if feature.ranked and last - first == len(inside) - 1:
            if last == len(said) - 1:
                return say("{one} is at least {other}", one=noun, other=said[first])
            if first == 0:
                return say("{one} is at most {other}", one=noun, other=said[last])
            return say("{what} is from {low} to {high}", what=noun, low=said[first], high=said[last])
        if len(inside) == len(said) - 1:
            (other,) = set(range(len(said))) - set(inside)
            return say("{one} is not {other}", one=noun, other=said[other])
        if len(inside) <= MOST_NAMED:
            some = ", ".join(said[at] for at in inside[:-1])
            return say("{one} is {some} or {last}", one=noun, some=some, last=said[last])
        return None


def _wanted(feature: Feature, masks: Sequence[tuple[Any, int]]) -> Iterator[int]:
    """Yields the ways of which simple conditions speak: one value, all but one, and up or down from one."""
    every = 0
    for _, mask in masks:
        every |= mask
    below = 0
    for _, mask in masks:
        yield mask
        yield every & ~mask
        if feature.ranked:
            below |= mask
            if below != every:
                yield below
                yield every & ~below
