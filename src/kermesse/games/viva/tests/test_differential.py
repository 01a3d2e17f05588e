"""The engine against the oracle, in lockstep: every decision, every draw, every card."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from kermesse.core.position import Event, Position
from kermesse.games.viva import game
from kermesse.games.viva.tests.oracle import Ask, Oracle
from kermesse.games.viva.tests.scenes import (
    SEAT_COUNTS,
    any_options,
    code_of,
    discard,
    hand,
    keen,
    known,
    scaled,
    tops,
    under,
)

MATCHES = scaled(60, 3)


class Lockstep:
    """An engine and an oracle that must never disagree."""

    def __init__(self, seats: int, options: dict[str, Any], chance: Random) -> None:
        self.chance = chance
        self.eager = chance.random() < 0.7
        batch = game.blank(seats=seats, options=options)
        batch["rng"] = chance.getrandbits(64)
        game.kernels["setup"](batch[0])
        self.engine = Position(game, batch)
        self.oracle = Oracle(seats, options, int(batch["dealer"][0]))
        self.script = self.oracle.match()
        self.asked: Ask = next(self.script)
        self.endings: Counter[str] = Counter()

    def tell(self, what: str, seat: Any = None, answer: Any = None) -> None:
        """The oracle must have expected this, of this seat."""
        assert (self.asked.what, self.asked.seat) == (what, seat)
        self.endings[what] += 1
        self.asked = self.script.send(answer)

    def run(self) -> None:
        self.follow(self.engine.event)
        while not self.engine.over:
            if self.engine.pending:
                self.follow(self.engine.advance())
            else:
                self.decide()

    def decide(self) -> None:
        """A decision of the engine, with the oracle's options and the oracle's table."""
        self.compare()
        if self.engine.phase == "call":
            callers = []
            assert sorted(self.engine.due) == sorted(self.asked.seat)
            for seat in self.chance.sample(sorted(self.engine.due), len(self.engine.due)):
                action = self.chance.choice(self.engine.legal(seat))
                self.engine.decide(seat, action.number)
                callers += [seat] * (action.text == "call")
            self.tell("call", self.asked.seat, callers)
            return
        (seat,) = self.engine.due
        legal = self.engine.legal(seat)
        assert {action.text for action in legal} == set(self.asked.choices)
        assert len(legal) == len(self.asked.choices)
        numbers = [action.number for action in legal]
        number = keen(self.chance, numbers) if self.eager else self.chance.choice(numbers)
        self.tell(self.engine.phase, seat, game.notation.action_text(number))
        event = self.engine.decide(seat, number)
        if event.kind in ("drew", "blocked", "reshuffled"):
            self.follow(event)

    def follow(self, event: Event) -> None:
        """An automatic step of the engine."""
        one, two, three = event.args[:3]
        match event.kind:
            case "dealt":
                hands = [list(hand(self.engine, s).elements()) for s in range(self.engine.seats)]
                self.tell("deal", one, hands)
            case "blocked" if not three:
                self.tell("turn up", None, code_of(two))
            case "drew":
                self.tell("draw", one, code_of(two))
            case "reshuffled":
                assert self.asked.choices == one
                self.tell("shuffle")
            case "none_left" | "viva" | "caught" | "victory_card":
                self.tell(event.kind.replace("_", " "), one)
            case "round_won":
                self.tell("won", one)
            case "round_void":
                self.tell("void")
            case "match_won":
                assert self.asked.what == "over"
                winners = [seat for seat in range(self.engine.seats) if one >> seat & 1]
                assert winners == self.asked.seat

    def compare(self) -> None:
        """Both tables are the same, card by card."""
        engine, oracle, s = self.engine, self.oracle, self.engine.record
        laid = [code_of(s.laid_kind)] * int(s.laid.sum())
        for seat in range(engine.seats):
            held = Counter(oracle.hands[seat]) + (Counter(laid) if seat == s.active else Counter())
            assert hand(engine, seat) == held
        if engine.phase != "more":
            assert [known(engine, n) for n in range(engine.seats)] == list(
                map(Counter, oracle.known)
            )
            for house in range(3):
                below = Counter(oracle.houses[house][:-1])
                assert under(engine, house) == below
            assert tops(engine) == [house[-1] if house else ".." for house in oracle.houses]
        assert discard(engine) == Counter(oracle.discard)
        assert code_of(s.block) == (oracle.block or "..")
        assert (s.pile, s.turn) == (oracle.pile, oracle.turn)
        assert s.wins[: engine.seats].tolist() == oracle.wins


@pytest.mark.rule("VV-04", "VV-08", "VV-18", "VV-19", "VV-23", "VV-28", "VV-32", "VV-38", "VV-40")
@pytest.mark.rule("VV-53", "VV-60", "VV-66", "VV-67", "VV-73", "VV-78", "VV-82", "VV-84")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_engine_and_oracle_agree_at_every_decision(seats: int) -> None:
    chance = Random(seats)
    met: Counter[str] = Counter()
    for _ in range(MATCHES // 3 or 1):
        both = Lockstep(seats, game.choose(any_options(chance, seats)), chance)
        both.run()
        met += both.endings
    if MATCHES > 10:
        assert all(met[what] for what in ("viva", "won", "more", "new_block"))


@pytest.mark.rule("VV-54", "VV-55", "VV-56", "VV-57")
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_engine_and_oracle_agree_when_the_cards_run_out(seats: int) -> None:
    """Everybody draws whenever possible: piles are shuffled, emptied and passed over."""
    chance = Random(100 + seats)
    met: Counter[str] = Counter()
    for table in ("strict", "honour"):
        options = {"edition": "pocket", "rounds": 1, "turn_cap": 400, "table": table, "penalty": 5}
        both = Lockstep(seats, game.choose(options), chance)
        both.chance = Reluctant(seats)
        both.eager = False
        both.run()
        met += both.endings
    assert met["shuffle"]
    assert met["draw"] > 60


class Reluctant(Random):
    """Chance that mostly takes the last option: draw, keep, pass."""

    def choice(self, options: Any) -> Any:
        return options[-1] if self.random() < 0.8 else super().choice(options)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_engine_and_oracle_agree_in_many_matches(seats: int) -> None:
    chance = Random(1000 + seats)
    for _ in range(400):
        Lockstep(seats, game.choose(any_options(chance, seats)), chance).run()
