"""Pieces that several pages share: covers, facts, badges, fields, messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from markupsafe import Markup

from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.html import (
    Child,
    Tag,
    b,
    button,
    div,
    form,
    input_,
    label,
    li,
    option,
    p,
    select,
    span,
    ul,
)
from kermesse.core.rulebook import Rulebook
from kermesse.core.words import Words, mark, sentence_case
from kermesse.table.pages.art import plain_cover
from kermesse.table.pages.layout import icon
from kermesse.table.state.terms import ALONE, ALWAYS, NEVER
from kermesse.table.visitor import SeatLine, Visitor

SPEEDS = (("0.5", "½ ×"), ("1", "1 ×"), ("2", "2 ×"), ("4", "4 ×"))
SLICED = Markup('<svg preserveAspectRatio="xMidYMid slice" ')
MINUTES = re.compile(r"\d.*\bmin")
HINT_WORDS = {
    ALONE: mark("Against bots only"),
    ALWAYS: mark("Always"),
    NEVER: mark("Never"),
}


def cover(game: Game) -> Markup:
    """The game's picture, or the house's."""
    picture = game.page.cover() if game.page else plain_cover()
    # the frames differ in shape: a picture fills each of them and is cut at its sides
    filling = picture.replace(Markup("<svg "), SLICED, 1)
    return div(class_="cover", aria_hidden="true")[filling]


def summary(visitor: Visitor, game: Game) -> str:
    """The game in a sentence or two."""
    if game.page:
        return game.page.summary(visitor.speaks(game))
    return introduction(game, visitor.language)


def book(game: Game, language: str) -> Rulebook:
    """The rules in a language, or in English where a game has them in no other."""
    try:
        return game.rulebook(language)
    except KermesseError:
        return game.rulebook()


@cache
def introduction(game: Game, language: str) -> str:
    """The first paragraph of the rulebook."""
    paragraphs = opening(game, language)
    return " ".join(paragraphs[0].split()) if paragraphs else ""


@cache
def facts(game: Game, language: str) -> tuple[str, ...]:
    """Players, age, time and people, as the rulebook's opening line has them."""
    lines = [text for text in opening(game, language) if " · " in text]
    return tuple(" ".join(fact.split()) for fact in lines[0].split("·")) if lines else ()


def people(game: Game, language: str) -> str:
    """Whose game it is: the facts without numbers, which are of players, ages and minutes."""
    named = [fact for fact in facts(game, language) if not any(map(str.isdigit, fact))]
    return sentence_case(" · ".join(named))


def opening(game: Game, language: str) -> list[str]:
    """The paragraphs of the rulebook between its title and its first section."""
    try:
        rules = book(game, language)
    except KermesseError:
        return []
    before = rules.text.split("\n## ", 1)[0]
    parts = [part for part in before.split("\n\n") if part.strip() and not part.startswith("#")]
    return [part for part in parts if part != rules.note]


def minutes(game: Game, language: str) -> str:
    """How long a match takes, or an empty string."""
    time = next((fact for fact in facts(game, language) if MINUTES.search(fact)), "")
    return time.split(",")[0]


def players(game: Game, say: Words) -> str:
    """How many can play."""
    return number_of_players(game.seats_for(), say)


def number_of_players(possible: Sequence[int], say: Words) -> str:
    """Some numbers of players in words."""
    least, most = possible[0], possible[-1]
    if least == most:
        return say.count("{n} player", "{n} players", most)
    if len(possible) < most - least + 1:  # not every number between them
        numbers = ", ".join(map(str, possible[:-1]))
        return say("{numbers} or {most} players", numbers=numbers, most=most)
    return say("{least} to {most} players", least=least, most=most)


def fact_list(visitor: Visitor, game: Game) -> Markup:
    """Players and time, with their icons."""
    time = minutes(game, visitor.language)
    return ul(class_="facts")[
        li[icon("people"), span[players(game, visitor.say)]],
        li[icon("clock"), span[sentence_case(time)]] if time else None,
    ]


