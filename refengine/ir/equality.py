"""Equality of two parts of the rules, for lines on which mypy would compare the types of all parts with each other."""

from __future__ import annotations


def are_equal(one: object, other: object) -> bool:
    """Returns whether two parts are equal, as `==` does.

    Of `==` mypy asks whether what may stand on the left may ever equal what may on the right: between two unions of
    all expressions, or domains, that takes it seconds for each line.
    """
    return one == other
