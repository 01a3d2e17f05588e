"""Match files: a match as JSON that a person can read and anybody can run again.

The format is described in docs/reference/match-file.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kermesse.core.errors import (
    KermesseError,
    MatchFileError,
    SetupRefused,
    UnknownGame,
    brief,
)
from kermesse.core.fairness import SECRET_BYTES, check_mark
from kermesse.core.game import Game
from kermesse.core.match import Match, checked_players
from kermesse.core.registry import game as find_game
from kermesse.core.variants import variant

FORMAT = 1
LARGEST = 4 * 2**20  # characters; the longest match of Muvuca takes a fifth of it
HEADER = ("game", "rules", "seats", "players", "options")
FIELDS = ("kermesse", "version", *HEADER, "commitment", "decisions", "result", "secret", "checks")
VARIANT = "variant"  # a field after `game`, where the match is of a variant

Finder = Callable[[str], Game]


@dataclass(frozen=True)
class MatchFile:
    """The content of a match file, well-formed but not yet run."""

    game: Game
    seats: int
    players: list[str]
    options: dict[str, Any]
    commitment: str
    decisions: list[tuple[int, str, str]]
    result: dict[str, Any] | None
    secret: bytes | None
    checks: dict[str, str]
    rules: str = ""  # the edition of the rules, if it is not today's

    @property
    def content(self) -> dict[str, Any]:
        """The fields in their order, as JSON holds them."""
        variant = self.game.variant
        return {
            "kermesse": "match",
            "version": FORMAT,
            "game": self.game.name,
            **({VARIANT: variant.content} if variant else {}),
            "rules": self.rules or self.game.version,
            "seats": self.seats,
            "players": self.players,
            "options": self.options,
            "commitment": self.commitment,
            "decisions": [list(decision) for decision in self.decisions],
            "result": self.result,
            "secret": self.secret.hex() if self.secret else None,
            "checks": self.checks,
        }

    @property
    def header(self) -> tuple[str, ...]:
        """The fields that have a check each."""
        return header_of(self.game)

    def dumps(self) -> str:
        """The text of the file: one field a line, one decision a line."""
        lines = [f" {compact(name)}: {layout(value)}" for name, value in self.content.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"


def header_of(game: Game) -> tuple[str, ...]:
    """The fields of a match of this game that have a check each."""
    return (*HEADER[:1], VARIANT, *HEADER[1:]) if game.variant else HEADER


def compact(value: object) -> str:
    """A value on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def layout(value: object) -> str:
    """A field's value: a list of decisions is spread over lines."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(f"  {compact(item)}" for item in value) + "\n ]"
    return compact(value)


def write_match(match: Match) -> str:
    """The match file of a match. The secret is in it only once the match is over."""
    if not isinstance(match, Match):
        raise MatchFileError(f"a match file is written of a Match, not of {brief(match)}")
    secret = match.kept_secret
    decisions = [
        (decision.seat, decision.text, frame_check(match, place))
        for place, decision in enumerate(match.decisions)
    ]
    file = MatchFile(
        game=match.game,
        seats=match.seats,
        players=match.players,
        options=dict(match.options),
        commitment=match.commitment,
        decisions=decisions,
        result=result_of(match),
        secret=match.secret,
        checks={},
    )
    return sealed(file, secret)


def sealed(file: MatchFile, secret: bytes) -> str:
    """The text of a file, with the checks of its header."""
    content = file.content
    file.checks.update({name: field_check(secret, name, content[name]) for name in file.header})
    return file.dumps()


def result_of(match: Match) -> dict[str, Any] | None:
    """How the match ended, according to the file."""
    outcome = match.outcome
    return outcome and {"places": list(outcome.places), "ending": outcome.ending}


def field_check(secret: bytes, name: str, value: object) -> str:
    """The check of a header field."""
    return check_mark(secret, name.encode(), compact(value).encode())


def frame_check(match: Match, place: int) -> str:
    """The check of a decision: over everything that followed, up to the next one."""
    decision = match.decisions[place]
    end = match.decisions[place + 1].frame if place + 1 < len(match.decisions) else None
    frames = match.frames[decision.frame : end]
    parts = [str(place).encode(), str(decision.seat).encode(), decision.text.encode()]
    return check_mark(match.kept_secret, *parts, *(frame.tobytes() for frame in frames))


# --- reading ------------------------------------------------------------------------------


def read_match(text: str, find: Finder = find_game) -> MatchFile:
    """The content of a match file; refuses what is not one with a sentence that says where."""
    content = read_json(text)
    missing = [name for name in FIELDS if name not in content]
    strange = [name for name in content if name not in (*FIELDS, VARIANT)]
    if missing or strange:
        odd = (
            f"lacks {', '.join(missing)}"
            if missing
            else f"has an unknown field {brief(strange[0])}"
        )
        raise MatchFileError(f"the file {odd}")
    if content["kermesse"] != "match":
        raise MatchFileError(f"'kermesse' must be 'match', not {brief(content['kermesse'])}")
    if content["version"] != FORMAT or type(content["version"]) is not int:
        raise MatchFileError(
            f"version {brief(content['version'])} of the format is not known, only {FORMAT}"
        )
    return read_fields(content, find)


def read_fields(content: dict[str, Any], find: Finder) -> MatchFile:
    """Every field checked by itself."""
    try:
        game = game_of(content, find)
        if content["rules"] not in (game.version, *game.same_rules):
            raise MatchFileError(
                f"rules version {brief(content['rules'])} of {game.name} is not known, "
                f"only {game.version!r}"
            )
        if not isinstance(content["seats"], int) or not isinstance(content["players"], list):
            raise MatchFileError("'seats' must be a number and 'players' a list of names")
        seats = game.checked_seats(content["seats"])
        return MatchFile(
            game=game,
            seats=seats,
            players=checked_players(content["players"], seats),
            options=read_options(game, content["options"], seats),
            commitment=hexadecimal(content, "commitment").hex(),
            decisions=read_decisions(game, content["decisions"], seats),
            result=read_result(content["result"]),
            secret=None if content["secret"] is None else hexadecimal(content, "secret"),
            checks=read_checks(content["checks"], header_of(game)),
            rules=content["rules"],
        )
    except (SetupRefused, LookupError) as refused:
        raise MatchFileError(str(refused)) from None


def game_of(content: dict[str, Any], find: Finder) -> Game:
    """The game of a match; a variant that is not at hand is made from what the file says of it."""
    told = content.get(VARIANT)
    try:
        game = find(content["game"])
    except UnknownGame:
        if VARIANT not in content:
            raise
        game = variant_of(told)
    if game.name != content["game"] or (game.variant and game.variant.content) != told:
        raise MatchFileError("'variant' is not what 'game' names")
    return game


def variant_of(told: object) -> Game:
    """The game of a variant that came with a file."""
    if not isinstance(told, dict):
        raise MatchFileError(f"'variant' must be an object, not {brief(told)}")
    try:
        return variant(told)
    except KermesseError as refused:
        raise MatchFileError(f"'variant': {refused}") from None


def read_json(text: str) -> dict[str, Any]:
    """The JSON object in the text."""
    if not isinstance(text, str):
        raise MatchFileError(f"a match is read from a text, not from {brief(text)}")
    if len(text) > LARGEST:
        raise MatchFileError(f"a match file has at most {LARGEST:,} characters, not {len(text):,}")
    try:
        content = json.loads(text, object_pairs_hook=unique_names, parse_constant=no_constant)
    except json.JSONDecodeError as broken:
        raise MatchFileError(
            f"not JSON at line {broken.lineno}, column {broken.colno}: {broken.msg}"
        ) from None
    except (RecursionError, ValueError) as broken:
        raise MatchFileError(f"not a match file: {broken}") from None
    if not isinstance(content, dict):
        raise MatchFileError("a match file holds one JSON object")
    return content


def unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose names occur once each."""
    content = dict(pairs)
    if len(content) < len(pairs):
        raise MatchFileError("a name occurs twice in one object")
    return content


