"""The servers under load, each a process of its own: Kermesse, and the floor to compare with."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

HOST = "127.0.0.1"
READY_SECONDS = 120.0
# nobody plays against a search here, and compiling them would count as the server's work
WITHOUT_SEARCHES = (
    "from kermesse.table.live import compilation; from kermesse.cli import main; "
    "compilation.STAGES = compilation.STAGES[:1]; main()"
)
NO_LIMITS = {
    "connections_per_address": 100_000,
    "tables_per_minute": 1_000_000,
    "guests_per_minute": 1_000_000,
    "requests_per_second": 100_000,
    "cpu_ms_per_second": 1_000_000,
    "live_tables": 100_000,
}


@dataclass(frozen=True)
class Running:
    """A server process."""

    name: str
    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """What all its threads have used so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_kib(self) -> int:
        """Its memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def kermesse(port: int, data: Path) -> list[str]:
    """The command that starts Kermesse without limits for one address."""
    limits = [f"--limit={name}={value}" for name, value in NO_LIMITS.items()]
    where = ["--no-browser", f"--port={port}", f"--data={data}"]
    return [sys.executable, "-c", WITHOUT_SEARCHES, "serve", *where, *limits]


def floor(port: int, tape: Path) -> list[str]:
    """The command that starts the floor."""
    return [sys.executable, "-m", "bench.table.floor", str(port), str(tape)]


@contextmanager
def running(name: str, command: Sequence[str], port: int, output: Path) -> Iterator[Running]:
    """Start a server, wait until it is ready, and stop it at the end."""
    with output.open("ab") as out, subprocess.Popen(command, stdout=out, stderr=out) as child:
        try:
            wait_until_ready(child, port)
            yield Running(name, child.pid, port)
        finally:
            child.send_signal(signal.SIGTERM)
            try:
                child.wait(20)
            except subprocess.TimeoutExpired:
                child.kill()


def wait_until_ready(child: subprocess.Popen[bytes], port: int) -> None:
    """Ask until the server says yes."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        if child.poll() is not None:
            raise RuntimeError(f"the server ended with {child.returncode}")
        try:
            with urlopen(f"http://{HOST}:{port}/readyz", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError("the server did not get ready")
