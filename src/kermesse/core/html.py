"""HTML written as Python: `div(id="x", class_="y")["text", b["bold"]]`, escaped by MarkupSafe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias, cast

from markupsafe import Markup, escape

Child: TypeAlias = "object | Iterable[Child] | None"

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Element(Markup):
    """HTML that knows the elements with ids in it, so that a page can renew those that changed."""

    __slots__ = ("key", "parts", "shell")

    key: str  # the tag and the id, which stand for it; empty for what has no id
    parts: tuple[Element, ...]  # in order; what is inside of them is theirs
    shell: str  # the text, with keys in place of the parts

    @property
    def id(self) -> str:
        """The element's id."""
        return self.key.split("\0")[2] if self.key else ""

    def __getattr__(self, name: str) -> object:
        """What was cut or joined as a text knows no parts."""
        if name in Element.__slots__:
            return () if name == "parts" else ""
        raise AttributeError(name)

    def __reduce__(self) -> tuple[object, ...]:
        return Markup, (str(self),)


class Tag:
    """An element without its children; `tag(...)` gives it attributes, `tag[...]` children."""

    __slots__ = ("_end", "_key", "_start")

    def __init__(self, start: str, end: str, key: str = "") -> None:
        self._start = start
        self._end = end
        self._key = key

    def __call__(self, **attributes: object) -> Tag:
        """The element with these attributes; `class_` is class, `data_pick` is data-pick."""
        start = self._start + "".join(map(attribute, attributes.items()))
        # the signs around it occur in no HTML
        key = f"\0{self._end}\0{attributes['id']}\0" if attributes.get("id") else self._key
        return Tag(start, self._end, key)

    def __getitem__(self, children: Child) -> Markup:
        """The whole element."""
        parts: list[Element] = []
        shell: list[str] = []
        inside = text(children, parts, shell)
        start = f"{self._start}>"
        if parts:
            around = f"{start}{''.join(shell)}{self._end}"
            return _made(f"{start}{inside}{self._end}", self._key, parts, around)
        return _made(f"{start}{inside}{self._end}", self._key)

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


def _made(text: str, key: str = "", parts: Sequence[Element] = (), shell: str = "") -> Markup:
    """A text that is HTML; `Markup` itself would first look what it was given."""
    if not parts and not key:
        return str.__new__(Markup, text)
    element = str.__new__(Element, text)
    element.key, element.parts, element.shell = key, tuple(parts), shell
    return element


def text(children: Child, parts: list[Element], shell: list[str]) -> str:
    """Children as HTML: strings are escaped, lists joined, None and False are nothing.

    Elements with ids among them are added to the parts, and what is around these to the shell.
    """
    kind = type(children)
    if kind is list or kind is tuple:
        return _texts(cast("Sequence[Child]", children), parts, shell)
    if kind is Element:
        element = cast("Element", children)
        if element.key:
            parts.append(element)
            shell.append(element.key)
        else:
            parts.extend(element.parts)
            shell.append(element.shell or element)
        return element
    if kind is not Markup and not isinstance(children, str):
        if children is None or children is False:
            return ""
        if isinstance(children, Iterable):
            return _texts(children, parts, shell)
    # what is HTML already would be looked at, and wrapped again
    written = cast("str", children) if kind is Markup else escaped(children)
    shell.append(written)
    return written


def _texts(children: Iterable[Child], parts: list[Element], shell: list[str]) -> str:
    """Several children as HTML; most are HTML already, and are told apart quickly."""
    written: list[str] = []
    for child in children:
        kind = type(child)
        if kind is Markup:
            shell.append(child)  # type: ignore[arg-type]
            written.append(child)  # type: ignore[arg-type]
        elif kind is Element and child.key:  # type: ignore[union-attr]
            parts.append(child)  # type: ignore[arg-type]
            shell.append(child.key)  # type: ignore[union-attr]
            written.append(child)  # type: ignore[arg-type]
        elif child is not None and child is not False:
            written.append(text(child, parts, shell))
    return "".join(written)


def join(*children: Child) -> Markup:
    """Children side by side, without an element around them."""
    parts: list[Element] = []
    shell: list[str] = []
    inside = text(children, parts, shell)
    return _made(inside, "", parts, "".join(shell) if parts else "")


# --- what changed ---------------------------------------------------------------------------------


def changes(old: Markup, new: Markup) -> dict[str, str] | None:
    """The elements to renew so that one piece of HTML becomes another, each by its id.

    They are the smallest that contain every change. None if it cannot be done by parts.
    """
    found: dict[str, str] = {}
    return found if old == new or _is_renewed(old, new, found) else None


def _is_renewed(old: Markup, new: Markup, found: dict[str, str]) -> bool:
    """Whether renewing some parts is enough; they are added to what was found."""
    if type(old) is not Element or type(new) is not Element:
        return False
    if not new.parts or old.shell != new.shell:
        return False
    for before, after in zip(old.parts, new.parts, strict=True):
        if before is not after and before != after and not _is_renewed(before, after, found):
            found[after.id] = after
    return True


def __getattr__(name: str) -> Tag:
    """`from kermesse.core.html import div` makes the element when it is first asked for."""
    if name.startswith("_"):
        raise AttributeError(name)
    element = name.rstrip("_").replace("_", "-")
    made = Tag(f"<{element}", "" if element in VOID else f"</{element}>")
    globals()[name] = made
    return made
