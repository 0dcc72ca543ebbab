"""What would have to be otherwise for something to be legal: tried by the engine, one fact at a time."""

from __future__ import annotations

from refengine.rulings.judge import Judge
from refengine.rulings.ruling import IfOnly, Ruling
from tests.rulings.asking import ask

BATTLE = (
    "given 2 players, flag of 1 = British, flag of 2 = French, Figure(British) in army of Britain",
    "given Figure(French) in army of France, Card(Nine) in laid of 1, Card(Eight) in laid of 2",
)
DECIDE = "when Decide(1, 2, Britain, France, 1)"
CHOOSING = (
    "given 2 players, a City with resistance 5 and power Plain in besieged, phase Choose",
    "given side of 1 = Hussites, side of 2 = Reformers",
    "given Hussites 3 in hand of 1, Reformers 6 in hand of 2, Hussites 9 in graveyard",
)


def said(ruling: Ruling) -> list[str]:
    assert ruling.reasons is not None
    return [each.says for each in ruling.reasons.if_only]


def only(ruling: Ruling) -> IfOnly:
    assert ruling.reasons is not None
    (found,) = ruling.reasons.if_only
    return found


def test_a_field_would_have_to_be_empty(european_war: Judge) -> None:
    spain = "given Figure(French) in army of Spain"
    (ruling,) = ask(european_war, *BATTLE, spain, DECIDE, "why not 2: retreat(Spain)")
    assert only(ruling).says == "if army of Spain were empty"
    assert "R17" in {each.id for each in only(ruling).citations}
    (without,) = ask(european_war, *BATTLE, DECIDE, "why not 2: retreat(Spain)")
    assert without.outcome == "legal"


def test_nothing_is_said_of_what_no_position_is_like(european_war: Judge) -> None:
    """A false twin: without the last figure of France the march would be open, but somebody would be nowhere at home."""
    given = (
        "given 2 players, phase Action(1), flag of 1 = British, flag of 2 = French, Figure(British) in army of Britain"
    )
    given_two = f"{given}, Figure(British) in army of Benelux, Figure(French) in army of France"
    (last,) = ask(european_war, given_two, "why not 1: march(Britain, France)")
    assert said(last) == []
    (other,) = ask(european_war, f"{given_two}, Figure(French) in army of Spain", "why not 1: march(Britain, France)")
    assert said(other) == ["if army of France were empty"]


def test_nothing_is_said_of_what_no_single_fact_changes(european_war: Judge) -> None:
    (far,) = ask(european_war, *BATTLE, DECIDE, "why not 2: retreat(Levant)")
    (not_mine,) = ask(european_war, *BATTLE, DECIDE, "why not 1: retreat(Spain)")
    assert (said(far), said(not_mine)) == ([], [])


def test_a_card_would_have_to_be_in_the_hand(kaciri: Judge) -> None:
    (ruling,) = ask(kaciri, *CHOOSING, "why not 1: send(Hussites 9)")
    assert said(ruling) == ["if Hussites 9 lay in hand of player 1"]
    (legal,) = ask(
        kaciri, *CHOOSING[:2], "given Hussites 9 in hand of 1, Reformers 6 in hand of 2", "why not 1: send(Hussites 9)"
    )
    assert legal.outcome == "legal"


def test_a_number_would_have_to_be_one_more_or_a_truth_otherwise(urn: Judge) -> None:
    (of_guard,) = ask(urn, "given stones = 5, phase Turn(1)", "why not 1: take(4)")
    (of_choice,) = ask(urn, "given stones = 3, marked = true, phase Turn(1)", "why not 1: take(4)")
    (two_away,) = ask(urn, "given stones = 2, marked = true, phase Turn(1)", "why not 1: take(4)")
    (two_facts,) = ask(urn, "given stones = 3, phase Turn(1)", "why not 1: take(4)")
    assert [said(each) for each in (of_guard, of_choice, two_away, two_facts)] == [
        ["if marked were so"],
        ["if stones were 4"],
        [],
        [],
    ]


def test_a_judge_says_it_of_states_too(urn: Judge) -> None:
    state = urn.game.position({"variables": {"stones": 5}, "phase": {"name": "Turn", "arguments": [1]}})
    reasons = urn.why_not(state, {"actor": 1, "name": "take", "arguments": [4]})
    assert [each.says for each in reasons.if_only] == ["if marked were so"]
    assert urn.why_not(state, {"actor": 1, "name": "take", "arguments": [1]}).if_only == ()
