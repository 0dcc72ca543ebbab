"""Claims and witnesses about states: what they are proved from, and the smallest position where they fail."""

from __future__ import annotations

import pytest

from refengine.ir.game import Game
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import goals
from refengine.source.cache import Cache
from tests.smt.rules import COURSE, HEAD, asked, confirmed, game, proved

RULES = """
component Prize                                                 per R1
    worth: 1..9
    1 alike with worth 4

zone offer holds at most one Prize                              per R1

law no_prize_is_dear                                            per R1
    every Prize p has p.worth <= 5

invariant rounds_are_few                                        per R1
    round <= 3

invariant few_on_the_pile                                       per R1
    (number of c in pile) <= 2

value best(c: Card): truth                                      per R1
    is no d in field has d.rank > c.rank

value wins(c: Card): truth                                      per R1
    normally best(c)
    except tied per ruling A1
        when some d in field with d != c has d.rank = c.rank
        when ties is neither
        is false

value winner: Card                                              per R1
    is the c in field with wins(c)

value half: 0..4                                                per R1
    is round div 2

value best_rank: 0..3                                           per R1
    is highest of c.rank for c in field

value dearness(p: Prize): 0..1                                  per R1
    case cheap per R1
        when p.worth <= 2
        is 0
    case dear per R1
        when p.worth > 3
        is 1

outcome                                                         per R1
    scores are (number of q in offer with dearness(q) = 1) for player p
    winners are all player p

value mood: 0..1                                                per R1
    case early per R1
        when round < 2
        is 0
    case late per R1
        when round > 2
        is 1
"""

CLAIMS = """
claim taker_is_best                                             per R1
    in every state of 2 players
    every c in field with wins(c) has no d in field has d.rank > c.rank

claim at_most_one_taker                                         per R1
    in every state of 2..3 players
    at most one c in field has wins(c)

claim at_most_one_taker_whatever_is_read                        per R1
    in every state of 2 players
    under any readings
    at most one c in field has wins(c)

claim at_most_one_if_so_read                                    per R1
    in every state of 2 players
    under ties is both
    at most one c in field has wins(c)

claim somebody_wins                                             per R1
    in every state of 2 players
    assuming field is not empty
    some c in field has wins(c)

claim nothing_is_said                                           per R1
    in every state of 2 players
    assuming round < 2 and round > 4
    field is empty

claim nothing_is_bound                                          per R1
    in every state of 2 players
    assuming field is empty
    every c in field has wins(c)

claim prizes_are_cheap                                          per R1
    in every state of 2 players over any Prize
    every p in offer has p.worth <= 6

claim prizes_are_four                                           per R1
    in every state of 2 players over any Prize
    every p in offer has p.worth = 4

claim prizes_are_four_as_printed                                per R1
    in every state of 2 players
    every p in offer has p.worth = 4

claim early_enough                                              per R1
    in every state of 2 players
    half <= 1

claim early_or_few                                              per R1
    in every state of 2 players
    half <= 4

claim winner_is_in                                              per R1
    in every state of 2 players
    winner in field

claim best_is_shared                                            per R1
    in every state of 3 players
    every c in field has c.rank <= best_rank

claim dearness_is_told                                          per R1
    in every state of 2 players over any Prize
    every p in offer has dearness(p) <= 1

claim dearness_is_told_as_printed                               per R1
    in every state of 2 players
    every p in offer has dearness(p) <= 1

claim mood_is_early_or_late                                     per R1
    in every state of 2 players
    mood < 2

claim mood_is_early                                             per R1
    in every state of 2 players
    assuming round != 2
    mood = 0 or round = 3

claim mood_is_asked_of_others                                   per R1
    in every state of 2 players
    mood is a fault or mood < 2

witness nobody_wins                                             per R1
    in some state of 2 players
    field is not empty and no c in field has wins(c)

witness a_dear_prize                                            per R1
    in some state of 2 players over any Prize
    some p in offer has p.worth = 6

witness a_middling_prize                                        per R1
    in some state of 2 players over any Prize
    some p in offer has p.worth = 5

witness a_full_pile                                             per R1
    in some state of 2 players
    (number of c in pile) > 2

witness a_late_round                                            per R1
    in some state of 2 players
    round = 3
"""


