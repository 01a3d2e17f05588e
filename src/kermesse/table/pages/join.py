"""An invitation: somebody keeps a seat for whoever opens this link."""

from __future__ import annotations

from markupsafe import Markup

from kermesse.core.game import Game
from kermesse.core.html import a, div, h1, p, span
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.notices import notice_body
from kermesse.table.pages.parts import alert, cover, fact_list, post, submit, summary
from kermesse.table.visitor import Visitor

USED = "used"  # the link led somebody else to the seat
WITHDRAWN = "withdrawn"  # the host made another link or closed the table
SEATED = "seated"  # the visitor already sits at this table


def join_page(
    visitor: Visitor,
    token: str,
    game: Game,
    host_name: str,
    seat: int,
    problem: str = "",
    table: str = "",
) -> Markup:
    """``problem`` is one of the three above, or a sentence; ``table`` is where they sit already."""
    say = visitor.say
    path = f"/join/{token}"
    title = say("{host} invites you to {game}", host=host_name, game=game.title)
    if problem in (USED, WITHDRAWN, SEATED):
        return layout(visitor, title, closed(visitor, game, host_name, problem, table))
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
                    alert(problem),
                    # a form, so that a messenger's preview of the link takes no seat
                    post(path, data_auto=not problem)[
                        submit(say("Sit down"), "seat", "primary big")
                    ],
                    p(class_="hint")[
                        say("Seat {number} is kept for you.", number=seat + 1), " ", who(visitor)
                    ],
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


def who(visitor: Visitor) -> str:
    """Under which name they will sit there."""
    if visitor.name:
        return visitor.say("You will sit down as {name}.", name=visitor.name)
    return visitor.say("No account is needed. You can choose your name at the table.")


def closed(visitor: Visitor, game: Game, host_name: str, problem: str, table: str) -> Markup:
    """The link leads nowhere any more, or the visitor is there already."""
    say = visitor.say
    if problem == SEATED:
        return notice_body(
            say("You already sit at this table"),
            say("This link is for somebody else: send it to a friend."),
            a(class_="button primary", href=f"/table/{table}" if table else "/")[
                span[say("Go to the table")]
            ],
        )
    text = (
        say("Somebody already sits in the seat that it was for.")
        if problem == USED
        else say("{host} has withdrawn it.", host=host_name)
    )
    return notice_body(
        say("This link is no longer valid"),
        text + " " + say("Ask for a new one, or open a table of your own."),
        a(class_="button primary", href=f"/games/{game.name}")[
            span[say("Play {game}", game=game.title)]
        ],
        a(class_="button", href="/")[span[say("To the lobby")]],
    )
