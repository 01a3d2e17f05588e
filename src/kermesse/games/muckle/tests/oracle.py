"""Muckle once more: slow, with lists and words, written from the rules text and from nothing else.

Nothing of the engine is imported here. The tests let both play the same matches.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

KINDS = [
    "run", "tackle_left", "tackle_right", "tackle_both",
    "dodge_left", "dodge_right", "pass", "rest",
]  # fmt: skip
LISTS = {
    "standard": "run run run run tackle_left tackle_left tackle_right tackle_right tackle_both "
    "dodge_left dodge_right pass rest",
    "tackling": "run run run tackle_left tackle_left tackle_left tackle_right tackle_right "
    "tackle_right dodge_left dodge_right pass rest",
    "resting": "run run run run tackle_left tackle_left tackle_right tackle_right "
    "dodge_left dodge_right pass rest rest",
}


def left(seat: int) -> int:
    return {0: 1, 1: 2, 2: 3, 3: 0}[seat]


def right(seat: int) -> int:
    return {0: 3, 1: 0, 2: 1, 3: 2}[seat]


def across(seat: int) -> int:
    return {0: 2, 1: 3, 2: 0, 3: 1}[seat]


def team(seat: int) -> int:
    return 0 if seat in (0, 2) else 1


def colour(word: str) -> str:
    if word == "run":
        return "green"
    return "orange" if word.startswith("tackle") else "white"


def streak(stack: list[str]) -> int:
    """Strip the white cards; then count equal colours from the top."""
    if not stack or colour(stack[-1]) == "white":
        return 0
    coloured = [colour(word) for word in stack if colour(word) != "white"]
    n = 0
    for found in reversed(coloured):
        if found != coloured[-1]:
            break
        n += 1
    return n


@dataclass
class Turn:
    """What the cards of one turn do. Stacks are those after the reveal."""

    stacks: list[list[str]]
    holder: int | None
    progress: list[int]
    goal: int
    damage: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    hits: list[tuple[int, int, int]] = field(default_factory=list)  # victim, tackler, streak
    cancelled: list[int] = field(default_factory=list)
    rested: list[int] = field(default_factory=list)
    won: bool = False

    def resolve(self) -> None:
        tops = [stack[-1] for stack in self.stacks]
        for seat in range(4):
            if tops[seat] == "rest":
                self.rested.append(seat)
        started = self.holder
        if started is not None and tops[started] == "pass":
            self.holder = across(started)
        streaks = [0 if s in self.rested else streak(self.stacks[s]) for s in range(4)]
        for level in sorted({n for n in streaks if n > 0}, reverse=True):
            self.resolve_group([s for s in range(4) if streaks[s] == level], level, tops)
            if max(self.progress) >= self.goal:
                self.won = True
                return

    def resolve_group(self, group: list[int], level: int, tops: list[str]) -> None:
        earlier = list(self.hits)
        able = []
        for seat in group:
            if any(victim == seat and force > level for victim, _, force in earlier):
                self.cancelled.append(seat)
            else:
                able.append(seat)
        for seat in able:
            if tops[seat] == "run" and seat == self.holder:
                self.progress[team(seat)] += level
        landed = []
        for seat in able:
            if tops[seat].startswith("tackle") and seat != self.holder:
                aims = []
                if tops[seat] in ("tackle_left", "tackle_both"):
                    aims.append(left(seat))
                if tops[seat] in ("tackle_right", "tackle_both"):
                    aims.append(right(seat))
                landed += [(self.lands_on(aim, seat, tops, 0), seat, level) for aim in aims]
        for victim, _, force in landed:
            self.damage[victim] += force
        self.hits += landed

    def lands_on(self, seat: int, source: int, tops: list[str], redirected: int) -> int:
        if redirected < 3 and tops[seat] == "dodge_left" and left(seat) == source:
            return self.lands_on(right(seat), seat, tops, redirected + 1)
        if redirected < 3 and tops[seat] == "dodge_right" and right(seat) == source:
            return self.lands_on(left(seat), seat, tops, redirected + 1)
        return seat


class Match:
    """A whole match: selection, turns, ball, end."""

    def __init__(self, goal: int, hand_size: int, turn_cap: int, ball_decider: str, cards: str):
        self.goal, self.hand_size, self.turn_cap = goal, hand_size, turn_cap
        self.ball_decider = ball_decider
        self.hands = [Counter(LISTS[cards].split()) for _ in range(4)]
        self.asides: list[Counter[str]] = [Counter() for _ in range(4)]
        self.stacks: list[list[str]] = [[], [], [], []]
        self.seen: list[Counter[str]] = [Counter() for _ in range(4)]  # most shown at one time
        self.ready = [False] * 4
        self.picks: list[str | None] = [None] * 4
        self.holder: int | None = None
        self.progress = [0, 0]
        self.turn = 0
        self.phase = "select"
        self.deciding: int | None = None
        self.last: Turn | None = None

    def due(self) -> set[int]:
        if self.phase == "select":
            return {seat for seat in range(4) if not self.ready[seat]}
        if self.phase == "play":
            return {seat for seat in range(4) if self.picks[seat] is None}
        if self.phase == "ball":
            assert self.deciding is not None
            members = {0, 2} if self.deciding == 0 else {1, 3}
            if self.ball_decider == "first_answer":
                return members
            return {self.holder} if self.holder in members else {min(members)}
        return set()

    def legal(self, seat: int) -> list[str]:
        if seat not in self.due():
            return []
        held = [word for word in KINDS if self.hands[seat][word] > 0]
        if self.phase == "select":
            enough = sum(self.asides[seat].values()) == 13 - self.hand_size
            return ["ready"] if enough else [f"aside {word}" for word in held]
        if self.phase == "play":
            return held
        return ["ball 0", "ball 2"] if seat in (0, 2) else ["ball 1", "ball 3"]

    def act(self, seat: int, text: str) -> None:
        assert text in self.legal(seat)
        if text == "ready":
            self.ready[seat] = True
            if all(self.ready):
                self.phase, self.turn = "play", 1
        elif text.startswith("aside "):
            word = text.removeprefix("aside ")
            self.hands[seat][word] -= 1
            self.asides[seat][word] += 1
        elif text.startswith("ball "):
            self.holder = int(text[-1])
            self.end_turn()
        else:
            self.picks[seat] = text
            if None not in self.picks:
                self.play_turn()

    def play_turn(self) -> None:
        for seat in range(4):
            word = self.picks[seat]
            assert word is not None
            self.hands[seat][word] -= 1
            self.stacks[seat].append(word)
            shown = Counter(self.stacks[seat])
            for kind in shown:
                self.seen[seat][kind] = max(self.seen[seat][kind], shown[kind])
        self.picks = [None] * 4
        now = Turn([list(stack) for stack in self.stacks], self.holder, self.progress, self.goal)
        now.resolve()
        self.last, self.holder = now, now.holder
        for seat in now.rested:
            self.take_up(seat)
        if now.won:
            self.phase = "over"
            return
        zero, one = now.damage[0] + now.damage[2], now.damage[1] + now.damage[3]
        if zero != one:
            self.phase, self.deciding = "ball", 0 if zero < one else 1
            return
        if self.holder is not None and now.damage[self.holder] > 0:
            self.holder = None
        self.end_turn()

    def take_up(self, seat: int) -> None:
        self.hands[seat].update(self.stacks[seat])
        self.stacks[seat] = []

    def end_turn(self) -> None:
        for seat in range(4):
            if not sum(self.hands[seat].values()):
                self.take_up(seat)
        if self.turn == self.turn_cap:
            self.phase = "over"
        else:
            self.turn += 1
            self.phase = "play"

    def known(self, seat: int) -> Counter[str]:
        """The cards of a hand that everybody knows: seen at some time, and not in the stack."""
        return self.seen[seat] - Counter(self.stacks[seat])

    def places(self) -> tuple[int, ...]:
        zero, one = self.progress
        if zero == one:
            return (1, 1, 1, 1)
        return (1, 2, 1, 2) if zero > one else (2, 1, 2, 1)
