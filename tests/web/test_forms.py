"""What people type: read into checked values, or refused by field and sentence."""

from __future__ import annotations

import pickle
from unicodedata import category, normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.toys.huddle import game as huddle

import kermesse
from kermesse.core.options import word
from kermesse.table.forms import (
    LONGEST_CHAT,
    LONGEST_NAME,
    OPTION,
    FormError,
    TableWish,
    read_back,
    read_chat,
    read_language,
    read_name,
    read_number,
    read_passphrase,
    read_theme,
    read_wish,
    skeleton,
    usual_bot,
)
from kermesse.table.letters import MARKS, clean, has_ink, scripts_mixed

GAME = kermesse.game("muvuca")
VIVA = kermesse.game("viva")
BOTS = ("casual", "expert", "random", "greedy")
FAMILY = "👩🏽‍🚀"  # woman, skin tone, joiner, rocket


def refused(form: dict[str, str]) -> FormError:
    with pytest.raises(FormError) as caught:
        read_wish(GAME, form, BOTS)
    return caught.value


def test_an_empty_form_takes_all_defaults() -> None:
    assert read_wish(GAME, {}, BOTS) == TableWish(
        seats=2,
        options=GAME.choose(None),
        bot="casual",
        clock_decision=0,
        clock_total=0,
        listed=False,
        chat=True,
        hints="alone",
        bots={},
    )


def test_every_field_is_read() -> None:
    form = {
        "seats": "2",
        "bot": "random",
        "clock": "decision",
        "decision_seconds": "30",
        "listed": "true",
        "chat": "false",
        "hints": "never",
        "bot-1": "expert",
        OPTION + "rounds_to_win": " 3 ",
        OPTION + "swap_roles": "true",
        OPTION + "first_player": "seat1",
    }
    wish = read_wish(GAME, form, BOTS)
    assert (wish.bot, wish.clock_decision, wish.clock_total) == ("random", 30, 0)
    assert (wish.listed, wish.chat, wish.hints) == (True, False, "never")
    assert wish.bots == {1: "expert"}
    assert wish.options["rounds_to_win"] == 3
    assert wish.options["swap_roles"] is True
    assert wish.options["first_player"] == "seat1"


def test_a_clock_in_total_is_posted_in_minutes_and_kept_in_seconds() -> None:
    wish = read_wish(GAME, {"clock": "total", "total_minutes": "20"}, BOTS)
    assert (wish.clock_decision, wish.clock_total) == (0, 1200)


def test_the_number_of_a_clock_that_was_not_chosen_does_not_count() -> None:
    wish = read_wish(GAME, {"clock": "none", "decision_seconds": "30"}, BOTS)
    assert (wish.clock_decision, wish.clock_total) == (0, 0)


@pytest.mark.parametrize(
    ("seconds", "fine"), [(4, False), (5, True), (604800, True), (604801, False)]
)
def test_bounds_of_the_clock_per_decision(seconds: int, fine: bool) -> None:
    form = {"clock": "decision", "decision_seconds": str(seconds)}
    if fine:
        assert read_wish(GAME, form, BOTS).clock_decision == seconds
    else:
        assert refused(form).field == "decision_seconds"


@pytest.mark.parametrize(
    ("minutes", "fine"), [(0, False), (1, True), (43200, True), (43201, False)]
)
def test_bounds_of_the_clock_in_total(minutes: int, fine: bool) -> None:
    form = {"clock": "total", "total_minutes": str(minutes)}
    if fine:
        assert read_wish(GAME, form, BOTS).clock_total == 60 * minutes
    else:
        assert refused(form).field == "total_minutes"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("seats", "3"),
        ("seats", "two"),
        ("seats", "-2"),
        ("seats", "２"),  # a digit, but not as a number field sends it
        ("bot", "oracle"),
        ("clock", "sundial"),
        ("listed", "perhaps"),
        ("chat", "1"),
        (OPTION + "rounds_to_win", "0"),
        (OPTION + "rounds_to_win", "2.0"),
        (OPTION + "rounds_to_win", "9" * 200),
        (OPTION + "swap_roles", "maybe"),
        (OPTION + "first_player", "seat7"),
        (OPTION + "first_player", "x" * 201),
    ],
)
def test_wrong_values_are_refused_by_their_field(name: str, text: str) -> None:
    error = refused({name: text})
    assert error.field == name
    assert error.sentence.endswith(".")


