"""What a report says follows from the blocks, and is there for programs and for eyes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kermesse.lab.strength import Standings, Tournament, run
from kermesse.lab.strength.block import BlockResult, GameResult
from kermesse.lab.strength.picture import drawn
from kermesse.lab.strength.schedule import pairings, rotations

from .arena_scenes import MUCKLE, QUICK, SHUPPA, VIVA, short, without_times

THREE = ["greedy", "random", "random@1it"]


def played_by_rule(tournament: Tournament, ranking: list[int], blocks: int = 10) -> Standings:
    """An arena in which lower numbers of a ranking win; equals share."""
    found = []
    for number in range(blocks):
        games = []
        for pairing in pairings(tournament):
            for sides in rotations(tournament, pairing, number):
                ranks = [ranking[sides[tournament.teams[seat]]] for seat in range(tournament.seats)]
                places = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
                games.append(GameResult(pairing, sides, places, "points" if number else "cap"))
        nobody = dict.fromkeys(tournament.labels, 0)
        times = {label: {400: 3, 500: 1} for label in tournament.labels}
        found.append(BlockResult(number, tuple(games), nobody, {}, times))
    return Standings(tournament, found)


def test_a_report_has_every_figure() -> None:
    found = json.loads(json.dumps(played_by_rule(short(THREE, 20), [1, 2, 2]).as_json()))
    greedy, weak = found["bots"]["greedy"], found["bots"]["random"]
    assert greedy["win_rate"] == 1.0
    assert greedy["interval"][0] > 0.65
    assert greedy["interval"][1] == 1.0
    assert weak["win_rate"] == 0.25  # nothing against greedy, half against its equal
    assert found["matrix"]["random"]["random@1it"]["win_rate"] == 0.5
    assert found["matrix"]["random"]["greedy"]["win_rate"] == 0.0
    assert (greedy["rating"], greedy["rating_interval"]) == (1000, [1000, 1000])
    assert weak["rating"] == pytest.approx(found["bots"]["random@1it"]["rating"])
    assert weak["rating"] < 800
    assert greedy["decisions"] == 40
    assert greedy["milliseconds"]["median"] == pytest.approx(2.755, rel=0.01)
    assert greedy["milliseconds"]["p99"] == pytest.approx(19.96, rel=0.01)
    assert found["endings"] == {"points": 54, "cap": 6}
    assert (found["games"], found["blocks"], found["even_share"]) == (60, 10, 0.5)
    assert found["anchor"] == "greedy"
    assert found["settings"]["game"] == "muvuca"
    assert found["sprt"] is None


def test_among_copies_the_one_is_looked_at() -> None:
    tournament = Tournament.checked(VIVA, ["greedy", "random"], 40, seats=4)
    report = played_by_rule(tournament, [1, 1])
    rates = [report.win_rate(bot) for bot in range(2)]
    assert [rate.mean for rate in rates if rate] == [0.25, 0.25]
    report = played_by_rule(tournament, [1, 2])
    rates = [report.win_rate(bot) for bot in range(2)]
    assert [rate.mean for rate in rates if rate] == [1, 0]


def test_teams_win_together() -> None:
    tournament = Tournament.checked(MUCKLE, ["greedy", "random"], 20)
    found = played_by_rule(tournament, [2, 1]).as_json()
    assert found["bots"]["greedy"]["win_rate"] == 0
    assert found["bots"]["random"]["win_rate"] == 1


def test_who_plays_alone_has_a_win_rate_and_no_rating(tmp_path: Path) -> None:
    """Against the automaton: no bot meets another, and nothing is even."""
    tournament = Tournament.checked(
        SHUPPA, ["greedy", "random"], 20, seats=1, options=QUICK["shuppa"], seed=1
    )
    path = tmp_path / "alone"
    report = run(tournament, results=path)
    found = report.as_json()
    assert (found["games"], found["blocks"], found["even_share"]) == (40, 20, None)
    assert found["pairings"] == [["greedy"], ["random"]]
    assert found["matrix"] == {"greedy": {}, "random": {}}
    rates = [found["bots"][name]["win_rate"] for name in ("greedy", "random")]
    assert 1 > rates[0] > rates[1]
    assert found["bots"]["greedy"]["rating"] is None
    assert without_times(run(tournament, results=path)) == without_times(report)  # read again
    notes = drawn(report, ".svg").decode()
    assert "Shuppa, alone: 40 games over 20 deals" in notes
    assert "even" not in notes.split("<!--")[-1]


def test_a_rating_that_is_only_a_bound_says_so() -> None:
    report = played_by_rule(short(THREE, 20), [2, 1, 3])
    assert [report.rating_bound(bot) for bot in range(3)] == [None, ">", "<"]


@pytest.mark.parametrize(("ranks", "bound"), [([1, 2, 2], "<"), ([2, 1, 1], ">")])
def test_beside_an_anchor_that_won_all_or_nothing_all_ratings_are_bounds(
    ranks: list[int], bound: str
) -> None:
    report = played_by_rule(short(THREE, 20), ranks)
    assert [report.rating_bound(bot) for bot in range(3)] == [None, bound, bound]


def test_one_block_has_no_interval_and_no_rating() -> None:
    found = played_by_rule(short(["greedy", "random"], 2), [1, 2], blocks=1).as_json()
    assert found["bots"]["greedy"]["win_rate"] is None
    assert found["bots"]["greedy"]["interval"] is None
    assert found["bots"]["greedy"]["rating"] is None


# --- the picture ----------------------------------------------------------------------------


def test_a_picture_shows_every_bot_its_rate_and_who_beats_whom() -> None:
    svg = drawn(played_by_rule(short(THREE, 20), [1, 2, 2]), ".svg")
    root = ElementTree.fromstring(svg)
    notes = " ".join(svg.decode().split("<!--")[1:])  # words are drawn as paths, and noted beside
    assert root.tag.endswith("svg")
    for words in (*THREE, "1,000 points", "100.0%", "25.0%", "even 50%", "wins against"):
        assert words in notes, words


def test_a_picture_may_be_png() -> None:
    png = drawn(played_by_rule(short(THREE[:2], 20), [1, 2]), ".PNG")
    assert png.startswith(b"\x89PNG")


def test_the_same_report_gives_the_same_picture() -> None:
    report = played_by_rule(short(THREE, 20), [1, 2, 3])
    assert drawn(report, ".svg") == drawn(report, ".svg")


def test_a_picture_of_one_block_can_be_drawn() -> None:
    assert drawn(played_by_rule(short(THREE, 2), [1, 2, 3], blocks=1), ".png")
