"""Solves the mini games and writes what it finds into docs/reference/minis.md.

python -m tools.minis
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

import kermesse
from kermesse.core.game import Game
from kermesse.core.minis import mini, mini_names
from kermesse.core.position import View
from kermesse.interop.equilibrium import (
    Policy,
    Solution,
    Worth,
    evenly,
    judge,
    plans_of,
    solve,
)
from kermesse.interop.game_tree import CHANCE, PART, SIDES, Choice, Floats, Tree, unfold

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "minis.md"
BEGIN, END = "<!-- begin of what `python -m tools.minis` writes -->", "<!-- end of it -->"
SHOWN = {"muckle": 1, "viva": 0}  # games whose first choices are shown, after so many decisions
BOTS = ("greedy", "skilled")
TRIED = "viva"  # the game in which bots are measured
ASKED = 50  # times that a bot is asked in each situation
GAP = 1e-4


def main() -> None:
    """Solve them all, and write the page."""
    solutions = {name: solve(unfold(mini(name)), GAP) for name in mini_names()}
    written = "\n\n".join(
        [
            summary(solutions),
            *(first_choices(name, solutions[name]) for name in SHOWN),
            strengths(solutions[TRIED].tree),
        ]
    )
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{written}\n\n{END}{after}", encoding="utf-8")


# --- what a game is worth -------------------------------------------------------------------------


def summary(solutions: dict[str, Solution]) -> str:
    """A line for each game."""
    head = (
        "| game | positions | situations | value | exploitability | random play: value "
        "| exploitability |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    return "\n".join([head, *(line(solution) for solution in solutions.values())])


def line(solution: Solution) -> str:
    """The line of a game in the summary."""
    tree = solution.tree
    blind = judge(tree, plans_of(tree, evenly))
    return (
        f"| {tree.game.title} | {tree.nodes:,} | {tree.choices:,} | {figures(solution.worth)} "
        f"| {figures(blind)} |"
    )


def figures(worth: Worth) -> str:
    """The value for side 0 and the exploitability, as cells of a table."""
    return f"{rounded(worth.value)} | {rounded(worth.exploitability)}"


def rounded(number: float) -> str:
    """Four places, and no minus before nothing."""
    return f"{round(number, 4) + 0.0:.4f}"


# --- first choices --------------------------------------------------------------------------------


def first_choices(name: str, solution: Solution) -> str:
    """What is played at the beginning."""
    game = solution.tree.game
    found = list(first(solution.tree, SHOWN[name]))
    seen = told([View(game, choice.view) for _, choice in found])
    lines = [
        f"| {choice.seat} | {sight} | {played(game, choice, solution.plan(place, choice))} |"
        for sight, (place, choice) in zip(seen, found, strict=True)
    ]
    head = f"### {game.title}\n\n| seat | sees | plays |\n| --- | --- | --- |"
    return "\n".join([head, *sorted(lines)])


def first(tree: Tree, decisions: int) -> Iterator[tuple[int, Choice]]:
    """The choices that are met within so many decisions, each once, with the places of parts."""
    met: set[tuple[int, int]] = set()
    waiting = [(len(tree.parts) - 1, 0, decisions)]
    while waiting:
        place, node, left = waiting.pop(0)
        part = tree.parts[place]
        kind = part.kind[node]
        decides = kind < SIDES
        if kind == PART:
            waiting.append((int(part.exit[node]), 0, left))
        if decides and (place, part.choice[node]) not in met:
            met.add((place, part.choice[node]))
            yield place, part.choices[part.choice[node]]
        if kind == CHANCE or (decides and left):
            ways = part.child[part.first[node] : part.first[node + 1]]
            waiting += [(place, int(child), left - int(decides)) for child in ways]


def told(views: list[View]) -> list[str]:
    """What each view shows that not all of them do."""
    texts = [view.text.splitlines() for view in views]
    common = set.intersection(*(set(text) for text in texts))
    left_out = ("viewer", "active")
    return [
        ", ".join(
            line for line in text if line not in common and not line.startswith(left_out)
        ) or "the start"
        for text in texts
    ]  # fmt: skip


def played(game: Game, choice: Choice, plan: Floats) -> str:
    """The actions of a choice with how often they are played, the likeliest first."""
    order = np.argsort(-plan, kind="stable")
    shown = [place for place in order if plan[place] >= 0.0005]
    return ", ".join(
        f"`{game.notation.action_text(choice.actions[place])}` {plan[place]:.3f}" for place in shown
    )


# --- bots -----------------------------------------------------------------------------------------


def strengths(tree: Tree) -> str:
    """How much can be gained against bots."""
    game = tree.game
    head = f"### Bots at {game.title}\n\n| bot | value against itself | exploitability |"
    lines = [
        f"| {name} | {figures(judge(tree, plans_of(tree, asked(game, name))))} |" for name in BOTS
    ]
    return "\n".join([head, "| --- | --- | --- |", *lines])


def asked(game: Game, name: str, times: int = ASKED) -> Policy:
    """How often a bot chooses each action, asked with different seeds."""
    bot = kermesse.bot(name, game)

    def policy(choice: Choice) -> Floats:
        view = View(game, choice.view)
        chosen = [bot.choose(view, seed=seed).number for seed in range(times)]
        return np.array([chosen.count(action) for action in choice.actions]) / times

    return policy


if __name__ == "__main__":
    main()