@pytest.fixture(scope="module")
def rules() -> Game:
    return game(HEAD, RULES, COURSE, CLAIMS)


@pytest.fixture(scope="module")
def found(rules: Game) -> dict[tuple[str, int], Decision]:
    wanted = [each for each in goals(rules) if each.kind in {"claim", "witness"}]
    return {(each.goal.name, each.goal.players): each for each in proved(rules, *wanted)}


Found = dict[tuple[str, int], Decision]


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("taker_is_best", "proved"),
        ("at_most_one_taker", "proved"),
        ("at_most_one_taker_whatever_is_read", "refuted"),
        ("at_most_one_if_so_read", "refuted"),
        ("somebody_wins", "refuted"),
        ("nothing_is_said", "vacuous"),
        ("nothing_is_bound", "vacuous"),
        ("prizes_are_cheap", "proved"),
        ("prizes_are_four", "refuted"),
        ("prizes_are_four_as_printed", "proved"),
        ("early_enough", "proved"),
        ("early_or_few", "proved"),
        ("winner_is_in", "unknown"),  # nobody need win, and then there is no winner
        ("nobody_wins", "found"),
        ("a_dear_prize", "not found"),
        ("a_middling_prize", "found"),
        ("a_full_pile", "not found"),
        ("a_late_round", "found"),
    ],
)
def test_the_verdict(found: Found, name: str, verdict: str) -> None:
    assert found[name, 2].verdict == verdict, found[name, 2]


@pytest.mark.parametrize(
    ("name", "rests_on"),
    [
        ("taker_is_best", ()),
        ("early_or_few", ()),  # rounds are at most 9 by their range: the invariant is not needed
        ("prizes_are_cheap", ("law no_prize_is_dear",)),
        ("early_enough", ("invariant rounds_are_few",)),
        ("a_dear_prize", ("law no_prize_is_dear",)),
        ("a_full_pile", ("invariant few_on_the_pile",)),
    ],
)
def test_what_an_answer_rests_on_is_named_and_nothing_else(found: Found, name: str, rests_on: tuple[str, ...]) -> None:
    """What the layout knows (a piece is in one place) may be named too; the rules' own statements only if needed."""
    named = tuple(each for each in found[name, 2].rests_on if each.startswith(("law ", "invariant ")))
    assert named == rests_on


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("winner_is_in", "winner: there is exactly one"),
        ("best_is_shared", ""),  # asked only where a card lies in the field
        ("dearness_is_told", "dearness: some case applies"),
        ("dearness_is_told_as_printed", ""),  # it has an answer for what is printed
        ("mood_is_early_or_late", "mood: some case applies"),
        ("mood_is_early", ""),
        ("mood_is_asked_of_others", ""),
        ("taker_is_best", ""),
    ],
)
def test_a_claim_owes_that_what_it_asks_has_an_answer(found: Found, name: str, missing: str) -> None:
    decision = next(each for (known, _), each in found.items() if known == name)
    assert decision.verdict == ("unknown" if missing else "proved")
    assert not missing or decision.how == f"in some of these states what it asks has no answer: {missing}"


@pytest.mark.parametrize(
    "name",
    ["at_most_one_taker_whatever_is_read", "at_most_one_if_so_read", "somebody_wins", "nobody_wins", "a_late_round"],
)
def test_the_engine_says_the_same_of_each_position(rules: Game, found: Found, kept: Cache, name: str) -> None:
    confirmed(kept, rules, found[name, 2])


def test_a_reading_is_shown_with_the_position(found: Found) -> None:
    shown = found["at_most_one_taker_whatever_is_read", 2].counterexample
    assert shown is not None
    assert dict(shown.positions[0].readings)["ties"] == "both"
    tie = found["nobody_wins", 2].counterexample
    assert tie is not None
    assert tie.positions[0].readings == (("high", "better"), ("ties", "neither"))


def test_a_position_is_the_smallest(found: Found) -> None:
    """The lowest ranks that tie, and nothing lies where it need not; an early round where any would do."""
    shown = found["somebody_wins", 2].counterexample
    assert shown is not None
    lying = shown.positions[0].data["zones"]["field"]
    assert sorted(each for held in lying.values() for each in held) == ["Blue 1", "Red 1"]
    late = found["a_late_round", 2].counterexample
    assert late is not None
    assert late.positions[0].data["variables"] == {"round": 3}


