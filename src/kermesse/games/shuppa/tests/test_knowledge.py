"""Who knows what, looked at in the views themselves."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kermesse.core.position import Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import (
    asked,
    discarded,
    everybody,
    hand,
    options,
    place,
    scaled,
    steps,
    walks,
    won,
)
from kermesse.games.shuppa.tests.test_round_end import without_actions

PUBLIC = (
    "won", "discard", "marked", "coming", "answers", "zone", "row", "token", "stand",
    "bonbonniere", "reserve", "action_pile", "deck", "tops", "laid", "arrow", "rights", "number",
    "waiting", "acting", "active", "gain", "chain", "best", "lot", "column", "falling",
    "automaton_won", "due", "phase", "over",
)  # fmt: skip
ACTION_NUMBERS = set(range(4, 97, 4))


@pytest.mark.rule("SH-116", "SH-117")
def test_a_hand_is_known_to_its_owner_and_its_backs_to_all() -> None:
    for position in walks(Random(1), scaled(12, 3)):
        for viewer in everybody(position):
            view = position.view(viewer)
            for seat in range(position.seats):
                held = hand(position, seat)
                if seat == viewer:
                    assert hand(view, seat) == held
                    assert view.record.unseen[seat].sum() == 0
                else:
                    assert hand(view, seat) == set()
                    actions = len(held & ACTION_NUMBERS)
                    assert view.record.unseen[seat].tolist() == [len(held) - actions, actions]


@pytest.mark.rule("SH-119", "SH-120")
def test_what_is_public_is_in_every_view() -> None:
    for position in walks(Random(2), scaled(12, 3)):
        for viewer in everybody(position):
            view = position.view(viewer)
            for name in PUBLIC:
                assert np.array_equal(view.record[name], position.record[name]), name


@pytest.mark.rule("SH-118", "SH-24")
def test_a_sealed_choice_shows_not_even_its_back() -> None:
    position = game.new(seats=3, seed=5)
    actions = [number for number in options(position, 0) if int(number) in ACTION_NUMBERS]
    normals = [number for number in options(position, 0) if int(number) not in ACTION_NUMBERS]
    seen = []
    for number in (actions[0], normals[0], normals[1]):
        trial = position.copy()
        event = trial.decide(0, number)
        assert event.args[:2] == (0, int(number) - 1)
        seen.append([trial.view(viewer).tobytes() for viewer in (-1, 1, 2)])
        assert trial.view(1).record.chosen[0] == -1
        assert trial.view(1).event.args[:2] == (0, -1)
        assert trial.view(0).record.chosen[0] == int(number) - 1
        assert trial.view(1).record.unseen[0].tolist() == [7, 2]
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("SH-116")
def test_a_drawn_card_is_seen_by_the_drawer_only() -> None:
    position = place("[1*A] [2] [3] [5] [6]")
    steps(position, "drew")
    (card,) = hand(position, 0)
    assert position.view(0).event.args == (0, card - 1, 0, -2, -2, -2)
    for viewer in (-1, 1):
        view = position.view(viewer)
        assert view.event.args == (0, -1, 0, -2, -2, -2)
        assert "hidden card" in view.event.text
        assert view.record.unseen[0].tolist() == [0, 1]


@pytest.mark.rule("SH-121", "SH-09", "SH-120")
def test_no_record_holds_a_card_that_nobody_has_seen() -> None:
    """All that the table names is in a hand or open; the piles are but numbers."""
    for position in walks(Random(3), scaled(8, 3)):
        s = position.record
        named = discarded(position)
        for player in range(4):
            named = named | won(position, player) | hand(position, player)
        named |= {int(card) + 1 for card in [*s.zone, *s.row] if card >= 0}
        loose = int(s.bonbonniere) + int(s.reserve) + int(s.action_pile) + int(s.deck.sum())
        assert len(named) + loose + int(s.laid >= 0) == 99


@pytest.mark.rule("SH-121")
def test_the_next_arrow_is_not_in_the_record() -> None:
    position = game.new(seats=2, seed=11)
    found = set()
    for key in range(30):
        trial = position.copy()
        trial.rekey(key)
        while trial.record.number == 1:
            seat = min(trial.due)
            trial.act(seat, options(trial, seat)[0])
        found.add(int(trial.record.arrow))
    assert found == {0, 1}


@pytest.mark.rule("SH-122", "SH-96")
def test_hands_stay_hidden_at_the_end() -> None:
    position = asked("[1*A] [6] [13] [5] [9]", **{"hand 0": "7 21", "hand 1": "49"})
    assert position.over
    assert hand(position.view(0), 1) == set()
    assert hand(position.view(0), 0) == {7, 21}
    assert hand(position.view(-1), 0) == set()
    assert game.open_at_end is False


@pytest.mark.rule("SH-123")
def test_the_automatons_deck_shows_its_top_back_and_no_more() -> None:
    position = game.new(seats=1, seed=3, options={"difficulty": 5})
    view = position.view(0)
    assert view.record.tops[0] == position.record.tops[0] in (0, 1)
    assert view.record.tops[1] == -2
    after = set()
    for key in range(40):
        trial = position.copy()
        trial.rekey(key)
        trial.decide(0, options(trial)[0])
        trial.advance()
        after.add(int(trial.record.tops[0]))
    assert after == {0, 1}  # the next back was not decided before


def test_every_field_is_public_or_in_a_hand_or_an_option() -> None:
    """A field that is added must be thought about here."""
    fields = {name for name, *_ in game.fields} - {option.name for option in game.options}
    assert fields - set(PUBLIC) == {"hand", "unseen", "chosen", "spare"}


# --- twins: other worlds that a seat cannot tell from this one -----------------------------------


def twin_of(position: Position, viewer: int, key: int) -> Position:
    other = position.copy()
    other.rekey(key)
    game.kernels["twin"](other.record, viewer)
    return other


@pytest.mark.rule("SH-116", "SH-118")
def test_a_twin_changes_all_that_the_seat_cannot_know() -> None:
    """Normal cards, Action cards, and the card laid face-down."""
    position = game.new(seats=2, seed=3)
    position.decide(1, options(position, 1)[4])
    seen: dict[str, set[object]] = {"normal": set(), "action": set(), "chosen": set()}
    for key in range(20):
        other = twin_of(position, 0, key)
        held = hand(other, 1)
        seen["normal"].add(frozenset(held - ACTION_NUMBERS))
        seen["action"].add(frozenset(held & ACTION_NUMBERS))
        seen["chosen"].add(sorted(held).index(int(other.record.chosen[1]) + 1))
        assert other.event.args == (1, other.record.chosen[1], *[-2] * 4)
    assert all(len(found) > 5 for found in seen.values())


@pytest.mark.rule("SH-116")
def test_what_the_seat_has_done_itself_is_told_the_same_in_a_twin() -> None:
    position = game.new(seats=2, seed=3)
    position.decide(1, options(position, 1)[4])
    for key in range(20):
        assert twin_of(position, 1, key).event == position.event


@pytest.mark.rule("SH-116", "SH-86")
@pytest.mark.parametrize("pile", ["Action pile", "Reserve"])
def test_a_twin_has_drawn_another_card_of_the_same_pile(pile: str) -> None:
    zone, hands = "[1*A] [2] [3] [5] [6]", {"hand 0": "30 31 32"}
    if pile == "Reserve":
        position = without_actions(zone, spare=8, **hands)
    else:
        position = place(zone, **hands)
    steps(position, "drew")
    drawn = set()
    for key in range(20):
        other = twin_of(position, 1, key)
        card = other.event.args[1] + 1
        assert card in hand(other, 0)
        assert (card in ACTION_NUMBERS) == (pile == "Action pile")
        drawn.add(card)
        assert twin_of(position, 0, key).event == position.event
    assert len(drawn) > 3
