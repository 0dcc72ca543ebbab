"""Where control goes in the rules: what a player sees of it, step by step."""

from pathlib import Path
from typing import Any

import pytest

from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from refengine.runtime.recording import recording
from tests.engine.rules import play

HEAD = """
game tiny from rulebook tiny
    players 2..4                                                per R1

kind Season is Spring, Summer, Autumn in a ring                 per R1

variable story of each Season: 0..9                             per R1
variable told: 0..9                                             per R1
variable away: set of player                                    per R1
"""


def take(game: Game, state: Any, actor: int | str, name: str, *arguments: Any) -> Any:
    return game.apply(state, game.find_action(state, actor, name, arguments))


def value(game: Game, state: Any, name: str) -> Any:
    return game.to_json(state)["variables"][name]


# ---- ROUNDS

ROUND = """
setup                                                           per R1
    add {away} to away
    go Turn({first})

phase Turn(p: player)                                           per R1
    for each player q from p with q not in away
        ask q
            action nod                                          per R1
            action call(player r)                               per R1
                then add r to away
    game over
"""


@pytest.mark.parametrize(
    ("first", "away", "order"), [(1, 4, [1, 2, 3]), (3, 1, [3, 4, 2]), (2, 2, [3, 4, 1]), (4, 1, [4, 2, 3])]
)
def test_a_round_begins_where_it_says_and_leaves_nobody_out(
    tmp_path: Path, first: int, away: int, order: list[int]
) -> None:
    game = play(tmp_path, HEAD + ROUND.format(first=first, away=away), 4)
    state = game.initial()
    asked = []
    while game.turn(state).kind != "over":
        asked.append(game.turn(state).seats[0])
        state = take(game, state, asked[-1], "nod")
    assert asked == order


def test_who_is_in_a_round_is_settled_before_it_begins(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + ROUND.format(first=2, away=4), 4)
    state = take(game, game.initial(), 2, "call", 3)
    assert game.turn(state).seats == (3,)


def test_a_round_without_decisions_goes_the_same_way(tmp_path: Path) -> None:
    rules = """
setup                                                           per R1
    go Turn(Summer)

phase Turn(s: Season)                                           per R1
    for each Season t from s with t != Autumn
        add 1 to told
        set story of t to told
    ask 1
        action nod                                              per R1
"""
    game = play(tmp_path, HEAD + rules, 2)
    assert value(game, game.initial(), "story") == {"Spring": 2, "Summer": 1, "Autumn": 0}


# ---- WHAT LASTS AS LONG AS A PHASE

LASTING = """
variable struck: set of player, during Fight                    per R1
variable blows: 0..9, starts 3, during Fight                    per R1
variable warm of each player: truth, during Turn, seen by owner per R1

setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    set warm of p to true
    enter Fight(p)
    ask p
        action pass(player r)                                   per R1
            then go Turn(r)
        action stop                                             per R1
            then game over

phase Fight(p: player)                                          per R1
    ask p
        action strike(player r)                                 per R1
            then add r to struck
            then subtract 1 from blows
            then enter Blow(r)
        action flee                                             per R1
            then done
        action again                                            per R1
            then add p to struck
            then go Fight(next of p)
        action surrender                                        per R1
            then add p to struck
            then game over
    enter Blow(p)

phase Blow(p: player)                                           per R1
    ask p
        action bear                                             per R1
            then subtract 1 from blows
        action give_up                                          per R1
            then game over

outcome                                                         per R1
    scores are (number of q in struck) + blows for player p
    winners are struck
"""


def lasting(game: Game, state: Any) -> tuple[Any, Any, Any]:
    struck, blows, warm = (value(game, state, name) for name in ("struck", "blows", "warm"))
    return struck, blows, [each for each, there in warm.items() if there]


def test_it_lasts_through_what_is_entered_and_is_set_back_when_the_phase_is_done(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + LASTING, 2)
    state = take(game, game.initial(), 1, "strike", 2)
    assert lasting(game, state) == ([2], 2, ["1"])
    state = take(game, state, 2, "bear")
    assert lasting(game, state) == ([2], 1, ["1"])
    state = take(game, state, 1, "bear")
    assert lasting(game, state) == ([], 3, ["1"])


