"""The new-table form: what it offers, for every game, number of seats, option and value."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.toys import huddle as toy

import kermesse
from kermesse.core import variants
from kermesse.core.errors import SetupRefused
from kermesse.core.game import Game
from kermesse.core.options import Option, word
from kermesse.core.registry import game_names
from kermesse.core.words import LANGUAGES, words
from kermesse.table.forms import OPTION, FormError, TableWish, read_wish
from kermesse.table.levels import offered_bots
from kermesse.table.pages.game import game_page
from kermesse.table.pages.parts import players
from kermesse.table.visitor import PACKAGE, Visitor

GAMES = [kermesse.game(name) for name in game_names()]
NAMES = [game.name for game in GAMES]
SHUPPA, VIVA, MOON_RIVER = (kermesse.game(name) for name in ("shuppa", "viva", "moon_river"))
THIRD = kermesse.variant({"title": "Third", "game": "viva", "options": {"first_dealer": "seat2"}})
STRANGE = [
    "",
    " ",
    "-1",
    "0",
    "99999999",
    "1.5",
    "٣",
    "ten",
    "true",
    "<b>",
    "x" * 201,
    "\x00",
    "seat9",
]


def wish(game: Game, form: dict[str, str]) -> TableWish | FormError:
    try:
        return read_wish(game, form, offered_bots())
    except FormError as refused:
        return refused


def values(option: Option) -> list[str]:
    allowed = list(option.allowed)
    some = allowed if len(allowed) <= 80 else [*allowed[:3], *allowed[-3:]]
    return [word(value) for value in some]


def single_changes(game: Game) -> Iterator[tuple[int, str, str]]:
    """Every field of the form with every value, and with some that nobody offers."""
    for seats in game.seats:
        for option in game.options:
            for text in [*values(option), *STRANGE]:
                yield seats, OPTION + option.name, text
        for name in ("bot", "bot-1", "bot-9", "clock", "decision_seconds", "total_minutes"):
            for text in [*offered_bots(), "decision", "total", "60", *STRANGE]:
                yield seats, name, text
        for name in ("listed", "chat", "hints", "nothing", "seats"):
            for text in ["on", "always", *STRANGE]:
                yield seats, name, text


@pytest.mark.threat(14)
@pytest.mark.parametrize("game", [*GAMES, THIRD], ids=lambda game: game.name)
def test_whatever_is_sent_makes_a_table_or_brings_the_form_back(game: Game) -> None:
    """What a form accepts can be dealt, and what it refuses is refused in a sentence."""
    asked = made = 0
    for seats, name, text in single_changes(game):
        found = wish(game, {"seats": str(seats), name: text})
        asked += 1
        if isinstance(found, FormError):
            assert found.sentence, (seats, name, text)
        else:
            made += 1
            assert game.choose(found.options, found.seats) == found.options
    assert 0 < made < asked


@pytest.mark.parametrize("name", NAMES)
def test_whatever_the_page_offers_for_a_number_of_seats_can_be_chosen(name: str) -> None:
    game = kermesse.game(name)
    for seats in game.seats_for():
        for option in game.options:
            if isinstance(option.allowed, range):
                continue
            for value in option.allowed:
                fits = seats in game.seats_for({option.name: value})
                form = {"seats": str(seats), OPTION + option.name: word(value)}
                assert isinstance(wish(game, form), TableWish) == fits, (seats, option.name, value)


def test_what_does_not_matter_counts_for_nothing() -> None:
    """A hidden field is what somebody chose a moment ago, for another number of seats."""
    form = {OPTION + "difficulty": "9"}
    for seats, kept in ((1, 9), (3, 2)):
        found = wish(SHUPPA, {**form, "seats": str(seats)})
        assert isinstance(found, TableWish)
        assert found.options["difficulty"] == kept
    strict = wish(VIVA, {OPTION + "penalty": "5"})
    honour = wish(VIVA, {OPTION + "penalty": "5", OPTION + "table": "honour"})
    assert isinstance(strict, TableWish)
    assert isinstance(honour, TableWish)
    assert (strict.options["penalty"], honour.options["penalty"]) == (3, 5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_go_together_is_named(language: str) -> None:
    say = words(PACKAGE, language)
    cases = [
        (
            VIVA,
            {"seats": "2", OPTION + "first_dealer": "seat3"},
            OPTION + "first_dealer",
            "4, 5, 6",
        ),
        (VIVA, {OPTION + "edition": "pocket", OPTION + "rounds": "9"}, OPTION + "edition", "; "),
        (
            VIVA,
            {"seats": "4", OPTION + "viva_right": "3", OPTION + "viva_left": "3"},
            OPTION + "viva_right",
            "; ",
        ),
        (THIRD, {"seats": "2"}, "seats", "3, 4, 5, 6"),
    ]
    for game, form, field, told in cases:
        with pytest.raises(FormError) as refused:
            read_wish(game, form, offered_bots(), say)
        assert refused.value.field == field
        assert told in refused.value.sentence
        page = html.unescape(
            game_page(
                Visitor(language=language),
                game,
                offered_bots(),
                form,
                refused.value.sentence,
                wrong=field,
            )
        )
        assert refused.value.sentence in page


# --- what the page shows --------------------------------------------------------------------------


def page_of(game: Game, **form: str) -> str:
    return str(game_page(Visitor(), game, offered_bots(), form))


def part_with(page: str, name: str) -> str:
    """The opening tag of what is around a field and depends on something; empty if nothing is."""
    before = page.partition(f'name="{name}"')[0]
    around = re.findall(r"<div[^>]*data-(?:seats|given)[^>]*>", before)
    return around[-1] if around else ""


def test_alone_there_are_no_bots_and_no_invitations() -> None:
    for seats, hidden in (("1", True), ("2", False)):
        page = page_of(SHUPPA, seats=seats)
        assert ("hidden" in part_with(page, "bot")) == hidden
        assert ("hidden" in part_with(page, "option-difficulty")) != hidden
        assert 'data-seats="2 3 4"' in part_with(page, "bot")
        invite = page.partition('formaction="/games/shuppa/invite"')[0].rpartition("<div")[2]
        assert 'data-seats="2 3 4"' in invite
        assert ("hidden" in invite) == hidden


def test_options_stand_where_they_matter() -> None:
    for variant, hidden in (("base", True), ("legends", False)):
        page = page_of(MOON_RIVER, **{"option-variant": variant})
        around = part_with(page, "option-scenario")
        assert 'data-given="option-variant=legends"' in around
        assert ("hidden" in around) == hidden
    assert "solo" not in page_of(THIRD)
    assert 'name="option-viva_two"' not in page_of(THIRD)  # never for two: nothing to choose


def test_values_stand_by_the_number_of_seats() -> None:
    page = page_of(MOON_RIVER)
    groups = re.findall(r'<optgroup label="([^"]*)" data-seats="([^"]*)">(.*?)</optgroup>', page)
    assert [(label, seats) for label, seats, _ in groups] == [
        ("2 players", "2"),
        ("3 players", "3"),
        ("4 players", "4"),
    ]
    for _, seats, lines in groups:
        orders = re.findall(r'value="([^"]*)"', lines)
        assert {order.count("-") + 1 for order in orders} == {int(seats)}
    assert sum(len(re.findall("<option", lines)) for *_, lines in groups) == 60


def test_difficulties_are_words() -> None:
    page = page_of(SHUPPA, seats="1")
    assert '<option value="2" selected>Easiest: 2 Action cards</option>' in page
    for game in GAMES:
        for option in game.options:
            assert not option.labels or len(option.labels) == len(option.allowed)
            if option.given is not None:
                other = next(o for o in game.options if o.name == option.given[0])
                assert option.given[1] in other.allowed
            assert option.seats is None or set(option.seats) <= set(game.seats)


# --- variants for some numbers of seats -----------------------------------------------------------


def test_a_variant_is_offered_with_the_seats_that_it_can_have() -> None:
    assert THIRD.seats_for() == (3, 4, 5, 6)
    assert THIRD.checked_seats(None) == 3
    assert players(THIRD, Visitor().say) == "3 to 6 players"
    assert THIRD.new(seed=1).seats == 3
    page = page_of(THIRD)
    assert 'name="seats" value="2"' not in page
    assert 'name="seats" value="3" checked' in page
    found = wish(THIRD, {})
    assert isinstance(found, TableWish)
    assert found.seats == 3
    # with other options it can have more
    other = wish(THIRD, {"seats": "2", OPTION + "first_dealer": "seat1"})
    assert isinstance(other, TableWish)
    assert THIRD.new(2, 1, other.options).seats == 2


def test_a_variant_that_no_number_of_seats_can_have_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def agree(options: object, seats: int | None) -> None:
        if seats is not None and options["colour"] == "red":  # type: ignore[index]
            raise SetupRefused(f"nobody plays red with {seats} seats")

    strict = replace(
        toy.game,
        options=(Option("colour", "blue", ("blue", "red"), "the colour", "HU-01"),),
        agree=agree,
    )
    described = variants.Variant("Red", strict.name, (("colour", "red"),), ())
    with pytest.raises(SetupRefused, match=r"no number of seats.*red with 2 seats"):
        variants.dressed(strict, strict, described)
