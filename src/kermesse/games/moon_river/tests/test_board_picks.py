"""What can be picked on the page of Moon River, by which parts, and what it is said to change."""

from __future__ import annotations

import re

import pytest

from kermesse.core.conformance.page import classes
from kermesse.core.position import Position
from kermesse.core.words import ENGLISH
from kermesse.games.moon_river import board, game
from kermesse.games.moon_river.tests.boards import asked_views, drawn, html, random_views
from kermesse.games.moon_river.tests.scenes import placed, recruited, scaled, scene, texts
from kermesse.games.moon_river.words.actions import pair_ways, ways

DECISIONS = {
    "choose_plot", "expand", "place", "discard_two", "drought", "circle", "recruit", "cowboy",
    "desperado", "cattle_thief", "bonus_tile", "bonus_side", "bonus_cell",
}  # fmt: skip


def meant(position: Position, *way: str) -> list[str]:
    """The actions open to seat 0 that are picked so."""
    return [text for text in texts(position) if way in ways(text)]


def after(position: Position, *start: str) -> set[str]:
    """What can be picked next by seat 0, once these parts are."""
    n = len(start)
    open_ways = [way for text in texts(position) for way in ways(text)]
    return {way[n] for way in open_ways if way[:n] == start and len(way) > n}


# --- what can be picked -------------------------------------------------------------------------


def test_every_action_can_be_picked_and_nothing_else() -> None:
    seen = set()
    for _, view in asked_views(scaled(40, 6), most=scaled(12, 12)):
        page = drawn(view)
        picks = page.picks
        assert len(set(picks)) == len(picks)
        assert {tag for tag, found, _ in page.elements if "data-pick" in found} == {"button"}
        assert all("disabled" in found for found in page.having("data-pick"))
        open_ways = [way for action in view.legal() for way in ways(action.text)]
        for action in view.legal():
            assert [way for way in ways(action.text) if set(way) <= set(picks)], action
        assert len(set(open_ways)) == len(open_ways)
        begun = {way[:n] for way in open_ways for n in range(1, len(way))}
        assert not begun & set(open_ways)
        assert board.prompt(view, ENGLISH) not in ("", "The match is over.")
        seen.add(view.phase)
    assert seen >= (DECISIONS if scaled(1, 0) else {"choose_plot", "expand", "place"})


def test_who_is_not_asked_can_pick_nothing() -> None:
    for _, view in random_views(scaled(3, 1), share=0.02):
        if view.seat not in view.due:
            assert not drawn(view).picks


# --- plots of a reserve -------------------------------------------------------------------------


@pytest.mark.rule("MR-19", "MR-136")
def test_two_equal_plots_are_joined_by_picking_both() -> None:
    position = scene(3, reserves={0: "K3 K3 D0"})
    page = drawn(position.view(0))
    assert page["v0-22-0"]["class"].startswith("plot")
    assert {"K3", "K3.2", "D0", "keep"} == set(page.picks)
    assert {"K3.2", "D0"} <= after(position, "K3")
    assert {"K3", "D0"} <= after(position, "K3.2")
    assert "K3" not in after(position, "K3")
    assert meant(position, "K3.2", "K3") == ["join K3 K3"]


def test_a_pair_can_be_picked_in_either_order() -> None:
    assert {("D0", "Cn"), ("Cn", "D0"), ("D0.2", "Cn"), ("Cn", "D0.4")} <= set(
        pair_ways("D0", "Cn")
    )
    assert ("D0.2", "Cn.4") not in pair_ways("D0", "Cn")  # nobody holds six plots
    assert ("K3", "K3") not in pair_ways("K3", "K3")


@pytest.mark.rule("MR-24")
def test_two_plots_are_given_up_by_the_same_gesture() -> None:
    ranch = {"r2c3": "D0", "r3c3": "C0"}
    position = scene(
        3, {0: ranch}, {0: "Ac F1 Ac K3 K3"}, variant="legends", phase="discard_two", plan="gold"
    )
    page = drawn(position.view(0))
    assert set(page.picks) == {"Ac", "Ac.2", "F1", "K3", "K3.2"}
    assert "keep" not in page.picks
    assert board.prompt(position.view(0), ENGLISH).startswith("Nothing fits")


