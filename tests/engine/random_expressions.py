"""Random well-typed expressions of the IR over one small game, and random states of it."""

# mypy: disable-error-code="return-value,arg-type,assignment,call-arg,unused-ignore"
# (nodes are drawn by domain, which a checker of Python can not follow)

import random
from collections.abc import Iterable
from typing import Any

from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause, Done, Point, Script
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Enum, Option, Piece, Place, Range, SetOf
from refengine.ir.visibility import Seen
from refengine.source.citation import Citation
from refengine.source.span import Span

HERE = Span("game.rules", 0, 1)
ORIGIN = ir.Origin(HERE, (Citation("statement", "R1", HERE),))
COLOUR, CARD = Enum("Colour"), Piece("Card")
SMALL = Range(0, 4)
SEEN = Seen("everyone", None, None, None, None)
YES = ir.TruthLiteral(True)


def clause(path: str) -> Clause:
    return Clause(path, ORIGIN.cites, ORIGIN)


def zone(name: str, index: str | None = None, cap: int | None = None) -> model.Zone:
    limit = None if cap is None else ir.Number(cap)
    return model.Zone(name, index, "Card", limit, shuffled=False, ordered=False, seen=SEEN, clause=clause(name))


def variable(name: str, domain: Domain, starts: ir.Expr, index: str | None = None) -> model.Variable:
    return model.Variable(name, index, domain, starts, SEEN, clause(name))


CARDS = tuple(
    model.PieceRow(f"{colour} {rank}", (colour, rank), 2 if rank == 1 else 1)
    for colour in ("Red", "Blue", "Green")
    for rank in (1, 2, 3)
)


def game_of(values: tuple[model.Value, ...], phases: tuple[Script, ...] = ()) -> model.Game:
    """The game with these values and phases."""
    done = Script("setup", clause("setup"), (), (Point("start", (), (), Done(ORIGIN)),))
    card = model.Component(
        "Card",
        (model.Field("colour", COLOUR, None), model.Field("rank", Range(1, 3), None)),
        ("colour", "rank"),
        CARDS,
        "box",
        None,
        clause("Card"),
    )
    return model.Game(
        name="random",
        players=(3, 3),
        kinds=(
            model.Kind("player", ("1", "2", "3"), ring=True, fields=(), rows=(), clause=clause("player")),
            model.Kind("Colour", ("Red", "Blue", "Green"), ring=True, fields=(), rows=(), clause=clause("Colour")),
        ),
        records=(),
        tables=(),
        components=(card,),
        tokens=(model.Token("Chip", ("player",), ir.Number(9), clause("Chip")),),
        zones=(
            zone("box"),
            zone("pile"),
            zone("spot", None, 1),
            zone("hand", "player"),
            zone("seat", "player", 1),
            zone("stack", "Colour", 3),
        ),
        variables=(
            variable("round", SMALL, ir.Number(0)),
            variable("flag", TRUTH, YES, "player"),
            variable("side", COLOUR, ir.Member("Colour", 0), "player"),
            variable("lead", Option(PLAYER), ir.Nothing(Option(PLAYER))),
            variable("trumps", SetOf(COLOUR), ir.SetLiteral((), SetOf(COLOUR))),
        ),
        options=(),
        questions=(),
        editions=(),
        laws=(),
        values=values,
        setup=done,
        phases=phases,
        outcome=None,
        invariants=(),
        measures=(),
        examples=(),
        claims=(),
        dependences=(),
        confinements=(),
        audits=(),
        scopes=(),
        clause=clause("random"),
    )


def values_of(forms: Iterable[ir.Expr]) -> tuple[model.Value, ...]:
    """Each form as a value, `form0` and so on."""
    return tuple(
        model.Value(f"form{number}", (), form.domain, model.Single(form), clause(f"form{number}"))
        for number, form in enumerate(forms)
    )


