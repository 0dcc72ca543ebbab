"""What if: another reading, fewer players, a piece in another's place, seats exchanged."""

from __future__ import annotations

import pytest

from refengine.ir.game import Game
from refengine.smt.goal import Decision
from refengine.smt.plan import goals
from tests.smt.rules import COURSE, HEAD, WINS, asked, game, proved

RULES = """
variable leader: player or nobody                               per R1
variable purse of each player: 0..9                             per R1

token Point on each player, limit 9                             per R1

value seats_above(p: player): count                             per R1
    is number of q in player with q > p

value pays(p: player): count                                    per R1
    plus own per R1
        is purse of p
    plus points per R1
        is 2 * Point on p
    plus lead per R1
        when leader is p
        is 5

value size: count                                               per R1
    is number of c in hand

value luck(p: player): truth                                    per R1
    is p = 1
"""

CLAIMS = """
claim a_reading_that_changes_nothing_here                       per R1
    in every state of 2 players
    assuming field of 1 is empty
    takers = (takers under ties is both)

claim a_reading_never_takes_away                                per R1
    in every state of 2 players
    under any readings
    every c in field has (wins(c) under ties is neither) implies (wins(c) under ties is both)

claim a_reading_never_gives                                     per R1
    in every state of 2 players
    every c in field has (wins(c) under ties is both) implies wins(c)

claim two_readings_at_once                                      per R1
    in every state of 2 players
    every c in field has every d in field has beats(c, d) = (beats(d, c) under high is worse under ties is both)

claim fewer_players_the_same                                    per R1
    in every state of 3 players
    assuming field of 3 is empty
    takers = (takers under 2 players)

claim fewer_players_see_fewer                                   per R1
    in every state of 3 players
    takers = (takers under 2 players)

claim seats_above_are_not_there                                 per R1
    in every state of 3 players
    (seats_above(1) under 2 players) = 1 and seats_above(1) = 2

claim hands_above_are_not_there                                 per R1
    in every state of 3 players
    (size under 2 players) + (number of c in hand of 3) = size

claim a_better_card_wins_more                                   per R1
    in every state of 2 players
    every c in field has every d in Card with d not in field and d.rank > c.rank has wins(c) implies (wins(d) after d replaces c)

claim a_higher_card_wins_more_where_low_wins                    per R1
    in every state of 2 players
    under high is worse
    every c in field has every d in Card with d not in field and d.rank > c.rank has wins(c) implies (wins(d) after d replaces c)

claim who_is_replaced_is_gone                                   per R1
    in every state of 2 players
    every c in field of 1 has every d in deck has ((c in field) after d replaces c) is false and ((d in field of 1) after d replaces c)

claim a_piece_is_not_doubled                                    per R1
    in every state of 2 players
    every c in field of 1 has every d in hand of 2 has ((d in hand of 2) after d replaces c) is false

claim who_replaces_leaves_its_place                             per R1
    in every state of 2 players
    every c in field of 1 has every d in field of 2 has (field of 2 is empty and d in field of 1) after d replaces c

claim of_two_that_lie_together_one_is_left                      per R1
    in every state of 2 players
    every c in hand of 1 has every d in hand of 1 with d != c has (number of e in hand of 1) = ((number of e in hand of 1) after d replaces c) + 1

claim one_that_comes_from_elsewhere_makes_up_for_it             per R1
    in every state of 2 players
    every c in hand of 1 has every d in deck has (number of e in hand of 1) = ((number of e in hand of 1) after d replaces c)

claim where_it_came_from_is_one_less                            per R1
    in every state of 2 players
    every c in hand of 1 has every d in deck has (number of e in deck) = ((number of e in deck) after d replaces c) + 1

claim who_replaces_itself_changes_nothing                       per R1
    in every state of 2 players
    every c in hand of 1 has (number of e in hand of 1) = ((number of e in hand of 1) after c replaces c)

claim nothing_else_moves                                        per R1
    in every state of 2 players
    every c in field of 1 has every d in deck has (number of e in field) = ((number of e in field) after d replaces c)

claim seats_do_not_matter                                       per R1
    in every state of 2..3 players
    every player p has every player q has every player r with r not in {p, q} has pays(r) = (pays(r) after exchange of p and q)

claim who_changes_takes_all_along                               per R1
    in every state of 2..3 players
    every player p has every player q has pays(p) = (pays(q) after exchange of p and q)

claim hands_change                                              per R1
    in every state of 2 players
    every c in hand of 1 has (c in hand of 2) after exchange of 1 and 2

claim luck_stays                                                per R1
    in every state of 2 players
    every player p has every player q has luck(p) = (luck(q) after exchange of p and q)

witness a_tie_matters                                           per R1
    in some state of 2 players
    takers != (takers under ties is both)

witness a_third_matters                                         per R1
    in some state of 3 players
    takers != (takers under 2 players)
"""

