"""Write the figures that are kept onto their page.

python -m bench.yardstick_bots match muvuca --games 40 --keep
python -m bench.yardstick_bots speed muvuca --keep
python -m bench.yardstick_bots.page
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.marked import heading, marks_of, write_between

import kermesse
from bench.yardstick_bots.kept import Run, kept_meetings, kept_speeds
from bench.yardstick_bots.notes import QUICK, USUAL

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "outside-yardstick.md"
MEETINGS, SPEEDS = (marks_of(f"bench.yardstick_bots.page {part}") for part in ("meetings", "speed"))


def main() -> None:
    """Read what is kept, write both tables."""
    write_between(PAGE, MEETINGS, meetings(kept_meetings()))
    write_between(PAGE, SPEEDS, speeds(kept_speeds()))
    print(f"written: {PAGE}")


def meetings(runs: Sequence[Run]) -> str:
    """How our levels did against the rival."""
    lines = heading(
        "game", "level", "games", "won by ours", "median decision, ours", "OpenSpiel", "ratio",
        "of means", "measured",
    )  # fmt: skip
    for run in runs:
        met = run["meeting"]
        ours, theirs = (1000 * met["median_seconds"][side] for side in ("ours", "openspiel"))
        lines.append(
            f"| {title(run)} | `{run['level']}`{budget(run)} | {met['games']} "
            f"| {won(met)} | {ours:,.2g} ms | {theirs:,.0f} ms{rollouts(run)} "
            f"| {met['time_ratio_of_medians']:,.0f} | {met['time_ratio_of_means']:,.0f} "
            f"| {run['date']}, {run['where']} |"
        )
    return "\n".join(lines)


def budget(run: Run) -> str:
    """What ours was given, where that is not what the level takes by itself."""
    told = run.get("budget", "usual")
    return "" if told == "usual" else f" at {told}"


def rollouts(run: Run) -> str:
    """That the rival was made faster, where it was."""
    return ", quick rollouts" if run.get("rollouts", USUAL) == QUICK else ""


def won(met: Mapping[str, Any]) -> str:
    """Our share of the wins; two games have no interval."""
    if not met["interval"]:
        return f"{met['won']:.1%}"
    low, high = met["interval"]
    return f"{met['won']:.1%} ({low:.1%} to {high:.1%})"


def speeds(runs: Sequence[Run]) -> str:
    """Simulations a second."""
    lines = heading(
        "game", "our search", "OpenSpiel in Python", "ratio", "OpenSpiel in C++, its `gin_rummy`",
        "ratio",
    )  # fmt: skip
    for run in runs:
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
