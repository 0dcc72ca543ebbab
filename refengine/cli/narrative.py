"""The narrative tells a player what happened since they were last asked, as far as their seat can know it.

INVARIANT: nothing is told that the player could not see. What lies where is told from the seat's own views. What
others chose at once and in secret is told if the piece is seen to come or go, and nothing else that they could have
chosen would have led to what the seat sees now. Why something came out as it did is told if all that it hangs on lies
open, or was laid there by choices that are known by then, and only of pieces that are seen; and if nothing hidden leads
to its being asked for, or to what it is asked of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from refengine.cli.observations import UNSEEN, changed_names, is_piece, params_of, seen_names, twin_after, twins
from refengine.ir import control, game as model
from refengine.ir.asked_openly import asked_openly
from refengine.ir.domain import Piece
from refengine.ir.exits import leaves
from refengine.ir.expressions import Located, PlaceAt
from refengine.ir.openness import Flow, PointKey
from refengine.ir.traverse import walk
from refengine.odds.ahead import spoken_of
from refengine.report.citations import Basis, Reader
from refengine.report.words import Scene
from refengine.rulings.speech import Speech
from refengine.runtime.codec import Codec
from refengine.runtime.fault import Fault

if TYPE_CHECKING:
    from refengine.runtime.frames import Action, Note
    from refengine.runtime.game import Game, State
    from refengine.runtime.recorder import Recorder

MOST = 2_000
"""The greatest number of ways to choose at once that are looked through; with more, only what is seen is told."""

DEEPEST = 1
"""The depth below what decided to which the reasons are told."""

Place = tuple[str, Any]

Told = tuple[Any, str, tuple[object, ...]]
"""A decision as it is told: the actor, the name of the action, and its arguments, with `?` for the unknown."""


# ---- WHAT LIES WHERE


def moved_pieces(scene: Scene, before: Any, after: Any) -> Iterator[str]:
    """Yields every piece that is seen to go from one place to another, to come or to go: `A -> B: these`."""
    gone, come = _differences(before, after), _differences(after, before)
    ways: list[tuple[Place | None, Place | None, str]] = []
    for name in sorted({name for _, name in (*gone, *come)}):
        left = [place for place, each in gone if each == name]
        there = [place for place, each in come if each == name]
        ways += [(one, other, name) for one, other in zip(left, there, strict=False)]
        ways += [(one, None, name) for one in left[len(there) :]]
        ways += [(None, other, name) for other in there[len(left) :]]
    ways.sort(key=lambda way: (str(way[0]), str(way[1])))
    for (one, other), each in groupby(ways, key=lambda way: way[:2]):
        names = scene.pieces(name for _, _, name in each)
        if one is None:
            yield scene.words.sentences.say("to {place}: {these}", place=scene.place(*other), these=names)
        elif other is None:
            yield scene.words.sentences.say("from {place}: {these}", place=scene.place(*one), these=names)
        else:
            yield f"{scene.place(*one)} -> {scene.place(*other)}: {names}"


def _differences(one: Any, other: Any) -> list[tuple[Place, str]]:
    """Returns the pieces that one view shows in a place more often than the other; once for each time."""
    there = dict(_places(other["zones"]))
    return [
        (place, name)
        for place, held in _places(one["zones"])
        for name in (held - there.get(place, Counter())).elements()
    ]


def _places(zones: Mapping[str, Any]) -> Iterator[tuple[Place, Counter[str]]]:
    for zone, held in zones.items():
        for key, content in held.items() if isinstance(held, Mapping) else ((None, held),):
            yield (zone, key), Counter() if isinstance(content, int) else Counter(map(str, content))


# ---- WHAT WAS CHOSEN AT ONCE


@define
class Round:
    """A round of choices at once and in secret: where it began, and what the seat itself has chosen."""

    game: Game
    seat: int
    start: State
    own: Action | None = None
    others: list[Action] = field(factory=list)

    def add(self, action: Action) -> None:
        """Takes in that somebody has chosen."""
        if action.actor == self.seat:
            self.own = action
        else:
            self.others.append(action)

    def known(self, after: State) -> list[Told]:
        """Returns what the others have chosen, as far as it is certain from what the seat sees when all have chosen."""
        was, seen = self.game.view(self.start, self.seat), self.game.view(after, self.seat)
        ways, came_or_went = self._ways(seen), changed_names(was, seen)
        told: list[Told] = []
        for number, action in enumerate(self.others):
            chosen = [way[number] for way in ways]
            if not chosen or any(each.name != action.name for each in chosen):
                continue
            arguments: list[object] = []
            for index, (param, value) in enumerate(zip(params_of(self.game, action), action.arguments, strict=True)):
                certain = all(each.arguments[index] == value for each in chosen)
                seen_so = str(value) in came_or_went if is_piece(param) else self._had_others(action, index)
                known = certain and (value is None or seen_so)
                if known and value is not None and is_piece(param):
                    likewise = twins(self.game, self.seat, was, self.start, value)
                    known = all(self._seen_after(each, number, index, other) != seen for each, other in likewise)
                arguments.append(value if known else UNSEEN)
            told.append((action.actor, action.name, tuple(arguments)))
        return sorted(told, key=lambda each: str(each[0]))

    def _seen_after(self, twin: State, number: int, index: int, other: str) -> Any:
        """Returns the seat's view of the round in a twin of its start, where one of the others chose another piece."""
        state: State | None = twin if self.own is None else twin_after(self.game, twin, self.own, {})
        for place, action in enumerate(self.others):
            if state is not None:
                state = twin_after(self.game, state, action, {index: other} if place == number else {})
        return None if state is None else self.game.view(state, self.seat)

    def uncovers(self, told: list[Told]) -> bool:
        """Returns whether every choice is known whole."""
        return len(told) == len(self.others) and not any(UNSEEN in arguments for _, _, arguments in told)

    def _had_others(self, action: Action, index: int) -> bool:
        """Returns whether there was anything else to choose: what there was alone is not noticed by what it led to."""
        legal = self.game.legal(self.start)
        values = [each.arguments[index] for each in legal if (each.actor, each.name) == (action.actor, action.name)]
        return any(each != action.arguments[index] for each in values)

    def _ways(self, seen: Any) -> list[tuple[Action, ...]]:
        """Returns all ways in which the others may have chosen; none where there are too many."""
        start = self.start
        if self.own is not None:
            start = self.game.apply(start, self.own)
        found: list[tuple[State, tuple[Action, ...]]] = [(start, ())]
        for action in self.others:
            coming: list[tuple[State, tuple[Action, ...]]] = []
            for state, chosen in found:
                for each in self.game.legal(state):
                    if each.actor == action.actor:
                        after = _after(self.game, state, each)
                        if after is not None:
                            coming.append((after, (*chosen, each)))
            if len(coming) > MOST:
                return []
            found = coming
        return [chosen for state, chosen in found if self.game.view(state, self.seat) == seen]


