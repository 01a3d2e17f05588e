"""The page of Muckle: what can be picked, what each viewer may see, and what every label says."""

from __future__ import annotations

import re
from random import Random

import pytest

from kermesse.core.conformance.page import Page, classes
from kermesse.core.words import ENGLISH, LANGUAGES
from kermesse.games.muckle import board, game
from kermesse.games.muckle.board.art import DRAWINGS, art, cover, figure
from kermesse.games.muckle.components import CARDS
from kermesse.games.muckle.tests.boards import NAMES, drawn, random_views, resolving
from kermesse.games.muckle.tests.scenes import (
    FIVE,
    SEATS,
    VIEWERS,
    place,
    scaled,
    select,
    selected,
    turn,
)
from kermesse.games.muckle.tests.test_worlds import twin

SOUNDS = {"", "card", "slide", "turn", "point", "win"}


# --- what can be picked -------------------------------------------------------------------------


@pytest.mark.rule("MK-45", "MK-54", "MK-71")
def test_what_can_be_picked_is_what_is_legal() -> None:
    seen = set()
    for _, view in random_views(scaled(6, 2), share=0.04):
        page = drawn(view)
        picks = [found["data-pick"] for found in page.having("data-pick")]
        legal = {action.text for action in view.legal()} if view.seat >= 0 else set()
        assert len(set(picks)) == len(picks)
        assert legal <= set(picks)
        assert all("disabled" in found for found in page.having("data-pick"))
        assert {tag for tag, found, _ in page.elements if "data-pick" in found} <= {"button"}
        if view.seat < 0:
            assert not picks
        if view.phase in ("select", "play") and view.seat in view.due:
            assert set(picks) == legal
        given = {text for text in picks if text.startswith("ball")}
        assert given == (legal if view.phase == "ball" else set())
        seen.add(view.phase)
    assert {"select", "play", "ball"} <= seen


@pytest.mark.rule("MK-03", "MK-71")
def test_a_selection_says_what_it_still_needs() -> None:
    position = game.new(seed=1)
    for done, word in enumerate(["run", "run", "pass", "rest", "dodge_left"]):
        page, html = drawn(position.view(0)), board.board(position.view(0), NAMES, ENGLISH)
        assert f'<b class="need">{5 - done}</b>' in html
        assert page["own-0"]["data-pick"] == "aside run"
        assert "ready" not in page.ids
        position.act(0, f"aside {word}")
    page = drawn(position.view(0))
    assert page["ready"]["data-pick"] == "ready"
    assert [found["data-pick"] for found in page.having("data-pick")] == ["ready"]
    assert page.labels("aside-0").count("Run, laid aside") == 2
    position.act(0, "ready")
    assert not drawn(position.view(0)).having("data-pick")
    assert "You are ready." in board.board(position.view(0), NAMES, ENGLISH)


def test_ready_players_are_marked_during_the_selection() -> None:
    position = game.new(seed=1)
    select(position, 3, FIVE)
    page = drawn(position.view(0))
    assert "Has chosen" in page.labels("plate-3")
    assert "Has chosen" not in page.labels("plate-1")
    assert "due" in classes(page["plate-1"])
    assert len(page.ids_in("aside-3")) == 5


# --- sound HTML ---------------------------------------------------------------------------------


def test_a_board_is_sound_html() -> None:
    """Ids are unique, nothing is styled or scripted in place, and every symbol is drawn."""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', art()))
    for _, view in random_views(scaled(4, 1), share=0.06):
        html = board.board(view, NAMES, ENGLISH)
        page = Page(html)
        assert len(set(page.ids)) == len(page.ids)
        assert page.elements[0][1]["id"] == "board"
        assert not page.having("style")
        assert not re.search(r" on\w+=|<script|&lt;(div|span|svg)|Ana <b>", html)
        uses = {found["href"] for tag, found, _ in page.elements if tag == "use"}
        assert {use.removeprefix("#") for use in uses} <= symbols
        for seat in SEATS:
            assert {f"plate-{seat}", f"hand-{seat}", f"aside-{seat}"} <= set(page.ids)
        assert {"ball", "spot", "track", "runner-0", "runner-1", "call"} <= set(page.ids)


