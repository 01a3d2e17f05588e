"""An invitation: somebody keeps a place at their table for those who open this link."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from kermesse.core.game import Game
from kermesse.core.html import a, button, div, h1, p, span
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.notices import notice_body
from kermesse.table.pages.parts import cover, fact_list, post, submit, summary
from kermesse.table.visitor import Visitor

FULL = "full"  # somebody sits in every seat that the link is for
ENDED = "ended"  # the match is over, or the table was closed
SEATED = "seated"  # the visitor already sits at this table


def join_page(
    visitor: Visitor,
    token: str,
    game: Game,
    host_name: str,
    table: str,
    seats: Sequence[tuple[int, str]],
    problem: str = "",
) -> Markup:
    """``seats`` are those to choose from, each with what it is called."""
    say = visitor.say
    path = f"/join/{token}"
    title = say("{host} invites you to {game}", host=host_name, game=game.title)
    if problem:
        return layout(visitor, title, closed(visitor, game, problem, table))
    return layout(
        visitor,
        title,
        div(class_="wrap invite-page")[
            div(class_="panel ticket")[
                cover(game),
                div(class_="ticket-words")[
                    h1[title],
                    fact_list(visitor, game),
                    p[summary(visitor, game)],
                    # a form, so that a messenger's preview of the link takes no seat
                    post(path, data_auto=len(seats) == 1)[
                        submit(say("Sit down"), "seat", "primary big")
                        if len(seats) == 1
                        else choice(visitor, game, seats)
                    ],
                    p(class_="hint")[who(visitor)],
                    p[
                        a(class_="more", href=f"/rules/{game.name}")[
                            icon("rules"), say("Read the rules")
                        ]
                    ],
                ],
            ]
        ],
        current=path,
    )


def choice(visitor: Visitor, game: Game, seats: Sequence[tuple[int, str]]) -> Markup:
    """A button for each seat that can be taken in a match under way."""
    say = visitor.say
    return div(class_="seat-choice")[
        p[say("The match is under way. Which seat do you take?")],
        [
            button(class_="button", name="seat", value=seat)[
                icon("seat"), span[say("Seat {number}", number=seat)], span(class_="tag")[name]
            ]
            for seat, name in seats
        ],
    ]


def who(visitor: Visitor) -> str:
    """Under which name they will sit there."""
    if visitor.name:
        return visitor.say("You will sit down as {name}.", name=visitor.name)
    return visitor.say("No account is needed. You can choose your name at the table.")


def closed(visitor: Visitor, game: Game, problem: str, table: str) -> Markup:
    """Nobody can sit down by the link, or the visitor sits there already."""
    say = visitor.say
    if problem == SEATED:
        return notice_body(
            say("You already sit at this table"),
            say("This link is for others: send it to your friends."),
            a(class_="button primary", href=f"/table/{table}")[span[say("Go to the table")]],
        )
    own = a(class_="button", href=f"/games/{game.name}")[span[say("Play {game}", game=game.title)]]
    if problem == FULL:
        return notice_body(
            say("Every seat is taken"),
            say("You can watch, or open a table of your own."),
            a(class_="button primary", href=f"/table/{table}")[span[say("Watch")]],
            own,
        )
    return notice_body(
        say("This table has closed"),
        say("The match is over. You can open a table of your own."),
        own,
        a(class_="button", href="/")[span[say("To the lobby")]],
    )
