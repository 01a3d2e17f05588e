"""What switches a dead rule on: other options and numbers of players, tried one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kermesse.core.errors import SetupRefused
from kermesse.core.options import Option, Value, word
from kermesse.lab.experiment import Experiment
from kermesse.lab.phrases import counted
from kermesse.lab.replay import watch

GAMES = 2  # of random play with each setting
MOST_WORDS = 4  # values that are tried of an option with very many

Places = Mapping[str, tuple[int, ...]]  # of each rule


class Setting(NamedTuple):
    """Games in which something is different, and what."""

    words: str
    games: Experiment


def switches(
    wild: Experiment, dead: Places, rules: Mapping[str, str], workers: int | None = None
) -> dict[str, Setting]:
    """For rules that never fire: the first setting with which they do.

    ``wild`` are games of random play in which they did not. What brings some rules about is then
    tried together with every other option.
    """
    found: dict[str, Setting] = {}
    helpful = []
    for setting in settings(wild, {rule: rules[rule] for rule in dead}):
        if woken(setting, dead, found, workers) and setting.games.seats == wild.seats:
            helpful.append(setting)
    for words, games in helpful:
        for option in games.game.options:
            if games.options[option.name] == wild.options[option.name]:
                for more, both in with_option(games, option, ends=1):
                    woken(Setting(f"{words} and {more}", both), dead, found, workers)
    return found


def woken(setting: Setting, dead: Places, found: dict[str, Setting], workers: int | None) -> bool:
    """Whether a setting brings about rules that none has so far; they are added to ``found``."""
    left = {rule: places for rule, places in dead.items() if rule not in found}
    if not left:
        return False
    ran = watch(setting.games, GAMES, workers).ran
    fired = {rule: setting for rule, places in left.items() if ran[:, places].any()}
    found.update(fired)
    return bool(fired)


def settings(wild: Experiment, dead: Mapping[str, str]) -> Iterator[Setting]:
    """The same games, each time with one thing changed: first what the dead rules speak of."""
    spoken = [option for option in wild.game.options if is_spoken_of(option, dead)]
    others = [
        option
        for option in wild.game.options
        if option not in spoken and not isinstance(option.allowed, range)
    ]
    for option in spoken:
        yield from with_option(wild, option)
    for seats in wild.game.seats:
        if seats != wild.seats:
            yield from with_seats(wild, seats)
    for option in others:
        yield from with_option(wild, option)


def is_spoken_of(option: Option, dead: Mapping[str, str]) -> bool:
    """Whether a rule is that of an option, or names it."""
    return option.rule in dead or any(f"`{option.name}`" in text for text in dead.values())


def values_of(option: Option, chosen: Value, ends: int = 2) -> Sequence[Value]:
    """What else is tried: the ends of a range, the farther one first, and some words."""
    if isinstance(option.allowed, range):
        low, high = option.allowed[0], option.allowed[-1]
        order = (high, low) if high - int(chosen) >= int(chosen) - low else (low, high)
        return [end for end in order if end != chosen][:ends]
    return [value for value in option.allowed if value != chosen][:MOST_WORDS]


def with_option(wild: Experiment, option: Option, ends: int = 2) -> Iterator[Setting]:
    """With other values of an option, as far as they can be played."""
    for value in values_of(option, wild.options[option.name], ends):
        try:
            chosen = wild.game.choose({**wild.options, option.name: value}, wild.seats)
        except SetupRefused:  # it goes with another option only
            continue
        words = f"the option `{option.name}={word(value)}`"
        yield Setting(words, replace(wild, options=chosen))


def with_seats(wild: Experiment, seats: int) -> Iterator[Setting]:
    """With another number of players."""
    try:
        chosen = wild.game.choose(wild.options, seats)
    except SetupRefused:  # an option names players
        return
    sides = len(set(wild.game.teams(seats)))
    bots = wild.bots[:1] * sides
    games = replace(wild, seats=seats, options=chosen, bots=bots)
    yield Setting(counted(seats, "player"), games)