PROVED = ("a_reading_that_changes_nothing_here", "a_reading_never_takes_away", "two_readings_at_once",
          "fewer_players_the_same", "seats_above_are_not_there", "hands_above_are_not_there",
          "a_better_card_wins_more", "who_is_replaced_is_gone", "a_piece_is_not_doubled",
          "who_replaces_leaves_its_place", "of_two_that_lie_together_one_is_left",
          "one_that_comes_from_elsewhere_makes_up_for_it", "where_it_came_from_is_one_less",
          "who_replaces_itself_changes_nothing", "nothing_else_moves", "seats_do_not_matter", "who_changes_takes_all_along", "hands_change")  # fmt: skip
REFUTED = ("a_reading_never_gives", "fewer_players_see_fewer", "a_higher_card_wins_more_where_low_wins", "luck_stays")


@pytest.fixture(scope="module")
def rules() -> Game:
    return game(HEAD, WINS, RULES, COURSE, CLAIMS)


@pytest.fixture(scope="module")
def found(rules: Game) -> dict[str, Decision]:
    """Of the most players that a claim speaks of."""
    wanted = [each for each in goals(rules) if each.kind in {"claim", "witness"}]
    return {each.goal.name: each for each in sorted(proved(rules, *wanted), key=lambda one: one.goal.players)}


@pytest.mark.parametrize("name", PROVED)
def test_what_holds(found: dict[str, Decision], name: str) -> None:
    assert found[name].verdict == "proved", found[name]


@pytest.mark.parametrize("name", REFUTED)
def test_what_does_not(found: dict[str, Decision], name: str) -> None:
    assert found[name].verdict == "refuted", found[name]


def cards(decision: Decision) -> dict[str, list[str]]:
    assert decision.counterexample is not None
    held: dict[str, list[str]] = decision.counterexample.positions[0].data["zones"]["field"]
    return held


def test_a_tie_is_where_its_readings_part(found: dict[str, Decision]) -> None:
    decision = found["a_tie_matters"]
    assert decision.counterexample is not None
    (one,), (other,) = cards(decision).values()
    assert {one, other} == {"Red 1", "Blue 1"}
    results = {dict(decision.counterexample.positions[each.position].readings)["ties"]: each.result
               for each in decision.counterexample.asked if each.value == "takers"}  # fmt: skip
    assert results == {"neither": 0, "both": 2}


def test_a_seat_that_is_not_there_is_what_differs(found: dict[str, Decision]) -> None:
    decision = found["a_third_matters"]
    assert decision.verdict == "found"
    assert decision.counterexample is not None
    assert {each.players for each in decision.counterexample.positions} == {2, 3}
    assert cards(decision)["3"]


def test_the_card_that_loses_what_another_won(found: dict[str, Decision]) -> None:
    decision = found["a_higher_card_wins_more_where_low_wins"]
    assert decision.counterexample is not None
    bound = dict(decision.counterexample.bound)
    (other,) = (int(card[-1]) for held in cards(decision).values() for card in held if card != bound["c"])
    c, d = (int(bound[each][-1]) for each in "cd")
    assert c < other  # it won
    assert d >= other  # it ties, or is beaten
    results = {(each.position, each.arguments[0]): each.result for each in decision.counterexample.asked
               if each.value == "wins"}  # fmt: skip
    assert results[0, bound["c"]] is True
    assert [result for (position, card), result in results.items() if position and card == bound["d"]] == [False]


