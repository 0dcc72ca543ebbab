"""Leaving: a module must not keep a phase of its base from being done, neither itself nor by what it enters.

INVARIANT: what might leave the phase is refused, whatever conditions it stands under; nothing here works out an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from attrs import define, field, frozen

from refengine.source.span import Span
from refengine.syntax import tree

Op = Literal["enter", "go"]


def leaving(body: Iterable[tree.Statement]) -> Iterator[tuple[str, Span]]:
    """Yields the words by which a script leaves its phase before its end, with their places; `done` may end a round."""
    for statement in body:
        match statement:
            case tree.Word(op="done" | "game over" as word) | tree.Transfer(op="go" as word):
                yield word, statement.span
            case tree.Abandon():
                yield "abandon", statement.span
            case tree.Repeat(times=None, until=None, body=inner):
                yield from (each for each in leaving(inner) if each[0] != "done")
            case _:
                for part in blocks(statement):
                    yield from leaving(part)


@frozen
class InterruptedPhase:
    """A phase of the base that is left in the middle: by `word`, which stands in `script` at `place`.

    What a module does before the phase enters something `by` which it comes to that.
    """

    by: tree.Transfer
    word: str
    script: str
    place: Span


@define
class Ways:
    """The ways from one phase or text of a game to another, and the words in each by which something else is left."""

    declared: Iterable[tree.Declaration]
    ways: dict[str, list[tuple[Op, str]]] = field(factory=dict)
    words: dict[str, list[tree.Abandon | tree.Word]] = field(factory=dict)
    below: Mapping[str, frozenset[str]] = field(init=False)
    """The phases that may wait below each script."""

    def __attrs_post_init__(self) -> None:
        for each in self.declared:
            match each:
                case tree.Phase(name=name, body=body) | tree.TextBody(text=name, body=body):
                    self._read(name.text, body)
                case tree.Text(name=name, over=over):  # what nobody wrote down may enter all that it is open over
                    self._read(name.text, ())
                    self.ways[name.text] += [("enter", other.text) for other in over]
                case tree.Setup(body=body):
                    self._read("setup", body)
                case tree.Whenever(body=body):
                    self._read("whenever", body)
                case _:
                    pass
        self.below = self._below()

    def _read(self, name: str, body: tuple[tree.Statement, ...]) -> None:
        ways, words = self.ways.setdefault(name, []), self.words.setdefault(name, [])
        for statement in statements_in(body):
            match statement:
                case tree.Transfer(op=op, call=call):
                    ways.append((op, call.name.text))
                case tree.Abandon() | tree.Word(op="game over"):
                    words.append(statement)
                case _:
                    pass

    def _below(self) -> Mapping[str, frozenset[str]]:
        below: dict[str, frozenset[str]] = dict.fromkeys(self.ways, frozenset())
        below |= {"whenever": frozenset(self.ways)} if "whenever" in self.ways else {}  # it interrupts anything
        changed = True
        while changed:
            changed = False
            for name, ways in self.ways.items():
                for op, other in ways:
                    more = below[name] | ({name} if op == "enter" else frozenset())
                    if other in below and not more <= below[other]:
                        below[other] |= more
                        changed = True
        return below

    def left(self, phase: str, body: tuple[tree.Statement, ...]) -> Iterator[InterruptedPhase]:
        """Yields how a script that is done before a phase may leave it by what it enters."""
        under = self.below.get(phase, frozenset()) | {phase}
        for by in statements_in(body):
            if not isinstance(by, tree.Transfer) or by.op == "go":  # which leaves it itself
                continue
            for name in self._reached(by.call.name.text, None):
                for word in self.words[name]:
                    if isinstance(word, tree.Word):
                        yield InterruptedPhase(by, word.op, name, word.span)
                    elif word.phase.text in under and name in self._reached(by.call.name.text, word.phase.text):
                        yield InterruptedPhase(by, "abandon", name, word.span)

    def _reached(self, first: str, entered: str | None) -> Iterator[str]:
        """Yields what may run once this was entered, with no phase `entered` on top of what ran before."""
        seen, left = {first}, [first]
        while left:
            name = left.pop()
            if name not in self.ways:
                continue
            if name != entered:
                yield name
            more = {other for op, other in self.ways[name] if name != entered or op == "go"} - seen
            seen |= more
            left += sorted(more, reverse=True)


def statements_in(body: Iterable[tree.Statement]) -> Iterator[tree.Statement]:
    """Yields all statements of a script, those inside others behind these."""
    for statement in body:
        yield statement
        for part in blocks(statement):
            yield from statements_in(part)


def blocks(statement: tree.Statement) -> Iterator[tuple[tree.Statement, ...]]:
    """Yields the scripts in a statement."""
    match statement:
        case tree.If(then=then, otherwise=otherwise):
            yield from (then, otherwise)
        case tree.Each(body=inner) | tree.Repeat(body=inner) | tree.Simultaneously(body=inner):
            yield inner
        case tree.Branch(body=inner):
            yield inner
        case tree.Ask(actions=actions):
            yield from (each.body for each in actions)
        case _:
            pass
