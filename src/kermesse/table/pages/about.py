"""Whose games these are, where the rules are, and what Kermesse is made of."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from kermesse import __version__
from kermesse.core.game import Game
from kermesse.core.html import a, dd, div, dl, dt, h1, h2, li, p, section, ul
from kermesse.table.pages.layout import icon, layout
from kermesse.table.pages.parts import people
from kermesse.table.visitor import Visitor


def about_page(visitor: Visitor, games: Sequence[Game]) -> Markup:
    """The whole page."""
    say = visitor.say
    return layout(
        visitor,
        say("About Kermesse"),
        div(class_="wrap narrow stack")[
            h1[say("About Kermesse")],
            p(class_="lead")[
                say("Kermesse puts modern tabletop games on one table, in your browser.")
            ],
            rules_list(visitor, games),
            credits_list(visitor, games),
            licence_section(visitor),
        ],
        current="/about",
    )


def rules_list(visitor: Visitor, games: Sequence[Game]) -> Markup:
    """The rulebooks."""
    say = visitor.say
    return section(class_="panel", aria_labelledby="rules")[
        h2(id="rules")[icon("rules"), say("Rules")],
        p[say("All rules are retold in our own words.")],
        ul(class_="links")[
            [
                li[a(href=f"/rules/{game.name}")[say("Rules of {game}", game=game.title)]]
                for game in games
            ]
        ],
    ]


def credits_list(visitor: Visitor, games: Sequence[Game]) -> Markup:
    """The people behind the games."""
    say = visitor.say
    return section(class_="panel", aria_labelledby="credits")[
        h2(id="credits")[icon("people"), say("Credits")],
        p[
            say("Kermesse is an unofficial, independent implementation."),
            " ",
            say("It is not affiliated with or endorsed by the people named here."),
        ],
        dl[
            [
                [dt[game.title], dd[people(game, visitor.language)]]
                for game in games
                if game.variant is None
            ]
        ],
        p[say("If you like a game, buy it: cardboard among friends is better than any program.")],
    ]


def licence_section(visitor: Visitor) -> Markup:
    """Licence and version."""
    say = visitor.say
    return section(class_="panel", aria_labelledby="licence")[
        h2(id="licence")[icon("info"), say("Licence")],
        p[
            say(
                "Kermesse {version} is free software under the MIT licence, written in Python.",
                version=__version__,
            ),
            " ",
            say("The text of the licence is in the file LICENSE, which comes with the program."),
        ],
    ]
