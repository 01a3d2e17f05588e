"""Replaying a match file: to continue the match, or to prove that it is what it claims."""

from __future__ import annotations

from kermesse.core.errors import KermesseError, MatchFileError, brief
from kermesse.core.fairness import commitment
from kermesse.core.match import Match
from kermesse.core.matchfile import (
    Finder,
    MatchFile,
    compact,
    field_check,
    frame_check,
    read_match,
    result_of,
)
from kermesse.core.registry import game as find_game


def resume(file: MatchFile, secret: bytes | None = None) -> Match:
    """Play a file's decisions again; without the file's own secret, the given one is needed."""
    if not isinstance(file, MatchFile):
        raise MatchFileError(f"expected what read_match returns, not {brief(file)}")
    secret = file.secret or secret
    if not isinstance(secret, bytes) or commitment(secret) != file.commitment:
        raise MatchFileError("the secret is missing or is not the one that was committed to")
    match = Match(file.game, file.seats, file.players, file.options, secret)
    play_on(match, file)
    return match


def play_on(match: Match, file: MatchFile) -> None:
    """Take the file's decisions in a fresh match, up to the first that is refused."""
    for place, (seat, text, _) in enumerate(file.decisions):
        try:
            match.act(seat, text)
        except KermesseError as refused:
            raise MatchFileError(f"decision {place + 1}, {brief(text)}: {refused}") from None
        if len(match.decisions) != place + 1 or match.decisions[-1].text != text:
            raise MatchFileError(f"decision {place + 1}, {brief(text)}: not as the log writes it")


def verify(text: str, find: Finder = find_game) -> list[str]:
    """Run a finished match again and name everything that is not as it should be."""
    file = read_match(text, find)
    problems = written_differently(file.dumps(), text)
    if file.secret is None:
        return [*problems, "secret: not revealed, so the match is not over and cannot be verified"]
    if commitment(file.secret) != file.commitment:
        return [*problems, "secret: its SHA-256 is not the commitment"]
    content = file.content
    problems += [
        f"{name}: does not match its check"
        for name in file.header
        if file.checks[name] != field_check(file.secret, name, content[name])
    ]
    match = Match(file.game, file.seats, file.players, file.options, file.secret)
    try:
        play_on(match, file)
    except MatchFileError as broken:
        return [*problems, *broken_checks(match, file), str(broken)]
    problems += broken_checks(match, file)
    if not match.over:
        problems.append("decisions: the match is not over after the last one")
    elif file.result != result_of(match):
        problems.append(f"result: the match ended with {compact(result_of(match))}")
    return problems


def broken_checks(match: Match, file: MatchFile) -> list[str]:
    """The decisions whose consequences do not match their checks."""
    played = zip(range(len(match.decisions)), file.decisions, strict=False)
    return [
        f"decision {place + 1}, {brief(text)}: what followed does not match its check"
        for place, (_, text, check) in played
        if check != frame_check(match, place)
    ]


def written_differently(expected: str, found: str) -> list[str]:
    """Where a text first differs from the one way to write the same content."""
    if expected == found:
        return []
    same = next(
        (i for i, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b),
        min(len(expected), len(found)),
    )
    line = found.count("\n", 0, same) + 1
    return [f"character {same + 1}, line {line}: not as Kermesse writes a match file"]
