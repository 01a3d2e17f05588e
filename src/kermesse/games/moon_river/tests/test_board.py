"""The page of Moon River: sound HTML, what every label says, what the last step speaks of."""

from __future__ import annotations

import re

import pytest

from kermesse.core.conformance.page import Page, classes
from kermesse.core.words import ENGLISH, LANGUAGES
from kermesse.games.moon_river import board, game
from kermesse.games.moon_river.board.art import DRAWINGS, art, cover, face, sign
from kermesse.games.moon_river.components import PIECES
from kermesse.games.moon_river.tests.boards import (
    NAMES,
    drawn,
    html,
    random_positions,
    random_views,
)
from kermesse.games.moon_river.tests.scenes import (
    LINES,
    at_the_end,
    layout,
    placed,
    scaled,
    scene,
    sheet,
)

SOUNDS = {"", "card", "slide", "point", "win"}
EXAMPLE = layout("""
Dn   D0 #   Cn  Cc*1
Dc*1 D0 C0  Cn  Cc*1
Ds   Mn Mc*1 Ccc*2 C0
K5   Mc*1 Aco*1/farmer Ac*1 F1
K5   K4 K4  Ac*1 Ac*1
""")  # MR-T01


# --- sound HTML ---------------------------------------------------------------------------------


def test_a_board_is_sound_html() -> None:
    """Ids are unique, nothing is styled or scripted in place, and every symbol is drawn."""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', art()))
    for _, view in random_views(scaled(6, 3), share=0.008):
        text = html(view)
        page = Page(text)
        assert len(set(page.ids)) == len(page.ids)
        assert page.elements[0][1]["id"] == "board"
        assert not page.having("style")
        assert not re.search(r" on\w+=|<script|&lt;(div|span|svg)|Ana <b>", text)
        uses = {found["href"] for tag, found, _ in page.elements if tag == "use"}
        assert {use.removeprefix("#") for use in uses} <= symbols
        for seat in range(view.seats):
            assert {f"plate-{seat}", f"ranch-{seat}", f"reserve-{seat}"} <= set(page.ids)
        assert {"round", "box", "saloon", "supply", "stack", "tray", "sheet"} <= set(page.ids)
        targets = {found["popovertarget"] for found in page.having("popovertarget")}
        assert targets <= set(page.ids)


def test_everything_that_is_named_exists() -> None:
    """`data-from` names something of the board before, `about` something of this one."""
    before: dict[int, set[str]] = {}
    happened = set()
    for position, _ in random_positions(scaled(2, 2)):
        if position.event.kind == "set_up":
            before.clear()
        for viewer in (-1, 1):
            view = position.view(viewer)
            text = html(view)
            ids = set(re.findall(r' id="([^"]+)"', text))
            sources = set(re.findall(r' data-from="([^"]+)"', text))
            assert sources <= before.get(viewer, ids), view.event
            assert set(board.about(view)) <= ids
            assert board.about(view)
            assert board.sound(view) in SOUNDS
            before[viewer] = ids
        happened.add(position.event.kind)
    assert len(happened) > 28


@pytest.mark.rule("MR-132", "MR-135")
def test_everybody_sees_the_same_pieces() -> None:
    for _, view in random_views(scaled(3, 1), share=0.008):
        shown = sorted(i for i in drawn(view).ids if re.fullmatch(r"[cwtvkms]\d+-\d+(-\d+)?", i))
        other = view.game.position(view.imagine(1).text).view(-1)
        there = drawn(other).ids
        assert shown == sorted(i for i in there if re.fullmatch(r"[cwtvkms]\d+-\d+(-\d+)?", i))


# --- ranches ------------------------------------------------------------------------------------


def test_a_ranch_shows_plots_cows_and_partners() -> None:
    page = drawn(at_the_end({0: EXAMPLE}).view(0))
    cells = [i for i in page.ids_in("ranch-0") if i.startswith("c0-")]
    assert len(cells) == 24
    assert page["c0-17"]["aria-label"] == "r4c3: farm (1 cow, 1 circle), 1 cow on it, farmer"
    assert page["c0-13"]["aria-label"] == "r3c4: canyon (2 cows), 2 cows on it"
    assert {"w0-13-0", "w0-13-1"} <= set(page.ids_in("c0-13"))
    assert "t0-17" in page.ids_in("c0-17")
    assert "Territory of 7 plots, 4 cows." in page["c0-13"]["data-tip"]
    assert "A partner protects its cows." in page["c0-18"]["data-tip"]
    assert {"y4", "x3"} <= set(classes(page["c0-17"]))


