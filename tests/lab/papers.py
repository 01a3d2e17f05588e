"""A report with every kind of plot and every awkward name, made up without a game."""

from __future__ import annotations

from math import nan

from kermesse.lab.findings import Bars, Curve, Curves, Histogram, Marks, Plot, Section, Sheet
from kermesse.lab.page import Chapter, Paper

NASTY = '<b>Ana</b> & "Rui" $x$ \' 河'

SEATS = Marks(
    "Wins of each seat",
    "% of games won",
    ("Seat 1", "Seat 2", NASTY),
    (26.31, 25.14, 24.6),
    (25.8, 24.5, 24.1),
    (26.8, 25.6, 25.2),
    even=25.0,
    strong=(True, False, False),
)
MANY = Marks(
    "Cards (the best of many)",
    "points of the win share, for one more",
    tuple(f"card {number} of a deck with long names" for number in range(70)),
    (*(number / 10 - 3.5 for number in range(69)), nan),
    (*(number / 10 - 4.5 for number in range(69)), nan),
    (*(number / 10 - 2.5 for number in range(69)), nan),
    even=0.0,
)
ENDINGS = Bars("How it ends", "% of games", ("deck empty", NASTY), (71.23, 28.77))
POINTS = Histogram(
    "Points",
    "points at the end",
    (-0.5, 2.5, 5.5, 8.5),
    {"Seat 1": (0.2, 0.5, 0.3), NASTY: (1, 0, 0)},
)
LENGTH = Histogram("Length", "decisions", (0.0, 0.25, 0.5), {"": (0.4, 0.6)})
KNOWN = Curves(
    "When it is known",
    "% of the decisions taken",
    "% of games won by the leader",
    (10.0, 50.0, 100.0),
    {
        "the leader": Curve((30.0, 60.0, 100.0), (28.0, 58.0, 99.0), (32.0, 62.0, 100.0)),
        NASTY: Curve((30.0, 20.0, 10.0)),
    },
    even=25.0,
)
PLOTS: tuple[Plot, ...] = (SEATS, MANY, ENDINGS, POINTS, LENGTH, KNOWN)

CARDS = Sheet("Cards", ("card", "games", "points"), (("ace", 12345, -0.04), (NASTY, 6, None)))
TIES = Sheet("Ties", ("", "games"), (("shared", 3),))

FAIR = Section(
    "fair",
    "Fairness",
    "Is it fair?",
    f"Seat 1 wins 26.3 % of games, and {NASTY} does not.",
    plots=PLOTS,
    sheets=(CARDS, TIES),
    remarks=("Over deals.", NASTY),
    warnings=("Seat 1 wins too often.",),
)
SHORT = Section("short", "Length", "How long?", "Too long.", warnings=("Too long.",))


def paper(chapters: int = 1) -> Paper:
    """A report with so many chapters."""
    return Paper(
        title=f"{NASTY} with 3 players",
        lead="What 3,000 games tell.",
        facts=(("Game", NASTY), ("Seed", "0")),
        chapters=tuple(
            Chapter(f"games-{number}", f"{number} players", (("Options", NASTY),), (FAIR, SHORT))
            for number in range(1, chapters + 1)
        ),
        command=f"kermesse lab report {NASTY}",
    )
