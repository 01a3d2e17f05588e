"""The page of VIVA: three houses, the blocking card and the piles, and the players around them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from kermesse.core.html import b, button, div, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words
from kermesse.games.viva.art import art, cover, picture
from kermesse.games.viva.components import HOUSES, WIDTH
from kermesse.games.viva.hands import (
    LAST,
    NOWHERE,
    PILE,
    card_face,
    house_card,
    other_cards,
    own_cards,
    own_id,
    rows_of,
)
from kermesse.games.viva.notation import TEXTS
from kermesse.games.viva.plates import info, pills, plate, window
from kermesse.games.viva.rules.record import DRAW, FINISH, PASS, Happening, Phase
from kermesse.games.viva.scene import SEALED, Scene, copies, heap, size
from kermesse.games.viva.words import card_name, house_name, listed_words, sentence_case

if TYPE_CHECKING:
    from kermesse.core.position import View

__all__ = ["about", "art", "board", "cover", "prompt", "sound", "summary"]

HOUSE_IDS = tuple(f"house-{house + 1}" for house in range(HOUSES))
BLOCK = "block"
DISCARD = "discard"
DISCARD_LAYERS = HOUSES + 1  # as many as a VIVA is seen to bring: the houses and the block


# --- the page -----------------------------------------------------------------------------


def board(view: View, names: Sequence[str], say: Words) -> Markup:
    """The whole view, in one element with id `board`."""
    scene = Scene(view)
    kinds = len(heap(scene.shown_hand)) if scene.viewer >= 0 else 1
    look = f"viva s{scene.seats} {rows_of(kinds)}"
    look += " honour" if scene.honour else ""
    look += " resting" if scene.phase >= Phase.WIN else ""
    return div(id="board", class_=look)[
        Markup(
            "".join(
                (
                    info(scene, names, say),
                    others(scene, names, say),
                    middle(scene, say),
                    own_side(scene, names, say),
                )
            )
        )
    ]


def prompt(view: View, say: Words) -> str:
    """What the viewer's seat is asked to decide now, or what is awaited."""
    s = view.record
    if s.over:
        return say("The match is over.")
    if s.viewer >= 0 and int(s.due) >> int(s.viewer) & 1:
        return own_prompt(Scene(view), say)
    if s.phase in SEALED:
        return say("A card may be called…")
    if s.phase == Phase.NEW_BLOCK:
        return say("A new blocking card is being chosen…")
    if s.phase < Phase.CALL:
        return say("Another player is choosing…") if s.viewer >= 0 else say("A player is choosing…")
    if s.phase >= Phase.WIN:
        return say("The round is over.")
    return say("Cards are moving…")


def own_prompt(scene: Scene, say: Words) -> str:
    """What the viewer is asked."""
    if scene.phase == Phase.CALL:
        return say("Call the card, or let it be.")
    if scene.phase == Phase.NEW_BLOCK:
        return say("Choose the new blocking card: one of yours, or the top of the pile.")
    if scene.phase == Phase.MORE:
        return say("Place another identical card, or be done.")
    if scene.phase == Phase.DRAWN and len(scene.legal) == 1:
        return say("The card you drew stays in your hand.")
    if scene.phase == Phase.DRAWN:
        return say("Place the card you drew, or keep it.")
    if scene.may_finish:
        return say("Put your last card on the blocking card, or draw.")
    if len(scene.legal) == 1 and PASS in scene.legal:
        return say("You can only pass.")
    if len(scene.legal) == 1:
        return say("None of your cards can be placed: draw.")
    return say("Choose a card and its house, or draw.")


def summary(say: Words) -> str:
    """The game in a sentence or two, for the lobby."""
    return say(
        "Three houses, six colours, one card that blocks: get rid of your hand, make VIVA when all "
        "three houses show one colour, and let your neighbours draw."
    )


def about(view: View) -> Sequence[str]:
    """The ids of the elements that the last event speaks of."""
    s = view.record
    args = [int(arg) for arg in s.event_args]
    match Happening(s.event):
        case Happening.LAID:
            return [HOUSE_IDS[args[2]]]
        case Happening.PLACED:
            return [HOUSE_IDS[house] for house in range(HOUSES) if args[2 + house]]
        case Happening.BLOCKED | Happening.FINISHED:
            return [BLOCK]
        case Happening.RESHUFFLED:
            return [PILE]
        case Happening.VIVA:
            return [*HOUSE_IDS, f"plate-{args[0]}"]
        case Happening.ANSWERS | Happening.MATCH_WON:
            return [f"plate-{seat}" for seat in range(s.seats) if args[0] >> seat & 1] or ["round"]
        case Happening.ANSWERED:  # by whom is sealed (VV-64)
            return ["window"]
        case Happening.ROUND_VOID:
            return ["round"]
        case _:  # somebody deals, draws, keeps, passes, is caught, wins
            return [f"plate-{args[0]}"]


