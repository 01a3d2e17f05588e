"""Lots, cascades, shares and actions against the oracle, on random boards."""

from __future__ import annotations

import os
from copy import deepcopy
from random import Random

import pytest

from kermesse.core.position import Position
from kermesse.games.shuppa.components import KIND, NORMAL
from kermesse.games.shuppa.state import AUTOMATON, Phase
from kermesse.games.shuppa.tests.differential import (
    answers,
    assert_same,
    mirrored,
    random_board,
    settled,
)
from kermesse.games.shuppa.tests.oracle import Zone
from kermesse.games.shuppa.tests.scenes import options, scaled, tokens

LONG_BOARDS = int(os.environ.get("KERMESSE_LONG_BOARDS", "1000000"))
PARTS = 4


def compare_claims(chance: Random) -> None:
    """All turns of phase 4."""
    position = random_board(chance)
    if not tokens(position):
        return
    zone = mirrored(position)
    position.record.phase = Phase.CLAIM
    order = zone.order(set(zone.tokens))
    while position.record.phase == Phase.CLAIM:
        player = next(p for p in order if p in zone.tokens)
        order = order[order.index(player) + 1 :]
        position.advance()
        assert position.event.args[0] == player
        kind, asked = position.event.kind, list[tuple[list[str], str]]()
        if position.record.phase == Phase.WIN:
            settled(position, chance, asked)
        became = zone.claim(player, answers(asked))
        assert (kind == "marked") == became.startswith("won")
        assert (kind == "stayed") == (became == "stays")
        assert_same(position, zone)
        if position.record.phase == Phase.DRAW:
            position.advance()
    assert not [player for player in order if player in zone.tokens]


def compare_actions(chance: Random) -> None:
    """A turn of phase 5: the options, and what one of them leads to."""
    position = random_board(chance)
    zone = mirrored(position)
    s = position.record
    if not zone.tokens:
        return
    lots = {card for lot in zone.lots() for card in lot.cards}
    for player, card in list(zone.tokens.items()):
        if KIND[card - 1] == NORMAL or card in lots:  # no token of phase 5 lies so (SH-35, SH-85)
            s.token[player], s.stand[player] = -2, 0
            del zone.tokens[player]
    s.waiting = 0
    if not zone.tokens:
        return
    s.acting, s.phase = 1, Phase.ACTION
    player = zone.order(set(zone.tokens))[0]
    position.advance()
    assert position.event.args[:2] == (player, zone.tokens[player] - 1)
    if zone.automaton == player:
        compare_automaton(position, zone, chance)
        return
    if zone.options(player) == ["decline"]:
        assert position.advance().kind == "declined"
        return
    assert options(position, player) == zone.options(player)
    action = chance.choice(zone.options(player))
    position.decide(player, action)
    follow(position, zone, player, action, chance)


def compare_automaton(position: Position, zone: Zone, chance: Random) -> None:
    """The best gain and all options that have it."""
    most, best = zone.best(AUTOMATON)
    if most == 0:
        assert position.advance().kind == "declined"
        return
    event = position.advance()
    if len(best) == 1:
        assert event.kind in ("ate", "jumped", "swapped", "lifted")
        action = best[0]
    else:
        assert position.record.best == most
        assert options(position) == best
        action = chance.choice(best)
        position.decide(0, action)
    before = zone.points(AUTOMATON)
    follow(position, zone, AUTOMATON, action, chance)
    assert zone.points(AUTOMATON) - before == most


def follow(position: Position, zone: Zone, player: int, action: str, chance: Random) -> None:
    """All that an action leads to, in both."""
    asked: list[tuple[list[str], str]] = []
    settled(position, chance, asked)
    before = deepcopy(zone.won)
    gained = zone.act(player, action, answers(asked))
    assert gained == len(zone.won[player]) - len(before[player])
    assert_same(position, zone)
    draws = gained == 0 and zone.automaton != player
    assert (position.record.phase == Phase.DRAW) == draws


@pytest.mark.rule("SH-12", "SH-13", "SH-14", "SH-16", "SH-30", "SH-42", "SH-49", "SH-55", "SH-56")
@pytest.mark.parametrize("part", range(PARTS))
def test_claims_on_random_boards(part: int) -> None:
    chance = Random(part)
    for _ in range(scaled(400, 20)):
        compare_claims(chance)


@pytest.mark.rule("SH-62", "SH-79", "SH-80", "SH-108", "SH-129", "SH-132")
@pytest.mark.parametrize("part", range(PARTS))
def test_actions_on_random_boards(part: int) -> None:
    chance = Random(100 + part)
    for _ in range(scaled(400, 20)):
        compare_actions(chance)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_very_many_random_boards(part: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance = Random(1000 + part)
    portion = LONG_BOARDS // 10
    for done in range(0, portion, 2):
        compare_claims(chance)
        compare_actions(chance)
        if done % 10_000 == 0:
            with capsys.disabled():
                print(f"\rpart {part}: {done:,} of {portion:,} boards", end="", flush=True)


def test_the_boards_are_rich() -> None:
    """A comparison is worth something only if all kinds of wins occur in it."""
    chance = Random(7)
    shared = questions = cascades = declines = 0
    for _ in range(scaled(400, 60)):
        position = random_board(chance)
        if not tokens(position):
            continue
        position.record.phase = Phase.CLAIM
        while not position.over and position.record.phase != Phase.ACTION:
            if position.due:
                questions += 1
                position.decide(
                    min(position.due), chance.choice(options(position, min(position.due)))
                )
            else:
                event = position.advance()
                cascades += event.kind == "marked" and event.args[2] >= 2
                shared += event.kind == "lot" and event.args[3] & (event.args[3] - 1) != 0
                declines += event.kind == "no_lot"
    assert min(shared, questions, cascades, declines) > 0
