"""Reuses earlier play after a change of what has to hold, if play would go the same way now.

Play depends on invariants, step invariants and measures only through the answers that it got from them, and these were
noted (`NotingGame`). So those that changed are asked again, of the same states and steps: if each answer is what it
was, the results of play are too. If one differs, or anything is in doubt, the games are played anew.

INVARIANT: what fires in the values that an invariant calls is not noted, so play is never reused if such an invariant
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, evolve, field, frozen

from refengine.engine.noting import NotedStep, Notes, answers_of, layout_of
from refengine.ir import game as model
from refengine.ir.configuration import Configuration
from refengine.ir.slack import StatementDigest, said_by
from refengine.ir.slices import SPOKEN, Slices
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.source.garbage import undisturbed

STATED = ("invariants", "measures")
"""The fields of what has to hold of a state, or of a step."""

Name = tuple[str, str]
"""The name of something that has to hold, behind the field in which it stands or the kind as which it is broken."""


@frozen
class StatedCondition:
    """A condition that has to hold: what it says, its kind and name as it is broken, and whether it calls."""

    said: StatementDigest
    broken: Name
    calls: bool


def stated_conditions(slices: Slices) -> dict[Name, StatedCondition]:
    """Returns everything that has to hold in a game, by field and name."""
    return {
        (each.field, each.name): StatedCondition(said_by(each), _broken(each.node), bool(each.calls))
        for each in slices.parts
        if each.field in STATED
    }


def is_implied(now: StatedCondition | None, then: StatedCondition | None) -> bool:
    """Returns whether what has to hold now did so then, or is weaker than what did."""
    return (
        now is not None
        and then is not None
        and evolve(now, said=then.said) == then
        and now.said.follows_from(then.said)
    )


def _broken(node: object) -> Name:
    match node:
        case model.Invariant(name=name, step=step):
            return ("step invariant" if step else "invariant"), name
        case model.Measure(name=name):
            return "measure", name
        case _:
            raise TypeError(node)


@define
class Reassessment:
    """The statements of a game now, which are held against the notes of earlier runs."""

    game: model.Game
    now: Mapping[Name, StatedCondition]
    _engines: dict[tuple[object, ...], Game | None] = field(factory=dict)
    _told: dict[tuple[object, ...], str] = field(factory=dict)

    def goes_as(self, before: Mapping[Name, StatedCondition], notes: Iterable[Notes]) -> bool:
        """Returns whether everything that was noted under other statements is answered now as it was then."""
        either = {*before, *self.now}
        other = {name for name in either if before.get(name) != self.now.get(name)}
        changed = [each[name] for each in (before, self.now) for name in other if name in each]
        if any(each.calls for each in changed):
            return False
        asked = frozenset(self.now[name].broken for name in other if name in self.now)
        about = frozenset(each.broken for each in changed)
        weaker = frozenset(self.now[name].broken for name in other if is_implied(self.now.get(name), before.get(name)))
        with undisturbed():
            return all(self._answers_as(each, asked, about, weaker - each.broken) for each in notes)

    def _answers_as(
        self, notes: Notes, asked: frozenset[Name], about: frozenset[Name], holding: frozenset[Name]
    ) -> bool:
        """Returns whether what is asked, and what is not there any more, is answered as it was noted.

        What is `holding` was broken nowhere, and is weaker now: nobody has to ask. If that is all, no state is read.
        """
        asked, about = asked - holding, about - holding
        if not asked and not about & notes.broken:
            return True
        try:
            game = self._engine(notes, asked)
            return game is not None and all(_is_answered(game, each, about) for each in answers_of(notes, game))
        except Exception:  # noqa: BLE001 - damaged notes are no notes
            return False

    def _engine(self, notes: Notes, asked: frozenset[Name]) -> Game | None:
        """Returns a game of the layout that states just what changed, and says what it says under the configuration."""
        own = evolve(
            self.game,
            **dict.fromkeys((*SPOKEN, "examples"), ()),  # type: ignore[arg-type]
            invariants=tuple(each for each in self.game.invariants if _broken(each) in asked),
            measures=tuple(each for each in self.game.measures if _broken(each) in asked),
        )
        key = (notes.layout, self._says(own, notes.configuration, asked))
        if key not in self._engines:
            # Either build answers alike, and most often they have one layout.
            builds = (make_game(own, notes.configuration, explain=each, stated=True) for each in (False, True))
            self._engines[key] = next((each for each in builds if layout_of(each) == notes.layout), None)
        return self._engines[key]

    def _says(self, own: model.Game, configuration: Configuration, asked: frozenset[Name]) -> str:
        """Returns the verdicts of the statements under a configuration; they call no values."""
        key = (configuration, asked)
        if key not in self._told:
            alone = specialise(evolve(own, values=(), phases=(), laws=(), outcome=None), configuration)
            self._told[key] = repr((alone.players, alone.kinds, alone.invariants, alone.measures))
        return self._told[key]


def _is_answered(game: Game, answered: NotedStep, about: frozenset[Name]) -> bool:
    """Returns whether a step breaks of what a game states just what it was noted to break of that.

    Where it was only told whether it breaks anything, that is the same if something else is broken now as it was then.
    """
    try:
        violations = game.stated_violations(answered.before, answered.after)
    except Fault:
        return False
    if not violations and not answered.broken:
        return True
    found, broken = {(each.kind, each.name) for each in violations}, {*answered.broken}
    if answered.whether:
        return bool(found or broken - about) == bool(broken)
    return found == about & broken
