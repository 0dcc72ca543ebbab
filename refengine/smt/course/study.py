"""A study: one game under one number of players, what is known of its questions, and a solver for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Literal, cast

from attrs import frozen

from refengine.ir import domain as d, expressions as ir, game as model
from refengine.ir.configuration import COUNTED
from refengine.ir.kept_under import not_kept
from refengine.ir.specialise import with_seats
from refengine.smt.encode.expressions import world_of
from refengine.smt.encode.world import World
from refengine.smt.goal import Limits, Position
from refengine.smt.solving.memory import Memory
from refengine.smt.solving.model import Model, Reader
from refengine.smt.solving.question import QueryAnswer
from refengine.smt.solving.solver import Solver
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Fact, RecordValue, Value, terms_of
from refengine.smt.terms.values import Values
from refengine.smt.terms.window import Window

Dump = Callable[[str, str], None]


@frozen(eq=False)
class Study:
    """A study: the game, the solver and the terms of some questions.

    `rules` is the game as written, `world` the game as so many players read it.
    """

    rules: model.Game
    players: int
    world: World
    solver: Solver

    @property
    def terms(self) -> Terms:
        """The maker of terms."""
        return self.world.terms

    def whole_state(self, *conditions: Bool, by_default: bool) -> QueryAnswer:
        """Returns whether conditions hold in a state of all facts, which is the model.

        With `by_default` as many readings and options are the defaults as may be where they hold.
        """
        usual = [each for each in self._defaults() if each is not True] if by_default else []
        answer = self.solver.ask(*conditions, *usual, reach="whole")
        if answer.result == "sat" or not usual:
            return answer
        answer = self.solver.ask(*conditions, reach="whole")
        if answer.result != "sat":
            return answer
        kept = conditions
        for each in usual:
            if self.solver.ask(*kept, each, reach="whole").result == "sat":
                kept = (*kept, each)
        return self.solver.ask(*kept, reach="whole")

    def _defaults(self) -> Iterator[Bool]:
        """Yields for all that may be chosen before a game the term that it is as it is by default."""
        chosen = self.world.configuration
        for question in self.rules.questions:
            yield self._is_literal(chosen["question", question.name], default_reading(question).value)
        for option in self.rules.options:
            yield self._is_literal(chosen["option", option.name], option.default)

    def _is_literal(self, value: Value, expr: ir.Expr) -> Bool:
        wanted = literal(expr)
        if isinstance(wanted, bool):
            return self.terms.iff(cast("Bool", value), wanted)
        return self.terms.equal(cast("Num", value), wanted)

    def configuration(self, world: World, found: Model) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Returns the readings and options of a world under a model, by name."""
        readings = tuple(
            (question.name, self._reading(question, world.configuration["question", question.name], found))
            for question in self.rules.questions
        )
        options = tuple(
            (option.name, self._option(option, world.configuration["option", option.name], found))
            for option in self.rules.options
        )
        return tuple(sorted(readings)), tuple(sorted(options))

    @staticmethod
    def _reading(question: model.Question, value: Value, found: Model) -> str:
        chosen = found.of(cast("Num", value))
        for each in question.readings:
            if literal(each.value) == chosen:
                return each.name
        return question.readings[0].name

    def _option(self, option: model.Option, value: Value, found: Model) -> str:
        chosen = Reader(self.world.layout, found).value(option.domain, value)
        return str(chosen).lower() if isinstance(chosen, bool) else str(chosen)

    def position(self, world: World, state: State, found: Model, *, whole: bool = False) -> Position:
        """Returns a state under a model as data."""
        readings, options = self.configuration(world, found)
        data = Reader(world.layout, found).state(state, whole=whole)
        gone = not_kept(world.game.variables, dict(readings))
        data["variables"] = {name: held for name, held in data["variables"].items() if name not in gone}
        related = world.values.related.pairs(found.of)
        kinds = tuple(
            (kind.name, self._rows(kind, rows, found)) for kind, rows in world.values.any_fields.kinds(world.values)
        )
        return Position(len(world.values.kinds["player"].members), readings, options, data, related, kinds)

    def _rows(
        self, kind: model.Kind, rows: tuple[RecordValue, ...], found: Model
    ) -> tuple[tuple[model.Datum, ...], ...]:
        """Returns the data of a kind's members; what the question did not speak of is as printed."""
        read = Reader(self.world.layout, found)
        return tuple(
            tuple(
                read.datum(told, held) if all(map(found.speaks_of, terms_of(held))) else as_printed
                for told, held, as_printed in zip(kind.fields, row.fields, printed, strict=True)
            )
            for row, printed in zip(rows, kind.rows, strict=True)
        )


