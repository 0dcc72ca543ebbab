"""Conditions that tell ways apart: the simplest one that holds in just those that lead to a verdict.

INVARIANT: a condition that is told was held against every way: it holds in each of these, and in no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import frozen

from refengine.report.sentences import ENGLISH_SENTENCES, Sentences
from refengine.rulings.features import Feature
from refengine.rulings.fillings import Filling

MOST_NAMED = 5
"""The number of values that are named one by one."""

MOST_ATOMS = 400
"""The number of simple conditions of which pairs are tried."""


@frozen
class Trait:
    """A simple condition: a feature, whether it holds where that is something, and both in words."""

    says: str
    feature: Feature
    allows: Callable[[Any], bool]


@frozen
class Condition:
    """A condition in words, and the traits of which it consists: `both` have to hold, or one of them."""

    says: str
    traits: tuple[Trait, ...]
    both: bool = True


@frozen
class Atom:
    """A simple condition, and the ways in which it holds, as the bits of a number."""

    trait: Trait
    holds: int


@frozen
class FeatureTable:
    """Ways with what each feature is in them, each value as the bits of the ways that have it."""

    ways: int
    columns: tuple[tuple[Feature, tuple[tuple[Any, int], ...]], ...]
    sentences: Sentences = ENGLISH_SENTENCES

    @classmethod
    def of(
        cls, fillings: Sequence[Filling], features: Sequence[Feature], sentences: Sentences = ENGLISH_SENTENCES
    ) -> FeatureTable:
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

    def condition(self, wanted: int) -> Condition | None:
        """Returns the simplest condition that holds in just these ways; None if none that is simple does."""
        for feature, masks in self.columns:
            trait = self._values(feature, masks, wanted)
            if trait is not None:
                return Condition(trait.says, (trait,))
        return self._pair(wanted)

    def _pair(self, wanted: int) -> Condition | None:
        atoms = self._atoms()
        wide = [each for each in atoms if not wanted & ~each.holds]
        for at, one in enumerate(wide):
            for other in wide[at + 1 :]:
                if one.holds & other.holds == wanted:
                    says = self.sentences.say("{one}, and {other}", one=one.trait.says, other=other.trait.says)
                    return Condition(says, (one.trait, other.trait))
        inside = [each for each in atoms if not each.holds & ~wanted]
        for at, one in enumerate(inside):
            for other in inside[at + 1 :]:
                if one.holds | other.holds == wanted:
                    says = self.sentences.say("{one}, or {other}", one=one.trait.says, other=other.trait.says)
                    return Condition(says, (one.trait, other.trait), both=False)
        return None

    def _atoms(self) -> list[Atom]:
        found: dict[int, Atom] = {}
        for feature, masks in self.columns:
            for wanted in _wanted(feature, masks):
                trait = self._values(feature, masks, wanted)
                if trait is not None and wanted not in found:
                    found[wanted] = Atom(trait, wanted)
                if len(found) >= MOST_ATOMS:
                    return list(found.values())
        return list(found.values())

    def _values(self, feature: Feature, masks: Sequence[tuple[Any, int]], wanted: int) -> Trait | None:
        """Returns the trait that a feature has the values of the wanted ways; None if it does not decide them."""
        inside = [at for at, (_, mask) in enumerate(masks) if not mask & ~wanted]
        if sum(masks[at][1] for at in inside) != wanted:
            return None
        if feature.forms is not None:
            if inside == [0] and not masks[0][0]:
                return Trait(feature.forms[0], feature, lambda found: not found)
            if inside == list(range(1, len(masks))) and not masks[0][0]:
                return Trait(feature.forms[1], feature, bool)
        return self._listed(feature, [value for value, _ in masks], inside)

    def _listed(self, feature: Feature, values: list[Any], inside: list[int]) -> Trait | None:
        """Returns the trait that a feature has some of its values; None if those are too many to be told."""
        say, noun, first, last = self.sentences.say, feature.noun, inside[0], inside[-1]
        said = [feature.says(each) for each in values]
        low, high = values[first], values[last]
        if len(inside) == 1:
            return Trait(say("{one} is {other}", one=noun, other=said[first]), feature, lambda found: found == low)
        if feature.ranked and last - first == len(inside) - 1:
            if last == len(said) - 1:
                says = say("{one} is at least {other}", one=noun, other=said[first])
                return Trait(says, feature, lambda found: found >= low)
            if first == 0:
                says = say("{one} is at most {other}", one=noun, other=said[last])
                return Trait(says, feature, lambda found: found <= high)
            says = say("{what} is from {low} to {high}", what=noun, low=said[first], high=said[last])
            return Trait(says, feature, lambda found: low <= found <= high)
        if len(inside) == len(said) - 1:
            (other,) = set(range(len(said))) - set(inside)
            says = say("{one} is not {other}", one=noun, other=said[other])
            return Trait(says, feature, lambda found: found != values[other])
        if len(inside) <= MOST_NAMED:
            some, named = ", ".join(said[at] for at in inside[:-1]), [values[at] for at in inside]
            says = say("{one} is {some} or {last}", one=noun, some=some, last=said[last])
            return Trait(says, feature, lambda found: found in named)
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
