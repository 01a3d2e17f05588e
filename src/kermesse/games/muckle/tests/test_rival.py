"""The plain-Python Muckle of the benchmark is the same game, to the card: nothing is drawn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from bench.rivals.plain_muckle import Match, Options

from kermesse.core.position import Position
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import SEATS, hand, holder, progress, scaled, stack

OPTIONS = [Options(), Options(goal=12, hand_size=5, turn_cap=30), Options(3, 13, 20)]


def decision(text: str) -> str | int:
    """An action of the engine as the rival takes it: a card, `ready`, or a seat."""
    word, *rest = text.split()
    if word == "ball":
        return int(rest[0])
    return rest[0] if word == "aside" else word


def assert_same_table(position: Position, match: Match) -> None:
    assert position.due == set(match.due)
    assert position.phase == match.phase
    assert (None if holder(position) < 0 else holder(position)) == match.ball
    assert progress(position) == match.progress
    for seat in SEATS:
        assert hand(position, seat) == Counter(match.hands[seat])
        assert stack(position, seat) == match.stacks[seat]


@pytest.mark.rule("MK-12", "MK-25", "MK-26", "MK-35", "MK-38", "MK-44", "MK-51", "MK-58", "MK-60")
@pytest.mark.parametrize("options", OPTIONS, ids=["default", "long", "short"])
def test_engine_and_rival_agree_at_every_decision(options: Options) -> None:
    chance = Random(options.goal)
    for _ in range(scaled(30, 3)):
        chosen = {name: getattr(options, name) for name in ("goal", "hand_size", "turn_cap")}
        position, match = game.new(seed=0, options=chosen), Match(options)
        while not position.over:
            assert_same_table(position, match)
            seat = chance.choice(sorted(position.due))
            actions = [str(action) for action in position.legal(seat)]
            assert Counter(map(decision, actions)) == Counter(match.legal(seat))
            text = chance.choice(actions)
            position.act(seat, text)
            match.play(seat, decision(text))
        assert match.phase == "over"
        assert progress(position) == match.progress
