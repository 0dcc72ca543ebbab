"""Units and scopes: what is known while a module is emitted, and while one of its functions is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from attrs import define, evolve, field, frozen

from refengine.engine.emit.imports import importable
from refengine.engine.emit.layout import Layout, layout_of
from refengine.engine.emit.naming import Names, camel, upper
from refengine.engine.emit.text import Py, Text, quoted, tuple_of
from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.domain import Domain, Enum
from refengine.ir.footprint import footprints_of, stateless
from refengine.ir.inlining import Inlining
from refengine.ir.rows import Splitting
from refengine.ir.sharing import Sharing
from refengine.ir.simplify import Folding, sizes_of
from refengine.ir.totality import total_values
from refengine.source.span import Span

T = TypeVar("T")

MODULE_NAMES = (
    "State", "Draft", "Position", "BEFORE_SETUP", "before_setup", "initial", "apply", "legal", "turn", "outcome",
    "conserved", "broken", "sound", "CODEC", "MODULE", "DESCRIPTION", "EXAMPLES",
)  # fmt: skip
"""Names that a generated module always defines."""

FEW = 8
"""A table of so many rows is worked out without asking whether all of them are needed."""

LOCAL_NAMES = (
    "state", "draft", "below", "self", "action", "frame", "before", "after", "plays", "found", "own",
    "applied", "scores", "left", "each", "key",
)  # fmt: skip
"""Names that emitted functions use themselves."""


@frozen
class Emitters:
    """The functions that emit expressions, here so that the modules that share the work need not import each other.

    `truth` may give something that only counts as true or false, where `strict` is not asked for.
    """

    expr: Callable[[ir.Expr, Scope], Py]
    truth: Callable[[ir.Expr, Scope, bool], Py]
    only: Callable[[ir.The, Scope], str]
    """The name that holds what `the` finds, or None."""


@define
class Tables:
    """The lists that a module works out when it is loaded; `open` while functions are emitted that may use them."""

    open: bool = False
    names: dict[tuple[ir.Expr, ir.Expr, tuple[Domain, ...]], str] = field(factory=dict)
    """The names of tables by what is run over, the condition, and the domains of what it depends on."""
    text: Text = field(factory=Text)


@define
class Unit:
    """A module in the making: the game, how its states are stored, and the names given so far."""

    emitters: Emitters

    game: model.Game
    explain: bool
    called: Callable[[str], str]
    """The function from a file of the rules to its name in the module."""
    names: Names
    layout: Layout
    folding: Folding
    values: Mapping[str, model.Value]
    value_names: dict[str, str]
    stateless: frozenset[str]
    """Values that read nothing of the state."""
    members: Mapping[tuple[str, int], str]
    """The constant of each member of a kind (players have none)."""
    listings_of: Mapping[str, str]
    """The constant that lists the names of the members of a kind, or of the readings of a question."""
    kind_fields: Mapping[tuple[str, str], str]
    """The constant of each field of a kind from a table."""
    sharing: Sharing
    clauses: dict[Clause, str] = field(factory=dict)
    spots: dict[tuple[str, tuple[str, ...], Span | None], str] = field(factory=dict)
    constants: Text = field(factory=Text)
    work: dict[str, int] = field(factory=dict)
    """The number of nodes, about, that are evaluated when a value is called."""
    tables: Tables = field(factory=Tables)
    listings: dict[str, tuple[str, tuple[str, ...]]] = field(factory=dict)
    """Where it is kept what is legal in a frame that asks if able, and what of the state that hangs on, by its name."""
    remembered: dict[ir.Expr, tuple[tuple[str, str], ...]] = field(factory=dict)
    """The attributes that each often asked condition reads, and those under which a state remembers them."""
    named_inside: int = 0
    """The number of expressions until now in which something is given a name on the way, with `:=`."""
    halves: bool = False
    """Whether what players decide can be taken in two halves, as what chance does."""
    opening: Inlining | None = None
    """The rules by which small values are put in where they are called; None where calls are to be told of."""

    splitting: Splitting | None = None
    """The rules by which conditions are asked along rows; None where calls are to be told of."""

    def opened(self, node: T) -> T:
        """Returns a node with small values put in."""
        return node if self.opening is None else self.opening.opened(node)

    def clause(self, clause: Clause) -> str:
        """Returns the constant of a clause."""
        found = self.clauses.get(clause)
        if found is None:
            name = upper(clause.path)
            cites = tuple(map(str, clause.cites))
            found = self._spot(clause.path, cites, clause.origin.span, name, f"{name}_CLAUSE")
            self.clauses[clause] = found
        return found

    def spot(self, clause: Clause, origin: ir.Origin) -> str:
        """Returns the constant of a place inside a clause."""
        if origin.span is None or origin.span == clause.origin.span:
            return self.clause(clause)
        cites = tuple(map(str, origin.cites or clause.cites))
        return self._spot(clause.path, cites, origin.span, f"{upper(clause.path)}_PART")

    def _spot(self, path: str, cites: tuple[str, ...], span: Span | None, *wanted: str) -> str:
        key = (path, cites, span)
        found = self.spots.get(key)
        if found is None:
            name = self.names.new(*wanted)
            where = "" if span is None else f", ({quoted(self.called(span.path))}, {span.start}, {span.end})"
            cited = tuple_of([quoted(cite) for cite in cites]) if cites else "()"
            self.constants.add(f"{name}: Final = Clause({quoted(path)}, {cited}{where})")
            self.spots[key] = found = name
        return found

    def domain_type(self, domain: Domain) -> str:
        """Returns the Python type of a domain's values."""
        return self.layout.annotation(domain)


