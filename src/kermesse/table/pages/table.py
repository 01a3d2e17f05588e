"""The table's page: a frame for what the socket brings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kermesse.core.customs import TO_TABLE, TO_TEAM
from kermesse.core.game import Game
from kermesse.core.html import (
    a,
    aside,
    button,
    details,
    dialog,
    div,
    form,
    h1,
    h2,
    input_,
    label,
    option,
    p,
    section,
    select,
    span,
    summary,
)
from kermesse.core.words import Words, mark
from kermesse.table.assets import version
from kermesse.table.forms import LONGEST_CHAT
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.lesson import board_style
from kermesse.table.pages.parts import SPEEDS, choose
from kermesse.table.visitor import Visitor
from kermesse.teach.first_match import FirstMatch, first_match

FIRST = mark("First choose one of the pieces with a bright ring.")


@dataclass(frozen=True)
class Pieces:
    """The parts of a table's page, rendered for its viewer."""

    id: str
    game: Game
    board: Markup
    table_call: Markup
    status: Markup
    countdown: Markup
    bar: Markup
    seats: Markup
    log: Markup
    chat: Markup
    talk: Markup
    commitment: str
    invite_panel: Markup


def table_page(visitor: Visitor, pieces: Pieces, *, tips: bool = False) -> Markup:
    """The whole page; with ``tips`` a newcomer is told what fits the moment."""
    say, game = visitor.say, pieces.game
    first = first_match(game) if tips else None
    return layout(
        visitor,
        game.title,
        game.page.art() if game.page else None,
        div(class_="table-calls")[pieces.table_call, hurry(say)],
        div(
            id="table",
            class_="table",
            data_socket=f"/table/{pieces.id}/socket",
            data_version=version(),
            data_your_turn=say("Your turn"),
            data_lobby="/",
        )[
            section(class_="table-board", aria_label=say("Board"))[
                h1(class_="unseen")[game.title],
                pieces.status,
                pieces.countdown,
                pieces.board,
                confirmation(say),
                div(class_="under-board")[pieces.bar, show_controls(say)],
                hint_line(say),
                tip_line(first, visitor, game) if first else None,
                section(id="ending", class_="ending", hidden=True),
            ],
            side(visitor, pieces),
        ],
        *notices(say),
        rules_dialog(game, say),
        dialog(id="invite", aria_label=say("Invite friends"))[
            pieces.invite_panel,
            button(type="button", class_="button icon", data_close=True, aria_label=say("Close"))[
                icon("close")
            ],
        ],
        styles=("table.css", "lesson.css", *board_style(game)),
        scripts=("table.js", "learn.js", *(("tips.js",) if first else ())),
        current=f"/table/{pieces.id}",
        kind="table-page",
    )


def tip_line(match: FirstMatch, visitor: Visitor, game: Game) -> Markup:
    """Where a tip is said, and all of them, each with its occasion."""
    speak = visitor.speaks(game)
    occasions = [
        {
            "say": speak(tip.say),
            "rule": tip.rule,
            "phase": tip.phase,
            "refusal": tip.refusal,
            "kind": event_number(game, tip.event) if tip.event else None,
        }
        for tip in match.tips
    ]
    return div(
        id="first-tip",
        class_="first-tip",
        role="status",
        hidden=True,
        data_tips=json.dumps(occasions),
        data_rules=f"/rules/{game.name}#rule-",
    )[
        p[span(data_slot="say"), " ", a(data_slot="rule", class_="rule-link", target="_blank")],
        button(
            type="button", class_="button icon", data_dismiss=True, aria_label=visitor.say("Close")
        )[icon("close")],
    ]


def event_number(game: Game, name: str) -> int:
    """The number of an event."""
    return next(int(event) for event in game.events if event.name.lower() == name)


def show_controls(say: Words) -> Markup:
    """How fast the table shows what happened, what is left of it, and the last turn again."""
    return div(class_="show-controls", role="group", aria_label=say("What is shown"))[
        show_button("show-again", say("Show the last turn again"), "replay", disabled=True),
        show_button("show-skip", say("Skip to what is now"), "last", hidden=True),
        label(class_="show-speed")[
            span(class_="unseen")[say("Speed")], choose("speed", "show-speed", SPEEDS, "1")
        ],
    ]


def show_button(name: str, words: str, picture: str, **state: bool) -> Markup:
    """A small button that says in a tip what it does."""
    return button(
        type="button", id=name, class_="button icon", aria_label=words, data_tip=words, **state
    )[icon(picture)]


def side(visitor: Visitor, pieces: Pieces) -> Markup:
    """What stands beside the board."""
    say = visitor.say
    tabs = [("log", say("Log")), ("chat", say("Chat")), ("settings", say("Settings"))]
    return aside(class_="table-side", aria_label=say("Beside the board"))[
        pieces.seats,
        div(class_="side-top")[
            div(class_="tabs", role="tablist", aria_label=say("Panels"))[
                [
                    button(
                        type="button",
                        role="tab",
                        id=f"tab-{name}",
                        data_tab=name,
                        aria_controls=f"panel-{name}",
                        aria_selected="true" if name == "log" else "false",
                    )[words]
                    for name, words in tabs
                ]
            ],
            button(
                type="button",
                id="rules-button",
                class_="button icon",
                aria_label=say("Rules"),
                data_tip=say("Rules of {game}", game=pieces.game.title),
            )[icon("rules")],
        ],
        panel("log", say("Log"))[
            div(role="log", tabindex="0", class_="lines", aria_label=say("What happened"))[
                pieces.log
            ]
        ],
        panel("chat", say("Chat"), hidden=True)[
            div(role="log", tabindex="0", class_="lines", aria_label=say("What people said"))[
                pieces.chat
            ],
            pieces.talk,
        ],
        panel("settings", say("Settings"), hidden=True)[settings(pieces, say)],
    ]


