"""Recorders take down what an explaining module decides: which clauses fired, and what decided each call of a value.

A recorder belongs to the thread, or the task, that opened it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial, wraps
from typing import Any, Final, ParamSpec, Protocol, TypeAlias, TypeVar

from attrs import define, field, frozen

from refengine.runtime.fault import CLASH, OVERLAP, Clause, Fault, clash, no_case, overlap
from refengine.runtime.frames import Frame
from refengine.runtime.recorder import Recorder

MOST_KNOWN: Final = 8_192
"""The greatest number of calls of a value without a state that are remembered from step to step."""

UNKNOWN: Final = object()
"""Stands for the result of a call that is not known."""

Results: TypeAlias = defaultdict[Callable[..., Any], dict[tuple[Any, ...], Any]]
"""The results of calls, by the function and what it is told."""

P = ParamSpec("P")
R = TypeVar("R")


@frozen
class LegalActions:
    """The legal actions where a frame waited, good as long as the state holds the same, by names of attributes."""

    frame: object
    held: Mapping[str, object]
    legal: tuple[Any, ...]

    def of(self, state: Any) -> tuple[Any, ...] | None:
        """Returns it, if it is what is legal in a state too."""
        if not state.control or state.control[-1] is not self.frame:
            return None
        same = all(getattr(state, name) is each for name, each in self.held.items() if name != "control")
        return self.legal if same else None


@define
class Firing:
    """A recorder only of which clauses fire, and which refuse where nobody is asked since nothing is legal.

    A value that was asked before in the same state would fire the same, and is known; so would one in a draft of which
    every attribute still holds the same object, since all that drafts hold is immutable. One without a state always
    would, in whichever step.
    """

    paths: dict[str, None] = field(factory=dict)
    refusing: dict[str, None] = field(factory=dict)
    decided: list[bool] = field(factory=list)
    """A flag for each call that is open: whether a clause decided it."""
    _known: dict[tuple[int, ...], tuple[tuple[object, ...], Results]] = field(factory=dict)
    """The results of calls by the places in memory of what a state holds; it is kept, so that nothing takes these."""
    still: object = None
    """A state, or a draft that stays as it is, since something is asked of it that has not been answered yet."""
    results: Results = field(factory=partial(defaultdict, dict))
    """The results of calls in that state, by the function and what it is told."""
    _listing: LegalActions | None = None
    """The listing that was made last where somebody was asked if able."""

    def fired(self) -> tuple[str, ...]:
        """Returns the paths of all clauses that fired, in order of their first time."""
        return tuple(self.paths)

    def refused(self) -> tuple[str, ...]:
        """Returns the paths of all guards and bars that refused everything where nobody was asked."""
        return tuple(self.refusing)

    def fire(self, clause: Clause, arguments: tuple[object, ...]) -> None:  # noqa: ARG002
        """Takes in that a clause fired."""
        self.paths[clause.path] = None

    def pass_on(self, frame: Frame, state: object) -> None:
        """Takes in what stood in the way of all that might have been chosen."""
        with unrecorded():
            self.refusing |= dict.fromkeys(each.path for each in frame.in_the_way(state))

    def decide(self, clause: Clause) -> None:
        """Says which clause decides the call that is open."""
        self.paths[clause.path] = None
        if self.decided:
            self.decided[-1] = True

    def call(self, function: Callable[..., R], clause: Clause, skip: int, args: tuple[Any, ...]) -> R:
        """Calls a value, unless it was called before. A draft may have changed since, but not while it is asked."""
        outer = self.still, self.results
        if skip and args[0] is not self.still:
            self._stay(args[0])
        try:
            key, results = args[skip:], self.results[function]
            result = results.get(key, UNKNOWN)
            if result is UNKNOWN:
                result = results[key] = self.called(function, clause, args)
        finally:
            self.still, self.results = outer
        return result  # type: ignore[no-any-return]

    def call_stateless(
        self, function: Callable[..., R], clause: Clause, args: tuple[Any, ...], known: dict[tuple[Any, ...], Any]
    ) -> R:
        """Calls a value that no state is told, unless it is known from whichever step what it comes to, and fires."""
        outer, self.paths = self.paths, {}
        try:
            result = self.called(function, clause, args)
        finally:
            inside, self.paths = self.paths, outer
            outer.update(inside)
        _remember(known, args, (result, inside))
        return result

    def list(self, draft: Any) -> tuple[Any, ...]:
        """Lists what is legal in a draft, which stays as it is meanwhile, and remembers it."""
        frame = draft.control[-1]
        with self.as_it_is(draft):
            found: tuple[Any, ...] = frame.legal(draft)
        self._listing = LegalActions(frame, {each: getattr(draft, each) for each in draft.__slots__}, found)
        return found

    def listed_in(self, state: Any) -> tuple[Any, ...] | None:
        """Returns what was listed last, if it is what is legal in a state: that frame waits, and all is as it was."""
        return None if self._listing is None else self._listing.of(state)

    @contextmanager
    def as_it_is(self, state: Any) -> Iterator[None]:
        """Takes it that a state, or a draft, stays as it is meanwhile."""
        outer = self.still, self.results
        self._stay(state)
        try:
            yield
        finally:
            self.still, self.results = outer

    def _stay(self, state: Any) -> None:
        places = _places_of(state)
        at = tuple(map(id, places))
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = places, defaultdict(dict)
        self.still, self.results = state, known[1]

    def called(self, function: Callable[..., R], clause: Clause, args: tuple[Any, ...]) -> R:
        """Calls a value that is not known."""
        decided = self.decided
        decided.append(False)
        try:
            result = function(*args)
        except BaseException:
            decided.pop()
            raise
        if not decided.pop():
            self.paths[clause.path] = None
        return result


def _remember(known: dict[tuple[Any, ...], Any], args: tuple[Any, ...], result: object) -> None:
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[args] = result


def _places_of(state: Any) -> tuple[object, ...]:
    """Returns a state, and of a draft, which is no attrs class and may change, what it holds."""
    if hasattr(state, "__attrs_attrs__"):
        return (state,)
    return state, *[getattr(state, name) for name in state.__slots__]


class Listener(Protocol):
    """Whoever is told what an explaining module decides, and asked to call its values."""

    def fire(self, clause: Clause, arguments: tuple[object, ...]) -> None:
        """Takes in that a clause fired."""

    def pass_on(self, frame: Frame, state: object) -> None:
        """Takes in that nobody is asked, since nothing is legal."""

    def decide(self, clause: Clause) -> None:
        """Takes in which clause decides the call that is open."""

    def call(self, function: Callable[..., R], clause: Clause, skip: int, args: tuple[Any, ...]) -> R:
        """Calls a value; the first `skip` arguments are the state."""


_RECORDER: ContextVar[Listener | None] = ContextVar("recorder", default=None)


@contextmanager
def recording() -> Iterator[Recorder]:
    """Yields a record of everything that an explaining module decides meanwhile."""
    recorder = Recorder()
    with listening(recorder):
        yield recorder


@contextmanager
def firing() -> Iterator[Firing]:
    """Records only what fires in an explaining module meanwhile: that takes a fraction of the time of a full record."""
    recorder = Firing()
    with listening(recorder):
        yield recorder


@contextmanager
def unrecorded() -> Iterator[None]:
    """Suspends recording meanwhile, whatever record is open."""
    with listening(None):
        yield


@contextmanager
def listening(recorder: Listener | None) -> Iterator[None]:
    """Tells the decisions that an explaining module takes meanwhile to this listener alone."""
    token = _RECORDER.set(recorder)
    try:
        yield
    finally:
        _RECORDER.reset(token)


def fired(clause: Clause, *arguments: object) -> None:
    """Notes that a clause fired."""
    recorder = _RECORDER.get()
    if recorder is not None:
        recorder.fire(clause, arguments)


def passed_on(draft: Any) -> None:
    """Notes that nobody is asked at the frame on top, since nothing is legal there."""
    recorder = _RECORDER.get()
    if recorder is not None:
        recorder.pass_on(draft.control[-1], draft)


def listed(draft: Any) -> tuple[Any, ...]:
    """Lists what is legal in a draft, which stays as it is meanwhile."""
    recorder = _RECORDER.get()
    if not isinstance(recorder, Firing):
        return draft.control[-1].legal(draft)  # type: ignore[no-any-return]
    return recorder.list(draft)


def noted(clause: Clause, skip: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Notes each call of a value; the first `skip` arguments are the state, and are not kept.

    Where only what fires is noted, what is known is found here at once: nothing else is called as often. What a value
    without a state comes to is known from whichever call, but where all is noted, with what decides it.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        if skip:
            return wraps(function)(_of_state(function, clause, skip))
        known: dict[tuple[Any, ...], Any] = {}
        unheard: dict[tuple[Any, ...], Any] = {}

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            recorder = _RECORDER.get()
            if recorder is None:
                if kwargs:
                    return function(*args, **kwargs)
                result = unheard.get(args, UNKNOWN)
                if result is UNKNOWN:
                    result = function(*args, **kwargs)
                    _remember(unheard, args, result)
                return result  # type: ignore[no-any-return]
            if kwargs or recorder.__class__ is not Firing:
                return recorder.call(partial(function, **kwargs) if kwargs else function, clause, skip, args)
            found = known.get(args)
            if found is None:
                return recorder.call_stateless(function, clause, args, known)
            recorder.paths.update(found[1])
            return found[0]  # type: ignore[no-any-return]

        return call

    return decorate


def _of_state(function: Callable[P, R], clause: Clause, skip: int) -> Callable[P, R]:
    """Returns the same for a value of a state."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    made: Callable[P, R] = _form_of(names, skip)(function, clause)
    return made


