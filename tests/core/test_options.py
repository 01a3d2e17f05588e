"""Options: every kind of value, and every kind of bad value refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from kermesse.core.errors import SetupRefused
from kermesse.core.options import Option, complete, nearest, word

ROUNDS = Option("rounds", 2, range(1, 6), "how many rounds", "XX-01")
START = Option("start", "random", ("random", "seat0"), "who starts", "XX-02")
SWAP = Option("swap", False, (False, True), "swap roles", "XX-03")
TABLE = (ROUNDS, START, SWAP)


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [(ROUNDS, 1, 1), (ROUNDS, 5, 5), (START, "random", 0), (START, "seat0", 1), (SWAP, True, 1)],
)
def test_codes_go_both_ways(option: Option, value: Any, code: int) -> None:
    assert option.code(value) == code
    assert option.value(code) == value
    assert option.read(f" {word(value).upper()} ") == value
    assert type(option.value(code)) is type(value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (ROUNDS, 0), (ROUNDS, 6), (ROUNDS, 2.0), (ROUNDS, "2"), (ROUNDS, True), (ROUNDS, None),
        (START, "seat1"), (START, 0), (START, ""), (START, "Random"), (START, ["random"]),
        (SWAP, 0), (SWAP, 1), (SWAP, "true"), (SWAP, None),
    ],
)  # fmt: skip
def test_any_other_value_is_refused(option: Option, value: Any) -> None:
    with pytest.raises(SetupRefused, match=f"option {option.name} takes {option.choices}, not "):
        option.code(value)


@pytest.mark.parametrize(
    ("option", "text"), [(ROUNDS, "6"), (ROUNDS, "two"), (SWAP, "yes"), (START, "")]
)
def test_any_other_text_is_refused(option: Option, text: str) -> None:
    with pytest.raises(SetupRefused, match=f"option {option.name} takes"):
        option.read(text)


def test_choices_in_words() -> None:
    assert ROUNDS.choices == "a whole number from 1 to 5"
    assert START.choices == "one of random, seat0"
    assert SWAP.choices == "one of false, true"


def test_what_is_not_given_has_its_default() -> None:
    assert (
        complete(TABLE, None)
        == complete(TABLE, {})
        == {"rounds": 2, "start": "random", "swap": False}
    )
    assert complete(TABLE, {"swap": True}) == {"rounds": 2, "start": "random", "swap": True}


@pytest.mark.parametrize("given", ["rounds", ["rounds"], 3, [("rounds", 3)]])
def test_options_are_a_mapping(given: Any) -> None:
    with pytest.raises(SetupRefused, match="options are a mapping"):
        complete(TABLE, given)


def test_an_unknown_name_is_refused_with_a_suggestion() -> None:
    with pytest.raises(SetupRefused, match="no option 'round'; did you mean 'rounds'"):
        complete(TABLE, {"round": 3})
    with pytest.raises(SetupRefused, match="no option 'weather'; known are rounds, start, swap"):
        complete(TABLE, {"weather": 3})
    with pytest.raises(SetupRefused, match="no option 7"):
        complete(TABLE, {7: 3})


def test_a_bad_value_among_good_ones_is_refused() -> None:
    with pytest.raises(SetupRefused, match="option swap takes"):
        complete(TABLE, {"rounds": 3, "swap": "no"})


def test_the_given_mapping_is_left_alone() -> None:
    given = {"rounds": 3}
    complete(TABLE, given)
    assert given == {"rounds": 3}


def test_nearest() -> None:
    assert nearest("muvca", ["muvuca", "viva"]) == "; did you mean 'muvuca'?"
    assert nearest("chess", ["muvuca", "viva"]) == "; known are muvuca, viva"
