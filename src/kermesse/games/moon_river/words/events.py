"""The sentences for the events of Moon River."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from kermesse.core.events import told
from kermesse.core.plain_board import SEAT_NAMES
from kermesse.core.record import NOTHING
from kermesse.core.sentences import By, Count, Gaps, Sentences
from kermesse.core.words import ENGLISH, Words, mark, sentence_case
from kermesse.games.moon_river.components import ROWS
from kermesse.games.moon_river.state import (
    LEGENDS,
    PARTNER,
    PIECE,
    PLAN,
    PLOT,
    SPECIALIST,
    TERRAIN_WORD,
    Happening,
    State,
)
from kermesse.games.moon_river.words.names import (
    board_name,
    colour_name,
    line_name,
    piece_name,
    recruit_name,
    scenario_name,
    specialist_name,
    terrain_name,
)


def round_begins(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """The number of a round, and its turn order."""
    seats = (event.one, event.two, event.three, event.four)
    order = ", ".join(event.names[seat] for seat in seats if seat != NOTHING)
    return say("Round {number}. Turn order: {order}.", number=event.number, order=order)


def reached(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A ranch for two has grown to its last row (MR-121)."""
    return say("The ranch of {seat} has reached row {row}.", row=ROWS, **gaps)


def rest_discarded(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """What fits nowhere at the end (MR-83)."""
    kinds = (event.one, event.two, event.three, event.four)
    plots = ", ".join(piece_name(kind, say) for kind in kinds if kind != NOTHING)
    return say("Nothing fits any more: {seat} discards {plots}.", seat=gaps["seat"], plots=plots)


def scored(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """A line of the score sheet (MR-143)."""
    points = zip(event.names, (event.zero, event.one, event.two, event.three), strict=False)
    told = [say("{name} {points}", name=name, points=n) for name, n in points if n != NOTHING]
    line = sentence_case(line_name(event.line, say))
    return say("{line}: {points}.", line=line, points=", ".join(told))


def colours(event: SimpleNamespace, gaps: Gaps, say: Words) -> str:
    """Who has which colour."""
    return colours_told(event, event.names, False, say)


def colours_told(event: SimpleNamespace, names: Sequence[str], legends: bool, say: Words) -> str:
    """Who has which colour, and in the legends which board (MR-101)."""
    found = []
    for name, colour in zip(names, (event.zero, event.one, event.two, event.three), strict=False):
        if colour == NOTHING:
            continue
        gaps = {"name": name, "colour": colour_name(colour, say)}
        if legends:
            gaps["board"] = board_name(1 + colour, say)
            found.append(say("{name} {colour} ({board})", **gaps))
        else:
            found.append(say("{name} {colour}", **gaps))
    return say("Colours: {list}.", list=", ".join(found))


SENTENCES = Sentences(
    Happening,
    {
        PLOT: piece_name,
        PIECE: piece_name,
        SPECIALIST: specialist_name,
        PARTNER: recruit_name,
        PLAN: scenario_name,
        TERRAIN_WORD: terrain_name,
    },
    {
        Happening.SET_UP: By(
            "legends",
            mark("Moon River, for {count} players."),
            mark("Legends of the West, for {count} players."),
        ),
        Happening.COLOURS: colours,
        Happening.SCENARIO: By(
            "drawn", mark("The scenario is {plan}."), mark("The scenario is drawn: {plan}.")
        ),
        Happening.TOKEN: Count(
            "count",
            "A token comes to the saloon: {specialist}. There is {n} now.",
            "A token comes to the saloon: {specialist}. There are {n} now.",
        ),
        Happening.DREW: mark("From the box: {plot}, number {back}."),
        Happening.SORTED: mark("A new column, from the box on: {one}, {two}, {three}, {four}."),
        Happening.RANCHERO: mark("{seat}'s Ranchero is drawn."),
        Happening.ROUND: round_begins,
        Happening.CHOSE: By(
            "forced",
            mark("{seat} chooses plot {position}: {plot}."),
            mark("The last plot, {position}, is for {seat}: {plot}."),
        ),
        Happening.REMOVED: mark("Nobody chose {plot}: it is removed from the game."),
        Happening.RECEIVED: mark("{seat} receives {plot}."),
        Happening.KEPT: By(
            "forced",
            mark("{seat} makes no domino."),
            mark("No domino of {seat} fits: the plots stay in the reserve."),
        ),
        Happening.JOINED: By(
            "forced",
            mark("{seat} joins {one} and {two}."),
            mark("{seat} has to join {one} and {two}."),
        ),
        Happening.PLACED: mark("{seat} places {one} on {here} and {two} on {there}."),
        Happening.DISCARDED: mark(
            "No domino of {seat} fits: {one} and {two} are removed from the game."
        ),
        Happening.GRAZED: By(
            "missing",
            Count(
                "count", "{n} cow comes to {cell} of {seat}.", "{n} cows come to {cell} of {seat}."
            ),
            Count(
                "count",
                "The supply has too few cows: {n} comes to {cell} of {seat}.",
                "The supply has too few cows: {n} come to {cell} of {seat}.",
            ),
        ),
        Happening.DRIED: mark("Drought on {skull}: {seat} loses a cow on {cell}."),
        Happening.SPARED: mark("Drought on {skull} of {seat}: there is no cow in that territory."),
        Happening.CIRCLED: mark("{seat} recruits for {cell} first."),
        Happening.RECRUITED: mark("{seat} recruits a partner for {cell}: {partner}."),
        Happening.UNUSED: mark("The saloon is empty: {seat} cannot recruit for {cell}."),
        Happening.SKIPPED: mark("There is nothing to do for the {partner} of {seat}."),
        Happening.MOVED: mark("{seat} moves a cow from {here} to {there}."),
        Happening.STOPPED: mark("{seat} moves no further cow."),
        Happening.SWAPPED: mark("{seat} exchanges {own} for {theirs} of {other}."),
        Happening.STOLE: mark("{seat} steals a cow from {here} of {other}; it goes to {there}."),
        Happening.DECLINED: mark("{seat} makes no use of the {partner}."),
        Happening.REACHED: reached,
        Happening.TOOK_TILE: mark("{seat} takes bonus tile {tile}."),
        Happening.TILE_GONE: mark(
            "Bonus tile {tile} fits nowhere in the ranch of {seat}: it is removed from the game."
        ),
        Happening.TURNED: mark("{seat} chooses the side with {terrain}."),
        Happening.LAID: mark("{seat} lays the bonus tile, {piece}, on {cell}."),
        Happening.EMPTYING: Count(
            "count",
            "{seat} has {n} plot left to place.",
            "{seat} has {n} plots left to place.",
        ),
        Happening.DISCARDED_REST: rest_discarded,
        Happening.CROWDED: Count(
            "count",
            "Overcrowding: {n} cow leaves the ranch of {seat}.",
            "Overcrowding: {n} cows leave the ranch of {seat}.",
        ),
        Happening.SCORED: scored,
    },
)


def event_text(s: State, names: Sequence[str] = SEAT_NAMES, say: Words = ENGLISH) -> str:
    """The last event as a sentence."""
    if s.event == Happening.COLOURS and s.variant == LEGENDS:
        return colours_told(told(Happening, s), names, True, say)
    return SENTENCES(s, names, say)
