"""What the parser could not read, in words."""

from collections.abc import Iterable, Mapping

from attrs import frozen
from lark.exceptions import UnexpectedInput
from lark.lexer import PatternStr, TerminalDef

from refengine.syntax.refused import RefusalError


@frozen
class Vocabulary:
    """The words and signs of the language, by the names of their terminals."""

    sign: Mapping[str, str]

    @classmethod
    def of(cls, terminals: Iterable[TerminalDef]) -> "Vocabulary":
        """Those terminals that always look the same."""
        return cls({each.name: each.pattern.value for each in terminals if isinstance(each.pattern, PatternStr)})


def complaint(error: UnexpectedInput, text: str, vocabulary: Vocabulary) -> RefusalError:
    """What is wrong with a declaration that lark refused."""
    start = min(getattr(error, "pos_in_stream", None) or 0, len(text))
    return RefusalError("E0110", "this is not what the grammar allows here", start, start + 1)
