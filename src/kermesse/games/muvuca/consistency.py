"""Whether a parsed position of Muvuca can be continued, and whether it can occur."""

from __future__ import annotations

from kermesse.core.bits import bit, count, has
from kermesse.core.errors import UnreadablePosition
from kermesse.core.kinds import bits_of
from kermesse.core.position_text import demand
from kermesse.core.record import NOTHING, TABLE, UNKNOWN
from kermesse.games.muvuca.components import (
    CARD_CODES,
    CARDS,
    CELLS,
    ENTRY,
    FULL_COLUMNS,
    FULL_ROWS,
    SECOND_HAND,
)
from kermesse.games.muvuca.rules.turn import face_up_cells, full_lines
from kermesse.games.muvuca.scoring import KINDS_COUNTED, round_winner
from kermesse.games.muvuca.state import (
    FACE_DOWN_REVEALED,
    FIRST_AT_RANDOM,
    ROLES_AT_RANDOM,
    Phase,
    State,
)

PHASES = {int(phase): phase.name.lower() for phase in Phase}
ROUND_PHASES = range(Phase.REVEAL, Phase.OVER + 1)
BEFORE_INSERTING = (Phase.CARD, Phase.PUSH, Phase.SLIDE, Phase.INSERT)
DECIDED = (Phase.VICTORY, Phase.NEXT, Phase.OVER)


def check(s: State) -> None:
    """Refuse positions that the rules cannot continue from."""
    check_cards(s)
    check_phase(s)
    check_hands(s)
    check_wins(s)


def check_history(s: State) -> None:
    """Refuse positions that no play leads to."""
    check_turn(s)
    check_shown(s)
    check_lines(s)
    check_seats(s)


def check_cards(s: State) -> None:
    """Every card lies in exactly one place, and as many as there are."""
    loose = [int(card) for card in (*s.crowd, s.leaving, s.aside)]
    named = [card for card in loose if card >= 0]
    for seat in range(2):
        named += bits_of(s.hand[seat])
    for card in named:
        if named.count(card) > 1:
            raise UnreadablePosition(f"{CARD_CODES[card]} lies in two places")
    found = len(named) + loose.count(UNKNOWN) + int(s.unseen.sum())
    if found != CARDS:
        raise UnreadablePosition(f"there are {CARDS} cards, not {found}")


def check_phase(s: State) -> None:
    """The fields agree with the phase, so that the rules can go on from here."""
    phase = Phase(s.phase)
    hidden = s.viewer not in (TABLE, s.active)
    gap = NOTHING if phase != Phase.INSERT else int(ENTRY[s.pushed])
    held = s.chosen >= 0 and has(s.hand[s.active], s.chosen)
    chosen_fits = s.chosen == UNKNOWN if hidden else held
    holding = phase in (Phase.INSERT, Phase.CART, Phase.LINES, Phase.HAND_OVER, Phase.SET_ASIDE)
    demands = [
        (phase in (Phase.SLIDE, Phase.INSERT, Phase.CART), s.pushed != NOTHING, "a push"),
        (phase in (Phase.PUSH, Phase.SLIDE, Phase.INSERT), s.chosen != NOTHING, "a chosen card"),
        (holding, s.leaving != NOTHING, "a leaving card"),
        (phase in ROUND_PHASES, s.aside != NOTHING, "a card set aside"),
        (phase in range(Phase.VICTORY, Phase.OVER + 1), s.victor != NOTHING, "a victor"),
        (phase == Phase.TURN_UP, (s.crowd == UNKNOWN).any(), "a face-down card in the crowd"),
    ]
    for wanted, there, what in demands:
        if wanted and not there:
            raise UnreadablePosition(f"phase {PHASES[phase]} needs {what}")
        if there and not wanted and what in ("a push", "a chosen card"):
            raise UnreadablePosition(f"phase {PHASES[phase]} cannot have {what}")
    demand(s.due == deciders(s), f"phase {PHASES[phase]} has other seats due")
    if s.pushed != NOTHING and s.cart >> 1 == s.pushed >> 1:
        raise UnreadablePosition("the Cart lies in the line that is pushed")
    if s.chosen != NOTHING and not chosen_fits:
        raise UnreadablePosition("the chosen card is not in the active seat's hand")
    if [cell for cell in range(CELLS) if s.crowd[cell] == NOTHING] != [gap] * (gap != NOTHING):
        raise UnreadablePosition("the crowd has a gap where none can be")
    if (s.scored == KINDS_COUNTED) != (phase >= Phase.WINNER) or (s.scored and phase < Phase.COUNT):
        raise UnreadablePosition(f"phase {PHASES[phase]} does not fit {s.scored} types scored")


def check_hands(s: State) -> None:
    """Hands have their size (MV-12, MV-31), and the viewer sees its own and what all know."""
    for seat in range(2):
        playing = s.phase <= Phase.INSERT and seat == s.active
        size, wanted = count(s.hand[seat]) + int(s.unseen[seat]), SECOND_HAND + int(playing)
        if size != wanted:
            phase = PHASES[int(s.phase)]
            raise UnreadablePosition(f"hand {seat} has {wanted} cards in phase {phase}, not {size}")
        if s.unseen[seat] and s.viewer in (TABLE, seat):
            raise UnreadablePosition(f"hand {seat} cannot hold '??' for this viewer")
        if s.hand[seat] != s.known[seat] and s.viewer not in (TABLE, seat):
            raise UnreadablePosition(f"hand {seat} names cards that this viewer cannot know")


