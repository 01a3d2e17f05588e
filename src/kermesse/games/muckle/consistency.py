"""Whether a position of Muckle that was read from text can be played on from."""

from __future__ import annotations

from kermesse.core.bits import has
from kermesse.core.errors import UnreadablePosition
from kermesse.core.record import NOTHING, TABLE, UNKNOWN, Record
from kermesse.games.muckle.components import EVERYBODY, KINDS, PASSES, RESTS, SEATS, SETS, TACKLES
from kermesse.games.muckle.rules.ball import deciding_team, empty_handed
from kermesse.games.muckle.rules.cards import copies, heap_of, height, plays, size
from kermesse.games.muckle.rules.record import Phase
from kermesse.games.muckle.rules.resolution import next_seat
from kermesse.games.muckle.rules.setting_up import to_put_aside
from kermesse.games.muckle.rules.turn import first_with, mate

BEFORE = (Phase.SELECT, Phase.EXCHANGE)
ACTING = (Phase.RESOLVE, Phase.HIT)
RESOLVING = (Phase.REST, Phase.PASS, Phase.STREAKS, *ACTING)
TAKEN_UP = (Phase.PICK_UP, Phase.NEXT, Phase.OVER)  # stacks may be gone by now
AFTER = (Phase.DAMAGE, Phase.POSSESSION, Phase.BALL, Phase.PICK_UP, Phase.NEXT)


def refuse_unless(fits: object, reason: str) -> None:
    """Refuse the text with a reason."""
    if not fits:
        raise UnreadablePosition(reason)


def check_position(s: Record, ready: int) -> None:
    """Refuse what the rules could not go on from; ``ready`` is who has selected."""
    refuse_unless((s.turn == 0) == (s.phase in BEFORE), "turn 0 is the selection, and only that")
    refuse_unless(s.turn <= s.turn_cap, "there are not so many turns")
    for seat in range(SEATS):
        check_cards(s, seat)
        check_knowledge(s, seat)
        check_pick(s, seat)
    check_selection(s, ready)
    check_picks(s)
    check_ball(s)
    check_resolution(s)
    check_hit(s)
    check_progress(s)


def check_cards(s: Record, seat: int) -> None:
    """All cards of a set are there, as many in the hand and the stack as one plays with (MK-53)."""
    stack = heap_of(s.stack[seat])
    whole = int(s.hand[seat]) + int(s.aside[seat]) + stack
    for kind in range(KINDS):
        refuse_unless(
            copies(whole, kind) <= copies(SETS[s.cards], kind),
            f"seat {seat} has more cards of a kind than a set",
        )
    held = size(s.hand[seat]) + int(s.unseen[seat])
    aside = size(s.aside[seat]) + int(s.covered[seat])
    total = held + aside + height(s.stack[seat])
    refuse_unless(total == size(SETS[s.cards]), f"seat {seat} has {total} cards, not a whole set")
    wanted = to_put_aside(s)
    fits = aside <= wanted if s.phase == Phase.SELECT else aside == wanted
    refuse_unless(fits, f"seat {seat} puts {wanted} cards aside, not {aside}")
    fresh = s.stack[seat] == 0 and s.known[seat] == 0
    refuse_unless(s.turn > 0 or fresh, f"seat {seat} has played before the selection was over")


def check_knowledge(s: Record, seat: int) -> None:
    """The viewer sees its own cards, after the exchange its teammate's, and what all know."""
    viewer = int(s.viewer)
    exchanged = viewer >= 0 and mate(seat) == viewer and s.turn > 0
    if viewer in (TABLE, seat) or exchanged or s.phase == Phase.OVER:
        hidden = int(s.unseen[seat]) + int(s.covered[seat])
        refuse_unless(hidden == 0, f"seat {seat} cannot have '??' for this viewer")
    else:
        open_to_all = s.hand[seat] == s.known[seat] and s.aside[seat] == 0
        refuse_unless(open_to_all, f"seat {seat} names cards that this viewer cannot know")


def check_pick(s: Record, seat: int) -> None:
    """A picked card is one of the hand, and known to its owner only (MK-66)."""
    if s.pick[seat] == NOTHING:
        return
    refuse_unless(
        s.phase in (Phase.PLAY, Phase.REVEAL), f"pick {seat} cannot be in phase {name(s.phase)}"
    )
    if s.viewer in (TABLE, seat):
        held = s.pick[seat] >= 0 and copies(s.hand[seat], s.pick[seat])
        refuse_unless(held, f"pick {seat} is not in the hand")
    else:
        refuse_unless(s.pick[seat] == UNKNOWN, f"pick {seat} is hidden from this viewer")


def name(phase: int) -> str:
    """A phase in words."""
    return Phase(phase).name.lower()


def check_selection(s: Record, ready: int) -> None:
    """Who is ready has put enough cards aside; when all are, the exchange comes (MK-07)."""
    if s.phase != Phase.SELECT:
        refuse_unless(not ready, "only a selection has a line 'ready'")
        return
    refuse_unless(ready != EVERYBODY, "when all are ready, the exchange comes")
    for seat in range(SEATS):
        aside = size(s.aside[seat]) + int(s.covered[seat])
        done = not has(ready, seat) or aside == to_put_aside(s)
        refuse_unless(done, f"seat {seat} cannot be ready")