def no_constant(name: str) -> None:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise MatchFileError(f"{name} is no JSON")


def hexadecimal(content: dict[str, Any], name: str) -> bytes:
    """A field of 32 bytes in lower-case hexadecimal."""
    try:
        value = bytes.fromhex(content[name])
    except (TypeError, ValueError):
        value = b""
    if len(value) != SECRET_BYTES or value.hex() != content[name]:
        raise MatchFileError(f"{name!r} must be {2 * SECRET_BYTES} lower-case hexadecimal digits")
    return value


def read_options(game: Game, options: object, seats: int) -> dict[str, Any]:
    """All options of the game, each with a value."""
    if not isinstance(options, dict) or set(options) != {option.name for option in game.options}:
        raise MatchFileError("'options' must give every option of the game a value")
    return game.choose(options, seats)


def read_decisions(game: Game, lines: object, seats: int) -> list[tuple[int, str, str]]:
    """The decisions: seat, text, check."""
    if not isinstance(lines, list):
        raise MatchFileError("'decisions' must be a list")
    for place, line in enumerate(lines):
        match line:
            case [int(seat), str(), str()] if type(seat) is int and 0 <= seat < seats:
                continue
        raise MatchFileError(f"decision {place + 1} must be [seat, action, check]")
    return [(seat, text, check) for seat, text, check in lines]


def read_result(result: object) -> dict[str, Any] | None:
    """The result: places and ending, or null."""
    match result:
        case None:
            return None
        case {"places": list(places), "ending": str(ending), **rest} if not rest:
            if all(type(place) is int for place in places):
                return {"places": places, "ending": ending}
    raise MatchFileError("'result' must be null or hold 'places' and 'ending'")


def read_checks(checks: object, header: tuple[str, ...]) -> dict[str, str]:
    """The checks of the header fields."""
    match checks:
        case dict() if set(checks) == set(header):
            if all(isinstance(check, str) for check in checks.values()):
                return {name: checks[name] for name in header}
    raise MatchFileError(f"'checks' must hold a text for each of {', '.join(header)}")
