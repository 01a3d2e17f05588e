"""Bots play from their view alone; and whoever does not is found out."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import fmean
from typing import Any

import pytest

import kermesse
from kermesse.bots.budget import Budget
from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.kernel import PLAIN
from kermesse.core.position import View
from kermesse.core.recipes import LEVELS
from kermesse.lab.strength import honesty
from kermesse.lab.strength.honesty import HonestyCase, TwoReferees, disguised, table_of, twin_of
from kermesse.lab.strength.referee import Player, play_game

from .arena_scenes import MUCKLE, MUVUCA, QUICK, SHUPPA, VIVA, Muddled, Scripted, Snoop

GAMES = [MUVUCA, VIVA, SHUPPA, MUCKLE]  # in Moon River nothing is hidden
NAMES = kermesse.bot_names()
BRIEFLY = Budget(iterations=2)  # for searching bots: what they know does not depend on it
CASES = 20 if PLAIN else 1000 if THOROUGH else 200  # of every bot in every game
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@cache
def cases(name: str, count: int = CASES) -> list[HonestyCase]:
    return honesty.cases(kermesse.game(name), count)


@every_game
def test_cases_are_decisions_with_a_choice_from_tables_of_all_sizes(game: Game) -> None:
    found = cases(game.name)
    tables = [table_of(game, case) for case in found]
    assert len(found) == CASES
    assert len(set(found)) > 0.99 * CASES
    assert {table.seats for table in tables} == set(game.seats)
    assert all(len(t.legal(case.seat)) > 1 for t, case in zip(tables, found, strict=True))
    phases = {table.phase for table in tables}
    assert len(phases) > 1


@every_game
@pytest.mark.parametrize("name", NAMES)
def test_what_a_bot_cannot_see_changes_nothing(name: str, game: Game) -> None:
    found = honesty.non_interference(
        kermesse.bot(name, game), game, cases(game.name), budget=BRIEFLY
    )
    assert found.findings == []
    assert found.cases == CASES
    assert found.others > 0.85 * CASES  # where all is known, there is no other world


@every_game
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_does_not_swallow_poison(name: str, game: Game) -> None:
    found = honesty.poison(kermesse.bot(name, game), game, cases(game.name), budget=BRIEFLY)
    assert found.findings == []
    assert found.cases == found.others == CASES


# --- whoever cheats is found out ------------------------------------------------------------


def test_a_bot_that_finds_the_table_is_found_out() -> None:
    some = cases("muvuca")[:10]
    assert len(honesty.non_interference(Snoop(MUVUCA), MUVUCA, some).findings) > 3
    assert len(honesty.poison(Snoop(MUVUCA), MUVUCA, some).findings) > 3


def test_a_bot_that_remembers_its_last_question_is_found_out() -> None:
    asked: list[View] = []

    def act(view: View) -> Any:
        asked.append(view)
        return view.legal()[len(asked) % 2]

    found = honesty.non_interference(Scripted(act), MUVUCA, cases("muvuca")[:30])
    assert len(found.findings) == 30


def test_a_bot_that_chokes_on_poison_is_found_out() -> None:
    """Raising is an answer too: one that must not depend on what is hidden."""
    turns = iter(range(1000))

    def act(view: View) -> Any:
        if next(turns) % 2:
            raise RuntimeError("invalid card")
        return view.legal()[0]

    found = honesty.poison(Scripted(act), MUVUCA, cases("muvuca")[:5])
    assert len(found.findings) == 5
    assert "RuntimeError: invalid card" in found.findings[0]


def test_a_game_that_leaks_is_not_blamed_on_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(game: Game, case: HonestyCase, seed: int) -> bytes:
        return game.new(2, seed).tobytes()

    monkeypatch.setattr(honesty, "twin_of", leaky)
    with pytest.raises(KermesseError, match="muvuca itself leaks in case 0"):
        honesty.non_interference(kermesse.bot("random", MUVUCA), MUVUCA, cases("muvuca")[:1])


@every_game
def test_a_twin_is_another_world_with_the_same_view(game: Game) -> None:
    for number, case in enumerate(cases(game.name)[:20]):
        twin = table_of(game, HonestyCase(twin_of(game, case, number), case.seat))
        assert twin.view(case.seat) == table_of(game, case).view(case.seat)
        assert twin.record.rng == table_of(game, case).record.rng


@every_game
def test_a_disguised_table_is_all_but_the_future(game: Game) -> None:
    for case in cases(game.name)[:20]:
        table = table_of(game, case)
        view = disguised(table, case.seat)
        assert [a.number for a in view.legal()] == [a.number for a in table.legal(case.seat)]
        table.record.viewer = case.seat
        table.record.rng = 0
        assert view.tobytes() == table.tobytes()


# --- results under a special referee --------------------------------------------------------


def test_a_drop_counts_in_standard_errors() -> None:
    same = TwoReferees([0.0, 1.0] * 50, [1.0, 0.0] * 50)
    worse = TwoReferees([0.5, 1.0] * 50, [0.0, 0.5] * 50)
    assert same.sigmas == 0
    assert worse.sigmas == pytest.approx(-0.5 / (2 * 0.0625 * 100 / 99 / 100) ** 0.5)
    assert TwoReferees([1.0] * 3, [1.0] * 3).sigmas == 0


@every_game
def test_special_referees_play_whole_games(game: Game) -> None:
    bot, seats = kermesse.bot("random", game), game.seats[-1]
    found = honesty.reshuffle(game, bot, bot, 4, seats=seats, options=QUICK[game.name])
    sides = len(set(game.teams(seats)))
    assert len(found.redrawn) == len(found.ordinary) == -(-4 // sides)
    assert all(0 <= mean <= 1 for mean in found.redrawn)
    assert honesty.cheater_bound(game, bot, 2 * sides, seats=seats, options=QUICK[game.name])


def test_worlds_are_redrawn_behind_the_subject_only() -> None:
    """The subject's rival keeps what it has; what the subject has seen stays as it is."""
    redraw = honesty.redrawing(0, 0, (0, 1), [0])
    table = table_of(*next((MUVUCA, case) for case in cases("muvuca") if case.seat == 0))
    view = table.view(0)
    worlds = [redraw(0, view) for _ in range(5)]
    assert all(world and world.view(0) == view for world in worlds)
    assert len({world.tobytes() for world in worlds if world}) > 1
    assert redraw(1, table.view(1)) is None