@cache
def _form_of(names: tuple[str, ...], skip: int) -> Callable[..., Any]:
    """Returns what makes such a function for values with parameters of these names.

    It takes them as they are: to gather any arguments, and to hand them on, takes as long as all the rest.
    """
    own, told = "".join(f"{each}, " for each in names), "".join(f"{each}, " for each in names[skip:])
    text = f"""
def form(_function, _clause):
    def call({own}):
        _recorder = _listening()
        if _recorder is None:
            return _function({own})
        if _recorder.__class__ is not _firing or {names[0]} is not _recorder.still:
            return _recorder.call(_function, _clause, {skip}, ({own}))
        _known, _key = _recorder.results[_function], ({told})
        _result = _known.get(_key, _unknown)
        if _result is _unknown:
            _result = _known[_key] = _recorder.called(_function, _clause, ({own}))
        return _result
    return call
"""
    known: dict[str, Any] = {"_listening": _RECORDER.get, "_firing": Firing, "_unknown": UNKNOWN}
    exec(text, known)  # noqa: S102 - of the names of parameters in a generated module, which are none of these
    made: Callable[..., Any] = known["form"]
    return made


def decide(clause: Clause, result: R) -> R:
    """Notes which clause decides a value."""
    recorder = _RECORDER.get()
    if recorder is not None:
        recorder.decide(clause)
    return result


