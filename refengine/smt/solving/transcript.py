"""Transcripts: all that z3 is told in one context, in order, and what it answered; what is known is not asked again.

z3 answers by what it was told since its context was made, and by nothing else. So an answer is kept under a hash of all
that, and is what z3 would say again. As long as all answers are known z3 is told nothing at all; at the first that is
not, it is told everything from the start, and asked everything again. Where nothing is asked there is no context at
all: making one takes longer than many a question.

INVARIANT: whatever changes something in z3 is an entry: what is asserted, what is only made, what is read of a model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, MutableMapping
from functools import lru_cache
from typing import Any, Literal, cast
from weakref import WeakKeyDictionary

import z3
from attrs import define, field, frozen

from refengine.smt.solving.allocation import keep_what_is_freed
from refengine.smt.solving.calls import Address
from refengine.smt.solving.memory import Memory
from refengine.smt.solving.translation import Translation
from refengine.smt.terms.term import Bool, Num, Term, bottom_up

Kind = Literal["tactics", "incremental"]

SIMPLIFIED = ("simplify", "propagate-values", "solve-eqs", "smt")
"""The tactics, one after the other, by which a question is decided of which nothing was forgotten. Putting what a
constant is equal to in its place makes it six times as cheap as the solver alone, to which more can be said later."""


MOST = (1 << 32) - 1
"""The greatest value of a parameter: of a greater one z3 would take the lower bits, which make a small limit of it."""


@frozen(slots=False)
class Statement:
    """A statement that z3 is told: a condition, under a label or none, or what a constant stands for."""

    term: Bool | Num
    stands_for: Bool | Num | None = None
    label: str = ""


class Check:
    """A check that was made; whoever holds it may read its model, if there is one."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return f"check {self.number}"


Entry = tuple[Any, ...]
"""Something that z3 is told: the name of it, and its parts."""


@define
class Transcript:
    """A context of z3: it is told something by a method, and each time it answers alike.

    Without a `memory` nothing is kept, nor a model that nobody holds any more. `digests` are those of terms of one
    maker, for all its contexts.
    """

    memory: Memory | None = None
    digests: dict[Term, bytes] = field(factory=dict)
    z3: _Context | None = None
    _told: list[Entry] = field(factory=list)
    _made: set[Term] = field(factory=set)
    _hash: Any = field(factory=hashlib.sha256)
    _solvers: int = 0
    _checks: int = 0

    def another(self) -> Transcript:
        """Returns another context with the same memory, in which nothing was told."""
        return Transcript(self.memory, self.digests)

    # ---- WHAT IS TOLD

    def solver(self, kind: Kind) -> int:
        """Returns the number of another solver in this context."""
        self._solvers += 1
        self._tell("solver", kind, self._solvers)
        return self._solvers

    def drop(self, solver: int) -> None:
        """Lets go of a solver."""
        self._tell("drop", solver)

    def set(self, solver: int, name: str, value: int) -> None:
        """Sets a parameter of a solver."""
        self._tell("set", solver, name, value)

    def make(self, term: Bool | Num) -> None:
        """Makes a term of z3, whether or not it is asserted; one that was made in this context is there already."""
        if isinstance(term, Term):
            if term in self._made:
                return
            self._made.add(term)
        self._tell("make", term)

    def state(self, solver: int, said: Statement) -> None:
        """Asserts a statement."""
        self._tell("state", solver, said)

    def require(self, solver: int, said: Statement) -> None:
        """Makes the term of a plain statement, without a label, and asserts it: most of what is told are such facts."""
        term = said.term
        if self.memory is None or self.z3 is not None or not isinstance(term, Term):
            self.make(term)
            self.state(solver, said)
            return
        digest = self.digests.get(term) or self._digest(term)
        stated = b"%b%b(%b%b);" % (_known("state"), _known(solver), digest, _PLAIN)
        if term not in self._made:
            self._made.add(term)
            self._told.append(("make", term))
            stated = b"%b%b;%b" % (_known("make"), digest, stated)
        self._told.append(("state", solver, said))
        self._hash.update(stated)

    def push(self, solver: int) -> None:
        """Begins what is forgotten at the next `pop`."""
        self._tell("push", solver)

    def pop(self, solver: int) -> None:
        """Forgets what was stated since the last `push`."""
        self._tell("pop", solver)

    # ---- WHAT IT ANSWERS

    def check(self, solver: int, labels: Iterable[str]) -> tuple[str, Check]:
        """Returns whether all can hold that was stated without a label or with one of these, and how it may be read."""
        self._checks += 1
        made = Check(self._checks)
        found: str = self._ask("check", solver, tuple(labels), made)
        return found, made

    def is_enough(self, solver: int, labels: Iterable[str]) -> bool:
        """Returns whether not all can hold that was stated without a label, or with one of these."""
        enough: bool = self._ask("is enough", solver, tuple(labels))
        return enough

    def spent(self, solver: int) -> int:
        """Returns the resource units that were spent in this context since this was asked last."""
        spent: int = self._ask("spent", solver)
        return spent

    def core(self, solver: int) -> frozenset[str]:
        """Returns the labels that z3 needed for its last answer."""
        needed: frozenset[str] = self._ask("core", solver)
        return needed

    def read(self, check: Check, constant: Term) -> bool | int:
        """Returns the value of a constant in the model of a check."""
        value: bool | int = self._ask("read", check, constant)
        return value

    # ---- KEPT

    def _tell(self, *entry: Any) -> None:
        if self.memory is not None:
            self._hash.update(self._written(entry))
        if self.z3 is None:
            self._told.append(entry)
        else:
            self.z3.take(entry)

    def _ask(self, *entry: Any) -> Any:
        if self.memory is None:
            return self._begun(WeakKeyDictionary()).take(entry)
        self._hash.update(self._written(entry))
        key = self._hash.digest()
        if self.z3 is None and key in self.memory:
            self._told.append(entry)
            return self.memory.recall(key)
        found = self._begun({}).take(entry)
        self.memory.keep(key, found)
        return found

    def _begun(self, models: MutableMapping[Check, Any]) -> _Context:
        """Returns the context of z3, which has been told everything."""
        if self.z3 is None:
            self.z3 = _Context(models)
            for each in self._told:
                self.z3.take(each)
            self._told.clear()
        return self.z3

    def _written(self, entry: Entry) -> bytes:
        """Returns an entry as bytes, which no other entry has."""
        return b"".join([self._part(each) for each in entry]) + b";"

    def _part(self, part: object) -> bytes:
        sort = type(part)  # what is told are a hundred thousand parts, of just these classes
        if sort is Term:
            term = cast("Term", part)
            return self.digests.get(term) or self._digest(term)
        if sort is Statement:
            said = cast("Statement", part)
            return b"".join((b"(", self._part(said.term), self._part(said.stands_for), self._part(said.label), b")"))
        if sort is str or sort is int:
            return _known(cast("str | int", part))
        return _told(repr(part))

    def _digest(self, root: Term) -> bytes:
        """Returns a hash of a term as z3 has it: of its form, and of the names of its constants."""
        known = self.digests
        if root not in known:
            for term in bottom_up(root, known):
                parts = [known[each] if isinstance(each, Term) else repr(each).encode() for each in term.args]
                head = repr((term.op, term.sort, term.name, len(parts))).encode()
                known[term] = hashlib.sha256(b"\0".join((head, *parts))).digest()
        return known[root]


