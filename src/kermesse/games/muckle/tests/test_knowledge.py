"""Who knows what: MK-61 to MK-66 and MK-70, on the views of all seats and of a spectator."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from kermesse.core.position import Situation
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import (
    CARDS,
    FIVE,
    SEATS,
    VIEWERS,
    any_options,
    aside,
    card,
    fields,
    finish,
    hand,
    heard,
    known,
    place,
    play,
    played,
    said,
    scaled,
    select,
    selected,
    stack,
    turn,
    walk,
)

SECRET = {"rng", "viewer", "hand", "aside", "unseen", "covered", "pick", "event_args"}
PUBLIC = [name for name in game.dtype.names or () if name not in SECRET]
FIVES = [
    "run run run run rest",
    "tackle_left tackle_left tackle_right tackle_right pass",
    "run pass rest dodge_left dodge_right",
    "run run tackle_both tackle_left rest",
]


def unseen(view: Situation) -> list[int]:
    return [int(n) for n in view.record.unseen]


def covered(view: Situation) -> list[int]:
    return [int(n) for n in view.record.covered]


def mate(seat: int) -> int:
    return (seat + 2) % 4


@pytest.mark.rule("MK-61", "MK-62", "MK-63")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_the_exchange_own_and_teammates_cards_are_known_and_no_others(viewer: int) -> None:
    position = selected(*FIVES)
    view = position.view(viewer)
    for seat in SEATS:
        if viewer >= 0 and seat in (viewer, mate(viewer)):
            assert hand(view, seat) == hand(position, seat)
            assert aside(view, seat) == Counter(FIVES[seat].split())
            assert (unseen(view)[seat], covered(view)[seat]) == (0, 0)
        else:
            assert not hand(view, seat)
            assert not aside(view, seat)
            assert (unseen(view)[seat], covered(view)[seat]) == (8, 5)
    assert view.seat == viewer


@pytest.mark.rule("MK-06", "MK-61")
def test_before_the_exchange_nobody_knows_the_teammates_cards() -> None:
    position = game.new(seed=1)
    position.act(0, "aside run aside pass")
    select(position, 2, FIVE)
    for viewer in VIEWERS:
        view = position.view(viewer)
        counts = [(unseen(view)[seat], covered(view)[seat]) for seat in SEATS]
        everybody = [(11, 2), (13, 0), (8, 5), (13, 0)]
        expected = [(0, 0) if seat == viewer else n for seat, n in enumerate(everybody)]
        assert counts == expected
    assert aside(position.view(0), 0) == Counter(["run", "pass"])


@pytest.mark.rule("MK-04", "MK-66")
def test_what_is_put_aside_is_told_to_its_owner_only() -> None:
    position = game.new(seed=1)
    position.act(1, "aside pass")
    assert heard(position.view(1).event) == said("put_aside", 1, card("pass"), 1)
    for viewer in (-1, 0, 2, 3):
        assert heard(position.view(viewer).event) == said("put_aside", 1, -1, 1)
        assert position.view(viewer).event.text == "Seat 1 puts a hidden card aside: 1 so far."
    select(position, 0, FIVE)
    for viewer in VIEWERS:
        assert heard(position.view(viewer).event) == said("ready", 0)


@pytest.mark.rule("MK-62")
def test_the_teammates_hand_is_known_at_any_time() -> None:
    chance = Random(62)
    for seed in range(scaled(20, 3)):
        position = game.new(seed=seed, options=any_options(chance))
        for _ in walk(position, chance):
            if position.record.turn:
                for seat in SEATS:
                    view = position.view(seat)
                    assert hand(view, mate(seat)) == hand(position, mate(seat))
                    assert aside(view, mate(seat)) == aside(position, mate(seat))


@pytest.mark.rule("MK-63", "MK-65")
def test_an_opponents_cards_are_known_as_far_as_they_were_played() -> None:
    position = selected(*FIVES)
    play(position, ["tackle_left", "run", "run", "run"])
    position.act(0, "ball 0")
    view = position.view(0)
    assert not hand(view, 1)
    assert stack(view, 1) == ["run"]
    assert unseen(view) == [0, 7, 0, 7]
    play(position, ["tackle_left", "rest", "run", "run"])
    view = position.view(0)
    assert hand(view, 1) == known(view, 1) == Counter(["run", "rest"])
    assert unseen(view)[1] == 6
    assert stack(view, 1) == []


@pytest.mark.rule("MK-64")
def test_what_is_public_is_in_every_view() -> None:
    chance = Random(64)
    for seed in range(scaled(12, 2)):
        position = game.new(seed=seed, options=any_options(chance) | {"turn_cap": 20})
        for _ in walk(position, chance):
            truth = fields(position.record)
            for viewer in VIEWERS:
                view = position.view(viewer)
                seen = fields(view.record)
                assert all(seen[name] == truth[name] for name in PUBLIC)
                assert (seen["viewer"], seen["rng"]) == (viewer, 0)
                for seat in SEATS:
                    held = hand(view, seat).total() + unseen(view)[seat]
                    assert held == hand(position, seat).total()


@pytest.mark.rule("MK-65")
def test_cards_taken_back_are_known_until_they_are_played() -> None:
    position = place("run run | | |")
    play(position, ["rest", "pass", "dodge_left", "dodge_left"])
    assert known(position, 0) == Counter(["run", "run", "rest"])
    play(position, ["run", "dodge_left", "dodge_right", "dodge_right"])
    assert known(position, 0) == Counter(["run", "rest"])
    for viewer in (1, 3, -1):
        assert hand(position.view(viewer), 0) == Counter(["run", "rest"])


@pytest.mark.rule("MK-65")
def test_of_equal_cards_the_known_one_is_played_first() -> None:
    """One Run was shown; after another Run the onlookers know of no further one."""
    position = place("| | |", {0: "run* run run tackle_left pass rest dodge_left dodge_right"})
    play(position, ["run", "rest", "rest", "rest"])
    assert not known(position, 0)
    play(position, ["run", "rest", "rest", "rest"])
    play(position, ["rest", "rest", "rest", "rest"])
    assert known(position, 0) == Counter(["run", "run", "rest"])


@pytest.mark.rule("MK-66")
@pytest.mark.parametrize("seat", SEATS)
def test_a_picked_card_is_hidden_from_everybody_the_teammate_too(seat: int) -> None:
    position = selected()
    position.act(seat, "tackle_both")
    for viewer in VIEWERS:
        view = position.view(viewer)
        own = viewer == seat
        assert view.record.pick[seat] == (card("tackle_both") if own else -1)
        shown = card("tackle_both") if own else -1
        assert heard(view.event) == said("picked", seat, shown)
        assert hand(view, seat).total() + unseen(view)[seat] == 8
        assert view.due == set(SEATS) - {seat}
    assert position.view(mate(seat)).event.text == f"Seat {seat} picks a hidden card."
    assert position.reveals == 1


@pytest.mark.rule("MK-66")
def test_the_cards_are_shown_one_by_one_when_all_are_picked() -> None:
    position = selected()
    for seat in SEATS:
        position.decide(seat, "run")
    assert position.phase == "reveal"
    for shown in SEATS:
        for viewer in VIEWERS:
            picks = position.view(viewer).record.pick.tolist()
            hidden = [-1 if seat >= shown else -2 for seat in SEATS]
            if viewer >= shown:
                hidden[viewer] = card("run")
            assert picks == hidden
        reveals = position.reveals
        position.advance()
        assert position.reveals == reveals + 1
        for viewer in VIEWERS:
            assert heard(position.view(viewer).event) == said("revealed", shown, card("run"))


@pytest.mark.rule("MK-66")
def test_no_pick_is_not_an_unknown_one() -> None:
    for viewer in VIEWERS:
        assert selected().view(viewer).record.pick.tolist() == [-2] * 4


@pytest.mark.rule("MK-64")
def test_everybody_hears_all_of_a_turn() -> None:
    position = turn("run run | tackle_left tackle_right | pass | rest", ball=0)
    for seat, word in enumerate(["run", "tackle_right", "pass", "rest"]):
        position.decide(seat, word)
    while position.pending:
        position.advance()
        for viewer in VIEWERS:
            assert heard(position.view(viewer).event) == heard(position.event)


@pytest.mark.rule("MK-70")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_the_end_all_cards_are_shown(viewer: int) -> None:
    chance = Random(70)
    position = finish(game.new(seed=7), chance)
    view = position.view(viewer)
    for seat in SEATS:
        assert hand(view, seat) == hand(position, seat)
        assert aside(view, seat) == aside(position, seat)
    assert unseen(view) == covered(view) == [0, 0, 0, 0]
    assert game.open_at_end


@pytest.mark.rule("MK-70")
def test_the_end_is_a_reveal() -> None:
    for cards, lines in [
        ("run | rest | rest | rest", {"ball": 0, "progress": "5 0"}),
        ("rest | rest | rest | rest", {"turn": 100}),
    ]:
        position = turn(cards, **lines)  # type: ignore[arg-type]
        for seat, word in enumerate(cards.split(" | ")):
            position.decide(seat, word)
        before = position.reveals
        while position.pending:
            before = position.reveals
            position.advance()
        assert position.over
        assert position.reveals == before + 1


@pytest.mark.rule("MK-61", "MK-66")
def test_concealing_twice_changes_nothing() -> None:
    chance = Random(7)
    position = game.new(seed=7, options={"turn_cap": 20})
    for _ in walk(position, chance):
        for viewer in VIEWERS:
            once = position.view(viewer)
            before = once.tobytes()
            game.kernels["conceal"](once.record, viewer)
            assert once.tobytes() == before


@pytest.mark.rule("MK-61")
def test_what_is_legal_follows_from_the_view() -> None:
    chance = Random(13)
    position = game.new(seed=13, options={"turn_cap": 20})
    for _ in walk(position, chance):
        assert position.view().legal() == []
        for seat in SEATS:
            assert position.view(seat).legal() == position.legal(seat)


def census(situation: Situation) -> tuple[Counter[str], int]:
    out = np.zeros(8, np.int16)
    unnamed = game.kernels["census"](situation.record, out)
    return Counter({word: int(n) for word, n in zip(CARDS, out, strict=True)}), unnamed


@pytest.mark.rule("MK-02", "MK-53", "MK-64")
def test_the_census_finds_every_card() -> None:
    position, _ = played("run run | tackle_left | rest | pass")
    everything = {"run": 16, "tackle_left": 12, "tackle_right": 12, "tackle_both": 4}
    everything |= {"dodge_left": 4, "dodge_right": 4, "pass": 4, "rest": 8}
    assert census(position) == (Counter(everything), 0)
    named, unnamed = census(position.view(0))
    assert unnamed == 13 - 1 + 13 - 1
    assert named.total() + unnamed == 64
    assert named["tackle_left"] == 12 - 2 * 2 + 1
    named, unnamed = census(position.view())
    assert (unnamed, named["rest"]) == (12 + 11 + 12 + 12, 4 + 1)


@pytest.mark.rule("MK-02")
@pytest.mark.parametrize("cards", ["standard", "tackling", "resting"])
def test_what_a_list_leaves_out_stays_in_the_box(cards: str) -> None:
    named, unnamed = census(game.new(seed=1, options={"cards": cards}))
    assert (named.total(), unnamed) == (64, 0)
    assert list(named.values()) == game.box.tolist()
