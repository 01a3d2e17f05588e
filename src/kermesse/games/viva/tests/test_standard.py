"""What VIVA says for the standard tests: counts, playthroughs, finished games, variants."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kermesse.core.conformance.case import cases
from kermesse.core.conformance.finished import Tale
from kermesse.core.conformance.matches import Tally
from kermesse.core.conformance.perft import Perft
from kermesse.core.conformance.playthrough import Playthrough
from kermesse.core.conformance.standard import StandardTests
from kermesse.core.match import Match
from kermesse.core.position import Action, Position
from kermesse.games.viva import game
from kermesse.games.viva.bots import is_allowed
from kermesse.games.viva.rules.honour import was_forbidden
from kermesse.games.viva.tests.oracle import Ask, Oracle
from kermesse.games.viva.tests.scenes import cards, code_of, discard, hand, place, rest, tops, under

# --- decision counts ------------------------------------------------------------------------


class Script:
    """The oracle at a position that was set up, whose decisions can be counted."""

    def __init__(self, position: Position) -> None:
        self.start = position

    def count(self, depth: int) -> int:
        return self.below([], depth)

    def below(self, path: list[Any], depth: int) -> int:
        """Replay the path, then try every choice: generators cannot be copied."""
        asked = self.ask(path)
        if asked is None:
            return 0
        choices = asked.choices
        if depth == 1:
            return len(choices)
        return sum(self.below([*path, choice], depth - 1) for choice in sorted(choices))

    def ask(self, path: list[Any]) -> Ask | None:
        oracle = oracle_at(self.start)
        script = turns(oracle, int(self.start.record.active))
        answer: Any = None
        left = list(path)
        while True:
            try:
                asked = script.send(answer)
            except StopIteration:
                return None
            if asked.choices is None or asked.what == "shuffle":
                answer = self.card() if asked.what in ("draw", "turn up") else None
            elif left:
                answer = left.pop(0)
            else:
                return asked

    def card(self) -> str:
        """The pile holds one kind only."""
        s = self.start.record
        shown = [
            *(under(self.start, h) for h in range(3)),
            *(hand(self.start, n) for n in range(2)),
        ]
        loose = rest([" ".join(heap.elements()) for heap in shown])
        assert s.pile
        return next(iter(loose - self.seen()))

    def seen(self) -> Any:
        s = self.start.record
        tops_shown = " ".join(top for top in tops(self.start) if top != "..")
        return discard(self.start) + cards(tops_shown) + cards(code_of(s.block))


def oracle_at(position: Position) -> Oracle:
    s = position.record
    oracle = Oracle(position.seats, game.choose(position.options), int(s.dealer))
    oracle.hands = [list(hand(position, seat).elements()) for seat in range(position.seats)]
    for house, top in enumerate(tops(position)):
        oracle.houses[house] = [*under(position, house).elements()] + [top] * (top != "..")
    oracle.discard = list(discard(position).elements())
    oracle.block, oracle.pile = code_of(s.block), int(s.pile)
    return oracle


def turns(oracle: Oracle, player: int) -> Generator[Ask, Any, None]:
    while True:
        how = yield from oracle.one_turn(player)
        if how == "won":
            return
        player = oracle.to_the_left(player)


def counted_by_the_oracle(position: Position, depth: int) -> int:
    return Script(position).count(depth)


def as_the_oracle(*hands: str, **lines: Any) -> Perft:
    return Perft(
        partial(place, *hands, **lines),
        oracle=counted_by_the_oracle,
        depths=(1, 2, 3),
        rules=("VV-18", "VV-19", "VV-23", "VV-28", "VV-30", "VV-40", "VV-45"),
    )


COUNTS = {
    # Two kinds in three houses and the draw: seven. After Y or B in any house G goes to the two
    # empty ones, or draw; after the draw P goes to three houses or is kept.
    "an empty table": Perft(
        partial(place, "Y B", "2G", pile="3P"), {1: 7, 2: 6 * 3 + 4}, rules=("VV-24", "VV-29")
    ),
    # Y in a house: three houses and stop, the third Y only where no VIVA was. B: two houses for
    # each of 2G, and the draw. Draw: P goes anywhere or is kept.
    "identical cards": Perft(
        partial(place, "3Y B", "2G", pile="5P", block="O"),
        {1: 3 + 3 + 1, 2: 3 * 4 + 3 * 3 + 4},
        rules=("VV-28", "VV-51"),
    ),
    "identical": as_the_oracle("3Y B", "2G O", pile="6P", block="R"),
    "nearly viva": as_the_oracle("2Y B", "2YB G", houses="Y, YG", pile="6P", block="R"),
    "last cards": as_the_oracle("RY", "RB", houses="Y, G", pile="6P", block="R", rounds=1),
    "blocked": as_the_oracle("RY RB 2Y", "R O", houses="G, YG, B", pile="6P", block="R"),
    "two of everything": as_the_oracle("2Y 2B", "2G 2O", houses="Y, G, B", pile="6P", block="R"),
}

# --- playthroughs -----------------------------------------------------------------------------


def chosen(position: Position, number: int) -> tuple[int, Action]:
    """Sheds cards, keeps one that fits the block, cheats now and then and calls what is wrong."""
    seat, s = min(position.due), position.record
    legal = position.legal(seat)
    if position.phase == "call":
        return seat, legal[0 if was_forbidden(s) or number % 5 == 0 else 1]
    if position.phase == "new_block":
        return seat, max(legal, key=lambda action: remaining(position, seat, action))
    right = [action for action in legal if is_allowed(s, seat, action.number)]
    return seat, legal[0] if number % 11 == 0 else right[0]


def remaining(position: Position, seat: int, action: Action) -> int:
    """How many cards of the hand would match a blocking card."""
    code = action.text.removeprefix("block ")
    return sum(n for card, n in hand(position, seat).items() if set(card) & set(code)) - (
        1 if code in hand(position, seat) else 9
    )


def played(seats: int, seed: int, **options: Any) -> Playthrough:
    return Playthrough(
        f"VIVA, {seats} seats, seed {seed}, options {options}",
        lambda: game.new(seats, seed, options),
        chosen,
        rules=("VV-75", "VV-79", "VV-84", "VV-86"),
    )


PLAYTHROUGHS = {
    "two_strict": played(2, 376, rounds=1, first_dealer="seat1", turn_cap=50),
    "three_honour": played(
        3, 195, rounds=1, first_dealer="seat2", table="honour", edition="pocket",
        false_call=1, hand_size=4, turn_cap=50,
    ),
}  # fmt: skip

# --- finished games ---------------------------------------------------------------------------


def tale(
    bots: tuple[str, ...],
    ending: str = "victory_cards",
    options: Mapping[str, Any] | None = None,
    wins: tuple[int, ...] = (),
    fits: Callable[[Match], bool] = lambda match: True,
) -> Tale:
    return Tale(bots, ending, options or {}, last={"wins": wins}, fits=fits)


def greedy(seats: int) -> tuple[str, ...]:
    return ("greedy",) * seats


SHORT: dict[str, Any] = {"rounds": 1, "turn_cap": 50}
CHEATS: dict[str, Any] = {"table": "honour", "bot_cheat": 60, "bot_notice": 50, "rounds": 1}
TALES = {
    **{f"{n}-seats": tale(greedy(n)) for n in range(2, 7)},
    **{f"{n}-seats-pocket": tale(greedy(n), options={"edition": "pocket"}) for n in range(2, 7)},
    **{f"{n}-seats-honour": tale(greedy(n), options=CHEATS) for n in range(2, 7)},
    "tie-break": tale(greedy(4), "tie_break", {"rounds": 2}),
    "tie-break-of-two": tale(greedy(2), "tie_break", {"rounds": 2}, (1, 1)),
    "tie-break-of-three": tale(greedy(4), "tie_break", {"rounds": 3}, (1, 1, 1, 0)),
    "tie-break-at-nought": tale(("random",) * 3, "tie_break", SHORT, (0, 0, 0)),
    "shared": tale(("random",) * 2, "shared", SHORT | {"table": "honour", "bot_cheat": 100}),
    "twelve-rounds": tale(greedy(3), options={"rounds": 12}),
    "eight-rounds-pocket": tale(greedy(2), options={"rounds": 8, "edition": "pocket"}),
    "capped": tale(
        ("random",) * 2, options=SHORT, fits=lambda match: match.frames[-1].record.turn == 50
    ),
    "false-calls": tale(
        ("random", "greedy", "random"), options=CHEATS | {"false_call": 2, "penalty": 1}
    ),
    "hand-of-three": tale(greedy(3), options={"hand_size": 3, "first_dealer": "seat2"}),
    "hand-of-seven": tale(greedy(3), options={"hand_size": 7, "first_dealer": "seat0"}),
    "draws": tale(greedy(3), options={"viva_right": 0, "viva_left": 3}),
    "no-draws": tale(greedy(2), options={"viva_two": 0}),
}  # fmt: skip


# --- all together -----------------------------------------------------------------------------


def every_round_is_told(tally: Tally) -> None:
    assert tally.events["round_won"] + tally.events["round_void"] == tally.batch["played"].sum()


VARIANTS: list[dict[str, Any]] = [
    {"rounds": 1, "turn_cap": 50},
    {"rounds": 2, "turn_cap": 50, "edition": "pocket", "hand_size": 3, "first_dealer": "seat1"},
    {"rounds": 1, "turn_cap": 50, "table": "honour"},
    {
        "rounds": 1,
        "turn_cap": 50,
        "table": "honour",
        "edition": "pocket",
        "hand_size": 7,
        "penalty": 1,
        "false_call": 2,
        "viva_right": 0,
        "viva_left": 3,
        "viva_two": 0,
    },
]
LONG: list[dict[str, Any]] = [
    {"turn_cap": 500},
    {"turn_cap": 200, "table": "honour", "false_call": 3, "penalty": 5},
]


STANDARD = StandardTests(
    game,
    Path(__file__).parent,
    counts=COUNTS,
    playthroughs=PLAYTHROUGHS,
    tales=TALES,
    tale_rules=("VV-12", "VV-14", "VV-16", "VV-17"),
    # every seat count and every variant; all of their combinations in the long walks
    everyday=lambda: cases(game, VARIANTS, matches=1)[::3],
    variants=VARIANTS,
    long_variants=LONG,
    short={"rounds": [1, 1, 1, 2], "turn_cap": 50},
    tallied=every_round_is_told,
    match_rules=("VV-06", "VV-73", "VV-74"),
)
test_standard = STANDARD.suite()
