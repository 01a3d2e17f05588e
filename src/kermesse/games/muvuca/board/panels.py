"""The plates around the Crowd of Muvuca: the vendors, the round, the Victory card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.html import b, div, join, p, small, span
from kermesse.core.record import NOTHING
from kermesse.core.words import Words
from kermesse.games.muvuca.board.art import picture
from kermesse.games.muvuca.board.scene import Scene
from kermesse.games.muvuca.components import FOODS, KINDS
from kermesse.games.muvuca.state import Happening, Phase
from kermesse.games.muvuca.words.names import kind_name

RESULTS = (Happening.ROUND_WON, Happening.VICTORY_CARD, Happening.MATCH_WON)


# --- a vendor -----------------------------------------------------------------------------


class Vendor(NamedTuple):
    """Everything that a plate shows. It seldom changes between steps."""

    seat: int
    name: str
    food: bool
    due: bool
    winner: bool
    second: bool
    chosen: bool
    victory: tuple[int, int] | None
    won: int
    needed: int
    partly: bool
    worths: tuple[tuple[int, int], ...]  # of the kinds that it sells: in the Crowd, in hand
    counted: int  # the kind among them that is being counted
    scored: int  # how many of them were


def plate(scene: Scene, seat: int, name: str, say: Words) -> Markup:
    """A player's name, wares, points and rounds."""
    (zero, one), kinds = scene.s.wins, scene.kinds(seat)
    vendor = Vendor(
        seat=seat,
        name=name,
        food=seat == scene.s.food_seat,
        due=bool(scene.s.due >> seat & 1),
        winner=scene.told.event in RESULTS and seat == scene.s.victor,
        second=seat != scene.s.starter,
        chosen=choosing(scene, seat),
        victory=(zero, one) if scene.s.wins[seat] and not (zero and one) else None,
        won=scene.s.wins[seat],
        needed=scene.s.rounds_to_win,
        partly=bool(scene.s.unseen[seat]),
        worths=scene.worths[kinds.start : kinds.stop],
        counted=scene.counted - kinds.start if scene.counted in kinds else NOTHING,
        scored=min(max(scene.s.scored - kinds.start, 0), len(kinds)),
    )
    return drawn_plate(vendor, say)


@lru_cache(maxsize=1 << 12)
def drawn_plate(vendor: Vendor, say: Words) -> Markup:
    """A plate; MV-51, MV-52: the only player who has won a round has the Victory card."""
    look = "plate" + " due" * vendor.due + " winner" * vendor.winner
    first = 0 if vendor.food else len(FOODS)
    chips = [
        chip(first + number, *worth, chip_look(vendor, number), say)
        for number, worth in enumerate(vendor.worths)
    ]
    total = sum(map(max, vendor.worths))
    card = victory_card(*vendor.victory, " held", say) if vendor.victory else None
    return div(id=f"plate-{vendor.seat}", class_=look)[
        wares(vendor.food, say),
        span(class_="who")[b[vendor.name], trade(vendor.food, vendor.second, vendor.chosen, say)],
        card,
        rounds(vendor.won, vendor.needed, say),
        points(total, vendor.partly, say),
        span(class_="ledger")[chips],
    ]


def choosing(scene: Scene, seat: int) -> bool:
    """Whether a seat has chosen a card that is not yet on the table; never which one (MV-58)."""
    return scene.s.phase == Phase.PUSH and scene.s.active == seat


@cache
def wares(food: bool, say: Words) -> Markup:
    """The sign of what a vendor sells."""
    label = say("Food vendor") if food else say("Jacket vendor")
    icon = picture("hotdog" if food else "star")
    return span(class_="wares", role="img", aria_label=label)[icon]


@cache
def trade(food: bool, second: bool, chosen: bool, say: Words) -> Markup:
    """What a vendor sells, and what else there is to say of this player now."""
    extra = say("card chosen") if chosen else say("wins ties") if second else ""
    more = span(class_="more")[" · ", extra] if extra else None
    return small[say("sells food") if food else say("sells jackets"), more]


@cache
def rounds(won: int, needed: int, say: Words) -> Markup:
    """The rounds won, one lamp for each that is needed."""
    label = say("Rounds won: {won} of {needed}", won=won, needed=needed)
    lamps = [span(class_="lamp on" if i < won else "lamp")[""] for i in range(needed)]
    return span(class_="rounds", role="img", aria_label=label, data_tip=label)[lamps]


@cache
def points(total: int, partly: bool, say: Words) -> Markup:
    """A vendor's points as the cards lie."""
    label = say.count("{n} point", "{n} points", total)
    if partly:
        tip = say("{points} as the cards lie; hidden cards may add to it.", points=label)
    else:
        tip = say("{points} as the cards lie.", points=label)
    return span(class_="points", role="img", aria_label=label, data_tip=tip)[total]


def chip_look(vendor: Vendor, kind: int) -> str:
    """How far the scoring has come with a kind."""
    if kind == vendor.counted:
        return " now"
    return " done" if kind < vendor.scored else ""


