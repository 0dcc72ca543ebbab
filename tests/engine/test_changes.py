"""An invariant about every member, asked only of those that a step touched, says what the whole invariant says.

Random invariants over a random small game, and pairs of states of which the later differs in a few places: as states of one
course of play do, the two share whatever has not changed.
"""

# mypy: disable-error-code="return-value,arg-type,no-any-return,misc,unused-ignore"
# (nodes are drawn by domain, which a checker of Python can not follow)

import random
from collections import Counter
from typing import Any

import pytest
from attrs import evolve, fields

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import PLAYER, TRUTH, Domain, Enum
from refengine.runtime.fault import Fault
from refengine.runtime.game import Game
from tests.engine.random_expressions import (
    CARD,
    CARDS,
    COLOUR,
    ORIGIN,
    SMALL,
    YES,
    Maker,
    clause,
    game_of,
    position,
    variable,
)

INVARIANTS = 12
ZONES = ("pile", "spot", "hand", "seat", "stack")
ROOMY = (("pile", None), ("hand", "1"), ("hand", "2"), ("hand", "3"))


class Own(Maker):
    """Makes truths that are mostly about one member."""

    def own(self, var: ir.Local, depth: int) -> ir.Expr:
        if depth > 0 and self.draw.random() < 0.6:
            kind = self.draw.choice([ir.And, ir.Or, ir.Not])
            if kind is ir.Not:
                return ir.Not(self.own(var, depth - 1))
            return kind((self.own(var, depth - 1), self.own(var, depth - 1)))
        values = [each for each in self.callable if each.params[0].domain == var.domain]
        if values and self.draw.random() < 0.3:
            value = self.draw.choice(values)
            return ir.CallValue(value.name, (var, *(self.one(each.domain, 0, ()) for each in value.params[1:])), TRUTH)
        if self.draw.random() < 0.05:
            return self.truth(1, (var,))
        few = ir.Number(self.draw.randrange(4))
        return (
            ir.Less(self.count_of(var), few, strict=self.draw.random() < 0.5)
            if self.draw.random() < 0.4
            else self.fact(var)
        )

    def fact(self, var: ir.Local) -> ir.Expr:
        match var.domain:
            case Enum(kind="player") if self.draw.random() < 0.5:
                return ir.ReadVariable("flag", var, TRUTH)
            case Enum(kind="player"):
                return ir.Equal(ir.ReadVariable("side", var, COLOUR), self.member("Colour", 0, ()))
            case Enum():
                return ir.IsEmpty(ir.Contents("stack", var, "Card"))
            case _ if self.draw.random() < 0.3:
                where = ir.PlaceAt("hand", self.member("player", 0, ()), "Card")
                return ir.Equal(ir.Located("hand", var, "Card", ORIGIN), where)
            case _:
                return self.lies(var)

    def lies(self, var: ir.Local) -> ir.Expr:
        name = self.draw.choice(ZONES)
        kind = {"hand": PLAYER, "seat": PLAYER, "stack": COLOUR}.get(name)
        key: ir.Expr | None = None
        if kind is not None and self.draw.random() < 0.5:
            key = self.one(kind, 0, ())
            if name == "stack" and self.draw.random() < 0.3:
                key = ir.ReadVariable("side", self.member("player", 0, ()), COLOUR)
        return ir.Contains(var, ir.Contents(name, key, "Card"))

    def count_of(self, var: ir.Local) -> ir.Expr:
        if var.domain == CARD:
            return self.draw.choice(
                [
                    ir.ReadVariable("mark", var, SMALL),
                    ir.TokensOn("Gem", "Card", var),
                    ir.FieldOf(var, "rank", None, SMALL),
                ]
            )
        if var.domain == PLAYER:
            card = self.local(CARD)
            held = ir.HowMany(ir.Binding(card, ir.Contents("hand", var, "Card"), YES))
            return self.draw.choice([ir.TokensOn("Chip", "player", var), held])
        card = self.local(CARD)
        return ir.HowMany(ir.Binding(card, ir.Contents("stack", var, "Card"), YES))

    def invariant(self, number: int) -> model.Invariant:
        var = ir.Local("m", self.draw.choice([CARD, CARD, PLAYER, COLOUR]))
        body = self.own(var, 2)
        condition = YES if self.draw.random() < 0.5 else self.own(var, 1)
        step = self.draw.random() < 0.3
        if step:
            grows = self.count_of(var)
            falls = self.draw.random() < 0.5
            pair = (grows, ir.Before(grows)) if falls else (ir.Before(grows), grows)
            body = ir.Less(*pair, strict=self.draw.random() < 0.1)
        binding = ir.Binding(var, ir.AllMembers(var.domain), condition)
        return model.Invariant(f"inv{number}", step, (), ir.ForAll(binding, body), clause(f"inv{number}"))


