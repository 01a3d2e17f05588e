"""Twin worlds at a table: two that differ only in what one viewer cannot know.

Both are shown to that viewer by the table's own code, decision by decision, and every byte that
leaves for the viewer is compared. What the viewer is not to notice at all happens in one world
only: decisions that nobody else sees, answers that arrive in another order or not at all, talk of
another team. So whatever counts, measures or waits for them differs and is found.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from wsproto.frame_protocol import FrameProtocol, Opcode, RsvBits

from kermesse.core.errors import SetupRefused
from kermesse.core.fairness import commitment, seeded_secret
from kermesse.core.game import Game
from kermesse.core.match import Decision, Match
from kermesse.core.position import Position
from kermesse.core.record import SPECTATOR
from kermesse.core.words import words
from kermesse.store import ChatLine, LoggedEvent, NewEvent, Seat, Table
from kermesse.table.commands import decisions
from kermesse.table.commands.change import Change
from kermesse.table.deflate import Deflate
from kermesse.table.limits import Limits
from kermesse.table.live.services import Services
from kermesse.table.live.table import LiveTable
from kermesse.table.live.table_log import TableLog
from kermesse.table.network import Network
from kermesse.table.pages.replay import replay_page
from kermesse.table.pages.table import table_page
from kermesse.table.refusals import Refused, error
from kermesse.table.replay import Replay, viewer_of
from kermesse.table.state.log_events import ANSWER, PLAYING, START, WINDOW
from kermesse.table.state.table_state import TableState
from kermesse.table.state.viewer_history import ViewerHistory
from kermesse.table.views import screen as scenes
from kermesse.table.views.screen import board
from kermesse.table.visitor import PACKAGE, Visitor

from .wires import Listener, twin

PEOPLE = {11: "Ana", 12: "Rui", 13: "Eva", 14: "Zoé", 15: "Ada", 16: "Max"}
TABLE_ID = "0123456789abcdefghjkmnpq"
LANGUAGES = ("en", "fr", "pt")
SPOKEN: dict[tuple[str, str, str], tuple[Any, str]] = {}
MOST_FRAMES = 400


class Move(NamedTuple):
    """A decision, or all the answers of a window, and the frames up to which it leads."""

    answers: tuple[tuple[int, str], ...]
    end: int
    is_window: bool


def moves_of(match: Match) -> list[Move]:
    """The decisions of a match; answers in one window are one move."""
    found: list[Move] = []
    starts = [decision.frame for decision in match.decisions] + [len(match.frames)]
    for decision, end in zip(match.decisions, starts[1:], strict=True):
        opened = match.game.window(match.frames[decision.frame - 1].view()) is not None
        answer = (decision.seat, decision.text)
        if opened and found and found[-1].is_window and not is_complete(match, found[-1]):
            found[-1] = Move((*found[-1].answers, answer), end, True)
        else:
            found.append(Move((answer,), end, opened))
    return found


def is_complete(match: Match, move: Move) -> bool:
    """Whether a window has closed when a move is over."""
    return match.game.window(match.frames[move.end - 1].view()) is None


class Tale(NamedTuple):
    """Frames and the moves that lead through them; the first frames need none."""

    frames: list[Position]
    moves: list[Move]
    first: int
    shown: list[bool]  # for each move, whether the viewer notices it


def told(match: Match, viewer: int) -> Tale:
    """A match as it was played."""
    moves = moves_of(match)
    first = match.decisions[0].frame if match.decisions else len(match.frames)
    sight = ViewerHistory(viewer)
    sight.look(match, 0)
    shown, start = [], first
    for move in moves:
        new = range(start, move.end)
        own = any(seat == viewer for seat, _ in move.answers)
        shown.append(own or any(sight.has_noticed(number) for number in new))
        start = move.end
    return Tale(match.frames, moves, first, shown)


def retold(tale: Tale, match: Match, viewer: int, chance: random.Random) -> Tale:
    """Another world that the viewer cannot tell apart: what it did not notice never happened."""
    sight = ViewerHistory(viewer)
    sight.look(match, 0)
    kept = [sight.has_noticed(number) for number in range(len(tale.frames))]
    start = tale.first
    for move, is_shown in zip(tale.moves, tale.shown, strict=True):
        if move.is_window and is_shown:  # as many answers as there are seats, however they come
            kept[start : move.end] = [True] * (move.end - start)
        start = move.end
    places = [sum(kept[:number]) for number in range(len(kept) + 1)]
    keys = redraws(match, chance)
    frames = [
        twin(frame, viewer, key)
        for frame, key, stays in zip(tale.frames, keys, kept, strict=True)
        if stays
    ]
    shown = zip(tale.moves, tale.shown, strict=True)
    moves = [move._replace(end=places[move.end]) for move, is_shown in shown if is_shown]
    return Tale(frames, moves, places[tale.first], [True] * len(moves))


def redraws(match: Match, chance: random.Random) -> list[int]:
    """A key for the twin of each frame; what only the viewer notices does not change the others."""
    public = ViewerHistory(SPECTATOR)
    public.look(match, 0)
    keys: list[int] = []
    for number in range(len(match.frames)):
        keys.append(chance.getrandbits(63) if public.has_noticed(number) else keys[-1])
    return keys


# --- a world --------------------------------------------------------------------------------------


class PaperLog:
    """A log on paper."""

    async def append(self, state: TableState, change: Change) -> list[LoggedEvent]:
        first = state.seq + 1
        return [
            LoggedEvent(
                TABLE_ID, first + n, e.kind, e.seat, e.person_id, e.client_id, e.body, 0, b""
            )
            for n, e in enumerate(change.events)
        ]

    async def keep_beside(self, table_id: str, change: Change) -> None:
        return


class World:
    """A table around given frames, with one socket of one viewer at it."""

    def __init__(self, played: Match, tale: Tale, viewer: int, language: str) -> None:
        game, seats = played.game, played.seats
        self.tale, self.viewer, self.language = tale, viewer, language
        self.time = 0.0
        secret = seeded_secret(0)
        table = Table(
            *(TABLE_ID, game.name, game.version, seats, secret, commitment(secret)),
            options=dict(played.options),
            clock={"decision": 60, "total": 900, "chat": True, "bot": "greedy"},
            host=12,
            state=PLAYING,
            length=1,
        )
        places = [Seat(TABLE_ID, s, "person", 11 + s, invite=f"i{s}") for s in range(seats)]
        self.state = TableState(game, table, places)
        count = SimpleNamespace(inc=lambda *n: None)
        services = SimpleNamespace(
            names=SimpleNamespace(known=dict(PEOPLE)),
            metrics=SimpleNamespace(
                sent=count, decisions=SimpleNamespace(labels=lambda **labels: count)
            ),
            compilation=SimpleNamespace(),
            limits=Limits(),
            network=Network(),
        )
        self.live = LiveTable(
            self.state,
            cast(Services, services),
            wake_at=lambda at: None,
            unload=lambda: None,
            table_log=cast(TableLog, PaperLog()),
        )
        for clock in (
            self.live.timers.clocks,
            self.live.timers.countdown,
            self.live.timers.absences,
        ):
            vars(clock)["_steady"] = lambda: self.time
        person = SimpleNamespace(id=11 + viewer) if viewer != SPECTATOR else None
        self.socket = Listener(self.live, cast(Any, person), language)
        self.live.broadcast.connections = {self.socket}
        self.deflate = Deflate()
        self.heard = 0
        self.lines = 0
        self.begin(played)

    def begin(self, played: Match) -> None:
        """The match as it is before the first decision."""
        self.state.apply([LoggedEvent(TABLE_ID, 0, START, None, None, None, None, 0, b"")])
        self.state.begin(self.match_after(played, 0))
        self.live.go_on()
        self.socket.send(self.live.whole_for(self.socket))

    def match_after(self, played: Match, moves: int) -> Match:
        """The match after so many moves."""
        match = played.fork()
        ends = [self.tale.first, *(move.end for move in self.tale.moves)]
        match.frames = self.tale.frames[: ends[moves]]
        match.decisions = [
            Decision(seat, text, start + n)
            for move, start in zip(self.tale.moves[:moves], ends, strict=False)
            for n, (seat, text) in enumerate(move.answers)
        ]
        return match

    @property
    def match(self) -> Match:
        assert self.state.match is not None
        return self.state.match

    async def make(self, number: int, order: Sequence[int], skips: bool) -> None:
        """Let a move happen as the table lets it; answers to a window arrive in some order."""
        move = self.tale.moves[number]
        trial = self.match_after(self.match, number + 1)
        if not move.is_window:
            ((seat, text),) = move.answers
            choice = decisions.SeatChoice(seat, [text], 11 + seat, f"m{self.state.seq}")
            facts = self.live.facts()
            await self.live.carry_out(decisions.decided(self.state, facts, trial, choice))
            return
        said = dict(move.answers)
        last = order[-1]
        for seat in order[:-1]:
            if skips and seat != self.viewer and said[seat] == self.window_action:
                continue  # this one lets the time run out
            event = NewEvent(ANSWER, {"actions": [said[seat]]}, seat, 11 + seat, f"a{seat}")
            await self.live.carry_out(Change((event,)))
        self.live.broadcast.notes()  # somebody comes or goes while the window is open
        answers = [(seat, [text]) for seat, text in move.answers]
        event = NewEvent(WINDOW, {"decisions": answers, "path": [said[last]]}, last, 11 + last, "w")
        await self.live.carry_out(decisions.played(trial, event))

    @property
    def window_action(self) -> str:
        assert self.state.window is not None
        return self.state.window.action

    def say(self, seat: int, channel: str, text: str) -> None:
        """Somebody says something, and it reaches whom it reaches."""
        self.lines += 1
        line = ChatLine(self.lines, TABLE_ID, 11 + seat, seat, channel, text, 0)
        self.state.take_lines([*self.state.lines, line])
        self.live.broadcast.line(line)

    def packets(self) -> Iterator[bytes]:
        """What went over the wire since the last time, compressed as in the real socket."""
        for text in self.socket.sent[self.heard :]:
            yield text.encode()
            nothing = cast(FrameProtocol, SimpleNamespace(client=False))
            _, packed = self.deflate.frame_outbound(
                nothing, Opcode.TEXT, RsvBits(False, False, False), text.encode(), True
            )
            yield bytes(packed)
        self.heard = len(self.socket.sent)

    def errors(self, texts: list[str]) -> Iterator[bytes]:
        """What refusals say, to this seat or to whoever is not seated."""
        for text in texts:
            try:
                if self.viewer == SPECTATOR:
                    raise Refused("not_allowed")
                decisions.tried(self.state, self.viewer, text.split(" + "), self.language)
            except Refused as refused:
                say, said = self.spoken(refused.rule)
                yield json.dumps(error(refused, say, said)).encode()
            else:
                yield b"accepted"

    def spoken(self, rule: str) -> tuple[Any, str]:
        """The table's words and a rule's, looked up once."""
        key = (self.state.game.name, self.language, rule)
        if key not in SPOKEN:
            SPOKEN[key] = (words(PACKAGE, self.language), self.socket.rule_text(rule))
        return SPOKEN[key]

    def pages(self) -> Iterator[bytes]:
        """The page, and the replay of a match that is not over."""
        visitor = Visitor(id=11, name="Ana", language=self.language)
        eyes = self.live.broadcast.audience(self.socket)
        yield table_page(visitor, self.live.broadcast.view().pieces(eyes)).encode()
        replay, viewer = unfinished(self), way(self)
        lines = replay.told(viewer, self.language)
        last = len(lines) - 1
        view = replay.view_at(last, viewer)
        yield replay_page(
            visitor,
            replay.game,
            replay.players,
            lines,
            moments=last + 1,
            at=last,
            as_=viewer,
            viewers=[(viewer, viewer)],
            board=board(view, replay.players, self.language),
            verdict=None,
            download="",
            frames_url="frames",
            finished=replay.finished,
            commitment=self.state.table.commitment,
            secret=replay.match.secret.hex() if replay.match.secret else "",
        ).encode()
        yield repr(replay.step(last, viewer, self.language)).encode()


def unfinished(world: World) -> Replay:
    """The replay as its route makes it for this viewer."""
    players = scenes.names(world.state, PEOPLE, words(PACKAGE, world.language))
    match = world.match.fork()
    match._secret = world.state.table.secret
    return Replay("/replay/x", world.state.game, match, players, finished=False)


def way(world: World) -> str:
    """The way of looking that its route allows this viewer."""
    return viewer_of(world.viewer)


# --- pairs ----------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was compared, and where it first differed."""

    pairs: int = 0
    bytes: int = 0
    different: int = 0  # pairs whose hidden parts really differ
    hiding: bool = False  # whether some view of these matches hides anything at all
    unnoticed: int = 0  # moves that the viewer was not to notice
    windows: int = 0
    leak: str = ""
    phases: set[str] = field(default_factory=set)


