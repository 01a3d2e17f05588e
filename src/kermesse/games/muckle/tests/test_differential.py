"""The engine against the slow oracle, which knows only the rules text, in lockstep."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from kermesse.core.position import Position
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.oracle import Match, Turn
from kermesse.games.muckle.tests.scenes import (
    CARDS,
    SEATS,
    any_options,
    aside,
    damage,
    hand,
    holder,
    known,
    played,
    progress,
    scaled,
    stack,
    told,
    whole_set,
)

MATCHES = scaled(120, 16)
RULED = ("goal", "hand_size", "turn_cap", "ball_decider", "cards")


def assert_agree(position: Position, match: Match) -> None:
    """Everything that both can tell."""
    assert position.due == match.due()
    assert position.phase == match.phase
    assert position.record.turn == match.turn
    assert (None if holder(position) < 0 else holder(position)) == match.holder
    assert progress(position) == match.progress
    for seat in SEATS:
        assert hand(position, seat) == +match.hands[seat]
        assert aside(position, seat) == match.asides[seat]
        assert stack(position, seat) == match.stacks[seat]
        assert known(position, seat) == match.known(seat)
        assert [str(action) for action in position.legal(seat)] == match.legal(seat)
    if position.phase == "ball":
        assert match.last is not None
        assert damage(position) == match.last.damage


@pytest.mark.rule("MK-10", "MK-12", "MK-19", "MK-25", "MK-26", "MK-44", "MK-51", "MK-60", "MK-65")
@pytest.mark.parametrize("part", range(4))
def test_engine_and_oracle_agree_at_every_decision(part: int) -> None:
    chance = Random(part)
    for seed in range(MATCHES // 4):
        options: dict[str, Any] = any_options(chance)
        position = game.new(seed=seed, options=options)
        match = Match(**{name: options[name] for name in RULED})
        while not position.over:
            assert_agree(position, match)
            seat = chance.choice(sorted(position.due))
            action = chance.choice(position.legal(seat))
            position.act(seat, action)
            match.act(seat, str(action))
        assert match.phase == "over"
        assert progress(position) == match.progress
        assert position.outcome is not None
        assert position.outcome.places == match.places()


def random_stack(chance: Random) -> str:
    """One to eight cards of a set in any order."""
    cards = chance.sample(list(whole_set().elements()), 8)
    return " ".join(cards[: chance.randint(1, 8)])


def resolve_both_ways(stacks: str, ball: int | None, before: list[int]) -> None:
    """One turn by the engine and by the oracle."""
    position, events = played(stacks, ball, progress=f"{before[0]} {before[1]}")
    slow = Turn([pile.split() for pile in stacks.split("|")], ball, list(before), 6)
    slow.resolve()
    hits = [(args[0], args[1], args[2]) for _, args in told(events, "hit")]
    assert hits == slow.hits, stacks
    assert [args[0] for _, args in told(events, "cancelled")] == slow.cancelled, stacks
    assert [args[0] for _, args in told(events, "rested")] == slow.rested
    assert progress(position) == slow.progress
    assert position.over == slow.won
    counted = told(events, "damage")
    assert bool(counted) != slow.won
    if counted:
        sums = slow.damage[0] + slow.damage[2], slow.damage[1] + slow.damage[3]
        assert counted[0][1][:2] == sums


@pytest.mark.rule("MK-12", "MK-25", "MK-26", "MK-28", "MK-30", "MK-32", "MK-35", "MK-38", "MK-58")
@pytest.mark.parametrize("part", range(4))
def test_turns_from_any_stacks_resolve_alike(part: int) -> None:
    chance = Random(100 + part)
    for _ in range(scaled(200, 40)):
        stacks = " | ".join(random_stack(chance) for _ in SEATS)
        before = [chance.randint(0, 5), chance.randint(0, 5)]
        resolve_both_ways(stacks, chance.choice([None, *SEATS]), before)


EVERY_FIRST_CARD = list(product(CARDS, repeat=4))


@pytest.mark.rule("MK-35", "MK-36", "MK-38", "MK-39", "MK-40", "MK-41", "MK-42")
def test_first_cards_resolve_alike() -> None:
    chance = Random(7)
    for cards in chance.sample(EVERY_FIRST_CARD, scaled(300, 60)):
        resolve_both_ways(" | ".join(cards), chance.choice([None, *SEATS]), [0, 0])


@pytest.mark.long
@pytest.mark.rule("MK-35", "MK-36", "MK-38", "MK-39", "MK-40", "MK-41", "MK-42")
def test_all_first_cards_resolve_alike() -> None:
    """Every one of 8 ** 4 ways to play a first card, with the ball in each of five places."""
    for cards in EVERY_FIRST_CARD:
        for ball in (None, *SEATS):
            resolve_both_ways(" | ".join(cards), ball, [0, 0])
