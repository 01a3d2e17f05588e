"""Writes a page on each game for those who train programs: all of them with the same headings.

python -m tools.game_pages
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import kermesse
from kermesse.core.options import Option

PAGES = Path(__file__).resolve().parent.parent / "docs" / "reference" / "games"
MATCHES = 12  # at random, for examples of actions and numbers of legal ones
DECISIONS = 600  # of each at most

HEADER = {
    "reveals": "grows when chance is drawn or something hidden is shown",
    "due": "the seats that owe a decision, as a set",
    "event": "what happened last",
    "event_args": "and its numbers",
    "seats": "how many play",
    "phase": "which decision or automatic step comes next",
    "over": "1 when the match has ended",
    "viewer": "whose view this is",
}

REWARDS = """\
Nothing before the end. Then the winner gets 1 and the others share a loss of 1 evenly; several
winners share the victory. {teams}The sum over all {sides} is 0{alone}. Points as they stand are in
`info` of the adapters, and in `position.points`.
"""


def main() -> None:
    """Write them all."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for name in kermesse.game_names():
        target = PAGES / f"{name.replace('_', '-')}.md"
        target.write_text(page(kermesse.game(name)), encoding="utf-8")
        print(f"wrote {target.relative_to(Path.cwd())}")


def page(game: kermesse.Game) -> str:
    """The page on a game."""
    return "\n".join(
        [
            f"# {game.title}",
            "",
            "*Written by* `python -m tools.game_pages`*. The rules:* "
            f"`kermesse rules {game.name}`*.*",
            "",
            "## Specs",
            "",
            *specs(game),
            "",
            "## Observation",
            "",
            *observation(game),
            "",
            "## Action",
            "",
            *action(game),
            "",
            "## Rewards",
            "",
            rewards(game),
            "## Ending",
            "",
            *ending(game),
            "",
        ]
    )


def table(*heads: str) -> Iterator[str]:
    """The first lines of a table."""
    yield row(*heads)
    yield row(*("---" for _ in heads))


