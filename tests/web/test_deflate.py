"""The compression of the sockets: a browser unpacks what was packed, and memory stays small."""

from __future__ import annotations

import random
import zlib

import pytest
from wsproto.frame_protocol import FrameProtocol, Opcode, RsvBits

from kermesse.table.deflate import SHORT, Deflate

END = b"\x00\x00\xff\xff"
NO_BITS = RsvBits(False, False, False)


def packed(deflate: Deflate, data: bytes, opcode: Opcode = Opcode.TEXT) -> tuple[bool, bytes]:
    proto = FrameProtocol(client=False, extensions=[deflate])
    bits, sent = deflate.frame_outbound(proto, opcode, NO_BITS, data, fin=True)
    return bool(bits.rsv1), sent


def texts(seed: int, count: int = 40) -> list[bytes]:
    """Messages of all lengths that have much in common."""
    rng = random.Random(seed)
    words = [rng.randbytes(rng.randint(3, 300)).hex() for _ in range(60)]
    return [" ".join(rng.choices(words, k=rng.randint(1, 400))).encode() for _ in range(count)]


@pytest.mark.parametrize("bits", [9, 12, 15])
@pytest.mark.parametrize("forgets", [False, True])
def test_a_browser_reads_what_was_sent(bits: int, forgets: bool) -> None:
    deflate = Deflate()
    wish = f"permessage-deflate; server_max_window_bits={bits}"
    answer = deflate.accept(wish + "; server_no_context_takeover" * forgets)
    assert isinstance(answer, str)
    assert "client_no_context_takeover" in answer
    inflate = zlib.decompressobj(-bits)
    for text in texts(bits):
        was_packed, sent = packed(deflate, text)
        assert was_packed == (len(text) >= SHORT)
        if was_packed:
            assert inflate.decompress(sent + END) == text
        if forgets:
            inflate = zlib.decompressobj(-bits)


def test_what_was_sent_before_costs_little() -> None:
    deflate = Deflate()
    text = random.Random(1).randbytes(10_000).hex().encode()
    _, first = packed(deflate, text)
    _, second = packed(deflate, text)
    assert len(first) > 9_000
    assert len(second) < 300


def test_no_more_than_the_window_is_kept() -> None:
    deflate = Deflate()
    for text in texts(2):
        packed(deflate, text)
    assert len(deflate._sent) == 1 << 15
    assert deflate._compressor is None


def test_other_frames_stay_as_they_are() -> None:
    pong = b"x" * 1000
    assert packed(Deflate(), pong, Opcode.PONG) == (False, pong)
