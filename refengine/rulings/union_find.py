"""Classes of what is joined, merged pair by pair: another way than the engine's, which follows what is joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


def classes_by_member(listed: Mapping[T, Iterable[T]]) -> Mapping[T, set[T]]:
    """Returns for each member its class; `listed` says what each is joined with, and nothing that is no member."""
    classes = {each: {each} for each in listed}
    for one, others in listed.items():
        for other in others:
            if classes[one] is not classes[other]:
                whole = classes[one] | classes[other]
                classes.update(dict.fromkeys(whole, whole))
    return classes
