"""Set-up, phases 1 to 3 of a round (SH-01…29), and what follows turns (SH-86…95, SH-110…113)."""

from __future__ import annotations

from kermesse.core.bits import bit, including, listed, without
from kermesse.core.chance import draw
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, UNKNOWN, Moves, tell
from kermesse.games.shuppa.components import (
    ACTION_CARDS,
    ACTION_DEALT,
    ARROWS,
    AUTOMATON_CARDS,
    HALF,
    LEFT,
    NORMAL_CARDS,
    NORMAL_DEALT,
    REVEALED,
    RIGHT,
    STARTING_LEVELS,
)
from kermesse.games.shuppa.rules.cards import (
    Heap,
    any_card,
    first_empty_column,
    from_pile,
    hand_of,
    has_choice,
    height_of,
    is_automaton,
    lowest_card,
    next_back,
    next_in_order,
    of_back,
    owner_of,
    pile_to_draw_from,
    set_hand,
    taken_from,
    undecided,
    with_card,
    without_card,
)
from kermesse.games.shuppa.scoring import champions
from kermesse.games.shuppa.state import (
    ACTION_BACK,
    ACTION_PILE,
    AUTOMATON,
    COLUMN,
    NORMAL_BACK,
    PLAY,
    RESERVE,
    Happening,
    Phase,
    State,
    clear,
    columns,
    players,
)

FIRST_SHOWN = Happening.SHOWN.places["zero"]  # where the event tells of players' cards

# --- set-up -------------------------------------------------------------------------------------


@kernel
def setup(s: State) -> None:
    """Hands, zone and piles (SH-01…07); a lot in the starting zone stays there (SH-10)."""
    clear(s)
    normals = of_back(undecided(s), NORMAL_BACK)
    actions = of_back(undecided(s), ACTION_BACK)
    for seat in range(s.seats):
        "SH-03"
        normals = deal(s, seat, normals, NORMAL_DEALT)
        "SH-07"
        actions = deal(s, seat, actions, ACTION_DEALT)
    for cell in range(0, columns(s) * COLUMN, COLUMN):
        for level in range(STARTING_LEVELS):
            "SH-04"
            card = any_card(s, normals)
            normals = without_card(normals, card)
            s.zone[cell + level] = card
    if s.seats == 1:  # so many Action cards, the others Normal
        "SH-102…104"
        s.deck[ACTION_BACK] = s.difficulty
        s.deck[NORMAL_BACK] = AUTOMATON_CARDS - s.difficulty
        s.tops[0] = next_back(s)
    "SH-05"
    s.bonbonniere = REVEALED * s.rounds + 1
    dealt = int(s.seats) * NORMAL_DEALT + columns(s) * STARTING_LEVELS + int(s.bonbonniere)
    "SH-06"
    s.reserve = NORMAL_CARDS - dealt - s.deck[NORMAL_BACK]
    "SH-07"
    s.action_pile = ACTION_CARDS - int(s.seats) * ACTION_DEALT - s.deck[ACTION_BACK]
    s.reveals += 1
    tell(s, Happening.DEALT, columns(s), s.bonbonniere, s.reserve, s.action_pile)


@kernel
def deal(s: State, seat: int, pile: Heap, n: int) -> Heap:
    """Some cards of a pile go to a hand; return the others."""
    hand = hand_of(s, seat)
    for _ in range(n):
        card = any_card(s, pile)
        pile = without_card(pile, card)
        hand = with_card(hand, card)
    set_hand(s, seat, hand)
    return pile


# --- phase 1 ------------------------------------------------------------------------------------


@kernel
def reveal(s: State) -> None:
    """Three cards of the Bonbonnière are turned up (SH-22)."""
    pile = of_back(undecided(s), NORMAL_BACK)
    for place in range(REVEALED):
        card = any_card(s, pile)
        pile = without_card(pile, card)
        s.row[place] = card
    s.bonbonniere -= REVEALED
    s.number += 1
    s.reveals += 1
    s.phase = Phase.SORT_THREE
    tell(s, Happening.TURNED_UP, s.row[0], s.row[1], s.row[2], s.number)


@kernel
def sort_row(s: State, n: int) -> None:
    """The first cards of the row in ascending order; no two are equal (SH-27)."""
    for end in range(1, n):
        card, place = s.row[end], end
        while place > 0 and s.row[place - 1] > card:
            s.row[place] = s.row[place - 1]
            place -= 1
        s.row[place] = card


