"""What stands around the board follows the steps that are shown, not what is decided already."""

from __future__ import annotations

import asyncio
import random
import re

import pytest

import kermesse
from kermesse.core.events import Tempo
from kermesse.core.match import Match
from kermesse.core.record import SPECTATOR
from kermesse.table.state.log_events import OVER
from kermesse.table.views.sheet import tempo_of_step

from .wires import Page
from .worlds import World, random_match, told

GAMES = [("muvuca", 2), ("shuppa", 3), ("moon_river", 2), ("viva", 3), ("muckle", 4)]


def due_in(seats: str) -> set[int]:
    return {int(seat) for seat in re.findall(r'class="seat seat-(\d)[^"]* due', seats)}


def points_in(seats: str) -> list[int]:
    return [int(number) for number in re.findall(r'class="points">(-?\d+) ', seats)]


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.varied
def test_panels_and_status_are_those_of_the_step(name: str, seats: int, viewer: int) -> None:
    async def scene() -> tuple[int, int]:
        game, chance = kermesse.game(name), random.Random(5)
        match = random_match(game, seats, chance)
        tale = told(match, viewer)
        world = World(match, tale, viewer, "en")
        assert world.state.match is not None
        page = Page()
        page.put(world.socket.told()[0]["steps"][0]["put"])
        several = behind = 0
        for number, move in enumerate(tale.moves):
            first = len(world.match.frames)
            heard = len(world.socket.sent)
            await world.make(number, [seat for seat, _ in move.answers], skips=False)
            messages = [m for m in world.socket.told()[heard:] if m.get("steps")]
            steps = [step for message in messages for step in message["steps"]]
            shown = [step for step in steps if "log" in step.get("add", {})]
            frames = (
                world.live.broadcast.view()
                .screen(world.live.broadcast.audience(world.socket))
                .frames(first)
            )
            if len(shown) != len(frames):  # answers of a window are shown in one go
                continue
            for place, (frame, step) in enumerate(zip(frames, shown, strict=True)):
                page.put(step.get("put", {}))
                put = page.parts
                view = world.match.frames[frame].view(viewer)
                is_last = place == len(frames) - 1
                if is_last and world.state.status == OVER:
                    continue
                assert points_in(put["seats"]) == view.points
                assert due_in(put["seats"]) == view.due
                if is_last:
                    continue
                several += 1
                behind += view.points != world.match.frames[-1].view(viewer).points
                assert "yours" not in put["status"].split(">")[0]
                assert "data-deadline" not in put["seats"] + put["countdown"]
                if not view.due and game.page is not None:
                    text = re.sub(r"<[^>]*>", "", put["status"])
                    assert not re.search(r"choos|Choose|Take|Play", text), text
        return several, behind

    several, behind = asyncio.run(scene())
    assert several > 10
    if name in ("muvuca", "shuppa"):
        assert behind  # there was something to run ahead of


def test_the_last_step_of_a_match_takes_its_time_whatever_its_event_is() -> None:
    match, chance = Match(kermesse.game("moon_river"), 3, secret=bytes(32)), random.Random(5)
    while not match.over:
        seat = min(match.due)
        match.act(seat, chance.choice(match.legal(seat)))
    before, last = (frame.view(SPECTATOR) for frame in match.frames[-2:])
    assert before.record.event == last.record.event  # two lines of the score sheet
    assert (tempo_of_step(before), tempo_of_step(last)) == (Tempo.TICK, Tempo.END)
