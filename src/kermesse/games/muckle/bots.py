"""What bots know about Muckle: how each level thinks, a quick judgement, features.

The judgement speaks of a card that is picked and not yet revealed as well: what it promises, given
the ball, the stacks and the team's hands. Teammates know each other's hands, so both come to
the same conclusion whether the ball should be passed.
"""

from __future__ import annotations

from dataclasses import replace

from kermesse.core.bits import has
from kermesse.core.kernel import kernel
from kermesse.core.recipes import Levels, Recipe, Search
from kermesse.core.record import NOTHING, Worths
from kermesse.core.sights import Sight
from kermesse.games.muckle.cards import copies, height, length, top
from kermesse.games.muckle.components import (
    AIMS,
    DODGES,
    KINDS,
    PASSES,
    PLAYERS,
    PROTECTS,
    RUNS,
    SET_SIZE,
    TACKLES,
    TEAMS,
)
from kermesse.games.muckle.rules.turn import mate
from kermesse.games.muckle.state import Phase, State

WON = 100.0  # more than anything else can add up to
BALL_WORTH = 1.5  # in spaces
STREAK_WORTH = 0.3  # of one card of a streak that can still grow
CARD_WORTH = 0.05  # of a card in hand rather than in the stack
DAMAGE_WORTH = 0.6  # of a hit on anybody: it helps to win the ball
STOP_WORTH = 0.7  # of a space that the other team does not run
SAFE_WORTH = 0.5  # of a hit that a Dodge may turn away
RISK = 0.35  # how often a stronger Tackle of a neighbour is to be feared

# per kept card: what a hand is made of
RUN_CARD, TACKLE_CARD, DODGE_CARD, PASS_CARD, REST_CARD = 1.0, 0.9, 0.4, 0.5, 0.8
FURTHER_COPY = 0.02  # less for each card of the kind that one has already

SEAT_MARKS = 3 * KINDS + 9
SIGHTS = (
    Sight(
        PLAYERS * SEAT_MARKS,
        f"for each seat clockwise from yours, {SEAT_MARKS} numbers: of each of {KINDS} kinds "
        "the copies in hand and put aside as far as known (a quarter), and whether it lies on top; "
        "has the ball; is asked; has chosen; length of its streaks of Runs and of Tackles; height "
        "of its stack; cards not known; damage; your chosen card",
    ),
    Sight(2, "spaces run by your team and by the other, as shares of the goal"),
    Sight(1, "turns played, as a share of the most"),
    Sight(2, "cards are selected; the ball is to be given"),
)
FEATURES = sum(sight.numbers for sight in SIGHTS)

# A turn is a matrix game between the teams. Matches are played on to their end: what a card was
# good for shows turns later. Everybody then picks the best of three cards of the hand: if all
# always picked the best one, every match would go the same way. Of others two cards are weighed,
# those that look best: with more of them they would answer what they cannot know.
MATRIX = Recipe(Search.MATRIX, 8, playout=200, blind=3, width=4, narrow=2, otherwise=Search.GLANCE)


def levels(seats: int) -> Levels:
    """Glances with slips and without, then matrix games in few worlds and in many."""
    return {
        "novice": Recipe(Search.GLANCE, 1, slips=1.0),
        "casual": Recipe(Search.GLANCE, 4, slips=0.2),
        "skilled": Recipe(Search.GLANCE, 8),
        "strong": MATRIX,
        "expert": replace(MATRIX, iterations=128),
    }


@kernel
def evaluate(s: State, out: Worths) -> None:
    """The lead in spaces: run, promised by ball and streaks, and by the cards picked."""
    lead = float(s.progress[0]) - float(s.progress[1])
    if s.over:
        lead *= WON
    for seat in range(PLAYERS):
        sign = 1.0 if seat % TEAMS == 0 else -1.0
        lead += sign * prospect(s, seat)
    for seat in range(PLAYERS):
        out[seat] = lead if seat % TEAMS == 0 else -lead


