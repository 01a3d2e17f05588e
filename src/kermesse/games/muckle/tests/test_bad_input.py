"""Whatever cannot be done is refused by the id of its rule, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from kermesse.core.errors import IllegalMove, KermesseError, UnknownSeat, UnreadableAction
from kermesse.core.match import Match
from kermesse.core.position import Position
from kermesse.games.muckle import game
from kermesse.games.muckle.tests.scenes import FIVE, SEATS, holder, played, select, selected

SELECTING = "aside run aside run aside run aside run"


def refused(position: Position, seat: int, text: str, rule: str, says: str = "") -> None:
    before = position.tobytes()
    with pytest.raises(IllegalMove) as error:
        position.act(seat, text)
    assert error.value.rule == rule
    assert rule in game.rulebook("en").rules
    assert says in str(error.value)
    assert position.tobytes() == before


@pytest.mark.rule("MK-03")
@pytest.mark.parametrize("aside", range(5))
def test_more_than_eight_cards_cannot_be_kept(aside: int) -> None:
    position = game.new(seed=1)
    if aside:
        position.act(2, " ".join(f"aside {word}" for word in FIVE.split()[:aside]))
    refused(position, 2, "ready", "MK-03", f"you have put aside {aside}")
    assert position.due == set(SEATS)


@pytest.mark.rule("MK-03")
def test_fewer_than_eight_cards_cannot_be_kept() -> None:
    position = game.new(seed=1)
    position.act(0, " ".join(f"aside {word}" for word in FIVE.split()))
    refused(position, 0, "aside run", "MK-03", "5 cards are put aside already; 8 are kept")
    refused(position, 0, "aside rest", "MK-03")


@pytest.mark.rule("MK-02")
def test_a_card_that_one_does_not_own_cannot_be_put_aside() -> None:
    position = game.new(seed=1)
    position.act(0, "aside tackle_both")
    refused(position, 0, "aside tackle_both", "MK-02", "Tackle both is not in your hand")
    position.act(0, "aside tackle_left aside tackle_left")
    refused(position, 0, "aside tackle_left", "MK-02")
    other = game.new(seed=1, options={"cards": "resting"})
    refused(other, 1, "aside tackle_both", "MK-02")


@pytest.mark.rule("MK-03")
def test_a_selection_stands() -> None:
    position = game.new(seed=1)
    select(position, 3, FIVE)
    for text in ("aside run", "ready", "run", "ball 3"):
        refused(position, 3, text, "MK-03", "your selection is made already")


@pytest.mark.rule("MK-03")
@pytest.mark.parametrize("text", ["run", "tackle_left", "ball 0"])
def test_nothing_is_played_during_the_selection(text: str) -> None:
    refused(game.new(seed=1), 0, text, "MK-03", "first everybody selects")


@pytest.mark.rule("MK-03", "MK-10")
def test_nothing_else_is_done_while_cards_are_picked() -> None:
    position = selected()
    refused(position, 0, "aside run", "MK-03", "the selection is over")
    refused(position, 0, "ready", "MK-03", "the selection is over")
    refused(position, 0, "ball 2", "MK-10", "the ball comes later")


@pytest.mark.rule("MK-10", "MK-61")
def test_only_cards_of_the_own_hand_are_picked() -> None:
    position = selected("run run run run rest", FIVE, FIVE, FIVE)
    refused(position, 0, "run", "MK-10", "Run is not in your hand")
    refused(position, 0, "rest", "MK-10", "Rest is not in your hand")


@pytest.mark.rule("MK-10", "MK-11")
def test_one_card_is_picked_and_not_two() -> None:
    position = selected()
    position.act(1, "run")
    refused(position, 1, "run", "MK-10", "you have picked your card for this turn already")
    refused(position, 1, "tackle_left", "MK-10")


@pytest.mark.rule("MK-44", "MK-45")
def test_the_ball_goes_where_its_team_says() -> None:
    position, _ = played("tackle_left | rest | rest | rest")
    assert position.due == {0, 2}
    for seat in (1, 3):
        refused(position, seat, f"ball {seat}", "MK-44", "the other team decides")
        refused(position, seat, "run", "MK-44")
    for text in ("ball 1", "ball 3"):
        refused(position, 2, text, "MK-45", "a player of your own team")
    for text in ("run", "ready", "aside run"):
        refused(position, 0, text, "MK-44", "first say who gets the ball")


@pytest.mark.rule("MK-54")
@pytest.mark.parametrize(("first", "second"), [(0, 2), (2, 0)])
def test_the_second_answer_about_the_ball_changes_nothing(first: int, second: int) -> None:
    position, _ = played("tackle_left | rest | rest | rest")
    position.act(first, f"ball {second}")
    assert holder(position) == second
    refused(position, second, f"ball {first}", "MK-10", "the ball comes later")
    assert holder(position) == second


@pytest.mark.rule("MK-54")
def test_a_late_answer_is_not_logged() -> None:
    match = Match(game)
    for seat in SEATS:
        match.act(seat, " ".join([*(f"aside {word}" for word in FIVE.split()), "ready"]))
    for seat, word in enumerate(["tackle_left", "run", "run", "run"]):
        match.act(seat, word)
    match.act(2, "ball 0")
    taken, frames = len(match.decisions), len(match.frames)
    with pytest.raises(IllegalMove):
        match.act(0, "ball 2")
    assert (len(match.decisions), len(match.frames)) == (taken, frames)


@pytest.mark.rule("MK-55")
def test_a_teammate_who_is_not_asked_is_refused() -> None:
    position, _ = played("tackle_left | rest | rest | rest", ball_decider="holder_or_low_seat")
    refused(position, 2, "ball 2", "MK-55", "your teammate is asked")
    refused(position, 1, "ball 1", "MK-44")


@pytest.mark.rule("MK-56")
def test_nothing_is_done_after_the_end() -> None:
    position, _ = played("run run run | rest | rest | rest", ball=0, progress="3 0")
    assert position.over
    for seat in SEATS:
        assert position.legal(seat) == []
        for text in ("run", "ball 0", "ready", "aside run"):
            refused(position, seat, text, "MK-56", "the match is over")


@pytest.mark.rule("MK-61")
def test_a_refusal_does_not_tell_what_others_hold() -> None:
    """A card that one lacks is refused in the same words, wherever the others' copies are."""
    sentences = set()
    for others in ("run run run run rest", "tackle_left tackle_left pass rest dodge_left"):
        position = selected("run run run run rest", others, FIVE, others)
        with pytest.raises(IllegalMove) as error:
            position.act(0, "rest")
        sentences.add(str(error.value))
    assert len(sentences) == 1


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"{SELECTING} aside pass ready ready", UnreadableAction),
        (f"{SELECTING} ready", IllegalMove),
        (f"{SELECTING} aside run", IllegalMove),
        (f"{SELECTING} aside pass aside rest", IllegalMove),
        (f"{SELECTING} nothing", UnreadableAction),
    ],
)
def test_a_selection_in_one_text_is_taken_whole_or_not_at_all(
    text: str, error: type[KermesseError]
) -> None:
    position = game.new(seed=1)
    before = position.tobytes()
    with pytest.raises(error):
        position.act(0, text)
    assert position.tobytes() == before


@pytest.mark.rule("MK-66")
def test_a_text_of_several_decisions_is_no_way_to_peek_at_the_reveal() -> None:
    said = set()
    for cards in ("run", "tackle_left"):
        position = selected()
        for seat in (1, 2, 3):
            position.act(seat, cards)
        before = position.tobytes()
        for further in ("run", "ball 0", "tackle_left"):
            with pytest.raises(UnreadableAction) as error:
                position.act(0, f"run {further}")
            said.add(str(error.value))
        assert position.tobytes() == before
    assert len(said) == 1


@pytest.mark.parametrize("seat", [-1, 4, "0", None, 0.0, True])
def test_there_are_seats_0_to_3(seat: Any) -> None:
    position = game.new(seed=1)
    with pytest.raises(UnknownSeat, match="the seats are 0 to 3"):
        position.act(seat, "aside run")


@pytest.mark.parametrize("action", [-1, 21, 1.0, True, None, b"run"])
def test_no_other_thing_is_an_action(action: Any) -> None:
    with pytest.raises(UnreadableAction, match="a number from 0 to 20"):
        game.new(seed=1).act(0, action)
