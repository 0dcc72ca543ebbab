"""Two sets of rules compared: as the rules are meant, not as they are written, nor as a plain engine plays them."""

from pathlib import Path

import pytest

from refengine.loading import load_rules
from refengine.rulings.diff import Diff, DiffLimits, diff
from refengine.rulings.diff_tables import Side
from tests.rulings.urn import write

FEW = DiffLimits(states=300, games=3, rlimit=0)
"""Fewer than the pairs of states of a long game, which is asked of no prover."""


def side(folder: Path, rules: str, **tables: str) -> Side:
    write(folder, rules)
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    return Side(folder.name, load_rules(folder))


def compared(tmp_path: Path, one: str, other: str, settings: DiffLimits | None = None) -> Diff:
    return diff(side(tmp_path / "one", one), side(tmp_path / "other", other), settings or DiffLimits())


# ---- WHO SEES WHAT

SHOWN = """\
game shown from rulebook urn
    players 2 per R1

table trees per R1

kind Tree from table trees per R1
    open_to_all: truth

token Coin on each player, limit 3 per R1

question much: 0..2 about R1 per R1
    "how much?"
    reading little is 1 "one", default
    reading plenty is 2 "two", house

variable hid of each Tree: 0..2, seen by each q with owner.open_to_all per R1

setup per R1
    ask 1
        action put(Tree t, n in 0..2) per R1
            then set hid of t to n
    ask 2
        action stop per R1
    game over
"""
"""What is hidden where hangs on printed data, and could as well on how much a reading is or how many coins there are."""

BY_READING = SHOWN.replace("owner.open_to_all", "q = 1 or much = 1")
BY_COINS = SHOWN.replace("owner.open_to_all", "q = 1 or supply of Coin = 3")
CLOSED = "id,open_to_all\nCherry,true\nPlum,false\n"


@pytest.mark.parametrize(
    ("one", "other", "printed"),
    [
        (SHOWN, SHOWN, CLOSED.replace("Plum,false", "Plum,true")),
        (BY_READING, BY_READING.replace("little is 1", "little is 0"), CLOSED),
        (BY_COINS, BY_COINS.replace("limit 3", "limit 2"), CLOSED),
    ],
    ids=["printed data", "what a reading says", "how many tokens there are"],
)
@pytest.mark.parametrize("states", [20_000, 5])
def test_who_sees_what_may_hang_on_what_no_condition_names(
    tmp_path: Path, one: str, other: str, printed: str, states: int
) -> None:
    sides = (side(tmp_path / "one", one, trees=CLOSED), side(tmp_path / "other", other, trees=printed))
    found = diff(*sides, DiffLimits(states=states))
    assert found.verdict == "part"
    assert found.first is not None
    assert found.first.shown is not None
    assert {each.kind for each in found.first.shown.unlike} == {"view"}
    same = diff(sides[0], side(tmp_path / "same", f"# as before\n{one}", trees=CLOSED), DiffLimits())
    assert same.verdict == "same"


# ---- WHERE CASES OVERLAP

OVERLAPPING = """\
game overlapping from rulebook urn
    players 2 per R1

variable heap: 0..3 per R1
variable told: 0..3 per R1

value taken: 0..3 per R1
    case a_few per R1
        when heap >= 1
        is 1
    case many per R1
        when heap >= 2
        is 1
    case nothing_left per R1
        when heap = 0
        is 0

setup per R1
    ask 1
        action put(m in 0..2) per R1
            then set heap to m
    ask 2
        action take(m in 0..2) per R1
            when m = taken
    game over
"""

IN_A_PHASE = OVERLAPPING.replace("    ask 2\n", """\
    case much per R1
        when heap >= 1
        then set told to 1
    case more per R1
        when heap >= 2
        then set told to 2
    case none_of_it per R1
        when heap = 0
        then set told to 0
    ask 2
""").replace("m = taken", "m = told")  # fmt: skip


@pytest.mark.parametrize("rules", [OVERLAPPING, IN_A_PHASE], ids=["of a value", "of a phase"])
def test_where_cases_overlap_on_one_side_games_part(tmp_path: Path, rules: str) -> None:
    """A plain engine takes the first of them on both sides, and goes on."""
    found = compared(tmp_path, rules, rules.replace("when heap >= 2", "when heap >= 3"))
    assert found.first is not None
    assert found.first.shown is not None
    assert {each.kind for each in found.first.shown.unlike} == {"breaks off"}
    assert compared(tmp_path, rules, rules.replace("heap = 0", "heap < 1")).verdict == "equal"


