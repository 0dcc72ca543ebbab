"""Terms as z3 has them: each is made once for all questions that are put in the same context.

All are held by one vector of z3, which lets go of them together. A context that goes while terms are held looks for
what holds what in a table of half a million places, again and again: that takes longer than making it.

INVARIANT: nothing is asserted here; what a constant stands for is known to `Terms`, and asserted by each question.
"""

from __future__ import annotations

from typing import Any, cast

import z3

from refengine.smt.solving.allocation import keep_what_is_freed
from refengine.smt.terms.term import Bool, Num, Term, bottom_up


class Translation:
    """A context of z3, and the terms that were made in it; they live as long as it does."""

    def __init__(self) -> None:
        keep_what_is_freed()
        self.context = z3.Context()
        self.held = z3.AstVector(ctx=self.context)
        self.made: dict[Term, Any] = {}
        self.constants: dict[Term, Any] = {}
        self.literals: dict[tuple[bool | int, bool], Any] = {}
        self.definitions: dict[Term, Any] = {}
        self.spent = 0

    def made_of(self, root: Bool | Num) -> Any:
        """A term by z3's own interface: its Python operators take several times as long."""
        if not isinstance(root, Term):
            return self._literal(root)
        known = self.made.get(root)
        if known is not None:
            return known
        for term in bottom_up(root, self.made):
            self.made[term] = self._constant(term) if term.op == "const" else self.kept(self._operation(term))
        return self.made[root]

    def definition(self, constant: Term, meaning: Bool | Num) -> Any:
        """Returns the equation of a constant and what it stands for."""
        known = self.definitions.get(constant)
        if known is None:
            same = z3.Z3_mk_eq(self.context.ref(), self.made_of(constant), self.made_of(meaning))
            known = self.definitions[constant] = self.kept(same)
        return known

    def spent_since(self, solver: Any) -> int:
        """The resource units that were spent since this was asked last: z3 counts them for a whole context."""
        before, self.spent = self.spent, _statistic(solver, "rlimit count")
        return self.spent - before

    def kept(self, made: Any) -> Any:
        """Returns a z3 term after telling z3 that it must not throw it away."""
        z3.Z3_ast_vector_push(self.context.ref(), self.held.vector, made)
        return made

    def read(self, model: Any, constant: Term) -> bool | int:
        """Returns the value of a constant in a model."""
        value = model.eval(self.constants[constant], model_completion=True)
        return bool(z3.is_true(value)) if constant.sort == "truth" else int(value.as_long())

    def _literal(self, value: bool | int) -> Any:  # noqa: FBT001
        known = self.literals.get((value, isinstance(value, bool)))
        if known is None:
            made = z3.BoolVal(value, self.context) if isinstance(value, bool) else z3.IntVal(value, self.context)
            known = self.literals[value, isinstance(value, bool)] = self.kept(made.as_ast())
        return known

    def _constant(self, term: Term) -> Any:
        made = z3.Bool(term.name, self.context) if term.sort == "truth" else z3.Int(term.name, self.context)
        self.constants[term] = made
        return made.as_ast()

    def _operation(self, term: Term) -> Any:
        made, context = self.made, self.context.ref()
        args = [made[each] if isinstance(each, Term) else self._literal(cast("int", each)) for each in term.args]
        match term.op:
            case "not":
                return z3.Z3_mk_not(context, args[0])
            case "and":
                return z3.Z3_mk_and(context, len(args), _array(args))
            case "or":
                return z3.Z3_mk_or(context, len(args), _array(args))
            case "iff" | "equal":
                return z3.Z3_mk_eq(context, args[0], args[1])
            case "if_truth" | "if_number":
                return z3.Z3_mk_ite(context, args[0], args[1], args[2])
            case "at_most_one":
                return z3.Z3_mk_atmost(context, len(args), _array(args), 1)
            case "at_most":
                return z3.Z3_mk_le(context, args[0], args[1])
            case "add":
                return z3.Z3_mk_add(context, len(args), _array(args))
            case "times":
                return z3.Z3_mk_mul(context, 2, _array(args))
            case "div":
                positive = self.kept(z3.Z3_mk_lt(context, self._literal(0), args[1]))
                one, other = (self.kept(z3.Z3_mk_unary_minus(context, each)) for each in args)
                plain = self.kept(z3.Z3_mk_div(context, args[0], args[1]))
                turned = self.kept(z3.Z3_mk_div(context, one, other))
                return z3.Z3_mk_ite(context, positive, plain, turned)
            case "mod":
                return z3.Z3_mk_mod(context, args[0], args[1])
            case other:
                raise TypeError(other)


def _array(args: list[Any]) -> Any:
    return (z3.Ast * len(args))(*args)


def _statistic(solver: Any, name: str) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value(name)) if name in statistics.keys() else 0  # noqa: SIM118 - no mapping
