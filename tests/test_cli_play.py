"""`kermesse play` and `kermesse replay` in a terminal, as a person uses them."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import kermesse
from kermesse.bots.greedy import Greedy
from kermesse.cli import main
from kermesse.cli.files import step_through
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match
from kermesse.core.position import Position
from kermesse.core.verification import resume, verify

GAME = kermesse.game("muvuca")
TALES = GAME.home / "tests" / "finished"
CARDS = [GAME.notation.action_text(number) for number in range(25)]
PROMPT = r"(card|push)> "
QUICK = ["-o", "rounds_to_win=1", "-o", "end_lines=2", "-o", "turn_cap=20"]
STARTING = ["-o", "first_player=seat0"]
MUVUCA = ["play", "muvuca", "--text"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and one for secrets."""
    monkeypatch.setenv("KERMESSE_DATA_DIR", str(tmp_path / "data"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return tmp_path / "data"


@contextmanager
def terminal(*words: str | Path, encoding: str = "utf-8") -> Iterator[Any]:
    """Kermesse in a pseudo-terminal."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "kermesse", *map(str, words)],
        env=os.environ | {"TERM": "dumb", "PYTHONUTF8": "1"},
        dimensions=(60, 100),
        encoding=encoding,
        timeout=60,
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def ended(child: Any, status: int = 0) -> str:
    """What a program said last; it ends by itself and without a traceback."""
    child.expect(pexpect.EOF)
    child.wait()
    assert "Traceback" not in child.before
    assert child.exitstatus == status
    return str(child.before)


def typed(*lines: str, words: Sequence[str | Path] = (), status: int = 0) -> Result:
    """A game with lines typed ahead; after the last one the input ends."""
    quick = [] if "--resume" in words else QUICK  # a resumed match has its options already
    arguments = [*MUVUCA, *quick, *map(str, words)]
    result = CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in lines))
    assert "Traceback" not in result.output
    assert result.exit_code == status
    return result


def kept(data: Path, file: str | Path) -> Match:
    """The match that was saved, with the secret from the vault."""
    content = read_match(Path(file).read_text(encoding="utf-8"), kermesse.game)
    secret = None
    if content.secret is None:
        secret = bytes.fromhex((data / "secrets" / content.commitment).read_text())
    return resume(content, secret)


def answers(result: Result) -> list[str]:
    """What was printed up to the first prompt, after the first line typed, and so on."""
    return re.split(PROMPT, result.stdout)[::2]


# --- to the end ---------------------------------------------------------------------------


def test_a_match_is_played_to_its_end_in_a_terminal(data: Path) -> None:
    with terminal(*MUVUCA, *QUICK, "--save", "match.json", "--seed", "1") as child:
        child.expect("card> ")
        child.sendline("save")
        while child.expect([PROMPT, "You win!|Well played."]) == 0:
            child.sendline("1")
        said = ended(child)
    assert "Kept in match.json" in said
    assert "Check the dealing with: kermesse verify match.json" in said
    assert verify(Path("match.json").read_text(), kermesse.game) == []
    assert list((data / "secrets").iterdir()) == []


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_end_is_told_to_winner_and_loser(data: Path, seat: int, bot: str) -> None:
    words = ["--seat", str(seat), "--bot", bot, "--save", "m.json"]
    result = typed(*["1"] * 100, words=words)
    match = kept(data, "m.json")
    assert match.outcome is not None
    assert ("You win!" in result.stdout) == (match.outcome.places[seat] == 1)
    assert ("Well played." in result.stdout) == (match.outcome.places[seat] == 2)
    assert (match.players[seat], match.players[1 - seat]) == ("Player", bot.capitalize())


def test_a_finished_match_is_not_kept_unless_asked_for() -> None:
    result = typed(*["1"] * 100)
    assert "Kept in" not in result.stdout
    assert list(Path.cwd().iterdir()) == []


def test_equal_seeds_deal_equal_cards() -> None:
    first, again, other = (
        answers(typed(words=[*STARTING, "--seed", seed]))[0] for seed in ("5", "5", "6")
    )
    assert first == again
    assert first != other


# --- what a person types ------------------------------------------------------------------


def test_an_illegal_action_is_explained_with_its_rule() -> None:
    before, said, *_ = answers(typed("row1 >", words=["--seed", "1"]))
    assert before.startswith("Muvuca. Type ? for help.")
    text = GAME.rulebook().rule("MV-63")
    assert "choose a card before the push (MV-63)" in said
    assert f"MV-63: {text}" in " ".join(said.split())


def test_a_card_that_is_not_in_hand_is_explained() -> None:
    for card in CARDS[:12]:
        said = answers(typed(card, words=["--seed", "1"]))[1]
        if "(MV-13)" in said:
            assert f"{card} is not in your hand (MV-13)" in said
            return
    pytest.fail("all of these cards in one hand of five")


def test_a_blocked_push_is_explained_with_its_rule() -> None:
    with terminal(*MUVUCA, *QUICK, "--seed", "1") as child:
        child.expect(r"The Cart blocks (row|column)(\d)\.")
        line = "".join(child.match.groups())
        child.expect("card> ")
        child.sendline(f"1 {line} {'>' if line.startswith('row') else 'v'}")
        child.expect("cannot read")
        child.expect("card> ")
        child.sendline("1")
        child.expect("push> ")
        child.sendline(f"{line} {'<' if line.startswith('row') else '^'}")
        child.expect(rf"the Cart blocks {line} this turn \(MV-20\)")
        child.expect("MV-20: You cannot push the line where the Cart stands")
        child.expect("push> ")
        child.sendeof()
        ended(child)


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "0",
        "99",
        "-1",
        "1 1",
        "²",
        "9" * 5000,
        "[bold]",
        "[/]",
        "\x1b[31m",
        "💥",
        "x" * 600,
    ],
    ids=lambda line: ascii(line[:9]),
)
def test_what_is_no_action_is_explained(line: str) -> None:
    result = typed(line)
    assert "? shows what else you can type" in " ".join(answers(result)[1].split())
    assert "Kept in" in result.stdout


def test_moves_are_listed_and_chosen_by_number(data: Path) -> None:
    _, listed, blank, *_ = answers(typed("moves", "", "2", "quit", words=["--save", "m.json"]))
    assert listed == blank
    match = kept(data, "m.json")
    chosen = next(decision for decision in match.decisions if decision.seat == 0)
    assert re.search(rf"^ +2  {chosen.text}$", listed, re.MULTILINE)
    assert len(listed.splitlines()) == 5


def test_several_decisions_may_be_typed_in_a_row(data: Path) -> None:
    words = ["--seed", "1", *STARTING]
    card = answers(typed("moves", words=words))[1].split()[1]
    typed(f"{card} row2 <", "quit", words=[*words, "--save", "m.json"])
    own = [decision.text for decision in kept(data, "m.json").decisions if decision.seat == 0]
    assert own == [card, "row2 <"]


def test_help_board_log_and_rules_are_a_word_away() -> None:
    first, help_text, board, log, rule, no_rule, *_ = answers(
        typed("?", "board", "log", "rule mv-20", "rule MV-99", words=["--seed", "1"])
    )
    assert "undo" in help_text
    assert board.strip() in first
    assert "The cards are dealt" in log
    assert "You cannot push the line where the Cart stands" in rule
    assert "no rule 'MV-99' in this rulebook" in no_rule


def test_a_chosen_card_is_taken_back() -> None:
    result = typed("1", "undo", "moves", "undo", words=STARTING)
    chosen, undone, moves, again, *_ = answers(result)[1:]
    card = moves.split()[1]
    assert f"Player chooses {card}" in chosen
    assert undone.strip() == f"Taken back: {card}"
    assert again.strip() == "seat 0 has decided nothing yet"
    assert re.findall(PROMPT, result.stdout)[:3] == ["card", "push", "card"]


def test_a_push_is_not_taken_back() -> None:
    said = answers(typed("1", "row1 >", "undo", words=STARTING))[3]
    assert said.strip() == "'row1 >' cannot be taken back: something was revealed since"


def test_a_name_is_shown_as_it_is() -> None:
    for name in ("[/x]", "[bold]Ana[/]", "Zoë 佐藤", "{0} %s"):
        assert f"{name} sells food" in typed(words=["--name", name]).stdout


def test_actions_are_completed_by_the_tab_key() -> None:
    with terminal(*MUVUCA, *QUICK, *STARTING) as child:
        child.expect("card> ")
        child.sendline("moves")
        child.expect(r" 5  (\S+)")
        card = child.match[1]
        child.expect("card> ")
        child.sendline(card[:-2] + "\t")
        child.expect(f"Player chooses {card}")


# --- saving and leaving -------------------------------------------------------------------


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


# --- what stays hidden --------------------------------------------------------------------

FOOD = re.compile("fries|drink|candy|chocolate|hotdog")
JACKET = re.compile(". (star|diagonal|horizontal|crest|triangles)")


def drawn_cards(text: str) -> set[str]:
    """The cards on a board: a food, and right below it a sign and a jacket."""
    found = set()
    lines = text.splitlines()
    for upper, lower in pairwise(lines):
        for food in FOOD.finditer(upper):
            jacket = JACKET.match(lower, food.start())
            if jacket:
                found.add(f"{food[0]}-{jacket[1]}")
    return found


def named_cards(text: str) -> set[str]:
    return {card for card in CARDS if card in text}


def cards(bits: int) -> set[str]:
    return {name for card, name in enumerate(CARDS) if bits >> card & 1}


def hidden_cards(frame: Position, seat: int) -> set[str]:
    """The opponent's cards that a seat has not seen."""
    record = frame.record
    return cards(int(record.hand[1 - seat]) & ~int(record.known[1 - seat]))


def check_that_hands_stay_hidden(match: Match, seat: int, lines: list[str], said: str) -> int:
    """Follow a session line by line; return how many hidden cards it could have shown."""
    own = [decision.frame - 1 for decision in match.decisions if decision.seat == seat]
    frames = iter([*own, len(match.frames) - 1])
    shown = re.split(PROMPT, said)[::2]
    frame = match.frames[next(frames)]
    checked = 0
    for text, line in zip(shown, [*lines, ""], strict=False):
        hidden = hidden_cards(frame, seat)
        drawn = drawn_cards(text)
        assert not hidden & (drawn | named_cards(text))
        assert not drawn or cards(int(frame.record.hand[seat])) <= drawn
        checked += len(hidden) * bool(drawn)
        if line.isdigit():
            frame = match.frames[next(frames)]
    return checked


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_the_opponents_hidden_cards_never_show(data: Path, seat: int, seed: int) -> None:
    lines = [
        "board",
        "log",
        "1",
        "moves",
        "1",
        "undo",
        "1",
        "1",
        "1",
        "1",
        "board",
        "1",
        "1",
        "log",
    ]
    words = ["--seat", str(seat), "--seed", str(seed), "--save", "m.json", "--bot", "random"]
    result = typed(*lines, "quit", words=words)
    checked = check_that_hands_stay_hidden(kept(data, "m.json"), seat, lines, result.stdout)
    assert checked > 8


def test_the_opponents_hidden_cards_never_show_in_a_terminal(data: Path) -> None:
    lines = ["1", "1", "board", "1", "1", "log", "1", "1"]
    with terminal(*MUVUCA, *QUICK, "--save", "m.json", "--seed", "8") as child:
        said = ""
        for line in [*lines, "quit"]:
            child.expect(PROMPT)
            said += child.before + child.after
            child.sendline(line)
        ended(child)
    said = said.replace("\r", "")
    assert check_that_hands_stay_hidden(kept(data, "m.json"), 0, lines, said) > 4


# --- replay -------------------------------------------------------------------------------


def steps_shown(match: Match, keys: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps that a reader sees who presses these keys and then `q`."""
    presses = iter([*keys, "q"])
    monkeypatch.setattr("click.getchar", lambda: next(presses))
    console = Console(file=io.StringIO(), width=100)
    step_through(console, match, match.frames, seat=None)
    return [int(step) for step in re.findall(r"step (\d+) of", console.file.getvalue())]


def test_replay_steps_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    match = kept(Path(), TALES / "end-lines-1.json")
    first, second, third = (decision.frame for decision in match.decisions[:3])
    strokes = [
        (" ", 1), ("n", 2), ("\r", 3), ("\n", 4), ("\x1b[C", 5), ("p", 4), ("\x1b[D", 3), ("b", 2),
        ("b", 1), ("b", 0), ("b", 0), ("]", first), ("\x1b[B", second), ("]", third),
        ("[", second), ("\x1b[A", first), ("[", 0), ("[", 0), ("x", 0), ("", 0),
    ]  # fmt: skip
    shown = steps_shown(match, [key for key, _ in strokes], monkeypatch)
    assert shown == [0, *(step for _, step in strokes)]


@pytest.mark.parametrize("key", ["n", "]"])
def test_replay_stops_at_the_last_step(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = kept(Path(), TALES / "end-lines-1.json")
    last = len(match.frames) - 1
    strokes = len(match.decisions) + 3 if key == "]" else last + 2
    assert steps_shown(match, [key] * strokes, monkeypatch)[-3:] == [last, last, last]


def test_replay_steps_by_arrows_in_a_terminal() -> None:
    with terminal("replay", TALES / "end-lines-1.json") as child:
        child.expect("step 0 of ")
        for key, step in [("\x1b[C", 1), (" ", 2), ("\x1b[D", 1), ("\x1b[B", 2), ("\x1b[A", 1)]:
            child.expect("q quit")
            child.waitnoecho()
            child.send(key)
            child.expect(f"step {step} of ")


@pytest.mark.parametrize("key", ["q", "\x03", "\x04", "\x1b"], ids=["q", "Ctrl-C", "Ctrl-D", "Esc"])
def test_replay_is_left_by_a_key(key: str) -> None:
    with terminal("replay", TALES / "end-lines-1.json", "--seat", "0") as child:
        child.expect("q quit")
        child.waitnoecho()
        child.send(key)
        assert "Error" not in ended(child)
