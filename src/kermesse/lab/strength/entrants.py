"""Who takes part in an arena, as it is written on the command line.

Signs in quotation marks separate nothing: a command may hold commas, spaces and plus signs.
"""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from kermesse.bots import bot_names
from kermesse.bots.budget import Budget
from kermesse.bots.process import read_command
from kermesse.core.errors import SetupRefused, brief

PROGRAM = re.compile(r"(?:(?P<name>[^=:]*)=)?program:(?P<command>.*)", re.DOTALL)
NAME = re.compile(r"[\w.-]{1,30}")
QUOTES = ("'", '"')


@dataclass(frozen=True)
class Member:
    """A bot by name, and what its decisions may cost; None: as much as it likes by itself.

    An outside program has a command, too.
    """

    name: str
    budget: Budget | None
    command: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """A bot written as ``search``, ``search@200it`` or ``mine=program:python my_bot.py``."""
        name, *budgets = split(text, "@")
        budget = Budget.read("@".join(budgets)) if budgets else None
        program = PROGRAM.fullmatch(name)
        if program is not None:
            command = read_command(program["command"])
            given = program["name"]
            return cls(program_name(command) if given is None else given, budget, command).checked()
        if not name:
            raise SetupRefused(f"a bot is written like greedy or greedy@200it, not {brief(text)}")
        return cls(name, budget)

    def checked(self) -> Self:
        """A program, if its name can be told from a bot's and fits into a table."""
        if not NAME.fullmatch(self.name):
            raise SetupRefused(
                f"a program is called by up to 30 letters, digits, '.', '-' and '_', "
                f"not {brief(self.name)}: write NAME=program:COMMAND"
            )
        if self.name in bot_names():
            raise SetupRefused(
                f"{self.name} is a bot of the house: call the program something else, "
                "as in NAME=program:COMMAND"
            )
        return self


@dataclass(frozen=True)
class Entrant:
    """Who takes part under one name: a bot, or in team games several that play together."""

    label: str
    members: tuple[Member, ...]

    @classmethod
    def read(cls, text: str) -> Self:
        """An entrant written as ``greedy``, or ``greedy+random`` for a team of two bots."""
        parts = split(text, "+")
        members = tuple(Member.read(part) for part in parts)
        labels = [
            label(member) if member.command else part
            for member, part in zip(members, parts, strict=True)
        ]
        return cls("+".join(labels), members)

    def side(self, seats: int) -> tuple[Member, ...]:
        """Who sits at a side's seats, in any order: what makes two entrants the same."""
        members = self.members * seats if len(self.members) == 1 else self.members
        return tuple(sorted(members, key=repr))


def label(program: Member) -> str:
    """What a program is called in a table."""
    return f"{program.name}@{program.budget}" if program.budget else program.name


def program_name(command: tuple[str, ...]) -> str:
    """The file that somebody wrote, rather than the language that runs it."""
    for word in command:
        if Path(word).is_file() and shutil.which(Path(word).name) is None:
            return Path(word).name
    return Path(command[0]).name


def split(text: str, sign: str) -> list[str]:
    """The parts between some signs; a sign in quotation marks is none."""
    parts, quote = [""], ""
    for letter in text:
        if letter == sign and not quote:
            parts.append("")
            continue
        if letter in QUOTES and quote in ("", letter):
            quote = "" if quote else letter
        parts[-1] += letter
    if quote:
        raise SetupRefused(f"a quotation mark is not closed in {brief(text)}")
    return [part.strip() for part in parts]


def written(command: tuple[str, ...]) -> str:
    """A command as one would type it."""
    return shlex.join(command)