def test_everything_that_is_named_exists() -> None:
    """`data-from` names something of the board before, `about` something of this one."""
    before: dict[int, set[str]] = {}
    happened = set()
    for _, view in random_views(scaled(3, 2)):
        html = board.board(view, NAMES, ENGLISH)
        ids = set(re.findall(r' id="([^"]+)"', html))
        sources = set(re.findall(r' data-from="([^"]+)"', html))
        assert sources <= before.get(view.seat, ids)
        assert set(board.about(view)) <= ids
        assert board.about(view)
        assert board.sound(view) in SOUNDS
        before[view.seat] = ids
        happened.add(view.event.kind)
    assert len(happened) > 20


# --- who sees what ------------------------------------------------------------------------------


@pytest.mark.rule("MK-61", "MK-62", "MK-63", "MK-66")
def test_twin_worlds_have_the_same_board() -> None:
    """A viewer cannot tell two worlds apart; the owner of the cards, as a control, can."""
    chance = Random(53)
    told_apart = by_mates = 0
    for position, view in random_views(scaled(4, 1), share=scaled(20, 40) / 100):
        other = twin(position, view.seat, chance.getrandbits(60))
        mine, theirs = view, other.view(view.seat)
        for say in (ENGLISH, game.words("fr")):
            assert board.board(mine, NAMES, say) == board.board(theirs, NAMES, say)
            assert board.prompt(mine, say) == board.prompt(theirs, say)
        assert board.about(mine) == board.about(theirs)
        assert board.sound(mine) == board.sound(theirs)
        for seat in set(SEATS) - {view.seat}:
            one, two = (board.board(p.view(seat), NAMES, ENGLISH) for p in (position, other))
            told_apart += one != two
            hands = [[int(p.record.hand[n]) for n in SEATS] for p in (position, other)]
            mate = (seat + 2) % 4
            if hands[0][seat] == hands[1][seat] and hands[0][mate] != hands[1][mate]:
                by_mates += one != two
    assert told_apart > 100
    assert by_mates > scaled(5, 1)


@pytest.mark.rule("MK-06", "MK-62", "MK-63")
def test_what_was_laid_aside_is_shown_to_the_team_only() -> None:
    one = selected("run run pass rest dodge_left", FIVE, FIVE, FIVE)
    two = selected("run pass rest dodge_left dodge_right", FIVE, FIVE, FIVE)
    for viewer in (-1, 1, 3):
        assert drawn(one.view(viewer)).ids_in("aside-0") == []
        assert board.board(one.view(viewer), NAMES, ENGLISH) == board.board(
            two.view(viewer), NAMES, ENGLISH
        )
    for viewer in (0, 2):
        assert drawn(one.view(viewer)).labels("aside-0") == [
            "Run, laid aside", "Run, laid aside", "Dodge left, laid aside", "Pass, laid aside",
            "Rest, laid aside",
        ]  # fmt: skip
        assert board.board(one.view(viewer), NAMES, ENGLISH) != board.board(
            two.view(viewer), NAMES, ENGLISH
        )
    mate = drawn(one.view(2))
    assert len(mate.ids_in("hand-0")) == 8
    assert all(ident.startswith("c0-") for ident in mate.ids_in("hand-0"))
    assert drawn(one.view(1)).ids_in("hand-0") == [f"h0-{slot}" for slot in range(8)]


