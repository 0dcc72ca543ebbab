"""A bench for the mutants of a rule set: its files, and how its own examples and games go, to be compared with.

INVARIANT: everything in it was read once, before the first mutant: files that change meanwhile change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from attrs import evolve, field, frozen

from refengine.check.changed_examples import without_changed
from refengine.check.examples import decide_examples
from refengine.compiled import Compiled
from refengine.ir import game as model
from refengine.ir.configuration import open_answers
from refengine.loading import make_game
from refengine.mutants.candidates import RuleFiles
from refengine.mutants.mutant import Mutant
from refengine.prove.run import Prover
from refengine.report.citations import Reader
from refengine.report.words import Words
from refengine.resolve.labels import Labels
from refengine.resolve.modules import Layer, put_together
from refengine.resolve.symbols import collect
from refengine.resolve.tables import load_tables
from refengine.smt.goal import Limits
from refengine.source.cache import Cache
from refengine.source.span import Span
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.parser import parse
from refengine.types.elaborate import elaborate_game
from refengine.types.printed import Tables

RunKey = tuple[str, tuple[tuple[str, str], ...]]
"""An example, and the readings under which it is run."""


@frozen
class Means:
    """The means of seeking mutants out. Without a `prover` nothing is proved; with no `games` nothing is played.

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
    by its label; None if a game was cut. Of a module only its own files are changed, and not those of its `bases`, and
    the examples of these that the module has `changed` are not asked.
    """

    compiled: Compiled
    files: tuple[tree.File, ...]
    tables: Tables
    means: Means
    fired: Mapping[RunKey, frozenset[str]] = field(factory=dict)
    longest: Mapping[str, int | None] = field(factory=dict)
    bases: tuple[Layer, ...] = ()
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
        """The text that is changed, as it is."""
        return self.compiled.texts[mutant.span.path]

    def compile(self, mutant: Mutant) -> model.Game | None:
        """The rules with a mutant in them; None if they are not in order, or say the same as before."""
        changed, wrong = parse(mutant.of(self.source(mutant)))
        if changed is None or wrong:
            return None
        game = _game((*self.bases, Layer(tuple(_instead(self.files, changed)))), self.tables)
        return None if game is None or self.kept(game) == self.game else self.kept(game)

    def kept(self, game: model.Game) -> model.Game:
        """The game without the examples that the module has changed."""
        return evolve(game, examples=tuple(each for each in game.examples if each.name not in self.changed))

    def reader(self, mutant: Mutant | None = None) -> Reader:
        """The rulebook and the texts, with a mutant in them if one is given."""
        changed = () if mutant is None else (mutant.of(self.source(mutant)),)
        texts = {**self.compiled.texts, **{each.path: each for each in changed}}
        return Reader(self.compiled.rulebook, texts)

    def words(self) -> Words:
        """The words of the game for its reader."""
        return Words(self.compiled.labels)


def bench(compiled: Compiled, means: Means, tables: Mapping[str, Path] | None = None) -> Bench:
    """The bench of a compiled folder without errors; `tables` take the place of the folder's own."""
    folder = compiled.folder
    bases: list[Layer] = []
    files: list[tree.File] = []
    for each in (*folder.bases, folder):
        bases.extend([Layer(tuple(files))] if files else [])
        files = []
        for path in (*each.rules, *each.claims, *each.texts):
            file, _ = parse(compiled.texts[path.as_posix()])
            assert file is not None, path
            files.append(file)
    whole, _ = put_together([*bases, Layer(tuple(files))])
    symbols, _ = collect(whole)
    data, _ = load_tables(folder, symbols, tables or {}, {})
    made = Bench(compiled, tuple(files), data, means, bases=tuple(bases))
    game = _game((*made.bases, Layer(made.files)), data)
    assert game is not None
    made = evolve(made, changed=_changed(compiled, game))
    game = made.kept(game)
    # What is held against each other is made in the same way: a file may have changed since the folder was compiled.
    return evolve(made, compiled=evolve(compiled, game=game))


def _changed(compiled: Compiled, game: model.Game) -> frozenset[str]:
    """The examples of the base that come out otherwise under its module."""
    if compiled.folder.base is None:
        return frozenset()
    reader, keep = Reader(None, {}), Cache()
    decided = decide_examples(game, partial(make_game, explain=True), reader, Words(Labels()), open_answers(game))
    return frozenset(each.example for each in without_changed(compiled, game, decided, reader, keep).changed)


def _game(layers: tuple[Layer, ...], tables: Tables) -> model.Game | None:
    files, alone = put_together(layers)
    symbols, wrong = collect(files)
    if any(each.severity == "error" for each in (*alone, *wrong)):
        return None
    game, wrong = elaborate_game(symbols, tables, Span(files[0].path, 0, 0))
    return None if any(each.severity == "error" for each in wrong) else game


def _instead(files: tuple[tree.File, ...], changed: tree.File) -> Iterator[tree.File]:
    yield from (changed if each.path == changed.path else each for each in files)