# --- placing ------------------------------------------------------------------------------------


def start(reserve: str = "Mcc Cs", **lines: object) -> Position:
    """A domino in hand, a meadow and a canyon with a cow in the ranch."""
    ranch = {"r1c2": "M0", "r1c1": "Cc*1"}
    position = scene(3, {0: ranch}, {0: reserve}, **lines)
    position.act(0, f"join {reserve}")
    return position


@pytest.mark.rule("MR-36", "MR-88")
def test_a_place_says_what_it_changes() -> None:
    """The change on the button is the one that comes, cows and droughts included."""
    checked = 0
    for position, view in asked_views(scaled(6, 2), most=40):
        if view.phase not in ("place", "bonus_cell", "drought", "cowboy"):
            continue
        page = drawn(view)
        for found in page.having("data-pick"):
            said = re.search(r"([+−]?\d+) points?( \(|$)", found.get("aria-label", ""))
            if said and found["data-pick"] in texts(position, view.seat):
                trial = position.copy()
                trial.decide(view.seat, found["data-pick"])
                while trial.pending and trial.phase in ("cows", "drought"):
                    trial.advance()
                change = trial.points[view.seat] - position.points[view.seat]
                assert int(said[1].replace("−", "-")) == change
                checked += 1
    assert checked > scaled(200, 30)


def test_a_domino_is_turned_four_ways_and_two_equal_plots_two() -> None:
    page = drawn(start().view(0))
    turns = [pick for pick in page.picks if pick.startswith("turn")]
    assert turns == ["turn east", "turn north", "turn west", "turn south"]
    assert page["turn-west"]["aria-label"] == "Canyon (1 skull) right, meadow (2 cows) left"
    assert {"joined"} <= set(classes(page["v0-6-0"]))
    two = drawn(start("K3 K3").view(0))
    assert [pick for pick in two.picks if pick.startswith("turn")] == ["turn east", "turn north"]


def test_closed_places_are_there_to_be_asked_about() -> None:
    position = start()
    page = drawn(position.view(0))
    places = [found for found in page.having("data-pick") if "spot" in classes(found)]
    open_ones = [found for found in places if found["data-pick"] in texts(position)]
    assert len(open_ones) == len(texts(position)) < len(places)
    closed = next(f["data-pick"] for f in places if f["data-pick"] not in texts(position))
    number = game.notation.read_action(closed)
    assert game.notation.refusal(position.view(0).record, 0, number)[0] == "MR-32"


# --- droughts, circles, partners ----------------------------------------------------------------


@pytest.mark.rule("MR-45")
def test_a_drought_asks_for_a_cow_of_the_territory() -> None:
    ranch = {"r2c2": "Cc*1", "r2c3": "Cc*1", "r1c2": "D0", "r1c1": "Mc*1"}
    position = scene(3, {0: ranch}, {0: "Cs Ds"})
    placed(position, "Ds Cs", "r4c2 r3c2")
    page = drawn(position.view(0))
    assert page.picks == ["drought r2c2", "drought r2c3"]
    assert "building" in classes(page["board"])  # on a phone the own ranch comes first
    assert "building" not in classes(drawn(position.view(1))["board"])
    assert "Lose the cow on r2c2" in page.labels("ranch-0")[-2]
    assert board.prompt(position.view(0), ENGLISH) == "Drought: which cow do you lose?"


@pytest.mark.rule("MR-53", "MR-58")
def test_circles_and_tokens_are_picked_one_after_the_other() -> None:
    position = scene(3, {0: {"r1c2": "M0", "r1c1": "C0"}}, {0: "Mo Aco"})
    placed(position, "Mo Aco", "r2c2 r3c2")
    assert drawn(position.view(0)).picks == ["circle r2c2", "circle r3c2"]
    position.act(0, "circle r3c2")
    page = drawn(position.view(0))
    tokens = {
        f"token {word}" for word in ["desperado", "cattle_thief", "prospector", "trapper", "farmer"]
    }
    assert set(page.picks) == tokens | {"specialist", "cowboy", "here"}
    assert "acting" in classes(page["c0-11"])
    assert after(position, "token farmer") == {"specialist", "cowboy", "here"}
    assert meant(position, "token farmer", "here") == ["recruit farmer specialist"]


