"""Whether a parsed position of VIVA can be continued, and whether it can occur."""

from __future__ import annotations

import numpy as np

from kermesse.core.bits import bit, count, has, minus
from kermesse.core.kinds import bits_of
from kermesse.core.position_text import demand
from kermesse.core.record import NOTHING, TABLE, UNKNOWN
from kermesse.games.viva.cards import copies, heap, one, size
from kermesse.games.viva.components import BOX, CARD_CODES, HOUSES, KINDS
from kermesse.games.viva.rules.houses import match, shown_by_all
from kermesse.games.viva.rules.piles import can_draw
from kermesse.games.viva.scoring import leaders
from kermesse.games.viva.secrets import census
from kermesse.games.viva.state import DEALER_AT_RANDOM, HONOUR, Phase, State

DRAWING = (
    Phase.DRAW, Phase.PENALTY, Phase.FALSE_CALLS, Phase.RIGHT, Phase.LEFT, Phase.REPLACE,
)  # fmt: skip
AFTER_VIVA = (Phase.RIGHT, Phase.LEFT, Phase.NEW_BLOCK, Phase.ONLY_CARD)
HONOUR_ONLY = (Phase.CALL, Phase.ANSWERS, Phase.TAKE_BACK, Phase.PENALTY, Phase.FALSE_CALLS)
PLACED = (Phase.CALL, Phase.ANSWERS, Phase.TAKE_BACK, Phase.FALSE_CALLS)
UNDECIDED = (Phase.CALL, Phase.ANSWERS, Phase.TAKE_BACK)  # later, what lay beneath may be drawn
ROUND_OVER = (Phase.WIN, Phase.VICTORY_CARD, Phase.NEXT, Phase.OVER)
PASSING = (Phase.TURN, Phase.MORE, Phase.BEGIN, Phase.VICTORY_CARD, Phase.NEXT, Phase.OVER)
BEFORE_PLACING = (Phase.TURN, Phase.MORE, Phase.DRAWN, Phase.DRAW)
SHOWING = (*UNDECIDED, Phase.FALSE_CALLS, Phase.VIVA)  # a VIVA, before the houses are cleared
SETTLED = (Phase.VICTORY_CARD, Phase.NEXT, Phase.OVER)


def phase_name(s: State) -> str:
    """The phase in a word."""
    return Phase(s.phase).name.lower()


def cards_of(s: State, seat: int) -> int:
    """How many cards a seat holds."""
    return size(s.hand[seat]) + int(s.unseen[seat])


def in_house(s: State, house: int) -> int:
    """All cards of a house."""
    return int(s.under[house]) + (one(s.top[house]) if s.top[house] >= 0 else 0)


# --- what the rules could not go on from ----------------------------------------------------


def check(s: State) -> None:
    """Refuse positions that the rules cannot continue from."""
    check_deck(s)
    check_seats(s)
    check_hands(s)
    check_phase(s)
    check_placing(s)
    check_match(s)


def left_for_the_pile(s: State) -> int:
    """How many cards of the deck lie nowhere else."""
    found = np.zeros(KINDS, np.int16)
    unnamed = census(s, found) - int(s.pile)
    for kind in range(KINDS):
        demand(found[kind] <= BOX[kind], f"there are not so many of {CARD_CODES[kind]} in the deck")
    return int((BOX - found).sum()) - unnamed


def check_deck(s: State) -> None:
    """The draw pile has all the cards that lie nowhere else (VV-05)."""
    rest = left_for_the_pile(s)
    demand(s.pile == rest, f"{max(rest, 0)} cards are left for the pile, not {s.pile}")


def check_seats(s: State) -> None:
    """Who takes part and who is to decide."""
    demand(count(s.playing) > 1, "at least two seats take part in a round")
    demand(has(s.playing, s.active) and has(s.playing, s.dealer), "active or dealer sits out")
    opponents = minus(s.playing, bit(s.active))
    if s.phase == Phase.CALL:
        fits = s.due != 0 and minus(s.due, opponents) == 0
    else:
        fits = s.due == usually_due(s)
    demand(fits, f"phase {phase_name(s)} does not fit who is due")
    called = minus(opponents, s.due) if s.phase > Phase.DRAWN else 0
    demand(minus(s.callers, called) == 0, "only who has answered can have called")


def usually_due(s: State) -> int:
    """Who owes a decision; in the time for calls, if nobody has answered yet."""
    if s.phase == Phase.CALL:
        return minus(s.playing, bit(s.active))
    return bit(s.active) if s.phase < Phase.CALL else 0


def check_hands(s: State) -> None:
    """Everybody in the round holds a card, and the viewer sees its own and what all know."""
    for seat in range(s.seats):
        cards = cards_of(s, seat)
        gone = (s.last >= 0 or s.phase == Phase.REPLACE) and seat == s.active
        if has(s.playing, seat):
            demand(cards > 0 or gone or s.phase > Phase.WIN, f"hand {seat} is empty")
        else:
            demand(cards == 0, f"hand {seat} belongs to nobody in this round")
        if s.viewer in (TABLE, seat):
            demand(s.unseen[seat] == 0, f"hand {seat} cannot hold '??' for this viewer")
        else:
            named_by_all = s.hand[seat] == s.known[seat]
            demand(named_by_all, f"hand {seat} names cards that this viewer cannot know")


