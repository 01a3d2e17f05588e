"""`Program`: an outside program in a separate process, which reads and writes lines.

It cannot block its caller: it may die, hang, flood or never read.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from numbers import Real
from typing import IO, Self

from kermesse.bots.protocol import LONGEST_LINE
from kermesse.core.errors import KermesseError, SetupRefused, brief

MOST_LINES = 16  # that wait to be read: a program that says more has to wait, too
MOST_UNREAD = 256  # lines that a program has not taken: one that asks and never reads
LAST_WORDS = 4096  # bytes of standard error that are kept
LONGEST_QUOTE = 100  # characters of them in an error
LONGEST_WAIT = 86_400.0  # seconds for a decision: a day
GRACE = 1.0  # seconds for a program to end by itself once its input has ended
DRAIN = 0.05


class ProgramFailed(KermesseError):
    """The program died, did not answer in time, or answered nothing that is allowed."""


def checked_deadline(seconds: object) -> float:
    """How long somebody may take for a decision; refuses what cannot be waited for."""
    is_number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if not is_number or not 0 < float(seconds) <= LONGEST_WAIT:  # type: ignore[arg-type]
        raise SetupRefused(
            f"a deadline is a number of seconds above 0 and at most {LONGEST_WAIT:g}, "
            f"not {brief(seconds)}"
        )
    return float(seconds)  # type: ignore[arg-type]


def read_command(text: str) -> tuple[str, ...]:
    """A command as a shell would take it apart; refuses one that cannot be started."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as broken:
        raise SetupRefused(f"{brief(text)} is no command: {broken}") from None
    if not words:
        raise SetupRefused("a program is a command such as python my_bot.py, not nothing")
    check_command(words)
    return words


def command_of(given: object) -> tuple[str, ...]:
    """A command from one text or from its words; refuses one that cannot be started."""
    if isinstance(given, str):
        return read_command(given)
    if not isinstance(given, Sequence):
        raise SetupRefused(f"a program is a command such as python my_bot.py, not {brief(given)}")
    words = tuple(given)
    check_command(words)
    return words


def check_command(command: Sequence[str]) -> None:
    """Refuse a program that is not there, before anything is played."""
    if not command or not all(isinstance(word, str) for word in command):
        raise SetupRefused(f"a program is a command of words, not {brief(command)}")
    if shutil.which(command[0]) is None:
        raise SetupRefused(f"there is no program {brief(command[0])} that could be started")


_starting = threading.Lock()
_running: set[Program] = set()  # of this process
_no_more: list[bool] = []  # empty, until all are ended


def started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process with pipes to all of its streams."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # a separate group, which ends as a whole
        )
    except OSError as broken:
        raise ProgramFailed(f"cannot start {command[0]}: {broken.strerror}") from None


def end_all() -> None:
    """End all programs of this process at once, and start no more."""
    with _starting:
        _no_more.append(True)
        for program in _running:
            program._kill()


class Program:
    """A running program and the lines between it and us."""

    def __init__(self, command: Sequence[str]) -> None:
        with _starting:
            if _no_more:
                raise ProgramFailed("no program is started any more")
            self._process = started(command)
            _running.add(self)
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._heard: queue.Queue[bytes] = queue.Queue(MOST_LINES)
        self._words = b""
        work = {self._write: "write", self._read: "read", self._listen: "listen"}
        self._threads = [
            threading.Thread(target=task, name=f"program {name}", daemon=True)
            for task, name in work.items()
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close(GRACE)

    def say(self, line: bytes) -> None:
        """Tell it something; a program that does not read holds nobody up."""
        if self._said.qsize() >= MOST_UNREAD:
            raise ProgramFailed("it does not read what it is told" + self._last_words())
        self._said.put(line + b"\n")

    def hear(self, seconds: float | None = None) -> bytes:
        """Its next line, without the end."""
        try:
            line = self._heard.get(timeout=None if seconds is None else max(0.0, seconds))
        except queue.Empty:
            raise ProgramFailed("no answer in time" + self._last_words()) from None
        if not line:
            raise ProgramFailed(self._why_ended())
        if not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
            raise ProgramFailed(self._why_ended())
        if not line.endswith(b"\n"):
            raise ProgramFailed(f"a line has more than {LONGEST_LINE} bytes" + self._last_words())
        return line[:-1]

    def close(self, grace: float = 0.0) -> None:
        """End it and everything it has started; with ``grace``, it may first end by itself."""
        self._said.put(None)
        writer, reader, listener = self._threads
        if grace:
            reader.join(grace)
        self._kill()
        with _starting:
            _running.discard(self)
        self._process.wait()
        self._drain(reader)
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, pipe in zip((writer, reader, listener), pipes, strict=True):
            thread.join(GRACE)
            if not thread.is_alive():  # else somebody who left the group still holds the other end
                close_quietly(pipe)

    def _drain(self, reader: threading.Thread) -> None:
        """Let the reader go, which may wait for room in a full queue."""
        end = time.monotonic() + GRACE
        while reader.is_alive() and time.monotonic() < end:
            try:
                self._heard.get(timeout=DRAIN)
            except queue.Empty:
                continue

    def _kill(self) -> None:
        if not hasattr(os, "killpg"):  # a system without groups of processes
            self._process.kill()
            return
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):  # all have gone already
            return

    # --- three threads: no pipe ever waits for another ----------------------------------------

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        try:
            while (line := self._said.get()) is not None:
                pipe.write(line)
                pipe.flush()
        except OSError:
            pass  # it has ended, or stopped reading: the reader will notice
        close_quietly(pipe)

    def _read(self) -> None:
        pipe = self._process.stdout
        assert pipe is not None
        while line := pipe.readline(LONGEST_LINE + 1):
            self._heard.put(line)
        self._heard.put(b"")

    def _listen(self) -> None:
        pipe: IO[bytes] | None = self._process.stderr
        assert pipe is not None
        while piece := os.read(pipe.fileno(), LAST_WORDS):
            self._words = (self._words + piece)[-LAST_WORDS:]

    # --- why it failed ------------------------------------------------------------------------

    def _why_ended(self) -> str:
        self._threads[2].join(GRACE)  # what it had to complain about may still be on its way
        try:
            status = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "the program closed its output" + self._last_words()
        return f"the program ended with status {status}" + self._last_words()

    def _last_words(self) -> str:
        """The last line on its standard error, as one printable line."""
        text = self._words.decode(errors="replace").strip()
        if not text:
            return ""
        last = "".join(sign if sign.isprintable() else " " for sign in text.splitlines()[-1])
        return f"; it said: {last.strip()[-LONGEST_QUOTE:]}"


def close_quietly(pipe: IO[bytes] | None) -> None:
    """Close a pipe whose other end may be gone, with a line still in it."""
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        return
