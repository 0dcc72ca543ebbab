"""A cluster does what the processes of one machine do: the same, whoever dies."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from refengine.cli.crews import hired_crew
from refengine.cli.errors import Refused
from refengine.cluster import crew
from refengine.cluster.crew import Cluster
from refengine.cluster.errors import NoCluster
from refengine.prove.processes import Processes
from refengine.source.workers import Workers
from tests.cluster.machines import PATIENCE, Machines
from tests.fresh_cache import fresh_cache

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def dies_first(task: tuple[Path, int]) -> int:
    """A task whose first worker dies over it, and no other."""
    path, number = task
    if number == 2:
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            return number
        os._exit(1)
    return number


def dies(number: int) -> int:
    """A task that takes every worker with it."""
    if number == 2:
        os._exit(1)
    return number


def minus(number: int) -> int:
    return -number


def nothing(task: object) -> int:
    raise AssertionError(task)


def joined(machines: Machines, many: int) -> Cluster:
    """The cluster, as soon as so many workers have come."""
    machines.workers(many)
    library = pytest.importorskip("distributed")
    with library.Client(f"tcp://127.0.0.1:{machines.port}", set_as_default=False) as client:
        client.wait_for_workers(many, timeout=PATIENCE)
    return Cluster(machines.address)


def said(*command: str, folder: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        (sys.executable, "-m", "refengine", *command), cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "XDG_CACHE_HOME": fresh_cache(folder)},
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_report_is_the_same_whoever_did_the_work(machines: Machines, tmp_path: Path) -> None:
    joined(machines, 2).close()
    for command in (
        ("check", "docs/tutorial/tictactoe", "--traces", "10", "--format", "json", "--save", str(tmp_path / "saved")),
        ("simulate", "docs/tutorial/tictactoe", "--games", "500", "--rules", "10", "--format", "json"),
    ):
        here = said(*command, "--jobs", "2", folder=tmp_path / "here")
        there = said(*command, "--workers", machines.address, folder=tmp_path / "there")
        assert here[0] == there[0] == 0
        assert json.loads(here[1]) == json.loads(there[1])


def test_a_worker_that_dies_costs_its_task_alone_and_a_deadly_task_is_one(machines: Machines, tmp_path: Path) -> None:
    cluster = joined(machines, 5)
    try:
        tasks = [(tmp_path / "died", number) for number in range(6)]
        assert sorted(Processes(dies_first, nothing, tasks, 2, cluster).results()) == [*range(6)]
        assert (tmp_path / "died").exists()
        # Two die over it, and two more when it is tried alone: that is as many as are left.
        machines.workers(2)
        assert sorted(Processes(dies, minus, [0, 1, 2, 3], 2, cluster).results()) == [-2, 0, 1, 3]
    finally:
        cluster.close()


def test_a_result_that_has_come_counts_though_the_worker_that_had_it_dies(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = pytest.importorskip("distributed")
    gather, lost = library.Client._gather, []

    async def gather_and_lose(self: Any, futures: list[Any], *rest: Any, **more: Any) -> Any:
        found = await gather(self, futures, *rest, **more)
        for each in futures:
            each._state.lose()
            lost.append(each.status)
        return found

    cluster = joined(machines, 1)
    try:
        monkeypatch.setattr(library.Client, "_gather", gather_and_lose)
        assert sorted(Processes(minus, minus, [-1, 2, -3], 2, cluster).results()) == [-2, 1, 3]
        assert lost == ["lost"] * 3
    finally:
        cluster.close()


def test_what_has_begun_may_be_stopped(machines: Machines) -> None:
    cluster = joined(machines, 1)
    try:
        workers: Workers = cluster.workers(1)
        handed = workers.submit(pow, 2, 5)
        assert handed.result(PATIENCE) == 32
        workers.stop()
        assert cluster.workers(1).submit(pow, 2, 6).result(PATIENCE) == 64
    finally:
        cluster.close()


def test_who_cannot_do_our_work_is_not_asked(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(address: str) -> str:
        with pytest.raises(NoCluster) as refused:
            Cluster(address)
        return refused.value.diagnostic.code + " " + refused.value.diagnostic.message

    assert told(machines.address).endswith("there are none")
    joined(machines, 1).close()
    with monkeypatch.context() as other:
        other.setattr(crew, "package_hash", lambda: "another")
        assert told(machines.address).endswith("one has another version")
    machines.workers(1, threads=2)
    library = pytest.importorskip("distributed")
    with library.Client(f"tcp://127.0.0.1:{machines.port}", set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    assert told(machines.address).endswith("one does several tasks at once")
    machines.stop()
    assert told(machines.address) == f"E0855 no scheduler answers at `{machines.address}`"


def test_a_cluster_that_goes_away_is_told(machines: Machines) -> None:
    joined(machines, 1).close()

    def lose_it() -> None:
        with hired_crew(machines.address, None) as found:
            handed = found.crew.workers(found.most).submit(time.sleep, PATIENCE)
            machines.running[0].kill()
            handed.result(PATIENCE)

    with pytest.raises(Refused) as refused:
        lose_it()
    assert [each.code for each in refused.value.diagnostics] == ["E0857"]
    assert refused.value.exit_code == 3


WORDS = [
    "",
    "dask://",
    "dask://host",
    "dask://host:port",
    "dask://host:1/x",
    "tcp://host:1",
    "dask://[::1",
    "dask://h:99999",
]


@pytest.mark.parametrize("word", WORDS)
def test_what_is_no_address_is_told(word: str) -> None:
    with pytest.raises(NoCluster) as refused:
        Cluster(word)
    assert refused.value.diagnostic.code == "E0858"
