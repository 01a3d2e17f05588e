"""Mini games: every game has one that keeps the contract, plays at the table, and can be solved."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest
from tools.minis import GAP, PAGE, asked, first_choices, line

import kermesse
from kermesse.bots.bot import Bot
from kermesse.core.bits import lowest
from kermesse.core.errors import UnknownGame
from kermesse.core.minis import mini, mini_names
from kermesse.core.position import View, same
from kermesse.core.rulebook import GAP as BOOK_GAP
from kermesse.core.unrolling import Happening, dealing, deciding, with_rng
from kermesse.core.words import LANGUAGES
from kermesse.interop.equilibrium import Solution, evenly, judge, mixed, plans_of, solve
from kermesse.interop.game_tree import Moment, Rules, changed, unfold

MATCHES = 4_000
NAMES = ["moon_river", "muckle", "muvuca", "shuppa", "viva"]


def test_every_game_has_a_mini_game() -> None:
    assert mini_names() == kermesse.game_names() == NAMES
    for name in NAMES:
        game = mini(name)
        assert game.title == f"{kermesse.game(name).title} · Mini"
        assert mini(name) is game is kermesse.game(game.name)


def test_a_mini_game_has_none_itself() -> None:
    with pytest.raises(UnknownGame, match="VIVA · Mini has no mini game"):
        mini(mini("viva").name)
    with pytest.raises(UnknownGame, match="no game 'whist'"):
        mini("whist")


SHOWN = {
    "moon_river": {"MR-30": "two rows by three columns", "MR-116": "three rows of three: 8 cells"},
    "muckle": {"MK-02": "set of 3 cards", "MK-56": "to run 1 space wins"},
    "muvuca": {
        "MV-06": "Four of them are then dealt face-down in two rows of two",
        "MV-15": "Eight",
    },
    "shuppa": {"SH-01": "There are 3 columns.", "SH-22": "the top 1 card of"},
    "viva": {"VV-01": "Two people play.", "VV-04": "hand of 1"},
}


@pytest.mark.parametrize("name", NAMES)
def test_its_rulebook_shows_its_numbers(name: str) -> None:
    for rule, words in SHOWN[name].items():
        assert words in mini(name).rulebook().rule(rule)
    for language in LANGUAGES:
        assert not BOOK_GAP.search(mini(name).rulebook(language).text)


# In plain Python: nothing of a mini game is large enough to be worth compiling.
PLAY = """
import sys
from html import unescape
from random import Random
from kermesse.core.conformance import check
from kermesse.core.minis import mini
from kermesse.core.words import LANGUAGES

game = mini(sys.argv[1])
chance = Random(1)
names = [f"Player {seat}" for seat in range(game.seats[0])]
for number in range(int(sys.argv[2])):
    position = game.new(seed=number)
    while not position.over:
        if position.pending:
            position.advance()
        else:
            seat = chance.choice(sorted(position.due))
            position.decide(seat, chance.choice(position.legal(seat)))
        for viewer in (-1, *range(position.seats)):
            view = position.view(viewer)
            assert game.view(view.text).text == view.text
            str(view)
            for language in LANGUAGES:
                say = game.words(language)
                board = unescape(game.page.board(view, names, say))
                assert 'id="board"' in board
                for action in view.legal():
                    assert any(f'data-pick="{way[0]}"' in board for way in game.ways(action.text))
                game.page.prompt(view, say)
                game.notation.event_text(view.record, names, say)
            game.page.about(view), game.page.sound(view)
