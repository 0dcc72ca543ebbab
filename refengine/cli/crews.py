"""Crews of a command: the processes of this machine, or a cluster that `--workers` names."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager

from attrs import frozen

from refengine.cli.errors import Refused, workers_died
from refengine.cli.prover import cores
from refengine.cli.streams import INCONCLUSIVE
from refengine.cli.workshop import load_workshop
from refengine.source.workers import Crew, LocalCrew, WorkersDied

HERE = "local"


@frozen
class HiredCrew:
    """A crew, and how many of it work at once."""

    crew: Crew
    most: int

    @property
    def is_here(self) -> bool:
        """Returns whether processes of this machine do it, which have to be started."""
        return isinstance(self.crew, LocalCrew)


@contextmanager
def hired_crew(workers: str, jobs: int | None) -> Iterator[HiredCrew]:
    """Hires who does the work until it is done: `jobs` at once, or as many as there are.

    Raises `Refused` where nobody is to be had at the address, or went away in the middle, and where one after the other
    died.
    """
    try:
        with _hired(workers, jobs) as crew:
            yield crew
    except WorkersDied:
        raise Refused([workers_died()], exit_code=INCONCLUSIVE) from None


@contextmanager
def _hired(workers: str, jobs: int | None) -> Iterator[HiredCrew]:
    """Hires as `hired_crew` does; workers that die are for whoever hires them."""
    if workers == HERE:
        yield HiredCrew(LocalCrew(load_workshop), jobs or cores())
        return
    from refengine.cluster.crew import Cluster
    from refengine.cluster.errors import NoCluster, cluster_lost

    try:
        cluster = Cluster(workers)
    except NoCluster as wrong:
        raise Refused([wrong.diagnostic]) from None
    try:
        yield HiredCrew(cluster, jobs or cluster.size)
    except NoCluster as wrong:
        raise Refused([wrong.diagnostic], exit_code=INCONCLUSIVE) from None
    except CancelledError:
        raise Refused([cluster_lost(workers)], exit_code=INCONCLUSIVE) from None
    finally:
        cluster.close()
