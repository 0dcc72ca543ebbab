"""A seal before what is kept: the hash of it, by which bytes that were lost or spoilt since are noticed.

Whatever is read of a file that was spoilt may look like something that was kept: another number of states, say. With a
seal it is nothing.
"""

from __future__ import annotations

import hashlib

LENGTH = hashlib.sha256().digest_size


def sealed(content: bytes) -> bytes:
    """Returns the content behind its seal."""
    return hashlib.sha256(content).digest() + content


def opened(kept: bytes) -> bytes | None:
    """Returns what was sealed; None if it is not that any more."""
    content = kept[LENGTH:]
    return content if hashlib.sha256(content).digest() == kept[:LENGTH] else None
