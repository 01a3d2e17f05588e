"""What the kernel `features` writes, in words: for people who train programs on it."""

from __future__ import annotations

from typing import NamedTuple


class Sight(NamedTuple):
    """Some of the features that stand side by side: how many, and what they tell."""

    numbers: int
    meaning: str
