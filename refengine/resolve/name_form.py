"""The form of a name in data files: the same as in the rules, so that the rules can speak of it."""

import re
import unicodedata

from refengine.source.limits import MAX_LETTERS

NAME = re.compile(r"[^\W\d_]\w*")
"""A name, as in the grammar: a letter, then letters, digits and underscores, in any alphabet."""


def is_name(text: str) -> bool:
    """Returns whether the rules could use the text as a name."""
    return len(text) <= MAX_LETTERS and NAME.fullmatch(text) is not None and unicodedata.is_normalized("NFC", text)
