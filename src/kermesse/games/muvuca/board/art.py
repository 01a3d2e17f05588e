"""The drawings of Muvuca: `art/*.svg` made into symbols, and the pictures put together from them.

Drawings take their colours from the house's tokens. A card's fan is drawn by its parts: a shape
without a fill takes the skin, `currentColor` is the colour of the jacket.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from kermesse.core.drawings import CARD, Drawings, bunting, cover_of, sheet
from kermesse.games.muvuca.components import CARDS, FOODS, JACKETS, PAIRINGS

DRAWINGS = Drawings(__package__, "mv-")
use = DRAWINGS.use
picture = cache(DRAWINGS.picture)

FANS = 5
SHIRT_AT = 'x="-2.5" y="42" width="65" height="65"'  # on a card: the fan wears the very icon
FOOD_AT = 'x="41.5" y="1.5" width="38" height="38"'


def fan(food: int, jacket: int) -> int:
    """Which of the five fans shows a pair: never the same twice for a food or for a jacket."""
    return (2 * food + jacket) % FANS + 1


@cache
def art() -> Markup:
    """Every drawing and every card as a symbol, in one hidden picture."""
    symbols = [DRAWINGS.symbol(name) for name in DRAWINGS.names]
    symbols += [DRAWINGS.symbol_of(f"c{card}", CARD, face(card)) for card in range(CARDS)]
    return sheet(symbols)


def face(card: int) -> str:
    """A card: a fan in a jacket before the crowd, holding up some food."""
    food, jacket = PAIRINGS[card]
    kind, who = JACKETS[jacket], fan(food, jacket)
    person = f'fill="var(--skin-{who})" color="var(--{kind.colour})"'
    return (
        f"{use('crowd')}<g {person}>{use(f'fan-{who}')}{use(kind.word, SHIRT_AT)}"
        f"{use(FOODS[food].word, FOOD_AT)}{use('hand')}</g>"
    )


# --- the cover: drawn in full, since a lobby does not carry the symbols ---------------------

NIGHT = (
    '<path fill="var(--back)" d="M0 0H320V240H0Z"/>'
    '<path fill="var(--white)" opacity=".1" d="M40 34-30 240H150ZM280 34 350 240H170Z"/>'
    '<path fill="var(--back-near)" d="M0 124Q160 64 320 124V240H0Z"/>'
    '<path fill="none" stroke="var(--back-far)" stroke-width="4" '
    'd="M0 124Q160 64 320 124M40 110V40M280 110V40"/>'
    '<path fill="var(--white)" stroke="var(--outline-ink)" stroke-width="2.5" '
    'd="M22 22H58V42H22ZM262 22H298V42H262Z"/>'
    '<path fill="none" stroke="var(--back-far)" stroke-width="17" stroke-linecap="round" '
    'd="M14 148v.1M44 138v.1M76 130v.1M108 124v.1M140 120v.1M174 120v.1M206 124v.1M238 130v.1'
    'M270 138v.1M304 148v.1"/>'
    '<path fill="none" stroke="var(--back-far)" stroke-width="7" stroke-linecap="round" '
    'd="M60 150 50 116M92 144 98 108M124 138 118 104M190 138 198 102M222 142 216 110M256 150 '
    '266 114"/>'
    '<path fill="var(--back-line)" d="M0 158Q160 116 320 158V240H0Z"/>'
    '<path fill="none" stroke="var(--back-line)" stroke-width="19" stroke-linecap="round" '
    'd="M26 146v.1M60 138v.1M96 131v.1M130 127v.1M162 126v.1M196 128v.1M230 133v.1M262 140v.1'
    'M296 148v.1"/>'
)
FLAGS = ("yellow", "red", "aqua", "pink", "green", "orange", "purple", "blue", "yellow", "red")
FRONT_ROW = ((0, 0, -12), (1, 4, 66), (2, 3, 146), (4, 1, 225))  # food, jacket, left edge
CART_AT = 'x="86" y="34" width="150" height="150"'


@cache
def cover() -> Markup:
    """Fans and a Cart before the stadium at night, as a picture for the lobby."""
    fans = [
        person(food, jacket, f"translate({left} 134) scale(1.18)")
        for food, jacket, left in FRONT_ROW
    ]
    return cover_of(NIGHT, bunting(FLAGS, 2), DRAWINGS.inset("cart", CART_AT), *fans)


def person(food: int, jacket: int, where: str) -> str:
    """A fan with a food and a jacket, drawn in full."""
    kind, who = JACKETS[jacket], fan(food, jacket)
    return (
        f'<g transform="{where}" fill="var(--skin-{who})" color="var(--{kind.colour})">'
        f"{DRAWINGS.read(f'fan-{who}')[1]}{DRAWINGS.inset(kind.word, SHIRT_AT)}"
        f"{DRAWINGS.inset(FOODS[food].word, FOOD_AT)}{DRAWINGS.read('hand')[1]}</g>"
    )
