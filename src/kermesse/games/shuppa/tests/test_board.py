"""The page of Shuppa: what can be picked, what each viewer may see, and what every label says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from kermesse.core.conformance.page import Page, classes
from kermesse.core.position import Position, View
from kermesse.core.words import ENGLISH, LANGUAGES, Words
from kermesse.games.shuppa import board, game, words
from kermesse.games.shuppa.board.art import DRAWINGS, SWEETS, art, cover
from kermesse.games.shuppa.state import SHARE
from kermesse.games.shuppa.tests.scenes import asked, everybody, place, scaled, steps, walks

NAMES = ("Ana <b>", "Bia & Co", "Carlos", "Dora")
SOUNDS = {"", "card", "slide", "turn", "point", "win", "talk"}
EFFECT: dict[str, Any] = {"phase": "effect", "acting": "yes", "active": 0}


def html_of(view: View, say: Words = ENGLISH) -> str:
    return str(board.board(view, NAMES[: view.seats], say))


def drawn(view: View, say: Words = ENGLISH) -> Page:
    return Page(html_of(view, say))


def sources_in(html: str) -> set[str]:
    """Where the elements of a board came from in its last step."""
    return set(re.findall(r' data-from="([^"]+)"', html))


def random_views(seed: int, matches: int, share: float = 1) -> Iterator[tuple[Position, View]]:
    """Positions of random matches, all seat counts and options, as everybody sees them."""
    chance = Random(seed)
    for position in walks(chance, matches):
        for viewer in everybody(position):
            if chance.random() < share:
                yield position, position.view(viewer)


@cache
def parts() -> frozenset[str]:
    """Everything that any action is picked by."""
    texts = [game.notation.action_text(number) for number in range(game.actions)]
    return frozenset(part for text in texts for way in game.ways(text) for part in way)


# --- what can be picked ---------------------------------------------------------------------------


@pytest.mark.rule("SH-24", "SH-43", "SH-61", "SH-109")
def test_what_can_be_picked_is_what_is_legal() -> None:
    """Every legal action by one of its ways; nothing where nothing is asked."""
    for _, view in random_views(20, scaled(12, 4), share=0.03):
        page = drawn(view)
        picks = set(page.picks)
        ways = [game.ways(action.text) for action in view.legal()]
        assert all(any(picks.issuperset(way) for way in found) for found in ways)
        assert picks <= parts() if ways else not picks
        assert all("disabled" in found for found in page.having("data-pick"))
        assert {tag for tag, found, _ in page.elements if "data-pick" in found} <= {"button"}


def test_no_way_begins_with_another() -> None:
    """Of the actions that are open at the same time: those of one kind of card, or of one lot."""
    every = [game.notation.action_text(number) for number in range(game.actions)]
    for kind in ("eat", "jump", "swap", "lift"):
        assert_apart([way for text in every if text.startswith(kind) for way in game.ways(text)])
    for multicolours in (1, 2, 3):
        shares = [text for text in every[SHARE:] if total(text) == (3, multicolours)]
        assert_apart([way for text in shares for way in game.ways(text)])


def total(text: str) -> tuple[int, int]:
    """How many parts a share has, and how many multicolours."""
    parts = [int(part) for part in text.split()[1:]]
    return len(parts), sum(parts)


def assert_apart(ways: list[tuple[str, ...]]) -> None:
    known = set(ways)
    assert len(known) == len(ways)
    assert not [way for way in ways if any(way[:n] in known for n in range(1, len(way)))]


@pytest.mark.rule("SH-44")
def test_multicolours_are_given_in_any_order() -> None:
    assert set(words.ways("share 1 1 0")) == {
        ("share 1 1 0",),
        ("give 0", "give 1"),
        ("give 1", "give 0"),
        ("multicolour", "give 0", "multicolour", "give 1"),
        ("multicolour", "give 1", "multicolour", "give 0"),
    }
    assert ("give 0", "give 4") in words.ways("share 1 0 1")
    assert len(words.ways("share 2 2 0")) == 3  # too many orders: the usual one only


@pytest.mark.rule("SH-67", "SH-68")
def test_a_jump_is_a_top_card_and_a_column() -> None:
    page = drawn(place("[13] [18] [] [5 25] [11 72*A]", **EFFECT).view(0))
    sources = ["jump 1", "jump 2", "jump 4", "jump 5"]
    assert sorted(page.picks) == sorted([*"12345", *sources, "decline"])
    assert "jumping" in classes(page["board"])


@pytest.mark.rule("SH-73", "SH-74", "SH-76")
def test_a_lift_is_a_button_or_a_card_and_that_button() -> None:
    page = drawn(place("[13] [18 5 17] [] [10] [11 28*A]", **EFFECT).view(0))
    second = {"foot 2", "top 2", "lift 2 up", "lift 2 down"}
    fifth = {"foot 5", "top 5", "lift 5 up", "lift 5 down"}
    assert set(page.picks) == second | fifth | {"decline"}


@pytest.mark.rule("SH-62", "SH-64", "SH-70")
def test_cards_under_other_tokens_can_be_asked_for_and_are_refused() -> None:
    """They are shown like the others; the server says why not."""
    zone = "[13 3] [18 5] [9 25] [10 12*B] [11 {}*A]"
    page = drawn(place(zone.format(4), arrow="left", **EFFECT).view(0))
    assert sum(pick.startswith("eat ") for pick in page.picks) == 10
    page = drawn(place(zone.format(24), arrow="left", **EFFECT).view(0))
    assert {"4:1", "5:1", "1:0"} <= set(page.picks)


# --- sharing --------------------------------------------------------------------------------------


def shared(viewer: int, zone: str = "[3 9] [13 30] [2 35*A] [17 41*B] [10 90]") -> Page:
    position = asked(zone)
    return drawn(position.view(viewer))


@pytest.mark.rule("SH-41", "SH-43", "SH-45", "SH-49")
def test_a_lot_is_shared_by_giving_its_multicolours_away() -> None:
    page = shared(0)
    assert page.picks == ["multicolour", "give 0", "give 1", "give 4"]
    assert "usual" in classes(page["gift-0"])
    assert page["question"]["aria-label"] == "3 cards to share: 1 card each, 1 discarded."
    told = [found["aria-label"] for found in page.having("class") if "told" in classes(found)]
    assert [label.split()[0] for label in told] == ["35", "17", "41"]
    assert not shared(1).picks
    assert "question" not in shared(1).ids


@pytest.mark.rule("SH-45")
def test_several_multicolours_are_shared_as_usual_by_one_button() -> None:
    page = shared(0, "[3 9] [13 30] [7 35*A] [17 41*B] [10 90]")
    assert page.picks.count("multicolour") == 2
    assert page["usual"]["data-pick"] in {"share 2 0 0", "share 1 0 1", "share 1 1 0"}


# --- what everybody sees --------------------------------------------------------------------------


def test_a_board_is_sound_html() -> None:
    """Ids are unique, nothing is styled or scripted in place, and every symbol is drawn."""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', art()))
    for _, view in random_views(22, scaled(8, 4), share=0.03):
        html = html_of(view)
        page = Page(html)
        assert len(set(page.ids)) == len(page.ids)
        assert page.elements[0][1]["id"] == "board"
        assert not page.having("style")
        assert not re.search(r" on\w+=|<script|Ana <b>", html)
        uses = {found["href"] for tag, found, _ in page.elements if tag == "use"}
        assert {use.removeprefix("#") for use in uses} <= symbols
        players = range(max(view.seats, 2))
        assert {"row", "zone", "jar", "reserve", "actions", "direction", "call"} <= set(page.ids)
        assert {f"{what}-{p}" for p in players for what in ("plate", "token")} <= set(page.ids)


def test_everything_that_is_named_exists() -> None:
    """`data-from` names something of the board before, `about` something of this one."""
    before: dict[int, set[str]] = {}
    for _, view in random_views(23, 4):
        html = html_of(view)
        ids = set(re.findall(r' id="([^"]+)"', html))
        assert sources_in(html) <= before.get(view.seat, ids)
        assert board.about(view)
        assert set(board.about(view)) <= ids
        assert board.sound(view) in SOUNDS
        before[view.seat] = ids


def test_every_card_that_is_seen_is_there_once_and_keeps_its_id() -> None:
    """Zone, row, piles, discard and the own hand: each card is `c<number>` wherever it goes."""
    for position, view in random_views(24, scaled(8, 4), share=0.03):
        s = view.record
        seen = {int(card) + 1 for card in (*s.zone, *s.row) if card >= 0}
        for heap in (*s.won, s.discard, *s.hand):
            low, high = (int(half) for half in heap)
            seen |= {n + 1 for n in range(50) if low >> n & 1}
            seen |= {n + 51 for n in range(49) if high >> n & 1}
        shown = [ident for ident in drawn(view).ids if re.fullmatch(r"c\d+", ident)]
        assert {int(ident[1:]) for ident in shown} == seen
        assert position.seats == view.seats


@pytest.mark.rule("SH-116", "SH-117", "SH-118", "SH-119", "SH-120", "SH-122")
def test_twin_worlds_have_the_same_board() -> None:
    """A viewer cannot tell two worlds apart; the owner of the cards, as a control, can."""
    chance = Random(53)
    told_apart = positions = 0
    for position, view in random_views(25, scaled(8, 4), share=0.1):
        other = position.copy()
        other.rekey(chance.getrandbits(64))
        game.kernels["twin"](other.record, view.seat)
        theirs = other.view(view.seat)
        for say in (ENGLISH, game.words("fr")):
            assert html_of(view, say) == html_of(theirs, say)
            assert board.prompt(view, say) == board.prompt(theirs, say)
        assert board.about(view) == board.about(theirs)
        assert board.sound(view) == board.sound(theirs)
        positions += 1
        seat = chance.randrange(view.seats)
        told_apart += html_of(position.view(seat)) != html_of(other.view(seat))
    assert positions > 100
    assert told_apart > 30


@pytest.mark.rule("SH-24", "SH-25", "SH-118")
def test_a_chosen_card_lies_open_for_its_owner_only() -> None:
    position = game.new(seats=2, seed=5)
    card = position.legal(0)[0]
    position.decide(0, card.number)
    own, other = drawn(position.view(0)), drawn(position.view(1))
    assert f"c{card.text}" in own.ids_in("row")
    assert "sealed" in classes(own[f"c{card.text}"])
    assert "token-0" in own.ids_in("row")
    assert f"c{card.text}" not in html_of(position.view(1))
    assert other["t0"]["data-from"] == "hand-0"
    assert "check" in html_of(position.view(1))
    position.decide(1, position.legal(1)[0].number)
    position.advance()
    shown = drawn(position.view(1))
    assert shown[f"c{card.text}"]["data-from"] == "t0"
    assert "data-from" not in drawn(position.view(0))[f"c{card.text}"]


@pytest.mark.rule("SH-22", "SH-34", "SH-89")
def test_cards_come_from_their_piles() -> None:
    found: dict[str, set[str]] = {}
    for position in walks(Random(26), 8, rounds=7):
        if sources := sources_in(html_of(position.view())):
            found.setdefault(position.event.kind, set()).update(sources)
    assert found["turned_up"] == {"jar"}
    assert {"actions", "reserve"} >= found["restocked"] >= {"reserve"}
    assert {"actions", "reserve"} >= found["drew"] >= {"actions"}
    assert found["automaton_laid"] == {"deck"}
    assert {"actions", "reserve"} >= found["automaton_draws"]
    assert set(found) <= {
        "turned_up", "restocked", "drew", "automaton_laid", "automaton_draws", "chose", "shown",
    }  # fmt: skip


@pytest.mark.rule("SH-23", "SH-30")
@pytest.mark.parametrize("arrow", ["right", "left"])
def test_arrow_and_order_of_play_are_seen(arrow: str) -> None:
    zone = "[1 13*C] [3 14] [9 25*B] [10 62] [11 75*A] [17 90]"
    page = drawn(place(zone, arrow=arrow).view(1))
    order = ["Carlos", "Bia & Co", "Ana <b>"]
    said = page["direction"]["aria-label"]
    listed = order if arrow == "right" else order[::-1]
    assert said.endswith(f"Order of play: {listed[0]}, {listed[1]} and {listed[2]}.")
    assert arrow in classes(page["direction"])


@pytest.mark.rule("SH-36", "SH-38", "SH-52", "SH-126")
def test_won_cards_fly_to_the_pile_before_the_others_fall() -> None:
    position = place("[3 13*A] [9 18 19] [14 25 26] [5 62*B] [11 74]")
    position.advance()
    marked = drawn(position.view(1))
    glowing = [found for found in marked.having("class") if "counts" in classes(found)]
    assert len(glowing) == 3
    steps(position, "won")
    page = drawn(position.view(1))
    assert page.ids_in("pile-0") == ["c13", "c18", "c25"]
    gaps = [found for found in page.inside("column-2") if "gap" in classes(found)]
    assert len(gaps) == 1
    assert "Ana &lt;b&gt;: 3 points" in html_of(position.view(1))
    steps(position, "fell")
    assert not [f for f in drawn(position.view(1)).inside("column-2") if "gap" in classes(f)]


@pytest.mark.rule("SH-102", "SH-119", "SH-123")
def test_the_automaton_has_a_plate_with_its_deck() -> None:
    position = game.new(seats=1, seed=1, options={"difficulty": 9})
    page = drawn(position.view(0))
    assert page["deck"]["aria-label"] == "Deck: 9 cards. On top: an Action card (SH-123)."
    assert "confetti" in classes(page["deck-top"])
    assert "difficulty 9" in html_of(position.view(0))
    assert "pile-1" in page.ids


@pytest.mark.rule("SH-01", "SH-11")
def test_a_column_of_fifteen_cards_is_drawn() -> None:
    high = " ".join(str(n) for n in (1, 2, 3, 5, 6, 9, 10, 11, 13, 14, 15, 17, 18, 19, 22))
    page = drawn(place(f"[{high}] [23] [25] [] [31 4*A]", **EFFECT).view(0))
    assert len(page.cards("column-1")) == 15
    shop = next(found for found in page.having("class") if "shop" in classes(found))
    assert {"c5", "h16"} <= set(classes(shop))
    css = (game.home / "board" / "board.css").read_text(encoding="utf-8")
    assert all(f".h{n} {{" in css for n in range(4, 17))
    assert all(f".n{n} {{" in css for n in range(16))


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_label_in_every_language(language: str) -> None:
    say = game.words(language)
    for _, view in random_views(27, scaled(8, 4), share=0.05):
        page = drawn(view, say)
        for tag, found, _ in page.elements:
            if found.get("role") in ("img", "group") or (tag == "button" and "id" not in found):
                assert found.get("aria-label"), found
            if found.get("role") == "img":
                assert found.get("data-tip")
        assert board.prompt(view, say)
    assert board.summary(say)


def test_a_board_speaks_one_language() -> None:
    """No label of a board is the same in two languages, except for names."""
    position = asked("[3 9] [13 30] [2 35*A] [17 41*B] [10 90]")
    labels = {
        language: [
            found["aria-label"]
            for found in drawn(position.view(0), game.words(language)).having("aria-label")
            if found["aria-label"] not in NAMES
        ]
        for language in LANGUAGES
    }
    for one, two in (("en", "fr"), ("en", "pt"), ("fr", "pt")):
        same = [a for a, b in zip(labels[one], labels[two], strict=True) if a == b]
        assert not same


@pytest.mark.rule("SH-61")
@pytest.mark.parametrize(("card", "word"), [(4, "Eat"), (72, "Jump"), (24, "Swap"), (28, "Lift")])
def test_every_decision_is_asked_for_in_words(card: int, word: str) -> None:
    position = place(f"[13] [18 3] [9] [5 25] [11 {card}*A]", **EFFECT)
    assert board.prompt(position.view(0), ENGLISH).startswith(word)
    assert board.prompt(position.view(1), ENGLISH) == "An Action card is being used…"


# --- drawings -------------------------------------------------------------------------------------


def test_the_art_is_complete_and_small() -> None:
    assert len(art().encode()) < 20_000
    assert art().count("<symbol") == len(DRAWINGS.names)
    assert "style" not in art() + cover()
    assert " id=" not in cover()


def test_every_colour_and_every_token_has_a_shape_of_its_own() -> None:
    for names in (SWEETS, [f"token-{player}" for player in range(4)]):
        outlines = [re.sub(r"var\(--\w+\)", "", "".join(DRAWINGS.read(n))) for n in names]
        assert len(set(outlines)) == len(names)
