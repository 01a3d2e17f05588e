"""What a run has measured, as it is kept."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench.findings import installed, processor

KEPT = Path(__file__).parent / "results"
# steps a second that are wanted on an H200
TARGETS = {"muvuca": 200e6, "viva": 200e6, "muckle": 200e6, "shuppa": 20e6, "moon_river": 20e6}
LIBRARIES = ("kermesse", "numpy", "numba", "numba-cuda")


def begun(**more: Any) -> dict[str, Any]:
    """Findings with nothing in them but when and where."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {name: found for name in LIBRARIES if (found := installed(name))},
        **more,
    }


def keep(findings: dict[str, Any], file: Path) -> None:
    """Write down; a run that is cut off later has kept what it had found."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(findings, indent=2) + "\n", encoding="utf-8")


def rate(answer: dict[str, Any]) -> float:
    """Steps a second."""
    return float(answer["steps"] / answer["seconds"])


def rate_per_core(answer: dict[str, Any]) -> float:
    """Steps a second of processor time: where others use the machine too, the fairer figure."""
    return float(answer["steps"] / answer["core_seconds"])


def spread(rates: Sequence[float]) -> dict[str, Any]:
    """The median and the range, in whole steps."""
    return {"median": round(median(rates)), "least": round(min(rates)), "most": round(max(rates))}


def middle(result: dict[str, Any]) -> float:
    """What results are ranked by."""
    return float(result["median"])


def best_of(results: list[dict[str, Any]], game: str) -> dict[str, Any] | None:
    """The fastest plan of a game, of those that play as the CPU does."""
    sound = [r for r in results if r["game"] == game and not r["differing"]]
    return max(sound, key=middle, default=None)