def check_phase(s: State) -> None:
    """What a phase needs to go on."""
    phase = Phase(s.phase)
    demand((s.owes > 0) == (phase in DRAWING), f"phase {phase_name(s)} does not fit {s.owes} owed")
    demand(phase not in HONOUR_ONLY or s.table == HONOUR, "nobody calls at a strict table")
    no_block = phase == Phase.TURN_UP or phase in AFTER_VIVA
    demand((s.block >= 0) != no_block, f"phase {phase_name(s)} does not fit the blocking card")
    demand(phase != Phase.DRAW or can_draw(s), "there is no card to draw")
    demand(phase != Phase.TURN_UP or can_draw(s), "there is no card to turn up")
    demand((phase == Phase.VIVA) <= (shown_by_all(s) != 0), "the houses show no VIVA")
    alone = cards_of(s, int(s.active)) == 1
    demand(phase != Phase.ONLY_CARD or alone, "the active hand has more than one card")
    demand(phase != Phase.NEW_BLOCK or not alone, "an only card leaves no choice")
    demand((s.last >= 0) <= (phase in (*PLACED, *ROUND_OVER)), "a last card ends a round")
    demand((phase == Phase.WIN) <= (s.last >= 0), "nobody has placed a last card")


def check_placing(s: State) -> None:
    """What the turn has drawn, laid and placed."""
    hidden = s.viewer not in (TABLE, s.active)
    hand, laid = int(s.hand[s.active]), int(s.laid.sum())
    demand((s.drawn != NOTHING) == (s.phase == Phase.DRAWN), "a drawn card does not fit the phase")
    if s.drawn != NOTHING:
        held = s.drawn >= 0 and copies(hand, s.drawn) > 0
        demand(s.drawn == UNKNOWN if hidden else held, "the drawn card is not in the hand")
    laying = s.phase == Phase.MORE
    demand(laying == (s.laid_kind >= 0) == (laid > 0), "what is laid does not fit the phase")
    if laying:
        demand(not hidden, "the others do not see what is laid")
        follows = copies(hand, s.laid_kind) > laid and size(hand) > laid + 1
        demand(follows, "no identical card can follow")
        demand(shown_by_all(s) == 0, "a VIVA ends the placing")
    demand((s.placed >= 0) == (s.house >= 0), "a card is placed in a house")
    if s.phase in PLACED:
        demand((s.placed >= 0) != (s.last >= 0), f"phase {phase_name(s)} needs a placement")
    if s.placed >= 0 and s.phase in UNDECIDED:
        demand(s.top[s.house] == s.placed, "the card that was placed is a top card")
        beneath = s.beneath < 0 or copies(s.under[s.house], s.beneath) > 0
        demand(beneath, "what lies beneath is not in the house")


def check_match(s: State) -> None:
    """Rounds, victory cards and who has won."""
    demand(s.turn <= s.turn_cap, "the round is past its last turn")
    demand(s.wins.sum() <= s.rounds, "there are not so many victory cards")
    regular = s.played < s.rounds or s.phase == Phase.OVER
    demand(regular or s.tie_break, "no round is left to be played")
    demand(s.phase != Phase.VICTORY_CARD or s.victor >= 0, "nobody gets a victory card")
    demand(s.tie_break == 0 or s.played >= s.rounds, "a tie-break comes after all rounds")


# --- what no play leads to ------------------------------------------------------------------


def check_history(s: State) -> None:
    """Refuse positions that no play leads to."""
    check_turn(s)
    check_passes(s)
    check_round(s)
    check_houses(s)
    check_debts(s)


def dealer_of(s: State) -> int:
    """Who has dealt this round, as turn and active seat tell: the turn goes left (VV-08, VV-32)."""
    seats = list(bits_of(s.playing))
    return seats[(seats.index(s.active) - int(s.turn)) % len(seats)] if s.active in seats else 0


def check_turn(s: State) -> None:
    """Whose turn it is, and what the first one begins with (VV-04, VV-08, VV-32)."""
    demand(
        s.dealer == dealer_of(s),
        f"in turn {s.turn} seat {s.active} is active only if seat {dealer_of(s)} deals: "
        "the turn passes to the left (VV-08, VV-32)",
    )
    dealt = s.turn == 0
    demand(
        not dealt or s.phase in (Phase.TURN_UP, Phase.BEGIN),
        f"phase {phase_name(s)} belongs to a turn, and turn 0 is none (VV-08)",
    )
    if dealt or (s.turn == 1 and s.phase in BEFORE_PLACING[:2]):
        for seat in bits_of(s.playing):
            dealt_all = cards_of(s, seat) == s.hand_size
            demand(dealt_all, f"hand {seat} is dealt {s.hand_size} cards (VV-04)")
            demand(s.known[seat] == 0, f"of hand {seat} nobody has seen a card yet (VV-04)")
        empty = s.discard == 0 and all(in_house(s, house) == 0 for house in range(HOUSES))
        demand(empty, "a round begins with empty houses and no discards (VV-06)")


