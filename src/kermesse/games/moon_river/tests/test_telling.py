"""Every event as a sentence, in every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kermesse.core.record import NOTHING
from kermesse.core.words import ENGLISH, Words
from kermesse.games.moon_river import game
from kermesse.games.moon_river.state import Happening
from kermesse.games.moon_river.tests.scenes import LINES, cell, kind

NAMES = ("Ana", "Bo", "Cy", "Di")
R1C1, R1C2, R2C3 = cell("r1c1"), cell("r1c2"), cell("r2c3")
D0, DS, CCC, ACO, K5 = (kind(code) for code in ("D0", "Ds", "Ccc", "Aco", "K5"))
COWBOY, DESPERADO, THIEF, TRAPPER = 1, 0, 2, 6  # recruits

Told = tuple[Happening, tuple[int, ...], str]

SENTENCES: list[Told] = [
    (Happening.SET_UP, (3, 0), "Moon River, for 3 players."),
    (Happening.SET_UP, (3, 1), "Legends of the West, for 3 players."),
    (Happening.COLOURS, (0, 1, 2), "Colours: Ana purple, Bo orange, Cy green."),
    (Happening.SCENARIO, (2, 0), "The scenario is gold rush."),
    (Happening.SCENARIO, (4, 1), "The scenario is drawn: Moon River City."),
    (Happening.TOKEN, (1, 4, 16), "A token comes to the saloon: cattle thief. There are 4 now."),
    (Happening.TOKEN, (1, 1, 19), "A token comes to the saloon: cattle thief. There is 1 now."),
    (Happening.DREW, (CCC, 6, 1, 95), "From the box: canyon (2 cows), number 6."),
    (Happening.SORTED, (DS, D0, K5, ACO), "A new column, from the box on: desert (1 skull), "
     "desert, corn (5 ears), farm (1 cow, 1 circle)."),
    (Happening.RANCHERO, (2,), "Cy's Ranchero is drawn."),
    (Happening.ROUND, (7, 2, 0, 1), "Round 7. Turn order: Cy, Ana, Bo."),
    (Happening.CHOSE, (1, 2, D0), "Bo chooses plot 3: desert."),
    (Happening.REMOVED, (3, D0), "Nobody chose desert: it is removed from the game."),
    (Happening.RECEIVED, (1, D0, 0), "Bo receives desert."),
    (Happening.KEPT, (1, 2), "Bo makes no domino."),
    (Happening.JOINED, (1, D0, K5), "Bo joins desert and corn (5 ears)."),
    (Happening.PLACED, (1, D0, R1C1, K5, R1C2), "Bo places desert on r1c1 and corn (5 ears) on "
     "r1c2."),
    (Happening.DISCARDED, (1, D0, K5), "No domino of Bo fits: desert and corn (5 ears) are "
     "removed from the game."),
    (Happening.GRAZED, (0, R2C3, 1, 0), "1 cow comes to r2c3 of Ana."),
    (Happening.GRAZED, (0, R2C3, 2, 0), "2 cows come to r2c3 of Ana."),
    (Happening.GRAZED, (0, R2C3, 1, 1), "The supply has too few cows: 1 comes to r2c3 of Ana."),
    (Happening.DRIED, (0, R1C1, R1C2), "Drought on r1c1: Ana loses a cow on r1c2."),
    (Happening.SPARED, (0, R1C1), "Drought on r1c1 of Ana: there is no cow in that territory."),
    (Happening.CIRCLED, (0, R1C1), "Ana recruits for r1c1 first."),
    (Happening.RECRUITED, (0, TRAPPER, R1C1), "Ana recruits a partner for r1c1: trapper."),
    (Happening.RECRUITED, (0, COWBOY, R1C1), "Ana recruits a partner for r1c1: cowboy."),
    (Happening.UNUSED, (0, R1C1), "The saloon is empty: Ana cannot recruit for r1c1."),
    (Happening.SKIPPED, (0, DESPERADO, R1C1), "There is nothing to do for the desperado of Ana."),
    (Happening.MOVED, (0, R1C1, R1C2, 2), "Ana moves a cow from r1c1 to r1c2."),
    (Happening.STOPPED, (0, 2), "Ana moves no further cow."),
    (Happening.SWAPPED, (0, D0, 2, K5), "Ana exchanges desert for corn (5 ears) of Cy."),
    (Happening.STOLE, (0, 2, R1C1, R2C3), "Ana steals a cow from r1c1 of Cy; it goes to r2c3."),
    (Happening.DECLINED, (0, THIEF), "Ana makes no use of the cattle thief."),
    (Happening.REACHED, (1,), "The ranch of Bo has reached row 10."),
    (Happening.TOOK_TILE, (1, 0), "Bo takes bonus tile 1."),
    (Happening.TILE_GONE, (1, 1), "Bonus tile 2 fits nowhere in the ranch of Bo: it is removed "
     "from the game."),
    (Happening.TURNED, (1, 1, 3), "Bo chooses the side with forest."),
    (Happening.LAID, (1, kind("Bf"), R1C2), "Bo lays the bonus tile, forest (1 circle), on r1c2."),
    (Happening.EMPTYING, (2, 1), "Cy has 1 plot left to place."),
    (Happening.EMPTYING, (2, 4), "Cy has 4 plots left to place."),
    (Happening.DISCARDED_REST, (2, D0, K5), "Nothing fits any more: Cy discards desert, corn "
     "(5 ears)."),
    (Happening.CROWDED, (1, 1), "Overcrowding: 1 cow leaves the ranch of Bo."),
    (Happening.CROWDED, (1, 3), "Overcrowding: 3 cows leave the ranch of Bo."),
    (Happening.SCORED, (0, 5, 0, 12), "Desert: Ana 5, Bo 0, Cy 12."),
    (Happening.SCORED, (7, 5, 0, 12), "Ears of corn: Ana 5, Bo 0, Cy 12."),
    (Happening.SCORED, (12, 89, 0, 70), "Total: Ana 89, Bo 0, Cy 70."),
]  # fmt: skip
BY_ITSELF: list[Told] = [
    (Happening.CHOSE, (1, 2, D0), "The last plot, 3, is for Bo: desert."),
    (Happening.KEPT, (1, 2), "No domino of Bo fits: the plots stay in the reserve."),
    (Happening.JOINED, (1, D0, K5), "Bo has to join desert and corn (5 ears)."),
]


def sentence(
    event: Happening,
    args: Sequence[int],
    say: Words = ENGLISH,
    *,
    forced: bool = False,
    **also: Any,
) -> str:
    """What is told of an event at a table of three."""
    s = game.blank(seats=3, options=also)[0]
    s.event = event
    s.event_args[:] = NOTHING
    for place, arg in enumerate(args):
        s.event_args[place] = arg
    if forced:
        s.event_args[-1] = 1
    return game.notation.event_text(s, NAMES, say)


def test_every_event_has_its_sentence() -> None:
    assert {event for event, _, _ in SENTENCES} == set(Happening)
    assert [sentence(event, args) for event, args, _ in SENTENCES] == [t for _, _, t in SENTENCES]


@pytest.mark.rule("MR-137")
def test_what_takes_itself_is_told_in_other_words() -> None:
    told = [sentence(event, args, forced=True) for event, args, _ in BY_ITSELF]
    assert told == [text for _, _, text in BY_ITSELF]


@pytest.mark.rule("MR-101")
def test_the_legends_name_their_boards() -> None:
    told = sentence(Happening.COLOURS, (3, 0, 2), variant="legends")
    assert told == "Colours: Ana white (Wesley), Bo purple (Mary), Cy green (Big Jo)."


@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_every_line_of_the_sheet_begins_with_a_capital(language: str) -> None:
    say = game.words(language)
    lines = [sentence(Happening.SCORED, (line, 1, 2, 3), say) for line in range(len(LINES))]
    assert all(text[0].isupper() for text in lines)
    assert len(set(lines)) == len(LINES)


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_every_sentence_is_translated_and_has_no_gap(language: str) -> None:
    say = game.words(language)
    for forced, told in ((False, SENTENCES), (True, BY_ITSELF)):
        for event, args, english in told:
            other = sentence(event, args, say, forced=forced)
            assert "{" not in other
            if event != Happening.SCORED:  # « Total » is the same word in all three
                assert other != english
