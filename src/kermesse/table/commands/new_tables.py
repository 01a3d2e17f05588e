"""Tables that do not exist yet: from a wish, or the same people once more."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from kermesse.core.fairness import commitment, fresh_secret, seat_order, seeded_secret
from kermesse.core.game import Game
from kermesse.core.record import SPECTATOR
from kermesse.store import NewEvent, Person, Seat, Table, new_id
from kermesse.table import messages
from kermesse.table.commands.change import Change, NewTable
from kermesse.table.forms import TableWish
from kermesse.table.refusals import Refused
from kermesse.table.state.live_facts import LiveFacts
from kermesse.table.state.log_events import BOT, GATHERING, OPEN, OVER, PERSON, PLAYING, START
from kermesse.table.state.table_state import TableState
from kermesse.table.state.terms import TableTerms


def new_token() -> str:
    """A link that nobody guesses: 128 bits."""
    return secrets.token_urlsafe(16)


def new_table(game: Game, wish: TableWish, person: Person, *, with_bots: bool) -> NewTable:
    """A table with its host at the first seat; with bots, the match begins at once."""
    table_id = new_id()
    secret = fresh_secret() if wish.seed is None else seeded_secret(wish.seed)
    terms = TableTerms(wish.clock_decision, wish.clock_total, wish.chat, wish.bot, wish.hints)
    table = Table(
        id=table_id,
        game=game.name,
        rules=game.version,
        seats=wish.seats,
        secret=secret,
        commitment=commitment(secret),
        options=dict(wish.options),
        clock=terms.kept(),
        host=person.id,
        listed=wish.listed,
        invite=new_token(),
        state=PLAYING if with_bots or wish.seats == 1 else GATHERING,
    )
    others = [
        Seat(table_id, seat, BOT, bot=wish.bots.get(seat, wish.bot))
        if with_bots
        else Seat(table_id, seat, OPEN)
        for seat in range(1, wish.seats)
    ]
    return begun(game, table, [Seat(table_id, 0, PERSON, person.id), *others])


def rematch(
    state: TableState, facts: LiveFacts, person: Person, message: messages.Rematch
) -> Change:
    """The same people and bots once more, each one seat further round."""
    table, own = state.table, state.place_of(person.id)
    if state.status != OVER or own == SPECTATOR:
        raise Refused("not_allowed")
    if table.next:
        return Change(goto=f"/table/{table.next}")
    if not state.fits:
        raise Refused("edition")
    table_id, secret = new_id(), fresh_secret()
    seats = [
        replace(place, table_id=table_id, seat=(place.seat + 1) % table.seats, invite=None)
        for place in with_person(state.seats, own, person.id)
    ]
    again = replace(
        table,
        id=table_id,
        rules=state.game.version,
        options=state.options,
        secret=secret,
        commitment=commitment(secret),
        state=PLAYING,
        rematch_of=table.id,
        next=None,
        invite=new_token(),
        length=0,
    )
    new = begun(state.game, again, sorted(seats, key=lambda seat: seat.seat))
    return Change(new_table=new, goto=f"/table/{table_id}")


def with_person(seats: Sequence[Seat], seat: int, person: int) -> list[Seat]:
    """Seats of which one that was kept for a person is theirs again."""
    return [
        replace(place, kind=PERSON, person_id=person, bot=None, kept_for=None)
        if place.seat == seat
        else place
        for place in seats
    ]


def begun(game: Game, table: Table, seats: list[Seat]) -> NewTable:
    """A new table; if nobody is waited for, with the event that begins its match."""
    if table.state != PLAYING:
        return NewTable(table, seats, [])
    event, seats = first_event(game, table, seats)
    return NewTable(table, seats, [event])


def first_event(game: Game, table: Table, seats: list[Seat]) -> tuple[NewEvent, list[Seat]]:
    """The event that begins a match, and the seats: as they are, or drawn by lot.

    The lot follows from the secret that was fixed before anybody sat down. Links to seats that
    now are others' no longer work.
    """
    if not game.seats_by_lot(game.choose(table.options, table.seats)):
        return NewEvent(START), seats
    order = seat_order(table.secret, table.seats)
    drawn = [replace(seats[taken], seat=seat, invite=None) for seat, taken in enumerate(order)]
    return NewEvent(START, {"lot": order}), drawn
