"""What a refusal says is true, in every game: checked against the position, sentence by sentence.

Every sentence has a check of its own, which reads the position and calls no rule; a sentence
without one fails. What a sentence advises has to be among the open actions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest
from tests.games.test_events import rare
from tests.random_play import walk

import kermesse
from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.errors import IllegalMove, KermesseError
from kermesse.core.game import Game
from kermesse.core.position import Position
from kermesse.core.record import NOTHING
from kermesse.core.words import Words
from kermesse.games.moon_river.components import BRIDGES, CORN, PIECE_CODES, TERRAIN
from kermesse.games.moon_river.tables import TERRAINS

GAMES = kermesse.game_names()
MATCHES = 24 if THOROUGH else 6
LONGEST = 600  # positions of a match
ASKED = 8  # illegal actions of a seat at one moment


class Heard(Words):
    """Words that remember for each text its sentence in the source and what filled the gaps."""

    __slots__ = ("said",)

    def __init__(self, game: Game) -> None:
        known = game.words("en")
        self.language, self._one, self._several = "en", known._one, known._several
        self.said: dict[str, tuple[str, dict[str, Any]]] = {}

    def __call__(self, sentence: str, /, **values: object) -> str:
        text = super().__call__(sentence, **values)
        self.said[text] = sentence, values
        return text

    def count(self, one: str, several: str, n: int, /, **values: object) -> str:
        text = super().count(one, several, n, **values)
        self.said[text] = one, {"n": n, **values}
        return text


class Tried(NamedTuple):
    """An action that was refused, and what the refusal named."""

    position: Position
    seat: int
    text: str
    gaps: dict[str, Any]

    @property
    def s(self) -> Any:
        return self.position.record

    @property
    def phase(self) -> str:
        return self.position.phase

    @property
    def word(self) -> str:
        return self.text.split()[0]

    @property
    def parts(self) -> list[str]:
        return self.text.split()[1:]

    @property
    def legal(self) -> list[str]:
        return [action.text for action in self.position.legal(self.seat)]

    @property
    def is_due(self) -> bool:
        return self.seat in self.position.due

    def line(self, name: str) -> list[str]:
        """The words of a line of the position's text."""
        for line in self.position.text.splitlines():
            if line.startswith(f"{name}:"):
                return line.partition(":")[2].split()
        return []

    def offers(self, *starts: str) -> bool:
        """Whether all that is advised is open."""
        return all(any(text.startswith(start) for text in self.legal) for start in starts)


Check = Callable[[Tried], object]

OTHERS_TURN: Check = lambda t: not t.is_due and t.gaps["seat"] in t.position.due  # noqa: E731

# --- Muvuca ---------------------------------------------------------------------------------------


def muvuca_card(t: Tried) -> int:
    return kermesse.game("muvuca").notation.read_action(t.text)


MUVUCA: dict[str, Check] = {
    "the match is over": lambda t: t.position.over,
    "it is not your turn": lambda t: not t.is_due,
    "choose a card before the push": lambda t: t.phase == "card" and muvuca_card(t) >= 25,
    "the card is chosen already, now choose a push": lambda t: (
        t.phase == "push" and muvuca_card(t) < 25
    ),
    "{card} is not in your hand": lambda t: not int(t.s.hand[t.seat]) >> muvuca_card(t) & 1,
    "the Cart blocks {line} this turn": lambda t: (muvuca_card(t) - 25) // 2 == int(t.s.cart) // 2,
}

# --- Muckle ---------------------------------------------------------------------------------------


def muckle_held(t: Tried) -> list[str]:
    return [word.strip("*") for word in t.line(f"hand {t.seat}")]


def put_aside(t: Tried) -> int:
    return len(t.line(f"aside {t.seat}"))


