"""The table of the parser, row by row: a row is unpacked when it is first looked at, and few are for a short text.

The table has thousands of rows, and most commands parse nothing but a line.
"""

import marshal
from collections.abc import Sequence
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift

Row = dict[str, tuple[object, object]]
"""What is done at each sign: to go on in another row, or to put a rule together."""


class Rows(dict[int, Row]):
    """Rows by number, of which those that nobody has looked at are still packed."""

    def __init__(self, packed: dict[int, bytes], rules: Sequence[Rule]) -> None:
        super().__init__()
        self.packed = packed
        self.rules = rules

    def __missing__(self, number: int) -> Row:
        """Unpacks a row; raises `KeyError` if there is none."""
        row: dict[str, int] = marshal.loads(self.packed[number])  # noqa: S302 - written by us
        made: Row = {sign: (Shift, to) if to >= 0 else (Reduce, self.rules[~to]) for sign, to in row.items()}
        self[number] = made
        return made


def taken_out(lark: Lark) -> dict[int, bytes]:
    """Returns the rows of a parser, packed; it has none afterwards."""
    table = table_of(lark)
    place = {rule: number for number, rule in enumerate(lark.rules)}
    packed = {}
    for number, row in table.states.items():
        plain = {sign: to if action is Shift else ~place[to] for sign, (action, to) in row.items()}
        packed[number] = marshal.dumps(plain)
    table.states = {}
    return packed


def table_of(lark: Lark) -> Any:
    """Returns the table of a parser."""
    table = lark.parser.parser._parse_table  # noqa: SLF001 - lark has no door to it
    assert isinstance(table, IntParseTable)
    return table
