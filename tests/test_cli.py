"""The command line: every command, every way to get it wrong, one sentence each."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import kermesse
from kermesse.cli import main, shelf
from kermesse.core.game import LANGUAGES
from kermesse.core.matchfile import LARGEST, read_match
from kermesse.core.registry import game_names as installed_games
from kermesse.core.verification import resume

GAME = kermesse.game("muvuca")
TALES = GAME.home / "tests" / "finished"
COMMANDS = sorted(main.commands)
KERMESSE = (sys.executable, "-m", "kermesse")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in; nothing is kept outside of it."""
    monkeypatch.setenv("KERMESSE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("KERMESSE_DEBUG", raising=False)
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def run(*words: str | Path, typed: str | None = None) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words], input=typed)
    assert "Traceback" not in result.output
    assert "should not have happened" not in result.output
    return result


def refused(result: Result, status: int = 1) -> str:
    """The sentence with which a command was refused; nothing else was printed or written."""
    assert result.exit_code == status
    assert result.stdout == ""
    *usage, sentence = result.stderr.strip().splitlines()
    assert sentence.startswith("Error: ")
    assert bool(usage) == (status == 2)
    assert list(Path.cwd().iterdir()) == []
    return sentence


def in_shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A line of bash, where `kermesse` is this Kermesse."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env=os.environ | {"PATH": path} | env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def tale(name: str) -> Path:
    return TALES / f"{name}.json"


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
        (["play", "muvuca", "--bot", "expert"], "'expert' is not one of 'random', 'greedy'"),
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
        (["-o", "end_lines"], "an option is written NAME=VALUE, not 'end_lines'"),
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
    [("kermesse pl", "play"), ("kermesse play mu", "muvuca"), ("kermesse play --re", "--resume")],
)
def test_commands_games_and_options_are_completed(line: str, expected: str) -> None:
    words = str(len(line.split()) - 1)
    done = in_shell(
        "kermesse", _KERMESSE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=words
    )
    assert done.stdout.strip() == f"plain,{expected}"


# --- verify and replay --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two-nil", "decided-by-cap"])
def test_a_finished_game_is_verified(name: str) -> None:
    result = run("verify", tale(name))
    content = json.loads(tale(name).read_text())
    winner = content["players"][content["result"]["places"].index(1)]
    assert result.exit_code == 0
    assert f"verified. {winner} wins the match." in result.stdout
    assert f"{len(content['decisions'])} decisions, committed to {content['commitment']}" in (
        result.stdout
    )


def test_an_altered_game_is_not_verified(tmp_path: Path) -> None:
    file = tmp_path / "altered.json"
    file.write_text(tale("two-nil").read_text().replace("Greedy 0", "Cheater"))
    result = run("verify", file)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        f"Error: {file} is not as it was played:",
        "players: does not match its check",
    ]


def test_replay_prints_every_step() -> None:
    match = resume(read_match(tale("end-lines-1").read_text(), kermesse.game))
    result = run("replay", "--all", tale("end-lines-1"))
    last = len(match.frames) - 1
    assert result.exit_code == 0
    assert re.findall(r"step (\d+) of (\d+)", result.stdout) == [
        (str(step), str(last)) for step in range(last + 1)
    ]
    for frame in match.frames:
        sentence = GAME.notation.event_text(frame.record, match.players)
        assert f"\n{sentence}\n" in result.stdout


def test_replay_without_a_terminal_prints_every_step() -> None:
    assert run("replay", tale("end-lines-1")).stdout == (
        run("replay", "--all", tale("end-lines-1")).stdout
    )


@pytest.mark.parametrize(
    ("seat", "hidden"), [("0", True), ("1", True), ("-1", True), (None, False)]
)
def test_replay_shows_what_a_seat_saw(seat: str | None, hidden: bool) -> None:
    words = [] if seat is None else ["--seat", seat]
    result = run("replay", "--all", tale("end-lines-1"), *words)
    assert ("chooses a hidden card" in result.stdout) == hidden
    assert ("Random 0 chooses a hidden card" in result.stdout) == (seat in ("1", "-1"))


@pytest.mark.parametrize("seat", ["2", "-2", "99"])
def test_replay_of_an_unknown_seat_is_refused(seat: str) -> None:
    sentence = refused(run("replay", "--all", tale("end-lines-1"), "--seat", seat))
    assert "the seats are 0 to 1" in sentence


def unfinished_text() -> str:
    content = json.loads(tale("end-lines-1").read_text())
    content |= {"decisions": content["decisions"][:4], "result": None, "secret": None}
    return json.dumps(content)


def test_an_unfinished_match_is_neither_replayed_nor_verified(tmp_path: Path) -> None:
    file = tmp_path / "unfinished.json"
    file.write_text(unfinished_text())
    assert "not over, so its secret is not revealed yet" in refused(run("replay", file))
    result = run("verify", file)
    assert result.exit_code == 1
    assert "secret: not revealed" in result.stderr


def test_an_unfinished_match_from_elsewhere_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "unfinished.json"
    file.write_text(unfinished_text())
    sentence = refused(run("play", "muvuca", "--text", "--resume", file))
    assert "is not on this machine" in sentence


# --- files that are none ------------------------------------------------------------------


def files(folder: Path) -> dict[str, Path]:
    """Things that a person may take for a match file."""
    good = tale("end-lines-1").read_bytes()
    contents = {
        "empty": b"",
        "binary": bytes(range(256)),
        "latin-1": good.replace(b"Random", "Zoë".encode("latin-1")),
        "utf-16": good.decode().encode("utf-16"),
        "half": good[: len(good) // 2],
        "list": b"[1, 2]",
        "prose": b"Dear Ana",
        "deep": b"[" * 100_000,
        "other version": good.replace(b'"version": 1', b'"version": 99'),
        "other game": good.replace(b'"game": "muvuca"', b'"game": "ludo"'),
        "surrogate": good.replace(b"Random 0", rb"\ud800"),
        "NUL": good.replace(b"Random 0", b"\0"),
        "long": b" " * (LARGEST + 1),
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    with (folder / "sparse").open("wb") as sparse:
        sparse.truncate(2**36)
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    names = [*contents, "sparse", "folder", "loop", "missing", "missing/file", "empty/file"]
    return {name: folder / name for name in names}


@pytest.mark.parametrize("command", [["verify"], ["replay"], ["play", "muvuca", "--resume"]])
def test_what_is_no_match_file_is_refused_in_one_sentence(
    command: list[str], tmp_path: Path
) -> None:
    for name, file in files(tmp_path).items():
        sentence = refused(run(*command, file))
        assert 20 < len(sentence) < 300, name


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")
def test_an_endless_file_does_not_fill_the_memory() -> None:
    limit = 4 * 2**30

    def spare_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    done = subprocess.run(
        [*KERMESSE, "verify", "/dev/zero"],
        preexec_fn=spare_memory,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "Error: /dev/zero is too large for a match file\n"


def test_a_match_file_may_come_through_a_pipe() -> None:
    done = in_shell(f"kermesse verify <(cat {tale('end-lines-1')})")
    assert done.returncode == 0
    assert "verified" in done.stdout


# --- what should not happen ---------------------------------------------------------------


def break_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def installed() -> list[str]:
        raise RuntimeError("the shelf fell down")

    monkeypatch.setattr(shelf, "game_names", installed)


def test_a_fault_of_ours_is_one_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    break_games(monkeypatch)
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: this should not have happened: RuntimeError: the shelf fell down "
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
