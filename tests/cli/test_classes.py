"""What attrs compiles is kept by its text: a class is the same whether its code was compiled now or before."""

from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from attrs import field, frozen

from refengine.cli.classes import StoredCode, kept_classes


def made(default: str = "none", *, eq: bool = True) -> Any:
    body = {
        "__annotations__": {"rank": int, "suit": str},
        "suit": field(default=default, eq=eq),
        "__module__": "tests.cli.test_classes",
    }
    return frozen(type("Card", (), body))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the texts that were compiled and not taken from what is kept."""
    found: list[str] = []

    def compiling(script: str, filename: str, mode: str) -> CodeType:
        found.append(filename)
        return compile(script, filename, mode)

    monkeypatch.setattr("refengine.cli.classes.compile", compiling, raising=False)
    return found


def test_a_class_is_compiled_once(tmp_path: Path, compiled: list[str]) -> None:
    plain = made()
    with kept_classes("one", tmp_path):
        first = made()
    assert compiled == ["<attrs generated methods tests.cli.test_classes.Card>"]
    with kept_classes("one", tmp_path):
        second = made()
    assert len(compiled) == 1
    for card in (plain, first, second):
        assert card(1) == card(1, "none") != card(1, "other") != card(2)
        assert hash(card(1)) == hash(card(1, "none"))
        assert len({card(1), card(2), card(1, "none")}) == 2
        assert repr(card(1)) == "Card(rank=1, suit='none')"
    assert first(1) != second(1)


def test_another_text_is_another_code(tmp_path: Path, compiled: list[str]) -> None:
    """The same name, with a field that does not count: what was compiled for the one is not taken for the other."""
    with kept_classes("one", tmp_path):
        made()
    with kept_classes("one", tmp_path):
        other = made(eq=False)
    assert len(compiled) == 2
    assert other(1, "a") == other(1, "b")
    with kept_classes("one", tmp_path):
        third = made("hearts")
    assert third(1).suit == "hearts"


def test_the_salt_of_a_class_is_that_of_its_name() -> None:
    kept = StoredCode({})
    script = "def __hash__(self):\n    return hash((\n        {},\n        1 + 1,\n    ))\n"
    one, two = (kept.compile(script.format(salt), "<attrs a>", "exec") for salt in (5, -7))
    other = kept.compile(script.format(5), "<attrs b>", "exec")
    assert one == two
    assert len(kept.used) == 2
    assert one.co_consts[0].co_consts != other.co_consts[0].co_consts


@pytest.mark.parametrize(
    "spoil", [lambda held: held[:-9], lambda held: held[:99] + bytes([held[99] ^ 1]) + held[100:], lambda _: b""]
)
def test_spoilt_code_is_none(tmp_path: Path, compiled: list[str], spoil: Any) -> None:
    with kept_classes("one", tmp_path):
        made()
    (file,) = tmp_path.iterdir()
    file.write_bytes(spoil(file.read_bytes()))
    with kept_classes("one", tmp_path):
        assert made()(1).rank == 1
    assert len(compiled) == 2


def test_afterwards_attrs_is_as_it_was(tmp_path: Path, compiled: list[str]) -> None:
    with pytest.raises(ZeroDivisionError), kept_classes("one", tmp_path):
        raise ZeroDivisionError
    with kept_classes("one", None):
        made()
    made()
    assert compiled == []
    assert list(tmp_path.iterdir()) == []
