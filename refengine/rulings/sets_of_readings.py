"""Sets of complete sets of readings, as decision diagrams: which of them lead where, said in few words.

A diagram asks the questions in their order, none twice; the same diagram is the same object. `ALL` holds whatever is
read, None nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from attrs import define, field

Readings: TypeAlias = "tuple[object, ...]"
"""A diagram: () for all, or the number of a question and a diagram (or None) for each of its readings."""

ALL: Readings = ()

Cube = Mapping[str, tuple[str, ...]]
"""Questions with the readings that they may have; a question that is not there may have any."""


@define
class Sets:
    """The operations on sets over questions, `readings` being their names by question."""

    readings: Mapping[str, tuple[str, ...]]
    _made: dict[Readings, Readings] = field(factory=dict)
    _met: dict[tuple[int, int, bool], Readings | None] = field(factory=dict)

    def only(self, question: str, number: int) -> Readings:
        """Returns the sets with one reading of a question, by its number."""
        names = list(self.readings)
        members = [ALL if each == number else None for each in range(len(self.readings[question]))]
        found = self._node(names.index(question), members)
        assert found is not None
        return found

    def meet(self, one: Readings, other: Readings) -> Readings | None:
        """Returns what is in both; None if nothing is."""
        return self._combined(one, other, both=True)

    def union(self, one: Readings, other: Readings) -> Readings:
        """Returns what is in either."""
        found = self._combined(one, other, both=False)
        assert found is not None
        return found

    def holds(self, sets: Readings, chosen: Mapping[str, str]) -> bool:
        """Returns whether a complete set of readings is among them."""
        names = list(self.readings)
        node: object = sets
        while node:
            assert isinstance(node, tuple)
            name = names[node[0]]
            node = node[1 + self.readings[name].index(chosen[name])]
        return node is not None

    def asked(self, sets: Readings) -> frozenset[str]:
        """Returns the questions that a diagram asks."""
        names = list(self.readings)
        found: set[str] = set()
        agenda: list[object] = [sets]
        while agenda:
            node = agenda.pop()
            if isinstance(node, tuple) and node:
                found.add(names[node[0]])
                agenda += node[1:]
        return frozenset(found)

    def count(self, sets: Readings) -> int:
        """Returns how many complete sets of readings there are in it."""
        names = list(self.readings)

        def counted(node: object, level: int) -> int:
            if node is None:
                return 0
            assert isinstance(node, tuple)
            at = node[0] if node else len(names)
            free = prod(len(self.readings[name]) for name in names[level:at])
            return free * (sum(counted(each, at + 1) for each in node[1:]) if node else 1)

        return counted(sets, 0)

    def cubes(self, sets: Readings, others: Sequence[Readings]) -> tuple[Cube, ...]:
        """Returns few cubes that hold just these sets, as wide as they can be; `others` are all that are not in it.

        Each is widened reading by reading as long as it holds nothing of the others; then those are left out that the
        rest makes needless.
        """
        wide = [self._widened(cube, others) for cube in self._paths(sets)]
        kept = [cube for at, cube in enumerate(wide) if cube not in wide[:at]]
        for cube in sorted(kept, key=self._size):
            rest = [each for each in kept if each != cube]
            if rest and self._covered(sets, rest):
                kept = rest
        return tuple(sorted(kept, key=lambda each: (len(each), -self._size(each), str(each))))

    # ---- INSIDE

    def _node(self, question: int, members: list[Readings | None]) -> Readings | None:
        if all(each == members[0] for each in members):
            return members[0]
        made = (question, *members)
        return self._made.setdefault(made, made)

    def _combined(self, one: Readings | None, other: Readings | None, *, both: bool) -> Readings | None:
        if one is None or other is None:
            return None if both else one if other is None else other
        if ALL in {one, other}:
            return (other if one == ALL else one) if both else ALL
        if one is other:
            return one
        key = (id(one), id(other), both)  # which are kept in `_made`
        if key in self._met:
            return self._met[key]
        question = min(one[0], other[0])  # type: ignore[call-overload]
        size = len(self.readings[list(self.readings)[question]])
        members = [
            self._combined(_below(one, question, at), _below(other, question, at), both=both) for at in range(size)
        ]
        found = self._met[key] = self._node(question, members)
        return found

    def _paths(self, sets: Readings) -> Iterator[dict[str, tuple[str, ...]]]:
        if sets == ALL:
            yield {}
            return
        name = list(self.readings)[sets[0]]  # type: ignore[call-overload]
        by_node: dict[object, list[str]] = {}
        for reading, node in zip(self.readings[name], sets[1:], strict=True):
            by_node.setdefault(node, []).append(reading)
        for node, chosen in by_node.items():
            if node is not None:
                for rest in self._paths(node):  # type: ignore[arg-type]
                    yield {name: tuple(chosen), **rest}

    def _widened(self, cube: dict[str, tuple[str, ...]], others: Sequence[Readings]) -> dict[str, tuple[str, ...]]:
        wide = dict(cube)
        for name in sorted(cube, key=lambda each: (len(self.readings[each]), each)):
            without = {each: chosen for each, chosen in wide.items() if each != name}
            if not self._touches(without, others):
                wide = without
                continue
            for reading in self.readings[name]:
                if reading not in wide[name]:
                    more = {**wide, name: tuple(r for r in self.readings[name] if r in wide[name] or r == reading)}
                    if not self._touches(more, others):
                        wide = more
        return wide

    def _touches(self, cube: Cube, others: Sequence[Readings]) -> bool:
        mine = self.of(cube)
        return any(self.meet(mine, each) is not None for each in others)

    def of(self, cube: Cube) -> Readings:
        """Returns the sets that a cube holds."""
        found: Readings | None = ALL
        for name, chosen in cube.items():
            either: Readings | None = None
            for reading in chosen:
                one = self.only(name, self.readings[name].index(reading))
                either = one if either is None else self.union(either, one)
            assert either is not None
            assert found is not None
            found = self.meet(found, either)
        assert found is not None
        return found

    def _covered(self, sets: Readings, cubes: Sequence[Cube]) -> bool:
        found: Readings | None = None
        for each in cubes:
            met = self.meet(sets, self.of(each))
            if met is not None:
                found = met if found is None else self.union(found, met)
        return found is not None and self.count(found) == self.count(sets)

    def _size(self, cube: Cube) -> int:
        return prod(len(cube.get(name, names)) for name, names in self.readings.items())


def _below(node: Readings, question: int, at: int) -> Readings | None:
    """Returns what is left of a diagram when a question is answered."""
    if node != ALL and node[0] == question:
        found = node[1 + at]
        assert found is None or isinstance(found, tuple)
        return found
    return node


def complete_sets(readings: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, str]]:
    """Yields every complete set of readings."""
    for chosen in product(*readings.values()):
        yield dict(zip(readings, chosen, strict=True))