@kernel
def prospect(s: State, seat: int) -> float:
    """What a seat brings its team, apart from the spaces already run."""
    if s.phase == Phase.SELECT:
        return hand_worth(s.hand[seat])
    worth = CARD_WORTH * float(cards_in_hand(s, seat))
    worth += STREAK_WORTH * float(max(run_length(s, seat), tackle_length(s, seat)) - 1)
    if s.ball == seat:
        worth += BALL_WORTH + run_gain(s, seat)
    if s.pick[seat] >= 0:
        worth += promise(s, seat, int(s.pick[seat]))
    return worth


@kernel
def hand_worth(hand: int) -> float:
    """How good a selection is: many cards that act, few of a kind."""
    worth = 0.0
    for kind in range(KINDS):
        n = float(copies(hand, kind))
        worth += n * card_worth(kind) - FURTHER_COPY * n * n
    return worth


@kernel
def card_worth(kind: int) -> float:
    """What one card is worth in a hand."""
    if has(RUNS, kind):
        return RUN_CARD
    if has(TACKLES, kind):
        return TACKLE_CARD * float(targets(kind))
    if has(DODGES, kind):
        return DODGE_CARD
    return PASS_CARD if has(PASSES, kind) else REST_CARD


@kernel
def targets(kind: int) -> int:
    """How many players a card hits."""
    n = 0
    for place in range(1, PLAYERS):
        n += int(has(AIMS[kind], place))
    return n


@kernel
def cards_in_hand(s: State, seat: int) -> int:
    """How many cards a seat holds, whether or not this record names them."""
    return int(s.hand_size) - height(s.stack[seat])


@kernel
def run_length(s: State, seat: int) -> int:
    """The streak that a Run would have now."""
    return length(s.stack[seat], RUNS, TACKLES) + 1


@kernel
def tackle_length(s: State, seat: int) -> int:
    """The streak that a Tackle would have now."""
    return length(s.stack[seat], TACKLES, RUNS) + 1


@kernel
def threat(s: State, seat: int, place: int) -> int:
    """The streak of a Tackle that the neighbour at that place could bring: by its open stack."""
    neighbour = (seat + place) % PLAYERS
    return 0 if s.ball == neighbour else tackle_length(s, neighbour)


@kernel
def holds(s: State, seat: int, kinds: int) -> bool:
    """Whether the hand has a card of these kinds, as far as this record names it."""
    found = 0
    for kind in range(KINDS):
        if has(kinds, kind):
            found += copies(s.hand[seat], kind)
    return found > 0


@kernel
def run_gain(s: State, seat: int) -> float:
    """The spaces that a Run of the seat would probably bring, had it the ball."""
    if not holds(s, seat, RUNS):
        return 0.0
    spaces = run_length(s, seat)
    chance = 1.0
    for place in range(1, PLAYERS, 2):
        if threat(s, seat, place) > spaces:
            chance -= RISK
    worth = float(spaces)
    if int(s.progress[seat % TEAMS]) + spaces >= s.goal:
        worth += BALL_WORTH * float(spaces)
    return chance * worth


@kernel
def should_pass(s: State, holder: int) -> bool:
    """Whether the teammate would run better: both know both hands, so both agree on it."""
    return holds(s, holder, PASSES) and run_gain(s, mate(holder)) > run_gain(s, holder)


@kernel
def promise(s: State, seat: int, kind: int) -> float:
    """What a picked card will probably bring."""
    if has(RUNS, kind):
        return run_promise(s, seat)
    if has(TACKLES, kind):
        return tackle_promise(s, seat, kind)
    if has(DODGES, kind):
        return dodge_promise(s, seat, kind)
    if has(PASSES, kind):
        return pass_promise(s, seat)
    return CARD_WORTH * float(height(s.stack[seat]) + 1) - lost_streak(s, seat)


