"""`refengine explain`: the page of a diagnostic's code."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from refengine.cli.errors import Refused, unknown_code
from refengine.source.codes import TITLES


def explain(code: str | None = None) -> int:
    """Explain a code such as E0601; without one, list all codes.

    Args:
        code: The code of a diagnostic.
    """
    if code is None:
        print("\n".join(f"{each}  {title}" for each, title in sorted(TITLES.items())))
        return 0
    known = code.strip().upper()
    if known not in TITLES:
        raise Refused([unknown_code(code, TITLES)])
    page = _page(known)
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page))
    else:
        print(page.rstrip("\n"))
    return 0


def _page(code: str) -> str:
    """Returns the page from the installed package, or from a checkout; at least the title."""
    installed = files("refengine").joinpath("errors", f"{code}.md")
    checkout = Path(__file__).parents[2] / "docs" / "errors" / f"{code}.md"
    for place in (installed, checkout):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    return f"# {code}: {TITLES[code]}\n"
