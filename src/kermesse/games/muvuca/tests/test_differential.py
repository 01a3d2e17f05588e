"""The engine against the plain-Python oracle, written from the rules text alone, in lockstep.

The engine decides a face-down card only when somebody sees it; the oracle deals all 25 cards at
once. So the engine plays first, each face-down card is followed until it shows itself, and the
oracle plays the same decisions on a deal that fits.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from bench.rivals.plain_muvuca import PATHS, Match, Options

from kermesse.core.position import Event, Position
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import PUSHES, any_options, hand, known, scaled, walk

MATCHES = scaled(80, 12)


class Scene(NamedTuple):
    """A table before a decision, as both sides can tell it."""

    hands: tuple[set[int], set[int]]
    known: tuple[set[int], set[int]]
    faces: list[int]  # of the Crowd, -1 while face-down
    blocked: str | None
    legal: list[int]
    active: int
    turn: int
    wins: list[int]
    food_seat: int
    first_player: int


class Score(NamedTuple):
    """A finished round."""

    types: tuple[list[int], list[int]]
    totals: tuple[int, ...]
    winner: int
    aside: int
    faces: list[int]
    hands: tuple[set[int], set[int]]


class Deal:
    """The deal of one round, found out card by card while the engine plays."""

    def __init__(self, position: Position) -> None:
        first = int(position.record.starter)
        self.hands = [sorted(hand(position, first)), sorted(hand(position, 1 - first))]
        self.grid: list[int | None] = list(range(16))  # which face-down card lies where
        self.found: dict[int, int] = {}
        self.off: int | None = None

    def note(self, event: Event) -> None:
        """Follow the face-down cards through a step."""
        if event.kind == "slid":
            carried: int | None = None
            for row, column in PATHS[PUSHES[event.args[0]]]:
                cell = 4 * row + column
                carried, self.grid[cell] = self.grid[cell], carried
            self.off = carried
        elif event.kind == "took" and self.off is not None:
            self.found[self.off] = event.args[1]
        elif event.kind == "turned_up":
            place = self.grid[event.args[1]]
            assert place is not None
            self.found[place] = event.args[0]

    def cards(self) -> list[int]:
        """Grid, first hand, second hand; cards that never showed lie in any order."""
        named = {*self.found.values(), *self.hands[0], *self.hands[1]}
        rest = iter(sorted(set(range(25)) - named))
        grid = [self.found[place] if place in self.found else next(rest) for place in range(16)]
        return grid + self.hands[0] + self.hands[1]


class Story(NamedTuple):
    """A match as the engine played it."""

    deals: list[Deal]
    scenes: list[Scene]
    decisions: list[int]
    scores: list[Score]
    places: tuple[int, ...]


def engine_scene(position: Position) -> Scene:
    s = position.record
    cart = int(s.cart)
    return Scene(
        hands=(hand(position, 0), hand(position, 1)),
        known=(known(position, 0), known(position, 1)),
        faces=s.crowd.tolist(),
        blocked=PUSHES[cart][:2] if cart >= 0 else None,
        legal=[action.number for action in position.legal(int(s.active))],
        active=int(s.active),
        turn=int(s.turn),
        wins=s.wins.tolist(),
        food_seat=int(s.food_seat),
        first_player=int(s.starter),
    )


def engine_story(position: Position, chance: Random) -> Story:
    deals, scenes, decisions, scores = [Deal(position)], [engine_scene(position)], [], []
    types: tuple[list[int], list[int]] = ([], [])
    for event in walk(position, chance):
        deals[-1].note(event)
        if event.kind in ("chose", "pushed"):
            decisions.append(event.args[1])
        elif event.kind == "counted":
            seat, _, group, held = event.args[:4]
            types[seat].append(max(group, held))
        elif event.kind == "round_won":
            winner, *totals = event.args[:3]
            scores.append(engine_score(position, types, tuple(totals), winner))
            types = ([], [])
        elif event.kind == "dealt":
            deals.append(Deal(position))
        if position.due:
            scenes.append(engine_scene(position))
    assert position.outcome is not None
    return Story(deals, scenes, decisions, scores, position.outcome.places)


def engine_score(
    position: Position, types: tuple[list[int], list[int]], totals: tuple[int, ...], winner: int
) -> Score:
    return Score(
        types=types,
        totals=totals,
        winner=winner,
        aside=int(position.record.aside),
        faces=position.record.crowd.tolist(),
        hands=(hand(position, 0), hand(position, 1)),
    )


def faces(grid: Any) -> list[int]:
    return [number if face_up else -1 for row in grid for number, face_up in row]


def oracle_scene(match: Match) -> Scene:
    numbers = {push: 25 + number for number, push in enumerate(PUSHES)}
    legal = [numbers[d] if isinstance(d, str) else d for d in match.legal()]
    return Scene(
        hands=(set(match.hands[0]), set(match.hands[1])),
        known=(set(match.known[0]), set(match.known[1])),
        faces=faces(match.grid),
        blocked=match.blocked,
        legal=sorted(legal),
        active=match.active,
        turn=match.turn,
        wins=list(match.wins),
        food_seat=match.food_seat,
        first_player=match.first_player,
    )


def oracle_scores(match: Match) -> Iterator[Score]:
    for result in match.results:
        number, face_up = result.set_aside
        yield Score(
            types=result.type_scores,
            totals=result.totals,
            winner=result.winner,
            aside=number if face_up else -1,
            faces=faces(result.grid),
            hands=(set(result.hands[0]), set(result.hands[1])),
        )


def oracle_options(options: dict[str, Any], start: Scene) -> Options:
    """The oracle draws its own lots, so it is told what the engine drew."""
    drawn = {"first_player": f"seat{start.first_player}", "roles": f"seat{start.food_seat}_food"}
    return Options(**options | drawn)


@pytest.mark.rule("MV-06", "MV-09", "MV-16", "MV-25", "MV-39", "MV-46", "MV-48", "MV-49")
@pytest.mark.parametrize("part", range(4))
def test_engine_and_oracle_agree_at_every_decision(part: int) -> None:
    chance = Random(part)
    for seed in range(MATCHES // 4):
        options = any_options(chance)
        story = engine_story(game.new(seed=1000 * part + seed, options=options), chance)
        deals = [deal.cards() for deal in story.deals]
        match = Match(oracle_options(options, story.scenes[0]), Random(0), deals)
        for number, (scene, decision) in enumerate(zip(story.scenes, story.decisions, strict=True)):
            assert oracle_scene(match) == scene, (options, seed, number)
            match.play(decision if match.phase == "card" else PUSHES[decision])
        assert list(oracle_scores(match)) == story.scores, (options, seed)
        assert match.winner == story.places.index(1)
        assert match.round_number == len(story.deals)