@define
class Row:
    """A name that runs over a set: the tables over the same set that the loop has to run along with it."""

    over: ir.Expr
    used: dict[str, str] = field(factory=dict)


@define
class EarlyResults:
    """The results of early evaluation: tables over sets, and the names of their members and keys."""

    tables: dict[tuple[str, ir.Expr], str] = field(factory=dict)
    members: dict[ir.Expr, str] = field(factory=dict)
    keys: dict[ir.Expr, str] = field(factory=dict)
    keys_used: set[ir.Expr] = field(factory=set)
    inline: frozenset[str] = frozenset()
    """Values whose calls are put in where they stand; with the empty name, small ones too."""

    def clear(self) -> None:
        """Forgets everything."""
        for each in (self.tables, self.members, self.keys, self.keys_used):
            each.clear()
        self.inline = frozenset()


@define
class Scope:
    """The scope of a function: where its lines go, its names, what its state is called, the clause that faults name."""

    unit: Unit
    code: Text
    names: Names
    state: str
    clause: Clause
    locals: dict[ir.Local, Py] = field(factory=dict)
    shared: dict[ir.Expr, Py] = field(factory=dict)
    """Expressions that have been worked out already."""
    ways: dict[ir.Expr, str] = field(factory=dict)
    """The names of ways from one cell to another, by what compares the cell toward a side of the one with the other."""
    early: EarlyResults = field(factory=EarlyResults)
    rows: dict[ir.Local, Row] = field(factory=dict)
    reused: dict[str, str] = field(factory=dict)
    held: dict[str, str] = field(factory=dict)
    """Zones of at most one, by the name of what is known to lie in them."""
    there: set[Py] = field(factory=set)
    """The options that are known not to be absent."""
    gathered: dict[str, str] | None = None
    """The sets of what lies in families, by how these are read; None in a function that changes what it reads."""

    def expr(self, expr: ir.Expr) -> Py:
        """Returns the expression in Python, after the statements that it needs."""
        return (self.shared and self.shared.get(expr)) or self.unit.emitters.expr(expr, self)

    def truth(self, expr: ir.Expr, *, strict: bool = False) -> Py:
        """Returns a condition in Python; with `strict` it is a `bool`."""
        return (self.shared and self.shared.get(expr)) or self.unit.emitters.truth(expr, self, strict)

    def into(self, code: Text) -> Scope:
        """Returns a scope of the same function, its lines going elsewhere."""
        return evolve(self, code=code)

    def within(self, clause: Clause) -> Scope:
        """Returns a scope of the same function, inside a clause."""
        return evolve(self, clause=clause)

    def reading(self, state: str) -> Scope:
        """Returns a scope of the same function, reading another state."""
        return evolve(self, state=state, shared={}, early=EarlyResults(), rows={}, held={}, there=set(), gathered=None)

    def changed(self) -> None:
        """Forgets what was known of the state, which has changed."""
        self.shared.clear()
        self.rows.clear()
        self.held.clear()
        self.early.clear()

    def fresh(self, wanted: str) -> str:
        """Returns a name that is used nowhere in the function."""
        return self.names.new(wanted)

    def let(self, expression: Py, wanted: str) -> Py:
        """Returns a name that an expression is given here, to be worked out once and now; a name or a number stays."""
        if expression.is_settled:
            return expression
        name = self.fresh(wanted)
        self.code.add(f"{name} = {expression}")
        return Py.name(name)

    def named(self, wanted: str) -> str:
        """Returns a name for something that is always of the same type, the same each time in the function."""
        if wanted not in self.reused:
            self.reused[wanted] = self.names.new(wanted)
        return self.reused[wanted]

    def bind(self, local: ir.Local) -> str:
        """Returns the name of a local of the rules."""
        if local not in self.locals:
            self.locals[local] = Py.name(self.names.new(local.name.partition("~")[0]))
        return str(self.locals[local])

    def here(self, origin: ir.Origin | None = None) -> str:
        """Returns the constant that a fault names."""
        return self.unit.clause(self.clause) if origin is None else self.unit.spot(self.clause, origin)


