"""What all tests share: a patient Hypothesis, and an empty home for those that write files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from kermesse.core.machine_code import compile_here

settings.register_profile("kermesse", deadline=None)  # a kernel compiles on first use
settings.load_profile("kermesse")


@pytest.fixture(autouse=True)
def compiling() -> Iterator[None]:
    """A test that opened a server has this process compile nothing; the next one may."""
    yield
    compile_here()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in; nothing is kept outside of it."""
    monkeypatch.setenv("KERMESSE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.delenv("KERMESSE_DEBUG", raising=False)
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def data(home: Path) -> Path:
    """The folder for secrets, beside an empty one to work in."""
    return home.parent / "data"
