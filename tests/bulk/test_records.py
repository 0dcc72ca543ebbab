"""Records are one number in a program, columns in a packed state, and play as the engine has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from refengine.explore.run import ExplorationSettings, explore_scope
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.loading import make_game
from refengine.program.lowering import lowered
from refengine.program.storage.forms import RecordForm
from refengine.program.storage.values import Unpackable
from refengine.source.cache import Cache
from refengine.web.package import write_package
from refengine.web.reasons import Background
from tests.bulk.side_by_side import made_in_both
from tests.engine.rules import compiled
from tests.explore.small_games import scope
from tests.explore.test_alike_in_a_module import PLACES, game_of, same
from tests.web.test_package import NODE, lockstep as both_play, played

RULES = """\
game notes from rulebook tiny
    players 2..3                                                            per R1

kind Tint is Red, Green, Blue in a ring                                     per R1

record Shade                                                                per R1
    tint: Tint
    low: -3..4

record Note                                                                 per R1
    who: player
    shade: Shade
    heard: Tint or none
    sure: truth
    many: count
    card: Card
    tints: set of Tint
    lies: place of Card
    lower: -9..-4 or none
    coins: set of Coin

component Coin                                                              per R1
    worth: 1..2
    2 alike of each worth

component Card                                                              per R1
    rank: 1..3
    one of each rank

zone deck holds Card                                                        per R1
zone hand of each player holds Card                                         per R1
zone purse of each player holds Coin                                        per R1

variable last: Note or none                                                 per R1
variable note of each player: Note or none                                  per R1
variable best: Shade, starts Shade(Green, -3)                               per R1
variable shade of each Tint: Shade, starts Shade(Blue, 4)                   per R1
variable tints: set of Tint                                                 per R1
variable steps: 0..{last}                                                   per R1

value darker(s: Shade): Shade                                               per R1
    is if s.low > -3 then Shade(next of s.tint, s.low - 1) else s

value told(n: Note or none): -30..30                                        per R1
    case no_note per R1
        when n is none
        is 0
    case some_note per R1
        otherwise
        is n.shade.low + (if n.sure then 7 else 0) + (number of t in n.tints) + n.card.rank

value louder(p: player): Note or none                                       per R1
    is if told(note of p) > told(last) then note of p else last

value twice(n: Note): truth                                                 per R1
    is some player p has note of p is n

setup                                                                       per R1
    move all c in box of Card to deck
    go Turn(1, none, Shade(Red, 0))

phase Turn(p: player, before_it: Note or none, s: Shade)                    per R1
    ask p
        action say(c in deck, n in 0..2)                                    per R1
            when steps < {last}
            then move c to hand of p
            then set note of p to Note(p, s, none, n = 1, steps * 1000000, c, tints, deck, none, purse of next of p)
            then add 1 to steps
        action shout(t in Tint, c in hand of p)                             per R1
            when steps < {last}
            bar said per R1
                when before_it is not none and before_it.heard is t
            then set last to Note(next of p, darker(shade of t), t, not before_it is none, steps, c, tints + {{t}}, hand of p, -9 + steps div 3, purse)
            then add t to tints
            then set shade of t to darker(s)
            then add 1 to steps
        action earn(o in box of Coin)                                       per R1
            when steps < {last} and (last is none or o not in last.coins or steps = 1)
            then move o to purse of p
            then add 1 to steps
        action hush                                                         per R1
            when last is not none and last.card in hand of next of p
            then move last.card from hand of next of p to deck
            then set note of last.who to none
            then set tints to last.tints - {{last.shade.tint}}
            then set best to darker(best)
            then set last to none
        action pass(n in 1..3)                                              per R1
            when steps < {last} and (n = 1 or louder(p) is not none)
            then set last to louder(p)
            then add 1 to steps
    if steps = {last} and last is none
        game over
    if last is not none and twice(last)
        go Turn(next of p, note of p, last.shade)
    go Turn(next of p, last, darker(s))

invariant cards_of_notes                                                    per R1
    last is none or last.lies is deck or last.card in hand of last.who or last.heard is not none

invariant shades                                                            per R1
    every Tint t has (shade of t).low >= -3 or (shade of t) is best

step invariant notes_change_one_at_a_time                                   per R1
    (number of player p with note of p is not before(note of p)) <= 1

outcome                                                                     per R1
    scores are (if note of p is none then 0 else told(note of p)) for player p
    winners are all player p with note of p is not none
