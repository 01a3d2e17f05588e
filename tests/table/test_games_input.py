"""VIVA and Muckle at a real socket: what is not allowed is refused in words and changes nothing."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import kermesse
from kermesse.core.match import Match
from kermesse.games.viva.components import CARD_CODES, COLOURS
from kermesse.games.viva.words.actions import TEXTS
from kermesse.table.live import services
from kermesse.table.state.log_events import ANSWER, DECIDE, WINDOW

from .wires import (
    Browser,
    Listener,
    Running,
    Talk,
    act,
    first_path,
    open_tables,
    people,
    running,
    seated,
    some_path,
)

GAMES = {name: kermesse.game(name) for name in ("viva", "muckle")}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with both games."""
    folder: Path = tmp_path_factory.mktemp("club")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "load_games", lambda: dict(GAMES))
        with running(folder) as found:
            yield found


class Company:
    """People around one table, each at a socket of their own."""

    def __init__(self, club: Running, game: str, seats: int, **options: str) -> None:
        self.tables, self._stack = club.tables, ExitStack()
        browsers = [Browser(club) for _ in range(seats)]
        for browser in browsers:
            self._stack.callback(browser.http.close)
        form = {f"option-{name}": value for name, value in options.items()}
        made = browsers[0].post(f"/games/{game}/invite", seats=str(seats), listed="true", **form)
        assert made.status_code == 303, made.text
        self.table = made.headers["location"].rpartition("/")[2]
        for seat, browser in enumerate(browsers[1:], start=1):
            assert browser.post(f"/table/{self.table}/sit", seat=str(seat)).status_code == 303
        self.talks = [self._stack.enter_context(b.socket(self.table)) for b in browsers]
        for talk in self.talks:
            talk.hear_until(lambda message: "status" in str(message) and "at" in message)
        if seats > 2:
            assert "error" not in self.talks[0].ask("start")
        self.settle()

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def __getitem__(self, seat: int) -> Talk:
        return self.talks[seat]

    def settle(self) -> None:
        """Everybody reads what there is."""
        for talk in self.talks:
            talk.quiet(0.2)

    @property
    def due(self) -> list[int]:
        return [seat for seat, talk in enumerate(self.talks) if talk.now.get("picks")]

    def events(self, *kinds: str) -> list[Any]:
        return [e for e in self.tables.services.store.events(self.table) if e.kind in kinds]

    def refused(self, seat: int, *path: str) -> tuple[str, str]:
        """Kind and rule of the refusal; nothing is written, and what may be chosen stays."""
        talk = self.talks[seat]
        written, before = len(self.events(DECIDE, ANSWER, WINDOW)), talk.now
        answer = talk.ask("act", at=before["at"], path=list(path))
        assert len(self.events(DECIDE, ANSWER, WINDOW)) == written
        assert talk.now is before
        return answer["error"]["kind"], answer["error"].get("rule", "")


# --- VIVA -----------------------------------------------------------------------------------------


def own_cards(talk: Talk) -> set[str]:
    """The kinds that a seat may place somewhere now."""
    return {name for name, further in talk.now["picks"].items() if further}


@pytest.mark.threat(8)
def test_cards_of_viva_that_are_not_there_blocked_or_not_identical(club: Running) -> None:
    options = {"first_dealer": "seat1", "rounds": "1", "hand_size": "7", "edition": "pocket"}
    with Company(club, "viva", 2, **options) as company:
        assert company.due == [0]
        hand = company.tables.live[company.table].state.match.frames[-1].record  # type: ignore[union-attr]
        held = [code for kind, code in enumerate(CARD_CODES) if int(hand.hand[0]) >> 3 * kind & 7]
        foreign = next(code for code in CARD_CODES if code not in held)
        assert company.refused(0, foreign, "H1") == ("illegal", "VV-24")
        assert company.refused(0, f"{foreign} H1") == ("illegal", "VV-24")
        assert company.refused(0, foreign) == ("illegal", "VV-24")  # half a pick says why as well
        blocked = [code for code in held if code not in own_cards(company[0])]
        for code in blocked:
            assert company.refused(0, code, "H2") == ("illegal", "VV-19")
        assert company.refused(0, "RR", "H1") == ("unreadable", "")  # no card of the box
        assert company.refused(0, next(iter(own_cards(company[0]))), "H4") == ("unreadable", "")
        assert company.refused(0, next(iter(own_cards(company[0])))) == ("unreadable", "")
        assert company.refused(0, "stop") == ("illegal", "VV-28")
        assert company.refused(1, *first_path(company[0].now["picks"]))[0] == "not_allowed"


