"""A/B: a planted difference is found as surely as promised, and none where there is none."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy import stats

from kermesse.lab.changes import QUESTIONS, Trial, order_changed, seats_changed
from kermesse.lab.comparison import ALIKE, BIAS, NoComparison, compared, usual_games
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Marks, Section
from kermesse.lab.games import Games
from kermesse.lab.notes import TENTHS
from kermesse.lab.samples import LEVEL, all_even, difference, side_sample
from kermesse.lab.scheduler import run

from .synthetic import drawn_winners, games_of, moving, won_by
from .toss import game as toss


def planted(
    chance: np.random.Generator,
    rates: tuple[float, ...],
    matches: int,
    *,
    longer: float = 0.0,
    comeback: float = 0.4,
    more: int = 0,
    **setting: object,
) -> Games:
    """Games in which everything that is compared has a planted truth."""
    seats = len(rates)
    winners = drawn_winners(chance, matches // seats, rates, 0.1)
    number = len(winners)
    setting.setdefault("chosen", {"first_dealer": "seat0"})  # that tells seats apart
    points = chance.integers(5, 15, (number, seats))
    points[np.arange(number), winners] += 10 + more
    behind = chance.random(number) < comeback
    leaders = np.where(behind, (winners + 1) % seats, winners)
    return games_of(
        won_by(winners, seats),
        decisions=chance.poisson(50 + longer, number),
        steps=chance.poisson(90, number),
        options=chance.poisson(200, number),
        points=points,
        leaders=np.repeat(leaders[:, None], TENTHS, axis=1),
        changes=chance.poisson(4, number),
        **setting,  # type: ignore[arg-type]
    )


def by_name(sections: list[Section]) -> dict[str, Section]:
    return {section.name: section for section in sections}


def differing(sections: list[Section]) -> set[str]:
    """The questions whose answer is that something changes."""
    none = ("No change of", "do not show a difference", "cannot be compared")
    return {each.name for each in sections if not any(words in each.answer for words in none)}


EVEN = (0.25, 0.25, 0.25, 0.25)


# --- how many games, and what they find -----------------------------------------------------------


def test_the_usual_number_of_games_is_computed_from_power() -> None:
    assert [usual_games(sides) for sides in range(1, 7)] == [
        15_000, 15_000, 18_000, 20_000, 20_000, 21_000,
    ]  # fmt: skip


@pytest.mark.parametrize("sides", [2, 4, 6])
@pytest.mark.thorough
def test_a_three_point_bias_is_caught_in_95_of_100_at_the_usual_number_of_games(
    sides: int,
) -> None:
    """Under the strictest of the corrected levels, with deals as akin as was assumed."""
    chance = np.random.default_rng(sides)
    deals = math.ceil(usual_games(sides) / sides)
    rows = np.repeat(np.arange(deals), sides)
    even = [1 / sides] * sides
    rates = [1 / sides + BIAS] + [1 / sides - BIAS / (sides - 1)] * (sides - 1)
    caught = 0
    for _ in range(200):
        a, b = (
            side_sample(np.eye(sides)[drawn_winners(chance, deals, each, ALIKE)], rows)
            for each in (even, rates)
        )
        caught += all_even(difference(a, b, paired=False)) < LEVEL / QUESTIONS
    assert caught >= 190


def test_the_biased_seat_is_named() -> None:
    chance = np.random.default_rng(12)
    a = planted(chance, EVEN, 20_000)
    b = planted(chance, (0.24, 0.28, 0.24, 0.24), 20_000)
    seats = by_name(compared(a, b))["seats"]
    assert seats.answer.startswith("Seat 1 wins 2")
    assert "fewer than 1 of 1,000 comparisons" in seats.answer
    (plot,) = seats.plots
    assert isinstance(plot, Marks)
    assert plot.strong[1]
    assert plot.lows[1] < 3 < plot.highs[1]


@pytest.mark.long
def test_a_toy_with_a_biased_coin_is_caught() -> None:
    """Played, not made up: the same deals, with and without an edge of three points."""
    fair, edged, other = (
        run(
            Experiment.checked(
                toss, bots=["random"], games=usual_games(2), options={"edge": edge}, seed=seed
            ),
            workers=1,
        )
        for edge, seed in ((0, 4), (3, 4), (0, 5))
    )
    found = by_name(compared(fair, edged))
    assert found["seats"].answer.startswith("Seat 1 wins 5")
    assert found["seats"].remarks[0] == "A: edge=0. B: edge=3."
    assert "deal by deal" in found["seats"].remarks[1]
    assert "tension" not in found  # nobody leads before the coin falls
    assert differing(compared(fair, other)) == set()


@pytest.mark.thorough
def test_games_without_a_difference_are_told_apart_in_5_of_100() -> None:
    chance = np.random.default_rng(8)
    alarms = 0
    for _ in range(200):
        a, b = (planted(chance, EVEN, 800) for _ in range(2))
        alarms += bool(differing(compared(a, b)))
    assert 3 <= alarms <= 19


def test_deals_in_common_make_a_comparison_sharper() -> None:
    """Half of the wins go to whom the deal favours, in both variants."""
    chance = np.random.default_rng(2)
    lucky = np.repeat(chance.integers(0, 2, 1000), 2)
    a, b = (
        games_of(
            won_by(np.where(chance.random(2000) < 0.5, lucky, chance.integers(0, 2, 2000)), 2),
            game="muvuca",
        )
        for _ in range(2)
    )
    other = games_of(b.notes.places, game="muvuca", seed=1)
    same, apart = (seats_changed(Trial(a, each, 0.01)) for each in (b, other))
    assert same is not None
    assert apart is not None
    widths = [draft.plots[0].highs[0] - draft.plots[0].lows[0] for draft in (same, apart)]  # type: ignore[union-attr]
    assert widths[0] < 0.9 * widths[1]


# --- the questions --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "question", "words"),
    [
        ({"longer": 2}, "length", "A game takes 52.0 decisions in B and 50.0 in A: a change of +"),
        (
            {"comeback": 0.3},
            "tension",
            "Of games with a leader at half time and one winner, the winner had been behind in 3",
        ),
        ({"more": 1}, "scores", "The winner has 20.5 points in B and 19.5 in A: a change of +"),
    ],
)
def test_a_change_shows_in_its_own_question_only(
    change: dict[str, float], question: str, words: str
) -> None:
    chance = np.random.default_rng(len(question))
    a = planted(chance, EVEN, 12_000)
    b = planted(chance, EVEN, 12_000, **change)  # type: ignore[arg-type]
    found = compared(a, b)
    assert differing(found) == {question}
    assert words in by_name(found)[question].answer


def test_a_change_is_told_as_a_part_of_a_mean() -> None:
    chance = np.random.default_rng(5)
    found = compared(planted(chance, EVEN, 8000), planted(chance, EVEN, 8000, longer=5))
    (plot,) = by_name(found)["length"].plots
    assert isinstance(plot, Marks)
    assert plot.axis == "change in % of A"
    assert plot.labels[0] == "Decisions of a game"
    assert plot.lows[0] < 10 < plot.highs[0]


def test_the_games_for_a_wanted_precision_are_told() -> None:
    """With independent games of an even share: (1.96 / 0.02)² · 2 · 0.25, whatever was played."""
    chance = np.random.default_rng(6)
    a, b = (
        games_of(won_by(drawn_winners(chance, 3000, (0.5, 0.5)), 2), game="muvuca", seed=seed)
        for seed in (0, 1)
    )
    seats = by_name(compared(a, b, wanted=0.02))["seats"]
    assert seats.sheets[0].columns[-1] == "games for ± 2 %"
    assert seats.sheets[0].rows[0][-1] == pytest.approx((1.96 / 0.02) ** 2 / 2, rel=0.05)


def test_what_a_comparison_would_have_missed_is_told_for_four_questions() -> None:
    """6,000 independent games each: (2.498 + 1.282) · √(2 · 0.25 / 6000), by 5 % / 4 and 90 %."""
    chance = np.random.default_rng(6)
    a, b = (
        games_of(won_by(drawn_winners(chance, 3000, (0.5, 0.5)), 2), game="muvuca", seed=seed)
        for seed in (0, 1)
    )
    told = re.search(r"A shift of ([\d.]+) points", by_name(compared(a, b))["seats"].answer)
    assert told
    assert float(told[1]) == pytest.approx(3.45, abs=0.1)


def test_another_number_of_seats_is_compared_in_all_but_the_seats() -> None:
    chance = np.random.default_rng(9)
    found = by_name(compared(planted(chance, EVEN, 4000), planted(chance, (0.4, 0.3, 0.3), 4000)))
    assert list(found) == ["seats", "length", "tension", "scores"]
    assert "they cannot be compared" in found["seats"].answer
    assert re.match(r"Two seats are [789]\.\d points apart in B .* and 0", found["seats"].answer)
    assert found["seats"].remarks[0].startswith("A: seats=4")


def test_alone_wins_against_the_game_are_compared() -> None:
    easy, hard = (
        games_of([[1]] * won + [[2]] * (1000 - won), game="shuppa", chosen={"difficulty": cards})
        for won, cards in ((600, 2), (400, 5))
    )
    seats = by_name(compared(easy, hard))["seats"]
    assert seats.answer.startswith(
        "Who plays alone wins 40 % of games in B and 60 % in A: a change of −20 points"
    )
    assert seats.remarks[0] == "A: difficulty=2. B: difficulty=5."


def test_a_chance_that_is_seldom_but_not_seldom_enough_is_called_so() -> None:
    """A p-value between 1.25 and 5 % does not stand out among four questions."""
    chance = np.random.default_rng(0)
    for _ in range(100):
        found = compared(planted(chance, EVEN, 400), planted(chance, EVEN, 400))
        odd = [each.answer for each in found if "not seldom enough" in each.answer]
        if odd:
            break
    assert "of 1,000 comparisons. That is not seldom enough" in odd[0]
    assert "No change of" in odd[0] or "do not show a difference" in odd[0]


def test_the_same_games_give_the_same_sections() -> None:
    one, other = (
        compared(planted(chance, EVEN, 800), planted(chance, EVEN, 800))
        for chance in (np.random.default_rng(1), np.random.default_rng(1))
    )
    assert one == other


def test_what_is_the_same_in_every_game_is_no_question() -> None:
    """Over one round of VIVA the winner always has one point."""
    chance = np.random.default_rng(3)
    a, b = (planted(chance, EVEN, 400) for _ in range(2))
    a, b = (
        Games(each.experiment, each.notes._replace(points=(each.notes.places == 1).astype(int)))
        for each in (a, b)
    )
    assert "scores" not in by_name(compared(a, b))


# --- the first question ---------------------------------------------------------------------------


def rotated(
    chance: np.random.Generator, rates: tuple[float, ...], matches: int, seed: int
) -> Games:
    """Lots decide who moves first; places in the order win at these rates."""
    seats = len(rates)
    first = np.repeat(chance.integers(seats, size=matches // seats), seats)
    winners = (first + drawn_winners(chance, matches // seats, rates, 0.1)) % seats
    return games_of(won_by(winners, seats), order=moving(first, seats), seed=seed)


def test_a_change_of_the_order_of_play_is_the_first_thing_told() -> None:
    chance = np.random.default_rng(14)
    a, b = rotated(chance, EVEN, 12_000, 0), rotated(chance, (0.29, 0.25, 0.23, 0.23), 12_000, 1)
    found = compared(a, b)
    assert found[0].name == "order"
    assert "seats" not in by_name(found)  # they are alike: not asked about
    assert found[0].answer.startswith("The first to move wins 2")
    assert found[0].question == "Does it change what each place in the order of play wins?"


def test_the_first_question_is_not_made_stricter_by_the_others() -> None:
    """A chance of 3 % stands out there, and does not among the four that follow."""
    chance = np.random.default_rng(15)
    for _ in range(300):
        a, b = rotated(chance, EVEN, 400, 0), rotated(chance, EVEN, 400, 1)
        draft = order_changed(Trial(a, b, 0.01))
        assert draft is not None
        if 0.03 < draft.chance < LEVEL:
            break
    assert 0.03 < draft.chance < LEVEL
    assert compared(a, b)[0].answer.startswith("The ")


@pytest.mark.thorough
def test_variants_without_a_difference_are_told_apart_by_it_in_5_of_100() -> None:
    chance = np.random.default_rng(16)
    alarms = 0
    for _ in range(300):
        a, b = rotated(chance, EVEN, 400, 0), rotated(chance, EVEN, 400, 1)
        alarms += "order" in differing(compared(a, b)[:1])
    low, high = stats.binom.interval(0.999, 300, 0.05)
    assert low <= alarms <= high


# --- refusals -------------------------------------------------------------------------------------


def test_too_few_deals_are_refused() -> None:
    chance = np.random.default_rng(0)
    many, few = planted(chance, EVEN, 400), planted(chance, EVEN, 40)
    with pytest.raises(NoComparison, match="variant B has 10 deals; at least 30 compare"):
        compared(many, few)


@pytest.mark.parametrize("wanted", [0.0, -0.1, 1.0, math.nan])
def test_a_precision_that_is_none_is_refused(wanted: float) -> None:
    games = planted(np.random.default_rng(0), EVEN, 400)
    with pytest.raises(NoComparison, match="between 0 and 1"):
        compared(games, games, wanted=wanted)
