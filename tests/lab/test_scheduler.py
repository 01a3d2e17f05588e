"""Games of the lab: what the bots themselves would play, the same with any number of workers."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import numpy as np
import pytest

import kermesse
from kermesse.core.errors import KermesseError, SetupRefused
from kermesse.lab.cluster import NoCluster
from kermesse.lab.experiment import PORTION, Experiment
from kermesse.lab.games import Games
from kermesse.lab.kept_games import Keeper
from kermesse.lab.match_kernels import fresh_room
from kermesse.lab.notes import Notes, fresh_notes
from kermesse.lab.portion import dealt, play_portion, play_slowly
from kermesse.lab.scheduler import run
from kermesse.lab.table_file import read_parquet, table_of, write_parquet

GAMES = 3 * PORTION * 2 - 10  # the last portion is not full


def small(**changes: object) -> Experiment:
    return Experiment.checked("muvuca", **{"bots": ["random"], "games": GAMES, "seed": 5} | changes)  # type: ignore[arg-type]


def same(one: Notes, other: Notes) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("muvuca", 2, {"rounds_to_win": 1}),
        pytest.param("viva", 3, {"rounds": 1, "table": "honour"}, marks=pytest.mark.long),
        pytest.param("muckle", 4, {}, marks=pytest.mark.long),
        pytest.param("shuppa", 3, {}, marks=pytest.mark.long),
        pytest.param("moon_river", 2, {}, marks=pytest.mark.long),
    ],
)
def test_the_kernel_decides_as_the_bots_do(
    game: str, seats: int, options: dict[str, object]
) -> None:
    sides = len(set(kermesse.game(game).teams(seats)))
    bots = ["greedy", "casual", "random"][:sides]
    experiment = Experiment.checked(
        game, seats=seats, options=options, bots=bots, games=3 * sides, seed=2
    )
    fast = play_portion(experiment, 0)
    slow = fresh_notes(experiment.game, seats, len(fast.deal))
    for name in ("deal", "turn", "bots"):
        getattr(slow, name)[:] = getattr(fast, name)
    tables, streams = dealt(experiment, 0)
    play_slowly(experiment, tables, streams, slow, fresh_room(experiment.game, seats), Event())
    assert same(fast, slow)


def test_any_number_of_threads_gives_the_same_notes() -> None:
    one, two = run(small(), workers=1), run(small(), workers=2)
    assert same(one.notes, two.notes)
    assert len(one) == small().games


def test_every_deal_is_played_from_all_sides() -> None:
    games = run(small(bots=["random", "novice"]))
    for side in range(2):
        rows = games.notes.turn == side
        assert (games.notes.bots[rows, 0] == side).all()
        assert (games.notes.deal[rows] == np.arange(games.experiment.deals)).all()


def test_another_seed_gives_other_games() -> None:
    assert not same(run(small()).notes, run(small(seed=6)).notes)


def test_more_games_of_a_seed_begin_with_the_same_ones() -> None:
    few, many = run(small(games=2 * PORTION)), run(small(games=4 * PORTION))
    assert np.array_equal(few.notes.places, many.notes.places[: len(few)])


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    class Interrupted(Exception):
        pass

    played: list[int] = []

    def watch(games: int) -> None:
        played.append(games)
        if sum(played) >= 2 * PORTION:
            raise Interrupted

    with pytest.raises(Interrupted):
        run(small(), folder=tmp_path, watch=watch)
    known: list[int] = []
    games = run(small(), folder=tmp_path, watch=known.append)
    assert known[0] > 0
    assert sum(known) == len(games) == small().games
    assert same(games.notes, run(small()).notes)
    again: list[int] = []
    assert same(run(small(), folder=tmp_path, watch=again.append).notes, games.notes)
    assert again == [len(games)]


def test_what_was_cut_off_is_played_again(tmp_path: Path) -> None:
    whole = run(small(), folder=tmp_path)
    keeper = Keeper(tmp_path, small())
    content = keeper.path.read_bytes()
    for length in (0, 10, len(content) // 2, len(content) - 20):
        keeper.path.write_bytes(content[:length])
        assert same(run(small(), folder=tmp_path).notes, whole.notes)


def test_games_come_back_from_a_file(tmp_path: Path) -> None:
    games = run(small(bots=["random", "novice"]))
    write_parquet(games, tmp_path / "games.parquet")
    again = read_parquet(tmp_path / "games.parquet")
    assert same(again.notes, games.notes)
    assert again.experiment.as_json() == games.experiment.as_json()
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


def test_a_table_has_a_row_for_every_game() -> None:
    games = run(small())
    table = table_of(games)
    assert table.num_rows == len(games)
    assert table["place_0"].to_pylist() == games.notes.places[:, 0].tolist()


def test_shares_of_a_win_add_up() -> None:
    games = run(small())
    assert np.allclose(games.shares.sum(axis=1), 1)
    won = games.notes.places[:, 0] == 1
    assert ((games.shares[:, 0] > 0) == won).all()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"games": 0}, "a lab plays 1 to 100,000,000 games, not 0"),
        ({"games": "many"}, "a lab plays 1 to 100,000,000 games, not 'many'"),
        ({"bots": ["gredy"]}, "no bot 'gredy'; did you mean 'greedy'?"),
        ({"bots": ["greedy"] * 3}, "Muvuca with 2 seats has 2 sides: name 1 bot or 2, not 3"),
        ({"options": {"rounds_to_win": 99}}, "rounds_to_win"),
        ({"seats": 3}, "2"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_run_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(KermesseError) as refused:
        small(**changes)
    assert sentence in str(refused.value)


def test_workers_that_are_none_are_refused() -> None:
    with pytest.raises(SetupRefused, match="not 0"):
        run(small(), workers=0)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("127.0.0.1:1", "no Ray cluster at 127.0.0.1:1: Connection refused"),
        ("nowhere", "a cluster's address is like 10.0.0.1:6379, local or auto, not nowhere"),
    ],
)
def test_a_cluster_that_is_not_there(address: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(NoCluster) as refused:
        run(small(), cluster=address, folder=tmp_path / "kept")
    assert str(refused.value) == sentence
    assert not any(tmp_path.iterdir())


def test_games_know_their_deals() -> None:
    games: Games = run(small())
    assert games.deals[:4].tolist() == [0, 0, 1, 1]
