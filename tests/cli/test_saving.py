"""`kermesse play`: saving, leaving and coming back."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import signal
from pathlib import Path

import pexpect
import pytest
from tests.cli.scenes import (
    GAME,
    MUVUCA,
    PLAY,
    PROMPT,
    QUICK,
    STARTING,
    TALES,
    answers,
    ended,
    kept,
    kept_files,
    mode,
    named_cards,
    run,
    terminal,
    typed,
    vault_entry,
    without_space,
)

import kermesse
from kermesse.bots.greedy import Greedy
from kermesse.core.verification import verify

pytestmark = pytest.mark.usefixtures("home")


def test_a_match_is_saved_left_and_resumed(data: Path) -> None:
    words = ["--seed", "3", "--save", "m.json"]
    result = typed("1", "1", "1", "save", "quit", words=words)
    assert "Kept in m.json" in result.stdout
    again = "kermesse play muvuca --text --resume m.json"
    assert f"Go on with: {again}" in result.stdout
    before = Path("m.json").read_text()
    assert typed("quit", words=["--resume", "m.json"]).stdout.count("card> ") == 0
    assert not (data / "matches").exists()
    assert Path("m.json").read_text() == before
    typed(*["1"] * 100, words=["--resume", "m.json"])
    assert kept(data, "m.json").over
    assert verify(Path("m.json").read_text(), kermesse.game) == []


def test_the_secret_of_a_match_is_kept_apart_for_its_owner_only(data: Path) -> None:
    typed("1", words=["--save", "m.json"])
    content = json.loads(Path("m.json").read_text())
    (entry,) = (data / "secrets").iterdir()
    assert content["secret"] is None
    secret = vault_entry(data, content["commitment"])["secret"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == content["commitment"] == entry.name
    assert secret not in Path("m.json").read_text()
    assert mode(entry) == 0o600
    assert mode(entry.parent) == 0o700


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077], ids=oct)
def test_a_match_is_for_its_keeper_only_until_it_is_over(data: Path, umask: int) -> None:
    """An unfinished file shows the person's own hand; a finished one is for everybody."""
    before = os.umask(umask)
    try:
        typed("1", words=["--save", "m.json"])
        typed("1")
        (file,) = kept_files(data)
        assert (mode("m.json"), mode(file)) == (0o600, 0o600)
        assert mode(file.parent) == 0o700
        typed(*["1"] * 100, words=["--resume", "m.json"])
        assert kept(data, "m.json").over
        assert mode("m.json") == 0o644
        assert {mode(entry) for entry in (data / "secrets").iterdir()} == {0o600}
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    ("seat", "bot"), [(0, "greedy"), (1, "greedy"), (0, "random"), (1, "random")]
)
def test_the_vault_holds_seat_and_bot_also_after_the_end(data: Path, seat: int, bot: str) -> None:
    words = ["--seat", str(seat), "--bot", bot, "--save", "m.json"]
    typed("1", words=words)
    (file,) = (data / "secrets").iterdir()
    entry = vault_entry(data, file.name)
    assert entry == {"secret": kept(data, "m.json").kept_secret.hex(), "seat": seat, "bot": bot}
    typed(*["1"] * 100, words=["--resume", "m.json"])
    assert kept(data, "m.json").over
    assert vault_entry(data, file.name) == entry


def come_back_line(said: str) -> str:
    """The command that a person is told to come back with; it stands on one line."""
    (line,) = [line for line in said.splitlines() if line.startswith("Go on with: ")]
    return line.removeprefix("Go on with: ")


