"""Let a bot play a little, so that everything it needs is compiled before its time counts."""

from __future__ import annotations

from kermesse.bots.bot import Bot
from kermesse.bots.budget import Budget
from kermesse.core.game import Game

MOST_DECISIONS = 200  # enough to meet an automatic step and all simultaneous choices
A_LITTLE = Budget(iterations=2)  # of a search: it is compiled whole, however short it is


def warm_up(player: Bot, game: Game, seats: int | None = None) -> None:
    """Play until every kernel that a match needs has been compiled or loaded."""
    table = game.new(seats=seats, seed=0)
    to_see = set(game.staged)
    stepped = False
    for _ in range(MOST_DECISIONS):
        if table.over or (stepped and not to_see):
            return
        seat = min(table.due)
        to_see.discard(int(table.record.phase))
        steps = table.act(seat, player.choose(table.view(seat), budget=A_LITTLE, seed=0))
        stepped = stepped or len(steps) > 1