def any_options(game: Game, seats: int, chance: random.Random) -> dict[str, Any]:
    """Options that go together, the short ones of each."""
    while True:
        chosen: dict[str, Any] = {}
        for option in game.options:
            allowed = list(option.allowed)
            chosen[option.name] = chance.choice(allowed[:3] if len(allowed) > 4 else allowed)
        try:
            return dict(game.choose(chosen, seats))
        except SetupRefused:
            continue


def random_match(
    game: Game, seats: int, chance: random.Random, options: Mapping[str, Any] | None = None
) -> Match:
    """A match of random decisions; the answers of a window are taken by seat, as the table does."""
    chosen = any_options(game, seats, chance) | dict(options or {})
    match = Match(game, seats, options=chosen, secret=chance.randbytes(32))
    while not match.over and len(match.frames) < MOST_FRAMES:
        opened = game.window(match.view()) is not None
        seat = min(match.due) if opened else chance.choice(sorted(match.due))
        match.act(seat, chance.choice(match.legal(seat)))
    while not match.over and game.window(match.view()) is not None:  # no window half closed
        match.rewind(len(match.decisions) - 1)
    return match


def refused_texts(game: Game, chance: random.Random) -> list[str]:
    """Actions of every kind: cards that others hold, blocked lines, nonsense."""
    numbers = [chance.randrange(game.actions) for _ in range(2)]
    texts = [game.notation.action_text(number) for number in numbers]
    half = game.ways(texts[0])[0][0]
    return [*texts, f"{texts[0]} + {texts[1]}", half, "no such thing"]


