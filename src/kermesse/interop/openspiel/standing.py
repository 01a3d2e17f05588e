"""`Standing`: where a match stands. It never changes; a decision or a draw leads to another one.

So states of OpenSpiel that come from each other share theirs, and cloning one copies nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from kermesse.core.errors import IllegalMove, KermesseError, UnreadableAction
from kermesse.core.game import Game
from kermesse.core.record import Record
from kermesse.interop.openspiel.story import (
    Decision,
    Moment,
    Sight,
    concealed,
    loaded,
    sight,
)

if TYPE_CHECKING:
    from kermesse.interop.openspiel.dealers import Dealer

NO_SEAT = -1


def first_in(due: int) -> int:
    """The lowest of the seats that owe a decision."""
    return (due & -due).bit_length() - 1


class Standing:
    """A match at a decision, at its end, or before something that chance decides."""

    __slots__ = ("_legal", "after", "awaits", "dealer", "drawn", "moment", "over", "seat")

    def __init__(
        self,
        dealer: Dealer,
        moment: Moment | None,
        awaits: Decision | None = None,
        drawn: tuple[int, ...] = (),
        legal: list[int] | None = None,
    ) -> None:
        self.dealer = dealer
        self.moment = moment  # None before the deal
        self.awaits = awaits  # what cannot be carried out before chance has spoken
        self.drawn = drawn  # what it has said so far, where it has to speak several times
        # where actions and outcomes lead to, as far as a dealer wants to keep that
        self.after: dict[int, Standing] | None = None
        self.over = False
        self.seat = NO_SEAT  # whose decision comes next
        self._legal = legal  # if not given, listed when somebody asks
        if moment is not None and awaits is None:
            batch = np.frombuffer(moment.record, dealer.game.dtype)
            self.over = batch["over"].item() != 0
            self.seat = NO_SEAT if self.over else first_in(batch["due"].item())

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.dealer.game

    @property
    def record(self) -> Record:
        """The table's record, to be read."""
        assert self.moment is not None
        return np.frombuffer(self.moment.record, self.game.dtype)[0]

    @property
    def legal(self) -> list[int]:
        """The actions open to the seat that decides next."""
        if self._legal is None:
            assert self.moment is not None
            moves = np.empty(self.game.actions, np.int16)
            table = loaded(self.game, self.moment.record)
            asked = self.seat != NO_SEAT
            n = self.game.single.list_legal(table, self.seat, moves) if asked else 0
            self._legal = moves[:n].tolist()
        return self._legal

    def view(self, viewer: int) -> Record:
        """What a viewer knows."""
        assert self.moment is not None
        return loaded(self.game, concealed(self.game, self.moment.record, viewer))[0]

    def sight(self, viewer: int) -> Sight:
        """What a viewer has seen so far."""
        assert self.moment is not None
        return sight(self.game, self.moment, viewer)

    def refusal(self, action: int) -> KermesseError:
        """Why the seat that decides next may not act so, told from its own view."""
        if not 0 <= action < self.game.actions:
            last = self.game.actions - 1
            return UnreadableAction(f"an action is a number from 0 to {last}, not {action}")
        rule, sentence = self.game.notation.refusal(self.view(self.seat), self.seat, action)
        return IllegalMove(sentence, rule)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.moment is None:
            return Standing, (self.dealer, None, self.awaits, self.drawn)
        moments = self.moment.chain()
        parts = [(moment.record, moment.decision, moment.start) for moment in moments]
        seen = {
            viewer: [(each.view, each.action) for each in last.chain()]
            for viewer, last in moments[0].seen.items()
        }
        return restored, (self.dealer, parts, seen, self.awaits, self.drawn)


def restored(
    dealer: Dealer,
    parts: list[tuple[bytes, Decision, bytes | None]],
    seen: dict[int, list[tuple[bytes, int | None]]],
    awaits: Decision | None,
    drawn: tuple[int, ...],
) -> Standing:
    """A standing from a pickle. What was seen before its first moment comes along with it."""
    first = moment = Moment(None, *parts[0])
    for part in parts[1:]:
        moment = Moment(moment, *part)
    for viewer, sights in seen.items():
        last: Sight | None = None
        for view, action in sights:
            last = Sight(last, view, action)
        assert last is not None
        first.seen[viewer] = last
    return Standing(dealer, moment, awaits, drawn)