def literal(expr: ir.Expr) -> int | bool:
    """Returns the number of a reading or option that is a literal."""
    match expr:
        case ir.Member(index=index):
            return index
        case ir.Number(value=value) | ir.TruthLiteral(value=value):
            return value
        case _:
            raise TypeError(expr)


@frozen(eq=False)
class _GameKey:
    """A game as a key: another one may be equal to it and stand elsewhere, or lack other parts."""

    rules: model.Game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _GameKey) and other.rules is self.rules

    def __hash__(self) -> int:
        return id(self.rules)


def seated_rules(rules: model.Game, players: int) -> model.Game:
    """Returns the rules with so many seats folded in, and nothing else."""
    return _with_seats(_GameKey(rules), players)


@lru_cache(maxsize=16)
def _with_seats(same: _GameKey, players: int) -> model.Game:
    return with_seats(same.rules, players)


def study(
    rules: model.Game,
    players: int,
    limits: Limits,
    readings: Literal["default", "any"] = "any",
    under: tuple[tuple[str, str], ...] = (),
    dump: Dump | None = None,
    name: str = "query",
    window: Window | None = None,
    memory: Memory | None = None,
) -> Study:
    """Returns a study of the rules; with `readings` "any" of all complete sets of readings and all options at once."""
    game = seated_rules(rules, players)
    terms = Terms()
    values = Values(game, terms=terms, window=window)
    configuration = _configuration(rules, values, readings, dict(under))
    world = world_of(game, values, {**configuration, ("players", "players"): players}, partial(seated_rules, rules))
    return Study(rules, players, world, Solver(terms, values.facts, limits.rlimit, dump, name, memory=memory))


def default_reading(question: model.Question) -> model.Reading:
    """Returns the reading that is played by; of a question without a default the first that is complete."""
    for each in question.readings:
        if each.default:
            return each
    return next((each for each in question.readings if not each.incomplete), question.readings[0])


def _configuration(
    rules: model.Game, values: Values, readings: str, under: Mapping[str, str]
) -> dict[tuple[str, str], Value]:
    chosen: dict[tuple[str, str], Value] = {}
    for question in rules.questions:
        key = ("question", question.name)
        if question.name in under:
            (reading,) = (each for each in question.readings if each.name == under[question.name])
            chosen[key] = literal(reading.value)
        elif readings == "default":
            chosen[key] = literal(default_reading(question).value)
        else:
            chosen[key] = any_reading(question, values)
    for option in rules.options:
        if readings == "default":
            chosen["option", option.name] = literal(option.default)
        elif isinstance(option.domain, d.Count):
            chosen["option", option.name] = values.fresh(d.Range(0, COUNTED - 1), f"option {option.name}")
        else:
            chosen["option", option.name] = values.fresh(option.domain, f"option {option.name}")
    return chosen


def any_reading(question: model.Question, values: Values, *, incomplete: bool = False) -> Num:
    """Returns a number that is one of the complete readings, or with `incomplete` any."""
    possible = sorted({int(literal(each.value)) for each in question.readings if incomplete or not each.incomplete})
    if len(possible) < 2:
        return possible[0] if possible else int(literal(question.readings[0].value))
    made: Term = values.terms.number(f"question {question.name}", possible[0], possible[-1])
    made.values = None  # so that the facts below are not folded away
    values.facts.append(Fact(values.terms.any(values.terms.equal(made, each) for each in possible)))
    made.values = frozenset(possible)
    return made
