"""Whether a parsed position of Muckle can be continued, and whether it can occur."""

from __future__ import annotations

from kermesse.core.bits import bit, has
from kermesse.core.position_text import demand
from kermesse.core.record import NOTHING, TABLE, UNKNOWN
from kermesse.games.muckle.cards import copies, heap_of, height, plays, size
from kermesse.games.muckle.components import (
    EVERYBODY,
    KINDS,
    PASSES,
    PLAYERS,
    RESTS,
    SETS,
    TACKLES,
)
from kermesse.games.muckle.rules.resolution import next_seat
from kermesse.games.muckle.rules.turn import (
    deciders,
    deciding_team,
    empty_handed,
    first_with,
    mate,
    to_put_aside,
)
from kermesse.games.muckle.state import Phase, State

PHASES = {int(phase): phase.name.lower() for phase in Phase}
BEFORE = (Phase.SELECT, Phase.EXCHANGE)
ACTING = (Phase.RESOLVE, Phase.HIT)
BALL_AS_BEGUN = (*BEFORE, Phase.PLAY, Phase.REVEAL, Phase.REST)
TAKEN_UP = (Phase.PICK_UP, Phase.NEXT, Phase.OVER)  # stacks may be gone by now
UNHURT = (*BALL_AS_BEGUN, Phase.PASS, Phase.STREAKS)
NOBODY_WAITS = (
    *BEFORE, Phase.PLAY, Phase.POSSESSION, Phase.BALL, Phase.PICK_UP, Phase.NEXT,
)  # fmt: skip


def check(s: State) -> None:
    """Refuse positions that the rules cannot continue from."""
    demand((s.turn == 0) == (s.phase in BEFORE), "turn 0 is the selection, and only that")
    demand(s.turn <= s.turn_cap, "there are not so many turns")
    for seat in range(PLAYERS):
        check_cards(s, seat)
        check_knowledge(s, seat)
        check_pick(s, seat)
    check_due(s)
    check_hands(s)
    check_ball(s)
    check_resolution(s)
    check_hit(s)
    check_progress(s)


def check_cards(s: State, seat: int) -> None:
    """All cards of a set are there, as many in the hand and the stack as one plays with (MK-53)."""
    whole = int(s.hand[seat]) + int(s.aside[seat]) + heap_of(s.stack[seat])
    for kind in range(KINDS):
        demand(
            copies(whole, kind) <= copies(SETS[s.cards], kind),
            f"seat {seat} has more cards of a kind than a set",
        )
    aside = put_aside(s, seat)
    total = size(s.hand[seat]) + int(s.unseen[seat]) + aside + height(s.stack[seat])
    demand(total == size(SETS[s.cards]), f"seat {seat} has {total} cards, not a whole set")
    wanted = to_put_aside(s)
    fits = aside == wanted or (s.phase == Phase.SELECT and aside < wanted)
    demand(fits, f"seat {seat} puts {wanted} cards aside, not {aside}")
    fresh = s.stack[seat] == 0 and s.known[seat] == 0
    demand(s.turn > 0 or fresh, f"seat {seat} has played before the selection was over")


def put_aside(s: State, seat: int) -> int:
    """How many cards a seat has put aside."""
    return size(s.aside[seat]) + int(s.covered[seat])


def check_knowledge(s: State, seat: int) -> None:
    """The viewer sees its own cards, after the exchange its teammate's, and what all know."""
    exchanged = s.viewer >= 0 and mate(seat) == s.viewer and s.turn > 0
    if s.viewer in (TABLE, seat) or exchanged or s.phase == Phase.OVER:
        hidden = int(s.unseen[seat]) + int(s.covered[seat])
        demand(hidden == 0, f"seat {seat} cannot have '??' for this viewer")
    else:
        open_to_all = s.hand[seat] == s.known[seat] and s.aside[seat] == 0
        demand(open_to_all, f"seat {seat} names cards that this viewer cannot know")


def check_pick(s: State, seat: int) -> None:
    """A picked card is one of the hand, and known to its owner only (MK-66)."""
    if s.pick[seat] == NOTHING:
        return
    picking = s.phase in (Phase.PLAY, Phase.REVEAL)
    demand(picking, f"seat {seat} cannot have a pick in phase {PHASES[s.phase]}")
    if s.viewer in (TABLE, seat):
        held = s.pick[seat] >= 0 and copies(s.hand[seat], s.pick[seat])
        demand(held, f"the pick of seat {seat} is not in the hand")
    else:
        demand(s.pick[seat] == UNKNOWN, f"the pick of seat {seat} is hidden from this viewer")


def usually_due(s: State) -> int:
    """Who owes a decision; during the selection, if nobody is ready yet."""
    if s.phase == Phase.SELECT:
        return EVERYBODY
    if s.phase == Phase.PLAY:
        return sum(bit(seat) for seat in range(PLAYERS) if s.pick[seat] == NOTHING)
    team = deciding_team(s)
    return deciders(s, team) if s.phase == Phase.BALL and team != NOTHING else 0


