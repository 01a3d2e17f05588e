"""Scenes for the tests of Moon River: tables written as ranches and reserves, and random walks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from kermesse.core.conformance.standard import THOROUGH
from kermesse.core.kernel import PLAIN
from kermesse.core.position import Event, Position, Situation
from kermesse.core.record import EVENT_ARGS, NOTHING, Record, Records
from kermesse.games.moon_river import game
from kermesse.games.moon_river.words.positions import POSITIONS

# the table of the rules text, written down a second time
KINDS = {
    "D0": 7, "Ds": 6, "Dn": 4, "Dc": 2, "Do": 2,
    "C0": 6, "Cs": 5, "Cn": 4, "Cc": 2, "Co": 1, "Ccc": 1,
    "M0": 3, "Mn": 4, "Mc": 4, "Mo": 2, "Mcc": 2, "Mco": 2, "Mcco": 1,
    "F1": 4, "F2": 4, "Ac": 6, "Aco": 4, "K3": 9, "K4": 6, "K5": 5,
}  # fmt: skip
CODES = list(KINDS)
BONUS = ["Bd", "Bc", "Bm", "Bf"]
TERRAINS = ["desert", "canyon", "meadow", "forest", "farm", "corn"]
SPECIALISTS = ["desperado", "cattle_thief", "prospector", "trapper", "farmer"]
COLOURS = ["purple", "orange", "green", "white"]
LINES = [
    "desert", "canyon", "meadow", "forest", "farm", "nuggets", "beavers", "ears",
    "prospectors", "trappers", "farmers", "scenario", "total",
]  # fmt: skip
FULL_SALOON = "desperado cattle_thief prospector trapper farmer"
VARIANTS: list[dict[str, Any]] = [{}, {"variant": "legends"}]
SEAT_COUNTS = (2, 3, 4)
FILLERS = ["D0", "C0", "K3", "K4", "Ds", "Cs", "M0", "F1", "F2", "K5"]  # least likely to matter

LONG = {"round": "round_number"}  # fields that scenes call otherwise

Ranch = Mapping[str, str]


def scaled(compiled: int, plain: int) -> int:
    """How often to repeat: few times in plain Python, some forty times as slow, or every day."""
    return compiled if THOROUGH and not PLAIN else plain


def cell(text: str) -> int:
    """The number of a cell in the rules: r2c3."""
    row, _, column = text[1:].partition("c")
    return (int(row) - 1) * 5 + int(column) - 1


def cells(text: str) -> set[int]:
    return {cell(part) for part in text.split()}


def kind(code: str) -> int:
    return [*CODES, *BONUS].index(code)


# --- positions ----------------------------------------------------------------------------------


def plots_of(ranch: Ranch) -> list[str]:
    """The kinds that lie in a ranch."""
    return [text.partition("/")[0].partition("*")[0] for text in ranch.values()]


def ranch_lines(ranch: Ranch) -> list[str]:
    """A ranch as rows of text."""
    rows = [["."] * 5 for _ in range(10)]
    rows[0][2] = "#"
    for name, text in ranch.items():
        rows[cell(name) // 5][cell(name) % 5] = text
    return [" ".join(row) for row in rows]


def layout(text: str) -> dict[str, str]:
    """A ranch written as rows, row 1 first."""
    found = {}
    for row, line in enumerate(text.strip().splitlines(), start=1):
        for column, piece in enumerate(line.split(), start=1):
            if piece not in ".#":
                found[f"r{row}c{column}"] = piece
    return found


class Table:
    """What a scene takes from the box, piece by piece."""

    def __init__(self, used: list[str]) -> None:
        self.left = Counter(KINDS)
        self.left.subtract(used)
        assert min(self.left.values()) >= 0, "the scene has more plots of a kind than the box"

    def take(self, n: int) -> list[str]:
        """Some plots that the scene does not care about."""
        found: list[str] = []
        for code in [*FILLERS, *CODES]:
            while len(found) < n and self.left[code] > 0:
                self.left[code] -= 1
                found.append(code)
        assert len(found) == n
        return found


def turn_order(seats: int, active: int) -> list[int]:
    """A turn order in which somebody comes first."""
    others = [(active + n) % seats for n in range(1, seats)]
    return [active, others[0], others[0], active] if seats == 2 else [active, *others]


def scene(
    seats: int = 3,
    ranches: Mapping[int, Ranch] | None = None,
    reserves: Mapping[int, str] | None = None,
    **lines: Any,
) -> Position:
    """A table in the first turn of a round, after the active player has received a plot.

    Whatever a test does not say is filled in: order, columns, and plots out of the game.
    """
    ranches, reserves = dict(ranches or {}), dict(reserves or {})
    said: dict[str, Any] = {"round": 5, "active": 0, "saloon": FULL_SALOON}
    said["phase"] = "expand" if reserves else "choose_plot"
    said |= lines
    rounds = int(said["round"])
    order = turn_order(seats, 0 if said["active"] == ".." else int(said["active"]))
    emptying = said.get("emptying") == "yes"
    used = [code for ranch in ranches.values() for code in plots_of(ranch) if code in KINDS]
    used += [code for text in reserves.values() for code in text.split()]
    for name in ("newer", "older"):
        used += [p.partition("@")[0] for p in str(said.get(name, "")).split() if p != ".."]
    table = Table(used)
    if "newer" not in said and rounds < 24:
        said["newer"] = " ".join(table.take(4))
    if "older" not in said and not emptying:
        rest = table.take(len(order) - 1)
        waiting = [f"{code}@{seat}" for code, seat in zip(rest, order[1:], strict=True)]
        said["older"] = " ".join(["..", *waiting, *[".."] * (3 - len(waiting))])
    gone = table.left.total() - max(96 - 4 * (rounds + 1), 0)
    said.setdefault("removed", " ".join(table.take(gone)))
    said.setdefault("order", " ".join(map(str, [*order, *[".."] * (4 - len(order))])))
    said.setdefault("colour", " ".join(COLOURS[:seats]))
    tiles_laid = {p for ranch in ranches.values() for p in plots_of(ranch) if p in BONUS}
    if seats == 2 and not tiles_laid:
        said.setdefault("tiles", "1 2")
    elif seats > 2:
        said.setdefault("tiles_gone", "1 2")
    text = [
        f"seats: {seats}",
        *(f"{LONG.get(name, name)}: {value}" for name, value in said.items()),
    ]
    text += [f"reserve {seat}: {plots}" for seat, plots in reserves.items()]
    for seat, ranch in ranches.items():
        text += [f"ranch {seat}:", *ranch_lines(ranch)]
    batch = game.blank()
    POSITIONS.fill("\n".join(text) + "\n", batch)
    return Position(game, batch)


def at_the_end(ranches: Mapping[int, Ranch], seats: int = 3, **lines: Any) -> Position:
    """A table on which everything is placed, before overcrowding."""
    last: dict[str, Any] = {
        "round": 24,
        "emptying": "yes",
        "phase": "crowd",
        "active": "..",
        "saloon": "",
    }
    return scene(seats, ranches, **(last | lines))


def placed(position: Position, domino: str, where: str, seat: int = 0) -> Sequence[Event]:
    """Join two plots and place them; what happens up to the next decision."""
    events: list[Event] = []
    if position.phase == "expand" and position.due:
        events += position.act(seat, f"join {domino}")
    if position.phase == "place" and position.due:
        events += position.act(seat, f"place {where}")
    return events


def recruited(position: Position, domino: str, where: str, token: str) -> Sequence[Event]:
    """The same, and a partner for its circle; what happens after that."""
    placed(position, domino, where)
    return position.act(0, f"recruit {token}")


# --- reading ------------------------------------------------------------------------------------


def ranch(situation: Situation, seat: int) -> dict[int, str]:
    """What lies on each cell of a ranch."""
    found: dict[int, str] = {}
    for piece, code in enumerate([*CODES, *BONUS]):
        bits = int(situation.record.ranch[seat, piece])
        found |= {n: code for n in range(50) if bits >> n & 1}
    return found


def cows(situation: Situation, seat: int) -> dict[int, int]:
    """The cows of a ranch by cell."""
    return {n: int(k) for n, k in enumerate(situation.record.cows[seat]) if k}


def partners(situation: Situation, seat: int) -> dict[int, str]:
    """The partners of a ranch by cell, `trapper.cowboy` for one that lies on its other side."""
    found: dict[int, str] = {}
    for recruit in range(10):
        word = SPECIALISTS[recruit // 2] + (".cowboy" if recruit % 2 else "")
        bits = int(situation.record.partners[seat, recruit])
        found |= {n: word for n in range(50) if bits >> n & 1}
    return found


def reserve(situation: Situation, seat: int) -> list[str]:
    return [CODES[k] for k in situation.record.reserve[seat] if k != NOTHING]


def saloon(situation: Situation) -> Counter[str]:
    return +Counter(dict(zip(SPECIALISTS, map(int, situation.record.saloon), strict=True)))


def removed(situation: Situation) -> Counter[str]:
    return +Counter(dict(zip(CODES, map(int, situation.record.removed), strict=True)))


def boxed(situation: Situation) -> Counter[str]:
    return +Counter(dict(zip(CODES, map(int, situation.record.boxed), strict=True)))


def column(situation: Situation, which: int) -> list[str]:
    return [CODES[k] if k != NOTHING else ".." for k in situation.record.column[which]]


def texts(position: Position, seat: int = 0) -> list[str]:
    """The options of a seat as text."""
    return [str(action) for action in position.legal(seat)]


def sheet(situation: Situation, seat: int) -> dict[str, int]:
    """The score sheet of a seat by line."""
    from kermesse.games.moon_river.scoring import score_sheet

    out = np.zeros(13, np.int32)
    score_sheet(situation.record, seat, out)
    return dict(zip(LINES, map(int, out), strict=True))


def fields(record: Record) -> dict[str, Any]:
    """All fields of a record as plain values."""
    return {name: np.asarray(record[name]).tolist() for name in game.dtype.names or ()}


# --- events -------------------------------------------------------------------------------------


def said(kind: str, *args: int) -> tuple[str, tuple[int, ...]]:
    """An event as `heard` gives it."""
    return kind, (*args, *[NOTHING] * (EVENT_ARGS - len(args)))


def heard(event: Event) -> tuple[str, tuple[int, ...]]:
    """What an event says apart from its sentence and from whether it was forced."""
    return event.kind, (*event.args[:5], NOTHING)


def told(events: Sequence[Event], *kinds: str) -> list[tuple[str, tuple[int, ...]]]:
    """The events of some kinds; without any, all of them."""
    return [heard(event) for event in events if not kinds or event.kind in kinds]


def kinds_of(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


# --- whole matches ------------------------------------------------------------------------------


def any_options(chance: Random, seats: int) -> dict[str, Any]:
    """Some value for every option."""
    colours = chance.choice(["random", "-".join(chance.sample(COLOURS, seats))])
    return {
        "variant": chance.choice(["base", "legends"]),
        "scenario": chance.choice(["random", "timber", "gold", "outlaws", "city"]),
        "colours": colours,
        "saloon_size": chance.choice([3, 5, 5, 8]),
        "cowboy_steps": chance.choice([1, 3, 3, 5]),
        "scenario_base": chance.choice([0, 10, 50]),
        "scenario_step": chance.choice([0, 10, 50]),
        "scenario_min": chance.choice([2, 3, 6]),
    }


def walk(position: Position, chance: Random) -> Iterator[Event]:
    """Random legal decisions to the end of the match, one step at a time."""
    moves = np.zeros(game.actions, np.int16)
    for _ in range(game.bound(game.choose(position.options))):
        if position.pending:
            yield position.advance()
        else:
            seat = min(position.due)
            n = game.kernels["legal"](position.record, seat, moves)
            game.kernels["act"](position.record, seat, int(moves[chance.randrange(n)]))
            yield position.event
        if position.over:
            return
    raise AssertionError("the match goes on beyond its bound")


def finish(position: Position, chance: Random) -> Position:
    for _ in walk(position, chance):
        pass
    return position


def junk(seats: int, seed: int = 0, **options: Any) -> Records:
    """A record that has been used before: every field of the game holds something else."""
    batch = game.blank(seats=seats, options=options)
    optional = {option.name for option in game.options}
    for name, *_ in game.fields:
        if name not in optional | {"spare"}:
            batch[name] = 3
    for name in ("due", "event", "event_args", "phase", "over", "reveals"):
        batch[name] = 1
    batch["rng"] = seed
    return batch
