"""`kermesse lab report`: what is written and shown, and what is refused in one sentence."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from kermesse.cli import main
from kermesse.core.errors import KermesseError
from kermesse.lab.experiment import Experiment
from kermesse.lab.table_file import read_parquet
from kermesse.store import Store

from .test_people import kept

COMMAND: Any = importlib.import_module("kermesse.cli.lab")  # the name is the command's as well
REPORT: Any = importlib.import_module("kermesse.lab.report")
FAST = [
    "--option", "rounds_to_win=1,end_lines=1", "--option", "turn_cap=20",
    "--games", "40", "--workers", "1", "--ladder", "0", "--watched", "0",
]  # fmt: skip
QUICK = ["--games", "12", "--workers", "1", "--ladder", "0", "--watched", "0"]
PAGE = "muvuca-report.html"


def quick_ladder(game: Any, seats: int, options: Any, games: int, seed: int) -> list[Experiment]:
    """One pairing of bots that do not search."""
    bots = ["greedy", "random"]
    return [
        Experiment.checked(game, seats=seats, options=options, bots=bots, games=games, seed=seed)
    ]


def report(*words: str) -> Result:
    return CliRunner().invoke(main, ["lab", "report", *words])


def answered(*words: str) -> Result:
    result = report(*words)
    assert result.exit_code == 0, result.output
    return result


def refused(*words: str) -> str:
    result = report(*words)
    assert result.exit_code == 1, result.output
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.strip().splitlines()) == 1
    return result.stderr


def test_a_report_is_written_and_its_answers_are_shown(home: Path) -> None:
    shown = answered("muvuca", *FAST, "--seed", "4").stdout
    assert shown.startswith("Muvuca, 2 players\n")
    assert "Is it fair to each seat? " in shown
    assert shown.endswith(f"report in {PAGE}\n")
    text = (home / PAGE).read_text("utf-8")
    assert "<h1>Muvuca with 2 players</h1>" in text
    assert "40 games: 20 deals, each played 2 times" in text
    assert "rounds_to_win=1, end_lines=1, turn_cap=20" in text
    assert [path.name for path in home.iterdir()] == [PAGE]


def test_the_command_on_the_page_makes_the_same_bytes(home: Path) -> None:
    answered("muvuca", *FAST, "--seed", "4", "-o", "first.html")
    first = (home / "first.html").read_text("utf-8")
    words = re.findall(r"<code>(.*?)</code>", first)[-1].split()
    assert words[:4] == ["kermesse", "lab", "report", "muvuca"]
    answered(*words[3:], "--workers", "2")
    assert (home / PAGE).read_text("utf-8") == first
    answered("muvuca", *FAST, "--seed", "5")
    assert (home / PAGE).read_text("utf-8") != first


@pytest.mark.thorough
def test_the_whole_page_is_the_same_with_any_number_of_threads(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With skill and rules in it, and all that they play besides."""
    monkeypatch.setattr(REPORT, "wanted", quick_ladder)
    words = ["muvuca", *FAST, "--ladder", "60", "--watched", "4", "--games", "150"]
    for workers in ("1", "2"):
        answered(*words, "--workers", workers, "-o", f"{workers}.html")
    one, two = ((home / f"{workers}.html").read_bytes() for workers in ("1", "2"))
    assert one == two
    assert b"How often the stronger bot wins" in one
    assert b"Rules that no code cites" in one


def test_rows_and_figures_for_programs(home: Path) -> None:
    result = answered("muvuca", *FAST, "--data", "rows.parquet", "--json")
    found = json.loads(result.stdout)
    assert f"report in {PAGE}" in result.stderr
    assert found["title"] == "Muvuca with 2 players"
    assert found["chapters"][0]["sections"][0]["name"] == "order"
    assert len(read_parquet(home / "rows.parquet")) == 40
    assert {path.name for path in home.iterdir()} == {PAGE, "rows.parquet"}


def test_rows_for_a_spreadsheet(home: Path) -> None:
    answered("muvuca", *FAST, "--data", "rows.csv")
    head, *rows = (home / "rows.csv").read_text("utf-8").splitlines()
    assert head.startswith('"deal","turn"')
    assert '"order_0"' in head
    assert len(rows) == 40


def test_rows_of_an_older_lab_are_refused_by_name(home: Path) -> None:
    answered("muvuca", *FAST, "--data", "rows.parquet")
    path = home / "rows.parquet"
    table = parquet.read_table(path)
    parquet.write_table(table.drop_columns(["order_0"]), path)
    with pytest.raises(
        KermesseError, match=r"rows\.parquet was not written by this version.*order_0"
    ):
        read_parquet(path)


@pytest.mark.long
def test_several_numbers_of_players_are_chapters_with_a_table_each(home: Path) -> None:
    words = ["viva", "--players", "3", "--players", "2", "--players", "3", "--option", "rounds=1"]
    shown = answered(*words, *QUICK, "--data", "rows.parquet").stdout
    assert [line for line in shown.splitlines() if "players" in line and "," in line[:6]] == [
        "VIVA, 3 players", "VIVA, 2 players",
    ]  # fmt: skip
    text = (home / "viva-report.html").read_text("utf-8")
    assert "<h1>VIVA with 3 and 2 players</h1>" in text
    assert {path.name for path in home.glob("*.parquet")} == {"rows-3.parquet", "rows-2.parquet"}
    assert read_parquet(home / "rows-3.parquet").experiment.seats == 3


def test_different_bots_are_told_apart(home: Path) -> None:
    shown = answered("muvuca", *FAST, "--bots", "greedy, random").stdout
    assert "report in" in shown
    assert "Wins of each bot" in (home / PAGE).read_text("utf-8")


