"""What can go wrong, each kind by its own name and with one sentence a person can act on."""

from __future__ import annotations

import operator

LONGEST_QUOTE = 60


def brief(value: object) -> str:
    """A value as an error quotes it: enough to recognise it, never pages."""
    try:
        text = repr(value)
    except Exception:  # an int of thousands of digits, or somebody's broken __repr__
        text = f"<{type(value).__name__} that cannot be shown>"
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def whole(value: object) -> int | None:
    """A whole number of any kind, NumPy's too, as an int; None for anything else, bools too."""
    if type(value) is int:  # nearly always
        return value
    if isinstance(value, bool) or getattr(value, "shape", ()) != ():
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


class KermesseError(Exception):
    """Every error that Kermesse raises on purpose; its text is fit to be shown to a person."""


class UnknownGame(KermesseError, LookupError):
    """No game of that name is installed."""


class UnknownRule(KermesseError, LookupError):
    """The rulebook has no rule of that id."""


class UnknownBot(KermesseError, LookupError):
    """No bot of that name is known."""


class SetupRefused(KermesseError, ValueError):
    """Seats, options, players or seed with which no game can start."""


class TableRefused(KermesseError, ValueError):
    """A table of components that cannot be read, or that a game cannot be played with."""


class VariantRefused(KermesseError, ValueError):
    """A variant that cannot be read, or that cannot be played."""


class UnreadableAction(KermesseError, ValueError):
    """The text is not an action of this game at all (as opposed to one that is illegal now)."""


class UnreadablePosition(KermesseError, ValueError):
    """The text is not a position of this game."""


class IllegalMove(KermesseError, ValueError):
    """An action that the rules do not allow now. ``rule`` is the id to look up in the rulebook."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.sentence = message
        self.rule = rule

    def __reduce__(self) -> tuple[object, ...]:
        return IllegalMove, (self.sentence, self.rule)


class CannotUndo(KermesseError):
    """Taking the decision back would take back something that was shown or drawn."""


class MatchFileError(KermesseError, ValueError):
    """A match file that cannot be read; the text says where and what was expected."""


class UnknownSeat(KermesseError, LookupError):
    """No such place at this table."""
