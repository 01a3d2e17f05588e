"""Which rules fire: citations are read as they are meant, and what never runs is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import kermesse
from kermesse.core.registry import game_names
from kermesse.lab import citations, reach, watching
from kermesse.lab.citations import Place, ids_in, number, places, rules_of
from kermesse.lab.experiments import Experiment
from kermesse.lab.findings import Section
from kermesse.lab.games import Games
from kermesse.lab.notes import fresh_notes
from kermesse.lab.portions import play_portion
from kermesse.lab.watching import NotWatched, Witness, matches, quickly, watch

from ..toys import heap
from . import deadwood

KNOWN = {number(rule): rule for rule in ("DW-01", "DW-02", "DW-03", "DW-09", "DW-10", "DW-11")}


def unplayed(experiment: Experiment) -> Games:
    return Games(experiment, fresh_notes(experiment.game, experiment.seats, 0))


def lines_of(place: Place) -> list[str]:
    """What must run, as it is written."""
    text = place.path.read_text(encoding="utf-8").splitlines()
    return [text[line - 1].partition("#")[0].strip() for line in sorted(place.runs)]


# --- citations --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("as in DW-02", ("DW-02",)),
        ("(DW-01, DW-03)", ("DW-01", "DW-03")),
        ("DW-09…11", ("DW-09", "DW-10", "DW-11")),
        ("DW-09…DW-10", ("DW-09", "DW-10")),
        ("DW-01 to DW-03", ("DW-01", "DW-02", "DW-03")),
        ("DW-01 to 3 o'clock", ("DW-01",)),
        ("DW-04 is no rule, nor is XDW-01 or VV-01", ()),
        ("DW-02, and DW-02 again", ("DW-02",)),
    ],
)
def test_rules_are_read_from_a_text(text: str, ids: tuple[str, ...]) -> None:
    assert ids_in(text, KNOWN) == ids


def test_a_citation_belongs_to_what_it_stands_beside() -> None:
    found = {
        (place.function, place.is_whole, rule): lines_of(place)
        for place in places(deadwood.game)
        for rule in place.rules
    }
    assert found == {
        ("setup", True, "DW-02"): ["s.sticks = STICKS"],
        ("legal", False, "DW-03"): ["out[i] = i + 1"],
        ("act", True, "DW-03"): ["s.sticks -= action"],
        ("act", True, "DW-04"): ["s.sticks -= action"],
        ("act", True, "DW-05"): ["s.sticks -= action"],
        ("act", False, "DW-05"): ["s.due = bit(seat)"],
        ("act", False, "DW-04"): ["s.due = 0"],
        ("act", False, "DW-06"): ["boast(s)"],
        ("take_back", True, "DW-07"): ["s.sticks = 0"],
    }


SOURCE = '''
def walk(s):
    """One step."""
    # DW-01
    total = (
        s.first  # DW-02
        + s.second
    )
    for seat in range(3):  # DW-03
        if (
            seat > 0  # DW-09
            and total
        ):
            continue
        s.done += 1
    return total


# DW-10: nobody's own
'''


def test_statements_of_several_lines_are_one(tmp_path: Path) -> None:
    path = tmp_path / "walk.py"
    path.write_text(SOURCE, encoding="utf-8")
    found = citations.cited_in(citations.definition(path, 2), path, KNOWN)
    sums = ["total = (", "s.first", "+ s.second", ")"]
    assert {place.rules[0]: lines_of(place) for place in found} == {
        "DW-01": sums,
        "DW-02": sums,
        "DW-03": ["if (", "seat > 0", "and total", "):"],
        "DW-09": ["continue"],
    }


def test_examples_are_no_rules() -> None:
    assert list(rules_of(deadwood.game)) == [f"DW-0{n}" for n in range(1, 8)]


@pytest.mark.parametrize("name", game_names())
def test_most_rules_of_every_game_can_be_watched(name: str) -> None:
    game = kermesse.game(name)
    found = places(game)
    cited = {rule for place in found for rule in place.rules}
    assert len(cited) > len(rules_of(game)) / 2
    assert all(place.runs for place in found)
    assert not any("judgement" in place.path.name for place in found)


# --- watching ---------------------------------------------------------------------------------


def test_the_watched_games_are_those_of_the_experiment() -> None:
    experiment = Experiment.checked("muvuca", bots=("greedy", "random"), games=40, seed=2)
    notes = play_portion(experiment, 0)
    played = matches(experiment)
    rows = [2 * deal + deal % 2 for deal in range(experiment.deals)]  # the bots move on
    assert [len(match.decisions) for match in played] == notes.decisions[rows].tolist()
    longer = matches(replace(experiment, deals=30))
    assert [match.decisions for match in longer[: len(played)]] == [
        match.decisions for match in played
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_watched(name: str) -> None:
    """With all seats that it can have; whole functions of the rules run in every game."""
    game = kermesse.game(name)
    for seats in game.seats:
        experiment = Experiment.checked(game, seats=seats, bots=("random",), games=2 * seats)
        found = reach.reaches(rules_of(game), watch(experiment, 2))
        assert sum(each.rate.mean == 1 for each in found) > len(found) / 3


def test_what_bots_imagine_is_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy bots try all moves in their heads; somebody who takes one each time never boasts."""
    experiment = Experiment.checked(deadwood.game, bots=("greedy",), games=10)

    def takes_one(self: Witness, view, *, budget=None, seed=None):  # type: ignore[no-untyped-def]
        self.thinker.choose(view, budget=budget, seed=seed)
        self.log.append((view.seat, 1))
        return view.legal()[0]

    monkeypatch.setattr(Witness, "choose", takes_one)
    watched = watch(experiment, 5)
    boasts = [number for number, place in enumerate(watched.places) if "DW-06" in place.rules]
    assert not watched.ran[:, boasts].any()
    starts = [number for number, place in enumerate(watched.places) if "DW-02" in place.rules]
    assert watched.ran[:, starts].all()


