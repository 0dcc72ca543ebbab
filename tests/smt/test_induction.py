"""What holds along the course of a game: by itself, with another, with a guess; or not, from the start or from a step."""

from __future__ import annotations

import pytest

from refengine.smt.goal import Decision, Goal, Limits
from refengine.smt.plan import goals
from refengine.smt.solving.model import Model
from refengine.source.cache import Cache
from tests.smt.rules import confirmed, game, proved

HEAD = """
game small from rulebook tiny
    players 2..2                                                per R1

component Card                                                  per R1
    rank: 1..3
    one of each rank

zone deck holds Card                                            per R1
zone hand of each player holds Card, seen by owner              per R1
zone pile holds Card                                            per R1

variable round: 0..5                                            per R1
variable turn: player, starts 1                                 per R1
"""


def until_the_deck_is_empty(phase: str, actions: str) -> str:
    """One phase, in which one player is asked again and again."""
    return f"""
setup                                                           per R1
    move all c in box of Card to deck
    go {phase}

phase {phase}                                                   per R1
    ask turn
{actions}    if deck is empty
        game over
    go {phase}
"""


DRAW = until_the_deck_is_empty("Draw", """\
        action draw(c in deck)                                  per R1
            then move c to hand of turn
    set turn to the player p with p != turn
""")  # fmt: skip
"""They take a card in turn until none is left."""

COUNT = until_the_deck_is_empty("Count", """\
        action draw(c in deck)                                  per R1
            then move c to hand of turn
        action wait                                             per R1
            when round < 5
            then add 1 to round
""")  # fmt: skip
"""Somebody draws or waits."""


def along(*texts: str, kind: str | None = None, limits: Limits | None = None) -> dict[str, Decision]:
    """What comes of everything that is stated, or owed, along the course of the rules."""
    rules = game(HEAD, *texts)
    stated = ("invariant", "step invariant", "measure")
    wanted = [each for each in goals(rules) if (each.kind == kind if kind else each.kind in stated)]
    found = proved(rules, *wanted, limits=limits or Limits(rlimit=10_000_000, steps=4))
    return {each.goal.name: each for each in found}


def checked(kept: Cache, decision: Decision, *texts: str) -> None:
    """The engine says the same of the counterexample."""
    confirmed(kept, game(HEAD, *texts), decision)


# ---- INVARIANTS


def test_what_every_step_keeps_is_proved() -> None:
    found = along(COUNT, "invariant i per R1\n    round <= 5\n", "invariant j per R1\n    pile is empty\n")
    assert [each.verdict for each in found.values()] == ["proved", "proved"]


def test_what_holds_only_together_is_proved_together() -> None:
    """Of each alone a step may break it: `round` is no more than what lies in the pile, and that no more than 2."""
    rules = "variable stopped: truth per R1\n" + until_the_deck_is_empty("Lay", """\
        action lay(c in deck)                                   per R1
            when not stopped
            then move c to pile
            then set stopped to round >= 1
            then add 1 to round
        action wait                                             per R1
            when round < 5
            then set turn to turn
""")  # fmt: skip
    one = "invariant few_rounds per R1\n    round <= 2\n"
    other = "invariant late_is_stopped per R1\n    round >= 2 implies stopped\n"
    assert along(rules, one)["few_rounds"].verdict == "bounded"  # no proof, and nothing is found in the first steps
    assert {each.verdict for each in along(rules, one, other).values()} == {"proved"}


