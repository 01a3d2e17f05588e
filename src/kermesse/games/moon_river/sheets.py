"""The round, the scenario and the score sheet of Moon River."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup

from kermesse.core.html import (
    b,
    button,
    caption,
    div,
    p,
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
from kermesse.games.moon_river.art import picture
from kermesse.games.moon_river.components import ROUNDS
from kermesse.games.moon_river.explaining import scenario_rule
from kermesse.games.moon_river.figures import colour_look
from kermesse.games.moon_river.rules.record import Happening, Phase
from kermesse.games.moon_river.rules.sheet import LINES, Line
from kermesse.games.moon_river.scene import COUNTING, Scene
from kermesse.games.moon_river.scoring import Ending
from kermesse.games.moon_river.words import SCENARIO_WORDS, line_name, scenario_name

LINE_DRAWINGS = (
    *("desert", "canyon", "meadow", "forest", "farm"),
    *("nugget", "beaver", "ear", "prospector", "trapper", "farmer"),
)


def info(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """The plate above the table: the round, or who has won; on a small screen also the sheets."""
    openers = [opener("sheet", "star", say("Scores"))]
    if scene.plan:
        word = SCENARIO_WORDS[scene.plan]
        openers.insert(0, opener("scenario", word, sentence_case(scenario_name(scene.plan, say))))
    if scene.over:
        head = result(scene, names, say)
    else:
        head = span(class_="round")[b[round_words(scene, say)]]
    return div(id="round", class_="info" + (" news" if scene.over else ""))[head, openers]


@cache
def opener(what: str, drawing: str, label: str) -> Markup:
    """A button that opens a sheet on a small screen."""
    return button(type="button", class_="opens chip", popovertarget=f"{what}-view")[
        picture(drawing, bare=True), span[label]
    ]


def round_words(scene: Scene, say: Words) -> str:
    """Which part of the match this is."""
    if scene.phase in COUNTING:
        return say("The ranches are counted")
    if scene.emptying:
        return say("The reserves are emptied")
    if not scene.round:
        return say("Set-up")
    if scene.round == ROUNDS:
        return say("Final round")
    return say("Round {n} of {rounds}", n=scene.round, rounds=ROUNDS)


def result(scene: Scene, names: Sequence[str], say: Words) -> Markup:
    """Who has won, and what it came down to (MR-94…98)."""
    outcome = scene.view.outcome
    assert outcome is not None
    winners = [names[seat] for seat in sorted(scene.winners)]
    if len(winners) == 1:
        title = say("{name} wins!", name=winners[0])
    else:
        title = say("{names} share the victory!", names=", ".join(winners))
    why = {
        Ending.POINTS: say("The most points."),
        Ending.TERRITORY: say("Equal points: the larger territory decides."),
        Ending.COWS: say("Equal points and territories: the cows decide."),
        Ending.SHARED: say("Everything is equal."),
    }[Ending[outcome.ending.upper()]]
    return span(class_="result")[picture("star", bare=True), span[b[title], " ", small[why]]]


# --- the scenario ---------------------------------------------------------------------------------


def scenario(scene: Scene, say: Words) -> Markup | None:
    """The scenario in play and what it rewards."""
    if not scene.plan:
        return None
    word = SCENARIO_WORDS[scene.plan]
    name = sentence_case(scenario_name(scene.plan, say))
    return div(id="scenario-view", class_="scenario view", popover="auto")[
        span(class_="emblem", aria_hidden="true")[picture(word)],
        p[b[name], " ", scenario_rule(word, scene.group, say)],
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
        th(scope="col", class_=colour_look(scene.colour[seat]))[seat_head(scene, seat, names[seat])]
        for seat in seats
    ]
    lines = [
        sheet_line(scene, line, [sheets[seat][line] for seat in seats], say)
        for line in range(LINES)
        if line != Line.SCENARIO or scene.plan
    ]
    title = say("Score sheet") if scene.phase in COUNTING else say("Score sheet as it stands")
    return div(id="sheet-view", class_="sheet view", popover="auto")[
        table(id="sheet")[caption[title], thead[tr[td[""], heads]], tbody[lines]],
        close("sheet-view", say),
    ]


def seat_head(scene: Scene, seat: int, name: str) -> Markup:
    """A player at the head of a column."""
    colour = scene.colour[seat]
    figure = None if colour == NOTHING else picture(f"ranchero-{colour}", bare=True)
    return span(class_="head")[figure, span(class_="name")[name]]


def sheet_line(scene: Scene, line: int, points: Sequence[int], say: Words) -> Markup:
    """A line of the sheet: while it is counted, only what has been told."""
    told = scene.phase not in (Phase.TALLY, Phase.CROWD) or line < scene.tallied
    now = scene.happened(Happening.SCORED) and scene.args[0] == line
    return line_text(line, scene.plan, tuple(points), told, now, say)


@lru_cache(maxsize=1 << 12)
def line_text(
    line: int, plan: int, points: tuple[int, ...], told: bool, now: bool, say: Words
) -> Markup:
    """A line with the points of every player."""
    look = ("total " if line == Line.TOTAL else "") + ("now" if now else "")
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
    drawing = SCENARIO_WORDS[plan] if line == Line.SCENARIO else "star"
    return picture(drawing, bare=True)
