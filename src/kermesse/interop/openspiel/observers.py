"""Observers: what a state looks like to a seat, as text and as numbers, in OpenSpiel's terms.

Everything comes from the seat's view, or from what the seat has seen so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from kermesse.core.game import Game
from kermesse.core.record import EVENT_ARGS, SPECTATOR, Worths
from kermesse.interop.openspiel.kernels import see
from kermesse.interop.openspiel.standing import Standing
from kermesse.interop.openspiel.story import (
    MARK_BYTES,
    Sight,
    changes,
    event_of,
    fingerprint,
    loaded,
    told,
)

OWN = 2  # numbers of a row about the viewer's decision: whether there was one, and which
PART = np.dtype("<u2")  # of a fingerprint: what one number holds without loss
BEFORE_THE_DEAL = "before the deal"
VIEWER = "viewer="


class Observer:
    """What OpenSpiel asks for: `tensor` and `dict` are set from a state, a text is made of it."""

    def __init__(
        self, game: Game, seats: int, recall: int, wanted: pyspiel.IIGObservationType
    ) -> None:
        self.game = game
        self.seats = seats
        self.recall = recall
        self.wanted = wanted
        self._events = sorted(int(event) for event in game.events)
        self._see = game.bind(see)
        self.tensor: Worths | None = None
        self.dict: dict[str, Worths] = {}
        if is_private(wanted) and wanted.public_info:
            self._lay_out()

    def _lay_out(self) -> None:
        """Make room for all numbers: one array, and its parts by name."""
        parts: dict[str, tuple[int, ...]] = {"observation": (self.game.features,)}
        if self.wanted.perfect_recall:
            marks = (MARK_BYTES // PART.itemsize,)
            parts = {"player": (self.seats,), **parts, "past": marks}
            parts["history"] = (self.recall, row_width(self.game))
        sizes = {name: int(np.prod(shape)) for name, shape in parts.items()}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        start = 0
        for name, shape in parts.items():
            self.dict[name] = self.tensor[start : start + sizes[name]].reshape(shape)
            start += sizes[name]

    def set_from(self, state: Any, player: int) -> None:
        """Write what a seat sees into `tensor`; zeros before the deal."""
        self._check(player)
        if self.tensor is None:
            return
        self.tensor.fill(0)
        standing: Standing = state.standing
        if standing.moment is None:
            return
        self._see(loaded(self.game, standing.moment.record), player, self.dict["observation"])
        if self.wanted.perfect_recall:
            last = standing.sight(player)
            self.dict["player"][player] = 1
            self.dict["past"][:] = np.frombuffer(fingerprint(last), PART) / 2**16
            self._write_history(last.chain(self.recall))

    def _check(self, player: int) -> None:
        """Refuse a seat that there is not: kernels look where they are told to."""
        if player not in range(self.seats):
            raise pyspiel.SpielError(f"no player {player}; the players are 0 to {self.seats - 1}")

    def _write_history(self, sights: list[Sight]) -> None:
        """A row for each of the last sights: own decision, event, and its arguments.

        Numbers are divided by the number of actions, so that they are small and none gets lost.
        """
        rows = b"".join(seen.row or self._row(seen) for seen in sights)
        self.dict["history"].ravel()[: len(rows) // 4] = np.frombuffer(rows, np.float32)

    def _row(self, seen: Sight) -> bytes:
        event, args = event_of(self.game, seen.view)
        row = np.zeros(row_width(self.game), np.float32)
        if seen.action is not None:
            row[:OWN] = 1, seen.action / self.game.actions
        row[OWN + self._events.index(event)] = 1
        row[-EVENT_ARGS:] = np.array(args) / self.game.actions
        seen.row = row.tobytes()
        return seen.row

    def string_from(self, state: Any, player: int) -> str:
        """What a seat sees, as text."""
        self._check(player)
        standing: Standing = state.standing
        if standing.moment is None:
            return BEFORE_THE_DEAL if self.wanted.public_info else ""
        viewer = player if is_private(self.wanted) else SPECTATOR
        if not self.wanted.public_info:
            return private_text(standing, viewer)
        if self.wanted.perfect_recall:
            return f"seat {viewer}\n{told(self.game, standing.sight(viewer))}"
        return self.game.notation.position_text(standing.view(viewer))


def observer(
    game: Game,
    seats: int,
    recall: int,
    wanted: pyspiel.IIGObservationType | None,
    params: Mapping[str, Any] | None,
) -> Observer | None:
    """An observer of the kind that is wanted; None, as OpenSpiel has it, if there is none such."""
    if params:
        raise pyspiel.SpielError(f"observations take no parameters, not {sorted(params)}")
    wanted = wanted or pyspiel.IIGObservationType(perfect_recall=False)
    if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        return None  # nobody at a table sees that
    if not wanted.public_info and (wanted.perfect_recall or not is_private(wanted)):
        return None
    return Observer(game, seats, recall, wanted)


def row_width(game: Game) -> int:
    """How many numbers describe one sight: the viewer's decision, the event and its arguments."""
    return OWN + len(game.events) + EVENT_ARGS


def is_private(wanted: pyspiel.IIGObservationType) -> bool:
    """Whether what only the seat itself knows belongs to it."""
    return bool(wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER)


def private_text(standing: Standing, seat: int) -> str:
    """What a seat knows and a spectator does not: empty where nothing is hidden."""
    game = standing.game
    mine, public = (standing.view(viewer).tobytes() for viewer in (seat, SPECTATOR))
    known = changes(game, public, mine)
    return " ".join(part for part in known if not part.startswith(VIEWER))
