"""What scripts and values owe, paid on the spot: each beside its false twin, which is not."""

import pytest
from attrs import frozen

from refengine.ir.obligations import Owed
from refengine.local.decide import decide_locally
from refengine.smt.goal import Decision, Limits
from refengine.smt.plan import ALONG, batches, goals
from tests.types.front_end import compile_texts

RULES = """\
game tiny from rulebook tiny
    players 2 per R1
kind Hue is Red, Green, Blue in a ring per R1
component Card per R1
    hue: Hue
    owner: player
    one of each hue and owner
    starts in deck
component Flag per R1
    of_whom: player
    3 alike of each of_whom
    starts in chest
component Coin per R1
    age: 1..5
    2 alike with age 2
    2 alike with age 5
    starts in purse
zone purse holds Coin per R1
zone deck holds Card per R1
zone hand of each player holds Card per R1
zone pile holds Card per R1
zone slot holds at most one Card per R1
zone chest holds Flag per R1
zone rack of each player holds Flag per R1
zone shown of each Hue holds Flag per R1
variable points of each player: count per R1
variable few: 0..3 per R1
variable last: Hue or none per R1
question ties about R1 per R1
    "who wins?"
    reading first "the first", official, default
    reading tied "nobody", literal
    reading unsaid "nobody knows", literal, incomplete
{declared}
setup per R1
    each player p
        each f in chest with f.of_whom is p
            move f to rack of p
    go Turn(1)
phase Turn(p: player) per R1
    ask p
        action draw(c in deck) per R1
            then move c to hand of p
        action go_on per R1
            then go Do(p)
        action stop per R1
            then game over
    go Turn(next of p)
phase Do(p: player) per R1
{done}
    go Turn(next of p)
"""


@frozen
class Pair:
    """Something owed, and the same text twice: paid with one word in the gap, and not with the other.

    A value is asked by `call`, in the phase Do; without one the text is what that phase does.
    """

    owed: Owed
    text: str
    paid: str
    unpaid: str
    call: str = ""


FEW_AND_MORE = """\
value asked(p: player): truth per R1
    case few_cards per R1
        when (number of c in hand of p) <= 1
        is true
    case more per R1
        when (number of c in hand of p) > ~
        is false
"""

