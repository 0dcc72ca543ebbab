"""The folders of games: which files belong to a game, found by where they lie.

A game is a folder with rules. Its claims lie in a folder of the same name under `proofs`, beside the folder `spec`.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import evolve, frozen

from refengine.source.diagnostic import Diagnostic
from refengine.source.text import Files, no_rules, no_texts, unreadable

MAX_DEPTH = 4
"""The depth below the folder that the user names to which games are looked for."""

RULES = ".rules"
TABLES = (".csv", ".toml")
RULEBOOK = "rulebook.toml"
LABELS = "labels.toml"
SPEC = "spec"
PROOFS = "proofs"

MISSING = "there is no such folder"


@frozen
class GameFolder:
    """The files of one game, under paths that begin as the user's does; `tables` is the folder with the tables.

    `texts` are files of its owner's, with bodies of texts and nothing else.
    """

    name: str
    path: Path
    rules: tuple[Path, ...]
    claims: tuple[Path, ...]
    rulebook: Path
    labels: Path | None
    tables: Path
    texts: tuple[Path, ...] = ()


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
    """The games in a folder: itself, if it is one, or those below it."""
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


def with_texts(folder: GameFolder, texts: Path) -> tuple[GameFolder, tuple[Diagnostic, ...]]:
    """The game with the files of another folder, in which its owner wrote bodies of texts."""
    reason = _no_folder(texts)
    listing = unreadable(texts.as_posix(), reason) if reason is not None else _listing(texts)
    if isinstance(listing, Diagnostic):
        return folder, (listing,)
    if not listing.rules:
        return folder, (no_texts(texts.as_posix()),)
    return evolve(folder, texts=listing.rules), ()


def fingerprint(folder: GameFolder, tables: Mapping[str, Path], files: Files | None = None) -> str:
    """A hash over everything that the game is made from; `tables` are the files that replace tables of the folder.

    It depends on contents and names of files and not on where the folder lies. Whoever makes the game is to read the
    same `files`, so that what is made is what was hashed.
    """
    whole = hashlib.sha256()
    files = files or Files()
    for role, name, path in _parts(folder, tables):
        content = files.digest(path)
        for part in (role, name, content):
            whole.update(f"{len(part.encode())}:{part}\n".encode())
    return whole.hexdigest()


def _no_folder(path: Path) -> str | None:
    try:
        if path.is_dir():
            return None
        return "it is not a folder" if path.exists() else MISSING
    except OSError:
        return "the system refuses to read it"


def _search(path: Path, depth: int, above: frozenset[Path]) -> Iterator[GameFolder | Diagnostic]:
    """The games at and below a folder; `above` are the folders that led here, so that no link leads in a circle."""
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


def _game(path: Path, listing: _Listing) -> Iterator[GameFolder | Diagnostic]:
    """The game, and what cannot be read of it: a claim that went unseen would count as none."""
    # Here `..` is taken out of the text and not looked up: the user means the name of the folder and not of what a link
    # leads to.
    whole = Path(os.path.normpath(path.absolute()))
    labels = path / LABELS
    claims: tuple[Path, ...] = ()
    proofs = Path(os.path.normpath(path / ".." / ".." / PROOFS / whole.name))
    if whole.parent.name == SPEC and _no_folder(proofs) != MISSING:
        found = _listing(proofs)
        if isinstance(found, Diagnostic):
            yield found
        else:
            claims = found.rules
    yield GameFolder(
        name=whole.name,
        path=path,
        rules=listing.rules,
        claims=claims,
        rulebook=path / RULEBOOK,
        labels=labels if labels in listing.files else None,
        tables=path,
    )


def _parts(folder: GameFolder, tables: Mapping[str, Path]) -> Iterator[tuple[str, str, Path]]:
    """Yields for each file of a game what it is for, its name, and the file."""
    yield from (("rules", path.name, path) for path in folder.rules)
    yield from (("claims", path.name, path) for path in folder.claims)
    yield from (("texts", path.name, path) for path in folder.texts)
    yield "rulebook", folder.rulebook.name, folder.rulebook
    if folder.labels is not None:
        yield "labels", folder.labels.name, folder.labels
    yield from (("table", path.name, path) for path in _table_files(folder))
    yield from (("replacement", name, tables[name]) for name in sorted(tables))


def _table_files(folder: GameFolder) -> tuple[Path, ...]:
    listing = _listing(folder.tables)
    if isinstance(listing, Diagnostic):
        return ()
    return tuple(path for path in listing.files if path.suffix in TABLES and path.name not in {RULEBOOK, LABELS})
