"""Modules: what they add is put into the declarations of their base, so that no later pass knows of modules.

INVARIANT: what is added keeps its place and its citations; the citations of the base begin with its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import assert_never

from attrs import define, evolve, field, frozen

from refengine.resolve import errors as name_errors, module_errors as errors
from refengine.resolve.additions import Owner, barred, grown
from refengine.resolve.clashes import ModuleAdditions, clashes, ordered
from refengine.resolve.leaving import Ways, leaving
from refengine.resolve.phases_before import begins_at_once, fits_before, left_open, with_foregoing
from refengine.resolve.rulebook import Rulebook
from refengine.resolve.symbols import SORTS, actions_of
from refengine.source.citation import Citation
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.syntax.rewrite import rewritten

Wrong = tuple[Diagnostic, ...]

ADDED = (
    tree.MoreMembers, tree.MoreTokens, tree.MoreRows, tree.MoreCopies, tree.MoreField, tree.MoreClause,
    tree.MoreEffects,
)  # fmt: skip
KINDS = (tree.Kind, tree.TokenKind, tree.Component)
PHASES = (tree.Phase, tree.Text)


@frozen
class Layer:
    """The files of a game, or of one module of it; `no_base` says why there is no layer below a module."""

    files: tuple[tree.File, ...]
    no_base: str | None = None

    @property
    def name(self) -> str:
        """The name by which modules of it cite its statements; none if no file has a head."""
        return "" if self.head is None else self.head.name.text

    @property
    def head(self) -> tree.Game | tree.Module | None:
        """The head of the module or of the game; None if no file has one."""
        declared = (each for file in self.files for each in file.declarations)
        games = (each for each in declared if isinstance(each, tree.Game))
        return next(iter(self.heads), None) or next(games, None)

    @property
    def heads(self) -> tuple[tree.Module, ...]:
        """The heads of modules that its files have."""
        return tuple(each for file in self.files for each in file.declarations if isinstance(each, tree.Module))

    @property
    def additions(self) -> Iterator[tree.Addition]:
        """The additions to declarations of its base."""
        return (each for file in self.files for each in file.declarations if isinstance(each, ADDED))


def check_heads(layers: Sequence[Layer], indexes: Sequence[Rulebook | None]) -> Wrong:
    """Returns the faults of heads: a base that is none or another, a name or a rulebook that is had already."""
    lowest, *_ = layers = layers[_ground(layers) :]
    if lowest.heads:
        return (errors.no_base(lowest.heads[0].base, lowest.no_base or "its folder was not read"),)
    indexes = indexes[-len(layers) :]
    found: list[Diagnostic] = []
    for number, (below, module) in enumerate(pairwise(layers)):
        its = below.head
        if its is not None:
            known = {each.name for each in layers[: number + 1]}
            others = (each.base for each in module.heads if each.base.text not in known)
            found.extend(errors.another_base(each, its.name) for each in others)
    heads = [each.head for each in layers if each.head is not None]
    for below_it, above_it in combinations(heads if len(layers) > 1 else (), 2):
        if below_it.name.text == above_it.name.text:  # else its statements would be cited as those of the other
            found.append(name_errors.declared_twice(above_it.name.text, above_it.name.span, below_it.name.span))
    first: dict[str, tree.Name] = {}
    for layer, index in zip(layers, indexes, strict=True) if len(layers) > 1 else ():
        if layer.head is None:
            continue
        named = layer.head.rulebook
        if named.text in first:
            found.append(errors.rulebook_of_the_base(named, first[named.text]))
        elif index is not None and index.id != named.text and index.span is not None:
            found.append(errors.another_rulebook(named, index.id, index.span))
        first.setdefault(named.text, named)
    return tuple(found)


def _ground(layers: Sequence[Layer]) -> int:
    """Returns the number of the last layer with no module's head, which so stands on nothing; the first if all have."""
    return max((number for number, each in enumerate(layers) if not each.heads), default=0)


def cited_files(layers: Sequence[Layer], together: str | None = None) -> tuple[tree.File, ...]:
    """Returns all files as written, with the citations of the last of them, or of what all come to `together`."""
    *bases, own = layers
    last = own.files if together is None else (cited_from(file, own.name) for file in own.files)
    return (*(cited_from(file, each.name) for each in bases for file in each.files), *last)


