"""Actions picked by parts: what is lit after each part, and what a path means."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import kermesse
from kermesse.bots.protocol import chosen
from kermesse.core.errors import IllegalMove, UnreadableAction
from kermesse.core.game import Game
from kermesse.core.match import Match
from kermesse.core.position import Action
from kermesse.core.registry import game_names
from kermesse.core.words import ENGLISH
from kermesse.games.moon_river.tests.scenes import scene
from kermesse.interop.gymnasium.opponents import Asked
from kermesse.table.state import picks
from kermesse.table.state.picks import leaves, take, tree

from .worlds import random_match

VIVA = kermesse.game("viva")
OPTIONS = {"table": "honour", "first_dealer": "seat1", "rounds": 1}


def begun(game: Game = VIVA) -> Match:
    """Seat 0 to move, every card allowed in every tables."""
    return Match(game, 2, options=OPTIONS, secret=bytes(32))


def cards(match: Match) -> set[str]:
    return {a.text.split()[0] for a in match.legal(0) if " H" in a.text}


def in_three(text: str) -> tuple[tuple[str, ...], ...]:
    """A gesture of three parts."""
    return (("place", *text.split()),) if " H" in text else ((text,),)


def either_way(text: str) -> tuple[tuple[str, ...], ...]:
    """Two parts in whichever order."""
    parts = text.split()
    return ((parts[0], parts[1]), (parts[1], parts[0])) if " H" in text else ((text,),)


def test_a_card_leads_to_its_houses() -> None:
    match = begun()
    offered = tree(match.frames[-1], 0)
    for card in cards(match):
        assert offered[card] == {"H1": {}, "H2": {}, "H3": {}}
        assert offered[f"{card} H1"] == {}
    assert offered["draw"] == {}
    assert tree(match.frames[-1], 1) == {}


def test_a_closed_action_is_refused_in_words_whatever_led_there() -> None:
    """Its own text says what was meant, if the picks before it only led there."""
    led = replace(VIVA, ways=lambda text: (("begin", text),) if " H" in text else ((text,),))
    match = begun(led)
    missing = next(card for card in ("R", "P", "O", "Y", "G", "B") if card not in cards(match))
    with pytest.raises(IllegalMove):
        take(match, 0, ["begin", f"{missing} H1"], ENGLISH)
    for last in ("nowhere", "draw"):  # an open action is not taken by a way that it does not have
        with pytest.raises(UnreadableAction, match="no action is picked so"):
            take(match, 0, ["begin", last], ENGLISH)
    assert len(match.decisions) == 0


@pytest.mark.parametrize("number", range(3))
def test_a_path_of_parts_is_the_action(number: int) -> None:
    plain, parted = begun(), begun()
    card = sorted(cards(plain))[number]
    take(plain, 0, [f"{card} H2"], ENGLISH)
    take(parted, 0, [card, "H2"], ENGLISH)
    assert [d.text for d in parted.decisions] == [f"{card} H2"]
    assert plain.frames[-1] == parted.frames[-1]


def test_three_parts_and_either_order() -> None:
    match = begun(replace(VIVA, ways=in_three))
    card = min(cards(match))
    offered = tree(match.frames[-1], 0)
    assert set(offered["place"]) == cards(match)
    assert offered["place"][card] == {"H1": {}, "H2": {}, "H3": {}}
    take(match, 0, ["place", card, "H3"], ENGLISH)
    assert match.decisions[0].text == f"{card} H3"
    match = begun(replace(VIVA, ways=either_way))
    offered = tree(match.frames[-1], 0)
    assert set(offered["H1"]) == cards(match)
    take(match, 0, ["H3", card], ENGLISH)
    assert match.decisions[0].text == f"{card} H3"


def test_half_a_path_decides_nothing() -> None:
    match = begun()
    with pytest.raises(UnreadableAction, match="half way"):
        take(match, 0, [min(cards(match))], ENGLISH)
    match = begun(replace(VIVA, ways=in_three))
    for path in (["place"], ["place", min(cards(match))]):
        with pytest.raises(UnreadableAction, match="half way"):
            take(match, 0, path, ENGLISH)
    assert match.decisions == []


def test_a_part_that_leads_nowhere_says_why() -> None:
    match = begun()
    foreign = next(c for c in ("R", "P", "O", "Y", "G", "B", "RP", "RO") if c not in cards(match))
    for path in ([foreign], [foreign, "H1"]):
        with pytest.raises(IllegalMove) as refused:
            take(match, 0, path, ENGLISH)
        assert refused.value.rule == "VV-24"
    for path in (["H1"], ["nonsense"], [foreign, "H9"], ["draw", "nonsense"]):
        with pytest.raises(UnreadableAction):
            take(match.fork(), 0, path, ENGLISH)


def test_what_is_picked_by_parts_is_not_sent_further_ahead() -> None:
    """What follows is shown first: the board draws the card where it was laid."""
    match = random_match(VIVA, 2, random.Random(3), {"table": "strict", "hand_size": 7})
    frames = [frame for frame in match.frames if frame.phase == "turn"]
    for frame in frames:
        (seat,) = frame.due
        for name, further in tree(frame, seat).items():
            assert all(leaf == {} for leaf in further.values()), name


def test_a_large_tree_is_sent_one_decision_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(kermesse.game("muvuca"), 2, secret=bytes(32))
    (seat,) = match.due
    whole = tree(match.frames[-1], seat)
    assert all(further for further in whole.values())
    monkeypatch.setattr(picks, "MOST_LEAVES", leaves(whole) - 1)
    assert tree(match.frames[-1], seat) == {card: {} for card in whole}
    match = begun()
    monkeypatch.setattr(picks, "MOST_LEAVES", 1)
    assert tree(match.frames[-1], 0)[min(cards(match))] == {"H1": {}, "H2": {}, "H3": {}}


@pytest.mark.parametrize("name", game_names())
def test_ways_lead_to_their_actions_and_to_no_other(name: str) -> None:
    game = kermesse.game(name)
    match = random_match(game, game.seats[0], random.Random(7))
    for frame in match.frames:
        for seat in frame.due:
            ways = {way: a.text for a in frame.legal(seat) for way in game.ways(a.text)}
            assert ways
            for way, text in ways.items():
                assert not any(way[:n] in ways for n in range(1, len(way))), way
                number, length = picks.first_decision(frame, seat, list(way))
                assert (game.notation.action_text(number), length) == (text, len(way))


@pytest.mark.rule("MR-136")
def test_a_text_means_at_a_table_and_to_a_program_what_it_means_in_the_game() -> None:
    """Two equal plots are placed by naming their cells in either order."""
    position = scene(3, reserves={0: "F1 F1"})
    position.act(0, "join F1 F1")
    for action in position.legal(0):
        word, one, other = action.text.split()
        mirrored = f"{word} {other} {one}"
        assert picks.first_decision(position, 0, [mirrored]) == (action.number, 1)
        assert chosen(position.view(0), mirrored) == action
        assert Asked(lambda view, text=mirrored: text).choose(position.view(0)) == Action(
            action.number, mirrored
        )
