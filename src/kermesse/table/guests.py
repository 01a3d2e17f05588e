"""Friendly names for people who have not told us theirs."""

from __future__ import annotations

import secrets

from kermesse.core.words import Words, mark

# In each language the animal comes with its colour, so that they agree in gender.
NAMES = (
    mark("Blue Heron"),
    mark("Red Fox"),
    mark("Green Parrot"),
    mark("Golden Hare"),
    mark("Grey Owl"),
    mark("Black Cat"),
    mark("White Goat"),
    mark("Brown Bear"),
    mark("Silver Carp"),
    mark("Pink Flamingo"),
    mark("Violet Moth"),
    mark("Orange Newt"),
)


def guest_name(say: Words) -> str:
    """A name with a number, so that two guests are rarely called the same."""
    return f"{say(secrets.choice(NAMES))} {secrets.randbelow(90) + 10}"
