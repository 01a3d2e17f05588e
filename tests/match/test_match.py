"""A match: who may decide when, what each seat's log says, and who may sit down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.match.scenes import CARDS, GAME, SEAT0_STARTS, SHORT, VIEWERS, opening, played, state

from kermesse.core.errors import IllegalMove, SetupRefused, UnknownSeat, UnreadableAction
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import LONGEST_NAME, Match
from kermesse.core.position import Position
from kermesse.core.record import SPECTATOR

# --- the log ------------------------------------------------------------------------------


def hidden_cards(frame: Position, seat: int) -> set[str]:
    """The names of the cards in others' hands that a seat has not seen."""
    record = frame.record
    secret = 0
    for owner in range(2):
        if owner != seat:
            secret |= int(record.hand[owner]) & ~int(record.known[owner])
    return {name for card, name in enumerate(CARDS) if secret >> card & 1}


def another_world(frame: Position, seat: int, seed: int) -> Position:
    """The frame with all redrawn that the seat cannot know."""
    twin = frame.copy()
    twin.rekey(seed)
    GAME.kernels["twin"](twin.record, seat)
    twin.rekey(0)
    return twin


@pytest.mark.parametrize("seat", VIEWERS)
def test_a_log_names_no_card_that_its_reader_cannot_know(seat: int) -> None:
    checked = 0
    for seed in range(5):
        match = played(seed)
        for frame, event in zip(match.frames, match.log(seat), strict=True):
            hidden = hidden_cards(frame, seat)
            assert not [name for name in hidden if name in event.text]
            checked += len(hidden)
    assert checked > 1000


@pytest.mark.parametrize("seat", VIEWERS)
def test_logs_of_twin_worlds_are_equal(seat: int) -> None:
    match = played(11)
    differing = 0
    for number, frame in enumerate(match.frames):
        twin = another_world(frame, seat, seed=number)
        assert match.tell(twin, seat) == match.tell(frame, seat)
        differing += twin != frame
    assert differing > len(match.frames) // 2


@pytest.mark.parametrize(("seat", "sees"), [(0, True), (1, False), (SPECTATOR, False)])
def test_a_chosen_card_is_told_to_its_owner_only(seat: int, sees: bool) -> None:
    match = opening()
    card = match.legal(0)[0]
    match.act(0, card)
    told = match.log(seat)[-1]
    assert (card.text in told.text) == sees
    assert (card.number in told.args) == sees


def test_a_log_has_one_line_a_frame_and_uses_the_names() -> None:
    match = Match(GAME, players=["Ana", "Zé [bold]"], options=SEAT0_STARTS, secret=seeded_secret(1))
    match.act(0, match.legal(0)[0])
    assert [event.kind for event in match.log()] == ["dealt", "chose"]
    assert match.log()[0].text == "The cards are dealt: Ana starts, Ana sells food."
    assert match.log(1)[1].text == "Ana chooses a hidden card."
    assert len(match.log()) == len(match.frames)


def test_nobody_can_ask_for_the_log_of_a_seat_that_does_not_exist() -> None:
    match = opening()
    for seat in (2, -3, True, "0", 0.0, None):
        with pytest.raises(UnknownSeat, match="the seats are 0 to 1"):
            match.log(seat)  # type: ignore[arg-type]


# --- deciding -----------------------------------------------------------------------------


def test_act_returns_the_frames_it_led_to() -> None:
    match = opening()
    before = len(match.frames)
    frames = match.act(0, f"{match.legal(0)[0]} row1 >")
    assert frames == match.frames[before:]
    kinds = [frame.event.kind for frame in frames]
    assert kinds == ["chose", "pushed", "slid", "inserted", "cart_moved", "lines_counted", "took"]


def test_a_path_of_decisions_is_logged_one_by_one() -> None:
    match = opening()
    card = match.legal(0)[2].text
    match.act(0, f"  {card.upper()}   R1> ")
    assert [(d.seat, d.text, d.frame) for d in match.decisions] == [(0, card, 1), (0, "row1 >", 2)]


@pytest.mark.parametrize("tail", ["fries-star", "row9 >", "row1 > row2 >", "nonsense", "row1 > 💥"])
def test_a_path_is_taken_whole_or_not_at_all(tail: str) -> None:
    match = opening()
    card = match.legal(0)[0].text
    before = state(match)
    with pytest.raises((IllegalMove, UnreadableAction)):
        match.act(0, f"{card} {tail}")
    assert state(match) == before


def not_in_hand(match: Match, seat: int) -> str:
    held = {action.text for action in match.legal(seat)}
    return next(card for card in CARDS if card not in held)


