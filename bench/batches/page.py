"""The findings as a page of the documentation."""

from __future__ import annotations

from typing import Any

import kermesse
from bench.batches.cores import OURS
from bench.batches.findings import TARGETS, best_of, middle

INTRODUCTION = """\
# How fast batches are

All figures on this page are written by `python -m bench.batches`. A step is one decision in one
game of a [batch](../how-to/run-batches.md): a random legal action is carried out with everything
that follows, a new match is dealt where one is over, and the mask and observation of the next seat
are written. [Pgx](https://github.com/sotetsuk/pgx) does the same with its games, many steps in one
compiled loop. Those are different games: the tables compare what a researcher gets per second, not
equal work.
"""
NOT_YET = "Not measured yet.\n"


def page(cores: dict[str, Any] | None, device: dict[str, Any] | None) -> str:
    """The whole page."""
    parts = [INTRODUCTION, "## One core\n", of_cores(cores) if cores else NOT_YET]
    parts += ["## One GPU\n", of_device(device) if device else NOT_YET]
    return "\n".join(parts)


def of_cores(found: dict[str, Any]) -> str:
    """Both sides by speed, and how many times as fast ours are."""
    ranked = at_best(found["rates"])
    sizes = sorted({each["games"] for each in found["rates"]})
    lines = [
        f"Measured {found['date']} on {found['processor']}, one thread each, {versions(found)}. "
        f"All took {found['turns']} turns of {found['seconds']:g} s in rotation, in batches of "
        f"{' and '.join(f'{size:,}' for size in sizes)} games; the better size counts. Others may "
        "have been at work on the machine, so the figures are steps a second of processor time: "
        "medians, with ranges.\n",
        "| game | steps a second | range | games |",
        "| --- | --- | --- | --- |",
    ]
    for each in ranked:
        rate = f"{each['median']:,} | {ranged(each)}"
        lines.append(f"| {named(each)} | {rate} | {each['games']:,} |")
    ours = [each for each in ranked if each["side"] == OURS]
    lines += ["", f"| times as fast as | {' | '.join(title(e['game']) for e in ours)} |"]
    lines.append("| --- |" + " --- |" * len(ours))
    for peer in (each for each in ranked if each["side"] != OURS):
        ratios = [f"{each['median'] / peer['median']:.3g}" for each in ours]
        lines.append(f"| {named(peer)} | {' | '.join(ratios)} |")
    return "\n".join([*lines, ""])


def at_best(rates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each game at its better size, the fastest first."""
    best: dict[tuple[str, str], dict[str, Any]] = {}
    for each in sorted(rates, key=middle):
        best[each["side"], each["game"]] = each
    return sorted(best.values(), key=middle, reverse=True)


def of_device(found: dict[str, Any]) -> str:
    """Our games in their best plans, what they were compared with, and Pgx."""
    lines = [
        f"Measured {found['date']} on one {found['device']}, {versions(found)}, in one run. "
        "The bytes of all arrays were compared with those of the CPU in each plan.\n",
        "| game | steps a second | range | games | target | plan | same bytes |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for game in TARGETS:
        best = best_of(found["raced"], game)
        if best is None:
            continue
        reached = "reached" if best["median"] >= TARGETS[game] else "missed"
        lines.append(
            f"| Kermesse {title(game)} | {best['median']:,} | {ranged(best)} | {best['games']:,} | "
            f"{TARGETS[game]:,.0f} {reached} | {planned(best['plan'])} | "
            f"{compared(found['checked'], game)} |"
        )
    return "\n".join([*lines, "", *of_pgx(found["pgx"])])


def of_pgx(found: dict[str, Any]) -> list[str]:
    """Pgx on the same device, if it played."""
    if not found.get("rates"):
        return []
    sizes = ", ".join(f"{size:,}" for size in found["sizes"])
    lines = [
        f"Pgx in the same run, each game in batches of {sizes} games; the fastest counts:\n",
        "| game | steps a second | range | games |",
        "| --- | --- | --- | --- |",
    ]
    for each in sorted(found["rates"], key=middle, reverse=True):
        lines.append(
            f"| Pgx `{each['game']}` | {each['median']:,} | {ranged(each)} | {each['games']:,} |"
        )
    if "error" in found:
        lines += ["", f"Not all of Pgx: {found['error']}."]
    return [*lines, ""]


def versions(found: dict[str, Any]) -> str:
    """What it was measured with."""
    libraries = found["versions"] | {k: v for k, v in found["pgx"].items() if k in ("jax", "pgx")}
    return ", ".join([f"Python {found['python']}", *(f"{k} {v}" for k, v in libraries.items())])


def named(each: dict[str, Any]) -> str:
    """A game with its side."""
    side, game = each["side"], each["game"]
    return f"{side} {title(game)}" if side == OURS else f"{side} `{game}`"


def title(game: str) -> str:
    """How people call a game of ours."""
    return kermesse.game(game).title


def ranged(each: dict[str, Any]) -> str:
    """The slowest and the fastest turn."""
    return f"{each['least']:,} – {each['most']:,}"


def planned(plan: dict[str, Any]) -> str:
    """A plan in a few words."""
    words = [f"blocks of {plan['block']}"]
    words += [f"{plan['registers']} registers"] * bool(plan["registers"])
    words += [word.replace("_", " ") for word in ("together", "copies", "by_phase") if plan[word]]
    return ", ".join(words)


def compared(checked: list[dict[str, Any]], game: str) -> str:
    """With which seats the usual plan was held against the CPU."""
    mine = [each for each in checked if each["game"] == game]
    if any(each["differing"] for each in mine):
        return "**no**"
    seats = ", ".join(str(each["seats"]) for each in mine)
    return f"{seats} seats" if seats else "in this plan"
