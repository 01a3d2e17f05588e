"""Whether the fields of a position that was read fit together, so that the rules can go on."""

from __future__ import annotations

from collections import Counter

from kermesse.core.bits import bit, has
from kermesse.core.errors import UnreadablePosition
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, Record
from kermesse.games.shuppa.components import ARROWS, CARDS, JUMP, KIND, NORMAL, REVEALED, RIGHT
from kermesse.games.shuppa.deck import LEVELS
from kermesse.games.shuppa.placement import heap_cards
from kermesse.games.shuppa.rules.actions import how_many
from kermesse.games.shuppa.rules.automaton import best_options
from kermesse.games.shuppa.rules.cards import is_discarded, is_in_hand, is_won
from kermesse.games.shuppa.rules.cells import Cells, is_empty, within
from kermesse.games.shuppa.rules.lots import columns, look, lot_number, occupied
from kermesse.games.shuppa.rules.players import guests, is_automaton, token_cell
from kermesse.games.shuppa.rules.record import (
    AUTOMATON,
    COLUMN,
    FIRST_OF_THE_BEST,
    Phase,
)
from kermesse.games.shuppa.rules.sharing import fits, is_asked, terms_of
from kermesse.games.shuppa.rules.winning import marked_cells, terms_in_question
from kermesse.games.shuppa.scoring import players

CHOOSING = (Phase.PLAY, Phase.AUTOMATON, Phase.SHOW)
OF_THREE = (Phase.SORT_THREE, Phase.ARROW, *CHOOSING)
BEFORE_ARROW = (Phase.REVEAL, Phase.SORT_THREE, Phase.ARROW)
BETWEEN = (Phase.REVEAL, Phase.RESTOCK, Phase.AUTOMATON_CARD, Phase.END, Phase.OVER)
ROUND_OVER = (Phase.RESTOCK, Phase.AUTOMATON_CARD, Phase.END, Phase.OVER)
SHARING = (Phase.WIN, Phase.SHARE)
CLOSING = (Phase.TAKE_BACK, Phase.FALL)
ON_ACTION = (Phase.EFFECT, Phase.TIE, Phase.RESOLVE)
IN_A_TURN = (*SHARING, *CLOSING, *ON_ACTION, Phase.MARK, Phase.DRAW)


def demand(holds: object, complaint: str) -> None:
    """Refuse the position unless something holds."""
    if not holds:
        raise UnreadablePosition(complaint)


def phase_name(s: Record) -> str:
    """The phase in a word."""
    return Phase(s.phase).name.lower()


def check_cards(s: Record) -> None:
    """Every card lies in one place at most."""
    places = Counter(open_cards(s))
    for heap in s.hand:
        places.update(heap_cards(heap))
    for card, n in places.items():
        demand(n == 1, f"card {card + 1} lies in {n} places")


def open_cards(s: Record) -> list[int]:
    """All cards that lie open: in zone and row, on PV piles, and discarded."""
    cards = [int(card) for card in [*s.zone, *s.row] if card >= 0]
    for heap in (*s.won, s.discard):
        cards += heap_cards(heap)
    return cards


def check(s: Record) -> None:
    """Refuse a position that cannot occur."""
    check_round(s)
    check_zone(s)
    check_room(s)
    check_row(s)
    check_tokens(s)
    check_hands(s)
    check_choices(s)
    check_turn(s)
    check_lots(s)
    check_automaton(s)


def check_round(s: Record) -> None:
    """Rounds, and the arrows shown so far (SH-09, SH-21)."""
    demand(s.viewer < s.seats, "viewer is no seat of this table")
    phase = Phase(s.phase)
    demand(s.number > 0 or phase == Phase.REVEAL, f"phase {phase_name(s)} needs a round")
    demand(s.number < s.rounds or phase != Phase.REVEAL, "no round is left to be played")
    last = phase in (Phase.END, Phase.OVER)
    demand(not last or s.number == s.rounds, f"phase {phase_name(s)} comes after the last round")
    between = phase in (Phase.RESTOCK, Phase.AUTOMATON_CARD)
    demand(not between or s.number < s.rounds, "after the last round nothing is restocked")
    hidden = phase in BEFORE_ARROW
    demand((s.arrow == NOTHING) == hidden, f"phase {phase_name(s)} does not fit the arrow")
    shown = int(s.number) - int(phase in (Phase.SORT_THREE, Phase.ARROW))
    most = min(shown, int(ARROWS[RIGHT]))
    least = int(s.arrow == RIGHT)
    demand(least <= s.rights <= most - int(s.arrow > RIGHT), "rights does not fit the arrows shown")


