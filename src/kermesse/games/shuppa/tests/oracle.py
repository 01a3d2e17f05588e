"""Shuppa a second time, slowly and plainly: lists of numbers, Python sets, flood fill.

Shares nothing with the rules but the deck. A question is put to a function that is given the
options and returns one of them; who acts by themselves is the automaton.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product

from kermesse.games.shuppa.components import DECK
from kermesse.games.shuppa.tables import COLOURS, MULTICOLOUR

FACES = {card.number: card for card in DECK.cards}

Cell = tuple[int, int]
Vector = tuple[int, ...]
Ask = Callable[[list[Vector]], Vector]


@dataclass(frozen=True)
class Lot:
    """A lot by its cards; the rank is what lots of one moment are ordered by (SH-50)."""

    cards: frozenset[int]
    rank: tuple[int, Cell]


@dataclass
class Zone:
    """All that phases 4 and 5 are about."""

    columns: list[list[int]]
    tokens: dict[int, int] = field(default_factory=dict)  # player: number of the card
    arrow: str = "right"
    wild: bool = True
    lot_size: int = 3
    asks: bool = True
    automaton: int | None = None
    won: dict[int, set[int]] = field(default_factory=dict)
    discard: set[int] = field(default_factory=set)

    # --- colours and lots ---------------------------------------------------------------------

    def cells(self) -> dict[Cell, int]:
        return {
            (column, level): card
            for column, cards in enumerate(self.columns)
            for level, card in enumerate(cards)
        }

    def cell(self, card: int) -> Cell:
        return next(cell for cell, other in self.cells().items() if other == card)

    def colours(self, card: int) -> set[str]:
        """The colours that a card belongs to (SH-15, SH-19)."""
        colour = FACES[card].colour
        return set(COLOURS) if self.wild and colour == MULTICOLOUR else {colour}

    def lots(self) -> list[Lot]:
        """SH-16, word by word."""
        sets = set()
        for colour in (*COLOURS, MULTICOLOUR):
            mine = {cell for cell, card in self.cells().items() if colour in self.colours(card)}
            sets |= {group for group in groups(mine) if len(group) >= self.lot_size}
        kept = [one for one in sets if not any(one < other for other in sets)]
        return sorted((self.lot(group) for group in kept), key=lambda lot: lot.rank)

    def lot(self, group: frozenset[Cell]) -> Lot:
        cards = frozenset(self.cells()[cell] for cell in group)
        plain = [FACES[card].colour for card in cards if FACES[card].colour != MULTICOLOUR]
        return Lot(cards, (COLOURS.index(plain[0]) if plain else 0, min(group)))

    # --- turns --------------------------------------------------------------------------------

    def order(self, players: set[int]) -> list[int]:
        """Players by the columns of their tokens (SH-30)."""
        by_column = sorted(players, key=lambda player: self.cell(self.tokens[player])[0])
        return by_column if self.arrow == "right" else by_column[::-1]

    def claim(self, player: int, ask: Ask) -> str:
        """A turn of phase 4; returns what became of it."""
        card = self.tokens[player]
        mine = [lot for lot in self.lots() if card in lot.cards]
        if mine:
            before = {p: len(cards) for p, cards in self.won.items()}
            self.cascade(player, mine, ask)
            return f"won {len(self.won.get(player, ())) - before.get(player, 0)}"
        if FACES[card].kind is None:
            del self.tokens[player]
            return "back"
        return "stays"

    def cascade(self, player: int, lots: list[Lot], ask: Ask) -> None:
        while lots:
            before = self.lots()
            self.share(player, lots, ask)
            gone = set().union(*(lot.cards for lot in lots))
            self.tokens = {p: card for p, card in self.tokens.items() if card not in gone}
            self.columns = [[c for c in column if c not in gone] for column in self.columns]
            lots = self.new_lots(before)

    def new_lots(self, before: list[Lot]) -> list[Lot]:
        """SH-55: contained in no single lot of the position before."""
        return [lot for lot in self.lots() if not any(lot.cards <= old.cards for old in before)]

    # --- sharing ------------------------------------------------------------------------------

    def involved(self, player: int, lot: Lot) -> set[int]:
        return {player} | {p for p, card in self.tokens.items() if card in lot.cards}

    def owner(self, player: int, card: int, lots: list[Lot]) -> Lot:
        """The lot that a card is shared with (SH-49)."""
        holding = [lot for lot in lots if card in lot.cards]
        return max(holding, key=lambda lot: (len(self.involved(player, lot)), -lot.rank[0]))

    def share(self, player: int, lots: list[Lot], ask: Ask) -> None:
        """SH-41 to SH-51: questions first, then the cards."""
        heaps: list[tuple[list[int], list[int]]] = []
        for lot in lots:
            cards = sorted(c for c in lot.cards if self.owner(player, c, lots) is lot)
            others = self.order(self.involved(player, lot) - {player})
            heaps.append(([player, *others], cards))
        answers = [self.vector(people, cards, ask) for people, cards in heaps]
        for (people, cards), vector in zip(heaps, answers, strict=True):
            self.hand_out(people, cards, vector)

    def vector(self, people: list[int], cards: list[int], ask: Ask) -> Vector:
        each, rest = divmod(len(cards), len(people))
        multi = sum(FACES[card].colour == MULTICOLOUR for card in cards)
        parts = [range(each, -1, -1)] * len(people) + [range(rest, -1, -1)]
        possible = [vector for vector in product(*parts) if sum(vector) == multi]
        if len(possible) > 1 and self.asks and people[0] != self.automaton:
            return ask(possible)
        own = min(multi, each)
        out = min(multi - own, rest)
        given, left = [], multi - own - out
        for _ in people[1:]:
            given.append(min(left, each))
            left -= given[-1]
        return (own, *given, out)

    def hand_out(self, people: list[int], cards: list[int], vector: Vector) -> None:
        each = len(cards) // len(people)
        multi = [card for card in cards if FACES[card].colour == MULTICOLOUR]
        plain = [card for card in cards if FACES[card].colour != MULTICOLOUR]
        for player, n in zip(people, vector[:-1], strict=True):
            mine = multi[:n] + plain[: each - n]
            multi, plain = multi[n:], plain[each - n :]
            self.won.setdefault(player, set()).update(mine)
        self.discard.update(multi + plain)

    # --- actions ------------------------------------------------------------------------------

    def options(self, player: int) -> list[str]:
        """What a player may do with the Action card under the token, in the order of SH-129."""
        kind = str(FACES[self.tokens[player]].kind)
        return ["decline", *getattr(self, kind)(player)]

    def free(self, player: int, card: int) -> bool:
        return card not in [c for p, c in self.tokens.items() if p != player]

    def eat(self, player: int) -> Iterator[str]:
        for (column, level), card in sorted(self.cells().items()):
            if self.free(player, card):
                yield f"eat {column + 1}:{level}"

    def jump(self, player: int) -> Iterator[str]:
        for one, cards in enumerate(self.columns):
            for two in range(len(self.columns)):
                if cards and one != two and self.free(player, cards[-1]):
                    yield f"jump {one + 1} {two + 1}"

    def swap(self, player: int) -> Iterator[str]:
        cells = self.cells()
        for (column, level), card in sorted(cells.items()):
            for other in ((column, level + 1), (column + 1, level)):
                if other in cells and self.free(player, card) and self.free(player, cells[other]):
                    yield f"swap {column + 1}:{level} {other[0] + 1}:{other[1]}"

    def lift(self, player: int) -> Iterator[str]:
        for column, cards in enumerate(self.columns):
            for way, taken in (("up", 0), ("down", -1)):
                if len(cards) > 1 and self.free(player, cards[taken]):
                    yield f"lift {column + 1} {way}"

    def act(self, player: int, option: str, ask: Ask) -> int:
        """Carry out an option and all that follows; returns how many cards the player won."""
        before, had = self.lots(), len(self.won.get(player, ()))
        kind, *parts = option.split()
        del self.tokens[player]
        if kind == "eat":
            column, level = place(parts[0])
            self.won.setdefault(player, set()).add(self.columns[column].pop(level))
        elif kind == "jump":
            one, two = int(parts[0]) - 1, int(parts[1]) - 1
            self.columns[two].append(self.columns[one].pop())
        elif kind == "swap":
            (a, b), (c, d) = place(parts[0]), place(parts[1])
            cards = self.columns
            cards[a][b], cards[c][d] = cards[c][d], cards[a][b]
        elif kind == "lift":
            lifted = self.columns[int(parts[0]) - 1]
            if parts[1] == "up":
                lifted.append(lifted.pop(0))
            else:
                lifted.insert(0, lifted.pop())
        if kind != "decline":
            self.cascade(player, self.new_lots(before), ask)
        return len(self.won.get(player, ())) - had

    def points(self, player: int) -> int:
        won = self.won.get(player, set())
        return sum(2 if FACES[card].colour == MULTICOLOUR else 1 for card in won)

    def best(self, player: int) -> tuple[int, list[str]]:
        """The largest gain of the automaton, and the options that have it (SH-108)."""
        gains = {}
        for option in self.options(player):
            trial = deepcopy(self)
            trial.act(player, option, no_question)
            gains[option] = trial.points(player) - self.points(player)
        most = max(gains.values())
        return most, [option for option, gain in gains.items() if gain == most]


def no_question(options: list[Vector]) -> Vector:
    raise AssertionError("nobody asks the automaton")


def place(text: str) -> Cell:
    column, level = text.split(":")
    return int(column) - 1, int(level)


def groups(cells: set[Cell]) -> list[frozenset[Cell]]:
    """Maximal connected sets, by flood fill (SH-12)."""
    left, found = set(cells), []
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            column, level = edge.pop()
            group.add((column, level))
            beside = {
                (column - 1, level),
                (column + 1, level),
                (column, level - 1),
                (column, level + 1),
            }
            edge += beside & left
            left -= beside
        found.append(frozenset(group))
    return found