LONG = """
variable steps: 0..100000 per R1

setup per R1
    go Turn(1)

phase Turn(p: player) per R1
    ask p, if able
        action wait per R1
            when steps < 99000
            then add 1 to steps
            then go Turn(next of p)
"""
"""A game that is far too long to be looked at whole."""

OVERLAPPING_LONG = f"""\
game overlapping from rulebook urn
    players 2 per R1
{LONG}\
        action take(m in 1..2) per R1
            when steps < 99000 and m = taken
            then add 1 to steps
            then go Turn(next of p)
    game over
"""

BY_CASES = f"""{OVERLAPPING_LONG}
value taken: 1..2 per R1
    case a_few per R1
        when steps < 50000
        is 1
    case many per R1
        when steps >= 50000
        is 2
"""

BY_EXCEPTIONS = f"""{OVERLAPPING_LONG}
value taken: 1..2 per R1
    normally 1
    except many per R1
        when steps >= 50000
        is 2
    except very_many per R1
        when steps >= 60000
        is 2
"""

IN_A_STEP = f"""{OVERLAPPING_LONG.replace("then add 1 to steps", "then enter Counting")}
value taken: 1..2 per R1
    is 1

phase Counting per R1
    bar late per R1
        when steps >= 99000
    case a_few per R1
        when steps < 50000
        then add 1 to steps
    case many per R1
        when steps >= 50000
        then set steps to steps + 1
"""


@pytest.mark.parametrize(
    ("rules", "same", "overlooked"),
    [
        (BY_CASES, ("steps < 50000", "not (steps >= 50000)"), ("steps >= 50000", "steps >= 49999")),
        (BY_EXCEPTIONS, ("steps >= 60000", "steps > 59999"), ("60000\n        is 2", "60000\n        is 1")),
        (IN_A_STEP, ("steps < 50000", "not (steps >= 50000)"), ("steps >= 50000", "steps >= 49999")),
    ],
    ids=["cases of a value", "exceptions", "cases of a phase"],
)
def test_what_a_plain_engine_overlooks_is_not_proved_to_be_the_same(
    tmp_path: Path, rules: str, same: tuple[str, str], overlooked: tuple[str, str]
) -> None:
    """The first that applies says the same on both sides, and seldom another one applies besides."""
    few = DiffLimits(states=5, games=0)
    found = compared(tmp_path, rules, rules.replace(*overlooked), few)
    assert (found.verdict, found.tables[0].proof and found.tables[0].proof.why) == ("unknown", "fails")
    assert compared(tmp_path, rules, rules.replace(*same), few).verdict == "proved"


CARDS = """\
game cards from rulebook urn
    players 2 per R1

kind Colour is Red, Blue per R1

component Card per R1
    colour: Colour
    worth: 1..3
    one of each colour and worth
    starts in deck

zone deck holds Card per R1
zone hand of each player holds Card per R1
variable colours: set of Colour, starts all Colour c per R1
"""

LONG_CARDS = f"""{CARDS}{LONG}\
        action draw(c in deck) per R1
            then move c to hand of p
            then go Turn(next of p)
    game over

scope ones per R1
    2 players
    Card c with c.worth = 1 and c.colour is Red
"""

SHORT_CARDS = f"""{CARDS}
setup per R1
    ask chance
        action cut(c in deck) per R1
            weight if c.worth = 1 then 2 else 4
            then move c to hand of 1
            then remove c.colour from colours
    ask chance
        action again(c in deck) per R1
            weight 0
            then move c to hand of 2
    game over
"""


def test_a_scope_in_which_cases_overlap_is_not_the_same(tmp_path: Path) -> None:
    """What is played there on the right ends where they do; the whole games are too long to be looked at."""
    clear = LONG_CARDS.replace(
        "action draw(c in deck) per R1\n", "action draw(c in deck) per R1\n            when fit\n"
    )
    clear += "\nvalue fit: truth per R1\n    case early per R1\n        when steps < 99000\n        is true\n"
    clear += "    case late per R1\n        when steps >= 99000\n        is true\n"
    shorter = clear.replace("99000", "20").replace("Turn(next of p)", "Turn(p)")
    overlapping = shorter.replace("when steps >= 20", "when steps >= 19")
    settings = DiffLimits(states=50, games=0, rlimit=0)
    assert compared(tmp_path, shorter, shorter.replace("steps >= 20", "steps > 19"), settings).tables[0].scopes == (
        "ones",
    )
    found = compared(tmp_path, shorter, overlapping, settings)
    assert found.first is not None
    assert found.first.shown is not None
    assert (found.first.shown.scope, {each.kind for each in found.first.shown.unlike}) == ("ones", {"breaks off"})


