"""Why a message or a form is refused, in the language of its sender."""

from __future__ import annotations

from typing import Any

from kermesse.core.errors import KermesseError
from kermesse.core.words import ENGLISH, Words, mark

SENTENCES = {
    "bad_message": mark("The server could not read that. Nothing has changed."),
    "not_allowed": mark("You cannot do that here now."),
    "stale": mark("The table has moved on meanwhile. Have another look and choose again."),
    "unreadable": mark("That is not an action in this game."),
    "id_reused": mark("That message was used before for something else. Nothing has changed."),
    "not_ready": mark("The game is still getting ready. Try again in a moment."),
    "unavailable": mark("The server cannot save anything at the moment. Nothing has changed."),
    "log_full": mark("Too much has happened at this table for that. Play on to the end."),
    "no_room": mark("This server has no room for anything new. Matches that have begun go on."),
    "busy": mark("That was too much at once. Wait a moment."),
    "muted": mark("The host has muted you in this chat."),
    "no_chat": mark("There is no chat at this table."),
    "no_talk": mark("The options of this match do not allow that to be said now."),
    "no_hints": mark("There are no hints at this table now."),
    "no_hints_yet": mark("Hints are still getting ready. Ask again a little later."),
    "no_hint": mark("No hint was found in time."),
    "not_due": mark("You have nothing to decide now."),
    "too_late": mark("The window has closed: the time to answer is over."),
    "no_seat": mark("Every seat at this table is taken."),
    "no_network": mark(
        "This machine is not on a local network now, or another program uses its port there."
    ),
    "full": mark("Somebody else has taken that seat."),
    "seated": mark("You already sit at this table."),
    "gone": mark("That table is not there, or not for you."),
    "not_offered": mark("This table is of a game or a variant that is not offered here any more."),
    "too_many_tables": mark("You sit at too many tables. Finish or leave some of them first."),
    "time_up": mark("Your time was up: a bot takes this decision. The next one is yours again."),
    "just_gone": mark(
        "Their connection broke only a moment ago. A bot may decide for them in {seconds} seconds."
    ),
    "nothing_to_undo": mark("You have made no decision that could be taken back."),
    "refused_undo": mark("Somebody does not agree to take the decision back."),
    "damaged": mark(
        "This table is damaged: what the server finds is not what it has kept. Nobody can play "
        "on here; other tables are not affected."
    ),
    "edition": mark(
        "This match was played by an earlier edition of the rules, which this server does not "
        "have any more. It cannot go on, and it cannot be shown."
    ),
    "failed": mark("Something went wrong on the server. Nothing has changed."),
    "bad_link": mark("This link has already been used, or the host has withdrawn it."),
    "banned": mark("You may not play on this server."),
}

DAMAGED, EDITION = "damaged", "edition"  # why a table cannot go on


class Refused(KermesseError):
    """Refused, and nothing has changed. ``kind`` is one of `SENTENCES`."""

    def __init__(self, kind: str, rule: str = "", sentence: str = "", **values: object) -> None:
        super().__init__(f"{kind}: {sentence or SENTENCES[kind]}")
        self.kind = kind
        self.rule = rule
        self._sentence = sentence  # in the person's language already
        self._values = values  # of the places in the sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.kind, self.rule, self._sentence)

    def text(self, say: Words = ENGLISH) -> str:
        """The refusal in words."""
        return self._sentence or say(SENTENCES[self.kind], **self._values)


def error(refused: Refused, say: Words, said: str = "") -> dict[str, Any]:
    """The `error` of the protocol; ``said`` is the text of the rule."""
    answer = {"kind": refused.kind, "text": refused.text(say)}
    if refused.rule:
        answer |= {"rule": refused.rule, "said": said}
    return answer
