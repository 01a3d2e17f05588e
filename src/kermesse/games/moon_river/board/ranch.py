"""A ranch on the page: its plots, cows and partners, and what can be chosen there."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.html import button, div, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, mark, sentence_case
from kermesse.games.moon_river import state
from kermesse.games.moon_river.board.art import picture
from kermesse.games.moon_river.board.pieces import (
    SUPPLY,
    badge,
    cell_id,
    cell_words,
    colour_look,
    cow,
    cow_id,
    cows,
    place_look,
    reserve_id,
    token,
    token_id,
)
from kermesse.games.moon_river.board.scene import Gain, Scene, counted_cells, gains
from kermesse.games.moon_river.components import (
    CELL_CODES,
    CELLS,
    CENTRE,
    COLUMNS,
    KINDS,
    RIVER,
    SHOWN,
    SIDES_OF_A_TILE,
    STRIDE,
    TERRAIN,
)
from kermesse.games.moon_river.rules.ranch import ways
from kermesse.games.moon_river.state import TIMBER, Happening, Phase
from kermesse.games.moon_river.words.actions import (
    HERE,
    WAY_WORDS,
    action_text,
    cow_part,
    way_between,
)
from kermesse.games.moon_river.words.names import board_tip, piece_name

BRIDGE = mark("A bridge: here a domino may begin with any landscape, at any time (MR-33).")

SINGLE_CELLS = {
    Phase.DROUGHT: (state.DROUGHT, mark("Lose the cow on {cell}: {points}")),
    Phase.CIRCLE: (state.CIRCLE, mark("First a partner for {cell}")),
    Phase.BONUS_CELL: (state.LAY, mark("Lay the tile on {cell}: {points}")),
}


def ranch(scene: Scene, seat: int, name: str, say: Words) -> Markup:
    """The frame of a seat: what lies there, and what the viewer may choose there now."""
    near = scene.near_rows(seat)
    look = f"ranch rows{scene.rows} near{near} {colour_look(scene.s.colour[seat])}"
    look += " tallies" if scene.counted_line != NOTHING else ""
    label = say("Ranch of {name}", name=name)
    inside = [
        cell(scene, seat, n, n // COLUMNS >= near, say) for n in range(scene.rows * COLUMNS)
    ] + choices(scene, seat, say)
    return div(id=f"ranch-{seat}", class_=look.strip(), role="group", aria_label=label)[
        Markup("".join(inside))
    ]


# --- cells ----------------------------------------------------------------------------------------


def cell(scene: Scene, seat: int, n: int, far: bool, say: Words) -> str:
    """One cell of the frame."""
    piece = scene.pieces[seat].get(n, NOTHING)
    if piece != NOTHING:
        return laid_plot(scene, seat, n, piece, say)
    if n == CENTRE:
        return centre(scene, seat, say)
    by_river = scene.s.plan == TIMBER and RIVER >> n & 1
    return free_cell(n, far, bool(scene.bridges(seat) >> n & 1), bool(by_river), say)


def centre(scene: Scene, seat: int, say: Words) -> Markup:
    """The cell that the reserve board takes, with the homestead on it (MR-31)."""
    board = scene.board_of(seat)
    where = place_look(CENTRE)
    if board == NOTHING:
        return span(class_=f"centre {where}")[picture("homestead")]
    tip = board_tip(board, scene.spaces(seat), scene.bridges(seat).bit_count(), say)
    return span(class_=f"centre {where}", role="img", aria_label=tip, data_tip=tip)[
        picture("homestead")
    ]


@lru_cache(maxsize=1 << 10)
def free_cell(n: int, far: bool, bridge: bool, by_river: bool, say: Words) -> str:
    """A cell without a plot; a bridge leads to some of them."""
    look = f"free {place_look(n)}" + (" far" if far else "") + (" wet" if by_river else "")
    if not bridge:
        return span(class_=look)[""]
    label = say("{cell}: bridge", cell=CELL_CODES[n])
    return span(class_=look, role="img", aria_label=label, data_tip=say(BRIDGE))[
        span(class_="bridge")[picture("bridge")]
    ]


def laid_plot(scene: Scene, seat: int, n: int, piece: int, say: Words) -> str:
    """A plot in the ranch with whatever stands on it."""
    recruit = scene.partners[seat].get(n, NOTHING)
    stands = Standing(
        scene.s.cows[seat][n],
        cow_came(scene, seat, n),
        int(seat == scene.s.viewer and n in drovers(scene)),
        recruit,
        token_came(scene, seat, n, recruit),
    )
    source = plot_came(scene, seat, n, piece)
    land = (*scene.land_around(seat, n), scene.s.cowboy_steps)
    return plot_text(seat, n, piece, stands, (marks(scene, seat, n), source), land, say)


class Standing(NamedTuple):
    """What stands on a plot, and where it came from in this step."""

    cows: int
    came: tuple[str | None, int]
    over: int  # cows that lie in a button over the plot
    recruit: int
    recruited: str | None


@lru_cache(maxsize=1 << 13)
def plot_text(
    seat: int,
    n: int,
    piece: int,
    stands: Standing,
    seen: tuple[str, str | None],
    land: tuple[int, int, bool, int],
    say: Words,
) -> str:
    """A plot of a ranch; most are the same from step to step."""
    look, source = seen
    label, tip = cell_words(n, piece, stands.cows, stands.recruit, land, say)
    partner = None
    if stands.recruit != NOTHING:
        partner = token(f"t{seat}-{n}", stands.recruit, stands.recruited)
    return span(
        id=cell_id(seat, n),
        class_=f"cell {place_look(n)}{look}",
        role="img",
        aria_label=label,
        data_tip=tip,
        data_from=source,
    )[
        picture(f"p{piece}"),
        Markup(cows(seat, n, stands.cows, stands.came, stands.over)) if stands.cows else None,
        partner,
    ]


def marks(scene: Scene, seat: int, n: int) -> str:
    """What is to be seen of a plot besides what lies there."""
    whose, fresh = scene.fresh_cells
    look = " last" if whose == seat and n in fresh else ""
    line = scene.counted_line
    if line != NOTHING and n in counted_cells(scene, seat, line):
        look += " counts"
    if seat == scene.s.active and n == scene.s.circle:
        look += " acting"
    return look + edges(scene, seat, n)


def edges(scene: Scene, seat: int, n: int) -> str:
    """Where a plot borders on its own terrain: there is no line between them."""
    pieces, look = scene.pieces[seat], ""
    for way, word in enumerate(WAY_WORDS):
        other = n + int(STRIDE[way])
        if abs(other % COLUMNS - n % COLUMNS) <= 1 and other in pieces:
            look += f" to-{word}" if TERRAIN[pieces[other]] == TERRAIN[pieces[n]] else ""
    return look


# --- where things came from in this step ----------------------------------------------------------


def plot_came(scene: Scene, seat: int, n: int, piece: int) -> str | None:
    """Where a plot lay before it was placed."""
    told = scene.told
    if scene.happened_to(seat, Happening.LAID) and n == told.cell:
        return f"tile-{(piece - KINDS) // SIDES_OF_A_TILE}"
    if not scene.happened_to(seat, Happening.PLACED) or n not in (told.here, told.there):
        return None
    if seat == scene.s.viewer and told.forced != 1:
        way = way_between(CELL_CODES[told.here], CELL_CODES[told.there])
        return f"turn-{WAY_WORDS[way]}"
    left = sum(kind == piece for kind, _ in scene.reserve(seat))
    return reserve_id(seat, piece, left + (told.one == told.two and n == told.there))


def cow_came(scene: Scene, seat: int, n: int) -> tuple[str | None, int]:
    """Where the last cows on a plot came from, and how many of them."""
    told = scene.told
    if scene.happened_to(seat, Happening.GRAZED) and n == told.cell:
        return SUPPLY, told.count
    if scene.happened_to(seat, Happening.MOVED) and n == told.there:
        return cow_id(seat, told.here, scene.s.cows[seat][told.here]), 1
    if scene.happened_to(seat, Happening.STOLE) and n == told.there:
        return cow_id(told.other, told.here, scene.s.cows[told.other][told.here]), 1
    return None, 0


def token_came(scene: Scene, seat: int, n: int, recruit: int) -> str | None:
    """Where a partner was before it was recruited."""
    if not scene.happened_to(seat, Happening.RECRUITED) or scene.told.cell != n:
        return None
    specialist = recruit // SHOWN
    return token_id(specialist, scene.s.saloon[specialist])


# --- what can be chosen in a ranch ----------------------------------------------------------------


def choices(scene: Scene, seat: int, say: Words) -> list[str]:
    """The buttons that lie over a ranch."""
    if not scene.asked:
        return []
    if scene.s.phase == Phase.CATTLE_THIEF and seat != scene.s.viewer:
        return thefts(scene, seat, say)
    if seat != scene.s.viewer:
        return []
    match scene.s.phase:
        case Phase.PLACE:
            return spots(scene, say)
        case phase if phase in SINGLE_CELLS:
            return single_cells(scene, say)
        case Phase.COWBOY:
            return moves(scene, say)
        case Phase.RECRUIT:
            label = say("Put the partner here, as a specialist")
            return [over_cell(scene.s.circle, HERE, label, " ring")]
        case _:
            return []


def spots(scene: Scene, say: Words) -> list[str]:
    """Every place of the domino, turned each way: seen while that turn is picked (MR-29…36)."""
    first, second = scene.s.joined
    found = gains(scene)
    made = []
    for action in scene.free_pairs(scene.s.viewer, ways(first, second)):
        way, n = divmod(action - state.PLACE, CELLS)
        if action in found:
            made.append(spot(first, second, way, n, found[action], say))
        else:
            made.append(closed_spot(way, n))
    return made


@cache
def closed_spot(way: int, n: int) -> str:
    """Two free cells that the domino may not cover: trying says why (MR-32)."""
    here, there = CELL_CODES[n], CELL_CODES[n + int(STRIDE[way])]
    look = f"spot {WAY_WORDS[way]} {place_look(n)}"
    label = f"{here}, {there}"
    return button(class_=look, data_pick=f"place {here} {there}", disabled=True, aria_label=label)[
        ""
    ]


@lru_cache(maxsize=1 << 12)
def spot(first: int, second: int, way: int, n: int, gain: Gain, say: Words) -> str:
    """A domino that could lie here, and what it would change."""
    here, there = CELL_CODES[n], CELL_CODES[n + int(STRIDE[way])]
    label = say(
        "{one} on {here}, {two} on {there}: {points}",
        one=sentence_case(piece_name(first, say)),
        here=here,
        two=piece_name(second, say),
        there=there,
        points=gain.words(say),
    )
    return button(
        class_=f"spot {WAY_WORDS[way]} {place_look(n)}",
        data_pick=f"place {here} {there}",
        disabled=True,
        aria_label=label,
        data_tip=gain.words(say) + "." if gain.lines else None,
    )[span(class_="pair")[picture(f"p{first}"), picture(f"p{second}")], badge(gain)]


def single_cells(scene: Scene, say: Words) -> list[str]:
    """Cells that are chosen by one tap: for a drought, a circle, a bonus tile."""
    first, sentence = SINGLE_CELLS[Phase(scene.s.phase)]
    found, made = gains(scene), []
    for action in scene.legal:
        n, gain = action - first, found[action]
        label = say(sentence, cell=CELL_CODES[n], points=gain.words(say))
        shown = None if scene.s.phase == Phase.CIRCLE else gain
        made.append(over_cell(n, action_text(action), label, "", shown))
    return made


def moves(scene: Scene, say: Words) -> list[str]:
    """Cows that a cowboy may move, and the plots next to them (MR-63…67)."""
    found = gains(scene)
    made: list[str] = []
    for n in sorted(drovers(scene)):
        ident = cow_id(scene.s.viewer, n, scene.s.cows[scene.s.viewer][n] - 1)
        source = cow_came(scene, scene.s.viewer, n)[0]
        label = say("Cow on {cell}", cell=CELL_CODES[n])
        made.append(
            button(
                class_=f"drover {place_look(n)}",
                data_pick=cow_part(n),
                disabled=True,
                aria_label=label,
            )[cow(ident, " o0", source)]
        )
    for action in steps(scene):
        way, n = divmod(action - state.MOVE, CELLS)
        to = n + int(STRIDE[way])
        label = say(
            "From {here} to {there}: {points}",
            here=CELL_CODES[n],
            there=CELL_CODES[to],
            points=found[action].words(say),
        )
        made.append(over_cell(to, action_text(action), label, " goal", found[action]))
    return made


def steps(scene: Scene) -> list[int]:
    """The steps of cows that are open to the viewer."""
    if not scene.asks(Phase.COWBOY):
        return []
    return [action for action in scene.legal if action >= state.MOVE]


def drovers(scene: Scene) -> set[int]:
    """The cells with a cow that the viewer may move."""
    return {(action - state.MOVE) % CELLS for action in steps(scene)}


def thefts(scene: Scene, seat: int, say: Words) -> list[str]:
    """The cows of another ranch; a protected one is never lit, but tells why (MR-60, MR-71)."""
    return [
        over_cell(
            n,
            action_text(state.STEAL + seat * CELLS + n),
            say("Steal the cow on {cell}", cell=CELL_CODES[n]),
            "",
        )
        for n, herd in enumerate(scene.s.cows[seat])
        if herd
    ]


def over_cell(n: int, pick: str, label: str, look: str, gain: Gain | None = None) -> str:
    """A button over a cell of the grid."""
    return button(
        class_=f"over-cell {place_look(n)}{look}",
        data_pick=pick,
        disabled=True,
        aria_label=label,
        data_tip=label + ".",
    )[badge(gain)]
