"""What a game may add to the contract: options that must agree, manners, rules in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.toys import huddle

import kermesse
from kermesse.bots.choice import considered
from kermesse.core.errors import SetupRefused
from kermesse.core.kernel import kernel
from kermesse.core.match import Match
from kermesse.core.options import Value
from kermesse.core.record import NOTHING, Moves, Record, tell


def no_silent_marathon(options: Mapping[str, Value], seats: int | None) -> None:
    if options["rounds"] == 3 and not options["whispers"]:
        raise SetupRefused("three rounds without whispers are too much")
    if seats == 4 and options["rounds"] == 3:
        raise SetupRefused("three rounds are too much for four")


PICKY = replace(huddle.game, agree=no_silent_marathon)


@pytest.mark.parametrize("seats", [2, 4])
def test_options_that_do_not_go_together_are_refused_before_anything_is_dealt(seats: int) -> None:
    wrong: dict[str, Any] = {"rounds": 3, "whispers": False}
    for start in (
        lambda: PICKY.choose(wrong),
        lambda: PICKY.blank(seats=seats, options=wrong),
        lambda: PICKY.new(seats=seats, options=wrong),
        lambda: Match(PICKY, seats=seats, options=wrong),
    ):
        with pytest.raises(SetupRefused, match="without whispers are too much"):
            start()
    assert huddle.game.choose(wrong)["rounds"] == 3


def test_an_option_may_depend_on_the_seats_once_they_are_known() -> None:
    assert PICKY.choose({"rounds": 3})["rounds"] == 3
    assert PICKY.new(seats=2, options={"rounds": 3}).seats == 2
    for start in (
        lambda: PICKY.choose({"rounds": 3}, 4),
        lambda: Match(PICKY, 4, None, {"rounds": 3}),
    ):
        with pytest.raises(SetupRefused, match="too much for four"):
            start()


def last_only(s: Record, seat: int, lot: int, moves: Moves, n: int) -> int:
    if lot % 2:
        return n
    moves[0] = moves[n - 1]
    return 1


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bots_look_only_at_what_good_manners_allow(name: str) -> None:
    game = replace(huddle.game, kernels={**huddle.game.kernels, "manners": kernel(last_only)})
    table = game.new(seats=4, seed=3)
    view = table.view(min(table.due))
    assert len(view.legal()) > 1
    bot = kermesse.bot(name, game)
    for seed in range(40):
        allowed = considered(game, view, seed)
        assert allowed in (view.legal(), view.legal()[-1:])
        assert bot.choose(view, seed=seed) in allowed
    assert len({len(considered(game, view, seed)) for seed in range(40)}) == 2


def test_an_event_has_six_arguments() -> None:
    batch = huddle.game.blank()
    tell(batch[0], 1, 2, 3, 4, 5, 6, 7)
    assert batch[0].event_args.tolist() == [2, 3, 4, 5, 6, 7]
    tell(batch[0], 1, np.int8(2))
    assert batch[0].event_args.tolist() == [2, *[NOTHING] * 5]


def test_a_log_leaves_out_what_a_seat_did_not_notice() -> None:
    """In VIVA the others see nothing of a placement before the last of a turn."""
    viva = kermesse.game("viva")
    table = viva.position("seats: 2\nturn: 9\nblock: R\nhand 0: 3Y B\nhand 1: O P\n")
    match = Match(viva, seats=2, secret=bytes(32))
    table.freeze()
    match.frames[:] = [table]
    match.act(0, "Y H1")
    match.act(0, "Y H1")
    assert [event.kind for event in match.log(0)] == ["began", "laid", "laid"]
    assert [event.kind for event in match.log(1)] == ["began"]
    assert [event.kind for event in match.log()] == ["began"]
    match.act(0, "stop")
    assert [event.kind for event in match.log(1)] == ["began", "placed", "began"]