def test_worlds_are_redrawn_from_what_may_be_known_even_if_all_is_shown() -> None:
    """A referee who took the open table for the view would redraw nothing."""
    changed = []

    def redraw(seat: int, view: View) -> None:
        if seat == 0:
            hands = {view.imagine(seed).record.hand.tobytes() for seed in range(5)}
            changed.append(len(hands) > 1)

    players = [Player(kermesse.bot("random", MUVUCA), Random(seat)) for seat in range(2)]
    players[0].look = disguised
    play_game(MUVUCA.new(2, 1, QUICK["muvuca"]), players, Random(0), redraw)
    assert len(changed) > 5
    assert sum(changed) > 0.5 * len(changed)


def test_a_bot_that_scribbles_on_its_view_redraws_nothing() -> None:
    """The referee imagines from the view as it was, not from what the bot made of it."""
    greedy = kermesse.bot("greedy", MUVUCA)

    def act(view: View) -> Any:
        action = greedy.choose(view, seed=1)
        view.record.hand[:] = 0
        view.record.unseen[:] = 0
        return action

    tidy = Scripted(lambda view: greedy.choose(view, seed=1))
    found, expected = (
        honesty.reshuffle(MUVUCA, bot, greedy, 6, options=QUICK["muvuca"])
        for bot in (Scripted(act), tidy)
    )
    assert found == expected


def test_a_bot_that_breaks_is_no_evidence() -> None:
    def act(view: View) -> Any:
        raise RuntimeError("out of ideas")

    rival = kermesse.bot("random", MUVUCA)
    with pytest.raises(KermesseError, match="RuntimeError: out of ideas"):
        honesty.reshuffle(MUVUCA, Scripted(act), rival, 2)


ROUND = {"rounds_to_win": 1}
ONE_ROUND = {"muvuca": ROUND, "viva": {"rounds": 1}}
SOME = Budget(iterations=50)


@pytest.mark.long
@pytest.mark.parametrize("name", ["greedy", *LEVELS])
def test_an_honest_bot_loses_nothing_when_worlds_are_redrawn(name: str) -> None:
    """Against random play all worlds that fit a view are as likely. 2,000 games, 3 sigma."""
    subject = Muddled(kermesse.bot(name, MUVUCA), 0.7, SOME)
    rival = kermesse.bot("random", MUVUCA)
    found = honesty.reshuffle(MUVUCA, subject, rival, 2000, options=ROUND)
    print(f"{name}: {fmean(found.ordinary):.1%}, {fmean(found.redrawn):.1%}", end=" ")
    print(f"with redrawn worlds, {found.sigmas:+.1f} sigma")
    assert 0.1 < fmean(found.ordinary) < 0.97  # else there would be nothing to lose
    assert abs(found.sigmas) < 3


@pytest.mark.long
def test_redrawn_worlds_take_from_a_peeking_bot_what_it_saw() -> None:
    """At an ordinary table it does better than its honest twin, and under the referee it does not.

    3,000 games each.
    """
    greedy = kermesse.bot("greedy", MUVUCA)
    gains = []
    for redrawn in (False, True):
        honest, peeking = (
            list(
                honesty.trial(
                    MUVUCA, greedy, greedy, 3000, redrawn=redrawn, open_table=seen, options=ROUND
                )
            )
            for seen in (False, True)
        )
        print(f"redrawn {redrawn}: {fmean(honest):.1%} honest, {fmean(peeking):.1%} peeking")
        gains.append(TwoReferees(honest, peeking).sigmas)
    ordinary, under_the_referee = gains
    assert ordinary > 3
    assert under_the_referee < 1


OPEN = [  # greedy's judgement in VIVA does not look at other hands; a search does
    (MUVUCA, "greedy"),
    (MUCKLE, "greedy"),
    (MUVUCA, "strong"),
    (VIVA, "strong"),
    (SHUPPA, "expert"),
    (MUCKLE, "strong"),
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "name"), OPEN, ids=lambda one: getattr(one, "name", one))
def test_seeing_the_table_is_an_advantage(game: Game, name: str) -> None:
    options = ONE_ROUND.get(game.name)
    seats = None if game is MUCKLE else 2
    found = honesty.cheater_bound(
        game, kermesse.bot(name, game), 1000, options=options, seats=seats
    )
    assert found
    print(f"{game.title}, {name}: {found.mean:.1%} ({found.low:.1%} to {found.high:.1%})")
    assert found.low > 0.5
