"""A round: phases 1 to 3 (SH-21…29), and what comes after the turns (SH-86…95, SH-110…113)."""

from __future__ import annotations

from kermesse.core.bits import bit, including, without
from kermesse.core.chance import draw
from kermesse.core.kernel import apart, kernel
from kermesse.core.record import NOTHING, UNKNOWN, Record, tell
from kermesse.games.shuppa.components import ARROWS, LEFT, REVEALED, RIGHT
from kermesse.games.shuppa.deck import NORMAL_CARDS
from kermesse.games.shuppa.rules.cards import (
    any_card,
    cards_in,
    from_pile,
    hand_of,
    lowest_card,
    of_back,
    set_hand,
    undecided,
    with_card,
    without_card,
)
from kermesse.games.shuppa.rules.lots import columns
from kermesse.games.shuppa.rules.players import is_automaton, next_in_order, owner_of
from kermesse.games.shuppa.rules.record import (
    ACTION_BACK,
    ACTION_PILE,
    AUTOMATON,
    COLUMN,
    NORMAL_BACK,
    RESERVE,
    USUAL_HEIGHT,
    Happening,
    Phase,
    wide,
)
from kermesse.games.shuppa.rules.setting_up import next_back
from kermesse.games.shuppa.scoring import champions, players

# --- phase 1 ------------------------------------------------------------------------------------


@kernel
def reveal(s: Record) -> None:
    """Three cards of the Bonbonnière are turned up (SH-22)."""
    pile = of_back(undecided(s), wide(NORMAL_BACK))
    for place in range(REVEALED):
        card = any_card(s, pile)
        pile = without_card(pile, card)
        s.row[place] = card
    s.bonbonniere -= REVEALED
    s.number += 1
    s.reveals += 1
    s.phase = Phase.SORT_THREE
    one, two, three = wide(s.row[0]), wide(s.row[1]), wide(s.row[2])
    tell(s, Happening.TURNED_UP, one, two, three, wide(s.number))


@kernel
def sort_row(s: Record, n: int) -> None:
    """The first cards of the row in ascending order; no two are equal (SH-27)."""
    for end in range(1, n):
        card, place = s.row[end], end
        while place > 0 and s.row[place - 1] > card:
            s.row[place] = s.row[place - 1]
            place -= 1
        s.row[place] = card


@kernel
def sort_three(s: Record) -> None:
    """From left to right, in ascending order (SH-22)."""
    sort_row(s, wide(REVEALED))
    s.phase = Phase.ARROW
    tell(s, Happening.SORTED_THREE)


@kernel
def show_arrow(s: Record) -> None:
    """The back of the next card tells the direction; arrows go with any faces (SH-09, SH-23)."""
    shown = int(s.number) - 1
    left = int(ARROWS[RIGHT]) - int(s.rights)  # right arrows that were not shown yet
    s.arrow = RIGHT if draw(s, NORMAL_CARDS - shown) < left else LEFT
    s.rights += int(s.arrow == RIGHT)
    s.reveals += 1
    tell(s, Happening.ARROW, wide(s.arrow))  # SH-23
    ask_for_cards(s)


# --- phase 2 ------------------------------------------------------------------------------------


@kernel
def ask_for_cards(s: Record) -> None:
    """Everybody owes a card (SH-24), except who has only one (SH-124)."""
    due = 0
    for seat in range(wide(s.seats)):
        if has_choice(s, seat):
            due = including(due, seat)
        else:
            s.chosen[seat] = lowest_card(hand_of(s, seat))
    s.due = due
    close_choices(s)


@kernel
def has_choice(s: Record, seat: int) -> bool:
    """Whether a hand has several cards, whether this record names them or not."""
    return cards_in(hand_of(s, seat)) + int(s.unseen[seat, 0]) + int(s.unseen[seat, 1]) > 1


@kernel
def close_choices(s: Record) -> None:
    """When all have chosen, the automaton plays too (SH-105), then all cards are revealed."""
    if s.due != 0:
        s.phase = Phase.PLAY
    else:
        s.phase = Phase.AUTOMATON if s.seats == 1 else Phase.SHOW  # perhaps SH-105


