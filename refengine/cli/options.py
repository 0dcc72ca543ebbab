"""The kinds of options that several commands have."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

Flag = Annotated[bool, Parameter(negative="", show_default=False)]
Pairs = Annotated[tuple[str, ...], Parameter(negative="", show_default=False)]
"""`NAME=VALUE`, as often as wanted."""

Natural = Annotated[int, Parameter(validator=Number(gte=0))]
Positive = Annotated[int, Parameter(validator=Number(gte=1))]
