"""The known word that a user probably meant."""

import unicodedata
from collections.abc import Iterable

MAX_LENGTH = 64
"""The greatest length of a word that is compared: nobody means a longer one, and it would cost its length squared."""


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """Returns the candidate nearest to `word`, if it is near enough to be a slip.

    Case and accents hardly count, since those are what a keyboard makes hard. Ties go to the alphabet, so that the
    answer does not depend on the order of the candidates.
    """
    if not 1 < len(word) <= MAX_LENGTH:
        return None
    allowed = max(1, len(word) // 3)
    plain = _plain(word)
    near = [
        (distance, _distance(word, candidate), candidate)
        for candidate in set(candidates) - {word}
        if abs(len(candidate) - len(word)) <= allowed
        and (distance := _distance(plain, _plain(candidate))) <= allowed
        and distance < len(plain)
    ]
    return min(near)[2] if near else None


def _plain(word: str) -> str:
    decomposed = unicodedata.normalize("NFD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _distance(left: str, right: str) -> int:
    """Returns the number of edits between two words: insertions, deletions, replacements, swaps of neighbours.

    This is the distance of optimal string alignment.
    """
    before: list[int] = []
    above = list(range(len(right) + 1))
    for row, char in enumerate(left, start=1):
        current = [row]
        for column, other in enumerate(right, start=1):
            cost = min(above[column] + 1, current[-1] + 1, above[column - 1] + (char != other))
            if row > 1 and column > 1 and char == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        before, above = above, current
    return above[-1]