# ---- WHAT IS WRITTEN OTHERWISE


def turned(rules: str) -> str:
    return rules.replace("Red, Blue", "Blue, Red")


def test_in_what_order_things_are_listed_that_lie_in_none_is_no_difference(tmp_path: Path) -> None:
    assert compared(tmp_path, SHORT_CARDS, turned(SHORT_CARDS)).verdict == "equal"
    ordered = SHORT_CARDS.replace("deck holds Card", "deck holds Card, ordered")
    found = compared(tmp_path, ordered, turned(ordered))
    assert found.first is not None
    assert found.first.shown is not None
    assert [each.place for each in found.first.shown.unlike] == ["deck"]
    fewer = SHORT_CARDS.replace("starts all Colour c", "starts {Red}")
    assert compared(tmp_path, SHORT_CARDS, turned(fewer)).verdict == "part"


@pytest.mark.parametrize(
    ("other", "verdict"),
    [
        (SHORT_CARDS.replace("2 else 4", "3 else 6"), "equal"),
        (SHORT_CARDS.replace("2 else 4", "3 else 7"), "part"),
        (SHORT_CARDS.replace("weight 0", "weight 5"), "equal"),
        (SHORT_CARDS.replace("            weight 0\n", ""), "equal"),
    ],
    ids=["half as often either way", "more seldom", "none is likelier", "no weights"],
)
def test_of_weights_it_counts_what_is_how_likely(tmp_path: Path, other: str, verdict: str) -> None:
    assert compared(tmp_path, SHORT_CARDS, other).verdict == verdict


def test_a_scope_that_means_other_pieces_on_the_right_is_not_looked_at(tmp_path: Path) -> None:
    """The first colour is another one there, so that the red cards are left on one side and the blue ones on the other."""
    found = compared(tmp_path, LONG_CARDS, turned(LONG_CARDS), FEW)
    assert (found.verdict, [each.scopes for each in found.tables]) == ("unknown", [()])


LONG_GAME = f"""\
game stay from rulebook urn
    players 2 per R1
{LONG}\
        action leave(n in 1..2) per R1
            then go Break(next of p, n)
    game over

phase Break(p: player, n: 1..2) per R1
    ask p
        action back(m in 1..2) per R1
            when m = n
            then go Turn(p)

example later per R1
    given 2 players, phase Break(1, 1)
    given steps = 5
    expect steps = 5
"""


@pytest.mark.parametrize("told", ["phase Turn(1)", "phase Break(2, 1)", "phase Break(1, 2)"])
def test_an_example_that_begins_elsewhere_is_no_difference_of_the_rules(tmp_path: Path, told: str) -> None:
    other = LONG_GAME.replace("when m = n", "when n = m")
    assert compared(tmp_path, LONG_GAME, other, FEW).verdict == "unknown"
    assert compared(tmp_path, LONG_GAME, other.replace("phase Break(1, 1)", told), FEW).verdict == "unknown"
    unlike = other.replace("when n = m", "when n = m or steps = 99000").replace(
        "given steps = 5", "given steps = 99000"
    )
    unlike = unlike.replace("expect steps = 5", "expect steps = 99000")
    own = LONG_GAME.replace("given steps = 5", "given steps = 99000").replace(
        "expect steps = 5", "expect steps = 99000"
    )
    found = compared(tmp_path, own, unlike, FEW)
    assert found.first is not None
    assert found.first.shown is not None
    assert found.first.shown.begins == "later"


def test_an_example_told_of_other_members_by_the_same_places_is_no_difference(tmp_path: Path) -> None:
    """The first colour is told on both sides, which is another one."""
    rules = LONG_GAME.replace("variable steps", "kind Colour is Red, Blue per R1\n\nvariable steps")
    rules = rules.replace("n: 1..2)", "n: Colour)").replace("(n in 1..2)", "(Colour n)")
    rules = rules.replace("m in 1..2", "Colour m").replace("Break(1, 1)", "Break(1, Red)")
    other = turned(rules).replace("Break(1, Red)", "Break(1, Blue)")
    assert compared(tmp_path, rules, other, FEW).verdict == "unknown"
