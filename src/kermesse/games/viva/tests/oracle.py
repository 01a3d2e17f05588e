"""VIVA once more, in slow and simple Python, straight from the rules: lists of cards and a loop.

The oracle is a generator. It asks for what it cannot know (which card is drawn, what a player
decides) and says what must happen next; the differential test answers with what the engine did.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

HOUSES = ("H1", "H2", "H3")


class Ask(NamedTuple):
    """What the oracle wants to know, or says."""

    what: str
    seat: Any = None
    choices: Any = None


Script = Generator[Ask, Any, Any]


def in_common(one: str, other: str) -> bool:
    return any(colour in other for colour in one)


class Oracle:
    """One match."""

    def __init__(self, seats: int, options: dict[str, Any], dealer: int) -> None:
        self.options, self.dealer = options, dealer
        self.seats = list(range(seats))
        self.round = list(self.seats)  # who takes part
        self.wins = [0] * seats
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.houses: list[list[str]] = [[], [], []]
        self.discard: list[str] = []
        self.block = ""
        self.pile = self.turn = 0
        self.known: list[list[str]] = [[] for _ in self.seats]

    # --- the match ------------------------------------------------------------------------

    def match(self) -> Script:
        for _ in range(self.options["rounds"]):
            winner = yield from self.one_round()
            if winner is not None:
                self.wins[winner] += 1
                yield Ask("victory card", winner)
            self.dealer = self.to_the_left(self.dealer)
        best = [seat for seat in self.seats if self.wins[seat] == max(self.wins)]
        if len(best) > 1:
            self.round = best
            self.dealer = (self.dealer - 1) % len(self.seats)  # the last dealer
            self.dealer = self.to_the_left(self.dealer)
            winner = yield from self.one_round()
            best = best if winner is None else [winner]
        yield Ask("over", best)

    def to_the_left(self, seat: int) -> int:
        while True:
            seat = (seat + 1) % len(self.seats)
            if seat in self.round:
                return seat

    def to_the_right(self, seat: int) -> int:
        while True:
            seat = (seat - 1) % len(self.seats)
            if seat in self.round:
                return seat

    def one_round(self) -> Script:
        self.hands = [[] for _ in self.seats]
        self.known = [[] for _ in self.seats]
        self.houses, self.discard, self.block = [[], [], []], [], ""
        self.pile = {"regular": 126, "pocket": 84}[self.options["edition"]]
        dealt = yield Ask("deal", self.dealer)
        for seat in self.round:
            assert len(dealt[seat]) == self.options["hand_size"]
            self.hands[seat] = dealt[seat]
            self.pile -= len(dealt[seat])
        yield from self.turn_up()
        player, passes = self.dealer, 0
        for turn in range(1, self.options["turn_cap"] + 1):
            self.turn = turn
            player = self.to_the_left(player)
            how = yield from self.one_turn(player)
            if how == "won":
                yield Ask("won", player)
                return player
            passes = passes + 1 if how == "passed" else 0
            if passes == len(self.round):
                yield Ask("void")
                return None
        fewest = min(len(self.hands[seat]) for seat in self.round)
        fine = [seat for seat in self.round if len(self.hands[seat]) == fewest]
        if len(fine) > 1:
            yield Ask("void")
            return None
        yield Ask("won", fine[0])
        return fine[0]

    # --- cards ----------------------------------------------------------------------------

    def to_draw(self) -> int:
        return self.pile + len(self.discard) + sum(len(house[:-1]) for house in self.houses)

    def refill(self) -> Script:
        if self.pile == 0:
            if not self.discard:
                for house in self.houses:
                    self.discard += house[:-1]
                    del house[:-1]
            self.pile = len(self.discard)
            yield Ask("shuffle", None, len(self.discard))
            self.discard = []

    def draws(self, seat: int, n: int) -> Script:
        for _ in range(n):
            if self.to_draw() == 0:
                yield Ask("none left", seat)
                return
            yield from self.refill()
            card = yield Ask("draw", seat)
            self.pile -= 1
            self.hands[seat].append(card)

    def turn_up(self) -> Script:
        yield from self.refill()
        self.block = yield Ask("turn up")
        self.pile -= 1

    def leaves(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)

    # --- a turn ---------------------------------------------------------------------------

    def allowed(self, card: str, house: int) -> bool:
        if in_common(card, self.block):
            return False
        return not self.houses[house] or in_common(card, self.houses[house][-1])

    def open_for(self, card: str) -> list[str]:
        honour = self.options["table"] == "honour"
        return [f"{card} {HOUSES[h]}" for h in range(3) if honour or self.allowed(card, h)]

    def one_turn(self, player: int) -> Script:
        hand = self.hands[player]
        choices = ["draw" if self.to_draw() else "pass"]
        if len(hand) == 1:
            if in_common(hand[0], self.block) or self.options["table"] == "honour":
                choices.append("finish")
        else:
            for card in set(hand):
                choices += self.open_for(card)
        choice = yield Ask("turn", player, choices)
        if choice == "pass":
            return "passed"
        if choice == "finish":
            return (yield from self.finishes(player))
        if choice == "draw":
            return (yield from self.draws_one(player))
        return (yield from self.places(player, choice))

    def places(self, player: int, choice: str) -> Script:
        card, house = choice.split()
        at = HOUSES.index(house)
        right = self.allowed(card, at)
        self.hands[player].remove(card)
        placed = [at]
        self.houses[at].append(card)
        while right and not self.is_viva() and card in self.hands[player]:
            if len(self.hands[player]) == 1:
                break
            choices = ["stop", *(f"{card} {HOUSES[h]}" for h in range(3) if self.allowed(card, h))]
            choice = yield Ask("more", player, choices)
            if choice == "stop":
                break
            at = HOUSES.index(choice.split()[1])
            self.hands[player].remove(card)
            self.houses[at].append(card)
            placed.append(at)
        for _ in placed:
            if card in self.known[player]:
                self.known[player].remove(card)
        return (yield from self.is_it_right(player, right, card, self.houses[at]))

    def draws_one(self, player: int) -> Script:
        yield from self.draws(player, 1)
        card = self.hands[player][-1]
        choice = yield Ask("drawn", player, ["keep", *self.open_for(card)])
        if choice == "keep":
            return "done"
        at = HOUSES.index(choice.split()[1])
        right = self.allowed(card, at)
        self.hands[player].remove(card)
        self.houses[at].append(card)
        return (yield from self.is_it_right(player, right, card, self.houses[at]))

    def finishes(self, player: int) -> Script:
        card = self.hands[player][0]
        self.leaves(player, card)
        lies = [card]
        right = in_common(card, self.block)
        how = yield from self.is_it_right(player, right, card, lies, viva=False)
        return "won" if lies else how

    def is_viva(self) -> bool:
        return all(self.houses) and any(
            all(colour in house[-1] for house in self.houses) for colour in "RPOYGB"
        )

    def is_it_right(
        self, player: int, right: bool, card: str, lies: list[str], viva: bool = True
    ) -> Script:
        """The question to the others, and what follows from a placement."""
        if self.options["table"] == "honour":
            others = [seat for seat in self.round if seat != player]
            callers = yield Ask("call", others)
            if callers and not right:
                yield Ask("caught", player)
                lies.pop()
                self.hands[player].append(card)
                self.known[player].append(card)
                yield from self.draws(player, self.options["penalty"])
                return "done"
            if self.options["false_call"]:
                seat = player
                for _ in others:
                    seat = self.to_the_left(seat)
                    if seat in callers:
                        yield from self.draws(seat, self.options["false_call"])
        if viva and self.is_viva():
            yield from self.viva(player)
        return "done"

    def viva(self, player: int) -> Script:
        yield Ask("viva", player)
        for house in self.houses:
            self.discard += house
            house.clear()
        self.discard.append(self.block)
        self.block = ""
        if len(self.round) == 2:
            yield from self.draws(self.to_the_left(player), self.options["viva_two"])
        else:
            yield from self.draws(self.to_the_right(player), self.options["viva_right"])
            yield from self.draws(self.to_the_left(player), self.options["viva_left"])
        hand = self.hands[player]
        if len(hand) == 1:
            self.block = hand[0]
            self.leaves(player, hand[0])
            yield from self.draws(player, 1)
            return
        choices = ["pile", *(f"block {card}" for card in set(hand))]
        choice = yield Ask("new_block", player, choices)
        if choice == "pile":
            yield from self.turn_up()
        else:
            self.block = choice.split()[1]
            self.leaves(player, self.block)
