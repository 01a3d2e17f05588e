"""Records, events and the order of play that say what they are: what follows from a declaration."""

from __future__ import annotations

from collections.abc import Mapping, Set
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from kermesse.core.census import census_of
from kermesse.core.errors import KermesseError, SetupRefused, UnreadablePosition
from kermesse.core.events import FORCED, EventKind, Secret, hider, tells, told
from kermesse.core.kernel import kernel
from kermesse.core.kinds import (
    FLAG,
    NOTHING,
    UNKNOWN,
    Kind,
    LongMembers,
    Members,
    Named,
    Number,
    Unnamed,
    components,
    named,
    seats,
)
from kermesse.core.order_of_play import NONE, SEVERAL, Choice, Decision, Onward, Step, order_of_play
from kermesse.core.position_text import Line, PositionText, demand, heap
from kermesse.core.record import (
    TABLE,
    Counts,
    Field,
    Moves,
    Record,
    one,
    option,
    plain_values,
    record_type,
    row,
    tell,
)
from kermesse.core.sentences import By, Count, Sentences
from kermesse.core.words import ENGLISH, Words

SEAT = seats(3)
CARD = components(["ace", "two", "three", "four"])


class State(Record):
    hand = row(Members(CARD), 3, "the cards of each hand that this record names", per_seat=True)
    known = row(Members(CARD), 3, "those that everybody knows", again=True, per_seat=True)
    unseen = row(Unnamed(4), 3, "cards of a hand that it does not name", per_seat=True)
    bids = row(Number(9), (3, 2), "two numbers of each seat", fresh=1, per_seat=True)
    playing = one(Members(SEAT), "who takes part", fresh=lambda s: (1 << int(s.seats)) - 1)
    pile = row(CARD.place(), (2, 1), "two places for one card each", fresh=NOTHING)
    active = one(SEAT, "whose turn it is", always=True)
    turn = one(Number(300, least=1), "number of this turn", fresh=1)
    last = one(FLAG, "whether it is the last one")
    limit = option(20, range(2, 301), "turns at most", "TT-01")
    deal = option("open", ("open", "closed"), "how cards are dealt", "TT-02")


class Phase(IntEnum):
    CHOOSE = 0
    SHOW = 1
    OVER = 2


class Happening(EventKind):
    DREW = tells(seat=SEAT, card=Secret(CARD.place(), "seat", unless="open"), open=FLAG)
    LAID = tells(seat=SEAT, card=CARD)
    ENDED = tells()
    SPOKE = tells(seat=Secret(SEAT, seen_by="seat"), yes=Secret(FLAG, seen_by="seat"))
    AGREED = tells(seats=Members(SEAT))
    BID = tells(seat=SEAT, points=Number(9), forced=FORCED)


DTYPE = record_type(State.layout.columns)


def blank() -> Any:
    batch = np.zeros(1, DTYPE)
    batch["seats"], batch["viewer"] = 3, TABLE
    for each in State.layout.options:
        batch[each.name] = each.code(each.default)
    return batch


