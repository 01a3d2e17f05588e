"""A match to step through, and the proof that its cards were dealt fairly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.game import Game
from kermesse.core.html import (
    a,
    button,
    code,
    dd,
    div,
    dl,
    dt,
    form,
    h1,
    h2,
    input_,
    join,
    label,
    li,
    nav,
    noscript,
    ol,
    p,
    section,
    span,
    ul,
)
from kermesse.core.matchfile import LARGEST
from kermesse.core.words import Words, mark
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.lobby import tables_section
from kermesse.table.pages.parts import SPEEDS, alert, badge, choose, field, post, submit
from kermesse.table.visitor import TableLine, Visitor

STEPS = (
    ("first", mark("First moment")),
    ("back", mark("One moment back")),
    ("play", mark("Play by itself")),
    ("next", mark("One moment on")),
    ("last", mark("Last moment")),
)


class Consent(NamedTuple):
    """How far the players agree to show each other the hands that the rules keep hidden."""

    is_player: bool  # the visitor is one of them
    has_agreed: bool
    agreed: int
    players: int


def replay_page(  # noqa: PLR0913, PLR0917 - everything that the page shows
    visitor: Visitor,
    game: Game,
    names: Sequence[str],
    events: Sequence[tuple[int, str]],
    moments: int,
    at: int,
    as_: str,
    viewers: Sequence[tuple[str, str]],
    board: Markup,
    verdict: list[str] | None,
    download: str,
    frames_url: str,
    finished: bool,
    commitment: str = "",
    secret: str = "",
    path: str = "/replay",
    consent: Consent | None = None,
) -> Markup:
    """``moments`` is how many there are, ``at`` the one that the board shows, from 0."""
    say = visitor.say
    title = say("Replay of {game}", game=game.title)
    return layout(
        visitor,
        title,
        game.page.art() if game.page else None,
        div(
            class_="wrap replay",
            id="replay",
            data_frames=frames_url,
            data_moments=moments,
            data_at=at,
            data_as=as_,
        )[
            div(class_="replay-head")[
                h1[title],
                p(class_="quiet")[" · ".join(names)],
                None if finished else badge(say("Still playing"), "good"),
            ],
            section(class_="replay-board", aria_label=say("Board"))[
                ul(id="line", aria_live="polite")[li[line_at(events, at)]],
                div(class_="table-board")[board],
            ],
            div(class_="replay-side")[
                controls(moments, at, view_as(visitor, as_, viewers, at), say),
                event_list(events, at, say),
                keep(path, at, as_, download, say),
            ],
            fair_dealing(game, say, verdict, commitment, secret, finished),
            hidden_hands(say, consent, path) if consent else None,
        ],
        styles=("table.css", *((f"games/{game.name}/board.css",) if game.page else ())),
        scripts=("replay.js",),
        current=path,
        kind="wide",
    )


def line_at(events: Sequence[tuple[int, str]], at: int) -> str:
    """What happened last at a moment."""
    return next((words for moment, words in reversed(events) if moment <= at), "")


def controls(moments: int, at: int, viewpoint: Markup, say: Words) -> Markup:
    """Forward, back, and straight to a moment."""
    last = max(moments - 1, 0)
    return section(class_="panel controls", aria_label=say("Moments"))[
        div(class_="moment-line")[
            label(for_="moment")[say("Moment")],
            input_(type="range", id="moment", min="0", max=last, step="1", value=at),
        ],
        div(class_="buttons", role="group", aria_label=say("Steps"))[
            [
                button(type="button", id=name, class_="button", aria_label=say(words))[icon(name)]
                for name, words in STEPS
            ]
        ],
        field(say("Speed"), choose("speed", "speed", SPEEDS, "1"), "speed"),
        viewpoint,
    ]


def view_as(visitor: Visitor, as_: str, viewers: Sequence[tuple[str, str]], at: int) -> Markup:
    """Through whose eyes: without a script, by a button."""
    say = visitor.say
    return form(method="get", id="view-as-form")[
        input_(type="hidden", name="at", id="view-as-at", value=at),
        input_(type="hidden", name="was", value=as_),
        field(say("See it as"), choose("as", "view-as", viewers, as_, data_submit=True), "view-as"),
        noscript[submit(say("Show"), "eye")],
    ]


def event_list(events: Sequence[tuple[int, str]], at: int, say: Words) -> Markup:
    """What happened; each line leads to its moment."""
    present = max((moment for moment, _ in events if moment <= at), default=-1)
    return section(class_="panel events-panel", aria_labelledby="events-head")[
        h2(id="events-head")[icon("replay"), say("What happened")],
        ol(id="events", tabindex="0", aria_labelledby="events-head")[
            [
                li[
                    button(
                        type="button",
                        data_moment=moment,
                        aria_current="step" if moment == present else None,
                    )[words]
                ]
                for moment, words in events
            ]
        ],
    ]


def keep(path: str, at: int, as_: str, download: str, say: Words) -> Markup:
    """A link to this moment, and the match as a file."""
    here = f"{path}?at={at}&as={as_}"
    return div(class_="row")[
        button(
            type="button",
            id="link",
            class_="button",
            data_copy=here,
            data_copied=say("Copied"),
        )[say("Copy a link to this moment")],
        a(class_="button", href=download, download=True)[
            icon("download"), span[say("Download the match file")]
        ]
        if download
        else None,
    ]


def fair_dealing(
    game: Game,
    say: Words,
    verdict: list[str] | None,
    commitment: str,
    secret: str,
    finished: bool,
) -> Markup:
    """What was promised before the first card, and whether it was kept."""
    return section(class_="panel fair", aria_labelledby="fair-head")[
        div(class_="fair-head")[
            h2(id="fair-head")[icon("shield"), say("Fair dealing")], verdict_badge(say, verdict)
        ],
        p[verdict_words(game, say, verdict, finished)],
        ul(class_="problems")[[li[code[problem]] for problem in verdict]] if verdict else None,
        dl[
            [dt[say("Commitment, published before the first decision")], dd[code[commitment]]]
            if commitment
            else None,
            [dt[say("Secret, revealed after the last one")], dd[code[secret]]] if secret else None,
            [dt[say("Check it yourself")], dd[code["kermesse verify FILE"]]] if secret else None,
        ],
    ]


def hidden_hands(say: Words, consent: Consent, path: str) -> Markup:
    """Why neither the other hands nor the secret are shown, and what the players can do."""
    return section(class_="panel fair", aria_labelledby="hidden-head")[
        h2(id="hidden-head")[icon("eye"), say("Hidden hands")],
        p[
            say(
                "The rules of this game keep hands hidden after the end. The secret would open "
                "them all, so it and the match file stay closed until all players agree; then "
                "the players see them, and nobody else."
            )
        ],
        p[say("Agreed: {agreed} of {all}.", agreed=consent.agreed, all=consent.players)],
        post(f"{path}/agree")[submit(say("Show all hands to the players"), "eye")]
        if consent.is_player and not consent.has_agreed
        else None,
    ]


def verdict_badge(say: Words, verdict: list[str] | None) -> Markup | None:
    """The result in a word."""
    if verdict is None:
        return None
    if verdict:
        return badge(say("Does not match"), "bad", "warning")
    return badge(say("Everything matches"), "good", "check")


def verdict_words(game: Game, say: Words, verdict: list[str] | None, finished: bool) -> str:
    """The result in a sentence or two."""
    if verdict is None:
        if finished:
            return say("This match has not been checked.")
        if not game.open_at_end:
            return say(
                "The secret behind all cards is fixed by the commitment below. As the rules keep "
                "hands hidden after the end, only the players can have it revealed."
            )
        return say(
            "The secret behind all cards is fixed by the commitment below. "
            "It is revealed when the match is over."
        )
    if verdict:
        return say("Running the match again did not give the same result. These parts differ:")
    return say(
        "The secret fits the commitment, and the match was run again from it: "
        "every deal, every decision and the result came out the same."
    )


def replays_page(
    visitor: Visitor,
    mine: Sequence[TableLine] = (),
    problem: str = "",
    page: int = 0,
    pages: int = 1,
) -> Markup:
    """The visitor's matches, and a place for a match file from anywhere."""
    say = visitor.say
    return layout(
        visitor,
        say("Replays"),
        div(class_="wrap replays stack")[
            h1[say("Look at a match again")],
            alert(problem),
            my_matches(mine, page, pages, say),
            h2[say("A match from a file")],
            p[say("Open a match file, step through it, and see whether its cards were fair.")],
            post("/replay/upload", enctype="multipart/form-data", class_="panel upload")[
                field(
                    say("Match file"),
                    input_(
                        type="file",
                        name="file",
                        id="file",
                        class_="file",
                        accept=".json,application/json",
                        required=True,
                        aria_describedby="file-hint",
                    ),
                    "file",
                    say(
                        "A file that Kermesse wrote, at most {most} MiB. "
                        "Whoever has the link to it can look at it.",
                        most=LARGEST // 2**20,
                    ),
                ),
                submit(say("Open the match"), "upload", "primary"),
            ],
            p(class_="quiet")[say("At the end of each match you find its file at the table."),],
        ],
        current="/replay",
    )


def my_matches(mine: Sequence[TableLine], page: int, pages: int, say: Words) -> Markup:
    """One page of what the visitor played, the newest first."""
    if not mine and not page:
        return div(class_="empty")[
            icon("replay"),
            p[say("You have played no match yet. Your matches will be listed here.")],
        ]
    steps = [(page - 1, say("Newer matches")), (page + 1, say("Older matches"))]
    return join(
        tables_section("mine", say("Your matches"), mine, say),
        nav(class_="row", aria_label=say("Pages"))[
            [
                a(class_="button", href=f"/replay?page={number}")[words]
                for number, words in steps
                if 0 <= number < pages
            ]
        ]
        if pages > 1
        else None,
    )
