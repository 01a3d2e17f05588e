"""The page of Muckle: where everything lies, and how a turn is shown step by step."""

from __future__ import annotations

import re

import pytest

from kermesse.core.conformance.page import Page, classes
from kermesse.core.words import ENGLISH
from kermesse.games.muckle import board
from kermesse.games.muckle.board.scene import Scene
from kermesse.games.muckle.cards import streak
from kermesse.games.muckle.tests.boards import NAMES, drawn, random_views, resolving, step_to
from kermesse.games.muckle.tests.scenes import SEATS, VIEWERS, place, scaled

# --- the table ----------------------------------------------------------------------------------


@pytest.mark.rule("MK-01")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_viewer_sits_below_and_the_teammate_above(viewer: int) -> None:
    html = board.board(place().view(viewer), NAMES, ENGLISH)
    sides = dict(re.findall(r'class="side (\w+) team\d"><div id="plate-(\d)"', html))
    below = max(viewer, 0)
    assert sides == {
        "own": str(below),
        "left": str((below + 1) % 4),
        "mate": str((below + 2) % 4),
        "right": str((below + 3) % 4),
    }


@pytest.mark.rule("MK-13", "MK-14", "MK-15", "MK-16")
def test_streaks_are_those_of_the_rules() -> None:
    for position, view in random_views(scaled(4, 1), share=0.05):
        scene = Scene(view)
        expected = [int(streak(position.record.stack[seat])) for seat in SEATS]
        assert [scene.streak(seat) for seat in SEATS] == expected
        page = drawn(view)
        for seat in SEATS:
            shown = f"streak-{seat}" in page.ids and "pale" not in classes(page[f"streak-{seat}"])
            assert shown == bool(expected[seat])


@pytest.mark.rule("MK-14", "MK-15")
def test_a_fanned_stack_sets_off_the_cards_of_the_streak() -> None:
    html = board.board(
        place(
            "tackle_left run pass run | run run dodge_left | |",
            {0: "run rest dodge_left dodge_right"},
        ).view(0),
        NAMES,
        ENGLISH,
    )
    fans = re.findall(r'id="stack-\d".*?(?=<div id="laid)', html)
    marks = [re.findall(r'class="(slot[^"]*)"', fan) for fan in fans]
    assert sorted(marks, key=len)[-1] == ["slot", "slot counts", "slot", "slot counts"]
    page = Page(html)
    assert page["streak-0"]["aria-label"] == "Run streak: 2"
    assert page["streak-1"]["aria-label"] == "No streak now"
    assert "streak of 3" in page["streak-1"]["data-tip"]
    assert "Streak if played: 3" in page["own-0"]["aria-label"]


@pytest.mark.rule("MK-09", "MK-56")
def test_the_track_shows_what_is_run_and_what_is_left() -> None:
    page = drawn(place(progress="2 5").view(1))
    assert "at2" in classes(page["runner-0"])
    assert "at5" in classes(page["runner-1"])
    assert page["lane-0"]["aria-label"] == "Ana <b> and Caio: 2 of 6 spaces run. 4 to go"
    assert "leftward" in classes(page["lane-0"])
    assert "rightward" in classes(page["lane-1"])


@pytest.mark.rule("MK-08", "MK-20")
def test_the_ball_lies_with_its_holder_or_in_the_middle() -> None:
    assert "ball" in drawn(place().view(0)).ids_in("spot")
    assert "ball" in drawn(place(ball=3).view(0)).ids_in("plate-3")
    position = resolving("pass | pass | run | pass", "passed", ball=0)
    assert "ball" in drawn(position.view(-1)).ids_in("plate-2")
    assert "ball" in board.about(position.view(-1))


# --- step by step -------------------------------------------------------------------------------


@pytest.mark.rule("MK-10")
def test_a_revealed_card_comes_from_where_it_lay() -> None:
    position = resolving("run | pass | rest | pass", "revealed")
    for viewer in VIEWERS:
        page = drawn(position.view(viewer))
        assert page["c0-0-0"]["data-from"] == "l0"
        assert "c0-0-0" in page.ids_in("stack-0")
        assert "l1" in page.ids_in("laid-1")


COLD = "run run | tackle_right tackle_left tackle_right | pass | pass"  # MK-T05


@pytest.mark.rule("MK-25", "MK-26", "MK-30")
def test_a_tackle_is_seen_step_by_step() -> None:
    position = resolving(COLD, "tackled", ball=0, progress="3 0")
    page = drawn(position.view(0))
    assert "hit" in [found.get("id") for found in page.having("id")]
    assert "aimed" in classes(page["plate-0"])
    assert board.about(position.view(0)) == ["stack-1", "plate-0"]
    step_to(position, "hit")
    page = drawn(position.view(2))
    assert page["hit"]["data-from"] == "stack-1"
    assert page["damage-0"]["aria-label"] == "Damage: 3"
    assert not any("cancelled" in classes(found) for found in page.having("class"))
    step_to(position, "cancelled")
    html = board.board(position.view(-1), NAMES, ENGLISH)
    assert "tackled by a higher streak (3 of Bia &amp; Co against 2)" in html
    page = Page(html)
    assert page["c0-0-1"]["aria-label"] == "Run, cancelled"
    assert board.about(position.view(-1)) == ["stack-0", "streak-1"]
    lines = [found for found in page.inside("middle") if "line" in classes(found)]
    assert [classes(line)[-1] for line in lines] == ["done", "cancelled"]


@pytest.mark.rule("MK-35", "MK-38")
def test_a_dodged_hit_goes_on_from_the_dodger() -> None:
    position = resolving("dodge_right | tackle_left | dodge_right | dodge_right", "dodged")
    assert drawn(position.view(0))["hit"]["data-from"] == "stack-1"
    step_to(position, "dodged", 2)
    assert drawn(position.view(0))["hit"]["data-from"] == "stack-3"
    step_to(position, "hit")
    page = drawn(position.view(0))
    assert page["hit"]["data-from"] == "stack-0"
    assert "damage-1" in page.ids


@pytest.mark.rule("MK-44", "MK-45", "MK-54")
def test_both_teammates_may_give_the_ball() -> None:
    position = resolving(COLD, "damage", ball=0)
    for viewer, other in ((1, 3), (3, 1)):
        page = drawn(position.view(viewer))
        assert page[f"give-{viewer}"]["data-pick"] == f"ball {viewer}"
        assert page[f"give-{other}"]["data-pick"] == f"ball {other}"
    for viewer in (-1, 0, 2):
        html = board.board(position.view(viewer), NAMES, ENGLISH)
        assert "data-pick" not in html or "ball " not in re.findall(r'data-pick="(\w+ ?)', html)
        assert "Bia &amp; Co and Duda decide" in html


@pytest.mark.rule("MK-56", "MK-60", "MK-70")
def test_the_end_of_the_match_is_announced() -> None:
    position = resolving("run run run | rest | rest | rest", "won", ball=0, progress="3 5")
    html = board.board(position.view(1), NAMES, ENGLISH)
    page = Page(html)
    assert "Ana &lt;b&gt; and Caio win, 6 to 5." in html
    assert "verdict" in classes(page["call"])
    assert "winner" in classes(page["plate-2"])
    assert "winner" not in classes(page["plate-1"])
    assert board.about(position.view(1)) == ["plate-0", "plate-2"]
    assert len(page.ids_in("aside-2")) == 5
    assert not any(ident.startswith("h") for ident in page.ids_in("hand-2"))
    assert board.sound(position.view(1)) == "win"
    assert board.prompt(position.view(1), ENGLISH) == "The match is over."
