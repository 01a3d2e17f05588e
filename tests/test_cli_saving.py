"""`kermesse play`: saving, leaving and coming back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kermesse
from kermesse.bots.greedy import Greedy
from kermesse.core.verification import verify

from .cli_scenes import MUVUCA, QUICK, STARTING, TALES, answers, ended, kept, terminal, typed

pytestmark = pytest.mark.usefixtures("home")


def test_a_match_is_saved_left_and_resumed(data: Path) -> None:
    words = ["--seed", "3", "--save", "m.json"]
    result = typed("1", "1", "1", "save", "quit", words=words)
    assert "Kept in m.json" in result.stdout
    again = "kermesse play muvuca --text --resume m.json"
    assert f"Go on with: {again}" in result.stdout
    before = Path("m.json").read_text()
    assert typed("quit", words=["--resume", "m.json"]).stdout.count("card> ") == 0
    assert Path("m.json").read_text() == before
    typed(*["1"] * 100, words=["--resume", "m.json"])
    assert kept(data, "m.json").over
    assert verify(Path("m.json").read_text(), kermesse.game) == []


def test_the_secret_of_a_match_is_kept_apart_for_its_owner_only(data: Path) -> None:
    typed("1", words=["--save", "m.json"])
    content = json.loads(Path("m.json").read_text())
    (secret,) = (data / "secrets").iterdir()
    assert content["secret"] is None
    assert secret.read_text() not in Path("m.json").read_text()
    assert secret.name == content["commitment"]
    assert secret.stat().st_mode & 0o777 == 0o600
    assert secret.parent.stat().st_mode & 0o777 == 0o700


def test_the_command_to_come_back_names_seat_and_bot() -> None:
    result = typed(words=["--seat", "1", "--bot", "random", "--save", "m.json"])
    last = " ".join(result.stdout.split()[-12:])
    assert last.endswith("kermesse play muvuca --text --resume m.json --seat 1 --bot random")


@pytest.mark.parametrize("leave", ["quit", "exit", "Q", "end of input"])
def test_leaving_keeps_the_match(data: Path, leave: str) -> None:
    typed("1", *([leave] if leave != "end of input" else []))
    (file,) = Path.cwd().iterdir()
    match = kept(data, file)
    assert file.name == f"muvuca-{match.commitment[:8]}.json"
    assert [decision.seat for decision in match.decisions][-1] == 0


@pytest.mark.parametrize("key", ["Ctrl-C", "Ctrl-D"])
def test_leaving_by_a_key_keeps_the_match(data: Path, key: str) -> None:
    with terminal(*MUVUCA, *QUICK) as child:
        child.expect("card> ")
        child.sendline("1")
        child.expect("push> ")
        child.waitnoecho()
        child.sendcontrol(key[-1].lower())
        said = ended(child)
    (file,) = Path.cwd().iterdir()
    assert f"Kept in {file.name}" in said
    assert len(kept(data, file).decisions) % 2 == 1


def test_leaving_twice_with_the_same_seed_keeps_both_matches(data: Path) -> None:
    typed("1", words=["--seed", "4"])
    typed("2", words=["--seed", "4"])
    first, second = sorted(Path.cwd().iterdir())
    assert kept(data, first).commitment == kept(data, second).commitment
    assert kept(data, first).decisions != kept(data, second).decisions


def test_save_does_not_overwrite_another_file() -> None:
    Path("diary.json").write_text("Dear diary")
    said = answers(typed("save diary.json", "save m.json", "save m.json", "quit"))
    assert said[1].strip() == "diary.json exists already; choose another name"
    assert said[2].strip() == said[3].strip() == "Kept in m.json"
    assert Path("diary.json").read_text() == "Dear diary"


@pytest.mark.parametrize("name", ["no/such/folder.json", "diary/m.json", "a\0b", "n" * 300, "."])
def test_a_name_that_cannot_be_written_is_explained_and_play_goes_on(name: str) -> None:
    Path("diary").write_text("Dear diary")
    said = answers(typed(f"save {name}", "1", "quit"))
    assert re.match("cannot write|. exists already", said[1])
    assert "chooses" in said[2]
    assert "Kept in muvuca-" in said[-1]


@pytest.mark.parametrize("words", [[], ["--resume", "m.json"]])
def test_an_existing_file_is_not_overwritten(words: list[str]) -> None:
    typed("1", words=["--save", "m.json"])
    Path("diary.json").write_text("Dear diary")
    result = typed(words=["--save", "diary.json", *words], status=1)
    assert result.output == "Error: diary.json exists already; go on with it by --resume\n"
    assert Path("diary.json").read_text() == "Dear diary"


def test_a_target_that_cannot_be_written_is_one_sentence() -> None:
    result = typed("quit", words=["--save", "no/such/folder.json"], status=1)
    assert result.stderr == ("Error: cannot write no/such/folder.json: No such file or directory\n")
    assert list(Path.cwd().iterdir()) == []


def test_an_altered_match_is_not_resumed() -> None:
    typed("1", words=["--save", "m.json"])
    text = Path("m.json").read_text()
    Path("m.json").write_text(text.replace('"Player"', '"Cheater"'))
    result = typed(words=["--resume", "m.json"], status=1)
    assert result.output == "Error: m.json was altered since it was saved\n"


@pytest.mark.parametrize("secret", [None, "", "00", "0" * 64, "secret", "\xff"])
def test_a_match_without_its_secret_is_not_resumed(data: Path, secret: str | None) -> None:
    typed("1", words=["--save", "m.json"])
    (file,) = (data / "secrets").iterdir()
    file.unlink()
    if secret is not None:
        file.write_text(secret, encoding="latin-1")
    result = typed(words=["--resume", "m.json"], status=1)
    assert re.match("Error: the secret .*\n$", result.output)


def test_a_finished_match_can_be_looked_at_by_resuming_it() -> None:
    result = typed(words=["--resume", TALES / "end-lines-1.json", "--save", "copy.json"])
    assert "Greedy 1 wins the match." in result.stdout
    assert Path("copy.json").read_text() == (TALES / "end-lines-1.json").read_text()


def test_whatever_goes_wrong_the_match_is_kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def faint(*_: object) -> None:
        raise RuntimeError("the bot fainted")

    monkeypatch.setattr(Greedy, "choose", faint)
    result = typed("1", "1", words=["--save", "m.json", *STARTING], status=1)
    assert "Error: this should not have happened: RuntimeError: the bot fainted" in result.stderr
    assert [decision.seat for decision in kept(data, "m.json").decisions] == [0, 0]
