"""The sheet of a round or of the match: who has won and by what, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from kermesse.core.events import Tempo, tempo_of
from kermesse.core.html import (
    a,
    button,
    div,
    h2,
    p,
    section,
    span,
    table,
    tbody,
    td,
    tfoot,
    th,
    thead,
    tr,
)
from kermesse.core.position import View
from kermesse.core.record import SPECTATOR
from kermesse.core.sheet import Sheet, SheetLine
from kermesse.table.views.screen import Screen
from kermesse.table.views.seat_cards import do_button


def sheet_panel(screen: Screen, view: View) -> Markup | None:
    """What stands over the board once the event of a view has ended a round or the match."""
    found = sheet_of(screen, view)
    if found is None:
        return None
    if not view.over:
        doors = [
            button(type="button", class_="button primary", data_go_on=True)[screen.say("Go on")]
        ]
        return drawn(found, doors, last=False)
    if not found.lines:
        found = found._replace(lines=tuple(rounds(screen, len(found.columns))))
    return drawn(found, list(last_doors(screen)), last=True)


def tempo_of_step(view: View) -> Tempo:
    """How long a view is shown: the end of a match takes its time, whatever its last event is."""
    return Tempo.END if view.over else tempo_of(view.game.events(view.record.event))


def sheet_of(screen: Screen, view: View) -> Sheet | None:
    """The game's own sheet, if it has any and the event calls for one."""
    game = screen.state.game
    make = getattr(game.page, "sheet", None)
    if make is None or tempo_of_step(view) < Tempo.TURNING:
        return None
    found: Sheet | None = make(view, screen.names, game.words(screen.audience.language))
    return found


def rounds(screen: Screen, columns: int) -> Iterator[SheetLine]:
    """A line for each round of the match."""
    match = screen.state.match
    assert match is not None
    number = 0
    for frame in screen.frames(0):
        view = screen.view(match.frames[frame])
        found = None if view.over else sheet_of(screen, view)
        if found is not None and found.total is not None and len(found.columns) == columns:
            number += 1
            label = screen.say("Round {number}", number=number)
            yield SheetLine(label, found.total.values)


def last_doors(screen: Screen) -> Iterator[Markup]:
    """Where a finished match leads to."""
    say = screen.say
    yield a(class_="button", href=f"/replay/{screen.state.id}")[say("Replay")]
    if screen.audience.seat != SPECTATOR:
        yield do_button(say("Again"), {"do": "rematch"}, kind="button primary")
    yield a(class_="button", href="/")[say("Next table")]
    yield button(type="button", class_="button icon", data_go_on=True, aria_label=say("Close"))["×"]


def drawn(found: Sheet, doors: list[Markup], *, last: bool) -> Markup:
    """A sheet as HTML; its lines come one after the other."""
    return section(
        id="ending", class_="ending", role="dialog", aria_labelledby="ending-title", data_last=last
    )[
        h2(id="ending-title")[found.title],
        div(class_="ending-lines", tabindex="0", role="group", aria_labelledby="ending-title")[
            table[
                thead[tr[td, [th(scope="col")[column] for column in found.columns]]],
                tbody[[row(line, number) for number, line in enumerate(found.lines)]],
                tfoot[row(found.total, len(found.lines))] if found.total else None,
            ]
        ],
        p(class_="quiet")[found.note] if found.note else None,
        div(class_="row ending-doors")[doors],
    ]


def row(line: SheetLine, number: int) -> Markup:
    """A line of the sheet; the later, the later it is seen."""
    return tr(class_=f"ending-line after{min(number, 12)}")[
        th(scope="row")[line.label],
        [td[value or span(aria_hidden="true")["·"]] for value in line.values],
    ]
