"""`kermesse play` in a terminal, as a person uses it: from the first prompt to the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.scenes import (
    CARDS,
    GAME,
    MUVUCA,
    PLAY,
    PROMPT,
    QUICK,
    STARTING,
    answers,
    ended,
    kept,
    kept_files,
    terminal,
    typed,
    vault_entry,
    without_space,
)

import kermesse
from kermesse.bots.random_bot import Random
from kermesse.cli.terminal_table import TerminalTable
from kermesse.core.match import Match
from kermesse.core.position import Action, View
from kermesse.core.verification import verify
from kermesse.core.words import LANGUAGES

pytestmark = pytest.mark.usefixtures("home")


# --- to the end ---------------------------------------------------------------------------


def test_a_match_is_played_to_its_end_in_a_terminal(data: Path) -> None:
    with terminal(*MUVUCA, *QUICK, "--save", "match.json", "--seed", "1") as child:
        child.expect("card> ")
        child.sendline("save")
        while child.expect([PROMPT, "You win!|Well played."]) == 0:
            child.sendline("1")
        said = ended(child)
    assert "Kept in match.json" in said
    assert "Verify the deal with: kermesse verify match.json" in said
    assert verify(Path("match.json").read_text(), kermesse.game) == []
    content = json.loads(Path("match.json").read_text())
    entry = {"secret": content["secret"], "seat": 0, "bot": "casual"}
    assert vault_entry(data, content["commitment"]) == entry


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


def test_a_finished_match_is_not_kept_unless_asked_for(data: Path) -> None:
    result = typed(*["1"] * 100)
    assert "Kept in" not in result.stdout
    assert list(Path.cwd().iterdir()) == []
    assert not data.exists()


def test_equal_seeds_deal_equal_cards() -> None:
    first, again, other = (
        answers(typed(words=[*STARTING, "--seed", seed]))[0] for seed in ("5", "5", "6")
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_equal_seeds_and_inputs_give_equal_matches(bot: str) -> None:
    """The bots' choices too; of as many matches with a fresh seed no two are equal."""
    words = ["--bot", bot]
    first, again, other, fresh, fresher = (
        typed(*["1"] * 100, words=[*words, *seed]).stdout
        for seed in (["--seed", "5"], ["--seed", "5"], ["--seed", "6"], [], [])
    )
    assert "wins the match" in first
    assert first == again
    assert len({first, other, fresh, fresher}) == 4


def test_the_seed_fixes_the_bots_choices_and_not_only_the_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: list[int | None] = []
    choose = Random.choose

    def watched(self: Random, view: View, *, seed: int | None = None) -> Action:
        seeds.append(seed)
        return choose(self, view, seed=seed)

    monkeypatch.setattr(PLAY, "warm_up", lambda *_: None)
    monkeypatch.setattr(Random, "choose", watched)
    largest = str(2**64 - 1)
    for words in (["--seed", largest], ["--seed", largest], []):
        typed(*["1"] * 4, words=["--bot", "random", *words])
        seeds.append(-1)
    first, again, free, _ = (list(run) for run in split_at(seeds, -1))
    assert first == again
    assert None not in first
    assert len(set(first)) == len(first) > 1
    assert set(free) == {None}


def split_at(items: list[int | None], mark: int) -> Iterator[list[int | None]]:
    part: list[int | None] = []
    for item in items:
        if item == mark:
            yield part
            part = []
        else:
            part.append(item)
    yield part


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
        child.expect(r"The Cart blocks (row|column) (\d)\.")
        line, told = "".join(child.match.groups()), " ".join(child.match.groups())
        child.expect("card> ")
        child.sendline(f"1 {line} {'>' if line.startswith('row') else 'v'}")
        child.expect("cannot read")
        child.expect("card> ")
        child.sendline("1")
        child.expect("push> ")
        child.sendline(f"{line} {'<' if line.startswith('row') else '^'}")
        child.expect(rf"the Cart blocks {told} this turn \(MV-20\)")
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
def test_what_is_no_action_is_explained(data: Path, line: str) -> None:
    result = typed(line, "1")
    said = " ".join(answers(result)[1].split())
    assert "? shows what else you can type" in said
    assert len(said) < 300
    (file,) = kept_files(data)
    assert f"Kept in {file}\n" in result.stdout


def test_moves_are_listed_and_chosen_by_number(data: Path) -> None:
    _, listed, blank, *_ = answers(typed("moves", "", "2", "quit", words=["--save", "m.json"]))
    assert listed == blank
    match = kept(data, "m.json")
    chosen = next(decision for decision in match.decisions if decision.seat == 0)
    assert re.search(rf"^ +#2  {chosen.text} +[A-Z]", listed, re.MULTILINE)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_quoted_in_the_language_asked_for(language: str) -> None:
    result = typed("row1 >", "rule MV-20", "rule MV-99", words=["--lang", language])
    _, refusal, rule, unknown, *_ = (" ".join(said.split()) for said in answers(result))
    book = GAME.rulebook(language)
    assert refusal == f"choose a card before the push (MV-63) MV-63: {book.rule('MV-63')}"
    assert rule == book.rule("MV-20")
    assert "no rule 'MV-99' in this rulebook" in unknown
    assert len({GAME.rulebook(other).rule("MV-20") for other in LANGUAGES}) == len(LANGUAGES)


def test_a_chosen_card_is_taken_back() -> None:
    result = typed("1", "undo", "moves", "undo", words=STARTING)
    chosen, undone, moves, again, *_ = answers(result)[1:]
    card = moves.split()[1]
    assert f"Player chooses {card}" in chosen
    assert undone.strip().startswith(f"Taken back: {card}\n")
    assert "sells food" in undone  # the table as it is again
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
        child.expect(r"#5  (\S+)")
        card = child.match[1]
        child.expect("card> ")
        child.sendline(card[:-2] + "\t")
        child.expect(f"Player chooses {card}")


def test_the_end_of_a_round_is_shown_before_the_next_deal(data: Path) -> None:
    words = ["-o", "rounds_to_win=2", "--bot", "random", "--seed", "7", "--save", "m.json"]
    result = typed(*["1"] * 200, words=words)
    match = kept(data, "m.json")
    deals = [n for n, frame in enumerate(match.frames) if frame.event.kind == "dealt"][1:]
    assert deals
    for deal in deals:
        view = match.frames[deal - 1].view(0)
        board = match.game.board(view.record, match.players).plain
        assert without_space(board) in without_space(result.stdout)


# --- teams ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, 7])
def test_two_bots_of_one_team_think_as_one_and_the_persons_partner_alone(seed: int | None) -> None:
    game = kermesse.game("muckle")
    asked: dict[int, tuple[bool, int | None]] = {}

    class Player:
        def __init__(self, alone: bool) -> None:
            self.alone = alone

        def choose(self, view: View, *, budget: object = None, seed: int | None = None) -> Action:
            asked[view.seat] = (self.alone, seed)
            return view.legal()[0]

    match = Match(game)
    while match.frames[-1].phase != "play":
        seat = min(match.due)
        match.act(seat, match.view(seat).legal()[0])
    table = TerminalTable(match, 0, "strong", seed=seed)
    table.players = {alone: Player(alone) for alone in (False, True)}
    for seat in (1, 2, 3):
        table._bot_choice(match.view(seat))
    assert asked[1] == asked[3]
    assert asked[1][0] is False
    assert asked[1][1] is not None
    assert asked[2] == (True, None if seed is None else seed + len(match.decisions))
