"""A compiled folder: what the front end says of it. Whoever only reads one waits for no pass of the front end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen

from refengine.ir.game import Game
from refengine.resolve.folder import FolderPart, GameFolder
from refengine.resolve.labels import Labels
from refengine.resolve.rulebook import Rulebook
from refengine.source.citation import Citing
from refengine.source.diagnostic import Diagnostic
from refengine.source.limits import LIMITS, Limits
from refengine.source.text import Files, SourceText


@frozen
class SeatedRules:
    """The rules without what is stated of them, by the number of players, and a hash by which their games are kept."""

    digest: str
    by_players: Mapping[int, Game]


@frozen
class Compilation:
    """The result of compiling a folder: the game if nothing was an error, the diagnostics, and the texts.

    `cited` is every citation of its files, with what rests on it; `tables` are files that took the place of its own;
    `parts` are all files as they were read: these may say something else by now.
    """

    folder: GameFolder
    game: Game | None
    rulebook: Rulebook | None
    labels: Labels
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, SourceText] = field(eq=False, repr=False)
    limits: Limits = LIMITS
    cited: tuple[Citing, ...] = field(default=(), eq=False, repr=False)
    tables: Mapping[str, Path] = field(factory=dict)
    parts: tuple[FolderPart, ...] = field(default=(), eq=False, repr=False)
    seated: SeatedRules | None = field(default=None, eq=False, repr=False)
    """For a game that is loaded for questions alone: without examples, claims, laws, measures, and what they cite."""

    @property
    def files(self) -> Files:
        """The files as they were when the folder was compiled, for whoever has to read them again."""
        return Files(contents={Path(path): source.text.encode() for path, source in self.texts.items()})

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that stop the work."""
        return tuple(each for each in self.diagnostics if each.severity == "error")
