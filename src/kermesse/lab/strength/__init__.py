"""The arena: how strong bots are, measured over deals that all of them play from every seat."""

from __future__ import annotations

from kermesse.bots.isolated import BotFailed, IsolatedBot
from kermesse.lab.strength.arena import run
from kermesse.lab.strength.entrants import Entrant, Member
from kermesse.lab.strength.results import ResultsError
from kermesse.lab.strength.sprt import Hypotheses, Verdict
from kermesse.lab.strength.standings import Standings
from kermesse.lab.strength.tournament import Tournament

__all__ = [
    "BotFailed",
    "Entrant",
    "Hypotheses",
    "IsolatedBot",
    "Member",
    "ResultsError",
    "Standings",
    "Tournament",
    "Verdict",
    "run",
]
