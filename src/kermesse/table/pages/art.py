"""The house's own pictures: the tent, the bunting, the fairground. Colours come from house.css."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from markupsafe import Markup

from kermesse.core.html import div

# letters as one line of the pen in a box of 26 × 36
STROKES = {
    "K": "M2 0V36M24 0L2 21M9 15L25 36",
    "E": "M23 0H2V36H23M2 18H19",
    "R": "M2 36V0H13A10 10 0 0 1 13 20H2M13 20L24 36",
    "M": "M0 36V0L13 20L26 0V36",
    "S": "M23 6C21 2 17 0 12 0C6 0 2 3 2 9C2 20 24 16 24 27C24 33 19 36 13 36C8 36 3 34 1 29",
}
FLAGS = ("red", "yellow", "aqua", "purple", "orange", "green", "pink", "blue")
CABINS = 10


def drawing(viewbox: str, inner: str, class_: str, label: str = "") -> Markup:
    """An SVG element; without a label it is decoration."""
    named = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="{class_}" viewBox="{viewbox}" {named}>{inner}</svg>')


TENT = (
    '<path d="M24 2v9" class="pen pole"/>'
    '<path d="M24 2.5l9 3-9 3z" class="pen yellow"/>'
    '<path d="M8 27v17h32V27z" class="pen white"/>'
    '<path d="M24 28c-.5 7-3.5 12.5-8 16h16c-4.5-3.5-7.5-9-8-16z" class="pen night"/>'
    '<path d="M24 10C19.5 18 12.5 22 4 24v3.5h40V24c-8.5-2-15.5-6-20-14z" class="pen red"/>'
    '<path d="M24 10c-1.5 8-4 12.5-8 15v2.5h16V25c-4-2.5-6.5-7-8-15z" class="pen white"/>'
    '<path d="M4 27.5a4 4 0 0 0 8 0 4 4 0 0 0 8 0 4 4 0 0 0 8 0 4 4 0 0 0 8 0 4 4 0 0 0 8 0z"'
    ' class="pen red"/>'
)


def logo() -> Markup:
    """The striped tent beside the name."""
    return drawing("0 0 48 48", TENT, "drawn logo")


@cache
def wordmark() -> Markup:
    """KERMESSE on a string of flags."""
    flags = "".join(flag(place, letter) for place, letter in enumerate("KERMESSE"))
    rope = '<path d="M4 14Q320 66 636 14" class="pen rope"/>'
    return drawing("0 0 640 142", rope + flags, "drawn wordmark", "Kermesse")


def flag(place: int, letter: str) -> str:
    """One letter on its flag, hanging where the rope is."""
    x = 51 + 77 * place
    along = (x - 4) / 632
    y = round(14 + 104 * along * (1 - along), 1)  # the rope's own curve
    tilt = round(9.3 * (1 - 2 * along), 1)
    return (
        f'<g transform="translate({x} {y}) rotate({tilt})">'
        f'<path d="M-33 0H33V66L0 90L-33 66Z" class="pen {FLAGS[place]}"/>'
        f'<path d="{STROKES[letter]}" transform="translate(-13 18)" class="letter"/>'
        "</g>"
    )


@cache
def fairground() -> Markup:
    """Wheel and tent on a hill that is as wide as the window.

    Only the hills are stretched. What stands on them is two drawings, which keep their shape and
    are never cut: the page puts them side by side, or at both sides of its words.
    """
    left = [
        tree(40, 172, 30),
        tree(92, 170, 22),
        wheel(210, 104, 78),
        stall(326, 214, "aqua"),
    ]
    right = [
        stall(46, 214, "pink"),
        big_tent(200, 214),
        lights(76, 134, 170, 66),
        lights(230, 66, 322, 134),
        stall(352, 214, "yellow"),
        tree(420, 168, 26),
        balloon(392, 60, "purple"),
        balloon(430, 92, "orange"),
    ]
    return div(class_="fairground", aria_hidden="true")[
        hills("far", "M0 190C200 150 420 176 600 182S1010 150 1200 186V240H0Z"),
        drawing("0 0 380 240", "".join(left), "drawn stands"),
        drawing("0 0 460 240", "".join(right), "drawn stands"),
        hills("near", "M0 214C260 200 420 212 600 214S980 202 1200 212V240H0Z"),
    ]


def hills(which: str, outline: str) -> Markup:
    """A line of hills, stretched to any width."""
    return Markup(
        f'<svg class="drawn hills" viewBox="0 0 1200 240" preserveAspectRatio="none">'
        f'<path d="{outline}" class="hill {which}"/></svg>'
    )


def wheel(x: int, y: int, r: int) -> str:
    """A big wheel that turns while the pointer is over the picture."""
    angles = [2 * pi * place / CABINS for place in range(CABINS)]
    ends = [(round(x + r * cos(t), 1), round(y + r * sin(t), 1)) for t in angles]
    spokes = "".join(f"M{x} {y}L{px} {py}" for px, py in ends)
    cabins = "".join(
        f'<circle cx="{px}" cy="{py}" r="11" class="pen {FLAGS[place % len(FLAGS)]}"/>'
        for place, (px, py) in enumerate(ends)
    )
    return (
        f'<path d="M{x} {y}L{x - 46} 216M{x} {y}L{x + 46} 216" class="pen thick"/>'
        f'<g class="wheel"><circle cx="{x}" cy="{y}" r="{r}" class="pen"/>'
        f'<circle cx="{x}" cy="{y}" r="{r - 20}" class="pen thin"/>'
        f'<path d="{spokes}" class="pen thin"/>{cabins}</g>'
        f'<circle cx="{x}" cy="{y}" r="9" class="pen yellow"/>'
    )


def big_tent(x: int, ground: int) -> str:
    """The big top: a striped roof over a striped wall."""
    stripes = "".join(
        f'<path d="M0 -152C{edge // 4} -112 {edge // 2} -92 {edge} -76H{edge + 24}'
        f'C{(edge + 24) // 2} -92 {(edge + 24) // 4} -112 0 -152Z" class="white"/>'
        for edge in (-108, -60, -12, 36, 84)
    )
    scallops = "".join("a12 12 0 0 0 24 0" for _ in range(9))
    walls = "".join(
        f'<rect x="{left}" y="-70" width="20" height="70" class="red"/>'
        for left in (-90, -50, 30, 70)
    )
    return (
        f'<g transform="translate({x} {ground})">'
        f'<path d="M-92 -74H92V0H-92Z" class="white"/>{walls}'
        '<path d="M-92 -74H92V0H-92Z" class="pen"/>'
        '<path d="M0 -70C-2 -36 -12 -14 -30 0H30C12 -14 2 -36 0 -70Z" class="pen night"/>'
        '<path d="M0 -152C-27 -112 -54 -92 -108 -76H108C54 -92 27 -112 0 -152Z" class="red"/>'
        f"{stripes}"
        '<path d="M0 -152C-27 -112 -54 -92 -108 -76H108C54 -92 27 -112 0 -152Z" class="pen"/>'
        f'<path d="M-108 -76{scallops}Z" class="pen yellow"/>'
        '<path d="M0 -152V-178" class="pen"/><path d="M0 -178l26 8-26 8Z" class="pen aqua"/>'
        "</g>"
    )


def stall(x: int, ground: int, colour: str) -> str:
    """A market stall with an awning."""
    stripes = "".join(
        f'<path d="M{left} -62H{left + 14}L{left + 14 + lean} -42a7 7 0 0 1 -14 0Z" class="white"/>'
        for left, lean in ((-28, -4), (0, 0))
    )
    return (
        f'<g transform="translate({x} {ground})">'
        '<path d="M-36 -46V0M36 -46V0" class="pen"/>'
        '<path d="M-40 -24H40V0H-40Z" class="pen sunk"/>'
        '<circle cx="-20" cy="-31" r="7" class="pen orange"/>'
        '<circle cx="-4" cy="-31" r="7" class="pen red"/>'
        '<path d="M12 -24l4 -14h12l4 14Z" class="pen white"/>'
        f'<path d="M-34 -64H34L46 -42a9 9 0 0 1 -18 0 9 9 0 0 1 -18 0 9 9 0 0 1 -20 0'
        f' 9 9 0 0 1 -18 0 9 9 0 0 1 -18 0Z" class="pen {colour}"/>{stripes}'
        "</g>"
    )


def tree(x: int, y: int, r: int) -> str:
    """A round tree."""
    return (
        f'<path d="M{x} {y}V{y + 48}" class="pen thick"/>'
        f'<circle cx="{x}" cy="{y}" r="{r}" class="pen green"/>'
        f'<path d="M{x} {y + 14}V{y - 4}M{x} {y + 8}l9 -9" class="pen thin twig"/>'
    )


def balloon(x: int, y: int, colour: str) -> str:
    """A balloon on a string."""
    return (
        f'<path d="M{x} {y + 30}q-7 22 2 44t-4 40" class="pen thin"/>'
        f'<path d="M{x} {y + 30}c-14 -8 -22 -18 -22 -32a22 22 0 0 1 44 0c0 14 -8 24 -22 32Z"'
        f' class="pen {colour}"/>'
        f'<path d="M{x - 12} {y - 6}c1 -6 5 -9 9 -10" class="shine"/>'
    )


def lights(x: int, y: int, to_x: int, to_y: int) -> str:
    """A string of coloured bulbs between two points."""
    sag_x, sag_y = (x + to_x) / 2, max(y, to_y) + 14
    bulbs = []
    for place in range(1, 7):
        t = place / 7
        bx = (1 - t) ** 2 * x + 2 * t * (1 - t) * sag_x + t**2 * to_x
        by = (1 - t) ** 2 * y + 2 * t * (1 - t) * sag_y + t**2 * to_y
        bulbs.append(f'<circle cx="{bx:.1f}" cy="{by + 5:.1f}" r="5" class="pen {FLAGS[place]}"/>')
    rope = f'<path d="M{x} {y}Q{sag_x} {sag_y} {to_x} {to_y}" class="pen thin"/>'
    return rope + "".join(bulbs)


@cache
def plain_cover() -> Markup:
    """For a game without a picture: three cards in front of a stall."""
    cards = "".join(
        f'<g transform="translate({x} 150) rotate({turn})">'
        f'<rect x="-30" y="-84" width="60" height="84" rx="9" class="pen white"/>{shape}</g>'
        for x, turn, shape in (
            (126, -14, '<circle cx="0" cy="-42" r="14" class="pen aqua"/>'),
            (160, 0, '<path d="M0 -60l16 30h-32Z" class="pen orange"/>'),
            (194, 14, '<rect x="-13" y="-55" width="26" height="26" class="pen purple"/>'),
        )
    )
    flags = "".join(
        f'<path d="M{x} {18 + dip}h22l-11 24Z" class="pen {FLAGS[place % 8]}"/>'
        for place, (x, dip) in enumerate(
            zip(range(8, 308, 28), (2, 8, 12, 15, 17, 18, 17, 15, 12, 8, 2), strict=True)
        )
    )
    return drawing(
        "0 0 320 200",
        '<rect width="320" height="200" class="sky"/>'
        '<path d="M0 160C90 138 230 138 320 160V200H0Z" class="hill near"/>'
        f'<path d="M0 14Q160 54 320 14" class="pen rope"/>{flags}{cards}',
        "drawn",
    )


@cache
def lost_balloon() -> Markup:
    """For a page that is not there: a balloon flies off over the tents."""
    return drawing(
        "0 0 320 220",
        '<rect width="320" height="220" class="sky"/>'
        '<path d="M0 196C80 176 230 178 320 192V220H0Z" class="hill near"/>'
        f'<g transform="translate(40 138) scale(1.3)">{TENT}</g>'
        f'<g transform="translate(222 152)">{TENT}</g>'
        f'<g transform="translate(-8 10) scale(1.5)">{balloon(112, 32, "red")}</g>'
        '<path d="M52 56h34M40 68h22M232 40h40M250 52h36" class="pen thin"/>',
        "drawn scene",
    )


@cache
def shut_stall() -> Markup:
    """For a server that cannot serve now: the shutter is down."""
    return drawing(
        "0 0 320 220",
        '<rect width="320" height="220" class="sky"/>'
        '<path d="M0 190C80 176 230 178 320 190V220H0Z" class="hill near"/>'
        '<path d="M70 90H250V196H70Z" class="pen sunk"/>'
        '<path d="M84 112H236M84 130H236M84 148H236M84 166H236" class="pen thin"/>'
        '<path d="M76 50H244L266 92a19 14 0 0 1 -38 2 19 14 0 0 1 -42 0 21 14 0 0 1 -52 0'
        ' 21 14 0 0 1 -42 0 19 14 0 0 1 -38 -2Z" class="pen orange"/>'
        '<path d="M112 50H142L134 94a20 12 0 0 1 -42 0ZM178 50H208L228 94a20 12 0 0 1 -42 0Z"'
        ' class="pen white"/>'
        '<path d="M160 108L136 128M160 108L184 128" class="pen thin"/>'
        '<rect x="118" y="128" width="84" height="38" rx="8" class="pen white"/>'
        '<path d="M148 141a5 5 0 1 1 0 .1M174 141a5 5 0 1 1 0 .1M146 157q14 -10 28 0"'
        ' class="pen"/>',
        "drawn scene",
    )
