"""Random effects in the game of `small_game`.

Most of what is drawn without thought would break off at once, so that pieces are mostly moved where they lie there, and
tokens in small numbers.
"""

# mypy: disable-error-code="return-value,arg-type,assignment,call-arg,union-attr,var-annotated,no-untyped-call,unused-ignore"
# (nodes are drawn by domain, which a checker of Python can not follow)

from refengine.ir import control, expressions as ir
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Option, SetOf
from tests.agreement.random_rules import Rules
from tests.agreement.small_game import OFFER, TILE, TOWN
from tests.engine.random_expressions import CARD, COLOUR, ORIGIN, SMALL, YES, clause

Known = tuple[ir.Local, ...]


class Effects(Rules):
    """Makes effects of one script after the other; what a `let` binds is known after it."""

    script = "Battle"
    branch = 0

    def effects(self, number: int, depth: int, known: Known) -> tuple[tuple[control.Effect, ...], Known]:
        made: list[control.Effect] = []
        for _ in range(number):
            if self.draw.random() < 0.2:
                var = self.local(self.draw.choice([CARD, TILE, PLAYER, COUNT, TRUTH]))
                value = self.one(var.domain, 2, known) if var.domain != COUNT else self.how_many(known)
                made.append(control.LetIn(var, value))
                known = (*known, var)
            else:
                made.append(self.effect(depth, known))
        return tuple(made), known

    def how_many(self, known: Known) -> ir.Expr:
        var = self.local(TILE)
        return ir.HowMany(ir.Binding(var, self.tiles(1, known), YES))

    def effect(self, depth: int, known: Known) -> control.Effect:
        match self.draw.randrange(10 if depth > 0 else 6):
            case 0 | 1:
                return self.move(known)
            case 2:
                return self.tokens(known)
            case 3:
                return self.setting(known)
            case 4:
                return self.adding(known)
            case 5:
                name, domain, kind = self.draw.choice(
                    [("marked", TILE, None), ("trumps", COLOUR, None), ("taxed", PLAYER, TOWN)]
                )
                key = None if kind is None else self.one(kind, 1, known)
                return control.AddMember(name, key, self.one(domain, 1, known), self.draw.random() < 0.6, ORIGIN)
            case 6:
                then, _ = self.effects(self.draw.randint(1, 2), depth - 1, known)
                otherwise, _ = self.effects(self.draw.randint(0, 1), depth - 1, known)
                return control.When(self.truth(2, known), then, otherwise)
            case 7:
                return self.branches(depth, known)
            case 8:
                body, _ = self.effects(self.draw.randint(1, 3), depth - 1, known)
                return control.Simultaneous(body, ORIGIN)
            case _:
                return self.each(depth, known)

    def move(self, known: Known) -> control.Effect:
        fitting = [local for local in known if local.domain in {CARD, TILE}]
        if fitting and self.draw.random() < 0.5:
            piece: ir.Expr = self.draw.choice(fitting)
        else:
            piece = ir.Printed("Card", self.draw.randrange(9)) if self.draw.random() < 0.5 else self.tile(0, ())
        card = piece.domain == CARD
        zone = self.draw.choice(["box", "pile", "hand"] if card else ["chest", "rack", "shelf", "lot"])
        source: ir.Expr = ir.Located(zone, piece, piece.domain.component, ORIGIN)
        if zone in {"box", "pile", "chest", "rack", "lot"}:
            source = ir.PlaceAt(zone, None, piece.domain.component)
        target = self.place(2, known) if card else self.tile_place(2, known)
        if self.draw.random() < 0.4:
            target = ir.PlaceAt("box" if card else "chest", None, piece.domain.component)
        move = control.MovePiece(piece, piece.domain.component, source, target, ORIGIN, self.amount(piece, zone))
        if self.draw.random() < 0.2:
            return move
        return control.When(ir.Contains(piece, ir.Contents(zone, None, piece.domain.component)), (move,), ())

    def amount(self, piece: ir.Expr, zone: str) -> ir.Expr | None:
        """Mostly one; else a few, or all that lie there."""
        number = self.draw.random()
        if number < 0.6:
            return None
        if number < 0.9:
            return ir.Number(self.draw.choice([0, 1, 1, 2, 2, 3]))
        var = self.local(piece.domain)
        there = ir.Contents(zone, None, piece.domain.component)
        return ir.HowMany(ir.Binding(var, there, ir.Equal(var, piece)))

    def tokens(self, known: Known) -> control.MoveTokens:
        token, kinds = self.draw.choice([("Chip", [("player", PLAYER)]), ("Gem", [("Town", TOWN), ("Tile", TILE)])])

        def end() -> tuple[str, ir.Expr] | None:
            if self.draw.random() < 0.35:
                return None
            holder, domain = self.draw.choice(kinds)
            return holder, self.one(domain, 1, known)

        amount = ir.Number(self.draw.choice([0, 1, 1, 1, 2])) if self.draw.random() < 0.7 else self.number(1, known)
        return control.MoveTokens(token, amount, end(), end(), ORIGIN)

    def setting(self, known: Known) -> control.SetVariable:
        name, kind, domain = self.draw.choice(
            [
                ("round", None, SMALL), ("flag", PLAYER, TRUTH), ("side", PLAYER, COLOUR), ("lead", None, Option(PLAYER)),
                ("trumps", None, SetOf(COLOUR)), ("favourite", PLAYER, Option(TILE)), ("offer", None, OFFER),
                ("marked", None, SetOf(TILE)), ("taxed", TOWN, SetOf(PLAYER)),
            ]
        )  # fmt: skip
        key = None if kind is None else self.one(kind, 1, known)
        return control.SetVariable(name, key, self.one(domain, 2, known), ORIGIN)

    def adding(self, known: Known) -> control.AddNumber:
        amount = ir.Number(self.draw.choice([-1, 0, 1, 1])) if self.draw.random() < 0.8 else self.number(1, known)
        if self.draw.random() < 0.4:
            return control.AddNumber("round", None, amount, ORIGIN)
        return control.AddNumber("score", self.one(PLAYER, 1, known), amount, ORIGIN)

    def branches(self, depth: int, known: Known) -> control.Branches:
        test = self.truth(2, known)
        guards: list[tuple[ir.Expr, ...]] = [(test,), (ir.Not(test),)]
        if self.draw.random() < 0.3:
            guards.insert(0, (self.truth(1, known),))
        cases = tuple(
            control.BranchCase(self.numbered(), each, self.effects(1, depth - 1, known)[0]) for each in guards
        )
        return control.Branches(cases, ORIGIN)

    def numbered(self) -> control.Clause:
        """Another clause of the script."""
        self.branch += 1
        return clause(f"{self.script}.branch{self.branch}")

    def each(self, depth: int, known: Known) -> control.Each:
        over, domain = self.draw.choice(
            [
                lambda: (ir.Contents("hand", None, "Card"), CARD), lambda: (ir.Contents("pile", None, "Card"), CARD),
                lambda: (ir.Contents("seat", None, "Card"), CARD), lambda: (ir.Contents("shelf", None, "Tile"), TILE),
                lambda: (ir.Contents("rack", None, "Tile"), TILE), lambda: (ir.AllMembers(PLAYER), PLAYER),
                lambda: (self.tiles(1, known), TILE), lambda: (self.colours(1, known), COLOUR),
            ]
        )()  # fmt: skip
        var = self.local(domain)
        condition = YES if self.draw.random() < 0.5 else self.truth(2, (*known, var))
        body, _ = self.effects(self.draw.randint(1, 2), depth - 1, (*known, var))
        if isinstance(over, ir.Contents) and self.draw.random() < 0.7:
            where = ir.Located(over.zone, var, over.component, ORIGIN)
            if over.zone not in {"hand", "seat", "shelf", "desk"}:
                where = ir.PlaceAt(over.zone, None, over.component)
            goal = self.place(1, (*known, var)) if domain == CARD else self.tile_place(1, (*known, var))
            if self.draw.random() < 0.4:
                goal = ir.PlaceAt("box" if domain == CARD else "chest", None, over.component)
            body = (control.MovePiece(var, over.component, where, goal, ORIGIN),)
        return control.Each(ir.Binding(var, over, condition), body, ordered=False, origin=ORIGIN)
