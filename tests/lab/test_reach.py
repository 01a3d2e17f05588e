"""Which rules fire: citations are read as they are meant, and what never runs is named."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.toys import heap

import kermesse
from kermesse.core.options import Option
from kermesse.core.playout import settle
from kermesse.core.position import same
from kermesse.core.registry import game_names
from kermesse.lab import citations, replay
from kermesse.lab.citations import Place, Tells, ids_in, number, places, rules_of
from kermesse.lab.experiment import Experiment
from kermesse.lab.findings import Marks, Section
from kermesse.lab.games import Games
from kermesse.lab.intervals import Estimate
from kermesse.lab.notes import fresh_notes
from kermesse.lab.portion import play_portion
from kermesse.lab.probing import probed_kernels
from kermesse.lab.questions import reach
from kermesse.lab.questions.alternatives import values_of
from kermesse.lab.replay import Witness, matches, play_again, quickly, watch

from . import deadwood

KNOWN = {number(rule): rule for rule in ("DW-01", "DW-02", "DW-03", "DW-09", "DW-10", "DW-11")}


def unplayed(experiment: Experiment) -> Games:
    return Games(experiment, fresh_notes(experiment.game, experiment.seats, 0))


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


def test_a_citation_is_a_statement_or_in_the_description_of_a_function() -> None:
    found = {
        (place.function, rule): place.tells
        for place in places(deadwood.game)
        for rule in place.rules
    }
    assert found == {
        ("setup", "DW-02"): Tells.SURELY,
        ("legal", "DW-03"): Tells.HERE,
        ("act", "DW-03"): Tells.VAGUELY,
        ("act", "DW-08"): Tells.VAGUELY,
        ("act", "DW-05"): Tells.HERE,
        ("act", "DW-04"): Tells.HERE,
        ("act", "DW-06"): Tells.HERE,
        ("act", "DW-09"): Tells.HERE,
        ("take_back", "DW-07"): Tells.SURELY,
    }


SOURCE = '''
def straight(s):
    """All of it (DW-01, DW-02)."""
    for seat in range(3):
        s.done[seat] = 0


def alone(s):
    """Which way it goes, the rule says (DW-01)."""
    if s.first:
        s.done = 1


def forked(s):
    """One or the other (DW-01, DW-02)."""
    s.done = 1 if s.first else 2  # DW-10
    if s.first or s.second:
        "DW-09, DW-03"
        s.done = 3
    else:
        "DW-01"
        s.done = 4
    "not a rule: DW-99"


def nameless(s):
    # DW-11
    "DW-11"
    "DW-02"
    return s
'''


def test_code_that_goes_several_ways_does_not_tell_its_rules_apart(tmp_path: Path) -> None:
    path = tmp_path / "vague.py"
    path.write_text(SOURCE, encoding="utf-8")
    nodes = [each for each in citations.tree(path).body if isinstance(each, ast.FunctionDef)]
    found = [place for node in nodes for place in citations.cited_in(node, path, KNOWN)]
    assert [(place.function, place.rules, place.tells) for place in found] == [
        ("straight", ("DW-01", "DW-02"), Tells.SURELY),
        ("alone", ("DW-01",), Tells.BY_NAME),
        ("forked", ("DW-09", "DW-03"), Tells.HERE),
        ("forked", ("DW-01",), Tells.HERE),
        ("forked", ("DW-02",), Tells.VAGUELY),
        ("nameless", ("DW-02",), Tells.HERE),
        ("nameless", ("DW-11",), Tells.SURELY),
    ]


def test_examples_are_no_rules() -> None:
    assert list(rules_of(deadwood.game)) == [f"DW-0{n}" for n in range(1, 10)]


@pytest.mark.parametrize("name", game_names())
def test_most_rules_of_every_game_can_be_watched(name: str) -> None:
    game = kermesse.game(name)
    found = places(game)
    cited = {rule for place in found for rule in place.rules}
    assert len(cited) > len(rules_of(game)) / 2
    assert not any("judgement" in place.path.name for place in found)


# --- watching ---------------------------------------------------------------------------------


def test_the_watched_games_are_those_of_the_experiment() -> None:
    experiment = Experiment.checked("muvuca", bots=("greedy", "random"), games=40, seed=2)
    notes = play_portion(experiment, 0)
    played = list(matches(experiment))
    rows = [2 * deal + deal % 2 for deal in range(experiment.deals)]  # the bots move on
    assert [len(match.decisions) for match in played] == notes.decisions[rows].tolist()
    longer = list(matches(replace(experiment, deals=30), workers=1))
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


@pytest.mark.long
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


def replayed(experiment: Experiment) -> None:
    """Play matches again, and hold how they end against machine code."""
    game = experiment.game
    kernels = probed_kernels(game, [], set())
    for match in matches(experiment):
        table = same(match.table)
        game.kernels["setup"](table[0])
        for seat, action in match.decisions:
            game.bind(settle)(table[0])
            game.kernels["act"](table[0], seat, action)
        game.bind(settle)(table[0])
        end = vars(play_again(kernels, game.actions, match))
        assert all(np.array_equal(table[0][name], end[name]) for name in game.dtype.names)


def test_a_match_that_is_played_again_ends_the_same() -> None:
    replayed(Experiment.checked("muvuca", bots=("greedy",), games=6))


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_matches_of_every_game_end_the_same(name: str) -> None:
    for seats in kermesse.game(name).seats:
        replayed(Experiment.checked(name, seats=seats, bots=("random",), games=3 * seats))


# --- the answer -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def section() -> Section:
    experiment = Experiment.checked(deadwood.game, bots=("random",), games=40)
    made = reach.reach(unplayed(experiment), 40)
    assert made is not None
    return made


def test_dead_rules_are_found_and_named(section: Section) -> None:
    assert section.answer.startswith(
        "In 40 games, 4 of the 7 rules that can be watched fired, and 3 never did."
    )
    dead, asleep, *others = section.warnings
    assert not others
    assert dead.startswith("Dead in these games: DW-05 (“If a player takes four sticks")
    assert " and DW-07 (“" in dead
    assert "in none of 40 games (by the 95 % interval, in 9.3 % of games at most)" in dead
    told = "Never fired with these options, but with others: DW-09 with the option `forgo=true`."
    assert asleep == told


def test_rules_for_other_numbers_of_players_are_not_called_dead() -> None:
    """As Shuppa's rules for somebody alone, in games of three."""
    never = Estimate(0.0, 0.0, 0.04)
    found = [
        reach.Reach("SH-104", (0,), never, True, 0.0, "1 player", elsewhere=True),
        reach.Reach("SH-105", (1,), never, True, 0.0, "1 player", elsewhere=True),
        reach.Reach("SH-19", (2,), never, True, 0.0, "the option `multicolour=fifth_suit`"),
    ]
    rules = {each.rule: "A rule." for each in found}
    (asleep,) = reach.warnings(rules, found, 100)
    assert "SH-19" in asleep
    assert "SH-104" not in asleep
    answer = reach.answer(rules, found, 100)
    assert "3 never did (2 of them need another number of players)." in answer
    said = reach.remarks(Experiment.checked("shuppa", seats=3), found)
    assert any(
        each.startswith("Not for 3 players") and "SH-104 and SH-105 with 1 player" in each
        for each in said
    )


