"""A bench for the mutants of a rule set: its files, and how its own examples and games go, to be compared with.

INVARIANT: everything in it was read once, before the first mutant: files that change meanwhile change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from attrs import evolve, field, frozen

from refengine.check.changed_examples import without_changed
from refengine.check.examples import decide_examples
from refengine.compiled import Compilation
from refengine.ir import game as model
from refengine.ir.configuration import open_answers
from refengine.loading import make_game
from refengine.mutants.candidates import RuleFiles
from refengine.mutants.mutant import Mutant
from refengine.prove.run import Prover
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.folder import GameFolder
from refengine.resolve.labels import Labels
from refengine.resolve.modules import Layer, cited_from, put_together
from refengine.resolve.symbols import collect
from refengine.resolve.tables import load_tables
from refengine.smt.goal import Limits
from refengine.source.cache import Cache
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.parser import parse
from refengine.types.elaborate import elaborate_game
from refengine.types.printed_data import Tables

RunKey = tuple[str, tuple[tuple[str, str], ...]]
"""An example, and the readings under which it is run."""


@frozen
class MutantTools:
    """The tools that seek mutants out. Without a `prover` nothing is proved; with no `games` nothing is played.

    In each setting there are so many games, and none is begun after `enough` steps. A game of a mutant may be as long
    as `patience` games of the rules, the longest of its setting; a longer one does not end.
    """

    prover: Prover | None = None
    limits: Limits = field(factory=Limits)
    games: int = 5
    enough: int = 2_000
    patience: int = 10
    seed: int = 0


@frozen
class Bench:
    """A rule set without errors, and how it goes without a mutant.

    `fired` are the clauses that decide each run of an example, `longest` the steps of the longest game in each setting,
    by its label; None if a game was cut. Of a module only its own files are changed, of several modules those of
    each of them, and not the other `layers`; the examples that a module has `changed` are not asked.
    """

    compiled: Compilation
    files: tuple[tree.File, ...]
    tables: Tables
    means: MutantTools
    fired: Mapping[RunKey, frozenset[str]] = field(factory=dict)
    longest: Mapping[str, int | None] = field(factory=dict)
    layers: tuple[Layer, ...] = ()
    changed: frozenset[str] = frozenset()

    @property
    def game(self) -> model.Game:
        """The rules as they are."""
        assert self.compiled.game is not None
        return self.compiled.game

    @property
    def rules(self) -> RuleFiles:
        """The files of the rules, without those of claims."""
        claims = {path.as_posix() for path in self.compiled.folder.all_claims}
        rows = {kind.name: kind.members for kind in self.game.kinds}
        return RuleFiles(tuple(each for each in self.files if each.path not in claims), self.compiled.texts, rows)

    def source(self, mutant: Mutant) -> SourceText:
        """Returns the text that is changed, as it is."""
        return self.compiled.texts[mutant.span.path]

    def compile(self, mutant: Mutant) -> model.Game | None:
        """Returns the rules with a mutant in them; None if they are not in order, or say the same as before."""
        changed, wrong = parse(mutant.of(self.source(mutant)))
        if changed is None or wrong:
            return None
        layers = tuple(evolve(each, files=tuple(_instead(each.files, changed))) for each in self.layers)
        game = _game(layers, self.tables, _together(self.compiled.folder))
        return None if game is None or self.kept(game) == self.game else self.kept(game)

    def kept(self, game: model.Game) -> model.Game:
        """Returns the game without the examples that the module has changed."""
        return evolve(game, examples=tuple(each for each in game.examples if each.name not in self.changed))

    def reader(self, mutant: Mutant | None = None) -> Reader:
        """Returns the rulebook and the texts, with a mutant in them if one is given."""
        changed = () if mutant is None else (mutant.of(self.source(mutant)),)
        texts = {**self.compiled.texts, **{each.path: each for each in changed}}
        return Reader(self.compiled.rulebook, texts)

    def words(self) -> Words:
        """Returns the words of the game for its reader."""
        return Words(self.compiled.labels)


def bench(compiled: Compilation, means: MutantTools, tables: Mapping[str, Path] | None = None) -> Bench:
    """Returns the bench of a compiled folder without errors; `tables` take the place of the folder's own."""
    folder = compiled.folder
    read = [_read(compiled, (*each.rules, *each.claims, *each.texts)) for each in folder.layers]
    if folder.alone:  # then bodies of texts beside the game are of no layer
        read[-1] += _read(compiled, folder.texts)
    layers = tuple(map(Layer, read))
    changing = {each.path for each in folder.alone}
    own = [layer for each, layer in zip(folder.layers, layers, strict=True) if each.path in changing]
    files = tuple(cited_from(file, each.name) for each in own for file in each.files) if own else read[-1]
    whole, _ = put_together(layers, _together(folder))
    symbols, _ = collect(whole)
    data, _ = load_tables(folder, symbols, tables or {}, {}, files=compiled.files)
    made = Bench(compiled, files, data, means, layers=layers)
    game = _game(layers, data, _together(folder))
    assert game is not None
    made = evolve(made, changed=_changed(compiled, game))
    game = made.kept(game)
    # What is held against each other is made in the same way.
    return evolve(made, compiled=evolve(compiled, game=game))


def _read(compiled: Compilation, paths: Iterable[Path]) -> tuple[tree.File, ...]:
    """Returns the trees of files that were read without an error."""
    files = [parse(compiled.texts[path.as_posix()])[0] for path in paths]
    return tuple(file for file in files if file is not None)


def _together(folder: GameFolder) -> str | None:
    """Returns the name of what several modules come to, if there are several."""
    return folder.name if folder.alone else None


def _changed(compiled: Compilation, game: model.Game) -> frozenset[str]:
    """Returns the examples of the base that come out otherwise under its module."""
    if compiled.folder.base is None:
        return frozenset()
    reader, keep = Reader(None, {}), Cache()
    decided = decide_examples(game, partial(make_game, explain=True), reader, Words(Labels()), open_answers(game))
    return frozenset(each.example for each in without_changed(compiled, game, decided, reader, keep).changed)


def _game(layers: tuple[Layer, ...], tables: Tables, together: str | None) -> model.Game | None:
    files, alone = put_together(layers, together)
    symbols, wrong = collect(files)
    if any(each.severity == "error" for each in (*alone, *wrong)):
        return None
    game, wrong = elaborate_game(symbols, tables, Span(files[0].path, 0, 0))
    return None if any(each.severity == "error" for each in wrong) else game


def _instead(files: tuple[tree.File, ...], changed: tree.File) -> Iterator[tree.File]:
    yield from (changed if each.path == changed.path else each for each in files)