def check_passes(s: State) -> None:
    """All pass one after the other, and only while nothing can be drawn (VV-56, VV-57)."""
    if s.passes == 0:
        return
    everybody = count(s.playing)
    most = everybody if s.phase in (Phase.BEGIN, Phase.NEXT, Phase.OVER) else everybody - 1
    demand(s.passes <= most, f"when all {everybody} have passed, the round ends (VV-57)")
    demand(s.passes <= s.turn, f"in {s.turn} turns nobody can have passed more often (VV-57)")
    demand(s.phase in PASSING, f"phase {phase_name(s)} comes after no pass (VV-56)")
    demand(not can_draw(s), "nobody passes while there is a card to draw (VV-56)")


def check_round(s: State) -> None:
    """Who plays, who has dealt, and how many victory cards there can be (VV-09…14)."""
    most = int(s.played) + int(s.phase == Phase.NEXT and s.victor >= 0)
    demand(s.wins.sum() <= most, f"{s.played} rounds are finished: too many victory cards (VV-10)")
    demand(s.victor == NOTHING or s.phase in SETTLED, "this round has no victor yet (VV-10)")
    over = int(s.phase == Phase.OVER)
    if s.tie_break:
        demand(s.playing == leaders(s), "a tie-break is between the tied leaders (VV-14)")
        demand(
            s.played == s.rounds + over, "there is one tie-break round, after all others (VV-14)"
        )
        return
    demand(s.playing == bit(s.seats) - 1, "everybody takes part but in a tie-break (VV-14)")
    if over:
        demand(s.played == s.rounds, f"a match has {s.rounds} rounds (VV-12)")
        demand(count(leaders(s)) == 1, "a tie-break has to be played (VV-13)")
    first = int(s.first_dealer) - 1
    if s.first_dealer != DEALER_AT_RANDOM:
        dealt = (first + int(s.played) - over) % int(s.seats)
        demand(s.dealer == dealt, f"seat {dealt} deals round {s.played - over + 1} (VV-09)")


def check_houses(s: State) -> None:
    """What can lie in the houses now (VV-18…21, VV-33, VV-35)."""
    shows = s.phase in SHOWING and s.placed >= 0
    demand(shows or shown_by_all(s) == 0, "a VIVA is cleared before play goes on (VV-33, VV-35)")
    cleared = s.phase in (*AFTER_VIVA, Phase.REPLACE)
    for house in range(HOUSES):
        empty = in_house(s, house) == 0
        demand(empty or not cleared, f"a VIVA has cleared house {house + 1} (VV-35)")
        demand(empty or s.top[house] >= 0, f"house {house + 1} has no top card (VV-18)")
        if s.table != HONOUR:
            check_strictly(s, house)
    if s.table != HONOUR:
        laid = s.laid_kind < 0 or not match(s.laid_kind, s.block)
        demand(laid, "what is laid is blocked (VV-19)")
        demand(s.last < 0 or match(s.last, s.block), "a last card matches the block (VV-46)")


def check_strictly(s: State, house: int) -> None:
    """At a strict table no card was blocked, and each matched the one below (VV-18…21)."""
    held = heap(in_house(s, house))
    blocked = s.block >= 0 and any(match(kind, s.block) for kind, _ in held)
    demand(not blocked, f"house {house + 1} holds a card that is blocked (VV-19)")
    below = heap(int(s.under[house]))
    fits = not below or any(match(kind, s.top[house]) for kind, _ in below)
    demand(fits, f"the top card of house {house + 1} matches none below it (VV-18)")


def check_debts(s: State) -> None:
    """Who draws owes no more than the rule says, and a placement lasts for its turn."""
    two = count(s.playing) == 2
    most = {
        Phase.DRAW: 1,
        Phase.PENALTY: int(s.penalty),
        Phase.FALSE_CALLS: int(s.false_call),
        Phase.RIGHT: int(s.viva_two if two else s.viva_right),
        Phase.LEFT: 0 if two else int(s.viva_left),
        Phase.REPLACE: 1,
    }.get(Phase(s.phase), 0)
    demand(
        s.owes <= most, f"in phase {phase_name(s)} at most {most} cards are drawn (VV-38, VV-59)"
    )
    if s.phase in (*BEFORE_PLACING, *ROUND_OVER):
        demand(s.placed == NOTHING, f"in phase {phase_name(s)} nothing is placed (VV-23)")
    demand(s.callers == 0 or s.phase not in BEFORE_PLACING, "a turn begins without calls (VV-62)")
