"""Games whose last event tells what a view does not show: each breaks clause 3, and only a
repeated transition shows it, for the twin of a record keeps its event.

Toys are honest in all else. Of the house's own games one argument more is filled, which their
`conceal` does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

import numpy as np

import kermesse
from kermesse.core.bits import count, lowest
from kermesse.core.chance import draw
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.record import UNKNOWN, tell

from . import courier, huddle

LAST = 5  # an argument that none of the events below has by itself


@dataclass(frozen=True)
class Leak:
    """A game that leaks, to whom, and what to look at."""

    game: Game
    to: tuple[str, ...]
    event: str
    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.game.name


def altered(game: Game, name: str, **changes: Any) -> Game:
    """The game with other kernels, and other fields by name."""
    more = {key: changes.pop(key) for key in ("events",) if key in changes}
    return replace(game, name=name, kernels={**game.kernels, **changes}, **more)


EVERYBODY = ("a spectator", "seat 0", "seat 1", "seat 2", "seat 3")

# --- what was drawn -----------------------------------------------------------------------

courier_act, courier_conceal = courier.act, courier.conceal
courier_setup, courier_step = courier.setup, courier.step
DREW, DELIVERED = courier.Happening.DREW, courier.Happening.DELIVERED


@kernel
def step_names_the_letter(s):
    courier_step(s)
    if s.event == DREW:
        s.event_args[LAST] = s.hand[s.event_args[0], 1]


@kernel
def step_names_the_highest(s):
    """Seldom: there is one such letter."""
    courier_step(s)
    if s.event == DREW and s.hand[s.event_args[0], 1] == courier.KINDS - 1:
        s.event_args[LAST] = 1


@kernel
def step_names_the_letter_of_three(s):
    courier_step(s)
    if s.event == DREW and s.seats == 3:
        s.event_args[LAST] = s.hand[s.event_args[0], 1]


@kernel
def conceal_but_from_seat_1(s, seat):
    courier_conceal(s, seat)
    if seat != 1 and s.event == DREW:
        s.event_args[LAST] = UNKNOWN


@kernel
def step_counts_a_hand(s):
    """Nothing is drawn twice: what a hand is worth follows from the letters that it holds."""
    courier_step(s)
    if s.event == DREW:
        owner = s.event_args[0]
        s.event_args[LAST] = int(s.hand[owner, 0]) + int(s.hand[owner, 1]) > 2


# --- what was kept ------------------------------------------------------------------------


@kernel
def act_names_what_is_kept(s, seat, action):
    courier_act(s, seat, action)
    s.event_args[LAST] = s.hand[seat, 0]


@kernel
def act_names_a_pair(s, seat, action):
    pair = int(s.hand[seat, 0] == s.hand[seat, 1])
    courier_act(s, seat, action)
    s.event_args[LAST] = pair


class Telling(IntEnum):
    """The events of Courier, and one that tells by its being another one."""

    DEALT = 0
    DREW = 1
    DELIVERED = 2
    ENDED = 3
    DREW_A_HIGH_ONE = 4


@kernel
def step_by_another_event(s):
    courier_step(s)
    if s.event == DREW and s.hand[s.event_args[0], 1] >= 2:
        tell(s, Telling.DREW_A_HIGH_ONE, s.event_args[0])


# --- what is told of the others -----------------------------------------------------------

huddle_act, huddle_conceal, huddle_step = huddle.act, huddle.conceal, huddle.step


@kernel
def deal_names_a_card(s):
    huddle_step(s)
    if s.event == huddle.Happening.DEALT:
        s.event_args[LAST] = lowest(s.hand[1])


@kernel
def conceal_the_deal(s, seat):
    """All but seat 0, which draws cards of its own in the same step, are kept from it."""
    huddle_conceal(s, seat)
    if seat != 0 and s.event == huddle.Happening.DEALT:
        s.event_args[LAST] = UNKNOWN


@kernel
def silence_tells(s, seat, action):
    """An open decision that tells of the hand behind it."""
    huddle_act(s, seat, action)
    if s.event == huddle.Happening.SILENT:
        s.event_args[LAST] = lowest(s.hand[seat])


@kernel
def whisper_is_overheard(s, seat, action):
    huddle_act(s, seat, action)
    if s.event == huddle.Happening.WHISPERED:
        s.event_args[LAST] = action % 2


@kernel
def reveal_tells_of_hands(s):
    huddle_step(s)
    if s.event == huddle.Happening.REVEALED:
        s.event_args[LAST] = s.hand[0] > s.hand[1]


@kernel
def setup_names_a_letter(s):
    courier_setup(s)
    s.event_args[0] = s.hand[1, 0]


LEAKS = [
    Leak(altered(courier.game, "drawn", step=step_names_the_letter), EVERYBODY, "drew"),
    Leak(altered(courier.game, "drawn_seldom", step=step_names_the_highest), EVERYBODY, "drew"),
    Leak(
        altered(courier.game, "drawn_by_three", step=step_names_the_letter_of_three),
        EVERYBODY,
        "drew",
    ),
    Leak(
        altered(
            courier.game,
            "drawn_for_one",
            step=step_names_the_letter,
            conceal=conceal_but_from_seat_1,
        ),
        ("seat 1",),
        "drew",
    ),
    Leak(altered(courier.game, "heavy_hand", step=step_counts_a_hand), EVERYBODY, "drew"),
    Leak(altered(courier.game, "kept", act=act_names_what_is_kept), EVERYBODY, "delivered"),
    Leak(altered(courier.game, "kept_pair", act=act_names_a_pair), EVERYBODY, "delivered"),
    Leak(
        altered(courier.game, "by_event", step=step_by_another_event, events=Telling),
        EVERYBODY,
        "drew or drew_a_high_one",
    ),
    Leak(altered(courier.game, "dealt", setup=setup_names_a_letter), EVERYBODY, "dealt"),
    Leak(altered(huddle.game, "dealt_to_all", step=deal_names_a_card), EVERYBODY, "dealt"),
    Leak(
        altered(huddle.game, "dealt_to_one", step=deal_names_a_card, conceal=conceal_the_deal),
        ("seat 0",),
        "dealt",
    ),
    Leak(altered(huddle.game, "silence", act=silence_tells), EVERYBODY, "silent"),
    Leak(altered(huddle.game, "overheard", act=whisper_is_overheard), EVERYBODY, "whispered"),
    Leak(altered(huddle.game, "revealed", step=reveal_tells_of_hands), EVERYBODY, "revealed"),
]

# --- the house's own games ----------------------------------------------------------------

MUVUCA, VIVA = kermesse.game("muvuca"), kermesse.game("viva")
MUCKLE, SHUPPA = kermesse.game("muckle"), kermesse.game("shuppa")

muvuca_act, muvuca_step = MUVUCA.kernels["act"], MUVUCA.kernels["step"]
viva_act, viva_step = VIVA.kernels["act"], VIVA.kernels["step"]
muckle_act, muckle_step = MUCKLE.kernels["act"], MUCKLE.kernels["step"]
shuppa_step = SHUPPA.kernels["step"]
VIVA_DREW, SHUPPA_DREW = int(VIVA.events["DREW"]), int(SHUPPA.events["DREW"])
TOOK, PUT_ASIDE = int(MUVUCA.events["TOOK"]), int(MUCKLE.events["PUT_ASIDE"])


@kernel
def muvuca_names_a_card(s):
    muvuca_step(s)
    if s.event == TOOK:
        s.event_args[LAST] = s.event_args[1]


@kernel
def viva_act_names_a_kind(s, seat, action):
    viva_act(s, seat, action)
    if s.event == VIVA_DREW:
        s.event_args[LAST] = s.event_args[1]


@kernel
def viva_step_names_a_kind(s):
    viva_step(s)
    if s.event == VIVA_DREW:
        s.event_args[LAST] = s.event_args[1]


@kernel
def muckle_tells_what_lies_aside(s, seat, action):
    muckle_act(s, seat, action)
    if s.event == PUT_ASIDE:
        s.event_args[LAST] = action % 3


@kernel
def shuppa_tells_of_a_card(s):
    shuppa_step(s)
    if s.event == SHUPPA_DREW:
        s.event_args[LAST] = s.event_args[1] > 50


HOUSE_LEAKS = [
    Leak(altered(MUVUCA, "muvuca_took", step=muvuca_names_a_card), EVERYBODY, "took"),
    Leak(
        altered(VIVA, "viva_drew", act=viva_act_names_a_kind, step=viva_step_names_a_kind),
        EVERYBODY,
        "drew",
        3,
        {"rounds": 1, "turn_cap": 50},
    ),
    Leak(
        altered(MUCKLE, "muckle_put_aside", act=muckle_tells_what_lies_aside),
        EVERYBODY,
        "put_aside",
        4,
        {"turn_cap": 20},
    ),
    Leak(altered(SHUPPA, "shuppa_drew", step=shuppa_tells_of_a_card), EVERYBODY, "drew", 2),
]

# --- what may be told ---------------------------------------------------------------------


@kernel
def step_rolls_a_die(s):
    """A die that everybody sees fall, and that nothing remembers."""
    courier_step(s)
    if s.event == courier.Happening.ENDED:
        s.event_args[LAST] = draw(s, 6)


@kernel
def act_names_the_letter_again(s, seat, action):
    """How many such letters have been delivered: said by the view as well."""
    courier_act(s, seat, action)
    s.event_args[LAST] = s.delivered[action]


@kernel
def step_shows_the_hands(s):
    """At the end all hands lie open: an event may name the best."""
    courier_step(s)
    if s.event == courier.Happening.ENDED:
        s.event_args[0] = max(s.hand[0, 0], s.hand[1, 0])


@kernel
def silence_is_noisy(s, seat, action):
    """How many cards the speaker holds, everybody knows."""
    huddle_act(s, seat, action)
    if s.event == huddle.Happening.SILENT:
        s.event_args[LAST] = count(s.hand[seat])


HONEST = [
    courier.game,
    altered(courier.game, "die", step=step_rolls_a_die),
    altered(courier.game, "twice_told", act=act_names_the_letter_again),
    altered(courier.game, "showdown", step=step_shows_the_hands),
    altered(huddle.game, "noisy", act=silence_is_noisy),
]
assert np.array_equal(courier.BOX, courier.COPIES)
