"""Matches to look at again: finished ones, one's own view of unfinished ones, uploaded files."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import partial

from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kermesse.core.errors import KermesseError, MatchFileError
from kermesse.core.game import Game
from kermesse.core.html import li
from kermesse.core.match import Match
from kermesse.core.matchfile import LARGEST, read_match, write_match
from kermesse.core.position import Position, View
from kermesse.core.record import SPECTATOR
from kermesse.core.verification import resume, verify
from kermesse.store import NewEvent
from kermesse.table.forms import FormError, read_count
from kermesse.table.pages.replay import Consent, replay_page, upload_page
from kermesse.table.refusals import Refused
from kermesse.table.room import Room
from kermesse.table.scene import board, names
from kermesse.table.site import Site, in_thread, page, posted
from kermesse.table.sitting import OVER, SHOW, Sitting
from kermesse.table.visitor import Visitor

EVERYBODY, OPENED = "all", "open"  # what everybody saw; all hands open
CHUNK = 64
KEPT = 64  # replays in memory


@dataclass
class Replay:
    """A match that can be looked at, and with whose eyes."""

    path: str
    game: Game
    match: Match
    players: list[str]
    viewers: list[str]  # the ways of looking that are allowed
    finished: bool
    verdict: list[str] | None = field(default=None)
    renamed: int = 0  # how often people of the house had been renamed
    sitting: Sitting | None = None  # of a finished match whose hands the rules keep hidden
    hidden: bool = False  # the secret and the others' hands, from this visitor
    _moments: dict[str, list[int]] = field(default_factory=dict)

    def shown_to(self, person: int | None) -> Replay:
        """What of this a person may see: of hidden hands only their own, unless all agreed."""
        if self.sitting is None:
            return self
        seat, claims = self.sitting.seat_of(person), self.sitting.claims
        if seat != SPECTATOR and claims <= self.sitting.agreed:
            return replace(self, viewers=[OPENED, *self.viewers])
        own = [] if seat == SPECTATOR else [str(seat)]
        verdict = [problem.partition(", ")[0] for problem in self.verdict or []]  # no decision
        return replace(self, viewers=[*own, EVERYBODY], hidden=True, verdict=verdict)

    def consent(self, person: int | None) -> Consent | None:
        """Who agreed so far to show the hands that the rules keep hidden, as a person may know."""
        if self.sitting is None or not self.hidden:
            return None
        claims = self.sitting.claims
        return Consent(
            is_player=self.sitting.seat_of(person) != SPECTATOR,
            has_agreed=person in self.sitting.agreed,
            agreed=len(claims & self.sitting.agreed),
            players=len(claims),
        )

    def view(self, frame: Position, viewer: str) -> View:
        """A frame as that viewer saw it."""
        if viewer == OPENED:
            return opened(frame)
        return frame.view(SPECTATOR if viewer == EVERYBODY else int(viewer))

    def moments(self, viewer: str) -> list[int]:
        """The frames that a viewer noticed: what others did unseen is no moment for it."""
        if viewer not in self._moments:
            found, before = [], b""
            for number, frame in enumerate(self.match.frames):
                seen = self.view(frame, viewer).tobytes()
                if seen != before:
                    found.append(number)
                before = seen
            self._moments[viewer] = found
        return self._moments[viewer]

    def same_moment(self, moment: int, viewer: str, other: str) -> int:
        """The moment of one viewer that was nearest to a moment of another."""
        theirs = self.moments(other)
        frame = theirs[min(moment, len(theirs) - 1)]
        return bisect_right(self.moments(viewer), frame) - 1

    def view_at(self, moment: int, viewer: str) -> View:
        """What a viewer saw at a moment."""
        return self.view(self.match.frames[self.moments(viewer)[moment]], viewer)

    def step(self, moment: int, viewer: str, language: str) -> dict[str, object]:
        """What the page shows at a moment."""
        view = self.view_at(moment, viewer)
        shown = self.game.page
        return {
            "put": {"board": board(view, self.players, language)},
            "line": self.line(view, language),
            "sound": shown.sound(view) if shown else "",
            "about": list(shown.about(view)) if shown else [],
        }

    def line(self, view: View, language: str) -> Markup:
        """What happened, in words."""
        words = self.game.words(language)
        return li[self.game.notation.event_text(view.record, self.players, words)]

    def told(self, viewer: str, language: str) -> list[tuple[int, str]]:
        """Everything that happened, in words, each with its moment."""
        words = self.game.words(language)
        tell = partial(self.game.notation.event_text, names=self.players, say=words)
        return [
            (moment, tell(self.view_at(moment, viewer).record))
            for moment in range(len(self.moments(viewer)))
        ]


def opened(frame: Position) -> View:
    """A frame of a finished match with every hand open."""
    laid_open = View(frame.game, frame.copy()._batch)
    laid_open.record.viewer = SPECTATOR
    return laid_open


class ReplayRoutes:
    """Where people look back."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.house = site.house
        self._kept: OrderedDict[tuple[str, str], Replay] = OrderedDict()

    @property
    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/replay", self.upload_form),
            Route("/replay/upload", self.upload, methods=["POST"]),
            Route("/replay/{source:path}/frames", self.frames),
            Route("/replay/{source:path}/file", self.download),
            Route("/replay/{table}/agree", self.agree, methods=["POST"]),
            Route("/replay/{source:path}", self.show),
        ]

    async def upload_form(self, request: Request) -> Response:
        """Where to look at a match file."""
        return page(upload_page(self.site.identity.visitor(request)))

    async def upload(self, request: Request) -> Response:
        """Take in a match file and show it."""
        self.site.check_pace(request, self.site.uploads)
        visitor = self.site.identity.visitor(request)
        form = await posted(request, largest=LARGEST)
        sent = form.get("file")
        try:
            if not isinstance(sent, UploadFile) or not sent.filename:
                raise MatchFileError(visitor.say("Choose a match file first."))
            text = read_text(await sent.read(LARGEST + 1), visitor)
            file = read_match(text, self.house_game)
            if file.secret is None:
                raise MatchFileError(
                    visitor.say("This match is not over, so it cannot be shown yet.")
                )
            await in_thread(resume, file)
            upload_id = await in_thread(self.house.store.keep_upload(text, visitor.id).result)
        except KermesseError as refused:
            return page(upload_page(visitor, str(refused)), 400)
        finally:
            await form.close()
        return await self.site.go(request, f"/replay/file/{upload_id}")

    def house_game(self, name: str) -> Game:
        """A game of this server, for reading a file."""
        if not isinstance(name, str) or name not in self.house.games:
            raise MatchFileError("the file is of a game or a variant that is not played here")
        return self.house.games[name]

    # --- what is looked at ----------------------------------------------------------------------

    async def _replay(self, request: Request, visitor: Visitor) -> Replay:
        source = request.path_params["source"]
        kind, _, name = source.rpartition("/")
        if kind == "file":
            return await self._of_file(name, source)
        if kind:
            raise Refused("gone")
        return (await self._of_table(name, visitor)).shown_to(visitor.id)

    async def _of_file(self, upload_id: str, source: str) -> Replay:
        kept = self._kept.get((source, ""))
        if kept is not None:
            return kept
        text = self.house.store.upload(upload_id)
        if text is None:
            raise Refused("gone")
        file = read_match(text, self.house_game)
        match = await in_thread(resume, file)
        problems = await in_thread(verify, text, self.house_game)
        found = self._finished(f"/replay/{source}", file.game, match, file.players, problems)
        self._keep((source, ""), found)
        return found

    async def _of_table(self, table_id: str, visitor: Visitor) -> Replay:
        kept = self._kept.get((table_id, visitor.language))
        if kept is not None and kept.renamed != self.house.renamed:
            kept = None  # somebody has another name now, or none
        if kept is not None:
            return kept
        room = await self._room(table_id, visitor)
        match = room.sitting.match
        assert match is not None
        players = names(room.sitting, self.house.names, visitor.say)
        path = f"/replay/{table_id}"
        if room.sitting.state != OVER:
            seat = room.sitting.seat_of(visitor.id)
            own = EVERYBODY if seat == SPECTATOR else str(seat)
            return Replay(path, room.sitting.game, match, players, [own], finished=False)
        match = match.fork()
        match.players = [player[:40] for player in players]
        problems = await in_thread(verify, write_match(match))
        found = self._finished(path, room.sitting.game, match, players, problems)
        found.renamed = self.house.renamed
        if not room.sitting.game.open_at_end:
            found.sitting = room.sitting
        self._keep((table_id, visitor.language), found)
        return found

    async def _room(self, table_id: str, visitor: Visitor) -> Room:
        """A table that has a match, for somebody who may look at it."""
        room = await self.house.room(table_id)
        await room.ready.wait()
        if room.sitting.match is None or (visitor.id is not None and visitor.id in room.kicked):
            raise Refused("gone")
        return room

    def _finished(
        self, path: str, game: Game, match: Match, players: list[str], problems: list[str]
    ) -> Replay:
        viewers = [EVERYBODY, *map(str, range(match.seats))]
        if game.open_at_end:
            viewers.insert(0, OPENED)
        return Replay(path, game, match, players, viewers, finished=True, verdict=problems)

    def _keep(self, key: tuple[str, str], replay: Replay) -> None:
        self._kept[key] = replay
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    # --- pages ----------------------------------------------------------------------------------

    async def show(self, request: Request) -> Response:
        """The page of a match."""
        visitor = self.site.identity.visitor(request)
        replay = await self._replay(request, visitor)
        viewer = self._viewer(request, replay)
        events = await in_thread(replay.told, viewer, visitor.language)
        last = len(events) - 1
        at = self._moment(request, replay, viewer, last)
        view = replay.view_at(at, viewer)
        match = replay.match
        return page(
            replay_page(
                visitor,
                replay.game,
                replay.players,
                events,
                last + 1,
                at,
                viewer,
                [(name, self._label(name, replay, visitor)) for name in replay.viewers],
                board(view, replay.players, visitor.language),
                replay.verdict,
                f"{replay.path}/file" if replay.finished and not replay.hidden else "",
                f"{replay.path}/frames",
                replay.finished,
                match.commitment,
                match.secret.hex() if match.secret and not replay.hidden else "",
                replay.path,
                replay.consent(visitor.id),
            )
        )

    def _viewer(self, request: Request, replay: Replay) -> str:
        wanted = request.query_params.get("as", replay.viewers[0])
        if wanted not in replay.viewers:
            raise Refused("not_allowed")
        return wanted

    def _moment(self, request: Request, replay: Replay, viewer: str, last: int) -> int:
        """The moment that an address asks for; ``was`` is through whose eyes it was counted."""
        was = request.query_params.get("was", viewer)
        if was == viewer:
            return whole(request, "at", last + 1, default=last if not replay.finished else 0)
        if was not in replay.viewers:
            raise Refused("not_allowed")
        moment = whole(request, "at", len(replay.moments(was)), default=0)
        return replay.same_moment(moment, viewer, was)

    def _label(self, viewer: str, replay: Replay, visitor: Visitor) -> str:
        if viewer == OPENED:
            return visitor.say("All hands open")
        if viewer == EVERYBODY:
            return visitor.say("What everybody saw")
        return visitor.say("What {name} saw", name=replay.players[int(viewer)])

    async def frames(self, request: Request) -> Response:
        """Some moments of a match, rendered."""
        visitor = self.site.identity.visitor(request)
        replay = await self._replay(request, visitor)
        viewer = self._viewer(request, replay)
        total = len(await in_thread(replay.moments, viewer))
        first = whole(request, "from", total, default=0)
        end = min(total, first + CHUNK, whole(request, "to", 2**31, default=first + CHUNK))
        steps = [replay.step(n, viewer, visitor.language) for n in range(first, end)]
        return JSONResponse({"from": first, "steps": steps})

    async def download(self, request: Request) -> Response:
        """The match file of a finished match."""
        replay = await self._replay(request, self.site.identity.visitor(request))
        if not replay.finished or replay.hidden:
            raise Refused("not_allowed")
        name = f"{replay.game.name}-{replay.path.rpartition('/')[2][:8]}.json"
        return Response(
            write_match(replay.match),
            media_type="application/json",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    async def agree(self, request: Request) -> Response:
        """A player agrees to show all hands to the players; once all have, they are shown."""
        visitor, table_id = self.site.identity.visitor(request), request.path_params["table"]
        room = await self._room(table_id, visitor)
        async with room.lock:
            sitting = room.sitting
            seat = sitting.seat_of(visitor.id)
            if seat == SPECTATOR or sitting.state != OVER or sitting.game.open_at_end:
                raise Refused("not_allowed")
            if visitor.id not in sitting.agreed:
                await room.write(NewEvent(SHOW, None, seat, visitor.id))
                room.tell_notes(sitting.last_notes(1))
        for key in [key for key in self._kept if key[0] == table_id]:
            del self._kept[key]  # it may hold the table as it was before
        return await self.site.go(request, f"/replay/{table_id}")


def whole(request: Request, name: str, below: int, default: int) -> int:
    """A number in an address."""
    given = {name: request.query_params.get(name, "")}
    try:
        return read_count(given, name, range(below), default)
    except FormError:
        raise Refused("bad_message") from None


def read_text(content: bytes, visitor: Visitor) -> str:
    """The text of an uploaded file."""
    if len(content) > LARGEST:
        raise MatchFileError(visitor.say("This file is too large for a match."))
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise MatchFileError(visitor.say("This file is not a match file: it is no text.")) from None
