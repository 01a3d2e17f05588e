"""The panels around the table of VIVA: the players, the round, its news, and the call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from markupsafe import Markup

from kermesse.core.html import b, button, div, i, small, span
from kermesse.core.kinds import bits_of
from kermesse.core.words import Words, listed_words, sentence_case
from kermesse.games.viva.board.art import SIGNS, picture
from kermesse.games.viva.board.cards import card_face
from kermesse.games.viva.board.scene import SEALED, Scene
from kermesse.games.viva.components import COLOURS
from kermesse.games.viva.state import CALL, KEEP, PASS, SILENT, STOP, Happening, Phase
from kermesse.games.viva.words.actions import TEXTS
from kermesse.games.viva.words.names import COLOUR_WORDS, card_name, colours_name, house_name

AFTER_VIVA = (Phase.RIGHT, Phase.LEFT, Phase.NEW_BLOCK, Phase.ONLY_CARD)
ROUND_OVER = (Happening.ROUND_WON, Happening.ROUND_VOID, Happening.VICTORY_CARD)
WON = (Happening.ROUND_WON, Happening.VICTORY_CARD)


# --- a player -----------------------------------------------------------------------------


class Player(NamedTuple):
    """Everything that a plate shows. It seldom changes between steps."""

    seat: int
    name: str
    look: str
    doing: str
    cards: int
    draws: int
    called: bool
    wins: int
    won: bool  # a victory card, in this very step


def plate(scene: Scene, seat: int, name: str, say: Words) -> str:
    """A player's name, what is awaited of them, victory cards and cards to draw."""
    won = scene.happened(Happening.VICTORY_CARD, seat)
    player = Player(seat, name, look(scene, seat), state(scene, seat, say), scene.cards(seat),
                    scene.draws(seat), scene.called(seat), scene.s.wins[seat], won)  # fmt: skip
    return drawn_plate(player, say)


def look(scene: Scene, seat: int) -> str:
    """The classes of a plate."""
    found = " due" if scene.has_to_move(seat) else ""
    found += "" if scene.plays(seat) else " out"
    if scene.told.event == Happening.MATCH_WON:
        won = bool(scene.told.winners >> seat & 1)
    else:
        won = any(scene.happened(event, seat) for event in WON)
    return found + (" winner" if won else "")


def state(scene: Scene, seat: int, say: Words) -> str:
    """What to say about a player now."""
    if not scene.plays(seat):
        return say("sits out")
    if scene.s.over or scene.s.phase in (Phase.WIN, Phase.VICTORY_CARD, Phase.NEXT):
        return ""
    if scene.asked(seat):
        return say("may call")
    if scene.called(seat):
        return say("calls!")
    if scene.s.phase == Phase.NEW_BLOCK and seat == scene.s.active:
        return say("chooses the block")
    if seat == scene.s.active and scene.s.turn:
        return say("to move") if scene.has_to_move(seat) else ""
    if seat == scene.left_of(scene.s.active):
        return say("next")
    return ""


