"""Listings: all that some values come to together in the states of a case, under each of several choices of readings.

A state that was found under one choice is one under another if all that hangs on the readings holds there as well. So
what comes of a change of readings is worked out in the states that are known, and the solver is asked whether there is
anything else under any of the choices: mostly there is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, cast

from attrs import define, field

from refengine.ir import domain as d, expressions as ir
from refengine.smt.course.study import Study
from refengine.smt.encode.scope import TermScope
from refengine.smt.encode.world import World
from refengine.smt.solving.model import Model, Reader
from refengine.smt.solving.solver import Session
from refengine.smt.terms.constants import hanging_on
from refengine.smt.terms.term import Bool, Num, Term
from refengine.smt.terms.value import Element, OptionValue, PieceValue, RecordValue, SetValue, Value, terms_of

MOST = 5_000
"""The greatest number of values that are listed under one choice of readings."""

Pinned: TypeAlias = Mapping[str, int]
"""A choice of readings: the number of the reading of each question that is open."""

Table: TypeAlias = tuple[tuple[str, ...], ...]
"""The rows of a table: in each what some values come to together."""


def reading_of(made: Study, question: str) -> Term:
    """Returns the constant that says which reading an open question has."""
    return cast("Term", made.world.configuration["question", question])


def pinned_down(made: Study, pinned: Pinned) -> tuple[Bool, ...]:
    """Returns the terms that questions have the chosen readings."""
    return tuple(made.terms.equal(cast("Num", reading_of(made, name)), number) for name, number in pinned.items())


class OtherReadings(Mapping[Term, "bool | int"]):
    """The constants of a state under another choice of readings; what is defined is to be worked out anew."""

    def __init__(self, made: Study, known: Mapping[Term, bool | int], pinned: Pinned) -> None:
        self._known, self._definitions = known, made.terms.definitions
        self._chosen = {reading_of(made, name): number for name, number in pinned.items()}

    def __getitem__(self, term: Term) -> bool | int:
        return self._chosen[term] if term in self._chosen else self._known[term]

    def __contains__(self, term: object) -> bool:
        return term in self._chosen or (term in self._known and term not in self._definitions)

    def __iter__(self) -> Iterator[Term]:
        return (each for each in {**dict.fromkeys(self._known), **self._chosen} if each in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@define
class Listing:
    """A listing of what some values come to where all that is `wanted` holds.

    They are looked for in whole states: what is known of some parts alone does not forbid that a piece is there twice.
    """

    study: Study
    wanted: tuple[Bool, ...]
    values: tuple[tuple[d.Domain, Value], ...]
    leaning: dict[str, None] = field(factory=dict)
    """The labels of the facts on which it rests that no more is listed."""
    cut_short: str = ""
    """Why not all is listed, if it is not."""
    _tables: list[dict[Bool, tuple[str, ...]]] = field(factory=list)
    """The rows found under each choice, each by the term that the values are so."""
    _changing: tuple[int, tuple[Bool, ...]] | None = None
    """The number of facts that there were, and what of them and of what is wanted hangs on a reading."""
    _searching: Session | None = None

    def under(self, choices: tuple[Pinned, ...]) -> tuple[Table, ...]:
        """Returns what they come to under each choice; none if it is too much."""
        self._tables = [{} for _ in choices]
        states = self._searched(choices[0], self._tables[0])
        for state in states if len(choices) > 1 else ():
            self._tell_of(state, choices)
        if not self.cut_short and not self._closed_together(choices):
            for choice, table in zip(choices, self._tables, strict=True):
                self._searched(choice, table)
                self._close(self._else((choice,), (table,)))
        return tuple(() if self.cut_short else tuple(table.values()) for table in self._tables)

    def _closed_together(self, choices: tuple[Pinned, ...]) -> bool:
        """Returns whether a look at a few more states shows that nothing else comes under any of the choices."""
        for _ in choices:
            answer = self.study.solver.ask(*self.wanted, self._else(choices, self._tables), reach="whole", why=True)
            if answer.result == "unsat":
                self.leaning.update(dict.fromkeys(answer.needed))
                return True
            if answer.result == "unknown" or not self._tell_of(answer.model, choices):
                return False
        return False

    def _else(self, choices: Iterable[Pinned], tables: Iterable[Iterable[Bool]]) -> Bool:
        """Returns the term that under one of some choices something comes that its table has not."""
        terms = self.study.terms
        return terms.any(
            terms.all((*pinned_down(self.study, choice), *map(terms.not_, table)))
            for choice, table in zip(choices, tables, strict=True)
        )

    def _close(self, more: Bool) -> None:
        answer = self.study.solver.ask(*self.wanted, more, reach="whole", why=True)
        if answer.result != "unsat":
            self.cut_short = self.cut_short or self.study.solver.gave_up
        self.leaning.update(dict.fromkeys(answer.needed))

    def _searched(self, choice: Pinned, table: dict[Bool, tuple[str, ...]]) -> list[Mapping[Term, bool | int]]:
        """Looks for all that comes under a choice and is not in its table; returns the states in which it comes."""
        terms, pinned = self.study.terms, pinned_down(self.study, choice)
        session, states = self._session(pinned), []
        with session.meanwhile(*pinned):
            for each in table:
                session.keep(terms.not_(each))
            while (answer := session.decide()).result == "sat":
                if len(table) == MOST:
                    self.cut_short = f"there are more than {MOST:,} values"
                    break
                states.append(answer.model)
                session.keep(terms.not_(self._tell(Model(terms, answer.model), table)))
        return states

    # ---- STATES THAT ARE KNOWN

    def _tell_of(self, state: Mapping[Term, bool | int], choices: Iterable[Pinned]) -> bool:
        """Puts into each table what comes in a state under its choice, if there is such a state; whether any is new."""
        terms, told = self.study.terms, False
        for choice, table in zip(choices, self._tables, strict=True):
            found = Model(terms, OtherReadings(self.study, state, choice))
            if all(map(found.of, self._hanging_on_readings())):
                before = len(table)
                self._tell(found, table)
                told = told or len(table) > before
        return told

    def _hanging_on_readings(self) -> tuple[Bool, ...]:
        """Returns the facts and conditions that hang on a reading: the others hold in a state under any."""
        made = self.study
        number = len(made.solver.facts)
        if self._changing is None or self._changing[0] != number:
            readings = frozenset(reading_of(made, each.name) for each in made.rules.questions)
            said = (*(fact for _, fact in made.solver.relevant({}, "whole")), *self.wanted)
            self._changing = number, tuple(hanging_on(said, readings, made.terms.definitions))
        return self._changing[1]

    def _tell(self, found: Model, table: dict[Bool, tuple[str, ...]]) -> Bool:
        """Puts what the values are under a model into a table; returns the term that they are so."""
        made = self.study
        read = Reader(made.world.layout, found)
        same = made.terms.all(same_as_in(made, domain, value, found) for domain, value in self.values)
        table[same] = tuple(_told(read.value(domain, value)) for domain, value in self.values)
        return same

    def _session(self, pinned: tuple[Bool, ...]) -> Session:
        """Returns the session in which all searches go on, the first of which is under some readings."""
        if self._searching is None:
            about = (*(part for _, value in self.values for part in terms_of(value)), *pinned)
            self._searching = self.study.solver.session(*self.wanted, about=about, reach="whole")
        return self._searching


def named_values(world: World, asked: Iterable[ir.Expr], scope: TermScope) -> tuple[tuple[d.Domain, Value], ...]:
    """Returns what expressions come to, with a constant for each part, and their domains."""
    found = ((expr.domain, world.encode(expr, scope)) for expr in asked)
    return tuple(
        (domain, world.values.named(domain, "shown", told_apart(world, domain, value))) for domain, value in found
    )


def told_apart(world: World, domain: d.Domain, value: Value) -> Value:
    """Returns a value with an element for each member that a set may have: two sets then differ in what they hold."""
    terms, values = world.terms, world.values
    match domain, value:
        case d.SetOf(inner=d.Piece(component=name) as piece), SetValue() if values.is_alike(piece):
            held: list[Element] = []
            for each in values.printed[name]:
                copies = values.times_in(piece, value, each)
                held.append(Element(terms.at_most(1, copies), each, copies))
            return SetValue(tuple(held))
        case d.SetOf(inner=inner), SetValue():
            return values.canonical(inner, value)
        case d.Option(inner=inner), OptionValue(present=present, inner=held_) if held_ is not None:
            return OptionValue(present, told_apart(world, inner, held_))
        case d.Record(name=name), RecordValue(fields=fields):
            told = zip(values.records[name].fields, fields, strict=True)
            return RecordValue(tuple(told_apart(world, field.domain, each) for field, each in told))
        case _:
            return value


def same_as_in(made: Study, domain: d.Domain, value: Value, found: Model) -> Bool:
    """Returns the term that a value is what it is under a model."""
    terms = made.terms
    match domain, value:
        case d.Truth(), _:
            return value if found.of(cast("Bool", value)) else terms.not_(cast("Bool", value))  # type: ignore[return-value]
        case _, PieceValue(index=index):
            return terms.equal(index, found.of(index))
        case d.Option(inner=inner), OptionValue(present=present, inner=held):
            if not found.of(present):
                return terms.not_(present)
            return present if held is None else terms.and_(present, same_as_in(made, inner, held, found))
        case _, SetValue(elements=elements):
            return terms.all(
                terms.equal(each.times, found.of(each.times))
                if each.times != 1
                else (each.guard if found.of(each.guard) else terms.not_(each.guard))
                for each in elements
            )
        case d.Record(name=name), RecordValue(fields=fields):
            told = zip(made.world.values.records[name].fields, fields, strict=True)
            return terms.all(same_as_in(made, field.domain, each, found) for field, each in told)
        case _:
            return terms.equal(cast("Num", value), found.of(cast("Num", value)))


def in_order(told: str) -> tuple[bool, int, str]:
    """Returns what a value is sorted by where it is listed: numbers by what they are, and they stand first."""
    number = told.removeprefix("-").isdecimal()
    return not number, int(told) if number else 0, told


def _told(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict):
        return f"({', '.join(map(_told, value.values()))})"
    if isinstance(value, list):
        return f"{{{', '.join(map(_told, value))}}}"
    return str(value).lower() if isinstance(value, bool) else str(value)
