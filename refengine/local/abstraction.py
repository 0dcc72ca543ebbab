"""Abstraction: an expression that is not followed becomes a free constant of its domain, the same one for same texts.

Followed are truths, numbers, members of kinds and printed data, as far as they are made of each other; everything that
looks at the state is not. So what holds of all values that these may have holds in every state.

INVARIANT: a constant is the value of an expression where that has one, and anything of its domain where it has none or
is not asked. So nothing is told of it but what its domain says, and what holds of every value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, evolve, field

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Count, Domain, Enum, Option, Piece, Range, Truth
from refengine.ir.equality import are_equal
from refengine.ir.interval import bounds_of_domain
from refengine.ir.traverse import rewrite
from refengine.smt.course.study import literal
from refengine.smt.goal import Limits
from refengine.smt.solving.solver import Solver
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.terms import FEW, Terms
from refengine.smt.terms.value import Fact

AROUND = {"beside": 4, "around": 8}
"""The number of cells that are by a cell."""


@define
class Abstraction:
    """Makes terms of expressions of one game, seated for so many players; its `facts` hold in every state."""

    rules: model.Game
    limits: Limits
    terms: Terms = field(factory=Terms)
    solver: Solver = field(init=False)
    _values: Mapping[str, model.Value] = field(init=False)
    _sizes: Mapping[str, int] = field(init=False)
    _truths: dict[ir.Expr, Bool] = field(factory=dict)
    _presences: dict[ir.Expr, Bool] = field(factory=dict)
    _numbers: dict[ir.Expr, Num] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.solver = Solver(self.terms, [], self.limits.rlimit)
        self._values = {each.name: each for each in self.rules.values}
        readings = {each.name: len(each.readings) for each in self.rules.questions}
        self._sizes = {each.name: len(each.members) for each in self.rules.kinds} | readings

    def excludes(self, known: Iterable[ir.Expr], fails: Bool) -> bool:
        """Returns whether something cannot be where all that is known holds; False where the solver does not say so."""
        conditions = [self.truth(each) for each in known]
        return self.solver.ask(*conditions, fails, reach="whole").result == "unsat"

    def _tell(self, fact: Bool) -> None:
        self.solver.facts.append(Fact(fact))

    # ---- TRUTHS

    def truth(self, expr: ir.Expr) -> Bool:
        """Returns the term of a truth."""
        terms = self.terms
        match expr:
            case ir.TruthLiteral(value=value):
                return value
            case ir.Not():
                return terms.not_(self.truth(expr.inner))
            case ir.And(parts=parts):
                return terms.all(self.truth(each) for each in parts)
            case ir.Or(parts=parts):
                return terms.any(self.truth(each) for each in parts)
            case ir.If():
                return terms.if_truth(self.truth(expr.condition), self.truth(expr.then), self.truth(expr.otherwise))
            case ir.Equal():
                return self._equal(expr.left, expr.right)
            case ir.Less(strict=strict) if is_number(expr.left.domain) and is_number(expr.right.domain):
                one, other = self.number(expr.left), self.number(expr.right)
                return terms.not_(terms.at_most(other, one)) if strict else terms.at_most(one, other)
            case ir.InRange() if all(is_number(each.domain) for each in (expr.item, expr.low, expr.high)):
                number = self.number(expr.item)
                return terms.and_(
                    terms.at_most(self.number(expr.low), number), terms.at_most(number, self.number(expr.high))
                )
            case ir.Contains():
                return self._contains(expr.item, expr.set)
            case ir.Exists(binding=binding):
                return self._holds_of_one(expr, binding.domain)
            case ir.IsEmpty():
                return self.is_empty(expr.set)
            case ir.CallValue(name=name, args=args) if isinstance(self._values[name].body, model.Single):
                return self.truth(self.inlined(name, args))
            case _:
                return self._any_truth(expr)

    def _equal(self, left: ir.Expr, right: ir.Expr) -> Bool:
        terms = self.terms
        if isinstance(left, ir.Nothing) and isinstance(right, ir.Nothing):
            return True
        if isinstance(right, ir.Nothing) and isinstance(left.domain, Option):
            return terms.not_(self.is_present(left))
        if isinstance(left, ir.Nothing) and isinstance(right.domain, Option):
            return terms.not_(self.is_present(right))
        if isinstance(left.domain, Truth) and isinstance(right.domain, Truth):
            return terms.iff(self.truth(left), self.truth(right))
        if is_number(left.domain) and is_number(right.domain):
            return terms.equal(self.number(left), self.number(right))
        return True if are_equal(left, right) else self._any_truth(ir.Equal(left, right))

    def _contains(self, item: ir.Expr, members: ir.Expr) -> Bool:
        match members:
            case ir.SetLiteral(items=items):
                return self.terms.any(self._equal(item, each) for each in items)
            case ir.AllMembers(of=of) if of == item.domain and not isinstance(of, Piece):
                return True
            case ir.NumbersBetween():
                return self.truth(ir.InRange(item, members.low, members.high))
            case _:
                return self._holds_of_one(ir.Contains(item, members), members)

    def _holds_of_one(self, expr: ir.Expr, members: ir.Expr) -> Bool:
        """Returns a truth of which it is known that a set is not empty where it holds."""
        if expr not in self._truths:
            made = self._any_truth(expr)
            self._tell(self.terms.implies(made, self.terms.not_(self.is_empty(members))))
        return self._truths[expr]

    def is_empty(self, members: ir.Expr) -> Bool:
        """Returns the term that says that a set has no member."""
        match members:
            case ir.SetLiteral(items=items):
                return not items
            case ir.AllMembers(of=Enum(kind=kind)):
                return self._sizes[kind] == 0
            case _:
                return self._any_truth(ir.IsEmpty(members))

    def is_present(self, option: ir.Expr) -> Bool:
        """Returns the term that says that there is something in an option."""
        match option:
            case ir.Nothing():
                return False
            case ir.TurnAt(zone=zone):
                return self.terms.not_(self.is_empty(ir.Contents(zone, option.cell, self._component(zone))))
            case ir.If():
                return self.terms.if_truth(
                    self.truth(option.condition), self.is_present(option.then), self.is_present(option.otherwise)
                )
            case _ if not isinstance(option.domain, Option):
                return True
            case _:
                return self._presences.setdefault(option, self.terms.truth("present"))

    def _component(self, zone: str) -> str:
        return next(each.component for each in self.rules.zones if each.name == zone)

    def _any_truth(self, expr: ir.Expr) -> Bool:
        if expr not in self._truths:
            self._truths[expr] = self.terms.truth("truth")
        return self._truths[expr]

    # ---- NUMBERS

    def number(self, expr: ir.Expr) -> Num:
        """Returns the term of a number, or of a member of a kind, which is its place in that."""
        terms = self.terms
        match expr:
            case ir.Number(value=value) | ir.Member(index=value):
                return value
            case ir.Arith(op="+"):
                return terms.add(self.number(expr.left), self.number(expr.right))
            case ir.Arith(op="-"):
                return terms.minus(self.number(expr.left), self.number(expr.right))
            case ir.Arith(op="*"):
                return terms.times(self.number(expr.left), self.number(expr.right))
            case ir.NonZero() | ir.Among():
                return self.number(expr.inner)
            case ir.If():
                return terms.if_number(self.truth(expr.condition), self.number(expr.then), self.number(expr.otherwise))
            case ir.Narrow():
                return self._narrowed(expr, self.number(expr.inner))
            case ir.FieldOf(of=ir.Printed() | ir.Member() as of, field=name):
                printed = self._printed(of, name, expr.key)
                return self._any_number(expr) if printed is None else printed
            case _:
                return self._any_number(expr)

    def _narrowed(self, expr: ir.Narrow, inner: Num) -> Num:
        """A number that was found to be in its range is what it was; of one that was not nobody goes on."""
        if expr not in self._numbers:
            made = self._any_number(expr)
            self._tell(self.terms.implies(self.within(inner, expr.domain), self.terms.equal(made, inner)))
        return self._numbers[expr]

    def within(self, number: Num, domain: Domain) -> Bool:
        """Returns the term that says that a number is in its domain."""
        low, high = bounds_of_domain(domain)
        terms = self.terms
        return terms.and_(low is None or terms.at_most(low, number), high is None or terms.at_most(number, high))

    def _any_number(self, expr: ir.Expr) -> Num:
        if expr not in self._numbers:
            self._numbers[expr] = self.between(*self._bounds(expr))
            self._tell_of(expr, self._numbers[expr])
        return self._numbers[expr]

    def _tell_of(self, expr: ir.Expr, number: Num) -> None:
        """Tells what is known of a number beside its bounds."""
        match expr:
            case ir.Configured(what="question", name=name):
                self._tell(self._is_complete(number, name))
            case ir.HowMany(binding=ir.Binding(domain=members, condition=ir.TruthLiteral(value=True))):
                self._tell(self.terms.iff(self.terms.equal(number, 0), self.is_empty(members)))
            case ir.CallValue(name=name, args=args) if isinstance(self._values[name].body, model.Single):
                self._tell(self.terms.equal(number, self.number(self.inlined(name, args))))
            case _ if (printed := self._printed_on(expr)) is not None:
                self._tell(self.terms.any(self.terms.equal(number, each) for each in printed))
            case _:
                pass

    def between(self, low: int | None, high: int | None) -> Num:
        """Returns a number of which nothing but bounds is known."""
        made = self.terms.number("number", low, high)
        made.values = None  # so that the facts are not folded away
        if low is not None:
            self._tell(self.terms._make("at_most", (low, made), "truth"))
        if high is not None:
            self._tell(self.terms._make("at_most", (made, high), "truth"))
        return made

    def held(self, domain: Domain) -> Num:
        """Returns a number that something of this domain holds; nothing else is known of it."""
        return self.between(*bounds_of_domain(domain))

    def size(self, kind: str) -> int:
        """Returns the number of members of a kind."""
        return self._sizes[kind]

    def sorts(self, component: str) -> int:
        """Returns the number of sorts of pieces of a component."""
        return len(next(each for each in self.rules.components if each.name == component).pieces)

    def _is_complete(self, number: Num, question: str) -> Bool:
        """Returns whether a number is that of a complete reading; of a question that has none it may be any."""
        asked = next(each for each in self.rules.questions if each.name == question)
        complete = [int(literal(each.value)) for each in asked.readings if not each.incomplete]
        return not complete or self.terms.any(self.terms.equal(number, each) for each in complete)

    def _bounds(self, expr: ir.Expr) -> tuple[int | None, int | None]:
        match expr:
            case ir.HowMany(binding=binding):
                return 0, self._most(binding.domain)
            case ir.SumOf():
                low = self.least(expr.term)
                return (0 if low is not None and low >= 0 else None), None
            case ir.Arith(op="mod", right=ir.Number(value=value)) if value:
                return 0, abs(value) - 1
            case ir.Arith() | ir.Supply():
                return None, None
            case _ if isinstance(expr.domain, Enum):
                return 0, self._sizes[expr.domain.kind] - 1
            case _:
                return bounds_of_domain(expr.domain)

    def least(self, expr: ir.Expr) -> int | None:
        """Returns a number than which an expression is never less; None where none is known."""
        match expr:
            case ir.Arith(op="+"):
                one, other = self.least(expr.left), self.least(expr.right)
                return None if one is None or other is None else one + other
            case ir.Arith(op="*"):
                one, other = self.least(expr.left), self.least(expr.right)
                return 0 if one is not None and other is not None and one >= 0 and other >= 0 else None
            case ir.If():
                one, other = self.least(expr.then), self.least(expr.otherwise)
                return None if one is None or other is None else min(one, other)
            case ir.Number(value=value):
                return value
            case (
                ir.CallValue() | ir.ReadVariable() | ir.FieldOf() | ir.Local() | ir.HowMany() | ir.SumOf() | ir.Narrow()
            ):
                return self._bounds(expr)[0]
            case _:
                return None

    def _most(self, members: ir.Expr) -> int | None:
        """Returns how many members a set has at most; None where the text does not say."""
        match members:
            case ir.CellsBy(how=how):
                return AROUND[how]
            case ir.AllMembers(of=Enum(kind=kind)):
                return self._sizes[kind]
            case ir.AllMembers(of=Range(low=low, high=high)):
                return max(0, high - low + 1)
            case ir.Filter(binding=binding) | ir.Image(binding=binding):
                return self._most(binding.domain)
            case _:
                return None

    # ---- WHAT STANDS FOR WHAT

    def inlined(self, name: str, args: tuple[ir.Expr, ...]) -> ir.Expr:
        """Returns the expression that a value of one expression comes to, with these arguments."""
        value = self._values[name]
        assert isinstance(value.body, model.Single)
        given = dict(zip(value.params, args, strict=True))

        def put(node: object) -> object:
            if not isinstance(node, ir.Local):
                return node
            return given.get(node, evolve(node, name=f"{name}: {node.name}"))

        return rewrite(value.body.result, put)

    def _printed(self, of: ir.Printed | ir.Member, name: str, key: ir.Expr | None) -> int | None:
        """Returns the number of a printed field; None where it is no number, nor a member of a kind."""
        if isinstance(of, ir.Printed):
            component = next(each for each in self.rules.components if each.name == of.component)
            fields, data = component.fields, component.pieces[of.index].data
        else:
            kind = next((each for each in self.rules.kinds if each.name == of.kind), None)
            if kind is None or not kind.rows:
                return None
            fields, data = kind.fields, kind.rows[of.index]
        at = next((place for place, each in enumerate(fields) if each.name == name), None)
        if at is None or key is not None or fields[at].index is not None:
            return None
        return self._number_of(fields[at].domain, data[at])

    def _printed_on(self, expr: ir.Expr) -> tuple[int, ...] | None:
        """Returns all numbers that an expression may be, if it reads what is printed; None if that is not known."""
        match expr:
            case ir.FieldOf(field=name):
                return self._all_printed(expr.of.domain, name)
            case ir.The(binding=ir.Binding(domain=ir.Image(term=term)), otherwise=None):
                return self._printed_on(term)
            case _:
                return None

    def _all_printed(self, of: Domain, name: str) -> tuple[int, ...] | None:
        """Returns all numbers that are printed in a field of a component, or of a kind; None if they are many."""
        match of:
            case Piece(component=component):
                told = next(each for each in self.rules.components if each.name == component)
                fields, rows = told.fields, [each.data for each in told.pieces]
            case Enum(kind=kind):
                found = next((each for each in self.rules.kinds if each.name == kind), None)
                if found is None or not found.rows:
                    return None
                fields, rows = found.fields, [*found.rows]
            case _:
                return None
        at = next((place for place, each in enumerate(fields) if each.name == name), None)
        if at is None:
            return None
        data = [one for row in rows for one in (row[at] if isinstance(row[at], tuple) else (row[at],))]  # type: ignore[union-attr]
        numbers = [self._number_of(fields[at].domain, each) for each in data]
        if None in numbers or len({*numbers}) > FEW:
            return None
        return tuple(sorted({each for each in numbers if each is not None}))

    def _number_of(self, domain: Domain, datum: model.Datum) -> int | None:
        """Returns the number of a printed datum; None where it is no number, nor a member of a kind."""
        match domain:
            case Enum(kind=kind):
                members = next(each.members for each in self.rules.kinds if each.name == kind)
                return members.index(str(datum)) if str(datum) in members else None
            case Range() | Count() if isinstance(datum, int) and not isinstance(datum, bool):
                return datum
            case _:
                return None


def is_number(domain: Domain) -> bool:
    """Returns whether the values of a domain are numbers here.

    Those of a range are, naturals, and members of a kind, by their place in it.
    """
    return isinstance(domain, Range | Count | Enum)
