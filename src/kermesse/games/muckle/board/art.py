"""The drawings of Muckle: `art/*.svg` made into symbols, and the pictures put together from them.

Drawings take their colours from the house's tokens; `currentColor` is the colour of the team whose
player is drawn. A Tackle or Dodge to the right is the one to the left, mirrored; the sign in the
corner of a card is what its strip in a fanned stack still shows.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from kermesse.core.drawings import CARD, Drawings, bunting, cover_of, sheet
from kermesse.games.muckle.components import CARDS, LEFT, Card

DRAWINGS = Drawings(__package__, "mk-")
use = DRAWINGS.use
picture = cache(DRAWINGS.picture)

SIGN = "0 0 24 24"
SIGN_AT = 'x="2.5" y="2.5" width="26" height="26"'  # on a card


def figure(card: Card) -> tuple[str, bool]:
    """The drawing of a kind of card, and whether it is mirrored."""
    if len(card.targets) > 1:
        return f"{card.action}-both", False
    if card.targets:
        return card.action, card.targets[0] != LEFT
    return card.action, bool(card.protects) and card.protects != LEFT


@cache
def art() -> Markup:
    """Every drawing, sign and card as a symbol, in one hidden picture."""
    symbols = [DRAWINGS.symbol(name) for name in DRAWINGS.names]
    for kind, card in enumerate(CARDS):
        name, mirrored = figure(card)
        sign = use(f"pip-{name}")
        corner = mirror(sign, 24) if mirrored else sign
        symbols.append(DRAWINGS.symbol_of(f"p{kind}", SIGN, corner))
        person = use(name)
        face = mirror(person, 80) if mirrored else person
        symbols.append(DRAWINGS.symbol_of(f"c{kind}", CARD, face + use(f"p{kind}", SIGN_AT)))
    return sheet(symbols)


def mirror(inside: str, width: int) -> str:
    """A drawing turned left to right."""
    return f'<g transform="translate({width}) scale(-1 1)">{inside}</g>'


# --- the cover: drawn in full, since a lobby does not carry the symbols ---------------------

SKY = (
    '<path fill="color-mix(in srgb, var(--aqua) 42%, var(--card))" d="M0 0H320V240H0Z"/>'
    '<circle cx="268" cy="40" r="20" fill="var(--yellow)"/>'
    '<path fill="var(--white)" d="M30 52a12 12 0 0 1 20-9 15 15 0 0 1 29 4 10 10 0 0 1 1 19H38a8 8 '
    '0 0 1-8-14ZM186 30a9 9 0 0 1 15-6 12 12 0 0 1 22 3 8 8 0 0 1 0 15h-31a7 7 0 0 1-6-12Z"/>'
    '<path fill="color-mix(in srgb, var(--green) 55%, var(--card))" d="M0 118Q70 72 150 108 232 70 '
    '320 104V240H0Z"/>'
)
VILLAGE = (
    '<g stroke="var(--outline-ink)" stroke-width="2.5" stroke-linejoin="round">'
    '<path fill="var(--card)" d="M22 96H70V134H22ZM96 70H114V132H96ZM114 100H150V132H114ZM226 '
    '98H270V134H226ZM276 106H308V136H276Z"/>'
    '<path fill="var(--red)" d="M16 98 46 74 76 98ZM220 100 248 76 276 100Z"/>'
    '<path fill="var(--purple)" d="M92 72 105 36 118 72ZM114 102 122 86H150L156 102Z"/>'
    '<path fill="var(--blue)" d="M270 108 292 88 314 108Z"/>'
    '<path fill="var(--brown)" d="M40 112H52V134H40ZM242 114H254V134H242ZM101 108H109V132H101Z"/>'
    '<path fill="var(--yellow)" d="M28 104h8v9h-8ZM57 104h8v9h-8ZM231 104h8v8h-8ZM257 104h8v8h-8Z'
    'M288 114h9v9h-9ZM124 110h7v9h-7ZM137 110h7v9h-7Z"/>'
    '<circle cx="105" cy="86" r="5.5" fill="var(--white)"/>'
    '<path fill="var(--green)" d="M196 132q-12-2-10-14 2-10 11-9 3-11 14-9 10-6 16 4 11 0 10 11 5 '
    '15-12 17Z"/></g>'
    '<path fill="var(--green)" d="M0 136Q160 118 320 136V240H0Z"/>'
    '<path fill="var(--white)" opacity=".16" d="M0 160Q160 142 320 160V182Q160 164 0 182ZM0 206'
    'Q160 190 320 206V230Q160 214 0 230Z"/>'
)
FLAGS = ("yellow", "blue", "pink", "aqua", "orange", "blue", "yellow", "pink", "purple", "blue")
PLAYERS = (  # drawing, colour of the shirt, where
    ("tackle", "pink", "translate(226 122) scale(1.12)"),
    ("tackle", "pink", "translate(112 134) scale(-1.16 1.16)"),
    ("run", "blue", "translate(98 84) scale(1.62)"),
)


@cache
def cover() -> Markup:
    """A runner with the ball, between two tacklers on the village green."""
    players = (person(*found) for found in PLAYERS)
    return cover_of(SKY, VILLAGE, bunting(FLAGS, -4), *players)


def person(name: str, colour: str, where: str) -> str:
    """A player, drawn in full."""
    return f'<g transform="{where}" color="var(--{colour})">{DRAWINGS.read(name)[1]}</g>'
