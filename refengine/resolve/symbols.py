"""The symbol table: what each declared name stands for, the one table that later passes look names up in.

INVARIANT: one namespace for everything that expressions can name, one each for members, actions, and clauses; a name
that is declared twice keeps its first meaning and is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from attrs import define, field, frozen

from refengine.resolve import errors
from refengine.source.diagnostic import Diagnostic
from refengine.source.span import Span
from refengine.syntax import tree

T = TypeVar("T")
S = TypeVar("S", bound=tree.Declaration)

BUILT_IN = (
    "player", "truth", "count", "place", "box", "supply", "next", "previous", "chance", "owner", "everyone", "min",
    "max", "cell",
)  # fmt: skip

Named = (
    tree.Kind | tree.Relation | tree.Region | tree.Record | tree.Component | tree.Token | tree.Zone | tree.Part
    | tree.Variable | tree.Option | tree.Question | tree.Value | tree.Phase | tree.Text
)  # fmt: skip

SORTS: Mapping[type, str] = {
    tree.Kind: "kind",
    tree.Relation: "relation",
    tree.Region: "region",
    tree.Record: "record",
    tree.Component: "component",
    tree.Token: "token",
    tree.Zone: "zone",
    tree.Part: "part",
    tree.Variable: "variable",
    tree.Option: "option",
    tree.Question: "question",
    tree.Value: "value",
    tree.Phase: "phase",
    tree.Text: "text",
}


@frozen
class MemberOf:
    """A member of a listed kind, or a reading of a question: the owner's name and the index."""

    owner: str
    index: int
    span: Span = field(eq=False)


@define
class Symbols:
    """The declarations of a rule set by name. Filled by `collect`, read by everything after it.

    `sound`: nothing was wrong with them, so that what is missing is not just what was declared in another's name.
    """

    games: list[tree.Game] = field(factory=list)
    named: dict[str, Named] = field(factory=dict)
    token_kinds: dict[str, str] = field(factory=dict)
    """The kind of each token that is declared as a member of one."""
    tables: dict[str, tree.Table] = field(factory=dict)
    members: dict[str, list[MemberOf]] = field(factory=dict)
    actions: dict[str, tree.Action] = field(factory=dict)
    setups: list[tree.Setup] = field(factory=list)
    bodies: list[tree.TextBody] = field(factory=list)
    standing: list[tree.Whenever] = field(factory=list)
    outcomes: list[tree.Outcome] = field(factory=list)
    pictures: list[tree.Pictures] = field(factory=list)
    editions: dict[str, tree.Edition] = field(factory=dict)
    laws: dict[str, tree.Law] = field(factory=dict)
    invariants: dict[str, tree.Invariant] = field(factory=dict)
    measures: dict[str, tree.Measure] = field(factory=dict)
    examples: dict[str, tree.Example] = field(factory=dict)
    claims: dict[str, tree.Claim | tree.Dependence | tree.Confinement | tree.Audit] = field(factory=dict)
    scopes: dict[str, tree.SmallScope] = field(factory=dict)
    sound: bool = True

    def of_sort(self, sort: type[S]) -> Iterator[S]:
        """Returns the named declarations of one sort, in the order of their declaration."""
        return (each for each in self.named.values() if isinstance(each, sort))

    def lookup(self, word: str) -> Named | None:
        """Returns the declaration of a word; None if nothing declares it."""
        return self.named.get(word)

    def words(self) -> tuple[str, ...]:
        """Returns every word that an expression could name."""
        return (*self.named, *self.members, *BUILT_IN)


def collect(files: Iterable[tree.File]) -> tuple[Symbols, tuple[Diagnostic, ...]]:
    """Enters every declaration of the files; what is declared twice is reported and keeps its first meaning."""
    symbols = Symbols()
    found: list[Diagnostic] = []
    for file in files:
        for declaration in file.declarations:
            _enter(symbols, declaration, found)
    unique: tuple[tuple[str, list[tree.Game] | list[tree.Setup] | list[tree.Outcome]], ...] = (
        ("game", symbols.games), ("setup", symbols.setups), ("outcome", symbols.outcomes),
    )  # fmt: skip
    for word, declared in unique:
        found.extend(errors.only_one(word, extra.span, declared[0].span) for extra in declared[1:])
    symbols.sound = not found
    return symbols, tuple(found)


def _enter(symbols: Symbols, declaration: tree.Declaration, found: list[Diagnostic]) -> None:
    match declaration:
        case tree.Game():
            symbols.games.append(declaration)
        case tree.Setup(body=body):
            symbols.setups.append(declaration)
            _enter_actions(symbols, body, found)
        case tree.TextBody(body=body):
            symbols.bodies.append(declaration)
            _enter_actions(symbols, body, found)
        case tree.Whenever(pick=pick, body=body):
            symbols.standing.append(declaration)
            if (
                pick is not None
                and isinstance(declaration.watched, tuple)
                and isinstance(declaration.watched[0], tree.Binder)
            ):
                action = picked_by(declaration.watched[0])
                _once(symbols.actions, action.name, action, found)
            _enter_actions(symbols, body, found)
        case tree.Outcome():
            symbols.outcomes.append(declaration)
        case tree.Pictures():
            symbols.pictures.append(declaration)
        case tree.Edition():
            _once(symbols.editions, declaration.name, declaration, found)
        case tree.Law():
            _once(symbols.laws, declaration.name, declaration, found)
        case tree.Invariant():
            _once(symbols.invariants, declaration.name, declaration, found)
        case tree.Measure():
            _once(symbols.measures, declaration.name, declaration, found)
        case tree.Example():
            _once(symbols.examples, declaration.name, declaration, found)
        case tree.Claim() | tree.Dependence() | tree.Confinement() | tree.Audit():
            _once(symbols.claims, declaration.name, declaration, found)
        case tree.SmallScope():
            _once(symbols.scopes, declaration.name, declaration, found)
        case tree.TokenKind():
            _enter_token_kind(symbols, declaration, found)
        case tree.Table():
            _once(symbols.tables, declaration.name, declaration, found)
        case (
            tree.Module()
            | tree.MoreMembers()
            | tree.MoreTokens()
            | tree.MoreRows()
            | tree.MoreCopies()
            | tree.MoreField()
            | tree.MoreClause()
            | tree.MoreEffects()
        ):
            raise AssertionError(declaration)  # `put_together` leaves none
        case _:
            _enter_named(symbols, declaration, found)


