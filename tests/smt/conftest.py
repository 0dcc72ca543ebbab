"""What the tests of the prover share."""

import pytest

from refengine.source.cache import Cache


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Cache:
    """Where the engines that replay a counterexample keep what they generate."""
    return Cache(tmp_path_factory.mktemp("cache"))
