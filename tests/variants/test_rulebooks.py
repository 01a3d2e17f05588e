"""Rulebooks: their gaps are filled from options and tables, and a variant's shows its numbers."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from tests.variants.scenes import CHANGED, QUICK, spec

import kermesse
from kermesse.core.differences import MOST_NAMED, differences
from kermesse.core.numerals import in_words
from kermesse.core.rulebook import GAP, filled
from kermesse.core.words import LANGUAGES

# Of the books' words when their numbers became gaps: a table that is moved must not change a word.
# A reworded book has another digest, which the test prints.
WORDS = {
    "moon_river": ("493d84ef3a266006", "3544974e147667e9", "0a643a107e8ea893"),
    "muckle": ("d2b2bd7bd1ce1864", "838b4327c2046fa7", "d0ab5c79b9d869b6"),
    "muvuca": ("85ad9fe67d01252e", "87d713ec3673156c", "6566b3588c5162a0"),
    "shuppa": ("173d1d40b3ed1467", "98642dd5b919f3aa", "2540075eea5c5a9a"),
    "viva": ("d24852f2a6a52a7b", "deef0f8e62296f90", "fdade9b1e1fdb74f"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WORDS)
def test_the_books_of_the_originals_are_word_for_word_what_they_were(
    game: str, language: str
) -> None:
    text = kermesse.game(game).rulebook(language).text
    digest = sha256(re.sub(r"[ \n]+", " ", text).encode()).hexdigest()[:16]
    assert digest == WORDS[game][list(LANGUAGES).index(language)]
    assert not GAP.search(text)


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        ("{hand} cards", "en", "5 cards"),
        ("{hand:word} cards, {Hand}", "en", "five cards, {Hand}"),
        ("{hand:Word} cards", "pt", "Cinco cards"),
        ("{two:word} {two:feminine} {two:Feminine}", "pt", "dois duas Duas"),
        ("{one:feminine} {one:word}", "fr", "une un"),
        ("{one} {one:card|cards}, {two} {two:card|cards}", "en", "1 card, 2 cards"),
        ("{none} {none:carte|cartes}", "fr", "0 carte"),
        ("{none} {none:card|cards}", "en", "0 cards"),
        ("{many:word}", "en", "21"),
        ("{deck:word}", "en", "a deck"),
        ("{unknown} {hand", "en", "{unknown} {hand"),
    ],
)
def test_a_gap_is_filled_in_its_form(text: str, language: str, shown: str) -> None:
    figures = {"hand": 5, "none": 0, "one": 1, "two": 2, "many": 21, "deck": "a deck"}
    assert filled(text, figures, language) == shown


def test_numbers_in_words() -> None:
    assert [in_words(n, "en") for n in (0, 12, 20, 21, -1)] == [
        "no",
        "twelve",
        "twenty",
        "21",
        "-1",
    ]
    assert in_words(3, "xx") == "3"


SHOWN = {  # a rule of each game, and a number that stands in it
    "viva": {"VV-03": "up to 9 rounds", "VV-04": "hand of 4"},
    "muvuca": {"MV-07": "a hand of 4 cards", "MV-27": "4 cards × 16 pushes = 64 plays"},
    "muckle": {"MK-02": "set of 14 cards", "MK-03": "14 cards, keep 6 and lay 8 aside"},
    "shuppa": {"SH-97": "a multicolour card 4", "SH-05": "next 7 Normal", "SH-09": "37 arrows"},
    "moon_river": {"MR-04": "The 20 cows", "MR-07": "100 plots", "MR-79": "25 columns and 25 ro"},
}


@pytest.mark.parametrize("game", SHOWN)
def test_the_book_of_a_variant_shows_its_numbers(game: str) -> None:
    book = kermesse.variant(CHANGED[game]).rulebook()
    for rule, words in SHOWN[game].items():
        assert words in book.rule(rule)
    for language in LANGUAGES:
        text = kermesse.variant(CHANGED[game]).rulebook(language).text
        assert not GAP.search(text)


def test_tables_of_a_book_follow_the_data() -> None:
    book = kermesse.variant(CHANGED["moon_river"]).rulebook("fr").text
    assert "| `Css` | 5 | canyon | un crâne | 6 |" in book
    assert "`Ccc`" not in book.partition("## 1.")[2].partition("MR-T")[0]
    assert "| Mary | violet | 5 | r2c3 |" in book
    viva = kermesse.variant(CHANGED["viva"]).rulebook("pt").text
    assert "| cartas de uma ou duas cores | 121 | 80 |" in viva
    assert "| cópias de cada tipo | 6–7 | 4 |" in viva
    shuppa = kermesse.variant(CHANGED["shuppa"]).rulebook().text
    assert "74: 17 red, 17 yellow, 17 green, 16 blue and 7 multicolour" in shuppa


def test_a_book_says_at_its_top_what_differs() -> None:
    book = kermesse.variant(CHANGED["viva"]).rulebook()
    title, note, *_ = book.text.split("\n\n")
    assert title == "# VIVA"
    assert note == book.note
    assert note == (
        "This is the variant “More reds” of VIVA. What differs: rounds of the match: 1 instead of "
        "3, cards dealt to each player: 4 instead of 5, turns after which a round is stopped: 50 "
        "instead of 500, `cards.regular`: 121 instead of 126, `cards.pocket`: 80 instead of 84, "
        "`victory_cards.regular`: 9 instead of 12, `R` regular: 7 instead of 6, `GB` is left out. "
        "The examples are those of the original."
    )
    assert kermesse.game("viva").rulebook().note == ""


@pytest.mark.parametrize(
    ("language", "start"),
    [("fr", "Voici la variante «\N{NO-BREAK SPACE}Quick\N{NO-BREAK SPACE}» de Muvuca."),
     ("pt", "Esta é a variante “Quick” de Muvuca.")],
)  # fmt: skip
def test_the_note_speaks_the_language_of_the_book(language: str, start: str) -> None:
    note = kermesse.variant(QUICK).rulebook(language).note
    assert note.startswith(start)
    assert "rounds" not in note
    assert "exempl" not in note  # the examples of the rules are true of other options, too


def test_lists_and_new_lines_are_told_and_many_are_counted() -> None:
    assert "`normal.blue 99` is left out" in differences(kermesse.variant(CHANGED["shuppa"]), "en")
    moon = differences(kermesse.variant(CHANGED["moon_river"]), "en")
    assert "`Css` is new: count 5, terrain canyon, skulls 1, back 6" in moon
    kinds = ("R", "P", "O", "Y", "G", "B", "RP", "RO", "RY")
    everywhere = [("cards.csv", f"\n{kind},6,4", f"\n{kind},5,4") for kind in kinds]
    told = differences(
        kermesse.variant(
            spec("Few", "viva", *everywhere, ("box.toml", "regular = 126", "regular = 117"))
        ),
        "en",
    )
    assert len(told) == 1 + MOST_NAMED + 1
    assert told[-1] == "1 more difference"


def test_a_title_means_nothing_to_markdown() -> None:
    game = kermesse.variant(QUICK | {"title": "[x](y) *z* <b>"})
    assert r"“\[x\](y) \*z\* \<b\>”" in game.rulebook().note
