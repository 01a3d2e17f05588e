"""The rules of VIVA from the deal to the end of the match, but for VIVA, piles and honour table."""

from __future__ import annotations

from kermesse.core.bits import bit, count, has, listed, minus
from kermesse.core.chance import draw
from kermesse.core.kernel import kernel
from kermesse.core.record import NOTHING, Moves, tell
from kermesse.games.viva.cards import copies, first_kind, kinds_in, lowered, one, size
from kermesse.games.viva.components import HOUSES, SIZES
from kermesse.games.viva.rules.houses import (
    forbidden,
    further_places,
    match,
    places,
    shown_by_all,
)
from kermesse.games.viva.rules.piles import can_draw, draw_next, take
from kermesse.games.viva.scoring import champions, leaders
from kermesse.games.viva.state import (
    DEALER_AT_RANDOM,
    DRAW,
    FINISH,
    HONOUR,
    KEEP,
    PASS,
    STOP,
    TOLD_CARD,
    Happening,
    Phase,
    State,
)

# --- who sits where -----------------------------------------------------------------------


@kernel
def left_of(s: State, seat: int) -> int:
    """The next participant clockwise."""
    return neighbour(int(s.playing), int(s.seats), seat, 1)


@kernel
def right_of(s: State, seat: int) -> int:
    """The next participant the other way round."""
    return neighbour(int(s.playing), int(s.seats), seat, int(s.seats) - 1)


@kernel
def neighbour(playing: int, seats: int, seat: int, way: int) -> int:
    """The nearest of those who play, so many seats further and so on."""
    other = (int(seat) + way) % seats
    while not has(playing, other):
        other = (other + way) % seats
    return other


# --- a round begins -----------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
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
def deal(s: State) -> None:
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
    "VV-08"
    s.active = s.dealer  # whose left neighbour begins (VV-08)
    s.phase = Phase.TURN_UP
    number = s.played + 1
    tell(s, Happening.DEALT, s.dealer, number, s.playing, s.hand_size, s.tie_break)


@kernel
def clear_table(s: State) -> None:
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
def forget_placement(s: State) -> None:
    """Nothing has been placed in this turn."""
    s.placed = NOTHING
    s.house = NOTHING
    s.beneath = NOTHING


@kernel
def begin_turn(s: State) -> None:
    """The turn passes to the left (VV-08, VV-32), unless the round ends here (VV-57, VV-73)."""
    s.callers = 0
    forget_placement(s)
    if s.passes == count(s.playing):
        "VV-57"
        end_void(s, 0)  # also in the last turn
    elif s.turn == s.turn_cap:
        end_by_cap(s)
    else:
        "VV-32"
        s.active = left_of(s, s.active)
        s.turn += 1
        s.due = bit(s.active)
        s.phase = Phase.TURN
        tell(s, Happening.BEGAN, s.active, s.turn)


# --- a turn: cards are placed -------------------------------------------------------------


@kernel
def turn_options(s: State, seat: int, out: Moves) -> int:
    """Options a to d, and the last card (VV-23…25, VV-29, VV-45)."""
    hand = int(s.hand[seat])
    n = 0
    if size(hand) > 1:
        "VV-82"
        n = listed(places(s, kinds_in(hand)), out)  # each kind and house once
    elif s.table == HONOUR or match(first_kind(hand), s.block):  # VV-46, VV-60
        out[0] = FINISH
        n = 1
    out[n] = DRAW if can_draw(s) else PASS  # VV-29, VV-49, VV-56
    return n + 1


@kernel
def take_turn(s: State, seat: int, action: int) -> None:
    """Exactly one of the options (VV-23)."""
    if action < FINISH:
        lay(s, seat, action)
    elif action == FINISH:
        finish(s, seat)
    elif action == DRAW:
        draw_one(s)
    else:
        pass_turn(s, seat)


@kernel
def lay(s: State, seat: int, action: int) -> None:
    """A card from hand goes to a house; the others see it when the placing ends (VV-24…28)."""
    kind, house = action // HOUSES, action % HOUSES
    alone = forbidden(s, kind, s.top[house])
    s.laid_kind = kind
    s.laid[house] += 1
    if more_follows(s, seat) and not alone:  # perhaps VV-61
        s.phase = Phase.MORE
        tell(s, Happening.LAID, seat, kind, house)
    else:
        show(s, seat, 0)


@kernel
def more_follows(s: State, seat: int) -> bool:
    """Whether an identical card may follow: no VIVA, and a card is left after it (VV-36, VV-51)."""
    left = int(s.hand[seat]) - laid_cards(s) * one(s.laid_kind)
    return shown_by_all(s) == 0 and copies(left, s.laid_kind) > 0 and size(left) > 1


@kernel
def laid_cards(s: State) -> int:
    """How many cards this turn has laid so far."""
    n = 0
    for house in range(HOUSES):
        n += int(s.laid[house])
    return n


@kernel
def more_options(s: State, seat: int, out: Moves) -> int:
    """Another identical card, or enough (VV-28)."""
    n = listed(further_places(s), out)
    out[n] = STOP
    return n + 1


@kernel
def lay_more(s: State, seat: int, action: int) -> None:
    """One more of the same (VV-26, VV-27), or what was laid is shown."""
    if action == STOP:
        show(s, seat, 0)
    else:
        "VV-26, VV-27"
        lay(s, seat, action)


