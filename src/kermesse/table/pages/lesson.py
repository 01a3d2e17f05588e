"""Learning a game: its lessons, one lesson at the board, and how to play on one page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.game import Game
from kermesse.core.html import (
    a,
    button,
    div,
    h1,
    h2,
    li,
    ol,
    p,
    section,
    span,
)
from kermesse.core.words import Words
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.parts import post, submit
from kermesse.table.visitor import Visitor
from kermesse.teach.attempt import Attempt, is_asked
from kermesse.teach.lesson import Lesson
from kermesse.teach.page import Box, HowTo


class Said(NamedTuple):
    """What is said of a decision that was not right."""

    wrong: str
    rule: str


def learn_page(
    visitor: Visitor, game: Game, known: Mapping[str, Lesson], has_page: bool, has_first: bool
) -> Markup:
    """The lessons of a game, in their order."""
    say, speak = visitor.say, visitor.speaks(game)
    return layout(
        visitor,
        say("Learn {game}", game=game.title),
        div(class_="wrap learn stack", data_learn=game.name)[
            h1[say("Learn {game}", game=game.title)],
            p(class_="lead")[
                say(
                    "Short lessons at the real board. Nothing can go wrong: what does not fit is "
                    "explained and taken back."
                )
            ],
            ol(class_="lesson-list")[
                [
                    li[
                        a(
                            href=f"/learn/{game.name}/{name}",
                            data_lesson=name,
                            class_="lesson-link",
                        )[
                            span(class_="lesson-number", aria_hidden="true")[number],
                            span[speak(lesson.title)],
                            span(class_="lesson-tick", hidden=True)[
                                icon("check"), span(class_="unseen")[say("done")]
                            ],
                        ]
                    ]
                    for number, (name, lesson) in enumerate(known.items(), start=1)
                ]
            ],
            div(class_="row")[
                a(class_="button", href=f"/games/{game.name}/how")[
                    icon("info"), span[say("How to play on one page")]
                ]
                if has_page
                else None,
                a(class_="button", href=f"/games/{game.name}")[
                    icon("play"), span[say("Play {game}", game=game.title)]
                ],
            ],
            first_form(game, say) if has_first else None,
        ],
        styles=("lesson.css",),
        scripts=("learn.js",),
        current=f"/games/{game.name}",
    )


def first_form(game: Game, say: Words) -> Markup:
    """The way to a first match."""
    return post(f"/learn/{game.name}/first", class_="first-match")[
        submit(say("Your first match"), "play", "primary"),
        p(class_="quiet")[say("Against casual bots, with tips at the moment they fit.")],
    ]


def lesson_page(
    visitor: Visitor, game: Game, name: str, lesson: Lesson, following: str, board: Markup
) -> Markup:
    """One lesson at the board; the browser asks for its first step."""
    say = visitor.say
    title = visitor.speaks(game)(lesson.title)
    return layout(
        visitor,
        title,
        game.page.art() if game.page else None,
        div(
            class_="wrap lesson",
            data_lesson=name,
            data_game=game.name,
            data_following=f"/learn/{game.name}/{following}"
            if following
            else f"/learn/{game.name}",
            data_trouble=say("The server does not answer. Try again in a moment."),
            data_early=say("Not yet: first do what the lesson asks for."),
        )[
            h1(class_="unseen")[title],
            div(id="strip", class_="strip", aria_live="polite")[p[say("One moment …")]],
            section(class_="table-board", aria_label=say("Board"))[board],
            section(class_="lesson-log", aria_label=say("What happened"))[ol(id="log")],
        ],
        styles=("table.css", "lesson.css", *board_style(game)),
        scripts=("lesson.js",),
        current=f"/games/{game.name}",
        kind="wide",
    )


def board_style(game: Game) -> tuple[str, ...]:
    """The style sheet of a game's board."""
    return (f"games/{game.name}/board.css",) if game.page else ()