PAIRS = {
    "cases of a number": Pair(Owed.COVERAGE, FEW_AND_MORE, "1", "2", "asked(p)"),
    "cases that do not overlap": Pair(Owed.OVERLAP, FEW_AND_MORE, "1", "0", "asked(p)"),
    "cases of a kind": Pair(
        Owed.COVERAGE,
        """\
value asked(h: Hue): truth per R1
    case warm per R1
        when h in {Red, ~}
        is true
    case cold per R1
        when h is Blue
        is false
""",
        "Green",
        "Blue",
        "asked(Red)",
    ),
    "cases of the complete readings": Pair(
        Owed.COVERAGE,
        """\
value asked(h: Hue): truth per R1
    case single per R1
        when ties is first
        is true
    case tie per R1
        when ties is ~
        is h is Red
""",
        "tied",
        "unsaid",
        "asked(Red)",
    ),
    "a number of members": Pair(
        Owed.RANGE,
        "value asked(p: player): 0..~ per R1\n    is number of Hue h with (some c in hand of p has c.hue is h)\n",
        "3",
        "2",
        "asked(p) > 1",
    ),
    "a sum of naturals": Pair(
        Owed.RANGE,
        """\
value asked(p: player): count per R1
    plus cards per R1
        is sum of points of q for player q
    plus more per R1
        when pile is empty
        is ~
""",
        "few",
        "few - 1",
        "asked(p) > 1",
    ),
    "what was asked before": Pair(
        Owed.PRESENT,
        "value asked(h: Hue): truth per R1\n    is last is ~ and next of last is h\n",
        "not none",
        "none",
        "asked(Red)",
    ),
    "what the other part excludes": Pair(
        Owed.PRESENT,
        "value asked(h: Hue): truth per R1\n    is last is ~ or next of last is h\n",
        "none",
        "not none",
        "asked(Red)",
    ),
    "what the condition excludes": Pair(
        Owed.PRESENT,
        "value asked(h: Hue): truth per R1\n    is if last is ~ then true else next of last is h\n",
        "none",
        "not none",
        "asked(Red)",
    ),
    "cases of what is printed": Pair(
        Owed.COVERAGE,
        """\
value asked(h: Hue, c: Coin): truth per R1
    case young per R1
        when c.age < 3
        is true
    case old per R1
        when c.age > ~
        is false
""",
        "3",
        "5",
        "(some c in purse has asked(Red, c))",
    ),
    "the only one that is printed": Pair(
        Owed.UNIQUE,
        "value asked(h: Hue, p: player): Card per R1\n    is the Card c with c.hue is h~\n",
        " and c.owner is p",
        "",
        "asked(Red, p) in pile",
    ),
    "exceptions that agree": Pair(
        Owed.AGREEMENT,
        """\
value asked(p: player): 0..3 per R1
    normally 1
    except poor per R1
        when hand of p is empty
        is 2
    except last_one per R1
        when deck is empty
        is ~
""",
        "2",
        "3",
        "asked(p) > 1",
    ),
    "a divisor": Pair(
        Owed.DIVISOR,
        "value asked(p: player): count per R1\n    is 9 div (if hand of p is ~ then 1 else (number of c in hand of p))\n",
        "empty",
        "not empty",
        "asked(p) > 1",
    ),
    "naturals are added": Pair(Owed.RANGE, "    add (number of c in pile) - ~ to points of p\n", "0", "1"),
    "what is not followed may be anything": Pair(
        Owed.RANGE,
        "    repeat 3 times\n        ask p\n            action more per R1\n                then add ~ to few\n",
        "0",
        "1",
    ),
    "what is set in a branch is not known behind it": Pair(
        Owed.RANGE,
        "    let n: 0..3 = 0\n    if pile is empty\n        ~\n    add 0 - n to points of p\n",
        "add 1 to points of p",
        "set n to 3",
    ),
    "what may be another lies elsewhere": Pair(
        Owed.PIECE,
        "    move (the c in pile~) from pile to deck\n",
        "",
        " else Card(Red, p)",
    ),
    "no more than there is room for": Pair(Owed.RANGE, "    add ~ to few\n", "0", "1"),
    "a loop takes what it goes through": Pair(
        Owed.PIECE, "    each c in hand of p\n        move c from hand of ~ to pile\n", "p", "1"
    ),
    "at once each takes from a place of its own": Pair(
        Owed.PIECE,
        "    simultaneously\n        each player q\n            each c in hand of ~\n                move c from hand of ~ to pile\n",
        "q",
        "1",
    ),
    "what is written at once is apart": Pair(
        Owed.WRITES,
        "    simultaneously\n        each player q\n            each c in hand of ~\n                move c from hand of ~ to pile\n",
        "q",
        "1",
    ),
    "the only one of a place lies there": Pair(
        Owed.PIECE, "    if pile is not empty\n        move (the c in ~ with true) from pile to deck\n", "pile", "deck"
    ),
    "what lies in a place is of its owner": Pair(
        Owed.PIECE, "    if rack of ~ is not empty\n        move 1 Flag(p) from rack of p to chest\n", "p", "1"
    ),
    "what is changed is not known any more": Pair(
        Owed.PIECE,
        "    if rack of p is not empty\n        move all ~\n        move 1 Flag(p) from rack of p to chest\n",
        "c in pile to deck",
        "f in rack of p to chest",
    ),
    "rounds that do not look at each other": Pair(
        Owed.ORDER, "    each player q\n        add ~ to points of q\n", "few", "points of 1"
    ),
    "rounds with pieces of their own": Pair(
        Owed.ORDER,
        "    each player q\n        each f in chest with f.of_whom is ~\n            move f to rack of q\n",
        "q",
        "1",
    ),
    "a name that was bound before": Pair(
        Owed.DIVISOR,
        "    ask p\n        action pick(k in purse) per R1\n            when k.age > 2\n            then nothing\n"
        "    if some k in purse with k.age > ~ has 9 div (k.age - 2) > 1\n        set few to 1\n",
        "2",
        "1",
    ),
    "a name in a condition that was bound before": Pair(
        Owed.DIVISOR,
        "    ask p\n        action pick(k in purse) per R1\n            when k.age > 2\n            then nothing\n"
        "    if (number of k in purse with k.age > ~ and 9 div (k.age - 2) > 1) > 1\n        set few to 1\n",
        "2",
        "1",
    ),
    "a name in a sum that was bound before": Pair(
        Owed.DIVISOR,
        "    ask p\n        action pick(k in purse) per R1\n            when k.age > 2\n            then nothing\n"
        "    if (sum of 9 div (k.age - 2) for k in purse with k.age > ~) > 1\n        set few to 1\n",
        "2",
        "1",
    ),
    "somebody has something to choose": Pair(
        Owed.ANSWER,
        "    if ~ is empty\n        go Turn(p)\n    ask p\n        action take(c in pile) per R1\n            then move c to hand of p\n",
        "pile",
        "deck",
    ),
}


def _verdict(pair: Pair, word: str) -> str:
    text = pair.text.replace("~", word)
    done = f"    if {pair.call}\n        add 1 to points of p\n" if pair.call else text
    game, found = compile_texts({"game.rules": RULES.format(declared=text if pair.call else "", done=done)})
    assert game is not None, [each.message for each in found]
    name = f"{'asked' if pair.call else 'Do'}: {pair.owed.value}"
    for batch in batches(goals(game)):
        if batch[0].kind in ALONG:
            decisions = decide_locally(game, tuple(Decision(each, "unsupported") for each in batch), Limits())
            for each in decisions:
                if each.goal.name == name:
                    return each.verdict
    raise AssertionError(f"nothing is owed that is called {name}")


@pytest.mark.parametrize("name", PAIRS)
def test_what_follows_from_the_text_is_proved_and_its_twin_is_not(name: str) -> None:
    pair = PAIRS[name]
    assert (_verdict(pair, pair.paid), _verdict(pair, pair.unpaid)) == ("proved", "unsupported")