@kernel
def show(s: State, seat: int, was_drawn: int) -> None:
    """The placing ends: what was laid leaves the hand and lies in the houses (VV-79)."""
    kind, n = int(s.laid_kind), laid_cards(s)
    s.hand[seat] -= n * one(kind)
    if not was_drawn:
        s.known[seat] = lowered(s.known[seat], kind, n)  # perhaps VV-78
    s.reveals += 1
    tell(s, Happening.PLACED, seat, kind, s.laid[0], s.laid[1], s.laid[2], was_drawn)
    for house in range(HOUSES):
        if s.laid[house] > 0:
            cover(s, house)
    s.laid_kind = NOTHING
    s.passes = 0
    finish_placing(s, seat)


@kernel
def cover(s: State, house: int) -> None:
    """The laid cards become the top of a house; only the topmost matters (VV-18)."""
    kind = int(s.laid_kind)
    s.placed, s.house, s.beneath = kind, house, s.top[house]
    if s.top[house] >= 0:
        "VV-25"
        s.under[house] += one(s.top[house])
    s.under[house] += (int(s.laid[house]) - 1) * one(kind)
    s.top[house] = kind
    s.laid[house] = 0


@kernel
def finish(s: State, seat: int) -> None:
    """The last card goes on the blocking card (VV-45…48)."""
    s.last = first_kind(s.hand[seat])
    s.hand[seat] = 0
    s.known[seat] = 0
    s.passes = 0
    s.reveals += 1
    tell(s, Happening.FINISHED, seat, s.last)
    finish_placing(s, seat)


@kernel
def finish_placing(s: State, seat: int) -> None:
    """On the honour table everybody else is asked first (VV-62, VV-85)."""
    if s.table == HONOUR:
        s.due = minus(s.playing, bit(seat))
        "VV-85"
        s.phase = Phase.CALL
    else:
        s.due = 0
        s.phase = what_follows(s)


@kernel
def what_follows(s: State) -> int:
    """A placement that stands wins the round, makes VIVA, or ends the turn (VV-84, VV-86)."""
    if s.last >= 0:
        "VV-86"
        return Phase.WIN
    return Phase.VIVA if shown_by_all(s) else Phase.BEGIN


# --- a turn: a card is drawn --------------------------------------------------------------


@kernel
def draw_one(s: State) -> None:
    """Option d (VV-29)."""
    s.passes = 0
    s.owes = 1
    s.due = 0
    s.phase = Phase.DRAW
    draw_for_turn(s)


@kernel
def draw_for_turn(s: State) -> None:
    """The card is drawn, and the player decides whether to place it at once (VV-30, VV-81)."""
    if draw_next(s, s.active):
        s.drawn = s.event_args[TOLD_CARD]
        "VV-81"
        s.due = bit(s.active)
        s.phase = Phase.DRAWN


@kernel
def drawn_options(s: State, seat: int, out: Moves) -> int:
    """The drawn card to a house, or to the hand (VV-30, VV-31)."""
    n = listed(places(s, one(s.drawn)), out)
    out[n] = KEEP
    return n + 1


@kernel
def place_or_keep(s: State, seat: int, action: int) -> None:
    """The card just drawn goes to a house, alone, or stays in the hand (VV-30, VV-31)."""
    s.drawn = NOTHING
    if action == KEEP:
        s.due = 0
        s.phase = Phase.BEGIN
        "VV-80"
        tell(s, Happening.KEPT, seat)  # unseen
    else:
        s.laid_kind = action // HOUSES
        s.laid[action % HOUSES] = 1
        show(s, seat, 1)


@kernel
def pass_turn(s: State, seat: int) -> None:
    """Nothing can be drawn (VV-56)."""
    s.passes += 1  # VV-56
    s.due = 0
    s.phase = Phase.BEGIN
    tell(s, Happening.PASSED, seat)


# --- a round ends -------------------------------------------------------------------------


@kernel
def end_by_cap(s: State) -> None:
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
def win(s: State) -> None:
    """The last card is on the blocking card (VV-47)."""
    end_won(s, s.active, 0)  # VV-47


@kernel
def end_won(s: State, seat: int, by_cap: int) -> None:
    """A round has a winner (VV-47, VV-73)."""
    s.victor = seat
    s.phase = Phase.NEXT if s.tie_break else Phase.VICTORY_CARD  # VV-14
    tell(s, Happening.ROUND_WON, seat, by_cap)


@kernel
def end_void(s: State, by_cap: int) -> None:
    """A round without a winner counts as played (VV-74)."""
    s.phase = Phase.NEXT
    tell(s, Happening.ROUND_VOID, by_cap)


@kernel
def give_victory_card(s: State) -> None:
    """The winner of a round gets a victory card (VV-10)."""
    s.wins[s.victor] += 1
    s.phase = Phase.NEXT
    tell(s, Happening.VICTORY_CARD, s.victor, s.wins[s.victor])


@kernel
def end_or_deal(s: State) -> None:
    """Another round (VV-11), a tie-break round (VV-13, VV-14), or the end (VV-12, VV-16)."""
    s.played += 1
    if s.played < s.rounds:
        "VV-11"
        deal_again(s)
    elif not s.tie_break and count(leaders(s)) > 1:
        "VV-13"
        s.tie_break = 1
        "VV-14"
        s.playing = leaders(s)
        deal_again(s)
    else:
        "VV-12"
        s.over = 1
        s.phase = Phase.OVER
        tell(s, Happening.MATCH_WON, champions(s))


@kernel
def deal_again(s: State) -> None:
    """The deal moves to the next participant on the left (VV-09)."""
    s.dealer = left_of(s, s.dealer)
    deal(s)
