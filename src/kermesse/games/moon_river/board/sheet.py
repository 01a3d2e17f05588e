"""How a match of Moon River ended: the score sheet, who has won and by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kermesse.core.sheet import Sheet, SheetLine
from kermesse.core.words import Words, sentence_case
from kermesse.games.moon_river.board.scene import Scene, sheets
from kermesse.games.moon_river.rules import sheet as rules
from kermesse.games.moon_river.scoring import Ending
from kermesse.games.moon_river.words.names import line_name

if TYPE_CHECKING:
    from kermesse.core.position import View


def sheet(view: View, names: Sequence[str], say: Words) -> Sheet | None:
    """The sheet of the match once it is over (MR-88…94, MR-104); empty lines are left out."""
    if not view.over:
        return None
    scene = Scene(view)
    points = list(zip(*sheets(view), strict=True))
    lines = [sheet_line(line, points[line], say) for line in range(rules.LINES)]
    total = rules.SheetLine.TOTAL
    return Sheet(
        victory(scene, names, say),
        tuple(names),
        tuple(lines[line] for line in range(total) if any(points[line])),
        lines[total],
        reason(scene, say),
    )


def sheet_line(line: int, points: Sequence[int], say: Words) -> SheetLine:
    """A line with the points of every player."""
    return SheetLine(sentence_case(line_name(line, say)), tuple(map(str, points)))


def victory(scene: Scene, names: Sequence[str], say: Words) -> str:
    """Who has won, alone or together (MR-94, MR-98)."""
    winners = [names[seat] for seat in sorted(scene.winners)]
    if len(winners) == 1:
        return say("{name} wins!", name=winners[0])
    return say("{names} share the victory!", names=", ".join(winners))


def reason(scene: Scene, say: Words) -> str:
    """What the victory came down to (MR-94…98)."""
    outcome = scene.view.outcome
    assert outcome is not None
    return {
        Ending.POINTS: say("The most points."),
        Ending.TERRITORY: say("Equal points: the larger territory decides."),
        Ending.COWS: say("Equal points and territories: the cows decide."),
        Ending.SHARED: say("Everything is equal."),
    }[Ending[outcome.ending.upper()]]
