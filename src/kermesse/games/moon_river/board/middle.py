"""Between the ranches: box and columns, saloon, bonus tiles; and the tray by the viewer's ranch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, i, p, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.moon_river import state
from kermesse.games.moon_river.board.art import picture
from kermesse.games.moon_river.board.pieces import (
    SALOON,
    STACK,
    SUPPLY,
    THE_BOX,
    column_id,
    plot,
    plot_to_pick,
    ranchero,
    token_id,
)
from kermesse.games.moon_river.board.scene import Scene
from kermesse.games.moon_river.components import (
    COLUMN,
    COWBOY_SIDE,
    KINDS,
    SHOWN,
    SIDES_OF_A_TILE,
    SPECIALIST_CODES,
    TERRAIN,
    TILES,
    TWO,
)
from kermesse.games.moon_river.rules.ranch import ways
from kermesse.games.moon_river.state import NEWER, OLDER, Happening, Phase
from kermesse.games.moon_river.words.actions import (
    SIDE_WORDS,
    WAY_WORDS,
    action_text,
    token_part,
    turn_part,
)
from kermesse.games.moon_river.words.names import (
    effect,
    partner_tip,
    piece_name,
    specialist_name,
    terrain_name,
)


def middle(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """Everything that is common to all players."""
    return div(id="middle", class_="middle")[
        draft(scene, names, say),
        saloon(scene, say),
        bonus_tiles(scene, say) if scene.s.seats == TWO else None,
    ]


# --- box and columns ------------------------------------------------------------------------------


def draft(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The box, the column whose plots are received and the one that is chosen from."""
    return div(class_="draft", role="group", aria_label=say("Box and columns"))[
        the_box(sum(scene.s.boxed), say),
        column(scene, OLDER, say("Received this round"), names, say),
        column(scene, NEWER, say("Chosen for the next round"), names, say),
    ]


@cache
def the_box(n: int, say: Words) -> Markup:
    """The box with the plots that are still to come."""
    label = say.count("Box: {n} plot", "Box: {n} plots", n)
    tip = say("{label}. Four make a new column each round, the lowest number nearest to the box "
              "(MR-08).", label=label)  # fmt: skip
    return span(id=THE_BOX, class_="box", role="img", aria_label=label, data_tip=tip)[
        picture("box"), b(class_="count", aria_hidden="true")[n]
    ]


def column(scene: Scene, which: int, title: str, names: Sequence[str], say: Words) -> Markup:
    """Four places from the box on, with the Rancheros that stand there."""
    places = [column_place(scene, which, n, names, say) for n in range(COLUMN)]
    look = "column" + (" newer" if which == NEWER else "")
    return div(class_=look, role="group", aria_label=title)[
        small(class_="title", aria_hidden="true")[title], places
    ]


def column_place(scene: Scene, which: int, n: int, names: Sequence[str], say: Words) -> Markup:
    """A place of a column."""
    kind, owner = scene.s.column[which][n], scene.s.ranchero[which][n]
    number = scene.number_of(which)
    if kind == NOTHING:
        return span(class_="place")[i(class_="nth", aria_hidden="true")[n + 1]]
    ident = column_id(number, kind, scene.copy_of(which, n))
    drawn = scene.happened(Happening.DREW) and scene.told.drawn == n + 1 and which == NEWER
    source = THE_BOX if drawn else None
    if which == NEWER and scene.asks(Phase.CHOOSE_PLOT):
        label = say("Plot {n}: {plot}", n=n + 1, plot=piece_name(kind, say))
        shown = plot_to_pick(kind, ident, source, "", action_text(state.CHOOSE + n), label, say)
    else:
        shown = plot(kind, ident, source, "", say)
    rider = None
    if owner != NOTHING:
        came = scene.happened(Happening.CHOSE) and scene.chosen == (which, n)
        label = say("Ranchero of {name}", name=names[owner])
        hand = f"h{owner}" if came else None
        rider = ranchero(f"m{number}-{n}", scene.s.colour[owner], label, hand)
    return span(class_="place")[i(class_="nth", aria_hidden="true")[n + 1], shown, rider]


# --- saloon and supply ----------------------------------------------------------------------------