MUCKLE: dict[str, Check] = {
    "the match is over": lambda t: t.position.over,
    "your selection is made already": lambda t: t.phase == "select" and not t.is_due,
    "you have picked your card for this turn already": lambda t: t.s.pick[t.seat] != NOTHING,
    "your teammate is asked where the ball goes, not you": lambda t: (
        t.phase == "ball" and not t.is_due and (t.seat + 2) % 4 in t.position.due
    ),
    "the other team decides where the ball goes": lambda t: (
        t.phase == "ball" and all(seat % 2 != t.seat % 2 for seat in t.position.due)
    ),
    "first everybody selects the cards to play with": lambda t: (
        t.phase == "select" and t.word not in ("aside", "ready")
    ),
    "{wanted} cards are put aside and {kept} kept; you have put aside {done}": lambda t: (
        t.text == "ready" and put_aside(t) == t.gaps["done"] != t.gaps["wanted"]
    ),
    "{wanted} cards are put aside already; {kept} are kept": lambda t: (
        put_aside(t) == t.gaps["wanted"] == 13 - t.gaps["kept"] and t.legal == ["ready"]
    ),
    "{card} is not in your hand": lambda t: t.text.split()[-1] not in muckle_held(t),
    "the selection is over: only the cards you kept are played": lambda t: (
        t.phase == "play" and t.word in ("aside", "ready")
    ),
    "now everybody picks a card; the ball comes later": lambda t: (
        t.phase == "play" and t.word == "ball"
    ),
    "first say who gets the ball": lambda t: t.word != "ball" and t.offers("ball "),
    "the ball goes to a player of your own team": lambda t: int(t.parts[0]) % 2 != t.seat % 2,
}

# --- VIVA -----------------------------------------------------------------------------------------


def viva_held(t: Tried) -> Counter[str]:
    found: Counter[str] = Counter()
    for mark in t.line(f"hand {t.seat}"):
        many, code = re.fullmatch(r"(\d*)([A-Z]+)\*?", mark).groups()  # type: ignore[union-attr]
        found[code] += int(many or 1)
    return found


def is_blocked(t: Tried) -> bool:
    return bool(set(t.word) & set(t.line("block")[0]))


def house_top(t: Tried) -> str:
    found = t.line(f"house {t.text[-1]}")
    return found[0] if found else "RPOYGB"


VIVA: dict[str, Check] = {
    "the match is over": lambda t: t.position.over,
    "nothing can be called at a strict table": lambda t: t.position.options["table"] == "strict",
    "there is nothing to call now": lambda t: t.phase != "call",
    "only the opponents in this round may call": lambda t: (
        t.seat == t.s.active or not int(t.s.playing) >> t.seat & 1
    ),
    "you have answered already": lambda t: (
        t.phase == "call" and not t.is_due and t.seat != t.s.active
    ),
    "you do not take part in this round": lambda t: not int(t.s.playing) >> t.seat & 1,
    "wait for all answers": lambda t: t.phase == "call" and not t.is_due,
    "it is seat {seat}'s turn": OTHERS_TURN,
    "you have not placed anything yet": lambda t: t.phase == "turn" and t.text == "stop",
    "you have not drawn a card": lambda t: t.phase == "turn" and t.text == "keep",
    "there is no card to draw: pass": lambda t: t.text == "draw" and t.offers("pass"),
    "you can draw a card, so you cannot pass": lambda t: t.text == "pass" and t.offers("draw"),
    "only a last card goes on the blocking card": lambda t: viva_held(t).total() > 1,
    "your last card does not match the blocking card": lambda t: (
        viva_held(t).total() == 1 and not set(min(viva_held(t))) & set(t.line("block")[0])
    ),
    "a new blocking card is chosen only after a VIVA": lambda t: t.phase != "new_block",
    "{card} is not in your hand": lambda t: not viva_held(t)[t.text.split()[t.word == "block"]],
    "your last card may not go to a house": lambda t: viva_held(t).total() == 1,
    "you are placing cards: place another one, or stop": lambda t: (
        t.offers("stop") and any(" H" in text for text in t.legal)
    ),
    "only {card} may follow in this turn": lambda t: t.word != t.line("laid_kind")[0],
    "you have drawn a card: place it, or keep it": lambda t: t.offers(
        "keep", t.line("drawn")[0] + " H"
    ),
    "the card you have drawn fits nowhere: keep it": lambda t: t.legal == ["keep"],
    "you have drawn {card}: only that one may be placed": lambda t: t.word != t.line("drawn")[0],
    "{card} is blocked by {block}": is_blocked,
    "{card} does not match {top} in {house}": lambda t: (
        not is_blocked(t) and not set(t.word) & set(house_top(t))
    ),
    "choose the new blocking card now": lambda t: (
        t.word not in ("block", "pile") and t.offers("block", "pile")
    ),
    "first answer: call, or silent": lambda t: t.legal == ["call", "silent"],
}

