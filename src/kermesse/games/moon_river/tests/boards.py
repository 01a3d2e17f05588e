"""Boards for the tests of Moon River's page: as each viewer sees them, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

from kermesse.core.conformance.page import Page
from kermesse.core.position import Position, View
from kermesse.core.words import ENGLISH, Words
from kermesse.games.moon_river import board, game
from kermesse.games.moon_river.tests.scenes import SEAT_COUNTS, any_options, walk

NAMES = ("Ana <b>", "Bia & Co", "Caio", "Duda")


def html(view: View, say: Words = ENGLISH) -> str:
    """A view as HTML."""
    return str(board.board(view, NAMES[: view.seats], say))


def drawn(view: View, say: Words = ENGLISH) -> Page:
    """A view as a page."""
    return Page(html(view, say))


def random_views(
    matches: int, share: float = 1, seats: Sequence[int] = SEAT_COUNTS
) -> Iterator[tuple[Position, View]]:
    """The positions of some random matches, all or a share of them, as each viewer sees them."""
    chance = Random(28)
    for seed in range(matches):
        n = seats[seed % len(seats)]
        position = game.new(seats=n, seed=seed, options=any_options(chance, n))
        for _ in chain([None], walk(position, chance)):  # the first position, too
            for viewer in range(-1, n):
                if chance.random() < share:
                    yield position, position.view(viewer)


def asked_views(matches: int, share: float = 1) -> Iterator[tuple[Position, View]]:
    """The same for the seats that owe a decision."""
    for position, view in random_views(matches, share):
        if view.seat in view.due:
            yield position, view
