"""What stands in place of the board where a match cannot go on."""

from __future__ import annotations

from markupsafe import Markup

from kermesse.core.html import a, code, div, p, span
from kermesse.table.pages.layout import icon
from kermesse.table.pages.parts import post, submit
from kermesse.table.refusals import DAMAGED, EDITION, SENTENCES
from kermesse.table.state.editions import may_have_file
from kermesse.table.views.screen import Screen


def stopped_board(screen: Screen) -> Markup:
    """Why there is no board, and what can be done about it."""
    say, trouble, number = screen.say, screen.state.trouble, screen.state.id
    if not trouble:
        return div(id="board", class_="stopped")[p[say("This table was closed.")]]
    return div(id="board", class_="stopped")[
        p[say(SENTENCES[trouble])],
        p[
            say("Tell the operator of this server the number of the table:"),
            " ",
            code[number],
        ]
        if trouble == DAMAGED
        else None,
        match_file(screen) if trouble == EDITION else None,
    ]


def match_file(screen: Screen) -> Markup | None:
    """The decisions as a file, for those who may have it; else what they can do to get it."""
    state, seat, say = screen.state, screen.audience.seat, screen.say
    if may_have_file(state, seat):
        return p[
            a(class_="button", href=f"/replay/{state.id}/file", download=True)[
                icon("download"), span[say("Download the match file")]
            ]
        ]
    if seat < 0:
        return None
    return p[
        say("All players together can have the match file, which opens all hands."),
        post(f"/replay/{state.id}/agree")[submit(say("Show all hands to the players"), "eye")]
        if state.seats[seat].person_id not in state.agreed
        else None,
    ]
