"""Whether the fields of a position that was read fit together, so that the rules can go on."""

from __future__ import annotations

from collections import Counter

import numpy as np

from kermesse.core.bits import bit, has
from kermesse.core.position_text import demand
from kermesse.core.record import NOTHING, TABLE, UNKNOWN
from kermesse.games.shuppa.components import ARROWS, CARDS, JUMP_CARD, KIND, NORMAL, REVEALED, RIGHT
from kermesse.games.shuppa.rules.automaton import best_options
from kermesse.games.shuppa.rules.cards import guests, is_automaton, token_cell
from kermesse.games.shuppa.rules.cascade import (
    coming_cells,
    fits,
    is_asked,
    marked_cells,
    terms_in_question,
    terms_of,
)
from kermesse.games.shuppa.rules.cells import within
from kermesse.games.shuppa.rules.effects import how_many
from kermesse.games.shuppa.rules.lots import look, lot_number, occupied
from kermesse.games.shuppa.state import (
    AUTOMATON,
    COLUMN,
    FIRST_OF_THE_BEST,
    HEAP,
    Phase,
    State,
    columns,
    players,
)
from kermesse.games.shuppa.tables import LEVELS

CHOOSING = (Phase.PLAY, Phase.AUTOMATON, Phase.SHOW)
OF_THREE = (Phase.SORT_THREE, Phase.ARROW, *CHOOSING)
BEFORE_ARROW = (Phase.REVEAL, Phase.SORT_THREE, Phase.ARROW)
SHARING = (Phase.WIN, Phase.SHARE)
CLOSING = (Phase.TAKE_BACK, Phase.FALL)
ON_ACTION = (Phase.EFFECT, Phase.TIE, Phase.RESOLVE)
IN_A_TURN = (*SHARING, *CLOSING, *ON_ACTION, Phase.MARK, Phase.DRAW)
IN_PLAY = (*IN_A_TURN, Phase.SORT_ROW, Phase.DROP, Phase.CLAIM, Phase.ACTION)
WITH_ARROW = tuple(phase for phase in Phase if phase not in BEFORE_ARROW)

# what a record says only in some phases, and in which of them it must
SAID_IN: dict[str, tuple[tuple[Phase, ...], tuple[Phase, ...]]] = {
    "arrow": (WITH_ARROW, WITH_ARROW),
    "chosen": (CHOOSING, ()),
    "token": (IN_PLAY, (Phase.SORT_ROW, Phase.DROP, Phase.ACTION)),
    "column": ((Phase.DROP,), ()),
    "waiting": ((*IN_A_TURN, Phase.CLAIM), (Phase.CLAIM,)),
    "acting": ((*IN_A_TURN, Phase.ACTION), (*ON_ACTION, Phase.ACTION)),
    "active": (IN_A_TURN, IN_A_TURN),
    "gain": (IN_A_TURN, ()),
    "chain": (IN_A_TURN, ()),
    "marked": (SHARING, SHARING),
    "lot": (SHARING, ()),
    "answers": (SHARING, ()),
    "coming": ((*CLOSING, Phase.MARK), (Phase.MARK,)),
    "falling": (CLOSING, (Phase.FALL,)),
    "laid": ((Phase.SHOW,), ()),
    "best": ((Phase.TIE,), (Phase.TIE,)),
}


def check(s: State) -> None:
    """Refuse positions that the rules cannot continue from."""
    check_phase(s)
    check_round(s)
    check_zone(s)
    check_room(s)
    check_row(s)
    check_tokens(s)
    check_hands(s)
    check_choices(s)
    check_turn(s)
    if s.phase in SHARING:
        check_shares(s)
    if s.phase == Phase.MARK:
        demand(within(coming_cells(s), occupied(look(s))), "coming holds a cell without a card")
    check_automaton(s)


def check_phase(s: State) -> None:
    """The record says what the phase needs, and nothing that is over or still to come."""
    phase = Phase(s.phase)
    for name, (sometimes, always) in SAID_IN.items():
        kind = State.layout.fields[name].kind
        said = (np.asarray(s[name]) != (NOTHING if kind.least == NOTHING else 0)).any()
        fits = phase in sometimes if said else phase not in always
        demand(fits, f"phase {phase.name.lower()} does not fit {name}")


def check_cards(s: State) -> None:
    """Every card lies in one place at most."""
    places = Counter(open_cards(s))
    for heap in s.hand:
        places.update(HEAP.members(heap))
    for card, n in places.items():
        demand(n == 1, f"card {card + 1} lies in {n} places")


def open_cards(s: State) -> list[int]:
    """All cards that lie open: in zone and row, on PV piles, and discarded."""
    cards = [int(card) for card in [*s.zone, *s.row] if card >= 0]
    for heap in (*s.won, s.discard):
        cards += HEAP.members(heap)
    return cards


