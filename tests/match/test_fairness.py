"""A match: dealing that anybody can check."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from tests.match.scenes import GAME, SHORT, VIEWERS, opening, played, state

from kermesse.core.errors import SetupRefused
from kermesse.core.fairness import commitment, fresh_secret, seeded_secret, step_key
from kermesse.core.match import Match


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    secret = seeded_secret(3)
    match = Match(GAME, secret=secret)
    assert match.commitment == hashlib.sha256(secret).hexdigest() == commitment(secret)
    assert match.kept_secret == secret


def test_the_secret_is_revealed_at_the_end_and_not_before() -> None:
    whole = played(4, **SHORT)
    replayed = Match(GAME, options=SHORT, secret=whole.kept_secret)
    for decision in whole.decisions:
        assert replayed.secret is None
        replayed.act(decision.seat, decision.text)
    assert replayed.secret == seeded_secret(4)


def test_a_match_without_a_secret_draws_its_own() -> None:
    first, second = Match(GAME), Match(GAME)
    assert len(first.kept_secret) == len(fresh_secret()) == 32
    assert first.kept_secret != second.kept_secret


@pytest.mark.parametrize("options", [{}, SHORT, {"facedown_at_scoring": "revealed"}])
def test_the_same_secret_and_decisions_give_the_same_bytes(options: dict[str, Any]) -> None:
    first = played(5, **options)
    again = Match(GAME, options=options, secret=first.secret)
    for decision in first.decisions:
        again.act(decision.seat, decision.text)
    assert state(again) == state(first)
    assert again.log(0) == first.log(0)


def test_different_secrets_deal_different_cards() -> None:
    deals = {Match(GAME, secret=seeded_secret(seed)).position.tobytes() for seed in range(50)}
    assert len(deals) == 50


def test_one_bit_of_the_secret_changes_every_draw() -> None:
    secret = seeded_secret(6)
    other = bytes([secret[0] ^ 1]) + secret[1:]
    assert not {step_key(secret, ply) for ply in range(99)} & {
        step_key(other, ply) for ply in range(99)
    }


def test_no_frame_holds_a_piece_of_the_future() -> None:
    match = played(8)
    assert {int(frame.record.rng) for frame in match.frames} == {0}
    assert int(match.position.record.rng) == 0
    assert {int(match.view(seat).record.rng) for seat in VIEWERS} == {0}


def test_changing_a_position_does_not_change_the_match() -> None:
    match = opening()
    before = state(match)
    table = match.position
    table.act(0, table.legal(0)[0])
    match.view(0).record.wins[0] = 9
    assert state(match) == before


@pytest.mark.parametrize("secret", [b"", b"x" * 31, b"x" * 33, "x" * 32, bytearray(32), 7])
def test_a_bad_secret_is_refused(secret: Any) -> None:
    with pytest.raises(SetupRefused, match="a secret is 32 bytes"):
        Match(GAME, secret=secret)


def test_seeded_secrets_are_stable() -> None:
    """Finished games and documentation rely on them."""
    assert seeded_secret(3).hex().startswith("9e797dabde304753")