REFUSED: dict[str, tuple[Callable[[Match], object], type[Exception], str]] = {
    "out of turn": (lambda m: m.act(1, "row1 >"), IllegalMove, r"not your turn \(MV-11\)"),
    "not in hand": (lambda m: m.act(0, not_in_hand(m, 0)), IllegalMove, r"\(MV-13\)"),
    "push first": (lambda m: m.act(0, "row1 >"), IllegalMove, r"\(MV-63\)"),
    "no action": (lambda m: m.act(0, "hello"), UnreadableAction, "cannot read 'hello'"),
    "empty": (lambda m: m.act(0, ""), UnreadableAction, "cannot read"),
    "long": (lambda m: m.act(0, "row1 > " * 100), UnreadableAction, "at most 500 characters"),
    "number": (lambda m: m.act(0, 41), UnreadableAction, "from 0 to 40"),
    "bool": (lambda m: m.act(0, True), UnreadableAction, "not True"),
    "type": (lambda m: m.act(0, 1.0), UnreadableAction, "not 1.0"),  # type: ignore[arg-type]
    "none": (lambda m: m.act(0, None), UnreadableAction, "not None"),  # type: ignore[arg-type]
    "seat 2": (lambda m: m.act(2, 0), UnknownSeat, "no seat 2"),
    "seat -1": (lambda m: m.act(-1, 0), UnknownSeat, "no seat -1"),
    "seat bool": (lambda m: m.act(True, 0), UnknownSeat, "no seat True"),
    "seat text": (lambda m: m.act("0", 0), UnknownSeat, "no seat '0'"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_decision_changes_nothing(case: str) -> None:
    call, error, says = REFUSED[case]
    match = opening()
    before = state(match)
    with pytest.raises(error, match=says):
        call(match)
    assert state(match) == before


def test_a_card_cannot_be_chosen_twice() -> None:
    match = opening()
    first, second = match.legal(0)[:2]
    match.act(0, first)
    before = state(match)
    with pytest.raises(IllegalMove, match="chosen already") as refused:
        match.act(0, second)
    assert refused.value.rule == "MV-63"
    assert state(match) == before


def test_a_turn_cannot_be_taken_twice() -> None:
    match = opening()
    match.act(0, f"{match.legal(0)[0]} row1 >")
    before = state(match)
    with pytest.raises(IllegalMove, match="not your turn"):
        match.act(0, "row2 >")
    assert state(match) == before


def test_the_cart_is_named_when_it_blocks() -> None:
    match = opening()
    match.act(0, f"{match.legal(0)[0]} row1 >")
    match.act(1, match.legal(1)[0])
    with pytest.raises(IllegalMove, match=r"the Cart blocks row 1 this turn \(MV-20\)"):
        match.act(1, "row1 <")


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_can_be_decided_after_the_end(seat: int) -> None:
    match = played(9, **SHORT)
    before = state(match)
    assert match.legal(seat) == []
    with pytest.raises(IllegalMove, match="the match is over"):
        match.act(seat, "row1 >")
    assert state(match) == before


def test_the_outcome_comes_with_the_end() -> None:
    assert opening().outcome is None
    match = played(10, **SHORT)
    assert match.over
    assert match.outcome is not None
    assert sorted(match.outcome.places) == [1, 2]
    assert match.due == set()


# --- players ------------------------------------------------------------------------------


BAD_PLAYERS: list[Any] = [
    [],
    ["Ana"],
    ["Ana", "Bo", "Cy"],
    "ab",
    ["Ana", ""],
    ["Ana", "  "],
    ["Ana", "B\no"],
    ["Ana", "B\x1b[31mo"],
    ["Ana", "B\0o"],
    ["Ana", "\ud800"],
    ["Ana", "\u202e"],
    ["Ana", 7],
    ["Ana", None],
    ["Ana", b"Bo"],
    ["Ana", "B" * (LONGEST_NAME + 1)],
]


@pytest.mark.parametrize("players", BAD_PLAYERS, ids=ascii)
def test_bad_names_are_refused(players: Any) -> None:
    with pytest.raises(SetupRefused, match="player"):
        Match(GAME, players=players)


def test_names_may_be_long_and_in_any_script() -> None:
    names = ["B" * LONGEST_NAME, "Zoë 佐藤 🎪"]
    assert Match(GAME, players=names).players == names


def test_players_without_names_are_called_by_their_seats() -> None:
    assert Match(GAME).players == ["Seat 0", "Seat 1"]


def test_the_list_of_names_is_copied() -> None:
    names = ["Ana", "Bo"]
    match = Match(GAME, players=names)
    names[0] = "Eve"
    assert match.players == ["Ana", "Bo"]


@pytest.mark.parametrize("seats", [0, 1, 3, -2, True, 2.0, "2"])
def test_a_bad_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(SetupRefused, match="Muvuca is for exactly 2 seats"):
        Match(GAME, seats=seats)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"end_line": 2}, "did you mean 'end_lines'"),
        ({"end_lines": 0}, "a whole number from 1 to 4, not 0"),
        ({"end_lines": True}, "not True"),
        ({"swap_roles": 1}, "one of false, true, not 1"),
        ({"roles": "food"}, "one of seat0_food, seat1_food, random"),
        ([("end_lines", 1)], "a mapping"),
    ],
)
def test_bad_options_are_refused(options: Any, says: str) -> None:
    with pytest.raises(SetupRefused, match=says):
        Match(GAME, options=options)
