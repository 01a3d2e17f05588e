"""Matches for the tests of what a match is: fresh ones, played ones, and what they consist of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import kermesse
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.record import SPECTATOR

GAME = kermesse.game("muvuca")
CARDS = [GAME.notation.action_text(number) for number in range(25)]
VIEWERS = (SPECTATOR, 0, 1)
SHORT: dict[str, Any] = {"rounds_to_win": 1, "end_lines": 1}
SEAT0_STARTS = {"first_player": "seat0"}


def played(
    seed: int,
    decisions: int = 10**6,
    secret: bytes | None = None,
    players: Sequence[str] | None = None,
    **options: Any,
) -> Match:
    """A match of two random bots, to its end or for some decisions."""
    bot = kermesse.bot("random", GAME)
    secret = secret or seeded_secret(seed)
    match = Match(GAME, players=players, options=options, secret=secret)
    while not match.over and len(match.decisions) < decisions:
        (seat,) = match.due
        match.act(seat, bot.choose(match.view(seat), seed=seed + len(match.decisions)))
    return match


def opening() -> Match:
    """A fresh match in which seat 0 starts."""
    return Match(GAME, options=SEAT0_STARTS, secret=seeded_secret(7))


def state(match: Match) -> tuple[object, ...]:
    """All that a refused call must leave alone."""
    return [frame.tobytes() for frame in match.frames], list(match.decisions), match.due
