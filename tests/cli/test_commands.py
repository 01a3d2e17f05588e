"""The command line: every command, every way to get it wrong, one sentence each."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module

import click
import pytest
from click.testing import CliRunner
from tests.cli.scenes import GAME, in_shell, refused, run, tale

import kermesse
from kermesse.cli import main
from kermesse.core.registry import game_names as installed_games
from kermesse.core.words import LANGUAGES

pytestmark = pytest.mark.usefixtures("home")
COMMANDS = sorted(main.commands)


# --- help ---------------------------------------------------------------------------------


def test_the_front_door_lists_its_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"  {name}  " in result.stdout for name in COMMANDS)
    assert run("-h").stdout == result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_its_options(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: main {name} ")
    for param in main.commands[name].params:
        shown = param.opts[0] if isinstance(param, click.Option) else param.name.upper()
        assert shown in result.stdout


def test_the_version_is_told() -> None:
    assert run("--version").stdout == f"kermesse, version {kermesse.__version__}\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["paly"], "No such command 'paly'"),
        (["play"], "Missing argument 'GAME'"),
        (["verify"], "Missing argument 'FILE'"),
        (["play", "muvuca", "--frobnicate"], "No such option '--frobnicate'"),
        (["play", "muvuca", "--seed", "-1"], "Invalid value for '--seed': -1"),
        (["play", "muvuca", "--seed", str(2**64)], "Invalid value for '--seed'"),
        (["play", "muvuca", "--seed", "seven"], "'seven' is not a valid integer"),
        (["play", "muvuca", "--bot", "grandmaster"], "'grandmaster' is not one of 'random', 'gr"),
        (["play", "muvuca", "--seats", "two"], "'two' is not a valid integer"),
        (["rules", "muvuca", "--lang", "de"], "'de' is not one of 'en', 'fr', 'pt'"),
        (["bench", "muvuca", "--seconds", "0"], "Invalid value for '--seconds'"),
        (["bench", "muvuca", "--threads", "0"], "Invalid value for '--threads'"),
        (["completion", "tcsh"], "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
    ],
    ids=" ".join,
)
def test_a_wrong_word_is_explained_with_the_usage(words: Sequence[str], says: str) -> None:
    assert says in refused(run(*words), status=2)


@pytest.mark.parametrize("command", ["play", "rules", "bench"])
@pytest.mark.parametrize(
    ("name", "says"),
    [("muvcua", "did you mean 'muvuca'?"), ("x", "known are "), ("", "known are ")],
)
def test_an_unknown_game_is_refused_with_a_suggestion(command: str, name: str, says: str) -> None:
    sentence = refused(run(command, name))
    assert sentence.startswith(f"Error: no game {name!r}; {says}")


@pytest.mark.parametrize("name", ["Muvuca", " MUVUCA "])
def test_a_game_is_found_however_it_is_capitalized(name: str) -> None:
    assert run("rules", name, "--id", "MV-20").exit_code == 0


@pytest.mark.parametrize("command", [["play", "muvuca", "--text"], ["bench", "muvuca"]])
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seats", "3"], "Muvuca is for exactly 2 seats, not 3"),
        (["--seats", "-1"], "not -1"),
        (["-o", "end_lines"], "write an option as NAME=VALUE, not 'end_lines'"),
        (["-o", "=3"], "no option ''"),
        (["-o", "endlines=3"], "no option 'endlines'; did you mean 'end_lines'?"),
        (["-o", "end_lines=9"], "takes a whole number from 1 to 4, not '9'"),
        (["-o", "end_lines="], "not ''"),
        (["-o", "swap_roles=yes"], "takes one of false, true, not 'yes'"),
        (["-o", "roles=food"], "takes one of seat0_food, seat1_food, random"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_seats_and_options_are_checked(command: list[str], words: list[str], says: str) -> None:
    assert says in refused(run(*command, *words))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seat", "2"], "no seat 2; the seats are 0 to 1"),
        (["--seat", "-1"], "no seat -1"),
        (["--name", ""], "a player's name is printable text, not ''"),
        (["--name", "a\tb"], "a player's name is printable text"),
        (["--name", "n" * 41], "at most 40 characters"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_a_seat_at_the_table_is_checked(words: list[str], says: str) -> None:
    assert says in refused(run("play", "muvuca", "--text", *words))


MANY = "x" * 10**6
STRANGE = "\U000e0001" * 400  # each is quoted by ten characters


@pytest.mark.parametrize(
    "words",
    [
        ["play", MANY],
        ["rules", MANY],
        ["play", "muvuca", "--text", "--name", MANY],
        ["play", "muvuca", "--text", "--name", STRANGE],
        ["play", "muvuca", "--text", "-o", MANY],
        ["play", "muvuca", "--text", "-o", f"{MANY}=1"],
        ["play", "muvuca", "--text", "-o", f"end_lines={MANY}"],
        ["play", "muvuca", "--text", "-o", f"roles={STRANGE}"],
        ["rules", "muvuca", "--id", MANY],
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_what_is_quoted_is_short(words: list[str]) -> None:
    assert len(refused(run(*words))) < 300


# --- games and rules ----------------------------------------------------------------------


def test_games_lists_every_game_with_its_options() -> None:
    result = run("games")
    assert result.exit_code == 0
    for name in installed_games():
        game = kermesse.game(name)
        assert f"{game.title} ({game.name})" in result.stdout
        for option in game.options:
            assert f" {option.name} " in result.stdout
            assert option.rule in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_shown_in_every_language(language: str) -> None:
    result = run("rules", "muvuca", "--lang", language)
    assert result.exit_code == 0
    book = GAME.rulebook(language)
    assert [rule for rule in book.rules if f"{rule} " not in result.stdout] == []
    assert "**" not in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", ["MV-20", "mv-20", " MV-20 "])
def test_one_rule_is_shown_alone(language: str, rule: str) -> None:
    result = run("rules", "muvuca", "--lang", language, "--id", rule)
    assert result.stdout == f"MV-20  {GAME.rulebook(language).rule('MV-20')}\n"


@pytest.mark.parametrize("rule", ["MV-99", "XX", "20"])
def test_an_unknown_rule_is_refused(rule: str) -> None:
    sentence = refused(run("rules", "muvuca", "--id", rule))
    assert f"no rule {rule!r} in this rulebook; its ids run from MV-01 to " in sentence


def test_the_rules_can_be_cut_short_by_a_pipe() -> None:
    for command in ("kermesse rules muvuca | head -1", f"kermesse replay {tale('two-nil')} | true"):
        done = in_shell(command)
        assert done.stderr == ""
        assert done.stdout.count("\n") <= 1


# --- bench and completion -----------------------------------------------------------------


def test_bench_reports_json() -> None:
    result = run("bench", "muvuca", "--seconds", "0.05", "--threads", "2", "--json")
    report = json.loads(result.stdout)
    assert list(report) == [
        "game", "seats", "threads", "decisions_per_second", "matches_per_second",
    ]  # fmt: skip
    assert (report["game"], report["seats"], report["threads"]) == ("muvuca", 2, 2)
    assert type(report["decisions_per_second"]) is type(report["matches_per_second"]) is int
    assert report["decisions_per_second"] > report["matches_per_second"] > 0


def test_bench_reports_a_sentence() -> None:
    result = run("bench", "muvuca", "--seconds", "0.05", "-o", "end_lines=1")
    number = r"\d{1,3}(,\d{3})*"
    sentence = rf"Muvuca, 2 seats, 1 thread\(s\): {number} decisions and {number} matches a second"
    assert re.fullmatch(sentence, result.stdout.strip())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_completion_script_for_each_shell(shell: str) -> None:
    script = run("completion", shell).stdout
    assert f"_KERMESSE_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=script, text=True, check=False, timeout=30)
        assert checked.returncode == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [("kermesse pl", "play"), ("kermesse play muv", "muvuca"), ("kermesse play --re", "--resume")],
)
def test_commands_games_and_options_are_completed(line: str, expected: str) -> None:
    words = str(len(line.split()) - 1)
    done = in_shell(
        "kermesse", _KERMESSE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=words
    )
    assert done.stdout.strip() == f"plain,{expected}"


# --- terminals of all kinds ---------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("latin-1", marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("command", "shows"),
    [
        (f"kermesse replay {tale('end-lines-1')}", "step 0 of "),
        ("kermesse rules muvuca --lang pt", "MV-20"),
        *(
            pytest.param(command, shows, marks=pytest.mark.thorough)
            for command, shows in (
                (f"kermesse replay {tale('end-lines-1')} --seat 0", "wins the match"),
                (f"kermesse verify {tale('end-lines-1')}", "verified."),
                ("kermesse games", "Muvuca (muvuca), 2 players"),
                ("kermesse rules muvuca --lang fr --id MV-20", "MV-20"),
                (
                    "printf '1\\n1\\nquit\\n' | kermesse play muvuca --text --lang fr",
                    "Player chooses",
                ),
            )
        ),
    ],
)
def test_a_terminal_that_lacks_a_sign_shows_the_rest(
    command: str, shows: str, encoding: str
) -> None:
    done = in_shell(f"{command} | cat -v", PYTHONIOENCODING=encoding, PYTHONUTF8="0", LC_ALL="C")
    assert done.stderr == ""
    assert done.returncode == 0
    assert shows in done.stdout


def test_the_signs_are_there_where_the_terminal_has_them() -> None:
    done = in_shell(f"kermesse replay {tale('end-lines-1')}", PYTHONIOENCODING="utf-8")
    assert "★" in done.stdout


# --- what should not happen ---------------------------------------------------------------


def break_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def installed() -> list[str]:
        raise RuntimeError("the list fell down")

    monkeypatch.setattr(import_module("kermesse.cli.games"), "game_names", installed)


def test_a_fault_of_ours_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    break_games(monkeypatch)
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: this should not have happened: RuntimeError: the list fell down "
        "(KERMESSE_DEBUG=1 shows where)\n"
    )


def test_a_fault_of_ours_can_be_traced(monkeypatch: pytest.MonkeyPatch) -> None:
    break_games(monkeypatch)
    monkeypatch.setenv("KERMESSE_DEBUG", "1")
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 1
    assert "Traceback" in result.stderr
    assert "in installed" in result.stderr


def test_the_program_starts_as_a_module_and_as_a_script() -> None:
    for command in (f"{sys.executable} -m kermesse --version", "kermesse --version"):
        assert in_shell(command).stdout == f"kermesse, version {kermesse.__version__}\n"


def test_bench_for_no_number_of_seconds_is_refused() -> None:
    result = CliRunner().invoke(main, ["bench", "muvuca", "--seconds", "nan"])
    assert result.exit_code == 2
    assert "nan is not a number of seconds" in result.stderr
