"""What the viewer decides beside the ranch: a domino's turn, a partner's side, or to do nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from kermesse.core.html import b, button, div, p, small, span
from kermesse.core.words import Words, sentence_case
from kermesse.games.moon_river.art import picture
from kermesse.games.moon_river.components import COWBOY_SIDE, KINDS, SIDES_OF_A_TILE, TERRAIN
from kermesse.games.moon_river.explaining import effect
from kermesse.games.moon_river.gestures import WAY_WORDS, turn_part
from kermesse.games.moon_river.notation import action_text
from kermesse.games.moon_river.rules.ranch import ways
from kermesse.games.moon_river.rules.record import DECLINE, KEEP, SIDE, STOP, Phase
from kermesse.games.moon_river.scene import Scene, as_specialist
from kermesse.games.moon_river.words import (
    SIDE_WORDS,
    SPECIALIST_WORDS,
    piece_name,
    specialist_name,
    terrain_name,
)


def tray(scene: Scene, told: str, say: Words) -> Markup:
    """The controls of the decision that the viewer owes; else what has just happened."""
    inside = controls(scene, say)
    said = p(class_="told")[told]
    return div(id="tray", class_="tray" + (" busy" if inside else ""))[inside or said]


def controls(scene: Scene, say: Words) -> list[Markup]:
    """Buttons that do not lie on a plot."""
    if not scene.asked:
        return []
    match scene.phase:
        case Phase.EXPAND:
            return [pill(KEEP, say)] if KEEP in scene.legal else []
        case Phase.PLACE:
            return turns(scene, say)
        case Phase.RECRUIT:
            return sides(scene.cowboy_steps, say)
        case Phase.COWBOY:
            return [steps_left(scene.steps_left, say), pill(STOP, say)]
        case Phase.DESPERADO | Phase.CATTLE_THIEF:
            return [pill(DECLINE, say)]
        case Phase.BONUS_SIDE:
            return tile_sides(scene, say)
        case _:
            return []


@cache
def pill(action: int, say: Words) -> Markup:
    """A decision in a word."""
    words = {
        KEEP: (say("No domino"), say("The plots stay in your reserve (MR-18).")),
        STOP: (say("Enough"), say("Move no further cow (MR-62).")),
        DECLINE: (say("Let it be"), say("Make no use of this partner (MR-62).")),
    }
    word, tip = words[action]
    return button(class_="pill", data_pick=action_text(action), disabled=True, data_tip=tip)[word]


# --- a domino and how it is turned ----------------------------------------------------------------


def turns(scene: Scene, say: Words) -> list[Markup]:
    """The domino in every position: pick one, or drag it into the ranch (MR-36)."""
    first, second = scene.joined
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
            small[
                b[sentence_case(specialist_name(n, say))], " ", effect(as_specialist(n), steps, say)
            ],
        ]
        for n, word in enumerate(SPECIALIST_WORDS)
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
    first = KINDS + scene.tile * SIDES_OF_A_TILE
    return [
        tile_side(piece, SIDE + int(TERRAIN[piece]), say)
        for piece in range(first, first + SIDES_OF_A_TILE)
        if SIDE + int(TERRAIN[piece]) in scene.legal
    ]


@cache
def tile_side(piece: int, action: int, say: Words) -> Markup:
    """One side of a bonus tile."""
    name = sentence_case(terrain_name(int(TERRAIN[piece]), say))
    shown = span(class_="face", aria_hidden="true")[picture(f"p{piece}"), small[b[name]]]
    return side(action_text(action), name, [shown])
