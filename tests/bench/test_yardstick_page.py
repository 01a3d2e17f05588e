"""The page about the outside yardstick, and the notes of match-ups that may be interrupted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench.tables import Table
from bench.yardstick_bots.kept import kept_meetings, kept_speeds
from bench.yardstick_bots.meeting import Block, Terms
from bench.yardstick_bots.notes import Notes, OtherTerms, in_order, told_terms
from bench.yardstick_bots.page import MEETINGS, PAGE, SPEEDS, meetings, speeds, won
from tools.marked import between

from kermesse.bots.budget import Budget

RUN = {"game": "viva", "date": "2026-01-02", "where": "a desk"}
TERMS = Terms(Table("viva"), 1000, Budget(milliseconds=30), "strong", 1)


def rate(median: float) -> dict[str, float]:
    return {"median": median, "least": median / 2, "most": median * 2}


@pytest.mark.parametrize(("budget", "told"), [("usual", ""), ("600ms", " at 600ms")])
def test_a_match_up_is_shown_with_its_interval_times_and_place(budget: str, told: str) -> None:
    met = {
        "games": 40,
        "won": 0.95,
        "interval": [0.824, 0.987],
        "median_seconds": {"ours": 0.0018, "openspiel": 1.603},
        "time_ratio_of_medians": 890.6,
        "time_ratio_of_means": 650.2,
    }
    shown = meetings([RUN | {"level": "strong", "budget": budget, "meeting": met}])
    assert shown.splitlines()[2:] == [
        f"| VIVA | `strong`{told} | 40 | 95.0% (82.4% to 98.7%) | 1.8 ms | 1,603 ms | 891 | 650 "
        "| 2026-01-02, a desk |"
    ]


def test_a_rival_that_was_made_faster_is_named() -> None:
    met = {"games": 2, "won": 0.5, "interval": None}
    met |= {"time_ratio_of_medians": 100, "time_ratio_of_means": 100}
    met["median_seconds"] = {"ours": 0.001, "openspiel": 0.1}
    run = RUN | {"level": "strong", "meeting": met}
    quick = told_terms(replace(TERMS, quick=True))["rollouts"]
    usual = told_terms(TERMS)["rollouts"]
    assert " 100 ms, quick rollouts |" in meetings([run | {"rollouts": quick}])
    assert " 100 ms |" in meetings([run | {"rollouts": usual}])
    assert " 100 ms |" in meetings([run])


def test_a_speed_is_shown_with_its_range_and_a_crash_is_told() -> None:
    speed = {
        "ours": rate(50_000),
        "openspiel_python": rate(1000),
        "ratio": 50,
        "openspiel_cpp_gin_rummy": None,
        "ratio_to_cpp": None,
    }
    assert speeds([RUN | {"speed": speed}]).splitlines()[2:] == [
        "| VIVA | 50,000 (25,000 – 100,000) | 1,000 (500 – 2,000) | 50 | crashed |  |"
    ]


def test_the_page_has_what_is_kept() -> None:
    page, met, measured = PAGE.read_text("utf-8"), kept_meetings(), kept_speeds()
    assert met
    assert measured
    assert between(page, MEETINGS, meetings(met)) == page
    assert between(page, SPEEDS, speeds(measured)) == page


def test_two_games_have_no_interval() -> None:
    assert won({"won": 0.5, "interval": None}) == "50.0%"


def test_blocks_are_written_down_as_they_end_and_count_up_to_the_first_that_is_missing(
    tmp_path: Path,
) -> None:
    notes = Notes(tmp_path / "there" / "viva-strong")
    assert (notes.terms, notes.played()) == (None, {})
    notes.start(TERMS)
    quick, slow, late = (Block([won, 1.0], [0.1], [1.0]) for won in (0.0, 0.5, 1.0))
    notes.add(2, quick, "a desk")
    notes.add(0, slow, "a lap")
    assert in_order(notes.played()) == [slow]
    with notes.path.open("a") as file:
        file.write('{"block": 1, "won"')  # the power failed
    notes.start(TERMS)
    notes.add(1, late, "a desk")
    assert in_order(notes.played()) == [slow, late, quick]
    assert notes.places() == ["a desk", "a lap"]


def test_blocks_of_other_terms_are_not_mixed(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "viva-strong")
    notes.start(TERMS)
    with pytest.raises(OtherTerms, match="viva-strong has simulations 1000, not 500"):
        notes.start(replace(TERMS, simulations=500))
    with pytest.raises(OtherTerms, match="has rollouts OpenSpiel's, not machine code"):
        notes.start(replace(TERMS, quick=True))
