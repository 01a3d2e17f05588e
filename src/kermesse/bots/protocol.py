"""The protocol of outside programs: what they are told, a JSON message a line, and how they answer.

Everything is made from the seat's `View`. Players are named by their seats, never by the name
that somebody chose: `hello` lists those names, and nothing else holds a word of another player.
See `docs/reference/bot-protocol.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kermesse.core.errors import KermesseError, UnreadableAction, brief
from kermesse.core.game import Game
from kermesse.core.position import Action, View

PROTOCOL = 1
LONGEST_LINE = 4096  # bytes of an answer
TRIES = 3  # answers to one question, before the decision is taken away
STALE = "stale"  # the kind of refusal after which nothing is asked again
RULES = "rules"  # what a program asks for to be sent the whole rulebook

Message = dict[str, Any]


class RefusedAnswer(KermesseError):
    """An answer with which nothing can be done; ``kind`` is one of the protocol's."""

    def __init__(self, kind: str, sentence: str, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.kind = kind
        self.sentence = sentence
        self.rule = rule


class Reply(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a program: an answer to a question, a wish to read the rules, or a farewell."""

    id: int | None = None
    action: int | str | None = None
    comment: str = ""
    ask: str | None = None
    leave: bool = False


_decoder = msgspec.json.Decoder(Reply)


# --- what a program is told -----------------------------------------------------------------------


def hello(view: View, players: Sequence[str] = ()) -> Message:
    """The match and the seat, before the first question."""
    game = view.game
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "title": game.title,
        "rules": game.version,
        "seats": view.seats,
        "seat": view.seat,
        "teams": list(game.teams(view.seats)),
        "options": view.options,
        "players": list(players),
    }


def question(view: View, number: int, events: Sequence[str], *, anew: bool) -> Message:
    """What a person at the seat would see when it is to decide."""
    page = view.game.page
    return {
        "type": "decide",
        "id": number,
        "prompt": page.prompt(view, view.game.words()) if page else "",
        "legal": [action.text for action in view.legal()],
        "anew": anew,
        "events": list(events),
        "points": view.points,
        "due": sorted(view.due),
        "phase": view.phase,
        "board": str(view),
        "view": view.text,
    }


def again(asked: Message) -> Message:
    """A repeated question, without the events that it has already told."""
    return asked | {"anew": False, "events": []}


def ending(view: View, places: Sequence[int], why: str, events: Sequence[str]) -> Message:
    """How it ended; places from 1, the best."""
    return {
        "type": "over",
        "places": list(places),
        "ending": why,
        "events": list(events),
        "points": view.points,
        "board": str(view),
        "view": view.text,
    }


def refusal(number: int | None, kind: str, text: str, rule: str = "", said: str = "") -> Message:
    """Why an answer is not taken; nothing has changed."""
    message: Message = {"type": "error", "id": number, "kind": kind, "text": text}
    return message | ({"rule": rule, "said": said} if rule else {})


def refused(game: Game, number: int | None, wrong: RefusedAnswer) -> Message:
    """The same, with the words of the rule."""
    try:
        said = game.rulebook().rule(wrong.rule) if wrong.rule else ""
    except KermesseError:  # a game may have no rulebook in English, or a gap in it
        said = ""
    return refusal(number, wrong.kind, wrong.sentence, wrong.rule, said)


def rules(game: Game, wanted: str) -> Message:
    """The rulebook, or one rule of it; refuses an id that it does not have."""
    try:
        book = game.rulebook()
        text = book.text if wanted == RULES else book.rule(wanted)
    except KermesseError as unknown:
        raise RefusedAnswer("unreadable", str(unknown)) from None
    return {"type": "rules", "ask": wanted, "text": text}


def encoded(message: Message) -> bytes:
    """A message as its line; signs that are not ASCII are written as they are."""
    return msgspec.json.encode(message)


# --- what it answers ------------------------------------------------------------------------------


def read_reply(line: bytes | str) -> Reply:
    """What a line says; refuses one that says nothing, or two things."""
    try:
        text = line.encode() if isinstance(line, str) else line
        if len(text) > LONGEST_LINE:
            raise RefusedAnswer("bad_message", f"a line has at most {LONGEST_LINE} bytes")
        reply = _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as broken:
        raise RefusedAnswer("bad_message", f"{brief(line)} is no answer: {broken}") from None
    is_answer = reply.id is not None or reply.action is not None
    if is_answer + (reply.ask is not None) + reply.leave > 1:
        raise RefusedAnswer("bad_message", "a line has an action, asks or leaves: one of them")
    if not reply.leave and reply.ask is None and (reply.id is None or reply.action is None):
        raise RefusedAnswer(
            "bad_message", 'an answer has an id and an action: {"id": 1, "action": 0}'
        )
    return reply


def check_number(given: int | None, number: int) -> None:
    """Refuse an answer to another question than the last; one that comes late is `stale`."""
    if given == number:
        return
    if given is not None and 0 < given < number:
        raise RefusedAnswer(STALE, f"question {given} is no longer open")
    raise RefusedAnswer("unreadable", f"the question is {number}, not {brief(given)}")


def chosen(view: View, action: int | str | None) -> Action:
    """The legal action that is meant, by its text or its place in `legal`; refuses any other."""
    legal = view.legal()
    if isinstance(action, int):
        if not 0 <= action < len(legal):
            raise RefusedAnswer(
                "unreadable",
                f"legal has {len(legal)} actions, counted from 0: there is no {brief(action)}",
            )
        return legal[action]
    try:
        number = view.read_action(str(action))
    except UnreadableAction as broken:
        raise RefusedAnswer("unreadable", str(broken)) from None
    for allowed in legal:
        if allowed.number == number:
            return allowed
    rule, sentence = view.game.notation.refusal(view.record, view.seat, number)
    raise RefusedAnswer("illegal", sentence, rule)