@kernel
def sort_three(s: State) -> None:
    """From left to right, in ascending order (SH-22)."""
    sort_row(s, REVEALED)
    s.phase = Phase.ARROW
    tell(s, Happening.SORTED_THREE)


@kernel
def show_arrow(s: State) -> None:
    """The back of the next card tells the direction; arrows go with any faces (SH-09, SH-23)."""
    shown = int(s.number) - 1
    left = int(ARROWS[RIGHT]) - int(s.rights)  # right arrows that were not shown yet
    s.arrow = RIGHT if draw(s, NORMAL_CARDS - shown) < left else LEFT
    s.rights += int(s.arrow == RIGHT)
    s.reveals += 1
    "SH-23"
    tell(s, Happening.ARROW, s.arrow)
    ask_for_cards(s)


# --- phase 2 ------------------------------------------------------------------------------------


@kernel
def ask_for_cards(s: State) -> None:
    """Everybody owes a card (SH-24), except who has only one (SH-124)."""
    due = 0
    for seat in range(s.seats):
        if has_choice(s, seat):
            due = including(due, seat)
        else:
            s.chosen[seat] = lowest_card(hand_of(s, seat))
    s.due = due
    close_choices(s)


@kernel
def close_choices(s: State) -> None:
    """When all have chosen, the automaton plays too (SH-105), then all cards are revealed."""
    if s.due != 0:
        s.phase = Phase.PLAY
    else:
        s.phase = Phase.AUTOMATON if s.seats == 1 else Phase.SHOW


@kernel
def held_cards(s: State, seat: int, out: Moves) -> int:
    """Any card of the seat's hand (SH-24)."""
    n = listed(s.hand[seat, 0], out, PLAY)
    return n + listed(s.hand[seat, 1], out[n:], PLAY + HALF)


@kernel
def choose(s: State, seat: int, action: int) -> None:
    """A card is laid face-down; it counts as in the hand until all are shown (SH-117, SH-118)."""
    card = int(action) - PLAY
    s.chosen[seat] = card
    s.due = without(s.due, seat)
    close_choices(s)
    tell(s, Happening.CHOSE, seat, card)


@kernel
def unseal(s: State) -> None:
    """Take back the cards that are chosen and not shown: nobody has seen them (SH-117)."""
    if s.phase != Phase.PLAY:
        return
    for seat in range(s.seats):
        if s.chosen[seat] != NOTHING and has_choice(s, seat):
            s.chosen[seat] = NOTHING
            s.due = including(s.due, seat)


@kernel
def lay_for_automaton(s: State) -> None:
    """The top card of the automaton's deck, and the back that comes to light (SH-105, SH-123)."""
    "SH-105"
    s.laid = s.tops[0]
    s.deck[s.laid] -= 1
    s.tops[0] = s.tops[1] if s.tops[1] != NOTHING else next_back(s)
    s.tops[1] = NOTHING
    s.chosen[AUTOMATON] = UNKNOWN
    s.reveals += 1
    s.phase = Phase.SHOW
    tell(s, Happening.AUTOMATON_LAID, s.laid, s.tops[0])


@kernel
def show_choices(s: State) -> None:
    """The chosen cards are revealed together and join the row, tokens on them (SH-25)."""
    tell(s, Happening.SHOWN)
    for player in range(players(s)):
        card = s.chosen[player]
        if is_automaton(s, player):
            card = from_pile(s, s.laid)
            s.laid = NOTHING
        else:
            set_hand(s, player, without_card(hand_of(s, player), card))
        s.chosen[player] = NOTHING
        s.row[REVEALED + player] = card
        s.token[player] = card
        s.event_args[FIRST_SHOWN + player] = card
    s.reveals += 1
    s.phase = Phase.SORT_ROW


# --- phase 3 ------------------------------------------------------------------------------------


@kernel
def sort_all(s: State) -> None:
    """All cards of the row are ordered by number (SH-26, SH-27)."""
    sort_row(s, columns(s))
    s.column = 0
    s.phase = Phase.DROP
    tell(s, Happening.SORTED_ROW)


