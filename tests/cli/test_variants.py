"""Variants at the command line: wherever a game is named, a variant file does as well."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.cli.scenes import PLAY, run
from tests.variants.scenes import QUICK

import kermesse
from kermesse.cli import main
from kermesse.cli.parameters import is_file_name
from kermesse.core.matchfile import read_match
from kermesse.core.tables import original_tables

pytestmark = pytest.mark.usefixtures("home")
SERVE = sys.modules["kermesse.cli.serve"]  # in the package the command has the name of its module
QUICK_FILE = 'title = "Quick"\ngame = "muvuca"\n[options]\nrounds_to_win = 1\nend_lines = 1\n'


@pytest.fixture
def quick(home: Path) -> Path:
    path = home / "quick.toml"
    path.write_text(QUICK_FILE)
    return path


def refusal(*words: str | Path) -> str:
    result = run(*words)
    assert result.exit_code == 1
    assert result.stdout == ""
    return result.stderr.strip().splitlines()[-1].removeprefix("Error: ")


def test_the_rules_of_a_variant_say_what_differs(quick: Path) -> None:
    shown = run("rules", quick).stdout
    assert "This is the variant “Quick” of Muvuca." in " ".join(shown.split())
    assert run("rules", quick, "--id", "MV-28").stdout.startswith(
        "MV-28  A round ends as soon as one or more rows"
    )


def test_rules_are_shown_without_compiling_anything(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kermesse.cli.parameters.try_out", lambda game: pytest.fail("was tried"))
    assert run("rules", quick).exit_code == 0


def test_a_variant_is_benched(quick: Path) -> None:
    told = json.loads(run("bench", quick, "--seconds", "0.05", "--json").stdout)
    assert told["game"] == kermesse.variant(QUICK).name


def test_a_variant_is_played_saved_and_resumed_by_its_file(quick: Path) -> None:
    played = run("play", quick, "--text", "--seed", "1", "--save", "m.json", typed="1\n1\nquit\n")
    assert played.exit_code == 0, played.stderr
    assert "Muvuca · Quick" in played.stdout
    file = read_match(Path("m.json").read_text())
    assert file.game is kermesse.variant(QUICK)
    assert len(file.decisions) >= 2
    again = run("play", quick, "--text", "--resume", "m.json", typed="quit\n")
    assert again.exit_code == 0
    assert "m.json is a match of muvuca~" in refusal(
        "play", "muvuca", "--text", "--resume", "m.json"
    )


def test_a_variant_plays_in_the_browser(quick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}
    monkeypatch.setattr(PLAY, "run", lambda **settings: asked.update(settings))
    assert run("play", quick).exit_code == 0
    game = kermesse.variant(QUICK)
    assert (asked["page"], asked["variants"]) == (f"/games/{game.name}", [game])
    assert run("play", "muvuca").exit_code == 0
    assert asked["variants"] == []


def test_a_variant_is_held_in_an_arena(quick: Path) -> None:
    told = run("arena", quick, "--bots", "random,greedy", "--games", "2", "--workers", "1")
    assert told.exit_code == 0, told.stderr
    assert told.stdout.startswith("Muvuca · Quick, 2 seats, seed 0: 2 games over 1 deals")


def test_a_variant_is_described_and_tried(quick: Path) -> None:
    told = run("variant", quick).stdout.splitlines()
    assert told[0] == f"Muvuca · Quick ({kermesse.variant(QUICK).name})"
    assert told[-1] == "200 random matches came to their end."


def test_a_variant_that_got_stuck_is_not_played(
    quick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kermesse.core.variants.playouts", "stuck")
    game = kermesse.variant(QUICK)
    assert game.base is not None
    game.base._made["stuck", False] = lambda batch, bound, moves: -1
    try:
        for words in (["bench"], ["variant"], ["arena", "--bots", "random,greedy"]):
            command, *further = words
            assert "Muvuca · Quick cannot be played: a random match" in refusal(
                command, quick, *further
            )
    finally:
        del game.base._made["stuck", False]


@pytest.mark.parametrize("command", ["rules", "bench", "play", "variant"])
def test_a_wrong_file_is_refused_in_one_sentence(command: str, home: Path) -> None:
    assert refusal(command, "absent.toml") == "cannot read absent.toml: No such file or directory"
    (home / "bad.toml").write_text(QUICK_FILE.replace("end_lines = 1", "end_lines = 7"))
    assert refusal(command, "bad.toml") == (
        "bad.toml: option end_lines takes a whole number from 1 to 4, not 7"
    )
    assert sorted(path.name for path in home.iterdir()) == ["bad.toml"]


@pytest.mark.parametrize(
    ("text", "is_file"),
    [("muvuca", False), ("quick.toml", True), ("./x", True), ("muvuca~00000000", False)],
)
def test_a_file_is_told_from_a_name(text: str, is_file: bool, home: Path) -> None:
    (home / "muvuca").touch()  # a file that happens to be there is not meant
    assert is_file_name(text) is is_file


# --- tables to begin with -------------------------------------------------------------------------


@pytest.mark.parametrize("name", kermesse.game_names())
def test_tables_are_written_with_a_variant_file_to_begin_with(name: str, home: Path) -> None:
    told = run("tables", name, "mine")
    start = Path("mine") / f"my-{name}.toml"
    assert told.stdout.startswith(f"{start} names what you can change")
    written = sorted(path.name for path in Path("mine").iterdir())
    assert written == sorted([start.name, *original_tables(kermesse.game(name)).texts])
    assert "it changes nothing" in refusal("variant", start)
    assert "already exists; choose another folder" in refusal("tables", name, "mine")
    option, default = kermesse.game(name).options[0].name, kermesse.game(name).options[0].default
    line = next(line for line in start.read_text().splitlines() if line.startswith(f"# {option} "))
    start.write_text(start.read_text().replace(line, line.removeprefix("# ")))
    made = kermesse.variant(start)
    assert made.options[0].default == default


def test_tables_of_a_variant_are_not_written(quick: Path) -> None:
    assert refusal("tables", quick, "mine").endswith("start from the tables of the original")
    assert not Path("mine").exists()
    Path("file").touch()
    assert refusal("tables", "muvuca", "file/x").startswith("cannot write to file/x: ")


# --- serving --------------------------------------------------------------------------------------


def test_a_folder_of_variants_is_served(
    quick: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, object] = {}
    monkeypatch.setattr(SERVE, "run", lambda **settings: asked.update(settings))
    (home / "box.toml").write_text("cards = 25\n")  # a table that lies beside
    assert run("serve", "--no-browser", "--variants", home).exit_code == 0
    assert asked["variants"] == [kermesse.variant(QUICK)]
    assert run("serve", "--variants", quick).exit_code == 0
    assert asked["variants"] == [kermesse.variant(QUICK)]
    asked.clear()
    (home / "bad.toml").write_text("game = 'muvuca'")
    assert "bad.toml: title is a line of text, not None" in refusal("serve", "--variants", home)
    assert not asked


def test_all_commands_are_at_the_door() -> None:
    assert {"tables", "variant"} <= set(main.commands)