def one_case(clause: Clause, applied: Sequence[Clause]) -> Clause:
    """Returns the only case that applies."""
    if not applied:
        raise no_case(clause)
    if len(applied) > 1:
        raise overlap(clause, [each.path for each in applied])
    return decide(applied[0], applied[0])


def not_overruled(applied: Sequence[tuple[Clause, frozenset[str]]]) -> tuple[Clause, ...]:
    """Returns the exceptions that apply, but for those that another of them stands over."""
    overruled = frozenset[str]().union(*(over for _, over in applied))
    return tuple(each for each, _ in applied if each.path.rpartition(".")[2] not in overruled)


@contextmanager
def behind(applied: Sized) -> Iterator[None]:
    """Marks what breaks off in the condition of a clause where one before it applies: no plain build asks for that."""
    try:
        yield
    except Fault as fault:
        fault.overlooked = fault.overlooked or bool(applied)
        raise


@contextmanager
def agreeing(clause: Clause, results: Sequence[tuple[Clause, object]], also: Clause) -> Iterator[None]:
    """Raises a clash where another exception has a result, and what this one also comes to has no answer."""
    try:
        yield
    except Fault as fault:
        if results and fault.code not in {CLASH, OVERLAP}:
            raise clash(clause, [*(each.path for each, _ in results), also.path]) from fault
        raise


def agreed(clause: Clause, results: Sequence[tuple[Clause, R]]) -> R:
    """Returns the common result of the exceptions that apply and are not overruled; raises a clash if they disagree."""
    if any(result != results[0][1] for _, result in results):
        raise clash(clause, [each.path for each, _ in results])
    for each, result in results[1:]:
        decide(each, result)
    return decide(*results[0])