def panel(name: str, words: str, hidden: bool = False):  # type: ignore[no-untyped-def]
    """A panel that a tab shows."""
    return section(
        id=f"panel-{name}",
        class_=f"panel-{name}",
        role="tabpanel",
        data_panel=name,
        aria_labelledby=f"tab-{name}",
        hidden=hidden,
    )


def talk_form(channels: Sequence[str], *, seated: bool, say: Words) -> Markup:
    """Where people at the table write, or why they cannot."""
    if not seated:
        return div(id="talk")[p(class_="quiet")[say("Only people at the table can write here.")]]
    if not channels:
        return div(id="talk")[p(class_="quiet")[say("Nothing can be said here now.")]]
    called = {TO_TABLE: say("Everybody"), TO_TEAM: say("My team")}
    readers = select(name="to", aria_label=say("To whom"))[
        [option(value=channel)[called[channel]] for channel in channels]
    ]
    return div(id="talk")[
        form(id="chat-form", class_="chat-form", autocomplete="off")[
            label(class_="unseen", for_="chat-text")[say("Say something")],
            input_(
                id="chat-text",
                name="text",
                class_="input",
                maxlength=LONGEST_CHAT,
                placeholder=say("Say something"),
            ),
            readers if TO_TEAM in channels else None,
            button(type="submit", class_="button")[say("Send")],
        ]
    ]


def settings(pieces: Pieces, say: Words) -> Markup:
    """How this person wants to play, and proof of fair dealing."""
    return div(class_="table-settings")[
        label(class_="setting")[
            input_(type="checkbox", id="confirm"), span[say("Ask me before each action")]
        ],
        div(class_="setting sound-setting", role="group", aria_label=say("Sounds"))[
            button(type="button", id="mute", class_="button small", aria_pressed="false")[
                icon("sound"), span[say("Mute sounds")]
            ],
            input_(
                type="range",
                id="volume",
                min="5",
                max="100",
                step="5",
                value="60",
                aria_label=say("Volume"),
            ),
        ],
        a(class_="button small", href=f"/replay/{pieces.id}")[
            icon("replay"), span[say("Everything so far")]
        ],
        a(class_="button small", href="/you")[icon("person"), span[say("My name and language")]],
        details[
            summary[icon("shield"), span[say("Fair dealing")], icon("down")],
            p(class_="quiet")[
                say(
                    "Before the first decision the server fixed this number. When the match is "
                    "over it shows the secret behind it, so that anybody can check the deal."
                )
            ],
            p(class_="commitment")[pieces.commitment],
        ],
    ]


def confirmation(say: Words) -> Markup:
    """Shown when a person wants to be asked before each action."""
    return div(class_="bar", id="confirm-bar")[
        button(type="button", id="confirm-act", class_="button primary", hidden=True)[
            say("Confirm")
        ],
        button(type="button", id="cancel-act", class_="button", hidden=True)[say("Cancel")],
    ]


def hint_line(say: Words) -> Markup:
    """Where a hint is told; below the bar, so that nothing moves when there is one."""
    return p(id="hint", role="status", data_thinking=say("Looking for a good move …"))[""]


def hurry(say: Words) -> Markup:
    """Warns before the end of the time: read out once, while the seconds count down."""
    return div(
        id="hurry", class_="calling hurry", hidden=True, data_words=say("Your time is running out.")
    )[
        p(role="alert", data_slot="text")[""],
        span(class_="clock low", aria_hidden="true", data_slot="left")[""],
    ]


def notices(say: Words) -> list[Markup]:
    """The places for what the page has to say: connection, refusals, questions."""
    return [
        div(
            id="connection",
            role="status",
            hidden=True,
            data_lost=say("Reconnecting …"),
            data_back=say("Connected again."),
            data_stopped=say("The server could not understand this page. Please reload it."),
        )[""],
        div(id="refusal", role="alert", hidden=True, data_first=say(FIRST))[
            p(data_slot="text")[""],
            a(data_slot="rule", data_rule="", href="#rules", hidden=True)[""],
            p(data_slot="said", class_="quiet", hidden=True)[""],
            button(type="button", data_close=True, aria_label=say("Close"))[icon("close")],
        ],
        dialog(id="ask", aria_labelledby="ask-text")[
            p(id="ask-text", data_slot="text")[""],
            form(method="dialog")[
                button(class_="button", value="no")[say("No")],
                button(class_="button primary", value="yes")[say("Yes")],
            ],
        ],
    ]


def rules_dialog(game: Game, say: Words) -> Markup:
    """The rulebook beside the board."""
    title = say("Rules of {game}", game=game.title)
    return dialog(
        id="rules", aria_labelledby="rules-title", data_source=f"/rules/{game.name}/panel"
    )[
        h2(id="rules-title", class_="unseen")[title],
        div(class_="rules-top")[
            label(class_="unseen", for_="rules-search")[say("Search the rules")],
            input_(
                type="search",
                id="rules-search",
                class_="input",
                placeholder=say("Search the rules"),
                autocomplete="off",
            ),
            button(type="button", class_="button icon", data_close=True, aria_label=say("Close"))[
                icon("close")
            ],
        ],
        div(id="rules-text", class_="prose", tabindex="0")[""],
    ]
