"""What runs in a bot's own process: `python -m kermesse.bots.child GAME BOT [alone]`.

It reads one question a line (the bytes of a view, a budget, a seed) and writes one answer a line.
The table is in another process: this one knows only the view. See
`docs/how-to/run-an-arena.md` for the protocol; any program that speaks it can take part.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import IO, Any

from kermesse.bots import Bot, bot
from kermesse.bots.budget import Budget
from kermesse.bots.warmup import warm_up
from kermesse.core.errors import KermesseError
from kermesse.core.game import Game
from kermesse.core.position import View, restored
from kermesse.core.record import TABLE
from kermesse.core.registry import game as find_game

READY = {"ready": True}


def main(game_name: str, bot_name: str, *manner: str) -> None:
    """Answer questions until there are no more; ``alone`` is a bot among others in its team."""
    answers = private_output()
    game = find_game(game_name)
    player = bot(bot_name, game, alone="alone" in manner)
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(questions,), daemon=True).start()
    warm_up(player, game)  # a deadline is for thinking, not for the compiler
    say(answers, READY)
    while True:
        say(answers, answer(player, game, questions.get()))


def private_output() -> IO[bytes]:
    """Standard output for answers only: what a bot prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def listen(questions: queue.SimpleQueue[bytes]) -> None:
    """Pass questions on; when the arena is gone, so is this process, even in mid-thought."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def say(answers: IO[bytes], words: dict[str, Any]) -> None:
    """Write one line."""
    answers.write(json.dumps(words).encode() + b"\n")
    answers.flush()


def answer(player: Bot, game: Game, line: bytes) -> dict[str, Any]:
    """What the bot says to one question."""
    try:
        question = json.loads(line)
        view = restored(View, game, bytes.fromhex(question["view"]))
        if not isinstance(view, View) or view.record.viewer == TABLE:
            raise KermesseError("a bot is asked with a view, not with the table")
        thinking: dict[str, Any] = {"seed": question["seed"]}
        if question["budget"] is not None:
            thinking["budget"] = Budget.read(question["budget"])
        return {"action": player.choose(view, **thinking).number}
    except Exception as broken:  # the arena counts it, and asks again at the next decision
        return {"error": f"{type(broken).__name__}: {broken}"[:200]}


if __name__ == "__main__":
    main(*sys.argv[1:])
