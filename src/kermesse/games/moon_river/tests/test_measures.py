"""What is counted for a designer: plots, partners, cows, boards, decisions, turns and rounds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from kermesse.core.conformance.counted_match import CountedMatch, Tally, measured, noted
from kermesse.core.kernel import PLAIN
from kermesse.core.measures import DEALT, ENDED
from kermesse.core.position import Position, Situation
from kermesse.games.moon_river import game
from kermesse.games.moon_river.measures import told_apart
from kermesse.games.moon_river.tests.scenes import (
    BONUS,
    CODES,
    KINDS,
    SEAT_COUNTS,
    at_the_end,
    cows,
    partners,
    ranch,
    removed,
    scene,
)

PLOTS = [
    "desert", "desert (1 skull)", "desert (1 nugget)", "desert (1 cow)", "desert (1 circle)",
    "canyon", "canyon (1 skull)", "canyon (1 nugget)", "canyon (1 cow)", "canyon (1 circle)",
    "canyon (2 cows)",
    "meadow", "meadow (1 nugget)", "meadow (1 cow)", "meadow (1 circle)", "meadow (2 cows)",
    "meadow (1 cow, 1 circle)", "meadow (2 cows, 1 circle)",
    "forest (1 beaver)", "forest (2 beavers)", "farm (1 cow)", "farm (1 cow, 1 circle)",
    "corn (3 ears)", "corn (4 ears)", "corn (5 ears)",
]  # fmt: skip
TILES = ["bonus tile 1, desert", "bonus tile 1, canyon", "bonus tile 2, meadow",
         "bonus tile 2, forest"]  # fmt: skip
NAMES = dict(zip([*CODES, *BONUS], [*PLOTS, *TILES], strict=True))
PARTNERS = ["desperado", "cattle thief", "prospector", "trapper", "farmer", "cowboy"]
LEGENDS = {"purple": "Mary", "orange": "Calamity", "green": "Big Jo", "white": "Wesley"}
DEEDS = {
    "plot": "choose a plot",
    "keep": "keep the plots",
    "join": "join two plots",
    "place": "place a domino",
    "discard": "discard two plots",
    "drought": "choose the cow that a drought takes",
    "circle": "choose the circle that comes first",
    "recruit": "recruit a partner",
    "stop": "stop the cowboy",
    "move": "move a cow",
    "decline": "decline an effect",
    "swap": "swap plots with an opponent",
    "steal": "steal a cow",
    "tile": "choose a bonus tile",
    "side": "choose the side of a bonus tile",
    "lay": "lay a bonus tile",
}


def match(seats: int, seed: int, compiled: bool = False, **options: Any) -> CountedMatch:
    batch = game.blank(1, seats, options)
    batch["rng"] = seed
    return measured(game, batch, Random(seed), compiled=compiled)


def counts(position: Position, text: str, seat: int = 0) -> Tally:
    return noted(game, position.record, seat, game.notation.read_action(text))


def on_the_ranch(situation: Situation, seat: int) -> Tally:
    """All that lies on a ranch."""
    found = [NAMES[code] for code in ranch(situation, seat).values()]
    for word in partners(situation, seat).values():
        found.append("cowboy" if word.endswith(".cowboy") else word.replace("_", " "))
    found += ["cow"] * sum(cows(situation, seat).values())
    return Counter(f"owned {name}" for name in found)


def test_every_component_and_decision_is_measured_once() -> None:
    names = [(measure.how, measure.component, measure.kind) for measure in game.measures]
    assert names == [
        *(("held", name, "board") for name in LEGENDS.values()),
        *(("played", name, "plot") for name in PLOTS),
        *(("played", name, "action") for name in DEEDS.values()),
        *(("owned", name, "plot") for name in PLOTS),
        *(("owned", name, "bonus tile") for name in TILES),
        *(("owned", name, "partner") for name in PARTNERS),
        ("owned", "cow", "cow"),
    ]
    assert len({(how, name) for how, name, _ in names}) == len(names)


def test_plots_that_show_the_same_are_told_apart_by_their_codes() -> None:
    names, codes = ["desert", "corn (3 ears)", "desert"], ["D0", "K3", "D1"]
    assert told_apart(names, codes) == ("desert, D0", "corn (3 ears)", "desert, D1")


def test_every_action_number_counts_as_what_its_text_says() -> None:
    s = scene().record
    s.phase = game.phases["EXPAND"]  # the choice of a plot counts for the plot, too
    texts = [game.notation.action_text(action) for action in range(game.actions)]
    for action, text in enumerate(texts):
        name = DEEDS[text.partition(" ")[0]]
        assert noted(game, s, 0, action) == {f"played {name}": 1}, text


@pytest.mark.rule("MR-27")
def test_the_plot_chosen_is_counted() -> None:
    position = scene(newer="Ds M0 F1 K5")
    chosen = {"plot 1": "desert (1 skull)", "plot 2": "meadow"}
    chosen |= {"plot 3": "forest (1 beaver)", "plot 4": "corn (5 ears)"}
    assert {str(action) for action in position.legal(0)} == set(chosen)
    for text, name in chosen.items():
        assert counts(position, text) == {"played choose a plot": 1, f"played {name}": 1}


@pytest.mark.rule("MR-03", "MR-100")
def test_the_board_of_a_legend_is_held_if_it_was_drawn() -> None:
    legends: dict[str, Any] = {"variant": "legends", "phase": "choose_plot", "active": 0}
    legends |= {"scenario": "gold", "plan": "gold", "colour": "white purple green"}
    drawn = scene(**legends).record
    held = [noted(game, drawn, seat, DEALT) for seat in range(3)]
    assert held == [{"held Wesley": 1}, {"held Mary": 1}, {"held Big Jo": 1}]
    agreed = scene(**legends, colours="white-purple-green").record
    held = [noted(game, agreed, seat, DEALT) for seat in range(3)]
    assert held == [{}, {}, {}]


def test_a_ranch_is_owned_with_all_that_is_on_it() -> None:
    lands = {"r1c2": "Aco*1/farmer", "r1c1": "Mo/trapper.cowboy", "r2c2": "Mco*1/desperado.cowboy"}
    position = at_the_end({0: lands | {"r3c2": "Mc*1", "r2c1": "M0", "r3c1": "M0"}, 1: {}})
    assert noted(game, position.record, 0, ENDED) == {
        "owned farm (1 cow, 1 circle)": 1,
        "owned meadow (1 circle)": 1,
        "owned meadow (1 cow, 1 circle)": 1,
        "owned meadow (1 cow)": 1,
        "owned meadow": 2,
        "owned farmer": 1,
        "owned cowboy": 2,
        "owned cow": 3,
    }
    assert noted(game, position.record, 1, ENDED) == {}


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_whole_matches_add_up(seats: int) -> None:
    found = match(seats, seats, variant="legends")
    end = Position(game, found.record.reshape(1))
    box: Counter[str] = Counter({NAMES[code]: n for code, n in removed(end).items()})
    for seat, (dealt, seen) in enumerate(zip(found.dealt, found.counts, strict=True)):
        texts = [taken.text for taken in found.taken if taken.seat == seat]
        expected = Counter(f"played {DEEDS[text.split()[0]]}" for text in texts)
        played = Counter(
            f"played {PLOTS[event.args[2]]}"
            for event in found.happened
            if event.event == "chose" and event.args[0] == seat and event.args[5] != 1
        )
        assert seen == dealt + expected + played + on_the_ranch(end, seat)
        assert sum(dealt[f"held {name}"] for name in LEGENDS.values()) == 1
        tokens = sum(seen[f"owned {name}"] for name in PARTNERS)
        assert tokens == seen["played recruit a partner"]
        box.update({name: seen[f"owned {name}"] for name in PLOTS})
    assert box == {NAMES[code]: n for code, n in KINDS.items()}


@pytest.mark.rule("MR-14", "MR-81")
@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_turns_and_rounds_are_counted_when_they_begin(seats: int) -> None:
    turns = rounds = 0
    happened = match(seats, seats).happened
    for event in happened:
        rounds += event.event == "round"
        turns += event.event == "received"
        assert (event.turns, event.rounds) == (turns, rounds)
    assert rounds == 24
    assert turns == 24 * (4 if seats == 2 else seats)


@pytest.mark.skipif(PLAIN, reason="plain against plain shows nothing")
def test_machine_code_counts_the_same() -> None:
    plain, fast = (match(2, 3, compiled, variant="legends") for compiled in (False, True))
    assert plain.counts == fast.counts
