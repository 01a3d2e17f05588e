"""The panels of Moon River's page: players with their reserves, the round, the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import (
    b,
    button,
    caption,
    div,
    header,
    p,
    section,
    small,
    span,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.moon_river.board.art import picture
from kermesse.games.moon_river.board.pieces import (
    THE_BOX,
    colour_look,
    column_id,
    plot,
    plot_to_pick,
    ranchero,
    reserve_id,
)
from kermesse.games.moon_river.board.ranch import ranch
from kermesse.games.moon_river.board.scene import COUNTING, Scene
from kermesse.games.moon_river.board.sheet import reason, victory
from kermesse.games.moon_river.components import PIECE_CODES, ROUNDS
from kermesse.games.moon_river.rules.sheet import LINES, SheetLine
from kermesse.games.moon_river.state import OLDER, PLAN, Happening, Phase
from kermesse.games.moon_river.words.actions import own_part, plot_part, their_part
from kermesse.games.moon_river.words.names import (
    board_name,
    board_tip,
    colour_name,
    line_name,
    piece_name,
    scenario_name,
    scenario_rule,
)

PAIRING = (Phase.EXPAND, Phase.DISCARD_TWO)
LINE_DRAWINGS = (
    *("desert", "canyon", "meadow", "forest", "farm"),
    *("nugget", "beaver", "ear", "prospector", "trapper", "farmer"),
)


def own_side(
    scene: Scene, names: Sequence[str], points: Sequence[int], tray: Markup, say: Words
) -> Markup:
    """The viewer's ranch, or that of seat 0 for who only watches."""
    seat = scene.own
    return section(id=f"player-{seat}", class_=look(scene, seat, "own"), aria_label=names[seat])[
        plate(scene, seat, names[seat], points[seat], say),
        div(class_="land")[ranch(scene, seat, names[seat], say), reserve(scene, seat, names, say)],
        tray,
    ]


def others(scene: Scene, names: Sequence[str], points: Sequence[int], say: Words) -> Markup:
    """The other players: on a small screen a tap opens a ranch."""
    return div(class_="others")[
        [other(scene, seat, names, points[seat], say) for seat in scene.others]
    ]


def other(scene: Scene, seat: int, names: Sequence[str], points: int, say: Words) -> Markup:
    """One of them."""
    name = names[seat]
    said = say.count("{n} point", "{n} points", points)
    label = say("{name}, {points}: look at the ranch", name=name, points=said)
    look_at = button(type="button", class_="opens", popovertarget=f"view-{seat}", aria_label=label)
    return section(id=f"player-{seat}", class_=look(scene, seat, "player"), aria_label=name)[
        look_at[
            badge(scene, seat, say),
            span(class_="who")[b[name], small[state(scene, seat, say)]],
            b(class_="points")[points],
        ],
        div(id=f"view-{seat}", class_="view", popover="auto")[
            plate(scene, seat, name, points, say),
            div(class_="land")[ranch(scene, seat, name, say), reserve(scene, seat, names, say)],
            close(f"view-{seat}", say),
        ],
    ]


def look(scene: Scene, seat: int, role: str) -> str:
    """The classes of a player's place."""
    found = f"{role} {colour_look(scene.s.colour[seat])}"
    found += " due" if scene.is_due(seat) else ""
    found += " active" if scene.s.active == seat else ""
    return found + (" winner" if seat in scene.winners else "")


# --- the plate ------------------------------------------------------------------------------------


def plate(scene: Scene, seat: int, name: str, points: int, say: Words) -> Markup:
    """Name, colour, board, points, and the Ranchero in hand."""
    board = scene.board_of(seat)
    legend = board_name(board, say) if scene.legends and board != NOTHING else ""
    doing = state(scene, seat, say)
    said = say.count("{n} point", "{n} points", points)
    return header(id=f"plate-{seat}", class_="plate")[
        badge(scene, seat, say),
        span(class_="who")[b[name], small[" · ".join(filter(None, (legend, doing)))]],
        in_hand(scene, seat, name, say),
        span(class_="points", role="img", aria_label=said, data_tip=said + ".")[b[points]],
    ]


def badge(scene: Scene, seat: int, say: Words) -> Markup | None:
    """The colour of a player, as a Ranchero with its sign."""
    colour = scene.s.colour[seat]
    if colour == NOTHING:
        return None
    return ranchero("", colour, sentence_case(colour_name(colour, say)), None)


