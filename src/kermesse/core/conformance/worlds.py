"""Clause 4: an imagined world fits its view, could be the true one, and can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from kermesse.core.conformance.case import Case, who
from kermesse.core.conformance.chi_square import alike, uniform
from kermesse.core.conformance.evidence import Broken, Unjudged
from kermesse.core.conformance.openings import DOUBT, imagined_as_dealt
from kermesse.core.conformance.walk import KEYS, Walk, next_moment
from kermesse.core.record import TABLE

PLIES = 120  # per walk
PLAYED_ON = 6  # imagined worlds per walk that are played to their end
GLANCE = 24  # worlds imagined to guess whether a view has few
FEW_AT_A_GLANCE = 20  # distinct among those: with 60 worlds, 24 draws show 20 on average
LOOK = 240  # worlds imagined to be surer
FEW = 60  # worlds: at most so many in a small case
DRAWS = 60  # per world of a small case
SMALL_CASES = 5  # per walk
MORE = 10  # times as many worlds are drawn before the true one counts as missed
TOO_OFTEN = 3  # small cases in which it is: chance does that less than once in a million runs
OFTEN = 25  # twins: a world met so often among them and never imagined is a missing one


class Small(NamedTuple):
    """A view with few worlds."""

    walk: Walk
    ply: int
    viewer: int
    view: bytes


def imagine_is_honest(case: Case) -> None:
    """Clause 4. `imagine` draws uniformly from the worlds that fit a view.

    Everywhere: `conceal(imagine(v)) == v`, no component lost, playable to the end. On small cases
    (views with at most 60 worlds that the random walks come by) the worlds are counted. A world
    is its bytes without `rng`, last event and viewer. The true world and every twin world must be
    among them, no world may be among them that no twin shows, and a chi-square test may not give
    less than one in a million. Uniform means each way in which the *pieces* can lie: where a view
    leaves several copies of a component open, worlds count by the ways to make them, so there
    `imagine` is held against `twin`, the rules' own account, with a two-sample test. What is
    dealt before the first decision is a third account: see `imagined_as_dealt`. A game that hides
    something must offer one or the other, else nothing was held against its `imagine`.
    """
    small_cases = missed = 0
    for walk in case.walks:
        for ply in walk.sample(PLIES, "imagine"):
            for viewer in case.viewers:
                _fits(case, viewer, walk, ply)
        for ply in walk.sample(PLAYED_ON, "play on"):
            for viewer in case.viewers:
                _can_be_played(case, viewer, walk, ply)
        for small in _small_cases(case, walk):
            small_cases += 1
            missed += _draws_fairly(case, small)
            _truth_is_imagined(small, missed)
    compared = imagined_as_dealt(case)
    case.notes.append(f"clause 4: worlds counted in {small_cases} small cases")
    if not (small_cases or compared) and _hides_something(case):
        expected = (
            f"a view with at most {FEW} worlds, or something hidden before the first decision: "
            "nothing else shows whether `imagine` draws fairly"
        )
        found = (
            "neither. Raise `matches`; or make an option that leaves components out, and check "
            "the game with and without it, by `variants` of one `check`"
        )
        raise Unjudged(expected, found)


def _fits(case: Case, viewer: int, walk: Walk, ply: int) -> None:
    rules, view = case.rules, walk.views[ply][viewer]
    key = walk.random(f"fits {ply} {viewer}").randrange(KEYS)
    world = rules.imagine(view, key)
    if rules.load(world).viewer != TABLE:
        found = f"viewer {rules.load(world).viewer}"
        raise Broken("an imagined world to be a table's record", found, "", walk.number, ply)
    promise = f"a world imagined from the view of {who(viewer)} to give the same view"
    case.require(view, rules.view(world, viewer), promise, "another view", walk, ply)
    _conserves(case, world, viewer, walk, ply)


def _conserves(case: Case, world: bytes, viewer: int, walk: Walk, ply: int) -> None:
    census = case.rules.census(world)
    box = [int(n) for n in case.game.box]
    doubled = [i for i, n in enumerate(census.named) if n > box[i]]
    if doubled or census.total != sum(box):
        expected = f"all {sum(box)} components once in a world imagined by {who(viewer)}"
        found = f"components {doubled} doubled" if doubled else f"{census.total} components"
        raise Broken(expected, found, "", walk.number, ply)


def _can_be_played(case: Case, viewer: int, walk: Walk, ply: int) -> None:
    random = walk.random(f"play on {ply} {viewer}")
    at = case.rules.imagine(walk.views[ply][viewer], random.randrange(KEYS))
    for _ in range(case.bound + 1):
        if case.rules.load(at).over:
            return
        moment = next_moment(case.rules, ply, at, random)
        if moment is None:
            expected = f"a world imagined by {who(viewer)} to be playable to its end"
            raise Broken(expected, "a due seat without an action", "", walk.number, ply)
        at = moment.after
        _conserves(case, at, viewer, walk, ply)
    expected = f"a world imagined by {who(viewer)} to end within {case.bound} steps"
    raise Broken(expected, "it goes on", "", walk.number, ply)


def _small_cases(case: Case, walk: Walk) -> Iterator[Small]:
    """Views with few worlds, as different from each other as a walk offers."""
    seen = set()
    for ply in walk.sample(PLIES, "small"):
        for viewer in case.viewers:
            small = Small(walk, ply, viewer, walk.views[ply][viewer])
            random = walk.random(f"glance {ply} {viewer}")
            glance = _imagined(case, small, GLANCE, random)
            truth = case.rules.world(walk.frames[ply])
            union = {truth} | glance.keys() | _twins(case, small, GLANCE, random).keys()
            phase = int(case.rules.load(small.view).phase)
            kind = (phase, viewer < 0, min(len(glance), 3))
            if kind in seen or len(union) == 1 or len(glance) > FEW_AT_A_GLANCE:
                continue
            if len(_imagined(case, small, LOOK, random)) > FEW:
                continue
            seen.add(kind)
            yield small
            if len(seen) == SMALL_CASES:
                return


def _imagined(case: Case, small: Small, n: int, random: Random) -> Counter[bytes]:
    rules = case.rules
    keys = (random.randrange(KEYS) for _ in range(n))
    return Counter(rules.world(rules.imagine(small.view, key)) for key in keys)


def _twins(case: Case, small: Small, n: int, random: Random) -> Counter[bytes]:
    rules, at = case.rules, small.walk.frames[small.ply]
    keys = (random.randrange(KEYS) for _ in range(n))
    return Counter(rules.world(rules.twin(at, small.viewer, key)) for key in keys)


def _draws_fairly(case: Case, small: Small) -> bool:
    """Hold the worlds that are drawn against the two accounts; whether the true one is missed."""
    random = small.walk.random(f"fair {small.ply} {small.viewer}")
    n = DRAWS * max(2, min(FEW, len(_imagined(case, small, LOOK, random))))
    imagined, twins = _imagined(case, small, n, random), _twins(case, small, n, random)
    _none_missing(case, small, imagined, twins)
    _none_invented(case, small, imagined, twins)
    by_pieces = _leaves_copies_open(case, small.view)
    if by_pieces:
        every = sorted(imagined.keys() | twins.keys())
        chance = alike([imagined[w] for w in every], [twins[w] for w in every])
    else:
        chance = uniform(list(imagined.values())) if len(imagined) > 1 else 1.0
    if chance < DOUBT:
        model = "as often as the pieces can lie so" if by_pieces else "equally often"
        expected = f"the {len(imagined)} worlds of {who(small.viewer)} {model} in {n} draws"
        counts = sorted(imagined.values())
        found = f"counts from {counts[0]} to {counts[-1]}, a chance of {chance:.1e}"
        raise Broken(expected, found, "", small.walk.number, small.ply)
    truth = case.rules.world(small.walk.frames[small.ply])
    return truth not in imagined and truth not in _imagined(case, small, MORE * n, random)


def _truth_is_imagined(small: Small, missed: int) -> None:
    """Where copies are open the true world may be a rare one, but not time and again."""
    if missed == TOO_OFTEN:
        expected = f"the true world to be imagined for {who(small.viewer)}, however rare it is"
        found = f"it never was, in {missed} small cases"
        raise Broken(expected, found, "", small.walk.number, small.ply)


def _hides_something(case: Case) -> bool:
    world = case.rules.world
    return any(
        world(view) != world(at)
        for walk in case.walks
        for at, views in zip(walk.frames, walk.views, strict=True)
        for view in views.values()
    )


def _leaves_copies_open(case: Case, view: bytes) -> bool:
    named = case.rules.census(view).named
    return any(int(n) - m > 1 for n, m in zip(case.game.box, named, strict=True))


def _none_missing(
    case: Case, small: Small, imagined: Counter[bytes], twins: Counter[bytes]
) -> None:
    missed = [world for world in twins if world not in imagined]
    often = [world for world in missed if twins[world] >= OFTEN]
    mass = sum(twins[world] for world in missed)
    truth = case.rules.world(small.walk.frames[small.ply])
    if not _leaves_copies_open(case, small.view) and truth not in imagined:
        missed.insert(0, truth)
        often.append(truth)
    if often or mass > max(OFTEN, twins.total() // 20):
        likeliest = max(imagined, key=imagined.__getitem__)
        expected = f"every world that fits the view of {who(small.viewer)} to be imagined"
        what = "the true one" if missed[0] == truth else "one"
        found = f"{len(imagined)} worlds, but never {what} of {len(missed)} others"
        _refuse(case, small, likeliest, missed[0], expected, found)


def _none_invented(
    case: Case, small: Small, imagined: Counter[bytes], twins: Counter[bytes]
) -> None:
    invented = [world for world in imagined if world not in twins and imagined[world] >= OFTEN]
    if invented:
        expected = f"only worlds that `twin` shows, too, to be imagined for {who(small.viewer)}"
        found = f"{len(invented)} that it never shows"
        _refuse(case, small, max(twins, key=twins.__getitem__), invented[0], expected, found)


def _refuse(case: Case, small: Small, one: bytes, other: bytes, expected: str, found: str) -> None:
    """Raise with the difference between a world that does occur and one that is at fault."""
    case.require(one, other, expected, found, small.walk, small.ply)