def random_game(seed: int) -> model.Game:
    maker = Own(random.Random(seed))
    domains: list[Domain] = [CARD, PLAYER, COLOUR]
    values = []
    for number in range(4):
        params = tuple(
            ir.Local(f"v{number}{name}", maker.draw.choice(domains)) for name in ("a", "b")[: 1 + number % 2]
        )
        body: ir.Expr = maker.own(params[0], 1)
        if len(params) > 1:
            body = ir.And((body, maker.own(params[1], 0)))
        values.append(model.Value(f"value{number}", params, TRUTH, model.Single(body), clause(f"value{number}")))
        maker.callable.append(values[-1])
    invariants = tuple(maker.invariant(number) for number in range(INVARIANTS))
    made = game_of(tuple(values))
    tokens = (*made.tokens, model.Token("Gem", ("Card",), ir.Number(40), clause("Gem")))
    marks = variable("mark", SMALL, ir.Number(0), "Card")
    return evolve(made, tokens=tokens, variables=(*made.variables, marks), invariants=invariants)


def data_of(draw: random.Random) -> dict[str, Any]:
    data = position(draw)
    data["variables"]["mark"] = {row.name: draw.randrange(3) for row in CARDS}
    data["tokens"]["Gem"] = {"Card": {row.name: draw.randrange(2) for row in CARDS}}
    return data


