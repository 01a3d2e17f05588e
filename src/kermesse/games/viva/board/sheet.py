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

# the winner of a tie-break gets no victory card: the sheet of the match follows at once (VV-14)
SHEETS = (Happening.VICTORY_CARD, Happening.ROUND_VOID, Happening.MATCH_WON)


def sheet(view: View, names: Sequence[str], say: Words) -> Sheet | None:
    """The sheet that the last event calls for: of a round (VV-10, VV-74), or the match (VV-12)."""
    scene = Scene(view)
    news = tidings(scene, names, say) if scene.told.event in SHEETS else None
    if news is None:
        return None
    seats = range(scene.s.seats)
    left = tuple(str(scene.cards(seat)) if scene.plays(seat) else "" for seat in seats)
    lines = () if scene.s.over else (SheetLine(say("Cards left in hand"), left),)
    won = SheetLine(say("Victory cards"), tuple(str(scene.s.wins[seat]) for seat in seats))
    return Sheet(news.title, tuple(names), lines, won, news.line)
