"""Names from outside: what a game calls a thing that others call by its label, in whatever language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from refengine.ir import control, game as model
from refengine.ir.domain import Domain
from refengine.ir.names import known_names
from refengine.ir.traverse import walk
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.runtime.codec import Codec
from refengine.runtime.fault import BadData
from refengine.source.suggest import did_you_mean


@frozen
class Naming:
    """The names of a game, and for each label the names that it may stand for; letters may be small or great.

    `actions` are those of whole rules: also what is asked by some readings alone.
    """

    names: frozenset[str]
    actions: frozenset[str]
    labelled: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, rules: model.Game, labels: Labels, codec: Codec) -> Naming:
        """Returns the naming of a game, by the labels of all its languages."""
        own = {each for each in known_names(rules) if ": " not in each}
        names = frozenset(own.union(codec.places, *codec.pieces.values()))
        labelled: dict[str, dict[str, None]] = defaultdict(dict)
        for language in labels.languages:
            words = Words(labels, language)
            for name in sorted(names):
                labelled[_plain(words.name(name))].setdefault(name)
        for name in sorted(names):
            labelled[_plain(name)].setdefault(name)
        scripts = walk((rules.setup, *rules.phases))
        actions = frozenset(each.name for each in scripts if isinstance(each, control.Action))
        return cls(names, actions, {label: tuple(found) for label, found in labelled.items()})

    def meant(self, word: str) -> tuple[str, ...]:
        """Returns the names that a word may stand for, itself first if it is one; itself alone, if it is none."""
        found = self.labelled.get(_plain(word), ())
        if word in self.names:
            return (word, *(each for each in found if each != word))
        return found or (word,)

    def argument(self, codec: Codec, domain: Domain, data: Any, what: str) -> Any:
        """Returns an argument as the engine holds it; raises `BadData`, about what was written, where it is none."""
        for each in self._ways(data):
            try:
                return codec.internal(domain, each, what, unprinted=True)
            except BadData:
                continue
        try:
            return codec.internal(domain, data, what, unprinted=True)
        except BadData as unknown:
            nearest = self._nearest(codec, domain, data, what)
            if nearest is None:
                raise
            raise BadData(unknown.code, unknown.message, f"did you mean `{nearest}`?") from unknown

    def _nearest(self, codec: Codec, domain: Domain, data: Any, what: str) -> str | None:
        """Returns what an argument may have been meant to be, of the names that it could be; None if none is near."""
        if not isinstance(data, str):
            return None
        fitting: dict[str, str] = {}
        for label, names in self.labelled.items():
            for name in names:
                try:
                    codec.internal(domain, name, what, unprinted=True)
                except BadData:
                    continue
                fitting.setdefault(label, name)
        nearest = did_you_mean(_plain(data), fitting)
        return None if nearest is None else fitting[nearest]

    def _ways(self, data: Any) -> Iterator[Any]:
        if isinstance(data, str):
            yield from self.meant(data)
        else:
            yield self.data(data)

    def data(self, data: Any) -> Any:
        """Returns data with each text in them, as a value or a key, as the game calls it."""
        match data:
            case str():
                return self.meant(data)[0]
            case Mapping():
                return {self.data(name): self.data(each) for name, each in data.items()}
            case list() | tuple():
                return [self.data(each) for each in data]
            case _:
                return data


def _plain(word: str) -> str:
    return " ".join(word.replace("_", " ").split()).casefold()
