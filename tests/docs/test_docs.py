"""The documents: their code runs, their commands answer as shown, their links and tables are true.

Blocks of one document share a namespace and a folder and run in order. A block whose first line is
the name of a file (`# src/hush/rules.py`) is that file, or the rest of it (`… (continued)`). A
document that builds a game is followed as by a reader in a shell: every command and every piece of
code is a process of its own, that finds the package as it is then.
"""

from __future__ import annotations

import ast
import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner
from tests.installing import install, surroundings

import kermesse
from kermesse.cli import main
from kermesse.core import errors, matchfile
from kermesse.core.conformance import CLAUSES
from kermesse.core.contract import KERNELS
from kermesse.core.game import Game
from kermesse.core.record import HEADER

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
TUTORIAL = ROOT / "docs/tutorial/sixth-game.md"
ADD_A_GAME = ROOT / "docs/how-to/add-a-game.md"
FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"(?:#|<!--) (?P<name>[\w/-]+\.\w+)(?P<more> \(continued\))?(?: -->)?\n")
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

    @property
    def goes_on(self) -> bool:
        """Whether this block goes on with a file that an earlier one began."""
        found = FILE_NAME.match(self.text)
        return bool(found and found["more"])


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
    if document in (TUTORIAL, ADD_A_GAME):
        follow(document, desk)
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
    for command, shown in commands(block):
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
        compare(shown, output, place)


def commands(block: Block) -> list[tuple[str, str]]:
    """The commands of a console block, each with what is shown below it."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts)]


def compare(shown: str, output: str, place: str) -> None:
    """Whether a command answers as the document says, if it says anything."""
    if shown.strip():
        assert re.fullmatch(as_pattern(shown), tidy(output)), f"{place}\n{output}"


def run_kermesse(command: str, shown: str) -> tuple[int, str]:
    """Run a command; what a transcript shows after a prompt is typed there."""
    answer = CliRunner().invoke(main, shlex.split(command)[1:], input=typed_in(shown))
    return answer.exit_code, answer.output


def typed_in(shown: str) -> str:
    """What a person typed in a transcript."""
    typed = [found["typed"] or "" for found in map(PROMPT.fullmatch, shown.splitlines()) if found]
    return "\n".join([*typed, ""])


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


# --- documents that build a game ----------------------------------------------------------

MOST_LINES = 110  # of the game of the tutorial


class Shell:
    """What a reader has before them: a folder, and soon a package in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, block: Block) -> None:
        """Put a block into its file, or at the end of it."""
        assert block.file_name
        path = self.folder / block.file_name
        before = path.read_text(encoding="utf-8") + "\n\n" if block.goes_on else ""
        path.write_text(before + block.text, encoding="utf-8")

    def enter(self, command: str, typed: str = "") -> tuple[int, str]:
        """Carry out a command, and answer its prompts."""
        words = shlex.split(command)
        if words[0] == "cd":
            self.folder /= words[1]
        elif words == ["pip", "install", "-e", ".[dev]"]:
            install(self.folder)
        elif words[:2] == ["kermesse", "play"] and "--text" not in words:
            pass  # a browser would open, and a server wait for it
        else:
            assert words[0] in ("kermesse", "pytest", "rm"), f"no test knows how to run {command}"
            here = shlex.quote(str(Path(sys.executable).parent))
            return self.run(["bash", "-c", f"PATH={here}:$PATH; {command}"], typed)
        return 0, ""

    def run(self, words: list[str], typed: str = "") -> tuple[int, str]:
        """A process of its own, in the folder."""
        done = subprocess.run(
            words,
            input=typed,
            env=surroundings(self.folder, plain=True),
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout


def follow(document: Path, desk: Path, until: str | None = None) -> Shell:
    """Do what a document says, all of it or up to the block with this text."""
    shell = Shell(desk)
    for block in blocks(document):
        if until and until in block.text:
            break
        place = f"{name_of(document)}, line {block.line}"
        if block.file_name:
            shell.write(block)
        elif block.language == "python":
            status, output = shell.run([sys.executable, "-c", block.text])
            assert status == 0, f"{place}\n{output}"
        elif block.language == "console":
            for command, shown in commands(block):
                status, output = shell.enter(command, typed_in(shown))
                assert status == 0, f"{place}: {command}\n{output}"
                compare(shown, output, f"{place}: {command}")
    return shell


def test_the_game_of_the_tutorial_is_as_short_as_it_says() -> None:
    lines = sum(
        code_lines(block.text)
        for block in blocks(TUTORIAL)
        if (block.file_name or "").startswith("src/hush/") and block.language == "python"
    )
    assert lines <= MOST_LINES
    assert f"the whole game: {lines} lines" in prose(TUTORIAL)


def code_lines(text: str) -> int:
    """Lines that are not blank, not a comment and not a docstring."""
    tree = ast.parse(text)
    said = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node)
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    written = enumerate(text.splitlines(), start=1)
    return sum(
        number not in said and bool(line.strip()) and not line.strip().startswith("#")
        for number, line in written
    )


def test_the_exercise_of_the_tutorial_fails_as_it_says(desk: Path) -> None:
    shell = follow(TUTORIAL, desk, until="$ pytest")
    secrets = shell.folder / "src/hush/secrets.py"
    text = secrets.read_text(encoding="utf-8")
    secrets.write_text(text.replace("if owner != seat", "if owner > seat", 1), encoding="utf-8")
    code = "from hush import game; from kermesse.core.conformance import check; "
    status, output = shell.run([sys.executable, "-c", code + "check(game, seats=2, clauses=[3])"])
    assert status != 0
    assert "clause 3 (Conceal is honest) does not hold" in output
    assert "it leaks" in output
    assert "hand[0]" in output


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


# --- what README says is printed ------------------------------------------------------------

PRINTED = """
import json, sys
said = []

def note(*parts):
    said.append((sys._getframe(1).f_lineno, " ".join(map(str, parts))))

exec(compile(sys.argv[1], "README.md", "exec"), {"print": note})
sys.stdout.write(json.dumps(said))
"""


def printed(code: str) -> list[tuple[int, str]]:
    """What a fresh process prints, with the numbers of the lines that print it."""
    done = subprocess.run(
        [sys.executable, "-c", PRINTED, code], capture_output=True, text=True, check=True
    )
    return [(line, text) for line, text in json.loads(done.stdout)]


def test_the_first_snippets_of_the_readme_print_what_they_say_each_time() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    bodies = [found["body"] for found in FENCE.finditer(text) if found["info"] == "python"]
    code = "\n".join(bodies[:2])
    once, again = printed(code), printed(code)
    assert once == again
    assert len(once) == code.count("print(")
    for line, said in once:
        comment = code.splitlines()[line - 1].partition("  # ")[2].strip()
        assert comment == said or "\n" in said, f"README says {comment!r} and prints {said!r}"


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
    assert re.findall(r"^## kermesse ([\w -]+)$", page, re.MULTILINE) == list(COMMANDS)


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
