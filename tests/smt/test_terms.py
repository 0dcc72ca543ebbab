"""Terms: folding never changes what they mean, bounds hold, and what is the same is one object."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis.strategies import lists

from refengine.smt.solving.model import Model
from refengine.smt.solving.question import Query
from refengine.smt.solving.transcript import Transcript
from refengine.smt.terms.term import Term, high_of, low_of, values_of
from refengine.smt.terms.terms import FEW, Terms
from tests.smt.trees import Tree, assignments, built, constants, plainly, trees
from tests.smt.walks import subterms

Known = dict[str, int]


@settings(max_examples=400, deadline=None, derandomize=True)
@given(trees, assignments)
def test_folding_keeps_the_meaning(tree: Tree, known: Known) -> None:
    terms = Terms()
    names = constants(terms)
    made = built(terms, tree, names)
    found = Model(terms, {names[each]: value for each, value in known.items()}).of(made)
    assert found == plainly(tree, known)
    assert isinstance(made, Term) or type(made) is type(plainly(tree, known))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(trees, assignments)
def test_bounds_and_values_hold_what_a_number_comes_to(tree: Tree, known: Known) -> None:
    terms = Terms()
    names = constants(terms)
    model = Model(terms, {names[each]: value for each, value in known.items()})
    for each in subterms(built(terms, tree, names)):
        if each.sort == "truth":
            continue
        value = model.of(each)
        low, high, values = low_of(each), high_of(each), values_of(each)
        assert low is None or low <= value
        assert high is None or value <= high
        assert values is None or value in values


@settings(max_examples=60, deadline=None, derandomize=True)
@given(trees, assignments)
def test_the_solver_means_the_same(tree: Tree, known: Known) -> None:
    terms = Terms()
    names = constants(terms)
    made = built(terms, tree, names)
    wanted = plainly(tree, known)
    question = Query(terms, Transcript(), 10_000_000)
    for name, value in known.items():
        constant = names[name]
        if constant.sort == "truth":
            question.require(constant if value else terms.not_(constant))
        else:
            question.require(terms._make("equal", (constant, value), "truth"))
    if isinstance(wanted, bool):
        question.require(made if not wanted else terms.not_(made))  # type: ignore[arg-type]
    elif isinstance(made, Term):
        question.require(terms.not_(terms._make("equal", (made, wanted), "truth")))
    else:
        question.require(made != wanted)
    assert question.decide().result == "unsat"


@settings(max_examples=150, deadline=None, derandomize=True)
@given(trees)
def test_what_is_built_alike_is_one_object(tree: Tree) -> None:
    terms = Terms()
    names = constants(terms)
    one, other = built(terms, tree, names), built(terms, tree, names)
    assert one is other or (not isinstance(one, Term) and one == other)


def test_an_equation_is_written_the_same_way_wherever_its_sides_lie_in_memory() -> None:
    """Else the solver would be asked another question in every run."""
    terms = Terms()
    holes = [terms.number("hole") for _ in range(200)]
    del holes[::2], holes[5::7]
    listed = [terms.number("n") for _ in range(60)]
    for position, one in enumerate(listed):
        for other in listed[:position]:
            equation = terms.equal(one, other)
            assert isinstance(equation, Term)
            assert equation.args == (other, one)
            assert equation is terms.equal(other, one)


def test_names_are_never_shared() -> None:
    terms = Terms()
    one, other = terms.truth("p"), terms.truth("p")
    assert one is not other
    assert one.name != other.name
    assert terms.and_(one, other) is not one


def test_two_makers_share_nothing() -> None:
    one, other = Terms(), Terms()
    first, second = (each.at_most(each.number("n", 0, 5), 3) for each in (one, other))
    assert first is not second


def test_a_contradiction_is_seen_through_conjunctions() -> None:
    terms = Terms()
    p, q = terms.truth("p"), terms.truth("q")
    assert terms.and_(terms.and_(p, q), terms.not_(q)) is False
    assert terms.or_(terms.or_(p, terms.not_(q)), q) is True
    assert terms.and_(p, terms.or_(p, q)) is not False


@pytest.mark.parametrize(("low", "high", "known"), [(0, FEW - 1, True), (0, FEW, False), (0, None, False)])
def test_only_few_values_are_kept_in_mind(low: int, high: int | None, known: bool) -> None:
    assert (Terms().number("n", low, high).values is not None) == known


def test_numbers_with_no_value_in_common_are_never_equal() -> None:
    terms = Terms()
    p = terms.truth("p")
    odd, even = terms.if_number(p, 1, 3), terms.if_number(terms.truth("q"), 2, 4)
    assert terms.equal(odd, even) is False
    assert terms.equal(odd, 2) is False
    assert terms.equal(odd, 1) is p


def test_numbers_that_lie_apart_are_never_equal_and_those_that_touch_may_be() -> None:
    """These are so many that only their ends are kept in mind."""
    terms = Terms()
    lower, touching, beyond = (terms.number("n", low, low + FEW + 1) for low in (0, FEW + 1, FEW + 2))
    assert isinstance(terms.equal(lower, touching), Term)
    assert isinstance(terms.equal(touching, lower), Term)
    assert terms.equal(lower, beyond) is False
    assert terms.equal(beyond, lower) is False


def test_a_product_is_bounded_by_all_its_corners() -> None:
    terms = Terms()
    product = terms.times(terms.number("signed", -2, 2), terms.number("high", 5, 9))
    assert (low_of(product), high_of(product)) == (-18, 18)
    assert terms.times(terms.number("signed", -2, 2), terms.number("least", 0)) is not None
    assert low_of(terms.times(terms.number("signed", -2, 2), terms.number("least", 0))) is None


def test_constants_that_are_apart_differ_only_within_a_group() -> None:
    terms = Terms()
    one, other, third = (terms.number(each, 0, 9) for each in ("one", "other", "third"))
    group = object()
    terms.apart[one] = terms.apart[other] = group
    terms.apart[third] = object()
    assert terms.equal(one, other) is False
    assert terms.equal(one, third) not in {True, False}
    assert terms.equal(one, one) is True


@pytest.mark.parametrize("true", range(4))
def test_one_hot_is_the_place_of_its_truth(true: int) -> None:
    terms = Terms()
    bits = tuple(terms.truth(f"bit {each}") for each in range(4))
    number = terms.one_hot("hot", bits)
    model = Model(terms, {bit: each == true for each, bit in enumerate(bits)})
    assert model.of(number) == true
    assert [model.of(terms.equal(number, each)) for each in range(4)] == [each == true for each in range(4)]
    assert terms.equal(number, 4) is False
    assert terms.equal(number, 2) is bits[2]


# ---- DEFINITIONS


def test_a_cone_reaches_behind_definitions_and_no_further() -> None:
    terms = Terms()
    a, b, c = (terms.number(each, 0, 9) for each in "abc")
    named = terms.named_number("sum", terms.add(a, b))
    again = terms.named_truth("low", terms.at_most(named, 3))
    assert isinstance(again, Term)
    assert set(terms.cone([terms.not_(again)])) == {again, named, a, b}
    assert set(terms.cone([c])) == {c}
    assert set(terms.own(terms.not_(again))) == {again}


def test_what_is_a_constant_already_is_not_named_anew() -> None:
    terms = Terms()
    p, n = terms.truth("p"), terms.number("n", 0, 3)
    assert terms.named_truth("again", p) is p
    assert terms.named_truth("again", terms.not_(p)) is terms.not_(p)
    assert terms.named_truth("again", True) is True
    assert terms.named_number("again", n) is n
    assert terms.named_number("again", 3) == 3
    assert terms.definitions == {}


def test_a_named_number_keeps_the_bounds_of_what_it_stands_for() -> None:
    terms = Terms()
    named = terms.named_number("sum", terms.add(terms.number("n", 2, 4), 1))
    assert (low_of(named), high_of(named)) == (3, 5)
    assert terms.at_most(named, 5) is True
    assert terms.at_most(named, 2) is False


def test_a_model_follows_definitions_and_takes_the_least_of_what_it_does_not_know() -> None:
    terms = Terms()
    n, free = terms.number("n", 2, 9), terms.number("free", 4, 9)
    twice = terms.named_number("twice", terms.add(n, n, free))
    assert Model(terms, {n: 7}).of(twice) == 18
    assert isinstance(twice, Term)
    assert Model(terms, {n: 7, twice: 1}).of(terms.add(twice, 1)) == 2  # what is known is not worked out again
    assert not Model(terms, {n: 7}).speaks_of(terms.add(n, free))
    assert Model(terms, {n: 7, free: 4}).speaks_of(terms.add(n, free))


def test_a_term_whose_parts_are_shared_is_shown_in_few_words() -> None:
    """Written out it would have as many parts as there are ways through it: names of what values come to hold terms."""
    terms = Terms()
    made: Term | bool = terms.truth("p")
    for number in range(30):
        one, other = terms.truth(f"q{number}"), terms.truth(f"r{number}")
        made = terms.or_(terms.and_(made, one), terms.and_(terms.not_(made), other))
    assert isinstance(made, Term)
    assert len(repr(made)) < 10_000


@settings(max_examples=300, deadline=None, derandomize=True)
@given(lists(trees, min_size=1, max_size=4))
def test_constants_are_those_of_a_whole_walk_in_its_order(listed: list[Tree]) -> None:
    """What was found of a part before changes nothing of its order: questions are told by it, and answers kept."""
    terms = Terms()
    names = constants(terms)
    for made in [built(terms, tree, names) for tree in listed]:
        for part in list(subterms(made))[2::3]:
            terms.own(part)
        known = tuple(dict.fromkeys(each for each in subterms(made) if each.op == "const"))
        assert terms.own(made) == known
        assert set(terms.cone((made,))) == behind(terms, known)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(lists(trees, min_size=2, max_size=4))
def test_a_cone_is_what_a_whole_walk_meets_in_its_order(listed: list[Tree]) -> None:
    """Constants are defined in this order, and z3 answers by it."""
    terms = Terms()
    names = constants(terms)
    roots: list[Term] = []
    for tree in listed:
        made = built(terms, tree, names)
        if isinstance(made, Term):
            named = terms._defined(terms.truth("t") if made.sort == "truth" else terms.number("n"), made)
            names["p" if made.sort == "truth" else "any"] = named  # of which what is built next may speak
            roots += [made, named]
    assert [*terms.cone(roots)] == walked(terms, roots)


def walked(terms: Terms, roots: Iterable[Term]) -> list[Term]:
    """The constants that a walk through terms and what constants stand for meets, the last part first."""
    found: dict[Term, None] = {}
    agenda = [*roots]
    while agenda:
        term = agenda.pop()
        meaning = terms.definitions.get(term)
        if term not in found:
            found[term] = None
            agenda += [meaning] if isinstance(meaning, Term) else term.parts
    return [each for each in found if each.op == "const"]


def behind(terms: Terms, listed: Iterable[Term]) -> set[Term]:
    """Some constants, and those behind what they stand for, and so on."""
    found: set[Term] = set()
    for each in listed:
        meant = (part for part in subterms(terms.definitions.get(each, True)) if part.op == "const")
        found |= {each} | behind(terms, meant)
    return found


@settings(max_examples=300, deadline=None, derandomize=True)
@given(lists(trees, min_size=1, max_size=4))
def test_a_conjunction_of_a_few_is_that_of_all(listed: list[Tree]) -> None:
    """Nothing is lost where one part alone is more than a literal."""
    terms = Terms()
    names = constants(terms)
    made = [built(terms, tree, names) for tree in listed]
    truths = [each for each in made if isinstance(each, bool) or (isinstance(each, Term) and each.sort == "truth")]
    for parts in permutations([*truths, terms.all(truths), terms.any(truths)], 2):
        assert terms.and_(*parts, True) is terms.all(parts)
        assert terms.or_(False, *parts) is terms.any(parts)
