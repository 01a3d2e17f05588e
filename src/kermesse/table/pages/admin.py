"""The host's own page: how the house does, closing tables, banning people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kermesse.core.html import (
    Child,
    a,
    dd,
    div,
    dl,
    dt,
    h1,
    h2,
    input_,
    p,
    section,
    span,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from kermesse.core.words import Words
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.lobby import idle, state_badge
from kermesse.table.pages.parts import (
    alert,
    badge,
    done,
    field,
    post,
    seat_chips,
    submit,
    text_input,
)
from kermesse.table.visitor import TableLine, Visitor

LONGEST_REASON = 200  # characters


@dataclass(frozen=True)
class PersonLine:
    """A person as the host's page lists them."""

    id: int
    name: str
    minutes_idle: int = 0
    tables: int = 0
    banned: bool = False


def admin_login(visitor: Visitor, problem: str = "") -> Markup:
    """Asks for the password that the server was started with."""
    say = visitor.say
    return layout(
        visitor,
        say("Host's office"),
        div(class_="wrap narrow stack")[
            h1[say("Host's office")],
            alert(problem),
            post("/admin/login", class_="panel inline")[
                field(
                    say("Password"),
                    text_input(
                        "password",
                        "password",
                        type="password",
                        required=True,
                        maxlength=200,
                        autocomplete="current-password",
                    ),
                    "password",
                ),
                submit(say("Come in"), "lock", "primary"),
            ],
        ],
        current="/admin",
    )


def close_page(visitor: Visitor, each: TableLine) -> Markup:
    """The question before a table is closed."""
    say = visitor.say
    return layout(
        visitor,
        say("Close table"),
        div(class_="wrap narrow stack")[
            h1[say("Close this table?")],
            div(class_="panel stack")[
                p[f"{each.game.title} {each.id} ", state_badge(each, say)],
                seat_chips(each.seats, say),
                p[say("The match ends here for everybody and cannot be taken up again.")],
                post("/admin/close", class_="stack")[
                    input_(type="hidden", name="table", value=each.id),
                    field(
                        say("Why? Everybody at the table reads this."),
                        text_input("reason", "reason", maxlength=LONGEST_REASON),
                        "reason",
                    ),
                    div(class_="row")[
                        submit(say("Close the table"), "close", "danger"),
                        a(class_="button", href="/admin")[span[say("Keep it")]],
                    ],
                ],
            ],
        ],
        current="/admin",
    )


def admin_page(
    visitor: Visitor,
    tables: Sequence[TableLine],
    people: Sequence[PersonLine],
    figures: Mapping[str, str],
    problem: str = "",
    saved: str = "",
) -> Markup:
    """Figures, tables and people."""
    say = visitor.say
    return layout(
        visitor,
        say("Host's office"),
        div(class_="wrap stack")[
            div(class_="row spread")[
                h1[say("Host's office")],
                post("/admin/logout")[submit(say("Leave the office"), "leave")],
            ],
            alert(problem),
            done(saved),
            dl(class_="figures")[
                [div(class_="figure")[dt[name], dd[value]] for name, value in figures.items()]
            ],
            tables_section(tables, say),
            people_section(people, say),
        ],
        current="/admin",
    )


def sheet(id_: str, heading: str, columns: Sequence[str], rows: Sequence[Markup]) -> Markup:
    """A table that scrolls by itself where it is too wide."""
    return section(class_="stack", aria_labelledby=id_)[
        h2(id=id_)[heading],
        div(class_="scroll panel flush", role="group", aria_labelledby=id_, tabindex="0")[
            table[
                thead[tr[[th(scope="col")[column] for column in columns]]],
                tbody[rows],
            ]
        ],
    ]


def line(*cells: Child) -> Markup:
    """One row; its first cell is its heading."""
    first, *others = cells
    return tr[th(scope="row")[first], [td[cell] for cell in others]]


def tables_section(tables: Sequence[TableLine], say: Words) -> Markup:
    """All tables, each with a way to close it."""
    if not tables:
        return p(class_="quiet")[say("There are no tables.")]
    columns = [say("Table"), say("Seats"), say("State"), say("Last action"), say("Close")]
    rows = [
        line(
            a(class_="more", href=f"/table/{each.id}")[f"{each.game.title} {each.id}"],
            seat_chips(each.seats, say),
            state_badge(each, say),
            idle(each.minutes_idle, say),
            a(
                class_="button danger small",
                href=f"/admin/close?table={each.id}",
                aria_label=say("Close table {table}", table=each.id),
            )[icon("close"), span[say("Close")]],
        )
        for each in tables
    ]
    return sheet("tables", say("Tables"), columns, rows)


def people_section(people: Sequence[PersonLine], say: Words) -> Markup:
    """All people, each with a way to ban them or to forgive."""
    if not people:
        return p(class_="quiet")[say("Nobody is here.")]
    columns = [say("Person"), say("Tables"), say("Last action"), say("State"), say("Ban")]
    rows = [
        line(
            span[icon("person"), f" {each.name or '–'} ", span(class_="quiet")[f"#{each.id}"]],
            each.tables,
            idle(each.minutes_idle, say),
            badge(say("Banned"), "bad", "ban") if each.banned else badge(say("Welcome"), "good"),
            ban_form(each, say),
        )
        for each in people
    ]
    return sheet("people", say("People"), columns, rows)


def ban_form(person: PersonLine, say: Words) -> Markup:
    """Bans a person, or lifts the ban."""
    words = say("Lift the ban") if person.banned else say("Ban")
    return post("/admin/ban")[
        input_(type="hidden", name="person", value=person.id),
        submit(
            words,
            "" if person.banned else "ban",
            "small" if person.banned else "danger small",
            name="banned",
            value="false" if person.banned else "true",
            aria_label=f"{words}: {person.name} #{person.id}",
        ),
    ]
