"""Huddle, broken on purpose: each mutant breaks one clause, and the suite must say which.

``evidence`` is a phrase of the message that shows the clause found the intended fault, ``also``
the clauses that cannot but break along with it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
from numba import objmode

from kermesse.core.bits import count, has, including, lowest, without
from kermesse.core.chance import draw, draw_member, word
from kermesse.core.game import Game
from kermesse.core.kernel import PLAIN, kernel
from kermesse.core.record import NOTHING, TABLE

from . import huddle
from .huddle import Happening, Phase, partner, undecided

honest_act = huddle.act
honest_census = huddle.census
honest_conceal = huddle.conceal
honest_imagine = huddle.imagine
honest_legal = huddle.legal
honest_outcome = huddle.outcome
honest_score = huddle.score
honest_setup = huddle.setup
honest_step = huddle.step
honest_twin = huddle.twin


@dataclass(frozen=True)
class Mutant:
    """A broken game, the clause it breaks, and a phrase of what the suite must say."""

    game: Game
    clause: int
    evidence: str
    also: frozenset[int]

    def __str__(self) -> str:
        return self.game.name


MUTANTS: list[Mutant] = []


def mutant(name, clause, evidence, *, of=huddle.game, also=(), fields=(), **kernels):
    game = replace(
        of,
        name=name,
        fields=[*fields, *huddle.FIELDS],
        kernels={**of.kernels, **kernels},
    )
    MUTANTS.append(Mutant(game, clause, evidence, frozenset(also)))


# --- 1: something else is read ------------------------------------------------------------


@kernel
def step_with_dice(s):
    honest_step(s)
    s.spare[0] = int(np.random.random() * 100.0)


@kernel
def step_by_the_clock(s):
    honest_step(s)
    with objmode(now="int64"):
        now = int(time.time())
    s.spare[0] = now % 100


@kernel
def score_on_paper(s, out):
    honest_score(s, out)
    s.spare[0] += 1


@kernel
def setup_with_leftovers(s):
    points = int(s.points[0])
    honest_setup(s)
    s.points[0] = points


mutant("own_dice", 1, "another result the second time", also={5, 9}, step=step_with_dice)
if PLAIN:  # no compiled kernel may name `objmode`: nobody could say whether that has changed
    mutant("clock", 1, "another result the second time", step=step_by_the_clock)
mutant("scribbles", 1, "score changed the record", score=score_on_paper)
mutant("leftovers", 1, "something left over", setup=setup_with_leftovers)

# --- 2: legality knows more than the seat -------------------------------------------------


@kernel
def legal_by_their_cards(s, seat, out):
    n = honest_legal(s, seat, out)
    if s.phase == Phase.PICK and n > 1 and s.hand[(seat + 1) % s.seats] > 1 << 8:
        n -= 1
    return n


@kernel
def legal_backwards(s, seat, out):
    n = honest_legal(s, seat, out)
    if n > 1:
        first = out[0]
        out[0] = out[1]
        out[1] = first
    return n


mutant("leak_by_legality", 2, "in its own view", legal=legal_by_their_cards)
mutant("backwards", 2, "ascending", legal=legal_backwards)

# --- 3: the view knows more than the seat -------------------------------------------------


@kernel
def conceal_all_but_one(s, seat):
    neighbour = (seat + 1) % s.seats
    hand = s.hand[neighbour]
    honest_conceal(s, seat)
    if seat >= 0:
        s.hand[neighbour] = hand
        s.unseen[neighbour] = 0


@kernel
def place_in_hand(s, seat):
    below = (1 << int(s.sealed[seat])) - 1
    return 1 + count(int(s.hand[seat]) & below)


@kernel
def act_in_order(s, seat, action):
    """Note at which place of the sorted hand the chosen card was."""
    honest_act(s, seat, action)
    if s.event == Happening.PICKED:
        s.spare[seat] = place_in_hand(s, seat)


@kernel
def twin_in_order(s, seat):
    honest_twin(s, seat)
    for owner in range(s.seats):
        if s.sealed[owner] != NOTHING:
            s.spare[owner] = place_in_hand(s, owner)


@kernel
def conceal_but_chance(s, seat):
    chance = s.rng
    honest_conceal(s, seat)
    s.rng = chance


mutant("leak_by_view", 3, "it leaks", also={4}, conceal=conceal_all_but_one)
mutant("leak_by_order", 3, "it leaks", also={5}, act=act_in_order, twin=twin_in_order)
mutant("leak_of_chance", 3, "rng 0", also={4, 8}, conceal=conceal_but_chance)

# --- 4: imagination -----------------------------------------------------------------------


@kernel
def imagine_low_cards(s):
    for owner in range(s.seats):
        for _ in range(s.unseen[owner]):
            one = draw_member(s, undecided(s))
            two = draw_member(s, undecided(s))
            chosen = min(one, two) if draw(s, 2) == 0 else one
            s.hand[owner] = including(s.hand[owner], chosen)
        s.unseen[owner] = 0
    honest_imagine(s)


@kernel
def imagine_some(s):
    """The lowest card that is open goes to a hand only if all others have."""
    for owner in range(s.seats):
        for _ in range(s.unseen[owner]):
            pool = undecided(s)
            if count(pool) > 1:
                pool = without(pool, lowest(pool))
            s.hand[owner] = including(s.hand[owner], draw_member(s, pool))
        s.unseen[owner] = 0
    honest_imagine(s)


@kernel
def imagine_nothing(s):
    s.viewer = TABLE


@kernel
def no_twin(s, seat):
    s.reveals += 0


mutant("biased", 4, "equally often", imagine=imagine_low_cards)
mutant("biased_pairs", 4, "as the pieces can lie", of=huddle.pairs, imagine=imagine_low_cards)
mutant("narrow", 4, "to be imagined", imagine=imagine_some)
mutant("no_imagination", 4, "to be playable to its end", imagine=imagine_nothing)
mutant("lazy_twin", 4, "only worlds that `twin` shows", twin=no_twin)

# --- 5: sealed choices --------------------------------------------------------------------


@kernel
def conceal_but_partner(s, seat):
    mate = partner(s, max(seat, 0))
    sealed = s.sealed[mate]
    honest_conceal(s, seat)
    if seat >= 0:
        s.sealed[mate] = sealed


@kernel
def act_last_counts(s, seat, action):
    honest_act(s, seat, action)
    if s.event == Happening.PICKED:
        s.spare[0] = seat


@kernel
def act_first_only(s, seat, action):
    honest_act(s, seat, action)
    if s.event == Happening.PICKED and s.due != 0:
        for other in range(s.seats):
            if has(s.due, other):
                s.sealed[other] = lowest(s.hand[other])
        s.due = 0
        s.phase = Phase.REVEAL


mutant(
    "tells_partner", 5, "to see the same whatever seat", also={3, 4}, conceal=conceal_but_partner
)
mutant("answer_order", 5, "whatever order", act=act_last_counts)
mutant("first_answer_only", 5, "to stay due", act=act_first_only)

# --- 6: components ------------------------------------------------------------------------


@kernel
def step_with_a_hole(s):
    honest_step(s)
    if s.event == Happening.REVEALED:
        s.discard = without(s.discard, lowest(s.discard))


@kernel
def step_with_a_copy(s):
    honest_step(s)
    if s.event == Happening.DREW:
        s.discard = including(s.discard, s.event_args[1])


mutant(
    "loses_a_card",
    6,
    "12 components in the table's record",
    also={4, 10},
    step=step_with_a_hole,
)
mutant("copies_a_card", 6, "than the box holds", also={3, 4, 9, 10}, step=step_with_a_copy)

# --- 7: totality --------------------------------------------------------------------------


@kernel
def step_without_end(s):
    honest_step(s)
    if s.over:
        s.over = 0
        s.played = 0
        s.phase = Phase.DEAL


@kernel
def legal_but_for_silence(s, seat, out):
    return 0 if s.phase == Phase.WHISPER else honest_legal(s, seat, out)


@kernel
def legal_out_of_turn(s, seat, out):
    out[0] = 0
    return max(1, honest_legal(s, seat, out))


@kernel
def outcome_for_each(s, out):
    ending = honest_outcome(s, out)
    out[s.seats - 1] += 1
    return ending


mutant("never_ends", 7, "an end within", also={4}, step=step_without_end)
mutant("no_action", 7, "which is due, to have an action", also={4}, legal=legal_but_for_silence)
mutant("out_of_turn", 7, "which is not due, to have no action", legal=legal_out_of_turn)
mutant("splits_teams", 7, "shared by teammates", outcome=outcome_for_each)

# --- 8: the future is in the record -------------------------------------------------------

TOP = 16  # spare place for the card on top of the pile, plus one


@kernel
def step_from_a_stack(s):
    """Decide the top card of the pile before anybody draws it."""
    honest_step(s)
    top = s.spare[TOP] - 1
    if s.event == Happening.DREW and top >= 0:
        seat = s.event_args[0]
        s.hand[seat] = including(without(s.hand[seat], s.event_args[1]), top)
        s.event_args[1] = top
    s.spare[TOP] = 0
    if s.pile > 0 and s.phase != Phase.DEAL:
        s.spare[TOP] = 1 + draw_member(s, undecided(s))


@kernel
def conceal_the_top(s, seat):
    honest_conceal(s, seat)
    s.spare[TOP] = 0


@kernel
def census_with_top(s, out):
    unnamed = honest_census(s, out)
    if s.spare[TOP] > 0:
        out[s.spare[TOP] - 1] += 1
        unnamed -= 1
    return unnamed


@kernel
def setup_with_seed(s):
    s.future = word(s)
    honest_setup(s)


@kernel
def step_with_seed(s):
    """Draw from a seed of the game's own, so that re-keying changes nothing."""
    key = s.rng
    s.rng = s.future
    honest_step(s)
    s.future = s.rng
    s.rng = key


