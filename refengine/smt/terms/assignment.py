"""Assignments: the values of the constants of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from refengine.smt.terms.term import Term


class Assignment(Mapping[Term, bool | int]):
    """The constants `names` of a question, each read when it is asked for: most never are."""

    def __init__(self, read: Callable[[Term], bool | int], names: Iterable[Term]) -> None:
        self._read = read
        self._names = dict.fromkeys(names)
        self._known: dict[Term, bool | int] = {}

    def __getitem__(self, term: Term) -> bool | int:
        known = self._known.get(term)
        if known is None:
            known = self._known[term] = self._read(term)
        return known

    def __contains__(self, term: object) -> bool:
        return term in self._names

    def __iter__(self) -> Iterator[Term]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