def test_a_state_that_is_read_as_if_it_broke_nothing_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver found one in which something is broken; that nobody sees what says nothing of any invariant."""
    monkeypatch.setattr(Model, "of", lambda _model, _term: True)
    found = along(COUNT, "invariant i per R1\n    round <= 4\n", "invariant j per R1\n    round <= 5\n")
    assert found["i"].verdict != "proved"
    assert found["j"].verdict == "proved"


def test_a_guess_makes_up_for_what_nobody_states() -> None:
    """That the pile is empty holds everywhere and is said nowhere."""
    rules = COUNT.replace("add 1 to round", "set round to if pile is empty then round else round + 1")
    assert along(rules, "invariant i per R1\n    round = 0\n")["i"].verdict == "proved"


def test_a_guess_that_a_later_step_breaks_is_no_help(kept: Cache) -> None:
    rules = COUNT.replace("move c to hand of turn", "move c to pile").replace(
        "add 1 to round", "set round to if pile is empty then round else round + 1"
    )
    stated = "invariant i per R1\n    round = 0\n"
    found = along(rules, stated)["i"]
    assert (found.verdict, found.how) == ("refuted", "a game comes to this position")
    checked(kept, found, rules, stated)


def test_what_a_game_reaches_is_refuted_with_the_step(kept: Cache) -> None:
    stated = "invariant i per R1\n    (number of c in hand of 1) <= 1\n"
    found = along(DRAW, stated)["i"]
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert found.counterexample.step is not None
    assert (found.counterexample.step.actor, found.counterexample.step.action) == (1, "draw")
    before, after = (each.data["zones"]["hand"]["1"] for each in found.counterexample.positions)
    assert (len(before), len(after)) == (1, 2)
    checked(kept, found, DRAW, stated)


def test_what_does_not_hold_at_first_is_refuted_with_the_start(kept: Cache) -> None:
    stated = "invariant i per R1\n    (number of c in deck) < 3\n"
    found = along(DRAW, stated)["i"]
    assert (found.verdict, found.how) == ("refuted", "it does not hold at the start of the game")
    checked(kept, found, DRAW, stated)


def test_a_false_statement_helps_no_other() -> None:
    """It is thrown away everywhere, and what was kept by it has to stand without it."""
    false = "invariant false_one per R1\n    round <= 2\n"
    leaning = "invariant leaning per R1\n    round != 4\n"
    found = along(COUNT, false, leaning)
    assert found["false_one"].verdict == "refuted"
    assert found["leaning"].verdict != "proved"


def test_one_step_that_turns_out_well_is_not_all_of_them() -> None:
    """Drawing may break it at first sight, until pieces are counted; that it does not says nothing of waiting."""
    rules = COUNT.replace("hand of turn\n", "hand of turn\n            then set fresh to true\n").replace(
        "add 1 to round\n",
        "add 1 to round\n            then set fresh to false\n"
        "        action put(c in deck) per R1\n            then move c to shelf\n            then set fresh to true\n",
    )
    found = along("zone shelf holds Card per R1\nvariable fresh: truth, starts true per R1\n", rules,
                  "invariant i per R1\n    (number of c in hand) <= 3 and fresh\n")  # fmt: skip
    assert found["i"].verdict == "refuted"


def test_how_many_there_are_is_known_in_an_induction() -> None:
    found = along(COUNT, "invariant i per R1\n    (number of c in hand) <= 3\n")
    assert found["i"].verdict == "proved"


def test_an_invariant_of_some_phases_is_asked_of_those() -> None:
    rules = DRAW.replace("go Draw\n\nphase", "go Early\n\nphase Early per R1\n    ask turn\n        action start per R1\n"
                         "            then add 1 to round\n    go Draw\n\nphase")  # fmt: skip
    stated = "invariant i in Draw per R1\n    round = 1\n", "invariant j per R1\n    round = 1\n"
    found = along(rules, *stated)
    assert (found["i"].verdict, found["j"].verdict) == ("proved", "refuted")
    assert found["j"].how == "it does not hold at the start of the game"


def test_it_holds_at_the_end_too() -> None:
    """A step that ends the game is a step."""
    rules = DRAW.replace("        game over", "        add 4 to round\n        game over")
    found = along(rules, "invariant i per R1\n    round < 4\n")
    assert found["i"].verdict == "refuted"


def test_what_is_too_far_from_the_start_is_bounded() -> None:
    found = along(COUNT, "invariant i per R1\n    round <= 4\n", limits=Limits(rlimit=10_000_000, steps=3))["i"]
    assert (found.verdict, found.steps) == ("bounded", 3)


# ---- LOOKING BACK

QUEUE = """
variable first: 0..3                                            per R1
variable second: 0..3                                           per R1
""" + until_the_deck_is_empty("Shift", """\
        action shift                                            per R1
            then set first to second
            then set second to ENTERS
        action draw(c in deck)                                  per R1
            then move c to hand of turn
            then set second to ENTERS
