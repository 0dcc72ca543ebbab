"""Random expressions and values of the game of `small_game`: cases, sums and exceptions over each other."""

# mypy: disable-error-code="return-value,arg-type,assignment,call-arg,union-attr,var-annotated,no-untyped-call,unused-ignore"
# (nodes are drawn by domain, which a checker of Python can not follow)

import random

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Enum, Option, Piece, Place, Range, Record, SetOf
from tests.agreement.small_game import KINDS, OFFER, TILE, TILES, TOWN
from tests.engine.random_expressions import CARD, COLOUR, ORIGIN, SMALL, YES, Maker, clause


class Rules(Maker):
    """Makes expressions over everything that the game has, values of every form, and effects."""

    def one(self, domain: Domain, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        fitting = [local for local in known if local.domain == domain]
        if fitting and self.draw.random() < 0.3:
            return self.draw.choice(fitting)
        values = [value for value in self.callable if value.domain == domain]
        if values and depth > 0 and self.draw.random() < 0.3:
            value = self.draw.choice(values)
            return ir.CallValue(value.name, tuple(self.one(each.domain, 0, known) for each in value.params), domain)
        match domain:
            case Enum(kind="Town"):
                return self.town(depth, known)
            case Piece(component="Tile"):
                return self.tile(depth, known)
            case Place(component="Tile"):
                return self.tile_place(depth, known)
            case SetOf(inner=Piece(component="Tile")):
                return self.tiles(depth, known)
            case SetOf(inner=Enum(kind="player")):
                return self.seats(depth, known)
            case Option():
                return self.option(domain, depth, known)
            case Record():
                return self.offer(depth, known)
            case Range() if domain != SMALL:
                return ir.Narrow(self.number(depth - 1, known), domain, ORIGIN)
            case Range():
                return self.draw.choice([ir.Number(self.draw.randrange(5)), ir.ReadVariable("round", None, SMALL)])
            case _:
                return super().one(domain, depth, known)

    # ---- MORE DOMAINS

    def town(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        match self.draw.randrange(4) if depth > 0 else 9:
            case 0:
                rival = ir.FieldOf(self.one(TOWN, depth - 1, known), "rival", None, Option(TOWN))
                return ir.Unwrap(rival, TOWN, ORIGIN)
            case 1:
                return self.choose(TOWN, depth, known)
            case 2:
                var = self.local(TOWN)
                return ir.The(
                    ir.Binding(var, ir.AllMembers(TOWN), self.truth(depth - 1, (*known, var))), None, TOWN, ORIGIN
                )
            case 3:
                some = tuple(each for each in range(3) if self.draw.random() < 0.8) or (1,)
                return ir.Among(self.one(TOWN, depth - 1, known), some, ORIGIN)
            case _:
                return ir.Member("Town", self.draw.randrange(3))

    def tile(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        match self.draw.randrange(6) if depth > 0 else 9:
            case 5:
                over = self.tiles(depth - 1, known)
                return ir.If(ir.IsEmpty(over), ir.Printed("Tile", 2), ir.First(over, TILE), TILE)
            case 0:
                binding = self.binding(self.tiles(depth - 1, known), TILE, depth, known)
                return ir.The(binding, self.draw.choice([None, ir.Printed("Tile", 1)]), TILE, ORIGIN)
            case 1:
                return ir.Unwrap(self.option(Option(TILE), depth - 1, known), TILE, ORIGIN)
            case 2:
                return self.choose(TILE, depth, known)
            case _:
                fitting = [local for local in known if local.domain == TILE]
                return self.draw.choice(fitting) if fitting else ir.Printed("Tile", self.draw.randrange(len(TILES)))

    def tile_place(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        match self.draw.randrange(5):
            case 0:
                return ir.PlaceAt("rack", None, "Tile")
            case 1:
                return ir.PlaceAt("lot", None, "Tile")
            case 2:
                return ir.PlaceAt("shelf", self.one(PLAYER, depth - 1, known), "Tile")
            case 3:
                return ir.PlaceAt("desk", self.one(PLAYER, depth - 1, known), "Tile")
            case _:
                return ir.Located(self.draw.choice(["shelf", "desk"]), self.tile(depth - 1, known), "Tile", ORIGIN)

    def tiles(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        match self.draw.randrange(10) if depth > 0 else 10:
            case 9:
                binding = self.binding(self.tiles(depth - 1, known), TILE, depth, known)
                return ir.Image(self.tile(depth - 1, (*known, binding.var)), binding, SetOf(TILE))
            case 8:
                return ir.Rest(self.tiles(depth - 1, known), SetOf(TILE))
            case 0:
                binding = self.binding(self.tiles(depth - 1, known), TILE, depth, known)
                return ir.Filter(binding, SetOf(TILE))
            case 1:
                return ir.SetLiteral(
                    tuple(self.tile(depth - 1, known) for _ in range(self.draw.randint(1, 3))), SetOf(TILE)
                )
            case 2:
                op = self.draw.choice(["union", "minus"])
                return ir.SetArith(op, self.tiles(depth - 1, known), self.tiles(depth - 1, known), SetOf(TILE))
            case 3:
                return ir.AllMembers(TILE)
            case 4:
                return ir.ReadVariable("marked", None, SetOf(TILE))
            case 5:
                return self.choose(SetOf(TILE), depth, known)
            case _:
                name, family = self.draw.choice([("chest", 0), ("rack", 0), ("lot", 0), ("shelf", 1), ("desk", 1)])
                key = self.one(PLAYER, depth - 1, known) if family and self.draw.random() < 0.6 else None
                return ir.Contents(name, key, "Tile")

    def seats(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        match self.draw.randrange(5) if depth > 0 else 9:
            case 3:
                binding = self.binding(self.tiles(depth - 1, known), TILE, depth, known)
                return ir.Image(self.one(PLAYER, depth - 1, (*known, binding.var)), binding, SetOf(PLAYER))
            case 0:
                return ir.SetLiteral(tuple(self.one(PLAYER, depth - 1, known) for _ in range(2)), SetOf(PLAYER))
            case 1:
                var = self.local(PLAYER)
                return ir.Filter(
                    ir.Binding(var, ir.AllMembers(PLAYER), self.truth(depth - 1, (*known, var))), SetOf(PLAYER)
                )
            case 2:
                op = self.draw.choice(["union", "minus"])
                return ir.SetArith(op, self.seats(depth - 1, known), self.seats(depth - 1, known), SetOf(PLAYER))
            case _:
                return ir.ReadVariable("taxed", self.one(TOWN, depth - 1, known), SetOf(PLAYER))

    def option(self, domain: Domain, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        if self.draw.random() < 0.15:
            return ir.Nothing(domain)
        if depth > 0 and self.draw.random() < 0.3:
            inner = domain.inner  # type: ignore[union-attr]
            there = self.one(inner, depth - 1, known) if self.draw.random() < 0.5 else self.option(domain, 0, known)
            return ir.If(self.truth(depth - 1, known), there, self.option(domain, depth - 1, known), domain)
        match domain:
            case Option(inner=Piece(component="Tile")):
                return ir.ReadVariable("favourite", self.one(PLAYER, depth - 1, known), domain)
            case Option(inner=Enum(kind="Town")):
                return ir.FieldOf(self.one(TOWN, depth - 1, known), "rival", None, domain)
            case Option(inner=Enum(kind="Colour")):
                if self.draw.random() < 0.5:
                    return ir.FieldOf(self.offer(depth - 1, known), "wanted", None, domain)
                return ir.FieldOf(self.tile(depth - 1, known), "mayor", None, domain)
            case _:
                return ir.ReadVariable("lead", None, domain)

    def offer(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        if depth <= 0 or self.draw.random() < 0.4:
            return ir.ReadVariable("offer", None, OFFER)
        if self.draw.random() < 0.3:
            return self.choose(OFFER, depth, known)
        parts = (self.one(PLAYER, depth - 1, known), self.one(SMALL, depth - 1, known))
        return ir.MakeRecord("Offer", (*parts, self.option(Option(COLOUR), depth - 1, known)), OFFER)

    # ---- MORE OF THE OLD ONES

    def some_set(self, depth: int, known: tuple[ir.Local, ...]) -> tuple[ir.Expr, Domain]:
        match self.draw.randrange(8):
            case 0 | 1:
                return self.tiles(depth, known), TILE
            case 2:
                return self.seats(depth, known), PLAYER
            case 3:
                domain: Domain = self.draw.choice([TOWN, COLOUR, SMALL])
                return ir.AllMembers(domain), domain
            case _:
                return super().some_set(depth, known)

    def number(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        local = self.lively(known)
        if local is not None and self.draw.random() < (0.8 if depth <= 0 else 0.2):
            return self.number_of(local)
        if depth > 0 and self.draw.random() < 0.3:
            return self.counted(depth, known)
        if depth <= 0 or self.draw.random() < 0.6:
            return super().number(depth, known)
        match self.draw.randrange(8):
            case 0:
                return ir.FieldOf(self.tile(depth - 1, known), "worth", None, Range(1, 4))
            case 1:
                return ir.FieldOf(self.tile(depth - 1, known), "price", self.one(COLOUR, depth - 1, known), Range(0, 4))
            case 2:
                return ir.FieldOf(self.one(TOWN, depth - 1, known), "size", None, Range(1, 4))
            case 3:
                return ir.FieldOf(self.one(TOWN, depth - 1, known), "price", self.one(COLOUR, 0, known), Range(0, 4))
            case 4:
                return ir.FieldOf(self.offer(depth - 1, known), "amount", None, SMALL)
            case 5:
                return ir.ReadVariable("score", self.one(PLAYER, depth - 1, known), COUNT)
            case 6:
                return ir.TokensOn("Gem", "Tile", self.tile(depth - 1, known))
            case _:
                return ir.TokensOn("Gem", "Town", self.one(TOWN, depth - 1, known))

    def truth(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        local = self.lively(known)
        if local is not None and self.draw.random() < (0.8 if depth <= 0 else 0.2):
            return self.truth_of(local)
        if depth <= 0 or self.draw.random() < 0.6:
            return super().truth(depth, known)
        match self.draw.randrange(6):
            case 0:
                domain: Domain = self.draw.choice(
                    [TILE, TOWN, OFFER, SetOf(TILE), SetOf(PLAYER), SetOf(COLOUR), Place("Tile")]
                )
                return ir.Equal(self.one(domain, depth - 1, known), self.one(domain, depth - 1, known))
            case 1:
                inner = self.draw.choice([TILE, TOWN, PLAYER, COLOUR])
                option = self.option(Option(inner), depth - 1, known)
                other: Domain = (
                    Option(inner) if isinstance(option, ir.Nothing) else self.draw.choice([inner, Option(inner)])
                )
                return ir.Equal(option, self.one(other, depth - 1, known))
            case 2:
                kind: Domain = self.draw.choice([TOWN, COLOUR, PLAYER])
                return ir.Less(
                    self.one(kind, depth - 1, known), self.one(kind, depth - 1, known), self.draw.random() < 0.5
                )
            case 3:
                under = ir.Contents("under", self.draw.choice([None, self.tile(depth - 1, known)]), "Card")
                return ir.Contains(self.piece(depth - 1, known), under)
            case 4:
                return ir.IsEmpty(ir.Contents("under", self.tile(depth - 1, known), "Card"))
            case _:
                return ir.Contains(self.one(PLAYER, depth - 1, known), self.seats(depth - 1, known))

    # ---- WHAT DEPENDS ON THE STATE, AND ON WHAT IS BOUND

    def lively(self, known: tuple[ir.Local, ...]) -> ir.Local | None:
        """The innermost local, if something can be asked of it."""
        asked = {CARD, TILE, TOWN, PLAYER, COLOUR, SMALL}
        return known[-1] if known and known[-1].domain in asked else None

    def number_of(self, local: ir.Local) -> ir.Expr:
        match local.domain:
            case Piece(component="Card"):
                return ir.FieldOf(local, "rank", None, Range(1, 3))
            case Piece():
                return self.draw.choice(
                    [ir.FieldOf(local, "worth", None, Range(1, 4)), ir.TokensOn("Gem", "Tile", local)]
                )
            case Enum(kind="Town"):
                return self.draw.choice(
                    [ir.FieldOf(local, "size", None, Range(1, 4)), ir.TokensOn("Gem", "Town", local)]
                )
            case Enum(kind="player"):
                return self.draw.choice([ir.ReadVariable("score", local, COUNT), ir.TokensOn("Chip", "player", local)])
            case Enum():
                return ir.FieldOf(ir.Printed("Tile", self.draw.randrange(5)), "price", local, Range(0, 4))
            case _:
                return local

    def truth_of(self, local: ir.Local) -> ir.Expr:
        match local.domain:
            case Piece(component="Card") if self.draw.random() < 0.5:
                return ir.Equal(ir.FieldOf(local, "colour", None, COLOUR), self.member("Colour", 0, ()))
            case Piece(component="Tile") if self.draw.random() < 0.5:
                return ir.Contains(local, ir.ReadVariable("marked", None, SetOf(TILE)))
            case Enum(kind="player") if self.draw.random() < 0.5:
                return ir.ReadVariable("flag", local, TRUTH)
            case Enum(kind="Colour") if self.draw.random() < 0.5:
                return ir.Contains(local, ir.ReadVariable("trumps", None, SetOf(COLOUR)))
            case _:
                few = ir.Number(self.draw.randint(1, 3))
                return ir.Less(self.number_of(local), few, self.draw.random() < 0.5)

    def counted(self, depth: int, known: tuple[ir.Local, ...]) -> ir.Expr:
        """A count, a sum or an extreme of what is sure to be there."""
        over, domain = self.draw.choice(
            [
                (ir.AllMembers(CARD), CARD), (ir.AllMembers(TILE), TILE), (ir.AllMembers(PLAYER), PLAYER),
                (ir.AllMembers(TOWN), TOWN), (ir.Contents("box", None, "Card"), CARD),
                (ir.Contents("hand", None, "Card"), CARD), (ir.ReadVariable("marked", None, SetOf(TILE)), TILE),
            ]
        )  # fmt: skip
        var = self.local(domain)
        inside = (*known, var)
        binding = ir.Binding(var, over, self.truth(self.draw.randint(0, depth - 1), inside))
        match self.draw.randrange(4):
            case 0 | 1:
                return ir.HowMany(binding)
            case 2:
                return ir.SumOf(self.number(0, inside), binding, COUNT)
            case _:
                plain = ir.Binding(var, over, YES) if isinstance(over, ir.AllMembers) else binding
                return ir.Extreme(self.draw.choice(["highest", "lowest"]), self.number(0, inside), plain, COUNT, ORIGIN)

    # ---- VALUES OF EVERY FORM

    def value(self, name: str, domain: Domain, params: tuple[ir.Local, ...]) -> model.Value:
        form = self.draw.randrange(5)
        if form == 0 or (form == 1 and domain not in {COUNT, SMALL}):
            count = self.draw.randint(2, 3)
            tests = [self.one(TRUTH, 2, params) for _ in range(count - 1)]
            guards = [(test,) for test in tests] if self.draw.random() < 0.3 else self.apart(tests)
            cases = tuple(
                model.Case(clause(f"{name}.case{number}"), given, self.one(domain, 2, params))
                for number, given in enumerate([*guards, tuple(ir.Not(test) for test in tests)])
            )
            body: model.Body = model.Cases(cases)
        elif form == 1:
            body = model.Sums(
                tuple(
                    model.Case(clause(f"{name}.plus{number}"), (self.one(TRUTH, 2, params),), self.number(2, params))
                    for number in range(self.draw.randint(1, 3))
                )
            )
        elif form == 2:
            body = self.ordered(name, domain, params)
        else:
            return super().value(name, domain, params)
        made = model.Value(name, params, domain, body, clause(name))
        self.callable.append(made)
        return made

    @staticmethod
    def apart(tests: list[ir.Expr]) -> list[tuple[ir.Expr, ...]]:
        """Guards of which no two hold."""
        return [(*(ir.Not(each) for each in tests[:number]), test) for number, test in enumerate(tests)]

    def ordered(self, name: str, domain: Domain, params: tuple[ir.Local, ...]) -> model.General:
        """Exceptions of which later ones stand over earlier ones."""
        exceptions = tuple(
            model.Exceptional(
                clause(f"{name}.exception{number}"),
                tuple(f"exception{below}" for below in range(number) if self.draw.random() < 0.7),
                (self.one(TRUTH, 2, params),),
                self.one(domain, 2, params),
            )
            for number in range(3)
        )
        return model.General(clause(f"{name}.normally"), self.one(domain, 2, params), exceptions)


def random_values(seed: int, number: int) -> tuple[model.Value, ...]:
    """Values of every form, of which later ones call earlier ones; the last have no parameters."""
    draw = random.Random(seed)
    maker = Rules(draw)
    made: list[model.Value] = []
    for index in range(number):
        params = ()
        if index < number // 3:
            params = tuple(maker.local(draw.choice([CARD, TILE, PLAYER, TOWN])) for _ in range(draw.randrange(3)))
        made.append(maker.value(f"value{index}", draw.choice(KINDS), params))
    return tuple(made)
