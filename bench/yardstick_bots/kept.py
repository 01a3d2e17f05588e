"""Where figures are kept, a file for each match-up and one for the speed of each game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from bench.tables import GAMES
from bench.yardstick_bots.meeting import LEVELS

KEPT = Path(__file__).parent / "results"

Run = Mapping[str, Any]


def name_of(game: str, level: str, tenth: bool, quick: bool) -> str:
    """The name of a match-up."""
    return f"{game}-{level}{'-tenth' * tenth}{'-quick' * quick}"


def meeting_file(name: str) -> Path:
    """Where the figures of a match-up are kept."""
    return KEPT / f"{name}.json"


def speed_file(game: str) -> Path:
    """Where the speed of a game's search is kept."""
    return KEPT / f"{game}-speed.json"


def kept_meetings() -> list[Run]:
    """All match-ups that were kept, in the order of games and levels."""
    return read(
        meeting_file(name_of(game, level, tenth, quick))
        for game in GAMES
        for level in LEVELS
        for tenth, quick in product((False, True), repeat=2)
    )


def kept_speeds() -> list[Run]:
    """All speeds that were kept, in the order of games."""
    return read(map(speed_file, GAMES))


def read(files: Iterable[Path]) -> list[Run]:
    """Those that are there."""
    return [json.loads(file.read_text("utf-8")) for file in files if file.is_file()]
