"""Actions, events and positions as text."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from kermesse.core.errors import UnreadableAction, UnreadablePosition
from kermesse.games.moon_river import game
from kermesse.games.moon_river.tests.scenes import (
    SEAT_COUNTS,
    any_options,
    fields,
    placed,
    scaled,
    scene,
    texts,
    walk,
)
from kermesse.games.moon_river.words.actions import action_text, read_action

FORGOTTEN = {"rng": 0, "reveals": 0, "event": 0, "event_args": []}


def test_every_action_has_a_text_of_its_own() -> None:
    written = [action_text(n) for n in range(game.actions)]
    assert len(set(written)) == game.actions
    assert [read_action(text) for text in written] == list(range(game.actions))


@pytest.mark.rule("MR-136")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("PLOT 3", "plot 3"),
        ("join cn d0", "join D0 Cn"),
        ("Join D0 CN", "join D0 Cn"),
        ("recruit cattle-thief cowboy", "recruit cattle_thief cowboy"),
        ("  place   r2c3 R2C4 ", "place r2c3 r2c4"),
        ("swap k5 1 mcc", "swap K5 1 Mcc"),
    ],
)
def test_actions_are_read_with_some_tolerance(text: str, written: str) -> None:
    assert action_text(read_action(text)) == written


@pytest.mark.parametrize(
    "text", ["", "plot 0", "plot 5", "join D0", "join D0 Bd", "place r1c1 r3c1", "swap D0 4 C0",
             "recruit sheriff cowboy", "move r1c1", "tile 3", "side swamp", "lay r11c1", "steal 1"]
)  # fmt: skip
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableAction, match="cannot read"):
        read_action(text)


@pytest.mark.rule("MR-132")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_every_position_can_be_written_and_read_back(seats: int) -> None:
    chance = Random(seats)
    for seed in range(scaled(2, 1)):
        position = game.new(seats, seed, any_options(chance, seats))
        for number, _ in enumerate(walk(position, chance)):
            if number % 15:
                continue
            again = game.position(position.text)
            assert again.text == position.text
            assert fields(again.record) | FORGOTTEN == fields(position.record) | FORGOTTEN
            view = position.view(number % seats)
            assert game.view(view.text).text == view.text


SENTENCES = [
    ({"reserves": {0: "Ccc Aco"}}, "Ccc Aco", "r1c2 r1c1", [
        "Seat 0 joins canyon (2 cows) and farm (1 cow, 1 circle).",
        "Seat 0 places canyon (2 cows) on r1c2 and farm (1 cow, 1 circle) on r1c1.",
        "1 cow comes to r1c1 of Seat 0.",
        "2 cows come to r1c2 of Seat 0.",
    ]),
    ({"reserves": {0: "Ds Aco"}, "saloon": ""}, "Ds Aco", "r1c2 r1c1", [
        "Seat 0 joins desert (1 skull) and farm (1 cow, 1 circle).",
        "Seat 0 places desert (1 skull) on r1c2 and farm (1 cow, 1 circle) on r1c1.",
        "1 cow comes to r1c1 of Seat 0.",
        "Drought on r1c2 of Seat 0: there is no cow in that territory.",
        "The saloon is empty: Seat 0 cannot recruit for r1c1.",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "domino", "where", "sentences"), SENTENCES)
def test_a_turn_in_sentences(
    lines: dict[str, object], domino: str, where: str, sentences: list[str]
) -> None:
    position = scene(3, **lines)  # type: ignore[arg-type]
    events = placed(position, domino, where)
    assert [event.text for event in events] == sentences


def test_the_terminal_shows_what_lies_there() -> None:
    position = scene(3, {0: {"r1c2": "Ccc*2", "r2c2": "Aco*1/farmer"}}, {0: "D0 C0"})
    shown = str(position)
    for part in ("Round 5 of 24", "Ccc•2", "Aco•/F", "saloon", "reserve  D0   C0", "▸Seat 0"):
        assert part in shown
    assert "bonus tiles 1 2" in str(game.new(2, 1))
    legends = str(game.new(4, 1, {"variant": "legends", "scenario": "gold"}))
    assert "gold rush" in legends
    assert "Big Jo" in legends


# --- positions that cannot be -------------------------------------------------------------------


@cache
def good() -> str:
    """A position that can be; written when a test asks, so that no rule runs before the tests."""
    land = {"r1c2": "Ccc*2", "r2c2": "Aco*1/farmer"}
    return scene(3, {0: land}, {0: "D0 C0"}, saloon="trapper").text


def test_the_good_text_is_good() -> None:
    assert game.position(good()).text == good()


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("phase: expand", "phase: place", "joined names two plots"),
        ("phase: expand", "phase: drought", "nothing waits"),
        ("phase: expand", "phase: recruit", "nothing waits"),
        ("phase: expand", "phase: over", "comes after the final round"),
        ("phase: expand", "phase: receive", "turns to come"),
        ("phase: expand", "phase: discard_two", "does not fit the reserve"),
        ("phase: expand", "phase: cowboy", "where the partner at work lies"),
        ("phase: expand", "phase: bonus_tile", "has had a tile"),
        ("phase: expand", "phase: draw", "all Rancheros in a column"),
        ("phase: expand", "phase: tally", "after the final round"),
        ("round_number: 5", "round_number: 6", "plots have left the box"),
        ("active: 0", "active: 1", "active is who has this turn"),
        ("active: 0", "active: ..", "do not fit"),
        ("order: 0 1 2 ..", "order: 0 1 1 ..", "as often as it has a turn"),
        ("colour: purple", "colour: orange", "different colours"),
        ("tiles_gone: 1 2", "tiles_gone: 1", "bonus tile 2 is in one place, not in 0"),
        ("saloon: trapper", "saloon: " + "trapper " * 6, "there are 5 of trapper, not 6"),
        ("saloon: trapper", "saloon: farmer farmer", "there are 2 of farmer, not 3"),
        ("saloon: trapper", "saloon: " + "trapper desperado " * 3, "5 places, not 6"),
        ("Ccc*2", "Ccc*40", "cannot be '40'"),
        ("Ccc*2", "K5*2", "a cow on corn"),
        ("Ccc*2", "Xyz", "cannot be 'Xyz'"),
        ("Ccc*2", "Ccc*2/farmer", "no circle on r1c2"),
        ("Ccc*2", ".", "not made of dominoes"),
        ("Ccc*2", "Bd", "is not made of dominoes"),
        ("Ccc*2", "#", "the cell of the board is r1c3"),
        (" # ", " F1 ", "does not fit into its frame"),
        ("reserve 0: D0 C0", "reserve 0: D0 F1 F1 F1 F2", "room for 4"),
        ("reserve 0: D0 C0", "reserve 0: D0 Q9", "cannot be 'Q9'"),
        ("reserve 0: D0 C0", "reserve 0: D0", "plots have left"),
        ("active: 0", "active: 0\nplan: gold", "what the legends are played with"),
        ("active: 0", "active: 0\nvariant: legends", "what the legends are played with"),
        ("active: 0", "active: 0\ncolours: white-green", "give one for each"),
        ("active: 0", "active: 0\nsteps_left: 2", "those of a cowboy at work"),
        ("active: 0", "active: 0\njoined: D0 C0", "nothing is joined"),
        ("active: 0", "active: 0\nskulls_due: r1c2", "skulls_due in phase expand"),
        ("active: 0", "active: 0\nemptying: yes", "after round 24"),
        ("active: 0", "active: 0\ntallied: 3", "counts the lines told"),
        ("active: 0", "active: 0\nreached: 0", "has had a tile"),
    ],
)
def test_texts_that_are_no_position_are_refused_with_a_reason(
    before: str, after: str, reason: str
) -> None:
    assert before in good()
    blank = game.blank()
    untouched = blank.tobytes()
    with pytest.raises(UnreadablePosition, match=reason):
        game.notation.read_position(good().replace(before, after, 1), blank)
    assert blank.tobytes() == untouched


PLACING = """
seats: {seats}
phase: choose_plot
turn: 1
active: 0
order: 1 0 {rest}
colour: green white {colour}
tiles{gone}: 1 2
saloon: trapper trapper trapper trapper trapper
newer: Cs@1 K3 F1 Co
"""
THREE = PLACING.format(seats=3, rest=".. ..", colour="orange", gone="_gone")
TWO = PLACING.format(seats=2, rest="0 1", colour="", gone="")


@pytest.mark.rule("MR-10", "MR-117")
@pytest.mark.parametrize(
    ("text", "before", "after", "reason"),
    [
        (THREE, "order: 1 0", "order: 2 0", "whose Rancheros were drawn"),
        (THREE, "order: 1 0", "order: .. ..", "whose Rancheros were drawn"),
        (THREE, "turn: 1", "turn: 2", "whose Rancheros were drawn"),
        (THREE, "Cs@1", "Cs", "whose Rancheros were drawn"),
        (THREE, "newer:", "older: D0@2 .. .. ..\nnewer:", "no older column before round 1"),
        (THREE, "newer:", "reserve 2: D0\nnewer:", "seat 2 has plots before round 1"),
        (TWO, "order: 1 0 0 1", "order: 0 0 1 1", "whose Rancheros were drawn"),
        (TWO, "order: 1 0 0 1", "order: 1 0 1 0", "first and last in order"),
        (TWO, "order: 1 0 0 1", "order: 1 0 .. ..", "first and last in order"),
        (TWO, "phase: choose_plot\nturn: 1\nactive: 0", "phase: ranchero\nturn: 1",
         "first and last in order"),
    ],
)  # fmt: skip
def test_an_order_in_which_nobody_was_drawn_is_refused(
    text: str, before: str, after: str, reason: str
) -> None:
    assert len(texts(game.position(text))) == 3
    assert before in text
    with pytest.raises(UnreadablePosition, match=reason):
        game.position(text.replace(before, after))


DRAWING = """
seats: 3
phase: draw
drawn: 2
colour: green white orange
tiles_gone: 1 2
saloon: trapper trapper trapper trapper trapper
removed: Co
older: Cs@1 K3@0 F1@2 ..
newer: D0 C0 .. ..
"""


@pytest.mark.rule("MR-13", "MR-75", "MR-79")
@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("drawn: 2", "drawn: 1", "6 plots have left the box, not 5"),
        ("newer: D0 C0 .. ..", "newer: D0 .. C0 ..", "newer holds what is drawn"),
        ("drawn: 2", "drawn: 4", "plots have left the box"),
        ("phase: draw", "phase: sort", "counts the plots of a column under way"),
        ("phase: draw", "phase: draw\nturn: 1", "nobody has a turn"),
        ("F1@2", "F1", "the older column has Rancheros on it"),
        ("removed: Co\nolder: Cs@1 K3@0 F1@2 ..", "removed: Co F1\nolder: Cs@1 K3@0 .. ..",
         "all Rancheros in a column"),
        ("removed: Co", "removed:\nranch 0:\n. . # Co Mc", "seat 0 has plots before round 1"),
    ],
)  # fmt: skip
def test_a_column_under_way_has_to_fit_its_round(before: str, after: str, reason: str) -> None:
    position = game.position(DRAWING)
    assert [event.kind for event in position.settle()][:3] == ["drew", "drew", "sorted"]
    assert before in DRAWING
    with pytest.raises(UnreadablePosition, match=reason):
        game.position(DRAWING.replace(before, after))


def test_what_is_read_can_be_played_on() -> None:
    """Texts with one line changed are refused, or they lead to the end of a game."""
    chance = Random(7)
    played = 0
    for seed in range(30):
        position = game.new(2 + seed % 3, seed)
        stop = chance.randrange(400)
        for number, _ in enumerate(walk(position, chance)):
            if number == stop:
                break
        lines = position.text.splitlines()
        at = chance.randrange(len(lines))
        words = lines[at].split(" ")
        lines[at] = " ".join([*words[:-1], chance.choice(["0", "1", "2", "..", "D0", "yes", "3"])])
        try:
            again = game.position("\n".join(lines) + "\n")
        except UnreadablePosition:
            continue
        played += 1
        for _ in walk(again, chance):
            pass
        assert again.over
    assert played
