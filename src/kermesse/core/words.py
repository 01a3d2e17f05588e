"""Words in a person's language: English sentences in the source, the others in `locale/*.po`.

A package says `say("{name} pushes {line}.", name=…, line=…)`; the sentence itself is the key of
its translation. `mark` names a sentence that is said later.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources

from kermesse.core.errors import KermesseError, brief
from kermesse.core.french import filled

LANGUAGES = {"en": "English", "fr": "Français", "pt": "Português"}
FILLED: dict[str, Callable[[str, Mapping[str, object]], str]] = {"fr": filled}


class Words:
    """What one package says in one language."""

    __slots__ = ("_one", "_several", "language")

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._one: Callable[[str], str] = catalogue.gettext
        self._several: Callable[[str, str, int], str] = catalogue.ngettext

    def __call__(self, sentence: str, /, **values: object) -> str:
        """A sentence with its gaps filled."""
        said = self._one(sentence) if sentence else ""  # the empty key holds a catalogue's header
        return FILLED.get(self.language, str.format_map)(said, values) if values else said

    def count(self, one: str, several: str, n: int, /, **values: object) -> str:
        """A sentence about ``n`` things; both forms may use {n}."""
        fill = FILLED.get(self.language, str.format_map)
        return fill(self._several(one, several, n), {"n": n, **values})


def sentence_case(text: str) -> str:
    """The same with a capital first letter, and nothing else changed."""
    return text[:1].upper() + text[1:]


def mark(sentence: str) -> str:
    """A sentence to be translated where it is said, not where it stands."""
    return sentence


def listed_words(parts: Sequence[str], say: Words) -> str:
    """Words as a sentence lists them."""
    if len(parts) < 2:
        return "".join(parts)
    say = words("kermesse.core", say.language)
    return say("{others} and {last}", others=", ".join(parts[:-1]), last=parts[-1])


def untold(event: IntEnum) -> KermesseError:
    """Raised by the last case of an event's text: no kind of event passes for another."""
    return KermesseError(f"nothing is told of the event {event.name.lower()}")


def words(package: str, language: str = "en") -> Words:
    """The words of a package: its `locale/<language>.po`, or English as in the source."""
    if not isinstance(language, str) or language not in LANGUAGES:
        raise KermesseError(f"no language {brief(language)}; there are {', '.join(LANGUAGES)}")
    return _words(package, language)


@cache
def _words(package: str, language: str) -> Words:
    page = resources.files(package) / "locale" / f"{language}.po"
    if not page.is_file():
        return Words(language, NullTranslations())
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with page.open("rb") as lines:
        write_mo(compiled, read_po(lines))
    compiled.seek(0)
    return Words(language, GNUTranslations(compiled))


ENGLISH = Words("en", NullTranslations())
