"""How a match of Muckle ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kermesse.core.kinds import NOTHING
from kermesse.core.sheet import Sheet, SheetLine
from kermesse.core.words import Words
from kermesse.games.muckle.board.scene import Scene
from kermesse.games.muckle.components import TEAMS
from kermesse.games.muckle.state import Happening
from kermesse.games.muckle.words.names import team_name

if TYPE_CHECKING:
    from kermesse.core.position import View


def sheet(view: View, names: Sequence[str], say: Words) -> Sheet | None:
    """The sheet of the match once it is over (MK-56, MK-60)."""
    scene = Scene(view)
    if scene.told.event not in (Happening.WON, Happening.CAPPED):
        return None
    teams = tuple(team_name(team, names, say) for team in range(TEAMS))
    run = SheetLine(say("Spaces run"), (str(scene.told.zero), str(scene.told.one)))
    if scene.told.team == NOTHING:
        return Sheet(say("A draw."), teams, (), run)
    return Sheet(say("{team} win.", team=teams[scene.told.team]), teams, (), run)