@kernel
def choose(s: Record, seat: int, card: int) -> None:
    """A card is laid face-down; it counts as in the hand until all are shown (SH-117, SH-118)."""
    s.chosen[seat] = card
    s.due = without(wide(s.due), seat)
    close_choices(s)
    tell(s, Happening.CHOSE, seat, card)


@kernel
def unseal(s: Record) -> None:
    """Take back the cards that are chosen and not shown: nobody has seen them (SH-117)."""
    if s.phase != Phase.PLAY:
        return
    for seat in range(s.seats):
        if s.chosen[seat] != NOTHING and has_choice(s, seat):
            s.chosen[seat] = NOTHING
            s.due = including(s.due, seat)


@kernel
def lay_for_automaton(s: Record) -> None:
    """The top card of the automaton's deck, and the back that comes to light (SH-105, SH-123)."""
    s.laid = s.tops[0]  # SH-105
    s.deck[s.laid] -= 1
    s.tops[0] = s.tops[1] if s.tops[1] != NOTHING else next_back(s)
    s.tops[1] = NOTHING
    s.chosen[AUTOMATON] = UNKNOWN
    s.reveals += 1
    s.phase = Phase.SHOW
    tell(s, Happening.AUTOMATON_LAID, wide(s.laid), wide(s.tops[0]))


@kernel
def show_choices(s: Record) -> None:
    """The chosen cards are revealed together and join the row, tokens on them (SH-25)."""
    tell(s, Happening.SHOWN)
    for player in range(players(s)):
        card = wide(s.chosen[player])
        if is_automaton(s, player):
            card = from_pile(s, wide(s.laid))
            s.laid = NOTHING
        else:
            set_hand(s, player, without_card(hand_of(s, player), card))
        s.chosen[player] = NOTHING
        s.row[REVEALED + player] = card
        s.token[player] = card
        s.event_args[player] = card
    s.reveals += 1
    s.phase = Phase.SORT_ROW


# --- phase 3 ------------------------------------------------------------------------------------


@kernel
def sort_all(s: Record) -> None:
    """All cards of the row are ordered by number (SH-26, SH-27)."""
    sort_row(s, columns(s))
    s.column = 0
    s.phase = Phase.DROP
    tell(s, Happening.SORTED_ROW)


@kernel
def height_of(s: Record, column: int) -> int:
    """How many cards lie in a column."""
    foot, height = COLUMN * column, 0
    for level in range(USUAL_HEIGHT):
        height += int(s.zone[foot + level] != NOTHING)
    while height >= USUAL_HEIGHT and s.zone[foot + height] != NOTHING:
        height += 1
    return height


@kernel
def drop(s: Record) -> None:
    """The next card drops on its column, whatever that one's height (SH-26)."""
    column = wide(s.column)
    card, level = wide(s.row[column]), height_of(s, column)
    s.row[column] = NOTHING
    s.zone[COLUMN * column + level] = card
    s.column += 1
    owner = owner_of(s, card)
    if owner != NOTHING:
        s.stand[owner] = column  # SH-28
    tell(s, Happening.DROPPED, card, column, level, owner)
    if s.column == columns(s):
        s.column = 0
        s.automaton_won = 0
        s.waiting = bit(players(s)) - 1  # SH-31
        go_on(s)


# --- after a turn -------------------------------------------------------------------------------


@apart
@kernel
def go_on(s: Record) -> None:
    """What comes after a turn: another one, or the end of the round (SH-31, SH-59, SH-128)."""
    s.gain = 0
    s.chain = 0
    s.active = NOTHING
    everybody = bit(players(s)) - 1
    if not s.acting and next_in_order(s, wide(s.waiting)) != NOTHING:
        s.phase = Phase.CLAIM
    elif next_in_order(s, everybody) != NOTHING:
        s.acting = 1
        s.phase = Phase.ACTION
    else:
        s.acting = 0
        s.waiting = 0
        end_round(s)


