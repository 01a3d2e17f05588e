"""What is given to Kermesse from outside: numbers of any kind, and refusals that stay short."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.match.scenes import GAME, SEAT0_STARTS, opening, state

import kermesse
from kermesse.bots.budget import Budget
from kermesse.core.chance import checked_seed
from kermesse.core.errors import (
    LONGEST_QUOTE,
    KermesseError,
    SetupRefused,
    UnknownBot,
    UnknownSeat,
    UnreadableAction,
    UnreadablePosition,
    brief,
    whole,
)
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match, write_match

MANY = "x" * 10**6
INTEGERS = [int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint32, np.uint64]
every_integer = pytest.mark.parametrize("kind", INTEGERS)
NO_INTEGERS: list[Any] = [
    True, False, np.True_, np.False_, 0.0, 1.0, np.float32(1), np.float64(0), "0", b"0", None,
    [0], (0,), 1j, float("nan"), object,
]  # fmt: skip


# --- quotes -------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, "a", None, [1, "é"], "x" * (LONGEST_QUOTE - 2)], ids=ascii)
def test_a_short_value_is_quoted_whole(value: object) -> None:
    assert brief(value) == repr(value)


@pytest.mark.parametrize(
    "value",
    [
        MANY,
        [MANY],
        {MANY: MANY},
        "\U000e0001" * 100,
        "x" * (LONGEST_QUOTE - 1),
        10**4000,
        np.zeros((99, 99)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_long_value_is_quoted_by_its_beginning(value: object) -> None:
    quoted = brief(value)
    assert len(quoted) == LONGEST_QUOTE + 1
    assert quoted.endswith("…")


def test_a_value_that_has_no_text_is_quoted_by_its_kind() -> None:
    """Python refuses to write out an int of more than 4300 digits."""
    assert brief(10**5000) == "<int that cannot be shown>"


LONG: dict[str, Callable[[], object]] = {
    "game": lambda: kermesse.game(MANY),
    "bot": lambda: kermesse.bot(MANY, GAME),
    "language": lambda: GAME.rulebook(MANY),
    "option name": lambda: Match(GAME, options={MANY: 1}),
    "option value": lambda: Match(GAME, options={"end_lines": MANY}),
    "option word": lambda: GAME.new(options={"roles": [MANY]}),
    "option list": lambda: GAME.new(options=[MANY]),  # type: ignore[arg-type]
    "seats": lambda: GAME.new(seats=MANY),  # type: ignore[arg-type]
    "seed": lambda: GAME.new(seed=MANY),  # type: ignore[arg-type]
    "large seed": lambda: GAME.new(seed=10**4000),
    "name": lambda: Match(GAME, players=["Ana", MANY]),
    "odd name": lambda: Match(GAME, players=["Ana", MANY + "\0"]),
    "players": lambda: Match(GAME, players=MANY),
    "many players": lambda: Match(GAME, players=[MANY] * 10),
    "action": lambda: opening().act(0, MANY),
    "action words": lambda: opening().act(0, "row1 > " * 60),
    "action type": lambda: opening().act(0, [MANY]),  # type: ignore[arg-type]
    "decision": lambda: opening().position.decide(0, MANY),
    "several decisions": lambda: opening().position.decide(0, "row1 > " * 60),
    "seat": lambda: opening().act(MANY, 0),  # type: ignore[arg-type]
    "view": lambda: opening().view(MANY),  # type: ignore[arg-type]
    "position": lambda: GAME.position(MANY),
    "position line": lambda: GAME.position(f"{MANY}: {MANY}"),
    "position value": lambda: GAME.position(opening().position.text + f"round: {MANY}\n"),
    "position type": lambda: GAME.position([MANY]),  # type: ignore[arg-type]
    "view text": lambda: GAME.view(MANY),
    "match": lambda: Match(MANY),  # type: ignore[arg-type]
    "rule": lambda: GAME.rulebook().rule(MANY),
    "odd action": lambda: opening().act(0, "\U000e0001" * 400),
    "odd position": lambda: GAME.position("\U000e0001" * 400),
    "huge seed": lambda: GAME.new(seed=10**5000),
}


@pytest.mark.parametrize(
    "call",
    LONG.values(),
    ids=[*LONG],
)
def test_however_long_the_value_the_refusal_is_short(call: Callable[[], object]) -> None:
    with pytest.raises(KermesseError) as refused:
        call()
    assert len(str(refused.value)) < 300


# --- things of another kind ---------------------------------------------------------------


WRONG_KINDS: dict[str, tuple[Callable[[], object], type[KermesseError], str]] = {
    "match of a name": (lambda: Match("muvuca"), SetupRefused, "a match is of a Game"),  # type: ignore[arg-type]
    "match of nothing": (lambda: Match(None), SetupRefused, "not None"),  # type: ignore[arg-type]
    "players": (lambda: Match(GAME, players=5), SetupRefused, "2 players' names, not 5"),  # type: ignore[arg-type]
    "position": (lambda: GAME.position(5), UnreadablePosition, "not from 5"),  # type: ignore[arg-type]
    "view": (lambda: GAME.view(None), UnreadablePosition, "not from None"),  # type: ignore[arg-type]
    "bot": (lambda: kermesse.bot(["x"], GAME), UnknownBot, r"no bot \['x'\]"),  # type: ignore[arg-type]
    "no bot": (lambda: kermesse.bot(None, GAME), UnknownBot, "no bot None"),  # type: ignore[arg-type]
    "rulebook": (lambda: GAME.rulebook(["en"]), KermesseError, r"no rulebook in \['en'\]"),  # type: ignore[arg-type]
    "verify": (lambda: kermesse.verify(None), KermesseError, "not from None"),  # type: ignore[arg-type]
    "view of -1.0": (lambda: opening().view(-1.0), UnknownSeat, "no seat -1.0"),  # type: ignore[arg-type]
    "position's view": (lambda: GAME.new().view(-1.0), UnknownSeat, "no seat -1.0"),  # type: ignore[arg-type]
    "decide 25.0": (lambda: GAME.new().decide(0, 25.0), UnreadableAction, "not 25.0"),  # type: ignore[arg-type]
    "decide 999": (lambda: GAME.new().decide(0, 999), UnreadableAction, "to 40, not 999"),
    "decide -1": (lambda: GAME.new().decide(0, -1), UnreadableAction, "to 40, not -1"),
    "decide True": (lambda: GAME.new().decide(0, True), UnreadableAction, "not True"),
    "rekey -1": (lambda: GAME.new().rekey(-1), SetupRefused, "from 0 to 2.64 - 1, not -1"),
    "rekey 2^64": (lambda: GAME.new().rekey(2**64), SetupRefused, "not 18446744073709551616"),
    "rekey 1.0": (lambda: GAME.new().rekey(1.0), SetupRefused, "not 1.0"),  # type: ignore[arg-type]
    "imagine": (lambda: GAME.new().view(0).imagine(-1), SetupRefused, "not -1"),
}


@pytest.mark.parametrize("case", WRONG_KINDS)
def test_a_thing_of_another_kind_is_refused_with_a_sentence(case: str) -> None:
    call, error, says = WRONG_KINDS[case]
    with pytest.raises(error, match=says) as refused:
        call()
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "call",
    [
        lambda: GAME.rulebook().rule(5),
        lambda: kermesse.resume(None),
        lambda: kermesse.write_match(None),
        lambda: kermesse.bot("greedy", "muvuca"),
    ],
    ids=["rule", "resume", "write_match", "bot"],
)
def test_the_front_door_refuses_things_of_another_kind(call: Callable[[], object]) -> None:
    with pytest.raises(KermesseError):
        call()


def test_resuming_with_a_text_for_a_secret_is_refused() -> None:
    file = read_match(write_match(opening()))
    with pytest.raises(KermesseError, match="the secret is missing or is not the one"):
        kermesse.resume(file, "abc")  # type: ignore[arg-type]


# --- whole numbers ------------------------------------------------------------------------


@every_integer
def test_a_whole_number_of_any_kind_is_an_int(kind: Callable[[int], Any]) -> None:
    for number in (0, 1, 127):
        found = whole(kind(number))
        assert found == number
        assert type(found) is int


def test_large_and_negative_numbers_are_whole() -> None:
    assert whole(np.uint64(2**64 - 1)) == 2**64 - 1
    assert whole(np.int8(-1)) == -1
    assert whole(10**400) == 10**400


@pytest.mark.parametrize(
    "value",
    [*NO_INTEGERS, *(np.array(v) for v in ([], [0], [0, 1]))],
    ids=repr,
)
def test_everything_else_is_no_whole_number(value: object) -> None:
    assert whole(value) is None


@every_integer
def test_numbers_of_any_kind_are_seats_seeds_counts_options_and_actions(
    kind: Callable[[int], Any],
) -> None:
    options = {**SEAT0_STARTS, "end_lines": 3, "turn_cap": 60}
    kinds = {**SEAT0_STARTS, "end_lines": kind(3), "turn_cap": kind(60)}
    first = GAME.new(seats=2, seed=7, options=options)
    second = GAME.new(seats=kind(2), seed=kind(7), options=kinds)
    assert second == first
    assert second.view(kind(0)) == first.view(0)
    assert second.legal(kind(0)) == first.legal(0)
    number = first.legal(0)[2].number
    assert second.read(kind(number)) == (number, None)
    assert second.act(kind(0), kind(number)) == first.act(0, number)
    assert second.decide(kind(0), kind(25)) == first.decide(0, 25)
    first.rekey(9)
    second.rekey(kind(9))
    assert second == first
    assert second.view().imagine(kind(3)) == first.view().imagine(3)
    assert checked_seed(kind(3)) == 3


@every_integer
def test_bots_take_seeds_of_any_kind(kind: Callable[[int], Any]) -> None:
    view = opening().view(0)
    for name in kermesse.bot_names():
        bot = kermesse.bot(name, GAME)
        thought = bot.choose(view, budget=Budget(iterations=4), seed=kind(5))
        assert thought == bot.choose(view, budget=Budget(iterations=4), seed=5)


def numbered_match(kind: Callable[[int], Any]) -> Match:
    """A match in which every number is of one kind."""
    options = {**SEAT0_STARTS, "end_lines": kind(3)}
    match = Match(GAME, seats=kind(2), options=options, secret=seeded_secret(7))
    card, other = (action.number for action in match.legal(kind(0))[:2])
    match.act(kind(0), kind(other))
    match.undo(kind(0))
    match.act(kind(0), kind(card))
    match.act(kind(0), kind(25))
    return match


@every_integer
def test_a_match_takes_numbers_of_any_kind(kind: Callable[[int], Any]) -> None:
    match, expected = numbered_match(kind), numbered_match(int)
    assert state(match) == state(expected)
    assert match.options == expected.options
    assert match.log(kind(0)) == expected.log(0)
    assert match.view(kind(1)) == expected.view(1)


@every_integer
def test_a_match_with_numbers_of_any_kind_is_written_the_same(kind: Callable[[int], Any]) -> None:
    match = numbered_match(kind)
    assert {type(decision.seat) for decision in match.decisions} == {int}
    assert type(match.options["end_lines"]) is int
    assert write_match(match) == write_match(numbered_match(int))


@pytest.mark.parametrize("value", [v for v in NO_INTEGERS if v is not None], ids=repr)
def test_nothing_else_is_taken_for_a_number(value: Any) -> None:
    match = opening()
    before = state(match)
    with pytest.raises(SetupRefused, match="exactly 2 seats"):
        GAME.new(seats=value)
    with pytest.raises(SetupRefused, match="a seed is a whole number"):
        GAME.new(seed=value)
    with pytest.raises(SetupRefused, match="option end_lines takes"):
        GAME.new(options={"end_lines": value})
    for call in (match.view, match.legal, match.log, match.undo, match.position.legal):
        with pytest.raises(UnknownSeat, match="the seats are 0 to 1"):
            call(value)
    with pytest.raises(UnknownSeat, match="the seats are 0 to 1"):
        match.act(value, 0)
    with pytest.raises(UnreadableAction):
        match.act(0, value)
    with pytest.raises(UnreadableAction):
        match.position.decide(0, value)
    with pytest.raises(SetupRefused, match="a seed is a whole number"):
        match.position.rekey(value)
    assert state(match) == before
