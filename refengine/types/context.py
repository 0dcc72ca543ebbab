"""The setting of an elaboration: symbols, printed data, what was found wrong, and the scopes of bound names."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field, frozen

from refengine.ir import game
from refengine.ir.control import Barred
from refengine.ir.domain import Domain, Enum, Piece, Spot
from refengine.ir.expressions import Expr, Local
from refengine.ir.phase_counters import PhaseCounter
from refengine.resolve import errors as name_errors
from refengine.resolve.symbols import BUILT_IN, SORTS, Named, Symbols
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import LIMITS, Limits
from refengine.source.span import Span
from refengine.syntax import tree


@frozen
class Signature:
    """The signature of a value or phase: its parameters and its result (None for a phase).

    The last parameters of a value of a phase are `lifted`: those of the phase that it reads.
    """

    params: tuple[Local, ...]
    result: Domain | None
    phase: str | None = None
    lifted: tuple[Local, ...] = ()

    @property
    def own(self) -> tuple[Local, ...]:
        """The parameters that stand in the head."""
        return self.params[: len(self.params) - len(self.lifted)]


@define
class Context:
    """INVARIANT: filled in the order of `elaborate`; an entry is there before anything that can name it is elaborated.

    A name that `symbols` has and its table here has not was declared with a fault, which was reported there. `seats` is
    the most players there can be where something is elaborated, `fewest` the least; others in an example and a claim.
    `claimed`: inside a claim or an audit, the fewest and most players that it speaks of. `lacks_names`: a table is
    missing or faulty, so that nobody knows what its rows are called. `lacks_ways`: something is wrong in the text, so
    that a way from phase to phase may be missing from the scripts.
    """

    symbols: Symbols
    players: tuple[int, int]
    limits: Limits = LIMITS
    found: list[Diagnostic] = field(factory=list)
    kinds: dict[str, game.Kind] = field(factory=dict)
    faulty_kinds: set[str] = field(factory=set)
    relations: dict[str, game.Relation] = field(factory=dict)
    parts: dict[str, game.Part] = field(factory=dict)
    regions: dict[str, Enum | Piece | Spot] = field(factory=dict)
    """The domain whose members fall into the classes of each region."""
    records: dict[str, game.Record] = field(factory=dict)
    components: dict[str, game.Component] = field(factory=dict)
    unsaid: dict[str, tuple[game.Datum, ...]] = field(factory=dict)
    """The data that the last key fields of a component have where the name of a piece leaves them out."""
    tokens: dict[str, game.Token] = field(factory=dict)
    zones: dict[str, game.Zone] = field(factory=dict)
    variables: dict[str, game.Variable] = field(factory=dict)
    options: dict[str, game.Option] = field(factory=dict)
    questions: dict[str, game.Question] = field(factory=dict)
    values: dict[str, Signature] = field(factory=dict)
    sources: dict[str, tuple[tuple[Local, ...], Expr]] = field(factory=dict)
    phases: dict[str, Signature] = field(factory=dict)
    bars: dict[str, tuple[Barred, ...]] = field(factory=dict)
    """The bars of each phase and text, which read its parameters."""
    begins: dict[str, str] = field(factory=dict)
    """The phase with which an action begins, by action."""
    choices: dict[str, tuple[Domain, ...]] = field(factory=dict)
    counts: dict[tuple[str, bool], tuple[PhaseCounter, ...]] = field(factory=dict)
    """The variables that count a phase of which it is asked whether it is running, and whether told what."""
    asked_about: list[tuple[str, bool, Span]] = field(factory=list)
    circles: set[str] = field(factory=set)
    used: set[str] = field(factory=set)
    used_tables: set[str] = field(factory=set)
    in_step: bool = False
    in_before: bool = False
    claimed: tuple[int, int] | None = None
    lacks_names: bool = False
    lacks_ways: bool = False
    seats: int = field(init=False)
    fewest: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Allows all players that there can be, to begin with."""
        self.fewest, self.seats = self.players

    def report(self, diagnostic: Diagnostic) -> None:
        """Keeps a diagnostic. What is elaborated from a faulty node is None, and None is never reported again."""
        self.found.append(diagnostic)

    def declared(self, name: tree.Name, *sorts: type[Named], hint: str | None = None) -> Named | None:
        """Returns the declaration of a name if it is of one of these sorts; else None, which is reported.

        The hint is for a name that nothing declares and that is near to none.
        """
        found = self.symbols.lookup(name.text)
        words = [SORTS[each] for each in sorts]
        wanted = " or ".join(each for each in (", ".join(words[:-1]), words[-1]) if each)
        if isinstance(found, sorts):
            self.used.add(name.text)
            return found
        known = tuple(word for word, each in self.symbols.named.items() if isinstance(each, sorts))
        if found is None:
            self.report(name_errors.unknown_name(wanted, name.text, name.span, known, hint))
        else:
            self.report(name_errors.wrong_sort(name.text, SORTS[type(found)], wanted, name.span, known=known))
        return None

    def are_alike(self, component: str) -> bool:
        """Returns whether some pieces of a component are alike; those of one whose declaration is wrong are not."""
        found = self.components.get(component)
        return found is not None and any(each.copies > 1 for each in found.pieces)

    def phase(self, name: tree.Name) -> Signature | None:
        """Returns the phase or text of this name.

        It returns None for none (which is reported) or one with a faulty head (which was).
        """
        if isinstance(self.symbols.lookup(name.text), tree.Text):
            self.used.add(name.text)
            return self.phases.get(name.text)
        return None if self.declared(name, tree.Phase) is None else self.phases.get(name.text)