@kernel
def end_turn(s: Record) -> None:
    """An action that has won no card is paid with a card (SH-80…82)."""
    if s.acting and s.gain == 0:
        ask_for_draw(s)
    else:
        go_on(s)


@kernel
def ask_for_draw(s: Record) -> None:
    """The active player draws; the automaton never does (SH-106)."""
    if is_automaton(s, wide(s.active)):
        go_on(s)  # SH-106
    else:
        s.phase = Phase.DRAW


@kernel
def pile_to_draw_from(s: Record) -> int:
    """The Action pile, else the Reserve, else none (SH-86, SH-87)."""
    if s.action_pile > 0:
        return ACTION_PILE
    return RESERVE if s.reserve > 0 else NOTHING


@kernel
def draw_card(s: Record) -> None:
    """The active player draws an Action card, if there is one (SH-34, SH-80, SH-86, SH-87)."""
    player, pile = wide(s.active), pile_to_draw_from(s)
    if pile == NOTHING:  # SH-87
        tell(s, Happening.NONE_LEFT, player)
    else:
        card = taken_from(s, pile)
        set_hand(s, player, with_card(hand_of(s, player), card))
        tell(s, Happening.DREW, player, card, pile)
    go_on(s)


@kernel
def taken_from(s: Record, pile: int) -> int:
    """The top card of the Action pile or the Reserve."""
    card = from_pile(s, ACTION_BACK if pile == ACTION_PILE else NORMAL_BACK)
    if pile == ACTION_PILE:
        s.action_pile -= 1
    else:
        s.reserve -= 1
    return card


# --- end of the round ---------------------------------------------------------------------------


@kernel
def end_round(s: Record) -> None:
    """Restocking, the automaton's card, the next round; after the last one the end (SH-94)."""
    left = pile_to_draw_from(s) != NOTHING
    if s.number == s.rounds:
        s.phase = Phase.END
    elif left and first_empty_column(s) != NOTHING:
        s.phase = Phase.RESTOCK
    elif left and s.seats == 1 and not s.automaton_won:
        s.phase = Phase.AUTOMATON_CARD  # SH-113
    else:
        begin_round(s)


@kernel
def begin_round(s: Record) -> None:
    """The next round; its direction is not known yet (SH-09)."""
    s.arrow = NOTHING
    s.automaton_won = 0
    s.phase = Phase.REVEAL


@kernel
def first_empty_column(s: Record) -> int:
    """The leftmost column without a card; NOTHING if there is none (SH-90)."""
    for column in range(columns(s)):
        if s.zone[COLUMN * column] == NOTHING:
            return column
    return NOTHING


@kernel
def restock(s: Record) -> None:
    """The next empty column gets a card of the Reserve, else of the Action pile (SH-89…93)."""
    column = first_empty_column(s)
    pile = RESERVE if s.reserve > 0 else ACTION_PILE
    card = taken_from(s, pile)  # SH-89
    s.zone[COLUMN * column] = card  # SH-92
    tell(s, Happening.RESTOCKED, column, card, pile)
    end_round(s)


@kernel
def give_automaton_card(s: Record) -> None:
    """A card on top of the automaton's deck, for having won none (SH-110, SH-112)."""
    back = NORMAL_BACK
    if pile_to_draw_from(s) == ACTION_PILE:
        back = ACTION_BACK
        s.action_pile -= 1
    else:
        s.reserve -= 1  # SH-112
    s.deck[back] += 1  # SH-110
    s.tops[1] = s.tops[0]  # SH-123: a back once seen stays known
    s.tops[0] = back
    begin_round(s)
    tell(s, Happening.AUTOMATON_DRAWS, back)


@kernel
def end(s: Record) -> None:
    """The game is over; hands are discarded, unshown (SH-95, SH-96, SH-98)."""
    s.over = 1
    s.phase = Phase.OVER
    tell(s, Happening.ENDED, champions(s))
