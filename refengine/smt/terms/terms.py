"""Terms: truths and whole numbers over named constants, folded as they are made; equal only if they are one object.

They are built here, apart from any solver, because building and comparing them is then cheap, and because what a query
needs can be cut out before the solver sees it.

INVARIANT: a term is made by one `Terms` and means the same under every other; Python's own truths and numbers are
terms too. A constant that has a definition stands for it: the definition is asserted wherever the constant occurs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from attrs import define, field

from refengine.smt.terms.constants import cone, constants_in
from refengine.smt.terms.term import (
    MOST_COUNTED,
    Bool,
    Num,
    Sort,
    Term,
    counted_in,
    high_of,
    is_small,
    low_of,
    values_of,
    within_reason,
)

FEW = 48
"""The greatest number of values of a number that are kept in mind."""


@define
class Terms:
    """Makes terms. `definitions` are what constants stand for, `apart` marks constants that differ from each other."""

    made: dict[tuple[object, ...], Term] = field(factory=dict)
    names: dict[str, int] = field(factory=dict)
    definitions: dict[Term, Bool | Num] = field(factory=dict)
    apart: dict[Term, object] = field(factory=dict)
    hot: dict[Term, tuple[Bool, ...]] = field(factory=dict)
    constants: dict[Term, tuple[Term, ...]] = field(factory=dict)
    contraries: dict[Term, Term] = field(factory=dict)
    count: int = 0
    """The number of terms that were made."""
    shares: bool = False
    """Whether what is named twice is one constant, which is in `shared`, so that terms of two games can be compared."""
    shared: dict[Bool | Num, Term] = field(factory=dict)

    # ---- CONSTANTS

    def fresh_name(self, hint: str) -> str:
        """Returns a name that no other constant has."""
        count = self.names[hint] = self.names.get(hint, 0) + 1
        return hint if count == 1 else f"{hint}!{count - 1}"

    def truth(self, hint: str) -> Term:
        """Returns a truth that nothing is known of."""
        return self._new("const", (), "truth", self.fresh_name(hint))

    def number(self, hint: str, low: int | None = None, high: int | None = None) -> Term:
        """Returns a number between two bounds. That it keeps to them has to be asserted by whoever makes it."""
        made = self._new("const", (), "number", self.fresh_name(hint))
        made.low, made.high = low, high
        if low is not None and high is not None and high - low < FEW:
            made.values = frozenset(range(low, high + 1))
        return made

    def named_truth(self, hint: str, meaning: Bool) -> Bool:
        """Returns a constant that stands for a truth, unless that is a constant already."""
        if is_small(meaning) or meaning in self.shared:
            return self.shared.get(meaning, meaning)
        return self._defined(self.truth(hint), meaning)

    def named_number(self, hint: str, meaning: Num) -> Num:
        """Returns a constant that stands for a number, unless that is a constant already."""
        if not isinstance(meaning, Term) or meaning.op == "const" or meaning in self.shared:
            return self.shared.get(meaning, meaning)
        made = self._new("const", (), "number", self.fresh_name(hint))
        made.low, made.high, made.values = meaning.low, meaning.high, meaning.values
        return self._defined(made, meaning)

    def _defined(self, made: Term, meaning: Bool | Num) -> Term:
        self.definitions[made] = meaning
        if self.shares and isinstance(meaning, Term):
            self.shared[meaning] = made
        return made

    def one_hot(self, hint: str, bits: tuple[Bool, ...]) -> Term:
        """Returns a number that is the place of the only truth among some; asked if it is one, it is that truth."""
        made = self.number(hint, 0, len(bits) - 1)
        self.hot[made] = bits
        meaning: Num = 0
        for value in reversed(range(1, len(bits))):
            meaning = self.if_number(bits[value], value, meaning)
        self.definitions[made] = meaning
        return made

    def _make(self, op: str, args: tuple[object, ...], sort: Sort) -> Term:
        key = (op, *args)
        found = self.made.get(key)
        if found is None:
            found = self.made[key] = self._new(op, args, sort)
        return found

    def _new(self, op: str, args: tuple[object, ...], sort: Sort, name: str = "") -> Term:
        self.count += 1
        return Term(op, args, sort, self.count, name)

    # ---- TRUTHS

    def not_(self, inner: Bool) -> Bool:
        """Returns the contrary."""
        if not isinstance(inner, Term):
            return not inner
        found = inner.parts[0] if inner.op == "not" else self.contraries.get(inner)
        if found is None:
            found = self.contraries[inner] = self._new("not", (inner,), "truth")
        return found

    def and_(self, *parts: Bool) -> Bool:
        """Returns the conjunction of some truths."""
        alone: Bool | None = True
        for part in parts:
            if part is False:
                return False
            if part is not True:
                alone = part if alone is True else None
        if alone is not None and (alone is True or cast("Term", alone).op == "and"):
            return alone
        return self.all(parts)

    def or_(self, *parts: Bool) -> Bool:
        """Returns the disjunction of some truths."""
        alone: Bool | None = False
        for part in parts:
            if part is True:
                return True
            if part is not False:
                alone = part if alone is False else None
        if alone is not None and (alone is False or cast("Term", alone).op == "or"):
            return alone
        return self.any(parts)

    def all(self, parts: Iterable[Bool]) -> Bool:
        """Returns whether all hold; of none: true."""
        kept: dict[Term, None] = {}
        contraries = self.contraries
        for part in parts:
            if part is False:
                return False
            if part is True:
                continue
            for each in part.parts if part.op == "and" else (part,):
                if (each.parts[0] if each.op == "not" else contraries.get(each)) in kept:
                    return False
                kept[each] = None
        if len(kept) < 2:
            return next(iter(kept), True)
        return self._make("and", tuple(kept), "truth")

    def any(self, parts: Iterable[Bool]) -> Bool:
        """Returns whether some hold; of none: false."""
        kept: dict[Term, None] = {}
        contraries = self.contraries
        for part in parts:
            if part is True:
                return True
            if part is False:
                continue
            for each in part.parts if part.op == "or" else (part,):
                if (each.parts[0] if each.op == "not" else contraries.get(each)) in kept:
                    return True
                kept[each] = None
        if len(kept) < 2:
            return next(iter(kept), False)
        return self._make("or", tuple(kept), "truth")

    def implies(self, one: Bool, other: Bool) -> Bool:
        """Returns whether the other holds wherever the one does."""
        return self.or_(self.not_(one), other)

    def iff(self, one: Bool, other: Bool) -> Bool:
        """Returns whether both hold or neither."""
        if one is other:
            return True
        if not isinstance(one, Term):
            return other if one else self.not_(other)
        if not isinstance(other, Term):
            return one if other else self.not_(one)
        if (one.parts[0] if one.op == "not" else self.contraries.get(one)) is other:
            return False
        return self._make("iff", (one, other), "truth")

    def if_truth(self, condition: Bool, then: Bool, otherwise: Bool) -> Bool:
        """Returns one of two truths."""
        if not isinstance(condition, Term):
            return then if condition else otherwise
        if then is otherwise or (not isinstance(then, Term) and then == otherwise):
            return then
        if then is True or then is condition:
            return self.or_(condition, otherwise)
        if then is False:
            return self.and_(self.not_(condition), otherwise)
        if otherwise is True:
            return self.or_(self.not_(condition), then)
        if otherwise is False or otherwise is condition:
            return self.and_(condition, then)
        return self._make("if_truth", (condition, then, otherwise), "truth")

    def at_most_one(self, parts: Iterable[Bool]) -> Bool:
        """Returns whether no two hold."""
        left = [each for each in parts if each is not False]
        sure = sum(each is True for each in left)
        if sure > 1:
            return False
        if sure == 1:
            return self.all(self.not_(each) for each in left if each is not True)
        if len(left) < 2:
            return True
        if len(left) == 2:
            return self.not_(self.and_(*left))
        return self._make("at_most_one", tuple(left), "truth")

    # ---- NUMBERS

    def if_number(self, condition: Bool, then: Num, otherwise: Num) -> Num:
        """Returns one of two numbers."""
        if not isinstance(condition, Term):
            return then if condition else otherwise
        if then is otherwise or (not isinstance(then, Term) and not isinstance(otherwise, Term) and then == otherwise):
            return then
        if condition.op == "not":
            condition, then, otherwise = condition.args[0], otherwise, then  # type: ignore[assignment]
        made = self._make("if_number", (condition, then, otherwise), "number")
        if made.low is None and made.high is None:
            made.low = _both(min, low_of(then), low_of(otherwise))
            made.high = _both(max, high_of(then), high_of(otherwise))
            first, second = values_of(then), values_of(otherwise)
            if first is not None and second is not None and len(first | second) <= FEW:
                made.values = first | second
        return made

    def add(self, *parts: Num) -> Num:
        """Returns the sum."""
        return self.sum(parts)

    def sum(self, parts: Iterable[Num]) -> Num:
        """Returns the sum; of none: 0."""
        number = 0
        kept: list[Term] = []
        for part in parts:
            if not isinstance(part, Term):
                number += part
                continue
            for each in part.args if part.op == "add" else (part,):
                if isinstance(each, Term):
                    kept.append(each)
                else:
                    number += each  # type: ignore[operator]
        if not kept:
            return number
        if len(kept) == 1 and number == 0:
            return kept[0]
        args: tuple[Num, ...] = (*kept, number) if number else tuple(kept)
        made = self._make("add", args, "number")
        if made.low is None and made.high is None:
            lows, highs = [low_of(each) for each in args], [high_of(each) for each in args]
            made.low = None if None in lows else sum(lows)  # type: ignore[arg-type]
            made.high = None if None in highs else sum(highs)  # type: ignore[arg-type]
        return made

    def minus(self, one: Num, other: Num) -> Num:
        """Returns the difference."""
        return 0 if one is other else self.add(one, self.times(-1, other))

    def times(self, one: Num, other: Num) -> Num:
        """Returns the product."""
        if isinstance(one, Term) and not isinstance(other, Term):
            one, other = other, one
        if not isinstance(one, Term):
            if not isinstance(other, Term):
                return within_reason(one * other)
            if one in {0, 1}:
                return other if one else 0
            if other.op == "times" and not isinstance(other.args[0], Term):
                return self.times(within_reason(one * other.args[0]), other.args[1])  # type: ignore[operator, arg-type]
        made = self._make("times", (one, other), "number")
        if made.low is None and made.high is None:
            corners = [low_of(one), high_of(one)], [low_of(other), high_of(other)]
            if None not in corners[0] and None not in corners[1]:
                products = [a * b for a in corners[0] for b in corners[1]]  # type: ignore[operator]
                if max(map(abs, products)) <= MOST_COUNTED:
                    made.low, made.high = min(products), max(products)
        return made

    def div(self, one: Num, other: Num) -> Num:
        """Returns the quotient, rounded down; 0 where the divisor is 0."""
        if not isinstance(one, Term) and not isinstance(other, Term):
            return one // other if other else 0
        return self._unless_by_0(self._make("div", (one, other), "number"), other)

    def mod(self, one: Num, other: Num) -> Num:
        """Returns the rest, never negative; 0 where the divisor is 0."""
        if not isinstance(one, Term) and not isinstance(other, Term):
            return one % abs(other) if other else 0
        return self._unless_by_0(self._make("mod", (one, other), "number"), other)

    def _unless_by_0(self, quotient: Num, divisor: Num) -> Num:
        """Returns a quotient, or 0 where it is by 0: of that a solver makes any number, which no model tells."""
        return self.if_number(self.equal(divisor, 0), 0, quotient)

    def equal(self, one: Num, other: Num) -> Bool:
        """Returns whether two numbers are the same."""
        if one is other:
            return True
        if not isinstance(one, Term):
            if not isinstance(other, Term):
                return one == other
            one, other = other, one
        if self._differ(one, other):
            return False
        if not isinstance(other, Term):
            if one.values is not None and len(one.values) == 1:
                return True
            if one in self.hot:
                return self.hot[one][other]
            if one.op == "if_number" and not all(isinstance(each, Term) for each in one.args[1:]):
                condition, then, otherwise = one.args
                return self.if_truth(condition, self.equal(then, other), self.equal(otherwise, other))  # type: ignore[arg-type]
        elif one.age > other.age:  # one object for both orders, and in every run the same
            one, other = other, one
        return self._make("equal", (one, other), "truth")

    def _differ(self, one: Term, other: Num) -> bool:
        if isinstance(other, Term):
            group = self.apart.get(one)
            if group is not None and self.apart.get(other) is group:
                return True
        first, second = values_of(one), values_of(other)
        if first is not None and second is not None:
            return not first & second
        low, high = low_of(other), high_of(other)
        return (one.high is not None and low is not None and one.high < low) or (
            one.low is not None and high is not None and high < one.low
        )

    def at_most(self, one: Num, other: Num) -> Bool:
        """Returns whether one number is less than another, or the same."""
        if one is other:
            return True
        if not isinstance(one, Term) and not isinstance(other, Term):
            return one <= other
        first_high, second_low = high_of(one), low_of(other)
        if first_high is not None and second_low is not None and first_high <= second_low:
            return True
        first_low, second_high = low_of(one), high_of(other)
        if first_low is not None and second_high is not None and first_low > second_high:
            return False
        known = self._counted_at_most(one, other)
        return self._make("at_most", (one, other), "truth") if known is None else known

    def _counted_at_most(self, one: Num, other: Num) -> Bool | None:
        """Returns whether none of some conditions holds, one at most, or some, without arithmetic; else None."""
        if not isinstance(other, Term) and other in {0, 1} and (counted := counted_in(one)):
            return self.at_most_one(counted) if other else self.not_(self.any(counted))
        if not isinstance(one, Term) and one == 1 and (counted := counted_in(other)):
            return self.any(counted)
        return None

    def less(self, one: Num, other: Num) -> Bool:
        """Returns whether one number is less than another."""
        return self.not_(self.at_most(other, one))

    def within(self, number: Num, low: int, high: int | None) -> Bool:
        """Returns whether a number is between two bounds."""
        return self.and_(self.at_most(low, number), True if high is None else self.at_most(number, high))

    # ---- LOOKING

    def own(self, term: Bool | Num) -> tuple[Term, ...]:
        """Returns the constants of a term itself, not those behind definitions; kept."""
        if not isinstance(term, Term):
            return ()
        known = self.constants.get(term)
        return known if known is not None else constants_in(term, self.constants)

    def cone(self, roots: Iterable[Bool | Num]) -> dict[Term, None]:
        """Returns the constants that terms depend on, those behind definitions included."""
        return cone((each for each in roots if isinstance(each, Term)), self.definitions, self.constants)


def _both(pick: object, one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return None
    return min(one, other) if pick is min else max(one, other)
