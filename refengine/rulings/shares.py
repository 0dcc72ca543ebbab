"""Shares in numbers: how likely something is, as people read it. Whatever is not round is told exactly, too."""

from __future__ import annotations

import fractions


def percent_of(share: fractions.Fraction) -> str:
    """Returns a share from 0 to 1 in percent, to two places where it is neither certain nor impossible."""
    if not 0 < share < 1:
        return f"{share * 100} %"
    hundredths = round(share * 10_000)
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def number_of(share: fractions.Fraction) -> str:
    """Returns a share from 0 to 1 as one number, exactly."""
    return f"{share} ({percent_of(share)})" if 0 < share < 1 else percent_of(share)
