"""What Shuppa says for the standard tests: counts, playthroughs, finished games, variants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kermesse.core.conformance import Case, cases
from kermesse.core.conformance.finished import Tale
from kermesse.core.conformance.matches import Tally
from kermesse.core.conformance.perft import Perft, perft
from kermesse.core.conformance.playthrough import Playthrough
from kermesse.core.conformance.standard import StandardTests
from kermesse.core.match import Match
from kermesse.core.position import Action, Position
from kermesse.games.shuppa import game
from kermesse.games.shuppa.state import Phase
from kermesse.games.shuppa.tests.differential import mirrored
from kermesse.games.shuppa.tests.oracle import Vector, Zone
from kermesse.games.shuppa.tests.scenes import asked, place
from kermesse.games.shuppa.tests.test_round_end import without_actions
from kermesse.games.shuppa.tests.test_vectors import nearly_empty_piles

# --- decision counts ------------------------------------------------------------------------


def two_rounds(lot_size: int) -> Position:
    """With Normal cards only, a round is one choice each, and one card drawn."""
    position = place(
        "[3 5] [10 11] [15 17] [22 23] [27 29]",
        **{"hand 0": "1 6 13", "hand 1": "2 9 14 18"},
        phase="play", row="33 41 61", number=6, rounds=7, lot_size=lot_size,
    )  # fmt: skip
    position.rekey(3)
    return position


def oracle_perft(zone: Zone, done: set[int], depth: int) -> int:
    """The same count with phase 5 played by the oracle; nothing follows the last turn."""
    waiting = [player for player in zone.order(set(zone.tokens)) if player not in done]
    if not waiting or depth == 0:
        return int(depth == 0)
    player = waiting[0]
    options = zone.options(player)
    if len(options) == 1:
        trial = deepcopy(zone)
        trial.act(player, "decline", first_answer)
        return oracle_perft(trial, done, depth)
    total = 0
    for option in options:
        if depth == 1:
            total += 1
            continue
        trial = deepcopy(zone)
        trial.act(player, option, first_answer)
        total += oracle_perft(trial, done, depth - 1)
    return total


def first_answer(possible: list[Vector]) -> Vector:
    return possible[0]


def as_the_oracle(zone: str) -> Perft:
    """Three players one after another, each with all that is open to them then."""
    start = partial(place, f"{zone} [10]", phase="action", share_mode="auto")

    def count(position: Position, depth: int) -> int:
        board = mirrored(start())
        assert position.record.phase in (Phase.EFFECT, Phase.OVER)
        return oracle_perft(board, set(), depth)

    first = partial(asked, f"{zone} [10]", phase="action", share_mode="auto")
    return Perft(first, oracle=count, depths=(1, 2, 3), rules=("SH-59", "SH-61", "SH-84"))


COUNTS = {
    **{
        f"the first round, {seats} seats": Perft(
            partial(game.new, seats, 1),
            {depth: 9**depth for depth in range(1, seats + 1)},
            rules=("SH-24",),
        )
        for seats in (2, 3)
    },
    "the first round, 4 seats": Perft(partial(game.new, 4, 1), {3: 9**3}, rules=("SH-24",)),
    # three cards and four; in the next round each has one fewer, and the Action card drawn
    "two rounds without questions": Perft(
        partial(two_rounds, 5),
        {2: 3 * 4, 3: 3 * 4 * 3, 4: 3 * 4 * 3 * 4},
        rules=("SH-24", "SH-34", "SH-88"),
    ),
    "the first jump": Perft(
        partial(asked, "[8*A] [2] [3] [5] [9]", phase="action"), {1: 21}, rules=("SH-67", "SH-129")
    ),
    "a share and what follows": Perft(
        partial(asked, "[1 35*A] [6*B 2] [3 9*C 21] [10] [11] [17]"), {1: 3, 2: 9}
    ),
    "eat": as_the_oracle("[4*A 2] [3 7] [5 9] [6 8*B] [13 12*C]"),
    "jump": as_the_oracle("[8*A 2] [3 7] [5 9] [6 24*B] [13 12*C]"),
    "swap": as_the_oracle("[12*A 2] [3 7] [15 9] [6 8*B] [13 16*C]"),
    "lift": as_the_oracle("[16*A 2] [3 7] [5 9] [6 8*B] [13 12*C]"),
    "lots": as_the_oracle("[4*A 1] [6 2] [7 13] [9 8*B] [14 12*C]"),
}


@pytest.mark.rule("SH-24", "SH-34")
def test_with_lots_of_two_a_choice_may_win_one_and_then_nothing_is_drawn() -> None:
    assert perft(two_rounds(2), 4) < 3 * 4 * 3 * 4


# --- playthroughs -----------------------------------------------------------------------------


def chosen(position: Position, number: int) -> tuple[int, Action]:
    """Cards from all over the hand, and any effect rather than declining."""
    seat = min(position.due)
    legal = position.legal(seat)
    if position.phase == "play":
        return seat, legal[(3 * number + seat) % len(legal)]
    return seat, legal[-1]


def told(title: str, start: Callable[[], Position]) -> Playthrough:
    return Playthrough(title, start, chosen, rules=("SH-116", "SH-118", "SH-125", "SH-126"))


def match(seats: int, seed: int, **options: Any) -> Playthrough:
    """A match from its beginning."""
    title = f"Shuppa, {seats} seats, seed {seed}, options {options}"
    return told(title, lambda: game.new(seats=seats, seed=seed, options=options))


def scene(title: str, zone: str, **lines: Any) -> Playthrough:
    """The last turns of a match."""
    return told(title, lambda: place(zone, **lines))


ALONE = {"seats": 1, "deck": "2 0", "tops": "normal .."}
PLAYTHROUGHS = {
    "two_players": match(2, 12, rounds=2),
    "four_players_fifth_suit": match(4, 3, rounds=1, multicolour="fifth_suit", lot_size=2),
    "alone": match(1, 10, rounds=3, difficulty=5),
    "cascade": scene(
        "A cascade of three steps", "[3 13*A] [9 18 19 10] [14 25 26 15] [5 62*B] [11 74]"
    ),
    "shared_lots": scene(
        "Two lots shared at once, with a question each",
        "[1 35*A] [6*B 2] [3 9*C 21] [10] [11] [17]",
    ),
    "share_of_zero": scene(
        "A share of zero in a cascade, with four players",
        "[2 13*A] [9 18 22*B] [17 25 27*C] [5 33*D] [10 50] [26 58] [30 89]",
    ),
    "empty_piles": told(
        "Restocking until Reserve and Action pile are empty, and a round after that",
        nearly_empty_piles,
    ),
    "empty_action_pile": told(
        "Drawing from the Reserve, and then from nothing",
        lambda: without_actions("[1*A] [2] [3] [5] [9*B]", spare=1),
    ),
    "automaton_tie": scene(
        "The automaton has three best jumps",
        "[13] [18] [] [5 25] [11 72*B]",
        phase="action",
        **ALONE,
    ),
}


@pytest.mark.rule("SH-48", "SH-56", "SH-86", "SH-87", "SH-91")
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("cascade", "marked [0, 3, 2,"),
        ("shared_lots", "=== decision 2: seat 0, share"),
        ("share_of_zero", "won [0, 0, 0, 0, 0, 3]"),
        ("empty_piles", "from the Action pile."),
        ("empty_piles", "none_left ["),
        ("empty_action_pile", "from the Reserve."),
        ("empty_action_pile", "none_left [1,"),
        ("automaton_tie", "legal: jump 4 1, jump 4 2, jump 4 3"),
        ("alone", "automaton_draws ["),
    ],
)
def test_each_page_shows_what_it_is_named_for(name: str, line: str) -> None:
    assert line in (STANDARD.folder / "golden" / f"{name}.txt").read_text(encoding="utf-8")


# --- finished games ---------------------------------------------------------------------------


def tale(
    bots: tuple[str, ...],
    ending: str = "points",
    options: Mapping[str, Any] | None = None,
    fits: Callable[[Match], bool] = lambda match: True,
) -> Tale:
    return Tale(bots, ending, options or {}, fits=fits)


def happened(kind: str, times: int = 1) -> Callable[[Match], bool]:
    """Whether something has happened so often."""
    return lambda match: [frame.event.kind for frame in match.frames].count(kind) >= times


def longest_chain(match: Match) -> int:
    """How many steps the longest cascade had."""
    marked = [frame.event for frame in match.frames if frame.event.kind == "marked"]
    return max((event.args[2] + 1 for event in marked), default=0)


GREEDY, RANDOM = ("greedy",), ("random",)
TALES = {
    **{f"{n}-seats": tale(GREEDY * n) for n in range(2, 5)},
    **{f"{n}-seats-random": tale(RANDOM * n) for n in range(2, 5)},
    **{
        f"{n}-seats-fifth-suit": tale(GREEDY * n, options={"multicolour": "fifth_suit"})
        for n in range(2, 5)
    },
    **{
        f"{n}-seats-multicolours": tale(RANDOM * n, "multicolours", {"rounds": 2, "lot_size": 2})
        for n in range(2, 5)
    },
    **{f"{n}-seats-shared": tale(RANDOM * n, "shared", {"rounds": 1}) for n in range(2, 5)},
    **{
        f"alone-at-{d}": tale(GREEDY, ending, {"difficulty": d})
        for d, ending in zip(
            range(2, 10), ("won", "lost", "won", "lost", "won", "lost", "won", "lost"), strict=True
        )
    },
    "alone-shared": tale(RANDOM, "shared", {"rounds": 2}),
    "alone-fifth-suit": tale(
        GREEDY, "won", {"multicolour": "fifth_suit", "solo_ties": "first", "difficulty": 3}
    ),
    "alone-with-ties": tale(RANDOM, "lost", {"difficulty": 9}),
    "pairs": tale(GREEDY * 3, options={"lot_size": 2, "rounds": 4}),
    "fives": tale(GREEDY * 2, options={"lot_size": 5}),
    "shares-asked": tale(GREEDY * 3, fits=happened("shared", 2)),
    "shares-done": tale(GREEDY * 4, options={"share_mode": "auto"}),
    "long-cascade": tale(GREEDY * 4, fits=lambda match: longest_chain(match) >= 4),
    "one-round": tale(GREEDY * 2, options={"rounds": 1}),
}


# --- all together -----------------------------------------------------------------------------


def something_is_won(tally: Tally) -> None:
    assert tally.events["won"]


VARIANTS: list[dict[str, Any]] = [
    {},
    {"multicolour": "fifth_suit", "rounds": 2, "lot_size": 4},
    {"lot_size": 2, "rounds": 2, "share_mode": "auto", "solo_ties": "first", "difficulty": 9},
]


def everyday() -> list[Case]:
    """Every seat count and variant, and the solo game at other difficulties."""
    return [
        *cases(game, VARIANTS[:1], matches=1),
        *cases(game, VARIANTS[1:2], seats=(2, 4), matches=1),
        *cases(game, VARIANTS[2:], seats=(1, 3), matches=1),
        *cases(game, [{"difficulty": d, "rounds": 1} for d in (4, 6)], seats=1, matches=1),
    ]


STANDARD = StandardTests(
    game,
    Path(__file__).parent,
    counts=COUNTS,
    playthroughs=PLAYTHROUGHS,
    tales=TALES,
    tale_rules=("SH-98", "SH-99", "SH-100", "SH-115"),
    largest=20_000,
    variants=VARIANTS,
    everyday=everyday,
    long_variants=[{"difficulty": difficulty} for difficulty in range(2, 10)],
    contract_rules=("SH-102", "SH-103"),
    compared=80,
    watched=500,
    tallied=something_is_won,
    match_rules=("SH-119", "SH-51"),
)
test_standard = STANDARD.suite()
