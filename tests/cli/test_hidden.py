"""`kermesse play`: what stays hidden from the person at the terminal."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from tests.cli.scenes import CARDS, MUVUCA, PROMPT, QUICK, ended, kept, named_cards, terminal, typed

from kermesse.core.match import Match
from kermesse.core.position import Position

FOOD = re.compile("fries|drink|candy|chocolate|hotdog")
JACKET = re.compile(". (star|diagonal|horizontal|crest|triangles)")


def drawn_cards(text: str) -> set[str]:
    """The cards on a board: a food, and right below it a sign and a jacket."""
    found = set()
    lines = text.splitlines()
    for upper, lower in pairwise(lines):
        for food in FOOD.finditer(upper):
            jacket = JACKET.match(lower, food.start())
            if jacket:
                found.add(f"{food[0]}-{jacket[1]}")
    return found


def cards(bits: int) -> set[str]:
    return {name for card, name in enumerate(CARDS) if bits >> card & 1}


def hidden_cards(frame: Position, seat: int) -> set[str]:
    """The opponent's cards that a seat has not seen."""
    record = frame.record
    return cards(int(record.hand[1 - seat]) & ~int(record.known[1 - seat]))


def check_that_hands_stay_hidden(match: Match, seat: int, lines: list[str], said: str) -> int:
    """Follow a session line by line; return how many hidden cards it could have shown."""
    own = [decision.frame - 1 for decision in match.decisions if decision.seat == seat]
    frames = iter([*own, len(match.frames) - 1])
    shown = re.split(PROMPT, said)[::2]
    frame = match.frames[next(frames)]
    checked = 0
    for text, line in zip(shown, [*lines, ""], strict=False):
        hidden = hidden_cards(frame, seat)
        drawn = drawn_cards(text)
        assert not hidden & (drawn | named_cards(text))
        assert not drawn or cards(int(frame.record.hand[seat])) <= drawn
        checked += len(hidden) * bool(drawn)
        if line.isdigit():
            frame = match.frames[next(frames)]
    return checked


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_the_opponents_hidden_cards_never_show(data: Path, seat: int, seed: int) -> None:
    lines = [
        "board",
        "log",
        "1",
        "moves",
        "1",
        "undo",
        "1",
        "1",
        "1",
        "1",
        "board",
        "1",
        "1",
        "log",
    ]
    words = ["--seat", str(seat), "--seed", str(seed), "--save", "m.json", "--bot", "random"]
    result = typed(*lines, "quit", words=words)
    checked = check_that_hands_stay_hidden(kept(data, "m.json"), seat, lines, result.stdout)
    assert checked > 8


def test_the_opponents_hidden_cards_never_show_in_a_terminal(data: Path) -> None:
    lines = ["1", "1", "board", "1", "1", "log", "1", "1"]
    with terminal(*MUVUCA, *QUICK, "--save", "m.json", "--seed", "8") as child:
        said = ""
        for line in [*lines, "quit"]:
            child.expect(PROMPT)
            said += child.before + child.after
            child.sendline(line)
        ended(child)
    said = said.replace("\r", "")
    assert check_that_hands_stay_hidden(kept(data, "m.json"), 0, lines, said) > 4
