"""A checksum in front of kept bytes, by which loss or damage is noticed.

What is read from a damaged file may look valid: another number of states, say. With a seal it counts as missing.
"""

from __future__ import annotations

import hashlib

LENGTH = hashlib.sha256().digest_size


def sealed(content: bytes) -> bytes:
    """Returns the content behind its seal."""
    return seal_of(content) + content


def seal_of(*parts: bytes | memoryview) -> bytes:
    """Returns the seal of what the parts, one behind the other, say."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def opened(kept: bytes) -> bytes | None:
    """Returns what was sealed; None if it is not that any more."""
    content = kept[LENGTH:]
    return content if is_sealed(content, kept[:LENGTH]) else None


def is_sealed(content: bytes | memoryview, seal: bytes | memoryview) -> bool:
    """Returns whether a seal is that of a content."""
    return seal_of(content) == seal
