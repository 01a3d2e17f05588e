"""Clause 7: every match ends within its bound, and until then somebody can always act."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.core.conformance.case import Case
from kermesse.core.conformance.evidence import Broken
from kermesse.core.conformance.walk import Walk


def total(case: Case) -> None:
    """Clause 7. Every game ends within its bound; a due seat can act, nobody else can.

    Beside the random walks there are two stubborn ones, always the lowest and always the highest
    action: many games end under random play and go round in circles under stubborn play.
    """
    for walk in [*case.walks, *case.stubborn]:
        for ply in range(len(walk.frames)):
            _header_is_valid(case, walk, ply)
            _due_seats_can_act(case, walk, ply)
        _ends(case, walk)
        _outcome_is_valid(case, walk)


def _header_is_valid(case: Case, walk: Walk, ply: int) -> None:
    s = case.rules.load(walk.frames[ply])
    phase, event, due, over = int(s.phase), int(s.event), int(s.due), int(s.over)
    for number, known, name in (
        (phase, case.game.phases, "phase"),
        (event, case.game.events, "event"),
    ):
        if number not in [int(member) for member in known]:
            raise Broken(f"a {name} of the game", f"{name} {number}", "", walk.number, ply)
    if not 0 <= due < 1 << case.seats:
        expected = f"due to hold seats 0 to {case.seats - 1} only"
        raise Broken(expected, f"due {due:#b}", "", walk.number, ply)
    if over not in (0, 1):
        raise Broken("over to be 0 or 1", f"{over}", "", walk.number, ply)


def _due_seats_can_act(case: Case, walk: Walk, ply: int) -> None:
    at = walk.frames[ply]
    due = case.rules.due(at)
    if due and case.rules.load(at).over:
        raise Broken("nobody to be due once the game is over", f"due {due}", "", walk.number, ply)
    for seat in range(case.seats):
        open_to = case.rules.legal(at, seat)
        if seat in due and not open_to:
            raise Broken(
                f"seat {seat}, which is due, to have an action", "none", "", walk.number, ply
            )
        if seat not in due and open_to:
            expected = f"seat {seat}, which is not due, to have no action"
            raise Broken(expected, f"{list(open_to)}", "", walk.number, ply)


def _ends(case: Case, walk: Walk) -> None:
    if not walk.over and not walk.stuck:
        expected = f"an end within {case.bound} decisions and steps"
        last = case.game.phases(int(case.rules.load(walk.frames[-1]).phase)).name.lower()
        raise Broken(expected, f"the match goes on, in phase {last}", "", walk.number, case.bound)


def _outcome_is_valid(case: Case, walk: Walk) -> None:
    if not walk.over:
        return
    ply = len(walk.frames) - 1
    places, ending = case.rules.outcome(walk.frames[-1])
    wanted = ranking(places, case.game.teams(case.seats))
    if places != wanted:
        expected = (
            "places that count the teams ahead, best is 1, shared by teammates and by ties: "
            f"{list(wanted)}"
        )
        raise Broken(expected, f"{list(places)}", "", walk.number, ply)
    if ending not in [int(member) for member in case.game.endings]:
        raise Broken("an ending of the game", f"ending {ending}", "", walk.number, ply)
    for viewer, view in walk.views[-1].items():
        if case.rules.outcome(view) != (places, ending):
            expected = f"the outcome to follow from the view of viewer {viewer}"
            found = f"{case.rules.outcome(view)} instead of {(places, ending)}"
            raise Broken(expected, found, "", walk.number, ply)


def ranking(places: Sequence[int], teams: Sequence[int]) -> tuple[int, ...]:
    """The places as they should be: one more than the number of teams that are ahead.

    A team's standing is the best place among its seats. Who plays alone plays against the game
    itself, and is second if that one is ahead.
    """
    if len(places) == 1:
        return (1,) if places[0] <= 1 else (2,)
    standing: dict[int, int] = {}
    for place, team in zip(places, teams, strict=True):
        standing[team] = min(place, standing.get(team, place))
    ahead = {
        team: sum(other < own for other in standing.values()) for team, own in standing.items()
    }
    return tuple(1 + ahead[team] for team in teams)
