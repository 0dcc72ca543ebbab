"""Whether two parts of the rules are alike."""

from __future__ import annotations


def alike(one: object, other: object) -> bool:
    """Returns whether two parts are equal, as `==` does.

    Of `==` mypy asks whether what may stand on the left may ever equal what may on the right: between two unions of
    all expressions, or domains, that takes it seconds for each line.
    """
    return one == other
