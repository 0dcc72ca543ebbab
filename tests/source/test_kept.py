"""What is kept is read back as it was written, or not at all."""

from pathlib import Path

import pytest

from refengine.source.cache import Cache

CONTENT = b"in 10 states"


def test_it_is_read_back(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    for content in (CONTENT, b""):
        cache.write("found", content)
        assert cache.read("found") == content


@pytest.mark.parametrize("bit", [1, 0x80])
def test_one_bit_that_is_otherwise_makes_it_nothing(tmp_path: Path, bit: int) -> None:
    """As a number of states it would have been another number, told as if it had been counted."""
    cache, file = Cache(tmp_path), tmp_path / "found"
    cache.write("found", CONTENT)
    held = file.read_bytes()
    for place in range(len(held)):
        file.write_bytes(held[:place] + bytes([held[place] ^ bit]) + held[place + 1 :])
        assert cache.read("found") is None


@pytest.mark.parametrize("other", [b"", CONTENT, bytes(60)])
def test_what_was_not_kept_by_us_is_nothing(tmp_path: Path, other: bytes) -> None:
    (tmp_path / "found").write_bytes(other)
    assert Cache(tmp_path).read("found") is None
