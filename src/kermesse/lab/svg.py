"""Figures of matplotlib as parts of a page: it places, and the page's own names colour.

Shapes are drawn in stand-in colours, and those are then replaced by the custom properties of the
house style: the same drawing is right on light and dark paper and in print.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from typing import Any

from markupsafe import Markup, escape

WIDTH = 390.0  # units; a phone shows them a little smaller, a desk a little larger
POINTS = 72  # to an inch: then a unit is a unit
SIZE, SMALL = 12, 11

# a page's names for its colours, and placeholders for them while drawing
INK, QUIET, GRID, PLATE, STRONG, PLAIN = (
    "#010a01", "#010a02", "#010a03", "#010a04", "#010a05", "#010a06",
)  # fmt: skip
VIOLET, BLUE, BROWN = "#010a07", "#010a08", "#010a09"
PAINTS = {
    INK: "--ink",
    QUIET: "--quiet",
    GRID: "--line",
    PLATE: "--raised",
    STRONG: "--accent",
    PLAIN: "--last",
    VIOLET: "--purple",
    BLUE: "--blue",
    BROWN: "--brown",
}
STYLE = {
    "svg.fonttype": "none",
    "font.size": SIZE,
    "figure.dpi": POINTS,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.linewidth": 1.0,
    "xtick.color": QUIET,
    "xtick.labelcolor": QUIET,
    "xtick.labelsize": SMALL,
    "ytick.color": QUIET,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "axes.labelsize": SIZE,
    "axes.unicode_minus": True,
    "legend.fontsize": SMALL,
    "legend.frameon": False,
    "path.simplify": False,
    "text.parse_math": False,  # a "$" in a name is a "$"
}


@contextmanager
def settings(name: str) -> Iterator[None]:
    """Nobody's own settings of matplotlib count; ``name`` sets the ids apart on a page."""
    library = import_module("matplotlib")  # late: it may be absent, and takes its time
    with library.rc_context():
        library.rcdefaults()
        library.rcParams.update({**STYLE, "svg.hashsalt": name})
        yield


def canvas(height: float) -> Any:
    """An empty figure of the page's width."""
    size = (WIDTH / POINTS, height / POINTS)
    figure = import_module("matplotlib.figure").Figure(figsize=size, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.06, h_pad=0.04, hspace=0.04)
    return figure


OUTSIDE = re.compile(r".*?(?=<svg)", re.DOTALL)  # the declaration of a standalone file
STYLED = re.compile(r"\s*<defs>\s*<style.*?</style>\s*</defs>", re.DOTALL)
NAMED_GROUP = re.compile(r'<g id="[^"]*"')  # only shapes are referred to
FONT = re.compile(r" font-family: [^;]*;")
ROTATED_BY_NONE = re.compile(r' transform="rotate\(-?0 [^"]*\)"')
LONG_NUMBER = re.compile(r"(\d\.\d\d)\d+")
TAG = re.compile(r"<[^>]*>")
COLOUR = re.compile("|".join(PAINTS))
OPENING = re.compile(r"<svg[^>]*>")
BOX = re.compile(r'viewBox="[^"]*"')


def element(figure: Any, name: str, words: tuple[str, str]) -> Markup:
    """A figure as an element of a page, with its words for those who do not see it."""
    out = BytesIO()
    unsaid = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with warnings.catch_warnings():  # the page's fonts have signs that the measuring one has not
        warnings.filterwarnings("ignore", "Glyph .* missing")
        figure.savefig(out, format="svg", metadata=unsaid, transparent=True)
    text = OUTSIDE.sub("", out.getvalue().decode(), count=1)
    for clutter in (STYLED, FONT, ROTATED_BY_NONE):
        text = clutter.sub("", text)
    text = TAG.sub(lambda tag: tidied(tag[0]), text)
    box = BOX.search(text)
    title, told = words
    opening = (
        f'<svg class="plot" {box[0] if box else ""} role="img" '
        f'aria-labelledby="{escape(name)}-title {escape(name)}-told">'
        f'<title id="{escape(name)}-title">{escape(title)}</title>'
        f'<desc id="{escape(name)}-told">{escape(told)}</desc>'
    )
    return Markup(OPENING.sub(lambda _: opening, text, count=1).strip())


def tidied(tag: str) -> str:
    """A tag in the page's colours, with numbers that are exact enough, and no name for a group."""
    tag = NAMED_GROUP.sub("<g", tag).replace("xlink:href", "href")
    tag = LONG_NUMBER.sub(r"\1", tag)
    return COLOUR.sub(lambda found: f"var({PAINTS[found[0]]})", tag)
