"""A match: who may decide when, what each seat's log says, undo, and dealing anybody can check."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import pairwise, permutations
from typing import Any

import pytest

import kermesse
from kermesse.core.errors import (
    CannotUndo,
    IllegalMove,
    SetupRefused,
    UnknownSeat,
    UnreadableAction,
)
from kermesse.core.fairness import commitment, fresh_secret, seeded_secret, step_key
from kermesse.core.match import LONGEST_NAME, Match
from kermesse.core.position import Position
from kermesse.core.record import SPECTATOR, UNKNOWN

from .toys import huddle

GAME = kermesse.game("muvuca")
CARDS = [GAME.notation.action_text(number) for number in range(25)]
VIEWERS = (SPECTATOR, 0, 1)
SHORT: dict[str, Any] = {"rounds_to_win": 1, "end_lines": 1}
SEAT0_STARTS = {"first_player": "seat0"}


def played(seed: int, decisions: int = 10**6, secret: bytes | None = None, **options: Any) -> Match:
    """A match of two random bots, to its end or for some decisions."""
    bot = kermesse.bot("random", GAME)
    match = Match(GAME, options=options, secret=secret or seeded_secret(seed))
    while not match.over and len(match.decisions) < decisions:
        (seat,) = match.due
        match.act(seat, bot.choose(match.view(seat), seed=seed + len(match.decisions)))
    return match


def opening() -> Match:
    """A fresh match in which seat 0 starts."""
    return Match(GAME, options=SEAT0_STARTS, secret=seeded_secret(7))


def state(match: Match) -> tuple[object, ...]:
    """All that a refused call must leave alone."""
    return [frame.tobytes() for frame in match.frames], list(match.decisions), match.due


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


# --- the log ------------------------------------------------------------------------------


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


# --- fair dealing -------------------------------------------------------------------------


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    secret = seeded_secret(3)
    match = Match(GAME, secret=secret)
    assert match.commitment == hashlib.sha256(secret).hexdigest() == commitment(secret)
    assert match.kept_secret == secret


def test_the_secret_is_revealed_at_the_end_and_not_before() -> None:
    whole = played(4, **SHORT)
    replayed = Match(GAME, options=SHORT, secret=whole.kept_secret)
    for decision in whole.decisions:
        assert replayed.secret is None
        replayed.act(decision.seat, decision.text)
    assert replayed.secret == seeded_secret(4)


def test_a_match_without_a_secret_draws_its_own() -> None:
    first, second = Match(GAME), Match(GAME)
    assert len(first.kept_secret) == len(fresh_secret()) == 32
    assert first.kept_secret != second.kept_secret


@pytest.mark.parametrize("options", [{}, SHORT, {"facedown_at_scoring": "revealed"}])
def test_the_same_secret_and_decisions_give_the_same_bytes(options: dict[str, Any]) -> None:
    first = played(5, **options)
    again = Match(GAME, options=options, secret=first.secret)
    for decision in first.decisions:
        again.act(decision.seat, decision.text)
    assert state(again) == state(first)
    assert again.log(0) == first.log(0)


def test_different_secrets_deal_different_cards() -> None:
    deals = {Match(GAME, secret=seeded_secret(seed)).position.tobytes() for seed in range(50)}
    assert len(deals) == 50


def test_one_bit_of_the_secret_changes_every_draw() -> None:
    secret = seeded_secret(6)
    other = bytes([secret[0] ^ 1]) + secret[1:]
    assert not {step_key(secret, ply) for ply in range(99)} & {
        step_key(other, ply) for ply in range(99)
    }


def test_no_frame_holds_a_piece_of_the_future() -> None:
    match = played(8)
    assert {int(frame.record.rng) for frame in match.frames} == {0}
    assert int(match.position.record.rng) == 0
    assert {int(match.view(seat).record.rng) for seat in VIEWERS} == {0}


def test_changing_a_position_does_not_change_the_match() -> None:
    match = opening()
    before = state(match)
    table = match.position
    table.act(0, table.legal(0)[0])
    match.view(0).record.wins[0] = 9
    assert state(match) == before


@pytest.mark.parametrize("secret", [b"", b"x" * 31, b"x" * 33, "x" * 32, bytearray(32), 7])
def test_a_bad_secret_is_refused(secret: Any) -> None:
    with pytest.raises(SetupRefused, match="a secret is 32 bytes"):
        Match(GAME, secret=secret)


def test_seeded_secrets_are_stable() -> None:
    """Finished games and documentation rely on them."""
    assert seeded_secret(3).hex().startswith("9e797dabde304753")


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
    "out of turn": (lambda m: m.act(1, "row1 >"), IllegalMove, r"seat 0's turn \(MV-11\)"),
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
    with pytest.raises(IllegalMove, match="seat 1's turn"):
        match.act(0, "row2 >")
    assert state(match) == before


def test_the_cart_is_named_when_it_blocks() -> None:
    match = opening()
    match.act(0, f"{match.legal(0)[0]} row1 >")
    match.act(1, match.legal(1)[0])
    with pytest.raises(IllegalMove, match=r"the Cart blocks row1 this turn \(MV-20\)"):
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


# --- undo ---------------------------------------------------------------------------------


def test_a_chosen_card_can_be_taken_back() -> None:
    match = opening()
    before = state(match)
    first, second = match.legal(0)[:2]
    match.act(0, first)
    assert match.undo(0).text == first.text
    assert state(match) == before
    match.act(0, second)
    assert [decision.text for decision in match.decisions] == [second.text]


def test_choosing_again_after_undo_leads_where_choosing_at_once_does() -> None:
    """Undo cannot be used to draw again."""
    once, twice = opening(), opening()
    first, second = once.legal(0)[:2]
    once.act(0, f"{second} column1 v")
    twice.act(0, first)
    twice.undo(0)
    twice.act(0, f"{second} column1 v")
    assert state(once) == state(twice)


def decided_turns() -> Iterator[Match]:
    match = opening()
    for push in ("row1 >", "column2 ^", "row3 <"):
        (seat,) = match.due
        match.act(seat, f"{match.legal(seat)[0]} {push}")
        yield match


def test_a_push_is_never_taken_back() -> None:
    for match in decided_turns():
        before = state(match)
        seat = match.decisions[-1].seat
        with pytest.raises(CannotUndo, match="something was revealed since"):
            match.undo(seat)
        assert state(match) == before


def test_no_push_of_a_whole_match_can_be_taken_back() -> None:
    match = played(12)
    for earlier, later in pairwise(match.decisions):
        if later.frame - earlier.frame > 1:
            before, after = match.frames[earlier.frame - 1], match.frames[later.frame - 1]
            assert after.reveals > before.reveals
    with pytest.raises(CannotUndo):
        match.undo(match.decisions[-1].seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_there_is_nothing_to_undo_at_the_start(seat: int) -> None:
    match = opening()
    before = state(match)
    with pytest.raises(CannotUndo, match="has decided nothing yet"):
        match.undo(seat)
    assert state(match) == before


def test_a_seat_cannot_take_back_what_another_decided() -> None:
    match = opening()
    match.act(0, f"{match.legal(0)[0]} row1 >")
    match.act(1, match.legal(1)[0])
    before = state(match)
    with pytest.raises(CannotUndo, match="'row1 >' cannot be taken back"):
        match.undo(0)
    assert state(match) == before
    match.undo(1)
    assert len(match.decisions) == 2


@pytest.mark.parametrize("seat", [2, -1, None, "0"])
def test_a_seat_that_does_not_exist_has_nothing_to_undo(seat: Any) -> None:
    match = opening()
    match.act(0, match.legal(0)[0])
    before = state(match)
    with pytest.raises((CannotUndo, UnknownSeat)):
        match.undo(seat)
    assert state(match) == before


def sealed_choices(*choices: tuple[int, int]) -> Match:
    """Four seats choose a card of their two at once; each choice is a seat and which card."""
    match = Match(huddle.game, seats=4, options={"whispers": False}, secret=seeded_secret(1))
    for seat, which in choices:
        match.act(seat, match.legal(seat)[which])
    return match


@pytest.mark.parametrize("order", list(permutations([0, 2, 3])))
def test_undo_leaves_the_sealed_choices_of_others(order: tuple[int, ...]) -> None:
    match = sealed_choices(*((seat, 0) for seat in order))
    assert match.undo(0).seat == 0
    others = [(seat, 0) for seat in order if seat != 0]
    assert state(match) == state(sealed_choices(*others))
    assert match.due == {0, 1}


def test_a_sealed_choice_can_be_made_again_until_all_have_chosen() -> None:
    match = sealed_choices((2, 0), (0, 0), (3, 1))
    match.undo(0)
    match.act(0, match.legal(0)[1])
    match.act(1, match.legal(1)[0])
    assert state(match) == state(sealed_choices((2, 0), (3, 1), (0, 1), (1, 0)))
    before = state(match)
    for seat in range(4):
        with pytest.raises(CannotUndo, match="something was revealed since"):
            match.undo(seat)
    assert state(match) == before


@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_a_sealed_choice_is_told_to_its_owner_only(seat: int) -> None:
    match = sealed_choices((2, 0), (0, 0))
    assert [event.args[:2] for event in match.log(seat)[-2:]] == [(2, UNKNOWN), (0, UNKNOWN)]
    assert match.log(0)[-1].args[1] != UNKNOWN


def test_an_open_decision_stands_once_others_have_gone_on() -> None:
    match = Match(huddle.game, seats=2, secret=seeded_secret(1))
    before = state(match)
    match.act(0, "silence")
    match.undo(0)
    assert state(match) == before
    match.act(0, "silence")
    match.act(1, match.legal(1)[0])
    before = state(match)
    with pytest.raises(CannotUndo, match="'silence' stands: others have decided since"):
        match.undo(0)
    assert state(match) == before


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
