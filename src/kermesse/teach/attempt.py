"""A lesson under way: where its learner stands, and what is said of each decision.

An `Attempt` is a value: a decision returns another one, so a wrong decision is taken back by
keeping the attempt from before. Chance follows from the lesson's seed, so equal decisions always
lead to equal positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Any, NamedTuple

from kermesse.core.errors import KermesseError
from kermesse.core.fairness import seeded_secret, step_key
from kermesse.core.game import Game
from kermesse.core.position import Position
from kermesse.teach.lesson import Best, Lesson, LessonError, Step, Wrong

Frames = tuple[Position, ...]


class Start(NamedTuple):
    """What a step began with."""

    position: Position
    keys: int  # how many pieces of chance were used up before


@dataclass(frozen=True)
class Attempt:
    """A learner at some step of a lesson."""

    game: Game
    lesson: Lesson
    starts: tuple[Start, ...]  # of each step so far
    position: Position
    keys: int = 0
    taken: tuple[str, ...] = ()  # the learner's decisions in this step
    replied: int = 0  # how many replies of this step were played
    happened: Frames = ()  # since this step began

    @property
    def place(self) -> int:
        """The step, counted from 0."""
        return len(self.starts) - 1

    @property
    def step(self) -> Step:
        """The step under way."""
        return self.lesson.steps[self.place]

    @property
    def is_last(self) -> bool:
        """Whether no step comes after this one."""
        return len(self.starts) == len(self.lesson.steps)

    @cached_property
    def legal(self) -> list[str]:
        """What the learner may do."""
        return [action.text for action in self.position.legal(self.lesson.you)]

    def decide(self, text: str) -> Answer:
        """Take a decision of the learner; raises `IllegalMove` as any table does."""
        after = self.decided(text)
        right = is_right(after)
        after = after.with_replies() if right else after
        frames = after.happened[len(self.happened) :]
        if right or leads_on(after):
            return Answer(after, frames, right=right)
        return Answer(after, frames, wrong=explained(self.step, text, frames))

    def decided(self, text: str) -> Attempt:
        """A decision of the learner, and of those who decide in secret at the same time."""
        sealed = int(self.position.record.phase) in self.game.sealed
        after = self.played(self.lesson.you, text)
        after = replace(after, taken=(*self.taken, text))
        return after.with_replies() if sealed else after

    def played(self, seat: int, text: str) -> Attempt:
        """A decision of some seat, and what follows by itself."""
        table, keys = self.position.copy(), self.keys
        frames: list[Position] = []
        table.rekey(step_key(seeded_secret(self.lesson.seed), keys))
        table.take(seat, text)
        frames.append(table.copy())
        while table.pending:
            keys += 1
            table.rekey(step_key(seeded_secret(self.lesson.seed), keys))
            table.step()
            frames.append(table.copy())
        return replace(self, position=table, keys=keys + 1, happened=(*self.happened, *frames))

    def with_replies(self) -> Attempt:
        """What other seats decide in this step, as far as it is their turn now."""
        after = self
        for seat, text in self.step.reply[self.replied :]:
            if seat not in after.position.due:
                break
            try:
                after = replace(after.played(seat, text), replied=after.replied + 1)
            except KermesseError as wrong:
                raise LessonError(f"the reply {text!r} of seat {seat}: {wrong}") from None
        return after

    def next(self) -> Attempt:
        """The beginning of the next step."""
        before = self if is_asked(self.step) else self.with_replies()
        step = self.lesson.steps[len(self.starts)]
        start = self.starts[step.back - 1] if step.back else Start(before.position, before.keys)
        return Attempt(self.game, self.lesson, (*self.starts, start), *start)


@dataclass(frozen=True)
class Answer:
    """What comes of a decision: it is right, or leads on, or is wrong."""

    attempt: Attempt  # where it led to, also if it was wrong
    frames: Frames  # what happened, to be shown
    right: bool = False
    wrong: Wrong | None = None

    @property
    def leads_on(self) -> bool:
        """Whether the step goes on with another decision."""
        return not self.right and self.wrong is None


class Unexplained(LessonError):
    """A decision is wrong, and the lesson says nothing about it."""


def first_attempt(game: Game, lesson: Lesson) -> Attempt:
    """The beginning of a lesson."""
    try:
        position = game.position(lesson.position)
    except KermesseError as wrong:
        raise LessonError(f"{lesson.title}: {wrong}") from None
    position.settle()
    return Attempt(game, lesson, (Start(position, 0),), position)


def is_asked(step: Step) -> bool:
    """Whether a step asks for a decision."""
    return bool(step.accept or step.goal or step.best)


# --- what is right ------------------------------------------------------------------------------


def is_right(after: Attempt) -> bool:
    """Whether the decisions of this step are what it asks for."""
    best = after.step.best
    return reached(after) and (best is None or measure(after.position, best) == top(after, best))


def reached(after: Attempt) -> bool:
    """Whether the decisions lead to what is asked for, be it the best way or not."""
    step = after.step
    if step.accept:
        return any(fits(path, after.taken) for path in step.accept)
    goal = step.goal
    if goal is None or not (goal.event or goal.over):
        return len(after.taken) == longest(step)
    if goal.over and not after.position.over:
        return False
    return not goal.event or any(is_event(frame, goal.event, goal.args) for frame in after.happened)


def leads_on(after: Attempt) -> bool:
    """Whether further decisions of this step can still make it right."""
    return any(is_right(line) for line in lines(after) if line is not after)


def top(after: Attempt, best: Best) -> float:
    """The best that any way to what is asked for brings."""
    found = [measure(line.position, best) for line in lines(step_start(after)) if reached(line)]
    return max(found, default=float("-inf"))


def step_start(after: Attempt) -> Attempt:
    """The attempt at the beginning of its step."""
    return Attempt(after.game, after.lesson, after.starts, *after.starts[-1])


def lines(start: Attempt) -> Iterator[Attempt]:
    """All attempts that further decisions in this step lead to; the start is the first."""
    yield start
    if len(start.taken) >= longest(start.step) or (start.taken and reached(start)):
        return
    for text in start.legal:
        taken = (*start.taken, text)
        if not start.step.accept or any(begins(path, taken) for path in start.step.accept):
            yield from lines(start.decided(text))


def longest(step: Step) -> int:
    """The most decisions of the learner that a step takes."""
    if step.accept:
        return max(map(len, step.accept))
    return step.goal.within if step.goal else 1


def fits(path: Sequence[str], taken: Sequence[str]) -> bool:
    """Whether decisions are those of a path."""
    return len(path) == len(taken) and begins(path, taken)


def begins(path: Sequence[str], taken: Sequence[str]) -> bool:
    """Whether a path begins with these decisions."""
    return len(taken) <= len(path) and all(map(fnmatchcase, taken, path))


def measure(position: Position, best: Best) -> float:
    """How good a position is by what a step measures; more is better."""
    return amount(position, best.most) if best.most else -amount(position, best.fewest)


def amount(position: Position, what: str) -> float:
    """`points 0`, or what a line of the position's text says: a number, or so many things."""
    name, _, seat = what.partition(" ")
    if name == "points":
        return position.points[int(seat)]
    for line in position.text.splitlines():
        found, colon, value = line.partition(":")
        if colon and found == what:
            words = value.split()
            return float(words[0]) if len(words) == 1 and words[0].isdigit() else things(words)
    return 0  # a line about nothing is left out


