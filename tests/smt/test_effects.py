"""Effects on states of terms: what moves, what is paid and written, and what is owed where that can not be."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import frozen

from refengine.ir import control
from refengine.ir.domain import PLAYER, Range
from refengine.ir.expressions import ReadVariable
from refengine.ir.game import Game
from refengine.ir.obligations import Owed
from refengine.smt.course import effects as effects_module
from refengine.smt.course.bulk_moves import all_moved
from refengine.smt.course.effects import effects
from refengine.smt.course.study import Study, study
from refengine.smt.encode.scope import Faults, TermScope, scope_of
from refengine.smt.goal import Limits
from refengine.smt.solving.model import Model, Reader
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool
from refengine.smt.terms.zones import Heap, Slot
from tests.smt.rules import game

HEAD = """
game small from rulebook tiny
    players 2..2                                                per R1

component Card                                                  per R1
    rank: 1..4
    one of each rank

component Coin                                                  per R1
    3 alike

token Point on each player, limit 5                             per R1

zone deck holds Card                                            per R1
zone hand of each player holds at most 2 Card                   per R1
zone field of each player holds at most one Card                per R1
zone pile holds Card                                            per R1
zone bank holds Coin                                            per R1
zone purse of each player holds at most 2 Coin                  per R1

zone stack of each player holds Card                            per R1
zone pocket of each player holds Coin                           per R1

variable first: player, starts 1                                per R1
variable round: 0..5                                            per R1
variable score of each player: 0..9                             per R1
variable marked: set of player                                  per R1

value other_field(c: Card): place of Card                       per R1
    is if c in field of 1 then field of 2 else field of 1

setup                                                           per R1
    go Play

phase Play                                                      per R1
"""


@frozen
class Done:
    """Effects that were worked out in a state that nothing is known of."""

    study: Study
    before: TermScope
    after: TermScope
    faults: Faults

    def can(self, *conditions: Bool) -> bool:
        """Returns whether there is a state in which all holds."""
        answer = self.study.solver.ask(*conditions, reach="whole")
        assert answer.result != "unknown"
        return answer.result == "sat"

    def always(self, condition: Bool) -> bool:
        """Returns whether it holds in every state in which nothing fails."""
        return not self.can(self.fine, self.study.terms.not_(condition))

    @property
    def fine(self) -> Bool:
        return self.study.terms.not_(self.faults.whole())

    def fails(self, owed: Owed) -> Bool:
        return self.study.terms.any(self.faults.of(each) for each in self.faults.found if each.owed is owed)

    def has(self, state: State, zone: str, key: int, number: int) -> Any:
        return self.study.world.layout.has(state.zones[zone][key], number)

    def size(self, state: State, zone: str, key: int = 0) -> Any:
        return self.study.world.layout.number_in(state.zones[zone][key])


def done(*lines: str, ends: str = "    game over\n") -> Done:
    made: Game = game(HEAD.rstrip("\n") + "\n" + "".join(f"    {line}\n" for line in lines) + ends)
    asked = study(made, 2, Limits(rlimit=20_000_000))
    faults = Faults(asked.terms)
    before = scope_of(asked.terms, asked.world.layout.unknown(), "Play", faults)
    (phase,) = made.phases
    listed: tuple[control.Effect, ...] = phase.points[0].effects
    return Done(asked, before, effects(asked.world, listed, before), faults)


def is_sound(found: Done, state: State) -> Bool:
    """Every piece lies in one place as often as it is printed, and a zone's size is what lies in it."""
    terms, layout = found.study.terms, found.study.world.layout
    parts: list[Bool] = []
    for component in found.study.world.game.components:
        zones = [each for name, zone in layout.zones.items() if zone.component == component.name
                 for each in state.zones[name]]  # fmt: skip
        for number, piece in enumerate(component.pieces):
            lies: list[Any] = [layout.has(each, number) for each in zones]
            counts = [each if component.name == "Coin" else terms.if_number(each, 1, 0) for each in lies]
            parts.append(terms.equal(terms.sum(counts), piece.copies))
            parts += [terms.at_most(0, each) for each in counts]
        for zone in zones:
            if isinstance(zone, Heap):
                held: Any = zone.held
                held = held if zone.alike else [terms.if_number(each, 1, 0) for each in held]
                parts.append(terms.equal(zone.size, terms.sum(held)))
    return terms.all(parts)


