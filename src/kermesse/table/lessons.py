"""What a browser is shown of a lesson.

Nothing is kept on the server: the browser says which decisions it has taken so far, and they are
played again from the lesson's position. Everything shown is made from the learner's own view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from kermesse.core.errors import IllegalMove, KermesseError, UnreadableAction
from kermesse.core.game import Game
from kermesse.core.position import Position
from kermesse.core.words import Words
from kermesse.table.pages.lesson import Said, strip
from kermesse.table.refusals import Refused
from kermesse.table.state.picks import first_decision, tree
from kermesse.table.views.screen import board
from kermesse.table.views.table_view import Step
from kermesse.teach.attempt import (
    Answer,
    Attempt,
    Frames,
    first_attempt,
    is_asked,
    is_right,
    leads_on,
    lines,
)
from kermesse.teach.lesson import Lesson

LONGEST = 16 * 2**10  # bytes of a request
MOST_STEPS, MOST_DECISIONS = 30, 12

Text = Annotated[str, Meta(min_length=1, max_length=80)]
Texts = Annotated[list[Text], Meta(max_length=MOST_DECISIONS)]
Done = list[list[str]]  # the learner's decisions in each step that has begun


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What a learner has done so far, and does now."""

    do: Annotated[str, Meta(pattern=r"^(look|decide|show|next)\Z")]
    done: Annotated[list[Texts], Meta(min_length=1, max_length=MOST_STEPS)]
    path: Texts = msgspec.field(default_factory=list)


@dataclass(frozen=True)
class Shown:
    """A lesson of a game, in a language."""

    game: Game
    name: str
    lesson: Lesson
    say: Words  # the table's
    learner: str  # what the learner is called

    def answer(self, asked: Asked) -> dict[str, Any]:
        """What a learner is shown for what they do; raises `Refused`."""
        before = self.resumed(asked.done)
        if asked.do == "decide":
            return self.decided(before, asked.done, asked.path)
        if asked.do == "show":
            return self.decided(before, asked.done, (), way(before)[:1])
        if asked.do == "next":
            return self.gone_on(before, asked.done)
        return self.told(before, asked.done)

    def resumed(self, done: Done) -> Attempt:
        """Where the learner stands; refuses what nobody does in this lesson."""
        if len(done) > len(self.lesson.steps):
            raise Refused("stale")
        attempt = first_attempt(self.game, self.lesson)
        try:
            for number, texts in enumerate(done):
                attempt = attempt.next() if number else attempt
                for text in texts:
                    attempt = attempt.decided(text)
                if is_done(attempt):
                    attempt = attempt.with_replies()
                elif texts and not leads_on(attempt):
                    raise Refused("stale")  # it was wrong, and was taken back
        except KermesseError:
            raise Refused("stale") from None
        return attempt

    def decided(
        self, before: Attempt, done: Done, path: Sequence[str], texts: Sequence[str] = ()
    ) -> dict[str, Any]:
        """What comes of picks on the board, or of decisions that are shown."""
        if not is_asked(before.step) or is_done(before):
            raise Refused("not_due")
        try:
            answer = self._answered(before, path, texts)
        except IllegalMove as refused:
            raise Refused("illegal", refused.rule, refused.sentence) from None
        except UnreadableAction:
            raise Refused("unreadable") from None
        if answer.wrong is not None:
            said = Said(wrong=self.words(answer.wrong.say), rule=answer.wrong.rule)
            return self.told(before, done, answer.frames, said) | {
                "wrong": True,
                "back": self.look(before),
            }
        taken = [*done[:-1], list(answer.attempt.taken)]
        return self.told(answer.attempt, taken, answer.frames)

    def _answered(self, before: Attempt, path: Sequence[str], texts: Sequence[str]) -> Answer:
        """The answer to one or several decisions; the first that is wrong ends them."""
        rest, waiting, attempt = list(path), list(texts), before
        frames: Frames = ()
        while True:
            if waiting:
                text = waiting.pop(0)
            else:
                seat = self.lesson.you
                number, length = first_decision(attempt.position, seat, rest)
                text, rest = self.game.notation.action_text(number), rest[length:]
            answer = attempt.decide(text)
            attempt, frames = answer.attempt, (*frames, *answer.frames)
            if not (waiting or rest) or not answer.leads_on:
                return Answer(attempt, frames, answer.right, answer.wrong)

    def gone_on(self, before: Attempt, done: Done) -> dict[str, Any]:
        """The next step; what this one asks for is done as the lesson would."""
        after, taken = before, done[-1]
        if is_asked(before.step) and not is_done(before):
            for text in way(before):
                after = after.decided(text)
            taken = list(after.taken)
        after = after.with_replies()
        frames = after.happened[len(before.happened) :]
        if after.is_last:
            return self.told(after, [*done[:-1], taken], frames) | {"finished": True}
        return self.told(after.next(), [*done[:-1], taken, []], frames)

    def told(
        self, after: Attempt, done: Done, frames: Sequence[Position] = (), said: Said | None = None
    ) -> dict[str, Any]:
        """The frames that are to be played, and what holds after them."""
        right = is_done(after)
        open_ = is_asked(after.step) and not right
        steps = list(self.steps(frames))
        if not steps or not frames or frames[-1] is not after.position:
            steps.append(self.look(after))
        return {
            "at": sum(map(len, done)) + MOST_DECISIONS * len(done),
            "done": done,
            "steps": steps,
            "picks": tree(after.position, self.lesson.you) if open_ else {},
            "show": [] if right else after.step.show,
            "strip": strip(self.say, self.game, after, said, right),
        }

    def steps(self, frames: Sequence[Position]) -> list[Step]:
        """Frames as the learner sees them; those without anything to notice are left out."""
        found, known = [], b""
        for frame in frames:
            view = frame.view(self.lesson.you)
            if view.tobytes() != known:
                known = view.tobytes()
                page = self.game.page
                step = self.board(frame)
                step["line"] = self.game.notation.event_text(view.record, self.names, self.words)
                if page is not None:
                    step |= {"about": list(page.about(view)), "sound": page.sound(view)}
                found.append(step)
        return found

    def look(self, attempt: Attempt) -> Step:
        """The board as it stands."""
        return self.board(attempt.position)

    def board(self, position: Position) -> Step:
        """A position on the learner's board."""
        view = position.view(self.lesson.you)
        return {"put": {"board": board(view, self.names, self.say.language)}}

    @property
    def words(self) -> Words:
        """The game's words."""
        return self.game.words(self.say.language)

    @cached_property
    def names(self) -> list[str]:
        """The players' names, the learner's own among them."""
        names = list(self.lesson.names)
        names[self.lesson.you] = self.learner
        return names[: first_attempt(self.game, self.lesson).position.seats]


def is_done(attempt: Attempt) -> bool:
    """Whether what the step asks for was done."""
    return is_asked(attempt.step) and is_right(attempt)


def way(attempt: Attempt) -> list[str]:
    """Decisions that do what is asked for, from here."""
    taken = len(attempt.taken)
    return list(next(line.taken[taken:] for line in lines(attempt) if is_right(line)))
