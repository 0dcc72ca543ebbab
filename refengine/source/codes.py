"""The closed registry of diagnostic codes, and the short title of each.

E01xx text and syntax, E02xx names, E03xx types, E04xx effects, E05xx cases and exceptions, E06xx citations and
rulebook, E07xx replay, state and trace, E08xx tables, configuration and usage; W likewise. A code has one place that
raises it and one page, `docs/errors/<code>.md`; it is never used again for something else.
"""

from collections.abc import Mapping
from types import MappingProxyType

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "E0101": "missing or unreadable file",
        "E0102": "not UTF-8",
        "E0103": "file too large",
        "E0104": "tab character",
        "E0105": "control character",
        "E0106": "no rules in folder",
        "E0110": "syntax error",
        "E0111": "inconsistent indentation",
        "E0112": "nesting too deep",
        "E0113": "reserved word used as a name",
    }
)
