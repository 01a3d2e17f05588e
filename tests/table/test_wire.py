"""Nothing that a seat cannot know reaches it in any form: content, order, length or number.

Every frame of many matches is paired with a twin, a world that differs only in what one viewer
cannot know. Both are shown to that viewer by the table's own code, and every byte is compared.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from wsproto.frame_protocol import FrameProtocol, Opcode, RsvBits

import kermesse
from kermesse.core.fairness import commitment, seeded_secret
from kermesse.core.game import Game
from kermesse.core.html import div
from kermesse.core.match import Match
from kermesse.core.position import Position, View
from kermesse.core.record import SPECTATOR
from kermesse.store import Line, Seat, Table
from kermesse.table import acting, panels, room
from kermesse.table import scene as scenes
from kermesse.table.deflate import Deflate
from kermesse.table.house import House
from kermesse.table.pages.replay import replay_page
from kermesse.table.pages.table import table_page
from kermesse.table.picks import tree
from kermesse.table.refusals import Refused
from kermesse.table.routes import replay as replays
from kermesse.table.routes.replay import EVERYBODY, OPENED, Replay
from kermesse.table.scene import Scene, board
from kermesse.table.sitting import OVER, PLAYING, START, Note, Sitting
from kermesse.table.visitor import Visitor

from .wires import Listener, huddle, twin

MUVUCA = kermesse.game("muvuca")
PEOPLE = {11: "Ana", 12: "Rui", 13: "Eva", 14: "Zoé"}
TABLE_ID = "0123456789abcdefghjkmnpq"
LINES = [
    Line(1, TABLE_ID, 11, 0, "table", "hello <b>all</b>", 0),
    Line(2, TABLE_ID, 12, 1, "team", "for my team", 0),
]
LANGUAGES = ("en", "fr", "pt")
SPOKEN: dict[tuple[str, str], tuple[Any, str]] = {}


# --- a world --------------------------------------------------------------------------------------


class World:
    """A table around given frames, with one socket of one viewer at it."""

    def __init__(self, played: Match, frames: list[Position], viewer: int, language: str) -> None:
        game, seats = played.game, played.seats
        self.match = played.fork()
        self.frames, self.viewer, self.language = frames, viewer, language
        secret = seeded_secret(0)
        table = Table(
            *(TABLE_ID, game.name, game.version, seats, secret, commitment(secret)),
            options=dict(played.options),
            clock={"decision": 60, "total": 0, "chat": True, "bot": "greedy"},
            host=12,
            state=PLAYING,
            length=1,
        )
        places = [Seat(TABLE_ID, s, "person", 11 + s, invite=f"i{s}") for s in range(seats)]
        self.sitting = Sitting(game, table, places)
        self.sitting.match = self.match
        house = SimpleNamespace(
            names=dict(PEOPLE),
            metrics=SimpleNamespace(sent=SimpleNamespace(inc=lambda n: None)),
            preparing=SimpleNamespace(progress={}),
        )
        self.room = room.Room(cast(House, house), self.sitting, LINES)
        self.room.clocks._steady = lambda: 0.0
        person = SimpleNamespace(id=11 + viewer) if viewer != SPECTATOR else None
        self.socket = Listener(self.room, cast(Any, person), language)
        self.room.connections = {self.socket}
        self.deflate = Deflate()
        self.told = 0

    def come_to(self, frame: int) -> None:
        """The match as it is after so many frames."""
        self.match.frames = self.frames[: frame + 1]
        before = [d for d in self.all_decisions if d.frame <= frame]
        self.match.decisions = before
        self.sitting.story = [Note(START, None, None, {}), *range(frame + 1)][-12:]
        self.sitting.moment = frame
        if self.match.over:
            self.sitting.change_table(state=OVER)
        self.room.clocks.run_for(self.match.due)

    @property
    def all_decisions(self) -> list[Any]:
        return self._decisions

    _decisions: list[Any]

    def packets(self) -> Iterator[bytes]:
        """What went over the wire since the last time, compressed as in the real socket."""
        for text in self.socket.sent[self.told :]:
            yield text.encode()
            nothing = cast(FrameProtocol, SimpleNamespace(client=False))
            _, packed = self.deflate.frame_outbound(
                nothing, Opcode.TEXT, RsvBits(False, False, False), text.encode(), True
            )
            yield bytes(packed)
        self.told = len(self.socket.sent)

    def errors(self, texts: list[str]) -> Iterator[bytes]:
        """What refusals say, to this seat or to whoever is not seated."""
        for text in texts:
            try:
                if self.viewer == SPECTATOR:
                    raise Refused("not_allowed")
                acting.tried(self.room, self.viewer, text.split(" + "), self.language)
            except Refused as refused:
                say, said = self.spoken(refused.rule)
                yield json.dumps(room_error(refused, say, said)).encode()
            else:
                yield b"accepted"

    def spoken(self, rule: str) -> tuple[Any, str]:
        """The table's words and a rule's, looked up once."""
        if (self.language, rule) not in SPOKEN:
            SPOKEN[self.language, rule] = self.room.words_for(self.language, rule)
        return SPOKEN[self.language, rule]

    def pages(self) -> Iterator[bytes]:
        """The page, and the replay of a match that is not over."""
        visitor = Visitor(id=11, name="Ana", language=self.language)
        eyes = self.room.eyes_of(self.socket)
        yield table_page(visitor, self.room.pieces(eyes)).encode()
        replay = unfinished(self)
        viewer = replay.viewers[0]
        last = len(self.match.frames) - 1
        view = replay.view(self.match.frames[last], viewer)
        labels = [(name, name) for name in replay.viewers]
        yield replay_page(
            visitor,
            replay.game,
            replay.players,
            replay.told(viewer, self.language),
            moments=last + 1,
            at=last,
            as_=viewer,
            viewers=labels,
            board=board(view, replay.players, self.language),
            verdict=None,
            download="",
            frames_url="frames",
            finished=replay.finished,
            commitment=self.sitting.table.commitment,
            secret=replay.match.secret.hex() if replay.match.secret else "",
        ).encode()
        for name in replay.viewers:
            yield repr(replay.step(last, name, self.language)).encode()


def unfinished(world: World) -> Replay:
    """The replay as its route makes it for this viewer."""
    own = EVERYBODY if world.viewer == SPECTATOR else str(world.viewer)
    players = scenes.names(world.sitting, PEOPLE, world.room.words_for(world.language)[0])
    match = world.match.fork()
    match._secret = world.sitting.table.secret
    return Replay("/replay/x", world.sitting.game, match, players, [own], finished=False)


def room_error(refused: Refused, say: Any, said: str) -> dict[str, Any]:
    from kermesse.table.refusals import error

    return error(refused, say, said)


# --- pairs ----------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was compared, and where it first differed."""

    pairs: int = 0
    bytes: int = 0
    different: int = 0  # pairs whose hidden parts really differ
    leak: str = ""
    phases: set[str] = field(default_factory=set)


