"""What the fields of a `Game` must be: a wrong one is refused by name when the game is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kermesse.core.errors import KermesseError, brief, whole
from kermesse.core.measures import Measure
from kermesse.core.options import Option
from kermesse.core.record import MOST_SEATS, Layout
from kermesse.core.sights import Sight
from kermesse.core.variant import Origin

if TYPE_CHECKING:
    from kermesse.core.game import Game

MOST_ACTIONS = np.iinfo(np.int16).max

NOTATION = (
    "action_text",
    "read_action",
    "position_text",
    "read_position",
    "event_text",
    "refusal",
)
PAGE = ("board", "prompt", "about", "sound", "summary", "cover", "art")


class Kind(NamedTuple):
    """What a field should be, in words, and whether a value of a game is that."""

    words: str
    fits: Callable[[Game, Any], bool]


def _is_word(game: Game, value: Any) -> bool:
    word = value.partition("~")[0] if isinstance(value, str) else ""  # a variant has more behind
    return word.isidentifier() and word == word.lower()


def _is_text(game: Game, value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_seats(game: Game, value: Any) -> bool:
    return isinstance(value, range) and len(value) > 0 and min(value) > 0 and value.step > 0


def _is_fields(game: Game, value: Any) -> bool:
    if not isinstance(value, list) or not all(
        isinstance(one, tuple) and len(one) in (2, 3) and isinstance(one[0], str) for one in value
    ):
        return False
    try:
        np.dtype(value)
    except (TypeError, ValueError):
        return False
    return True


def _is_kernels(game: Game, value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and callable(kernel) for name, kernel in value.items()
    )


def _is_enum(game: Game, value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, IntEnum) and len(value) > 0


def _is_box(game: Game, value: Any) -> bool:
    return (
        isinstance(value, np.ndarray)
        and value.ndim == 1
        and value.dtype == np.int16
        and bool((value >= 0).all())
    )


def _is_teams(game: Game, value: Any) -> bool:
    if not callable(value):
        return False
    return all(
        isinstance(teams := value(seats), tuple)
        and len(teams) == seats
        and all(whole(team) is not None for team in teams)
        for seats in game.seats
    )


def _is_usual_seats(game: Game, value: Any) -> bool:
    return value is None or (whole(value) is not None and value in game.seats)


def _is_call(game: Game, value: Any) -> bool:
    return callable(value)


def _is_call_or_none(game: Game, value: Any) -> bool:
    return value is None or callable(value)


def _is_flag(game: Game, value: Any) -> bool:
    return isinstance(value, bool)


def _all(value: Any, whole_kind: type[Any], kind: type) -> bool:
    return isinstance(value, whole_kind) and all(isinstance(one, kind) for one in list(value))


def _number(least: int, most: int) -> Callable[[Game, Any], bool]:
    def fits(game: Game, value: Any) -> bool:
        number = whole(value)
        return number is not None and least <= number <= most

    return fits


def _some_of(name: str) -> Callable[[Game, Any], bool]:
    """Numbers among those that another field holds."""

    def fits(game: Game, value: Any) -> bool:
        known: Any = getattr(game, name)
        return isinstance(value, frozenset) and value <= {int(member) for member in known}

    return fits


def _has(names: tuple[str, ...]) -> Callable[[Game, Any], bool]:
    def fits(game: Game, value: Any) -> bool:
        return all(callable(getattr(value, name, None)) for name in names)

    return fits


def _none_or(fits: Callable[[Game, Any], bool]) -> Callable[[Game, Any], bool]:
    return lambda game, value: value is None or fits(game, value)


FUNCTION_OF_OPTIONS = Kind("a function of all options", _is_call)

# in the order of the fields: what a later one refers to has been looked at
KINDS: Mapping[str, Kind] = {
    "name": Kind("a word in lower case, like `moon_river`", _is_word),
    "title": Kind("the name that people read, a text", _is_text),
    "package": Kind("the name of a package, usually `__name__`", _is_text),
    "version": Kind("a text, like '1'", _is_text),
    "seats": Kind("a `range` of seat counts, like `range(2, 5)`", _is_seats),
    "fields": Kind("a list of tuples like `('points', np.int8, (4,))`", _is_fields),
    "options": Kind("a tuple of `Option`s", lambda game, value: _all(value, tuple, Option)),
    "kernels": Kind("functions by the names of the contract", _is_kernels),
    "notation": Kind(f"a module or object with {', '.join(NOTATION)}", _has(NOTATION)),
    "board": Kind("a function of a record and the players' names", _is_call),
    "phases": Kind("an `IntEnum` of the values of `phase`", _is_enum),
    "events": Kind("an `IntEnum` of the values of `event`", _is_enum),
    "endings": Kind("an `IntEnum` of what `outcome` returns", _is_enum),
    "actions": Kind(
        f"how many action numbers there are, from 1 to {MOST_ACTIONS}", _number(1, MOST_ACTIONS)
    ),
    "features": Kind("how many numbers `features` writes, a whole number", _number(0, 2**31 - 1)),
    "box": Kind("a one-dimensional `int16` array, how many there are of each component", _is_box),
    "bound": FUNCTION_OF_OPTIONS,
    "sealed": Kind("a frozenset of numbers of `phases`", _some_of("phases")),
    "staged": Kind("a frozenset of some of the `sealed` phases", _some_of("sealed")),
    "forgetting": Kind("a frozenset of numbers of `events`", _some_of("events")),
    "teams": Kind("a function from a seat count to a tuple with the team of each seat", _is_teams),
    "legend": Kind("a text", lambda game, value: isinstance(value, str)),
    "page": Kind(f"None, or a module with {', '.join(PAGE)}", _none_or(_has(PAGE))),
    "agree": Kind("a function of all options and the seat count", _is_call),
    "measures": Kind("a tuple of `Measure`s", lambda game, value: _all(value, tuple, Measure)),
    "sights": Kind("a tuple of `Sight`s", lambda game, value: _all(value, tuple, Sight)),
    "layout": Kind("a `Layout`", lambda game, value: isinstance(value, Layout)),
    "is_open": Kind("True or False", _is_flag),
    "same_rules": Kind(
        "a frozenset of earlier versions, as texts", lambda game, value: _all(value, frozenset, str)
    ),
    "open_at_end": Kind("True or False", _is_flag),
    "usual_seats": Kind("None, or one of the seat counts", _is_usual_seats),
    "ways": Kind("a function of an action's text", _is_call),
    "meant": Kind("a function of a record and an action number", _is_call),
    "window": Kind("a function of a view", _is_call),
    "talk": FUNCTION_OF_OPTIONS,
    "seats_by_lot": FUNCTION_OF_OPTIONS,
    "seats_apart": Kind("a function of all options and the seat count", _is_call),
    "speaker": Kind("a function of a view and a set of seats", _is_call),
    "levels": Kind("a function of a seat count", _is_call),
    "tables": Kind("None, or a function of the `Tables` of the folder `data`", _is_call_or_none),
    "figures": Kind("a function of all options and the words of a language", _is_call),
    "origin": Kind(
        "None, or the `Origin` of a variant",
        lambda game, value: value is None or isinstance(value, Origin),
    ),
}


def check_fields(game: Game) -> None:
    """Refuse a field that is not what it should be, and say what it is."""
    for name, kind in KINDS.items():
        value = getattr(game, name)
        if not kind.fits(game, value):
            raise KermesseError(
                f"`{name}` of the game {brief(game.name)} is {brief(value)}, "
                f"{_article(type(value).__name__)}; it should be {kind.words}"
            )
    if game.seats[-1] > MOST_SEATS:
        raise KermesseError(f"{game.name} has {game.seats[-1]} seats; `due` has {MOST_SEATS}")
    told = sum(sight.numbers for sight in game.sights)
    if game.sights and told != game.features:
        raise KermesseError(f"{game.name} tells of {told} features and has {game.features}")


def _article(noun: str) -> str:
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"
