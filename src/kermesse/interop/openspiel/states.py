"""`KermesseState`: a match as OpenSpiel's programs know one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from kermesse.core.errors import KermesseError, UnreadableAction
from kermesse.interop.openspiel.standing import Standing
from kermesse.interop.openspiel.story import Decision

HALF = 32  # bits that are taken from one number between 0 and 1


class KermesseState(pyspiel.State):  # type: ignore[misc]
    """One match. Seats that decide at the same time decide one after the other, the lowest first.

    `str(state)` and `state.history()` know everything, as OpenSpiel has it. A player may see
    `information_state_*` and `observation_*` only.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.standing: Standing = game.dealer.start()

    def current_player(self) -> int:
        """The seat that decides next, or chance."""
        standing = self.standing
        if standing.awaits is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if standing.over else standing.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.standing.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may say, and how likely each of it is."""
        if self.standing.awaits is None:
            raise pyspiel.SpielError("chance has nothing to decide here")
        try:
            return self.standing.dealer.outcomes(self.standing)
        except KermesseError as refused:
            raise pyspiel.SpielError(str(refused)) from None

    def _apply_action(self, action: int) -> None:
        standing = self.standing
        if standing.over:
            raise pyspiel.SpielError("the match is over: nothing can be decided any more")
        try:
            self.standing = (
                drawn(standing, action) if standing.awaits else decided(standing, action)
            )
        except KermesseError as refused:
            raise pyspiel.SpielError(str(refused)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        game = self.standing.game
        if not 0 <= action < game.actions:
            raise pyspiel.SpielError(
                f"an action is a number from 0 to {game.actions - 1}, not {action}"
            )
        return game.notation.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.standing.over

    def returns(self) -> list[float]:
        """1 for a victory, less for others, 0 before the end."""
        return self.standing.dealer.returns(self.standing)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KermesseState:
        """A match that fits what a player has seen; drawn by numbers between 0 and 1.

        What other players saw earlier is not known in it: they have seen their views since then.
        Its `history()` starts here.
        """
        standing = self.standing
        if player not in range(standing.dealer.seats):
            raise pyspiel.SpielError(
                f"no player {player}; the players are 0 to {standing.dealer.seats - 1}"
            )
        if standing.awaits is not None:
            raise pyspiel.SpielError("a world is imagined at a decision, not where chance decides")
        seed = half(sampler()) << HALF | half(sampler())
        copy: KermesseState = self.get_game().new_initial_state()
        copy.standing = standing.dealer.imagine(standing, player, seed)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:  # a variant's game is not registered everywhere
        return restored, (self.get_game(), self.serialize())

    def __str__(self) -> str:
        standing = self.standing
        if standing.moment is None:
            return " ".join(["before the deal", *map(str, standing.drawn)])
        text = standing.game.notation.position_text(standing.record)
        return text if standing.awaits is None else f"{text}\nawaits chance: {standing.awaits}"


def half(share: float) -> int:
    """Half of a seed from a number between 0 and 1; some samplers give 1 itself."""
    return min(int(share * 2**HALF), 2**HALF - 1)


def drawn(standing: Standing, outcome: int) -> Standing:
    """Where an outcome of chance leads to."""
    number = len(standing.dealer.outcomes(standing))
    if not 0 <= outcome < number:
        raise UnreadableAction(
            f"an outcome of chance is a number from 0 to {number - 1} here, not {outcome}"
        )
    return standing.dealer.draw(standing, outcome)


def decided(standing: Standing, action: int) -> Standing:
    """Where a decision leads to, if it is legal."""
    if action not in standing.legal:
        raise standing.refusal(action)
    return standing.dealer.decide(standing, Decision(standing.seat, action))


def restored(game: Any, serialized: str) -> KermesseState:
    """A state from a pickle."""
    state: KermesseState = game.deserialize_state(serialized)
    return state
