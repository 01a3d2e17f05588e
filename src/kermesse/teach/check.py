"""The proof of a game's lessons: the engine plays them, and every legal action of every step.

`faults` says what is wrong with a lesson; none means that it teaches what the rules say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import numpy as np

from kermesse.core.errors import IllegalMove, KermesseError
from kermesse.core.game import Game
from kermesse.core.options import Value
from kermesse.core.position import Position, View
from kermesse.core.words import LANGUAGES
from kermesse.teach.attempt import (
    Attempt,
    Unexplained,
    begins,
    first_attempt,
    is_asked,
    is_right,
    lines,
)
from kermesse.teach.first_match import first_match, tip_faults
from kermesse.teach.lesson import LONGEST, LONGEST_TRANSLATED, Lesson, LessonError, Wrong, lessons
from kermesse.teach.needs import need_faults
from kermesse.teach.page import how_to, page_faults

MATCHES = 20  # played to the end at random from each position
PARTS = re.compile(r'(?:id|data-pick)="([^"]+)"')


def lesson_faults(game: Game, name: str, lesson: Lesson) -> list[str]:
    """What the engine does not bear out in one lesson."""
    try:
        attempts = list(played_through(game, lesson))
    except KermesseError as wrong:
        return [f"{name}: {wrong}"]
    found = [*rule_faults(game, lesson), *sentence_faults(game, lesson.sentences())]
    found += position_faults(attempts[0].position)
    for attempt in attempts:
        step = f"step {attempt.place + 1}"
        try:
            found += [f"{step}: {fault}" for fault in step_faults(attempt)]
        except LessonError as wrong:
            found.append(f"{step}: {wrong}")
    return [f"{name}: {fault}" for fault in found]


def played_through(game: Game, lesson: Lesson) -> Iterator[Attempt]:
    """The attempt at the beginning of each step, when every step before was done rightly."""
    attempt = first_attempt(game, lesson)
    yield attempt
    while not attempt.is_last:
        if is_asked(attempt.step):
            right = next((line for line in lines(attempt) if is_right(line)), None)
            if right is None:
                raise LessonError(f"step {attempt.place + 1}: nothing that may be done is right")
            attempt = right.with_replies()
        attempt = attempt.next()
        yield attempt


# --- what a lesson says and names ---------------------------------------------------------------


def rule_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    """Rules that the rulebook does not have."""
    known = game.rulebook().rules
    cited = [*lesson.teaches]
    for step in lesson.steps:
        cited += [refused.rule for refused in step.refuse] + [wrong.rule for wrong in step.wrong]
    yield from (f"no rule {rule} in the rulebook" for rule in cited if rule not in known)


def sentence_faults(game: Game, sentences: Iterable[str]) -> Iterator[str]:
    """Sentences that are missing in a language, or do not fit a phone."""
    spoken = [name for name in LANGUAGES if (game.home / f"locale/{name}.po").is_file()]
    for sentence in sentences:
        for language in ("en", *spoken):
            said = game.words(language)(sentence)
            if language == "en" and len(said) > LONGEST:
                yield f"{len(said)} characters are too many: {sentence}"
            elif language != "en" and said == sentence and " " in sentence:
                yield f"not in {LANGUAGES[language]}: {sentence}"
            elif len(said) > LONGEST_TRANSLATED:
                yield f"{len(said)} characters are too many in {LANGUAGES[language]}: {said}"


def position_faults(position: Position) -> Iterator[str]:
    """A position that does not read back, cannot be imagined, or does not come to an end."""
    game = position.game
    if game.position(position.text) != position:
        yield "the position does not read back as it was written"
    for seat in range(position.seats):
        world = position.view(seat).imagine(seed=1)
        if world.view(seat).legal() != position.view(seat).legal():
            yield f"seat {seat} imagines a world in which it may do something else"
    bound = game.bound(cast("dict[str, Value]", position.options))
    for seed in range(MATCHES):
        table = position.copy()
        table.rekey(seed)
        if not finished(table, bound):
            yield "a match from here does not come to an end"
            return


def finished(table: Position, bound: int) -> bool:
    """Whether random play ends within so many decisions."""
    lots = np.random.default_rng(int(table.record.rng))
    for _ in range(bound):
        if table.over:
            return True
        seat = min(table.due)
        legal = table.legal(seat)
        table.take(seat, legal[lots.integers(len(legal))])
        table.rush()
    return table.over


# --- what a step asks ---------------------------------------------------------------------------


def step_faults(start: Attempt) -> list[str]:
    """What is wrong with one step."""
    step = start.step
    found = [*refusal_faults(start), *shown_faults(start)]
    found += reply_faults(start)
    if not is_asked(step):
        return found
    if not step.ask or not step.praise:
        found.append("what it asks for has to be said, and praised")
    if start.lesson.you not in start.position.due:
        return [*found, "the learner is not to decide here"]
    return [*found, *accept_faults(start), *answer_faults(start)]


def refusal_faults(start: Attempt) -> Iterator[str]:
    """What should be refused by a rule, and is not."""
    for refused in start.step.refuse:
        try:
            start.position.copy().take(start.lesson.you, refused.attempt)
        except IllegalMove as no:
            if no.rule != refused.rule:
                yield f"{refused.attempt!r} is refused by {no.rule}, not {refused.rule}: {no}"
        except KermesseError as unreadable:
            yield f"{refused.attempt!r}: {unreadable}"
        else:
            yield f"{refused.attempt!r} is allowed"


def shown_faults(start: Attempt) -> Iterator[str]:
    """What should get a ring, and is not on the board."""
    if start.step.show:
        parts = parts_of(start.position.view(start.lesson.you), start.lesson.names)
        for part in start.step.show:
            if part not in parts:
                yield f"nothing on the board is called {part!r}"


def parts_of(view: View, names: Sequence[str]) -> set[str]:
    """What elements of a board are called, and what is picked by them."""
    assert view.game.page is not None
    return set(PARTS.findall(str(view.game.page.board(view, names, view.game.words()))))


def accept_faults(start: Attempt) -> Iterator[str]:
    """Accepted paths that cannot be played, or are not just the best."""
    right = [line.taken for line in lines(start) if is_right(line)]
    if not right:
        yield "nothing that may be done is right"
    for path in start.step.accept:
        if not any(len(path) == len(taken) and begins(path, taken) for taken in right):
            yield f"{path} cannot be played, or is not the best"


def answer_faults(start: Attempt) -> Iterator[str]:
    """Decisions about which nothing is said, and things that are never said."""
    said: list[Wrong] = []
    for line in wrong_turns(start, said):
        yield f"nothing is said about {' then '.join(line)}"
    for wrong in start.step.wrong:
        if wrong not in said:
            yield f"never said: {wrong.say}"


def wrong_turns(start: Attempt, said: list[Wrong]) -> Iterator[tuple[str, ...]]:
    """The decisions without a word, in every line of the step; collects what is said."""
    for text in start.legal:
        try:
            answer = start.decide(text)
        except Unexplained:
            yield (*start.taken, text)
            continue
        if answer.wrong is not None:
            said.append(answer.wrong)
        elif answer.leads_on:
            yield from wrong_turns(answer.attempt, said)


def reply_faults(start: Attempt) -> Iterator[str]:
    """Replies that cannot be played after what is right."""
    ends = [line for line in lines(start) if is_right(line)] if is_asked(start.step) else [start]
    for line in ends:
        first = " then ".join(line.taken) or "the start"
        replied = line.with_replies().replied
        if replied < len(start.step.reply):
            yield f"after {first} only {replied} of the replies are played"


# --- everything that a game teaches -------------------------------------------------------------


def faults(game: Game) -> list[str]:
    """What the engine does not bear out in a game's room `lessons/`."""
    known, page, match = lessons(game), how_to(game), first_match(game)
    found = []
    for name, lesson in known.items():
        found += lesson_faults(game, name, lesson)
        if lesson.after and lesson.after not in known:
            found.append(f"{name}: no lesson {lesson.after}")
    if page is not None:
        found += [*page_faults(game, page), *sentence_faults(game, page.sentences())]
    if match is not None:
        found += [*tip_faults(game, match), *sentence_faults(game, match.sentences())]
    if known:
        found += need_faults(game)
    return found
