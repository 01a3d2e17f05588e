"""A table in the terminal: one person, who sees their own view and types decisions, and bots."""

from __future__ import annotations

import contextlib
import secrets
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote

from rich.console import Console
from rich.text import Text

from kermesse.bots import bot
from kermesse.cli.progress import getting_ready
from kermesse.cli.saved_matches import data_home, free_name, save, taken
from kermesse.cli.screen import in_words, listed, meant, question, show
from kermesse.core.errors import IllegalMove, KermesseError, UnreadableAction
from kermesse.core.match import Match
from kermesse.core.position import Action, View
from kermesse.table.live.hints import HINTER
from kermesse.table.live.partners import shared_seed, thinks_alone

HELP = """\
Type an action, #2 for the second one in the list, or a whole turn. You can also type:
  moves        list what you may do, and what it means
  hint         what a strong bot would do with what you know
  board        show the table again
  codes        what the short names on the table mean
  log          what has happened so far
  {rule:13}one rule of the game
  undo         take back your last decision, unless something has been revealed since
  save [FILE]  save the match to a file
  quit         leave; the match is kept"""


class LeaveTable(Exception):
    """The person wants to stop."""


class TerminalTable:
    """One person and bots, in a terminal."""

    def __init__(
        self,
        match: Match,
        seat: int,
        opponent: str,
        path: Path | None = None,
        seed: int | None = None,
        lang: str = "en",
    ) -> None:
        self.match = match
        self.seat = seat
        self.opponent = opponent
        self.bots = [None if place == seat else opponent for place in range(match.seats)]
        self.players = {alone: bot(opponent, match.game, alone=alone) for alone in (False, True)}
        self.secret = secrets.token_bytes() if seed is None else seed.to_bytes(8)
        self.path = path
        self.seed = seed  # of the bots, if the deal is a repeated one
        self.rulebook = match.game.rulebook(lang)
        self.told = len(match.frames) if match.decisions else 0  # the rest was told before
        self.drawn = ""  # the board as it was last drawn
        self.console = Console(highlight=False)

    def sit_down(self) -> None:
        """Play until the match is over or the person leaves."""
        title = self.match.game.title
        self.console.print(Text(f"{title}. Type ? for help.", style="bold"))
        promise = f"Fair dealing: this match is committed to {self.match.commitment}."
        self.console.print(promise, soft_wrap=True)
        if self.path:
            self._keep(self.path)  # better to find out now that it cannot be written
        with_completion(lambda: [str(action) for action in self.match.legal(self.seat)])
        try:
            while not self.match.over:
                self._go_on()
        except (LeaveTable, EOFError, KeyboardInterrupt):
            self._leave()
            return
        except Exception:
            self._leave()  # whatever went wrong, do not lose the match
            raise
        self._finish()

    def _go_on(self) -> None:
        others = sorted(self.match.due - {self.seat})
        if others:
            self.match.act(others[0], self._bot_choice(self.match.view(others[0])))
        else:
            self._tell()
            if self.drawn != self._board(self.match.view(self.seat)).plain:
                self._show()
            self._ask()

    def _bot_choice(self, view: View) -> Action:
        """The choice of the bot at a seat; two bots of one team think as one."""
        seed = shared_seed(self.secret, self.bots, view)
        if seed is None and self.seed is not None:
            seed = (self.seed + len(self.match.decisions)) % 2**64
        teams = self.match.game.teams(view.seats)
        return self.players[thinks_alone(teams, self.bots, view.seat)].choose(view, seed=seed)

    def _ask(self) -> None:
        """Prompt until the person has decided something."""
        decided = len(self.match.decisions)
        asked = question(self.match.view(self.seat))
        if asked:
            self.console.print(asked, style="bold", markup=False)
        while len(self.match.decisions) == decided:
            phase = self.match.frames[-1].phase.replace("_", " ")
            line = input(f"{phase}> ").strip()
            with explained(self):
                self._obey(line)
        if self.path:
            self._keep(self.path)

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self._moves()
            case "?" | "help":
                example = f"rule {next(iter(self.rulebook.rules))}"
                self.console.print(HELP.format(rule=example), markup=False)
            case "moves":
                self._moves()
            case "board":
                self._show()
            case "codes":
                show(self.console, Text(self.match.game.legend or "Everything is named in full."))
            case "hint":
                self._hint()
            case "log":
                told = [f"  {event.text}" for event in self.match.log(self.seat)]
                show(self.console, Text("\n".join(told)))
            case "rule" | "rules":
                if not rest:
                    raise KermesseError(
                        f"name a rule, for example: rule {next(iter(self.rulebook.rules))}"
                    )
                self.console.print(self.rulebook.rule(rest), markup=False)
            case "undo":
                taken = self.match.undo(self.seat)
                self.told = min(self.told, len(self.match.frames))
                self.console.print(f"Taken back: {taken.text}", markup=False)
            case "save":
                self._save(Path(rest) if rest else None)
            case "quit" | "exit" | "q":
                raise LeaveTable
            case _:
                self._decide(line)

    def _decide(self, line: str) -> None:
        self.match.act(self.seat, meant(self.match.game, line, self.match.legal(self.seat)))

    def _moves(self) -> None:
        view = self.match.view(self.seat)
        show(self.console, listed(view, self.match.players, self.match.legal(self.seat)))

    def _hint(self) -> None:
        """What the strongest bot would do with the person's view."""
        view = self.match.view(self.seat)
        with getting_ready(self.match.game):  # it may have to be compiled
            hinter = bot(HINTER, self.match.game, alone=True)
            action = hinter.choose(view, seed=len(self.match.decisions))
        (words,) = in_words(view, self.match.players, [action])
        said = f"Hint: {action.text}" + (f" ({words})" if words else "")
        self.console.print(said, markup=False)

    def _show(self) -> None:
        view = self.match.view(self.seat)
        self.drawn = self._board(view).plain
        self._draw(view)

    def _board(self, view: View) -> Text:
        return self.match.game.board(view.record, self.match.players)

    def _draw(self, view: View) -> None:
        show(self.console, self._board(view), apart=True)

    def _tell(self) -> None:
        """What happened since the person last looked, from their own view."""
        for place, frame in enumerate(self.match.frames[self.told :], start=self.told):
            if place and int(frame.record.event) in self.match.game.forgetting:
                self._draw(self.match.frames[place - 1].view(self.seat))  # before it is all gone
            text = "  " + self.match.tell(frame, self.seat).text
            self.console.print(text, style="dim", markup=False)
        self.told = len(self.match.frames)

    def _save(self, path: Path | None) -> None:
        path = path or self.path or free_name(data_home() / "matches", self.match)
        if path != self.path and taken(path):
            raise KermesseError(f"{path} already exists; choose another name")
        self._keep(path)
        self.path = path
        self.console.print(f"Kept in {path}", markup=False, soft_wrap=True)

    def _keep(self, path: Path) -> None:
        save(self.match, path, self.seat, self.opponent)

    def _leave(self) -> None:
        self.console.print()
        if not self.path and all(d.seat != self.seat for d in self.match.decisions):
            self.console.print("You have not decided anything yet, so there is nothing to keep.")
            return
        try:
            self._save(None)
        except KermesseError as refused:  # save it elsewhere rather than lose it
            self.console.print(str(refused), style="red", markup=False)
            self._save(free_name(Path(tempfile.gettempdir()), self.match))
        again = f"kermesse play {self.match.game.name} --text --resume {quote(str(self.path))}"
        self.console.print(f"Go on with: {again}", markup=False, soft_wrap=True)

    def _finish(self) -> None:
        self._tell()
        self._show()
        outcome = self.match.outcome
        if outcome:
            won = outcome.places[self.seat] == 1
            self.console.print("You win!" if won else "Well played.", style="bold")
        if self.path:
            self._save(None)
            check = f"Verify the deal with: kermesse verify {quote(str(self.path))}"
            self.console.print(check, markup=False, soft_wrap=True)


@contextlib.contextmanager
def explained(table: TerminalTable) -> Iterator[None]:
    """Say what was wrong with an input, and quote the rule it would break."""
    try:
        yield
    except IllegalMove as refused:
        table.console.print(str(refused), style="red", markup=False)
        rule = table.rulebook.rule(refused.rule)
        table.console.print(f"  {refused.rule}: {rule}", style="dim", markup=False)
    except UnreadableAction as refused:
        table.console.print(f"{refused}; ? shows what else you can type", style="red", markup=False)
    except KermesseError as refused:
        table.console.print(str(refused), style="red", markup=False)


def with_completion(words: Callable[[], list[str]]) -> None:
    """Let the Tab key complete actions, if the terminal supports it."""
    try:
        import readline
    except ImportError:  # no readline on this system: do without
        return

    def complete(start: str, state: int) -> str | None:
        fits = [word for word in words() if word.startswith(start)]
        return fits[state] if state < len(fits) else None

    readline.set_completer_delims("\n")
    readline.set_completer(complete)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
