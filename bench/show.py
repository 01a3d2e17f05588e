"""What a run shows: two tables in the terminal, and a chart."""

from __future__ import annotations

import platform
from importlib import import_module
from pathlib import Path
from statistics import median

from rich.markup import escape
from rich.table import Table

from bench.findings import PACES, TARGETS, Findings, processor

OURS, THEIRS, WHISKER = "#c2410c", "#94a3b8", "#334155"
VERDICTS = {True: "[green]pass[/]", False: "[red]miss[/]", None: ""}


def rates_table(found: Findings) -> Table:
    """Who plays how fast."""
    table = Table("random play", title=f"medians of {len(found.here[0].rates)} turns")
    for heading in ("decisions/s", "range", "matches/s", "cores got", "per core", "target"):
        table.add_column(heading, justify="right")
    for contestant in sorted(found.here, key=lambda c: -median(c.decisions_per_second)):
        rates, pace = contestant.decisions_per_second, PACES.get(contestant.name)
        verdict = pace and f">= {pace:,.0f} {VERDICTS[found.keeps(contestant.name, pace)]}"
        table.add_row(
            contestant.name,
            f"{median(rates):,.0f}",
            f"{min(rates):,.0f} – {max(rates):,.0f}",
            f"{median(contestant.matches_per_second):,.0f}",
            f"{median(contestant.cores):.2f}",
            f"{median(contestant.decisions_per_core_second):,.0f}",
            verdict or "",
        )
    for name, reason in found.absent.items():
        table.add_row(name, escape(reason))
    return table


def targets_table(found: Findings) -> Table:
    """What was aimed at and what came out."""
    table = Table("ratio")
    for heading in ("target", "measured", "range", "per core got", "verdict"):
        table.add_column(heading, justify="right")
    for target in TARGETS:
        judged = found.judged(target)
        words = f"{target.who} / {target.than}"
        aim = "" if target.least is None else f">= {target.least:g}"
        if judged["ratio"] is None:
            table.add_row(words, aim, "", "", "", "not measured")
            continue
        ratio = judged["ratio"]
        table.add_row(
            words,
            aim,
            f"{ratio['median']:,.2f}",
            f"{ratio['least']:,.2f} – {ratio['most']:,.2f}",
            f"{judged['ratio_per_core_got']['median']:,.2f}",
            VERDICTS[judged["reached"]],
        )
    return table


def markdown(found: Findings) -> str:
    """Both tables as they stand in the documents."""
    lines = [
        "| contestant | decisions a second | range | cores got | per core |",
        "| --- | --- | --- | --- | --- |",
    ]
    for contestant in sorted(found.here, key=lambda c: -median(c.decisions_per_core_second)):
        rates = contestant.decisions_per_second
        per_core = median(contestant.decisions_per_core_second)
        lines.append(
            f"| {contestant.name} | {median(rates):,.0f} | {min(rates):,.0f} – {max(rates):,.0f} "
            f"| {median(contestant.cores):.2f} | {per_core:,.0f} |"
        )
    lines += ["", "| ratio | measured | range | per core |", "| --- | --- | --- | --- |"]
    for judged in map(found.judged, TARGETS):
        if ratio := judged["ratio"]:
            lines.append(
                f"| {judged['who']} / {judged['than']} | {ratio['median']:,.2f} "
                f"| {ratio['least']:,.2f} – {ratio['most']:,.2f} "
                f"| {judged['ratio_per_core_got']['median']:,.2f} |"
            )
    return "\n".join(lines) + "\n"


def draw_figure(found: Findings, file: Path) -> None:
    """Bars on a logarithmic scale, the fastest on top, with the range as a whisker.

    Of processor time, so that what others do on the machine drops out; and of one thread each.
    """
    pyplot = import_module("matplotlib.pyplot")  # late and by name: it may be absent
    pyplot.switch_backend("Agg")
    alone = [c for c in found.here if not c.name.endswith("threads")]
    ranked = sorted(alone, key=lambda c: median(c.decisions_per_core_second))
    rates = [c.decisions_per_core_second for c in ranked]
    middles = [median(r) for r in rates]
    whiskers = [
        [m - min(r) for m, r in zip(middles, rates, strict=True)],
        [max(r) - m for m, r in zip(middles, rates, strict=True)],
    ]
    names = [c.name for c in ranked]
    colours = [OURS if name.startswith("Kermesse") else THEIRS for name in names]
    figure, axes = pyplot.subplots(figsize=(9, 0.6 * len(ranked) + 1.4), layout="constrained")
    axes.barh(names, middles, xerr=whiskers, color=colours, ecolor=WHISKER, capsize=3, height=0.7)
    for place, (middle, most) in enumerate(zip(middles, map(max, rates), strict=True)):
        axes.text(most * 1.15, place, f"{middle:,.0f}", va="center")
    axes.set_xscale("log")
    axes.set_xlim(left=min(map(min, rates)) / 4, right=max(map(max, rates)) * 12)
    axes.set_xlabel("random decisions per second of processor time (logarithmic)")
    axes.set_title(f"Random play on {processor()}, Python {platform.python_version()}")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, dpi=150)
