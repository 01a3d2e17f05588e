"""How a match of Shuppa ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kermesse.core.kinds import bits_of
from kermesse.core.sheet import Sheet, SheetLine
from kermesse.core.words import Words, listed_words, sentence_case
from kermesse.games.shuppa.board.scene import Scene, is_multi
from kermesse.games.shuppa.components import MULTICOLOUR_POINTS
from kermesse.games.shuppa.state import Happening
from kermesse.games.shuppa.words.names import player_names

if TYPE_CHECKING:
    from kermesse.core.position import View


def sheet(view: View, names: Sequence[str], say: Words) -> Sheet | None:
    """The sheet of the match once it is over (SH-97, SH-98)."""
    scene = Scene(view)
    if scene.told.event != Happening.ENDED:
        return None
    piles = [scene.pile(player) for player in range(scene.players)]
    multi = [sum(map(is_multi, pile)) for pile in piles]
    plain = [len(pile) - n for pile, n in zip(piles, multi, strict=True)]
    points = [scene.points(player) for player in range(scene.players)]
    called = [sentence_case(name) for name in player_names(view.record, names, say)]
    winners = [called[player] for player in bits_of(scene.winners)]
    return Sheet(
        title(winners, say),
        tuple(called[: scene.players]),
        (
            line(say("Cards of one colour"), plain),
            line(say("Multicolour cards, {n} points each", n=MULTICOLOUR_POINTS), multi),
        ),
        line(say("Points"), points),
        decided(winners, points, say),
    )


def title(winners: Sequence[str], say: Words) -> str:
    """Who has won, alone or together (SH-100)."""
    if len(winners) > 1:
        return say("{players} share the victory.", players=listed_words(winners, say))
    return say("{player} wins the match.", player=winners[0])


def line(label: str, values: Sequence[int]) -> SheetLine:
    """A line of numbers, one for each player."""
    return SheetLine(label, tuple(map(str, values)))


def decided(winners: Sequence[str], points: Sequence[int], say: Words) -> str:
    """What broke a tie, if that was needed (SH-99)."""
    if len(winners) == 1 and points.count(max(points)) > 1:
        return say("More multicolour cards win the tie.")
    return ""
