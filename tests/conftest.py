"""Every test, and every process that one starts, keeps what it works out in a folder of this run, never in the user's."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.sparing import Engines, spare

CACHES = "XDG_CACHE_HOME"
"""Where the caches of a user lie: what is set here is what `platformdirs` finds, in whatever process."""

HERE = Path(__file__).parent
LAST = (HERE / "docs", HERE / "agreement" / "test_kaciri_proofs.py", HERE / "games" / "test_palisades_tables.py")
"""The tests of pages, and those of proofs and of examples that a check of the games asks for as well."""

STATE = "XDG_STATE_HOME"
"""Where it lies what a user has said at prompts."""

# Nothing that hypothesis finds depends on how busy the machine is.
settings.register_profile("by count", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("by count")

_ENGINES = Engines()
_FOLDER = pytest.StashKey[tuple[Path, Mapping[str, str | None]]]()


def pytest_configure(config: pytest.Config) -> None:
    """Before anything is collected. A worker uses the folder of the process that started it, and its environment."""
    spare()
    if not hasattr(config, "workerinput"):
        config.stash[_FOLDER] = (
            Path(tempfile.mkdtemp(prefix="refengine-tests-")),
            {each: os.environ.get(each) for each in (CACHES, STATE)},
        )
        os.environ |= {each: str(config.stash[_FOLDER][0]) for each in (CACHES, STATE)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These come last: a check that goes on beside the tests may know by then what they show (`taken_over`)."""
    late = {path: any(path.is_relative_to(last) for last in LAST) for path in {each.path for each in items}}
    items.sort(key=lambda each: late[each.path])


def pytest_collection_finish() -> None:
    """What was made so far is no refuse until the end: nobody need look for it there."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """After the last test of a file."""
    if nextitem is None or nextitem.path != item.path:
        _ENGINES.forget()


def pytest_unconfigure(config: pytest.Config) -> None:
    """After everything."""
    if _FOLDER not in config.stash:
        return
    folder, before = config.stash[_FOLDER]
    shutil.rmtree(folder, ignore_errors=True)
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture(autouse=True)
def _no_cache_of_the_user() -> None:
    """No test begins with the caches of the user."""
    assert "refengine-tests-" in os.environ[CACHES]
    assert "refengine-tests-" in os.environ[STATE]
