"""Bots that share a team: two of one kind think as one, any other bot thinks for itself."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from kermesse.bots import plans_jointly
from kermesse.core.position import View

SEED_BYTES = 8


def partners(teams: Sequence[int], seat: int) -> list[int]:
    """The other seats of a seat's team."""
    return [other for other, team in enumerate(teams) if team == teams[seat] and other != seat]


def thinks_alone(teams: Sequence[int], bots: Sequence[str | None], seat: int) -> bool:
    """Whether a bot has a partner who does not think alike: a person, or another bot."""
    return any(bots[other] != bots[seat] for other in partners(teams, seat))


def shared_seed(secret: bytes, bots: Sequence[str | None], view: View) -> int | None:
    """The seed that partners who think as one have for the sealed choice that both owe now.

    They must draw the same joint plan without talking, if they are of those who draw one. All that
    the seed depends on is the same for both as long as the choice is open, and nobody else knows
    the secret.
    """
    teams, record = view.game.teams(view.seats), view.record
    plans = plans_jointly(bots[view.seat] or "", view.game, view.seats)
    alone = thinks_alone(teams, bots, view.seat) or not partners(teams, view.seat)
    if alone or not plans or int(record.phase) not in view.game.staged:
        return None
    plan = f"{teams[view.seat]} {int(record.reveals)} {int(record.phase)}"
    return seed_of(secret, plan)


def seed_of(secret: bytes, purpose: str) -> int:
    """A seed that follows from a secret, another one for each purpose."""
    drawn = hashlib.blake2b(purpose.encode(), key=secret, digest_size=SEED_BYTES)
    return int.from_bytes(drawn.digest())
