"""Shares in numbers: how likely something is, as people read it. Whatever is not round is told exactly, too."""

from __future__ import annotations

import fractions


def percent_of(share: fractions.Fraction) -> str:
    """Returns a share from 0 to 1 in percent, to two places where it is neither certain nor impossible."""
    return to_two_places(share) if 0 < share < 1 else f"{share * 100} %"


def to_two_places(share: fractions.Fraction) -> str:
    """Returns a share in percent, to two places; only what is certain, or impossible, is told as such."""
    hundredths = round(share * 10_000)
    if share and not hundredths:
        return "< 0.01 %"
    if share < 1 and hundredths == 10_000:
        return "> 99.99 %"
    return f"{hundredths // 100}.{hundredths % 100:02} %"


def number_of(share: fractions.Fraction) -> str:
    """Returns a share from 0 to 1 as one number, exactly."""
    return f"{share} ({percent_of(share)})" if 0 < share < 1 else percent_of(share)
