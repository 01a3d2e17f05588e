"""What the terminal shows: boards and lists that fit into it, actions in words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from shutil import get_terminal_size

from rich.console import Console
from rich.text import Text

from kermesse.core.errors import UnreadableAction
from kermesse.core.game import Game
from kermesse.core.position import Action, View
from kermesse.core.words import ENGLISH
from kermesse.table.live.hints import THEN, Labels, best_way
from kermesse.table.views.screen import board

INDENT = 4  # of a continued line
BESIDE = 2  # lines that a page leaves free: the input and the prompt
MORE = "-- Enter: more, q: no more --"


def fitted(text: Text, console: Console) -> list[Text]:
    """The lines of a text; long ones are wrapped between words."""
    lines: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        if line.cell_len <= console.width:
            lines.append(line)
            continue
        first, *rest = line.wrap(console, console.width - INDENT)
        lines += [first, *(Text(" " * INDENT).append_text(part) for part in rest)]
    return lines


def show(console: Console, text: Text, *, apart: bool = False) -> None:
    """Print a text, with space around it if wanted and there is room.

    A text taller than the window loses its empty lines, and is shown page by page if need be.
    """
    lines = fitted(text, console)
    lines = [Text(), *lines, Text()] if apart else lines
    most = get_terminal_size().lines - BESIDE  # rich takes a plain terminal for one of 25 lines
    if not (console.is_terminal and sys.stdin.isatty()) or len(lines) <= most:
        console.print(Text("\n").join(lines))
        return
    lines = [line for line in lines if line.plain.strip()]
    for start in range(0, len(lines), most):
        console.print(Text("\n").join(lines[start : start + most]))
        if start + most < len(lines) and input(MORE).strip().lower() == "q":
            return


# --- actions --------------------------------------------------------------------------------------


def in_words(view: View, names: Sequence[str], actions: Sequence[Action]) -> list[str]:
    """The names of actions on the web board; empty where the action already says the same."""
    labels = Labels(str(board(view, list(names), "en"))).found
    told = []
    for action in actions:
        way = best_way(view.game.ways(action.text), labels)
        words = THEN.join(labels[part] for part in way if labels.get(part))
        told.append("" if words.lower() == action.text.lower() else words)
    return told


def listed(view: View, names: Sequence[str], actions: Sequence[Action]) -> Text:
    """A numbered list of actions with their meaning."""
    words = in_words(view, names, actions)
    number, width = len(str(len(actions))), max((len(action.text) for action in actions), default=0)
    lines = [
        f"  {f'#{place}':>{number + 1}}  {action.text:{width}}  {said}".rstrip()
        for place, (action, said) in enumerate(zip(actions, words, strict=True), start=1)
    ]
    return Text("\n".join(lines))


def meant(game: Game, line: str, actions: Sequence[Action]) -> Action | str:
    """The action that a line names as ``#2``, or as 2 where 2 is not itself an action."""
    number = line.removeprefix("#").strip()
    if not (number.isascii() and number.isdigit()):
        return line
    if not line.startswith("#") and is_action(game, line):
        return line
    places = {str(place): action for place, action in enumerate(actions, start=1)}
    return places.get(number, line)


def is_action(game: Game, text: str) -> bool:
    """Whether a text is an action of the game, legal now or not."""
    try:
        game.notation.read_action(text)
    except UnreadableAction:
        return False
    return True


def question(view: View) -> str:
    """The current question as a sentence, if the game has one."""
    page = view.game.page
    return page.prompt(view, ENGLISH) if page else ""
