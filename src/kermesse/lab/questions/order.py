"""Does it matter who moves first? The first question of a report, with its own test."""

from __future__ import annotations

import numpy as np

from kermesse.lab.findings import Section
from kermesse.lab.games import Games
from kermesse.lab.phrases import listed, side_names
from kermesse.lab.questions.contest import (
    APART,
    SHARED,
    SIZES,
    answered,
    given_to_seats,
    in_order,
    stated,
    together,
    too_few,
    unfair,
    wins,
)

NAME = "order"
TITLE = "Order of play"
QUESTION = "Does it matter who moves first?"

AT_ONCE = "Nobody moves first: when the game begins, several choose at the same time."
OWN_TEST = (
    "This is the first question of a report. It has its test to itself: nothing else that is "
    "looked at makes it stricter."
)
COUNTED = (
    "Who decides before all others moves first; the others follow in the order of their first "
    "open decision in the match."
)


def order(games: Games) -> Section | None:
    """The wins of the first to move, the second and so on; None for a solo player."""
    if games.experiment.sides == 1 or len(np.unique(games.deals)) < 2:
        return None
    contest = in_order(games)
    if contest is None:
        return Section(NAME, TITLE, QUESTION, AT_ONCE)
    return Section(
        NAME,
        TITLE,
        QUESTION,
        answered(contest),
        plots=(wins(contest),),
        sheets=(together(contest),),
        remarks=(
            COUNTED,
            OWN_TEST,
            stated(contest),
            APART.format(groups=contest.groups),
            SHARED,
            SIZES,
            *fixed(games),
        ),
        warnings=(*unfair(contest), *too_few(contest)),
    )


def fixed(games: Games) -> tuple[str, ...]:
    """If the order never changes, it cannot be separated from what else a seat gets."""
    if not games.order_is_fixed or games.order is None:
        return ()
    seats = side_names(games.experiment)
    listing = listed(seats[side] for side in games.order[0].tolist())
    said = f"The order was the same in every match: {listing}."
    given = given_to_seats(games)
    if len(given) > 1:
        said += f" These games cannot tell what each of these brings: {'; '.join(given)}."
    return (said,)
