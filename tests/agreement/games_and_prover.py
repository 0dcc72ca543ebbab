"""What the prover says of a small game, held against the game gone through whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from attrs import define, evolve, field, frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.obligations import Owed
from refengine.ir.traverse import walk
from refengine.prove.cache import Answers
from refengine.prove.engines import Engines
from refengine.prove.replay import ReplayResult, replay
from refengine.prove.run import ProofTask, Prover, prove
from refengine.resolve.modules import Layer
from refengine.runtime.fault import BadData
from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from refengine.source.cache import Cache
from tests.agreement.audited import audited
from tests.agreement.drawn.games import Maker
from tests.agreement.drawn.things import Drawn
from tests.agreement.executors import OWED
from tests.agreement.explored_games import (
    Explored,
    Fact,
    Named,
    configurations,
    explored,
    facts_of,
    facts_of_any,
    has_hole,
    leaks,
)
from tests.types.front_end import elaborate_files, parse_texts

LIMITS: Final = Limits(rlimit=1_000_000, steps=3)
SURE: Final = frozenset({"proved", "by construction"})


def compiled(drawn: Drawn) -> model.Game | None:
    """The game, with its module; None if the front end refuses it, as it may what is drawn at random."""
    files, found = parse_texts({"game.rules": drawn.text})
    added, wrong = parse_texts({"module.rules": drawn.module} if drawn.module else {})
    if any(each.severity == "error" for each in (*found, *wrong)):
        return None
    base = [Layer(tuple(files))] if added else []
    game, more = elaborate_files(added or files, drawn.tables, base)
    return None if any(each.severity == "error" for each in more) else game


@define
class Compared:
    """A game compared: what is wrong, and how often each verdict was given to each kind of statement."""

    wrong: list[str] = field(factory=list)
    verdicts: Counter[tuple[str, str]] = field(factory=Counter)
    states: int = 0
    whole: bool = True


Facts = dict[Named, Fact]


@frozen
class Held:
    """What is known of a game without the prover."""

    rules: model.Game
    found: tuple[Explored, ...]
    whole: bool
    others: tuple[tuple[frozenset[str], Explored], ...] = ()
    """What was explored of games with other tables, and what these are the tables of."""
    written: tuple[Held, ...] = ()
    """The games in which titles of texts have bodies that have none here."""
    rewritten: tuple[Held, ...] = ()
    """The games in which all titles have other bodies."""
    _facts: dict[int, tuple[Facts, Facts]] = field(factory=dict)

    @property
    def is_whole_from_start(self) -> bool:
        """Returns whether every game was gone through, and begins: where the setup fails, it may be said of several things."""
        return self.whole and all(each.depths for each in self.found)

    def never_breaks_off(self, players: int) -> bool:
        """Returns whether every game was gone through and met no fault.

        An engine that explains stops where two cases apply, and the prover goes on with the first; and where nobody
        can be asked the one sees no decision, the other one that cannot be taken.
        """
        return self.whole and not any(each.faults for each in self.of(players))

    def of(self, players: int) -> tuple[Explored, ...]:
        """What was explored for a number of players."""
        return tuple(each for each in self.found if each.configuration.players == players)

    def fact(self, goal: Goal) -> Fact | None:
        """What is so of a statement for the number of players of a goal."""
        here, elsewhere = self._facts.get(goal.players) or self._facts.setdefault(
            goal.players, self._found(goal.players)
        )
        found, more = here.get((goal.kind, goal.name)), elsewhere.get((goal.kind, goal.name))
        if goal.kind in {"invariant", "step invariant"} and not goal.part:
            return found
        return found if found is None or more is None else found.joined(more)

    def _found(self, players: int) -> tuple[Facts, Facts]:
        """What is so in the game, and in those with other tables."""
        others = [each for each in self.others if each[1].configuration.players == players]
        return facts_of(self.rules, self.of(players)), facts_of_any(self.rules, others)

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


Other = tuple[frozenset[str], model.Game]
"""The same game with other tables, and what these are the tables of."""


def held(
    rules: model.Game,
    most: int,
    most_configurations: int,
    others: Sequence[Other] = (),
    players: int | None = None,
) -> Held:
    """The game gone through in all of its configurations, or in as many as there is time for; or for so many players."""
    listed = [*configurations(rules, incomplete=False), *configurations(rules, incomplete=True)]
    listed = [each for each in listed if players in {None, each.players}]
    found = tuple(explored(rules, each, most) for each in listed[:most_configurations])
    whole = len(listed) <= most_configurations and all(each.whole for each in found)
    return Held(rules, found, whole, tuple(_with_other_tables(others, most, players)))


def _with_other_tables(
    others: Sequence[Other], most: int, players: int | None
) -> Iterator[tuple[frozenset[str], Explored]]:
    for changed, each in others:
        (first, *_) = configurations(each, incomplete=False)
        yield changed, explored(each, evolve(first, players=players or each.players[1]), most)


def compare(drawn: Drawn, *, seats: int | None, most: int = 300, most_configurations: int = 4) -> Compared | None:
    """Everything that the prover says of a game, against all of its states; None if the front end refuses the game.

    It is asked for one number of players, so many above the fewest if there are so many; or for all, if none is given.
    What it shows is replayed.
    """
    rules = compiled(drawn)
    if rules is None:
        return None
    fewest, most_players = rules.players
    players = None if seats is None else fewest + seats % (most_players - fewest + 1)
    known = gone_through(drawn, rules, players, most, most_configurations)
    compared = Compared(states=sum(len(each.depths) for each in known.found), whole=known.whole)
    decided = decisions(rules, players)
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
    audits = tuple(evolve(each, extent=evolve(each.extent, players=(most, most))) for each in rules.audits)
    return evolve(rules, players=(most, most), claims=claims, audits=audits)


PROVER: Final = Prover(goals, batches, lambda: decide)


def gone_through(
    drawn: Drawn, rules: model.Game, players: int | None, most: int = 300, most_configurations: int = 4
) -> Held:
    """A game gone through, and those that are the same but for their tables or for bodies of texts."""

    def all_of(listed: Sequence[Drawn]) -> tuple[Held, ...]:
        games = (each for one in listed if (each := compiled(one)) is not None)
        return tuple(held(each, most // 2, 2, players=players) for each in games)

    others = [(one.changed, each) for one in drawn.others if (each := compiled(one)) is not None]
    known = held(rules, most, most_configurations, others, players=players)
    return evolve(known, written=all_of(drawn.written), rewritten=all_of(drawn.rewritten))


def decisions(rules: model.Game, players: int | None = None) -> dict[Goal, Decision]:
    """What the prover says of every goal, or of those for so many players.

    A game with texts comes by the door that asks again with the bodies that are there.
    """
    asked = tuple(each for each in goals(rules) if players in {None, each.players})
    if rules.texts:
        with TemporaryDirectory() as folder:
            answers = Answers(rules, LIMITS, fresh=True, folder=Cache(Path(folder)))
            found = prove(ProofTask(rules, asked, LIMITS), PROVER, answers)
        return {each.decision.goal: each.decision for each in found.answers}
    return {each.goal: each for batch in batches(asked) for each in decide(rules, batch, LIMITS)}


def disagreement(engines: Engines, decision: Decision) -> str | ReplayResult | None:
    """Where an engine does not agree with the position that is shown."""
    try:
        found = replay(engines.of(decision.goal), decision)
    except BadData as bad:
        return f"the position cannot be set up: {bad}"
    return found if found is not None and found.verdict == "disagrees" else None


# ---- ONE VERDICT


def against(known: Held, decision: Decision, decided: Mapping[Goal, Decision]) -> list[str]:
    """What is wrong with a verdict."""
    goal = decision.goal
    texts = [
        f"with other bodies: {wrong}"
        for each in (*known.written, *(known.rewritten if decision.every_text else ()))
        if decision.verdict in SURE and (decision.every_text or goal.kind in {"invariant", "claim"})
        for wrong in _of_these_texts(each, decision, decided)
    ]
    return [*_of_these_texts(known, decision, decided), *texts]


def _of_these_texts(known: Held, decision: Decision, decided: Mapping[Goal, Decision]) -> list[str]:
    goal = decision.goal
    if goal.kind == "obligation":
        return _of_obligation(known, decision, decided)
    if goal.kind == "sight":
        return _of_sight(known, decision)
    if goal.kind == "audit":
        leaning = [each for each in decision.rests_on if not _is_sure(each, goal, decided)]
        return [] if leaning else audited(known.rules, known.of(goal.players))[goal.name].against(decision)
    fact = known.fact(goal)
    if fact is None:
        return []
    is_open = bool(known.rules.texts)
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
            and not is_open
            and not goal.part  # with any data it may be another game that comes there
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
    """Returns whether a claim is about every member of a set: where that is empty it speaks of nothing, though a state is there."""
    conditions = [each.condition for each in rules.claims if (goal.kind, goal.name) == ("claim", each.name)]
    parts = [part for each in conditions for part in (each.parts if isinstance(each, ir.And) else (each,))]
    return any(isinstance(each, ir.ForAll) for each in parts)


def _is_sure(support: str, goal: Goal, decided: Mapping[Goal, Decision]) -> bool:
    """Returns whether what a proof rests on is proved, or no statement of its own."""
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
        unmet = unmet and not known.rules.texts
        return ["no game meets it"] if unmet else []
    others = [every for each, every in decided.items() if each.kind == "obligation" and each.players == goal.players]
    return [
        f"a game meets {fault}"
        for fault in met
        if _excludes(decision, fault)
        and not _may_disagree(goal.name, decided)
        and all(_excludes(every, fault) for every in others if every.goal.name in _owed_by(known.rules, fault))
    ]


def _is_met_in_play(rules: model.Game, name: str) -> bool:
    """Returns whether an obligation is of a script, so that only play can break it, and an engine notices."""
    scripts = {each.clause.path for each in (rules.setup, *rules.phases)}
    return name.rpartition(": ")[0] in scripts and not name.endswith(Owed.ORDER.value)


def _excludes(decision: Decision, fault: Met) -> bool:
    return decision.verdict in SURE or (decision.verdict == "bounded" and fault[2] <= decision.steps)


def _owed_by(rules: model.Game, fault: Met) -> set[str]:
    """The names of the obligations that a fault may break."""
    code, path, _ = fault
    if code not in OWED:  # that rules come to an end is owed by nobody
        return set()
    owed = OWED[code]
    bodies = (each.clause.path for text in rules.texts for each in text.bodies)
    whose = next((each for each in bodies if f"{path}.".startswith(f"{each}.")), path.partition(".")[0])
    paths = {path, whose}  # a body owes for itself, not for the text
    for script in (rules.setup, *rules.phases):
        for node in walk(script):
            if isinstance(node, control.Action) and node.clause.path in paths:
                paths |= {script.clause.path, script.name}
    return {f"{each}: {owed.value}" for each in paths}


def _may_disagree(name: str, decided: Mapping[Goal, Decision]) -> bool:
    """Returns whether exceptions of the same value may disagree: then they are worked out where none of them decides."""
    name = f"{name.partition(':')[0].partition('.')[0]}: {Owed.AGREEMENT.value}"
    return any(each.goal.name == name and each.verdict not in SURE for each in decided.values())


def _of_sight(known: Held, decision: Decision) -> list[str]:
    if decision.verdict not in SURE:
        return []
    found = (each for each in known.found if each.configuration.players == decision.goal.players)
    return [told for each in found if (told := leaks(each).get(decision.goal.name))]


def small(seed: int, features: frozenset[str] | None = None) -> Drawn:
    """The game of a seed, with its twins."""
    maker = Maker(seed, features)
    drawn = maker.drawn()
    return evolve(drawn, others=maker.twins(drawn))
