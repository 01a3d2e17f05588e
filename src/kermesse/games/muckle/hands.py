"""The cards of Muckle that somebody holds or has laid aside: others' small, the own ones large.

A card is `c<seat>-<kind>-<n>`: the n-th of its kind in that seat's set, those of the stack first,
from the bottom. So a card that everybody sees go from the stack to the hand is the same element,
and a hidden one has no name at all.
"""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, small, span
from kermesse.core.record import NOTHING, UNKNOWN
from kermesse.core.words import Words, mark
from kermesse.games.muckle.art import picture
from kermesse.games.muckle.components import CARDS
from kermesse.games.muckle.rules.record import Happening
from kermesse.games.muckle.scene import Scene, heap, in_stack, size, streak_with, team_of
from kermesse.games.muckle.words import CARD_WORDS, card_name

NOWHERE = ""  # `data-from` of what did not move

# What a card does, by its word in the table of cards.
CARD_TIPS = {
    "run": mark("With the ball, the team runs as many spaces as the streak."),
    "tackle_left": mark("Hits the left neighbour for the streak. With the ball it does nothing."),
    "tackle_right": mark("Hits the right neighbour for the streak. With the ball it does nothing."),
    "tackle_both": mark("Hits both neighbours for the streak. With the ball it does nothing."),
    "dodge_left": mark("Hits from the left are sent on to the right."),
    "dodge_right": mark("Hits from the right are sent on to the left."),
    "pass": mark(
        "The player who began the turn with the ball gives it to their teammate, before all else."
    ),
    "rest": mark("The whole stack goes back to the hand, this card included."),
}


@cache
def card_tip(kind: int, say: Words) -> str:
    """A card and what it does."""
    word = CARD_WORDS[kind]
    effect = say(CARD_TIPS[word]) if word in CARD_TIPS else ""
    return say("{card}. {effect}", card=card_name(kind, say), effect=effect)


# --- the cards that others hold ---------------------------------------------------------------


def hand(scene: Scene, seat: int, name: str, say: Words) -> str:
    """Another's hand: the cards that the viewer knows, then the backs of the others."""
    named, known, stack = scene.hand[seat], scene.known[seat], scene.stack[seat]
    return hand_of(seat, name, named, known, stack, scene.unseen[seat], bool(scene.over), say)


@lru_cache(maxsize=1 << 13)
def hand_of(
    seat: int,
    name: str,
    named: int,
    known: int,
    stack: int,
    unseen: int,
    laid_open: bool,
    say: Words,
) -> str:
    """The cards of a hand, small; at the end they are laid open (MK-70)."""
    before, by_all = in_stack(stack), heap(known)
    held = size(named) + unseen
    parts = [f'<b class="count">{held}</b>']
    for kind, copies in enumerate(heap(named)):
        for n in range(copies):
            look = "" if laid_open else " known" if n < by_all[kind] else " ours"
            ident = f"c{seat}-{kind}-{before[kind] + n}"
            parts.append(small_card(ident, kind, look, NOWHERE, say))
    parts += [hidden_card(f"h{seat}-{slot}", NOWHERE, say) for slot in range(unseen)]
    label = say.count("{name}: {n} card in hand", "{name}: {n} cards in hand", held, name=name)
    return div(id=f"hand-{seat}", class_="minis", role="group", aria_label=label)[
        Markup("".join(parts))
    ]


def small_card(ident: str, kind: int, look: str, source: str, say: Words) -> str:
    """A card shown by its sign."""
    label, tip = card_name(kind, say), card_tip(kind, say)
    if look == " known":
        label = say("{card}, known to everyone", card=label)
        tip = say("{tip} Everyone knows this card: it has been played.", tip=tip)
    elif look == " ours":
        tip = say("{tip} Known to the team since the exchange.", tip=tip)
    elif look == " out":
        label = say("{card}, laid aside", card=label)
    return span(class_=f"mini{look}", role="img", aria_label=label, data_tip=tip)[
        span(id=ident, class_=f"face k{kind}", data_from=source or None)[picture(f"p{kind}")]
    ]


@cache
def hidden_card(ident: str, source: str, say: Words) -> str:
    """A card that only its owner sees; its id says nothing but its place."""
    label, tip = say("A hidden card"), say("Only its owner sees this card.")
    return span(class_="mini", role="img", aria_label=label, data_tip=tip)[
        span(id=ident, class_="face back", data_from=source or None)[picture("back")]
    ]


# --- the cards laid aside -----------------------------------------------------------------------


