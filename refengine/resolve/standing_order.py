"""The order of standing rules: which two come to the same, whichever of them is looked at first.

Standing rules are looked at in the order of the text, and the first may make the second due, keep it from being due, or
lead away from it. Behind one that binds all are looked at again. So a third may come between the two; and one that does
not bind is done again, and what it makes due looked at, where it stands in front of one that does, and not behind it.

INVARIANT: of two that are said to come to the same neither writes what the other names, itself or in what it asks;
neither leads anywhere, and nor does what may come between them, or change what the second names. Of one that binds and
one that does not the latter may be done once or twice, and makes no other due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs
from attrs import field, frozen

from refengine.resolve.leaving import statements_in
from refengine.syntax import tree
from refengine.syntax.words import words_of

_MOVES = (tree.Move, tree.MoveSeveral, tree.MoveAll)
_LEADS = (tree.Transfer, tree.Abandon, tree.Ask, tree.Repeat)

_ASKED = (tree.Value, tree.Region, tree.MoreClause)
"""Declarations that are asked for what they come to, and what modules add to them."""

_BUILT_IN = ("truth", "count", "player", "place", "cell")

_STAYS = (tree.Kind, tree.Variable, tree.Option, tree.Question, tree.Value, tree.Relation, tree.Record, tree.Phase)
"""Declarations that say nothing of where something lies: what they name is the same after a move."""


def come_to_the_same(one: tree.Whenever, other: tree.Whenever, declared: Iterable[tree.Declaration]) -> bool:
    """Returns whether two standing rules of a game come to the same in either order.

    Returns False where the text does not show it.
    """
    everything = tuple(declared)
    game = _SortedNames.of(everything)
    if _leads(one) or _leads(other) or not game.are_apart(one, other):
        return False
    plain = tuple(each for each in (one, other) if not _binds(each))
    if len(plain) == 2:
        return True  # nothing is looked at between two that do not bind
    rules = tuple(each for each in everything if isinstance(each, tree.Whenever))
    if not all(game.may_be_repeated(each, rules) for each in plain):
        return False
    return not (game.tells(one, other, rules) or game.tells(other, one, rules))


def _binds(rule: tree.Whenever) -> bool:
    """Returns whether a rule is one of each thing that is bound: when it was done all are looked at again."""
    return isinstance(rule.watched, tuple)


def _leads(rule: tree.Whenever) -> bool:
    """Returns whether a rule leads anywhere, or somebody says which of several is next.

    Then others are looked at again.
    """
    return rule.pick is not None or any(
        isinstance(each, _LEADS)
        or (isinstance(each, tree.Word) and each.op != "nothing")
        or (isinstance(each, tree.Each) and each.pick is not None)
        for each in statements_in(rule.body)
    )


@frozen
class _SortedNames:
    """The names of a game, told apart by what they stand for; a value stands for all that it asks in turn."""

    asks: dict[str, set[str]] = field(factory=dict)
    variables: set[str] = field(factory=set)
    stays: set[str] = field(factory=set)
    places: set[str] = field(factory=set)
    """Names of what lies somewhere, or of where it does."""

    @classmethod
    def of(cls, declared: Iterable[tree.Declaration]) -> _SortedNames:
        made = cls(stays={*_BUILT_IN}, places={"box", "supply"})
        for each in declared:
            owner = getattr(each, "owner", None) or getattr(each, "name", None)
            if isinstance(owner, tree.Name):
                if isinstance(each, _ASKED):
                    made.asks.setdefault(owner.text, set()).update(_words(each))
                if isinstance(each, tree.Variable):
                    made.variables.add(owner.text)
                if isinstance(each, _STAYS):
                    made.stays.add(owner.text)
                else:
                    made.places.update((owner.text, *(words_of(each) if isinstance(each, tree.TokenKind) else ())))
        return made

    def are_apart(self, one: tree.Whenever, other: tree.Whenever) -> bool:
        """Returns whether neither of two rules writes what the other names."""
        return self._is_apart(one, other) and self._is_apart(other, one)

    def tells(self, one: tree.Whenever, other: tree.Whenever, rules: Iterable[tree.Whenever]) -> bool:
        """Returns whether the first may make rules due of which one leads anywhere, or is not apart from the second.

        One that binds has others done again, of which some come to something else each time.
        """
        left = [each for each in rules if each is not one and each is not other]
        agenda = [one]
        while agenda:
            rule = agenda.pop()
            again = [each for each in left if _binds(rule) and not (_binds(each) or self._is_idempotent(each))]
            met = [each for each in left if each in again or not self.are_apart(rule, each)]
            if any(_leads(each) or not self.are_apart(each, other) for each in met):
                return True
            left = [each for each in left if each not in met]
            agenda += met
        return False

    def may_be_repeated(self, rule: tree.Whenever, rules: Iterable[tree.Whenever]) -> bool:
        """Returns whether it is the same if a rule is done twice, and all others are looked at between."""
        others = (each for each in rules if each is not rule)
        return self._is_idempotent(rule) and all(self._is_apart(rule, each) for each in others)

    def _is_idempotent(self, rule: tree.Whenever) -> bool:
        """Returns whether a rule only sets variables, and to something that hangs on none of them."""
        effects = tuple(statements_in(rule.body))
        targets = [each.target for each in effects if isinstance(each, tree.Assign) and each.op == "set"]
        if len(targets) < sum(isinstance(each, (tree.Assign, *_MOVES)) for each in effects):
            return False
        written = [next(words_of(each)) for each in targets]
        read = Counter(_words(rule.body)) - Counter(written)
        return not set(written) & self._with_asked(read)

    def _is_apart(self, one: tree.Whenever, other: tree.Whenever) -> bool:
        """Returns whether the first writes nothing that the second names."""
        named = self._all(other)
        effects = tuple(statements_in(one.body))
        written = {name for each in effects if isinstance(each, tree.Assign) for name in words_of(each.target)}
        moves = any(isinstance(each, _MOVES) for each in effects)
        return not (written & self.variables & named) and not (
            moves and (named - self.stays) & (self.places | self._all(one))
        )

    def _all(self, rule: tree.Whenever) -> set[str]:
        """Returns everything that a rule names, itself or in the values that it asks."""
        return self._with_asked(_words(rule))

    def _with_asked(self, words: Iterable[str]) -> set[str]:
        """Returns some names with all that the values among them name in turn."""
        found: set[str] = set()
        left = set(words)
        while left:
            found |= left
            left = {name for each in left for name in self.asks.get(each, ())} - found
        return found


def _words(node: object) -> Iterator[str]:
    """Yields what a part of the rules names, and `supply` where it looks at a place that it does not name."""
    yield from words_of(node)
    if _looks_around(node):
        yield "supply"


def _looks_around(node: object) -> bool:
    """Returns whether a cell, a spot, a piece or a token alone settles what is asked of what lies somewhere."""
    match node:
        case tree.On() | tree.Of(word="on") | tree.Of(name=tree.Name(text="cell" | "spots")):
            return True
        case tuple():
            return any(map(_looks_around, node))
        case _ if attrs.has(type(node)):
            parts = attrs.fields(type(node))  # type: ignore[arg-type]  # an attrs class, as was just asked
            return any(_looks_around(getattr(node, each.name)) for each in parts)
        case _:
            return False
