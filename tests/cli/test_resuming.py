"""`kermesse play --resume`: back to one's own seat, the same opponent, and no old news."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.scenes import (
    CARDS,
    GAME,
    PROMPT,
    QUICK,
    STARTING,
    answers,
    kept,
    named_cards,
    run,
    typed,
    vault_entry,
)
from tests.cli.test_hidden import check_that_hands_stay_hidden

from kermesse.bots.greedy import Greedy
from kermesse.bots.random_bot import Random

pytestmark = pytest.mark.usefixtures("home")


def hand(data: Path, seat: int) -> set[str]:
    held = int(kept(data, "m.json").frames[-1].record.hand[seat])
    return {name for card, name in enumerate(CARDS) if held >> card & 1}


@pytest.mark.parametrize("words", [[], ["kept seat"]])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_person_comes_back_to_the_seat_they_had(data: Path, seat: int, words: list[str]) -> None:
    typed("1", "1", words=["--seat", str(seat), "--save", "m.json"])
    own = ["--seat", str(seat)] if words else []
    listed = answers(typed("moves", words=["--resume", "m.json", *own]))[1]
    assert named_cards(listed) == hand(data, seat)
    typed("1", words=["--resume", "m.json", *own])
    assert kept(data, "m.json").decisions[-1].seat == seat


def test_nothing_hidden_shows_to_who_comes_back(data: Path) -> None:
    words = ["--seat", "1", "--bot", "random", "--seed", "4"]
    typed("1", "1", words=[*words, "--save", "m.json"])
    before = len(kept(data, "m.json").decisions)
    lines = ["board", "log", "1", "1", "log", "1", "1"]
    said = typed(*lines, words=["--resume", "m.json"]).stdout
    match = kept(data, "m.json")
    match.decisions = match.decisions[before:]
    assert check_that_hands_stay_hidden(match, 1, lines, said) > 4


@pytest.mark.parametrize("other", ["1", "-1", "2", "99"])
def test_another_seat_is_refused_and_shows_no_hand(data: Path, other: str) -> None:
    typed("1", words=["--seat", "0", "--save", "m.json"])
    before, entry = Path("m.json").read_text(), (data / "secrets").iterdir()
    (name,) = (file.name for file in entry)
    result = typed("1", "log", words=["--resume", "m.json", "--seat", other], status=1)
    assert result.stdout == ""
    assert result.stderr == f"Error: your seat is 0; seat {other} has another hand\n"
    assert not named_cards(result.output)
    assert Path("m.json").read_text() == before
    assert vault_entry(data, name)["seat"] == 0


def faint(*_: object) -> None:
    raise RuntimeError("the wrong bot was asked")


@pytest.mark.parametrize(
    ("first", "asked", "plays"),
    [
        ("random", [], "random"),
        ("greedy", [], "greedy"),
        ("random", ["--bot", "greedy"], "greedy"),
        ("greedy", ["--bot", "random"], "random"),
    ],
)
def test_the_bot_that_was_kept_plays_on_unless_another_is_asked_for(
    data: Path, first: str, asked: list[str], plays: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("1", words=["--bot", first, "--save", "m.json"])
    commitment = kept(data, "m.json").commitment
    monkeypatch.setattr(Greedy if plays == "random" else Random, "choose", faint)
    typed("1", "1", "1", "1", words=["--resume", "m.json", *asked])
    assert kept(data, "m.json").decisions[-1].seat == 0
    assert vault_entry(data, commitment)["bot"] == plays
    typed(*["1"] * 100, words=["--resume", "m.json"])
    assert kept(data, "m.json").over


def test_what_was_told_is_not_told_again(data: Path) -> None:
    first = typed("1", "1", words=[*STARTING, "--save", "m.json"]).stdout
    frames = kept(data, "m.json").frames
    assert "The cards are dealt" in first
    said, log, *_ = answers(typed("log", words=["--resume", "m.json"]))
    assert "The cards are dealt" not in said
    assert "Player pushes" not in said
    match = kept(data, "m.json")
    assert len(match.frames) == len(frames)
    assert log.split() == " ".join(event.text for event in match.log(0)).split()


def test_who_comes_back_sees_the_board_and_what_happens_from_then_on(data: Path) -> None:
    typed("1", words=[*STARTING, "--save", "m.json"])
    match = kept(data, "m.json")
    before, after, *_ = answers(typed("1", words=["--resume", "m.json"]))
    board = GAME.board(match.view(0).record, match.players).plain
    assert "".join(board.split()) in "".join(before.split())
    told = kept(data, "m.json").log(0)[len(match.frames) :]
    assert len(told) > 5
    assert [event.text for event in told if event.text not in " ".join(after.split())] == []
    assert not [event.text for event in match.log(0) if event.text in " ".join(before.split())]


def test_a_match_that_was_left_at_once_is_told_from_its_beginning() -> None:
    typed(words=[*STARTING, "--save", "m.json"])
    said = answers(typed(words=["--resume", "m.json"]))[0]
    assert said.count("The cards are dealt") == 1


@pytest.mark.parametrize(
    "words",
    [["--seed", "1"], ["--seed", "0"], ["-o", "end_lines=2"], ["--seats", "2"], QUICK],
    ids=" ".join,
)
def test_a_resumed_match_takes_no_deal_options_or_seats(words: list[str]) -> None:
    typed("1", words=["--save", "m.json"])
    before = Path("m.json").read_text()
    result = run("play", "muvuca", "--text", "--resume", "m.json", *words, typed="1\n")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.endswith("Error: a resumed match keeps its seats, options and deal\n")
    assert result.stderr.startswith("Usage: ")
    assert Path("m.json").read_text() == before


def test_a_match_goes_on_in_another_file(data: Path) -> None:
    typed("1", words=["--seat", "1", "--save", "m.json"])
    before = Path("m.json").read_text()
    result = typed("1", words=["--resume", "m.json", "--save", "n.json"])
    assert "--resume n.json" in result.stdout
    assert Path("m.json").read_text() == before
    first, second = kept(data, "m.json"), kept(data, "n.json")
    assert second.decisions[: len(first.decisions)] == first.decisions
    assert len(second.decisions) > len(first.decisions)
    typed(*["1"] * 100, words=["--resume", "n.json"])
    assert kept(data, "n.json").over
    assert re.search(PROMPT, typed("moves", words=["--resume", "m.json"]).stdout)


def test_matches_with_the_same_seed_have_each_their_own_seat() -> None:
    typed("1", words=["--seed", "4", "--seat", "0", "--save", "m.json"])
    typed("1", words=["--seed", "4", "--seat", "1", "--save", "n.json"])
    typed("1", words=["--resume", "m.json", "--seat", "0"])
    typed("1", words=["--resume", "n.json", "--seat", "1"])


def test_who_looks_at_a_finished_match_again_sits_where_they_sat(data: Path) -> None:
    words = ["--seat", "1", "--save", "m.json"]
    first = typed(*["1"] * 100, words=words).stdout
    assert kept(data, "m.json").over
    again = typed(words=["--resume", "m.json"]).stdout
    assert ("You win!" in again) == ("You win!" in first)
