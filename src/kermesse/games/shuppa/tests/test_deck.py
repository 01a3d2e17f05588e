"""The tables of Shuppa: any deck that can be played with reads, any other is refused by name."""

from __future__ import annotations

from collections import Counter

import pytest

from kermesse.core.errors import TableRefused
from kermesse.core.tables import Tables
from kermesse.games.shuppa.components import DECK
from kermesse.games.shuppa.tables import COLOURS, KINDS, MULTICOLOUR, Box, read

TABLES = Tables.of_package("kermesse.games.shuppa")
TEXT = TABLES.text("deck.toml")


def read_deck(text: str) -> Box:
    return read(TABLES.with_changes({"deck.toml": text}))


@pytest.mark.rule("SH-T01")
def test_the_deck_is_the_one_that_is_counted_in_the_rulebook() -> None:
    assert read(TABLES) == DECK
    normal, action = DECK.normals, DECK.actions
    assert (len(normal), len(action), DECK.right, DECK.left) == (75, 24, 38, 37)
    assert Counter(card.colour for card in normal) == {**dict.fromkeys(COLOURS, 17), MULTICOLOUR: 7}
    assert Counter(card.colour for card in action) == dict.fromkeys(COLOURS, 6)
    assert Counter(card.kind for card in action) == dict.fromkeys(KINDS, 6)
    assert DECK[3:] == (7, 2, 2, 2, (1, 4, 7, 3))


def changed(*changes: tuple[str, str]) -> str:
    """The deck with some lines written otherwise."""
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_another_deck_with_the_same_counts_reads() -> None:
    """1 and 2 change colours, 4 and 8 their colours and kinds: nothing else has to change."""
    normal = (("red = [1, 6,", "red = [2, 6,"), ("yellow = [2, 9,", "yellow = [1, 9,"))
    action = (("eat = [4, 68]", "eat = [8, 68]"), ("jump = [8, 72]", "jump = [4, 72]"))
    deck = read_deck(changed(*normal, *action))
    assert deck.cards[0].colour == "yellow"
    assert (deck.cards[3].colour, deck.cards[3].kind) == ("yellow", "jump")


def test_a_deck_of_other_numbers_reads_if_it_says_so() -> None:
    deck = read_deck(
        changed(("94, 99]", "94]"), ("normal = 75", "normal = 74"), ("right = 38", "right = 37"))
    )
    assert (len(deck.normals), deck.cards[-1].number) == (74, 98)


