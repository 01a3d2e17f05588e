"""Every kind of event of every game: a sentence of its own in every language, and a place."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from enum import IntEnum
from functools import cache

import pytest
from tests.random_play import walk

import kermesse
from kermesse.core.conformance.page import Page
from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.errors import KermesseError
from kermesse.core.events import EventKind
from kermesse.core.game import Game
from kermesse.core.position import Position, Situation
from kermesse.core.record import SPECTATOR
from kermesse.core.words import LANGUAGES, Words
from kermesse.games.moon_river.tests.scenes import scene
from kermesse.games.moon_river.tests.test_two_players import FENCE, WALLED
from kermesse.games.shuppa.tests.test_round_end import without_actions

GAMES = kermesse.game_names()
MATCHES = 30
NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo")


def rare(name: str) -> list[tuple[Position, list[str]]]:
    """Where what hardly ever happens is about to happen, and the decisions that lead there."""
    if name == "shuppa":
        return [(without_actions("[1*A] [2] [3] [5] [6]", spare=0), [])]
    if name == "moon_river":
        dry = scene(3, reserves={0: "Do K3"}, saloon="")
        full = scene(2, {0: WALLED | FENCE}, {0: "K4 Aco"}, round=20, saloon="")
        return [
            (dry, ["join Do K3", "place r1c2 r1c1"]),
            (full, ["join Aco K4", "place r10c2 r10c3", "tile 2"]),
        ]
    return []


def moments(game: Game) -> Iterator[Position]:
    for seed in range(MATCHES):
        yield from walk(game, seed)
    for position, texts in rare(game.name):
        while position.pending or texts:
            if position.pending:
                position.advance()
            else:
                position.decide(min(position.due), texts.pop(0))
            yield position


class Overheard(Words):
    """Words that remember each sentence they were asked for, and what it became."""

    __slots__ = ("heard",)

    def __init__(self, game: Game, language: str) -> None:
        said = game.words(language)
        self.language, self._one, self._several = language, said._one, said._several
        self.heard: list[tuple[str, str]] = []

    def __call__(self, sentence: str, /, **values: object) -> str:
        text = super().__call__(sentence, **values)
        self.heard.append((sentence, text))
        return text

    def count(self, one: str, several: str, n: int, /, **values: object) -> str:
        text = super().count(one, several, n, **values)
        self.heard.append((one, text))
        return text


def told(situation: Situation, say: Overheard) -> tuple[str, str]:
    """The sentence of the last event as it stands in the source, and as it is said."""
    say.heard.clear()
    game = situation.game
    text = game.notation.event_text(situation.record, NAMES[: situation.seats], say)
    whole = text.casefold()  # a thing that begins a sentence has a capital
    begun = [(len(t), sentence) for sentence, t in say.heard if whole.startswith(t.casefold())]
    return max(begun)[1], text


@cache
def sayings(name: str) -> dict[IntEnum, dict[str, Position]]:
    """One position for every sentence of every kind of event."""
    game = kermesse.game(name)
    say = Overheard(game, "en")
    found: dict[IntEnum, dict[str, Position]] = defaultdict(dict)
    for position in moments(game):
        kind = game.events(position.record.event)
        sentence, _ = told(position, say)
        if sentence not in found[kind]:
            found[kind][sentence] = position.copy()
            if not THOROUGH and len(found) == len(game.events):
                break  # each kind once; its rarer sentences are for longer walks
    return found


def viewed(position: Position) -> list[Situation]:
    return [position, *(position.view(n) for n in (SPECTATOR, *range(position.seats)))]


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_happens_in_these_matches(name: str) -> None:
    assert set(sayings(name)) == set(kermesse.game(name).events)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_has_sentences_of_its_own(name: str, language: str) -> None:
    """No two kinds share a sentence, whoever looks on, and no two sentences a translation."""
    game = kermesse.game(name)
    say = Overheard(game, language)
    kinds: dict[str, set[IntEnum]] = defaultdict(set)
    for examples in sayings(name).values():
        for position in examples.values():
            for situation in viewed(position):
                sentence, text = told(situation, say)
                assert text
                assert not set(text) & set("{}")
                kind = game.events(situation.record.event)  # of what is secret others see another
                kinds[game.words(language)(sentence)].add(kind)
    assert not {text: found for text, found in kinds.items() if len(found) > 1}


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_event_speaks_of_something_on_the_board(name: str) -> None:
    game = kermesse.game(name)
    assert game.page is not None
    for examples in sayings(name).values():
        for position in examples.values():
            for seat in (SPECTATOR, *range(position.seats)):
                view = position.view(seat)
                page = Page(str(game.page.board(view, NAMES[: view.seats], game.words())))
                about = list(game.page.about(view))
                assert about
                assert set(about) <= set(page.ids)


@pytest.mark.parametrize("number", ["next", "before the first"])
@pytest.mark.parametrize("name", GAMES)
def test_a_new_kind_of_event_can_borrow_no_sentence(
    name: str, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing in a game has a default for kinds that are added to its enumeration."""
    game = kermesse.game(name)
    position = game.new(seed=1)
    new = max(game.events) + 1 if number == "next" else -1
    more = IntEnum("More", {kind.name: int(kind) for kind in game.events} | {"BURST": new})
    declared = issubclass(game.events, EventKind)  # whose events say what they are
    for module in [
        m for n, m in sys.modules.items() if n.startswith(game.package) and not declared
    ]:
        for known, value in list(vars(module).items()):
            if value is game.events:
                monkeypatch.setattr(module, known, more)
    position.record.event = new
    with pytest.raises(KermesseError, match=f"nothing is told of the event (burst|{new})"):
        game.notation.event_text(position.record)
    assert game.page is not None
    with pytest.raises(KermesseError, match=f"nothing is told of the event (burst|{new})"):
        game.page.about(position.view(0))