@pytest.mark.threat(8)
def test_identical_cards_of_viva_that_are_not(club: Running) -> None:
    """Two cards in one turn must be of one kind (VV-26): the second is refused, the first stays."""
    options = {"first_dealer": "seat1", "rounds": "1", "hand_size": "7", "edition": "pocket"}
    for _ in range(30):
        with Company(club, "viva", 2, **options) as company:
            match = company.tables.live[company.table].state.match
            assert match is not None
            for action in match.legal(0):
                trial = match.fork()
                trial.act(0, action)
                others = own_cards(company[0]) - {action.text.split()[0]}
                if trial.frames[-1].phase == "more" and others:
                    card, house = action.text.split()
                    assert company[0].ask("act", at=company[0].now["at"], path=[card, house])
                    company.settle()
                    assert "stop" in company[0].now["picks"]
                    other = next(iter(others))
                    assert company.refused(0, other, "H1") == ("illegal", "VV-26")
                    assert company.refused(0, "draw") == ("illegal", "VV-23")
                    return
    raise AssertionError("nobody was ever dealt two identical cards that could be placed")


@pytest.mark.threat(8)
def test_calls_of_viva_at_the_socket(club: Running) -> None:
    options = {"table": "honour", "first_dealer": "seat2", "rounds": "1", "call_seconds": "60"}
    with Company(club, "viva", 3, **options) as company:
        assert company.refused(1, "call") == ("not_allowed", "VV-85")
        path = first_path(company[0].now["picks"])
        assert "error" not in company[0].ask("act", at=company[0].now["at"], path=path)
        company.settle()
        if "stop" in company[0].now["picks"]:
            assert "error" not in company[0].ask("act", at=company[0].now["at"], path=["stop"])
            company.settle()
        assert company.due == [1, 2]
        assert company.refused(1, "draw") == ("illegal", "VV-62")
        late = company[2].now["at"]
        assert "error" not in company[1].ask("act", at=company[1].now["at"], path=["call"])
        assert company[1].now["picks"] == {}
        assert company[2].quiet(0.3) == []
        assert company[0].quiet(0.3) == []
        answer = company[1].ask("act", at=company[1].now["at"], path=["silent"])["error"]
        assert (answer["kind"], answer["rule"]) == ("not_allowed", "VV-63")
        assert "error" not in company[2].ask("act", at=late, path=["silent"])
        company.settle()
        answer = company[2].ask("act", at=late, path=["call"])["error"]
        assert answer["kind"] == "too_late"
        assert "window has closed" in answer["text"]
        assert len(company.events(WINDOW)) == 1


def test_every_way_to_pick_is_the_action(club: Running) -> None:
    """Joined by spaces, the parts of a way are the text again."""
    for text in TEXTS:
        for way in GAMES["viva"].ways(text):
            assert " ".join(way) == text
    assert len(COLOURS) == 6


# --- Muckle ---------------------------------------------------------------------------------------


@pytest.mark.threat(11)
def test_fewer_or_more_cards_than_are_kept_and_cards_that_are_not_there(club: Running) -> None:
    with Company(club, "muckle", 4) as company:
        assert company.due == [0, 1, 2, 3]
        assert company.refused(0, "ready") == ("illegal", "MK-03")  # 13 kept
        assert company.refused(0, "run") == ("illegal", "MK-03")  # nothing is played yet
        assert company.refused(0, "aside joker") == ("unreadable", "")
        done = 0
        while "aside rest" in company[0].now["picks"]:
            take(company, 0, "aside rest")
            done += 1
        assert company.refused(0, "aside rest") == ("illegal", "MK-02")  # no more of them
        while done < 4:
            take(company, 0, "aside run")
            done += 1
        assert company.refused(0, "ready") == ("illegal", "MK-03")  # 9 kept
        take(company, 0, "aside run")
        assert company.refused(0, "aside run") == ("illegal", "MK-03")  # 7 would be kept
        take(company, 0, "ready")
        assert company.refused(0, "aside run") == ("not_allowed", "MK-03")
        assert company.refused(0, "ready") == ("not_allowed", "MK-03")


