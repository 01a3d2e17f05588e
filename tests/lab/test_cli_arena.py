"""`kermesse arena`: what is shown and written, and what is refused in one sentence."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from kermesse.cli import main
from kermesse.cli.arena import bots_table, matrix_table, show_table
from kermesse.lab.strength import Standings, Tournament, run

from .arena_scenes import Noted, short

FAST = ["-o", "rounds_to_win=1,end_lines=1", "--option", "turn_cap=20", "--workers", "1"]
PAIR = ["--bots", "greedy,random", "--games", "6"]


def arena(*words: str) -> Result:
    return CliRunner().invoke(main, ["arena", *words])


def answered(*words: str) -> str:
    result = arena(*words)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str) -> str:
    result = arena(*words)
    assert result.exit_code == 1, result.output
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.strip().splitlines()) == 1
    return result.stderr


@pytest.mark.usefixtures("home")
def test_an_arena_shows_rates_ratings_times_and_endings() -> None:
    shown = answered("muvuca", *PAIR, *FAST)
    assert "Muvuca, 2 seats, seed 0: 6 games over 3 deals; even is 50.0 %" in shown
    heads = ("rate", "95 %", "rating", "decisions", "median", "within")
    assert all(words in shown for words in heads)
    assert "1000–1000" in shown
    assert "Endings: " in shown
    assert shown.index("greedy") < shown.index("random")


LONG_NAMES = [f"a_bot_whose_name_is_long_{number}.py" for number in (1, 2)]


@pytest.fixture(scope="module")
def long_names() -> Standings:
    """Programs with long names, which forfeit everything: their figures do not matter."""
    return run(short(["random", *(f"{name}=program:true" for name in LONG_NAMES)], 2))


@pytest.mark.parametrize("columns", [80, 100, 200, None])
def test_no_table_leaves_anything_out(
    long_names: Standings,
    columns: int | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Long names are folded in a terminal, and stay whole elsewhere."""
    if columns is not None:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(Console, "is_terminal", True)
    for table, last in ((bots_table, "within"), (matrix_table, LONG_NAMES[1][-3:])):
        show_table(table(long_names))
        shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
        assert "…" not in shown
        assert all(len(line) <= (columns or 200) for line in shown.splitlines())
        names = "".join(line.split("  ")[0].strip() for line in shown.splitlines())
        assert all(name in names for name in LONG_NAMES)
        assert last in shown.partition("─")[0]  # the heading of the last column


@pytest.mark.usefixtures("home")
def test_in_a_gauntlet_the_others_do_not_meet() -> None:
    words = ["--bots", "greedy,random,random@3it", "--games", "4", "--gauntlet", *FAST]
    assert "8 games over 2 deals" in answered("muvuca", *words)


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_who_plays_alone_is_shown_without_what_is_even() -> None:
    words = ["--bots", "greedy,random", "--games", "4", "--seats", "1", "--workers", "1"]
    shown = answered("shuppa", *words, "-o", "rounds=1")
    assert "Shuppa, 1 seat, seed 0: 8 games over 4 deals\n" in shown
    assert "even" not in shown
    assert "against" not in shown


@pytest.mark.usefixtures("home")
def test_three_bots_are_shown_as_a_matrix() -> None:
    shown = answered("muvuca", "--bots", "greedy, random, random@3it", "--games", "4", *FAST)
    matrix = shown[shown.index("against") :]
    assert matrix.count("random@3it") == 2
    assert "12 games over 2 deals" in shown


def test_figures_and_pictures_are_written(home: Path) -> None:
    shown = answered(
        "muvuca", *PAIR, *FAST, "--json", "a.json", "--picture", "a.svg", "--budget", "5it"
    )
    assert "figures in a.json" in shown
    assert "picture in a.svg" in shown
    found = json.loads((home / "a.json").read_text())
    assert found["bots"]["greedy"]["win_rate"] > 0.5
    assert found["settings"]["budget"] == "5it"
    assert found["settings"]["options"]["turn_cap"] == 20
    assert "<svg" in (home / "a.svg").read_text()
    assert {path.name for path in home.iterdir()} == {"a.json", "a.svg"}


@pytest.mark.parametrize("words", [["--json"], ["--json", "-"]])
def test_figures_are_printed_if_no_file_is_named(home: Path, words: list[str]) -> None:
    result = arena("muvuca", *PAIR, *FAST, *words)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["bots"]["greedy"]["win_rate"] > 0.5
    assert not list(home.iterdir())


