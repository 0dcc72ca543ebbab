"""Inputs spoilt at random: texts by bytes, by words and by lines, data by what is in them, and texts meant to become code."""

import random
import re
from typing import Any

OWNED = "tests_hostile_owned"
"""A module of this name is there if one of the texts was run."""

RUN = f"__import__('sys').modules.setdefault('{OWNED}',__import__('sys'))"

PAYLOADS = (
    RUN, f'"+{RUN}+"', f"'+{RUN}+'", f'"""+{RUN}+"""', f"{{{RUN}}}", f"{{{{{RUN}}}}}", f'\\"+{RUN}#', f"\\'+{RUN}#", f"');{RUN}#", f'");{RUN}#',
    f"\n{RUN}\n", f"\r{RUN}\r", f"\u2028{RUN}\u2029", f"\x0c{RUN}", f'"""\n{RUN}\n"""', f"# {RUN}\\", f"lambda: {RUN}", f"%({RUN})s", f"$({RUN})",
    f"\\N{{DIGIT ONE}}{RUN}", "x\\", '"', "'", '"""', "\\", '\\\\"', "\x00", "\ud800", "\u202e", "ⅰ", "ſelf", "__class__", "__import__", "None", "True", "class",
    "lambda", "exec", "__builtins__", "State", "Draft", "x" * 5000, "ž" * 300, "🙂", "²", "", " ", "../x", "./x/y", "-o", "--debug",
)  # fmt: skip

SCALARS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 10**9, 10**400, -(10**999), 10**4299, 1.5, 1e308, float("inf"), "", "0", "1", "²", "١", "9" * 5000, "Red 1", "Red", "Coin",
    [], {}, [[]], [{}], {"": 0}, {"1": 1}, {"name": []}, {"#bigint": "--5"}, {"#bigint": "5"}, {"#bigint": "²"}, {"#bigint": 5}, {"#tup": [1]}, {"#set": ["1"]},
    {"#map": [[1, 2]]}, {"component": "Card", "fields": {}}, {"component": "Coin", "fields": {"x": 1}}, *PAYLOADS,
)  # fmt: skip
"""What may stand where something else was."""

WORD = re.compile(r"\w+|\s+|[^\w\s]")


def by_bytes(content: bytes, chance: random.Random) -> bytes:
    """A few bytes changed, put in, taken out, doubled or cut off."""
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(len(content) + 1)
        match chance.randrange(6):
            case 0:
                content = content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]
            case 1:
                content = content[:at] + chance.randbytes(chance.randrange(1, 9)) + content[at:]
            case 2:
                content = content[:at] + content[at + chance.randrange(1, 30) :]
            case 3:
                end = at + chance.randrange(1, 200)
                content = content[:end] + content[at:end] + content[end:]
            case 4:
                content = (
                    content[:at]
                    + chance.choice((b"\xff\xfe", b"\x00", b"\xef\xbb\xbf", b"\r", b"\t", b"\xc3", "\u2028".encode()))
                    + content[at:]
                )
            case _:
                content = content[:at] if chance.random() < 0.2 else content
    return content


def by_words(text: str, chance: random.Random, others: tuple[str, ...] = ()) -> str:
    """A few words or signs replaced by others of the text, taken out, doubled or swapped; or lines."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        if chance.random() < 0.3:
            text = by_lines(text, chance, others)
            continue
        parts = WORD.findall(text)
        if len(parts) < 2:
            return text
        at = chance.randrange(len(parts))
        match chance.randrange(5):
            case 0:
                parts[at] = ""
            case 1:
                parts[at] += " " + parts[at]
            case 2:
                parts[at] = chance.choice(others) if others and chance.random() < 0.3 else chance.choice(parts)
            case 3 if parts[at].isdigit():
                parts[at] = str(max(0, int(parts[at][:3]) + chance.choice((-2, -1, 1, 2))))
            case _:
                to = chance.randrange(len(parts))
                parts[at], parts[to] = parts[to], parts[at]
        text = "".join(parts)
    return text


def by_lines(text: str, chance: random.Random, others: tuple[str, ...] = ()) -> str:
    """A line taken out, doubled, moved, or taken from elsewhere; or another depth."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    at = chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(chance.randrange(len(lines)), lines[at])
        case 2:
            lines.insert(chance.randrange(len(lines)), lines.pop(at))
        case 3:
            lines[at] = "    " + lines[at] if chance.random() < 0.5 else lines[at].removeprefix("    ")
        case _:
            other = chance.choice(others or (text,)).splitlines(keepends=True)
            lines[at:at] = other[(start := chance.randrange(len(other) or 1)) : start + chance.randrange(1, 6)]
    return "".join(lines)


def with_payload(text: str, chance: random.Random) -> str:
    """A word, or what stands between quotes, replaced by something meant to become code."""
    found = list(re.finditer(r'(?<=")[^"\n]*(?=")|\w+|(?<=,)[^,\n]*', text))
    if not found:
        return chance.choice(PAYLOADS)
    at = chance.choice(found)
    return text[: at.start()] + chance.choice(PAYLOADS) + text[at.end() :]


def by_data(data: Any, chance: random.Random, deep: float = 0.85) -> Any:
    """Data with one thing in them changed: a part replaced, taken out, put in, renamed, doubled, moved or wrapped up."""
    if isinstance(data, dict) and data and chance.random() < deep:
        key = chance.choice(sorted(data, key=str))
        match chance.randrange(9):
            case 0:
                return {name: value for name, value in data.items() if name != key}
            case 1:
                return {
                    **data,
                    chance.choice(("strange", "", "0", "²", "9" * 5000, *PAYLOADS[:4])): chance.choice(SCALARS),
                }
            case 2:
                new = chance.choice((key + "x", key.upper(), "²", "1", "2", "3", "01", "1 ", "9" * 5000))
                return {new if name == key else name: value for name, value in data.items()}
            case 3:
                other = chance.choice(sorted(data, key=str))
                return {**data, key: data[other], other: data[key]}
            case _:
                return {**data, key: by_data(data[key], chance, deep)}
    if isinstance(data, list) and data and chance.random() < deep:
        at = chance.randrange(len(data))
        match chance.randrange(6):
            case 0:
                return data[:at] + data[at + 1 :]
            case 1:
                return [*data, data[at]]
            case 2:
                return [*data[:at], chance.choice(SCALARS), *data[at:]]
            case 3:
                return data[::-1]
            case _:
                return [*data[:at], by_data(data[at], chance, deep), *data[at + 1 :]]
    match chance.randrange(8):
        case 0:
            return nested(data, chance.choice((1, 2, 70, 900, 5000)))
        case 1:
            return [data, data]
        case 2 if isinstance(data, str):
            return data + chance.choice((" ", "1", "\u0301", "\x00"))
        case 3 if isinstance(data, int) and not isinstance(data, bool):
            return data + chance.choice((-1, 1, 10**6, 10**5000))
        case _:
            return chance.choice(SCALARS)


def nested(data: Any, depth: int) -> Any:
    for level in range(depth):
        data = [data] if level % 2 else {"1": data}
    return data
