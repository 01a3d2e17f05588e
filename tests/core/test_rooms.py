"""What spares an author work: rooms put together, plain notation and boards, sets of cards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from rich.text import Text
from tests.toys import heap, plainly

from kermesse.core.cards import draw_members, rank, spread
from kermesse.core.census import unnamed_of
from kermesse.core.conformance.chi_square import uniform
from kermesse.core.errors import KermesseError, UnreadableAction, UnreadablePosition
from kermesse.core.events import EventKind, tells
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.kinds import HIDDEN, Members, Named, Number, components, named, seats
from kermesse.core.plain_board import seat_board, set_text
from kermesse.core.plain_notation import PlainNotation
from kermesse.core.record import NOTHING, UNKNOWN, Record, one, option, record_type, row
from kermesse.core.rooms import game_of
from kermesse.core.usual_parts import usual_features, usual_parts
from kermesse.core.words import words

SEAT = seats(2)
STICKS = named(f"{n} sticks" for n in range(20)).or_unknown()


class Happening(EventKind):
    TOOK = tells(seat=Named({UNKNOWN: HIDDEN, **SEAT.names}), sticks=STICKS, left=Number(20))


NOTATION = PlainNotation(
    actions=("pass", "take 1", "take 2", "take 3"),
    sentences={Happening.TOOK: "Seat {seat} has taken {sticks}, {left} are left."},
    turn_rule="HE-01",
    choice_rule="HE-02",
)


def room(name: str, **parts: Any) -> ModuleType:
    module = ModuleType(f"tests.toys.{name}")
    vars(module).update(parts)
    return module


def rules(**changed: Any) -> ModuleType:
    """Heap as a room, with names as `game_of` wants them."""
    kernels = dict(heap.game.kernels)
    parts = {
        "SEATS": range(2, 3),
        "FIELDS": heap.FIELDS,
        "Phase": plainly.Phase,
        "Happening": plainly.Happening,
        "Ending": plainly.Ending,
        "FEATURES": 1,
        "BOX": np.zeros(0, np.int16),
        "bound": lambda options: 100,
        **kernels,
        **changed,
    }
    return room("rules", **{name: part for name, part in parts.items() if part is not None})


TEXTS = room("texts", notation=NOTATION, board=lambda s, names=(): Text(""))


@pytest.fixture
def game() -> Game:
    return game_of("Heap", rules(), TEXTS)


# --- rooms --------------------------------------------------------------------------------


def test_rooms_make_a_game(game: Game) -> None:
    assert (game.name, game.title, game.package) == ("toys", "Heap", "tests.toys")
    assert game.actions == 4  # as many as the notation lists
    assert game.options == ()
    table = game.new(seed=1)
    table.act(0, "take 3")
    assert table.record.sticks == heap.STICKS - 3


def test_further_fields_are_handed_on() -> None:
    told = game_of("Heap", rules(ACTIONS=9), TEXTS, version="7", usual_seats=2)
    assert (told.version, told.usual_seats, told.actions) == ("7", 2, 9)


@pytest.mark.parametrize("name", ["FIELDS", "Phase", "bound"])
def test_a_part_that_no_room_has_is_named(name: str) -> None:
    with pytest.raises(KermesseError, match=f"no room of tests.toys has {name}"):
        game_of("Heap", rules(**{name: None}), TEXTS)


def test_a_kernel_that_no_room_has_is_named() -> None:
    with pytest.raises(KermesseError, match="lacks the kernels census"):
        game_of("Heap", rules(census=None), TEXTS)


def test_two_rooms_may_share_a_part_but_not_disagree() -> None:
    same = room("more", step=heap.step)
    assert game_of("Heap", rules(), TEXTS, same).kernels["step"] is heap.step
    other = room("more", step=heap.setup)
    with pytest.raises(KermesseError, match=r"tests.toys.rules and tests.toys.more both have step"):
        game_of("Heap", rules(), TEXTS, other)


# --- notation -----------------------------------------------------------------------------


def test_actions_are_read_as_people_type_them() -> None:
    assert NOTATION.action_text(2) == "take 2"
    assert NOTATION.read_action(" Take   2 ") == 2
    with pytest.raises(UnreadableAction, match="no action 'taek 2'; did you mean 'take 2'"):
        NOTATION.read_action("taek 2")


def test_a_long_list_of_actions_is_not_read_out() -> None:
    many = replace(NOTATION, actions=[f"lay {card}" for card in range(500)])
    with pytest.raises(UnreadableAction, match=r"^no action 'xyz'$"):
        many.read_action("xyz")
    with pytest.raises(UnreadableAction, match="known are pass, take 1"):
        NOTATION.read_action("xyz")


def test_events_fill_their_gaps() -> None:
    s: Any = SimpleNamespace(event=0, event_args=[1, 3, 5, NOTHING, NOTHING, NOTHING])
    assert NOTATION.event_text(s) == "Seat 1 has taken 3 sticks, 5 are left."
    s.event_args[1] = UNKNOWN
    assert NOTATION.event_text(s) == "Seat 1 has taken ??, 5 are left."


def test_an_event_without_a_sentence_is_refused_at_once() -> None:
    class More(EventKind):
        FIRST = tells()
        SECOND = tells()

    with pytest.raises(TypeError, match="SECOND has no sentence"):
        PlainNotation(["pass"], {More.FIRST: "Once."}, turn_rule="HE-01")


def test_a_refusal_tells_a_wrong_turn_from_a_wrong_choice(game: Game) -> None:
    s = game.new(seed=1).record
    assert NOTATION.refusal(s, 1, 1) == ("HE-01", "it is not your turn")
    assert NOTATION.refusal(s, 0, 0) == ("HE-02", "pass cannot be chosen now")
    french = words("kermesse.core", "fr")
    assert NOTATION.refusal(s, 1, 1, french)[1] == "ce n’est pas votre tour"


def test_positions_are_written_field_by_field_and_read_back(game: Game) -> None:
    table = game.new(seed=1)
    table.act(0, "take 3")
    assert "sticks=12" in table.text.split()
    assert game.position(table.text) == table
    view = table.view(1)
    assert game.view(view.text) == view


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("sticks=15", "stick=15", "no field 'stick'"),
        ("sticks=15", "", "sticks is missing"),
        ("sticks=15", "sticks", "'sticks' is not written NAME=NUMBERS"),
        ("sticks=15", "sticks=15 sticks=15", "'sticks=15' is there twice"),
        ("sticks=15", "sticks=many", "sticks holds whole numbers, not 'many'"),
        ("sticks=15", "sticks=40000", "sticks holds 1 numbers from -32768 to 32767"),
        ("sticks=15", "sticks=1,2", "sticks holds 1 numbers"),
        ("seats=2", "seats=9", "no position of Heap has seats 9"),
        ("due=1", "due=4", "no position of Heap has due 4"),
        ("viewer=-2", "viewer=2", "no position of Heap has viewer 2"),
        ("phase=0", "phase=3", "no position of Heap has phase 3"),
        ("event=0", "event=1", "no position of Heap has event 1"),
        ("over=0", "over=2", "no position of Heap has over 2"),
    ],
)
def test_a_position_that_cannot_be_is_refused(game: Game, old: str, new: str, says: str) -> None:
    text = game.new(seed=1).text
    assert old in text.split()
    with pytest.raises(UnreadablePosition, match=says):
        game.position(" ".join(new if part == old else part for part in text.split()))


# --- components that a text loses ---------------------------------------------------------


def held(s: Any, out: Any) -> int:
    """A census that takes the sticks for cards: `last` is one of them, the others lie apart."""
    out[int(s.last)] += 1
    return int(s.sticks)


@pytest.mark.parametrize(
    ("last", "sticks", "says"),
    [
        (0, 2, "the text has 3 components, and the box 2"),
        (2, 1, "the text names a component that is not in the box"),
        (1, 1, "the text has too many of component 1"),
    ],
)
def test_components_that_do_not_fit_the_box_are_refused(last: int, sticks: int, says: str) -> None:
    game = game_of("Heap", rules(census=held, BOX=np.array([2, 0], np.int16)), TEXTS)
    text = game.new(seed=1).text.split()
    changed = {"last=0": f"last={last}", "sticks=15": f"sticks={sticks}"}
    with pytest.raises(UnreadablePosition, match=says):
        game.position(" ".join(changed.get(part, part) for part in text))


# --- what follows from declared fields ----------------------------------------------------

CARD = components(["ace", "two", "three"])


class State(Record):
    """Two hands, a place, points, and an option."""

    hand = row(Members(CARD), 2, "the cards of each hand", per_seat=True)
    laid = row(CARD.place(), 2, "the card laid", fresh=NOTHING, per_seat=True, again=True)
    points = row(Number(10), 2, "points", per_seat=True)
    open = one(CARD.place(), "the card on the table", fresh=NOTHING)
    tricks = one(Number(4), "tricks that are over")
    length = option(3, range(1, 5), "how long", "HE-03")


@kernel
def begins(s: Any) -> None:
    s.hand[0] = 0b001
    s.due = 1


@pytest.fixture
def parts() -> dict[str, Any]:
    return usual_parts(State.layout, begins) | usual_features(State.layout)


@pytest.fixture
def s() -> Any:
    batch = np.zeros(1, record_type(State.layout.columns))
    record: Any = batch[0]
    record.seats, record.hand[1], record.open, record.points[1] = 2, 0b010, 2, 7
    return record


def test_before_the_deal_every_field_is_as_declared(parts: dict[str, Any], s: Any) -> None:
    s.length, s.over, s.reveals = 4, 1, 9
    parts["setup"](s)
    assert (s.hand.tolist(), s.points.tolist(), s.open) == ([1, 0], [0, 0], NOTHING)
    assert (s.over, s.reveals, s.due, s.length) == (0, 0, 1, 4)


def test_the_most_points_win(parts: dict[str, Any], s: Any) -> None:
    points, places, worths = np.zeros(2, np.int32), np.zeros(2, np.int32), np.zeros(2, np.float32)
    parts["score"](s, points)
    parts["evaluate"](s, worths)
    assert points.tolist() == worths.tolist() == [0, 7]
    assert parts["Ending"](parts["outcome"](s, places)).name == "PLAYED_OUT"
    assert places.tolist() == [2, 1]


def test_without_points_of_each_seat_nobody_is_said_to_win() -> None:
    class Bare(Record):
        points = one(Number(10), "points of all together")

    assert usual_parts(Bare.layout, None).keys() == {"BOX", "board"}


def test_features_are_all_fields_but_options(parts: dict[str, Any], s: Any) -> None:
    s.laid[:] = 1, UNKNOWN
    out = np.full(parts["FEATURES"], 9, np.float32)
    parts["features"](s, out)
    hands, laid, points = [0, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, 0], [0, 0.7]
    assert out == pytest.approx([*hands, *laid, *points, 0, 0, 1, 0])
    assert [sight.numbers for sight in parts["SIGHTS"]] == [6, 6, 2, 3, 1]
    assert parts["SIGHTS"][0].meaning == "the cards of each hand"


def test_the_box_has_one_of_each_and_what_no_field_names_is_left(
    parts: dict[str, Any], s: Any
) -> None:
    assert parts["BOX"].tolist() == [1, 1, 1]
    unnamed = unnamed_of(State, CARD)
    assert unnamed(s) == 0b001
    s.open, s.laid[0] = UNKNOWN, 0  # what lies in another field, too, is named there
    assert unnamed(s) == 0b101


def test_a_board_shows_what_is_not_as_at_first(parts: dict[str, Any], s: Any) -> None:
    s.due, s.laid[:] = 0b10, NOTHING
    lines = parts["board"](s, ("Ana", "B")).plain.splitlines()
    assert lines == ["open three", "", "  Ana", "▸ B     hand two   points 7"]


# --- boards -------------------------------------------------------------------------------


def test_a_board_has_a_headline_and_marks_who_is_due(game: Game) -> None:
    board = seat_board(
        game.new(seed=1).record, "15 sticks", lambda seat: f"line {seat}", ("Ana", "B")
    )
    assert board.plain.splitlines() == ["15 sticks", "", "▸ Ana   line 0", "  B     line 1"]


def test_a_set_is_written_by_names() -> None:
    assert set_text(0b101, ["ace", "two", "three"], unknown=2) == "ace three ? ?"
    assert set_text(0, ["ace"]) == ""


# --- sets of cards ------------------------------------------------------------------------


def test_drawn_sets_have_their_size_and_are_equally_likely(game: Game) -> None:
    s = game.new(seed=5).record
    members = 0b110_1001
    drawn = Counter(draw_members(s, members, 2) for _ in range(1200))
    every = {1 << a | 1 << b for a, b in combinations((0, 3, 5, 6), 2)}
    assert set(drawn) == every
    assert uniform(list(drawn.values())) > 1e-6
    assert draw_members(s, members, 4) == members
    assert draw_members(s, members, 0) == 0


def test_members_are_spread() -> None:
    numbers = np.full(5, 7, np.float32)
    spread(0b10, 3, numbers, 1)
    assert numbers.tolist() == [7, 0, 1, 0, 7]


@pytest.mark.parametrize(
    ("points", "places"), [([3, 9, 3], [2, 1, 2]), ([4, 4, 1], [1, 1, 3]), ([0, 0, 0], [1, 1, 1])]
)
def test_places_follow_points_and_ties_share_one(points: list[int], places: list[int]) -> None:
    out = np.zeros(3, np.int32)
    rank(np.array(points, np.int32), 3, out)
    assert out.tolist() == places