def saloon(scene: Scene, say: Words) -> Markup:
    """The partners that can be recruited, the stack that refills them, and the cows."""
    tokens = [
        token_heap(scene, specialist, n, say) for specialist, n in enumerate(scene.s.saloon) if n
    ]
    empty = None if tokens else small(class_="empty")[say("The saloon is empty.")]
    return div(id=SALOON, class_="saloon", role="group", aria_label=say("Saloon"))[
        span(class_="sign", aria_hidden="true")[picture("saloon")],
        span(class_="tokens")[tokens, empty],
        span(class_="stores")[
            stack(sum(scene.s.stack), scene.s.saloon_size, say), supply(scene.s.supply, say)
        ],
    ]


def token_heap(scene: Scene, specialist: int, n: int, say: Words) -> Markup:
    """Equal tokens on top of each other."""
    arrived = scene.happened(Happening.TOKEN) and scene.told.specialist == specialist
    discs = [
        span(
            id=token_id(specialist, k),
            class_=f"disc d{min(k, 2)}",
            data_from=STACK if arrived and k == n - 1 else None,
        )[picture(SPECIALIST_CODES[specialist])]
        for k in range(n)
    ]
    many = b(class_="many", aria_hidden="true")[f"×{n}"] if n > 1 else None
    name = sentence_case(specialist_name(specialist, say))
    label = name if n == 1 else say("{n} × {name}", n=n, name=name)
    word = small(class_="word", aria_hidden="true")[name]
    tip = partner_tip(specialist * SHOWN, scene.s.cowboy_steps, say)
    if scene.asks(Phase.RECRUIT):
        pick = token_part(SPECIALIST_CODES[specialist])
        return button(class_="heap", data_pick=pick, disabled=True, aria_label=label, data_tip=tip)[
            discs, many, word
        ]
    return span(class_="heap", role="img", aria_label=label, data_tip=tip)[discs, many, word]


@cache
def stack(n: int, size: int, say: Words) -> Markup:
    """The tokens that will refill the saloon."""
    label = say.count("Stack: {n} token", "Stack: {n} tokens", n)
    tip = say("{label}. After each round the saloon is filled up to {size} (MR-76).",
              label=label, size=size)  # fmt: skip
    return span(id=STACK, class_="store", role="img", aria_label=label, data_tip=tip)[
        picture("cowboy"), b(aria_hidden="true")[n]
    ]


@cache
def supply(n: int, say: Words) -> Markup:
    """The cows that nobody has."""
    label = say.count("Supply: {n} cow", "Supply: {n} cows", n)
    return span(id=SUPPLY, class_="store", role="img", aria_label=label, data_tip=label + ".")[
        picture("cow"), b(aria_hidden="true")[n]
    ]


# --- bonus tiles ----------------------------------------------------------------------------------


def bonus_tiles(scene: Scene, say: Words) -> Markup | None:
    """The bonus tiles that lie beside the play area, both sides seen (MR-120)."""
    shown = [n for n in range(TILES) if scene.s.tiles >> n & 1 or scene.s.tile == n]
    if not shown:
        return None
    title = say("Bonus tiles for reaching row {n}", n=scene.rows)
    return div(class_="bonuses", role="group", aria_label=title)[
        small(class_="title", aria_hidden="true")[title],
        [bonus_tile(n, scene.asks(Phase.BONUS_TILE), scene.s.tile == n, say) for n in shown],
    ]


@cache
def bonus_tile(n: int, asked: bool, taken: bool, say: Words) -> Markup:
    """A bonus tile: its two sides next to each other."""
    first = KINDS + n * SIDES_OF_A_TILE
    sides = [picture(f"p{piece}") for piece in range(first, first + SIDES_OF_A_TILE)]
    names = [piece_name(piece, say) for piece in range(first, first + SIDES_OF_A_TILE)]
    label = say("Bonus tile {n}: {one} or {two}", n=n + 1, one=names[0], two=names[1])
    look = "bonus" + (" taken" if taken else "")
    if asked:
        pick = action_text(state.TILE + n)
        choice = button(
            class_="choice", data_pick=pick, disabled=True, aria_label=label, data_tip=label + "."
        )
        return span(id=f"tile-{n}", class_=look)[choice[sides]]
    return span(id=f"tile-{n}", class_=look, role="img", aria_label=label, data_tip=label + ".")[
        sides
    ]


# --- the tray: what is decided beside the ranch, or what has just happened ------------------------


def tray(scene: Scene, told: str, say: Words) -> Markup:
    """The controls of the decision that the viewer owes; else what has just happened."""
    inside = controls(scene, say)
    said = p(class_="told")[told]
    return div(id="tray", class_="tray" + (" busy" if inside else ""))[inside or said]


