"""Judges of the games, loaded once."""

import pytest

from refengine.rulings.judge import Judge
from refengine.rulings.loading import load_judge
from tests.rulings.urn import write


@pytest.fixture(scope="session")
def kaciri() -> Judge:
    return load_judge("spec/kaciri")


@pytest.fixture(scope="session")
def european_war() -> Judge:
    return load_judge("spec/european_war")


@pytest.fixture(scope="session")
def urn(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    return load_judge(write(tmp_path_factory.mktemp("urn")))
