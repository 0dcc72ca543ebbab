"""Whatever the rules ask, wherever they ask it, is owed: a quotient put at each place is seen there.

The engine works something out at every place below. A place that the prover made no term of would be called right by
construction, since nothing speaks of it. So at each of them stands, in turn, a quotient whose divisor may be 0 and one
whose divisor is always 1: not one of the first may be said to be right, and each of the second has to be.
"""

import re
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.obligations import Owed
from refengine.ir.traverse import walk
from refengine.smt.goal import Limits
from refengine.smt.plan import batches, goals
from refengine.smt.prove import decide
from tests.types.front_end import compile_texts

HEAD = """
game tiny from rulebook tiny
    players 1 per R1
kind Side is Up, Right, Down, Left in a ring per R1
component Stone per R1
    size: 0..2
    one of each size
component Pea per R1
    3 alike
zone shelf of each Side holds Stone per R1
zone bag of each Side holds Pea per R1
token Coin on each Side and on each player, limit 3 per R1
variable danger: 0..1 per R1
variable harmless: 0..1, starts 1 per R1
invariant never_zero per R1
    harmless = 1
variable here: Side, starts Up per R1
variable kept of each Side: 0..9 per R1
variable sides: set of Side per R1
variable sides_of of each Side: set of Side per R1
value side(n: 0..9): Side per R1
    is if n = 1 then Up else Right
setup per R1
    go Hub
phase Hub per R1
    ask 1
        action dare per R1
            when danger = 0
            then set danger to 1
            then go Hub
        action stop per R1
            then game over
"""
"""A game with something of every sort. From its one phase a player goes to each of the places."""

DANGEROUS, HARMLESS = "(1 div danger)", "(1 div harmless)"

PLACES = {
    "moved": "move all s in box of Stone with s.size = {n} to shelf of Up",
    "moved_the": "move (the s in box of Stone with s.size = {n}) to box of Stone",
    "moved_from": "move all s in shelf of side({n}) to shelf of Up",
    "moved_to": "move all s in box of Stone to shelf of side({n})",
    "moved_many": "move {n} Pea from box of Pea to bag of Up",
    "moved_many_from": "move 0 Pea from bag of side({n}) to box of Pea",
    "moved_many_to": "move 0 Pea from box of Pea to bag of side({n})",
    "coins": "move {n} Coin from supply to Up",
    "coins_to": "move 0 Coin from supply to side({n})",
    "coins_from": "move 0 Coin from side({n}) to supply",
    "set_to": "set danger to {n} - 1",
    "set_of": "set kept of side({n}) to 1",
    "add": "add {n} - 1 to danger",
    "add_of": "add 0 to kept of side({n})",
    "subtract": "subtract {n} - 1 from danger",
    "add_member": "add side({n}) to sides",
    "add_member_of": "add here to sides_of of side({n})",
    "remove_member": "remove side({n}) from sides",
    "let": "let m = {n}\n    set danger to m - 1",
    "each": "each player p with {n} = 1\n        set kept of Up to 1",
    "for_each": "for each player p with {n} = 1\n        set kept of Up to 1",
    "for_each_from": "for each player p from 1 with {n} = 1\n        set kept of Up to 1",
    "for_each_from_whom": "for each player p from (if {n} = 1 then 1 else 1)\n        set kept of Up to 1",
    "for_each_chosen": "for each s in {{Up, side({n})}}, in an order that 1 chooses\n        set kept of s to 1",
    "if": "if {n} = 1\n        set kept of Up to 1",
    "repeat_until": "repeat until {n} = 1\n        set danger to 1",
    "repeat": "repeat {n} times\n        set kept of Up to 1",
    "simultaneously": "simultaneously\n        set kept of side({n}) to 1",
    "branch": "case so_many per R1\n        when {n} = 1\n        then nothing\n    case else_where per R1\n        otherwise\n        then nothing",
    "branch_that_goes": (
        "case so_many per R1\n        when {n} = 1\n        then go Last(0)\n"
        "    case elsewhere per R1\n        otherwise\n        then go Hub"
    ),
    "entered": "enter Sub({n})",
    "gone_to": "go Last({n})",
    "asked_who": "ask (if {n} = 1 then 1 else 1)\n        action rest per R1",
    "asked_every": "ask every player p with {n} = 1, at once, in secret\n        action rest_in_secret per R1",
    "choice": "ask 1\n        action choose(s in {{Up, side({n})}}) per R1",
    "choice_with": "ask 1\n        action choose_with(s in shelf of side({n})) per R1\n        action not_at_all per R1",
    "when": "ask 1\n        action allowed per R1\n            when {n} = 1\n        action or_not per R1",
    "bar": "ask 1\n        action barred per R1\n            bar so per R1\n                when {n} = 2\n        action or_so per R1",
    "weight": "ask chance\n        action drawn per R1\n            weight {n}\n        action not_drawn per R1\n            weight 1",
    "then": "ask 1\n        action done_so per R1\n            then set kept of side({n}) to 1",
}
"""What stands at each place, in a phase of its own, with a number that is 1 in it."""