def check_due(s: State) -> None:
    """Who is ready has put enough cards aside (MK-07); cards are revealed in seat order (MK-73)."""
    if s.phase == Phase.SELECT:
        demand(s.due != 0, "when all are ready, the exchange comes")
        for seat in range(PLAYERS):
            ready = not has(s.due, seat)
            demand(
                not ready or put_aside(s, seat) == to_put_aside(s), f"seat {seat} cannot be ready"
            )
        return
    picked = [seat for seat in range(PLAYERS) if s.pick[seat] != NOTHING]
    if s.phase == Phase.PLAY:
        demand(len(picked) < PLAYERS, "when all have picked, the cards are revealed")
    if s.phase == Phase.BALL:
        demand(deciding_team(s) != NOTHING, "equal damage leaves nothing to decide")
    demand(s.due == usually_due(s), f"phase {PHASES[s.phase]} has other seats due")
    if s.phase == Phase.REVEAL:
        last = list(range(PLAYERS - len(picked), PLAYERS))
        demand(picked and picked == last, "cards are revealed in seat order")
        shown = EVERYBODY >> len(picked)
        demand(s.waiting == shown, "revealed cards wait to be resolved, and no others")


def check_hands(s: State) -> None:
    """A hand is never empty when a turn begins, and filled when it ends (MK-51, MK-53)."""
    empty = any(s.hand[seat] == 0 and s.unseen[seat] == 0 for seat in range(PLAYERS))
    if s.phase in (Phase.PLAY, Phase.SELECT, Phase.EXCHANGE):
        demand(not empty, "a hand is never empty when a turn begins")
    if s.phase == Phase.PICK_UP:
        demand(empty or empty_handed(s) < PLAYERS, "no hand is empty")
    if s.phase == Phase.NEXT:
        demand(not empty, "an empty hand is filled first")


def check_ball(s: State) -> None:
    """Within a turn the ball moves by a Pass only, and at its end by decision (MK-20, MK-23)."""
    late = s.phase in TAKEN_UP
    passed = s.carrier != NOTHING and s.ball == mate(s.carrier) and s.phase not in BALL_AS_BEGUN
    demand(late or passed or s.ball == s.carrier, "the ball is not where it can be")
    demand(late or s.turn > 1 or s.ball == NOTHING, "nobody begins with the ball")
    if s.phase == Phase.POSSESSION:
        demand(deciding_team(s) == NOTHING, "the team with less damage decides")


def check_resolution(s: State) -> None:
    """Cards wait only while they are resolved, in their order (MK-12)."""
    demand(not (s.waiting and s.phase in NOBODY_WAITS), f"no card waits in phase {PHASES[s.phase]}")
    for seat in range(PLAYERS):
        waits, by = has(s.waiting, seat), s.striker[seat]
        demand(not waits or s.stack[seat] != 0, f"seat {seat} has no card to resolve")
        fits = by == NOTHING or s.phase in TAKEN_UP or plays(s.stack[by], TACKLES)
        demand(fits, f"nobody can have hit seat {seat}")
    resting, passing = first_with(s, RESTS) < PLAYERS, first_with(s, PASSES) < PLAYERS
    acting = next_seat(s) < PLAYERS and not (resting or passing)
    cards = {
        Phase.REST: resting,
        Phase.PASS: passing and not resting,
        Phase.STREAKS: acting,
        Phase.RESOLVE: acting,
        Phase.HIT: not (resting or passing),
    }
    demand(cards.get(Phase(s.phase), True), f"phase {PHASES[s.phase]} does not fit the cards")
    hurt = s.damage.any() or (s.striker != NOTHING).any()
    demand(not (hurt and s.phase in UNHURT), f"nobody is hurt in phase {PHASES[s.phase]}")


def check_hit(s: State) -> None:
    """A hit is under way in its phase and in no other."""
    parts = [seat != NOTHING for seat in (s.tackler, s.target, s.source)]
    if s.phase == Phase.HIT:
        demand(all(parts), "phase hit needs tackler, target and source")
        tackles = plays(s.stack[s.tackler], TACKLES) and s.ball != s.tackler
        demand(tackles and s.target != s.source, "there is no such hit")
    else:
        under_way = any(parts) or s.aims or s.hops
        demand(not under_way, f"no hit is under way in phase {PHASES[s.phase]}")


def check_progress(s: State) -> None:
    """Nobody has reached the goal before the end, and at the end somebody has (MK-56, MK-60)."""
    reached = max(s.progress) >= s.goal
    demand(min(s.progress) < s.goal, "both teams cannot reach the goal")  # MK-59
    if s.phase == Phase.WIN:
        demand(reached, "nobody has reached the goal")
    elif s.phase == Phase.OVER:
        demand(reached or s.turn == s.turn_cap, "the match is not over yet")
    elif s.phase not in ACTING:
        demand(not reached, "the goal is reached: the match is over")


def check_history(s: State) -> None:
    """Refuse positions that no play leads to."""
    demand(s.turn > 1 or not s.progress.any(), "in turn 1 nobody has the ball to run with (MK-28)")
    for seat in range(PLAYERS):
        yet_to_lay = s.phase == Phase.PLAY or s.pick[seat] != NOTHING
        cards, most = height(s.stack[seat]), int(s.turn) - int(yet_to_lay)
        demand(cards <= most, f"seat {seat} has played {most} cards at most, not {cards} (MK-10)")
        was_hit = s.striker[seat] != NOTHING
        demand(
            was_hit == (s.damage[seat] > 0), f"damage {seat} is that of its first striker (MK-32)"
        )
