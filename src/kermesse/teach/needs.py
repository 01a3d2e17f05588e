"""What a first game needs, as a game's `lessons/needs.toml` sorts it.

Each rule that often has a part in a match belongs to one of three lists: what one must know to
*choose*, which a lesson teaches; what one *sees* happen, of which a tip of the first match speaks;
and what the *house* does by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from kermesse.core.game import Game
from kermesse.teach.first_match import first_match
from kermesse.teach.lesson import Data, lessons, read_data, room_of


class Needs(Data, frozen=True):
    """Rules by who has to know them."""

    choose: list[str]
    see: list[str]
    house: list[str]

    @property
    def rules(self) -> list[str]:
        """All of them."""
        return [*self.choose, *self.see, *self.house]


def needs(game: Game) -> Needs | None:
    """What a first game of this game needs, if anybody has said so."""
    path = room_of(game) / "needs.toml"
    found: Needs | None = read_data(path, Needs) if path.is_file() else None
    return found


def need_faults(game: Game) -> Iterator[str]:
    """Rules that are needed and not taught."""
    needed, known = needs(game), game.rulebook().rules
    if needed is None:
        return
    taught = {rule for lesson in lessons(game).values() for rule in lesson.teaches}
    match = first_match(game)
    told = {tip.rule for tip in match.tips} if match else set()
    yield from (
        f"needs.toml: no rule {rule} in the rulebook" for rule in needed.rules if rule not in known
    )
    yield from (
        f"needs.toml: {rule} is in more than one list"
        for rule in sorted(set(needed.rules))
        if needed.rules.count(rule) > 1
    )
    yield from (f"no lesson teaches {rule}" for rule in needed.choose if rule not in taught)
    yield from (
        f"no lesson and no tip of the first match tells of {rule}"
        for rule in needed.see
        if rule not in told | taught
    )
