"""`kermesse play --text` in a window of 80 columns and 24 lines, for every game."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pexpect
import pytest
from rich.console import Console
from rich.text import Text
from tests.cli.scenes import heed_interrupts, run

import kermesse
from kermesse.cli.screen import MORE, fitted, in_words, listed, meant
from kermesse.core.record import NOTHING

pytestmark = pytest.mark.usefixtures("home")

TABLES = [("moon_river", seats) for seats in (4, 2)]
TABLES += [("muvuca", 2), ("muckle", 4), ("viva", 2), ("viva", 6), ("shuppa", 1), ("shuppa", 4)]
COLUMNS, LINES = 80, 24


@contextmanager
def window(*words: str) -> Iterator[Any]:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")
    }
    child = pexpect.spawn(
        sys.executable,
        ["-m", "kermesse", "play", words[0], "--text", "--bot", "random", *words[1:]],
        env=environment | {"TERM": "dumb", "PYTHONUTF8": "1"},
        dimensions=(LINES, COLUMNS),
        encoding="utf-8",
        timeout=300,
        preexec_fn=heed_interrupts,
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def screens(child: Any, prompt: str) -> list[str]:
    """What is shown up to the prompt, a screen for each time that somebody has to press Enter."""
    found = []
    while child.expect([re.escape(MORE), prompt]) == 0:
        found.append(child.before)
        child.sendline("")
    return [*found, child.before]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.varied
def test_everything_fits_into_the_window(name: str, seats: int) -> None:
    """Boards, lists, codes and help at several moments of a match."""
    game = kermesse.game(name)
    prompt = rf"({'|'.join(phase.name.lower().replace('_', ' ') for phase in game.phases)})> "
    with window(name, "--seats", str(seats), "--seed", "1") as child:
        screens(child, prompt)
        for _ in range(6):
            for command in ("board", "moves", "codes", "?"):
                child.sendline(command)
                shown = screens(child, prompt)
                for screen in shown:
                    lines = screen.splitlines()
                    assert max(map(len, lines)) <= COLUMNS, (command, screen)
                    assert len(lines) <= LINES, (command, screen)
                if command == "board":
                    plain = "".join(shown).split()
                    assert plain[0] == "board"
                    assert len(plain) > 20  # all of it was there, page by page
            child.sendline("#1")
            screens(child, prompt)
        child.sendline("quit")
        child.expect(pexpect.EOF)
        assert "Traceback" not in child.before


def test_a_long_line_goes_on_indented_and_loses_nothing() -> None:
    console = Console(width=40)
    text = Text("short\n\n" + "word " * 30)
    lines = fitted(text, console)
    assert max(line.cell_len for line in lines) <= 40
    assert [line.plain for line in lines[:2]] == ["short", ""]
    assert all(line.plain.startswith("    word") for line in lines[3:])
    assert " ".join(line.plain for line in lines).split() == text.plain.split()


def test_a_number_that_is_a_card_means_the_card() -> None:
    """In Shuppa 2 is a card; the second one of the list is #2."""
    shuppa = kermesse.game("shuppa")
    match = kermesse.Match(shuppa, 2, secret=bytes(32))
    seat = min(match.due)
    actions = match.legal(seat)
    texts = [action.text for action in actions]
    for line in ("1", "2", "3", "7", "63"):
        assert meant(shuppa, line, actions) == line
    assert meant(shuppa, "#2", actions) == actions[1]
    assert meant(shuppa, f"#{len(texts)}", actions) == actions[-1]
    for line in ("#0", "#99", "#", "#x", "²", "#-1", "-1"):
        assert meant(shuppa, line, actions) == line
    muvuca = kermesse.game("muvuca")
    cards = kermesse.Match(muvuca, 2, secret=bytes(32))
    listed_cards = cards.legal(min(cards.due))
    assert meant(muvuca, "2", listed_cards) == meant(muvuca, "#2", listed_cards) == listed_cards[1]