BROKEN = {
    "doubled": ("red = [1, 6,", "red = [1, 1, 6,", "number 1 is on 2 cards"),
    "doubled across": ("red = [1, 6,", "red = [2, 6,", "number 2 is on 2 cards"),
    "missing": ("red = [1, 6,", "red = [6,", "number 1 is on no card"),
    "too high": ("94, 99]", "94, 121]", "normal.blue has numbers from 1 to 120, not 121"),
    "zero": ("red = [1, 6,", "red = [0, 6,", "normal.red has numbers from 1 to 120, not 0"),
    "no number": ("red = [1, 6,", "red = ['one', 6,", "has numbers from 1 to 120, not 'one'"),
    "not whole": ("red = [1, 6,", "red = [1.5, 6,", "has numbers from 1 to 120, not 1.5"),
    "no list": ("eat = [44]", "eat = 44", "action.green.eat is a list of numbers, not 44"),
    "unknown colour": ("green = [3,", "purple = [3,", "there is no normal.purple"),
    "unknown kind": ("swap = [36]", "fly = [36]", "there is no action.red.fly"),
    "unknown action colour": ("[action.red]", "[action.multicolour]", "no action.multicolour"),
    "colour missing": ("green = [3, 10, 15,", "# [3, 10, 15,", "normal.green is missing"),
    "unknown table": ("[arrows]", "[arrow]", "there is no arrow; known are counts, arrows"),
    "arrows": ("right = 38", "right = 39", "75 Normal cards have an arrow, not 76"),
    "negative arrows": (
        "right = 38",
        "right = -38",
        "arrows.right is a whole number from 0 to 120",
    ),
    "normal": ("normal = 75", "normal = 76", "counts.normal is 76, but 75 cards are listed"),
    "action": ("action = 24", "action = 23", "counts.action is 23, but 24 cards are listed"),
    "multi": ("multicolour = 7 ", "multicolour = 6 ", "counts.multicolour is 6, but 7 cards"),
    "many": ("multicolour = 7 ", "multicolour = 8 ", "multicolour is a whole number from 0 to 7"),
    "no count": ("action = 24", "", "counts.action is missing"),
    "odd count": ("action = 24", "action = true", "counts.action is a whole number"),
    "no toml": ("[counts]", "[counts", "deck.toml is no TOML"),
    "no table": ("[counts]", "counts = 3\n[other]", "there is no other"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_deck_is_refused_by_name(name: str) -> None:
    old, new, complaint = BROKEN[name]
    assert old in TEXT
    with pytest.raises(TableRefused) as refused:
        read_deck(TEXT.replace(old, new, 1))
    assert str(refused.value).startswith("deck.toml")
    assert complaint in str(refused.value)


def test_action_cards_cannot_pass_for_normal_ones() -> None:
    moved = TEXT.replace("red = [1, 6,", "red = [1, 4, 6,").replace("eat = [4, 68]", "eat = [68]")
    with pytest.raises(TableRefused, match="normal is 75, but 76 cards are listed"):
        read_deck(moved)


def test_a_deck_with_too_many_jumps_does_not_fit_the_columns() -> None:
    """One jump card more, and a column could reach a 16th level."""
    deck = changed(("eat = [4, 68]", "eat = [68]"), ("jump = [20, 84]", "jump = [4, 20, 84]"))
    with pytest.raises(TableRefused, match="room for 6 jump cards, not 7"):
        read_deck(deck)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("normal_dealt", 6, "a hand has 9 to 16 cards, Normal and Action, not 8"),
        ("normal_dealt", 10, "four players need 76 Normal cards, and there are 75"),
        ("action_dealt", 7, "four players need 28 Action cards, and there are 24"),
        ("starting_levels", 0, "starting_levels is a whole number from 1 to 8, not 0"),
        ("starting_levels", 3, "a column has room for 5 jump cards, not 6"),
        ("multicolour_points", 0, "multicolour_points is a whole number from 1 to 5, not 0"),
    ],
)
def test_what_is_dealt_has_to_be_there(name: str, value: int, complaint: str) -> None:
    text = TABLES.text("box.toml")
    line = next(line for line in text.splitlines() if line.startswith(name))
    box = text.replace(line, f"{name} = {value}")
    with pytest.raises(TableRefused) as refused:
        read(TABLES.with_changes({"box.toml": box}))
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("fewest_seats", 0, "fewest_seats is a whole number from 1 to 4, not 0"),
        ("most_seats", 5, "most_seats is a whole number from 1 to 4, not 5"),
        ("most_rounds", 8, "most_rounds is a whole number from 1 to 7, not 8"),
        ("revealed", 4, "revealed is a whole number from 1 to 3, not 4"),
    ],
)
def test_a_frame_has_its_bounds(name: str, value: int, complaint: str) -> None:
    with pytest.raises(TableRefused) as refused:
        read(TABLES.with_changes({"frame.toml": framed(**{name: value})}))
    assert complaint in str(refused.value)


def framed(**changes: int) -> str:
    """The frame with some numbers written otherwise."""
    frame = {**DECK.frame._asdict(), **changes}
    return "".join(f"{name} = {value}\n" for name, value in frame.items())


def test_without_the_automaton_hands_may_be_small() -> None:
    few = TABLES.text("box.toml").replace("normal_dealt = 7", "normal_dealt = 1")
    box = read(TABLES.with_changes({"box.toml": few, "frame.toml": framed(fewest_seats=2)}))
    assert (box.normal_dealt, list(box.frame.seats)) == (1, [2, 3, 4])
    with pytest.raises(TableRefused, match="9 to 16 cards, Normal and Action, not 3"):
        read(TABLES.with_changes({"box.toml": few}))
