"""What the plain build works out beforehand, looks for itself or does in one go: the same as the explaining build, which
does none of it."""

import random
from pathlib import Path
from typing import Any

import pytest

from refengine.engine.emit.module import emit
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.rules import compiled, play

ISLANDS = """
game islands from rulebook tiny
    players 2..2                                                    per R1

kind Island is North, East, South, West                             per R1
kind Colour is Red, Green, Blue                                     per R1

component Boat                                                      per R1
    colour: Colour
    5 alike of each colour
    starts in yard

component Chest                                                     per R1
    worth: 1..3
    heavy: truth
    2 alike of each worth and heavy
    starts in hold

zone yard holds Boat                                                per R1
zone port of each Island holds Boat                                 per R1
zone flagship holds at most one Boat                                per R1
zone quay of each Island holds at most one Boat                     per R1
zone hold holds Chest                                               per R1
zone stack holds Chest, ordered                                     per R1
zone cellar of each Island holds Chest                              per R1

variable wind: Island, starts North                                 per R1
variable tide: 1..3, starts 1                                       per R1
variable calm: truth, starts false                                  per R1
variable banner of each player: Colour, starts Red                  per R1
variable steps of each Island: count, starts 0                      per R1

value leeward(i: Island): set of Island                             per R1
    is all Island j with j > i and (j != wind or calm)

value near(i: Island, t: 1..3): set of Island                       per R1
    is all Island j with j != i and (t = 2 or j <= i)

value in_reach(i: Island): set of Island                            per R1
    is all Island j with j in near(i, tide) and port of j is not empty

value flies(p: player, i: Island): truth                            per R1
    is some b in port of i has b.colour is banner of p

value flies_somewhere(p: player): truth                             per R1
    is some b in port has b.colour is banner of p

value on_flagship(c: Colour): truth                                 per R1
    is some b in flagship has b.colour is c

value on_some_quay(c: Colour): truth                                per R1
    is some b in quay has b.colour is c

value on_quays(c: Colour): count                                    per R1
    is number of b in quay with b.colour is c

value out(p: player): count                                         per R1
    is number of b in port with b.colour is banner of p

value here(c: Colour, i: Island): count                             per R1
    is number of b in port of i with b.colour is c

value none_flies(i: Island): truth                                  per R1
    is every b in port of i has b.colour != Green

value only_colour(i: Island): Colour                                per R1
    is the Colour c with (some b in port of i has b.colour is c)

value full: truth                                                   per R1
    is some Island i has (every Colour c has (some b in port of i has b.colour is c))

value calm_or(i: Island, t: 1..3): truth                            per R1
    normally i in near(wind, t)
    except becalmed per R1
        when calm
        is i = wind
    except ebb per R1
        when not calm
        when t = 1
        is i in leeward(North)

value beyond(i: Island): count                                      per R1
    is number of Island j with (some Island k has k in near(j, 1) and k != i)

setup                                                               per R1
    go Sail

whenever full                                                       per R1
    game over

phase Sail                                                          per R1
    ask 1
        action launch(c in Colour, i in Island)                     per R1
            bar no_boat per R1
                when not (some b in yard has b.colour is c)
            bar becalmed_there per R1
                when i = wind
                when calm
            then move 1 Boat(c) from yard to port of i
        action home(i in Island)                                    per R1
            when port of i is not empty
            then move all b in port of i to yard
        action fleet_home                                           per R1
            then move all b in port to yard
        action raise_flag(c in Colour, p in player)                 per R1
            then set banner of p to c
        action hoist(b in yard)                                     per R1
            when flagship is empty
            then move b to flagship
        action moor(b in yard, i in in_reach(wind))                 per R1
            when quay of i is empty
            then move b to quay of i
        action cast_off                                             per R1
            then move all b in quay to yard
        action strike                                               per R1
            then move all b in flagship to yard
        action pile(x in hold)                                      per R1
            then move x to stack
        action bury(i in Island)                                    per R1
            then move all x in stack to cellar of i
        action dig                                                  per R1
            then move all x in cellar to stack
        action turn(i in Island, t in 1..3)                         per R1
            when calm_or(i, t)
            then set wind to i
            then set tide to t
        action lull                                                 per R1
            then set calm to true
        action blow(i in leeward(wind))                             per R1
            then set calm to false
            then add 1 to steps of i
        action rest                                                 per R1
            then each Island i
                set steps of i to 0
    enter Watch
    enter Watch
    go Sail

phase Watch                                                         per R1
    if calm
        done
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("beforehand")


def answers(game: Game, state: Any) -> dict[str, Any]:
    """Every value at every argument, or the fault that it ends in."""
    members = {kind.name: kind.members for kind in game.description.kinds}
    found: dict[str, Any] = {}
    for value in game.description.values:
        calls: list[tuple[Any, ...]] = [()]
        for param in value.params:
            kind = getattr(param.domain, "kind", None)
            every: Any = (1, 2, 3) if kind is None else ((1, 2) if kind == "player" else members[kind])
            calls = [(*call, each) for call in calls for each in every]
        for call in calls:
            try:
                found[f"{value.name}{call}"] = game.value(state, value.name, *call)
            except Fault as fault:
                found[f"{value.name}{call}"] = fault.code
    return found


def test_both_builds_come_to_the_same(folder: Path) -> None:
    """Along random play: what is legal, every value, every state; games that end and games that are cut."""
    plain, explaining = play(folder / "plain", ISLANDS), play(folder / "explaining", ISLANDS, explain=True)
    rng = random.Random(3)
    seen: set[str] = set()
    done: set[str] = set()
    for _ in range(12):
        one, other = plain.initial(), explaining.initial()
        for step in range(120):
            assert plain.to_json(one) == explaining.to_json(other)
            first, second = plain.legal(one), explaining.legal(other)
            assert [repr(each) for each in first] == [repr(each) for each in second]
            if step % 6 == 0 or not first:
                told = answers(explaining, other)
                assert answers(plain, one) == told
                seen.update(f"{name} {result}" for name, result in told.items())
            if not first:
                done.add("the end")
                break
            by_name = sorted({each.name for each in first})
            name = "launch" if rng.random() < 0.5 and "launch" in by_name else rng.choice(by_name)
            choice = rng.choice([number for number, each in enumerate(first) if each.name == name])
            done.add(name)
            one, other = plain.apply(one, first[choice]), explaining.apply(other, second[choice])
    assert done == {
        "the end",
        *(line.split()[1].partition("(")[0] for line in ISLANDS.splitlines() if " action " in line),
    }
    assert {"full() True", "full() False", "out(1,) 3", "on_flagship('Green',) True"} <= seen


def test_what_a_standing_rule_found_is_no_part_of_a_state(folder: Path) -> None:
    """The same state come to by play and read from data; in that one too the rule is looked at."""
    plain = play(folder / "plain", ISLANDS)
    state = plain.initial()
    for colour, island in (("Red", "West"), ("Green", "West")):
        state = plain.apply(state, plain.find_action(state, 1, "launch", (colour, island)))
    again = plain.from_json(plain.to_json(state))
    assert again == state
    assert hash(again) == hash(state)
    assert repr(again) == repr(state)
    for each in (state, again):
        after = plain.apply(each, plain.find_action(each, 1, "launch", ("Blue", "West")))
        assert plain.turn(after).kind == "over"


def test_a_position_in_which_the_rule_holds_already_ends_at_the_next_look(folder: Path) -> None:
    plain, explaining = play(folder / "plain", ISLANDS), play(folder / "explaining", ISLANDS, explain=True)
    for game in (plain, explaining):
        data = game.to_json(game.initial())
        for colour in ("Red", "Green", "Blue"):
            data["zones"]["yard"].remove(colour)
            data["zones"]["port"]["East"].append(colour)
        full = game.from_json(data)
        assert game.turn(full).kind == "player"
        assert game.turn(game.apply(full, game.find_action(full, 1, "lull"))).kind == "over"


def test_the_plain_build_alone_does_so(folder: Path) -> None:
    rules = compiled(folder / "text", ISLANDS)
    configuration, _ = configure(rules, 2, {}, {}, None)
    assert configuration is not None
    plain, explaining = (emit(specialise(rules, configuration), explain=each) for each in (False, True))
    for wanted in (
        "ISLAND_IN_NEAR[",
        "BOAT_PIECES[c] in state.port[i]",
        "put_all(draft.yard, united(draft.port))",
        "known_port: object",
    ):
        assert wanted in plain
    assert "ISLAND_IN_" not in explaining
    assert "BOAT_PIECES[" not in explaining.partition("EXAMPLES")[0]


NOTHING_THERE = """
game harbour from rulebook tiny
    players 2..2                                                    per R1

