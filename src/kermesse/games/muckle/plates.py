"""The four seats of Muckle: who sits there, what they hold, their stack and their card aside.

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
from kermesse.games.muckle.rules.record import Happening, Phase
from kermesse.games.muckle.scene import (
    ABOVE,
    BELOW,
    Scene,
    heap,
    in_stack,
    pile,
    series,
    size,
    streak_with,
    team_of,
)
from kermesse.games.muckle.words import CARD_WORDS, card_name

NOWHERE = ""  # `data-from` of what did not move
PLACES = ("own", "left", "mate", "right")

# What a card does, by its word in the table of cards.
CARD_TIPS = {
    "run": mark("With the ball, the team runs as many spaces as the streak."),
    "tackle_left": mark("Hits the left neighbour for the streak. With the ball it does nothing."),
    "tackle_right": mark("Hits the right neighbour for the streak. With the ball it does nothing."),
    "tackle_both": mark("Hits both neighbours for the streak. With the ball it does nothing."),
    "dodge_left": mark("Hits from the left are sent on to the right."),
    "dodge_right": mark("Hits from the right are sent on to the left."),
    "pass": mark("Who began the turn with the ball gives it to the teammate, before all else."),
    "rest": mark("The whole stack goes back to the hand, this card included."),
}
TEAM_NAMES = (mark("blue hoops"), mark("pink quarters"))


@cache
def card_tip(kind: int, say: Words) -> str:
    """A card and what it does."""
    word = CARD_WORDS[kind]
    effect = say(CARD_TIPS[word]) if word in CARD_TIPS else ""
    return say("{card}. {effect}", card=card_name(kind, say), effect=effect)


@cache
def team_label(team: int, say: Words) -> str:
    """A team by its shirts."""
    return say(TEAM_NAMES[team])


# --- a seat -------------------------------------------------------------------------------------


def seat_at(scene: Scene, seat: int, name: str, say: Words) -> str:
    """One side of the table: the plate, the cards held and laid aside, and those played."""
    place = scene.place(seat)
    small_hand = "" if seat == scene.viewer else hand(scene, seat, name, say)
    return (
        f'<div class="side {PLACES[place]} team{team_of(seat)}">{plate(scene, seat, name, say)}'
        f'<div class="cards">{small_hand}{aside(scene, seat, name, say)}</div>'
        f"{played(scene, seat, name, say)}</div>"
    )


def plate(scene: Scene, seat: int, name: str, say: Words) -> str:
    """A player's name, team, damage and ball."""
    look = "plate due" if scene.is_due(seat) else "plate"
    look += " winner" if scene.winner == team_of(seat) else ""
    look += " aimed" if scene.aimed_at >> seat & 1 else ""
    place = scene.place(seat) if scene.viewer >= 0 else NOTHING
    has_ball, has_chosen = scene.ball == seat, scene.has_chosen(seat)
    return plate_of(seat, name, look, place, has_chosen, scene.damage[seat], has_ball, say)


@lru_cache(maxsize=1 << 12)
def plate_of(
    seat: int,
    name: str,
    look: str,
    place: int,
    has_chosen: bool,
    taken: int,
    has_ball: bool,
    say: Words,
) -> str:
    """A plate; ``place`` is where the player sits from the viewer, or NOTHING for a spectator."""
    return div(id=f"plate-{seat}", class_=look)[
        shirt(team_of(seat), say),
        span(class_="who")[b[name], role(place, say)],
        chosen_mark(say) if has_chosen else None,
        damage(seat, taken, say) if taken else None,
        ball(name, say) if has_ball else None,
    ]


@cache
def shirt(team: int, say: Words) -> Markup:
    """The sign of a team."""
    label = say("Team: {shirts}", shirts=team_label(team, say))
    return span(class_="shirt", role="img", aria_label=label, data_tip=label)[
        picture(f"team-{team}")
    ]


@cache
def role(place: int, say: Words) -> Markup | None:
    """Who a player is to the viewer."""
    if place == BELOW:
        return small[say("you")]
    return small[say("teammate")] if place == ABOVE else None


@cache
def chosen_mark(say: Words) -> Markup:
    """The sign of somebody who has answered; never with what (MK-66)."""
    label = say("Has chosen")
    return span(class_="ready", role="img", aria_label=label, data_tip=label)[picture("check")]


@cache
def damage(seat: int, taken: int, say: Words) -> Markup:
    """The damage that a player has taken in this turn (MK-32)."""
    label = say("Damage: {damage}", damage=taken)
    tip = say("{label}. It is forgotten at the end of the turn.", label=label)
    return span(id=f"damage-{seat}", class_="damage", role="img", aria_label=label, data_tip=tip)[
        picture("burst", bare=True), b[taken]
    ]


@lru_cache(maxsize=1 << 10)
def ball(holder: str, say: Words) -> Markup:
    """The ball, with whoever holds it or in the middle."""
    label = say("{name} has the ball", name=holder) if holder else say("The ball, in the middle")
    return span(id="ball", class_="ball", role="img", aria_label=label, data_tip=label)[
        picture("ball")
    ]


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
    label = say("{name}: laid aside", name=name)
    return div(id=f"aside-{seat}", class_="aside", role="group", aria_label=label)[
        Markup("".join(parts))
    ]


# --- the cards played ---------------------------------------------------------------------------


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


STREAK_NAMES = (mark("Tackle streak: {n}"), mark("Run streak: {n}"))
NEXT_STREAKS = (
    mark("A white card is on top. A Tackle next would be a streak of {n}."),
    mark("A white card is on top. A Run next would be a streak of {n}."),
)
ON_CARDS = range(Happening.REVEALED, Happening.HIT)


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
    look = f"hand team{team_of(seat)} n{len(parts)}"
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
