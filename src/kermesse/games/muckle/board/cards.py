"""The cards of Muckle on the page: those in hand, those laid aside, the stacks with their streaks.

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
from kermesse.games.muckle.board.art import picture
from kermesse.games.muckle.board.scene import BLOWS, Scene, series, streak_with, team_of
from kermesse.games.muckle.cards import heap, pile
from kermesse.games.muckle.components import CARD_WORDS, CARDS
from kermesse.games.muckle.state import Happening, Phase
from kermesse.games.muckle.words.names import card_name

NOWHERE = ""  # `data-from` of what did not move
PLAYING, LAYING_ASIDE, NO_TASK = "{}", "aside {}", ""  # how the pick of a card in hand is written
ON_CARDS = range(Happening.REVEALED, Happening.HIT)

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
STREAK_NAMES = (mark("Tackle streak: {n}"), mark("Run streak: {n}"))
NEXT_STREAKS = (
    mark("A white card is on top. A Tackle next would be a streak of {n}."),
    mark("A white card is on top. A Run next would be a streak of {n}."),
)
BLOW_LABELS = {
    Happening.TACKLED: mark("A Tackle sets off"),
    Happening.DODGED: mark("A hit is sent on"),
    Happening.HIT: mark("A hit arrives"),
}


@cache
def card_tip(kind: int, say: Words) -> str:
    """A card and what it does."""
    word = CARD_WORDS[kind]
    effect = say(CARD_TIPS[word]) if word in CARD_TIPS else ""
    return say("{card}. {effect}", card=card_name(kind, say), effect=effect)


def group(ident: str, look: str, label: str, parts: list[str]) -> str:
    """An element that holds cards."""
    return div(id=ident, class_=look, role="group", aria_label=label)[Markup("".join(parts))]


# --- the cards that others hold ---------------------------------------------------------------


@lru_cache(maxsize=1 << 13)
def hand(
    seat: int,
    name: str,
    named: int,
    known: int,
    stack: int,
    unseen: int,
    laid_open: bool,
    say: Words,
) -> str:
    """The cards of a hand, small: those that the viewer knows, then the backs of the others.

    At the end they are laid open (MK-70).
    """
    before, by_all = pile(stack), heap(known)
    held = sum(heap(named)) + unseen
    parts = [f'<b class="count">{held}</b>']
    for kind, copies in enumerate(heap(named)):
        for n in range(copies):
            look = "" if laid_open else " known" if n < by_all[kind] else " ours"
            ident = f"c{seat}-{kind}-{before.count(kind) + n}"
            parts.append(small_card(ident, kind, look, NOWHERE, say))
    parts += [hidden_card(f"h{seat}-{slot}", NOWHERE, say) for slot in range(unseen)]
    label = say.count("{name}: {n} card in hand", "{name}: {n} cards in hand", held, name=name)
    return group(f"hand-{seat}", "minis", label, parts)


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
    hidden = scene.s.covered[seat] if scene.selecting else 0  # later all know how many they are
    empty = scene.wanted - scene.laid_aside(seat) if scene.selecting else 0
    new, source = NOTHING, NOWHERE
    if scene.happened(Happening.PUT_ASIDE, seat):
        new, source = scene.told.card, f"hand-{seat}"
        if new >= 0:
            source = f"c{seat}-{new}-{heap(scene.s.hand[seat])[new]}"
    elif scene.told.event == Happening.EXCHANGED and seat == scene.mate:
        source = f"x{seat}-"
    return aside_of(seat, name, scene.s.aside[seat], hidden, empty, new, source, say)


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
    return group(f"aside-{seat}", "aside", say("{name}: laid aside", name=name), parts)


# --- the viewer's hand ----------------------------------------------------------------------------


def own_hand(scene: Scene, say: Words) -> str:
    """The viewer's hand, a button for each kind (MK-71)."""
    s, seat = scene.s, scene.s.viewer
    task = PLAYING
    if scene.selecting:
        more = scene.is_due(seat) and scene.laid_aside(seat) < scene.wanted
        task = LAYING_ASIDE if more else NO_TASK
    return piles(seat, s.hand[seat], s.known[seat], s.stack[seat], s.pick[seat], task, say)


@lru_cache(maxsize=1 << 13)
def piles(seat: int, named: int, known: int, stack: int, chosen: int, task: str, say: Words) -> str:
    """The piles of the viewer's hand."""
    by_all = heap(known)
    parts = [
        own_pile(seat, kind, copies, by_all[kind], stack, kind == chosen, task, say)
        for kind, copies in enumerate(heap(named))
        if copies
    ]
    look = f"hand team{team_of(seat)} kinds{len(parts)}"
    return group(f"hand-{seat}", look, say("Your hand"), parts)