kind Colour is Red, Green                                           per R1

component Boat                                                      per R1
    one of each colour
    colour: Colour
    starts in yard

zone yard holds Boat                                                per R1
zone berth holds at most one Boat                                   per R1

variable signal: Colour or none, starts none                        per R1
variable bells: 0..9, starts 0                                      per R1

setup                                                               per R1
    go Morning

phase Morning                                                       per R1
    ask 1
        action wait                                                 per R1
    go Noon

phase Noon                                                          per R1
    ask 1
        action wait_longer                                          per R1
    go Evening

phase Evening                                                       per R1
    ask 1
        action go_home                                              per R1
    go Morning

whenever WHAT                                                       per R1
    if bells < 9
        add 1 to bells
"""


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("condition", ["(number of b in berth) < 1", "(no Colour c has signal is c)"])
def test_a_rule_that_asks_of_nothing_is_looked_at_from_the_start(
    tmp_path: Path, condition: str, *, explain: bool
) -> None:
    """An empty zone of one piece and an option without a value are kept as what a state has that remembers nothing."""
    game = play(tmp_path, NOTHING_THERE.replace("WHAT", condition), explain=explain)
    state, bells = game.initial(), []
    for _ in range(4):
        bells.append(game.to_json(state)["variables"]["bells"])
        state = game.apply(state, game.legal(state)[0])
    assert bells == [1, 2, 3, 4]
