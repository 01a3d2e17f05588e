"""A release: built, looked at, installed and tried, and what is left to a person.

    make release

Writes to `dist`: the source, the wheel, its bill of materials (CycloneDX), the licences, the notes.
Nothing is published.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from kermesse import __version__

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
MOST_BYTES = 25_000_000  # of the wheel
HERE = Path(sys.executable).parent
# each is tried in the new environment, where nothing of this folder is in reach
COMMANDS = [
    ["--version"],
    ["games"],
    ["rules", "muvuca", "--id", "MV-20"],
    ["completion", "bash"],
    *(
        [name, "--help"]
        for name in (
            "arena", "bench", "lab", "new-game", "play", "replay", "rules", "serve", "sit",
            "variant", "verify",
        )
    ),
]  # fmt: skip
PERMISSIVE = re.compile(
    r"MIT|BSD|Apache|PSF|Python Software Foundation|ISC|MPL|Mozilla|Unlicense|LGPL|zlib|HPND"
)
COPYLEFT = re.compile(r"(?<!L)GPL|AGPL|SSPL")


class NotReady(Exception):
    """Something stands in the way of the release."""


def main() -> None:
    console = Console()
    open_questions = []
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for check in (dated, addressed, committed):
        try:
            check()
            console.print(f"[green]✓[/] {title_of(check)}")
        except NotReady as found:
            open_questions.append(str(found))
            console.print(f"[yellow]![/] {found}")
    for stage in (build, look_at, install_and_try, write_notes):
        with console.status(title_of(stage)):
            stage()
        console.print(f"[green]✓[/] {title_of(stage)}")
    for path in sorted(DIST.iterdir()):
        console.print(f"  {path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.2f} MB")
    if open_questions:
        console.print(f"Not a release yet: {len(open_questions)} of the above are open.")
        sys.exit(1)


def title_of(stage: Callable[[], None]) -> str:
    """What a stage does, as its first line says it."""
    return (stage.__doc__ or "").partition("\n")[0].rstrip(".")


# --- what must be true before -------------------------------------------------------------


def dated() -> None:
    """The changes of this version have a date."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## \[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d$", changes, re.M):
        raise NotReady(f"CHANGELOG.md has no heading '## [{__version__}] - YYYY-MM-DD'")


def addressed() -> None:
    """The addresses of the project lead somewhere."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    empty = [name for name, address in project["urls"].items() if ".example" in address]
    if empty:
        raise NotReady(f"pyproject.toml has no address yet for: {', '.join(empty)}")


def committed() -> None:
    """Everything is committed."""
    if output("git", "status", "--porcelain"):
        raise NotReady("there are changes that are not committed")


# --- the stages ---------------------------------------------------------------------------


def build() -> None:
    """Source and wheel are built."""
    output(HERE / "python", "-m", "build", "--outdir", DIST, ROOT)


def look_at() -> None:
    """Metadata, size and licences are in order."""
    output(HERE / "twine", "check", "--strict", *DIST.glob("kermesse-*"))
    size = wheel().stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"{wheel().name} has {size:,} bytes, more than {MOST_BYTES:,}")


def install_and_try() -> None:
    """The wheel is installed in an empty environment, and each command is tried."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        install = (python, "-m", "pip", "install", "--quiet", "--no-deps")
        output(*install, "--require-hashes", "-r", ROOT / "requirements/run.txt")
        output(*install, wheel())
        for command in COMMANDS:
            output(Path(folder, "bin", "kermesse"), *command, cwd=folder)
        output(python, "-c", FIRST_MATCH, cwd=folder)
        write_parts(python)


FIRST_MATCH = """
import kermesse
for name in kermesse.game_names():
    table = kermesse.game(name).new(seed=7)
    seat = min(table.due)
    table.act(seat, table.legal(seat)[0])
    assert table.event.text
"""


def write_parts(python: Path) -> None:
    """What the environment of the wheel is made of, and under which licences."""
    parts = output(
        HERE / "cyclonedx-py", "environment", python, "--output-reproducible", "--of", "JSON",
        "--pyproject", ROOT / "pyproject.toml",
    )  # fmt: skip
    (DIST / "kermesse.cdx.json").write_text(parts, encoding="utf-8")
    listed = output(HERE / "pip-licenses", "--python", python, "--format=json", "--with-system")
    licences = {each["Name"]: each["License"] for each in json.loads(listed)}
    refused = [
        f"{name} ({licence})"
        for name, licence in licences.items()
        if COPYLEFT.search(licence) and not PERMISSIVE.search(licence)
    ]
    if refused:
        raise SystemExit(f"licences that Kermesse cannot be shipped with: {', '.join(refused)}")
    lines = [f"{name}: {licence}" for name, licence in sorted(licences.items(), key=lower)]
    (DIST / "licences.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def lower(item: tuple[str, str]) -> str:
    return item[0].lower()


def write_notes() -> None:
    """The notes are the changes of this version."""
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.split(r"^## ", changes, flags=re.MULTILINE)
    wanted = (f"[{__version__}]", "[Unreleased]")
    notes = next(part for name in wanted for part in parts if part.startswith(name))
    (DIST / "notes.md").write_text(f"# Kermesse {__version__}\n\n{body_of(notes)}", "utf-8")


def body_of(part: str) -> str:
    """A chapter of the changes without its heading."""
    return part.partition("\n")[2].strip() + "\n"


# --- around -------------------------------------------------------------------------------


def wheel() -> Path:
    """The wheel that was built."""
    return next(DIST.glob("kermesse-*.whl"))


def output(*command: str | Path, cwd: str | Path = ROOT) -> str:
    """What a command prints; its complaint ends the release."""
    words: Sequence[str] = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