@kernel
def drop(s: State) -> None:
    """The next card drops on its column, whatever that one's height (SH-26)."""
    column = int(s.column)
    card, level = int(s.row[column]), height_of(s, column)
    s.row[column] = NOTHING
    s.zone[COLUMN * column + level] = card
    s.column += 1
    owner = owner_of(s, card)
    if owner != NOTHING:
        "SH-28"
        s.stand[owner] = column
    tell(s, Happening.DROPPED, card, column, level, owner)
    if s.column == columns(s):
        s.column = 0
        s.automaton_won = 0
        "SH-31"
        s.waiting = bit(players(s)) - 1
        go_on(s)


# --- after a turn of phase 4 or 5 ---------------------------------------------------------------


@apart
@kernel
def go_on(s: State) -> None:
    """What comes after a turn: another one, or the end of the round (SH-31, SH-59, SH-128)."""
    s.gain = 0
    s.chain = 0
    s.active = NOTHING
    everybody = bit(players(s)) - 1
    if not s.acting and next_in_order(s, s.waiting) != NOTHING:
        s.phase = Phase.CLAIM
    elif next_in_order(s, everybody) != NOTHING:
        s.acting = 1
        s.phase = Phase.ACTION
    else:
        s.acting = 0
        s.waiting = 0
        end_round(s)


@kernel
def end_turn(s: State) -> None:
    """An action that has won no card is paid with a card (SH-80…82)."""
    if s.acting and s.gain == 0:
        ask_for_draw(s)
    else:
        go_on(s)


@kernel
def ask_for_draw(s: State) -> None:
    """The active player draws; the automaton never does (SH-106)."""
    if is_automaton(s, s.active):
        "SH-106"
        go_on(s)
    else:
        s.phase = Phase.DRAW


@kernel
def draw_card(s: State) -> None:
    """The active player draws an Action card, if there is one (SH-34, SH-80, SH-86, SH-87)."""
    player, pile = s.active, pile_to_draw_from(s)
    if pile == NOTHING:
        "SH-87"
        tell(s, Happening.NONE_LEFT, player)
    else:
        card = taken_from(s, pile)
        set_hand(s, player, with_card(hand_of(s, player), card))
        tell(s, Happening.DREW, player, card, pile)
    go_on(s)


# --- end of the round ---------------------------------------------------------------------------


@kernel
def end_round(s: State) -> None:
    """Restocking, the automaton's card, the next round; after the last one the end (SH-94)."""
    left = pile_to_draw_from(s) != NOTHING
    if s.number == s.rounds:
        s.phase = Phase.END
    elif left and first_empty_column(s) != NOTHING:
        s.phase = Phase.RESTOCK
    elif left and s.seats == 1 and not s.automaton_won:
        "SH-113"
        s.phase = Phase.AUTOMATON_CARD
    else:
        begin_round(s)


@kernel
def begin_round(s: State) -> None:
    """The next round; its direction is not known yet (SH-09)."""
    s.arrow = NOTHING
    s.automaton_won = 0
    s.phase = Phase.REVEAL


@kernel
def restock(s: State) -> None:
    """The next empty column gets a card of the Reserve, else of the Action pile (SH-89…93)."""
    column = first_empty_column(s)
    pile = RESERVE if s.reserve > 0 else ACTION_PILE
    "SH-89"
    card = taken_from(s, pile)
    "SH-92"
    s.zone[COLUMN * column] = card
    tell(s, Happening.RESTOCKED, column, card, pile)
    end_round(s)


@kernel
def give_automaton_card(s: State) -> None:
    """A card on top of the automaton's deck, for having won none (SH-110, SH-112)."""
    back = NORMAL_BACK
    if pile_to_draw_from(s) == ACTION_PILE:
        back = ACTION_BACK
        s.action_pile -= 1
    else:
        "SH-112"
        s.reserve -= 1
    "SH-110"
    s.deck[back] += 1
    "SH-123"
    s.tops[1] = s.tops[0]  # a back once seen stays known
    s.tops[0] = back
    begin_round(s)
    tell(s, Happening.AUTOMATON_DRAWS, back)


@kernel
def end(s: State) -> None:
    """The game is over; hands are discarded, unshown (SH-95, SH-96, SH-98)."""
    s.over = 1
    s.phase = Phase.OVER
    tell(s, Happening.ENDED, champions(s))
