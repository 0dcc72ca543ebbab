"""Diagnostics of a cluster: it is not there, its workers are not as ours, or it went away in the middle."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic


class NoCluster(Exception):  # noqa: N818 - no error of ours
    """A cluster that nobody can work with; the diagnostic says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def no_library() -> Diagnostic:
    """Dask is not installed here."""
    hint = "install it with `pip install refengine[dask]`, or leave `--workers` out"
    return Diagnostic("E0854", "no Dask here, so no other machines can be asked", None, hint=hint)


def no_address(address: str) -> Diagnostic:
    """Words that name no crew."""
    return Diagnostic("E0858", f"`{address}` is no crew", None, hint="`local`, or `dask://HOST:PORT`")


def no_scheduler(address: str) -> Diagnostic:
    """No scheduler answers at an address."""
    hint = "start one with `dask scheduler`, and workers with `dask worker HOST:PORT --nthreads 1`"
    return Diagnostic("E0855", f"no scheduler answers at `{address}`", None, hint=hint)


def no_such_workers(address: str, what: str, hint: str) -> Diagnostic:
    """The workers of a cluster cannot do our work."""
    return Diagnostic("E0856", f"the workers at `{address}` cannot do this: {what}", None, hint=hint)


def cluster_lost(address: str) -> Diagnostic:
    """The scheduler, or all of its workers, went away while something was done."""
    hint = "start it again, and the same command goes on where it was: what was found out is kept"
    return Diagnostic("E0857", f"the cluster at `{address}` went away", None, hint=hint)