def check_picks(s: Record) -> None:
    """Cards are revealed when all four are picked, in seat order (MK-73)."""
    picked = [seat for seat in range(SEATS) if s.pick[seat] != NOTHING]
    if s.phase == Phase.PLAY:
        refuse_unless(len(picked) < SEATS, "when all have picked, the cards are revealed")
    if s.phase in (Phase.PLAY, Phase.SELECT, Phase.EXCHANGE):
        refuse_unless(empty_handed_seats(s) == 0, "a hand is never empty when a turn begins")
    if s.phase == Phase.REVEAL:
        last = list(range(SEATS - len(picked), SEATS))
        refuse_unless(picked and picked == last, "cards are revealed in seat order")
        shown = EVERYBODY >> len(picked)
        refuse_unless(s.waiting == shown, "revealed cards wait to be resolved, and no others")


def empty_handed_seats(s: Record) -> int:
    """How many hands are empty, as far as can be seen."""
    return sum(1 for seat in range(SEATS) if s.hand[seat] == 0 and s.unseen[seat] == 0)


def check_ball(s: Record) -> None:
    """Within a turn the ball moves by a Pass only, and at its end by decision (MK-20, MK-23)."""
    passed = s.carrier != NOTHING and s.ball == mate(s.carrier)
    if s.phase in (*BEFORE, Phase.PLAY, Phase.REVEAL, Phase.REST):
        passed = False
    refuse_unless(
        s.ball == s.carrier or passed or s.phase in TAKEN_UP, "the ball is not where it can be"
    )
    refuse_unless(
        s.turn > 1 or s.phase in TAKEN_UP or s.ball == NOTHING, "nobody begins with the ball"
    )
    if s.phase == Phase.BALL:
        refuse_unless(deciding_team(s) != NOTHING, "equal damage leaves nothing to decide")
    if s.phase == Phase.POSSESSION:
        refuse_unless(deciding_team(s) == NOTHING, "the team with less damage decides")
    if s.phase == Phase.PICK_UP:
        refuse_unless(empty_handed(s) < SEATS or empty_handed_seats(s), "no hand is empty")
    if s.phase == Phase.NEXT:
        refuse_unless(empty_handed_seats(s) == 0, "an empty hand is filled first")


def check_resolution(s: Record) -> None:
    """Cards wait only while they are resolved, in their order (MK-12)."""
    for seat in range(SEATS):
        if has(s.waiting, seat):
            refuse_unless(s.stack[seat] != 0, f"seat {seat} has no card to resolve")
            allowed = s.phase in (*RESOLVING, Phase.REVEAL, Phase.DAMAGE, Phase.WIN, Phase.OVER)
            refuse_unless(allowed, f"no card waits in phase {name(s.phase)}")
        struck = s.striker[seat] != NOTHING and s.phase not in TAKEN_UP
        fits = not struck or plays(s, s.striker[seat], TACKLES)
        refuse_unless(fits, f"nobody can have hit seat {seat}")
    resting, passing = first_with(s, RESTS) < SEATS, first_with(s, PASSES) < SEATS
    acting = next_seat(s) < SEATS
    cards = {
        Phase.REST: resting,
        Phase.PASS: passing and not resting,
        Phase.STREAKS: acting and not (resting or passing),
        Phase.RESOLVE: acting and not (resting or passing),
        Phase.HIT: not (resting or passing),
    }
    refuse_unless(cards.get(Phase(s.phase), True), f"phase {name(s.phase)} does not fit the cards")
    hurt = s.damage.any() or (s.striker != NOTHING).any()
    late = s.phase in (*ACTING, *AFTER, Phase.WIN, Phase.OVER)
    refuse_unless(late or not hurt, f"nobody is hurt in phase {name(s.phase)}")


def check_hit(s: Record) -> None:
    """A hit is under way in its phase and in no other."""
    parts = (s.tackler != NOTHING, s.target != NOTHING, s.source != NOTHING)
    if s.phase == Phase.HIT:
        refuse_unless(all(parts), "phase hit needs tackler, target and source")
        fits = plays_tackle(s) and s.target != s.source
        refuse_unless(fits, "there is no such hit")
    else:
        under_way = any(parts) or s.aims or s.hops
        refuse_unless(not under_way, f"no hit is under way in phase {name(s.phase)}")


def plays_tackle(s: Record) -> bool:
    """Whether the tackler has played a Tackle and does not have the ball."""
    return bool(plays(s, s.tackler, TACKLES) and s.ball != s.tackler)


def check_progress(s: Record) -> None:
    """Nobody has reached the goal before the end, and at the end somebody has (MK-56, MK-60)."""
    reached = max(s.progress[0], s.progress[1]) >= s.goal
    both = min(s.progress[0], s.progress[1]) >= s.goal
    refuse_unless(not both, "both teams cannot reach the goal")  # MK-59
    if s.phase == Phase.WIN:
        refuse_unless(reached, "nobody has reached the goal")
    elif s.phase == Phase.OVER:
        refuse_unless(reached or s.turn == s.turn_cap, "the match is not over yet")
    elif s.phase not in ACTING:
        refuse_unless(not reached, "the goal is reached: the match is over")


def check_history(s: Record) -> None:
    """Refuse what no play leads to."""
    ran = s.progress.any()
    refuse_unless(s.turn > 1 or not ran, "in turn 1 nobody has the ball to run with (MK-28)")
    laid = int(s.turn) - int(s.phase == Phase.PLAY)
    for seat in range(SEATS):
        cards = height(s.stack[seat])
        most = laid - int(s.phase == Phase.REVEAL and s.pick[seat] != NOTHING)
        refuse_unless(
            cards <= most, f"seat {seat} has played {most} cards at most, not {cards} (MK-10)"
        )
        was_hit = s.striker[seat] != NOTHING
        refuse_unless(
            was_hit == (s.damage[seat] > 0), f"damage {seat} is that of its first striker (MK-32)"
        )
