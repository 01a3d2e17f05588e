"""Match files: one way to write them, the way back, and everything that is refused."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.match import scenes
from tests.match.scenes import GAME, SHORT

import kermesse
from kermesse.core.errors import MatchFileError
from kermesse.core.fairness import seeded_secret
from kermesse.core.match import Match
from kermesse.core.matchfile import (
    FIELDS,
    HEADER,
    LARGEST,
    MatchFile,
    compact,
    field_check,
    read_match,
    write_match,
)
from kermesse.core.verification import resume, verify

PLAYERS = ["Ana", 'Zoë 佐藤 "the" \\ 🎪']


played = partial(scenes.played, players=PLAYERS)


@cache
def finished() -> str:
    return write_match(played(1, **SHORT))


@cache
def unfinished() -> str:
    return write_match(played(1, decisions=5, **SHORT))


def read(text: str) -> MatchFile:
    return read_match(text, kermesse.game)


def altered(path: tuple[Any, ...], value: object) -> str:
    """The finished file with one value replaced, at any depth."""
    content = json.loads(finished())
    inner = content
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return json.dumps(content)


# --- writing ------------------------------------------------------------------------------


def test_a_match_file_has_its_fields_in_order() -> None:
    assert tuple(json.loads(finished())) == FIELDS
    assert tuple(json.loads(finished())["checks"]) == HEADER


def test_a_match_file_has_one_field_or_decision_a_line() -> None:
    lines = finished().splitlines()
    decisions = json.loads(finished())["decisions"]
    assert (lines[0], lines[-1]) == ("{", "}")
    assert len(lines) == 2 + len(FIELDS) + len(decisions) + 1
    assert finished().endswith("}\n")
    first = lines[lines.index(' "decisions": [') + 1]
    assert json.loads(first.rstrip(",")) == decisions[0]


def test_names_are_written_as_they_are() -> None:
    assert 'Zoë 佐藤 \\"the\\" \\\\ 🎪' in finished()


def test_writing_twice_gives_the_same_text() -> None:
    assert write_match(played(1, **SHORT)) == finished()


def test_a_finished_file_tells_secret_and_result() -> None:
    match = played(1, **SHORT)
    content = json.loads(finished())
    assert content["secret"] == seeded_secret(1).hex()
    assert content["commitment"] == hashlib.sha256(seeded_secret(1)).hexdigest()
    assert match.outcome is not None
    assert content["result"] == {
        "places": list(match.outcome.places),
        "ending": match.outcome.ending,
    }


def test_a_match_without_decisions_can_be_written() -> None:
    file = read(write_match(played(2, decisions=0)))
    assert file.decisions == []
    assert resume(file, seeded_secret(2)).decisions == []


# --- the secret of a match that is not over -----------------------------------------------


def disguises(secret: bytes) -> Iterator[str]:
    for form in (secret, secret[::-1]):
        yield form.hex()
        yield form.hex().upper()
        yield base64.b64encode(form).decode()
        yield str(int.from_bytes(form))


def test_an_unfinished_file_never_holds_the_secret() -> None:
    for decisions in range(0, 12, 3):
        text = write_match(played(3, decisions=decisions))
        assert not [form for form in disguises(seeded_secret(3)) if form in text]
        assert seeded_secret(3).hex()[:16] not in text
        assert json.loads(text)["secret"] is None
        assert json.loads(text)["result"] is None


def test_the_checks_of_equal_headers_depend_on_the_secret() -> None:
    """A check that anybody could compute would let a player try all hands until one fits."""
    checks = [json.loads(write_match(played(seed, decisions=0)))["checks"] for seed in (3, 4)]
    for name in HEADER:
        assert checks[0][name] != checks[1][name]


@pytest.mark.parametrize("key", [b"", bytes(32), b"commitment", b"commitment in hex"])
def test_no_check_can_be_computed_without_the_secret(key: bytes) -> None:
    content = json.loads(unfinished())
    if key.startswith(b"commitment"):
        digits = content["commitment"]
        key = bytes.fromhex(digits) if key == b"commitment" else digits.encode()
    for name in HEADER:
        assert field_check(key, name, content[name]) != content["checks"][name]
        for hashed in (hashlib.sha256, hashlib.blake2b):
            digest = hashed(compact(content[name]).encode()).hexdigest()
            assert content["checks"][name] not in digest


def test_the_check_of_a_decision_depends_on_hidden_cards() -> None:
    """The same first push in two deals: equal texts, different checks."""
    checks = {}
    for seed in range(40):
        match = Match(GAME, options={"first_player": "seat0"}, secret=seeded_secret(seed))
        match.act(0, match.legal(0)[0])
        seat, text, check = json.loads(write_match(match))["decisions"][0]
        checks.setdefault((seat, text), []).append(check)
    assert any(len(found) > 1 for found in checks.values())
    assert all(len(set(found)) == len(found) for found in checks.values())


# --- there and back -----------------------------------------------------------------------


def test_a_finished_match_goes_there_and_back() -> None:
    again = resume(read(finished()))
    assert write_match(again) == finished()
    assert [frame.tobytes() for frame in again.frames] == [
        frame.tobytes() for frame in played(1, **SHORT).frames
    ]


@pytest.mark.parametrize("decisions", [0, 1, 2, 7, 24])
def test_an_unfinished_match_goes_there_and_back(decisions: int) -> None:
    text = write_match(played(5, decisions=decisions))
    again = resume(read(text), seeded_secret(5))
    assert write_match(again) == text
    assert read(text).dumps() == text


def test_a_resumed_match_goes_on_as_if_never_left() -> None:
    whole = played(6, **SHORT)
    again = resume(read(write_match(played(6, decisions=3, **SHORT))), seeded_secret(6))
    for decision in whole.decisions[3:]:
        again.act(decision.seat, decision.text)
    assert write_match(again) == write_match(whole)


@pytest.mark.parametrize(
    "secret", [None, seeded_secret(99), b"short", "abc", seeded_secret(1).hex(), 5, []]
)
def test_resuming_needs_the_right_secret(secret: Any) -> None:
    with pytest.raises(MatchFileError, match="the secret is missing or is not the one"):
        resume(read(unfinished()), secret)


def test_the_secret_of_the_file_wins_over_the_given_one() -> None:
    assert resume(read(finished()), seeded_secret(99)).secret == seeded_secret(1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "decision 1, 'hello': cannot read 'hello'"),
        ("row1 >", r"decision 1, 'row1 >': choose a card before the push \(MV-63\)"),
    ],
)
def test_a_decision_that_cannot_be_played_is_named(text: str, says: str) -> None:
    with pytest.raises(MatchFileError, match=says):
        resume(read(altered(("decisions", 0, 1), text)))


# --- files that are refused ---------------------------------------------------------------


def repeated(line: str) -> str:
    return finished().replace(line, line + line, 1)


BROKEN = {
    "empty": ("", "not JSON at line 1, column 1"),
    "spaces": (" \n\t ", "not JSON"),
    "prose": ("Dear Ana,\n", "not JSON at line 1"),
    "a list": ("[]", "one JSON object"),
    "a number": ("1", "one JSON object"),
    "null": ("null", "one JSON object"),
    "an empty object": ("{}", "lacks kermesse, version, game"),
    "something after it": (finished() + "{}", "Extra data"),
    "byte order mark": ("\ufeff" + finished(), "not JSON"),
    "NaN": (finished().replace('"places": [', '"places": [NaN, '), "NaN is no JSON"),
    "infinity": ('{"seats": -Infinity}', "-Infinity is no JSON"),
    "a field twice": (repeated(' "seats": 2,\n'), "a name occurs twice"),
    "an option twice": (repeated('"rounds_to_win": 1, '), "a name occurs twice"),
    "deep lists": ("[" * 100_000, "not a match file"),
    "deep objects": ('{"a":' * 100_000, "not a match file"),
    "endless number": ('{"seats": ' + "9" * 5000 + "}", "not a match file"),
    "huge": (" " * (LARGEST + 1), "at most 4,194,304 characters, not 4,194,305"),
    "NUL": (finished().replace("Ana", "A\0a"), "not JSON at line 7"),
    "unknown field": (finished().replace("{\n", '{\n "cheat": 1,\n', 1), "unknown field 'cheat'"),
    "wrong rules": (finished().replace('"rules": "1"', '"rules": "0"'), "rules version '0' of muv"),
    "later format": (finished().replace('"version": 1', '"version": 2'), "version 2 of the format"),
    "unknown game": (finished().replace('"muvuca"', '"ludo"'), "no game 'ludo'"),
    "misspelt game": (finished().replace('"muvuca"', '"muvoca"'), "did you mean 'muvuca'"),
    "not a match": (finished().replace('"match"', '"table"'), "'kermesse' must be 'match'"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_refused_with_a_reason(case: str) -> None:
    text, says = BROKEN[case]
    with pytest.raises(MatchFileError, match=says) as refused:
        read(text)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert len(sentence) < 300


MANY = "x" * 10**6
STRANGE = "\U000e0001" * 10**5  # each is quoted by ten characters


@pytest.mark.parametrize("name", FIELDS)
def test_however_much_a_field_holds_the_refusal_is_short(name: str) -> None:
    for value in (MANY, STRANGE, [MANY], {MANY: 1}, 10**4000, [[MANY]] * 20):
        with pytest.raises(MatchFileError) as refused:
            read(altered((name,), value))
        assert len(str(refused.value)) < 300
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "path",
    [("players", 0), ("decisions", 0, 0), ("options", "end_lines"), ("options", "roles")],
    ids=lambda path: "-".join(map(str, path)),
)
def test_however_much_an_inner_value_holds_the_refusal_is_short(path: tuple[Any, ...]) -> None:
    for value in (MANY, STRANGE, [MANY], {MANY: 1}, 10**4000):
        with pytest.raises(MatchFileError) as refused:
            read(altered(path, value))
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize("name", [MANY, STRANGE])
def test_an_unknown_field_of_any_length_is_quoted_in_short(name: str) -> None:
    with pytest.raises(MatchFileError, match="unknown field") as refused:
        read(json.dumps(json.loads(finished()) | {name: 1}))
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "text",
    [
        MANY,
        "row1 > " * 10**5,
        "\U000e0001" * 400,
    ],
    ids=lambda text: ascii(text[:5]),
)
def test_a_decision_of_any_length_is_quoted_in_short(text: str) -> None:
    with pytest.raises(MatchFileError, match="decision 1, ") as refused:
        resume(read(altered(("decisions", 0, 1), text)))
    assert len(str(refused.value)) < 300
    (*_, last) = verify(altered(("decisions", 0, 1), text))
    assert len(last) < 300


@pytest.mark.parametrize("text", [None, 5, b"{}", ["{}"], {"kermesse": "match"}, b"x" * 10**6])
def test_a_match_is_read_from_a_text(text: Any) -> None:
    for reads in (kermesse.read_match, kermesse.verify):
        with pytest.raises(
            MatchFileError, match="a match is read from a text, not from"
        ) as refused:
            reads(text)
        assert len(str(refused.value)) < 300


@pytest.mark.parametrize("text", [finished(), unfinished()], ids=["finished", "unfinished"])
def test_every_truncation_is_refused(text: str) -> None:
    """All but the last line break, which only `verify` misses."""
    for length in range(len(text) - 1):
        with pytest.raises(MatchFileError):
            read(text[:length])
    assert verify(text[:-1], kermesse.game)[0].startswith(f"character {len(text)}, line ")


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_needed(name: str) -> None:
    content = json.loads(finished())
    del content[name]
    with pytest.raises(MatchFileError, match=f"the file lacks {name}$"):
        read(json.dumps(content))


WRONG: list[Any] = [
    None, True, False, 0, 1, -1, 3, 2.0, 1.5, 1e400, 2**70, "", "x", "2", "\0", "\ud800", "é" * 64,
    [], [[]], [1], ["x"], ["x", "y", "z"], {}, {"a": 1}, {"places": 1}, [[0, "row1 >"]],
]  # fmt: skip
FITTING: list[tuple[tuple[Any, ...], Any]] = [
    (("version",), 1),
    (("decisions",), []),
    (("result",), None),
    (("secret",), None),
    (("options", "rounds_to_win"), 1),
    (("options", "rounds_to_win"), 3),
    (("options", "end_lines"), 1),
    (("options", "end_lines"), 3),
    (("options", "swap_roles"), True),
    (("options", "swap_roles"), False),
    (("players", 0), "x"),
    (("players", 0), "2"),
    (("decisions", 0, 0), 0),
    (("decisions", 0, 0), 1),
    (("result", "places"), []),
    (("result", "places"), [1]),
    *((("result", "places", 0), number) for number in (0, 1, -1, 3, 2**70)),
]
TEXTS = (("decisions", 0, 1), ("decisions", 0, 2), ("result", "ending"), ("checks", "game"))


def fits(path: tuple[Any, ...], value: object) -> bool:
    """Whether a value is of the right kind for its place, though not the right one."""
    if path in TEXTS:
        return isinstance(value, str)
    if path == ("players", 0) and value == "é" * 64:
        return False
    return any(path == where and same(value, good) for where, good in FITTING)


def same(value: object, other: object) -> bool:
    return type(value) is type(other) and value == other


PLACES: list[tuple[Any, ...]] = [
    *((name,) for name in FIELDS),
    *(("options", option.name) for option in GAME.options),
    ("players", 0),
    ("decisions", 0),
    ("decisions", 0, 0),
    ("decisions", 0, 1),
    ("decisions", 0, 2),
    ("result", "places"),
    ("result", "places", 0),
    ("result", "ending"),
    ("checks", "game"),
]


@pytest.mark.parametrize("path", PLACES, ids=lambda path: "-".join(map(str, path)))
def test_a_value_of_the_wrong_kind_is_refused(path: tuple[Any, ...]) -> None:
    for value in WRONG:
        text = altered(path, value).replace("Infinity", "1e400")
        if fits(path, value):
            read(text)
            continue
        with pytest.raises(MatchFileError) as refused:
            read(text)
        assert "Error" not in str(refused.value), value


@pytest.mark.parametrize("seat", [-1, 2, True, 0.0, "0", None])
def test_a_decision_of_no_seat_is_refused(seat: object) -> None:
    with pytest.raises(MatchFileError, match=r"decision 3 must be \[seat, action, check\]"):
        read(altered(("decisions", 2, 0), seat))


@pytest.mark.parametrize("name", ["commitment", "secret"])
@pytest.mark.parametrize(
    "value", ["A" * 64, "0" * 63, "0" * 66, " " + "0" * 63, "٠" * 64, 64 * [0]]
)
def test_digits_are_lower_case_hexadecimal(name: str, value: object) -> None:
    with pytest.raises(MatchFileError, match=f"'{name}' must be 64 lower-case hexadecimal digits"):
        read(altered((name,), value))


def test_an_option_too_few_or_too_many_is_refused() -> None:
    options = json.loads(finished())["options"]
    for wrong in (dict(list(options.items())[1:]), options | {"speed": 1}):
        with pytest.raises(MatchFileError, match="every option"):
            read(altered(("options",), wrong))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(path=st.sampled_from(PLACES), value=JSON)
def test_any_value_anywhere_is_read_or_refused(path: tuple[Any, ...], value: object) -> None:
    """And what is read is written again without an error."""
    try:
        file = read(altered(path, value))
    except MatchFileError:
        return
    assert file.dumps()


@settings(derandomize=True, deadline=None, max_examples=300)
@given(text=st.text())
def test_any_text_is_refused(text: str) -> None:
    with pytest.raises(MatchFileError):
        read(text)