def check_zone(s: Record) -> None:
    """Columns without gaps, except while cards fall (SH-11, SH-52)."""
    gaps = 0
    for column in range(columns(s)):
        cards = [int(card) for card in s.zone[COLUMN * column : COLUMN * (column + 1)]]
        filled = sum(card != NOTHING for card in cards)
        if any(card != NOTHING for card in cards[filled:]):
            gaps |= bit(column)
    demand(gaps == 0 or s.phase in CLOSING, f"phase {phase_name(s)} has no gaps in the zone")
    demand(s.falling == gaps, "falling does not fit the gaps in the zone")
    demand(s.phase != Phase.FALL or gaps, "there is no gap to close")
    empty = any(s.zone[COLUMN * column] == NOTHING for column in range(columns(s)))
    piles = s.reserve > 0 or s.action_pile > 0
    demand(s.phase != Phase.RESTOCK or (empty and piles), "there is nothing to restock")
    refilled = s.phase == Phase.AUTOMATON_CARD or (s.phase in OF_THREE and s.number > 1)
    demand(not (refilled and empty and piles), "an empty column has not been restocked")


def check_room(s: Record) -> None:
    """No column can outgrow its cells, whatever is still dropped on it or jumps there."""
    jumps = jumps_to_come(s)
    for column in range(columns(s)):
        height = sum(card >= 0 for card in s.zone[COLUMN * column : COLUMN * (column + 1)])
        waits = s.phase in (*OF_THREE, Phase.SORT_ROW) or s.row[column] >= 0
        drops = int(s.rounds) - int(s.number) + int(waits)
        demand(height + drops + jumps <= LEVELS, f"column {column + 1} can grow too high")


def jumps_to_come(s: Record) -> int:
    """The jump cards whose effect may still be used: under a token, or still to be chosen."""
    spent = s.active if s.acting and s.phase == Phase.TAKE_BACK else NOTHING
    lying = [*s.zone, *s.row]
    cards = [s.token[p] for p in range(players(s)) if p != spent and s.token[p] in lying]
    if s.number < s.rounds or s.phase in OF_THREE:
        cards += set(range(CARDS)).difference(open_cards(s))
    return sum(card >= 0 and KIND[card] == JUMP for card in cards)


def check_row(s: Record) -> None:
    """Three cards, or one for each column, or those that have not dropped yet (SH-22…26)."""
    cards = [int(card) for card in s.row[: columns(s)]]
    if s.phase in OF_THREE:
        wanted = [True] * REVEALED + [False] * (columns(s) - REVEALED)
    elif s.phase in (Phase.SORT_ROW, Phase.DROP):
        wanted = [place >= s.column for place in range(columns(s))]
    else:
        wanted = [False] * columns(s)
    fits_phase = [card >= 0 for card in cards] == wanted
    demand(fits_phase, f"phase {phase_name(s)} does not fit the row")
    demand(s.column < columns(s), f"there are {columns(s)} columns")
    demand(s.column == 0 or s.phase == Phase.DROP, f"in phase {phase_name(s)} nothing drops")
    lain = [card for card in cards if card >= 0]
    unsorted = s.phase in (Phase.SORT_THREE, Phase.SORT_ROW)
    demand(unsorted or lain == sorted(lain), "the row is sorted")
    demand(
        s.phase not in OF_THREE or all(KIND[card] == NORMAL for card in lain),
        "only Normal cards are turned up",
    )


