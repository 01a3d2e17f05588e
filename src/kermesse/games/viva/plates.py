"""The plates around the table of VIVA: the players, the round, its news, and the call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.html import b, button, div, i, small, span
from kermesse.core.words import Words, sentence_case
from kermesse.games.viva.art import SIGNS, picture
from kermesse.games.viva.components import COLOURS
from kermesse.games.viva.hands import card_face
from kermesse.games.viva.notation import TEXTS
from kermesse.games.viva.rules.record import CALL, KEEP, PASS, SILENT, STOP, Happening, Phase
from kermesse.games.viva.scene import SEALED, Scene
from kermesse.games.viva.words import (
    COLOUR_WORDS,
    card_name,
    colours_name,
    house_name,
    listed_words,
    seats_name,
)

ROUND_OVER = (Happening.ROUND_WON, Happening.ROUND_VOID, Happening.VICTORY_CARD)
WON = (Happening.ROUND_WON, Happening.VICTORY_CARD)


# --- a player -----------------------------------------------------------------------------


def plate(scene: Scene, seat: int, name: str, say: Words) -> str:
    """A player's name, what is awaited of them, victory cards and cards to draw."""
    cards = scene.cards(seat)
    doing = state(scene, seat, say)
    won = scene.event == Happening.VICTORY_CARD and scene.args[0] == seat
    return plate_text(
        (seat, name), look(scene, seat), doing, cards, scene.draws(seat), scene.called(seat),
        (scene.wins[seat], won), say,
    )  # fmt: skip


def look(scene: Scene, seat: int) -> str:
    """The classes of a plate."""
    found = " due" if scene.has_to_move(seat) else ""
    found += "" if scene.plays(seat) else " out"
    won = scene.event in WON and seat == scene.args[0]
    won |= scene.event == Happening.MATCH_WON and bool(scene.args[0] >> seat & 1)
    return found + (" winner" if won else "")


def state(scene: Scene, seat: int, say: Words) -> str:
    """What there is to say of a player now."""
    if not scene.plays(seat):
        return say("sits out")
    if scene.over or scene.phase in (Phase.WIN, Phase.VICTORY_CARD, Phase.NEXT):
        return ""
    if scene.asked(seat):
        return say("may call")
    if scene.called(seat):
        return say("calls!")
    if scene.phase == Phase.NEW_BLOCK and seat == scene.active:
        return say("chooses the block")
    if seat == scene.active and scene.turn:
        return say("to move") if scene.has_to_move(seat) else ""
    if seat == scene.neighbour(scene.active, 1):
        return say("next")
    return ""


@lru_cache(maxsize=1 << 12)
def plate_text(
    player: tuple[int, str],
    look: str,
    doing: str,
    cards: int,
    draws: int,
    called: bool,
    wins: tuple[int, bool],
    say: Words,
) -> str:
    """A plate without the hand; it is the same for all who see the same."""
    seat, name = player
    held = say.count("{n} card", "{n} cards", cards)
    won = say.count("{n} victory card", "{n} victory cards", wins[0])
    said = ", ".join(filter(None, (held, won, doing)))
    return span(class_=f"plate{look}", id=f"plate-{seat}")[
        span(class_="who")[b[name], small[doing]],
        span(class_="cards", role="img", aria_label=said, data_tip=sentence_case(said) + ".")[
            b[cards]
        ],
        Markup(victory_cards(seat, *wins)),
        Markup(bubble(called)),
        Markup(draw_badge(draws, name, say)),
    ]


@cache
def victory_cards(seat: int, n: int, new: bool) -> str:
    """The victory cards of a player; the plate says how many there are."""
    cards = []
    for k in range(n):
        source = "victory" if new and k == n - 1 else None
        prize = span(id=f"won-{seat}-{k}", class_="prize", data_from=source)
        cards.append(prize[picture("victory", bare=True)])
    return span(class_="won", aria_hidden="true")[cards]


@cache
def bubble(called: bool) -> str:
    """The sign of a player who has called; the words of the plate say so too."""
    return span(class_="bubble", aria_hidden="true")[picture("call", bare=True)] if called else ""


@lru_cache(maxsize=1 << 12)
def draw_badge(n: int, name: str, say: Words) -> str:
    """How many cards a player has to draw now."""
    if not n:
        return ""
    said = say.count("{name} draws {n} card", "{name} draws {n} cards", n, name=name)
    return span(class_="owes", role="img", aria_label=said, data_tip=said + ".")[
        f"+{n}", picture("back", bare=True)
    ]


# --- the round ----------------------------------------------------------------------------