def position(draw: random.Random) -> dict[str, Any]:
    """Data of a random state."""
    places = [("pile", None)] + [(name, str(seat)) for name in ("hand",) for seat in (1, 2, 3)]
    singles: list[tuple[str, str | None]] = [("spot", None), *(("seat", str(seat)) for seat in (1, 2, 3))]
    stacks: list[tuple[str, str | None]] = [("stack", colour) for colour in ("Red", "Blue", "Green")]
    zones: dict[str, Any] = {"pile": [], "spot": [], "hand": {}, "seat": {}, "stack": {}}
    room = dict.fromkeys(places, 9) | dict.fromkeys(singles, 1) | dict.fromkeys(stacks, 3)
    for row in CARDS:
        for _ in range(row.copies):
            name, key = draw.choice([("box", None), *places, *singles, *stacks])
            if name == "box" or not room[name, key]:
                continue
            room[name, key] -= 1
            (zones[name] if key is None else zones[name].setdefault(key, [])).append(row.name)
    return {
        "zones": zones,
        "variables": {
            "round": draw.randint(0, 4),
            "flag": {str(seat): draw.random() < 0.5 for seat in (1, 2, 3)},
            "side": {str(seat): draw.choice(["Red", "Blue", "Green"]) for seat in (1, 2, 3)},
            "lead": draw.choice([None, 1, 2, 3]),
            "trumps": [colour for colour in ("Red", "Blue", "Green") if draw.random() < 0.5],
        },
        "tokens": {"Chip": {"player": {str(seat): draw.randint(0, 3) for seat in (1, 2, 3)}}},
    }


