"""Coverage records which clauses fired, which statements are cited, and which readings made a difference."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from refengine.check.exercise import ClauseCount, Coverage, IdleReading, ReadingGap
from refengine.check.memory import ALIKE, CheckMemory, without_statements_and_laws
from refengine.check.pool import in_order
from refengine.check.reachable_clauses import NORMALLY, ReachableClauses, asked_of, clauses_with_nodes
from refengine.compiled import Compilation
from refengine.ir import control, game as model
from refengine.ir.configuration import Configuration, configure, open_answers, without_default
from refengine.ir.simplify import is_literal
from refengine.ir.specialise import specialise
from refengine.ir.standing import STANDING
from refengine.ir.traverse import walk
from refengine.loading import make_game
from refengine.report.citations import RULING, Reader
from refengine.runtime.fault import Fault, IllegalAction
from refengine.source.workers import LOCAL, Crew
from refengine.testing.choices import choose
from refengine.testing.coverage import Coverage as Fired

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

COMPARED = 50
"""The number of games that two readings play side by side, for each number of players, before they count as alike."""

COMPARED_STEPS = 2_000
"""The number of steps that went alike after which no further game is begun.

Games may be long, and there are many readings.
"""

MAX_STEPS = 2_000


def rules_of(game: model.Game, claims: Iterable[Path] = ()) -> tuple[control.Clause, ...]:
    """Returns the clauses that play can fire, in the order of the rules: of values, phases, actions, guards and bars.

    What is declared in the files of `claims` is there to say what is claimed, and no rule.
    """
    apart = {path.as_posix() for path in claims}
    clauses = _clauses(game)
    return tuple(each for each in clauses if each.origin.span is None or each.origin.span.path not in apart)


def _clauses(game: model.Game) -> tuple[control.Clause, ...]:
    found: dict[str, control.Clause] = {}
    for clause, _ in clauses_with_nodes(game):
        found.setdefault(clause.path, clause)
    return tuple(found.values())


def no_rules(game: model.Game, claims: Iterable[Path]) -> frozenset[str]:
    """Returns the paths of the clauses that only say what is claimed."""
    return frozenset(each.path for each in _clauses(game)) - {each.path for each in rules_of(game, claims)}


@frozen
class FixedClauses:
    """The clauses, by path, that a configuration decides once for all, so that play is never asked.

    Values, and their general rules, that are `settled`; cases of scripts that are `folded`; general rules that are
    `overruled`, since some exception applies whatever happens; and what is `asked` by whom. `firing` are all that can
    fire there, of which some never do.
    """

    firing: frozenset[str]
    settled: frozenset[str]
    folded: frozenset[str]
    overruled: frozenset[str]
    asked: ReachableClauses

    @property
    def never(self) -> frozenset[str]:
        """Those of values, which play need not seek."""
        return self.settled | self.overruled | self.asked.by_laws_alone | self.asked.by_nobody


def fixed_in(game: model.Game, configuration: Configuration) -> FixedClauses:
    """Returns what a configuration decides once for all."""
    played = specialise(evolve(game, examples=()), configuration)
    bodies = [(value.clause.path, value.body) for value in played.values]
    names = [path for path, body in bodies if isinstance(body, model.Single) and is_literal(body.result)]
    left = {each.path for each in _clauses(played)}
    nodes = (each for script in (game.setup, *game.phases) for point in script.points for each in walk(point))
    cases = (each for each in nodes if isinstance(each, control.BranchCase | control.ForkCase))
    general = (body for _, body in bodies if isinstance(body, model.General))
    regions = {value.clause.path for value in played.values if isinstance(value.body, model.Joined)}
    return FixedClauses(
        frozenset(left - regions - {played.setup.clause.path, STANDING}),
        frozenset((*names, *(f"{name}{NORMALLY}" for name in names))),
        frozenset(each.clause.path for each in cases) - left,
        frozenset(body.clause.path for body in general if any(not each.guards for each in body.exceptions)),
        asked_of(played),
    )


def coverage_of(
    compiled: Compilation,
    game: model.Game,
    reader: Reader,
    *,
    fired: Fired,
    examples: Counter[str],
    settings: tuple[Configuration, ...],
    same: tuple[IdleReading, ...],
    gaps: tuple[ReadingGap, ...],
    wanted: int = 0,
    promised: Mapping[str, int] | None = None,
) -> Coverage:
    """Returns the coverage of a game; `fired` counts what fired in play, `examples` what decided an example.

    Play was to exercise each clause as often as is `wanted`, some as often as is `promised`.
    """
    rules = rules_of(game, compiled.folder.all_claims)
    silent = {each.path for each in rules if not _count(each.path, fired.count)}
    decided = [fixed_in(game, each) for each in settings] if silent else []
    fixed = frozenset().union(*(each.settled for each in decided))
    if decided:  # what one configuration leaves out another may play
        fixed |= frozenset.intersection(*(each.folded | each.overruled | each.asked.by_laws_alone for each in decided))
    clauses = tuple(
        ClauseCount(
            reader.clause(each),
            played=_count(each.path, lambda path: fired.played.get(path, 0)),
            posed=_count(each.path, lambda path: fired.posed.get(path, 0)),
            refused=_count(each.path, lambda path: fired.refused.get(path, 0)),
            examples=_count(each.path, lambda path: examples[path]),
            settled=each.path in silent & fixed,
            promised=(promised or {}).get(each.path, 0),
        )
        for each in rules
    )
    # The front end warns of what no rule, in any file, cites: one count of citations is enough.
    warned = {each.span for each in compiled.diagnostics if each.severity == "warning"}
    statements = () if compiled.rulebook is None else tuple(compiled.rulebook.statements.values())
    rulings = () if compiled.rulebook is None else tuple(compiled.rulebook.rulings.values())
    return Coverage(
        clauses=clauses,
        cited=tuple(each.id for each in statements if each.normative and each.span not in warned),
        uncited=tuple(reader.basis(each.id) for each in statements if each.normative and each.span in warned),
        not_normative=tuple((each.id, each.reason or "") for each in statements if not each.normative),
        uncited_rulings=tuple(reader.basis(RULING + each.id) for each in rulings if each.span in warned),
        without_default=without_default(game),
        no_difference=same,
        gaps=gaps,
        wanted=wanted,
    )


def _count(path: str, count: Callable[[str], int]) -> int:
    """A general rule decides under the name of its value where a configuration leaves it no exception."""
    head = path.removesuffix(NORMALLY)
    return count(path) + (count(head) if head != path else 0)


# ---- READINGS SIDE BY SIDE


@frozen
class _Pair:
    """A reading that is to be held against the default, with each of these numbers of players until they part."""

    usual: tuple[_DefaultRules, ...]
    changed: tuple[str, str]


@frozen
class _DefaultRules:
    """The rules under the defaults for a number of players, and the seed by which their games are played.

    `digest` stands for the game.
    """

    game: model.Game = field(eq=False, repr=False)
    digest: str
    players: int
    answers: tuple[tuple[str, str], ...]
    seed: int

    def made(self, changed: tuple[tuple[str, str], ...] = ()) -> Game:
        """Returns the game of it, or of what it is with other readings."""
        configuration, wrong = configure(self.game, self.players, dict((*self.answers, *changed)), {}, None)
        assert configuration is not None, wrong
        return make_game(self.game, configuration, digest=self.digest)


@frozen
class _DecisionTaken:
    """A decision of a game: of how many actions which one was taken, and what it is called."""

    offered: int
    at: int
    label: tuple[object, ...]


@frozen
class _Course:
    """A game as it was played, with its end as data and who won, if it came to one."""

    chosen: tuple[_DecisionTaken, ...]
    end: tuple[Mapping[str, Any], Any] | None


def no_difference(
    game: model.Game,
    players: int | None,
    seed: int,
    jobs: int = 1,
    kept: CheckMemory | None = None,
    crew: Crew = LOCAL,
) -> tuple[tuple[str, str], ...]:
    """Returns the complete readings under which random play goes as it does under the default; by so many of a crew."""
    kept = kept or CheckMemory()
    found = kept.read(ALIKE, (players, seed), tuple)
    if found is None:
        found = _no_difference(evolve(without_statements_and_laws(game), examples=()), players, seed, jobs, crew)
        kept.write(ALIKE, (players, seed), found)
    return found


def _no_difference(
    game: model.Game, players: int | None, seed: int, jobs: int, crew: Crew
) -> tuple[tuple[str, str], ...]:
    answers = open_answers(game)
    counts = tuple(each for each in range(game.players[1], game.players[0] - 1, -1) if players in {None, each})
    usual = tuple(_DefaultRules(game, game.digest, each, tuple(answers.items()), seed) for each in counts)
    pairs = [
        _Pair(usual, (question.name, reading.name))
        for question in game.questions
        for reading in question.readings
        if not reading.default and not reading.incomplete and answers.get(question.name) != reading.name
    ]
    with in_order(_parts, pairs, jobs, crew) as results:
        return tuple(pair.changed for pair, parts in zip(pairs, results, strict=True) if not parts)


def _parts(pair: _Pair) -> bool:
    """Returns whether the two part at all."""
    return any(_differs(each, pair.changed) for each in pair.usual)


def _differs(usual: _DefaultRules, changed: tuple[str, str]) -> bool:
    other = usual.made((changed,))
    gone = 0
    for number in range(COMPARED):
        course = _course(usual, number)
        if course is None or not _goes_along(other, course):
            return True
        gone += len(course.chosen)
        if gone > COMPARED_STEPS:
            break
    return False


@lru_cache(maxsize=1)
def _played(usual: _DefaultRules) -> Game:
    return usual.made()


@lru_cache(maxsize=64)
def _course(usual: _DefaultRules, number: int) -> _Course | None:
    """Returns a game under the defaults, played once for all readings held against them; None if it breaks off."""
    game, rng = _played(usual), random.Random(f"{usual.seed}:alike:{number}")  # noqa: S311
    chosen: list[_DecisionTaken] = []
    try:
        state = game.initial()
        while len(chosen) < MAX_STEPS:
            legal = game.legal(state)
            if not legal:
                return _Course(tuple(chosen), (game.to_json(state), _won(game, state)))
            action = choose(legal, rng)
            chosen.append(_DecisionTaken(len(legal), legal.index(action), _label(action)))
            state = game.apply(state, action)
    except (Fault, IllegalAction):
        return None
    return _Course(tuple(chosen), None)


def _goes_along(game: Game, course: _Course) -> bool:
    """Returns whether the same decisions lead to the same."""
    try:
        state = game.initial()
        for each in course.chosen:
            legal = game.legal(state)
            if len(legal) != each.offered or _label(legal[each.at]) != each.label:
                return False
            state = game.apply(state, legal[each.at])
        if course.end is None:
            return True
        data, won = course.end
        return not game.legal(state) and _same_end(data, game.to_json(state)) and won == _won(game, state)
    except (Fault, IllegalAction):
        return False


def _label(action: Any) -> tuple[object, ...]:
    return action.actor, action.name, action.arguments


def _won(game: Game, state: State) -> Any:
    """Returns the scores, and who won."""
    outcome = game.outcome(state)
    return None if outcome is None else (outcome.scores, outcome.winners)


def _same_end(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Returns whether the data of two states say the same of what both have, without the version of the rules."""
    both = one["variables"].keys() & other["variables"].keys()
    kept = [{name: each["variables"][name] for name in both} for each in (one, other)]
    return kept[0] == kept[1] and all(one.get(part) == other.get(part) for part in ("zones", "tokens"))
