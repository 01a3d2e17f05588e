"""Bots in processes of their own: they get a view's bytes, and cannot stop the arena."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import kermesse
from kermesse.bots.budget import Budget
from kermesse.bots.child import answer
from kermesse.bots.process import MOST_LINES
from kermesse.core.errors import KermesseError, SetupRefused
from kermesse.lab.strength import BotFailed, IsolatedBot, run
from kermesse.lab.strength.block import Crew, play_block
from kermesse.lab.strength.referee import FORFEITED, Player, play_game

from .arena_scenes import MUVUCA, SHORT, short, without_times

READY = "print('{\"ready\": true}', flush=True);"
ECHO = """
import json, sys
for line in sys.stdin:
    print(json.dumps({answer}), flush=True)
"""
VIEW = MUVUCA.new(2, 1, {"first_player": "seat0"}).view(0)


def scripted(code: str, deadline: float = 20.0) -> IsolatedBot:
    return IsolatedBot([sys.executable, "-S", "-c", code], MUVUCA, deadline)


@pytest.fixture(scope="module")
def greedy() -> Iterator[IsolatedBot]:
    with IsolatedBot.of("greedy", MUVUCA, 60.0) as bot:
        yield bot


def test_a_bot_in_a_process_chooses_as_at_home(greedy: IsolatedBot) -> None:
    home = kermesse.bot("greedy", MUVUCA)
    for seed in range(20):
        table = MUVUCA.new(2, seed)
        view = table.view(min(table.due))
        assert greedy.choose(view, seed=seed) == home.choose(view, seed=seed)
        assert greedy.choose(view, budget=Budget(iterations=3), seed=seed) == home.choose(
            view, seed=seed
        )


def test_an_isolated_arena_comes_to_the_same_results() -> None:
    apart, at_home = (run(short(["greedy", "random"], 4, isolate=flag)) for flag in (True, False))
    assert [block.games for block in apart.blocks] == [block.games for block in at_home.blocks]
    found, expected = without_times(apart), without_times(at_home)
    del found["settings"], expected["settings"]
    assert found == expected


def test_all_that_a_process_is_told_is_the_view_the_budget_and_the_seed() -> None:
    """The process sends back, as its complaint, all that it was told."""
    echo = READY + ECHO.format(answer="{'error': sorted(json.loads(line).items())}")
    with scripted(echo) as bot, pytest.raises(BotFailed) as told:
        bot.choose(VIEW, budget=Budget(iterations=9), seed=5)
    assert "[['budget', '9it'], ['seed', 5], ['view', '" in str(told.value)


def test_the_bytes_that_are_sent_are_the_views() -> None:
    code = f"{{'action': 3 if json.loads(line)['view'] == '{VIEW.tobytes().hex()}' else 4}}"
    with scripted(READY + ECHO.format(answer=code)) as bot:
        assert bot.choose(VIEW, seed=1).number == 3


FAULTS = {
    "dies at once": ("", "ended with status 0"),
    "is never ready": ("print('{}', flush=True); input()", "does not say that it is ready"),
    "dies when asked": (READY + "input()", "ended with status 0"),
    "says a number": (READY + ECHO.format(answer="0"), "is no answer"),
    "says nonsense": (READY + "input(); print('row1 >')", "is no JSON"),
    "names no action": (READY + ECHO.format(answer="{'action': 10**6}"), "names no action"),
    "says a text": (READY + ECHO.format(answer="{'action': 'x'}"), "names no action"),
    "says true": (READY + ECHO.format(answer="{'action': True}"), "names no action"),
    "stops in the middle of a line": (
        READY + "input(); print('{\"action\": 1', end='')",
        "ended with status 0",
    ),
    "talks without end": (READY + "input(); print('x' * 10**6)", "more than 4096 bytes"),
    "complains": (READY + ECHO.format(answer="{'error': 'no'}"), "the bot says 'no'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_process_can_do_wrong_is_told_in_a_sentence(fault: str) -> None:
    code, says = FAULTS[fault]
    with scripted(code) as bot, pytest.raises(BotFailed, match=says):
        bot.choose(VIEW, seed=0)


def test_a_program_that_does_not_exist_is_told_in_a_sentence() -> None:
    with pytest.raises(SetupRefused, match="there is no program 'no-such-program'"):
        IsolatedBot(["no-such-program"], MUVUCA, 1.0)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import sys; sys.exit(3)", "the program ended with status 3"),
        ("print('{}', flush=True)", "does not say that it is ready"),
    ],
)
def test_who_fails_to_start_is_started_anew(code: str, says: str) -> None:
    with scripted(code) as bot:
        for _ in range(2):
            with pytest.raises(BotFailed, match=says):
                bot.start()
            assert bot._program is None
        player = Player(bot, Random(1))
        with pytest.raises(BotFailed, match=says):
            player.choose(VIEW)


def test_nothing_but_a_view_of_its_game_leaves_the_process() -> None:
    """Whoever hands over the table by mistake would tell the outside all that is hidden."""
    table = MUVUCA.new(2, 1, {"first_player": "seat0"})
    asked: list[tuple[Any, dict[str, Any], str]] = [
        (table, {}, "a bot chooses from a View, not from Position"),
        (table.view(1), {}, "there is nothing to decide"),
        (kermesse.game("viva").new(2, 1).view(0), {}, "this bot plays muvuca"),
        (VIEW, {"budget": "5it"}, "a bot thinks by a Budget"),
    ]
    with scripted("import sys; sys.exit(3)") as bot:
        for view, further, says in asked:
            with pytest.raises(KermesseError, match=says):
                bot.choose(view, seed=0, **further)
        assert bot._program is None


def test_a_process_that_hangs_is_ended_and_started_anew() -> None:
    hang = READY + "import time\nwhile True: input(); time.sleep(1000)"
    with scripted(hang, deadline=0.2) as bot:
        for _ in range(2):
            with pytest.raises(BotFailed, match="no answer in time"):
                bot.choose(VIEW, seed=0)
            assert bot._program is None


def test_a_late_answer_is_not_taken_for_the_next() -> None:
    """It answers the first question when the second is due: that process is gone by then."""
    late = READY + ECHO.format(answer="{'action': 3}").replace(
        "    print", "    import time; time.sleep(1.5)\n    print"
    )
    with scripted(late, deadline=0.3) as bot:
        for _ in range(3):
            with pytest.raises(BotFailed, match="no answer"):
                bot.choose(VIEW, seed=0)


@pytest.mark.parametrize("fault", ["dies when asked", "names no action", "says nonsense"])
def test_a_failing_process_loses_its_game_and_the_arena_goes_on(fault: str) -> None:
    with scripted(FAULTS[fault][0]) as broken:
        players = [
            Player(broken, Random(0)),
            Player(kermesse.bot("random", MUVUCA), Random(1)),
        ]
        result = play_game(MUVUCA.new(2, 1, SHORT), players, Random(2))
    assert result.ending == FORFEITED
    assert result.places == (2, 1)
    assert FAULTS[fault][1] in players[0].complaint


def test_closing_ends_the_process() -> None:
    tournament = short(["greedy", "random"], 2, isolate=True)
    with Crew(tournament, kermesse.bot) as crew:
        play_block(crew, 0)
        programs = [bot._program for bot in crew.bots.values() if isinstance(bot, IsolatedBot)]
        processes = [program._process for program in programs if program]
        assert len(processes) == 2
        assert all(process.poll() is None for process in processes)
    assert all(process.poll() is not None for process in processes)


def test_a_flood_waits_and_does_not_fill_the_memory() -> None:
    """It never stops to answer; only the first answer is taken, and few others are kept."""
    flood = READY + "input()\nwhile True: print('{\"action\": 3}', flush=True)"
    with scripted(flood) as bot:
        assert bot.choose(VIEW, seed=0).number == 3
        assert bot._program
        time.sleep(0.3)
        assert bot._program._heard.qsize() <= MOST_LINES


def test_a_process_is_ended_with_those_it_has_started() -> None:
    """Its child holds the other end of the pipe: waiting for the end of it would take for ever."""
    code = READY + "import subprocess\nsubprocess.Popen(['sleep', '1000'])\ninput()"
    with scripted(code, deadline=0.5) as bot, pytest.raises(BotFailed, match="no answer in time"):
        bot.choose(VIEW, seed=0)
    assert bot._program is None


def test_a_process_ends_with_the_arena_even_in_mid_thought() -> None:
    """A bot that loops for ever, whose arena closes its pipe without a word."""
    code = (
        "import sys, kermesse.bots.child as child\n"
        "child.answer = lambda *_: __import__('time').sleep(1000)\n"
        "child.main('muvuca', 'random')"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    assert json.loads(process.stdout.readline()) == {"ready": True}
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    time.sleep(0.2)
    process.stdin.close()
    assert process.wait(timeout=60) == 0
    process.stdout.close()


def test_what_a_bot_prints_is_no_answer() -> None:
    code = (
        "import kermesse.bots.child as child, kermesse\n"
        "class Loud:\n"
        "    def choose(self, view, budget=None, seed=None):\n"
        "        print('thinking'); return view.legal()[0]\n"
        "child.bot = lambda name, game, **manner: Loud()\n"
        "child.main('muvuca', 'loud')"
    )
    with IsolatedBot([sys.executable, "-c", code], MUVUCA, 60.0) as bot:
        assert bot.choose(VIEW, seed=0) == VIEW.legal()[0]


# --- the child ------------------------------------------------------------------------------


def asked(**changes: Any) -> dict[str, Any]:
    question = {"view": VIEW.tobytes().hex(), "budget": None, "seed": 1, **changes}
    line = json.dumps(question).encode()
    return answer(kermesse.bot("random", MUVUCA), MUVUCA, line)


def test_the_child_answers_with_a_number() -> None:
    assert asked() == {"action": kermesse.bot("random", MUVUCA).choose(VIEW, seed=1).number}
    assert "action" in asked(budget="5it")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"view": "xyz"}, "ValueError"),
        ({"view": ""}, "Error"),
        ({"budget": "long"}, "a budget is written as"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"view": MUVUCA.new(2, 1).tobytes().hex()}, "asked with a view, not with the table"),
    ],
)
def test_the_child_complains_in_words(changes: dict[str, Any], says: str) -> None:
    assert says in asked(**changes)["error"]


def test_the_child_survives_what_is_no_question() -> None:
    assert "error" in answer(kermesse.bot("random", MUVUCA), MUVUCA, os.urandom(20))