def _enter_named(symbols: Symbols, declaration: Named, found: list[Diagnostic]) -> None:
    name = declaration.name
    if name.text in BUILT_IN:
        found.append(errors.built_in(name.text, name.span))
    _once(symbols.named, name, declaration, found)
    match declaration:
        case tree.Kind(members=members):
            _enter_members(symbols, name.text, members, found)
        case tree.Question(readings=readings):
            _enter_members(symbols, name.text, tuple(reading.name for reading in readings), found)
        case tree.Phase(body=body):
            _enter_actions(symbols, body, found)
        case tree.Text():
            for action in open_actions(declaration):
                _once(symbols.actions, action.name, action, found)
        case _:
            pass


def _enter_token_kind(symbols: Symbols, node: tree.TokenKind, found: list[Diagnostic]) -> None:
    """Enters tokens as they would be declared one by one, and the kind whose members they are."""
    members: dict[str, tree.Name] = {}
    tokens = [(each, group.holders) for group in node.groups for each in group.tokens]
    for each, _ in tokens:
        members.setdefault(each.name.text, each.name)
    kind = tree.Kind(
        node.name, tuple(members.values()), None, (), ring=False, cite=node.cite, span=node.span, mark=node.mark
    )
    _enter_named(symbols, kind, found)
    for each, holders in tokens:
        if each.name.text not in symbols.named:
            symbols.token_kinds[each.name.text] = node.name.text
        _enter_named(symbols, tree.Token(each.name, holders, each.limit, node.cite, each.span), found)


ENDS = "ends"


def open_actions(text: tree.Text) -> tuple[tree.Action, ...]:
    """Returns the actions by which the table says what an open text does: one for each it may enter, and its end."""
    words = tuple(dict.fromkeys((*(each.text for each in text.over), ENDS)))
    spans = {each.text: each.span for each in reversed(text.over)}
    names = (tree.Name(f"{text.name.text}_{word}", spans.get(word, text.name.span)) for word in words)
    return tuple(tree.Action(name, (), text.cite, (), (), None, (), name.span) for name in names)


def _enter_members(symbols: Symbols, owner: str, members: tuple[tree.Name, ...], found: list[Diagnostic]) -> None:
    seen: dict[str, Span] = {}
    for index, member in enumerate(members):
        if member.text in seen:
            found.append(errors.declared_twice(member.text, member.span, seen[member.text]))
            continue
        seen[member.text] = member.span
        symbols.members.setdefault(member.text, []).append(MemberOf(owner, index, member.span))


def _enter_actions(symbols: Symbols, body: Iterable[tree.Statement], found: list[Diagnostic]) -> None:
    for action in _actions(body):
        _once(symbols.actions, action.name, action, found)


def actions_of(declared: tree.Declaration) -> Iterator[tree.Action]:
    """Yields the actions that are written in a declaration."""
    if isinstance(declared, tree.Setup | tree.Phase | tree.TextBody | tree.Whenever):
        yield from _actions(declared.body)


def _actions(body: Iterable[tree.Statement]) -> Iterator[tree.Action]:
    for statement in body:
        match statement:
            case tree.Ask(actions=actions):
                for action in actions:
                    yield action
                    yield from _actions(action.body)
            case tree.If(then=then, otherwise=otherwise):
                yield from _actions(then)
                yield from _actions(otherwise)
            case tree.Each(binder=binder, pick=pick, body=inner):
                if pick is not None:
                    yield picked_by(binder)
                yield from _actions(inner)
            case tree.Repeat(body=inner) | tree.Simultaneously(body=inner):
                yield from _actions(inner)
            case tree.Branch(body=inner):
                yield from _actions(inner)
            case _:
                pass


def picked_by(binder: tree.Binder) -> tree.Action:
    """Returns the action by which somebody picks the next of what is bound: `next_c` where that is `c`."""
    name = tree.Name(f"next_{binder.name.text}", binder.name.span)
    choice = tree.Choice(binder.name, binder.kind, binder.domain, binder.span)
    return tree.Action(name, (choice,), (), (), (), None, (), binder.span)


def _once(table: dict[str, T], name: tree.Name, declaration: T, found: list[Diagnostic]) -> None:
    first = table.get(name.text)
    if first is None:
        table[name.text] = declaration
    else:
        found.append(errors.declared_twice(name.text, name.span, first.name.span))  # type: ignore[attr-defined]
