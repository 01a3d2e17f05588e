"""Games that nobody played: notes with planted truths, for the lab's analyses to find."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kermesse.lab.experiment import Experiment
from kermesse.lab.games import Games
from kermesse.lab.notes import fresh_notes

Ints = npt.NDArray[np.int64]


def games_of(
    places: npt.ArrayLike,
    *,
    game: str = "viva",
    bots: Sequence[str] = ("greedy",),
    chosen: dict[str, Any] | None = None,
    seed: int = 0,
    **columns: npt.ArrayLike,
) -> Games:
    """Games with these places [match, seat], every deal once for each side, the bots moving on.

    ``chosen`` are options of the game; ``columns`` are further notes by name, all others stay 0.
    """
    placed = np.asarray(places, np.int8)
    matches, seats = placed.shape
    setting = Experiment.checked(
        game, seats=seats, bots=bots, options=chosen, games=matches, seed=seed
    )
    blank = fresh_notes(setting.game, seats, matches)
    turn = np.arange(matches) % setting.sides
    known: dict[str, npt.ArrayLike] = {
        "deal": np.arange(matches) // setting.sides,
        "turn": turn,
        "bots": (np.array(setting.teams) + turn[:, None]) % setting.sides,
        "places": placed,
        **columns,
    }
    filled = {}
    for name, values in known.items():
        room = getattr(blank, name)
        filled[name] = np.asarray(values, room.dtype)
        assert filled[name].shape == room.shape, (name, filled[name].shape, room.shape)
    return Games(setting, blank._replace(**filled))


def moving(first: npt.ArrayLike, seats: int) -> Ints:
    """The order of play [match, seat], from 1: whoever is first, then around the table."""
    return (np.arange(seats) - np.asarray(first)[:, None]) % seats + 1


def won_by(winners: npt.ArrayLike, seats: int) -> Ints:
    """Places [match, seat]: the winner is first, all others are second."""
    return np.where(np.asarray(winners)[:, None] == np.arange(seats), 1, 2)


def drawn_winners(
    chance: np.random.Generator, deals: int, rates: Sequence[float], kinship: float = 0.0
) -> Ints:
    """Who wins: seats win at these rates, and two games of a deal are alike by ``kinship``.

    Every deal has a winner of its own; each of its games is his with the chance √kinship, and
    otherwise drawn afresh. So ``kinship`` is the intraclass correlation.
    """
    seats = len(rates)
    by_deal = np.repeat(chance.choice(seats, deals, p=rates), seats)
    afresh = chance.choice(seats, deals * seats, p=rates)
    decided = chance.random(deals * seats) < np.sqrt(kinship)
    return np.where(decided, by_deal, afresh)
