"""Bots: legal, repeatable, honest (what they cannot see changes nothing), and in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import kermesse
from kermesse.bots import greedy
from kermesse.bots.budget import Budget
from kermesse.bots.warmup import warm_up
from kermesse.core.binding import bind
from kermesse.core.errors import KermesseError, SetupRefused, UnknownBot
from kermesse.core.kernel import PLAIN
from kermesse.core.position import Action, Position, View

GAME = kermesse.game("muvuca")
NAMES = kermesse.bot_names()
CASES = 10 if PLAIN else 200  # machine code is some forty times as fast
MATCHES = 2 if PLAIN else 60
RANDOM = kermesse.bot("random", GAME)
BRIEFLY = Budget(iterations=8)  # what searching bots think here: enough to disagree


def decisions(seed: int) -> Iterator[tuple[Position, int]]:
    """Every decision of a random match: the table before it, and who owes it."""
    table = GAME.new(seed=seed, options={"end_lines": 2})
    turn = 0
    while not table.over:
        (seat,) = table.due
        yield table.copy(), seat
        table.act(seat, RANDOM.choose(table.view(seat), seed=turn))
        turn += 1


@cache
def cases() -> tuple[tuple[Position, int], ...]:
    """Decisions from all parts of several matches."""
    found = [case for seed in range(10) for case in decisions(seed)]
    step = len(found) // CASES
    return tuple(found[::step][:CASES])


def another_world(table: Position, seat: int, seed: int) -> Position:
    """The table with all redrawn that the seat cannot know."""
    twin = table.copy()
    rng = int(table.record.rng)
    twin.rekey(seed)
    GAME.kernels["twin"](twin.record, seat)
    twin.rekey(rng)
    return twin


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_chooses_only_what_is_legal(name: str) -> None:
    bot = kermesse.bot(name, GAME)
    for table, seat in cases():
        action = bot.choose(table.view(seat), budget=BRIEFLY)
        assert isinstance(action, Action)
        assert action in table.legal(seat)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_and_seed_give_the_same_action(name: str) -> None:
    first, second = kermesse.bot(name, GAME), kermesse.bot(name, GAME)
    for seed, (table, seat) in enumerate(cases()):
        view = table.view(seat)
        action = first.choose(view, budget=BRIEFLY, seed=seed)
        assert action == second.choose(view.copy(), budget=BRIEFLY, seed=seed)
        assert action == first.choose(view, budget=BRIEFLY, seed=seed)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_bot_cannot_see_changes_nothing(name: str) -> None:
    bot = kermesse.bot(name, GAME)
    others = 0
    for seed, (table, seat) in enumerate(cases()):
        twin = another_world(table, seat, seed)
        others += twin != table
        assert twin.view(seat) == table.view(seat)
        action = bot.choose(table.view(seat), budget=BRIEFLY, seed=seed)
        assert bot.choose(twin.view(seat), budget=BRIEFLY, seed=seed) == action
    assert others > 0.8 * CASES  # late in a round little is hidden


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_leaves_the_view_as_it_was(name: str) -> None:
    bot = kermesse.bot(name, GAME)
    for seed, (table, seat) in enumerate(cases()[:20]):
        view = table.view(seat)
        before = view.tobytes()
        bot.choose(view, budget=BRIEFLY, seed=seed)
        assert view.tobytes() == before


@pytest.mark.parametrize("name", NAMES)
def test_seeds_tell_equals_apart(name: str) -> None:
    view = GAME.new(seed=1, options={"first_player": "seat0"}).view(0)
    bot = kermesse.bot(name, GAME)
    chosen = {bot.choose(view, budget=BRIEFLY, seed=seed).number for seed in range(40)}
    assert len(chosen) > 1


def test_the_random_bot_chooses_all_actions_alike() -> None:
    view = GAME.new(seed=1, options={"first_player": "seat0"}).view(0)
    chosen = [RANDOM.choose(view, seed=seed).number for seed in range(1000)]
    counts = [chosen.count(action.number) for action in view.legal()]
    assert sum(counts) == 1000
    assert all(140 < count < 260 for count in counts)


def test_the_greedy_bot_takes_a_round_that_is_there_to_take() -> None:
    """Row 1 lacks one card, and whoever ends the round now wins it."""
    text = """
        active: 0
        turn: 5
        cart: C1v
        end_lines: 1
        hand 0: fr-cr dr-di ca-ho ch-cr hd-tr
        hand 1: dr-st dr-ho ch-st hd-st
        crowd:
        fr-st fr-di fr-ho ??
        ?? ?? ?? ??
        ?? ?? ?? ??
        ?? ?? ?? ??
    """
    table = GAME.position(text)
    bot = kermesse.bot("greedy", GAME)
    for seed in range(5):
        trial = table.copy()
        trial.act(0, bot.choose(trial.view(0), seed=seed))
        trial.act(0, bot.choose(trial.view(0), seed=seed))
        assert trial.record.wins.tolist() == [1, 0]


def winner(bots: tuple[str, str], seed: int) -> int:
    """Who wins a match of two bots."""
    players = [kermesse.bot(name, GAME) for name in bots]
    table = GAME.new(seed=seed)
    turn = 0
    while not table.over:
        (seat,) = table.due
        table.act(seat, players[seat].choose(table.view(seat), seed=seed + turn))
        turn += 1
    assert table.outcome is not None
    return table.outcome.places.index(1)


def test_greedy_beats_random() -> None:
    won = sum(winner(("greedy", "random"), seed) == 0 for seed in range(MATCHES // 2))
    won += sum(winner(("random", "greedy"), seed) == 1 for seed in range(MATCHES // 2))
    assert won >= 0.9 * MATCHES


# --- what a bot refuses -------------------------------------------------------------------


def table_at_start() -> Position:
    return GAME.new(seed=1, options={"first_player": "seat0"})


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_never_takes_the_table_itself(name: str) -> None:
    bot = kermesse.bot(name, GAME)
    for wrong in (table_at_start(), table_at_start().record, None, "view"):
        with pytest.raises(KermesseError, match="a bot chooses from a View, not from"):
            bot.choose(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_takes_no_view_of_another_game(name: str) -> None:
    bot = kermesse.bot(name, replace(GAME, name="ludo"))
    with pytest.raises(KermesseError, match="this bot plays ludo, and the view is of muvuca"):
        bot.choose(table_at_start().view(0))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [1, -1])
def test_a_bot_that_is_not_due_says_so(name: str, seat: int) -> None:
    with pytest.raises(KermesseError, match="nothing to decide for this view's seat"):
        kermesse.bot(name, GAME).choose(table_at_start().view(seat))


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_has_nothing_to_choose_after_the_end(name: str) -> None:
    table, seat = list(decisions(0))[-1]
    table.act(seat, table.legal(seat)[0])
    while not table.over:
        (seat,) = table.due
        table.act(seat, table.legal(seat)[0])
    for viewer in (0, 1):
        with pytest.raises(KermesseError, match="nothing to decide"):
            kermesse.bot(name, GAME).choose(table.view(viewer))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True])
def test_a_bad_seed_is_refused(name: str, seed: Any) -> None:
    with pytest.raises(SetupRefused, match="a seed is a whole number from 0 to"):
        kermesse.bot(name, GAME).choose(table_at_start().view(0), seed=seed)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gredy", "no bot 'gredy'; did you mean 'greedy'"),
        ("Random", "did you mean 'random'"),
        ("", "known are random, greedy"),
        (None, "no bot None"),
    ],
)
def test_an_unknown_bot_is_refused_by_name(name: Any, says: str) -> None:
    with pytest.raises(UnknownBot, match=says):
        kermesse.bot(name, GAME)


@pytest.mark.parametrize("threads", [0, -1, 257, 1.5, "2", True, None])
def test_a_bot_thinks_in_a_number_of_threads(threads: Any) -> None:
    with pytest.raises(KermesseError, match="1 to 256 threads, not"):
        kermesse.bot("strong", GAME, threads=threads)


def test_the_bots_are_listed() -> None:
    assert {"random", "greedy"} <= set(NAMES)


def test_greedy_finds_its_way_through_turns_too_long_to_look_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Decision by decision it comes to the same end here: a turn has two, the last is the push."""
    found = []
    for leaves in (greedy.LEAVES, 0):
        monkeypatch.setattr(greedy, "LEAVES", leaves)
        judge = bind(greedy.prospects, GAME.plain_kernels, GAME.name, plain=True)
        worths = np.zeros((3, GAME.actions), np.float32)
        for out, (table, seat) in zip(worths, cases(), strict=False):
            view = table.view(seat).copy()
            stack, desk = np.zeros(greedy.DEPTH + 1, GAME.dtype), greedy.fresh_desk(GAME, 2)
            assert judge(view.record, seat, 1, stack, desk, out) == len(table.legal(seat))
        found.append(worths)
    assert np.abs(found[0]).max() > 0
    assert np.array_equal(*found)


