"""The documents: their code runs, their commands answer as shown, their links and tables are true.

Blocks of one document share a namespace and a folder and run in order. A block whose first line is
the name of a file (`# topcard/rules.py`) is that file. A document with a `pyproject.toml` gets its
files installed as a package and runs in a process of its own, with a kernel cache of its own.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import pytest
from click.testing import CliRunner

import kermesse
from kermesse.cli import main
from kermesse.core import errors, matchfile
from kermesse.core.conformance import CLAUSES, ConformanceError, check
from kermesse.core.contract import KERNELS
from kermesse.core.game import Game
from kermesse.core.playout import playout
from kermesse.core.record import HEADER

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"(?:#|<!--) (?P<name>[\w/-]+\.\w+)(?: -->)?\n")
PROMPT = re.compile(r"(?P<prompt>[a-z_]+>)(?: (?P<typed>.*))?")
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<title>.+)$", re.MULTILINE)
BY_HAND = ("grep", "printf", "sha256sum")  # harmless commands that are run, pipes and all
ANYTHING = "…"


class Block(NamedTuple):
    """A fenced block: its language, its text and the line where that starts."""

    language: str
    text: str
    line: int

    @property
    def file_name(self) -> str | None:
        """The file that this block is, if it is one."""
        found = FILE_NAME.match(self.text)
        return found and found["name"]


def name_of(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


def blocks(document: Path) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    return [
        Block(found["info"].strip(), found["body"], text.count("\n", 0, found.start()) + 2)
        for found in FENCE.finditer(text)
    ]


def prose(document: Path) -> str:
    """A document without its fenced blocks."""
    return FENCE.sub("", document.read_text(encoding="utf-8"))


every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)


# --- running ------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to work in; nothing is kept or compiled outside it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KERMESSE_DATA_DIR", str(tmp_path / ".data"))
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


@every_document
def test_blocks_run(document: Path, desk: Path) -> None:
    found = blocks(document)
    if any(block.file_name == "pyproject.toml" for block in found):
        install(found, desk)
        run_apart(desk, "run", document)
    else:
        run_document(document)


def run_document(document: Path) -> None:
    namespace: dict[str, Any] = {"__name__": "document"}
    for block in blocks(document):
        if block.file_name:
            path = Path(block.file_name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            run_python(block, namespace, document)
        elif block.language == "console":
            run_console(block, document)


def run_python(block: Block, namespace: dict[str, Any], document: Path) -> None:
    place = f"{name_of(document)}, line {block.line}"
    if ">>>" not in block.text:
        exec(compile("\n" * (block.line - 1) + block.text, str(document), "exec"), namespace)
        return
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.text, namespace, place, str(document), block.line - 1)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(
        test, out=report.append, clear_globs=False
    )
    assert not report, "".join(report)
    namespace.update(test.globs)


def run_console(block: Block, document: Path) -> None:
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        place = f"{name_of(document)}, line {block.line}: {command}"
        if command.startswith("kermesse") and not set(command) & set("|&;"):
            status, output = run_kermesse(command, shown)
        elif command.split()[0] in BY_HAND and shutil.which("xxd") and shutil.which("sha256sum"):
            done = subprocess.run(
                ["bash", "-c", command], capture_output=True, text=True, check=False
            )
            status, output = done.returncode, done.stdout + done.stderr
        else:
            continue
        assert status == 0, f"{place}\n{output}"
        if shown.strip():
            assert re.fullmatch(as_pattern(shown), tidy(output)), f"{place}\n{output}"


def run_kermesse(command: str, shown: str) -> tuple[int, str]:
    """Run a command; what a transcript shows after a prompt is typed there."""
    typed = [found["typed"] or "" for found in map(PROMPT.fullmatch, shown.splitlines()) if found]
    answer = CliRunner().invoke(main, shlex.split(command)[1:], input="\n".join([*typed, ""]))
    return answer.exit_code, answer.output


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) + "\n"


def as_pattern(shown: str) -> str:
    """The lines that are shown; `…` alone stands for any lines, in a line for any characters."""
    pattern = ""
    for line in tidy(shown).splitlines():
        prompt = PROMPT.fullmatch(line)
        if line == ANYTHING:
            pattern += r"(?:.*\n)*?"
        elif prompt:
            pattern += re.escape(prompt["prompt"]) + " ?"  # the answer follows on the same line
        else:
            pattern += r"[^\n]*".join(map(re.escape, line.split(ANYTHING))) + r"\n"
    return pattern


@every_document
def test_no_block_is_excused_from_running(document: Path) -> None:
    odd = [block.language for block in blocks(document) if not re.fullmatch(r"\w+", block.language)]
    assert not odd, "a fence names its language and nothing else"


# --- the game of the how-to ---------------------------------------------------------------

ADD_A_GAME = ROOT / "docs/how-to/add-a-game.md"


def install(found: list[Block], folder: Path) -> None:
    """Write the files of a document, and beside them what pip would leave behind."""
    files = {block.file_name: block.text for block in found if block.file_name}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    project = tomllib.loads(files["pyproject.toml"])["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = []
    for group, offers in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{offer} = {where}" for offer, where in offers.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def run_apart(folder: Path, task: str, document: Path, plain: bool = True) -> None:
    """Carry out one of `TASKS` in a process that finds the package in ``folder``.

    Plain unless compiled code is what is tested: compiling takes longer than all the rest.
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", __file__, task, str(document)],
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "KERMESSE_CACHE_DIR": str(folder / ".kernels"),
            "KERMESSE_PLAIN": str(int(plain)),
        },
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_game_of_the_how_to_keeps_the_contract(desk: Path) -> None:
    install(blocks(ADD_A_GAME), desk)
    run_apart(desk, "judge", ADD_A_GAME, plain=False)


