"""Muckle in plain Python: a rival for the benchmark, and a second opinion on the rules.

Written from the rules text alone (ids MK-nn): lists of card names and a dictionary of streaks.
"""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import TypeAlias

from .rate import Rate, measure

SET = {
    "run": 4, "tackle_left": 2, "tackle_right": 2, "tackle_both": 1,
    "dodge_left": 1, "dodge_right": 1, "pass": 1, "rest": 1,
}  # fmt: skip
SEATS = range(4)
LEFT, ACROSS, RIGHT = 1, 2, 3
TARGETS = {"tackle_left": [LEFT], "tackle_right": [RIGHT], "tackle_both": [LEFT, RIGHT]}
DODGES = {"dodge_left": (LEFT, RIGHT), "dodge_right": (RIGHT, LEFT)}  # protects from, sends to

Decision: TypeAlias = str | int  # a card or `ready`; a seat


class Phase(StrEnum):
    """What is decided next (section 2.10); a selection is made card by card (MK-71)."""

    SELECT = "select"
    PLAY = "play"
    BALL = "ball"
    OVER = "over"


@dataclass(frozen=True)
class Options:
    """The options of section 2.11 that change how a match goes."""

    goal: int = 6
    hand_size: int = 8
    turn_cap: int = 100


class Match:
    """A match, with every card known to the program; nothing here filters for a seat."""

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.hands = [[card for card, n in SET.items() for _ in range(n)] for _ in SEATS]  # MK-02
        self.aside: list[list[str]] = [[] for _ in SEATS]
        self.stacks: list[list[str]] = [[] for _ in SEATS]
        self.picked: dict[int, str] = {}
        self.ball: int | None = None  # MK-08
        self.progress = [0, 0]  # MK-09
        self.damage = [0] * 4
        self.turn = 1
        self.phase, self.due = Phase.SELECT, list(SEATS)  # MK-04

    def legal(self, seat: int) -> list[Decision]:
        """The options of a due seat."""
        if self.phase is Phase.SELECT:
            if len(self.hands[seat]) == self.options.hand_size:
                return ["ready"]
            return list(dict.fromkeys(self.hands[seat]))
        if self.phase is Phase.PLAY:
            return list(dict.fromkeys(self.hands[seat]))
        return [seat % 2, seat % 2 + 2]  # MK-45

    def play(self, seat: int, decision: Decision) -> None:
        """Carry out a legal decision of a due seat, with all automatic steps that follow."""
        if isinstance(decision, int):
            self.ball = decision  # MK-54
            self._end_turn()
        elif self.phase is Phase.SELECT:
            self._select(seat, decision)
        else:
            self.picked[seat] = decision
            self.due.remove(seat)
            if not self.due:
                self._resolve()

    def _select(self, seat: int, card: str) -> None:
        if card != "ready":
            self.hands[seat].remove(card)
            self.aside[seat].append(card)
            return
        self.due.remove(seat)
        if not self.due:
            self._ask_for_cards()

    def _ask_for_cards(self) -> None:
        self.picked = {}
        self.phase, self.due = Phase.PLAY, list(SEATS)

    # --- a turn ---------------------------------------------------------------------------

    def _resolve(self) -> None:
        for seat, card in self.picked.items():
            self.hands[seat].remove(card)
            self.stacks[seat].append(card)  # MK-10
        for seat, card in self.picked.items():
            if card == "rest":  # MK-19
                self._take_up(seat)
        if self.ball is not None and self.picked[self.ball] == "pass":
            self.ball = (self.ball + ACROSS) % 4  # MK-20
        self.damage = [0] * 4
        if self._run_and_tackle():
            self.phase, self.due = Phase.OVER, []
        else:
            self._settle_ball()

    def _take_up(self, seat: int) -> None:
        self.hands[seat] += self.stacks[seat]
        self.stacks[seat] = []

    def streak(self, seat: int) -> int:
        """The cards of the colour just played above the topmost of the other (MK-13 to MK-16)."""
        own = self.picked[seat].partition("_")[0]
        if own not in ("run", "tackle"):
            return 0
        length = 0
        for card in reversed(self.stacks[seat]):
            colour = card.partition("_")[0]
            if colour == own:
                length += 1
            elif colour in ("run", "tackle"):
                break
        return length

    def _run_and_tackle(self) -> bool:
        """All groups from the highest streak to the lowest; whether a team has won (MK-25)."""
        streaks = {seat: self.streak(seat) for seat in SEATS}
        cancelled: set[int] = set()
        for level in sorted(set(streaks.values()) - {0}, reverse=True):
            group = [seat for seat in SEATS if streaks[seat] == level and seat not in cancelled]
            hit: list[int] = []
            for seat in group:
                if self.picked[seat] == "run":
                    if seat == self.ball:
                        self.progress[seat % 2] += level  # MK-28
                elif seat != self.ball:  # MK-31
                    hit += [self._follow(seat, place) for place in TARGETS[self.picked[seat]]]
            for seat in hit:
                self.damage[seat] += level  # MK-30, MK-32
            cancelled |= set(hit)  # MK-26: for lower streaks only
            if max(self.progress) >= self.options.goal:  # MK-56 to MK-58
                return True
        return False

    def _follow(self, tackler: int, place: int) -> int:
        """Who is hit in the end when a Tackle aims at a place (MK-35 to MK-40)."""
        source, target = tackler, (tackler + place) % 4
        while self.picked[target] in DODGES:
            protects, sends = DODGES[self.picked[target]]
            if (target + protects) % 4 != source:
                break
            source, target = target, (target + sends) % 4
        return target

    # --- the end of a turn ----------------------------------------------------------------

    def _settle_ball(self) -> None:
        zero, one = self.damage[0] + self.damage[2], self.damage[1] + self.damage[3]
        if zero != one:  # MK-44
            self.phase, self.due = Phase.BALL, ([0, 2] if zero < one else [1, 3])
            return
        if self.ball is not None and self.damage[self.ball]:  # MK-48
            self.ball = None
        self._end_turn()

    def _end_turn(self) -> None:
        for seat in SEATS:
            if not self.hands[seat]:  # MK-51
                self._take_up(seat)
        if self.turn == self.options.turn_cap:  # MK-60
            self.phase, self.due = Phase.OVER, []
        else:
            self.turn += 1
            self._ask_for_cards()


def play_match(rng: Random, match: Match) -> int:
    """Play one match of random legal decisions and return their number."""
    decisions = 0
    while match.phase is not Phase.OVER:
        seat = match.due[0]
        match.play(seat, rng.choice(match.legal(seat)))
        decisions += 1
    return decisions


def run(seconds: float, seed: int = 1) -> Rate:
    """Measure uniformly random matches with the default options."""
    rng = Random(seed)
    return measure("plain Python Muckle", seconds, lambda: play_match(rng, Match()))