@pytest.mark.rule("MR-63", "MR-66")
def test_a_cowboy_moves_cows_by_picking_them_and_a_plot_beside() -> None:
    position = scene(3, {0: {"r1c2": "M0", "r1c1": "Mc*1"}}, {0: "Mo K3"})
    recruited(position, "Mo K3", "r2c2 r2c1", "trapper cowboy")
    page = drawn(position.view(0))
    assert set(page.picks) == {"cow r1c1", "move r1c1 r1c2", "stop"}
    (drover,) = (f for f in page.having("data-pick") if f["data-pick"] == "cow r1c1")
    assert drover["aria-label"] == "Cow on r1c1"
    assert page.ids.count("w0-0-0") == 1
    assert "w0-0-0" not in page.ids_in("c0-0")  # it lies in the button
    assert "3 steps left" in board.prompt(position.view(0), ENGLISH)


@pytest.mark.rule("MR-68")
def test_a_desperado_gives_and_takes_in_either_order() -> None:
    position = scene(3, {0: {"r1c2": "M0", "r1c1": "C0"}}, {0: "Mo D0 K5", 1: "Mcc D0", 2: "F1"})
    recruited(position, "D0 Mo", "r2c1 r2c2", "desperado specialist")
    page = drawn(position.view(0))
    assert set(page.picks) == {"give K5", "take 1 Mcc", "take 1 D0", "take 2 F1", "decline"}
    assert {"bandit", "swaps"} <= set(classes(page["board"]))
    for way in (("give K5", "take 2 F1"), ("take 2 F1", "give K5")):
        assert meant(position, *way) == ["swap K5 2 F1"]
    position.decide(0, "swap K5 2 F1")
    page = drawn(position.view(0))
    assert page["v0-18-0"]["data-from"] == "v2-18-0"
    assert page["v2-24-0"]["data-from"] == "v0-24-0"


@pytest.mark.rule("MR-60", "MR-71")
def test_a_thief_sees_all_cows_but_only_unprotected_ones_are_open() -> None:
    other = {"r2c3": "Ccc*2", "r1c2": "Mco*1/trapper", "r1c1": "D0", "r3c3": "C0"}
    position = scene(3, {0: {"r1c2": "M0", "r1c1": "C0"}, 1: other}, {0: "Mo Cs"})
    recruited(position, "Cs Mo", "r2c1 r2c2", "cattle_thief specialist")
    page = drawn(position.view(0))
    assert set(page.picks) == {"steal 1 r2c3", "steal 1 r1c2", "decline"}
    assert texts(position) == ["decline", "steal 1 r2c3"]
    number = game.notation.read_action("steal 1 r1c2")
    rule, _ = game.notation.refusal(position.view(0).record, 0, number)
    assert rule in ("MR-60", "MR-61")
    position.decide(0, "steal 1 r2c3")
    assert drawn(position.view(0))["w0-6-0"]["data-from"] == "w1-7-1"
    assert board.about(position.view(0)) == ["c0-6", "c1-7"]


# --- bonus tiles --------------------------------------------------------------------------------


@pytest.mark.rule("MR-121", "MR-123", "MR-125")
def test_bonus_tiles_are_taken_turned_and_laid() -> None:
    ranch = {f"r{row}c3": "D0" for row in range(2, 9)} | {"r9c3": "Ds"}
    position = scene(2, {0: ranch}, {0: "Dn C0"}, round=14)
    placed(position, "Dn C0", "r10c3 r10c2")
    page = drawn(position.view(0))
    assert page.picks == ["tile 1", "tile 2"]
    position.decide(0, "tile 1")
    page = drawn(position.view(0))
    assert page.picks == ["side desert", "side canyon"]
    assert "taken" in classes(page["tile-0"])
    position.decide(0, "side canyon")
    page = drawn(position.view(0))
    assert set(page.picks) == {"lay r9c2", "lay r10c1", "lay r1c2", "lay r1c4"}
    position.decide(0, "lay r9c2")
    page = drawn(position.view(0))
    assert page["c0-41"]["data-from"] == "tile-0"
    assert "tile-0" not in page.ids
    assert "tile-1" in page.ids
    assert "here" in page.picks
    assert "Bonus tiles" in html(position.view(0))