# --- kinds --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "number", "word"),
    [
        (Number(20), 12, "12"),
        (Number(5, least=-3), -3, "-3"),
        (CARD, 2, "three"),
        (CARD.place(), UNKNOWN, "??"),
        (CARD.place(), NOTHING, ".."),
        (FLAG, 1, "yes"),
        (Members(CARD), 0b1010, "two four"),
        (Members(CARD), 0, ".."),
        (Members(named(map(str, range(64)))), -(1 << 63), "63"),
    ],
)
def test_a_kind_writes_and_reads_its_words(kind: Kind, number: int, word: str) -> None:
    assert kind.write(number) == word
    assert kind.read(word) == number
    assert kind.least <= number <= kind.most


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (Number(20), "21"),
        (Number(20), "-1"),
        (Number(20), "007"),
        (Number(20), "+7"),
        (Number(20), "7.0"),
        (Number(20), "٣"),
        (Number(20), "1_0"),
        (Number(20), "9" * 5000),
        (CARD, "five"),
        (CARD, ".."),
        (FLAG, "1"),
        (Members(CARD), "two two"),
        (Members(CARD), "two .."),
    ],
)
def test_a_kind_refuses_other_words(kind: Kind, word: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        kind.read(word)


def test_other_words_for_the_same_are_read_and_not_written() -> None:
    kind = Named({0: "left", 1: "right"}, aliases={"l": 0})
    assert (kind.read("l"), kind.write(0)) == (0, "left")


# --- records ------------------------------------------------------------------------------


def test_fields_are_as_wide_as_their_values_need_and_the_widest_come_first() -> None:
    columns = {name: (kind, shape) for name, kind, shape in State.layout.columns}
    assert columns["turn"] == columns["limit"] == (np.int16, ())
    assert columns["hand"] == (np.int8, (3,))
    assert columns["pile"] == (np.int8, (2, 1))
    names = [name for name, *_ in State.layout.columns]
    assert names[:2] == ["turn", "limit"]
    assert names[-1] == "spare"
    assert DTYPE.itemsize % 8 == 0


@pytest.mark.parametrize(
    ("kind", "width"),
    [
        (Number(127), np.int8),
        (Number(128), np.int16),
        (Number(0, least=-129), np.int16),
        (Number(1 << 31), np.int64),
        (Members(named(map(str, range(7)))), np.int8),
        (Members(named(map(str, range(8)))), np.int16),
        (Members(named(map(str, range(64)))), np.int64),
    ],
)
def test_the_width_of_a_field(kind: Kind, width: type) -> None:
    assert Field(kind, "").width is width


def test_what_no_field_can_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="no field is wide enough"):
        _ = Field(Number(1 << 63), "").width


def test_options_are_fields_and_fields_are_attributes() -> None:
    assert [each.name for each in State.layout.options] == ["limit", "deal"]
    s = blank()[0]
    assert (s.limit, s.deal) == (20, 0)
    s.turn = 7
    assert s["turn"] == 7
    with pytest.raises(AttributeError, match="no field 'trun'"):
        _ = s.trun
    with pytest.raises(ValueError, match="trun"):
        s.trun = 7


def test_plain_values_are_numbers_and_lists() -> None:
    s = plain_values(State, blank()[0])
    assert type(s.turn) is int
    assert s.pile == [[0], [0]]


# --- components ---------------------------------------------------------------------------


def test_components_are_counted_where_they_lie_and_once() -> None:
    s = blank()[0]
    s.hand[:] = [0b0011, 0b0100, 0]
    s.known[0] = 0b0001  # they lie in the hand
    s.unseen[2] = 2
    s.pile[:] = [[3], [UNKNOWN]]
    out = np.zeros(4, np.int16)
    assert census_of(State.layout)(s, out) == 3
    assert out.tolist() == [1, 1, 1, 1]
    s.pile[1, 0] = NOTHING
    assert census_of(State.layout)(s, np.zeros(4, np.int16)) == 2
    s.seats = 2  # nobody sits at the third place
    assert census_of(State.layout)(s, np.zeros(4, np.int16)) == 0


def test_places_that_stand_for_components_are_counted_by_number_or_by_member() -> None:
    class Heaps(Record):
        lying = row(
            Members(named("abc")), (3, 2), "cells by component", per_seat=True, boxed=(3, 1)
        )
        left = row(Number(9), 2, "how many are left", boxed=(3, 1))
        gone = one(Number(9), "how many are gone", boxed=(0,))

    s = np.zeros(1, record_type(Heaps.layout.columns))[0]
    s.seats = 2  # nobody sits at the third place
    s.lying[:] = [[0b101, 0], [0b1, 0b111], [0b1, 0b1]]
    s.left[:] = [4, 5]
    s.gone = 2
    out = np.zeros(4, np.int16)
    assert census_of(Heaps.layout)(s, out) == 0
    assert out.tolist() == [2, 3 + 5, 0, 3 + 4]
    with pytest.raises(TypeError, match="2 places for components, and 3 in the box"):
        row(Number(9), 2, "", boxed=(0, 1, 2))