def check_round(s: State) -> None:
    """Rounds, and the arrows shown so far (SH-09, SH-21)."""
    demand(s.viewer < s.seats, "viewer is no seat of this table")
    phase, is_last = Phase(s.phase), s.number == s.rounds
    demand(s.number > 0 or phase == Phase.REVEAL, "only before the first round the number is 0")
    demand(not is_last or phase != Phase.REVEAL, "no round is left to be played")
    demand(is_last or phase not in (Phase.END, Phase.OVER), "the match ends after the last round")
    between = phase in (Phase.RESTOCK, Phase.AUTOMATON_CARD)
    demand(not (is_last and between), "after the last round nothing is restocked")
    shown = int(s.number) - int(phase in (Phase.SORT_THREE, Phase.ARROW))
    most = min(shown, int(ARROWS[RIGHT]))
    least = int(s.arrow == RIGHT)
    demand(least <= s.rights <= most - int(s.arrow > RIGHT), "rights does not fit the arrows shown")


def check_zone(s: State) -> None:
    """Columns without gaps, except while cards fall (SH-11, SH-52)."""
    gaps = 0
    for column in range(columns(s)):
        cards = [int(card) for card in s.zone[COLUMN * column : COLUMN * (column + 1)]]
        filled = sum(card != NOTHING for card in cards)
        if any(card != NOTHING for card in cards[filled:]):
            gaps |= bit(column)
    demand(s.falling == gaps, "falling does not fit the gaps in the zone")
    empty = any(s.zone[COLUMN * column] == NOTHING for column in range(columns(s)))
    piles = s.reserve > 0 or s.action_pile > 0
    demand(s.phase != Phase.RESTOCK or (empty and piles), "there is nothing to restock")
    refilled = s.phase == Phase.AUTOMATON_CARD or (s.phase in OF_THREE and s.number > 1)
    demand(not (refilled and empty and piles), "an empty column has not been restocked")


def check_room(s: State) -> None:
    """No column can outgrow its cells, whatever is still dropped on it or jumps there."""
    jumps = jumps_to_come(s)
    for column in range(columns(s)):
        height = sum(card >= 0 for card in s.zone[COLUMN * column : COLUMN * (column + 1)])
        waits = s.phase in (*OF_THREE, Phase.SORT_ROW) or s.row[column] >= 0
        drops = int(s.rounds) - int(s.number) + int(waits)
        demand(height + drops + jumps <= LEVELS, f"column {column + 1} can grow too high")


def jumps_to_come(s: State) -> int:
    """The jump cards whose effect may still be used: under a token, or still to be chosen."""
    spent = s.active if s.acting and s.phase == Phase.TAKE_BACK else NOTHING
    lying = [*s.zone, *s.row]
    cards = [s.token[p] for p in range(players(s)) if p != spent and s.token[p] in lying]
    if s.number < s.rounds or s.phase in OF_THREE:
        cards += set(range(CARDS)).difference(open_cards(s))
    return sum(card >= 0 and KIND[card] == JUMP_CARD for card in cards)


def check_row(s: State) -> None:
    """Three cards, or one for each column, or those that have not dropped yet (SH-22…26)."""
    cards = [int(card) for card in s.row[: columns(s)]]
    if s.phase in OF_THREE:
        wanted = [True] * REVEALED + [False] * (columns(s) - REVEALED)
    elif s.phase in (Phase.SORT_ROW, Phase.DROP):
        wanted = [place >= s.column for place in range(columns(s))]
    else:
        wanted = [False] * columns(s)
    fits_phase = [card >= 0 for card in cards] == wanted
    demand(fits_phase, f"phase {Phase(s.phase).name.lower()} does not fit row")
    demand(s.column < columns(s), f"there are {columns(s)} columns")
    lain = [card for card in cards if card >= 0]
    unsorted = s.phase in (Phase.SORT_THREE, Phase.SORT_ROW)
    demand(unsorted or lain == sorted(lain), "the row is sorted")
    demand(
        s.phase not in OF_THREE or all(KIND[card] == NORMAL for card in lain),
        "only Normal cards are turned up",
    )


def check_tokens(s: State) -> None:
    """From the reveal to the end of its turn a token lies on a card (SH-24, SH-28)."""
    everybody = s.phase in (Phase.SORT_ROW, Phase.DROP)
    placed = (s.token[: players(s)] >= 0).all()
    demand(placed or not everybody, "every token lies on a card of the row or the zone")
    stands = [int(s.stand[p]) for p in range(players(s)) if token_cell(s, p) != NOTHING]
    demand(len(set(stands)) == len(stands), "tokens lie in different columns")
    for player in range(players(s)):
        card = int(s.token[player])
        if card < 0 or card in s.row:
            continue
        taken = any(card in HEAP.members(heap) for heap in (*s.won, s.discard))
        gone = s.phase == Phase.TAKE_BACK and taken
        demand(gone or card in s.zone, f"token {player} lies on a card that is not in the zone")
        waits = has(s.waiting, player) or player == s.active
        waits = waits or gone or s.phase == Phase.DROP
        demand(waits or KIND[card] != NORMAL, f"the turn of player {player} was left out")
        demand(not s.acting or KIND[card] != NORMAL, "in phase 5 tokens lie on Action cards")


