"""Outside programs in an arena, and as bots from Python: asked by lines, and unable to stop it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from tests.table.wires import twin
from tests.table.worlds import random_match

import kermesse
from kermesse.bots import Follower, ProgramBot, ProgramFailed, process, program, protocol
from kermesse.bots.budget import Budget
from kermesse.bots.protocol import RefusedAnswer, chosen, read_reply
from kermesse.cli import main
from kermesse.core.errors import KermesseError, SetupRefused
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.position import Position, View
from kermesse.lab.strength import Tournament, run
from kermesse.lab.strength.block import Crew, play_block
from kermesse.lab.strength.entrants import Entrant, Member, program_name, split
from kermesse.lab.strength.referee import FORFEITED, Player, play_game

from .arena_scenes import MUCKLE, MUVUCA, QUICK, SHORT, VIVA, short

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples"
RANDOM_BOT = [sys.executable, str(EXAMPLES / "random_bot.py")]
FIRST = {**SHORT, "first_player": "seat0"}
VIEW = MUVUCA.new(2, 1, FIRST).view(0)

PLAYER = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "decide":
        print(json.dumps(ANSWER), flush=True)
"""


def script(answer: str) -> str:
    """A program that answers every question so; ``m`` is the question."""
    return PLAYER.replace("ANSWER", answer)


def scripted(code: str, game: Game = MUVUCA, deadline: float = 20.0) -> ProgramBot:
    return ProgramBot([sys.executable, "-S", "-c", code], game, deadline)


@pytest.fixture
def notes(tmp_path: Path) -> Callable[[], list[dict[str, Any]]]:
    """A file in which a program notes what it was told."""

    def read() -> list[dict[str, Any]]:
        return [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]

    return read


def noting(tmp_path: Path, action: str = "0") -> str:
    """A program that notes all it is told; its n-th answer is ``action``."""
    return (
        "import json, sys\n"
        f"notes, n = open({str(tmp_path / 'notes')!r}, 'a'), 0\n"
        "for line in sys.stdin:\n"
        "    print(line, end='', file=notes, flush=True)\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'decide':\n"
        f"        print(json.dumps({{'id': m['id'], 'action': {action}}}), flush=True)\n"
        "        n += 1\n"
    )


# --- one question ---------------------------------------------------------------------------------


def test_a_program_is_told_what_a_person_would_see(
    tmp_path: Path, notes: Callable[[], list[dict[str, Any]]]
) -> None:
    with scripted(noting(tmp_path)) as bot:
        assert bot.choose(VIEW, budget=Budget(iterations=9), seed=2**40 + 5) == VIEW.legal()[0]
    hello, asked = notes()
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "game": "muvuca",
        "title": "Muvuca",
        "rules": MUVUCA.version,
        "seats": 2,
        "seat": 0,
        "teams": [0, 1],
        "options": VIEW.options,
        "players": ["Seat 0", "Seat 1"],
    }
    assert asked == {
        "type": "decide",
        "id": 1,
        "prompt": "Choose a card and where to push it.",
        "legal": [action.text for action in VIEW.legal()],
        "anew": False,
        "events": [VIEW.event.text],
        "points": VIEW.points,
        "due": [0],
        "phase": "card",
        "board": str(VIEW),
        "view": VIEW.text,
        "budget": "9it",
        "seconds": 20.0,
        "seed": 5,
    }
    assert MUVUCA.view(asked["view"]).legal() == VIEW.legal()


@pytest.mark.parametrize("action", ["m['legal'][3]", "3", "'  ' + m['legal'][3] + ' '"])
def test_an_answer_is_a_text_or_a_place_in_the_list(action: str) -> None:
    with scripted(script(f"{{'id': m['id'], 'action': {action}, 'comment': 'why not'}}")) as bot:
        assert bot.choose(VIEW) == VIEW.legal()[3]
        assert bot.comment == "why not"


