"""What people type: posted fields read into checked values, or refused by field and sentence.

Everything that comes from a form or a message passes here before anybody else sees it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from kermesse.core.errors import KermesseError, SetupRefused
from kermesse.core.game import Game
from kermesse.core.options import Option, Value
from kermesse.core.words import ENGLISH, LANGUAGES, Words, sentence_case
from kermesse.table.letters import clean, has_ink, scripts_mixed, skeleton
from kermesse.table.levels import USUAL
from kermesse.table.state.terms import ALONE, ALWAYS, NEVER
from kermesse.table.visitor import THEMES

OPTION = "option-"  # before the name of a game's option: no option can hide a field of the house
BOT_AT = "bot-"  # before the number of a seat: the bot there, if it is not the usual one

LONGEST_NAME = 24
LONGEST_CHAT = 500
PASSPHRASE = range(8, 201)
NUMBER = re.compile(r"[0-9]{1,12}")
LOCAL_PATH = re.compile(r"/(?![/\\])[^\s\\\x00-\x1f\x7f]*")

DECISION_SECONDS = range(5, 604_801)  # a week
TOTAL_SECONDS = range(60, 2_592_001)  # thirty days
TOTAL_MINUTES = range(1, TOTAL_SECONDS[-1] // 60 + 1)
USUAL_SECONDS = 180  # a coffee break costs each of some friends one decision at most
USUAL_MINUTES = 30
CLOCKS = ("none", "decision", "total")
HINTS = (ALONE, ALWAYS, NEVER)

MOST_FIELDS = 60
LONGEST_VALUE = 200
LONGEST_TYPED = 4000  # before cleaning: normalising a text takes time in proportion to its length

__all__ = ["FormError", "TableWish", "read_chat", "read_name", "read_wish", "skeleton"]

HOUSE_FIELDS = (
    "seats",
    "bot",
    "clock",
    "decision_seconds",
    "total_minutes",
    "listed",
    "chat",
    "hints",
)


class FormError(KermesseError, ValueError):
    """A field that cannot be accepted; the sentence is in the sender's language."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.sentence = sentence

    def __reduce__(self) -> tuple[object, ...]:
        return FormError, (self.field, self.sentence)


@dataclass(frozen=True)
class TableWish:
    """The table that somebody asks for. A clock of 0 seconds is none."""

    seats: int
    options: dict[str, Value] = field(default_factory=dict)
    bot: str = USUAL
    clock_decision: int = 0
    clock_total: int = 0
    listed: bool = False
    chat: bool = True
    hints: str = ALONE
    bots: dict[int, str] = field(default_factory=dict)  # at seats with a different bot
    seed: int | None = None  # of a deal that is the same for everybody: a first match


def read_wish(
    game: Game, form: Mapping[str, str], bots: Collection[str], say: Words = ENGLISH
) -> TableWish:
    """A posted form of the game's page; what is missing takes its default."""
    refuse_strangers(game, form, say)
    decision, total = read_clocks(form, say)
    seats = read_seats(game, form, say)
    return TableWish(
        seats=seats,
        options=read_options(game, form, seats, say),
        bot=read_bot(form, bots, say),
        clock_decision=decision,
        clock_total=total,
        listed=read_flag(form, "listed", False, say),
        chat=read_flag(form, "chat", True, say),
        hints=read_word(form, "hints", HINTS, ALONE, say),
        bots=read_bots(form, range(1, seats), bots, say),
    )


def refuse_strangers(game: Game, form: Mapping[str, str], say: Words = ENGLISH) -> None:
    """Refuse fields that the game's page does not have, and too many or too long ones."""
    known = {*HOUSE_FIELDS, *(OPTION + option.name for option in game.options)}
    known |= {f"{BOT_AT}{seat}" for seat in range(1, game.seats[-1])}
    if len(form) > MOST_FIELDS:
        raise FormError("", say("This form has too many fields."))
    for name in form:
        if name not in known:
            raise FormError("", say("This form has a field that is not known here."))
        given(form, name, say)


