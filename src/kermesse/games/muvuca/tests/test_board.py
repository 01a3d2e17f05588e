"""The page of Muvuca: what can be picked, what each viewer may see, and what every label says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from kermesse.core.conformance.page import Page, classes
from kermesse.core.position import Position, View
from kermesse.core.words import ENGLISH, LANGUAGES, Words
from kermesse.games.muvuca import board, game
from kermesse.games.muvuca.board.art import DRAWINGS, art, cover, fan
from kermesse.games.muvuca.board.scene import Scene
from kermesse.games.muvuca.components import KINDS
from kermesse.games.muvuca.scoring import points
from kermesse.games.muvuca.tests.scenes import (
    EVERYBODY,
    FIVE,
    any_options,
    chosen_and_pushed,
    ended,
    place,
    play,
    scaled,
    walk,
)
from kermesse.games.muvuca.tests.test_worlds import twin

NAMES = ("Ana <b>", "Bia & Co")
SOUNDS = {"", "card", "slide", "turn", "point", "win"}


def drawn(view: View, say: Words = ENGLISH) -> Page:
    return Page(board.board(view, NAMES, say))


def random_views(seeds: int, share: float = 1) -> Iterator[tuple[Position, View]]:
    """The positions of some random matches, all or a share of them, as each viewer sees them."""
    random = Random(20)
    for seed in range(seeds):
        position = game.new(seed=seed, options=any_options(random) | {"rounds_to_win": 2})
        for _ in walk(position, random):
            for viewer in EVERYBODY:
                if random.random() < share:
                    yield position, position.view(viewer)


@pytest.mark.rule("MV-13", "MV-15", "MV-20")
def test_what_can_be_picked_is_what_is_legal() -> None:
    for _, view in random_views(scaled(4, 1), share=0.05):
        page = drawn(view)
        picks = {found["data-pick"]: found for found in page.having("data-pick")}
        assert len(picks) == len(page.having("data-pick"))
        assert all("disabled" in found for found in picks.values())
        assert {tag for tag, found, _ in page.elements if "data-pick" in found} == {"button"}
        assert {action.text for action in view.legal()} <= set(picks)
        free = {text for text, found in picks.items() if "blocked" not in classes(found)}
        if view.phase == "push" and view.due == {view.seat}:
            assert {text for text in free if " " in text} == {a.text for a in view.legal()}
        held = {text for text in free if " " not in text}
        if view.phase == "card" and view.due == {view.seat}:
            assert held == {action.text for action in view.legal()}
        if view.seat < 0:
            assert not held


def test_a_board_is_sound_html() -> None:
    """Ids are unique, nothing is styled or scripted in place, and every symbol is drawn."""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', art()))
    for _, view in random_views(scaled(4, 1), share=0.05):
        html = board.board(view, NAMES, ENGLISH)
        page = Page(html)
        assert len(set(page.ids)) == len(page.ids)
        assert page.elements[0][1]["id"] == "board"
        assert not page.having("style")
        assert not re.search(r" on\w+=|<script|<b>\s*<b>|Ana <b>", html)
        uses = {found["href"] for tag, found, _ in page.elements if tag == "use"}
        assert {use.removeprefix("#") for use in uses} <= symbols
        assert {"hand-0", "hand-1", "leaving", "aside", "cart", "victory"} <= set(page.ids)
        assert [ident for ident in page.ids if ident.startswith("cell-")] == [
            f"cell-{row}-{column}" for row in range(1, 5) for column in range(1, 5)
        ]


def test_everything_that_is_named_exists() -> None:
    """`data-from` names something of the board before, `about` something of this one."""
    before: dict[int, set[str]] = {}
    for _, view in random_views(scaled(3, 1)):
        html = board.board(view, NAMES, ENGLISH)
        ids = set(re.findall(r' id="([^"]+)"', html))
        sources = set(re.findall(r' data-from="([^"]+)"', html))
        assert sources <= before.get(view.seat, ids)
        assert set(board.about(view)) <= ids
        assert board.about(view)
        assert board.sound(view) in SOUNDS
        before[view.seat] = ids


@pytest.mark.rule("MV-53", "MV-55", "MV-57", "MV-58")
def test_twin_worlds_have_the_same_board() -> None:
    """A viewer cannot tell two worlds apart; the owner of the cards, as a control, can."""
    random = Random(53)
    told_apart = 0
    for position, view in random_views(scaled(4, 1), share=0.25):
        other = twin(position, view.seat, random.getrandbits(64))
        mine, theirs = view, other.view(view.seat)
        for say in (ENGLISH, game.words("fr")):
            assert board.board(mine, NAMES, say) == board.board(theirs, NAMES, say)
            assert board.prompt(mine, say) == board.prompt(theirs, say)
        assert board.about(mine) == board.about(theirs)
        assert board.sound(mine) == board.sound(theirs)
        for seat in {0, 1} - {view.seat}:
            one, two = (board.board(p.view(seat), NAMES, ENGLISH) for p in (position, other))
            told_apart += one != two
    assert told_apart > 25


@pytest.mark.rule("MV-53", "MV-56")
def test_a_hidden_hand_shows_only_what_everyone_knows() -> None:
    position = place(mine="fr-st* dr-di ca-ho ch-cr hd-tr", other="fr-di* dr-ho ca-cr ch-tr")
    own = drawn(position.view(0))
    assert own.cards("hand-0") == ["c0", "c6", "c12", "c18", "c24"]
    assert own.cards("hand-1") == ["c1", "h1-0", "h1-1", "h1-2"]
    assert "known to everyone" in own["pick-0"]["aria-label"]
    assert "known" not in own["pick-6"]["aria-label"]
    watching = drawn(position.view())
    assert watching.cards("hand-0") == ["c0", "h0-0", "h0-1", "h0-2", "h0-3"]
    (seen,) = (
        found for found in watching.inside("hand-1") if "Everyone" in found.get("data-tip", "")
    )
    assert seen["aria-label"] == "French fries, diagonal strip jacket, known to everyone"


@pytest.mark.rule("MV-58")
def test_a_chosen_card_is_lifted_for_its_owner_only() -> None:
    position = place(mine=FIVE.replace("fr-st", "fr-st*"))
    position.act(0, "fr-st")
    assert "chosen" in classes(drawn(position.view(0))["pick-0"])
    for viewer in (1, -1):
        html = board.board(position.view(viewer), NAMES, ENGLISH)
        assert not re.search(r'class="[^"]*chosen', html)
        assert "card chosen" in html
        assert board.about(position.view(viewer)) == ["hand-0"]


@pytest.mark.rule("MV-16", "MV-17", "MV-19", "MV-25")
def test_each_step_of_a_turn_tells_where_the_cards_came_from() -> None:
    position = place("fr-ho D D hd-ho " + "D " * 12)
    chosen_and_pushed(position, "fr-st R1>").advance()
    slid = drawn(position.view(1))
    assert slid.cards("cell-1-1") == []
    assert slid["c2"]["data-from"] == "cell-1-1"
    assert slid["t2"]["data-from"] == "cell-1-2"
    assert slid.cards("leaving") == ["c22"]
    assert slid["c22"]["data-from"] == "cell-1-4"
    assert {"r1", "c5"} <= set(classes(slid["leaving"]))
    assert "data-from" not in slid["t4"]
    position.advance()
    assert drawn(position.view(1))["c0"]["data-from"] == "hand-0"
    assert "data-from" not in drawn(position.view(0))["c0"]
    position.advance()
    assert {"r1", "c0"} <= set(classes(drawn(position.view())["cart"]))
    position.settle()
    took = drawn(position.view(0))
    assert took["c22"]["data-from"] == "leaving"
    assert "c22" in took.cards("hand-1")
    assert "last" in classes(took["cell-1-1"])


@pytest.mark.rule("MV-57")
def test_a_face_down_card_is_taken_without_a_name() -> None:
    position = place()
    play(position, "fr-st R1>")
    page = drawn(position.view(0))
    assert page["h1-4"]["data-from"] == "leaving"
    (new,) = drawn(position.view(1)).having("data-from")
    assert new["id"] == f"c{position.event.args[1]}"
    assert board.sound(position.view(1)) == "turn"
    assert board.sound(position.view(0)) == "card"


@pytest.mark.rule("MV-32")
def test_the_last_card_goes_aside_from_where_it_left() -> None:
    position = place("D " * 16, phase="set_aside", mine=FIVE[:-6], leaving="??", cart="R1>")
    position.advance()
    page = drawn(position.view())
    assert page.cards("aside") == ["taside"]
    assert page["taside"]["data-from"] == "leaving"
    assert page.cards("leaving") == []


@pytest.mark.rule("MV-20", "MV-21", "MV-22")
def test_blocked_pushes_say_why() -> None:
    page = drawn(place(cart="C2^").view(0))
    blocked = {found["id"] for found in page.having("data-pick") if "blocked" in classes(found)}
    assert blocked == {"push-column2-down", "push-column2-up"}
    assert page["push-column2-up"]["aria-label"] == "Column 2 is blocked by the Cart"
    assert "(MV-20)" in page["push-column2-up"]["data-tip"]
    assert {"r5", "c2"} <= set(classes(page["cart"]))
    fresh = drawn(place().view(0))
    assert not any("blocked" in classes(found) for found in fresh.having("data-pick"))
    assert {"r0", "c0"} <= set(classes(fresh["cart"]))


@pytest.mark.rule("MV-14", "MV-15")
def test_a_push_says_where_it_enters_and_what_leaves() -> None:
    found = drawn(place("D D D hd-ho " + "D " * 12).view(0))["push-row1-right"]
    assert found["data-pick"] == "row1 >"
    assert found["aria-label"] == "Push row 1 to the right"
    assert found["data-tip"] == (
        "A card comes in at row 1, column 1; off at row 1, column 4 goes "
        "a hot dog, horizontal strip jacket."
    )


@pytest.mark.rule("MV-05", "MV-51", "MV-52")
@pytest.mark.parametrize(
    ("wins", "where", "side"),
    [
        ("0 0", "arena", "victory-one"),
        ("1 0", "plate-0", "victory-one"),
        ("0 1", "plate-1", "victory-one"),
        ("1 1", "round", "victory-two"),
    ],
)
def test_the_victory_card_lies_where_it_should(wins: str, where: str, side: str) -> None:
    page = drawn(place(wins=wins).view(1))
    assert any(found.get("id") == "victory" for found in page.inside(where))
    assert [found["href"] for found in page.inside("victory") if "href" in found] == [f"#mv-{side}"]


ENDED = "fr-st fr-di fr-ho ca-cr fr-cr dr-di dr-ho ca-di hd-st hd-di ch-ho ca-ho D hd-tr ch-tr D"
HANDS = "dr-st* dr-cr* dr-tr* ch-st*", "fr-tr* ca-tr* ch-cr* hd-cr*"  # MV-T08


@pytest.mark.rule("MV-39", "MV-65")
def test_scoring_shows_what_is_counted() -> None:
    position = ended(ENDED, *HANDS)
    position.advance()
    page = drawn(position.view())
    group = [found["id"] for found in page.having("class") if "counts" in classes(found)]
    assert group == ["cell-1-1", "cell-1-2", "cell-1-3", "cell-2-1"]
    assert "now" in classes(page["kind-0"])
    position.advance()
    html = board.board(position.view(), NAMES, ENGLISH)
    assert html.count(" counts") >= 5  # two in the Crowd, three in the hand
    assert "Drinks: group 2, hand 3" in html
    assert "French fries: group 4, hand 0" in html
    assert "done" in classes(Page(html)["kind-0"])
    while position.event.kind != "round_won":
        position.advance()
    html = board.board(position.view(), NAMES, ENGLISH)
    assert "Ana &lt;b&gt; wins the round!" in html
    assert "15 points to 12." in html


@pytest.mark.rule("MV-47")
def test_a_tie_is_explained() -> None:
    hands = "fr-st* dr-di* ca-ho* ch-cr*", "fr-di* dr-ho* ca-cr* ch-tr*"
    position = ended("D " * 16, *hands, starter=1)
    while position.event.kind != "round_won":
        position.advance()
    html = board.board(position.view(1), NAMES, ENGLISH)
    assert "4 points to 4. The second player wins the tie." in html
    assert "Ana &lt;b&gt; wins the round!" in html


@pytest.mark.rule("MV-39", "MV-45")
def test_the_points_are_those_of_the_rules() -> None:
    for _, view in random_views(scaled(2, 1)):
        scene = Scene(view)
        expected = [points(view.record, kind) for kind in range(len(KINDS))]
        assert [(group.bit_count()) for group in scene.groups] == [crowd for crowd, _ in expected]
        assert list(scene.held) == [held for _, held in expected]
        assert [scene.total(0), scene.total(1)] == view.points


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_label_in_every_language(language: str) -> None:
    say = game.words(language)
    cards = plain = 0
    for _, view in random_views(1, share=0.2):
        page = drawn(view, say)
        for tag, found, around in page.elements:
            if found.get("role") == "img" or tag == "button":
                assert found.get("aria-label")
            if "card" in classes(found):
                cards += 1
                held = any(ident.startswith(("hand-", "pick-")) for ident in around)
                plain += not held and not found.get("data-tip")
        assert board.prompt(view, say)
    assert cards
    assert not plain
    assert board.summary(say)


def test_a_board_speaks_one_language() -> None:
    """No label of a board is the same in two languages, except for names and numbers."""
    position = place("fr-ho D D hd-ho " + "D " * 12, cart="R2>", wins="1 1")
    labels = {
        language: [
            (found.get("aria-label", ""), found.get("data-tip", ""))
            for found in drawn(position.view(0), game.words(language)).having("aria-label")
        ]
        for language in LANGUAGES
    }
    for one, two in (("en", "fr"), ("en", "pt"), ("fr", "pt")):
        same = [a for a, b in zip(labels[one], labels[two], strict=True) if a == b]
        assert not same


def test_the_art_is_complete_and_small() -> None:
    assert len(art().encode()) < 25_000
    assert art().count("<symbol") == len(DRAWINGS.names) + 25
    assert "style" not in art() + cover()
    assert " id=" not in cover()
    assert {fan(0, jacket) for jacket in range(5)} == set(range(1, 6))


def test_every_kind_has_its_drawing() -> None:
    assert {kind.word for kind in KINDS} <= set(DRAWINGS.names)