def _after(game: Game, state: State, action: Action) -> State | None:
    try:
        return game.apply(state, action)
    except Fault:  # that nobody chose it is known as well
        return None


# ---- WHY


@frozen
class ValueReason:
    """A reason: what a value came to, by which clause, how far below what decided, and what the clause rests on."""

    line: str
    path: str
    depth: int
    basis: tuple[Basis, ...]


@frozen
class StepReasons:
    """The reasons for what happened in a step, with the rules that decided it, in the words of a reader."""

    game: Game
    scene: Scene
    reader: Reader
    rules: model.Game
    _open: dict[tuple[str, bool, frozenset[str]], frozenset[str]] = field(factory=dict, init=False, repr=False)

    def told(
        self, record: Recorder, before: Any, after: Any, uncovered: frozenset[str], *, action: str, heard: bool
    ) -> list[ValueReason]:
        """Returns the values that the rules asked for in the step of an action, as far as the seat may know them.

        `uncovered` are zones that are not open to all, in which nothing lay then but what the seat knows; `heard` says
        whether it knows all that was chosen.
        """
        if all(note.value is None for note in record.notes):
            return []
        key = action, heard, uncovered
        if key not in self._open:
            entries = dict.fromkeys(_entries(self.rules, action), heard)
            self._open[key] = asked_openly(self.rules, Flow(self.rules, uncovered, entries))
        seen = seen_names(before) | seen_names(after)
        hidden = self._hidden() - uncovered
        known = {each.name for each in self.rules.values if not spoken_of(self.rules, each.body) & hidden}
        known &= {each.name for each in self.game.description.values}
        notes = (note for note in record.notes if note.value in self._open[key])
        return [reason for note in notes for reason in self._reasons(note, known, seen, 0)]

    def _hidden(self) -> frozenset[str]:
        told = self.game.description
        zones = {each.name for each in told.zones if each.seen.by != "everyone"}
        return frozenset(zones | {each.name for each in told.variables if each.seen.by != "everyone"})

    def uncovered(self, start: Any, seat: int) -> frozenset[str]:
        """Returns the zones to which only choices in secret move pieces, and where no other player had any at first."""
        return frozenset(
            zone
            for zone in self._hidden() & tables_of_rounds(self.rules)
            if not any(held for key, held in _members(start["zones"][zone]) if str(key) != str(seat))
        )

    def _reasons(self, note: Note, known: set[str], seen: set[str], depth: int) -> Iterator[ValueReason]:
        """Yields the reason of a value, and below it the reasons of the values that it rests on."""
        if note.value is None:
            return
        reason = self._reason(note, seen) if note.value in known else None
        if reason is not None:
            yield evolve(reason, depth=depth)
        if depth < DEEPEST:
            for each in note.inside:
                yield from self._reasons(each, known, seen, depth + (reason is not None))

    def _reason(self, note: Note, seen: set[str]) -> ValueReason | None:
        codec = Codec(self.game.description)
        value = next(each for each in self.game.description.values if each.name == note.value)
        given = list(zip(value.params, note.arguments, strict=True))
        arguments = [(info, codec.public(info.domain, each)) for info, each in given]
        if any(isinstance(info.domain, Piece) and str(each) not in seen for info, each in arguments):
            return None
        clause = self.reader.clause(note.clause)
        said = Speech(self.scene.words, codec).comes_to(value, note.arguments, note.result)
        return ValueReason(said, clause.path, 0, clause.basis)


def _members(content: Any) -> Iterator[tuple[Any, Any]]:
    yield from content.items() if isinstance(content, Mapping) else ((None, content),)


def _entries(rules: model.Game, action: str) -> Iterator[PointKey]:
    """Yields the points at which play goes on when an action of a name was taken."""
    for script in (rules.setup, *rules.phases):
        asks = [each for point in script.points for each in leaves(point.exit) if isinstance(each, control.Ask)]
        yield from ((script.name, each.entry) for ask in asks for each in ask.actions if each.name == action)


def tables_of_rounds(rules: model.Game) -> frozenset[str]:
    """Returns the zones to which pieces are moved by what is chosen at once and in secret, and by nothing else."""
    secret: set[str] = set()
    others: set[str] = set()
    for script in (rules.setup, *rules.phases):
        asks = [each for each in walk(script) if isinstance(each, control.Ask) and each.decider == "every"]
        entries = {action.entry for ask in asks for action in ask.actions}
        for point in script.points:
            moves = (each for each in walk(point) if isinstance(each, control.MovePiece))
            zones = {node.zone for move in moves for node in walk(move.target) if isinstance(node, PlaceAt | Located)}
            (secret if point.name in entries else others).update(zones)
    return frozenset(secret - others)
