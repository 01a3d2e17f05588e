"""What the browser tests share: one server and one Chromium for each worker, people by the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.servers import Guest, ServerProcess, chromium, opened

NewGuest = Callable[..., Guest]


class Shared:
    """Chromium, started when it is first needed."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self._browser: Browser | None = None

    @property
    def browser(self) -> Browser:
        """The one browser of this worker."""
        if self._browser is None:
            self._browser = self._running.enter_context(chromium())
        return self._browser

    def close(self) -> None:
        """Close it; whoever needs it again starts it again."""
        self._browser = None
        self._running.close()


@pytest.fixture(scope="session")
def shared() -> Iterator[Shared]:
    """The browser of this worker, if any test wants it."""
    holder = Shared()
    yield holder
    holder.close()


@pytest.fixture(scope="session")
def browser(shared: Shared) -> Browser:
    """Debian's Chromium."""
    return shared.browser


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all tests that do not harm one another."""
    with opened(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def guests(browser: Browser, house: ServerProcess) -> Iterator[NewGuest]:
    """Lets people come to the shared server; a complaint of any browser fails the test."""
    yield from comers(browser, house)


@pytest.fixture
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for one test alone, which may do with it what it likes."""
    with opened(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture
def own_guests(browser: Browser, own_house: ServerProcess) -> Iterator[NewGuest]:
    """Lets people come to the test's own server."""
    yield from comers(browser, own_house)


def comers(browser: Browser, house: ServerProcess) -> Iterator[NewGuest]:
    """Makes people with a browser each, and sees them off."""
    came: list[Guest] = []

    def come(name: str = "", **settings: Any) -> Guest:
        came.append(Guest(browser, house, **settings))
        if name:
            came[-1].name(name)
        return came[-1]

    yield come
    for guest in came:
        guest.context.close()
    blames = [blame for guest in came for blame in guest.blames()]
    assert not blames, "\n".join(blames)