def scope_of(unit: Unit, code: Text, state: str, clause: Clause) -> Scope:
    """Returns the scope of a function that begins."""
    names = unit.names.inner()
    names.used.update(LOCAL_NAMES)
    return Scope(unit, code, names, state, clause)


def unit_of(game: model.Game, emitters: Emitters, *, explain: bool, called: Callable[[str], str] = str) -> Unit:
    """Returns a unit with all names of a game given."""
    names = Names()
    names.used.update(MODULE_NAMES)
    names.used.update(importable())
    names.used.update(LOCAL_NAMES)
    listed = (*(kind.name for kind in game.kinds), *(question.name for question in game.questions))
    listings_of = {each: names.new(f"NAMES_OF_{upper(each)}") for each in listed}
    layout = layout_of(game, names)
    members = {
        (kind.name, index): names.new(member, f"{member}{camel(kind.name)}", f"{camel(kind.name)}_{member}")
        for kind in game.kinds
        if kind.name != "player"
        for index, member in enumerate(kind.members)
    }
    kind_fields = {
        (kind.name, each.name): names.new(upper(f"{kind.name}.{each.name}"))
        for kind in game.kinds
        for each in kind.fields
    }
    values = {value.name: value for value in game.values}
    folding = Folding(sizes_of(game), {}, frozenset() if explain else total_values(game.values))
    value_names = {value.name: names.new(value.name, f"{value.name}_value") for value in game.values}
    return Unit(
        emitters,
        game,
        explain,
        called,
        names,
        layout,
        folding,
        values,
        value_names,
        stateless(game, footprints_of(game)),
        members,
        listings_of,
        kind_fields,
        Sharing(values, folding, few_members(game, layout)),
    )


def few_members(game: model.Game, layout: Layout) -> frozenset[ir.Expr]:
    """Returns the sets that never have many members: small kinds, and families of zones of at most one."""
    kinds: set[ir.Expr] = {ir.AllMembers(Enum(kind.name)) for kind in game.kinds if len(kind.members) <= FEW}
    families = [slot for slot in layout.zones.values() if slot.single and slot.size is not None and slot.size <= FEW]
    return frozenset(kinds | {ir.Contents(slot.name, None, slot.zone.component) for slot in families})
