"""What a round of VIVA brought, and how the match ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kermesse.core.sheet import Sheet, SheetLine
from kermesse.core.words import Words
from kermesse.games.viva.board.panels import tidings
from kermesse.games.viva.board.scene import Scene
from kermesse.games.viva.state import Happening

if TYPE_CHECKING:
    from kermesse.core.position import View

SHEETS = (Happening.ROUND_WON, Happening.ROUND_VOID, Happening.MATCH_WON)


def sheet(view: View, names: Sequence[str], say: Words) -> Sheet | None:
    """The sheet that the last event calls for: of a round (VV-47, VV-74), or the match (VV-12)."""
    scene = Scene(view)
    s, seats = scene.s, range(scene.s.seats)
    news = tidings(scene, names, say) if scene.told.event in SHEETS else None
    if news is None:
        return None
    if s.over:
        won = SheetLine(say("Victory cards"), tuple(str(s.wins[seat]) for seat in seats))
        return Sheet(news.title, tuple(names), (), won, news.line if s.tie_break else "")
    left = tuple(str(scene.cards(seat)) if scene.plays(seat) else "" for seat in seats)
    return Sheet(
        news.title, tuple(names), (), SheetLine(say("Cards left in hand"), left), news.line
    )
