"""Who knows what: VV-75 to VV-80 and VV-88, on the views of all seats and of a spectator."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kermesse.core.errors import CannotUndo
from kermesse.core.match import Match
from kermesse.core.position import Position
from kermesse.games.viva import game
from kermesse.games.viva.tests.scenes import (
    answer,
    cards,
    code_of,
    discard,
    everybody,
    fields,
    hand,
    heard,
    kind,
    known,
    place,
    play,
    said,
    scaled,
    sizes,
    walks,
)

SECRET = {
    "rng", "viewer", "hand", "unseen", "drawn", "laid", "laid_kind", "callers", "phase", "event",
    "event_args",
}  # fmt: skip
PUBLIC = [name for name in game.dtype.names or () if name not in SECRET]


@pytest.mark.rule("VV-75")
@pytest.mark.parametrize("viewer", range(-1, 3))
def test_a_hand_is_known_only_to_its_owner(viewer: int) -> None:
    hands = ["2Y B", "G O", "3P RY"]
    view = place(*hands).view(viewer)
    for seat, held in enumerate(hands):
        own = seat == viewer
        assert hand(view, seat) == (cards(held) if own else cards(""))
        assert view.record.unseen[seat] == (0 if own else cards(held).total())
    assert view.seat == viewer


@pytest.mark.rule("VV-75")
def test_a_drawn_card_is_seen_only_by_the_drawer() -> None:
    position = place("Y B", "O P", pile="2G")
    position.act(0, "draw")
    own, other, spectator = position.view(0), position.view(1), position.view()
    assert code_of(own.record.drawn) == "G"
    assert heard(own.event) == said("drew", 0, kind("G"))
    for view in (other, spectator):
        assert view.record.drawn == -1
        assert heard(view.event) == said("drew", 0, -1)
        assert view.event.text == "Seat 0 draws a hidden card."
        assert view.record.unseen[0] == 3
    for viewer in (-1, 0, 1):
        assert place("Y B").view(viewer).record.drawn == -2


@pytest.mark.rule("VV-76")
def test_everything_else_on_the_table_is_public() -> None:
    for position in walks(Random(76), scaled(5, 4)):
        truth = fields(position.record)
        for viewer in everybody(position):
            seen = fields(position.view(viewer).record)
            assert all(seen[name] == truth[name] for name in PUBLIC)
            assert sizes(position.view(viewer)) == sizes(position)
            if position.phase != "more":
                assert seen["phase"] == truth["phase"]
                assert seen["event"] == truth["event"]


@pytest.mark.rule("VV-77", "VV-87")
def test_nobody_not_even_the_table_knows_the_draw_pile() -> None:
    """What is drawn next depends on the key at that moment, for each card that lies nowhere."""
    position = place("Y B", "O P", pile="G 2RG GB")
    found = set()
    for key in range(60):
        copy = position.copy()
        copy.rekey(key)
        copy.act(0, "draw")
        found.add(code_of(copy.record.drawn))
    assert found == {"G", "RG", "GB"}
    for viewer in (-1, 0, 1):
        assert position.view(viewer).record.rng == 0


@pytest.mark.rule("VV-78")
def test_known_cards_are_counted_by_kind() -> None:
    """Each card of the kind that leaves the hand lowers the count, but not below nought."""
    position = place("2RY* RY 2G Y*", "O P", houses="RY", block="B")
    for viewer in (-1, 1):
        assert hand(position.view(viewer), 0) == cards("2RY Y")
        assert position.view(viewer).record.unseen[0] == 3
    play(position, "RY H1, stop")
    assert known(position, 0) == cards("RY Y")
    position = place("2RY* RY 2G", "O P", houses="RY", block="B")
    play(position, "RY H1, RY H1, RY H1")
    assert known(position, 0) == cards("")
    assert hand(position, 0) == cards("2G")


@pytest.mark.rule("VV-78")
def test_known_cards_that_become_the_block_are_no_longer_in_the_hand() -> None:
    position = place("Y 2G* B", "O P", houses="Y, Y, Y")
    play(position, "Y H1, block G")
    assert known(position, 0) == cards("G")
    position = place("Y G*", "O P", houses="Y, Y, Y", pile="4O")
    play(position, "Y H1")
    assert known(position, 0) == cards("")
    assert code_of(position.record.block) == "G"


@pytest.mark.rule("VV-78")
def test_a_caught_drawn_card_is_known_too() -> None:
    position = place("RG* G", "O P", houses="Y", pile="4RG", table="honour")
    play(position, "draw, RG H1")
    assert known(position, 0) == cards("RG")
    answer(position, 1)
    assert known(position, 0) == cards("2RG")
    assert hand(position, 0) == cards("5RG G")


@pytest.mark.rule("VV-78", "VV-86")
def test_a_finished_hand_knows_nothing() -> None:
    position = place("RY*", "O P", rounds=1)
    play(position, "finish")
    assert known(position, 0) == cards("")


@pytest.mark.rule("VV-79")
@pytest.mark.parametrize("viewer", [-1, 1, 2])
def test_nothing_in_the_views_of_others_changes_while_more_is_pending(viewer: int) -> None:
    position = place("4Y B G*", "O P", "P O", houses="YB")
    before = position.view(viewer).tobytes()
    for text in ("Y H1", "Y H2", "Y H1"):
        position.act(0, text)
        assert position.phase == "more"
        assert position.view(viewer).tobytes() == before
    assert position.view(0).phase == "more"
    assert position.view(0).record.laid.tolist() == [2, 1, 0]
    position.act(0, "stop")
    view = position.view(viewer)
    assert sizes(view)[0] == 3
    assert heard(view.event) == said("began", 1, 2)


@pytest.mark.rule("VV-79")
def test_placements_of_one_turn_are_shown_together() -> None:
    position = place("3Y B G", "O P", houses="YB")
    position.act(0, "Y H1")
    position.act(0, "Y H2")
    position.decide(0, "stop")
    for viewer in (-1, 0, 1):
        told = position.view(viewer).event
        assert heard(told) == said("placed", 0, kind("Y"), 1, 1, 0, 0)
        assert told.text == "Seat 0 places 2 times yellow: house 1, house 2."


@pytest.mark.rule("VV-79")
def test_stop_is_not_part_of_the_public_history() -> None:
    """The log of the others is the same with `stop` and without a further card."""
    logs = []
    for mine, turn in [("2Y B", "Y H1|stop"), ("Y G B", "Y H1")]:
        match = Match(game, seats=2, options={"first_dealer": "seat1"}, secret=bytes(32))
        table = place(mine, "O P", dealer=1, first_dealer="seat1")
        match.frames[:] = [table]
        table.freeze()
        for text in turn.split("|"):
            match.act(0, text)
        logs.append([event[:2] for event in match.log(1)])
        own = [event.kind for event in match.log(0)]
        assert own.count("laid") == turn.count("stop")
    assert logs[0] == logs[1]


@pytest.mark.rule("VV-79")
def test_placements_may_be_taken_back_until_they_are_shown() -> None:
    match = Match(game, seats=2, secret=bytes(32))
    table = place("3Y B", "O P")
    table.freeze()
    match.frames[:] = [table]
    match.act(0, "Y H1")
    match.act(0, "Y H2")
    assert match.undo(0).text == "Y H2"
    assert match.undo(0).text == "Y H1"
    assert match.frames == [table]
    match.act(0, "Y H1")
    match.act(0, "stop")
    with pytest.raises(CannotUndo):
        match.undo(0)


@pytest.mark.rule("VV-79")
def test_a_whole_turn_may_be_written_as_one_text() -> None:
    position = place("3Y B", "O P")
    position.act(0, "Y H1 Y H2 stop")
    assert hand(position, 0) == cards("Y B")
    assert position.due == {1}


@pytest.mark.rule("VV-80")
@pytest.mark.parametrize("drawn", ["2RY", "2G"])
def test_a_kept_card_is_not_shown(drawn: str) -> None:
    position = place("Y B", "O P", houses="G", pile=drawn)
    position.act(0, "draw")
    position.decide(0, "keep")
    for viewer in (-1, 1):
        view = position.view(viewer)
        assert heard(view.event) == said("kept", 0)
        assert hand(view, 0) == cards("")
    views = {
        place("Y B", "O P", houses="G", phase="drawn", drawn=code).view(1).text.replace("pile", "")
        for code in ("Y", "B")
    }
    assert len(views) == 1


@pytest.mark.rule("VV-86")
def test_the_other_hands_stay_hidden_when_a_round_is_won() -> None:
    position = place("RY", "O P", "2G", rounds=1)
    play(position, "finish")
    assert position.over
    for viewer in (-1, 0, 1):
        view = position.view(viewer)
        for seat in (1, 2):
            assert hand(view, seat) == (hand(position, seat) if seat == viewer else cards(""))
        assert sizes(view) == [0, 2, 2]
    assert not game.open_at_end


@pytest.mark.rule("VV-88")
def test_a_view_does_not_keep_what_was_in_the_discard_pile() -> None:
    """After the shuffle nothing but hands, houses and block is named; all else may be anywhere."""
    position = place("Y B", "6O", pile="G", houses="G P")
    play(position, "draw, keep")
    assert discard(position.view(0)).total() > 90
    position.act(1, "draw")
    view = position.view(0)
    assert discard(view) == cards("")
    worlds = [view.imagine(seed) for seed in range(200)]
    held = {code for world in worlds for code in hand(world, 1)}
    assert len(held) > 15


@pytest.mark.rule("VV-78")
def test_a_view_lists_what_a_careful_onlooker_notes_down() -> None:
    """Caught cards, less what leaves the hand from the hand."""
    caught = 0
    for matches in range(scaled(12, 3)):
        notes: list[Any] = []
        for position in walks(Random(matches), 1, table="honour", penalty=2):
            notes = noted(notes, position)
            caught += position.event.kind == "caught"
            view = position.view()
            if view.event.kind != "laid":
                assert [known(view, seat) for seat in range(position.seats)] == notes
    assert caught


def noted(notes: list[Any], position: Position) -> list[Any]:
    """Write down what a spectator sees."""
    event = position.view().event
    seat, number, three, four, five, six = event.args
    if event.kind == "dealt" or not notes:
        return [cards("") for _ in range(position.seats)]
    n = {"placed": max(three, 0) + max(four, 0) + max(five, 0), "blocked": three}.get(event.kind, 0)
    if event.kind == "finished":
        notes[seat] = cards("")
    elif event.kind == "caught":
        notes[seat] = notes[seat] + cards(code_of(number))
    elif n > 0 and not (event.kind == "placed" and six):
        notes[seat] = notes[seat] - cards(f"{n}{code_of(number)}")
    return notes
