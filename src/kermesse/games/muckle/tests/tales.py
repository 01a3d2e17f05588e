"""What the finished games are about, and how they are played.

`python -m kermesse.games.muckle.tests.tales` plays them anew: only after a change of the rules that
was meant. Bots play from seeded secrets until a match comes out as its tale says.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import kermesse
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.matchfile import write_match
from kermesse.games.muckle import game

FINISHED = Path(__file__).parent / "finished"
LARGEST = 40_000  # bytes


@dataclass(frozen=True)
class Tale:
    """Which bots played for each team, with which options, who won, and why it ended."""

    bots: tuple[str, str]
    winner: int | None
    ending: str = "goal"
    options: dict[str, Any] = field(default_factory=dict)


GREEDY = ("greedy", "greedy")
RANDOM = ("random", "random")
TALES = {
    "team-0-wins": Tale(GREEDY, 0),
    "team-1-wins": Tale(GREEDY, 1),
    "greedy-beats-random": Tale(("random", "greedy"), 1),
    "decided-by-cap": Tale(RANDOM, 1, "cap", {"turn_cap": 20}),
    "drawn-by-cap": Tale(RANDOM, None, "draw", {"turn_cap": 20}),
    "goal-3": Tale(GREEDY, 0, options={"goal": 3}),
    "goal-12": Tale(GREEDY, 1, options={"goal": 12}),
    "hand-size-5": Tale(GREEDY, 0, options={"hand_size": 5}),
    "hand-size-13": Tale(GREEDY, 1, options={"hand_size": 13}),
    "one-is-asked": Tale(GREEDY, 0, options={"ball_decider": "holder_or_low_seat"}),
    "team-talk": Tale(GREEDY, 0, options={"talk": "team"}),
    "no-talk": Tale(GREEDY, 1, options={"talk": "off"}),
    "seats-drawn": Tale(GREEDY, 1, options={"seating": "random"}),
    "tackling": Tale(GREEDY, 0, options={"cards": "tackling"}),
    "resting": Tale(GREEDY, 1, options={"cards": "resting"}),
}


def played(tale: Tale, seed: int) -> Match:
    """One match of the tale's bots; the seed decides their whims."""
    bots = [kermesse.bot(name, game) for name in tale.bots]
    names = [f"{tale.bots[seat % 2].capitalize()} {seat}" for seat in range(4)]
    match = Match(game, players=names, options=tale.options, secret=seeded_secret(seed))
    while not match.over:
        seat = min(match.due)
        whim = seed * 10_000 + len(match.decisions)
        match.act(seat, bots[seat % 2].choose(match.view(seat), seed=whim))
    return match


def comes_out(match: Match, tale: Tale) -> bool:
    """Whether a match is worth keeping for a tale."""
    places = {None: (1, 1, 1, 1), 0: (1, 2, 1, 2), 1: (2, 1, 2, 1)}[tale.winner]
    return match.outcome == (places, tale.ending)


def first_fitting(tale: Tale) -> str:
    """The match file of the first seed that fits a tale and is small enough."""
    for seed in count():
        match = played(tale, seed)
        text = write_match(match)
        if comes_out(match, tale) and len(text.encode()) < LARGEST:
            return text
    raise AssertionError("unreachable")


def rewrite() -> None:
    """Write all files."""
    FINISHED.mkdir(exist_ok=True)
    for name, tale in TALES.items():
        text = first_fitting(tale)
        (FINISHED / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}.json: {len(text):,} characters")


if __name__ == "__main__":
    rewrite()
