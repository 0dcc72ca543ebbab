"""A place in a source text.

INVARIANT: `0 <= start <= end`, both counted in characters of the normalised text (see `text.py`), so that a span means
the same to the parser, to the renderer and to an editor. A span holds no text and no token.
"""

from attrs import frozen


@frozen
class Span:
    """The characters from `start` up to, not including, `end` of the file that the user calls `path`."""

    path: str
    start: int
    end: int

    def __attrs_post_init__(self) -> None:
        """Raises `ValueError` for what is no span."""
        if self.start < 0:
            raise ValueError(f"a span cannot start before its file does ({self.start})")
        if self.end < self.start:
            raise ValueError(f"a span cannot end ({self.end}) before it starts ({self.start})")

    def __len__(self) -> int:
        return self.end - self.start

    def to(self, other: "Span") -> "Span":
        """Returns the smallest span over this one and `other`, which lies in the same file."""
        if other.path != self.path:
            raise ValueError(f"spans of {self.path} and {other.path} have nothing between them")
        return Span(self.path, min(self.start, other.start), max(self.end, other.end))
