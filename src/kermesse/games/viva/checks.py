"""Whether the fields of a position that was read fit together, so that the rules can go on."""

from __future__ import annotations

from kermesse.core.bits import bit, count, has, minus
from kermesse.core.errors import UnreadablePosition
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, Record
from kermesse.games.viva.components import HOUSES
from kermesse.games.viva.rules.multiset import copies, size
from kermesse.games.viva.rules.piles import can_draw
from kermesse.games.viva.rules.placing import shown_by_all
from kermesse.games.viva.rules.record import HONOUR, Phase

DRAWING = (
    Phase.DRAW, Phase.PENALTY, Phase.FALSE_CALLS, Phase.RIGHT, Phase.LEFT, Phase.REPLACE,
)  # fmt: skip
AFTER_VIVA = (Phase.RIGHT, Phase.LEFT, Phase.NEW_BLOCK, Phase.ONLY_CARD)
HONOUR_ONLY = (Phase.CALL, Phase.ANSWERS, Phase.TAKE_BACK, Phase.PENALTY, Phase.FALSE_CALLS)
PLACED = (Phase.CALL, Phase.ANSWERS, Phase.TAKE_BACK, Phase.FALSE_CALLS)
UNDECIDED = (Phase.CALL, Phase.ANSWERS, Phase.TAKE_BACK)  # later, what lay beneath may be drawn
ROUND_OVER = (Phase.WIN, Phase.VICTORY_CARD, Phase.NEXT, Phase.OVER)


def check(s: Record) -> None:
    """Refuse a position that cannot occur."""
    check_seats(s)
    check_hands(s)
    check_block(s)
    check_phase(s)
    check_placing(s)
    check_match(s)


def demand(holds: object, complaint: str) -> None:
    """Refuse the position unless something holds."""
    if not holds:
        raise UnreadablePosition(complaint)


def phase_name(s: Record) -> str:
    """The phase in a word."""
    return Phase(s.phase).name.lower()


def check_seats(s: Record) -> None:
    """Who takes part, who is to decide, and who looks on."""
    for name in ("active", "dealer", "victor", "viewer"):
        demand(s[name] < s.seats, f"{name} is no seat of this table")
    demand(count(s.playing) > 1, "at least two seats take part in a round")
    demand(has(s.playing, s.active) and has(s.playing, s.dealer), "active or dealer sits out")
    everybody = minus(s.playing, bit(s.active))
    if s.phase == Phase.CALL:
        fits = s.due != 0 and minus(s.due, everybody) == 0
    else:
        fits = s.due == (bit(s.active) if s.phase < Phase.CALL else 0)
    demand(fits, f"phase {phase_name(s)} does not fit who is due")
    called = minus(everybody, s.due) if s.phase > Phase.DRAWN else 0
    demand(minus(s.callers, called) == 0, "only who has answered can have called")


def check_hands(s: Record) -> None:
    """Everybody in the round holds a card, and the viewer sees its own and what all know."""
    for seat in range(s.seats):
        hand, known, unseen = int(s.hand[seat]), int(s.known[seat]), int(s.unseen[seat])
        cards = size(hand) + unseen
        gone = (s.last >= 0 or s.phase == Phase.REPLACE) and seat == s.active
        if has(s.playing, seat):
            demand(cards > 0 or gone or s.phase > Phase.WIN, f"hand {seat} is empty")
        else:
            demand(cards == 0, f"hand {seat} belongs to nobody in this round")
        if s.viewer in (TABLE, seat):
            demand(unseen == 0, f"hand {seat} cannot hold '??' for this viewer")
        else:
            demand(hand == known, f"hand {seat} names cards that this viewer cannot know")


def check_block(s: Record) -> None:
    """There is a blocking card, except before it is turned up or chosen."""
    missing = s.phase == Phase.TURN_UP or s.phase in AFTER_VIVA
    demand(s.block != UNKNOWN, "the blocking card is seen by all")
    demand((s.block >= 0) != missing, f"phase {phase_name(s)} does not fit the blocking card")


def check_phase(s: Record) -> None:
    """What a phase needs to go on."""
    phase = Phase(s.phase)
    demand((s.owes > 0) == (phase in DRAWING), f"phase {phase_name(s)} does not fit {s.owes} owed")
    demand(phase not in HONOUR_ONLY or s.table == HONOUR, "nobody calls at a strict table")
    demand(phase != Phase.DRAW or can_draw(s), "there is no card to draw")
    demand(phase != Phase.TURN_UP or can_draw(s), "there is no card to turn up")
    demand((phase == Phase.VIVA) <= (shown_by_all(s) != 0), "the houses show no VIVA")
    alone = size(s.hand[s.active]) + int(s.unseen[s.active]) == 1
    demand(phase != Phase.ONLY_CARD or alone, "the active hand has more than one card")
    demand(phase != Phase.NEW_BLOCK or not alone, "an only card leaves no choice")
    demand((s.last >= 0) <= (phase in (*PLACED, *ROUND_OVER)), "a last card ends a round")
    demand((phase == Phase.WIN) <= (s.last >= 0), "nobody has placed a last card")
    demand(s.last != UNKNOWN, "a last card is seen by all")


def check_placing(s: Record) -> None:
    """What the turn has drawn, laid and placed."""
    hidden = s.viewer not in (TABLE, s.active)
    hand = int(s.hand[s.active])
    demand((s.drawn != NOTHING) == (s.phase == Phase.DRAWN), "a drawn card does not fit the phase")
    if s.drawn != NOTHING:
        held = s.drawn >= 0 and copies(hand, s.drawn) > 0
        demand(s.drawn == UNKNOWN if hidden else held, "the drawn card is not in the hand")
    laying = s.phase == Phase.MORE
    demand(
        laying == (s.laid_kind >= 0) == (s.laid.sum() > 0), "what is laid does not fit the phase"
    )
    if laying:
        left = copies(hand, s.laid_kind) - int(s.laid.sum())
        demand(not hidden, "the others do not see what is laid")
        demand(left > 0 and size(hand) - int(s.laid.sum()) > 1, "no identical card can follow")
        demand(shown_by_all(s) == 0, "a VIVA ends the placing")
    demand((s.placed >= 0) == (s.house >= 0), "a card is placed in a house")
    if s.phase in PLACED:
        demand((s.placed >= 0) != (s.last >= 0), f"phase {phase_name(s)} needs a placement")
    if s.placed >= 0 and s.phase in UNDECIDED:
        demand(s.top[s.house] == s.placed, "the card that was placed is a top card")
        beneath = s.beneath < 0 or copies(s.under[s.house], s.beneath) > 0
        demand(beneath and s.beneath != UNKNOWN, "what lies beneath is not in the house")
    demand(all(s.top[house] != UNKNOWN for house in range(HOUSES)), "houses are seen by all")


def check_match(s: Record) -> None:
    """Rounds, victory cards and who has won."""
    demand(s.turn <= s.turn_cap, "the round is past its last turn")
    demand(s.wins.sum() <= s.rounds, "there are not so many victory cards")
    regular = s.played < s.rounds or s.phase == Phase.OVER
    demand(regular or s.tie_break, "no round is left to be played")
    demand(s.phase != Phase.VICTORY_CARD or s.victor >= 0, "nobody gets a victory card")
    demand(s.tie_break == 0 or s.played >= s.rounds, "a tie-break comes after all rounds")
