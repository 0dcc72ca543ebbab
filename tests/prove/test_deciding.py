"""What is left out of a counterexample makes no difference: values may come to anything, and what nobody looks at too."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from attrs import define, evolve, field

from refengine.check.full_page import failure_lines
from refengine.check.refutations import failure_of
from refengine.check.to_json import failure_data
from refengine.engine.supposing import Call, outcome_of
from refengine.ir.obligations import Owed
from refengine.prove.engines import EnginePosition, Engines
from refengine.prove.narrative import show
from refengine.prove.relevance import EvaluationSteps, deciding_steps
from refengine.report.citations import Reader
from refengine.runtime.fault import Clause, Fault
from refengine.runtime.frames import Frame
from refengine.runtime.recording import listening
from refengine.smt.goal import Counterexample, Decision
from refengine.source.cache import Cache
from tests.prove.duel import compiled, goal, position, write_game

RULES = """
game lane from rulebook tiny
    players 2..3                                                per R1

kind Colour is Red, Blue, Green                                 per R1

component Card                                                  per R1
    colour: Colour
    rank: 1..3
    one of each colour and rank

token Chip on each player, limit 9                              per R1

zone hand of each player holds Card                             per R1
zone field of each player holds at most one Card                per R1
zone pile holds Card                                            per R1

variable score of each player: 0..4                             per R1
variable round: 1..3, starts 1                                  per R1
variable trump: Colour or none, starts none                     per R1

question ties about R1                                          per ruling A1
    "what happens when both are as high?"
    reading neither "nobody scores", inferred, default
    reading both "both score", house

value is_trump(c: Card): truth                                  per R1
    is trump = c.colour

value worth(c: Card): 0..7                                      per R1
    plus plain per R1
        is c.rank
    plus trumped per R1
        when is_trump(c)
        is 3

value best(c: Card): truth                                      per R1
    normally no d in field has worth(d) > worth(c)
    except tied per ruling A1
        when some d in field with d != c has worth(d) = worth(c)
        when ties is neither
        is false

value leads(p: player): truth                                   per R1
    case with_a_card per R1
        when field of p is not empty
        is some c in field of p has best(c)
    case others per R1
        when field of p is empty
        is chips_of(p) > 2

value chips_of(p: player): count                                per R1
    is Chip on p

value ahead: player or nobody                                   per R1
    is if leads(1) and not leads(2) then 1 else if leads(2) then 2 else nobody

value mood: 0..1                                                per R1
    case calm per R1
        when round < 3
        is 0
    case wild per R1
        when round = 2
        is 1

setup                                                           per R1
    go Play

phase Play                                                      per R1
    game over                                                   per R1

claim one_leads                                                 per R1
    in every state of 2..3 players
    at most one player p has leads(p)

claim somebody_is_ahead                                         per R1
    in every state of 2..3 players
    assuming field of 1 is not empty or score of 1 > 2
    ahead is not nobody or (round = 3 and pile is empty)

claim everybody_leads_or_has_nothing                            per R1
    in every state of 2..3 players
    every player p has leads(p) or score of p = 0 or hand of p is empty

claim cards_are_worth_little                                    per R1
    in every state of 2..3 players
    every c in field has worth(c) < 5 and (not is_trump(c) or best(c))

claim few_are_best                                              per R1
    in every state of 2..3 players
    (number of c in field with best(c)) <= 1

claim nothing_is_worth_more_than_three                          per R1
    in every state of 2..3 players over any Card
    every c in field has worth(c) <= 3

claim calm                                                      per R1
    in every state of 2..3 players
    mood = 0 or pile is empty

invariant scores_are_small                                      per R1
    every player p has score of p <= 3 or leads(p)
