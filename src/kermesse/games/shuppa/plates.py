"""The players of Shuppa: token, points, the pile of won sweets, and what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, div, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.shuppa.art import SWEETS, picture
from kermesse.games.shuppa.faces import NOWHERE, back, sweet, token, token_name
from kermesse.games.shuppa.rules.record import (
    ACTION_BACK,
    ACTION_PILE,
    NORMAL_BACK,
    Happening,
    Phase,
)
from kermesse.games.shuppa.scene import COLOURS, Scene, is_multi
from kermesse.games.shuppa.words import COLOUR_WORDS, back_name


def plate(scene: Scene, player: int, names: Sequence[str], say: Words) -> Markup:
    """A player: who it is, how they stand, and what they hold."""
    name = sentence_case(names[player])
    look = f"plate p{player}" + (" own" if player == scene.viewer else "")
    look += " due" if player < scene.seats and scene.is_due(player) else ""
    look += " now" if player == scene.active else ""
    look += " winner" if scene.winners >> player & 1 else ""
    holds = deck(scene, say) if scene.is_automaton(player) else hand(scene, player, name, say)
    return div(id=f"plate-{player}", class_=look, role="group", aria_label=name)[
        span(class_="whose")[
            home(player, name, scene.is_home(player), say),
            picture("robot", "robot", bare=True) if scene.is_automaton(player) else None,
            span(class_="who")[b[name], role(scene, player, say)],
            chosen_mark(say) if scene.phase == Phase.PLAY and scene.has_chosen(player) else None,
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
    """Who a player is to the viewer."""
    if player == scene.viewer:
        return small[say("you")]
    if scene.is_automaton(player):
        return small[say("difficulty {n}", n=scene.difficulty)]
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
    """What a pile consists of."""
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
    drew = scene.event == Happening.DREW and scene.args[0] == player != scene.viewer
    source = NOWHERE
    if drew:
        source = "actions" if scene.args[2] == ACTION_PILE else "reserve"
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
    backs = (
        (NORMAL_BACK, normal, from_normal),
        (ACTION_BACK, action, from_action),
    )
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
    drew = scene.event == Happening.AUTOMATON_DRAWS
    source = ("actions" if scene.args[0] == ACTION_BACK else "reserve") if drew else NOWHERE
    return deck_of(sum(scene.deck), scene.tops[0], source, say)


@cache
def deck_of(n: int, top: int, source: str, say: Words) -> Markup:
    """The deck; what it gets for having won nothing comes from ``source`` (SH-110)."""
    label = say.count("Deck: {n} card", "Deck: {n} cards", n)
    tip = say("{label}. On top: {card} (SH-123).", label=label, card=back_name(top, say))
    shown = None if top == NOTHING else back("deck-top", top, source)
    return span(id="deck", class_="held deck", role="img", aria_label=tip, data_tip=tip)[
        span(class_="some")[shown, b[n]]
    ]
