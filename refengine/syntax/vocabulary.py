"""The words and signs of the language, and how a person would name the places where they may stand."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import frozen

from refengine.syntax.turns import WORDS

NAME, NUMBER, TEXT = "a name", "a number", "a text in quotes"
LINE_END, BLOCK, BLOCK_END, TEXT_END = "the end of the line", "an indented block", "the end of the block", "the end"
EXPRESSION, OPERATOR = "an expression", "an operator"

_CLASSES: Mapping[str, str] = MappingProxyType(
    {
        "NAME": NAME,
        "INT": NUMBER,
        "STRING": TEXT,
        "ORDER": "<",
        "_NL": LINE_END,
        "_INDENT": BLOCK,
        "_DEDENT": BLOCK_END,
        "$END": TEXT_END,
    }
)

FAR_REACHING = frozenset(
    {"every", "some", "no", "exactly", "at", "if", "the", "all", "number", "sum", "highest", "lowest"}
)
"""The words that begin what reaches as far right as it can, and so stands last or in brackets."""

STATEMENTS = frozenset(
    {
        "move", "set", "add", "subtract", "remove", "let", "enter", "go", "abandon", "done", "nothing", "game", "if",
        "each", "for", "repeat", "simultaneously", "case", "ask",
    }
)  # fmt: skip

JOINING = frozenset(
    {
        "per", "and", "or", "implies", "not", "then", "else", "otherwise", "has", "have", "with", "for", "to", "from",
        "is", "in", "of", "on", "by", "because", "until", "div", "mod", "over", "when", "are", "times", "under",
        "after", "replaces", "between", "reaches", "depend", "depends", "only", "as", "toward",
    }
)  # fmt: skip
"""The words that join: where one stands in place of a name, something was left out; nobody wants it as a name."""

OPERATORS = frozenset(
    {"=", "!=", "<", "+", "-", "*", "div", "mod", "is", "in", "reaches", "not", "and", "or", "implies"}
)

_CONTINUING = OPERATORS | {"of", "on", ".", "(", NUMBER, "{", "under", "after", "toward", "turned"}
_OPERANDS = FAR_REACHING | {NAME, NUMBER, "(", "{", "-", "not", "true", "false", "none", "nobody", "before"}
_GROUPS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    (frozenset({NAME, NUMBER, "(", "true"}), _OPERANDS, EXPRESSION),
    (frozenset({"+"}), _CONTINUING, OPERATOR),
    (frozenset({"move", "let", "go"}), STATEMENTS, "a statement"),
    (frozenset({"zone", "law", "claim"}), frozenset(), "a declaration"),
)
MOST_NAMED = 5


@frozen
class Vocabulary:
    """The words and signs of the language, by the names of their terminals."""

    sign_by_terminal: Mapping[str, str]

    @classmethod
    def of(cls, fixed: Mapping[str, str]) -> "Vocabulary":
        """Returns the words of a grammar, of which those are `fixed` that are always written so."""
        return cls(MappingProxyType({**fixed, **_CLASSES}))

    def sign(self, terminal: str) -> str:
        """Returns a word or sign as it is written, or what a person calls the sort of thing that may differ."""
        return self.sign_by_terminal.get(terminal, terminal)

    def signs(self, terminals: Iterable[str]) -> frozenset[str]:
        """Returns the same for several; what is no terminal is left out."""
        return frozenset(self.sign_by_terminal[each] for each in terminals if each in self.sign_by_terminal)

    @property
    def words(self) -> frozenset[str]:
        """The words that no name may be."""
        return frozenset(each for each in self.sign_by_terminal.values() if each.isidentifier()) - WORDS


def wants_expression(expected: frozenset[str]) -> bool:
    """Returns whether an expression may begin here."""
    needed, _, _ = _GROUPS[0]
    return needed <= expected


def alternatives(expected: frozenset[str]) -> str:
    """Returns the things that may stand at a place, for people: few, the general ones first."""
    general: list[str] = []
    rest = expected - {BLOCK_END}
    for needed, members, name in _GROUPS:
        if needed <= rest:
            general.append(name)
            rest = rest - members if members else frozenset()
    classes = [each for each in (NAME, NUMBER, TEXT, BLOCK, LINE_END, TEXT_END) if each in rest]
    exact = [f"`{each}`" for each in sorted(rest) if each not in classes]
    named = [*general, *exact, *classes] or [BLOCK_END]
    if len(named) > MOST_NAMED:
        named = [*named[: MOST_NAMED - 1], "something else"]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"
