"""What was played so far: blocks are written down as they end, so that nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.yardstick_bots.meeting import Block, Terms

USUAL, QUICK = "OpenSpiel's", "machine code"  # how the rival's rollouts are carried out


class OtherTerms(Exception):
    """What lies there was played on other terms."""


@dataclass(frozen=True)
class Notes:
    """A file with one line for the terms, then one for each block, in any order."""

    path: Path

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Everything that was written whole."""
        if not self.path.is_file():
            return []
        whole = self.path.read_text("utf-8").rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    @property
    def terms(self) -> Mapping[str, Any] | None:
        """On which terms it began; None before that."""
        lines = self.lines
        return lines[0] if lines else None

    def start(self, terms: Terms) -> None:
        """Begin, or go on: then the terms must be the same."""
        told = told_terms(terms)
        if (before := self.terms) is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(told) + "\n", encoding="utf-8")
            return
        for name, value in told.items():
            if before.get(name) != value:
                raise OtherTerms(f"{self.path} has {name} {before.get(name)}, not {value}")
        lines = self.lines  # without a last line that was cut off
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.path.write_text(text, encoding="utf-8")

    def add(self, number: int, block: Block, where: str) -> None:
        """Write a block down."""
        line = {"block": number, "where": where, **asdict(block)}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def played(self) -> dict[int, Block]:
        """The blocks by their numbers."""
        lines = self.lines[1:]
        return {each["block"]: Block(each["won"], each["ours"], each["theirs"]) for each in lines}

    def places(self) -> list[str]:
        """On which processors they were played."""
        return sorted({line["where"] for line in self.lines[1:]})


def in_order(played: Mapping[int, Block]) -> list[Block]:
    """The blocks before the first that is missing: short games end first, and are not alike."""
    found: list[Block] = []
    while len(found) in played:
        found.append(played[len(found)])
    return found


def told_terms(terms: Terms) -> dict[str, Any]:
    """What must be the same for all blocks."""
    return {
        "game": terms.table.name,
        "level": terms.level,
        "simulations": terms.simulations,
        "seed": terms.seed,
        "budget": str(terms.budget or "usual"),
        "rollouts": QUICK if terms.quick else USUAL,
    }
