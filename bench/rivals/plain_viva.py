"""VIVA in plain Python: a rival for the benchmark, and a second opinion on the rules.

Written from the rules text alone (ids VV-nn): a shuffled pile, lists of cards, sets of colours.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from random import Random
from typing import TypeAlias

from .rate import Rate, measure

Card: TypeAlias = frozenset[str]
Decision: TypeAlias = str | int | Card | tuple[Card, int]

COLOURS = "RPOYGB"
KINDS = [frozenset(colours) for n in (1, 2) for colours in combinations(COLOURS, n)]
COPIES = {"regular": 6, "pocket": 4}
HOUSES = range(3)


class Phase(StrEnum):
    """What is decided next (section 2.10)."""

    TURN = "turn"
    MORE = "more"
    DRAWN = "drawn"
    NEW_BLOCK = "new_block"
    CALL = "call"
    OVER = "over"


@dataclass(frozen=True)
class Options:
    """The options of section 2.11 that change how a match goes."""

    edition: str = "regular"
    rounds: int = 3
    hand_size: int = 5
    honour: bool = False
    penalty: int = 3
    false_call: int = 0
    viva_right: int = 2
    viva_left: int = 1
    viva_two: int = 2
    turn_cap: int = 500


@dataclass(frozen=True)
class Placement:
    """The last placement of a turn: to be judged, and perhaps taken back."""

    card: Card
    house: int | None  # None: on the blocking card
    was_legal: bool


class Match:
    """A match, with every card known to the program; nothing here filters for a seat."""

    def __init__(self, rng: Random, seats: int = 2, options: Options | None = None) -> None:
        self.options = options or Options()
        self.wins = [0] * seats
        self.playing = list(range(seats))
        self.endings: list[str] = []  # of the rounds: won, cap, void
        self.vivas = 0
        self.tie_break = False
        self._rng = rng
        self.dealer = rng.randrange(seats)  # VV-09
        self._deal()

    def _deal(self) -> None:
        self.pile = KINDS * COPIES[self.options.edition]  # VV-06
        self._rng.shuffle(self.pile)
        self.hands: list[list[Card]] = [[] for _ in self.wins]
        for seat in self.playing:
            self.hands[seat] = [self.pile.pop() for _ in range(self.options.hand_size)]  # VV-04
        self.houses: list[list[Card]] = [[] for _ in HOUSES]  # VV-07
        self.discard: list[Card] = []
        self.block = self.pile.pop()  # VV-05
        self.turn = self.passes = 0
        self.active = self.dealer  # VV-08: the left neighbour starts
        self._next_turn()

    def _neighbour(self, seat: int, way: int) -> int:
        """The nearest participant: to the left is +1, to the right -1."""
        seat = (seat + way) % len(self.wins)
        while seat not in self.playing:
            seat = (seat + way) % len(self.wins)
        return seat

    def _next_turn(self) -> None:
        if self.passes == len(self.playing):  # VV-57
            self._end_round(None, "void")
        elif self.turn == self.options.turn_cap:  # VV-73
            sizes = {seat: len(self.hands[seat]) for seat in self.playing}
            best = [seat for seat in self.playing if sizes[seat] == min(sizes.values())]
            self._end_round(best[0] if len(best) == 1 else None, "cap")
        else:
            self.turn += 1
            self.active = self._neighbour(self.active, 1)
            self._ask(Phase.TURN)

    def _ask(self, phase: Phase) -> None:
        self.phase, self.due = phase, [self.active]

    # --- what is open ---------------------------------------------------------------------

    def fits(self, card: Card, house: int) -> bool:
        """Whether a card is free of the block and matches the top card (VV-18 to VV-21)."""
        if card & self.block:
            return False
        return not self.houses[house] or bool(card & self.houses[house][-1])

    def legal(self) -> list[Decision]:
        """The options of the decision; equal ones once (VV-82)."""
        if self.phase is Phase.TURN:
            return self._turn_options()
        if self.phase is Phase.MORE:
            return ["stop", *(h for h in HOUSES if self.fits(self.laid, h))]
        if self.phase is Phase.DRAWN:
            card, honour = self.hands[self.active][-1], self.options.honour
            return ["keep", *(h for h in HOUSES if honour or self.fits(card, h))]
        if self.phase is Phase.NEW_BLOCK:
            return ["pile", *set(self.hands[self.active])]  # VV-40
        return ["call", "silent"] if self.phase is Phase.CALL else []

    def _turn_options(self) -> list[Decision]:
        hand, honour = self.hands[self.active], self.options.honour
        draw: Decision = "draw" if self._can_draw() else "pass"  # VV-56
        if len(hand) == 1:  # VV-45
            return [draw, "finish"] if honour or hand[0] & self.block else [draw]
        places = [(c, h) for c in set(hand) for h in HOUSES if honour or self.fits(c, h)]
        return [draw, *places]

    # --- what is done ---------------------------------------------------------------------

    def play(self, seat: int, decision: Decision) -> None:
        """Carry out a legal decision of a due seat, with all automatic steps that follow."""
        if self.phase is Phase.CALL:
            self.due.remove(seat)
            if decision == "call":
                self.callers.append(seat)
            if not self.due:
                self._judge()
        elif self.phase is Phase.TURN:
            self._take_turn(decision)
        elif decision == "stop":
            self._placed()
        elif decision == "keep":
            self._next_turn()
        elif self.phase is Phase.NEW_BLOCK:
            self._choose_block(decision)
        else:
            assert isinstance(decision, int)
            card = self.laid if self.phase is Phase.MORE else self.hands[seat][-1]
            self._lay(card, decision)

    def _take_turn(self, decision: Decision) -> None:
        self.passes = self.passes + 1 if decision == "pass" else 0
        if isinstance(decision, tuple):
            self._lay(*decision)
        elif decision == "finish":  # VV-45 to VV-48
            card = self.hands[self.active].pop()
            self.placement = Placement(card, None, bool(card & self.block))
            self._placed()
        elif decision == "draw":
            self._draw(self.active, 1)
            self._ask(Phase.DRAWN)
        else:
            self._next_turn()

    def _lay(self, card: Card, house: int) -> None:
        hand, by_drawing = self.hands[self.active], self.phase is Phase.DRAWN
        self.placement = Placement(card, house, self.fits(card, house))
        hand.remove(card)
        self.houses[house].append(card)
        self.laid = card
        more = card in hand and len(hand) > 1 and not self._is_viva()  # VV-36, VV-51
        if more and self.placement.was_legal and not by_drawing:  # VV-31, VV-61
            self._ask(Phase.MORE)
        else:
            self._placed()

    def _placed(self) -> None:
        if self.options.honour:  # VV-62
            self.phase, self.callers = Phase.CALL, list[int]()
            self.due = [seat for seat in self.playing if seat != self.active]
        else:
            self._take_effect()

    def _judge(self) -> None:
        placed = self.placement
        if self.callers and not placed.was_legal:  # VV-66
            if placed.house is not None:
                self.houses[placed.house].pop()
            self.hands[self.active].append(placed.card)
            self._draw(self.active, self.options.penalty)
            self._next_turn()
            return
        by_order = sorted(self.callers, key=lambda c: (c - self.active) % len(self.wins))
        for caller in by_order:  # VV-67
            self._draw(caller, self.options.false_call)
        self._take_effect()

    def _take_effect(self) -> None:
        if self.placement.house is None:  # VV-47
            self._end_round(self.active, "won")
        elif self._is_viva():
            self._viva()
        else:
            self._next_turn()

    def _is_viva(self) -> bool:
        return all(self.houses) and bool(frozenset.intersection(*(h[-1] for h in self.houses)))

    def _viva(self) -> None:
        self.vivas += 1
        self.discard += [*self.houses[0], *self.houses[1], *self.houses[2], self.block]  # VV-37
        self.houses = [[] for _ in HOUSES]
        left, right = self._neighbour(self.active, 1), self._neighbour(self.active, -1)
        if left == right:  # VV-39
            self._draw(left, self.options.viva_two)
        else:  # VV-38
            self._draw(right, self.options.viva_right)
            self._draw(left, self.options.viva_left)
        if len(self.hands[self.active]) > 1:
            self._ask(Phase.NEW_BLOCK)
        else:  # VV-41
            self.block = self.hands[self.active].pop()
            self._draw(self.active, 1)
            self._next_turn()

    def _choose_block(self, decision: Decision) -> None:
        if isinstance(decision, frozenset):
            self.hands[self.active].remove(decision)
            self.block = decision
        else:
            self.block = self._top_card()
        self._next_turn()

    # --- cards ----------------------------------------------------------------------------

    def _can_draw(self) -> bool:
        return bool(self.pile or self.discard or any(len(house) > 1 for house in self.houses))

    def _draw(self, seat: int, n: int) -> None:
        for _ in range(n):
            if self._can_draw():  # VV-56
                self.hands[seat].append(self._top_card())

    def _top_card(self) -> Card:
        if not self.pile:  # VV-53, VV-54
            if not self.discard:  # VV-55
                for house in self.houses:
                    self.discard += house[:-1]
                    del house[:-1]
            self.pile, self.discard = self.discard, []
            self._rng.shuffle(self.pile)
        return self.pile.pop()

    # --- the end --------------------------------------------------------------------------

    def _end_round(self, winner: int | None, how: str) -> None:
        self.endings.append(how if winner is not None else "void")
        if self.tie_break:  # VV-14, VV-16
            self._end_match(self.playing if winner is None else [winner])
            return
        if winner is not None:
            self.wins[winner] += 1  # VV-10
        leaders = [seat for seat, won in enumerate(self.wins) if won == max(self.wins)]
        if len(self.endings) == self.options.rounds:
            if len(leaders) == 1:  # VV-12
                self._end_match(leaders)
                return
            self.tie_break, self.playing = True, leaders  # VV-13
        self.dealer = self._neighbour(self.dealer, 1)
        self._deal()

    def _end_match(self, winners: list[int]) -> None:
        self.phase, self.due, self.winners = Phase.OVER, [], winners


def play_match(rng: Random, match: Match) -> int:
    """Play one match of random legal decisions and return their number."""
    decisions = 0
    while match.phase is not Phase.OVER:
        match.play(match.due[0], rng.choice(match.legal()))
        decisions += 1
    return decisions


def run(seconds: float, seed: int = 1) -> Rate:
    """Measure uniformly random matches of two players with the default options."""
    rng = Random(seed)
    return measure("plain Python VIVA", seconds, lambda: play_match(rng, Match(rng)))