OTHERS = """
phase Sub(n: 0..9) per R1
    done
phase Last(n: 0..9) per R1
    go Hub
"""


VALUES = {
    "value_alone": "is {n}",
    "value_let": "let m = {n}\n    is m",
    "value_normally": "normally {n}\n    except never per R1\n        when false\n        is 1",
    "value_exception": "normally 1\n    except ever per R1\n        when {n} = 1\n        is 1",
    "value_of_exception": "normally 1\n    except ever per R1\n        when here = Up\n        is {n}",
    "value_case": "case one_way per R1\n        when {n} = 1\n        is 1\n    case another_way per R1\n        otherwise\n        is 1",
    "value_of_case": "case one_way per R1\n        when here = Up\n        is {n}\n    case another_way per R1\n        otherwise\n        is 1",
    "value_plus": "plus first per R1\n        when {n} = 1\n        is 1",
    "value_of_plus": "plus first per R1\n        is {n}",
}
"""What stands in a value that a phase asks for, for each its own."""


def written(number: str) -> str:
    actions = "".join(f"        action to_{name} per R1\n            then go P_{name}\n" for name in PLACES)
    phases = "".join(
        f"phase P_{name} per R1\n    {body.format(n=number)}\n"
        + ("" if name in {"gone_to", "branch_that_goes"} else "    go Hub\n")
        for name, body in PLACES.items()
    )
    for name, body in VALUES.items():
        actions += f"        action to_{name} per R1\n            then go P_{name}\n"
        phases += f"value {name}: 0..9 per R1\n    {body.format(n=number)}\n"
        phases += f"phase P_{name} per R1\n    set kept of Up to {name}\n    go Hub\n"
    return f"{HEAD}{actions}{OTHERS}{phases}"


GRID = """
game tiny from rulebook tiny
    players 1 per R1
kind Side is Up, Right, Down, Left in a ring per R1
component Tile per R1
    9 alike
grid board, squares, sides Side, holds at most one Tile, turned per R1
variable danger: 0..1 per R1
variable harmless: 0..1, starts 1 per R1
invariant never_zero per R1
    harmless = 1
value side(n: 0..9): Side per R1
    is if n = 1 then Up else Right
setup per R1
    go Hub
phase Hub per R1
    ask 1
        action dare per R1
            then set danger to 1
            then go Hub
        action turn(t in box of Tile, c in edge of board) per R1
            then move t to board of c, turned side({n})
        action choose(t in box of Tile, c in edge of board, k in {{side({n})}}) per R1
            then move t to board of c, turned k
        action allow(t in box of Tile, c in edge of board) per R1
            when board of (c toward side({n})) is empty
            then move t to board of c, turned Up
        action stop per R1
            then game over
    go Hub
"""
"""A game on a grid, for what is asked of grids alone; it is proved by windows."""

ON_A_GRID = {"Hub", "choose", "allow"}
"""The clauses in which something is asked of the grid; the turn of a move belongs to the phase."""

IN_CHOICES = {"choice": "choose", "choice_with": "choose_with", "when": "allowed", "bar": "barred", "weight": "drawn"}
"""The places that belong to an action, by the name of it."""


def game_of(rules: str) -> model.Game:
    made, wrong = compile_texts({"x.rules": rules})
    assert made is not None, [(each.code, each.message) for each in wrong]
    return made


def divisors(rules: str) -> dict[str, str]:
    """What is said of each obligation that a divisor is not 0, by the clause that owes it."""
    made = game_of(rules)
    asked = [each for each in goals(made) if each.name.endswith(Owed.DIVISOR.value) and each.players == 1]
    found = (each for batch in batches(asked) for each in decide(made, batch, Limits()))
    return {each.goal.name.partition(":")[0].partition(".")[0]: each.verdict for each in found}