@kernel
def run_promise(s: State, seat: int) -> float:
    """A Run counts for the player who has the ball, or is about to get it."""
    friend = mate(seat)
    if s.ball == seat:
        return run_gain(s, seat)
    if s.ball == friend and should_pass(s, friend):
        return run_gain(s, seat)
    return STREAK_WORTH - (STREAK_WORTH * float(tackle_length(s, seat) - 1))


@kernel
def tackle_promise(s: State, seat: int, kind: int) -> float:
    """Damage, and more if it stops the player with the ball."""
    if s.ball == seat:
        return -STREAK_WORTH * float(run_length(s, seat) - 1)
    force = tackle_length(s, seat)
    worth = DAMAGE_WORTH * float(force * targets(kind))
    if s.ball != NOTHING and has(AIMS[kind], (int(s.ball) - seat) % PLAYERS):
        spaces = run_length(s, s.ball)
        worth += STOP_WORTH * float(spaces) if force > spaces else STOP_WORTH
    return worth - STREAK_WORTH * float(run_length(s, seat) - 1)


@kernel
def dodge_promise(s: State, seat: int, kind: int) -> float:
    """What the protected side threatens, above all while one has the ball."""
    danger = float(threat(s, seat, int(PROTECTS[kind])))
    return SAFE_WORTH * danger if s.ball == seat else SAFE_WORTH * danger / float(TEAMS)


@kernel
def pass_promise(s: State, seat: int) -> float:
    """A Pass is worth what the teammate will run, and nothing without the ball."""
    if s.ball == seat and should_pass(s, seat):
        return run_gain(s, mate(seat))
    return 0.0


@kernel
def lost_streak(s: State, seat: int) -> float:
    """What taking up the stack costs."""
    return STREAK_WORTH * float(max(run_length(s, seat), tackle_length(s, seat)) - 1)


# --- what a net sees ----------------------------------------------------------------------------


@kernel
def features(s: State, out: Worths) -> None:
    """The four seats clockwise from the view's own, then score and turn."""
    out[:] = 0.0
    me = max(int(s.viewer), 0)
    for place in range(PLAYERS):
        at = place * SEAT_MARKS
        mark_seat(s, (me + place) % PLAYERS, out[at : at + SEAT_MARKS])
    at = PLAYERS * SEAT_MARKS
    out[at] = float(s.progress[me % TEAMS]) / float(s.goal)
    out[at + 1] = float(s.progress[1 - me % TEAMS]) / float(s.goal)
    out[at + 2] = float(s.turn) / float(s.turn_cap)
    out[at + 3] = float(int(s.phase == Phase.SELECT))
    out[at + 4] = float(int(s.phase == Phase.BALL))


@kernel
def mark_seat(s: State, seat: int, out: Worths) -> None:
    """One seat: its hand and what it put aside as far as known, its top card, ball and streaks."""
    for kind in range(KINDS):
        out[kind] = float(copies(s.hand[seat], kind)) / float(PLAYERS)
        out[KINDS + kind] = float(copies(s.aside[seat], kind)) / float(PLAYERS)
        out[2 * KINDS + kind] = float(int(top(s.stack[seat]) == kind))
    at = 3 * KINDS
    out[at] = float(int(s.ball == seat))
    out[at + 1] = float(int(has(s.due, seat)))
    out[at + 2] = float(int(s.pick[seat] != NOTHING))
    out[at + 3] = float(run_length(s, seat) - 1) / float(PLAYERS)
    out[at + 4] = float(tackle_length(s, seat) - 1) / float(PLAYERS)
    out[at + 5] = float(height(s.stack[seat])) / float(SET_SIZE)
    out[at + 6] = float(s.unseen[seat]) / float(SET_SIZE)
    out[at + 7] = float(s.damage[seat]) / float(SET_SIZE)
    out[at + 8] = float(picked_share(s, seat))


@kernel
def picked_share(s: State, seat: int) -> float:
    """The seat's picked card as a number; 0 if this record does not name it."""
    return float(int(s.pick[seat]) + 1) / float(KINDS) if s.pick[seat] >= 0 else 0.0