def given(form: Mapping[str, str], name: str, say: Words = ENGLISH) -> str:
    """The text of a field without spaces around it; empty if it was not sent."""
    value: object = form.get(name, "")
    if not isinstance(value, str) or len(value) > LONGEST_VALUE:
        raise FormError(name, say("This entry is too long."))
    return value.strip()


def read_options(
    game: Game, form: Mapping[str, str], seats: int, say: Words = ENGLISH
) -> dict[str, Value]:
    """All options of a game, as posted or by default; refuses what does not go together.

    What is chosen for an option that does not matter now counts for nothing: its field is hidden.
    """
    posted = {option.name: read_option(option, form, say) for option in game.options}
    chosen = {
        option.name: posted[option.name] if option.matters(posted, seats) else option.default
        for option in game.options
    }
    if seats not in game.seats_for(chosen):
        raise clash(game, chosen, seats, say)
    return chosen


def clash(game: Game, chosen: Mapping[str, Value], seats: int, say: Words) -> FormError:
    """Why options cannot be chosen together, or not for so many seats: which are to blame."""
    changed = [option for option in game.options if chosen[option.name] != option.default]
    guilty = [
        option
        for option in changed
        if seats in game.seats_for({**chosen, option.name: option.default})
    ] or changed
    field = OPTION + guilty[0].name if guilty else "seats"
    possible = ", ".join(map(str, game.seats_for(chosen)))
    if possible:
        sentence = say(
            "This is not possible with {n} seats. Choose another number: {possible}.",
            n=seats,
            possible=possible,
        )
        return FormError(field, sentence)
    own = game.words(say.language)
    names = [sentence_case(own(option.meaning)) for option in guilty]
    sentence = say("These do not go together: {options}. Change one.", options="; ".join(names))
    return FormError(field, sentence)


def read_option(option: Option, form: Mapping[str, str], say: Words = ENGLISH) -> Value:
    """One option, as posted or by default."""
    name = OPTION + option.name
    text = given(form, name, say)
    if not text:
        return option.default
    try:
        return option.read(text)
    except SetupRefused:
        pass
    if isinstance(option.allowed, range):
        raise FormError(name, whole_number(option.allowed, say))
    raise FormError(name, say("Please choose one of the offered values."))


def whole_number(allowed: range, say: Words) -> str:
    """The sentence that asks for a number within bounds."""
    return say(
        "Please give a whole number from {least} to {most}.", least=allowed[0], most=allowed[-1]
    )


def read_count(
    form: Mapping[str, str], name: str, allowed: range, default: int, say: Words = ENGLISH
) -> int:
    """A whole number within bounds; ASCII digits only, as number fields send them."""
    text = given(form, name, say)
    if not text:
        return default
    number = int(text) if NUMBER.fullmatch(text) else None
    if number is None or number not in allowed:
        raise FormError(name, whole_number(allowed, say))
    return number


def read_flag(form: Mapping[str, str], name: str, default: bool, say: Words = ENGLISH) -> bool:
    """A checkbox. Its page sends `false` ahead of it, so that unticked differs from missing."""
    text = given(form, name, say)
    if text in ("true", "on"):
        return True
    if text == "false":
        return False
    if text:
        raise FormError(name, say("Please choose one of the offered values."))
    return default


def read_word(
    form: Mapping[str, str],
    name: str,
    allowed: Collection[str],
    default: str,
    say: Words = ENGLISH,
) -> str:
    """One of a few words."""
    text = given(form, name, say) or default
    if text not in allowed:
        raise FormError(name, say("Please choose one of the offered values."))
    return text


def read_seats(game: Game, form: Mapping[str, str], say: Words = ENGLISH) -> int:
    """The number of seats."""
    number = read_count(form, "seats", game.seats, game.checked_seats(None), say)
    return game.checked_seats(number)


def read_bot(form: Mapping[str, str], bots: Collection[str], say: Words = ENGLISH) -> str:
    """The bot for the other seats."""
    return read_word(form, "bot", bots, usual_bot(bots), say)


