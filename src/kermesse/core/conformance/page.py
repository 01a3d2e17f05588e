"""A board's HTML as a test reads it: for authors of games with a page."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TypeAlias

from kermesse.core.html import VOID

Attributes: TypeAlias = "dict[str, str]"


class Page(HTMLParser):
    """Every element of a board: its tag, its attributes, and the ids of what encloses it.

    HTML whose elements are not closed in order is refused.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes, tuple[str, ...]]] = []
        self._open: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        if self._open:
            raise ValueError(f"never closed: {self._open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that may have others inside."""
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append((tag, dict(attrs).get("id") or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element."""
        around = tuple(ident for _, ident in self._open if ident)
        self.elements.append((tag, {name: value or "" for name, value in attrs}, around))

    def handle_endtag(self, tag: str) -> None:
        """The end of an element: of the one that was opened last."""
        if not self._open or self._open.pop()[0] != tag:
            raise ValueError(f"</{tag}> closes something else")

    def __getitem__(self, ident: str) -> Attributes:
        """The one element with an id."""
        (found,) = (found for _, found, _ in self.elements if found.get("id") == ident)
        return found

    @property
    def ids(self) -> list[str]:
        """All ids."""
        return [found["id"] for found in self.having("id")]

    @property
    def picks(self) -> list[str]:
        """Everything that can be picked."""
        return [found["data-pick"] for found in self.having("data-pick")]

    def having(self, name: str) -> list[Attributes]:
        """The elements with an attribute."""
        return [found for _, found, _ in self.elements if name in found]

    def inside(self, ident: str) -> list[Attributes]:
        """The elements inside the one with an id."""
        return [found for _, found, around in self.elements if ident in around]

    def ids_in(self, ident: str) -> list[str]:
        """The ids of what is inside."""
        return [found["id"] for found in self.inside(ident) if "id" in found]

    def labels(self, ident: str) -> list[str]:
        """What is inside, as a screen reader says it."""
        return [found["aria-label"] for found in self.inside(ident) if "aria-label" in found]

    def cards(self, ident: str) -> list[str]:
        """The ids of the cards on the board."""
        inside = [found for found in self.inside(ident) if "card" in classes(found)]
        return [found["id"] for found in inside if "id" in found]


def classes(found: Attributes) -> list[str]:
    """The classes of an element."""
    return found.get("class", "").split()
