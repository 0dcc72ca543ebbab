"""Terms as z3 has them: each is made once for all questions that are put in the same context.

All are held by one vector of z3, which lets go of them together. A context that goes while terms are held looks for
what holds what in a table of half a million places, again and again: that takes longer than making it.

INVARIANT: nothing is asserted here; what a constant stands for is known to `Terms`, and asserted by each question.
"""

from __future__ import annotations

from typing import Any, cast

import z3

from refengine.smt.solving import calls
from refengine.smt.solving.allocation import keep_what_is_freed
from refengine.smt.solving.calls import Address
from refengine.smt.terms.term import Bool, Num, Sort, Term, bottom_up


class Translation:
    """A context of z3, and the terms that were made in it; they live as long as it does. A term is its address."""

    def __init__(self) -> None:
        keep_what_is_freed()
        self.context = z3.Context()
        self.held = z3.AstVector(ctx=self.context)
        self.made: dict[Term, Address] = {}
        self.literals: dict[tuple[bool | int, bool], Address] = {}
        self.definitions: dict[Term, Address] = {}
        self.spent = 0
        self._context: Address = self.context.ref().value
        self._held: Address = self.held.vector.value
        self._sorts = {"truth": calls.mk_bool_sort(self._context), "number": calls.mk_int_sort(self._context)}

    def made_of(self, root: Bool | Num) -> Address:
        """Returns a term by z3's own interface: its Python operators take several times as long."""
        if not isinstance(root, Term):
            return self._literal(root)
        known = self.made.get(root)
        if known is not None:
            return known
        for term in bottom_up(root, self.made):
            made = self.constant(term.name, term.sort) if term.op == "const" else self._operation(term)
            self.made[term] = self.kept(made)
        return self.made[root]

    def definition(self, constant: Term, meaning: Bool | Num) -> Address:
        """Returns the equation of a constant and what it stands for."""
        known = self.definitions.get(constant)
        if known is None:
            same = calls.mk_eq(self._context, self.made_of(constant), self.made_of(meaning))
            known = self.definitions[constant] = self.kept(same)
        return known

    def state(self, solver: Any, made: Address) -> None:
        """Asserts a truth; z3's interface for Python looks at every term anew."""
        calls.solver_assert(self._context, solver.solver.value, made)
        calls.ensure(self._context)

    def under(self, mark: str, made: Address) -> Address:
        """Returns that a truth holds where the one of a name does, made for whoever asserts it at once."""
        return cast("Address", calls.mk_implies(self._context, self.constant(mark, "truth"), made))

    def spent_since(self, solver: Any) -> int:
        """Returns the resource units that were spent since this was asked last: z3 counts them for a whole context."""
        before, self.spent = self.spent, _statistic(solver, "rlimit count")
        return self.spent - before

    def kept(self, made: Address | None) -> Address:
        """Returns a z3 term after telling z3 that it must not throw it away."""
        if made is None:
            calls.ensure(self._context)
            raise TypeError("z3 makes nothing of a term, and finds nothing wrong with it")
        calls.ast_vector_push(self._context, self._held, made)
        calls.ensure(self._context)  # one that is not held would be thrown away, and another lie at its address
        return made

    def read(self, model: Any, constant: Term) -> bool | int:
        """Returns the value of a constant in a model."""
        value = model.eval(z3.ExprRef(calls.wrapped(self.made[constant]), self.context), model_completion=True)
        return bool(z3.is_true(value)) if constant.sort == "truth" else int(value.as_long())

    def constant(self, name: str, sort: Sort) -> Address:
        """Makes a constant of z3."""
        symbol = calls.mk_symbol(self._context, name)
        return cast("Address", calls.mk_const(self._context, symbol, self._sorts[sort]))

    def _literal(self, value: bool | int) -> Address:  # noqa: FBT001
        known = self.literals.get((value, isinstance(value, bool)))
        if known is None:
            known = self.literals[value, isinstance(value, bool)] = self.kept(self._made_literal(value))
        return known

    def _made_literal(self, value: bool | int) -> Address | None:  # noqa: FBT001
        if isinstance(value, bool):
            return cast("Address | None", (calls.mk_true if value else calls.mk_false)(self._context))
        return cast("Address | None", calls.mk_numeral(self._context, str(value).encode(), self._sorts["number"]))

    def _operation(self, term: Term) -> Address | None:
        made, context = self.made, self._context
        args = [made[each] if isinstance(each, Term) else self._literal(cast("int", each)) for each in term.args]
        function = _MAKERS.get(term.op)
        if function is not None:
            return cast("Address | None", function(context, *args))
        function = _OF_MANY.get(term.op)
        if function is not None:
            return calls.of_many(function, context, args)
        match term.op:
            case "at_most_one":
                return calls.of_many(calls.mk_atmost, context, args, 1)
            case "div":
                positive = self.kept(calls.mk_lt(context, self._literal(0), args[1]))
                one, other = (self.kept(calls.mk_unary_minus(context, each)) for each in args)
                plain = self.kept(calls.mk_div(context, args[0], args[1]))
                turned = self.kept(calls.mk_div(context, one, other))
                return cast("Address | None", calls.mk_ite(context, positive, plain, turned))
            case other:
                raise TypeError(other)


_MAKERS = {
    "not": calls.mk_not,
    "iff": calls.mk_eq,
    "equal": calls.mk_eq,
    "if_truth": calls.mk_ite,
    "if_number": calls.mk_ite,
    "at_most": calls.mk_le,
    "mod": calls.mk_mod,
}
"""The functions of z3 for operations that have as many arguments each time."""

_OF_MANY = {"and": calls.mk_and, "or": calls.mk_or, "add": calls.mk_add, "times": calls.mk_mul}
"""The functions of z3 for operations that may have any number of arguments."""


def _statistic(solver: Any, name: str) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value(name)) if name in statistics.keys() else 0  # noqa: SIM118 - no mapping