"""

CLAIMS = ("one_leads", "somebody_is_ahead", "everybody_leads_or_has_nothing", "cards_are_worth_little", "few_are_best",
          "calm")  # fmt: skip
COLOURS = ("Red", "Blue", "Green")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Engines:
    made = compiled(write_game(tmp_path_factory.mktemp("spec") / "table", RULES))
    assert made.game is not None
    return Engines(made.game, Cache(tmp_path_factory.mktemp("cache")))


def outcome(stated: Callable[[Any], object], state: Any) -> tuple[str, object]:
    return outcome_of(partial(stated, state))


def anywhere(chance: random.Random) -> Counterexample:
    """Any position at all."""
    players = chance.choice((2, 3))
    seats = [str(seat) for seat in range(1, players + 1)]
    cards = [f"{colour} {rank}" for colour in COLOURS for rank in (1, 2, 3)]
    chance.shuffle(cards)
    zones: dict[str, Any] = {"pile": [cards.pop() for _ in range(chance.randrange(3))]}
    zones["field"] = {seat: [cards.pop()] if chance.random() < 0.7 else [] for seat in seats}
    zones["hand"] = {seat: [cards.pop()] if chance.random() < 0.3 else [] for seat in seats}
    variables = {
        "score": {seat: chance.randrange(5) for seat in seats},
        "round": chance.randint(1, 3),
        "trump": chance.choice((None, *COLOURS)),
    }
    tokens = {"Chip": {"player": {seat: chance.randrange(3) for seat in seats}}}
    readings = (("ties", chance.choice(("neither", "both"))),)
    return Counterexample((position(players, readings, zones=zones, variables=variables, tokens=tokens),), ())


Asking = tuple[EvaluationSteps, EnginePosition, Callable[[Any], object]]


def asked(table: Engines, name: str, chance: random.Random) -> Asking:
    """What decides a statement at any position, and the statement as a function of the state."""
    found = anywhere(chance)
    stood = table.stand(found.positions[0])
    kind = "claim" if name in CLAIMS else "invariant"
    players = found.positions[0].players
    told = stood.game.description
    if kind == "invariant":
        (holds,) = (each.holds for each in told.invariants if each.name == name)
        return (
            deciding_steps(goal(kind, name, players), found, stood, 0, frozenset()),
            stood,
            lambda state: holds(state, state),
        )
    (example,) = (each for each in told.examples if each.name == name)
    conditions = [each.condition for each in example.lines if each.condition is not None]
    known = deciding_steps(goal(kind, name, players), found, stood, 0, frozenset())
    return known, stood, lambda state: tuple(each(state) for each in conditions)


@define
class Anything:
    """Values come to anything, but for those that are told."""

    told: dict[Call, Any]
    domains: dict[str, Sequence[Any]]
    chance: random.Random
    itself: Call | None = None
    made: dict[Call, Any] = field(factory=dict)

    def fire(self, clause: Clause, arguments: tuple[object, ...]) -> None: ...

    def pass_on(self, frame: Frame, state: object) -> None: ...

    def decide(self, clause: Clause) -> None: ...

    def call(self, function: Callable[..., Any], clause: Clause, skip: int, args: tuple[Any, ...]) -> Any:
        call = clause.path, args[skip:]
        if call == self.itself:
            self.itself = None
            return function(*args)
        if call in self.told:
            if isinstance(self.told[call], Fault):
                raise self.told[call]
            return self.told[call]
        if clause.path not in self.domains:
            return function(*args)
        return self.made.setdefault(call, self.chance.choice(self.domains[clause.path]))


@pytest.mark.parametrize("name", [*CLAIMS, "scores_are_small"])
def test_values_that_are_left_out_may_come_to_anything(table: Engines, name: str) -> None:
    chance = random.Random(name)
    left_out = 0
    for _ in range(60):
        known, stood, stated = asked(table, name, chance)
        wanted = outcome(stated, stood.state)
        told = {call_of(stood, step.worked.asked): internal(stood, step.worked) for step in known.steps
               if step.decides}  # fmt: skip
        left_out += sum(not step.decides for step in known.steps)
        for _ in range(12):
            anything = Anything(told, DOMAINS, chance)
            with listening(anything):
                assert outcome(stated, stood.state) == wanted, (known, anything.made)
    assert left_out > 0 or name == "calm"


DOMAINS: dict[str, Sequence[Any]] = {
    "is_trump": (False, True),
    "worth": range(8),
    "best": (False, True),
    "leads": (False, True),
    "ahead": (None, 0, 1),
    "mood": (0, 1),
}


def call_of(stood: EnginePosition, one: Any) -> Call:
    info = next(each for each in stood.game.description.values if each.name == one.value)
    codec = stood.game._codec
    given = zip(info.params, one.arguments, strict=True)
    return one.value, tuple(codec.internal(param.domain, each, "it") for param, each in given)


def internal(stood: EnginePosition, worked: Any) -> Any:
    if worked.fault is not None:
        return worked.fault
    info = next(each for each in stood.game.description.values if each.name == worked.asked.value)
    codec = stood.game._codec
    return codec.internal(info.domain, worked.result, "it")


@pytest.mark.parametrize("name", [*CLAIMS, "scores_are_small"])
def test_each_value_rests_on_what_stands_below_it(table: Engines, name: str) -> None:
    chance = random.Random(name)
    for _ in range(25):
        known, stood, _ = asked(table, name, chance)
        every = {
            call_of(stood, step.worked.asked): internal(stood, step.worked) for step in known.steps if step.decides
        }
        for step in known.steps:
            if not step.decides:
                continue
            itself = call_of(stood, step.worked.asked)
            told = {call: result for call, result in every.items() if call != itself}
            function = next(each.function for each in stood.game.description.values if each.name == itself[0])
            wanted = outcome_of(partial(function, stood.state, *itself[1]))
            for _ in range(6):
                with listening(Anything(told, DOMAINS, chance, itself)):
                    assert outcome_of(partial(function, stood.state, *itself[1])) == wanted


@pytest.mark.parametrize("name", [*CLAIMS, "scores_are_small"])
def test_what_nothing_looks_at_may_be_anything(table: Engines, name: str) -> None:
    chance = random.Random(name)
    changed = 0
    for _ in range(60):
        known, stood, stated = asked(table, name, chance)
        assert known.looked is not None
        wanted = outcome(stated, stood.state)
        for _ in range(6):
            other = table.stand(anywhere_but(stood, known.looked, chance))
            changed += other.state != stood.state
            assert outcome(stated, other.state) == wanted
    assert changed > 0


def anywhere_but(stood: EnginePosition, looked: frozenset[tuple[str, str, str | None]], chance: random.Random) -> Any:
    """Another position, in which everything that was looked at is as it is."""
    data = stood.position.data
    variables: dict[str, Any] = {"score": {}}
    for seat, score in data["variables"]["score"].items():
        variables["score"][seat] = score if ("variables", "score", seat) in looked else chance.randrange(5)
    variables["round"] = data["variables"]["round"] if ("variables", "round", None) in looked else chance.randint(1, 3)
    trump = data["variables"]["trump"]
    variables["trump"] = trump if ("variables", "trump", None) in looked else chance.choice((None, *COLOURS))
    chips = {
        seat: amount if ("tokens", "Chip on player", seat) in looked else chance.randrange(3)
        for seat, amount in data["tokens"]["Chip"]["player"].items()
    }
    zones: dict[str, Any] = {}
    for zone, held in data["zones"].items():
        if isinstance(held, dict):
            zones[zone] = {key: each for key, each in held.items() if ("zones", zone, key) in looked}
        elif ("zones", zone, None) in looked:
            zones[zone] = held
    lying = {
        card for held in zones.values() for one in (held.values() if isinstance(held, dict) else [held]) for card in one
    }
    for zone, key in (("pile", None), *(("field", str(n + 1)) for n in range(stood.position.players))):
        if ("zones", zone, key) in looked:
            continue
        card = f"{chance.choice(COLOURS)} {chance.randint(1, 3)}"
        if card not in lying:
            lying.add(card)
            if key is None:
                zones[zone] = [card]
            else:
                zones.setdefault(zone, {})[key] = [card]
    return evolve(stood.position, data={
        "zones": zones, "variables": variables, "tokens": {"Chip": {"player": chips}},
    })  # fmt: skip


def test_of_two_reasons_one_is_told(table: Engines) -> None:
    """A refuted `every`: only the member for which it does not hold decides."""
    zones = {"field": {"1": ["Red 1"], "2": ["Blue 2"], "3": ["Green 3"]}}
    found = Counterexample((position(3, zones=zones, variables={"score": {"1": 0, "2": 1, "3": 4}}),), ())
    zones["hand"] = {"1": ["Red 2"], "2": ["Red 3"], "3": []}
    stood = table.stand(found.positions[0])
    known = deciding_steps(goal("claim", "everybody_leads_or_has_nothing", 3), found, stood, 0, frozenset())
    told = [(each.worked.asked.value, each.worked.asked.arguments, each.deep) for each in known.steps if each.decides]
    assert told[:2] == [("leads", (2,), 0), ("best", ("Blue 2",), 1)]
    assert ("leads", (1,), 0) not in told
    assert ("worth", ("Red 1",), 2) not in told


# ---- SOURCE AND RESULT


def told(table: Engines, name: str, data: dict[str, Any], readings: tuple[tuple[str, str], ...]) -> str:
    """What people are told of a claim that does not hold at a position."""
    found = Counterexample((position(2, readings, **data),), ())
    shown = show(table, Decision(goal("claim", name), "refuted", counterexample=found), small=False)
    lines = failure_lines(1, failure_of(shown, Reader(None, {})))
    return "\n".join(line for line in lines if not line.startswith("   rule"))


def test_the_values_are_told_in_the_order_in_which_they_decide(table: Engines) -> None:
    data = {
        "zones": {"field": {"1": ["Red 2"], "2": ["Blue 2"]}, "pile": ["Green 1", "Green 2"], "hand": {"1": ["Red 3"]}},
        "variables": {"score": {"1": 4, "2": 1}, "round": 2, "trump": "Green"},
    }
    assert (
        told(table, "somebody_is_ahead", data, (("ties", "neither"),))
        == """\
