"""`kermesse lab compare` and `kermesse lab tune`: pages, logs, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kermesse.cli import main

SMALL = ["--bots", "random", "--workers", "1"]
QUICK = "rounds_to_win=1,turn_cap=20"


def lab(*words: str) -> Result:
    return CliRunner().invoke(main, ["lab", *words])


def answered(*words: str) -> str:
    result = lab(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*words: str) -> str:
    result = lab(*words)
    assert result.exit_code == 1, result.output
    assert len(result.stderr.strip().splitlines()) == 1
    return result.stderr


def test_two_variants_are_compared(home: Path) -> None:
    words = ["compare", "muvuca", "--a", QUICK, "--b", "rounds_to_win=2,turn_cap=20", *SMALL]
    shown = answered(*words, "--games", "200", "--seed", "3")
    assert "longer" in shown
    assert shown.endswith("comparison in muvuca-compare.html\n")
    text = (home / "muvuca-compare.html").read_text("utf-8")
    assert "rounds_to_win=1" in text
    assert "kermesse lab compare muvuca" in text
    answered(*words, "--games", "200", "--seed", "3", "-o", "again.html")
    assert (home / "again.html").read_text("utf-8") == text


def test_a_variant_is_told_by_what_differs(home: Path) -> None:
    """Its options are as it has them; `options: as usual` would say that nothing differs."""
    wild = 'game = "muvuca"\ntitle = "Quick"\n[options]\nrounds_to_win = 1\n'
    (home / "quick.toml").write_text(wild, "utf-8")
    answered("compare", "muvuca", "--b", "quick.toml", *SMALL, "--games", "60")
    text = (home / "muvuca-compare.html").read_text("utf-8")
    assert "Muvuca, options: as usual" in text
    assert "Quick, round wins needed to win the match: 1 instead of 2" in text


def test_options_are_searched_and_every_trial_is_logged(home: Path) -> None:
    words = ["tune", "muvuca", "--target", "decisions<1", "--vary", "rounds_to_win=1..3"]
    shown = answered(*words, "--option", "turn_cap=20", "--games", "40", *SMALL)
    assert shown.startswith("rounds_to_win=1: decisions is ")
    lines = (home / "muvuca-tune.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 1 + 3
    assert {json.loads(line)["options"]["rounds_to_win"] for line in lines[1:]} == {1, 2, 3}
    assert "rounds_to_win=2" in (home / "muvuca-tune.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["compare", "muvuca", "--b", "rounds_to_win=9"], "rounds_to_win"),
        (["compare", "muvuca", "--b", "speed=9"], "no option 'speed'"),
        (["compare", "muvuca", "--b", "", "--games", "0"], "1 to 100,000,000 games, not 0"),
        (["compare", "muvuca", "--b", "nowhere.toml"], "nowhere.toml"),
        (["compare", "muvuca", "--b", "", "-o", "page.txt"], "end in .html"),
        (["tune", "muvuca", "--target", "fairness<1"], "no figure 'fairness'"),
        (["tune", "muvuca", "--target", "spread<1", "--vary", "roles"], "'roles'"),
        (["tune", "muvuca", "--target", "spread<1", "--trials", "0"], "trials, not 0"),
        (["tune", "muvuca", "--target", "spread<1", "--ray", "nowhere"], "a cluster's address"),
    ],
)
def test_what_cannot_be_done_is_refused(home: Path, words: list[str], sentence: str) -> None:
    assert sentence in refused(*words)
    assert [path.name for path in home.iterdir() if path.suffix == ".html"] == []
