"""How far a file of the corpus is taken: for now to its tree."""

from pathlib import Path

from refengine.source.diagnostic import sorted_unique
from refengine.source.render import render
from refengine.source.text import read_source
from refengine.syntax.parser import parse


def diagnose(path: Path, shown: str) -> str:
    """What the user is told about a file, which is called `shown`; nothing if all is well."""
    source, diagnostics = read_source(path, shown)
    if source is not None and not diagnostics:
        _, diagnostics = parse(source)
    return render(sorted_unique(diagnostics), {} if source is None else {shown: source})
