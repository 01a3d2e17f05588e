"""A game's rulebook as a page: every rule has an address, every mention of a rule is a link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from kermesse.core.game import Game
from kermesse.core.html import a, div, h1, input_, label, li, nav, ol, p, span
from kermesse.core.rulebook import RULE, Rulebook
from kermesse.core.words import sentence_case, words
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.lesson import board_style, how_boxes
from kermesse.table.pages.parts import facts
from kermesse.table.visitor import PACKAGE, Visitor
from kermesse.teach.page import HowTo

MENTION = re.compile(r"\b[A-Z]{2,4}-T?\d+\b")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "autolink"])


def rules_page(visitor: Visitor, game: Game, book: Rulebook, first: HowTo | None = None) -> Markup:
    """The game at a glance, then the whole rulebook with its sections and a search box."""
    say = visitor.say
    title = say("Rules of {game}", game=game.title)
    return layout(
        visitor,
        title,
        game.page.art() if first and game.page else None,
        div(class_="wrap rules-page")[
            div(class_="rules-head")[
                h1[title],
                p(class_="quiet")[sentence_case(" · ".join(facts(game, book.language)))],
                div(class_="row")[
                    a(class_="button primary", href=f"/games/{game.name}")[
                        icon("play"), span[say("Play {game}", game=game.title)]
                    ],
                ],
                how_boxes(visitor, game, first) if first else None,
            ],
            div(class_="rules-aside")[
                div(class_="search", role="search")[
                    label(for_="rules-search", class_="unseen")[say("Search the rules")],
                    icon("search"),
                    input_(
                        type="search",
                        id="rules-search",
                        class_="input",
                        placeholder=say("Search the rules"),
                        autocomplete="off",
                    ),
                ],
                contents(visitor, book),
            ],
            div(id="rules-text")[rules_fragment(game, book)],
        ],
        styles=("table.css", "lesson.css", *board_style(game)) if first else (),
        scripts=("learn.js",) if first else (),
        current=f"/rules/{game.name}",
    )


def contents(visitor: Visitor, book: Rulebook) -> Markup:
    """The sections of the book."""
    return nav(class_="contents", aria_label=visitor.say("Contents"))[
        ol[[li[a(href=f"#{id_}")[heading]] for id_, heading in sections(book.text)]]
    ]


def sections(text: str) -> list[tuple[str, str]]:
    """The ids and headings of a book's sections."""
    headings = re.findall(r"^## +(.+?) *$", text, re.MULTILINE)
    return [(f"rules-{place}", heading) for place, heading in enumerate(headings, 1)]


@lru_cache(maxsize=64)
def rules_fragment(game: Game, book: Rulebook) -> Markup:
    """The rulebook without its title, to be put into any page."""
    known = frozenset(book.rules)
    text = book.text.replace(f"{book.note}\n\n", "", 1) if book.note else book.text
    tokens = without_facts(MARKDOWN.parse(text))
    address_sections(tokens)
    for place, token in enumerate(tokens):
        if token.type == "inline":
            address_rule(tokens[place - 1], token, known)
            token.children = list(linked(token.children or [], known))
    html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return div(class_="prose", lang=book.language)[
        variant_note(book), Markup(wrapped(html, words(PACKAGE, book.language)("Overview")))
    ]


def variant_note(book: Rulebook) -> Markup | None:
    """In what a variant differs from the original, if the book is of one."""
    if not book.note:
        return None
    return div(class_="message variant-note", lang=book.language)[
        icon("info"), Markup(MARKDOWN.render(book.note).strip())
    ]


def without_facts(tokens: list[Token]) -> list[Token]:
    """Without the title and the line of facts, which the page shows in its own way."""
    gone: set[int] = set()
    for place, token in enumerate(tokens):
        if token.tag == "h2":
            break
        opens_title = token.type == "heading_open" and token.tag == "h1"
        opens_facts = token.type == "paragraph_open" and " · " in tokens[place + 1].content
        if opens_title or opens_facts:
            gone |= {place, place + 1, place + 2}
    return [token for place, token in enumerate(tokens) if place not in gone]


def address_sections(tokens: list[Token]) -> None:
    """Give each section its id."""
    openings = [token for token in tokens if token.type == "heading_open" and token.tag == "h2"]
    for place, token in enumerate(openings, 1):
        token.attrSet("id", f"rules-{place}")


def address_rule(opening: Token, inline: Token, known: frozenset[str]) -> None:
    """Give the paragraph of a rule its id."""
    start = RULE.match(inline.content)
    if opening.type == "paragraph_open" and start and start["id"] in known:
        opening.attrSet("id", f"rule-{start['id']}")
        opening.attrSet("class", "rule")


def linked(children: list[Token], known: frozenset[str]) -> Iterator[Token]:
    """The same inline tokens, with a link around every mention of a rule."""
    depth = 0
    for child in children:
        depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type == "text" and not depth:
            yield from mentions(child.content, known)
        else:
            yield child


def mentions(text: str, known: frozenset[str]) -> Iterator[Token]:
    """A text cut at the rules that it mentions."""
    end = 0
    for found in MENTION.finditer(text):
        if found[0] in known:
            yield Token("text", "", 0, content=text[end : found.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"#rule-{found[0]}"})
            yield Token("text", "", 0, content=found[0])
            yield Token("link_close", "a", -1)
            end = found.end()
    yield Token("text", "", 0, content=text[end:])


def wrapped(html: str, name: str) -> str:
    """Tables and blocks in boxes that scroll by themselves, also with the keyboard."""
    count = 0

    def box(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return (
            f'<div class="scroll" role="group" aria-label="{name} {count}" tabindex="0">{found[0]}'
        )

    html = re.sub(r"<(table|pre)>", box, html)
    return re.sub(r"</(table|pre)>", r"\g<0></div>", html)
