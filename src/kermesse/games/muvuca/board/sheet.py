"""What a round of Muvuca brought, type by type, and how the match ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kermesse.core.sheet import Sheet, SheetLine
from kermesse.core.words import Words
from kermesse.games.muvuca.board.scene import Scene
from kermesse.games.muvuca.components import KINDS
from kermesse.games.muvuca.state import Happening
from kermesse.games.muvuca.words.names import kind_name

if TYPE_CHECKING:
    from kermesse.core.position import View


def sheet(view: View, names: Sequence[str], say: Words) -> Sheet | None:
    """The sheet that the last event calls for: of a round (MV-45), or of the match (MV-49)."""
    scene = Scene(view)
    if scene.told.event == Happening.ROUND_WON:
        return round_sheet(scene, names, say)
    if scene.told.event == Happening.MATCH_WON:
        won = SheetLine(say("Rounds won"), tuple(map(str, scene.s.wins)))
        winner = names[scene.told.seat]
        return Sheet(say("{seat} wins the match.", seat=winner), tuple(names), (), won)
    return None


def round_sheet(scene: Scene, names: Sequence[str], say: Words) -> Sheet:
    """Each type in the column of who sells it."""
    lines = []
    for kind in range(len(KINDS)):
        values = ["", ""]
        values[scene.seller(kind)] = str(scene.points(kind))
        lines.append(SheetLine(kind_name(kind, say), (values[0], values[1])))
    points = (scene.total(0), scene.total(1))
    note = say("The second player wins the tie.") if points[0] == points[1] else ""
    return Sheet(
        say("{seat} wins round {number}.", seat=names[scene.told.seat], number=scene.round),
        tuple(names),
        tuple(lines),
        SheetLine(say("Points"), (str(points[0]), str(points[1]))),
        note,
    )
