"""The panels around the shop of Shuppa: players, round, order of play, piles, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, div, li, ol, p, small, span
from kermesse.core.numerals import in_words
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, listed_words, sentence_case
from kermesse.games.shuppa.board.art import SWEETS, picture
from kermesse.games.shuppa.board.cards import NOWHERE, back, sweet, token, token_name
from kermesse.games.shuppa.board.scene import COLOURS, Scene, cards_of, is_multi
from kermesse.games.shuppa.components import LEFT, REVEALED, RIGHT
from kermesse.games.shuppa.state import ACTION_BACK, NORMAL_BACK, Happening, Phase
from kermesse.games.shuppa.words.names import COLOUR_WORDS, back_name

# --- the players ------------------------------------------------------------------------------


def plate(scene: Scene, player: int, names: Sequence[str], say: Words) -> Markup:
    """A player: who it is, how they stand, and what they hold."""
    name = sentence_case(names[player])
    look = f"plate p{player}" + (" own" if player == scene.s.viewer else "")
    look += " due" if player < scene.s.seats and scene.is_due(player) else ""
    look += " now" if player == scene.s.active else ""
    look += " winner" if scene.winners >> player & 1 else ""
    holds = deck(scene, say) if scene.is_automaton(player) else hand(scene, player, name, say)
    return div(id=f"plate-{player}", class_=look, role="group", aria_label=name)[
        span(class_="whose")[
            home(player, name, scene.is_home(player), say),
            picture("robot", "robot", bare=True) if scene.is_automaton(player) else None,
            span(class_="who")[b[name], role(scene, player, say)],
            chosen_mark(say) if scene.s.phase == Phase.PLAY and scene.has_chosen(player) else None,
        ],
        span(class_="has")[
            won_pile(player, name, scene.pile(player), scene.points(player), say), holds
        ],
    ]


@cache
def home(player: int, name: str, is_home: bool, say: Words) -> Markup:
    """The place of a token while it lies with its owner."""
    shape = token_name(player, say)
    tip = say("Token of {name}: a {shape}.", name=name, shape=shape)
    if not is_home:
        tip = say("{tip} It lies on a card.", tip=tip)
    ghost = None if is_home else picture(f"token-{player}", "out", bare=True)
    return span(class_="home", role="img", aria_label=tip, data_tip=tip)[
        token(player, "kept") if is_home else ghost
    ]


def role(scene: Scene, player: int, say: Words) -> Markup | None:
    if player == scene.s.viewer:
        return small[say("you")]
    if scene.is_automaton(player):
        return small[say("difficulty {n}", n=scene.s.difficulty)]
    return None


@cache
def chosen_mark(say: Words) -> Markup:
    """The sign of somebody who has chosen; never what (SH-118)."""
    label = say("Has chosen")
    return span(class_="ready", role="img", aria_label=label, data_tip=label + ".")[
        picture("check", bare=True)
    ]


# --- won cards --------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def won_pile(player: int, name: str, cards: tuple[int, ...], points: int, say: Words) -> Markup:
    """The PV pile, which lies open: every won card is a sweet in it (SH-38, SH-97)."""
    label = say.count("{name}: {n} point", "{name}: {n} points", points, name=name)
    tip = say("{label}. {cards}", label=label, cards=contents(cards, say))
    ordered = sorted(cards, key=lambda card: (COLOURS[card], card))
    return span(id=f"pile-{player}", class_="pile", role="img", aria_label=tip, data_tip=tip)[
        span(class_="score")[picture("bag", bare=True), b[points]],
        span(class_="sweets")[[sweet(card) for card in ordered]],
    ]


def contents(cards: tuple[int, ...], say: Words) -> str:
    if not cards:
        return say("No card won yet.")
    counts = [sum(COLOURS[card] == colour for card in cards) for colour in range(len(SWEETS))]
    parts = [
        say("{n} {colour}", n=n, colour=say(COLOUR_WORDS[colour]))
        for colour, n in enumerate(counts)
        if n
    ]
    text = say("Cards won: {list}.", list=", ".join(parts))
    if any(map(is_multi, cards)):
        text += " " + say("A multicolour card is worth 2 (SH-97).")
    return text


# --- what a player holds ------------------------------------------------------------------------


def hand(scene: Scene, player: int, name: str, say: Words) -> Markup:
    """The backs of a hand: how many Normal and Action cards it has, everybody knows (SH-117)."""
    source = scene.drew(player) if player != scene.s.viewer else NOWHERE
    return hand_of(player, name, *scene.held(player), source, say)


@lru_cache(maxsize=1 << 10)
def hand_of(player: int, name: str, normal: int, action: int, source: str, say: Words) -> Markup:
    """Both kinds of backs, counted; the one that was drawn comes from ``source``."""
    label = say(
        "{name}: in hand {normal} Normal and {action} Action cards",
        name=name,
        normal=normal,
        action=action,
    )
    sources = {"actions": (NOWHERE, source), "reserve": (source, NOWHERE)}
    from_normal, from_action = sources.get(source, (NOWHERE, NOWHERE))
    backs = ((NORMAL_BACK, normal, from_normal), (ACTION_BACK, action, from_action))
    return span(
        id=f"hand-{player}", class_="held", role="img", aria_label=label, data_tip=label + "."
    )[
        [
            span(class_="some")[back(f"h{player}-{kind}", kind, origin), b[n]]
            for kind, n, origin in backs
        ]
    ]


def deck(scene: Scene, say: Words) -> Markup:
    """The automaton's deck: its size, and the back of its topmost card (SH-119, SH-123)."""
    drew = scene.told.event == Happening.AUTOMATON_DRAWS
    source = ("actions" if scene.told.back == ACTION_BACK else "reserve") if drew else NOWHERE
    return deck_of(sum(scene.s.deck), scene.s.tops[0], source, say)


