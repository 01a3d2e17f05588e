"""Write the figures that are kept onto their page.

python -m bench.yardstick_bots muvuca --games 40 --keep
python -m bench.yardstick_bots.page
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.marked import heading, marks_of, write_between

import kermesse
from bench.tables import GAMES
from bench.yardstick_bots.meeting import LEVELS

KEPT = Path(__file__).parent / "results"
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "outside-yardstick.md"
MEETINGS, SPEEDS = (marks_of(f"bench.yardstick_bots.page {part}") for part in ("meetings", "speed"))

Run = Mapping[str, Any]


def main() -> None:
    """Read what is kept, write both tables."""
    runs = kept()
    write_between(PAGE, MEETINGS, meetings(runs))
    write_between(PAGE, SPEEDS, speeds(runs))
    print(f"figures of {len(runs)} runs in {PAGE}")


def kept() -> list[Run]:
    """All runs that were kept, in the order of games and levels."""
    files = [kept_file(game, level) for game in GAMES for level in LEVELS]
    return [json.loads(file.read_text("utf-8")) for file in files if file.is_file()]


def meetings(runs: Sequence[Run]) -> str:
    """How our levels did against the rival."""
    lines = heading(
        "game", "level", "games", "won by ours", "median decision, ours", "OpenSpiel", "ratio",
        "measured",
    )  # fmt: skip
    for run in runs:
        met = run.get("meeting")
        if not met:
            continue
        ours, theirs = (1000 * met["median_seconds"][side] for side in ("ours", "openspiel"))
        lines.append(
            f"| {title(run)} | `{run['level']}` | {met['games']} "
            f"| {won(met)} | {ours:,.2g} ms | {theirs:,.0f} ms "
            f"| {met['time_ratio_of_medians']:,.0f} | {run['date']}, {run['where']} |"
        )
    return "\n".join(lines)


def won(met: Mapping[str, Any]) -> str:
    """Our share of the wins; two games have no interval."""
    if not met["interval"]:
        return f"{met['won']:.1%}"
    low, high = met["interval"]
    return f"{met['won']:.1%} ({low:.1%} to {high:.1%})"


def kept_file(game: str, level: str) -> Path:
    """Where the figures of a run are kept."""
    return KEPT / f"{game}-{level}.json"


def speeds(runs: Sequence[Run]) -> str:
    """Simulations a second; the newest run of each game."""
    lines = heading(
        "game", "our search", "OpenSpiel in Python", "ratio", "OpenSpiel in C++, its `gin_rummy`",
        "ratio",
    )  # fmt: skip
    newest = {run["game"]: run for run in sorted(runs, key=lambda run: str(run["date"]))}
    for run in (newest[game] for game in GAMES if game in newest):
        speed = run["speed"]
        rival, there = speed["openspiel_cpp_gin_rummy"], speed["ratio_to_cpp"]
        cpp = f"{ranged(rival)} | {there:,.0f}" if rival else "crashed | "
        lines.append(
            f"| {title(run)} | {ranged(speed['ours'])} | {ranged(speed['openspiel_python'])} "
            f"| {speed['ratio']:,.0f} | {cpp} |"
        )
    return "\n".join(lines)


def ranged(spread: Mapping[str, float]) -> str:
    """A median with its range."""
    return f"{spread['median']:,.0f} ({spread['least']:,.0f} – {spread['most']:,.0f})"


def title(run: Run) -> str:
    """How people call the game."""
    return kermesse.game(str(run["game"])).title


if __name__ == "__main__":
    main()