def test_a_refused_answer_is_explained_and_asked_again(
    tmp_path: Path, notes: Callable[[], list[dict[str, Any]]]
) -> None:
    code = noting(tmp_path, "['row1 >', 99, 0][n]")
    with scripted(code) as bot:
        assert bot.choose(VIEW) == VIEW.legal()[0]
    told = notes()
    assert [m["type"] for m in told] == ["hello", "decide", "error", "decide", "error", "decide"]
    illegal, unreadable = told[2], told[4]
    assert (illegal["id"], illegal["kind"]) == (1, "illegal")
    assert illegal["said"] == MUVUCA.rulebook().rule(illegal["rule"])
    assert unreadable["kind"] == "unreadable"
    assert "there is no 99" in unreadable["text"]
    assert told[3] == told[5] == told[1] | {"events": [], "anew": False}


def test_a_program_may_read_the_rules_before_it_answers(
    tmp_path: Path, notes: Callable[[], list[dict[str, Any]]]
) -> None:
    code = noting(tmp_path).replace(
        "    m = json.loads(line)\n",
        "    m = json.loads(line)\n"
        "    if m['type'] == 'hello': print('{\"ask\": \"rules\"}', flush=True)\n"
        "    if m['type'] == 'hello': print('{\"ask\": \"mv-46\"}', flush=True)\n",
    )
    with scripted(code) as bot:
        bot.choose(VIEW)
    book = MUVUCA.rulebook()
    assert [m["text"] for m in notes() if m["type"] == "rules"] == [book.text, book.rule("MV-46")]


FAULTS: Mapping[str, tuple[str, str]] = {
    "dies at once": ("raise SystemExit('no luck')", "ended with status 1; it said: no luck"),
    "dies when asked": ("input(); input(); 1 / 0", "it said: ZeroDivisionError"),
    "closes its output": (
        "import os, time; os.close(1); os.close(2); time.sleep(99)",
        "closed its output",
    ),
    "says nonsense": (script("7"), "3 answers were refused: b'7' is no answer"),
    "leaves": (script("{'leave': True}"), "nobody leaves"),
    "forgets the id": (script("{'action': 0}"), "an answer has an id and an action"),
    "answers another question": (script("{'id': 99, 'action': 0}"), "the question is 1, not 99"),
    "names no action": (script("{'id': m['id'], 'action': 10**6}"), "there is no 1000000"),
    "plays what it may not": (script("{'id': m['id'], 'action': 'row1 >'}"), r"refused: .*MV-"),
    "says true": (script("{'id': m['id'], 'action': True}"), "is no answer"),
    "says too much in a line": ("print('x' * 10**6)", "more than 4096 bytes"),
    "reads rules for ever": ('while True: print(\'{"ask": "rules"}\')', "more than 20 rules"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_program_can_do_wrong_is_told_in_a_sentence(fault: str) -> None:
    code, says = FAULTS[fault]
    with scripted(code) as bot, pytest.raises(ProgramFailed, match=says):
        bot.choose(VIEW)


def test_a_program_that_hangs_is_ended_and_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "STARTING", 0.1)
    hang = "import sys, time\nprint('thinking', file=sys.stderr, flush=True)\ntime.sleep(1000)"
    with scripted(hang, deadline=0.5) as bot:
        for _ in range(2):
            with pytest.raises(ProgramFailed, match="no answer in time; it said: thinking"):
                bot.choose(VIEW)


def test_last_words_cannot_steer_the_terminal() -> None:
    code = "import sys; sys.exit('\\x1b[31mred\\x07')"
    with scripted(code) as bot, pytest.raises(ProgramFailed) as failed:
        bot.choose(VIEW)
    assert str(failed.value).isprintable()


def test_a_flood_does_not_fill_the_memory() -> None:
    """The program writes and complains for ever: it has to wait, or what it said is forgotten."""
    code = (
        "import os, threading\n"
        "def flood(out):\n    while True: os.write(out, b'{}\\n' * 1000)\n"
        "threading.Thread(target=flood, args=(2,), daemon=True).start()\nflood(1)"
    )
    flooding = process.Program([sys.executable, "-S", "-c", code])
    time.sleep(0.5)
    assert flooding._heard.qsize() <= process.MOST_LINES
    assert len(flooding._words) <= process.LAST_WORDS
    flooding.close()
    assert not any(thread.is_alive() for thread in flooding._threads)


def test_a_program_that_never_reads_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "STARTING", 0.0)
    with scripted("import time; time.sleep(1000)", deadline=0.5) as bot:
        chair = bot._chair(0)
        chair.program = process.Program(bot.command)
        for _ in range(100):  # far more than a pipe holds
            chair.program.say(b"x" * 10_000)
        with pytest.raises(ProgramFailed, match="no answer in time"):
            bot.choose(VIEW)


