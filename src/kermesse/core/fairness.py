"""Fair dealing: a secret fixed before the first decision, from which every draw follows.

The table publishes the secret's SHA-256 first and the secret itself when the match is over, so
anybody can check that no card was chosen along the way.
"""

from __future__ import annotations

import hashlib
import secrets

SECRET_BYTES = 32
CHECK_BYTES = 8


def fresh_secret() -> bytes:
    """256 bits from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def seeded_secret(seed: int) -> bytes:
    """The same secret for the same seed: for practice and tests, where nothing is at stake."""
    return hashlib.blake2b(str(seed).encode(), digest_size=SECRET_BYTES, person=b"seed").digest()


def commitment(secret: bytes) -> str:
    """What is published before the first decision (`printf SECRET | xxd -r -p | sha256sum`)."""
    return hashlib.sha256(secret).hexdigest()


def step_key(secret: bytes, ply: int) -> int:
    """The `rng` for one act or step of a match."""
    keyed = hashlib.blake2b(ply.to_bytes(8), key=secret, digest_size=8, person=b"step")
    return int.from_bytes(keyed.digest())


def seat_order(secret: bytes, seats: int) -> list[int]:
    """Seats drawn by lot: for each seat who gets it, as places in the order they were taken."""

    def lot(place: int) -> bytes:
        keyed = hashlib.blake2b(place.to_bytes(8), key=secret, digest_size=16, person=b"seat")
        return keyed.digest()

    return sorted(range(seats), key=lot)


def check_mark(secret: bytes, *parts: bytes) -> str:
    """A short digest of a part of a match file.

    Keyed with the secret: a digest of hidden hands that anybody could compute would let a
    player try all hands until one fits.
    """
    keyed = hashlib.blake2b(key=secret, digest_size=CHECK_BYTES, person=b"check")
    for part in parts:
        keyed.update(len(part).to_bytes(8) + part)
    return keyed.hexdigest()