def test_a_kind_of_its_own_says_how_it_is_counted() -> None:
    @kernel
    def tally(out: Counts, value: int) -> int:
        out[1] += value
        return 0

    class Pairs(Number):
        pass

    Pairs.tally = staticmethod(tally)  # type: ignore[attr-defined]

    class Heap(Record):
        pairs = row(Pairs(9), 2, "how many pairs lie in each heap")

    s = np.zeros(1, record_type(Heap.layout.columns))[0]
    s["pairs"][:] = [2, 3]
    out = np.zeros(2, np.int16)
    assert census_of(Heap.layout)(s, out) == 0
    assert out.tolist() == [0, 5]


# --- events -------------------------------------------------------------------------------


def test_events_are_counted_from_0_and_their_arguments_have_names() -> None:
    assert [int(each) for each in Happening] == [0, 1, 2, 3, 4, 5]
    s = blank()[0]
    tell(s, Happening.LAID, 2, 3)
    happened = told(Happening, s)
    assert (happened.event, happened.seat, happened.card) == (Happening.LAID, 2, 3)
    tell(s, Happening.BID, 2, 3)
    assert vars(told(Happening, s)) == {
        "event": Happening.BID, "seat": 2, "points": 3, "forced": NOTHING,
    }  # fmt: skip
    s.event_args[-1] = 1
    assert told(Happening, s).forced == 1


@pytest.mark.parametrize("opened", [0, 1])
@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_a_secret_argument_is_hidden_from_all_but_one(viewer: int, opened: int) -> None:
    s = blank()[0]
    tell(s, Happening.DREW, 1, 2, opened)
    hider(Happening)(s, viewer)
    seen = viewer == 1 or opened
    assert s.event_args[:3].tolist() == [1, 2 if seen else UNKNOWN, opened]


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_who_it_was_may_be_secret_too(viewer: int) -> None:
    s = blank()[0]
    tell(s, Happening.SPOKE, 1, 1)
    hider(Happening)(s, viewer)
    assert s.event_args[:2].tolist() == ([1, 1] if viewer == 1 else [UNKNOWN, UNKNOWN])


def test_nothing_stays_nothing_and_open_events_stay_open() -> None:
    s = blank()[0]
    tell(s, Happening.DREW, 1, NOTHING, 0)
    hider(Happening)(s, 0)
    assert s.event_args[1] == NOTHING
    tell(s, Happening.LAID, 1, 3)
    hider(Happening)(s, 0)
    assert s.event_args[1] == 3


def test_bad_declarations_of_events_are_refused() -> None:
    with pytest.raises(TypeError, match="card depends on 'owner', which the event does not tell"):
        tells(card=Secret(CARD, "owner"))
    with pytest.raises(
        TypeError, match="yes depends on 'seat', which is secret, too: put it first"
    ):
        tells(yes=Secret(FLAG, "seat"), seat=Secret(SEAT, "seat"))
    with pytest.raises(TypeError, match="at most 6 arguments, not 7"):
        tells(**{f"a{n}": SEAT for n in range(7)})
    with pytest.raises(TypeError, match="'event'"):
        tells(event=SEAT)


def test_an_event_that_the_game_does_not_know_is_refused() -> None:
    s = blank()[0]
    s.event = 6
    with pytest.raises(KermesseError, match="nothing is told of the event 6"):
        told(Happening, s)


# --- sentences ----------------------------------------------------------------------------


def card_word(card: int, say: Words) -> str:
    return "a card" if card < 0 else f"the {CARD.write(card)}"


def ended(event: Any, gaps: dict[str, str], say: Words) -> str:
    return say("It is over.")


SENTENCES = {
    Happening.DREW: By("open", "{seat} draws {card}.", "{seat} draws {card}, seen by all."),
    Happening.LAID: "{card} is laid by {seat}.",
    Happening.ENDED: ended,
    Happening.SPOKE: "{seat} speaks.",
    Happening.AGREED: By(
        "seats",
        "Nobody agrees.",
        By("seats", "?", "Agreed by {seats} alone.", "Agreed by {seats}."),
    ),
    Happening.BID: By(
        "forced", Count("points", "{seat} bids {n} point.", "{seat} bids {n} points."), "No choice."
    ),
}
SPOKEN = {
    CARD: card_word,
    Happening.DREW.kind_of("card"): card_word,
}


