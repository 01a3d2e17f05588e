"""The cards of Muckle that are played: stacks with their streaks, cards face-down, and hits."""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import div, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, mark
from kermesse.games.muckle.art import picture
from kermesse.games.muckle.hands import NOWHERE, card_tip
from kermesse.games.muckle.rules.record import Happening, Phase
from kermesse.games.muckle.scene import Scene, pile, series
from kermesse.games.muckle.words import card_name

STREAK_NAMES = (mark("Tackle streak: {n}"), mark("Run streak: {n}"))
NEXT_STREAKS = (
    mark("A white card is on top. A Tackle next would be a streak of {n}."),
    mark("A white card is on top. A Run next would be a streak of {n}."),
)
ON_CARDS = range(Happening.REVEALED, Happening.HIT)


def played(scene: Scene, seat: int, name: str, say: Words) -> str:
    """A stack, the card laid face-down beside it, and a hit that arrives there."""
    if scene.selecting:
        return ""
    shown = scene.event == Happening.REVEALED and scene.args[0] == seat
    look = " cancelled" if scene.is_cancelled(seat) else ""
    look += " last" if seat == scene.actor and scene.event in ON_CARDS else ""
    stacked = stack_of(seat, name, scene.stack[seat], look, f"l{seat}" if shown else NOWHERE, say)
    hit = blow(scene, say) if scene.blow == seat else ""
    return f'<div class="played">{stacked}{laid(scene, seat, say)}{hit}</div>'


@lru_cache(maxsize=1 << 14)
def stack_of(seat: int, name: str, stack: int, look: str, source: str, say: Words) -> str:
    """A stack from bottom to top, the cards of the streak set off; ``look`` is the top card's."""
    cards, counted = pile(stack), series(stack)
    parts = []
    for place, kind in enumerate(cards):
        on_top = place == len(cards) - 1
        marked = " counts" if counted.cards >> place & 1 else ""
        marked += look if on_top else ""
        ident = f"c{seat}-{kind}-{cards[:place].count(kind)}"
        cancelled = on_top and "cancelled" in look
        face = card_face(ident, kind, source if on_top else NOWHERE, cancelled, say)
        parts.append(f'<span class="slot{marked}">{face}</span>')
    parts.append(streak(seat, stack, say))
    label = say.count("{name}: {n} card played", "{name}: {n} cards played", len(cards), name=name)
    return div(id=f"stack-{seat}", class_="fan", role="group", aria_label=label)[
        Markup("".join(parts))
    ]


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
    found = series(stack)
    if not found.length:
        return ""
    if not found.broken:
        words = STREAK_NAMES[found.runs]
        label = say(words, n=found.length)
        tip = say("{label}. Higher streaks act first (MK-25).", label=label)
    else:
        label = say("No streak now")
        tip = say(NEXT_STREAKS[found.runs], n=found.length + 1)
    look = "streak" + (" runs" if found.runs else " tackles") + (" pale" if found.broken else "")
    return span(id=f"streak-{seat}", class_=look, role="img", aria_label=label, data_tip=tip)[
        found.length
    ]


def laid(scene: Scene, seat: int, say: Words) -> str:
    """The card picked for this turn, face-down until all are turned over (MK-66)."""
    if scene.pick[seat] == NOTHING:
        open_place = scene.phase == Phase.PLAY
        return f'<div id="laid-{seat}" class="laid{" open" if open_place else ""}"></div>'
    source = NOWHERE
    if scene.event == Happening.PICKED and scene.args[0] == seat:
        source = f"own-{scene.args[1]}" if seat == scene.viewer else f"hand-{seat}"
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
    source = NOWHERE if scene.event == Happening.TACKLED else f"stack-{scene.args[3]}"
    return blow_at(scene.event, source, say)


@cache
def blow_at(event: int, source: str, say: Words) -> str:
    """The picture of a hit."""
    words = {
        Happening.TACKLED: say("A Tackle sets off"),
        Happening.DODGED: say("A hit is sent on"),
        Happening.HIT: say("A hit arrives"),
    }
    label = words[Happening(event)]
    look = "hit landed" if event == Happening.HIT else "hit"
    return span(id="hit", class_=look, role="img", aria_label=label, data_from=source or None)[
        picture("fist")
    ]