def test_a_program_that_never_reads_does_not_fill_the_memory() -> None:
    with process.Program([sys.executable, "-S", "-c", "import time; time.sleep(1000)"]) as deaf:
        for _ in range(process.MOST_UNREAD):
            deaf.say(b"x" * 100_000)  # more than a pipe holds
        while deaf._said.qsize() < process.MOST_UNREAD:  # one is being written
            deaf.say(b"x")
        with pytest.raises(ProgramFailed, match="does not read what it is told"):
            deaf.say(b"x")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no groups of processes here")
def test_a_program_is_ended_with_its_children(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(1000)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
    ) + script("{'id': m['id'], 'action': 0}")
    with scripted(code) as bot:
        bot.choose(VIEW)
        child = int((tmp_path / "pid").read_text())
        os.kill(child, 0)
    end = time.monotonic() + 20
    while time.monotonic() < end and is_running(child):
        time.sleep(0.01)
    assert not is_running(child)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"  # whose parent has gone and nobody asks for


def test_a_program_may_end_by_itself_when_its_input_does(tmp_path: Path) -> None:
    code = script("{'id': m['id'], 'action': 0}") + f"open({str(tmp_path / 'end')!r}, 'w')"
    with scripted(code) as bot:
        bot.choose(VIEW)
    assert (tmp_path / "end").exists()


def test_bad_commands_games_and_deadlines_are_refused() -> None:
    for command in ("", "no-such-program --x", "python 'x"):
        with pytest.raises(SetupRefused):
            ProgramBot(command, MUVUCA)
    with pytest.raises(SetupRefused, match="no program 'no-such-program'"):
        ProgramBot(["no-such-program"], MUVUCA)
    for command in (None, 7, [], ["python", 7]):
        with pytest.raises(SetupRefused, match="a program is a command"):
            ProgramBot(command, MUVUCA)  # type: ignore[arg-type]
    for deadline in ("3", True, 1e12, float("nan")):
        with pytest.raises(SetupRefused, match="at most 86400"):
            ProgramBot("cat", MUVUCA, deadline)  # type: ignore[arg-type]
    with pytest.raises(SetupRefused, match="above 0"):
        ProgramBot(RANDOM_BOT, MUVUCA, deadline=0)
    with pytest.raises(SetupRefused, match="a bot plays a Game"):
        ProgramBot(RANDOM_BOT, "muvuca")  # type: ignore[arg-type]
    with ProgramBot(RANDOM_BOT, MUVUCA) as bot:
        for view in (VIVA.new(seed=1).view(0), MUVUCA.new(2, 1, FIRST).view(1), "view"):
            with pytest.raises(KermesseError):
                bot.choose(view)  # type: ignore[arg-type]
        assert bot._chairs == {}


def test_no_name_of_a_bot_starts_a_program(tmp_path: Path) -> None:
    """Names come from forms and files; commands come from whoever runs Kermesse."""
    with pytest.raises(KermesseError, match="no bot"):
        kermesse.bot(f"program:touch {tmp_path}/x", MUVUCA)
    assert not list(tmp_path.iterdir())


