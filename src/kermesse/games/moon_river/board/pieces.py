"""The pieces of Moon River as elements: plots, cows, partners and Rancheros, and their ids.

Everything lies open (MR-132), so an id may name what it belongs to: `c1-7` is the plot on cell 7 of
seat 1, `w1-7-0` a cow on it, `t1-7` its partner; `v1-3-0` a plot of kind 3 in that reserve;
`k4-3-0` one of column 4; `m4-2` the Ranchero on place 2 of that column, `h1` the one in hand;
`s2-0` a token of the saloon.
"""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.moon_river.board.art import picture
from kermesse.games.moon_river.board.scene import Gain
from kermesse.games.moon_river.components import CELL_CODES, COLUMNS, SHOWN, SPECIALIST_CODES
from kermesse.games.moon_river.words.names import (
    is_cowboy,
    partner_tip,
    piece_name,
    piece_tip,
    recruit_name,
)

SUPPLY, STACK, THE_BOX, SALOON = "supply", "stack", "box", "saloon"
MOST_DRAWN = 3  # places for cows on one plot; a number says how many there are


def cell_id(seat: int, cell: int) -> str:
    """A plot in a ranch."""
    return f"c{seat}-{cell}"


def cow_id(seat: int, cell: int, n: int) -> str:
    """A cow in a ranch."""
    return f"w{seat}-{cell}-{n}"


def reserve_id(seat: int, kind: int, copy: int) -> str:
    """A plot in a reserve."""
    return f"v{seat}-{kind}-{copy}"


def column_id(number: int, kind: int, copy: int) -> str:
    """A plot in a column."""
    return f"k{number}-{kind}-{copy}"


def token_id(specialist: int, copy: int) -> str:
    """A token in the saloon."""
    return f"s{specialist}-{copy}"


def place_look(cell: int) -> str:
    """The classes of a cell's place in the grid: row 1 is the lowest."""
    return f"y{cell // COLUMNS + 1} x{cell % COLUMNS + 1}"


# --- plots ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def plot(piece: int, ident: str, source: str | None, look: str, say: Words) -> Markup:
    """A plot that lies somewhere outside a ranch."""
    return span(
        id=ident,
        class_=f"plot{look}",
        role="img",
        aria_label=sentence_case(piece_name(piece, say)),
        data_tip=piece_tip(piece, say),
        data_from=source,
    )[picture(f"p{piece}")]


@lru_cache(maxsize=1 << 12)
def plot_to_pick(
    piece: int, ident: str, source: str | None, look: str, pick: str, label: str, say: Words
) -> Markup:
    """The same with a button in it: the element stays, whether it can be chosen or not."""
    choice = button(
        class_="choice", data_pick=pick, disabled=True, aria_label=label,
        data_tip=piece_tip(piece, say),
    )  # fmt: skip
    return span(id=ident, class_=f"plot{look}", data_from=source)[choice[picture(f"p{piece}")]]


# --- cows and partners ----------------------------------------------------------------------------


def cows(seat: int, cell: int, n: int, came: tuple[str | None, int], hidden: int) -> str:
    """The cows on a plot: the last ones came from somewhere, or lie in a button over it."""
    source, new = came
    made = [
        cow(cow_id(seat, cell, k), f" o{min(k, MOST_DRAWN - 1)}", source if k >= n - new else None)
        for k in range(n - hidden)
    ]
    many = b(class_="many", aria_hidden="true")[n] if n > 1 else ""
    return "".join([*made, many])


@lru_cache(maxsize=1 << 12)
def cow(ident: str, look: str, source: str | None) -> Markup:
    """A cow."""
    return span(id=ident, class_=f"cow{look}", data_from=source)[picture("cow")]


def token_drawing(recruit: int) -> str:
    """The drawing of the side that a partner shows."""
    return "cowboy" if is_cowboy(recruit) else SPECIALIST_CODES[recruit // SHOWN]


@lru_cache(maxsize=1 << 12)
def token(ident: str, recruit: int, source: str | None) -> Markup:
    """A partner on its circle; a cowboy has another shape than specialists."""
    look = "token turned" if is_cowboy(recruit) else "token"
    return span(id=ident, class_=look, data_from=source)[picture(token_drawing(recruit))]


@cache
def ranchero(ident: str, colour: int, label: str, source: str | None) -> Markup:
    """A Ranchero in the colour of its owner, with the sign of that colour."""
    drawing = f"ranchero-{max(colour, 0)}"
    look = f"ranchero {colour_look(colour)}"
    return span(
        id=ident or None, class_=look, role="img", aria_label=label, data_tip=label + ".",
        data_from=source,
    )[picture(drawing)]  # fmt: skip


def colour_look(colour: int) -> str:
    """The class of a player's colour."""
    return "" if colour == NOTHING else f"colour{colour}"


# --- a plot in a ranch ----------------------------------------------------------------------------


def cell_words(
    cell: int, piece: int, n: int, recruit: int, land: tuple[int, int, bool, int], say: Words
) -> tuple[str, str]:
    """The label of a plot in a ranch, and its tip."""
    label = say("{cell}: {plot}", cell=CELL_CODES[cell], plot=piece_name(piece, say))
    label += ", " + say.count("{n} cow on it", "{n} cows on it", n) if n else ""
    label += ", " + recruit_name(recruit, say) if recruit != NOTHING else ""
    plots, herd, safe, steps = land
    tip = sentence_case(piece_name(piece, say)) + ", " + CELL_CODES[cell] + ". "
    tip += say.count("Territory of {n} plot", "Territory of {n} plots", plots) + ", "
    tip += say.count("{n} cow", "{n} cows", herd) + ". "
    if safe and recruit == NOTHING:
        tip += say("A partner protects its cows.")
    if recruit != NOTHING:
        tip += partner_tip(recruit, steps, say)
    return label, tip.strip()


def badge(gain: Gain | None) -> Markup | None:
    """What a choice changes in the score, as a small sign."""
    if gain is None:
        return None
    look = "gain" + (" loss" if gain.points < 0 else " none" if gain.points == 0 else "")
    return b(class_=look, aria_hidden="true")[gain.sign]