def in_hand(scene: Scene, seat: int, name: str, say: Words) -> Markup | None:
    """The Ranchero that waits for its next plot."""
    if seat != scene.s.active or not scene.has_ranchero_in_hand:
        return None
    source = None
    if scene.happened(Happening.RECEIVED):
        source = f"m{scene.number_of(OLDER)}-{scene.told.position}"
    elif scene.happened(Happening.RANCHERO):
        source = THE_BOX
    label = say("Ranchero of {name}", name=name)
    return ranchero(f"h{seat}", scene.s.colour[seat], label, source)


def state(scene: Scene, seat: int, say: Words) -> str:
    """What to say about a player now."""
    if seat in scene.winners:
        return say("wins")
    if scene.is_due(seat):
        return say("to decide")
    if scene.s.active == seat:
        return say("at work")
    if not scene.s.round_number or scene.s.over or scene.s.emptying:
        return ""
    return say("next") if seat in scene.s.order[scene.s.turn + 1 :][:1] else ""


# --- the reserve ----------------------------------------------------------------------------------


def reserve(scene: Scene, seat: int, names: Sequence[str], say: Words) -> Markup:
    """The reserve board with the river along it; a plot without a space lies beside it (MR-17)."""
    plots = scene.reserve(seat)
    spaces = scene.spaces(seat)
    label = say("Reserve of {name}", name=names[seat])
    board = scene.board_of(seat)
    tip = None
    if board != NOTHING:
        tip = board_tip(board, spaces, scene.bridges(seat).bit_count(), say)
    held = [
        reserve_plot(scene, seat, kind, copy, n >= spaces, say)
        for n, (kind, copy) in enumerate(plots)
    ]
    gaps = [span(class_="gap")[""] for _ in range(spaces - len(plots))]
    return div(id=f"reserve-{seat}", class_="reserve", role="group", aria_label=label)[
        div(class_="river", data_tip=tip)[""], div(class_="spaces")[held, gaps]
    ]


def reserve_plot(scene: Scene, seat: int, kind: int, copy: int, beside: bool, say: Words) -> Markup:
    """A plot in a reserve, a button while it can be joined or exchanged."""
    ident = reserve_id(seat, kind, copy)
    shown = " beside" if beside else ""
    if is_joined(scene, seat, kind, copy):
        shown += " joined"
    source = reserve_came(scene, seat, kind, copy)
    choice = reserve_choice(scene, seat, kind, copy, say)
    if choice is None:
        return plot(kind, ident, source, shown, say)
    return plot_to_pick(kind, ident, source, shown, *choice, say)


def reserve_choice(
    scene: Scene, seat: int, kind: int, copy: int, say: Words
) -> tuple[str, str] | None:
    """How a plot is picked now, and what that means; of equal ones the first will do."""
    name, code = piece_name(kind, say), PIECE_CODES[kind]
    if seat == scene.s.viewer and scene.asks(*PAIRING):
        return plot_part(code, copy), sentence_case(name)
    if not scene.asks(Phase.DESPERADO) or copy:
        return None
    if seat == scene.s.viewer:
        return own_part(code), say("Give {plot}", plot=name)
    return their_part(seat, code), say("Take {plot}", plot=name)


def is_joined(scene: Scene, seat: int, kind: int, copy: int) -> bool:
    """Whether a plot is one of the domino about to be placed."""
    if scene.s.phase != Phase.PLACE or seat != scene.s.active:
        return False
    return copy < list(scene.s.joined).count(kind)


def reserve_came(scene: Scene, seat: int, kind: int, copy: int) -> str | None:
    """Where a plot was before it came to this reserve."""
    told = scene.told
    last = sum(found == kind for found, _ in scene.reserve(seat)) - 1
    if copy != last:
        return None
    if scene.happened_to(seat, Happening.RECEIVED) and told.plot == kind:
        return column_id(scene.number_of(OLDER), kind, scene.s.column[OLDER].count(kind))
    if scene.happened(Happening.SWAPPED):
        came = {(told.seat, told.theirs): told.other, (told.other, told.own): told.seat}
        origin = came.get((seat, kind))
        if origin is not None:
            left = sum(found == kind for found, _ in scene.reserve(origin))
            return reserve_id(origin, kind, left)
    return None


# --- the round and the scenario -------------------------------------------------------------------