def read_bots(
    form: Mapping[str, str], seats: range, bots: Collection[str], say: Words = ENGLISH
) -> dict[int, str]:
    """The seats for which another bot is wanted than for the rest.

    What is chosen for a seat that the table does not have counts for nothing: a person may have
    wanted more seats a moment ago.
    """
    chosen = {seat: read_word(form, f"{BOT_AT}{seat}", {"", *bots}, "", say) for seat in seats}
    return {seat: name for seat, name in chosen.items() if name}


def usual_bot(bots: Collection[str]) -> str:
    """The bot that is offered first."""
    return USUAL if USUAL in bots else next(iter(bots), "")


def read_clocks(form: Mapping[str, str], say: Words = ENGLISH) -> tuple[int, int]:
    """Seconds per decision and seconds in total for a seat, of which at most one is not 0."""
    chosen = read_word(form, "clock", CLOCKS, "none", say)
    seconds = read_count(form, "decision_seconds", DECISION_SECONDS, USUAL_SECONDS, say)
    minutes = read_count(form, "total_minutes", TOTAL_MINUTES, USUAL_MINUTES, say)
    return (
        seconds if chosen == "decision" else 0,
        60 * minutes if chosen == "total" else 0,
    )


def read_name(text: str, say: Words = ENGLISH) -> str:
    """A player's name, cleaned of what nobody can see or tell apart."""
    name = clean(bounded("name", text, say))
    if not has_ink(name):
        raise FormError("name", say("Please write a name."))
    if len(name) > LONGEST_NAME:
        raise FormError("name", say("A name has at most {most} characters.", most=LONGEST_NAME))
    if scripts_mixed(name):
        raise FormError(
            "name", say("Please write the name in one alphabet: Latin, Greek or Cyrillic.")
        )
    return name


def read_chat(text: str, say: Words = ENGLISH) -> str:
    """A line of chat."""
    line = clean(bounded("text", text, say))
    if not has_ink(line):
        raise FormError("text", say("There is nothing to send."))
    if len(line) > LONGEST_CHAT:
        raise FormError("text", say("A message has at most {most} characters.", most=LONGEST_CHAT))
    return line


def read_passphrase(text: str, say: Words = ENGLISH) -> str:
    """A passphrase, spelt the same whatever keyboard it was typed on."""
    from unicodedata import category, normalize

    phrase = normalize("NFC", bounded("passphrase", text, say))
    if len(phrase) not in PASSPHRASE:
        raise FormError(
            "passphrase",
            say(
                "A passphrase has {least} to {most} characters.",
                least=PASSPHRASE[0],
                most=PASSPHRASE[-1],
            ),
        )
    if not has_ink(phrase) or any(category(sign) in ("Cc", "Cs") for sign in phrase):
        raise FormError("passphrase", say("Please use letters, digits, signs and spaces only."))
    return phrase


def read_number(text: str, say: Words = ENGLISH) -> int:
    """An account number, written with or without gaps."""
    digits = re.sub(r"[\s.-]", "", bounded("number", text, say))
    if not NUMBER.fullmatch(digits):
        raise FormError("number", say("An account number consists of digits."))
    return int(digits)


def read_language(form: Mapping[str, str], say: Words = ENGLISH) -> str:
    """One of our languages."""
    return read_word(form, "language", LANGUAGES, "en", say)


def read_theme(form: Mapping[str, str], say: Words = ENGLISH) -> str:
    """Light, dark, or as the device says."""
    return read_word(form, "theme", THEMES, "auto", say)


def read_back(text: object) -> str:
    """Where to go after a form: a path of this server, never another site."""
    if isinstance(text, str) and len(text) <= LONGEST_VALUE and LOCAL_PATH.fullmatch(text):
        return text
    return "/"


def bounded(name: str, text: object, say: Words) -> str:
    """A text short enough to be looked at."""
    if not isinstance(text, str):
        raise FormError(name, say("Please write something."))
    if len(text) > LONGEST_TYPED:
        raise FormError(name, say("This entry is too long."))
    return text