def test_figures_are_kept_when_nobody_reads_the_tables(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: Standings) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(importlib.import_module("kermesse.cli.arena"), "show", gone)
    assert arena("muvuca", *PAIR, *FAST, "--json", "a.json").exit_code == 1
    assert json.loads((home / "a.json").read_text())["bots"]["greedy"]["win_rate"] > 0.5


def test_an_arena_is_gone_on_with(home: Path) -> None:
    words = ["muvuca", *PAIR, *FAST, "--resume", "r.jsonl", "--json", "a.json"]
    first = answered(*words)
    lines = (home / "r.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines) == 4
    (home / "r.jsonl").write_bytes(b"".join(lines[:3]) + lines[3][:9])
    found = json.loads((home / "a.json").read_text())
    again = answered(*words)
    assert first.splitlines()[0] == again.splitlines()[0]
    rates = [json.loads((home / "a.json").read_text())["matrix"], found["matrix"]]
    assert rates[0] == rates[1]


@pytest.mark.usefixtures("home")
def test_a_sequential_test_tells_its_verdict() -> None:
    shown = answered(
        "muvuca", "--bots", "greedy,random", "--games", "200", "--sprt", "0.5:0.7", *FAST
    )
    assert "Sequential test of greedy, 0.5 against 0.7: the upper win rate is accepted" in shown


@pytest.mark.usefixtures("home")
def test_at_a_terminal_a_bar_shows_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = arena("muvuca", *PAIR, "--sprt", "0.5:0.6", *FAST)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", result.stderr)
    assert "LLR " in plain
    assert re.search(r"3/3 deals \d:\d\d:\d\d", plain)


@pytest.mark.usefixtures("home")
def test_forfeits_are_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def choose(self, view: Any, *, budget: Any = None, seed: Any = None) -> Any:
            raise RuntimeError("out of [red] ideas")

    command = importlib.import_module("kermesse.cli.arena")
    monkeypatch.setattr(command, "warm_up", lambda game, name: None)
    monkeypatch.setitem(run_defaults(), "recruit", lambda name, game: Broken())
    shown = answered("muvuca", *PAIR, *FAST)
    assert "greedy forfeited " in shown
    assert "the first for: RuntimeError: out of [red] ideas" in shown
    assert "Endings: forfeited 6" in shown


def run_defaults() -> dict[str, Any]:
    from kermesse.lab.strength import run

    assert run.__kwdefaults__ is not None
    return run.__kwdefaults__


def test_an_interrupt_keeps_what_was_played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import kermesse

    asked: list[Any] = []

    class Interrupting(Noted):
        def choose(self, view: Any, *, budget: Any = None, seed: Any = None) -> Any:
            if len(asked) > 60:
                raise KeyboardInterrupt
            return super().choose(view, budget=budget, seed=seed)

    def recruit(name: str, game: Any) -> Any:
        return Interrupting(kermesse.bot(name, game), asked)

    monkeypatch.setitem(run_defaults(), "recruit", recruit)
    words = ["muvuca", "--bots", "greedy,random", "--games", "100", *FAST, "--json", "a.json"]
    said = refused(*words, "--resume", "r.jsonl")
    assert "interrupted; the same command continues from r.jsonl" in said
    assert (home / "r.jsonl").read_bytes().count(b"\n") > 1
    assert not (home / "a.json").exists()
    assert refused(*words).strip() == "Error: interrupted"


# --- what is refused ------------------------------------------------------------------------

BAD: list[tuple[list[str], str]] = [
    (["ludo", *PAIR], "no game 'ludo'"),
    (["muvuca", "--bots", "greedy,randm"], "no bot 'randm'; did you mean 'random'"),
    (["muvuca", "--bots", "greedy"], "an arena needs at least 2 bots, not 1"),
    (["muvuca", "--bots", "greedy,,random"], "a bot is written like greedy or greedy@200it"),
    (["muvuca", *PAIR, "--games", "0"], "1 to 10000000 games, not 0"),
    (["muvuca", *PAIR, "--games", "-5"], "1 to 10000000 games, not -5"),
    (["muvuca", *PAIR, "--seats", "3"], "Muvuca is for exactly 2 seats, not 3"),
    (["muvuca", *PAIR, "-o", "rounds=2"], "no option 'rounds'"),
    (["muvuca", *PAIR, "-o", "end_lines=99"], "option end_lines takes"),
    (["muvuca", *PAIR, "-o", "end_lines"], "write an option as NAME=VALUE, not 'end_lines'"),
    (["muvuca", *PAIR, "--budget", "0it"], "a budget has 1 to"),
    (["muvuca", *PAIR, "--budget", "-5ms"], "a budget is written as 200it or 100ms, not '-5ms'"),
    (["muvuca", *PAIR, "--budget", ""], "a budget is written as"),
    (["muvuca", *PAIR, "--sprt", "0.6:0.5"], "two win rates, the lower first"),
    (["muvuca", *PAIR, "--workers", "0"], "1 to 1024 workers, not 0"),
    (["muvuca", *PAIR, "--seed", "-1"], "a seed is a whole number from 0"),
    (["muvuca", *PAIR, "--deadline", "0"], "a deadline is a number of seconds above 0"),
    (["muvuca", *PAIR, "--picture", "a.pdf"], "ends in .svg or .png, not a.pdf"),
    (["muvuca", *PAIR, "--json", "no/a.json"], "cannot write no/a.json: there is no folder no"),
    (["muvuca", *PAIR, "--picture", "no/a.svg"], "cannot write no/a.svg: there is no folder no"),
    (["muvuca", *PAIR, "--resume", "no/r"], "cannot write no/r: there is no folder no"),
    (["muvuca", *PAIR, "--json", "a" * 300], "File name too long"),
    (["muvuca", *PAIR, "--resume", "a" * 300], "File name too long"),
    (["muvuca", *PAIR, "--isolate", "--deadline", "1e10"], "above 0 and at most 86400, not 1"),
    (["muvuca", *PAIR, "--json", "."], "cannot write .: it is a folder"),
    (["muvuca", *PAIR, "--json", "/dev/null"], "cannot write /dev/null: it is no ordinary file"),
    (["muvuca", *PAIR, "--json", "a.svg", "--picture", "./a.svg"], "named for two things at once"),
    (["viva", "--bots", "greedy,random", "--together", "--seats", "3"], "exactly 3 bots, not 2"),
    (["muvuca", *PAIR, "--together", "--gauntlet"], "a gauntlet and all bots at one table do not"),
    (["shuppa", *PAIR, "--seats", "1", "--gauntlet"], "Shuppa with 1 seat is played alone"),
    (["shuppa", *PAIR, "--seats", "1", "--sprt", "0.5:0.6"], "Shuppa with 1 seat is played alone"),
]


@pytest.mark.parametrize(("words", "says"), BAD, ids=lambda value: value if value is str else None)
def test_bad_input_is_refused_in_one_sentence(home: Path, words: list[str], says: str) -> None:
    assert says in refused(*words)
    assert not list(home.iterdir())


def test_an_unwritable_folder_is_refused_before_the_first_game(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert "cannot write a.json: permission denied" in refused("muvuca", *PAIR, "--json", "a.json")
    assert not list(home.iterdir())


def test_a_results_file_of_other_settings_is_refused(home: Path) -> None:
    answered("muvuca", *PAIR, *FAST, "--resume", "r.jsonl")
    before = (home / "r.jsonl").read_bytes()
    said = refused("muvuca", *PAIR, *FAST, "--seed", "4", "--resume", "r.jsonl")
    assert "r.jsonl is of other settings: seed is 0 there and 4 here" in said
    assert (home / "r.jsonl").read_bytes() == before


@pytest.mark.usefixtures("home")
def test_a_picture_without_matplotlib_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kermesse.lab.strength.picture.find_spec", lambda name: None)
    assert importlib.util.find_spec("matplotlib")
    said = refused("muvuca", *PAIR, "--picture", "a.svg")
    assert "a picture needs matplotlib: pip install 'kermesse[arena]'" in said


def test_a_disk_that_is_full_leaves_nothing_half_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    result = arena("muvuca", *PAIR, *FAST, "--json", "a.json")
    assert "6 games over 3 deals" in result.stdout  # so that not all is lost
    said = refused("muvuca", *PAIR, *FAST, "--json", "a.json")
    assert "cannot write a.json: No space left on device" in said
    assert not list(home.iterdir())


def test_the_defaults_of_the_command_are_those_of_the_library() -> None:
    options = {option.name: option.default for option in main.commands["arena"].params}
    assert options["deadline"] == Tournament.deadline
    assert options["seed"] == Tournament.seed
