"""The arena: how strong bots are, measured over deals that all of them play from every seat."""

from __future__ import annotations

from kermesse.arena.entrants import Entrant, Member
from kermesse.arena.process_bot import BotFailed, ProcessBot
from kermesse.arena.report import Report
from kermesse.arena.results import ResultsError
from kermesse.arena.running import run
from kermesse.arena.settings import Settings
from kermesse.arena.sprt import Hypotheses, Verdict

__all__ = [
    "BotFailed",
    "Entrant",
    "Hypotheses",
    "Member",
    "ProcessBot",
    "Report",
    "ResultsError",
    "Settings",
    "Verdict",
    "run",
]