@lru_cache(maxsize=1 << 12)
def chip(kind: int, group: int, held: int, look: str, say: Words) -> Markup:
    """One product type and what it is worth."""
    worth = max(group, held)
    name = kind_name(kind, say)
    label = say.count("{kind}: {n} point", "{kind}: {n} points", worth, kind=name)
    tip = say(
        "{label}. Largest group in the Crowd: {group}; in the seller's hand: {held}.",
        label=label,
        group=group,
        held=held,
    )
    look = f"chip k{kind}{look}" + ("" if worth else " none")
    return span(id=f"kind-{kind}", class_=look, role="img", aria_label=label, data_tip=tip)[
        picture(KINDS[kind].word), worth
    ]


# --- the Victory card ---------------------------------------------------------------------


@cache
def victory_card(zero: int, one: int, place: str, say: Words) -> Markup:
    """The Victory card: single trophy, or turned over once both have won (MV-52)."""
    both = bool(zero and one)
    if both:
        label = say("The Victory card, turned over in the middle")
        tip = say("Victory card: both have won a round. Rounds won: {zero} to {one}.",
                  zero=zero, one=one)  # fmt: skip
    elif zero or one:
        label = say("The Victory card, single trophy up")
        tip = say("Victory card: it lies with the only player who has won a round.")
    else:
        label = say("The Victory card, in its reserved place")
        tip = say("Victory card: it goes to the winner of the first round.")
    picked = picture("victory-two" if both else "victory-one")
    return div(id="victory", class_=f"victory{place}", role="img", aria_label=label, data_tip=tip)[
        picked
    ]


# --- the round ----------------------------------------------------------------------------


def info(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The plate between the players: the round, its scoring or its result."""
    both = scene.s.wins[0] and scene.s.wins[1]
    middle = victory_card(scene.s.wins[0], scene.s.wins[1], " middle", say) if both else None
    if scene.told.event in RESULTS:
        look, inside = " verdict", verdict(scene, names, say)
    elif scene.counted >= 0:
        look, inside = " tally", tally_lines(scene, names, say)
    else:
        rows, columns = scene.full_lines()
        look = ""
        inside = join(
            round_head(scene.round, scene.s.turn, scene.s.turn_cap, say),
            line_lamps(rows, columns, scene.s.end_lines, say),
        )
    return div(id="round", class_=f"info{look}")[inside, middle]


@lru_cache(maxsize=1 << 12)
def round_head(number: int, turn: int, cap: int, say: Words) -> Markup:
    """The numbers of the round and of the turn."""
    tip = say("The round ends after turn {cap} at the latest (MV-36).", cap=cap)
    return span(class_="round", data_tip=tip)[
        b[say("Round {number}", number=number)], " ", say("Turn {turn}", turn=turn)
    ]


@cache
def line_lamps(rows: int, columns: int, needed: int, say: Words) -> Markup:
    """How near the end of the round is: full rows, and full columns (MV-28, MV-30)."""
    tip = say.count(
        "The round ends with {n} full row or {n} full column.",
        "The round ends with {n} full rows or {n} full columns.",
        needed,
    )
    return span(id="lines", class_="lines", data_tip=tip)[
        lamps(say("Rows"), rows, needed, "row"), lamps(say("Columns"), columns, needed, "column")
    ]


def lamps(word: str, full: int, needed: int, look: str) -> Markup:
    """A lamp for each full line that is needed, the full ones lit."""
    lit = [span(class_="lamp on" if i < full else "lamp")[""] for i in range(needed)]
    label = f"{word}: {full} / {needed}"
    return span(class_=f"meter {look}", role="img", aria_label=label)[small[word], lit]


def tally_lines(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The types counted so far of the vendor who is being counted, the newest last."""
    newest = scene.counted
    first = newest // len(FOODS) * len(FOODS)
    seller = scene.seller(newest)
    title = b(class_="title")[say("{name} counts", name=names[seller])]
    lines = [
        tally_line(kind, scene.groups[kind].bit_count(), scene.held[kind], kind == newest, say)
        for kind in range(first, newest + 1)
    ]
    return join(title, lines)


@lru_cache(maxsize=1 << 12)
def tally_line(kind: int, group: int, held: int, newest: bool, say: Words) -> Markup:
    """One type: its largest group, the cards in hand, and what it is worth."""
    text = say("{kind}: group {group}, hand {held}",
               kind=kind_name(kind, say), group=group, held=held)  # fmt: skip
    look = "line newest" if newest else "line"
    return p(class_=look)[picture(KINDS[kind].word, bare=True), span[text], b[max(group, held)]]


def verdict(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """Who has won the round or the match."""
    winner = names[scene.s.victor]
    if scene.told.event == Happening.MATCH_WON:
        won = sorted(scene.s.wins, reverse=True)
        title = say("{name} wins the match!", name=winner)
        line = say("Rounds won: {first} to {second}.", first=won[0], second=won[1])
    else:
        less, more = sorted((scene.total(0), scene.total(1)))
        title = say("{name} wins the round!", name=winner)
        line = say("{more} points to {less}.", more=more, less=less)
        line += " " + say("The second player wins the tie.") if more == less else ""
    text = span[b[title], small[line]]
    return span(class_="result")[picture("trophy", bare=True), text]