TELL = """\
        action tell per R1
            then go Told(1)
phase Told(m: 0..9{seen}) per R1
    ask 1
        action proceed per R1
    set danger to m - 1
    go Hub
"""
DECLARED = {
    "whenever": ("Hub", "whenever {n} = 5 per R1\n    set kept of Up to 1"),
    "whenever_each": ("Hub", "whenever Side s with {n} = 5 per R1\n    set kept of s to 1"),
    "score": ("outcome", "outcome per R1\n    scores are {n} for player p\n    winners are all player p with p = 1"),
    "winners": ("outcome", "outcome per R1\n    scores are 1 for player p\n    winners are all player p with {n} = 1"),
    "invariant": ("so", "invariant so per R1\n    {n} = 1 or danger <= 1"),
    "step invariant": ("so", "step invariant so per R1\n    before(danger) <= {n} or true"),
    "measure": ("so", "measure so per R1\n    {n}"),
    "guard of a measure": ("so", "measure so per R1\n    when {n} = 1\n    danger"),
    "region": (
        "lump",
        "region lump of Side per R1\n    joins s with r when {n} = 1 or s = r\n"
        "invariant few_lumps per R1\n    (number of lump F) <= 4",
    ),
    "zone": ("hidden", "zone hidden of each Side holds Pea, seen by each p with {n} = 1 per R1"),
    "variable": ("hidden", "variable hidden: 0..2, seen by each p with {n} = 1 per R1"),
    "variable of a phase": (
        "hidden",
        TELL.format(seen="") + "variable hidden: 0..3, during Told, seen by each p with {n} = 1 per R1",
    ),
    "parameter": ("Told", TELL.format(seen=" seen by each p with {n} = 1")),
}
"""What asks beside the phases, with the clause that owes it."""


@pytest.mark.parametrize("place", DECLARED)
def test_what_is_owed_beside_the_phases_is_seen_there(place: str) -> None:
    clause, rules = DECLARED[place]
    assert divisors(HEAD + rules.format(n=DANGEROUS) + "\n")[clause] in {"unknown", "refuted"}
    assert divisors(HEAD + rules.format(n=HARMLESS) + "\n")[clause] == "proved"


ASKS = re.compile(r"\b(Expr|Binding)\b")
"""The types of fields in which something is asked."""


def fields_of(owner: Any) -> tuple[Any, ...]:
    fields: tuple[Any, ...] = attrs.fields(owner)
    return fields


def asked_in(part: object) -> Iterator[tuple[type, str]]:
    """Yields each class of the IR with a field of it in which a quotient stands."""
    if isinstance(part, tuple):
        for each in part:
            yield from asked_in(each)
    elif attrs.has(type(part)):
        for told in fields_of(type(part)):
            value = getattr(part, told.name)
            if any(isinstance(each, ir.Arith) and each.op == "div" for each in walk(value)):
                yield type(part), told.name
            yield from asked_in(value)


def test_no_field_of_a_script_is_left_out() -> None:
    texts = (
        written(DANGEROUS),
        GRID.format(n=DANGEROUS),
        *(HEAD + each.format(n=DANGEROUS) + "\n" for _, each in DECLARED.values()),
    )
    found = {each for text in texts for each in asked_in((game_of(text).setup, game_of(text).phases))}
    classes = [each for each in vars(control).values() if attrs.has(each)]
    own = [each for each in classes if each.__module__ == control.__name__]
    asking = {(each, told.name) for each in own for told in fields_of(each) if ASKS.search(str(told.type))}
    assert asking - found == set()
    assert len(asking) > 20


def clauses() -> set[str]:
    """The clauses to which the places belong."""
    return {*(IN_CHOICES.get(each, f"P_{each}") for each in PLACES), *VALUES}


def test_what_is_owed_at_each_place_is_seen_there() -> None:
    found = divisors(written(DANGEROUS))
    assert ({*found}, {*found.values()} - {"unknown", "refuted"}) == (clauses(), set())


def test_where_the_divisor_is_never_0_it_is_sure_at_each_place() -> None:
    found = divisors(written(HARMLESS))
    assert ({*found}, {*found.values()}) == (clauses(), {"proved"})


@pytest.mark.parametrize(("number", "verdicts"), [(DANGEROUS, {"unknown", "refuted"}), (HARMLESS, {"proved"})])
def test_what_is_owed_on_a_grid_is_seen_there(number: str, verdicts: set[str]) -> None:
    found = divisors(GRID.format(n=number))
    assert ({*found}, {*found.values()} - verdicts) == (ON_A_GRID, set())
