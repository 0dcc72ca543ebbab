"""The tables of the grammar, and the words that its messages need: made once for a version of this package.

Making them takes ten times as long as reading them, and longer than most commands have to work otherwise. They are made
by lark, which is loaded for that, and to say what is wrong with a text.
"""

import marshal
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import frozen

from refengine.source.cache import Cache
from refengine.source.later import later
from refengine.syntax.machine import Machine, Plan
from refengine.syntax.vocabulary import Vocabulary

if TYPE_CHECKING:
    from refengine.syntax.by_lark import first_words, parser, plan_of, refuse, signs
else:
    first_words, parser, plan_of, refuse, signs = (
        later("refengine.syntax.by_lark", name) for name in ("first_words", "parser", "plan_of", "refuse", "signs")
    )

MACHINE = "grammar.machine"


@frozen
class Tables:
    """The reader of declarations, its vocabulary, and the words and signs that a declaration can begin with."""

    machine: Machine
    vocabulary: Vocabulary
    declaration_words: frozenset[str]
    keep: Cache

    def refuse(self, text: str) -> NoReturn:
        """Raises `RefusalError` with what is wrong with a text that the machine does not read."""
        refuse(self.keep, text, self.vocabulary, self.declaration_words)
        raise AssertionError


def tables(keep: Cache) -> Tables:
    """Returns the tables of the grammar, from the cache if they lie there unharmed."""
    kept = keep.read(MACHINE)  # a row is unpacked long after, where nobody expects a damaged one
    found: tuple[Any, dict[str, str], list[str]] | None = None if kept is None else marshal.loads(kept)  # noqa: S302 - written by us
    if found is None:
        lark = parser(keep)
        found = (tuple(plan_of(lark)), signs(lark), sorted(first_words(lark)))
        keep.write(MACHINE, marshal.dumps(found))
    plan, fixed, first = found
    vocabulary = Vocabulary.of(fixed)
    return Tables(Machine(Plan(*plan)), vocabulary, vocabulary.signs(first) & vocabulary.words, keep)
