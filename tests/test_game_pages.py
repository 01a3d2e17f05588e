"""The pages on the games are what the games say of themselves."""

from __future__ import annotations

import pytest
from tools.game_pages import PAGES, page

import kermesse


@pytest.mark.parametrize("name", kermesse.game_names())
def test_a_page_is_as_it_is_written_now(name: str) -> None:
    kept = (PAGES / f"{name.replace('_', '-')}.md").read_text(encoding="utf-8")
    assert kept == page(kermesse.game(name)), "run: python -m tools.game_pages"


def test_all_pages_have_the_same_headings() -> None:
    headings = {
        tuple(line for line in path.read_text(encoding="utf-8").splitlines() if line[:3] == "## ")
        for path in PAGES.glob("*.md")
    }
    assert headings == {
        ("## Specs", "## Observation", "## Action", "## Rewards", "## Ending"),
    }
