"""Compression of what a socket sends: as small on the wire as zlib makes it, at little memory.

zlib keeps 256 KiB of tables for each stream. The tables only serve to find what was sent before, so
it is enough to keep the last 32 KiB of that and to rebuild the tables for each long message: the
browser cannot tell the difference. Short messages are sent as they are.
"""

from __future__ import annotations

import zlib

from wsproto.extensions import PerMessageDeflate
from wsproto.frame_protocol import FrameDecoder, FrameProtocol, Opcode, RsvBits

SHORT = 512  # bytes that are not worth the work
LEVEL = 6
MEMORY = 5  # of 9: larger tables gain nothing with a window of 32 KiB
TAIL = 4  # bytes that end every piece and that nobody sends


class Deflate(PerMessageDeflate):
    """Remembers what it sent instead of how; forgets what it received at once."""

    def __init__(self) -> None:
        super().__init__(client_no_context_takeover=True)
        self._sent = b""

    def frame_outbound(
        self,
        proto: FrameDecoder | FrameProtocol,
        opcode: Opcode,
        rsv: RsvBits,
        data: bytes,
        fin: bool,
    ) -> tuple[RsvBits, bytes]:
        """Compress a message that is sent in one piece."""
        if opcode is not Opcode.TEXT or not fin or len(data) < SHORT:
            return rsv, data
        bits = self.server_max_window_bits
        known = () if not self._sent else (zlib.Z_DEFAULT_STRATEGY, self._sent)
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -bits, MEMORY, *known)
        packed = packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)
        if not self.server_no_context_takeover:
            self._sent = (self._sent + data)[-(1 << bits) :]
        return RsvBits(True, rsv.rsv2, rsv.rsv3), packed[:-TAIL]
