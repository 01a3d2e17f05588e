"""Matches of variants: their files carry them, and arenas play them in other processes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.variants.scenes import QUICK, forgotten

import kermesse
from kermesse.core import variants
from kermesse.core.errors import MatchFileError
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.matchfile import read_match, write_match
from kermesse.core.verification import resume, verify
from kermesse.lab.strength import Tournament
from kermesse.lab.strength import run as hold

GAME = kermesse.variant(QUICK)


def finished() -> str:
    """The file of a match of a variant."""
    bot = kermesse.bot("random", GAME)
    match = Match(GAME, players=["Ana", "Bo"], secret=seeded_secret(3))
    while not match.over:
        (seat,) = match.due
        match.act(seat, bot.choose(match.view(seat), seed=len(match.decisions)))
    return write_match(match)


@pytest.fixture
def unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here has seen a variant yet."""
    monkeypatch.setenv("KERMESSE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv(variants.FOLDERS, raising=False)


def test_a_match_file_carries_its_variant() -> None:
    text = finished()
    content = json.loads(text)
    assert list(content)[:4] == ["kermesse", "version", "game", "variant"]
    assert content["variant"] == QUICK | {"tables": {}}
    assert "variant" in content["checks"]
    assert verify(text) == []
    assert resume(read_match(text)).game is GAME
    assert "variant" not in json.loads(write_match(Match(kermesse.game("muvuca"))))


def test_a_match_can_be_checked_where_its_variant_is_not_known(unknown: None) -> None:
    text = finished()
    with forgotten():
        assert verify(text) == []
        assert read_match(text).game.title == "Muvuca · Quick"


def other_title(content: dict[str, Any]) -> None:
    content["variant"]["title"] = "Slow"


def other_option(content: dict[str, Any]) -> None:
    content["variant"]["options"]["end_lines"] = 2


def no_variant(content: dict[str, Any]) -> None:
    del content["variant"]


def no_object(content: dict[str, Any]) -> None:
    content["variant"] = "Quick"


def broken(content: dict[str, Any]) -> None:
    content["variant"]["tables"] = {"cards.csv": "food\nfries\n"}


def of_the_original(content: dict[str, Any]) -> None:
    content["game"] = "muvuca"


@pytest.mark.parametrize(
    ("change", "known", "elsewhere"),
    [
        (other_title, "'variant' is not what 'game' names", "'variant' is not what 'game' names"),
        (other_option, "'variant' is not what 'game' names", "'variant' is not what 'game' names"),
        (no_variant, "'variant' is not what 'game' names", "is not at hand: give its file"),
        (no_object, "'variant' is not what 'game' names", "'variant' must be an object, not 'Qui"),
        (broken, "'variant' is not what 'game' names", "'variant': cards.csv: the column jacket"),
        (of_the_original, "'variant' is not what 'game' na", "'variant' is not what 'game' names"),
    ],
)
def test_a_file_that_does_not_fit_its_variant_is_refused(
    change: Callable[[dict[str, Any]], None], known: str, elsewhere: str, unknown: None
) -> None:
    content = json.loads(finished())
    change(content)
    text = json.dumps(content)
    with pytest.raises(MatchFileError) as refused:
        read_match(text)
    assert known in str(refused.value)
    with forgotten(), pytest.raises(MatchFileError) as refused:
        read_match(text)
    assert elsewhere in str(refused.value)


def test_a_variant_that_was_exchanged_together_with_its_name_breaks_its_checks() -> None:
    content = json.loads(finished())
    other = kermesse.variant(QUICK | {"title": "Slow"})
    assert other.variant is not None
    content |= {"game": other.name, "variant": other.variant.content}
    problems = verify(json.dumps(content))
    assert "game: does not match its check" in problems
    assert "variant: does not match its check" in problems


@pytest.mark.thorough
def test_an_arena_plays_a_variant_in_other_processes() -> None:
    tournament = Tournament.checked(GAME, ["random", "greedy"], 4, options={"turn_cap": 20})
    alone, together = hold(tournament), hold(tournament, workers=2)
    assert alone.games == together.games == 4
    assert [block.games for block in alone.blocks] == [block.games for block in together.blocks]
    assert together.as_json()["settings"]["game"] == GAME.name


def test_an_isolated_bot_plays_a_variant() -> None:
    tournament = Tournament.checked(
        GAME, ["random", "greedy"], 2, options={"turn_cap": 20}, isolate=True
    )
    report = hold(tournament)
    assert report.games == 2
    assert not any(any(block.forfeits.values()) for block in report.blocks)
