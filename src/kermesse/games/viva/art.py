"""The drawings of VIVA: `art/*.svg` made into symbols, and the cards put together from them.

Each colour has a sign and a pattern of its own, so that cards are told apart without colours. The
drawings named `field-…` are tiles that fill a card or half of one.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from markupsafe import Markup

from kermesse.games.viva.components import COLOURS, DECK, KINDS

PREFIX = "vv-"
FIELD = "field-"
SIGNS = dict(zip("RPOYGB", ("mask", "flower", "drum", "star", "leaf", "umbrella"), strict=True))
COLOUR_OF = {colour.code: colour.name for colour in COLOURS}
FACE = "0 0 80 90"  # the view box of a card
DRAWING = re.compile(r'<svg [^>]*viewBox="([^"]+)">(.*)</svg>', re.DOTALL)
WHOLE = "M0 0H80V90H0Z"
HALVES = ("M0 0H80L0 90Z", "M80 0V90H0Z")
WHOLE_AT = 'x="11" y="16" width="58" height="58"'
HALVES_AT = ('x="3" y="4" width="38" height="38"', 'x="39" y="48" width="38" height="38"')
SEAM = (
    '<path fill="none" stroke="var(--outline-ink)" stroke-width="2.3" stroke-linecap="round" '
    'd="M80 0 0 90"/>'
)


@cache
def drawing(name: str) -> tuple[str, str]:
    """The view box of a drawing and what is drawn in it."""
    page = resources.files(__package__) / "art" / f"{name}.svg"
    found = DRAWING.search(page.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"art/{name}.svg is not a drawing with a view box")
    return found[1], found[2].strip().replace("\n", "")


def drawings() -> list[str]:
    """The names of all drawings, in order."""
    folder = resources.files(__package__) / "art"
    return sorted(page.name.removesuffix(".svg") for page in folder.iterdir())


@cache
def art() -> Markup:
    """Every drawing and every card as a symbol, every field as a pattern, in one hidden picture."""
    made = [tile(name) if name.startswith(FIELD) else symbol(name) for name in drawings()]
    made += [
        f'<symbol id="{PREFIX}c{kind}" viewBox="{FACE}">{face(kind)}</symbol>'
        for kind in range(KINDS)
    ]
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="art" '
        f'aria-hidden="true">{"".join(made)}</svg>'
    )


def symbol(name: str) -> str:
    """A drawing that `<use>` can show."""
    box, inside = drawing(name)
    return f'<symbol id="{PREFIX}{name}" viewBox="{box}">{inside}</symbol>'


def tile(name: str) -> str:
    """A drawing that fills an area, side by side with itself."""
    box, inside = drawing(name)
    _, _, width, height = box.split()
    return (
        f'<pattern id="{PREFIX}{name}" width="{width}" height="{height}" '
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
    return f'<path fill="url(#{PREFIX}{FIELD}{COLOUR_OF[letter]})" d="{shape}"/>'


def use(name: str, at: str = "") -> str:
    """Another drawing, shown in this one."""
    return f'<use href="#{PREFIX}{name}"{" " + at if at else ""}/>'


@cache
def picture(name: str, look: str = "", bare: bool = False) -> Markup:
    """A symbol as a picture, inside an element that says what it is, unless it is ``bare``."""
    shown = f' class="{look}"' if look else ""
    hidden = ' aria-hidden="true"' if bare else ""
    return Markup(f"<svg{shown}{hidden}>{use(name)}</svg>")


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
    houses = "".join(house(*where) for where in HOUSES)
    cards = "".join(card(*where) for where in FAN)
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" class="cover" '
        f'aria-hidden="true">{NIGHT}{confetti()}{houses}{bunting()}{cards}</svg>'
    )


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


def bunting() -> str:
    """A string of flags over the street."""
    flags = [
        f'<path fill="var(--{colour})" d="M{32 * i + 5} {bow(i)}h22l-11 20Z"/>'
        for i, colour in enumerate(FLAGS)
    ]
    return f'<g {INK}><path fill="none" d="M0 2Q160 44 320 2"/>{"".join(flags)}</g>'


def bow(i: int) -> float:
    """How low the string hangs where a flag is tied to it."""
    across = (32 * i + 16) / 320
    return round(2 + 84 * across * (1 - across), 1)


def inset(name: str, at: str) -> str:
    """A drawing set into another one."""
    box, inside = drawing(name)
    return f'<svg {at} viewBox="{box}">{inside}</svg>'