def take(company: Company, seat: int, *path: str) -> None:
    """A decision that is allowed, seen by the one who took it."""
    talk = company[seat]
    at = talk.now["at"]
    assert "error" not in talk.ask("act", at=at, path=list(path))
    if talk.now["at"] == at:
        talk.hear_until(lambda message: message.get("at", at) != at)


@pytest.mark.threat(11, 23)
def test_a_card_left_out_and_two_answers_for_the_ball(club: Running) -> None:
    chance = random.Random(8)
    with Company(club, "muckle", 4) as company:
        for seat in range(4):
            for _ in range(4):
                take(company, seat, "aside run")
            take(company, seat, "aside rest")
            take(company, seat, "ready")
        company.settle()
        assert company.refused(1, "rest") == ("illegal", "MK-10")  # left out
        assert company.refused(1, "aside pass") == ("illegal", "MK-03")
        for _ in range(40):
            match = company.tables.live[company.table].state.match
            assert match is not None
            if match.frames[-1].phase == "ball":
                break
            for seat in sorted(match.due):
                hits = [name for name in company[seat].now["picks"] if name.startswith("tackle")]
                take(company, seat, chance.choice(hits or list(company[seat].now["picks"])))
            company.settle()
        first, second = company.due
        assert company.refused((first + 1) % 4, f"ball {first}") == ("not_allowed", "MK-44")
        assert company.refused(first, f"ball {(first + 1) % 4}") == ("illegal", "MK-45")
        for seat, name in ((second, "one"), (first, "two")):
            sent = {"do": "act", "id": name, "at": company[seat].now["at"]}
            company[seat].raw.send(json.dumps(sent | {"path": [f"ball {seat}"]}))
        answers = [
            company[seat].hear_until(lambda message, name=name: message.get("re") == name)
            for seat, name in ((second, "one"), (first, "two"))
        ]
        assert not any("error" in answer for answer in answers)  # dropped, not refused (MK-54)
        company.settle()
        balls = [e for e in company.events(DECIDE) if e.body["actions"][0].startswith("ball")]
        assert len(balls) == 1


@pytest.mark.threat(10, 12)
@pytest.mark.parametrize("name", ["moon_river", "shuppa"])
def test_what_the_rules_refuse_changes_nothing(tmp_path: Path, name: str) -> None:
    """Every action of a whole match, sent at moments at which it is not legal."""
    game = kermesse.game(name)
    chance = random.Random(7)
    match, known = Match(game, 2), set[str]()
    while not match.over:
        seat = min(match.due)
        known |= {action.text for action in match.legal(seat)}
        match.act(seat, chance.choice(match.legal(seat)))

    async def scene() -> None:
        async with open_tables(tmp_path, game) as tables:
            ana, rui = await people(tables, "Ana", "Rui")
            live = await seated(tables, game, ana, rui)
            sitters = [Listener(live, ana), Listener(live, rui)]
            refused = set()
            for _ in range(12):
                assert live.state.match is not None
                seat = min(live.state.due)
                legal = {action.text for action in live.state.match.legal(seat)}
                before = (live.state.seq, live.state.match.position.tobytes())
                for text in chance.sample(sorted(known - legal), 25):
                    path = [*text.split(" "), "x", "y", "z"][:3]
                    for wrong in ([text], path):
                        refused.add(await sitters[seat].ask(act(live, wrong, seat=seat)))
                    assert (live.state.seq, live.state.match.position.tobytes()) == before
                assert await sitters[seat].ask(act(live, some_path(live, seat), seat=seat)) == ""
            assert refused <= {"illegal", "unreadable"}
            assert "illegal" in refused

    asyncio.run(scene())
