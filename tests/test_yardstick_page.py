"""The page about the outside yardstick shows every run that is kept, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.yardstick_bots.__main__ import check_speed_only
from bench.yardstick_bots.page import MEETINGS, PAGE, SPEEDS, kept, meetings, speeds, won
from click import ClickException
from tools.marked import between


def rate(median: float) -> dict[str, float]:
    return {"median": median, "least": median / 2, "most": median * 2}


def run(game: str, date: str, ours: float) -> dict[str, object]:
    return {
        "game": game,
        "level": "strong",
        "date": date,
        "where": "a desk",
        "speed": {
            "ours": rate(ours),
            "openspiel_python": rate(1000),
            "ratio": ours / 1000,
            "openspiel_cpp_gin_rummy": None,
            "ratio_to_cpp": None,
        },
    }


def test_a_match_up_is_shown_with_its_interval_times_and_place() -> None:
    met = {
        "games": 40,
        "won": 0.95,
        "interval": [0.824, 0.987],
        "median_seconds": {"ours": 0.0018, "openspiel": 1.603},
        "time_ratio_of_medians": 890.6,
    }
    shown = meetings(
        [run("moon_river", "2026-01-02", 9), run("viva", "2026-01-02", 9) | {"meeting": met}]
    )
    assert shown.splitlines()[2:] == [
        "| VIVA | `strong` | 40 | 95.0% (82.4% to 98.7%) | 1.8 ms | 1,603 ms | 891 "
        "| 2026-01-02, a desk |"
    ]


def test_the_newest_speed_of_a_game_counts_and_a_crash_is_told() -> None:
    runs = [run("viva", "2026-01-02", 50_000), run("viva", "2026-01-01", 40_000)]
    assert speeds(runs).splitlines()[2:] == [
        "| VIVA | 50,000 (25,000 – 100,000) | 1,000 (500 – 2,000) | 50 | crashed |  |"
    ]


def test_the_page_has_what_is_kept() -> None:
    page, runs = PAGE.read_text("utf-8"), kept()
    assert runs
    assert between(page, MEETINGS, meetings(runs)) == page
    assert between(page, SPEEDS, speeds(runs)) == page


def test_a_match_up_that_is_kept_is_not_lost_to_a_look_at_the_speed(tmp_path: Path) -> None:
    file = tmp_path / "viva-strong.json"
    check_speed_only(file)
    file.write_text('{"speed": {}}')
    check_speed_only(file)
    file.write_text('{"speed": {}, "meeting": {}}')
    with pytest.raises(ClickException, match="has a match-up, which --games 0 --keep would lose"):
        check_speed_only(file)


def test_two_games_have_no_interval() -> None:
    assert won({"won": 0.5, "interval": None}) == "50.0%"