@kernel
def conceal_the_seed(s, seat):
    honest_conceal(s, seat)
    s.future = 0


@kernel
def step_uncounted(s):
    honest_step(s)
    if s.event == Happening.DREW:
        s.reveals -= 1


mutant(
    "stacked_deck",
    8,
    "to stay undecided until somebody sees it",
    also={4},
    step=step_from_a_stack,
    conceal=conceal_the_top,
    census=census_with_top,
)
mutant(
    "second_seed",
    8,
    "to depend on rng",
    also={4},
    fields=[("future", np.uint64)],
    setup=setup_with_seed,
    step=step_with_seed,
    conceal=conceal_the_seed,
)
mutant("uncounted_draw", 8, "reveals to grow", step=step_uncounted)

# --- 9: plain Python is another machine ---------------------------------------------------


@kernel
def step_with_big_numbers(s):
    honest_step(s)
    power = 1
    for _ in range(50):
        power *= 3
    s.spare[0] = (power >> 60) & 63


mutant("unbounded", 9, "in plain Python as compiled", step=step_with_big_numbers)

# --- 10: a short memory -------------------------------------------------------------------


@kernel
def step_and_forget(s):
    honest_step(s)
    if s.event == Happening.REVEALED:
        s.shown[:] = 0


@kernel
def conceal_old_tricks(s, seat):
    """Let nobody remember the first trick: its cards lie in the pile as far as a view knows."""
    honest_conceal(s, seat)
    if s.phase == Phase.PICK:
        s.pile += count(s.discard)
        s.discard = 0


mutant("forgets_whispers", 10, "to remember", step=step_and_forget)
mutant("forgets_tricks", 10, "to remember", also={8}, conceal=conceal_old_tricks)