# --- reading answers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        b"\xff",
        b"null",
        b'{"id": 1, "action": "\xff"}',
        b'{"id": 1e400, "action": 1}',
        b"[" * 4000,
        b'{"id": 1, "action": 0}' + b" " * 5000,
        b'{"id": 1, "action": 0, "extra": 1}',
    ],
)
def test_lines_that_are_no_answer(line: bytes) -> None:
    with pytest.raises(RefusedAnswer) as refused:
        read_reply(line)
    assert refused.value.kind == "bad_message"


@pytest.mark.parametrize("action", [-1, 10**30, "", "x" * 4000, "fries-star row1 >", None])
def test_what_is_no_legal_action(action: Any) -> None:
    with pytest.raises(RefusedAnswer):
        chosen(VIEW, action)


def test_every_refusal_of_every_action_is_made_from_the_view() -> None:
    legal = {action.number for action in VIEW.legal()}
    for number in range(MUVUCA.actions):
        text = MUVUCA.notation.action_text(number)
        if number in legal:
            assert chosen(VIEW, text).number == number
        else:
            with pytest.raises(RefusedAnswer) as refused:
                chosen(VIEW, text)
            assert refused.value.rule in MUVUCA.rulebook().rules


# --- following a match ----------------------------------------------------------------------------


def test_a_program_hears_everything_its_seat_notices_and_the_end(
    tmp_path: Path, notes: Callable[[], list[dict[str, Any]]]
) -> None:
    with scripted(noting(tmp_path)) as bot:
        assert isinstance(bot, Follower)
        others = kermesse.bot("random", MUVUCA)
        players = [Player(bot, Random(0)), Player(others, Random(1))]
        match = Watched(MUVUCA.new(2, 5, FIRST))
        result = play_game(match, players, Random(2))
    told = notes()
    assert [m["type"] for m in told[:2]] == ["hello", "decide"]
    assert [m["anew"] for m in told if m["type"] == "decide"][:2] == [True, False]
    assert told[-1]["type"] == "over"
    assert told[-1]["places"] == list(result.places)
    assert told[-1]["ending"] == result.ending
    assert [event for m in told[1:] for event in m["events"]] == match.story


class Watched(Position):
    """A table that notes what seat 0 notices."""

    def __init__(self, table: Position) -> None:
        super().__init__(table.game, table._batch)
        self.last = self.view(0)
        self.story = [self.last.event.text]

    def note(self) -> None:
        now = View(self.game, self._batch.copy())
        self.game.kernels["conceal"](now.record, 0)
        if now != self.last:
            self.story.append(now.event.text)
            self.last = now

    def advance(self) -> Any:
        self.note()
        event = super().advance()
        self.note()
        return event

    @property
    def over(self) -> bool:
        self.note()
        return super().over


def test_each_seat_has_a_process_of_its_own_that_lives_from_game_to_game() -> None:
    code = "import os, json, sys\n" + script(
        "{'id': m['id'], 'action': 0, 'comment': f'{os.getpid()} {m[\"id\"]}'}"
    )
    table = VIVA.new(3, 1, QUICK["viva"])
    pids: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
    with scripted(code, VIVA) as bot:
        for _ in range(2):
            game = table.copy()
            for seat in range(3):
                bot.begin(game.view(seat))
            for _ in range(12):
                seat = min(game.due)
                action = bot.choose(game.view(seat))
                pids[seat].add(bot.comment.split()[0])
                game.act(seat, action)
            for seat in range(3):
                bot.end(seat, (1, 2, 3), "stopped")
    assert [len(used) for used in pids.values()] == [1, 1, 1]
    assert len(set.union(*pids.values())) == 3