def test_skill_and_rules_are_looked_at(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def noted_reach(games: Any, watched: int, workers: int) -> None:
        asked.append((watched, workers))

    monkeypatch.setattr(REPORT, "reach", noted_reach)
    monkeypatch.setattr(REPORT, "wanted", quick_ladder)
    shown = answered(
        "muvuca", *FAST, "--ladder", "30", "--watched", "3", "--data", "a.parquet"
    ).stdout
    assert "Does skill beat luck? Skill shows in 1 of 1 pairing" in shown
    assert asked == [(3, 1)]
    assert len(read_parquet(home / "a.parquet")) == 40
    assert "--ladder 30 --watched 3" in (home / PAGE).read_text("utf-8")


def test_matches_of_the_table_are_a_chapter_of_their_own(home: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "store") as store:
        for number in range(4):
            kept(store, number, bot="greedy" if number else None)
    shown = answered("muvuca", *FAST, "--from-store", str(tmp_path / "store")).stdout
    assert "Muvuca, 2 players, at the table\n" in shown
    text = (home / PAGE).read_text("utf-8")
    assert "4 games, played at the table" in text
    assert "greedy and people" in text
    assert "Ann" not in text
    assert f"--from-store {tmp_path / 'store'}" in text


@pytest.mark.thorough
def test_games_that_were_kept_are_not_played_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered("muvuca", *FAST, "--resume", "kept")
    first = (home / PAGE).read_bytes()
    monkeypatch.setattr("kermesse.lab.scheduler.play_portion", None)
    answered("muvuca", *FAST, "--resume", "kept")
    assert (home / PAGE).read_bytes() == first


def test_an_interrupt_leaves_no_page_and_says_what_is_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("kermesse.lab.scheduler.play_portion", stop)
    assert refused("muvuca", *FAST).strip() == "Error: interrupted"
    said = refused("muvuca", *FAST, "--resume", "kept")
    assert "interrupted; the same command continues from kept" in said
    assert not list(home.glob("*.html"))


@pytest.mark.usefixtures("home")
def test_at_a_terminal_a_bar_shows_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = answered("muvuca", *FAST)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", result.stderr)
    assert re.search(r"Muvuca .* 40/40 games \d:\d\d:\d\d", plain)


# --- what is refused ------------------------------------------------------------------------

BAD: list[tuple[list[str], str]] = [
    (["ludo"], "no game 'ludo'"),
    (["muvuca", "--games", "0"], "a lab plays 1 to 100,000,000 games, not 0"),
    (["muvuca", "--games", "-5"], "a lab plays 1 to 100,000,000 games, not -5"),
    (["muvuca", "--players", "3"], "Muvuca is for exactly 2 seats, not 3"),
    (["viva", "--players", "2", "--players", "9"], "not 9"),
    (["muvuca", "--option", "rounds=2"], "no option 'rounds'"),
    (["muvuca", "--option", "end_lines=99"], "option end_lines takes"),
    (["muvuca", "--option", "end_lines"], "write an option as NAME=VALUE, not 'end_lines'"),
    (["muvuca", "--bots", "greddy"], "no bot 'greddy'; did you mean 'greedy'"),
    (["muvuca", "--bots", "greedy,,random"], "has 2 sides: name 1 bot or 2, not 3"),
    (["muvuca", "--bots", ""], "no bot ''"),
    (["muvuca", "--seed", "-1"], "a seed is a whole number from 0"),
    (["muvuca", "--workers", "0"], "1 to 1024 workers, not 0"),
    (["muvuca", "-o", "end_lines=1"], "must end in .html, not end_lines=1; to set options"),
    (["muvuca", "-o", "no/r.html"], "cannot write no/r.html: there is no folder no"),
    (["muvuca", "--data", "no/r.parquet"], "cannot write no/r.parquet: there is no folder no"),
    (["muvuca", "-o", "r.html", "--data", "./r.html"], "named for two things at once"),
    (["muvuca", "--from-store", "nowhere"], "no matches are kept in nowhere"),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=lambda value: value if value is str else None)
def test_bad_input_is_refused_before_anything_is_played(
    home: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    monkeypatch.setattr(COMMAND, "play_portion", None)
    assert says in refused(*words)
    assert not list(home.iterdir())


def test_a_page_that_is_a_folder_is_refused(home: Path) -> None:
    (home / "r.html").mkdir()
    assert "cannot write r.html: it is a folder" in refused("muvuca", "-o", "r.html")


@pytest.mark.parametrize("name", COMMAND.LIBRARIES)
def test_a_missing_library_is_named(home: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(COMMAND, "find_spec", lambda wanted: None if wanted == name else 1)
    assert f"the lab needs {name}: pip install 'kermesse[lab]'" in refused("muvuca", *FAST)
    assert not list(home.iterdir())


def test_without_its_libraries_the_other_commands_work() -> None:
    blocked = (
        "import sys\n"
        f"for name in {COMMAND.LIBRARIES!r}: sys.modules[name] = None\n"
        "from kermesse.cli import main\n"
        "main(['lab', '--help'], standalone_mode=False)\n"
        "main(['games'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", blocked], capture_output=True, text=True, check=True
    )
    assert "report" in done.stdout
    assert "muvuca" in done.stdout


def test_a_disk_that_is_full_leaves_the_old_page_whole(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / PAGE).write_text("the old one")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert "No space left on device" in refused("muvuca", *FAST)
    assert [path.name for path in home.iterdir()] == [PAGE]
    assert (home / PAGE).read_text() == "the old one"
