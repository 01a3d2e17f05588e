"""Clauses 6, 8 and 10: components are neither lost, nor decided early, nor forgotten."""

from __future__ import annotations

from collections import Counter

from kermesse.core.conformance.case import Case, who
from kermesse.core.conformance.evidence import Broken
from kermesse.core.conformance.rules import Census
from kermesse.core.conformance.walk import KEYS, Moment, Walk
from kermesse.core.record import SPECTATOR

REKEYS = 32  # other futures tried for a draw
ENOUGH_DRAWS = 4  # of one kind of event, before their all being foregone means anything
MOST_DRAWS = 40  # per walk
PLIES = 100  # per walk


def conservation(case: Case) -> None:
    """Clause 6. Every component of the box is in exactly one place after every step.

    Counted by `census`, on the table's record and on every view: a view knows fewer names, never
    fewer components, and names nothing that the table does not name.
    """
    boxed = sum(int(n) for n in case.game.box)
    for walk in case.walks:
        for ply, at in enumerate(walk.frames):
            table = case.rules.census(at)
            _fits_box(case, table, "the table's record", walk, ply)
            for viewer, view in walk.views[ply].items():
                seen = case.rules.census(view)
                if seen.total != boxed:
                    expected = f"{boxed} components in the view of {who(viewer)}"
                    raise Broken(expected, f"{seen.total}", "", walk.number, ply)
                extra = _more(seen.named, table.named)
                if extra:
                    expected = f"the view of {who(viewer)} to name only what the table names"
                    raise Broken(expected, f"also components {extra}", "", walk.number, ply)


def _fits_box(case: Case, census: Census, where: str, walk: Walk, ply: int) -> None:
    box = [int(n) for n in case.game.box]
    doubled = _more(census.named, box)
    if doubled:
        found = f"{[census.named[i] for i in doubled]} of them"
        expected = f"no more of components {doubled} in {where} than the box holds"
        raise Broken(expected, found, "", walk.number, ply)
    if census.total != sum(box):
        found = f"{sum(census.named)} named and {census.unnamed} unnamed: {census.total}"
        event = case.event_name(walk.frames[ply])
        raise Broken(f"{sum(box)} components in {where}", found, f"after {event}", walk.number, ply)


def _more(some: tuple[int, ...], others: tuple[int, ...] | list[int]) -> list[int]:
    """The components of which there are more among ``some``."""
    return [i for i, (a, b) in enumerate(zip(some, others, strict=True)) if a > b]


def undecided_piles(case: Case) -> None:
    """Clause 8. The record contains no future to peek at.

    What nobody has seen is not decided: every component that the table names is named in the view
    of some seat. There are no exceptions: a sealed choice is known to the seat that made it.
    What is drawn depends on `rng` alone: with another key a draw must be able to come out
    differently (looked at by event: one that draws four times while several components are open,
    and never otherwise, is foregone), and nobody's view tells one key from another. And a draw, or
    showing somebody something new, is counted in `reveals`: undo must not take it back.
    """
    draws: Counter[int] = Counter()
    open_draws: Counter[int] = Counter()
    for walk in case.walks:
        for ply in range(len(walk.frames)):
            _known_to_somebody(case, walk, ply)
        for ply in walk.sample(PLIES, "rekey"):
            _views_hide_the_key(case, walk, ply)
        for moment in walk.moments:
            _reveals_counted(case, walk, moment)
        _try_other_futures(case, walk, draws, open_draws)
    for event, n in draws.items():
        if n >= ENOUGH_DRAWS and not open_draws[event]:
            name = case.game.events(event).name.lower()
            expected = f"what {name} draws to depend on rng, the key before the step"
            found = f"the same component under {REKEYS} other keys, in all of {n} draws"
            raise Broken(expected, found)


def _known_to_somebody(case: Case, walk: Walk, ply: int) -> None:
    rules = case.rules
    table = rules.census(walk.frames[ply]).named
    views = {viewer: rules.census(view).named for viewer, view in walk.views[ply].items()}
    public = views[SPECTATOR]
    for i, n in enumerate(table):
        # copies are told apart no further: those that all know, and those that each knows besides
        known = public[i] + sum(views[seat][i] - public[i] for seat in range(case.seats))
        if n > known:
            expected = f"component {i} to stay undecided until somebody sees it"
            found = f"the table names {n} of it, all seats together know {known}"
            raise Broken(expected, found, "", walk.number, ply)


def _views_hide_the_key(case: Case, walk: Walk, ply: int) -> None:
    key = walk.random(f"rekey {ply}").randrange(KEYS)
    other = case.rules.changed(walk.frames[ply], rng=key)
    for viewer, view in walk.views[ply].items():
        promise = f"the view of {who(viewer)} to be the same under another key"
        case.require(view, case.rules.view(other, viewer), promise, "another view", walk, ply)


def _reveals_counted(case: Case, walk: Walk, moment: Moment) -> None:
    rules = case.rules
    before = rules.load(moment.before)
    key, count = int(before.rng), int(before.reveals)
    after = rules.load(moment.after)
    drawn = int(after.rng) != key
    grown = int(after.reveals) - count
    shown = [v for v in case.viewers if _learns(case, walk, moment, v)]
    if grown < 0 or ((drawn or shown) and grown == 0):
        what = "chance was drawn" if drawn else f"{who(shown[0])} saw something new"
        expected = "reveals to grow, so that undo stops here"
        found = f"it went by {grown} although {what}" if grown == 0 else f"it fell by {-grown}"
        raise Broken(expected, found, "", walk.number, moment.ply)


def _learns(case: Case, walk: Walk, moment: Moment, viewer: int) -> bool:
    before = case.rules.census(walk.views[moment.ply][viewer]).named
    after = case.rules.census(case.rules.view(moment.after, viewer)).named
    return bool(_more(after, before))


def _try_other_futures(
    case: Case, walk: Walk, draws: Counter[int], open_draws: Counter[int]
) -> None:
    """Count, by event, the plies that draw, and those where another key draws another component."""
    random = walk.random("futures")
    tried = 0
    for moment in walk.moments:
        named = case.rules.census(moment.before).named
        loose = sum(a > b for a, b in zip(case.game.box, named, strict=True))
        drawn = case.rules.census(moment.after).named
        if loose < 2 or not _more(drawn, named) or tried >= MOST_DRAWS:
            continue
        tried += 1
        event = int(case.rules.load(moment.after).event)
        draws[event] += 1
        keys = (random.randrange(KEYS) for _ in range(REKEYS))
        open_draws[event] += any(_drawn_with(case, moment, key) != drawn for key in keys)


def _drawn_with(case: Case, moment: Moment, key: int) -> tuple[int, ...]:
    before = case.rules.changed(moment.before, rng=key)
    return case.rules.census(case.rules.moved(before, moment)).named


def a_view_remembers(case: Case) -> None:
    """Clause 10. A view remembers what a player with perfect memory would know.

    Counted component by component: what a view names it goes on naming, wherever the component
    goes, until an event of ``game.forgetting`` (a shuffle) happens. A spectator remembers too.
    """
    for walk in case.walks:
        for viewer in case.viewers:
            before = case.rules.census(walk.views[0][viewer]).named
            for ply in range(1, len(walk.frames)):
                after = case.rules.census(walk.views[ply][viewer]).named
                event = int(case.rules.load(walk.frames[ply]).event)
                lost = _more(before, after)
                if lost and event not in case.game.forgetting:
                    expected = f"{who(viewer)} to remember components {lost}"
                    found = f"its view names them no more after {case.event_name(walk.frames[ply])}"
                    raise Broken(expected, found, "", walk.number, ply)
                before = after