def changed(data: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    """The data after one or two small changes."""
    zones: dict[str, Any] = {name: {key: [*held] for key, held in zone.items()} if isinstance(zone, dict) else [*zone] for name, zone in data["zones"].items()}  # fmt: skip
    variables = {name: {**each} if isinstance(each, dict) else each for name, each in data["variables"].items()}
    tokens = {name: {holder: {**on} for holder, on in each.items()} for name, each in data["tokens"].items()}
    held: list[list[str]] = [
        zone for each in zones.values() for zone in (each.values() if isinstance(each, dict) else [each])
    ]
    for _ in range(draw.choice([1, 1, 2])):
        match draw.randrange(6):
            case 0 | 1 | 2:
                full = [each for each in held if each]
                name, key = draw.choice(ROOMY)
                if full:
                    source = draw.choice(full)
                    target = zones[name] if key is None else zones[name].setdefault(key, [])
                    target.append(source.pop(draw.randrange(len(source))))
            case 3:
                variables["mark"][draw.choice(CARDS).name] = draw.randrange(4)
            case 4:
                tokens["Gem"]["Card"][draw.choice(CARDS).name] = draw.randrange(3)
            case _:
                seat = str(draw.randint(1, 3))
                variables["flag"][seat] = draw.random() < 0.5
                variables["side"][seat] = draw.choice(["Red", "Blue", "Green"])
                tokens["Chip"]["player"][seat] = draw.randint(0, 3)
    return {"zones": zones, "variables": variables, "tokens": tokens}


def with_shared_parts(before: Any, after: Any) -> Any:
    """The later state, with the objects of the earlier one where the two are equal."""
    for name in (each.name for each in fields(type(after)) if each.name != "control"):
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            object.__setattr__(after, name, old)
        elif isinstance(old, tuple) and len(old) == len(new):
            parts = tuple(one if one == two else two for one, two in zip(old, new, strict=True))
            object.__setattr__(after, name, parts)
    return after


def said(function: Any, before: Any, after: Any) -> Any:
    """What a function says, or with what it breaks off."""
    try:
        return function(before, after)
    except Fault as fault:
        return str(fault)


def compared(seed: int) -> Counter[Any]:
    """What the whole invariants of a game say where their short forms are asked, which is to be the same."""
    draw = random.Random(seed)
    made = random_game(seed)
    module = load_module(emit(made, explain=draw.random() < 0.2, read=False), f"touched_{seed}")
    game, functions = Game(module), module.broken.__globals__
    found: Counter[Any] = Counter()
    for _ in range(60):
        data = data_of(draw)
        before = game.position(data)
        after = with_shared_parts(before, game.position(changed(data, draw)))
        for each in made.invariants:
            short, whole = functions.get(f"still_{each.name}"), functions[f"holds_{each.name}"]
            if short is not None and (each.step or said(whole, before, before) is True):
                wanted = said(whole, before, after)
                assert said(short, before, after) == wanted, (seed, each.name)
                found[wanted if isinstance(wanted, bool) else "fault"] += 1
    return found


@pytest.mark.parametrize("seed", range(40))
def test_what_is_asked_of_those_touched_is_what_is_asked_of_all(seed: int) -> None:
    compared(seed)


def test_enough_is_compared() -> None:
    """Enough short forms are there, and what the changes break is what the test above would miss."""
    found = sum((compared(seed) for seed in range(20)), Counter())
    assert found[True] > 500
    assert found[False] > 100
    assert found["fault"] > 0


def test_what_is_a_members_own_is_told_from_what_is_not() -> None:
    """Another player's hand, a supply, and how many there are in all are no part of a member."""
    player, card = ir.Local("p", PLAYER), ir.Local("c", CARD)
    other = ir.Neighbour(player, 1, "player")
    few = ir.Number(3)
    bodies = {
        "own": ir.Less(ir.TokensOn("Chip", "player", player), few, strict=True),
        "neighbours": ir.Less(ir.TokensOn("Chip", "player", other), ir.TokensOn("Chip", "player", player), strict=True),
        "supply": ir.And((ir.Less(ir.Supply("Chip"), few, strict=True), ir.ReadVariable("flag", player, TRUTH))),
        "others_only": ir.ReadVariable("flag", other, TRUTH),
    }
    invariants = [_about(name, player, body) for name, body in bodies.items()]
    lies = ir.Contains(card, ir.Contents("hand", ir.ReadVariable("lead", None, PLAYER), "Card"))
    many = ir.HowMany(ir.Binding(ir.Local("d", CARD), ir.Contents("pile", None, "Card"), YES))
    invariants += [
        _about("in_a_hand_that_changes", card, lies),
        _about(
            "two_ways",
            card,
            ir.And((ir.Contains(card, ir.Contents("pile", None, "Card")), ir.Less(many, few, strict=True))),
        ),
    ]
    text = emit(evolve(random_game(1), invariants=tuple(invariants)), explain=False)
    assert "def still_others_only" not in text
    wholes = {name: f"return holds_{name}(before, state)" in text for name in (each.name for each in invariants)}
    assert wholes == {
        "own": False,
        "neighbours": True,
        "supply": True,
        "others_only": False,
        "in_a_hand_that_changes": True,
        "two_ways": True,
    }


def _about(name: str, var: ir.Local, body: ir.Expr) -> model.Invariant:
    binding = ir.Binding(var, ir.AllMembers(var.domain), YES)
    return model.Invariant(name, step=False, phases=(), condition=ir.ForAll(binding, body), clause=clause(name))