def aside(scene: Scene, seat: int, name: str, say: Words) -> str:
    """The cards that a player plays without, as far as the viewer may see them (MK-06, MK-63)."""
    hidden = scene.covered[seat] if scene.selecting else 0  # later on all know how many they are
    empty = scene.wanted - scene.laid_aside(seat) if scene.selecting else 0
    new, source = NOTHING, NOWHERE
    if scene.event == Happening.PUT_ASIDE and scene.args[0] == seat:
        new, source = scene.args[1], f"hand-{seat}"
        if new >= 0:
            source = f"c{seat}-{new}-{heap(scene.hand[seat])[new]}"
    elif scene.event == Happening.EXCHANGED and seat == scene.mate:
        source = f"x{seat}-"
    return aside_of(seat, name, scene.aside[seat], hidden, empty, new, source, say)


@lru_cache(maxsize=1 << 12)
def aside_of(
    seat: int, name: str, named: int, hidden: int, empty: int, new: int, source: str, say: Words
) -> str:
    """The cards laid aside, then the places for those still to come.

    The newest one comes from ``source``; after the exchange all do, each from its own place.
    """
    parts: list[str] = []
    for kind, copies in enumerate(heap(named)):
        for n in range(copies):
            origin = source if kind == new and n == copies - 1 else NOWHERE
            if source.startswith("x"):
                origin = f"{source}{len(parts)}"
            parts.append(small_card(f"a{seat}-{kind}-{n}", kind, " out", origin, say))
    for slot in range(hidden):
        origin = source if new == UNKNOWN and slot == hidden - 1 else NOWHERE
        parts.append(hidden_card(f"x{seat}-{slot}", origin, say))
    parts += ['<span class="mini"><span class="gap"></span></span>'] * empty
    if named:
        parts.insert(0, small(class_="word", aria_hidden="true")[say("aside")])
    label = say("{name}: laid aside", name=name)
    return div(id=f"aside-{seat}", class_="aside", role="group", aria_label=label)[
        Markup("".join(parts))
    ]


# --- the own hand -------------------------------------------------------------------------------


def own_hand(scene: Scene, say: Words) -> str:
    """The viewer's hand, a button for each kind (MK-71)."""
    seat = scene.viewer
    task = PLAYING
    if scene.selecting:
        more = scene.is_due(seat) and scene.laid_aside(seat) < scene.wanted
        task = LAYING_ASIDE if more else NO_TASK
    chosen = scene.pick[seat]
    return hand_to_play(seat, scene.hand[seat], scene.known[seat], scene.stack[seat], chosen, task,
                        say)  # fmt: skip


PLAYING, LAYING_ASIDE, NO_TASK = "{}", "aside {}", ""  # how a card's pick is written


@lru_cache(maxsize=1 << 13)
def hand_to_play(
    seat: int, named: int, known: int, stack: int, chosen: int, task: str, say: Words
) -> str:
    """The piles of the own hand."""
    by_all = heap(known)
    parts = [
        own_pile(seat, kind, copies, by_all[kind], stack, kind == chosen, task, say)
        for kind, copies in enumerate(heap(named))
        if copies
    ]
    look = f"hand team{team_of(seat)} kinds{len(parts)}"
    return div(id=f"hand-{seat}", class_=look, role="group", aria_label=say("Your hand"))[
        Markup("".join(parts))
    ]


def own_pile(
    seat: int, kind: int, copies: int, known: int, stack: int, chosen: bool, task: str, say: Words
) -> str:
    """All equal cards of the own hand, as one button."""
    before = in_stack(stack)[kind]
    cards = [
        span(id=f"c{seat}-{kind}-{before + n}", class_=f"card k{kind} n{n}")[picture(f"c{kind}")]
        for n in range(copies)
    ]
    label, tip, mark_ = pile_words(kind, copies, known, stack, task, say)
    inside = [span(class_="copies")[cards]]
    inside += [b(class_="times", aria_hidden="true")["×", copies]] if copies > 1 else []
    inside += [Markup(mark_)] if mark_ else []
    return button(
        id=f"own-{kind}",
        class_="pile" + (" chosen" if chosen else ""),
        data_pick=task.format(CARD_WORDS[kind]) or None,
        disabled=True,
        aria_label=label,
        data_tip=tip,
    )[inside]


def pile_words(
    kind: int, copies: int, known: int, stack: int, task: str, say: Words
) -> tuple[str, str, str]:
    """Label and explanation of a pile, and the streak that its card would make."""
    name, tip = card_name(kind, say), card_tip(kind, say)
    if task == LAYING_ASIDE:
        label = say("Lay {card} aside: {n} in hand", card=name, n=copies)
        return label, tip, ""
    label = say("{card}: {n} in hand", card=name, n=copies)
    if task == NO_TASK:
        return label, tip, ""
    if known:
        tip = say("{tip} Everyone knows that you hold {n}.", tip=tip, n=known)
    length = streak_with(stack, kind)
    if not length:
        return label, tip, ""
    label = say("{label}. Streak if played: {n}", label=label, n=length)
    tip = say("{tip} Played now, its streak is {n}.", tip=tip, n=length)
    look = "runs" if CARDS[kind].action == "run" else "tackles"
    return label, tip, span(class_=f"streak next {look}", aria_hidden="true")[length]