def test_what_was_asked_is_said_with_what_it_comes_to(found: Found) -> None:
    shown = found["at_most_one_if_so_read", 2].counterexample
    assert shown is not None
    wins = {each.arguments[0]: each.result for each in shown.asked if each.value == "wins"}
    lying = [card for held in shown.positions[0].data["zones"]["field"].values() for card in held]
    assert wins == dict.fromkeys(lying, True)


def test_what_an_every_stands_for_is_bound() -> None:
    rules = game(
        HEAD, RULES, COURSE,
        "claim all_are_best per R1\n    in every state of 2 players\n    every c in field has every d in field has c = d or best(c)\n",
    )  # fmt: skip
    decision = asked(rules, "all_are_best")
    shown = decision.counterexample
    assert decision.verdict == "refuted"
    assert shown is not None
    bound = dict(shown.bound)
    held = [card for held in shown.positions[0].data["zones"]["field"].values() for card in held]
    assert set(bound) == {"c", "d"}
    assert set(bound.values()) == set(held)
    assert bound["c"][-1] < bound["d"][-1]  # the worse one is the one that breaks it


@pytest.mark.parametrize(
    ("condition", "fields"),
    [
        ("(number of c in field) < 2", [["Red 1"], ["Red 2"]]),
        ("field of 2 is empty", [["Red 1"]]),
        ("field of 2 is empty or some c in field of 2 has c.rank < 3", [["Red 3"]]),
        ("(number of c in field) < 2 or some c in field of 1 has c.colour is Red", [["Blue 1"], ["Red 1"]]),
    ],
)
def test_pieces_of_which_nothing_is_asked_are_shown_in_one_place(
    kept: Cache, condition: str, fields: list[list[str]]
) -> None:
    """And the first there is: one that lies nowhere takes no place of those that do."""
    rules = game(HEAD, COURSE, f"claim c per R1\n    in every state of 2 players\n    {condition}\n")
    decision = asked(rules, "c")
    assert decision.counterexample is not None
    assert list(decision.counterexample.positions[0].data["zones"]["field"].values()) in (fields, [*reversed(fields)])
    confirmed(kept, rules, decision)


# ---- STATES THAT ARE NONE, AND WHAT HAS NO ANSWER


def test_a_piece_of_any_data_is_the_least_that_the_law_allows(rules: Game, found: Found, kept: Cache) -> None:
    for name, worth in (("prizes_are_four", 1), ("a_middling_prize", 5)):
        shown = found[name, 2].counterexample
        assert shown is not None
        assert shown.positions[0].data["zones"]["offer"] == [{"component": "Prize", "fields": {"worth": worth}}]
        confirmed(kept, rules, found[name, 2])


@pytest.mark.parametrize("name", ["winner_is_in", "mood_is_early_or_late", "dearness_is_told"])
def test_the_engine_finds_no_answer_there_either(rules: Game, found: Found, kept: Cache, name: str) -> None:
    confirmed(kept, rules, found[name, 2])


@pytest.mark.parametrize(
    ("condition", "verdict"),
    [
        ("winner is a fault", "refuted"),
        ("winner is a fault implies no c in field has wins(c)", "proved"),
        ("(no c in field has wins(c)) implies winner is a fault", "proved"),
        ("winner is not a fault", "refuted"),
        ("best_rank is a fault implies field is empty", "proved"),
        ("best_rank is not a fault implies field is not empty", "proved"),
        ("mood is a fault implies round = 2", "proved"),
        ("round = 2 implies mood is a fault", "proved"),
        ("(winner in field) is a fault implies winner is a fault", "proved"),
        ("(field is empty or winner in field) is a fault implies field is not empty", "proved"),
    ],
)
def test_where_something_is_a_fault(kept: Cache, condition: str, verdict: str) -> None:
    rules = game(HEAD, RULES, COURSE, f"claim c per R1\n    in every state of 2 players\n    {condition}\n")
    decision = asked(rules, "c")
    assert decision.verdict == verdict
    if condition == "winner is a fault":
        confirmed(kept, rules, decision)  # that there is one is not for the engine to say


