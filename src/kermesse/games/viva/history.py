"""Whether play can lead to a position of VIVA that was read from text."""

from __future__ import annotations

from kermesse.core.bits import bit, count, has
from kermesse.core.record import NOTHING, Record
from kermesse.games.viva.checks import (
    AFTER_VIVA,
    ROUND_OVER,
    UNDECIDED,
    demand,
    phase_name,
)
from kermesse.games.viva.components import HOUSES, KINDS
from kermesse.games.viva.rules.multiset import copies, one, size
from kermesse.games.viva.rules.piles import can_draw
from kermesse.games.viva.rules.placing import match, shown_by_all
from kermesse.games.viva.rules.record import DEALER_AT_RANDOM, HONOUR, Phase
from kermesse.games.viva.scoring import leaders

PASSING = (Phase.TURN, Phase.MORE, Phase.BEGIN, Phase.VICTORY_CARD, Phase.NEXT, Phase.OVER)
BEFORE_PLACING = (Phase.TURN, Phase.MORE, Phase.DRAWN, Phase.DRAW)
SHOWING = (*UNDECIDED, Phase.FALSE_CALLS, Phase.VIVA)  # a VIVA, before the houses are cleared
SETTLED = (Phase.VICTORY_CARD, Phase.NEXT, Phase.OVER)


def check_history(s: Record) -> None:
    """Refuse what no play leads to."""
    check_turn(s)
    check_passes(s)
    check_round(s)
    check_houses(s)
    check_debts(s)


# --- rounds and turns -----------------------------------------------------------------------------


def participants(s: Record) -> list[int]:
    """The seats that take part in this round."""
    return [seat for seat in range(s.seats) if has(s.playing, seat)]


def dealer_of(s: Record) -> int:
    """Who has dealt this round, as turn and active seat tell: the turn goes left (VV-08, VV-32)."""
    seats = participants(s)
    return seats[(seats.index(s.active) - int(s.turn)) % len(seats)] if s.active in seats else 0


def check_turn(s: Record) -> None:
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
        for seat in participants(s):
            cards = size(s.hand[seat]) + int(s.unseen[seat])
            demand(cards == s.hand_size, f"hand {seat} is dealt {s.hand_size} cards (VV-04)")
            demand(s.known[seat] == 0, f"of hand {seat} nobody has seen a card yet (VV-04)")
        empty = s.discard == 0 and all(in_house(s, house) == 0 for house in range(HOUSES))
        demand(empty, "a round begins with empty houses and no discards (VV-06)")


def check_passes(s: Record) -> None:
    """All pass one after the other, and only while nothing can be drawn (VV-56, VV-57)."""
    if s.passes == 0:
        return
    everybody = count(s.playing)
    most = everybody if s.phase in (Phase.BEGIN, Phase.NEXT, Phase.OVER) else everybody - 1
    demand(s.passes <= most, f"when all {everybody} have passed, the round ends (VV-57)")
    demand(s.passes <= s.turn, f"in {s.turn} turns nobody can have passed more often (VV-57)")
    demand(s.phase in PASSING, f"phase {phase_name(s)} comes after no pass (VV-56)")
    demand(not can_draw(s), "nobody passes while there is a card to draw (VV-56)")


def check_round(s: Record) -> None:
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


# --- cards ----------------------------------------------------------------------------------------


def in_house(s: Record, house: int) -> int:
    """All cards of a house."""
    return int(s.under[house]) + (one(s.top[house]) if s.top[house] >= 0 else 0)


def kinds_of(heap: int) -> list[int]:
    """The kinds in a heap."""
    return [kind for kind in range(KINDS) if copies(heap, kind)]


def check_houses(s: Record) -> None:
    """What can lie in the houses now (VV-18…21, VV-33, VV-35)."""
    shows = s.phase in SHOWING and s.placed >= 0
    demand(shows or shown_by_all(s) == 0, "a VIVA is cleared before play goes on (VV-33, VV-35)")
    cleared = s.phase in (*AFTER_VIVA, Phase.REPLACE)
    for house in range(HOUSES):
        heap = in_house(s, house)
        demand(heap == 0 or not cleared, f"a VIVA has cleared house {house + 1} (VV-35)")
        demand(s.top[house] >= 0 or heap == 0, f"house {house + 1} has no top card (VV-18)")
        if s.table != HONOUR:
            check_strictly(s, house, heap)
    if s.table != HONOUR:
        laid = s.laid_kind < 0 or not match(s.laid_kind, s.block)
        demand(laid, "what is laid is blocked (VV-19)")
        demand(s.last < 0 or match(s.last, s.block), "a last card matches the block (VV-46)")


def check_strictly(s: Record, house: int, heap: int) -> None:
    """At a strict table no card was blocked, and each matched the one below (VV-18…21)."""
    blocked = s.block >= 0 and any(match(kind, s.block) for kind in kinds_of(heap))
    demand(not blocked, f"house {house + 1} holds a card that is blocked (VV-19)")
    below = kinds_of(int(s.under[house]))
    fits = not below or any(match(kind, s.top[house]) for kind in below)
    demand(fits, f"the top card of house {house + 1} matches none below it (VV-18)")


def check_debts(s: Record) -> None:
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