@define
class Scope:
    """Bound names. Inner scopes see outer ones; no name is bound twice on one path."""

    outer: Scope | None = None
    names: dict[str, tuple[Local, Span]] = field(factory=dict)
    sources: dict[str, Expr] = field(factory=dict)
    faulty: set[str] = field(factory=set)
    phase: str | None = None
    """The phase whose parameters are bound here."""
    kept: dict[str, Local] = field(factory=dict)
    """The locals that a `let` with a type names here, which `set` may change."""

    def is_told_as(self, phase: str | None) -> bool:
        """Returns whether the parameters of a phase are bound."""
        return self.phase == phase or (self.outer is not None and self.outer.is_told_as(phase))

    def changeable(self, word: str) -> Local | None:
        """Returns the local of this name, if a `let` with a type named it."""
        found = self.kept.get(word)
        return found if found is not None or self.outer is None else self.outer.changeable(word)

    def lookup(self, word: str) -> Local | None:
        """Returns the local of this name, if one is bound."""
        scope: Scope | None = self
        while scope is not None:
            if word in scope.names:
                return scope.names[word][0]
            scope = scope.outer
        return None

    def source(self, word: str) -> Expr | None:
        """Returns the place from which a bound piece was drawn, if it was drawn from a zone."""
        scope: Scope | None = self
        while scope is not None:
            if word in scope.names:
                return scope.sources.get(word)
            scope = scope.outer
        return None

    def bound(self) -> tuple[str, ...]:
        """Returns all names that are bound here."""
        return (*self.names, *(self.outer.bound() if self.outer else ()))

    def inner(self) -> Scope:
        """Returns a scope inside this one."""
        return Scope(self)

    def bind(self, ctx: Context, name: tree.Name, domain: Domain, source: Expr | None = None) -> Local:
        """Binds a name here; a name that already means something is reported (and bound all the same)."""
        declared = ctx.symbols.lookup(name.text)
        if self.lookup(name.text) is not None or declared is not None or name.text in BUILT_IN:
            first = self._where(name.text) or (declared.name.span if declared is not None else None)
            ctx.report(name_errors.shadowed(name.text, name.span, first))
        local = Local(name.text, domain)
        self.names[name.text] = (local, name.span)
        if source is not None:
            self.sources[name.text] = source
        return local

    def bind_faulty(self, name: tree.Name) -> None:
        """Notes a name whose meaning was reported as faulty, so that its uses are not reported too."""
        self.faulty.add(name.text)

    def is_faulty(self, word: str) -> bool:
        """Returns whether the word was bound to something faulty."""
        return word in self.faulty or (self.outer is not None and self.outer.is_faulty(word))

    def _where(self, word: str) -> Span | None:
        scope: Scope | None = self
        while scope is not None:
            if word in scope.names:
                return scope.names[word][1]
            scope = scope.outer
        return None


Elaborate = Callable[[Context, Scope, "tree.Expr", "Domain | None"], "Expr | None"]
