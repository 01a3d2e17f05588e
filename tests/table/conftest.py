"""What the tests of the table share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kermesse import game
from kermesse.table.live import services
from kermesse.table.live.compilation import WARM_UPS, Compilation, Stage

from .wires import Browser, Running, running


@pytest.fixture(autouse=True, scope="session")
def prepared() -> Iterator[None]:
    """One game, compiled in this process once, not in another one for every server."""

    async def nothing(self: Compilation, name: str, stage: Stage) -> None:
        return

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compilation, "_compile", nothing)
        patch.setitem(WARM_UPS, Stage.SEARCH, lambda game: None)  # no test here needs it all
        patch.setattr(services, "load_games", lambda: {"muvuca": game("muvuca")})
        yield


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, prepared: None) -> Iterator[Running]:
    """One server for all tests that leave it as they found it."""
    folder: Path = tmp_path_factory.mktemp("served")
    with running(folder, admin_token="an office token of some length") as found:
        yield found


@pytest.fixture
def ann(served: Running) -> Iterator[Browser]:
    browser = Browser(served)
    yield browser
    browser.http.close()


@pytest.fixture
def ben(served: Running) -> Iterator[Browser]:
    browser = Browser(served)
    yield browser
    browser.http.close()