def test_greedy_imagines_worlds_that_have_nothing_in_common() -> None:
    """Worlds from one stream of chance, each a step later, would share most of a hand."""
    game = kermesse.game("shuppa")
    look, view = game.bind(greedy.prospects), game.new(2, 3).view(0)
    out, desk = np.zeros(game.actions, np.float32), greedy.fresh_desk(game, 2)
    same = []
    for seed in range(100):
        hands = []
        for worlds in (1, 2):  # the last world stays on the stack
            known, stack = view.copy(), greedy.fresh_stack(game)
            known.record.rng = seed
            look(known.record, 0, worlds, stack, desk, out)
            hands.append([int(half) for half in stack[0]["hand"][1]])
        both = sum((one & two).bit_count() for one, two in zip(*hands, strict=True))
        same.append(both / sum(half.bit_count() for half in hands[0]))
    assert np.mean(same) < 0.3


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("budget", ["20it", 0, "", [], True, float("nan")])
def test_what_is_no_budget_is_refused(name: str, budget: Any) -> None:
    table, seat = next(iter(cases()))
    with pytest.raises(KermesseError, match=r"a bot thinks by a Budget, as Budget.read gives"):
        kermesse.bot(name, GAME).choose(table.view(seat), budget=budget)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint64])
def test_a_budget_counts_in_whole_numbers_whatever_it_was_given(kind: Any) -> None:
    """A small kind of number would overflow where room is made for so many iterations."""
    budget = Budget(iterations=kind(100))
    assert type(budget.iterations) is int
    assert budget == Budget.read("100it") == Budget.read("0" * 40 + "100it")
    table, seat = next(iter(cases()))
    assert kermesse.bot("skilled", GAME).choose(table.view(seat), budget=budget, seed=1)


def test_a_bot_warms_up_at_all_that_it_will_weigh() -> None:
    """In Muckle hands are chosen first: a bot that stops there would compile at the table."""
    game, seen = kermesse.game("muckle"), set()

    class Noting:
        def choose(self, view: View, *, budget: Any = None, seed: Any = None) -> Any:
            seen.add(int(view.record.phase))
            return view.legal()[0]

    warm_up(Noting(), game)
    assert seen >= game.staged