1. claim somebody_is_ahead: does not hold here
   with 2 players
   ahead is nobody, by `ahead` per R1
     leads(1) is false, by `leads.with_a_card` per R1
       best(Red 2) is false, by `best.tied` per ruling A1
         worth(Blue 2) is 2, by `worth` per R1
           is_trump(Blue 2) is false, by `is_trump` per R1
         worth(Red 2) is 2, by `worth` per R1
           is_trump(Red 2) is false, by `is_trump` per R1
     leads(2) is false, by `leads.with_a_card` per R1
       best(Blue 2) is false, by `best.tied` per ruling A1
   position:
     given Red 2 in field of 1, Blue 2 in field of 2, round = 2, trump = Green
     and 5 more facts that make no difference here"""
    )


def test_of_many_reasons_those_that_decide_are_told(table: Engines) -> None:
    data = {
        "zones": {"field": {"1": ["Red 2"], "2": ["Blue 2"]}, "pile": ["Green 1", "Green 2"]},
        "variables": {"score": {"1": 4, "2": 1}, "round": 2, "trump": "Green"},
    }
    assert (
        told(table, "few_are_best", data, (("ties", "both"),))
        == """\
1. claim few_are_best: does not hold here
   with 2 players, ties both
   best(Red 2) is true, by `best.normally` per R1
     worth(Red 2) is 2, by `worth` per R1
       is_trump(Red 2) is false, by `is_trump` per R1
     worth(Blue 2) is 2, by `worth` per R1
       is_trump(Blue 2) is false, by `is_trump` per R1
   best(Blue 2) is true, by `best.normally` per R1
   position:
     given Red 2 in field of 1, Blue 2 in field of 2, trump = Green
     and 5 more facts that make no difference here"""
    )


def test_it_is_said_which_piece_stands_for_any(table: Engines) -> None:
    odd = {"component": "Card", "fields": {"colour": "Red", "rank": 3}}
    data = {"zones": {"field": {"2": [odd]}}, "variables": {"trump": "Red", "round": 3}}
    assert (
        told(table, "nothing_is_worth_more_than_three", data, (("ties", "neither"),))
        == """\
