"""A seal before what is kept: the hash of it, by which bytes that were lost or spoilt since are noticed.

Whatever is read of a file that was spoilt may look like something that was kept: another number of states, say. With a
seal it is nothing.
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
