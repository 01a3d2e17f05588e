"""What the played blocks say of a game: win rates, ratings, times."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numba

from bench.findings import processor
from bench.strength.plan import Duel, Purpose
from bench.strength.playing import played
from kermesse import __version__
from kermesse.arena import Report
from kermesse.arena.blocks import BlockResult
from kermesse.arena.ratings import Standing, rate
from kermesse.core.game import Game
from kermesse.core.recipes import LEVELS

RATED = ("greedy", *LEVELS)
RATES = (Purpose.RUNG, Purpose.ANCHOR)


def findings(game: Game, duels: Sequence[Duel], folder: Path) -> dict[str, Any]:
    """All figures of a game, as they are kept."""
    blocks = {duel: played(folder, duel) for duel in duels}
    return {
        "game": game.name,
        "rules": game.version,
        "kermesse": __version__,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{processor()}, Python {platform.python_version()}, Numba {numba.__version__}",
        "duels": [figures(duel, found) for duel, found in blocks.items() if len(found) > 1],
        "ratings": {str(seats): ratings(seats, blocks) for seats in game.seats},
    }


def figures(duel: Duel, blocks: Sequence[BlockResult]) -> dict[str, Any]:
    """How a duel went, for each bot that was looked at."""
    report = Report(duel.settings, blocks).as_json()
    return {
        "purpose": duel.purpose.value,
        "seats": duel.seats,
        "bots": list(duel.bots),
        "least": duel.least,
        "games": report["games"],
        "wanted": duel.settings.blocks * report["games"] // report["blocks"],
        "even": report["even_share"],
        "by_bot": {
            name: {key: of[key] for key in ("win_rate", "interval", "milliseconds", "forfeits")}
            for name, of in report["bots"].items()
        },
    }


def ratings(seats: int, blocks: dict[Duel, list[BlockResult]]) -> dict[str, list[float]]:
    """Points and their interval for greedy and the levels at a number of seats; greedy has 1000."""
    standings = [
        [standing(game.standing(duel.settings.teams), duel) for game in block.games]
        for duel, found in blocks.items()
        if duel.seats == seats and duel.purpose in RATES
        for block in found
    ]
    met = {bot for block in standings for game in block for bot in game.bots}
    if met != set(range(len(RATED))):  # something has not been played yet
        return {}
    found = rate(standings, len(RATED), RATED.index("greedy"), seed=1)
    return {name: [r.points, r.low, r.high] for name, r in zip(RATED, found, strict=True)}


def standing(game: Standing, duel: Duel) -> Standing:
    """A game with its bots numbered as in the ladder, not as in the duel."""
    return Standing(tuple(RATED.index(duel.bots[bot]) for bot in game.bots), game.places)