def who_won(places: Sequence[int], names: Sequence[str], seat: int, say: Words) -> str:
    """Who has won, said to the person at a seat, or to anybody else."""
    winners = [winner for winner, place in enumerate(places) if place == 1]
    if winners == [seat]:
        return say("You win!")
    if seat in winners:  # a team, or a tie
        others = ", ".join(names[winner] for winner in winners if winner != seat)
        return say("You win, together with {who}!", who=others)
    if not winners:  # alone against the rules
        return say("You lose.") if seat >= 0 else say("{who} loses.", who=", ".join(names))
    who = ", ".join(names[winner] for winner in winners)
    return say.count("{who} wins.", "{who} win.", len(winners), who=who)


def badge(words: str, kind: str = "", picture: str = "") -> Markup:
    """A short state: `turn`, `good`, `bad`, `quiet`."""
    classes = f"pill pill-{kind}" if kind else "pill"
    return span(class_=classes)[icon(picture) if picture else None, words]


def seat_chips(seats: Iterable[SeatLine], say: Words) -> Markup:
    """Who sits at a table."""
    return ul(class_="chips", aria_label=say("Seats"))[[seat_chip(seat, say) for seat in seats]]


def seat_chip(seat: SeatLine, say: Words) -> Markup:
    """One seat: a person, a bot, or free."""
    if not seat.name:
        return li(class_="chip chip-free")[icon("seat"), say("Free seat")]
    won = " chip-won" if seat.won else ""
    points = None
    if seat.points is not None:
        points = b[say.count("{n} point", "{n} points", seat.points)]
    if seat.is_bot:
        said = say("{name} (bot)", name=seat.name)
        return li(class_="chip chip-bot" + won)[icon("trophy" if won else "bot"), said, points]
    return li(class_="chip" + won)[icon("trophy" if won else "person"), seat.name, points]


def post(action: str, **attributes: object) -> Tag:
    """A form that changes something."""
    return form(method="post", action=action, **attributes)


def submit(words: str, picture: str = "", kind: str = "", **attributes: object) -> Markup:
    """A button that sends its form; kinds are `primary`, `danger`, `big`, `small`."""
    return button(class_=f"button {kind}".strip(), **attributes)[
        icon(picture) if picture else None, span[words]
    ]


def field(words: str, control: Child, id_: str, hint: Child = None) -> Markup:
    """A labelled control with an optional hint below; the control names the hint by its id."""
    return div(class_="field")[
        label(for_=id_)[words],
        control,
        p(class_="hint", id=f"{id_}-hint")[hint] if hint else None,
    ]


def text_input(name: str, id_: str, **attributes: object) -> Tag:
    """A line to write on."""
    return input_(class_="input", name=name, id=id_, **attributes)


def choose(
    name: str,
    id_: str,
    choices: Iterable[tuple[str, str]],
    chosen: str,
    groups: Iterable[Child] = (),
    **attributes: object,
) -> Markup:
    """A select of (value, words), and perhaps of groups of them."""
    return span(class_="select")[
        select(name=name, id=id_, **attributes)[options_of(choices, chosen), list(groups)],
        icon("down"),
    ]


def options_of(choices: Iterable[tuple[str, str]], chosen: str) -> list[Markup]:
    """The lines of a select."""
    return [option(value=value, selected=value == chosen)[words] for value, words in choices]


def tick(
    name: str, id_: str, words: str, ticked: bool, hint: Child = None, described: str = ""
) -> Markup:
    """A checkbox; the hidden field before it tells an unticked one from none at all."""
    return div(class_="field tick")[
        input_(type="hidden", name=name, value="false"),
        input_(
            type="checkbox",
            name=name,
            id=id_,
            value="true",
            checked=ticked,
            aria_describedby=described or (f"{id_}-hint" if hint else None),
        ),
        label(for_=id_)[words],
        p(class_="hint", id=f"{id_}-hint")[hint] if hint else None,
    ]


def alert(text: Child) -> Markup | None:
    """What went wrong, said at once."""
    if not text:
        return None
    return div(class_="message message-bad", role="alert")[icon("warning"), p[text]]


def done(text: str) -> Markup | None:
    """What went well."""
    if not text:
        return None
    return div(class_="message message-good", role="status")[icon("check"), p[text]]
