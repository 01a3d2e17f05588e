"""The players of Moon River: who sits there, the reserve board, the ranch above it."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from kermesse.core.html import b, button, div, header, section, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.moon_river.components import PIECE_CODES
from kermesse.games.moon_river.explaining import board_tip
from kermesse.games.moon_river.figures import (
    BOX,
    colour_look,
    column_id,
    plot,
    plot_to_pick,
    ranchero,
    reserve_id,
)
from kermesse.games.moon_river.gestures import own_part, plot_part, their_part
from kermesse.games.moon_river.ranches import ranch
from kermesse.games.moon_river.rules.record import OLDER, Happening, Phase
from kermesse.games.moon_river.scene import Scene
from kermesse.games.moon_river.words import board_name, colour_name, piece_name

PAIRING = (Phase.EXPAND, Phase.DISCARD_TWO)


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
    opener = button(
        type="button", class_="opens", popovertarget=f"view-{seat}", aria_label=label
    )[badge(scene, seat, say), span(class_="who")[b[name], small[state(scene, seat, say)]],
      b(class_="points")[points]]  # fmt: skip
    return section(id=f"player-{seat}", class_=look(scene, seat, "player"), aria_label=name)[
        opener,
        div(id=f"view-{seat}", class_="view", popover="auto")[
            plate(scene, seat, name, points, say),
            div(class_="land")[ranch(scene, seat, name, say), reserve(scene, seat, names, say)],
            button(
                type="button", class_="close", popovertarget=f"view-{seat}",
                popovertargetaction="hide",
            )[say("Close")],
        ],
    ]  # fmt: skip


def look(scene: Scene, seat: int, role: str) -> str:
    """The classes of a player's place."""
    found = f"{role} {colour_look(scene.colour[seat])}"
    found += " due" if scene.is_due(seat) else ""
    found += " active" if scene.active == seat else ""
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
    colour = scene.colour[seat]
    if colour == NOTHING:
        return None
    return ranchero("", colour, sentence_case(colour_name(colour, say)), None)


def in_hand(scene: Scene, seat: int, name: str, say: Words) -> Markup | None:
    """The Ranchero that waits for its next plot."""
    if seat != scene.active or not scene.has_ranchero_in_hand:
        return None
    source = None
    if scene.happened(Happening.RECEIVED):
        source = f"m{scene.number_of(OLDER)}-{scene.args[2]}"
    elif scene.happened(Happening.RANCHERO):
        source = BOX
    label = say("Ranchero of {name}", name=name)
    return ranchero(f"h{seat}", scene.colour[seat], label, source)


def state(scene: Scene, seat: int, say: Words) -> str:
    """What there is to say of a player now."""
    if seat in scene.winners:
        return say("wins")
    if scene.is_due(seat):
        return say("to decide")
    if scene.active == seat:
        return say("at work")
    waiting = scene.order[scene.turn + 1 :] if scene.round and not scene.over else []
    return say("next") if waiting and waiting[0] == seat and not scene.emptying else ""


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
    if seat == scene.viewer and scene.asks(*PAIRING):
        return plot_part(code, copy), sentence_case(name)
    if not scene.asks(Phase.DESPERADO) or copy:
        return None
    if seat == scene.viewer:
        return own_part(code), say("Give {plot}", plot=name)
    return their_part(seat, code), say("Take {plot}", plot=name)


def is_joined(scene: Scene, seat: int, kind: int, copy: int) -> bool:
    """Whether a plot is one of the domino about to be placed."""
    if scene.phase != Phase.PLACE or seat != scene.active:
        return False
    return copy < scene.joined.count(kind)


def reserve_came(scene: Scene, seat: int, kind: int, copy: int) -> str | None:
    """Where a plot was before it came to this reserve."""
    last = sum(found == kind for found, _ in scene.reserve(seat)) - 1
    if copy != last:
        return None
    if scene.happened(Happening.RECEIVED) and scene.args[:2] == [seat, kind]:
        left = scene.column[OLDER].count(kind)
        return column_id(scene.number_of(OLDER), kind, left)
    if scene.happened(Happening.SWAPPED):
        who, given, other, taken = scene.args[:4]
        if (seat, kind) in ((who, taken), (other, given)):
            origin = other if seat == who else who
            left = sum(found == kind for found, _ in scene.reserve(origin))
            return reserve_id(origin, kind, left)
    return None