def strip(say: Words, game: Game, attempt: Attempt, said: Said | None, right: bool) -> Markup:
    """The text above the board, and what can be done apart from playing."""
    lesson, step = attempt.lesson, attempt.step
    speak = game.words(say.language)
    asks = is_asked(step) and not right
    return div(id="strip", class_="strip", aria_live="polite")[
        div(class_="strip-head")[
            h2(class_="strip-title")[
                a(href=f"/learn/{game.name}", data_tip=say("All lessons"))[speak(lesson.title)]
            ],
            dots(len(lesson.steps), attempt.place, say),
        ],
        p(class_="strip-wrong")[said.wrong, " ", rule_link(game, said.rule)] if said else None,
        p(class_="strip-praise")[icon("check"), span[speak(step.praise)]]
        if right
        else [p[speak(step.say)], p(class_="strip-ask")[speak(step.ask)] if step.ask else None],
        div(class_="row strip-buttons")[
            [
                act("show", say("Show me"), "eye"),
                act("next", say("Skip"), "next"),
            ]
            if asks
            else act(
                "next", say("Next") if not attempt.is_last else say("Finish"), "next", "primary"
            ),
            a(
                class_="button",
                href=f"/rules/{game.name}#rule-{lesson.teaches[0]}",
                target="_blank",
            )[icon("rules"), span[say("Rules")]],
        ],
    ]


def act(what: str, words: str, picture: str, kind: str = "") -> Markup:
    """A button that does something in the lesson."""
    return button(type="button", class_=f"button {kind}".strip(), data_do=what)[
        icon(picture), span[words]
    ]


def dots(count: int, place: int, say: Words) -> Markup:
    """How far the lesson is."""
    return div(
        class_="dots",
        role="img",
        aria_label=say("Step {number} of {count}", number=place + 1, count=count),
    )[
        [
            span(class_="dot now" if n == place else "dot past" if n < place else "dot")
            for n in range(count)
        ]
    ]


def rule_link(game: Game, rule: str) -> Markup:
    """A rule's id, which leads to its text."""
    return a(href=f"/rules/{game.name}#rule-{rule}", target="_blank", class_="rule-link")[rule]


# --- how to play on one page ----------------------------------------------------------------------


def how_page(visitor: Visitor, game: Game, page: HowTo, teaches: bool) -> Markup:
    """Five boxes: goal, turn, end, points, with a picture each."""
    say = visitor.say
    title = say("How to play {game}", game=game.title)
    return layout(
        visitor,
        title,
        game.page.art() if game.page else None,
        div(class_="wrap how")[
            div(class_="how-head")[
                h1[title],
                div(class_="row unprinted")[
                    a(class_="button primary", href=f"/learn/{game.name}")[
                        icon("play"), span[say("Learn it at the board")]
                    ]
                    if teaches
                    else None,
                    a(class_="button", href=f"/rules/{game.name}")[
                        icon("rules"), span[say("All rules")]
                    ],
                    button(type="button", class_="button", data_print=True)[
                        icon("download"), span[say("Print")]
                    ],
                ],
            ],
            how_boxes(visitor, game, page),
        ],
        styles=("table.css", "lesson.css", *board_style(game)),
        scripts=("learn.js",),
        current=f"/games/{game.name}",
        kind="wide",
    )


def how_boxes(visitor: Visitor, game: Game, page: HowTo) -> Markup:
    """The five boxes, also for the panel beside a board."""
    return ol(class_="how-boxes")[[how_box(visitor, game, box) for box in page.boxes]]


def how_box(visitor: Visitor, game: Game, box: Box) -> Markup:
    """A heading, a sentence and a picture by the game's own board."""
    speak = visitor.speaks(game)
    assert game.page is not None
    names = [speak(name) for name in box.names]
    view = box.view(game)
    return li(class_="how-box")[
        h2[speak(box.title)],
        p[speak(box.say)],
        div(
            class_="how-picture",
            data_show=" ".join(box.show),
            data_arrows=" ".join(f"{start}>{end}" for start, end in box.arrows),
            inert=True,
            aria_hidden="true",
        )[div(class_="table-board")[unnamed(game.page.board(view, names, speak))]],
    ]


def unnamed(board: Markup) -> Markup:
    """A board as a picture: ids become data, since five boards would have the same."""
    return Markup(str(board).replace(' id="', ' data-id="'))
