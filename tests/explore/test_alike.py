"""States that differ by seats alone count once, and only where no rule tells seats apart."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from refengine.explore.alike import told_apart
from refengine.explore.canonical import key_of
from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.ir.configuration import configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.runtime.game import Game, State
from refengine.source.cache import Cache
from tests.engine.rules import compiled
from tests.explore.small_games import TABLE, scope, tutorial


def playable(folder: Path, players: int, rules: str = TABLE) -> Game:
    game = compiled(folder, rules)
    configuration, wrong = configure(game, players, {}, {}, None)
    assert configuration is not None, wrong
    return make_game(game, configuration, keep=Cache(None))


def every_state(game: Game) -> list[State]:
    seen = {game.initial()}
    to_come = list(seen)
    for state in to_come:
        new = {game.apply(state, action) for action in game.legal(state)} - seen
        seen |= new
        to_come += new
    return to_come


def reseated(data: dict[str, Any], changed: tuple[int, ...]) -> str:
    """The data of a state in which seat n sits where seat `changed[n - 1]` sat: by hand, for the one game here."""

    def seat(number: int) -> int:
        return changed[number - 1]

    def family(entries: dict[str, Any]) -> dict[str, Any]:
        return {str(seat(int(key))): each for key, each in entries.items()}

    data = json.loads(json.dumps(data))
    zones, variables = data["zones"], data["variables"]
    zones["hand"], zones["field"] = family(zones["hand"]), family(zones["field"])
    variables["leader"] = None if variables["leader"] is None else seat(variables["leader"])
    variables["friends"] = sorted(seat(each) for each in variables["friends"])
    data["tokens"]["Point"]["player"] = family(data["tokens"]["Point"]["player"])
    for frame in data["control"]:
        for name, seats in frame.get("data", {}).items():
            frame["data"][name] = sorted(seat(each) for each in seats)
    return json.dumps(data, sort_keys=True)


@pytest.mark.parametrize("players", [2, 3])
def test_two_states_have_one_key_exactly_when_seats_alone_differ(tmp_path: Path, players: int) -> None:
    game = playable(tmp_path / "tiny", players)
    key = key_of(game.description)
    changes = list(permutations(range(1, players + 1)))
    orbits: dict[str, set[object]] = {}
    keys: dict[object, set[str]] = {}
    for state in every_state(game):
        data = game.to_json(state)
        orbit = min(reseated(data, changed) for changed in changes)
        orbits.setdefault(orbit, set()).add(key(state))
        keys.setdefault(key(state), set()).add(orbit)
    assert all(len(found) == 1 for found in orbits.values())
    assert all(len(found) == 1 for found in keys.values())


@pytest.mark.parametrize(("players", "all_states", "classes"), [(2, 237, 119), (3, 1873, 315)])
def test_one_of_each_class_is_explored(tmp_path: Path, players: int, all_states: int, classes: int) -> None:
    game = compiled(tmp_path / "tiny", TABLE)
    settings = ExplorationSettings(all_orders=True, keep=Cache(None))
    apart = explore_scope(game, scope(players), None, settings)
    alike = explore_scope(game, scope(players, alike=True), None, settings)
    assert (apart.states, alike.states) == (all_states, classes)
    assert apart.sound
    assert alike.sound
    assert alike.alike


def test_what_is_broken_is_found_all_the_same(tmp_path: Path) -> None:
    game = compiled(tmp_path / "tiny", TABLE.replace("on p for player p) <= 1", "on p for player p) <= 0"))
    settings = ExplorationSettings(keep=Cache(None))
    found = [explore_scope(game, scope(3, alike=alike), None, settings) for alike in (False, True)]
    assert [[each.key for each in one.violations] for one in found] == [[("invariant", "few_points")]] * 2
    assert len({len(one.violations[0].trace.steps) for one in found}) == 1


def test_seats_that_are_alike_are_not_told_apart(tmp_path: Path) -> None:
    assert apart(tmp_path / "tiny", TABLE) == []


def apart(folder: Path, rules: str) -> list[str]:
    game = compiled(folder, rules)
    configuration, wrong = configure(game, 2, {}, {}, None)
    assert configuration is not None, wrong
    return [each.message.partition(": ")[2] for each in told_apart(specialise(game, configuration), "small")]


CHANGES = [
    ("starts nobody", "starts 1", "`leader` names seat 1"),
    ("then set leader to p", "then set leader to next of p", "`Lead` asks who sits next to whom"),
    ("when hand of p is empty", "when no player q with q < p has hand of q is empty", "`Deal` asks which seat comes first"),
    ("component Card                                                  per R1\n    rank: 1..4\n    one of each rank",
     "component Card                                                  per R1\n    rank: 1..4\n    seat: player\n"
     "    one of each rank and seat", "`Card` has seats printed in `seat`"),
    ("    go Play\n\n", "    for each player p\n        ask chance\n            action nod(n in 1..2) per R1\n"
     "                then add p to friends\n    go Play\n\n", "`Lead` takes seats one after the other"),
    ("    go Play\n\n", "    for each team t\n        set leader to the p in t\n    go Play\n\n"
     "region team of player per R1\n    joins p with q when p = q\n\n", "`Lead` takes seats one after the other"),
    ("    go Play\n\n", "    for each b in (all Bid(p, 1) for player p)\n        set leader to b.who\n    go Play\n\n"
     "record Bid per R1\n    who: player\n    much: 0..1\n\n", "`Lead` takes seats one after the other"),
    ("    go Play\n\n", "    for each h in (all home(p) for player p)\n        set leader to nobody\n    go Play\n\n"
     "value home(p: player): place of Card per R1\n    is hand of p\n\n",
     "`Lead` takes seats one after the other"),
    ("<= 1", "<= 1 and Point on 2 <= 1", "`few_points` names seat 2"),
    ("<= 1", "<= 1 and (some player p has 6 div (Point on p) > 2)",
     "`few_points` asks seats one after the other, and may break off at one of them"),
    ("<= 1", "<= 1 and (all player p with 6 div (Point on p) > 2) is not empty",
     "`few_points` asks seats one after the other, and may break off at one of them"),
    ("    go Play\n\n", "    each player p\n        if friends is empty\n            add p to friends\n    go Play\n\n",
     "`Lead` takes seats one after the other"),
    ("    go Play\n\n", "    simultaneously\n        each player p\n            if p in friends\n"
     "                add p to friends\n            remove p from friends\n    go Play\n\n",
     "`Lead` takes seats one after the other"),
]  # fmt: skip


ALIKE = [
    ("<= 1", "<= 1 and (some player p has Point on p < 2)"),
    ("    go Play\n\n", "    each player p\n        add p to friends\n    go Play\n\n"),
    ("    go Play\n\n", "    each player p\n        move all c in hand of p to box\n    go Play\n\n"),
    ("    go Play\n\n", "    simultaneously\n        each player p\n            add p to friends\n    go Play\n\n"),
]


@pytest.mark.parametrize(("old", "new"), ALIKE)
def test_what_is_done_to_all_seats_tells_none_apart(tmp_path: Path, old: str, new: str) -> None:
    assert old in TABLE
    assert apart(tmp_path / "tiny", TABLE.replace(old, new, 1)) == []


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_what_tells_seats_apart(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in TABLE
    rules = TABLE.replace(old, new, 1)
    assert apart(tmp_path / "tiny", rules) == [said]


def test_a_scope_with_seats_alike_is_refused_where_they_are_not() -> None:
    found = explore_scope(tutorial("tictactoe"), scope(2, alike=True))
    assert found.states == 0
    assert not found.complete
    assert {each.code for each in found.problems} == {"E0875"}
