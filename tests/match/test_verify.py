"""Verification: no alteration of a finished match file goes unnoticed, and each is named."""

from __future__ import annotations

import json
import re
from functools import cache, partial
from typing import Any

import pytest
from tests.match import scenes
from tests.match.scenes import GAME, SHORT

import kermesse
from kermesse.core.errors import MatchFileError
from kermesse.core.fairness import commitment, seeded_secret
from kermesse.core.match import Match
from kermesse.core.matchfile import FIELDS, compact, field_check, layout, write_match
from kermesse.core.verification import verify

NAMED = re.compile(
    rf"line \d+|decision \d+|character \d+|\b({'|'.join(FIELDS)})\b|option|player|seat"
    r"|a name occurs twice|no game"
)
SHARES = 3  # every third character, and in the long walks all of them
LONG = [pytest.param(share, marks=pytest.mark.long) for share in range(1, SHARES)]


played = partial(scenes.played, players=["Ana", "Bo"])


@cache
def match() -> Match:
    """As short as a match can be: four pushes fill the first row."""
    match = Match(GAME, players=["Ana", "Bo"], options=SHORT, secret=seeded_secret(1))
    for column in range(1, 5):
        (seat,) = match.due
        match.act(seat, f"{match.legal(seat)[0]} column{column} v")
    assert match.over
    return match


@cache
def finished() -> str:
    return write_match(match())


def problems(text: str) -> list[str]:
    """What `verify` finds, whether it names problems or refuses the file."""
    try:
        return verify(text, kermesse.game)
    except MatchFileError as refused:
        return [str(refused)]


def rewritten(**changes: Any) -> str:
    """The file with other fields, laid out as Kermesse does."""
    content = json.loads(finished()) | changes
    lines = [f" {compact(name)}: {layout(value)}" for name, value in content.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def decisions() -> list[list[Any]]:
    found: list[list[Any]] = json.loads(finished())["decisions"]
    return found


# --- what is in order ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_match_as_it_was_played_is_in_order(seed: int) -> None:
    assert verify(write_match(played(seed, **SHORT)), kermesse.game) == []


def test_the_tools_of_this_test_change_nothing_by_themselves() -> None:
    assert rewritten() == finished()


# --- every character ----------------------------------------------------------------------


def replacements(character: str) -> set[str]:
    """Another character of the same kind, and one that belongs nowhere."""
    if character.isdigit():
        kin = str((int(character) + 1) % 10)
    elif character.isalpha():
        kin = chr((ord(character) - ord("a") + 1) % 6 + ord("a"))
    else:
        kin = {" ": "\t", "\n": " ", ",": ":", '"': "'", "<": ">", ">": "<"}.get(character, "0")
    return {kin, character.swapcase() if character.isalpha() else "é"}


@pytest.mark.parametrize("share", [0, *LONG])
def test_every_altered_character_is_noticed(share: int) -> None:
    text = finished()
    for place in range(share, len(text), SHARES):
        for other in replacements(text[place]):
            found = problems(text[:place] + other + text[place + 1 :])
            assert found, f"character {place} {text[place]!r} -> {other!r}"
            assert all(NAMED.search(problem) for problem in found), found


@pytest.mark.parametrize("share", [0, *LONG])
def test_every_left_out_character_is_noticed(share: int) -> None:
    text = finished()
    for place in range(share, len(text), SHARES):
        assert problems(text[:place] + text[place + 1 :]), place


def test_an_altered_name_is_located() -> None:
    assert problems(finished().replace("Ana", "Eva")) == ["players: does not match its check"]


def test_another_way_to_write_the_same_is_located() -> None:
    text = finished().replace('"seats": 2', '"seats":  2')
    line = text[: text.index('"seats"')].count("\n") + 1
    (problem,) = problems(text)
    assert problem.endswith(f"line {line}: not as Kermesse writes a match file")


# --- decisions ----------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(7))
def test_two_exchanged_decisions_are_noticed(first: int) -> None:
    lines = decisions()
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    (problem,) = problems(rewritten(decisions=lines))
    assert problem.startswith(f"decision {first + 1}, ")


def test_two_exchanged_turns_are_noticed() -> None:
    lines = decisions()
    lines[0:2], lines[4:6] = lines[4:6], lines[0:2]
    assert problems(rewritten(decisions=lines))[0].startswith("decision 1, ")


@pytest.mark.parametrize("place", range(8))
def test_another_legal_decision_is_noticed(place: int) -> None:
    lines = decisions()
    seat, text, _ = lines[place]
    table = match().frames[match().decisions[place].frame - 1]
    lines[place][1] = next(str(action) for action in table.legal(seat) if str(action) != text)
    found = problems(rewritten(decisions=lines))
    assert found[0].startswith(f"decision {place + 1}, ")


@pytest.mark.parametrize("short", ["code", "capitals", "spaces"])
def test_another_spelling_of_a_decision_is_noticed(short: str) -> None:
    lines = decisions()
    text = lines[0][1]
    food, jacket = text.split("-")
    codes = {"hotdog": "hd"}
    spelt = {
        "code": f"{codes.get(food, food[:2])}-{jacket[:2]}",
        "capitals": text.upper(),
        "spaces": f" {text}",
    }[short]
    lines[0][1] = spelt
    found = problems(rewritten(decisions=lines))
    assert found == [f"decision 1, {spelt!r}: not as the log writes it"]


def test_two_decisions_on_one_line_are_noticed() -> None:
    lines = decisions()
    merged = [lines[0][0], f"{lines[0][1]} {lines[1][1]}", lines[1][2]]
    found = problems(rewritten(decisions=[merged, *lines[2:]]))
    assert found[-1] == f"decision 1, {merged[1]!r}: not as the log writes it"


@pytest.mark.parametrize("missing", [1, 2, 5])
def test_missing_decisions_at_the_end_are_noticed(missing: int) -> None:
    found = problems(rewritten(decisions=decisions()[:-missing]))
    assert found == ["decisions: the match is not over after the last one"]


def test_a_decision_after_the_end_is_noticed() -> None:
    lines = decisions()
    (problem,) = problems(rewritten(decisions=[*lines, lines[-1]]))
    assert problem.startswith(f"decision {len(lines) + 1}, ")
    assert "the match is over" in problem


def test_a_check_of_another_decision_is_noticed() -> None:
    lines = decisions()
    lines[3][2] = lines[5][2]
    (problem,) = problems(rewritten(decisions=lines))
    assert problem == f"decision 4, {lines[3][1]!r}: what followed does not match its check"


def test_the_same_match_with_another_secret_is_noticed() -> None:
    secret = seeded_secret(2)
    found = problems(rewritten(secret=secret.hex(), commitment=commitment(secret)))
    assert "players: does not match its check" in found
    assert any(problem.startswith("decision 1, ") for problem in found)


# --- the other fields ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "result",
    [
        None,
        {"places": [1, 1], "ending": "points"},
        {"places": [1, 2, 3], "ending": "points"},
        {"places": [], "ending": "points"},
        {"places": "exchanged", "ending": "points"},
        {"places": "same", "ending": "cap"},
        {"places": "same", "ending": "Points"},
    ],
)
def test_another_result_is_noticed(result: dict[str, Any] | None) -> None:
    true = json.loads(finished())["result"]
    if result:
        known = {"same": true["places"], "exchanged": true["places"][::-1]}
        result |= {"places": known.get(str(result["places"]), result["places"])}
    assert problems(rewritten(result=result)) == [f"result: the match ended with {compact(true)}"]


