"""Positions of Muvuca as text: round trips, and every malformed text refused by name."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from kermesse.core.errors import UnreadablePosition
from kermesse.core.position import Situation, View
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import any_options, fields, place, scaled, walk

NOT_WRITTEN = {"rng", "reveals", "event", "event_args"}


def written(situation: Situation) -> bytes:
    """The record's bytes without what a text leaves out."""
    copy = situation._batch.copy()
    for name in NOT_WRITTEN:
        copy[name] = 0
    return copy.tobytes()


def assert_round_trip(situation: Situation) -> None:
    text = situation.text
    again = game.view(text) if isinstance(situation, View) else game.position(text)
    assert again.text == text
    assert written(again) == written(situation)


@pytest.mark.rule("MV-54")
def test_every_position_and_view_of_random_matches_reads_back() -> None:
    random = Random(1)
    for seed in range(scaled(2, 1)):
        position = game.new(seed=seed, options=any_options(random))
        assert_round_trip(position)
        for _ in walk(position, random):
            assert_round_trip(position)
            if random.random() < 0.2:
                for viewer in (-1, 0, 1):
                    assert_round_trip(position.view(viewer))


def test_views_of_every_phase_read_back() -> None:
    random = Random(2)
    options = {"rounds_to_win": 2, "end_lines": 1, "facedown_at_scoring": "revealed"}
    position = game.new(seed=2, options=options)
    phases = set()
    for _ in walk(position, random):
        phases.add(position.phase)
        for viewer in (-1, 0, 1):
            assert_round_trip(position.view(viewer))
    assert phases == {phase.name.lower() for phase in game.phases}


def test_a_view_is_not_taken_for_a_position_nor_the_other_way() -> None:
    """A position that does not know all cards could not be played on."""
    position = game.new(seed=5)
    with pytest.raises(UnreadablePosition, match=r"read it by game\.view"):
        game.position(position.view(0).text)
    with pytest.raises(UnreadablePosition, match=r"read it by game\.position"):
        game.view(position.text)


def test_a_position_from_text_plays_on_like_the_original() -> None:
    random = Random(3)
    position = game.new(seed=3)
    for number, _ in enumerate(walk(position, random)):
        if position.pending:
            again = game.position(position.text)
            again.rekey(int(position.record.rng))
            original = position.copy()
            assert again.advance() == original.advance()
            assert written(again) == written(original)
        if number > 400:
            break


FRESH = """\
active: 0
hand 0: fr-st dr-di ca-ho ch-cr hd-tr
hand 1: fr-di dr-ho ca-cr ch-tr
crowd:
??    ??    ??    ??
??    ??    ??    ??
??    ??    ??    ??
??    ??    ??    ??
"""


@pytest.mark.rule("MV-10", "MV-11")
def test_lines_left_out_mean_a_fresh_round() -> None:
    position = game.position(FRESH)
    new = fields(game.new(seed=1, options={"first_player": "seat0"}).record)
    read = fields(position.record)
    differ = {name for name in new if new[name] != read[name]}
    assert differ == {"rng", "reveals", "hand", "first_player"}
    assert position.text == FRESH


def test_the_whole_of_a_busy_position_is_written() -> None:
    position = place(
        "U D D D  D D D D  D D D D  D D D D", "fr-st* dr-di ca-ho ch-cr hd-tr",
        viewer="table", phase="push", active=1, starter=1, food_seat=1, cart="C4^", chosen="dr-di",
        victor=0, turn=17, wins="1 0", rounds_to_win=3, end_lines=4, turn_cap=50,
        first_player="seat1", roles="random", swap_roles="true", facedown_at_scoring="revealed",
    )  # fmt: skip
    assert (
        position.text
        == """\
phase: push
turn: 17
wins: 1 0
active: 1
starter: 1
food_seat: 1
chosen: dr-di
cart: C4^
victor: 0
rounds_to_win: 3
end_lines: 4
turn_cap: 50
first_player: seat1
roles: random
swap_roles: true
facedown_at_scoring: revealed
hand 0: fr-di dr-ho ca-cr ch-tr
hand 1: fr-st* dr-di ca-ho ch-cr hd-tr
crowd:
fr-ho ??    ??    ??
??    ??    ??    ??
??    ??    ??    ??
??    ??    ??    ??
"""
    )


def test_a_view_is_written_with_what_it_knows() -> None:
    position = place("D D D hd-ho " + "D " * 12)
    position.act(0, "fr-st R1>")
    position.act(1, "fr-di")
    text = position.view(0).text
    assert text.startswith("viewer: 0\nphase: push\nturn: 2\nactive: 1\nchosen: ??\ncart: R1>\n")
    assert "hand 0: dr-di ca-ho ch-cr hd-tr\nhand 1: hd-ho* ?? ?? ?? ??\n" in text


