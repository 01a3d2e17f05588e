"""Setting up: MK-01 to MK-09, the box, and the options."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from kermesse.core.errors import IllegalMove, SetupRefused
from kermesse.games.muckle import components, game, teams
from kermesse.games.muckle.tests.scenes import (
    CARDS,
    FIVE,
    MIDDLE,
    SEATS,
    SETS,
    aside,
    hand,
    heard,
    holder,
    junk,
    known,
    played,
    progress,
    said,
    select,
    selected,
    stack,
    whole_set,
)


@pytest.mark.rule("MK-01")
def test_exactly_four_seats_in_two_teams() -> None:
    assert game.new(seed=1).seats == 4
    for seats in (0, 2, 3, 5):
        with pytest.raises(SetupRefused, match="exactly 4"):
            game.new(seats=seats)
    assert game.teams(4) == teams(4) == (0, 1, 0, 1)


@pytest.mark.rule("MK-02")
@pytest.mark.parametrize("name", SETS)
def test_everybody_has_the_same_set(name: str) -> None:
    position = game.new(seed=1, options={"cards": name})
    for seat in SEATS:
        assert hand(position, seat) == +whole_set(name)
        assert hand(position, seat).total() == 13


@pytest.mark.rule("MK-02")
def test_the_table_of_cards_is_the_one_of_the_rules_text() -> None:
    assert tuple(card.word for card in components.CARDS) == CARDS
    for number, name in enumerate(components.LISTS):
        assert tuple(card.copies[number] for card in components.CARDS) == SETS[name]
    colours: Counter[str] = Counter()
    for card in components.CARDS:
        colours[card.colour] += card.copies[0]
    assert colours == {"green": 4, "orange": 5, "white": 4}
    assert [card.action for card in components.CARDS].count("tackle") == 3
    assert max(len(card.targets) for card in components.CARDS) == 2
    assert components.BOX.tolist() == [16, 12, 12, 4, 4, 4, 4, 8]


@pytest.mark.rule("MK-02")
@pytest.mark.parametrize(
    ("word", "targets", "protects", "redirects"),
    [
        ("tackle_left", (1,), 0, 0),
        ("tackle_right", (3,), 0, 0),
        ("tackle_both", (1, 3), 0, 0),
        ("dodge_left", (), 1, 3),
        ("dodge_right", (), 3, 1),
        ("run", (), 0, 0),
    ],
)
def test_what_the_cards_say(
    word: str, targets: tuple[int, ...], protects: int, redirects: int
) -> None:
    card = components.CARDS[CARDS.index(word)]
    assert (card.targets, card.protects, card.redirects) == (targets, protects, redirects)


@pytest.mark.rule("MK-03")
@pytest.mark.parametrize("size", range(5, 14))
def test_so_many_cards_are_kept_and_the_others_put_aside(size: int) -> None:
    position = game.new(seed=1, options={"hand_size": size})
    assert heard(position.event) == said("set_up", size, 13 - size)
    everything = list(whole_set().elements())
    select(position, 2, " ".join(everything[: 13 - size]))
    assert hand(position, 2) == Counter(everything[13 - size :])
    assert aside(position, 2) == Counter(everything[: 13 - size])
    assert position.due == {0, 1, 3}


@pytest.mark.rule("MK-03")
def test_only_the_kept_cards_are_played() -> None:
    position = selected(*["run run run run rest"] * 4)
    assert [str(action) for action in position.legal(1)] == [
        "tackle_left", "tackle_right", "tackle_both", "dodge_left", "dodge_right", "pass",
    ]  # fmt: skip
    with pytest.raises(IllegalMove, match=r"Run is not in your hand \(MK-10\)"):
        position.act(1, "run")


@pytest.mark.rule("MK-04")
def test_all_select_at_the_same_time_and_in_secret() -> None:
    position = game.new(seed=1)
    assert position.phase == "select"
    assert position.due == {0, 1, 2, 3}
    assert position.record.phase in game.sealed
    for seat in (3, 1, 0):
        select(position, seat, FIVE)
        assert position.phase == "select"
    for viewer in (-1, 0, 1, 3):
        seen = position.view(viewer)
        for seat in set(SEATS) - {viewer}:
            assert not aside(seen, seat)
            assert not hand(seen, seat)


@pytest.mark.rule("MK-05", "MK-71")
def test_any_eight_cards_are_allowed() -> None:
    """All 209 ways, each by itself, in an order that the next one turns round."""
    every = {tuple(sorted(five)) for five in combinations(list(whole_set().elements()), 5)}
    assert len(every) == 209
    for number, five in enumerate(sorted(every)):
        position = game.new(seed=1)
        select(position, number % 4, " ".join(five[:: 1 if number % 2 else -1]))
        assert hand(position, number % 4) == +whole_set() - Counter(five)
        assert number % 4 not in position.due


@pytest.mark.rule("MK-06", "MK-07")
def test_teammates_exchange_when_all_four_have_selected() -> None:
    position = game.new(seed=1)
    fives = ["run run run run rest", FIVE, "tackle_left tackle_left run pass rest", FIVE]
    for seat in (0, 1, 3):
        select(position, seat, fives[seat])
        assert not aside(position.view(0), 2)
    events = select(position, 2, fives[2])
    assert heard(events[-1]) == said("exchanged", 5)
    for seat in SEATS:
        mate = (seat + 2) % 4
        assert aside(position.view(seat), mate) == Counter(fives[mate].split())
        assert not aside(position.view(seat), (seat + 1) % 4)
    assert position.reveals == 1


@pytest.mark.rule("MK-07")
def test_cards_put_aside_stay_out_of_play() -> None:
    position = selected()
    for _ in range(12):
        while position.phase == "play":
            seat = min(position.due)
            position.act(seat, position.legal(seat)[-1])
        if position.phase == "ball":
            seat = min(position.due)
            position.act(seat, position.legal(seat)[0])
        for seat in SEATS:
            assert aside(position, seat) == Counter(FIVE.split())
            assert hand(position, seat).total() + len(stack(position, seat)) == 8


@pytest.mark.rule("MK-08", "MK-09")
def test_nobody_has_the_ball_or_has_run() -> None:
    position = selected()
    assert holder(position) == MIDDLE
    assert progress(position) == [0, 0]
    assert position.points == [0, 0, 0, 0]


@pytest.mark.rule("MK-09")
def test_progress_is_kept_when_the_ball_is_lost() -> None:
    position, _ = played("run | tackle_right | tackle_left | rest", ball=0, progress="3 2")
    assert holder(position) == MIDDLE
    assert progress(position) == [4, 2]
    assert position.points == [4, 2, 4, 2]


@pytest.mark.rule("MK-02", "MK-08", "MK-09")
def test_setup_forgets_what_the_record_held_before() -> None:
    used, blank = junk(5, goal=4), game.blank(options={"goal": 4})
    blank["rng"] = 5
    game.kernels["setup"](used[0])
    game.kernels["setup"](blank[0])
    assert used.tobytes() == blank.tobytes()
    s = blank[0]
    assert (s.reveals, s.phase, s.due, s.turn, s.ball, s.carrier) == (0, 0, 15, 0, -2, -2)
    assert (s.tackler, s.target, s.source, s.hops, s.aims, s.waiting) == (-2, -2, -2, 0, 0, 0)
    assert s.pick.tolist() == s.striker.tolist() == [-2] * 4
    for name in ("known", "aside", "stack", "unseen", "covered", "damage", "progress"):
        assert not s[name].any()


@pytest.mark.rule("MK-74")
def test_there_is_no_chance_in_the_game() -> None:
    """The source of chance is never touched, and every key gives the same match."""
    position, other = game.new(seed=3), game.new(seed=4)
    for seat in SEATS:
        for table in (position, other):
            select(table, seat, FIVE)
            assert table.record.rng == (3 if table is position else 4)
    other.rekey(3)
    assert position == other


@pytest.mark.rule("MK-65")
def test_nothing_is_known_before_the_first_card() -> None:
    position = selected()
    assert all(not known(position, seat) for seat in SEATS)


DEFAULTS = {
    "goal": 6,
    "hand_size": 8,
    "turn_cap": 100,
    "ball_decider": "first_answer",
    "talk": "table",
    "seating": "as_given",
    "cards": "standard",
}


@pytest.mark.rule("MK-03", "MK-54", "MK-56", "MK-60", "MK-68", "MK-74")
def test_defaults() -> None:
    assert game.new(seed=1).options == DEFAULTS


@pytest.mark.rule("MK-03", "MK-54", "MK-56", "MK-60", "MK-68", "MK-74")
@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("goal", [3, 12], [2, 13, "6", True]),
        ("hand_size", [5, 13], [4, 14, 8.0]),
        ("turn_cap", [20, 1000], [19, 1001, None]),
        ("ball_decider", ["first_answer", "holder_or_low_seat"], ["holder", 0]),
        ("talk", ["table", "team", "off"], ["on", False]),
        ("seating", ["as_given", "random"], ["seats", 1]),
        ("cards", ["standard", "tackling", "resting"], ["table 1", 0]),
    ],
)
def test_options_take_their_values_and_no_others(
    name: str, good: list[Any], bad: list[Any]
) -> None:
    for value in good:
        assert game.new(seed=1, options={name: value}).options[name] == value
    for value in bad:
        with pytest.raises(SetupRefused, match=f"option {name} takes"):
            game.new(seed=1, options={name: value})


@pytest.mark.rule("MK-74")
def test_the_seats_may_be_drawn_before_the_match_but_not_in_it() -> None:
    """The option is for whoever seats people; the rules do not look at it."""
    one, two = game.new(seed=1), game.new(seed=1, options={"seating": "random"})
    assert (
        np.flatnonzero(
            np.frombuffer(one.tobytes(), np.uint8) != np.frombuffer(two.tobytes(), np.uint8)
        ).size
        == 1
    )


@pytest.mark.rule("MK-67", "MK-68", "MK-69")
@pytest.mark.parametrize("talk", ["table", "team", "off"])
def test_talk_is_no_action_and_binds_nobody(talk: str) -> None:
    """What may be done, what is known and what a bot thinks are the same with any kind of talk."""
    with_talk, without = (selected(talk=how) for how in (talk, "table"))
    assert game.actions == 21
    for seat in SEATS:
        assert with_talk.legal(seat) == without.legal(seat)
        judged = [np.zeros(4, np.float32) for _ in range(2)]
        for table, out in zip((with_talk, without), judged, strict=True):
            game.kernels["evaluate"](table.view(seat).record, out)
        assert np.array_equal(judged[0], judged[1])
    assert with_talk.record.talk == ["table", "team", "off"].index(talk)