async def compare(
    game: Game,
    seats: int,
    wanted: int,
    seed: int,
    pages_every: int = 25,
    options: Mapping[str, Any] | None = None,
) -> Tally:
    """Show twin worlds to each kind of viewer until so many frames have been paired for each."""
    chance = random.Random(seed)
    tally = Tally()
    viewers = [*range(seats), SPECTATOR]
    while tally.pairs < wanted * len(viewers) and not tally.leak:
        match = random_match(game, seats, chance, options)
        tally.hiding = tally.hiding or any(hides(match, viewer) for viewer in viewers)
        for viewer in viewers:
            language = LANGUAGES[chance.randrange(3)] if game.page else "en"
            tale = told(match, viewer)
            one = World(match, tale, viewer, language)
            two = World(match, retold(tale, match, viewer, chance), viewer, language)
            left = wanted * len(viewers) - tally.pairs
            await Pair(one, two, chance, tally, pages_every).show(left)
            del one, two
            if tally.leak:
                break
        gc.collect()  # a table is a cycle, and holds all the messages of its match
    return tally


def hides(match: Match, viewer: int) -> bool:
    """Whether a view of some frame shows less than there is, by `conceal`, which knows no twin."""
    for frame in match.frames:
        view = frame.copy()
        view.record.viewer = viewer
        if frame.view(viewer).tobytes() != view.tobytes():
            return True
    return False


