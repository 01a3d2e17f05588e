"""Who knows what: MV-53 to MV-61, on the views of both seats and of a spectator."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.position import Position, View
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import (
    EVERYBODY,
    FIVE,
    FOUR,
    any_options,
    card,
    cards,
    chosen_and_pushed,
    crowd,
    fields,
    hand,
    heard,
    known,
    place,
    play,
    said,
    scaled,
    walk,
)

SECRET = {"rng", "viewer", "hand", "unseen", "chosen", "event_args", "spare"}
PUBLIC = [name for name in game.dtype.names or () if name not in SECRET]


def unseen(view: View) -> list[int]:
    return [int(n) for n in view.record.unseen]


@pytest.mark.rule("MV-53")
def test_a_hand_is_known_to_its_owner_and_to_nobody_else() -> None:
    position = place()
    mine, other = cards(FIVE), cards(FOUR)
    seats = {0: (mine, set()), 1: (set(), other), -1: (set(), set())}
    for viewer, (zero, one) in seats.items():
        view = position.view(viewer)
        assert (hand(view, 0), hand(view, 1)) == (zero, one)
    assert position.view(0).seat == 0
    assert position.view().seat == -1


@pytest.mark.rule("MV-53", "MV-54")
def test_hand_sizes_are_public() -> None:
    position = place(mine="fr-st* dr-di* ca-ho ch-cr hd-tr", other="fr-di* dr-ho ca-cr ch-tr")
    assert unseen(position.view(0)) == [0, 3]
    assert unseen(position.view(1)) == [3, 0]
    assert unseen(position.view()) == [3, 3]
    assert hand(position.view(1), 0) == known(position, 0) == cards("fr-st dr-di")
    assert hand(position.view(), 1) == cards("fr-di")


@pytest.mark.rule("MV-54")
def test_everything_else_on_the_table_is_public() -> None:
    random = Random(54)
    for seed in range(scaled(6, 1)):
        position = game.new(seed=seed, options=any_options(random) | {"rounds_to_win": 1})
        for _ in walk(position, random):
            truth = fields(position.record)
            for viewer in EVERYBODY:
                seen = fields(position.view(viewer).record)
                assert all(seen[name] == truth[name] for name in PUBLIC)
                assert seen["viewer"] == viewer
                assert seen["rng"] == 0


@pytest.mark.rule("MV-54")
def test_pushes_are_told_to_everybody() -> None:
    position = chosen_and_pushed(place(), "fr-st R2>")
    for viewer in EVERYBODY:
        assert heard(position.view(viewer).event) == said("pushed", 0, 2)


@pytest.mark.rule("MV-54", "MV-57", "MV-58", "MV-60")
def test_everybody_hears_everything_but_the_name_of_a_hidden_card() -> None:
    random = Random(57)
    for seed in range(scaled(8, 3)):
        position = game.new(seed=seed, options=any_options(random) | {"end_lines": 1})
        for event in walk(position, random):
            kind, (seat, number, face_up, *_) = heard(event)
            hidden = kind == "chose" or (kind == "took" and not face_up)
            for viewer in EVERYBODY:
                told = said(kind, seat, -1, face_up) if hidden and viewer != seat else heard(event)
                assert heard(position.view(viewer).event) == told
            assert number >= 0 or not hidden


@pytest.mark.rule("MV-55")
def test_nobody_not_even_the_table_knows_a_face_down_card() -> None:
    """It is undecided until somebody sees it, so there is nothing to leak, also after it moved."""
    position = place()
    play(position, "fr-st R1>, fr-di C2v, dr-di R3<")
    assert crowd(position).split().count("??") == 13
    for viewer in EVERYBODY:
        assert crowd(position.view(viewer)) == crowd(position)


@pytest.mark.rule("MV-56")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_face_up_card_that_is_pushed_off_is_known_to_all(viewer: int) -> None:
    position = place("D D D hd-ho " + "D " * 12)
    play(position, "fr-st R1>")
    view = position.view(viewer)
    assert known(view, 1) == cards("hd-ho")
    assert card("hd-ho") in hand(view, 1)
    assert heard(view.event) == said("took", 1, card("hd-ho"), 1)
    assert view.event.text == "Seat 1 takes hotdog-horizontal, seen by all."


@pytest.mark.rule("MV-56")
def test_a_known_card_is_known_until_it_is_played() -> None:
    position = place("D D D hd-ho " + "D " * 12)
    play(position, "fr-st R1>, fr-di C2v, dr-di C1v")
    assert known(position.view(0), 1) == cards("hd-ho")
    play(position, "hd-ho C4^")
    assert known(position.view(0), 1) == set()
    assert "hd-ho" in crowd(position)


@pytest.mark.rule("MV-57")
def test_a_face_down_card_is_seen_only_by_who_receives_it() -> None:
    position = place()
    play(position, "fr-st R1>")
    (new,) = hand(position, 1) - cards(FOUR)
    taker, pusher, spectator = position.view(1), position.view(0), position.view()
    assert heard(taker.event) == said("took", 1, new, 0)
    assert heard(pusher.event) == heard(spectator.event) == said("took", 1, -1, 0)
    assert pusher.event.text == "Seat 1 takes a hidden card."
    assert new in hand(taker, 1)
    assert hand(pusher, 1) == hand(spectator, 1) == known(taker, 1) == set()
    assert unseen(pusher) == [0, 5]
    assert unseen(spectator) == [4, 5]


@pytest.mark.rule("MV-58")
@pytest.mark.parametrize("active", [0, 1])
def test_the_chosen_card_is_not_shown_before_it_is_inserted(active: int) -> None:
    position = place("D D D hd-ho " + "D " * 12, active=active)
    position.act(active, "fr-st")
    own, other, spectator = position.view(active), position.view(1 - active), position.view()
    assert own.record.chosen == card("fr-st")
    assert other.record.chosen == spectator.record.chosen == -1
    assert heard(own.event) == said("chose", active, card("fr-st"))
    assert heard(other.event) == heard(spectator.event) == said("chose", active, -1)
    assert other.event.text == f"Seat {active} chooses a hidden card."
    assert unseen(other)[active] == 5
    position.decide(active, 25)
    position.advance()
    assert position.phase == "insert"
    assert position.view(1 - active).record.chosen == -1
    assert unseen(position.view(1 - active))[active] == 5
    position.advance()
    for viewer in EVERYBODY:
        assert heard(position.view(viewer).event) == said("inserted", active, card("fr-st"), 0)
        assert position.view(viewer).record.chosen == -2


@pytest.mark.rule("MV-58")
def test_what_is_known_of_the_chosen_card_stays_known() -> None:
    position = place(mine="fr-st* dr-di ca-ho ch-cr hd-tr")
    position.act(0, "fr-st")
    view = position.view(1)
    assert known(view, 0) == hand(view, 0) == cards("fr-st")
    assert unseen(view) == [4, 0]
    assert view.record.chosen == -1


@pytest.mark.rule("MV-58")
def test_no_chosen_card_is_not_an_unknown_one() -> None:
    for viewer in EVERYBODY:
        assert place(active=1).view(viewer).record.chosen == -2


@pytest.mark.rule("MV-59")
@pytest.mark.parametrize("viewer", EVERYBODY)
@pytest.mark.parametrize(("leaving", "aside"), [("hd-ho", card("hd-ho")), ("D", -1)])
def test_a_card_set_aside_is_known_if_it_was_face_up(viewer: int, leaving: str, aside: int) -> None:
    position = place(f"U U U {leaving}  U U U U  U U U U  D D D D", rounds_to_win=1)
    position.act(0, "fr-st R1>")
    view = position.view(viewer)
    assert position.over
    assert view.record.aside == aside


@pytest.mark.rule("MV-60")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_both_hands_become_public_at_the_end_of_a_round(viewer: int) -> None:
    position = place("U U U D  U U U U  U U U U  D D D D", rounds_to_win=1)
    position.act(0, "fr-st R1>")
    view = position.view(viewer)
    assert (hand(view, 0), hand(view, 1)) == (cards(FIVE) - cards("fr-st"), cards(FOUR))
    assert unseen(view) == [0, 0]


@pytest.mark.rule("MV-60")
def test_the_next_shuffle_ends_all_knowledge() -> None:
    position = place("U U U D  U U U U  U U U U  D D D D", mine=FIVE.replace("hd-tr", "hd-tr*"))
    position.act(0, "fr-st R1>")
    assert position.record.wins.sum() == 1
    assert known(position, 0) == known(position, 1) == set()
    assert position.record.aside == -2
    assert sorted(unseen(position.view())) == [4, 5]


@pytest.mark.rule("MV-61", "MV-56")
def test_a_view_has_perfect_recall() -> None:
    """What a careful onlooker notes down is what the view lists, after every step of a match."""
    random = Random(61)
    for seed in range(scaled(10, 2)):
        position = game.new(seed=seed, options=any_options(random))
        notes: list[set[int]] = [set(), set()]
        for event in walk(position, random):
            note(notes, position, heard(event))
            for viewer in EVERYBODY:
                view = position.view(viewer)
                assert [known(view, seat) for seat in range(2)] == notes


def note(notes: list[set[int]], position: Position, event: tuple[str, Any]) -> None:
    """Write down what a spectator sees."""
    kind, (seat, number, face_up, *_) = event
    if kind == "took" and face_up:
        notes[seat].add(number)
    elif kind == "inserted":
        notes[seat].discard(number)
    elif kind == "hands_revealed":
        notes[:] = hand(position, 0), hand(position, 1)
    elif kind == "dealt":
        notes[:] = set(), set()


@pytest.mark.rule("MV-53", "MV-57", "MV-58")
def test_concealing_twice_changes_nothing() -> None:
    random = Random(7)
    position = game.new(seed=7, options={"rounds_to_win": 1})
    for _ in walk(position, random):
        for viewer in EVERYBODY:
            once = position.view(viewer)
            before = once.tobytes()
            game.kernels["conceal"](once.record, viewer)
            assert once.tobytes() == before


@pytest.mark.rule("MV-13", "MV-20")
def test_what_is_legal_follows_from_the_view() -> None:
    random = Random(13)
    position = game.new(seed=13, options={"rounds_to_win": 1})
    for _ in walk(position, random):
        assert position.view().legal() == []
        for seat in range(2):
            assert position.view(seat).legal() == position.legal(seat)