@pytest.mark.parametrize("columns", ["20", "80"])
@pytest.mark.parametrize(
    "name", ["m.json", "my match.json", "it's mine.json", "$HOME;ls.json", f"{'long' * 50}.json"]
)
def test_the_command_to_come_back_can_be_pasted(
    data: Path, name: str, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = typed("1", words=["--seat", "1", "--bot", "random", "--save", name]).stdout
    assert f"Kept in {name}\n" in said
    line = come_back_line(said)
    assert line == f"kermesse play muvuca --text --resume {shlex.quote(name)}"
    result = run(*shlex.split(line)[1:], typed="1\n" * 100)
    assert result.exit_code == 0
    assert kept(data, name).over
    assert f"Verify the deal with: kermesse verify {shlex.quote(name)}\n" in result.stdout


def test_the_command_to_come_back_works_for_a_match_kept_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KERMESSE_DATA_DIR", str(tmp_path / "my games"))
    line = come_back_line(typed("1", "quit").stdout)
    (file,) = kept_files(tmp_path / "my games")
    assert line == f"kermesse play muvuca --text --resume '{file}'"
    assert run(*shlex.split(line)[1:]).exit_code == 0


@pytest.mark.parametrize("leave", ["quit", "exit", "Q", "end of input"])
def test_leaving_keeps_the_match(data: Path, leave: str) -> None:
    result = typed("1", *([leave] if leave != "end of input" else []))
    assert list(Path.cwd().iterdir()) == []
    (file,) = kept_files(data)
    assert f"Kept in {file}\n" in result.stdout
    match = kept(data, file)
    assert file.name == f"muvuca-{match.commitment[:8]}.json"
    assert [decision.seat for decision in match.decisions][-1] == 0


@pytest.mark.parametrize("lines", [[], ["quit"], ["moves", "log", "exit"], ["hello", "rule MV-20"]])
@pytest.mark.parametrize("first", ["seat0", "seat1"])
def test_who_leaves_before_deciding_anything_leaves_nothing(
    data: Path, lines: list[str], first: str
) -> None:
    """Also where a bot has had its first turn."""
    result = typed(*lines, words=["-o", f"first_player={first}"])
    assert "Kept in" not in result.stdout
    assert "Go on with" not in result.stdout
    assert list(Path.cwd().iterdir()) == []
    assert not data.exists()


def test_who_took_everything_back_leaves_nothing(data: Path) -> None:
    result = typed("1", "undo", "quit", words=STARTING)
    assert "Taken back" in result.stdout
    assert "Kept in" not in result.stdout
    assert not data.exists()


def test_leaving_by_a_key_before_deciding_anything_leaves_nothing(data: Path) -> None:
    with terminal(*MUVUCA, *QUICK) as child:
        child.expect("card> ")
        child.waitnoecho()
        child.sendcontrol("c")
        said = ended(child)
    assert "Kept in" not in said
    assert not data.exists()


@pytest.mark.parametrize("key", ["Ctrl-C", pytest.param("Ctrl-D", marks=pytest.mark.thorough)])
def test_leaving_by_a_key_keeps_the_match(data: Path, key: str) -> None:
    with terminal(*MUVUCA, *QUICK) as child:
        child.expect("card> ")
        child.sendline("1")
        child.expect("push> ")
        child.waitnoecho()
        child.sendcontrol(key[-1].lower())
        said = ended(child)
    assert list(Path.cwd().iterdir()) == []
    (file,) = kept_files(data)
    assert f"Kept in {file}" in said
    assert len(kept(data, file).decisions) % 2 == 1


def test_leaving_twice_with_the_same_seed_keeps_both_matches(data: Path) -> None:
    typed("1", words=["--seed", "4"])
    typed("2", words=["--seed", "4"])
    first, second = kept_files(data)
    assert kept(data, first).commitment == kept(data, second).commitment
    assert kept(data, first).decisions != kept(data, second).decisions


def test_save_does_not_overwrite_another_file() -> None:
    Path("diary.json").write_text("Dear diary")
    said = answers(typed("save diary.json", "save m.json", "save m.json", "quit"))
    assert said[1].strip() == "diary.json already exists; choose another name"
    assert said[2].strip() == said[3].strip() == "Kept in m.json"
    assert Path("diary.json").read_text() == "Dear diary"


UNWRITABLE = ["no/such/folder.json", "diary/m.json", "a\0b", "n" * 300, "."]


@pytest.mark.parametrize("name", UNWRITABLE, ids=ascii)
def test_a_name_that_cannot_be_written_is_explained_and_play_goes_on(data: Path, name: str) -> None:
    Path("diary").write_text("Dear diary")
    said = answers(typed(f"save {name}", "1", "quit"))
    assert re.match("cannot write|. already exists|.* is not a file name", said[1])
    assert "chooses" in said[2]
    (file,) = kept_files(data)
    assert f"Kept in {file}\n" in said[-1]


@pytest.mark.parametrize("name", [name for name in UNWRITABLE if "\0" not in name], ids=ascii)
def test_a_target_that_cannot_be_written_is_refused_before_the_first_prompt(name: str) -> None:
    Path("diary").write_text("Dear diary")
    result = typed("1", "1", words=["--save", name], status=1)
    assert not re.search(PROMPT, result.stdout)
    assert not named_cards(result.stdout)
    assert re.fullmatch(r"Error: (cannot write .*|\. already exists; .*)\n", result.stderr)
    assert [file.name for file in Path.cwd().iterdir()] == ["diary"]


def test_an_unwritable_target_of_a_resumed_match_is_refused_before_the_first_prompt() -> None:
    typed("1", words=["--save", "m.json"])
    before = Path("m.json").read_text()
    result = typed("1", words=["--resume", "m.json", "--save", "no/such/m.json"], status=1)
    assert not re.search(PROMPT, result.stdout)
    assert Path("m.json").read_text() == before


@pytest.mark.parametrize("words", [[], ["--resume", "m.json"]])
def test_an_existing_file_is_not_overwritten(words: list[str]) -> None:
    typed("1", words=["--save", "m.json"])
    Path("diary.json").write_text("Dear diary")
    result = typed(words=["--save", "diary.json", *words], status=1)
    assert result.output == "Error: diary.json already exists; continue it with --resume\n"
    assert Path("diary.json").read_text() == "Dear diary"


def test_a_target_that_cannot_be_written_is_one_sentence() -> None:
    result = typed("quit", words=["--save", "no/such/folder.json"], status=1)
    assert result.stderr == ("Error: cannot write no/such/folder.json: No such file or directory\n")
    assert list(Path.cwd().iterdir()) == []


def own_decisions(data: Path, file: str) -> list[str]:
    return [decision.text for decision in kept(data, file).decisions if decision.seat == 0]


@pytest.mark.parametrize("resumed", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_a_named_file_is_written_at_once_and_after_each_decision(data: Path, resumed: bool) -> None:
    """Whatever ends the program then, nothing is lost."""
    if resumed:
        typed(words=[*STARTING, "--save", "m.json"])
    words = ["--resume", "m.json"] if resumed else [*QUICK, *STARTING, "--save", "m.json"]
    with terminal(*MUVUCA, *words) as child:
        child.expect("card> ")
        assert own_decisions(data, "m.json") == []
        for place, prompt in enumerate(["push> ", "card> ", "push> "]):
            child.sendline("1")
            child.expect(prompt)
            assert len(own_decisions(data, "m.json")) == place + 1
        child.sendline("undo")
        child.expect("card> ")
        before = own_decisions(data, "m.json")
        assert len(before) == 2
        child.kill(signal.SIGKILL)
        child.expect(pexpect.EOF)
    assert not (data / "matches").exists()
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["m.json"]
    typed("1", words=["--resume", "m.json"])
    assert own_decisions(data, "m.json")[:-1] == before


def test_an_altered_match_is_not_resumed() -> None:
    typed("1", words=["--save", "m.json"])
    text = Path("m.json").read_text()
    Path("m.json").write_text(text.replace('"Player"', '"Cheater"'))
    result = typed(words=["--resume", "m.json"], status=1)
    assert result.output == "Error: m.json has been altered since it was saved\n"


@pytest.mark.parametrize(
    "secret",
    [
        None,
        "",
        "00",
        "0" * 64,
        "secret",
        "\xff",
        "null",
        "[]",
        "{}",
        '{"secret": 5, "sittings": {"m.json": [0, "greedy"]}}',
        '{"secret": "xyz", "sittings": {"m.json": [0, "greedy"]}}',
        '{"secret": "00", "sittings": {"m.json": [0, "greedy"]}}',
        '{"secret": "00", "sittings": {"m.json": [0]}}',
        '{"secret": "00", "sittings": {}}',
        '{"secret": "00", "sittings": 5}',
        '{"secret": "00"}',
    ],
)
def test_a_match_without_its_secret_is_not_resumed(data: Path, secret: str | None) -> None:
    typed("1", words=["--save", "m.json"])
    (file,) = (data / "secrets").iterdir()
    file.unlink()
    if secret is not None:
        file.write_text(secret, encoding="latin-1")
    result = typed(words=["--resume", "m.json"], status=1)
    assert re.match("Error: the secret .*\n$", result.output)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_finished_match_can_be_looked_at_by_resuming_it(data: Path, seat: int | None) -> None:
    words = [] if seat is None else ["--seat", str(seat)]
    tale = TALES / "end-lines-1.json"
    result = typed(words=["--resume", tale, "--save", "copy.json", *words])
    match = kept(data, tale)
    assert match.outcome is not None
    board = GAME.board(match.view(seat or 0).record, match.players).plain
    assert without_space(board) in without_space(result.stdout)
    won = match.outcome.places[seat or 0] == 1
    assert ("You win!" in result.stdout, "Well played." in result.stdout) == (won, not won)
    assert "The cards are dealt" not in result.stdout
    assert not re.search(PROMPT, result.stdout)
    assert Path("copy.json").read_text() == tale.read_text()
    assert mode("copy.json") == 0o644
    assert not data.exists()


def test_a_finished_match_has_no_further_seats() -> None:
    words = ["--resume", TALES / "end-lines-1.json", "--save", "copy.json", "--seat", "2"]
    assert typed(words=words, status=1).output == "Error: no seat 2; the seats are 0 to 1\n"
    assert list(Path.cwd().iterdir()) == []


def test_whatever_goes_wrong_the_match_is_kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faint(*_: object, **__: object) -> None:
        raise RuntimeError("the bot fainted")

    monkeypatch.setattr(PLAY, "warm_up", lambda *_: None)
    monkeypatch.setattr(Greedy, "choose", faint)
    result = typed("1", "1", words=["--save", "m.json", *STARTING], status=1)
    assert "Error: this should not have happened: RuntimeError: the bot fainted" in result.stderr
    assert [decision.seat for decision in kept(data, "m.json").decisions] == [0, 0]
