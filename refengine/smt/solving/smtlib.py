"""Questions as SMT-LIB 2, in words that any solver of the standard reads.

It is written from the terms themselves and shares nothing with how z3 is given them, so that another solver that reads
it checks that too.

INVARIANT: what is written holds exactly the conditions, and the definitions of all constants that they depend on.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from refengine.smt.terms.term import Bool, Num, Term, bottom_up
from refengine.smt.terms.terms import Terms

_WORDS = {
    "not": "not", "and": "and", "or": "or", "iff": "=", "equal": "=", "if_truth": "ite", "if_number": "ite",
    "at_most": "<=", "add": "+", "times": "*", "mod": "mod",
}  # fmt: skip


def smtlib_script(terms: Terms, conditions: Iterable[Bool]) -> str:
    """Returns a script of SMT-LIB that asks whether all conditions can hold at once."""
    asked = tuple(conditions)
    script = _Script(terms)
    constants = terms.cone(asked)
    lines = ["(set-logic ALL)"]
    lines += [f"(declare-const {script.name(each)} {_sort(each)})" for each in constants]
    body = [f"(assert {script.text(each)})" for each in asked]
    body += [
        f"(assert (= {script.name(each)} {script.text(terms.definitions[each])}))"
        for each in constants
        if each in terms.definitions
    ]
    return "\n".join([*lines, *script.lines, *body, "(check-sat)", ""])


def _sort(term: Term) -> str:
    return "Bool" if term.sort == "truth" else "Int"


@define
class _Script:
    """Names of constants, and of terms, each of which is written once."""

    terms: Terms
    names: dict[Term, str] = field(factory=dict)
    used: set[str] = field(factory=set)
    lines: list[str] = field(factory=list)

    def name(self, constant: Term) -> str:
        """Returns a constant between bars, in which neither bars nor backslashes may stand."""
        if constant not in self.names:
            plain = constant.name.replace("|", "_").replace("\\", "_")
            name, number = f"|{plain}|", 1
            while name in self.used:
                number += 1
                name = f"|{plain} ({number})|"
            self.used.add(name)
            self.names[constant] = name
        return self.names[constant]

    def text(self, root: Bool | Num) -> str:
        """Returns a literal, or the name of a term that is defined before."""
        if not isinstance(root, Term):
            return _literal(root)
        for term in bottom_up(root, self.names):
            if term.op == "const":
                self.name(term)
                continue
            name = f"$t{len(self.lines)}"
            self.lines.append(f"(define-fun {name} () {_sort(term)} {self._operation(term)})")
            self.names[term] = name
        return self.names[root]

    def _operation(self, term: Term) -> str:
        args = [self.names[each] if isinstance(each, Term) else _literal(each) for each in term.args]
        match term.op:
            case "at_most_one":
                return f"(<= (+ {' '.join(f'(ite {each} 1 0)' for each in args)}) 1)"
            case "div":  # rounded down, whatever the sign of the divisor
                return f"(ite (< 0 {args[1]}) (div {args[0]} {args[1]}) (div (- {args[0]}) (- {args[1]})))"
            case op:
                return f"({_WORDS[op]} {' '.join(args)})"


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    assert isinstance(value, int)
    return str(value) if value >= 0 else f"(- {-value})"
