"""Clauses 2, 3 and 5: what a seat may do and see follows from what it may know."""

from __future__ import annotations

from itertools import permutations
from random import Random

from kermesse.core.conformance.case import Case, who
from kermesse.core.conformance.events import events_tell_no_more
from kermesse.core.conformance.evidence import Broken
from kermesse.core.conformance.walk import KEYS, Walk
from kermesse.core.record import SPECTATOR

PLIES = 150  # per walk
TWINS = 8  # per view
SEALED_PLIES = 40  # per walk
SEALED_CHOICES = 12  # per seat and position
ORDERS = 24  # all of them for four seats
PUBLIC = ("seats", "due", "over")  # of the header: everybody knows who plays and who is due


def legal_from_view(case: Case) -> None:
    """Clause 2. `legal` on a seat's view equals `legal` on the table's record.

    The numbers are ascending, without duplicates and in range, and they do not change in twin
    worlds, which differ only in what the seat cannot know.
    """
    for walk in case.walks:
        chosen = set(walk.sample(PLIES, "legal twins"))
        for ply, at in enumerate(walk.frames):
            for seat in range(case.seats):
                actions = case.rules.legal(at, seat)
                _well_formed(case, actions, walk, ply)
                _same_actions(case, actions, walk.views[ply][seat], seat, walk, ply)
                if ply in chosen and actions:
                    key = walk.random(f"legal {ply}").randrange(KEYS)
                    other = case.rules.twin(at, seat, key)
                    _same_actions(case, actions, other, seat, walk, ply)


def _well_formed(case: Case, actions: tuple[int, ...], walk: Walk, ply: int) -> None:
    if list(actions) != sorted(set(actions)):
        expected = "action numbers ascending, each once"
        raise Broken(expected, f"{list(actions)}", "", walk.number, ply)
    if actions and not (actions[0] >= 0 and actions[-1] < case.game.actions):
        expected = f"action numbers from 0 to {case.game.actions - 1}"
        raise Broken(expected, f"{list(actions)}", "", walk.number, ply)


def _same_actions(
    case: Case, actions: tuple[int, ...], other: bytes, seat: int, walk: Walk, ply: int
) -> None:
    found = case.rules.legal(other, seat)
    if found != actions:
        is_view = case.rules.load(other).viewer == seat
        world = "its own view" if is_view else "a world that looks the same to it"
        expected = f"the actions of seat {seat} at the table: {list(actions)}"
        raise Broken(expected, f"{list(found)} in {world}", "", walk.number, ply)


def conceal_is_honest(case: Case) -> None:
    """Clause 3. What a viewer cannot know leaves no trace in any byte of its view.

    `twin` redraws what a viewer cannot know; the view of every twin must be the same. Also:
    a view names its viewer and holds no `rng`; concealing twice changes nothing; what a spectator
    knows is what any seat's view shows a spectator; and what is public stays as it is. In a game
    that says it `is_open`, all of it is public. And the last event tells worlds apart only where
    the rest of the view does: see `events_tell_no_more`.
    """
    for walk in case.walks:
        for ply in range(len(walk.frames)):
            for viewer in case.viewers:
                _is_a_view(case, viewer, walk, ply)
        for ply in walk.sample(PLIES, "twins"):
            for viewer in case.viewers:
                _same_from_twins(case, viewer, walk, ply)
    events_tell_no_more(case)


def _is_a_view(case: Case, viewer: int, walk: Walk, ply: int) -> None:
    rules, view = case.rules, walk.views[ply][viewer]
    s = rules.load(view)
    if s.rng != 0 or s.viewer != viewer:
        expected = f"rng 0 and viewer {viewer} in the view of {who(viewer)}"
        raise Broken(expected, f"rng {s.rng} and viewer {s.viewer}", "", walk.number, ply)
    again = rules.view(view, viewer)
    promise = f"concealing twice for {who(viewer)} to change nothing"
    case.require(view, again, promise, "a different record", walk, ply)
    promise = f"the view of {who(viewer)}, concealed for a spectator, to be the spectator's view"
    outside = rules.view(view, SPECTATOR)
    case.require(walk.views[ply][SPECTATOR], outside, promise, "another one", walk, ply)
    names = (*PUBLIC, *(option.name for option in case.game.options))
    table = rules.load(walk.frames[ply])
    public = {name: int(table[name]) for name in names}
    promise = f"what is public to be in the view of {who(viewer)} as it is at the table"
    case.require(rules.changed(view, **public), view, promise, "it altered", walk, ply)
    if case.game.is_open:
        promise = f"an open game to hide nothing from {who(viewer)} but the draws to come"
        known = rules.changed(walk.frames[ply], rng=0, viewer=viewer)
        case.require(known, view, promise, "something hidden", walk, ply)


