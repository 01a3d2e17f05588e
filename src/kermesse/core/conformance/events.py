"""Clause 3, the last event: it reveals no more than the rest of the view shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random

from kermesse.core.conformance.case import Case, who
from kermesse.core.conformance.walk import KEYS, Moment, Walk

PER_EVENT = 24  # plies per walk after which the same event stands
WORLDS = 12  # that look the same to a viewer, per ply
ACTIONS = 4  # of the seat that decides, per world
CHOICES = 12  # of the seat that decides, at the table itself
OTHER_KEYS = 16
MANY_KEYS = 512  # where a viewer draws as well: few keys would not give it equal cards
THOROUGH = 1  # ply per walk and event that is tried with so many
ENOUGH = 8  # worlds that only an event could have told from an earlier one


class Listener:
    """A viewer who hears of the same transition in many worlds, and should learn nothing by it.

    Views are kept by what they show beside the event. Where two of them show the same, and what
    is hidden from the viewer is not, their events must be the same.
    """

    def __init__(self, case: Case, viewer: int, walk: Walk, ply: int) -> None:
        self.case, self.viewer, self.walk, self.ply = case, viewer, walk, ply
        self.heard: defaultdict[object, dict[bytes, set[bytes]]] = defaultdict(dict)
        self.met = 0

    def hear(self, after: bytes, hidden: bytes, given: object = None) -> None:
        """Compare a record's view with those of other ``hidden`` worlds, ``given`` the same."""
        rules = self.case.rules
        view = rules.view(after, self.viewer)
        alike = self.heard[given, rules.world(view)]
        for other, worlds in alike.items():
            if other != view and worlds != {hidden}:
                self._tell(other, view)
        self.met += bool(alike) and hidden not in set().union(*alike.values())
        alike.setdefault(view, set()).add(hidden)

    def _tell(self, one: bytes, other: bytes) -> None:
        events = sorted({self.case.event_name(view) for view in (one, other)})
        self.case.require(
            one,
            other,
            f"the event {' or '.join(events)} to tell {who(self.viewer)} no more than the rest of "
            "its view shows",
            "two worlds that only the event tells apart: it leaks. Overwrite it in `conceal`, "
            "or keep in the record what everybody has seen",
            self.walk,
            self.ply,
        )


def events_tell_no_more(case: Case) -> None:
    """What a view's event tells, the view shows without it.

    Each transition is repeated: from twins of the record before, with the same key and the same
    action; under other keys; and with other actions of the seat that decides, for all others. If
    two views then differ in `event` and `event_args` and in nothing else, the event tells worlds
    apart that the viewer cannot. What is hidden from nobody (a die that leaves no trace in the
    record, a word that changes nothing) may be told.
    """
    if case.game.is_open:
        return
    for walk in case.walks:
        _setup_tells_nothing(case, walk)
        seen: defaultdict[int, int] = defaultdict(int)
        for moment in _chosen(case, walk):
            event = int(case.rules.load(moment.after).event)
            seen[event] += 1
            _other_keys_tell_nothing(case, walk, moment, thorough=seen[event] <= THOROUGH)
            _other_choices_tell_nothing(case, walk, moment)
            for viewer in case.viewers:
                _twins_tell_nothing(case, walk, moment, viewer)


def _chosen(case: Case, walk: Walk) -> list[Moment]:
    """Some moments of every event: a rare one may leak just as well."""
    by_event: defaultdict[int, list[Moment]] = defaultdict(list)
    for moment in walk.moments:
        by_event[int(case.rules.load(moment.after).event)].append(moment)
    random = walk.random("events")
    some = [random.sample(all_, min(PER_EVENT, len(all_))) for all_ in by_event.values()]
    return sorted(moment for moments in some for moment in moments)


def _setup_tells_nothing(case: Case, walk: Walk) -> None:
    listeners = [Listener(case, viewer, walk, 0) for viewer in case.viewers]
    random = walk.random("setup event")
    records = (case.rules.setup(case.blank(random.randrange(KEYS))) for _ in range(MANY_KEYS))
    _try_keys(case, listeners, records)


def _other_keys_tell_nothing(case: Case, walk: Walk, moment: Moment, *, thorough: bool) -> None:
    """Chance alone differs: what it hides from a viewer, the event must not tell."""
    rules = case.rules
    if rules.load(moment.after).rng == rules.load(moment.before).rng:
        return  # nothing was drawn
    listeners = _listeners(case, walk, moment, case.viewers)
    random = walk.random(f"event keys {moment.ply}")
    keys = (random.randrange(KEYS) for _ in range(MANY_KEYS if thorough else OTHER_KEYS))
    _try_keys(
        case,
        listeners,
        (rules.moved(rules.changed(moment.before, rng=key), moment) for key in keys),
    )


def _try_keys(case: Case, listeners: list[Listener], records: Iterable[bytes]) -> None:
    for number, after in enumerate(records):
        waiting = [one for one in listeners if number < OTHER_KEYS or one.met < ENOUGH]
        if not waiting:
            break
        hidden = case.rules.world(after)
        for listener in waiting:
            listener.hear(after, hidden)


def _other_choices_tell_nothing(case: Case, walk: Walk, moment: Moment) -> None:
    """What a seat chooses is its own secret as long as the rest of a view does not show it."""
    if moment.seat is None:
        return
    rules, seat = case.rules, moment.seat
    listeners = _listeners(case, walk, moment, [v for v in case.viewers if v != seat])
    random = walk.random(f"event choices {moment.ply}")
    for action in _some(rules.legal(moment.before, seat), moment, random, CHOICES):
        after = rules.act(moment.before, seat, action)
        hidden = rules.world(after)
        for listener in listeners:
            listener.hear(after, hidden)


def _twins_tell_nothing(case: Case, walk: Walk, moment: Moment, viewer: int) -> None:
    """Worlds that looked the same before the transition differ afterwards by more than an event."""
    rules = case.rules
    (listener,) = _listeners(case, walk, moment, [viewer])
    random = walk.random(f"event twins {moment.ply} {viewer}")
    key, order = int(rules.load(moment.before).rng), random.randrange(KEYS)
    twins = (rules.twin(moment.before, viewer, random.randrange(KEYS)) for _ in range(WORLDS))
    for before in (moment.before, *(rules.changed(twin, rng=key) for twin in twins)):
        hidden = rules.world(before)
        if moment.seat is None:
            listener.hear(rules.step(before), hidden)
            continue
        # the same order for each, so that many worlds share an action
        actions = _some(rules.legal(before, moment.seat), moment, Random(order), ACTIONS)
        for action in actions:
            listener.hear(rules.act(before, moment.seat, action), hidden, action)


def _some(actions: tuple[int, ...], moment: Moment, random: Random, most: int) -> list[int]:
    """At most so many actions, the one that was taken among them if it is open."""
    salt = random.randrange(KEYS)
    ranked = sorted(actions, key=lambda action: (action != moment.action, hash((salt, action))))
    return ranked[:most]


def _listeners(case: Case, walk: Walk, moment: Moment, viewers: list[int]) -> list[Listener]:
    ply = min(moment.ply + 1, len(walk.frames) - 1)  # where the event stands
    return [Listener(case, viewer, walk, ply) for viewer in viewers]