def test_sentences_name_what_the_event_tells() -> None:
    say = Sentences(Happening, SPOKEN, SENTENCES)
    s = blank()[0]
    told_so = []
    for event, *args in (
        (Happening.DREW, 0, 2, 1), (Happening.DREW, 1, UNKNOWN, 0), (Happening.LAID, 2, 0),
        (Happening.ENDED,), (Happening.AGREED, 0b110), (Happening.AGREED, 0b001),
        (Happening.AGREED, 0), (Happening.BID, 1, 1), (Happening.BID, 1, 2),
        (Happening.BID, 1, 2, NOTHING, NOTHING, NOTHING, 1),
    ):  # fmt: skip
        tell(s, event, *args)
        told_so.append(say(s, ("ana", "bo", "cy"), ENGLISH))
    assert told_so == [
        "ana draws the three, seen by all.",  # names are as people write them
        "bo draws a card.",
        "The ace is laid by cy.",
        "It is over.",
        "Agreed by bo and cy.",
        "Agreed by ana alone.",
        "Nobody agrees.",
        "bo bids 1 point.",
        "bo bids 2 points.",
        "No choice.",
    ]


def test_a_kind_without_a_sentence_and_a_gap_without_an_argument_are_refused() -> None:
    lacking = {event: said for event, said in SENTENCES.items() if event != Happening.LAID}
    with pytest.raises(TypeError, match="LAID has no sentence"):
        Sentences(Happening, SPOKEN, lacking)
    with pytest.raises(TypeError, match="ENDED has no argument 'seat'"):
        Sentences(Happening, SPOKEN, {**SENTENCES, Happening.ENDED: "{seat} ends."})
    with pytest.raises(TypeError, match="LAID has no argument 'open' to choose by"):
        Sentences(Happening, SPOKEN, {**SENTENCES, Happening.LAID: By("open", "a", "b")})
    by_owner = By("card", "a", Count("card", "{owner} lays", "{owner} lays {n}"))
    with pytest.raises(TypeError, match="LAID has no argument 'owner'"):
        Sentences(Happening, SPOKEN, {**SENTENCES, Happening.LAID: by_owner})


# --- the order of play --------------------------------------------------------------------


@kernel
def options(s: State, seat: int, out: Moves) -> int:
    out[0] = 10 + seat
    return 1


@kernel
def more_options(s: State, seat: int, out: Moves) -> int:
    out[0] = 20 + seat
    return 1


@kernel
def choose(s: State, seat: int, action: int) -> None:
    s.turn = action
    s.due = 0
    s.phase = Phase.SHOW


@kernel
def show(s: State) -> None:
    s.over = 1


def test_legal_act_and_step_follow_from_the_order_of_play() -> None:
    turn = order_of_play(
        Decision(Phase.CHOOSE, options, choose, "TT-01", sealed=True),
        Decision(Phase.OVER, more_options, choose, "TT-02"),
        Step(Phase.SHOW, show, "TT-03"),
    )
    assert turn.sealed == {Phase.CHOOSE}
    s, out = blank()[0], np.zeros(3, np.int16)
    s.due = 0b10
    assert (turn.legal(s, 0, out), turn.legal(s, 1, out), out[0]) == (0, 1, 11)
    s.phase = Phase.OVER
    assert (turn.legal(s, 1, out), out[0]) == (1, 21)
    turn.act(s, 1, 30)
    assert (s.turn, s.phase, s.over) == (30, Phase.SHOW, 0)
    turn.step(s)
    assert s.over == 1


GO_ON = len(Phase)


@kernel
def only(s: State, seat: int) -> int:
    return SEVERAL if s.limit > 6 else 10 + seat if s.limit == 6 else NONE


