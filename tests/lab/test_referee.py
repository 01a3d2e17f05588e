"""One game: chance in separate streams, and a referee whom no bot can stop."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

import kermesse
from kermesse.bots import Bot
from kermesse.bots.budget import Budget
from kermesse.bots.isolated import IsolatedBot
from kermesse.core.position import Action, View
from kermesse.lab.streams import key, stream
from kermesse.lab.strength import Tournament
from kermesse.lab.strength.block import Crew, play_block, seated
from kermesse.lab.strength.referee import FORFEITED, Player, play_game, shares

from .arena_scenes import MUCKLE, MUVUCA, QUICK, SHORT, VIVA, Noted, Scripted, Wasteful, short

RANDOM = kermesse.bot("random", MUVUCA)


def recruits(**bots: Bot) -> Any:
    return lambda name, game: bots.get(name) or kermesse.bot(name, game)


def test_streams_are_the_same_in_every_run_and_apart_from_each_other() -> None:
    assert key(1, "deck") == 0x1434B5B07E7444F8
    keys = {key(seed, block, who) for seed in range(5) for block in range(5) for who in "ab"}
    assert len(keys) == 50
    assert key(1, 23) != key(12, 3)
    assert stream(1, "x").random() == stream(1, "x").random()


def test_the_same_deal_is_played_in_every_rotation_and_pairing() -> None:
    asked: list[Any] = []
    watcher = Noted(RANDOM, asked)
    tournament = short(["a", "b", "c"], 2, seed=5)
    with Crew(tournament, recruits(a=watcher, b=watcher, c=watcher)) as crew:
        play_block(crew, 0)
        starts = {bytes(view) for view, *_ in asked}
    table = MUVUCA.new(2, key(5, 0, "deck"), SHORT)
    first = table.view(min(table.due)).tobytes()
    assert sum(view == first for view, *_ in asked) == 6  # three pairings, two rotations
    assert first in starts


def test_how_a_bot_thinks_never_changes_the_deck() -> None:
    """A bot that burns chance and writes on its view plays the very same games."""
    tournament = short(["subject", "random"], 12)
    plain = recruits(subject=kermesse.bot("greedy", MUVUCA))
    wasteful = recruits(subject=Wasteful(kermesse.bot("greedy", MUVUCA)))
    with Crew(tournament, plain) as one, Crew(tournament, wasteful) as other:
        for block in range(tournament.blocks):
            assert play_block(one, block).games == play_block(other, block).games


def test_every_decision_has_a_seed_of_its_own() -> None:
    asked: list[Any] = []
    with Crew(short(["noted", "random"], 2), recruits(noted=Noted(RANDOM, asked))) as crew:
        play_block(crew, 0)
    seeds = [seed for _, seed, _ in asked]
    assert len(set(seeds)) == len(seeds) > 4


def test_partners_who_plan_nothing_together_have_seeds_of_their_own() -> None:
    """With one seed, two random bots of a team would draw the same all the time."""
    asked: list[Any] = []
    tournament = Tournament.checked(MUCKLE, ["noted", "random"], 2, options=QUICK["muckle"])
    noted = Noted(kermesse.bot("random", MUCKLE), asked)
    with Crew(tournament, recruits(noted=noted, random=kermesse.bot("random", MUCKLE))) as crew:
        play_block(crew, 0)
    seeds = [seed for _, seed, _ in asked]
    assert len(set(seeds)) == len(seeds) > 20


def test_partners_who_draw_one_plan_share_its_seed_and_no_other() -> None:
    tournament = Tournament.checked(MUCKLE, ["strong", "random"], 2, options=QUICK["muckle"])
    with Crew(tournament, kermesse.bot) as crew:
        one, other, two, _ = seated(crew, 0, (0, 1), (0, 1))
        assert other.shared is None
        table = MUCKLE.new(4, 1)
        assert len({one.seed(table.view(0)), two.seed(table.view(2)), one.seed(table.view(0))}) == 3
        while table.phase != "play":
            seat = min(table.due)
            table.act(seat, table.legal(seat)[0])
        assert one.seed(table.view(0)) == two.seed(table.view(2))


def test_a_bot_in_its_own_process_plans_like_the_one_inside() -> None:
    for name, plans in {"strong": True, "skilled": False, "random": False}.items():
        with IsolatedBot.of(name, MUCKLE, 10.0) as bot:
            assert bot.plans(4) is plans
    with IsolatedBot.of("strong", MUCKLE, 10.0, alone=True) as stranger:
        assert not stranger.plans(4)


def test_budgets_are_handed_on() -> None:
    asked: list[Any] = []
    both = recruits(noted=Noted(RANDOM, asked))
    with Crew(
        short(["noted@7it", "noted", "random"], 2, budget=Budget(iterations=3)), both
    ) as crew:
        play_block(crew, 0)
    assert {budget for *_, budget in asked} == {Budget(iterations=7), Budget(iterations=3)}
    asked.clear()
    with Crew(short(["noted", "random"], 2), both) as crew:
        play_block(crew, 0)
    assert {budget for *_, budget in asked} == {None}


@pytest.mark.parametrize("game", [MUVUCA, VIVA, MUCKLE], ids=lambda game: game.name)
def test_every_game_is_played_to_its_end(game: Any) -> None:
    for seats in game.seats:
        table = game.new(seats, 3, QUICK[game.name])
        bots = [kermesse.bot("random", game)] * seats
        players = [Player(bot, Random(seat)) for seat, bot in enumerate(bots)]
        result = play_game(table, players, Random(0))
        assert len(result.places) == seats
        assert min(result.places) == 1
        assert sum(player.times.number for player in players) > seats
        assert not any(player.forfeits for player in players)


# --- forfeits -------------------------------------------------------------------------------


def raising(view: View) -> Any:
    raise RuntimeError("out of ideas")


FAULTS: dict[str, Any] = {
    "raises": (raising, "RuntimeError: out of ideas"),
    "says nothing": (lambda view: None, "None is no action"),
    "says a word": (lambda view: "row1 >", "'row1 >' is no action"),
    "says what is not legal": (lambda view: Action(10**6, "fly"), "action 1000000 is not legal"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bot_that_fails_three_times_has_lost_and_the_arena_goes_on(fault: str) -> None:
    act, complaint = FAULTS[fault]
    with Crew(short(["broken", "random"], 4), recruits(broken=Scripted(act))) as crew:
        for block in range(2):
            result = play_block(crew, block)
            for game in result.games:
                assert game.ending == FORFEITED
                assert game.places == ((2, 1) if game.sides == (0, 1) else (1, 2))
            assert result.forfeits == {"broken": 6, "random": 0}
            assert complaint in result.complaints["broken"]
            assert "random" not in result.complaints


def test_two_forfeits_are_forgiven() -> None:
    left = [raising, raising]

    def act(view: View) -> Any:
        return left.pop()(view) if left else view.legal()[0]

    table = MUVUCA.new(2, 1, SHORT)
    players = [Player(Scripted(act), Random(0)), Player(RANDOM, Random(1))]
    result = play_game(table, players, Random(2))
    assert players[0].forfeits == 2
    assert result.ending != FORFEITED


@dataclass
class Deaf:
    """A bot that plays, and fails when it is told something."""

    fails: str
    choose: Any = RANDOM.choose

    def hear(self, news: str) -> None:
        if news == self.fails:
            raise RuntimeError(f"not now: {news}")

    def begin(self, view: View) -> None:
        self.hear("begin")

    def watch(self, view: View) -> None:
        self.hear("watch")

    def end(self, seat: int, places: Any, why: str) -> None:
        self.hear("end")


@pytest.mark.parametrize(("fails", "lost"), [("begin", False), ("watch", True), ("end", False)])
def test_a_bot_that_cannot_be_told_anything_does_not_stop_the_arena(fails: str, lost: bool) -> None:
    players = [Player(Deaf(fails), Random(0)), Player(RANDOM, Random(1))]
    result = play_game(MUVUCA.new(2, 1, SHORT), players, Random(2))
    assert (result.ending == FORFEITED) is lost
    assert players[0].forfeits >= 1
    assert players[0].complaint == f"RuntimeError: not now: {fails}"
    assert not players[1].forfeits


def test_a_forfeited_game_of_many_is_shared_by_the_others() -> None:
    table = VIVA.new(4, 1)
    bot = kermesse.bot("random", VIVA)
    players = [Player(bot, Random(seat)) for seat in range(4)]
    players[2].bot = Scripted(raising)
    result = play_game(table, players, Random(0))
    assert result.places == (1, 1, 4, 1)
    assert shares(result.places, (0, 1, 2, 3)) == [1 / 3, 1 / 3, 0, 1 / 3]


def test_a_bot_that_leaves_the_program_forfeits() -> None:
    def leave(view: View) -> Action:
        raise SystemExit(0)

    players = [Player(Scripted(leave), Random(1)), Player(RANDOM, Random(2))]
    result = play_game(MUVUCA.new(2, 3), players, Random(3))
    assert result == ((2, 1), FORFEITED)
    assert players[0].complaint == "SystemExit: 0"


def test_starting_is_no_part_of_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("kermesse.lab.strength.referee.time.perf_counter", lambda: clock[0])

    class Slow:
        def start(self) -> None:
            clock[0] += 100.0

        def choose(self, view: View, **_: object) -> Action:
            clock[0] += 1.0
            return view.legal()[0]

    player = Player(Slow(), Random(1))
    player.choose(MUVUCA.new(2, 1, {"first_player": "seat0"}).view(0))
    assert player.times.quantile(1.0) == pytest.approx(1.0, rel=0.02)


def test_who_plays_alone_loses_by_forfeits() -> None:
    def give_up(view: View) -> Action:
        raise RuntimeError("no idea")

    game = kermesse.game("shuppa")
    result = play_game(game.new(1, 3), [Player(Scripted(give_up), Random(1))], Random(2))
    assert result.ending == FORFEITED
    assert shares(result.places, game.teams(1)) == [0.0]


def test_a_team_forfeits_together() -> None:
    table = MUCKLE.new(4, 1)
    bot = kermesse.bot("random", MUCKLE)
    players = [Player(bot, Random(seat)) for seat in range(4)]
    players[1].bot = Scripted(raising)
    result = play_game(table, players, Random(0))
    assert result.places == (1, 3, 1, 3)
    assert shares(result.places, MUCKLE.teams(4)) == [1, 0]


def test_an_interrupt_is_no_forfeit() -> None:
    def act(view: View) -> Any:
        raise KeyboardInterrupt

    players = [Player(Scripted(act), Random(seat)) for seat in range(2)]
    with pytest.raises(KeyboardInterrupt):
        play_game(MUVUCA.new(2, 1, SHORT), players, Random(0))


@pytest.mark.parametrize(
    ("places", "teams", "expected"),
    [
        ((1, 2), (0, 1), [1, 0]),
        ((1, 1), (0, 1), [0.5, 0.5]),
        ((2, 1, 1, 4), (0, 1, 2, 3), [0, 0.5, 0.5, 0]),
        ((1, 2, 1, 2), (0, 1, 0, 1), [1, 0]),
        ((1, 1, 1, 1), (0, 1, 0, 1), [0.5, 0.5]),
    ],
)
def test_ties_count_their_share(
    places: tuple[int, ...], teams: tuple[int, ...], expected: list[float]
) -> None:
    assert shares(places, teams) == expected
