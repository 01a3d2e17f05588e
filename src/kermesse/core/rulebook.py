"""A game's rulebook: markdown with one paragraph per numbered rule, quoted by id.

Numbers that a variant can change are gaps, filled from the game's options and tables:
`{hand_size}` is the number, `{hand_size:word}` the number in words, `{hand_size:Word}` the same at
the start of a sentence, `{hand_size:feminine}` and `{hand_size:Feminine}` in languages with two
words for a number, and `{hand_size:card|cards}` a noun that goes with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kermesse.core.errors import UnknownRule, brief
from kermesse.core.numerals import in_words, is_one
from kermesse.core.options import Option, word
from kermesse.core.words import sentence_case

RULE = re.compile(r"^\*\*(?P<id>[A-Z]{2,4}-T?\d+)\*\* ", re.MULTILINE)
BLANK = re.compile(r"\n\s*\n")
GAP = re.compile(r"\{(?P<name>[a-z][a-z0-9_]*)(?::(?P<form>[^{}]*))?\}")
VALUES = "_values"  # after an option's name: what may be chosen for it

Figures = Mapping[str, int | str]


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game in one language; ``note`` says in what a variant differs."""

    language: str
    text: str
    note: str = ""

    @property
    def rules(self) -> dict[str, str]:
        """The text of every rule and example by its id, in the order of the book."""
        found = {}
        starts = list(RULE.finditer(self.text))
        for start in starts:
            end = BLANK.search(self.text, start.end())
            paragraph = self.text[start.end() : end.start() if end else None]
            found[start["id"]] = " ".join(paragraph.split())
        return found

    def rule(self, wanted: str) -> str:
        """The paragraph of one rule."""
        rules = self.rules
        known = rules.get(wanted.strip().upper()) if isinstance(wanted, str) else None
        if known is None:
            first, *_, last = rules
            raise UnknownRule(
                f"no rule {brief(wanted)} in this rulebook; its ids run from {first} to {last}"
            )
        return known

    def with_note(self, note: str) -> Rulebook:
        """The same book with a paragraph below its title."""
        title, _, rest = self.text.partition("\n\n")
        return replace(self, text=f"{title}\n\n{note}\n\n{rest}", note=note)


def filled(text: str, figures: Figures, language: str) -> str:
    """A text with its gaps filled; other braces stay as they are."""

    def fill(gap: re.Match[str]) -> str:
        figure = figures.get(gap["name"])
        return gap[0] if figure is None else shaped(figure, gap["form"] or "", language)

    return GAP.sub(fill, text)


def shaped(figure: int | str, form: str, language: str) -> str:
    """A figure as a gap wants it."""
    if not form or isinstance(figure, str):
        return str(figure)
    one, several, nouns = form.partition("|")
    if several:
        return one if is_one(figure, language) else nouns
    words = in_words(figure, language, feminine=form.lower() == "feminine")
    return sentence_case(words) if form[0].isupper() else words


def option_figures(options: Sequence[Option]) -> dict[str, int | str]:
    """The default of every option, and its values as a rulebook writes them."""
    found: dict[str, int | str] = {}
    for option in options:
        number = isinstance(option.default, int) and not isinstance(option.default, bool)
        found[option.name] = int(option.default) if number else word(option.default)
        found[option.name + VALUES] = option_values(option)
    return found


def option_values(option: Option) -> str:
    """What may be chosen for an option: `1..12`, or words."""
    if isinstance(option.allowed, range):
        return f"`{option.allowed[0]}..{option.allowed[-1]}`"
    return ", ".join(text if text == "…" else f"`{text}`" for text in option.examples)
