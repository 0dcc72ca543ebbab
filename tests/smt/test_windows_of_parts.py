"""Windows of games whose pieces have parts: what holds whatever happens on these is proved, and nothing that hangs on it."""

import pytest

from refengine.ir import game as model
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import goals
from refengine.smt.prove import decide
from tests.smt.test_windows import START, game_of

RULES = (
    START
    + """\
component Peg per R1
    9 alike
    starts in jar
zone hand holds at most one Stone per R1
zone jar holds Peg per R1
part Rim is Side of Stone on board per R1
zone pegs of each Rim holds at most one Peg per R1
variable score: 0..99 per R1
variable rounds: 0..99 per R1
value in_hand: Stone per R1
    is the t in hand
value pegged: truth per R1
    is some r in spots of pegs has pegs of r is not empty
value opposite(s: Side): Side per R1
    {opposite}
setup per R1
    move (the t in bag with t.heavy) to board of (0, 0)
    go Take
phase Take per R1
    ask 1
        action take(t in bag) per R1
            {take}
            then move t to hand
        action stop per R1
            then game over
    go Lay
phase Lay per R1
    ask 1
        action put(c in edge of board) per R1
            {put}
            then move (the t in hand) to board of c
            then go Peg_it(c)
phase Peg_it(c: cell) per R1
    ask 1
        action peg(r in spots of c) per R1
            when jar is not empty
            {peg}
            then move 1 Peg from jar to pegs of r
            then add (number of q in spots of pegs) to score
        action leave per R1
    go Take
invariant stated per R1
    {stated}
"""
)

SOME_LIE_BESIDE = "every c in cells of board has (number of d in cells of board) = 1 or (some d in beside(c) has board of d is not empty)"
BESIDE_IS_LIGHT = "every c in cells of board has (no d in beside(c) has (some t in board of c has t.heavy) and (some t in board of d has t.heavy))"
LIGHT = "when not (some d in beside(c) has (some t in board of d has t.heavy)) or not in_hand.heavy"


def _rules(**parts: str) -> model.Game:
    told = {
        "take": "when true", "put": "when true", "peg": "when true", "stated": "bag is empty or bag is not empty",
        "opposite": "is next of next of s",
    }  # fmt: skip
    return game_of({"x.rules": RULES.format(**(told | parts))})


def _decided(rules: model.Game, kind: str, name: str) -> Decision:
    (found,) = decide(rules, tuple(each for each in goals(rules) if (each.kind, each.name) == (kind, name)), Limits())
    return found


# ---- INVARIANTS


def test_what_no_peg_can_change_is_proved_for_every_board() -> None:
    found = _decided(_rules(put=LIGHT, stated=BESIDE_IS_LIGHT), "invariant", "stated")
    assert found.verdict == "proved"
    assert "whatever becomes of `jar`, `pegs`, `score`" in found.how


def test_its_twin_without_the_rule_is_not() -> None:
    assert _decided(_rules(stated=BESIDE_IS_LIGHT), "invariant", "stated").verdict == "unknown"


@pytest.mark.parametrize("put", ["when pegged", "when pegged or not in_hand.heavy", "when score > 3 and pegged"])
def test_what_a_condition_on_parts_alone_keeps_is_not_proved(put: str) -> None:
    assert _decided(_rules(put=put, stated=BESIDE_IS_LIGHT), "invariant", "stated").verdict == "unknown"


@pytest.mark.parametrize(
    "stated",
    [
        "every r in spots of pegs has pegs of r is not empty",
        "score <= 9",
        "(number of p in jar) <= 9",
        "every Rim r has part of r != opposite(part of r)",
    ],
)
def test_what_speaks_of_parts_is_not_expressed(stated: str) -> None:
    found = _decided(_rules(stated=stated), "invariant", "stated")
    assert (found.verdict, "a part of what lies on a grid" in found.how) == ("unsupported", True)


