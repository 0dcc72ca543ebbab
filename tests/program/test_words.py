"""Words hold what counting says they do, whether each thing has one bit or several."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies as st

from refengine.program import ops
from refengine.program.from_ir import words
from refengine.program.storage.forms import BITS, LANES, Mask, Tally, Word
from tests.program.meaning import Meaning

LOW = 3
FORMS: list[Word] = [
    *(Mask(LOW, size) for size in (1, 9, 64)),
    *(Tally(LOW, size, bits) for bits in LANES for size in (1, 3, BITS // bits - 1, BITS // bits)),
]
ONE, OTHER, NUMBER = (ops.Local(name, "i64") for name in ("one", "other", "number"))


class Numbered:
    """A scope that gives locals."""

    def __init__(self) -> None:
        self.given = 0

    def fresh(self, type_: ops.Type, word: str = "") -> ops.Local:
        self.given += 1
        return ops.Local(f"{word} {self.given}", type_)


def programs(form: Word) -> Meaning:
    """A function for each question about words of a form."""
    scope: Any = Numbered()
    one, other, number = ops.Get(ONE), ops.Get(OTHER), ops.Get(NUMBER)
    asked = {
        "every": words.every(form),
        "lane": words.lane_of(one, number, form),
        "alone": words.in_lane(other, number, form),
        "lowest": words.lowest(one, form),
        "without": words.without_lowest(one, form),
        "less": words.with_one_less(one, form),
        "once": words.once(one, form, scope),
        "joined": words.joined(one, other, form, scope),
        "left": words.left_of(one, other, form, scope),
        "many": words.many(one, form, scope),
        "united": words.united(one, other, form),
    }
    functions = tuple(
        ops.Function(name, (ONE, OTHER, NUMBER), "i64", (ops.Return(each),)) for name, each in asked.items()
    )
    return Meaning(ops.Program(functions, (), (), 0))


PROGRAMS = {form: programs(form) for form in FORMS}
"""Each is asked again and again: nothing is remembered between two calls but how long they took."""


def word_of(held: Counter[int], form: Word) -> int:
    """The word of what is counted, as a number of a program."""
    return words.signed(sum(many << form.bits * thing for thing, many in held.items()))


@st.composite
def counted(draw: st.DrawFn, form: Word) -> Counter[int]:
    """So many of each thing as a lane holds, often all of it."""
    most = words.full(form)
    one = st.just(0) | st.just(most) | st.integers(0, most)
    return Counter({thing: many for thing in range(form.size) if (many := draw(one))})


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.size} things of {form.bits}")
@given(data=st.data())
def test_a_word_is_what_it_counts(form: Word, data: st.DataObject) -> None:
    one, other = data.draw(counted(form)), data.draw(counted(form))
    number = data.draw(st.integers(0, form.size - 1))

    def ask(question: str, first: Counter[int] = one, second: Counter[int] = other) -> int | None:
        PROGRAMS[form].steps = 0
        return PROGRAMS[form].call(question, word_of(first, form), word_of(second, form), number)

    everything, either, both = range(form.size), Counter(set(one) | set(other)), set(one) & set(other)
    assert ask("every") == word_of(Counter(everything), form)
    assert ask("lane") == one[number]
    assert ask("once") == word_of(Counter(set(one)), form)
    assert ask("joined") == word_of(either, form)
    assert ask("left") == word_of(Counter({each: many for each, many in one.items() if each not in both}), form)
    assert ask("many") == one.total()
    if one:
        first = min(one)
        assert ask("lowest") == first
        assert ask("without") == word_of(Counter({each: many for each, many in one.items() if each != first}), form)
        assert ask("less") == word_of(one - Counter([first]), form)
    apart = Counter({each: min(many, words.full(form) - one[each]) for each, many in other.items()})
    assert ask("united", one, apart) == word_of(one + apart, form)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{form.size} things of {form.bits}")
def test_a_lane_is_where_it_is_said_to_be(form: Word) -> None:
    for number in range(form.size):
        alone = PROGRAMS[form].call("alone", 0, words.full(form), number)
        assert alone == word_of(Counter({number: words.full(form)}), form)
        assert alone is not None
        assert words.signed(alone % (1 << BITS)) == alone
