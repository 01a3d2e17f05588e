"""Positions of Shuppa as text: the lines, their words, and how they are written.

One `name: value` a line; a line left out means the value of a fresh turn. Cards are written by
their numbers; the zone column by column from the foot up, `[1 2*0] [3]`, where `*0` is the token of
player 0 and `..` a gap. `7?n 2?a` are seven Normal and two Action cards that are not seen.
Cells are written `column:level`. What lies nowhere is in the piles. `reading.py` reads all that.
"""

from __future__ import annotations

from collections.abc import Iterator

from kermesse.core.bits import bit, has
from kermesse.core.options import word
from kermesse.core.record import NOTHING, SPECTATOR, TABLE, UNKNOWN, Record, Records
from kermesse.games.shuppa.components import (
    CARDS,
    HALF,
    MOST_COLUMNS,
    MOST_ROUNDS,
    MOST_SEATS,
)
from kermesse.games.shuppa.rules.lots import columns
from kermesse.games.shuppa.rules.record import (
    ACTION_BACK,
    CELLS,
    COLUMN,
    NORMAL_BACK,
    OPTIONS,
    Phase,
)
from kermesse.games.shuppa.scoring import players
from kermesse.games.shuppa.words import cell_code, vector_code

PLAYER_WORDS = {player: str(player) for player in range(MOST_SEATS)}
VIEWERS = {TABLE: "table", SPECTATOR: "spectator"} | PLAYER_WORDS
PHASES = {int(phase): phase.name.lower() for phase in Phase}
YES_NO = {0: "no", 1: "yes"}
ARROW_WORDS = {NOTHING: "..", 0: "right", 1: "left"}
BACK_WORDS = {NOTHING: "..", NORMAL_BACK: "normal", ACTION_BACK: "action"}


def numbers(last: int) -> dict[int, str]:
    """The words of the numbers up to ``last``."""
    return {n: str(n) for n in range(last + 1)}


# field: the words of its values, and the value of a fresh round
WORDED: dict[str, tuple[dict[int, str], int]] = {
    "viewer": (VIEWERS, TABLE),
    "phase": (PHASES, int(Phase.PLAY)),
    "number": (numbers(MOST_ROUNDS), 1),
    "arrow": (ARROW_WORDS, 0),
    "rights": (numbers(MOST_ROUNDS), 0),
    "acting": (YES_NO, 0),
    "active": ({NOTHING: ".."} | PLAYER_WORDS, NOTHING),
    "gain": (numbers(CARDS), 0),
    "chain": (numbers(CARDS), 0),
    "best": (numbers(CARDS), 0),
    "lot": (numbers(CARDS), 0),
    "column": (numbers(MOST_COLUMNS), 0),
    "laid": (BACK_WORDS, NOTHING),
    "automaton_won": (YES_NO, 0),
}
SETS = ("due", "waiting")
CELL_SETS = ("marked", "coming")


def position_text(s: Record) -> str:
    """A position or a view as lines of text."""
    lines = [f"seats: {s.seats}"]
    lines += [
        f"{name}: {words[int(s[name])]}"
        for name, (words, fresh) in WORDED.items()
        if s[name] != fresh
    ]
    lines += [f"{name}: {members(int(s[name]))}" for name in SETS if s[name] != usual(s, name)]
    lines += [f"{name}: {cells_text(s[name])}" for name in CELL_SETS if s[name].any()]
    if s.falling:
        lines.append(f"falling: {members(int(s.falling), 1)}")
    lines += [f"{name}: {text}" for name, text in rare_lines(s)]
    chosen = [(option, option.value(s[option.name])) for option in OPTIONS]
    lines += [f"{option.name}: {word(v)}" for option, v in chosen if v != option.default]
    lines.append(f"zone: {' '.join(column_text(s, column) for column in range(columns(s)))}")
    if (s.row != NOTHING).any():
        lines.append(f"row: {' '.join(card_text(s, int(card)) for card in s.row)}".rstrip(" ."))
    lines += [f"hand {seat}: {hand_text(s, seat)}".rstrip() for seat in range(s.seats)]
    lines += [f"won {p}: {heap_text(s.won[p])}" for p in range(players(s)) if s.won[p].any()]
    if s.discard.any():
        lines.append(f"discard: {heap_text(s.discard)}")
    lines += [f"reserve: {s.reserve}", f"action_pile: {s.action_pile}"]
    return "\n".join(lines) + "\n"


def rare_lines(s: Record) -> Iterator[tuple[str, str]]:
    """Sealed choices, tokens on cards that have left, answers, and the automaton's deck."""
    if (s.chosen != NOTHING).any():
        marks = {NOTHING: "..", UNKNOWN: "??"}
        yield "chosen", " ".join(marks.get(int(c), str(c + 1)) for c in s.chosen[: players(s)])
    for player in range(players(s)):
        if s.token[player] >= 0 and s.token[player] not in [*s.zone, *s.row]:
            yield f"token {player}", f"{s.token[player] + 1} {s.stand[player] + 1}"
    answers = [int(answer) for answer in s.answers if answer != NOTHING]
    if answers:
        yield "answers", " | ".join(vector_code(answer) for answer in answers)
    if s.seats == 1:
        yield "deck", f"{s.deck[NORMAL_BACK]} {s.deck[ACTION_BACK]}"
        yield "tops", " ".join(BACK_WORDS[int(back)] for back in s.tops)


def members(some: int, start: int = 0) -> str:
    """The members of a set, counted from ``start``."""
    return " ".join(str(i + start) for i in range(MOST_COLUMNS) if has(some, i)) or ".."


def usual(s: Record, name: str) -> int:
    """What a set of players is unless a line says otherwise."""
    if name == "waiting":
        return 0
    if s.phase == Phase.PLAY:
        return sum(bit(seat) for seat in range(s.seats) if s.chosen[seat] == NOTHING)
    if s.phase == Phase.TIE:
        return bit(0)
    deciding = s.phase in (Phase.SHARE, Phase.EFFECT) and s.active >= 0
    return bit(s.active) if deciding else 0


def cells_text(halves: Records) -> str:
    """A set of cells."""
    found = [cell for cell in range(CELLS) if has(halves[cell // 64], cell % 64)]
    return " ".join(map(cell_code, found))


def card_text(s: Record, card: int) -> str:
    """A card by its number, with the token on it."""
    if card < 0:
        return ".."
    owners = [player for player in range(players(s)) if s.token[player] == card]
    return f"{card + 1}*{owners[0]}" if owners else f"{card + 1}"


def column_text(s: Record, column: int) -> str:
    """A column from its foot up."""
    cards = [int(card) for card in s.zone[COLUMN * column : COLUMN * (column + 1)]]
    while cards and cards[-1] == NOTHING:
        cards.pop()
    return f"[{' '.join(card_text(s, card) for card in cards)}]"


def heap_cards(halves: Records) -> list[int]:
    """The cards of a set."""
    low, high = (int(half) for half in halves)
    return [card for card in range(CARDS) if (low | high << HALF) >> card & 1]


def heap_text(halves: Records) -> str:
    """The numbers of a set of cards."""
    return " ".join(str(card + 1) for card in heap_cards(halves))


def hand_text(s: Record, seat: int) -> str:
    """A hand: the cards that are named, and how many are not."""
    parts = [heap_text(s.hand[seat])]
    parts += [f"{n}?{back}" for n, back in zip(s.unseen[seat], "na", strict=True) if n]
    return " ".join(part for part in parts if part)
