"""Files on the command line: match files that are verified, and files that are none."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.scenes import in_shell, refused, run, tale

from kermesse.core.matchfile import LARGEST, MatchFile, read_match

pytestmark = pytest.mark.usefixtures("home")
KERMESSE = (sys.executable, "-m", "kermesse")


# --- verify -------------------------------------------------------------------------------


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
        f"Error: {file} differs from what was played:",
        "players: does not match its check",
    ]


def finished_file() -> MatchFile:
    return read_match(tale("end-lines-1").read_text())


def unfinished_text() -> str:
    """The file as it was while the match went on."""
    file = finished_file()
    return replace(file, decisions=file.decisions[:4], result=None, secret=None).dumps()


def tampered() -> dict[str, tuple[str, str]]:
    """Files that were made to tell another story, and what gives them away."""
    file = finished_file()
    assert file.result is not None
    exchanged = file.result | {"places": file.result["places"][::-1]}
    again = "decisions: the match is not over after the last one"
    return {
        "changed result": (replace(file, result=exchanged).dumps(), "result: the match ended with"),
        "no result": (replace(file, result=None).dumps(), "result: the match ended with"),
        "missing decision": (replace(file, decisions=file.decisions[:-1]).dumps(), again),
        "no decisions": (replace(file, decisions=[]).dumps(), again),
        "changed player": (
            replace(file, players=["Cheater", file.players[1]]).dumps(),
            "players: does not match its check",
        ),
    }


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("case", tampered())
def test_a_tampered_match_is_neither_replayed_nor_verified(
    command: str, case: str, tmp_path: Path
) -> None:
    text, says = tampered()[case]
    file = tmp_path / "m.json"
    file.write_text(text, encoding="utf-8")
    result = run(command, file)
    assert result.exit_code == 1
    assert result.stdout == ""
    first, second = result.stderr.splitlines()
    assert first == f"Error: {file} differs from what was played:"
    assert second.startswith(says)
    assert len(second) < 150


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_an_unfinished_file_is_said_to_be_unfinished(command: str, tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text(unfinished_text(), encoding="utf-8")
    result = run(command, file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"Error: {file}: the match is not over, so its secret is not yet revealed\n"
    )


def test_of_many_problems_the_first_ten_are_told(tmp_path: Path) -> None:
    decisions = [(seat, text, "0" * 16) for seat, text, _ in finished_file().decisions]
    file = tmp_path / "m.json"
    file.write_text(replace(finished_file(), decisions=decisions).dumps(), encoding="utf-8")
    for command in ("replay", "verify"):
        _, *problems = run(command, file).stderr.splitlines()
        assert len(problems) == 11
        assert all("what followed does not match its check" in line for line in problems[:10])
        assert problems[10] == f"… and {len(decisions) - 10} more"


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


@pytest.mark.parametrize(
    "command", [["verify"], ["replay"], ["play", "muvuca", "--text", "--resume"]]
)
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
