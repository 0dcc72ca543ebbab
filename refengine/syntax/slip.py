"""A slip: a word or sign where the grammar does not allow it, and what would be allowed there."""

from attrs import frozen

from refengine.syntax.refusals import Range
from refengine.syntax.vocabulary import BLOCK_END, LINE_END, TEXT_END


@frozen
class Slip:
    """A slip: what stands at a place, what could stand there, and the text of the declaration."""

    text: str
    found: str
    expected: frozenset[str]
    place: Range

    @property
    def word(self) -> str:
        """The word that stands there, as it is written."""
        return self.text[slice(*self.place)]

    @property
    def ends_early(self) -> bool:
        """Returns whether it is the end of something that stands there."""
        return self.found in {LINE_END, BLOCK_END, TEXT_END}