SOUNDS = {
    Happening.DEALT: "card",
    Happening.BLOCKED: "card",
    Happening.LAID: "card",
    Happening.PLACED: "card",
    Happening.FINISHED: "card",
    Happening.DREW: "card",
    Happening.CAUGHT: "slide",
    Happening.RESHUFFLED: "slide",
    Happening.VIVA: "point",
    Happening.VICTORY_CARD: "point",
    Happening.ROUND_WON: "win",
    Happening.MATCH_WON: "win",
}


def sound(view: View) -> str:
    """The sound of the last event; a turn is heard by whose it is, a call by all."""
    s = view.record
    event = Happening(s.event)
    if event == Happening.BEGAN:
        return "turn" if s.event_args[0] == s.viewer else ""
    if event == Happening.ANSWERS:
        return "talk" if s.event_args[0] else ""
    return SOUNDS.get(event, "")


# --- the players --------------------------------------------------------------------------


def others(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The other players clockwise: the left neighbour first, the right neighbour last."""
    seats = scene.others
    made = [player(scene, seat, names[seat], say) for seat in seats]
    if len(seats) == 1:
        left, across, right = "", made[0], ""
    else:
        left, across, right = made[0], "".join(made[1:-1]), made[-1]
    return (
        f'<div class="others"><div class="side left">{left}</div>'
        f'<div class="side across">{across}</div><div class="side right">{right}</div></div>'
    )


def player(scene: Scene, seat: int, name: str, say: Words) -> str:
    """Another player: the plate and the hand."""
    cards = span(id=f"hand-{seat}", class_="hand")[Markup(other_cards(scene, seat, say))]
    start = div(class_="player", role="group", aria_label=name)
    return start[Markup(f"{plate(scene, seat, name, say)}{cards}")]


def own_side(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The viewer's side of the table, or that of seat 0: plate, hand and what can be said."""
    seat = scene.own
    cards = own_cards(scene, say) if seat == scene.viewer else other_cards(scene, seat, say)
    label = say("{name}: hand", name=names[seat])
    hand = div(id=f"hand-{seat}", class_="hand", role="group", aria_label=label)
    return (
        f'<div class="own">{window(scene, names, say)}'
        f'<div class="bench">{plate(scene, seat, names[seat], say)}'
        f'<div class="pills">{pills(scene, say)}</div></div>'
        f"{hand[Markup(cards)]}</div>"
    )


# --- the middle of the table --------------------------------------------------------------


def middle(scene: Scene, say: Words) -> str:
    """The piles, the blocking card and the houses."""
    parts = [middle_start(say), draw_pile(scene, say), blocking_card(scene, say)]
    parts += [discard_pile(scene, say), victory_pile(scene.left_to_win, say)]
    parts.append('</div><div class="houses">')
    parts += [one_house(scene, house, say) for house in range(HOUSES)]
    parts.append("</div></div>")
    return "".join(parts)


@cache
def middle_start(say: Words) -> str:
    """The start of the table and of the row of piles."""
    inside = div(class_="piles")
    start = div(class_="middle", role="group", aria_label=say("The table"))[inside]
    return start.removesuffix("</div></div>")


def one_house(scene: Scene, house: int, say: Words) -> str:
    """A house with its top card, and a button for each card that may go there now."""
    placed = scene.event == Happening.PLACED and scene.args[2 + house]
    fresh = placed or (scene.event == Happening.LAID and scene.args[2] == house)
    source = placing_source(scene, house) if fresh else NOWHERE
    newest = scene.placed >= 0 and scene.house == house and scene.top[house] >= 0
    mark = " last" if newest or fresh else ""
    top, below = scene.top_of(house), scene.under[house]
    if scene.laid[house] and scene.top[house] >= 0:
        below += 1 << WIDTH * scene.top[house]
    shown = house_text(house, top, below, scene.height(house), source, mark, say)
    buttons = []
    if scene.legal and scene.phase < Phase.NEW_BLOCK:
        single = scene.single_kind
        buttons = [
            place_button(kind, house, kind == single, say)
            for kind, _ in heap(scene.shown_hand)
            if HOUSES * kind + house in scene.legal
        ]
    return f"{shown}{''.join(buttons)}</div></div>"


def placing_source(scene: Scene, house: int) -> str:
    """Where the card on top of a house came from in this step."""
    seat, kind = scene.args[:2]
    if seat != scene.viewer:
        return f"hand-{seat}"
    left = copies(scene.shown_hand, kind)
    before = sum(scene.args[2 : 2 + house]) if scene.event == Happening.PLACED else 0
    return own_id(kind, left + before)


@lru_cache(maxsize=1 << 13)
def house_text(
    house: int, top: int, below: int, height: int, source: str, mark: str, say: Words
) -> str:
    """A house without the buttons in it, left open for them."""
    name = sentence_case(house_name(house, say))
    if top == NOTHING:
        label = say("{house}: empty", house=name)
        tip = say("{house} is empty: any card that is not blocked may go here (VV-24).", house=name)
        inside = span(class_="gap", role="img", aria_label=label, data_tip=tip)[""]
    else:
        card = card_name(top, say)
        label = say("{house}: {card} on top", house=name, card=card)
        tip = say("{label}. Only a card with one of its colours may follow (VV-18).", label=label)
        if below:
            tip += " " + say("Below: {cards}.", cards=counted(below, say))
        inside = span(class_="face", role="img", aria_label=label, data_tip=tip)[
            card_face(top, house_card(house, height), source)
        ]
    roof = span(class_="roof", aria_hidden="true")[picture("roof", bare=True), b[house + 1]]
    many = b(class_="times", aria_hidden="true")[f"×{height}"] if height > 1 else None
    edge = f" e{min(height - 1, 3)}" if height > 1 else ""
    well = div(class_=f"well{edge}")[inside, many]
    return div(id=HOUSE_IDS[house], class_=f"house{mark}")[roof, well].removesuffix("</div></div>")


@cache
def place_button(kind: int, house: int, single: bool, say: Words) -> str:
    """The button that places a kind in a house; it lies over the house once the kind is chosen."""
    said = say("Place {card} in {house}", card=card_name(kind, say), house=house_name(house, say))
    return button(
        class_=f"place k{kind}{' now' if single else ''}",
        data_pick=TEXTS[HOUSES * kind + house],
        disabled=True,
        aria_label=said,
        data_tip=said + ".",
    )[card_face(kind, None), picture("down", "here", bare=True)]


@lru_cache(maxsize=1 << 13)
def counted(cards: int, say: Words) -> str:
    """Cards as a sentence lists them."""
    said = [
        card_name(kind, say) if n == 1 else say("{n} × {card}", n=n, card=card_name(kind, say))
        for kind, n in heap(cards)
    ]
    return listed_words(said, say)


def blocking_card(scene: Scene, say: Words) -> str:
    """The blocking card, and the last card of a hand on it."""
    source = last_source = NOWHERE
    if scene.event == Happening.BLOCKED:
        seat, kind, from_hand = scene.args[:3]
        source = hand_source(scene, seat, kind) if from_hand else PILE
    elif scene.event == Happening.FINISHED:
        last_source = hand_source(scene, *scene.args[:2])
    shown = block_text(scene.block, scene.last, source, last_source, say)
    return f"{shown}{finish_button(say) if scene.may_finish else ''}</div>"


def hand_source(scene: Scene, seat: int, kind: int) -> str:
    """Where a card lay that has just left a hand."""
    if seat != scene.viewer:
        return f"hand-{seat}"
    return own_id(kind, copies(scene.shown_hand, kind))


@lru_cache(maxsize=1 << 12)
def block_text(block: int, last: int, source: str, last_source: str, say: Words) -> str:
    """The place of the blocking card, left open for a button."""
    if block == NOTHING:
        label = say("No blocking card")
        tip = say("A new blocking card comes next (VV-40).")
        cards = span(class_="gap", role="img", aria_label=label, data_tip=tip)[""]
    else:
        label = say("Blocking card: {card}", card=card_name(block, say))
        tip = say(
            "{label}. Its colours may not go to a house (VV-19). Only a last card goes here, and "
            "it must match (VV-46).",
            label=label,
        )
        if last >= 0:
            label = say("{label}; on it {card}", label=label, card=card_name(last, say))
        top = card_face(last, LAST, last_source) if last >= 0 else None
        cards = span(class_="face", role="img", aria_label=label, data_tip=tip)[
            card_face(block, "block-card", source), top
        ]
    word = small(class_="word", aria_hidden="true")[say("Block")]
    stop = picture("block", "stop", bare=True)
    look = "heap blocking" + (" finished" if last >= 0 else "")
    return div(id=BLOCK, class_=look)[cards, stop, word].removesuffix("</div>")


@cache
def finish_button(say: Words) -> str:
    """The button that wins the round."""
    said = say("Put your last card on the blocking card")
    tip = said + "."
    return button(
        class_="place now", data_pick=TEXTS[FINISH], disabled=True, aria_label=said, data_tip=tip
    )[picture("down", "here", bare=True)]


def draw_pile(scene: Scene, say: Words) -> str:
    """The draw pile, of which only the size is known (VV-77)."""
    source = NOWHERE
    if scene.event == Happening.RESHUFFLED:
        source = HOUSE_IDS[1] if scene.args[1] else DISCARD
    action = scene.at_pile
    buttons = pile_button(action, say) if action not in (PASS, NOTHING) else ""
    return f"{pile_text(scene.pile, source, say)}{buttons}</div>"


@lru_cache(maxsize=1 << 10)
def pile_text(n: int, source: str, say: Words) -> str:
    """The draw pile, left open for a button."""
    label = say.count("Draw pile: {n} card", "Draw pile: {n} cards", n)
    tip = say("{label}. When it is used up, the discard pile is shuffled (VV-53).", label=label)
    if n:
        top = span(class_="face", role="img", aria_label=label, data_tip=tip)[
            card_face(-1, "pile-top", source)
        ]
    else:
        top = span(class_="gap", role="img", aria_label=label, data_tip=tip)[""]
    many = b(class_="many", aria_hidden="true")[n]
    word = small(class_="word", aria_hidden="true")[say("Draw pile")]
    look = "heap" + (f" e{min(n - 1, 3)}" if n > 1 else "")
    return div(id=PILE, class_=look)[top, many, word].removesuffix("</div>")


@cache
def pile_button(action: int, say: Words) -> str:
    """What can be done at the draw pile."""
    if action == DRAW:
        said, tip = say("Draw a card"), say("Draw a card; you may place it at once (VV-29, VV-30).")
    else:
        said = say("Turn up the top card as the blocking card")
        tip = said + "."
    return button(
        class_="place now", data_pick=TEXTS[action], disabled=True, aria_label=said, data_tip=tip
    )[""]


def discard_pile(scene: Scene, say: Words) -> str:
    """The discard pile; a VIVA is seen to fill it."""
    return discard_text(scene.discard, scene.event == Happening.VIVA, say)


@lru_cache(maxsize=1 << 12)
def discard_text(cards: int, viva: bool, say: Words) -> str:
    """The discard pile: how many cards, and for whoever wants to know, which."""
    n = size(cards)
    label = say.count("Discard pile: {n} card", "Discard pile: {n} cards", n)
    tip = f"{label}: {counted(cards, say)}." if n else label + "."
    sources = (*HOUSE_IDS, BLOCK) if viva else (NOWHERE,) * DISCARD_LAYERS
    layers = [
        card_face(-1, f"discard-{k}", sources[k], f" t{k}") for k in range(min(n, DISCARD_LAYERS))
    ]
    inside = layers or span(class_="gap")[""]
    return div(id=DISCARD, class_="heap discard", role="img", aria_label=label, data_tip=tip)[
        span(class_="face")[inside],
        b(class_="many", aria_hidden="true")[n],
        small(class_="word", aria_hidden="true")[say("Discard")],
    ]


@cache
def victory_pile(n: int, say: Words) -> str:
    """The victory cards that are still to be won."""
    label = say.count("{n} victory card to be won", "{n} victory cards to be won", n)
    tip = say("{label}. The winner of a round takes one; most of them win the match.", label=label)
    inside = span(class_="card")[picture("victory", bare=True)] if n else span(class_="gap")[""]
    return div(id="victory", class_="heap prizes", role="img", aria_label=label, data_tip=tip)[
        span(class_="face")[inside],
        b(class_="many", aria_hidden="true")[n],
        small(class_="word", aria_hidden="true")[say("To win")],
    ]
