"""Tables of another edition of the rules, and what can still be had of them. See decision 0043."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.core.fairness import commitment
from kermesse.core.game import Game
from kermesse.core.matchfile import MatchFile, sealed
from kermesse.store import DamagedTable, LoggedEvent, Table
from kermesse.table.refusals import Refused
from kermesse.table.state import old_paths
from kermesse.table.state.log_events import DECIDE, GATHERING, OVER, REWIND, UNDO, WINDOW, taken
from kermesse.table.state.table_state import TableState


def may_go_on(state: TableState) -> bool:
    """Whether what was decided means today what it meant then."""
    rules, game = state.table.rules, state.game
    return state.fits and (state.status == GATHERING or rules in {game.version, *game.same_rules})


def check_secret(table: Table) -> None:
    """The cards of a match follow from its secret, which no seal of the log covers."""
    if commitment(table.secret) != table.commitment:
        raise DamagedTable(table.id, "its secret is not the one that was committed to")


def may_have_file(state: TableState, seat: int) -> bool:
    """Whether the match file of a table of another edition is for those at a seat, or for all."""
    ended = state.status == OVER or state.was_outdated
    agreed = seat >= 0 and state.claims <= state.agreed
    return ended and (state.game.open_at_end or agreed)


def file_of(state: TableState, events: Sequence[LoggedEvent], players: list[str]) -> str:
    """The match file of a table of another edition: what was decided, and no result or checks."""
    table = state.table
    file = MatchFile(
        game=state.game,
        seats=table.seats,
        players=players,
        options=dict(table.options),
        commitment=table.commitment,
        decisions=[(seat, text, "") for seat, text in decisions_of(state.game, events)],
        result=None,
        secret=table.secret,
        checks={},
        rules=table.rules,
    )
    return sealed(file, table.secret)


def decisions_of(game: Game, events: Sequence[LoggedEvent]) -> list[tuple[int, str]]:
    """The decisions that stand at the end of a log, without the rules."""
    found: list[tuple[int, str]] = []
    for event in events:
        body = event.body or {}
        if event.kind in (DECIDE, WINDOW):
            new = old_paths.alone(game, event) if old_paths.is_old(event) else event
            found += [(seat, text) for seat, actions in taken(new) for text in actions]
        elif event.kind == REWIND:
            del found[body["decisions"] :]
        elif event.kind == UNDO:
            del found[len(found) - body.get("hidden", 0) :]
            for _ in range(body["times"]):
                take_back(found, event.seat)
    return found


def take_back(found: list[tuple[int, str]], seat: int | None) -> None:
    """Remove the last decision of a seat; what others chose in secret since stands."""
    for place in range(len(found) - 1, -1, -1):
        if found[place][0] == seat:
            del found[place]
            return
    raise Refused("failed")
