"""What Shuppa asks of the viewer besides the cards: the own hand, declining, sharing a lot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words
from kermesse.games.shuppa.art import picture
from kermesse.games.shuppa.components import MOST_SEATS
from kermesse.games.shuppa.faces import KIND_TIPS, NOWHERE, card_label, card_tip, cell, face
from kermesse.games.shuppa.gestures import give_to
from kermesse.games.shuppa.notation import action_text
from kermesse.games.shuppa.rules.record import ACTION_PILE, DECLINE, PLAY, Happening, Phase
from kermesse.games.shuppa.scene import ACTION_KINDS, Question, Scene
from kermesse.games.shuppa.words import cards_name

# --- the own hand -------------------------------------------------------------------------------


def own_hand(scene: Scene, say: Words) -> Markup:
    """The viewer's cards in ascending order (SH-24)."""
    drew = scene.event == Happening.DREW and scene.args[0] == scene.viewer
    playing = scene.asked and scene.phase == Phase.PLAY
    cards = []
    for card in scene.own_hand:
        source = NOWHERE
        if drew and card == scene.args[1]:
            source = "actions" if scene.args[2] == ACTION_PILE else "reserve"
        cards.append(hand_card(card, source, playing, say))
    look = f"hand n{len(cards)}" + (" rests" if scene.phase != Phase.PLAY else "")
    return div(id="own-hand", class_=look, role="group", aria_label=say("Your hand"))[cards]


@lru_cache(maxsize=1 << 11)
def hand_card(card: int, source: str, playing: bool, say: Words) -> Markup:
    """A card to be played."""
    label = card_label(card, say)
    pick = action_text(PLAY + card) if playing else ""
    said = say("Play {card}", card=label) if playing else label
    return cell(face(card, source=source), said, card_tip(card, say), pick=pick)


# --- questions ----------------------------------------------------------------------------------


def question(scene: Scene, names: Sequence[str], say: Words) -> Markup | None:
    """What can be answered beside the zone: a card left unused, a lot shared."""
    if not scene.asked:
        return None
    if scene.phase == Phase.EFFECT:
        return declining(scene, say)
    if scene.phase == Phase.SHARE:
        return sharing(scene.question, names, say)
    return None


def declining(scene: Scene, say: Words) -> Markup:
    """The Action card in play, and the button that leaves it unused (SH-61, SH-81)."""
    card = scene.token[scene.active]
    return div(id="question", class_="ask")[
        span(class_="asked")[b[card_label(card, say)], small[say(KIND_TIPS[ACTION_KINDS[card]])]],
        button(
            id="decline",
            class_="choice",
            data_pick=action_text(DECLINE),
            disabled=True,
            data_tip=say("Leave the card unused; you draw an Action card (SH-81)."),
        )[span[say("Decline and draw")]],
    ]


def sharing(asked: Question, names: Sequence[str], say: Words) -> Markup:
    """Who gets the multicolours of a lot (SH-43…45): a button for each, the usual one lit."""
    gifts = asked.multicolours
    share = say.count("{n} card each", "{n} cards each", asked.each)
    rest = say.count("{n} discarded", "{n} discarded", asked.rest)
    head = say("{n} cards to share: {share}, {rest}.", n=len(asked.cards), share=share, rest=rest)
    who = say("Who gets {cards}?", cards=cards_name(gifts, say))
    takers = [
        gift_button(place, player, names[player], asked.usual[place], say)
        for place, player in enumerate(asked.players)
    ]
    if asked.rest:
        takers.append(gift_button(MOST_SEATS, NOTHING, "", asked.usual[-1], say))
    return div(id="question", class_="ask sharing", role="group", aria_label=head)[
        span(class_="asked")[small[head], b[who]],
        div(class_="takers")[takers, usual_button(asked, names, say) if len(gifts) > 1 else None],
    ]


@lru_cache(maxsize=1 << 10)
def gift_button(place: int, player: int, name: str, usual: int, say: Words) -> Markup:
    """A button that gives a multicolour to a player, or discards it."""
    if player == NOTHING:
        label, sign = say("Discard it"), picture("bin", bare=True)
    elif place == 0:
        label, sign = say("Keep it"), picture(f"token-{player}", bare=True)
    else:
        label = say("To {name}", name=name)
        sign = picture(f"token-{player}", bare=True)
    look = "choice gift" + (" usual" if usual else "")
    return button(id=f"gift-{place}", class_=look, data_pick=give_to(place), disabled=True)[
        sign, span[label]
    ]


def usual_button(asked: Question, names: Sequence[str], say: Words) -> Markup:
    """All multicolours at once, as they are usually shared (SH-45)."""
    parts = [
        say("{name} {n}", name=names[player], n=asked.usual[place])
        for place, player in enumerate(asked.players)
        if asked.usual[place]
    ]
    if asked.usual[-1]:
        parts.append(say("discarded {n}", n=asked.usual[-1]))
    return button(
        id="usual",
        class_="choice usual",
        data_pick=" ".join(["share", *map(str, asked.usual)]),
        disabled=True,
    )[picture("check", bare=True), span[say("As usual: {list}", list=", ".join(parts))]]