def own_pile(
    seat: int, kind: int, copies: int, known: int, stack: int, chosen: bool, task: str, say: Words
) -> str:
    """All equal cards of the viewer's hand, as one button."""
    before = pile(stack).count(kind)
    cards = [
        span(id=f"c{seat}-{kind}-{before + n}", class_=f"card k{kind} n{n}")[picture(f"c{kind}")]
        for n in range(copies)
    ]
    label, tip, streak_mark = pile_words(kind, copies, known, stack, task, say)
    inside = [span(class_="copies")[cards]]
    inside += [b(class_="times", aria_hidden="true")["×", copies]] if copies > 1 else []
    inside += [Markup(streak_mark)] if streak_mark else []
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
        return say("Lay {card} aside: {n} in hand", card=name, n=copies), tip, ""
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


# --- the cards played ---------------------------------------------------------------------------


def played(scene: Scene, seat: int, name: str, say: Words) -> str:
    """A stack, the card laid face-down beside it, and a hit that arrives there."""
    if scene.selecting:
        return ""
    look = " cancelled" if scene.is_cancelled(seat) else ""
    look += " last" if seat == scene.actor and scene.told.event in ON_CARDS else ""
    source = f"l{seat}" if scene.happened(Happening.REVEALED, seat) else NOWHERE
    stacked = stack_of(seat, name, scene.s.stack[seat], look, source, say)
    hit = blow(scene, say) if scene.told.event in BLOWS and seat == scene.actor else ""
    return f'<div class="played">{stacked}{laid(scene, seat, say)}{hit}</div>'


@lru_cache(maxsize=1 << 14)
def stack_of(seat: int, name: str, stack: int, look: str, source: str, say: Words) -> str:
    """A stack from bottom to top, the cards of the streak set off; ``look`` is the top card's."""
    cards, counted = pile(stack), series(stack).places
    parts = []
    for place, kind in enumerate(cards):
        on_top = place == len(cards) - 1
        marked = (" counts" if place in counted else "") + (look if on_top else "")
        ident = f"c{seat}-{kind}-{cards[:place].count(kind)}"
        cancelled = on_top and "cancelled" in look
        face = card_face(ident, kind, source if on_top else NOWHERE, cancelled, say)
        parts.append(f'<span class="slot{marked}">{face}</span>')
    parts.append(streak(seat, stack, say))
    label = say.count("{name}: {n} card played", "{name}: {n} cards played", len(cards), name=name)
    return group(f"stack-{seat}", "fan", label, parts)


def card_face(ident: str, kind: int, source: str, cancelled: bool, say: Words) -> Markup:
    """A card that lies open; one that is cancelled is crossed out."""
    label, tip = card_name(kind, say), card_tip(kind, say)
    if cancelled:
        label = say("{card}, cancelled", card=label)
        tip = say("{tip} Cancelled: tackled by a higher streak (MK-26).", tip=tip)
    return span(
        id=ident,
        class_=f"card k{kind}",
        role="img",
        aria_label=label,
        data_tip=tip,
        data_from=source or None,
    )[picture(f"c{kind}"), cancelled and picture("cross", "crossed")]


def streak(seat: int, stack: int, say: Words) -> str:
    """The streak as a number, pale while a white card lies on it (MK-13)."""
    places, runs, broken = series(stack)
    length = len(places)
    if not length:
        return ""
    if broken:
        label, tip = say("No streak now"), say(NEXT_STREAKS[runs], n=length + 1)
    else:
        label = say(STREAK_NAMES[runs], n=length)
        tip = say("{label}. Higher streaks act first (MK-25).", label=label)
    look = "streak" + (" runs" if runs else " tackles") + (" pale" if broken else "")
    return span(id=f"streak-{seat}", class_=look, role="img", aria_label=label, data_tip=tip)[
        length
    ]


def laid(scene: Scene, seat: int, say: Words) -> str:
    """The card picked for this turn, face-down until all are turned over (MK-66)."""
    if scene.s.pick[seat] == NOTHING:
        look = "laid open" if scene.s.phase == Phase.PLAY else "laid"
        return f'<div id="laid-{seat}" class="{look}"></div>'
    source = NOWHERE
    if scene.happened(Happening.PICKED, seat):
        source = f"own-{scene.told.card}" if seat == scene.s.viewer else f"hand-{seat}"
    return laid_card(seat, source, say)


@cache
def laid_card(seat: int, source: str, say: Words) -> str:
    """The back of a picked card."""
    label = say("A card laid face-down")
    tip = say("{label}. All four are turned over together (MK-66).", label=label)
    back = span(
        id=f"l{seat}",
        class_="card back",
        role="img",
        aria_label=label,
        data_tip=tip,
        data_from=source or None,
    )[picture("back")]
    return div(id=f"laid-{seat}", class_="laid")[back]


def blow(scene: Scene, say: Words) -> str:
    """The hit under way: with the tackler, a dodger, or who takes it."""
    event = Happening(scene.told.event)
    source = None if event == Happening.TACKLED else f"stack-{scene.told.source}"
    label = say(BLOW_LABELS[event])
    look = "hit landed" if event == Happening.HIT else "hit"
    return span(id="hit", class_=look, role="img", aria_label=label, data_from=source)[
        picture("fist")
    ]