def test_shares_of_games_have_their_intervals(section: Section) -> None:
    rows = {row[0]: row for row in section.sheets[0].rows}
    assert list(rows) == [f"DW-0{n}" for n in range(2, 10)]
    assert rows["DW-02"][3] == rows["DW-03"][3] == rows["DW-04"][3] == 100
    assert rows["DW-05"][3] == rows["DW-07"][3] == rows["DW-09"][3] == 0
    says, bound, share, low, high = rows["DW-06"][1:6]
    assert says == "Somebody who takes three sticks at once says so aloud."
    assert bound == ""
    assert isinstance(low, float)
    assert isinstance(share, float)
    assert isinstance(high, float)
    assert 0 < low < share <= high


def test_what_cannot_be_told_apart_is_only_bounded(section: Section) -> None:
    """DW-08 is cited for a function with several rules and ways: nobody knows when it fires."""
    rows = {row[0]: row for row in section.sheets[0].rows}
    assert rows["DW-08"][2:4] == ("at most", 100)
    assert all(rows[rule][2] == "" for rule in rows if rule != "DW-08")
    (plot,) = section.plots
    assert isinstance(plot, Marks)
    assert plot.labels == ("DW-06: Somebody who takes three sticks …",)


def test_what_cannot_be_watched_is_listed(section: Section) -> None:
    unseen = section.sheets[-1]
    assert unseen.caption == "Rules that no code cites"
    assert [row[0] for row in unseen.rows] == ["DW-01"]
    assert section.answer.endswith("2 rules of the rulebook cannot be watched.")


def test_code_that_never_ran_is_listed(section: Section) -> None:
    silent = {sheet.caption: sheet for sheet in section.sheets}["Code that never ran"]
    assert [row[1] for row in silent.rows] == ["DW-05", "DW-09", "DW-07"]
    assert str(silent.rows[2][0]).startswith("__init__.py: take_back, line ")


def test_the_ends_of_a_range_are_tried_the_farther_one_first() -> None:
    option = Option("sticks", 5, range(3, 21), "how many", "DW-01")
    assert values_of(option, 5) == [20, 3]
    assert values_of(option, 3) == [20]
    assert values_of(option, 18, ends=1) == [3]
    words = Option("way", "a", ("a", "b", "c", "d", "e", "f"), "which", "DW-01")
    assert values_of(words, "b") == ["a", "c", "d", "e"]


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
    dead, _, avoided = made.warnings
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
    here = Path("rules.py")
    vague = Place(("DW-01", "DW-02", "DW-03"), here, 1, "act", Tells.VAGUELY)
    named = Place(("DW-02",), here, 4, "take", Tells.BY_NAME)
    sure = Place(("DW-01",), here, 7, "act", Tells.SURELY)
    ran = np.array([[True, False, False], [True, True, False], [True, True, True], [True] * 3])
    found = reach.reaches(
        {"DW-01": "", "DW-02": "", "DW-03": ""}, replay.Watched([vague, named, sure], ran)
    )
    assert [each.rate.mean for each in found] == [0.5, 0.75, 1.0]
    assert [each.is_exact for each in found] == [True, True, False]
