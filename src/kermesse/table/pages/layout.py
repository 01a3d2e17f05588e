"""The frame of every page: head, header, main landmark, footer."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from kermesse.core.html import (
    Child,
    Tag,
    a,
    body,
    button,
    div,
    footer,
    form,
    h2,
    head,
    header,
    html,
    input_,
    join,
    link,
    main,
    meta,
    nav,
    p,
    script,
    span,
    svg,
    title_,
    use,
)
from kermesse.core.words import LANGUAGES, mark
from kermesse.table.assets import static
from kermesse.table.pages.art import logo
from kermesse.table.visitor import THEMES, Visitor

PAPER = {"light": "#fbf4e6", "dark": "#1b1527"}  # --paper of tokens.css, for the browser's bar

PLACES = (
    ("/", "games", mark("Games")),
    ("/replay", "replay", mark("Replays")),
    ("/you", "person", mark("You")),
)
THEME_WORDS = {
    "auto": ("theme", mark("Like my device")),
    "light": ("light", mark("Light")),
    "dark": ("dark", mark("Dark")),
}


def icon(name: str) -> Markup:
    """A small picture beside a text that says the same."""
    return svg(class_="icon", aria_hidden="true")[use(href=f"{static('icons.svg')}#{name}")]


def layout(
    visitor: Visitor,
    title: str,
    *content: Child,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    current: str = "",
    kind: str = "",
) -> Markup:
    """A whole document.

    ``current`` is the path of this page. ``styles`` and ``scripts`` are paths below `/static/`,
    and ``kind`` is a class for the body: `table-page` slims the frame down.
    """
    theme = None if visitor.theme == "auto" else visitor.theme
    say = visitor.say
    page = html(lang=visitor.language, data_theme=theme)[
        the_head(visitor, title, styles, scripts),
        body(class_=kind or None)[
            a(class_="skip", href="#main")[say("Skip to the content")],
            the_header(visitor, current),
            main(id="main", tabindex="-1")[content, div(id="tip", role="tooltip", hidden=True)],
            the_footer(visitor),
        ],
    ]
    return Markup("<!doctype html>") + page


def the_head(visitor: Visitor, title: str, styles: Sequence[str], scripts: Sequence[str]) -> Markup:
    """Everything that the browser needs before the first line."""
    full = title if title == "Kermesse" else f"{title} · Kermesse"
    return head[
        meta(charset="utf-8"),
        title_[full],
        meta(name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        meta(name="description", content=visitor.say("Tabletop games in the browser.")),
        theme_colours(visitor.theme),
        link(rel="icon", href=static("favicon.svg"), type="image/svg+xml"),
        [stylesheet(path) for path in ("tokens.css", "house.css", *styles)],
        [module(path) for path in ("page.js", *scripts)],
    ]


def stylesheet(path: str) -> Tag:
    """A style sheet of ours."""
    return link(rel="stylesheet", href=static(path))


def module(path: str) -> Tag:
    """A script of ours; it runs after the page has been read."""
    return script(type="module", src=static(path))


def theme_colours(theme: str) -> list[Tag]:
    """The colour of the browser's own bars."""
    if theme in PAPER:
        return [meta(name="theme-color", content=PAPER[theme])]
    return [
        meta(name="theme-color", content=colour, media=f"(prefers-color-scheme: {scheme})")
        for scheme, colour in PAPER.items()
    ]


def the_header(visitor: Visitor, current: str) -> Markup:
    """Wordmark, places to go, settings."""
    say = visitor.say
    return header(class_="top")[
        div(class_="wrap top-row")[
            a(class_="brand", href="/")[logo(), span(class_="brand-word")["Kermesse"]],
            nav(class_="places", aria_label=say("Main"))[
                [place(visitor, current, *where) for where in PLACES]
            ],
            settings(visitor, current or "/"),
        ]
    ]


def place(visitor: Visitor, current: str, path: str, picture: str, words: str) -> Markup:
    """One link of the navigation; every game's page belongs to Games."""
    at_home = current == "/" or current.startswith(("/games", "/table"))
    here = at_home if path == "/" else current.startswith(path)
    return a(href=path, aria_current="page" if here else None)[
        icon(picture), span[visitor.say(words)]
    ]


def settings(visitor: Visitor, back: str) -> Markup:
    """Language and colours behind one button: a popover, which needs no script."""
    say = visitor.say
    return join(
        button(
            type="button",
            class_="settings",
            popovertarget="settings",
        )[
            icon("settings"),
            span[visitor.language.upper()],
            span(class_="unseen")[say("Language and colours")],
        ],
        div(id="settings", class_="popover", popover="auto")[
            language_form(visitor, back), theme_form(visitor, back)
        ],
    )


def language_form(visitor: Visitor, back: str) -> Markup:
    """A button for each language, in that language."""
    answers = [
        answer("language", code, code == visitor.language, name, "language", lang=code)
        for code, name in LANGUAGES.items()
    ]
    return answer_form("/you/language", visitor.say("Language"), back, answers)


def theme_form(visitor: Visitor, back: str) -> Markup:
    """A button for each theme."""
    answers = [
        answer("theme", theme, theme == visitor.theme, visitor.say(words), picture)
        for theme in THEMES
        for picture, words in [THEME_WORDS[theme]]
    ]
    return answer_form("/you/theme", visitor.say("Colours"), back, answers)


def answer_form(action: str, heading: str, back: str, answers: list[Markup]) -> Markup:
    """A form whose every button is an answer."""
    return form(method="post", action=action, class_="answers", aria_label=heading)[
        h2(class_="answers-head")[heading],
        input_(type="hidden", name="back", value=back),
        answers,
    ]


def answer(
    field: str, value: str, chosen: bool, words: str, picture: str, lang: str | None = None
) -> Markup:
    """One answer; the present one is pressed."""
    return button(
        class_="answer",
        name=field,
        value=value,
        lang=lang,
        aria_pressed="true" if chosen else "false",
    )[icon(picture), span[words], icon("check") if chosen else None]


def the_footer(visitor: Visitor) -> Markup:
    """Whose games these are, and where to read on."""
    say = visitor.say
    return footer(class_="foot")[
        div(class_="wrap foot-row")[
            p[
                say("Kermesse is an unofficial, independent implementation."),
                " ",
                say("The games belong to their designers and publishers."),
            ],
            nav(aria_label=say("About"), class_="foot-links")[
                a(href="/about#rules")[say("Rules")],
                a(href="/about#credits")[say("Credits")],
                a(href="/about#licence")[say("Licence")],
            ],
        ]
    ]