def any_options(game: Game, chance: random.Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in game.options:
        allowed = list(option.allowed)
        chosen[option.name] = chance.choice(allowed[:3] if len(allowed) > 4 else allowed)
    if game.name == "muvuca":
        chosen["rounds_to_win"] = chance.choice((1, 1, 2))
    return chosen


def random_match(game: Game, seats: int, chance: random.Random) -> Match:
    secret = chance.randbytes(32)
    match = Match(game, seats, options=any_options(game, chance), secret=secret)
    while not match.over and len(match.frames) < 400:
        seat = chance.choice(sorted(match.due))
        match.act(seat, chance.choice(match.legal(seat)))
    return match


def refused_texts(game: Game, match: Match, chance: random.Random) -> list[str]:
    """Actions of every kind: cards that others hold, blocked lines, nonsense."""
    numbers = [chance.randrange(game.actions) for _ in range(2)]
    texts = [game.notation.action_text(number) for number in numbers]
    return [*texts, f"{texts[0]} + {texts[1]}", "no such thing"]


def compare(
    game: Game, seats: int, wanted: int, seed: int, pages_every: int = 25, stop: bool = True
) -> Tally:
    """Show twin worlds to each kind of viewer until so many frames have been paired for each."""
    chance = random.Random(seed)
    tally = Tally()
    viewers = [*range(seats), SPECTATOR]
    while tally.pairs < wanted * len(viewers):
        match = random_match(game, seats, chance)
        for viewer in viewers:
            language = LANGUAGES[chance.randrange(3)] if game.page else "en"
            keys = [chance.getrandbits(63) for _ in match.frames]
            other = [twin(f, viewer, k) for f, k in zip(match.frames, keys, strict=True)]
            one = World(match, match.frames, viewer, language)
            two = World(match, other, viewer, language)
            left = wanted * len(viewers) - tally.pairs
            show_both(one, two, chance, tally, min(left, len(match.frames)), pages_every)
            del one, two
            gc.collect()  # a room is a cycle, and holds all the messages of its match
            if tally.leak and stop:
                return tally
    return tally


def show_both(
    one: World, two: World, chance: random.Random, tally: Tally, most: int, pages_every: int
) -> None:
    """Let both worlds go from decision to decision, and compare all that is sent."""
    for world in (one, two):
        world._decisions = list(world.match.decisions)
    ends = sorted({d.frame for d in one._decisions} | {len(one.frames)})
    first = 0
    for end in ends:
        last = end - 1
        for world in (one, two):
            world.come_to(last)
            if first == 0:
                world.socket.send(world.room.whole_for(world.socket))
            world.room.tell_frames(first)
        same(one.packets(), two.packets(), tally, "socket", last)
        if not one.match.over:
            texts = refused_texts(one.sitting.game, one.match, chance)
            illegal = [t for t in texts if not may_act(one, t)]
            same(one.errors(illegal), two.errors(illegal), tally, "error", last)
            if chance.randrange(pages_every) == 0:
                same(one.pages(), two.pages(), tally, "page", last)
                for world in (one, two):
                    world.socket.send(world.room.whole_for(world.socket))
        for number in range(first, end):
            tally.pairs += 1
            tally.different += one.frames[number] != two.frames[number]
            tally.phases.add(one.frames[number].phase)
        first = end
        if tally.leak or first >= most:
            return


def may_act(world: World, text: str) -> bool:
    """Whether a text is an action of this seat: then something happens, which chance decides."""
    if world.viewer not in world.match.due:
        return False
    legal = [action.text for action in world.match.legal(world.viewer)]
    return text.split(" + ", maxsplit=1)[0] in legal


def same(one: Iterator[bytes], two: Iterator[bytes], tally: Tally, what: str, frame: int) -> None:
    for left, right in zip_longest(one, two):
        tally.bytes += len(left or b"")
        if left != right and not tally.leak:
            place = next(
                (
                    i
                    for i, (a, b) in enumerate(zip(left or b"", right or b"", strict=False))
                    if a != b
                ),
                0,
            )
            seen = (left or b"")[max(0, place - 60) : place + 60]
            tally.leak = f"{what} at frame {frame}: …{seen!r}…"


def in_loop(function: Callable[[], Tally]) -> Tally:
    async def run() -> Tally:
        return function()

    return asyncio.run(run())


def check(tally: Tally, pairs: int) -> None:
    assert tally.leak == ""
    assert tally.pairs >= pairs
    assert tally.different > tally.pairs // 2


# --- the tests ------------------------------------------------------------------------------------


@pytest.mark.threat(33, 34, 35, 36, 37, 39, 43, 44)
@pytest.mark.parametrize("seed", range(5))
def test_twin_worlds_are_the_same_bytes(seed: int) -> None:
    tally = in_loop(lambda: compare(MUVUCA, 2, 500, seed))
    check(tally, 1500)
    assert {"card", "push", "hand_over"} <= tally.phases


@pytest.mark.long
@pytest.mark.threat(33, 34, 35, 36, 37, 39, 43, 44)
def test_ten_thousand_twin_worlds_are_the_same_bytes() -> None:
    started = time.monotonic()
    tally = in_loop(lambda: compare(MUVUCA, 2, 10_000, 99, pages_every=8))
    check(tally, 30_000)
    seconds = time.monotonic() - started
    print(f"{tally.pairs} pairs, {tally.different} different, {tally.bytes} bytes, {seconds:.0f} s")


@pytest.mark.threat(33, 36, 37, 40, 41)
@pytest.mark.parametrize("seats", [2, 4])
def test_twin_worlds_of_a_game_with_teams_and_sealed_choices(seats: int) -> None:
    tally = in_loop(lambda: compare(huddle(), seats, 150, seats))
    check(tally, 150 * (seats + 1))


# --- planted leaks --------------------------------------------------------------------------------


def secret_cards(frame: Position, viewer: int) -> list[int]:
    """The cards of a hidden hand, by number."""
    seat = 1 if viewer == 0 else 0
    hidden = int(frame.record.hand[seat]) & ~int(frame.record.known[seat])
    return [card for card in range(25) if hidden >> card & 1]


def last_of(scene: Scene) -> Position:
    assert scene.sitting.match is not None
    return scene.sitting.match.frames[-1]


Patch = pytest.MonkeyPatch


def board_from_the_record(patch: Patch) -> None:
    def view(self: Scene, frame: Position) -> View:
        seen = View(frame.game, frame.copy()._batch)
        seen.record.viewer = self.eyes.seat
        return seen

    patch.setattr(Scene, "view", view)


def leaky_board(patch: Patch, change: Callable[[str, list[int]], str]) -> None:
    """Change the board's HTML by what the viewer cannot know."""
    plain_view, plain_board = Scene.view, Scene.board

    def view(self: Scene, frame: Position) -> View:
        seen = plain_view(self, frame)
        seen.frame = frame  # type: ignore[attr-defined]
        return seen

    def leaky(self: Scene, seen: View) -> Any:
        html = plain_board(self, seen)
        cards = secret_cards(seen.frame, self.eyes.seat)  # type: ignore[attr-defined]
        return type(html)(change(str(html), cards))

    patch.setattr(Scene, "view", view)
    patch.setattr(Scene, "board", leaky)


def hidden_ids_by_card(patch: Patch) -> None:
    def change(html: str, cards: list[int]) -> str:
        for slot, card in enumerate(cards):
            html = html.replace(f'id="h1-{slot}"', f'id="h1-{card}"')
            html = html.replace(f'id="h0-{slot}"', f'id="h0-{card}"')
        return html

    leaky_board(patch, change)


def hidden_order_by_deal(patch: Patch) -> None:
    def change(html: str, cards: list[int]) -> str:
        if cards and cards[0] % 2:
            html = html.replace('id="h1-0"', "id=x").replace('id="h1-1"', 'id="h1-0"')
            html = html.replace("id=x", 'id="h1-1"').replace('id="h0-0"', 'id="h0-9"')
        return html

    leaky_board(patch, change)


def sizes_differ(patch: Patch) -> None:
    leaky_board(patch, lambda html, cards: html + " " * (cards[0] if cards else 0))


def log_from_the_record(patch: Patch) -> None:
    plain = Scene.frame_line

    def frame_line(self: Scene, number: int, view: View, *rest: Any) -> Any:
        assert self.sitting.match is not None
        frame = self.sitting.match.frames[number]
        return plain(self, number, View(frame.game, frame.copy()._batch), *rest)

    patch.setattr(Scene, "frame_line", frame_line)


def picks_of_the_other(patch: Patch) -> None:
    def picks(self: Scene) -> Any:
        frame = last_of(self)
        return tree(frame, min(frame.due)) if frame.due else {}

    patch.setattr(Scene, "picks", picks)


def points_from_the_record(patch: Patch) -> None:
    def points(scene: Scene, seat: int) -> Any:
        return div[last_of(scene).points[seat]]

    patch.setattr(panels, "points", points)


def an_error_that_names_a_card(patch: Patch) -> None:
    plain = acting.tried

    def tried(at: room.Room, seat: int, path: list[str], language: str) -> Match:
        try:
            return plain(at, seat, path, language)
        except Refused as refused:
            assert at.sitting.match is not None
            cards = secret_cards(at.sitting.match.frames[-1], seat)
            raise Refused(refused.kind, refused.rule, f"your opponent has {cards}") from None

    patch.setattr(acting, "tried", tried)


def one_message_more(patch: Patch) -> None:
    plain = room.Room.tell_frames

    def tell_frames(self: room.Room, first: int) -> None:
        plain(self, first)
        assert self.sitting.match is not None
        for socket in self.connections:
            cards = secret_cards(self.sitting.match.frames[-1], self.eyes_of(socket).seat)
            if cards and cards[0] % 2:
                socket.send("{}")

    patch.setattr(room.Room, "tell_frames", tell_frames)


def keys_in_another_order(patch: Patch) -> None:
    plain = room.Room.moment

    def moment(self: room.Room, scene: Scene) -> dict[str, Any]:
        told = plain(self, scene)
        cards = secret_cards(last_of(scene), scene.eyes.seat)
        return dict(reversed(told.items())) if cards and cards[0] % 2 else told

    patch.setattr(room.Room, "moment", moment)


def about_from_the_record(patch: Patch) -> None:
    plain = Scene.step

    def step(self: Scene, number: int) -> Any:
        assert self.sitting.match is not None
        frame = self.sitting.match.frames[number]
        page = self.sitting.game.page
        assert page is not None
        return plain(self, number) | {"about": list(page.about(cast(View, frame)))}

    patch.setattr(Scene, "step", step)


def a_replay_with_open_hands(patch: Patch) -> None:
    def laid_open(world: World) -> Replay:
        return replace(known(world), viewers=[OPENED])

    known = unfinished
    patch.setattr(__import__(__name__, fromlist=["x"]), "unfinished", laid_open)


def a_replay_told_from_the_record(patch: Patch) -> None:
    patch.setattr(Replay, "told", lambda self, viewer, language: told_openly(self, language))


def told_openly(replay: Replay, language: str) -> list[tuple[int, str]]:
    words = replay.game.words(language)
    tell = replay.game.notation.event_text
    return [(n, tell(f.record, replay.players, words)) for n, f in enumerate(replay.match.frames)]


def a_status_that_knows(patch: Patch) -> None:
    plain = panels.status_text

    def status_text(scene: Scene) -> str:
        return plain(scene) + "!" * (secret_cards(last_of(scene), scene.eyes.seat) or [0])[0]

    patch.setattr(panels, "status_text", status_text)


def a_step_of_the_replay_from_the_record(patch: Patch) -> None:
    patch.setattr(Replay, "view", lambda self, frame, viewer: replays.opened(frame))


LEAKS = [
    board_from_the_record,
    hidden_ids_by_card,
    hidden_order_by_deal,
    sizes_differ,
    log_from_the_record,
    picks_of_the_other,
    points_from_the_record,
    an_error_that_names_a_card,
    one_message_more,
    keys_in_another_order,
    about_from_the_record,
    a_replay_with_open_hands,
    a_replay_told_from_the_record,
    a_step_of_the_replay_from_the_record,
    a_status_that_knows,
]


@pytest.mark.threat(33, 36, 37, 39, 43, 44)
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    leak(monkeypatch)
    tally = in_loop(lambda: compare(MUVUCA, 2, 300, 3, pages_every=4))
    assert tally.leak != ""


def test_a_frame_holds_no_chance() -> None:
    """The twins of this test differ in cards only: no frame of a match holds the next draws."""
    match = random_match(MUVUCA, 2, random.Random(1))
    assert all(int(frame.record.rng) == 0 for frame in match.frames)
    assert np.all([frame.record.viewer == -2 for frame in match.frames])