def test_a_process_that_is_started_anew_is_told_the_whole_match(
    tmp_path: Path, notes: Callable[[], list[dict[str, Any]]]
) -> None:
    table = MUVUCA.new(2, 1, FIRST)
    with scripted(noting(tmp_path)) as bot:
        bot.begin(table.view(0))
        table.act(0, bot.choose(table.view(0)))
        bot.watch(table.view(0))
        bot._chairs[0].end()
        table.act(0, bot.choose(table.view(0)))
    told = notes()
    assert [m["type"] for m in told] == ["hello", "decide"] * 2
    assert told[3]["anew"]
    assert told[3]["events"] == told[1]["events"] + [bot._chairs[0].story[1]]
    assert told[3]["id"] > told[1]["id"]


@pytest.mark.parametrize(("game", "seats"), [(MUVUCA, 2), (VIVA, 3), (MUCKLE, 4)], ids=str)
def test_what_a_program_is_told_in_twin_worlds_is_the_same(game: Game, seats: int) -> None:
    chance = Random(11)
    match = random_match(game, seats, chance, QUICK[game.name])
    assert len(match.frames) > 20
    for seat in range(seats):
        other = [twin(frame, seat, chance.getrandbits(63)) for frame in match.frames]
        assert any(a != b for a, b in zip(match.frames, other, strict=True))
        one, two = (lines_told(frames, match, seat) for frames in (match.frames, other))
        assert one == two
        assert len(one) > 2


def lines_told(frames: Any, match: Match, seat: int) -> list[bytes]:
    """All that a program at a seat would be sent, if it were asked whenever it is due."""
    bot = ProgramBot(RANDOM_BOT, match.game)
    told: list[bytes] = []
    bot._say = lambda chair, message: told.append(protocol.encoded(message))  # type: ignore[method-assign]
    bot.begin(frames[0].view(seat))
    chair = bot._chairs[seat]
    chair.program = object()  # type: ignore[assignment]
    for frame in frames:
        view = frame.view(seat)
        bot.watch(view)
        if seat in frame.due and not frame.over:
            told.append(protocol.encoded(bot._question(chair, view, None, 3)))
            for number in range(0, match.game.actions, 7):
                text = match.game.notation.action_text(number)
                try:
                    chosen(view, text)
                except RefusedAnswer as wrong:
                    told.append(str(wrong).encode())
    bot.end(seat, [1] * match.seats, "stopped")
    return told


# --- who takes part -------------------------------------------------------------------------------


def test_a_program_is_written_with_a_prefix_and_may_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot.py").write_text("")
    python = sys.executable
    assert Member.read(f"mine=program:{python} -u x.py@9it") == Member(
        "mine", Budget(iterations=9), (python, "-u", "x.py")
    )
    quoted = f"x=program:{python} 'a,b+c@d e' \"f'g\""
    assert split(f"greedy, {quoted} ,random", ",") == ["greedy", quoted, "random"]
    team = Entrant.read(f"greedy+{quoted}@5ms")
    assert team.label == "greedy+x@5ms"
    assert team.members[1].command == (python, "a,b+c@d e", "f'g")
    assert program_name((python, "-u", "my bot.py", "--depth", "3")) == "my bot.py"
    assert program_name((python, "-m", "thing")) == Path(python).name


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (["greedy", "program:"], "not nothing"),
        (["greedy", "program:no-such-program"], "no program 'no-such-program'"),
        (["greedy", "greedy=program:true"], "a bot of the house"),
        (["greedy", "a b=program:true"], "NAME=program:COMMAND"),
        (["greedy", "=program:true"], "NAME=program:COMMAND"),
        (["greedy", "program:true 'x"], "is not closed"),
        (["x=program:true", "x=program:true"], "named twice"),
        (["x=program:true", "x=program:false@9it"], "two programs are called x"),
    ],
)
def test_entrants_that_cannot_be_read(bots: list[str], says: str) -> None:
    with pytest.raises(SetupRefused, match=says):
        Tournament.checked(MUVUCA, bots, 2)