def row(*cells: object) -> str:
    """A line of a table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def specs(game: kermesse.Game) -> Iterator[str]:
    """Names, numbers and options."""
    players = f"{game.seats[0]}" if len(game.seats) == 1 else f"{game.seats[0]} to {game.seats[-1]}"
    capital = "".join(part.capitalize() for part in game.name.split("_"))
    yield from table("", "")
    yield row("Kermesse", f'`kermesse.game("{game.name}")`')
    yield row("PettingZoo", f"`kermesse.interop.pettingzoo.{game.name}_v0`")
    yield row("Gymnasium", f"`kermesse/{capital}-v0`")
    yield row("OpenSpiel", f"`kermesse_{game.name}`")
    yield row("players", players)
    yield row("teams", "two of two" if has_teams(game) else "none")
    hidden = "none but what is not drawn yet" if game.is_open else "yes"
    yield row("hidden information", hidden)
    yield row("decided at the same time", sealed(game) or "nothing")
    yield row("bytes of a position", game.dtype.itemsize)
    yield row("actions", game.actions)
    yield row("features", game.features)
    yield ""
    yield from table("option", "usual", "may be", "meaning")
    for option in game.options:
        yield row(f"`{option.name}`", option.default, choices(option), option.meaning)


def has_teams(game: kermesse.Game) -> bool:
    """Whether some seats win together."""
    return any(len(set(game.teams(seats))) < seats for seats in game.seats)


def sealed(game: kermesse.Game) -> str:
    """The decisions that several seats take in secret."""
    return ", ".join(f"`{game.phases(phase).name.lower()}`" for phase in sorted(game.sealed))


def choices(option: Option) -> str:
    """The values that an option takes."""
    allowed = option.allowed
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}"
    return ", ".join(f"`{value}`" for value in allowed)


def observation(game: kermesse.Game) -> Iterator[str]:
    """The flat form and the dictionary."""
    yield (
        f"*Flat*: {game.features} numbers of about unit size, as the seat to decide sees the "
        "table; seats from the own one on."
    )
    yield ""
    yield from table("index", "numbers", "meaning")
    start = 0
    for sight in game.sights:
        end = start + sight.numbers - 1
        yield row(start if sight.numbers == 1 else f"{start}–{end}", sight.numbers, sight.meaning)
        start += sight.numbers
    yield ""
    yield "*Fields*: the record as far as the seat knows it. -1: hidden; -2: nothing there."
    yield ""
    yield from table("field", "type", "meaning")
    declared = {name: field.meaning for name, field in game.layout.fields.items()}
    meanings = (
        HEADER | comments(game) | declared | {option.name: "the option" for option in game.options}
    )
    for name in game.dtype.names or ():
        kind = game.dtype[name]
        shape = " × ".join(map(str, kind.shape))
        if name not in ("rng", "spare"):
            yield row(f"`{name}`", f"{shape} {kind.base.name}".strip(), meanings.get(name, ""))


def comments(game: kermesse.Game) -> dict[str, str]:
    """What the sources of a game say about the fields of its record, beside them or above them."""
    beside = re.compile(r'\("(\w+)", np\.\w+[^#\n]*\),  # (.+)')
    above = re.compile(r'(?m)^((?: *# .+\n)+) *\("(\w+)", np\.')
    inside = re.compile(r'\(\n *"(\w+)",\n *np\.\w+,\n.*\n *\),  # (.+)')
    found: dict[str, str] = {}
    for source in sorted(game.home.rglob("*.py")):
        text = source.read_text(encoding="utf-8") if "tests" not in source.parts else ""
        found |= {
            name: " ".join(line.split("# ")[1] for line in said.strip().split("\n"))
            for said, name in above.findall(text)
        }
        found |= dict(inside.findall(text)) | dict(beside.findall(text))
    return found


def action(game: kermesse.Game) -> Iterator[str]:
    """Which numbers are decided when, and what they look like as text."""
    numbers: dict[str, list[int]] = {}
    counts: dict[str, list[int]] = {}
    for position, legal in walk(game):
        numbers.setdefault(position.phase, []).extend(legal)
        counts.setdefault(position.phase, []).append(len(legal))
    yield (
        f"A number from 0 to {game.actions - 1}. `game.notation.action_text` makes a text of it. "
        f"What was open to seats in {MATCHES} matches of random decisions:"
    )
    yield ""
    yield from table("decision", "numbers", "for example", "open at a time")
    for phase in sorted(numbers, key=lambda name: int(game.phases[name.upper()])):
        found = sorted(set(numbers[phase]))
        example = game.notation.action_text(found[len(found) // 2])
        mean = sum(counts[phase]) / len(counts[phase])
        most = f"{mean:.1f}, at most {max(counts[phase])}"
        yield row(
            f"`{phase}`", f"{found[0]}–{found[-1]}", f"{found[len(found) // 2]}: `{example}`", most
        )


def walk(game: kermesse.Game) -> Iterator[tuple[kermesse.Position, list[int]]]:
    """Positions of random matches with what is open to the seat that decides."""
    chance = Random(1)
    for number in range(MATCHES):
        position = game.new(seats=game.seats[number % len(game.seats)], seed=number)
        for _ in range(DECISIONS):
            if position.over:
                break
            seat = min(position.due)
            legal = [action.number for action in position.legal(seat)]
            yield position, legal
            position.act(seat, chance.choice(legal))


def rewards(game: kermesse.Game) -> str:
    """What a match pays."""
    sides = "teams" if has_teams(game) else "seats"
    return REWARDS.format(
        sides=sides,
        teams="Team mates get the same. " if has_teams(game) else "",
        alone="; who plays alone wins 1 or loses 1" if game.seats[0] == 1 else "",
    )


def ending(game: kermesse.Game) -> Iterator[str]:
    """Why a match ends, and when at the latest."""
    yield "A match ends with one of these, and is never cut off:"
    yield ""
    for member in game.endings:
        yield f"* `{member.name.lower()}`"
    yield ""
    bound = game.bound(game.choose(None))
    yield f"No match with the usual options has more than {bound:,} decisions and automatic steps."


if __name__ == "__main__":
    main()