# --- Shuppa ---------------------------------------------------------------------------------------


def columns(t: Tried) -> list[int]:
    """How high each column is."""
    found = re.findall(r"\[([^]]*)\]", " ".join(t.line("zone")))
    return [len(cards.split()) for cards in found]


def has_card(t: Tried, cell: str) -> bool:
    column, level = map(int, cell.split(":"))
    return column <= len(columns(t)) and level < columns(t)[column - 1]


def parts_of(text: str) -> list[int]:
    return [int(part) for part in text.split()[1:]]


def column_in(t: Tried, gap: str) -> int:
    """The height of the column that a sentence names."""
    return columns(t)[int(t.gaps[gap].split()[-1]) - 1]


SHUPPA: dict[str, Check] = {
    "the match is over": lambda t: t.position.over,
    "you have chosen your card for this round already": lambda t: t.s.chosen[t.seat] != NOTHING,
    "it is seat {seat}'s turn": OTHERS_TURN,
    "first everybody chooses a card": lambda t: t.phase == "play" and not t.text.isdigit(),
    "{card} is not in your hand": lambda t: t.text not in t.line(f"hand {t.seat}"),
    "a card is chosen only in phase 2 of a round": lambda t: t.text.isdigit() and t.phase != "play",
    "there is no lot to share now": lambda t: t.word == "share" and t.phase != "share",
    "the automaton takes an option that brings it {n} PV": lambda t: (
        t.phase == "tie" and t.gaps["n"] == t.s.best > 0
    ),
    "first share the lot": lambda t: t.word != "share" and t.offers("share"),
    "{n} players are involved: name the multicolours of each, and those discarded": lambda t: (
        len(t.parts) - 1 != t.gaps["n"] == len(parts_of(t.legal[0])) - 1
    ),
    "nobody gets more than {n} card of this lot": lambda t: (
        max(parts_of(t.text)[:-1])
        > t.gaps["n"]
        >= max(max(parts_of(text)[:-1]) for text in t.legal)
    ),
    "{n} card of this lot is discarded, not more": lambda t: (
        parts_of(t.text)[-1] > t.gaps["n"] >= max(parts_of(text)[-1] for text in t.legal)
    ),
    "the lot has {n} multicolour card to share": lambda t: (
        sum(parts_of(t.text)) != t.gaps["n"] == sum(parts_of(t.legal[0]))
    ),
    "your card can only {kind}; or decline": lambda t: (
        t.word != t.gaps["kind"] and t.offers("decline", t.gaps["kind"])
    ),
    "there is no card at {cell}": lambda t: (
        t.gaps["cell"] in t.parts and not has_card(t, t.gaps["cell"])
    ),
    "{card} carries the token of another player": lambda t: any(
        player != t.s.active and card + 1 == int(t.gaps["card"].split()[0])
        for player, card in enumerate(t.s.token)
    ),
    "there is no {column}; there are {n}": lambda t: (
        max(int(part) for part in t.parts if part.isdigit()) > t.gaps["n"] == len(columns(t))
    ),
    "a card jumps to another column": lambda t: t.parts[0] == t.parts[1],
    "{column} has no card": lambda t: column_in(t, "column") == 0,
    "{column} has fewer than two cards": lambda t: column_in(t, "column") < 2,
}