def judge(_: Path) -> None:
    """The suite, random playouts, a match with bots, and a refusal that quotes the rulebook."""
    game = kermesse.game("topcard")
    check(game)
    moves = np.zeros(game.actions, np.int16)
    for seats in game.seats:
        table = game.new(seats=seats, seed=seats)
        assert game.bind(playout)(table.record, game.bound({}), moves) == seats
        assert table.outcome
        assert sorted(table.outcome.places) == list(range(1, seats + 1))
        assert game.position(table.text) == table
    match = kermesse.Match(game, seats=3)
    while not match.over:
        (seat,) = match.due
        match.act(seat, kermesse.bot("greedy", game).choose(match.view(seat)))
    with pytest.raises(errors.IllegalMove) as refused:
        match.act(0, "keep")
    assert refused.value.rule in game.rulebook().rules


def test_the_exercise_of_the_how_to_fails_as_it_says(desk: Path) -> None:
    found = blocks(ADD_A_GAME)
    place = next(i for i, block in enumerate(found) if block.file_name == "topcard/secrets.py")
    lines = found[place].text.splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if "s.viewer = seat" in line) + 1
    assert lines[start].strip().startswith("for owner")
    del lines[start : start + 3]
    found[place] = found[place]._replace(text="".join(lines))
    install(found, desk)
    run_apart(desk, "leak", ADD_A_GAME)


def leak(_: Path) -> None:
    """What an author sees whose `conceal` hides nothing."""
    with pytest.raises(ConformanceError, match="it leaks"):
        check(kermesse.game("topcard"), seats=2, clauses=[3])


# --- links and paths ----------------------------------------------------------------------


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    broken = []
    for found in LINK.finditer(prose(document)):
        target, _, anchor = found["target"].partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        page = (document.parent / target).resolve() if target else document
        if not page.exists() or (anchor and anchor not in anchors(page)):
            broken.append(found["target"])
    assert not broken


def anchors(page: Path) -> set[str]:
    titles = [found["title"] for found in HEADING.finditer(prose(page))]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@every_document
