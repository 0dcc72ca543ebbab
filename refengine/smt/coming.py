"""Whether a game comes to a place, as far as is known: by steps that nothing rules out that is known by induction.

What is said of a place to which nothing comes is said of nothing. Steps are asked about only as far as they are needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from refengine.smt.course import Courses, Key, Place
from refengine.smt.induction import Induction
from refengine.smt.term import Bool
from refengine.smt.transition import Course

Way = tuple[Course, tuple[Bool, ...]]
"""A way on, and the conditions under which it is taken."""


@define
class Coming:
    """The places to which a game comes as far as was asked, and the ways that were not asked about yet."""

    courses: Courses
    induction: Induction
    reached: set[Key] = field(factory=set)
    waiting: list[Way] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        """Begins with the start of the game."""
        self.waiting += [(course, (course.condition,)) for course in self.courses.start]

    def to(self, place: Place) -> bool:
        """Whether a game may come to a place: false only where it surely does not."""
        while place.key not in self.reached and self.waiting:
            course, taken = self.waiting.pop()
            end = self.courses.end_of(course)
            if end and end not in self.reached and self._may_be(taken):
                self.reached.add(end)
                self.waiting += self._from(end)
        return place.key in self.reached

    def _from(self, key: Key) -> Iterator[Way]:
        for step in self.courses.steps:
            if step.place.key == key:
                known = self.induction.known(step.place)
                yield from ((course, (known, step.legal, course.condition)) for course in step.courses)

    def _may_be(self, taken: tuple[Bool, ...]) -> bool:
        return self.courses.study.solver.ask(*taken, reach="whole").result != "unsat"
