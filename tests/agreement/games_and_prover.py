"""What the prover says of a small game, held against the game gone through whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field, frozen

from refengine.engine.fault import BadData
from refengine.ir import control, expressions as ir, game as model
from refengine.ir.obligations import Owed
from refengine.ir.traverse import walk
from refengine.prove.engines import Engines
from refengine.prove.replay import Replayed, replay
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from tests.agreement.drawn.games import Maker
from tests.agreement.drawn.things import Drawn
from tests.agreement.executors import OWED
from tests.agreement.explored_games import (
    Explored,
    Fact,
    configurations,
    explored,
    facts_of,
    facts_of_any,
    has_hole,
    leaks,
)
from tests.types.front_end import compile_texts

LIMITS: Final = Limits(rlimit=1_000_000, steps=3)
SURE: Final = frozenset({"proved", "by construction"})


def compiled(drawn: Drawn) -> model.Game | None:
    """The game; None if the front end refuses it, as it may what is drawn at random."""
    game, found = compile_texts({"game.rules": drawn.text}, drawn.tables)
    return None if any(each.severity == "error" for each in found) else game


@define
class Compared:
    """A game compared: what is wrong, and how often each verdict was given to each kind of statement."""

    wrong: list[str] = field(factory=list)
    verdicts: Counter[tuple[str, str]] = field(factory=Counter)
    states: int = 0
    whole: bool = True


@frozen
class Held:
    """What is known of a game without the prover."""

    rules: model.Game
    found: tuple[Explored, ...]
    whole: bool
    others: tuple[Explored, ...] = ()
    """What was explored of games with other tables."""

    @property
    def is_whole_from_start(self) -> bool:
        """Whether every game was gone through, and begins: where the setup fails, it may be said of several things."""
        return self.whole and all(each.depths for each in self.found)

    def never_breaks_off(self, players: int) -> bool:
        """Whether every game was gone through and met no fault.

        An engine that explains stops where two cases apply, and the prover goes on with the first; and where nobody
        can be asked the one sees no decision, the other one that cannot be taken.
        """
        return self.whole and not any(each.faults for each in self.of(players))

    def of(self, players: int) -> tuple[Explored, ...]:
        """What was explored for a number of players."""
        return tuple(each for each in self.found if each.configuration.players == players)

    def fact(self, goal: Goal) -> Fact | None:
        """What is so of a statement for the number of players of a goal."""
        found = facts_of(self.rules, self.of(goal.players)).get((goal.kind, goal.name))
        others = [each for each in self.others if each.configuration.players == goal.players]
        more = facts_of_any(self.rules, others).get((goal.kind, goal.name))
        return found if found is None or more is None else found.joined(more)

    def faults(self, players: int) -> list[Met]:
        """The faults that games under complete readings come to."""
        return [
            (code, path, depth)
            for each in self.of(players)
            if not has_hole(self.rules, each.configuration)
            for (code, path), depth in each.faults.items()
        ]


Met = tuple[str, str, int]
"""A fault: its code, the path of its clause, and the number of the step that meets it."""


def held(rules: model.Game, most: int, most_configurations: int, others: Sequence[model.Game] = ()) -> Held:
    """The game gone through in all of its configurations, or in as many as there is time for."""
    listed = [*configurations(rules, incomplete=False), *configurations(rules, incomplete=True)]
    found = tuple(explored(rules, each, most) for each in listed[:most_configurations])
    whole = len(listed) <= most_configurations and all(each.whole for each in found)
    return Held(rules, found, whole, tuple(_with_other_tables(others, most)))


def _with_other_tables(others: Sequence[model.Game], most: int) -> Iterator[Explored]:
    for each in others:
        (first, *_) = configurations(each, incomplete=False)
        yield explored(each, evolve(first, players=each.players[1]), most)


def compare(drawn: Drawn, *, all_seats: bool, most: int = 300, most_configurations: int = 6) -> Compared | None:
    """Everything that the prover says of a game, against all of its states; None if the front end refuses the game.

    It is asked for all numbers of players, or for the greatest alone; what it shows is replayed.
    """
    rules = compiled(drawn)
    if rules is None:
        return None
    others = [each for one in drawn.others if (each := compiled(one)) is not None]
    if not all_seats:
        rules, others = for_the_most(rules), [for_the_most(each) for each in others]
    known = held(rules, most, most_configurations, others)
    compared = Compared(states=sum(len(each.depths) for each in known.found), whole=known.whole)
    decided = decisions(rules)
    for goal, decision in decided.items():
        compared.verdicts[goal.kind, decision.verdict] += 1
    engines = Engines(rules)
    for decision in decided.values():
        said = against(known, decision, decided)
        if decision.verdict in {"refuted", "found"}:
            unlike = disagreement(engines, decision)
            if unlike is not None:
                said = [*said, unlike if isinstance(unlike, str) else f"executors disagree: {unlike.differences}"]
        compared.wrong += [f"{decision.goal.title}, {decision.verdict} ({decision.how}): {each}" for each in said]
    return compared


def for_the_most(rules: model.Game) -> model.Game:
    """The game for its greatest number of players alone."""
    most = rules.players[1]
    claims = tuple(evolve(each, extent=evolve(each.extent, players=(most, most))) for each in rules.claims)
    return evolve(rules, players=(most, most), claims=claims)


def decisions(rules: model.Game) -> dict[Goal, Decision]:
    """What the prover says of every goal."""
    return {each.goal: each for batch in batches(goals(rules)) for each in decide(rules, batch, LIMITS)}


def disagreement(engines: Engines, decision: Decision) -> str | Replayed | None:
    """Where an engine does not agree with the position that is shown."""
    try:
        found = replay(engines, decision)
    except BadData as bad:
        return f"the position cannot be set up: {bad}"
    return found if found is not None and found.verdict == "disagrees" else None


# ---- ONE VERDICT


def against(known: Held, decision: Decision, decided: Mapping[Goal, Decision]) -> list[str]:
    """What is wrong with a verdict."""
    goal = decision.goal
    if goal.kind == "obligation":
        return _of_obligation(known, decision, decided)
    if goal.kind == "sight":
        return _of_sight(known, decision)
    fact = known.fact(goal)
    if fact is None:
        return []
    leaning = [each for each in decision.rests_on if not _is_sure(each, goal, decided)]
    match decision.verdict:
        case "proved" | "by construction" if fact.broken is not None and not leaning:
            return [f"it is broken after {fact.broken} steps"]
        case "proved" | "by construction" if fact.unanswered is not None and not leaning:
            return [f"it has no answer after {fact.unanswered} steps"]
        case "bounded" if fact.broken is not None and fact.broken <= decision.steps:
            return [f"it is broken after {fact.broken} of {decision.steps} steps"]
        case "refuted" if (
            known.never_breaks_off(goal.players)
            and fact.broken is None
            and fact.unanswered is None
            and decision.reached
        ):
            return ["no game comes to such a state"]
        case "vacuous" if fact.met and not leaning and not runs_over_some(known.rules, goal):
            return ["there are states that it speaks of"]
        case "found" if known.never_breaks_off(goal.players) and not fact.holds and decision.reached:
            return ["no game comes to such a state"]
        case "not found" if fact.holds and not leaning:
            return ["a game comes to such a state"]
    return []


def runs_over_some(rules: model.Game, goal: Goal) -> bool:
    """Whether a claim is about every member of a set: where that is empty it speaks of nothing, though a state is there."""
    conditions = [each.condition for each in rules.claims if (goal.kind, goal.name) == ("claim", each.name)]
    parts = [part for each in conditions for part in (each.parts if isinstance(each, ir.And) else (each,))]
    return any(isinstance(each, ir.ForAll) for each in parts)


def _is_sure(support: str, goal: Goal, decided: Mapping[Goal, Decision]) -> bool:
    """Whether what a proof rests on is proved, or no statement of its own."""
    kind, _, name = support.partition(" ")
    found = [each for each in decided.values() if (each.goal.kind, each.goal.name) == (kind, name)]
    return all(each.verdict in SURE for each in found if each.goal.players == goal.players)


def _of_obligation(known: Held, decision: Decision, decided: Mapping[Goal, Decision]) -> list[str]:
    """What the engine has a fault for.

    It names an action where the prover names the phase to which the action leads, so that a fault may be of either.
    """
    goal = decision.goal
    met = [each for each in known.faults(goal.players) if goal.name in _owed_by(known.rules, each)]
    if decision.verdict == "refuted":
        unmet = known.is_whole_from_start and not met and decision.reached and _is_met_in_play(known.rules, goal.name)
        return ["no game meets it"] if unmet else []
    names = {each.name: every for each, every in decided.items() if each.players == goal.players}
    return [
        f"a game meets {fault}"
        for fault in met
        if _excludes(decision, fault)
        and not _may_disagree(goal.name, decided)
        and all(_excludes(names[each], fault) for each in _owed_by(known.rules, fault) if each in names)
    ]


def _is_met_in_play(rules: model.Game, name: str) -> bool:
    """Whether an obligation is of a script, so that only play can break it, and an engine notices."""
    scripts = {each.clause.path for each in (rules.setup, *rules.phases)}
    return name.rpartition(": ")[0] in scripts and not name.endswith(Owed.ORDER.value)


def _excludes(decision: Decision, fault: Met) -> bool:
    return decision.verdict in SURE or (decision.verdict == "bounded" and fault[2] <= decision.steps)


def _owed_by(rules: model.Game, fault: Met) -> set[str]:
    """The names of the obligations that a fault may break."""
    code, path, _ = fault
    owed = OWED[code]
    paths = {path, path.partition(".")[0]}
    for script in (rules.setup, *rules.phases):
        for node in walk(script):
            if isinstance(node, control.Action) and node.clause.path in paths:
                paths |= {script.clause.path, script.name}
    return {f"{each}: {owed.value}" for each in paths}


def _may_disagree(name: str, decided: Mapping[Goal, Decision]) -> bool:
    """Whether exceptions of the same value may disagree: then they are worked out where none of them decides."""
    name = f"{name.partition(':')[0].partition('.')[0]}: {Owed.AGREEMENT.value}"
    return any(each.goal.name == name and each.verdict not in SURE for each in decided.values())


def _of_sight(known: Held, decision: Decision) -> list[str]:
    if decision.verdict not in SURE:
        return []
    found = (each for each in known.found if each.configuration.players == decision.goal.players)
    return [told for each in found if (told := leaks(each).get(decision.goal.name))]


def small(seed: int) -> Drawn:
    """The game of a seed, with its twins."""
    maker = Maker(seed)
    drawn = maker.drawn()
    return evolve(drawn, others=maker.twins(drawn))
