"""The middle of Moon River's table: box and columns, saloon, supply, bonus tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, i, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words, sentence_case
from kermesse.games.moon_river.art import picture
from kermesse.games.moon_river.components import COLUMN, KINDS, SIDES_OF_A_TILE, TILES
from kermesse.games.moon_river.explaining import partner_tip
from kermesse.games.moon_river.figures import (
    BOX,
    SALOON,
    STACK,
    SUPPLY,
    column_id,
    plot,
    plot_to_pick,
    ranchero,
    token_id,
)
from kermesse.games.moon_river.gestures import token_part
from kermesse.games.moon_river.notation import action_text
from kermesse.games.moon_river.rules.record import CHOOSE, NEWER, OLDER, TILE, Happening, Phase
from kermesse.games.moon_river.scene import TWO_PLAYERS, Scene, as_specialist
from kermesse.games.moon_river.words import SPECIALIST_WORDS, piece_name, specialist_name


def middle(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """Everything that is common to all players."""
    return div(id="middle", class_="middle")[
        draft(scene, names, say),
        saloon(scene, say),
        bonus_tiles(scene, say) if scene.seats == TWO_PLAYERS else None,
    ]


# --- box and columns ------------------------------------------------------------------------------


def draft(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The box, the column whose plots are received and the one that is chosen from."""
    return div(class_="draft", role="group", aria_label=say("Box and columns"))[
        the_box(scene.boxed, say),
        column(scene, OLDER, say("Received this round"), names, say),
        column(scene, NEWER, say("Chosen for the next round"), names, say),
    ]


@cache
def the_box(n: int, say: Words) -> Markup:
    """The box with the plots that are still to come."""
    label = say.count("Box: {n} plot", "Box: {n} plots", n)
    tip = say("{label}. Four make a new column each round, the lowest number nearest to the box "
              "(MR-08).", label=label)  # fmt: skip
    return span(id=BOX, class_="box", role="img", aria_label=label, data_tip=tip)[
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
    kind, owner = scene.column[which][n], scene.ranchero[which][n]
    number = scene.number_of(which)
    if kind == NOTHING:
        return span(class_="place")[i(class_="nth", aria_hidden="true")[n + 1]]
    ident = column_id(number, kind, scene.copy_of(which, n))
    drawn = scene.happened(Happening.DREW) and scene.args[2] == n + 1 and which == NEWER
    source = BOX if drawn else None
    if which == NEWER and scene.asks(Phase.CHOOSE_PLOT):
        label = say("Plot {n}: {plot}", n=n + 1, plot=piece_name(kind, say))
        shown = plot_to_pick(kind, ident, source, "", action_text(CHOOSE + n), label, say)
    else:
        shown = plot(kind, ident, source, "", say)
    rider = None
    if owner != NOTHING:
        came = scene.happened(Happening.CHOSE) and scene.chosen == (which, n)
        label = say("Ranchero of {name}", name=names[owner])
        hand = f"h{owner}" if came else None
        rider = ranchero(f"m{number}-{n}", scene.colour[owner], label, hand)
    return span(class_="place")[i(class_="nth", aria_hidden="true")[n + 1], shown, rider]


# --- saloon and supply ----------------------------------------------------------------------------


def saloon(scene: Scene, say: Words) -> Markup:
    """The partners that can be recruited, the stack that refills them, and the cows."""
    tokens = [
        token_heap(scene, specialist, n, say) for specialist, n in enumerate(scene.saloon) if n
    ]
    empty = None if tokens else small(class_="empty")[say("The saloon is empty.")]
    return div(id=SALOON, class_="saloon", role="group", aria_label=say("Saloon"))[
        span(class_="sign", aria_hidden="true")[picture("saloon")],
        span(class_="tokens")[tokens, empty],
        span(class_="stores")[
            stack(scene.stack, scene.saloon_size, say), supply(scene.supply, say)
        ],
    ]


def token_heap(scene: Scene, specialist: int, n: int, say: Words) -> Markup:
    """Equal tokens on top of each other."""
    arrived = scene.happened(Happening.TOKEN) and scene.args[0] == specialist
    discs = [
        span(
            id=token_id(specialist, k),
            class_=f"disc d{min(k, 2)}",
            data_from=STACK if arrived and k == n - 1 else None,
        )[picture(SPECIALIST_WORDS[specialist])]
        for k in range(n)
    ]
    many = b(class_="many", aria_hidden="true")[f"×{n}"] if n > 1 else None
    name = sentence_case(specialist_name(specialist, say))
    label = name if n == 1 else say("{n} × {name}", n=n, name=name)
    word = small(class_="word", aria_hidden="true")[name]
    tip = partner_tip(as_specialist(specialist), scene.cowboy_steps, say)
    if scene.asks(Phase.RECRUIT):
        pick = token_part(SPECIALIST_WORDS[specialist])
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
    shown = [n for n in range(TILES) if scene.tiles >> n & 1 or scene.tile == n]
    if not shown:
        return None
    title = say("Bonus tiles for reaching row {n}", n=scene.rows)
    return div(class_="bonuses", role="group", aria_label=title)[
        small(class_="title", aria_hidden="true")[title],
        [bonus_tile(n, scene.asks(Phase.BONUS_TILE), scene.tile == n, say) for n in shown],
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
        pick = action_text(TILE + n)
        choice = button(
            class_="choice", data_pick=pick, disabled=True, aria_label=label, data_tip=label + "."
        )
        return span(id=f"tile-{n}", class_=look)[choice[sides]]
    return span(id=f"tile-{n}", class_=look, role="img", aria_label=label, data_tip=label + ".")[
        sides
    ]