@pytest.mark.rule("MR-101", "MR-102")
def test_boards_of_legends_have_their_own_spaces_and_bridges() -> None:
    options = {"variant": "legends", "colours": "purple-white-orange-green"}
    view = game.new(seats=4, seed=1, options=options).view(0)
    page = drawn(view)
    for seat, spaces, bridges in ((0, 4, 1), (1, 3, 2), (2, 3, 2), (3, 2, 3)):
        labels = [label for label in page.labels(f"ranch-{seat}") if label.endswith(": bridge")]
        assert len(labels) == bridges
        gaps = [found for found in page.inside(f"reserve-{seat}") if "gap" in classes(found)]
        assert len(gaps) == spaces
    assert "Board of Mary: 4 spaces, 1 bridge." in page.labels("ranch-0")
    plan = {"scenario": "timber", **options}
    wet = drawn(game.new(seats=4, seed=1, options=plan).view(0))
    river = [found for found in wet.inside("ranch-0") if "wet" in classes(found)]
    assert len(river) == 5
    assert "one of them by the river" in html(game.new(seats=4, seed=1, options=plan).view(0))


@pytest.mark.rule("MR-17")
def test_a_plot_without_a_space_lies_beside_the_board() -> None:
    page = drawn(scene(3, reserves={0: "D0 Cn K3 K4"}).view(0))
    look = {i: classes(page[i]) for i in page.ids_in("reserve-0")}
    assert [i for i, found in look.items() if "beside" in found] == ["v0-23-0"]
    assert board.prompt(scene(3, reserves={0: "D0 Cn K3 K4"}).view(0), ENGLISH).startswith(
        "Reserve full"
    )


@pytest.mark.rule("MR-116")
def test_a_small_screen_shows_the_rows_of_a_long_frame_that_can_be_reached() -> None:
    low = drawn(scene(2, reserves={0: "D0 Cn"}).view(0))
    assert "near5" in classes(low["ranch-0"])
    ranch = {f"r{row}c3": "D0" for row in range(2, 8)}
    high = drawn(scene(2, {0: ranch}, {0: "C0 Cn"}, round=12).view(0))
    assert {"rows10", "near9"} <= set(classes(high["ranch-0"]))
    assert "near5" in classes(high["ranch-1"])
    assert len([f for f in high.inside("ranch-0") if "far" in classes(f)]) == 5


# --- the score sheet ----------------------------------------------------------------------------


@pytest.mark.rule("MR-143")
def test_the_sheet_shows_every_line_as_it_stands() -> None:
    position = scene(3, {0: EXAMPLE}, round=12, variant="legends", plan="city")
    page, text = drawn(position.view(1)), html(position.view(1))
    assert [i for i in page.ids_in("sheet") if i.startswith("line-")] == [
        f"line-{n}" for n in range(13)
    ]
    for number, line in enumerate(LINES):
        points = [sheet(position, seat)[line] for seat in (1, 2, 0)]
        row = re.search(rf'<tr id="line-{number}".*?</tr>', text)
        assert row
        assert [int(n) for n in re.findall(r"<td[^>]*>(\d+)</td>", row[0])] == points


@pytest.mark.rule("MR-143", "MR-88", "MR-92")
def test_the_sheet_is_counted_line_by_line_and_the_plots_that_count_stand_out() -> None:
    position = at_the_end({0: EXAMPLE}, seats=3)
    counted = {}
    while not position.over:
        position.advance()
        page = drawn(position.view(0))
        if position.event.kind == "scored":
            line = LINES[position.event.args[0]]
            here = [i for i in page.ids if "counts" in classes(page[i])]
            counted[line] = {int(i.removeprefix("c0-")) for i in here}
            told = re.findall(r"<td[^>]*>(·|\d+)</td>", html(position.view(0)))
            lines_told = position.event.args[0] + (position.event.args[0] <= 10)
            assert sum(found == "·" for found in told) == (
                0 if position.over else 3 * (12 - min(lines_told, 11))
            )
    assert counted["desert"] == {0, 1, 5, 6, 10}
    assert counted["meadow"] == {11, 12, 16}
    assert counted["forest"] == set()
    assert counted["ears"] == {15, 20, 21, 22}
    assert counted["farmers"] == {15, 17, 20, 21, 22}
    assert counted["prospectors"] == counted["total"] == set()
    page = drawn(position.view(0))
    assert "winner" in classes(page["player-0"])
    assert "Ana &lt;b&gt; wins!" in html(position.view(0))
    assert "89" in html(position.view(0))


