"""Events as sentences: each kind of event has its own, with gaps named like its arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from types import SimpleNamespace

from kermesse.core.events import EventKind, told
from kermesse.core.kinds import Kind, Members, Seats, bits_of
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import Record
from kermesse.core.words import ENGLISH, Words, listed_words, sentence_case

Spoken = Callable[[int, Words], str]  # a value of some kind, in a language
Gaps = dict[str, str]  # the arguments of an event as they are said
Told = Callable[[SimpleNamespace, Gaps, Words], str]


class By:
    """Several sentences: which one is said depends on the value of an argument.

    They are for 0 and less, for 1 and so on; the last one is for more, too.
    """

    def __init__(self, arg: str, *sentences: Sentence) -> None:
        self.arg = arg
        self.sentences = sentences

    def chosen(self, number: int) -> Sentence:
        """The sentence for a value of the argument."""
        return self.sentences[min(max(number, 0), len(self.sentences) - 1)]


class Count:
    """A sentence about one or about {n} things: as many as an argument says."""

    def __init__(self, arg: str, one: str, several: str) -> None:
        self.arg = arg
        self.one = one
        self.several = several


Sentence = str | By | Count | Told


class Sentences:
    """What a game says about its events. A kind without a sentence is refused.

    Seats and sets of seats are said by their players' names; ``spoken`` says how values of other
    kinds are called, and numbers are said as they are. A sentence may be a function of the event,
    its gaps, and the words of a language; `event.names` are the players'.
    """

    def __init__(
        self,
        events: type[EventKind],
        spoken: Mapping[Kind, Spoken],
        sentences: Mapping[EventKind, Sentence],
    ) -> None:
        self.events = events
        self.spoken = dict(spoken)
        self.sentences = dict(sentences)
        for event in events:
            self._check(event)

    def __call__(self, s: Record, names: Sequence[str] = SEAT_NAMES, say: Words = ENGLISH) -> str:
        """The last event as a sentence, as far as this record knows it."""
        happened = told(self.events, s)
        event: EventKind = happened.event
        sentence = self.sentences[event]
        gaps = {
            name: self._gap(event.kind_of(name), number, names, say)
            for name, number in event.named(s.event_args).items()
        }
        while isinstance(sentence, By):
            sentence = sentence.chosen(getattr(happened, sentence.arg))
        if isinstance(sentence, Count):
            return say.count(
                sentence.one, sentence.several, getattr(happened, sentence.arg), **gaps
            )
        if not isinstance(sentence, str):
            happened.names = names
            return sentence(happened, gaps, say)
        said = say(sentence, **gaps)
        return sentence_case(said) if self._starts_with_a_thing(event, sentence) else said

    def _gap(self, kind: Kind, number: int, names: Sequence[str], say: Words) -> str:
        if isinstance(kind, Seats):
            return names[number] if number >= 0 else ""
        if isinstance(kind, Members) and isinstance(kind.of, Seats):
            return listed_words([names[seat] for seat in bits_of(number)], say)
        return self.spoken[kind](number, say) if kind in self.spoken else kind.write(number)

    def _starts_with_a_thing(self, event: EventKind, sentence: str) -> bool:
        """Whether the first word is an argument, and no name: names are written as they are."""
        gap = sentence[1:].partition("}")[0] if sentence.startswith("{") else ""
        return gap in event.args and not isinstance(event.kind_of(gap), Seats)

    def _check(self, event: EventKind) -> None:
        if event not in self.sentences:
            raise TypeError(f"{event.name} has no sentence")
        self._check_sentence(event, self.sentences[event])

    def _check_sentence(self, event: EventKind, sentence: Sentence) -> None:
        if isinstance(sentence, (By, Count)) and sentence.arg not in event.args:
            raise TypeError(f"{event.name} has no argument {sentence.arg!r} to choose by")
        texts: Sequence[Sentence] = ()
        if isinstance(sentence, By):
            texts = sentence.sentences
        elif isinstance(sentence, Count):
            texts = [text.replace("{n}", "") for text in (sentence.one, sentence.several)]
        for text in texts:
            self._check_sentence(event, text)
        for gap in gaps_in(sentence) if isinstance(sentence, str) else ():
            if gap not in event.args:
                raise TypeError(f"{event.name} has no argument {gap!r}, which is to be said")


def gaps_in(sentence: str) -> list[str]:
    """The names of the gaps in a sentence."""
    return [name for _, name, _, _ in Formatter().parse(sentence) if name]