""")  # fmt: skip
"""What enters comes second, and then first: that nothing enters is seen of what is first after two steps only."""


@pytest.mark.parametrize(
    ("stated", "how"),
    [
        ("invariant i per R1\n    first = 0\n", "looking back 2 steps"),
        ("step invariant i per R1\n    first = before(first)\n", None),  # who draws and draws remembers nothing
        ("step invariant i per R1\n    first <= before(second)\n", "looking back 3 steps"),
    ],
)
def test_what_holds_only_after_a_step_that_kept_it_is_proved_looking_back(stated: str, how: str | None) -> None:
    found = along(QUEUE.replace("ENTERS", "0"), "invariant s per R1\n    second = 0 or first < 4\n", stated)["i"]
    if how is None:
        assert (found.verdict, found.steps) == ("bounded", 4)
    else:
        assert found.verdict == "proved"
        assert how in found.how


def test_what_enters_at_last_is_not_proved_by_looking_back() -> None:
    """It holds for as many steps as are followed, and not for one more."""
    late = QUEUE.replace("ENTERS", "(if round = 2 then 1 else 0)").replace(
        "        action draw", "        action wait per R1\n            when round < 2\n            then add 1 to round\n"
        "        action draw",
    )  # fmt: skip
    stated = "invariant i per R1\n    first = 0\n"
    found = along(late, stated, limits=Limits(rlimit=10_000_000, steps=3))["i"]
    assert (found.verdict, found.steps) == ("bounded", 3)
    assert along(late, stated, limits=Limits(rlimit=10_000_000, steps=4))["i"].verdict == "refuted"


# ---- STEPS


def test_a_step_invariant_is_asked_of_each_step(kept: Cache) -> None:
    good = "step invariant grows per R1\n    before(round) <= round\n"
    bad = "step invariant one_each per R1\n    round = before(round) + 1\n"
    found = along(COUNT, good, bad)
    assert (found["grows"].verdict, found["one_each"].verdict) == ("proved", "refuted")
    assert found["one_each"].counterexample is not None
    assert found["one_each"].counterexample.step is not None
    assert found["one_each"].counterexample.step.action == "draw"
    checked(kept, found["one_each"], COUNT, good, bad)


def test_a_step_invariant_may_rest_on_an_invariant() -> None:
    stated = "invariant none_played per R1\n    pile is empty\n", "step invariant s per R1\n    before(pile) is empty\n"
    assert {each.verdict for each in along(COUNT, *stated).values()} == {"proved"}


MEASURES = {
    "number of c in deck": "refuted",  # waiting leaves it
    "5 - round": "refuted",  # drawing leaves it
    "(number of c in deck) + 5 - round": "proved",
    "5 - round, number of c in deck": "proved",
    "number of c in deck, 5 - round": "proved",
    "number of c in hand, 5 - round": "refuted",  # what stands first rises
    "(number of c in hand) + 5 - round, number of c in deck": "refuted",  # that another falls is no help then
    "0 - round, number of c in deck": "refuted",  # it falls, and has no end
}
"""For each measure what is to be said of it; of several numbers the first that changes must fall."""


def test_a_measure_falls_in_every_step_and_has_an_end(kept: Cache) -> None:
    stated = "".join(f"measure m{number} per R1\n    {terms}\n" for number, terms in enumerate(MEASURES))
    found = along(COUNT, stated)
    assert [each.verdict for each in found.values()] == list(MEASURES.values())
    for decision in found.values():
        if decision.verdict == "refuted":
            checked(kept, decision, COUNT, stated)


@pytest.mark.parametrize(
    ("guard", "verdict"),
    [("deck is empty", "vacuous"), ("round = 5", "proved"), ("round < 5", "refuted"), ("true", "refuted")],
)
def test_a_measure_falls_where_its_guards_hold_before_the_step(kept: Cache, guard: str, verdict: str) -> None:
    stated = f"measure m per R1\n    when {guard}\n    number of c in deck\n"
    found = along(COUNT, stated)["m"]
    assert found.verdict == verdict
    if verdict == "refuted":
        checked(kept, found, COUNT, stated)


# ---- CONSERVATION AND WHAT IS OWED


def test_pieces_are_conserved_where_every_move_finds_its_piece() -> None:
    assert along(DRAW, kind="conservation")["Card"].verdict == "by construction"


@pytest.mark.parametrize(
    ("changed", "owed"),
    [
        (("add 1 to round", "add 2 to round"), "Count: the number stays in its range"),
        (("            when round < 5\n", ""), "Count: the number stays in its range"),
        (
            (
                "        action wait                                             per R1\n",
                "        action wait per R1\n",
            ),
            None,
        ),
    ],
)
def test_what_fails_in_a_game_is_refuted(changed: tuple[str, str], owed: str | None) -> None:
    found = along(COUNT.replace(*changed), kind="obligation", limits=Limits(rlimit=10_000_000, steps=6))
    failing = [name for name, each in found.items() if each.verdict not in {"proved", "by construction"}]
    assert failing == [owed] * (owed is not None)
    assert {found[each].verdict for each in failing} <= {"refuted"}


def test_who_may_have_nothing_to_choose_is_refuted() -> None:
    found = along(DRAW.replace("    if deck is empty\n        game over\n", ""), kind="obligation")
    wanting = {name: each.verdict for name, each in found.items() if each.verdict not in {"proved", "by construction"}}
    assert wanting == {"Draw: whoever is asked has a legal action": "refuted"}


def test_every_goal_is_answered_with_its_own_cost() -> None:
    rules = game(HEAD, COUNT, "invariant i per R1\n    round <= 5\nmeasure m per R1\n    number of c in deck\n")
    wanted: list[Goal] = [each for each in goals(rules) if each.kind != "sight"]
    found = proved(rules, *wanted)
    assert [each.goal for each in found] == wanted
    assert all(each.queries == 0 for each in found if each.verdict == "by construction" and not each.rlimit)
