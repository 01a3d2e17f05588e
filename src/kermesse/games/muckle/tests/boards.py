"""Boards for the tests of Muckle's page: as each viewer sees them, and turns up to some step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from kermesse.core.conformance.page import Page
from kermesse.core.position import Position, View
from kermesse.core.words import ENGLISH, Words
from kermesse.games.muckle import board, game
from kermesse.games.muckle.tests.scenes import PLAY, VIEWERS, any_options, card, turn, walk

NAMES = ("Ana <b>", "Bia & Co", "Caio", "Duda")


def drawn(view: View, say: Words = ENGLISH) -> Page:
    """A view as a page."""
    return Page(board.board(view, NAMES, say))


def random_views(seeds: int, share: float = 1) -> Iterator[tuple[Position, View]]:
    """The positions of some random matches, all or a share of them, as each viewer sees them."""
    chance = Random(20)
    for seed in range(seeds):
        position = game.new(seed=seed, options=any_options(chance) | {"turn_cap": 20})
        for _ in chain([None], walk(position, chance)):  # the first position, too
            for viewer in VIEWERS:
                if chance.random() < share:
                    yield position, position.view(viewer)


def step_to(position: Position, kind: str, nth: int = 1) -> Position:
    """Advance until something has happened for the n-th time."""
    for _ in range(60):
        position.advance()
        nth -= position.event.kind == kind
        if not nth:
            return position
    raise AssertionError(f"{kind} did not happen")


def resolving(stacks: str, kind: str, nth: int = 1, **lines: object) -> Position:
    """A turn in which the last card of every stack is played, up to some event."""
    position = turn(stacks, **lines)  # type: ignore[arg-type]
    for seat, pile in enumerate(stacks.split("|")):
        game.kernels["act"](position.record, seat, PLAY + card(pile.split()[-1]))
    return step_to(position, kind, nth)
