"""HTML written as Python: `div(id="x", class_="y")["text", b["bold"]]`, escaped by MarkupSafe."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from markupsafe import Markup, escape

Child: TypeAlias = "object | Iterable[Child] | None"

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Tag:
    """An element without its children; `tag(...)` gives it attributes, `tag[...]` children."""

    __slots__ = ("_end", "_start")

    def __init__(self, start: str, end: str) -> None:
        self._start = start
        self._end = end

    def __call__(self, **attributes: object) -> Tag:
        """The element with these attributes; `class_` is class, `data_pick` is data-pick."""
        return Tag(self._start + "".join(map(attribute, attributes.items())), self._end)

    def __getitem__(self, children: Child) -> Markup:
        """The whole element."""
        return _made(f"{self._start}>{text(children)}{self._end}")

    def __html__(self) -> str:
        return f"{self._start}>{self._end}"

    __str__ = __html__


def attribute(item: tuple[str, object]) -> str:
    """One attribute: True is its bare name, None and False leave it out."""
    name, value = item
    if value is None or value is False:
        return ""
    written = attribute_name(name)
    return f" {written}" if value is True else f' {written}="{escaped(value)}"'


@cache
def attribute_name(name: str) -> str:
    """The name of an attribute in HTML."""
    return name.rstrip("_").replace("_", "-")


def escaped(value: object) -> str:
    """A value as text of HTML; most need no escaping, and are told apart quickly."""
    if type(value) is str and not (
        "&" in value or "<" in value or ">" in value or '"' in value or "'" in value
    ):
        return value
    return escape(value)


def _made(text: str) -> Markup:
    """A text that is HTML; `Markup` itself would first look what it was given."""
    return str.__new__(Markup, text)


def text(children: Child) -> str:
    """Children as HTML: strings are escaped, lists joined, None and False are nothing."""
    if type(children) is Markup:  # most are: escaping would examine and wrap them again
        return children
    if isinstance(children, str):
        return escaped(children)
    if children is None or children is False:
        return ""
    if isinstance(children, (list, tuple, Iterable)):  # the usual ones are quicker told
        return "".join([text(child) for child in children])
    return escape(children)


def join(*children: Child) -> Markup:
    """Children side by side, without an element around them."""
    return _made(text(children))


def __getattr__(name: str) -> Tag:
    """`from kermesse.core.html import div` makes the element when it is first asked for."""
    if name.startswith("_"):
        raise AttributeError(name)
    element = name.rstrip("_").replace("_", "-")
    made = Tag(f"<{element}", "" if element in VOID else f"</{element}>")
    globals()[name] = made
    return made
