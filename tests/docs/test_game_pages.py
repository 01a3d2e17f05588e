"""The pages on the games are what the games say of themselves."""

from __future__ import annotations

import pytest
from tests.random_play import walk
from tools.game_pages import PAGES, page

import kermesse
from kermesse.core.position import Position


@pytest.mark.parametrize("name", kermesse.game_names())
def test_a_page_is_as_it_is_written_now(name: str) -> None:
    kept = (PAGES / f"{name.replace('_', '-')}.md").read_text(encoding="utf-8")
    assert kept == page(kermesse.game(name)), "run: python -m tools.game_pages"


@pytest.mark.parametrize("name", kermesse.game_names())
def test_a_page_says_whether_seats_know_different_things(name: str) -> None:
    kept = (PAGES / f"{name.replace('_', '-')}.md").read_text(encoding="utf-8")
    game = kermesse.game(name)
    known = [seen(position) for seed in range(3) for position in walk(game, seed)]
    differ = any(view != views[0] for views in known for view in views)
    said = "yes" if differ else "only future draws"
    assert f"| hidden information | {said} |" in kept


def seen(position: Position) -> list[bytes]:
    """What each seat knows, whoever it is that knows it."""
    views = [position.view(seat) for seat in range(position.seats)]
    for view in views:
        view.record.viewer = 0
    return [view.tobytes() for view in views]


def test_all_pages_have_the_same_headings() -> None:
    headings = {
        tuple(line for line in path.read_text(encoding="utf-8").splitlines() if line[:3] == "## ")
        for path in PAGES.glob("*.md")
    }
    assert headings == {
        ("## Specs", "## Observation", "## Action", "## Rewards", "## Ending"),
    }
