"""The kinds of options that several commands have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter, Token
from cyclopts.validators import Number

from refengine.cli.errors import Refused, bad_usage

Flag = Annotated[bool, Parameter(negative="", show_default=False)]
Pairs = Annotated[tuple[str, ...], Parameter(negative="", show_default=False)]
"""`NAME=VALUE`, as often as wanted."""

WRITTEN = re.compile(r"-?[0-9]+")

MOST_DIGITS = 18
MOST_OF_A_SEED = 20
"""A seed has as many digits as the numbers below 2^64; of a greater one these 64 bits count."""


def _written(most: int, tokens: Sequence[Token]) -> int:
    """Returns the number that digits say; other words are refused.

    Python and cyclopts take more for a number: they round `2.4`, and read `1_000`, `0x10`, `+5`, spaces around it and
    the digits of other scripts, none of which `--limit` and `--keep` do.
    """
    (token,) = tokens
    if WRITTEN.fullmatch(token.value) is None:
        said = f"`{token.keyword} {token.value}` gives no whole number"
        raise Refused([bad_usage(said, "write it in digits alone, as in `7`")])
    if len(token.value.lstrip("-")) > most:
        said = f"`{token.keyword}` gives a number of more than {most} digits"
        raise Refused([bad_usage(said, "give a smaller one")])
    return int(token.value)


def whole_number(_type: type, tokens: Sequence[Token]) -> int:
    """Returns the number that a word of a command line is, or refuses it."""
    return _written(MOST_DIGITS, tokens)


def seed_number(_type: type, tokens: Sequence[Token]) -> int:
    """Returns the seed that a word of a command line is, or refuses it."""
    return _written(MOST_OF_A_SEED, tokens)


Integer = Annotated[int, Parameter(converter=whole_number)]
Natural = Annotated[int, Parameter(converter=whole_number, validator=Number(gte=0))]
Positive = Annotated[int, Parameter(converter=whole_number, validator=Number(gte=1))]
Seed = Annotated[int, Parameter(converter=seed_number)]
