"""What every bot asks of a view before it thinks."""

from __future__ import annotations

from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import Action, View


def legal_actions(game: Game, view: View) -> list[Action]:
    """The actions open to the view's seat; refuses a view with nothing to decide."""
    if not isinstance(view, View):
        raise KermesseError(f"a bot chooses from a View, not from {type(view).__name__}")
    if view.game is not game:
        raise KermesseError(f"this bot plays {game.name}, and the view is of {view.game.name}")
    actions = view.legal()
    if not actions:
        raise KermesseError("there is nothing to decide for this view's seat")
    return actions


def considered(game: Game, view: View, seed: int) -> list[Action]:
    """The legal actions that a well-behaved bot looks at, by the game's own manners."""
    actions = legal_actions(game, view)
    return list(game.manners(view, seed)) if game.manners else actions
