"""Why an action is refused: the rule and a sentence, told from the seat's own view."""

from __future__ import annotations

from kermesse.core.bits import has
from kermesse.core.record import NOTHING
from kermesse.core.words import ENGLISH, Words
from kermesse.games.shuppa.components import DISCARD, KIND, STARTS, VECTORS
from kermesse.games.shuppa.rules.cards import guests, height_of
from kermesse.games.shuppa.rules.cascade import Terms, terms_in_question
from kermesse.games.shuppa.rules.cells import holds
from kermesse.games.shuppa.rules.effects import kind_in_play
from kermesse.games.shuppa.state import (
    COLUMN,
    DECLINE,
    EAT,
    EFFECTS,
    JUMP,
    LIFT,
    SHARE,
    SWAP,
    Phase,
    State,
    cell_code,
    columns,
)
from kermesse.games.shuppa.tables import MOST_COLUMNS, MOST_SEATS
from kermesse.games.shuppa.words.names import KIND_WORDS, card_name, column_name

Reason = tuple[str, str]


def refusal(s: State, seat: int, action: int, say: Words = ENGLISH) -> Reason:
    """Why a seat may not act so."""
    if s.over:
        return "SH-95", say("the match is over")
    if not has(s.due, seat):
        return not_due(s, say)
    if s.phase == Phase.PLAY:
        if action >= DECLINE:
            return "SH-24", say("first everybody chooses a card")
        return "SH-24", say("{card} is not in your hand", card=card_name(action, say))
    if s.phase == Phase.SHARE:
        return bad_share(s, action, say)
    if action < DECLINE:
        return "SH-24", say("a card is chosen only in phase 2 of a round")
    if action >= SHARE:
        return "SH-41", say("there is no lot to share now")
    if s.phase == Phase.TIE:
        return "SH-108", say("the automaton takes an option that brings it {n} PV", n=int(s.best))
    return bad_effect(s, action, say)


def not_due(s: State, say: Words) -> Reason:
    if s.phase == Phase.PLAY:
        return "SH-24", say("you have chosen your card for this round already")
    seat = int(s.active)
    return ("SH-59" if s.acting else "SH-31"), say("it is seat {seat}'s turn", seat=seat)


def bad_share(s: State, action: int, say: Words) -> Reason:
    """The parts do not add up, or one of them is too large."""
    if action < SHARE:
        return "SH-43", say("first share the lot")
    terms: Terms = terms_in_question(s)
    vector = action - SHARE
    if not STARTS[terms.involved] <= vector < STARTS[terms.involved + 1]:
        return "SH-41", say(
            "{n} players are involved: name the multicolours of each, and those discarded",
            n=terms.involved,
        )
    parts = [int(VECTORS[vector, place]) for place in range(MOST_SEATS)]
    if max(parts) > terms.each:
        return "SH-42", say.count(
            "nobody gets more than {n} card of this lot",
            "nobody gets more than {n} cards of this lot",
            int(terms.each),
        )
    if VECTORS[vector, DISCARD] > terms.rest:
        return "SH-42", say.count(
            "{n} card of this lot is discarded, not more",
            "{n} cards of this lot are discarded, not more",
            int(terms.rest),
        )
    return "SH-44", say.count(
        "the lot has {n} multicolour card to share",
        "the lot has {n} multicolour cards to share",
        int(terms.multi),
    )


def bad_effect(s: State, action: int, say: Words) -> Reason:
    """The effect of another card, or one that is not possible here."""
    kind = kind_in_play(s)
    if not EFFECTS[kind] <= action < EFFECTS[kind + 1]:
        word = say(KIND_WORDS[KIND[s.token[s.active]]])
        return "SH-61", say("your card can only {kind}; or decline", kind=word)
    if action < JUMP:
        return bad_cell(s, action - EAT, "SH-64", "SH-62", say)
    if action < SWAP:
        return bad_jump(s, *divmod(action - JUMP, MOST_COLUMNS), say)
    if action < LIFT:
        one, sideways = divmod(action - SWAP, 2)
        for cell in (one, one + (COLUMN if sideways else 1)):
            rule, sentence = bad_cell(s, cell, "SH-72", "SH-71", say)
            if sentence:
                return rule, sentence
    return bad_lift(s, *divmod(action - LIFT, 2), say)


def bad_cell(s: State, cell: int, empty: str, foreign: str, say: Words) -> Reason:
    """No card there, or one with a foreign token; an empty sentence if it may be chosen."""
    if cell >= COLUMN * columns(s) or s.zone[cell] == NOTHING:
        return empty, say("there is no card at {cell}", cell=cell_code(cell))
    card = int(s.zone[cell])
    if holds(guests(s, s.active), cell):
        return foreign, say("{card} carries the token of another player", card=card_name(card, say))
    return empty, ""


def no_column(s: State, column: int, say: Words) -> Reason:
    gaps = {"column": column_name(column, say), "n": columns(s)}
    return "SH-01", say("there is no {column}; there are {n}", **gaps)


def bad_jump(s: State, start: int, target: int, say: Words) -> Reason:
    """From nowhere, to nowhere, or nowhere else."""
    if max(start, target) >= columns(s):
        return no_column(s, max(start, target), say)
    if start == target:
        return "SH-67", say("a card jumps to another column")
    if height_of(s, start) == 0:
        return "SH-67", say("{column} has no card", column=column_name(start, say))
    return bad_cell(s, COLUMN * start + height_of(s, start) - 1, "SH-67", "SH-62", say)


def bad_lift(s: State, column: int, down: int, say: Words) -> Reason:
    """A column that is too short, or whose end may not be taken."""
    if column >= columns(s):
        return no_column(s, column, say)
    height = height_of(s, column)
    if height < 2:
        return "SH-76", say("{column} has fewer than two cards", column=column_name(column, say))
    return bad_cell(s, COLUMN * column + (height - 1 if down else 0), "SH-76", "SH-77", say)
