"""Edits of the text of a tiny random game: other words for the same, and what is another game in few states alone."""

import re
from collections.abc import Callable
from random import Random
from typing import Final

Made = Callable[[re.Match[str]], str]

TRIES: Final = 60

SAME: Final[tuple[tuple[str, Made], ...]] = (
    (r" < (\d)", lambda found: f" <= {int(found[1]) - 1}"),
    (r" <= (\d)", lambda found: f" < {int(found[1]) + 1}"),
    (r" >= (\d)", lambda found: f" > {int(found[1]) - 1}"),
    (r"min\((\w+), (\w+)\)", lambda found: f"(if {found[1]} < {found[2]} then {found[1]} else {found[2]})"),
    (r"max\((\w+), (\w+)\)", lambda found: f"(if {found[1]} > {found[2]} then {found[1]} else {found[2]})"),
    (r"3 - (\w+)", lambda found: f"2 - {found[1]} + 1"),
    (r"when (.+)", lambda found: f"when not (not ({found[1]}))"),
    (r"set (\w+) to (.+)", lambda found: f"set {found[1]} to (if x > 3 then 0 else {found[2]})"),
)
"""Forms of the text, and other words for them."""

RARE: Final = (
    "x = 3 and y = 2 and kept of 1 = 2",
    "x = 3 and y = 1 and kept of 2 = 2",
    "x = 2 and y = 3 and kept of 2 = 1",
)

RARELY: Final[tuple[tuple[str, Made], ...]] = (
    *((r"when (.+)", lambda found, rare=each: f"when ({found[1]}) and not ({rare})") for each in RARE),
    *((r"when (.+)", lambda found, rare=each: f"when ({found[1]}) or ({rare})") for each in RARE),
    *(
        (r"set (\w+) to (.+)", lambda found, rare=each: f"set {found[1]} to (if {rare} then 0 else {found[2]})")
        for each in RARE
    ),
)
"""Forms of the text, and what is another game in rare states alone, if games come there at all."""

OTHER: Final[tuple[tuple[str, Made], ...]] = (
    (r"max\((\w+), (\w+)\)", lambda found: f"min({found[1]}, {found[2]})"),
    (r" and ", lambda _: " or "),
    (r" or ", lambda _: " and "),
    (r"\b([012])\b", lambda found: str(int(found[1]) + 1)),
    (r"\b([123])\b", lambda found: str(int(found[1]) - 1)),
    (r"\bx\b", lambda _: "y"),
    (r"\by\b", lambda _: "x"),
    (r"kept of 1", lambda _: "kept of 2"),
    (r" = ", lambda _: " >= "),
    (r" != ", lambda _: " < "),
    (r"some player", lambda _: "every player"),
    (r" div ", lambda _: " mod "),
    (r"highest of", lambda _: "lowest of"),
)
"""Forms of the text, and another rule for each."""


def edited(text: str, draw: Random) -> str | None:
    """Returns the text with something else behind its declarations, which may mean the same; None if nothing fits."""
    head, begun, body = text.partition("value worth")
    body = begun + body
    for _ in range(TRIES):
        form, made = draw.choice(draw.choice((SAME, OTHER, RARELY)))
        found = list(re.finditer(form, body))
        if found:
            one = draw.choice(found)
            new = body[: one.start()] + made(one) + body[one.end() :]
            if new != body:
                return head + new
    return None
