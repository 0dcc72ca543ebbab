"""Errors for which a scope is not explored."""

from __future__ import annotations

from refengine.explore.result import Estimate
from refengine.ir.claims import SmallScope
from refengine.ir.control import Clause
from refengine.source.diagnostic import Diagnostic


def seats_differ(scope: str, clause: Clause, how: str) -> Diagnostic:
    """Seats are to count as alike, and a rule tells them apart."""
    message = f"seats are not alike in scope `{scope}`: `{clause.path}` {how}"
    return Diagnostic("E0875", message, clause.origin.span, hint="explore it without taking seats as alike")


def too_large(scope: SmallScope, estimate: Estimate, limit: int) -> Diagnostic:
    """Refuses a scope that is estimated to have more states than the limit allows."""
    least, most = state_count(estimate.least, above=limit), state_count(estimate.most, above=limit)
    told = f"at least about {least}" if least == most else f"about {least} to {most}"
    message = f"scope `{scope.name}` has {told} states, and the limit is {limit:,}"
    hint = "keep fewer pieces, raise `--limit`, or begin all the same with `--force`"
    return Diagnostic("E0876", message, scope.clause.origin.span, hint=hint)


def interrupted(states: int) -> Diagnostic:
    """Says that what an interrupted search had found is kept."""
    hint = "the same command goes on from there; `--fresh` begins again"
    return Diagnostic("W0806", f"interrupted: {states:,} states are kept", None, hint=hint)


def state_count(number: int, above: int = 0) -> str:
    """Returns a number of states: with two digits where it is large, so that nobody takes it for exact.

    A number that is greater than `above` looks greater, if that takes more digits.
    """
    if number < 10_000:
        return f"{number:,}"
    power = len(str(number)) - 2
    while power and _rounded(number, power) <= above < number:
        power -= 1
    rounded = _rounded(number, power)
    return f"{rounded:,}" if power < 11 else f"{number // 10**power / 10:g}e{power + 1}"


def _rounded(number: int, power: int) -> int:
    unit: int = 10**power
    return round(number / unit) * unit