def test_bots_that_search_are_replaced_by_a_quick_one() -> None:
    searching = Experiment.checked("muvuca", bots=("expert", "novice"), games=10)
    assert quickly(searching).bots == ("greedy", "novice")
    budgeted = Experiment.checked("muvuca", bots=("casual@20it", "random"), games=10)
    assert quickly(budgeted).bots == ("greedy", "random")


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "find_spec", lambda name: None)
    with pytest.raises(NotWatched, match=r"kermesse\[lab\]"):
        watch(Experiment.checked(deadwood.game, games=10), 5)


# --- the answer -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def section() -> Section:
    experiment = Experiment.checked(deadwood.game, bots=("random",), games=40)
    made = reach.reach(unplayed(experiment), 40)
    assert made is not None
    return made


def test_dead_rules_are_found_and_named(section: Section) -> None:
    assert section.answer.startswith(
        "In 40 games, 4 of the 6 rules that can be watched fired, and 2 never did."
    )
    dead, *others = section.warnings
    assert not others
    assert dead.startswith("Dead in these games: DW-05 (“If a player takes four sticks")
    assert " and DW-07 (“" in dead
    assert "in none of 40 games (by the 95 % interval, in 9.3 % of games at most)" in dead


def test_shares_of_games_have_their_intervals(section: Section) -> None:
    rows = {row[0]: row for row in section.sheets[0].rows}
    assert list(rows) == ["DW-02", "DW-03", "DW-04", "DW-05", "DW-06", "DW-07"]
    assert rows["DW-02"][2] == rows["DW-03"][2] == rows["DW-04"][2] == 100
    assert rows["DW-05"][2] == rows["DW-07"][2] == 0
    says, share, low, high = rows["DW-06"][1:5]
    assert says == "Somebody who takes three sticks at once says so aloud."
    assert isinstance(low, float)
    assert isinstance(share, float)
    assert isinstance(high, float)
    assert 0 < low < share <= high


def test_what_cannot_be_watched_is_listed(section: Section) -> None:
    unseen = section.sheets[-1]
    assert unseen.caption == "Rules that cannot be watched"
    assert [row[0] for row in unseen.rows] == ["DW-01"]
    assert section.answer.endswith("1 rule of the rulebook cannot be watched.")


def test_code_that_never_ran_is_listed(section: Section) -> None:
    silent = {sheet.caption: sheet for sheet in section.sheets}["Code that never ran"]
    assert [row[1] for row in silent.rows] == ["DW-05", "DW-07"]
    assert str(silent.rows[1][0]).startswith("__init__.py: take_back, line ")


def test_the_same_games_give_the_same_section(section: Section) -> None:
    experiment = Experiment.checked(deadwood.game, bots=("random",), games=40)
    assert reach.reach(unplayed(experiment), 40) == section


def test_rules_that_only_these_bots_avoid_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that never fires, but does in random play, is not dead."""
    thinking = Witness.choose

    def timid(self: Witness, view, *, budget=None, seed=None):  # type: ignore[no-untyped-def]
        action = thinking(self, view, budget=budget, seed=seed)
        if type(self.thinker).__name__ == "Random":
            return action
        self.log[-1] = (view.seat, 1)
        return view.legal()[0]

    monkeypatch.setattr(Witness, "choose", timid)
    made = reach.reach(unplayed(Experiment.checked(deadwood.game, games=10)), 10)
    assert made is not None
    dead, avoided = made.warnings
    assert "DW-06" not in dead
    assert avoided.startswith("Never reached by these bots: DW-06 (“Somebody who takes three")


@pytest.mark.long
def test_an_option_that_switches_rules_off_shows() -> None:
    """At a strict table of VIVA nobody can be caught; at an honour table somebody is."""
    strict = Experiment.checked("viva", seats=3, bots=("random",), options={"rounds": 1}, games=9)
    honour = replace(strict, options={**strict.options, "table": "honour"})
    assert {"VV-59", "VV-62", "VV-66", "VV-68"} <= silent_rules(strict)
    assert not {"VV-62", "VV-68"} & silent_rules(honour)


def silent_rules(experiment: Experiment) -> set[str]:
    found = reach.reaches(rules_of(experiment.game), watch(experiment, 3))
    return {each.rule for each in found if not each.fired}


def test_a_game_without_a_rulebook_has_nothing_to_tell() -> None:
    assert reach.reach(unplayed(Experiment.checked(heap.game, games=4))) is None


def test_a_rule_fires_where_it_is_cited_most_exactly() -> None:
    whole = Place(("DW-01", "DW-02"), Path("rules.py"), 1, "act", True, frozenset({2}))
    beside = Place(("DW-01",), Path("rules.py"), 3, "act", False, frozenset({3}))
    watched = watching.Watched([whole, beside], np.array([[True, False], [True, True]]))
    first, second = reach.reaches({"DW-01": "", "DW-02": ""}, watched)
    assert first.rate.mean == 0.5
    assert second.rate.mean == 1.0
