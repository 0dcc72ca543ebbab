"""The folders of games: which files belong to a game, found by where they lie.

A game is a folder with rules. Its claims lie in a folder of the same name under `proofs`, beside the folder `spec`. The
base of a module is the folder of that name beside its own.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from pathlib import Path

from attrs import evolve, frozen

from refengine.source.diagnostic import Diagnostic
from refengine.source.text import Files, no_rules, no_texts, read_source, unreadable

MAX_DEPTH = 4
"""The depth below the folder that the user names to which games are looked for."""

RULES = ".rules"
TABLES = (".csv", ".toml")
RULEBOOK = "rulebook.toml"
LABELS = "labels.toml"
SPEC = "spec"
PROOFS = "proofs"

MISSING = "there is no such folder"

_MODULE = re.compile(r"^module +\w+ +of +(?P<base>\w+)", re.MULTILINE)
"""The head of a module as it begins; what stands in the first column begins a declaration."""


@frozen
class GameFolder:
    """The files of one game, under paths that begin as the user's does; `tables` is the folder with the tables.

    `texts` are files of its owner's, with bodies of texts and nothing else. A module has a `base`; without one
    `no_base` says why.
    """

    name: str
    path: Path
    rules: tuple[Path, ...]
    claims: tuple[Path, ...]
    rulebook: Path
    labels: Path | None
    tables: Path
    texts: tuple[Path, ...] = ()
    base: GameFolder | None = None
    no_base: str | None = None
    alone: tuple[GameFolder, ...] = ()
    """The modules that are put together here, each as it is alone; then the folder itself holds no files."""

    @property
    def layers(self) -> tuple[GameFolder, ...]:
        """The folders that the game is put together from, the game first."""
        return self.bases if self.alone else (*self.bases, self)

    @property
    def bases(self) -> tuple[GameFolder, ...]:
        """The folders of the game and the modules that it is a module of, the game first."""
        return () if self.base is None else (*self.base.bases, self.base)

    @property
    def all_rules(self) -> tuple[Path, ...]:
        """The files with rules, those of the bases first."""
        return tuple(path for each in (*self.bases, self) for path in each.rules)

    @property
    def all_claims(self) -> tuple[Path, ...]:
        """The files with claims, those of the bases first."""
        return tuple(path for each in (*self.bases, self) for path in each.claims)

    @property
    def files_of_bases(self) -> frozenset[str]:
        """The paths, as the user is shown them, of all files that the bases are made from."""
        return frozenset(path.as_posix() for each in self.bases for _, _, path in _files_of(each))


@frozen
class FolderPart:
    """A file that a game is made from: what it is for, its name, which without its end is the `stem`, and a hash."""

    role: str
    name: str
    stem: str
    digest: str


@frozen
class _Listing:
    """The listing of a folder, but for what is hidden, in the order of names; `real` is the folder without links."""

    real: Path
    folders: tuple[Path, ...]
    files: tuple[Path, ...]

    @property
    def rules(self) -> tuple[Path, ...]:
        """The files in the rules language."""
        return tuple(path for path in self.files if path.suffix == RULES)


def find_games(path: Path) -> tuple[tuple[GameFolder, ...], tuple[Diagnostic, ...]]:
    """Returns the games in a folder: itself, if it is one, or those below it."""
    reason = _no_folder(path)
    if reason is not None:
        return (), (unreadable(path.as_posix(), reason),)
    games: list[GameFolder] = []
    diagnostics: list[Diagnostic] = []
    for found in _search(path, 0, frozenset()):
        match found:
            case GameFolder():
                games.append(found)
            case Diagnostic():
                diagnostics.append(found)
    claimed = {claim.parent for game in games for claim in game.claims}
    games = [game for game in games if game.path not in claimed]
    if not games and not diagnostics:
        diagnostics.append(no_rules(path.as_posix()))
    return tuple(games), tuple(diagnostics)


def with_base(folder: GameFolder, above: tuple[Path, ...] = ()) -> tuple[GameFolder, tuple[Diagnostic, ...]]:
    """Returns the folder with that of its base if its rules are those of a module, and what cannot be read of the base.

    `above` are the folders of its modules, the highest first, without links, so that no ring is followed.
    """
    above = (*above, folder.path.resolve())
    name = _base_of(folder)
    if name is None:
        return folder, ()
    path = Path(os.path.normpath(folder.path / ".." / name))
    listing = None if _no_folder(path) is not None else _listing(path)
    if listing is None or isinstance(listing, Diagnostic):
        return evolve(folder, no_base=f"there is no folder `{path.as_posix()}`"), ()
    if listing.real in above:
        return evolve(folder, no_base=_ring([each.name for each in above[above.index(listing.real) :]])), ()
    if not listing.rules:
        return evolve(folder, no_base=f"the folder `{path.as_posix()}` holds no rules"), ()
    found = tuple(_game(path, listing, above))
    wrong = tuple(each for each in found if isinstance(each, Diagnostic))
    base = next((each for each in found if isinstance(each, GameFolder)), None)
    return evolve(folder, base=base, no_base=None if base else f"the folder `{path.as_posix()}` cannot be read"), wrong


def _ring(names: Sequence[str]) -> str:
    """Returns why modules are none, of which each stands on the next and the last on the first."""
    if len(names) == 1:
        return "it is the module itself"
    told = " -> ".join(f"`{each}`" for each in (*names, names[0]))
    return f"it is a module of this one in turn: {told}"


def with_texts(folder: GameFolder, texts: Path) -> tuple[GameFolder, tuple[Diagnostic, ...]]:
    """Returns the game with the files of another folder, in which its owner wrote bodies of texts."""
    reason = _no_folder(texts)
    listing = unreadable(texts.as_posix(), reason) if reason is not None else _listing(texts)
    if isinstance(listing, Diagnostic):
        return folder, (listing,)
    if not listing.rules:
        return folder, (no_texts(texts.as_posix()),)
    return evolve(folder, texts=listing.rules), tuple(_without_text(listing.rules))


def parts_of(folder: GameFolder, tables: Mapping[str, Path], files: Files | None = None) -> tuple[FolderPart, ...]:
    """Returns the parts that the game is made from; `tables` are files that replace tables of the folder.

    Whoever makes the game is to read the same `files`, so that what is made is what was hashed.
    """
    files = files or Files()
    return tuple(FolderPart(role, name, path.stem, files.digest(path)) for role, name, path in _parts(folder, tables))


def fingerprint(folder: GameFolder, tables: Mapping[str, Path], files: Files | None = None) -> str:
    """Returns a hash over everything that the game is made from, as `parts_of` reads it."""
    return fingerprint_of(folder, parts_of(folder, tables, files))


def fingerprint_of(folder: GameFolder, parts: Iterable[FolderPart]) -> str:
    """Returns a hash over the parts of a game.

    It depends on contents and names of files and not on where the folder lies.
    """
    whole = hashlib.sha256()
    for base in (*folder.bases, folder):
        whole.update(f"{base.no_base}\n".encode("utf-8", "surrogateescape"))
    for each in parts:
        for part in (each.role, each.name, each.digest):
            said = part.encode("utf-8", "surrogateescape")  # a name of a file need not be text
            whole.update(f"{len(said)}:".encode() + said + b"\n")
    return whole.hexdigest()


def digests(parts: Iterable[FolderPart], named: AbstractSet[str]) -> dict[str, str]:
    """Returns a hash of each file that a game is made from, by its role and name.

    Of its own tables those are taken that are `named`. What is claimed of a game is no part of it.
    """
    return {
        f"{each.role}/{each.name}": each.digest
        for each in parts
        if not each.role.startswith("claims") and (not each.role.startswith("table") or each.stem in named)
    }


def game_in(path: Path) -> tuple[GameFolder | None, tuple[Diagnostic, ...]]:
    """Returns the game or module that a folder itself is, or why it is none."""
    reason = _no_folder(path)
    listing = unreadable(path.as_posix(), reason) if reason is not None else _listing(path)
    if isinstance(listing, Diagnostic):
        return None, (listing,)
    if not listing.rules:
        return None, (no_rules(path.as_posix()),)
    found = tuple(_game(path, listing))
    wrong = tuple(each for each in found if isinstance(each, Diagnostic))
    return next((each for each in found if isinstance(each, GameFolder)), None), wrong


def _no_folder(path: Path) -> str | None:
    try:
        if path.is_dir():
            return None
        if path.exists():
            return "it is not a folder"
        return "it is a link that leads nowhere" if os.path.lexists(path) else MISSING
    except OSError:
        return "the system refuses to read it"


def _search(path: Path, depth: int, above: frozenset[Path]) -> Iterator[GameFolder | Diagnostic]:
    """Yields the games at and below a folder; `above` are the folders that led here, lest a link lead in a circle."""
    listing = _listing(path)
    if isinstance(listing, Diagnostic):
        yield listing
    elif listing.real in above:
        return
    elif listing.rules:
        yield from _game(path, listing)
    elif depth < MAX_DEPTH:
        for folder in listing.folders:
            yield from _search(folder, depth + 1, above | {listing.real})


def _listing(path: Path) -> _Listing | Diagnostic:
    try:
        entries = sorted((each for each in path.iterdir() if not each.name.startswith(".")), key=lambda each: each.name)
        is_folder = [each.is_dir() for each in entries]
        real = path.resolve()
    except OSError:
        return unreadable(path.as_posix(), "the system refuses to read it")
    folders = tuple(each for each, yes in zip(entries, is_folder, strict=True) if yes)
    return _Listing(real, folders, tuple(each for each, yes in zip(entries, is_folder, strict=True) if not yes))


def _game(path: Path, listing: _Listing, above: tuple[Path, ...] = ()) -> Iterator[GameFolder | Diagnostic]:
    """Yields the game, and what cannot be read of it: a claim that went unseen would count as none."""
    unnamed = tuple(_without_text(listing.rules))
    if unnamed:
        yield from unnamed
        return
    # Here `..` is taken out of the text and not looked up: the user means the name of the folder and not of what a link
    # leads to.
    whole = Path(os.path.normpath(path.absolute()))
    labels = path / LABELS
    claims: tuple[Path, ...] = ()
    proofs = Path(os.path.normpath(path / ".." / ".." / PROOFS / whole.name))
    reason = _no_folder(proofs) if whole.parent.name == SPEC else MISSING
    if reason != MISSING:
        found = _listing(proofs) if reason is None else unreadable(proofs.as_posix(), reason)
        if isinstance(found, Diagnostic):
            yield found
        else:
            unnamed = tuple(_without_text(found.rules))
            yield from unnamed
            claims = () if unnamed else found.rules
    folder = GameFolder(
        name=whole.name,
        path=path,
        rules=listing.rules,
        claims=claims,
        rulebook=path / RULEBOOK,
        labels=labels if labels in listing.files else None,
        tables=path,
    )
    whole_folder, wrong = with_base(folder, above)
    yield from wrong
    yield whole_folder


def _without_text(paths: Iterable[Path]) -> Iterator[Diagnostic]:
    """Yields a diagnostic for each file whose name no report could tell, since it is no text."""
    for path in paths:
        try:
            path.name.encode()
        except UnicodeEncodeError:
            yield unreadable(path.as_posix(), "its name is not Unicode")


def _base_of(folder: GameFolder) -> str | None:
    """Returns the name behind `module ... of` in the first file that has it; None in the folder of a game."""
    for path in folder.rules:
        source, _ = read_source(path, path.as_posix())
        match = None if source is None else _MODULE.search(source.text)
        if match is not None:
            return match["base"]
    return None


def _parts(folder: GameFolder, tables: Mapping[str, Path]) -> Iterator[tuple[str, str, Path]]:
    """Yields for each file that a game is made from what it is for, its name, and the file."""
    for base in folder.bases:
        yield from ((f"{role} of the base {base.name}", name, path) for role, name, path in _files_of(base))
    yield from _files_of(folder)
    yield from (("replacement", name, tables[name]) for name in sorted(tables))


def _files_of(folder: GameFolder) -> Iterator[tuple[str, str, Path]]:
    """Yields the same for each file of the folder itself."""
    yield from (("texts", path.name, path) for path in folder.texts)
    if folder.alone:  # nothing else lies under the name that several modules have together
        return
    yield from (("rules", path.name, path) for path in folder.rules)
    yield from (("claims", path.name, path) for path in folder.claims)
    yield "rulebook", folder.rulebook.name, folder.rulebook
    if folder.labels is not None:
        yield "labels", folder.labels.name, folder.labels
    yield from (("table", path.name, path) for path in _table_files(folder))


def _table_files(folder: GameFolder) -> tuple[Path, ...]:
    listing = _listing(folder.tables)
    if isinstance(listing, Diagnostic):
        return ()
    return tuple(path for path in listing.files if path.suffix in TABLES and path.name not in {RULEBOOK, LABELS})
