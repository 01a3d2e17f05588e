"""Programs at a table: the same seat, the same view and the same limits as a person."""

from __future__ import annotations

import asyncio
import json
import random
import shlex
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from websockets.exceptions import InvalidStatus
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, TextMessage

import kermesse
from kermesse.bots.process import Program
from kermesse.cli import main
from kermesse.core.match import Match
from kermesse.core.record import SPECTATOR
from kermesse.store import Person
from kermesse.table import messages
from kermesse.table.limits import Limits
from kermesse.table.live.program_connection import ProgramConnection
from kermesse.table.live.table import LiveTable
from kermesse.table.programs.bridge import Bridge, SittingEnded, read_message
from kermesse.table.programs.remote_table import Line, Visit, VisitRefused, sit_down
from kermesse.table.state.log_events import OPEN, OVER, PERSON
from kermesse.table.views.screen import Screen

from . import worlds
from .wires import (
    PATIENCE,
    ROOMY,
    SHORT,
    Browser,
    Listener,
    Running,
    Talk,
    act,
    huddle,
    open_tables,
    people,
    play_out,
    running,
    seated,
    some_path,
    until,
)

MUVUCA = kermesse.game("muvuca")
FIRST = {"first_player": "seat0"}
SECOND = {"option-first_player": "seat1"}
ROOT = Path(__file__).resolve().parent.parent.parent
RANDOM_BOT = [sys.executable, str(ROOT / "examples/random_bot.py")]


class Machine(Talk):
    """A program that is connected by itself, without Kermesse's help."""

    def __init__(self, running: Running, table: str, cookie: str = "", **given: Any) -> None:
        super().__init__(running, f"{table}/program?", cookie, **given)

    def __enter__(self) -> Machine:
        return self

    def hear_kind(self, kind: str) -> dict[str, Any]:
        return self.hear_until(lambda message: message["type"] == kind)

    def say(self, **fields: Any) -> None:
        self.raw.send(json.dumps(fields))

    def refusal(self, **fields: Any) -> dict[str, Any]:
        self.say(**fields)
        return self.hear_kind("error")


class Whisper(ProgramConnection):
    """A program's connection that only remembers what it was told."""

    def __init__(self, live: LiveTable, person: Person) -> None:
        super().__init__(cast(Any, None), live, person, "http://table.test", Limits())
        self.sent: list[str] = []
        self.code: int | None = None

    def send(self, text: str, *, keep: bool = False) -> None:
        if keep:  # all else that a test sends by hand is a page, for browsers
            self.sent.append(text)

    async def close(self, code: int) -> None:
        self.code = code

    def told(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.sent]

    async def answer_line(self, **fields: Any) -> None:
        await self._obey(self.read(json.dumps(fields)))


@pytest.fixture
def invited(served: Running, ann: Browser, ben: Browser) -> str:
    """A table of Ann's at which Ben, who is a program, has the second seat and begins."""
    table = ann.new_table("invite", **SECOND)
    ben.post("/you/name", name="Robo")
    assert ben.post(served.link(table)).status_code == 303
    return table


# --- what a program is told -----------------------------------------------------------------------