def _same_from_twins(case: Case, viewer: int, walk: Walk, ply: int) -> None:
    random = walk.random(f"twins {ply} {viewer}")
    view = walk.views[ply][viewer]
    for _ in range(TWINS):
        twin = case.rules.twin(walk.frames[ply], viewer, random.randrange(KEYS))
        promise = f"the view of {who(viewer)} to be the same in a world that it cannot tell apart"
        found = case.rules.view(twin, viewer)
        case.require(view, found, promise, "a different view: it leaks", walk, ply)


def sealed_choices(case: Case) -> None:
    """Clause 5. A sealed choice shows nobody more than that it has been made.

    In the phases of ``game.sealed``: whatever a due seat chooses, all other seats (teammates too)
    and a spectator see the same. Where several seats are due, every order of answering gives the
    same record; until the next automatic step the last *event* may tell who answered last, so
    `event` and `event_args` are left out of that comparison, and only of that one. An answer
    takes no other seat's decision away. Open decisions, in other phases, end as they like.
    """
    looked_at = 0
    for walk in case.walks:
        sealed = [ply for ply in range(len(walk.moments)) if _is_sealed(case, walk.frames[ply])]
        random = walk.random("sealed")
        for ply in sorted(random.sample(sealed, min(SEALED_PLIES, len(sealed)))):
            looked_at += 1
            _choices_look_alike(case, walk, ply, random)
            _order_does_not_matter(case, walk, ply, random)
    if case.game.sealed and not looked_at:
        case.notes.append("clause 5: no walk came to a sealed decision")


def _is_sealed(case: Case, at: bytes) -> bool:
    s = case.rules.load(at)
    return int(s.phase) in case.game.sealed and s.due != 0


def _choices_look_alike(case: Case, walk: Walk, ply: int, random: Random) -> None:
    rules, at = case.rules, walk.frames[ply]
    for seat in rules.due(at):
        actions = rules.legal(at, seat)
        some = random.sample(actions, min(SEALED_CHOICES, len(actions)))
        for viewer in case.viewers:
            if viewer == seat or not some:
                continue
            seen = rules.view(rules.act(at, seat, some[0]), viewer)
            for action in some[1:]:
                other = rules.view(rules.act(at, seat, action), viewer)
                promise = f"{who(viewer)} to see the same whatever seat {seat} chooses"
                finding = f"a difference between actions {some[0]} and {action}"
                case.require(seen, other, promise, finding, walk, ply)


def _order_does_not_matter(case: Case, walk: Walk, ply: int, random: Random) -> None:
    rules, at = case.rules, walk.frames[ply]
    due = rules.due(at)
    choices = {seat: rules.legal(at, seat) for seat in due}
    if len(due) < 2 or not all(choices.values()):
        return
    answers = {seat: random.choice(actions) for seat, actions in choices.items()}
    orders = list(permutations(due))
    first = _answered(case, walk, ply, orders[0], answers)
    for order in random.sample(orders, min(ORDERS, len(orders))):
        other = _answered(case, walk, ply, order, answers)
        finding = f"a difference between the orders {orders[0]} and {order}"
        for promise, one, two in zip(PROMISES, first, other, strict=True):
            case.require(one, two, promise, finding, walk, ply)


PROMISES = (
    "the same record in whatever order the seats answer",
    "the same record after the next automatic steps in whatever order the seats answered",
)


def _answered(
    case: Case, walk: Walk, ply: int, order: tuple[int, ...], answers: dict[int, int]
) -> tuple[bytes, bytes]:
    """The record after all answers, its last event left out, and after the steps that follow."""
    rules, at = case.rules, walk.frames[ply]
    for place, seat in enumerate(order):
        open_to = rules.legal(at, seat)
        if answers[seat] not in open_to:
            expected = f"seat {seat} to keep its actions while others answer (order {order})"
            raise Broken(expected, f"{list(open_to)}", "", walk.number, ply)
        at = rules.act(at, seat, answers[seat])
        waiting = set(order[place + 1 :])
        if not waiting <= set(rules.due(at)):
            expected = f"seats {sorted(waiting)} to stay due after seat {seat} has answered"
            raise Broken(expected, f"due {rules.due(at)}", "", walk.number, ply)
    masked = rules.changed(at, event=0, event_args=0)
    after = rules.settled(at, case.bound)
    return masked, masked if after == at else after
