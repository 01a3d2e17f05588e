"""Draw the curves that `examples/learn.py` has written down, and put them on their page.

python examples/learn.py viva --minutes 3 --curve bench/learning/results/viva.json
python -m bench.learning
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from tools.marked import marks_of, write_between

import kermesse

KEPT = Path(__file__).parent / "results"
DOCS = Path(__file__).parents[2] / "docs"
PICTURE = DOCS / "images" / "learning.png"
PAGE = DOCS / "explanation" / "learning.md"
MARKS = marks_of("bench.learning")
INK, COLOURS = "#334155", ("#c2410c", "#2563eb", "#15803d", "#7c3aed", "#a16207")
DOTS_PER_INCH = 150
ROWS = 6  # of a table, evenly spread over a curve

Curve = dict[str, Any]


def main() -> None:
    """Read, draw, write."""
    found = kept()
    draw(found, PICTURE)
    write_between(PAGE, MARKS, table(found))
    print(f"picture in {PICTURE}, figures in {PAGE}")


def kept() -> list[Curve]:
    """The curves that were written down, by game."""
    return [json.loads(file.read_text("utf-8")) for file in sorted(KEPT.glob("*.json"))]


def draw(found: list[Curve], path: Path) -> None:
    """Victories against the opponent over the seconds of learning."""
    figure = Figure(figsize=(8.0, 4.0), layout="constrained")
    axes = figure.subplots()
    axes.axhline(50, color=INK, linestyle=":", linewidth=1)
    axes.annotate("as strong as greedy", (1, 51), color=INK)
    for each, colour in zip(found, COLOURS, strict=False):
        points = each["curve"]
        seconds, shares = [p["seconds"] for p in points], [100 * p["share"] for p in points]
        axes.plot(seconds, shares, "o-", color=colour, markersize=4)
        axes.annotate(
            title(each), (seconds[-1], shares[-1]), (8, 0), color=colour,
            textcoords="offset points", va="center",
        )  # fmt: skip
    axes.set_xlabel("seconds of play against itself and of learning")
    axes.set_ylabel("victories against greedy, %")
    axes.set_ylim(0, 100)
    axes.set_xlim(0, 1.12 * max(p["seconds"] for each in found for p in each["curve"]))
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=DOTS_PER_INCH)


def table(found: list[Curve]) -> str:
    """Some points of each curve."""
    lines = [
        "| game | seconds | decisions | victories against greedy |",
        "| --- | --- | --- | --- |",
    ]
    for each in found:
        points = each["curve"]
        places = sorted({round(i * (len(points) - 1) / (ROWS - 1)) for i in range(ROWS)})
        for point in (points[place] for place in places):
            lines.append(
                f"| {title(each)} | {point['seconds']:.0f} | {point['decisions']:,} "
                f"| {point['share']:.1%} |"
            )
    return "\n".join(lines) + "\n"


def title(each: Curve) -> str:
    """How people call the game."""
    return kermesse.game(each["game"]).title


if __name__ == "__main__":
    main()
