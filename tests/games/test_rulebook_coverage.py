"""Rulebook coverage: every numbered rule and example of every game is cited by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kermesse.core.game import Game
from kermesse.core.options import Option, word
from kermesse.core.registry import game as game_of
from kermesse.core.registry import game_names
from kermesse.core.words import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
TEST_FILES = sorted({*ROOT.glob("src/**/tests/**/test_*.py"), *ROOT.glob("tests/**/test_*.py")})
HOUSE = [name for name in game_names() if game_of(name).home.is_relative_to(ROOT)]


def ids_in(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        assert not isinstance(part, ast.Name | ast.JoinedStr), "ids are written out"
        if isinstance(part, ast.Constant):
            yield str(part.value)


def cited_in(path: Path) -> Iterator[str]:
    """The ids in `@pytest.mark.rule(...)` and in `…rules=(...)` anywhere in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            if ast.unparse(node.func) == "pytest.mark.rule":
                yield from (rule for argument in node.args for rule in ids_in(argument))
            for keyword in node.keywords:
                if keyword.arg and keyword.arg.endswith("rules") and "-" in ast.unparse(keyword):
                    yield from ids_in(keyword.value)


@cache
def cited() -> dict[str, set[str]]:
    """Every cited id, with the files that cite it."""
    found: dict[str, set[str]] = {}
    for path in TEST_FILES:
        for rule in cited_in(path):
            found.setdefault(rule, set()).add(path.name)
    return found


def numbered(game: Game) -> list[str]:
    return list(game.rulebook("en").rules)


def test_the_games_of_the_house_are_here() -> None:
    assert HOUSE
    assert TEST_FILES


@pytest.mark.parametrize("name", HOUSE)
def test_every_rule_is_cited_by_a_test(name: str) -> None:
    missing = [rule for rule in numbered(game_of(name)) if rule not in cited()]
    assert not missing, f"no test cites {', '.join(missing)}: mark one with @pytest.mark.rule"


def test_every_cited_rule_stands_in_a_rulebook() -> None:
    known = {rule for name in HOUSE for rule in numbered(game_of(name))}
    unknown = {rule: sorted(files) for rule, files in cited().items() if rule not in known}
    assert not unknown, f"cited, but in no rulebook: {unknown}"


@pytest.mark.parametrize("name", HOUSE)
def test_rules_are_numbered_without_gaps(name: str) -> None:
    for pattern in (r"-(\d+)$", r"-T(\d+)$"):
        numbers = [
            int(found[1]) for rule in numbered(game_of(name)) if (found := re.search(pattern, rule))
        ]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOUSE)
def test_every_language_has_the_same_rules_in_the_same_order(name: str, language: str) -> None:
    game = game_of(name)
    rules = game.rulebook(language).rules
    assert list(rules) == numbered(game)
    assert all(rules.values())


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("name", HOUSE)
def test_no_rule_is_left_untranslated(name: str, language: str) -> None:
    game = game_of(name)
    english, other = game.rulebook("en").rules, game.rulebook(language).rules
    assert not [rule for rule in english if english[rule] == other[rule]]


def option_rows(text: str, names: list[str]) -> dict[str, list[str]]:
    """The lines of a rulebook's option table by name: default and allowed values."""
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells[0].strip("`") in names:
            assert cells[0] not in found
            found[cells[0].strip("`")] = cells[1:]
    return found


def values(option: Option) -> str:
    if isinstance(option.allowed, range):
        return f"`{option.allowed[0]}..{option.allowed[-1]}`"
    return ", ".join(text if text == "…" else f"`{text}`" for text in option.examples)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOUSE)
def test_the_option_table_is_that_of_the_game(name: str, language: str) -> None:
    game = game_of(name)
    names = [option.name for option in game.options]
    rows = option_rows(game.rulebook(language).text, names)
    assert list(rows) == names
    for option in game.options:
        default, allowed, meaning = rows[option.name]
        assert default == f"`{word(option.default)}`"
        assert allowed == values(option)
        assert option.rule in meaning, f"{option.name} should cite {option.rule}"


@pytest.mark.parametrize("name", HOUSE)
def test_options_and_refusals_cite_rules_that_exist(name: str) -> None:
    game = game_of(name)
    rules = numbered(game)
    assert all(option.rule in rules for option in game.options)
    pages = [path for path in game.home.rglob("*.py") if "tests" not in path.parts]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted(pages))
    prefix = rules[0].split("-")[0]
    cited_in_code = set(re.findall(rf"\b{prefix}-T?\d+\b", sources))
    assert cited_in_code <= set(rules)
