"""Pairs of sets of rules in terms over one state: two worlds whose terms can be compared.

INVARIANT: what both say in the same way is the same term, so that only what they say in another way is asked of a
solver. What neither side has chosen is one constant for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from attrs import frozen

from refengine.ir import domain as d, game as model
from refengine.ir.contrast import apart, unlike_states
from refengine.smt.claims.value_pairs import ValueComparison
from refengine.smt.course.study import Study, any_reading, literal, seated_rules
from refengine.smt.encode.expressions import world_of
from refengine.smt.encode.world import World
from refengine.smt.goal import Limits
from refengine.smt.solving.solver import Solver
from refengine.smt.solving.transcript import Transcript
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Value
from refengine.smt.terms.values import Values
from refengine.smt.unsupported import Unsupported


@frozen(eq=False)
class RulesChoice:
    """A set of rules, one of two, and what is chosen of its readings and options; all that is not chosen is any."""

    rules: model.Game
    readings: Mapping[str, str]
    options: Mapping[str, str]


Open = dict[tuple[str, str], Value]
"""The constants of questions and options that neither side has chosen."""


def studies_of_both(
    left: RulesChoice, right: RulesChoice, players: int, limits: Limits, budget: int
) -> tuple[Study, Study]:
    """Returns a study of each side, for so many players, with one solver that spends no more than a budget.

    `Unsupported` where states of one side are not states of the other, or what is open on one is not on the other.
    """
    games = tuple(seated_rules(each.rules, players) for each in (left, right))
    unlike = unlike_states(*games)
    if unlike is not None:
        raise Unsupported(f"rules with other {unlike}")
    terms = Terms(shares=True)
    values = Values(games[0], terms=terms)
    opened = _opened(left, right, values)
    other = apart(left.rules, right.rules)
    solver = Solver(terms, values.facts, limits.rlimit, name=f"both-{players}", budget=budget, shared=Transcript())
    worlds: list[World] = []
    for side, rules in ((left, left.rules), (right, other)):
        configuration = {**_configuration(side, opened), ("players", "players"): players}
        worlds.append(world_of(seated_rules(rules, players), values, configuration, partial(seated_rules, rules)))
    worlds[1].asked = worlds[0].asked
    worlds[1].settle = ValueComparison(worlds[0], solver).settled
    return Study(left.rules, players, worlds[0], solver), Study(other, players, worlds[1], solver)


def _opened(left: RulesChoice, right: RulesChoice, values: Values) -> Open:
    found: Open = {}
    theirs = {each.name: each for each in right.rules.questions}
    for question in left.rules.questions:
        if question.name in left.readings and question.name in right.readings:
            continue
        if question.name in left.readings or question.name in right.readings or question.name not in theirs:
            raise Unsupported(f"the question `{question.name}`, which is open on one side alone")
        if _said(question) != _said(theirs[question.name]):
            raise Unsupported(f"other readings of the question `{question.name}`")
        found["question", question.name] = any_reading(question, values, incomplete=True)
    options = {each.name: each for each in right.rules.options}
    for option in left.rules.options:
        if option.name in left.options and option.name in right.options:
            continue
        if option.name in left.options or option.name in right.options or option.name not in options:
            raise Unsupported(f"the option `{option.name}`, which is open on one side alone")
        if option.domain != options[option.name].domain or isinstance(option.domain, d.Count):
            raise Unsupported(f"all that the option `{option.name}` may be")
        found["option", option.name] = values.fresh(option.domain, f"option {option.name}")
    return found


def _said(question: model.Question) -> list[tuple[str, int | bool, bool]]:
    return sorted((each.name, literal(each.value), each.incomplete) for each in question.readings)


def _configuration(side: RulesChoice, opened: Open) -> Open:
    found: Open = {}
    members = {kind.name: kind.members for kind in side.rules.kinds}
    for question in side.rules.questions:
        if question.name in side.readings:
            (reading,) = (each for each in question.readings if each.name == side.readings[question.name])
            found["question", question.name] = literal(reading.value)
        elif ("question", question.name) in opened:
            found["question", question.name] = opened["question", question.name]
        else:
            raise Unsupported(f"the question `{question.name}`, which is open on one side alone")
    for option in side.rules.options:
        if option.name in side.options:
            found["option", option.name] = _written(option, side.options[option.name], members)
        elif ("option", option.name) in opened:
            found["option", option.name] = opened["option", option.name]
        else:
            raise Unsupported(f"the option `{option.name}`, which is open on one side alone")
    return found


def _written(option: model.Option, written: str, members: Mapping[str, tuple[str, ...]]) -> int | bool:
    match option.domain:
        case d.Enum(kind=kind):
            return members[kind].index(written)
        case d.Truth():
            return written == "true"
        case _:
            return int(written)
