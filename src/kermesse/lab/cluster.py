"""Portions played by a Ray cluster: if a worker dies, its portion is played again elsewhere."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Generator, Iterable
from importlib.util import find_spec
from typing import Any

from kermesse.core.errors import KermesseError
from kermesse.lab.experiment import Experiment
from kermesse.lab.notes import Notes
from kermesse.lab.portion import play_portion

PATIENCE = 5.0  # seconds to answer at all
AHEAD = 4  # portions that each core of the cluster may have waiting
HERE = ("local", "auto")  # addresses that Ray understands by itself


class NoCluster(KermesseError):
    """There is no cluster to play on; the text says why."""


def on_cluster(experiment: Experiment, missing: Iterable[int], address: str) -> Generator[Notes]:
    """Play some portions on a cluster; they come in their order."""
    return played(joined_cluster(address), experiment.as_json(), missing)


def played(ray: Any, known: dict[str, Any], missing: Iterable[int]) -> Generator[Notes]:
    """Hand out portions to a cluster that is there, a few more than it has cores."""
    try:
        play = ray.remote(max_retries=-1, num_cpus=1)(portion_of)  # again, however often it takes
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        for number in missing:
            waiting.append(play.remote(known, number))
            if len(waiting) > most:
                yield Notes(*ray.get(waiting.popleft()))
        while waiting:
            yield Notes(*ray.get(waiting.popleft()))
    finally:
        ray.shutdown()


def portion_of(known: dict[str, Any], number: int) -> tuple[Any, ...]:
    """One portion, on whatever machine this is."""
    return tuple(play_portion(Experiment.from_json(known), number))


def joined_cluster(address: str) -> Any:
    """Ray, connected; refuses an address where nobody answers."""
    check_answer(address)
    if find_spec("ray") is None:
        raise NoCluster("a cluster needs Ray: pip install 'kermesse[cluster]'")
    import ray

    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as broken:
        raise NoCluster(f"no Ray cluster at {address}: {str(broken).splitlines()[0]}") from None
    return ray


def check_answer(address: str) -> None:
    """Ray would wait for minutes; ask first whether anybody listens there."""
    if address in HERE:
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and host and port.isdigit()):
        raise NoCluster(f"a cluster's address is like 10.0.0.1:6379, local or auto, not {address}")
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except OSError as broken:
        reason = broken.strerror or "no answer"
        raise NoCluster(f"no Ray cluster at {address}: {reason}") from None