SCENARIOS = {
    "timber": ({"r2c3": "F1", "r3c3": "F1", "r3c2": "F1", "r5c1": "F1"}, {7, 12, 11}),
    "gold": ({"r2c2": "Dn", "r2c3": "Cn", "r3c3": "Mn", "r5c5": "Mn"}, {6, 7, 12}),
    "outlaws": (
        {"r2c2": "Do/desperado", "r2c3": "Mo/trapper.cowboy", "r3c3": "Mo/prospector"},
        {6, 7, 12},
    ),
    "city": ({"r2c2": "Ac", "r2c3": "Ac", "r3c3": "Ac", "r5c5": "Ac"}, {6, 7, 12}),
}


@pytest.mark.rule("MR-105", "MR-106", "MR-109", "MR-111")
@pytest.mark.parametrize("plan", SCENARIOS)
def test_the_groups_of_a_scenario_stand_out_when_they_are_counted(plan: str) -> None:
    ranch, cells = SCENARIOS[plan]
    ranch = ranch | {"r1c1": "K3", "r1c2": "K3"}
    if len(ranch) % 2:
        ranch["r1c4"] = "K4"
    position = at_the_end({0: ranch}, variant="legends", plan=plan)
    while position.event.kind != "scored" or position.event.args[0] != 11:
        position.advance()
    page = drawn(position.view(0))
    assert {i for i in page.ids if "counts" in classes(page[i])} == {f"c0-{n}" for n in cells}
    assert board.about(position.view(0)) == ["line-11"]


# --- steps --------------------------------------------------------------------------------------


def test_pieces_are_seen_to_come_from_where_they_were() -> None:
    position = scene(3, {0: {"r1c2": "M0", "r1c1": "C0"}}, {0: "Mcc Cs"})
    position.act(0, "join Mcc Cs")
    events = []
    position.decide(0, "place r2c1 r2c2")
    page = drawn(position.view(0))
    assert page["c0-6"]["data-from"] == page["c0-5"]["data-from"] == "turn-east"
    others = drawn(position.view(1))
    assert others["c0-6"]["data-from"] == "v0-15-0"
    while position.pending:
        events.append(position.advance().kind)
        page = drawn(position.view(0))
        if events[-1] == "grazed":
            assert page["w0-6-0"]["data-from"] == page["w0-6-1"]["data-from"] == "supply"
            assert board.about(position.view(0)) == ["c0-6"]
    assert "spared" in events


@pytest.mark.rule("MR-53", "MR-63", "MR-71")
def test_partners_and_cows_move_from_saloon_to_plot() -> None:
    ranch = {"r1c2": "M0", "r1c1": "Mc*1"}
    position = scene(3, {0: ranch}, {0: "Mo Cn"})
    placed(position, "Cn Mo", "r2c3 r2c2")
    position.decide(0, "recruit trapper cowboy")
    page = drawn(position.view(0))
    assert page["t0-6"]["data-from"] == "s3-0"
    assert "s3-0" not in page.ids
    position.decide(0, "move r1c1 r1c2")
    page = drawn(position.view(0))
    assert page["w0-1-0"]["data-from"] == "w0-0-0"
    assert set(board.about(position.view(0))) == {"c0-0", "c0-1"}


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_label_in_every_language(language: str) -> None:
    say = game.words(language)
    for _, view in random_views(3, share=0.01):
        page = drawn(view, say)
        for tag, found, _ in page.elements:
            if found.get("role") in ("img", "group"):
                assert found.get("aria-label")
            if tag == "button" and "pill" not in classes(found):
                assert found.get("aria-label") or found.get("popovertarget")
        assert board.prompt(view, say)
    assert board.summary(say)


def test_a_board_speaks_one_language() -> None:
    """No sentence of a board is the same in two languages; `Orange` and `3 points` may be."""
    position = scene(
        3, {0: {"r1c2": "M0", "r1c1": "Mc*1"}}, {0: "Mo Cn"}, variant="legends", plan="gold"
    )
    tips = {
        language: [
            found["data-tip"]
            for found in drawn(position.view(0), game.words(language)).having("data-tip")
        ]
        for language in LANGUAGES
    }
    for one, two in (("en", "fr"), ("en", "pt"), ("fr", "pt")):
        pairs = zip(tips[one], tips[two], strict=True)
        same = [a for a, b in pairs if a == b and a.count(" ") > 2]
        assert not [tip for tip in same if not tip.endswith(f"Ranchero de {NAMES[1]}.")]


# --- the art ------------------------------------------------------------------------------------


def test_the_art_is_complete_and_small() -> None:
    assert len(art().encode()) < 25_000
    assert art().count("<symbol") == len(DRAWINGS.names) + PIECES + 4
    assert "style" not in art() + cover()
    assert " id=" not in cover()


def test_plots_of_every_kind_look_different() -> None:
    faces = {face(piece) for piece in range(PIECES)}
    assert len(faces) == PIECES
    assert len({sign(colour) for colour in range(4)}) == 4