CHANGES = (
    ("move all c in deck to pile",),
    ("for each c in deck", "    move c to pile"),
    ("for each c in hand of 1 with c.rank > 2", "    move c to field of 2"),
    ("for each c in field", "    move c to other_field(c)"),
    ("simultaneously", "    for each c in field", "        move c to other_field(c)"),
    ("for each c in hand of 1", "    if c.rank = 1", "        move c to pile", "    otherwise", "        move c to hand of 2"),
    ("move all c in bank to purse of 1",),
    ("for each c in purse of 1", "    move c to bank"),
    ("for each c in purse of 1", "    move c to purse of 2"),
    ("move round Coin from bank to purse of 1",),
    ("for each player p", "    move round Coin from purse of p to purse of next of p"),
    ("simultaneously", "    each player p", "        move round Coin from purse of p to bank"),
    ("move round Card(2) from deck to field of 1",),
    ("move score of 1 Card(1 + round mod 4) from hand of 1 to hand of 2",),
)  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "one_by_one"),
    [
        (["move 2 Coin from bank to purse of 1"], ["move Coin from bank to purse of 1"] * 2),
        (["move 2 Coin from purse of 1 to purse of 2"], ["move Coin from purse of 1 to purse of 2"] * 2),
        (["move 0 Coin from bank to purse of 1"], ["nothing"]),
        (["move 1 Card(2) from deck to field of 1"], ["move Card(2) from deck to field of 1"]),
    ],
)
def test_several_at_once_are_as_many_one_by_one(moves: list[str], one_by_one: list[str]) -> None:
    several, single = done(*moves), done(*one_by_one)
    for zone, key in (("bank", 0), ("purse", 0), ("purse", 1), ("field", 0)):
        for number in range(4):
            for lies in range(4):
                ends = [
                    each.can(
                        each.fine,
                        each.study.terms.equal(each.size(each.before.state, zone, key), number),
                        each.study.terms.equal(each.size(each.after.state, zone, key), lies),
                    )
                    for each in (several, single)
                ]
                assert ends[0] == ends[1], (zone, key, number, lies)


def test_a_move_of_several_owes_that_so_many_are_there_and_that_there_is_room() -> None:
    found = done("move round Coin from bank to purse of 1")
    terms = found.study.terms
    many: Any = found.study.world.number(ReadVariable("round", None, Range(0, 5)), found.before)
    bank, purse = found.size(found.before.state, "bank"), found.size(found.before.state, "purse")
    short = terms.less(bank, many)
    full = terms.and_(terms.less(0, many), terms.less(2, terms.add(purse, many)))
    assert not found.can(terms.not_(terms.iff(found.fails(Owed.PIECE), short)))
    assert not found.can(terms.not_(short), terms.not_(terms.iff(found.fails(Owed.ROOM), full)))
    assert found.can(found.fine, terms.equal(many, 2))


@pytest.mark.parametrize("lines", CHANGES)
def test_pieces_stay_as_many_as_there_are(lines: tuple[str, ...]) -> None:
    found = done(*lines)
    assert found.can(found.fine)
    assert found.always(is_sound(found, found.before.state))
    assert found.always(is_sound(found, found.after.state))


# ---- PIECES


def test_all_at_once_is_the_same_as_one_by_one() -> None:
    """Though nobody looks at each piece then."""
    together = done("move all c in deck to pile")
    singly = done("for each c in deck", "    if round >= 0", "        move c to pile")
    for each in (together, singly):
        terms, state = each.study.terms, each.after.state
        assert each.always(terms.equal(each.size(state, "deck"), 0))
        for number in range(4):
            was = terms.or_(*(each.has(each.before.state, zone, 0, number) for zone in ("deck", "pile")))
            assert each.always(terms.iff(each.has(state, "pile", 0, number), was))
    assert together.faults.found == {}
    assert not singly.can(singly.faults.whole())


def test_a_zone_of_one_has_room_for_one() -> None:
    found = done("for each c in hand of 1", "    move c to field of 2")
    terms, before = found.study.terms, found.before.state
    number = found.size(before, "hand", 0)
    taken = terms.equal(found.size(before, "field", 1), 1)
    full = found.fails(Owed.ROOM)
    assert found.can(full, terms.equal(number, 2), terms.not_(taken))
    assert found.can(full, terms.equal(number, 1), taken)
    assert not found.can(full, terms.equal(number, 1), terms.not_(taken))
    assert not found.can(full, terms.equal(number, 0))
    assert not found.can(terms.not_(full), terms.at_most(1, number), taken)