def check_tokens(s: Record) -> None:
    """From the reveal to the end of the own turn a token lies on a card (SH-24, SH-28)."""
    placed = [int(s.token[player]) for player in range(players(s)) if s.token[player] >= 0]
    if s.phase in (Phase.SORT_ROW, Phase.DROP):
        demand(len(placed) == players(s), "every token lies on a card of the row or the zone")
    if s.phase in (*OF_THREE, *BETWEEN):
        demand(not placed, f"in phase {phase_name(s)} all tokens are with their owners")
    stands = [int(s.stand[p]) for p in range(players(s)) if token_cell(s, p) != NOTHING]
    demand(len(set(stands)) == len(stands), "tokens lie in different columns")
    for player in range(players(s)):
        card = int(s.token[player])
        if card < 0 or card in s.row:
            continue
        gone = s.phase == Phase.TAKE_BACK and any(is_won(s, p, card) for p in range(players(s)))
        gone = gone or (s.phase == Phase.TAKE_BACK and is_discarded(s, card))
        demand(gone or card in s.zone, f"token {player} lies on a card that is not in the zone")
        waits = has(s.waiting, player) or player == s.active
        waits = waits or gone or s.phase == Phase.DROP
        demand(waits or KIND[card] != NORMAL, f"the turn of player {player} was left out")
        demand(not s.acting or KIND[card] != NORMAL, "in phase 5 tokens lie on Action cards")


def check_hands(s: Record) -> None:
    """Hands are large enough, and the viewer sees the own one only (SH-29, SH-116)."""
    open_rounds = int(s.rounds) - int(s.number)
    needed = open_rounds + int(s.phase in OF_THREE)
    for seat in range(s.seats):
        named = len(heap_cards(s.hand[seat]))
        unseen = int(s.unseen[seat].sum())
        demand(named + unseen >= needed, f"hand {seat} is too small for {needed} rounds")
        if s.viewer in (TABLE, seat):
            demand(unseen == 0, f"hand {seat} cannot hold '?' for this viewer")
        else:
            demand(named == 0, f"hand {seat} names cards that this viewer cannot know")


def check_choices(s: Record) -> None:
    """Who is not asked any more has chosen; a choice is in the hand, and sealed (SH-118)."""
    for seat in range(s.seats):
        card = int(s.chosen[seat])
        if s.phase == Phase.PLAY:
            demand(has(s.due, seat) == (card == NOTHING), f"chosen {seat} does not fit who is due")
        wanted = s.phase in (Phase.AUTOMATON, Phase.SHOW)
        demand(not wanted or card != NOTHING, f"seat {seat} has not chosen")
        demand(s.phase in CHOOSING or card == NOTHING, f"in phase {phase_name(s)} nobody chooses")
        if card != NOTHING and s.viewer not in (TABLE, seat):
            demand(card == UNKNOWN, f"chosen {seat} is hidden from this viewer")
        elif card != NOTHING:
            demand(card >= 0 and is_in_hand(s, seat, card), f"chosen {seat} is not in the hand")


def check_turn(s: Record) -> None:
    """Whose turn it is, and who decides."""
    phase = Phase(s.phase)
    demand(s.active < players(s), "active is no player")
    demand((s.active >= 0) == (phase in IN_A_TURN), f"phase {phase_name(s)} does not fit active")
    deciding = {Phase.PLAY: int(s.due), Phase.TIE: bit(0)}
    deciding |= dict.fromkeys((Phase.SHARE, Phase.EFFECT), bit(max(int(s.active), 0)))
    asked = s.due == deciding.get(phase, 0) and (s.due != 0) == (phase <= Phase.TIE)
    demand(asked, f"phase {phase_name(s)} does not fit who is due")
    demand(s.due < bit(s.seats), "due is no seat of this table")
    demand(not s.acting or phase in (*IN_A_TURN, Phase.ACTION), "acting does not fit the phase")
    demand(s.acting or phase not in (*ON_ACTION, Phase.ACTION), f"{phase_name(s)} needs phase 5")
    demand(s.waiting == 0 or phase in (*IN_A_TURN, Phase.CLAIM), "nobody waits for a turn now")
    demand(s.waiting == 0 or not s.acting, "in phase 5 nobody waits for phase 4")
    demand(phase in IN_A_TURN or (s.gain == 0 and s.chain == 0), "nobody has won in this turn")
    waiting = [p for p in range(players(s)) if has(s.waiting, p) and s.token[p] >= 0]
    demand(phase != Phase.CLAIM or waiting, "nobody waits for a turn")
    tokens = [p for p in range(players(s)) if s.token[p] >= 0]
    demand(phase != Phase.ACTION or tokens, "nobody has a token to act with")
    demand(phase not in ON_ACTION or s.active in tokens, "the active player has no token")
    automaton = is_automaton(s, s.active)
    demand(
        not automaton or phase not in (Phase.EFFECT, Phase.SHARE, Phase.DRAW),
        "the automaton decides nothing",
    )
    demand(automaton or phase != Phase.TIE, "only the automaton's best options can be tied")