def test_go_sets_back_even_to_the_same_phase(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + LASTING, 2)
    state = take(game, game.initial(), 1, "again")
    assert lasting(game, state) == ([], 3, ["1"])
    state = take(game, take(game, state, 2, "flee"), 1, "pass", 2)
    assert lasting(game, state) == ([], 3, ["2"])


@pytest.mark.parametrize("way", [["surrender"], ["strike", "give_up"]])
def test_the_end_of_the_game_leaves_every_phase(tmp_path: Path, way: list[str]) -> None:
    game = play(tmp_path, HEAD + LASTING, 2)
    state = take(game, game.initial(), 1, way[0], *([1] if way[1:] else []))
    for name in way[1:]:
        state = take(game, state, 1, name)
    assert game.turn(state).kind == "over"
    assert lasting(game, state) == ([], 3, [])


def test_what_a_phase_hands_on_is_worked_out_before_anything_is_set_back(tmp_path: Path) -> None:
    rules = """
variable next_up: player, starts 1, during Turn                 per R1

setup                                                           per R1
    go Turn(2)

phase Turn(p: player)                                           per R1
    ask p
        action call(player r)                                   per R1
            then set next_up to r
    go Turn(next_up)
"""
    game = play(tmp_path, HEAD + rules, 3)
    state = take(game, game.initial(), 2, "call", 3)
    assert game.turn(state).seats == (3,)
    assert value(game, state, "next_up") == 1


# ---- ABANDONED

ABANDONED = """
setup                                                           per R1
    go Turn(1)

phase Turn(p: player)                                           per R1
    add 1 to told
    for each player q from p
        enter Fight(q)
        set story of Spring to story of Spring + 1
    ask p
        action stop                                             per R1
            then game over
        action faint                                            per R1
            then enter Blow(p)
    go Turn(next of p)

phase Fight(p: player)                                          per R1
    repeat 2 times
        ask p
            action strike                                       per R1
                then enter Blow(next of p)
            action flee                                         per R1
                then abandon Fight                              per R1
    set story of Summer to story of Summer + 1

phase Blow(p: player)                                           per R1
    let before_it = story of Autumn
    ask p
        action bear                                             per R1
            then nothing
        action yield_to_it                                      per R1
            then abandon Fight
        action limp                                             per R1
            then go Blow(next of p)
    set story of Autumn to before_it + 1
"""


def stories(game: Game, state: Any) -> tuple[int, int, int]:
    story = value(game, state, "story")
    return story["Spring"], story["Summer"], story["Autumn"]


def test_who_abandons_a_phase_goes_on_where_it_was_entered(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + ABANDONED, 2)
    state = take(game, game.initial(), 1, "flee")
    assert (stories(game, state), game.turn(state).seats) == ((1, 0, 0), (2,))


@pytest.mark.parametrize("limps", [0, 1, 2])
def test_what_was_entered_from_it_is_left_too(tmp_path: Path, limps: int) -> None:
    game = play(tmp_path, HEAD + ABANDONED, 2)
    state = take(game, game.initial(), 1, "strike")
    for number in range(limps):
        state = take(game, state, 2 - number % 2, "limp")
    state = take(game, state, 2 - limps % 2, "yield_to_it")
    assert (stories(game, state), game.turn(state).seats) == ((1, 0, 0), (2,))
    assert [each["phase"] for each in game.to_json(state)["control"]] == ["Turn", "Fight"]


def test_what_is_done_comes_back_to_where_it_was_entered_all_the_same(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + ABANDONED, 2)
    state = take(game, take(game, game.initial(), 1, "strike"), 2, "bear")
    assert (stories(game, state), game.turn(state).seats) == ((0, 0, 1), (1,))