def test_the_results_name_the_command() -> None:
    tournament = short(["greedy", "x=program:true 'a b'"], 2)
    assert tournament.labels == ["greedy", "x"]
    assert tournament.as_json()["programs"] == {"x": "true 'a b'"}
    assert tournament.as_json()["deadline"] == 30.0
    assert "programs" not in short(["greedy", "random"], 2).as_json()


# --- arenas ---------------------------------------------------------------------------------------


def command(path: Path) -> str:
    return f"program:{shlex.join([sys.executable, str(path)])}"


def test_a_program_plays_in_an_arena_as_a_bot_does() -> None:
    tournament = short(["greedy", command(EXAMPLES / "random_bot.py")], 4)
    one, two = run(tournament), run(tournament)
    assert tournament.labels[1] == "random_bot.py"
    assert one.games == 4
    assert one.forfeits("random_bot.py") == 0
    assert one.times("random_bot.py").number > 0
    assert [block.games for block in one.blocks] == [block.games for block in two.blocks]


def test_following_a_match_does_not_change_it() -> None:
    """The same seat plays the same by a program that is a bot of ours, step by step or rushed."""

    class Quiet:
        def __init__(self) -> None:
            self.bot = kermesse.bot("random", VIVA)

        def choose(self, view: View, **thinking: Any) -> Any:
            return self.bot.choose(view, **thinking)

    class Following(Quiet):
        def begin(self, view: View) -> None:
            self.seen = [view]

        def watch(self, view: View) -> None:
            self.seen.append(view)

        def end(self, seat: int, places: Any, why: str) -> None:
            self.places = places

    results = []
    for kind in (Quiet, Following):
        bots = [kind() for _ in range(3)]
        players = [Player(bot, Random(seat)) for seat, bot in enumerate(bots)]
        table = VIVA.new(3, 7, QUICK["viva"])
        results.append((play_game(table, players, Random(4)), table.tobytes()))
        if isinstance(bots[0], Following):
            assert bots[0].seen[-1].over
            assert bots[0].places == results[-1][0].places
    assert results[0] == results[1]


@pytest.mark.parametrize("fault", ["dies when asked", "names no action", "says nonsense"])
def test_a_failing_program_loses_its_game_and_the_arena_goes_on(fault: str, tmp_path: Path) -> None:
    code, says = FAULTS[fault]
    (tmp_path / "broken.py").write_text(code)
    report = run(short([command(tmp_path / "broken.py"), "random"], 2))
    assert report.endings == {FORFEITED: 2}
    assert report.forfeits("broken.py") == 6
    assert report.forfeits("random") == 0
    said = report.complaint("broken.py")
    assert said
    assert says.split(": ")[-1] in said


def test_programs_end_with_the_arena() -> None:
    tournament = short(["random", command(EXAMPLES / "random_bot.py")], 2)
    with Crew(tournament, kermesse.bot) as crew:
        play_block(crew, 0)
        bot = crew.bots["random_bot.py", False]
        assert isinstance(bot, ProgramBot)
        running = [chair.program for chair in bot._chairs.values()]
        assert len(running) == 2
        assert all(one and one._process.poll() is None for one in running)
    assert all(one and one._process.poll() is not None for one in running)


def test_a_mixed_team_may_have_a_program_in_it() -> None:
    sh = f"sh=program:sh {shlex.quote(str(EXAMPLES / 'first_bot.sh'))}"
    tournament = Tournament.checked(MUCKLE, ["random", f"random+{sh}"], 2, options=QUICK["muckle"])
    report = run(tournament)
    assert tournament.labels == ["random", "random+sh"]
    assert sum(report.forfeits(label) for label in tournament.labels) == 0


