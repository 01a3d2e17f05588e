"""The page of VIVA: what can be picked, what each viewer may see, and what every label says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from kermesse.core.conformance.page import Page, classes
from kermesse.core.position import Position, View
from kermesse.core.sheet import SheetLine
from kermesse.core.words import ENGLISH, LANGUAGES, Words
from kermesse.games.viva import board, game
from kermesse.games.viva.board.art import DRAWINGS, SIGNS, art, cover, face
from kermesse.games.viva.components import COLOURS, KINDS
from kermesse.games.viva.tests.scenes import (
    OTHERS,
    SEAT_COUNTS,
    answer,
    everybody,
    kind,
    place,
    play,
    walks,
)
from kermesse.games.viva.tests.test_worlds import twin

NAMES = ("Ana <b>", "Bia & Co", "Carlos", "Dora", "Eva", "Fé")
SOUNDS = {"", "card", "slide", "turn", "point", "win", "talk"}


def html_of(view: View, say: Words = ENGLISH) -> str:
    return str(board.board(view, NAMES[: view.seats], say))


def resting(view: View) -> str:
    """A board without what the last step moved."""
    return re.sub(r' data-from="[^"]+"', "", html_of(view))


def drawn(view: View, say: Words = ENGLISH) -> Page:
    return Page(html_of(view, say))


def random_views(seed: int, matches: int, share: float = 1) -> Iterator[tuple[Position, View]]:
    """Positions of random matches, all seat counts, strict and honour, as everybody sees them."""
    for table in ("strict", "honour"):
        chance = Random(seed)
        for position in walks(chance, matches, table=table, rounds=1, turn_cap=50):
            for viewer in everybody(position):
                if chance.random() < share:
                    yield position, position.view(viewer)


@pytest.mark.rule("VV-23", "VV-26", "VV-40", "VV-58", "VV-60", "VV-62")
def test_what_can_be_picked_is_what_is_legal() -> None:
    """Every legal action by exactly one of its ways; the rest only to be refused by a rule."""
    every = [game.notation.action_text(number) for number in range(game.actions)]
    parts = {part for text in every for way in game.ways(text) for part in way}
    for _, view in random_views(20, 5, share=0.03):
        page = drawn(view)
        picks = set(page.picks)
        ways = [game.ways(action.text) for action in view.legal()]
        assert all(sum(picks.issuperset(way) for way in found) == 1 for found in ways)
        assert picks <= parts if ways else not picks
        assert len(picks) == len(page.picks)
        assert all("disabled" in found for found in page.having("data-pick"))
        assert {tag for tag, found, _ in page.elements if "data-pick" in found} <= {"button"}


@pytest.mark.rule("VV-24", "VV-82")
def test_a_card_is_picked_before_its_house() -> None:
    """Each kind of the hand is a pick, and each house."""
    page = drawn(place("2Y YB G RO", houses="YB, R, G").view(0))
    assert page.picks == ["draw", "H1", "H2", "H3", "Y", "G", "RO", "YB"]


@pytest.mark.rule("VV-26", "VV-30")
def test_where_one_card_only_can_go_its_house_is_enough() -> None:
    position = place("3Y B", *OTHERS[:2], houses=" , G, ")
    position.act(0, "Y H1")
    assert sorted(drawn(position.view(0)).picks) == ["Y H1", "Y H2", "Y H3", "stop"]
    position = place("2Y B", *OTHERS[:2], pile="G")
    position.act(0, "draw")
    assert sorted(drawn(position.view(0)).picks) == ["G H1", "G H2", "G H3", "keep"]


def test_a_board_is_sound_html() -> None:
    """Ids are unique, nothing is styled or scripted in place, and every symbol is drawn."""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', art()))
    for _, view in random_views(22, 5, share=0.03):
        html = html_of(view)
        page = Page(html)
        assert len(set(page.ids)) == len(page.ids)
        assert page.elements[0][1]["id"] == "board"
        assert not page.having("style")
        assert not re.search(r" on\w+=|<script|Ana <b>|&lt;(?!b&gt;)", html)
        uses = {found["href"] for tag, found, _ in page.elements if tag == "use"}
        assert {use.removeprefix("#") for use in uses} <= symbols
        zones = {"pile", "block", "discard", "victory", "house-1", "house-2", "house-3", "round"}
        seats = range(view.seats)
        assert zones | {f"hand-{s}" for s in seats} | {f"plate-{s}" for s in seats} <= set(page.ids)


def test_everything_that_is_named_exists() -> None:
    """`data-from` names something of the board before, `about` something of this one.

    Only the owner of several identical cards may have been shown before that they left the hand.
    """
    before: dict[int, set[str]] = {}
    for _, view in random_views(23, 5):
        html = html_of(view)
        ids = set(re.findall(r' id="([^"]+)"', html))
        sources = set(re.findall(r' data-from="([^"]+)"', html))
        if view.event.kind == "placed" and view.event.args[0] == view.seat:
            sources = {source for source in sources if not source.startswith("own-")}
        assert sources <= before.get(view.seat, ids)
        assert set(board.about(view)) <= ids
        assert board.about(view)
        assert board.sound(view) in SOUNDS
        before[view.seat] = ids


@pytest.mark.rule("VV-63", "VV-64", "VV-75", "VV-77", "VV-79", "VV-80")
def test_twin_worlds_have_the_same_board() -> None:
    """A viewer cannot tell two worlds apart; the owner of the cards, as a control, can."""
    chance = Random(53)
    told_apart = positions = 0
    for position, view in random_views(24, 5, share=0.1):
        other = twin(position, view.seat, chance.getrandbits(64))
        theirs = other.view(view.seat)
        for say in (ENGLISH, game.words("fr")):
            assert html_of(view, say) == html_of(theirs, say)
            assert board.prompt(view, say) == board.prompt(theirs, say)
        assert board.about(view) == board.about(theirs)
        assert board.sound(view) == board.sound(theirs)
        positions += 1
        seat = chance.choice([s for s in range(view.seats) if s != view.seat])
        told_apart += html_of(position.view(seat)) != html_of(other.view(seat))
    assert positions > 300
    assert told_apart > 100


@pytest.mark.rule("VV-79")
def test_a_pending_placement_is_seen_by_its_owner_only() -> None:
    position = place("3Y B", *OTHERS[:2])
    before = [html_of(position.view(viewer)) for viewer in (-1, 1, 2)]
    position.act(0, "Y H1")
    assert [html_of(position.view(viewer)) for viewer in (-1, 1, 2)] == before
    page = drawn(position.view(0))
    y = kind("Y")
    assert page.cards("hand-0") == [f"own-{y}-0", f"own-{y}-1", f"own-{kind('B')}-0"]
    assert page.cards("house-1") == ["house-1-1"]
    assert page["house-1-1"]["data-from"] == f"own-{y}-2"
    assert sorted(page.picks) == ["Y H1", "Y H2", "Y H3", "stop"]


@pytest.mark.rule("VV-75", "VV-78")
def test_a_hidden_hand_shows_only_what_everyone_knows() -> None:
    position = place("2Y B", "G* B P", "2O")
    page = drawn(position.view(0))
    assert page.cards("hand-1") == [f"k1-{kind('G')}-0", "h1-0", "h1-1"]
    assert page.cards("hand-2") == ["h2-0", "h2-1"]
    assert drawn(position.view()).cards("hand-0") == ["h0-0", "h0-1", "h0-2"]
    (seen,) = (found for found in page.inside("hand-1") if "aria-label" in found)
    assert seen["aria-label"] == "Green, known to everyone"
    assert "Everyone knows" in html_of(position.view(1))


@pytest.mark.rule("VV-24", "VV-30", "VV-31")
def test_cards_come_from_where_they_were() -> None:
    position = place("2Y B G", *OTHERS[:2])
    position.decide(0, "G H2")
    assert drawn(position.view(0))["house-2-1"]["data-from"] == f"own-{kind('G')}-0"
    assert drawn(position.view(1))["house-2-1"]["data-from"] == "hand-0"
    position.settle()
    position.decide(1, "draw")
    (mine,) = drawn(position.view(1)).having("data-from")
    assert mine["id"].startswith(f"own-{position.record.drawn}-")
    assert mine["data-from"] == "pile"
    (theirs,) = drawn(position.view(0)).having("data-from")
    assert theirs["id"] == f"h1-{position.view(0).record.unseen[1] - 1}"


@pytest.mark.rule("VV-37", "VV-38", "VV-39")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_a_viva_says_who_draws(seats: int) -> None:
    position = place("Y B G", *OTHERS[: seats - 1], houses="Y, Y, Y")
    position.decide(0, "Y H1")
    position.advance()
    html = html_of(position.view(1))
    assert "VIVA in yellow by Ana &lt;b&gt;!" in html
    owed = re.findall(r'class="owes"[^>]*>\+(\d)', html)
    assert sorted(owed) == (["2"] if seats == 2 else ["1", "2"])
    if seats > 2:
        assert f"{NAMES[seats - 1]} draws 2 cards" in html
        assert "Bia &amp; Co draws 1 card" in html
    page = drawn(position.view(1))
    assert [page[f"discard-{n}"]["data-from"] for n in range(4)] == [
        "house-1", "house-2", "house-3", "block",
    ]  # fmt: skip


@pytest.mark.rule("VV-40", "VV-41")
def test_the_new_blocking_card_is_one_of_the_hand_or_of_the_pile() -> None:
    position = place("Y 2B G", *OTHERS[:1], houses="Y, Y, Y")
    play(position, "Y H1")
    page = drawn(position.view(0))
    assert sorted(page.picks) == ["block B", "block G", "pile"]
    assert not drawn(position.view(1)).picks
    position.decide(0, "block B")
    assert drawn(position.view(0))["block-card"]["data-from"] == f"own-{kind('B')}-1"
    assert drawn(position.view(1))["block-card"]["data-from"] == "hand-0"


@pytest.mark.rule("VV-62", "VV-64")
def test_the_window_for_calls_asks_everybody_else_and_tells_nothing() -> None:
    position = place("RY G B", *OTHERS[:3], houses="G Y", table="honour", false_call=2)
    position.act(0, "RY H1")
    for seat in (1, 2, 3):
        page = drawn(position.view(seat))
        assert page.picks == ["call", "silent"]
        assert page["window"]["role"] == "group"
    for viewer in (-1, 0):
        html = html_of(position.view(viewer))
        assert 'id="window"' in html
        assert not drawn(position.view(viewer)).picks
        assert html.count("may call<") == 3
    others = (-1, 0, 2, 3)
    before = [resting(position.view(viewer)) for viewer in others]
    position.decide(1, "call")
    assert [resting(position.view(viewer)) for viewer in others] == before
    assert not drawn(position.view(1)).picks
    assert "Your answer is in" in html_of(position.view(1))


@pytest.mark.rule("VV-66", "VV-78")
def test_a_caught_card_goes_back_before_everyones_eyes() -> None:
    position = place("RY G B", *OTHERS[:2], houses="G Y", table="honour")
    position.act(0, "RY H1")
    for seat, word in ((1, "call"), (2, "silent")):
        position.decide(seat, word)
    position.advance()
    html = html_of(position.view(2))
    assert "Caught! That card is forbidden." in html
    assert "calls!" in html
    position.advance()
    ry = kind("RY")
    assert drawn(position.view(0))[f"own-{ry}-0"]["data-from"] == "house-1-3"
    assert drawn(position.view(2))[f"k0-{ry}-0"]["data-from"] == "house-1-3"
    assert "+3" in html_of(position.view(1))


@pytest.mark.rule("VV-67")
def test_a_call_without_reason_shows_who_pays() -> None:
    position = place("Y G B", *OTHERS[:3], houses="Y", table="honour", false_call=2)
    position.act(0, "Y H1")
    events = answer(position, 1, 3)
    assert [event.kind for event in events].count("drew") == 4
    again = place("Y G B", *OTHERS[:3], houses="Y", table="honour", false_call=2)
    again.act(0, "Y H1")
    for seat in (1, 2, 3):
        again.decide(seat, "silent" if seat == 2 else "call")
    again.advance()
    html = html_of(again.view())
    assert re.findall(r'class="owes"[^>]*>\+(\d)', html) == ["2", "2"]
    assert "The card was allowed." in html


@pytest.mark.rule("VV-19", "VV-58")
def test_blocked_cards_say_why_on_the_strict_table_only() -> None:
    strict = html_of(place("2Y B RO", houses="Y").view(0))
    assert strict.count("(VV-19). ") + strict.count("card (VV-19).") >= 1
    assert 'class="slot blocked"' in strict
    assert 'class="slot blocked"' not in html_of(place("2Y B RO", table="honour").view(0))


@pytest.mark.rule("VV-45", "VV-46", "VV-47", "VV-10")
def test_the_last_card_wins_the_round_and_a_victory_card() -> None:
    position = place("RY", *OTHERS[:2], rounds=2)
    page = drawn(position.view(0))
    assert {"draw", "finish"} <= set(page.picks)
    position.decide(0, "finish")
    assert drawn(position.view(0))["last-card"]["data-from"] == f"own-{kind('RY')}-0"
    assert drawn(position.view(1))["last-card"]["data-from"] == "hand-0"
    position.advance()
    assert "Ana &lt;b&gt; wins the round!" in html_of(position.view(1))
    position.advance()
    page = drawn(position.view(1))
    assert page["won-0-0"]["data-from"] == "victory"
    assert page["victory"]["aria-label"] == "1 victory card to be won"
    assert "winner" in classes(page["plate-0"])


@pytest.mark.rule("VV-12", "VV-47")
def test_a_sheet_ends_a_round_and_the_match() -> None:
    position = place("RB", "Y B G", block="R", rounds=1)
    position.decide(0, "finish")
    sheets = []
    while position.pending:
        position.step()
        sheets.append(board.sheet(position.view(1), NAMES[:2], ENGLISH))
    of_round, of_card, of_match = sheets
    assert of_round is not None
    assert of_round.total == SheetLine("Cards left in hand", ("0", "3"))
    assert of_card is None
    assert of_match is not None
    assert of_match.total == SheetLine("Victory cards", ("1", "0"))


@pytest.mark.rule("VV-14", "VV-16")
def test_a_tie_break_shows_who_sits_out() -> None:
    position = place(
        "2Y B", "", "2O P", played=3, tie_break="yes", playing="0 2", wins="1 0 1", rounds=3
    )
    html = html_of(position.view(1))
    assert "Tie-break" in html
    assert "sits out" in html
    assert "out" in classes(drawn(position.view(0))["plate-1"])


@pytest.mark.rule("VV-08")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_the_others_sit_clockwise_from_the_left(seats: int) -> None:
    position = game.new(seats=seats, seed=1)
    for viewer in everybody(position):
        page = drawn(position.view(viewer))
        plates = [ident for ident in page.ids if ident.startswith("plate-")]
        own = max(viewer, 0)
        assert plates == [f"plate-{(own + i) % seats}" for i in range(1, seats + 1)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_label_in_every_language(language: str) -> None:
    say = game.words(language)
    for _, view in random_views(25, 5, share=0.02):
        page = drawn(view, say)
        for tag, found, _ in page.elements:
            if found.get("role") in ("img", "group") or "place" in classes(found) or tag == "input":
                assert found.get("aria-label")
            if found.get("role") == "img":
                assert found.get("data-tip")
        assert board.prompt(view, say)
    assert board.summary(say)


def test_a_board_speaks_one_language() -> None:
    """No label of a board is the same in two languages, except for names."""
    position = place("2Y B RO", *OTHERS[:2], houses="YB G, Y")
    labels = {
        language: [
            (found["aria-label"], found.get("data-tip", ""))
            for found in drawn(position.view(0), game.words(language)).having("aria-label")
            if found["aria-label"] not in NAMES
        ]
        for language in LANGUAGES
    }
    for one, two in (("en", "fr"), ("en", "pt"), ("fr", "pt")):
        assert not [a for a, b in zip(labels[one], labels[two], strict=True) if a == b]


def test_the_art_is_complete_and_small() -> None:
    assert len(art().encode()) < 20_000
    symbols, tiles = art().count("<symbol"), art().count("<pattern")
    assert tiles == len(COLOURS)
    assert symbols == len(DRAWINGS.names) - tiles + KINDS
    assert "style" not in art() + cover()
    assert " id=" not in cover()
    assert "url(" not in cover()


def test_every_colour_has_a_sign_and_a_pattern_of_its_own() -> None:
    drawings = set(DRAWINGS.names)
    assert {colour.code for colour in COLOURS} == set(SIGNS)
    assert set(SIGNS.values()) <= drawings
    assert {f"field-{colour.name}" for colour in COLOURS} <= drawings
    for code in ("R", "RB"):
        drawn_face = face(kind(code))
        assert [SIGNS[letter] in drawn_face for letter in code] == [True] * len(code)
