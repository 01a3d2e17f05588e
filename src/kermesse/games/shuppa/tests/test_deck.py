"""A table of cards that is not the deck is refused by name."""

from __future__ import annotations

from importlib import resources

import pytest

from kermesse.games.shuppa.components import DECK
from kermesse.games.shuppa.deck import DeckRefused, check_columns, read_deck

TEXT = (resources.files("kermesse.games.shuppa") / "deck.toml").read_text(encoding="utf-8")


def test_the_deck_reads() -> None:
    assert read_deck(TEXT) == DECK


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


BROKEN = {
    "doubled": ("red = [1, 6,", "red = [1, 1, 6,", "number 1 is on 2 cards"),
    "doubled across": ("red = [1, 6,", "red = [2, 6,", "number 2 is on 2 cards"),
    "missing": ("red = [1, 6,", "red = [6,", "number 1 is on no card"),
    "too high": ("94, 99]", "94, 100]", "number 100 is not from 1 to 99"),
    "zero": ("red = [1, 6,", "red = [0, 6,", "number 0 is not from 1 to 99"),
    "no number": ("red = [1, 6,", "red = ['one', 6,", "cannot have the number 'one'"),
    "not whole": ("red = [1, 6,", "red = [1.5, 6,", "cannot have the number 1.5"),
    "no list": ("eat = [44]", "eat = 44", "eat cards in green are a list of numbers, not 44"),
    "unknown colour": ("green = [3,", "purple = [3,", "has no 'purple'"),
    "unknown kind": ("swap = [36]", "fly = [36]", "has no 'fly'"),
    "unknown action colour": ("[action.red]", "[action.multicolour]", "has no 'multicolour'"),
    "colour missing": ("green = [3, 10, 15,", "# [3, 10, 15,", "lacks 'green'"),
    "unknown table": ("[arrows]", "[arrow]", "the deck has no 'arrow'"),
    "arrows": ("right = 38", "right = 39", "75 cards have an arrow, not 76"),
    "negative arrows": ("right = 38", "right = -38", "arrow right is a whole number, not -38"),
    "colours": ("of_a_colour = 17", "of_a_colour = 18", "18 Normal cards are red, not 17"),
    "multi": ("multicolour = 7\n", "multicolour = 6\n", "6 Normal cards are multicolour, not 7"),
    "actions": ("n_of_a_colour = 6", "n_of_a_colour = 5", "5 Action cards are red, not 6"),
    "kinds": ("of_a_kind = 6", "of_a_kind = 7", "7 Action cards are eat, not 6"),
    "no count": ("action_of_a_kind = 6", "", "the table of counts lacks 'action_of_a_kind'"),
    "odd count": ("_kind = 6", "_kind = true", "count action_of_a_kind is a whole number"),
    "no toml": ("[counts]", "[counts", "the deck cannot be read"),
    "no table": ("[counts]", "counts = 3\n[other]", "the deck has no 'other'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_deck_is_refused_by_name(name: str) -> None:
    old, new, complaint = BROKEN[name]
    assert old in TEXT
    with pytest.raises(DeckRefused) as refused:
        read_deck(TEXT.replace(old, new, 1))
    assert complaint in str(refused.value)


def test_action_cards_cannot_pass_for_normal_ones() -> None:
    moved = TEXT.replace("red = [1, 6,", "red = [1, 4, 6,").replace("eat = [4, 68]", "eat = [68]")
    with pytest.raises(DeckRefused, match="75 Normal and 24 Action cards, not 76 and 23"):
        read_deck(moved)


def test_a_deck_with_too_many_jumps_does_not_fit_the_columns() -> None:
    """One jump card more for each kind that gives one up: a column could reach a 17th level."""
    deck = changed(
        ("action_of_a_kind = 6", "action_of_a_kind = 6"),
        ("eat = [4, 68]", "eat = []"),
        ("jump = [20, 84]", "jump = [4, 20, 68, 84]"),
    )
    with pytest.raises(DeckRefused, match="6 Action cards are eat, not 4"):
        read_deck(deck)
    cards = [card._replace(kind="jump") if card.kind == "eat" else card for card in DECK.cards]
    with pytest.raises(DeckRefused, match="room for 6 jump cards, not 12"):
        check_columns(cards)