def test_typing_a_card_of_shuppa_never_plays_another() -> None:
    start = run("play", "shuppa", "--text", "--seed", "0", typed="quit\n").stdout
    hand = re.findall(
        r"(\d+)[rygb*]", next(line for line in start.splitlines() if "▸" in line and "PV" in line)
    )
    for card in range(1, 10):
        said = run("play", "shuppa", "--text", "--seed", "0", typed=f"{card}\nquit\n").stdout
        played = re.findall(r"Player chooses (\d+) ", said)
        assert played == ([str(card)] if str(card) in hand else [])


@pytest.mark.parametrize("name", ["muvuca", "muckle", "viva", "shuppa", "moon_river"])
def test_moves_are_told_in_words_and_prompts_are_words(name: str) -> None:
    said = run("play", name, "--text", "--seed", "3", typed="moves\nquit\n").stdout
    rows = [line for line in said.splitlines() if re.match(r"\s+#\d+ ", line)]
    assert rows
    for row in rows:
        assert re.search(r"[A-Za-z]{4,}", row.split(maxsplit=2)[-1]), row
    assert not re.search(r"^\w*_\w*> ", said, re.MULTILINE)
    assert re.search(r"\.$", said[: said.index("> ")].strip().splitlines()[-2])


def test_a_plot_is_told_by_what_it_shows() -> None:
    said = run("play", "moon_river", "--text", "--seed", "3", typed="moves\nquit\n").stdout
    assert re.search(r"#1  plot 1  Plot 1: \w+", said)
    assert "choose plot> " in said


@pytest.mark.parametrize("name", ["muvuca", "muckle", "viva", "shuppa", "moon_river"])
def test_the_help_names_a_rule_of_this_game_and_codes_are_explained(name: str) -> None:
    game = kermesse.game(name)
    rule = next(iter(game.rulebook("en").rules))
    said = run("play", name, "--text", "--seed", "3", typed=f"?\nrule {rule}\ncodes\nquit\n").stdout
    assert f"rule {rule}" in said
    assert ("MV-" in said) == (name == "muvuca")
    for line in game.legend.splitlines():
        assert " ".join(line.split()) in " ".join(said.split())


def test_every_code_of_moon_river_is_explained() -> None:
    from kermesse.games.moon_river.components import PIECE_CODES

    legend = kermesse.game("moon_river").legend
    for code in PIECE_CODES:
        assert re.search(rf"(^|\s){code}\s+[a-z]+", legend, re.MULTILINE), code


@pytest.mark.parametrize("name", ["muvuca", "shuppa"])
def test_a_hint_names_something_that_is_allowed_and_changes_nothing(name: str) -> None:
    said = run("play", name, "--text", "--seed", "3", typed="hint\nhint\nmoves\nquit\n").stdout
    hints = re.findall(r"Hint: (.+?)(?: \(|$)", said, re.MULTILINE)
    assert len(hints) == 2
    assert hints[0] == hints[1]
    rows = [line.split(maxsplit=1)[1] for line in said.splitlines() if re.match(r"\s+#\d+ ", line)]
    assert any(row.startswith(hints[0]) for row in rows)


def test_the_board_is_drawn_again_after_a_domino_was_placed() -> None:
    """Whatever changes on it is shown without asking."""
    lines = "#1\n" * 40
    said = run("play", "moon_river", "--text", "--seed", "3", typed=lines + "quit\n").stdout
    placed = [m.start() for m in re.finditer(r"Player places", said)]
    assert placed
    for place in placed:
        rest = said[place:]
        assert "≈≈≈" in rest[: re.search(r"^[a-z ]+> ", rest, re.MULTILINE).start()]  # type: ignore[union-attr]


def test_words_need_no_more_than_the_own_view() -> None:
    viva = kermesse.game("viva")
    match = kermesse.Match(viva, 2, secret=bytes(32))
    seat = min(match.due)
    view = match.view(seat)
    told = in_words(view, match.players, match.legal(seat))
    assert "Red" in told[0]
    rows = listed(view, match.players, match.legal(seat)).plain.splitlines()
    assert len(rows) == len(match.legal(seat))
    assert view.record.drawn == NOTHING
