"""A context of z3 takes the memory that the one before it let go of."""

import platform
import resource

import pytest

from refengine.smt.solving.translation import Translation


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators do as they do")
def test_what_a_context_lets_go_of_the_next_one_takes() -> None:
    Translation()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(5):
        Translation()
    pages = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
    assert pages < 5 * 1_000, "each has about 4,000"
