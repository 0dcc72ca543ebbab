"""Whole files made from the grammar: every sentence is one that the grammar allows, laid out on lines."""

import functools
from collections.abc import Iterator, Mapping
from pathlib import Path

from hypothesis import strategies as st
from lark import Lark
from lark.grammar import NonTerminal, Rule, Symbol
from lark.lexer import PatternStr

from refengine.syntax.grammar_file import grammar_text
from refengine.syntax.layout import Layout

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("spec", "proofs", "docs", "tests/corpus")
    for path in (ROOT / folder).rglob("*.rules")
    if "bad" not in path.parts
)
"""All rules of the repository that are to be good."""

MOST_WORDS = 60
"""From there on the shortest way to the end is taken."""

SOME: Mapping[str, tuple[str, ...]] = {
    "NAME": ("p", "hand", "Red", "žluť", "x_1", "the_end", "perhaps", "R9"),
    "INT": ("0", "1", "7", "12"),
    "ROW": ("| p . *", "|", "|  ž?a"),
    "STRING": ('""', '"who: (a) # or {b}?"'),
    "ORDER": ("<", "<=", ">", ">="),
    "_NL": ("\n",),
    "_INDENT": ("_INDENT",),
    "_DEDENT": ("_DEDENT",),
}
TIGHT_BEFORE, TIGHT_AFTER = {",", ")", ":", ".", "..", "}"}, {"(", "{", ".", "..", "-"}


@functools.cache
def grammar() -> tuple[dict[NonTerminal, list[Rule]], dict[str, tuple[str, ...]], dict[Symbol, int]]:
    """The rules by what they make, the words by terminal, and how long the shortest sentence of each is."""
    lark = Lark(grammar_text(), parser=None, lexer="basic", postlex=Layout())  # nothing is parsed, so no tables
    rules: dict[NonTerminal, list[Rule]] = {}
    for rule in lark.rules:
        rules.setdefault(rule.origin, []).append(rule)
    fixed = {each.name: (each.pattern.value,) for each in lark.terminals if isinstance(each.pattern, PatternStr)}
    words: dict[str, tuple[str, ...]] = {**fixed, **SOME}
    lengths: dict[Symbol, int] = {}
    for _ in range(60):
        for origin, its in rules.items():
            found = [sum(length(part, lengths) for part in rule.expansion) for rule in its]
            lengths[origin] = min(found)
    return rules, words, lengths


def length(part: Symbol, lengths: Mapping[Symbol, int]) -> int:
    return lengths.get(part, 10**6) if isinstance(part, NonTerminal) else 1


@st.composite
def sentences(draw: st.DrawFn, start: str = "start") -> str:
    rules, words, lengths = grammar()
    out: list[str] = []
    stack: list[Symbol] = [NonTerminal(start)]
    while stack:
        part = stack.pop()
        if not isinstance(part, NonTerminal):
            out.append(draw(st.sampled_from(words[part.name])))
            continue
        choices = rules[part]
        if len(out) + len(stack) > MOST_WORDS:
            choices = [min(choices, key=lambda rule: sum(length(each, lengths) for each in rule.expansion))]
        stack += reversed(draw(st.sampled_from(choices)).expansion)
    return laid_out(out)


def laid_out(words: list[str]) -> str:
    """The words as text; what opens and closes a block is indentation of what follows."""
    level = 0
    text = ""
    fresh = True
    for word in words:
        if word == "_INDENT":
            level += 1
        elif word == "_DEDENT":
            level -= 1
        elif word == "\n":
            text, fresh = text + "\n", True
        else:
            tight = word in TIGHT_BEFORE or text[-1:] in TIGHT_AFTER
            text += ("    " * level if fresh else "" if tight else " ") + word
            fresh = False
    return text


def real_texts() -> Iterator[str]:
    for path in FILES:
        yield path.read_text(encoding="utf-8")