@kernel
def take(s: State, seat: int, action: int) -> None:
    s.phase = GO_ON
    tell(s, Happening.BID, seat, action)


@kernel
def go_on(s: State) -> None:
    s.turn += 1
    s.phase = Phase.SHOW if s.turn == 3 else Phase.CHOOSE


@kernel
def mover(s: State) -> int:
    return int(s.active)


@pytest.mark.parametrize(("limit", "bid", "forced"), [(6, 11, 1), (5, NONE, NOTHING)])
def test_a_decision_with_one_option_takes_itself(limit: int, bid: int, forced: int) -> None:
    turn = order_of_play(
        Onward(GO_ON, go_on, "TT-01"),
        Decision(Phase.CHOOSE, options, take, "TT-02", only=only),
        Step(Phase.SHOW, show, "TT-03"),
        mover=mover,
    )
    s = blank()[0]
    s.active, s.turn, s.limit = 1, 1, 20
    assert turn.asked is not None
    assert turn.asked(s) == 0b10
    turn.act(s, 1, 12)
    assert (s.turn, s.phase, s.due, told(Happening, s).points) == (2, Phase.CHOOSE, 0b10, 12)
    s.limit, s.due, s.turn = limit, 0, 1
    assert turn.asked(s) == 0
    turn.step(s)
    assert (s.turn, s.phase, s.due) == (2, Phase.CHOOSE, 0)
    assert (told(Happening, s).points, told(Happening, s).forced) == (bid, forced)
    turn.step(s)
    assert (s.phase, s.due, s.over) == (Phase.SHOW, 0, 0)
    turn.step(s)
    assert s.over == 1


@kernel
def bids(s: State, seat: int) -> int:
    return int(s.limit)


@pytest.mark.parametrize(
    ("members", "open_to_all", "only_one"),
    [(0b110, [11, 12], SEVERAL), (0b1000, [13], 13), (0, [], NONE)],
)
def test_a_choice_is_one_member_of_a_set(
    members: int, open_to_all: list[int], only_one: int
) -> None:
    choice = Choice(Phase.CHOOSE, bids, 10, take, "TT-02")
    s, out = blank()[0], np.zeros(4, np.int16)
    s.limit = members
    assert out[: choice.options(s, 0, out)].tolist() == open_to_all
    assert choice.only is not None
    assert choice.only(s, 0) == only_one


def test_a_phase_is_in_the_order_of_play_once() -> None:
    with pytest.raises(TypeError, match="twice: SHOW"):
        order_of_play(Step(Phase.SHOW, show), Step(Phase.SHOW, show))


# --- positions as text --------------------------------------------------------------------


def write_known(s: State, seat: int) -> str:
    return Members(CARD).write(s.known[seat]) if s.known[seat] else ""


def read_known(s: State, seat: int, text: str) -> None:
    s.known[seat] = Members(CARD).read(text)
    s.hand[seat] |= s.known[seat]


def complete(s: State, given: Set[str]) -> None:
    if "active" not in given:
        s.active = 1
        s.due = s.due & s.playing | 2


def agree(options: Mapping[str, Any], seats: int | None) -> None:
    if options["limit"] == seats:
        raise SetupRefused("as many turns as seats")


def due(s: State) -> int:
    return 0 if s.turn == s.limit else 1 << int(s.active)


def check(s: State) -> None:
    demand(s.turn <= s.limit, "the turn is beyond the limit")


def check_history(s: State) -> None:
    demand(s.turn > 1 or not s.last, "the first turn is not the last")


TEXT = PositionText(
    "Toy", State, Phase, range(2, 4),
    lines=(Line("known", ("known",), write_known, read_known, per_seat=True),),
    complete=complete, check=check, check_history=check_history,
    begin=lambda s: tell(s, Happening.ENDED), due=due, agree=agree,
)  # fmt: skip
BUSY = """\
seats: 2
viewer: 1
phase: show
hand 0: ace three
unseen: 0 2
bids 1: 1 3
playing: 1
pile: two ??
active: 1
turn: 9
last: yes
due: 0 1
limit: 30
known 0: three
"""


