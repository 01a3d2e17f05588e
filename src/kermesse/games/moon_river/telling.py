"""What happens in Moon River, told in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from kermesse.core.record import NOTHING, Record
from kermesse.core.words import ENGLISH, Words, sentence_case, untold
from kermesse.games.moon_river.components import ROWS, SEATS
from kermesse.games.moon_river.rules.record import FORCED, LEGENDS, Happening
from kermesse.games.moon_river.words import (
    board_name,
    cell_text,
    colour_name,
    line_name,
    piece_name,
    recruit_name,
    scenario_name,
    specialist_name,
    terrain_name,
)

SEATS_NAMED = tuple(f"Seat {seat}" for seat in range(SEATS))


def event_text(s: Record, names: Sequence[str] = SEATS_NAMED, say: Words = ENGLISH) -> str:
    """The last event as a sentence."""
    if s.event <= Happening.ROUND:
        return laying_out_text(s, names, say)
    if s.event <= Happening.DISCARDED:
        return turn_text(s, names, say)
    if s.event <= Happening.UNUSED:
        return symbol_text(s, names, say)
    if s.event <= Happening.DECLINED:
        return partner_text(s, names, say)
    return (tile_text if s.event <= Happening.LAID else ending_text)(s, names, say)


def laying_out_text(s: Record, names: Sequence[str], say: Words) -> str:
    """Set-up, columns, saloon and rounds."""
    a, b, c, d = (int(arg) for arg in s.event_args[:4])
    match Happening(s.event):
        case Happening.SET_UP:
            if b == LEGENDS:
                return say("Legends of the West, for {n} players.", n=a)
            return say("Moon River, for {n} players.", n=a)
        case Happening.COLOURS:
            return say("Colours: {list}.", list=", ".join(colour_list(s, names, say)))
        case Happening.SCENARIO:
            scenario = scenario_name(a, say)
            if b:
                return say("The scenario is drawn: {scenario}.", scenario=scenario)
            return say("The scenario is {scenario}.", scenario=scenario)
        case Happening.TOKEN:
            name = specialist_name(a, say)
            return say.count(
                "A token comes to the saloon: {specialist}. There is {n} now.",
                "A token comes to the saloon: {specialist}. There are {n} now.",
                b,
                specialist=name,
            )
        case Happening.DREW:
            return say("From the box: {plot}, number {back}.", plot=piece_name(a, say), back=b)
        case Happening.SORTED:
            plots = ", ".join(piece_name(kind, say) for kind in (a, b, c, d))
            return say("A new column, from the box on: {plots}.", plots=plots)
        case Happening.RANCHERO:
            return say("{name}'s Ranchero is drawn.", name=names[a])
        case Happening.ROUND:
            order = [names[int(seat)] for seat in s.event_args[1:5] if seat != NOTHING]
            return say("Round {n}. Turn order: {order}.", n=a, order=", ".join(order))
        case other:
            raise untold(other)


def colour_list(s: Record, names: Sequence[str], say: Words) -> list[str]:
    """Who has which colour, and in the legends which board."""
    found = []
    for seat in range(s.seats):
        colour = int(s.event_args[seat])
        gaps = {"name": names[seat], "colour": colour_name(colour, say)}
        if s.variant == LEGENDS:
            gaps["board"] = board_name(1 + colour, say)
            found.append(say("{name} {colour} ({board})", **gaps))
        else:
            found.append(say("{name} {colour}", **gaps))
    return found


def turn_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The three steps of a turn."""
    a, b, c, d, e = (int(arg) for arg in s.event_args[:5])
    forced = s.event_args[FORCED] == 1
    match Happening(s.event):
        case Happening.CHOSE:
            gaps = {"name": names[a], "n": b + 1, "plot": piece_name(c, say)}
            if forced:
                return say("The last plot, {n}, is for {name}: {plot}.", **gaps)
            return say("{name} chooses plot {n}: {plot}.", **gaps)
        case Happening.REMOVED:
            return say("Nobody chose {plot}: it is removed from the game.", plot=piece_name(b, say))
        case Happening.RECEIVED:
            return say("{name} receives {plot}.", name=names[a], plot=piece_name(b, say))
        case Happening.KEPT:
            if forced:
                return say(
                    "No domino of {name} fits: the plots stay in the reserve.", name=names[a]
                )
            return say("{name} makes no domino.", name=names[a])
        case Happening.JOINED:
            gaps = {"name": names[a], "one": piece_name(b, say), "two": piece_name(c, say)}
            if forced:
                return say("{name} has to join {one} and {two}.", **gaps)
            return say("{name} joins {one} and {two}.", **gaps)
        case Happening.PLACED:
            return say(
                "{name} places {one} on {here} and {two} on {there}.",
                name=names[a],
                one=piece_name(b, say),
                here=cell_text(c),
                two=piece_name(d, say),
                there=cell_text(e),
            )
        case Happening.DISCARDED:
            return say(
                "No domino of {name} fits: {one} and {two} are removed from the game.",
                name=names[a],
                one=piece_name(b, say),
                two=piece_name(c, say),
            )
        case other:
            raise untold(other)