@dataclass
class Pair:
    """Two worlds side by side."""

    one: World
    two: World
    chance: random.Random
    tally: Tally
    pages_every: int

    async def show(self, most: int) -> None:
        """Let both worlds go from decision to decision, and compare all that is sent."""
        start, made = len(self.one.match.frames), 0
        self.same("socket")
        for number, is_shown in enumerate(self.one.tale.shown):
            self.one.time = self.two.time = float(number)
            order = self.answer_order(self.one, number)
            await self.one.make(number, order, skips=False)
            if is_shown:
                order = self.answer_order(self.two, made)
                await self.two.make(made, order, skips=self.chance.random() < 0.5)
                made += 1
            else:
                self.tally.unnoticed += 1
            self.same("socket" if is_shown else "something that nobody should notice")
            self.after(number, start)
            start = len(self.one.match.frames)
            if self.tally.leak or start >= most:
                return

    def answer_order(self, world: World, number: int) -> list[int]:
        """In which order answers come in: the viewer's own first, so that it sees the same."""
        move = world.tale.moves[number]
        self.tally.windows += move.is_window
        order = [seat for seat, _ in move.answers]
        self.chance.shuffle(order)
        return sorted(order, key=lambda seat: seat != world.viewer)

    def after(self, number: int, start: int) -> None:
        """What else may leave for the viewer after a move: refusals, talk, clocks, pages."""
        one, two, chance = self.one, self.two, self.chance
        for world in (one, two):
            world.time = number + 0.5
        if not one.match.over:
            texts = refused_texts(one.state.game, chance)
            illegal = [text for text in texts if not may_act(one, text)]
            self.compare("error", one.errors(illegal), two.errors(illegal))
            if chance.randrange(4) == 0:
                self.talk()
                one.live.broadcast.notes()
                two.live.broadcast.notes()
                self.same("what is around")
            if chance.randrange(self.pages_every) == 0:
                self.compare("page", one.pages(), two.pages())
                for world in (one, two):
                    world.socket.send(world.live.whole_for(world.socket))
                self.same("whole")
        # from the last frame back: what only one world has lies before it
        new = reversed(one.match.frames[start:])
        for frame, other in zip(new, reversed(two.match.frames), strict=False):
            self.tally.pairs += 1
            self.tally.phases.add(frame.phase)
            self.tally.different += frame != other

    def talk(self) -> None:
        """Something is said to all, to the viewer's team, and by others to their own."""
        game, seats = self.one.state.game, self.one.state.table.seats
        teams, viewer = game.teams(seats), self.one.viewer
        for world in (self.one, self.two):
            world.say(0, "table", "hello <b>all</b>")
            if viewer != SPECTATOR:
                world.say(viewer, "team", "for my team")
        strangers = [s for s in range(seats) if viewer == SPECTATOR or teams[s] != teams[viewer]]
        for seat in strangers[: self.chance.randrange(3)]:
            self.one.say(seat, "team", f"I have {self.chance.randrange(99)}")

    def same(self, what: str) -> None:
        self.compare(what, self.one.packets(), self.two.packets())

    def compare(self, what: str, one: Iterator[bytes], two: Iterator[bytes]) -> None:
        for left, right in zip_longest(one, two):
            self.tally.bytes += len(left or b"")
            if left != right and not self.tally.leak:
                self.tally.leak = difference(what, left or b"", right or b"")


def difference(what: str, left: bytes, right: bytes) -> str:
    """Where two messages part."""
    pairs = enumerate(zip(left, right, strict=False))
    place = next((i for i, (a, b) in pairs if a != b), min(len(left), len(right)))
    near = slice(max(0, place - 60), place + 60)
    return f"{what}: …{left[near]!r}… is not …{right[near]!r}…"


def may_act(world: World, text: str) -> bool:
    """Whether a text begins an action of this seat: what comes of it is up to chance."""
    if world.viewer not in world.match.due:
        return False
    first = text.split(" + ", maxsplit=1)[0]
    for action in world.match.legal(world.viewer):
        if first in (action.text, *(way[0] for way in world.state.game.ways(action.text))):
            return True
    return False


def in_loop(work: Callable[[], Coroutine[Any, Any, Tally]]) -> Tally:
    return asyncio.run(work())


def check(tally: Tally, pairs: int) -> None:
    """Nothing leaked, and enough was there to leak, unless the views of the game hide nothing."""
    assert tally.leak == ""
    assert tally.pairs >= pairs
    assert tally.different > tally.pairs // 2 if tally.hiding else tally.different == 0
