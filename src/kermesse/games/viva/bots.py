"""What bots know about VIVA: how each level thinks, a quick judgement, features, good manners."""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.bits import count, has
from kermesse.core.kernel import kernel
from kermesse.core.recipes import Levels, Recipe, Search
from kermesse.core.record import Moves, Worths
from kermesse.core.sights import Sight
from kermesse.games.viva.cards import copies, first_kind, kinds_in, size
from kermesse.games.viva.components import COLOURS, HOUSES, KINDS, MATCHING, MOST_SEATS, SHOWN
from kermesse.games.viva.rules.honour import was_forbidden
from kermesse.games.viva.rules.houses import forbidden, match, shown_by_all
from kermesse.games.viva.state import CALL, FINISH, HONOUR, Phase, State

ROUND_WORTH = 30.0  # a victory card, in cards of a hand
READY = 2.5  # the last card matches the blocking card: one more turn
FITS = 0.6  # a card that matches the blocking card, to finish with
PLACEABLE = 0.15  # a kind that is not blocked now
CALLED_VIVA = 1.5  # a VIVA that has been placed but not carried out

COLOUR_COUNT = len(COLOURS)
TOP_MARKS = COLOUR_COUNT + 1  # per house: its colours, or that it is empty
SEAT_MARKS = 4  # per seat: cards, one card, victory cards, takes part
SIGHTS = (
    Sight(KINDS, "your hand: copies of each kind, halved"),
    Sight(KINDS, "the discard pile: copies of each kind, divided by 6"),
    Sight(KINDS, "the cards of the next seat that everybody knows"),
    Sight(KINDS, "the kind of the card just drawn, and of what is laid"),
    Sight(HOUSES * TOP_MARKS, "for each house the colours of its top card, or that it is empty"),
    Sight(TOP_MARKS, "the colours of the blocking card, or that there is none"),
    Sight(
        MOST_SEATS * SEAT_MARKS,
        "for each seat from yours on: cards (a tenth), one card left, victory cards as a "
        "share of the rounds, takes part",
    ),
    Sight(1, "has the turn"),
    Sight(5, "which decision it is"),
    Sight(2, "cards of the pile and turns played, as shares"),
    Sight(2, "played on one's honour; a tie-break"),
)
FEATURES = sum(sight.numbers for sight in SIGHTS)

# A few turns are played on before a hand is judged: what matters is who gets rid of it.
TREE = Recipe(Search.TREE, 20, scale=3.0, explore=0.6, focus=4.0, playout=24)


