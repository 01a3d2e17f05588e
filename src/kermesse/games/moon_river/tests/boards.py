"""Boards for the tests of Moon River's page: as each viewer sees them, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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


def random_positions(matches: int) -> Iterator[tuple[Position, Random]]:
    """Every position of some random matches of all seat counts, with the chance that led there."""
    chance = Random(28)
    for seed in range(matches):
        n = SEAT_COUNTS[seed % len(SEAT_COUNTS)]
        position = game.new(seats=n, seed=seed, options=any_options(chance, n))
        for _ in chain([None], walk(position, chance)):  # the first position, too
            yield position, chance


def random_views(matches: int, share: float = 1) -> Iterator[tuple[Position, View]]:
    """The positions of random matches, all or a share of them, as each viewer sees them."""
    for position, chance in random_positions(matches):
        for viewer in range(-1, position.seats):
            if chance.random() < share:
                yield position, position.view(viewer)


def asked_views(matches: int, most: int) -> Iterator[tuple[Position, View]]:
    """What those see who owe a decision, of each kind of decision not more than ``most``."""
    seen: Counter[str] = Counter()
    for position, _ in random_positions(matches):
        for seat in position.due:
            seen[position.phase] += 1
            if seen[position.phase] <= most:
                yield position, position.view(seat)