@pytest.mark.parametrize("name", ["at_most_one_taker", "at_most_one_if_so_read", "a_late_round"])
def test_the_same_claim_has_the_same_answer_at_the_same_price(rules: Game, found: Found, name: str) -> None:
    """Whatever was asked before it."""
    assert asked(rules, name) == found[name, 2]


def test_a_limit_is_told_as_such(rules: Game) -> None:
    (goal,) = (each for each in goals(rules) if (each.name, each.players) == ("at_most_one_taker", 3))
    (decision,) = proved(rules, goal, limits=Limits(rlimit=1))
    assert (decision.verdict, decision.counterexample) == ("unknown", None)
    assert decision.how == "the solver gave up within 1 resource units"


def test_what_cannot_be_expressed_is_told_with_its_place() -> None:
    rules = game(
        HEAD, COURSE,
        "zone stack holds Card, ordered per R1\n"
        "claim c per R1\n    in every state of 2 players\n    stack is empty\n",
    )  # fmt: skip
    decision = asked(rules, "c")
    assert decision.verdict == "unsupported"
    assert decision.how == "the prover cannot express the order of what lies in `stack`"
    assert decision.span is not None
    assert decision.span.path == "small.rules"


def test_pieces_of_any_data_lie_one_by_one() -> None:
    rules = game(
        HEAD,
        COURSE,
        "claim c per R1\n    in every state of 2 players over any Card\n    every c in hand has c.rank > 0\n",
    )
    decision = asked(rules, "c")
    assert decision.verdict == "unsupported"
    assert "`hand`" in decision.how


def test_pieces_of_any_data_need_not_be_printed() -> None:
    """Two may lie there that are alike, though one is printed."""
    rules = game(
        HEAD, COURSE,
        """
value twins: truth per R1
    is some c in field has some d in field has c != d and c.rank = d.rank and c.colour is d.colour
claim c per R1
    in every state of 2 players over any Card
    not twins
claim as_printed per R1
    in every state of 2 players
    not twins
""",
    )  # fmt: skip
    assert asked(rules, "c").verdict == "refuted"
    assert asked(rules, "as_printed").verdict == "proved"


def test_readings_that_have_no_say_do_not_keep_anybody_from_saying_which_do() -> None:
    """With a dozen questions beside the one that matters there are more sets of readings than are gone through."""
    beside = "".join(
        f'question beside_{number} about R1 per ruling A1\n    "which?"\n'
        '    reading here "here", default\n    reading there "there"\n'
        for number in range(12)
    )
    decision = asked(game(HEAD, RULES, COURSE, beside, CLAIMS), "at_most_one_taker_whatever_is_read")
    assert decision.verdict == "refuted"
    assert decision.table == (("holds under", "ties is neither"), ("fails under", "ties is both"))


def test_a_claim_is_not_proved_before_it_is_known_that_it_speaks_of_something() -> None:
    """What it says is true of whatever there is; whether anything is as it assumes is beyond the limit."""
    assuming = "claim nearly_nothing per R1\n    in every state of 2 players\n    assuming some c in field has best(c)\n    round = round\n"
    rules = game(HEAD, RULES, COURSE, assuming)
    (goal,) = (each for each in goals(rules) if each.name == "nearly_nothing")
    (known,), (unknown,) = proved(rules, goal), proved(rules, goal, limits=Limits(rlimit=1))
    assert known.verdict == "proved"
    assert unknown.verdict == "unknown"


@pytest.mark.parametrize("most", ["how_many", "allowed"])
def test_a_zone_holds_no_more_than_the_table_has_agreed_on(most: str) -> None:
    """What is agreed on may be an option, or a question with numbers; with every choice open it is as with one."""
    rules = game(
        HEAD, RULES, COURSE,
        'option how_many: 0..2, default 1 per R1\nquestion allowed: 0..2 about R1 per ruling A1\n    "how many?"\n'
        '    reading never is 0 "none", default\n    reading twice is 2 "two"\n'
        f"zone tray of each player holds at most {most} Card per R1\n"
        f"claim few per R1\n    in every state of 2..3 players\n    every player p has (number of c in tray of p) <= {most}\n"
        f"claim fewer per R1\n    in every state of 2..3 players\n    every player p has (number of c in tray of p) < {most}\n",
    )  # fmt: skip
    assert asked(rules, "few").verdict == "proved"
    assert asked(rules, "fewer").verdict == "refuted"
