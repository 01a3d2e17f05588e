"""What a variant is: the differences from a game, as data."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from kermesse.core.options import Value

if TYPE_CHECKING:
    from kermesse.core.game import Game

DIGITS = 8  # of the digest, in a variant's name
SIGN = "~"  # between the game's name and these


@dataclass(frozen=True)
class Variant:
    """What differs from a game: default options, and tables as text; both sorted by name."""

    title: str
    game: str
    options: tuple[tuple[str, Value], ...]
    tables: tuple[tuple[str, str], ...]

    @property
    def content(self) -> dict[str, Any]:
        """All of it, as JSON holds it."""
        return {
            "title": self.title,
            "game": self.game,
            "options": dict(self.options),
            "tables": dict(self.tables),
        }

    @cached_property
    def canonical(self) -> str:
        """The one way to write it."""
        return json.dumps(self.content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        """Names the content: equal digests, equal variants."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @property
    def name(self) -> str:
        """What the variant goes by wherever a game is named."""
        return f"{self.game}{SIGN}{self.digest[:DIGITS]}"


class Origin(NamedTuple):
    """Where a game comes from that is a variant of another one."""

    variant: Variant
    original: Game
    base: Game  # the game whose kernels it plays with