# --- Moon River -----------------------------------------------------------------------------------

Place = tuple[int, int]


def place_of(cell: str) -> Place:
    row, column = re.fullmatch(r"r(-?\d+)c(-?\d+)", cell).groups()  # type: ignore[union-attr]
    return int(row), int(column)


def beside(place: Place) -> list[Place]:
    row, column = place
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def places_in(cells: int) -> set[Place]:
    return {(n // 5 + 1, n % 5 + 1) for n in range(50) if int(cells) >> n & 1}


def ranch(t: Tried, seat: int) -> dict[Place, int]:
    """The terrain of every place of a ranch."""
    pieces = enumerate(t.s.ranch[seat])
    return {place: int(TERRAIN[piece]) for piece, cells in pieces for place in places_in(cells)}


def territory(t: Tried, seat: int, place: Place) -> set[Place]:
    land, found, ahead = ranch(t, seat), set[Place](), [place]
    while ahead:
        here = ahead.pop()
        if here not in found and land.get(here) == land[place]:
            found.add(here)
            ahead += beside(here)
    return found


def in_frame(t: Tried, place: Place) -> bool:
    return 1 <= place[0] <= (10 if t.position.seats == 2 else 5) and 1 <= place[1] <= 5


def connects(t: Tried, place: Place, terrain: int) -> bool:
    board = 1 + int(t.s.colour[t.seat]) if t.position.options["variant"] == "legends" else 0
    land = ranch(t, t.seat)
    return place in places_in(BRIDGES[board]) or any(
        land.get(other) == terrain for other in beside(place)
    )


def fits(t: Tried, one: str, two: str) -> bool:
    land = ranch(t, t.seat)
    first, second = (int(TERRAIN[PIECE_CODES.index(code)]) for code in (one, two))
    rows = range(1, 11)
    free = {
        (row, column)
        for row in rows
        for column in range(1, 6)
        if in_frame(t, (row, column)) and (row, column) not in land and (row, column) != (1, 3)
    }
    return any(
        connects(t, place, first) or connects(t, other, second)
        for place in free
        for other in beside(place)
        if other in free
    )


def lacks(t: Tried, *codes: str) -> bool:
    return bool(Counter(codes) - Counter(t.line(f"reserve {t.seat}")))


def placed_terrains(t: Tried) -> list[int]:
    return [int(TERRAIN[kind]) for kind in t.s.joined]


def cows(t: Tried, seat: int, cell: str) -> int:
    row, column = place_of(cell)
    return int(t.s.cows[seat, 5 * (row - 1) + column - 1])


def partners(t: Tried, seat: int) -> set[Place]:
    return set().union(*(places_in(cells) for cells in t.s.partners[seat]))


def sides_of_tile(t: Tried) -> set[str]:
    first = len(PIECE_CODES) - 4 + 2 * int(t.s.tile)
    return {TERRAINS[int(TERRAIN[piece])] for piece in (first, first + 1)}


MOON_RIVER: dict[str, Check] = {
    "the game is over": lambda t: t.position.over,
    "it is seat {seat}'s turn": OTHERS_TURN,
    "choose a plot of the newer column for your Ranchero": lambda t: (
        t.word != "plot" and t.offers("plot")
    ),
    "the Ranchero of seat {seat} stands there": lambda t: (
        t.s.ranchero[1, int(t.parts[0]) - 1] == t.gaps["seat"] >= 0
    ),
    "a domino that fits has to be placed": lambda t: (
        t.text == "keep" and t.s.emptying and t.offers("join")
    ),
    "your reserve has no free space: a domino has to be made": lambda t: (
        t.text == "keep" and t.offers("join")
    ),
    "plots are given up only if no domino fits": lambda t: t.word == "discard" and t.offers("join"),
    "join two of your plots into a domino, or keep them": lambda t: (
        t.word not in ("join", "keep") and t.offers("join", "keep")
    ),
    "join two of your plots into a domino": lambda t: (
        t.word not in ("join", "keep") and t.offers("join") and not t.offers("keep")
    ),
    "{plot} is not in your reserve": lambda t: (
        lacks(t, t.parts[0]) if t.word == "swap" else lacks(t, *t.parts)
    ),
    "{one} and {two} fit nowhere": lambda t: not lacks(t, *t.parts) and not fits(t, *t.parts),
    "place the domino: two cells side by side": lambda t: t.word != "place" and t.offers("place"),
    "{cell} is taken by your board": lambda t: "r1c3" == t.gaps["cell"] in t.parts,
    "a plot would lie outside the frame": lambda t: (
        not all(in_frame(t, place_of(cell)) for cell in t.parts)
    ),
    "{cell} holds a plot already": lambda t: (
        t.gaps["cell"] in t.parts and place_of(t.gaps["cell"]) in ranch(t, t.seat)
    ),
    "the domino is not connected: it needs a bridge, or a neighbour of the same terrain": (
        lambda t: (
            not any(
                connects(t, place_of(cell), terrain)
                for cell, terrain in zip(t.parts, placed_terrains(t), strict=True)
            )
        )
    ),
    "two equal plots are written from the river: {one} {two}": lambda t: t.offers(
        f"place {t.gaps['one']} {t.gaps['two']}"
    ),
    "no domino fits: choose two plots to give up": lambda t: (
        t.word != "discard" and t.offers("discard") and not t.offers("join")
    ),
    "choose the cow that the drought takes": lambda t: t.word != "drought" and t.offers("drought"),
    "{cell} does not belong to the territory of {skull}": lambda t: (
        place_of(t.gaps["cell"]) not in territory(t, t.seat, place_of(t.gaps["skull"]))
    ),
    "there is no cow on {cell}": lambda t: not cows(t, t.seat, t.gaps["cell"]),
    "choose which circle of your domino comes first": lambda t: t.offers("circle"),
    "recruit one of the partners in the saloon": lambda t: (
        t.word != "recruit" and t.offers("recruit")
    ),
    "there is no {specialist} in the saloon": lambda t: t.parts[0] not in t.line("saloon"),
    "move a cow by one plot, or stop": lambda t: t.word != "move" and t.offers("move", "stop"),
    "a cow may not enter corn": lambda t: ranch(t, t.seat)[place_of(t.parts[1])] == CORN,
    "a cow moves to a plot of your ranch": lambda t: place_of(t.parts[1]) not in ranch(t, t.seat),
    "exchange a plot, or decline": lambda t: t.word != "swap" and t.offers("swap", "decline"),
    "exchange a plot with another player": lambda t: (
        int(t.parts[1]) == t.seat or int(t.parts[1]) >= t.position.seats
    ),
    "{plot} is not in the reserve of seat {seat}": lambda t: (
        t.parts[2] not in t.line(f"reserve {t.gaps['seat']}")
    ),
    "exchanging equal plots changes nothing": lambda t: t.parts[0] == t.parts[2],
    "steal a cow, or decline": lambda t: t.word != "steal" and t.offers("steal", "decline"),
    "steal from another player": lambda t: (
        int(t.parts[0]) == t.seat or int(t.parts[0]) >= t.position.seats
    ),
    "there is no cow on {cell} of seat {seat}": lambda t: (
        not cows(t, t.gaps["seat"], t.gaps["cell"])
    ),
    "the cow on {cell} of seat {seat} is protected by a partner": lambda t: bool(
        territory(t, t.gaps["seat"], place_of(t.gaps["cell"])) & partners(t, t.gaps["seat"])
    ),
    "take a bonus tile": lambda t: t.word != "tile" and t.offers("tile"),
    "no side of this tile shows {terrain}": lambda t: t.gaps["terrain"] not in sides_of_tile(t),
    "choose a side of the bonus tile": lambda t: t.word != "side" and t.offers("side"),
    "lay the bonus tile on a cell": lambda t: t.word != "lay" and t.offers("lay"),
    "the tile needs a bridge, or a neighbour that is {terrain}": lambda t: (
        not connects(t, place_of(t.parts[0]), int(TERRAIN[t.s.side]))
    ),
}
CHECKS = {
    "muvuca": MUVUCA,
    "muckle": MUCKLE,
    "viva": VIVA,
    "shuppa": SHUPPA,
    "moon_river": MOON_RIVER,
}

# --- trying what is not allowed -------------------------------------------------------------------


def questions(game: Game) -> Iterator[Position]:
    """Positions in which somebody is asked, most of them at the rarer decisions."""
    seen: Counter[str] = Counter()
    for seed in range(MATCHES):
        for position in islice(walk(game, seed), LONGEST):
            if not position.pending:
                seen[position.phase] += 1
                if seen[position.phase] < 40 or seen[position.phase] % 29 == 0:
                    yield position
    for position, texts in rare(game.name):
        while position.pending:
            position.advance()
        for text in texts:
            yield position
            position.act(min(position.due), text)


def near_misses(position: Position, seat: int, chance: Random) -> list[int]:
    """Illegal actions: of the kind that is asked for, of other kinds, and any at all."""
    legal = {action.number for action in position.legal(seat)}
    near = {number + step for number in legal for step in (-25, -5, -2, -1, 1, 2, 5, 25)}
    found = near | set(chance.sample(range(position.game.actions), min(20, position.game.actions)))
    wrong = sorted(n for n in found - legal if 0 <= n < position.game.actions)
    return chance.sample(wrong, min(ASKED, len(wrong)))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_refusal_says_is_true(name: str) -> None:
    game, chance = kermesse.game(name), Random(11)
    say, checks, said = Heard(game), CHECKS[name], set()
    for position in questions(game):
        for seat in range(position.seats):
            for number in near_misses(position, seat, chance):
                before = position.tobytes()
                with pytest.raises(IllegalMove) as refused:
                    position.decide(seat, number, say)
                assert position.tobytes() == before
                assert refused.value.rule in game.rulebook("en").rules
                sentence, gaps = say.said[refused.value.sentence]
                tried = Tried(position, seat, game.notation.action_text(number), gaps)
                assert sentence in checks, f"no check for {sentence!r}"
                if not checks[sentence](tried):
                    pytest.fail(f"{tried.text!r}: {refused.value}\n{position.text}")
                said.add(sentence)
    assert len(said) > len(checks) * (2 / 3 if THOROUGH else 1 / 2), (
        f"never said: {set(checks) - said}"
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_is_the_same_in_every_language(name: str) -> None:
    game, chance = kermesse.game(name), Random(12)
    for count, position in enumerate(questions(game)):
        if count % 10:
            continue
        for seat in range(position.seats):
            view = position.view(seat).record
            for number in near_misses(position, seat, chance):
                found = [
                    game.notation.refusal(view, seat, number, game.words(language))
                    for language in ("en", "fr", "pt")
                ]
                assert len({rule for rule, _ in found}) == 1
                assert all(text and not set("{}") & set(text) for _, text in found)


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_told_whose_turn_it_is_while_a_step_takes_itself(name: str) -> None:
    """Between two steps nobody is asked; a refusal by some rule would not be true."""
    seen = 0
    for position in walk(kermesse.game(name), 3):
        if position.pending:
            seen += 1
            before = position.tobytes()
            with pytest.raises(KermesseError, match=f"{position.phase} comes first, by itself"):
                position.decide(0, 0)
            assert position.tobytes() == before
    assert seen
