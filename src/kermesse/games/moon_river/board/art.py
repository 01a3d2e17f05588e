"""The drawings of Moon River: `art/*.svg` made into symbols, and the plots put together from them.

A landscape fills its plot; each has its own pattern, so that plots are distinguishable without
colours. What a plot shows always lies in the same corners: cow symbols above, where cows will
stand, a nugget, a skull or a beaver below on the left, the circle below on the right. Figures in
`currentColor` take the colour of the player.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from kermesse.core.drawings import Drawings, cover_of, sheet
from kermesse.games.moon_river.components import (
    BEAVERS,
    CIRCLES,
    COW_SYMBOLS,
    EARS,
    KINDS,
    NUGGETS,
    PIECES,
    SKULLS,
    TERRAIN,
    TERRAINS,
)

DRAWINGS = Drawings(__package__, "mr-")
use = DRAWINGS.use
picture = cache(DRAWINGS.picture)

PLOT = "0 0 60 60"
UPPER = ("3 3 23", "28 3 23")  # where symbols lie: left edge, upper edge, size
LOWER = ("3 33 24", "30 33 24")
RING = "31 31 27"
STAR = "4 4 17"  # of a bonus tile
SIGNS = (  # of the four colours, on the chest of a Ranchero: square on its corner, triangle…
    "M20 25 28 33.5 20 42 12 33.5Z",
    "M20 25 29 40.5H11Z",
    "M20 26a8 8 0 1 0 .1 0Z",
    "M12.5 26H27.5V41H12.5Z",
)
ON_WHITE = 3  # the sign of the white Ranchero is dark
FIGURE = "0 0 40 48"
EARS_AT = {  # in rows of two and one
    3: ("9 5 24", "27 5 24", "18 31 24"),
    4: ("8 5 23", "29 5 23", "8 32 23", "29 32 23"),
    5: ("2 4 22", "19 4 22", "36 4 22", "10 32 22", "28 32 22"),
}


@cache
def art() -> Markup:
    """Every drawing and every plot as a symbol, in one hidden picture."""
    symbols = [DRAWINGS.symbol(name) for name in DRAWINGS.names]
    symbols += [DRAWINGS.symbol_of(f"p{piece}", PLOT, face(piece)) for piece in range(PIECES)]
    symbols += [
        DRAWINGS.symbol_of(f"ranchero-{n}", FIGURE, use("ranchero") + sign(n))
        for n in range(len(SIGNS))
    ]
    return sheet(symbols)


def sign(colour: int) -> str:
    """The sign of a colour, on a Ranchero."""
    ink = "black" if colour == ON_WHITE else "white"
    return (
        f'<path fill="var(--{ink})" stroke="var(--outline-ink)" stroke-width="1.8" '
        f'stroke-linejoin="round" d="{SIGNS[colour]}"/>'
    )


def face(piece: int) -> str:
    """A plot or a side of a bonus tile: its landscape and what it shows."""
    shown = [("cow-mark", at) for at in UPPER[: COW_SYMBOLS[piece]]]
    shown += [("skull", at) for at in LOWER[: SKULLS[piece]]]
    shown += [("nugget", at) for at in LOWER[: NUGGETS[piece]]]
    shown += [("beaver", at) for at in LOWER[: BEAVERS[piece]]]
    shown += [("circle", RING)] * int(CIRCLES[piece])
    shown += [("ear", at) for at in EARS_AT.get(int(EARS[piece]), ())]
    shown += [("star", STAR)] if piece >= KINDS else []
    return use(TERRAINS[TERRAIN[piece]]) + "".join(use(name, box(at)) for name, at in shown)


def box(at: str) -> str:
    """The attributes of a square: left edge, upper edge, size."""
    left, upper, size = at.split()
    return f'x="{left}" y="{upper}" width="{size}" height="{size}"'


# --- the cover: drawn in full, since a lobby does not carry the symbols ---------------------

SKY = (
    '<path fill="color-mix(in srgb, var(--purple) 46%, var(--back))" d="M0 0H320V240H0Z"/>'
    '<path fill="color-mix(in srgb, var(--orange) 62%, var(--card))" d="M0 78H320V240H0Z"/>'
    '<path fill="color-mix(in srgb, var(--pink) 52%, var(--back))" d="M0 50H320V84H0Z"/>'
    '<circle cx="236" cy="46" r="27" fill="var(--card)"/>'
    '<path fill="var(--white)" d="M38 30h3v3h-3ZM92 18h3v3h-3ZM140 40h3v3h-3ZM296 22h3v3h-3Z'
    'M178 16h3v3h-3ZM20 60h3v3h-3Z"/>'
)
MESAS = (
    '<g stroke="var(--outline-ink)" stroke-width="2.5" stroke-linejoin="round">'
    '<path fill="color-mix(in srgb, var(--red) 58%, var(--brown))" d="M-4 132V84L12 70H62L74 84V100'
    'H96V132ZM196 132V104H212V78L224 68H258L268 78V96H300L324 88V132Z"/></g>'
    '<path fill="none" stroke="color-mix(in srgb, var(--orange) 62%, var(--card))" '
    'stroke-width="2" stroke-linecap="round" d="M14 84H58M6 98H40M52 110H84M224 82H254M218 96H240'
    'M250 112H292"/>'
    '<path fill="color-mix(in srgb, var(--green) 60%, var(--card))" d="M0 126Q90 110 180 126T320 '
    '122V240H0Z"/>'
)
RIVER = (
    '<path fill="var(--blue)" stroke="var(--outline-ink)" stroke-width="2.5" d="M150 124Q196 132 '
    '168 148T150 178Q220 196 196 244H60Q72 206 112 184T140 148Q158 136 134 124Z"/>'
    '<path fill="none" stroke="var(--white)" stroke-width="3" stroke-linecap="round" d="M150 '
    '142Q158 146 152 152M130 190Q142 196 152 192M104 214Q116 220 126 215M160 222Q170 227 180 222"/>'
)
ON_COVER = (  # drawing, left edge, upper edge, width, height, colour
    ("homestead", 22, 104, 84, 84, "purple"),
    ("cow", 214, 134, 82, 65, "white"),
    ("cow", 190, 184, 66, 52, "white"),
    ("ranchero", 262, 170, 54, 65, "orange"),
)


@cache
def cover() -> Markup:
    """A river under the moon, a homestead, cows and a Ranchero."""
    chest = f'<g transform="translate(262 170) scale(1.35)">{sign(1)}</g>'
    return cover_of(SKY, MESAS, RIVER, *(figure(*found) for found in ON_COVER), chest)


def figure(name: str, x: int, y: int, width: int, height: int, colour: str) -> str:
    """A drawing in full."""
    at = f'x="{x}" y="{y}" width="{width}" height="{height}" color="var(--{colour})"'
    return DRAWINGS.inset(name, at)