def symbol_text(s: Record, names: Sequence[str], say: Words) -> str:
    """What the symbols of a domino do."""
    a, b, c, d = (int(arg) for arg in s.event_args[:4])
    match Happening(s.event):
        case Happening.GRAZED:
            if d:
                return say.count(
                    "The supply has too few cows: {n} comes to {cell} of {name}.",
                    "The supply has too few cows: {n} come to {cell} of {name}.",
                    c,
                    cell=cell_text(b),
                    name=names[a],
                )
            return say.count(
                "{n} cow comes to {cell} of {name}.",
                "{n} cows come to {cell} of {name}.",
                c,
                cell=cell_text(b),
                name=names[a],
            )
        case Happening.DRIED:
            return say(
                "Drought on {skull}: {name} loses a cow on {cell}.",
                skull=cell_text(b),
                name=names[a],
                cell=cell_text(c),
            )
        case Happening.SPARED:
            return say(
                "Drought on {skull} of {name}: there is no cow in that territory.",
                skull=cell_text(b),
                name=names[a],
            )
        case Happening.CIRCLED:
            return say("{name} recruits for {cell} first.", name=names[a], cell=cell_text(b))
        case Happening.RECRUITED:
            return say(
                "{name} recruits a partner for {cell}: {partner}.",
                name=names[a],
                cell=cell_text(c),
                partner=recruit_name(b, say),
            )
        case Happening.UNUSED:
            return say(
                "The saloon is empty: {name} cannot recruit for {cell}.",
                name=names[a],
                cell=cell_text(b),
            )
        case other:
            raise untold(other)


def partner_text(s: Record, names: Sequence[str], say: Words) -> str:
    """What partners do at once."""
    a, b, c, d = (int(arg) for arg in s.event_args[:4])
    match Happening(s.event):
        case Happening.SKIPPED:
            return say(
                "There is nothing to do for the {partner} of {name}.",
                partner=recruit_name(b, say),
                name=names[a],
            )
        case Happening.MOVED:
            return say(
                "{name} moves a cow from {here} to {there}.",
                name=names[a],
                here=cell_text(b),
                there=cell_text(c),
            )
        case Happening.STOPPED:
            return say("{name} moves no further cow.", name=names[a])
        case Happening.SWAPPED:
            return say(
                "{name} exchanges {own} for {theirs} of {other}.",
                name=names[a],
                own=piece_name(b, say),
                theirs=piece_name(d, say),
                other=names[c],
            )
        case Happening.STOLE:
            return say(
                "{name} steals a cow from {here} of {other}; it goes to {there}.",
                name=names[a],
                here=cell_text(c),
                other=names[b],
                there=cell_text(d),
            )
        case Happening.DECLINED:
            return say(
                "{name} makes no use of the {partner}.",
                name=names[a],
                partner=recruit_name(b, say),
            )
        case other:
            raise untold(other)


def tile_text(s: Record, names: Sequence[str], say: Words) -> str:
    """The bonus tiles of the game for two."""
    a, b, c = (int(arg) for arg in s.event_args[:3])
    match Happening(s.event):
        case Happening.REACHED:
            return say("The ranch of {name} has reached row {row}.", name=names[a], row=ROWS)
        case Happening.TOOK_TILE:
            return say("{name} takes bonus tile {n}.", name=names[a], n=b + 1)
        case Happening.TILE_GONE:
            return say(
                "Bonus tile {n} fits nowhere in the ranch of {name}: it is removed from the game.",
                n=b + 1,
                name=names[a],
            )
        case Happening.TURNED:
            return say(
                "{name} chooses the side with {terrain}.",
                name=names[a],
                terrain=terrain_name(c, say),
            )
        case Happening.LAID:
            return say(
                "{name} lays the bonus tile, {plot}, on {cell}.",
                name=names[a],
                plot=piece_name(b, say),
                cell=cell_text(c),
            )
        case other:
            raise untold(other)


def ending_text(s: Record, names: Sequence[str], say: Words) -> str:
    """From the emptying of reserves to the last line of the score sheet."""
    a, b = (int(arg) for arg in s.event_args[:2])
    match Happening(s.event):
        case Happening.EMPTYING:
            return say.count(
                "{name} has {n} plot left to place.",
                "{name} has {n} plots left to place.",
                b,
                name=names[a],
            )
        case Happening.DISCARDED_REST:
            kinds = [int(kind) for kind in s.event_args[1:5] if kind != NOTHING]
            return say(
                "Nothing fits any more: {name} discards {plots}.",
                name=names[a],
                plots=", ".join(piece_name(kind, say) for kind in kinds),
            )
        case Happening.CROWDED:
            return say.count(
                "Overcrowding: {n} cow leaves the ranch of {name}.",
                "Overcrowding: {n} cows leave the ranch of {name}.",
                b,
                name=names[a],
            )
        case Happening.SCORED:
            points = [
                say("{name} {points}", name=names[seat], points=int(s.event_args[1 + seat]))
                for seat in range(s.seats)
            ]
            line = sentence_case(line_name(a, say))
            return say("{line}: {points}.", line=line, points=", ".join(points))
        case other:
            raise untold(other)
