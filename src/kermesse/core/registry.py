"""Finding games: every package may offer some through the entry-point group `kermesse.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kermesse.core.errors import KermesseError, UnknownGame
from kermesse.core.game import Game
from kermesse.core.options import nearest

GROUP = "kermesse.games"


def game_names() -> list[str]:
    """The names of all installed games."""
    return sorted(_offers())


def game(name: str) -> Game:
    """The game of that name; `moon-river` and `Moon_River` both mean `moon_river`."""
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by a string, not {name!r}")
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    offers = _offers()
    if plain not in offers:
        raise UnknownGame(f"no game {name!r}{nearest(plain, sorted(offers))}")
    return _load(offers[plain])


def _offers() -> dict[str, EntryPoint]:
    return {offer.name: offer for offer in entry_points(group=GROUP)}


@cache
def _load(offer: EntryPoint) -> Game:
    found = offer.load()
    if not isinstance(found, Game):
        raise KermesseError(
            f"entry point {offer.name!r} of {GROUP} leads to {found!r}, which is not a Game"
        )
    return found