@cache
def deck_of(n: int, top: int, source: str, say: Words) -> Markup:
    """The deck; what it gets for having won nothing comes from ``source`` (SH-110)."""
    label = say.count("Deck: {n} card", "Deck: {n} cards", n)
    tip = say("{label}. On top: {card} (SH-123).", label=label, card=back_name(top, say))
    shown = None if top == NOTHING else back("deck-top", top, source)
    return span(id="deck", class_="held deck", role="img", aria_label=tip, data_tip=tip)[
        span(class_="some")[shown, b[n]]
    ]


# --- the counter ------------------------------------------------------------------------------

WAYS = {RIGHT: " right", LEFT: " left", NOTHING: " unknown"}


def counter(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """Everything that is the same for all: where the round stands, and what is left."""
    return div(class_="counter")[
        round_head(scene.s.number, scene.s.rounds, say),
        direction(scene, names, say),
        div(class_="piles", role="group", aria_label=say("The piles"))[
            jar(scene.s.bonbonniere, say),
            pile("reserve", "back", scene.s.reserve, say),
            pile("actions", "back-action", scene.s.action_pile, say),
            discard(cards_of(*scene.s.discard), say),
        ],
    ]


@cache
def round_head(number: int, rounds: int, say: Words) -> Markup:
    said = say("Round {number} of {rounds}", number=max(number, 1), rounds=rounds)
    return span(id="round", class_="round", role="img", aria_label=said, data_tip=said + ".")[
        small[say("Round")], b[f"{max(number, 1)}/{rounds}"]
    ]


# --- the order of play ------------------------------------------------------------------------


def direction(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The arrow of this round, and the tokens in the order of their columns (SH-23, SH-30)."""
    order = scene.order
    said = arrow_words(scene.s.arrow, say)
    if order:
        queue = listed_words([names[player] for player in order], say)
        said = say("{arrow} Order of play: {names}.", arrow=said, names=queue)
    tokens = [
        li(class_="turn" + turn_state(scene, player))[picture(f"token-{player}", bare=True)]
        for player in order
    ]
    return div(
        id="direction",
        class_=f"direction{WAYS[scene.s.arrow]}",
        role="img",
        aria_label=said,
        data_tip=said,
    )[
        span(id="arrow", class_="arrow")[picture("arrow", bare=True)],
        ol(class_="order")[tokens] if tokens else None,
    ]


@cache
def arrow_words(arrow: int, say: Words) -> str:
    if arrow == NOTHING:
        return say("The direction is not known yet (SH-23).")
    if arrow == RIGHT:
        return say("Play goes from left to right.")
    return say("Play goes from right to left.")


def turn_state(scene: Scene, player: int) -> str:
    """Whether a player's turn is now, over, or still to come."""
    if player == scene.s.active:
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
    look = " verdict" if scene.s.over else " good" if scene.told.event in GOOD else ""
    sign = picture("trophy", bare=True) if scene.s.over else None
    return p(id="call", class_=f"call{look}")[sign, span[text]]