def test_a_zone_has_room_for_as_many_as_it_says() -> None:
    found = done("for each c in purse of 1", "    move c to purse of 2")
    terms, before = found.study.terms, found.before.state
    many = terms.at_most(3, terms.add(found.size(before, "purse", 0), found.size(before, "purse", 1)))
    assert found.can(many)
    assert not found.can(terms.not_(terms.iff(found.fails(Owed.ROOM), many)))


def test_two_change_places_only_at_once() -> None:
    """One after the other the second finds no room, or is the one that just came."""
    singly, at_once = done(*CHANGES[3]), done(*CHANGES[4])
    for each, may_fail in ((singly, True), (at_once, False)):
        terms, before = each.study.terms, each.before.state
        both = terms.all(terms.equal(each.size(before, "field", key), 1) for key in (0, 1))
        assert each.can(both, each.fails(Owed.ROOM)) is may_fail
    one, other = at_once.before.state.zones["field"]
    new, _ = at_once.after.state.zones["field"]
    assert isinstance(one, Slot)
    assert isinstance(other, Slot)
    assert isinstance(new, Slot)
    terms = at_once.study.terms
    assert at_once.always(terms.iff(new.present, other.present))
    assert at_once.always(terms.implies(new.present, terms.equal(new.piece.index, other.piece.index)))


def test_a_piece_that_went_is_not_there_any_more() -> None:
    found = done(
        "for each c in deck with c.rank = 1",
        "    for each d in deck with d.rank = 1",
        "        move d from deck to pile",
        "    move c from deck to hand of 1",
    )
    there = found.has(found.before.state, "deck", 0, 0)
    gone = found.fails(Owed.PIECE)
    assert not found.can(found.study.terms.not_(found.study.terms.iff(there, gone)))


# ---- TOKENS


@pytest.mark.parametrize(
    ("lines", "fails_where"),
    [
        (("move 2 Point from 1 to 2",), lambda one, _: one < 2),
        (("move 2 Point from supply to 1",), lambda one, other: 5 - one - other < 2),
        (("move 1 Point from 1 to 2", "move 2 Point from 2 to 1"), lambda one, other: one < 1 or other < 1),
        (("at once", "move 1 Point from 1 to 2", "move 2 Point from 2 to 1"), lambda one, other: one < 1 or other < 2),
        (("move 2 Point from 1 to supply", "move 4 Point from supply to 2"), lambda one, other: one < 2 or one + other > 3),
        (("at once", "move 4 Point from supply to 2", "move 2 Point from 1 to supply"), lambda one, other: one < 2 or one + other > 3),
        (("at once", "move 4 Point from supply to 2", "move 1 Point from 1 to 2"), lambda one, other: one < 1 or one + other > 1),
    ],
)  # fmt: skip
def test_tokens_are_there_or_it_fails(lines: tuple[str, ...], fails_where: Any) -> None:
    """For every two numbers that may lie there."""
    found = done("simultaneously", *(f"    {each}" for each in lines[1:])) if lines[0] == "at once" else done(*lines)
    terms = found.study.terms
    cells = found.before.state.tokens["Point", "player"]
    listed = [(one, other) for one in range(6) for other in range(6 - one)]
    here = {each: terms.all(map(terms.equal, cells, each)) for each in listed}
    expected = terms.any(here[each] for each in listed if fails_where(*each))
    wrong = terms.not_(terms.iff(found.fails(Owed.TOKENS), expected))
    assert not found.can(terms.any(here.values()), wrong)
    assert found.can(expected)


def test_what_one_pays_the_other_gets() -> None:
    found = done("move round Point from 1 to 2")
    terms = found.study.terms
    (rounds,) = found.before.state.variables["round"]
    for key, sign in ((0, -1), (1, 1)):
        was, is_ = (each.tokens["Point", "player"][key] for each in (found.before.state, found.after.state))
        assert found.always(terms.equal(is_, terms.add(was, terms.times(sign, rounds))))  # type: ignore[arg-type]


# ---- VARIABLES


def value(found: Done, name: str, key: int = 0, *, before: bool = False) -> Any:
    return (found.before if before else found.after).state.variables[name][key]


def test_effects_see_what_came_before_them_but_at_once_they_do_not() -> None:
    lines = ("set round to round + 1", "set score of 1 to round")
    singly = done("set round to 1", *lines[1:])
    assert singly.always(singly.study.terms.equal(value(singly, "score"), 1))
    at_once = done("simultaneously", "    set round to 1", "    set score of 1 to round")
    terms = at_once.study.terms
    assert at_once.always(terms.equal(value(at_once, "score"), value(at_once, "round", before=True)))
    assert at_once.always(terms.equal(value(at_once, "round"), 1))


