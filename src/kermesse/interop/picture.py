"""A board painted by Pillow: the text board in the colours of the house, its pieces as chips.

All pictures have the same size, so that those of a match make a film. A line that is too long is
folded; a board that is too large is drawn smaller.
"""

from __future__ import annotations

import io
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

Colour = tuple[int, int, int]
Pen = ImageDraw.ImageDraw

CELL_WIDTH, CELL_HEIGHT = 15, 29
SIZE = CELL_WIDTH * 2048 / 1233  # of type whose letters are just as wide as a cell
TITLE_SIZE = 34
COLUMNS, ROWS = 84, 26  # of the boards of the house, with lines folded
MARGIN, PADDING, RADIUS = 28, 22, 14
EDGE = 3  # around a sheet, for chips that stand at its edge
HEAD, FOOT = 70, 54  # title above the plate, caption below
WIDTH = COLUMNS * CELL_WIDTH + 2 * (MARGIN + PADDING)
PLATE_HEIGHT = ROWS * CELL_HEIGHT + 2 * PADDING
HEIGHT = HEAD + PLATE_HEIGHT + FOOT

PAPER, RAISED, LINE = (251, 244, 230), (255, 253, 248), (217, 201, 171)
INK, QUIET, ACCENT = (42, 31, 61), (95, 84, 115), (184, 50, 31)
LIGHT = 150  # a chip brighter than this carries dark letters


def painted(board: Text, title: str, caption: str) -> npt.NDArray[np.uint8]:
    """A picture: the title, the board on a plate, and a line of text below."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, HEAD / 2), title, INK, font("bold", TITLE_SIZE), anchor="lm")
    plate = (MARGIN, HEAD, WIDTH - MARGIN, HEAD + PLATE_HEIGHT)
    pen.rounded_rectangle(plate, RADIUS, RAISED, LINE, width=2)
    sheet = fitted(paint_lines(folded(board)))
    room = (WIDTH - sheet.width) // 2, HEAD + (PLATE_HEIGHT - sheet.height) // 2
    image.paste(sheet, room)
    line = caption if len(caption) <= COLUMNS else caption[: COLUMNS - 1] + "…"
    pen.text((MARGIN, HEIGHT - FOOT / 2), line, QUIET, font("plain"), anchor="lm")
    return np.asarray(image).copy()


@cache
def font(weight: str, size: float = SIZE) -> ImageFont.FreeTypeFont:
    """The type of boards: plain or bold, all letters equally wide."""
    source = resources.files("kermesse.interop") / "fonts" / f"board_{weight}.ttf"
    return ImageFont.truetype(io.BytesIO(source.read_bytes()), size)


def folded(board: Text) -> list[list[Segment]]:
    """The lines of a board as pieces of one style each."""
    console = Console(width=COLUMNS, file=io.StringIO(), color_system="truecolor")
    return console.render_lines(board, pad=False)


def paint_lines(lines: list[list[Segment]]) -> Image.Image:
    """A sheet just large enough for the lines."""
    columns = max(Segment.get_line_length(line) for line in lines)
    size = columns * CELL_WIDTH + 2 * EDGE, len(lines) * CELL_HEIGHT + 2 * EDGE
    sheet = Image.new("RGB", size, RAISED)
    pen = ImageDraw.Draw(sheet)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            paint_piece(pen, segment, column, row)
            column += segment.cell_length
    return sheet


def fitted(sheet: Image.Image) -> Image.Image:
    """The sheet, smaller if the plate has not enough room for it."""
    width, height = COLUMNS * CELL_WIDTH + 2 * EDGE, ROWS * CELL_HEIGHT + 2 * EDGE
    share = min(1.0, width / sheet.width, height / sheet.height)
    if share == 1.0:
        return sheet
    return sheet.resize((int(sheet.width * share), int(sheet.height * share)))


def paint_piece(pen: Pen, segment: Segment, column: int, row: int) -> None:
    """Letters of one style; what is coloured and bold is a piece of the game, and gets a chip."""
    style = segment.style or Style.null()
    text = segment.text
    if style.bgcolor is None:  # no chip under blanks
        text = text.strip()
        column += len(segment.text) - len(segment.text.lstrip())
    if not text:
        return
    x, y = EDGE + column * CELL_WIDTH, EDGE + row * CELL_HEIGHT
    ground = chip_colour(style)
    if ground is not None:
        box = (x - 2, y + 1, x + len(text) * CELL_WIDTH + 1, y + CELL_HEIGHT - 2)
        pen.rounded_rectangle(box, 5, ground)
    pen.text((x, y), text, letter_colour(style, ground), font("bold" if style.bold else "plain"))


def chip_colour(style: Style) -> Colour | None:
    """The background of letters, if they have one."""
    if style.reverse:
        return ACCENT
    if style.bgcolor is not None:
        return rgb(style.bgcolor.get_truecolor())
    if style.bold and style.color is not None:
        return rgb(style.color.get_truecolor())
    return None


def letter_colour(style: Style, ground: Colour | None) -> Colour:
    """Dark or light, so that it can be read; on the plate, the colour that it has."""
    if ground is not None:
        red, green, blue = ground
        return INK if 0.3 * red + 0.59 * green + 0.11 * blue > LIGHT else RAISED
    if style.dim:
        return QUIET
    return INK if style.color is None else rgb(style.color.get_truecolor())


def rgb(colour: ColorTriplet) -> Colour:
    """A colour of Rich as Pillow takes it."""
    return colour.red, colour.green, colour.blue
