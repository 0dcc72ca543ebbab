"""`refengine hash`: the hashes of an index, made from the text of the rulebook.

INVARIANT: an index is replaced only when nothing but its hashes differs, and nobody has changed it since it was read.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from refengine.cli.errors import Refused, bad_usage
from refengine.cli.options import Flag
from refengine.cli.rulebooks import rulebook_text
from refengine.resolve.folder import RULEBOOK, find_games
from refengine.resolve.hashes import HashedIndex, HashMismatch, hashed_anew, parse_index
from refengine.source.files import write_file
from refengine.source.text import BYTE_ORDER_MARK, SourceText, read_content, source_of


def hash(  # noqa: A001 - the name of the command
    game: Path,
    text: Path,
    *,
    check: Flag = False,
) -> int:
    """Write the hashes of an index, made from the text of its rulebook; comments and layout survive.

    What changes is told by statement. Before a changed wording is hashed, `refengine check --rulebook-text` names the
    rules that rest on it.

    Args:
        game: The folder of a game, or the index of its rulebook; or a folder in which games lie.
        text: The text of the rulebook, or a folder of such texts (`ID.txt` or `ID.md`, after the index).
        check: Change nothing; exit with 1 if a hash is not that of the text.
    """
    files = [_read(path) for path in _indexes(game)]
    if len({each.index.id for each in files}) > 1 and not text.is_dir():
        several = f"`{text.as_posix()}` is one text, and there are several rulebooks"
        raise Refused([bad_usage(several, "name a folder of texts, or one game")])
    made = [(each, *_hashed(each, text)) for each in files]
    for each, written, changed in made:
        if changed and not check:
            wrong = write_file(each.path, each.head + written.encode(), expected=each.content)
            if wrong is not None:
                raise Refused([wrong])
        _tell(each, changed, check=check)
    return 1 if check and any(changed for _, _, changed in made) else 0


@frozen
class _File:
    """An index, what its file holds to the byte, and what stands before its text."""

    path: Path
    content: bytes
    head: bytes
    index: HashedIndex


def _indexes(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    if (place / RULEBOOK).is_file():
        return [place / RULEBOOK]
    folders, wrong = find_games(place)
    if wrong:
        raise Refused(wrong)
    return [each.rulebook for each in folders]


def _read(path: Path) -> _File:
    """Returns the index as it is written, to the byte; what no file of ours may hold is refused first."""
    shown = path.as_posix()
    content, wrong = read_content(path, shown)
    source, wrong = (None, wrong) if content is None else source_of(content, shown)
    if content is None or source is None or wrong:
        raise Refused(wrong, {} if source is None else {shown: source})
    plain = content.decode("utf-8")
    head = BYTE_ORDER_MARK if plain.startswith(BYTE_ORDER_MARK) else ""
    exact = SourceText(shown, plain.removeprefix(BYTE_ORDER_MARK))
    index, wrong = parse_index(exact)
    if index is None:
        raise Refused(wrong, {shown: exact})
    return _File(path, content, head.encode(), index)


def _hashed(file: _File, place: Path) -> tuple[str, tuple[HashMismatch, ...]]:
    written, changed, wrong = hashed_anew(file.index, rulebook_text(file.index.id, place))
    if written is None:
        raise Refused(wrong, {file.path.as_posix(): file.index.text.source})
    return written, changed


def _tell(file: _File, changed: tuple[HashMismatch, ...], *, check: bool) -> None:
    whole = len(file.index.text.data["statement"])
    if not changed:
        print(f"{file.path.as_posix()}: {whole} of {whole} hashes are those of the text")
        return
    print(f"{file.path.as_posix()}: {len(changed)} of {whole} hashes {'would be' if check else 'are'} written")
    for each in changed:
        lines = f"line{'s' if ',' in each.lines else ''} {each.lines}"
        print(f"  {each.statement} ({lines}): {'it had none' if each.had == 'none' else 'the wording is another'}")
