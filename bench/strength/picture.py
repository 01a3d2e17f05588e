"""The ratings as a picture: a line of levels for each game and number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure

import kermesse
from bench.strength.figures import GameFigures
from kermesse.core.recipes import LEVELS

INK, FAINT = "#334155", "#cbd5e1"
COLOURS = ("#fdba74", "#fb923c", "#ea580c", "#c2410c", "#7c2d12")  # from novice to expert
DOTS_PER_INCH = 150


def draw(found: Sequence[GameFigures], path: Path) -> None:
    """Ratings with their intervals; nothing is drawn where nothing was measured."""
    lines = [
        (kermesse.game(figures.game).title, seats, ratings)
        for figures in found
        for seats, ratings in figures.ratings.items()
        if ratings
    ]
    figure = Figure(figsize=(8.0, 1.2 + 0.42 * max(1, len(lines))), layout="constrained")
    axes = figure.subplots()
    axes.axvline(1000, color=INK, linestyle=":", linewidth=1)
    for place, (_, _, ratings) in enumerate(reversed(lines)):
        ends = [ratings[level].points for level in LEVELS]
        axes.plot([min(ends), max(ends)], [place, place], color=FAINT, linewidth=1, zorder=1)
        for level, colour in zip(LEVELS, COLOURS, strict=True):
            rating = ratings[level]
            interval = [rating.low, rating.high]
            axes.plot(interval, [place, place], color=colour, linewidth=4, zorder=2)
            axes.plot(rating.points, place, "o", color=colour, markersize=8, zorder=3)
    names = [f"{title}, {seats} seats" for title, seats, _ in reversed(lines)]
    axes.set_yticks(range(len(lines)), names)
    axes.set_ylim(-0.6, len(lines) - 0.4)
    axes.set_xlabel("rating, 95 % interval; greedy = 1000")
    for level, colour in zip(LEVELS, COLOURS, strict=True):
        axes.plot([], [], "o", color=colour, label=level)
    figure.legend(loc="outside upper center", ncols=len(LEVELS), frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=DOTS_PER_INCH)