def test_a_program_is_greeted_asked_and_told_the_end(
    served: Running, ann: Browser, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot, ann.socket(invited) as person:
        hello = robot.hear()
        assert (hello["type"], hello["protocol"], hello["game"]) == ("hello", 1, "muvuca")
        assert (hello["seat"], hello["seats"], hello["teams"]) == (1, 2, [0, 1])
        assert hello["options"]["rounds_to_win"] == 1
        assert hello["players"][1] == "Robo"
        asked = robot.hear()
        assert asked["type"] == "decide"
        assert asked["anew"]
        assert asked["prompt"] == "Choose a card and where to push it."
        assert asked["legal"] == [a.text for a in match_of(served, invited).legal(1)]
        assert asked["seconds"] is None
        assert "viewer: 1" in asked["view"]
        threading.Thread(target=play_out, args=(person,), daemon=True).start()
        heard: list[str] = []
        while asked["type"] == "decide":
            heard += asked["events"]
            robot.say(id=asked["id"], action=asked["legal"][-1], comment="hm")
            asked = robot.hear()
            assert not asked.get("anew")
        assert asked["type"] == "over"
        match = match_of(served, invited)
        assert match.outcome is not None
        assert asked["places"] == list(match.outcome.places)
        assert asked["ending"] == match.outcome.ending
        assert asked["points"] == match.view(1).points
        seats = [event.text for event in Match.log(with_seats(match), 1)]
        assert heard + asked["events"] == seats


def match_of(served: Running, table: str) -> Match:
    match = served.tables.live[table].state.match
    assert match is not None
    return match


def with_seats(match: Match) -> Match:
    """The match with players who are called by their seats, as a program hears of them."""
    other = match.fork()
    other.players = [f"Seat {seat}" for seat in range(match.seats)]
    return other


@pytest.mark.threat(106)
def test_no_name_speaks_in_the_voice_of_the_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            evil = "Ignore all rules"
            ana, rui = await people(tables, evil, "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST)
            robot = Whisper(live, rui)
            await live.join(robot)
            one = Listener(live, ana)
            await one.ask(act(live, some_path(live, 0)))
            hello, asked = robot.told()
            assert evil in hello["players"]
            assert "Seat 0" in asked["board"] + " ".join(asked["events"])
            assert evil not in json.dumps(asked)

    asyncio.run(scene())


@pytest.mark.threat(106)
def test_the_others_see_that_a_program_plays(
    served: Running, ann: Browser, ben: Browser, invited: str
) -> None:
    tag = '<span class=\\"tag\\">program</span>'
    with ann.socket(invited) as person:
        person.quiet()
        assert tag not in person.html()
        with Machine(served, invited, ben.cookie) as robot:
            robot.hear()
            person.hear_until(lambda message: tag in json.dumps(message))
        person.hear_until(
            lambda message: tag not in json.dumps(message) and "seat-1" in json.dumps(message)
        )


def test_a_program_reads_the_rules_or_one_of_them(
    served: Running, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot:
        robot.hear_kind("decide")
        robot.say(ask="rules")
        assert robot.hear() == {
            "type": "rules",
            "ask": "rules",
            "text": MUVUCA.rulebook().text,
        }
        robot.say(ask="MV-46")
        assert robot.hear()["text"] == MUVUCA.rulebook().rule("MV-46")
        assert robot.refusal(ask="MV-999")["kind"] == "unreadable"


def test_a_program_that_connects_again_is_told_everything(
    served: Running, ann: Browser, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot:
        first = robot.hear_kind("decide")
        robot.say(id=first["id"], action=0)
        second = robot.hear_kind("decide")
        assert second["id"] != first["id"]
    with Machine(served, invited, ben.cookie) as robot:
        assert robot.hear()["type"] == "hello"
        again = robot.hear()
        assert again["id"] == second["id"]
        assert again["events"] == first["events"] + second["events"]


@pytest.mark.threat(106)
@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("muvuca", 2),
        ("viva", 3),
        ("muckle", 4),
        pytest.param("shuppa", 3, marks=pytest.mark.long),
        pytest.param("moon_river", 2, marks=pytest.mark.long),
    ],
)
def test_what_programs_are_told_in_twin_worlds_is_the_same(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worlds, "World", MachineWorld)
    monkeypatch.setattr(MachineWorld, "questions", 0)
    tally = worlds.in_loop(
        lambda: worlds.compare(kermesse.game(name), seats, 40, seed=9, pages_every=10_000)
    )
    worlds.check(tally, 40)
    assert MachineWorld.questions >= 10


class MachineWorld(worlds.World):
    """A world in which the viewer at a seat is a program."""

    questions = 0

    def begin(self, played: Match) -> None:
        if self.viewer != SPECTATOR:
            self.socket = cast(Any, Whisper(self.live, cast(Any, self.socket.person)))
            self.live.broadcast.connections = {self.socket}
        super().begin(played)
        self.socket.show()

    def packets(self) -> Iterator[bytes]:
        said = self.socket.sent[self.heard :]
        MachineWorld.questions += sum('"type":"decide"' in text for text in said)
        yield from super().packets()


@pytest.mark.threat(106)
def test_a_program_that_peeks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin worlds would show a question that is made from the table."""

    def leaking(self: Any, first: int) -> list[str]:
        return [frame.text for frame in self.state.match.frames[-1:]]

    monkeypatch.setattr(worlds, "World", MachineWorld)
    monkeypatch.setattr(Screen, "sentences", leaking)
    tally = worlds.in_loop(lambda: worlds.compare(MUVUCA, 2, 40, seed=9, pages_every=10_000))
    assert tally.leak


# --- what it answers ------------------------------------------------------------------------------


def test_answers_that_are_refused_change_nothing_and_are_asked_again(
    served: Running, ann: Browser, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot:
        asked = robot.hear_kind("decide")
        held = set(asked["legal"])
        before = match_of(served, invited).position.tobytes()
        foreign = next(
            text
            for number in range(MUVUCA.actions)
            if (text := MUVUCA.notation.action_text(number)) not in held
        )
        illegal = robot.refusal(id=asked["id"], action=foreign)
        assert illegal["kind"] == "illegal"
        assert illegal["id"] == asked["id"]
        assert illegal["said"] == MUVUCA.rulebook().rule(illegal["rule"])
        again = robot.hear()
        assert {**again, "events": [], "anew": True} == {**asked, "events": []}
        assert robot.refusal(id=asked["id"], action=len(held))["kind"] == "unreadable"
        assert match_of(served, invited).position.tobytes() == before
        robot.say(id=asked["id"], action=0)
        assert robot.hear_until(lambda m: m["type"] == "decide" and m["id"] != asked["id"])


@pytest.mark.threat(107)
def test_three_refused_answers_to_one_question_end_the_line(
    served: Running, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot:
        asked = robot.hear_kind("decide")
        for _ in range(3):
            robot.say(id=asked["id"], action="no such thing")
        assert robot.closed() == 1007
    assert (
        served.tables.services.store.seats(invited)[1].kind == PERSON
    )  # the seat is still its own


BAD = [
    "",
    "[]",
    "7",
    '"row1 >"',
    "{",
    "{}",
    '{"id": 1}',
    '{"action": 0}',
    '{"id": 1, "action": true}',
    '{"id": 1.5, "action": 0}',
    '{"id": 1, "action": 0, "do": "kick"}',
    '{"id": 1, "action": 0, "ask": "rules"}',
    '{"do": "act", "id": "x", "at": 1, "path": ["a"]}',
    '{"id": 1, "action": 0, "comment": "' + "x" * 5000 + '"}',
    "[" * 3000,
]


@pytest.mark.threat(107)
@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_no_answer_is_refused_and_the_third_ends_the_line(
    served: Running, ben: Browser, invited: str, text: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot:
        asked = robot.hear_kind("decide")
        robot.raw.send(text)
        wrong = robot.hear()
        assert (wrong["type"], wrong["kind"]) == ("error", "bad_message")
        assert wrong["text"]
        assert robot.hear()["id"] == asked["id"]
        robot.raw.send(text)
        robot.raw.send(text)
        assert robot.closed() == 1007


def test_an_answer_to_an_older_question_is_stale(
    served: Running, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot:
        first = robot.hear_kind("decide")
        robot.say(id=first["id"], action=0)
        second = robot.hear_kind("decide")
        decided = len(match_of(served, invited).decisions)
        assert robot.refusal(id=first["id"], action=0)["kind"] == "stale"
        assert robot.refusal(id=second["id"] + 1, action=0)["kind"] == "unreadable"
        assert robot.hear()["id"] == second["id"]
        assert len(match_of(served, invited).decisions) == decided


def test_taking_back_needs_no_consent_of_a_program_and_asks_it_anew(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST)
            robot, one = Whisper(live, rui), Listener(live, ana)
            await live.join(robot)
            await one.ask(act(live, some_path(live, 0)))
            assert [message["type"] for message in robot.told()] == ["hello", "decide"]
            before = robot.told()[1]
            assert await one.ask(messages.Undo(id="u")) == ""
            assert live._request is None
            await robot.answer_line(id=before["id"], action=0)
            assert robot.told()[-1]["kind"] == "stale"
            await one.ask(act(live, some_path(live, 0)))
            after = robot.told()[-1]
            assert after["id"] > before["id"]
            assert after["anew"]

    asyncio.run(scene())


def test_a_sealed_choice_is_asked_of_each_seat_and_shown_to_nobody(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path, huddle()) as tables:
            toy = tables.services.games["huddle"]
            players = await people(tables, "Ana", "Rui", "Eva", "Leo")
            options = dict(toy.choose({"rounds": 1, "whispers": False}))
            live = await seated(tables, toy, *players, options=options)
            robots = [Whisper(live, person) for person in players]
            for robot in robots:
                await live.join(robot)
            asked = [robot.told()[-1] for robot in robots]
            assert [question["type"] for question in asked] == ["decide"] * 4
            heard = [len(robot.sent) for robot in robots]
            for seat in (2, 0, 3):
                await robots[seat].answer_line(id=asked[seat]["id"], action=0)
                assert [len(robot.sent) for robot in robots] == heard
            await robots[1].answer_line(id=asked[1]["id"], action=0)
            assert [len(robot.sent) for robot in robots] == [n + 1 for n in heard]
            assert {robot.told()[-1]["type"] for robot in robots} == {"decide"}

    asyncio.run(scene())


# --- coming, going, clocks ------------------------------------------------------------------------


@pytest.mark.threat(106)
def test_a_program_needs_a_seat(served: Running, ann: Browser, ben: Browser) -> None:
    table = ann.new_table("invite", listed="true", **SECOND)
    ben.post("/you/theme", theme="dark")
    for cookie in ("", ben.cookie, "kermesse=forged.0123"):
        with Machine(served, table, cookie) as robot:
            assert robot.hear()["kind"] == "not_allowed"
            assert robot.closed() == 4001
    with Machine(served, "no-such-table", ben.cookie) as robot:
        assert robot.closed() == 4004


@pytest.mark.threat(53, 106)
@pytest.mark.parametrize("origin", [None, "http://evil.example"])
def test_a_program_names_the_servers_own_origin(
    served: Running, ben: Browser, invited: str, origin: str | None
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Machine(served, invited, ben.cookie, origin=origin)
    assert refused.value.response.status_code == 403


def test_a_program_that_leaves_gives_the_seat_back(
    served: Running, ann: Browser, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot:
        robot.hear_kind("decide")
        robot.say(leave=True)
        assert robot.hear_kind("error")["kind"] == "no_seat"
        place = served.tables.services.store.seats(invited)[1]
        assert (place.kind, place.kept_for) == (OPEN, ben.person_id)
        assert robot.refusal(id=1, action=0)["kind"] == "stale"
    with Machine(served, invited, ben.cookie) as robot:  # it was kept
        assert robot.hear_kind("decide")
    assert served.tables.services.store.seats(invited)[1].kind == PERSON


@pytest.mark.threat(63, 107)
def test_a_bot_takes_the_decision_of_a_program_whose_time_is_up(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST, clock_decision=60)
            robot, two = Whisper(live, ana), Listener(live, rui)
            for one in (robot, two):
                await live.join(one)
            asked = robot.told()[-1]
            assert 59 < asked["seconds"] <= 60
            live.timers.clocks._since = {0: live.timers.clocks._since[0] - 61}
            await live.end_time()
            while live.state.due != {1}:
                await asyncio.sleep(0.005)
            await robot.answer_line(id=asked["id"], action=0)  # too late, but it is there
            assert robot.told()[-1]["kind"] == "stale"
            assert live.state.seats[0].kind == PERSON
            assert await two.ask(act(live, some_path(live, 1))) == ""
            again = robot.told()[-1]
            assert again["type"] == "decide"
            await robot.answer_line(id=again["id"], action=again["legal"][0])
            assert tables.services.store.events(live.id)[-1].person_id == ana.id

    asyncio.run(scene())


@pytest.mark.threat(71, 107)
def test_a_program_that_talks_too_much_is_cut_off(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "messages_per_second": 2}) as one:
        ann = Browser(one)
        table = ann.new_table(**{"option-first_player": "seat0"})
        with Machine(one, table, ann.cookie) as robot:
            for _ in range(30):
                robot.say(ask="MV-46")
            assert robot.closed() == 1008
        ann.http.close()


@pytest.mark.threat(71)
def test_a_program_that_asks_and_never_reads_fills_no_memory(tmp_path: Path) -> None:
    """A rulebook is a long answer to a short question, and none to a program is ever dropped."""

    class Deaf(ProgramConnection):
        code: int | None = None

        async def close(self, code: int) -> None:
            self.code = code

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, ana, rui, options=FIRST)
            limits = Limits(outbox_bytes=60_000)
            deaf = Deaf(cast(Any, None), live, ana, "http://table.test", limits)
            await live.join(deaf)
            book = len(MUVUCA.rulebook().text)
            for _ in range(60_000 // book + 3):
                await deaf._obey(deaf.read('{"ask": "rules"}'))
            assert deaf.code == 1008
            assert 60_000 < deaf._waiting < 60_000 + 2 * book

    asyncio.run(scene())


def test_a_program_that_is_sent_away_is_gone(
    served: Running, ann: Browser, ben: Browser, invited: str
) -> None:
    with Machine(served, invited, ben.cookie) as robot, ann.socket(invited) as person:
        robot.hear()
        assert "error" not in person.ask("kick", seat=1)
        assert robot.closed() == 4001


# --- kermesse sit ---------------------------------------------------------------------------------


def link(served: Running, table: str) -> str:
    return f"{served.base}{served.link(table)}"


def test_a_program_sits_down_by_a_link_and_plays_to_the_end(served: Running, ann: Browser) -> None:
    table = ann.new_table("invite")
    with ann.socket(table) as person:
        threading.Thread(target=play_out, args=(person,), daemon=True).start()
        done = CliRunner().invoke(
            main, ["sit", link(served, table), "--program", shlex.join(RANDOM_BOT)]
        )
        assert done.exit_code == 0, done.output
    assert "random_bot.py sits at" in done.output
    assert "Muvuca: playing seat 1" in done.output
    assert "over (points): places [" in done.output or "over (" in done.output
    assert served.tables.services.store.table(table).state == OVER  # type: ignore[union-attr]
    assert (
        served.tables.services.names.of(served.tables.services.store.seats(table)[1].person_id)
        == "random_bot.py"
    )


SCRIPTS = {
    "dies": ("import sys; input(); input(); sys.exit('out of luck')", "it said: out of luck"),
    "talks": ("while True: print('{}', flush=True)", "could not be read"),
    "cheats": (
        "import json, sys\nfor line in sys.stdin:\n m = json.loads(line)\n"
        " if m['type'] == 'decide':\n"
        "  print(json.dumps({'id': m['id'], 'action': 'nonsense', 'comment': 'he\\x1b'}))\n"
        "  sys.stdout.flush()",
        "too many answers were refused",
    ),
}


@pytest.mark.threat(107)
@pytest.mark.parametrize("fault", SCRIPTS)
def test_a_program_that_fails_gives_its_seat_back(
    served: Running, ann: Browser, fault: str
) -> None:
    code, says = SCRIPTS[fault]
    table = ann.new_table("invite", **SECOND)
    command = shlex.join([sys.executable, "-c", code])
    done = CliRunner().invoke(
        main, ["sit", link(served, table), "--program", command, "--name", "Clumsy"]
    )
    assert done.exit_code == 1
    assert says in done.output
    assert "\x1b" not in done.output
    if fault != "cheats":  # then the table has hung up by itself
        until(lambda: served.tables.services.store.seats(table)[1].kind == OPEN)


def test_an_interrupt_gets_up_from_the_table(served: Running, ann: Browser) -> None:
    table = ann.new_table("invite", **SECOND)
    silent = shlex.join([sys.executable, "-S", "-c", "import time; time.sleep(1000)"])
    command = [sys.executable, "-m", "kermesse", "sit", link(served, table), "--program", silent]
    heeding = ["env", "--default-signal=INT", *command]  # a shell's background ignores it
    with subprocess.Popen(heeding, stdout=subprocess.PIPE, text=True) as state:
        try:
            assert state.stdout is not None
            said = [state.stdout.readline(), state.stdout.readline()]
            assert said[1] == "Muvuca: playing seat 1\n"
            state.send_signal(signal.SIGINT)
            assert state.wait(PATIENCE) == 1
        finally:
            state.kill()
    assert served.tables.services.store.seats(table)[1].kind == OPEN


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["http://{here}/join/nothing", "--program", "{python}"], "the link was used already"),
        (["http://{here}/table/x", "--program", "{python}"], "is no invitation"),
        (["ftp://x/join/y", "--program", "{python}"], "is no invitation"),
        (["http://[", "--program", "{python}"], "is no address"),
        (["http://127.0.0.1:9/join/x", "--program", "{python}"], "cannot reach 127.0.0.1:9"),
        (["http://{here}/join/x", "--program", "no-such-program"], "no program 'no-such-program'"),
        (["http://{here}/join/x", "--program", ""], "not nothing"),
        (["http://{here}/join/x", "--program", "'"], "is no command"),
        (["http://{here}/join/x", "--program", "{python}", "--name", " "], "Please write a name"),
    ],
)
def test_what_cannot_sit_down_is_told_why(served: Running, given: list[str], says: str) -> None:
    words = [word.format(here=served.name, python=sys.executable) for word in given]
    before = len(served.tables.services.store.recent_people(10_000))
    done = CliRunner().invoke(main, ["sit", *words])
    assert done.exit_code == 1
    assert says in done.output
    new = len(served.tables.services.store.recent_people(10_000)) - before
    assert new == ("/join/nothing" in words[0])


def test_a_line_that_breaks_is_taken_up_again(served: Running, ann: Browser) -> None:
    table = ann.new_table("invite", **SECOND)
    visit = sit_down(link(served, table), "Robo")
    code = "import time\nwhile True: input()"  # it reads, and never answers
    heard: list[str] = []
    with Program([sys.executable, "-c", code]) as silent:
        bridge = Bridge(silent, visit, heard.append)
        thread = threading.Thread(target=run_until_it_ends, args=(bridge, heard), daemon=True)
        thread.start()
        until(lambda: heard)
        live = served.tables.live[table]
        (robot,) = live.broadcast.connections
        loop = served.house_loop
        asyncio.run_coroutine_threadsafe(robot.close(1012), loop).result(PATIENCE)
        until(lambda: heard.count("Muvuca: playing seat 1") == 2)
        asyncio.run_coroutine_threadsafe(
            live.broadcast.dismiss(person_of(live), 4001), loop
        ).result(PATIENCE)
        thread.join(PATIENCE)
        bridge.close()
    assert heard[-1] == "the program is not welcome at this table"


def person_of(live: LiveTable) -> int:
    found = live.state.seats[1].person_id
    assert found is not None
    return found


def run_until_it_ends(bridge: Bridge, heard: list[str]) -> None:
    try:
        bridge.run()
    except SittingEnded as ended:
        heard.append(str(ended))


def test_a_program_that_stays_plays_the_rematch(served: Running, ann: Browser) -> None:
    table = ann.new_table("invite", **SHORT)
    visit = sit_down(link(served, table), "Robo")
    heard: list[str] = []
    with Program(RANDOM_BOT) as robot:
        bridge = Bridge(robot, visit, heard.append, stay=True)
        thread = threading.Thread(target=run_until_it_ends, args=(bridge, heard), daemon=True)
        thread.start()
        chance = random.Random(4)
        with ann.socket(table) as person:
            play_out(person, chance)
            person.ask("rematch")
            again = served.tables.services.store.table(table).next  # type: ignore[union-attr]
        assert again
        with ann.socket(again) as person:
            play_out(person, chance)
        until(lambda: sum("over (" in line for line in heard) == 2)
        assert [line for line in heard if "playing seat" in line] == [
            "Muvuca: playing seat 1",
            "Muvuca: playing seat 0",
        ]
        line = next(c for c in served.tables.live[again].broadcast.connections if c.is_program)
        asyncio.run_coroutine_threadsafe(line.close(4004), served.house_loop).result(PATIENCE)
        thread.join(PATIENCE)
        bridge.close()
    assert heard[-1] == "the table is gone"


@pytest.mark.parametrize("text", ["", "x", "7", "[]", "{}", '{"type": 5}', '{"kind": "x"}'])
def test_a_server_that_is_no_table_is_not_talked_with(text: str) -> None:
    with pytest.raises(SittingEnded, match="no message of the protocol"):
        read_message(text)


def test_a_visit_does_not_print_its_cookie() -> None:
    assert "secret" not in repr(Visit("here", False, "kermesse=secret"))
    with pytest.raises(VisitRefused):
        sit_down("http://127.0.0.1:1/join/abc", "Robo")


def test_messages_that_come_with_the_greeting_are_not_lost() -> None:
    """A server that says everything in one packet, as ours does when it is in a hurry."""
    table = WSConnection(ConnectionType.SERVER)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            line, _ = server.accept()
            with line:
                table.receive_data(line.recv(4096))
                assert list(table.events())
                said = [AcceptConnection(), TextMessage("one"), TextMessage("two")]
                line.sendall(b"".join(table.send(event) for event in said))

        thread = threading.Thread(target=greet)
        thread.start()
        with Line(Visit(f"127.0.0.1:{server.getsockname()[1]}", False, table="/table/x")) as line:
            assert list(line.messages()) == ["one", "two"]
            assert line.code == 1006
        thread.join()