def check_wins(s: State) -> None:
    """The match is over as soon as somebody has won enough rounds (MV-49), and not before."""
    enough = [seat for seat in range(2) if s.wins[seat] >= s.rounds_to_win]
    decided = [int(s.victor)] if s.wins[max(s.victor, 0)] == s.rounds_to_win else []
    if enough != decided or (s.phase != Phase.NEXT and bool(enough) != (s.phase == Phase.OVER)):
        raise UnreadablePosition(f"wins {s.wins[0]} {s.wins[1]} do not fit this phase of the match")


def deciders(s: State) -> int:
    """Who owes a decision in this phase."""
    return bit(s.active) if s.phase in (Phase.CARD, Phase.PUSH) else 0


def starter_of(s: State) -> int:
    """Who has begun the round, as turn and active seat tell: turns alternate (MV-26)."""
    return (int(s.active) + int(s.turn) - 1) % 2


def check_turn(s: State) -> None:
    """How far the round has come, and what was moved on the way (MV-10, MV-11, MV-19, MV-36)."""
    demand(s.turn <= s.turn_cap, f"the round has {s.turn_cap} turns, not {s.turn} (MV-36)")
    demand(
        s.starter == starter_of(s),
        f"in turn {s.turn} seat {s.active} is active only if seat {starter_of(s)} started: "
        "turns alternate (MV-26)",
    )
    moved = s.turn > 1 or s.phase > Phase.CART
    where = f"turn {s.turn}, phase {PHASES[int(s.phase)]}"
    demand(moved or s.cart == NOTHING, f"{where}: the Cart joins with the first push (MV-10)")
    demand(not moved or s.cart != NOTHING, f"{where}: the Cart lies beside the Crowd (MV-19)")


def check_shown(s: State) -> None:
    """Each turn shows one card, which everybody knows from then on (MV-17, MV-56)."""
    if s.phase >= Phase.REVEAL:
        return
    inserted = int(s.turn) - int(s.phase in BEFORE_INSERTING)
    shown = count(face_up_cells(s)) + count(s.known[0]) + count(s.known[1]) + int(s.leaving >= 0)
    demand(
        min(inserted, 1) <= shown <= inserted,
        f"{shown} cards are known to all, and {inserted} have been put into the Crowd (MV-56)",
    )
    last = s.pushed if s.phase == Phase.CART else s.cart
    if last != NOTHING and s.phase != Phase.INSERT:  # a push may just have moved it
        demand(s.crowd[ENTRY[last]] >= 0, "the last card put into the Crowd lies face-up (MV-19)")


def check_lines(s: State) -> None:
    """A round goes on until there are enough full lines, or to its last turn (MV-28, MV-36)."""
    cells = face_up_cells(s)
    enough = (
        full_lines(cells, FULL_ROWS) >= s.end_lines
        or full_lines(cells, FULL_COLUMNS) >= s.end_lines
    )
    at_last = s.turn == s.turn_cap
    if s.phase in (Phase.CARD, Phase.PUSH, Phase.SLIDE, Phase.HAND_OVER):
        demand(not enough, f"{s.end_lines} full lines have ended the round (MV-28)")
    over = s.phase >= Phase.SET_ASIDE
    demand(at_last or not s.capped, "capped is a round in its last turn (MV-36)")
    demand(over or not s.capped, "capped is a round that has ended (MV-36)")
    demand(
        s.phase != Phase.HAND_OVER or not at_last, "after the last turn no card is taken (MV-36)"
    )
    turned = s.facedown_at_scoring == FACE_DOWN_REVEALED
    if over and not (turned and s.phase >= Phase.TURN_UP):
        demand(enough or s.capped, "the round has not ended: too few full lines (MV-28)")
        demand(not (enough and s.capped), "the round has ended by full lines, not capped (MV-28)")
    demand(turned or s.phase != Phase.TURN_UP, "face-down cards are not turned up (MV-40)")
    hidden = (s.crowd == UNKNOWN).any()
    demand(not (turned and hidden and s.phase >= Phase.COUNT), "the Crowd is turned up (MV-40)")
    if s.phase > Phase.REVEAL:
        demand((s.hand == s.known).all(), "both hands are open (MV-37)")


def check_seats(s: State) -> None:
    """Who starts, who sells food, and who has won the round before (MV-03, MV-04, MV-46…48)."""
    finished = int(s.wins.sum()) - int(s.phase in (Phase.NEXT, Phase.OVER))
    demand(finished >= 0, "the winner of the round has won one (MV-51)")
    if finished == 0:
        fixed = s.first_player != FIRST_AT_RANDOM
        demand(not fixed or s.starter == s.first_player - 1, "another seat starts round 1 (MV-04)")
    if s.phase in DECIDED:
        demand(s.victor == round_winner(s), "the victor has more points, or won the tie (MV-46)")
    elif finished == 0:
        demand(s.victor == NOTHING, "no round has a victor yet (MV-46)")
    else:
        demand(s.victor == 1 - s.starter, "the loser of a round starts the next one (MV-48)")
        demand(s.wins[s.victor] > 0, "the victor of a round has won one (MV-51)")
    if s.roles != ROLES_AT_RANDOM:
        swapped = finished % 2 if s.swap_roles else 0
        demand(s.food_seat == (s.roles + swapped) % 2, "another seat sells food (MV-03)")
