"""The lobby: the games, your tables, and tables with free seats."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from markupsafe import Markup

from kermesse.core.game import Game
from kermesse.core.html import (
    a,
    article,
    div,
    h1,
    h2,
    h3,
    input_,
    join,
    li,
    p,
    section,
    span,
    time,
    ul,
)
from kermesse.core.words import Words
from kermesse.table.pages.art import fairground, wordmark
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.parts import badge, cover, players, post, seat_chips, submit, summary
from kermesse.table.visitor import TableLine, Visitor

MOST_FINISHED = 3
AN_HOUR = 60
A_DAY = 24 * AN_HOUR


def lobby(
    visitor: Visitor,
    games: Sequence[Game],
    mine: Sequence[TableLine],
    listed: Sequence[TableLine],
) -> Markup:
    """The first page."""
    say = visitor.say
    under_way = [table for table in mine if table.state != "over"]
    finished = [table for table in mine if table.state == "over"][:MOST_FINISHED]
    return layout(
        visitor,
        "Kermesse",
        hero(visitor, brief=bool(under_way)),
        div(class_="wrap stack")[
            tables_section("yours", say("Your tables"), under_way, say) if under_way else None,
            section(class_="stack", aria_labelledby="games")[
                h2(id="games")[say("Choose a game")],
                ul(class_="tiles")[[li[tile(visitor, game)] for game in games]],
            ],
            open_tables(listed, say),
            tables_section("finished", say("Your last matches"), finished, say, all_of_them(say))
            if finished
            else None,
        ],
        current="/",
        kind="lobby",
    )


def hero(visitor: Visitor, *, brief: bool) -> Markup:
    """The name on its flags, and one sentence; brief where the visitor's own tables follow."""
    say = visitor.say
    return div(class_="hero brief" if brief else "hero")[
        div(class_="wrap hero-words")[
            h1[wordmark()],
            p(class_="lead")[
                say("Welcome back, {name}. What shall we play?", name=visitor.name)
                if visitor.name
                else say("Modern tabletop games in your browser, with friends or against bots.")
            ],
        ],
        fairground(),
    ]


def tile(visitor: Visitor, game: Game) -> Markup:
    """A game to choose: the whole tile is its link."""
    say = visitor.say
    return article(class_="tile")[
        cover(game),
        div(class_="tile-words")[
            h3[
                a(href=f"/games/{game.name}")[game.title],
                [" ", badge(say("Variant"), "quiet")] if game.variant else None,
            ],
            ul(class_="facts")[li[icon("people"), span[players(game, say)]]],
            span(class_="tile-go", aria_hidden="true")[say("Play"), icon("next")],
            p(class_="tile-more")[summary(visitor, game)],
        ],
    ]


def open_tables(listed: Sequence[TableLine], say: Words) -> Markup:
    """Tables where anybody may sit down or watch."""
    if listed:
        return tables_section("open", say("Open tables"), listed, say)
    return section(class_="stack", aria_labelledby="open")[
        h2(id="open")[say("Open tables")],
        div(class_="empty")[
            icon("seat"),
            p[
                say("No table is open to everybody right now."),
                " ",
                say("Choose a game, show your table in the lobby, and somebody may join you."),
            ],
        ],
    ]


def tables_section(
    id_: str, heading: str, tables: Sequence[TableLine], say: Words, more: Markup | None = None
) -> Markup:
    """A list of tables under a heading."""
    return section(class_="stack", aria_labelledby=id_)[
        h2(id=id_)[heading],
        ul(class_="tables")[[table_line(table, say) for table in tables]],
        more,
    ]


def all_of_them(say: Words) -> Markup:
    """The way to all matches of the visitor."""
    return p[a(class_="more", href="/replay")[icon("replay"), say("All your matches")]]


def table_line(table: TableLine, say: Words) -> Markup:
    """One table: game, seats, state, and what the visitor can do there."""
    turn = " is-turn" if table.your_turn else ""
    return li(class_="table-line" + turn)[
        div(class_="table-cover")[cover(table.game)],
        div(class_="table-words")[
            h3[table.game.title, " ", state_badge(table, say)],
            p(class_="result")[table.result] if table.result else None,
            seat_chips(table.seats, say),
            p(class_="quiet small")[when(table, say)],
        ],
        div(class_="table-do")[actions(table, say)],
    ]


def state_badge(table: TableLine, say: Words) -> Markup:
    """What the table waits for."""
    if table.your_turn:
        return badge(say("Your turn"), "turn", "spark")
    if table.state == "gathering":
        return badge(say("Waiting for players"), "quiet")
    if table.state == "over":
        return badge(say("Finished"), "quiet")
    return badge(say("Playing"), "good")


def when(table: TableLine, say: Words) -> Markup:
    """When something last happened there; for a finished match also the day."""
    if table.state != "over":
        return join(idle(table.minutes_idle, say))
    day = datetime.fromtimestamp(table.ended / 1000, UTC).date().isoformat()
    return join(time(datetime=day)[day], " · ", idle(table.minutes_idle, say))


def idle(minutes: int, say: Words) -> str:
    """When something last happened there."""
    if minutes < 1:
        return say("Active just now")
    if minutes < AN_HOUR:
        return say.count("Active {n} minute ago", "Active {n} minutes ago", minutes)
    if minutes < A_DAY:
        hours = minutes // AN_HOUR
        return say.count("Active {n} hour ago", "Active {n} hours ago", hours)
    return say.count("Active {n} day ago", "Active {n} days ago", minutes // A_DAY)


def actions(table: TableLine, say: Words) -> list[Markup]:
    """Go on, sit down or watch; each names its table for those who only hear it."""
    path = f"/table/{table.id}"
    if table.state == "over":
        title = f"{say('Replay')}: {table.game.title}"
        replay = a(class_="button", href=f"/replay/{table.id}", aria_label=title)
        back = a(class_="button", href=path, aria_label=f"{say('Table')}: {table.game.title}")
        return [replay[icon("replay"), span[say("Replay")]], back[say("Table")]]
    if table.yours:
        words = say("Play on") if table.your_turn else say("Open")
        kind = "button primary" if table.your_turn else "button"
        return [a(class_=kind, href=path, aria_label=f"{words}: {table.game.title}")[words]]
    watch = a(class_="button", href=path)[icon("eye"), span[say("Watch")]]
    if not table.open_seats:
        return [watch]
    # a seat that nobody has comes before one that a bot would have to leave
    seat = min(table.open_seats, key=lambda place: (bool(table.seats[place].name), place))
    sit = post(f"{path}/sit")[
        input_(type="hidden", name="seat", value=seat),
        submit(say("Sit down"), "seat", "primary"),
    ]
    return [sit, watch]