def check_hands(s: State) -> None:
    """Hands are large enough, and viewers see only their own (SH-29, SH-116)."""
    open_rounds = int(s.rounds) - int(s.number)
    needed = open_rounds + int(s.phase in OF_THREE)
    for seat in range(s.seats):
        named = len(HEAP.members(s.hand[seat]))
        unseen = int(s.unseen[seat].sum())
        demand(named + unseen >= needed, f"hand {seat} is too small for {needed} rounds")
        if s.viewer in (TABLE, seat):
            demand(unseen == 0, f"hand {seat} cannot hold '?' for this viewer")
        else:
            demand(named == 0, f"hand {seat} names cards that this viewer cannot know")


def check_choices(s: State) -> None:
    """Who is not asked any more has chosen; a choice is in the hand, and sealed (SH-118)."""
    for seat in range(s.seats):
        card = int(s.chosen[seat])
        if s.phase == Phase.PLAY:
            demand(has(s.due, seat) == (card == NOTHING), f"chosen {seat} does not fit who is due")
        wanted = s.phase in (Phase.AUTOMATON, Phase.SHOW)
        demand(not wanted or card != NOTHING, f"seat {seat} has not chosen")
        if card != NOTHING and s.viewer not in (TABLE, seat):
            demand(card == UNKNOWN, f"chosen {seat} is hidden from this viewer")
        elif card != NOTHING:
            demand(card in HEAP.members(s.hand[seat]), f"chosen {seat} is not in the hand")


def check_turn(s: State) -> None:
    """Whose turn it is, and who decides."""
    phase = Phase(s.phase)
    deciding = {Phase.PLAY: int(s.due), Phase.TIE: bit(0)}
    deciding |= dict.fromkeys((Phase.SHARE, Phase.EFFECT), bit(max(int(s.active), 0)))
    asked = s.due == deciding.get(phase, 0) and (s.due != 0) == (phase <= Phase.TIE)
    demand(asked, f"phase {phase.name.lower()} does not fit who is due")
    demand(s.due < bit(s.seats), "due is no seat of this table")
    demand(s.waiting == 0 or not s.acting, "in phase 5 nobody waits for phase 4")
    tokens = [p for p in range(players(s)) if s.token[p] >= 0]
    waiting = [p for p in tokens if has(s.waiting, p)]
    demand(phase != Phase.CLAIM or waiting, "nobody waits for a turn")
    demand(phase not in ON_ACTION or s.active in tokens, "the active player has no token")
    automaton = is_automaton(s, s.active)
    demand(
        not automaton or phase not in (Phase.EFFECT, Phase.SHARE, Phase.DRAW),
        "the automaton decides nothing",
    )
    demand(automaton or phase != Phase.TIE, "only the automaton's best options can be tied")


def check_shares(s: State) -> None:
    """The lots before the one in question are shared, as far as anybody is asked (SH-50)."""
    faces, strangers, marked = look(s), guests(s, s.active), marked_cells(s)
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


def check_automaton(s: State) -> None:
    """The deck, its backs, and what it plays (SH-102, SH-123)."""
    phase = Phase(s.phase)
    if s.seats > 1:
        idle = s.deck.sum() == 0 and (s.tops == NOTHING).all() and s.laid == NOTHING
        idle = idle and not s.automaton_won
        idle = idle and phase not in (Phase.AUTOMATON, Phase.AUTOMATON_CARD)
        demand(idle, "there is no automaton")
        return
    demand((s.laid != NOTHING) == (phase == Phase.SHOW), "the automaton lays a card to be shown")
    wanted = UNKNOWN if phase == Phase.SHOW else NOTHING
    demand(s.chosen[AUTOMATON] == wanted, "the automaton's card does not fit the phase")
    check_deck(s)
    if phase == Phase.TIE:
        demand(s.solo_ties != FIRST_OF_THE_BEST, "ties are not asked about")
        best = best_options(s)
        demand(best.gain == s.best and how_many(best.options) > 1, "the best options are others")


def check_deck(s: State) -> None:
    """Enough cards for all rounds, and of the backs that are known (SH-114)."""
    tops = [int(back) for back in s.tops if back != NOTHING]
    for back in range(2):
        demand(tops.count(back) <= s.deck[back], "tops does not fit the deck")
    cards = int(s.deck.sum())
    demand((s.tops[0] != NOTHING) == (cards > 0), "the back of the top card is always seen")
    needed = int(s.rounds) - int(s.number)
    needed += int(s.phase in OF_THREE and s.phase != Phase.SHOW)
    demand(cards >= needed, f"the deck is too small for {needed} rounds")


def check_history(s: State) -> None:
    """Refuse positions that no play leads to: phase 4 goes in the order of play (SH-31)."""
    if s.acting or s.active < 0 or token_cell(s, s.active) == NOTHING:
        return
    for player in range(players(s)):
        if has(s.waiting, player) and token_cell(s, player) != NOTHING:
            later = s.stand[player] > s.stand[s.active]
            demand(
                later == (s.arrow == RIGHT), f"player {player} comes before the active one (SH-31)"
            )