def test_the_command_line_shows_a_short_name_and_what_went_wrong(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("raise SystemExit('cannot find my weights')")
    bots = f"random,{command(tmp_path / 'broken.py')}"
    given = ["arena", "muvuca", "--bots", bots, "--games", "2", "--workers", "1"]
    done = CliRunner().invoke(main, [*given, "-o", "rounds_to_win=1"])
    assert done.exit_code == 0, done.output
    assert "\nbroken.py" in done.output
    assert "broken.py forfeited 6 decisions, the first for: ProgramFailed" in done.output
    assert "it said: cannot find my weights" in done.output


# --- the examples ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [MUVUCA, VIVA, MUCKLE], ids=str)
@pytest.mark.parametrize("name", ["random_bot.py", "first_bot.sh"])
def test_the_examples_play_without_a_fault(name: str, game: Game) -> None:
    runner = sys.executable if name.endswith("py") else "sh"
    with ProgramBot([runner, str(EXAMPLES / name)], game) as bot:
        seats = game.checked_seats(None)
        players = [Player(bot, Random(seat)) for seat in range(seats)]
        result = play_game(game.new(seats, 3, QUICK[game.name]), players, Random(1))
    assert result.ending != FORFEITED
    assert [player.forfeits for player in players] == [0] * seats


@pytest.mark.long
@pytest.mark.parametrize("name", kermesse.game_names())
def test_the_examples_play_every_game_with_every_number_of_seats(name: str) -> None:
    game = kermesse.game(name)
    for seats in game.seats:
        with ProgramBot(RANDOM_BOT, game) as bot:
            players = [Player(bot, Random(seat)) for seat in range(seats)]
            play_game(game.new(seats, 3), players, Random(1))
        assert [player.complaint for player in players] == [""] * seats


def test_the_example_for_language_models_asks_whatever_command_it_is_given() -> None:
    """In the model's place a program that reads the prompt and wants the last of the choices."""
    model = (
        "import re, sys; prompt = sys.stdin.read(); assert 'Rules' in prompt; "
        "print('I would play', re.findall(r'^(\\d+): ', prompt, re.M)[-1])"
    )
    asked = shlex.join([sys.executable, "-S", "-c", model])
    with ProgramBot([sys.executable, str(EXAMPLES / "llm_bot.py"), asked], MUVUCA) as bot:
        assert bot.choose(VIEW) == VIEW.legal()[-1]
        assert bot.comment.startswith("I would play")


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed here")
def test_the_example_in_javascript_plays() -> None:
    with ProgramBot(["node", str(EXAMPLES / "last_bot.js")], MUVUCA) as bot:
        assert bot.choose(VIEW) == VIEW.legal()[-1]


def test_the_python_example_is_short_and_needs_nothing() -> None:
    lines = (EXAMPLES / "random_bot.py").read_text().splitlines()
    assert len(lines) <= 30
    done = subprocess.run([*RANDOM_BOT], input="", capture_output=True, text=True, check=True)
    assert done.stdout == done.stderr == ""


@pytest.mark.parametrize("name", ["random_bot.py", "first_bot.sh", "llm_bot.py"])
def test_the_how_to_shows_the_examples_as_they_are(name: str) -> None:
    page = (ROOT / "docs/how-to/write-a-bot.md").read_text(encoding="utf-8")
    assert f"\n{(EXAMPLES / name).read_text(encoding='utf-8')}```\n" in page


def test_the_protocols_page_names_every_field_and_kind() -> None:
    page = (ROOT / "docs/reference/bot-protocol.md").read_text(encoding="utf-8")
    asked = protocol.question(VIEW, 1, [], anew=True)
    ended = protocol.ending(VIEW, [1, 2], "points", [])
    wrong = protocol.refusal(1, "illegal", "no", "MV-01", "so")
    told = [protocol.hello(VIEW), asked, ended, wrong, protocol.rules(MUVUCA, "MV-46")]
    names = {name for message in told for name in message} | {"seconds", "seed", "budget"}
    kinds = {"bad_message", "unreadable", "illegal", "stale", "no_seat"}
    assert {name for name in names | kinds if f"`{name}`" not in page} == set()
    for message in told:
        assert next(iter(message)) == "type"
        assert re.search(rf"^### .*\b{message['type']}\b", page, re.MULTILINE)
