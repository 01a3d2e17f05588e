"""Games whose `imagine` is not fair: each breaks clause 4, whether `twin` calls it or not."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from rich.text import Text

from kermesse.core.bits import bit, count, has, including, lowest, minus
from kermesse.core.chance import draw, draw_member
from kermesse.core.game import Game
from kermesse.core.kernel import kernel
from kermesse.core.options import Option
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, filled_up, tell

from . import courier, huddle, plainly
from .courier import any_letter, loose
from .event_leaks import altered
from .huddle import hides_card, partner, undecided
from .huddle import retell as retell_honestly

honest_huddle, honest_courier = huddle.imagine, courier.imagine

# --- cards that are all different ---------------------------------------------------------


@kernel
def finish(s):
    """What is not a hand is imagined as in the honest game."""
    honest_huddle(s)


@kernel
def lowest_cards(s):
    """The lowest card that is open, always."""
    for owner in range(s.seats):
        for _ in range(s.unseen[owner]):
            s.hand[owner] = including(s.hand[owner], lowest(undecided(s)))
        s.unseen[owner] = 0
    finish(s)


@kernel
def lower_of_two(s):
    for owner in range(s.seats):
        for _ in range(s.unseen[owner]):
            one, two = draw_member(s, undecided(s)), draw_member(s, undecided(s))
            s.hand[owner] = including(s.hand[owner], min(one, two))
        s.unseen[owner] = 0
    finish(s)


@kernel
def lay_back(s, seat):
    """All that a seat cannot know becomes unknown, as a view has it."""
    seen = int(s.shown[seat]) if seat >= 0 else 0
    for owner in range(s.seats):
        if owner != seat:
            s.unseen[owner] = count(minus(s.hand[owner], seen))
            s.hand[owner] = int(s.hand[owner]) & seen
            if partner(s, owner) != seat:
                s.unshown[owner] = count(s.shown[owner])
                s.shown[owner] = 0
            if s.sealed[owner] != NOTHING:
                s.sealed[owner] = UNKNOWN


@kernel
def retell(s, seat):
    if hides_card(s, seat):
        retell_honestly(s, int(s.shown[seat]) if seat >= 0 else 0)


@kernel
def twin_of_lowest(s, seat):
    lay_back(s, seat)
    lowest_cards(s)
    retell(s, seat)


@kernel
def twin_of_two(s, seat):
    lay_back(s, seat)
    lower_of_two(s)
    retell(s, seat)


# --- letters of which some are equal ------------------------------------------------------


@kernel
def lowest_letter(s):
    kind = 0
    while loose(s, kind) == 0:
        kind += 1
    return kind


@kernel
def lowest_letters(s):
    s.viewer = TABLE
    for owner in range(s.seats):
        for slot in range(2):
            if s.hand[owner, slot] == UNKNOWN:
                s.hand[owner, slot] = lowest_letter(s)


@kernel
def lower_letters(s):
    s.viewer = TABLE
    for owner in range(s.seats):
        for slot in range(2):
            if s.hand[owner, slot] == UNKNOWN:
                s.hand[owner, slot] = min(any_letter(s), any_letter(s))


@kernel
def lowest_letters_later(s):
    """Fair as long as nothing has been delivered."""
    if s.delivered[0] + s.delivered[1] + s.delivered[2] + s.delivered[3] > 0:
        lowest_letters(s)
    else:
        honest_courier(s)


@kernel
def take_back(s, seat):
    for owner in range(s.seats):
        for slot in range(2):
            if owner != seat and not s.over and s.hand[owner, slot] != NOTHING:
                s.hand[owner, slot] = UNKNOWN


@kernel
def twin_of_lowest_letters(s, seat):
    take_back(s, seat)
    lowest_letters(s)


@kernel
def twin_of_lower_letters(s, seat):
    take_back(s, seat)
    lower_letters(s)


@kernel
def twin_of_later(s, seat):
    take_back(s, seat)
    lowest_letters_later(s)


@kernel
def twin_by_fair_imagine(s, seat):
    take_back(s, seat)
    honest_courier(s)


def biased(of: Game, name: str, **kernels: object) -> Game:
    return altered(of, name, **kernels)


BIASED = [
    biased(huddle.game, "lowest", imagine=lowest_cards),
    biased(huddle.game, "lowest_twin", imagine=lowest_cards, twin=twin_of_lowest),
    biased(huddle.game, "lower", imagine=lower_of_two),
    biased(huddle.game, "lower_twin", imagine=lower_of_two, twin=twin_of_two),
    biased(huddle.pairs, "lowest_pairs", imagine=lowest_cards),
    biased(huddle.pairs, "lowest_pairs_twin", imagine=lowest_cards, twin=twin_of_lowest),
    biased(huddle.pairs, "lower_pairs", imagine=lower_of_two),
    biased(huddle.pairs, "lower_pairs_twin", imagine=lower_of_two, twin=twin_of_two),
    biased(courier.game, "lowest_letters", imagine=lowest_letters),
    biased(
        courier.game, "lowest_letters_twin", imagine=lowest_letters, twin=twin_of_lowest_letters
    ),
    biased(courier.game, "lower_letters", imagine=lower_letters),
    biased(courier.game, "lower_letters_twin", imagine=lower_letters, twin=twin_of_lower_letters),
    biased(courier.game, "later_letters", imagine=lowest_letters_later),
    biased(courier.game, "later_letters_twin", imagine=lowest_letters_later, twin=twin_of_later),
]
FAIR = [
    courier.game,
    biased(courier.game, "fair_twin", twin=twin_by_fair_imagine),
]

# --- a secret that somebody chooses -------------------------------------------------------

NUMBERS = 100


class Phase(IntEnum):
    HIDE = 0
    GUESS = 1
    SHOW = 2
    OVER = 3


class Happening(IntEnum):
    BEGAN = 0
    HID = 1
    GUESSED = 2
    SHOWN = 3


@kernel
def setup(s):
    s.over, s.reveals = 0, 0
    s.secret = NOTHING
    s.guess = NOTHING
    s.due = bit(0)
    s.phase = Phase.HIDE
    tell(s, Happening.BEGAN)


@kernel
def legal(s, seat, out):
    n = 10 if s.few else NUMBERS
    for i in range(n if has(s.due, seat) else 0):
        out[i] = i
    return n if has(s.due, seat) else 0


@kernel
def act(s, seat, action):
    if seat == 0:
        s.secret = action
        s.due = bit(1)
        s.phase = Phase.GUESS
        tell(s, Happening.HID)
    else:
        s.guess = action
        s.due = 0
        s.phase = Phase.SHOW
        tell(s, Happening.GUESSED, action)


@kernel
def step(s):
    s.over = 1
    s.phase = Phase.OVER
    s.reveals += 1
    tell(s, Happening.SHOWN)


@kernel
def score(s, out):
    out[0] = int(s.over and s.guess != s.secret)
    out[1] = int(s.over and s.guess == s.secret)


@kernel
def outcome(s, out):
    found = s.guess == s.secret
    out[0], out[1] = (2, 1) if found else (1, 2)
    return 0


@kernel
def conceal(s, seat):
    s.rng = 0
    s.viewer = seat
    if seat != 0 and s.secret != NOTHING and not s.over:
        s.secret = UNKNOWN


@kernel
def imagine(s):
    s.viewer = TABLE
    if s.secret == UNKNOWN:
        s.secret = draw(s, 10 if s.few else NUMBERS)


@kernel
def always_seven(s):
    s.viewer = TABLE
    if s.secret == UNKNOWN:
        s.secret = 7


@kernel
def twin(s, seat):
    if seat != 0 and s.secret != NOTHING and not s.over:
        s.secret = draw(s, 10 if s.few else NUMBERS)


@kernel
def twin_of_seven(s, seat):
    if seat != 0 and s.secret != NOTHING and not s.over:
        s.secret = 7


chosen = Game(
    name="chosen",
    title="Chosen",
    package=__package__,
    version="1",
    seats=range(2, 3),
    fields=filled_up([("secret", np.int8), ("guess", np.int8), ("few", np.int8)]),
    options=(Option("few", False, (False, True), "ten numbers instead of a hundred", "TOY-01"),),
    kernels=plainly.kernels_in(globals()),
    notation=plainly.notation,
    board=lambda s, names=(): Text(""),
    phases=Phase,
    events=Happening,
    endings=plainly.Ending,
    actions=NUMBERS,
    features=1,
    box=np.zeros(0, np.int16),
    bound=lambda options: 5,
    sealed=frozenset({int(Phase.HIDE)}),
)
sevens = altered(chosen, "sevens", imagine=always_seven, twin=twin_of_seven)
