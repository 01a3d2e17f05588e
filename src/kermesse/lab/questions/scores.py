"""What scores look like: of each seat, of each place, of winners, and how far they are ahead."""

from __future__ import annotations

import numpy as np

from kermesse.lab.bins import Numbers, histogram
from kermesse.lab.findings import Cell, Section, Sheet
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.phrases import figure, interval, ordinal, percent, share_interval, side_names
from kermesse.lab.questions.tension import Floats, margins
from kermesse.lab.samples import Sample, mean_intervals, sample, share_intervals

CLOSE = 0.1  # of the winner's points: a margin up to that is called close
OFTEN_BEHIND = 0.01  # winners with fewer points than another: from there on points do not decide


def scores(games: Games) -> Section | None:
    """Points as the game counts them when it is over; None where it counts none."""
    points = games.notes.points
    if len(np.unique(games.deals)) < 2 or points.min() == points.max():
        return None
    several = games.experiment.sides > 1
    plots = [histogram("Scores by place" if several else "Scores", "points", by_place(games))]
    if several:
        lead = margins(games).astype(np.int32)
        plots.append(histogram("How far the winner is ahead", "points", {"": lead}))
    return Section(
        "scores",
        "Scores",
        "What do scores look like?",
        answered(games),
        plots=tuple(plots),
        sheets=(seats_sheet(games), places_sheet(games)),
        remarks=("Points are those that the game counts when it is over.", *undecided(games)),
    )


def side_points(games: Games) -> Numbers:
    """[game, side]: teammates have the same points."""
    teams = games.experiment.teams
    captains = [teams.index(side) for side in range(games.experiment.sides)]
    return games.notes.points[:, captains]


def side_places(games: Games) -> Numbers:
    """[game, side]: the place of each side."""
    teams = games.experiment.teams
    captains = [teams.index(side) for side in range(games.experiment.sides)]
    return games.notes.places[:, captains].astype(np.int32)


def by_place(games: Games) -> dict[str, Numbers]:
    """The points of all who came in first, second and so on."""
    points, places = side_points(games), side_places(games)
    if games.experiment.sides == 1:
        return {"": points.ravel()}
    return {
        f"{ordinal(place)} place": points[places == place] for place in np.unique(places).tolist()
    }


def winning(games: Games) -> Sample:
    """The points of the winner; in a solo game, of everybody."""
    first = games.notes.places == 1
    if games.experiment.sides == 1:
        first = np.ones_like(first)
    points = np.where(first, games.notes.points, np.iinfo(np.int32).min).max(axis=1)
    return sample(points, games.deals)


def ahead(games: Games) -> Sample:
    """By how many points the winner is ahead of the next side."""
    return sample(margins(games), games.deals)


def close(games: Games) -> Sample:
    """How often the next side is within a tenth of the winner's points."""
    best = np.abs(np.where(games.notes.places == 1, games.notes.points, 0)).max(axis=1)
    return sample(np.abs(margins(games)) <= CLOSE * best, games.deals)


def answered(games: Games) -> str:
    """The winner's score and how close it was."""
    (best,) = mean_intervals(winning(games))
    if games.experiment.sides == 1:
        return f"A game brings {figure(best)} points on average {interval(best)}."
    (lead,) = mean_intervals(ahead(games))
    (near,) = share_intervals(close(games))
    return (
        f"The winner has {figure(best)} points on average {interval(best)} and is "
        f"{figure(lead)} ahead of the next side {interval(lead)}. In {percent(near.mean)} of "
        f"games {share_interval(near)} the next side is within a tenth of the winner's points."
    )


def undecided(games: Games) -> tuple[str, ...]:
    """A remark where winners often have fewer points than another."""
    behind = margins(games) < 0
    if games.experiment.sides == 1 or behind.mean() < OFTEN_BEHIND:
        return ()
    return (
        f"In {percent(float(behind.mean()))} of games somebody else has more points than the "
        f"winner: something other than these points decides.",
    )


def seats_sheet(games: Games) -> Sheet:
    """A row for each side."""
    points = side_points(games)
    found = mean_intervals(sample(points, games.deals))
    names = side_names(games.experiment)
    rows = [
        row(name, mean, points[:, side])
        for side, (name, mean) in enumerate(zip(names, found, strict=True))
    ]
    return Sheet("Points of each seat", COLUMNS, tuple(rows))


def places_sheet(games: Games) -> Sheet:
    """A row for each place."""
    points, places = side_points(games), side_places(games)
    deals = np.repeat(games.deals, games.experiment.sides)
    rows = []
    for place in np.unique(places).tolist():
        there = places == place
        (mean,) = mean_intervals(sample(points.ravel(), deals, there.ravel()))
        rows.append(row(f"{ordinal(place)} place", mean, points[there]))
    return Sheet("Points of each place", COLUMNS, tuple(rows))


COLUMNS = (
    "", "mean", "interval from", "interval to",
    "lowest", "5 of 100 below", "median", "5 of 100 above", "highest",
)  # fmt: skip


def row(name: str, mean: Estimate, points: Numbers | Floats) -> tuple[Cell, ...]:
    """How points are spread."""
    spread = np.percentile(points, [0, 5, 50, 95, 100], method="nearest").astype(int)
    return (name, *mean, *spread.tolist())