@pytest.mark.parametrize("name", ["colour", "option-nothing", "rounds_to_win", "__class__", ""])
def test_unknown_fields_are_refused(name: str) -> None:
    assert refused({name: "1"}).field == ""


def test_a_flood_of_fields_is_refused() -> None:
    assert refused({f"f{n}": "1" for n in range(1000)}).field == ""


def test_a_file_where_a_text_belongs_is_refused() -> None:
    assert refused({"bot": object()}).field == "bot"  # type: ignore[dict-item]


def test_seats_by_game() -> None:
    most = huddle.seats[-1]
    assert read_wish(huddle, {"seats": str(most)}, BOTS).seats == most
    with pytest.raises(FormError):
        read_wish(huddle, {"seats": str(most + 1)}, BOTS)


@given(st.data())
def test_every_allowed_value_of_every_option_is_read_as_itself(data: st.DataObject) -> None:
    option = data.draw(st.sampled_from(GAME.options))
    value = data.draw(st.sampled_from(option.allowed))
    wish = read_wish(GAME, {OPTION + option.name: word(value)}, BOTS)
    assert wish.options == GAME.choose({option.name: value})


@given(st.dictionaries(st.sampled_from(["seats", "bot", "clock", "listed"]), st.text()))
def test_a_form_is_read_or_refused_and_never_breaks(form: dict[str, str]) -> None:
    outcome: object = None
    try:
        outcome = read_wish(GAME, form, BOTS).seats
    except FormError as error:
        outcome = error.field
    assert outcome in (*GAME.seats, *form)


def test_an_error_can_be_sent_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(FormError("name", "Please write a name.")))
    assert (error.field, error.sentence) == ("name", "Please write a name.")


def test_the_usual_bot_is_a_casual_player_where_there_is_one() -> None:
    assert usual_bot(["novice", "casual", "random", "greedy"]) == "casual"
    assert usual_bot(["random", "greedy"]) == "random"


def test_each_seat_may_have_a_bot_of_its_own() -> None:
    form = {"seats": "4", "bot": "random", "bot-1": "expert", "bot-2": "", "bot-3": "greedy"}
    assert read_wish(VIVA, form, BOTS).bots == {1: "expert", 3: "greedy"}
    # seats that were wanted a moment ago and no longer are
    assert read_wish(VIVA, form | {"seats": "2"}, BOTS).bots == {1: "expert"}


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"bot-1": "nobody"}, "bot-1"),
        ({"bot-0": "casual"}, ""),  # the person's own seat
        ({"bot-2": "casual"}, ""),  # a seat that this game never has
        ({"hints": "sometimes"}, "hints"),
    ],
)
def test_bots_and_hints_that_are_not_offered(form: dict[str, str], field: str) -> None:
    assert refused(form).field == field


# ---- names and chat


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ana   Lúcia ", "Ana Lúcia"),
        ("Ana\nLúcia\t!", "Ana Lúcia !"),
        ("A\u200bn\u202ea\u2066", "Ana"),  # zero width, bidi override, bidi isolate
        ("Ana\u00ad", "Ana"),
        ("e\u0301", "é"),
        (f"Zoé {FAMILY}", f"Zoé {FAMILY}"),
        ("A\u200dna", "Ana"),  # a joiner that joins no emoji
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("Ｚ", "Ｚ"),
        ("Даша", "Даша"),
        ("Νίκος", "Νίκος"),
        ("さくら", "さくら"),
        ("Mäx 3000", "Mäx 3000"),
    ],
)
def test_names_are_cleaned(typed: str, name: str) -> None:
    assert read_name(typed) == normalize("NFC", name)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200b\u2060",
        "\u3164",  # a letter that is drawn as nothing
        "\u2800",
        "\u0301\u0302",
        "x" * (LONGEST_NAME + 1),
        "x" * 1_000_000,
        "Аna",  # Cyrillic А
        "Αna",  # Greek Α
        "Дαша",
    ],
)
def test_names_that_are_refused(typed: str) -> None:
    with pytest.raises(FormError) as caught:
        read_name(typed)
    assert caught.value.field == "name"


