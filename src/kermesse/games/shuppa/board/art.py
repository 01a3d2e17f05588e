"""The drawings of Shuppa: `art/*.svg` made into symbols, and the cover put together from them.

Every colour is a sweet with its own shape, and so is every token. A Confiseur takes skin, hair
and apron from the element that shows him.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from kermesse.core.drawings import Drawings, bunting, cover_of, sheet
from kermesse.games.shuppa.tables import COLOURS

DRAWINGS = Drawings(__package__, "sh-")
inset = DRAWINGS.inset
picture = cache(DRAWINGS.picture)

SWEETS = (*COLOURS, "multi")  # the drawings of the colours, in the order of their numbers


@cache
def art() -> Markup:
    """Every drawing as a symbol, in one hidden picture."""
    return sheet(DRAWINGS.symbol(name) for name in DRAWINGS.names)


# --- the cover: drawn in full, since a lobby does not carry the symbols ---------------------

WALL = (
    '<path fill="color-mix(in srgb, var(--pink) 34%, var(--card))" d="M0 0H320V240H0Z"/>'
    '<path fill="color-mix(in srgb, var(--pink) 22%, var(--card))" d="M40 0H80V240H40ZM120 0H160'
    'V240H120ZM200 0H240V240H200ZM280 0H320V240H280Z"/>'
)
SHELF = (
    '<g stroke="var(--outline-ink)" stroke-width="2.5" stroke-linejoin="round">'
    '<path fill="var(--brown)" d="M-4 204H324V244H-4Z"/>'
    '<path fill="color-mix(in srgb, var(--brown) 70%, var(--card))" d="M-4 196H324V208H-4Z"/></g>'
)
FLAGS = ("red", "yellow", "green", "blue", "orange", "purple", "red", "yellow", "green", "blue")
PILES = (  # the sweets of each pile from below, and where it stands
    (132, ("blue", "red", "red")),
    (180, ("yellow", "red", "green", "multi")),
    (228, ("green", "yellow")),
    (276, ("blue", "multi", "yellow", "blue")),
)
TILE, TOP = 44, 194


@cache
def cover() -> Markup:
    """Sweets piled up on a counter, and a full jar."""
    piles = (sweet(at, level, name) for at, pile in PILES for level, name in enumerate(pile))
    jar = inset("jar", 'x="4" y="78" width="120" height="120"')
    return cover_of(WALL, bunting(FLAGS, 2), SHELF, jar, *piles)


def sweet(left: int, level: int, name: str) -> str:
    """A card in a pile, drawn in full."""
    top = TOP - (level + 1) * (TILE - 8)
    colour = "orange" if name == "multi" else name
    back = (
        f'<rect x="{left - 22}" y="{top}" width="{TILE}" height="{TILE - 8}" rx="7" '
        f'fill="color-mix(in srgb, var(--{colour}) 34%, var(--card))" '
        'stroke="var(--outline-ink)" stroke-width="2.5"/>'
    )
    return back + inset(name, f'x="{left - 14}" y="{top + 4}" width="28" height="28"')
