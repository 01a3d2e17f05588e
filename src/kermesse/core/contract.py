"""The kernels of a game: the whole contract, as signatures with their promises.

A game provides functions of these names. Generic kernels (`core.playout` and everything that
searches, simulates or serves) import the names from here and are *bound* to a game by
`core.binding.bind`, which puts the game's own kernels in their place.
"""

from __future__ import annotations

from kermesse.core.kernel import kernel
from kermesse.core.record import Counts, Moves, Points, Record, Worths

PLAY = ("setup", "legal", "act", "step", "score", "outcome")
KNOWLEDGE = ("conceal", "imagine", "twin", "census")
JUDGEMENT = ("features", "evaluate")
KERNELS = (*PLAY, *KNOWLEDGE, *JUDGEMENT)


class UnboundKernel(RuntimeError):
    """A generic kernel was called before it was bound to a game."""


def setup(s: Record) -> None:
    """From `seats`, options and `rng` to the first decision, whatever else the record contains."""
    raise UnboundKernel("setup")


def legal(s: Record, seat: int, out: Moves) -> int:
    """Write the action numbers open to ``seat``, ascending; return how many. 0 unless it is due.

    Reads nothing that ``seat`` cannot know: the same numbers come out of its concealed record.
    """
    raise UnboundKernel("legal")


def act(s: Record, seat: int, action: int) -> None:
    """Take one decision. A choice made in secret stays sealed in the record."""
    raise UnboundKernel("act")


def step(s: Record) -> None:
    """Carry out one automatic step (a reveal, a drop, a refill) when nobody is due."""
    raise UnboundKernel("step")


def score(s: Record, out: Points) -> None:
    """Points per seat as they stand."""
    raise UnboundKernel("score")


def outcome(s: Record, out: Points) -> int:
    """When over: the place of each seat (ties and teams share one); return why it ended."""
    raise UnboundKernel("outcome")


def conceal(s: Record, seat: int) -> None:
    """Overwrite what ``seat`` (or a spectator) cannot know. The result is the view."""
    raise UnboundKernel("conceal")


def imagine(s: Record) -> None:
    """Fill the unknowns of a view with a uniformly drawn world that fits it."""
    raise UnboundKernel("imagine")


def twin(s: Record, seat: int) -> None:
    """Redraw, in the table's record itself, what ``seat`` cannot know.

    The rulebook's "who knows what" said a second time, with neither `conceal` nor `imagine`:
    the conformance suite compares the two accounts.
    """
    raise UnboundKernel("twin")


def census(s: Record, out: Counts) -> int:
    """Count each component that this record names; return the number of unnamed ones."""
    raise UnboundKernel("census")


def features(s: Record, out: Worths) -> None:
    """What a learning bot sees of a view, as numbers of about unit size."""
    raise UnboundKernel("features")


def evaluate(s: Record, out: Worths) -> None:
    """A quick judgement per seat: how much better than the others it stands."""
    raise UnboundKernel("evaluate")


@kernel
def unseal(s: Record) -> None:
    """Take back all choices that are sealed now: their seats are due again.

    A game without sealed choices leaves it out. Searches need it to think about a choice together
    with those that others have already made in secret.
    """


@kernel
def afresh(s: Record) -> None:
    """Forget who won the earlier rounds: everybody is level.

    Searches play for the current round. A match that is half lost would make everything that can
    still be won look equally small. A game without rounds to be won leaves it out.
    """


@kernel
def manners(s: Record, seat: int, lot: int, moves: Moves, n: int) -> int:
    """Keep of ``n`` legal actions those that a well-behaved bot looks at; return how many.

    They stay ascending. ``lot`` is a number below 100, drawn for this decision: how a bot behaves
    may be a matter of chance. A game that leaves it out has nothing but good manners.
    """
    return n


@kernel
def note(s: Record, seat: int, action: int, out: Counts) -> None:
    """Count for a seat what the game's `measures` ask for.

    Called when the game is dealt (`DEALT` in place of an action), before each decision of the seat,
    and when the game is over (`ENDED`). A game that leaves it out has nothing to be measured.
    """


@kernel
def pace(s: Record, out: Counts) -> None:
    """Add to ``out`` the turns and rounds that have just begun, as far as the game has them.

    Called after `setup` and after every act and step.
    """