1. claim nothing_is_worth_more_than_three: does not hold here
   with 2 players
   a Card with colour Red and rank 3 in field of 2 (as Red 3 is) stands for any Card
   worth(Red 3) is 6, by `worth` per R1
     is_trump(Red 3) is true, by `is_trump` per R1
   position:
     given a Card with colour Red and rank 3 in field of 2, trump = Red
     and 1 more fact that makes no difference here"""
    )


def test_an_order_that_is_not_the_one_listed_is_told_to_lead_elsewhere(table: Engines) -> None:
    """The engine takes one order, and what it does there shows nothing."""
    owed = goal("obligation", f"Play: {Owed.ORDER.value}")
    found = Counterexample((position(2),), ())
    shown = show(table, Decision(owed, "refuted", counterexample=found), small=False)
    assert shown.told is not None
    assert shown.told.sentence == "does not hold here: in another order it comes to something else, or breaks off"
    shown = show(table, Decision(owed, "unknown", counterexample=found), small=False)
    assert shown.told is not None
    assert shown.told.sentence == "the induction fails from here"


def test_programs_are_told_everything(table: Engines) -> None:
    zones = {"field": {"1": ["Red 2"], "2": ["Blue 2"]}, "pile": ["Green 1", "Green 2"]}
    found = Counterexample((position(2, (("ties", "both"),), zones=zones),), ())
    shown = show(table, Decision(goal("claim", "few_are_best"), "refuted", counterexample=found), small=False)
    failure = failure_of(shown, Reader(None, {}))
    data = failure_data(failure)
    assert failure.brief is not None
    assert "brief" not in data
    assert data["position"] == ["given Red 2 in field of 1, Blue 2 in field of 2, {Green 1, Green 2} in pile"]
    assert {*failure.brief.found} <= {*data["found"]}
