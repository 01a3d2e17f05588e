"""Positions as text: both ways, and what is no position of Shuppa."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kermesse.core.errors import UnreadablePosition
from kermesse.core.position import Situation
from kermesse.games.shuppa import game
from kermesse.games.shuppa.tests.scenes import (
    any_options,
    asked,
    everybody,
    place,
    scaled,
    walk,
)

UNWRITTEN = {"rng", "reveals", "event", "event_args"}


def same(one: Situation, other: Situation) -> bool:
    """Equal in all that a text holds."""
    names = [name for name in game.dtype.names or () if name not in UNWRITTEN]
    return all((one.record[name] == other.record[name]).all() for name in names)


@settings(max_examples=scaled(40, 12), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), seats=st.integers(1, 4), count=st.integers(0, 250))
def test_every_position_and_view_reads_back(seed: int, seats: int, count: int) -> None:
    chance = Random(seed)
    position = game.new(seats=seats, seed=seed, options=any_options(chance))
    for number, _ in enumerate(walk(position, chance)):
        if number >= count:
            break
    assert same(game.position(position.text), position)
    assert game.position(position.text).text == position.text
    for viewer in everybody(position):
        view = position.view(viewer)
        assert same(game.view(view.text), view)
        assert game.view(view.text).text == view.text


@settings(max_examples=scaled(30, 6), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), seats=st.integers(1, 4))
def test_a_position_that_was_read_plays_on_like_the_one_written(seed: int, seats: int) -> None:
    chance = Random(seed)
    position = game.new(seats=seats, seed=seed, options=any_options(chance))
    for number, _ in enumerate(walk(position, chance)):
        if number >= 40:
            break
    again = game.position(position.text)
    for table in (position, again):
        table.rekey(seed)
        if not table.over:
            for _ in walk(table, Random(seed)):
                pass
    assert same(position, again)


def test_a_position_as_text() -> None:
    position = place(
        "[1 2*A] [3] [] [5*B] [6]", **{"hand 0": "30", "won 1": "7 9", "discard": "10"}
    )
    assert position.text == (
        "seats: 2\n"
        "phase: claim\n"
        "won 1: 7 9\n"
        "discard: 10\n"
        "reserve: 65\n"
        "action_pile: 24\n"
        "rights: 1\n"
        "number: 7\n"
        "waiting: 0 1\n"
        "zone: [1 2*0] [3] [] [5*1] [6]\n"
        "hand 0: 30\n"
    )


def test_a_question_as_text() -> None:
    position = asked("[1 35*A] [6*B 2] [3 9*C 21] [10] [11] [17]")
    position.act(0, "share 0 1 0")
    text = position.text
    assert "phase: share\n" in text
    assert "answers: 0/1/0 .. .. .. .. .. ..\n" in text
    assert "lot: 1\n" in text
    assert "marked: 1:0 1:1 2:0 2:1 3:1 3:2\n" in text
    assert same(game.position(text), position)


def test_a_view_as_text() -> None:
    position = game.new(seats=2, seed=1)
    position.decide(1, str(position.legal(1)[0]))
    text = position.view(0).text
    assert "viewer: 0\n" in text
    assert "hand 1: 7?n 2?a\n" in text
    assert "chosen: .. ??\n" in text
    with pytest.raises(UnreadablePosition, match=r"game\.view"):
        game.position(text)
    with pytest.raises(UnreadablePosition, match=r"game\.position"):
        game.view(position.text)


GOOD = {
    "seats": "2",
    "phase": "claim",
    "number": "6",
    "rights": "1",
    "waiting": "0 1",
    "zone": "[1*0] [2] [3] [5*1] [6]",
    "hand 0": "30 31",
    "hand 1": "37 38",
}
CHOOSING = {
    "seats": "2",
    "number": "7",
    "rights": "1",
    "zone": "[1] [2] [3] [5] [6]",
    "row": "10 11 13",
    "hand 0": "30 31",
    "hand 1": "37 38",
}
SHARING = {
    "seats": "2",
    "phase": "share",
    "number": "7",
    "rights": "1",
    "waiting": "1",
    "active": "0",
    "marked": "1:0 1:1 2:0 2:1 3:0",
    "zone": "[1 6*0] [7 21] [13*1] [3] [9]",
}
ACTING = {
    "seats": "2",
    "phase": "effect",
    "number": "7",
    "rights": "1",
    "acting": "yes",
    "active": "0",
    "zone": "[4*0] [2] [8*1] [5] [9]",
}
ALONE = {
    "seats": "1",
    "phase": "tie",
    "number": "7",
    "rights": "1",
    "acting": "yes",
    "active": "1",
    "best": "1",
    "deck": "2 0",
    "tops": "normal ..",
    "zone": "[4*1] [2] [3] [5] [9]",
}
FALLING = {
    "seats": "2",
    "phase": "fall",
    "number": "7",
    "rights": "1",
    "active": "0",
    "falling": "2",
    "gain": "3",
    "zone": "[1] [2 .. 3] [5] [6] [9]",
}


OVER = {"seats": "2", "phase": "over", "number": "7", "rights": "1", "zone": "[1] [2] [3] [5] [9]"}


def written(lines: dict[str, str]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in lines.items())


FIFTEEN = " ".join(map(str, (1, 2, 3, 5, 6, 9, 10, 11, 13, 14, 15, 17, 18, 19, 22)))
SECOND = ACTING | {"active": "1"}
FULL = ACTING | {"zone": f"[{FIFTEEN}] [4*0] [] [] []"}  # and nothing can jump there any more


@pytest.mark.parametrize(
    "lines", [GOOD, CHOOSING, SHARING, ACTING, SECOND, FULL, ALONE, FALLING, OVER]
)
def test_the_good_ones_are_good(lines: dict[str, str]) -> None:
    assert same(game.position(game.position(written(lines)).text), game.position(written(lines)))


REFUSED = [
    (GOOD, {"seats": "0"}, "seats cannot be '0'"),
    (GOOD, {"number": "0"}, "the number is 0"),
    (GOOD, {"rounds": "3"}, "there are 3 rounds, not 6"),
    (GOOD, {"arrow": ".."}, "does not fit arrow"),
    (GOOD, {"rights": "7"}, "rights does not fit"),
    (GOOD, {"rights": "0"}, "rights does not fit"),
    (GOOD, {"arrow": "left", "rights": "6"}, "rights does not fit"),
    (GOOD, {"viewer": "3"}, "with 2 seats"),
    (GOOD, {"zone": "[1*0] [2] [3] [5*1]"}, "zone has 5 columns, not 4"),
    (GOOD, {"zone": "[1*0] [2] [3] [5*1] 6"}, "zone is written like"),
    (GOOD, {"zone": "[1*0] [2] [3] [5*1] [100]"}, "zone cannot be '100'"),
    (GOOD, {"zone": "[1*0] [2] [3] [5*1] [x]"}, "zone cannot be 'x'"),
    (GOOD, {"zone": "[1*0] [2] [3] [5*1] [1]"}, "card 1 lies in 2 places"),
    (GOOD, {"zone": "[1*0] [2] [3] [5*1] [30]"}, "card 30 lies in 2 places"),
    (GOOD, {"zone": "[1*0] [2*0] [3] [5*1] [6]"}, "player 0 has two tokens"),
    (GOOD, {"zone": "[1*7] [2] [3] [5*1] [6]"}, "the token on 1 cannot be '7'"),
    (GOOD, {"zone": "[1*0 5*1] [2] [3] [9] [6]"}, "tokens lie in different columns"),
    (GOOD, {"zone": "[1*0] [2 .. 9] [3] [5*1] [6]"}, "falling does not fit the gaps"),
    (GOOD, {"zone": f"[1*0] [{' '.join(map(str, range(40, 56)))}] [3] [5*1] [6]"}, "room for 15"),
    (GOOD, {"zone": f"[1*0] [{' '.join(map(str, range(40, 50)))}] [3] [5*1] [6]"}, "too high"),
    (GOOD, {"waiting": ".."}, "does not fit waiting"),
    (GOOD, {"waiting": "1"}, "the turn of player 0 was left out"),
    (GOOD, {"waiting": "2"}, "waiting cannot be '2'"),
    (GOOD, {"due": "0"}, "does not fit who is due"),
    (GOOD, {"active": "0"}, "does not fit active"),
    (GOOD, {"hand 0": ""}, "hand 0 is too small for 1 rounds"),
    (GOOD, {"hand 0": "30 30"}, "hand 0 holds 30 twice"),
    (GOOD, {"hand 0": "1?n"}, "hand 0 cannot hold '?'"),
    (GOOD, {"hand 2": "40"}, "no line 'hand 2'"),
    (GOOD, {"won 3": "40"}, "no line 'won 3'"),
    (GOOD, {"viewer": "0"}, "hand 1 names cards"),
    (GOOD, {"reserve": "3"}, "cards are left for reserve, not 3"),
    (GOOD, {"action_pile": "3"}, "cards are left for action_pile, not 3"),
    (GOOD, {"row": "10 11 13"}, "does not fit row"),
    (GOOD, {"gain": "2"}, "does not fit gain"),
    (GOOD, {"acting": "yes"}, "does not fit acting"),
    (GOOD, {"marked": "1:0"}, "does not fit marked"),
    (GOOD, {"coming": "1:0"}, "does not fit coming"),
    (GOOD, {"marked": "9:0"}, "marked cannot hold '9:0'"),
    (GOOD, {"marked": "1:15"}, "marked cannot hold '1:15'"),
    (GOOD, {"falling": "1"}, "does not fit falling"),
    (GOOD, {"deck": "1 1"}, "there is no automaton"),
    (GOOD, {"tops": "normal .."}, "there is no automaton"),
    (GOOD, {"automaton_won": "yes"}, "there is no automaton"),
    (GOOD, {"phase": "automaton_card"}, "does not fit token"),
    (GOOD, {"phase": "action", "waiting": ".."}, "does not fit acting"),
    (OVER, {"number": "6"}, "the match ends after the last round"),
    (OVER, {"phase": "restock"}, "after the last round nothing is restocked"),
    (OVER, {"phase": "reveal", "arrow": ".."}, "no round is left"),
    (GOOD, {"chosen": "30 .."}, "does not fit chosen"),
    (GOOD, {"token 0": "40 1"}, "player 0 has two tokens"),
    (CHOOSING, {"row": "10 11"}, "does not fit row"),
    (CHOOSING, {"row": "11 10 13"}, "the row is sorted"),
    (CHOOSING, {"row": "10 11 12"}, "only Normal cards are turned up"),
    (CHOOSING, {"row": "10 11 13 14 15 17"}, "row has room for 5 cards"),
    (CHOOSING, {"row": "10 11 ?"}, "row cannot be"),
    (CHOOSING, {"column": "2"}, "does not fit column"),
    (CHOOSING, {"chosen": "40 .."}, "chosen 0 is not in the hand"),
    (CHOOSING, {"chosen": "?? .."}, "chosen 0 is not in the hand"),
    (CHOOSING, {"chosen": "30 ..", "due": "0 1"}, "chosen 0 does not fit who is due"),
    (CHOOSING, {"chosen": "30 37"}, "does not fit who is due"),
    (CHOOSING, {"phase": "show"}, "has not chosen"),
    (CHOOSING, {"phase": "automaton", "chosen": "30 37"}, "there is no automaton"),
    (CHOOSING, {"zone": "[1*0] [2] [3] [5] [6]"}, "does not fit token"),
    (CHOOSING, {"zone": "[] [2] [3] [5] [6]"}, "has not been restocked"),
    (SHARING, {"marked": "1:0 1:5"}, "marked holds a cell without a card"),
    (SHARING, {"lot": "1"}, "an answer does not fit its lot"),
    (SHARING, {"lot": "3"}, "an answer does not fit its lot"),
    (SHARING, {"answers": f"2/0/0{6 * ' ..'}"}, "more answers than questions"),
    (SHARING, {"answers": f"9/0/0{6 * ' ..'}"}, "answers cannot be"),
    (SHARING, {"share_mode": "auto"}, "there is nothing to ask"),
    (SHARING, {"active": ".."}, "does not fit active"),
    (GOOD, {"phase": "draw", "active": "3"}, "with 2 seats"),
    (ACTING, {"zone": "[4] [2] [8*1] [5] [9]"}, "the active player has no token"),
    (ACTING, {"zone": "[1*0] [2] [8*1] [5] [9]"}, "tokens lie on Action cards"),
    (ACTING, {"waiting": "1"}, "nobody waits for phase 4"),
    (ACTING, {"phase": "tie", "due": "0", "best": "1"}, "only the automaton"),
    (ACTING, {"best": "2"}, "does not fit best"),
    (ALONE, {"best": "2"}, "the best options are others"),
    (ALONE, {"solo_ties": "first"}, "ties are not asked about"),
    (ALONE, {"tops": "action .."}, "tops does not fit the deck"),
    (ALONE, {"tops": ".. .."}, "the back of the top card is always seen"),
    (ALONE, {"laid": "normal"}, "does not fit laid"),
    (ALONE, {"phase": "effect", "due": ".."}, "does not fit"),
    (FULL, {"zone": f"[{FIFTEEN}] [4*0] [8*1] [] []"}, "column 1 can grow too high"),
    (FULL, {"number": "6", "hand 0": "30 31", "hand 1": "37 38"}, "column 1 can grow too high"),
    (FALLING, {"falling": ".."}, "does not fit falling"),
    (FALLING, {"falling": "0"}, "falling cannot be '0'"),
    (FALLING, {"zone": "[1] [2 3] [5] [6] [9]"}, "falling does not fit"),
]


@pytest.mark.parametrize(("lines", "changes", "complaint"), REFUSED)
def test_what_is_no_position(
    lines: dict[str, str], changes: dict[str, str], complaint: str
) -> None:
    text = written(lines | changes)
    reader = game.view if changes.get("viewer") == "0" else game.position
    with pytest.raises(UnreadablePosition) as refused:
        reader(text)
    assert complaint in str(refused.value)


@settings(max_examples=scaled(150, 30), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_text_with_a_changed_line_is_refused_or_can_be_played_on(
    seed: int, data: st.DataObject
) -> None:
    """Whatever is read must go on to its end."""
    chance = Random(seed)
    position = game.new(seats=chance.randint(1, 4), seed=seed, options=any_options(chance))
    for number, _ in enumerate(walk(position, chance)):
        if number >= chance.randrange(120):
            break
    lines = position.text.splitlines()
    other = game.new(seats=position.seats, seed=seed + 1).text.splitlines()
    line = data.draw(st.sampled_from(lines))
    action = data.draw(st.sampled_from(["drop", "swap", "number"]))
    if action == "drop":
        lines.remove(line)
    elif action == "swap":
        lines[lines.index(line)] = data.draw(st.sampled_from(other))
    else:
        name = line.split(":")[0]
        lines[lines.index(line)] = f"{name}: {data.draw(st.integers(0, 99))}"
    try:
        read = game.position("\n".join(lines))
    except UnreadablePosition:
        return
    read.rekey(seed)
    if not read.over:
        for _ in walk(read, chance):
            pass
    assert read.over
