"""Players, tokens and the order of play: SH-08, SH-28, SH-30, SH-60."""

from __future__ import annotations

from kermesse.core.bits import has, without
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, Record
from kermesse.games.shuppa.components import LEFT
from kermesse.games.shuppa.rules.cells import NOWHERE, Cells, joined, only
from kermesse.games.shuppa.rules.record import AUTOMATON, COLUMN, wide
from kermesse.games.shuppa.scoring import players


@kernel
def is_automaton(s: Record, player: int) -> bool:
    """Whether a player has no seat."""
    return s.seats == 1 and player == AUTOMATON


@apart
@kernel
def token_cell(s: Record, player: int) -> int:
    """Where the card under a player's token lies; NOTHING if there is none in the zone."""
    foot = COLUMN * wide(s.stand[player])
    if s.token[player] != NOTHING:
        for cell in range(foot, foot + COLUMN):
            if s.zone[cell] == s.token[player]:
                return cell
    return NOTHING


@apart
@kernel
def guests(s: Record, player: int) -> Cells:
    """The cells with the token of another player."""
    found = NOWHERE
    for other in range(players(s)):
        cell = token_cell(s, other)
        if other != player and cell != NOTHING:
            found = joined(found, only(cell))
    return found


@apart
@kernel
def next_in_order(s: Record, some: int) -> int:
    """Of some players with a token in the zone the first in the direction of play (SH-30)."""
    found = NOTHING
    for player in range(players(s)):
        if has(some, player) and s.token[player] != NOTHING:
            before = found == NOTHING or (s.stand[player] > s.stand[found]) == (s.arrow == LEFT)
            found = player if before else found
    return found


@kernel
def has_foreign_token(s: Record, player: int, card: int) -> bool:
    """Whether another player's token lies on a card (SH-62)."""
    found = False
    for other in range(players(s)):
        found = found or (other != player and s.token[other] == card)
    return found


@kernel
def take_token(s: Record, player: int) -> None:
    """A player takes the own token back, and with it all turns of this round (SH-46)."""
    s.token[player] = NOTHING
    s.stand[player] = 0
    s.waiting = without(wide(s.waiting), player)


@kernel
def owner_of(s: Record, card: int) -> int:
    """Whose token is on a card; NOTHING if it is nobody's."""
    for player in range(players(s)):
        if s.token[player] == card:
            return player
    return NOTHING