check(game, matches=2, clauses=[1, 2, 3, 4, 5, 6, 7, 8, 10])
print("kept")
"""
EVERY_DAY = ("muvuca", "viva")


@pytest.mark.parametrize(
    "name",
    [name if name in EVERY_DAY else pytest.param(name, marks=pytest.mark.long) for name in NAMES],
)
def test_it_keeps_the_contract_and_is_shown(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAY, name, "3"],
        env=os.environ | {"KERMESSE_PLAIN": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "kept\n", done.stderr


# --- solving --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def viva() -> Solution:
    return solve(unfold(mini("viva")), GAP)


def test_the_board_of_a_small_crowd_is_as_small() -> None:
    """Its rows and columns end where the Crowd does, and the style sheet knows their number."""
    game = mini("muvuca")
    assert game.page is not None
    drawn = game.page.board(game.new(seed=1).view(0), ["Ana", "Rui"], game.words())
    places = re.findall(r"\br(\d) c(\d)\b", drawn)
    assert {int(number) for place in places for number in place} == {0, 1, 2, 3}
    assert 'class="muvuca side2"' in drawn
    assert ".muvuca.side2 { --side: 2; }" in (game.home / "board" / "board.css").read_text()


def test_the_page_says_what_the_solver_finds(viva: Solution) -> None:
    """`python -m tools.minis` writes the page anew."""
    page = PAGE.read_text(encoding="utf-8")
    assert line(viva) in page.splitlines()
    assert first_choices("viva", viva) in page


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_solver_finds_for_all(name: str) -> None:
    solution = solve(unfold(mini(name)), GAP)
    assert solution.worth.exploitability < 10 * GAP
    assert line(solution) in PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.long
@pytest.mark.parametrize("bot", ["greedy", "skilled"])
def test_bots_give_away_less_than_random_play(viva: Solution, bot: str) -> None:
    tree = viva.tree
    blind = judge(tree, plans_of(tree, evenly))
    plans = plans_of(tree, asked(tree.game, bot, 20))
    assert judge(tree, plans).exploitability < blind.exploitability
    for mine, theirs, sign in ((plans, viva.plans, 1), (viva.plans, plans, -1)):
        value = judge(tree, mixed(tree, mine, theirs)).value
        assert sign * (value - viva.worth.value) < 1e-3  # nobody gains against an equilibrium


@pytest.mark.long
def test_openspiel_agrees(viva: Solution) -> None:
    """Its best answer, on its own tree, gains as much against random play as ours."""
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.exploitability import exploitability
    from open_spiel.python.policy import UniformRandomPolicy

    from kermesse.interop import openspiel

    game = openspiel.load(viva.tree.game, chance="explicit")
    blind = judge(viva.tree, plans_of(viva.tree, evenly))
    theirs = exploitability(game, UniformRandomPolicy(game))
    assert theirs == pytest.approx(blind.exploitability, abs=1e-6)


@pytest.mark.long
def test_nobody_beats_the_value_in_real_matches(viva: Solution) -> None:
    """Matches by the real kernels and their chance: a greedy bot against the plan of seat 1."""
    game = viva.tree.game
    bot = kermesse.bot("greedy", game)
    won = [played_out(viva, bot, seed) for seed in range(MATCHES)]
    error = stdev(won) / sqrt(MATCHES)
    assert mean(won) < viva.worth.value + 4 * error


def played_out(solution: Solution, bot: Bot, seed: int) -> float:
    """A match of a bot in seat 0 against the plan in seat 1; what it is worth to the bot."""
    tree, chance = solution.tree, Random(seed)
    rules = Rules(tree.game, 2)
    known = {choice.seen: choice for choice in tree.parts[-1].choices if choice.side == 1}
    moment = followed(rules, Moment(with_rng(rules.blank, seed), (b"", b""), (0, 0)), dealing)
    while not moment.record["over"][0]:
        happen = rules.unasked(moment)
        if happen is None:
            seat = lowest(moment.record["due"][0])
            if seat == 0:
                view = View(tree.game, rules.view(moment.record, 0))
                action = bot.choose(view, seed=chance.randrange(2**32)).number
            else:
                choice = known[moment.seen[1]]
                action = chance.choices(choice.actions, solution.plan(0, choice))[0]
            told = changed(moment.seen, seat, moment.seen[seat] + action.to_bytes(2))
            moment, happen = moment._replace(seen=told), deciding(seat, action)
        moment = followed(rules, moment, happen)
    return rules.worth(moment.record)


def followed(rules: Rules, moment: Moment, happen: Happening) -> Moment:
    """What the real kernels make of it, by the record's own chance."""
    record = same(moment.record)
    happen(rules.game.kernels, record[0])
    return moment._replace(record=record, seen=rules.seen(moment.seen, record))