def test_players_that_are_not_bound_cannot_change_seats() -> None:
    rules = game(
        HEAD, WINS, RULES, COURSE,
        "value other_way(p: player): count per R1\n    is pays(p)\n"
        "claim c per R1\n    in every state of 2 players\n    assuming leader is not none\n"
        "    every player p has pays(p) = (pays(p) after exchange of p and (if round > 3 then 1 else 2))\n",
    )  # fmt: skip
    decision = asked(rules, "c")
    assert decision.verdict == "unsupported"
    assert "an exchange of players" in decision.how


def test_what_would_be_for_as_many_as_there_are_is_what_is() -> None:
    rules = game(
        HEAD, WINS, RULES, COURSE,
        "claim the_same per R1\n    in every state of 2..3 players\n"
        "    (number of player p) = ((number of player p) under 2 players) or 3 = (number of player p)\n"
        "claim fewer per R1\n    in every state of 2..3 players\n    (number of player p) = ((number of player p) under 2 players)\n",
    )  # fmt: skip
    assert [asked(rules, "the_same", players).verdict for players in (2, 3)] == ["proved", "proved"]
    assert [asked(rules, "fewer", players).verdict for players in (2, 3)] == ["proved", "refuted"]


ABOVE = """
variable who: player, starts 1                                  per R1
variable friends: set of player                                 per R1

value purse_of_who: count                                       per R1
    is purse of who

value beside(p: player): player                                 per R1
    is next of p

claim of_whom_the_state_names                                   per R1
    in every state of 3 players
    (purse_of_who under 2 players) >= 0

claim of_all_who_are_bound                                      per R1
    in every state of 3 players
    every player p has (pays(p) under 2 players) >= 0

claim of_a_hand                                                 per R1
    in every state of 3 players
    every player p has (number of c in hand of p) >= ((number of c in hand of p) under 2 players)

claim of_a_neighbour                                            per R1
    in every state of 3 players
    (beside(who) under 2 players) != 3

claim of_members_of_a_set                                       per R1
    in every state of 3 players
    every q in friends has (pays(q) under 2 players) >= 0

claim of_those_who_play                                         per R1
    in every state of 3 players
    every player p has p = 3 or (purse of p under 2 players) = purse of p

claim that_there_is_no_answer                                   per R1
    in every state of 3 players
    every player p has (p = 3) = ((pays(p) under 2 players) is a fault) and (who = 3) = ((beside(who) under 2 players) is a fault)

claim who_is_compared                                           per R1
    in every state of 3 players
    every player p has ((p = who) under 2 players) = (p = who) and ((p in friends) under 2 players) = (p in friends)
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("of_whom_the_state_names", "unknown"), ("of_all_who_are_bound", "unknown"), ("of_a_hand", "unknown"),
        ("of_a_neighbour", "unknown"), ("of_members_of_a_set", "unknown"), ("of_those_who_play", "proved"),
        ("that_there_is_no_answer", "proved"), ("who_is_compared", "proved"),
    ],
)  # fmt: skip
def test_who_does_not_play_where_fewer_do_is_compared_and_nothing_else(claim: str, verdict: str) -> None:
    assert asked(game(HEAD, WINS, RULES, COURSE, ABOVE), claim, 3).verdict == verdict


def test_what_breaks_off_where_things_are_otherwise_is_not_said_of_how_they_are() -> None:
    """No engine can be asked there, so that none can be of another mind."""
    rules = game(
        HEAD, WINS, RULES, COURSE,
        "value share(p: player): 0..9 per R1\n    normally 1\n    except several per R1\n        when ties is both\n"
        "        is 9 div purse of p\n"
        "claim otherwise_it_breaks_off per R1\n    in every state of 2 players\n    (share(1) under ties is both) >= 0\n"
        "claim it_does_here_too per R1\n    in every state of 2 players\n    under ties is both\n"
        "    (share(1) under ties is neither) = 1 and share(1) >= 0\n",
    )  # fmt: skip
    elsewhere, here = (asked(rules, each, 2) for each in ("otherwise_it_breaks_off", "it_does_here_too"))
    assert (elsewhere.verdict, here.verdict) == ("unknown", "unknown")
    assert "share" in elsewhere.how
    assert elsewhere.counterexample is not None
    assert here.counterexample is not None
    assert (elsewhere.counterexample.fault, here.counterexample.fault) == (None, "share")