def levels(seats: int) -> Levels:
    """Glances with slips, then trees with informed playouts."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=3.0),
        "casual": Recipe(Search.GLANCE, 1, slips=0.65),
        "skilled": Recipe(Search.GLANCE, 8, slips=0.22),
        "strong": TREE,
        "expert": replace(TREE, iterations=4_000),
    }


@kernel
def evaluate(s: State, out: Worths) -> None:
    """How far each seat is ahead of the best of the others."""
    for seat in range(s.seats):
        out[seat] = 0.0
        best = -1000.0
        for other in range(s.seats):
            if other != seat:
                best = max(best, prospects(s, other))
        out[seat] = prospects(s, seat) - best


@kernel
def prospects(s: State, seat: int) -> float:
    """Victory cards first, then few cards, of which one fits the blocking card."""
    worth = ROUND_WORTH * float(s.wins[seat])
    if s.over:
        return worth + (ROUND_WORTH if s.tie_break and s.victor == seat else 0.0)
    if not has(s.playing, seat):
        return worth
    if s.last >= 0 and s.active == seat:
        return worth + ROUND_WORTH
    hand = int(s.hand[seat])
    cards = size(hand) + int(s.unseen[seat])
    worth -= float(cards)
    if s.block >= 0 and cards > 0:
        worth += fit(s, hand, cards)
    if s.placed >= 0 and s.active == seat and shown_by_all(s) != 0:
        worth += CALLED_VIVA
    return worth


@kernel
def fit(s: State, hand: int, cards: int) -> float:
    """What the hand is worth beside its size, as far as it is known."""
    matching = kinds_in(hand) & int(MATCHING[s.block])
    if cards == 1:
        return READY if matching else 0.0
    free = count(kinds_in(hand)) - count(matching)
    return (FITS if matching else 0.0) + PLACEABLE * float(min(free, 3))


@kernel
def afresh(s: State) -> None:
    """Nobody has a victory card yet; in a tie-break round all who play have as many anyway."""
    if not s.tie_break:
        s.wins[:] = 0


@kernel
def features(s: State, out: Worths) -> None:
    """Cards, houses, blocking card and seats, from the side of the view's own seat."""
    out[:] = 0.0
    me = max(int(s.viewer), 0)
    after = (me + 1) % int(s.seats)
    for kind in range(KINDS):
        out[kind] = float(copies(s.hand[me], kind)) / 2.0
        out[KINDS + kind] = float(copies(s.discard, kind)) / 6.0
        out[2 * KINDS + kind] = float(copies(s.known[after], kind))
        out[3 * KINDS + kind] = float(int(kind in (s.drawn, s.laid_kind)))
    at = 4 * KINDS
    for house in range(HOUSES):
        top = s.laid_kind if s.laid[house] > 0 else s.top[house]
        mark_colours(top, out[at : at + TOP_MARKS])
        at += TOP_MARKS
    mark_colours(s.block, out[at : at + TOP_MARKS])
    at += TOP_MARKS
    for i in range(s.seats):
        mark_seat(s, (me + i) % int(s.seats), out[at + SEAT_MARKS * i : at + SEAT_MARKS * (i + 1)])
    mark_match(s, me, out[at + SEAT_MARKS * MOST_SEATS :])


@kernel
def mark_colours(kind: int, out: Worths) -> None:
    """The colours of a card, or that there is none."""
    if kind < 0:
        out[COLOUR_COUNT] = 1.0
        return
    for colour in range(COLOUR_COUNT):
        out[colour] = float(int(has(SHOWN[kind], colour)))


@kernel
def mark_seat(s: State, seat: int, out: Worths) -> None:
    """How a seat stands."""
    cards = size(s.hand[seat]) + int(s.unseen[seat])
    out[0] = float(cards) / 10.0
    out[1] = float(int(cards == 1))
    out[2] = float(s.wins[seat]) / float(s.rounds)
    out[3] = float(int(has(s.playing, seat)))


@kernel
def mark_match(s: State, me: int, out: Worths) -> None:
    """The decision, the match, and whether a placement could be called."""
    out[0] = float(int(s.active == me))
    for phase in range(5):
        out[1 + phase] = float(int(s.phase == phase))
    out[6] = float(s.pile) / 126.0
    out[7] = float(s.turn) / float(s.turn_cap)
    out[8] = float(int(s.table == HONOUR))
    out[9] = float(int(s.tie_break))


# --- good manners -------------------------------------------------------------------------


@kernel
def manners(s: State, seat: int, lot: int, moves: Moves, n: int) -> int:
    """The actions that a bot looks at: it notices, and cheats, as often as was agreed."""
    cheats = s.phase == Phase.TURN and lot < s.bot_cheat  # VV-70
    if s.phase != Phase.CALL and (s.table != HONOUR or cheats):
        return n
    notices = was_forbidden(s) and lot < s.bot_notice  # VV-69
    kept = 0
    for i in range(n):
        action = int(moves[i])
        if s.phase == Phase.CALL:
            looks = (action == CALL) == notices
        else:
            looks = is_allowed(s, seat, action)
        if looks:
            moves[kept] = action
            kept += 1
    return kept


@kernel
def is_allowed(s: State, seat: int, action: int) -> bool:
    """Whether an action that is open on the honour table keeps to the rules."""
    if action == FINISH:
        return match(first_kind(s.hand[seat]), s.block)
    if action < FINISH and s.phase in (Phase.TURN, Phase.DRAWN):
        return not forbidden(s, action // HOUSES, s.top[action % HOUSES])
    return True
