"""Who does the work: threads or processes of this machine by joblib, or a cluster of Ray or Dask."""

from __future__ import annotations

import logging
import multiprocessing
import re
import signal
import socket
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TypeVar

from pioche.arena.catalogue import CATALOGUE
from pioche.table.catalogue import counted
from pioche.table.errors import PiocheError
from pioche.table.extras import check_extra

HERE = "loky"  # joblib's own, on this machine; the others are extras
BACKENDS = (HERE, "ray", "dask")
WAVE = 4  # tasks for each worker that Ray is given at a time
PATIENCE = 5  # seconds until a cluster must have answered

Work = TypeVar("Work")  # what a worker is given
Done = TypeVar("Done")  # what it answers
Crew = Callable[[Iterable[Work]], Generator[Done, None, None]]  # does the work, in whatever order it gets done


@dataclass(frozen=True)
class WorkerPool:
    """Which workers are wanted: how they run, how many (all cores if it is not said), and where."""

    backend: str = HERE
    workers: int | None = None
    address: str | None = None

    def check(self) -> None:
        """Refuse what is not there, with what to install."""
        if self.backend not in BACKENDS:
            raise PiocheError("arena.backend", CATALOGUE, backend=self.backend, known=", ".join(BACKENDS))
        if self.backend != HERE:
            check_extra(self.backend, f"--backend {self.backend}")
        elif self.address is not None:
            raise PiocheError("arena.no_cluster", CATALOGUE, address=self.address)
        if self.workers is not None and self.workers < 1:
            raise PiocheError("arena.workers", CATALOGUE, workers=self.workers)
        knock(self.backend.capitalize(), self.address)


@contextmanager
def crew(do: Callable[[Work], Done], staff: WorkerPool, threads: bool) -> Iterator[Crew[Work, Done]]:
    """Workers that are ready; whatever was started for them is ended again. Compiled games need threads only."""
    from joblib import parallel_config

    backend, task = staff.backend, partial(do_quietly, do) if staff.backend == HERE else do
    if backend == HERE and threads:
        backend = "threading"  # no processes of their own
    with cluster(staff), parallel_config(backend=backend, n_jobs=staff.workers or -1), warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*have been cancelled", UserWarning)  # it is Ctrl-C that cancels them
        yield partial(in_waves if backend == "ray" else as_they_come, task)


def do_quietly(do: Callable[[Work], Done], task: Work) -> Done:
    """Work in a process that leaves Ctrl-C to the one that started it."""
    if multiprocessing.parent_process() is not None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return do(task)


def as_they_come(do: Callable[[Work], Done], tasks: Iterable[Work]) -> Generator[Done, None, None]:
    from joblib import Parallel, delayed

    team = Parallel(return_as="generator_unordered", batch_size=1)
    yield from team(delayed(do)(task) for task in tasks)


def in_waves(do: Callable[[Work], Done], tasks: Iterable[Work]) -> Generator[Done, None, None]:
    """Ray's backend of joblib hands over its results only when all of them are there."""
    from joblib import Parallel, delayed, effective_n_jobs

    waiting = iter(tasks)
    with Parallel(batch_size=1) as team:
        while wave := list(islice(waiting, WAVE * effective_n_jobs(-1))):
            yield from team(delayed(do)(task) for task in wave)


def cluster(staff: WorkerPool) -> AbstractContextManager[None]:
    """A connection to the cluster at an address, or to the one that the library finds or starts by itself."""
    if staff.backend == "ray":
        return ray_cluster(staff.workers, staff.address)
    return dask_cluster(staff.workers, staff.address) if staff.backend == "dask" else nullcontext()


@contextmanager
def ray_cluster(workers: int | None, address: str | None) -> Iterator[None]:
    import ray
    from ray.util.joblib import register_ray

    logging.getLogger("ray.util").setLevel(logging.ERROR)
    register_ray()
    own = not ray.is_initialized()
    if own:
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise unreachable("Ray", address, error) from error
    try:
        if workers and workers > (cores := int(ray.cluster_resources().get("CPU", 0))):
            raise PiocheError("arena.cores", CATALOGUE, workers=workers, cores=counted("cores", cores))
        yield
    finally:
        if own:
            ray.shutdown()


@contextmanager
def dask_cluster(workers: int | None, address: str | None) -> Iterator[None]:
    from dask.distributed import Client

    here = {"n_workers": workers, "threads_per_worker": 1, "silence_logs": logging.CRITICAL}
    with deaf_to_ctrl_c():
        try:
            client = Client(address, timeout=PATIENCE) if address else Client(**here)
        except (OSError, ValueError) as error:
            raise unreachable("Dask", address, error) from error
    with client:
        yield


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started meanwhile leave Ctrl-C to the one that started them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def knock(name: str, address: str | None) -> None:
    """Refuse at once an address at which nobody answers; the libraries would go on trying for minutes."""
    found = re.fullmatch(r"(?:[a-z]+://)?([^/]+):([0-9]+)", address or "")
    if found is None:
        return
    try:
        socket.create_connection((found[1].strip("[]"), int(found[2])), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise unreachable(name, address, error) from error


def unreachable(name: str, address: str | None, error: Exception) -> PiocheError:
    why = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return PiocheError("arena.address", CATALOGUE, name=name, address=address or "-", why=why)