@pytest.mark.parametrize(
    ("lines", "fails"),
    [
        (("set score of 1 to 1", "set score of 2 to 2"), "never"),
        (("set score of 1 to 1", "add 1 to score of 1"), "always"),
        (("add 1 to score of 1", "add 2 to score of 1"), "never"),
        (("each player p with score of p < 3", "    set round to 1"), "sometimes"),
        (("each player p with score of p < 3", "    set score of p to 1"), "never"),
        (("if round < 2", "    set score of 1 to 1", "otherwise", "    set score of 1 to 2"), "never"),
        (("if round < 2", "    set score of 1 to 1", "if round > 0", "    add 2 to score of 1"), "sometimes"),
        (("add 1 to marked", "remove 2 from marked"), "never"),
    ],
)
def test_nothing_is_written_twice_at_once(lines: tuple[str, ...], fails: str) -> None:
    found = done("simultaneously", *(f"    {each}" for each in lines))
    twice = found.fails(Owed.WRITES)
    assert found.can(twice) is (fails != "never")
    assert found.can(found.study.terms.not_(twice)) is (fails != "always")


def test_what_is_added_is_added_up() -> None:
    found = done("simultaneously", "    each player p", "        add score of p to round")
    terms = found.study.terms
    scores = [value(found, "score", key, before=True) for key in (0, 1)]
    assert found.always(terms.equal(value(found, "round"), terms.add(value(found, "round", before=True), *scores)))
    too_much = terms.at_most(6, terms.add(value(found, "round", before=True), *scores))
    assert not found.can(terms.not_(terms.iff(found.fails(Owed.RANGE), too_much)))


def test_a_branch_that_is_not_taken_changes_and_owes_nothing() -> None:
    found = done(
        "if round < 2", "    add 5 to round", "    move 1 Point from 1 to 2", "otherwise", "    add 1 to marked"
    )
    terms = found.study.terms
    late = terms.at_most(2, value(found, "round", before=True))
    assert not found.can(late, terms.not_(found.fine))
    assert not found.can(late, terms.not_(terms.equal(value(found, "round"), value(found, "round", before=True))))
    member = found.study.world.values.holds
    marked = member(PLAYER, value(found, "marked"), 0)
    assert not found.can(late, terms.not_(marked))


def test_a_name_is_bound_to_what_it_was() -> None:
    found = done("let n = round", "set round to 0", "set score of 1 to n")
    terms = found.study.terms
    assert found.always(terms.equal(value(found, "score"), value(found, "round", before=True)))


# ---- STATES


def test_a_state_reads_back_as_what_it_is() -> None:
    """Every printed piece lies somewhere, and only there; what is not in a state of any game is in none of terms."""
    found = done("set round to 0")
    answer = found.study.solver.ask(found.study.terms.equal(found.size(found.before.state, "pile"), 2), reach="whole")
    model = Model(found.study.terms, answer.model)
    data = Reader(found.study.world.layout, model).state(found.before.state, whole=True)
    cards = [each for name in ("hand", "field", "stack") for held in data["zones"][name].values() for each in held]
    cards += [each for name in ("deck", "pile", "box of Card") for each in data["zones"][name]]
    assert sorted(cards) == ["1", "2", "3", "4"]
    assert len(data["zones"]["pile"]) == 2
    assert sum(data["tokens"]["Point"]["player"].values()) <= 5


POURED = (
    "move all c in deck to pile",
    "move all c in stack of 1 to stack of 2",
    "move all c in stack of first to stack of next of first",
    "move all c in stack of first to stack of 2",
    "move all c in stack of first with c.rank > round to pile",
    "move all c in stack to pile",
    "move all c in stack with c.rank mod 2 = 0 to deck",
    "move all c in stack of first with c in stack of 1 to deck",
    "move all c in pocket to bank",
    "move all c in pocket of first to pocket of next of first",
    "move all c in bank with round > 2 to pocket of first",
)


@pytest.mark.parametrize("move", POURED)
def test_what_moves_together_ends_where_it_ends_piece_by_piece(move: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every state: sort by sort it is the same as to look at each piece, and does not make or lose any."""
    together = done(move)
    world = together.study.world
    (phase,) = world.game.phases
    assert all_moved(world, cast("control.Each", phase.points[0].effects[0]), True, together.before) is not None
    monkeypatch.setattr(effects_module, "all_moved", lambda *_: None)
    one_by_one = effects(world, phase.points[0].effects, together.before)
    assert not together.can(together.study.terms.not_(world.layout.same(together.after.state, one_by_one.state)))
    assert together.always(is_sound(together, together.after.state))