def swapped(old: str, new: str) -> str:
    assert old in FRESH
    return FRESH.replace(old, new, 1)


def with_line(*lines: str) -> str:
    return "\n".join(lines) + "\n" + FRESH


ROW = "??    ??    ??    ??\n"
COUNTING = swapped(" hd-tr", "").replace("active: 0", "active: 0\naside: ??")
UNSEEN_HAND = "hand 1: ?? ?? ?? ??"
BAD_POSITIONS = {
    "nothing": ("", "is missing"),
    "blank lines": ("\n\n", "is missing"),
    "prose": ("once upon a time", "expected a line 'name: value'"),
    "no crowd": (FRESH.split("crowd", maxsplit=1)[0], "'crowd' is missing"),
    "no hand": (swapped("hand 1: fr-di dr-ho ca-cr ch-tr\n", ""), "'hand 1' is missing"),
    "unknown line": (with_line("weather: fine"), "no line 'weather'"),
    "line given twice": (with_line("active: 0"), "'active' is given twice"),
    "hand of a third seat": (with_line("hand 2: hd-st"), "no line 'hand 2'"),
    "name in capitals": (with_line("Turn: 3"), "no line 'Turn'"),
    "spare field": (with_line("spare: 3"), "no line 'spare'"),
    "header field": (with_line("rng: 3"), "no line 'rng'"),
    "seat 2 active": (swapped("active: 0", "active: 2"), "active cannot be '2'"),
    "no value": (swapped("active: 0", "active:"), "active cannot be ''"),
    "unknown phase": (with_line("phase: lunch"), "phase cannot be 'lunch'"),
    "unknown viewer": (with_line("viewer: 2"), "viewer cannot be '2'"),
    "cart beside no line": (with_line("cart: R5>"), "cart cannot be 'R5>'"),
    "cart in words": (with_line("cart: row1 >"), "cart cannot be 'row1 >'"),
    "turn 0": (with_line("turn: 0"), "turn cannot be '0'"),
    "turn 1001": (with_line("turn: 1001"), "turn cannot be '1001'"),
    "scored 11": (with_line("scored: 11"), "scored cannot be '11'"),
    "capped maybe": (with_line("capped: maybe"), "capped cannot be 'maybe'"),
    "option out of range": (with_line("end_lines: 5"), "option end_lines takes"),
    "option of the wrong kind": (with_line("swap_roles: 1"), "option swap_roles takes"),
    "one number of wins": (with_line("wins: 1"), "wins has 2 values, not 1"),
    "three numbers of wins": (with_line("wins: 1 0 0"), "wins has 2 values, not 3"),
    "wins in words": (with_line("wins: one none"), "wins cannot be 'one'"),
    "wins below 0": (with_line("wins: -1 0"), "wins cannot be '-1'"),
    "wins of two digits": (with_line("wins: 12 0"), "wins cannot be '12'"),
    "wins beyond a byte": (with_line("wins: 2345 0"), "wins cannot be '2345'"),
    "match already won": (with_line("wins: 2 0"), "wins 2 0 do not fit"),
    "more wins than needed": (with_line("wins: 3 0", "victor: 0"), "wins 3 0 do not fit"),
    "both have won": (with_line("wins: 2 2", "victor: 0"), "wins 2 2 do not fit"),
    "won but in play": (with_line("wins: 2 1", "victor: 0"), "wins 2 1 do not fit"),
    "a card twice in a hand": (swapped("dr-di", "fr-st"), "cannot hold 'fr-st' twice"),
    "a gap in a hand": (swapped("dr-di", ".."), "hand 0 cannot be '..'"),
    "an unknown card in a hand": (swapped("dr-di", "dr-dr"), "hand 0 cannot be 'dr-dr'"),
    "a card in both hands": (swapped("fr-di", "fr-st"), "fr-st lies in two places"),
    "a card in hand and crowd": (swapped("??", "fr-st"), "fr-st lies in two places"),
    "a card twice in the crowd": (swapped("??    ??", "hd-st hd-st"), "hd-st lies in two places"),
    "three rows": (swapped(ROW, ""), "the crowd has 16 cells, not 12"),
    "five rows": (swapped(ROW, ROW + ROW), "the crowd has 16 cells, not 20"),
    "a cell of another kind": (swapped("??", "xx"), "crowd cannot be 'xx'"),
    "a known mark in the crowd": (swapped("??", "hd-st*"), "crowd cannot be 'hd-st\\*'"),
    "24 cards": (swapped(" hd-tr", ""), "there are 25 cards, not 24"),
    "26 cards": (swapped("hd-tr", "hd-tr hd-st"), "there are 25 cards, not 26"),
    "a leaving card too many": (with_line("leaving: ??"), "there are 25 cards, not 26"),
    "a card aside too many": (with_line("aside: hd-st"), "there are 25 cards, not 26"),
    "a gap in the crowd": (
        swapped("??", "..").replace("hd-tr", "hd-tr hd-st"),
        "the crowd has a gap",
    ),
    "a push without a card": (with_line("phase: push"), "phase push needs a chosen card"),
    "a slide without a push": (
        with_line("phase: slide", "chosen: fr-st"),
        "phase slide needs a push",
    ),
    "an insertion without a gap": (
        with_line("phase: insert", "chosen: fr-st", "pushed: R1>"),
        "phase insert needs a leaving card",
    ),
    "the gap elsewhere": (
        with_line("phase: insert", "chosen: fr-st", "pushed: R2>", "leaving: ??").replace(
            "??    ", "..    ", 1
        ),
        "the crowd has a gap where none can be",
    ),
    "a card chosen too early": (with_line("chosen: fr-st"), "phase card cannot have a chosen card"),
    "a push too early": (with_line("pushed: R1>"), "phase card cannot have a push"),
    "a push of the blocked line": (
        with_line("phase: slide", "chosen: fr-st", "pushed: R1>", "cart: R1<"),
        "the Cart lies in the line that is pushed",
    ),
    "another's card chosen": (
        with_line("phase: push", "chosen: fr-di"),
        "the chosen card is not in the active seat's hand",
    ),
    "an unknown card chosen at the table": (
        with_line("phase: push", "chosen: ??"),
        "the chosen card is not in the active seat's hand",
    ),
    "a choice that the viewer cannot see": (
        with_line("viewer: 1", "phase: push", "chosen: fr-st").replace(
            "fr-st dr-di ca-ho ch-cr hd-tr", "?? ?? ?? ?? ??"
        ),
        "the chosen card is not in the active seat's hand",
    ),
    "a hand of nine": (
        swapped("hd-tr", "hd-tr fr-di dr-ho ca-cr ch-tr").replace(
            "hand 1: fr-di dr-ho ca-cr ch-tr", "hand 1:"
        ),
        "hand 0 has 5 cards in phase card, not 9",
    ),
    "the waiting seat with five": (swapped("active: 0", "active: 1"), "hand 0 has 4 cards"),
    "five cards at the end": (
        swapped("??    ??", "..    ??").replace("active", "phase: reveal\naside: ??\nactive"),
        "the crowd has a gap",
    ),
    "an unseen card at the table": (
        swapped("hand 1: fr-di dr-ho ca-cr ch-tr", UNSEEN_HAND),
        "hand 1 cannot hold '\\?\\?' for this viewer",
    ),
    "an unseen card in the own hand": (
        with_line("viewer: 0").replace("fr-st dr-di ca-ho ch-cr hd-tr", "?? ?? ?? ?? ??"),
        "hand 0 cannot hold '\\?\\?' for this viewer",
    ),
    "a secret card in a view": (with_line("viewer: 0"), "hand 1 names cards that this viewer"),
    "a secret card for a spectator": (with_line("viewer: spectator"), "hand 0 names cards that"),
    "an unseen card that all know": (
        with_line("viewer: 0").replace("hand 1: fr-di dr-ho ca-cr ch-tr", UNSEEN_HAND + "*"),
        "hand 1 cannot be '\\?\\?'",
    ),
    "counted before the end": (with_line("scored: 3"), "does not fit 3 types scored"),
    "all counted and still counting": (
        "phase: count\nscored: 10\n" + COUNTING,
        "phase count does not fit 10 types scored",
    ),
    "a winner before the count": (
        "phase: winner\nscored: 9\n" + COUNTING,
        "phase winner does not fit 9 types scored",
    ),
    "no victor": ("phase: victory\nscored: 10\n" + COUNTING, "phase victory needs a victor"),
    "over without the wins": (
        "phase: over\nscored: 10\nvictor: 0\nwins: 1 0\n" + COUNTING,
        "wins 1 0 do not fit",
    ),
    "nothing set aside": (
        "phase: reveal\n" + swapped(" hd-tr", "").replace("??", "..", 0),
        "there are 25 cards, not 24",
    ),
    "nothing to turn up": (
        "phase: turn_up\naside: hd-tr\n"
        + swapped(" hd-tr", "").split("??")[0]
        + "fr-ho fr-cr fr-tr dr-st dr-cr dr-tr ca-st ca-di ca-tr ch-st ch-di ch-ho hd-st hd-di "
        "hd-ho hd-cr",
        "phase turn_up needs a face-down card in the crowd",
    ),
}


