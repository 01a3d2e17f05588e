"""What the tests of the command line share: running a command, and playing in a terminal.

The folders they work in are the fixtures `home` and `data` of conftest.py.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
from click.testing import CliRunner, Result

import kermesse
from kermesse.cli import main
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match
from kermesse.core.verification import resume

GAME = kermesse.game("muvuca")
TALES = GAME.home / "tests" / "finished"
CARDS = [GAME.notation.action_text(number) for number in range(25)]
PROMPT = r"(card|push)> "
QUICK = ["-o", "rounds_to_win=1", "-o", "end_lines=2", "-o", "turn_cap=20"]
STARTING = ["-o", "first_player=seat0"]
MUVUCA = ["play", "muvuca", "--text"]
PLAY = sys.modules["kermesse.cli.play"]  # in the package the command has the name of its module


def run(*words: str | Path, typed: str | None = None) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words], input=typed)
    assert "Traceback" not in result.output
    assert "should not have happened" not in result.output
    return result


def refused(result: Result, status: int = 1) -> str:
    """The sentence with which a command was refused; nothing else was printed or written."""
    assert result.exit_code == status
    assert result.stdout == ""
    *usage, sentence = result.stderr.strip().splitlines()
    assert sentence.startswith("Error: ")
    assert bool(usage) == (status == 2)
    assert list(Path.cwd().iterdir()) == []
    return sentence


def in_shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A line of bash, where `kermesse` is this Kermesse."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env=os.environ | {"PATH": path} | env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def tale(name: str) -> Path:
    return TALES / f"{name}.json"


def heed_interrupts() -> None:
    """Tests that run in the background of a shell may have been told to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def terminal(*words: str | Path, encoding: str = "utf-8") -> Iterator[Any]:
    """Kermesse in a pseudo-terminal."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "kermesse", *map(str, words)],
        env=os.environ | {"TERM": "dumb", "PYTHONUTF8": "1", "LINES": "60", "COLUMNS": "100"},
        dimensions=(60, 100),
        encoding=encoding,
        timeout=300,  # a cold machine compiles first
        preexec_fn=heed_interrupts,
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def ended(child: Any, status: int = 0) -> str:
    """What a program said last; it ends by itself and without a traceback."""
    child.expect(pexpect.EOF)
    child.wait()
    assert "Traceback" not in child.before
    assert child.exitstatus == status
    return str(child.before)


def typed(*lines: str, words: Sequence[str | Path] = (), status: int = 0) -> Result:
    """A game with lines typed ahead; after the last one the input ends."""
    quick = [] if "--resume" in words else QUICK  # a resumed match has its options already
    arguments = [*MUVUCA, *quick, *map(str, words)]
    result = CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in lines))
    assert "Traceback" not in result.output
    assert result.exit_code == status
    return result


def kept(data: Path, file: str | Path) -> Match:
    """The match that was saved, with the secret from the vault."""
    content = read_match(Path(file).read_text(encoding="utf-8"), kermesse.game)
    secret = None
    if content.secret is None:
        secret = bytes.fromhex(vault_entry(data, content.commitment)["secret"])
    return resume(content, secret)


def vault_entry(data: Path, commitment: str) -> dict[str, Any]:
    """What the vault holds of a match, with who sat where when it was last saved."""
    found: dict[str, Any] = json.loads((data / "secrets" / commitment).read_text())
    assert list(found) == ["secret", "sittings"]
    *_, (seat, bot) = found["sittings"].values()
    return {"secret": found["secret"], "seat": seat, "bot": bot}


def kept_files(data: Path) -> list[Path]:
    """The matches that were kept without being asked for, and no leftovers of writing."""
    folder = data / "matches"
    return sorted(folder.iterdir()) if folder.exists() else []


def mode(file: str | Path) -> int:
    return Path(file).stat().st_mode & 0o777


def named_cards(text: str) -> set[str]:
    return {card for card in CARDS if card in text}


def answers(result: Result) -> list[str]:
    """What was printed up to the first prompt, after the first line typed, and so on."""
    return re.split(PROMPT, result.stdout)[::2]


def without_space(text: str) -> str:
    return "".join(text.split())
