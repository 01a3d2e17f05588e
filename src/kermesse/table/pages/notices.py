"""Notices: a page is not there, not for you, or the house cannot serve it now."""

from __future__ import annotations

from markupsafe import Markup

from kermesse.core.html import Child, a, div, h1, p, span
from kermesse.table.pages.art import lost_balloon, shut_stall
from kermesse.table.pages.layout import icon, layout
from kermesse.table.visitor import Visitor

OUR_FAULT = 500


def notice(
    visitor: Visitor, title: str, text: str, back: str = "/", status: int = 404, current: str = ""
) -> Markup:
    """A short page with a way back; ``status`` only chooses the picture."""
    say = visitor.say
    words = say("To the lobby") if back == "/" else say("Back")
    return layout(
        visitor,
        title,
        notice_body(
            title,
            text,
            a(class_="button primary", href=back)[icon("back"), span[words]],
            status=status,
        ),
        current=current,
    )


def notice_body(title: str, text: str, *ways: Child, status: int = 404) -> Markup:
    """Picture, sentence, ways on."""
    shut = status >= OUR_FAULT or status == 429
    return div(class_="wrap notice")[
        shut_stall() if shut else lost_balloon(),
        h1[title],
        p(class_="lead")[text],
        div(class_="row")[ways],
    ]