@lru_cache(maxsize=1 << 12)
def drawn_plate(player: Player, say: Words) -> str:
    """A plate without the hand; it is the same for all who see the same."""
    seat, name, doing = player.seat, player.name, player.doing
    held = say.count("{n} card", "{n} cards", player.cards)
    won = say.count("{n} victory card", "{n} victory cards", player.wins)
    said = ", ".join(filter(None, (held, won, doing)))
    tip = sentence_case(said) + "."
    call = span(class_="bubble", aria_hidden="true")[picture("call", bare=True)]
    return span(class_=f"plate{player.look}", id=f"plate-{seat}")[
        span(class_="who")[b[name], small[doing]],
        span(class_="cards", role="img", aria_label=said, data_tip=tip)[b[player.cards]],
        Markup(victory_cards(seat, player.wins, player.won)),
        call if player.called else None,
        draw_badge(player.draws, name, say) if player.draws else None,
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


def draw_badge(n: int, name: str, say: Words) -> Markup:
    """How many cards a player has to draw now."""
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
        inside = round_head(scene.s.tie_break, scene.round, scene.s.rounds, scene.s.turn, say)
        inside += nearly(scene.nearly, say) + direction(say)
        return f'<div id="round" class="info">{inside}</div>'
    return div(id="round", class_=f"info news{news.look}")[
        picture(news.sign, bare=True), span(class_="result")[b[news.title], small[news.line]]
    ]


def tidings(scene: Scene, names: Sequence[str], say: Words) -> News | None:
    """The news of this step, if there are any."""
    event, phase = scene.told.event, scene.s.phase
    if event == Happening.MATCH_WON:
        return match_news(scene, names, say)
    if event in ROUND_OVER:
        return round_news(scene, names, say)
    if event == Happening.VIVA or phase in AFTER_VIVA:
        return viva_news(scene, names, say)
    if event == Happening.ANSWERS or phase in (Phase.TAKE_BACK, Phase.PENALTY):
        return call_news(scene, names, say)
    if phase == Phase.FALSE_CALLS:
        return News("call", say("The card was allowed."), draws_line(scene, names, say), " calm")
    return None


def match_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """Who has won the match."""
    winners = scene.told.winners
    who = seats_name(winners, names, say)
    line = say.count("{n} victory card", "{n} victory cards", max(scene.s.wins))
    if scene.s.tie_break:
        line += " · " + say("after a tie-break")
    if winners & (winners - 1):
        return News("crown", say("{names} share the victory!", names=who), line)
    return News("crown", say("{name} wins the match!", name=who), line)


def round_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """Who has won the round."""
    event = scene.told.event
    if event == Happening.ROUND_VOID:
        reason = (
            say("The round was stopped, and several have the fewest cards.")
            if scene.told.capped
            else say("Everybody has passed.")
        )
        return News("clockwise", say("Nobody wins the round"), reason, " calm")
    if event == Happening.ROUND_WON and scene.told.capped:
        reason = say("The round was stopped: fewest cards.")
    elif scene.s.tie_break:
        reason = say("That decides the match.")
    else:
        reason = say("The last card is on the block.")
    return News("crown", say("{name} wins the round!", name=names[scene.told.seat]), reason)


def viva_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """Whose VIVA it is, and what follows from it."""
    name = names[scene.s.active]
    if scene.told.event == Happening.VIVA:
        shown = colours_name(scene.told.colours, say)
        title = say("VIVA {colours} by {name}!", colours=shown, name=name)
    else:
        title = say("VIVA by {name}!", name=name)
    line = draws_line(scene, names, say)
    if not line and scene.s.phase == Phase.NEW_BLOCK:
        line = say("{name} chooses the new blocking card.", name=name)
    if not line and scene.s.phase == Phase.ONLY_CARD:
        line = say("The only card left becomes the blocking card.")
    return News("star", title, line, " viva")


def call_news(scene: Scene, names: Sequence[str], say: Words) -> News:
    """What came of the answers."""
    name = names[scene.s.active]
    if scene.s.phase in (Phase.TAKE_BACK, Phase.PENALTY):
        line = say.count(
            "{name} takes it back and draws {n} card.",
            "{name} takes it back and draws {n} cards.",
            scene.s.owes or scene.s.penalty,
            name=name,
        )
        return News("call", say("Caught! That card is forbidden."), line)
    if not scene.told.callers:
        return News("silent", say("Nobody calls."), say("The card stays."), " calm")
    callers = seats_name(scene.told.callers, names, say)
    line = say("Called by {callers}: the card is allowed.", callers=callers)
    line = draws_line(scene, names, say) or line
    return News("call", say("The card was allowed."), line, " calm")


def seats_name(seats: int, names: Sequence[str], say: Words) -> str:
    """Several players by their names."""
    return listed_words([names[seat] for seat in bits_of(seats)], say)


def draws_line(scene: Scene, names: Sequence[str], say: Words) -> str:
    """Who draws how many cards now."""
    drawing = [(names[seat], scene.draws(seat)) for seat in range(scene.s.seats)]
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
    """Buttons beside the viewer's hand."""
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
    """The moment in which a card can be called, beside those that it must and must not match."""
    s = scene.s
    if s.phase not in SEALED:
        return ""
    name, block = names[s.active], exhibit(s.block, say("Block"), say)
    if s.last >= 0:
        title = say("{name}: {card} as the last card", name=name, card=card_name(s.last, say))
        cards = [exhibit(s.last, say("Last card"), say), block]
    else:
        card, house = card_name(s.placed, say), house_name(s.house, say)
        title = say("{name}: {card} in {house}", name=name, card=card, house=house)
        under = say("On top of") if s.beneath >= 0 else say("Empty")
        cards = [exhibit(s.placed, say("Placed"), say), exhibit(s.beneath, under, say), block]
    return div(id="window", class_="window", role="group", aria_label=say("A card may be called"))[
        span(class_="case")[cards],
        span(class_="question")[b[title], small[call_line(scene, say)]],
        span(class_="answers")[answers(s.false_call, say)] if CALL in scene.legal else None,
    ]


@cache
def exhibit(kind: int, word: str, say: Words) -> Markup:
    """A card of the question, with what it is to it."""
    if kind < 0:
        inside, said = span(class_="gap")[""], word
    else:
        inside, said = card_face(kind, None), f"{word}: {card_name(kind, say)}"
    return span(class_="exhibit", role="img", aria_label=said, data_tip=said + ".")[
        inside, small(aria_hidden="true")[word]
    ]


def call_line(scene: Scene, say: Words) -> str:
    """Who may say something now."""
    if scene.s.viewer == scene.s.active:
        return say("The others may call your card now.")
    if scene.s.viewer < 0 or not scene.asked(scene.s.viewer):
        return say("The others may call this card now.")
    if CALL in scene.legal:
        return say("Is it forbidden? Then call it before it counts.")
    return say("Your answer is in; the others may still think.")


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
    tip = say("You say nothing; the card stays unless somebody else calls.")
    silent = button(class_="pill silent", data_pick=TEXTS[SILENT], disabled=True, data_tip=tip)
    return Markup(
        call[picture("call", bare=True), say("Caught!")]
        + silent[picture("silent", bare=True), say("All right")]
    )
