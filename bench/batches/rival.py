"""Our side of the line to Pgx."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SIDE = Path(__file__).with_name("pgx_side.py")
GAMES = (  # cards first, then boards
    "kuhn_poker",
    "leduc_holdem",
    "sparrow_mahjong",
    "tic_tac_toe",
    "connect_four",
    "2048",
    "othello",
    "backgammon",
)


class NoPgx(Exception):
    """Pgx cannot play; the text says why."""


class Pgx:
    """A process that plays Pgx's games, on one core or on the GPU."""

    def __init__(self, python: str, core: int | None = None) -> None:
        """``core`` is the only one it may use; without one it plays on the GPU."""
        place = {"JAX_PLATFORMS": "cpu" if core is not None else "cuda"}
        # our arrays lie in the same memory: take what is needed, not three quarters of it
        place["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        self._process = subprocess.Popen(
            # -P: else the folder of the script comes first, and a module of ours may hide theirs
            [python, "-P", str(SIDE), *([] if core is None else [str(core)])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | place,
        )
        try:
            self.about = self._answer()
        except NoPgx:
            self._stop()
            raise

    def play(self, env: str, games: int, seconds: float) -> dict[str, Any]:
        """Step a game for a while."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"env": env, "games": games, "seconds": seconds}))
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise NoPgx("the process of Pgx has ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise NoPgx(answer["error"])
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def _stop(self) -> None:
        self._process.kill()
        self._process.communicate()
