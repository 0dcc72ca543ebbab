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
        "E0114": "number too large",
        "E0115": "said more than once",
        "E0601": "unknown statement",
        "E0602": "unknown ruling",
        "E0603": "two of one id in the rulebook",
        "E0604": "ruling about an unknown statement",
        "E0605": "statement set aside without a reason",
        "W0601": "statement that no rule cites",
        "W0602": "ruling that nothing cites",
        "E0801": "not TOML",
        "E0802": "missing key",
        "E0803": "unknown key",
        "E0804": "wrong value",
        "E0805": "unknown form of table",
        "E0806": "quotes of a cell",
        "E0807": "table without rows",
        "E0808": "ragged row",
        "E0809": "two columns of one name",
        "E0810": "not a name",
        "E0811": "two rows of one id",
        "E0812": "too many rows",
        "E0813": "missing column",
        "W0801": "column that the rules do not use",
        "W0802": "label for nothing",
    }
)