def check_lots(s: Record) -> None:
    """What is marked, and how much of it is shared already (SH-50, SH-126)."""
    marked = marked_cells(s)
    demand(
        is_empty(marked) == (s.phase not in SHARING), f"phase {phase_name(s)} does not fit marked"
    )
    demand(s.phase in SHARING or s.lot == 0, "nothing is being shared")
    coming = Cells(int(s.coming[0]), int(s.coming[1]))
    later = s.phase in (*CLOSING, Phase.MARK)
    demand(later or is_empty(coming), f"phase {phase_name(s)} does not fit coming")
    demand(s.phase != Phase.MARK or not is_empty(coming), "no new lot is coming")
    if s.phase == Phase.MARK:
        demand(within(coming, occupied(look(s))), "coming holds a cell without a card")
    if s.phase in SHARING:
        check_shares(s, marked)


def check_shares(s: Record, marked: Cells) -> None:
    """The lots before the one in question are shared, as far as anybody is asked."""
    faces, strangers = look(s), guests(s, s.active)
    demand(within(marked, occupied(faces)), "marked holds a cell without a card")
    answers = [int(answer) for answer in s.answers if answer != NOTHING]
    for number in range(s.lot):
        lot = lot_number(faces, marked, number)
        demand(lot.colour != NOTHING, f"there are only {number} lots to share")
        terms = terms_of(faces, marked, strangers, lot)
        if is_asked(s, terms):
            demand(answers and fits(answers.pop(0), terms), "an answer does not fit its lot")
    demand(not answers, "there are more answers than questions")
    if s.phase == Phase.SHARE:
        known = lot_number(faces, marked, int(s.lot)).colour != NOTHING
        demand(known and is_asked(s, terms_in_question(s)), "there is nothing to ask")


def check_automaton(s: Record) -> None:
    """The deck, its backs, and what it plays (SH-102, SH-123)."""
    alone = s.seats == 1
    phase = Phase(s.phase)
    demand(alone or (s.deck.sum() == 0 and s.laid == NOTHING), "there is no automaton")
    demand(alone or phase not in (Phase.AUTOMATON, Phase.AUTOMATON_CARD), "there is no automaton")
    demand(alone or s.automaton_won == 0, "there is no automaton")
    demand(phase != Phase.TIE or s.solo_ties != FIRST_OF_THE_BEST, "ties are not asked about")
    demand((s.best > 0) == (phase == Phase.TIE), f"phase {phase_name(s)} does not fit best")
    if not alone:
        demand((s.tops == NOTHING).all(), "there is no automaton")
        return
    laid = phase == Phase.SHOW
    demand((s.laid != NOTHING) == laid, f"phase {phase_name(s)} does not fit laid")
    wanted = UNKNOWN if laid else NOTHING
    demand(s.chosen[AUTOMATON] == wanted, "the automaton's card does not fit the phase")
    check_deck(s)
    if phase == Phase.TIE:
        best = best_options(s)
        demand(best.gain == s.best and how_many(best.options) > 1, "the best options are others")


def check_deck(s: Record) -> None:
    """Enough cards for all rounds, and of the backs that are known (SH-114)."""
    tops = [int(back) for back in s.tops if back != NOTHING]
    for back in range(2):
        demand(tops.count(back) <= s.deck[back], "tops does not fit the deck")
    cards = int(s.deck.sum())
    demand((s.tops[0] != NOTHING) == (cards > 0), "the back of the top card is always seen")
    needed = int(s.rounds) - int(s.number)
    needed += int(s.phase in OF_THREE and s.phase != Phase.SHOW)
    demand(cards >= needed, f"the deck is too small for {needed} rounds")


def check_history(s: Record) -> None:
    """Refuse what no play leads to: in phase 4 players take turns in the order of play (SH-31)."""
    if s.acting or s.active < 0 or token_cell(s, s.active) == NOTHING:
        return
    for player in range(players(s)):
        if has(s.waiting, player) and token_cell(s, player) != NOTHING:
            later = s.stand[player] > s.stand[s.active]
            demand(
                later == (s.arrow == RIGHT), f"player {player} comes before the active one (SH-31)"
            )
