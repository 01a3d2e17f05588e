"""A game's rulebook: markdown with one paragraph per numbered rule, quoted by id."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kermesse.core.errors import UnknownRule, brief

RULE = re.compile(r"^\*\*(?P<id>[A-Z]{2,4}-T?\d+)\*\* ", re.MULTILINE)
BLANK = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game in one language."""

    language: str
    text: str

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
