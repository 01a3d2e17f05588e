"""Finding games: every package may offer some through the entry-point group `kermesse.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from kermesse.core.errors import KermesseError, UnknownGame, brief
from kermesse.core.game import Game
from kermesse.core.options import nearest

GROUP = "kermesse.games"


def game_names() -> list[str]:
    """The names of all installed games."""
    return sorted(_offers())


def game(name: str) -> Game:
    """The game of that name; `moon-river` and `Moon_River` both mean `moon_river`.

    A variant has a name too, such as `viva~1a2b3c4d`, and is found where it is at hand.
    """
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by a string, not {brief(name)}")
    plain = _plain(name)
    if "~" in plain:
        from kermesse.core.variants import find

        return find(plain)
    offers = _offers()
    if plain not in offers:
        raise UnknownGame(f"no game {brief(name)}{nearest(plain, sorted(offers))}")
    return _load(offers[plain])


def _offers() -> dict[str, EntryPoint]:
    return {_plain(offer.name): offer for offer in entry_points(group=GROUP)}


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


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
    if found.name != _plain(offer.name):
        raise KermesseError(f"entry point {offer.name!r} of {GROUP} leads to {found.name!r}")
    return found
