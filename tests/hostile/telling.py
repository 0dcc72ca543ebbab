"""What became of an input, and that it can be told."""

import json
from collections.abc import Mapping
from typing import Literal

from refengine.runtime.fault import BadData, IllegalAction
from refengine.source.diagnostic import Diagnostic
from refengine.source.render import render, render_json
from refengine.source.text import SourceText

Became = Literal["taken", "refused"]


def told(diagnostics: tuple[Diagnostic, ...], texts: Mapping[str, SourceText]) -> Became:
    """Diagnostics that can be printed, for people and for programs."""
    for each in diagnostics:
        assert each.message, each.code
    render(diagnostics, texts).encode()
    json.dumps(render_json(diagnostics, texts)).encode()
    return "refused" if any(each.severity == "error" for each in diagnostics) else "taken"


def refused(bad: BadData | IllegalAction) -> Became:
    str(bad).encode(errors="replace")
    assert len(str(bad)) < 2000
    return "refused"
