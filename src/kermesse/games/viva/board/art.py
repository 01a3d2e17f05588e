"""The drawings of VIVA: `art/*.svg` made into symbols, and the cards put together from them.

Each colour has its own sign and pattern, to distinguish cards without colours. The
drawings named `field-…` are tiles that fill a card or half of one.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from kermesse.core.drawings import CARD, Drawings, bunting, cover_of, sheet
from kermesse.games.viva.components import COLOURS, DECK, KINDS

DRAWINGS = Drawings(__package__, "vv-")
use, inset = DRAWINGS.use, DRAWINGS.inset
picture = cache(DRAWINGS.picture)

FIELD = "field-"
SIGNS = dict(zip("RPOYGB", ("mask", "flower", "drum", "star", "leaf", "umbrella"), strict=True))
COLOUR_OF = {colour.code: colour.name for colour in COLOURS}
WHOLE = "M0 0H80V90H0Z"
HALVES = ("M0 0H80L0 90Z", "M80 0V90H0Z")
WHOLE_AT = 'x="11" y="16" width="58" height="58"'
HALVES_AT = ('x="3" y="4" width="38" height="38"', 'x="39" y="48" width="38" height="38"')
SEAM = (
    '<path fill="none" stroke="var(--outline-ink)" stroke-width="2.3" stroke-linecap="round" '
    'd="M80 0 0 90"/>'
)


@cache
def art() -> Markup:
    """Every drawing and every card as a symbol, every field as a pattern, in one hidden picture."""
    made = [
        tile(name) if name.startswith(FIELD) else DRAWINGS.symbol(name) for name in DRAWINGS.names
    ]
    made += [DRAWINGS.symbol_of(f"c{kind}", CARD, face(kind)) for kind in range(KINDS)]
    return sheet(made)


def tile(name: str) -> str:
    """A drawing that fills an area, side by side with itself."""
    box, inside = DRAWINGS.read(name)
    _, _, width, height = box.split()
    return (
        f'<pattern id="{DRAWINGS.prefix}{name}" width="{width}" height="{height}" '
        f'patternUnits="userSpaceOnUse">{inside}</pattern>'
    )


def face(kind: int) -> str:
    """A card: its colour with its sign, or two of them on either side of a seam."""
    code = DECK[kind].code
    if len(code) == 1:
        return area(code, WHOLE) + use(SIGNS[code], WHOLE_AT)
    fields = "".join(map(area, code, HALVES))
    return fields + SEAM + "".join(use(SIGNS[c], at) for c, at in zip(code, HALVES_AT, strict=True))


def area(letter: str, shape: str) -> str:
    """A part of a card in its colour."""
    return f'<path fill="url(#{DRAWINGS.prefix}{FIELD}{COLOUR_OF[letter]})" d="{shape}"/>'


# --- the cover: drawn in full, since a lobby does not carry the symbols ---------------------

NIGHT = (
    '<path fill="var(--back)" d="M0 0H320V240H0Z"/>'
    '<path fill="var(--back-near)" d="M0 150Q80 128 160 146T320 140V240H0Z"/>'
)
CONFETTI = {
    "yellow": "M18 60l4 5M120 56v6M212 66l5-3M300 74l-4 5M70 30v5",
    "pink": "M44 48l5 2M150 34l4 4M250 40v6M308 48l-5 3",
    "aqua": "M96 46l-4 5M188 52l5 3M276 62l4-4M14 92v6",
    "orange": "M230 84l5 2M104 82l-4 4M306 100v6M172 78l4-4",
}
HOUSES = (("pink", 16, "Y"), ("aqua", 116, "R"), ("yellow", 216, "G"))  # wall, left edge, sign
FAN = (("G", 72, -26), ("PB", 114, -13), ("RY", 160, 0), ("O", 206, 13), ("OB", 248, 26))
FLAGS = ("yellow", "red", "aqua", "pink", "green", "orange", "purple", "blue", "yellow", "red")
ROUNDED = (  # a card with round corners, and what the second colour covers of it
    "M10 0H70Q80 0 80 10V80Q80 90 70 90H10Q0 90 0 80V10Q0 0 10 0Z",
    "M78 3Q80 6 80 10V80Q80 90 70 90H10Q5 90 2.5 87.5Z",
)
SHORT_SEAM = SEAM.replace("M80 0 0 90", "M77 3.5 3 86.5")
INK = 'stroke="var(--outline-ink)" stroke-width="2.6" stroke-linejoin="round"'


@cache
def cover() -> Markup:
    """Three houses on a carnival night and a hand of cards before them, for the lobby."""
    houses = (house(*where) for where in HOUSES)
    cards = (card(*where) for where in FAN)
    return cover_of(NIGHT, confetti(), *houses, bunting(FLAGS, 2), *cards)


def confetti() -> str:
    """What is in the air."""
    pieces = [f'<path stroke="var(--{colour})" d="{d}"/>' for colour, d in CONFETTI.items()]
    return f'<g fill="none" stroke-width="4.5" stroke-linecap="round">{"".join(pieces)}</g>'


def house(wall: str, left: int, letter: str) -> str:
    """A house with a sign over its door."""
    at = f'x="{left + 22}" y="122" width="44" height="44"'
    return (
        f'<g transform="translate({left} 66)" {INK}>'
        f'<path fill="var(--brown)" d="M62 8H74V30H62Z"/>'
        f'<path fill="var(--{wall})" d="M8 36H80V150H8Z"/>'
        f'<path fill="var(--back-line)" d="M-4 40 44 4 92 40Z"/>'
        f'<path fill="var(--{COLOUR_OF[letter]})" d="M18 52H70V104H18Z"/></g>'
        f"{inset(SIGNS[letter], at)}"
    )


def card(code: str, x: int, turned: int) -> str:
    """A card of the hand, fanned out."""
    places = (WHOLE_AT,) if len(code) == 1 else HALVES_AT
    fields = "".join(
        f'<path fill="var(--{COLOUR_OF[c]})" d="{d}"/>' for c, d in zip(code, ROUNDED, strict=False)
    )
    signs = "".join(inset(SIGNS[c], at) for c, at in zip(code, places, strict=True))
    seam = SHORT_SEAM if len(code) > 1 else ""
    drop = abs(turned) * 0.6
    return (
        f'<g transform="translate({x} {186 + drop:g}) rotate({turned}) scale(.9) '
        f'translate(-40 -45)">{fields}{seam}{signs}'
        f'<path fill="none" {INK} d="{ROUNDED[0]}"/></g>'
    )
