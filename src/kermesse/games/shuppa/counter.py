"""The counter of Shuppa: the round, its direction, the order of play, the piles, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from kermesse.core.html import b, div, li, ol, p, small, span
from kermesse.core.numerals import in_words
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.shuppa.art import picture
from kermesse.games.shuppa.components import LEFT, REVEALED, RIGHT
from kermesse.games.shuppa.faces import sweet
from kermesse.games.shuppa.rules.record import Happening
from kermesse.games.shuppa.scene import Scene, cards_of
from kermesse.games.shuppa.words import listed_words

WAYS = {RIGHT: " right", LEFT: " left", NOTHING: " unknown"}


def counter(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """Everything that is the same for all: where the round stands, and what is left."""
    return div(class_="counter")[
        round_head(scene.number, scene.rounds, say),
        direction(scene, names, say),
        div(class_="piles", role="group", aria_label=say("The piles"))[
            jar(scene.bonbonniere, say),
            pile("reserve", "back", scene.reserve, say),
            pile("actions", "back-action", scene.action_pile, say),
            discard(cards_of(*scene.discard), say),
        ],
    ]


@cache
def round_head(number: int, rounds: int, say: Words) -> Markup:
    """The number of the round."""
    said = say("Round {number} of {rounds}", number=max(number, 1), rounds=rounds)
    return span(id="round", class_="round", role="img", aria_label=said, data_tip=said + ".")[
        small[say("Round")], b[f"{max(number, 1)}/{rounds}"]
    ]


# --- the order of play ------------------------------------------------------------------------


def direction(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The arrow of this round, and the tokens in the order of their columns (SH-23, SH-30)."""
    order = scene.order
    said = arrow_words(scene.arrow, say)
    if order:
        queue = listed_words([names[player] for player in order], say)
        said = say("{arrow} Order of play: {names}.", arrow=said, names=queue)
    tokens = [
        li(class_="turn" + turn_state(scene, player))[picture(f"token-{player}", bare=True)]
        for player in order
    ]
    return div(
        id="direction",
        class_=f"direction{WAYS[scene.arrow]}",
        role="img",
        aria_label=said,
        data_tip=said,
    )[
        span(id="arrow", class_="arrow")[picture("arrow", bare=True)],
        ol(class_="order")[tokens] if tokens else None,
    ]


@cache
def arrow_words(arrow: int, say: Words) -> str:
    """The direction in words."""
    if arrow == NOTHING:
        return say("The direction is not known yet (SH-23).")
    if arrow == RIGHT:
        return say("Play goes from left to right.")
    return say("Play goes from right to left.")


def turn_state(scene: Scene, player: int) -> str:
    """Whether a player's turn is now, over, or still to come."""
    if player == scene.active:
        return " now"
    return " done" if scene.is_home(player) else ""


# --- piles ------------------------------------------------------------------------------------


@cache
def jar(n: int, say: Words) -> Markup:
    """The Bonbonnière; the arrow on its top card is shown beside it (SH-23, SH-120)."""
    label = say.count("Bonbonnière: {n} card", "Bonbonnière: {n} cards", n)
    number = sentence_case(in_words(REVEALED, say.language, feminine=True))
    tip = say.count(
        "{label}. {number} is turned up in each round (SH-22).",
        "{label}. {number} are turned up in each round (SH-22).",
        REVEALED,
        label=label,
        number=number,
    )
    return span(id="jar", class_="heap jar", role="img", aria_label=label, data_tip=tip)[
        picture("jar", bare=True), b[n]
    ]


@cache
def pile(ident: str, drawing: str, n: int, say: Words) -> Markup:
    """The Reserve or the Action pile, of which only the size is known (SH-120)."""
    if ident == "reserve":
        label = say.count("Reserve: {n} card", "Reserve: {n} cards", n)
        tip = say("{label}. It fills columns that are empty (SH-89).", label=label)
    else:
        label = say.count("Action pile: {n} card", "Action pile: {n} cards", n)
        tip = say("{label}. Who wins nothing draws one of them (SH-34, SH-80).", label=label)
    look = "heap backs" if n else "heap backs none"
    return span(id=ident, class_=look, role="img", aria_label=label, data_tip=tip)[
        picture(drawing, bare=True), b[n]
    ]


@cache
def discard(cards: tuple[int, ...], say: Words) -> Markup:
    """The cards that have left the game: those that could not be shared (SH-42, SH-51)."""
    n = len(cards)
    label = say.count("Discarded: {n} card", "Discarded: {n} cards", n)
    tip = say("{label}. What cannot be shared evenly leaves the game (SH-42).", label=label)
    look = "heap bin" if n else "heap bin none"
    return span(id="discard", class_=look, role="img", aria_label=label, data_tip=tip)[
        picture("bin", bare=True), [sweet(card) for card in cards], b[n]
    ]


# --- what happens, in words -------------------------------------------------------------------

GOOD = (Happening.MARKED, Happening.WON, Happening.ATE)


def call(scene: Scene, text: str) -> Markup:
    """The last event."""
    look = " verdict" if scene.over else " good" if scene.event in GOOD else ""
    sign = picture("trophy", bare=True) if scene.over else None
    return p(id="call", class_=f"call{look}")[sign, span[text]]
