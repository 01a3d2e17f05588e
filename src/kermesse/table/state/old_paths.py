"""Decisions as logs held them before they held action texts: the picks of the page, cut into parts.

Frozen. The parts are those of that time, whatever the games' pages are like now; a log is never
rewritten, so this reader of old rows stays. See decision 0043.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations

from kermesse.core.errors import UnreadableAction
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.store import LoggedEvent

Way = tuple[str, ...]


def is_old(event: LoggedEvent) -> bool:
    """Whether an event of the match is kept in picks."""
    return "actions" not in event.body and "decisions" not in event.body


def translated(match: Match, event: LoggedEvent) -> LoggedEvent:
    """An old event as it would be kept now, at the moment of the match that it belongs to."""
    body, trial = dict(event.body), match.fork()
    if "answers" in body:
        answers = body.pop("answers")
        body["decisions"] = [[seat, actions_of(trial, seat, path)] for seat, path in answers]
    else:
        assert event.seat is not None
        body["actions"] = actions_of(trial, event.seat, body["path"])
    return replace(event, body=body)


def alone(game: Game, event: LoggedEvent) -> LoggedEvent:
    """An old event as it would be kept now, read without its match, where it has one meaning."""
    body = dict(event.body)
    if "answers" in body:
        answers = body.pop("answers")
        body["decisions"] = [[seat, texts_of(game, path)] for seat, path in answers]
    else:
        body["actions"] = texts_of(game, body["path"])
    return replace(event, body=body)


def texts_of(game: Game, path: Sequence[str]) -> list[str]:
    """The texts of the actions that a path means whenever it was picked."""
    texts, rest, known = [], tuple(path), meanings(game)
    while rest:
        lengths = [n for n in range(1, len(rest) + 1) if rest[:n] in known]
        if len(lengths) != 1 or len(known[rest[: lengths[0]]]) != 1:
            raise UnreadableAction(f"{' / '.join(path)} can mean several actions")
        texts += known[rest[: lengths[0]]]
        rest = rest[lengths[0] :]
    return texts


@cache
def meanings(game: Game) -> dict[Way, list[str]]:
    """The actions that each way of all actions can mean."""
    found: dict[Way, list[str]] = {}
    for number in range(game.actions):
        text = game.notation.action_text(number)
        for way in ways_of(game)(text):
            found.setdefault(way, []).append(text)
    return found


def ways_of(game: Game) -> Callable[[str], Sequence[Way]]:
    """How a game's actions were cut; a game that is not of this house answers for itself."""
    return WAYS.get(game.variant.game if game.variant else game.name, game.ways)


def actions_of(trial: Match, seat: int, path: Sequence[str]) -> list[str]:
    """The texts of the actions that a path of picks means; the match takes them."""
    texts, rest = [], tuple(path)
    while rest:
        text, length = first_action(trial, seat, rest)
        trial.act(seat, text)
        texts.append(trial.game.notation.action_text(trial.game.notation.read_action(text)))
        rest = rest[length:]
    return texts


def first_action(match: Match, seat: int, path: Way) -> tuple[str, int]:
    """The action that a path begins with, and how many picks it takes."""
    ways = ways_of(match.game)
    for action in match.legal(seat):
        for way in ways(action.text):
            if path[: len(way)] == way:
                return action.text, len(way)
    for length in range(1, len(path) + 1):
        text = " ".join(path[:length])
        try:
            match.game.notation.read_action(text)
        except UnreadableAction:
            continue
        return text, length
    raise UnreadableAction(f"no action was picked by {' / '.join(path)}")


# --- the ways of the games, as they were ----------------------------------------------------------


def in_viva(text: str) -> Sequence[Way]:
    """A card and its house, or both at once."""
    card, _, house = text.partition(" ")
    return ((card, house), (text,)) if house in {"H1", "H2", "H3"} else ((text,),)


def in_shuppa(text: str) -> Sequence[Way]:
    """From column to column, two neighbours in either order, a lift by a card, gifts one by one."""
    word, *parts = text.split()
    match word:
        case "jump":
            return ((f"jump {parts[0]}", parts[1]),)
        case "swap":
            return ((parts[0], parts[1]), (parts[1], parts[0]))
        case "lift":
            end = "top" if parts[1] == "down" else "foot"
            return ((text,), (f"{end} {parts[0]}", text))
        case "share":
            return ((text,), *shares([int(part) for part in parts]))
        case _:
            return ((text,),)


def shares(numbers: Sequence[int]) -> Iterator[Way]:
    """Multicolours given away by taps, or by dragging a card each time; the discard is last."""
    places = [*range(len(numbers) - 1), 4]
    gifts = [place for place, count in zip(places, numbers, strict=True) for _ in range(count)]
    orders = set(permutations(gifts)) if len(gifts) <= 3 else {tuple(gifts)}
    taps = [tuple(f"give {place}" for place in order) for order in sorted(orders)]
    yield from taps
    for way in taps:
        yield tuple(part for tap in way for part in ("multicolour", tap))


def in_moon_river(text: str) -> Sequence[Way]:
    """Dominoes turned, cows, tokens and sides, plots in either order."""
    word, *parts = text.split()
    match word:
        case "join" | "discard":
            return tuple(pairs(*parts))
        case "place":
            return ((f"turn {direction(*parts)}", text),)
        case "move":
            return ((f"cow {parts[0]}", text),)
        case "recruit":
            token, side = f"token {parts[0]}", parts[1]
            return ((token, side), (token, "here")) if side == "specialist" else ((token, side),)
        case "swap":
            give, take = f"give {parts[0]}", f"take {parts[1]} {parts[2]}"
            return (give, take), (take, give)
        case _:
            return ((text,),)


def pairs(one: str, other: str) -> Iterator[Way]:
    """Two of at most five plots; equal ones were numbered."""
    for i in range(5):
        for j in range(5):
            first = f"{one}.{i + 1}" if i else one
            second = f"{other}.{j + 1}" if j else other
            if one == other and i != j:
                yield first, second
            elif one != other and i + j + 2 <= 5:
                yield first, second
                yield second, first


def direction(first: str, second: str) -> str:
    """Which way the second of two neighbouring cells lies."""
    (row, column), (other_row, other_column) = (
        [int(number) for number in cell.removeprefix("r").split("c")] for cell in (first, second)
    )
    if row == other_row:
        return "east" if other_column > column else "west"
    return "north" if other_row > row else "south"


def in_one_piece(text: str) -> Sequence[Way]:
    """An action was picked by its text."""
    return ((text,),)


WAYS: Mapping[str, Callable[[str], Sequence[Way]]] = {
    "muvuca": in_one_piece,
    "muckle": in_one_piece,
    "viva": in_viva,
    "shuppa": in_shuppa,
    "moon_river": in_moon_river,
}