@pytest.mark.rule("MK-04")
def test_a_selection_under_way_is_a_secret_from_the_teammate_too() -> None:
    boards = []
    for word in ("run", "rest"):
        position = game.new(seed=1)
        position.act(0, f"aside {word}")
        boards.append([board.board(position.view(viewer), NAMES, ENGLISH) for viewer in VIEWERS])
    same = [one == two for one, two in zip(*boards, strict=True)]
    assert same == [viewer != 0 for viewer in VIEWERS]
    page = drawn(position.view(2))
    assert page.ids_in("aside-0") == ["x0-0"]
    assert page["x0-0"]["data-from"] == "hand-0"
    own = drawn(position.view(0))
    assert own["a0-7-0"]["data-from"] == "c0-7-0"


@pytest.mark.rule("MK-65")
def test_cards_taken_back_are_known_to_everyone() -> None:
    position = resolving("run tackle_left rest | pass | pass | pass", "rested")
    for viewer in (-1, 1, 2, 3):
        page = drawn(position.view(viewer))
        assert {"c0-0-0", "c0-1-0", "c0-7-0"} <= set(page.ids_in("hand-0"))
        assert page.labels("hand-0").count("Run, known to everyone") == 1
        assert page.ids_in("stack-0") == []
    before = drawn(turn("run tackle_left rest | pass | pass | pass").view(1))
    assert before.ids_in("stack-0")[:2] == ["c0-0-0", "c0-1-0"]  # the very elements move


@pytest.mark.rule("MK-66")
def test_a_picked_card_lies_face_down_for_everybody() -> None:
    position = place(hands={0: "run run* rest pass tackle_left dodge_left dodge_right tackle_both"})
    position.act(0, "pass")
    own = drawn(position.view(0))
    assert "chosen" in classes(own["own-6"])
    assert own["l0"]["data-from"] == "own-6"
    for viewer in (-1, 1, 2):
        html = board.board(position.view(viewer), NAMES, ENGLISH)
        page = Page(html)
        assert page["l0"]["data-from"] == "hand-0"
        assert "back" in classes(page["l0"])
        assert not re.search(r'class="[^"]*chosen', html)
        assert "Has chosen" in page.labels("plate-0")
        assert '<b class="count">8</b>' in html
        assert board.about(position.view(viewer)) == ["laid-0"]


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_label_in_every_language(language: str) -> None:
    say = game.words(language)
    cards = 0
    for _, view in random_views(2, share=0.05):
        page = drawn(view, say)
        for tag, found, around in page.elements:
            if found.get("role") == "img":
                assert found.get("aria-label")
            if tag == "button" and not found["id"].startswith("ready"):
                assert found.get("aria-label")
            if "card" in classes(found):
                cards += 1
                held = any(ident.startswith("own-") for ident in around)
                assert held or found.get("data-tip")
        assert board.prompt(view, say)
    assert cards
    assert board.summary(say)


def test_a_board_speaks_one_language() -> None:
    """No label of a board is the same in two languages, except for names and numbers."""
    position = place("tackle_left | run pass | |", ball=0, progress="1 2")
    labels = {
        language: [
            (found["aria-label"], found.get("data-tip", ""))
            for found in drawn(position.view(0), game.words(language)).having("aria-label")
        ]
        for language in LANGUAGES
    }
    for one, two in (("en", "fr"), ("en", "pt"), ("fr", "pt")):
        assert not [a for a, b in zip(labels[one], labels[two], strict=True) if a == b]


# --- the art ------------------------------------------------------------------------------------


def test_the_art_is_complete_and_small() -> None:
    assert len(art().encode()) < 20_000
    assert art().count("<symbol") == len(DRAWINGS.names) + 2 * len(CARDS)
    assert "style" not in art() + cover()
    assert " id=" not in cover()


def test_every_kind_has_a_drawing_and_a_sign_of_its_own() -> None:
    assert len({figure(found) for found in CARDS}) == len(CARDS)
    for found in CARDS:
        name, _ = figure(found)
        assert {name, f"pip-{name}"} <= set(DRAWINGS.names)