def put_together(layers: Sequence[Layer], together: str | None = None) -> tuple[tuple[tree.File, ...], Wrong]:
    """Returns the files of a game with those of its modules, each of which adds to all before it; the game is first.

    What several modules come to `together` is a game of that name, in which the last too is cited by its name.
    """
    below, *modules = layers[_ground(layers) :]
    befores = (each.before for each in _phases(below) if each.before is not None)
    found = [errors.only_of_a_module(each.span) for each in (*below.additions, *befores)]
    files = tuple(_without_additions(each) for each in below.files)
    begun: dict[str, tree.Name] = {}
    if together is not None:
        added = tuple(
            ModuleAdditions(each.name, each.heads[0].base.text, tuple(each.additions), _declared(each), _own(each))
            for each in modules
        )
        found += clashes(added, (each for file in files for each in file.declarations))
    names = frozenset(each.name for each in layers)
    modules = [evolve(each, files=ordered(each.files, names)) for each in modules]
    for module in modules:
        files = tuple(cited_from(each, below.name) for each in files)
        base = _Base([list(each.declarations) for each in files], _declared(module), begun)
        base.add(module)
        found.extend(base.found)
        more = (evolve(each, declarations=tuple(its)) for each, its in zip(files, base.declarations, strict=True))
        files = (*more, *(_without_additions(each) for each in module.files))
        below = module
    if together is not None:
        files = tuple(_named(cited_from(each, below.name), together) for each in files)
    found += _left(files, modules)
    return with_foregoing(files, frozenset(each.span for each in found)), tuple(found)


def _own(layer: Layer) -> tuple[tree.Declaration, ...]:
    """Returns the declarations in the files of a layer."""
    return tuple(each for file in layer.files for each in file.declarations)


def _phases(layer: Layer) -> Iterator[tree.Phase]:
    """Returns the phases that a layer declares."""
    return (each for each in _own(layer) if isinstance(each, tree.Phase))


def _left(files: tuple[tree.File, ...], modules: Sequence[Layer]) -> Iterator[Diagnostic]:
    """Yields where what a module does before a phase enters something that would leave the phase."""
    declared = tuple(each for file in files for each in file.declarations)
    ways, phases = Ways(declared), {each.name.text: each for each in declared if isinstance(each, tree.Phase)}
    texts = tuple(each for each in declared if isinstance(each, tree.Text))
    for module in modules:
        for node in module.additions:
            if isinstance(node, tree.MoreEffects):
                yield from (
                    errors.leaves_it_by_entering(node.owner, left) for left in ways.left(node.owner.text, node.body)
                )
        for phase in _phases(module):
            if phase.before is not None:
                yield from left_open(phase, ways)
                if phase.before.text in phases:
                    yield from begins_at_once(phase, phases[phase.before.text], texts)


def cited_from(file: tree.File, name: str) -> tree.File:
    """Returns the file of a base as its module reads it: what is cited without a name is of the base's own rulebook."""

    def change(node: object) -> object:
        if isinstance(node, Citation) and "." not in node.id:
            return evolve(node, id=f"{name}.{node.id}")
        return node

    return rewritten(file, change)


def _without_additions(file: tree.File) -> tree.File:
    kept = tuple(each for each in file.declarations if not isinstance(each, (tree.Module, *ADDED)))
    return evolve(file, declarations=kept)


def _declared(module: Layer) -> Mapping[str, tree.Name]:
    """Returns the names that a module itself declares."""
    nodes = (each for file in module.files for each in file.declarations)
    names = (each.name for each in nodes if not isinstance(each, tree.Module) and hasattr(each, "name"))
    return {each.text: each for each in names}