@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_a_malformed_text_is_refused_with_a_reason(name: str) -> None:
    text, reason = BAD_POSITIONS[name]
    blank = game.blank()
    before = blank.tobytes()
    with pytest.raises(UnreadablePosition, match=reason):
        game.notation.read_position(text, blank)
    assert blank.tobytes() == before
    with pytest.raises(UnreadablePosition):
        game.position(text)


def test_a_torn_text_is_refused_or_read_and_nothing_else() -> None:
    """Any piece of a good text with something cut out or put in."""
    random = Random(4)
    position = game.new(seed=4, options={"rounds_to_win": 1, "turn_cap": 20})
    for _ in walk(position, random):
        text = position.text
        at, to = sorted(random.sample(range(len(text)), 2))
        torn = text[:at] + random.choice(["", " ", ":", "??", "9", "\n", "ü"]) + text[to:]
        with suppress(UnreadablePosition):
            assert game.position(torn).text


# --- what no play leads to ------------------------------------------------------------------------

ONE_TURN = {
    "active": "1",
    "turn": "2",
    "cart": "R1>",
    "hand 0": "fr-di dr-ho ca-cr ch-tr",
    "hand 1": "dr-di ca-ho ch-cr hd-tr ca-st",
    "crowd": "fr-st" + 15 * " ??",
}
MANY = "fr-st fr-ho fr-cr fr-tr dr-st dr-cr dr-tr ca-di ca-tr ch-st ch-di ch-ho ?? ?? ?? ??"
SCORED = {
    "turn": "12",
    "cart": "R1>",
    "phase": "count",
    "aside": "??",
    "hand 0": "fr-di* dr-ho* ca-cr* ch-tr*",
    "hand 1": "dr-di* ca-ho* ch-cr* hd-tr*",
    "crowd": MANY,
}
IMPOSSIBLE = [
    ({"turn": "201"}, "200 turns, not 201"),
    ({"turn_cap": "20", "turn": "22"}, "20 turns, not 22"),
    ({"starter": "1"}, "turns alternate"),
    ({"turn": "3", "starter": "0"}, "turns alternate"),
    ({"cart": ".."}, "the Cart lies beside the Crowd"),
    ({"turn": "1"}, "the Cart joins with the first push"),
    ({"cart": "R4>"}, "lies face-up"),
    ({"turn": "20", "crowd": MANY}, "3 full lines have ended the round"),
    ({"end_lines": "1", "turn": "9", "crowd": "fr-st fr-ho fr-cr fr-tr" + 12 * " ??"}, "1 full"),
    ({"crowd": "fr-st fr-ho" + 14 * " ??"}, "2 cards are known to all, and 1 have been put"),
    ({"hand 1": "dr-di* ca-ho ch-cr hd-tr ca-st"}, "2 cards are known to all"),
    ({"cart": "R1>", "crowd": 16 * "?? "}, "0 cards are known to all"),
    ({"capped": "yes"}, "capped"),
    ({"wins": "1 0"}, "starts the next one"),
    ({"wins": "1 0", "victor": "1"}, "the victor of a round has won one"),
    ({"victor": "1"}, "no round has a victor yet"),
    ({"first_player": "seat1"}, "another seat starts round 1"),
    ({"food_seat": "1"}, "another seat sells food"),
    ({"wins": "1 0", "victor": "0", "starter": "1", "active": "0", "swap_roles": "true"}, "food"),
    (SCORED | {"end_lines": "4"}, "too few full lines"),
    (SCORED | {"turn": "200", "capped": "yes"}, "full lines, not capped"),
    (SCORED | {"hand 0": "fr-di dr-ho ca-cr ch-tr"}, "both hands are open"),
    (SCORED | {"facedown_at_scoring": "revealed"}, "the Crowd is turned up"),
    (SCORED | {"phase": "turn_up"}, "face-down cards are not turned up"),
    (SCORED | {"phase": "victory", "scored": "10", "victor": "1"}, "the victor has more points"),
]


def as_text(lines: dict[str, str]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in lines.items())


@pytest.mark.rule("MV-10", "MV-19", "MV-26", "MV-28", "MV-36", "MV-46", "MV-56")
@pytest.mark.parametrize(("lines", "complaint"), IMPOSSIBLE)
def test_a_position_that_no_play_leads_to_is_refused(lines: dict[str, str], complaint: str) -> None:
    hand = {"active": "0", "hand 0": ONE_TURN["hand 1"], "hand 1": ONE_TURN["hand 0"]}
    base = ONE_TURN | hand if lines.get("active") == "0" else ONE_TURN
    with pytest.raises(UnreadablePosition, match=complaint):
        game.position(as_text(base | lines))


@pytest.mark.parametrize(
    "lines", [{}, {"starter": "0"}, SCORED, SCORED | {"active": "1", "starter": "0"}]
)
def test_the_positions_they_were_made_of_can_be_read(lines: dict[str, str]) -> None:
    position = game.position(as_text(ONE_TURN | lines))
    assert game.position(position.text) == position
