"""What Muvuca says for the standard tests: counts, playthroughs, finished games, variants."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bench.rivals.plain_muvuca import Match, Options

from kermesse.core.conformance.finished import Tale
from kermesse.core.conformance.perft import Perft
from kermesse.core.conformance.playthrough import Playthrough
from kermesse.core.conformance.standard import StandardTests
from kermesse.core.match import Match as FinishedMatch
from kermesse.core.position import Action, Position
from kermesse.core.record import UNKNOWN
from kermesse.games.muvuca import game
from kermesse.games.muvuca.tests.scenes import CODES, PUSHES, hand, known, place

# --- decision counts ------------------------------------------------------------------------
# Cards that are drawn on the way change which cards can be played, never how many.


def oracle_at(position: Position) -> Match:
    """The oracle brought to a position before the choice of a card; its hidden cards lie anyhow."""
    s = position.record
    match = Match(
        Options(
            rounds_to_win=int(s.rounds_to_win),
            end_lines=int(s.end_lines),
            turn_cap=int(s.turn_cap),
            first_player="seat0",
        ),
        Random(0),
    )
    shown = {int(number) for number in s.crowd if number >= 0}
    hidden = iter(sorted(set(range(25)) - shown - hand(position, 0) - hand(position, 1)))
    cells = [(int(c), True) if c >= 0 else (next(hidden), False) for c in s.crowd]
    match.grid = [cells[at : at + 4] for at in range(0, 16, 4)]
    match.hands = [sorted(hand(position, 0)), sorted(hand(position, 1))]  # type: ignore[assignment]
    match.known = (known(position, 0), known(position, 1))
    match.blocked = PUSHES[int(s.cart)][:2] if s.cart >= 0 else None
    match.active, match.turn, match.wins = int(s.active), int(s.turn), s.wins.tolist()
    return match


def oracle_perft(match: Match, depth: int) -> int:
    if depth == 0 or match.phase == "over":
        return int(depth == 0)
    total = 0
    for decision in match.legal():
        child = deepcopy(match)
        child.play(decision)
        total += oracle_perft(child, depth - 1)
    return total


def counted_by_the_oracle(position: Position, depth: int) -> int:
    return oracle_perft(oracle_at(position), depth)


def start(starter: int) -> Position:
    return game.new(seed=1, options={"first_player": f"seat{starter}"})


def from_here(
    layout: str,
    wanted: dict[int, int] | None = None,
    *,
    rules: tuple[str, ...],
    oracle: bool = False,
    **lines: Any,
) -> Perft:
    return Perft(
        partial(place, layout, **lines),
        wanted or {},
        counted_by_the_oracle if oracle else None,
        (1, 2, 3) if oracle else (),
        rules=rules,
    )


# Row 2 is blocked. Row 3 lacks one card: R3> drops its face-down card and puts one in, and C4v
# moves the face-up card above it down while the new one takes the top. All else keeps a gap, so two
# of fourteen pushes end the round, whatever the card.
ONE_SHORT = "U U U U  U U U U  U U U D  D D D D"

COUNTS = {
    **{
        f"the start, seat {starter}": Perft(
            partial(start, starter),
            {1: 5, 2: 5 * 16, 3: 5 * 16 * 5, 4: 5 * 16 * 5 * 14},
            rules=("MV-27", "MV-63"),
        )
        for starter in (0, 1)
    },
    "a later turn": from_here(
        "U D U D  D U D D  D D D U  U D D D",
        {1: 5, 2: 5 * 14, 3: 5 * 14 * 5, 4: 5 * 14 * 5 * 14},
        rules=("MV-20", "MV-27"),
        cart="C3^", turn=8, active=1,
    ),
    "one push before the end of the match": from_here(
        ONE_SHORT,
        {2: 5 * 14, 3: 5 * (14 - 2) * 5, 4: 5 * (14 - 2) * 5 * 14},
        rules=("MV-28", "MV-49"),
        oracle=True, cart="R2>", turn=20, rounds_to_win=1,
    ),
    # the branches that end the round go on with a fresh one, in which no line is blocked
    "one push before the end of a round": from_here(
        ONE_SHORT,
        {3: 5 * 14 * 5, 4: 5 * (12 * 5 * 14 + 2 * 5 * 16)},
        rules=("MV-10", "MV-28", "MV-48"),
        cart="R2>", turn=20,
    ),
    "columns nearly full": from_here(
        "U U U D  U U U D  U U D D  U U U U", rules=("MV-20", "MV-28"),
        oracle=True, cart="R1<", turn=21, rounds_to_win=1,
    ),
    "end by moving": from_here(
        "U U U U  U U U U  U U U D  D D U U", rules=("MV-28",),
        oracle=True, cart="R4>", turn=30, rounds_to_win=1, active=1,
    ),
    "one line is enough": from_here(
        "U U U D  D D D U  D U D U  D D D U", rules=("MV-28",),
        oracle=True, end_lines=1, cart="C2^", turn=9, rounds_to_win=1,
    ),
    "last turn": from_here(
        "U D D D " * 4, {2: 5 * 14, 3: 0}, rules=("MV-36",),
        oracle=True, turn=20, turn_cap=20, cart="R1>", rounds_to_win=1,
    ),
    "next to last turn": from_here(
        "U D D D " * 4, {4: 5 * 16 * 5 * 14}, rules=("MV-36",),
        oracle=True, turn=19, turn_cap=20, rounds_to_win=1,
    ),
}  # fmt: skip


def test_the_codes_of_cards_are_those_of_the_oracle() -> None:
    assert CODES[oracle_at(place()).legal()[0]] == "fr-st"  # type: ignore[index]


# --- playthroughs -----------------------------------------------------------------------------


def chosen(position: Position, number: int) -> tuple[int, Action]:
    """Cards in turn; the first push that drops a face-down card, every third turn a face-up one."""
    (seat,) = position.due
    legal = position.legal(seat)
    if position.phase == "card":
        return seat, legal[number % len(legal)]
    for action in legal:
        trial = position.copy()
        trial.decide(seat, action.number)
        trial.advance()
        if (trial.record.leaving == UNKNOWN) == (number % 6 != 0):
            return seat, action
    return seat, legal[0]


def played(**options: Any) -> Playthrough:
    return Playthrough(
        f"Muvuca, seed 1, options {options}",
        lambda: game.new(seed=1, options=options),
        chosen,
        rules=("MV-53", "MV-57", "MV-58", "MV-64", "MV-65"),
    )


PLAYTHROUGHS = {
    "one_round": played(rounds_to_win=1, first_player="seat0"),
    "revealed_and_swapped": played(
        end_lines=2,
        first_player="seat1",
        roles="random",
        swap_roles=True,
        facedown_at_scoring="revealed",
    ),
}

# --- finished games ---------------------------------------------------------------------------


def tale(
    bots: tuple[str, str],
    wins: tuple[int, int],
    ending: str = "points",
    fits: Callable[[FinishedMatch], bool] = lambda match: True,
    **options: Any,
) -> Tale:
    """The winner is who has won more rounds."""
    places = (1, 2) if wins[0] > wins[1] else (2, 1)
    return Tale(bots, ending, options, places, {"wins": wins}, fits)


def seat_1_sells_food(match: FinishedMatch) -> bool:
    """Seat 0 does by default: that would show nothing."""
    return bool(match.frames[-1].record.food_seat == 1)


GREEDY, MIXED = ("greedy", "greedy"), ("random", "greedy")
TALES = {
    "two-nil": tale(GREEDY, (2, 0)),
    "two-one": tale(GREEDY, (1, 2)),
    "decided-by-tie": tale(GREEDY, (2, 1), "tie"),
    "decided-by-cap": tale(GREEDY, (0, 2), "cap", turn_cap=20),
    "end-lines-1": tale(MIXED, (0, 2), end_lines=1),
    "end-lines-2": tale(GREEDY, (2, 1), end_lines=2),
    "end-lines-4": tale(("random", "random"), (2, 0), end_lines=4),
    "rounds-to-win-1": tale(GREEDY, (1, 0), rounds_to_win=1),
    "rounds-to-win-3": tale(GREEDY, (2, 3), rounds_to_win=3),
    "rounds-to-win-5": tale(GREEDY, (5, 2), rounds_to_win=5),
    "swap-roles": tale(GREEDY, (2, 1), swap_roles=True),
    "revealed": tale(GREEDY, (1, 2), facedown_at_scoring="revealed"),
    "roles-random": tale(GREEDY, (2, 0), fits=seat_1_sells_food, roles="random"),
    "seat-1-sells-food": tale(GREEDY, (0, 2), roles="seat1_food"),
    "seat-0-starts": tale(GREEDY, (2, 1), first_player="seat0"),
    "seat-1-starts": tale(GREEDY, (1, 2), first_player="seat1"),
}

# --- all together -----------------------------------------------------------------------------

STANDARD = StandardTests(
    game,
    Path(__file__).parent,
    counts=COUNTS,
    playthroughs=PLAYTHROUGHS,
    tales=TALES,
    tale_rules=("MV-46", "MV-49"),
    variants=[
        {},
        {"rounds_to_win": 1, "end_lines": 1},
        {"rounds_to_win": 1, "end_lines": 4, "turn_cap": 20},
        {"rounds_to_win": 1, "end_lines": 2, "facedown_at_scoring": "revealed"},
        {"rounds_to_win": 3, "end_lines": 1, "swap_roles": True, "roles": "random"},
        {"first_player": "seat1", "roles": "seat1_food", "turn_cap": 20},
        {
            "first_player": "seat0",
            "swap_roles": True,
            "facedown_at_scoring": "revealed",
            "end_lines": 2,
        },
    ],
    long_matches=40,
    short={"rounds_to_win": [1, 1, 2, 3], "turn_cap": [20, 20, 30, 60, 200]},
)
test_standard = STANDARD.suite()