def test_what_is_said_of_a_phase_is_not_asked_where_conditions_are_left_out() -> None:
    """A game may never come to it, and the cone does not know."""
    rules = RULES.replace("invariant stated per R1", "invariant stated in Take per R1")
    told = {
        "take": "when true",
        "put": "when pegged",
        "peg": "when true",
        "stated": "hand is empty",
        "opposite": "is s",
    }
    made = game_of({"x.rules": rules.format(**told)})
    assert _decided(made, "invariant", "stated").verdict == "unsupported"


def test_where_control_hangs_on_parts_nothing_is_proved() -> None:
    rules = RULES.replace("    go Lay\n", "    if pegged\n        game over\n    go Lay\n")
    told = {"take": "when true", "put": LIGHT, "peg": "when true", "stated": BESIDE_IS_LIGHT, "opposite": "is s"}
    made = game_of({"x.rules": rules.format(**told)})
    assert _decided(made, "invariant", "stated").verdict == "unsupported"


# ---- OWED


def test_what_a_script_owes_of_which_nothing_is_left_out_is_proved() -> None:
    rules = _rules()
    assert _decided(rules, "obligation", "Lay: there is exactly one").verdict == "proved"
    assert _decided(rules, "obligation", "Lay: there is room where it goes").verdict in ("proved", "by construction")
    assert _decided(_rules(put=LIGHT), "obligation", "in_hand: there is exactly one").verdict == "proved"


@pytest.mark.parametrize(
    "parts",
    [
        {"put": LIGHT, "peg": "when pegged or in_hand.heavy"},  # nothing is in the hand by then
        {"put": LIGHT, "take": "when not pegged or in_hand.heavy"},
    ],
)
def test_what_is_asked_by_what_is_left_out_is_not_proved(parts: dict[str, str]) -> None:
    """In the cone the value is asked where it has an answer, and in the game where it has none."""
    assert _decided(_rules(**parts), "obligation", "in_hand: there is exactly one").verdict == "unsupported"


def test_that_no_bar_stands_in_the_way_is_not_proved_where_the_bar_is_left_out() -> None:
    """The phase that is entered is told less, and who enters it says the same as ever."""
    barred = RULES.replace("phase Lay per R1\n", "phase Lay per R1\n    bar too_many per R1\n        when {bar}\n")
    told = {"take": "when true", "put": LIGHT, "peg": "when true", "stated": "true", "opposite": "is s"}
    verdicts = {}
    for bar in ("pegged", "bag is empty and hand is empty"):
        rules = game_of({"x.rules": barred.format(**told, bar=bar)})
        (owed,) = {each.name for each in goals(rules) if each.name.startswith("Take: ") and "bar" in each.name}
        verdicts[bar] = _decided(rules, "obligation", owed).verdict
    assert verdicts == {"pegged": "unsupported", "bag is empty and hand is empty": "by construction"}


@pytest.mark.parametrize("owed", ["the piece lies where it is taken from", "there is room where it goes"])
def test_what_a_script_owes_of_which_something_is_left_out_is_not_proved(owed: str) -> None:
    assert _decided(_rules(), "obligation", f"Peg_it: {owed}").verdict == "unsupported"


def test_pieces_on_the_grid_are_conserved_and_of_those_on_its_parts_nothing_is_said() -> None:
    rules = _rules()
    assert _decided(rules, "conservation", "Stone").verdict == "by construction"
    assert _decided(rules, "conservation", "Peg").verdict == "unsupported"
    # A second stone is put where one may lie: the cone sees it, too.
    crowded = RULES.replace(
        "            then move t to hand\n        action stop",
        "            then move t to hand\n        action more(t in bag) per R1\n            when pegged\n            then move t to hand\n            then go Take\n        action stop",
    )
    told = {"take": "when hand is empty", "put": "when true", "peg": "when true", "stated": "true", "opposite": "is s"}
    assert _decided(game_of({"x.rules": crowded.format(**told)}), "conservation", "Stone").verdict == "unknown"