@define
class _Base:
    """The declarations of a base, file by file, to which those of a module are added one after another."""

    declarations: list[list[tree.Declaration]]
    own: Mapping[str, tree.Name]
    begun: dict[str, tree.Name]
    """The phases before which something is done already, with the place where a module says so."""
    found: list[Diagnostic] = field(factory=list)

    def add(self, module: Layer) -> None:
        """Adds all that the module adds, and gives the game its name."""
        head, *more = module.heads
        self.found += [name_errors.only_one("module", each.span, head.span) for each in more]
        if all(isinstance(each, tree.Module) for file in module.files for each in file.declarations):
            self.found.append(errors.adds_nothing(head))
        for its in self.declarations:
            its[:] = [_renamed(each, head) for each in its]
        for each in module.additions:
            self._add(each)
        for phase in _phases(module):
            if phase.before is not None:
                self._put_before(phase, phase.before)

    def _put_before(self, phase: tree.Phase, name: tree.Name) -> None:
        """Sees to it that a phase can stand before another; it does where all are put together."""
        owner = self._owner(name, "phase", (tree.Phase,))
        if isinstance(owner, tree.Phase):
            wrong = tuple(fits_before(phase, owner))
            self.found += wrong or self._begun(name)

    def _begun(self, name: tree.Name) -> Wrong:
        """Says so if something is done before a phase already."""
        first = self.begun.setdefault(name.text, name)
        return () if first is name else (errors.begun_already(name, first),)

    def _add(self, node: tree.Addition) -> None:
        wanted, sorts = _wanted(node)
        if isinstance(node, tree.MoreClause) and isinstance(node.clause, tree.Bar):
            actions = tuple(action.name.text for each in self._all() for action in actions_of(each))
            if node.owner.text in actions:
                self._bar_action(node.owner, node.clause)
                return
            owner = self._owner(node.owner, wanted, sorts, actions)
        else:
            owner = self._owner(node.owner, wanted, sorts)
        if owner is None or (isinstance(node, tree.MoreEffects) and not self._begins(node)):
            return
        match grown(owner, node):
            case Diagnostic() as wrong:
                self.found.append(wrong)
            case more:
                sample = self._sample_of(owner) if isinstance(node, tree.MoreRows) else None
                if sample is not None and isinstance(more, tree.Kind | tree.Component):
                    more = evolve(more, table=more.rows[-1], rows=())
                for its in self.declarations:
                    its[:] = [more if each is owner else each for each in its if each is not sample]

    def _sample_of(self, owner: Owner) -> tree.Table | None:
        """Returns a kind's or component's table if the base calls it a sample, which a module's rows stand in for."""
        named = getattr(owner, "table", None)
        tables = (each for each in self._all() if isinstance(each, tree.Table) and each.name == named)
        return next((each for each in tables if any(mark.text == "sample" for mark in each.marks)), None)

    def _begins(self, node: tree.MoreEffects) -> bool:
        """Returns whether nothing is done before the phase yet, and what is added leads to what the base does there."""
        name = node.owner
        found = [*(errors.leaves_it(name, *each) for each in leaving(node.body)), *self._begun(name)]
        self.found += found
        return not found

    def _bar_action(self, name: tree.Name, bar: tree.Bar) -> None:
        phase = next((each for each in self._all() if isinstance(each, PHASES) and each.name.text == name.text), None)
        if phase is not None:
            hint = "the base has to call one of the two otherwise"
            self.found.append(name_errors.ambiguous(name.text, name.span, ("an action", "a phase"), hint))
            return
        for its in self.declarations:
            its[:] = [barred(each, name.text, bar) for each in its]

    def _all(self) -> Iterator[tree.Declaration]:
        return (each for its in self.declarations for each in its)

    def _owner(
        self, name: tree.Name, wanted: str, sorts: tuple[type[Owner], ...], more: tuple[str, ...] = ()
    ) -> Owner | None:
        """Returns the declaration of a name in the base; one that is not there, or of another sort, is reported.

        `more` are names that would do as well.
        """
        for each in self._all():
            if isinstance(each, sorts) and _called(each, name):
                return each
        other = next((each for each in self._all() if isinstance(each, tuple(SORTS)) and _called(each, name)), None)
        known = (
            *more,
            *(each.name.text for each in self._all() if isinstance(each, sorts) and hasattr(each, "name")),
        )
        if name.text in self.own:
            self.found.append(errors.its_own(name, self.own[name.text]))
        elif other is not None:
            self.found.append(name_errors.wrong_sort(name.text, SORTS[type(other)], wanted, name.span, known=known))
        else:
            self.found.append(name_errors.unknown_name(f"{wanted} of the base", name.text, name.span, known))
        return None


def _wanted(node: tree.Addition) -> tuple[str, tuple[type[Owner], ...]]:
    """Returns the sorts of declarations that an addition can be added to, in words and as classes."""
    match node.clause if isinstance(node, tree.MoreClause) else node:
        case tree.MoreMembers():
            return "kind or text", (*KINDS, tree.Text)
        case tree.MoreTokens():
            return "kind", (tree.TokenKind, tree.Kind)
        case tree.MoreRows() | tree.MoreCopies() | tree.MoreField():
            return "kind or component", KINDS
        case tree.Exception_() | tree.Plus():
            return "value", (tree.Value,)
        case tree.Bar():
            return "action or phase", PHASES
        case tree.Action():
            return "phase", (tree.Phase,)
        case tree.MoreEffects():
            return "phase", (tree.Phase, tree.Setup)
        case other:
            assert_never(other)


def _called(declared: object, name: tree.Name) -> bool:
    """Returns whether a declaration has that name; the setup, which has none, is called by its word."""
    if isinstance(declared, tree.Setup):
        return name.text == "setup"
    its = getattr(declared, "name", None)
    return isinstance(its, tree.Name) and its.text == name.text


def _named(file: tree.File, name: str) -> tree.File:
    """Returns the file in which the game, if it stands there, has another name."""

    def change(node: object) -> object:
        return evolve(node, name=evolve(node.name, text=name)) if isinstance(node, tree.Game) else node

    return rewritten(file, change)


def _renamed(declared: tree.Declaration, head: tree.Module) -> tree.Declaration:
    """Returns the head of the game under the name of its module."""
    return evolve(declared, name=head.name, rulebook=head.rulebook) if isinstance(declared, tree.Game) else declared