def test_a_phase_that_is_not_running_can_not_be_abandoned(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + ABANDONED, 2)
    state = game.initial()
    for seat in (1, 2):
        state = take(game, state, seat, "flee")
    state = take(game, state, 1, "faint")
    with pytest.raises(Fault) as found:
        take(game, state, 1, "yield_to_it")
    assert (found.value.code, found.value.clause.path) == ("E0517", "yield_to_it")


def test_abandoning_sets_back_what_lasted_as_long_as_a_phase_between(tmp_path: Path) -> None:
    lasting_ = "variable hit: 0..9, starts 2, during Blow per R1\nvariable felt: truth, during Fight per R1\n"
    rules = ABANDONED.replace("    let before_it", "    set hit to 7\n    set felt to true\n    let before_it")
    rules = rules.replace("            then enter Blow(p)\n", "")
    game = play(tmp_path, HEAD + lasting_ + rules, 2)
    state = take(game, game.initial(), 1, "strike")
    assert (value(game, state, "hit"), value(game, state, "felt")) == (7, True)
    state = take(game, state, 2, "yield_to_it")
    assert (value(game, state, "hit"), value(game, state, "felt")) == (2, False)


# ---- STANDING RULES

STANDING = """
setup                                                           per R1
    enter Deal
    add 1 to told
    go Turn(1)

phase Deal                                                      per R1
    ask 1
        action deal(n in 0..9)                                  per R1
            then set told to n

phase Turn(p: player)                                           per R1
    enter Fight(p)
    ask p
        action tell(n in 0..9)                                  per R1
            then set told to n
            then set told to 0
        action rest                                             per R1
    go Turn(next of p)

phase Fight(p: player)                                          per R1
    ask p
        action strike(n in 0..9)                                per R1
            then set told to n
        action again                                            per R1
            then set told to 6
            then go Fight(p)

whenever told = 5                                               per R1
    for each player p
        add p to away
    if 2 in away
        game over

whenever told >= 5                                              per R1
    set story of Spring to told
    set told to 1
"""


def test_a_standing_rule_is_looked_at_where_a_phase_begins_and_is_come_back_to(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + STANDING, 2)
    state = take(game, game.initial(), 1, "deal", 3)
    assert (value(game, state, "told"), game.turn(state).seats) == (4, (1,))
    back = take(game, state, 1, "strike", 7)
    assert (stories(game, back)[0], value(game, back, "told")) == (7, 1)
    begins = take(game, state, 1, "again")
    assert (stories(game, begins)[0], value(game, begins, "told")) == (6, 1)


def test_several_are_looked_at_in_order_and_the_first_may_end_the_game(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + STANDING, 2)
    state = take(game, take(game, game.initial(), 1, "deal", 0), 1, "strike", 5)
    assert game.turn(state).kind == "over"
    assert (value(game, state, "away"), value(game, state, "told")) == ([1, 2], 5)


def test_the_setup_and_what_it_enters_is_not_interrupted(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + STANDING, 2)
    state = take(game, game.initial(), 1, "deal", 8)
    assert (stories(game, state)[0], value(game, state, "told")) == (9, 1)


def test_what_lies_between_two_looks_is_not_seen(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + STANDING, 2)
    state = take(game, take(game, game.initial(), 1, "deal", 0), 1, "strike", 0)
    state = take(game, state, 1, "tell", 5)
    assert (game.turn(state).seats, value(game, state, "away")) == ((2,), [])


def test_the_phase_goes_on_with_its_own_names(tmp_path: Path) -> None:
    """The standing rule binds `p` too."""
    game = play(tmp_path, HEAD + STANDING.replace("if 2 in away", "if told = 0"), 2)
    state = take(game, take(game, game.initial(), 1, "deal", 0), 1, "strike", 5)
    assert game.turn(state).seats == (1,)


def test_what_a_standing_rule_did_is_recorded_under_its_own_name(tmp_path: Path) -> None:
    game = play(tmp_path, HEAD + STANDING, 2, explain=True)
    state = take(game, game.initial(), 1, "deal", 0)
    with recording() as record:
        take(game, state, 1, "strike", 7)
    assert [each for each in record.fired() if each.startswith("whenever")] == ["whenever.2"]