class News(NamedTuple):
    """What everybody should see now: a picture, a headline and a line."""

    sign: str
    title: str
    line: str
    look: str = ""


def info(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The plate above the table: the round, or what has just happened to it."""
    news = tidings(scene, names, say)
    if news is None:
        inside = round_head(scene.tie_break, scene.round, scene.rounds, scene.turn, say)
        inside += nearly(scene.nearly, say) + direction(say)
        return f'<div id="round" class="info">{inside}</div>'
    return div(id="round", class_=f"info news{news.look}")[
        picture(news.sign, bare=True), span(class_="result")[b[news.title], small[news.line]]
    ]


def tidings(scene: Scene, names: Sequence[str], say: Words) -> News | None:
    """The news of this step, if there are any."""
    if scene.event == Happening.MATCH_WON:
        return match_news(scene, names, say)
    if scene.event in ROUND_OVER:
        return round_news(scene, names, say)
    if scene.event == Happening.VIVA or scene.after_viva:
        return viva_news(scene, names, say)
    if scene.event == Happening.ANSWERS or scene.phase in (Phase.TAKE_BACK, Phase.PENALTY):
        return call_news(scene, names, say)
    if scene.phase == Phase.FALSE_CALLS:
        return News("call", say("The card was allowed."), draws_line(scene, names, say), " calm")
    return None


def match_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """Who has won the match."""
    winners = scene.args[0]
    who = seats_name(winners, names, say)
    most = max(scene.wins)
    line = say.count("{n} victory card", "{n} victory cards", most)
    if scene.tie_break:
        line += " · " + say("after a tie-break")
    if winners & (winners - 1):
        return News("crown", say("{names} share the victory!", names=who), line)
    return News("crown", say("{name} wins the match!", name=who), line)


def round_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """Who has won the round."""
    if scene.event == Happening.ROUND_VOID:
        reason = (
            say("The round was stopped, and several have the fewest cards.")
            if scene.args[0]
            else say("Everybody has passed.")
        )
        return News("clockwise", say("Nobody wins the round"), reason, " calm")
    title = say("{name} wins the round!", name=names[scene.args[0]])
    if scene.event == Happening.ROUND_WON and scene.args[1]:
        return News("crown", title, say("The round was stopped: fewest cards."))
    if scene.tie_break:
        return News("crown", title, say("That decides the match."))
    return News("crown", title, say("The last card is on the block."))


def viva_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """Whose VIVA it is, and what follows from it."""
    name = names[scene.active]
    if scene.event == Happening.VIVA:
        shown = colours_name(scene.args[1], say)
        title = say("VIVA {colours} by {name}!", colours=shown, name=name)
    else:
        title = say("VIVA by {name}!", name=name)
    line = draws_line(scene, names, say)
    if not line and scene.phase == Phase.NEW_BLOCK:
        line = say("{name} chooses the new blocking card.", name=name)
    if not line and scene.phase == Phase.ONLY_CARD:
        line = say("The only card left becomes the blocking card.")
    return News("star", title, line, " viva")


def call_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """What came of the answers."""
    name = names[scene.active]
    if scene.phase in (Phase.TAKE_BACK, Phase.PENALTY):
        line = say.count(
            "{name} takes it back and draws {n} card.",
            "{name} takes it back and draws {n} cards.",
            scene.owes or scene.penalty,
            name=name,
        )
        return News("call", say("Caught! That card is forbidden."), line)
    if not scene.args[0]:
        return News("silent", say("Nobody calls."), say("The card stays."), " calm")
    line = say(
        "Called by {names}: the card is allowed.", names=seats_name(scene.args[0], names, say)
    )
    return News(
        "call", say("The card was allowed."), draws_line(scene, names, say) or line, " calm"
    )


def draws_line(scene: Scene, names: Sequence[str], say: Words) -> str:
    """Who draws how many cards now."""
    drawing = [(names[seat], scene.draws(seat)) for seat in range(scene.seats)]
    said = [
        say.count("{name} draws {n} card", "{name} draws {n} cards", n, name=name)
        for name, n in drawing
        if n
    ]
    return listed_words(said, say) + "." if said else ""


@lru_cache(maxsize=1 << 12)
def round_head(tie_break: int, number: int, rounds: int, turn: int, say: Words) -> str:
    """The numbers of the round and of the turn."""
    if tie_break:
        title = say("Tie-break")
    else:
        title = say("Round {number} of {rounds}", number=number, rounds=rounds)
    return span(class_="round")[b[title], " ", turn and small[say("Turn {turn}", turn=turn)]]


@cache
def nearly(colours: tuple[int, ...], say: Words) -> str:
    """The colours that two houses show already."""
    chips = []
    for colour in colours:
        said = say("Two houses show {colour}: a third one makes VIVA.",
                   colour=say(COLOUR_WORDS[colour]))  # fmt: skip
        chips.append(
            span(class_=f"sign s{colour}", role="img", aria_label=said, data_tip=said)[
                picture(SIGNS[COLOURS[colour].code]), i["2"], small["/3"]
            ]
        )
    return span(class_="nearly")[chips]


@cache
def direction(say: Words) -> str:
    """Which way the turns go round."""
    said = say("Play goes clockwise")
    tip = say("Play goes clockwise: after you, it is the turn of the player on your left.")
    return span(class_="way", role="img", aria_label=said, data_tip=tip)[
        picture("clockwise"), span(class_="to-left")[say("clockwise")]
    ]


# --- what can be said instead of placing a card -------------------------------------------


def pills(scene: Scene, say: Words) -> str:
    """Buttons beside the own hand."""
    return "".join(pill(action, say) for action in (PASS, KEEP, STOP) if action in scene.legal)


@cache
def pill(action: int, say: Words) -> str:
    """A decision in a word."""
    words = {
        PASS: (say("Pass"), say("There is no card to draw (VV-56).")),
        KEEP: (say("Keep the card"), say("The card stays in your hand, unseen.")),
        STOP: (say("Done"), say("Place no further identical card.")),
    }
    word, tip = words[action]
    text = TEXTS[action]
    return button(class_=f"pill {text}", data_pick=text, disabled=True, data_tip=tip)[word]


def window(scene: Scene, names: Sequence[str], say: Words) -> str:
    """The moment in which a card can be called: what was placed, on what, and who may speak."""
    if scene.phase not in SEALED:
        return ""
    line, may = call_line(scene, say), CALL in scene.legal
    return case(scene.last, (scene.placed, scene.house, scene.beneath), scene.block,
                names[scene.active], line, may, scene.false_call, say)  # fmt: skip


def call_line(scene: Scene, say: Words) -> str:
    """Who may say something now."""
    if scene.viewer == scene.active:
        return say("The others may call your card now.")
    if scene.viewer < 0 or not scene.asked(scene.viewer):
        return say("The others may call this card now.")
    if CALL in scene.legal:
        return say("Is it forbidden? Then call it before it counts.")
    return say("Your answer is in; the others may still think.")


@lru_cache(maxsize=1 << 12)
def case(
    last: int,
    placed: tuple[int, int, int],
    block: int,
    name: str,
    line: str,
    may: bool,
    false_call: int,
    say: Words,
) -> str:
    """The card in question beside those that it must and must not match."""
    kind, house, beneath = placed
    if last >= 0:
        card = card_name(last, say)
        title = say("{name}: {card} as the last card", name=name, card=card)
        cards = [
            small_card(last, say("Last card"), say),
            small_card(block, say("Block"), say),
        ]
    else:
        place = house_name(house, say)
        title = say("{name}: {card} in {house}", name=name, card=card_name(kind, say), house=place)
        under = say("On top of") if beneath >= 0 else say("Empty")
        cards = [
            small_card(kind, say("Placed"), say),
            small_card(beneath, under, say),
            small_card(block, say("Block"), say),
        ]
    return div(id="window", class_="window", role="group", aria_label=say("A card may be called"))[
        span(class_="case")[cards],
        span(class_="question")[b[title], small[line]],
        span(class_="answers")[answers(false_call, say)] if may else None,
    ]


def small_card(kind: int, word: str, say: Words) -> Markup:
    """A card of the question, with what it is to it."""
    if kind < 0:
        inside, said = span(class_="gap")[""], word
    else:
        inside, said = card_face(kind, None), f"{word}: {card_name(kind, say)}"
    return span(class_="exhibit", role="img", aria_label=said, data_tip=said + ".")[
        inside, small(aria_hidden="true")[word]
    ]


@cache
def answers(false_call: int, say: Words) -> Markup:
    """The two answers."""
    tip = say("The card is blocked or does not match: it goes back.")
    if false_call:
        tip += " " + say.count(
            "A call without reason costs {n} card.",
            "A call without reason costs {n} cards.",
            false_call,
        )
    call = button(class_="pill call", data_pick=TEXTS[CALL], disabled=True, data_tip=tip)
    silent = button(
        class_="pill silent",
        data_pick=TEXTS[SILENT],
        disabled=True,
        data_tip=say("You say nothing; the card stays unless somebody else calls."),
    )
    return Markup(
        call[picture("call", bare=True), say("Caught!")]
        + silent[picture("silent", bare=True), say("All right")]
    )
