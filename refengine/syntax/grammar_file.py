"""The text of the grammar, wherever this copy of the package keeps it.

A wheel carries the grammar as package data. A checkout keeps it in the top-level folder `grammar/`, where people look
for it. There is one file in the repository, so the two cannot disagree. (An installation in place leaves a copy in
`site-packages`, which nothing reads: the package's own folder is the checkout's.)
"""

from importlib.resources import files
from pathlib import Path

FILE_NAME = "rules.lark"


def grammar_text() -> str:
    """Returns the grammar of the rules language.

    Raises:
        FileNotFoundError: if the installation is broken; no user's mistake leads here.
    """
    packaged = files("refengine") / "grammar" / FILE_NAME
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    checkout = Path(__file__).resolve().parents[2] / "grammar" / FILE_NAME
    return checkout.read_text(encoding="utf-8")