def test_marks_cannot_climb_over_other_lines() -> None:
    assert read_name("Z" + "\u0335\u0336\u0337\u0338" * 20 + "o") == "Z\u0335\u0336o"


@given(st.text(max_size=80))
@example("\u0301a\u0301\u0302\u0303\u0304 \u0301b")
@example(f"{FAMILY}\u200d\u200d{FAMILY}\ufe0f\ufe0f")
@example("1\ufe0f\u20e3 \ufe0f\u20e3")
def test_what_was_cleaned_is_clean(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert normalize("NFC", once) == once
    assert once == once.strip()
    assert "  " not in once
    for before, sign, after in zip(once, once[1:], once[2:], strict=False):
        assert not {category(before), category(sign), category(after)} <= MARKS
    assert not any(category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in once)
    assert all(sign == "\u200d" for sign in once if category(sign) == "Cf")
    once.encode()


@given(st.text(max_size=200))
def test_a_name_is_short_visible_and_in_one_alphabet_or_refused(text: str) -> None:
    try:
        name = read_name(text)
    except FormError:
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert has_ink(name)
    assert not scripts_mixed(name)
    assert read_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Aná"),
        ("Ana", "Апа".replace("п", "n")),
        ("Paulo", "Pau1o"),
        ("Paulo", "PauIo"),
        ("Bob", "B0b"),
        ("HANNA", "НАNNА"),
        ("NINA", "ΝΙΝΑ"),
        ("Ana", "A na"),
        ("Ana", "Ａｎａ"),
        ("fi", "ﬁ"),
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Max", "Mia"), ("Даша", "Маша")])
def test_different_names_keep_apart(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=40), st.sampled_from("\u200b\u200d\u2060\u202e\u2069 \u00a0"))
def test_what_nobody_sees_does_not_tell_names_apart(text: str, nothing: str) -> None:
    assert skeleton(text + nothing) == skeleton(nothing + text) == skeleton(text)


def test_chat_is_one_line() -> None:
    assert read_chat("well\nplayed\u2028!\u202e") == "well played !"
    assert len(read_chat("x" * LONGEST_CHAT)) == LONGEST_CHAT
    for text in ("", "\n", "x" * (LONGEST_CHAT + 1), "x" * 10**6):
        with pytest.raises(FormError):
            read_chat(text)


# ---- coming back, and where to


def test_a_passphrase_is_the_same_on_every_keyboard() -> None:
    assert read_passphrase("cafe\u0301 noir") == read_passphrase("café noir")
    assert read_passphrase(" with space ") == " with space "


@pytest.mark.parametrize("text", ["short", "x" * 201, " " * 20, "with\x00nothing", "tab\ttab\ttab"])
def test_passphrases_that_are_refused(text: str) -> None:
    with pytest.raises(FormError) as caught:
        read_passphrase(text)
    assert caught.value.field == "passphrase"


@pytest.mark.parametrize(("text", "number"), [("12 345", 12345), ("12-345", 12345), (" 7 ", 7)])
def test_account_numbers(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "seven", "-", "1" * 13, "１２", "1e3"])
def test_what_is_no_account_number(text: str) -> None:
    with pytest.raises(FormError) as caught:
        read_number(text)
    assert caught.value.field == "number"


@pytest.mark.parametrize("path", ["/", "/you", "/replay/x?at=3&as=0", "/rules/muvuca#rule-MV-20"])
def test_the_way_back_is_a_path_of_ours(path: str) -> None:
    assert read_back(path) == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "you",
        "//evil.example",
        "/\\evil.example",
        "https://evil.example",
        "/a\nb",
        "/" * 300,
        None,
    ],
)
def test_the_way_back_never_leaves_the_house(path: object) -> None:
    assert read_back(path) == "/"


def test_language_and_theme() -> None:
    assert read_language({"language": "fr"}) == "fr"
    assert read_theme({}) == "auto"
    with pytest.raises(FormError):
        read_language({"language": "xx"})
    with pytest.raises(FormError):
        read_theme({"theme": "neon"})
