"""Random phases of the game of `small_game`: effects, ways that part, a phase that is entered, and decisions."""

# mypy: disable-error-code="return-value,arg-type,assignment,call-arg,union-attr,var-annotated,no-untyped-call,unused-ignore"
# (nodes are drawn by domain, which a checker of Python can not follow)

import random

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.domain import COUNT, PLAYER, TRUTH, Domain, Place, SetOf
from refengine.ir.liveness import with_live_params
from tests.agreement.random_effects import Effects, Known
from tests.agreement.small_game import TILE, game_of
from tests.engine.random_expressions import CARD, COLOUR, ORIGIN, SMALL, clause

START = "Battle"
"""The phase that is run from a position."""


class Phases(Effects):
    """Makes the points of a phase."""

    def point(self, name: str, most: int, known: Known, leave: control.Exit) -> control.Point:
        return control.Point(name, (), self.effects(self.draw.randint(0, most), 2, known)[0], leave)

    def cases(self, name: str, known: Known, one: control.Exit, other: control.Exit) -> control.ForkCases:
        """Two ways on, of which now and then both are open."""
        test = self.truth(2, known)
        against = ir.Not(test) if self.draw.random() < 0.8 else self.truth(1, known)
        return control.ForkCases(
            (
                control.ForkCase(clause(f"{self.script}.{name}_one"), (test,), one),
                control.ForkCase(clause(f"{self.script}.{name}_other"), (against,), other),
            ),
            ORIGIN,
        )

    def ask(self, known: Known, actions: tuple[str, ...], if_able: str | None) -> tuple[control.Ask, Known]:
        """A decision between actions, each with the point of its name; and the locals that all of these know."""
        if self.draw.random() < 0.25:
            listed = tuple(self.action(each, known, chance=True) for each in actions)
            return control.Ask("chance", None, None, listed, if_able, ORIGIN), known
        actor = self.local(PLAYER)
        who = self.one(PLAYER, 1, known)
        listed = tuple(self.action(each, (*known, actor), chance=False) for each in actions)
        return control.Ask("one", who, actor, listed, if_able, ORIGIN), (*known, actor)

    def action(self, name: str, known: Known, *, chance: bool) -> control.Action:
        choices: list[control.Choice] = []
        for _ in range(self.draw.choice([0, 1, 1, 2])):
            domain, over = self.drawn_from(known)
            var = self.local(domain)
            choices.append(control.Choice(var, over))
            known = (*known, var)
        path = f"{self.script}.{name}"
        guards = tuple(
            control.Guard(clause(f"{path}.when_{number}"), self.truth(2, known))
            for number in range(1, self.draw.choice([1, 1, 2]))
        )
        bars = self.bars(path, known, self.draw.choice([0, 0, 1]))
        weight = ir.Number(1) if chance and self.draw.random() < 0.3 else None
        self.chosen[name] = tuple(each.var for each in choices)
        return control.Action(name, clause(path), tuple(choices), guards, bars, weight, name)

    def bars(self, path: str, known: Known, number: int) -> tuple[control.Barred, ...]:
        return tuple(
            control.Barred(clause(f"{path}.bar_{each}"), (self.truth(2, known), self.truth(1, known)))
            for each in range(number)
        )

    def drawn_from(self, known: Known) -> tuple[Domain, ir.Expr]:
        match self.draw.randrange(6):
            case 0:
                return PLAYER, ir.AllMembers(PLAYER)
            case 1:
                return COLOUR, self.colours(1, known)
            case 2:
                return SMALL, ir.NumbersBetween(ir.Number(0), self.one(SMALL, 1, known), SetOf(SMALL))
            case 3:
                return TILE, self.tiles(1, known)
            case _:
                return CARD, self.contents(1, known)

    def left(self, name: str) -> control.Exit:
        """A way out of a phase that was entered."""
        return self.draw.choice([control.Done(ORIGIN), control.Done(ORIGIN), control.Abandon(name, ORIGIN)])

    def phase(self, name: str, enters: str | None) -> control.Script:
        """Effects, two ways on, perhaps a phase that comes back, a decision, and what comes of it."""
        self.script = name
        self.chosen: dict[str, Known] = {}
        params = (self.local(PLAYER),) if enters is None else ()
        shared = self.local(PLAYER)
        first, known = self.effects(self.draw.randint(0, 2), 2, params)
        start = (*first, control.LetIn(shared, self.one(PLAYER, 1, params)))
        ends: control.Exit = self.left(name) if enters is None else control.Over()
        kept = (*params, shared)
        inside = ends if enters is None else control.Enter(enters, (self.one(PLAYER, 1, kept),), "back", owes=ORIGIN)
        names = (f"{name}_one", f"{name}_other")
        ask, heard = self.ask(kept, names, self.draw.choice([None, "end", "end"]))
        points = [
            control.Point("start", (), start, self.cases("start", (*known, shared), inside, control.Jump("asks"))),
            self.point("asks", 1, kept, ask),
            *(self.point(each, 2, (*heard, *self.chosen[each]), control.Jump("end")) for each in names),
            self.point("end", 1, kept, ends),
        ]
        if enters is not None:
            points.append(self.point("back", 1, kept, control.Jump("asks")))
        bars = () if enters is not None else self.bars(name, params, self.draw.choice([0, 1, 1, 2]))
        return control.Script(name, clause(name), params, with_live_params(tuple(points), params), bars=bars)


def random_game(seed: int) -> model.Game:
    """A game of some values and two phases."""
    draw = random.Random(seed)
    maker = Phases(draw)
    domains: list[Domain] = [TRUTH, COUNT, PLAYER, Place("Card"), Place("Tile"), TILE]
    values = tuple(
        maker.value(f"value{number}", domain, (maker.local(draw.choice([CARD, TILE, PLAYER])),) if number % 2 else ())
        for number, domain in enumerate(domains)
    )
    return game_of(values, (maker.phase(START, "Rest"), maker.phase("Rest", None)))