@pytest.mark.parametrize("one", [1.0, True])
def test_a_place_that_only_equals_the_right_one_is_noticed(one: object) -> None:
    true = json.loads(finished())["result"]
    places = [one if place == 1 else place for place in true["places"]]
    assert problems(rewritten(result=true | {"places": places}))


@pytest.mark.parametrize("name", ["result", "options", "checks"])
def test_another_order_of_names_is_noticed(name: str) -> None:
    value = json.loads(finished())[name]
    (problem,) = problems(rewritten(**{name: dict(reversed(value.items()))}))
    assert problem.startswith("character ")


@pytest.mark.parametrize(
    ("option", "value"),
    [("turn_cap", 201), ("roles", "random"), ("facedown_at_scoring", "revealed")],
)
def test_another_option_is_noticed(option: str, value: object) -> None:
    options = json.loads(finished())["options"] | {option: value}
    found = problems(rewritten(options=options))
    assert "options: does not match its check" in found


def test_another_secret_is_noticed() -> None:
    found = problems(rewritten(secret=seeded_secret(2).hex()))
    assert found == ["secret: its SHA-256 is not the commitment"]


def test_another_commitment_is_noticed() -> None:
    found = problems(rewritten(commitment=commitment(seeded_secret(2))))
    assert found == ["secret: its SHA-256 is not the commitment"]


def test_a_forged_check_does_not_hide_another_option() -> None:
    """With the secret revealed anybody can compute checks, but the frames tell as well."""
    content = json.loads(finished())
    options = content["options"] | {"turn_cap": 300}
    forged = field_check(seeded_secret(1), "options", options)
    found = problems(rewritten(options=options, checks=content["checks"] | {"options": forged}))
    assert len(found) == len(decisions())
    assert found[0].startswith("decision 1, ")


def test_a_match_that_is_not_over_cannot_be_verified() -> None:
    found = verify(write_match(played(1, decisions=4, **SHORT)), kermesse.game)
    assert found == ["secret: not revealed, so the match is not over and cannot be verified"]


def test_a_withheld_secret_is_noticed() -> None:
    (problem,) = problems(rewritten(secret=None))
    assert problem.startswith("secret: not revealed")


def test_all_problems_are_named_at_once() -> None:
    content = json.loads(finished())
    content["result"]["ending"] = "cap"
    found = problems(rewritten(players=["Eve", "Bo"], result=content["result"]))
    assert [problem.split(":")[0] for problem in found] == ["players", "result"]
