"""`kermesse new-game` writes a whole game, or refuses and leaves nothing behind."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.cli.scenes import refused, run
from tests.installing import install, surroundings

from kermesse.core.errors import KermesseError

NEW_GAME = sys.modules["kermesse.cli.new_game"]  # in the package the command has this name
NAMES = ["ab", "top_card", "a_very_long_name_of_thirty_sig"]  # layout depends on how long it is
SCENES = Path(__file__).with_name("sixth_game.py")


@pytest.fixture
def project(home: Path) -> Path:
    """The package that the command writes, as if it were installed."""
    result = run("new-game", "top_card")
    assert result.exit_code == 0
    install(home / "top_card")
    return home / "top_card"


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def in_project(
    project: Path, words: Sequence[str], *, plain: bool = True
) -> subprocess.CompletedProcess[str]:
    """A Python process that finds the package."""
    return subprocess.run(
        [sys.executable, *words],
        env=surroundings(project, plain=plain),
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )


def passes(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 0, done.stdout + done.stderr


# --- what is written ----------------------------------------------------------------------


def test_it_says_what_was_written_and_what_to_type_next(home: Path) -> None:
    result = run("new-game", "top_card")
    assert result.exit_code == 0
    listed = {line.strip() for line in result.stdout.splitlines()}
    assert files_in(home / "top_card") <= listed
    assert {"cd top_card", "kermesse play top_card", "pytest"} <= listed


def test_a_name_is_read_as_everywhere_and_the_title_is_free(home: Path) -> None:
    assert run("new-game", "Odd-One Out", "--folder", "a/b", "--title", "L'Intrus").exit_code == 0
    package = home / "a" / "b" / "src" / "odd_one_out"
    assert '"L\'Intrus"' in (package / "__init__.py").read_text(encoding="utf-8")
    book = (package / "rulebook" / "en.md").read_text(encoding="utf-8")
    assert book.startswith("# L'Intrus\n")
    assert "**OOO-01**" in book


def test_a_fresh_repository_is_no_obstacle(home: Path) -> None:
    (home / "mine" / ".git").mkdir(parents=True)
    assert run("new-game", "top_card", "--folder", "mine").exit_code == 0
    assert (home / "mine" / "pyproject.toml").is_file()


# --- what is refused ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "'' cannot be the name of a game"),
        ("7up", "'7up' cannot be the name of a game"),
        ("x", "'x' cannot be the name of a game"),
        ("_hidden", "'_hidden' cannot be the name of a game"),
        ("top_", "'top_' cannot be the name of a game"),  # pip refuses a package called top-
        ("jeu.de.dés", "'jeu.de.dés' cannot be the name of a game"),
        ("../outside", "'../outside' cannot be the name of a game"),
        ("a" * 31, "use 2 to 30 letters"),
        ("lambda", "'lambda' is a Python keyword"),
        ("viva", "there already is a game 'viva'"),
        ("Moon River", "there already is a game 'moon_river'"),
        ("numpy", "there already is a Python package 'numpy'"),
        ("secrets", "there already is a Python package 'secrets'"),
    ],
)
def test_a_name_that_cannot_be_is_refused(home: Path, name: str, says: str) -> None:
    assert says in refused(run("new-game", "--", name))


@pytest.mark.parametrize(
    ("title", "says"),
    [
        ("", "a title has 1 to 50 characters, not ''"),
        ("t" * 51, "a title has 1 to 50 characters"),
        ("A\x07B", "a title has 1 to 50 characters"),
        ('Say "hush"', 'a title cannot contain "'),
        ("Hush {cards}", "a title cannot contain {"),
        ("Hu$h", "a title cannot contain $"),
    ],
)
def test_a_title_that_cannot_be_written_is_refused(home: Path, title: str, says: str) -> None:
    assert says in refused(run("new-game", "top_card", "--title", title))


def test_a_folder_with_something_in_it_is_left_alone(home: Path) -> None:
    (home / "top_card").mkdir()
    (home / "top_card" / "thesis.tex").write_text("years of work")
    result = run("new-game", "top_card")
    assert result.exit_code == 1
    assert "top_card is not empty (thesis.tex)" in result.stderr
    assert files_in(home) == {"top_card/thesis.tex"}


@pytest.mark.parametrize(
    ("folder", "says"), [("file", "file is a file"), ("file/inside", "cannot write file/inside")]
)
def test_a_file_is_no_folder(home: Path, folder: str, says: str) -> None:
    (home / "file").write_text("mine")
    result = run("new-game", "top_card", "--folder", folder)
    assert result.exit_code == 1
    assert says in result.stderr
    assert files_in(home) == {"file"}


def test_a_disk_that_fills_up_leaves_nothing_half_written(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def last_one_fails(path: Path, *args: object, **more: object) -> int:
        if path.name == "test_rules.py":
            raise OSError(28, "No space left on device")
        return write(path, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", last_one_fails)
    sentence = refused(run("new-game", "top_card", "--folder", "far/away"))
    assert "cannot write far/away/tests/test_rules.py: No space left on device" in sentence


def test_an_unreadable_folder_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "locked").mkdir()

    def locked(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", locked)
    with pytest.raises(KermesseError, match="locked cannot be read: Permission denied"):
        NEW_GAME.check_free(Path("locked"))


# --- what the game is worth ---------------------------------------------------------------


@pytest.mark.skipif(not shutil.which("ruff", path=Path(sys.executable).parent), reason="no ruff")
@pytest.mark.parametrize("name", NAMES)
def test_it_is_laid_out_and_clean(home: Path, name: str) -> None:
    assert run("new-game", name).exit_code == 0
    ruff = Path(sys.executable).with_name("ruff")
    for words in (["check"], ["format", "--check"]):
        done = subprocess.run(
            [ruff, *words, "--no-cache", name], capture_output=True, text=True, check=False
        )
        passes(done)


@pytest.mark.long
def test_its_types_fit(project: Path) -> None:
    pytest.importorskip("mypy")
    passes(in_project(project, ["-m", "mypy"]))


@pytest.mark.thorough
def test_its_own_tests_pass_compiled(project: Path) -> None:
    passes(in_project(project, ["-m", "pytest", "-q", "-W", "error"], plain=False))


def scenes(project: Path, *names: str, plain: bool = True) -> None:
    done = in_project(project, [str(SCENES), "top_card", *names], plain=plain)
    passes(done)
    assert json.loads(done.stdout.splitlines()[-1]) == list(names)


def test_it_has_bots_a_table_and_adapters_at_once(project: Path) -> None:
    """The rest, such as the lab and the arena, is tried with the game of the tutorial."""
    scenes(project, "levels", "table", "gymnasium", "openspiel")


@pytest.mark.long
def test_it_has_everything_compiled(project: Path) -> None:
    tried = ("arena", "batch", "lab", "pettingzoo")
    scenes(project, "levels", "table", "gymnasium", "openspiel", *tried, plain=False)
