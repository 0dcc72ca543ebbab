"""The graph of what may wait for what: the places of phases, with the pieces of scripts that lead from one to another.

A stack is followed from below: from where a phase begins, over what it enters and comes back from, to what it enters
and waits for, which is where the next phase begins. So a stack without end is a way without end, on which phases begin
again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define, field, frozen

from refengine.ir import control, game as model
from refengine.ir.standing import STANDING
from refengine.smt.course.actions import Course
from refengine.smt.course.course import Courses, Place
from refengine.smt.encode.scope import Faults
from refengine.smt.terms.stack import IS_DONE
from refengine.smt.terms.term import Bool

Node = tuple[str, ...]
"""A place in a phase: its name and point; or where it goes on when another is done, then the name of that as well."""

COMES_BACK: Final = 3
"""The length of a node at which a phase goes on when another is done."""


@frozen(eq=False)
class ScriptPiece:
    """A piece of a script: a way on from a place, where it is legal."""

    place: Place
    legal: Bool
    course: Course


@frozen(eq=False)
class Edge:
    """A way from a node to another: any of the `pieces`. `deeper`: a phase begins there, and what began before waits.

    Not so where a text enters another: that is for the bodies to end, which the checker sees to.

    What is `over` phases that were entered and are done leads on from the same stack: what is running is as it was.
    """

    start: Node
    end: Node
    pieces: tuple[ScriptPiece, ...]
    deeper: bool
    over: bool = False


@define
class Nestings:
    """The places and pieces of all phases that may run while one of certain phases does, or what took its place."""

    courses: Courses
    about: model.Nesting
    scripts: frozenset[str] = field(init=False)
    entered: frozenset[tuple[str, str]] = field(init=False)
    begins: frozenset[Node] = field(init=False)

    def __attrs_post_init__(self) -> None:
        below, setup = self.courses.below, self.courses.study.world.game.setup.name
        during = frozenset(each for one in self.about.during for each in below.instead[one])
        running = (each for each in below.perhaps if any(below.may(one, each) for one in during))
        self.scripts = frozenset(running) - {setup}
        gone = ((one, other) for one, others in below.instead.items() for other in others if other != one)
        self.entered = frozenset((*((script, way.phase) for script, way in below.entered), *gone))
        self.begins = frozenset(self._begins())

    def _begins(self) -> Iterator[Node]:
        """Yields where phases begin; one that counts itself goes on behind that, at a place of its own."""
        run = self.courses.run(Faults(self.courses.study.terms))
        for script in self.courses.study.world.game.phases:
            for name in {script.entrance(looked=looked).name for looked in (False, True)}:
                yield script.name, name
                leave = run.points[script.name, name].exit
                if (script.name, name) in run.counting and isinstance(leave, control.Jump):
                    yield script.name, leave.point

    def pieces(self) -> Iterator[ScriptPiece]:
        """Yields all pieces, but those that end the game."""
        for step in self.courses.steps:
            if step.place.phase in self.scripts:
                yield from (ScriptPiece(step.place, step.legal, each) for each in step.courses if each.stack)

    def edges(self) -> tuple[Edge, ...]:
        """Returns all edges of the graph, those between the same nodes as one."""
        leaving: dict[Node, list[ScriptPiece]] = {}
        for piece in self.pieces():
            if piece.place.top.point != IS_DONE:
                leaving.setdefault(piece.place.top.shape, []).append(piece)
        for place in self.courses.places.values():
            if place.top.point == IS_DONE and place.phase in self.scripts:
                for frame, course in self.courses.coming_back[place.key]:
                    if frame.script in self.scripts and course.stack and course.condition is not False:
                        piece = ScriptPiece(place, True, course)  # noqa: FBT003
                        leaving.setdefault((*frame.shape, place.phase), []).append(piece)
        return tuple(self._edges(leaving))

    def _edges(self, leaving: dict[Node, list[ScriptPiece]]) -> Iterator[Edge]:
        back: dict[str, list[Node]] = {}
        for node in leaving:
            if len(node) == COMES_BACK:
                back.setdefault(node[0], []).append(node)
        for start, pieces in leaving.items():
            ends: dict[Node, list[ScriptPiece]] = {}
            for piece in pieces:
                end: Node = piece.course.stack[-1].shape
                if end[1] != IS_DONE:
                    ends.setdefault(end, []).append(piece)
            deeper = {end for end in ends if self._is_deeper(start[0], end)}
            for there, through in ends.items():
                marked = there in deeper and not self._is_of_texts(start[0], there)
                yield Edge(start, there, tuple(through), marked)
            entering = tuple(piece for there in ends if there in deeper for piece in ends[there])
            yield from (Edge(start, each, entering, deeper=False, over=True) for each in back.get(start[0], ()))
            if (start[0], STANDING) in self.entered:  # it has no place of its own where it begins
                yield from (Edge(start, each, entering, deeper=True, over=True) for each in back.get(STANDING, ()))

    def _is_deeper(self, script: str, end: Node) -> bool:
        """Returns whether a phase may begin at the end of a piece of a script."""
        if end[0] != script:
            return True
        again = (script, script) in self.entered
        interrupted = script != STANDING and {(script, STANDING), (STANDING, script)} <= self.entered
        return (again or interrupted) and end in self.begins

    def _is_of_texts(self, script: str, end: Node) -> bool:
        """Returns whether a text leads to a text: where one enters the other again and again, bodies are refused."""
        return script in self.about.texts and end[0] in self.about.texts