def info(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The plate above the table: the round, or who has won; on a small screen also the sheets."""
    openers = [opener("sheet", "star", say("Scores"))]
    if scene.s.plan:
        word = PLAN.write(scene.s.plan)
        openers.insert(0, opener("scenario", word, sentence_case(scenario_name(scene.s.plan, say))))
    if scene.s.over:
        head = result(scene, names, say)
    else:
        head = span(class_="round")[b[round_words(scene, say)]]
    return div(id="round", class_="info" + (" news" if scene.s.over else ""))[head, openers]


@cache
def opener(what: str, drawing: str, label: str) -> Markup:
    """A button that opens a sheet on a small screen."""
    return button(type="button", class_="opens chip", popovertarget=f"{what}-view")[
        picture(drawing, bare=True), span[label]
    ]


def round_words(scene: Scene, say: Words) -> str:
    """Which part of the match this is."""
    if scene.s.phase in COUNTING:
        return say("The ranches are counted")
    if scene.s.emptying:
        return say("The reserves are emptied")
    if not scene.s.round_number:
        return say("Set-up")
    if scene.s.round_number == ROUNDS:
        return say("Final round")
    return say("Round {n} of {rounds}", n=scene.s.round_number, rounds=ROUNDS)


def result(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """Who has won, and what it came down to."""
    title, why = victory(scene, names, say), reason(scene, say)
    return span(class_="result")[picture("star", bare=True), span[b[title], " ", small[why]]]


def scenario(scene: Scene, say: Words) -> Markup | None:
    """The scenario in play and what it rewards."""
    if not scene.s.plan:
        return None
    word = PLAN.write(scene.s.plan)
    name = sentence_case(scenario_name(scene.s.plan, say))
    group = (scene.s.scenario_min, scene.s.scenario_base, scene.s.scenario_step)
    return div(id="scenario-view", class_="scenario view", popover="auto")[
        span(class_="emblem", aria_hidden="true")[picture(word)],
        p[b[name], " ", scenario_rule(word, group, say)],
        close("scenario-view", say),
    ]


@cache
def close(what: str, say: Words) -> Markup:
    """A button that closes a sheet on a small screen."""
    return button(type="button", class_="close", popovertarget=what, popovertargetaction="hide")[
        say("Close")
    ]


# --- the score sheet ------------------------------------------------------------------------------


def score_sheet(
    scene: Scene, names: Sequence[str], sheets: Sequence[Sequence[int]], say: Words
) -> Markup:
    """Every line of the sheet for every player; at the end one line after the other (MR-143)."""
    seats = [scene.own, *scene.others]
    heads = [
        th(scope="col", class_=colour_look(scene.s.colour[seat]))[
            seat_head(scene, seat, names[seat])
        ]
        for seat in seats
    ]
    lines = [
        sheet_line(scene, line, [sheets[seat][line] for seat in seats], say)
        for line in range(LINES)
        if line != SheetLine.SCENARIO or scene.s.plan
    ]
    title = say("Score sheet") if scene.s.phase in COUNTING else say("Score sheet as it stands")
    return div(id="sheet-view", class_="sheet view", popover="auto")[
        table(id="sheet")[caption[title], thead[tr[td[""], heads]], tbody[lines]],
        close("sheet-view", say),
    ]


def seat_head(scene: Scene, seat: int, name: str) -> Markup:
    """A player at the head of a column."""
    colour = scene.s.colour[seat]
    figure = None if colour == NOTHING else picture(f"ranchero-{colour}", bare=True)
    return span(class_="head")[figure, span(class_="name")[name]]


def sheet_line(scene: Scene, line: int, points: Sequence[int], say: Words) -> Markup:
    """A line of the sheet: while it is counted, only what has been told."""
    told = scene.s.phase not in (Phase.TALLY, Phase.CROWD) or line < scene.s.tallied
    now = scene.happened(Happening.SCORED) and scene.told.line == line
    return line_text(line, scene.s.plan, tuple(points), told, now, say)


@lru_cache(maxsize=1 << 12)
def line_text(
    line: int, plan: int, points: tuple[int, ...], told: bool, now: bool, say: Words
) -> Markup:
    """A line with the points of every player."""
    look = ("total " if line == SheetLine.TOTAL else "") + ("now" if now else "")
    most = max(points)
    cells = [
        td(class_="best" if told and most and n == most else None)[n if told else "·"]
        for n in points
    ]
    name = span(class_="line")[line_drawing(line, plan), sentence_case(line_name(line, say))]
    return tr(id=f"line-{line}", class_=look.strip() or None)[th(scope="row")[name], cells]


def line_drawing(line: int, plan: int) -> Markup:
    """The sign of a line."""
    if line < len(LINE_DRAWINGS):
        return picture(LINE_DRAWINGS[line], bare=True)
    drawing = PLAN.write(plan) if line == SheetLine.SCENARIO else "star"
    return picture(drawing, bare=True)
