"""The verdicts by readings are those of the engines that play by them."""

import random
from itertools import product

import pytest

from refengine.ir.configuration import Configuration
from refengine.rulings.alternatives import Alternatives, ReadingResult
from refengine.rulings.judge import Judge
from refengine.rulings.ruling import Alternative
from refengine.rulings.sets_of_readings import ALL, Readings, Sets, complete_sets
from refengine.rulings.verdicts_by_reading import as_alternatives
from refengine.runtime.fault import Fault
from tests.rulings.asking import ask

POSITIONS = [
    (2, "Plain", 5, ("Hussites 5", "Reformers 8")),
    (2, "Crossed", 5, ("Hussites 10", "Reformers 6")),
    (2, "Sanctuary", 2, ("Hussites 3", "Reformers 3")),
    (3, "Sevens", 5, ("Hussites 7", "Reformers 7", "Third 8")),
    (3, "Refuge", 9, ("Hussites 7", "Reformers 7", "Third 6")),
    (3, "Refuge", 5, ("Hussites 7", "Reformers 7", "Third 9")),
    (4, "Plain", 5, ("Hussites 9", "Reformers 9", "Third 9", "Fourth 6")),
    (4, "Crossed", 3, ("Hussites 11", "Reformers 11", "Third 9", "Fourth 9")),
]


def is_among(alternative: Alternative, chosen: dict[str, str]) -> bool:
    """Returns whether a complete set of readings goes one of the ways of an alternative, as they are told."""
    return any(
        all(chosen[one[0].question] in {each.reading for each in one} for one in way) for way in alternative.ways
    )


@pytest.mark.parametrize(("players", "power", "resistance", "cards"), POSITIONS)
def test_each_set_of_readings_leads_where_the_engine_goes(
    kaciri: Judge, players: int, power: str, resistance: int, cards: tuple[str, ...]
) -> None:
    lying = ", ".join(f"{card} in duel of {seat}" for seat, card in enumerate(cards, start=1))
    given = f"given {players} players, a City with resistance {resistance} and power {power} in besieged, {lying}"
    draw = random.Random(f"{power} {cards}")
    readings = {each.name: tuple(one.name for one in each.readings) for each in kaciri.rules.questions}
    sets = [{name: draw.choice(names) for name, names in readings.items()} for _ in range(2)]
    for question in (f"fate({cards[0]})", f"takes({cards[-1]})"):
        (ruling,) = ask(kaciri, given, question)
        assert ruling.alternatives is not None
        assert sum(each.sets for each in ruling.alternatives) == sum(1 for _ in complete_sets(readings))
        for chosen in sets:
            under = [f"under {name} is {reading}" for name, reading in chosen.items()]
            (there,) = ask(kaciri, *under, given, question)
            led = [each for each in ruling.alternatives if len(ruling.alternatives) == 1 or is_among(each, chosen)]
            assert [(each.outcome, each.verdict) for each in led] == [(there.outcome, there.verdict)]
            assert there.answer == engines_answer(kaciri, players, chosen, given, question)


def engines_answer(judge: Judge, players: int, chosen: dict[str, str], given: str, question: str) -> object:
    """What the engine alone says of a value, asked by its name."""
    game = judge.bench(Configuration(players, tuple(sorted(chosen.items())))).game
    city, *cards = given.removeprefix("given ").split(", ")[1:]
    resistance, power = city.split("resistance ")[1].split(" and power ")
    fields = {"resistance": int(resistance), "importance": 1, "power": power.removesuffix(" in besieged")}
    duel = {int(each.rpartition(" ")[2]): [each.partition(" in ")[0]] for each in cards}
    state = game.position(
        {"zones": {"besieged": [{"component": "City", "fields": fields}], "duel": duel}}, unprinted=True
    )
    name, card = question.removesuffix(")").split("(")
    try:
        return game.value(state, name, card)
    except Fault:
        return None


# ---- SETS OF READINGS


@pytest.mark.parametrize("seed", range(12))
def test_sets_are_what_they_are_said_to_be_in_few_words(seed: int) -> None:
    draw = random.Random(seed)
    readings = {name: tuple(f"{name}{n}" for n in range(draw.randint(2, 4))) for name in ("a", "b", "c", "d")}
    sets, wanted = Sets(readings), {}
    whole = [tuple(each.items()) for each in complete_sets(readings)]
    for each in whole:
        wanted[each] = draw.choice(["one", "other", "third"]) if draw.random() < 0.3 else "one"
    parts: dict[str, Readings] = {}
    for each, verdict in wanted.items():
        here = sets.of({name: (reading,) for name, reading in each})
        parts[verdict] = here if verdict not in parts else sets.union(parts[verdict], here)
    for verdict, part in parts.items():
        others = [each for name, each in parts.items() if name != verdict]
        cubes = sets.cubes(part, others)
        mine = {each for each, found in wanted.items() if found == verdict}
        assert sets.count(part) == len(mine)
        told = {each for each in whole if any(all(dict(each)[n] in rs for n, rs in cube.items()) for cube in cubes)}
        assert told == mine
        assert {each for each in whole if sets.holds(part, dict(each))} == mine
        for cube in cubes:  # none can do without one of its conditions, and none is needless
            assert all(
                any(
                    set(each)
                    for each in whole
                    if _in(dict(each), {k: v for k, v in cube.items() if k != name}) and each not in mine
                )
                for name in cube
            )
            rest = [each for each in cubes if each is not cube]
            assert any(_in(dict(each), cube) and not any(_in(dict(each), other) for other in rest) for each in mine)


def _in(chosen: dict[str, str], cube: object) -> bool:
    assert isinstance(cube, dict)
    return all(chosen[name] in readings for name, readings in cube.items())


def test_what_all_agree_on_is_one_way() -> None:
    sets = Sets({"a": ("x", "y"), "b": ("x", "y", "z")})
    every = [sets.of({"a": (a,), "b": (b,)}) for a, b in product("xy", "xyz")]
    found = every[0]
    for each in every[1:]:
        found = sets.union(found, each)
    assert found == ALL
    assert sets.meet(every[0], every[1]) is None


def test_the_tables_own_verdict_comes_first(kaciri: Judge) -> None:
    answers = Alternatives.of(kaciri.rules)
    readings = dict(kaciri._configuration(2, kaciri.agreed).readings)
    own = answers.sets.of({"weaker_equal": (readings["weaker_equal"],)})
    other = answers.sets.of({"weaker_equal": ("nobody_wins", "as_written")})
    told = as_alternatives(
        kaciri.rules,
        readings,
        answers.sets,
        [ReadingResult(other, "b"), ReadingResult(own, "a")],
        lambda value, _: ("answered", value),
    )
    assert [(each.verdict, each.own) for each in told] == [("a", True), ("b", False)]
