"""Boards to look at: plain text, colours in a terminal, or a picture, always of somebody's view."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from rich.console import Console

from kermesse.core.errors import KermesseError, UnknownSeat, brief, whole
from kermesse.core.position import View
from kermesse.core.record import SPECTATOR
from kermesse.interop.engine import Engine

MODES = ("human", "ansi", "rgb_array")

Frame = npt.NDArray[np.uint8] | str | None


def checked_mode(mode: object) -> str | None:
    """A way to show boards, or None; refuses any other."""
    if mode is None or (isinstance(mode, str) and mode in MODES):
        return mode
    raise KermesseError(f"render_mode is None or one of {', '.join(MODES)}, not {brief(mode)}")


def checked_viewer(viewer: object, seats: int) -> int:
    """The seat whose view is shown, or -1 for a spectator's."""
    number = whole(viewer)
    if number is None or not SPECTATOR <= number < seats:
        raise UnknownSeat(
            f"render_seat is a seat from 0 to {seats - 1}, or -1 for a spectator, "
            f"not {brief(viewer)}"
        )
    return number


class Renderer:
    """Shows a match in one way, as one seat or a spectator sees it."""

    def __init__(self, mode: object, viewer: object, seats: int) -> None:
        self.mode = checked_mode(mode)
        self.viewer = checked_viewer(viewer, seats)

    def show(self, engine: Engine) -> Frame:
        """The board as it stands; printed for people, else returned."""
        view = engine.view(self.viewer)
        if self.mode == "rgb_array":
            return picture(view)
        if self.mode == "ansi":
            return str(view)
        Console(highlight=False).print(view.game.board(view.record), end="\n\n")
        return None


def picture(view: View) -> npt.NDArray[np.uint8]:
    """The board of a view as an array of height, width and three colours."""
    try:
        from kermesse.interop.picture import painted
    except ModuleNotFoundError as missing:
        if missing.name != "PIL":
            raise
        raise KermesseError("a picture needs Pillow: pip install 'kermesse[pettingzoo]'") from None
    return painted(view.game.board(view.record), view.game.title, view.event.text)