def controls(scene: Scene, say: Words) -> list[Markup]:
    """Buttons that do not lie on a plot."""
    if not scene.asked:
        return []
    match scene.s.phase:
        case Phase.EXPAND:
            return [pill(state.KEEP, say)] if state.KEEP in scene.legal else []
        case Phase.PLACE:
            return turns(scene, say)
        case Phase.RECRUIT:
            return sides(scene.s.cowboy_steps, say)
        case Phase.COWBOY:
            return [steps_left(scene.s.steps_left, say), pill(state.STOP, say)]
        case Phase.DESPERADO | Phase.CATTLE_THIEF:
            return [pill(state.DECLINE, say)]
        case Phase.BONUS_SIDE:
            return tile_sides(scene, say)
        case _:
            return []


@cache
def pill(action: int, say: Words) -> Markup:
    """A decision in a word."""
    words = {
        state.KEEP: (say("No domino"), say("The plots stay in your reserve (MR-18).")),
        state.STOP: (say("Enough"), say("Move no further cow (MR-62).")),
        state.DECLINE: (say("Let it be"), say("Make no use of this partner (MR-62).")),
    }
    word, tip = words[action]
    return button(class_="pill", data_pick=action_text(action), disabled=True, data_tip=tip)[word]


# --- a domino and how it is turned ----------------------------------------------------------------


def turns(scene: Scene, say: Words) -> list[Markup]:
    """The domino in every position: pick one, or drag it into the ranch (MR-36)."""
    first, second = scene.s.joined
    return [turned(first, second, way, say) for way in range(ways(first, second))]


@cache
def turned(first: int, second: int, way: int, say: Words) -> Markup:
    """The domino turned one way."""
    sentence = (
        say("{one} left, {two} right"),
        say("{one} below, {two} above"),
        say("{one} right, {two} left"),
        say("{one} above, {two} below"),
    )[way]
    label = sentence.format(one=sentence_case(piece_name(first, say)), two=piece_name(second, say))
    return button(
        id=f"turn-{WAY_WORDS[way]}",
        class_=f"turn {WAY_WORDS[way]}",
        data_pick=turn_part(way),
        disabled=True,
        aria_label=label,
        data_tip=label + ".",
    )[picture(f"p{first}"), picture(f"p{second}")]


# --- partners -------------------------------------------------------------------------------------


@cache
def sides(steps: int, say: Words) -> list[Markup]:
    """The two sides of a token; which specialist is meant shows once a token is picked."""
    faces = [
        span(class_=f"face is-{word}", aria_hidden="true")[
            picture(word),
            small[b[sentence_case(specialist_name(n, say))], " ", effect(n * SHOWN, steps, say)],
        ]
        for n, word in enumerate(SPECIALIST_CODES)
    ]
    waits = span(class_="face waits", aria_hidden="true")[
        picture("circle"), small[say("Pick a partner in the saloon")]
    ]
    cowboy = span(class_="face", aria_hidden="true")[
        picture("cowboy"),
        small[b[say("As a cowboy")], " ", effect(COWBOY_SIDE, steps, say)],
    ]
    return [
        side(SIDE_WORDS[0], say("As a specialist"), [waits, faces]),
        side(SIDE_WORDS[1], say("As a cowboy"), [cowboy]),
    ]


def side(pick: str, label: str, inside: Sequence[object]) -> Markup:
    """One of two sides to choose from."""
    return button(class_="side", data_pick=pick, disabled=True, aria_label=label)[inside]


@cache
def steps_left(n: int, say: Words) -> Markup:
    """How far cows may still go."""
    label = say.count("{n} step left", "{n} steps left", n)
    return span(class_="steps", role="img", aria_label=label)[
        picture("cow"), b[n], small[say.count("step left", "steps left", n)]
    ]


def tile_sides(scene: Scene, say: Words) -> list[Markup]:
    """The sides of the bonus tile just taken that fit somewhere."""
    first = KINDS + scene.s.tile * SIDES_OF_A_TILE
    return [
        tile_side(piece, state.SIDE + int(TERRAIN[piece]), say)
        for piece in range(first, first + SIDES_OF_A_TILE)
        if state.SIDE + int(TERRAIN[piece]) in scene.legal
    ]


@cache
def tile_side(piece: int, action: int, say: Words) -> Markup:
    """One side of a bonus tile."""
    name = sentence_case(terrain_name(int(TERRAIN[piece]), say))
    shown = span(class_="face", aria_hidden="true")[picture(f"p{piece}"), small[b[name]]]
    return side(action_text(action), name, [shown])
