"""The drawings of a game: its `art/*.svg` made into symbols, which its pages show by `<use>`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import resources

from markupsafe import Markup

CARD = "0 0 80 90"  # the view box of a card
DRAWING = re.compile(r'<svg [^>]*viewBox="([^"]+)">(.*)</svg>', re.DOTALL)
WIDTH = 320  # of a cover
SAG = 84  # how low a string of flags hangs in its middle, times four


class Drawings:
    """The folder `art` of a game's package; the ids of its symbols start with ``prefix``."""

    def __init__(self, package: str, prefix: str) -> None:
        self.prefix = prefix
        self._folder = resources.files(package) / "art"

    @property
    def names(self) -> list[str]:
        """The names of all drawings, in order."""
        return sorted(page.name.removesuffix(".svg") for page in self._folder.iterdir())

    def read(self, name: str) -> tuple[str, str]:
        """The view box of a drawing and what is drawn in it."""
        found = DRAWING.search((self._folder / f"{name}.svg").read_text(encoding="utf-8"))
        if found is None:
            raise ValueError(f"art/{name}.svg is not a drawing with a view box")
        return found[1], found[2].strip().replace("\n", "")

    def symbol(self, name: str) -> str:
        """A drawing that `<use>` can show."""
        return self.symbol_of(name, *self.read(name))

    def symbol_of(self, name: str, box: str, inside: str) -> str:
        """The same of something that is put together from drawings."""
        return f'<symbol id="{self.prefix}{name}" viewBox="{box}">{inside}</symbol>'

    def use(self, name: str, at: str = "") -> str:
        """Another drawing, shown in this one."""
        return f'<use href="#{self.prefix}{name}"{" " + at if at else ""}/>'

    def inset(self, name: str, at: str) -> str:
        """A drawing set into another one, in full."""
        box, inside = self.read(name)
        return f'<svg {at} viewBox="{box}">{inside}</svg>'

    def picture(self, name: str, look: str = "", bare: bool = False) -> Markup:
        """A symbol as a picture, inside an element that says what it is, unless it is ``bare``."""
        shown = f' class="{look}"' if look else ""
        hidden = ' aria-hidden="true"' if bare else ""
        return Markup(f"<svg{shown}{hidden}>{self.use(name)}</svg>")


def sheet(symbols: Iterable[str]) -> Markup:
    """All symbols of a game in one hidden picture."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" class="art" '
        f'aria-hidden="true">{"".join(symbols)}</svg>'
    )


# --- covers: drawn in full, since a lobby does not carry the symbols ------------------------


def cover_of(*parts: str) -> Markup:
    """A picture for the lobby, 4 : 3, from its farthest part to its nearest."""
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 240" class="cover" '
        f'aria-hidden="true">{"".join(parts)}</svg>'
    )


def bunting(colours: Sequence[str], top: int) -> str:
    """A string of flags over a cover, tied at this height on both sides."""
    step = WIDTH // len(colours)
    flags = []
    for i, colour in enumerate(colours):
        across = (i + 0.5) / len(colours)
        hangs = round(top + SAG * across * (1 - across), 1)
        flags.append(f'<path fill="var(--{colour})" d="M{step * i + 5} {hangs}h22l-11 20Z"/>')
    string = f'<path fill="none" d="M0 {top}Q160 {top + SAG // 2} {WIDTH} {top}"/>'
    return (
        '<g stroke="var(--outline-ink)" stroke-width="2.3" stroke-linejoin="round">'
        f"{string}{''.join(flags)}</g>"
    )