def _told(text: str) -> bytes:
    """Returns the bytes of a text, which no other text begins with."""
    told = text.encode()
    return b"%d:" % len(told) + told


@lru_cache(maxsize=1024, typed=True)
def _known(part: str | int) -> bytes:
    """Returns the bytes of a text or a number that is told: most are names of what is done or numbers of solvers."""
    return _told(repr(part))


_PLAIN = _told(repr(None)) + _known("")
"""The bytes with which a statement ends that stands for nothing else and has no label."""


class _Context:
    """A context of z3 that does what it is told."""

    def __init__(self, models: MutableMapping[Check, Any]) -> None:
        self.translation = Translation()
        self.solvers: dict[int, Any] = {}
        self.models = models

    def take(self, entry: Entry) -> Any:
        """Does what an entry says; returns the answer, if it asks for one."""
        match entry:
            case "solver", kind, number:
                self.solvers[number] = self._solver(kind)
            case "drop", solver:
                del self.solvers[solver]
            case "set", solver, name, value:
                self.solvers[solver].set(name, min(value, MOST))
            case "make", term:
                self.translation.made_of(term)
            case "state", solver, Statement() as said:
                self.translation.state(self.solvers[solver], self._made(said))
            case "push", solver:
                self.solvers[solver].push()
            case "pop", solver:
                self.solvers[solver].pop()
            case "check", solver, labels, made:
                return self._check(self.solvers[solver], labels, made)
            case "is enough", solver, labels:
                return self.solvers[solver].check(*map(self._mark, labels)) == z3.unsat
            case "spent", solver:
                return self.translation.spent_since(self.solvers[solver])
            case "core", solver:
                return frozenset(str(each).removeprefix(BECAUSE) for each in self.solvers[solver].unsat_core())
            case "read", check, constant:
                return self.translation.read(self.models[check], constant)
            case _:
                raise TypeError(entry)
        return None

    def _solver(self, kind: Kind) -> Any:
        """Returns a solver that ignores an interrupt: what z3 says of a question it was kept from is kept."""
        context = self.translation.context
        made = z3.Then(*SIMPLIFIED, ctx=context).solver() if kind == "tactics" else z3.SimpleSolver(ctx=context)
        made.set("ctrl_c", False)  # noqa: FBT003 - the name of a parameter comes first
        return made

    def _check(self, solver: Any, labels: tuple[str, ...], made: Check) -> str:
        keep_what_is_freed()  # what was told may have taken much
        found = solver.check(*map(self._mark, labels))
        if found == z3.sat:
            self.models[made] = solver.model()
        return str(found)

    def _mark(self, label: str) -> Any:
        return z3.Bool(f"{BECAUSE}{label}", self.translation.context)

    def _made(self, said: Statement) -> Address:
        if said.stands_for is not None:
            assert isinstance(said.term, Term)
            return self.translation.definition(said.term, said.stands_for)
        made = self.translation.made_of(said.term)
        return self.translation.under(f"{BECAUSE}{said.label}", made) if said.label else made


BECAUSE = "because "
"""The beginning of the name of a truth under which something is stated that has a label."""