class Maker:
    """Makes expressions; `known` are the locals in scope."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.count = 0
        self.callable: list[model.Value] = []
        """Values that may be called."""

    def local(self, domain: Domain) -> ir.Local:
        self.count += 1
        return ir.Local(f"x{self.count}", domain)

    def one(self, domain: Domain, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        """An expression of a domain."""
        fitting = [local for local in known if local.domain == domain]
        if fitting and self.draw.random() < 0.4:
            return self.draw.choice(fitting)
        values = [value for value in self.callable if value.domain == domain]
        if values and depth > 0 and self.draw.random() < 0.5:
            value = self.draw.choice(values)
            return ir.CallValue(value.name, tuple(self.one(each.domain, 0, known) for each in value.params), domain)
        match domain:
            case Enum(kind=kind):
                return self.member(kind, depth, known)
            case Piece():
                return self.piece(depth, known)
            case Place():
                return self.place(depth, known)
            case SetOf(inner=Piece()):
                return self.pieces(depth, known)
            case SetOf():
                return self.colours(depth, known)
            case Option():
                return ir.ReadVariable("lead", None, domain)
            case _ if domain == TRUTH:
                return self.truth(depth, known)
            case _:
                return self.number(depth, known)

    def choose(self, domain: Domain, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        condition = self.truth(depth - 1, known)
        return ir.If(condition, self.one(domain, depth - 1, known), self.one(domain, depth - 1, known), domain)

    def member(self, kind: str, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        if depth <= 0:
            return ir.Member(kind, self.draw.randrange(3))
        match self.draw.randrange(5):
            case 0 if self.draw.random() < 0.3:
                return ir.Around(self.one(Enum(kind), depth - 1, known), self.one(Enum(kind), depth - 1, known), kind)
            case 0:
                return ir.Neighbour(self.one(Enum(kind), depth - 1, known), self.draw.choice([1, -1]), kind)  # type: ignore[arg-type]
            case 1 if kind == "player":
                return ir.Unwrap(ir.ReadVariable("lead", None, Option(PLAYER)), PLAYER, ORIGIN)
            case 1:
                return ir.FieldOf(self.piece(depth - 1, known), "colour", None, COLOUR)
            case 2 if kind == "player":
                var = self.local(PLAYER)
                item = self.piece(depth - 1, known)
                inside = ir.Contents(self.draw.choice(["hand", "seat"]), var, "Card")
                binding = ir.Binding(var, ir.AllMembers(PLAYER), ir.Contains(item, inside))
                return ir.The(binding, self.draw.choice([None, ir.Member("player", 0)]), PLAYER, ORIGIN)
            case 2:
                return ir.ReadVariable("side", self.one(PLAYER, depth - 1, known), COLOUR)
            case 3:
                return self.choose(Enum(kind), depth, known)
            case _:
                return ir.Member(kind, self.draw.randrange(3))

    def piece(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        fitting = [local for local in known if local.domain == CARD]
        if fitting and (depth <= 0 or self.draw.random() < 0.6):
            return self.draw.choice(fitting)
        if depth <= 0 or self.draw.random() < 0.4:
            return ir.Printed("Card", self.draw.randrange(len(CARDS)))
        if self.draw.random() < 0.3:
            return self.choose(CARD, depth, known)
        binding = self.binding(self.pieces(depth - 1, known), CARD, depth, known)
        otherwise = self.draw.choice([None, ir.Printed("Card", 0)])
        return ir.The(binding, otherwise, CARD, ORIGIN)

    def place(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        match self.draw.randrange(4):
            case 0:
                return ir.PlaceAt("pile", None, "Card")
            case 1:
                return ir.PlaceAt("hand", self.one(PLAYER, depth - 1, known), "Card")
            case 2:
                return ir.PlaceAt("stack", self.one(COLOUR, depth - 1, known), "Card")
            case _:
                return ir.Located(self.draw.choice(["hand", "seat"]), self.piece(depth - 1, known), "Card", ORIGIN)

    def contents(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        name, kind = self.draw.choice(
            [("pile", None), ("spot", None), ("hand", PLAYER), ("seat", PLAYER), ("stack", COLOUR)]
        )
        key = None if kind is None or self.draw.random() < 0.4 else self.one(kind, depth - 1, known)
        return ir.Contents(name, key, "Card")

    def pieces(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        match self.draw.randrange(6):
            case 0 if depth > 0:
                var = self.local(CARD)  # the condition stays where it is: a filter is run over in another order
                condition = ir.Less(ir.ReadVariable("round", None, SMALL), self.number(1, (*known, var)), strict=False)
                return ir.Filter(ir.Binding(var, self.contents(depth - 1, known), condition), SetOf(CARD))
            case 1:
                return ir.AllMembers(CARD)
            case 2 if depth > 0:
                items = tuple(self.piece(depth - 1, known) for _ in range(self.draw.randrange(3)))
                return ir.SetLiteral(items, SetOf(CARD))
            case 3 if depth > 0:
                binding = self.binding(*self.some_set(depth - 1, known), depth, known)
                return ir.Image(self.piece(depth - 1, (*known, binding.var)), binding, SetOf(CARD))
            case _:
                return self.contents(depth, known)

    def colours(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        if depth <= 0 or self.draw.random() < 0.4:
            return ir.ReadVariable("trumps", None, SetOf(COLOUR))
        if self.draw.random() < 0.5:
            op = self.draw.choice(["union", "minus"])
            return ir.SetArith(op, self.colours(depth - 1, known), self.colours(depth - 1, known), SetOf(COLOUR))  # type: ignore[arg-type]
        if self.draw.random() < 0.5:
            binding = self.binding(*self.some_set(depth - 1, known), depth, known)
            return ir.Image(self.one(COLOUR, depth - 1, (*known, binding.var)), binding, SetOf(COLOUR))
        items = tuple(self.one(COLOUR, depth - 1, known) for _ in range(self.draw.randrange(3)))
        return ir.SetLiteral(items, SetOf(COLOUR))

    def some_set(self, depth: int, known: tuple[ir.Local, ...]) -> tuple[ir.Expr, Domain]:
        match self.draw.randrange(5):
            case 0:
                return ir.AllMembers(PLAYER), PLAYER
            case 1:
                return self.colours(depth, known), COLOUR
            case 2:
                low, high = self.number(0, known), self.number(0, known)
                return ir.NumbersBetween(low, high, SetOf(SMALL)), SMALL
            case _:
                return self.pieces(depth, known), CARD

    def binding(self, over: ir.Expr, domain: Domain, depth: int, known: tuple[ir.Local, ...]) -> ir.Binding:
        var = self.local(domain)
        condition = YES if self.draw.random() < 0.4 else self.truth(depth - 1, (*known, var))
        return ir.Binding(var, over, condition)

    def number(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        if depth <= 0:
            return self.draw.choice([ir.Number(self.draw.randrange(5)), ir.ReadVariable("round", None, SMALL)])
        match self.draw.randrange(9):
            case 0:
                return ir.FieldOf(self.piece(depth - 1, known), "rank", None, Range(1, 3))
            case 1:
                op = self.draw.choice(["+", "-", "*"])
                wide = Range(-(1 << 20), 1 << 20)
                return ir.Arith(op, self.number(depth - 1, known), self.number(depth - 1, known), wide)  # type: ignore[arg-type]
            case 2:
                op = self.draw.choice(["div", "mod"])
                wide = Range(-(1 << 20), 1 << 20)
                divisor: ir.Expr = ir.Number(self.draw.choice([-3, -2, -1, 1, 2, 3]))
                if self.draw.random() < 0.5:
                    divisor = ir.NonZero(self.number(depth - 1, known), ORIGIN)
                return ir.Arith(op, self.number(depth - 1, known), divisor, wide)  # type: ignore[arg-type]
            case 3:
                return ir.TokensOn("Chip", "player", self.one(PLAYER, depth - 1, known))
            case 4:
                return ir.Supply("Chip")
            case 5:
                return ir.HowMany(self.binding(*self.some_set(depth - 1, known), depth, known))
            case 6:
                over, domain = self.some_set(depth - 1, known)
                binding = self.binding(over, domain, depth, known)
                return ir.SumOf(self.number(depth - 1, (*known, binding.var)), binding, COUNT)
            case 7:
                over, domain = self.some_set(depth - 1, known)
                binding = self.binding(over, domain, depth, known)
                term = self.number(depth - 1, (*known, binding.var))
                return ir.Extreme(self.draw.choice(["highest", "lowest"]), term, binding, COUNT, ORIGIN)  # type: ignore[arg-type]
            case _:
                return ir.Narrow(self.number(depth - 1, known), self.draw.choice([Range(0, 5), COUNT]), ORIGIN)

    def value(self, name: str, domain: Domain, params: tuple[ir.Local, ...]) -> model.Value:
        """A value that may call those made before."""
        general = model.Single(self.one(domain, 3, params))
        body: model.Body = general
        if self.draw.random() < 0.6:
            exceptions = tuple(
                model.Exceptional(
                    clause(f"{name}.exception{number}"),
                    (),
                    tuple(self.one(TRUTH, 2, params) for _ in range(self.draw.randint(1, 3))),
                    self.one(domain, 2, params),
                )
                for number in range(self.draw.randint(1, 3))
            )
            body = model.General(clause(f"{name}.normally"), general.result, exceptions)
        made = model.Value(name, params, domain, body, clause(name))
        self.callable.append(made)
        return made

    def truth(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        if depth <= 0:
            return self.draw.choice([YES, ir.ReadVariable("flag", ir.Member("player", 0), TRUTH)])
        match self.draw.randrange(11):
            case 0:
                return ir.Not(self.truth(depth - 1, known))
            case 1 | 2:
                kind = self.draw.choice([ir.And, ir.Or])
                return kind(tuple(self.truth(depth - 1, known) for _ in range(self.draw.randint(2, 3))))
            case 3:
                domain: Domain = self.draw.choice([PLAYER, COLOUR, CARD, Place("Card")])
                return ir.Equal(self.one(domain, depth - 1, known), self.one(domain, depth - 1, known))
            case 4:
                return ir.Less(self.number(depth - 1, known), self.number(depth - 1, known), self.draw.random() < 0.5)
            case 5:
                over, domain = self.some_set(depth - 1, known)
                return ir.Contains(self.one(domain, depth - 1, known), over)
            case 6:
                low, high = self.number(0, known), self.number(0, known)  # a chain of comparisons may stop early
                return ir.InRange(self.number(depth - 1, known), low, high)
            case 7:
                return ir.IsEmpty(self.some_set(depth - 1, known)[0])
            case 8:
                return ir.ReadVariable("flag", self.one(PLAYER, depth - 1, known), TRUTH)
            case 9:
                option = ir.ReadVariable("lead", None, Option(PLAYER))
                return ir.Equal(option, ir.Nothing(Option(PLAYER)))
            case _:
                over, domain = self.some_set(depth - 1, known)
                binding = self.binding(over, domain, depth, known)
                kind = self.draw.choice([ir.Exists, ir.ForAll])
                return kind(binding, self.truth(depth - 1, (*known, binding.var)))
