"""The first match: a fixed deal against casual bots, with tips at the moment they fit.

A game's `lessons/first.toml` names the deal and the tips. A tip is said once: when an event has
happened, when the learner is asked to decide in a phase, or when a decision was refused by a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cache
from random import Random

import msgspec

from kermesse.core.errors import KermesseError
from kermesse.core.fairness import seeded_secret
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.options import Value
from kermesse.core.position import View
from kermesse.teach.lesson import LONGEST, Data, LessonError, read_data, room_of

MATCHES = 50  # random ones, in which every tip has to come up


class Tip(Data, frozen=True):
    """Something that is said once, when it fits."""

    say: str
    rule: str
    event: str = ""
    phase: str = ""
    refusal: str = ""  # the rule by which a decision was refused


class FirstMatch(Data, frozen=True, rename={"tips": "tip"}):
    """A match for somebody who has never played the game."""

    seed: int
    seats: int
    tips: list[Tip]
    level: str = "casual"
    you: int = 0
    options: dict[str, Value] = msgspec.field(default_factory=dict)

    def sentences(self) -> Iterator[str]:
        """All sentences, for translators."""
        yield from (tip.say for tip in self.tips)

    def tip(self, view: View, said: Set[int], refusal: str = "") -> int | None:
        """The number of the first tip that fits what the learner sees and was not said before."""
        event = view.game.events(int(view.record.event)).name.lower()
        phase = view.phase if self.you in view.due else ""
        for number, tip in enumerate(self.tips):
            fits = (
                tip.refusal == refusal
                if refusal
                else (tip.event and tip.event == event) or (tip.phase and tip.phase == phase)
            )
            if fits and number not in said:
                return number
        return None


@cache
def first_match(game: Game) -> FirstMatch | None:
    """The first match of a game, if it has one."""
    path = room_of(game) / "first.toml"
    if not path.is_file():
        return None
    found: FirstMatch = read_data(path, FirstMatch)
    try:
        game.choose(found.options, game.checked_seats(found.seats))
    except KermesseError as wrong:
        raise LessonError(f"{path.name}: {wrong}") from None
    return found


def opening(game: Game, match: FirstMatch) -> Match:
    """The match as it begins: the deal follows from the seed."""
    return Match(game, match.seats, options=match.options, secret=seeded_secret(match.seed))


def unsaid(game: Game, match: FirstMatch, games: int = MATCHES) -> set[int]:
    """The tips that do not come up when the match is played at random again and again.

    Tips about refusals wait for a mistake, which random play does not make.
    """
    left = {number for number, tip in enumerate(match.tips) if not tip.refusal}
    for seed in range(games):
        if not left:
            break
        lots, played, said = Random(seed), opening(game, match), set[int]()
        place = 0
        while True:
            for frame in played.frames[place:]:
                number = match.tip(frame.view(match.you), said)
                said |= {number} if number is not None else set()
            place = len(played.frames)
            if played.over:
                break
            seat = min(played.due)
            played.act(seat, lots.choice(played.legal(seat)))
        left -= said
    return left


def tip_faults(game: Game, match: FirstMatch) -> Iterator[str]:
    """Tips that can never be said, or name what the game does not have."""
    events = {event.name.lower() for event in game.events}
    phases = {phase.name.lower() for phase in game.phases}
    rules = game.rulebook().rules
    for number, tip in enumerate(match.tips, start=1):
        occasions = [tip.event, tip.phase, tip.refusal]
        if sum(map(bool, occasions)) != 1:
            yield f"first.toml: tip {number} needs an event, a phase or a refusal"
        if tip.event and tip.event not in events:
            yield f"first.toml: no event {tip.event}"
        if tip.phase and tip.phase not in phases:
            yield f"first.toml: no phase {tip.phase}"
        yield from (
            f"first.toml: no rule {rule} in the rulebook"
            for rule in (tip.rule, tip.refusal)
            if rule and rule not in rules
        )
        if len(tip.say) > LONGEST:
            yield f"first.toml: {len(tip.say)} characters are too many: {tip.say}"
    for number in sorted(unsaid(game, match)):
        yield f"first.toml: tip {number + 1} never comes up in {MATCHES} random matches"