def test_a_position_is_written_and_read_field_by_field() -> None:
    batch = blank()
    TEXT.read(BUSY, batch)
    s = batch[0]
    assert (s.viewer, s.phase, s.turn, s.last, s.limit, s.deal) == (1, 1, 9, 1, 30, 0)
    assert (s.hand.tolist(), s.pile.tolist(), s.unseen[1], s.due) == ([5, 0, 0], [[1], [-1]], 2, 3)
    assert (s.bids.tolist(), s.playing) == ([[1, 1], [1, 3], [1, 1]], 0b10)
    assert TEXT.write(s) == BUSY


def test_what_is_left_out_is_as_at_the_start() -> None:
    batch = blank()
    TEXT.read("seats: 3\nactive: 0", batch)
    assert TEXT.write(batch[0]) == "seats: 3\nactive: 0\n"
    s = batch[0]
    assert s.pile.tolist() == [[NOTHING], [NOTHING]]
    assert (s.playing, s.due) == (0b111, 0b001)


def test_a_text_says_only_what_is_not_usual() -> None:
    batch = blank()
    TEXT.read("seats: 2\nactive: 1\nplaying: 0\ndue: ..", batch)
    assert (batch[0].playing, batch[0].due) == (1, 0)
    assert TEXT.write(batch[0]) == "seats: 2\nplaying: 0\nactive: 1\ndue: ..\n"
    TEXT.read("seats: 2\nactive: 1\nplaying: 0 1", batch)
    assert TEXT.write(batch[0]) == "seats: 2\nactive: 1\n"


def test_seats_that_take_no_part_stay_as_at_the_start() -> None:
    batch = blank()
    TEXT.read("seats: 3\nactive: 0\nbids 2: 4 5\nhand 2: two", batch)
    assert batch[0].bids.tolist() == [[1, 1], [1, 1], [4, 5]]
    TEXT.read("seats: 2\nactive: 0\nbids 1: 4 5", batch)
    assert batch[0].bids.tolist() == [[1, 1], [4, 5], [1, 1]]
    assert batch[0].hand.tolist() == [0, 0, 0]
    batch[0].bids[2] = 7
    assert TEXT.write(batch[0]) == "seats: 2\nbids 1: 4 5\nactive: 0\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("active: 0", "'seats' is missing"),
        ("seats: 4", "seats cannot be '4'"),
        ("seats: 2\nturn: 301", "turn cannot be '301'"),
        ("seats: 2\nturn: 0", "turn cannot be '0'"),
        ("seats: 2\nturn: 30", "beyond the limit"),
        ("seats: 2\nlast: yes", "the first turn is not the last"),
        ("seats: 2\nunseen: 1 2 0", "unseen has 2 values, not 3"),
        ("seats: 3\nunseen: 1 2 5", "unseen cannot be '5'"),
        ("seats: 2\npile: two", "pile has 2 values, not 1"),
        ("seats: 2\nbids 0: 4", "bids 0 has 2 values, not 1"),
        ("seats: 2\nbids: 4 4", "no line 'bids'"),
        ("seats: 2\nbids 2: 4 4", "no line 'bids 2' in a position of Toy"),
        ("seats: 2\nhand 0: ace ace", "hand 0 cannot be 'ace ace'"),
        ("seats: 2\nactive: 2", "active cannot be '2' with 2 seats"),
        ("seats: 2\nviewer: 2", "viewer cannot be '2' with 2 seats"),
        ("seats: 2\nplaying: 0 2", "playing cannot be '0 2' with 2 seats"),
        ("seats: 2\ndue: 1 2", "due cannot be '1 2' with 2 seats"),
        ("seats: 2\nlimit: 1", "option limit takes a whole number from 2 to 300, not '1'"),
        ("seats: 3\nlimit: 3", "as many turns as seats"),
        ("seats: 2\nhand 2: ace", "no line 'hand 2' in a position of Toy"),
        ("seats: 2\nhand: ace", "no line 'hand'"),
        ("seats: 2\nrng: 5", "no line 'rng'"),
        ("seats: 2\nturn: 2\nturn: 3", "'turn' is given twice"),
        ("hello\nseats: 2", "expected a line 'name: value', not 'hello'"),
        ("seats: 2\nturn: 2\nand more", "turn cannot be"),
    ],
)
def test_a_text_is_read_whole_or_refused_by_what_is_wrong(text: str, complaint: str) -> None:
    batch = blank()
    before = batch.tobytes()
    with pytest.raises(UnreadablePosition) as refused:
        TEXT.read(text, batch)
    assert complaint in str(refused.value)
    assert batch.tobytes() == before


