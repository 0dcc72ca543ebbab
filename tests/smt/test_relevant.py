"""Facts that a question takes in, against the sentence that says which: those that speak of its constants alone."""

from __future__ import annotations

from hypothesis import given, strategies as st

from refengine.smt.solving.solver import Solver
from refengine.smt.terms.term import Bool, Term
from refengine.smt.terms.terms import Terms
from refengine.smt.terms.value import Exclusive, Fact
from tests.smt.walks import subterms

MANY = 5

Spoken = list[list[int]]
"""The places of the constants of which each member of a fact speaks."""

facts = st.lists(
    st.tuples(st.booleans(), st.lists(st.lists(st.integers(0, MANY - 1), max_size=3), min_size=1, max_size=3)),
    max_size=6,
)


def says(terms: Terms, constants: list[Term], spoken: list[int]) -> Bool:
    return terms.any(constants[each] for each in spoken) if spoken else True


def told(terms: Terms, listed: list[tuple[bool, Spoken]], constants: list[Term]) -> list[Fact | Exclusive]:
    found: list[Fact | Exclusive] = []
    for number, (excludes, spoken) in enumerate(listed):
        parts = [says(terms, constants, each) for each in spoken]
        found.append(
            Exclusive(tuple(parts), f"exclusion {number}") if excludes else Fact(terms.all(parts), f"fact {number}")
        )
    return found


def is_said(term: Bool, constants: dict[Term, None]) -> bool:
    return all(each in constants for each in subterms(term) if each.op == "const")


@given(facts, st.sets(st.integers(0, MANY - 1)), st.sets(st.integers(0, MANY - 1)))
def test_a_fact_is_taken_in_if_it_speaks_of_these_constants_alone(
    listed: list[tuple[bool, Spoken]], asked: set[int], new: set[int]
) -> None:
    terms = Terms()
    constants = [terms.truth(f"c{number}") for number in range(MANY)]
    all_facts = told(terms, listed, constants)
    solver = Solver(terms, all_facts[: len(all_facts) // 2], 1_000)
    known = {constants[each]: None for each in sorted(asked)}
    list(solver.relevant(known, "own"))
    solver.facts += all_facts[len(all_facts) // 2 :]  # facts come as terms are made

    def expected(only: set[Term] | None = None) -> list[tuple[str, Bool]]:
        found: list[tuple[str, Bool]] = []
        for each in all_facts:
            members = each.members if isinstance(each, Exclusive) else (each.term,)
            speaks_of = {part for member in members for part in subterms(member) if part.op == "const"}
            if only is not None and not speaks_of & only:
                continue
            inside = [member for member in members if is_said(member, known)]
            if isinstance(each, Fact) and inside:
                found.append((each.label, each.term))
            elif isinstance(each, Exclusive) and len(inside) > 1:
                found.append((each.label, terms.at_most_one(inside)))
        return found

    assert list(solver.relevant(known, "own")) == expected()
    for _ in range(2):  # what was found is kept
        fresh = {constants[each] for each in new}
        assert list(solver.relevant_to(fresh, known.keys())) == expected(fresh)
        assert list(solver.relevant(known, "own")) == expected()
