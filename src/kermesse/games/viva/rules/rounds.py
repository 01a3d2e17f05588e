"""Rounds and the match: VV-01 to VV-17, VV-57, VV-73 and VV-74."""

from __future__ import annotations

from kermesse.core.bits import bit, count, has
from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Record, tell
from kermesse.games.viva.components import SIZES
from kermesse.games.viva.rules.multiset import size
from kermesse.games.viva.rules.piles import take
from kermesse.games.viva.rules.record import DEALER_AT_RANDOM, Happening, Phase
from kermesse.games.viva.rules.seating import left_of
from kermesse.games.viva.scoring import champions, leaders


@kernel
def setup(s: Record) -> None:
    """The first dealer and the first round (VV-04, VV-09)."""
    s.reveals = 0
    s.over = 0
    s.due = 0
    s.wins[:] = 0
    s.played = 0
    s.tie_break = 0
    s.playing = bit(s.seats) - 1
    if s.first_dealer == DEALER_AT_RANDOM:
        s.dealer = draw(s, int(s.seats))
    else:
        s.dealer = s.first_dealer - 1
    deal(s)


@kernel
def deal(s: Record) -> None:
    """All cards are collected, shuffled and dealt (VV-04, VV-06, VV-07)."""
    clear_table(s)
    s.pile = SIZES[s.edition]
    seat = int(s.dealer)
    for _ in range(count(s.playing)):
        seat = left_of(s, seat)
        for _ in range(s.hand_size):
            take(s, seat)
    s.turn = 0
    s.passes = 0
    s.victor = NOTHING
    s.active = s.dealer  # whose left neighbour begins (VV-08)
    s.phase = Phase.TURN_UP
    number = s.played + 1
    tell(s, Happening.DEALT, s.dealer, number, s.playing, s.hand_size, s.tie_break)


@kernel
def clear_table(s: Record) -> None:
    """Empty hands, houses and discard pile (VV-06, VV-07)."""
    s.hand[:] = 0
    s.known[:] = 0
    s.unseen[:] = 0
    s.under[:] = 0
    s.discard = 0
    s.top[:] = NOTHING
    s.laid[:] = 0
    s.laid_kind = NOTHING
    s.block = NOTHING
    s.last = NOTHING
    s.drawn = NOTHING
    s.callers = 0
    s.owes = 0
    forget_placement(s)


@kernel
def forget_placement(s: Record) -> None:
    """Nothing has been placed in this turn."""
    s.placed = NOTHING
    s.house = NOTHING
    s.beneath = NOTHING


@kernel
def begin_turn(s: Record) -> None:
    """The turn passes to the left (VV-08, VV-32), unless the round ends here (VV-57, VV-73)."""
    s.callers = 0
    forget_placement(s)
    if s.passes == count(s.playing):
        end_void(s, 0)  # VV-57, also in the last turn
    elif s.turn == s.turn_cap:
        end_by_cap(s)
    else:
        s.active = left_of(s, s.active)  # VV-32
        s.turn += 1
        s.due = bit(s.active)
        s.phase = Phase.TURN
        tell(s, Happening.BEGAN, s.active, s.turn)


@kernel
def end_by_cap(s: Record) -> None:
    """The fewest cards win; if several have the fewest, nobody does (VV-73)."""
    fewest, seat = int(SIZES[s.edition]), NOTHING
    for other in range(s.seats):
        cards = size(s.hand[other])
        if has(s.playing, other) and cards <= fewest:
            seat = other if cards < fewest else NOTHING
            fewest = cards
    if seat == NOTHING:
        end_void(s, 1)
    else:
        end_won(s, seat, 1)


@kernel
def end_won(s: Record, seat: int, by_cap: int) -> None:
    """A round has a winner (VV-47, VV-73)."""
    s.victor = seat
    s.phase = Phase.NEXT if s.tie_break else Phase.VICTORY_CARD  # VV-14
    tell(s, Happening.ROUND_WON, seat, by_cap)


@kernel
def end_void(s: Record, by_cap: int) -> None:
    """A round without a winner counts as played (VV-74)."""
    s.phase = Phase.NEXT
    tell(s, Happening.ROUND_VOID, by_cap)


@kernel
def give_victory_card(s: Record) -> None:
    """The winner of a round gets a victory card (VV-10)."""
    s.wins[s.victor] += 1
    s.phase = Phase.NEXT
    tell(s, Happening.VICTORY_CARD, s.victor, s.wins[s.victor])


@kernel
def end_or_deal(s: Record) -> None:
    """Another round (VV-11), a tie-break round (VV-13, VV-14), or the end (VV-12, VV-16)."""
    s.played += 1
    if s.played < s.rounds:  # VV-11
        deal_again(s)
    elif not s.tie_break and count(leaders(s)) > 1:  # VV-13
        s.tie_break = 1
        s.playing = leaders(s)  # VV-14
        deal_again(s)
    else:  # VV-12
        s.over = 1
        s.phase = Phase.OVER
        tell(s, Happening.MATCH_WON, champions(s))


@kernel
def deal_again(s: Record) -> None:
    """The deal moves to the next participant on the left (VV-09)."""
    s.dealer = left_of(s, s.dealer)
    deal(s)