def test_a_heap_names_what_lies_there_as_often() -> None:
    line = heap("bids", named(["ace", "two"]))
    s = blank()[0]["bids"]
    record = {"bids": s[0]}
    line.read(record, "two ace two")
    assert line.write(record) == "ace two two"
    with pytest.raises(UnreadablePosition, match="bids cannot be 'three'"):
        line.read(record, "three")
    with pytest.raises(UnreadablePosition, match="bids has too many ace"):
        line.read(record, "ace " * 127)


def test_tests_may_look_at_what_no_play_leads_to() -> None:
    batch = blank()
    TEXT.fill("seats: 2\nlast: yes", batch)
    assert (batch[0].last, batch[0].active, batch[0].due) == (1, 1, 3)
    TEXT.fill("seats: 2\nactive: 0\nturn: 20", batch)
    assert batch[0].due == 0


# --- sets that take several numbers, and players without a seat -------------------------------


@kernel
def at_least_two(s: Any) -> int:
    return max(int(s.seats), 2)


class Duel(Record, players=at_least_two):
    hand = row(LongMembers(CARD, each=3), (3, 2), "the cards of each hand", per_seat=True)
    pile = row(LongMembers(CARD, each=3), 2, "cards that are gone")
    bids = row(Number(9), 3, "a number of each player", per_seat=True)
    active = one(SEAT, "whose turn it is")


DUELS = PositionText(
    "Duel", Duel, Phase, range(1, 4), check=lambda s: None, check_history=lambda s: None,
    begin=lambda s: tell(s, Happening.ENDED), due=lambda s: 0,
)  # fmt: skip
DUEL = """\
seats: 1
hand 0: ace three
hand 1: four
pile: two
bids: 0 4
active: 1
"""


def duel(text: str) -> Any:
    batch = np.zeros(1, record_type(Duel.layout.columns))
    batch["viewer"] = TABLE
    DUELS.read(text, batch)
    return batch[0]


def test_a_long_set_and_players_without_a_seat_are_written_and_read() -> None:
    s = duel(DUEL)
    assert s.hand.tolist() == [[0b101, 0], [0, 0b1], [0, 0]]
    assert s.hand.dtype == np.int64
    assert DUELS.write(s) == DUEL
    assert duel("seats: 1\npile: ..").pile.tolist() == [0, 0]


def test_a_long_set_uses_all_bits_of_its_numbers() -> None:
    kind = LongMembers(named(map(str, range(128))))
    assert kind.read_row(["63", "64"], 2) == [-(1 << 63), 1]
    assert kind.members([-(1 << 63), 1]) == [63, 64]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("pile: two two", "pile cannot hold 'two'"),
        ("pile: five", "pile cannot hold 'five'"),
        ("hand 2: two", "no line 'hand 2'"),
        ("active: 2", "active cannot be '2' with 2 seats"),
        ("bids: 1", "bids has 2 values, not 1"),
    ],
)
def test_what_no_long_set_and_no_player_is(text: str, complaint: str) -> None:
    with pytest.raises(UnreadablePosition) as refused:
        duel(f"seats: 1\n{text}")
    assert complaint in str(refused.value)


def test_the_members_of_long_sets_are_counted_for_all_players() -> None:
    out = np.zeros(4, np.int16)
    assert census_of(Duel.layout)(duel(DUEL), out) == 0
    assert out.tolist() == [1, 1, 1, 1]
