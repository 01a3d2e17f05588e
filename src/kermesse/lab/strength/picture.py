"""A report as a picture: win rates with their intervals, and beside them who beats whom."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from kermesse.core.errors import KermesseError
from kermesse.lab.intervals import Estimate
from kermesse.lab.strength.standings import Standings

FORMATS = (".svg", ".png")
INK, ACCENT, FAINT = "#334155", "#c2410c", "#cbd5e1"
COLOURS = "PuOr"  # two hues that colour-blind people can distinguish; pale in the middle
PLATE = {"facecolor": "white", "edgecolor": "none", "pad": 1}  # keeps words off the dotted line
DOTS_PER_INCH = 150


class NoPicture(KermesseError):
    """A picture that cannot be drawn."""


def check_picture(path: Path) -> None:
    """Refuse early what could not be drawn later."""
    if path.suffix.lower() not in FORMATS:
        raise NoPicture(f"a picture is a file that ends in .svg or .png, not {path.name}")
    if find_spec("matplotlib") is None:
        raise NoPicture("a picture needs matplotlib: pip install 'kermesse[arena]'")


def drawn(report: Standings, suffix: str) -> bytes:
    """The picture as the content of a file."""
    figure_kind = import_module("matplotlib.figure").Figure  # late: it may be absent
    bots = len(report.tournament.entrants)
    figure = figure_kind(figsize=(6.4 + 1.3 * bots, 2.2 + 0.7 * bots), layout="constrained")
    ranked = sorted(range(bots), key=lambda bot: middle(report.win_rate(bot)))
    if report.even_share is None:
        draw_forest(figure.subplots(), report, ranked)
    else:
        forest, matrix = figure.subplots(1, 2, width_ratios=[6, 1.5 + 1.3 * bots])
        draw_forest(forest, report, ranked)
        draw_even(forest, report.even_share)
        even = 0.5 if report.tournament.together else report.even_share
        draw_matrix(matrix, report, ranked[::-1], even)
    figure.suptitle(title(report))
    out = BytesIO()
    kind = suffix.lower().lstrip(".")
    metadata = {"Date": None} if kind == "svg" else None
    with import_module("matplotlib").rc_context({"svg.hashsalt": "kermesse"}):  # the same ids
        figure.savefig(out, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
    return out.getvalue()


def title(report: Standings) -> str:
    """What was played."""
    played = f"{report.games:,} games over {len(report.blocks):,} deals"
    name, seats = report.tournament.game.title, report.tournament.seats
    if seats == 1:
        return f"{name}, alone: {played}"
    return f"{name}, {seats} seats: {played}, seats rotated"


def middle(rate: Estimate | None) -> float:
    """A win rate to sort by."""
    return rate.mean if rate else 0.0


def draw_forest(axes: Any, report: Standings, ranked: list[int]) -> None:
    """A line for each bot, the best on top: win rate, 95 % interval, rating."""
    labels = []
    for line, bot in enumerate(ranked):
        rate = report.win_rate(bot)
        label = report.tournament.labels[bot]
        if report.ratings:
            label += f"\n{report.rating_bound(bot) or ''}{report.ratings[bot].points:,.0f} points"
        labels.append(label)
        if rate:
            axes.plot([rate.low, rate.high], [line, line], color=ACCENT, linewidth=3)
            axes.plot(rate.mean, line, "o", color=ACCENT, markersize=8)
            axes.annotate(
                f"{rate.mean:.1%}  ({rate.low:.1%} to {rate.high:.1%})", (rate.mean, line), (0, 9),
                textcoords="offset points", color=INK, fontsize="small", bbox=PLATE,
                ha="left" if rate.mean < 1 / 3 else "right" if rate.mean > 2 / 3 else "center",
            )  # fmt: skip
    axes.set_yticks(range(len(ranked)), labels)
    axes.set_ylim(-0.6, len(ranked) - 0.3)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("win rate, 95 % interval over deals")
    axes.spines[["top", "right"]].set_visible(False)


def draw_even(axes: Any, even: float) -> None:
    """A dotted line at the win rate of bots that are all the same."""
    axes.axvline(even, color=INK, linestyle=":", linewidth=1, zorder=1)
    axes.annotate(
        f"even {even:.0%}", (even, 1), (0, 3), xycoords=("data", "axes fraction"),
        textcoords="offset points", ha="center", color=INK, fontsize="small",
    )  # fmt: skip


def draw_matrix(axes: Any, report: Standings, ranked: list[int], even: float) -> None:
    """How each bot (line) does against each other one (column)."""
    rates = {(m.bot, m.other): middle(m.rate) for m in report.meetings}
    nan = float("nan")
    grid = [[rates.get((bot, other), nan) for other in ranked] for bot in ranked]
    norm = import_module("matplotlib.colors").TwoSlopeNorm(even, 0.0, 1.0)
    axes.set_facecolor(FAINT)
    axes.imshow(grid, cmap=COLOURS, norm=norm)
    for line, bot in enumerate(ranked):
        for column, other in enumerate(ranked):
            if (bot, other) in rates:
                share = rates[bot, other]
                dark = abs(norm(share) - 0.5) > 0.3
                axes.text(
                    column, line, f"{share:.0%}", ha="center", va="center",
                    color="white" if dark else INK,
                )  # fmt: skip
    labels = [report.tournament.labels[bot] for bot in ranked]
    axes.set_xticks(range(len(labels)), labels, rotation=30, ha="right")
    axes.set_yticks(range(len(labels)), labels)
    axes.set_title(
        "finishes before" if report.tournament.together else "wins against", fontsize="medium"
    )