def test_no_path_of_one_machine(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert not re.search(r"/(?:work|root|home|tmp|Users)/", text)


def test_every_document_can_be_reached() -> None:
    seen: set[Path] = set()
    ahead = [ROOT / "docs/README.md"]
    while ahead:
        page = ahead.pop()
        seen.add(page)
        targets = {found["target"].partition("#")[0] for found in LINK.finditer(prose(page))}
        pages = {(page.parent / target).resolve() for target in targets if target.endswith(".md")}
        ahead += [page for page in pages if page in DOCUMENTS and page not in seen]
    assert set(DOCUMENTS) - seen <= {ROOT / "README.md", ROOT / "CHANGELOG.md"}


# --- tables that repeat what the code says ------------------------------------------------


def rows(document: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, its head left out."""
    text = (ROOT / "docs/reference" / document).read_text(encoding="utf-8")
    below = text.split(f"\n{heading}\n", 1)[1]
    section = re.split(r"^#", below, maxsplit=1, flags=re.MULTILINE)[0]
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert table, f"no table below {heading}"
    lines = table[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def first_words(document: str, heading: str) -> list[str]:
    """The names in the first column, without back quotes and arguments."""
    names = [row[0] for row in rows(document, heading)]
    return [found[0] for name in names for found in [re.search(r"\w+", name)] if found]


def test_contract_page_names_header_kernels_and_clauses() -> None:
    assert first_words("contract.md", "## The record") == [field[0] for field in HEADER]
    assert first_words("contract.md", "## The kernels") == list(KERNELS)
    clauses = [(row[0], row[1].strip("*")) for row in rows("contract.md", "## The ten clauses")]
    assert clauses == [(str(number), clause.title) for number, clause in CLAUSES.items()]


def test_contract_page_names_the_fields_of_a_game() -> None:
    known = [field.name for field in fields(Game) if field.init]
    assert first_words("contract.md", "## The Game object") == known


def test_match_file_page_names_every_field() -> None:
    assert first_words("match-file.md", "## Fields") == list(matchfile.FIELDS)


def test_python_page_names_every_error_and_everything_exported() -> None:
    known = {
        name
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, errors.KermesseError)
    }
    assert set(first_words("python-api.md", "## Errors")) == known
    page = (ROOT / "docs/reference/python-api.md").read_text(encoding="utf-8")
    assert [name for name in kermesse.__all__ if f"`{name}" not in page] == []


def each_command(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command as it is typed: `arena`, `lab report`."""
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from each_command(command, f"{before}{name} ")
        else:
            yield before + name, command


COMMANDS = dict(each_command(main))


def test_command_line_page_has_every_command() -> None:
    page = (ROOT / "docs/reference/command-line.md").read_text(encoding="utf-8")
    assert re.findall(r"^## kermesse ([\w ]+)$", page, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_command_line_page_has_every_parameter(name: str) -> None:
    table = rows("command-line.md", f"## kermesse {name}") if COMMANDS[name].params else []
    documented = {}
    for what, default, meaning in table:
        documented[frozenset(spelled(what))] = (what, default, meaning)
    known = {frozenset(spelling(parameter)): parameter for parameter in COMMANDS[name].params}
    assert set(documented) == set(known)
    for words, parameter in known.items():
        what, default, meaning = documented[words]
        if isinstance(parameter, click.Option) and parameter.show_default:
            assert default == f"`{parameter.default}`"
        if isinstance(parameter.type, click.Choice):
            assert all(f"`{choice}`" in what + meaning for choice in parameter.type.choices)


def spelling(parameter: click.Parameter) -> list[str]:
    """How a parameter is written on the command line."""
    if isinstance(parameter, click.Option):
        return [*parameter.opts, *parameter.secondary_opts]
    return [str(parameter.name).upper()]


def spelled(what: str) -> list[str]:
    """How the page writes a parameter: `-o`, `--option NAME=VALUE`."""
    return [quoted.split()[0] for quoted in re.findall(r"`([^`]+)`", what)]


TASKS = {"run": run_document, "judge": judge, "leak": leak}

if __name__ == "__main__":
    TASKS[sys.argv[1]](Path(sys.argv[2]).resolve())