"""


@pytest.mark.parametrize("last", [3, 6, 9])
def test_records_play_as_the_engine_has_them(last: int, tmp_path: Path) -> None:
    found, lockstep = made_in_both(tmp_path, RULES.format(last=last))
    form = found.packed.variables["last"].form
    assert isinstance(form, RecordForm)
    assert form.option
    ends = [lockstep.play(5, number, limit=60, checked=number % 2 == 0) for number in range(12)]
    assert [each.left for each in ends] == [None] * 12
    assert sum(each.ended.steps for each in ends) > 12 * last


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_search_finds_as_many_states(jobs: int, tmp_path: Path) -> None:
    game = compiled(tmp_path / "rules", RULES.format(last=7))
    made = ExplorationSettings(engine="both", keep=Cache(None), limit=4_000, force=True, jobs=jobs)
    assert explore_scope(game, scope(2), None, made).states > 3_000


def test_a_number_that_is_too_large_is_left_to_the_engine(tmp_path: Path) -> None:
    """Up to 2^32 - 1 each is told as it is."""
    many = "65536 * (if steps = 2 then 65536 else 65535) + (if steps = 2 then 0 else 65535)"
    rules = RULES.format(last=6).replace("steps * 1000000", many)
    _, lockstep = made_in_both(tmp_path, rules)
    ends = [lockstep.play(5, number, limit=60) for number in range(8)]
    assert {"a number is too large to be packed"} == {each.left.what for each in ends if each.left is not None}
    assert any(each.left is None for each in ends)


def test_states_are_packed_and_unpacked(tmp_path: Path) -> None:
    """Bits that no state has are refused: of records that are not there, and of fields."""
    found, lockstep = made_in_both(tmp_path, RULES.format(last=6))
    game, codec = lockstep.game, lockstep.codec
    data = game.to_json(game.initial())
    shade = {"tint": "Red", "low": 4}
    note = {
        "who": 2, "shade": shade, "heard": None, "sure": True, "many": (1 << 32) - 1, "card": "Card(3)",
        "tints": ["Red", "Blue"], "lies": "hand of 2", "lower": -4, "coins": ["Coin", "Coin"],
    }  # fmt: skip
    note["card"] = data["zones"]["deck"][-1]
    note["coins"] = data["zones"]["box of Coin"][:3]
    held = {**data, "variables": {**data["variables"], "last": note, "best": shade, "note": {"1": None, "2": note}}}
    packed = codec.pack(held)
    assert codec.unpack(packed) == held == game.to_json(game.from_json(held))
    for field, wrong in (("many", 1 << 32), ("low", 5), ("who", 3), ("heard", "Grey"), ("lies", "hand of 3")):
        edited = {**note, field: wrong} if field != "low" else {**note, "shade": {**shade, "low": wrong}}
        with pytest.raises(Unpackable):
            codec.pack({**held, "variables": {**held["variables"], "last": edited}})
    last, none = found.packed.variables["last"], codec.pack(data)
    refused = 0
    for at in range(last.offset, last.offset + last.stride):
        for state in (packed, none):
            spoilt = state[:at] + bytes([state[at] ^ 0x80]) + state[at + 1 :]
            try:
                assert codec.pack(codec.unpack(spoilt)) == spoilt
            except Unpackable:
                refused += 1
            else:
                assert state is packed
    assert refused > last.stride


def test_what_no_record_holds_is_refused_with_the_reason(tmp_path: Path) -> None:
    for number, (field, reason) in enumerate(
        [
            ("many: count\n    more: count", "record `Note`: more than 62 bits"),
            ("many: set of 0..99", "record `Note`: a set of many things in a record"),
            ("many: Shade or none", "record `Note`: an option of a record in a record"),
        ]
    ):
        text = RULES.format(last=3)
        text = text[: text.index("value darker")] + "setup per R1\n    game over\n"
        game = compiled(tmp_path / str(number), text.replace("many: count", field))
        configuration, _ = configure(game, 2, {}, {}, None)
        assert configuration is not None
        assert lowered(specialise(game, configuration)) == (None, reason)


SEATS = {
    "component Pawn": "record Trip per R1\n    who: player\n    goal: place of Pawn\n    mate: player or nobody\n\n"
    "component Pawn",
    "walked of each Spot: player or nobody, starts nobody": "walked of each Spot: Trip or none",
    "0..3": "0..6",
    "steps = 3": "steps = 6",
    "set walked of s to p": "set walked of s to Trip(p, yard of next of p, last)",
}


@pytest.mark.parametrize("players", [2, 3])
def test_seats_in_records_are_changed_with_the_others(players: int, tmp_path: Path) -> None:
    text = PLACES.format(copies=2)
    for old, new in SEATS.items():
        assert old in text
        text = text.replace(old, new)
    game, configuration = game_of(tmp_path, text, players)
    assert same(game, configuration, 2_000)["counts"][0] > 300


@pytest.mark.skipif(NODE is None, reason="there is no Node here")
def test_packages_have_records(tmp_path: Path) -> None:
    game = compiled(tmp_path / "rules", RULES.format(last=6))
    configuration = Configuration(2, ())
    assert write_package(specialise(game, configuration), Background(), tmp_path / "built")[1] == ()
    lines = list(played(tmp_path / "built", 3, 4, 40))
    assert both_play(make_game(game, configuration), iter(lines)) > 20
    assert any(line["state"]["variables"]["last"] for line in lines)
    types = (tmp_path / "built" / "game.d.ts").read_text("utf-8")
    assert "best: { tint: Tint; low: number };" in types
    assert "heard: Tint | null; sure: boolean;" in types