def things(words: Sequence[str]) -> float:
    """How many things some words name: `3Y G` are four."""
    counts = (word[: len(word) - len(word.lstrip("0123456789"))] for word in words)
    return float(sum(int(count) if count else 1 for count in counts))


# --- what is said -------------------------------------------------------------------------------


def explained(step: Step, text: str, frames: Frames) -> Wrong:
    """The first thing that a step has to say about a wrong decision."""
    events = [event_name(frame) for frame in frames]
    for wrong in step.wrong:
        by_action = not wrong.action or any(fnmatchcase(text, each) for each in wrong.action)
        if by_action and (not wrong.event or wrong.event in events):
            return wrong
    raise Unexplained(f"nothing is said about {text!r}")


def event_name(frame: Position) -> str:
    """The name of the event that led to a frame."""
    return frame.game.events(int(frame.record.event)).name.lower()


def is_event(frame: Position, name: str, args: dict[str, str | int]) -> bool:
    """Whether a frame's event has this name and these arguments."""
    if event_name(frame) != name or not args:
        return event_name(frame) == name
    event: Any = frame.game.events(int(frame.record.event))
    values = event.named(frame.record.event_args)
    return all(
        wanted in (values[arg], event.kind_of(arg).write(values[arg]))
        for arg, wanted in args.items()
    )
