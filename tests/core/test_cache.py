"""The disk cache of compiled kernels, each time in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kermesse.core.cache import CORE, STALE_AFTER_DAYS, _sweep, folder_digest, sources_key
from kermesse.core.machine_code import BASELINE

INNER = "from kermesse.core.kernel import kernel\n\n@kernel\ndef inner(n):\n    return n + {}\n"
OUTER = """
from kermesse.core.bits import bit
from kermesse.core.kernel import kernel
from pack.inner import inner

@kernel
def outer(n):
    return inner(n) + bit(2)

print(outer(1), sum(outer.stats.cache_hits.values()), sum(outer.stats.cache_misses.values()))
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A package with a kernel that calls an imported one."""
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "inner.py").write_text(INNER.format(10))
    (folder / "outer.py").write_text(OUTER)
    return folder


def answer(pack: Path, cache: Path) -> tuple[int, int, int]:
    """The result of the outer kernel, and how often the cache was hit and missed."""
    env = {name: value for name, value in os.environ.items() if name != "KERMESSE_PLAIN"}
    env |= {"KERMESSE_CACHE_DIR": str(cache), "PYTHONPATH": str(pack.parent)}
    env |= {"PYTHONDONTWRITEBYTECODE": "1"}  # which goes by seconds: two edits may share one
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "pack.outer"],
        env=env, cwd=pack.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    result, hits, misses = map(int, ran.stdout.split())
    return result, hits, misses


def test_a_second_process_compiles_nothing(pack: Path, tmp_path: Path) -> None:
    assert answer(pack, tmp_path / "cache") == (15, 0, 1)
    assert answer(pack, tmp_path / "cache") == (15, 1, 0)


def test_an_edit_of_an_imported_kernel_is_noticed(pack: Path, tmp_path: Path) -> None:
    """Numba itself looks only at the file of the outer kernel, which has not changed."""
    answer(pack, tmp_path / "cache")
    (pack / "inner.py").write_text(INNER.format(20))
    assert answer(pack, tmp_path / "cache") == (25, 0, 1)
    (pack / "inner.py").write_text(INNER.format(10))
    assert answer(pack, tmp_path / "cache") == (15, 1, 0)


@pytest.mark.thorough
def test_an_edit_of_what_a_kernel_does_not_use_compiles_nothing(pack: Path, tmp_path: Path) -> None:
    answer(pack, tmp_path / "cache")
    (pack / "other.py").write_text(INNER.format(20))
    (pack / "inner.py").write_text("# a remark\n" + INNER.format(10) + "\nUNUSED = 3\n")
    assert answer(pack, tmp_path / "cache") == (15, 1, 0)


@pytest.mark.thorough
def test_a_copy_of_sources_and_cache_compiles_nothing(pack: Path, tmp_path: Path) -> None:
    """Another path and other times, as on another machine or in another checkout."""
    answer(pack, tmp_path / "cache")
    elsewhere = tmp_path / "elsewhere" / "pack"
    shutil.copytree(pack, elsewhere)
    for file in elsewhere.iterdir():
        os.utime(file, (1_000_000_000, 1_000_000_000))
    shutil.copytree(tmp_path / "cache", tmp_path / "copy")
    assert answer(elsewhere, tmp_path / "copy") == (15, 1, 0)


def test_a_home_that_cannot_be_written_still_works(pack: Path, tmp_path: Path) -> None:
    """A file stands where the folder should be: no user, not even root, can write there."""
    (tmp_path / "file").touch()
    assert answer(pack, tmp_path / "file" / "cache") == (15, 0, 1)


def test_a_digest_covers_sources_below_and_leaves_tests_out(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "tests").mkdir()
    folder_digest.cache_clear()
    digests = []
    for name in ("a.py", "deep/b.py", "tests/c.py", "notes.txt"):
        (tmp_path / name).write_text("x = 1")
        digests.append(folder_digest.__wrapped__(tmp_path))
    assert len(set(digests[:2])) == 2
    assert digests[1] == digests[2] == digests[3]


def test_renaming_a_source_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1")
    before = folder_digest.__wrapped__(tmp_path)
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert folder_digest.__wrapped__(tmp_path) != before


def test_the_core_is_part_of_every_key(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1")
    assert sources_key() == sources_key(CORE)
    assert sources_key(tmp_path) != sources_key()
    assert sources_key(tmp_path, CORE) == sources_key(CORE, tmp_path) == sources_key(tmp_path)


def test_folders_of_long_ago_are_swept(tmp_path: Path) -> None:
    old, fresh, not_ours = tmp_path / ("a" * 20), tmp_path / ("b" * 20), tmp_path / "Photos"
    for folder in (old, fresh, not_ours):
        folder.mkdir()
        (folder / "kernel.nbi").touch()
    long_ago = time.time() - (STALE_AFTER_DAYS + 1) * 86_400
    for folder in (old, not_ours):
        os.utime(folder, (long_ago, long_ago))
    _sweep(tmp_path)
    assert set(tmp_path.iterdir()) == {fresh, not_ours}


@pytest.mark.parametrize("size", [pytest.param(0, marks=pytest.mark.thorough), 40])
def test_a_damaged_file_is_compiled_anew(pack: Path, tmp_path: Path, size: int) -> None:
    answer(pack, tmp_path / "cache")
    damaged = [file for file in (tmp_path / "cache").rglob("*.nb?") if "outer" in file.name]
    assert damaged
    for file in damaged:
        os.truncate(file, size)
    assert answer(pack, tmp_path / "cache") == (15, 0, 1)
    assert answer(pack, tmp_path / "cache") == (15, 1, 0)


@pytest.mark.thorough
def test_a_disk_without_room_is_done_without(pack: Path, tmp_path: Path) -> None:
    """No file may grow beyond a block: what cannot be kept is compiled in each process."""
    script = f'ulimit -f 1; exec "{sys.executable}" -m pack.outer'
    env = os.environ | {"KERMESSE_CACHE_DIR": str(tmp_path / "c"), "PYTHONPATH": str(pack.parent)}
    env |= {"KERMESSE_PLAIN": "0", "PYTHONDONTWRITEBYTECODE": "1"}  # nor half of a library
    ran = subprocess.run(
        ["bash", "-c", script],
        env=env, cwd=pack.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split()[0] == "15"


SHIPPED = """
import sys
from pathlib import Path
from kermesse.core import machine_code
machine_code.SHIPPED = Path(sys.argv[1])
machine_code.NEEDED = tuple(sys.argv[2:])
import pack.outer
"""


@pytest.mark.parametrize(("needed", "hits"), [((), 1), (("no-such-feature",), 0)])
def test_machine_code_of_the_package_is_used_where_it_fits(
    pack: Path, tmp_path: Path, needed: tuple[str, ...], hits: int
) -> None:
    """It was compiled for another processor than this one: the baseline of the wheel."""
    baseline = {"NUMBA_CPU_NAME": BASELINE, "NUMBA_CPU_FEATURES": ""}
    env = {name: value for name, value in os.environ.items() if name != "KERMESSE_PLAIN"}
    env |= {"PYTHONPATH": str(pack.parent)}
    for script, more in (
        ("import pack.outer", {"KERMESSE_CACHE_DIR": str(tmp_path / "wheel"), **baseline}),
        (SHIPPED, {"KERMESSE_CACHE_DIR": str(tmp_path / "home")}),
    ):
        ran = subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / "wheel" / "kernels"), *needed],
            env=env | more, cwd=pack.parent, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["15", str(hits), str(1 - hits)]
