"""The table's parts: what they may know, how often a view is made, and what of a board is sent."""

from __future__ import annotations

import ast
import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kermesse
import kermesse.table
from kermesse.core.html import Element, changes, div, join, span
from kermesse.core.position import Position, View
from kermesse.core.record import SPECTATOR
from kermesse.table.views.screen import board

from .wires import Listener, Page, act, open_tables, people, seated, some_path
from .worlds import random_match

PACKAGE = Path(kermesse.table.__file__).parent
MUVUCA = kermesse.game("muvuca")
GAMES = (("muvuca", 2), ("muckle", 4), ("viva", 3), ("shuppa", 3), ("moon_river", 2))


@pytest.mark.parametrize("folder", ["state", "commands", "views"])
def test_what_is_true_asked_or_seen_knows_no_clock_no_loop_and_no_socket(folder: str) -> None:
    for file in (PACKAGE / folder).glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = {
            name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [each.name for each in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            )
        }
        assert not names & {"asyncio", "time", "socket", "starlette", "threading"}, file


def test_each_view_of_a_frame_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For two players and a spectator: one for each of them and frame."""
    made: Counter[tuple[int, int]] = Counter()
    kept: list[Position] = []  # so that no frame gets the id of another
    plain = Position.view

    def view(self: Position, seat: int = SPECTATOR) -> View:
        kept.append(self)
        made[id(self), seat] += 1
        return plain(self, seat)

    async def scene() -> None:
        async with open_tables(tmp_path) as tables:
            those = await people(tables, "Ana", "Rui")
            live = await seated(tables, MUVUCA, *those, options={"first_player": "seat0"})
            sockets = [*(Listener(live, person) for person in those), Listener(live)]
            for socket in sockets:
                await live.join(socket)
            path = some_path(live, 0)
            monkeypatch.setattr(Position, "view", view)
            assert live.state.match is not None
            before = len(live.state.match.frames)
            assert await sockets[0].ask(act(live, path)) == ""
            frames = len(live.state.match.frames) - before
            assert frames > 5
            assert set(made.values()) == {1}
            assert len(made) <= 3 * (frames + 1)  # and of the frame before

    asyncio.run(scene())


# --- what of a board is sent ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_a_board_with_its_changes_put_in_is_the_next_board(
    name: str, seats: int, viewer: int
) -> None:
    game, names = kermesse.game(name), [f"<{seat}>" for seat in range(seats)]
    match = random_match(game, seats, random.Random(3))
    page, parts = Page(), 0
    before: Any = None
    for frame in match.frames[:120]:
        now = board(frame.view(viewer), names, "fr")
        found = None if before is None else changes(before, now)
        page.put({"board": now} if found is None else found)
        parts += bool(found)
        assert page.parts["board"] == now
        before = now
    if name == "muvuca":
        assert parts > 100


def small(text: str, inside: str = "") -> Any:
    return div(id="all")["x", [span(id="a")[text], span(class_="y")[span(id="b")[inside]]], "z"]


def test_changes_are_the_smallest_elements_that_hold_them() -> None:
    assert changes(small("1"), small("1")) == {}
    assert changes(small("1"), small("2")) == {"a": '<span id="a">2</span>'}
    assert changes(small("1"), small("2", "3")) == {
        "a": '<span id="a">2</span>',
        "b": '<span id="b">3</span>',
    }


@pytest.mark.parametrize(
    "other",
    [
        div(id="all")["x", [span(id="a")["1"], span(class_="y")[span(id="c")[""]]], "z"],  # an id
        div(id="all")["x", [div(id="a")["1"], span(class_="y")[span(id="b")[""]]], "z"],  # a tag
        div(id="all")["x", [span(id="a")["1"], span(class_="n")[span(id="b")[""]]], "z"],  # around
        div(id="all")["x", [span(class_="y")[span(id="b")[""]], span(id="a")["1"]], "z"],  # order
        div(id="all", class_="k")["x", [span(id="a")["1"]], "z"],
        span["x"],
    ],
)
def test_what_cannot_be_renewed_by_parts_is_said_so(other: Any) -> None:
    assert changes(small("1"), other) is None


def test_a_text_that_was_cut_from_an_element_has_no_parts() -> None:
    cut = small("1").removesuffix("</div>")
    assert isinstance(cut, Element)
    assert (cut.parts, cut.id, str(join(cut, "<"))) == ((), "", str(cut) + "&lt;")
