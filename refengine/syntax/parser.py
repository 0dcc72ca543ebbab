"""The parser: a source text to its surface tree, or to what is wrong with it.

All words of the language are reserved everywhere, so one lexer serves every place.
"""

from functools import cache

from refengine.source.cache import Cache
from refengine.source.diagnostic import Diagnostic
from refengine.source.text import SourceText
from refengine.syntax import tree
from refengine.syntax.from_lark import build_declarations
from refengine.syntax.outline import Chunk, outline
from refengine.syntax.refusals import RefusalError, indented_for_nothing, too_deep
from refengine.syntax.tables import Tables, tables


def parse(source: SourceText) -> tuple[tree.File | None, tuple[Diagnostic, ...]]:
    """Returns the tree of a file, or one diagnostic for each declaration that cannot be read."""
    parser = _tables()
    found = outline(source, parser.declaration_words)
    declarations: list[tree.Declaration] = []
    diagnostics: list[Diagnostic] = []
    if found.stray is not None:
        place = (found.stray, found.stray + 1)
        diagnostics.append(indented_for_nothing("", place).diagnostic(source.path, 0))
    for chunk in found.chunks:
        try:
            declarations += _parse_chunk(parser, chunk, source.path)
        except RefusalError as refusal:
            diagnostics.append(refusal.diagnostic(source.path, chunk.start))
    if diagnostics:
        return None, tuple(diagnostics)
    return tree.File(source.path, tuple(declarations), found.comments), ()


def _parse_chunk(parser: Tables, chunk: Chunk, path: str) -> list[tree.Declaration]:
    if chunk.too_deep is not None:
        place = (chunk.too_deep, chunk.too_deep + 1)
        raise too_deep("the brackets are nested too deep", place, hint="name a part of it as a value of its own")
    parsed = parser.machine.parse(chunk.text + "\n")
    if parsed is None:
        parser.refuse(chunk.text)
    return build_declarations(parsed, path, chunk.start)


@cache
def _tables() -> Tables:
    return tables(Cache())
