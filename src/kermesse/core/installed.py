"""Installed games: every package may offer some through the entry-point group `kermesse.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kermesse.core.errors import KermesseError, UnknownGame, brief
from kermesse.core.game import Game
from kermesse.core.options import nearest

GROUP = "kermesse.games"


def installed_game(name: str) -> Game:
    """The installed game of that name; no variant."""
    offers = _offers()
    plain = plain_name(name)
    if plain not in offers:
        raise UnknownGame(f"no game {brief(name)}{nearest(plain, sorted(offers))}")
    return _load(offers[plain])


def game_names() -> list[str]:
    """The names of all installed games."""
    return sorted(_offers())


def plain_name(name: str) -> str:
    """A name as games have it: `moon-river` and `Moon River` both mean `moon_river`."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def _offers() -> dict[str, EntryPoint]:
    return {plain_name(offer.name): offer for offer in entry_points(group=GROUP)}


@cache
def _load(offer: EntryPoint) -> Game:
    try:
        found = offer.load()
    except Exception as broken:  # whatever another package does wrong, name the package
        raise KermesseError(
            f"game {offer.name!r} cannot be loaded: {type(broken).__name__}: {broken}"
        ) from broken
    if not isinstance(found, Game):
        raise KermesseError(
            f"entry point {offer.name!r} of {GROUP} leads to {brief(found)}, which is not a Game"
        )
    if found.name != plain_name(offer.name):
        raise KermesseError(f"entry point {offer.name!r} of {GROUP} leads to {found.name!r}")
    return found
