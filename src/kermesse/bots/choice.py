"""What every bot asks of a view before it thinks."""

from __future__ import annotations

import numpy as np

from kermesse.core.binding import template
from kermesse.core.chance import draw
from kermesse.core.contract import legal, manners
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import Action, View
from kermesse.core.record import Moves, Record, Records

NOTHING_TO_DECIDE = "there is nothing to decide for this view's seat"
LOTS = 100  # what a bot does by chance is agreed in parts of a hundred


def legal_actions(game: Game, view: View) -> list[Action]:
    """The actions open to the view's seat; refuses a view with nothing to decide."""
    check_view(game, view)
    actions = view.legal()
    if not actions:
        raise KermesseError(NOTHING_TO_DECIDE)
    return actions


def check_view(game: Game, view: View) -> None:
    """Refuse anything that is not a view of the bot's game."""
    if not isinstance(view, View):
        raise KermesseError(f"a bot chooses from a View, not from {type(view).__name__}")
    if view.game is not game:
        raise KermesseError(f"this bot plays {game.name}, and the view is of {view.game.name}")


@template
def well_behaved(view: Record, seat: int, moves: Moves) -> int:
    """List the legal actions that good manners allow; ``view.rng`` is the source of chance."""
    n = legal(view, seat, moves)
    return manners(view, seat, draw(view, LOTS), moves, n)


@template
def anything(view: Record, seat: int, moves: Moves) -> int:
    """Any of them, equally likely."""
    return int(moves[draw(view, well_behaved(view, seat, moves))])


@template
def any_action(view: Records, seat: int, moves: Moves) -> int:
    """The same for an array of one view, which a kernel called from Python recognises faster."""
    return anything(view[0], seat, moves)


def considered(game: Game, view: View, seed: int) -> list[Action]:
    """The legal actions that a well-behaved bot looks at."""
    actions = {action.number: action for action in legal_actions(game, view)}
    known, moves = view.copy(), np.zeros(game.actions, np.int16)
    known.record.rng = seed
    n = game.bind(well_behaved)(known.record, view.seat, moves)
    return [actions[number] for number in moves[:n].tolist()]
