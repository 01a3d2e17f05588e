"""Who sits where: every deal is played with the seats rotated, so that no seat favours anybody.

A *pairing* meets over one deal in as many games as there are sides. Where two sides play, it is
two bots. Where more play, it is one bot among copies of another, for every ordered pair; or, at
one table, all bots together. Where one plays alone, each bot plays the deal by itself.
"""

from __future__ import annotations

from itertools import combinations, permutations

from kermesse.lab.streams import stream
from kermesse.lab.strength.entrants import Member
from kermesse.lab.strength.tournament import Tournament

Pairing = tuple[int, ...]  # entrants; the first is the one whose win rate is looked at
Sides = tuple[int, ...]  # the entrant at each side


def pairings(tournament: Tournament) -> list[Pairing]:
    """The pairings that play every deal."""
    entrants = range(len(tournament.entrants))
    if tournament.sides == 1:
        return [(entrant,) for entrant in entrants]
    if tournament.together:
        return [tuple(entrants)]
    if tournament.gauntlet or tournament.sprt:
        return [(0, other) for other in entrants[1:]]
    if tournament.sides == 2:
        return list(combinations(entrants, 2))
    return list(permutations(entrants, 2))


def rotations(tournament: Tournament, pairing: Pairing, block: int) -> list[Sides]:
    """The sides of each game that a pairing plays over the deal of a block."""
    sides = tournament.sides
    if tournament.together:
        line = list(pairing)  # neighbours change from deal to deal, since seating order matters
        stream(tournament.seed, block, "line").shuffle(line)
    else:
        candidate, others = pairing[0], pairing[1:]
        line = [candidate, *others * (sides - 1)]
    return [tuple(line[(side + turn) % sides] for side in range(sides)) for turn in range(sides)]


def member_at(tournament: Tournament, sides: Sides, seat: int, block: int) -> Member:
    """The bot at a seat; the two of a mixed team change places from deal to deal."""
    side = tournament.teams[seat]
    members = tournament.entrants[sides[side]].members
    place = tournament.teams[:seat].count(side)
    return members[(place + block) % len(members)]
